//! A look around before the search: a few paths here and there, so that the guest learns early which operations are visible.
//!
//! What a guest learns makes void what was explored before (`Guest::revision`). Depth first varies the end of a path first, so an operation
//! that only shows itself after another beginning would be learned of when most of the search is done, and done in vain. Nothing rests on these paths: what
//! they miss the search finds out by itself.

use crate::guest::{Guest, Status};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// Paths in a row that teach nothing new, after which it is enough.
const PATHS: u32 = 32;
/// Transitions at most.
const TRANSITIONS: u32 = 20_000;
/// Transitions of a path at most.
const DEPTH: u32 = 2_000;

/// Looks around from the root, to which `home` leads the guest. The guest is left anywhere.
pub(crate) fn scout<G: Guest>(guest: &mut G, mut home: impl FnMut(&mut G)) {
    let mut choices = Vec::new();
    let (mut paths, mut transitions) = (0, 0);
    while paths < PATHS && transitions < TRANSITIONS {
        home(guest);
        let revision = guest.revision();
        for _ in 0..DEPTH {
            choices.clear();
            guest.choices(&mut choices);
            if choices.is_empty() {
                break;
            }
            transitions += 1;
            let number = FxBuildHasher.hash_one((paths, transitions)) >> 32;
            let choice = choices[number as usize % choices.len()];
            if !matches!(guest.take(choice), Status::Running | Status::Violated(_)) {
                break;
            }
        }
        paths = if guest.revision() == revision { paths + 1 } else { 0 };
    }
}
