use crate::causes;
use crate::mutate;
use crate::restart::LOOKS;
use crate::tiny::{Program, Tiny, independent, lost_update, random};
use raddle_search::checkpoint::{Checkpoint, CheckpointError, Saved};
use raddle_search::limit::{Limits, Reached};
use raddle_search::reduce::Reduction;
use raddle_search::store::Matching;
use raddle_search::{FrontierKind, Kinds, Observer, Options, Report, Strategy, explore, resume};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A file of its own for each test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("raddle-{name}-{}", std::process::id())))
    }

    /// Options that save to it at limits only.
    fn at_limits(&self, options: Options) -> Options {
        Options { checkpoint: Some(Checkpoint::new(&self.0, b"this program".to_vec())), ..options }
    }

    /// Options that save to it whenever they can.
    fn options(&self, options: Options) -> Options {
        let checkpoint = Checkpoint { every: Duration::ZERO, ..Checkpoint::new(&self.0, b"this program".to_vec()) };
        Options { checkpoint: Some(checkpoint), ..options }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn read(options: &Options) -> Result<Saved, CheckpointError> {
    Saved::read(&options.checkpoint.as_ref().unwrap().path, options)
}

/// Stops a search after so many states, and goes on with what it saved, again and again, to the end.
fn in_pieces(program: &Program, options: &Options, piece: u64) -> Report {
    let mut limit = piece;
    let stop_at = |states| Options { limits: Limits { states: Some(states), ..Limits::default() }, ..options.clone() };
    let mut report = explore(Tiny::maker(program), &stop_at(limit), &());
    while !report.is_complete() {
        assert_eq!(report.unsaved, None);
        limit += piece;
        let options = stop_at(limit);
        report = resume(Tiny::maker(program), &options, read(&options).unwrap(), &());
    }
    report
}

fn same(one: &Report, other: &Report, name: &str) {
    assert_eq!(one.counters.states, other.counters.states, "{name}");
    assert_eq!(one.counters.transitions, other.counters.transitions, "{name}");
    assert_eq!(one.counters.executions, other.counters.executions, "{name}");
    assert_eq!(one.counters.depth, other.counters.depth, "{name}");
    assert_eq!(one.found, other.found, "{name}");
    assert_eq!(one.warnings, other.warnings, "{name}");
}

#[test]
fn a_search_in_pieces_ends_like_one_in_one_go() {
    let scratch = Scratch::new("pieces");
    for seed in 0..30 {
        let program = random::looping(seed);
        for frontier in [FrontierKind::DepthFirst, FrontierKind::BreadthFirst] {
            for matching in [Matching::Fingerprint, Matching::Exact] {
                let options = Options { strategy: frontier.into(), matching, all_errors: true, ..Options::default() };
                let limits = Limits { states: Some(500), ..Limits::default() };
                let whole = explore(Tiny::maker(&program), &Options { limits, ..options.clone() }, &());
                if !whole.is_complete() {
                    continue;
                }
                let piece = (whole.counters.states / 5).max(3);
                let pieces = in_pieces(&program, &scratch.at_limits(options), piece);
                same(&pieces, &whole, &format!("seed {seed}, {frontier:?}, {matching:?}"));
            }
        }
    }
}

#[test]
fn every_strategy_that_can_be_resumed_ends_like_in_one_go() {
    let scratch = Scratch::new("strategies");
    let parts = |order: &str, bound: Option<&str>| Strategy {
        order: order.parse().unwrap(),
        bound: bound.map(|bound| bound.parse().unwrap()),
        ..Strategy::default()
    };
    let stateless = Strategy { frontier: FrontierKind::Stateless, ..parts("fewest-preemptions", None) };
    let strategies = [parts("random", None), parts("interleave", Some("preemptions")), parts("interference", None)];
    for strategy in strategies.into_iter().chain([parts("index", Some("delays")), stateless]) {
        assert!(strategy.is_resumable());
        for seed in 0..20 {
            let (program, strategy) = (random::straight(seed), Strategy { seed, ..strategy.clone() });
            let options = Options { strategy, all_errors: true, ..Options::default() };
            let whole = explore(Tiny::maker(&program), &options, &());
            let piece = (whole.counters.states / 5).max(3);
            let pieces = in_pieces(&program, &scratch.at_limits(options.clone()), piece);
            assert_eq!(causes(&pieces), causes(&whole), "seed {seed}, {}", options.strategy);
            assert_eq!(pieces.counters.states, whole.counters.states, "seed {seed}, {}", options.strategy);
            assert_eq!(pieces.bounded, whole.bounded, "seed {seed}, {}", options.strategy);
        }
    }
}

#[test]
fn what_was_put_off_along_a_path_is_saved_with_the_path_once() {
    let scratch = Scratch::new("long-path");
    let saved_bytes = |steps: usize| {
        let strategy = Strategy { bound: Some("preemptions".parse().unwrap()), ..Strategy::default() };
        let limits = Limits { states: Some(steps as u64), ..Limits::default() };
        let options = scratch.at_limits(Options { strategy, limits, ..Options::default() });
        let report = explore(Tiny::maker(&independent(2, steps)), &options, &());
        assert_eq!((report.reached, report.unsaved), (vec![Reached::States], None));
        std::fs::metadata(&scratch.0).unwrap().len()
    };
    let (short, long) = (saved_bytes(500), saved_bytes(2_000));
    assert!(long < 6 * short, "{short} bytes become {long} when the path is four times as long");
}

#[test]
fn a_reduced_search_in_pieces_ends_like_one_in_one_go() {
    let scratch = Scratch::new("reduced");
    let mut pieced = 0;
    for seed in 0..60 {
        let program = if seed % 3 == 0 { random::looping(seed) } else { random::straight(seed) };
        for reduce in [Reduction::Clock, Reduction::Source, Reduction::Optimal] {
            let bounds = [None, (reduce == Reduction::Clock).then(|| "preemptions=1".parse().unwrap())];
            for bound in if bounds[1].is_some() { &bounds[..] } else { &bounds[..1] } {
                let strategy = Strategy { reduce, bound: *bound, ..Strategy::default() };
                let options = Options { strategy, matching: Matching::Off, all_errors: true, ..Options::default() };
                let limits = Limits { states: Some(3000), ..Limits::default() };
                let whole = explore(Tiny::maker(&program), &Options { limits, ..options.clone() }, &());
                if whole.counters.states >= 3000 {
                    continue;
                }
                let piece = (whole.counters.states / 7).max(2);
                let mut limit = piece;
                let name = format!("seed {seed}, {}", options.strategy);
                let stop_at = |states| {
                    let limits = Limits { states: Some(states), ..Limits::default() };
                    scratch.at_limits(Options { limits, ..options.clone() })
                };
                let mut report = explore(Tiny::maker(&program), &stop_at(limit), &());
                while report.reached.contains(&Reached::States) {
                    assert_eq!(report.unsaved, None, "{name}");
                    limit += piece;
                    pieced += 1;
                    // What one worker left, several can go on with, and the other way round.
                    let workers = if seed % 4 == 0 { 1 + (limit / piece) as usize % 2 } else { 1 };
                    let options = Options { workers, ..stop_at(limit) };
                    report = resume(Tiny::maker(&program), &options, read(&options).unwrap(), &());
                }
                assert_eq!(report.reached, whole.reached, "{name}");
                assert_eq!(causes(&report), causes(&whole), "{name}");
                if seed % 4 != 0 {
                    same(&report, &whole, &name);
                    assert_eq!(report.counters.blocked, whole.counters.blocked, "{name}");
                    assert_eq!(report.counters.reversals, whole.counters.reversals, "{name}");
                }
            }
        }
    }
    assert!(pieced > 250, "{pieced}");
}

#[test]
fn two_workers_go_on_where_two_workers_stopped() {
    let scratch = Scratch::new("two");
    let program = independent(4, 6);
    let options = Options { workers: 2, properties: Kinds::ALL, ..Options::default() };
    let whole = explore(Tiny::maker(&program), &options, &());
    let pieces = in_pieces(&program, &scratch.options(options), 300);
    assert_eq!(pieces.counters.states, whole.counters.states);
    assert_eq!(pieces.counters.transitions, whole.counters.transitions);
}

#[test]
fn what_two_workers_left_one_can_finish() {
    let scratch = Scratch::new("two-one");
    let program = independent(4, 6);
    let whole = explore(Tiny::maker(&program), &Options::default(), &());
    let limits = Limits { states: Some(1000), ..Limits::default() };
    let two = scratch.options(Options { workers: 2, limits, ..Options::default() });
    explore(Tiny::maker(&program), &two, &());
    let one = scratch.options(Options::default());
    let report = resume(Tiny::maker(&program), &one, read(&one).unwrap(), &());
    same(&report, &whole, "one worker");
}

#[test]
fn what_is_saved_while_the_search_runs_is_as_good() {
    // As after `kill -9`: the search goes on after the file it left behind, which is then gone on with.
    let scratch = Scratch::new("killed");
    let program = independent(4, 6);
    for (frontier, workers) in
        [(FrontierKind::DepthFirst, 1), (FrontierKind::BreadthFirst, 1), (FrontierKind::DepthFirst, 2)]
    {
        let options = scratch.options(Options { strategy: frontier.into(), workers, ..Options::default() });
        let whole = explore(Tiny::maker(&program), &options, &());
        assert!(whole.is_complete());
        assert_eq!(whole.unsaved, None);
        let saved = read(&options).unwrap();
        let resumed = resume(Tiny::maker(&program), &options, saved, &());
        assert_eq!(resumed.counters.states, whole.counters.states);
        assert_eq!(resumed.counters.transitions, whole.counters.transitions);
        assert_eq!(resumed.counters.executions, whole.counters.executions);
    }
}

/// Collects the states paths end in, and what it had collected before.
#[derive(Default)]
struct Ends(Mutex<BTreeSet<Vec<u8>>>);

impl Observer<Tiny> for Ends {
    fn end(&self, guest: &mut Tiny) {
        self.0.lock().unwrap().insert(guest.state.bytes());
    }

    fn save(&self) -> Vec<u8> {
        postcard::to_stdvec(&*self.0.lock().unwrap()).unwrap()
    }

    fn restore(&self, saved: &[u8]) -> Result<(), String> {
        let ends: BTreeSet<Vec<u8>> = postcard::from_bytes(saved).map_err(|error| error.to_string())?;
        self.0.lock().unwrap().extend(ends);
        Ok(())
    }
}

#[test]
fn what_the_observer_was_told_is_saved_too() {
    let scratch = Scratch::new("observer");
    let program = lost_update();
    let options = scratch.at_limits(Options { properties: Kinds::NONE, ..Options::default() });
    let whole = Ends::default();
    let states = explore(Tiny::maker(&program), &options, &whole).counters.states;
    let stop_at = |states| Options { limits: Limits { states: Some(states), ..Limits::default() }, ..options.clone() };
    let first = Ends::default();
    explore(Tiny::maker(&program), &stop_at(states / 2), &first);
    let rest = Ends::default();
    let report = resume(Tiny::maker(&program), &options, read(&options).unwrap(), &rest);
    assert!(report.is_complete());
    assert!(!first.0.lock().unwrap().is_empty(), "nothing was told before the search was saved");
    assert_eq!(*rest.0.lock().unwrap(), *whole.0.lock().unwrap());
}

#[test]
fn what_guests_have_learned_is_saved_too() {
    let scratch = Scratch::new("learned");
    let program = independent(4, 6);
    let limits = Limits { states: Some(1000), ..Limits::default() };
    let options = scratch.at_limits(Options { limits, ..Options::default() });
    let grown = Arc::new(AtomicU64::new(0));
    let learns_at = vec![LOOKS * 24 + 5];
    let report = explore(|| Ok(Tiny::growing(&program, grown.clone(), learns_at.clone())), &options, &());
    assert_eq!(report.restarts, 1);
    let other_process = Arc::new(AtomicU64::new(0));
    let options = scratch.at_limits(Options::default());
    let make = || Ok(Tiny::growing(&program, other_process.clone(), vec![]));
    let report = resume(make, &options, read(&options).unwrap(), &());
    assert_eq!(other_process.load(Ordering::Relaxed), 1);
    assert_eq!(report.restarts, 1);
    assert_eq!(report.counters.states, 7 * 7 * 7 * 7);
}

#[test]
fn a_damaged_file_is_an_error_whatever_is_wrong_with_it() {
    let scratch = Scratch::new("damaged");
    let limits = Limits { states: Some(5), ..Limits::default() };
    let options = scratch.options(Options { limits, ..Options::default() });
    explore(Tiny::maker(&lost_update()), &options, &());
    let whole = std::fs::read(&scratch.0).unwrap();
    assert!(read(&options).is_ok());
    for length in 0..whole.len() {
        std::fs::write(&scratch.0, &whole[..length]).unwrap();
        let error = read(&options).err().expect("a truncated file is damaged");
        assert!(matches!(error, CheckpointError::Damaged(_) | CheckpointError::NotOne(_)), "{length}: {error}");
    }
    for index in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[index] ^= 0x55;
        std::fs::write(&scratch.0, &bytes).unwrap();
        let error = read(&options).err().expect("a changed file is damaged");
        assert!(matches!(error, CheckpointError::Damaged(_) | CheckpointError::NotOne(_)), "{index}: {error}");
    }
    std::fs::write(&scratch.0, [&whole[..], b"more"].concat()).unwrap();
    assert!(matches!(read(&options), Err(CheckpointError::Damaged(_))));
}

