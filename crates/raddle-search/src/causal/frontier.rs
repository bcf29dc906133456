//! The frontier of a causal search: traces of which something could be otherwise, and the one being executed.

use super::bounded::is_within;
use super::deadlock::{Prediction, deadlocks};
use super::fill::fill;
use super::known::{Known, Node};
use super::path::Path;
use super::race::{Race, races};
use super::record::Ahead;
use super::target::{Open, Target, targets};
use super::trace::Trace;
use crate::finding::{Finding, Kind, Kinds};
use crate::frontier::{Branch, Frontier, FrontierKind, Setup, Work};
use crate::guest::{Choice, Guest, Status, is_over};
use crate::limit::Reached;
use crate::livelock::{self, Lasso};
use crate::order::Rank;
use crate::race::conflict;
use crate::report::Counters;
use crate::store::Entered;
use crate::trail::Trail;
use raddle_causal::model::StepId;
use raddle_causal::{Answer, Base, Model, Query, Solver};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// States looked at, at most, to see whether threads that go round do so for ever.
const MOST_AROUND: usize = 100_000;
/// Steps tried, at most, that exclude others on the way to one target.
const MOST_ORDERS: usize = 1_000;

/// A node being gone through.
struct Expansion {
    node: Node,
    model: Model,
    /// What follows of what is fixed.
    base: Base,
    targets: VecDeque<Target>,
    attempts: Vec<Attempt>,
}

/// A way to go on where a target can be had.
struct Attempt {
    choices: Vec<(Choice, u32)>,
    target: Target,
    choice: Choice,
    ways: u32,
}

/// An execution under way.
#[derive(Default)]
struct Run {
    fixed: Vec<u32>,
    open: Option<Open>,
    /// The steps of the trace it comes from that are left, to be taken if they can be.
    slots: VecDeque<Choice>,
    /// The target it has yet to come to.
    target: Option<Target>,
    /// What threads had done where it came to it: what tells it from all others.
    histories: Vec<u64>,
}

/// Executes one execution of each causal class.
pub(crate) struct Causal<G: Guest> {
    root: G::Mark,
    properties: Kinds,
    /// Only what the first execution tells of is looked for.
    only_predicts: bool,
    /// How many preemptions there may be at most on the way to a target.
    most_preemptions: Option<u32>,
    worker: usize,
    known: Arc<Mutex<Known>>,
    path: Path<G>,
    expansion: Option<Expansion>,
    run: Option<Run>,
    /// The step about to be taken.
    ahead: Option<(Ahead, u32)>,
    /// The choices of the state the run has come to; none if it is over.
    choices: Vec<Choice>,
    /// The last step ended the path, and the program.
    is_cut: bool,
    is_over: bool,
    predicted: Vec<(Finding, Vec<Choice>)>,
    surprise: Option<String>,
    lassos: Vec<Lasso>,
    left_out: Vec<Reached>,
    counters: Counters,
}

impl<G: Guest> Causal<G> {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn leave_out(&mut self, why: Reached) {
        if !self.left_out.contains(&why) {
            self.left_out.push(why);
        }
    }

    /// Goes on with what is to be done next, and says by which choice.
    fn advance(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        loop {
            if let Some(surprise) = self.surprise.take() {
                return Err(surprise);
            }
            if self.run.is_some() {
                if let Some(choice) = self.pick(guest) {
                    return Ok(Some(choice));
                }
                self.finish(guest);
                continue;
            }
            let Some(expansion) = &mut self.expansion else {
                let next = self.known().next();
                match next {
                    Some(node) => self.expand(node),
                    None => return Ok(None),
                }
                continue;
            };
            if let Some(attempt) = expansion.attempts.pop() {
                return self.attempt(guest, trail, attempt).map(Some);
            }
            match expansion.targets.pop_front() {
                Some(target) => self.ask(guest, trail, target)?,
                None => self.expansion = None,
            }
        }
    }

