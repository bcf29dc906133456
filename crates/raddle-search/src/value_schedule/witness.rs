//! Interleavings that fulfil a value schedule: orders of its steps in which every read sees the write it is to see.
//!
//! What must come before what is first drawn out of what is known: a write that comes before a read comes before the write that is read, and
//! one that comes after the write that is read comes after the read. Most schedules that nothing fulfils are found out by that. The
//! rest is a search for an order step by step, which remembers where it failed; it tries the order known so far first.

use super::class::Event;
use rustc_hash::FxHashSet;

/// For each step those that must come before it, a bit each.
struct Before {
    words: usize,
    rows: Vec<u64>,
}

impl Before {
    fn has(&self, step: usize, earlier: usize) -> bool {
        self.rows[step * self.words + earlier / 64] >> (earlier % 64) & 1 == 1
    }

    /// Sees to it that one comes before another. `None` if it comes after it; else whether that is new.
    fn add(&mut self, earlier: usize, later: usize) -> Option<bool> {
        if earlier == later || self.has(earlier, later) {
            return None;
        }
        if self.has(later, earlier) {
            return Some(false);
        }
        let mut row = self.rows[earlier * self.words..][..self.words].to_vec();
        row[earlier / 64] |= 1 << (earlier % 64);
        let steps = self.rows.len() / self.words;
        for step in (0..steps).filter(|step| *step == later || self.has(*step, later)).collect::<Vec<_>>() {
            for (own, other) in self.rows[step * self.words..].iter_mut().zip(&row) {
                *own |= other;
            }
        }
        Some(true)
    }
}

/// A read that is to see a write, by their steps, with all other writes of the place.
struct Seen {
    step: usize,
    from: Option<usize>,
    others: Vec<usize>,
}

/// The steps of a schedule as the search for an order sees them.
struct Steps {
    before: Before,
    seen: Vec<Seen>,
    /// For each step the places it writes, and the reads among `seen` that it does.
    writes: Vec<Vec<u64>>,
    reads: Vec<Vec<(u64, Option<usize>)>>,
}

/// An order of all steps that fulfils them, as near to a known order as may be; the last step may not be in that. Nothing else is written to the
/// places `lasting` after the writes that are given with them. `None` if there is none.
pub(crate) fn fulfil(events: &[Event], order: &[u32], lasting: &[(u64, Option<u32>)]) -> Option<Vec<u32>> {
    let mut steps = Steps::new(events);
    if !lasting.iter().all(|(place, from)| steps.comes_last(*place, from.map(|from| from as usize)))
        || !steps.saturate()
    {
        return None;
    }
    let mut ranks = vec![u32::MAX; events.len()];
    order.iter().enumerate().for_each(|(rank, step)| ranks[*step as usize] = rank as u32);
    let mut known: Vec<usize> = (0..events.len()).collect();
    known.sort_by_key(|step| ranks[*step]);
    let mut search = Search { steps: &steps, known, failed: FxHashSet::default(), order: Vec::new() };
    let done = vec![0; steps.before.words];
    search.go_on(done, Vec::new()).then_some(search.order)
}

impl Steps {
    fn new(events: &[Event]) -> Steps {
        let words = events.len().div_ceil(64);
        let mut before = Before { words, rows: vec![0; words * events.len()] };
        for (step, event) in events.iter().enumerate() {
            for earlier in (0..step).filter(|earlier| event.knows(*earlier as u32, events)) {
                before.rows[step * words + earlier / 64] |= 1 << (earlier % 64);
            }
        }
        let writes: Vec<Vec<u64>> = events.iter().map(|event| event.writes().collect()).collect();
        let reads: Vec<Vec<(u64, Option<usize>)>> = events
            .iter()
            .map(|event| event.reads.iter().map(|(place, from)| (*place, from.map(|from| from as usize))).collect())
            .collect();
        let mut seen = Vec::new();
        for (step, reads) in reads.iter().enumerate() {
            for &(place, from) in reads {
                let is_other =
                    |other: &usize| *other != step && Some(*other) != from && writes[*other].contains(&place);
                seen.push(Seen { step, from, others: (0..events.len()).filter(is_other).collect() });
            }
        }
        Steps { before, seen, writes, reads }
    }

    /// Sees to it that a write is the last of its place, or that there is none. False if that cannot be.
    fn comes_last(&mut self, place: u64, from: Option<usize>) -> bool {
        let others =
            (0..self.writes.len()).filter(|other| Some(*other) != from && self.writes[*other].contains(&place));
        let others: Vec<usize> = others.collect();
        others.into_iter().all(|other| from.is_some_and(|from| self.before.add(other, from).is_some()))
    }

    /// Draws out what must come before what. False if that contradicts itself.
    fn saturate(&mut self) -> bool {
        loop {
            let mut changed = false;
            for Seen { step, from, others } in &self.seen {
                for &other in others {
                    let after = from.is_none_or(|from| self.before.has(other, from));
                    let added = match from {
                        _ if after => self.before.add(*step, other),
                        Some(from) if self.before.has(*step, other) => self.before.add(other, *from),
                        _ => Some(false),
                    };
                    match added {
                        Some(new) => changed |= new,
                        None => return false,
                    }
                }
            }
            if !changed {
                return true;
            }
        }
    }

    /// Whether a step can be next where these have been done and these writes are the last of their places.
    fn can(&self, step: usize, done: &[u64], last: &[(u64, usize)]) -> bool {
        let is_done = |other: usize| done[other / 64] >> (other % 64) & 1 == 1;
        let row = &self.before.rows[step * self.before.words..][..self.before.words];
        let sees = |place: u64| last.iter().find(|(other, _)| *other == place).map(|(_, step)| *step);
        row.iter().zip(done).all(|(before, done)| before & !done == 0)
            && self.reads[step].iter().all(|(place, from)| sees(*place) == *from)
            && self.writes[step].iter().all(|place| {
                let current = sees(*place);
                let waits = |(other, reads): (usize, &Vec<(u64, Option<usize>)>)| {
                    other != step && !is_done(other) && reads.contains(&(*place, current))
                };
                !self.reads.iter().enumerate().any(waits)
            })
    }
}

/// The last write of each place that was written, by place.
type Last = Vec<(u64, usize)>;

struct Search<'a> {
    steps: &'a Steps,
    /// The order to be tried first.
    known: Vec<usize>,
    /// Steps done and last writes from which there is no way.
    failed: FxHashSet<(Vec<u64>, Last)>,
    order: Vec<u32>,
}

impl Search<'_> {
    fn go_on(&mut self, done: Vec<u64>, last: Last) -> bool {
        if self.order.len() == self.known.len() {
            return true;
        }
        for place in 0..self.known.len() {
            let step = self.known[place];
            if done[step / 64] >> (step % 64) & 1 == 1 || !self.steps.can(step, &done, &last) {
                continue;
            }
            let (mut done, mut last) = (done.clone(), last.clone());
            done[step / 64] |= 1 << (step % 64);
            for &written in &self.steps.writes[step] {
                match last.binary_search_by_key(&written, |(place, _)| *place) {
                    Ok(at) => last[at].1 = step,
                    Err(at) => last.insert(at, (written, step)),
                }
            }
            if self.failed.contains(&(done.clone(), last.clone())) {
                continue;
            }
            self.order.push(step as u32);
            if self.go_on(done.clone(), last.clone()) {
                return true;
            }
            self.order.pop();
            self.failed.insert((done, last));
        }
        false
    }
}
