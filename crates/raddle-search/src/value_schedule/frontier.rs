//! The frontier of a search of value schedules: the one being derived, step by step, and what else its steps could have read or waited for.

use super::class::{Event, changes_nothing, only_accesses, written};
use super::doing::{Outcome, Standing, standing, standings};
use super::witness::fulfil;
use crate::finding::Kinds;
use crate::frontier::{Branch, Frontier, Setup, Work};
use crate::guest::{Choice, Guest, Status};
use crate::livelock::{self, Lasso};
use crate::order::Rank;
use crate::reduce::{Known, Touch};
use crate::replay::{expect_possible, retrace, retrace_on};
use crate::report::{Counters, Refuted};
use crate::store::Entered;
use crate::trail::Trail;
use raddle_vm::event::{Action, Site};

/// States looked at, at most, to see whether threads that go round do so for ever.
const MOST_AROUND: usize = 100_000;

/// A thread that goes on only after something that makes a difference to it.
#[derive(Clone)]
struct Promise {
    thread: u32,
    /// How long the schedule was: what it reads must come from a step derived since, unless something else does not commute with it.
    since: u32,
    /// What it may do, and has done where it went on.
    touches: Vec<Touch>,
    is_access: bool,
    /// The places it reads, and where in the code, if nothing but a write of one of them makes a difference to it.
    waits_for: Option<(Vec<u64>, Site)>,
    /// What came to make a difference whenever it was not put off. Where it has read what some of that wrote, the rest may not be seen again to come.
    rivals: Rivals,
    /// Whether its step ended the execution, whoever else could have gone on.
    ends_all: bool,
}

/// Steps of other threads that could make a difference to one that reads, if they came first.
#[derive(Clone, Default)]
struct Rivals {
    /// Threads, each with how many steps it had taken before.
    steps: Vec<(u32, u32)>,
    /// There may be others.
    is_open: bool,
}

impl Rivals {
    fn add(&mut self, other: &Rivals) {
        self.steps.extend(&other.steps);
        self.is_open |= other.is_open;
    }
}

/// A way for a thread to go on.
struct Way {
    choice: Choice,
    /// The places it reads, each with the write it is to see.
    reads: Vec<(u64, Option<u32>)>,
    /// The order of all steps, this one included, if it is not the last.
    order: Option<Vec<u32>>,
    /// Whether it fits only if it turns out not to write.
    is_trial: bool,
}

/// The schedule up to a step.
struct Node {
    /// An order of its steps, if it is another than that of the node before and the step derived from it.
    order: Option<Vec<u32>>,
    choices: Vec<Choice>,
    standings: Vec<Option<Standing>>,
    /// What the next step of each thread comes after.
    known: Vec<Known>,
    /// What threads did, brought along by others or by the way, since their last step: it belongs to their next.
    carried: Vec<(u32, Touch)>,
    promises: Vec<Promise>,
    /// Threads that go round without changing anything. The order lets them do so for ever.
    spinning: Vec<Round>,
    /// The thread that goes on, and the ways for it that are left, the last first.
    chosen: Option<u32>,
    ways: Vec<Way>,
    /// What it did, whichever way it went.
    done: Vec<Touch>,
    /// Accesses of others that could have been to the same memory as its own, and were not.
    apart: Vec<Site>,
    /// Whether another thread came to something that could make a difference to it, and, if it reads, to what.
    is_contested: bool,
    rivals: Rivals,
    /// Whether it ended the execution, whoever else could have gone on.
    is_cut: bool,
}

/// What a step led to.
struct Arrival {
    /// The order of all steps, if it is another than before.
    order: Option<Vec<u32>>,
    standings: Vec<Option<Standing>>,
    known: Vec<Known>,
    carried: Vec<(u32, Touch)>,
    woken: Vec<u32>,
    spinning: Option<Round>,
}

/// Steps by which a thread came back to where it was.
#[derive(Clone)]
struct Round {
    thread: u32,
    first: u32,
    touches: Vec<Touch>,
    /// The places read, each with the write that was seen. It is gone round for ever if those are the last.
    reads: Vec<(u64, Option<u32>)>,
}

/// A way being gone.
struct Taken {
    way: Way,
    /// The steps that follow in its order.
    rest: Vec<u32>,
    /// What threads stood before.
    before: Vec<Option<Standing>>,
}

