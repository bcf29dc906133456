//! What is known of a program, and left to be looked at: shared by all workers.

use super::index::Index;
use super::race::Pair;
use super::target::Open;
use super::trace::Trace;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
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
    /// What has been fixed in each trace: that of its nodes, but for those that others of them cover.
    fixed: Vec<Vec<(Vec<u32>, Option<Open>)>>,
    /// The nodes to be gone through.
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
        if let Some(ender) = trace.ender() {
            self.enders.insert(trace.done[ender].past);
        }
        self.trace_bytes += trace.bytes() as u64;
        self.traces.push(trace.clone());
        self.fixed.push(Vec::new());
        number
    }

    /// Adds a node, unless there was one of the same trace with less fixed: what this one stands for, that one does, too.
    pub fn add(&mut self, trace: u32, fixed: Vec<u32>, open: Option<Open>) {
        let open = open.and_then(|open| open.within(&self.traces[trace as usize]));
        let known = &mut self.fixed[trace as usize];
        if known.iter().any(|(less, left)| covers((less, left.as_ref()), (&fixed, open.as_ref()))) {
            return;
        }
        known.retain(|(more, left)| !covers((&fixed, open.as_ref()), (more, left.as_ref())));
        known.push((fixed.clone(), open.clone()));
        self.queue.push_back(Node { trace: self.traces[trace as usize].clone(), fixed, open });
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
        let hashes = 2 * size_of::<u64>() * (self.enders.len() + self.confirmed.len());
        self.trace_bytes + self.index.bytes() + (self.queue.len() * node + hashes) as u64
    }
}

/// How many steps of each thread are fixed, and what is open of them.
type Fixed<'a> = (&'a [u32], Option<&'a Open>);

/// Whether all executions of a trace's node are among those of another one: what the other has fixed this one has, too.
fn covers((less, left): Fixed<'_>, (more, open): Fixed<'_>) -> bool {
    let count = |fixed: &[u32], thread: u32| fixed.get(thread as usize).copied().unwrap_or(0);
    let has_all = (0..less.len() as u32).all(|thread| count(less, thread) <= count(more, thread));
    has_all
        && open.is_none_or(|open| match left {
            Some(left) if left.is(open.thread, open.position) => {
                left.settled.iter().all(|place| open.settled.contains(place))
            }
            _ => open.position >= count(less, open.thread),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(thread: u32, position: u32, settled: &[u64]) -> Open {
        Open { thread, position, settled: settled.to_vec() }
    }

    #[test]
    fn what_has_less_fixed_covers_what_has_more() {
        assert!(covers((&[1], None), (&[1, 2], None)));
        assert!(!covers((&[1, 2], None), (&[2, 1], None)));
    }

    #[test]
    fn an_open_step_is_not_fixed() {
        let (one, two) = (open(0, 1, &[7]), open(0, 1, &[7, 8]));
        assert!(covers((&[2], Some(&one)), (&[2], None)));
        assert!(covers((&[2], Some(&one)), (&[2], Some(&two))));
        assert!(!covers((&[2], Some(&two)), (&[2], Some(&one))));
        assert!(!covers((&[2], None), (&[2], Some(&one))));
        assert!(covers((&[1], None), (&[2], Some(&one))));
    }
}
