//! Schedules made easier to read: the same finding with fewer preemptions, and then with fewer transitions.
//!
//! First runs of a thread are moved together as long as the finding stays. Then paths with fewer preemptions than that are searched, with
//! none, with one, and so on, and at last shorter ones with as many: few preemptions are enough for most errors, and paths
//! with few of them are few.

use crate::depth_first::DepthFirst;
use crate::finding::{Finding, Kind};
use crate::frontier::Frontier;
use crate::guest::{Choice, Guest, Status};
use crate::race::new_races;
use crate::schedule::Schedule;
use crate::store::Entered;
use crate::trail::{Trail, goes_on};
use rustc_hash::FxHashMap;

/// A schedule made smaller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shrunk {
    /// The schedule.
    pub schedule: Schedule,
    /// How often it takes its turn from a thread that could have gone on.
    pub preemptions: usize,
    /// Whether there is certainly none with fewer preemptions, and none with as many that is shorter.
    pub smallest: bool,
}

/// Looks for the smallest schedule of the same finding, taking `budget` transitions at most, about. The guest is in its root state, and is
/// anywhere afterwards.
///
/// A livelock's schedule, which goes round at its end, is left as it is.
pub fn shrink<G: Guest>(guest: &mut G, schedule: &Schedule, finding: &Finding, budget: u64) -> Result<Shrunk, String> {
    let root = guest.mark();
    let mut shrinking = Shrinking { finding, budget, root: &root };
    let whole = shrinking.follow(guest, &schedule.choices);
    if finding.kind == Kind::Livelock {
        return Ok(Shrunk { schedule: schedule.clone(), preemptions: whole.preemptions, smallest: false });
    }
    if !whole.shows {
        return Err(format!("the schedule does not lead to the finding: {}", finding.message));
    }
    let mut best = shrinking.merge_runs(guest, whole);
    // States that look the same may have a different past.
    let mut smallest = !G::KNOWS_PAST;
    for preemptions in 0..=best.preemptions {
        match shrinking.search(guest, preemptions, &best) {
            Searched::Better(better) => {
                best = better;
                break;
            }
            Searched::Nothing => {}
            Searched::OutOfBudget(better) => {
                best = better.unwrap_or(best);
                smallest = false;
                break;
            }
        }
    }
    Ok(Shrunk { schedule: Schedule { choices: best.choices }, preemptions: best.preemptions, smallest })
}

/// What came of following choices.
struct Followed {
    /// Those that were possible, up to where the finding shows.
    choices: Vec<Choice>,
    preemptions: usize,
    shows: bool,
}

impl Followed {
    /// What is smaller is better.
    fn size(&self) -> (usize, usize) {
        (self.preemptions, self.choices.len())
    }
}

/// What came of a search with a bound on preemptions.
enum Searched {
    /// The shortest path within the bound.
    Better(Followed),
    /// There is none that is better.
    Nothing,
    /// The budget was used up, with the best path found until then.
    OutOfBudget(Option<Followed>),
}

struct Shrinking<'a, M> {
    finding: &'a Finding,
    budget: u64,
    root: &'a M,
}