/// The schedule being derived.
pub(crate) struct ValueSchedules<G: Guest> {
    root: G::Mark,
    /// Its steps in the order in which they were derived, and a node before each and after the last.
    events: Vec<Event>,
    nodes: Vec<Node>,
    /// The steps that lead to the guest's state, and the ways back to the states between them.
    path: Vec<u32>,
    marks: Vec<G::Mark>,
    taken: Option<Taken>,
    arrival: Option<Arrival>,
    /// Whether the guest is further than the path says.
    is_ahead: bool,
    /// Whether the last step left others behind that could have gone on.
    leaves_others: bool,
    /// The first of the steps by which a thread came back to where it was, seeing what others had overwritten by then.
    in_vain: Option<u32>,
    /// What the last step did that it was not to do.
    surprise: Option<String>,
    lassos: Vec<Lasso>,
    left_out: bool,
    /// Executions that ended with threads going round.
    spun: u64,
    refuted: Refuted,
}

impl Node {
    fn possible(&self, thread: u32) -> impl Iterator<Item = Choice> + '_ {
        self.choices.iter().copied().filter(move |choice| choice.thread == thread)
    }

    fn promise(&self, thread: u32) -> Option<&Promise> {
        self.promises.iter().find(|promise| promise.thread == thread)
    }

    /// The threads that can go on, those first that nothing has to be decided for. That depends on the schedule, and on no order of it.
    fn threads(&self) -> Vec<u32> {
        let mut threads: Vec<u32> = self.choices.iter().map(|choice| choice.thread).collect();
        threads.dedup();
        threads.retain(|thread| !self.spinning.iter().any(|round| round.thread == *thread));
        threads.sort_by_key(|thread| match standing(&self.standings, *thread) {
            Some(standing) if standing.only_writes() => 0,
            Some(standing) if !standing.is_access => 1,
            None => 1,
            Some(_) => 2,
        });
        threads
    }
}

impl<G: Guest> ValueSchedules<G> {
    /// An order of the steps up to a node.
    fn order(&self, node: usize) -> Vec<u32> {
        let known = (0..=node).rev().find(|node| self.nodes[*node].order.is_some());
        let (mut order, from) = match known {
            Some(known) => (self.nodes[known].order.clone().unwrap_or_default(), known),
            None => (Vec::new(), 0),
        };
        order.extend(from as u32..node as u32);
        order
    }

    /// The write of a place that comes last in an order.
    fn last_write(&self, order: &[u32], place: u64) -> Option<u32> {
        order.iter().rev().copied().find(|step| self.events[*step as usize].writes().any(|written| written == place))
    }

    /// What a step of a thread comes after, given what it does.
    fn known_to(&self, node: &Node, thread: u32, touches: &[Touch], is_access: bool) -> Known {
        let mut known = node.known.get(thread as usize).cloned().unwrap_or_default();
        for event in self.events.iter().filter(|event| event.choice.thread != thread) {
            if event.is_ordered_with(touches, is_access) {
                known.join(&event.known);
            }
        }
        known
    }

    /// Chooses the thread to go on at the last node, and the ways for it. False if there is none.
    fn choose(&mut self) -> bool {
        let last = self.nodes.len() - 1;
        for thread in self.nodes[last].threads() {
            let ways = self.ways(thread);
            if !ways.is_empty() {
                let node = &mut self.nodes[last];
                node.chosen = Some(thread);
                node.ways = ways;
                node.done.clear();
                node.apart.clear();
                (node.is_contested, node.is_cut) = (false, false);
                node.rivals = Rivals::default();
                return true;
            }
        }
        self.nodes[last].chosen = None;
        false
    }

