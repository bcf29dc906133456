//! How far every instruction is from given places: instructions on the shortest way there, through calls and the starting of threads.
//!
//! A method is looked at once for each class its receiver can have, so that what it calls on itself is what that class has (the
//! polymorphic distance of Rungta and Mercer); on others it calls what the points-to sets say. A thread's distance is that of the frame
//! from which the way is shortest, with the way out of the frames above: so it can be looked up, whatever is on its stack.

use crate::body::{Body, Op};
use crate::objects::ObjectId;
use crate::points_to::PointsTo;
use crate::threads::Spot;
use crate::world::Callee;
use raddle_program::class::{ClassId, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;

/// There is no way.
pub const NEVER: u32 = u32::MAX;

/// What a way through an exception handler costs beyond its instructions: that something is thrown is rare.
const THROWN: u32 = 20;

/// What is known of an instruction of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// From before it out of the method, and from after it.
    pub out: [u32; 2],
    /// From before it to each place without leaving the method, and from after it.
    pub to: Vec<[u32; 2]>,
}

impl Row {
    /// Takes over what is nearer in another.
    pub fn approach(&mut self, other: &Row) {
        let ways = self.to.iter_mut().chain([&mut self.out]);
        for (way, other) in ways.zip(other.to.iter().chain([&other.out])) {
            *way = [way[0].min(other[0]), way[1].min(other[1])];
        }
    }
}

/// A method, for each class of receiver it was looked at with.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The bytecode index of each instruction of its register code.
    pub bytecode: Vec<u16>,
    /// The places each instruction is at, a bit for each.
    pub at: Vec<u64>,
    /// By the receiver's class; `None` where there is none, or for any: rows by instruction.
    pub rows: Vec<(Option<String>, Vec<Row>)>,
}

/// What is known of all methods, by [`PointsTo::method_key`]. It can be used on any machine with the same program.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// The methods.
    pub methods: FxHashMap<String, Known>,
}

/// A method with a receiver of a class, by number.
type Context = u32;

struct Looked {
    method: MethodId,
    receiver: Option<ClassId>,
    body: Rc<Body>,
    /// The number of its first instruction among those of all.
    base: usize,
    calls: Vec<(u32, Context)>,
    callers: Vec<(Context, u32)>,
}

/// The instructions that come before each, and whether by an exception.
type Before = Vec<Vec<(u32, bool)>>;

struct Finder<'a> {
    program: &'a mut PointsTo,
    contexts: Vec<Looked>,
    numbers: FxHashMap<(MethodId, Option<ClassId>), Context>,
    before: FxHashMap<MethodId, Rc<Before>>,
    /// The class initialisers each instruction needs.
    initializers: FxHashMap<Spot, Vec<MethodId>>,
    /// Of every instruction: what it takes to get past it.
    cost: Vec<u32>,
    /// Of every instruction: the way out of its method.
    out: Vec<u32>,
}

impl PointsTo {
    /// A name by which a method is known on any machine: `java/util/Vector.add(Ljava/lang/Object;)Z`.
    pub fn method_key(program: &raddle_program::program::Program, method: MethodId) -> String {
        let entry = program.method(method);
        let (name, descriptor) = (program.symbols.text(entry.name), program.symbols.text(entry.descriptor));
        format!("{}.{name}{descriptor}", program.class_name(entry.class))
    }

    /// How far every instruction that can be reached is from each of some places.
    pub fn distances(&mut self, places: &[Vec<Spot>]) -> Distances {
        let mut finder = Finder {
            program: self,
            contexts: Vec::new(),
            numbers: FxHashMap::default(),
            before: FxHashMap::default(),
            initializers: FxHashMap::default(),
            cost: Vec::new(),
            out: Vec::new(),
        };
        finder.find_contexts();
        finder.find_ways_out();
        let to: Vec<Vec<u32>> = places.iter().map(|place| finder.find_ways_to(place)).collect();
        finder.rows(places, &to)
    }
}

