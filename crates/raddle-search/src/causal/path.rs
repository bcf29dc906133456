//! The path the guest is on: records of its steps, and ways back to the states between them.

use super::record::{Ahead, Record, contents, stands};
use super::trace::{Deriver, End, Pasts, Standing, Trace};
use crate::guest::{About, Choice, Guest};
use crate::replay::retrace_on;
use crate::trail::Trail;
use raddle_causal::model::Place;
use raddle_vm::event::Action;

/// A thread that came back to a state it was in without having changed anything, and the places it read on the way.
#[derive(Clone)]
pub(crate) struct Spin {
    pub thread: u32,
    pub reads: Vec<Place>,
}

/// A state on the path.
struct State<M> {
    mark: M,
    print: u128,
    spins: Vec<Spin>,
}

/// The path to the guest's state.
pub(crate) struct Path<G: Guest> {
    pub records: Vec<Record>,
    /// The states before and after each step.
    states: Vec<State<G::Mark>>,
    /// The guest is somewhere else.
    pub is_left: bool,
    pasts: Pasts,
}

impl<G: Guest> Path<G> {
    pub fn new() -> Path<G> {
        Path { records: Vec::new(), states: Vec::new(), is_left: false, pasts: Pasts::default() }
    }

    pub fn clear(&mut self) {
        self.records.clear();
        self.states.clear();
        self.is_left = false;
        self.pasts.back_to(0);
    }

    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether no root state is known yet.
    pub fn is_unbegun(&self) -> bool {
        self.states.is_empty()
    }

    pub fn choices(&self) -> Vec<Choice> {
        self.records.iter().map(|record| record.choice).collect()
    }

    pub fn spins(&self, thread: u32) -> bool {
        self.states.last().is_some_and(|state| state.spins.iter().any(|spin| spin.thread == thread))
    }

    /// The guest is in its root state, from which the path begins.
    pub fn begin(&mut self, guest: &mut G) {
        self.clear();
        self.states.push(State { mark: guest.mark(), print: guest.fingerprint(), spins: Vec::new() });
    }

    /// A choice was taken.
    pub fn add(&mut self, guest: &mut G, choice: Choice, ways: u32, ahead: Ahead) {
        let record = Record::of(guest, choice, ways, ahead);
        let print = guest.fingerprint();
        self.records.push(record);
        let spins = self.spins_after(print);
        self.states.push(State { mark: guest.mark(), print, spins });
    }

    /// The last step ended the program.
    pub fn end(&mut self, guest: &G) {
        if let Some(record) = self.records.last_mut() {
            record.end(guest);
        }
    }

    /// The threads that spin after the last step. One goes on spinning until another thread changes what it read, or does something else it may notice.
    fn spins_after(&self, print: u128) -> Vec<Spin> {
        let (Some(record), Some(before)) = (self.records.last(), self.states.last()) else { return Vec::new() };
        let thread = record.choice.thread;
        let is_moved = |spin: &Spin| {
            record.doings.iter().any(|doing| match doing.event.action {
                Action::Write | Action::Update => {
                    doing.contents.iter().any(|(place, _)| spin.reads.contains(place)) || doing.contents.is_empty()
                }
                Action::Read | Action::Lock | Action::Unlock => false,
                _ => true,
            })
        };
        let mut spins: Vec<Spin> =
            before.spins.iter().filter(|spin| spin.thread != thread && !is_moved(spin)).cloned().collect();
        spins.extend(self.round(print).map(|reads| Spin { thread, reads }));
        spins
    }

    /// What the thread of the last step read since it was in this state, alone and without having changed anything.
    fn round(&self, print: u128) -> Option<Vec<Place>> {
        let last = self.records.last()?;
        let thread = last.choice.thread;
        let now = last.stands_at(thread)?;
        let mut reads = Vec::new();
        for (record, state) in self.records.iter().zip(&self.states).rev() {
            if record.choice.thread != thread || !record.changes_nothing() {
                return None;
            }
            let read = record.doings.iter().filter(|doing| doing.event.action == Action::Read);
            reads.extend(read.flat_map(|doing| doing.contents.iter().map(|(place, _)| *place)));
            if record.stand.is_some_and(|stand| stand.is_same(now)) {
                return (state.print == print).then_some(reads);
            }
        }
        None
    }

    /// Brings the guest to where choices lead, each with the number of ways there were.
    pub fn follow(&mut self, guest: &mut G, trail: &mut Trail, choices: &[(Choice, u32)]) -> Result<(), String> {
        let is_same = |(record, choice): &(&Record, &(Choice, u32))| record.choice == choice.0;
        let common = self.records.iter().zip(choices).take_while(is_same).count();
        self.back_to(guest, common);
        for &(choice, ways) in &choices[common..] {
            let ahead = Ahead::of(guest, choice.thread);
            retrace_on(guest, trail, self.records.len(), choice)?;
            self.add(guest, choice, ways, ahead);
        }
        Ok(())
    }

    /// Comes back to where the path had so many steps.
    pub fn back_to(&mut self, guest: &mut G, length: usize) {
        if length < self.records.len() || self.is_left {
            guest.rewind(&self.states[length].mark);
        }
        self.is_left = false;
        self.records.truncate(length);
        self.states.truncate(length + 1);
        self.pasts.back_to(length);
    }

    /// What stands for what each thread has done.
    pub fn pasts(&mut self) -> impl Iterator<Item = u64> {
        self.pasts.take_in(&self.records)
    }

    /// The trace of the path, without what threads stand before.
    pub fn so_far(&self) -> Trace {
        Deriver::derive(&self.records, None)
    }

    /// The trace of the path, which has come to its end. Its last step may be what ended it, whoever else could have gone on: if it ended the
    /// program, that is so if anybody could, or could have if it had come earlier.
    pub fn trace(&self, guest: &mut G, is_cut: bool, is_over: bool) -> Trace {
        let mut standing = Vec::new();
        for (thread, stand) in stands(guest).into_iter().enumerate() {
            let thread = thread as u32;
            let Some(stand) = stand.filter(|_| !self.spins(thread)) else { continue };
            let contents = match guest.pending_source(thread) {
                Some(source) if stand.is(Action::Write) => contents(guest, &source, About::Source(thread)),
                None if stand.is(Action::Write) => Vec::new(),
                _ => Ahead::of(guest, thread).before,
            };
            standing.push(Standing { thread, stand, contents });
        }
        let is_last = self.records.last().is_some_and(|record| !record.last_of.is_empty());
        let is_cut = is_cut && !(is_over && standing.is_empty() && !is_last);
        Deriver::derive(&self.records, Some(&End { stands: &standing, is_cut }))
    }

    pub fn bytes(&self) -> u64 {
        let record =
            |record: &Record| size_of::<Record>() + size_of_val(&record.doings[..]) + size_of_val(&record.stands[..]);
        self.records.iter().map(record).sum::<usize>() as u64
    }
}
