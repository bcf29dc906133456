//! Points-to sets and the call graph, found together: which objects each value, field, element and result can be, and which methods
//! each call can run.
//!
//! Inclusion-based after Andersen: objects are told apart by where they are made, fields by object, code not by order. The program's own
//! methods are looked at once each, those of the class library once for everybody they serve (`objects::Owner`): so two maps of
//! the program's do not hold each other's values, at the price of a copy of the code of `HashMap` for each. A method counts
//! once a call can reach it, and a call reaches what the receivers it is known to have select. Only what is new to a set is passed
//! on. What native methods do is in `models`.

use crate::body::{Body, Definition, Op, Value};
use crate::objects::{ELEMENTS, ObjectId, Objects, Origin, Owner, OwnerId};
use crate::set::Set;
use crate::world::{Callee, World};
use raddle_program::class::{ClassId, FieldId, LoaderId, MethodId, Shape, access};
use raddle_program::classfile::Constant;
use raddle_vm::heap::{Ref, mark};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// Something that has a set of objects: a value, a field of an object, a static field, a result.
pub(crate) type Node = u32;

/// No node: what is not a reference.
pub(crate) const NO_NODE: Node = u32::MAX;

/// What is to be done with each object that comes to a node.
#[derive(Clone, Copy, Debug)]
enum Use {
    /// A field of it flows on.
    Load { field: FieldId, to: Node },
    /// A node flows into a field of it.
    Store { field: FieldId, from: Node },
    /// Its elements flow on.
    LoadElement { to: Node },
    /// A node flows into its elements.
    StoreElement { from: Node },
    /// A call on it.
    Receive { site: SiteId },
    /// A native method has it as an argument.
    Model { site: SiteId, method: MethodId, argument: u16 },
}

#[derive(Default)]
struct Place {
    objects: Set,
    /// Objects that have not been passed on.
    fresh: Set,
    waiting: bool,
    edges: Vec<Node>,
    filtered: Vec<(Node, ClassId)>,
    uses: Vec<Use>,
}

/// A method as it serves somebody, by number.
pub type Instance = u32;

/// A method as it serves somebody.
struct Code {
    method: MethodId,
    owner: OwnerId,
    /// Nodes of its parameters, `NO_NODE` for numbers.
    parameters: Vec<Node>,
    /// Nodes of its values, once it has been read.
    values: Vec<Node>,
    /// What it returns.
    result: Node,
}

/// A call, by number.
pub type SiteId = u32;

/// A call instruction of a method that can be reached, as the method serves somebody.
pub struct Site {
    /// The method it is in.
    pub method: MethodId,
    /// Whom that serves.
    pub owner: OwnerId,
    /// The instruction.
    pub pc: u32,
    /// What it calls.
    pub callee: Callee,
    /// The methods it can run.
    pub targets: Vec<MethodId>,
    /// The same as they serve somebody, but for those that are not followed.
    pub linked: Vec<Instance>,
    /// What it is in, as that serves somebody.
    pub instance: Instance,
    pub(crate) operands: Vec<Node>,
    pub(crate) result: Node,
}

/// Something the analysis met and does not follow: what happens there may be more than it says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Gap {
    /// A native method whose result is not known.
    Native(MethodId),
    /// A call through a method handle, or of a bootstrap method's making.
    Handle(MethodId, u32),
    /// A reflective call.
    Reflection(MethodId),
    /// A method whose code cannot be read.
    Unreadable(MethodId),
    /// A class of the class library whose initialiser failed.
    Initializer(ClassId),
    /// A method of the class library that is not followed; see `doors`.
    Closed(MethodId),
}

/// A thread the program can start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spawn {
    /// The thread object.
    pub thread: ObjectId,
    /// What it runs.
    pub run: MethodId,
    /// The same as it serves the thread.
    pub instance: Instance,
}

