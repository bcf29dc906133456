use crate::causes;
use crate::tiny::{Tiny, independent, lost_update};
use raddle_search::{FrontierKind, Options, explore};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

#[test]
fn a_search_begins_again_when_more_turns_out_to_be_visible() {
    let program = independent(3, 4);
    for frontier in [FrontierKind::DepthFirst, FrontierKind::BreadthFirst] {
        let options = Options { strategy: frontier.into(), ..Options::default() };
        let plain = explore(Tiny::maker(&program), &options, &());
        let revision = Arc::new(AtomicU64::new(3));
        let report = explore(|| Ok(Tiny::growing(&program, revision.clone(), vec![5, 90])), &options, &());
        assert_eq!(report.restarts, 2);
        assert_eq!(report.counters.states, plain.counters.states);
        assert_eq!(report.counters.transitions, plain.counters.transitions);
        assert_eq!(report.counters.executions, plain.counters.executions);
        // What was executed was executed, also in vain.
        assert!(report.counters.instructions >= plain.counters.instructions + 90);
    }
}

#[test]
fn findings_of_a_void_search_are_forgotten() {
    // The revision grows with every transition of the first execution, on which the error would be found.
    let program = lost_update();
    let plain = explore(Tiny::maker(&program), &Options::default(), &());
    let last = plain.counters.transitions;
    let revision = Arc::new(AtomicU64::new(0));
    let report = explore(|| Ok(Tiny::growing(&program, revision.clone(), vec![last])), &Options::default(), &());
    assert_eq!(report.restarts, 1);
    assert_eq!(causes(&report), causes(&plain));
    assert_eq!(report.found[0].schedule, plain.found[0].schedule);
    assert_eq!(report.counters.transitions, plain.counters.transitions);
}

#[test]
fn all_workers_begin_again_together() {
    let program = independent(4, 6);
    let plain = explore(Tiny::maker(&program), &Options::default(), &());
    for _ in 0..20 {
        let revision = Arc::new(AtomicU64::new(0));
        let make = || Ok(Tiny::growing(&program, revision.clone(), vec![3, 100, 2000]));
        let report = explore(make, &Options { workers: 2, ..Options::default() }, &());
        assert!((1..=6).contains(&report.restarts), "{}", report.restarts);
        assert_eq!(report.counters.states, plain.counters.states);
        assert_eq!(report.counters.transitions, plain.counters.transitions);
    }
}
