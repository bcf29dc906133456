//! A Java program as the search sees it: the machine behind the seam of `raddle_search`.

use std::sync::Arc;

use raddle_search::clocks::Access;
use raddle_search::finding::Finding;
use raddle_search::{About, Choice, Guest, Occasion, Status};
use raddle_vm::choices::Step;
use raddle_vm::event::{Event, Location, Site};
use raddle_vm::knowledge::Knowledge;
use raddle_vm::thread::ThreadId;
use raddle_vm::watch::{Callers, Incident, Timeouts};
use raddle_vm::{End, Machine, undo};

use crate::check_options;
use crate::launch_options::LaunchOptions;
use crate::partners::{self, Partners};
use crate::run;
use crate::sequence::{Along, Sequence};
use crate::slice::{Numbers, Spots};
use crate::telling::{self, Namer};

/// A Java program under search.
pub struct JavaGuest {
    /// The machine that runs it.
    pub machine: Machine,
    /// Where watching began, if the program got there.
    base: Option<undo::Mark>,
    /// The first state with something to choose.
    root: Option<undo::Mark>,
    /// What was known when that was found.
    root_revision: u64,
    /// Whether the program is in its root state.
    at_root: bool,
    symmetry: bool,
    /// Whether what was printed is part of a state.
    keeps_output: bool,
    /// The sequence that guides the search, if one does.
    along: Option<Along>,
    /// The numbers of accesses, if somebody asks for them.
    spots: Option<Spots>,
    /// What it is an error to come to, in words, and which of them the last transition came to.
    targets: Vec<String>,
    came_to: Vec<u32>,
    /// What is known without running of accesses that could meet, if anything is.
    partners: Option<partners::Known>,
    /// How the program ended, if it did so before there was anything to choose.
    early: Option<Status>,
}

/// A state to come back to. The root is whatever it is by then: more may be known of where threads have to stop.
pub struct Mark {
    mark: undo::Mark,
    is_root: bool,
}

/// A copied state.
pub struct Snapshot {
    state: Option<undo::Snapshot>,
}

impl JavaGuest {
    /// Boots the machine and goes to where there is first something to choose.
    pub fn new(
        launch: &LaunchOptions,
        conditions: &check_options::Conditions,
        symmetry: bool,
        knowledge: Arc<Knowledge>,
    ) -> Result<JavaGuest, String> {
        let mut machine = run::boot(launch)?;
        let timeouts = match conditions.timeouts {
            check_options::Timeouts::Always => Timeouts::Always,
            check_options::Timeouts::Idle => Timeouts::Idle,
            check_options::Timeouts::Never => Timeouts::Never,
        };
        machine.watch_random(conditions.random_choice);
        machine.watch_spurious(conditions.spurious_wakeups);
        if conditions.real_clock {
            machine.watch_real_clock();
        }
        for (number, target) in conditions.targets.iter().enumerate() {
            for place in &target.at {
                let (method, bytecode) = place
                    .rsplit_once('+')
                    .and_then(|(method, bytecode)| Some((method, bytecode.parse().ok()?)))
                    .ok_or_else(|| format!("{place:?} is no instruction; the trace is damaged"))?;
                machine.aim(method.to_string(), bytecode, number as u32);
            }
        }
        let (base, early) = match machine.begin_search(knowledge, timeouts, symmetry) {
            Ok(base) => (Some(base), None),
            Err(End::Exit(code)) => (None, Some(exit_status(&mut machine, code))),
            Err(End::Fatal(message) | End::Deadlock(message)) => return Err(message),
        };
        let mut guest = JavaGuest {
            machine,
            base,
            root: None,
            root_revision: 0,
            at_root: true,
            symmetry,
            keeps_output: false,
            along: None,
            spots: None,
            targets: conditions.targets.iter().map(|target| target.target.clone()).collect(),
            came_to: Vec::new(),
            partners: None,
            early,
        };
        if guest.machine.is_over() {
            let code = guest.machine.exit_code();
            guest.early = Some(guest.status(Step::Ended(code)));
        } else {
            guest.find_root();
        }
        Ok(guest)
    }

