//! A trace of the guest in the words of the causal model: steps that read and write places, and take and give back locks.
//!
//! What synchronises threads becomes places, too, so that one argument covers all: a thread's permit, its end, whether it waits and what
//! woke it, how many threads there are. Their values are made up here. That such a place has its first value, 0, is not told from that it is not looked at.

use super::record::{Doing, Record, Stand};
use crate::guest::Choice;
use crate::random::mix;
use raddle_causal::Step;
use raddle_causal::model::{Place, StepId, Value};
use raddle_vm::event::{Action, Event, Location};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::hash::{BuildHasher, Hash};

/// The value of a place of which nobody knows what was in it at first.
const UNKNOWN: Value = 0x756e_6b6e_6f77_6e00;

/// What is in `Made::Notified`.
pub(crate) const WAITING: Value = 1;
const NOTIFIED: Value = 2;
/// What is in `Made::Life`.
const STARTED: Value = 1;
pub(crate) const ENDED: Value = 2;

/// Places that are not in memory.
#[derive(Hash)]
enum Made {
    /// Whether a thread is in the wait set of a monitor.
    Member(Place, u32),
    /// Whether a thread that waits at a monitor has been notified there since.
    Notified(Place, u32),
    /// Whether a thread was woken from a wait or a join by being interrupted.
    Disturbed(u32),
    /// Whether a thread is in a join that can be interrupted.
    Joining(u32),
    Permit(u32),
    Life(u32),
    /// Whether a thread has been started, by the place of its object's monitor: others can ask before it has a number.
    Begun(Place),
    /// How many threads have been started.
    Numbers,
    /// Which classes are initialised.
    Classes,
    /// Whether the program is over.
    Over,
}

impl Made {
    fn place(&self) -> Place {
        mix(FxBuildHasher.hash_one(("causal", self)))
    }
}

/// The place of a thread's permit.
pub(crate) fn permit(thread: u32) -> Place {
    Made::Permit(thread).place()
}

/// The place of whether a thread that waits at a monitor has been notified.
pub(crate) fn notified(monitor: Place, thread: u32) -> Place {
    Made::Notified(monitor, thread).place()
}

/// What a thread that stands before an operation may have to wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Block {
    Lock(Place),
    Join(u32),
    Park,
    /// To be notified at a monitor.
    Wait(Place),
}

/// A step of a trace.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    /// How it was taken; `None` if it came by itself, as soon as it could.
    pub choice: Option<Choice>,
    /// How many ways its thread had to go on.
    pub ways: u32,
    /// Its number among the steps of its thread.
    pub position: u32,
    /// Stands for what its thread had done and read before it, and with it.
    pub past: u64,
    pub history: u64,
    /// What could make it go another way than it did, where that is not only another value of something it read: places and what is to be in them.
    pub wants: Vec<Vec<(Place, Value)>>,
    /// It ended the program as the last of these threads did: places, each with what is in it while the thread lives.
    pub outlived: Vec<(Place, Value)>,
    /// What it may have to wait for, one of them at a time.
    pub blocks: Vec<Block>,
    /// Locks its thread held before it.
    pub held: Vec<Place>,
    /// The access it began with.
    pub access: Option<Event>,
    /// It ended a sleep.
    pub sleeps: bool,
}

/// A path of the guest.
#[derive(Clone, Default, Debug)]
pub(crate) struct Trace {
    pub steps: Vec<Step>,
    pub done: Vec<Done>,
    /// How many of them were taken and may be taken again; the others are what threads stand before in the end, and what ended the path for all.
    pub real: usize,
    pub initial: Vec<(Place, Value)>,
    /// The steps of each thread.
    pub threads: Vec<Vec<StepId>>,
    /// The locks each thread holds in the end.
    pub held_at_end: Vec<Vec<Place>>,
    /// By thread, the place of its interruption, if it is interrupted.
    pub flags: FxHashMap<u32, Place>,
    /// The accesses that what ended the path for all brought other threads to stand before: one it started, one that waited for an end.
    pub brought: Vec<Event>,
    /// Which threads have ended.
    pub ended: Vec<bool>,
    /// The places that are not in memory.
    pub made: FxHashSet<Place>,
    /// Something was in a place that nobody is known to have written.
    pub surprise: Option<String>,
}

