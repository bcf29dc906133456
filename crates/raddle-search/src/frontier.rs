//! The states still to be explored, and which comes next.

use crate::causal::Known;
use crate::finding::{Finding, Kinds};
use crate::guest::{Choice, Guest, Status};
use crate::guide::PutOff;
use crate::guided::BACKTRACK_STATES;
use crate::limit::Reached;
use crate::livelock::Lasso;
use crate::order::Rank;
use crate::random_walk::Scheduler;
use crate::reduce::{Explored, Tree};
use crate::report::Counters;
use crate::store::Entered;
use crate::strategy::{PartError, Strategy};
use crate::trail::Trail;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex};

/// Where the next state to be explored is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum FrontierKind {
    /// A stack: a path is followed to its end, then the last choice is taken otherwise.
    #[default]
    DepthFirst,
    /// A queue: shorter paths before longer ones.
    BreadthFirst,
    /// A queue in which the choice ranked highest comes first; when so many are in it, the worst leaves.
    BestFirst {
        /// How many are kept; else all.
        queue: Option<u32>,
    },
    /// Depth by depth, of each only the choices ranked highest.
    Beam {
        /// How many.
        width: u32,
    },
    /// The best of the states that a state's choices lead to; when a path is over, one of the others.
    Guided {
        /// How many of those are kept.
        most: u32,
    },
    /// A queue of paths, each followed again from the root and then on to an end.
    Stateless,
    /// A stack, round after round of more threads and places that can matter to a target (`slice.rs`).
    Slice,
    /// One execution for each way in which reads can see writes.
    ValueSchedule,
    /// One execution for each way in which what threads read can make a difference to them.
    Causal,
    /// One execution, and those in which something is otherwise that it tells of.
    Predict,
    /// No states are kept: one execution from the root after the other, by chance.
    Walk(Scheduler),
}

impl FrontierKind {
    /// Whether it comes back from anywhere to anywhere, and not only to states on the path.
    pub(crate) fn is_tree(self) -> bool {
        use FrontierKind::{Beam, BestFirst, BreadthFirst, Guided};
        matches!(self, BreadthFirst | BestFirst { .. } | Beam { .. } | Guided { .. })
    }
}

/// Choices of each depth that a beam keeps unless told otherwise.
pub const BEAM_WIDTH: u32 = 100;

impl FrontierKind {
    /// Whether it executes executions, told apart by what is read in them.
    pub fn goes_by_values(self) -> bool {
        matches!(self, FrontierKind::ValueSchedule | FrontierKind::Causal | FrontierKind::Predict)
    }
}

impl fmt::Display for FrontierKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrontierKind::DepthFirst => f.write_str("depth"),
            FrontierKind::BreadthFirst => f.write_str("breadth"),
            FrontierKind::BestFirst { .. } => f.write_str("best"),
            FrontierKind::Beam { .. } => f.write_str("beam"),
            FrontierKind::Guided { .. } => f.write_str("guided"),
            FrontierKind::Stateless => f.write_str("stateless"),
            FrontierKind::Slice => f.write_str("slice"),
            FrontierKind::ValueSchedule => f.write_str("value-schedule"),
            FrontierKind::Causal => f.write_str("causal"),
            FrontierKind::Predict => f.write_str("predict"),
            FrontierKind::Walk(scheduler) => scheduler.fmt(f),
        }
    }
}

impl FromStr for FrontierKind {
    type Err = PartError;

    fn from_str(text: &str) -> Result<FrontierKind, PartError> {
        Ok(match text {
            "depth" | "dfs" => FrontierKind::DepthFirst,
            "breadth" | "bfs" => FrontierKind::BreadthFirst,
            "best" => FrontierKind::BestFirst { queue: None },
            "beam" => FrontierKind::Beam { width: BEAM_WIDTH },
            "guided" => FrontierKind::Guided { most: BACKTRACK_STATES },
            "stateless" => FrontierKind::Stateless,
            "slice" => FrontierKind::Slice,
            "value-schedule" => FrontierKind::ValueSchedule,
            "causal" => FrontierKind::Causal,
            "predict" => FrontierKind::Predict,
            _ => match Scheduler::read(text)? {
                Some(scheduler) => FrontierKind::Walk(scheduler),
                None => {
                    return Err(PartError::no_such(
                        "depth, breadth, best, beam, guided, stateless, slice, value-schedule, causal, predict, random, pct, pos, surw",
                    ));
                }
            },
        })
    }
}

/// A part of the state graph that is still to be explored, as a plain value: it can be handed to another worker and saved.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Branch {
    /// The choices of a path from the root.
    pub path: Vec<Choice>,
    /// The unexplored choices of states on it, each with the number of choices of the path that lead to it, in ascending order.
    pub open: Vec<(u32, Vec<Choice>)>,
}

impl Branch {
    /// Bytes it takes, about.
    pub(crate) fn bytes(&self) -> u64 {
        let open: usize = self.open.iter().map(|(_, choices)| size_of_val(choices) + size_of_val(&choices[..])).sum();
        (size_of::<Branch>() + self.path.len() * size_of::<Choice>() + open) as u64
    }
}

/// What a worker has to do: nothing but branches; none of them means all, from the root.
pub type Work = Vec<Branch>;

/// What a frontier is made for.
pub(crate) struct Setup<'a> {
    pub strategy: &'a Strategy,
    /// The number of the worker.
    pub worker: usize,
    /// There is no other worker.
    pub single: bool,
    /// There is no other worker, nothing is put off, and cycles matter: they can be judged on the way.
    pub alone: bool,
    /// What is left under a reduction, shared by all workers.
    pub tree: &'a Arc<Mutex<Tree>>,
    /// What is explored for good under one that matches states, shared as well.
    pub explored: &'a Arc<Mutex<Explored>>,
    /// What is known and left in a causal search, shared by all workers.
    pub known: &'a Arc<Mutex<Known>>,
    /// States are recognised.
    pub matches: bool,
    /// What ends a path where it is violated.
    pub properties: Kinds,
}

