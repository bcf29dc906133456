//! A strategy: parts that vary independently, as plain values with names.

use crate::backtrack::Backtrack;
use crate::bound::{Bound, Counted};
use crate::frontier::FrontierKind;
use crate::guided::BACKTRACK_STATES;
use crate::limit::Reached;
use crate::order::OrderKind;
use crate::random_walk::Scheduler;
use crate::reduce::Reduction;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How to go through the states.
///
/// ```
/// use raddle_search::strategy::Strategy;
/// let strategy = Strategy { bound: Some("preemptions=2".parse().unwrap()), ..Strategy::default() };
/// assert_eq!(strategy.to_string(), "--search depth --bound preemptions=2");
/// assert_eq!(strategy.refusal(), None);
/// ```
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Strategy {
    /// Which state is explored next.
    pub frontier: FrontierKind,
    /// Which of its choices is taken first.
    pub order: OrderKind,
    /// Which paths are explored before others, or at all.
    pub bound: Option<Bound>,
    /// When a state is given up.
    pub backtrack: Option<Backtrack>,
    /// Which orders of independent steps are explored.
    pub reduce: Reduction,
    /// The places that guide the search, in the words of whoever made the guest, which knows where they are.
    pub sequence: Vec<String>,
    /// What random numbers depend on.
    pub seed: u64,
}

impl From<FrontierKind> for Strategy {
    fn from(frontier: FrontierKind) -> Strategy {
        Strategy { frontier, ..Strategy::default() }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--search {}", self.frontier)?;
        if let FrontierKind::BestFirst { queue: Some(most) } | FrontierKind::Beam { width: most } = self.frontier {
            write!(f, " --queue {most}")?;
        }
        if let FrontierKind::Guided { most } = self.frontier
            && most != BACKTRACK_STATES
        {
            write!(f, " --queue {most}")?;
        }
        if self.order != OrderKind::Index {
            write!(f, " --order {}", self.order)?;
        }
        if !self.sequence.is_empty() {
            let sequence = self.sequence.join(",");
            let quote = if sequence.contains([' ', '$', '<']) { "'" } else { "" };
            write!(f, " --sequence {quote}{sequence}{quote}")?;
        }
        if let Some(bound) = &self.bound {
            write!(f, " --bound {bound}")?;
        }
        if let Some(backtrack) = &self.backtrack {
            write!(f, " --backtrack {backtrack}")?;
        }
        if self.reduce != Reduction::None {
            write!(f, " --reduce {}", self.reduce)?;
        }
        if self.seed != 0 {
            write!(f, " --seed {}", self.seed)?;
        }
        Ok(())
    }
}

impl Strategy {
    /// Whether it never comes to an end by itself, and so never to a proof.
    pub fn is_endless(&self) -> bool {
        matches!(self.frontier, FrontierKind::Walk(_))
    }

    /// Whether it explores executions, and no states.
    pub fn explores_executions(&self) -> bool {
        let by_values = self.frontier.goes_by_values();
        self.reduce.explores_executions() || by_values
    }

    /// Whether it may leave something out for good.
    pub fn may_leave_out(&self) -> bool {
        let drops = match self.frontier {
            FrontierKind::BestFirst { queue } => queue.is_some(),
            FrontierKind::Beam { .. } | FrontierKind::Guided { .. } | FrontierKind::Predict => true,
            _ => false,
        };
        drops || self.is_endless() || self.backtrack.is_some() || self.bound.is_some_and(|bound| bound.most.is_some())
    }

    /// Whether what it explores depends on the seed.
    pub fn is_random(&self) -> bool {
        let is_guided = matches!(self.frontier, FrontierKind::Guided { .. });
        self.is_endless() || is_guided || self.order != OrderKind::Index || self.backtrack.is_some()
    }

    /// Whether a search can be saved and go on as if it had not been: what decides is all in the states left.
    pub fn is_resumable(&self) -> bool {
        let queue = matches!(
            self.frontier,
            FrontierKind::BestFirst { .. } | FrontierKind::Beam { .. } | FrontierKind::Guided { .. }
        );
        let remembers = self.backtrack.is_some() || self.order == OrderKind::Branches;
        let own = self.frontier == FrontierKind::Slice || self.frontier.goes_by_values();
        !queue && !own && !remembers && !self.is_endless() && self.reduce != Reduction::Jpf
    }