    /// The choice to go on by: as the trace it comes from did, as far as that is possible. `None` if the execution is over.
    fn pick(&mut self, guest: &mut G) -> Option<Choice> {
        let ends: Vec<bool> = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let pasts = (!known.enders.is_empty()).then(|| self.path.pasts());
            pasts.into_iter().flatten().map(|past| known.enders.contains(&past)).collect()
        };
        let is_last = |choice: &Choice| ends.get(choice.thread as usize).is_some_and(|ends| *ends);
        let run = self.run.as_mut()?;
        let able: Vec<Choice> = self.choices.iter().copied().filter(|choice| !self.path.spins(choice.thread)).collect();
        let willing: Vec<Choice> = able.iter().copied().filter(|choice| !is_last(choice)).collect();
        let able = if willing.is_empty() { able } else { willing };
        let slot = run.slots.iter().position(|slot| able.iter().any(|choice| choice.thread == slot.thread));
        let choice = match slot.and_then(|slot| run.slots.remove(slot)) {
            Some(slot) if able.contains(&slot) => slot,
            Some(slot) => *able.iter().find(|choice| choice.thread == slot.thread)?,
            None => {
                let last = self.path.records.last().map(|record| record.choice.thread);
                let normal = |choice: &&Choice| choice.alternative == 0;
                let goes_on = able.iter().filter(normal).find(|choice| Some(choice.thread) == last);
                *goes_on.or_else(|| able.iter().find(normal)).or(able.first())?
            }
        };
        let ways = self.choices.iter().filter(|other| other.thread == choice.thread).count() as u32;
        self.choices.clear();
        self.ahead = Some((Ahead::of(guest, choice.thread), ways));
        Some(choice)
    }

    /// The execution is over: what could be otherwise in it is to be seen to.
    fn finish(&mut self, guest: &mut G) {
        let Some(run) = self.run.take() else { return };
        if !self.choices.is_empty() {
            self.choices.clear();
            self.counters.executions += 1;
            match livelock::below(guest, &self.path.choices(), MOST_AROUND) {
                Some(lassos) => self.lassos.extend(lassos),
                None => self.leave_out(Reached::Around),
            }
            self.path.is_left = true;
            self.path.back_to(guest, self.path.len());
        }
        let is_cut = std::mem::take(&mut self.is_cut);
        let trace = Arc::new(self.path.trace(guest, is_cut, self.is_over));
        if let Some(surprise) = &trace.surprise {
            self.surprise = Some(surprise.clone());
        }
        if self.path.records.iter().any(|record| record.starts_who_is_waited_for(guest)) {
            self.leave_out(Reached::Ends);
        }
        let Run { fixed, open, histories, .. } = run;
        let mut known = self.known();
        // Another worker may have come to the same meanwhile.
        let same = if histories.is_empty() { None } else { known.with_all(&histories) };
        let number = same.unwrap_or_else(|| known.register(&trace));
        drop(known);
        let is_first = number == 0;
        if same.is_none() && (is_first || !self.only_predicts) {
            self.predict(guest, &trace);
        }
        if self.only_predicts && !is_first {
            return self.leave_out(Reached::Predicted);
        }
        self.known().add(number, fixed, open);
    }

    /// Looks for deadlocks and races a trace tells of, and at those whether they happen.
    fn predict(&mut self, guest: &mut G, trace: &Trace) {
        let (predictions, are_more) = deadlocks(trace);
        if are_more {
            self.leave_out(Reached::Waits);
        }
        let wants_races = self.only_predicts || self.properties.contains(Kind::Race);
        let races = if wants_races { races(trace, &self.known().raced) } else { Vec::new() };
        if predictions.is_empty() && races.is_empty() {
            return;
        }
        let model = Model::new(trace.steps.clone(), trace.initial.clone());
        let mut solver = Solver::new(&model);
        let choices = |order: Vec<StepId>| -> Vec<Choice> {
            order.iter().filter_map(|step| trace.done[*step as usize].choice).collect()
        };
        for Prediction { query, key } in predictions {
            if self.known().confirmed.contains(&key) {
                continue;
            }
            let Answer::Yes(order) = solver.ask(&query) else { continue };
            self.counters.causal.predicted += 1;
            if let Some(found) = self.confirm(guest, choices(order)) {
                self.known().confirmed.insert(key);
                self.found(found);
            }
        }
        for Race { query, last, threads, pair } in races {
            if self.known().raced.contains(&pair) {
                continue;
            }
            let Answer::Yes(mut order) = solver.ask(&query) else { continue };
            order.extend(last);
            self.counters.causal.predicted += 1;
            if let Some(found) = self.confirm_race(guest, choices(order), threads) {
                self.known().raced.insert(pair);
                self.found(found);
            }
        }
        self.counters.causal.add_tally(&solver.tally());
    }

    fn found(&mut self, found: (Finding, Vec<Choice>)) {
        self.counters.causal.confirmed += 1;
        self.predicted.push(found);
    }

    /// Goes along choices: whether two threads stand before accesses that race.
    fn confirm_race(
        &mut self,
        guest: &mut G,
        path: Vec<Choice>,
        [one, other]: [u32; 2],
    ) -> Option<(Finding, Vec<Choice>)> {
        self.path.back_to(guest, 0);
        self.path.is_left = true;
        for choice in &path {
            if !guest.is_possible(*choice) {
                self.is_over_early(guest);
                return None;
            }
            guest.take(*choice);
        }
        let stands = [one, other].map(|thread| guest.pending(thread));
        let [Some(first), Some(second)] = stands else { return None };
        conflict(&first, &second).then(|| (guest.race(one, other), path))
    }

    /// Goes along choices and on as far as possible: what is wrong where nothing can go on.
    fn confirm(&mut self, guest: &mut G, mut path: Vec<Choice>) -> Option<(Finding, Vec<Choice>)> {
        self.path.back_to(guest, 0);
        self.path.is_left = true;
        let mut possible = Vec::new();
        let mut at = 0;
        loop {
            possible.clear();
            guest.choices(&mut possible);
            let Some(first) = possible.first() else {
                if at < path.len() {
                    self.is_over_early(guest);
                }
                return Some((guest.stuck()?, path));
            };
            let choice = path.get(at).copied().unwrap_or(*first);
            if !possible.contains(&choice) || at > MOST_AROUND {
                return None;
            }
            if at == path.len() {
                path.push(choice);
            }
            at += 1;
            match guest.take(choice) {
                Status::Running => {}
                Status::Violated(finding) if !self.properties.contains(finding.kind) => {}
                _ => return None,
            }
        }
    }

    fn expand(&mut self, node: Node) {
        let Node { trace, fixed, open, .. } = &node;
        let model = Model::new(trace.steps.clone(), trace.initial.clone());
        let targets = targets(trace, &model, fixed, open.as_ref()).into();
        let base = Base::new(&model, &last_steps(trace, fixed));
        self.expansion = Some(Expansion { node, model, base, targets, attempts: Vec::new() });
    }

    /// Asks whether a target can be had, and how.
    fn ask(&mut self, guest: &mut G, trail: &mut Trail, target: Target) -> Result<(), String> {
        let Some(Expansion { node, model, base, .. }) = &mut self.expansion else { return Ok(()) };
        let trace = node.trace.clone();
        let own = trace.steps[target.step as usize].thread as usize;
        let position = trace.done[target.step as usize].position;
        let mut fixed = node.fixed.clone();
        if let Some(count) = fixed.get_mut(own) {
            *count = position.min(*count);
        }
        let include = last_steps(&trace, &fixed);
        let mut solver = Solver::based_on(model, base);
        let (orders, are_more) = orders(&mut solver, &trace, &target, include);
        let is_beyond = |most: u32| !orders.is_empty() && !is_within(&trace, &node.fixed, &target, most);
        let is_beyond = self.most_preemptions.is_some_and(is_beyond);
        self.counters.causal.add_tally(&solver.tally());
        if are_more {
            self.leave_out(Reached::Ways);
        }
        if is_beyond {
            self.leave_out(Reached::Bound);
            return Ok(());
        }
        for order in orders {
            let known = target.history.and_then(|history| {
                let mut counts = counts(&trace, &order);
                counts[own] = position + 1;
                self.known().with_all(&histories(&trace, &counts, own as u32, history))
            });
            match known {
                Some(known) => self.child(known, &target),
                None => self.prepare(guest, trail, &trace, &target, &order)?,
            }
        }
        Ok(())
    }

    /// How many steps of each thread are fixed where a target is, too.
    fn fixed_with(&self, target: &Target) -> Vec<u32> {
        let Some(Expansion { node, .. }) = &self.expansion else { return Vec::new() };
        let mut fixed = node.fixed.clone();
        let thread = node.trace.steps[target.step as usize].thread;
        let position = node.trace.done[target.step as usize].position;
        node.trace.close(&mut fixed, thread, position);
        fixed[thread as usize] = position + 1;
        fixed
    }

    /// A trace is known that has all a child of the node is to have.
    fn child(&mut self, trace: u32, target: &Target) {
        let fixed = self.fixed_with(target);
        let Some(Expansion { node, .. }) = &self.expansion else { return };
        let open = Open::of(&node.trace, target);
        self.known().add(trace, fixed, open);
    }

    /// Goes to where a target can be had, and looks in which ways it can.
    fn prepare(
        &mut self,
        guest: &mut G,
        trail: &mut Trail,
        trace: &Arc<Trace>,
        target: &Target,
        order: &[StepId],
    ) -> Result<(), String> {
        let thread = trace.steps[target.step as usize].thread;
        let choice = |step: &StepId| {
            let done = &trace.done[*step as usize];
            Some((done.choice?, done.ways))
        };
        let choices: Vec<(Choice, u32)> = order.iter().filter_map(choice).collect();
        if let Err(reason) = self.path.follow(guest, trail, &choices) {
            return if self.is_over_early(guest) { Ok(()) } else { Err(reason) };
        }
        let so_far = self.path.so_far();
        if let Some(by) = departs(trace, &so_far, order) {
            return Err(format!("thread {by} does not do what it did when others come in another order"));
        }
        if self.path.spins(thread) {
            return Ok(());
        }
        let comes_by_itself = so_far.count(thread) > trace.done[target.step as usize].position;
        let mut possible = Vec::new();
        guest.choices(&mut possible);
        if possible.is_empty() && !comes_by_itself && self.is_over_early(guest) {
            return Ok(());
        }
        let Some(expansion) = &mut self.expansion else { return Ok(()) };
        let mut add = |choices: &[(Choice, u32)], choice, ways| {
            let (choices, target) = (choices.to_vec(), target.clone());
            expansion.attempts.push(Attempt { choices, target, choice, ways });
        };
        if comes_by_itself {
            // It came by itself, with the last step.
            if let Some(((choice, ways), before)) = choices.split_last() {
                add(before, *choice, *ways);
            }
            return Ok(());
        }
        possible.retain(|choice| choice.thread == thread);
        possible.iter().rev().for_each(|choice| add(&choices, *choice, possible.len() as u32));
        Ok(())
    }

    /// Whether the program is over before an order of steps is: who is waited for was still to be started by somebody who is not.
    fn is_over_early(&mut self, guest: &mut G) -> bool {
        let is_over = is_over(guest);
        if is_over {
            self.leave_out(Reached::Ends);
        }
        is_over
    }

    /// Begins an execution.
    fn attempt(&mut self, guest: &mut G, trail: &mut Trail, attempt: Attempt) -> Result<Choice, String> {
        let Attempt { choices, target, choice, ways } = attempt;
        self.path.follow(guest, trail, &choices)?;
        self.run = Some(Run { target: Some(target), ..Run::default() });
        self.ahead = Some((Ahead::of(guest, choice.thread), ways));
        Ok(choice)
    }

    /// The target of the execution was come to: whether that is something new.
    fn arrive(&mut self, target: &Target) {
        let Some(Expansion { node, .. }) = &self.expansion else { return };
        let trace = node.trace.clone();
        let (thread, done) = (trace.steps[target.step as usize].thread, &trace.done[target.step as usize]);
        let so_far = self.path.so_far();
        let is_other = |history: &u64| *history != done.history || target.step as usize >= trace.real;
        let Some(history) = so_far.history(thread, done.position + 1).filter(is_other) else {
            self.run = None;
            return;
        };
        let mut counts: Vec<u32> = (0..so_far.threads.len()).map(|thread| so_far.count(thread as u32)).collect();
        counts[thread as usize] = done.position + 1;
        let histories = histories(&so_far, &counts, thread, history);
        let known = self.known().with_all(&histories);
        if let Some(known) = known {
            self.run = None;
            return self.child(known, target);
        }
        let fixed = self.fixed_with(target);
        let Some(run) = &mut self.run else { return };
        run.histories = histories;
        run.open = Open::of(&trace, target);
        run.fixed = fixed;
        for (step, done) in trace.done[..trace.real].iter().enumerate() {
            let by = trace.steps[step].thread as usize;
            if done.position >= counts.get(by).copied().unwrap_or(0) {
                run.slots.extend(done.choice);
            }
        }
    }
}