impl Trace {
    /// What stands for the first so many steps of a thread; `None` if it has not done so many.
    pub fn history(&self, thread: u32, count: u32) -> Option<u64> {
        let steps = self.threads.get(thread as usize)?;
        let step = *steps.get((count as usize).checked_sub(1)?)?;
        ((step as usize) < self.steps.len()).then(|| self.done[step as usize].history)
    }

    /// What has to be in a place so that a thread stands before a step: that it is started, if it is the first.
    pub fn begun(&self, step: StepId) -> Option<(Place, Value)> {
        let thread = self.steps[step as usize].thread;
        let is_first = self.done[step as usize].position == 0 && !self.steps[step as usize].after.is_empty();
        is_first.then(|| (Made::Life(thread).place(), STARTED))
    }

    /// Whether a thread has come to its end.
    pub fn has_ended(&self, thread: u32) -> bool {
        self.ended.get(thread as usize).copied().unwrap_or(false)
    }

    /// The step that ended the path for all, if one did.
    pub fn ender(&self) -> Option<usize> {
        self.done.get(self.real).is_some_and(|done| done.choice.is_some()).then_some(self.real)
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> usize {
        let step = |(step, done): (&Step, &Done)| {
            let reads = size_of_val(&step.reads[..]) + size_of_val(&step.writes[..]);
            size_of::<Step>() + size_of::<Done>() + reads + size_of_val(&done.held[..]) + done.wants.len() * 48
        };
        self.steps.iter().zip(&self.done).map(step).sum::<usize>() + self.initial.len() * 16
    }

    /// How many steps a thread has done.
    pub fn count(&self, thread: u32) -> u32 {
        let steps = self.threads.get(thread as usize).map_or(&[][..], |steps| steps);
        steps.iter().filter(|step| (**step as usize) < self.real).count() as u32
    }

    /// The locks that threads give back without having taken them, and who does.
    pub fn held_before(&self) -> FxHashMap<Place, u32> {
        let mut held = FxHashMap::default();
        let mut taken = FxHashSet::default();
        for step in &self.steps[..self.real] {
            taken.extend(step.locks.iter().map(|lock| (*lock, step.thread)));
            held.extend(step.unlocks.iter().map(|lock| (*lock, step.thread)).filter(|lock| !taken.contains(lock)));
        }
        held
    }

    /// Raises how many steps of each thread are meant to those that have to come before the first so many of one thread.
    pub fn close(&self, fixed: &mut Vec<u32>, thread: u32, count: u32) {
        if fixed.len() < self.threads.len() {
            fixed.resize(self.threads.len(), 0);
        }
        let from = fixed[thread as usize];
        fixed[thread as usize] = from.max(count);
        for position in from..count {
            let step = self.threads[thread as usize][position as usize];
            for &before in &self.steps[step as usize].after {
                let other = self.steps[before as usize].thread;
                self.close(fixed, other, self.done[before as usize].position + 1);
            }
        }
    }
}

/// A thread on the way.
#[derive(Clone, Default)]
struct Lane {
    history: u64,
    /// The step that started it.
    start: Option<StepId>,
    /// The monitor it waits at, or has to get back; and whether it gave up waiting by itself.
    waiting: Option<Place>,
    has_left: bool,
    /// The thread whose end it waits for, where others may see it do so.
    joining: Option<u32>,
    held: Vec<Place>,
}

/// What a thread stands before in the end, with what is in the places that it reads.
pub(crate) struct Standing {
    pub thread: u32,
    pub stand: Stand,
    pub contents: Vec<(Place, Value)>,
}

/// How a path was left.
pub(crate) struct End<'a> {
    /// What threads stand before.
    pub stands: &'a [Standing],
    /// The last step ended the path whoever else could have gone on.
    pub is_cut: bool,
}

/// Makes a trace of records.
#[derive(Default)]
pub(crate) struct Deriver {
    trace: Trace,
    lanes: Vec<Lane>,
    memory: FxHashMap<Place, Value>,
    initial: FxHashMap<Place, Value>,
    /// By monitor, the threads that wait there at some time, in ascending order: histories depend on it.
    waiters: FxHashMap<Place, Vec<u32>>,
    /// Those of them who may stop waiting by themselves.
    restless: FxHashMap<Place, Vec<u32>>,
    /// By thread, the place of its interruption, if it is interrupted at some time.
    flags: FxHashMap<u32, Place>,
    /// The locks that threads take, or have before the first step.
    taken: FxHashSet<(u32, Place)>,
    has_initializers: bool,
}

