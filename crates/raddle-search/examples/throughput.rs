//! How fast the search itself is: a guest of independent counters, whose transitions cost as much as they are told to.
//!
//! `cargo run --release -p raddle-search --example throughput -- WORKERS COUNTERS LIMIT WORK`

use raddle_search::clocks::Access;
use raddle_search::finding::{Finding, Kind};
use raddle_search::{Choice, Guest, Options, Status, explore};
use raddle_vm::event::Event;
use std::hint::black_box;
use std::time::Instant;

/// Counters that go up to a limit, each by a thread of its own.
struct Grid {
    counters: Vec<u8>,
    limit: u8,
    /// Rounds of work in a transition.
    work: u32,
    fingerprint: u128,
    /// The threads that went, to be taken back.
    log: Vec<u32>,
    taken: u64,
}

impl Grid {
    fn hash(&self, thread: u32) -> u128 {
        let value = u128::from(thread) << 8 | u128::from(self.counters[thread as usize]);
        let mixed = (value + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        (mixed ^ mixed >> 61).wrapping_mul(0xda94_2042_e4dd_58b5_9e37_79b9_7f4a_7c15)
    }

    fn change(&mut self, thread: u32, by: i8) {
        self.fingerprint = self.fingerprint.wrapping_sub(self.hash(thread));
        let counter = &mut self.counters[thread as usize];
        *counter = counter.wrapping_add_signed(by);
        self.fingerprint = self.fingerprint.wrapping_add(self.hash(thread));
    }

    fn nothing_is_wrong(&self) -> Finding {
        Finding { kind: Kind::Property, message: String::new(), cause: String::new() }
    }
}

impl Guest for Grid {
    type Mark = usize;
    type Snapshot = (Vec<u8>, u128);

    fn choices(&mut self, into: &mut Vec<Choice>) {
        let open = self.counters.iter().enumerate().filter(|(_, counter)| **counter < self.limit);
        into.extend(open.map(|(thread, _)| Choice::thread(thread as u32)));
    }

    fn take(&mut self, choice: Choice) -> Status {
        self.taken += 1;
        black_box((0..self.work).fold(self.taken, |sum, n| (sum ^ u64::from(n)).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        self.log.push(choice.thread);
        self.change(choice.thread, 1);
        Status::Running
    }

    fn events(&self) -> &[Event] {
        &[]
    }

    fn threads(&self) -> u32 {
        self.counters.len() as u32
    }

    fn pending(&mut self, _thread: u32) -> Option<Event> {
        None
    }

    fn stuck(&mut self) -> Option<Finding> {
        None
    }

    fn race(&mut self, _one: u32, _other: u32) -> Finding {
        self.nothing_is_wrong()
    }

    fn race_with_past(&mut self, _past: &Access, _thread: u32) -> Finding {
        self.nothing_is_wrong()
    }

    fn livelock(&mut self, _threads: &[u32]) -> Finding {
        self.nothing_is_wrong()
    }

    fn mark(&mut self) -> usize {
        self.log.len()
    }

    fn rewind(&mut self, mark: &usize) {
        while self.log.len() > *mark
            && let Some(thread) = self.log.pop()
        {
            self.change(thread, -1);
        }
    }

    fn snapshot(&mut self) -> (Vec<u8>, u128) {
        (self.counters.clone(), self.fingerprint)
    }

    fn load(&mut self, snapshot: &(Vec<u8>, u128)) {
        self.counters.clone_from(&snapshot.0);
        self.fingerprint = snapshot.1;
        self.log.clear();
    }

    fn fingerprint(&mut self) -> u128 {
        self.fingerprint
    }

    fn canonical(&mut self) -> Vec<u8> {
        self.counters.clone()
    }

    fn revision(&self) -> u64 {
        0
    }

    fn instructions(&self) -> u64 {
        self.taken
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().expect("a number"));
    let mut next = |default| arguments.next().unwrap_or(default);
    let (workers, counters, limit, work) = (next(1), next(6), next(9), next(1000));
    let make = || {
        let counters = vec![0; counters as usize];
        let mut grid = Grid { counters, limit: limit as u8, work: work as u32, fingerprint: 0, log: vec![], taken: 0 };
        grid.fingerprint =
            (0..grid.counters.len()).fold(0, |sum: u128, thread| sum.wrapping_add(grid.hash(thread as u32)));
        Ok(grid)
    };
    let started = Instant::now();
    let report = explore(make, &Options { workers: workers as usize, ..Options::default() }, &());
    let seconds = started.elapsed().as_secs_f64();
    let counters = report.counters;
    println!(
        "{} states, {} transitions ({} repeated) in {seconds:.2} s: {:.0} transitions/s, {:.1} bytes a state",
        counters.states,
        counters.transitions,
        counters.instructions - counters.transitions,
        counters.transitions as f64 / seconds,
        report.memory as f64 / counters.states as f64,
    );
}
