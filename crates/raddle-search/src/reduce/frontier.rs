//! The frontier of a reduced search: a path, with what the tree says is left on it.

use super::below::{Below, Doing, Doings, is_anything};
use super::path::Path;
use super::touch::{Step, Touch, What, add_event, add_silent, leave_last};
use super::tree::{Planned, ROOT, Tree};
use crate::finding::{Kind, Kinds};
use crate::frontier::{Branch, Frontier, Setup, Work};
use crate::guest::{Choice, Guest, Occasion, Status, is_over};
use crate::livelock::{self, Lasso};
use crate::order::Rank;
use crate::replay::retrace_on;
use crate::report::Counters;
use crate::store::Entered;
use crate::trail::{Trail, goes_on};
use raddle_vm::event::{Action, Event, Location};
use raddle_vm::thread::ThreadId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// States looked at, at most, to see whether threads that go round do so for ever; and how many times those explored for good.
const MOST_AROUND: usize = 100_000;
const MOST_TIMES: usize = 10;

/// A state on the path.
struct Frame<M> {
    /// The way back to it.
    mark: M,
    node: u32,
    /// Its choices, each with the length of the path after which it became possible.
    choices: Vec<(Choice, u32)>,
    /// Those of them that are not possible on any occasion.
    occasions: Vec<(Choice, Occasion)>,
    /// What each thread stands before.
    pending: Vec<Option<Event>>,
    /// Threads that go round without changing anything, each with what it does on the way: they are not let to until that may have changed.
    spinning: Vec<Step>,
    /// What threads did, brought along by others, since their last step: it belongs to their next.
    carried: Vec<(u32, Touch)>,
    /// What it will be known by, where states are matched and it is not known already.
    key: Option<u128>,
    /// What was done below it so far; not all of it where another worker took over a part.
    below: Doings,
    is_shared: bool,
    /// Under a bound: preemptions on the way to it, and the thread that ran last, if it goes on.
    preemptions: u32,
    running: Option<u32>,
    /// Whether no other may go on.
    is_bound: bool,
}

impl<M> Frame<M> {
    /// Its choices alone, those that a bound leaves out excepted.
    fn possible(&self) -> Vec<Choice> {
        self.choices.iter().map(|(choice, _)| *choice).filter(|choice| self.allows(choice.thread)).collect()
    }

    /// Whether a thread may go on, as far as a bound is concerned.
    fn allows(&self, thread: u32) -> bool {
        !self.is_bound || self.running == Some(thread)
    }

    /// The same as `possible`, the thread that ran last first, if to let it go on is no preemption and others are.
    fn in_turn(&self) -> Vec<Choice> {
        let mut possible = self.possible();
        possible.sort_by_key(|choice| self.running.is_some_and(|running| running != choice.thread));
        possible
    }

    /// What one of its choices touches because of when it is possible: whether it is depends on all threads. So do others that a thread has where it
    /// could wake up without cause, else that would not be explored wherever one of them could have been.
    fn touched(&self, choice: Choice) -> Option<Touch> {
        let own = || self.occasions.iter().filter(|(other, _)| other.thread == choice.thread);
        match own().find(|(other, _)| *other == choice).or(own().next())?.1 {
            Occasion::Any => None,
            Occasion::Idle => Some(Touch::IDLE),
            Occasion::Company => Some(Touch::ALL),
        }
    }

    /// Whether nothing can go on there unless time passes.
    fn is_idle(&self) -> bool {
        self.occasions.iter().any(|(_, occasion)| *occasion == Occasion::Idle)
    }

    /// What a thread stands before.
    fn standing(&self, thread: u32) -> Option<Event> {
        self.pending.get(thread as usize).copied().flatten()
    }
}

/// A choice being taken, by its node.
struct Taken {
    node: u32,
    choice: Choice,
}

/// What came of a choice.
struct Outcome {
    step: Step,
    /// Threads it brought before other operations.
    woken: Vec<u32>,
    /// What other threads can no longer do.
    lost: Vec<Step>,
    carried: Vec<(u32, Touch)>,
}

/// The path of one worker.
pub(crate) struct Reduced<G: Guest> {
    root: G::Mark,
    tree: Arc<Mutex<Tree>>,
    /// Whether this is the worker that answers for the tree's memory.
    is_first: bool,
    frames: Vec<Frame<G::Mark>>,
    path: Path,
    /// For each step of the path, what other threads can no longer do because of it.
    lost: Vec<Vec<Step>>,
    /// The choice whose outcome has not been told yet.
    taken: Option<Taken>,
    /// The choice another worker gave away, to be taken next.
    given: Option<Taken>,
    /// Whether the guest is in the state of the last frame.
    here: bool,
    /// Steps of the path whose races have been looked at.
    looked: usize,
    /// Whether all choices of the last state sleep.
    stopped: bool,
    /// Livelocks found.
    lassos: Vec<Lasso>,
    /// Whether there was more to them than could be looked at, or a bound left something out.
    left_out: bool,
    /// Paths that ended with threads going round.
    spun: u64,
    /// Whether the last step ended the path, whoever could have gone on: nothing comes after it.
    cut: bool,
    /// Whether the program was over with it.
    ended: bool,
    /// The states explored for good, where they are matched.
    explored: Option<Below>,
    /// How often a path came to one of them, or to one of its own.
    matched: u64,
    /// Whether a path came to one of its own.
    round: bool,
    /// Preemptions of a path at most.
    bound: Option<u32>,
    /// What ends a path where it is violated.
    properties: Kinds,
}

