//! Which monitors and locks are held where: those that must be, for what they protect, and those that may be, for the order in which
//! they are taken.
//!
//! A lock that must be held is known by the value that was locked, so that `synchronized (this)` around `this.count` protects it
//! whichever object `this` is, or by the one object it always is. `ReentrantLock` and its kin count like monitors; a `tryLock`
//! does not, since it may fail.

use crate::body::{Body, NO_VALUE, Op, Value};
use crate::objects::{ObjectId, Origin, Owner};
use crate::points_to::PointsTo;
use crate::set::Set;
use crate::threads::{Spot, Threads};
use raddle_program::class::{FieldId, MethodId, access};
use rustc_hash::{FxHashMap, FxHashSet};

/// A lock that must be held, as a method knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Held {
    /// The monitor of what a value of the method is.
    Value(Value),
    /// That of a final field of what a value is.
    FieldOf(Value, FieldId),
    /// That of what a final static field is.
    Static(FieldId),
    /// That of the one object it always is.
    Object(ObjectId),
    /// The reading side of such a lock: it keeps writers out, not readers.
    Reading(ObjectId),
}

/// An instruction that takes a lock.
#[derive(Clone, Debug)]
pub struct Acquire {
    /// The instruction.
    pub spot: Spot,
    /// The locks it can take.
    pub objects: Set,
    /// The locks that may be held by then, each with an instruction that took it.
    pub held: Vec<(ObjectId, Spot)>,
}

/// Locks held in the program's own code.
pub struct Locks {
    must: FxHashMap<Spot, Vec<Held>>,
    /// Instructions that take locks, with what may be held by then.
    pub acquires: Vec<Acquire>,
}

enum Effect {
    Take(Value),
    Release(Value),
}

impl Locks {
    /// Finds the locks held in the program's own code.
    pub fn find(program: &PointsTo, threads: &Threads) -> Locks {
        let methods: Vec<MethodId> = program
            .reached
            .iter()
            .copied()
            .filter(|&method| {
                !program.world.is_library(program.world.machine.program.method(method).class)
                    && program.bodies.contains_key(&method)
            })
            .collect();
        let mut finder = Finder { program, threads, entries: FxHashMap::default(), must: FxHashMap::default() };
        finder.solve(&methods);
        let acquires = may_hold(program, &with_called_collections(program, &methods));
        Locks { must: finder.must, acquires }
    }

    /// The locks that must be held when an instruction runs, its own not included.
    pub fn held(&self, spot: Spot) -> &[Held] {
        self.must.get(&spot).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether some lock is held at both of two accesses, given the values whose fields they access.
    pub fn have_common(&self, one: (Spot, Option<Value>), other: (Spot, Option<Value>)) -> bool {
        let kinds = |(spot, base): (Spot, Option<Value>)| -> Vec<Common> {
            self.held(spot).iter().filter_map(|&held| Common::of(held, base)).collect()
        };
        let theirs = kinds(other);
        kinds(one).iter().any(|held| match *held {
            Common::Reading(object) => theirs.contains(&Common::Object(object)),
            Common::Object(object) => theirs.contains(held) || theirs.contains(&Common::Reading(object)),
            _ => theirs.contains(held),
        })
    }
}

/// A lock as two methods can both know it: relative to the object accessed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Common {
    Own,
    Field(FieldId),
    Static(FieldId),
    Object(ObjectId),
    Reading(ObjectId),
}

impl Common {
    fn of(held: Held, base: Option<Value>) -> Option<Common> {
        match held {
            Held::Value(value) => (base == Some(value)).then_some(Common::Own),
            Held::FieldOf(value, field) => (base == Some(value)).then_some(Common::Field(field)),
            Held::Static(field) => Some(Common::Static(field)),
            Held::Object(object) => Some(Common::Object(object)),
            Held::Reading(object) => Some(Common::Reading(object)),
        }
    }
}

