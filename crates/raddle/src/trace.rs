//! Traces: a finding with everything needed to see it again, as a plain value and as a JSON file.
//!
//! The schedule alone replays the finding; what the steps did is kept beside it, so that a trace can be read, drawn and
//! compared without the program.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use raddle_search::Schedule;
use raddle_search::finding::{Finding, Kind};
use serde::{Deserialize, Serialize};

use crate::check_options::Conditions;
use crate::file;
use crate::launch_options::LaunchOptions;

/// The form of the files this version writes. It grows when an older version could misread one.
pub const FORMAT: u32 = 1;

/// A finding and the path to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The form of the file: [`FORMAT`].
    pub format: u32,
    /// The version of Raddle that wrote it.
    pub raddle: String,
    /// What was checked, and how.
    pub program: Program,
    /// For every class of the program that was used, by its name with dots, the [`digest`] of its class file: a changed
    /// program has other schedules, and replaying must say so.
    pub digest: BTreeMap<String, String>,
    /// What the machine had learnt when it recorded the schedule, in lines only it reads.
    pub knowledge: Vec<String>,
    /// The choices that lead to the finding.
    #[serde(with = "schedule_text")]
    pub schedule: Schedule,
    /// What was found.
    #[serde(with = "finding_fields")]
    pub finding: Finding,
    /// The threads that took part, by number.
    pub threads: Vec<Thread>,
    /// What each choice of the schedule did.
    pub steps: Vec<Step>,
    /// Where the threads stand when the property is violated.
    pub stands: Vec<Stand>,
}

/// What was checked, and how: all that replaying has to do alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// How the program was started. The class path is the effective one, whatever the environment said.
    pub launch: LaunchOptions,
    /// The feature number of the JDK whose class library ran: 17 for 17.0.15.
    pub jdk_feature: u32,
    /// What decided which choices there are.
    pub conditions: Conditions,
}

/// A thread of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thread {
    /// Its number in the schedule.
    pub id: u32,
    /// Its Java name.
    pub name: String,
    /// The thread that started it; none for the main thread.
    pub started_by: Option<u32>,
}

/// One transition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The thread that went.
    pub thread: u32,
    /// Which way it went, where there were several.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub alternative: u32,
    /// Whether another thread went before and could have gone on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub preempts: bool,
    /// What others could notice of it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// What the program printed meanwhile.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
}

/// Something another thread could notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What was done.
    pub action: Action,
    /// What it was done to, as a person reads it: `Account.balance of Account#3`.
    pub target: String,
    /// A key that is equal for the same place in memory, and says nothing else.
    pub location: String,
    /// The value read, written or chosen, where there is one to show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether it is an access that orders nothing: neither volatile nor atomic (JLS 17.4.4).
    #[serde(default, skip_serializing_if = "is_false")]
    pub plain: bool,
    /// The thread it is about, where it is about one: started, joined, notified, unparked, interrupted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peer: Option<u32>,
    /// Where in the code.
    #[serde(flatten)]
    pub place: Place,
    /// For a place in the class library, how the program came there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<Caller>,
}

/// How the program came into the class library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caller {
    /// The place in the program.
    #[serde(flatten)]
    pub place: Place,
    /// The method of the library it called there: `java.util.concurrent.locks.ReentrantLock.lock`.
    pub called: String,
}

impl Event {
    /// Where in the program's own code it happened, as far as that is known.
    pub fn seen_at(&self) -> &Place {
        self.caller.as_ref().map_or(&self.place, |caller| &caller.place)
    }
}

/// A place in the code.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The class, by its name with dots.
    pub class: String,
    /// The method's name.
    pub method: String,
    /// The source file's name, if the class file tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, if the class file tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl fmt::Display for Place {
    /// As in a Java stack trace: `shop.Till.pay(Till.java:12)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}(", self.class, self.method)?;
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line})"),
            (Some(file), None) => write!(f, "{file})"),
            (None, _) => f.write_str("Unknown Source)"),
        }
    }
}

