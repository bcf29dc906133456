//! Depth first: a stack of states, come back to by marks.
//!
//! Where choices are put off, the states they belong to are kept until they are taken up, as long as there is room; the paths to others are
//! followed again. Each state taken up is the bottom of a stack of its own.

use crate::backtrack::Backtracking;
use crate::frontier::{Branch, Frontier, Setup, Work};
use crate::guest::{Choice, Guest};
use crate::guide::PutOff;
use crate::kept::{CopyId, Kept};
use crate::livelock::{Cycles, Lasso};
use crate::order::{OrderKind, Rank};
use crate::paths::Paths;
use crate::random::Random;
use crate::replay::{expect_possible, retrace_on};
use crate::store::Entered;
use crate::swarm::Swarm;
use crate::trail::{Stand, Trail};
use std::collections::VecDeque;

/// Bytes of states that are kept until what was put off in them is taken up.
const MOST_KEPT: u64 = 128 << 20;

/// A state on the path that is being explored.
struct Frame<G: Guest> {
    /// The way back to it; a state with one choice is never come back to.
    mark: Option<G::Mark>,
    /// The path to it, if somebody asked for it.
    path: Option<u32>,
    /// Its choices are those from `begin` up to `end`; those before `next` are explored, and the last of these leads to the next frame.
    begin: usize,
    next: usize,
    end: usize,
    /// Another worker met it first, and tells of its choices.
    is_joined: bool,
    /// So many more choices lie behind these, to be explored only if that turns out to be necessary.
    more: usize,
}

/// A state as it was met on a path, and what was put off there.
struct Waiting {
    copy: CopyId,
    stand: Stand,
    path: u32,
    depth: u32,
    /// Its choices are those of its level from `begin` up to `end`.
    begin: usize,
    end: usize,
}

/// What is taken up on one level: states with which choices of theirs.
#[derive(Default)]
struct Level {
    states: VecDeque<Waiting>,
    choices: Vec<Choice>,
}

/// The path being explored, with the choices left on it.
pub(crate) struct DepthFirst<G: Guest> {
    root: G::Mark,
    /// The root's state, where states are kept, and whether one was loaded since the root was marked: that mark is forgotten then.
    root_state: Option<G::Snapshot>,
    loaded: bool,
    frames: Vec<Frame<G>>,
    /// The choices of all frames, one after the other.
    choices: Vec<Choice>,
    /// Whether the guest is in the state of the last frame.
    here: bool,
    /// Frames before this one have nothing left to explore but what the frames above them are exploring.
    spent: usize,
    /// Choices of all frames not explored yet.
    left: usize,
    /// The cycles among the states seen; without, one is suspected wherever a choice does not lead to a deeper state.
    cycles: Option<Box<Cycles>>,
    /// What makes it one of several that go through the same states, if it is.
    swarm: Option<Box<Swarm>>,
    /// Whether the last choice was taken in a state that another worker tells of.
    is_repeated: bool,
    /// Gives states up, if there is to be.
    backtracking: Option<Backtracking>,
    /// Branches to be taken up, the next one last, in an order in which those with the same beginning are together: it is followed once.
    waiting: Vec<Branch>,
    /// Bytes of those.
    waiting_bytes: u64,
    /// How many choices of the next one the path begins with.
    shared: usize,
    /// Whether states are kept; those to be taken up on each of the later levels, and those of this level.
    keeps: bool,
    later: Vec<Level>,
    level: Level,
    kept: Kept<G::Snapshot>,
    /// The paths to them, and which of them the stack begins with, so many choices long.
    paths: Paths,
    bottom: (u32, u32),
}

impl<G: Guest> DepthFirst<G> {
    /// An empty stack for a guest in its root state, to go through all choices.
    pub fn plain(guest: &mut G) -> DepthFirst<G> {
        DepthFirst {
            root: guest.mark(),
            root_state: None,
            loaded: false,
            frames: Vec::new(),
            choices: Vec::new(),
            here: false,
            spent: 0,
            left: 0,
            cycles: None,
            swarm: None,
            is_repeated: false,
            backtracking: None,
            waiting: Vec::new(),
            waiting_bytes: 0,
            shared: 0,
            keeps: false,
            later: Vec::new(),
            level: Level::default(),
            kept: Kept::new(),
            paths: Paths::default(),
            bottom: (Paths::ROOT, 0),
        }
    }