/// What an instruction does to locks.
fn effect(program: &PointsTo, body: &Body, pc: usize) -> Option<Effect> {
    match body.ops[pc] {
        Op::Enter => Some(Effect::Take(body.operands(pc)[0])),
        Op::Leave => Some(Effect::Release(body.operands(pc)[0])),
        Op::Call(_) => {
            let machine = &program.world.machine;
            let site = *program.sites_of.get(&body.method)?.get(&(pc as u32))?.first()?;
            let targets = &program.sites[site as usize].targets;
            let is = |names: &[&str]| {
                !targets.is_empty()
                    && targets.iter().all(|&target| {
                        let entry = machine.program.method(target);
                        machine.program.class_name(entry.class).starts_with("java/util/concurrent/locks/Reentrant")
                            && names.contains(&machine.program.symbols.text(entry.name))
                    })
            };
            if is(&["lock", "lockInterruptibly"]) {
                Some(Effect::Take(body.operands(pc)[0]))
            } else if is(&["unlock"]) {
                Some(Effect::Release(body.operands(pc)[0]))
            } else {
                None
            }
        }
        _ => None,
    }
}

struct Finder<'a> {
    program: &'a PointsTo,
    threads: &'a Threads,
    /// What every caller holds; `None` until the first has been seen.
    entries: FxHashMap<MethodId, Option<Vec<Held>>>,
    must: FxHashMap<Spot, Vec<Held>>,
}

impl Finder<'_> {
    fn solve(&mut self, methods: &[MethodId]) {
        let own: FxHashSet<MethodId> = methods.iter().copied().collect();
        // Who is called by the class library or begins a thread holds nothing that is known of.
        let mut called_from_outside: FxHashSet<MethodId> = self.threads.list.iter().map(|thread| thread.run).collect();
        called_from_outside.extend(self.program.initializers.iter().map(|entry| entry.0));
        for site in &self.program.sites {
            if !own.contains(&site.method) {
                called_from_outside.extend(site.targets.iter().filter(|target| own.contains(target)));
            }
        }
        for &method in methods {
            let entry = called_from_outside.contains(&method).then(Vec::new);
            self.entries.insert(method, entry);
        }
        let mut work: Vec<MethodId> = methods.to_vec();
        while let Some(method) = work.pop() {
            let Some(Some(entry)) = self.entries.get(&method).cloned() else { continue };
            for (callee, held) in self.method(method, entry) {
                let known = self.entries.entry(callee).or_default();
                let met = match known {
                    None => held,
                    Some(known) => known.iter().copied().filter(|one| held.contains(one)).collect(),
                };
                if known.as_ref() != Some(&met) {
                    *known = Some(met);
                    work.push(callee);
                }
            }
        }
    }

    /// Goes through a method with what is held on entry; gives what is held at each of its calls, as the callee knows it.
    fn method(&mut self, method: MethodId, entry: Vec<Held>) -> Vec<(MethodId, Vec<Held>)> {
        let Some(body) = self.program.bodies.get(&method).cloned() else { return Vec::new() };
        let mut before: Vec<Option<Vec<Held>>> = vec![None; body.flow.blocks.len()];
        before[0] = Some(entry);
        let mut work = vec![0u32];
        while let Some(block) = work.pop() {
            let Some(mut held) = before[block as usize].clone() else { continue };
            let (start, end) = (body.flow.blocks[block as usize].start, body.flow.blocks[block as usize].end);
            // What holds throughout the block is what a handler may rely on.
            let mut throughout = held.clone();
            for pc in start..end {
                self.must.insert((method, pc), held.clone());
                match effect(self.program, &body, pc as usize) {
                    Some(Effect::Take(value)) => self.take(&body, value, &mut held),
                    Some(Effect::Release(value)) => self.release(&body, value, &mut held),
                    None => {}
                }
                throughout.retain(|one| held.contains(one));
            }
            let entry = &body.flow.blocks[block as usize];
            for (next, state) in entry
                .next
                .iter()
                .map(|&next| (next, &held))
                .chain(entry.handlers.iter().map(|&next| (next, &throughout)))
            {
                let met = match &before[next as usize] {
                    None => state.clone(),
                    Some(known) => known.iter().copied().filter(|one| state.contains(one)).collect(),
                };
                if before[next as usize].as_ref() != Some(&met) {
                    before[next as usize] = Some(met);
                    work.push(next);
                }
            }
        }
        self.calls(&body)
    }

    fn take(&self, body: &Body, value: Value, held: &mut Vec<Held>) {
        let mut names = vec![Held::Value(value)];
        names.extend(final_field(self.program, body, value));
        let objects = self.program.objects_of(body.method, value);
        let mut list = objects.iter();
        if let (Some(one), None) = (list.next(), list.next()) {
            let (object, reads) = lock_of(self.program, ObjectId(one));
            if !self.threads.is_many(self.program, object) {
                names.push(if reads { Held::Reading(object) } else { Held::Object(object) });
            }
        }
        for name in names {
            if !held.contains(&name) {
                held.push(name);
            }
        }
    }

    /// Lets go of whatever may be the lock released.
    fn release(&self, body: &Body, value: Value, held: &mut Vec<Held>) {
        let objects = self.program.objects_of(body.method, value);
        held.retain(|one| match *one {
            Held::Value(other) => other != value && !self.program.objects_of(body.method, other).meets(&objects),
            Held::FieldOf(base, field) => {
                let slot = self.program.world.machine.program.field(field).slot;
                let bases = self.program.objects_of(body.method, base);
                !bases.iter().any(|base| self.program.objects_in(ObjectId(base), slot).meets(&objects))
            }
            Held::Static(field) => !self.program.objects_in_static(field).meets(&objects),
            Held::Object(object) | Held::Reading(object) => {
                !objects.iter().any(|other| lock_of(self.program, ObjectId(other)).0 == object)
            }
        });
    }

    fn calls(&self, body: &Body) -> Vec<(MethodId, Vec<Held>)> {
        let mut found = Vec::new();
        let Some(sites) = self.program.sites_of.get(&body.method) else { return found };
        for (&pc, list) in sites {
            let held = self.must.get(&(body.method, pc)).map(Vec::as_slice).unwrap_or_default();
            let operands = body.operands(pc as usize);
            for &site in list {
                for &target in &self.program.sites[site as usize].targets {
                    let Some(callee) = self.program.bodies.get(&target) else { continue };
                    if self.entries.contains_key(&target) {
                        found.push((target, passed(held, operands, callee)));
                    }
                }
            }
        }
        found
    }
}

