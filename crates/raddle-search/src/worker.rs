//! A worker: the loop of the search.

use crate::checkpoint::{self, Left};
use crate::crew::{Attention, Crew, Order, State};
use crate::finding::{Finding, Kind};
use crate::frontier::{Branch, Frontier, FrontierKind, Setup, Work};
use crate::guest::{Choice, Guest, Status};
use crate::guide::Guide;
use crate::limit::Reached;
use crate::observer::Observer;
use crate::race::{brings_others, conflicts_with_last, has_accesses, new_races};
use crate::report::Counters;
use crate::scout::scout;
use crate::store::{Access, Entered, Matching};
use raddle_program::class::MethodId;
use raddle_vm::event::Event;
use rustc_hash::FxHashSet;
use std::sync::MutexGuard;
use std::time::{Duration, Instant};

/// Transitions between two looks at limits and the clock, at most.
const MOST_PER_LOOK: u64 = 1024;
/// Transitions after which a random walk is given up: it may go round for ever.
const LONGEST_WALK: u64 = 100_000;
/// Time between two looks that is too long for one who waits for an answer.
const SLOW_LOOK: Duration = Duration::from_millis(20);

/// One of the threads that search, with a guest of its own.
pub(crate) struct Worker<'a, G: Guest, O, F> {
    guest: G,
    frontier: F,
    store: Access<'a>,
    crew: &'a Crew<'a>,
    observer: &'a O,
    number: usize,
    /// What was counted since it was last added to what all counted.
    counters: Counters,
    /// The guest's count of instructions at that time.
    instructions: u64,
    /// The guests' revision when the search began.
    revision: u64,
    /// The choices of the state just met.
    choices: Vec<Choice>,
    guide: Guide,
    /// Whether states are walked through, visited before or not.
    walks: bool,
    /// Whether states without a choice are taken back like others.
    backtracks: bool,
    /// Transitions of a path at most.
    longest: u64,
    /// The pairs of places in the code known to race, so that a race is put into words once.
    raced: FxHashSet<[(MethodId, u32); 2]>,
    /// Transitions until the next look at limits and the clock, and how many there are between two looks.
    until_look: u64,
    per_look: u64,
    looked_at: Instant,
    /// Transitions to do before work is given away again: as many as the receiver of the last had to repeat.
    until_gift: u64,
    /// Executions that the one who counts them will take for ended, since the last addition.
    overcounted: u64,
    /// Whether to notice cycles, and whether one was.
    notices_cycles: bool,
    cyclic: bool,
    /// Whether it goes through all states, as the others do.
    swarms: bool,
    cut: bool,
}

impl<'a, G: Guest, O: Observer<G>, F: Frontier<G>> Worker<'a, G, O, F> {
    /// Takes part in a search until it is over. Returns the guest in its root state.
    pub fn work(
        make: &impl Fn() -> Result<G, String>,
        guest: Option<G>,
        store: Access<'a>,
        crew: &'a Crew<'a>,
        observer: &'a O,
        number: usize,
    ) -> Option<G> {
        let _fail = FailOnPanic(crew);
        let knowledge = crew.lock().knowledge.clone();
        let learned = guest.map_or_else(make, Ok).and_then(|mut guest| {
            knowledge.map_or(Ok(()), |knowledge| guest.learn(&knowledge))?;
            Ok(guest)
        });
        let mut guest = match learned {
            Ok(guest) => guest,
            Err(reason) => {
                crew.fail(&mut crew.lock(), reason);
                return None;
            }
        };
        crew.lock().workers += 1;
        let notices_cycles = crew.options.wants_cycles();
        let strategy = &crew.options.strategy;
        let walks = strategy.is_endless();
        let longest = crew.options.limits.depth.unwrap_or(if walks { LONGEST_WALK } else { u64::MAX });
        let single = crew.options.workers <= 1;
        let alone = notices_cycles && single && strategy.bound.is_none();
        let matches = crew.options.matching != Matching::Off;
        let setup = Setup {
            strategy,
            worker: number,
            single,
            alone,
            matches,
            properties: crew.options.properties,
            tree: &crew.tree,
            known: &crew.known,
            explored: &crew.explored,
        };
        let mut worker = Worker {
            frontier: F::new(&mut guest, &setup),
            guide: Guide::new(strategy, crew.options.checkpoint.is_some()),
            walks,
            backtracks: strategy.backtrack.is_some(),
            longest,
            instructions: guest.instructions(),
            guest,
            store,
            crew,
            observer,
            number,
            counters: Counters::default(),
            revision: 0,
            choices: Vec::new(),
            raced: FxHashSet::default(),
            until_look: 1,
            per_look: 1,
            looked_at: Instant::now(),
            until_gift: 0,
            overcounted: 0,
            notices_cycles,
            cyclic: false,
            swarms: false,
            cut: false,
        };
        while let Some(work) = worker.next_work() {
            worker.begin(work);
            worker.explore();
        }
        for (level, branch) in worker.frontier.save_put_off() {
            crew.lock().later.entry(level).or_default().push(branch);
        }
        worker.frontier.home(&mut worker.guest);
        Some(worker.guest)
    }

