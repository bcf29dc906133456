//! The path being explored as a partial order: which of its steps happen before which, and which of them race.

use super::below::Doing;
use super::touch::{Step, Touch, What};
use crate::guest::Choice;
use raddle_vm::choices::TIMED_OUT;
use rustc_hash::FxHashMap;

/// How far each thread is known to have come: one more than the place on the path of its last step known of, 0 if none is.
#[derive(Clone, Default, Debug)]
pub(crate) struct Known(Vec<u32>);

impl Known {
    pub fn at(&self, thread: u32) -> u32 {
        self.0.get(thread as usize).copied().unwrap_or(0)
    }

    pub fn set(&mut self, thread: u32, to: u32) {
        let thread = thread as usize;
        if self.0.len() <= thread {
            self.0.resize(thread + 1, 0);
        }
        self.0[thread] = to;
    }

    /// What both know.
    fn meet(&self, other: &Known) -> Known {
        Known(self.0.iter().zip(&other.0).map(|(own, other)| *own.min(other)).collect())
    }

    pub fn join(&mut self, other: &Known) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(*other);
        }
    }
}

/// A step of the path.
pub(crate) struct Event {
    pub step: Step,
    known: Known,
    /// Earlier steps it races with: dependent, nothing between them, and it could have come first.
    pub races: Vec<u32>,
    /// What was known to the threads it changed.
    before: Vec<(u32, Known)>,
}

/// A doing at a place, by the step on the path.
struct Entry {
    step: u32,
    thread: u32,
    what: What,
    /// How many entries there are up to the last one by another thread.
    others: u32,
}

/// The steps from the root on.
#[derive(Default)]
pub(crate) struct Path {
    pub events: Vec<Event>,
    threads: Vec<Known>,
    places: FxHashMap<u64, Vec<Entry>>,
    /// Steps that matter to everything.
    universal: Vec<u32>,
    /// Places in use, to be reused.
    candidates: Vec<(u32, bool)>,
    /// Whether steps race with all they depend on, whatever lies between: to bring one before another may cost more than is allowed.
    pub is_bounded: bool,
    /// Whether a thread that parks may wake up without cause.
    wakes: bool,
}

impl Path {
    pub fn new(is_bounded: bool, wakes: bool) -> Path {
        Path { is_bounded, wakes, ..Path::default() }
    }

    /// Whether a step happens before a later one.
    pub fn is_before(&self, one: usize, later: usize) -> bool {
        self.events[later].known.at(self.events[one].step.choice.thread) > one as u32
    }

    /// The step of the same thread before one.
    pub fn previous(&self, at: usize) -> Option<usize> {
        let event = &self.events[at];
        let thread = event.step.choice.thread;
        let known = event.before.iter().find(|(other, _)| *other == thread).map_or(0, |(_, known)| known.at(thread));
        known.checked_sub(1).map(|at| at as usize)
    }

    /// Adds a step, possible since so many steps of the path, that brings these threads before other operations.
    pub fn add(&mut self, step: Step, since: u32, woken: &[u32]) {
        let index = self.events.len() as u32;
        let thread = step.choice.thread;
        let (mut races, mut known) = self.look_back(&step, since);
        if step.touches.contains(&Touch::IDLE) {
            // It is possible only where nothing else is, so not before any of them.
            races.clear();
        }
        known.set(thread, index + 1);
        for touch in step.touches.iter() {
            match touch.what {
                What::Wake | What::Idle => {}
                What::All => self.universal.push(index),
                what => {
                    let entries = self.places.entry(touch.place).or_default();
                    let others = match entries.last() {
                        Some(last) if last.thread == thread => last.others,
                        _ => entries.len() as u32,
                    };
                    entries.push(Entry { step: index, thread, what, others });
                }
            }
        }
        let mut before = Vec::with_capacity(1 + woken.len());
        before.push((thread, std::mem::replace(self.thread(thread), known.clone())));
        for &other in woken.iter().filter(|other| **other != thread) {
            let was = self.thread(other).clone();
            self.thread(other).join(&known);
            before.push((other, was));
        }
        self.events.push(Event { step, known, races, before });
    }

