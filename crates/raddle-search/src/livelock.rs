//! Livelock: paths without end on which no thread gets anywhere, though every one gets its turns.
//!
//! A path without end stays from some point on within a strongly connected component of the state graph. It is fair if a choice possible
//! again and again is also taken again and again: a loop that ends as soon as another thread gets its turn is no livelock, nor is
//! one that a data choice or a time-out would end. Whether a component has a fair path is decided as for Streett automata: if a choice
//! is possible somewhere in it but never taken within it, a fair path must in the end stay away from the states where it is possible;
//! what is left without them falls apart into smaller components, of which the same is asked.
//!
//! A depth-first search sees its components as it goes, and judges each when it leaves it. Other searches, and several workers that share out their
//! work, only suspect that there are cycles; if so, such a search is made when they are over.

use crate::components::Components;
use crate::guest::{Choice, Guest, Status};
use crate::race::threads;
use crate::replay::{replay, retrace};
use crate::report::{Found, Report};
use crate::schedule::Schedule;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// A choice from one state to another, both by their keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Edge {
    from: u64,
    choice: Choice,
    /// `None` where the path ends there, or nothing leads back from there.
    to: Option<u64>,
}

/// A way to a livelock and once around it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Lasso {
    /// From the root to the first state of the component.
    stem: Vec<Choice>,
    /// From there to the part that is gone round.
    approach: Vec<Choice>,
    around: Vec<Choice>,
}

/// A state on the path.
struct Visit {
    state: u64,
    /// How many edges there were before it.
    before: usize,
    /// Whether all choices of it, and of the states of its component left already, are explored here: a search that goes on where another left
    /// off does not know where those before led, and some give states up.
    whole: bool,
}

/// What a depth-first search has seen of the states whose component is not known yet.
#[derive(Default)]
pub(crate) struct Cycles {
    components: Components,
    path: Vec<Visit>,
    /// The edges from those states, those of a later opened state after those of an earlier one.
    edges: Vec<Edge>,
    /// Livelocks found.
    lassos: Vec<Lasso>,
    /// Whether there was a component that could not be judged.
    suspicious: bool,
}

impl Cycles {
    /// The search comes to a new state and will explore its choices, or, if not `whole`, some of them.
    #[inline]
    pub fn open(&mut self, state: u64, whole: bool) {
        self.lead_to(state);
        self.components.open(state);
        self.path.push(Visit { state, before: self.edges.len(), whole });
    }

    /// The search takes a choice in the last state on its path. Where it leads is told next, unless the path ends.
    #[inline]
    pub fn take(&mut self, choice: Choice) {
        if let Some(visit) = self.path.last() {
            self.edges.push(Edge { from: visit.state, choice, to: None });
        }
    }

    /// The choice led to a state the search has been in.
    #[inline]
    pub fn seen(&mut self, state: u64) {
        self.lead_to(state);
        self.components.edge(state);
    }

    #[inline]
    fn lead_to(&mut self, state: u64) {
        if let Some(edge) = self.edges.last_mut() {
            edge.to = Some(state);
        }
    }

    /// The search gives up what is left of the last state on its path.
    pub fn give_up(&mut self) {
        if let Some(visit) = self.path.last_mut() {
            visit.whole = false;
        }
    }

    /// The search leaves the last state on its path; `stem` is the way to it. States from which nothing leads back to that path are done with.
    #[inline]
    pub fn close(&mut self, stem: impl FnOnce() -> Vec<Choice>, mut done: impl FnMut(u64)) {
        let Some(Visit { state, before, whole }) = self.path.pop() else { return };
        let is_loop = |edge: &Edge| edge.to == Some(state);
        if !self.edges[before..].iter().any(is_loop) && self.components.close_alone() {
            self.edges.truncate(before);
            return done(state);
        }
        let Some(component) = self.components.close() else {
            // It is in a component with the state before it.
            if !whole {
                self.give_up();
            }
            return;
        };
        component.iter().copied().for_each(&mut done);
        // What is left of the edges from states opened since are those of the component itself.
        let edges = self.edges.split_off(before);
        if !whole {
            self.suspicious = true;
        } else if let Some(part) = fair_part(&component, edges.clone()) {
            self.lassos.push(lasso(stem(), state, &edges, &part));
        }
    }

