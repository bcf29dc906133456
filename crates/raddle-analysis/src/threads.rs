//! Thread structure: which threads there can be, what each runs, where it is started and joined, and what can happen in parallel with
//! what.
//!
//! A thread here is all threads that are not told apart: those of one place that makes them. What a thread runs is everything calls
//! reach from its first method. Two instructions can happen in parallel if different threads run them (or several of one kind),
//! unless the one that starts the other does its part before it starts it or after it has joined it.

use crate::objects::{ObjectId, Origin};
use crate::points_to::{Instance, PointsTo};
use crate::set::Set;
use raddle_program::class::MethodId;
use rustc_hash::{FxHashMap, FxHashSet};

/// A thread of the program, by number. Main is 0.
pub type ThreadNumber = usize;

/// An instruction: a method and the place in its register code.
pub type Spot = (MethodId, u32);

/// What is known of a thread.
#[derive(Clone, Debug)]
pub struct ThreadFacts {
    /// Its object.
    pub object: Option<ObjectId>,
    /// What it runs first.
    pub run: MethodId,
    /// Whether there can be several of it at a time.
    pub many: bool,
    /// Calls of the program's that start it.
    pub started: Vec<Spot>,
    /// Calls of the program's that wait for its end without a time-out.
    pub joined: Vec<Spot>,
    /// The instances of methods it can run.
    pub runs: Set,
    /// Calls in the main method by which main starts it, itself or by what it calls.
    start_points: Vec<u32>,
    /// Calls in the main method that wait for its end and for nothing else.
    join_points: Vec<u32>,
}

/// The threads of a program.
pub struct Threads {
    /// Main first.
    pub list: Vec<ThreadFacts>,
    /// Calls between instances: instruction and callee.
    calls: Vec<Vec<(u32, Instance)>>,
    main: Instance,
    /// For each thread but main: what main can do while it runs, of the main method and of what that calls.
    alongside: Vec<Alongside>,
    /// Threads that are over before another starts.
    apart: FxHashSet<(ThreadNumber, ThreadNumber)>,
}

#[derive(Clone, Default)]
struct Alongside {
    instructions: Set,
    instances: Set,
}

impl Threads {
    /// Finds the threads of a program.
    pub fn find(program: &PointsTo) -> Threads {
        let calls = call_lists(program);
        let main = program.instances_of(program.main)[0];
        let mut threads = Threads { list: Vec::new(), calls, main, alongside: Vec::new(), apart: FxHashSet::default() };
        let begin = [(None, program.main, main)].into_iter();
        let others = program.spawns.iter().map(|spawn| (Some(spawn.thread), spawn.run, spawn.instance));
        for (object, run, first) in begin.chain(others) {
            let runs = threads.closure([first]);
            threads.list.push(ThreadFacts {
                object,
                run,
                many: false,
                started: Vec::new(),
                joined: Vec::new(),
                runs,
                start_points: Vec::new(),
                join_points: Vec::new(),
            });
        }
        threads.find_starts_and_joins(program);
        for index in 1..threads.list.len() {
            let object = threads.list[index].object;
            threads.list[index].many = object.is_none_or(|object| threads.is_many(program, object));
        }
        threads.find_points(program);
        threads
    }

    fn closure(&self, from: impl IntoIterator<Item = Instance>) -> Set {
        let mut reached = Set::default();
        let mut work: Vec<Instance> = from.into_iter().collect();
        while let Some(instance) = work.pop() {
            if reached.insert(instance) {
                work.extend(self.calls[instance as usize].iter().map(|call| call.1));
            }
        }
        reached
    }

    /// Whether an object can be one of several made at its place.
    pub fn is_many(&self, program: &PointsTo, object: ObjectId) -> bool {
        match program.objects.get(object).origin {
            Origin::Site { method, pc, depth } => {
                depth > 0 || in_loop(program, method, pc) || !self.runs_once(program, method, &mut FxHashSet::default())
            }
            Origin::Found(_) => false,
            Origin::AllOf(..) => true,
        }
    }