    /// Tells states apart by what was printed on the way, too: else of two paths to a state only one is followed, and what the other printed is never
    /// seen whole.
    pub fn keep_output(mut self) -> JavaGuest {
        self.keeps_output = true;
        self
    }

    /// Follows a sequence of places.
    pub fn guide(mut self, sequence: Arc<Sequence>) -> JavaGuest {
        self.machine.keep_callers(Callers::OfAll);
        self.along = Some(Along::new(sequence));
        self
    }

    /// Numbers accesses.
    pub(crate) fn number(mut self, numbers: Arc<Numbers>) -> JavaGuest {
        self.spots = Some(Spots::new(numbers));
        self
    }

    /// What came of a transition that led to the root's successor, or to another state, where there are targets.
    fn at_target(&mut self, status: Status, was_root: bool) -> Status {
        self.came_to.clear();
        self.came_to.extend(self.machine.came_to());
        if was_root {
            self.came_to.extend(self.machine.came_to_before());
        }
        match (status, self.came_to.first()) {
            (Status::Running | Status::Ended, Some(target)) => {
                Status::Violated(telling::target(&self.targets[*target as usize]))
            }
            (status, _) => status,
        }
    }

    /// Knows which accesses could meet.
    pub fn with_partners(mut self, partners: Arc<Partners>) -> JavaGuest {
        self.partners = Some(partners::Known::new(partners));
        self
    }

    fn find_root(&mut self) {
        let Some(base) = self.base else { return };
        self.root_revision = self.machine.knowledge().revision();
        self.root = Some(self.machine.find_root(&base));
        self.at_root = true;
    }

    /// Goes back to the root state.
    pub fn home(&mut self) {
        if self.machine.knowledge().revision() != self.root_revision {
            return self.find_root();
        }
        if let Some(root) = &self.root {
            self.machine.rewind(root);
        }
        self.at_root = true;
    }

    /// What is wrong where nobody can go on, if anything is.
    pub fn stuck_by(&mut self, namer: &mut Namer) -> Option<Finding> {
        if self.early.is_some() { None } else { telling::deadlock(&mut self.machine, namer) }
    }

    /// What the program printed on this path.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(self.machine.files.output()).into_owned()
    }

    fn status(&mut self, step: Step) -> Status {
        match step {
            Step::Fatal(message) => Status::Failed(message),
            Step::Running | Step::Ended(_) => {
                let incident = self.machine.incident().cloned();
                match (incident, step) {
                    (Some(Incident::Assumption), _) => Status::Ignored,
                    (Some(Incident::Property { message, frames }), _) => {
                        Status::Violated(telling::property(&self.machine, message, &frames))
                    }
                    (Some(Incident::Uncaught { thread, exception }), _) => {
                        Status::Violated(telling::uncaught(&mut self.machine, thread, exception))
                    }
                    (None, Step::Ended(code)) => exit_status(&mut self.machine, code),
                    (None, _) => Status::Running,
                }
            }
        }
    }
}

fn exit_status(machine: &mut Machine, code: i32) -> Status {
    if code == 0 { Status::Ended } else { Status::Violated(telling::exit(machine, code)) }
}

impl Guest for JavaGuest {
    type Mark = Mark;
    type Snapshot = Snapshot;

    fn choices(&mut self, into: &mut Vec<Choice>) {
        if self.early.is_some() {
            // The program is over; that it is so is one step, so that it is told of like any other.
            if self.at_root {
                into.push(Choice::thread(0));
            }
            return;
        }
        self.machine.choices(|thread, alternative| into.push(Choice { thread: thread.0, alternative }));
    }

    fn is_possible(&mut self, choice: Choice) -> bool {
        match self.early {
            Some(_) => self.at_root && choice == Choice::thread(0),
            None => self.machine.is_possible(ThreadId(choice.thread), choice.alternative),
        }
    }

