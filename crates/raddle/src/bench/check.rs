//! The search's suite: the programs of `benches/java/check`, each checked to its end in the sizes of `check/sizes.rs`.
//!
//! Times are of whole processes, so a check of a single state is timed beside them and taken off: what is left is the
//! search.

mod outcome;
mod sizes;

use std::process::Command;
use std::time::Duration;

use super::report::Pair;
use super::{
    CheckBenchOptions, Counted, Format, Said, TIME_LIMIT, Unmeasured, callgrind, compile, directory, say, shortest,
};
use crate::process::{self, Finished};
use crate::suite::{Suite, select};
use outcome::{Counting, Numbers, Outcome, Results, StartUp};
use sizes::{SIZES, START_UP, Size};

/// With fewer transitions a search is over before its time can be told from that of the start.
const TIMED_FROM: u64 = 10_000;

/// With fewer transitions a second worker has hardly begun.
const SHARED_FROM: u64 = 100_000;

/// With fewer transitions the instructions are those of linking, not of the search.
const COUNTED_FROM: u64 = 1_000;

/// With more transitions counting instructions takes minutes.
const COUNTED_TO: u64 = 500_000;

/// With fewer states the table of visited ones is mostly empty.
const STORED_FROM: u64 = 10_000;

/// Options of a check that only starts.
const ONE_STATE: &[&str] = &["--max-states", "1"];

/// Runs the suite and prints what came of it; says whether all bars are met.
pub(super) fn measure(options: &CheckBenchOptions) -> Result<bool, String> {
    let CheckBenchOptions { bench, no_callgrind } = options;
    let directory = directory(bench, "check")?;
    let programs = select(sizes::programs(), &bench.only)?;
    let sides = compile(bench, &directory, &programs)?;
    let counting = match (*no_callgrind, callgrind::is_there()) {
        (true, _) => Counting::Unwanted,
        (false, false) => Counting::Impossible,
        (false, true) => Counting::Done,
    };
    let checks = Checks { sides, rounds: bench.rounds, counting };
    let selected = |program: &str| programs.iter().any(|name| name == program);
    let text = bench.format == Format::Text;
    if text {
        say(&outcome::heading(&checks.sides.jdk, bench.rounds));
    }
    let mut outcomes = Vec::new();
    for size in SIZES.iter().filter(|size| selected(size.program)) {
        let outcome = checks.outcome(size)?;
        if text && size.measured {
            say(&outcome.row());
        }
        outcomes.push(outcome);
    }
    let start_up = if selected(START_UP) { Some(checks.start_up()?) } else { None };
    let results = Results { programs: outcomes, start_up };
    if text {
        say(&results.beside_peers());
    }
    let report = outcome::report(&checks.sides.jdk, bench.rounds, results, counting);
    say(&if text { report.verdict() } else { report.json() });
    Ok(report.met())
}

/// Everything needed to check the programs.
struct Checks {
    sides: Suite,
    rounds: u32,
    counting: Counting,
}

impl Checks {
    /// What comes of a size: its numbers, or what is wrong with its check.
    fn outcome(&self, size: &Size) -> Result<Outcome, String> {
        match self.numbers(size) {
            Ok(numbers) => Ok(Outcome::measured(size, numbers)),
            Err(Unmeasured::Failed(why)) => Ok(Outcome::failed(size, why)),
            Err(Unmeasured::Cannot(why)) => Err(why),
        }
    }

    fn numbers(&self, size: &Size) -> Result<Numbers, Unmeasured> {
        let counted = self.timed(size, &[])?.1;
        let mut numbers = Numbers { counted, ..Numbers::default() };
        if !size.measured {
            return Ok(numbers);
        }
        if counted.states >= STORED_FROM {
            numbers.bytes_per_state = Some(counted.store_bytes as f64 / counted.states as f64);
        }
        if counted.transitions >= TIMED_FROM {
            self.time_search(size, &mut numbers)?;
        }
        if self.counting == Counting::Done && (COUNTED_FROM..=COUNTED_TO).contains(&counted.transitions) {
            numbers.instructions_per_transition = Some(self.instructions_per_transition(size)?);
        }
        Ok(numbers)
    }

    /// The rate of one worker, and where the search is long enough what a second one adds. The second one's own start is a
    /// price of having it, so only the start of one is taken off.
    fn time_search(&self, size: &Size, numbers: &mut Numbers) -> Result<(), Unmeasured> {
        let shared = numbers.counted.transitions >= SHARED_FROM;
        let mut states_of_two = 0;
        let [start, one, two] = shortest(self.rounds, || {
            let start = self.started(size)?;
            let one = self.timed(size, &[])?.0;
            if !shared {
                return Ok([start, one, Duration::ZERO]);
            }
            let (two, counted) = self.timed(size, &["--workers", "2"])?;
            states_of_two = counted.states;
            Ok([start, one, two])
        })?;
        numbers.transitions_per_second = rate(numbers.counted.transitions, one.saturating_sub(start));
        if shared {
            let of_one = rate(numbers.counted.states, one.saturating_sub(start));
            let of_two = rate(states_of_two, two.saturating_sub(start));
            numbers.workers_ratio = of_two.zip(of_one).map(|(two, one)| two / one);
        }
        Ok(())
    }

    /// The time of a check that has to end without an error, and what it counted.
    fn timed(&self, size: &Size, options: &[&str]) -> Result<(Duration, Counted), Unmeasured> {
        let finished = process::time(&mut self.check(size, options), TIME_LIMIT)?;
        Ok((finished.elapsed, complete(&finished)?))
    }

