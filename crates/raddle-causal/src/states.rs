//! All states that the steps of a trace can come to, gone through once for everything that is asked of it.
//!
//! A state is how far each thread is and what is in the places that are still to be read; what was done to come there does not matter. Many
//! queries of one trace differ in little: where several of them would need guesses it is cheaper to know
//! all states, if there are not too many. They are gone through little by little, so much for each such query.

use crate::goal::Goal;
use crate::model::Model;
use crate::saturate::Outcome;
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

/// Numbers that are kept at most: some megabytes.
const MOST_NUMBERS: usize = 1 << 20;
/// In place of what is in a place that nobody reads any more, or that holds what no step reads.
const NOTHING: u32 = u32::MAX;

/// The states of a trace, as far as they are known.
#[derive(Clone, Default, Debug)]
pub(crate) struct States {
    layout: Option<Layout>,
    /// State by state how many steps each thread has done, and what is in places that several threads write.
    rows: Vec<u32>,
    /// How each was come to.
    came: Vec<Came>,
    /// By their hash, the last of the states that have it.
    last: FxHashMap<u64, u32>,
    /// How many of them have been gone on from.
    done: usize,
}

/// How a state was come to.
#[derive(Clone, Copy, Debug)]
struct Came {
    /// The state before, which for the first is itself, and the node that was done there.
    from: u32,
    by: u32,
    /// Another state with the same hash.
    other: Option<u32>,
}

/// What is in which column of a state, and what follows of how far threads are.
#[derive(Clone, Debug)]
struct Layout {
    threads: usize,
    /// How many numbers make a state.
    width: usize,
    /// For each place who knows what is in it.
    contents: Vec<Content>,
    /// For each column of a place how many steps each thread has done when it has read it for the last time.
    last_reads: Vec<u32>,
}

#[derive(Clone, Debug)]
enum Content {
    /// A state has it in this column.
    Column(usize),
    /// It follows of how many steps this thread has done.
    Of(usize, Vec<u32>),
}

impl Layout {
    fn new(model: &Model) -> Layout {
        let threads = model.thread_count();
        let mut layout = Layout { threads, width: threads, contents: Vec::new(), last_reads: Vec::new() };
        for content in &model.content {
            let known = match &content.writers[..] {
                [_, _, ..] => {
                    layout.width += 1;
                    Content::Column(layout.width - 1)
                }
                writers => {
                    let (thread, writes) = writers.first().map_or((0, &[][..]), |(thread, writes)| (*thread, writes));
                    Content::Of(thread, model.contents(layout.contents.len(), thread, writes))
                }
            };
            layout.contents.push(known);
        }
        layout.last_reads = vec![0; (layout.width - threads) * threads];
        for read in &model.reads {
            if let Content::Column(column) = layout.contents[read.place] {
                let last = &mut layout.last_reads[(column - threads) * threads + model.thread[read.node]];
                *last = (*last).max(model.position(read.node) + 1);
            }
        }
        layout
    }

    /// What is in a place.
    fn content(&self, row: &[u32], place: usize) -> u32 {
        match &self.contents[place] {
            Content::Column(column) => row[*column],
            Content::Of(thread, contents) => contents[row[*thread] as usize],
        }
    }

    /// Forgets what is in a place if nobody reads it any more.
    fn forget(&self, row: &mut [u32], place: usize) {
        let Content::Column(column) = self.contents[place] else { return };
        let last_reads = &self.last_reads[(column - self.threads) * self.threads..][..self.threads];
        if last_reads.iter().zip(&*row).all(|(last, done)| last <= done) {
            row[column] = NOTHING;
        }
    }
}

impl States {
    /// Whether somebody has asked for them.
    pub fn are_begun(&self) -> bool {
        self.done > 0
    }

    /// Whether all are known.
    pub fn are_known(&self) -> bool {
        self.layout.is_some() && self.done == self.came.len()
    }

    /// Looks for an answer among all states, if they are known once so many more have been gone on from.
    pub fn answer(&mut self, model: &Model, goal: &Goal, more: usize) -> Outcome {
        if more > 0 {
            self.go_on(model, self.done.saturating_add(more));
        }
        match &self.layout {
            Some(layout) if self.are_known() => self.find(layout, model, goal),
            _ => Outcome::GaveUp,
        }
    }