/// Orders that bring a target about, these steps included, to which nothing can be added; and whether there are more. Of two steps that exclude each other, such as locks
/// that are not given back, each is in some order. Any other than the first has a step that could be added to none of its threads, so it
/// is found where that is included, too.
fn orders(solver: &mut Solver<'_>, trace: &Trace, target: &Target, include: Vec<StepId>) -> (Vec<Vec<StepId>>, bool) {
    let own = trace.steps[target.step as usize].thread as usize;
    let mut orders: Vec<Vec<StepId>> = Vec::new();
    let mut asked = FxHashSet::default();
    let mut to_ask = vec![include];
    while let Some(include) = to_ask.pop() {
        let Some(order) = most(solver, trace, target, include.clone()) else { continue };
        let counts = counts(trace, &order);
        for thread in (0..counts.len()).filter(|thread| *thread != own) {
            let next = trace.threads[thread].get(counts[thread] as usize).filter(|next| (**next as usize) < trace.real);
            let Some(next) = next else { continue };
            let mut more = include.clone();
            more.retain(|step| trace.steps[*step as usize].thread as usize != thread);
            more.push(*next);
            more.sort_unstable();
            if asked.insert(more.clone()) {
                to_ask.push(more);
            }
        }
        orders.push(order);
        if asked.len() > MOST_ORDERS {
            return (orders, true);
        }
    }
    (orders, false)
}

