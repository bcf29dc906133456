//! The machine's state in words: what is wrong in it, where threads stand, what events did.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use raddle_program::class::{ClassId, LoaderId, MethodId, Shape};
use raddle_program::classfile::descriptor::Kind as TypeKind;
use raddle_search::clocks::{Access, Clocks};
use raddle_search::finding::{Finding, Kind};
use raddle_search::race::{conflict, overlap};
use raddle_search::replay::{ReplayError, replay};
use raddle_search::report::Found;
use raddle_search::trail::goes_on;
use raddle_search::{Choice, Guest, Schedule, Status};
use raddle_vm::Machine;
use raddle_vm::event::{Action, Event, Location, Site};
use raddle_vm::heap::Ref;
use raddle_vm::thread::{Next, State, ThreadId};

use crate::java_guest::JavaGuest;
use crate::trace::{self, Caller, Place, Stand, Step, Trace};

/// The finding that a property of the program's own does not hold.
pub fn property(machine: &Machine, message: String, frames: &[(MethodId, u16)]) -> Finding {
    let place = seen_in(machine, frames);
    let message = if message.is_empty() { "a property of the program does not hold".to_string() } else { message };
    Finding {
        kind: Kind::Property,
        cause: format!("property {message} at {place}"),
        message: format!("{message}, at {place}"),
    }
}

/// The finding that a target of `--search slice` is come to.
pub fn target(text: &str) -> Finding {
    Finding { kind: Kind::Property, cause: format!("target {text}"), message: format!("{text} is come to") }
}

/// The finding that the program stops itself with a code that tells of failure.
pub fn exit(machine: &mut Machine, code: i32) -> Finding {
    let place = seen_at(machine, machine.current);
    Finding {
        kind: Kind::Exit,
        message: format!("the program exits with code {code}, at {place}"),
        cause: format!("exit {code} at {place}"),
    }
}

/// The finding that an exception leaves a thread.
pub fn uncaught(machine: &mut Machine, thread: ThreadId, exception: Ref) -> Finding {
    let class = machine.heap.class(exception);
    let kind = kind_of_exception(machine, class);
    let mut text = machine.program.java_name(class);
    let message = machine.reference_field(exception, "detailMessage");
    if !message.is_null() {
        text += &format!(": {}", machine.string(message));
    } else if machine.program.class_name(class) == "java/lang/NullPointerException"
        && let Some(message) = machine.null_message(exception)
    {
        text += &format!(": {message}");
    }
    let frames = machine.stack_trace(exception);
    let place = seen_in(machine, &frames);
    let name = machine.thread_name(thread);
    let what = if kind == Kind::Assertion { "fails in" } else { "leaves" };
    Finding {
        kind,
        message: format!("{text} {what} thread \"{name}\", at {place}"),
        cause: format!("{} at {place}", machine.program.java_name(class)),
    }
}

/// The kind of finding an exception nobody catches is.
fn kind_of_exception(machine: &Machine, class: ClassId) -> Kind {
    let ancestors = &machine.program.class(class).ancestors;
    let is = |name: &str| ancestors.iter().any(|&ancestor| machine.program.class_name(ancestor) == name);
    if is("java/lang/AssertionError") {
        Kind::Assertion
    } else if is("java/lang/IllegalMonitorStateException") || is("java/lang/IllegalThreadStateException") {
        Kind::Monitor
    } else {
        Kind::Exception
    }
}

/// The finding that threads that count can never go on, if there are any.
pub fn deadlock(machine: &mut Machine, namer: &mut Namer) -> Option<Finding> {
    let stuck: Vec<ThreadId> = (0..machine.threads.len())
        .map(|index| ThreadId(index as u32))
        .filter(|id| {
            let thread = &machine.threads[id.index()];
            !thread.daemon && thread.state != State::Ended
        })
        .collect();
    stuck.first()?;
    let cycle = stuck.iter().find_map(|&id| cycle_from(machine, id));
    let told = cycle.clone().unwrap_or_else(|| stuck.clone());
    let sentences: Vec<String> =
        told.iter().map(|&id| format!("\"{}\" {}", machine.thread_name(id), standing(machine, namer, id).0)).collect();
    let mut message = match &cycle {
        Some(_) => sentences.join(", "),
        None => format!(
            "{}, and nobody is left to let {} go on",
            sentences.join(", "),
            if told.len() == 1 { "it" } else { "them" }
        ),
    };
    if told.len() < stuck.len() {
        message += &format!("; {} more thread(s) wait because of that", stuck.len() - told.len());
    }
    let mut places: Vec<String> = told.iter().map(|&id| seen_at(machine, id).to_string()).collect();
    places.sort();
    Some(Finding { kind: Kind::Deadlock, message, cause: format!("deadlock at {}", places.join(" and ")) })
}

