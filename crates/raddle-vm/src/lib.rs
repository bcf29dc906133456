//! The machine: state, executor, native methods, events.