    /// The thread of the last step goes on only because one of these steps was taken, whichever: it comes after what all of them come after.
    pub fn wake(&mut self, thread: u32, by: &[usize]) {
        let known = by.iter().map(|at| self.events[*at].known.clone()).reduce(|one, other| one.meet(&other));
        self.thread(thread).join(&known.unwrap_or_default());
    }

    /// Forgets all steps but the first so many.
    pub fn truncate(&mut self, length: usize) {
        while self.events.len() > length
            && let Some(event) = self.events.pop()
        {
            for (thread, known) in event.before.into_iter().rev() {
                self.threads[thread as usize] = known;
            }
            for touch in event.step.touches.iter() {
                match touch.what {
                    What::Wake | What::Idle => {}
                    What::All => drop(self.universal.pop()),
                    _ => {
                        if let Some(entries) = self.places.get_mut(&touch.place) {
                            entries.pop();
                        }
                    }
                }
            }
        }
    }

    /// The steps that race with something a thread does sooner or later.
    pub fn races_with(&mut self, doing: Doing) -> Vec<u32> {
        let step = Step { choice: Choice::thread(doing.thread), touches: [doing.touch].into() };
        let known = match self.threads.get(doing.thread as usize) {
            Some(known) => known.clone(),
            // Whoever starts it knows at least what all know.
            None => self.threads.iter().cloned().reduce(|one, other| one.meet(&other)).unwrap_or_default(),
        };
        self.look(&step, known, 0, false).0
    }

    /// The steps that race with one about to be taken, or that would be if it could, and what its thread knows after it but of itself.
    pub fn look_back(&mut self, step: &Step, since: u32) -> (Vec<u32>, Known) {
        let known = self.thread(step.choice.thread).clone();
        self.look(step, known, since, true)
    }

    /// The same, given what its thread knows; `now` if nothing comes before it any more that could let it go on.
    fn look(&mut self, step: &Step, mut known: Known, since: u32, now: bool) -> (Vec<u32>, Known) {
        let thread = step.choice.thread;
        let before = if self.is_bounded { known.clone() } else { Known::default() };
        let mut allowed = Known::default();
        let mut found = std::mem::take(&mut self.candidates);
        for touch in step.touches.iter() {
            self.look_at(thread, *touch, &mut found, &mut allowed);
        }
        if let Some(&last) = self.universal.last() {
            found.push((last, false));
        }
        // What it needed of other threads cannot be left away before it.
        let mut needed = allowed.clone();
        let enabler = since.checked_sub(1).map(|enabler| &self.events[enabler as usize]);
        if let Some(enabler) = enabler.filter(|enabler| enabler.step.choice.thread != thread) {
            needed.join(&enabler.known);
        }
        found.sort_unstable_by(|one, other| other.cmp(one));
        let mut races = Vec::new();
        for (index, is_lock) in found.drain(..) {
            let event = &self.events[index as usize];
            let by = event.step.choice.thread;
            if known.at(by) > index {
                continue;
            }
            let is_needed = match needs_permit(step) {
                true => now && !self.could_go_without(step, index),
                false => needed.at(by) > index,
            };
            if by != thread && (is_lock || !is_needed) {
                // Something done sooner or later may have to wait for what lies before a step that matters to everything.
                if now || !event.step.concerns_all() {
                    known.join(&event.known);
                }
                races.push(index);
            } else {
                // It stays before, but hides nothing: what it is behind may be what has to be reversed.
                allowed.join(&event.known);
            }
        }
        self.candidates = found;
        known.join(&allowed);
        if self.is_bounded {
            races = self.last_conflicts(step, &before);
        }
        (races, known)
    }