/// Points-to sets and call graph of a program.
pub struct PointsTo {
    /// The machine and its names.
    pub world: World,
    /// The objects told apart.
    pub objects: Objects,
    /// Methods that can be reached and have code, resolved.
    pub bodies: FxHashMap<MethodId, Rc<Body>>,
    /// Methods that can be reached, natives included, in the order they were.
    pub reached: Vec<MethodId>,
    /// All calls in them.
    pub sites: Vec<Site>,
    /// The calls of each method, by instruction; several where the method serves several.
    pub sites_of: FxHashMap<MethodId, FxHashMap<u32, Vec<SiteId>>>,
    /// Class initialisers of the program's that can run, each with every instruction that needs it: initialiser, method, instruction.
    pub initializers: FxHashSet<(MethodId, MethodId, u32)>,
    /// Threads that can be started.
    pub spawns: Vec<Spawn>,
    /// What is not followed.
    pub gaps: FxHashSet<Gap>,
    /// The program's main method.
    pub main: MethodId,
    places: Vec<Place>,
    codes: Vec<Code>,
    instances: FxHashMap<(MethodId, OwnerId), Instance>,
    instances_of: FxHashMap<MethodId, Vec<Instance>>,
    fields: FxHashMap<(ObjectId, u32), Node>,
    statics: FxHashMap<FieldId, Node>,
    pub(crate) thrown: Node,
    pub(crate) threads: Node,
    edges: FxHashSet<(Node, Node)>,
    selected: FxHashMap<(ClassId, MethodId), Option<MethodId>>,
    initialized: FxHashSet<ClassId>,
    spawned: FxHashSet<ObjectId>,
    pub(crate) models: crate::models::Models,
    /// Objects of the machine's heap that are not told apart and have been looked at.
    met: FxHashSet<Ref>,
    unread: VecDeque<Instance>,
    work: VecDeque<Node>,
}

/// Exceptions that instructions and native methods throw by themselves.
const THROWN_BY_THE_MACHINE: [&str; 36] = [
    "java/lang/AbstractMethodError",
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/ArrayStoreException",
    "java/lang/BootstrapMethodError",
    "java/lang/ClassCastException",
    "java/lang/ClassCircularityError",
    "java/lang/ClassFormatError",
    "java/lang/ClassNotFoundException",
    "java/lang/CloneNotSupportedException",
    "java/lang/ExceptionInInitializerError",
    "java/lang/IllegalAccessError",
    "java/lang/IllegalArgumentException",
    "java/lang/IllegalMonitorStateException",
    "java/lang/IllegalStateException",
    "java/lang/IncompatibleClassChangeError",
    "java/lang/IndexOutOfBoundsException",
    "java/lang/InstantiationError",
    "java/lang/InstantiationException",
    "java/lang/InternalError",
    "java/lang/InterruptedException",
    "java/lang/LinkageError",
    "java/lang/NegativeArraySizeException",
    "java/lang/NoClassDefFoundError",
    "java/lang/NoSuchFieldError",
    "java/lang/NoSuchMethodError",
    "java/lang/NullPointerException",
    "java/lang/OutOfMemoryError",
    "java/lang/StackOverflowError",
    "java/lang/UnsatisfiedLinkError",
    "java/lang/UnsupportedClassVersionError",
    "java/lang/UnsupportedOperationException",
    "java/lang/VerifyError",
    "java/io/FileNotFoundException",
    "java/io/IOException",
    "java/net/UnknownHostException",
];

impl PointsTo {
    /// Analyses a program from its main method on.
    pub fn analyze(world: World, main: MethodId) -> PointsTo {
        let mut analysis = PointsTo {
            world,
            objects: Objects::default(),
            bodies: FxHashMap::default(),
            reached: Vec::new(),
            sites: Vec::new(),
            sites_of: FxHashMap::default(),
            initializers: FxHashSet::default(),
            spawns: Vec::new(),
            gaps: FxHashSet::default(),
            main,
            places: Vec::new(),
            codes: Vec::new(),
            instances: FxHashMap::default(),
            instances_of: FxHashMap::default(),
            fields: FxHashMap::default(),
            statics: FxHashMap::default(),
            thrown: 0,
            threads: 0,
            edges: FxHashSet::default(),
            selected: FxHashMap::default(),
            initialized: FxHashSet::default(),
            spawned: FxHashSet::default(),
            models: Default::default(),
            met: FxHashSet::default(),
            unread: VecDeque::new(),
            work: VecDeque::new(),
        };
        analysis.thrown = analysis.new_node();
        analysis.threads = analysis.new_node();
        analysis.begin();
        analysis.solve();
        analysis.work.shrink_to_fit();
        analysis.edges = FxHashSet::default();
        analysis
    }

