use crate::tiny::Op::{AssertNot, Read, Write};
use crate::tiny::{Op, Program, Tiny, independent, program};
use raddle_search::limit::Reached;
use raddle_search::order::OrderKind;
use raddle_search::{FrontierKind, Kind, Kinds, Options, Report, Strategy, explore};

const FIRST: Op = Write { var: 0, value: 1 };
const SECOND: Op = Read { var: 0, reg: 0 };

/// A reader that must not come between two writes, after writes of its own, and two threads that have nothing to do with it.
fn between() -> Program {
    let noise = [Write { var: 2, value: 1 }; 6];
    let writes = [Write { var: 3, value: 1 }; 4];
    let reader = [&writes[..], &[SECOND, AssertNot { reg: 0, value: 1 }]].concat();
    program(&[&noise, &reader, &[FIRST, Write { var: 0, value: 0 }], &noise])
}

fn strategy(frontier: &str, order: &str) -> Strategy {
    let (frontier, order) = (frontier.parse().unwrap(), order.parse().unwrap());
    Strategy { frontier, order, sequence: vec!["one".to_string(), "the other".to_string()], ..Strategy::default() }
}

fn search(program: &Program, strategy: Strategy) -> Report {
    let make = || Ok(Tiny::along(program, &[FIRST, SECOND]));
    explore(make, &Options { strategy, properties: Kinds::ALL.without(Kind::Race), ..Options::default() }, &())
}

#[test]
fn the_search_goes_straight_along_the_sequence() {
    for seed in 0..20 {
        let report = search(&between(), Strategy { seed, ..strategy("guided", "distance") });
        // The writer's first write, four of the reader's and its read: six states on the way, and at most four choices in each.
        assert_eq!(report.found[0].schedule.choices.len(), 6, "seed {seed}");
        assert!(report.counters.states <= 1 + 6 * 4, "seed {seed}: {}", report.counters.states);
    }
}

#[test]
fn best_first_goes_along_it_too() {
    let report = search(&between(), strategy("best", "distance"));
    assert_eq!(report.found[0].schedule.choices.len(), 6);
    assert_eq!(report.counters.transitions, 6, "what is nearest is taken first");
}

#[test]
fn any_order_can_be_the_secondary_heuristic() {
    for order in ["random", "threads=1,2", "index", "interleave"] {
        let report = search(&between(), strategy("guided", order));
        assert_eq!(report.found.len(), 1, "{order}");
    }
    let preferred = search(&between(), strategy("guided", "threads=2,1"));
    let away = search(&between(), strategy("guided", "threads=0,3"));
    assert!(preferred.counters.states < away.counters.states);
}

#[test]
fn the_same_seed_does_the_same_and_another_something_else() {
    let run = |seed| search(&between(), Strategy { seed, ..strategy("guided", "random") }).counters;
    assert_eq!(run(3), run(3));
    assert!((0..10).any(|seed| run(seed) != run(3)));
}

#[test]
fn everything_is_explored_unless_states_to_come_back_to_were_dropped() {
    let program = independent(4, 5);
    let whole = search(&program, strategy("guided", "distance"));
    assert!(whole.is_complete());
    assert_eq!(whole.counters.states, 6 * 6 * 6 * 6);
    let few = Strategy { frontier: FrontierKind::Guided { most: 5 }, ..strategy("guided", "distance") };
    let part = search(&program, few);
    assert_eq!(part.reached, [Reached::Dropped]);
    assert!(part.counters.states < whole.counters.states);
}

#[test]
fn a_sequence_is_refused_where_nothing_would_follow_it_and_missed_where_something_should() {
    let guided = strategy("guided", "distance");
    assert_eq!(guided.refusal(), None);
    assert_eq!(guided.to_string(), "--search guided --order distance --sequence 'one,the other'");
    assert!(Strategy { sequence: Vec::new(), ..guided.clone() }.refusal().is_some());
    assert!(Strategy { order: OrderKind::Distance, ..Strategy::default() }.refusal().is_some());
    assert!(Strategy { bound: "delays=1".parse().ok(), ..guided.clone() }.refusal().is_some());
    assert!(Strategy { order: OrderKind::Index, ..strategy("pos", "index") }.refusal().is_some());
}
