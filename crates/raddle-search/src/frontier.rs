//! The states still to be explored, and which comes next.

use crate::guest::{Choice, Guest};
use crate::store::Entered;
use serde::{Deserialize, Serialize};

/// Where the next state to be explored is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FrontierKind {
    /// A stack: a path is followed to its end, then the last choice is taken otherwise.
    DepthFirst,
    /// A queue: shorter paths before longer ones.
    BreadthFirst,
}

/// A part of the state graph that is still to be explored, as a plain value: it can be handed to another worker and saved.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Branch {
    /// The choices of a path from the root.
    pub path: Vec<Choice>,
    /// The unexplored choices of states on it, each with the number of choices of the path that lead to it, in ascending order.
    pub open: Vec<(u32, Vec<Choice>)>,
}

/// What a worker has to do: nothing but branches; none of them means all, from the root.
pub type Work = Vec<Branch>;

/// Keeps the states to be explored of one worker.
pub(crate) trait Frontier<G: Guest>: Sized {
    /// An empty frontier for a guest in its root state. `alone` says that there is no other worker and that `closes_cycle` will be
    /// asked, so that it is worth knowing which states are on the path.
    fn new(guest: &mut G, alone: bool) -> Self;

    /// Brings the guest back to the root state.
    fn home(&mut self, guest: &mut G);

    /// Takes in the state the guest is in, of which these choices are to be explored.
    fn push(&mut self, guest: &mut G, key: u64, choices: &[Choice]);

    /// Brings the guest to the state to be explored next, and says by which choice. `None` if nothing is left.
    fn next(&mut self, guest: &mut G) -> Result<Option<Choice>, String>;

    /// The number of choices between the root and the state the last choice leads to.
    fn depth(&self) -> u64;

    /// The choices from the root to the state the last choice led to.
    fn path(&self) -> Vec<Choice>;

    /// Whether the last choice, which led to a state met before, may have closed a cycle. Of the choices on a cycle at least one must be
    /// told; it may be told of others. (Wherever states keep the depth they were met at, a choice that does not lead to a deeper
    /// one is suspicious: there is one on every cycle.)
    fn closes_cycle(&self, seen: &Entered) -> bool;

    /// Takes over work, at an empty frontier, and returns what it cannot take up together with the rest. `key` says by which key a
    /// state is known.
    fn accept(&mut self, guest: &mut G, work: Work, key: &mut dyn FnMut(&mut G) -> u64) -> Result<Work, String>;

    /// Gives away the part of the work nearest to the root, if there is any to spare: a worker never gives all it has.
    fn give(&mut self) -> Option<Branch>;

    /// All that is left to do.
    fn save(&self) -> Work;

    /// Forgets everything.
    fn clear(&mut self);

    /// Bytes it takes, about.
    fn bytes(&self) -> u64;
}