/// Keeps the states to be explored of one worker.
pub(crate) trait Frontier<G: Guest>: Sized {
    /// Whether a state pushed is the one explored next, so that the path goes on.
    const FOLLOWS: bool;
    /// Whether it goes on by itself after a choice (`complete`).
    const COMPLETES: bool = false;

    /// An empty frontier for a guest in its root state.
    fn new(guest: &mut G, setup: &Setup<'_>) -> Self;

    /// Brings the guest back to the root state.
    fn home(&mut self, guest: &mut G);

    /// Takes in the state the guest is in, of which these choices are to be explored, with their ranks where they are ranked.
    fn push(&mut self, guest: &mut G, trail: &Trail, entered: &Entered, choices: &[Choice], ranks: &[Rank]);

    /// The state pushed last, which the guest is in, has choices that are put off: it may be kept until they are taken up. Whether it is.
    fn put_off(&mut self, guest: &mut G, trail: &Trail, entered: &Entered, put_off: &[PutOff]) -> bool {
        let _ = (guest, trail, entered, put_off);
        false
    }

    /// The lowest level at which something is to be taken up in states that are kept.
    fn level_kept(&self) -> Option<u32> {
        None
    }

    /// Takes that up, at an empty frontier, after the work given for that level. Whether there is anything.
    fn begin_level(&mut self, level: u32) -> bool {
        let _ = level;
        false
    }

    /// All that is to be taken up in states that are kept, each with its level.
    fn save_put_off(&self) -> Vec<(u32, Branch)> {
        Vec::new()
    }

    /// Brings the guest, and the trail with it, to the state to be explored next, and says by which choice. `None` if nothing is left.
    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String>;

    /// The choice that `next` gave was taken, and led to the state the guest is in.
    fn took(&mut self, guest: &mut G, choice: Choice, status: &Status) {
        let _ = (guest, choice, status);
    }

    /// The last choice did not end the path: goes on to the state it stands for, where that is another than it led to, unless one of these properties is violated
    /// on the way. How far the guest is then.
    fn complete(&mut self, guest: &mut G, properties: Kinds) -> Status {
        let _ = (guest, properties);
        Status::Running
    }

    /// Whether it learned that it should have explored more than it did: what was explored is no proof.
    fn is_void(&self) -> bool {
        false
    }

    /// The number of choices between the root and the state the last choice leads to.
    fn depth(&self) -> u64;

    /// The choices from the root to the state the last choice led to.
    fn path(&self) -> Vec<Choice>;

    /// The last choice led to a state met before. Whether it may have closed a cycle: of the choices on a cycle at least one must be
    /// told, unless the frontier judges cycles itself; it may be told of others. (Wherever states keep the depth they were met at, a choice that does not
    /// lead to a deeper one is suspicious: there is one on every cycle.)
    fn seen(&mut self, seen: &Entered) -> bool;

    /// From now on this worker goes through all states that no other has done with, and judges cycles on the way.
    fn swarm(&mut self, worker: usize) {
        let _ = worker;
    }

    /// Whether a state met before is to be explored nevertheless, because another worker is still at it.
    fn joins_in(&self, met: &Entered) -> bool {
        let _ = met;
        false
    }

    /// Whether the last choice is one that another worker takes, too, and tells of.
    fn is_repeated(&self) -> bool {
        false
    }

    /// The fingerprints of states that are done with, with all that comes after them, since this was last asked.
    fn take_done(&mut self, take: impl FnMut(u128)) {
        let _ = take;
    }

    /// The last choice ended the path by what it did, whoever else could have gone on.
    fn cut(&mut self) {}

    /// Whether it has found out anything besides.
    fn has_predicted(&self) -> bool {
        false
    }

    /// What it has found out besides since this was last asked, with the choices from the root to each.
    fn take_predicted(&mut self) -> Vec<(Finding, Vec<Choice>)> {
        Vec::new()
    }

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
    fn accept(
        &mut self,
        guest: &mut G,
        trail: &mut Trail,
        work: Work,
        key: &mut dyn FnMut(&mut G) -> u64,
    ) -> Result<Work, String>;

    /// Gives away the part of the work nearest to the root, if there is any to spare: a worker never gives all it has.
    fn give(&mut self) -> Option<Branch>;

    /// All that is left to do.
    fn save(&self) -> Work;

    /// The share explored of what is to be, judged by the path; `None` if there is no telling.
    fn share(&self) -> Option<f64> {
        None
    }

    /// Whether something was left out, since this was last asked, that will not be explored any more.
    fn left_out(&mut self) -> bool {
        false
    }

    /// The same, where it is not for the one reason the strategy has.
    fn left_out_for(&mut self) -> Vec<Reached> {
        Vec::new()
    }

    /// Adds what only it can count, since this was last asked.
    fn add_counts(&mut self, counters: &mut Counters) {
        let _ = counters;
    }

    /// The search begins again: forgets what all workers share.
    fn begin_again(&mut self) {}

    /// The worker is about to rest, the guest being where the last choice led: finishes what would be lost.
    fn settle(&mut self, guest: &mut G) {
        let _ = guest;
    }

    /// Forgets everything of its own.
    fn clear(&mut self);

    /// Bytes it takes, about.
    fn bytes(&self) -> u64;
}
