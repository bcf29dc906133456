//! What follows of what is known.
//!
//! Of two writes before a read the one it sees is the later. A write after the one that a read sees is after the read. A read that only
//! one write can serve sees that one, which then is included; and if there are several, what holds for all of them holds for
//! the one. Where a section of a lock has begun before another's end, its own end is included and before the other's
//! beginning. Whatever follows holds in every answer, so a contradiction means that there is none.

use crate::goal::Goal;
use crate::model::{Model, Section};
use crate::order::{Contradiction, Order};
use crate::state::{From, State};

/// A read of an included step, or the value that has to be in a place in the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    /// Its number among `State::from`.
    pub slot: usize,
    pub place: usize,
    /// The place with the value.
    pub cell: usize,
    /// Who reads; nobody if it is about the end.
    pub reader: Option<usize>,
}

/// Those who could have written what is read.
#[derive(Clone, Debug)]
pub(crate) struct Candidates<'m> {
    /// Nobody, it may have been there before.
    initial: bool,
    /// By threads.
    spans: Vec<Span<'m>>,
}

/// Writes of a thread, one at least.
#[derive(Clone, Copy, Debug)]
struct Span<'m> {
    thread: usize,
    /// Where its nodes begin.
    begin: usize,
    positions: &'m [u32],
}

impl Candidates<'_> {
    /// How many steps of a thread come before the write, whichever it is.
    fn all_after(&self, state: &State, thread: usize) -> u32 {
        if self.initial {
            return 0;
        }
        let counts = self.spans.iter().map(|span| match span.thread == thread {
            true => span.positions[0] + 1,
            false => state.order.before(span.begin + span.positions[0] as usize)[thread],
        });
        counts.min().unwrap_or(0)
    }

    pub fn count(&self) -> usize {
        usize::from(self.initial) + self.spans.iter().map(|span| span.positions.len()).sum::<usize>()
    }

    pub fn iter(&self) -> impl Iterator<Item = From> {
        let written =
            self.spans.iter().flat_map(|span| span.positions.iter().map(|at| From::Node(span.begin + *at as usize)));
        self.initial.then_some(From::Initial).into_iter().chain(written)
    }
}

/// The rules, for one goal.
pub(crate) struct Rules<'a> {
    pub model: &'a Model,
    pub goal: &'a Goal,
}