    /// Takes up work.
    fn begin(&mut self, work: Work) {
        self.until_gift = 0;
        if self.frontier.begin_level(self.guide.level) && work.is_empty() {
            return;
        }
        if work.is_empty() {
            self.frontier.home(&mut self.guest);
            self.meet(None);
            return self.look();
        }
        let store = &self.store;
        let trail = &mut self.guide.trail;
        let rest = self.frontier.accept(&mut self.guest, trail, work, &mut |guest| store.key(guest));
        match rest {
            Err(reason) => self.give_up(reason),
            Ok(rest) if rest.is_empty() => {}
            Ok(rest) => {
                let mut state = self.crew.lock();
                state.work.push_back(rest);
                self.crew.changed(&state);
            }
        }
    }

    /// Explores until nothing is left or an order says otherwise.
    fn explore(&mut self) {
        loop {
            match self.crew.attention() {
                Attention::None => {}
                Attention::Hungry => self.give(),
                Attention::Order => {
                    if !self.obey() {
                        return;
                    }
                }
            }
            if self.backtracks {
                // The state just met may be given up at once.
                self.guide.leave(|| self.frontier.path());
            }
            let next = self.frontier.next(&mut self.guest, &mut self.guide.trail);
            self.frontier.take_done(|state| self.store.note_done(state));
            if self.frontier.has_predicted() {
                self.found_predicted();
            }
            match next {
                Ok(Some(choice)) => self.step(choice),
                Ok(None) => return self.found_lassos(),
                Err(reason) => self.give_up(reason),
            }
            if self.frontier.has_lassos() {
                self.found_lassos();
            }
            self.until_look -= 1;
            if self.until_look == 0 {
                self.look();
            }
        }
    }

    /// One transition, and what comes of it.
    fn step(&mut self, choice: Choice) {
        let mut status = self.guest.take(choice);
        self.guide.step(&self.guest, choice);
        self.frontier.took(&mut self.guest, choice, &status);
        if F::COMPLETES {
            self.guide.trail.settle(&self.guest);
            status = self.complete(status);
        }
        self.counters.transitions += u64::from(!self.frontier.is_repeated());
        self.counters.depth = self.counters.depth.max(self.frontier.depth());
        match status {
            Status::Running => self.meet(Some(choice)),
            Status::Violated(finding) if self.crew.options.properties.contains(finding.kind) => {
                if !self.frontier.is_repeated() {
                    self.found(finding);
                }
                if self.crew.options.all_errors {
                    self.look_around(choice);
                }
                self.cut_path();
            }
            Status::Violated(_) => self.meet(Some(choice)),
            Status::Ignored => {
                self.look_around(choice);
                self.cut_path();
            }
            Status::Ended => {
                if self.enter().new {
                    self.observer.end(&mut self.guest);
                    self.come_to_an_end();
                }
                self.cut_path();
            }
            Status::Failed(reason) => {
                self.give_up(reason);
                self.cut_path();
            }
        }
    }

    /// Lets the frontier go on by itself where nothing ends the path.
    fn complete(&mut self, status: Status) -> Status {
        let properties = self.crew.options.properties;
        match status {
            Status::Running => self.frontier.complete(&mut self.guest, properties),
            Status::Violated(finding) if !properties.contains(finding.kind) => {
                self.frontier.complete(&mut self.guest, properties)
            }
            ended => ended,
        }
    }

