//! x
use super::Outcome;
use crate::source::Sources;
/// x
pub fn outcome(_o: &Outcome, _s: &mut Sources) -> String { String::new() }
/// x
pub fn grouped(n: u64) -> String { n.to_string() }