/// What stands for what each thread has done on a path, kept up as that grows.
#[derive(Default)]
pub(crate) struct Pasts {
    deriver: Deriver,
    /// How many records were taken in.
    known: usize,
}

impl Pasts {
    /// The path has so many records only.
    pub fn back_to(&mut self, length: usize) {
        if length < self.known {
            *self = Pasts::default();
        }
    }

    /// Takes in what the path has grown by. What will come of it makes no difference to what was done before: that would be looked at as it was at first.
    pub fn take_in(&mut self, records: &[Record]) -> impl Iterator<Item = u64> {
        for record in &records[self.known..] {
            self.deriver.survey(record);
            self.deriver.step(record);
        }
        self.known = records.len();
        self.deriver.lanes.iter().map(|lane| lane.history)
    }
}

/// A step being made.
struct Draft {
    step: Step,
    choice: Option<Choice>,
    ways: u32,
    wants: Vec<Vec<(Place, Value)>>,
    blocks: Vec<Block>,
    access: Option<Event>,
    sleeps: bool,
    /// What its history depends on.
    seen: Vec<(Place, Value)>,
    held: Vec<Place>,
}

impl Deriver {
    /// The trace of a path.
    pub fn derive(records: &[Record], end: Option<&End<'_>>) -> Trace {
        let mut deriver = Deriver::default();
        records.iter().for_each(|record| deriver.survey(record));
        for record in records {
            deriver.step(record);
        }
        deriver.trace.real = deriver.trace.steps.len();
        let threads = deriver.lanes.len() as u32;
        deriver.trace.held_at_end = deriver.lanes.iter().map(|lane| lane.held.clone()).collect();
        deriver.trace.ended = (0..threads).map(|thread| deriver.value(&Made::Life(thread)) == ENDED).collect();
        deriver.trace.flags.clone_from(&deriver.flags);
        if let Some(end) = end {
            deriver.end(records, end);
        }
        deriver.trace.initial = deriver.initial.into_iter().collect();
        deriver.trace.initial.sort_unstable();
        deriver.trace
    }

    /// Notes what has to be known of the whole path.
    fn survey(&mut self, record: &Record) {
        for (index, doing) in record.doings.iter().enumerate() {
            match (doing.event.action, doing.event.location) {
                (Action::Wait, _) => {
                    let thread = doing.event.thread.0;
                    let is_restless = record.restless.contains(&thread).then_some(&mut self.restless);
                    for waiters in is_restless.into_iter().chain([&mut self.waiters]) {
                        let waiters = waiters.entry(doing.place).or_default();
                        if let Err(at) = waiters.binary_search(&thread) {
                            waiters.insert(at, thread);
                        }
                    }
                }
                (Action::Interrupt, Location::Thread(thread)) => {
                    if let Some(flag) = record.doings.get(index + 1).filter(|next| next.event.action == Action::Write) {
                        self.flags.insert(thread.0, flag.place);
                        // Nobody is taken to have been interrupted before.
                        self.begin_with(flag.place, 0);
                    }
                }
                (Action::Initialize | Action::Initialized, _) => self.has_initializers = true,
                (Action::Lock, _) => {
                    self.taken.insert((doing.event.thread.0, doing.place));
                }
                _ => {}
            }
            if matches!(doing.event.action, Action::Unlock | Action::Wait) {
                self.give_back(doing.event.thread.0, doing.place);
            }
        }
    }

    /// A thread that gives back what it was not seen to take held it when others came to know it.
    fn give_back(&mut self, thread: u32, lock: Place) {
        if self.taken.insert((thread, lock)) {
            self.lane(thread).held.push(lock);
        }
    }

    fn lane(&mut self, thread: u32) -> &mut Lane {
        for number in self.lanes.len() as u32..=thread {
            self.lanes.push(Lane { history: beginning(number), ..Lane::default() });
            self.trace.threads.push(Vec::new());
        }
        &mut self.lanes[thread as usize]
    }

