//! Who knows what of whom on a path: happens-before (JLS 17.4.5) by vector clocks, and the accesses it leaves unordered.
//!
//! A thread's time grows whenever it does something that others may learn of. What carries knowledge from one thread to another
//! (JLS 17.4.4) has a clock of its own: a monitor what its last owner knew, a volatile or atomic place what its writers knew, a
//! thread what those knew who gave it a permit. Of every place that plain accesses touch the last write is kept, and the reads
//! since that no other knows of: as in FastTrack that is enough to notice the first race of a path.
//!
//! **Only real races are told.** From the first race of a path on, what races counts as ordered as it was; so each pair that is told
//! could be pending together after some other path, but for time-outs that would have to come earlier there. And where events do
//! not tell everything, more counts as ordered than is: whoever might have seen the end of a class's initialisation counts as
//! having seen it, since its later uses are no events.

use crate::race::elements;
use raddle_vm::event::{Action, Event, Location, Site};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How far each thread is, as far as somebody knows.
///
/// ```
/// use raddle_search::clocks::{Clock, Epoch};
/// let mut clock = Clock::default();
/// clock.set(Epoch { thread: 2, time: 7 });
/// let mut other = Clock::default();
/// other.join(&clock);
/// assert!(other.knows(Epoch { thread: 2, time: 7 }));
/// assert!(!other.knows(Epoch { thread: 2, time: 8 }));
/// ```
///
/// Copies share what they know until one of them learns more.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Clock(Rc<Vec<u32>>);

/// A moment of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epoch {
    /// The thread.
    pub thread: u32,
    /// Its time, from 1.
    pub time: u32,
}

impl Clock {
    /// The time of a thread, 0 if nothing is known of it.
    pub fn time(&self, thread: u32) -> u32 {
        self.0.get(thread as usize).copied().unwrap_or(0)
    }

    /// Whether a moment is past.
    pub fn knows(&self, epoch: Epoch) -> bool {
        epoch.time <= self.time(epoch.thread)
    }

    /// Sets the time of a thread.
    pub fn set(&mut self, epoch: Epoch) {
        let index = epoch.thread as usize;
        let times = Rc::make_mut(&mut self.0);
        if times.len() <= index {
            times.resize(index + 1, 0);
        }
        times[index] = epoch.time;
    }

    /// Whether it knows all that another does.
    pub fn includes(&self, other: &Clock) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
            || other.0.iter().enumerate().all(|(thread, time)| *time <= self.time(thread as u32))
    }

    /// Learns what another clock knows.
    pub fn join(&mut self, other: &Clock) {
        if self.includes(other) {
            return;
        }
        if other.includes(self) {
            *self = other.clone();
            return;
        }
        let times = Rc::make_mut(&mut self.0);
        if times.len() < other.0.len() {
            times.resize(other.0.len(), 0);
        }
        for (own, other) in times.iter_mut().zip(other.0.iter()) {
            *own = (*own).max(*other);
        }
    }
}

/// An access of the past.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// What was done.
    pub event: Event,
    /// Where the program itself was then: at the event's own site, or where it had called what did it.
    pub seen: Site,
    /// When.
    pub epoch: Epoch,
}

/// What is remembered of a place that plain accesses touch.
#[derive(Clone, Default)]
struct Place {
    write: Option<Access>,
    /// Since that write; none of them knows of another.
    reads: Vec<Access>,
}

/// What a change replaced.
enum Replaced {
    Thread(u32, Clock),
    Carrier(Location, Option<Clock>),
    Place(Location, Option<Place>),
}

/// The clocks of a path. They go back with it.
#[derive(Default)]
pub struct Clocks {
    threads: Vec<Clock>,
    carriers: FxHashMap<Location, Clock>,
    places: FxHashMap<Location, Place>,
    log: Vec<Replaced>,
}

impl Clocks {
    /// Takes in the next event of the path.
    pub fn take_in(&mut self, event: &Event, seen: Site) {
        let thread = event.thread.0;
        match (event.action, event.location) {
            (Action::Read | Action::Write | Action::Update, _) if event.plain => {
                each_place(event).for_each(|place| self.access(&place, seen));
            }
            // Whether a thread has ended was asked; 1 says that it has.
            (Action::Read, Location::Thread(other)) if event.value == 1 => self.learn_from(thread, other.0),
            (Action::Read, Location::Thread(_)) => {}
            (Action::Read | Action::Lock, place) => self.acquire(thread, place),
            (Action::Write | Action::Unlock | Action::Wait | Action::Unpark, place) => self.release(thread, place),
            (Action::Update, place) => {
                self.acquire(thread, place);
                self.release(thread, place);
            }
            // 1 says that a permit let it go on; an interruption is an event of its own.
            (Action::Park, place) if event.value == 1 => self.acquire(thread, place),
            (Action::Start, Location::Thread(other)) => {
                self.learn_from(other.0, thread);
                self.grow(thread);
            }
            (Action::Join, Location::Thread(other)) => self.learn_from(thread, other.0),
            (Action::Initialized, _) => {
                for other in (0..self.threads.len() as u32).filter(|other| *other != thread) {
                    self.learn_from(other, thread);
                }
                self.grow(thread);
            }
            _ => {}
        }
    }

    /// The accesses of the past that race with one about to happen.
    pub fn races(&self, event: &Event) -> Vec<Access> {
        if event.plain { each_place(event).flat_map(|place| self.races_at(place)).collect() } else { Vec::new() }
    }