    /// Looks at a state from which threads may be able to go on: if it is new, its choices are to be explored.
    fn meet(&mut self, last: Option<Choice>) {
        if G::KNOWS_PAST && self.guest.has_past() {
            self.look_for_past_races(last);
        }
        let entered = self.enter();
        let joins_in = !entered.new && self.frontier.joins_in(&entered);
        if joins_in && last.is_some() {
            // What comes after is counted by another.
            self.count_execution();
        } else if !entered.new && self.guide.bound.is_none() && !self.walks && !joins_in {
            if self.frontier.seen(&entered) && self.notices_cycles && !std::mem::replace(&mut self.cyclic, true) {
                self.crew.suspect_cycle();
            }
            if last.is_some() {
                self.end_path();
            }
            return;
        }
        if let Some(bound) = self.guide.bound {
            // What is put off makes other paths than a stack's. Where all paths to a state are equally long there is no cycle.
            self.cyclic |= self.notices_cycles && u64::from(entered.depth) != self.frontier.depth();
            let turn = self.guide.turn(&mut self.guest, bound);
            if !self.store.enter_turn(&mut self.guest, &entered, turn) {
                return self.end_path();
            }
        }
        self.choices.clear();
        self.guest.choices(&mut self.choices);
        self.guide.stand(&mut self.guest, &self.choices);
        if self.choices.is_empty() {
            if joins_in {
                return;
            }
            if entered.new {
                self.observer.end(&mut self.guest);
                self.come_to_an_end();
            }
            if let Some(finding) = self.guest.stuck() {
                self.found(finding);
            }
            return self.end_path();
        }
        if entered.new {
            self.look_for_races(last);
        }
        let depth = self.frontier.depth();
        if depth >= self.longest {
            self.cut = self.crew.options.limits.depth.is_some();
            return self.end_path();
        }
        self.overcounted += u64::from(entered.new && self.frontier.is_repeated());
        self.guide.arrange(&mut self.guest, &mut self.choices, depth);
        let Guide { trail, ranks, .. } = &self.guide;
        self.frontier.push(&mut self.guest, trail, &entered, &self.choices, ranks);
        let put_off = self.guide.put_off_here();
        if !put_off.is_empty() && self.frontier.put_off(&mut self.guest, trail, &entered, put_off) {
            self.guide.forget_here();
        }
        if !F::FOLLOWS {
            self.guide.leave(|| self.frontier.path());
        }
    }

    /// A new state has no choices. Where states are given up, it is left by a jump like any other.
    fn come_to_an_end(&mut self) {
        if self.backtracks {
            self.frontier.push(&mut self.guest, &self.guide.trail, &Entered::default(), &[], &[]);
        }
    }

    /// Enters the guest's state in the store.
    fn enter(&mut self) -> Entered {
        let depth = if self.swarms { 0 } else { u32::try_from(self.frontier.depth()).unwrap_or(u32::MAX) };
        let entered = self.store.enter(&mut self.guest, depth);
        self.counters.states += u64::from(entered.new);
        entered
    }

    /// A path is over by what the last choice did.
    fn cut_path(&mut self) {
        self.frontier.cut();
        self.end_path();
    }

    /// A path is over. If operations turned out to be visible meanwhile that were not, so is the search as it was begun.
    fn end_path(&mut self) {
        self.count_execution();
        self.guide.leave(|| self.frontier.path());
        if self.is_void() {
            self.crew.order(&mut self.crew.lock(), Order::Begin);
        }
    }

    fn count_execution(&mut self) {
        self.counters.executions += u64::from(!self.frontier.is_repeated());
    }

    fn is_void(&self) -> bool {
        self.guest.revision() != self.revision || self.frontier.is_void()
    }

    /// Takes in a finding in the guest's state. What a void search finds, the next will find again.
    fn found(&mut self, finding: Finding) {
        if !self.is_void() {
            self.crew.found(finding, || self.frontier.path());
        }
    }

    /// Takes in what the frontier has found out without going there.
    #[cold]
    fn found_predicted(&mut self) {
        for (finding, path) in self.frontier.take_predicted() {
            if !self.is_void() {
                self.crew.found(finding, || path);
            }
        }
    }

    /// Takes in livelocks the frontier has found.
    fn found_lassos(&mut self) {
        let lassos = self.frontier.take_lassos();
        let asked = self.crew.options.properties.contains(Kind::Livelock);
        if asked && !lassos.is_empty() && !self.is_void() {
            self.crew.found_lassos(lassos);
        }
    }

