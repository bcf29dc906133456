//! Every complete way to search must find out the same about a program as following all its interleavings one by one does.

mod tiny;

use raddle_search::store::Matching;
use raddle_search::{FrontierKind, Kind, Kinds, Observer, Options, Report, explore};
use std::collections::BTreeSet;
use std::sync::Mutex;
use tiny::brute_force::{Truth, brute_force};
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
                frontier,
                matching,
                workers,
                properties: Kinds::ALL,
                all_errors: true,
                ..Options::default()
            }));
        }
    }
    // Clocks must not tell of other races than there are.
    let clocks = |frontier, matching| {
        let properties = Kinds::ALL;
        Options { frontier, matching, properties, all_errors: true, clocks: true, ..Options::default() }
    };
    ways.push(clocks(FrontierKind::DepthFirst, Matching::Fingerprint));
    ways.push(clocks(FrontierKind::BreadthFirst, Matching::Off));
    ways
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
        for options in ways() {
            let options = Options { properties, ..options };
            let clocks = if options.clocks { ", clocks" } else { "" };
            let Options { frontier, matching, workers, .. } = &options;
            let name = format!("seed {seed}, {frontier:?}, {matching:?}, {workers} workers{clocks}");
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