/// The threads that wait for each other in a circle, reached from one of them.
fn cycle_from(machine: &Machine, start: ThreadId) -> Option<Vec<ThreadId>> {
    let mut path = vec![start];
    loop {
        let next = waits_for(machine, *path.last()?)?;
        if let Some(place) = path.iter().position(|&id| id == next) {
            return Some(path.split_off(place));
        }
        path.push(next);
    }
}

/// The thread another cannot go on without.
fn waits_for(machine: &Machine, id: ThreadId) -> Option<ThreadId> {
    let thread = &machine.threads[id.index()];
    match (thread.state, thread.next) {
        (State::Blocked(object), _) | (State::Runnable, Next::Enter(object)) => {
            machine.owner(object).map(|(owner, _)| owner).filter(|&owner| owner != id)
        }
        (State::Joining { thread, .. }, _) => Some(thread),
        (State::Initializing(class), _) | (State::Runnable, Next::Initialize(class)) => {
            machine.initializing_thread(class).filter(|&other| other != id)
        }
        _ => None,
    }
}

/// One side of a race: who does what, and where.
struct Side {
    thread: ThreadId,
    verb: &'static str,
    place: Place,
}

/// The finding that the next operations of two threads race.
pub fn race(machine: &mut Machine, namer: &mut Namer, one: ThreadId, other: ThreadId) -> Finding {
    let (first, second) = (next_accesses(machine, one), next_accesses(machine, other));
    let pairs = first.iter().flat_map(|first| second.iter().map(move |second| (first, second)));
    let Some((&(first, _), &(second, object))) =
        pairs.into_iter().find(|(first, second)| conflict(&first.0, &second.0))
    else {
        unreachable!("it is said to race");
    };
    // A single element says more than a range it is in.
    let about = if matches!(first.location, Location::Elements { .. }) { second } else { first };
    let sides = [next_side(machine, one, first), next_side(machine, other, second)];
    race_on(machine, namer, &about, object, sides)
}

/// The finding that the next operation of a thread races with an access that has been.
pub fn race_with_past(machine: &mut Machine, namer: &mut Namer, past: &Access, other: ThreadId) -> Finding {
    let next = next_accesses(machine, other);
    let Some(&(event, object)) = next.iter().find(|(event, _)| conflict(event, &past.event)) else {
        unreachable!("it is said to race");
    };
    let (verb, place) = (trace::Action::from(past.event.action).verb(), place_at(machine, past.seen));
    let sides = [Side { thread: past.event.thread, verb, place }, next_side(machine, other, event)];
    race_on(machine, namer, &past.event, object, sides)
}

/// What a thread's next operation accesses, each with the object it is about.
fn next_accesses(machine: &Machine, id: ThreadId) -> Vec<(Event, Ref)> {
    let thread = &machine.threads[id.index()];
    let pending = thread.pending.map(|event| (event, thread.pending_object));
    pending.into_iter().chain(machine.pending_source(id)).collect()
}

fn next_side(machine: &Machine, thread: ThreadId, event: Event) -> Side {
    Side { thread, verb: trace::Action::from(event.action).verb(), place: seen_at(machine, thread) }
}

/// The finding of a race on what an event is about.
fn race_on(machine: &mut Machine, namer: &mut Namer, about: &Event, object: Ref, sides: [Side; 2]) -> Finding {
    let target = namer.target(machine, about, object);
    // Which object or element it is depends on the path; where in the code does not.
    let field = target.split(" of ").next().unwrap_or_default().split('#').next().unwrap_or_default();
    let mut causes = sides.each_ref().map(|side| format!("{} at {}", side.verb, side.place));
    causes.sort();
    let cause = format!("race on {field}: {}", causes.join(", "));
    let told =
        sides.map(|Side { thread, verb, place }| format!("\"{}\" {verb} at {place}", machine.thread_name(thread)));
    Finding { kind: Kind::Race, message: format!("data race on {target}: {}", told.join(", ")), cause }
}