    /// The guest cannot go on. In a void search that may be because a path of old is no path any more.
    fn give_up(&mut self, reason: String) {
        let mut state = self.crew.lock();
        if self.is_void() {
            self.crew.order(&mut state, Order::Begin);
        } else {
            self.crew.fail(&mut state, reason);
        }
    }

    /// The last transition ended the path by something nobody could notice, so others could have gone on just before it: those it brought
    /// along may race.
    fn look_around(&mut self, last: Choice) {
        if G::KNOWS_PAST {
            (0..self.guest.threads())
                .filter(|thread| *thread != last.thread)
                .for_each(|thread| self.look_for_past_races_of(thread));
        }
        self.choices.clear();
        self.guest.choices(&mut self.choices);
        self.choices.retain(|choice| choice.thread != last.thread);
        self.look_for_races(None);
    }

    /// Whether a race between two places in the code is not known yet; it is then.
    fn is_new_race(raced: &mut FxHashSet<[(MethodId, u32); 2]>, one: &Event, other: &Event) -> bool {
        let mut pair = [one, other].map(|event| (event.site.method, event.site.pc));
        pair.sort_unstable();
        raced.insert(pair)
    }

    /// Looks for accesses on the path that race with what comes next, and did not in the state before.
    fn look_for_past_races(&mut self, last: Option<Choice>) {
        match last {
            Some(Choice { thread: ran, .. }) if !brings_others(&self.guest, ran) => {
                self.look_for_past_races_of(ran);
                if has_accesses(&self.guest) {
                    for thread in (0..self.guest.threads()).filter(|thread| *thread != ran) {
                        if conflicts_with_last(&mut self.guest, thread) {
                            self.look_for_past_races_of(thread);
                        }
                    }
                }
            }
            _ => (0..self.guest.threads()).for_each(|thread| self.look_for_past_races_of(thread)),
        }
    }

    fn look_for_past_races_of(&mut self, thread: u32) {
        for past in self.guest.past_races(thread) {
            let pending = self.guest.pending(thread);
            if pending.is_some_and(|event| Self::is_new_race(&mut self.raced, &past.event, &event)) {
                let finding = self.guest.race_with_past(&past, thread);
                self.found(finding);
            }
        }
    }

    fn look_for_races(&mut self, last: Option<Choice>) {
        let mut races: Vec<(Event, Event)> = Vec::new();
        let raced = &mut self.raced;
        new_races(&mut self.guest, last.map(|choice| choice.thread), &self.choices, |one, other| {
            if Self::is_new_race(raced, &one, &other) {
                races.push((one, other));
            }
        });
        for (one, other) in races {
            let finding = self.guest.race(one.thread.0, other.thread.0);
            self.found(finding);
        }
    }

    /// Now and then: adds up what was counted, looks at limits, tells the observer, saves.
    fn look(&mut self) {
        let slow = self.looked_at.elapsed() >= SLOW_LOOK;
        self.per_look = if slow { (self.per_look / 2).max(1) } else { (self.per_look * 2).min(MOST_PER_LOOK) };
        let mut state = self.crew.lock();
        let memory = self.add_up(&mut state);
        let states = state.outcome.counters.states;
        let limits = &self.crew.options.limits;
        let reached = limits.reached(&state.outcome.counters, memory, self.crew.started);
        if (reached.is_some() || Crew::has_to_tell(&state))
            && let Some(share) = self.frontier.share()
        {
            let executions = state.outcome.counters.executions;
            state.estimate = state.estimator.add(executions, share);
        }
        if let Some(reached) = reached {
            self.crew.reach(&mut state, reached);
        }
        let save = self
            .crew
            .options
            .checkpoint
            .as_ref()
            .is_some_and(|checkpoint| state.saved_at.elapsed() >= checkpoint.every);
        if save {
            self.crew.order(&mut state, Order::Save);
        }
        let progress = self.crew.progress(&mut state, memory);
        // A transition meets one state and ends one execution at most: these limits are not missed.
        let Counters { executions, transitions, .. } = state.outcome.counters;
        let counted = [(limits.states, states), (limits.executions, executions), (limits.transitions, transitions)];
        let left = counted.iter().filter_map(|(limit, count)| limit.map(|limit| limit.saturating_sub(*count))).min();
        self.until_look = match left {
            Some(left) => self.per_look.min(left / state.workers.max(1) as u64).max(1),
            None => self.per_look,
        };
        drop(state);
        if progress.is_some_and(|progress| self.observer.progress(&progress).is_break()) {
            self.crew.reach(&mut self.crew.lock(), Reached::Interrupted);
        }
        self.looked_at = Instant::now();
    }

