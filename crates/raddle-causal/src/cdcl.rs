//! The third solver: clauses, for a solver that learns from conflicts (`batsat`) with a theory of orders, reads and locks (`theory.rs`).
//!
//! There are variables for whether a step is included, for which of two steps is first and for who serves a read; and clauses
//! that say what a query asks. All is on top of what saturation knows without guessing, and the theory knows what follows of that, so most clauses need not be there. Most of the
//! rest are never needed either: a solution is an order, and what is wrong with it tells which clauses were missing. They are added
//! until there is nothing wrong, or no solution. There are only so many clauses, so that has an end.

use crate::model::Section;
use crate::rules::{Need, Rules};
use crate::state::{From, State};
use crate::theory::{Term, Theory};
use batsat::{BasicCallbacks, BasicSolver, Lit, SolverInterface, SolverOpts, lbool};
use rustc_hash::FxHashMap;

/// A query as clauses.
pub(crate) struct Clauses<'a> {
    rules: &'a Rules<'a>,
    state: &'a State,
    solver: BasicSolver,
    theory: Theory<'a>,
    /// Variables for which of two nodes, the lower first, comes first: the term says that the lower one does.
    first: FxHashMap<(usize, usize), Term>,
    /// Whether something was added since the last solution.
    grown: bool,
}