impl<G: Guest> Reduced<G> {
    fn tree(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What came of the last choice, which led to a state with these choices, or to the end of the path.
    fn outcome(&self, guest: &mut G, choice: Choice, choices: Option<&[Choice]>) -> Outcome {
        let frame = &self.frames[self.frames.len() - 1];
        let mut touches: Vec<Touch> =
            frame.carried.iter().filter(|(thread, _)| *thread == choice.thread).map(|(_, touch)| *touch).collect();
        let mut carried: Vec<(u32, Touch)> =
            frame.carried.iter().filter(|(thread, _)| *thread != choice.thread).copied().collect();
        let events = guest.events().to_vec();
        let is_foreign = |event: &&Event| event.thread.0 != choice.thread;
        // That a thread goes on after a join is nothing to the one whose end it waited for.
        let joins_only = events.iter().filter(is_foreign).all(|event| event.action == Action::Join);
        let mut woken: Vec<u32> = Vec::new();
        for event in &events {
            let thread = event.thread.0;
            if thread == choice.thread || !joins_only {
                add_event(guest, event, &mut touches);
            } else {
                let mut joined = Vec::new();
                add_event(guest, event, &mut joined);
                carried.extend(joined.into_iter().map(|touch| (thread, touch)));
            }
            if thread != choice.thread && !woken.contains(&thread) {
                woken.push(thread);
            }
        }
        if let Some(before) = frame.standing(choice.thread)
            && (choice.alternative != 0
                || !events.iter().any(|event| event.thread.0 == choice.thread && event.action == before.action))
        {
            add_silent(guest, &before, &mut touches);
        }
        self.add_lives(guest, choice, &events, &mut touches);
        touches.extend(frame.touched(choice).or(guest.moved_time().then_some(Touch::ALL)));
        for thread in (0..guest.threads()).filter(|thread| *thread != choice.thread) {
            let was = frame.standing(thread);
            if !woken.contains(&thread) && !is_same(was, guest.pending(thread)) {
                woken.push(thread);
            }
        }
        for &thread in &woken {
            touches.push(Touch::wake(thread));
            if let Some(was) = frame.standing(thread) {
                add_silent(guest, &was, &mut touches);
            }
        }
        let mut lost = Vec::new();
        for (other, _) in frame.choices.iter().filter(|(other, _)| other.thread != choice.thread) {
            let was = frame.standing(other.thread);
            // Who comes too late for a monitor may have it later, and is found to race then.
            let waits = was.is_some_and(|was| matches!(was.action, Action::Lock | Action::Initialize));
            let is_lost = match choices {
                Some(choices) => !choices.contains(other) && (!waits || woken.contains(&other.thread)),
                None => true,
            };
            if is_lost {
                let mut touches = Vec::new();
                match was {
                    Some(was) if other.alternative == 0 => add_event(guest, &was, &mut touches),
                    Some(was) => add_silent(guest, &was, &mut touches),
                    None => {}
                }
                touches.extend(frame.touched(*other));
                lost.push(Step { choice: *other, touches: touches.into() });
            }
        }
        leave_last(&mut touches);
        Outcome { step: Step { choice, touches: touches.into() }, woken, lost, carried }
    }

    /// Adds what the events of a choice are to the end of the program.
    fn add_lives(&self, guest: &mut G, choice: Choice, events: &[Event], touches: &mut Vec<Touch>) {
        for event in events {
            match (event.action, event.location) {
                (Action::Start, Location::Thread(started)) if guest.is_daemon(started.0) => {
                    touches.push(Touch::STARTS_OTHER);
                }
                (Action::End, _) if !guest.is_daemon(event.thread.0) => {
                    let has_others = (0..guest.threads()).any(|thread| self.is_other(guest, thread));
                    touches.push(Touch::end(has_others));
                }
                _ => {}
            }
        }
        if guest.is_daemon(choice.thread) {
            touches.push(Touch::OTHER_GOES_ON);
        }
    }

    /// Whether the program does not wait for a thread, which takes part in it.
    fn is_other(&self, guest: &mut G, thread: u32) -> bool {
        let has_gone_on = || self.path.events.iter().any(|event| event.step.choice.thread == thread);
        guest.is_daemon(thread) && (guest.pending(thread).is_some() || has_gone_on())
    }

    /// The threads that go on going round, whatever the last choice did; it wakes the others.
    fn still_spinning(&self, outcome: &mut Outcome) -> Vec<Step> {
        let spinning = &self.frames[self.frames.len() - 1].spinning;
        let (woken, still): (Vec<&Step>, Vec<&Step>) = spinning.iter().partition(|step| step.depends(&outcome.step));
        if !woken.is_empty() {
            let threads: Vec<u32> = woken.iter().map(|step| step.choice.thread).collect();
            let touches = outcome.step.touches.iter().copied().chain(threads.iter().map(|thread| Touch::wake(*thread)));
            outcome.step.touches = touches.collect();
            outcome
                .woken
                .extend(threads.iter().filter(|thread| !outcome.woken.contains(thread)).copied().collect::<Vec<_>>());
        }
        still.into_iter().cloned().collect()
    }

    /// Whether the thread of the last step has come back to where it was without having changed anything: what it did since. Others may have gone on
    /// meanwhile, as long as nothing they did comes after what it did: so it does not matter in which order the steps of a class are taken. If something
    /// does, that is what it goes round again for.
    fn go_round(&mut self, guest: &mut G, pending: &[Option<Event>]) -> Option<Step> {
        let last = self.path.events.len() - 1;
        let choice = self.path.events[last].step.choice;
        let standing = pending.get(choice.thread as usize).copied().flatten()?;
        let own = self.round(last, standing)?;
        let comes_after = |other: &usize| own.iter().any(|own| own < other && self.path.is_before(*own, *other));
        let (wakers, others): (Vec<usize>, Vec<usize>) =
            (own[0]..last).filter(|at| !own.contains(at)).partition(comes_after);
        if wakers.iter().any(|at| self.path.is_before(*at, last)) || !self.comes_back(guest, own[0], &others, &own) {
            return None;
        }
        if !wakers.is_empty() {
            self.path.wake(choice.thread, &wakers);
            return None;
        }
        let touches = own.iter().flat_map(|at| self.path.events[*at].step.touches.iter().copied());
        Some(Step { choice, touches: touches.filter(|touch| *touch != Touch::ALL).collect() })
    }

    /// The last steps of a thread up to one, none of which changes anything, since it last stood before something.
    fn round(&self, last: usize, standing: Event) -> Option<Vec<usize>> {
        let thread = self.path.events[last].step.choice.thread;
        let mut own = vec![last];
        let mut at = last;
        while self.leaves_all_as_it_was(at) {
            if self.frames[at].standing(thread) == Some(standing) {
                own.reverse();
                return Some(own);
            }
            at = self.path.previous(at)?;
            own.push(at);
        }
        None
    }

    /// Whether a step of the path changed nothing for others. That a thread wakes up without cause depends on everything, and changes nothing.
    fn leaves_all_as_it_was(&self, at: usize) -> bool {
        let step = &self.path.events[at].step;
        let needs_company = self.frames[at].touched(step.choice) == Some(Touch::ALL);
        let mut touches = step.touches.iter().filter(|touch| !(needs_company && **touch == Touch::ALL));
        touches.all(|touch| touch.what.changes_nothing())
    }

    /// Whether some of the steps after so many, taken behind the others, lead to the state they begin in. The path stays as it is.
    fn comes_back(&mut self, guest: &mut G, start: usize, others: &[usize], own: &[usize]) -> bool {
        let choices: Vec<Choice> = self.path.events.iter().map(|event| event.step.choice).collect();
        guest.rewind(&self.frames[start].mark);
        others.iter().for_each(|at| drop(guest.take(choices[*at])));
        let before = guest.fingerprint();
        own.iter().for_each(|at| drop(guest.take(choices[*at])));
        let is_same = guest.fingerprint() == before;
        guest.rewind(&self.frames[start].mark);
        for (index, choice) in choices[start..].iter().enumerate() {
            if index > 0 {
                // Marks made after the one gone back to are forgotten.
                self.frames[start + index].mark = guest.mark();
            }
            guest.take(*choice);
        }
        if let Some(frame) = self.frames.get_mut(choices.len()) {
            frame.mark = guest.mark();
        }
        is_same
    }

    /// Looks whether threads go round for ever after a path, at whose end the guest is, if anybody asks.
    fn look_for_livelocks(&mut self, guest: &mut G, stem: &[Choice]) {
        if !self.properties.contains(Kind::Livelock) {
            return;
        }
        let explored = self.explored.as_ref().map_or(0, Below::len);
        match livelock::below(guest, stem, MOST_AROUND.max(MOST_TIMES * explored)) {
            Some(lassos) => self.lassos.extend(lassos),
            None => self.left_out = true,
        }
    }

    /// Takes in the state the last choice led to, or the root, which has these choices; `again` if another worker has been there. Returns its node.
    fn advance(&mut self, guest: &mut G, choices: &[Choice], again: bool) -> u32 {
        let length = self.frames.len() as u32;
        let taken = self.taken.take();
        let pending: Vec<Option<Event>> = (0..guest.threads()).map(|thread| guest.pending(thread)).collect();
        let (mut node, mut woken, mut spinning, mut carried) = (ROOT, Vec::new(), Vec::new(), Vec::new());
        match &taken {
            None if again => {}
            None => self.tree().enter(ROOT),
            Some(taken) => {
                let mut outcome = self.outcome(guest, taken.choice, Some(choices));
                spinning = self.still_spinning(&mut outcome);
                woken.extend_from_slice(&outcome.woken);
                node = taken.node;
                if !again {
                    self.tree().reach(node, outcome.step.clone());
                }
                carried = self.extend(outcome);
                spinning.extend(self.go_round(guest, &pending));
            }
        }
        let before = self.frames.last().map_or(&[][..], |frame| &frame.choices[..]);
        let since = |choice: &Choice| {
            let moved = taken.as_ref().is_some_and(|taken| taken.choice.thread == choice.thread);
            let known = before.iter().find(|(before, _)| before == choice).filter(|_| !moved);
            known.filter(|_| !woken.contains(&choice.thread)).map_or(length, |(_, since)| *since)
        };
        let spins = |choice: &Choice| spinning.iter().any(|step: &Step| step.choice.thread == choice.thread);
        let choices: Vec<_> =
            choices.iter().filter(|choice| !spins(choice)).map(|choice| (*choice, since(choice))).collect();
        self.here = true;
        let mut below = Doings::default();
        spinning.iter().for_each(|step| below.add_step(step));
        let (preemptions, running) = self.count_preemptions(guest, taken.map(|taken| taken.choice.thread), &choices);
        let is_bound = running.is_some() && self.bound == Some(preemptions);
        let occasions = choices.iter().map(|(choice, _)| (*choice, guest.occasion(*choice)));
        let occasions: Vec<_> = occasions.filter(|(_, occasion)| *occasion != Occasion::Any).collect();
        let mark = guest.mark();
        let key = None;
        self.frames.push(Frame {
            mark,
            node,
            choices,
            occasions,
            pending,
            spinning,
            carried,
            key,
            below,
            is_shared: false,
            preemptions,
            running,
            is_bound,
        });
        node
    }

    /// Under a bound: the preemptions on the way to the state a thread's step led to, and the thread if it goes on there.
    fn count_preemptions(&self, guest: &mut G, thread: Option<u32>, choices: &[(Choice, u32)]) -> (u32, Option<u32>) {
        let (Some(thread), Some(frame), Some(_)) = (thread, self.frames.last(), self.bound) else { return (0, None) };
        let preempts = frame.running.is_some_and(|running| running != thread);
        let possible: Vec<Choice> = choices.iter().map(|(choice, _)| *choice).collect();
        let goes_on = goes_on(guest, thread, &possible);
        (frame.preemptions + u32::from(preempts), goes_on.then_some(thread))
    }

    /// Adds the outcome of the last choice to the path.
    fn extend(&mut self, outcome: Outcome) -> Vec<(u32, Touch)> {
        let Outcome { step, mut woken, lost, carried } = outcome;
        let frame = &self.frames[self.frames.len() - 1];
        if frame.touched(step.choice) == Some(Touch::IDLE) {
            woken.extend(0..frame.pending.len() as u32);
        }
        let since = frame.choices.iter().find(|(choice, _)| *choice == step.choice).map_or(0, |(_, since)| *since);
        self.path.add(step, since, &woken);
        self.lost.push(lost);
        carried
    }

    /// The path is over: what else should be explored because of it is put into the tree.
    fn look_for_reversals(&mut self, guest: &mut G) {
        let mut sequences: Vec<(usize, Vec<Planned>)> = Vec::new();
        for later in self.to_look_at(guest) {
            let thread = self.path.events[later].step.choice.thread;
            let alternatives = alternatives(&self.frames[later].choices, thread);
            for earlier in self.path.events[later].races.clone() {
                let last =
                    Planned { step: self.path.events[later].step.clone(), elsewhere: Some(alternatives.clone()) };
                sequences.push((earlier as usize, self.sequence(earlier as usize, Some(later), last)));
            }
            for step in self.lost[later].clone() {
                sequences.push((later, self.sequence(later, None, Planned { step, elsewhere: None })));
            }
        }
        self.looked = self.path.events.len();
        self.add_unfinished(guest, &mut sequences);
        self.plan(sequences);
    }

    /// The steps whose races should be looked at: those nobody has, and those that others came after since who would notice the end of their thread. Brought
    /// before another step, one may be the last of its thread, and does not commute with them any more.
    fn to_look_at(&self, guest: &mut G) -> Vec<usize> {
        let new = self.looked..self.path.events.len();
        let threads = 0..guest.threads();
        let noticing = |thread: u32| -> Vec<usize> {
            let end = Touch { what: What::End, place: guest.place(Location::Thread(ThreadId(thread))) };
            let ends = [end, Touch::end(false), Touch::PROGRAM_ENDS];
            let notices = |touch: &Touch| ends.iter().any(|end| end.conflicts(*touch));
            new.clone().filter(|at| self.path.events[*at].step.touches.iter().any(notices)).collect()
        };
        let noticing: Vec<Vec<usize>> = threads.map(noticing).collect();
        let again = |at: &usize| {
            let thread = self.path.events[*at].step.choice.thread as usize;
            noticing.get(thread).is_some_and(|new| new.iter().any(|new| !self.path.is_before(*at, *new)))
        };
        (0..self.looked).filter(again).chain(new.clone()).collect()
    }

    /// Nothing can go on unless time passes: the same as at the end of a path, which what comes next depends on whatever it is.
    fn look_while_idle(&mut self, guest: &mut G, node: u32) {
        let mut sequences = Vec::new();
        self.add_unfinished(guest, &mut sequences);
        self.plan(sequences);
        // Whose time is up first decides what is possible at all.
        let possible = self.frames[self.frames.len() - 1].possible();
        self.tree().insert_all(node, &possible);
    }

    /// Puts sequences into the tree, each by the length of the path that it is to follow.
    fn plan(&mut self, sequences: Vec<(usize, Vec<Planned>)>) {
        let mut tree = self.tree.lock().unwrap_or_else(PoisonError::into_inner);
        for (earlier, sequence) in sequences {
            let frame = &self.frames[earlier];
            if self.path.is_bounded {
                // To let another go first where the thread began to run, or had to wait, may cost less than to interrupt it.
                let thread = self.path.events.get(earlier).map(|event| event.step.choice.thread);
                let run = self.frames[..=earlier].iter().rev().take_while(|frame| frame.running == thread).count();
                let begin = &self.frames[earlier.saturating_sub(run)];
                let last: Vec<Planned> = sequence.last().cloned().into_iter().collect();
                let wanted = last.first().map_or(0, |last| last.step.choice.thread);
                self.left_out |= [frame, begin].iter().any(|frame| !frame.allows(wanted));
                if run > 0 {
                    tree.insert(begin.node, last, &begin.possible());
                }
            }
            tree.insert(frame.node, sequence, &frame.possible());
        }
    }

    /// Whether the state just come to need not be explored, where states are matched: it has been, or is being on this path. What is done below one that is
    /// being explored is not known before all of it is, so that may be anything.
    fn is_known(&mut self, guest: &mut G) -> bool {
        let Some(explored) = &mut self.explored else { return false };
        let Some(frame) = self.frames.last_mut() else { return false };
        let key = key(guest);
        if let Some(known) = explored.get(key) {
            frame.below.add_all(&known);
            return true;
        }
        let is_new = explored.enter(key);
        if is_new {
            frame.key = Some(key);
        } else {
            self.round = true;
            frame.below.add_anything();
        }
        !is_new
    }

    /// The path has come to a state that need not be explored: the same for what is done below it.
    fn look_below(&mut self) {
        let Some((last, before)) = self.frames.split_last() else { return };
        let known = last.below.list().to_vec();
        if is_anything(&known) {
            let mut tree = self.tree.lock().unwrap_or_else(PoisonError::into_inner);
            return before.iter().for_each(|frame| tree.insert_all(frame.node, &frame.possible()));
        }
        let races: Vec<(Doing, Vec<u32>)> = known.iter().map(|doing| (*doing, self.path.races_with(*doing))).collect();
        let mut tree = self.tree.lock().unwrap_or_else(PoisonError::into_inner);
        for (doing, earlier) in races {
            let step = Step { choice: Choice::thread(doing.thread), touches: [doing.touch].into() };
            for earlier in earlier {
                let frame = &self.frames[earlier as usize];
                let planned = Planned { step: step.clone(), elsewhere: None };
                tree.insert_any(frame.node, vec![planned], &frame.possible());
            }
        }
    }

    /// Leaves the last state for good.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let Some(explored) = &mut self.explored else { return };
        let depth = self.frames.len();
        if let Some(above) = self.frames.last_mut() {
            let step = &self.path.events[depth - 1].step;
            // What comes after a step that nothing comes after but what needs it races with nothing before that.
            if !step.touches.contains(&Touch::IDLE) {
                above.below.add_all(frame.below.list());
                above.below.add_step(step);
            }
        }
        if let Some(key) = frame.key {
            explored.leave(key, (!frame.is_shared).then_some(frame.below));
        }
    }