    /// Whether a method runs at most once: it is called at one place, outside of loops, by a method that does.
    fn runs_once(&self, program: &PointsTo, method: MethodId, visited: &mut FxHashSet<MethodId>) -> bool {
        if method == program.main || program.initializers.iter().any(|entry| entry.0 == method) {
            return true;
        }
        if !visited.insert(method) {
            return false;
        }
        let first_of: Vec<&ThreadFacts> = self.list.iter().skip(1).filter(|thread| thread.run == method).collect();
        let mut callers: Vec<Spot> = Vec::new();
        for (caller, list) in self.calls.iter().enumerate() {
            for &(pc, callee) in list {
                if program.method_of(callee) == method {
                    callers.push((program.method_of(caller as Instance), pc));
                }
            }
        }
        match (&first_of[..], &callers[..]) {
            (&[thread], []) => match thread.object.map(|object| program.objects.get(object).origin) {
                Some(Origin::Site { method, pc, .. }) => {
                    !in_loop(program, method, pc) && self.runs_once(program, method, visited)
                }
                _ => false,
            },
            ([], &[(caller, pc)]) => !in_loop(program, caller, pc) && self.runs_once(program, caller, visited),
            _ => false,
        }
    }

    fn find_starts_and_joins(&mut self, program: &PointsTo) {
        let machine = &program.world.machine;
        let by_object: FxHashMap<ObjectId, ThreadNumber> = self
            .list
            .iter()
            .enumerate()
            .filter_map(|(index, thread)| thread.object.map(|object| (object, index)))
            .collect();
        for site in &program.sites {
            if program.world.is_library(machine.program.method(site.method).class) {
                continue;
            }
            let Some(body) = program.bodies.get(&site.method) else { continue };
            let named = |class: &str, name: &str, descriptor: &str| {
                site.targets.iter().any(|&target| {
                    let entry = machine.program.method(target);
                    machine.program.class_name(entry.class) == class
                        && machine.program.symbols.text(entry.name) == name
                        && machine.program.symbols.text(entry.descriptor) == descriptor
                })
            };
            let starts = named("java/lang/Thread", "start", "()V");
            if !starts && !named("java/lang/Thread", "join", "()V") {
                continue;
            }
            let receivers = program.objects_of(site.method, body.operands(site.pc as usize)[0]);
            for object in receivers.iter() {
                if let Some(&thread) = by_object.get(&ObjectId(object)) {
                    let spot = (site.method, site.pc);
                    if starts {
                        self.list[thread].started.push(spot);
                    } else {
                        self.list[thread].joined.push(spot);
                    }
                }
            }
        }
    }

    /// Finds out, for each thread, what main does before it starts it and after it has joined it.
    fn find_points(&mut self, program: &PointsTo) {
        self.alongside.push(Alongside::default());
        let Some(body) = program.bodies.get(&program.main) else { return };
        (1..self.list.len()).for_each(|index| self.find_start_points(program, index));
        self.spread_start_points(program);
        for index in 1..self.list.len() {
            let thread = &self.list[index];
            let joins = thread.joined.iter().filter(|spot| {
                spot.0 == program.main
                    && !thread.many
                    && program.objects_of(spot.0, body.operands(spot.1 as usize)[0]).len() == 1
            });
            self.list[index].join_points = joins.map(|spot| spot.1).collect();
        }
        for index in 1..self.list.len() {
            let thread = &self.list[index];
            let mut alongside = Alongside::default();
            for pc in reachable_from(program, &thread.start_points) {
                let joined = thread.join_points.iter().any(|&join| comes_before(program, join, pc));
                if !joined {
                    alongside.instructions.insert(pc);
                    let begun = self.calls[self.main as usize].iter().filter(|call| call.0 == pc).map(|call| call.1);
                    alongside.instances.unite(&self.closure(begun));
                }
            }
            self.alongside.push(alongside);
        }
        for one in 1..self.list.len() {
            for other in 1..self.list.len() {
                let joins = &self.list[one].join_points;
                let starts = &self.list[other].start_points;
                let in_order = !starts.is_empty()
                    && starts.iter().all(|&start| joins.iter().any(|&join| comes_before(program, join, start)))
                    && self.started_by_main_only(program, other);
                if one != other && in_order {
                    self.apart.insert((one, other));
                }
            }
        }
    }