    fn occasion(&mut self, choice: Choice) -> Occasion {
        let (thread, alternative) = (ThreadId(choice.thread), choice.alternative);
        if self.machine.is_idle_timeout(thread, alternative) {
            Occasion::Idle
        } else if self.machine.is_spurious(thread, alternative) {
            Occasion::Company
        } else {
            Occasion::Any
        }
    }

    fn spurious(&self) -> Option<u32> {
        self.machine.spurious()
    }

    fn moved_time(&self) -> bool {
        self.machine.moved_time()
    }

    fn take(&mut self, choice: Choice) -> Status {
        let was_root = std::mem::replace(&mut self.at_root, false);
        if let Some(status) = self.early.clone() {
            return if self.targets.is_empty() { status } else { self.at_target(status, was_root) };
        }
        let thread = ThreadId(choice.thread);
        if let Some(along) = &mut self.along {
            along.leave(&self.machine, thread);
        }
        let step = self.machine.take(thread, choice.alternative);
        if let Some(along) = &mut self.along {
            along.arrive(&mut self.machine, thread);
        }
        let status = if step == Step::Running && self.machine.incident().is_none() {
            Status::Running
        } else {
            self.status(step)
        };
        if self.targets.is_empty() { status } else { self.at_target(status, was_root) }
    }

    fn events(&self) -> &[Event] {
        self.machine.events()
    }

    fn seen(&self, event: usize) -> Site {
        self.machine.event_caller(event).map_or(self.machine.events()[event].site, |(site, _)| site)
    }

    fn place(&mut self, location: Location) -> u64 {
        self.machine.location_key(location)
    }

    fn threads(&self) -> u32 {
        self.machine.threads.len() as u32
    }

    fn is_daemon(&self, thread: u32) -> bool {
        let thread = ThreadId(thread);
        !self.machine.is_system_thread(thread) && self.machine.threads[thread.index()].daemon
    }

    fn pending(&mut self, thread: u32) -> Option<Event> {
        // The class library's own threads stand where they stood when the search began.
        let thread = ThreadId(thread);
        if self.machine.is_system_thread(thread) { None } else { self.machine.pending(thread) }
    }

    fn pending_source(&mut self, thread: u32) -> Option<Event> {
        self.machine.pending_source(ThreadId(thread)).map(|(event, _)| event)
    }

    fn content(&mut self, about: About, element: u32) -> u64 {
        let machine = &self.machine;
        if let About::Event(index) = about
            && element == 0
            && let Some(found) = machine.event_found(index)
        {
            return found;
        }
        let (event, object) = match about {
            About::Event(index) => (Some(machine.events()[index]), machine.event_object(index)),
            About::Pending(thread) => {
                let thread = ThreadId(thread);
                (machine.pending(thread), machine.threads[thread.index()].pending_object)
            }
            About::Source(thread) => match machine.pending_source(ThreadId(thread)) {
                Some((event, object)) => (Some(event), object),
                None => return 0,
            },
        };
        event.map_or(0, |event| machine.content(event.location, object, element))
    }

    fn has_permit(&mut self, thread: u32) -> bool {
        self.machine.threads[thread as usize].permit
    }

    fn is_restless(&mut self, thread: u32) -> bool {
        self.machine.is_restless(ThreadId(thread))
    }

    fn passed(&self, before: u32) -> u32 {
        self.along.as_ref().map_or(before, |along| along.passed(before))
    }

    fn distance(&mut self, thread: u32, place: u32) -> u32 {
        self.along.as_mut().map_or(0, |along| along.distance(&self.machine, ThreadId(thread), place))
    }

    fn spot(&mut self, site: Site) -> Option<u32> {
        self.spots.as_mut().and_then(|spots| spots.number(&self.machine, site))
    }

    fn came_to(&self) -> &[u32] {
        &self.came_to
    }

