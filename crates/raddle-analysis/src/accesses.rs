//! What the program's own code reads and writes in memory that threads can share, and which objects they can share: escape.

use crate::body::{Body, Op, Value};
use crate::objects::ObjectId;
use crate::points_to::PointsTo;
use crate::set::Set;
use crate::threads::Spot;
use crate::world::Callee;
use raddle_program::class::{ClassId, FieldId, access};

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
        let entry = program.world.machine.program.method(method);
        let Some(body) = program.bodies.get(&method) else { continue };
        if !program.world.is_library(entry.class) {
            for pc in 0..body.ops.len() {
                for (target, base, writes) in touched(program, body, pc) {
                    found.extend(access(program, escaped, body, pc, target, base, writes));
                }
            }
        }
    }
    found
}

/// What an instruction reads and writes: of which value, and whether it writes. Copying and cloning read and write whole objects.
fn touched(program: &PointsTo, body: &Body, pc: usize) -> Vec<(Target, Option<Value>, bool)> {
    let operand = |index: usize| body.operands(pc).get(index).copied();
    match body.ops[pc] {
        Op::Load(field) => vec![(Target::Field(field), operand(0), false)],
        Op::Store(field) => vec![(Target::Field(field), operand(0), true)],
        Op::LoadStatic(field) => vec![(Target::Static(field), None, false)],
        Op::StoreStatic(field) => vec![(Target::Static(field), None, true)],
        Op::LoadElement => vec![(Target::Elements, operand(0), false)],
        Op::StoreElement => vec![(Target::Elements, operand(0), true)],
        Op::Call(Callee::Exactly(called) | Callee::Selected(called)) => {
            let machine = &program.world.machine;
            let entry = machine.program.method(called);
            match (machine.program.class_name(entry.class), machine.program.symbols.text(entry.name)) {
                ("java/lang/System", "arraycopy") => {
                    vec![(Target::Elements, operand(0), false), (Target::Elements, operand(2), true)]
                }
                ("java/lang/Object", "clone") => cloned(program, body, pc),
                (class, name) if class.starts_with("java/util/concurrent/atomic/Atomic") => {
                    atomic(program, entry.class, name)
                        .map(|(field, writes)| {
                            let target = Target::Field(field);
                            if writes {
                                vec![(target, operand(0), false), (target, operand(0), true)]
                            } else {
                                vec![(target, operand(0), false)]
                            }
                        })
                        .unwrap_or_default()
                }
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// The field behind a call on an atomic, and whether the call can write it; none for a constructor and for arrays.
fn atomic(program: &PointsTo, class: ClassId, name: &str) -> Option<(FieldId, bool)> {
    let classes = &program.world.machine.program;
    let is_value = |field: &&FieldId| matches!(classes.symbols.text(classes.field(**field).name), "value" | "pair");
    let field = *classes.class(class).fields.iter().find(is_value)?;
    let reads =
        matches!(name, "get" | "getPlain" | "getAcquire" | "getOpaque" | "getReference" | "getStamp" | "isMarked");
    (!name.starts_with('<')).then_some((field, !reads))
}

/// Whatever fields and elements the objects have that are cloned.
fn cloned(program: &PointsTo, body: &Body, pc: usize) -> Vec<(Target, Option<Value>, bool)> {
    let classes = &program.world.machine.program;
    let Some(&base) = body.operands(pc).first() else { return Vec::new() };
    let mut found = vec![(Target::Elements, Some(base), false)];
    for object in program.objects_of(body.method, base).iter() {
        for &class in &classes.class(program.objects.get(ObjectId(object)).class).ancestors {
            for &field in classes.class(class).fields.iter().filter(|&&field| !classes.field(field).is_static()) {
                if !found.contains(&(Target::Field(field), Some(base), false)) {
                    found.push((Target::Field(field), Some(base), false));
                }
            }
        }
    }
    found
}

fn access(
    program: &PointsTo,
    escaped: &Set,
    body: &Body,
    pc: usize,
    target: Target,
    base: Option<Value>,
    writes: bool,
) -> Option<Access> {
    let classes = &program.world.machine.program;
    let flags = match target {
        Target::Field(field) | Target::Static(field) => classes.field(field).access,
        Target::Elements => 0,
    };
    let mut objects = base.map(|base| program.objects_of(body.method, base).common(escaped)).unwrap_or_default();
    if target == Target::Elements {
        let is_array = |object: u32| classes.class(program.objects.get(ObjectId(object)).class).is_array();
        objects = objects.iter().filter(|&object| is_array(object)).collect();
    }
    if base.is_some() && objects.is_empty() {
        return None;
    }
    let entry = classes.method(body.method);
    let constructs = match (classes.symbols.text(entry.name), target) {
        ("<init>", _) => base.is_some() && base == body.parameters.first().copied(),
        ("<clinit>", Target::Static(field)) => classes.field(field).class == entry.class,
        _ => false,
    };
    let plain = flags & access::VOLATILE == 0;
    Some(Access { spot: (body.method, pc as u32), target, writes, plain, base, objects, constructs })
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