    /// Notes something done, or to be done, below the last state.
    fn note(&mut self, step: &Step) {
        if self.explored.is_some()
            && let Some(frame) = self.frames.last_mut()
        {
            frame.below.add_step(step);
        }
    }

    /// The same for what threads were about to do when the path ended: those that wait for ever, and those that could have gone on.
    fn add_unfinished(&mut self, guest: &mut G, sequences: &mut Vec<(usize, Vec<Planned>)>) {
        // Who sleeps has been explored, and who goes round does nothing it has not done since the others stopped.
        let sleeps = |thread: u32| {
            let last = self.frames.last().filter(|_| self.stopped);
            last.is_some_and(|last| {
                let mut spinning = last.spinning.iter().map(|step| step.choice.thread);
                last.choices.iter().any(|(choice, _)| choice.thread == thread) || spinning.any(|spins| spins == thread)
            })
        };
        // Who could have gone on instead of the step that ended the path is to be explored in its place, and what that races with is seen then. Under a bound it
        // may cost too much there.
        let replaces = |thread: u32| {
            let lost = self.lost.last().filter(|_| self.cut && !self.path.is_bounded);
            lost.is_some_and(|lost| lost.iter().any(|step| step.choice == Choice::thread(thread)))
        };
        let awake: Vec<u32> = (0..guest.threads()).filter(|thread| !sleeps(*thread) && !replaces(*thread)).collect();
        for thread in awake {
            let Some(pending) = guest.pending(thread) else { continue };
            if guest.occasion(Choice::thread(thread)) == Occasion::Idle {
                // It would not have come before anything.
                continue;
            }
            let can =
                |frame: &Frame<G::Mark>| frame.choices.iter().any(|(choice, _)| *choice == Choice::thread(thread));
            let blocks = matches!(pending.action, Action::Wait | Action::Park | Action::Join);
            let wakes = matches!(pending.action, Action::Wait | Action::Park)
                && guest.spurious().is_some()
                && !guest.is_possible(Choice::thread(thread));
            let mut touches: Vec<Touch> = Vec::new();
            let (choice, elsewhere) = if let Some(alternative) = guest.spurious().filter(|_| wakes) {
                // It would have woken up before the others had done all they could.
                add_silent(guest, &pending, &mut touches);
                touches.push(Touch::ALL);
                (Choice { thread, alternative }, None)
            } else if !blocks || self.frames.last().is_some_and(can) {
                add_event(guest, &pending, &mut touches);
                // Whoever is to wait has the monitor, and who waits has left it: no reversal brings that before another's taking it.
                touches.retain(|touch| touch.what != What::Release);
                (Choice::thread(thread), Some(Vec::new()))
            } else {
                // What it waits for did not come before it, either.
                continue;
            };
            let step = Step { choice, touches: touches.into() };
            self.note(&step);
            let waits = pending.action == Action::Lock && !guest.is_possible(choice);
            let (races, _) = if waits {
                // Whatever was done since another took the monitor could not come after this.
                let touches = step.touches.iter().copied().chain([Touch::IDLE]).collect();
                self.path.look_back(&Step { choice, touches }, 0)
            } else {
                self.path.look_back(&step, 0)
            };
            for earlier in races {
                let planned = Planned { step: step.clone(), elsewhere: elsewhere.clone() };
                sequences.push((earlier as usize, self.sequence(earlier as usize, None, planned)));
            }
        }
    }

