//! Following a schedule.

use crate::guest::{Choice, Guest, Status};
use crate::schedule::Schedule;
use crate::trail::Trail;
use std::fmt;
use std::ops::ControlFlow;

/// Why a schedule could not be followed to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The step, counted from 0.
    pub step: usize,
    /// The choice that was not possible.
    pub choice: Choice,
    /// Those that were.
    pub possible: Vec<Choice>,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wanted = Schedule { choices: vec![self.choice] };
        write!(f, "step {} of the schedule chooses {wanted}, which is not possible there; ", self.step + 1)?;
        if self.possible.is_empty() {
            return write!(f, "nothing is");
        }
        let words: Vec<String> =
            self.possible.iter().map(|choice| Schedule { choices: vec![*choice] }.to_string()).collect();
        write!(f, "possible is {}", words.join(", "))
    }
}

impl std::error::Error for ReplayError {}

/// Follows a schedule from the state the guest is in. After every step `each` sees the guest, the step counted from 0, the choice and what
/// came of it, and may break off.
///
/// What came of a step does not end the replay by itself: a guest goes on after a violation nobody asked for. Where nothing can be
/// chosen any more, a schedule that goes on is an error.
pub fn replay<G: Guest>(
    guest: &mut G,
    schedule: &Schedule,
    mut each: impl FnMut(&mut G, usize, Choice, Status) -> ControlFlow<()>,
) -> Result<(), ReplayError> {
    let mut possible = Vec::new();
    for (step, choice) in schedule.choices.iter().copied().enumerate() {
        possible.clear();
        guest.choices(&mut possible);
        if !possible.contains(&choice) {
            return Err(ReplayError { step, choice, possible });
        }
        let status = guest.take(choice);
        if each(guest, step, choice, status).is_break() {
            break;
        }
    }
    Ok(())
}

/// Takes a choice that was possible when this path was followed before, unless a file tells of a path that never was.
pub(crate) fn retrace<G: Guest>(guest: &mut G, step: usize, choice: Choice) -> Result<(), String> {
    expect_possible(guest, step, &[choice])?;
    match guest.take(choice) {
        Status::Failed(reason) => Err(format!("following a path again, at step {}: {reason}", step + 1)),
        _ => Ok(()),
    }
}

/// An error unless all these choices are possible after so many steps of a path that is followed again.
pub(crate) fn expect_possible<G: Guest>(guest: &mut G, step: usize, choices: &[Choice]) -> Result<(), String> {
    let Some(choice) = choices.iter().copied().find(|choice| !guest.is_possible(*choice)) else { return Ok(()) };
    let mut possible = Vec::new();
    guest.choices(&mut possible);
    Err(format!("following a path again: {}", ReplayError { step, choice, possible }))
}

/// Follows a path again, and the trail with it.
pub(crate) fn retrace_all<G: Guest>(guest: &mut G, trail: &mut Trail, path: &[Choice]) -> Result<(), String> {
    for (step, choice) in path.iter().enumerate() {
        retrace_on(guest, trail, step, *choice)?;
    }
    Ok(())
}

/// Takes a choice again, and the trail with it.
pub(crate) fn retrace_on<G: Guest>(
    guest: &mut G,
    trail: &mut Trail,
    step: usize,
    choice: Choice,
) -> Result<(), String> {
    if trail.stands_everywhere() {
        let mut choices = Vec::new();
        guest.choices(&mut choices);
        trail.stand(guest, &choices);
    }
    retrace(guest, step, choice)?;
    trail.step(choice);
    trail.settle(guest);
    Ok(())
}
