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

/// A moment of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epoch {
    /// The thread.
    pub thread: u32,
    /// Its time, from 1.
    pub time: u32,
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

/// What is remembered of a place that plain accesses touch: where its accesses are among all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Place {
    /// The last write, counted from 1; 0 where there is none.
    write: u32,
    /// Since that write; none of them knows of another.
    reads: (u32, u32),
}

impl Place {
    fn write(self) -> Option<usize> {
        (self.write as usize).checked_sub(1)
    }

    fn reads(self) -> std::ops::Range<usize> {
        self.reads.0 as usize..self.reads.1 as usize
    }
}

/// How far each thread is, as far as somebody knows: a row of times for each of these. The rows lie one after the other, so that copying
/// all of them is copying words.
#[derive(Clone, Default, Debug)]
struct Rows {
    width: usize,
    times: Vec<u32>,
}

impl Rows {
    fn len(&self) -> usize {
        self.times.len() / self.width.max(1)
    }

    fn row(&self, row: u32) -> &[u32] {
        &self.times[row as usize * self.width..][..self.width]
    }

    fn row_mut(&mut self, row: u32) -> &mut [u32] {
        &mut self.times[row as usize * self.width..][..self.width]
    }

    /// Sees to it that there are so many rows; new ones know nothing.
    fn make_room(&mut self, rows: usize) {
        self.times.resize(self.times.len().max(rows * self.width), 0);
    }

    fn widen(&mut self, width: usize) {
        let mut wide = Rows { width, times: vec![0; self.len() * width] };
        wide.assign(self);
        *self = wide;
    }

    /// Becomes what other rows are, which are no wider and no more; those it has besides know nothing.
    fn assign(&mut self, other: &Rows) {
        self.times.fill(0);
        if self.width == other.width {
            return self.times[..other.times.len()].copy_from_slice(&other.times);
        }
        for row in 0..other.len() as u32 {
            self.row_mut(row)[..other.width].copy_from_slice(other.row(row));
        }
    }
}

/// Who knows something.
#[derive(Clone, Copy, Debug)]
enum Knower {
    Thread(u32),
    Carrier(u32),
}

/// What a change replaced.
#[derive(Clone, Copy, Debug)]
enum Replaced {
    /// The time of a thread, as far as somebody knew.
    Time(Knower, u32, u32),
    /// A place, and how many accesses there were.
    Place(u32, Place, u32),
}

/// What is known in a state, by the numbers of places.
#[derive(Clone, Default, Debug)]
pub struct Known {
    /// What each thread knows of others; of itself how often others may have learned from it.
    threads: Rows,
    /// What is to be learned from each place that carries knowledge.
    carriers: Rows,
    places: Vec<Place>,
    accesses: Vec<Access>,
}

/// The clocks of a path. They go back with it.
#[derive(Default)]
pub struct Clocks {
    known: Known,
    /// The numbers of places that carry knowledge, and of those that plain accesses touch. They stay when the path goes back.
    carriers: FxHashMap<Location, u32>,
    places: FxHashMap<Location, u32>,
    log: Vec<Replaced>,
}

/// Threads that room is made for at once.
const WIDTH: usize = 4;

impl Clocks {
    /// Whether an event that is no plain access makes a difference.
    #[inline]
    pub fn heed(event: &Event) -> bool {
        use Action::{Choose, End, Initialize, Interrupt, Notify, NotifyAll, Sleep};
        !matches!(event.action, Notify | NotifyAll | Interrupt | End | Sleep | Initialize | Choose)
    }

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
            // Whether a thread was started was asked, or it was: neither orders anything.
            (Action::Read | Action::Write, Location::Monitor(_)) => {}
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
                for other in (0..self.known.threads.len() as u32).filter(|other| *other != thread) {
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
        let Known { threads, places, accesses, .. } = &self.known;
        let place = self.places.get(&event.location).map(|number| places[*number as usize]).unwrap_or_default();
        let reads = if event.action == Action::Read { 0..0 } else { place.reads() };
        let thread = event.thread.0;
        let known: &[u32] = if (thread as usize) < threads.len() { threads.row(thread) } else { &[] };
        let before = place.write().into_iter().chain(reads).map(|index| accesses[index]);
        before.filter(move |Access { epoch, .. }| {
            epoch.thread != thread && known.get(epoch.thread as usize).is_none_or(|time| *time < epoch.time)
        })
    }