impl<M> Shrinking<'_, M> {
    /// Takes a choice. Whether the finding shows, and whether the path goes on.
    fn take<G: Guest<Mark = M>>(&mut self, guest: &mut G, choice: Choice, possible: &mut Vec<Choice>) -> (bool, bool) {
        self.budget = self.budget.saturating_sub(1);
        possible.clear();
        match guest.take(choice) {
            Status::Violated(finding) if finding.cause == self.finding.cause => return (true, false),
            Status::Running | Status::Violated(_) => {}
            Status::Ended | Status::Ignored | Status::Failed(_) => return (false, false),
        }
        guest.choices(possible);
        (self.shows(guest, Some(choice.thread), possible), !possible.is_empty())
    }

    /// Whether the finding shows in the guest's state, from where these choices are possible.
    fn shows<G: Guest>(&self, guest: &mut G, ran: Option<u32>, possible: &[Choice]) -> bool {
        if possible.is_empty() {
            return guest.stuck().is_some_and(|finding| finding.cause == self.finding.cause);
        }
        if self.finding.kind != Kind::Race {
            return false;
        }
        let mut pairs = Vec::new();
        new_races(guest, ran, possible, |one, other| pairs.push((one.thread.0, other.thread.0)));
        pairs.into_iter().any(|(one, other)| guest.race(one, other).cause == self.finding.cause)
            || (G::KNOWS_PAST && self.raced(guest))
    }

    /// Whether the finding is a race of something about to happen with something on the path.
    fn raced<G: Guest>(&self, guest: &mut G) -> bool {
        (0..guest.threads()).any(|thread| {
            let past = guest.past_races(thread);
            past.iter().any(|past| guest.race_with_past(past, thread).cause == self.finding.cause)
        })
    }

    /// Follows choices from the root, leaving out those that are not possible, until the finding shows.
    fn follow<G: Guest<Mark = M>>(&mut self, guest: &mut G, choices: &[Choice]) -> Followed {
        guest.rewind(self.root);
        let mut followed = Followed { choices: Vec::new(), preemptions: 0, shows: false };
        let mut possible = Vec::new();
        guest.choices(&mut possible);
        followed.shows = self.shows(guest, None, &possible);
        if followed.shows {
            return followed;
        }
        for choice in choices {
            if !possible.contains(choice) {
                continue;
            }
            let last = followed.choices.last().map(|last: &Choice| last.thread);
            followed.preemptions += usize::from(preempts(guest, last, *choice, &possible));
            followed.choices.push(*choice);
            let (shows, goes_on) = self.take(guest, *choice, &mut possible);
            if shows || !goes_on {
                followed.shows = shows;
                break;
            }
        }
        followed
    }

    /// Moves runs of one thread together while that makes the schedule smaller.
    fn merge_runs<G: Guest<Mark = M>>(&mut self, guest: &mut G, mut best: Followed) -> Followed {
        'again: loop {
            let runs: Vec<Vec<Choice>> =
                best.choices.chunk_by(|one, other| one.thread == other.thread).map(<[Choice]>::to_vec).collect();
            for candidate in merged(&runs) {
                if self.budget == 0 {
                    return best;
                }
                let followed = self.follow(guest, &candidate);
                if followed.shows && followed.size() < best.size() {
                    best = followed;
                    continue 'again;
                }
            }
            return best;
        }
    }

    /// Searches all paths with so many preemptions at most for the shortest on which the finding shows, if one is smaller than `best`.
    fn search<G: Guest<Mark = M>>(&mut self, guest: &mut G, bound: usize, best: &Followed) -> Searched {
        guest.rewind(self.root);
        let mut frontier = DepthFirst::plain(guest);
        let mut found: Option<Followed> = None;
        // A path within the bound is only interesting if it is shorter than the best with as many preemptions.
        let mut longest = if bound < best.preemptions { usize::MAX } else { best.choices.len() };
        // With how few preemptions and transitions a state was met after a thread's turn.
        let mut met: FxHashMap<(u128, u32), Vec<(usize, usize)>> = FxHashMap::default();
        // For every state on the path: its choices, the thread that led to it, and the preemptions so far.
        let mut path: Vec<(Vec<Choice>, Option<u32>, usize)> = Vec::new();
        let mut possible = Vec::new();
        guest.choices(&mut possible);
        frontier.push(guest, &Trail::off(), &Entered::default(), &possible, &[]);
        path.push((possible.clone(), None, 0));
        while let Ok(Some(choice)) = frontier.next(guest, &mut Trail::off()) {
            path.truncate(frontier.depth() as usize);
            let Some((choices, last, so_far)) = path.last() else { break };
            let preemptions = so_far + usize::from(preempts(guest, *last, choice, choices));
            if preemptions > bound || path.len() >= longest {
                continue;
            }
            if self.budget == 0 {
                return Searched::OutOfBudget(found);
            }
            let (shows, goes_on) = self.take(guest, choice, &mut possible);
            if shows {
                longest = path.len();
                found = Some(Followed { choices: frontier.path(), preemptions, shows });
            } else if goes_on
                && is_better(met.entry((guest.fingerprint(), choice.thread)).or_default(), (preemptions, path.len()))
            {
                let first = possible.partition_point(|other| other.thread < choice.thread);
                // The same thread goes on first: that costs no preemption.
                possible.rotate_left(first);
                frontier.push(guest, &Trail::off(), &Entered::default(), &possible, &[]);
                path.push((possible.clone(), Some(choice.thread), preemptions));
            }
        }
        found.map_or(Searched::Nothing, Searched::Better)
    }
}

/// Whether nothing known is as good in both respects; it is noted then.
fn is_better(known: &mut Vec<(usize, usize)>, met: (usize, usize)) -> bool {
    if known.iter().any(|known| known.0 <= met.0 && known.1 <= met.1) {
        return false;
    }
    known.retain(|known| known.0 < met.0 || known.1 < met.1);
    known.push(met);
    true
}

/// Whether a choice takes its turn from a thread that could have gone on.
fn preempts<G: Guest>(guest: &mut G, last: Option<u32>, choice: Choice, possible: &[Choice]) -> bool {
    last.filter(|last| *last != choice.thread).is_some_and(|last| goes_on(guest, last, possible))
}

/// Every way to move a run of a thread to its next run, or that to this.
fn merged(runs: &[Vec<Choice>]) -> impl Iterator<Item = Vec<Choice>> {
    let pairs = (0..runs.len()).filter_map(|first| {
        let thread = runs[first][0].thread;
        let second = (first + 1..runs.len()).find(|second| runs[*second][0].thread == thread)?;
        Some((first, second))
    });
    pairs.flat_map(|(first, second)| {
        let join = |parts: &[&[Vec<Choice>]]| parts.concat().concat();
        let (before, between, after) = (&runs[..first], &runs[first + 1..second], &runs[second + 1..]);
        let (one, other) = (&runs[first..=first], &runs[second..=second]);
        [join(&[before, one, other, between, after]), join(&[before, between, one, other, after])]
    })
}