/// Where a thread stands at the end of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stand {
    /// The thread.
    pub thread: u32,
    /// Its Java name.
    pub name: String,
    /// What it does, in words that follow its name: `waits for the monitor of Fork#2, held by "P1"`.
    pub state: String,
    /// The key of the place in memory it waits for, as in events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Its frames, innermost first, each as a line of a Java stack trace without `at`.
    pub stack: Vec<String>,
    /// The source file of the innermost frame in the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// What an event did; the machine's own actions, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Action {
    Read,
    Write,
    /// Read and written in one step.
    Update,
    Lock,
    Unlock,
    Wait,
    Notify,
    NotifyAll,
    Park,
    Unpark,
    Start,
    Join,
    Interrupt,
    End,
    Sleep,
    Initialize,
    Initialized,
    Choose,
}

impl Action {
    /// In the words of a report: `writes`, `locks`.
    pub fn verb(self) -> &'static str {
        match self {
            Action::Read => "reads",
            Action::Write => "writes",
            Action::Update => "updates",
            Action::Lock => "locks",
            Action::Unlock => "unlocks",
            Action::Wait => "waits on",
            Action::Notify => "notifies",
            Action::NotifyAll => "notifies all of",
            Action::Park => "parks",
            Action::Unpark => "unparks",
            Action::Start => "starts",
            Action::Join => "joins",
            Action::Interrupt => "interrupts",
            Action::End => "ends",
            Action::Sleep => "sleeps",
            Action::Initialize => "initializes",
            Action::Initialized => "has initialized",
            Action::Choose => "chooses",
        }
    }

    /// Whether it is an access to memory, whose value is of interest.
    pub fn is_access(self) -> bool {
        matches!(self, Action::Read | Action::Write | Action::Update)
    }
}

impl From<raddle_vm::event::Action> for Action {
    fn from(action: raddle_vm::event::Action) -> Action {
        use raddle_vm::event::Action as Vm;
        match action {
            Vm::Read => Action::Read,
            Vm::Write => Action::Write,
            Vm::Update => Action::Update,
            Vm::Lock => Action::Lock,
            Vm::Unlock => Action::Unlock,
            Vm::Wait => Action::Wait,
            Vm::Notify => Action::Notify,
            Vm::NotifyAll => Action::NotifyAll,
            Vm::Park => Action::Park,
            Vm::Unpark => Action::Unpark,
            Vm::Start => Action::Start,
            Vm::Join => Action::Join,
            Vm::Interrupt => Action::Interrupt,
            Vm::End => Action::End,
            Vm::Sleep => Action::Sleep,
            Vm::Initialize => Action::Initialize,
            Vm::Initialized => Action::Initialized,
            Vm::Choose => Action::Choose,
        }
    }
}

/// Why a trace cannot be used; its text is one line that says what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceError(String);

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TraceError {}

/// What of any version's file is read first.
#[derive(Deserialize)]
struct Heading {
    format: Option<u32>,
    raddle: Option<String>,
}

impl Trace {
    /// Reads a trace file.
    pub fn read(path: &Path) -> Result<Trace, TraceError> {
        let name = path.display();
        let bytes = std::fs::read(path).map_err(|error| TraceError(format!("cannot read {name}: {error}")))?;
        Trace::from_json(&bytes).map_err(|error| TraceError(format!("{name} {error}")))
    }

    /// Reads a trace from the content of its file.
    pub fn from_json(bytes: &[u8]) -> Result<Trace, TraceError> {
        const AGAIN: &str = "write it again with raddle check --trace FILE";
        let heading: Heading = serde_json::from_slice(bytes).map_err(|error| match error.classify() {
            serde_json::error::Category::Eof if !bytes.is_empty() => {
                TraceError(format!("is cut off after {} bytes; {AGAIN}", bytes.len()))
            }
            _ => TraceError(format!("is not a trace: {error}; name a file that raddle check --trace wrote")),
        })?;
        let (Some(format), Some(raddle)) = (heading.format, heading.raddle) else {
            return Err(TraceError("is not a trace; name a file that raddle check --trace wrote".to_owned()));
        };
        if format != FORMAT {
            let version = env!("CARGO_PKG_VERSION");
            return Err(TraceError(format!(
                "is a trace of format {format}, written by raddle {raddle}; this is raddle {version}, which reads format {FORMAT}: use the other version, or {AGAIN}"
            )));
        }
        let trace: Trace =
            serde_json::from_slice(bytes).map_err(|error| TraceError(format!("is damaged: {error}; {AGAIN}")))?;
        match trace.contradiction() {
            Some(what) => Err(TraceError(format!("is damaged: {what}; {AGAIN}"))),
            None => Ok(trace),
        }
    }

