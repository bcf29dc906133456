//! The theory for the clause-learning solver: what is said to come before what must not go round in a circle, a read sees the
//! last write before it, and a lock is held by one at a time.
//!
//! A literal can say that one node comes before another, or that somebody serves a read. What follows is added at once, as saturation does it (`rules.rs`),
//! but with the reasons; and a literal that would be wrong is ruled out before it is guessed.

use crate::explained::{Change, Explained, Mark, Reason, Why};
use crate::model::Model;
use crate::rules::Need;
use crate::state::{From, State};
use batsat::theory::TheoryArg;
use batsat::{Lit, lbool};
use rustc_hash::FxHashMap;

/// A variable with its sign, or something that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    Known(bool),
    Lit(Lit),
}

impl std::ops::Not for Term {
    type Output = Term;

    fn not(self) -> Term {
        match self {
            Term::Known(known) => Term::Known(!known),
            Term::Lit(lit) => Term::Lit(!lit),
        }
    }
}

impl Term {
    /// Why it holds, if that has a reason.
    fn reason(self) -> Option<Reason> {
        match self {
            Term::Known(_) => None,
            Term::Lit(lit) => Some(Reason::Lit(lit)),
        }
    }

    /// Whether it holds; nothing if that is not decided.
    fn value(self, solver: &TheoryArg) -> Option<bool> {
        match self {
            Term::Known(known) => Some(known),
            Term::Lit(lit) => {
                let value = solver.value(lit.var()) ^ !lit.sign();
                (value != lbool::UNDEF).then_some(value == lbool::TRUE)
            }
        }
    }
}

/// What a literal says if it holds.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Nothing,
    /// One node comes before another.
    Order(usize, usize),
    /// The read with this number is served by somebody.
    Serves(usize, From),
}

/// What is said of the order, and of who serves reads.
#[derive(Debug)]
pub(crate) struct Theory<'a> {
    model: &'a Model,
    most: &'a [u32],
    pub order: Explained<'a>,
    /// For each node whether it is included.
    pub included: Vec<Term>,
    /// For each variable, false first, what it says.
    means: Vec<[Meaning; 2]>,
    /// For each variable why it was ruled out.
    why: Vec<Why>,
    /// For each node the threads and positions from which on a step that comes before the node rules out a literal.
    ruled_out: Vec<Vec<(usize, u32, Lit)>>,
    /// For each read, and what is asked of the end, who could serve it; empty if nobody has asked yet.
    pub servers: Vec<Vec<(From, Term)>>,
    /// For each node the reads that it could serve.
    served: Vec<Vec<(usize, Term)>>,
    /// For each write the node of the thread's one before to the same place.
    previous: Vec<Option<usize>>,
    /// For each node the locks it gives back, and where it took them.
    given: Vec<Vec<(usize, usize)>>,
    /// How much of the trail, and of the order's changes, was looked at.
    looked: usize,
    told: usize,
    /// What there was at the beginning of each level.
    levels: Vec<(Mark, usize, usize)>,
    /// The nodes in an order that agrees with the last solution, and for each where it is there.
    pub nodes: Vec<usize>,
    pub rank: Vec<u32>,
    /// The reasons that were asked for last.
    lits: Vec<Lit>,
}

/// There is a conflict, and the solver knows.
struct Conflict;