    /// Why something it left out was left out.
    pub(crate) fn leaves_out(&self) -> Reached {
        match self.frontier {
            FrontierKind::Walk(_) => Reached::Chance,
            FrontierKind::BestFirst { .. } | FrontierKind::Beam { .. } | FrontierKind::Guided { .. } => {
                Reached::Dropped
            }
            FrontierKind::Predict => Reached::Predicted,
            _ if self.bound.is_some() => Reached::Bound,
            _ if self.explores_executions() => Reached::Around,
            _ => Reached::GivenUp,
        }
    }

    /// What parts of it do not go together, if some do not.
    pub fn refusal(&self) -> Option<String> {
        let search = self.frontier;
        if self.backtrack.is_some() && search != FrontierKind::DepthFirst {
            return Some(format!("--backtrack goes back along a path, and --search {search} has none; leave one out"));
        }
        let reduce = self.reduce;
        let plain = Strategy { frontier: search, reduce, seed: self.seed, ..Strategy::default() };
        if search == FrontierKind::Slice && (*self != plain || reduce == Reduction::Jpf) {
            return Some(
                "--search slice has an order of its own, and stops only where others could notice; leave --order, --bound, --backtrack, --reduce jpf and --sequence out"
                    .to_string(),
            );
        }
        let is_depth_first = matches!(search, FrontierKind::DepthFirst | FrontierKind::Slice);
        if reduce != Reduction::None && (!is_depth_first || self.backtrack.is_some()) {
            return Some(format!(
                "--reduce {reduce} goes depth first, in an order of its own; leave --search and --backtrack out"
            ));
        }
        let can_bound = |bound: &Bound| {
            reduce.explores_executions() && bound.counted == Counted::Preemptions && bound.most.is_some()
        };
        if reduce != Reduction::None && !self.bound.as_ref().is_none_or(can_bound) {
            return Some(format!(
                "--reduce {reduce} knows no levels; leave --bound out or give --reduce optimal --bound preemptions=2"
            ));
        }
        let by_values = search.goes_by_values();
        let takes_bound = search == FrontierKind::Causal;
        if by_values && (self.order != OrderKind::Index || self.bound.is_some() && !takes_bound) {
            return Some(format!("--search {search} has an order of its own; leave --order and --bound out"));
        }
        let is_bounded = |bound: &Bound| bound.counted == Counted::Preemptions && bound.most.is_some();
        if by_values && !self.bound.as_ref().is_none_or(is_bounded) {
            return Some(format!(
                "--search {search} knows no levels; leave --bound out or give a number, as in --bound preemptions=2"
            ));
        }
        if let Some(refusal) = self.sequence_refusal() {
            return Some(refusal);
        }
        if self.is_endless() && self.order != OrderKind::Index {
            return Some(format!("--search {search} takes choices by chance, and --order prefers some; leave one out"));
        }
        if self.is_endless() && self.bound.is_some() {
            return Some(format!(
                "--search {search} follows single paths, and --bound goes level by level; leave one out"
            ));
        }
        None
    }
}

impl Strategy {
    /// What does not go together with the places that guide the search, or with their absence.
    fn sequence_refusal(&self) -> Option<String> {
        let search = self.frontier;
        if self.sequence.is_empty() {
            let is_guided = matches!(search, FrontierKind::Guided { .. });
            let what = match (is_guided, &self.order) {
                (true, _) => "--search guided goes along places".to_string(),
                (false, OrderKind::Distance) => "--order distance is that from a place".to_string(),
                _ => return None,
            };
            return Some(format!("{what}; say which with --sequence"));
        }
        if self.is_endless() || self.bound.is_some() || self.explores_executions() || self.reduce != Reduction::None {
            return Some(
                "--sequence decides what comes first, and so do random schedulers, --bound and --reduce; leave one out"
                    .to_string(),
            );
        }
        None
    }
}

/// What is wrong with the text of a part.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PartError(String);

impl PartError {
    pub(crate) fn new(what: String) -> PartError {
        PartError(what)
    }

    pub(crate) fn no_such(names: &str) -> PartError {
        PartError(format!("no such value; give one of {names}"))
    }

    pub(crate) fn not_a_number(text: &str) -> PartError {
        PartError(format!("{text:?} is not a number"))
    }
}

/// Reads `1,2,3`.
pub(crate) fn number_list(text: &str) -> Result<Vec<u32>, PartError> {
    text.split(',').map(|number| number.parse().map_err(|_| PartError::not_a_number(number))).collect()
}

