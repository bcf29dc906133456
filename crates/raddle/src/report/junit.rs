//! x
use super::Outcome; use crate::source::Sources;
/// x
pub fn outcome(_o: &Outcome, _s: &mut Sources) -> String { String::new() }
