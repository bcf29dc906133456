//! Causal search.

mod frontier;
mod path;
mod record;
mod target;
mod trace;

pub(crate) use frontier::Causal;
