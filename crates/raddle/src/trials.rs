//! `raddle check --trials N`: one randomized search with N seeds, and what they come to, as the papers' tables say it.

use std::fmt::Write;

use serde::Serialize;

use crate::report::text::grouped;

/// What came of one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Trial {
    /// The seed.
    pub seed: u64,
    /// Whether it found an error.
    pub found: bool,
    /// Whether everything was explored.
    pub complete: bool,
    /// Different states met.
    pub states: u64,
    /// Transitions executed.
    pub transitions: u64,
    /// Paths followed to an end.
    pub executions: u64,
    /// Transitions of the path to the error.
    pub error_depth: Option<u64>,
}

/// The least, the mean, the most and the standard deviation of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The least.
    pub min: u64,
    /// The mean.
    pub mean: f64,
    /// The most.
    pub max: u64,
    /// The standard deviation, of the trials themselves and not of what they are a sample of.
    pub deviation: f64,
}

impl Spread {
    /// Of some numbers; none of no number.
    pub fn of(numbers: impl IntoIterator<Item = u64>) -> Option<Spread> {
        let numbers: Vec<u64> = numbers.into_iter().collect();
        let (min, max) = (*numbers.iter().min()?, *numbers.iter().max()?);
        let count = numbers.len() as f64;
        let mean = numbers.iter().map(|number| *number as f64).sum::<f64>() / count;
        let variance = numbers.iter().map(|number| (*number as f64 - mean).powi(2)).sum::<f64>() / count;
        Some(Spread { min, mean, max, deviation: variance.sqrt() })
    }
}

/// What the trials come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The strategy, as options.
    pub strategy: String,
    /// How many of 100 trials found an error.
    pub error_percent: f64,
    /// States until the error, of the trials that found one.
    pub states: Option<Spread>,
    /// Transitions until the error.
    pub transitions: Option<Spread>,
    /// Executions until the error.
    pub executions: Option<Spread>,
    /// Transitions of the paths to the error.
    pub error_depth: Option<Spread>,
    /// All trials.
    pub trials: Vec<Trial>,
}

impl Summary {
    /// Of trials with one strategy.
    pub fn new(strategy: String, trials: Vec<Trial>) -> Summary {
        let found = || trials.iter().filter(|trial| trial.found);
        Summary {
            strategy,
            error_percent: 100.0 * found().count() as f64 / trials.len().max(1) as f64,
            states: Spread::of(found().map(|trial| trial.states)),
            transitions: Spread::of(found().map(|trial| trial.transitions)),
            executions: Spread::of(found().map(|trial| trial.executions)),
            error_depth: Spread::of(found().filter_map(|trial| trial.error_depth)),
            trials,
        }
    }

    /// The exit code: an error if any trial found one, complete if any was.
    pub fn exit_code(&self) -> u8 {
        if self.trials.iter().any(|trial| trial.found) {
            1
        } else if self.trials.iter().any(|trial| trial.complete) {
            0
        } else {
            2
        }
    }

    /// For a person.
    pub fn text(&self) -> String {
        let found = self.trials.iter().filter(|trial| trial.found).count();
        let mut text = format!(
            "{found} of {} trials found an error ({:.1} %), with {}\n",
            self.trials.len(),
            self.error_percent,
            self.strategy
        );
        if found > 0 {
            text.push_str("\nUntil then              mean        min        max  deviation\n");
        }
        for (name, spread) in [
            ("states", &self.states),
            ("transitions", &self.transitions),
            ("executions", &self.executions),
            ("depth of the error", &self.error_depth),
        ] {
            if let Some(Spread { min, mean, max, deviation }) = spread {
                let (min, max) = (grouped(*min), grouped(*max));
                let _ = writeln!(text, "  {name:<18} {mean:>10.1} {min:>10} {max:>10} {deviation:>10.1}");
            }
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a summary has only strings for keys");
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(seed: u64, states: u64, error_depth: Option<u64>) -> Trial {
        let (found, complete) = (error_depth.is_some(), false);
        Trial { seed, found, complete, states, transitions: states, executions: 1, error_depth }
    }

    #[test]
    fn a_spread_is_that_of_the_numbers() {
        let spread = Spread::of([2, 4, 4, 4, 5, 5, 7, 9]).unwrap();
        assert_eq!(spread, Spread { min: 2, mean: 5.0, max: 9, deviation: 2.0 });
        assert_eq!(Spread::of([]), None);
    }

    #[test]
    fn only_trials_that_found_an_error_count_for_its_states() {
        let summary = Summary::new("--order random".into(), vec![trial(0, 10, Some(4)), trial(1, 900, None)]);
        assert_eq!(summary.error_percent, 50.0);
        assert_eq!(summary.states.map(|states| (states.min, states.max)), Some((10, 10)));
        assert_eq!(summary.exit_code(), 1);
        assert!(summary.text().starts_with("1 of 2 trials found an error (50.0 %), with --order random\n"));
        assert_eq!(Summary::new(String::new(), vec![trial(1, 900, None)]).exit_code(), 2);
    }
}