    fn draft(&mut self, thread: u32, choice: Option<Choice>, ways: u32) -> Draft {
        let lane = self.lane(thread);
        let (start, held) = (lane.start, lane.held.clone());
        let is_first = self.trace.threads[thread as usize].is_empty();
        let after = start.filter(|_| is_first).into_iter().collect();
        let mut draft = Draft {
            step: Step { thread, after, ..Step::default() },
            choice,
            ways,
            wants: Vec::new(),
            blocks: Vec::new(),
            access: None,
            sleeps: false,
            seen: Vec::new(),
            held,
        };
        if self.has_initializers {
            self.look(&mut draft, &Made::Classes);
        }
        draft
    }

    /// Ends a step: it is part of the trace.
    fn add(&mut self, draft: Draft) {
        let Draft { step, choice, ways, wants, blocks, access, sleeps, seen, held } = draft;
        let id = self.trace.steps.len() as StepId;
        let thread = step.thread;
        let lane = self.lane(thread);
        let past = lane.history;
        lane.history = history(past, choice, &seen);
        for lock in &step.locks {
            if !lane.held.contains(lock) {
                lane.held.push(*lock);
            }
        }
        lane.held.retain(|lock| !step.unlocks.contains(lock));
        let done = Done {
            choice,
            ways,
            position: self.trace.threads[thread as usize].len() as u32,
            past,
            history: self.lanes[thread as usize].history,
            wants,
            outlived: Vec::new(),
            blocks,
            held,
            access,
            sleeps,
        };
        self.trace.threads[thread as usize].push(id);
        self.trace.done.push(done);
        self.trace.steps.push(step);
    }

    /// A place in memory is read; what was in it, if that is known.
    fn read(&mut self, draft: &mut Draft, place: Place, value: Option<Value>) {
        let has = |list: &[(Place, Value)]| list.iter().any(|(other, _)| *other == place);
        if has(&draft.step.writes) || has(&draft.step.reads) {
            return;
        }
        let known = self.memory.get(&place).copied();
        if let (Some(known), Some(value)) = (known, value)
            && known != value
            && known != UNKNOWN
        {
            self.trace.surprise = Some("memory holds what no step is known to have written".to_string());
        }
        let value = known.filter(|known| *known != UNKNOWN).or(value).unwrap_or(UNKNOWN);
        self.begin_with(place, value);
        draft.step.reads.push((place, value));
        draft.seen.push((place, value));
    }

    /// What was in a place before the first step, unless that is known.
    fn begin_with(&mut self, place: Place, value: Value) {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.memory.entry(place) {
            entry.insert(value);
            self.initial.insert(place, value);
        }
    }

    fn write(&mut self, draft: &mut Draft, place: Place, value: Value) {
        self.begin_with(place, UNKNOWN);
        self.memory.insert(place, value);
        draft.step.writes.retain(|(other, _)| *other != place);
        draft.step.writes.push((place, value));
    }

    fn value(&self, made: &Made) -> Value {
        self.memory.get(&made.place()).copied().unwrap_or(0)
    }

    /// A place that is not in memory is looked at.
    fn look(&mut self, draft: &mut Draft, made: &Made) -> Value {
        let place = made.place();
        self.trace.made.insert(place);
        self.begin_with(place, 0);
        self.look_at(draft, place)
    }

    fn look_at(&mut self, draft: &mut Draft, place: Place) -> Value {
        let value = self.memory.get(&place).copied().unwrap_or(0);
        let has = |list: &[(Place, Value)]| list.iter().any(|(other, _)| *other == place);
        if !has(&draft.step.reads) && !has(&draft.step.writes) {
            draft.step.reads.push((place, value));
            if value != 0 {
                draft.seen.push((place, value));
            }
        }
        value
    }

    fn set(&mut self, draft: &mut Draft, made: &Made, value: Value) {
        self.begin_with(made.place(), 0);
        self.write(draft, made.place(), value);
    }

    /// The thread looks whether it is interrupted, and nobody tells of it.
    fn heed(&mut self, draft: &mut Draft) {
        if let Some(flag) = self.flags.get(&draft.step.thread).copied() {
            self.begin_with(flag, 0);
            self.look_at(draft, flag);
        }
    }

