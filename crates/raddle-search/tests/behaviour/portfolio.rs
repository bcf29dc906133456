use crate::causes;
use crate::tiny::{Op, Program, Tiny, independent, lost_update, random, running};
use raddle_search::limit::{Limits, Reached};
use raddle_search::{Kind, Observer, Options, Report, explore, portfolio};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

fn by_turns(program: &Program, options: &Options, beginning: u64) -> Report {
    portfolio::explore_after(beginning, Tiny::maker(program), options, &())
}

/// A program whose error a plain search comes to late: it shows only if the first thread goes last.
fn hidden() -> Program {
    let write = |var, value| Op::Write { var, value };
    let noise: Vec<Op> = (0..12).map(|index| write(2 + index % 2, 1)).collect();
    let first = vec![Op::Read { var: 0, reg: 0 }, Op::AssertNot { reg: 0, value: 3 }];
    let last = [noise.clone(), vec![write(0, 3)]].concat();
    running(vec![first, noise.clone(), noise, last])
}

#[test]
fn a_small_program_is_the_plain_searchs_alone() {
    for seed in 0..100 {
        let program = random::straight(seed);
        let plain = explore(Tiny::maker(&program), &Options::default(), &());
        assert_eq!(by_turns(&program, &Options::default(), portfolio::BEGINNING), plain, "seed {seed}");
    }
}

/// Threads that all write the same value to one variable: few states, and very many orders of steps that do not commute.
fn contended(threads: usize, writes: usize) -> Program {
    running(vec![vec![Op::Write { var: 0, value: 1 }; writes]; threads])
}

#[test]
fn whoever_is_done_first_proves_the_same() {
    let program = contended(4, 12);
    let plain = explore(Tiny::maker(&program), &Options::default(), &());
    for (beginning, workers) in [(1, 1), (10_000, 1), (70_000, 1), (1, 2), (10_000, 4)] {
        let report = by_turns(&program, &Options { workers, ..Options::default() }, beginning);
        assert!(report.is_complete() && !report.reduced, "{:?}", report.reached);
        assert_eq!(report.counters.states, plain.counters.states, "after {beginning}, {workers} workers");
    }
}

#[test]
fn few_classes_are_a_proof_however_many_states_there_are() {
    let program = independent(4, 40);
    for workers in [1, 3] {
        let report = by_turns(&program, &Options { workers, ..Options::default() }, 1000);
        assert!(report.is_complete() && report.reduced, "{:?}", report.reached);
        assert_eq!((report.counters.executions, report.counters.transitions), (1, 160));
    }
    // What a path of each class shows is no proof where paths are cut.
    let limits = Limits { depth: Some(100), ..Limits::default() };
    let report = by_turns(&program, &Options { limits, ..Options::default() }, 1000);
    assert!(!report.reduced && report.reached == [Reached::Depth], "{:?}", report.reached);
}

/// All that a search finds out about a program: how it ends, and what is wrong with it.
fn learned(search: impl FnOnce(&Ends) -> Report) -> (BTreeSet<Vec<u8>>, BTreeSet<String>, bool) {
    let ends = Ends::default();
    let report = search(&ends);
    let found = report.found.iter().map(|found| found.finding.cause.clone()).collect();
    (ends.0.into_inner().unwrap(), found, report.is_complete())
}

/// Collects the states paths end in.
#[derive(Default)]
struct Ends(Mutex<BTreeSet<Vec<u8>>>);

impl Observer<Tiny> for Ends {
    fn end(&self, guest: &mut Tiny) {
        self.0.lock().unwrap().insert(guest.state.bytes());
    }
}

#[test]
fn all_together_find_out_what_the_plain_search_does() {
    let mut proved = 0;
    for seed in 0..2000 {
        let program = random::straight(seed);
        let options = Options { all_errors: true, ..Options::default() };
        let plain = learned(|ends| explore(Tiny::maker(&program), &options, ends));
        for beginning in [0, 20] {
            let together = learned(|ends| {
                let report = portfolio::explore_after(beginning, Tiny::maker(&program), &options, ends);
                proved += u64::from(report.reduced);
                report
            });
            assert_eq!(plain, together, "seed {seed}, after {beginning}");
        }
    }
    assert!(proved > 1000, "only {proved} proofs are those of the reduced search");
}

#[test]
fn one_worker_takes_the_same_turns_every_time() {
    let program = hidden();
    let reports: Vec<Report> = (0..2).map(|_| by_turns(&program, &Options::default(), 1000)).collect();
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0].found[0].finding.kind, Kind::Assertion);
    let plain = explore(Tiny::maker(&program), &Options::default(), &());
    assert_eq!(causes(&reports[0]), causes(&plain));
    let two = by_turns(&program, &Options { workers: 2, ..Options::default() }, 1000);
    assert_eq!(causes(&two), causes(&plain));
}

#[test]
fn limits_hold_for_all_together() {
    let program = contended(8, 30);
    for limit in [2_000, 50_000] {
        let limits = Limits { states: Some(limit), ..Limits::default() };
        let report = by_turns(&program, &Options { limits, ..Options::default() }, 1000);
        assert_eq!(report.reached, [Reached::States]);
        assert_eq!(report.counters.states, limit);
    }
    let limits = Limits { executions: Some(3000), ..Limits::default() };
    let report = by_turns(&program, &Options { limits, ..Options::default() }, 1000);
    assert_eq!((report.reached.as_slice(), report.counters.executions), ([Reached::Executions].as_slice(), 3000));
}

#[test]
fn what_one_learns_makes_all_begin_again() {
    let program = contended(4, 10);
    for grows_at in [vec![5], vec![500, 15_000], vec![12_000, 30_000]] {
        let revision = Arc::new(AtomicU64::new(0));
        let make = || Ok(Tiny::growing(&program, revision.clone(), grows_at.clone()));
        let report = portfolio::explore_after(1000, make, &Options::default(), &());
        assert!(report.is_complete());
        assert_eq!(report.counters.states, 11 * 11 * 11 * 11, "{grows_at:?}");
    }
}

#[test]
fn an_error_of_one_worker_is_that_of_all() {
    let program = lost_update();
    let plain = explore(Tiny::maker(&program), &Options::default(), &());
    for beginning in [1, 3] {
        assert_eq!(causes(&by_turns(&program, &Options::default(), beginning)), causes(&plain));
    }
}
