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

/// A number that stands for a path by one choice longer.
fn longer(path: u64, choice: Choice) -> u64 {
    mix(path ^ (u64::from(choice.thread) << 32 | u64::from(choice.alternative)))
}

/// The step that led to a state.
#[derive(Clone, Copy)]
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
    hash: u64,
    /// When the thread had run before.
    ran_before: u32,
}

/// Where the trail was in a state, apart from the path before it: all that is asked for but who touched what.
pub(crate) struct Stand {
    step: Step,
    /// When each thread last ran, where that matters.
    ran: Box<[u32]>,
}

/// What a step touched.
#[derive(Clone, Copy)]
struct Touch {
    location: Location,
    writes: bool,
    /// Who had touched that before.
    before: Touched,
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
    /// Whether anybody asks when threads last ran.
    keeps_ran: bool,
    /// Whether the frontier comes back to other paths, and not only to states on this one.
    is_tree: bool,
    /// Whether anybody asks if there would be a preemption, and how many there have been.
    asks_for_preemptions: bool,
    counts_preemptions: bool,
    /// Whether a sequence of places guides the search.
    is_guided: bool,
    /// The steps of this path and, where the frontier comes back to other paths, of those.
    steps: Vec<Step>,
    /// What each of them touched, where that matters.
    touches: Vec<Option<Touch>>,
    /// The step that led to the guest's state, unless one more is not taken in yet: most lead to states that are not explored.
    here: u32,
    /// That one, and whether its thread goes on, if that was asked.
    coming: Option<(Choice, Option<bool>)>,
    /// At which depth each thread last ran; 0 where it has not.
    ran: Vec<u32>,
    /// The same for the states explored of a tree, one after the other, and where each step has its own; nowhere where it is empty.
    rows: Vec<u32>,
    row_of: Vec<(u32, u32)>,
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
            keeps_ran: false,
            is_tree: false,
            asks_for_preemptions: false,
            counts_preemptions: false,
            is_guided: false,
            steps: Vec::new(),
            touches: Vec::new(),
            here: 0,
            coming: None,
            ran: Vec::new(),
            rows: Vec::new(),
            row_of: Vec::new(),
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
        let mut trail = Trail {
            on,
            keeps_touched,
            keeps_ran: strategy.order == OrderKind::Interleave,
            is_tree: strategy.frontier.is_tree(),
            asks_for_preemptions: counts_preemptions || strategy.bound.is_some(),
            counts_preemptions,
            is_guided,
            ..Trail::off()
        };
        trail.clear();
        trail
    }

    /// Forgets everything: the guest is in its root state.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.touches.clear();
        self.ran.clear();
        self.rows.clear();
        self.row_of.clear();
        self.touched.clear();
        self.here = 0;
        self.coming = None;
        if self.on {
            self.steps.push(Step {
                parent: 0,
                depth: 0,
                thread: NOBODY,
                goes_on: false,
                preemptions: 0,
                passed: 0,
                hash: mix(1),
                ran_before: 0,
            });
        }
        if self.keeps_touched {
            self.touches.push(None);
        }
        if self.keeps_ran && self.is_tree {
            self.row_of.push((0, 0));
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
    pub fn step(&mut self, choice: Choice) {
        if self.on {
            self.coming = Some((choice, None));
        }
    }

    /// Takes in the last step, by what the guest did: the path goes on from here.
    pub fn settle<G: Guest>(&mut self, guest: &G) {
        if let Some((choice, _)) = self.coming.take() {
            let passed = if self.is_guided { guest.passed(self.passed()) } else { 0 };
            self.add(choice, guest.events(), passed);
        }
    }

    /// The thread that ran last, if it goes on in the guest's state.
    pub fn turn<G: Guest>(&mut self, guest: &mut G) -> Option<u32> {
        let thread = self.last()?;
        let goes_on = guest.is_possible(Choice::thread(thread)) && !sleeps(guest, thread);
        if let Some((_, known)) = &mut self.coming {
            *known = Some(goes_on);
        }
        goes_on.then_some(thread)
    }

    /// A choice is on the path, whatever it did.
    pub fn add(&mut self, choice: Choice, events: &[Event], passed: u32) {
        let before = &self.steps[self.here as usize];
        let preempts = before.goes_on && before.thread != choice.thread;
        let depth = before.depth + 1;
        let step = Step {
            parent: self.here,
            depth,
            thread: choice.thread,
            goes_on: false,
            preemptions: before.preemptions + u32::from(preempts),
            passed,
            hash: longer(before.hash, choice),
            ran_before: if self.keeps_ran { self.set_ran(choice.thread, depth) } else { 0 },
        };
        self.here = self.steps.len() as u32;
        self.steps.push(step);
        if self.keeps_ran && self.is_tree {
            self.row_of.push((0, 0));
        }
        if self.keeps_touched {
            let touch = events.first().map(|event| {
                let before = self.touched.get(&event.location).copied().unwrap_or_default();
                Touch { location: event.location, writes: event.action != Action::Read, before }
            });
            self.touches.push(touch);
            self.touch_again(self.here);
        }
    }

    /// Notes at which depth a thread last ran. What was noted before.
    fn set_ran(&mut self, thread: u32, depth: u32) -> u32 {
        let thread = thread as usize;
        if self.ran.len() <= thread {
            self.ran.resize(thread + 1, 0);
        }
        std::mem::replace(&mut self.ran[thread], depth)
    }

    /// Sees whether the thread that ran last goes on in the guest's state, which has these choices.
    pub fn stand<G: Guest>(&mut self, guest: &mut G, choices: &[Choice]) {
        let known = self.coming.and_then(|(_, goes_on)| goes_on);
        self.settle(guest);
        if self.asks_for_preemptions {
            let last = self.last();
            let goes_on = known.unwrap_or_else(|| last.is_some_and(|thread| goes_on(guest, thread, choices)));
            self.steps[self.here as usize].goes_on = goes_on;
        }
        if self.keeps_ran && self.is_tree {
            self.row_of[self.here as usize] = (self.rows.len() as u32, self.ran.len() as u32);
            self.rows.extend_from_slice(&self.ran);
        }
    }

    /// What to come back to the guest's state by once the path to it is forgotten; not where it matters who touched what.
    pub fn keep(&self) -> Stand {
        let ran = if self.keeps_ran { self.ran.as_slice().into() } else { Box::default() };
        Stand { step: self.steps[self.here as usize], ran }
    }

    /// Comes back to such a state, and forgets all others: it is the first place.
    pub fn begin_at(&mut self, stand: &Stand) {
        self.coming = None;
        self.steps.clear();
        self.steps.push(stand.step);
        self.here = 0;
        self.ran.clear();
        self.ran.extend_from_slice(&stand.ran);
    }

    fn redo(&mut self, step: u32) {
        let Step { thread, depth, .. } = self.steps[step as usize];
        if self.keeps_ran {
            self.set_ran(thread, depth);
        }
        if self.keeps_touched {
            self.touch_again(step);
        }
    }

    /// Notes whom what a step touched was touched by.
    fn touch_again(&mut self, step: u32) {
        if let Some(Touch { location, writes, before: Touched { readers, writers } }) = self.touches[step as usize] {
            let bit = 1 << (self.steps[step as usize].thread % 64);
            let after = if writes {
                Touched { readers, writers: writers | bit }
            } else {
                Touched { readers: readers | bit, writers }
            };
            self.touched.insert(location, after);
        }
    }

    fn undo(&mut self, step: u32) {
        let Step { thread, ran_before, .. } = self.steps[step as usize];
        if self.keeps_ran {
            self.set_ran(thread, ran_before);
        }
        if self.keeps_touched
            && let Some(Touch { location, before, .. }) = self.touches[step as usize]
        {
            self.touched.insert(location, before);
        }
    }

    /// Comes back to a state on the path, and forgets all other paths.
    #[inline]
    pub fn back_to(&mut self, place: u32) {
        if self.on {
            self.coming = None;
            self.take_back(place);
            self.steps.truncate(place as usize + 1);
            self.touches.truncate(place as usize + 1);
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
        self.coming = None;
        if self.on && self.here != place {
            if self.keeps_ran || self.keeps_touched {
                self.change_over(place);
            }
            self.here = place;
        }
    }

    fn change_over(&mut self, place: u32) {
        if let Some(&(begin, count @ 1..)) = self.row_of.get(place as usize) {
            self.ran.clear();
            self.ran.extend_from_slice(&self.rows[begin as usize..(begin + count) as usize]);
            return;
        }
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
    }

    /// The thread that ran last.
    #[inline]
    pub fn last(&self) -> Option<u32> {
        match self.coming {
            Some((choice, _)) => Some(choice.thread),
            None => Some(self.steps[self.here as usize].thread).filter(|thread| *thread != NOBODY),
        }
    }

    /// The thread that ran last, if it goes on.
    #[inline]
    pub fn running(&self) -> Option<u32> {
        self.last().filter(|_| self.steps[self.here as usize].goes_on)
    }

    /// Whether to let this thread go next is a preemption.
    #[inline]
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
        self.steps[self.here as usize].hash
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
        (self.steps.len() * size_of::<Step>() + size_of_val(&self.rows[..]) + size_of_val(&self.row_of[..])) as u64
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

    fn trail_for(order: OrderKind) -> Trail {
        Trail::new(&Strategy { order, ..Strategy::default() })
    }

    fn trail() -> Trail {
        trail_for(OrderKind::Interference)
    }

    fn step(trail: &mut Trail, thread: u32, action: Action, field: u32) -> u32 {
        trail.add(Choice::thread(thread), &[event(thread, action, field)], 0);
        trail.place()
    }

    #[test]
    fn coming_back_takes_back_who_ran() {
        let mut trail = trail_for(OrderKind::Interleave);
        let one = step(&mut trail, 0, Action::Write, 7);
        step(&mut trail, 1, Action::Write, 8);
        assert_eq!((trail.idle(0), trail.idle(1)), (1, 0));
        trail.back_to(one);
        assert_eq!((trail.idle(0), trail.idle(1)), (0, 1));
    }

    #[test]
    fn coming_back_takes_back_who_touched_what() {
        let mut trail = trail();
        let one = step(&mut trail, 0, Action::Write, 7);
        step(&mut trail, 1, Action::Write, 8);
        assert_eq!(trail.conflicts(&event(0, Action::Read, 8)), 1);
        trail.back_to(one);
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
        assert_eq!(trail.last(), Some(2));
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
