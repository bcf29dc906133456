//! The frontier of a causal search: traces of which something could be otherwise, and the one being executed.

use super::path::Path;
use super::record::Ahead;
use super::target::{Target, targets};
use super::trace::Trace;
use crate::frontier::{Branch, Frontier, Setup, Work};
use crate::guest::{Choice, Guest, Status};
use crate::livelock::{self, Lasso};
use crate::order::Rank;
use crate::report::Counters;
use crate::store::Entered;
use crate::trail::Trail;
use raddle_causal::model::StepId;
use raddle_causal::{Answer, Model, Query, Solver};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::Arc;

/// States looked at, at most, to see whether threads that go round do so for ever.
const MOST_AROUND: usize = 100_000;

/// All executions in which threads begin as they are fixed to and none does what sleeps, with one in which they begin so.
struct Node {
    trace: Arc<Trace>,
    /// How many steps of each thread.
    fixed: Vec<u32>,
    /// Histories that other nodes see to.
    sleep: Vec<u64>,
    /// The step fixed last, if not all it read is: how many of its reads are.
    open: Option<(StepId, usize)>,
}

/// A node being gone through.
struct Expansion {
    node: Node,
    model: Model,
    targets: VecDeque<Target>,
    attempts: Vec<Attempt>,
    /// The first of the node's children are told to others as sleeping.
    siblings: Vec<u64>,
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
    sleep: Vec<u64>,
    open: Option<(StepId, usize)>,
    /// The steps of the trace it comes from that are left, to be taken if they can be.
    slots: VecDeque<Choice>,
    /// The target it has yet to come to.
    target: Option<Target>,
}

/// Executes one execution of each causal class.
pub(crate) struct Causal<G: Guest> {
    root: G::Mark,
    path: Path<G>,
    queue: VecDeque<Node>,
    expansion: Option<Expansion>,
    run: Option<Run>,
    /// The step about to be taken.
    ahead: Option<(Ahead, u32)>,
    /// The choices of the state the run has come to; none if it is over.
    choices: Vec<Choice>,
    is_cut: bool,
    /// All traces, and by a thread's history those in which it has it.
    traces: Vec<Arc<Trace>>,
    index: FxHashMap<u64, Vec<u32>>,
    /// What threads had done before they did what ended a path for all.
    enders: FxHashSet<u64>,
    surprise: Option<String>,
    lassos: Vec<Lasso>,
    left_out: bool,
    counters: Counters,
}