    fn begin(&mut self) {
        for name in THROWN_BY_THE_MACHINE {
            if let Some(class) = self.world.boot_class(name) {
                let exception = self.objects.all_of(class);
                self.add(self.thrown, exception);
            }
        }
        let main = self.main;
        let class = self.world.machine.program.method(main).class;
        self.initialize(class, main, 0);
        let begin = self.reach(main, OwnerId::NOBODY);
        if let (Some(strings), Some(string)) =
            (self.world.boot_class("[Ljava/lang/String;"), self.world.boot_class("java/lang/String"))
        {
            let array = self.objects.all_of(strings);
            let text = self.objects.all_of(string);
            let elements = self.field(array, ELEMENTS);
            self.add(elements, text);
            self.add_to_parameter(begin, 0, array);
        }
        // Threads of the class library's own that are on their way, and the one that will run main.
        for index in 0..self.world.machine.threads.len() {
            use raddle_vm::thread::State;
            let thread = &self.world.machine.threads[index];
            let (object, idle) = (thread.object, matches!(thread.state, State::Idle | State::Ended));
            let id = self.objects.found(&self.world, object);
            if index == 0 {
                self.add(self.threads, id);
                self.finish_thread(id);
            } else if !idle {
                self.spawn(id);
            }
        }
        if let Some(shutdown) = self.world.boot_class("java/lang/Shutdown")
            && let Some(method) = self.world.method_named(shutdown, "shutdown", "()V")
        {
            self.reach(method, OwnerId::NOBODY);
        }
    }

    fn solve(&mut self) {
        loop {
            if let Some(instance) = self.unread.pop_front() {
                self.read(instance);
            } else if let Some(node) = self.work.pop_front() {
                self.pass_on(node);
            } else if !self.look_again() && !self.assume_receivers() {
                return;
            }
        }
    }

    /// Where nothing is known to come to a call of the program's, something the analysis does not follow may have made what it is
    /// called on: then an object of the class that the call names counts as one. Says whether there was such a call.
    fn assume_receivers(&mut self) -> bool {
        for site in 0..self.sites.len() {
            let Site { method, callee: Callee::Selected(target) | Callee::Exactly(target), .. } = self.sites[site]
            else {
                continue;
            };
            let program = &self.world.machine.program;
            let class = program.method(target).class;
            let Some(&receiver) = self.sites[site].operands.first() else { continue };
            let is_called_on = !program.method(target).is_static();
            if is_called_on
                && receiver != NO_NODE
                && self.places[receiver as usize].objects.is_empty()
                && !self.world.is_library(program.method(method).class)
                && program.class(class).access & (access::ABSTRACT | access::INTERFACE) == 0
            {
                let object = self.objects.all_of(class);
                self.add(receiver, object);
            }
        }
        !self.work.is_empty() || !self.unread.is_empty()
    }

    pub(crate) fn new_node(&mut self) -> Node {
        self.places.push(Place::default());
        self.places.len() as Node - 1
    }

    /// Lets an object come to a node.
    pub(crate) fn add(&mut self, node: Node, object: ObjectId) {
        if node == NO_NODE {
            return;
        }
        let place = &mut self.places[node as usize];
        if place.objects.insert(object.0) {
            place.fresh.insert(object.0);
            self.wait(node);
        }
    }

    fn wait(&mut self, node: Node) {
        if !std::mem::replace(&mut self.places[node as usize].waiting, true) {
            self.work.push_back(node);
        }
    }

    fn pass(&mut self, objects: &Set, to: Node) {
        let place = &mut self.places[to as usize];
        if place.objects.absorb(objects, &mut place.fresh) {
            self.wait(to);
        }
    }

    /// Lets whatever comes to one node come to another.
    pub(crate) fn edge(&mut self, from: Node, to: Node) {
        if from == NO_NODE || to == NO_NODE || from == to || !self.edges.insert((from, to)) {
            return;
        }
        self.places[from as usize].edges.push(to);
        let known = self.places[from as usize].objects.clone();
        self.pass(&known, to);
    }

    /// The same for objects of a class only.
    fn filtered_edge(&mut self, from: Node, to: Node, class: ClassId) {
        if from == NO_NODE || to == NO_NODE {
            return;
        }
        if self.world.machine.program.class(class).super_class.is_none()
            && !self.world.machine.program.class(class).is_interface()
        {
            return self.edge(from, to);
        }
        self.places[from as usize].filtered.push((to, class));
        let known = self.filter(&self.places[from as usize].objects, class);
        self.pass(&known, to);
    }

    fn filter(&self, objects: &Set, class: ClassId) -> Set {
        let program = &self.world.machine.program;
        objects.iter().filter(|&object| program.is_subclass(self.objects.get(ObjectId(object)).class, class)).collect()
    }

    fn attach(&mut self, node: Node, what: Use) {
        if node == NO_NODE {
            return;
        }
        self.places[node as usize].uses.push(what);
        for object in self.places[node as usize].objects.clone().iter() {
            self.apply(what, ObjectId(object));
        }
    }

