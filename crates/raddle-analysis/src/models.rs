//! What native methods do with references, and a few methods of the class library whose code would say less than what they are for:
//! those that everything goes through (`Objects.requireNonNull`, `Unsafe`), and those that make handles.
//!
//! Not modelled: what reflection calls and makes (but for classes named by constants and the constants of enums), what method handles call, and results of native methods whose class
//! their descriptor does not tell. Each is noted as a `Gap` where it is met.

use crate::body::{Body, Op, Value};
use crate::objects::{ELEMENTS, Handled, ObjectId, Origin, OwnerId};
use crate::points_to::{Gap, NO_NODE, Node, PointsTo, Site, SiteId};
use crate::world::World;
use raddle_program::class::{ClassId, MethodId, Shape, access};
use raddle_program::classfile::descriptor;
use raddle_vm::heap::{Ref, mark};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What a modelled method does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Model {
    /// Nothing with references, but perhaps make one to return.
    Make,
    /// Makes what cannot be said, and calls what cannot be said.
    Handle,
    /// Calls by reflection.
    Reflect,
    /// Returns an argument.
    Identity(u16),
    /// Starts the thread it is called on.
    Start,
    /// The mirror of the receiver's class.
    ClassOf,
    /// The mirror of the superclass.
    Superclass,
    /// The running thread.
    CurrentThread,
    /// `System.arraycopy`.
    Copy,
    /// `Array.get` and `Array.set`.
    ElementOf,
    SetElement,
    /// `Array.newArray`, by mirror.
    NewArray,
    /// `Unsafe.allocateInstance`, by mirror.
    Allocate,
    /// An access of `Unsafe` to a reference: object in argument 1, offset in argument 2, what is written in the last.
    Memory {
        reads: bool,
        writes: bool,
    },
    /// An access by a variable handle: what is written is the last argument.
    Variable {
        reads: bool,
        writes: bool,
    },
    /// Makes a variable handle: for a field by class and name, a static one, or for elements.
    FieldHandle,
    StaticHandle,
    ElementHandle,
    /// Calls a method without parameters of its first argument, and returns what that does.
    Forward {
        interface: &'static str,
        name: &'static str,
    },
    /// `System.setIn0` and its kin.
    SetStream(&'static str),
    /// `Class.forName` of a name in argument 0.
    ForName,
    /// Initialises the class whose mirror an argument is.
    Initialize(u16),
    /// The constants of the enum whose mirror it is called on, which the JDK asks by reflection.
    EnumConstants,
}

/// The models of the methods met.
#[derive(Default)]
pub(crate) struct Models {
    known: FxHashMap<MethodId, Option<Model>>,
    /// Copies under way: a node for the elements each call of `arraycopy` moves.
    copies: FxHashMap<SiteId, Node>,
    /// Classes whose instances in the machine's heap have been looked at, all of them.
    looked_for: FxHashSet<ClassId>,
    /// The objects of the machine's heap by class, once asked for.
    instances: Option<FxHashMap<ClassId, Vec<Ref>>>,
}

impl Models {
    /// Whether a method that was reached has a model instead of code.
    pub fn is_modelled(&self, world: &World, method: MethodId) -> bool {
        match self.known.get(&method) {
            Some(model) => model.is_some(),
            None => model_of(world, method).is_some(),
        }
    }

    fn of(&mut self, world: &World, method: MethodId) -> Option<Model> {
        *self.known.entry(method).or_insert_with(|| model_of(world, method))
    }
}

fn model_of(world: &World, method: MethodId) -> Option<Model> {
    let program = &world.machine.program;
    let entry = program.method(method);
    if !world.is_library(entry.class) {
        return entry.is_native().then_some(Model::Make);
    }
    let (class, name) = (program.class_name(entry.class), program.symbols.text(entry.name));
    let descriptor = program.symbols.text(entry.descriptor);
    let found = match (class, name) {
        ("java/lang/Thread", "start0") => Model::Start,
        ("java/lang/Thread", "currentThread" | "currentCarrierThread") => Model::CurrentThread,
        ("java/lang/Object", "clone") => Model::Identity(0),
        ("java/lang/Object", "getClass") => Model::ClassOf,
        ("java/lang/Class", "getSuperclass") => Model::Superclass,
        ("java/lang/Class", "cast") => Model::Identity(1),
        ("java/lang/Class", "forName") if descriptor.starts_with("(Ljava/lang/String;") => Model::ForName,
        ("java/lang/Class", "getEnumConstantsShared") => Model::EnumConstants,
        ("java/lang/invoke/MethodHandles$Lookup", "ensureInitialized") => Model::Initialize(1),
        ("jdk/internal/misc/Unsafe", "ensureClassInitialized") => Model::Initialize(1),
        ("java/lang/String", "intern") => Model::Identity(0),
        ("java/util/Objects", "requireNonNull") if !descriptor.contains("Supplier") => Model::Identity(0),
        ("java/util/Arrays", "copyOf") if descriptor == "([Ljava/lang/Object;I)[Ljava/lang/Object;" => {
            Model::Identity(0)
        }
        ("java/util/Arrays", "copyOfRange") if descriptor == "([Ljava/lang/Object;II)[Ljava/lang/Object;" => {
            Model::Identity(0)
        }
        ("java/lang/System", "arraycopy") => Model::Copy,
        ("java/lang/System", "setIn0") => Model::SetStream("in"),
        ("java/lang/System", "setOut0") => Model::SetStream("out"),
        ("java/lang/System", "setErr0") => Model::SetStream("err"),
        ("java/lang/reflect/Array", "get") => Model::ElementOf,
        ("java/lang/reflect/Array", "set") => Model::SetElement,
        ("java/lang/reflect/Array", "newArray" | "multiNewArray") => Model::NewArray,
        ("java/security/AccessController", "doPrivileged") if descriptor.contains("PrivilegedExceptionAction") => {
            Model::Forward { interface: "java/security/PrivilegedExceptionAction", name: "run" }
        }
        ("java/security/AccessController", "doPrivileged") => {
            Model::Forward { interface: "java/security/PrivilegedAction", name: "run" }
        }
        ("jdk/internal/misc/Unsafe" | "sun/misc/Unsafe", "allocateInstance") => Model::Allocate,
        ("jdk/internal/misc/Unsafe" | "sun/misc/Unsafe", _) if is_reference_access(name) => {
            let (reads, writes) = access_of(name);
            Model::Memory { reads, writes }
        }
        ("java/lang/invoke/VarHandle", _) if entry.marks.polymorphic => {
            let (reads, writes) = access_of(name);
            Model::Variable { reads, writes }
        }
        ("java/lang/invoke/MethodHandle", _) if entry.marks.polymorphic => Model::Handle,
        ("java/lang/invoke/MethodHandles$Lookup", "findVarHandle") => Model::FieldHandle,
        ("java/lang/invoke/MethodHandles$Lookup", "findStaticVarHandle") => Model::StaticHandle,
        ("java/lang/invoke/MethodHandles", "arrayElementVarHandle") => Model::ElementHandle,
        ("java/lang/invoke/MethodHandles", "lookup") => return None,
        ("java/lang/invoke/MethodHandles", "privateLookupIn" | "publicLookup") => Model::Make,
        ("java/lang/invoke/MethodHandles$Lookup" | "java/lang/invoke/MethodHandles", _) if !name.starts_with('<') => {
            Model::Handle
        }
        (_, "invoke0" | "newInstance0") if entry.is_native() => Model::Reflect,
        ("java/lang/Class", "forName0") => Model::Reflect,
        _ if entry.is_native() => Model::Make,
        _ => return None,
    };
    Some(found)
}

/// Whether a method of `Unsafe` is one of those that read or write references: `getReferenceAcquire`, `compareAndSwapObject`.
fn is_reference_access(name: &str) -> bool {
    let begins = ["get", "put", "compareAnd", "weakCompareAnd"].iter().any(|verb| name.starts_with(verb));
    begins && (name.contains("Reference") || name.contains("Object"))
}

/// Whether an access, by its name, gives what it finds, and whether it writes.
fn access_of(name: &str) -> (bool, bool) {
    let writes = ["set", "put", "compareAnd", "weakCompareAnd", "getAnd"].iter().any(|verb| name.starts_with(verb));
    let reads = name.starts_with("get") || name.starts_with("compareAndExchange");
    (reads, writes)
}

impl PointsTo {
    /// Begins to do what a modelled method does for a call.
    pub(crate) fn begin_model(&mut self, site: SiteId, method: MethodId) {
        let Some(model) = self.models.of(&self.world, method) else { return };
        let Site { method: caller, pc, owner, result, .. } = self.sites[site as usize];
        match model {
            Model::Make => self.make_result(method, owner, result),
            Model::Handle => {
                self.gaps.insert(Gap::Handle(caller, pc));
                self.make_result(method, owner, result);
            }
            Model::Reflect => {
                self.gaps.insert(Gap::Reflection(caller));
            }
            Model::Identity(argument) => {
                let from = self.sites[site as usize].operands.get(argument as usize).copied().unwrap_or(NO_NODE);
                self.edge(from, result);
            }
            Model::CurrentThread => self.edge(self.threads, result),
            Model::Start | Model::ClassOf | Model::Superclass | Model::ElementOf | Model::NewArray => {
                self.watch_argument(site, method, 0);
            }
            Model::EnumConstants => self.watch_argument(site, method, 0),
            Model::Initialize(argument) => self.watch_argument(site, method, argument),
            Model::ForName => self.for_name(caller, pc, result),
            Model::Forward { .. } | Model::SetElement => self.watch_argument(site, method, 0),
            Model::Allocate | Model::Memory { .. } => self.watch_argument(site, method, 1),
            Model::Copy => {
                let copy = self.new_node();
                self.models.copies.insert(site, copy);
                self.watch_argument(site, method, 0);
                self.watch_argument(site, method, 2);
            }
            Model::Variable { .. } => {
                self.watch_argument(site, method, 0);
                self.watch_argument(site, method, 1);
            }
            Model::FieldHandle | Model::StaticHandle | Model::ElementHandle => {
                self.make_handle(model, caller, pc, result);
            }
            Model::SetStream(name) => {
                let from = self.sites[site as usize].operands.first().copied().unwrap_or(NO_NODE);
                if let Some(system) = self.world.boot_class("java/lang/System")
                    && let Some(field) = self.world.machine.program.own_field_named(system, name)
                {
                    let to = self.static_field(field);
                    self.edge(from, to);
                }
            }
        }
    }

    /// Does what a modelled method does for an object that comes to an argument of a call.
    pub(crate) fn model(&mut self, site: SiteId, method: MethodId, argument: u16, object: ObjectId) {
        let Some(model) = self.models.of(&self.world, method) else { return };
        let Site { owner, result, .. } = self.sites[site as usize];
        let last = self.sites[site as usize].operands.last().copied().unwrap_or(NO_NODE);
        match model {
            Model::Start => self.spawn(object),
            Model::ClassOf => {
                let class = self.objects.get(object).class;
                let mirror = self.world.machine.mirror(class);
                self.add_found(result, mirror);
            }
            Model::Superclass => {
                let above = self.mirrored(object).and_then(|class| self.world.machine.program.class(class).super_class);
                if let Some(above) = above {
                    let mirror = self.world.machine.mirror(above);
                    self.add_found(result, mirror);
                }
            }
            Model::ElementOf => self.read_slots(object, &[ELEMENTS], result),
            Model::SetElement => self.write_slots(object, &[ELEMENTS], last),
            Model::NewArray => {
                if let Some(array) = self.mirrored(object).and_then(|class| self.world.machine.array_ahead(class)) {
                    let made = self.objects.of(Origin::AllOf(array, owner), array);
                    self.add(result, made);
                }
            }
            Model::Allocate => {
                if let Some(class) = self.mirrored(object) {
                    let made = self.objects.of(Origin::AllOf(class, owner), class);
                    self.add(result, made);
                }
            }
            Model::Copy => {
                let Some(&copy) = self.models.copies.get(&site) else { return };
                if argument == 0 {
                    self.read_slots(object, &[ELEMENTS], copy);
                } else {
                    self.write_slots(object, &[ELEMENTS], copy);
                }
            }
            Model::Memory { reads, writes } => {
                let slots = self.memory_slots(site, object);
                if reads {
                    self.read_slots(object, &slots, result);
                }
                if writes {
                    self.write_slots(object, &slots, last);
                }
            }
            Model::Variable { reads, writes } => self.variable(site, reads, writes, last),
            Model::Initialize(_) => {
                if let Some(class) = self.mirrored(object) {
                    let Site { method: caller, pc, .. } = self.sites[site as usize];
                    self.initialize(class, caller, pc);
                }
            }
            Model::EnumConstants => self.enum_constants(site, object),
            Model::Forward { interface, name } => self.forward(site, object, interface, name),
            _ => {}
        }
    }

    /// What a native method makes, by its descriptor: an object of a class that can have some, and what an array of such holds.
    pub(crate) fn make_result(&mut self, method: MethodId, owner: OwnerId, result: Node) {
        if result == NO_NODE {
            return;
        }
        let program = &self.world.machine.program;
        let text = program.symbols.text(program.method(method).descriptor);
        let loader = program.class(program.method(method).class).loader;
        let Some(parsed) = descriptor::parse_method(text) else { return };
        let name = parsed.result.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(parsed.result);
        let Some(class) = self.world.machine.load_ahead(loader, name) else { return };
        let mut holder = result;
        let mut class = class;
        loop {
            let entry = self.world.machine.program.class(class);
            let element = match entry.shape {
                Shape::Array(element) => Some(element),
                _ if entry.access & (access::ABSTRACT | access::INTERFACE) != 0 => {
                    self.gaps.insert(Gap::Native(method));
                    return;
                }
                _ => None,
            };
            let name = self.world.machine.program.class_name(class);
            if name == "java/lang/Object" {
                // Whatever it is, it is not only that.
                self.gaps.insert(Gap::Native(method));
            }
            if name == "java/lang/Class" {
                self.gaps.insert(Gap::Native(method));
                return;
            }
            let owner = if name == "java/lang/String" { OwnerId::NOBODY } else { owner };
            let made = self.objects.of(Origin::AllOf(class, owner), class);
            self.add(holder, made);
            if owner == OwnerId::NOBODY && self.models.looked_for.insert(class) {
                // It may as well be one that is there already.
                for found in self.instances_found(class) {
                    self.add_found(holder, found);
                }
            }
            match element {
                Some(element) if !self.world.machine.program.class(element).is_primitive() => {
                    holder = self.field(made, ELEMENTS);
                    class = element;
                }
                _ => return,
            }
        }
    }

    /// The instances of a class in the machine's heap.
    fn instances_found(&mut self, class: ClassId) -> Vec<Ref> {
        let machine = &self.world.machine;
        let instances = self.models.instances.get_or_insert_with(|| {
            let mut by_class: FxHashMap<ClassId, Vec<Ref>> = FxHashMap::default();
            for object in machine.reachable_ahead() {
                if machine.heap.marks(object) & mark::STATICS == 0 {
                    by_class.entry(machine.heap.class(object)).or_default().push(object);
                }
            }
            by_class
        });
        instances.get(&class).cloned().unwrap_or_default()
    }

    /// `Class.forName`: where the name is a constant, the class is known.
    fn for_name(&mut self, caller: MethodId, pc: u32, result: Node) {
        let named = self.bodies.get(&caller).and_then(|body| body.constant(*body.operands(pc as usize).first()?));
        let Some(name) = named else {
            self.gaps.insert(Gap::Reflection(caller));
            return;
        };
        let name = self.world.machine.string(name).replace('.', "/");
        let program = &self.world.machine.program;
        let loader = program.class(program.method(caller).class).loader;
        if let Some(class) = self.world.machine.load_ahead(loader, &name) {
            self.initialize(class, caller, pc);
            let mirror = self.world.machine.mirror(class);
            self.add_found(result, mirror);
        }
    }

    fn enum_constants(&mut self, site: SiteId, mirror: ObjectId) {
        let Some(class) = self.mirrored(mirror) else { return };
        let descriptor = format!("()[{}", self.world.machine.program.descriptor_of(class));
        let Some(values) = self.world.method_named(class, "values", &descriptor) else { return };
        let Site { method: caller, pc, owner, result, .. } = self.sites[site as usize];
        self.initialize(class, caller, pc);
        let instance = self.reach(values, owner);
        let entry = &mut self.sites[site as usize];
        if !entry.linked.contains(&instance) {
            entry.linked.push(instance);
            entry.targets.push(values);
        }
        let from = self.result(instance);
        self.edge(from, result);
    }

    /// The class a mirror stands for.
    fn mirrored(&self, object: ObjectId) -> Option<ClassId> {
        match self.objects.get(object).origin {
            Origin::Found(mirror)
                if self.world.machine.program.class_name(self.objects.get(object).class) == "java/lang/Class" =>
            {
                Some(self.world.machine.class_of_mirror(mirror))
            }
            _ => None,
        }
    }

    fn read_slots(&mut self, object: ObjectId, slots: &[u32], to: Node) {
        for &slot in slots {
            if let Some(from) = self.slot_node(object, slot) {
                self.edge(from, to);
            }
        }
    }

    fn write_slots(&mut self, object: ObjectId, slots: &[u32], from: Node) {
        for &slot in slots {
            if let Some(to) = self.slot_node(object, slot) {
                self.edge(from, to);
            }
        }
    }

    /// The node of a word of an object that holds a reference; static storage is an object too.
    fn slot_node(&mut self, object: ObjectId, slot: u32) -> Option<Node> {
        let entry = *self.objects.get(object);
        if let Origin::Found(place) = entry.origin
            && self.world.machine.heap.marks(place) & mark::STATICS != 0
        {
            let word = place.0 + slot;
            let program = &self.world.machine.program;
            let field = program.class(entry.class).fields.iter().copied().find(|&field| {
                let found = program.field(field);
                found.is_static() && found.is_reference() && self.world.machine.field_word(field) == word
            })?;
            return Some(self.static_field(field));
        }
        let class = self.world.machine.program.class(entry.class);
        let holds = match class.shape {
            Shape::Array(element) => slot == ELEMENTS && !self.world.machine.program.class(element).is_primitive(),
            _ => class.reference_slots.contains(&(slot as u16)),
        };
        holds.then(|| self.field(object, slot))
    }

    /// The words an access of `Unsafe` can mean: the one at its offset where that is a constant of the class library's, else all.
    fn memory_slots(&self, site: SiteId, object: ObjectId) -> Vec<u32> {
        let entry = self.objects.get(object);
        let class = self.world.machine.program.class(entry.class);
        if class.is_array() {
            return vec![ELEMENTS];
        }
        if let Some(offset) = self.constant_offset(site) {
            return vec![offset / 8];
        }
        match entry.origin {
            Origin::Found(place) if self.world.machine.heap.marks(place) & mark::STATICS != 0 => {
                let base = raddle_program::class::HEADER_WORDS;
                class.static_references.iter().map(|&slot| base + slot as u32).collect()
            }
            _ => class.reference_slots.iter().map(|&slot| slot as u32).collect(),
        }
    }

    fn constant_offset(&self, site: SiteId) -> Option<u32> {
        let entry = &self.sites[site as usize];
        let body = self.bodies.get(&entry.method)?;
        let offset = *body.operands(entry.pc as usize).get(2)?;
        let Op::LoadStatic(field) = body.ops[body.maker(offset)?] else { return None };
        let found = self.world.machine.program.field(field);
        let settled = found.access & access::FINAL != 0 && self.world.machine.is_ready(found.class);
        settled.then(|| self.world.machine.heap.word(self.world.machine.field_word(field)) as u32)
    }

    /// An access by variable handles: whenever a handle or a first argument is new, all pairs are gone through.
    fn variable(&mut self, site: SiteId, reads: bool, writes: bool, last: Node) {
        let operands = self.sites[site as usize].operands.clone();
        let result = self.sites[site as usize].result;
        let handles: Vec<u32> = self.objects_at(operands.first().copied().unwrap_or(NO_NODE));
        let holders: Vec<u32> = self.objects_at(operands.get(1).copied().unwrap_or(NO_NODE));
        for handle in handles {
            let target = self.handled(ObjectId(handle));
            if let Handled::Static(field) = target {
                let node = self.static_field(field);
                if reads {
                    self.edge(node, result);
                }
                if writes {
                    self.edge(last, node);
                }
                continue;
            }
            for &holder in &holders {
                let holder = ObjectId(holder);
                let class = self.world.machine.program.class(self.objects.get(holder).class);
                let slots: Vec<u32> = match target {
                    Handled::Slot(slot) => vec![slot],
                    Handled::Element => vec![ELEMENTS],
                    _ => class.reference_slots.iter().map(|&slot| slot as u32).chain([ELEMENTS]).collect(),
                };
                if reads {
                    self.read_slots(holder, &slots, result);
                }
                if writes {
                    self.write_slots(holder, &slots, last);
                }
            }
        }
    }

    /// What a variable handle is for: as the program made it, or as it is in the machine's heap.
    pub(crate) fn handled(&mut self, handle: ObjectId) -> Handled {
        let object = *self.objects.get(handle);
        if let Some(known) = object.handle {
            return known;
        }
        let Origin::Found(mut place) = object.origin else { return Handled::Any };
        // Handles that begin lazily, or adapt another, refer to it.
        for _ in 0..8 {
            let class = self.world.machine.heap.class(place);
            let name = self.world.machine.program.class_name(class);
            if name.ends_with("$Array") {
                return Handled::Element;
            }
            if name.contains("$FieldInstance") {
                return Handled::Slot(self.world.machine.field(place, "fieldOffset") as u32 / 8);
            }
            if name.contains("$FieldStatic") {
                return self.static_handled(place);
            }
            if !self.world.machine.has_field(class, "target") {
                break;
            }
            place = self.world.machine.reference_field(place, "target");
            if place.is_null() {
                break;
            }
        }
        Handled::Any
    }

    fn static_handled(&mut self, handle: Ref) -> Handled {
        let class = self.world.machine.heap.class(handle);
        if !self.world.machine.has_field(class, "base") {
            return Handled::Any;
        }
        let base = self.world.machine.reference_field(handle, "base");
        let word = base.0 + self.world.machine.field(handle, "fieldOffset") as u32 / 8;
        if base.is_null() {
            return Handled::Any;
        }
        let owner = self.world.machine.heap.class(base);
        let fields = self.world.machine.program.class(owner).fields.clone();
        fields
            .into_iter()
            .find(|&field| {
                self.world.machine.program.field(field).is_static() && self.world.machine.field_word(field) == word
            })
            .map_or(Handled::Any, Handled::Static)
    }

    /// A variable handle the program makes: for which field, its constant arguments say.
    fn make_handle(&mut self, model: Model, caller: MethodId, pc: u32, result: Node) {
        let Some(class) = self.world.boot_class("java/lang/invoke/VarHandle") else { return };
        let Some(body) = self.bodies.get(&caller).map(Rc::clone) else { return };
        let handled = match model {
            Model::ElementHandle => Handled::Element,
            _ => self.named_field(&body, body.operands(pc as usize)).unwrap_or(Handled::Any),
        };
        let handle = self.objects.handle(Origin::Site { method: caller, pc, depth: 0 }, class, handled);
        self.add(result, handle);
    }

    /// The field that `findVarHandle(lookup, class, name, type)` names with constants.
    fn named_field(&self, body: &Body, operands: &[Value]) -> Option<Handled> {
        let [_, class, name, _] = *operands else { return None };
        let (class, name) = (body.constant(class)?, body.constant(name)?);
        let class = self.world.machine.class_of_mirror(class);
        let name = self.world.machine.string(name);
        let field = self.world.machine.program.field_named(class, &name)?;
        let found = self.world.machine.program.field(field);
        Some(if found.is_static() { Handled::Static(field) } else { Handled::Slot(found.slot) })
    }

    fn forward(&mut self, site: SiteId, object: ObjectId, interface: &str, name: &str) {
        let Some(interface) = self.world.boot_class(interface) else { return };
        let Some(method) = self.world.method_named(interface, name, "()Ljava/lang/Object;") else { return };
        let class = self.objects.get(object).class;
        let Some(target) = self.world.select(class, method) else { return };
        let served = self.objects.served(object);
        let instance = self.reach(target, served);
        if !self.sites[site as usize].targets.contains(&target) {
            self.sites[site as usize].targets.push(target);
        }
        if !self.sites[site as usize].linked.contains(&instance) {
            self.sites[site as usize].linked.push(instance);
        }
        self.add_to_parameter(instance, 0, object);
        let from = self.result(instance);
        let to = self.sites[site as usize].result;
        self.edge(from, to);
    }
}
