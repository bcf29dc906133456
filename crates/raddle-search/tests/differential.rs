//! Every complete way to search must find out the same about a program as following all its interleavings one by one does.

mod tiny;

use raddle_search::backtrack::Backtrack;
use raddle_search::bound::{Bound, Counted};
use raddle_search::limit::{Limits, Reached};
use raddle_search::order::OrderKind;
use raddle_search::replay::replay;
use raddle_search::report::Found;
use raddle_search::store::Matching;
use raddle_search::{FrontierKind, Guest, Kind, Kinds, Observer, Options, Report, Status, Strategy, explore};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use tiny::brute_force::{Least, Truth, brute_force};
use tiny::{Program, Tiny, random};

/// Paths of a program that are worth following one by one.
const MOST_PATHS: u64 = 1_000;

/// Programs to be tried: the long run is for nights.
fn programs() -> u64 {
    if std::env::var_os("RADDLE_LONG").is_some() { 100_000 } else { 6_000 }
}

/// Collects the states paths end in.
#[derive(Default)]
struct Ends(Mutex<BTreeSet<Vec<u8>>>);

impl Observer<Tiny> for Ends {
    fn end(&self, guest: &mut Tiny) {
        self.0.lock().unwrap().insert(guest.state.bytes());
    }
}

fn ways() -> Vec<Options> {
    let mut ways = Vec::new();
    for frontier in [FrontierKind::DepthFirst, FrontierKind::BreadthFirst] {
        for matching in [Matching::Off, Matching::Fingerprint, Matching::Exact] {
            let workers = if matching == Matching::Exact { 1..=1 } else { 1..=2 };
            ways.extend(workers.map(|workers| Options {
                strategy: frontier.into(),
                matching,
                workers,
                properties: Kinds::ALL,
                all_errors: true,
                ..Options::default()
            }));
        }
    }
    // Clocks must not tell of other races than there are.
    let clocks = |frontier: FrontierKind, matching| {
        let properties = Kinds::ALL;
        Options {
            strategy: frontier.into(),
            matching,
            properties,
            all_errors: true,
            clocks: true,
            ..Options::default()
        }
    };
    ways.push(clocks(FrontierKind::DepthFirst, Matching::Fingerprint));
    ways.push(clocks(FrontierKind::BreadthFirst, Matching::Off));
    ways
}

/// Every order there is.
fn orders() -> Vec<OrderKind> {
    let names = ["index", "random", "interleave", "interference", "threads=1,0", "most-blocked"];
    let more = ["fewest-preemptions", "branches", "random-heuristic"];
    names.iter().chain(&more).map(|name| name.parse().unwrap()).collect()
}

/// Strategies that explore everything, by whatever detours.
fn complete_strategies() -> Vec<Strategy> {
    let mut strategies = Vec::new();
    for order in orders() {
        for frontier in ["depth", "best", "stateless"] {
            let frontier = frontier.parse().unwrap();
            strategies.push(Strategy { frontier, order: order.clone(), ..Strategy::default() });
        }
        strategies.push(Strategy { order: order.clone(), ..guided("guided") });
        for (frontier, counted) in [
            ("depth", Counted::Preemptions),
            ("depth", Counted::Delays),
            ("breadth", Counted::Preemptions),
            ("best", Counted::Delays),
            ("stateless", Counted::Preemptions),
        ] {
            let (frontier, bound) = (frontier.parse().unwrap(), Some(Bound { counted, most: None }));
            strategies.push(Strategy { frontier, order: order.clone(), bound, ..Strategy::default() });
        }
        let backtrack = "fixed,threshold=0,ratio=1".parse().ok();
        strategies.push(Strategy { order, backtrack, ..Strategy::default() });
    }
    strategies.extend(["guided", "guided", "best", "depth", "breadth", "stateless"].map(guided));
    strategies
}

/// A search guided by the operations a tiny guest knows.
fn guided(frontier: &str) -> Strategy {
    let sequence = vec!["the last operation of each thread".to_string()];
    Strategy { frontier: frontier.parse().unwrap(), order: OrderKind::Distance, sequence, ..Strategy::default() }
}

fn causes(report: &Report, is_wanted: impl Fn(Kind) -> bool) -> BTreeSet<String> {
    let found = report.found.iter().chain(&report.warnings);
    found.filter(|found| is_wanted(found.finding.kind)).map(|found| found.finding.cause.clone()).collect()
}

/// Searches in one way and compares.
fn agree(program: &Program, truth: &Truth, options: &Options, name: &str) {
    let ends = Ends::default();
    let report = explore(Tiny::maker(program), options, &ends);
    assert_eq!(report.failure, None, "{name}");
    assert!(report.is_complete(), "{name}");
    assert_eq!(ends.0.into_inner().unwrap(), truth.ends, "final states, {name}");
    assert_eq!(causes(&report, |kind| kind != Kind::Race), truth.errors, "errors, {name}");
    let races = causes(&report, |kind| kind == Kind::Race);
    assert!(races.is_superset(&truth.first_races), "first races {:?} but {races:?}, {name}", truth.first_races);
    assert!(races.is_subset(&truth.races), "races {:?} but {races:?}, {name}", truth.races);
    assert_eq!(races.is_empty(), truth.races.is_empty(), "race, {name}");
    if options.matching == Matching::Off {
        assert_eq!(report.counters.executions, truth.executions, "executions, {name}");
        assert_eq!(report.counters.transitions, truth.transitions, "transitions, {name}");
        assert_eq!(report.counters.depth, truth.depth, "depth, {name}");
    } else {
        assert_eq!(report.counters.states, truth.states.len() as u64, "states, {name}");
    }
}