/// An order that brings a target about, these steps included, to which nothing can be added.
fn most(solver: &mut Solver<'_>, trace: &Trace, target: &Target, include: Vec<StepId>) -> Option<Vec<StepId>> {
    let mut order = one(solver, trace, target, include)?;
    let own = trace.steps[target.step as usize].thread as usize;
    let mut is_kept = false;
    for thread in (0..trace.threads.len()).filter(|thread| *thread != own) {
        loop {
            let counts = counts(trace, &order);
            let next = trace.threads[thread].get(counts[thread] as usize);
            let Some(next) = next.filter(|next| (**next as usize) < trace.real) else { break };
            let mut include = last_steps(trace, &counts);
            if !is_kept {
                solver.keep(&query(target, include.clone()));
                is_kept = true;
            }
            include.push(*next);
            let Some(more) = one(solver, trace, target, include) else { break };
            (order, is_kept) = (more, false);
        }
    }
    Some(order)
}

/// An order that brings a target about, these steps included, filled.
fn one(solver: &mut Solver<'_>, trace: &Trace, target: &Target, include: Vec<StepId>) -> Option<Vec<StepId>> {
    match solver.ask(&query(target, include)) {
        Answer::Yes(mut order) => {
            order.pop();
            Some(fill(trace, &order, target))
        }
        Answer::No => None,
    }
}

