//! Under every reduction a search must find out the same about a program as following all its interleavings one by one does.

mod tiny;

use raddle_search::reduce::Reduction;
use raddle_search::store::Matching;
use raddle_search::{Kind, Kinds, Observer, Options, Strategy, explore};
use std::collections::BTreeSet;
use std::sync::Mutex;
use tiny::brute_force::{Truth, brute_force};
use tiny::{Program, Tiny, random};

/// Paths of a program that are worth following one by one.
const MOST_PATHS: u64 = 3_000;

/// Programs to be tried: the long run is for nights.
fn programs() -> u64 {
    if std::env::var_os("RADDLE_LONG").is_some() { 40_000 } else { 60_000 }
}

/// Collects the states paths end in.
#[derive(Default)]
struct Ends(Mutex<BTreeSet<Vec<u8>>>);

impl Observer<Tiny> for Ends {
    fn end(&self, guest: &mut Tiny) {
        self.0.lock().unwrap().insert(guest.state.bytes());
    }
}

fn agree(program: &Program, truth: &Truth, options: &Options, name: &str) -> u64 {
    let ends = Ends::default();
    let report = explore(Tiny::maker(program), options, &ends);
    assert_eq!(report.failure, None, "{name}");
    assert!(report.is_complete(), "{name}");
    let causes = |is_wanted: fn(Kind) -> bool| -> BTreeSet<String> {
        let found = report.found.iter().chain(&report.warnings);
        found.filter(|found| is_wanted(found.finding.kind)).map(|found| found.finding.cause.clone()).collect()
    };
    assert_eq!(causes(|kind| kind != Kind::Race), truth.errors, "errors, {name}\n{program:?}");
    assert_eq!(ends.0.into_inner().unwrap(), truth.ends, "final states, {name}\n{program:?}");
    let races = causes(|kind| kind == Kind::Race);
    assert!(races.is_superset(&truth.first_races), "first races {:?} but {races:?}, {name}", truth.first_races);
    assert!(races.is_subset(&truth.races), "races {:?} but {races:?}, {name}", truth.races);
    if options.strategy.reduce == Reduction::Optimal {
        assert_eq!(report.counters.blocked, 0, "begun in vain, {name}\n{program:?}");
    }
    report.counters.executions
}

#[test]
fn reduced_searches_agree_with_brute_force() {
    let mut compared = 0; let mut failed = 0; std::panic::set_hook(Box::new(|_| {}));
    let mut paths = [0; 4];
    let only: Option<u64> = std::env::var("SEED").ok().map(|s| s.parse().unwrap());
    for seed in only.map_or(0..programs(), |s| s..s + 1) {
        let program = random::straight(seed);
        let Some(truth) = brute_force(&program, Kinds::ALL, MOST_PATHS) else { continue };
        compared += 1; if only.is_some() { eprintln!("{program:?}"); }
        paths[0] += truth.executions;
        for (index, reduce) in [Reduction::Clock, Reduction::Source, Reduction::Optimal].into_iter().enumerate() {
            let options = Options {
                strategy: Strategy { reduce, ..Strategy::default() },
                matching: Matching::Off,
                properties: Kinds::ALL,
                all_errors: true,
                clocks: true,
                ..Options::default()
            };
            let name = format!("seed {seed}, {reduce}");
            let r = std::panic::catch_unwind(|| agree(&program, &truth, &options, &name));
            match r { Ok(n) => paths[index + 1] += n, Err(e) => { failed += 1; eprintln!("FAIL {}", e.downcast_ref::<String>().unwrap()); } }
        }
    }
    eprintln!("{compared} programs; paths, all, by clock, source, optimal: {paths:?}");
    eprintln!("failed {failed}");
    assert!(compared > programs() / 2, "only {compared} programs have few enough paths");
}