    /// Where to come back to. Marks nest.
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Comes back to a mark, which stays valid.
    pub fn rewind(&mut self, mark: usize) {
        let Known { threads, carriers, places, accesses } = &mut self.known;
        while self.log.len() > mark {
            match self.log.pop() {
                Some(Replaced::Time(Knower::Thread(row), of, time)) => threads.row_mut(row)[of as usize] = time,
                Some(Replaced::Time(Knower::Carrier(row), of, time)) => carriers.row_mut(row)[of as usize] = time,
                Some(Replaced::Place(number, place, before)) => {
                    places[number as usize] = place;
                    accesses.truncate(before as usize);
                }
                None => break,
            }
        }
    }

    /// No mark will be come back to.
    pub fn forget_marks(&mut self) {
        self.log.clear();
    }

    /// Comes back to the root, where nothing is known; marks are forgotten.
    pub fn reset(&mut self) {
        self.put_back(&Known::default());
    }

    /// A copy of what is known, to come back to from anywhere.
    pub fn copy(&self) -> Known {
        let Known { threads, carriers, places, accesses } = &self.known;
        let mut copy = Known { threads: threads.clone(), carriers: carriers.clone(), ..Known::default() };
        for place in places {
            let begin = copy.accesses.len() as u32;
            copy.accesses.extend_from_slice(&accesses[place.reads()]);
            let reads = (begin, copy.accesses.len() as u32);
            copy.accesses.extend(place.write().map(|write| accesses[write]));
            let write = if place.write == 0 { 0 } else { copy.accesses.len() as u32 };
            copy.places.push(Place { write, reads });
        }
        copy
    }

    /// Comes back to what was known in a state of any path; marks are forgotten.
    pub fn put_back(&mut self, copy: &Known) {
        let Known { threads, carriers, places, accesses } = &mut self.known;
        threads.assign(&copy.threads);
        carriers.assign(&copy.carriers);
        places.fill(Place::default());
        places[..copy.places.len()].copy_from_slice(&copy.places);
        accesses.clone_from(&copy.accesses);
        self.log.clear();
    }

    /// Bytes they take, about.
    pub fn bytes(&self) -> u64 {
        let numbers = (self.carriers.len() + self.places.len()) * size_of::<(Location, u32)>();
        self.known.bytes() + (numbers + self.log.len() * size_of::<Replaced>()) as u64
    }

    /// There are so many threads: who has not done anything learns of the end of a class's initialisation, too.
    pub fn make_room_for(&mut self, threads: u32) {
        threads.checked_sub(1).into_iter().for_each(|last| self.make_room(last));
    }

    /// Sees to it that there is a row for a thread, and a time of it in every row.
    fn make_room(&mut self, thread: u32) {
        let Known { threads, carriers, .. } = &mut self.known;
        if threads.width <= thread as usize {
            let width = (thread as usize + 1).next_multiple_of(WIDTH);
            threads.widen(width);
            carriers.widen(width);
        }
        threads.make_room(thread as usize + 1);
    }

    /// The number of a place that carries knowledge.
    fn carrier(&mut self, place: Location) -> u32 {
        let next = self.carriers.len() as u32;
        let number = *self.carriers.entry(place).or_insert(next);
        self.known.carriers.make_room(self.carriers.len());
        number
    }

    /// What others learn from a thread: of itself the time of what it does now.
    fn time(&self, thread: u32) -> u32 {
        self.known.threads.row(thread)[thread as usize] + 1
    }