/// The finding that threads go round for ever.
pub fn livelock(machine: &mut Machine, threads: &[u32]) -> Finding {
    let mut names = Vec::new();
    let mut places = BTreeSet::new();
    for &thread in threads {
        let id = ThreadId(thread);
        let place = seen_at(machine, id);
        names.push(format!("\"{}\" at {place}", machine.thread_name(id)));
        places.insert(place.to_string());
    }
    let verb = if names.len() == 1 { "goes" } else { "go" };
    let places: Vec<String> = places.into_iter().collect();
    Finding {
        kind: Kind::Livelock,
        message: format!("{} {verb} round for ever without getting anywhere", names.join(", ")),
        cause: format!("livelock at {}", places.join(", ")),
    }
}

/// What a thread does, in words that follow its name, and the memory it is about.
fn standing(machine: &mut Machine, namer: &mut Namer, id: ThreadId) -> (String, Option<String>) {
    let thread = &machine.threads[id.index()];
    let (state, next, pending, about) = (thread.state, thread.next, thread.pending, thread.pending_object);
    let timed = if state.deadline().is_some() { ", with a time-out" } else { "" };
    match (state, next) {
        (State::Blocked(object), _) | (State::Runnable, Next::Enter(object)) => {
            let key = format!("monitor {:x}", machine.heap.name(object));
            let what = namer.object(machine, object);
            let held = match machine.owner(object).filter(|(owner, _)| *owner != id) {
                Some((owner, _)) => format!(", held by \"{}\"", machine.thread_name(owner)),
                None => String::new(),
            };
            (format!("wants the monitor of {what}{held}"), Some(key))
        }
        (State::Waiting { object, .. }, _) => {
            let key = format!("monitor {:x}", machine.heap.name(object));
            (format!("waits to be notified on {}{timed}", namer.object(machine, object)), Some(key))
        }
        (State::Parked { .. }, _) | (State::Runnable, Next::Park { .. }) => {
            let thread = machine.threads[id.index()].object;
            let blocker = machine.reference_field(thread, "parkBlocker");
            let on = if blocker.is_null() { String::new() } else { format!(" on {}", namer.object(machine, blocker)) };
            (format!("is parked{on} and waits to be unparked"), Some(format!("thread {}", id.0)))
        }
        (State::Joining { thread, .. }, _) => {
            let name = machine.thread_name(thread);
            (format!("waits for thread \"{name}\" to end{timed}"), Some(format!("thread {}", thread.0)))
        }
        (State::Sleeping { .. }, _) => ("sleeps".to_string(), None),
        (State::Initializing(class), _) | (State::Runnable, Next::Initialize(class)) => {
            let name = machine.program.java_name(class);
            let by = match machine.initializing_thread(class) {
                Some(other) if other != id => {
                    format!("waits for \"{}\" to initialise class {name}", machine.thread_name(other))
                }
                _ => format!("is about to initialise class {name}"),
            };
            (by, Some(format!("class {}", machine.program.class_name(class))))
        }
        (State::Ended, _) => ("has ended".to_string(), None),
        (State::Idle, _) => ("is the class library's own".to_string(), None),
        (State::Runnable, _) => match pending {
            Some(event) => {
                let target = namer.target(machine, &event, about);
                let verb = trace::Action::from(event.action).verb();
                let key = key_of(machine, &event);
                (format!("is about to run: it {verb} {target} next"), Some(key))
            }
            None => ("can run".to_string(), None),
        },
    }
}

/// Where a thread stands in the program's own code, as far as it is in it.
fn seen_at(machine: &Machine, id: ThreadId) -> Place {
    let frames: Vec<(MethodId, u16)> = machine.java_frames(id).collect();
    seen_in(machine, &frames)
}

/// The innermost of some frames that is the program's own, or the innermost at all.
fn seen_in(machine: &Machine, frames: &[(MethodId, u16)]) -> Place {
    let own = frames.iter().find(|(method, _)| is_programs(machine, *method)).or(frames.first());
    own.map(|&(method, bytecode)| place_of(machine, method, bytecode)).unwrap_or_default()
}

