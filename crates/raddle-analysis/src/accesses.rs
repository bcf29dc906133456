//! What the program's own code reads and writes in memory that threads can share, and which objects they can share: escape.

use crate::body::{Op, Value};
use crate::objects::ObjectId;
use crate::points_to::PointsTo;
use crate::set::Set;
use crate::threads::Spot;
use raddle_program::class::{FieldId, access};

/// What is read or written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Target {
    /// A field of some objects.
    Field(FieldId),
    /// A static field.
    Static(FieldId),
    /// Elements of some arrays.
    Elements,
}

/// An access of the program's.
#[derive(Clone, Debug)]
pub struct Access {
    /// The instruction.
    pub spot: Spot,
    /// What it accesses.
    pub target: Target,
    /// Whether it writes.
    pub writes: bool,
    /// Whether it orders nothing (JLS 17.4.4): the field is not volatile.
    pub plain: bool,
    /// The value whose field or element it is; none for a static field.
    pub base: Option<Value>,
    /// The objects that can be; for a static field none.
    pub objects: Set,
    /// Whether it is on `this` in a constructor, before anybody else has the object.
    pub constructs: bool,
}

impl Access {
    /// Whether two accesses can touch the same memory, and one of them writes.
    pub fn conflicts(&self, other: &Access) -> bool {
        (self.writes || other.writes)
            && self.target == other.target
            && (matches!(self.target, Target::Static(_)) || self.objects.meets(&other.objects))
    }
}

/// The accesses of the program's own code to objects that escape and to static fields.
pub fn accesses(program: &PointsTo, escaped: &Set) -> Vec<Access> {
    let mut found = Vec::new();
    for &method in &program.reached {
        let machine = &program.world.machine;
        let entry = machine.program.method(method);
        let Some(body) = program.bodies.get(&method) else { continue };
        if program.world.is_library(entry.class) {
            continue;
        }
        let name = machine.program.symbols.text(entry.name);
        for pc in 0..body.ops.len() {
            let (target, writes) = match body.ops[pc] {
                Op::Load(field) => (Target::Field(field), false),
                Op::Store(field) => (Target::Field(field), true),
                Op::LoadStatic(field) => (Target::Static(field), false),
                Op::StoreStatic(field) => (Target::Static(field), true),
                Op::LoadElement => (Target::Elements, false),
                Op::StoreElement => (Target::Elements, true),
                _ => continue,
            };
            let flags = match target {
                Target::Field(field) | Target::Static(field) => machine.program.field(field).access,
                Target::Elements => 0,
            };
            let base = (!matches!(target, Target::Static(_))).then(|| body.operands(pc)[0]);
            let objects = base.map(|base| program.objects_of(method, base).common(escaped)).unwrap_or_default();
            let constructs = name == "<init>" && base.is_some() && base == body.parameters.first().copied()
                || name == "<clinit>"
                    && matches!(target, Target::Static(field) if machine.program.field(field).class == entry.class);
            if base.is_some() && objects.is_empty() {
                continue;
            }
            let plain = flags & access::VOLATILE == 0;
            found.push(Access { spot: (method, pc as u32), target, writes, plain, base, objects, constructs });
        }
    }
    found
}

/// The objects other threads can reach: from static fields, from threads that are started, and from what those refer to.
pub fn escaped(program: &PointsTo) -> Set {
    let mut escaped = Set::default();
    let mut work: Vec<ObjectId> = program.spawns.iter().map(|spawn| spawn.thread).collect();
    for (_, objects) in program.static_heap() {
        work.extend(objects.iter().map(ObjectId));
    }
    let mut fields: Vec<Vec<&Set>> = vec![Vec::new(); program.objects.len()];
    for (object, _, objects) in program.heap() {
        fields[object.0 as usize].push(objects);
    }
    while let Some(object) = work.pop() {
        if escaped.insert(object.0) {
            for objects in &fields[object.0 as usize] {
                work.extend(objects.iter().map(ObjectId));
            }
        }
    }
    escaped
}