    /// Takes up the next branch that waits, from the last state on the path that it shares.
    fn take_up(&mut self, guest: &mut G, trail: &mut Trail, key: &mut dyn FnMut(&mut G) -> u64) -> Result<(), String> {
        let Some(branch) = self.waiting.pop() else { return Ok(()) };
        self.waiting_bytes -= branch.bytes();
        let next = self.waiting.last().map(|next| shared(&branch.path, &next.path));
        self.shared = next.unwrap_or(0);
        self.enter(guest, trail, branch, key)
    }

    /// Takes up the next state kept for this level; whether there is one.
    fn take_up_kept(&mut self, guest: &mut G, trail: &mut Trail) -> bool {
        let Some(Waiting { copy, stand, path, depth, begin, end }) = self.level.states.pop_front() else {
            return false;
        };
        if let Some(state) = self.kept.state(copy) {
            guest.load(state);
        }
        self.loaded = true;
        trail.begin_at(&stand);
        self.bottom = (path, depth);
        self.left += end - begin;
        self.choices.extend_from_slice(&self.level.choices[begin..end]);
        let mark = (end - begin > 1).then(|| guest.mark());
        let end = self.choices.len();
        self.frames.push(Frame { mark, path: Some(path), begin: 0, next: 0, end, is_joined: false, more: 0 });
        self.here = true;
        self.kept.release(copy);
        true
    }

    /// Bytes of what waits for its level, and of the states it waits in.
    fn kept_bytes(&self) -> u64 {
        self.kept.bytes() + self.kept.uses() * size_of::<Waiting>() as u64
    }

    fn forget_kept(&mut self) {
        self.later.clear();
        self.level = Level::default();
        self.kept.clear();
        self.paths.clear();
        self.bottom = (Paths::ROOT, 0);
    }

    /// The path to the state of the last frame.
    fn path_here(&mut self) -> u32 {
        let known = self.frames.iter().rposition(|frame| frame.path.is_some());
        let mut path = known.and_then(|known| self.frames[known].path).unwrap_or(self.bottom.0);
        for index in known.unwrap_or(0)..self.frames.len().saturating_sub(1) {
            path = self.paths.add(path, self.choices[self.frames[index].next - 1]);
            self.frames[index + 1].path = Some(path);
        }
        path
    }

    /// What is to be taken up in the states kept for a level. States on the way to the one kept after them are on its branch: else there would be as
    /// many paths as states.
    fn branches(&self, level: &Level) -> Vec<Branch> {
        let mut branches: Vec<Branch> = Vec::new();
        let mut after: Option<&Waiting> = None;
        for waiting in level.states.iter().rev() {
            let &Waiting { path, depth, begin, end, .. } = waiting;
            let is_on_the_way = after
                .is_some_and(|after| after.depth > depth && self.paths.back(after.path, after.depth - depth) == path);
            let open = (depth, level.choices[begin..end].to_vec());
            match branches.last_mut() {
                Some(branch) if is_on_the_way => branch.open.push(open),
                _ => branches.push(Branch { path: self.paths.get(path), open: vec![open] }),
            }
            after = Some(waiting);
        }
        branches.iter_mut().for_each(|branch| branch.open.reverse());
        branches.reverse();
        branches
    }