    /// Writes a trace file; whoever reads it meanwhile finds the old one or the whole new one.
    pub fn write(&self, path: &Path) -> Result<(), TraceError> {
        file::write_whole(path, self.to_json().as_bytes())
            .map_err(|error| TraceError(format!("cannot write {}: {error}", path.display())))
    }

    /// The content of a trace file.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a trace has only strings for keys");
        text.push('\n');
        text
    }

    /// What in it cannot be true of any trace, if anything.
    fn contradiction(&self) -> Option<String> {
        let choices = &self.schedule.choices;
        if self.steps.len() != choices.len() {
            return Some(format!(
                "its schedule has {} choices but it tells of {} steps",
                choices.len(),
                self.steps.len()
            ));
        }
        let differs = |(step, choice): &(&Step, &raddle_search::Choice)| {
            (step.thread, step.alternative) != (choice.thread, choice.alternative)
        };
        if let Some(index) = self.steps.iter().zip(choices).position(|pair| differs(&pair)) {
            return Some(format!("step {} is not the schedule's choice", index + 1));
        }
        let known = |id: u32| self.threads.iter().any(|thread| thread.id == id);
        let stranger = self.steps.iter().map(|step| step.thread).find(|id| !known(*id));
        stranger.map(|id| format!("thread {id} takes steps but is not in its list of threads"))
    }

    /// The name of a thread, as reports say it.
    pub fn thread_name(&self, id: u32) -> String {
        let thread = self.threads.iter().find(|thread| thread.id == id);
        thread.map_or_else(|| format!("thread {id}"), |thread| thread.name.clone())
    }

    /// What the program printed on this path.
    pub fn output(&self) -> String {
        self.steps.iter().map(|step| step.output.as_str()).collect()
    }

    /// How often a thread had to stop that could have gone on.
    pub fn preemptions(&self) -> usize {
        self.steps.iter().filter(|step| step.preempts).count()
    }

    /// Complains when a class of the program is not the one this trace was recorded with. `now` has the digests of the
    /// classes used on the replayed path so far.
    pub fn check_digest(&self, now: &BTreeMap<String, String>) -> Result<(), TraceError> {
        let changed = now.iter().find(|(class, digest)| self.digest.get(*class).is_some_and(|then| then != *digest));
        match changed {
            Some((class, _)) => Err(TraceError(format!(
                "the program has changed since the trace was written: class {class} is another; check it again with raddle check"
            ))),
            None => Ok(()),
        }
    }
}

/// A number that tells one class file from another: FNV-1a of 128 bits, in hexadecimal. It guards against mistakes, not
/// against malice.
pub fn digest(class_file: &[u8]) -> String {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let hash = class_file.iter().fold(BASIS, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME));
    format!("{hash:032x}")
}

