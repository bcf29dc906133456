use crate::causes;
use crate::tiny::{Op::*, Tiny, independent, lock_order_deadlock, lost_update, program};
use raddle_search::store::Matching;
use raddle_search::{FrontierKind, Kind, Kinds, Options, Report, explore};

fn all_errors() -> Options {
    Options { all_errors: true, ..Options::default() }
}

#[test]
fn the_first_error_ends_the_search() {
    let program = lock_order_deadlock();
    let first = explore(Tiny::maker(&program), &Options::default(), &());
    assert_eq!(causes(&first), ["deadlock 0:1 1:1"]);
    let all = explore(Tiny::maker(&program), &all_errors(), &());
    assert_eq!(causes(&all), ["deadlock 0:1 1:1"]);
    assert!(first.counters.transitions < all.counters.transitions);
}

#[test]
fn breadth_first_finds_a_shortest_schedule() {
    let options = Options { strategy: FrontierKind::BreadthFirst.into(), ..Options::default() };
    let report = explore(Tiny::maker(&lock_order_deadlock()), &options, &());
    assert_eq!(report.found[0].schedule.to_string(), "0 1");
}

#[test]
fn a_cause_is_reported_once_and_counted() {
    // The same assertion fails whenever both threads read before either wrote.
    let options = Options { matching: Matching::Off, ..all_errors() };
    let report = explore(Tiny::maker(&lost_update()), &options, &());
    assert_eq!(causes(&report), ["assertion 1:5"]);
    assert!(report.found[0].again > 0);
}

#[test]
fn findings_are_in_the_order_of_their_causes() {
    let report = explore(Tiny::maker(&lost_update()), &Options { properties: Kinds::ALL, ..all_errors() }, &());
    assert_eq!(causes(&report), ["assertion 1:5", "race 0:0 1:2", "race 0:2 1:0", "race 0:2 1:2"]);
}

#[test]
fn a_race_nobody_asked_for_is_a_warning_with_a_schedule() {
    let program = program(&[&[Write { var: 0, value: 1 }], &[Read { var: 0, reg: 0 }]]);
    let report = explore(Tiny::maker(&program), &Options::default(), &());
    assert_eq!(report.found, []);
    assert_eq!(report.warnings.len(), 1);
    assert_eq!(report.warnings[0].finding.cause, "race 0:0 1:0");
    assert_eq!(report.warnings[0].schedule.to_string(), "");
    assert!(report.is_complete());
}

#[test]
fn a_race_somebody_asked_for_is_an_error() {
    let program = program(&[&[Write { var: 0, value: 1 }], &[Lock(0), Read { var: 0, reg: 0 }, Unlock(0)]]);
    let properties = Kinds::NONE.with(Kind::Race);
    let report = explore(Tiny::maker(&program), &Options { properties, ..Options::default() }, &());
    assert_eq!(causes(&report), ["race 0:0 1:1"]);
    assert_eq!(report.found[0].schedule.to_string(), "1");
    assert_eq!(report.warnings, []);
}

#[test]
fn what_is_ordered_does_not_race() {
    let locked = [Lock(0), Read { var: 0, reg: 0 }, Add { reg: 0 }, WriteReg { var: 0, reg: 0 }, Unlock(0)];
    let volatile = [Read { var: 2, reg: 0 }, Write { var: 2, value: 1 }];
    let report = explore(Tiny::maker(&program(&[&locked, &locked, &volatile, &volatile])), &Options::default(), &());
    assert_eq!((report.found, report.warnings), (vec![], vec![]));
}

/// What must be the same in every run.
fn essence(report: Report) -> impl PartialEq + std::fmt::Debug {
    (report.counters, report.found, report.warnings, report.reached)
}

#[test]
fn one_worker_does_the_same_every_time() {
    for frontier in [FrontierKind::DepthFirst, FrontierKind::BreadthFirst] {
        let run = || {
            essence(explore(Tiny::maker(&lost_update()), &Options { strategy: frontier.into(), ..all_errors() }, &()))
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn two_workers_meet_the_same_states_as_one() {
    let program = independent(4, 6);
    let one = explore(Tiny::maker(&program), &Options::default(), &());
    for _ in 0..20 {
        let two = explore(Tiny::maker(&program), &Options { workers: 2, ..Options::default() }, &());
        assert_eq!(two.counters.states, one.counters.states);
        assert_eq!(two.counters.transitions, one.counters.transitions);
        assert_eq!(two.counters.executions, one.counters.executions);
    }
}