    /// Goes along a branch from the last state on the path, which it shares, and takes up what is unexplored on it.
    fn enter(
        &mut self,
        guest: &mut G,
        trail: &mut Trail,
        branch: Branch,
        key: &mut dyn FnMut(&mut G) -> u64,
    ) -> Result<(), String> {
        let begin = self.frames.len().saturating_sub(1);
        if self.frames.is_empty() {
            self.bottom = (Paths::ROOT, 0);
            self.go_home(guest);
            trail.back_to(0);
        } else {
            self.come_back(guest, trail);
        }
        let mut open = branch.open.into_iter().peekable();
        for depth in begin..=branch.path.len() {
            // What leads further along the branch comes first, so that it is what `next` takes.
            let mut choices: Vec<Choice> = branch.path.get(depth).copied().into_iter().collect();
            choices.extend(open.next_if(|(at, _)| *at as usize == depth).into_iter().flat_map(|(_, choices)| choices));
            expect_possible(guest, depth, &choices)?;
            if depth == begin && !self.frames.is_empty() {
                self.extend(&choices);
            } else {
                let key = if self.cycles.is_some() { key(guest) } else { 0 };
                self.push_some(guest, key, &choices, false);
            }
            self.keep_mark(guest);
            if depth < branch.path.len() {
                let step = self.take_next();
                retrace_on(guest, trail, depth, step)?;
            }
        }
        Ok(())
    }

    /// Takes in the state the guest is in; `whole` says whether these are all its choices.
    fn push_some(&mut self, guest: &mut G, key: u64, choices: &[Choice], whole: bool) {
        self.push_frame(choices);
        if let [_, _, ..] = choices
            && let Some(frame) = self.frames.last_mut()
        {
            frame.mark = Some(guest.mark());
        }
        self.here = true;
        if let Some(cycles) = &mut self.cycles {
            cycles.open(key, whole);
        }
    }

    fn push_frame(&mut self, choices: &[Choice]) {
        let begin = self.choices.len();
        self.choices.extend_from_slice(choices);
        self.left += choices.len();
        let end = self.choices.len();
        self.frames.push(Frame { mark: None, path: None, begin, next: begin, end, is_joined: false, more: 0 });
    }

    /// Takes in the state the guest is in, with all its choices, of which the first so many are explored unless more has to be.
    pub fn push_first(&mut self, guest: &mut G, choices: &[Choice], first: usize) {
        self.push_some(guest, 0, choices, true);
        if let Some(frame) = self.frames.last_mut() {
            frame.more = choices.len() - first;
            frame.end -= frame.more;
            self.left -= frame.more;
        }
    }