    /// Whether there is a livelock to be told of.
    #[inline]
    pub fn has_lassos(&self) -> bool {
        !self.lassos.is_empty()
    }

    /// The livelocks found since this was last asked.
    pub fn take_lassos(&mut self) -> Vec<Lasso> {
        std::mem::take(&mut self.lassos)
    }

    /// Whether there was a component that could not be judged.
    pub fn is_suspicious(&self) -> bool {
        self.suspicious
    }

    /// Whether one who goes on from the path alone could miss a cycle.
    pub fn would_be_missed(&self) -> bool {
        self.suspicious || self.components.has_cycles()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.components.clear();
        self.path.clear();
        self.edges.clear();
        self.lassos.clear();
        self.suspicious = false;
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        self.components.bytes()
            + (self.path.capacity() * size_of::<Visit>() + self.edges.capacity() * size_of::<Edge>()) as u64
    }
}

/// The livelocks among all that the guest can come to from its state, `stem` being the way there; it comes back to it. `None` if that is more than so
/// many states.
pub(crate) fn below<G: Guest>(guest: &mut G, stem: &[Choice], most: usize) -> Option<Vec<Lasso>> {
    let mut cycles = Cycles::default();
    let mut met: FxHashSet<u64> = FxHashSet::default();
    let mut path: Vec<Choice> = stem.to_vec();
    let mut frames: Vec<(G::Mark, Vec<Choice>)> = Vec::new();
    let start = guest.mark();
    let mut is_running = true;
    loop {
        let key = guest.fingerprint() as u64;
        if !is_running {
            path.pop();
        } else if met.insert(key) {
            if met.len() > most {
                guest.rewind(&start);
                return None;
            }
            let mut choices = Vec::new();
            guest.choices(&mut choices);
            cycles.open(key, true);
            frames.push((guest.mark(), choices));
        } else {
            cycles.seen(key);
            path.pop();
        }
        loop {
            let Some((mark, choices)) = frames.last_mut() else {
                guest.rewind(&start);
                return Some(cycles.take_lassos());
            };
            if let Some(choice) = choices.pop() {
                guest.rewind(mark);
                cycles.take(choice);
                is_running = matches!(guest.take(choice), Status::Running);
                path.push(choice);
                break;
            }
            frames.pop();
            cycles.close(|| path.clone(), |_| {});
            if frames.is_empty() {
                continue;
            }
            path.pop();
        }
    }
}

/// The way to a fair part of a component, which `stem` leads to in the state `entry`, and through the part, back to where it was entered, with every
/// choice that is taken in it.
fn lasso(stem: Vec<Choice>, entry: u64, edges: &[Edge], part: &[Edge]) -> Lasso {
    let start = part[0].from;
    let approach = if start == entry { Vec::new() } else { walk(edges, entry, |edge| edge.to == Some(start)) };
    let approach = approach.iter().map(|edge| edge.choice).collect();
    let mut at = start;
    let mut around = Vec::new();
    let mut missing: FxHashSet<Choice> = part.iter().map(|edge| edge.choice).collect();
    while !missing.is_empty() {
        for edge in walk(part, at, |edge| missing.contains(&edge.choice)) {
            missing.remove(&edge.choice);
            around.push(edge.choice);
            at = edge.to.unwrap_or(at);
        }
    }
    if at != start {
        around.extend(walk(part, at, |edge| edge.to == Some(start)).iter().map(|edge| edge.choice));
    }
    Lasso { stem, approach, around }
}

