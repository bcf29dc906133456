//! The theory of orders for the clause-learning solver: what is said to come before what must not go round in a circle.
//!
//! A literal can say that one node comes before another. All nodes are kept ranked so that whatever is said agrees with the ranks (Pearce and Kelly,
//! "A dynamic topological sort algorithm for directed acyclic graphs"): what agrees already costs nothing, and what does not
//! moves only nodes ranked between the two. What is taken back leaves the ranks as they are, since they agree with less, too. The
//! ranks of a solution are an order.

use batsat::Lit;
use batsat::theory::{Theory, TheoryArg};

/// What is said of the order, and ranks that agree with it.
#[derive(Default, Debug)]
pub(crate) struct Acyclic {
    /// For each node where it is, a permutation of the nodes.
    pub rank: Vec<u32>,
    at_rank: Vec<u32>,
    /// For each node those right after it and those right before it, with what says so; nothing if it always holds.
    after: Vec<Vec<(u32, Option<Lit>)>>,
    before: Vec<Vec<(u32, Option<Lit>)>>,
    /// For each variable, false first, what it says: that one node is before another.
    means: Vec<[Option<(u32, u32)>; 2]>,
    /// What was said, in the order of the solver's trail.
    said: Vec<(u32, u32)>,
    /// How much of the trail was looked at.
    looked: usize,
    /// `said` and `looked` at the beginning of each level.
    levels: Vec<(usize, usize)>,
    marks: Marks,
    /// Nodes to be ranked anew, and the ranks for them.
    ahead: Vec<u32>,
    behind: Vec<u32>,
    free: Vec<u32>,
}

/// Where a search has been.
#[derive(Default, Debug)]
struct Marks {
    /// The search that last met each node, and from where it came, by what.
    met: Vec<(u32, u32, Option<Lit>)>,
    search: u32,
    stack: Vec<u32>,
}

impl Acyclic {
    /// Nodes with ranks, and nothing said of them.
    pub fn new(ranked: &[u32]) -> Acyclic {
        let count = ranked.len();
        let mut rank = vec![0; count];
        for (at, node) in ranked.iter().enumerate() {
            rank[*node as usize] = at as u32;
        }
        Acyclic {
            rank,
            at_rank: ranked.to_vec(),
            after: vec![Vec::new(); count],
            before: vec![Vec::new(); count],
            marks: Marks { met: vec![(0, 0, None); count], ..Marks::default() },
            ..Acyclic::default()
        }
    }

    /// Says what always holds, and agrees with the ranks.
    pub fn always(&mut self, earlier: usize, later: usize) {
        debug_assert!(self.rank[earlier] < self.rank[later]);
        self.after[earlier].push((later as u32, None));
        self.before[later].push((earlier as u32, None));
    }

    /// Lets a literal say that one node comes before another.
    pub fn says(&mut self, lit: Lit, earlier: usize, later: usize) {
        let index = lit.var().idx() as usize;
        if self.means.len() <= index {
            self.means.resize(index + 1, [None; 2]);
        }
        self.means[index][usize::from(lit.sign())] = Some((earlier as u32, later as u32));
    }

    fn look(&mut self, solver: &mut TheoryArg) {
        while let Some(lit) = solver.model().get(self.looked).copied() {
            self.looked += 1;
            let meaning = self.means.get(lit.var().idx() as usize).map(|means| means[usize::from(lit.sign())]);
            let Some((earlier, later)) = meaning.flatten() else { continue };
            if self.rank[earlier as usize] > self.rank[later as usize] && !self.rerank(earlier, later) {
                let mut clause = vec![!lit];
                self.blame(later, earlier, &mut clause);
                solver.raise_conflict(&clause, false);
                return;
            }
            self.after[earlier as usize].push((later, Some(lit)));
            self.before[later as usize].push((earlier, Some(lit)));
            self.said.push((earlier, later));
        }
    }

    /// Collects what the last search came by on its way from one node to another, negated.
    fn blame(&self, from: u32, to: u32, clause: &mut Vec<Lit>) {
        let mut node = to;
        while node != from {
            let (_, earlier, lit) = self.marks.met[node as usize];
            clause.extend(lit.map(|lit| !lit));
            node = earlier;
        }
    }

    /// Moves nodes so that the first of two is ranked before the second. Fails if the second is known to come before the first.
    fn rerank(&mut self, earlier: u32, later: u32) -> bool {
        let (low, high) = (self.rank[later as usize], self.rank[earlier as usize]);
        let rank = |node: u32| self.rank[node as usize];
        let mut behind = std::mem::take(&mut self.behind);
        behind.clear();
        if self.marks.reach(later, &self.after, |node| rank(node) <= high, Some(earlier), &mut behind) {
            self.behind = behind;
            return false;
        }
        behind.sort_unstable_by_key(|node| rank(*node));
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.clear();
        self.marks.reach(earlier, &self.before, |node| rank(node) >= low, None, &mut ahead);
        ahead.sort_unstable_by_key(|node| rank(*node));
        self.free.clear();
        self.free.extend(ahead.iter().chain(&behind).map(|node| rank(*node)));
        self.free.sort_unstable();
        for (node, rank) in ahead.iter().chain(&behind).zip(&self.free) {
            self.rank[*node as usize] = *rank;
            self.at_rank[*rank as usize] = *node;
        }
        (self.ahead, self.behind) = (ahead, behind);
        true
    }

    /// All nodes in the order of their ranks.
    pub fn ranked(&self) -> &[u32] {
        &self.at_rank
    }
}

impl Marks {
    /// Goes along edges to all nodes within a limit, and tells whether one of them is the one looked for.
    fn reach(
        &mut self,
        from: u32,
        edges: &[Vec<(u32, Option<Lit>)>],
        within: impl Fn(u32) -> bool,
        target: Option<u32>,
        found: &mut Vec<u32>,
    ) -> bool {
        self.search += 1;
        self.met[from as usize].0 = self.search;
        self.stack.clear();
        self.stack.push(from);
        while let Some(node) = self.stack.pop() {
            found.push(node);
            for (next, lit) in &edges[node as usize] {
                if self.met[*next as usize].0 == self.search || !within(*next) {
                    continue;
                }
                self.met[*next as usize] = (self.search, node, *lit);
                if Some(*next) == target {
                    return true;
                }
                self.stack.push(*next);
            }
        }
        false
    }
}

impl Theory for Acyclic {
    fn final_check(&mut self, solver: &mut TheoryArg) {
        self.look(solver);
    }

    fn partial_check(&mut self, solver: &mut TheoryArg) {
        self.look(solver);
    }

    fn create_level(&mut self) {
        self.levels.push((self.said.len(), self.looked));
    }

    fn pop_levels(&mut self, count: usize) {
        let level = self.levels.len() - count;
        let (said, looked) = self.levels[level];
        self.levels.truncate(level);
        for (earlier, later) in self.said.drain(said..).rev() {
            self.after[earlier as usize].pop();
            self.before[later as usize].pop();
        }
        self.looked = looked;
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        unreachable!("nothing is propagated")
    }
}
