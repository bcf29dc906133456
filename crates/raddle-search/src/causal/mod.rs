//! Causal search.

mod deadlock;
mod fill;
mod frontier;
mod path;
mod record;
mod target;
mod trace;

pub(crate) use frontier::Causal;
