//! Schedules: the choices of a path as a plain value that can be printed, stored and replayed.

use crate::guest::Choice;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The choices of a path, first to last.
///
/// Printed, a word is a run of one thread: `2x5` is thread 2 five times, `1.3` is thread 1 with alternative 3.
///
/// ```
/// use raddle_search::{Choice, Schedule};
/// let schedule: Schedule = "0x2 1.3".parse().unwrap();
/// assert_eq!(schedule.choices, [Choice::thread(0), Choice::thread(0), Choice { thread: 1, alternative: 3 }]);
/// assert_eq!(schedule.to_string(), "0x2 1.3");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// The choices.
    pub choices: Vec<Choice>,
}

impl Schedule {
    /// How often the running thread changes.
    pub fn switches(&self) -> usize {
        self.choices.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.choices.as_slice();
        let mut separator = "";
        while let [first, ..] = rest {
            let run = rest.iter().take_while(|choice| *choice == first).count();
            write!(f, "{separator}{}", first.thread)?;
            if first.alternative != 0 {
                write!(f, ".{}", first.alternative)?;
            }
            if run > 1 {
                write!(f, "x{run}")?;
            }
            separator = " ";
            rest = &rest[run..];
        }
        Ok(())
    }
}

/// What is wrong with the text of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduleError(String);

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no choice; a choice is THREAD, THREAD.ALTERNATIVE or either with xTIMES, such as 0 1.2 0x3",
            self.0
        )
    }
}

impl std::error::Error for ScheduleError {}

/// Longest schedule that is read: a run count must not ask for all memory there is.
const MAX_CHOICES: usize = 100_000_000;

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Schedule, ScheduleError> {
        let mut choices = Vec::new();
        for word in text.split_whitespace() {
            let bad = || ScheduleError(word.to_string());
            let (choice, times) = word.split_once('x').unwrap_or((word, "1"));
            let (thread, alternative) = choice.split_once('.').unwrap_or((choice, "0"));
            let choice = Choice {
                thread: thread.parse().map_err(|_| bad())?,
                alternative: alternative.parse().map_err(|_| bad())?,
            };
            let times: usize = times.parse().map_err(|_| bad())?;
            if times > MAX_CHOICES - choices.len() {
                return Err(bad());
            }
            choices.resize(choices.len() + times, choice);
        }
        Ok(Schedule { choices })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_schedule_reads_back() {
        for text in ["", "0", "0x3 1 0.2x2 17"] {
            let schedule: Schedule = text.parse().unwrap();
            assert_eq!(schedule.to_string(), text);
        }
    }

    #[test]
    fn a_bad_word_is_named() {
        let error = "0 1y2".parse::<Schedule>().unwrap_err();
        assert!(error.to_string().contains("1y2"));
        assert!("0x99999999999999".parse::<Schedule>().is_err());
    }

    #[test]
    fn switches_count_changes_of_thread() {
        let schedule: Schedule = "0x3 1 0.1 0".parse().unwrap();
        assert_eq!(schedule.switches(), 2);
    }
}