    /// The ways for a thread to go on at the last node, the last first.
    fn ways(&mut self, thread: u32) -> Vec<Way> {
        let last = self.nodes.len() - 1;
        let node = &self.nodes[last];
        let promise = node.promise(thread).cloned();
        let choices: Vec<Choice> = node.possible(thread).collect();
        let (touches, places, is_access, can_fail) = match standing(&node.standings, thread) {
            Some(standing) => {
                let Standing { touches, reads, is_access, event } = standing;
                (touches.clone(), reads.clone(), *is_access, event.action == Action::Update)
            }
            None => Default::default(),
        };
        if promise.is_some() && places.is_empty() {
            return Vec::new();
        }
        let known = self.known_to(node, thread, &touches, is_access);
        let order = self.order(last);
        let current: Vec<Option<u32>> = places.iter().map(|place| self.last_write(&order, *place)).collect();
        let sources: Vec<Vec<Option<u32>>> = places.iter().map(|place| self.sources(*place, &known)).collect();
        let mut ways = Vec::new();
        for assigned in assignments(&sources) {
            let is_new = |from: &Option<u32>| promise.as_ref().is_none_or(|promise| *from >= Some(promise.since));
            if promise.is_some() && !assigned.iter().any(is_new) {
                continue;
            }
            let reads: Vec<(u64, Option<u32>)> = places.iter().copied().zip(assigned.iter().copied()).collect();
            let is_current = assigned == current;
            let mut order_of = |touches: &[Touch]| {
                let mut known = known.clone();
                assigned.iter().flatten().for_each(|from| known.join(&self.events[*from as usize].known));
                known.set(thread, last as u32 + 1);
                let choice = Choice::thread(thread);
                let (touches, reads) = (touches.to_vec(), reads.clone());
                self.events.push(Event { choice, touches, is_access, reads, known });
                let lasting = lasting(&self.nodes[last].spinning);
                let fulfilled = fulfil(&self.events, &order, &lasting).or_else(|| fulfil(&self.events, &order, &[]));
                self.events.pop();
                fulfilled
            };
            let (order, is_trial) = match is_current {
                true => (None, false),
                false => match order_of(&touches) {
                    Some(order) => (Some(order), false),
                    None if can_fail => match order_of(&[]) {
                        Some(order) => (Some(order), true),
                        None => continue,
                    },
                    None => continue,
                },
            };
            let way = |choice: Choice| Way { choice, reads: reads.clone(), order: order.clone(), is_trial };
            ways.extend(choices.iter().map(|choice| (is_current, way(*choice))));
        }
        // What can be had in the order at hand comes first.
        ways.sort_by_key(|(is_current, _)| *is_current);
        ways.into_iter().map(|(_, way)| way).collect()
    }

    /// The writes of a place that one who comes after these steps may see: those that no other hides.
    fn sources(&self, place: u64, known: &Known) -> Vec<Option<u32>> {
        let writes = |step: &u32| self.events[*step as usize].writes().any(|written| written == place);
        let writers: Vec<u32> = (0..self.events.len() as u32).filter(writes).collect();
        let thread = |step: u32| self.events[step as usize].choice.thread;
        let before: Vec<u32> = writers.iter().copied().filter(|step| known.at(thread(*step)) > *step).collect();
        let is_hidden = |from: u32| {
            before.iter().any(|other| *other != from && self.events[*other as usize].knows(from, &self.events))
        };
        let beginning = before.is_empty().then_some(None);
        beginning.into_iter().chain(writers.into_iter().filter(|from| !is_hidden(*from)).map(Some)).collect()
    }

    /// Brings the guest to where an order of steps leads.
    fn follow(
        &mut self,
        guest: &mut G,
        order: &[u32],
        mut take: impl FnMut(&mut G, usize, Choice) -> Result<(), String>,
    ) -> Result<(), String> {
        let common = self.path.iter().zip(order).take_while(|(one, other)| one == other).count();
        let is_ahead = std::mem::take(&mut self.is_ahead);
        if common < self.path.len() || is_ahead {
            guest.rewind(&self.marks[common]);
        }
        self.path.truncate(common);
        self.marks.truncate(common + 1);
        for &step in &order[common..] {
            self.repeat(guest, step, &mut take)?;
        }
        Ok(())
    }

    /// Takes a step of the schedule again, after others than before, and looks that it does the same.
    fn repeat<R>(
        &mut self,
        guest: &mut G,
        step: u32,
        take: impl FnOnce(&mut G, usize, Choice) -> Result<R, String>,
    ) -> Result<(R, Outcome), String> {
        let before = standings(guest);
        let choice = self.events[step as usize].choice;
        let taken = take(guest, self.path.len(), choice)?;
        let outcome = Outcome::of(guest, choice, &before);
        let reads: Vec<(u64, Option<u32>)> =
            outcome.reads.iter().map(|place| (*place, self.last_write(&self.path, *place))).collect();
        if reads != self.events[step as usize].reads {
            return Err(format!(
                "step {} does not read what it did when it is done in another order",
                self.path.len() + 1
            ));
        }
        self.path.push(step);
        self.marks.push(guest.mark());
        Ok((taken, outcome))
    }

    /// Forgets all steps but the first so many.
    fn forget_after(&mut self, length: usize) {
        self.events.truncate(length);
        if let Some(gone) = self.path.iter().position(|step| *step as usize >= length) {
            self.path.truncate(gone);
            self.is_ahead = true;
        }
    }