    /// A thread's time goes on: others know of it what it did so far, and not what comes.
    fn grow(&mut self, thread: u32) {
        let time = self.time(thread);
        self.learn(Knower::Thread(thread), Epoch { thread, time });
    }

    fn learn(&mut self, knower: Knower, of: Epoch) {
        let row = match knower {
            Knower::Thread(thread) => self.known.threads.row_mut(thread),
            Knower::Carrier(number) => self.known.carriers.row_mut(number),
        };
        let time = &mut row[of.thread as usize];
        if *time < of.time {
            self.log.push(Replaced::Time(knower, of.thread, *time));
            *time = of.time;
        }
    }

    fn learn_from(&mut self, thread: u32, other: u32) {
        self.make_room(thread.max(other));
        for of in 0..self.known.threads.len() as u32 {
            let time = self.known.threads.row(other)[of as usize];
            self.learn(Knower::Thread(thread), Epoch { thread: of, time });
        }
        let time = self.time(other);
        self.learn(Knower::Thread(thread), Epoch { thread: other, time });
    }

    fn acquire(&mut self, thread: u32, place: Location) {
        let Some(&number) = self.carriers.get(&place) else { return };
        self.make_room(thread);
        let Known { threads, carriers, .. } = &mut self.known;
        join(threads.row_mut(thread), carriers.row(number), Knower::Thread(thread), &mut self.log);
    }

    fn release(&mut self, thread: u32, place: Location) {
        self.make_room(thread);
        let number = self.carrier(place);
        let Known { threads, carriers, .. } = &mut self.known;
        join(carriers.row_mut(number), threads.row(thread), Knower::Carrier(number), &mut self.log);
        let time = self.time(thread);
        self.learn(Knower::Carrier(number), Epoch { thread, time });
        self.grow(thread);
    }

    fn access(&mut self, event: &Event, seen: Site) {
        let thread = event.thread.0;
        self.make_room(thread);
        let raced: Vec<u32> = self.races_at(*event).map(|access| access.event.thread.0).collect();
        for other in raced {
            self.learn_from(thread, other);
        }
        let access = Access { event: *event, seen, epoch: Epoch { thread, time: self.time(thread) } };
        let is_write = event.action != Action::Read;
        let next = self.places.len() as u32;
        let number = *self.places.entry(event.location).or_insert(next);
        let Known { threads, places, accesses, .. } = &mut self.known;
        places.resize(self.places.len(), Place::default());
        let place = &mut places[number as usize];
        // The same again says nothing new.
        let last = if is_write { place.write() } else { place.reads().last() };
        let is_same = |last: usize| accesses[last].epoch == access.epoch && accesses[last].event.site == event.site;
        if last.is_some_and(is_same) && (!is_write || place.reads().is_empty()) {
            return;
        }
        let before = accesses.len() as u32;
        self.log.push(Replaced::Place(number, *place, before));
        if is_write {
            *place = Place { write: before + 1, reads: (0, 0) };
        } else {
            let known = threads.row(thread);
            for read in place.reads() {
                let Access { epoch, .. } = accesses[read];
                if epoch.thread != thread && known[epoch.thread as usize] < epoch.time {
                    accesses.push(accesses[read]);
                }
            }
            place.reads = (before, accesses.len() as u32 + 1);
        }
        accesses.push(access);
    }
}

impl Known {
    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        let Known { threads, carriers, places, accesses } = self;
        let times = (threads.times.len() + carriers.times.len()) * size_of::<u32>();
        (times + size_of_val(&places[..]) + size_of_val(&accesses[..])) as u64
    }
}

/// One row learns what another has.
fn join(row: &mut [u32], from: &[u32], knower: Knower, log: &mut Vec<Replaced>) {
    // Often nothing, which is quickly seen by looking at all of it at once.
    if !row.iter().zip(from).fold(false, |any, (time, other)| any | (time < other)) {
        return;
    }
    for (of, (time, other)) in row.iter_mut().zip(from).enumerate() {
        if *time < *other {
            log.push(Replaced::Time(knower, of as u32, *time));
            *time = *other;
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