    /// All steps of the path after one that do not need it, but for `without`, and at last another.
    fn sequence(&self, earlier: usize, without: Option<usize>, last: Planned) -> Vec<Planned> {
        let later =
            (earlier + 1..self.path.events.len() - usize::from(self.cut)).filter(|later| Some(*later) != without);
        let (left_out, kept): (Vec<usize>, Vec<usize>) = later.partition(|later| self.path.is_before(earlier, *later));
        let step = |at: &usize| &self.path.events[*at].step;
        let kept = kept.iter().map(|later| Planned { step: step(later).clone(), elsewhere: None });
        let mut sequence: Vec<Planned> = kept.chain([last]).collect();
        if [earlier].iter().chain(&left_out).any(|at| step(at).ends_thread()) {
            sequence.iter_mut().for_each(|planned| planned.step.remove(Touch::PROGRAM_ENDS));
        }
        sequence
    }

    /// Brings the guest to the state of the last frame.
    fn come_back(&mut self, guest: &mut G, trail: &mut Trail) {
        if !self.here
            && let Some(frame) = self.frames.last()
        {
            guest.rewind(&frame.mark);
            trail.back_to(self.frames.len() as u32 - 1);
            self.here = true;
        }
    }

    fn forget_after(&mut self, length: usize) {
        self.path.truncate(length);
        self.lost.truncate(length);
        self.looked = self.looked.min(length);
    }