impl<'a> Clauses<'a> {
    /// What is asked, as far as it takes few clauses.
    pub fn new(rules: &'a Rules<'a>, state: &'a State) -> Clauses<'a> {
        // What is guessed is always what was seen in the trace, never what was guessed last: it takes a third to a tenth of the time.
        let options = SolverOpts { phase_saving: 0, ..SolverOpts::default() };
        let mut clauses = Clauses {
            rules,
            state,
            solver: BasicSolver::new(options, BasicCallbacks::default()),
            theory: Theory::new(rules.model, state),
            first: FxHashMap::default(),
            grown: false,
        };
        clauses.inclusion();
        for need in rules.needs(&state.least) {
            clauses.serve(need);
        }
        clauses
    }

    /// The nodes of an answer in order, if there is one.
    pub fn solve(mut self) -> Option<Vec<usize>> {
        loop {
            if self.solver.solve_limited_th(&mut self.theory, &[]) != lbool::TRUE {
                return None;
            }
            self.grown = false;
            let included: Vec<bool> = self.theory.included.iter().map(|term| self.holds(*term)).collect();
            self.look_at_reads(&included);
            self.look_at_locks(&included);
            if !self.grown {
                let nodes = self.theory.nodes.iter().copied();
                return Some(nodes.filter(|node| included[*node]).collect());
            }
        }
    }

    /// All nodes that are not out of the question by their position.
    fn nodes(&self) -> impl Iterator<Item = usize> + use<> {
        let begin = self.rules.model.begin.clone();
        let most = self.state.most.clone();
        most.into_iter().enumerate().flat_map(move |(thread, most)| begin[thread]..begin[thread] + most as usize)
    }

    fn inclusion(&mut self) {
        let model = self.rules.model;
        for node in self.nodes() {
            if self.state.includes(model, node) {
                self.theory.included[node] = Term::Known(true);
            } else if self.state.could_include(model, node) {
                self.theory.included[node] = !self.likely();
            }
        }
        for node in self.nodes() {
            let Term::Lit(_) = self.theory.included[node] else { continue };
            for (thread, count) in self.state.order.before(node).iter().enumerate().filter(|(_, count)| **count > 0) {
                let before = self.theory.included[model.begin[thread] + *count as usize - 1];
                self.add(&[!self.theory.included[node], before]);
            }
        }
        for lock in &self.rules.goal.free {
            for (thread, sections) in &model.sections[*lock] {
                for section in sections {
                    let begin = section
                        .from
                        .map_or(Term::Known(true), |from| self.theory.included[model.begin[*thread] + from as usize]);
                    let end = section
                        .to
                        .map_or(Term::Known(false), |to| self.theory.included[model.begin[*thread] + to as usize]);
                    self.add(&[!begin, end]);
                }
            }
        }
    }

    /// Something that is tried as true first.
    fn likely(&mut self) -> Term {
        Term::Lit(Lit::new(self.solver.new_var_default(), false))
    }

    /// Whether a node comes before another; what is tried first is the order of the trace.
    fn before(&mut self, earlier: usize, later: usize) -> Term {
        let model = self.rules.model;
        if self.theory.order.is_before(earlier, later) {
            return Term::Known(true);
        }
        if self.theory.order.is_before(later, earlier) {
            return Term::Known(false);
        }
        let as_seen = model.step[earlier] < model.step[later];
        let likely = if as_seen { (earlier, later) } else { (later, earlier) };
        let key = (earlier.min(later), earlier.max(later));
        let first = match self.first.get(&key) {
            Some(first) => *first,
            None => {
                let Term::Lit(lit) = self.likely() else { unreachable!("a variable is not known") };
                self.theory.says(lit, likely.0, likely.1);
                self.theory.says(!lit, likely.1, likely.0);
                let first = if likely == key { Term::Lit(lit) } else { Term::Lit(!lit) };
                self.first.insert(key, first);
                first
            }
        };
        if earlier < later { first } else { !first }
    }

    /// Adds a clause.
    fn add(&mut self, terms: &[Term]) {
        if terms.contains(&Term::Known(true)) {
            return;
        }
        let lits = terms.iter().filter_map(|term| match term {
            Term::Lit(lit) => Some(*lit),
            Term::Known(_) => None,
        });
        self.solver.add_clause_reuse(&mut lits.collect());
        self.grown = true;
    }

    /// Whether something holds in the solution. What was added since does not.
    fn holds(&self, term: Term) -> bool {
        match term {
            Term::Known(known) => known,
            Term::Lit(lit) => self.solver.value_lit(lit) == lbool::TRUE,
        }
    }

    /// Says that a read is served by somebody, if it is included.
    fn serve(&mut self, need: Need) {
        let from = self.state.from[need.slot];
        if from != From::Open {
            self.theory.serves(Term::Known(true), need, from);
            return;
        }
        let seen = self.rules.model.reads.get(need.slot).map(|read| read.seen.map_or(From::Initial, From::Node));
        let candidates: Vec<From> = self.rules.candidates(self.state, need).iter().collect();
        let mut one_of = vec![need.reader.map_or(Term::Known(false), |reader| !self.theory.included[reader])];
        for from in candidates {
            let likely = self.likely();
            let serves = if Some(from) == seen { likely } else { !likely };
            if let From::Node(writer) = from {
                self.add(&[!serves, self.theory.included[writer]]);
            }
            self.theory.serves(serves, need, from);
            one_of.push(serves);
        }
        self.add(&one_of);
    }

    /// Adds what included reads miss in the solution.
    fn look_at_reads(&mut self, included: &[bool]) {
        let model = self.rules.model;
        let mut writes: Vec<Vec<(u32, usize)>> = vec![Vec::new(); model.content.len()];
        let mut least = vec![0; model.thread_count()];
        for node in self.theory.nodes.iter().copied().filter(|node| included[*node]) {
            for write in model.writes_of(node) {
                writes[write.place].push((self.theory.rank[node], node));
            }
            least[model.thread[node]] += 1;
        }
        for need in self.rules.needs(&least) {
            if self.theory.servers[need.slot].is_empty() {
                self.serve(need);
                self.grown = true;
                continue;
            }
            for (from, serves) in self.theory.servers[need.slot].clone() {
                if self.holds(serves) {
                    self.keep_away(need, from, serves, &writes[need.place]);
                }
            }
        }
    }

    /// Keeps writes away from between a read and who serves it, where they are in the solution.
    fn keep_away(&mut self, need: Need, from: From, serves: Term, writes: &[(u32, usize)]) {
        let low = match from {
            From::Node(writer) => {
                let rank = self.theory.rank[writer];
                writes.partition_point(|(other, _)| *other <= rank)
            }
            _ => 0,
        };
        let high = need.reader.map_or(writes.len(), |reader| {
            let rank = self.theory.rank[reader];
            writes.partition_point(|(other, _)| *other < rank)
        });
        for (_, other) in writes.get(low..high).unwrap_or_default() {
            let before = match from {
                From::Node(writer) => self.before(*other, writer),
                _ => Term::Known(false),
            };
            let after = need.reader.map_or(Term::Known(false), |reader| self.before(reader, *other));
            self.add(&[!serves, !self.theory.included[*other], before, after]);
        }
    }

    /// Adds what keeps sections apart that are not in the solution.
    fn look_at_locks(&mut self, included: &[bool]) {
        let model = self.rules.model;
        for threads in &model.sections {
            let mut open: Vec<(u32, usize, Section)> = Vec::new();
            for (thread, sections) in threads {
                let begun = sections.iter().filter_map(|section| {
                    let node = section.from.map(|from| model.begin[*thread] + from as usize);
                    let rank = node.map_or(Some(0), |node| included[node].then_some(self.theory.rank[node] + 1))?;
                    Some((rank, *thread, *section))
                });
                open.extend(begun);
            }
            open.sort_unstable_by_key(|(rank, _, _)| *rank);
            for pair in open.windows(2) {
                let ((_, thread, one), (next, other, two)) = (pair[0], pair[1]);
                let end = one.to.map(|to| model.begin[thread] + to as usize).filter(|end| included[*end]);
                if end.is_none_or(|end| self.theory.rank[end] + 1 >= next) && thread != other {
                    self.keep_apart((thread, one), (other, two));
                }
            }
        }
    }

    fn keep_apart(&mut self, one: (usize, Section), two: (usize, Section)) {
        let model = self.rules.model;
        let node = |thread: usize, at: Option<u32>| Some(model.begin[thread] + at? as usize);
        let begins = [node(one.0, one.1.from), node(two.0, two.1.from)];
        let ends = [node(one.0, one.1.to), node(two.0, two.1.to)];
        let included =
            |clauses: &Self, node: Option<usize>, none| node.map_or(none, |node| clauses.theory.included[node]);
        let mut clause = begins.map(|begin| !included(self, begin, Term::Known(true))).to_vec();
        for (end, (begin, its_begin)) in ends.into_iter().zip([(begins[1], clause[1]), (begins[0], clause[0])]) {
            let (Some(end), Some(begin)) = (end.filter(|end| self.state.could_include(model, *end)), begin) else {
                continue;
            };
            let first = self.before(end, begin);
            self.add(&[!first, its_begin, self.theory.included[end]]);
            clause.push(first);
        }
        self.add(&clause);
    }
}