impl Finder<'_> {
    /// Follows calls from where threads begin.
    fn find_contexts(&mut self) {
        self.context(self.program.main, None);
        for spawn in self.program.spawns.clone() {
            let class = self.program.objects.get(spawn.thread).class;
            self.context(spawn.run, Some(class));
        }
        let mut initializers: Vec<(MethodId, MethodId, u32)> = self.program.initializers.iter().copied().collect();
        initializers.sort_unstable();
        for (initializer, method, pc) in initializers {
            self.initializers.entry((method, pc)).or_default().push(initializer);
        }
        let mut next = 0;
        while next < self.contexts.len() {
            let body = self.contexts[next].body.clone();
            for pc in 0..body.ops.len() {
                let pc = pc as u32;
                let called = self.callees(next as Context, &body, pc as usize);
                self.contexts[next].calls.extend(called.iter().map(|&callee| (pc, callee)));
                let others = self.begun(&body, pc as usize);
                for &callee in called.iter().chain(&others) {
                    self.contexts[callee as usize].callers.push((next as Context, pc));
                }
            }
            next += 1;
        }
        let instructions = self.contexts.last().map_or(0, |last| last.base + last.body.ops.len());
        self.cost = vec![1; instructions];
        self.out = vec![NEVER; instructions];
    }

    /// The number of a method with a receiver of a class, if it has code that can be reached.
    fn context(&mut self, method: MethodId, receiver: Option<ClassId>) -> Option<Context> {
        let receiver = receiver.filter(|_| !self.program.world.machine.program.method(method).is_static());
        if let Some(&number) = self.numbers.get(&(method, receiver)) {
            return Some(number);
        }
        let body = self.program.bodies.get(&method)?.clone();
        let base = self.contexts.last().map_or(0, |last| last.base + last.body.ops.len());
        let number = self.contexts.len() as Context;
        self.contexts.push(Looked { method, receiver, body, base, calls: Vec::new(), callers: Vec::new() });
        self.numbers.insert((method, receiver), number);
        Some(number)
    }

    /// What a call can run.
    fn callees(&mut self, from: Context, body: &Body, pc: usize) -> Vec<Context> {
        let Op::Call(callee) = body.ops[pc] else { return Vec::new() };
        let is_static = |method| self.program.world.machine.program.method(method).is_static();
        let mut called: Vec<(MethodId, Option<ClassId>)> = Vec::new();
        match callee {
            Callee::Exactly(method) if is_static(method) => called.push((method, None)),
            Callee::Exactly(method) => {
                called.extend(self.receivers(from, body, pc).into_iter().map(|class| (method, Some(class))));
            }
            Callee::Selected(method) => {
                for class in self.receivers(from, body, pc) {
                    let selected = self.program.world.select(class, method);
                    called.extend(selected.map(|selected| (selected, Some(class))));
                }
            }
            Callee::Polymorphic(_) | Callee::Unknown => {}
        }
        if called.is_empty() {
            let sites = self.program.sites_of.get(&body.method).and_then(|sites| sites.get(&(pc as u32)));
            for &site in sites.into_iter().flatten() {
                let targets = &self.program.sites[site as usize].targets;
                called.extend(targets.iter().map(|&target| (target, None)));
            }
        }
        self.numbers_of(called)
    }

    /// What an instruction can begin without waiting for its end: the threads it starts; or what it does once in a program's life: the class initialisers it needs.
    fn begun(&mut self, body: &Body, pc: usize) -> Vec<Context> {
        let initializers = self.initializers.get(&(body.method, pc as u32)).into_iter().flatten();
        let mut begun: Vec<(MethodId, Option<ClassId>)> =
            initializers.map(|&initializer| (initializer, None)).collect();
        if let Op::Call(Callee::Exactly(method) | Callee::Selected(method)) = body.ops[pc]
            && PointsTo::method_key(&self.program.world.machine.program, method) == "java/lang/Thread.start()V"
        {
            let threads = self.program.objects_of(body.method, body.operands(pc)[0]);
            let started = self.program.spawns.iter().filter(|spawn| threads.contains(spawn.thread.0));
            begun.extend(started.map(|spawn| (spawn.run, Some(self.program.objects.get(spawn.thread).class))));
        }
        self.numbers_of(begun)
    }

    /// Their numbers, each once.
    fn numbers_of(&mut self, methods: Vec<(MethodId, Option<ClassId>)>) -> Vec<Context> {
        let mut found: Vec<Context> =
            methods.into_iter().filter_map(|(method, receiver)| self.context(method, receiver)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The classes the receiver of a call can have.
    fn receivers(&self, from: Context, body: &Body, pc: usize) -> Vec<ClassId> {
        let Some(&value) = body.operands(pc).first() else { return Vec::new() };
        let own = self.contexts[from as usize].receiver;
        if let Some(class) = own.filter(|_| body.parameters.first() == Some(&value)) {
            return vec![class];
        }
        let objects = self.program.objects_of(body.method, value);
        let mut classes: Vec<ClassId> =
            objects.iter().map(|object| self.program.objects.get(ObjectId(object)).class).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// Finds the shortest ways out of all methods. What a call takes depends on what it calls, so callers are looked at again when that
    /// turns out to be shorter.
    fn find_ways_out(&mut self) {
        let mut work: VecDeque<Context> = (0..self.contexts.len() as Context).rev().collect();
        let mut waiting: FxHashSet<Context> = work.iter().copied().collect();
        while let Some(context) = work.pop_front() {
            waiting.remove(&context);
            let Looked { base, ref callers, .. } = self.contexts[context as usize];
            let callers: Vec<Context> = callers.iter().map(|caller| caller.0).collect();
            let before = self.out[base];
            self.find_way_out(context);
            if self.out[base] < before {
                for caller in callers {
                    if waiting.insert(caller) {
                        work.push_back(caller);
                    }
                }
            }
        }
    }

    fn find_way_out(&mut self, context: Context) {
        let Looked { base, ref body, ref calls, .. } = self.contexts[context as usize];
        let (body, count) = (body.clone(), body.ops.len());
        let mut through: FxHashMap<u32, u32> = FxHashMap::default();
        for &(pc, callee) in calls {
            let way = self.out[self.contexts[callee as usize].base];
            through.entry(pc).and_modify(|least| *least = way.min(*least)).or_insert(way);
        }
        for (pc, way) in through {
            self.cost[base + pc as usize] = way.saturating_add(1);
        }
        let before = self.before(&body);
        let out = &mut self.out[base..base + count];
        let mut heap = BinaryHeap::new();
        for pc in 0..count {
            let block = &body.flow.blocks[body.flow.block_of[pc] as usize];
            if pc as u32 + 1 == block.end && block.next.is_empty() && body.ops[pc] != Op::Throw {
                out[pc] = 1;
                heap.push((Reverse(1), pc as u32));
            }
        }
        while let Some((Reverse(way), pc)) = heap.pop() {
            if way > out[pc as usize] {
                continue;
            }
            for &(previous, thrown) in &before[pc as usize] {
                let cost = if thrown { 1 + THROWN } else { self.cost[base + previous as usize] };
                let longer = way.saturating_add(cost);
                if longer < out[previous as usize] {
                    out[previous as usize] = longer;
                    heap.push((Reverse(longer), previous));
                }
            }
        }
    }

    /// The shortest ways from every instruction to one of some without returning from its method.
    fn find_ways_to(&mut self, place: &[Spot]) -> Vec<u32> {
        let mut to = vec![NEVER; self.cost.len()];
        let mut heap = BinaryHeap::new();
        let mut methods: FxHashMap<MethodId, Vec<u32>> = FxHashMap::default();
        for &(method, pc) in place {
            methods.entry(method).or_default().push(pc);
        }
        for (number, context) in self.contexts.iter().enumerate() {
            for &pc in methods.get(&context.method).into_iter().flatten() {
                to[context.base + pc as usize] = 0;
                heap.push((Reverse(0), number as Context, pc));
            }
        }
        while let Some((Reverse(way), context, pc)) = heap.pop() {
            let Looked { base, ref body, .. } = self.contexts[context as usize];
            if way > to[base + pc as usize] {
                continue;
            }
            let body = body.clone();
            let before = self.before(&body);
            let earlier = before[pc as usize].iter().map(|&(previous, thrown)| {
                let cost = if thrown { 1 + THROWN } else { self.cost[base + previous as usize] };
                (context, previous, cost)
            });
            let callers = if pc == 0 { &self.contexts[context as usize].callers[..] } else { &[] };
            for (context, previous, cost) in earlier.chain(callers.iter().map(|&(caller, at)| (caller, at, 1))) {
                let longer = way.saturating_add(cost);
                let known = &mut to[self.contexts[context as usize].base + previous as usize];
                if longer < *known {
                    *known = longer;
                    heap.push((Reverse(longer), context, previous));
                }
            }
        }
        to
    }

    fn before(&mut self, body: &Rc<Body>) -> Rc<Before> {
        self.before.entry(body.method).or_insert_with(|| Rc::new(before(body))).clone()
    }

    fn rows(&self, places: &[Vec<Spot>], to: &[Vec<u32>]) -> Distances {
        let program = &self.program.world.machine.program;
        let mut at: FxHashMap<Spot, u64> = FxHashMap::default();
        for (index, &spot) in
            places.iter().enumerate().flat_map(|(index, place)| place.iter().map(move |spot| (index, spot)))
        {
            *at.entry(spot).or_default() |= 1 << index;
        }
        let mut distances = Distances::default();
        for context in &self.contexts {
            let Looked { method, receiver, ref body, base, .. } = *context;
            let known = distances.methods.entry(PointsTo::method_key(program, method)).or_insert_with(|| Known {
                bytecode: body.code.bytecode.clone(),
                at: (0..body.ops.len() as u32).map(|pc| at.get(&(method, pc)).copied().unwrap_or(0)).collect(),
                rows: Vec::new(),
            });
            let both = |ways: &[u32], pc: usize| {
                let after = after(body, pc).map(|next| ways[base + next as usize]).min();
                [ways[base + pc], after.map_or(NEVER, |way| way.saturating_add(1))]
            };
            let rows = (0..body.ops.len())
                .map(|pc| Row { out: both(&self.out, pc), to: to.iter().map(|ways| both(ways, pc)).collect() });
            let receiver = receiver.map(|class| program.class_name(class).to_string());
            known.rows.push((receiver, rows.collect()));
        }
        distances
    }
}

/// The instructions control goes on to from one when nothing is thrown.
fn after(body: &Body, pc: usize) -> impl Iterator<Item = u32> + '_ {
    let block = &body.flow.blocks[body.flow.block_of[pc] as usize];
    let is_last = pc as u32 + 1 == block.end;
    let jumps = block.next.iter().filter(move |_| is_last).map(|&next| body.flow.blocks[next as usize].start);
    jumps.chain((!is_last).then_some(pc as u32 + 1))
}

fn before(body: &Body) -> Before {
    let mut before = vec![Vec::new(); body.ops.len()];
    for pc in 0..body.ops.len() {
        for next in after(body, pc) {
            before[next as usize].push((pc as u32, false));
        }
        let block = &body.flow.blocks[body.flow.block_of[pc] as usize];
        if crate::flow::may_throw(body.code.insns[pc].get()) {
            for &handler in &block.handlers {
                let target = body.flow.blocks[handler as usize].start;
                before[target as usize].push((pc as u32, true));
            }
        }
    }
    before
}
