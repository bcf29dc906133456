//! What the path to the guest's state has been like: who ran when, and who touched what. It comes back with the frontier.

use crate::guest::{Choice, Guest};
use crate::order::OrderKind;
use crate::random::mix;
use crate::strategy::Strategy;
use raddle_vm::event::{Action, Event, Location};
use rustc_hash::FxHashMap;

/// Whether a thread can go on by itself in the guest's state, from where these choices are possible: one that waits can only be
/// woken, time out or be interrupted, and one that sleeps is in no hurry. To let another thread go instead is a preemption.
pub fn goes_on<G: Guest>(guest: &mut G, thread: u32, possible: &[Choice]) -> bool {
    // Of an operation that can go on the first outcome is always possible; time-outs and interruptions are others.
    possible.contains(&Choice::thread(thread)) && !sleeps(guest, thread)
}

fn sleeps<G: Guest>(guest: &mut G, thread: u32) -> bool {
    guest.pending(thread).is_some_and(|event| event.action == Action::Sleep)
}

/// The thread that ran last where none has.
const NOBODY: u32 = u32::MAX;

/// Stands for a path: different for others but for an accident of 1 in 2^128.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PathHash(u64, u64);

impl PathHash {
    /// Of the path without a choice.
    pub fn root() -> PathHash {
        PathHash(mix(1), mix(2))
    }

    /// Of the path by one choice longer.
    pub fn then(self, choice: Choice) -> PathHash {
        let choice = u64::from(choice.thread) << 32 | u64::from(choice.alternative);
        PathHash(mix(self.0 ^ choice), mix(self.1.wrapping_add(choice).rotate_left(32)))
    }
}

/// The step that led to a state.
struct Step {
    parent: u32,
    depth: u32,
    /// The thread that took it.
    thread: u32,
    /// Whether that thread goes on in the state it led to.
    goes_on: bool,
    /// Preemptions on the path so far.
    preemptions: u32,
    /// Places of the sequence that guides the search passed so far.
    passed: u32,
    /// Stands for the whole path.
    hash: PathHash,
    /// When the thread had run before.
    ran_before: u32,
    /// What it touched, and who had touched that before.
    touch: Option<(Location, bool, Touched)>,
}

/// Which threads have read and written a place, a bit for each; those above 63 share bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Touched {
    readers: u64,
    writers: u64,
}

/// The path to the guest's state. Where nobody asks for it, nothing is kept.
pub(crate) struct Trail {
    on: bool,
    keeps_touched: bool,
    /// Whether anybody asks how many preemptions there have been, and not only whether there would be one.
    counts_preemptions: bool,
    /// Whether a sequence of places guides the search.
    is_guided: bool,
    /// The steps of this path and, where the frontier comes back to other paths, of those.
    steps: Vec<Step>,
    /// The step that led to the guest's state.
    here: u32,
    /// At which depth each thread last ran; 0 where it has not.
    ran: Vec<u32>,
    touched: FxHashMap<Location, Touched>,
    /// Room for the steps from one state to another.
    forward: Vec<u32>,
}

impl Trail {
    /// For a search of which nobody asks what its paths have been like.
    pub fn off() -> Trail {
        Trail {
            on: false,
            keeps_touched: false,
            counts_preemptions: false,
            is_guided: false,
            steps: Vec::new(),
            here: 0,
            ran: Vec::new(),
            touched: FxHashMap::default(),
            forward: Vec::new(),
        }
    }

    /// With what a strategy asks for.
    pub fn new(strategy: &Strategy) -> Trail {
        let is_guided = !strategy.sequence.is_empty();
        let on = strategy.order != OrderKind::Index || strategy.bound.is_some() || is_guided;
        let keeps_touched = strategy.order == OrderKind::Interference;
        let counts_preemptions = strategy.order == OrderKind::FewestPreemptions;
        let mut trail = Trail { on, keeps_touched, counts_preemptions, is_guided, ..Trail::off() };
        trail.clear();
        trail
    }