    fn pass_on(&mut self, node: Node) {
        let place = &mut self.places[node as usize];
        place.waiting = false;
        let fresh = std::mem::take(&mut place.fresh);
        for index in 0..self.places[node as usize].edges.len() {
            let to = self.places[node as usize].edges[index];
            self.pass(&fresh, to);
        }
        for index in 0..self.places[node as usize].filtered.len() {
            let (to, class) = self.places[node as usize].filtered[index];
            let some = self.filter(&fresh, class);
            self.pass(&some, to);
        }
        for index in 0..self.places[node as usize].uses.len() {
            let what = self.places[node as usize].uses[index];
            for object in fresh.iter() {
                self.apply(what, ObjectId(object));
            }
        }
    }

    fn apply(&mut self, what: Use, object: ObjectId) {
        match what {
            Use::Load { field, to } => {
                if let Some(from) = self.field_of(object, field) {
                    self.edge(from, to);
                }
            }
            Use::Store { field, from } => {
                if let Some(to) = self.field_of(object, field) {
                    self.edge(from, to);
                }
            }
            Use::LoadElement { to } => {
                if let Some(from) = self.elements_of(object) {
                    self.edge(from, to);
                }
            }
            Use::StoreElement { from } => {
                if let Some(to) = self.elements_of(object) {
                    self.edge(from, to);
                }
            }
            Use::Receive { site } => self.receive(site, object),
            Use::Model { site, method, argument } => self.model(site, method, argument, object),
        }
    }

    /// The node of an object's field. What flows where it cannot go by its type is stopped here.
    fn field_of(&mut self, object: ObjectId, field: FieldId) -> Option<Node> {
        let program = &self.world.machine.program;
        let entry = program.field(field);
        let (slot, owner) = (entry.slot, entry.class);
        program.is_subclass(self.objects.get(object).class, owner).then(|| self.field(object, slot))
    }

    /// The node of an array's elements, if they are references.
    pub(crate) fn elements_of(&mut self, object: ObjectId) -> Option<Node> {
        let program = &self.world.machine.program;
        match program.class(self.objects.get(object).class).shape {
            Shape::Array(element) if !program.class(element).is_primitive() => Some(self.field(object, ELEMENTS)),
            _ => None,
        }
    }

    /// The node of an object's field, by its word.
    pub(crate) fn field(&mut self, object: ObjectId, slot: u32) -> Node {
        if let Some(&node) = self.fields.get(&(object, slot)) {
            return node;
        }
        let node = self.new_node();
        self.fields.insert((object, slot), node);
        if let Origin::Found(place) = self.objects.get(object).origin {
            self.look_at_field(place, slot, node);
        }
        node
    }

    /// Adds what a field of an object of the machine's heap holds.
    fn look_at_field(&mut self, place: Ref, slot: u32, node: Node) {
        if slot == ELEMENTS {
            for index in 0..self.world.machine.heap.length(place) {
                let element = Ref(self.world.machine.heap.int(place, index));
                self.add_found(node, element);
            }
        } else {
            let held = Ref::from_slot(self.world.machine.heap.slot(place, slot));
            self.add_found(node, held);
        }
    }

    /// Lets an object of the machine's heap come to a node.
    pub(crate) fn add_found(&mut self, node: Node, object: Ref) {
        if object.is_null() {
            return;
        }
        let id = self.objects.found(&self.world, object);
        self.add(node, id);
        if matches!(self.objects.get(id).origin, Origin::AllOf(..)) && self.met.insert(object) {
            self.look_at(object, id);
        }
    }

    /// Of objects not told apart, what each refers to is what all do.
    fn look_at(&mut self, object: Ref, id: ObjectId) {
        let program = &self.world.machine.program;
        let class = program.class(self.objects.get(id).class);
        match class.shape {
            Shape::Array(element) if !program.class(element).is_primitive() => {
                let elements = self.field(id, ELEMENTS);
                self.look_at_field(object, ELEMENTS, elements);
            }
            Shape::Instance => {
                for slot in class.reference_slots.clone() {
                    let field = self.field(id, slot as u32);
                    self.look_at_field(object, slot as u32, field);
                }
            }
            _ => {}
        }
    }

    /// The node of a static field.
    pub(crate) fn static_field(&mut self, field: FieldId) -> Node {
        if let Some(&node) = self.statics.get(&field) {
            return node;
        }
        let node = self.new_node();
        self.statics.insert(field, node);
        self.look_at_static(field, node);
        let entry = self.world.machine.program.field(field);
        let file = self.world.machine.program.class(entry.class).file.clone();
        let constant = file.as_ref().and_then(|file| {
            let index = file.constant_value(&file.fields[entry.index as usize])?;
            file.constants.get(index as usize).copied()
        });
        if let Some(Constant::String(_)) = constant
            && let Some(string) = self.world.boot_class("java/lang/String")
        {
            let text = self.objects.all_of(string);
            self.add(node, text);
        }
        node
    }