    fn could_come(&mut self, thread: u32, site: Site) -> bool {
        let id = ThreadId(thread);
        match &mut self.partners {
            Some(partners) => !self.machine.is_system_thread(id) && partners.could_come(&self.machine, id, site),
            None => true,
        }
    }

    fn could_meet(&mut self, one: Site, other: Site) -> bool {
        self.partners.as_mut().is_some_and(|partners| partners.could_meet(&self.machine, one, other))
    }

    fn stuck(&mut self) -> Option<Finding> {
        self.stuck_by(&mut Namer::default())
    }

    fn race(&mut self, one: u32, other: u32) -> Finding {
        telling::race(&mut self.machine, &mut Namer::default(), ThreadId(one), ThreadId(other))
    }

    fn race_with_past(&mut self, past: &Access, thread: u32) -> Finding {
        telling::race_with_past(&mut self.machine, &mut Namer::default(), past, ThreadId(thread))
    }

    fn livelock(&mut self, threads: &[u32]) -> Finding {
        telling::livelock(&mut self.machine, threads)
    }

    #[inline]
    fn mark(&mut self) -> Mark {
        Mark { mark: self.machine.mark(), is_root: self.at_root }
    }

    fn rewind(&mut self, mark: &Mark) {
        if mark.is_root {
            return self.home();
        }
        self.machine.rewind(&mark.mark);
    }

    fn snapshot(&mut self) -> Snapshot {
        match (&self.root, self.at_root) {
            (Some(root), false) => Snapshot { state: Some(self.machine.snapshot(root)) },
            _ => Snapshot { state: None },
        }
    }

    fn snapshot_over(&mut self, old: &mut Snapshot) {
        match (&self.root, &mut old.state) {
            (Some(root), Some(state)) if !self.at_root => self.machine.snapshot_over(root, state),
            _ => *old = self.snapshot(),
        }
    }

    fn load(&mut self, snapshot: &Snapshot) {
        match (&self.root, &snapshot.state) {
            // It is relative to the root it was made with, whatever has been learned since.
            (Some(root), Some(state)) => {
                self.machine.load_snapshot(root, state);
                self.at_root = false;
            }
            _ => self.home(),
        }
    }

    fn fingerprint(&mut self) -> u128 {
        let print = match self.root {
            Some(root) if self.symmetry => self.machine.symmetric_fingerprint(&root),
            Some(_) => self.machine.fingerprint(),
            None => 1 + u128::from(self.at_root),
        };
        if self.keeps_output {
            print.wrapping_add(raddle_vm::fingerprint_of(self.machine.files.output()))
        } else {
            print
        }
    }

    fn numbers_alike(&self) -> bool {
        !self.symmetry
    }

    fn names(&self) -> u64 {
        self.machine.met_names()
    }

    fn canonical(&mut self) -> Vec<u8> {
        let mut state = match self.root {
            Some(root) => self.machine.canonical(&root, self.symmetry),
            None => vec![u8::from(self.at_root)],
        };
        if self.keeps_output {
            state.extend_from_slice(self.machine.files.output());
        }
        state
    }

    fn revision(&self) -> u64 {
        self.machine.knowledge().revision()
    }

    fn knowledge(&self) -> Vec<u8> {
        self.machine.knowledge().lines().join("\n").into_bytes()
    }

    fn learn(&mut self, knowledge: &[u8]) -> Result<(), String> {
        let text = std::str::from_utf8(knowledge).map_err(|_| "what the search knew is damaged".to_string())?;
        self.machine.knowledge().add_lines(text.lines());
        self.find_root();
        Ok(())
    }

    fn instructions(&self) -> u64 {
        self.machine.instructions
    }

    fn snapshot_bytes(snapshot: &Snapshot) -> u64 {
        snapshot.state.as_ref().map_or(8, |state| state.bytes() as u64)
    }

    fn marks_bytes(&self) -> u64 {
        self.machine.journal_bytes() as u64
    }
}