/// The file of the n-th trace of one search, where `--trace` names one file: the first gets its name, the others a number
/// before the ending.
pub fn numbered(path: &Path, index: usize) -> PathBuf {
    if index == 0 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(end) => format!("{stem}-{}.{}", index + 1, end.to_string_lossy()),
        None => format!("{stem}-{}", index + 1),
    };
    path.with_file_name(name)
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// A schedule in JSON is its text.
mod schedule_text {
    use raddle_search::Schedule;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(schedule: &Schedule, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(schedule)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Schedule, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A finding in JSON has its kind by name.
mod finding_fields {
    use super::{Finding, Kind};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Fields {
        #[serde(with = "crate::check_options::kind_name")]
        kind: Kind,
        message: String,
        cause: String,
    }

    pub fn serialize<S: Serializer>(finding: &Finding, serializer: S) -> Result<S::Ok, S::Error> {
        let Finding { kind, message, cause } = finding.clone();
        Fields { kind, message, cause }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Finding, D::Error> {
        let Fields { kind, message, cause } = Fields::deserialize(deserializer)?;
        Ok(Finding { kind, message, cause })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::launch_options::{self, Request};

    /// A trace of two steps, small enough to damage by hand.
    pub(crate) fn small() -> Trace {
        let Ok(Request::Launch(launch)) = launch_options::parse(["-cp", "classes", "Main"].map(Into::into)) else {
            panic!("a launch")
        };
        Trace {
            format: FORMAT,
            raddle: "0.1.0".to_owned(),
            program: Program { launch: *launch, jdk_feature: 17, conditions: Conditions::default() },
            digest: BTreeMap::from([("Main".to_owned(), digest(b"main"))]),
            knowledge: vec![],
            schedule: "0 1.2".parse().unwrap(),
            finding: Finding { kind: Kind::Assertion, message: "no".to_owned(), cause: "Main:3".to_owned() },
            threads: vec![
                Thread { id: 0, name: "main".to_owned(), started_by: None },
                Thread { id: 1, name: "P1".to_owned(), started_by: Some(0) },
            ],
            steps: vec![
                Step { output: "hello\n".to_owned(), ..Step::default() },
                Step { thread: 1, alternative: 2, preempts: true, ..Step::default() },
            ],
            stands: vec![],
        }
    }

    fn refusal(text: &str) -> String {
        Trace::from_json(text.as_bytes()).expect_err("not a usable trace").to_string()
    }

    #[test]
    fn a_written_trace_reads_back() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("it.json");
        small().write(&path).unwrap();
        assert_eq!(Trace::read(&path), Ok(small()));
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "nothing else is left behind");
    }

    #[test]
    fn every_cut_off_file_is_refused_as_such() {
        let text = small().to_json();
        for length in 1..text.len() - 2 {
            let said = refusal(&text[..length]);
            assert!(said.contains("is cut off"), "{length}: {said}");
        }
    }

    #[test]
    fn any_changed_byte_is_refused_or_understood_but_never_a_panic() {
        let text = small().to_json().into_bytes();
        for at in 0..text.len() {
            for byte in [0, b'9', b'"', b'}', 0xff] {
                let mut damaged = text.clone();
                damaged[at] = byte;
                let _ = Trace::from_json(&damaged);
            }
        }
    }

    #[test]
    fn a_foreign_file_is_refused_in_one_line() {
        for text in ["", "hello", "[]", "{}", "17", "{\"format\": \"x\"}", "{\"version\": \"2.1.0\", \"runs\": []}"] {
            let said = refusal(text);
            assert!(said.starts_with("is not a trace"), "{text}: {said}");
            assert!(!said.contains('\n'), "{text}: {said}");
        }
    }

    #[test]
    fn a_newer_format_is_named_even_if_nothing_else_is_known() {
        let said = refusal(r#"{"format": 2, "raddle": "9.9.9", "novelty": []}"#);
        assert!(said.contains("a trace of format 2, written by raddle 9.9.9"), "{said}");
    }

    #[test]
    fn steps_that_are_not_those_of_the_schedule_are_refused() {
        let mut trace = small();
        trace.steps.pop();
        assert!(refusal(&trace.to_json()).contains("2 choices but it tells of 1 steps"));
        let mut trace = small();
        trace.steps[1].alternative = 0;
        assert!(refusal(&trace.to_json()).contains("step 2 is not the schedule's choice"));
        let mut trace = small();
        trace.threads.pop();
        assert!(refusal(&trace.to_json()).contains("thread 1 takes steps"));
    }

    #[test]
    fn a_changed_class_is_named() {
        let trace = small();
        assert_eq!(trace.check_digest(&trace.digest), Ok(()));
        let now = BTreeMap::from([("Main".to_owned(), digest(b"other"))]);
        assert!(trace.check_digest(&now).unwrap_err().to_string().contains("class Main is another"));
    }

    #[test]
    fn further_traces_of_a_search_get_numbers() {
        assert_eq!(numbered(Path::new("out/t.json"), 0), Path::new("out/t.json"));
        assert_eq!(numbered(Path::new("out/t.json"), 1), Path::new("out/t-2.json"));
        assert_eq!(numbered(Path::new("t"), 2), Path::new("t-3"));
    }
}