    /// Calls in the main method that can start a thread. One whose start nobody sees, such as a pool's, may be running from the
    /// first call on that leads into code that starts threads.
    fn find_start_points(&mut self, program: &PointsTo, index: ThreadNumber) {
        let starts: FxHashSet<MethodId> = self.list[index].started.iter().map(|spot| spot.0).collect();
        let mut points = Vec::new();
        for &(pc, callee) in &self.calls[self.main as usize] {
            let reached = self.closure([callee]);
            let direct = self.list[index].started.contains(&(program.main, pc));
            let inside = if starts.is_empty() {
                reached.iter().any(|instance| is_thread_start(program, program.method_of(instance)))
            } else {
                reached.iter().any(|instance| starts.contains(&program.method_of(instance)))
            };
            if direct || inside {
                points.push(pc);
            }
        }
        points.sort_unstable();
        points.dedup();
        self.list[index].start_points = points;
    }

    /// A thread that another one can start may run from where main starts that one; one that nobody is seen to start, all the time.
    fn spread_start_points(&mut self, program: &PointsTo) {
        let starters: Vec<Vec<ThreadNumber>> =
            (0..self.list.len()).map(|index| self.starters(program, index)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (index, starters) in starters.iter().enumerate().skip(1) {
                for &starter in starters {
                    for point in self.list[starter].start_points.clone() {
                        if !self.list[index].start_points.contains(&point) {
                            self.list[index].start_points.push(point);
                            changed = true;
                        }
                    }
                }
            }
        }
        for thread in self.list.iter_mut().skip(1).filter(|thread| thread.start_points.is_empty()) {
            thread.start_points.push(0);
        }
    }

    /// The threads other than main, and than itself, that run code which can start a thread.
    fn starters(&self, program: &PointsTo, index: ThreadNumber) -> Vec<ThreadNumber> {
        let starts: FxHashSet<MethodId> = self.list[index].started.iter().map(|spot| spot.0).collect();
        let can_start = |instance: Instance| {
            let method = program.method_of(instance);
            if starts.is_empty() { is_thread_start(program, method) } else { starts.contains(&method) }
        };
        (1..self.list.len()).filter(|&other| other != index && self.list[other].runs.iter().any(can_start)).collect()
    }

    fn started_by_main_only(&self, program: &PointsTo, index: ThreadNumber) -> bool {
        let started = &self.list[index].started;
        !started.is_empty() && started.iter().all(|spot| self.who_runs(program, spot.0) == [0])
    }

    /// The threads that can run a method.
    pub fn who_runs(&self, program: &PointsTo, method: MethodId) -> Vec<ThreadNumber> {
        let instances = program.instances_of(method);
        (0..self.list.len()).filter(|&index| instances.iter().any(|&own| self.list[index].runs.contains(own))).collect()
    }

    /// Whether two instructions can happen in parallel, and by which threads.
    pub fn in_parallel(&self, program: &PointsTo, one: Spot, other: Spot) -> Option<(ThreadNumber, ThreadNumber)> {
        let others = self.who_runs(program, other.0);
        for first in self.who_runs(program, one.0) {
            for &second in &others {
                if self.can_meet(program, first, one, second, other) {
                    return Some((first, second));
                }
            }
        }
        None
    }