    fn look_at_static(&mut self, field: FieldId, node: Node) {
        let entry = self.world.machine.program.field(field);
        if entry.is_reference() && self.world.machine.is_ready(entry.class) {
            let held = Ref::from_slot(self.world.machine.heap.word(self.world.machine.field_word(field)));
            self.add_found(node, held);
        }
    }

    /// Initialisers that ran since may have changed what was looked at: looks again, and says whether anything is new.
    fn look_again(&mut self) -> bool {
        let mut found: Vec<(Ref, u32, Node)> = Vec::new();
        for (&(object, slot), &node) in &self.fields {
            if let Origin::Found(place) = self.objects.get(object).origin
                && self.world.machine.heap.marks(place) & mark::STATICS == 0
            {
                found.push((place, slot, node));
            }
        }
        found.sort_unstable();
        for (place, slot, node) in found {
            self.look_at_field(place, slot, node);
        }
        let mut met: Vec<Ref> = self.met.iter().copied().collect();
        met.sort_unstable();
        for object in met {
            let id = self.objects.found(&self.world, object);
            self.look_at(object, id);
        }
        let mut statics: Vec<(FieldId, Node)> = self.statics.iter().map(|(&field, &node)| (field, node)).collect();
        statics.sort_unstable();
        for (field, node) in statics {
            self.look_at_static(field, node);
        }
        !self.work.is_empty() || !self.unread.is_empty()
    }

    pub(crate) fn result(&self, instance: Instance) -> Node {
        self.codes[instance as usize].result
    }

    /// Notes that a method can be called on behalf of somebody.
    pub(crate) fn reach(&mut self, method: MethodId, owner: OwnerId) -> Instance {
        // The program's own methods are looked at once.
        let library = self.world.is_library(self.world.machine.program.method(method).class);
        let owner = if library { owner } else { OwnerId::NOBODY };
        if let Some(&instance) = self.instances.get(&(method, owner)) {
            return instance;
        }
        let entry = self.world.machine.program.method(method);
        let text = self.world.machine.program.symbols.text(entry.descriptor);
        let mut flags = vec![true; usize::from(!entry.is_static())];
        let parsed = raddle_program::classfile::descriptor::parse_method(text);
        let returns = parsed.as_ref().is_some_and(|parsed| matches!(parsed.result.as_bytes()[0], b'L' | b'['));
        for parameter in parsed.map(|parsed| parsed.parameters).unwrap_or_default() {
            flags.push(matches!(parameter.as_bytes()[0], b'L' | b'['));
        }
        let parameters = flags.into_iter().map(|reference| if reference { self.new_node() } else { NO_NODE }).collect();
        let result = if returns { self.new_node() } else { NO_NODE };
        let instance = self.codes.len() as Instance;
        self.codes.push(Code { method, owner, parameters, values: Vec::new(), result });
        self.instances.insert((method, owner), instance);
        let instances = self.instances_of.entry(method).or_default();
        if instances.is_empty() {
            self.reached.push(method);
        }
        instances.push(instance);
        if !self.world.machine.program.method(method).is_native() && !self.is_modelled(method) {
            self.unread.push_back(instance);
        }
        instance
    }

    pub(crate) fn add_to_parameter(&mut self, instance: Instance, index: usize, object: ObjectId) {
        self.add(self.parameter(instance, index), object);
    }

    pub(crate) fn parameter(&self, instance: Instance, index: usize) -> Node {
        self.codes[instance as usize].parameters.get(index).copied().unwrap_or(NO_NODE)
    }

    /// Reads a method and takes what its instructions say of references.
    fn read(&mut self, instance: Instance) {
        let method = self.codes[instance as usize].method;
        let body = match self.bodies.get(&method) {
            Some(body) => Rc::clone(body),
            None => match Body::read(&mut self.world, method) {
                Ok(body) => Rc::new(body),
                Err(_) => {
                    self.gaps.insert(Gap::Unreadable(method));
                    return;
                }
            },
        };
        let mut nodes = vec![NO_NODE; body.values.len()];
        for (index, &value) in body.parameters.iter().enumerate() {
            nodes[value as usize] = self.parameter(instance, index);
        }
        for (value, &reference) in body.references.iter().enumerate() {
            if reference && nodes[value] == NO_NODE {
                nodes[value] = self.new_node();
            }
        }
        for (value, definition) in body.values.iter().enumerate() {
            match definition {
                Definition::Meeting(_, inputs) => {
                    for &input in inputs {
                        self.edge(nodes[input as usize], nodes[value]);
                    }
                }
                Definition::Caught(target) => self.catch(&body, *target, nodes[value]),
                _ => {}
            }
        }
        self.codes[instance as usize].values = nodes;
        self.bodies.insert(method, Rc::clone(&body));
        for pc in 0..body.ops.len() {
            self.instruction(instance, &body, pc);
        }
    }

