//! A guest with clocks: races are found along each path that is followed, whatever is left unexplored beside it.
//!
//! That two conflicting accesses are pending in one state is all there is to see where every state is explored (`race.rs`). Where
//! limits end a search or time-outs wait until nothing else can go on, states that have both pending may never be met,
//! though one access has happened and nothing orders the other, which comes next, after it. A guest is only wrapped there: a
//! search that needs no clocks pays nothing for them. States that match are still followed once, with the past they were met with
//! first. What orders an access before others comes after it, so nothing is kept of a path before its first access that could race. Events are only
//! taken in when somebody is about to do something that could: until then a copied state has those since the
//! one it came from, and what came before that is shared with all others that come from it.

use crate::clocks::{Access, Clocks, Known};
use crate::finding::Finding;
use crate::guest::{About, Choice, Guest, Occasion, Status};
use crate::observer::Observer;
use crate::race::next_accesses;
use crate::report::Progress;
use raddle_vm::event::{Event, Location, Site};
use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Events after which clocks are kept when they are gone through to find the clocks of a copied state.
const MOST_EVENTS: usize = 16;

/// Events that are kept together.
const TOGETHER: usize = 4;

/// What happened, and where the program itself was then.
type Passed = (Event, Site);

/// A guest, and the clocks of the path that led to its state.
pub struct Tracked<G> {
    /// The guest.
    pub guest: G,
    /// The past of the state loaded last; none if that had none, like the root.
    base: Option<Rc<Past>>,
    /// The clocks of that state, if it was asked for them, and after the first events since, of which so many are taken in.
    clocks: Clocks,
    knows_base: bool,
    taken_in: usize,
    /// The events since the root or the state loaded last, as far as they matter to clocks.
    events: Vec<Passed>,
    /// What led to the states copied since, each with how many of these events were before it.
    copied: Vec<(usize, Rc<Past>)>,
}

/// What led to a copied state.
pub struct Past<E: ?Sized = [Passed]> {
    /// The clocks: where they were known nothing else is kept; else only once somebody asked for them here or further on.
    known: OnceCell<Box<Known>>,
    /// What led to the state it came from, if that had a past, and what happened since.
    before: Option<Rc<Past>>,
    events: E,
}

impl<const EVENTS: usize> Past<[Passed; EVENTS]> {
    fn after(before: Option<Rc<Past>>, events: [Passed; EVENTS]) -> Rc<Past> {
        Rc::new(Past { known: OnceCell::new(), before, events })
    }
}

impl<E: ?Sized> Drop for Past<E> {
    /// One after the other: there may be as many as a path has steps.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut past) = before {
            before = Rc::get_mut(&mut past).and_then(|past| past.before.take());
        }
    }
}

impl Past {
    /// Where clocks are known.
    fn known(clocks: Known) -> Rc<Past> {
        Rc::new(Past { known: OnceCell::from(Box::new(clocks)), before: None, events: [] })
    }

    /// What led to a state that these events led to.
    fn then(before: Option<Rc<Past>>, events: &[Passed]) -> Rc<Past> {
        let (parts, rest) = events.as_chunks::<TOGETHER>();
        let before = parts.iter().fold(before, |before, part| Some(Past::after(before, *part)));
        match (rest, before) {
            (&[one, two, three], before) => Past::after(before, [one, two, three]),
            (&[one, two], before) => Past::after(before, [one, two]),
            (&[one], before) => Past::after(before, [one]),
            (_, Some(past)) => past,
            (_, None) => Past::after(None, []),
        }
    }

    /// The clocks become those of its state.
    fn put_back(&self, clocks: &mut Clocks) {
        let mut way = Vec::new();
        let mut last = Some(self);
        while let Some(past) = last
            && past.known.get().is_none()
        {
            way.push(past);
            last = past.before.as_deref();
        }
        match last.and_then(|past| past.known.get()) {
            Some(known) => clocks.put_back(known),
            None => clocks.reset(),
        }
        let mut unknown = 0;
        for past in way.into_iter().rev() {
            for (event, seen) in &past.events {
                clocks.take_in(event, *seen);
            }
            unknown += past.events.len();
            if unknown >= MOST_EVENTS {
                past.known.get_or_init(|| Box::new(clocks.copy()));
                unknown = 0;
            }
        }
    }