impl<G: Guest> Causal<G> {
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
                match self.queue.pop_front() {
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
        let run = self.run.as_mut()?;
        let ends = if self.enders.is_empty() { Vec::new() } else { self.path.so_far().pasts() };
        let is_last = |choice: &Choice| ends.get(choice.thread as usize).is_some_and(|past| self.enders.contains(past));
        let able: Vec<Choice> =
            self.choices.iter().copied().filter(|choice| !self.path.spins(choice.thread)).collect();
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
                None => self.left_out = true,
            }
            self.path.is_left = true;
            self.path.back_to(guest, self.path.len());
        }
        let is_cut = std::mem::take(&mut self.is_cut);
        let trace = Arc::new(self.path.trace(guest, is_cut));
        if let Some(surprise) = &trace.surprise {
            self.surprise = Some(surprise.clone());
        }
        if is_cut && trace.real < trace.steps.len() {
            self.enders.insert(trace.done[trace.real].past);
        }
        self.register(&trace);
        let Run { fixed, sleep, open, .. } = run;
        self.queue.push_back(Node { trace, fixed, sleep, open });
    }

    fn register(&mut self, trace: &Arc<Trace>) {
        let number = self.traces.len() as u32;
        for (step, done) in trace.done.iter().enumerate() {
            if step < trace.real || done.choice.is_some() {
                self.index.entry(done.history).or_default().push(number);
            }
        }
        self.traces.push(trace.clone());
    }

    /// A trace in which threads begin as they are fixed to in another, one of them with another history.
    fn known(&self, trace: &Trace, fixed: &[u32], thread: u32, history: u64) -> Option<Arc<Trace>> {
        let with = self.index.get(&history)?;
        let count = fixed[thread as usize];
        let fits = |other: &Trace| {
            fixed.iter().enumerate().all(|(number, count)| {
                let number = number as u32;
                number == thread || *count == 0 || other.history(number, *count) == trace.history(number, *count)
            }) && other.history(thread, count) == Some(history)
        };
        with.iter().map(|number| &self.traces[*number as usize]).find(|other| fits(other)).cloned()
    }

    fn expand(&mut self, node: Node) {
        let Node { trace, fixed, open, .. } = &node;
        let ends_all = trace.done.get(trace.real).is_some_and(|done| {
            let thread = trace.steps[trace.real].thread;
            done.choice.is_some() && done.position < fixed.get(thread as usize).copied().unwrap_or(0)
        });
        if ends_all {
            return;
        }
        let model = Model::new(trace.steps.clone(), trace.initial.clone());
        let targets = targets(trace, &model, fixed, *open).into();
        self.expansion = Some(Expansion { node, model, targets, attempts: Vec::new(), siblings: Vec::new() });
    }

    /// Asks whether a target can be had, and how.
    fn ask(&mut self, guest: &mut G, trail: &mut Trail, target: Target) -> Result<(), String> {
        let Some(expansion) = &mut self.expansion else { return Ok(()) };
        let Expansion { node, model, siblings, .. } = expansion;
        let is_seen_to = |history: &u64| node.sleep.contains(history) || siblings.contains(history);
        if target.history.as_ref().is_some_and(is_seen_to) {
            return Ok(());
        }
        let trace = node.trace.clone();
        let mut include = Vec::new();
        for (thread, count) in node.fixed.iter().enumerate().filter(|(_, count)| **count > 0) {
            let own = trace.steps[target.step as usize].thread == thread as u32;
            let count = if own { (*count).min(trace.done[target.step as usize].position) } else { *count };
            include.extend((count > 0).then(|| trace.threads[thread][count as usize - 1]));
        }
        let query = Query::Read { step: target.step, sees: target.sees.clone(), include };
        let mut solver = Solver::new(model);
        let answer = solver.ask(&query);
        self.counters.causal.add_tally(&solver.tally());
        let Answer::Yes(order) = answer else { return Ok(()) };
        let mut fixed = node.fixed.clone();
        let thread = trace.steps[target.step as usize].thread;
        trace.close(&mut fixed, thread, trace.done[target.step as usize].position);
        let slept = (0..fixed.len() as u32)
            .any(|thread| (1..=fixed[thread as usize]).any(|count| {
                count > node.fixed.get(thread as usize).copied().unwrap_or(0)
                    && trace.history(thread, count).is_some_and(|history| node.sleep.contains(&history))
            }));
        if slept {
            return Ok(());
        }
        if let Some(history) = target.history {
            fixed[thread as usize] = trace.done[target.step as usize].position + 1;
            if let Some(known) = self.known(&trace, &fixed, thread, history) {
                self.child(known, fixed, &target, history);
                return Ok(());
            }
        }
        self.prepare(guest, trail, &trace, target, &order)
    }

    /// A trace is known that begins as a child of the node does.
    fn child(&mut self, trace: Arc<Trace>, fixed: Vec<u32>, target: &Target, history: u64) {
        let Some(expansion) = &mut self.expansion else { return };
        let sleep = [&expansion.node.sleep[..], &expansion.siblings[..]].concat();
        expansion.siblings.push(history);
        let open = open_step(&trace, &fixed, target, &expansion.node.trace);
        self.queue.push_back(Node { trace, fixed, sleep, open });
    }

    /// Goes to where a target can be had, and looks in which ways it can.
    fn prepare(
        &mut self,
        guest: &mut G,
        trail: &mut Trail,
        trace: &Arc<Trace>,
        target: Target,
        order: &[StepId],
    ) -> Result<(), String> {
        let thread = trace.steps[target.step as usize].thread;
        let taken = order.iter().filter(|step| **step != target.step);
        let choices: Vec<(Choice, u32)> = taken
            .clone()
            .filter_map(|step| {
                let done = &trace.done[*step as usize];
                Some((done.choice?, done.ways))
            })
            .collect();
        self.path.follow(guest, trail, &choices)?;
        let so_far = self.path.so_far();
        for step in taken {
            let (by, done) = (trace.steps[*step as usize].thread, &trace.done[*step as usize]);
            if so_far.history(by, done.position + 1) != Some(done.history) {
                return Err(format!("thread {by} does not do what it did when others come in another order"));
            }
        }
        if self.path.spins(thread) {
            return Ok(());
        }
        let position = trace.done[target.step as usize].position;
        if so_far.count(thread) > position {
            // It came by itself.
            return self.came(guest, trail, trace, &target, choices);
        }
        let mut possible = Vec::new();
        guest.choices(&mut possible);
        possible.retain(|choice| choice.thread == thread);
        let ways = possible.len() as u32;
        let Some(expansion) = &mut self.expansion else { return Ok(()) };
        for choice in possible.into_iter().rev() {
            expansion.attempts.push(Attempt { choices: choices.clone(), target: target.clone(), choice, ways });
        }
        Ok(())
    }

    /// The target came by itself with the last step of the path: that is taken again, as the first of the execution.
    fn came(
        &mut self,
        _guest: &mut G,
        _trail: &mut Trail,
        _trace: &Arc<Trace>,
        target: &Target,
        mut choices: Vec<(Choice, u32)>,
    ) -> Result<(), String> {
        let Some((choice, ways)) = choices.pop() else { return Ok(()) };
        let Some(expansion) = &mut self.expansion else { return Ok(()) };
        expansion.attempts.push(Attempt { choices, target: target.clone(), choice, ways });
        Ok(())
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
        let Some(expansion) = &self.expansion else { return };
        let Node { trace, fixed, sleep, .. } = &expansion.node;
        let (trace, mut fixed) = (trace.clone(), fixed.clone());
        let (thread, done) = (trace.steps[target.step as usize].thread, &trace.done[target.step as usize]);
        let so_far = self.path.so_far();
        trace.close(&mut fixed, thread, done.position);
        fixed[thread as usize] = done.position + 1;
        let is_seen_to = |history: &u64| {
            let is_same = *history == done.history && (target.step as usize) < trace.real;
            is_same || sleep.contains(history) || expansion.siblings.contains(history)
        };
        let history = so_far.history(thread, done.position + 1).filter(|history| !is_seen_to(history));
        let Some(history) = history else {
            self.run = None;
            return;
        };
        if let Some(known) = self.known(&trace, &fixed, thread, history) {
            self.run = None;
            return self.child(known, fixed, target, history);
        }
        let (Some(expansion), Some(run)) = (&mut self.expansion, &mut self.run) else { return };
        run.sleep = [&expansion.node.sleep[..], &expansion.siblings[..]].concat();
        expansion.siblings.push(history);
        run.open = open_step(&so_far, &fixed, target, &trace);
        run.fixed = fixed;
        let mut left: Vec<usize> = so_far.threads.iter().map(Vec::len).collect();
        left.resize(trace.threads.len().max(left.len()), 0);
        for (step, done) in trace.done[..trace.real].iter().enumerate() {
            let by = trace.steps[step].thread as usize;
            if done.position as usize >= left[by] {
                run.slots.extend(done.choice);
            }
        }
    }
}

