//! PCT: threads have random priorities, and the highest that can go on goes on; at D-1 random steps the one that would go falls below all
//! others (Burckhardt, Kothari, Musuvathi, Nagarakatte). An execution of n threads and k steps shows an error that takes D ordered
//! operations with a probability of at least 1/(n k^(D-1)).

use crate::guest::Choice;
use crate::race::threads;
use crate::random::Random;

/// What is decided for one execution.
pub(crate) struct Pct {
    depth: u32,
    /// A priority for each thread met, drawn when it is first met.
    priorities: Vec<u64>,
    /// The steps before which somebody falls, in descending order.
    changes: Vec<u64>,
    step: u64,
    /// Steps of the longest execution so far.
    longest: u64,
}

/// Priorities that are drawn are above this; those of threads that fell are below, the later the lower.
const HIGH: u64 = 1 << 32;

impl Pct {
    pub fn new(depth: u32) -> Pct {
        Pct { depth, priorities: Vec::new(), changes: Vec::new(), step: 0, longest: 1 }
    }

    pub fn begin(&mut self, random: &mut Random) {
        self.longest = self.longest.max(self.step);
        self.step = 0;
        self.priorities.clear();
        self.changes = (1..self.depth).map(|_| 1 + random.below(self.longest)).collect();
        self.changes.sort_unstable_by(|one, other| other.cmp(one));
    }

    pub fn thread(&mut self, choices: &[Choice], random: &mut Random) -> u32 {
        let most = choices.last().map_or(0, |choice| choice.thread as usize + 1);
        while self.priorities.len() < most {
            self.priorities.push(HIGH + (random.next() >> 1));
        }
        self.step += 1;
        while self.changes.last() == Some(&self.step) {
            let falls = self.highest(choices);
            self.priorities[falls as usize] = self.changes.len() as u64;
            self.changes.pop();
        }
        self.highest(choices)
    }

    fn highest(&self, choices: &[Choice]) -> u32 {
        threads(choices).max_by_key(|thread| self.priorities[*thread as usize]).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(pct: &mut Pct, random: &mut Random) -> Vec<u32> {
        let mut left = [5u32; 3];
        let mut ran = Vec::new();
        pct.begin(random);
        loop {
            let able = (0..3).filter(|thread| left[*thread as usize] > 0);
            let choices: Vec<Choice> = able.map(Choice::thread).collect();
            if choices.is_empty() {
                return ran;
            }
            let thread = pct.thread(&choices, random);
            left[thread as usize] -= 1;
            ran.push(thread);
        }
    }

    #[test]
    fn there_are_as_many_preemptions_as_changes_at_most() {
        for depth in 1..4 {
            let (mut pct, mut random) = (Pct::new(depth), Random::new(7, 0));
            let mut most = 0;
            for _ in 0..300 {
                let ran = run(&mut pct, &mut random);
                let mut runs = ran;
                runs.dedup();
                most = most.max(runs.len() - 3);
            }
            assert_eq!(most, depth as usize - 1);
        }
    }
}
