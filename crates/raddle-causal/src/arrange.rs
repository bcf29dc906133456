//! An answer brought near to the trace.

use crate::model::{Model, StepId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Orders nodes as in the trace, as far as each of them sees and finds what it does in the given order.
pub(crate) fn arrange(model: &Model, nodes: &[usize]) -> Vec<StepId> {
    let mut graph = Graph { after: vec![Vec::new(); model.step.len()], open: vec![0; model.step.len()] };
    let mut wrote: Vec<Option<usize>> = vec![None; model.content.len()];
    let mut read: Vec<Vec<usize>> = vec![Vec::new(); model.content.len()];
    let mut locked: Vec<Option<usize>> = vec![None; model.sections.len()];
    for node in nodes.iter().copied() {
        if model.position(node) > 0 {
            graph.put(node - 1, node);
        }
        for earlier in &model.steps()[model.step[node] as usize].after {
            graph.put(model.node[*earlier as usize], node);
        }
        for slot in model.reads_of(node) {
            let place = model.reads[slot].place;
            if let Some(writer) = wrote[place] {
                graph.put(writer, node);
            }
            read[place].push(node);
        }
        for write in model.writes_of(node) {
            for earlier in read[write.place].drain(..).chain(wrote[write.place]).filter(|earlier| *earlier != node) {
                graph.put(earlier, node);
            }
            wrote[write.place] = Some(node);
        }
        for lock in model.taken[node].iter().chain(&model.given[node]) {
            if let Some(earlier) = locked[*lock].replace(node).filter(|earlier| *earlier != node) {
                graph.put(earlier, node);
            }
        }
    }
    graph.sort(model, nodes)
}

/// Which node has to come before which.
struct Graph {
    after: Vec<Vec<usize>>,
    /// For each node how many of those before it are still to come.
    open: Vec<u32>,
}

impl Graph {
    fn put(&mut self, earlier: usize, later: usize) {
        self.after[earlier].push(later);
        self.open[later] += 1;
    }

    fn sort(mut self, model: &Model, nodes: &[usize]) -> Vec<StepId> {
        let ready = nodes.iter().filter(|node| self.open[**node] == 0);
        let mut ready: BinaryHeap<_> = ready.map(|node| Reverse(model.step[*node])).collect();
        let mut steps = Vec::with_capacity(nodes.len());
        while let Some(Reverse(step)) = ready.pop() {
            steps.push(step);
            for later in std::mem::take(&mut self.after[model.node[step as usize]]) {
                self.open[later] -= 1;
                if self.open[later] == 0 {
                    ready.push(Reverse(model.step[later]));
                }
            }
        }
        steps
    }
}
