//! A guest with clocks: races are found along each path that is followed, whatever is left unexplored beside it.
//!
//! That two conflicting accesses are pending in one state is all there is to see where every state is explored (`race.rs`). Where
//! limits end a search or time-outs wait until nothing else can go on, states that have both pending may never be met,
//! though one access has happened and nothing orders the other, which comes next, after it. A guest is only wrapped there: a
//! search that needs no clocks pays nothing for them. States that match are still followed once, with the past they were met with
//! first. Events are only taken in when somebody is about to do something that could race: until then a copied state has those since the
//! one it came from.

use crate::clocks::{Access, Clocks, Known};
use crate::finding::Finding;
use crate::guest::{About, Choice, Guest, Occasion, Status};
use crate::observer::Observer;
use crate::race::next_accesses;
use crate::report::Progress;
use raddle_vm::event::{Event, Location, Site};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Events that a copied state has instead of clocks, at most, with those of the states it came from.
const MOST_EVENTS: usize = 16;

/// A guest, and the clocks of the path that led to its state.
pub struct Tracked<G> {
    /// The guest.
    pub guest: G,
    /// The past of the state loaded last; none if that was the root.
    base: Option<Rc<Past>>,
    /// The clocks of that state, if it was asked for them, and after the first events since, of which so many are taken in.
    clocks: Clocks,
    knows_base: bool,
    taken_in: usize,
    /// The events since the root or the state loaded last, and where the program itself was at each.
    events: Vec<(Event, Site)>,
    /// Whether it is in its root state.
    at_root: bool,
}

/// What led to a copied state.
pub struct Past {
    /// The clocks, where they were known or too much had happened since others were.
    known: Option<Known>,
    /// Else what led to the state it came from, and what happened since.
    before: Option<Rc<Past>>,
    events: Vec<(Event, Site)>,
    /// Events since clocks were known.
    unknown: usize,
}

impl Past {
    /// The clocks become those of its state.
    fn put_back(&self, clocks: &mut Clocks) {
        match (&self.known, &self.before) {
            (Some(known), _) => clocks.put_back(known),
            (None, Some(before)) => before.put_back(clocks),
            (None, None) => clocks.reset(),
        }
        for (event, seen) in &self.events {
            clocks.take_in(event, *seen);
        }
    }

    fn bytes(&self) -> u64 {
        let known = self.known.as_ref().map_or(0, Known::bytes);
        (size_of::<Past>() + size_of_val(&self.events[..])) as u64 + known
    }
}

/// Where on the path the clocks were.
#[derive(Clone, Copy)]
pub struct Moment {
    clocks: usize,
    taken_in: usize,
    events: usize,
}

/// A mark or a snapshot of a guest, and its clocks; none in the root state, which is before all events.
pub struct With<T, C> {
    guest: T,
    clocks: Option<C>,
}

impl<G: Guest> Tracked<G> {
    /// Tracks a guest that is in its root state.
    pub fn new(guest: G) -> Tracked<G> {
        let (base, clocks, events) = (None, Clocks::default(), Vec::new());
        Tracked { guest, base, clocks, knows_base: true, taken_in: 0, events, at_root: true }
    }

    /// The clocks of the guest's state.
    fn clocks(&mut self) -> &Clocks {
        if !self.knows_base {
            self.knows_base = true;
            match &self.base {
                Some(past) => past.put_back(&mut self.clocks),
                None => self.clocks.reset(),
            }
            self.clocks.forget_marks();
        }
        for (event, seen) in &self.events[self.taken_in..] {
            self.clocks.take_in(event, *seen);
        }
        self.taken_in = self.events.len();
        &self.clocks
    }

    /// What led to the guest's state, which is not the root.
    fn past(&mut self) -> Past {
        let unknown = self.base.as_ref().map_or(0, |base| base.unknown) + self.events.len();
        let is_known = self.knows_base && self.taken_in == self.events.len();
        if is_known || unknown > MOST_EVENTS {
            return Past { known: Some(self.clocks().copy()), before: None, events: Vec::new(), unknown: 0 };
        }
        Past { known: None, before: self.base.clone(), events: self.events.clone(), unknown }
    }

    /// The guest is in a state with this past; none is the root's.
    fn set_base(&mut self, past: Option<Rc<Past>>) {
        self.at_root = past.is_none();
        self.base = past;
        self.knows_base = false;
        self.events.clear();
        self.taken_in = 0;
    }
}

impl<G: Guest> Guest for Tracked<G> {
    type Mark = With<G::Mark, Moment>;
    type Snapshot = With<G::Snapshot, Rc<Past>>;
    const KNOWS_PAST: bool = true;

    fn take(&mut self, choice: Choice) -> Status {
        self.at_root = false;
        let status = self.guest.take(choice);
        for (index, event) in self.guest.events().iter().enumerate() {
            self.events.push((*event, self.guest.seen(index)));
        }
        status
    }

