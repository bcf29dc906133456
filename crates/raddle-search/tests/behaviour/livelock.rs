use crate::causes;
use crate::tiny::state::State;
use crate::tiny::{Op::*, Program, Tiny, program, random};
use raddle_search::replay::replay;
use raddle_search::{Choice, FrontierKind, Guest, Kind, Kinds, Options, Report, Schedule, Status, Strategy, explore};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

fn check(program: &Program) -> Report {
    let ways = [(FrontierKind::DepthFirst, 1), (FrontierKind::BreadthFirst, 1), (FrontierKind::DepthFirst, 2)];
    let mut reports = ways.map(|(frontier, workers)| {
        explore(Tiny::maker(program), &Options { strategy: frontier.into(), workers, ..Options::default() }, &())
    });
    assert_eq!(causes(&reports[0]), causes(&reports[1]));
    assert_eq!(causes(&reports[0]), causes(&reports[2]));
    std::mem::take(&mut reports[0])
}

/// A volatile variable that everybody sees.
const FLAG: u8 = 2;

/// Reads the flag until it is 1.
fn spin() -> [crate::tiny::Op; 2] {
    [Read { var: FLAG, reg: 0 }, JumpUnless { reg: 0, value: 1, to: 0 }]
}

#[test]
fn to_spin_for_what_nobody_does_is_a_livelock() {
    let report = check(&program(&[&spin(), &[Write { var: FLAG, value: 2 }]]));
    assert_eq!(causes(&report), ["livelock [0]"]);
}

#[test]
fn to_spin_until_another_thread_gets_its_turn_is_none() {
    assert_eq!(causes(&check(&program(&[&spin(), &[Write { var: FLAG, value: 1 }]]))), [""; 0]);
}

#[test]
fn to_spin_with_a_lock_that_the_other_needs_now_and_then_is_none() {
    let polls = [Lock(0), Read { var: FLAG, reg: 0 }, Unlock(0), JumpUnless { reg: 0, value: 1, to: 0 }];
    let sets = [Lock(0), Write { var: FLAG, value: 1 }, Unlock(0)];
    assert_eq!(causes(&check(&program(&[&polls, &sets]))), [""; 0]);
}

#[test]
fn to_wait_with_a_time_out_for_what_nobody_does_is_a_livelock() {
    let waits = [
        Lock(0),
        Wait { lock: 0, timed: true },
        Read { var: FLAG, reg: 0 },
        JumpUnless { reg: 0, value: 1, to: 1 },
        Unlock(0),
    ];
    assert_eq!(causes(&check(&program(&[&waits]))), ["livelock [0]"]);
}

#[test]
fn a_loop_that_a_data_choice_ends_is_none() {
    let tosses = [Choose { reg: 0, below: 2 }, JumpUnless { reg: 0, value: 1, to: 0 }];
    assert_eq!(causes(&check(&program(&[&tosses]))), [""; 0]);
}

#[test]
fn two_threads_that_always_give_way_to_each_other_are_in_a_livelock() {
    // Each says that it wants to go on, and takes that back when it sees that the other wants to as well.
    let polite = |own: u8, other: u8| {
        [
            Write { var: own, value: 1 },
            Read { var: other, reg: 0 },
            JumpUnless { reg: 0, value: 1, to: 6 },
            Write { var: own, value: 0 },
            Set { reg: 0, value: 0 },
            JumpUnless { reg: 0, value: 1, to: 0 },
            Write { var: own, value: 0 },
        ]
    };
    let report = check(&program(&[&polite(2, 3), &polite(3, 2)]));
    assert_eq!(causes(&report), ["livelock [0, 1]"]);
}

#[test]
fn the_schedule_of_a_livelock_goes_there_and_once_around() {
    let program = program(&[&spin(), &[Write { var: FLAG, value: 2 }]]);
    let report = check(&program);
    goes_round(&program, &report.found[0].schedule);
}

/// The state at the end of the schedule was met on it before.
fn goes_round(program: &Program, schedule: &Schedule) {
    let mut guest = Tiny::new(program);
    let mut states = vec![guest.canonical()];
    replay(&mut guest, schedule, |guest, _, _, _| {
        states.push(guest.canonical());
        ControlFlow::Continue(())
    })
    .unwrap();
    let last = states.pop().unwrap();
    assert!(states.contains(&last));
}

#[test]
fn livelocks_are_only_looked_for_when_asked_for() {
    let properties = Kinds::ALL.without(Kind::Livelock);
    let report = explore(Tiny::maker(&program(&[&spin()])), &Options { properties, ..Options::default() }, &());
    assert_eq!(causes(&report), [""; 0]);
    assert!(report.is_complete());
}