    /// Whether the last state has choices that are not to be explored.
    pub fn has_more(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.more > 0)
    }

    /// All choices of the last state are to be explored.
    pub fn explore_all(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            self.left += frame.more;
            frame.end += std::mem::take(&mut frame.more);
        }
    }

    /// Adds choices to the last frame.
    fn extend(&mut self, choices: &[Choice]) {
        if let Some(frame) = self.frames.last_mut() {
            self.choices.extend_from_slice(choices);
            self.left += choices.len();
            frame.end = self.choices.len();
        }
    }

    /// The guest is in the state of the last frame: sees to it that it can come back there for branches that wait.
    fn keep_mark(&mut self, guest: &mut G) {
        if let Some(frame) = self.frames.last_mut()
            && frame.mark.is_none()
            && !self.waiting.is_empty()
        {
            // What the guest sums up of a state is kept with its mark: the states after it then cost only what they change.
            guest.fingerprint();
            frame.mark = Some(guest.mark());
        }
    }

    /// The choices from the root to a frame.
    fn path_to(&self, frame: usize) -> Vec<Choice> {
        let mut path = self.paths.get(self.bottom.0);
        path.extend(path_to(&self.frames, &self.choices, frame));
        path
    }

    /// Brings the guest to the state of the last frame.
    #[inline]
    fn come_back(&mut self, guest: &mut G, trail: &mut Trail) {
        if self.here {
            return;
        }
        let Some(mark) = self.frames.last().and_then(|frame| frame.mark.as_ref()) else { return };
        guest.rewind(mark);
        // The bottom's is the first place, and every frame's state is one step further.
        trail.back_to(self.frames.len() as u32 - 1);
    }

    fn go_home(&mut self, guest: &mut G) {
        match &self.root_state {
            Some(state) if self.loaded => {
                guest.load(state);
                self.root = guest.mark();
                self.loaded = false;
            }
            _ => guest.rewind(&self.root),
        }
    }

    /// The next choice of the last frame, which has one.
    #[inline]
    fn take_next(&mut self) -> Choice {
        let frame = self.frames.last_mut().expect("a frame was pushed");
        frame.next += 1;
        self.is_repeated = frame.is_joined;
        self.left -= 1;
        self.here = false;
        let choice = self.choices[frame.next - 1];
        if let Some(cycles) = &mut self.cycles {
            cycles.take(choice);
        }
        choice
    }

    fn pop(&mut self) {
        if let Some(cycles) = &mut self.cycles {
            let (frames, choices, swarm) = (&self.frames, &self.choices, &mut self.swarm);
            let stem = || path_to(frames, choices, frames.len() - 1);
            cycles.close(stem, |state| swarm.iter_mut().for_each(|swarm| swarm.close(state)));
        }
        if let Some(frame) = self.frames.last() {
            self.choices.truncate(frame.begin);
            self.left -= frame.end - frame.next;
            self.frames.truncate(self.frames.len() - 1);
        }
        self.spent = self.spent.min(self.frames.len());
        self.shared = self.shared.min(self.frames.len().saturating_sub(1));
        self.here = false;
    }

    /// Leaves the last state, and as many before it as the jump says.
    fn go_back(&mut self) {
        let depth = self.length();
        let jump = self.backtracking.as_mut().map_or(1, |backtracking| backtracking.jump(depth));
        for step in 0..jump {
            let depth = self.length();
            let Some(frame) = self.frames.last() else { return };
            if frame.next < frame.end
                && let Some(backtracking) = &mut self.backtracking
            {
                if step > 0 && !backtracking.may_give_up(depth) {
                    return;
                }
                self.note_given_up();
            }
            self.pop();
        }
    }

    /// Gives up what is left of the last state, which is not left itself.
    fn drop_rest(&mut self) {
        if let Some(frame) = self.frames.last_mut()
            && frame.next < frame.end
        {
            self.left -= frame.end - frame.next;
            self.choices.truncate(frame.next);
            frame.end = frame.next;
            self.note_given_up();
        }
    }

    /// What is left of the last state is not explored here.
    fn note_given_up(&mut self) {
        if let Some(backtracking) = &mut self.backtracking {
            backtracking.gave_up = true;
        }
        if let Some(cycles) = &mut self.cycles {
            cycles.give_up();
        }
    }

    /// How many states are on the path.
    #[inline]
    fn length(&self) -> usize {
        self.bottom.1 as usize + self.frames.len()
    }

    /// Whether the last state, which has choices left, is to be left nevertheless.
    fn gives_up(&mut self) -> bool {
        let depth = self.length();
        self.backtracking.as_mut().is_some_and(|backtracking| backtracking.gives_up(depth))
    }
}

impl<G: Guest> Frontier<G> for DepthFirst<G> {
    const FOLLOWS: bool = true;

    fn new(guest: &mut G, setup: &Setup<'_>) -> Self {
        let Setup { strategy, worker, single, alone, .. } = *setup;
        // What this order goes by is only known to one who follows the path.
        let needs_path = strategy.order == OrderKind::Interference;
        let keeps = strategy.bound.is_some() && single && !needs_path;
        let random = Random::new(strategy.seed, worker as u64);
        DepthFirst {
            cycles: alone.then(Box::default),
            backtracking: strategy.backtrack.map(|backtrack| Backtracking::new(backtrack, random)),
            keeps,
            root_state: keeps.then(|| guest.snapshot()),
            ..DepthFirst::plain(guest)
        }
    }

    fn home(&mut self, guest: &mut G) {
        self.go_home(guest);
        // A search begins: what was kept belongs to another.
        self.forget_kept();
    }

    fn put_off(&mut self, guest: &mut G, trail: &Trail, entered: &Entered, put_off: &[PutOff]) -> bool {
        if !self.keeps || self.kept_bytes() >= MOST_KEPT {
            return false;
        }
        let (path, depth) = (self.path_here(), self.length() as u32 - 1);
        let copy = self.kept.keep(guest, entered);
        // The choices of one level are together.
        for of_level in put_off.chunk_by(|one, other| one.level == other.level) {
            self.kept.hold(copy);
            let number = of_level[0].level as usize;
            if self.later.len() <= number {
                self.later.resize_with(number + 1, Level::default);
            }
            let level = &mut self.later[number];
            let begin = level.choices.len();
            level.choices.extend(of_level.iter().map(|put_off| put_off.choice));
            let end = level.choices.len();
            level.states.push_back(Waiting { copy, stand: trail.keep(), path, depth, begin, end });
        }
        true
    }

