//! Traces to ask about: small programs, run at random.

pub mod shapes;

use raddle_causal::model::{Place, StepId, Value};
use raddle_causal::{Model, Step};

/// Random numbers, the same for the same seed.
pub struct Random(pub u64);

impl Random {
    /// A number below another.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// What a thread can do. It remembers what it read last.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// Reads a place.
    Read(Place),
    /// Writes a value.
    Write(Place, Value),
    /// Writes what it read last plus something.
    Raise(Place, Value),
    /// Takes a lock.
    Lock(Place),
    /// Gives a lock back.
    Unlock(Place),
    /// Lets a thread begin.
    Start(usize),
    /// Waits for the end of a thread.
    Join(usize),
}

/// What a thread does in one go.
pub type Go = Vec<Op>;

/// Threads, each with what it does one after the other.
#[derive(Clone, Default, Debug)]
pub struct Program {
    pub threads: Vec<Vec<Go>>,
    /// Locks that threads hold from the beginning.
    pub held: Vec<(Place, usize)>,
}

/// How far a program is.
struct Run<'p> {
    program: &'p Program,
    next: Vec<usize>,
    /// The step that let each thread begin.
    began: Vec<Option<Option<StepId>>>,
    ended: Vec<Option<StepId>>,
    last_read: Vec<Value>,
    content: Vec<Value>,
    locks: Vec<Option<usize>>,
    steps: Vec<Step>,
}

impl Program {
    /// Runs it until everything is done or stands still. A thread goes on for about `run` steps before another takes its turn.
    /// All places have 0 in them at first.
    pub fn run(&self, random: &mut Random, run: usize) -> Model {
        let count = self.threads.len();
        let ops = || self.threads.iter().flatten().flatten();
        let started = |thread| ops().any(|op| matches!(op, Op::Start(other) if *other == thread));
        let mut now = Run {
            program: self,
            next: vec![0; count],
            began: (0..count).map(|thread| (!started(thread)).then_some(None)).collect(),
            ended: vec![None; count],
            last_read: vec![0; count],
            content: vec![0; 256],
            locks: vec![None; 256],
            steps: Vec::new(),
        };
        for (lock, thread) in &self.held {
            now.locks[*lock as usize] = Some(*thread);
        }
        let mut current = 0;
        loop {
            let ready: Vec<usize> = (0..count).filter(|thread| now.ready(*thread)).collect();
            if ready.is_empty() {
                break;
            }
            if !ready.contains(&current) || random.once_in(run) {
                current = ready[random.below(ready.len())];
            }
            now.step(current);
        }
        Model::new(now.steps, (0..256).map(|place| (place, 0)).collect())
    }
}

impl Run<'_> {
    fn ready(&self, thread: usize) -> bool {
        let Some(go) = self.program.threads[thread].get(self.next[thread]) else { return false };
        self.began[thread].is_some()
            && go.iter().all(|op| match op {
                Op::Lock(lock) => self.locks[*lock as usize].is_none(),
                Op::Join(other) => self.ended[*other].is_some(),
                _ => true,
            })
    }

    fn step(&mut self, thread: usize) {
        let id = self.steps.len() as StepId;
        let mut step = Step { thread: thread as u32 * 10, ..Step::default() };
        if self.next[thread] == 0 {
            step.after.extend(self.began[thread].flatten());
        }
        for op in &self.program.threads[thread][self.next[thread]] {
            match *op {
                Op::Read(place) => {
                    self.last_read[thread] = self.content[place as usize];
                    let own = step.writes.iter().any(|(other, _)| *other == place);
                    if !own && !step.reads.iter().any(|(other, _)| *other == place) {
                        step.reads.push((place, self.content[place as usize]));
                    }
                }
                Op::Write(place, value) => self.write(&mut step, place, value),
                Op::Raise(place, by) => self.write(&mut step, place, self.last_read[thread].wrapping_add(by)),
                Op::Lock(lock) => {
                    step.locks.push(lock);
                    self.locks[lock as usize] = Some(thread);
                }
                Op::Unlock(lock) => {
                    step.unlocks.push(lock);
                    self.locks[lock as usize] = None;
                }
                Op::Start(other) => self.began[other] = Some(Some(id)),
                Op::Join(other) => step.after.extend(self.ended[other]),
            }
        }
        self.next[thread] += 1;
        if self.next[thread] == self.program.threads[thread].len() {
            self.ended[thread] = Some(id);
        }
        self.steps.push(step);
    }

    fn write(&mut self, step: &mut Step, place: Place, value: Value) {
        self.content[place as usize] = value;
        step.writes.retain(|(other, _)| *other != place);
        step.writes.push((place, value));
    }
}