    fn step(&mut self, record: &Record) {
        let thread = record.choice.thread;
        let mut draft = self.draft(thread, Some(record.choice), record.ways);
        if !record.last_of.is_empty() {
            draft.seen.push((Made::Over.place(), 1));
        }
        let is_own = |doing: &&Doing| doing.event.thread.0 == thread;
        let does = |action: Action| record.doings.iter().filter(is_own).any(|doing| doing.event.action == action);
        for (place, value) in &record.before {
            self.begin_with(*place, *value);
        }
        self.begin(&mut draft, record, does(Action::Join));
        let waits_to_join = record.stand.is_some_and(|stand| stand.is(Action::Join));
        for doing in &record.doings {
            let by = doing.event.thread.0;
            let is_silent_join = doing.event.action == Action::Join && (by != thread || !waits_to_join);
            let begins = by != draft.step.thread || is_silent_join;
            let id = self.trace.steps.len() as StepId;
            if begins && self.lane(by).start == Some(id) && !is_silent_join {
                // What a thread does before it first stands anywhere belongs to its start.
                self.act(&mut draft, doing, record);
                continue;
            }
            if begins {
                let next = self.draft(by, None, 1);
                self.add(std::mem::replace(&mut draft, next));
            }
            self.act(&mut draft, doing, record);
        }
        self.look_where_it_stops(&mut draft, record);
        self.add(draft);
    }

    /// A thread that holds a monitor may stop before it notifies, or not, by who waits there: where it stops, it has looked.
    fn look_where_it_stops(&mut self, draft: &mut Draft, record: &Record) {
        let thread = draft.step.thread;
        let Some(Stand { event, place }) = record.stands_at(thread).copied() else { return };
        if self.lane(thread).held.contains(&place) || draft.step.locks.contains(&place) {
            self.look_who_waits(draft, event.action, place);
        }
    }

    /// What a thread that is about to notify depends on: one that notifies all does the same whoever waits, but goes on to that at once only if nobody waits
    /// who may stop by itself.
    fn look_who_waits(&mut self, draft: &mut Draft, action: Action, monitor: Place) {
        let waiters = match action {
            Action::Notify => &self.waiters,
            Action::NotifyAll => &self.restless,
            _ => return,
        };
        for waiter in waiters.get(&monitor).cloned().unwrap_or_default() {
            self.look(draft, &Made::Member(monitor, waiter));
        }
    }

    /// What a step reads before anything is told of it, by what its thread stood before.
    fn begin(&mut self, draft: &mut Draft, record: &Record, joins: bool) {
        let thread = draft.step.thread;
        let Some(stand) = record.stand else { return };
        self.stand_before(draft, &stand);
        let Lane { waiting, joining, .. } = self.lane(thread).clone();
        if let Some(monitor) = waiting {
            if stand.is(Action::Wait) {
                self.look_what_woke(draft, monitor);
                self.set(draft, &Made::Member(monitor, thread), 0);
                self.lane(thread).has_left = true;
            } else {
                if !self.lane(thread).has_left {
                    self.look_what_woke(draft, monitor);
                }
                let lane = self.lane(thread);
                (lane.waiting, lane.has_left) = (None, false);
            }
            return;
        }
        if joining.is_some() {
            self.look(draft, &Made::Disturbed(thread));
            self.set(draft, &Made::Joining(thread), 0);
            self.lane(thread).joining = None;
            return;
        }
        if matches!(stand.event.action, Action::Wait | Action::Sleep | Action::Join) {
            self.heed(draft);
        }
        let heeds = record.doings.iter().any(|doing| doing.event.action == Action::Update);
        if let (Action::Join, Location::Thread(target)) = (stand.event.action, stand.event.location)
            && !joins
            && !heeds
        {
            self.look(draft, &Made::Life(target.0));
            if record.stands_at(thread).is_some_and(|now| now.is_same(&stand)) {
                self.set(draft, &Made::Joining(thread), 1);
                self.calm(draft, thread);
                self.lane(thread).joining = Some(target.0);
            }
        }
    }

