//! Depth first: a stack of states, come back to by marks.
//!
//! Where choices are put off, the states they belong to are kept until they are taken up, if there is room for all; else the paths
//! to them are followed again.

use crate::backtrack::Backtracking;
use crate::frontier::{Branch, Frontier, Setup, Work};
use crate::guest::{Choice, Guest};
use crate::livelock::{Cycles, Lasso};
use crate::order::{OrderKind, Rank};
use crate::random::Random;
use crate::replay::{expect_possible, retrace_on};
use crate::store::Entered;
use crate::swarm::Swarm;
use crate::trail::{PathHash, Trail};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Bytes of states that are kept until what was put off in them is taken up.
const MOST_KEPT: u64 = 128 << 20;

/// A state on the path that is being explored.
struct Frame<G: Guest> {
    /// The way back to it; a state with one choice is never come back to.
    mark: Option<G::Mark>,
    /// The state, where it was kept and there is no mark yet.
    state: Option<Rc<G::Snapshot>>,
    /// Its choices are those from `begin` up to `end`; those before `next` are explored, and the last of these leads to the next frame.
    begin: usize,
    next: usize,
    end: usize,
    /// Another worker met it first, and tells of its choices.
    is_joined: bool,
    /// So many more choices lie behind these, to be explored only if that turns out to be necessary.
    more: usize,
}

/// A state in which something was put off.
struct Kept<S> {
    state: Rc<S>,
    bytes: u64,
    /// On how many levels it will be taken up.
    levels: u32,
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
    /// Whether states are kept, and those that are, by the paths to them.
    keeps: bool,
    kept: FxHashMap<PathHash, Kept<G::Snapshot>>,
    kept_bytes: u64,
    /// Whether all states of the branches that wait are kept, so that the guest need not be brought along the paths to them.
    skips: bool,
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
            kept: FxHashMap::default(),
            kept_bytes: 0,
            skips: false,
        }
    }

    /// Takes up the next branch that waits, from the last state on the path that it shares.
    fn take_up(&mut self, guest: &mut G, trail: &mut Trail, key: &mut dyn FnMut(&mut G) -> u64) -> Result<(), String> {
        let Some(branch) = self.waiting.pop() else { return Ok(()) };
        self.waiting_bytes -= branch.bytes();
        let next = self.waiting.last().map(|next| shared(&branch.path, &next.path));
        self.shared = next.unwrap_or(0);
        if self.skips {
            self.enter_kept(trail, branch);
            return Ok(());
        }
        self.enter(guest, trail, branch, key)
    }

    /// Whether all states are kept in which something is open on a branch.
    fn has_kept(&self, branch: &Branch) -> bool {
        let mut open = branch.open.iter().peekable();
        let mut hash = PathHash::root();
        for depth in 0..=branch.path.len() {
            if open.next_if(|(at, _)| *at as usize == depth).is_some() && !self.kept.contains_key(&hash) {
                return false;
            }
            if let Some(choice) = branch.path.get(depth) {
                hash = hash.then(*choice);
            }
        }
        true
    }

    /// Takes up what is unexplored on a branch, of which all states are kept in which something is. The guest stays where it is.
    fn enter_kept(&mut self, trail: &mut Trail, branch: Branch) {
        let begin = self.frames.len().saturating_sub(1);
        trail.back_to(begin as u32);
        let mut open = branch.open.into_iter().peekable();
        for depth in begin..=branch.path.len() {
            let step = branch.path.get(depth);
            if depth > begin || self.frames.is_empty() {
                self.push_frame(&[]);
            }
            self.extend(step.map_or(&[], std::slice::from_ref));
            let mut state = None;
            if let Some((_, choices)) = open.next_if(|(at, _)| *at as usize == depth) {
                self.extend(&choices);
                state = self.take_kept(trail.hash_of(trail.place()));
            }
            if let Some(frame) = self.frames.last_mut() {
                (frame.mark, frame.state) = (None, state);
            }
            if step.is_some() {
                let step = self.take_next();
                trail.add(step, &[], 0);
            }
        }
        self.here = false;
    }

    fn forget_kept(&mut self) {
        self.kept.clear();
        self.kept_bytes = 0;
    }

    /// The state of a path that was kept for this level and maybe others.
    fn take_kept(&mut self, path: PathHash) -> Option<Rc<G::Snapshot>> {
        let kept = self.kept.get_mut(&path)?;
        kept.levels -= 1;
        let state = kept.state.clone();
        if kept.levels == 0 {
            self.kept_bytes -= kept.bytes;
            self.kept.remove(&path);
        }
        Some(state)
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
        self.frames.push(Frame { mark: None, state: None, begin, next: begin, end, is_joined: false, more: 0 });
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

    /// Brings the guest to the state of the last frame.
    #[inline]
    fn come_back(&mut self, guest: &mut G, trail: &mut Trail) {
        if self.here {
            return;
        }
        let Some(frame) = self.frames.last_mut() else { return };
        match (&frame.mark, frame.state.take()) {
            (Some(mark), _) => guest.rewind(mark),
            (None, Some(state)) => {
                guest.load(&state);
                self.loaded = true;
                frame.mark = (frame.end - frame.next > 1).then(|| guest.mark());
            }
            (None, None) => return,
        }
        // The root's is the first place, and every frame's state is one step further.
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
        let jump = self.backtracking.as_mut().map_or(1, |backtracking| backtracking.jump(self.frames.len()));
        for step in 0..jump {
            let depth = self.frames.len();
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

    /// Whether the last state, which has choices left, is to be left nevertheless.
    fn gives_up(&mut self) -> bool {
        let depth = self.frames.len();
        self.backtracking.as_mut().is_some_and(|backtracking| backtracking.gives_up(depth))
    }
}

impl<G: Guest> Frontier<G> for DepthFirst<G> {
    const FOLLOWS: bool = true;

    fn new(guest: &mut G, setup: &Setup<'_>) -> Self {
        let Setup { strategy, worker, single, alone, .. } = *setup;
        // What these orders go by is only known to one who follows the path.
        let needs_path = matches!(strategy.order, OrderKind::Interference | OrderKind::FewestPreemptions);
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

    fn keep(&mut self, guest: &mut G, trail: &Trail, levels: u32) {
        if self.keeps && self.kept_bytes < MOST_KEPT {
            let state = guest.snapshot();
            let bytes = G::snapshot_bytes(&state) + size_of::<(PathHash, Kept<G::Snapshot>)>() as u64;
            self.kept_bytes += bytes;
            self.kept.insert(trail.hash_of(trail.place()), Kept { state: Rc::new(state), bytes, levels });
        }
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
            if self.waiting.is_empty() {
                return Ok(None);
            }
            self.take_up(guest, trail, &mut |_| 0)?;
        }
    }

    fn depth(&self) -> u64 {
        self.frames.len() as u64
    }

    fn path(&self) -> Vec<Choice> {
        path_to(&self.frames, &self.choices, self.frames.len())
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
        // To load a state makes marks worthless: it is all or none.
        self.skips = self.keeps && self.waiting.iter().all(|branch| self.has_kept(branch));
        if !self.skips {
            self.forget_kept();
        }
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
        if let Some((deepest, _)) = open.last() {
            let path = path_to(&self.frames, &self.choices, *deepest);
            work.push(Branch {
                path,
                open: open.into_iter().map(|(depth, choices)| (depth as u32, choices)).collect(),
            });
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
        self.skips = false;
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
            + self.kept_bytes
            + cycles
    }
}

/// The choices from the root to a frame.
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