/// The step that a target is in a trace, and how many of its reads are settled, if not all are.
fn open_step(trace: &Trace, fixed: &[u32], target: &Target, from: &Trace) -> Option<(StepId, usize)> {
    let thread = from.steps[target.step as usize].thread as usize;
    let step = *trace.threads[thread].get(fixed[thread] as usize - 1)?;
    (trace.steps[step as usize].reads.len() > target.settled).then_some((step, target.settled))
}

impl<G: Guest> Frontier<G> for Causal<G> {
    const FOLLOWS: bool = true;

    fn new(guest: &mut G, _setup: &Setup<'_>) -> Self {
        Causal {
            root: guest.mark(),
            path: Path::new(),
            queue: VecDeque::new(),
            expansion: None,
            run: None,
            ahead: None,
            choices: Vec::new(),
            is_cut: false,
            traces: Vec::new(),
            index: FxHashMap::default(),
            enders: FxHashSet::default(),
            surprise: None,
            lassos: Vec::new(),
            left_out: false,
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

    fn took(&mut self, guest: &mut G, choice: Choice, _status: &Status) {
        self.choices.clear();
        self.is_cut = false;
        let Some((ahead, ways)) = self.ahead.take() else { return };
        self.path.add(guest, choice, ways, ahead);
        if let Some(target) = self.run.as_mut().and_then(|run| run.target.take()) {
            self.arrive(&target);
        }
    }

    fn cut(&mut self) {
        self.is_cut = true;
    }

    fn left_out(&mut self) -> bool {
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

    fn accept(
        &mut self,
        _guest: &mut G,
        _trail: &mut Trail,
        work: Work,
        _key: &mut dyn FnMut(&mut G) -> u64,
    ) -> Result<Work, String> {
        Ok(work)
    }

    fn give(&mut self) -> Option<Branch> {
        None
    }

    fn save(&self) -> Work {
        Work::new()
    }

    fn add_counts(&mut self, counters: &mut Counters) {
        counters.add(&std::mem::take(&mut self.counters));
    }

    fn clear(&mut self) {
        self.path.clear();
        self.queue.clear();
        (self.expansion, self.run, self.ahead) = (None, None, None);
        self.choices.clear();
        self.is_cut = false;
        self.traces.clear();
        self.index.clear();
        self.enders.clear();
        self.surprise = None;
    }

    fn bytes(&self) -> u64 {
        let traces: usize = self.traces.iter().map(|trace| trace.bytes()).sum();
        let node = |node: &Node| size_of::<Node>() + 4 * node.fixed.len() + 8 * node.sleep.len();
        (traces + self.queue.iter().map(node).sum::<usize>()) as u64 + self.path.bytes()
    }
}
