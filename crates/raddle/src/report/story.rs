//! A trace as a person reads it: which of its events matter, which led to which, and in what runs it is told.

use std::collections::{HashMap, HashSet};

use crate::trace::{Action, Event, Place, Trace};

/// The position of an event in a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct At {
    /// Which step.
    pub step: usize,
    /// Which of its events.
    pub event: usize,
}

/// Two events of different threads, the second of which could not have been as it was without the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The first.
    pub from: At,
    /// The second.
    pub to: At,
    /// Why.
    pub kind: ArrowKind,
}

/// Why an event needed another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrowKind {
    /// It read what the other wrote.
    ReadsFrom,
    /// It took a monitor the other released.
    Lock,
    /// It was woken by it: a notification, an unpark, an interrupt.
    Wake,
    /// Its thread was started by it.
    Start,
    /// It waited for the thread that ended there.
    Join,
}

impl ArrowKind {
    /// Its name in the page.
    pub fn name(self) -> &'static str {
        match self {
            ArrowKind::ReadsFrom => "reads-from",
            ArrowKind::Lock => "lock",
            ArrowKind::Wake => "wake",
            ArrowKind::Start => "start",
            ArrowKind::Join => "join",
        }
    }
}

/// All events with their positions and threads, in order.
fn events(trace: &Trace) -> impl Iterator<Item = (At, u32, &Event)> {
    trace.steps.iter().enumerate().flat_map(|(step, taken)| {
        taken.events.iter().enumerate().map(move |(event, done)| (At { step, event }, taken.thread, done))
    })
}

/// Which events a person needs to follow the trace; the others are of places that only one thread touches, or that nobody
/// changes. The threads' last positions count: a monitor somebody waits for matters to its owner.
pub fn matters(trace: &Trace) -> HashSet<At> {
    let mut touched: HashMap<&str, HashSet<u32>> = HashMap::new();
    let mut changed: HashSet<&str> = HashSet::new();
    let mut joined: HashSet<&str> = HashSet::new();
    for (_, thread, event) in events(trace) {
        touched.entry(&event.location).or_default().insert(thread);
        if event.action != Action::Read {
            changed.insert(&event.location);
        }
        if event.action == Action::Join {
            joined.insert(&event.location);
        }
    }
    for stand in &trace.stands {
        if let Some(location) = &stand.location {
            touched.entry(location).or_default().insert(stand.thread);
            changed.insert(location);
        }
    }
    let needed = |event: &Event| match event.action {
        Action::Start | Action::Interrupt | Action::Choose => true,
        Action::End => joined.contains(event.location.as_str()),
        _ => touched[event.location.as_str()].len() > 1 && changed.contains(event.location.as_str()),
    };
    events(trace).filter(|(_, _, event)| needed(event)).map(|(at, _, _)| at).collect()
}

/// What is remembered of the events so far to find where arrows begin.
#[derive(Default)]
struct Origins<'a> {
    writes: HashMap<&'a str, (At, u32)>,
    releases: HashMap<&'a str, (At, u32)>,
    unparks: HashMap<&'a str, (At, u32)>,
    ends: HashMap<&'a str, (At, u32)>,
    /// For each thread in a `wait`, the monitor.
    waiting: HashMap<u32, &'a str>,
    /// For each thread, what woke it and is not answered yet.
    woken: HashMap<u32, At>,
    /// For each thread that has done nothing yet, where it was started.
    started: HashMap<u32, At>,
}

/// The arrows between events of different threads.
pub fn arrows(trace: &Trace) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    let mut origins = Origins::default();
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for thread in trace.threads.iter().rev() {
        if let Some(parent) = thread.started_by {
            children.entry(parent).or_default().push(thread.id);
        }
    }
    for (at, thread, event) in events(trace) {
        origins.end_arrows(at, thread, event, &mut arrows);
        if event.action == Action::Start {
            // A parent starts its children in the order of their numbers.
            let next = children.get_mut(&thread).and_then(|left| match event.peer {
                Some(peer) => left.iter().position(|child| *child == peer).map(|index| left.remove(index)),
                None => left.pop(),
            });
            if let Some(child) = next {
                origins.started.insert(child, at);
            }
        }
        origins.begin_arrows(at, thread, event);
    }
    arrows
}

impl<'a> Origins<'a> {
    /// Adds the arrows that end at an event.
    fn end_arrows(&mut self, at: At, thread: u32, event: &'a Event, arrows: &mut Vec<Arrow>) {
        let mut add = |kind, from| arrows.push(Arrow { from, to: at, kind });
        if let Some(from) = self.started.remove(&thread) {
            add(ArrowKind::Start, from);
        }
        if let Some(from) = self.woken.remove(&thread) {
            add(ArrowKind::Wake, from);
        }
        let (origins, kind) = match event.action {
            Action::Read | Action::Update => (&self.writes, ArrowKind::ReadsFrom),
            Action::Lock => (&self.releases, ArrowKind::Lock),
            Action::Park => (&self.unparks, ArrowKind::Wake),
            Action::Join => (&self.ends, ArrowKind::Join),
            _ => return,
        };
        if let Some((from, other)) = origins.get(event.location.as_str())
            && *other != thread
        {
            add(kind, *from);
        }
    }