    /// Whether a way that fits only if it does not write does so; the guest is where it is to be gone.
    fn is_refuted(&mut self, guest: &mut G, way: &Way) -> bool {
        if !way.is_trial {
            return false;
        }
        guest.take(way.choice);
        let writes = guest.events().iter().any(|event| event.action == Action::Update);
        guest.rewind(&self.marks[self.path.len()]);
        writes
    }

    /// Notes what a thread does, or is about to do, at the nodes where it could make a difference to the one chosen there, if it did it first.
    fn contest(
        &mut self,
        nodes: std::ops::Range<usize>,
        thread: u32,
        known: &Known,
        touches: &[Touch],
        is_access: bool,
        taken: u32,
    ) {
        let step = (thread, taken);
        for node in nodes {
            let event = &self.events[node];
            let by = event.choice.thread;
            let is_noted =
                |node: &Node| node.is_contested && (event.reads.is_empty() || node.rivals.steps.contains(&step));
            if !is_noted(&self.nodes[node])
                && by != thread
                && known.at(by) <= node as u32
                && event.races_with(touches, is_access)
            {
                let node = &mut self.nodes[node];
                node.is_contested = true;
                node.rivals.steps.push(step);
            }
        }
    }

    /// What a thread that goes on at a node had been put off for and is still to come, if anything is.
    fn rivals_left(&self, node: usize, thread: u32) -> Option<Rivals> {
        let mut rivals = self.nodes[node].promise(thread)?.rivals.clone();
        rivals.steps.retain(|(other, taken)| self.taken(*other) <= *taken);
        (rivals.is_open || !rivals.steps.is_empty()).then_some(rivals)
    }

    /// How many steps a thread has taken.
    fn taken(&self, thread: u32) -> u32 {
        self.events.iter().filter(|event| event.choice.thread == thread).count() as u32
    }

    /// The same for what threads stand before in the state the last step led to.
    fn contest_standings(&mut self, arrival: &Arrival) {
        let last = self.events.len() - 1;
        let moved = self.events[last].choice.thread;
        for (thread, standing) in arrival.standings.iter().enumerate() {
            let (Some(standing), thread) = (standing, thread as u32) else { continue };
            let known = arrival.known.get(thread as usize).cloned().unwrap_or_default();
            let from = if thread == moved || arrival.woken.contains(&thread) { 0 } else { last };
            let taken = self.taken(thread);
            self.contest(from..last + 1, thread, &known, &standing.touches, standing.is_access, taken);
        }
    }

    /// What the last step took away from another thread it could have had instead.
    fn contest_losses(&mut self, guest: &mut G) {
        let last = self.events.len() - 1;
        let (event, above) = (&self.events[last], &self.nodes[last]);
        let waits = |standing: &Standing| matches!(standing.event.action, Action::Lock | Action::Initialize);
        let loses = above.choices.iter().any(|choice| {
            choice.thread != event.choice.thread
                && !standing(&above.standings, choice.thread).is_some_and(waits)
                && !guest.is_possible(*choice)
        });
        self.nodes[last].is_contested |= loses;
        self.nodes[last].rivals.is_open |= loses;
    }

    /// Adds the step just taken to the schedule.
    fn derive(&mut self, guest: &mut G, taken: &Taken) -> Outcome {
        let choice = taken.way.choice;
        let mut outcome = Outcome::of(guest, choice, &taken.before);
        let node = &self.nodes[self.nodes.len() - 1];
        let carried = node.carried.iter().filter(|(thread, _)| *thread == choice.thread).map(|(_, touch)| *touch);
        outcome.touches.extend(carried);
        let reads: Vec<(u64, Option<u32>)> =
            outcome.reads.iter().map(|place| (*place, self.last_write(&self.path, *place))).collect();
        if reads != taken.way.reads {
            self.surprise = Some(format!("step {} does not read what it was to read", self.path.len() + 1));
        }
        let mut known = self.known_to(node, choice.thread, &outcome.touches, outcome.is_access);
        reads.iter().filter_map(|(_, from)| *from).for_each(|from| known.join(&self.events[from as usize].known));
        let index = self.events.len();
        known.set(choice.thread, index as u32 + 1);
        let before = node.known.get(choice.thread as usize).cloned().unwrap_or_default();
        let (touches, is_access) = (outcome.touches.clone(), outcome.is_access);
        self.events.push(Event { choice, touches: touches.clone(), is_access, reads, known });
        let taken = self.taken(choice.thread) - 1;
        self.contest(0..index, choice.thread, &before, &touches, is_access, taken);
        self.nodes[index].done.extend(touches);
        self.path.push(index as u32);
        self.marks.push(guest.mark());
        outcome
    }