/// A part or a combination of parts that has a name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The option that takes it.
    pub option: &'static str,
    /// Its name, as that option reads it.
    pub name: &'static str,
    /// What it does.
    pub line: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

const fn named(option: &'static str, name: &'static str, line: &'static str, source: &'static str) -> Named {
    Named { option, name, line, source }
}

const PARIZEK: &str = "Parízek, Lhoták: Randomized Backtracking in State Space Traversal";
const GROCE: &str = "Groce, Visser: Heuristics for Model Checking Java Programs";
const CHESS: &str = "Musuvathi, Qadeer: Iterative Context Bounding";
const REEX: &str = "Luo: Testing, Runtime Verification and Analysis of Concurrent Programs (ReEx)";
const LUO: &str = "Luo: Testing, Runtime Verification and Analysis of Concurrent Programs, section 4.2";
const NOONAN: &str = "Noonan: Slice-N-Dice, chapter 2, after Flanagan, Godefroid";
const SLICE: &str = "Noonan: Slice-N-Dice, chapter 3";
const ABDULLA: &str = "Abdulla, Aronis, Jonsson, Sagonas: Source Sets";
const RUNGTA: &str = "Rungta, Mercer: A Meta Heuristic for Effectively Detecting Concurrency Errors";
const CHEN: &str = "Chen, MacDonald: Towards a Better Collaboration of Static and Dynamic Analyses";
const COMMON: &str = "textbooks";

/// Every part there is, by the option that takes it.
pub const PARTS: &[Named] = &[
    named("--search", "depth", "the newest state first; a path is followed to its end", COMMON),
    named("--search", "breadth", "the oldest state first: shortest errors", COMMON),
    named("--search", "best", "the state the order ranks highest first; --queue N keeps N of them", GROCE),
    named("--search", "beam", "the best states of each depth only; --queue N keeps N of them", GROCE),
    named("--search", "guided", "greedily along the places of --sequence; --queue N states to come back to", RUNGTA),
    named("--search", "slice", "by rounds, only what can matter to the places of --target", SLICE),
    named("--search", "stateless", "whole executions from the root, the oldest choice left first", REEX),
    named("--search", "value-schedule", "one execution for each way in which reads can see writes", CHEN),
    named("--search", "causal", "one execution for each way in which what is read makes a difference", LUO),
    named("--search", "predict", "one execution, and what follows of it without another; proves nothing", LUO),
    named("--search", "random", "random walks: every choice equally likely", COMMON),
    named("--search", "pct", "random priorities, changed 2 times; pct=D: D-1 times", "Burckhardt et al.: PCT"),
    named("--search", "pos", "a random priority for each operation, anew after a race", "Yuan et al.: POS"),
    named("--search", "surw", "walks weighted by what threads have left to do", "Zhao et al.: SURW"),
    named("--order", "index", "in the order of threads", COMMON),
    named("--order", "random", "at random, for each state anew", PARIZEK),
    named("--order", "interleave", "the thread that has not run for longest", GROCE),
    named(
        "--order",
        "interference",
        "what conflicts with earlier accesses of the path",
        "Wehrle, Kupferschmid: Context-Enhanced Directed Model Checking",
    ),
    named("--order", "threads=1,2", "these threads first, by their numbers", GROCE),
    named("--order", "most-blocked", "what leaves most threads blocked", GROCE),
    named("--order", "fewest-preemptions", "the thread that runs goes on", CHESS),
    named("--order", "branches", "places in the code executed least often", GROCE),
    named("--order", "random-heuristic", "a random number for each state", GROCE),
    named("--order", "distance", "the thread nearest to the next place of --sequence", RUNGTA),
    named("--bound", "preemptions", "no preemption, then one, and so on; preemptions=K: up to K", CHESS),
    named(
        "--bound",
        "delays",
        "no thread passed over, then one, and so on; delays=K: up to K",
        "Emmi et al.: Delay-Bounded Scheduling",
    ),
    named("--backtrack", "fixed", "give states up at random, one step back; fixed,threshold=20,ratio=0.9", PARIZEK),
    named("--backtrack", "random", "the same, any number of steps back; ratio=1-d/100 falls with depth d", PARIZEK),
    named("--backtrack", "luby", "the same, back as Luby's sequence says", PARIZEK),
    named("--reduce", "none", "every order of steps; states are matched instead", COMMON),
    named("--reduce", "jpf", "all but of places only one thread accesses; states are matched", NOONAN),
    named("--reduce", "clock", "orders that races call for, by vector clocks", NOONAN),
    named("--reduce", "source", "one order of each class, some others in part", ABDULLA),
    named("--reduce", "optimal", "one order of each class, and no other", ABDULLA),
];

