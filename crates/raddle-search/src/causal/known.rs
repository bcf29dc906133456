//! What is known of a program, and left to be looked at: shared by all workers.

use super::index::Index;
use super::race::Pair;
use super::target::Open;
use super::trace::Trace;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::collections::VecDeque;
use std::hash::BuildHasher;
use std::sync::Arc;

/// All executions in which threads begin as they are fixed to, with one of them.
pub(crate) struct Node {
    pub trace: Arc<Trace>,
    /// How many steps of each thread.
    pub fixed: Vec<u32>,
    /// The step fixed last, if not all it read is.
    pub open: Option<Open>,
}

/// What the workers of a causal search share.
#[derive(Default)]
pub(crate) struct Known {
    /// All traces, the bytes they take, and which of them have which histories.
    traces: Vec<Arc<Trace>>,
    trace_bytes: u64,
    index: Index,
    /// The nodes there have been, by hashes, and those to be gone through.
    nodes: FxHashSet<u64>,
    queue: VecDeque<Node>,
    /// What threads had done before they did what ended a path for all.
    pub enders: FxHashSet<u64>,
    /// Deadlocks that were found, by where threads wait.
    pub confirmed: FxHashSet<u64>,
    /// Places in the code that are known to race.
    pub raced: FxHashSet<Pair>,
}

impl Known {
    /// Takes in the trace of an execution, and returns its number.
    pub fn register(&mut self, trace: &Arc<Trace>) -> u32 {
        let number = self.traces.len() as u32;
        for (step, done) in trace.done.iter().enumerate() {
            if step < trace.real || done.choice.is_some() {
                self.index.add(done.history, number);
            }
        }
        if let Some(done) = trace.done.get(trace.real).filter(|done| done.choice.is_some()) {
            self.enders.insert(done.past);
        }
        self.trace_bytes += trace.bytes() as u64;
        self.traces.push(trace.clone());
        number
    }

    /// Adds a node, unless there was one like it.
    pub fn add(&mut self, trace: u32, fixed: Vec<u32>, open: Option<Open>) {
        let open = open.and_then(|open| open.within(&self.traces[trace as usize]));
        if self.nodes.insert(FxBuildHasher.hash_one((trace, &fixed, &open))) {
            self.queue.push_back(Node { trace: self.traces[trace as usize].clone(), fixed, open });
        }
    }

    /// The node to be gone through next.
    pub fn next(&mut self) -> Option<Node> {
        self.queue.pop_front()
    }

    /// Whether nothing is left to be gone through.
    pub fn is_done(&self) -> bool {
        self.queue.is_empty()
    }

    /// The number of a trace in which threads have these histories.
    pub fn with_all(&self, histories: &[u64]) -> Option<u32> {
        self.index.with_all(histories)
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        let node = self.traces.last().map_or(0, |trace| size_of::<Node>() + 4 * trace.threads.len());
        let hashes = 2 * size_of::<u64>() * (self.nodes.len() + self.enders.len() + self.confirmed.len());
        self.trace_bytes + self.index.bytes() + (self.queue.len() * node + hashes) as u64
    }
}
