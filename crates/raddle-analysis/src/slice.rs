//! What an instruction depends on, and what depends on it, across methods and threads: data through values, parameters, results and
//! memory that can be the same; control through branches and through the calls and starts by which a method runs at all.
//!
//! Exceptions that instructions throw by themselves are followed to their handlers, but what comes after an instruction does not count as
//! depending on its not having thrown.

use crate::body::{Body, Definition, NO_VALUE, Op, Value};
use crate::flow::may_throw;
use crate::objects::ELEMENTS;
use crate::points_to::PointsTo;
use crate::set::Set;
use crate::threads::{Spot, Threads};
use raddle_program::class::{FieldId, MethodId};
use raddle_program::insn::Insn;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Stands for all fields of an object, for who reads or writes which is not known.
const WHOLE: u32 = u32::MAX - 1;

/// The dependences of a program.
pub struct Dependence {
    /// First node of each method; its instructions follow, then its entry and its parameters.
    methods: FxHashMap<MethodId, u32>,
    spots: Vec<Option<Spot>>,
    /// How many nodes are code; those after them are memory.
    code: u32,
    /// What each node depends on.
    on: Vec<Vec<u32>>,
    /// What depends on each node.
    by: Vec<Vec<u32>>,
}

/// Which way to slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// What can influence an instruction.
    Backward,
    /// What it can influence.
    Forward,
}

impl Dependence {
    /// Finds the dependences of a program.
    pub fn find(program: &PointsTo, threads: &Threads) -> Dependence {
        let mut methods = FxHashMap::default();
        let mut spots = Vec::new();
        for &method in &program.reached {
            if let Some(body) = program.bodies.get(&method) {
                methods.insert(method, spots.len() as u32);
                spots.extend((0..body.ops.len() as u32).map(|pc| Some((method, pc))));
                spots.resize(spots.len() + 1 + body.parameters.len(), None);
            }
        }
        let (code, on) = (spots.len() as u32, vec![Vec::new(); spots.len()]);
        let mut builder = Builder {
            program,
            graph: Dependence { methods, spots, code, on, by: Vec::new() },
            memory: FxHashMap::default(),
            statics: FxHashMap::default(),
        };
        for &method in &program.reached {
            if let Some(body) = program.bodies.get(&method) {
                builder.method(body);
            }
        }
        builder.threads(threads);
        builder.finish()
    }

    /// The instructions in a slice, in the order of the program's methods.
    pub fn slice(&self, from: &[Spot], direction: Direction) -> Vec<Spot> {
        let edges = if direction == Direction::Backward { &self.on } else { &self.by };
        let mut seen = Set::default();
        let mut work: Vec<u32> = from.iter().filter_map(|&spot| self.node(spot)).collect();
        while let Some(node) = work.pop() {
            if seen.insert(node) {
                work.extend(&edges[node as usize]);
            }
        }
        seen.iter().filter_map(|node| self.spots[node as usize]).collect()
    }

    /// The instructions that an instruction depends on by values and branches alone, not by what others wrote to memory: nearest first.
    pub fn decided_by(&self, spot: Spot) -> Vec<Spot> {
        let mut seen = Set::default();
        let mut queue: VecDeque<u32> = self.node(spot).into_iter().collect();
        let mut found = Vec::new();
        while let Some(node) = queue.pop_front() {
            if node < self.code && seen.insert(node) {
                found.extend(self.spots[node as usize].filter(|&other| other != spot));
                queue.extend(&self.on[node as usize]);
            }
        }
        found
    }

    /// The instructions that can influence some, those included, and whether others are done at all and with what; but what memory holds only where
    /// it `is_read`.
    pub fn influences(&self, from: &[Spot], whether: &[Spot], is_read: impl Fn(Spot) -> bool) -> Vec<Spot> {
        let mut seen = Set::default();
        let mut work: Vec<u32> = from.iter().filter_map(|&spot| self.node(spot)).collect();
        for node in whether.iter().filter_map(|&spot| self.node(spot)) {
            work.extend(self.on[node as usize].iter().filter(|on| **on < self.code));
        }
        while let Some(node) = work.pop() {
            if seen.insert(node) {
                let reads = self.spots[node as usize].is_none_or(&is_read);
                work.extend(self.on[node as usize].iter().filter(|on| reads || **on < self.code));
            }
        }
        seen.iter().filter_map(|node| self.spots[node as usize]).collect()
    }