    /// Remembers an event from which arrows may begin.
    fn begin_arrows(&mut self, at: At, thread: u32, event: &'a Event) {
        let location = event.location.as_str();
        match event.action {
            Action::Write | Action::Update => {
                self.writes.insert(location, (at, thread));
            }
            Action::Unlock => {
                self.releases.insert(location, (at, thread));
            }
            Action::Wait => {
                self.releases.insert(location, (at, thread));
                self.waiting.insert(thread, location);
            }
            Action::Lock => {
                self.waiting.remove(&thread);
            }
            Action::Notify | Action::NotifyAll => {
                let all = event.action == Action::NotifyAll;
                let called = |waiter: &u32| all || event.peer.is_none_or(|peer| peer == *waiter);
                let waiters = self.waiting.iter().filter(|(waiter, monitor)| **monitor == location && called(waiter));
                let mut waiters: Vec<u32> = waiters.map(|(waiter, _)| *waiter).collect();
                waiters.sort_unstable();
                waiters.truncate(if all { usize::MAX } else { 1 });
                for waiter in waiters {
                    self.waiting.remove(&waiter);
                    self.woken.insert(waiter, at);
                }
            }
            Action::Unpark => {
                self.unparks.insert(location, (at, thread));
            }
            Action::Interrupt => {
                if let Some(peer) = event.peer.filter(|peer| *peer != thread) {
                    self.woken.insert(peer, at);
                }
            }
            Action::End => {
                self.ends.insert(location, (at, thread));
            }
            _ => {}
        }
    }
}

/// The step whose preemption matters: without any, the threads would have gone one after the other. Which of several
/// decides is not known; the last is what the rest of the trace follows from.
pub fn turning_point(trace: &Trace) -> Option<usize> {
    trace.steps.iter().rposition(|step| step.preempts)
}

/// A part of a trace in which one thread goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Which thread.
    pub thread: u32,
    /// Whether the thread before could have gone on.
    pub preempts: bool,
    /// Whether this is the switch that matters.
    pub turns: bool,
    /// What it does, in order.
    pub rows: Vec<Row>,
}

/// A line of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where in the program.
    pub place: Place,
    /// What is done.
    pub words: String,
    /// How often in a row.
    pub times: usize,
}

/// The longest group of rows that is recognised when it repeats: a loop that spins.
const LONGEST_LOOP: usize = 6;

/// The runs of a trace with only what matters, or with every event.
pub fn runs(trace: &Trace, every: bool) -> Vec<Run> {
    let told = |(run, events): (Run, Vec<(At, &Event)>)| {
        let rows = if every {
            events.iter().map(|(_, event)| full_row(event)).collect()
        } else {
            calls(&events).map(folded).collect()
        };
        Run { rows: collapsed(rows), ..run }
    };
    bare_runs(trace, every).into_iter().map(told).collect()
}

/// The events that [`runs`] tells when it is not asked for every one.
pub fn told(trace: &Trace) -> HashSet<At> {
    let runs = bare_runs(trace, false);
    let calls = runs.iter().flat_map(|(_, events)| calls(events));
    calls.flat_map(|call| summary(call).into_iter().map(|index| call[index].0)).collect()
}

/// The runs without their rows, each with the events shown.
fn bare_runs(trace: &Trace, every: bool) -> Vec<(Run, Vec<(At, &Event)>)> {
    let matters = if every { HashSet::new() } else { matters(trace) };
    let turning = turning_point(trace);
    let mut runs: Vec<(Run, Vec<(At, &Event)>)> = Vec::new();
    // Marks of steps that show nothing are the next shown step's.
    let (mut preempts, mut turns) = (false, false);
    for (step, taken) in trace.steps.iter().enumerate() {
        preempts |= taken.preempts;
        turns |= turning == Some(step);
        let events = taken.events.iter().enumerate().map(|(event, done)| (At { step, event }, done));
        let shown: Vec<(At, &Event)> = events.filter(|(at, _)| every || matters.contains(at)).collect();
        if shown.is_empty() {
            continue;
        }
        match runs.last_mut().filter(|(last, _)| last.thread == taken.thread) {
            Some((_, events)) => events.extend(shown),
            None => runs.push((Run { thread: taken.thread, preempts, turns, rows: vec![] }, shown)),
        }
        (preempts, turns) = (false, false);
    }
    runs
}