/// Compares every way on the random programs of some seeds. Returns how many had few enough paths.
fn agree_on(seeds: impl Iterator<Item = u64>, properties: Kinds) -> u64 {
    let mut compared = 0;
    for seed in seeds {
        let program = random::straight(seed);
        let Some(truth) = brute_force(&program, properties, MOST_PATHS) else { continue };
        compared += 1;
        let strategies = complete_strategies();
        // Not every one on every program, but every one on many.
        let chosen = (0..3).map(|index| {
            let strategy = strategies[(seed as usize * 3 + index) % strategies.len()].clone();
            let matching = [Matching::Fingerprint, Matching::Off, Matching::Exact][(seed as usize + index) % 3];
            let workers = 1 + usize::from(matching != Matching::Exact && seed % 5 == 0);
            Options {
                strategy: Strategy { seed, ..strategy },
                matching,
                workers,
                all_errors: true,
                ..Options::default()
            }
        });
        for options in ways().into_iter().chain(chosen) {
            let options = Options { properties, ..options };
            let clocks = if options.clocks { ", clocks" } else { "" };
            let Options { strategy, matching, workers, .. } = &options;
            let name = format!("seed {seed}, {strategy:?}, {matching:?}, {workers} workers{clocks}");
            agree(&program, &truth, &options, &name);
        }
    }
    compared
}

#[test]
fn every_search_agrees_with_brute_force() {
    // A program whose race shows only between transitions that each end the path.
    agree_on([37_473].into_iter(), Kinds::ALL);
    // One whose race is between a thread that such a transition starts and another.
    agree_on([9_520].into_iter(), Kinds::ALL);
    let compared = agree_on(0..programs(), Kinds::ALL);
    assert!(compared * 6 >= programs() * 5, "only {compared} programs had few enough paths");
}

/// Errors but races, whose schedules end before what is wrong.
fn errors() -> Kinds {
    Kinds::ALL.without(Kind::Race)
}

#[test]
fn a_bound_explores_exactly_what_is_within() {
    let mut cut = 0;
    for seed in 0..programs() / 6 {
        let program = random::straight(seed);
        if brute_force(&program, errors(), MOST_PATHS).is_none() {
            continue;
        }
        let counted = if seed % 3 == 0 { Counted::Delays } else { Counted::Preemptions };
        let least = Least::of(&program, errors(), counted);
        for most in 0..=3 {
            let frontier = ["depth", "depth", "breadth", "best", "stateless"][(seed + u64::from(most)) as usize % 5];
            let strategy = Strategy {
                frontier: frontier.parse().unwrap(),
                order: orders()[seed as usize % orders().len()].clone(),
                bound: Some(Bound { counted, most: Some(most) }),
                ..Strategy::default()
            };
            for matching in [Matching::Off, Matching::Fingerprint, Matching::Exact] {
                let workers = 1 + usize::from(matching != Matching::Exact && seed % 4 == 0);
                let name = format!("seed {seed}, {strategy}, {matching:?}, {workers} workers");
                let options = Options {
                    strategy: strategy.clone(),
                    matching,
                    workers,
                    properties: errors(),
                    all_errors: true,
                    ..Options::default()
                };
                let ends = Ends::default();
                let report = explore(Tiny::maker(&program), &options, &ends);
                let found = (ends.0.into_inner().unwrap(), causes(&report, |kind| kind != Kind::Race));
                assert_eq!(found, least.within(most), "{name}");
                assert!(
                    report.reached.is_empty() || report.reached == [Reached::Bound],
                    "{name}: {:?}",
                    report.reached
                );
                let bounded = report.bounded.unwrap();
                assert_eq!(bounded.counted, counted);
                if !report.is_complete() {
                    assert_eq!(bounded.up_to, Some(most), "{name}");
                    assert!(least.most > most, "{name}");
                    cut += 1;
                } else if matching == Matching::Off {
                    assert_eq!(bounded.up_to, Some(least.most), "{name}");
                }
            }
        }
    }
    assert!(cut > 1000, "{cut}");
}

