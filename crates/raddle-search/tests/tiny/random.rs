//! Random tiny programs.

use super::program::{FIRST_VOLATILE, LOCKS, Op, Program, REGS, Timeouts, VARS};
use super::running;

/// Numbers as good as random, the same for the same seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn byte(&mut self, limit: usize) -> u8 {
        self.below(limit) as u8
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A program of two or three short threads without loops, so that every path ends.
pub fn straight(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let threads = 2 + usize::from(random.one_in(3));
    let length = if threads == 2 { 6 } else { 4 };
    let code = (0..threads).map(|thread| code(&mut random, thread, threads, length)).collect();
    let started = (0..threads).map(|thread| thread == 0 || random.one_in(2)).collect();
    let mut program = Program { threads: code, started, ..Program::default() };
    start_the_rest(&mut program);
    program
}

/// The same, where time-outs come, and threads wake up, on other occasions than usual; most waits are timed.
pub fn occasional(seed: u64) -> Program {
    let mut program = straight(seed);
    let mut random = Random::new(!seed);
    let waits = program.threads.iter_mut().flatten().filter_map(|op| match op {
        Op::Wait { timed, .. } | Op::Park { timed } => Some(timed),
        _ => None,
    });
    waits.for_each(|timed| *timed |= !random.one_in(3));
    program.timeouts = [Timeouts::Idle, Timeouts::IdleInOrder, Timeouts::Never, Timeouts::Always][random.below(4)];
    program.spurious = program.timeouts == Timeouts::Always || random.one_in(2);
    program
}

/// The same with a jump back in some threads, so that there may be cycles, and very many states.
pub fn looping(seed: u64) -> Program {
    let mut program = straight(seed);
    let mut random = Random::new(!seed);
    for ops in &mut program.threads {
        // A loop without a visible operation would never come to an end of its transition.
        if random.one_in(2) && ops.first().is_some_and(|op| op.is_visible()) {
            let (reg, value) = (random.byte(REGS), random.byte(3));
            ops.push(Op::JumpUnless { reg, value, to: 0 });
        }
    }
    program
}

/// The same with threads that the program ends without. One of them may start another.
pub fn leaving(mut program: Program, seed: u64) -> Program {
    let mut random = Random::new(!seed);
    let others = 1..program.threads.len();
    program.daemons = others.filter(|_| random.one_in(2)).collect();
    if program.daemons == [1] && program.started == [true, true, false] && random.one_in(2) {
        program.threads[0].remove(0);
        for (thread, ops) in program.threads.iter_mut().enumerate() {
            let by = if thread == 0 { -1 } else { i32::from(thread == 1) };
            for op in ops {
                if let Op::JumpUnless { to, .. } = op {
                    *to = (i32::from(*to) + by) as u8;
                }
            }
        }
        program.threads[1].insert(0, Op::Start(2));
    }
    program
}

/// Two or three short threads that read, write and update, some of it under locks taken and given back in order, and go different ways by what
/// they read.
pub fn sharing(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let threads = 2 + usize::from(random.one_in(2));
    let length = if threads == 2 { 6 } else { 3 };
    let threads: Vec<Vec<Op>> = (0..threads).map(|_| sharing_code(&mut random, length)).collect();
    running(threads)
}

fn sharing_code(random: &mut Random, length: usize) -> Vec<Op> {
    let mut ops = Vec::new();
    let mut held = Vec::new();
    while ops.len() < length {
        let (var, reg, value) = (random.byte(2), random.byte(REGS), random.byte(3));
        ops.push(match random.below(12) {
            0..=3 => Op::Read { var, reg },
            4..=6 => Op::Write { var, value },
            7 => Op::WriteReg { var, reg },
            8 => Op::Update { var: FIRST_VOLATILE, reg },
            9 if held.len() < LOCKS => {
                let lock = random.byte(LOCKS);
                held.push(lock);
                Op::Lock(lock)
            }
            // Nobody leaps over a lock.
            10 | 11 if held.is_empty() => Op::JumpUnless { reg, value, to: (ops.len() + 2) as u8 },
            _ => held.pop().map_or(Op::Add { reg }, Op::Unlock),
        });
        if let [.., Op::JumpUnless { .. }, Op::Lock(_)] = ops[..] {
            let at = ops.len() - 2;
            ops[at] = Op::Add { reg };
        }
    }
    ops.extend(held.into_iter().rev().map(Op::Unlock));
    ops
}

/// Lets thread 0 start, first of all, the threads that do not run from the beginning.
fn start_the_rest(program: &mut Program) {
    let waiting = program.started.iter().enumerate().filter(|(_, started)| !**started);
    let starts: Vec<Op> = waiting.map(|(thread, _)| Op::Start(thread as u8)).collect();
    let shift = starts.len() as u8;
    for op in &mut program.threads[0] {
        if let Op::JumpUnless { to, .. } = op {
            *to += shift;
        }
    }
    program.threads[0].splice(0..0, starts);
}

fn code(random: &mut Random, thread: usize, threads: usize, length: usize) -> Vec<Op> {
    let mut ops = Vec::new();
    // What is done under a lock most of the time is right; now and then it is not.
    let locked = random.one_in(2).then(|| random.byte(LOCKS));
    if let Some(lock) = locked {
        ops.push(Op::Lock(lock));
    }
    while ops.len() < length {
        ops.push(op(random, thread, threads, locked, ops.len()));
    }
    if let Some(lock) = locked {
        ops.push(Op::Unlock(lock));
    }
    let end = ops.len();
    for op in &mut ops {
        if let Op::JumpUnless { to, .. } = op {
            *to = (*to as usize).min(end) as u8;
        }
    }
    ops
}

fn op(random: &mut Random, thread: usize, threads: usize, locked: Option<u8>, at: usize) -> Op {
    let (var, reg, value) = (random.byte(VARS) / (1 + random.byte(2)), random.byte(REGS), random.byte(3));
    let other = ((thread + 1 + random.below(threads - 1)) % threads) as u8;
    // An operation that needs the lock is mostly done with it.
    let lock = match locked {
        Some(lock) if !random.one_in(8) => Some(lock),
        _ => random.one_in(8).then(|| random.byte(LOCKS)),
    };
    match (random.below(34), lock) {
        (0..=6, _) => Op::Read { var, reg },
        (7..=11, _) => Op::Write { var, value },
        (12, _) => Op::WriteReg { var, reg },
        (13, _) => Op::Update { var: FIRST_VOLATILE + random.byte(VARS - FIRST_VOLATILE as usize), reg },
        (14, _) => Op::Lock(random.byte(LOCKS)),
        (15, Some(lock)) => Op::Unlock(lock),
        (16 | 17, Some(lock)) => Op::Wait { lock, timed: random.one_in(3) },
        (18, Some(lock)) => Op::Notify(lock),
        (19, Some(lock)) => Op::NotifyAll(lock),
        (20, _) => Op::Park { timed: random.one_in(2) },
        (21, _) => Op::Unpark(other),
        (22, _) => Op::Join(other),
        (23, _) => Op::Interrupt(other),
        (24, _) => Op::Choose { reg, below: 1 + random.byte(3) },
        (25, _) => Op::Set { reg, value },
        (26, _) => Op::Add { reg },
        (27..=29, _) => Op::AssertNot { reg, value: value + 1 },
        (30, _) if random.one_in(2) => Op::AssumeNot { reg, value: value + 1 },
        _ => Op::JumpUnless { reg, value, to: (at + 2 + random.below(3)) as u8 },
    }
}