fn query(target: &Target, include: Vec<StepId>) -> Query {
    Query::Read { step: target.step, sees: target.sees.clone(), include }
}

/// What stands for so many steps of each thread as in a trace, and for another history of one of them.
fn histories(trace: &Trace, counts: &[u32], thread: u32, history: u64) -> Vec<u64> {
    let others = counts.iter().enumerate().filter(|(number, _)| *number != thread as usize);
    let histories = others.filter_map(|(number, count)| trace.history(number as u32, *count));
    histories.chain([history]).collect()
}

/// Of each thread the last of its first so many steps.
fn last_steps(trace: &Trace, counts: &[u32]) -> Vec<StepId> {
    // There may be counts of none for threads that the trace does not have.
    let last = |(thread, count): (usize, &u32)| {
        let last = count.checked_sub(1)?;
        Some(trace.threads[thread][last as usize])
    };
    counts.iter().enumerate().filter_map(last).collect()
}

/// How many steps of each thread are among some.
fn counts(trace: &Trace, steps: &[StepId]) -> Vec<u32> {
    let mut counts = vec![0; trace.threads.len()];
    steps.iter().for_each(|step| counts[trace.steps[*step as usize].thread as usize] += 1);
    counts
}

/// The thread that did something else than in a trace, if one did, on a path on which these steps of it were taken.
fn departs(trace: &Trace, path: &Trace, steps: &[StepId]) -> Option<u32> {
    let is_other = |step: &&StepId| {
        let done = &trace.done[**step as usize];
        path.history(trace.steps[**step as usize].thread, done.position + 1) != Some(done.history)
    };
    steps.iter().find(is_other).map(|step| trace.steps[*step as usize].thread)
}