    /// What all that was carried along comes after.
    fn arrive(&mut self, guest: &mut G, outcomes: Vec<(u32, Outcome)>) -> Arrival {
        let index = self.events.len() - 1;
        let node = &self.nodes[index];
        let event = &self.events[index];
        let mut known = node.known.clone();
        known.resize_with((guest.threads() as usize).max(known.len()), Known::default);
        known[event.choice.thread as usize] = event.known.clone();
        let mut carried: Vec<(u32, Touch)> =
            node.carried.iter().filter(|(thread, _)| *thread != event.choice.thread).copied().collect();
        let mut woken = Vec::new();
        for (step, outcome) in outcomes {
            for &(thread, touch) in &outcome.carried {
                let is_over = |event: &Event| event.choice.thread == thread && event.touches.contains(&touch);
                if !self.events.iter().any(is_over) && !carried.contains(&(thread, touch)) {
                    carried.push((thread, touch));
                    for event in self.events.iter().filter(|event| event.is_ordered_with(&[touch], false)) {
                        known[thread as usize].join(&event.known);
                    }
                }
            }
            if step as usize == index {
                for &thread in &outcome.woken {
                    known[thread as usize].join(&self.events[index].known);
                }
                woken = outcome.woken;
            }
        }
        Arrival { order: None, standings: standings(guest), known, carried, woken, spinning: None }
    }

    /// Whether the thread of the last step has come back to a state it was in, alone, without having changed anything: what it did since. What it could see
    /// after that it could have seen at once.
    fn goes_round(&mut self, guest: &mut G, standings: &[Option<Standing>]) -> Option<Round> {
        let thread = self.events.last()?.choice.thread;
        let now = standing(standings, thread)?.event;
        let mut start = self.path.len();
        loop {
            let step = self.path[start.checked_sub(1)?];
            let event = &self.events[step as usize];
            if event.choice.thread != thread || !changes_nothing(&event.touches) {
                return None;
            }
            start -= 1;
            if standing(&self.nodes[step as usize].standings, thread).is_some_and(|was| was.event == now) {
                break;
            }
        }
        let print = guest.fingerprint();
        guest.rewind(&self.marks[start]);
        let is_same = guest.fingerprint() == print;
        let steps = self.path[start..].to_vec();
        for (index, step) in steps.iter().enumerate() {
            guest.take(self.events[*step as usize].choice);
            // Marks made after the one gone back to are forgotten.
            self.marks[start + index + 1] = guest.mark();
        }
        let events = || steps.iter().map(|step| &self.events[*step as usize]);
        let touches = events().flat_map(|event| event.touches.iter().copied()).collect();
        let reads = events().flat_map(|event| event.reads.iter().copied()).collect();
        is_same.then_some(Round { thread, first: steps[0], touches, reads })
    }

    /// An order in which a round, and those of the threads that spin, could go on for ever.
    fn order_around(&self, round: &Round, order: &[u32]) -> Option<Vec<u32>> {
        let spinning = &self.nodes[self.nodes.len() - 1].spinning;
        let lasting = [&round.reads[..], &lasting(spinning)].concat();
        fulfil(&self.events, order, &lasting)
    }

    /// The first step of a round at the last node that cannot go on for ever in its order.
    fn broken(&self) -> Option<u32> {
        let last = self.nodes.len() - 1;
        let spinning = &self.nodes[last].spinning;
        if spinning.is_empty() {
            return None;
        }
        let order = self.order(last);
        let lasts = |(place, from): &(u64, Option<u32>)| self.last_write(&order, *place) == *from;
        spinning.iter().filter(|round| !round.reads.iter().all(lasts)).map(|round| round.first).min()
    }

    /// Where in the code a step is, if it is an access.
    fn site(&self, step: usize) -> Option<Site> {
        let event = &self.events[step];
        let standing = standing(&self.nodes[step].standings, event.choice.thread)?;
        event.is_access.then_some(standing.event.site)
    }