    /// The path ended with the last choice.
    fn end_path(&mut self, guest: &mut G) {
        if let Some(taken) = self.taken.take() {
            let mut outcome = self.outcome(guest, taken.choice, None);
            let leaves_others = (0..guest.threads()).any(|thread| guest.pending(thread).is_some());
            if self.ended {
                outcome.step.touches = outcome.step.touches.iter().copied().chain([Touch::PROGRAM_ENDS]).collect();
            } else {
                // A thread that dies where nothing comes after it is not one of those that end one after the other.
                [false, true].map(Touch::end).into_iter().for_each(|end| outcome.step.remove(end));
            }
            let Step { choice, touches } = outcome.step.clone();
            self.note(&outcome.step);
            self.extend(outcome);
            if !self.cut && !self.ended {
                // Who has gone round once more did so because of what others did meanwhile, and stands behind that now.
                let pending: Vec<Option<Event>> = (0..guest.threads()).map(|thread| guest.pending(thread)).collect();
                self.go_round(guest, &pending);
            }
            #[cfg(test)]
            super::class::note(&self.path);
            self.cut &= leaves_others;
            let frame = &self.frames[self.frames.len() - 1];
            // What ends a path ends it for all that could have gone on.
            let cuts = self.cut && frame.choices.iter().any(|(other, _)| other.thread != choice.thread);
            let touches = touches.iter().copied().chain(cuts.then_some(Touch::ALL)).collect();
            self.tree().reach(taken.node, Step { choice, touches });
            self.look_for_reversals(guest);
            let mut tree = self.tree();
            tree.end(taken.node);
            tree.leave(taken.node);
        } else if self.stopped {
            self.look_for_reversals(guest);
            let last = self.frames.len() - 1;
            if self.explored.is_some() {
                self.look_below();
            }
            let node = self.frames[last].node;
            self.tree().end(node);
        }
        (self.stopped, self.cut, self.ended) = (false, false, false);
    }
}