/// Whether a method is the program's own and written by somebody.
fn is_programs(machine: &Machine, method: MethodId) -> bool {
    let class = machine.program.class(machine.program.method(method).class);
    let name = machine.program.class_name(machine.program.method(method).class);
    class.loader.0 >= LoaderId::APP.0
        && !class.hidden
        && !name.starts_with("raddle/")
        && name != "gov/nasa/jpf/vm/Verify"
}

/// The place of an instruction.
fn place_at(machine: &Machine, site: Site) -> Place {
    let code = machine.program.method(site.method).code.as_ref();
    let bytecode = code.and_then(|code| code.bytecode.get(site.pc as usize)).copied().unwrap_or(0);
    place_of(machine, site.method, bytecode)
}

fn place_of(machine: &Machine, method: MethodId, bytecode: u16) -> Place {
    let entry = machine.program.method(method);
    Place {
        class: machine.program.java_name(entry.class),
        method: machine.program.symbols.text(entry.name).to_string(),
        file: machine.program.source_file(entry.class),
        line: machine.program.line(method, bytecode).map(u32::from),
    }
}

/// A key that is equal for the same place in memory.
fn key_of(machine: &Machine, event: &Event) -> String {
    match event.location {
        Location::Static(field) => {
            let entry = machine.program.field(field);
            format!("{}.{}", machine.program.class_name(entry.class), machine.program.symbols.text(entry.name))
        }
        Location::Object { name, slot } | Location::Elements { name, slot } => format!("{name:x}.{slot}"),
        Location::Monitor(name) => format!("monitor {name:x}"),
        Location::Thread(id) => format!("thread {}", id.0),
        Location::Class(class) => format!("class {}", machine.program.class_name(class)),
    }
}

/// Gives objects short names: their class, and which of the class they are among those spoken of.
#[derive(Default)]
pub struct Namer {
    numbers: HashMap<u64, u32>,
    counts: HashMap<ClassId, u32>,
}

impl Namer {
    fn object(&mut self, machine: &mut Machine, object: Ref) -> String {
        if object.is_null() {
            return "null".to_string();
        }
        let class = machine.heap.class(object);
        if machine.program.class_name(class) == "java/lang/Class" {
            let described = machine.class_of_mirror(object);
            return format!("class {}", simple(&machine.program.java_name(described)));
        }
        let count = self.counts.entry(class).or_default();
        let number = *self.numbers.entry(machine.heap.name(object)).or_insert_with(|| {
            *count += 1;
            *count
        });
        format!("{}#{number}", simple(&machine.program.external_name(class)))
    }

    /// What an event is done to.
    fn target(&mut self, machine: &mut Machine, event: &Event, object: Ref) -> String {
        match event.location {
            Location::Static(field) => {
                let entry = machine.program.field(field);
                let (class, name) = (entry.class, entry.name);
                format!("{}.{}", simple(&machine.program.java_name(class)), machine.program.symbols.text(name))
            }
            Location::Object { slot, .. } => {
                let class = machine.heap.class(object);
                let whole = self.object(machine, object);
                match machine.program.class(class).shape {
                    Shape::Array(_) => format!("{whole}[{slot}]"),
                    _ => match field_at(machine, class, slot) {
                        Some(field) => {
                            let entry = machine.program.field(field);
                            let (owner, name) = (entry.class, entry.name);
                            let owner = simple(&machine.program.java_name(owner));
                            format!("{owner}.{} of {whole}", machine.program.symbols.text(name))
                        }
                        None => whole,
                    },
                }
            }
            Location::Elements { .. } if object.is_null() => "memory outside the heap".to_string(),
            Location::Elements { slot, .. } => {
                let whole = self.object(machine, object);
                match machine.program.class(machine.heap.class(object)).shape {
                    Shape::Array(_) => format!("{whole}[{slot}..{}]", u64::from(slot) + event.value),
                    _ => whole,
                }
            }
            Location::Monitor(_) if matches!(event.action, Action::Read | Action::Write) => {
                format!("whether {} was started", self.object(machine, object))
            }
            Location::Monitor(_) => self.object(machine, object),
            Location::Thread(id) => format!("thread \"{}\"", machine.thread_name(id)),
            Location::Class(class) => format!("class {}", simple(&machine.program.java_name(class))),
        }
    }