    /// Notes the accesses the last step could have conflicted with, had they been to the same memory.
    fn tell_apart(&mut self, guest: &mut G) {
        let last = self.events.len() - 1;
        let Some(site) = self.site(last) else { return };
        for step in 0..last {
            let (event, own) = (&self.events[step], &self.events[last]);
            let is_apart =
                || !event.touches.iter().any(|touch| own.touches.iter().any(|other| other.place == touch.place));
            if event.choice.thread != own.choice.thread
                && !own.knows(step as u32, &self.events)
                && is_apart()
                && !self.nodes[step].apart.contains(&site)
                && let Some(other) = self.site(step)
                && guest.could_meet(other, site)
            {
                self.nodes[step].apart.push(site);
                self.refuted.not_aliased += 1;
            }
        }
    }

    /// Whether a thread that was put off at the last node, or before, waits for a write to which nobody can come any more. Since when the first such one does.
    fn hopeless(&self, guest: &mut G) -> Option<u32> {
        let node = self.nodes.last()?;
        let is_hopeless = |promise: &&Promise| {
            let Some((places, site)) = &promise.waits_for else { return false };
            let writes = |event: &Event| event.writes().any(|place| places.contains(&place));
            !self.events[promise.since as usize..].iter().any(writes)
                && !(0..guest.threads()).any(|thread| thread != promise.thread && guest.could_come(thread, *site))
        };
        node.promises.iter().filter(is_hopeless).map(|promise| promise.since).min()
    }

    /// The schedule is given up, after so many steps at least, before anything could be seen to make a difference to those after them: whatever may have is taken
    /// to do so.
    fn suspect(&mut self, guest: &mut G, since: u32) {
        for step in since as usize..self.events.len() {
            let thread = self.events[step].choice.thread;
            let is_suspect = match self.site(step).filter(|_| only_accesses(&self.events[step].touches)) {
                Some(_) if self.events[step].reads.is_empty() => false,
                Some(site) => (0..guest.threads()).any(|other| other != thread && guest.could_come(other, site)),
                None => !self.events[step].touches.is_empty(),
            };
            self.nodes[step].is_contested |= is_suspect;
            self.nodes[step].rivals.is_open |= is_suspect;
        }
    }

    /// The node a step, or none, led to.
    fn node(&mut self, guest: &mut G, choices: &[Choice]) -> Node {
        let arrival = self.arrival.take().unwrap_or_else(|| Arrival {
            order: None,
            standings: standings(guest),
            known: vec![Known::default(); guest.threads() as usize],
            carried: Vec::new(),
            woken: Vec::new(),
            spinning: None,
        });
        let Arrival { order, standings, known, carried, spinning, .. } = arrival;
        let mut node = Node {
            order,
            choices: choices.to_vec(),
            standings,
            known,
            carried,
            promises: Vec::new(),
            spinning: Vec::new(),
            chosen: None,
            ways: Vec::new(),
            done: Vec::new(),
            apart: Vec::new(),
            is_contested: false,
            rivals: Rivals::default(),
            is_cut: false,
        };
        let Some((event, above)) = self.events.last().zip(self.nodes.last()) else { return node };
        let stays = |thread: u32| match (standing(&above.standings, thread), standing(&node.standings, thread)) {
            (Some(was), Some(is)) => {
                thread != event.choice.thread && was.is_same(is) && !event.is_ordered_with(&was.touches, was.is_access)
            }
            _ => false,
        };
        let holds =
            |promise: &&Promise| stays(promise.thread) && !event.is_ordered_with(&promise.touches, promise.is_access);
        node.promises = above.promises.iter().filter(holds).cloned().collect();
        let is_moved = |touches: &[Touch]| {
            !changes_nothing(&event.touches)
                && (event.is_ordered_with(touches, true)
                    || written(&event.touches).any(|place| touches.iter().any(|touch| touch.place == place)))
        };
        let still = above.spinning.iter().filter(|round| !is_moved(&round.touches));
        node.spinning = still.cloned().chain(spinning).collect();
        node
    }
}

/// What must not be overwritten for threads to go round for ever.
fn lasting(spinning: &[Round]) -> Vec<(u64, Option<u32>)> {
    spinning.iter().flat_map(|round| round.reads.iter().copied()).collect()
}

/// Every way to take one of each.
fn assignments(sources: &[Vec<Option<u32>>]) -> Vec<Vec<Option<u32>>> {
    sources.iter().fold(vec![Vec::new()], |begun, next| {
        begun.iter().flat_map(|begun| next.iter().map(|from| [&begun[..], &[*from]].concat())).collect()
    })
}

impl<G: Guest> Frontier<G> for ValueSchedules<G> {
    const FOLLOWS: bool = true;
    const COMPLETES: bool = true;