    /// What a thread that stands before an operation may wait for, and what could make it go another way.
    fn stand_before(&mut self, draft: &mut Draft, stand: &Stand) {
        let thread = draft.step.thread;
        let flag = self.flags.get(&thread).copied();
        draft.access = is_access(&stand.event).then_some(stand.event);
        draft.sleeps = stand.is(Action::Sleep);
        let Lane { waiting, has_left, joining, .. } = *self.lane(thread);
        let disturbed = (Made::Disturbed(thread).place(), 1);
        match (stand.event.action, stand.event.location, waiting) {
            (Action::Wait, _, Some(monitor)) => {
                draft.blocks = vec![Block::Wait(monitor)];
                draft.wants = wakings(notified(monitor, thread), disturbed, flag);
            }
            (Action::Lock, _, _) => {
                draft.blocks = vec![Block::Lock(stand.place)];
                if let Some(monitor) = waiting.filter(|_| !has_left) {
                    draft.blocks.push(Block::Wait(monitor));
                    draft.wants = wakings(notified(monitor, thread), disturbed, flag);
                }
            }
            (Action::Park, _, _) => {
                draft.blocks = vec![Block::Park];
                let permit = Made::Permit(thread).place();
                self.begin_with(permit, 0);
                draft.wants = vec![vec![], vec![(permit, 1)]];
                draft.wants.extend(flag.map(|flag| vec![(permit, 0), (flag, 1)]));
            }
            (Action::Join, Location::Thread(target), _) => {
                draft.blocks = vec![Block::Join(target.0)];
                let life = Made::Life(target.0).place();
                self.begin_with(life, 0);
                draft.wants = endings(life, flag);
                if joining.is_some() {
                    draft.wants.push(vec![disturbed]);
                }
            }
            _ => {}
        }
    }

    /// Something is done in a step.
    fn act(&mut self, draft: &mut Draft, doing: &Doing, record: &Record) {
        let thread = doing.event.thread.0;
        let place = doing.place;
        match (doing.event.action, doing.event.location) {
            (Action::Read, Location::Thread(target)) => {
                self.look(draft, &Made::Life(target.0));
            }
            (Action::Read, Location::Monitor(_)) => {
                self.look(draft, &Made::Begun(place));
            }
            (Action::Write, Location::Monitor(_)) => self.set(draft, &Made::Begun(place), STARTED),
            (Action::Read | Action::Write | Action::Update, _) => {
                for &(place, after) in &doing.contents {
                    let before = record.before.iter().find(|(other, _)| *other == place).map(|(_, value)| *value);
                    match doing.event.action {
                        Action::Read => self.read(draft, place, before.or(Some(after))),
                        Action::Update => self.read(draft, place, before),
                        _ => {}
                    }
                    if doing.event.action != Action::Read {
                        self.write(draft, place, after);
                    }
                }
            }
            (Action::Lock, _) => draft.step.locks.push(place),
            (Action::Unlock, _) => draft.step.unlocks.push(place),
            (Action::Wait, _) => {
                draft.step.unlocks.push(place);
                self.set(draft, &Made::Member(place, thread), 1);
                self.set(draft, &Made::Notified(place, thread), WAITING);
                self.calm(draft, thread);
                self.lane(thread).waiting = Some(place);
            }
            (Action::Notify, _) => {
                for waiter in self.waiters.get(&place).cloned().unwrap_or_default() {
                    if self.wakes(draft, record, place, waiter) {
                        self.set(draft, &Made::Notified(place, waiter), NOTIFIED);
                    }
                }
            }
            (Action::NotifyAll, _) => {
                let has_stopped = record.stand.is_some_and(|stand| stand.is(Action::NotifyAll) && stand.place == place);
                if !has_stopped {
                    self.look_who_waits(draft, Action::NotifyAll, place);
                }
                // Who notifies all does not see whom it wakes, if anybody.
                for waiter in self.waiters.get(&place).cloned().unwrap_or_default() {
                    self.set(draft, &Made::Member(place, waiter), 0);
                    self.set(draft, &Made::Notified(place, waiter), NOTIFIED);
                }
            }
            (Action::Park, _) => {
                let permit = Made::Permit(thread);
                let has_one = self.look(draft, &permit) == 1;
                if has_one {
                    self.set(draft, &permit, 0);
                }
            }
            (Action::Unpark, Location::Thread(target)) => self.set(draft, &Made::Permit(target.0), 1),
            (Action::Start, Location::Thread(target)) => {
                let number = self.look(draft, &Made::Numbers);
                self.set(draft, &Made::Numbers, number + 1);
                self.set(draft, &Made::Life(target.0), STARTED);
                let id = self.trace.steps.len() as StepId;
                self.lane(target.0).start = Some(id);
            }
            (Action::Join, Location::Thread(target)) => {
                self.look(draft, &Made::Life(target.0));
                let life = Made::Life(target.0).place();
                if draft.choice.is_none() {
                    draft.wants = endings(life, None);
                }
            }
            (Action::End, _) => self.set(draft, &Made::Life(thread), ENDED),
            (Action::Interrupt, Location::Thread(target)) => self.interrupt(draft, record, target.0),
            (Action::Initialize | Action::Initialized, _) => {
                let before = self.look(draft, &Made::Classes);
                let after = FxBuildHasher.hash_one((before, place, thread, doing.event.action));
                self.set(draft, &Made::Classes, after | 1);
            }
            _ => {}
        }
    }