    /// Forgets everything: the guest is in its root state.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.ran.clear();
        self.touched.clear();
        self.here = 0;
        if self.on {
            self.steps.push(Step {
                parent: 0,
                depth: 0,
                thread: NOBODY,
                goes_on: false,
                preemptions: 0,
                passed: 0,
                hash: PathHash::root(),
                ran_before: 0,
                touch: None,
            });
        }
    }

    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Whether it has to know of states whose choices are not arranged.
    pub fn stands_everywhere(&self) -> bool {
        self.counts_preemptions
    }

    /// What to come back to the guest's state by.
    pub fn place(&self) -> u32 {
        self.here
    }

    /// The guest took a choice.
    #[inline]
    pub fn step<G: Guest>(&mut self, guest: &G, choice: Choice) {
        if self.on {
            let passed = if self.is_guided { guest.passed(self.passed()) } else { 0 };
            self.add(choice, guest.events(), passed);
        }
    }

    /// A choice is on the path, whatever it did.
    pub fn add(&mut self, choice: Choice, events: &[Event], passed: u32) {
        let thread = choice.thread as usize;
        if self.ran.len() <= thread {
            self.ran.resize(thread + 1, 0);
        }
        let before = &self.steps[self.here as usize];
        let preempts = before.goes_on && before.thread != choice.thread;
        let touch = events.first().filter(|_| self.keeps_touched).map(|event| {
            let before = self.touched.get(&event.location).copied().unwrap_or_default();
            (event.location, event.action != Action::Read, before)
        });
        let step = Step {
            parent: self.here,
            depth: before.depth + 1,
            thread: choice.thread,
            goes_on: false,
            preemptions: before.preemptions + u32::from(preempts),
            passed,
            hash: before.hash.then(choice),
            ran_before: self.ran[thread],
            touch,
        };
        self.steps.push(step);
        self.here = (self.steps.len() - 1) as u32;
        self.redo(self.here);
    }

    /// Sees whether the thread that ran last goes on in the guest's state.
    pub fn stand<G: Guest>(&mut self, guest: &mut G) {
        let Step { thread, goes_on, .. } = &mut self.steps[self.here as usize];
        *goes_on = *thread != NOBODY && guest.is_possible(Choice::thread(*thread)) && !sleeps(guest, *thread);
    }

    fn redo(&mut self, step: u32) {
        let Step { thread, depth, touch, .. } = &self.steps[step as usize];
        self.ran[*thread as usize] = *depth;
        if let Some((location, writes, before)) = touch {
            let bit = 1 << (thread % 64);
            let Touched { readers, writers } = *before;
            let after = if *writes {
                Touched { readers, writers: writers | bit }
            } else {
                Touched { readers: readers | bit, writers }
            };
            self.touched.insert(*location, after);
        }
    }

    fn undo(&mut self, step: u32) {
        let Step { thread, ran_before, touch, .. } = &self.steps[step as usize];
        self.ran[*thread as usize] = *ran_before;
        if let Some((location, _, before)) = touch {
            self.touched.insert(*location, *before);
        }
    }

    /// Comes back to a state on the path, and forgets all other paths.
    #[inline]
    pub fn back_to(&mut self, place: u32) {
        if self.on {
            self.take_back(place);
            self.steps.truncate(place as usize + 1);
        }
    }

    fn take_back(&mut self, place: u32) {
        while self.here != place {
            self.undo(self.here);
            self.here = self.steps[self.here as usize].parent;
        }
    }

    /// Comes back to any state.
    #[inline]
    pub fn go_to(&mut self, place: u32) {
        if self.on && self.here != place {
            self.change_over(place);
        }
    }

    fn change_over(&mut self, place: u32) {
        let mut forward = std::mem::take(&mut self.forward);
        let mut common = place;
        let depth = |trail: &Trail, place: u32| trail.steps[place as usize].depth;
        while self.here != common {
            if depth(self, common) >= depth(self, self.here) {
                forward.push(common);
                common = self.steps[common as usize].parent;
            } else {
                self.undo(self.here);
                self.here = self.steps[self.here as usize].parent;
            }
        }
        while let Some(step) = forward.pop() {
            self.redo(step);
        }
        self.forward = forward;
        self.here = place;
    }

    /// The thread that ran last.
    pub fn last(&self) -> Option<u32> {
        Some(self.steps[self.here as usize].thread).filter(|thread| *thread != NOBODY)
    }

    /// The thread that ran last, if it goes on.
    pub fn running(&self) -> Option<u32> {
        self.last().filter(|_| self.steps[self.here as usize].goes_on)
    }

    /// Whether to let this thread go next is a preemption.
    pub fn preempts(&self, thread: u32) -> bool {
        self.running().is_some_and(|running| running != thread)
    }

    /// Preemptions so far.
    pub fn preemptions(&self) -> u32 {
        self.steps[self.here as usize].preemptions
    }

    /// Places of the sequence passed so far.
    pub fn passed(&self) -> u32 {
        self.steps[self.here as usize].passed
    }

    /// A number that stands for the path.
    pub fn hash(&self) -> u64 {
        self.hash_of(self.here).0
    }

    /// What stands for the path to a place on it.
    pub fn hash_of(&self, place: u32) -> PathHash {
        self.steps[place as usize].hash
    }

    /// Steps since a thread last ran, or since the root.
    pub fn idle(&self, thread: u32) -> u32 {
        self.steps[self.here as usize].depth - self.ran.get(thread as usize).copied().unwrap_or(0)
    }

    /// How many other threads did something before that an operation conflicts with.
    pub fn conflicts(&self, event: &Event) -> u32 {
        let Some(Touched { readers, writers }) = self.touched.get(&event.location) else { return 0 };
        let concerned = if event.action == Action::Read { *writers } else { readers | writers };
        (concerned & !(1 << (event.thread.0 % 64))).count_ones()
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        (self.steps.len() * size_of::<Step>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guest::Choice;
    use raddle_program::class::{FieldId, MethodId};
    use raddle_vm::event::Site;
    use raddle_vm::thread::ThreadId;

    fn event(thread: u32, action: Action, field: u32) -> Event {
        let site = Site { method: MethodId(0), pc: 0 };
        let location = Location::Static(FieldId(field));
        Event { thread: ThreadId(thread), action, location, value: 0, plain: true, site }
    }

    fn trail() -> Trail {
        Trail::new(&Strategy { order: OrderKind::Interference, ..Strategy::default() })
    }

    fn step(trail: &mut Trail, thread: u32, action: Action, field: u32) -> u32 {
        trail.add(Choice::thread(thread), &[event(thread, action, field)], 0);
        trail.place()
    }

    #[test]
    fn coming_back_takes_back_who_ran_and_who_touched_what() {
        let mut trail = trail();
        let one = step(&mut trail, 0, Action::Write, 7);
        step(&mut trail, 1, Action::Write, 8);
        assert_eq!(trail.idle(0), 1);
        assert_eq!(trail.conflicts(&event(0, Action::Read, 8)), 1);
        trail.back_to(one);
        assert_eq!((trail.idle(0), trail.idle(1)), (0, 1));
        assert_eq!(trail.conflicts(&event(0, Action::Read, 8)), 0);
        assert_eq!(trail.conflicts(&event(1, Action::Read, 7)), 1);
    }

    #[test]
    fn from_any_path_to_any_other() {
        let mut trail = trail();
        let stem = step(&mut trail, 0, Action::Read, 1);
        let left = step(&mut trail, 1, Action::Write, 2);
        trail.go_to(stem);
        let right = step(&mut trail, 2, Action::Write, 3);
        let right = step(&mut trail, 2, Action::Write, 4).max(right);
        trail.go_to(left);
        assert_eq!(trail.conflicts(&event(0, Action::Read, 2)), 1);
        assert_eq!(trail.conflicts(&event(0, Action::Read, 3)), 0);
        let hash = trail.hash();
        trail.go_to(right);
        assert_eq!(trail.conflicts(&event(0, Action::Read, 2)), 0);
        assert_eq!(trail.conflicts(&event(0, Action::Read, 4)), 1);
        assert_eq!((trail.idle(2), trail.idle(1), trail.last()), (0, 3, Some(2)));
        trail.go_to(left);
        assert_eq!(trail.hash(), hash);
    }

    #[test]
    fn two_reads_do_not_conflict_and_nobody_conflicts_with_itself() {
        let mut trail = trail();
        step(&mut trail, 0, Action::Read, 1);
        assert_eq!(trail.conflicts(&event(1, Action::Read, 1)), 0);
        assert_eq!(trail.conflicts(&event(1, Action::Write, 1)), 1);
        assert_eq!(trail.conflicts(&event(0, Action::Write, 1)), 0);
    }
}