    fn new(guest: &mut G, _setup: &Setup<'_>) -> Self {
        ValueSchedules {
            root: guest.mark(),
            events: Vec::new(),
            nodes: Vec::new(),
            path: Vec::new(),
            marks: Vec::new(),
            taken: None,
            arrival: None,
            is_ahead: false,
            leaves_others: false,
            in_vain: None,
            surprise: None,
            lassos: Vec::new(),
            left_out: false,
            spun: 0,
            refuted: Refuted::default(),
        }
    }

    fn home(&mut self, guest: &mut G) {
        guest.rewind(&self.root);
    }

    fn push(&mut self, guest: &mut G, _trail: &Trail, _entered: &Entered, choices: &[Choice], _ranks: &[Rank]) {
        if self.nodes.is_empty() {
            self.marks.push(guest.mark());
        }
        let node = self.node(guest, choices);
        self.nodes.push(node);
        if let Some(since) = self.hopeless(guest) {
            self.refuted.control_flow += 1;
            return self.suspect(guest, since);
        }
        if let Some(first) = self.in_vain.take().or_else(|| self.broken()) {
            // Whatever comes after that can come without it.
            return self.suspect(guest, first);
        }
        if !self.choose() {
            let node = &self.nodes[self.nodes.len() - 1];
            if node.promises.is_empty() {
                self.spun += 1;
                let stem = self.path();
                match livelock::below(guest, &stem, MOST_AROUND) {
                    Some(lassos) => self.lassos.extend(lassos),
                    None => self.left_out = true,
                }
            } else {
                self.refuted.infeasible += 1;
            }
        }
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        if let Some(surprise) = self.surprise.take() {
            return Err(surprise);
        }
        while let Some(node) = self.nodes.last_mut() {
            let way = node.ways.pop();
            let length = self.nodes.len() - 1;
            self.forget_after(length);
            if let Some(way) = way {
                let mut order = way.order.clone().unwrap_or_else(|| self.order(length));
                let at = order.iter().position(|step| *step as usize == length);
                let rest = at.map_or(Vec::new(), |at| order.split_off(at + 1));
                order.truncate(at.unwrap_or(order.len()));
                self.follow(guest, &order, |guest, depth, choice| retrace_on(guest, trail, depth, choice))?;
                if self.is_refuted(guest, &way) {
                    self.refuted.infeasible += 1;
                    continue;
                }
                let before = if rest.is_empty() && at.is_none() {
                    self.nodes[length].standings.clone()
                } else {
                    standings(guest)
                };
                let choice = way.choice;
                self.taken = Some(Taken { way, rest, before });
                return Ok(Some(choice));
            }
            let chosen = self.nodes[length].chosen.take();
            let earlier = chosen.and_then(|thread| self.rivals_left(length, thread));
            let node = &mut self.nodes[length];
            if let Some(thread) = chosen
                && (node.is_contested || node.is_cut || earlier.is_some())
            {
                let mut rivals = std::mem::take(&mut node.rivals);
                rivals.is_open |= node.is_cut;
                // A step that ends the execution is put off for whatever others do, accesses of the same memory or not.
                let ends_all = node.is_cut || node.promise(thread).is_some_and(|promise| promise.ends_all);
                earlier.iter().for_each(|earlier| rivals.add(earlier));
                node.promises.retain(|promise| promise.thread != thread);
                let mut touches = std::mem::take(&mut node.done);
                let standing = standing(&node.standings, thread);
                touches.extend(standing.iter().flat_map(|standing| &standing.touches));
                let is_access = standing.is_some_and(|standing| standing.is_access);
                let waits_for = standing
                    .filter(|standing| standing.is_access && only_accesses(&touches) && !ends_all)
                    .map(|standing| (standing.reads.clone(), standing.event.site));
                let since = length as u32;
                node.promises.push(Promise { thread, since, touches, is_access, waits_for, rivals, ends_all });
                if self.choose() {
                    continue;
                }
            }
            self.nodes.pop();
        }
        Ok(None)
    }

    fn took(&mut self, guest: &mut G, choice: Choice, _status: &Status) {
        let Some(taken) = self.taken.take() else { return };
        let outcome = self.derive(guest, &taken);
        self.tell_apart(guest);
        let choices = &self.nodes[self.nodes.len() - 1].choices;
        self.leaves_others = choices.iter().any(|other| other.thread != choice.thread);
        let index = self.events.len() as u32 - 1;
        let mut arrival = self.arrive(guest, vec![(index, outcome)]);
        let round = self.goes_round(guest, &arrival.standings);
        self.in_vain = None;
        arrival.order = taken.way.order.clone();
        if taken.rest.is_empty() {
            self.contest_standings(&arrival);
            self.contest_losses(guest);
            arrival.spinning = round;
        } else if let Some(round) = round {
            match self.order_around(&round, arrival.order.as_deref().unwrap_or_default()) {
                Some(order) => (arrival.order, arrival.spinning) = (Some(order), Some(round)),
                None => self.in_vain = Some(round.first),
            }
        }
        self.arrival = Some(arrival);
        self.taken = Some(taken);
    }