/// A value by the final field it was loaded from, so that it is known again when it is loaded again.
pub(crate) fn final_field(program: &PointsTo, body: &Body, value: Value) -> Option<Held> {
    let maker = body.maker(value)?;
    let is_final = |field: FieldId| program.world.machine.program.field(field).access & access::FINAL != 0;
    match body.ops[maker] {
        Op::Load(field) if is_final(field) => Some(Held::FieldOf(body.operands(maker)[0], field)),
        Op::LoadStatic(field) if is_final(field) => Some(Held::Static(field)),
        _ => None,
    }
}

/// Locks as a callee knows them: those of what it is given, and those of objects there are one of.
fn passed(held: &[Held], operands: &[Value], callee: &Body) -> Vec<Held> {
    let parameter = |value: Value| {
        let index = operands.iter().position(|&operand| operand == value && value != NO_VALUE)?;
        callee.parameters.get(index).copied()
    };
    held.iter()
        .filter_map(|&one| match one {
            Held::Value(value) => parameter(value).map(Held::Value),
            Held::FieldOf(value, field) => parameter(value).map(|value| Held::FieldOf(value, field)),
            Held::Static(_) | Held::Object(_) | Held::Reading(_) => Some(one),
        })
        .collect()
}

/// The lock an object stands for: the sides of a read-write lock are one lock, which one side only reads with.
pub(crate) fn lock_of(program: &PointsTo, object: ObjectId) -> (ObjectId, bool) {
    let entry = program.objects.get(object);
    let name = program.world.machine.program.class_name(entry.class);
    match (entry.origin, name) {
        (Origin::AllOf(_, owner), "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock") => {
            (whole(program, owner, object), true)
        }
        (Origin::AllOf(_, owner), "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock") => {
            (whole(program, owner, object), false)
        }
        _ => (object, false),
    }
}

fn whole(program: &PointsTo, owner: crate::objects::OwnerId, part: ObjectId) -> ObjectId {
    match program.objects.owner_of(owner) {
        Some(Owner::Object(whole)) => whole,
        _ => part,
    }
}