    fn level_kept(&self) -> Option<u32> {
        self.later.iter().position(|level| !level.states.is_empty()).map(|level| level as u32)
    }

    fn begin_level(&mut self, level: u32) -> bool {
        self.level = self.later.get_mut(level as usize).map(std::mem::take).unwrap_or_default();
        !self.level.states.is_empty()
    }

    fn save_put_off(&self) -> Vec<(u32, Branch)> {
        let levels = (0..).zip(&self.later);
        levels
            .flat_map(|(number, level)| self.branches(level).into_iter().map(move |branch| (number, branch)))
            .collect()
    }

    fn push(&mut self, guest: &mut G, _trail: &Trail, entered: &Entered, choices: &[Choice], _ranks: &[Rank]) {
        self.push_some(guest, entered.key, choices, true);
        if let Some(swarm) = &mut self.swarm
            && let Some(frame) = self.frames.last_mut()
        {
            frame.is_joined = !entered.new;
            swarm.open(entered, &mut self.choices[frame.begin..]);
        }
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        loop {
            while let Some(frame) = self.frames.last() {
                if frame.next < frame.end && !self.gives_up() {
                    self.come_back(guest, trail);
                    return Ok(Some(self.take_next()));
                }
                if !self.waiting.is_empty() && self.frames.len() == self.shared + 1 {
                    self.drop_rest();
                    break;
                }
                self.go_back();
            }
            if !self.waiting.is_empty() {
                self.take_up(guest, trail, &mut |_| 0)?;
            } else if !self.take_up_kept(guest, trail) {
                return Ok(None);
            }
        }
    }

    fn depth(&self) -> u64 {
        self.length() as u64
    }

    fn path(&self) -> Vec<Choice> {
        self.path_to(self.frames.len())
    }

    fn seen(&mut self, seen: &Entered) -> bool {
        match &mut self.cycles {
            Some(cycles) => {
                cycles.seen(seen.key);
                false
            }
            None => u64::from(seen.depth) < self.depth(),
        }
    }

    fn swarm(&mut self, worker: usize) {
        self.cycles = Some(Box::default());
        self.swarm = Some(Box::new(Swarm::new(worker)));
    }

    fn joins_in(&self, met: &Entered) -> bool {
        self.swarm.as_ref().is_some_and(|swarm| swarm.joins_in(met))
    }

    fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    fn take_done(&mut self, take: impl FnMut(u128)) {
        if let Some(swarm) = &mut self.swarm {
            swarm.done.drain(..).for_each(take);
        }
    }

    fn has_lassos(&self) -> bool {
        self.cycles.as_ref().is_some_and(|cycles| cycles.has_lassos())
    }

    fn take_lassos(&mut self) -> Vec<Lasso> {
        self.cycles.as_mut().map(|cycles| cycles.take_lassos()).unwrap_or_default()
    }

    fn is_suspicious(&self) -> bool {
        self.cycles.as_ref().is_some_and(|cycles| cycles.is_suspicious())
    }

    fn would_miss_cycles(&self) -> bool {
        self.cycles.as_ref().is_some_and(|cycles| cycles.would_be_missed())
    }

    fn accept(
        &mut self,
        guest: &mut G,
        trail: &mut Trail,
        mut work: Work,
        key: &mut dyn FnMut(&mut G) -> u64,
    ) -> Result<Work, String> {
        // To judge cycles, one has to be told of each state.
        let rest = if self.cycles.is_some() && work.len() > 1 { work.split_off(1) } else { Work::new() };
        self.waiting = together(work);
        self.waiting_bytes = self.waiting.iter().map(Branch::bytes).sum();
        self.take_up(guest, trail, key)?;
        Ok(rest)
    }