    fn complete(&mut self, guest: &mut G, properties: Kinds) -> Status {
        let Some(taken) = self.taken.take() else { return Status::Running };
        let mut outcomes = Vec::new();
        for step in taken.rest {
            let take = |guest: &mut G, depth: usize, choice: Choice| {
                expect_possible(guest, depth, &[choice]).map(|()| guest.take(choice))
            };
            match self.repeat(guest, step, take) {
                Ok((Status::Running, outcome)) => outcomes.push((step, outcome)),
                Ok((Status::Violated(finding), outcome)) if !properties.contains(finding.kind) => {
                    outcomes.push((step, outcome));
                }
                // Whoever waited for the end of a thread goes on with it: that may be the one that has just read something else.
                Ok((other, _)) => return other,
                Err(reason) => return Status::Failed(reason),
            }
        }
        if !outcomes.is_empty()
            && let Some(mut arrival) = self.arrival.take()
        {
            let again = self.arrive(guest, outcomes);
            arrival.standings = again.standings;
            for (own, other) in arrival.known.iter_mut().zip(&again.known) {
                own.join(other);
            }
            for carried in again.carried {
                if !arrival.carried.contains(&carried) {
                    arrival.carried.push(carried);
                }
            }
            self.contest_standings(&arrival);
            self.contest_losses(guest);
            let order = arrival.order.clone().filter(|_| arrival.spinning.is_some());
            self.arrival = Some(arrival);
            if let Some(order) = order
                && let Err(reason) = self.follow(guest, &order, retrace)
            {
                return Status::Failed(reason);
            }
        }
        Status::Running
    }

    fn cut(&mut self) {
        if !std::mem::take(&mut self.leaves_others) {
            return;
        }
        let last = self.events.len() - 1;
        let known = self.events[last].known.clone();
        let thread = self.events[last].choice.thread;
        self.nodes[last].is_cut = true;
        self.contest(0..last, thread, &known, &[Touch::ALL], false, self.taken(thread) - 1);
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
        self.path.len() as u64
    }

    fn path(&self) -> Vec<Choice> {
        self.path.iter().map(|step| self.events[*step as usize].choice).collect()
    }

    fn seen(&mut self, _seen: &Entered) -> bool {
        false
    }

    fn accept(
        &mut self,
        _guest: &mut G,
        _trail: &mut Trail,
        work: Work,
        _key: &mut dyn FnMut(&mut G) -> u64,
    ) -> Result<Work, String> {
        Ok(work)
    }

    fn give(&mut self) -> Option<Branch> {
        None
    }

    fn save(&self) -> Work {
        Work::new()
    }

    fn add_counts(&mut self, counters: &mut Counters) {
        counters.executions += std::mem::take(&mut self.spun);
        let Refuted { infeasible, not_aliased, control_flow } = std::mem::take(&mut self.refuted);
        counters.refuted.infeasible += infeasible;
        counters.refuted.not_aliased += not_aliased;
        counters.refuted.control_flow += control_flow;
    }

    fn clear(&mut self) {
        self.events.clear();
        self.nodes.clear();
        self.path.clear();
        self.marks.clear();
        (self.taken, self.arrival) = (None, None);
        (self.is_ahead, self.leaves_others) = (false, false);
        (self.surprise, self.in_vain) = (None, None);
    }

    fn bytes(&self) -> u64 {
        let known = self.nodes.last().map_or(0, |node| node.known.len() * size_of::<u32>() + size_of::<Known>());
        let node = |node: &Node| {
            let standings = node.standings.len() * (size_of::<Standing>() + 4 * size_of::<Touch>());
            let order = node.order.as_ref().map_or(0, Vec::len) * size_of::<u32>();
            size_of::<Node>() + standings + order + node.known.len() * known
        };
        let event = |event: &Event| size_of::<Event>() + size_of_val(&event.touches[..]) + known;
        (self.nodes.iter().map(node).sum::<usize>() + self.events.iter().map(event).sum::<usize>()) as u64
    }
}
