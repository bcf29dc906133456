//! Depth first: a stack of states, come back to by marks.

use crate::frontier::{Branch, Frontier, Work};
use crate::guest::{Choice, Guest};
use crate::livelock::{Cycles, Lasso};
use crate::replay::{expect_possible, retrace};
use crate::store::Entered;

/// A state on the path that is being explored.
struct Frame<M> {
    /// The way back to it; a state with one choice is never come back to.
    mark: Option<M>,
    /// Its choices are those from `begin` up to `end`; those before `next` are explored, and the last of these leads to the next frame.
    begin: usize,
    next: usize,
    end: usize,
}

/// The path being explored, with the choices left on it.
pub(crate) struct DepthFirst<G: Guest> {
    root: G::Mark,
    frames: Vec<Frame<G::Mark>>,
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
}

impl<G: Guest> DepthFirst<G> {
    /// Goes along a branch from the root, and takes up what is unexplored on it.
    fn enter(&mut self, guest: &mut G, branch: Branch, key: &mut dyn FnMut(&mut G) -> u64) -> Result<(), String> {
        self.home(guest);
        let mut open = branch.open.into_iter().peekable();
        for depth in 0..=branch.path.len() {
            // What leads further along the branch comes first, so that it is what `next` takes.
            let mut choices: Vec<Choice> = branch.path.get(depth).copied().into_iter().collect();
            choices.extend(open.next_if(|(at, _)| *at as usize == depth).into_iter().flat_map(|(_, choices)| choices));
            expect_possible(guest, depth, &choices)?;
            let key = if self.cycles.is_some() { key(guest) } else { 0 };
            self.push_some(guest, key, &choices, false);
            if depth < branch.path.len() {
                let step = self.take_next();
                retrace(guest, depth, step)?;
            }
        }
        Ok(())
    }

    /// Takes in the state the guest is in; `whole` says whether these are all its choices.
    fn push_some(&mut self, guest: &mut G, key: u64, choices: &[Choice], whole: bool) {
        let begin = self.choices.len();
        self.choices.extend_from_slice(choices);
        self.left += choices.len();
        let mark = (choices.len() > 1).then(|| guest.mark());
        self.frames.push(Frame { mark, begin, next: begin, end: self.choices.len() });
        self.here = true;
        if let Some(cycles) = &mut self.cycles {
            cycles.open(key, whole);
        }
    }

    /// The next choice of the last frame, which has one.
    fn take_next(&mut self) -> Choice {
        let frame = self.frames.last_mut().expect("a frame was pushed");
        frame.next += 1;
        self.left -= 1;
        self.here = false;
        let choice = self.choices[frame.next - 1];
        if let Some(cycles) = &mut self.cycles {
            cycles.take(choice);
        }
        choice
    }

    fn pop(&mut self) {
        if let Some(mut cycles) = self.cycles.take() {
            cycles.close(|| self.path_to(self.frames.len() - 1));
            self.cycles = Some(cycles);
        }
        if let Some(frame) = self.frames.pop() {
            self.choices.truncate(frame.begin);
        }
        self.spent = self.spent.min(self.frames.len());
        self.here = false;
    }

    /// The choices from the root to a frame.
    fn path_to(&self, frame: usize) -> Vec<Choice> {
        self.frames[..frame]
            .iter()
            .filter(|frame| frame.next > frame.begin)
            .map(|frame| self.choices[frame.next - 1])
            .collect()
    }
}

impl<G: Guest> Frontier<G> for DepthFirst<G> {
    fn new(guest: &mut G, alone: bool) -> Self {
        DepthFirst {
            root: guest.mark(),
            frames: Vec::new(),
            choices: Vec::new(),
            here: false,
            spent: 0,
            left: 0,
            cycles: alone.then(Box::default),
        }
    }

    fn home(&mut self, guest: &mut G) {
        guest.rewind(&self.root);
    }

    fn push(&mut self, guest: &mut G, key: u64, choices: &[Choice]) {
        self.push_some(guest, key, choices, true);
    }

    fn next(&mut self, guest: &mut G) -> Result<Option<Choice>, String> {
        while let Some(frame) = self.frames.last() {
            if frame.next < frame.end {
                if !self.here
                    && let Some(mark) = &frame.mark
                {
                    guest.rewind(mark);
                }
                return Ok(Some(self.take_next()));
            }
            self.pop();
        }
        Ok(None)
    }

    fn depth(&self) -> u64 {
        self.frames.len() as u64
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

    fn accept(&mut self, guest: &mut G, mut work: Work, key: &mut dyn FnMut(&mut G) -> u64) -> Result<Work, String> {
        if let Some(branch) = work.pop() {
            self.enter(guest, branch, key)?;
        }
        Ok(work)
    }

    fn give(&mut self) -> Option<Branch> {
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
        Some(Branch { path: self.path_to(self.spent), open: vec![(self.spent as u32, vec![choice])] })
    }

    fn save(&self) -> Work {
        let left = |frame: &Frame<G::Mark>| self.choices[frame.next..frame.end].to_vec();
        let open: Vec<_> = self.frames.iter().map(left).enumerate().filter(|(_, left)| !left.is_empty()).collect();
        match open.last() {
            None => Work::new(),
            Some((deepest, _)) => {
                let path = self.path_to(*deepest);
                vec![Branch { path, open: open.into_iter().map(|(depth, choices)| (depth as u32, choices)).collect() }]
            }
        }
    }

    fn clear(&mut self) {
        self.frames.clear();
        self.choices.clear();
        self.here = false;
        self.spent = 0;
        self.left = 0;
        if let Some(cycles) = &mut self.cycles {
            cycles.clear();
        }
    }

    fn bytes(&self) -> u64 {
        let cycles = self.cycles.as_ref().map_or(0, |cycles| cycles.bytes());
        cycles + (self.frames.len() * size_of::<Frame<G::Mark>>() + self.choices.len() * size_of::<Choice>()) as u64
    }
}