    /// The value of an event, where there is one to show.
    fn value(&mut self, machine: &mut Machine, event: &Event, object: Ref) -> Option<String> {
        if event.action == Action::Choose {
            return Some(event.value.to_string());
        }
        if !matches!(event.action, Action::Read | Action::Write | Action::Update) {
            return None;
        }
        let kind = match event.location {
            Location::Static(field) => machine.program.field(field).kind,
            Location::Object { slot, .. } => {
                let class = machine.heap.class(object);
                match machine.program.class(class).shape {
                    Shape::Array(element) => match machine.program.class(element).shape {
                        Shape::Primitive(kind) => kind,
                        _ => TypeKind::Object,
                    },
                    _ => machine.program.field(field_at(machine, class, slot)?).kind,
                }
            }
            _ => return None,
        };
        let value = event.value;
        Some(match kind {
            TypeKind::Boolean => (value & 1 == 1).to_string(),
            TypeKind::Char => format!("{:?}", char::from_u32(value as u32 & 0xffff).unwrap_or('?')),
            TypeKind::Long => (value as i64).to_string(),
            TypeKind::Float => f32::from_bits(value as u32).to_string(),
            TypeKind::Double => f64::from_bits(value).to_string(),
            TypeKind::Object | TypeKind::Array => self.reference(machine, Ref::from_slot(value)),
            _ => (value as i32).to_string(),
        })
    }

    fn reference(&mut self, machine: &mut Machine, object: Ref) -> String {
        if !object.is_null() && machine.program.class_name(machine.heap.class(object)) == "java/lang/String" {
            let text: String = machine.string(object).chars().take(40).collect();
            return format!("{text:?}");
        }
        self.object(machine, object)
    }
}

fn simple(name: &str) -> String {
    name.rsplit('.').next().unwrap_or(name).to_string()
}

fn field_at(machine: &Machine, class: ClassId, slot: u32) -> Option<raddle_program::class::FieldId> {
    let ancestors = &machine.program.class(class).ancestors;
    let fields = ancestors.iter().flat_map(|&ancestor| machine.program.class(ancestor).fields.iter().copied());
    fields.into_iter().find(|&id| {
        let field = machine.program.field(id);
        !field.is_static() && field.slot == slot
    })
}

/// Why a schedule did not lead to what it was said to.
#[derive(Debug)]
pub enum TellError {
    /// It could not be followed.
    Replay(ReplayError),
    /// The machine could not go on.
    Failed(String),
}

/// What following a schedule showed.
pub struct Told {
    /// The steps.
    pub steps: Vec<Step>,
    /// The threads.
    pub threads: Vec<trace::Thread>,
    /// Where they stand at the end.
    pub stands: Vec<Stand>,
    /// What is wrong at the end, if anything is.
    pub finding: Option<Finding>,
    /// What the program printed before the first step.
    pub before: String,
}