/// Demands that a schedule leads to what was found.
fn shows(program: &Program, found: &Found, name: &str) {
    let mut guest = Tiny::new(program);
    let mut shown = None;
    replay(&mut guest, &found.schedule, |_, _, _, status| {
        if let Status::Violated(finding) = status {
            shown = Some(finding);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    let mut choices = Vec::new();
    guest.choices(&mut choices);
    let shown = shown.or_else(|| guest.stuck().filter(|_| choices.is_empty()));
    assert_eq!(shown.as_ref(), Some(&found.finding), "{name}");
}

#[test]
fn what_is_left_out_is_said_and_what_is_found_is_real() {
    let backtracks = ["random,threshold=0,ratio=0.5", "fixed,threshold=3,ratio=0.75", "luby,threshold=2,ratio=1-d/10"];
    let mut strategies: Vec<Strategy> =
        ["random", "pct", "pct=1", "pos", "surw"].map(|name| name.parse::<FrontierKind>().unwrap().into()).into();
    for (index, order) in orders().into_iter().enumerate() {
        let backtrack: Backtrack = backtracks[index % 3].parse().unwrap();
        let bound = (index % 4 == 0).then_some(Bound { counted: Counted::Preemptions, most: Some(1) });
        strategies.push(Strategy { order: order.clone(), backtrack: Some(backtrack), bound, ..Strategy::default() });
        strategies.push(Strategy {
            frontier: FrontierKind::Guided { most: index as u32 },
            order: order.clone(),
            ..guided("guided")
        });
        strategies.push(Strategy { frontier: FrontierKind::Guided { most: 2 * index as u32 }, ..guided("guided") });
        let frontier = FrontierKind::BestFirst { queue: Some(1 + index as u32) };
        strategies.push(Strategy { frontier, order: order.clone(), ..Strategy::default() });
        strategies.push(Strategy {
            frontier: FrontierKind::Beam { width: 1 + index as u32 },
            order,
            ..Strategy::default()
        });
    }
    let (mut complete, mut missed) = (0, 0);
    for seed in 0..programs() / 6 {
        let program = random::straight(seed);
        let Some(truth) = brute_force(&program, errors(), MOST_PATHS) else { continue };
        let strategy = Strategy { seed, ..strategies[seed as usize % strategies.len()].clone() };
        let name = format!("seed {seed}, {strategy}");
        let limits = Limits { executions: Some(30), ..Limits::default() };
        let options = Options { strategy, limits, properties: errors(), all_errors: true, ..Options::default() };
        let report = explore(Tiny::maker(&program), &options, &());
        let again = explore(Tiny::maker(&program), &options, &());
        assert_eq!((&report.counters, &report.found), (&again.counters, &again.found), "{name}");
        assert!(report.counters.executions <= 30, "{name}");
        for found in &report.found {
            shows(&program, found, &name);
        }
        let found = causes(&report, |kind| kind != Kind::Race);
        assert!(found.is_subset(&truth.errors), "{name}: {found:?}");
        if report.is_complete() {
            assert_eq!(found, truth.errors, "{name}");
            assert_eq!(report.counters.states, truth.states.len() as u64, "{name}");
            complete += 1;
        }
        missed += u32::from(found != truth.errors);
    }
    assert!(complete > 10 && missed > 10, "{complete} were complete, {missed} missed something");
}

#[test]
fn chance_finds_most_errors_of_small_programs() {
    for scheduler in ["random", "pct", "pos", "surw"] {
        let frontier: FrontierKind = scheduler.parse().unwrap();
        let (mut there, mut found) = (0, 0);
        for seed in 0..300 {
            let program = random::straight(seed);
            let Some(truth) = brute_force(&program, errors(), MOST_PATHS) else { continue };
            let limits = Limits { executions: Some(300), ..Limits::default() };
            let strategy = Strategy { seed, ..frontier.into() };
            let options = Options { strategy, limits, properties: errors(), all_errors: true, ..Options::default() };
            let report = explore(Tiny::maker(&program), &options, &());
            // Where nothing can be chosen, nothing is left to chance.
            assert!(!report.is_complete() || report.counters.transitions == 0);
            there += truth.errors.len();
            found += report.found.len();
        }
        assert!(found * 10 >= there * 9, "{scheduler} found {found} of {there}");
    }
}

#[test]
fn violations_nobody_asked_for_do_not_end_paths() {
    let seeds = (1 << 32)..(1 << 32) + programs() / 10;
    agree_on(seeds, Kinds::NONE.with(Kind::Deadlock).with(Kind::Race));
}

#[test]
fn the_random_programs_have_every_kind_of_outcome() {
    let truths: Vec<Truth> =
        (0..500).filter_map(|seed| brute_force(&random::straight(seed), Kinds::ALL, MOST_PATHS)).collect();
    let count = |is: &dyn Fn(&Truth) -> bool| truths.iter().filter(|truth| is(truth)).count();
    let with = |word: &str| count(&|truth| truth.errors.iter().any(|cause| cause.starts_with(word)));
    assert!(with("deadlock") > 50);
    assert!(with("assertion") > 20);
    assert!(with("monitor") > 50);
    assert!(count(&|truth| !truth.races.is_empty()) > 50);
    assert!(count(&|truth| truth.races != truth.first_races) > 5);
    assert!(count(&|truth| truth.errors.is_empty() && truth.races.is_empty()) > 50);
    assert!(count(&|truth| truth.executions > 100) > 100);
}