/// The events of a run, those of one call into the class library together.
fn calls<'a, 'b>(events: &'b [(At, &'a Event)]) -> impl Iterator<Item = &'b [(At, &'a Event)]> {
    events.chunk_by(|(_, one), (_, next)| one.caller.is_some() && one.caller == next.caller)
}

/// A row for every event, those in the class library with their own place.
fn full_row(event: &Event) -> Row {
    let mut words = words(event);
    if event.caller.is_some() {
        let place = event.place.to_string();
        let (method, line) = place.split_once('(').unwrap_or((&place, ""));
        words.push_str(&format!(" in {}({line}", short_method(method)));
    }
    Row { place: event.seen_at().clone(), words, times: 1 }
}

/// One row for an event, or for what one call into the class library does, at the line that calls.
fn folded(call: &[(At, &Event)]) -> Row {
    let first = call[0].1;
    let words = match &first.caller {
        Some(caller) => {
            let mut told: Vec<String> = summary(call).into_iter().map(|index| words(call[index].1)).collect();
            told.dedup();
            format!("calls {}: {}", short_method(&caller.called), told.join(", "))
        }
        None => words(first),
    };
    Row { place: first.seen_at().clone(), words, times: 1 }
}

/// What a call into the class library comes to: its synchronisation, and the last change it made; where it changed
/// nothing, the last it read.
fn summary(call: &[(At, &Event)]) -> Vec<usize> {
    let last = |wanted: fn(Action) -> bool| call.iter().rposition(|(_, event)| wanted(event.action));
    let access = last(|action| action.is_access() && action != Action::Read).or_else(|| last(Action::is_access));
    (0..call.len()).filter(|index| !call[*index].1.action.is_access() || Some(*index) == access).collect()
}

/// What an event did, in words: `reads Till.total = 3`.
pub fn words(event: &Event) -> String {
    let mut words = event.action.verb().to_owned();
    // Who ends is said already.
    if !event.target.is_empty() && event.action != Action::End {
        words.push(' ');
        words.push_str(&event.target);
    }
    if let Some(value) = &event.value {
        words.push_str(if event.target.is_empty() { " " } else { " = " });
        words.push_str(value);
    }
    words
}

/// A method's name without its package: `ReentrantLock.lock`.
pub fn short_method(method: &str) -> &str {
    let class_end = method.rfind('.').unwrap_or(0);
    method[..class_end].rfind('.').map_or(method, |package_end| &method[package_end + 1..])
}