/// Every state of a program, and where its choices lead.
type Graph = BTreeMap<Vec<u8>, Vec<(Choice, Option<Vec<u8>>)>>;

/// The state graph, or `None` if it is too large to be looked at in a simple way.
fn graph(program: &Program, properties: Kinds) -> Option<Graph> {
    let mut graph = Graph::new();
    let mut pending = vec![State::new(program)];
    while let Some(state) = pending.pop() {
        if graph.contains_key(&state.bytes()) {
            continue;
        }
        let mut edges = Vec::new();
        for choice in state.choices(program) {
            let mut next = state.clone();
            let ends = match next.take(program, choice) {
                Status::Violated(finding) => properties.contains(finding.kind),
                Status::Ignored => true,
                _ => false,
            };
            edges.push((choice, (!ends).then(|| next.bytes())));
            if !ends {
                pending.push(next);
            }
        }
        graph.insert(state.bytes(), edges);
        if graph.len() > 150 {
            return None;
        }
    }
    Some(graph)
}

/// Whether a path can stay among these states for ever and take every choice it could take again and again.
fn has_fair_path(graph: &Graph, states: &BTreeSet<&Vec<u8>>) -> bool {
    let reachable = |from: &Vec<u8>| {
        let mut met = BTreeSet::new();
        let mut pending = vec![from.clone()];
        while let Some(state) = pending.pop() {
            for to in graph[&state].iter().filter_map(|(_, to)| to.as_ref()).filter(|to| states.contains(to)) {
                if met.insert(to.clone()) {
                    pending.push(to.clone());
                }
            }
        }
        met
    };
    let reach: BTreeMap<&Vec<u8>, BTreeSet<Vec<u8>>> = states.iter().map(|state| (*state, reachable(state))).collect();
    states.iter().filter(|state| reach[**state].contains(**state)).any(|state| {
        let component: BTreeSet<&Vec<u8>> = states
            .iter()
            .copied()
            .filter(|other| reach[*state].contains(*other) && reach[*other].contains(*state))
            .collect();
        let edges = || component.iter().flat_map(|state| &graph[*state]);
        let stays = |to: &Option<Vec<u8>>| to.as_ref().is_some_and(|to| component.contains(to));
        let taken: BTreeSet<Choice> = edges().filter(|(_, to)| stays(to)).map(|(choice, _)| *choice).collect();
        let fair: BTreeSet<&Vec<u8>> = component
            .iter()
            .copied()
            .filter(|state| graph[*state].iter().all(|(choice, _)| taken.contains(choice)))
            .collect();
        fair.len() == component.len() || has_fair_path(graph, &fair)
    })
}

#[test]
fn livelocks_of_random_programs_are_those_a_simple_definition_finds() {
    let properties = Kinds::default();
    let (mut with, mut without) = (0, 0);
    for seed in 0..1500 {
        let program = random::looping(seed);
        let Some(graph) = graph(&program, properties) else { continue };
        let expected = has_fair_path(&graph, &graph.keys().collect());
        let options = Options { all_errors: true, strategy: FrontierKind::DepthFirst.into(), ..Options::default() };
        let mut executions = BTreeSet::new();
        for (frontier, workers) in [
            (FrontierKind::DepthFirst, 1),
            (FrontierKind::BreadthFirst, 1),
            (FrontierKind::DepthFirst, 2),
            (FrontierKind::DepthFirst, 3),
        ] {
            let report =
                explore(Tiny::maker(&program), &Options { strategy: frontier.into(), workers, ..options.clone() }, &());
            let name = format!("seed {seed}, {frontier:?}, {workers} workers");
            let livelocks: Vec<_> = report.found.iter().filter(|found| found.finding.kind == Kind::Livelock).collect();
            assert_eq!(!livelocks.is_empty(), expected, "{name}");
            livelocks.iter().for_each(|found| goes_round(&program, &found.schedule));
            assert_eq!(report.counters.states, graph.len() as u64, "{name}");
            executions.insert((report.counters.transitions, report.counters.executions));
            assert_eq!(executions.len(), 1, "{name}: {executions:?}");
        }
        for name in ["context-bound", "delay-bound", "interleaving", "reex", "random-order"] {
            let strategy = Strategy::named(name).unwrap();
            let report = explore(Tiny::maker(&program), &Options { strategy, ..options.clone() }, &());
            let found = report.found.iter().any(|found| found.finding.kind == Kind::Livelock);
            assert_eq!(found, expected, "seed {seed}, {name}");
            assert_eq!(report.counters.states, graph.len() as u64, "seed {seed}, {name}");
        }
        *if expected { &mut with } else { &mut without } += 1;
    }
    assert!(with > 50 && without > 200, "{with} with, {without} without");
}
