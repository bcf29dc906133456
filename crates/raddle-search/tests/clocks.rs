//! Along every path clocks must tell the race that happens-before, taken literally, leaves first, and no other than it leaves.

mod tiny;

use raddle_search::tracked::Tracked;
use raddle_search::{Choice, Guest, Kinds, Status};
use std::collections::BTreeSet;
use tiny::brute_force::{Clocks, Truth, brute_force};
use tiny::{Program, Tiny, count, random};

/// Paths of a program that are worth following one by one.
const MOST_PATHS: u64 = 1_000;

/// How a walk comes back to a state to take another choice.
trait Back {
    type Place;
    fn remember(guest: &mut Tracked<Tiny>) -> Self::Place;
    fn come_back(guest: &mut Tracked<Tiny>, place: &Self::Place);
}

struct ByMark;
struct BySnapshot;

impl Back for ByMark {
    type Place = <Tracked<Tiny> as Guest>::Mark;
    fn remember(guest: &mut Tracked<Tiny>) -> Self::Place {
        guest.mark()
    }
    fn come_back(guest: &mut Tracked<Tiny>, place: &Self::Place) {
        guest.rewind(place);
    }
}

impl Back for BySnapshot {
    type Place = <Tracked<Tiny> as Guest>::Snapshot;
    fn remember(guest: &mut Tracked<Tiny>) -> Self::Place {
        guest.snapshot()
    }
    fn come_back(guest: &mut Tracked<Tiny>, place: &Self::Place) {
        guest.load(place);
    }
}

/// Follows every path and compares before each step. Returns how many steps raced with the past.
fn walk<B: Back>(guest: &mut Tracked<Tiny>, program: &Program, clocks: &Clocks, seed: u64) -> u64 {
    let mut choices: Vec<Choice> = Vec::new();
    guest.choices(&mut choices);
    let here = B::remember(guest);
    let mut raced = 0;
    for choice in choices {
        B::come_back(guest, &here);
        let past = guest.past_races(choice.thread);
        let told: BTreeSet<String> = past.iter().map(|past| guest.race_with_past(past, choice.thread).cause).collect();
        let (mut after, mut truth) = (clocks.clone(), Truth::default());
        after.before(program, &guest.guest.state, choice, &mut truth);
        assert!(told.is_subset(&truth.races), "seed {seed}: told {told:?}, but there are {:?}", truth.races);
        if !clocks.raced {
            assert_eq!(told.is_empty(), truth.races.is_empty(), "seed {seed}: first race {:?}", truth.races);
        }
        raced += u64::from(!told.is_empty());
        if guest.take(choice) == Status::Ignored {
            continue;
        }
        after.after(&guest.guest.state);
        raced += walk::<B>(guest, program, &after, seed);
    }
    raced
}

#[test]
fn clocks_tell_the_first_race_of_every_path_and_only_real_ones() {
    let (seeds, mut raced) = (tiny::seeds(1_500, 50_000), 0);
    for seed in seeds.clone() {
        let program = random::straight(seed);
        if brute_force(&program, Kinds::NONE, MOST_PATHS).is_none() {
            continue;
        }
        let clocks = Clocks::new(program.threads.len());
        let by_mark = walk::<ByMark>(&mut Tracked::new(Tiny::new(&program)), &program, &clocks, seed);
        let by_snapshot = walk::<BySnapshot>(&mut Tracked::new(Tiny::new(&program)), &program, &clocks, seed);
        assert_eq!(by_mark, by_snapshot, "seed {seed}");
        raced += by_mark;
    }
    assert!(raced > count(&seeds), "only {raced} steps raced with the past");
}
