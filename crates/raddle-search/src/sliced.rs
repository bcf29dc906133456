//! A guest of which only some threads interleave, and those only where it can matter.
//!
//! A thread inside the slice goes on alone until it stands before an operation that is relevant and that does not commute with what
//! another thread inside is known to do; those outside go on only where nobody inside can, one after the other. So what can be chosen
//! depends on the state alone, and states are matched as usual. One transition here is as many of the guest's as there is nothing to
//! choose between.
//!
//! Where a reduction explores the round (`reduce/`), a transition is one thread's. Those outside go on like whoever has to wait for time to pass: all that was done
//! comes before it, and all that is done later after it. So what they do depends on everything, and many of them can share a transition.
//!
//! Elsewhere a thread that stands before its last read is let wait as long as nobody waits for its end: when it reads makes no difference to others,
//! and what it reads is looked at on the side, in every state, without going on from there.

use crate::clocks::Access;
use crate::finding::{Finding, Kind};
use crate::guest::{Choice, Guest, Occasion, Status};
use crate::observer::Observer;
use crate::race::brings_others;
use crate::reduce::touch::{Touch, What, add_event};
use crate::report::{Counters, Progress};
use raddle_vm::event::{Action, Event, Location, Site};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Steps of a thread after which another gets its turn, though there is nothing to choose: it may go round for ever.
const PATIENCE: u32 = 100;
/// Steps of a transition at most.
const MOST_STEPS: u32 = 2_000;

/// What a thread did at a place, and at which spot of the code, if that is one that may not matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Doing {
    pub thread: u32,
    pub what: What,
    pub spot: Option<u32>,
}

impl Doing {
    /// Whether two threads' doings at one place do not commute. What one thread does to itself is ordered by its start and end.
    pub fn conflicts(&self, other: &Doing) -> bool {
        self.thread != other.thread && (self.what.conflicts(other.what) || other.what.conflicts(self.what))
    }

    /// Whether it can matter to what is looked for.
    pub fn is_relevant(&self, relevant: &FxHashSet<u32>) -> bool {
        self.spot.is_none_or(|spot| relevant.contains(&spot))
    }
}

/// What was seen of a program so far, on whatever path.
#[derive(Default, Debug)]
pub(crate) struct Known {
    /// By place.
    pub doings: BTreeMap<u64, Vec<Doing>>,
    /// The spots each thread was seen at.
    pub spots: BTreeMap<u32, BTreeSet<u32>>,
    /// The threads that wrote a place after they had read it: what they write may be more than was there.
    pub adds: FxHashSet<(u32, u64)>,
    /// The threads that did something that matters to everything.
    pub all: BTreeSet<u32>,
    /// The threads that were started, and by whom.
    pub started: BTreeMap<u32, BTreeSet<u32>>,
    /// The threads that can go on in several ways, and those that came to their end on some path.
    pub choosers: BTreeSet<u32>,
    pub ended: BTreeSet<u32>,
    /// Whether a path was given up, or a thread died of an exception: whoever goes on too far then takes something away from all others.
    pub breaks_off: bool,
    /// The threads that could go on in some state.
    pub able: BTreeSet<u32>,
    /// The spots where a thread read and did not come to its end by that alone.
    pub lively: FxHashSet<u32>,
    pub round: ThisRound,
}

/// What is known only of the round that is being gone through.
#[derive(Default, Debug)]
pub(crate) struct ThisRound {
    /// The spots a thread was let wait at, as if its read there were its last.
    waited_at: FxHashSet<u32>,
    /// At one of those it was not: the round is left, since another has to be made.
    is_void: bool,
    /// Different states that were looked at on the side, and transitions to them.
    pub aside: FxHashSet<u128>,
    pub transitions_aside: u64,
}

impl Known {
    fn note(&mut self, place: u64, doing: Doing) {
        let known = self.doings.entry(place).or_default();
        if !known.contains(&doing) {
            let reads = known.iter().any(|other| other.thread == doing.thread && other.what == What::Read);
            known.push(doing);
            if doing.what == What::Write && reads {
                self.adds.insert((doing.thread, place));
            }
        }
    }

    /// Some threads, those that start them, and so on: one outside would be late.
    pub fn with_starters(&self, mut threads: BTreeSet<u32>) -> BTreeSet<u32> {
        let mut work: Vec<u32> = threads.iter().copied().collect();
        while let Some(thread) = work.pop() {
            let starters = self.started.get(&thread).into_iter().flatten();
            work.extend(starters.filter(|starter| threads.insert(**starter)));
        }
        threads
    }