    /// Goes on until so many states have been gone on from, if there are.
    fn go_on(&mut self, model: &Model, limit: usize) {
        let layout = self.layout.take().unwrap_or_else(|| Layout::new(model));
        if self.came.is_empty() {
            let mut row = vec![0; layout.width];
            for (place, content) in layout.contents.iter().enumerate() {
                if let Content::Column(column) = content {
                    row[*column] = model.content[place].initial.map_or(NOTHING, |cell| cell as u32);
                    layout.forget(&mut row, place);
                }
            }
            self.insert(&row, 0, 0);
        }
        let mut row = Vec::with_capacity(layout.width);
        while self.done < self.came.len().min(limit) && self.rows.len() < MOST_NUMBERS {
            let from = self.done * layout.width;
            for thread in 0..layout.threads {
                let state = &self.rows[from..][..layout.width];
                let Some(node) = next(model, &layout, state, thread) else { continue };
                row.clear();
                row.extend_from_slice(state);
                row[thread] += 1;
                for write in model.writes_of(node) {
                    if let Content::Column(column) = layout.contents[write.place] {
                        row[column] = write.cell as u32;
                    }
                }
                let reads = model.reads_of(node).map(|slot| model.reads[slot].place);
                for place in reads.chain(model.writes_of(node).iter().map(|write| write.place)) {
                    layout.forget(&mut row, place);
                }
                self.insert(&row, self.done, node);
            }
            self.done += 1;
        }
        self.layout = Some(layout);
    }

    /// Adds a state unless it is known.
    fn insert(&mut self, row: &[u32], from: usize, by: usize) {
        let mut hasher = FxHasher::default();
        row.hash(&mut hasher);
        let last = self.last.entry(hasher.finish());
        let other = match &last {
            Entry::Occupied(last) => Some(*last.get()),
            Entry::Vacant(_) => None,
        };
        let mut same = other;
        while let Some(state) = same {
            if &self.rows[state as usize * row.len()..][..row.len()] == row {
                return;
            }
            same = self.came[state as usize].other;
        }
        last.insert_entry(self.came.len() as u32);
        self.rows.extend_from_slice(row);
        self.came.push(Came { from: from as u32, by: by as u32, other });
    }

    /// The steps to a state that is as a goal asks for, as few as can be.
    fn find(&self, layout: &Layout, model: &Model, goal: &Goal) -> Outcome {
        let mut is_open = false;
        let found = self.rows.chunks_exact(layout.width).position(|row| {
            let counts = row.iter().zip(&goal.least).zip(&goal.most);
            if !counts.into_iter().all(|((done, least), most)| least <= done && done <= most)
                || goal.free.iter().any(|lock| is_held(model, row, *lock))
            {
                return false;
            }
            let is_wanted = |(place, cell): &(usize, usize)| layout.content(row, *place) == *cell as u32;
            let is_unknown = |(place, _): &(usize, usize)| {
                matches!(layout.contents[*place], Content::Column(_)) && layout.content(row, *place) == NOTHING
            };
            is_open |= goal.finally.iter().all(|want| is_wanted(want) || is_unknown(want));
            goal.finally.iter().all(is_wanted)
        });
        match found {
            Some(state) => Outcome::Yes(self.way_to(state)),
            None if is_open => Outcome::GaveUp,
            None => Outcome::No,
        }
    }

    fn way_to(&self, mut state: usize) -> Vec<usize> {
        let mut nodes = Vec::new();
        while state > 0 {
            let Came { from, by, .. } = self.came[state];
            nodes.push(by as usize);
            state = from as usize;
        }
        nodes.reverse();
        nodes
    }
}

/// A thread's next node, if it can be done.
fn next(model: &Model, layout: &Layout, row: &[u32], thread: usize) -> Option<usize> {
    if row[thread] == model.length(thread) {
        return None;
    }
    let node = model.begin[thread] + row[thread] as usize;
    let can_be = model.must(node).iter().zip(row).all(|(count, done)| count <= done)
        && model.reads_of(node).all(|slot| {
            let read = &model.reads[slot];
            layout.content(row, read.place) == read.cell as u32
        })
        && model.taken[node].iter().all(|lock| !is_held(model, row, *lock));
    can_be.then_some(node)
}

/// Whether somebody holds a lock.
fn is_held(model: &Model, row: &[u32], lock: usize) -> bool {
    model.sections[lock].iter().any(|(thread, sections)| {
        let done = row[*thread];
        let begun = sections.partition_point(|section| section.from.is_none_or(|from| from < done));
        sections[..begun].last().is_some_and(|section| section.to.is_none_or(|to| done <= to))
    })
}