/// Methods, and those of the class library's collections they call: such a collection can hold its own lock while it takes another's.
fn with_called_collections(program: &PointsTo, methods: &[MethodId]) -> Vec<MethodId> {
    let classes = &program.world.machine.program;
    let own: FxHashSet<MethodId> = methods.iter().copied().collect();
    let mut all = methods.to_vec();
    for site in program.sites.iter().filter(|site| own.contains(&site.method)) {
        for &target in &site.targets {
            let class = classes.class_name(classes.method(target).class);
            let locks = matches!(class, "java/util/Vector" | "java/util/Hashtable" | "java/util/Stack")
                || class.starts_with("java/util/Collections$Synchronized");
            if locks && !own.contains(&target) {
                all.push(target);
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// What may be held where a lock is taken: by the method itself, or by any that calls it.
fn may_hold(program: &PointsTo, methods: &[MethodId]) -> Vec<Acquire> {
    type May = FxHashMap<ObjectId, Spot>;
    let mut entries: FxHashMap<MethodId, May> = FxHashMap::default();
    let mut acquires: FxHashMap<Spot, Acquire> = FxHashMap::default();
    let mut work: Vec<MethodId> = methods.to_vec();
    while let Some(method) = work.pop() {
        let Some(body) = program.bodies.get(&method) else { continue };
        let entry = entries.get(&method).cloned().unwrap_or_default();
        let mut before: Vec<Option<May>> = vec![None; body.flow.blocks.len()];
        before[0] = Some(entry);
        let mut blocks = vec![0u32];
        while let Some(block) = blocks.pop() {
            let Some(mut held) = before[block as usize].clone() else { continue };
            let mut ever = held.clone();
            for pc in body.flow.blocks[block as usize].start..body.flow.blocks[block as usize].end {
                match effect(program, body, pc as usize) {
                    Some(Effect::Take(value)) => {
                        let taken: Set = program
                            .objects_of(method, value)
                            .iter()
                            .map(|object| lock_of(program, ObjectId(object)).0.0)
                            .collect();
                        let list = held.iter().map(|(&object, &spot)| (object, spot));
                        let acquire = acquires.entry((method, pc)).or_insert_with(|| Acquire {
                            spot: (method, pc),
                            objects: taken.clone(),
                            held: Vec::new(),
                        });
                        for one in list {
                            if !acquire.held.contains(&one) {
                                acquire.held.push(one);
                            }
                        }
                        for object in taken.iter() {
                            held.entry(ObjectId(object)).or_insert((method, pc));
                            ever.entry(ObjectId(object)).or_insert((method, pc));
                        }
                    }
                    Some(Effect::Release(value)) => {
                        let released = program.objects_of(method, value);
                        // Only what is surely the one released is let go of.
                        if released.len() == 1 {
                            released.iter().for_each(|object| {
                                held.remove(&lock_of(program, ObjectId(object)).0);
                            });
                        } else {
                            held.retain(|_, spot| !same_place(program, body, *spot, value));
                        }
                    }
                    None => {}
                }
                for &site in program.sites_of.get(&method).and_then(|sites| sites.get(&pc)).into_iter().flatten() {
                    for &target in &program.sites[site as usize].targets {
                        let known = entries.entry(target).or_default();
                        let size = known.len();
                        held.iter().for_each(|(&object, &spot)| {
                            known.entry(object).or_insert(spot);
                        });
                        if known.len() != size {
                            work.push(target);
                        }
                    }
                }
            }
            let entry = &body.flow.blocks[block as usize];
            let ways = entry.next.iter().map(|&next| (next, &held));
            for (next, state) in ways.chain(entry.handlers.iter().map(|&next| (next, &ever))) {
                let is_new = before[next as usize].is_none();
                let known = before[next as usize].get_or_insert_default();
                let size = known.len();
                state.iter().for_each(|(&object, &spot)| {
                    known.entry(object).or_insert(spot);
                });
                if is_new || known.len() != size {
                    blocks.push(next);
                }
            }
        }
    }
    let mut list: Vec<Acquire> = acquires.into_values().collect();
    list.sort_by_key(|acquire| acquire.spot);
    list
}

/// Whether a lock was taken on the very value that is released.
fn same_place(program: &PointsTo, body: &Body, taken: Spot, value: Value) -> bool {
    taken.0 == body.method
        && matches!(effect(program, body, taken.1 as usize), Some(Effect::Take(other)) if other == value)
}
