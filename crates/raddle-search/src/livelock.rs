//! Livelock: paths without end on which no thread gets anywhere, though every one gets its turns.
//!
//! A path without end stays from some point on within a strongly connected component of the state graph. It is fair if a choice possible
//! again and again is also taken again and again: a loop that ends as soon as another thread gets its turn is no livelock, nor is
//! one that a data choice or a time-out would end. Whether a component has a fair path is decided as for Streett automata: if a choice
//! is possible somewhere in it but never taken within it, a fair path must in the end stay away from the states where it is possible;
//! what is left without them falls apart into smaller components, of which the same is asked.

use crate::components::Components;
use crate::crew::TELL_EVERY;
use crate::depth_first::DepthFirst;
use crate::frontier::Frontier;
use crate::guest::{Choice, Guest, Status};
use crate::limit::Reached;
use crate::observer::Observer;
use crate::race::threads;
use crate::replay::retrace;
use crate::report::{Counters, Found, Progress, Report};
use crate::schedule::Schedule;
use crate::search::Options;
use crate::trail::Trail;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

/// A choice from one state to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Edge {
    from: u32,
    choice: Choice,
    /// `OUT` where the path ends there.
    to: u32,
}

const OUT: u32 = u32::MAX;

/// A way to a livelock and once around it.
struct Lasso {
    stem: Vec<Choice>,
    around: Vec<Choice>,
}

/// Goes through all states again, looks for livelocks and adds them to the report. The guest is in its root state.
pub(crate) fn look<G: Guest, O: Observer<G>>(
    guest: &mut G,
    options: &Options,
    observer: &O,
    started: Instant,
    report: &mut Report,
) {
    let instructions = guest.instructions();
    let (states, reached_by, told_at) = (FxHashMap::default(), Vec::new(), Instant::now());
    let mut second = Second { options, observer, states, reached_by, started, told_at };
    match second.lassos(guest, report) {
        Ok(lassos) => {
            for lasso in lassos {
                if let Err(reason) = second.tell(guest, lasso, report) {
                    report.failure = Some(reason);
                }
            }
        }
        Err(Stop::Reached(reached)) => report.reached.push(reached),
        Err(Stop::Failed(reason)) => report.failure = Some(reason),
    }
    report.memory = report.memory.max(second.bytes());
    report.counters.instructions += guest.instructions().wrapping_sub(instructions);
}

/// Why the second pass did not come to its end.
enum Stop {
    Reached(Reached),
    Failed(String),
}

/// The second pass.
struct Second<'a, O> {
    options: &'a Options,
    observer: &'a O,
    /// The number of every state met, by its fingerprint.
    states: FxHashMap<u128, u32>,
    /// From which state and by which choice each was first met.
    reached_by: Vec<(u32, Choice)>,
    /// When the search began, and when the observer was last told.
    started: Instant,
    told_at: Instant,
}