    fn races_at(&self, event: Event) -> impl Iterator<Item = Access> {
        let is_write = event.action != Action::Read;
        let known = self.threads.get(event.thread.0 as usize);
        let place = self.places.get(&event.location).into_iter();
        place
            .flat_map(move |place| place.write.iter().chain(place.reads.iter().filter(move |_| is_write)))
            .filter(move |access| access.event.thread != event.thread)
            .filter(move |access| !known.is_some_and(|known| known.knows(access.epoch)))
            .copied()
    }

    /// Where to come back to. Marks nest.
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Comes back to a mark, which stays valid.
    pub fn rewind(&mut self, mark: usize) {
        while self.log.len() > mark {
            match self.log.pop() {
                Some(Replaced::Thread(thread, clock)) => self.threads[thread as usize] = clock,
                Some(Replaced::Carrier(location, clock)) => put_back(&mut self.carriers, location, clock),
                Some(Replaced::Place(location, place)) => put_back(&mut self.places, location, place),
                None => break,
            }
        }
    }

    /// A copy that knows no marks.
    pub fn copy(&self) -> Clocks {
        let (threads, carriers, places) = (self.threads.clone(), self.carriers.clone(), self.places.clone());
        Clocks { threads, carriers, places, log: Vec::new() }
    }

    /// Bytes they take, about.
    pub fn bytes(&self) -> u64 {
        let clock = self.threads.len() * size_of::<u32>() + size_of::<Clock>();
        let carriers = (self.threads.len() + self.carriers.len()) * (clock + size_of::<Location>());
        let places = self.places.len() * (size_of::<Place>() + size_of::<Access>() + size_of::<Location>());
        (carriers + places + self.log.len() * (size_of::<Replaced>() + clock)) as u64
    }

    /// What a thread knows.
    fn known(&mut self, thread: u32) -> &mut Clock {
        while self.threads.len() <= thread as usize {
            let mut clock = Clock::default();
            clock.set(Epoch { thread: self.threads.len() as u32, time: 1 });
            self.threads.push(clock);
        }
        &mut self.threads[thread as usize]
    }

    /// The same, about to change.
    fn changing(&mut self, thread: u32) -> &mut Clock {
        let clock = self.known(thread).clone();
        self.log.push(Replaced::Thread(thread, clock));
        self.known(thread)
    }

    /// A thread's time goes on: others know of it what it did so far, and not what comes.
    fn grow(&mut self, thread: u32) {
        let clock = self.changing(thread);
        let time = clock.time(thread) + 1;
        clock.set(Epoch { thread, time });
    }

    fn learn_from(&mut self, thread: u32, other: u32) {
        let known = self.known(other).clone();
        self.learn(thread, &known);
    }

    fn acquire(&mut self, thread: u32, place: Location) {
        if let Some(known) = self.carriers.get(&place).cloned() {
            self.learn(thread, &known);
        }
    }

    fn learn(&mut self, thread: u32, known: &Clock) {
        if !self.known(thread).includes(known) {
            self.changing(thread).join(known);
        }
    }

    fn release(&mut self, thread: u32, place: Location) {
        let known = self.known(thread).clone();
        self.log.push(Replaced::Carrier(place, self.carriers.get(&place).cloned()));
        self.carriers.entry(place).or_default().join(&known);
        self.grow(thread);
    }

    fn access(&mut self, event: &Event, seen: Site) {
        let thread = event.thread.0;
        let raced: Vec<u32> = self.races_at(*event).map(|access| access.event.thread.0).collect();
        for other in raced {
            self.learn_from(thread, other);
        }
        let epoch = Epoch { thread, time: self.known(thread).time(thread) };
        let access = Access { event: *event, seen, epoch };
        let is_write = event.action != Action::Read;
        let place = self.places.get(&event.location);
        // The same again says nothing new.
        let last = place.and_then(|place| if is_write { place.write.as_ref() } else { place.reads.last() });
        let is_same = |last: &Access| last.epoch == epoch && last.event.site == event.site;
        if last.is_some_and(is_same) && place.is_some_and(|place| !is_write || place.reads.is_empty()) {
            return;
        }
        self.log.push(Replaced::Place(event.location, place.cloned()));
        let known = &self.threads[thread as usize];
        let place = self.places.entry(event.location).or_default();
        if is_write {
            *place = Place { write: Some(access), reads: Vec::new() };
        } else {
            place.reads.retain(|read| !known.knows(read.epoch));
            place.reads.push(access);
        }
    }
}

/// The same access of each single place it touches.
fn each_place(event: &Event) -> impl Iterator<Item = Event> {
    let event = *event;
    let several = match event.location {
        Location::Elements { .. } => elements(&event),
        _ => None,
    };
    let one = several.is_none().then_some(event);
    let each = several.into_iter().flat_map(|(name, slots)| slots.map(move |slot| (name, slot)));
    one.into_iter().chain(each.map(move |(name, slot)| {
        let location = Location::Object { name, slot: slot as u32 };
        Event { location, value: 0, ..event }
    }))
}

fn put_back<T>(map: &mut FxHashMap<Location, T>, location: Location, value: Option<T>) {
    match value {
        Some(value) => map.insert(location, value),
        None => map.remove(&location),
    };
}