impl Rules<'_> {
    /// Adds what follows until nothing more does.
    pub fn saturate(&self, state: &mut State) -> Result<(), Contradiction> {
        loop {
            let mut more = state.tighten(self.model)?;
            for need in self.needs(&state.least.clone()) {
                if state.stamps.look_at_read(need.slot, need.place, need.reader) {
                    state.culprit = need.slot;
                    more |= self.read(state, need)?;
                }
            }
            for lock in 0..self.model.sections.len() {
                if state.stamps.look_at_lock(lock) {
                    more |= self.lock(state, lock)?;
                }
            }
            if !more {
                return Ok(());
            }
        }
    }

    /// Adds what follows, for steps that are not included as well, until nothing more does.
    pub fn saturate_ahead(&self, state: &mut State) -> Result<(), Contradiction> {
        self.saturate(state)?;
        while self.look_ahead(state)? {
            self.saturate(state)?;
        }
        Ok(())
    }

    /// Adds what follows for steps that are not included should they be: what has to come before them, and that those whose
    /// reads nobody can serve are left out. Tells whether there was anything.
    pub fn look_ahead(&self, state: &mut State) -> Result<bool, Contradiction> {
        let mut more = false;
        for thread in 0..state.most.len() {
            let begin = self.model.begin[thread];
            let mut slot = self.model.first_read[begin + state.least[thread] as usize];
            while slot < self.model.first_read[begin + state.most[thread] as usize] {
                match self.need_ahead(state, self.need(slot)) {
                    Ok(new) => more |= new,
                    Err(Contradiction) => {
                        state.lower(self.model, thread, self.model.position(self.model.reads[slot].node));
                        more = true;
                    }
                }
                slot += 1;
            }
        }
        state.tighten(self.model)?;
        Ok(more)
    }

    fn need_ahead(&self, state: &mut State, need: Need) -> Result<bool, Contradiction> {
        let candidates = self.candidates(state, need);
        let reader = need.reader.filter(|_| candidates.count() > 0).ok_or(Contradiction)?;
        let mut more = false;
        for thread in 0..state.least.len() {
            let count = candidates.all_after(state, thread);
            if count > state.order.before(reader)[thread] {
                more |= state.put(self.model, self.model.begin[thread] + count as usize - 1, reader)?;
            }
        }
        Ok(more)
    }

    /// What included steps read, and what has to be in the end.
    pub fn needs(&self, least: &[u32]) -> impl Iterator<Item = Need> {
        let reads = least.iter().enumerate().flat_map(|(thread, least)| {
            let begin = self.model.begin[thread];
            self.model.first_read[begin]..self.model.first_read[begin + *least as usize]
        });
        // What makes a query impossible is mostly what it asks for.
        let count = self.model.reads.len();
        (0..self.goal.finally.len()).map(move |at| self.need(count + at)).chain(reads.map(|slot| self.need(slot)))
    }

    fn need(&self, slot: usize) -> Need {
        match self.model.reads.get(slot) {
            Some(read) => Need { slot, place: read.place, cell: read.cell, reader: Some(read.node) },
            None => {
                let (place, cell) = self.goal.finally[slot - self.model.reads.len()];
                Need { slot, place, cell, reader: None }
            }
        }
    }

    /// How many steps of a thread come before a read.
    fn count_before(&self, state: &State, need: Need, thread: usize) -> u32 {
        need.reader.map_or(state.least[thread], |reader| state.order.before(reader)[thread])
    }

    /// Whether the goal is out of reach at first sight, from what is known of one that it asks for: that more is included and less can be does
    /// not have to be taken in for that.
    pub fn is_refuted(&self, known: &State) -> bool {
        let bound = |pick: fn(u32, u32) -> u32, own: &[u32], other: &[u32]| -> Vec<u32> {
            own.iter().zip(other).map(|(own, other)| pick(*own, *other)).collect()
        };
        let least = bound(u32::max, &known.least, &self.goal.least);
        let mut most = bound(u32::min, &known.most, &self.goal.most);
        known.order.tighten(self.model, &mut most, |_| {});
        let served = |at: usize| {
            let (place, cell) = self.goal.finally[at];
            let need = Need { slot: self.model.reads.len() + at, place, cell, reader: None };
            self.candidates_among(&known.order, [&least, &most], need).count() > 0
        };
        least.iter().zip(&most).any(|(least, most)| least > most) || !(0..self.goal.finally.len()).all(served)
    }

    fn read(&self, state: &mut State, need: Need) -> Result<bool, Contradiction> {
        if state.from[need.slot] != From::Open {
            return self.settled(state, need);
        }
        let candidates = self.candidates(state, need);
        match candidates.count() {
            0 => Err(Contradiction),
            1 => {
                let from = candidates.iter().next().expect("there is one");
                self.serve(state, need, from)?;
                self.settled(state, need)?;
                Ok(true)
            }
            _ => self.open(state, need, &candidates),
        }
    }

    /// What follows of whoever serves a read: what comes before all who could comes before the read, and a write that comes after all of them
    /// comes after it.
    fn open(&self, state: &mut State, need: Need, candidates: &Candidates) -> Result<bool, Contradiction> {
        let mut more = false;
        for thread in 0..state.least.len() {
            let count = candidates.all_after(state, thread);
            if count > self.count_before(state, need, thread) {
                let node = self.model.begin[thread] + count as usize - 1;
                more = true;
                state.include(self.model, node)?;
                if let Some(reader) = need.reader {
                    state.put(self.model, node, reader)?;
                }
            }
        }
        let Some(reader) = need.reader else { return Ok(more) };
        for (thread, writes) in &self.model.content[need.place].writers {
            let most = state.most[*thread];
            let after = candidates.spans.iter().map(|span| {
                let last = self.model.begin[span.thread] + span.positions[span.positions.len() - 1] as usize;
                state.order.first_after(self.model, last, *thread, most)
            });
            more |= self.put_before_write(state, reader, *thread, writes, after.max().unwrap_or(0))?;
        }
        Ok(more)
    }

    /// Puts a read before the first write of a thread from a position on that is not its own.
    fn put_before_write(
        &self,
        state: &mut State,
        reader: usize,
        thread: usize,
        writes: &[u32],
        from: u32,
    ) -> Result<bool, Contradiction> {
        let later = &writes[writes.partition_point(|at| *at < from)..];
        let mut nodes = later.iter().map(|at| self.model.begin[thread] + *at as usize);
        match nodes.find(|node| *node != reader).filter(|node| state.could_include(self.model, *node)) {
            Some(node) => state.put(self.model, reader, node),
            None => Ok(false),
        }
    }

    /// Lets a read see what somebody wrote.
    pub fn serve(&self, state: &mut State, need: Need, from: From) -> Result<(), Contradiction> {
        state.settle(need.slot, from);
        if let From::Node(writer) = from {
            state.include(self.model, writer)?;
            if let Some(reader) = need.reader {
                state.put(self.model, writer, reader)?;
            }
        }
        Ok(())
    }

    /// What follows for other writes when it is known who wrote what is read.
    fn settled(&self, state: &mut State, need: Need) -> Result<bool, Contradiction> {
        let mut more = false;
        for (thread, writes) in &self.model.content[need.place].writers {
            if let Some(last) = self.last_write_before(state, need, *thread, writes) {
                match state.from[need.slot] {
                    From::Node(writer) if last == writer => {}
                    From::Node(writer) => more |= state.put(self.model, last, writer)?,
                    _ => return Err(Contradiction),
                }
            }
            let Some(reader) = need.reader else { continue };
            let after = match state.from[need.slot] {
                From::Node(writer) => state.order.first_after(self.model, writer, *thread, state.most[*thread]),
                _ => 0,
            };
            more |= self.put_before_write(state, reader, *thread, writes, after)?;
        }
        Ok(more)
    }

    /// The last of a thread's writes that is before a read.
    fn last_write_before(&self, state: &State, need: Need, thread: usize, writes: &[u32]) -> Option<usize> {
        self.last_of(thread, writes, self.count_before(state, need, thread))
    }

    /// The last of a thread's writes among so many of its steps.
    fn last_of(&self, thread: usize, writes: &[u32], count: u32) -> Option<usize> {
        let last = writes[..writes.partition_point(|at| *at < count)].last()?;
        Some(self.model.begin[thread] + *last as usize)
    }

    /// Who could have written what is read. In each thread that is a span: who comes before a write before the read is out of the
    /// question, and so is who comes after the read.
    pub fn candidates(&self, state: &State, need: Need) -> Candidates<'_> {
        self.candidates_among(&state.order, [&state.least, &state.most], need)
    }

    /// The same, by the order, and how many steps of each thread are included at least and at most.
    fn candidates_among(&self, order: &Order, [least, most]: [&[u32]; 2], need: Need) -> Candidates<'_> {
        let content = &self.model.content[need.place];
        let before = need.reader.map_or(least, |reader| order.before(reader));
        let lasts = || {
            let last = |(thread, writes): &(usize, Vec<u32>)| self.last_of(*thread, writes, before[*thread]);
            content.writers.iter().filter_map(last)
        };
        let initial = content.initial == Some(need.cell) && lasts().next().is_none();
        let mut candidates = Candidates { initial, spans: Vec::new() };
        for (thread, positions) in &self.model.cell_writers[need.cell] {
            let from = lasts().map(|last| order.before(last)[*thread]).max().unwrap_or(0);
            let most = most[*thread];
            let to = need.reader.map_or(most, |reader| match self.model.thread[reader] == *thread {
                true => self.model.position(reader),
                false => order.first_after(self.model, reader, *thread, most),
            });
            let from = positions.partition_point(|at| *at < from);
            let to = positions.partition_point(|at| *at < to);
            if from < to {
                candidates.spans.push(Span {
                    thread: *thread,
                    begin: self.model.begin[*thread],
                    positions: &positions[from..to],
                });
            }
        }
        candidates
    }

    fn lock(&self, state: &mut State, lock: usize) -> Result<bool, Contradiction> {
        let mut more = false;
        let free = self.goal.free.contains(&lock);
        let threads = &self.model.sections[lock];
        for (thread, sections) in threads {
            for section in included(state, *thread, sections) {
                let end = self.end(state, *thread, section);
                if free {
                    more |= state.include(self.model, end.ok_or(Contradiction)?)?;
                }
                for (other, others) in threads.iter().filter(|(other, _)| other != thread) {
                    let Some(earlier) = self.last_begun(state, *other, others, end) else { continue };
                    let earlier_end = self.end(state, *other, earlier).ok_or(Contradiction)?;
                    let from = section.from.ok_or(Contradiction)?;
                    more |= state.include(self.model, earlier_end)?;
                    more |= state.put(self.model, earlier_end, self.model.begin[*thread] + from as usize)?;
                }
            }
        }
        Ok(more)
    }

    /// The node at which a section ends, if it can be included.
    fn end(&self, state: &State, thread: usize, section: Section) -> Option<usize> {
        let end = self.model.begin[thread] + section.to? as usize;
        state.could_include(self.model, end).then_some(end)
    }

    /// The last included section of a thread that begins before a node, or before everything has ended.
    fn last_begun(&self, state: &State, thread: usize, sections: &[Section], end: Option<usize>) -> Option<Section> {
        let least = state.least[thread];
        let count = end.map_or(least, |end| state.order.before(end)[thread].min(least));
        let begun = sections.partition_point(|section| section.from.is_none_or(|from| from < count));
        sections[..begun].last().copied()
    }
}

/// The sections of a thread that are known to be included.
pub(crate) fn included(state: &State, thread: usize, sections: &[Section]) -> Vec<Section> {
    let least = state.least[thread];
    sections.iter().copied().take_while(|section| section.from.is_none_or(|from| from < least)).collect()
}

/// What has to come before nodes because of what they read: `Model::must`, and more.
pub(crate) fn needed(model: &Model) -> Vec<u32> {
    let goal = Goal::nothing(model);
    let mut state = State::new(model, &goal);
    let rules = Rules { model, goal: &goal };
    while rules.look_ahead(&mut state) == Ok(true) {}
    state.order.into_rows()
}