impl<O> Second<'_, O> {
    /// All livelocks, or the first.
    fn lassos<G: Guest>(&mut self, guest: &mut G, report: &Report) -> Result<Vec<Lasso>, Stop>
    where
        O: Observer<G>,
    {
        let mut frontier = DepthFirst::plain(guest);
        let mut components = Components::default();
        let mut lassos = Vec::new();
        // The states on the path, each with how many edges there were before it.
        let mut path: Vec<(u32, usize)> = Vec::new();
        let mut edges: Vec<Edge> = Vec::new();
        let root = self.meet(guest, 0, Choice::thread(0)).0;
        if self.open(guest, &mut frontier) {
            components.open(root);
            path.push((root, 0));
        }
        for steps in 1u64.. {
            let choice = frontier.next(guest, &mut Trail::off()).map_err(Stop::Failed)?;
            let depth = if choice.is_some() { frontier.depth() as usize } else { 0 };
            while path.len() > depth
                && let Some((state, before)) = path.pop()
            {
                if let Some(component) = components.close(state) {
                    // What is left of the edges from states met since are those of the component itself.
                    lassos.extend(fair_part(&component, edges.split_off(before)).map(|part| self.lasso(&part)));
                }
            }
            let Some(choice) = choice else { break };
            if !lassos.is_empty() && !self.options.all_errors {
                break;
            }
            let from = path.last().map_or(root, |(state, _)| *state);
            let to = self.step(guest, from, choice)?;
            edges.push(Edge { from, choice, to: to.map_or(OUT, |(state, _)| state) });
            match to {
                Some((state, false)) => components.edge(from, state),
                Some((state, true)) if self.open(guest, &mut frontier) => {
                    components.open(state);
                    path.push((state, edges.len()));
                }
                _ => {}
            }
            if steps % 1024 == 0 {
                self.check_limits(report)?;
            }
        }
        frontier.home(guest);
        Ok(lassos)
    }

    /// Takes a choice as the search did. `None` where the path ends, else the state and whether it is new.
    fn step<G: Guest>(&mut self, guest: &mut G, from: u32, choice: Choice) -> Result<Option<(u32, bool)>, Stop> {
        match guest.take(choice) {
            Status::Violated(finding) if self.options.properties.contains(finding.kind) => Ok(None),
            Status::Ignored | Status::Ended => Ok(None),
            Status::Failed(reason) => Err(Stop::Failed(reason)),
            Status::Running | Status::Violated(_) => Ok(Some(self.meet(guest, from, choice))),
        }
    }

    /// The number of the state the guest is in, and whether it is new.
    fn meet<G: Guest>(&mut self, guest: &mut G, from: u32, choice: Choice) -> (u32, bool) {
        let new = self.reached_by.len() as u32;
        let state = *self.states.entry(guest.fingerprint()).or_insert(new);
        if state == new {
            self.reached_by.push((from, choice));
        }
        (state, state == new)
    }

    /// Puts the choices of the guest's state on the stack, if there are any.
    fn open<G: Guest>(&self, guest: &mut G, frontier: &mut DepthFirst<G>) -> bool {
        let mut choices = Vec::new();
        guest.choices(&mut choices);
        if !choices.is_empty() {
            frontier.push(guest, &Trail::off(), 0, &choices, &[]);
        }
        !choices.is_empty()
    }

    fn check_limits<G: Guest>(&mut self, report: &Report) -> Result<(), Stop>
    where
        O: Observer<G>,
    {
        let memory = self.bytes();
        if let Some(reached) = self.options.limits.reached(&Counters::default(), memory, self.started) {
            return Err(Stop::Reached(reached));
        }
        if self.told_at.elapsed() < TELL_EVERY {
            return Ok(());
        }
        self.told_at = Instant::now();
        let Report { counters, found, restarts, .. } = report;
        let elapsed = self.started.elapsed();
        let progress = Progress { counters: *counters, memory, found: found.len(), restarts: *restarts, elapsed };
        match self.observer.progress(&progress) {
            ControlFlow::Break(()) => Err(Stop::Reached(Reached::Interrupted)),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    /// Bytes it takes, about: the tables of states by fingerprint, of how they were met, and of their components.
    fn bytes(&self) -> u64 {
        (self.states.capacity() * (33 + 17) + self.reached_by.capacity() * 12) as u64
    }

    /// The choices from the root to a state.
    fn path_to(&self, mut state: u32) -> Vec<Choice> {
        let mut path = Vec::new();
        while state != 0 {
            let (from, choice) = self.reached_by[state as usize];
            path.push(choice);
            state = from;
        }
        path.reverse();
        path
    }

    /// The way to a fair part of the state graph and through it, back to where it was entered, with every choice that is taken in it.
    fn lasso(&self, part: &[Edge]) -> Lasso {
        let start = part[0].from;
        let mut at = start;
        let mut around = Vec::new();
        let mut missing: FxHashSet<Choice> = part.iter().map(|edge| edge.choice).collect();
        while !missing.is_empty() {
            for edge in walk(part, at, |edge| missing.contains(&edge.choice)) {
                missing.remove(&edge.choice);
                around.push(edge.choice);
                at = edge.to;
            }
        }
        if at != start {
            around.extend(walk(part, at, |edge| edge.to == start).iter().map(|edge| edge.choice));
        }
        Lasso { stem: self.path_to(start), around }
    }

    /// Lets the guest say what a livelock is, and adds it to the report unless its cause is known.
    fn tell<G: Guest>(&self, guest: &mut G, lasso: Lasso, report: &mut Report) -> Result<(), String> {
        let root = guest.mark();
        for (step, choice) in lasso.stem.iter().enumerate() {
            retrace(guest, step, *choice)?;
        }
        let mut taking_part = lasso.around.clone();
        taking_part.sort_unstable();
        let taking_part: Vec<u32> = threads(&taking_part).collect();
        let finding = guest.livelock(&taking_part);
        guest.rewind(&root);
        match report.found.iter_mut().find(|found| found.finding.cause == finding.cause) {
            Some(found) => found.again += 1,
            None => {
                let choices = lasso.stem.into_iter().chain(lasso.around).collect();
                report.found.push(Found { finding, schedule: Schedule { choices }, again: 0 });
            }
        }
        Ok(())
    }
}

/// A shortest walk that ends with such an edge.
fn walk(part: &[Edge], from: u32, is_last: impl Fn(&Edge) -> bool) -> Vec<Edge> {
    let mut edges_from: FxHashMap<u32, Vec<Edge>> = FxHashMap::default();
    for edge in part {
        edges_from.entry(edge.from).or_default().push(*edge);
    }
    let mut came_by: FxHashMap<u32, Edge> = FxHashMap::default();
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
            if edge.to != from && !came_by.contains_key(&edge.to) {
                came_by.insert(edge.to, *edge);
                queue.push_back(edge.to);
            }
        }
    }
    Vec::new()
}