/// The sum at the end of a file made right again, as one would who means harm.
fn sum_up(bytes: &mut [u8]) {
    if let Some(end) = bytes.len().checked_sub(4) {
        let sum = crc32fast::hash(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
    }
}

#[test]
fn whatever_a_file_holds_a_search_ends_in_order() {
    let scratch = Scratch::new("hostile");
    let limits = Limits { states: Some(8), ..Limits::default() };
    let mut accepted = 0;
    for frontier in [FrontierKind::DepthFirst, FrontierKind::BreadthFirst] {
        for matching in [Matching::Fingerprint, Matching::Exact] {
            let options = scratch.at_limits(Options {
                strategy: frontier.into(),
                matching,
                limits: limits.clone(),
                all_errors: true,
                ..Options::default()
            });
            explore(Tiny::maker(&lost_update()), &options, &());
            let whole = std::fs::read(&scratch.0).unwrap();
            let on = Options { limits: Limits { states: Some(1_000), ..Limits::default() }, ..options.clone() };
            for seed in 0..600 {
                let mut bytes = whole.clone();
                mutate::mutate(&mut bytes, &mut mutate::Random(seed));
                if seed % 8 > 0 {
                    sum_up(&mut bytes);
                }
                std::fs::write(&scratch.0, &bytes).unwrap();
                // Going on saves to the same file.
                if let Ok(saved) = read(&on) {
                    accepted += 1;
                    resume(Tiny::maker(&lost_update()), &on, saved, &());
                }
            }
        }
    }
    assert!(accepted > 100, "only {accepted} damaged files were read");
}

#[test]
fn a_file_of_random_bytes_is_not_a_checkpoint() {
    let scratch = Scratch::new("random");
    let options = scratch.at_limits(Options::default());
    let mut random = random::Random::new(1);
    for length in 0..200 {
        let bytes: Vec<u8> = (0..length).map(|_| random.byte(256)).collect();
        std::fs::write(&scratch.0, bytes).unwrap();
        assert!(matches!(read(&options), Err(CheckpointError::NotOne(_))), "{length} bytes");
    }
}

#[test]
fn a_checkpoint_of_another_search_is_refused() {
    let scratch = Scratch::new("foreign");
    let limits = Limits { states: Some(5), ..Limits::default() };
    let options = scratch.options(Options { limits, ..Options::default() });
    explore(Tiny::maker(&lost_update()), &options, &());
    let mut other = options.clone();
    other.checkpoint.as_mut().unwrap().identity = b"that program".to_vec();
    assert!(matches!(read(&other), Err(CheckpointError::Foreign(_))));
    let other = Options { strategy: FrontierKind::BreadthFirst.into(), ..options.clone() };
    assert!(matches!(read(&other), Err(CheckpointError::Foreign(_))));
    let other = Options { matching: Matching::Exact, ..options.clone() };
    assert!(matches!(read(&other), Err(CheckpointError::Foreign(_))));
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let options = Scratch::new("missing").options(Options::default());
    let error = read(&options).err().unwrap().to_string();
    assert!(error.contains("raddle-missing"), "{error}");
}

#[test]
fn a_checkpoint_that_cannot_be_written_does_not_end_the_search() {
    let mut options = Scratch::new("nowhere").options(Options::default());
    options.checkpoint.as_mut().unwrap().path = "/no/such/directory/checkpoint".into();
    let report = explore(Tiny::maker(&independent(3, 4)), &options, &());
    assert!(report.is_complete());
    assert!(report.unsaved.is_some());
}