/// Every combination that has a name.
pub const COMBINATIONS: &[Named] = &[
    named("--strategy", "auto", "the default: exhaustive, and by turns the others once that takes long", PARIZEK),
    named("--strategy", "exhaustive", "depth first, in the order of threads", COMMON),
    named("--strategy", "context-bound", "level by level of preemptions", CHESS),
    named("--strategy", "delay-bound", "level by level of delays", "Emmi et al.: Delay-Bounded Scheduling"),
    named("--strategy", "randomized-backtracking", "states given up at random from depth 20 on", PARIZEK),
    named("--strategy", "random-order", "depth first, choices at random", PARIZEK),
    named("--strategy", "interleaving", "best first by how long threads have not run", GROCE),
    named("--strategy", "reex", "whole executions, the running thread first, nothing matched", REEX),
    named("--strategy", "random-walk", "executions by chance", COMMON),
    named("--strategy", "pct", "executions by random priorities, two changes", "Burckhardt et al.: PCT"),
    named("--strategy", "pos", "executions by random priorities of operations", "Yuan et al.: POS"),
    named("--strategy", "surw", "executions nearly uniform over interleavings", "Zhao et al.: SURW"),
];

impl Strategy {
    /// The combination of this name.
    pub fn named(name: &str) -> Option<Strategy> {
        let deepening = |counted| Some(Bound { counted, most: None });
        let walk = |scheduler| Strategy::from(FrontierKind::Walk(scheduler));
        let plain = Strategy::default();
        Some(match name {
            "exhaustive" => plain,
            "context-bound" => Strategy { bound: deepening(Counted::Preemptions), ..plain },
            "delay-bound" => Strategy { bound: deepening(Counted::Delays), ..plain },
            "randomized-backtracking" => Strategy { backtrack: Some(Backtrack::default()), ..plain },
            "random-order" => Strategy { order: OrderKind::Random, ..plain },
            "interleaving" => {
                Strategy { frontier: FrontierKind::BestFirst { queue: None }, order: OrderKind::Interleave, ..plain }
            }
            "reex" => Strategy { frontier: FrontierKind::Stateless, order: OrderKind::FewestPreemptions, ..plain },
            "random-walk" => walk(Scheduler::Uniform),
            "pct" => walk(Scheduler::Pct { depth: 3 }),
            "pos" => walk(Scheduler::Pos),
            "surw" => walk(Scheduler::Surw),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_that_is_listed_can_be_read_and_is_printed_the_same() {
        for Named { option, name, .. } in PARTS {
            let printed = match *option {
                "--search" => name.parse::<FrontierKind>().map(|part| part.to_string()),
                "--order" => name.parse::<OrderKind>().map(|part| part.to_string()),
                "--bound" => name.parse::<Bound>().map(|part| part.to_string()),
                "--reduce" => name.parse::<Reduction>().map(|part| part.to_string()),
                _ => name.parse::<Backtrack>().map(|part| part.to_string()),
            };
            let printed = printed.unwrap_or_else(|error| panic!("{option} {name}: {error}"));
            assert!(printed.starts_with(name), "{option} {name} is printed {printed}");
        }
    }

    #[test]
    fn every_combination_that_is_listed_is_there_and_makes_sense() {
        for Named { name, .. } in COMBINATIONS.iter().filter(|named| named.name != "auto") {
            let strategy = Strategy::named(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(strategy.refusal(), None, "{name}");
        }
        assert_eq!(Strategy::named("luck"), None);
    }

    #[test]
    fn parts_that_do_not_go_together_are_refused() {
        let walk = FrontierKind::Walk(Scheduler::Pos);
        let bound = "delays=1".parse().ok();
        let backtrack = Some(Backtrack::default());
        assert!(Strategy { backtrack, ..FrontierKind::BreadthFirst.into() }.refusal().is_some());
        assert!(Strategy { order: OrderKind::Random, ..walk.into() }.refusal().is_some());
        assert!(Strategy { bound, ..walk.into() }.refusal().is_some());
        assert!(Strategy { bound, backtrack, order: OrderKind::Branches, ..Strategy::default() }.refusal().is_none());
    }
}
