//! Randomized backtracking: states are given up before all their choices are explored (Parízek and Lhoták, Figure 2).

use crate::random::Random;
use crate::strategy::PartError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// When to give a state up, and how far to go back then.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Backtrack {
    /// The states on the path, the root among them, from which on states may be given up.
    pub threshold: u64,
    /// How far to go back.
    pub jump: Jump,
    /// With which probability to go forward.
    pub ratio: Ratio,
}

/// How many transitions are taken back at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Jump {
    /// One.
    Fixed,
    /// Any number up to the whole path.
    Random,
    /// As the sequence of Luby, Sinclair and Zuckerman says: 1, 1, 2, 1, 1, 2, 4, ...
    Luby,
}

/// With which probability a transition is taken.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Ratio {
    /// The same at every depth.
    Constant(f64),
    /// 1 - d/c at depth d, for this c.
    Falling(u64),
}

impl Default for Backtrack {
    /// What the paper recommends, with a threshold in the middle.
    fn default() -> Backtrack {
        Backtrack { threshold: 20, jump: Jump::Random, ratio: Ratio::Constant(0.9) }
    }
}

const JUMPS: [(&str, Jump); 3] = [("fixed", Jump::Fixed), ("random", Jump::Random), ("luby", Jump::Luby)];

impl fmt::Display for Backtrack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = JUMPS.iter().find(|(_, jump)| *jump == self.jump).map_or("", |(name, _)| name);
        write!(f, "{name},threshold={},ratio=", self.threshold)?;
        match self.ratio {
            Ratio::Constant(ratio) => write!(f, "{ratio}"),
            Ratio::Falling(by) => write!(f, "1-d/{by}"),
        }
    }
}

impl FromStr for Backtrack {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Backtrack, PartError> {
        let mut backtrack = Backtrack::default();
        for word in text.split(',') {
            match word.split_once('=') {
                Some(("threshold", number)) => {
                    backtrack.threshold = number.parse().map_err(|_| PartError::not_a_number(number))?;
                }
                Some(("ratio", ratio)) => backtrack.ratio = ratio.parse()?,
                _ => match JUMPS.iter().find(|(name, _)| *name == word) {
                    Some((_, jump)) => backtrack.jump = *jump,
                    None => {
                        return Err(PartError::no_such("fixed, random, luby, with threshold=20 and ratio=0.9 behind"));
                    }
                },
            }
        }
        Ok(backtrack)
    }
}

impl FromStr for Ratio {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Ratio, PartError> {
        let bad = || PartError::new(format!("{text} is no ratio; write a number from 0 to 1, or 1-d/100"));
        match text.strip_prefix("1-d/") {
            Some(by) => by.parse().ok().filter(|by| *by > 0).map(Ratio::Falling).ok_or_else(bad),
            None => text.parse().ok().filter(|ratio| (0.0..=1.0).contains(ratio)).map(Ratio::Constant).ok_or_else(bad),
        }
    }
}

/// Decides where to go back, and counts.
pub(crate) struct Backtracking {
    backtrack: Backtrack,
    random: Random,
    /// Jumps so far.
    jumps: u64,
    /// Whether a choice was given up.
    pub gave_up: bool,
}

impl Backtracking {
    pub fn new(backtrack: Backtrack, random: Random) -> Backtracking {
        Backtracking { backtrack, random, jumps: 0, gave_up: false }
    }

    /// Whether a state that is the last of so many on the path may be given up. Those before are explored to the end, or a long jump from
    /// anywhere would end the search.
    pub fn may_give_up(&self, depth: usize) -> bool {
        depth as u64 >= self.backtrack.threshold
    }

    /// Whether to give a state up instead of taking its next transition.
    pub fn gives_up(&mut self, depth: usize) -> bool {
        let ratio = match self.backtrack.ratio {
            Ratio::Constant(ratio) => ratio,
            Ratio::Falling(by) => 1.0 - depth as f64 / by as f64,
        };
        self.may_give_up(depth) && self.random.unit() > ratio
    }

    /// How many transitions to take back from a state that is the last of so many on the path.
    pub fn jump(&mut self, depth: usize) -> u64 {
        self.jumps += 1;
        match self.backtrack.jump {
            Jump::Fixed => 1,
            Jump::Random => 1 + self.random.below(depth.max(1) as u64),
            Jump::Luby => luby(self.jumps),
        }
    }
}

/// The number at a position, counted from 1, of Luby's sequence.
fn luby(mut position: u64) -> u64 {
    loop {
        // The least n for which 2^n - 1 is not below the position.
        let n = u64::BITS - position.leading_zeros();
        if position == (1 << n) - 1 {
            return 1 << (n - 1);
        }
        position -= (1 << (n - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luby_begins_as_in_the_paper() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn nothing_is_given_up_before_the_threshold() {
        let backtrack = Backtrack { threshold: 5, jump: Jump::Fixed, ratio: Ratio::Constant(0.0) };
        let mut backtracking = Backtracking::new(backtrack, Random::new(0, 0));
        assert!((0..5).all(|depth| !backtracking.gives_up(depth)));
        assert!((5..50).all(|depth| backtracking.gives_up(depth)));
    }

    #[test]
    fn the_deeper_the_likelier_where_the_ratio_falls() {
        let backtrack = Backtrack { threshold: 0, jump: Jump::Fixed, ratio: Ratio::Falling(100) };
        let mut backtracking = Backtracking::new(backtrack, Random::new(0, 0));
        let mut times = |depth| (0..1000).filter(|_| backtracking.gives_up(depth)).count();
        assert!((50..150).contains(&times(10)));
        assert!((850..950).contains(&times(90)));
        assert_eq!(times(100), 1000);
    }

    #[test]
    fn a_configuration_is_read_as_it_is_printed() {
        for text in ["random,threshold=20,ratio=0.9", "luby,threshold=5,ratio=1-d/50", "fixed,threshold=0,ratio=1"] {
            assert_eq!(text.parse::<Backtrack>().unwrap().to_string(), text);
        }
        assert_eq!("random".parse::<Backtrack>().unwrap(), Backtrack::default());
        for bad in ["", "often", "random,ratio=2", "random,ratio=1-d/0", "threshold=x"] {
            assert!(bad.parse::<Backtrack>().is_err(), "{bad}");
        }
    }
}