    /// Of each other thread the last step that depends on one of which its thread knows so much; and the last that matters to everything, which may have
    /// been done while it held what the other waits for.
    fn last_conflicts(&self, step: &Step, known: &Known) -> Vec<u32> {
        let thread = |at: u32| self.events[at as usize].step.choice.thread;
        let is_concurrent = |at: u32| known.at(thread(at)) <= at;
        let races = |at: u32| thread(at) != step.choice.thread && self.events[at as usize].step.could_race(step);
        let mut last: Vec<u32> = Vec::new();
        for at in (0..self.events.len() as u32).rev().filter(|at| is_concurrent(*at) && races(*at)) {
            let concerns_all = |at: u32| self.events[at as usize].step.concerns_all();
            if !last.iter().any(|other| thread(*other) == thread(at) && concerns_all(*other) == concerns_all(at)) {
                last.push(at);
            }
        }
        last
    }

    fn look_at(&self, thread: u32, touch: Touch, found: &mut Vec<(u32, bool)>, allowed: &mut Known) {
        if touch.what == What::All {
            let last =
                self.threads.iter().enumerate().filter_map(|(thread, known)| known.at(thread as u32).checked_sub(1));
            return found.extend(last.map(|index| (index, false)));
        }
        if touch.what == What::Idle {
            return self.threads.iter().for_each(|known| allowed.join(known));
        }
        let mut entries = self.places.get(&touch.place).map_or(&[][..], Vec::as_slice);
        while let Some((entry, earlier)) = entries.split_last() {
            if entry.thread != thread {
                if entry.what.allows(touch.what) {
                    allowed.join(&self.events[entry.step as usize].known);
                } else if entry.what.conflicts(touch.what) || touch.what.conflicts(entry.what) {
                    found.push((entry.step, entry.what == What::Lock && touch.what == What::Lock));
                }
            }
            if entry.what.hides(touch.what) {
                break;
            }
            entries = if entry.thread == thread { &entries[..entry.others as usize] } else { earlier };
        }
    }

    /// Whether a step that would have had to wait without a permit or an interruption had one that does not need an earlier step.
    fn could_go_without(&self, step: &Step, without: u32) -> bool {
        let is_there = |at: &usize| {
            let given = &self.events[*at].step;
            let mut own = self.events[at + 1..].iter().map(|later| &later.step);
            is_let_go(step, given) && !own.any(|own| own.choice.thread == step.choice.thread && uses_up(own, given))
        };
        if self.wakes && step.touches.iter().any(|touch| touch.what == What::Park) {
            return true;
        }
        let mut there = (0..self.events.len()).filter(is_there).peekable();
        // One may have been given before the path began.
        there.peek().is_none() || there.any(|at| at < without as usize || !self.is_before(without as usize, at))
    }

    fn thread(&mut self, thread: u32) -> &mut Known {
        let thread = thread as usize;
        if self.threads.len() <= thread {
            self.threads.resize_with(thread + 1, Known::default);
        }
        &mut self.threads[thread]
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        let known = self.threads.len() * size_of::<u32>() + size_of::<Known>();
        let touches: usize = self.events.iter().map(|event| event.step.touches.len()).sum();
        let event = size_of::<Event>() + 2 * known;
        (self.events.len() * event + touches * (size_of::<Touch>() + size_of::<Entry>())) as u64
    }
}

/// Whether a step would have had to wait without a permit or an interruption.
fn needs_permit(step: &Step) -> bool {
    let is_interrupted = step.choice.alternative > TIMED_OUT && !step.concerns_all();
    step.touches.iter().any(|touch| touch.what == What::Park || is_interrupted && touch.what == What::Leave)
}

/// Whether a step that needs a permit or an interruption has one by another step.
fn is_let_go(step: &Step, by: &Step) -> bool {
    by.touches.iter().any(|given| match given.what {
        What::Unpark => step.has(What::Park, given.place),
        What::Interrupt => step.has(What::Heed, given.place),
        _ => false,
    })
}

/// Whether a step of the thread that was let go on by another leaves nothing of it: the permit is taken, or the flag is down again.
fn uses_up(step: &Step, given: &Step) -> bool {
    given.touches.iter().any(|touch| match touch.what {
        What::Unpark => step.has(What::Park, touch.place),
        What::Write => step.has(What::Write, touch.place),
        _ => false,
    })
}