    /// A thread that may wait at a monitor is looked at, and no longer waits if it stands before something else after the step. Tells whether that is so.
    fn wakes(&mut self, draft: &mut Draft, record: &Record, monitor: Place, waiter: u32) -> bool {
        let waits = self.look(draft, &Made::Member(monitor, waiter)) == 1;
        let still = record.stands_at(waiter).is_some_and(|stand| stand.is(Action::Wait));
        if waits && !still {
            self.set(draft, &Made::Member(monitor, waiter), 0);
        }
        waits && !still
    }

    /// A thread that waits at a monitor goes on by what it finds there. One that was interrupted does not see whether it has been notified since.
    fn look_what_woke(&mut self, draft: &mut Draft, monitor: Place) {
        let thread = draft.step.thread;
        let is_disturbed = self.flags.contains_key(&thread) && self.look(draft, &Made::Disturbed(thread)) == 1;
        if !is_disturbed {
            self.look(draft, &Made::Notified(monitor, thread));
        }
    }

    /// A thread begins to wait, or to join.
    fn calm(&mut self, draft: &mut Draft, thread: u32) {
        if self.flags.contains_key(&thread) {
            self.set(draft, &Made::Disturbed(thread), 0);
        }
    }

    fn interrupt(&mut self, draft: &mut Draft, record: &Record, target: u32) {
        let mut monitors: Vec<Place> =
            self.waiters.iter().filter(|(_, waiters)| waiters.contains(&target)).map(|(place, _)| *place).collect();
        monitors.sort_unstable();
        for monitor in monitors {
            if self.wakes(draft, record, monitor, target) {
                self.set(draft, &Made::Disturbed(target), 1);
            }
        }
        if self.look(draft, &Made::Joining(target)) == 1 {
            let still = record.stands_at(target).is_some_and(|stand| stand.is(Action::Join));
            if !still {
                self.set(draft, &Made::Joining(target), 0);
                self.set(draft, &Made::Disturbed(target), 1);
            }
        }
        if record.permitted.contains(&target) {
            self.set(draft, &Made::Permit(target), 1);
        }
    }

    /// What ended the path for all, by a thread, is no more than what it stands before: nobody sees what it wrote. Tells where that was.
    fn take_back(&mut self, by: u32) -> FxHashSet<Place> {
        let Some(first) = self.trace.done.iter().rposition(|done| done.choice.is_some()) else {
            return FxHashSet::default();
        };
        debug_assert_eq!(self.trace.steps[first].thread, by);
        self.trace.real = first;
        let mut undone = FxHashSet::default();
        for step in &mut self.trace.steps[first..] {
            undone.extend(step.writes.drain(..).map(|(place, _)| place));
            step.unlocks.clear();
        }
        for &place in &undone {
            let writes = self.trace.steps.iter().rev().flat_map(|step| &step.writes);
            let before = writes.into_iter().find(|(other, _)| *other == place).map(|(_, value)| *value);
            if let Some(value) = before.or(self.initial.get(&place).copied()) {
                self.memory.insert(place, value);
            }
        }
        undone
    }

    /// The lives of those that have ended, each as it was before.
    fn outlived(&self, threads: &[u32]) -> Vec<(Place, Value)> {
        let mut lives = Vec::new();
        for thread in threads.iter().filter(|thread| self.value(&Made::Life(**thread)) == ENDED) {
            let is_started = self.lanes[*thread as usize].start.is_some();
            lives.push((Made::Life(*thread).place(), if is_started { STARTED } else { 0 }));
        }
        lives
    }