    /// Adds what this worker counted to what all counted. Returns the bytes the search takes.
    fn add_up(&mut self, state: &mut State) -> u64 {
        let instructions = self.guest.instructions();
        self.counters.instructions = instructions.wrapping_sub(self.instructions);
        self.instructions = instructions;
        self.frontier.add_counts(&mut self.counters);
        self.until_gift = self.until_gift.saturating_sub(self.counters.transitions);
        state.outcome.counters.add(&std::mem::take(&mut self.counters));
        state.overcounted += std::mem::take(&mut self.overcounted);
        state.outcome.cut |= self.cut;
        state.outcome.cyclic |= self.cyclic || self.frontier.is_suspicious();
        state.outcome.left_out |= self.frontier.left_out();
        state.outcome.left_out_for.extend(self.frontier.left_out_for());
        state.frontiers[self.number] = self.frontier.bytes() + self.guest.marks_bytes() + self.guide.bytes();
        let store = self.store.bytes();
        let memory = store + state.frontiers.iter().sum::<u64>() + state.later_bytes;
        state.peak = state.peak.max(memory);
        state.store = state.store.max(store);
        memory
    }

    /// There is an order. Whether this worker is to go on with its work.
    fn obey(&mut self) -> bool {
        let crew = self.crew;
        self.frontier.settle(&mut self.guest);
        let state = crew.lock();
        match state.order {
            Order::Explore => true,
            Order::Save => {
                self.rest_while_saving(state);
                true
            }
            Order::Begin | Order::Finish => false,
        }
    }

    /// Gives work to one that has none, unless the last gift was not worth it yet.
    fn give(&mut self) {
        if self.counters.transitions < self.until_gift {
            return;
        }
        if let Some(branch) = self.frontier.give() {
            self.until_gift = self.counters.transitions + branch.path.len() as u64;
            let mut state = self.crew.lock();
            state.work.push_back(vec![branch]);
            self.crew.changed(&state);
        }
    }

    /// Puts a copy of the work aside, to be saved.
    fn put_aside(&self, state: &mut State) {
        state.put_aside.push(self.frontier.save());
        state.cyclic_aside |= self.frontier.would_miss_cycles();
    }

    /// Puts a copy of the work aside and waits until the search is saved.
    fn rest_while_saving(&mut self, mut state: MutexGuard<'_, State>) {
        let crew = self.crew;
        self.put_later(&mut state);
        self.add_up(&mut state);
        self.put_aside(&mut state);
        state.resting += 1;
        state.saving += 1;
        let saves = state.saves;
        while state.saves == saves && !state.over {
            if state.resting == state.workers {
                self.carry_out(&mut state);
            } else {
                state = crew.wait(state);
            }
        }
    }

    /// The next work to be done; `None` when the search is over.
    fn next_work(&mut self) -> Option<Work> {
        let crew = self.crew;
        let mut state = crew.lock();
        self.put_later(&mut state);
        self.add_up(&mut state);
        if state.order == Order::Finish {
            self.put_aside(&mut state);
        }
        if self.frontier.is_void() {
            self.forget();
        }
        self.frontier.clear();
        self.guide.clear();
        state.resting += 1;
        crew.changed(&state);
        loop {
            if state.over {
                return None;
            }
            if state.order == Order::Explore
                && let Some(work) = state.work.pop_front()
            {
                state.resting -= 1;
                crew.changed(&state);
                self.guide.level = state.level;
                self.join_search(&state);
                return Some(work);
            }
            if state.resting == state.workers {
                self.carry_out(&mut state);
            } else {
                state = crew.wait(state);
            }
        }
    }

    /// What this worker knows of a search that is void, it forgets.
    fn join_search(&mut self, state: &State) {
        if self.revision != state.revision {
            self.revision = state.revision;
            self.forget();
        }
        if state.swarms && !std::mem::replace(&mut self.swarms, true) {
            self.forget();
            self.frontier.swarm(self.number);
        }
    }

