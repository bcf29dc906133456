//! A tiny guest: threads with short programs over a few variables and locks. Small enough to be plainly right, it has every kind of
//! operation the machine has.

// Every test uses a part of it.
#![allow(dead_code)]

pub mod brute_force;
pub mod guest;
pub mod program;
pub mod random;
pub mod state;
pub mod statics;

pub use guest::Tiny;
pub use program::{Op, Program};

use Op::*;
use std::ops::Range;

/// The seeds of random programs to be tried: a few, or many for nights if `RADDLE_LONG` is set. `RADDLE_SEEDS=20000..30000` asks for those instead,
/// so that a long run can be done in parts.
pub fn seeds(few: u64, many: u64) -> Range<u64> {
    let Ok(asked) = std::env::var("RADDLE_SEEDS") else {
        return 0..if std::env::var_os("RADDLE_LONG").is_some() { many } else { few };
    };
    let (from, to) = asked.split_once("..").expect("RADDLE_SEEDS=FROM..TO");
    from.parse().expect("a number")..to.parse().expect("a number")
}

/// How many seeds there are.
pub fn count(seeds: &Range<u64>) -> u64 {
    seeds.end - seeds.start
}

/// A program of threads that all run from the beginning.
pub fn running(threads: Vec<Vec<Op>>) -> Program {
    Program { started: vec![true; threads.len()], threads, ..Program::default() }
}

/// A program of straight threads that all run from the beginning.
pub fn program(threads: &[&[Op]]) -> Program {
    running(threads.iter().map(|ops| ops.to_vec()).collect())
}

/// Two threads that take two locks, each in its own order.
pub fn lock_order_deadlock() -> Program {
    program(&[&[Lock(0), Lock(1), Unlock(1), Unlock(0)], &[Lock(1), Lock(0), Unlock(0), Unlock(1)]])
}

/// Two threads that increment a plain variable without a lock; one of them checks that nothing was lost.
pub fn lost_update() -> Program {
    let increment = [Read { var: 0, reg: 0 }, Add { reg: 0 }, WriteReg { var: 0, reg: 0 }];
    let check = [Join(0), Read { var: 0, reg: 0 }, AssertNot { reg: 0, value: 1 }];
    program(&[&increment, &[&increment[..], &check[..]].concat()])
}

/// As many threads as asked for, each of which writes one value so many times: up to four threads, a grid of states
/// without errors.
pub fn independent(threads: usize, writes: usize) -> Program {
    let thread =
        |var: usize| (0..writes).map(|_| Write { var: (var % program::VARS) as u8, value: 1 }).collect::<Vec<Op>>();
    running((0..threads).map(thread).collect())
}