    fn give(&mut self) -> Option<Branch> {
        if self.swarm.is_some() {
            return None;
        }
        if !self.waiting.is_empty() {
            // The one that shares least with the path.
            let given = self.waiting.remove(0);
            self.waiting_bytes -= given.bytes();
            return Some(given);
        }
        if self.left < 2 {
            return None;
        }
        while self.frames.get(self.spent)?.next == self.frames[self.spent].end {
            self.spent += 1;
        }
        let frame = &mut self.frames[self.spent];
        frame.end -= 1;
        self.left -= 1;
        let choice = self.choices[frame.end];
        Some(Branch {
            path: path_to(&self.frames, &self.choices, self.spent),
            open: vec![(self.spent as u32, vec![choice])],
        })
    }

    fn save(&self) -> Work {
        let left = |frame: &Frame<G>| self.choices[frame.next..frame.end].to_vec();
        let open: Vec<_> = self.frames.iter().map(left).enumerate().filter(|(_, left)| !left.is_empty()).collect();
        let mut work = self.waiting.clone();
        work.extend(self.branches(&self.level));
        if let Some((deepest, _)) = open.last() {
            let path = self.path_to(*deepest);
            let open = open.into_iter().map(|(depth, choices)| (self.bottom.1 + depth as u32, choices)).collect();
            work.push(Branch { path, open });
        }
        work
    }

    fn left_out(&mut self) -> bool {
        self.backtracking.as_mut().is_some_and(|backtracking| std::mem::take(&mut backtracking.gave_up))
    }

    fn clear(&mut self) {
        self.frames.clear();
        self.choices.clear();
        self.waiting.clear();
        self.waiting_bytes = 0;
        while let Some(waiting) = self.level.states.pop_front() {
            self.kept.release(waiting.copy);
        }
        self.bottom = (Paths::ROOT, 0);
        self.here = false;
        self.spent = 0;
        self.left = 0;
        self.is_repeated = false;
        if let Some(cycles) = &mut self.cycles {
            cycles.clear();
        }
        if let Some(swarm) = &mut self.swarm {
            swarm.clear();
        }
    }

    fn bytes(&self) -> u64 {
        let cycles = self.cycles.as_ref().map_or(0, |cycles| cycles.bytes())
            + self.swarm.as_ref().map_or(0, |swarm| swarm.bytes());
        (self.frames.len() * size_of::<Frame<G>>() + self.choices.len() * size_of::<Choice>()) as u64
            + self.waiting_bytes
            + self.kept_bytes()
            + self.paths.bytes()
            + cycles
    }
}

/// The choices from the bottom of the stack to a frame.
fn path_to<G: Guest>(frames: &[Frame<G>], choices: &[Choice], frame: usize) -> Vec<Choice> {
    let mut path = Vec::with_capacity(frame);
    let taken = frames[..frame].iter().filter(|frame| frame.next > frame.begin);
    path.extend(taken.map(|frame| choices[frame.next - 1]));
    path
}

/// Branches in the order in which they are to be taken up from the end. What is open where the path of one is still that of the one before is
/// left to that: a frame gets all its choices when it is pushed.
fn together(mut work: Work) -> Work {
    // They come in long runs that are in order.
    work.sort_by(|one, other| other.path.cmp(&one.path));
    for index in 1..work.len() {
        let (after, before) = work.split_at_mut(index);
        let (after, before) = (&mut after[index - 1], &mut before[0]);
        let shared = shared(&after.path, &before.path);
        let own = after.open.split_off(after.open.partition_point(|(depth, _)| *depth as usize <= shared));
        for (depth, choices) in std::mem::replace(&mut after.open, own) {
            match before.open.binary_search_by_key(&depth, |(depth, _)| *depth) {
                Ok(place) => before.open[place].1.extend(choices),
                Err(place) => before.open.insert(place, (depth, choices)),
            }
        }
    }
    work.retain(|branch| !branch.open.is_empty());
    work
}

/// How many choices two paths begin with alike.
fn shared(one: &[Choice], other: &[Choice]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}