    /// The time of a check up to its first state.
    fn started(&self, size: &Size) -> Result<Duration, Unmeasured> {
        let finished = process::time(&mut self.check(size, ONE_STATE), TIME_LIMIT)?;
        begun(&finished)?;
        Ok(finished.elapsed)
    }

    /// The instructions of a whole check without those of its start, shared out among its transitions.
    fn instructions_per_transition(&self, size: &Size) -> Result<f64, Unmeasured> {
        let (start, finished) = callgrind::count(&self.check(size, ONE_STATE))?;
        begun(&finished)?;
        let (whole, finished) = callgrind::count(&self.check(size, &[]))?;
        let counted = complete(&finished)?;
        Ok(whole.saturating_sub(start) as f64 / counted.transitions as f64)
    }

    fn check(&self, size: &Size, options: &[&str]) -> Command {
        let mut command = self
            .sides
            .raddle("check", &[&["--strategy", "exhaustive", "--format", "json", "--quiet"], options].concat());
        command.arg(size.program).args(size.arguments.split(' '));
        command
    }

    /// The smallest check in turn with one run of `java`.
    fn start_up(&self) -> Result<StartUp, String> {
        let times = shortest(self.rounds, || {
            let mut check = self.sides.raddle("check", &["--strategy", "exhaustive", "--format", "json", "--quiet"]);
            let raddle = process::time(check.arg(START_UP), TIME_LIMIT)?;
            complete(&raddle)?;
            let java = process::time(self.sides.java(&[]).arg(START_UP), TIME_LIMIT)?;
            if java.code != Some(0) {
                return Err(Unmeasured::Cannot(format!("{START_UP} fails with java itself: {}", java.ending())));
            }
            Ok([raddle.elapsed, java.elapsed])
        });
        match times {
            Ok([raddle, java]) => Ok(StartUp::measured(Pair::new(raddle, java))),
            Err(Unmeasured::Failed(why)) => Ok(StartUp::failed(why)),
            Err(Unmeasured::Cannot(why)) => Err(why),
        }
    }
}

/// How many a second; none where no time is left to tell.
fn rate(count: u64, time: Duration) -> Option<f64> {
    (!time.is_zero()).then(|| count as f64 / time.as_secs_f64())
}

/// The counters of a check that explored everything: all programs here are right.
fn complete(finished: &Finished) -> Result<Counted, Unmeasured> {
    if !matches!(finished.code, Some(0 | 1)) {
        return Err(Unmeasured::Failed(finished.ending()));
    }
    let said = Said::read(finished)?;
    match said.findings.first() {
        None => Ok(said.stats),
        Some(finding) => Err(Unmeasured::Failed(format!("an error in a right program: {}", finding.message))),
    }
}

/// Nothing, if a check came to its first state: usually there are more, and it ends incomplete.
fn begun(finished: &Finished) -> Result<(), Unmeasured> {
    match finished.code {
        Some(0 | 2) => Ok(()),
        _ => Err(Unmeasured::Failed(finished.ending())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(code: i32, stdout: &str, stderr: &str) -> Finished {
        let (stdout, stderr) = (stdout.as_bytes().to_vec(), stderr.as_bytes().to_vec());
        Finished { code: Some(code), stdout, stderr, elapsed: Duration::from_secs(2) }
    }

    fn failed(why: &str) -> Result<Counted, Unmeasured> {
        Err(Unmeasured::Failed(why.to_owned()))
    }

    const STATS: &str = r#""stats": { "states": 24, "transitions": 38, "depth": 9, "store_bytes": 960 }"#;

    #[test]
    fn the_counters_of_a_complete_check_are_read_from_its_report() {
        let report = format!(r#"{{ "verdict": "ok", "findings": [], {STATS} }}"#);
        let counted = Counted { states: 24, transitions: 38, store_bytes: 960 };
        assert_eq!(complete(&ended(0, &report, "")), Ok(counted));
    }

    #[test]
    fn an_error_in_a_right_program_is_a_failure() {
        let report =
            format!(r#"{{ "findings": [{{ "kind": "deadlock", "message": "deadlock of 2 threads" }}], {STATS} }}"#);
        assert_eq!(complete(&ended(1, &report, "")), failed("an error in a right program: deadlock of 2 threads"));
    }

    #[test]
    fn a_check_that_does_not_end_well_is_a_failure() {
        assert_eq!(complete(&ended(3, "", "raddle: no such native\n")), failed("exit code 3: raddle: no such native"));
        assert_eq!(complete(&ended(2, "{}", "")), failed("exit code 2: no error output"));
        assert!(matches!(complete(&ended(0, "all is well", "")), Err(Unmeasured::Failed(_))));
    }

    #[test]
    fn a_check_of_one_state_is_incomplete_and_good() {
        assert_eq!(begun(&ended(2, "", "")), Ok(()));
        assert_eq!(begun(&ended(3, "", "raddle: no")), Err(Unmeasured::Failed("exit code 3: raddle: no".to_owned())));
    }

    #[test]
    fn a_search_as_short_as_its_start_has_no_rate() {
        assert_eq!(rate(100, Duration::from_millis(50)), Some(2000.0));
        assert_eq!(rate(100, Duration::from_secs(1).saturating_sub(Duration::from_secs(2))), None);
    }
}