    fn forget(&mut self) {
        self.raced.clear();
        self.cut = false;
        self.cyclic = false;
    }

    /// All workers rest: does what was ordered. Where the order is to explore, nothing is left to be.
    fn carry_out(&mut self, state: &mut State) {
        let limit = state.reached.is_some() || state.failure.is_some();
        let void = state.begun && self.guest.revision() != state.revision;
        match state.order {
            Order::Begin => self.begin_all(state),
            Order::Explore | Order::Finish if void && !limit => self.begin_all(state),
            Order::Explore => {
                state.finished_level = !self.begin_level(state);
                state.over = state.finished_level;
            }
            Order::Save => {
                if !void {
                    self.save(state);
                }
                state.put_aside.clear();
                state.cyclic_aside = false;
                state.resting -= state.saving;
                state.saving = 0;
                state.saves += 1;
                state.order = Order::Explore;
            }
            Order::Finish => {
                if void {
                    state.outcome.forget_findings();
                } else if state.reached.is_some() {
                    self.save(state);
                }
                state.over = true;
            }
        }
        self.crew.changed(state);
    }

    /// Begins the search, or begins it again.
    fn begin_all(&mut self, state: &mut State) {
        if state.begun {
            self.store.clear();
            state.outcome.begin_again();
            state.overcounted = 0;
            state.put_aside.clear();
            state.cyclic_aside = false;
            let searches = if state.swarms { self.crew.options.workers } else { 1 };
            state.work = vec![Work::new(); searches].into();
            state.later.clear();
            state.later_bytes = 0;
            state.level = 0;
            self.frontier.begin_again();
        }
        state.begun = true;
        let is_slice = self.crew.options.strategy.frontier == FrontierKind::Slice;
        if state.work.iter().all(Vec::is_empty) && !self.walks && !self.backtracks && !is_slice {
            let (frontier, guest) = (&mut self.frontier, &mut self.guest);
            scout(guest, |guest| frontier.home(guest));
        }
        state.revision = self.guest.revision();
        state.order = Order::Explore;
    }

    /// Hands over what was put off.
    fn put_later(&mut self, state: &mut State) {
        self.guide.leave(|| self.frontier.path());
        for (level, branch) in self.guide.take_branches() {
            state.later_bytes += branch.bytes();
            state.later.entry(level).or_default().push(branch);
        }
    }

    /// Nothing is left at this level: goes on with the next, if there is one within the bound.
    fn begin_level(&mut self, state: &mut State) -> bool {
        let put_off = state.later.keys().next().copied();
        let Some(level) = put_off.into_iter().chain(self.frontier.level_kept()).min() else { return false };
        if self.guide.bound.is_some_and(|bound| bound.is_beyond(level)) {
            state.reached = Some(Reached::Bound);
            state.level = level - 1;
            return false;
        }
        let work = state.later.remove(&level).unwrap_or_default();
        state.later_bytes -= work.iter().map(Branch::bytes).sum::<u64>();
        state.level = level;
        state.work = [work].into();
        true
    }

    /// Writes a checkpoint if there are to be any.
    fn save(&mut self, state: &mut State) {
        let Some(checkpoint) = &self.crew.options.checkpoint else { return };
        let left = state.put_aside.iter().filter(|work| !work.is_empty());
        let mut outcome = state.outcome.clone();
        outcome.cyclic |= state.cyclic_aside;
        let mut later = state.later.clone();
        for (level, branch) in self.frontier.save_put_off() {
            later.entry(level).or_default().push(branch);
        }
        let left = Left {
            work: left.chain(&state.work).cloned().collect(),
            outcome,
            later,
            level: state.level,
            tree: self.crew.tree_left(),
        };
        let rest = checkpoint::Rest::new(self.crew.options, left, self.guest.knowledge(), self.observer.save());
        state.unsaved = checkpoint::write(checkpoint, &rest, &self.store).err().map(|error| error.to_string());
        state.saved_at = Instant::now();
    }
}

/// Lets the others know if this worker panics, so that they do not wait for it.
struct FailOnPanic<'a>(&'a Crew<'a>);

impl Drop for FailOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = self.0.lock();
            state.over = true;
            self.0.fail(&mut state, "a worker panicked".to_string());
        }
    }
}