impl<'a> Theory<'a> {
    /// What is known at first.
    pub fn new(model: &'a Model, state: &'a State) -> Theory<'a> {
        let count = model.step.len();
        let writes = (0..count).flat_map(|node| model.writes_of(node).iter().map(move |write| (node, write.place)));
        let mut last = FxHashMap::default();
        let previous = writes.map(|(node, place)| last.insert((model.thread[node], place), node)).collect();
        let mut given = vec![Vec::new(); count];
        for (lock, threads) in model.sections.iter().enumerate() {
            for (thread, sections) in threads {
                let begin = model.begin[*thread];
                for (from, to) in sections.iter().filter_map(|section| Some((section.from?, section.to?))) {
                    given[begin + to as usize].push((lock, begin + from as usize));
                }
            }
        }
        Theory {
            model,
            most: &state.most,
            order: Explained::new(model, state),
            included: vec![Term::Known(false); count],
            means: Vec::new(),
            why: Vec::new(),
            ruled_out: vec![Vec::new(); count],
            servers: vec![Vec::new(); state.from.len()],
            served: vec![Vec::new(); count],
            previous,
            given,
            looked: 0,
            told: 0,
            levels: Vec::new(),
            nodes: Vec::new(),
            rank: vec![0; count],
            lits: Vec::new(),
        }
    }

    fn means(&mut self, lit: Lit, meaning: Meaning) {
        let index = lit.var().idx() as usize;
        if self.means.len() <= index {
            self.means.resize(index + 1, [Meaning::Nothing; 2]);
            self.why.resize(index + 1, Why::default());
        }
        self.means[index][usize::from(lit.sign())] = meaning;
    }

    fn meaning(&self, lit: Lit) -> Meaning {
        self.means.get(lit.var().idx() as usize).map_or(Meaning::Nothing, |means| means[usize::from(lit.sign())])
    }

    /// Lets a literal say that one node comes before another.
    pub fn says(&mut self, lit: Lit, earlier: usize, later: usize) {
        self.means(lit, Meaning::Order(earlier, later));
        self.rule_out(lit, later, earlier);
    }

    /// Rules a literal out as soon as one node comes before another.
    fn rule_out(&mut self, lit: Lit, earlier: usize, later: usize) {
        let (thread, position) = (self.model.thread[earlier], self.model.position(earlier));
        let list = &mut self.ruled_out[later];
        list.insert(list.partition_point(|(other, at, _)| (*other, *at) < (thread, position)), (thread, position, lit));
    }

    /// Lets a term say that a read is served by somebody.
    pub fn serves(&mut self, term: Term, need: Need, from: From) {
        self.servers[need.slot].push((from, term));
        let Some(reader) = need.reader else { return };
        if let Term::Lit(lit) = term {
            self.means(lit, Meaning::Serves(need.slot, from));
        }
        if let From::Node(writer) = from {
            self.served[writer].push((need.slot, term));
            if let Term::Lit(lit) = term {
                self.rule_out(lit, reader, writer);
            }
        }
    }

    /// Adds what follows of what was decided since the last time.
    fn look(&mut self, solver: &mut TheoryArg) -> Result<(), Conflict> {
        loop {
            if let Some(lit) = solver.model().get(self.looked).copied() {
                self.looked += 1;
                match self.meaning(lit) {
                    Meaning::Nothing => {}
                    Meaning::Order(earlier, later) => self.put(earlier, later, [Reason::Lit(lit)], solver)?,
                    Meaning::Serves(slot, from) => self.serve(slot, from, lit, solver)?,
                }
            } else if self.told < self.order.changes().len() {
                self.told += 1;
                self.follow(self.order.changes()[self.told - 1], solver)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Puts a node before another, if that is new.
    fn put(
        &mut self,
        earlier: usize,
        later: usize,
        reasons: impl IntoIterator<Item = Reason>,
        solver: &mut TheoryArg,
    ) -> Result<(), Conflict> {
        if self.order.is_before(earlier, later) {
            return Ok(());
        }
        if self.order.is_before(later, earlier) {
            return self.refute(reasons.into_iter().chain([Reason::Order(later, earlier)]), solver);
        }
        let why = self.order.because(reasons);
        self.order.put(earlier, later, why);
        Ok(())
    }

    /// Tells the solver what cannot hold together.
    fn refute(&mut self, reasons: impl IntoIterator<Item = Reason>, solver: &mut TheoryArg) -> Result<(), Conflict> {
        let why = self.order.because(reasons);
        self.lits.clear();
        self.order.explain(why, &mut self.lits);
        self.lits.iter_mut().for_each(|lit| *lit = !*lit);
        solver.raise_conflict(&self.lits, false);
        Err(Conflict)
    }

    /// Tells the solver that a literal cannot hold, if it has not decided.
    fn refuse(&mut self, lit: Lit, reasons: impl IntoIterator<Item = Reason>, solver: &mut TheoryArg) {
        if solver.value(lit.var()) == lbool::UNDEF {
            self.why[lit.var().idx() as usize] = self.order.because(reasons);
            solver.propagate(!lit);
        }
    }

    /// Adds what follows of a read being served by somebody.
    fn serve(&mut self, slot: usize, from: From, lit: Lit, solver: &mut TheoryArg) -> Result<(), Conflict> {
        let (model, read) = (self.model, self.model.reads[slot]);
        if let From::Node(writer) = from {
            self.put(writer, read.node, [Reason::Lit(lit)], solver)?;
        }
        for (thread, writes) in &model.content[read.place].writers {
            let node = |at: &u32| model.begin[*thread] + *at as usize;
            let before = self.order.before(read.node)[*thread];
            if let Some(other) = writes[..writes.partition_point(|at| *at < before)].last() {
                self.keep_away(slot, from, Term::Lit(lit), node(other), solver)?;
            }
            let after = match from {
                From::Node(writer) => self.order.first_after(writer, *thread),
                _ => 0,
            };
            let later = &writes[writes.partition_point(|at| *at < after)..];
            if let Some(other) = later.first().filter(|at| **at < self.most[*thread]) {
                self.keep_away(slot, from, Term::Lit(lit), node(other), solver)?;
            }
        }
        Ok(())
    }

    /// Adds what follows of more steps of a thread coming before a node.
    fn follow(
        &mut self,
        Change { node, thread, old, new, .. }: Change,
        solver: &mut TheoryArg,
    ) -> Result<(), Conflict> {
        let model = self.model;
        let begin = model.begin[thread];
        let first = self.ruled_out[node].partition_point(|(other, at, _)| (*other, *at) < (thread, old));
        for number in first..self.ruled_out[node].len() {
            let (other, at, lit) = self.ruled_out[node][number];
            if (other, at) >= (thread, new) {
                break;
            }
            self.refuse(lit, [Reason::Order(begin + at as usize, node)], solver);
        }
        let writes_to = |place: usize| {
            let writers = model.content[place].writers.iter().find(|(other, _)| *other == thread);
            writers.map_or(&[][..], |(_, writes)| {
                &writes[writes.partition_point(|at| *at < old)..writes.partition_point(|at| *at < new)]
            })
        };
        for slot in model.reads_of(node) {
            let Some(last) = writes_to(model.reads[slot].place).last() else { continue };
            for number in 0..self.servers[slot].len() {
                let (from, term) = self.servers[slot][number];
                self.keep_away(slot, from, term, begin + *last as usize, solver)?;
            }
        }
        for number in 0..self.given[node].len() {
            let (lock, taken) = self.given[node][number];
            self.keep_apart(lock, [taken, node], thread, solver)?;
        }
        if self.included[node].value(solver) != Some(true) {
            return Ok(());
        }
        for write in model.first_write[node]..model.first_write[node + 1] {
            // For writes that come before an earlier one of the thread to the same place, that one is kept away.
            let known = self.previous[write].map_or(0, |earlier| self.order.before(earlier)[thread]);
            let place = model.writes[write].place;
            for writer in writes_to(place).iter().skip_while(|at| **at < known).map(|at| begin + *at as usize) {
                for number in 0..self.served[writer].len() {
                    let (slot, term) = self.served[writer][number];
                    if model.reads[slot].place == place {
                        self.keep_away(slot, From::Node(writer), term, node, solver)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Ends a thread's last section of a lock that begins before the end of another's before that one begins.
    fn keep_apart(
        &mut self,
        lock: usize,
        [taken, given]: [usize; 2],
        thread: usize,
        solver: &mut TheoryArg,
    ) -> Result<(), Conflict> {
        let (model, count) = (self.model, self.order.before(given)[thread]);
        let threads = &model.sections[lock];
        let Some((_, sections)) = threads.iter().find(|(other, _)| *other == thread && thread != model.thread[given])
        else {
            return Ok(());
        };
        let begun = sections.partition_point(|section| section.from.is_none_or(|from| from < count));
        let Some((section, from)) = sections[..begun].last().and_then(|section| Some((section, section.from?))) else {
            return Ok(());
        };
        let node = |at: u32| model.begin[thread] + at as usize;
        let included = [taken, node(from)].map(|node| self.included[node]);
        if included.iter().any(|term| term.value(solver) != Some(true)) {
            return Ok(());
        }
        let reasons = included.into_iter().filter_map(Term::reason).chain([Reason::Order(node(from), given)]);
        match section.to.filter(|to| *to < self.most[thread]) {
            Some(to) => self.put(node(to), taken, reasons, solver),
            None => self.refute(reasons, solver),
        }
    }

    /// Keeps a write away from between a read and who serves it, where the order says on which side it is, or else that it is between.
    fn keep_away(
        &mut self,
        slot: usize,
        from: From,
        serves: Term,
        other: usize,
        solver: &mut TheoryArg,
    ) -> Result<(), Conflict> {
        let reader = self.model.reads[slot].node;
        let (value, included) = (serves.value(solver), self.included[other]);
        if value == Some(false) || from == From::Node(other) || reader == other || included.value(solver) != Some(true)
        {
            return Ok(());
        }
        let (earlier, later, side) = match from {
            From::Node(writer) if self.order.is_before(other, reader) => {
                (other, writer, Some(Reason::Order(other, reader)))
            }
            From::Node(writer) if self.order.is_before(writer, other) => {
                (reader, other, Some(Reason::Order(writer, other)))
            }
            From::Node(_) => return Ok(()),
            _ => (reader, other, None),
        };
        let known = included.reason().into_iter().chain(side);
        match serves {
            Term::Lit(lit) if value.is_none() => {
                if self.order.is_before(later, earlier) {
                    self.refuse(lit, known.chain([Reason::Order(later, earlier)]), solver);
                }
                Ok(())
            }
            _ => self.put(earlier, later, known.chain(serves.reason()), solver),
        }
    }

    /// Puts the nodes in an order, as in the trace as far as that is open.
    fn arrange(&mut self) {
        let model = self.model;
        let mut done = vec![0; self.most.len()];
        self.nodes.clear();
        while done != self.most {
            let next = (0..done.len()).filter(|thread| done[*thread] < self.most[*thread]).filter_map(|thread| {
                let node = model.begin[thread] + done[thread] as usize;
                self.order.before(node).iter().zip(&done).all(|(count, done)| count <= done).then_some(node)
            });
            let node = next.min_by_key(|node| model.step[*node]).expect("an order without circles has a first node");
            done[model.thread[node]] += 1;
            self.rank[node] = self.nodes.len() as u32;
            self.nodes.push(node);
        }
    }
}

impl batsat::theory::Theory for Theory<'_> {
    fn final_check(&mut self, solver: &mut TheoryArg) {
        self.partial_check(solver);
        if solver.is_ok() {
            self.arrange();
        }
    }

    fn partial_check(&mut self, solver: &mut TheoryArg) {
        // Of a conflict the solver has been told.
        let _ = self.look(solver);
    }

    fn create_level(&mut self) {
        self.levels.push((self.order.mark(), self.looked, self.told));
    }

    fn pop_levels(&mut self, count: usize) {
        let level = self.levels.len() - count;
        let (mark, looked, told) = self.levels[level];
        self.levels.truncate(level);
        self.order.take_back(mark);
        (self.looked, self.told) = (looked, told);
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, lit: Lit) -> &[Lit] {
        self.lits.clear();
        self.order.explain(self.why[lit.var().idx() as usize], &mut self.lits);
        &self.lits
    }
}
