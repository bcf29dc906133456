//! Running a program to its end: which thread goes next, time, and what is left to do when the last one is done.

use crate::execute::Stop;
use crate::machine::Machine;
use crate::thread::{State, ThreadId, Wake};
use crate::watch::Unwatched;

/// Calls and backward jumps of a turn.
const TURN: i64 = 20_000;

/// What a collection the program asks for takes of a budget: about the calls that take as long.
const COLLECTION: u64 = 10_000;

/// How a program ended.
#[derive(Debug)]
pub enum End {
    /// With this exit code.
    Exit(i32),
    /// The machine could not go on.
    Fatal(String),
    /// Threads are left that can never go on.
    Deadlock(String),
}

/// A small generator for the random scheduler: splitmix64, whose state is one word.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % below.max(1) as u64) as usize
    }
}

impl Machine {
    /// Runs threads until one of them stops the program, all that count have ended, or none can go on.
    pub fn run(&mut self) -> End {
        loop {
            if let Some(end) = self.run_for(u64::MAX) {
                return end;
            }
        }
    }

    /// Runs threads as `run` does, but gives up after about `budget` calls and backward jumps: `None` says that the program has not ended.
    pub fn run_for(&mut self, budget: u64) -> Option<End> {
        let mut dice = self.settings.seed.map(Dice);
        let mut last = self.current;
        let mut until = self.instructions.saturating_add(budget);
        // A turn may end before its first call or jump, so turns are counted too.
        for _ in 0..budget {
            if self.instructions >= until {
                return None;
            }
            let turn = match &mut dice {
                Some(dice) => 1 + dice.roll(2_000) as i64,
                None => TURN,
            };
            let Some(next) = self.next_thread(last, dice.as_mut()) else {
                if self.pass_time() {
                    continue;
                }
                if let Some(end) = self.finish() {
                    return Some(end);
                }
                continue;
            };
            last = next;
            self.publish_state(next);
            let stop = self.run_thread::<Unwatched>(next, turn);
            self.files.flush();
            match stop {
                Stop::Budget | Stop::Blocked | Stop::Visible => {}
                Stop::Halt(code) => {
                    self.settle_mappings();
                    return Some(End::Exit(code));
                }
                Stop::Fatal(message) => return Some(End::Fatal(message)),
            }
            self.yielded = false;
            self.publish_state(next);
            self.fire_deadlines();
            if std::mem::take(&mut self.gc_asked) {
                self.collect(true);
                until = until.saturating_sub(COLLECTION);
            }
            self.collect_if_due();
            if self.only_daemons_left()
                && let Some(end) = self.finish()
            {
                return Some(end);
            }
        }
        None
    }

    fn next_thread(&self, last: ThreadId, dice: Option<&mut Dice>) -> Option<ThreadId> {
        let count = self.threads.len();
        let runnable = |index: usize| self.threads[index].state == State::Runnable;
        match dice {
            None => (1..=count).map(|step| (last.index() + step) % count).find(|&index| runnable(index)),
            Some(dice) => {
                let ready: Vec<usize> = (0..count).filter(|&index| runnable(index)).collect();
                (!ready.is_empty()).then(|| ready[dice.roll(ready.len())])
            }
        }
        .map(|index| ThreadId(index as u32))
    }

    /// Wakes threads whose time has come.
    fn fire_deadlines(&mut self) {
        let now = self.clock.now();
        for index in 0..self.threads.len() {
            if self.threads[index].state.deadline().is_some_and(|deadline| deadline <= now) {
                self.wake(ThreadId(index as u32), Wake::TimedOut);
            }
        }
    }

    /// Nothing can run: time jumps to the next deadline. Says whether there was one.
    fn pass_time(&mut self) -> bool {
        match self.threads.iter().filter_map(|thread| thread.state.deadline()).min() {
            Some(deadline) if !self.only_daemons_left() => {
                self.clock.jump_to(deadline);
                self.fire_deadlines();
                true
            }
            _ => false,
        }
    }

    fn only_daemons_left(&self) -> bool {
        self.threads.iter().all(|thread| thread.daemon || thread.state == State::Ended)
    }

    /// All threads that count have ended: shutdown hooks run in a thread of their own, and when that has ended the program has too.
    fn finish(&mut self) -> Option<End> {
        if !self.only_daemons_left() {
            return Some(End::Deadlock(self.describe_deadlock()));
        }
        if self.shut_down {
            self.settle_mappings();
            return Some(End::Exit(self.exit_code));
        }
        self.shut_down = true;
        match self.start_shutdown() {
            Ok(()) => None,
            Err(exit) => Some(End::Fatal(format!("shutdown failed: {exit:?}"))),
        }
    }

    /// What each thread that cannot go on waits for.
    fn describe_deadlock(&mut self) -> String {
        let mut text = String::from("every thread waits for ever:\n");
        for index in 0..self.threads.len() {
            let (state, object) = (self.threads[index].state, self.threads[index].object);
            if matches!(state, State::Ended | State::Idle) || self.threads[index].daemon {
                continue;
            }
            let what = match state {
                State::Blocked(on) => {
                    let class = self.program.java_name(self.heap.class(on));
                    let owner = self.owner(on).map(|(owner, _)| self.thread_name(owner)).unwrap_or_default();
                    format!("wants the monitor of a {class} held by \"{owner}\"")
                }
                State::Waiting { object, .. } => {
                    format!("waits to be notified on a {}", self.program.java_name(self.heap.class(object)))
                }
                State::Parked { .. } => "is parked".to_string(),
                State::Initializing(class) => {
                    format!("waits for the initialisation of {}", self.program.java_name(class))
                }
                other => format!("{other:?}"),
            };
            let name = self.reference_field(object, "name");
            text += &format!("\"{}\" {what}\n", self.string(name));
            self.current = ThreadId(index as u32);
            text += &self.describe_stack();
        }
        text
    }

    /// The name of a thread.
    pub fn thread_name(&mut self, id: ThreadId) -> String {
        let object = self.threads[id.index()].object;
        let name = self.reference_field(object, "name");
        if name.is_null() { format!("thread {}", id.0) } else { self.string(name) }
    }
}