/// The edges of a part of a component that a fair path can stay in for ever, if there is one. `edges` are all edges from the component's
/// states.
fn fair_part(component: &[u32], edges: Vec<Edge>) -> Option<Vec<Edge>> {
    let members: FxHashSet<u32> = component.iter().copied().collect();
    let (inner, outer): (Vec<Edge>, Vec<Edge>) = edges.into_iter().partition(|edge| members.contains(&edge.to));
    if inner.is_empty() {
        return None;
    }
    let taken: FxHashSet<Choice> = inner.iter().map(|edge| edge.choice).collect();
    let shunned: FxHashSet<u32> =
        outer.iter().filter(|edge| !taken.contains(&edge.choice)).map(|edge| edge.from).collect();
    if shunned.is_empty() {
        return Some(inner);
    }
    let rest: Vec<u32> = component.iter().copied().filter(|state| !shunned.contains(state)).collect();
    let all: Vec<Edge> = inner.into_iter().chain(outer).filter(|edge| !shunned.contains(&edge.from)).collect();
    components_of(&rest, &all).into_iter().find_map(|part| {
        let members: FxHashSet<u32> = part.iter().copied().collect();
        fair_part(&part, all.iter().copied().filter(|edge| members.contains(&edge.from)).collect())
    })
}

/// The strongly connected components of a graph in memory.
fn components_of(states: &[u32], edges: &[Edge]) -> Vec<Vec<u32>> {
    let mut targets: FxHashMap<u32, Vec<u32>> = states.iter().map(|state| (*state, Vec::new())).collect();
    for edge in edges {
        if targets.contains_key(&edge.to)
            && let Some(targets) = targets.get_mut(&edge.from)
        {
            targets.push(edge.to);
        }
    }
    let mut components = Components::default();
    let mut found = Vec::new();
    for state in states {
        if components.is_open_or_closed(*state) {
            continue;
        }
        components.open(*state);
        let mut path = vec![*state];
        while let Some(state) = path.last().copied() {
            match targets.get_mut(&state).and_then(Vec::pop) {
                Some(target) if components.is_open_or_closed(target) => components.edge(state, target),
                Some(target) => {
                    components.open(target);
                    path.push(target);
                }
                None => {
                    path.pop();
                    found.extend(components.close(state));
                }
            }
        }
    }
    found
}
