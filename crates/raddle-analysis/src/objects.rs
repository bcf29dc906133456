//! The objects the analyses tell apart. What the program's own code makes is told apart by the instruction that makes it. What the class
//! library makes is told apart by its class and by whom it is made for: the object of the program's that it serves, as the nodes of a
//! map do, or the call by which the program asked for it. What is there before the program begins is told apart by its class.

use crate::world::World;
use raddle_program::class::{ClassId, FieldId, MethodId, Shape};
use raddle_vm::heap::{Ref, mark};
use rustc_hash::FxHashMap;

/// An object, or all that are not told apart from it, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId(pub u32);

/// Whom code and objects of the class library serve, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OwnerId(pub u32);

impl OwnerId {
    /// Nobody in particular.
    pub const NOBODY: OwnerId = OwnerId(0);
}

/// Whom code and objects of the class library serve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// An object the program has made, of a class of the library's or derived from one.
    Object(ObjectId),
    /// A call of a static method, by method and instruction.
    Call(MethodId, u32),
}

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// Made by an instruction of the program's; of an array of arrays made at once, so many dimensions down.
    Site {
        /// The method.
        method: MethodId,
        /// The instruction in its register code.
        pc: u32,
        /// How many dimensions down.
        depth: u16,
    },
    /// There when the program begins, and told apart from others of its class.
    Found(Ref),
    /// All of a class that are made by the class library, or by a native method, for somebody.
    AllOf(ClassId, OwnerId),
}

/// What is known of an object.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    /// Where it comes from.
    pub origin: Origin,
    /// Its class.
    pub class: ClassId,
    /// If it is a variable handle the program has made: what it is for.
    pub handle: Option<Handled>,
}

/// What a variable handle reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handled {
    /// A field of its first argument, by its word.
    Slot(u32),
    /// A static field.
    Static(FieldId),
    /// An element of its first argument.
    Element,
    /// Any field or element of its first argument.
    Any,
}

/// Stands for all elements of an array where a field's word is named otherwise.
pub const ELEMENTS: u32 = u32::MAX;

/// The table of objects, and of whom they serve.
#[derive(Default)]
pub struct Objects {
    list: Vec<Object>,
    ids: FxHashMap<Origin, ObjectId>,
    owners: Vec<Owner>,
    owner_ids: FxHashMap<Owner, OwnerId>,
}

/// Beyond so many owners the class library serves nobody in particular, so that the analysis of a large program stays of a piece.
const MAX_OWNERS: usize = 4_000;

impl Objects {
    /// An object by its number.
    pub fn get(&self, id: ObjectId) -> &Object {
        &self.list[id.0 as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The object of an origin.
    pub fn of(&mut self, origin: Origin, class: ClassId) -> ObjectId {
        *self.ids.entry(origin).or_insert_with(|| {
            self.list.push(Object { origin, class, handle: None });
            ObjectId(self.list.len() as u32 - 1)
        })
    }

    /// All objects of a class that serve nobody in particular.
    pub fn all_of(&mut self, class: ClassId) -> ObjectId {
        self.of(Origin::AllOf(class, OwnerId::NOBODY), class)
    }

    /// The object of an origin, if the analysis met it.
    pub fn find(&self, origin: Origin) -> Option<ObjectId> {
        self.ids.get(&origin).copied()
    }

    /// The object of a variable handle.
    pub fn handle(&mut self, origin: Origin, class: ClassId, handle: Handled) -> ObjectId {
        let id = self.of(origin, class);
        self.list[id.0 as usize].handle = Some(handle);
        id
    }

    /// What an instruction that makes an object of a class makes, in code that serves somebody.
    pub fn made_at(&mut self, world: &World, method: MethodId, pc: u32, class: ClassId, owner: OwnerId) -> ObjectId {
        let origin = if is_exception(world, class) {
            Origin::AllOf(class, OwnerId::NOBODY)
        } else if world.is_library(world.machine.program.method(method).class) {
            Origin::AllOf(class, if is_common(world, class) { OwnerId::NOBODY } else { owner })
        } else {
            Origin::Site { method, pc, depth: 0 }
        };
        self.of(origin, class)
    }

    /// An object of the heap the program begins with. Mirrors, handles, threads and static storage are told apart: what is done
    /// with them depends on which they are.
    pub fn found(&mut self, world: &World, object: Ref) -> ObjectId {
        let class = world.machine.heap.class(object);
        let is_storage = world.machine.heap.marks(object) & mark::STATICS != 0;
        let origin = if is_storage || is_told_apart(world, class) {
            Origin::Found(object)
        } else {
            Origin::AllOf(class, OwnerId::NOBODY)
        };
        self.of(origin, class)
    }

    /// The number of an owner.
    pub fn owner(&mut self, owner: Owner) -> OwnerId {
        if let Some(&id) = self.owner_ids.get(&owner) {
            return id;
        }
        if self.owners.len() >= MAX_OWNERS {
            return OwnerId::NOBODY;
        }
        self.owners.push(owner);
        let id = OwnerId(self.owners.len() as u32);
        self.owner_ids.insert(owner, id);
        id
    }

    /// An owner by its number.
    pub fn owner_of(&self, id: OwnerId) -> Option<Owner> {
        self.owners.get((id.0 as usize).checked_sub(1)?).copied()
    }

    /// Whom code of the class library serves that is called on an object.
    pub fn served(&mut self, object: ObjectId) -> OwnerId {
        match self.get(object).origin {
            Origin::Site { .. } => self.owner(Owner::Object(object)),
            Origin::AllOf(_, owner) => owner,
            Origin::Found(_) => OwnerId::NOBODY,
        }
    }
}

/// Classes whose instances serve nobody: they are everywhere, and hold nothing that would tell.
fn is_common(world: &World, class: ClassId) -> bool {
    const COMMON: [&str; 11] = [
        "java/lang/String",
        "java/lang/StringBuilder",
        "java/lang/StringBuffer",
        "java/lang/Integer",
        "java/lang/Long",
        "java/lang/Short",
        "java/lang/Byte",
        "java/lang/Character",
        "java/lang/Boolean",
        "java/lang/Double",
        "java/lang/Float",
    ];
    let program = &world.machine.program;
    COMMON.contains(&program.class_name(class))
        || matches!(program.class(class).shape, Shape::Array(element) if program.class(element).is_primitive())
}

fn is_exception(world: &World, class: ClassId) -> bool {
    extends(world, class, 1, "java/lang/Throwable")
}

fn is_told_apart(world: &World, class: ClassId) -> bool {
    world.machine.program.class_name(class) == "java/lang/Class"
        || extends(world, class, 1, "java/lang/Thread")
        || extends(world, class, 1, "java/lang/invoke/VarHandle")
}

/// Whether a class is, or is derived from, the one of a name that stands so deep under `Object`.
fn extends(world: &World, class: ClassId, depth: usize, name: &str) -> bool {
    let program = &world.machine.program;
    program.class(class).ancestors.get(depth).is_some_and(|&above| program.class_name(above) == name)
}