/// Rows that repeat, one by one or as a group, are told once with how often.
fn collapsed(rows: Vec<Row>) -> Vec<Row> {
    let mut told: Vec<Row> = Vec::new();
    let mut rest = rows.as_slice();
    while let [first, ..] = rest {
        let repeats = |length: &usize| rest.len() >= 2 * length && rest[..*length] == rest[*length..2 * length];
        match (1..=LONGEST_LOOP).find(repeats) {
            Some(length) => {
                let group = &rest[..length];
                let times = rest.chunks(length).take_while(|chunk| *chunk == group).count();
                told.extend(group.iter().map(|row| Row { times, ..row.clone() }));
                rest = &rest[length * times..];
            }
            None => {
                told.push(first.clone());
                rest = &rest[1..];
            }
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::tests::small;
    use crate::trace::{Stand, Step, Thread};

    /// A trace of the main thread and two others, an event a step.
    fn trace(events: &[(u32, Action, &str)]) -> Trace {
        let event = |action: Action, location: &str| Event {
            action,
            target: location.to_owned(),
            location: location.to_owned(),
            value: None,
            plain: false,
            peer: None,
            place: Place::default(),
            caller: None,
        };
        let step = |(thread, action, location): &(u32, Action, &str)| Step {
            thread: *thread,
            events: vec![event(*action, location)],
            ..Step::default()
        };
        let thread = |id| Thread { id, name: format!("T{id}"), started_by: (id > 0).then_some(0) };
        Trace {
            threads: (0..3).map(thread).collect(),
            steps: events.iter().map(step).collect(),
            stands: vec![],
            ..small()
        }
    }

    /// The arrows as pairs of steps.
    fn drawn(trace: &Trace) -> Vec<(usize, usize, ArrowKind)> {
        arrows(trace).into_iter().map(|arrow| (arrow.from.step, arrow.to.step, arrow.kind)).collect()
    }

    /// The steps whose events matter.
    fn kept(trace: &Trace) -> Vec<usize> {
        let mut steps: Vec<usize> = matters(trace).into_iter().map(|at| at.step).collect();
        steps.sort_unstable();
        steps
    }

    #[test]
    fn a_read_comes_from_the_last_write_of_another_thread() {
        use Action::*;
        let trace = trace(&[
            (1, Write, "x"),
            (2, Write, "x"),
            (1, Read, "x"),
            (2, Read, "x"),
            (1, Update, "x"),
            (2, Read, "y"),
        ]);
        assert_eq!(drawn(&trace), [(1, 2, ArrowKind::ReadsFrom), (1, 4, ArrowKind::ReadsFrom)]);
    }

    #[test]
    fn a_lock_comes_from_the_unlock_or_the_wait_that_released_it() {
        use Action::*;
        let trace = trace(&[(1, Lock, "m"), (1, Unlock, "m"), (1, Lock, "m"), (1, Wait, "m"), (2, Lock, "m")]);
        assert_eq!(drawn(&trace), [(3, 4, ArrowKind::Lock)]);
    }

    #[test]
    fn a_waiter_is_woken_by_its_notification() {
        use Action::*;
        let mut trace = trace(&[(1, Wait, "m"), (2, Wait, "m"), (0, Notify, "m"), (0, Unlock, "m"), (2, Lock, "m")]);
        trace.steps[2].events[0].peer = Some(2);
        assert_eq!(drawn(&trace), [(2, 4, ArrowKind::Wake), (3, 4, ArrowKind::Lock)]);
    }

    #[test]
    fn all_waiters_are_woken_by_a_notification_of_all() {
        use Action::*;
        let trace = trace(&[(1, Wait, "m"), (2, Wait, "m"), (0, NotifyAll, "m"), (2, Lock, "m"), (1, Lock, "m")]);
        let woken: Vec<_> = drawn(&trace).into_iter().filter(|(.., kind)| *kind == ArrowKind::Wake).collect();
        assert_eq!(woken, [(2, 3, ArrowKind::Wake), (2, 4, ArrowKind::Wake)]);
    }

    #[test]
    fn starts_joins_and_permits_have_arrows() {
        use Action::*;
        let mut trace = trace(&[
            (0, Start, "T1"),
            (0, Start, "T2"),
            (2, Unpark, "T1"),
            (1, Park, "T1"),
            (1, End, "T1"),
            (0, Join, "T1"),
            (0, Interrupt, "T2"),
            (2, Sleep, ""),
        ]);
        trace.steps[6].events[0].peer = Some(2);
        assert_eq!(
            drawn(&trace),
            [
                (1, 2, ArrowKind::Start),
                (0, 3, ArrowKind::Start),
                (2, 3, ArrowKind::Wake),
                (4, 5, ArrowKind::Join),
                (6, 7, ArrowKind::Wake),
            ]
        );
    }

    #[test]
    fn what_one_thread_keeps_to_itself_or_nobody_changes_does_not_matter() {
        use Action::*;
        let trace =
            trace(&[(1, Write, "own"), (1, Read, "constant"), (2, Read, "constant"), (1, Write, "x"), (2, Read, "x")]);
        assert_eq!(kept(&trace), [3, 4]);
    }

    #[test]
    fn a_lock_somebody_waits_for_matters() {
        use Action::*;
        let mut trace = trace(&[(1, Lock, "m"), (2, Lock, "n"), (1, End, "T1")]);
        assert_eq!(kept(&trace), [] as [usize; 0]);
        trace.stands.push(Stand {
            thread: 2,
            name: "T2".to_owned(),
            state: "waits".to_owned(),
            location: Some("m".to_owned()),
            stack: vec![],
            file: None,
            line: None,
        });
        assert_eq!(kept(&trace), [0]);
    }

    #[test]
    fn steps_that_show_nothing_neither_part_a_run_nor_lose_its_preemption() {
        use Action::*;
        let mut trace =
            trace(&[(1, Write, "x"), (2, Write, "own"), (1, Write, "x"), (2, Write, "own"), (2, Read, "x")]);
        trace.steps[3].preempts = true;
        let runs = runs(&trace, false);
        assert_eq!(
            runs.iter().map(|run| (run.thread, run.preempts, run.rows.len())).collect::<Vec<_>>(),
            [(1, false, 1), (2, true, 1)]
        );
        assert_eq!(runs[0].rows[0].times, 2);
        assert!(runs[1].turns);
    }

    fn row(words: &str, times: usize) -> Row {
        Row { place: Place::default(), words: words.to_owned(), times }
    }

    #[test]
    fn a_loop_is_told_once() {
        let rows = ["a", "b", "c", "b", "c", "b", "c", "d", "d"].map(|words| row(words, 1));
        assert_eq!(collapsed(rows.to_vec()), [row("a", 1), row("b", 3), row("c", 3), row("d", 2)]);
    }

    #[test]
    fn a_method_is_named_without_its_package() {
        assert_eq!(short_method("java.util.concurrent.locks.ReentrantLock.lock"), "ReentrantLock.lock");
        assert_eq!(short_method("Main.run"), "Main.run");
        assert_eq!(short_method("run"), "run");
    }
}