    fn catch(&mut self, body: &Body, target: u32, node: Node) {
        let class = self.world.machine.program.method(body.method).class;
        for handler in body.code.handlers.iter().filter(|handler| handler.target == target) {
            if handler.catch_type == 0 {
                self.edge(self.thrown, node);
            } else if let Some(caught) = self.world.class_at(class, handler.catch_type) {
                self.filtered_edge(self.thrown, node, caught);
            }
        }
    }

    pub(crate) fn node(&self, instance: Instance, value: Value) -> Node {
        self.codes[instance as usize].values.get(value as usize).copied().unwrap_or(NO_NODE)
    }

    fn instruction(&mut self, instance: Instance, body: &Body, pc: usize) {
        let method = body.method;
        let operand = |analysis: &Self, index: usize| {
            body.operands(pc).get(index).map_or(NO_NODE, |&value| analysis.node(instance, value))
        };
        let result = self.node(instance, body.results[pc]);
        match body.ops[pc] {
            Op::Plain | Op::Enter | Op::Leave | Op::Unlinked => {}
            Op::Object(object) => self.add_found(result, object),
            Op::MadeConstant => {
                self.gaps.insert(Gap::Handle(method, pc as u32));
            }
            Op::Load(field) => {
                if self.world.machine.program.field(field).is_reference() {
                    self.attach(operand(self, 0), Use::Load { field, to: result });
                }
            }
            Op::Store(field) => {
                if self.world.machine.program.field(field).is_reference() {
                    let from = operand(self, 1);
                    self.attach(operand(self, 0), Use::Store { field, from });
                }
            }
            Op::LoadStatic(field) | Op::StoreStatic(field) => {
                let entry = self.world.machine.program.field(field);
                let (class, reference) = (entry.class, entry.is_reference());
                self.initialize(class, method, pc as u32);
                if reference {
                    let node = self.static_field(field);
                    if matches!(body.ops[pc], Op::LoadStatic(_)) {
                        self.edge(node, result);
                    } else {
                        self.edge(operand(self, 0), node);
                    }
                }
            }
            Op::LoadElement if result != NO_NODE => {
                self.attach(operand(self, 0), Use::LoadElement { to: result });
            }
            Op::StoreElement if operand(self, 2) != NO_NODE => {
                let from = operand(self, 2);
                self.attach(operand(self, 0), Use::StoreElement { from });
            }
            Op::LoadElement | Op::StoreElement => {}
            Op::New(class) => {
                self.initialize(class, method, pc as u32);
                let owner = self.codes[instance as usize].owner;
                let object = self.objects.made_at(&self.world, method, pc as u32, class, owner);
                self.add(result, object);
            }
            Op::NewArray(class, dimensions) => self.new_array(instance, pc as u32, class, dimensions, result),
            Op::Cast(class) => {
                let from = operand(self, 0);
                self.filtered_edge(from, result, class);
            }
            Op::Return => {
                let (from, to) = (operand(self, 0), self.result(instance));
                self.edge(from, to);
            }
            Op::Throw => self.edge(operand(self, 0), self.thrown),
            Op::Call(callee) => self.call(instance, body, pc, callee, result),
        }
    }

    fn new_array(&mut self, instance: Instance, pc: u32, class: ClassId, dimensions: u16, result: Node) {
        let Code { method, owner, .. } = self.codes[instance as usize];
        let (mut class, mut outer) = (class, None);
        for depth in 0..dimensions {
            let array = if depth == 0 {
                self.objects.made_at(&self.world, method, pc, class, owner)
            } else {
                self.objects.of(Origin::Site { method, pc, depth }, class)
            };
            match outer {
                None => self.add(result, array),
                Some(outer) => {
                    let elements = self.field(outer, ELEMENTS);
                    self.add(elements, array);
                }
            }
            outer = Some(array);
            match self.world.machine.program.class(class).shape {
                Shape::Array(element) => class = element,
                _ => break,
            }
        }
    }

