//! The states still to be explored, and which comes next.

use crate::guest::{Choice, Guest};
use crate::livelock::Lasso;
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
    /// An empty frontier for a guest in its root state. `alone` says that there is no other worker and that cycles matter, so that
    /// they can be judged.
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

    /// The last choice led to a state met before. Whether it may have closed a cycle: of the choices on a cycle at least one must be
    /// told, unless the frontier judges cycles itself; it may be told of others. (Wherever states keep the depth they were met at, a choice that does not
    /// lead to a deeper one is suspicious: there is one on every cycle.)
    fn seen(&mut self, seen: &Entered) -> bool;

    /// Whether it has found livelocks.
    fn has_lassos(&self) -> bool {
        false
    }

    /// The livelocks it has found since this was last asked.
    fn take_lassos(&mut self) -> Vec<Lasso> {
        Vec::new()
    }

    /// Whether there are cycles it could not judge.
    fn is_suspicious(&self) -> bool {
        false
    }

    /// Whether cycles could be missed by one who goes on with what `save` gives.
    fn would_miss_cycles(&self) -> bool {
        false
    }

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