    /// The instructions an instruction depends on with no other between, and whether through memory.
    pub fn directly_on(&self, spot: Spot) -> Vec<(Spot, bool)> {
        let mut seen = Set::default();
        let mut queue: VecDeque<(u32, bool)> = self.node(spot).map(|node| (node, false)).into_iter().collect();
        let mut found = Vec::new();
        while let Some((node, through_memory)) = queue.pop_front() {
            if !seen.insert(node) {
                continue;
            }
            match self.spots[node as usize].filter(|&other| other != spot) {
                Some(other) => found.push((other, through_memory)),
                None => {
                    let is_memory = |on: u32| through_memory || on >= self.code;
                    queue.extend(self.on[node as usize].iter().map(|&on| (on, is_memory(on))));
                }
            }
        }
        found
    }

    fn node(&self, spot: Spot) -> Option<u32> {
        self.methods.get(&spot.0).map(|first| first + spot.1)
    }
}

struct Builder<'a> {
    program: &'a PointsTo,
    graph: Dependence,
    memory: FxHashMap<(u32, u32), u32>,
    statics: FxHashMap<FieldId, u32>,
}

impl Builder<'_> {
    fn edge(&mut self, from: u32, on: u32) {
        self.graph.on[from as usize].push(on);
    }

    fn new_node(&mut self) -> u32 {
        self.graph.on.push(Vec::new());
        self.graph.spots.push(None);
        self.graph.on.len() as u32 - 1
    }

    fn first(&self, method: MethodId) -> u32 {
        self.graph.methods[&method]
    }

    fn entry(&self, body: &Body) -> u32 {
        self.first(body.method) + body.ops.len() as u32
    }

    fn parameter(&self, body: &Body, index: usize) -> u32 {
        self.entry(body) + 1 + index as u32
    }

    /// The node of a word of an object. What is read of it may be what was written to it as a whole, and the other way round.
    fn place(&mut self, object: u32, slot: u32) -> u32 {
        if let Some(&node) = self.memory.get(&(object, slot)) {
            return node;
        }
        let node = self.new_node();
        self.memory.insert((object, slot), node);
        if slot != WHOLE {
            let whole = self.place(object, WHOLE);
            self.edge(node, whole);
            self.edge(whole, node);
        }
        node
    }

    fn static_place(&mut self, field: FieldId) -> u32 {
        if let Some(&node) = self.statics.get(&field) {
            return node;
        }
        let node = self.new_node();
        self.statics.insert(field, node);
        node
    }

    /// Lets a node depend on whatever defines a value.
    fn value(&mut self, body: &Body, node: u32, value: Value, seen: &mut Set) {
        if value == NO_VALUE || !seen.insert(value) {
            return;
        }
        match &body.values[value as usize] {
            Definition::Parameter(index) => {
                let parameter = self.parameter(body, *index as usize);
                self.edge(node, parameter);
            }
            Definition::Result(pc) => {
                let maker = self.first(body.method) + pc;
                self.edge(node, maker);
            }
            Definition::Caught(pc) => {
                let handler = self.first(body.method) + pc;
                self.edge(node, handler);
            }
            Definition::Meeting(_, inputs) => {
                for &input in inputs {
                    self.value(body, node, input, seen);
                }
            }
        }
    }

    fn method(&mut self, body: &Body) {
        let first = self.first(body.method);
        let entry = self.entry(body);
        let depends = body.flow.control_dependence();
        for (block, on) in body.flow.blocks.iter().zip(&depends) {
            for pc in block.start..block.end {
                let node = first + pc;
                if on.is_empty() {
                    self.edge(node, entry);
                }
                for &other in on {
                    self.decided_by(body, node, block.start, other);
                }
                self.instruction(body, pc as usize);
            }
        }
    }

    /// Lets a node depend on what decides at the end of a block, or throws in it to a handler that begins at an instruction.
    fn decided_by(&mut self, body: &Body, node: u32, start: u32, block: u32) {
        let first = self.first(body.method);
        let deciding = &body.flow.blocks[block as usize];
        let last = body.code.insns[deciding.end as usize - 1].get();
        if last.target().is_some() || matches!(last, Insn::Switch { .. } | Insn::Throw { .. }) {
            self.edge(node, first + deciding.end - 1);
        }
        if deciding.handlers.iter().any(|&handler| body.flow.blocks[handler as usize].start == start) {
            for pc in deciding.start..deciding.end {
                if may_throw(body.code.insns[pc as usize].get()) {
                    self.edge(node, first + pc);
                }
            }
        }
    }

    fn instruction(&mut self, body: &Body, pc: usize) {
        let node = self.first(body.method) + pc as u32;
        for &operand in body.operands(pc) {
            self.value(body, node, operand, &mut Set::default());
        }
        let base = body.operands(pc).first().copied().unwrap_or(NO_VALUE);
        let program = self.program;
        match body.ops[pc] {
            Op::Load(field) => self.touch(body, node, base, program.world.machine.program.field(field).slot, false),
            Op::Store(field) => self.touch(body, node, base, program.world.machine.program.field(field).slot, true),
            Op::LoadElement => self.touch(body, node, base, ELEMENTS, false),
            Op::StoreElement => self.touch(body, node, base, ELEMENTS, true),
            Op::LoadStatic(field) => {
                let place = self.static_place(field);
                self.edge(node, place);
            }
            Op::StoreStatic(field) => {
                let place = self.static_place(field);
                self.edge(place, node);
            }
            Op::Call(_) => self.call(body, pc, node),
            _ => {}
        }
    }

    fn touch(&mut self, body: &Body, node: u32, base: Value, slot: u32, writes: bool) {
        for object in self.program.objects_of(body.method, base).iter() {
            let place = self.place(object, slot);
            if writes {
                self.edge(place, node);
            } else {
                self.edge(node, place);
            }
        }
    }

    fn call(&mut self, body: &Body, pc: usize, node: u32) {
        let program = self.program;
        let Some(sites) = program.sites_of.get(&body.method).and_then(|sites| sites.get(&(pc as u32))) else { return };
        let mut targets: Vec<MethodId> =
            sites.iter().flat_map(|&site| program.sites[site as usize].targets.iter().copied()).collect();
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            let Some(callee) = program.bodies.get(&target) else {
                // What is modelled or not followed may read and write whatever it is given.
                for &operand in body.operands(pc) {
                    self.touch(body, node, operand, WHOLE, false);
                    self.touch(body, node, operand, WHOLE, true);
                }
                continue;
            };
            let entry = self.entry(callee);
            self.edge(entry, node);
            for (index, &operand) in body.operands(pc).iter().enumerate().take(callee.parameters.len()) {
                let parameter = self.parameter(callee, index);
                self.value(body, parameter, operand, &mut Set::default());
            }
            if body.results[pc] != NO_VALUE {
                let first = self.first(target);
                for at in (0..callee.ops.len()).filter(|&at| callee.ops[at] == Op::Return) {
                    self.edge(node, first + at as u32);
                }
            }
        }
    }

    /// A thread's first method runs because of its start, on the thread object.
    fn threads(&mut self, threads: &Threads) {
        for thread in threads.list.iter().skip(1) {
            let Some(body) = self.program.bodies.get(&thread.run) else { continue };
            let entry = self.entry(body);
            for &spot in &thread.started {
                if let Some(node) = self.graph.node(spot) {
                    self.edge(entry, node);
                }
            }
        }
    }

    fn finish(mut self) -> Dependence {
        let mut by = vec![Vec::new(); self.graph.on.len()];
        for (node, list) in self.graph.on.iter_mut().enumerate() {
            list.sort_unstable();
            list.dedup();
            list.iter().for_each(|&on| by[on as usize].push(node as u32));
        }
        self.graph.by = by;
        self.graph
    }
}