    /// Notes that an instruction needs a class initialised (JVMS 5.5).
    pub(crate) fn initialize(&mut self, class: ClassId, method: MethodId, pc: u32) {
        let entry = self.world.machine.program.class(class);
        if entry.shape != Shape::Instance {
            return;
        }
        if entry.loader.0 <= LoaderId::PLATFORM.0 {
            if self.initialized.insert(class) && !self.world.machine.initialize_ahead(class) {
                self.gaps.insert(Gap::Initializer(class));
            }
            return;
        }
        let initializer = entry.initializer;
        // Interfaces are initialised with a class only if they have default methods; to say more is harmless.
        let above: Vec<ClassId> = if entry.is_interface() {
            Vec::new()
        } else {
            entry.super_class.into_iter().chain(entry.all_interfaces.iter().copied()).collect()
        };
        for other in above {
            self.initialize(other, method, pc);
        }
        if let Some(initializer) = initializer {
            self.initializers.insert((initializer, method, pc));
            self.reach(initializer, OwnerId::NOBODY);
        }
    }

    fn call(&mut self, instance: Instance, body: &Body, pc: usize, callee: Callee, result: Node) {
        let Code { method, owner, .. } = self.codes[instance as usize];
        let operands: Vec<Node> = body.operands(pc).iter().map(|&value| self.node(instance, value)).collect();
        let site = self.sites.len() as SiteId;
        let receiver = operands.first().copied().unwrap_or(NO_NODE);
        let (targets, linked) = (Vec::new(), Vec::new());
        self.sites.push(Site { method, owner, pc: pc as u32, callee, targets, linked, instance, operands, result });
        self.sites_of.entry(method).or_default().entry(pc as u32).or_default().push(site);
        match callee {
            Callee::Exactly(target) => {
                let entry = self.world.machine.program.method(target);
                let class = entry.class;
                if entry.is_static() {
                    self.initialize(class, method, pc as u32);
                    let served = self.served_by_static(method, pc as u32, owner, class);
                    self.link(site, target, served);
                } else {
                    self.attach(receiver, Use::Receive { site });
                }
            }
            Callee::Selected(_) => self.attach(receiver, Use::Receive { site }),
            Callee::Polymorphic(target) => self.link(site, target, OwnerId::NOBODY),
            Callee::Unknown => {
                self.gaps.insert(Gap::Handle(method, pc as u32));
            }
        }
    }

    /// Whom a static method serves: within the class library its caller's owner, else the call.
    fn served_by_static(&mut self, method: MethodId, pc: u32, owner: OwnerId, target: ClassId) -> OwnerId {
        let inside = self.world.is_library(self.world.machine.program.method(method).class);
        match (inside, self.world.is_library(target)) {
            (true, true) => owner,
            (false, true) => self.objects.owner(Owner::Call(method, pc)),
            _ => OwnerId::NOBODY,
        }
    }

    fn receive(&mut self, site: SiteId, object: ObjectId) {
        let class = self.objects.get(object).class;
        let target = match self.sites[site as usize].callee {
            Callee::Selected(method) => match self.selected.get(&(class, method)) {
                Some(&target) => target,
                None => {
                    let target = self.world.select(class, method);
                    self.selected.insert((class, method), target);
                    target
                }
            },
            Callee::Exactly(method) => {
                let program = &self.world.machine.program;
                program.is_subclass(class, program.method(method).class).then_some(method)
            }
            _ => None,
        };
        let Some(target) = target else { return };
        let owner = self.world.machine.program.method(target).class;
        // Methods of `Object` keep nothing, and everybody has them.
        let is_root = self.world.machine.program.class(owner).super_class.is_none();
        let served = if is_root { OwnerId::NOBODY } else { self.objects.served(object) };
        self.link(site, target, served);
        if !self.is_modelled(target) && !self.is_closed(site, target) {
            let instance = self.reach(target, served);
            self.add_to_parameter(instance, 0, object);
        }
    }

    /// Lets a call run a method: arguments and result flow. The receiver does not, since each method gets only those that select it.
    fn link(&mut self, site: SiteId, target: MethodId, owner: OwnerId) {
        if self.is_closed(site, target) {
            if !self.sites[site as usize].targets.contains(&target) {
                self.sites[site as usize].targets.push(target);
                self.gaps.insert(Gap::Closed(target));
                self.make_result(target, OwnerId::NOBODY, self.sites[site as usize].result);
            }
            return;
        }
        let instance = self.reach(target, owner);
        let modelled = self.is_modelled(target);
        let entry = &mut self.sites[site as usize];
        let is_new = !entry.targets.contains(&target);
        if is_new {
            entry.targets.push(target);
        }
        if modelled {
            if is_new {
                self.begin_model(site, target);
            }
            return;
        }
        if entry.linked.contains(&instance) {
            return;
        }
        entry.linked.push(instance);
        let receiver = usize::from(!self.world.machine.program.method(target).is_static());
        for index in receiver..self.sites[site as usize].operands.len() {
            let from = self.sites[site as usize].operands[index];
            self.edge(from, self.parameter(instance, index));
        }
        let to = self.sites[site as usize].result;
        self.edge(self.result(instance), to);
    }