    /// The spots somebody was seen at.
    pub fn reached(&self) -> FxHashSet<u32> {
        self.spots.values().flatten().copied().collect()
    }

    /// What can matter and does not commute with something of another thread that can matter, both by threads that take part; by place.
    pub fn conflicts(&self, relevant: &FxHashSet<u32>, takes_part: impl Fn(u32) -> bool) -> Conflicts {
        let mut conflicts = Conflicts::new();
        for (place, doings) in &self.doings {
            let part = doings.iter().filter(|doing| takes_part(doing.thread) && doing.is_relevant(relevant));
            let part: Vec<Doing> = part.copied().collect();
            let met = part.iter().filter(|doing| part.iter().any(|other| doing.conflicts(other)));
            let met: BTreeSet<Doing> = met.copied().collect();
            if !met.is_empty() {
                conflicts.insert(*place, met);
            }
        }
        conflicts
    }
}

/// What does not commute, by place.
pub(crate) type Conflicts = BTreeMap<u64, BTreeSet<Doing>>;

/// Which threads interleave, and where.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// Whether the round is explored by a reduction: a transition is one thread's, unless it is of those outside, and nobody is let wait.
    pub is_reduced: bool,
    /// The threads inside.
    pub threads: BTreeSet<u32>,
    /// Whether all others are inside, too.
    pub everybody: bool,
    /// Whether everything counts that is done inside.
    pub everywhere: bool,
    /// The spots that can matter.
    pub relevant: FxHashSet<u32>,
    /// What threads inside do that does not commute.
    pub conflicts: Conflicts,
    /// The spots that were known not to be a thread's last when the round began.
    pub lively: FxHashSet<u32>,
}

impl Plan {
    pub fn is_inside(&self, thread: u32) -> bool {
        self.everybody || self.threads.contains(&thread)
    }

    fn meets(&self, thread: u32, touch: Touch) -> bool {
        let doing = Doing { thread, what: touch.what, spot: None };
        let known = self.conflicts.get(&touch.place);
        touch == Touch::ALL || known.is_some_and(|known| known.iter().any(|other| doing.conflicts(other)))
    }
}