/// Lets the guest, which is in its root state and comes back to it, say what a livelock is, and adds it to the report unless its cause is known.
pub(crate) fn tell<G: Guest>(guest: &mut G, lasso: Lasso, report: &mut Report) -> Result<(), String> {
    let root = guest.mark();
    let mut choices = lasso.stem;
    for (step, choice) in choices.iter().enumerate() {
        retrace(guest, step, *choice)?;
    }
    let follow = |guest: &mut G, choices: &[Choice]| {
        replay(guest, &Schedule { choices: choices.to_vec() }, |_, _, _, _| ControlFlow::Continue(()))
    };
    let entry = guest.mark();
    // Where states of interchangeable threads are taken for one, the choices of one may not be those of the other: then the way ends at the component.
    if follow(guest, &lasso.approach).is_ok() {
        choices.extend(&lasso.approach);
        let (start, from) = (guest.mark(), guest.fingerprint());
        if follow(guest, &lasso.around).is_ok() {
            if guest.fingerprint() != from {
                // Two states with the same key were taken for one.
                guest.rewind(&root);
                return Ok(());
            }
            choices.extend(&lasso.around);
        }
        guest.rewind(&start);
    } else {
        guest.rewind(&entry);
    }
    let mut taking_part = lasso.around;
    taking_part.sort_unstable();
    let taking_part: Vec<u32> = threads(&taking_part).collect();
    let finding = guest.livelock(&taking_part);
    guest.rewind(&root);
    match report.found.iter_mut().find(|found| found.finding.cause == finding.cause) {
        Some(found) => found.again += 1,
        None => report.found.push(Found { finding, schedule: Schedule { choices }, again: 0 }),
    }
    Ok(())
}

/// A shortest walk that ends with such an edge.
fn walk(part: &[Edge], from: u64, is_last: impl Fn(&Edge) -> bool) -> Vec<Edge> {
    let mut edges_from: FxHashMap<u64, Vec<Edge>> = FxHashMap::default();
    for edge in part {
        edges_from.entry(edge.from).or_default().push(*edge);
    }
    let mut came_by: FxHashMap<u64, Edge> = FxHashMap::default();
    let mut queue = VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        for edge in edges_from.get(&state).into_iter().flatten() {
            if is_last(edge) {
                let mut walk = vec![*edge];
                let mut at = edge.from;
                while at != from {
                    let edge = came_by[&at];
                    walk.push(edge);
                    at = edge.from;
                }
                walk.reverse();
                return walk;
            }
            if let Some(to) = edge.to
                && to != from
                && !came_by.contains_key(&to)
            {
                came_by.insert(to, *edge);
                queue.push_back(to);
            }
        }
    }
    Vec::new()
}

/// The edges of a part of a component that a fair path can stay in for ever, if there is one. `edges` are all edges from the component's
/// states.
fn fair_part(component: &[u64], edges: Vec<Edge>) -> Option<Vec<Edge>> {
    let members: FxHashSet<u64> = component.iter().copied().collect();
    let (inner, outer): (Vec<Edge>, Vec<Edge>) =
        edges.into_iter().partition(|edge| edge.to.is_some_and(|to| members.contains(&to)));
    if inner.is_empty() {
        return None;
    }
    let taken: FxHashSet<Choice> = inner.iter().map(|edge| edge.choice).collect();
    let shunned: FxHashSet<u64> =
        outer.iter().filter(|edge| !taken.contains(&edge.choice)).map(|edge| edge.from).collect();
    if shunned.is_empty() {
        return Some(inner);
    }
    let rest: Vec<u64> = component.iter().copied().filter(|state| !shunned.contains(state)).collect();
    let all: Vec<Edge> = inner.into_iter().chain(outer).filter(|edge| !shunned.contains(&edge.from)).collect();
    components_of(&rest, &all).into_iter().find_map(|part| {
        let members: FxHashSet<u64> = part.iter().copied().collect();
        fair_part(&part, all.iter().copied().filter(|edge| members.contains(&edge.from)).collect())
    })
}

/// The strongly connected components of a graph in memory.
fn components_of(states: &[u64], edges: &[Edge]) -> Vec<Vec<u64>> {
    let mut targets: FxHashMap<u64, Vec<u64>> = states.iter().map(|state| (*state, Vec::new())).collect();
    for edge in edges {
        if let Some(to) = edge.to
            && targets.contains_key(&to)
            && let Some(targets) = targets.get_mut(&edge.from)
        {
            targets.push(to);
        }
    }
    let mut components = Components::default();
    let mut met: FxHashSet<u64> = FxHashSet::default();
    let mut found = Vec::new();
    for state in states {
        if !met.insert(*state) {
            continue;
        }
        components.open(*state);
        let mut path = vec![*state];
        while let Some(state) = path.last() {
            match targets.get_mut(state).and_then(Vec::pop) {
                Some(target) if met.insert(target) => {
                    components.open(target);
                    path.push(target);
                }
                Some(target) => components.edge(target),
                None => {
                    path.pop();
                    found.extend(components.close());
                }
            }
        }
    }
    found
}