/// What a state is known by: objects that go by other names on another path make it another, since what is done below it is told by their names.
fn key<G: Guest>(guest: &mut G) -> u128 {
    let fingerprint = guest.fingerprint();
    fingerprint ^ u128::from(guest.names()) << 64
}

/// The alternatives a thread has among choices.
fn alternatives(choices: &[(Choice, u32)], thread: u32) -> Vec<u32> {
    choices.iter().filter(|(choice, _)| choice.thread == thread).map(|(choice, _)| choice.alternative).collect()
}

/// Whether a thread stands before the same operation.
fn is_same(one: Option<Event>, other: Option<Event>) -> bool {
    one.map(|event| (event.action, event.location)) == other.map(|event| (event.action, event.location))
}

impl<G: Guest> Frontier<G> for Reduced<G> {
    const FOLLOWS: bool = true;

    fn new(guest: &mut G, setup: &Setup<'_>) -> Self {
        Reduced {
            root: guest.mark(),
            tree: setup.tree.clone(),
            is_first: setup.worker == 0,
            frames: Vec::new(),
            path: Path::new(setup.strategy.bound.is_some(), guest.spurious().is_some()),
            lost: Vec::new(),
            taken: None,
            given: None,
            here: false,
            looked: 0,
            stopped: false,
            lassos: Vec::new(),
            left_out: false,
            spun: 0,
            cut: false,
            ended: false,
            explored: setup.matches.then(|| Below::new(setup.explored.clone())),
            matched: 0,
            round: false,
            bound: setup.strategy.bound.and_then(|bound| bound.most),
            properties: setup.properties,
        }
    }