    /// Bytes it took when it was made: clocks kept later are not counted, so that what was counted can be taken off.
    fn bytes(&self) -> u64 {
        let is_known = self.before.is_none() && self.events.is_empty();
        let known = self.known.get().filter(|_| is_known).map_or(0, |known| known.bytes());
        size_of_val(self) as u64 + known
    }
}

/// Where on the path the clocks were.
#[derive(Clone, Copy)]
pub struct Moment {
    clocks: usize,
    taken_in: usize,
    events: usize,
}

/// A mark or a snapshot of a guest, and its clocks; none in a state without a past.
pub struct With<T, C> {
    guest: T,
    clocks: Option<C>,
}

impl<G: Guest> Tracked<G> {
    /// Tracks a guest that is in its root state.
    pub fn new(guest: G) -> Tracked<G> {
        let (clocks, events, copied) = (Clocks::default(), Vec::new(), Vec::new());
        Tracked { guest, base: None, clocks, knows_base: true, taken_in: 0, events, copied }
    }

    /// Takes note of what the last transition did, which matters to clocks.
    #[inline(never)]
    fn note_events(&mut self) {
        let mut has_past = self.has_past();
        for (index, event) in self.guest.events().iter().enumerate() {
            if event.plain {
                self.events.push((*event, self.guest.seen(index)));
                has_past = true;
            } else if has_past && Clocks::heed(event) {
                self.events.push((*event, event.site));
            }
        }
    }

    /// The clocks of the guest's state.
    fn clocks(&mut self) -> &Clocks {
        self.clocks.make_room_for(self.guest.threads());
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

    /// What led to the guest's state.
    fn past(&mut self) -> Option<Rc<Past>> {
        if !self.has_past() {
            return None;
        }
        let past = if self.knows_base && self.taken_in == self.events.len() {
            Past::known(self.clocks.copy())
        } else {
            let (begin, before) = match self.copied.last() {
                Some((begin, past)) => (*begin, Some(past)),
                None => (0, self.base.as_ref()),
            };
            Past::then(before.cloned(), &self.events[begin..])
        };
        self.copied.push((self.events.len(), past.clone()));
        Some(past)
    }

    /// The guest is in a state with this past.
    fn set_base(&mut self, past: Option<Rc<Past>>) {
        self.base = past;
        self.knows_base = false;
        self.events.clear();
        self.copied.clear();
        self.taken_in = 0;
    }
}

impl<G: Guest> Guest for Tracked<G> {
    type Mark = With<G::Mark, Moment>;
    type Snapshot = With<G::Snapshot, Rc<Past>>;
    const KNOWS_PAST: bool = true;

    fn take(&mut self, choice: Choice) -> Status {
        let status = self.guest.take(choice);
        if self.has_past() || self.guest.events().iter().any(|event| event.plain) {
            self.note_events();
        }
        status
    }

    #[inline]
    fn has_past(&self) -> bool {
        !self.events.is_empty() || self.base.is_some()
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
        With { clocks: self.has_past().then_some(moment), guest: self.guest.mark() }
    }

    fn rewind(&mut self, mark: &Self::Mark) {
        self.guest.rewind(&mark.guest);
        let Some(Moment { clocks, taken_in, events }) = mark.clocks else {
            if self.has_past() || self.knows_base {
                self.set_base(None);
            }
            return;
        };
        if self.knows_base {
            self.clocks.rewind(clocks);
        }
        self.taken_in = taken_in;
        self.events.truncate(events);
        while self.copied.last().is_some_and(|(before, _)| *before > events) {
            self.copied.pop();
        }
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        With { clocks: self.past(), guest: self.guest.snapshot() }
    }

    fn snapshot_over(&mut self, old: &mut Self::Snapshot) {
        old.clocks = self.past();
        self.guest.snapshot_over(&mut old.guest);
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

    fn is_daemon(&self, thread: u32) -> bool {
        self.guest.is_daemon(thread)
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

    fn is_restless(&mut self, thread: u32) -> bool {
        self.guest.is_restless(thread)
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

    fn numbers_alike(&self) -> bool {
        self.guest.numbers_alike()
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