pub(crate) fn held(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether it is about elements of which it is not known how many there are before it is done.
fn is_copy(event: &Event) -> bool {
    matches!(event.location, Location::Elements { .. })
}

/// A guest that goes by a plan.
pub(crate) struct Sliced<G> {
    pub guest: G,
    plan: Arc<Plan>,
    known: Arc<Mutex<Known>>,
    /// The events of the last transition, and where the program was at each.
    events: Vec<Event>,
    seen: Vec<Site>,
    /// The guest's own choices since somebody asked for them to be kept.
    pub path: Option<Vec<Choice>>,
    possible: Vec<Choice>,
    touches: Vec<Touch>,
    came_to: Vec<u32>,
    /// Whether the last transition moved the clock.
    moved_time: bool,
    /// Whether it was noted what threads stand before in the root state.
    has_begun: bool,
    /// Who can wait in this state, if that was looked at.
    waiting: Option<Vec<Choice>>,
}

impl<G: Guest> Sliced<G> {
    pub fn new(guest: G, plan: Arc<Plan>, known: Arc<Mutex<Known>>) -> Sliced<G> {
        Sliced {
            guest,
            plan,
            known,
            events: Vec::new(),
            seen: Vec::new(),
            path: None,
            possible: Vec::new(),
            touches: Vec::new(),
            came_to: Vec::new(),
            moved_time: false,
            has_begun: false,
            waiting: None,
        }
    }

    /// Looks which choices the guest has.
    fn look_at_all(&mut self) {
        self.possible.clear();
        self.guest.choices(&mut self.possible);
        held(&self.known).able.extend(self.possible.iter().map(|choice| choice.thread));
    }

    /// Looks which choices the threads have whose turn it is.
    fn look(&mut self) {
        self.look_at_all();
        let plan = &self.plan;
        if self.possible.iter().any(|choice| plan.is_inside(choice.thread)) {
            self.possible.retain(|choice| plan.is_inside(choice.thread));
            self.let_wait();
        } else if let Some(first) = self.possible.first().map(|choice| choice.thread) {
            self.possible.retain(|choice| choice.thread == first);
            if self.possible.len() > 1 {
                held(&self.known).choosers.insert(first);
            }
        }
    }

    /// Takes those away from the choices who can wait, unless nobody else can go on.
    fn let_wait(&mut self) {
        let mut last = self.possible.clone();
        last.retain(|choice| self.is_before_last_read(*choice));
        if last.is_empty() {
            return;
        }
        let waiting = match self.waiting.take() {
            Some(waiting) => waiting,
            None => self.look_aside(&last),
        };
        self.possible.retain(|choice| !waiting.contains(choice));
        if self.possible.is_empty() {
            self.possible.extend(waiting.first());
        }
        self.waiting = Some(waiting);
    }

    /// Whether a thread stands before a read after which none was ever seen to do anything but end.
    fn is_before_last_read(&mut self, choice: Choice) -> bool {
        let thread = choice.thread;
        let is_other = |other: &Choice| other.thread == thread && *other != choice;
        if self.plan.is_reduced || self.plan.everywhere || self.possible.iter().any(is_other) {
            return false;
        }
        let is_read = |event: &Event| event.action == Action::Read && event.location.is_memory() && !is_copy(event);
        let Some(event) = self.guest.pending(thread).filter(is_read) else {
            return false;
        };
        let spot = self.guest.spot(event.site).filter(|spot| !self.plan.lively.contains(spot));
        held(&self.known).round.waited_at.extend(spot);
        spot.is_some()
    }

    /// Looks what comes of it if threads read what is there for their last, and which of them can wait: all of those can end without
    /// making a difference to anybody.
    fn look_aside(&mut self, last: &[Choice]) -> Vec<Choice> {
        let root = self.guest.mark();
        let mut waiting = Vec::new();
        for choice in last {
            let before = self.able_but(choice.thread);
            let mark = self.guest.mark();
            let goes_on = self.watch(*choice) == Status::Running;
            held(&self.known).round.transitions_aside += 1;
            if goes_on && !self.has_others_in_mind(choice.thread) && self.able_but(choice.thread) == before {
                waiting.push(*choice);
            } else {
                self.guest.rewind(&mark);
            }
        }
        let state = self.guest.fingerprint();
        self.guest.rewind(&root);
        if !waiting.is_empty() {
            held(&self.known).round.aside.insert(state);
        }
        waiting
    }

    /// The choices of all threads but one.
    fn able_but(&mut self, thread: u32) -> Vec<Choice> {
        let mut able = Vec::new();
        self.guest.choices(&mut able);
        able.retain(|choice| choice.thread != thread);
        able
    }

    /// Whether what the last transition did, but for the read that it began with, makes a difference to what another thread stands before, and does
    /// not just lead that one on to something else it has to wait for.
    fn has_others_in_mind(&mut self, thread: u32) -> bool {
        let events: Vec<Event> = self.guest.events().to_vec();
        let is_own = |event: &Event| event.thread.0 == thread;
        if events.iter().any(|event| !is_own(event) && event.action != Action::Join) {
            return true;
        }
        let mut done = Vec::new();
        for event in events.iter().filter(|event| event.action != Action::Read) {
            add_event(&mut self.guest, event, &mut done);
        }
        let takes_part = |other: u32| events.iter().any(|event| event.thread.0 == other);
        (0..self.guest.threads()).filter(|other| !takes_part(*other)).any(|other| {
            self.touches.clear();
            if let Some(event) = self.guest.pending(other) {
                add_event(&mut self.guest, &event, &mut self.touches);
            }
            self.touches.iter().any(|touch| *touch == Touch::ALL || done.iter().any(|done| done.conflicts(*touch)))
        })
    }

    /// Whether a thread inside stands before something that others inside may have to come before or after.
    fn stops(&mut self, thread: u32) -> bool {
        let Some(event) = self.guest.pending(thread).filter(|_| !self.plan.everywhere) else { return true };
        let is_simple = match event.action {
            Action::Read | Action::Write | Action::Update => event.location.is_memory() && !is_copy(&event),
            Action::Lock | Action::Unlock | Action::Start => true,
            _ => false,
        };
        if !is_simple {
            return true;
        }
        if self.guest.spot(event.site).is_some_and(|spot| !self.plan.relevant.contains(&spot)) {
            return false;
        }
        self.touches.clear();
        add_event(&mut self.guest, &event, &mut self.touches);
        self.touches.iter().any(|touch| self.plan.meets(thread, *touch))
    }

    /// One transition of the guest's.
    fn step(&mut self, choice: Choice) -> Status {
        if let Some(path) = &mut self.path {
            path.push(choice);
        }
        let status = self.watch(choice);
        self.came_to.clear();
        self.came_to.extend(self.guest.came_to());
        self.moved_time |= self.guest.moved_time();
        for index in 0..self.guest.events().len() {
            self.seen.push(self.guest.seen(index));
            self.events.push(self.guest.events()[index]);
        }
        self.waiting = None;
        status
    }

    /// One transition of the guest's, of which it is noted what was done.
    fn watch(&mut self, choice: Choice) -> Status {
        let status = self.guest.take(choice);
        match &status {
            Status::Ignored => held(&self.known).breaks_off = true,
            Status::Violated(finding) if finding.kind == Kind::Exception => held(&self.known).breaks_off = true,
            // The program ends for threads it does not wait for: whoever comes last decides what these come to.
            Status::Ended | Status::Violated(_) if self.able_but(choice.thread).is_empty() => {
                let leaves_others = (0..self.guest.threads()).any(|thread| self.guest.pending(thread).is_some());
                held(&self.known).breaks_off |= leaves_others;
            }
            _ => {}
        }
        let goes_on = matches!(status, Status::Running | Status::Ended);
        let is_quiet =
            self.plan.is_reduced || goes_on && self.guest.came_to().is_empty() && self.has_only_read(choice.thread);
        for index in 0..self.guest.events().len() {
            let event = self.guest.events()[index];
            self.note(&event);
            if let Some(spot) = self.guest.spot(event.site) {
                let mut known = held(&self.known);
                known.spots.entry(event.thread.0).or_default().insert(spot);
                if !is_quiet && event.action == Action::Read && known.lively.insert(spot) {
                    known.round.is_void |= known.round.waited_at.contains(&spot);
                }
            }
        }
        // What is waited for may never be got: that it was asked for counts as well.
        if brings_others(&self.guest, choice.thread) {
            (0..self.guest.threads()).for_each(|thread| self.note_pending(thread));
        } else {
            self.note_pending(choice.thread);
        }
        status
    }

    /// Whether all a thread did in the last transition was to read once and to end.
    fn has_only_read(&self, thread: u32) -> bool {
        let own = self.guest.events().iter().filter(|event| event.thread.0 == thread);
        own.map(|event| event.action).eq([Action::Read, Action::End])
    }

    fn note_pending(&mut self, thread: u32) {
        if let Some(event) = self.guest.pending(thread).filter(|event| !is_copy(event)) {
            self.note(&event);
        }
    }

    /// Notes what an event touches.
    fn note(&mut self, event: &Event) {
        let (thread, spot) = (event.thread.0, self.guest.spot(event.site));
        self.touches.clear();
        add_event(&mut self.guest, event, &mut self.touches);
        let mut known = held(&self.known);
        match (event.action, event.location) {
            (Action::Start, Location::Thread(other)) => {
                known.started.entry(other.0).or_default().insert(thread);
            }
            (Action::End, _) => {
                known.ended.insert(thread);
            }
            _ => {}
        }
        for touch in &self.touches {
            if *touch == Touch::ALL {
                known.all.insert(thread);
            } else {
                known.note(touch.place, Doing { thread, what: touch.what, spot });
            }
        }
        if let (Action::Update, Some(touch)) = (event.action, self.touches.first()) {
            known.adds.insert((thread, touch.place));
        }
    }

    /// How to go on after a step of a thread, if there is nothing to choose. `turn` is how many steps it has gone.
    fn forced(&mut self, thread: u32, turn: &mut u32) -> Option<Choice> {
        self.look_at_all();
        let mut own = self.possible.iter().filter(|choice| choice.thread == thread);
        let (first, more) = (own.next().copied(), own.next().is_some());
        let is_inside = self.plan.is_inside(thread);
        if let Some(first) = first
            && *turn < PATIENCE
        {
            if more {
                held(&self.known).choosers.insert(thread);
                return None;
            }
            if !is_inside || !self.stops(thread) {
                return Some(first);
            }
        }
        let tired = *turn >= PATIENCE;
        *turn = 0;
        self.look();
        match self.possible[..] {
            // A reduction has to know of each place where a thread inside stops, also if no other could go on there.
            [next, ..] if self.plan.is_reduced && (is_inside || self.plan.is_inside(next.thread)) => None,
            [only] if !tired || only.thread != thread => Some(only),
            // Nobody inside can go on, and this thread has had its turn.
            [next, ..] if !is_inside && !self.plan.is_inside(next.thread) => self.next_outside(thread),
            _ => None,
        }
    }

    /// The first thread outside after another, round and round, as it first can go on.
    fn next_outside(&mut self, after: u32) -> Option<Choice> {
        self.look_at_all();
        let later = self.possible.iter().find(|choice| choice.thread > after);
        let next = later.or(self.possible.first()).copied()?;
        if self.possible.iter().any(|choice| choice.thread == next.thread && *choice != next) {
            held(&self.known).choosers.insert(next.thread);
        }
        Some(next)
    }
}

impl<G: Guest> Guest for Sliced<G> {
    type Mark = G::Mark;
    type Snapshot = G::Snapshot;

    fn choices(&mut self, into: &mut Vec<Choice>) {
        self.look();
        if !held(&self.known).round.is_void {
            into.extend(&self.possible);
        }
    }

    /// A thread outside goes on only where nobody inside can.
    fn occasion(&mut self, choice: Choice) -> Occasion {
        if self.plan.is_inside(choice.thread) { self.guest.occasion(choice) } else { Occasion::Idle }
    }

    fn spurious(&self) -> Option<u32> {
        self.guest.spurious()
    }

    fn moved_time(&self) -> bool {
        self.moved_time
    }

    fn take(&mut self, choice: Choice) -> Status {
        self.moved_time = false;
        self.events.clear();
        self.seen.clear();
        self.came_to.clear();
        if held(&self.known).round.is_void {
            return Status::Ended;
        }
        if !self.has_begun {
            self.has_begun = true;
            // Who wakes up without cause needs others who could go on, whatever they would do.
            held(&self.known).breaks_off |= self.guest.spurious().is_some();
            (0..self.guest.threads()).for_each(|thread| self.note_pending(thread));
        }
        let (mut next, mut turn) = (choice, 0);
        for _ in 0..MOST_STEPS {
            let status = self.step(next);
            if status != Status::Running {
                return status;
            }
            turn += 1;
            match self.forced(next.thread, &mut turn) {
                Some(choice) => next = choice,
                None => break,
            }
        }
        Status::Running
    }

    fn events(&self) -> &[Event] {
        &self.events
    }

    fn seen(&self, event: usize) -> Site {
        self.seen[event]
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

    fn spot(&mut self, site: Site) -> Option<u32> {
        self.guest.spot(site)
    }

    fn came_to(&self) -> &[u32] {
        &self.came_to
    }

    fn stuck(&mut self) -> Option<Finding> {
        let is_void = held(&self.known).round.is_void;
        if is_void { None } else { self.guest.stuck() }
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

    fn mark(&mut self) -> G::Mark {
        self.guest.mark()
    }

    fn rewind(&mut self, mark: &G::Mark) {
        self.waiting = None;
        self.guest.rewind(mark);
    }

    fn snapshot(&mut self) -> G::Snapshot {
        self.guest.snapshot()
    }

    fn load(&mut self, snapshot: &G::Snapshot) {
        self.waiting = None;
        self.guest.load(snapshot);
    }

    fn fingerprint(&mut self) -> u128 {
        self.guest.fingerprint()
    }

    fn names(&self) -> u64 {
        self.guest.names()
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

    fn snapshot_bytes(snapshot: &G::Snapshot) -> u64 {
        G::snapshot_bytes(snapshot)
    }

    fn marks_bytes(&self) -> u64 {
        self.guest.marks_bytes()
    }
}

/// Lets an observer of guests look on, round after round.
pub(crate) struct Through<'a, O> {
    pub observer: &'a O,
    /// What earlier rounds counted.
    pub before: Counters,
}

impl<G: Guest, O: Observer<G>> Observer<Sliced<G>> for Through<'_, O> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        let mut counters = self.before;
        counters.add(&progress.counters);
        self.observer.progress(&Progress { counters, ..*progress })
    }

    fn end(&self, guest: &mut Sliced<G>) {
        self.observer.end(&mut guest.guest);
    }
}