    fn home(&mut self, guest: &mut G) {
        guest.rewind(&self.root);
    }

    fn push(&mut self, guest: &mut G, _trail: &Trail, _entered: &Entered, choices: &[Choice], _ranks: &[Rank]) {
        let node = self.advance(guest, choices, false);
        if self.is_known(guest) {
            self.stopped = true;
            self.matched += 1;
            return;
        }
        let frame = &self.frames[self.frames.len() - 1];
        if frame.choices.is_empty() {
            self.stopped = true;
            self.spun += 1;
            let stem = self.path();
            self.look_for_livelocks(guest, &stem);
        } else {
            if frame.is_idle() {
                self.look_while_idle(guest, node);
            }
            let frame = &self.frames[self.frames.len() - 1];
            let chosen = self.tree().choose(node, &frame.in_turn());
            self.stopped = !chosen;
        }
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        if let Some(given) = self.given.take() {
            self.here = false;
            let choice = given.choice;
            self.taken = Some(given);
            return Ok(Some(choice));
        }
        self.settle(guest);
        while let Some(frame) = self.frames.last() {
            let mut tree = self.tree();
            if let Some((node, choice)) = tree.claim(frame.node, &frame.possible()) {
                let went_otherwise = tree.went_otherwise(frame.node, choice);
                drop(tree);
                self.forget_after(self.frames.len() - 1);
                if went_otherwise {
                    // What is to be explored because of earlier races was put down with the thread going the other way.
                    self.looked = 0;
                }
                self.come_back(guest, trail);
                self.here = false;
                self.taken = Some(Taken { node, choice });
                return Ok(Some(choice));
            }
            tree.leave(frame.node);
            drop(tree);
            self.leave();
            self.here = false;
        }
        if std::mem::take(&mut self.round) {
            guest.rewind(&self.root);
            trail.back_to(0);
            self.look_for_livelocks(guest, &[]);
        }
        Ok(None)
    }

    fn took(&mut self, guest: &mut G, _choice: Choice, status: &Status) {
        self.ended = match status {
            // Nobody asks what the last thread died of that the program waits for.
            Status::Violated(finding) if !self.properties.contains(finding.kind) => is_over(guest),
            status => *status == Status::Ended,
        };
        self.cut = self.ended;
    }

    fn cut(&mut self) {
        self.cut = true;
    }

    fn share(&self) -> Option<f64> {
        if self.explored.is_some() {
            return None;
        }
        let tree = self.tree();
        let (mut explored, mut weight) = (0.0, 1.0);
        for frame in &self.frames {
            let (done, open) = tree.branches(frame.node);
            weight /= f64::from((done + open).max(1));
            explored += weight * f64::from(done);
        }
        Some(explored)
    }