    /// Adds what threads stand before. What ended the path for all is no more than that.
    fn end(&mut self, records: &[Record], end: &End<'_>) {
        let last = if end.is_cut { records.last() } else { None };
        let undone = last.map_or_else(FxHashSet::default, |last| self.take_back(last.choice.thread));
        if let Some(last) = last.filter(|last| !last.last_of.is_empty()) {
            self.trace.done[self.trace.real].outlived = self.outlived(&last.last_of);
        }
        for Standing { thread, stand, contents } in end.stands {
            let thread = *thread;
            if last.is_some_and(|last| last.choice.thread == thread) {
                continue;
            }
            let is_started_last = self.lane(thread).start.is_some_and(|start| start as usize >= self.trace.real);
            let is_moved =
                self.trace.threads[thread as usize].last().is_some_and(|step| *step as usize >= self.trace.real);
            if is_started_last || is_moved {
                self.trace.brought.extend(is_access(&stand.event).then_some(stand.event));
            }
            if is_started_last {
                continue;
            }
            for (place, value) in contents {
                self.begin_with(*place, *value);
            }
            let mut draft = self.draft(thread, None, 1);
            self.stand_before(&mut draft, stand);
            match stand.event.action {
                Action::Lock => {
                    draft.step.locks.push(stand.place);
                    if let Some(monitor) = self.lane(thread).waiting
                        && !self.lane(thread).has_left
                    {
                        self.look_what_woke(&mut draft, monitor);
                    }
                }
                Action::Wait => {
                    if let Some(monitor) = self.lane(thread).waiting {
                        self.look_what_woke(&mut draft, monitor);
                        draft.step.locks.push(monitor);
                    } else {
                        self.heed(&mut draft);
                    }
                }
                Action::Sleep => self.heed(&mut draft),
                Action::Notify => self.look_who_waits(&mut draft, Action::Notify, stand.place),
                Action::Initialize => {
                    self.look(&mut draft, &Made::Classes);
                }
                Action::Read | Action::Update | Action::Write => {
                    match stand.event.location {
                        Location::Thread(target) => {
                            self.look(&mut draft, &Made::Life(target.0));
                        }
                        Location::Monitor(_) => {
                            self.look(&mut draft, &Made::Begun(stand.place));
                        }
                        _ => {}
                    }
                    for (place, value) in contents {
                        self.read(&mut draft, *place, (!undone.contains(place)).then_some(*value));
                    }
                }
                _ => {}
            }
            self.add(draft);
        }
    }
}

fn is_access(event: &Event) -> bool {
    matches!(event.action, Action::Read | Action::Write | Action::Update)
}

/// What stands for a thread that has done nothing.
fn beginning(thread: u32) -> u64 {
    mix(!u64::from(thread))
}

/// What a thread in a wait can find: that nobody woke it, or who did. One that nobody woke may go on because its time is up or it is interrupted.
fn wakings(notified: Place, disturbed: (Place, Value), flag: Option<Place>) -> Vec<Vec<(Place, Value)>> {
    let mut wakings = [WAITING, NOTIFIED].map(|value| vec![(notified, value)]).to_vec();
    if let Some(flag) = flag {
        wakings.iter_mut().for_each(|waking| waking.push((disturbed.0, 0)));
        wakings.push(vec![disturbed]);
        wakings.push(vec![(notified, WAITING), (flag, 1)]);
    }
    wakings
}

/// What a thread before a join can find: whether the other has ended, and whether it is interrupted itself.
fn endings(life: Place, flag: Option<Place>) -> Vec<Vec<(Place, Value)>> {
    let lives = [ENDED, STARTED, 0].map(|value| (life, value));
    match flag {
        Some(flag) => lives.iter().flat_map(|life| [0, 1].map(|set| vec![*life, (flag, set)])).collect(),
        None => lives.map(|life| vec![life]).to_vec(),
    }
}

/// What stands for a thread's past with one more step, by the way it went and what it saw.
pub(crate) fn history(past: u64, choice: Option<Choice>, seen: &[(Place, Value)]) -> u64 {
    let way = choice.map_or(u64::MAX, |choice| u64::from(choice.alternative));
    let mut history = mix(past ^ mix(way.wrapping_add(0x9e37)));
    for (place, value) in seen {
        history = mix(history.rotate_left(7) ^ FxBuildHasher.hash_one((place, value)));
    }
    history
}
