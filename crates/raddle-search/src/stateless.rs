//! Whole executions, as a tool without saved states explores them: a queue of beginnings, each followed again from the root and then on to
//! an end; the choices not taken on the way make further beginnings (ReEx, Figure 4.1). Of a beginning only what the one before did not begin with is
//! followed again.

use crate::frontier::{Branch, Frontier, Setup, Work};
use crate::guest::{Choice, Guest};
use crate::order::Rank;
use crate::paths::Paths;
use crate::replay::retrace_on;
use crate::store::Entered;
use crate::trail::Trail;
use std::collections::VecDeque;

/// A state on executions to come.
struct Beginning {
    path: u32,
    depth: u32,
    /// The choices to go on with, the last first.
    choices: Vec<Choice>,
}

/// The queue of beginnings, and the execution going on.
pub(crate) struct Stateless<G: Guest> {
    root: G::Mark,
    paths: Paths,
    queue: VecDeque<Beginning>,
    /// The path to the state the last choice was taken in, and its length.
    path: u32,
    depth: u32,
    /// The last choice.
    taken: Option<Choice>,
    /// How the execution goes on from the guest's state, if it does.
    ahead: Option<Choice>,
    /// The beginning of this execution, its length, and the way back to where it ends.
    begun: Option<(u32, u32, G::Mark)>,
    bytes: u64,
}

impl<G: Guest> Stateless<G> {
    /// Goes on from where the last choice led.
    fn advance(&mut self) {
        if let Some(choice) = self.taken.take() {
            self.path = self.paths.add(self.path, choice);
            self.depth += 1;
        }
    }

    /// Brings the guest to where the path ends.
    fn follow(&mut self, guest: &mut G, trail: &mut Trail) -> Result<(), String> {
        let shared = self.begun.take().and_then(|(path, depth, mark)| {
            let rest = self.paths.get_after(self.path, path)?;
            Some((mark, depth, rest))
        });
        let (depth, rest) = match shared {
            Some((mark, depth, rest)) => {
                guest.rewind(&mark);
                (depth, rest)
            }
            None => {
                self.home(guest);
                (0, self.paths.get(self.path))
            }
        };
        trail.back_to(depth);
        for (step, choice) in rest.iter().enumerate() {
            retrace_on(guest, trail, depth as usize + step, *choice)?;
        }
        self.begun = Some((self.path, self.depth, guest.mark()));
        Ok(())
    }

    fn put(&mut self, beginning: Beginning) {
        if !beginning.choices.is_empty() {
            self.bytes += Self::beginning_bytes(&beginning);
            self.queue.push_back(beginning);
        }
    }

    fn beginning_bytes(beginning: &Beginning) -> u64 {
        (size_of::<Beginning>() + beginning.choices.capacity() * size_of::<Choice>()) as u64
    }

    fn branch(&self, beginning: &Beginning) -> Branch {
        let path = self.paths.get(beginning.path);
        let open = vec![(beginning.depth, beginning.choices.iter().rev().copied().collect())];
        Branch { path, open }
    }
}

impl<G: Guest> Frontier<G> for Stateless<G> {
    const FOLLOWS: bool = true;

    fn new(guest: &mut G, _setup: &Setup<'_>) -> Self {
        Stateless {
            root: guest.mark(),
            paths: Paths::default(),
            queue: VecDeque::new(),
            path: Paths::ROOT,
            depth: 0,
            taken: None,
            ahead: None,
            begun: None,
            bytes: 0,
        }
    }

    fn home(&mut self, guest: &mut G) {
        guest.rewind(&self.root);
    }

    fn push(&mut self, _guest: &mut G, _trail: &Trail, _entered: &Entered, choices: &[Choice], _ranks: &[Rank]) {
        self.advance();
        if let Some((first, rest)) = choices.split_first() {
            self.ahead = Some(*first);
            self.put(Beginning { path: self.path, depth: self.depth, choices: rest.iter().rev().copied().collect() });
        }
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        self.taken = self.ahead.take();
        if self.taken.is_none()
            && let Some(beginning) = self.queue.front_mut()
        {
            (self.path, self.depth) = (beginning.path, beginning.depth);
            self.taken = beginning.choices.pop();
            if beginning.choices.is_empty()
                && let Some(done) = self.queue.pop_front()
            {
                self.bytes -= Self::beginning_bytes(&done);
            }
            self.follow(guest, trail)?;
        }
        Ok(self.taken)
    }

    fn depth(&self) -> u64 {
        u64::from(self.depth) + u64::from(self.taken.is_some())
    }

    fn path(&self) -> Vec<Choice> {
        let mut path = self.paths.get(self.path);
        path.extend(self.taken);
        path
    }

    fn seen(&mut self, seen: &Entered) -> bool {
        u64::from(seen.depth) < self.depth()
    }

    fn accept(
        &mut self,
        _guest: &mut G,
        _trail: &mut Trail,
        work: Work,
        _key: &mut dyn FnMut(&mut G) -> u64,
    ) -> Result<Work, String> {
        for branch in work {
            for (path, depth, mut choices) in self.paths.take_in(branch) {
                choices.reverse();
                self.put(Beginning { path, depth, choices });
            }
        }
        Ok(Work::new())
    }

    fn give(&mut self) -> Option<Branch> {
        if self.ahead.is_none() && self.queue.len() < 2 {
            return None;
        }
        let given = self.queue.pop_front()?;
        self.bytes -= Self::beginning_bytes(&given);
        Some(self.branch(&given))
    }

    fn save(&self) -> Work {
        let going_on = self.ahead.map(|ahead| Branch { path: self.path(), open: vec![(self.depth, vec![ahead])] });
        going_on.into_iter().chain(self.queue.iter().map(|beginning| self.branch(beginning))).collect()
    }

    fn clear(&mut self) {
        self.paths.clear();
        self.queue.clear();
        (self.path, self.depth) = (Paths::ROOT, 0);
        self.taken = None;
        self.ahead = None;
        self.begun = None;
        self.bytes = 0;
    }

    fn bytes(&self) -> u64 {
        self.bytes + self.paths.bytes()
    }
}