    fn left_out(&mut self) -> bool {
        std::mem::take(&mut self.left_out)
    }

    fn has_lassos(&self) -> bool {
        !self.lassos.is_empty()
    }

    fn take_lassos(&mut self) -> Vec<Lasso> {
        std::mem::take(&mut self.lassos)
    }

    fn depth(&self) -> u64 {
        self.frames.len() as u64
    }

    fn path(&self) -> Vec<Choice> {
        let taken = self.taken.as_ref().map(|taken| taken.choice);
        self.path.events.iter().map(|event| event.step.choice).chain(taken).collect()
    }

    fn seen(&mut self, _seen: &Entered) -> bool {
        false
    }

    fn accept(
        &mut self,
        guest: &mut G,
        trail: &mut Trail,
        mut work: Work,
        _key: &mut dyn FnMut(&mut G) -> u64,
    ) -> Result<Work, String> {
        let Some(Branch { path, open }) = work.pop() else { return Ok(work) };
        self.home(guest);
        trail.back_to(0);
        let mut possible = Vec::new();
        let given = open.iter().flat_map(|(_, choices)| choices);
        for (depth, choice) in path.iter().chain(given).copied().enumerate() {
            possible.clear();
            guest.choices(&mut possible);
            let node = self.advance(guest, &possible, true);
            let Some(node) = self.tree().child(node, choice) else {
                return Err(format!("step {} of a path another worker gave away is not known", depth + 1));
            };
            self.taken = Some(Taken { node, choice });
            if depth < path.len() {
                retrace_on(guest, trail, depth, choice)?;
            }
        }
        self.here = true;
        self.looked = open.first().map_or(0, |(looked, _)| *looked as usize);
        if open.iter().all(|(_, choices)| choices.is_empty()) {
            possible.clear();
            guest.choices(&mut possible);
            self.advance(guest, &possible, true);
            return Ok(work);
        }
        self.given = self.taken.take();
        let parent = self.frames.last().map_or(ROOT, |frame| frame.node);
        if self.given.as_ref().is_some_and(|given| self.tree().went_otherwise(parent, given.choice)) {
            self.looked = 0;
        }
        Ok(work)
    }

    fn give(&mut self) -> Option<Branch> {
        let mut tree = self.tree.lock().unwrap_or_else(PoisonError::into_inner);
        let frame = self.frames.iter().position(|frame| tree.waiting_at(frame.node) > 0)?;
        let is_last = frame + 1 == self.frames.len();
        if self.stopped || is_last && tree.waiting_at(self.frames[frame].node) < 2 {
            return None;
        }
        let (_, choice) = tree.claim(self.frames[frame].node, &self.frames[frame].possible())?;
        for frame in &self.frames[..=frame] {
            tree.enter(frame.node);
        }
        drop(tree);
        self.frames[..=frame].iter_mut().for_each(|frame| frame.is_shared = true);
        let path = self.path.events[..frame].iter().map(|event| event.step.choice).collect();
        // What has not been looked at yet may never be here: all that is left on the way may be taken by others.
        Some(Branch { path, open: vec![(self.looked.min(frame) as u32, vec![choice])] })
    }

    fn save(&self) -> Work {
        // It is kept how many steps have been looked at. A path given away that was not begun is still that.
        let Some(length) = self.frames.len().checked_sub(1) else { return Work::new() };
        let path = self.path.events[..length].iter().map(|event| event.step.choice).collect();
        let given = self.given.iter().map(|given| given.choice).collect();
        vec![Branch { path, open: vec![(self.looked.min(length) as u32, given)] }]
    }

    fn settle(&mut self, guest: &mut G) {
        if self.taken.is_some() || self.stopped {
            self.end_path(guest);
        }
    }

    fn add_counts(&mut self, counters: &mut Counters) {
        counters.executions += std::mem::take(&mut self.spun);
        // It was counted as one more each time it was met.
        counters.states -= std::mem::take(&mut self.matched);
        let mut tree = self.tree();
        counters.blocked += std::mem::take(&mut tree.blocked);
        counters.reversals += std::mem::take(&mut tree.reversals);
    }

    fn begin_again(&mut self) {
        self.tree().clear();
        self.explored.iter_mut().for_each(Below::clear);
        self.round = false;
    }

    fn clear(&mut self) {
        self.frames.clear();
        self.forget_after(0);
        (self.taken, self.given) = (None, None);
        self.here = false;
        (self.stopped, self.cut, self.ended) = (false, false, false);
        self.explored.iter_mut().for_each(Below::forget_path);
    }

    fn bytes(&self) -> u64 {
        let frame = |frame: &Frame<G::Mark>| {
            size_of::<Frame<G::Mark>>() + size_of_val(&frame.choices[..]) + size_of_val(&frame.pending[..])
        };
        let tree = if self.is_first { self.tree().bytes() } else { 0 };
        let explored = self.explored.as_ref().map_or(0, |explored| explored.bytes(self.is_first));
        self.path.bytes() + tree + explored + self.frames.iter().map(frame).sum::<usize>() as u64
    }
}