    pub(crate) fn watch_argument(&mut self, site: SiteId, method: MethodId, argument: u16) {
        if let Some(&node) = self.sites[site as usize].operands.get(argument as usize) {
            self.attach(node, Use::Model { site, method, argument });
        }
    }

    /// Lets an object be a thread that is started.
    pub(crate) fn spawn(&mut self, thread: ObjectId) {
        if !self.spawned.insert(thread) {
            return;
        }
        let class = self.objects.get(thread).class;
        let Some(base) = self.world.boot_class("java/lang/Thread") else { return };
        let Some(run) = self.world.method_named(base, "run", "()V") else { return };
        let Some(run) = self.world.select(class, run) else { return };
        let served = self.objects.served(thread);
        let instance = self.reach(run, served);
        self.spawns.push(Spawn { thread, run, instance });
        self.add_to_parameter(instance, 0, thread);
        self.add(self.threads, thread);
        self.finish_thread(thread);
    }

    /// What the machine calls on a thread that ends.
    fn finish_thread(&mut self, thread: ObjectId) {
        let Some(base) = self.world.boot_class("java/lang/Thread") else { return };
        for (name, descriptor) in [("exit", "()V"), ("dispatchUncaughtException", "(Ljava/lang/Throwable;)V")] {
            if let Some(method) = self.world.method_named(base, name, descriptor) {
                let instance = self.reach(method, OwnerId::NOBODY);
                self.add_to_parameter(instance, 0, thread);
                self.edge(self.thrown, self.parameter(instance, 1));
            }
        }
    }

    /// Whether a call goes where it is not followed. What is modelled need not be.
    fn is_closed(&self, site: SiteId, target: MethodId) -> bool {
        let program = &self.world.machine.program;
        let (from, to) = (program.method(self.sites[site as usize].method).class, program.method(target).class);
        crate::doors::is_closed(&self.world, from, to) && !self.is_modelled(target)
    }

    fn is_modelled(&self, method: MethodId) -> bool {
        self.models.is_modelled(&self.world, method)
    }

    /// The objects that came to a node.
    pub(crate) fn objects_at(&self, node: Node) -> Vec<u32> {
        if node == NO_NODE { Vec::new() } else { self.places[node as usize].objects.iter().collect() }
    }

    /// The objects a value can be.
    pub fn objects_of(&self, method: MethodId, value: Value) -> Set {
        let mut all = Set::default();
        for &instance in self.instances_of.get(&method).map(Vec::as_slice).unwrap_or_default() {
            let node = self.node(instance, value);
            if node != NO_NODE {
                all.unite(&self.places[node as usize].objects);
            }
        }
        all
    }

    /// The objects a field of an object, or its elements, can be.
    pub fn objects_in(&self, object: ObjectId, slot: u32) -> Set {
        self.fields.get(&(object, slot)).map(|&node| self.places[node as usize].objects.clone()).unwrap_or_default()
    }

    /// The objects a static field can be.
    pub fn objects_in_static(&self, field: FieldId) -> Set {
        self.statics.get(&field).map(|&node| self.places[node as usize].objects.clone()).unwrap_or_default()
    }

    /// The fields of objects that anything flows through, with what is in them.
    pub fn heap(&self) -> impl Iterator<Item = (ObjectId, u32, &Set)> + '_ {
        self.fields.iter().map(|(&(object, slot), &node)| (object, slot, &self.places[node as usize].objects))
    }

    /// The static fields that hold objects, with what is in them.
    pub fn static_heap(&self) -> impl Iterator<Item = (FieldId, &Set)> + '_ {
        self.statics.iter().map(|(&field, &node)| (field, &self.places[node as usize].objects))
    }

    /// How many methods there are, each counted for everybody it serves.
    pub fn instances(&self) -> u32 {
        self.codes.len() as u32
    }

    /// The method of an instance.
    pub fn method_of(&self, instance: Instance) -> MethodId {
        self.codes[instance as usize].method
    }

    /// The instances of a method.
    pub fn instances_of(&self, method: MethodId) -> &[Instance] {
        self.instances_of.get(&method).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a method can be reached.
    pub fn is_reached(&self, method: MethodId) -> bool {
        self.instances_of.contains_key(&method)
    }

    /// How many sets there are, and how many objects are in them together.
    pub fn size(&self) -> (usize, usize) {
        (self.places.len(), self.places.iter().map(|place| place.objects.len()).sum())
    }
}
