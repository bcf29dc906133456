//! Whoever watches a search.

use crate::guest::Guest;
use crate::report::Progress;
use std::ops::ControlFlow;

/// Is told how a search goes, and may end it. Several workers may tell at once.
pub trait Observer<G: Guest>: Sync {
    /// Now and then: how far the search is. To break is to interrupt it.
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// A path has come to a state in which nothing can be chosen; with matching, once per such state. The guest is in it and must be left in
    /// it. A search that begins again tells of them again.
    fn end(&self, guest: &mut G) {
        let _ = guest;
    }

    /// What it was told that a saved search must not lose.
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Takes over what was saved, before the search goes on.
    fn restore(&self, saved: &[u8]) -> Result<(), String> {
        let _ = saved;
        Ok(())
    }
}

/// Nobody watches.
impl<G: Guest> Observer<G> for () {}