/// Follows a schedule from the root and tells what happens. `wanted` is what is looked for at the end.
pub fn follow(guest: &mut JavaGuest, schedule: &Schedule, wanted: &Finding) -> Result<Told, TellError> {
    guest.home();
    let before = guest.output();
    let mut steps = Vec::new();
    let mut namer = Namer::default();
    let mut printed = before.len();
    let mut finding = None;
    let mut failed = None;
    let mut started_by: BTreeMap<u32, u32> = BTreeMap::new();
    // The thread that ran last, if it could go on.
    let mut running: Option<u32> = None;
    let mut possible = Vec::new();
    let count = schedule.choices.len();
    let is_race = wanted.kind == Kind::Race;
    let mut past = Past::default();
    guest.choices(&mut possible);
    let result = replay(guest, schedule, |guest, index, choice, status| {
        let preempts = running.is_some_and(|running| running != choice.thread);
        if is_race {
            past.take_in(guest, index);
        }
        let events = events(guest, &mut namer, &mut started_by);
        let output = guest.output();
        let fresh = output.get(printed..).unwrap_or_default().to_string();
        printed = output.len();
        steps.push(Step { thread: choice.thread, alternative: choice.alternative, preempts, events, output: fresh });
        possible.clear();
        guest.choices(&mut possible);
        running = Some(choice.thread).filter(|thread| goes_on(guest, *thread, &possible));
        match status {
            // What else is wrong where something races is another finding.
            Status::Violated(_) if is_race => {}
            Status::Violated(found) if found.cause == wanted.cause || index + 1 == count => finding = Some(found),
            Status::Failed(message) => failed = Some(message),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    result.map_err(TellError::Replay)?;
    if let Some(message) = failed {
        return Err(TellError::Failed(message));
    }
    let mut finding = finding.or_else(|| at_end(guest, &mut namer, wanted, &possible));
    let threads = threads(guest, &started_by);
    let mut stands = stands(guest, &mut namer);
    if is_race
        && finding.is_none()
        && let Some((found, access, step)) = past.race(guest, &mut namer, wanted)
    {
        finding = Some(found);
        let earlier = earlier_stand(guest, schedule, &access, step, &steps)?;
        stands.retain(|stand| stand.thread != earlier.thread);
        stands.push(earlier);
        stands.sort_by_key(|stand| stand.thread);
    }
    Ok(Told { steps, threads, stands, finding, before })
}

/// What has been on a path, for races with it.
#[derive(Default)]
struct Past {
    clocks: Clocks,
    /// The plain accesses, each with its step.
    accesses: Vec<(Event, usize)>,
}

impl Past {
    fn take_in(&mut self, guest: &JavaGuest, step: usize) {
        for (index, event) in guest.events().iter().enumerate() {
            self.clocks.take_in(event, guest.seen(index));
            if event.plain {
                self.accesses.push((*event, step));
            }
        }
    }

    /// The race that is wanted, with the access that has been and its step, if something about to happen races so.
    fn race(&self, guest: &mut JavaGuest, namer: &mut Namer, wanted: &Finding) -> Option<(Finding, Access, usize)> {
        (0..guest.threads()).find_map(|thread| {
            let next = next_accesses(&guest.machine, ThreadId(thread));
            next.iter().flat_map(|(event, _)| self.clocks.races(event)).find_map(|access| {
                let found = race_with_past(&mut guest.machine, namer, &access, ThreadId(thread));
                let is_it = |event: &Event| {
                    (event.thread, event.site) == (access.event.thread, access.event.site)
                        && overlap(event, &access.event)
                };
                let (_, step) = self.accesses.iter().rev().find(|(event, _)| is_it(event))?;
                (found.cause == wanted.cause).then_some((found, access, *step))
            })
        })
    }
}

/// Where the thread of an access stood just before it.
fn earlier_stand(
    guest: &mut JavaGuest,
    schedule: &Schedule,
    access: &Access,
    step: usize,
    steps: &[Step],
) -> Result<Stand, TellError> {
    let event = steps[step].events.iter().find(|event| event.plain);
    guest.home();
    let before = Schedule { choices: schedule.choices[..step].to_vec() };
    replay(guest, &before, |_, _, _, _| ControlFlow::Continue(())).map_err(TellError::Replay)?;
    let mut stand = stand(guest, &mut Namer::default(), access.event.thread);
    if let Some(event) = event {
        stand.state = format!("{} {}, at step {}", event.action.verb(), event.target, step + 1);
        stand.location = Some(event.location.clone());
    }
    Ok(stand)
}

/// What is wrong in the state a schedule leads to.
fn at_end(guest: &mut JavaGuest, namer: &mut Namer, wanted: &Finding, possible: &[Choice]) -> Option<Finding> {
    match wanted.kind {
        Kind::Deadlock if possible.is_empty() => guest.stuck_by(namer),
        // Going round is seen by coming back; that the schedule could be followed is what a replay can show.
        Kind::Livelock => Some(wanted.clone()),
        Kind::Race => {
            let mut threads: Vec<u32> = possible.iter().map(|choice| choice.thread).collect();
            threads.dedup();
            for (index, &one) in threads.iter().enumerate() {
                for &other in &threads[index + 1..] {
                    let [first, second] = [one, other].map(|id| next_accesses(&guest.machine, ThreadId(id)));
                    let races = |first: &Event| second.iter().any(|(second, _)| conflict(first, second));
                    if first.iter().any(|(first, _)| races(first)) {
                        let found = race(&mut guest.machine, namer, ThreadId(one), ThreadId(other));
                        if found.cause == wanted.cause {
                            return Some(found);
                        }
                    }
                }
            }
            None
        }
        _ => None,
    }
}

fn events(guest: &mut JavaGuest, namer: &mut Namer, started_by: &mut BTreeMap<u32, u32>) -> Vec<trace::Event> {
    let recorded: Vec<Event> = guest.events().to_vec();
    let machine = &mut guest.machine;
    let mut told = Vec::new();
    for (index, event) in recorded.iter().enumerate() {
        let object = machine.event_object(index);
        let peer = match (event.action, event.location) {
            (Action::Start | Action::Join | Action::Unpark | Action::Interrupt, Location::Thread(id)) => Some(id.0),
            _ => None,
        };
        if event.action == Action::Start
            && let Some(peer) = peer
        {
            started_by.insert(peer, event.thread.0);
        }
        told.push(trace::Event {
            action: event.action.into(),
            target: namer.target(machine, event, object),
            location: key_of(machine, event),
            value: namer.value(machine, event, object),
            plain: event.plain,
            peer,
            place: place_at(machine, event.site),
            caller: machine.event_caller(index).map(|(site, called)| {
                let entry = machine.program.method(called);
                let class = machine.program.java_name(entry.class);
                let called = format!("{class}.{}", machine.program.symbols.text(entry.name));
                Caller { place: place_at(machine, site), called }
            }),
        });
    }
    told
}

fn threads(guest: &mut JavaGuest, started_by: &BTreeMap<u32, u32>) -> Vec<trace::Thread> {
    let machine = &mut guest.machine;
    let own: Vec<u32> =
        (0..machine.threads.len() as u32).filter(|&id| !machine.is_system_thread(ThreadId(id))).collect();
    own.into_iter()
        .map(|id| trace::Thread {
            id,
            name: machine.thread_name(ThreadId(id)),
            started_by: started_by.get(&id).copied().or((id != 0).then_some(0)),
        })
        .collect()
}

fn stands(guest: &mut JavaGuest, namer: &mut Namer) -> Vec<Stand> {
    let machine = &guest.machine;
    let threads: Vec<ThreadId> = machine.threads.iter().map(|thread| thread.id).collect();
    let is_there = |id: &ThreadId| !machine.is_system_thread(*id) && machine.threads[id.index()].state != State::Ended;
    let there: Vec<ThreadId> = threads.into_iter().filter(is_there).collect();
    there.into_iter().map(|id| stand(guest, namer, id)).collect()
}

/// Where a thread stands.
fn stand(guest: &mut JavaGuest, namer: &mut Namer, id: ThreadId) -> Stand {
    let machine = &mut guest.machine;
    let (state, location) = standing(machine, namer, id);
    let stack: Vec<String> =
        machine.java_frames(id).map(|(method, bytecode)| machine.describe_frame(method, bytecode)).collect();
    let seen = seen_at(machine, id);
    Stand { thread: id.0, name: machine.thread_name(id), state, location, stack, file: seen.file, line: seen.line }
}

/// The trace of something found.
pub fn trace(guest: &mut JavaGuest, program: &trace::Program, found: &Found) -> Result<Trace, TellError> {
    let told = follow(guest, &found.schedule, &found.finding)?;
    let mut steps = told.steps;
    if let Some(first) = steps.first_mut() {
        first.output.insert_str(0, &told.before);
    }
    Ok(Trace {
        format: trace::FORMAT,
        raddle: env!("CARGO_PKG_VERSION").to_string(),
        program: program.clone(),
        digest: digests(guest),
        knowledge: guest.machine.knowledge().lines(),
        schedule: found.schedule.clone(),
        // In the trace's names of objects.
        finding: told.finding.filter(|told| told.cause == found.finding.cause).unwrap_or_else(|| found.finding.clone()),
        threads: told.threads,
        steps,
        stands: told.stands,
    })
}

/// The digests of the program's classes used so far.
pub fn digests(guest: &JavaGuest) -> BTreeMap<String, String> {
    let program = &guest.machine.program;
    let mut digests = BTreeMap::new();
    for class in &program.classes {
        if class.loader == LoaderId::APP
            && !class.hidden
            && let Some(file) = &class.file
        {
            let name = program.symbols.text(class.name).replace('/', ".");
            digests.insert(name, trace::digest(file.file()));
        }
    }
    digests
}