    fn can_meet(&self, program: &PointsTo, first: ThreadNumber, one: Spot, second: ThreadNumber, other: Spot) -> bool {
        if first == second {
            return self.list[first].many;
        }
        if first == 0 {
            return self.goes_alongside(program, one, second);
        }
        if second == 0 {
            return self.goes_alongside(program, other, first);
        }
        !self.apart.contains(&(first, second)) && !self.apart.contains(&(second, first))
    }

    /// Whether main can do something while a thread runs.
    fn goes_alongside(&self, program: &PointsTo, spot: Spot, thread: ThreadNumber) -> bool {
        let Some(alongside) = self.alongside.get(thread) else { return true };
        let instances = program.instances_of(spot.0);
        spot.0 == program.main && alongside.instructions.contains(spot.1)
            || instances.iter().any(|&instance| alongside.instances.contains(instance))
    }
}

fn call_lists(program: &PointsTo) -> Vec<Vec<(u32, Instance)>> {
    let mut calls = vec![Vec::new(); program.instances() as usize];
    for site in &program.sites {
        calls[site.instance as usize].extend(site.linked.iter().map(|&callee| (site.pc, callee)));
    }
    for &(initializer, method, pc) in &program.initializers {
        for &caller in program.instances_of(method) {
            calls[caller as usize].extend(program.instances_of(initializer).iter().map(|&callee| (pc, callee)));
        }
    }
    for list in &mut calls {
        list.sort_unstable();
        list.dedup();
    }
    calls
}

fn is_thread_start(program: &PointsTo, method: MethodId) -> bool {
    let entry = program.world.machine.program.method(method);
    program.world.machine.program.symbols.text(entry.name) == "start0"
}

/// Whether an instruction can run again after itself, within one run of its method.
pub(crate) fn in_loop(program: &PointsTo, method: MethodId, pc: u32) -> bool {
    let Some(body) = program.bodies.get(&method) else { return true };
    let own = body.flow.block_of[pc as usize];
    let mut work: Vec<u32> = body.flow.blocks[own as usize].successors().collect();
    let mut seen = Set::default();
    while let Some(block) = work.pop() {
        if block == own {
            return true;
        }
        if seen.insert(block) {
            work.extend(body.flow.blocks[block as usize].successors());
        }
    }
    false
}

/// The instructions of the main method that can come after one of some, those included.
fn reachable_from(program: &PointsTo, from: &[u32]) -> Vec<u32> {
    let Some(body) = program.bodies.get(&program.main) else { return Vec::new() };
    let mut found = Set::default();
    let mut work = Vec::new();
    for &pc in from {
        let block = &body.flow.blocks[body.flow.block_of[pc as usize] as usize];
        (pc..block.end).for_each(|at| {
            found.insert(at);
        });
        work.extend(block.successors());
    }
    let mut seen = Set::default();
    while let Some(block) = work.pop() {
        if seen.insert(block) {
            let block = &body.flow.blocks[block as usize];
            (block.start..block.end).for_each(|at| {
                found.insert(at);
            });
            work.extend(block.successors());
        }
    }
    found.iter().collect()
}

/// Whether every way to an instruction of the main method goes through the end of another.
fn comes_before(program: &PointsTo, first: u32, then: u32) -> bool {
    let Some(body) = program.bodies.get(&program.main) else { return false };
    let flow = &body.flow;
    let (own, wanted) = (flow.block_of[first as usize], flow.block_of[then as usize]);
    if own == wanted {
        return first < then;
    }
    // Looks for a way around: the block of the first can only be left by an exception, since that may come before its end.
    let mut work = vec![0];
    let mut seen = Set::default();
    while let Some(block) = work.pop() {
        if block == wanted {
            return false;
        }
        if seen.insert(block) {
            let entry = &flow.blocks[block as usize];
            work.extend(entry.handlers.iter().copied());
            if block != own {
                work.extend(entry.next.iter().copied());
            }
        }
    }
    true
}