impl<G: Guest> Frontier<G> for Causal<G> {
    const FOLLOWS: bool = true;

    fn new(guest: &mut G, setup: &Setup<'_>) -> Self {
        Causal {
            root: guest.mark(),
            properties: setup.properties,
            only_predicts: setup.strategy.frontier == FrontierKind::Predict,
            most_preemptions: setup.strategy.bound.and_then(|bound| bound.most),
            worker: setup.worker,
            known: setup.known.clone(),
            path: Path::new(),
            expansion: None,
            run: None,
            ahead: None,
            choices: Vec::new(),
            is_cut: false,
            is_over: false,
            predicted: Vec::new(),
            surprise: None,
            lassos: Vec::new(),
            left_out: Vec::new(),
            counters: Counters::default(),
        }
    }

    fn home(&mut self, guest: &mut G) {
        guest.rewind(&self.root);
    }

    fn push(&mut self, guest: &mut G, _trail: &Trail, _entered: &Entered, choices: &[Choice], _ranks: &[Rank]) {
        if self.path.is_unbegun() {
            self.path.begin(guest);
            self.run = Some(Run::default());
        }
        self.choices.clear();
        self.choices.extend(choices);
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        self.advance(guest, trail)
    }

    fn took(&mut self, guest: &mut G, choice: Choice, status: &Status) {
        self.choices.clear();
        // A thread that comes to its end by what nobody asks for may be the last as well.
        self.is_over = match status {
            Status::Ended => true,
            Status::Violated(finding) => !self.properties.contains(finding.kind) && is_over(guest),
            _ => false,
        };
        self.is_cut = self.is_over;
        let Some((ahead, ways)) = self.ahead.take() else { return };
        self.path.add(guest, choice, ways, ahead);
        if self.is_over {
            self.path.end(guest);
        }
        if let Some(target) = self.run.as_mut().and_then(|run| run.target.take()) {
            self.arrive(&target);
        }
    }

    fn cut(&mut self) {
        self.is_cut = true;
    }

    fn has_predicted(&self) -> bool {
        !self.predicted.is_empty()
    }

    fn take_predicted(&mut self) -> Vec<(Finding, Vec<Choice>)> {
        std::mem::take(&mut self.predicted)
    }

    fn left_out_for(&mut self) -> Vec<Reached> {
        std::mem::take(&mut self.left_out)
    }

    fn has_lassos(&self) -> bool {
        !self.lassos.is_empty()
    }

    fn take_lassos(&mut self) -> Vec<Lasso> {
        std::mem::take(&mut self.lassos)
    }

    fn depth(&self) -> u64 {
        self.path.len() as u64
    }

    fn path(&self) -> Vec<Choice> {
        self.path.choices()
    }

    fn seen(&mut self, _seen: &Entered) -> bool {
        false
    }

    /// The work is what all have left.
    fn accept(
        &mut self,
        guest: &mut G,
        _trail: &mut Trail,
        _work: Work,
        _key: &mut dyn FnMut(&mut G) -> u64,
    ) -> Result<Work, String> {
        self.home(guest);
        self.path.begin(guest);
        Ok(Work::new())
    }

    fn give(&mut self) -> Option<Branch> {
        (!self.known().is_done()).then(Branch::default)
    }

    fn save(&self) -> Work {
        Work::new()
    }

    fn begin_again(&mut self) {
        *self.known() = Known::default();
    }

    fn add_counts(&mut self, counters: &mut Counters) {
        counters.add(&std::mem::take(&mut self.counters));
    }

    fn clear(&mut self) {
        self.path.clear();
        (self.expansion, self.run, self.ahead) = (None, None, None);
        self.choices.clear();
        self.is_cut = false;
        self.predicted.clear();
        self.surprise = None;
    }

    fn bytes(&self) -> u64 {
        let shared = if self.worker == 0 { self.known().bytes() } else { 0 };
        shared + self.path.bytes()
    }
}
