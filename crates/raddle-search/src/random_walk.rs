//! Random walks: one execution from the root after the other. What was visited before does not matter, and nothing is ever complete.

use crate::frontier::{Branch, Frontier, FrontierKind, Setup, Work};
use crate::guest::{Choice, Guest};
use crate::order::Rank;
use crate::pct::Pct;
use crate::pos::Pos;
use crate::random::Random;
use crate::store::Entered;
use crate::strategy::PartError;
use crate::surw::Surw;
use crate::trail::Trail;
use raddle_vm::event::Event;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How chance decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Scheduler {
    /// Every choice is equally likely.
    Uniform,
    /// Priorities of threads, changed at a few steps.
    Pct {
        /// The depth of the errors looked for: one more than there are changes.
        depth: u32,
    },
    /// Priorities of operations.
    Pos,
    /// Weighted by what threads have left to do.
    Surw,
}

/// The depth of errors PCT looks for unless told otherwise: most take two or three ordered operations.
const PCT_DEPTH: u32 = 3;

impl fmt::Display for Scheduler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scheduler::Uniform => f.write_str("random"),
            Scheduler::Pct { depth: PCT_DEPTH } => f.write_str("pct"),
            Scheduler::Pct { depth } => write!(f, "pct={depth}"),
            Scheduler::Pos => f.write_str("pos"),
            Scheduler::Surw => f.write_str("surw"),
        }
    }
}

impl Scheduler {
    /// The one of this name, if there is one.
    pub(crate) fn read(text: &str) -> Result<Option<Scheduler>, PartError> {
        if let Some(depth) = text.strip_prefix("pct=") {
            let depth = depth.parse().ok().filter(|depth| *depth > 0);
            let depth = depth.ok_or_else(|| PartError::new("pct=D looks for errors of depth D, from 1".to_string()))?;
            return Ok(Some(Scheduler::Pct { depth }));
        }
        let plain = [Scheduler::Uniform, Scheduler::Pct { depth: PCT_DEPTH }, Scheduler::Pos, Scheduler::Surw];
        Ok(plain.into_iter().find(|scheduler| scheduler.to_string() == text))
    }
}

/// Decides for one execution after the other.
pub(crate) enum Deciding {
    Uniform,
    Pct(Pct),
    Pos(Pos),
    Surw(Surw),
}

impl Deciding {
    fn new(scheduler: Scheduler) -> Deciding {
        match scheduler {
            Scheduler::Uniform => Deciding::Uniform,
            Scheduler::Pct { depth } => Deciding::Pct(Pct::new(depth)),
            Scheduler::Pos => Deciding::Pos(Pos::default()),
            Scheduler::Surw => Deciding::Surw(Surw::default()),
        }
    }

    /// An execution begins.
    fn begin(&mut self, random: &mut Random) {
        match self {
            Deciding::Uniform => {}
            Deciding::Pct(pct) => pct.begin(random),
            Deciding::Pos(pos) => pos.begin(),
            Deciding::Surw(surw) => surw.begin(random),
        }
    }

    /// A thread took a transition, with these events.
    fn ran(&mut self, thread: u32, events: &[Event]) {
        match self {
            Deciding::Uniform | Deciding::Pct(_) => {}
            Deciding::Pos(pos) => pos.ran(thread, events),
            Deciding::Surw(surw) => surw.ran(thread, events),
        }
    }

    /// Which thread goes next; any, if it does not matter.
    fn thread<G: Guest>(&mut self, guest: &mut G, choices: &[Choice], random: &mut Random) -> Option<u32> {
        match self {
            Deciding::Uniform => None,
            Deciding::Pct(pct) => Some(pct.thread(choices, random)),
            Deciding::Pos(pos) => Some(pos.thread(guest, choices, random)),
            Deciding::Surw(surw) => Some(surw.thread(guest, choices, random)),
        }
    }
}

/// Walks from the root.
pub(crate) struct RandomWalk<G: Guest> {
    root: G::Mark,
    /// The choices of the root, once it was met.
    first: Vec<Choice>,
    /// Those of the guest's state; none where the walk is over.
    ahead: Vec<Choice>,
    path: Vec<Choice>,
    deciding: Deciding,
    random: Random,
}

impl<G: Guest> RandomWalk<G> {
    /// One of the choices ahead, of which there are some.
    fn choose(&mut self, guest: &mut G) -> Choice {
        let ways = match self.deciding.thread(guest, &self.ahead, &mut self.random) {
            None => &self.ahead[..],
            Some(thread) => {
                let first = self.ahead.partition_point(|choice| choice.thread < thread);
                let end = self.ahead.partition_point(|choice| choice.thread <= thread);
                &self.ahead[first..end]
            }
        };
        ways[self.random.below(ways.len() as u64) as usize]
    }
}

impl<G: Guest> Frontier<G> for RandomWalk<G> {
    const FOLLOWS: bool = true;

    fn new(guest: &mut G, setup: &Setup<'_>) -> Self {
        let scheduler = match setup.strategy.frontier {
            FrontierKind::Walk(scheduler) => scheduler,
            _ => Scheduler::Uniform,
        };
        RandomWalk {
            root: guest.mark(),
            first: Vec::new(),
            ahead: Vec::new(),
            path: Vec::new(),
            deciding: Deciding::new(scheduler),
            random: Random::new(setup.strategy.seed, setup.worker as u64),
        }
    }

    fn home(&mut self, guest: &mut G) {
        guest.rewind(&self.root);
    }

    fn push(&mut self, guest: &mut G, _trail: &Trail, _entered: &Entered, choices: &[Choice], _ranks: &[Rank]) {
        match self.path.last() {
            Some(last) => {
                self.deciding.ran(last.thread, guest.events());
                self.ahead.extend_from_slice(choices);
            }
            None => self.first = choices.to_vec(),
        }
    }

    fn next(&mut self, guest: &mut G, _trail: &mut Trail) -> Result<Option<Choice>, String> {
        if self.ahead.is_empty() {
            self.home(guest);
            self.path.clear();
            self.deciding.begin(&mut self.random);
            self.ahead.extend_from_slice(&self.first);
        }
        if self.ahead.is_empty() {
            return Ok(None);
        }
        let choice = self.choose(guest);
        self.ahead.clear();
        self.path.push(choice);
        Ok(Some(choice))
    }

    fn depth(&self) -> u64 {
        self.path.len() as u64
    }

    fn path(&self) -> Vec<Choice> {
        self.path.clone()
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
        let open = work.into_iter().flat_map(|branch| branch.open);
        self.first = open.flat_map(|(_, choices)| choices).collect();
        Ok(Work::new())
    }

    /// There is always enough: another worker walks from the root as well.
    fn give(&mut self) -> Option<Branch> {
        (!self.first.is_empty()).then(|| Branch { path: Vec::new(), open: vec![(0, self.first.clone())] })
    }

    fn save(&self) -> Work {
        Work::new()
    }

    fn left_out(&mut self) -> bool {
        !self.first.is_empty()
    }

    fn clear(&mut self) {
        self.first.clear();
        self.ahead.clear();
        self.path.clear();
    }

    fn bytes(&self) -> u64 {
        (self.path.capacity() * size_of::<Choice>()) as u64
    }
}