    fn past_races(&mut self, thread: u32) -> Vec<Access> {
        match next_accesses(&mut self.guest, thread) {
            [None, _] => Vec::new(),
            next => {
                let clocks = self.clocks();
                next.iter().flatten().flat_map(|event| clocks.races(event)).collect()
            }
        }
    }

    fn mark(&mut self) -> Self::Mark {
        // Where clocks are not known yet they will be those of the base.
        let clocks = if self.knows_base { self.clocks.mark() } else { 0 };
        let moment = Moment { clocks, taken_in: self.taken_in, events: self.events.len() };
        With { clocks: (!self.at_root).then_some(moment), guest: self.guest.mark() }
    }

    fn rewind(&mut self, mark: &Self::Mark) {
        self.guest.rewind(&mark.guest);
        let Some(Moment { clocks, taken_in, events }) = mark.clocks else { return self.set_base(None) };
        if self.knows_base {
            self.clocks.rewind(clocks);
        }
        self.taken_in = taken_in;
        self.events.truncate(events);
        self.at_root = false;
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        let clocks = (!self.at_root).then(|| Rc::new(self.past()));
        With { clocks, guest: self.guest.snapshot() }
    }

    fn load(&mut self, snapshot: &Self::Snapshot) {
        self.guest.load(&snapshot.guest);
        self.set_base(snapshot.clocks.clone());
    }

    fn snapshot_bytes(snapshot: &Self::Snapshot) -> u64 {
        G::snapshot_bytes(&snapshot.guest) + snapshot.clocks.as_ref().map_or(0, |past| past.bytes())
    }

    fn marks_bytes(&self) -> u64 {
        self.guest.marks_bytes() + self.clocks.bytes() + size_of_val(&self.events[..]) as u64
    }

    fn choices(&mut self, into: &mut Vec<Choice>) {
        self.guest.choices(into);
    }

    fn is_possible(&mut self, choice: Choice) -> bool {
        self.guest.is_possible(choice)
    }

    fn occasion(&mut self, choice: Choice) -> Occasion {
        self.guest.occasion(choice)
    }

    fn spurious(&self) -> Option<u32> {
        self.guest.spurious()
    }

    fn moved_time(&self) -> bool {
        self.guest.moved_time()
    }

    fn events(&self) -> &[Event] {
        self.guest.events()
    }

    fn seen(&self, event: usize) -> Site {
        self.guest.seen(event)
    }

    fn place(&mut self, location: Location) -> u64 {
        self.guest.place(location)
    }

    fn threads(&self) -> u32 {
        self.guest.threads()
    }

    fn pending(&mut self, thread: u32) -> Option<Event> {
        self.guest.pending(thread)
    }

    fn pending_source(&mut self, thread: u32) -> Option<Event> {
        self.guest.pending_source(thread)
    }

    fn content(&mut self, about: About, element: u32) -> u64 {
        self.guest.content(about, element)
    }

    fn has_permit(&mut self, thread: u32) -> bool {
        self.guest.has_permit(thread)
    }

    fn passed(&self, before: u32) -> u32 {
        self.guest.passed(before)
    }

    fn distance(&mut self, thread: u32, place: u32) -> u32 {
        self.guest.distance(thread, place)
    }

    fn could_come(&mut self, thread: u32, site: Site) -> bool {
        self.guest.could_come(thread, site)
    }

    fn could_meet(&mut self, one: Site, other: Site) -> bool {
        self.guest.could_meet(one, other)
    }

    fn stuck(&mut self) -> Option<Finding> {
        self.guest.stuck()
    }

    fn race(&mut self, one: u32, other: u32) -> Finding {
        self.guest.race(one, other)
    }

    fn race_with_past(&mut self, past: &Access, thread: u32) -> Finding {
        self.guest.race_with_past(past, thread)
    }

    fn livelock(&mut self, threads: &[u32]) -> Finding {
        self.guest.livelock(threads)
    }

    fn fingerprint(&mut self) -> u128 {
        self.guest.fingerprint()
    }

    fn canonical(&mut self) -> Vec<u8> {
        self.guest.canonical()
    }

    fn revision(&self) -> u64 {
        self.guest.revision()
    }

    fn knowledge(&self) -> Vec<u8> {
        self.guest.knowledge()
    }

    fn learn(&mut self, knowledge: &[u8]) -> Result<(), String> {
        self.guest.learn(knowledge)
    }

    fn instructions(&self) -> u64 {
        self.guest.instructions()
    }
}

/// Lets an observer of guests look on where they are tracked.
pub(crate) struct Through<'a, O>(pub &'a O);

impl<G: Guest, O: Observer<G>> Observer<Tracked<G>> for Through<'_, O> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.0.progress(progress)
    }

    fn end(&self, guest: &mut Tracked<G>) {
        self.0.end(&mut guest.guest);
    }

    fn save(&self) -> Vec<u8> {
        self.0.save()
    }

    fn restore(&self, saved: &[u8]) -> Result<(), String> {
        self.0.restore(saved)
    }
}
