use crate::tiny::{Tiny, independent};
use raddle_search::limit::{Limits, Reached};
use raddle_search::report::Progress;
use raddle_search::{FrontierKind, Guest, Observer, Options, Report, explore};
use std::ops::ControlFlow;
use std::time::Duration;

fn limited(limits: Limits, frontier: FrontierKind, workers: usize) -> Report {
    let program = independent(4, 5);
    explore(Tiny::maker(&program), &Options { limits, strategy: frontier.into(), workers, ..Options::default() }, &())
}

const BOTH: [FrontierKind; 2] = [FrontierKind::DepthFirst, FrontierKind::BreadthFirst];

#[test]
fn without_limits_everything_is_explored() {
    for frontier in BOTH {
        let report = limited(Limits::default(), frontier, 1);
        assert!(report.is_complete());
        assert_eq!(report.counters.states, 6 * 6 * 6 * 6);
        assert_eq!(report.counters.transitions, 4 * 5 * 6 * 6 * 6);
        assert_eq!(report.counters.depth, 20);
    }
}

#[test]
fn the_number_of_states_is_kept_exactly_by_one_worker() {
    for (frontier, limit) in BOTH.into_iter().flat_map(|frontier| [1, 7, 100, 1000].map(|limit| (frontier, limit))) {
        let report = limited(Limits { states: Some(limit), ..Limits::default() }, frontier, 1);
        assert_eq!(report.reached, [Reached::States]);
        assert_eq!(report.counters.states, limit);
    }
}

#[test]
fn the_number_of_states_is_kept_nearly_by_two() {
    let report = limited(Limits { states: Some(500), ..Limits::default() }, FrontierKind::DepthFirst, 2);
    assert_eq!(report.reached, [Reached::States]);
    // Each may go as far as half of what was left when it last looked, whatever the other has met meanwhile.
    assert!((500..=750).contains(&report.counters.states), "{}", report.counters.states);
}

#[test]
fn depth_only_cuts_paths() {
    let report = limited(Limits { depth: Some(3), ..Limits::default() }, FrontierKind::BreadthFirst, 1);
    assert_eq!(report.reached, [Reached::Depth]);
    assert_eq!(report.counters.depth, 3);
    // The ways to spread at most three steps over four threads.
    assert_eq!(report.counters.states, 1 + 4 + 10 + 20);
}

#[test]
fn a_depth_nothing_reaches_cuts_nothing() {
    assert!(limited(Limits { depth: Some(20), ..Limits::default() }, FrontierKind::DepthFirst, 1).is_complete());
}

#[test]
fn memory_ends_the_search() {
    let report = limited(Limits { memory: Some(20_000), ..Limits::default() }, FrontierKind::DepthFirst, 1);
    assert_eq!(report.reached, [Reached::Memory]);
    assert!(report.memory >= 20_000);
}

#[test]
fn the_states_waiting_in_a_queue_count_as_memory() {
    let memory = |frontier| limited(Limits::default(), frontier, 1).memory;
    assert!(
        memory(FrontierKind::BreadthFirst)
            > memory(FrontierKind::DepthFirst) + 100 * size_of::<crate::tiny::state::State>() as u64
    );
}

#[test]
fn time_ends_the_search() {
    let program = independent(8, 30);
    for workers in [1, 2] {
        let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
        let report = explore(Tiny::maker(&program), &Options { limits, workers, ..Options::default() }, &());
        assert_eq!(report.reached, [Reached::Time]);
    }
}

/// Stops the search when it is first asked.
struct Impatient;

impl<G: Guest> Observer<G> for Impatient {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        assert!(progress.counters.transitions > 0);
        ControlFlow::Break(())
    }
}

#[test]
fn an_interrupted_search_says_so() {
    let program = independent(8, 30);
    for (frontier, workers) in BOTH.into_iter().flat_map(|frontier| [(frontier, 1), (frontier, 2)]) {
        let report = explore(
            Tiny::maker(&program),
            &Options { strategy: frontier.into(), workers, ..Options::default() },
            &Impatient,
        );
        assert_eq!(report.reached, [Reached::Interrupted]);
        assert!(!report.is_complete());
    }
}

#[test]
fn a_guest_that_cannot_be_made_is_a_failure() {
    for workers in [1, 2] {
        let report =
            explore(|| Err::<Tiny, _>("no such class".to_string()), &Options { workers, ..Options::default() }, &());
        assert_eq!(report.failure.as_deref(), Some("no such class"));
        assert!(!report.is_complete());
    }
}

#[test]
#[should_panic(expected = "panicked")]
fn workers_do_not_wait_for_one_that_panicked() {
    struct Fragile;
    impl Observer<Tiny> for Fragile {
        fn end(&self, _guest: &mut Tiny) {
            panic!("an observer panicked");
        }
    }
    explore(Tiny::maker(&independent(3, 3)), &Options { workers: 3, ..Options::default() }, &Fragile);
}
