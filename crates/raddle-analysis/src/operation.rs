//! Operations as people write them: `read Account.balance`, `lock Account.deposit`, `wait`.

use crate::body::{Body, Op};
use crate::location::nearest;
use crate::objects::{ObjectId, Origin};
use crate::points_to::PointsTo;
use crate::set::Set;
use crate::threads::Spot;
use raddle_program::class::{ClassId, FieldId, MethodId};
use raddle_vm::event::Action;
use raddle_vm::heap::mark;

/// An operation, wherever it is done.
#[derive(Clone, Debug)]
pub struct Operation {
    /// What is done.
    pub actions: &'static [Action],
    /// The instructions that do it.
    pub spots: Vec<Spot>,
    /// Whether it is done by the instruction itself, not by what that calls.
    pub is_direct: bool,
    /// Whether it counts wherever it is done.
    pub is_anywhere: bool,
}

/// Operations done by calling methods of the class library: their names, what is done, and the methods.
const CALLED: [(&str, &[Action], &[(&str, &str)]); 8] = [
    ("wait", &[Action::Wait], &[("java/lang/Object", "wait")]),
    (
        "notify",
        &[Action::Notify, Action::NotifyAll],
        &[("java/lang/Object", "notify"), ("java/lang/Object", "notifyAll")],
    ),
    ("start", &[Action::Start], &[("java/lang/Thread", "start")]),
    ("join", &[Action::Join], &[("java/lang/Thread", "join")]),
    ("interrupt", &[Action::Interrupt], &[("java/lang/Thread", "interrupt")]),
    ("sleep", &[Action::Sleep], &[("java/lang/Thread", "sleep")]),
    (
        "park",
        &[Action::Park],
        &[("java/util/concurrent/locks/LockSupport", "park"), ("java/util/concurrent/locks/LockSupport", "parkNanos")],
    ),
    ("unpark", &[Action::Unpark], &[("java/util/concurrent/locks/LockSupport", "unpark")]),
];

/// The names of all operations.
const NAMES: &str = "read, write, lock, wait, notify, start, join, interrupt, sleep, park and unpark";

impl PointsTo {
    /// The operation a text means: `read Class.field`, `write Class.field`, `lock`, `lock Class`, `lock Class.method`, `lock Class.field`; and
    /// `wait`, `notify` and so on, anywhere or in a `Class` or `Class.method`. `None` if it is none; an error says what is wrong and what is nearest.
    pub fn find_operation(&self, text: &str) -> Option<Result<Operation, String>> {
        let (name, subject) = text.split_once(' ').map_or((text, None), |(name, rest)| (name, Some(rest.trim())));
        Some(match (name, subject) {
            ("read" | "write", None) => Err(format!("say what is {name}: {name} Class.field")),
            ("read", Some(field)) => self.accesses_of(field, &[Action::Read], |op, fields| match op {
                Op::Load(field) | Op::LoadStatic(field) => fields.contains(&field),
                _ => false,
            }),
            ("write", Some(field)) => self.accesses_of(field, &[Action::Write], |op, fields| match op {
                Op::Store(field) | Op::StoreStatic(field) => fields.contains(&field),
                _ => false,
            }),
            ("lock", subject) => self.locks_of(subject),
            _ => match CALLED.iter().find(|called| called.0 == name) {
                Some((_, actions, methods)) => self.calls_of(name, actions, methods, subject),
                None if subject.is_some() => Err(format!("there is no operation {name}; there are {NAMES}")),
                None => return None,
            },
        })
    }

    /// The instructions of code that can be reached that something holds of.
    fn spots(&self, mut holds: impl FnMut(&Body, usize) -> bool) -> Vec<Spot> {
        let mut spots = Vec::new();
        for body in self.reached.iter().filter_map(|method| self.bodies.get(method)) {
            spots.extend((0..body.ops.len()).filter(|&pc| holds(body, pc)).map(|pc| (body.method, pc as u32)));
        }
        spots
    }

    fn accesses_of(
        &self,
        field: &str,
        actions: &'static [Action],
        is_one: impl Fn(Op, &[FieldId]) -> bool,
    ) -> Result<Operation, String> {
        let fields = self.fields_named(field)?;
        let spots = self.spots(|body, pc| is_one(body.ops[pc], &fields));
        if spots.is_empty() {
            return Err(format!("nothing that can be reached does so with {field}"));
        }
        Ok(Operation { actions, spots, is_direct: true, is_anywhere: false })
    }

    /// The fields of this name that code which can be reached touches.
    fn fields_named(&self, name: &str) -> Result<Vec<FieldId>, String> {
        let program = &self.world.machine.program;
        let mut touched: Vec<FieldId> = Vec::new();
        for body in self.reached.iter().filter_map(|method| self.bodies.get(method)) {
            touched.extend(body.ops.iter().filter_map(|op| match *op {
                Op::Load(field) | Op::Store(field) | Op::LoadStatic(field) | Op::StoreStatic(field) => Some(field),
                _ => None,
            }));
        }
        touched.sort_unstable();
        touched.dedup();
        let text = |field: FieldId| program.symbols.text(program.field(field).name);
        let is_it = |field: &FieldId| {
            name.rsplit_once('.').is_some_and(|(class, member)| {
                member == text(*field) && self.is_class(program.field(*field).class, class)
            })
        };
        let found: Vec<FieldId> = touched.iter().copied().filter(is_it).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let own = touched.iter().filter(|field| !self.world.is_library(program.field(**field).class));
        let known: Vec<String> =
            own.map(|&field| format!("{}.{}", program.java_name(program.field(field).class), text(field))).collect();
        let near = nearest(name, known.iter()).map(|near| format!("; nearest is {near}")).unwrap_or_default();
        Err(format!("no field {name} is touched by code that can be reached{near}"))
    }

    fn locks_of(&self, subject: Option<&str>) -> Result<Operation, String> {
        let mut spots: Vec<Spot> = self.spots(|body, pc| body.ops[pc] == Op::Enter);
        if let Some(name) = subject {
            self.keep_locks_of(name, &mut spots)?;
        }
        if spots.is_empty() {
            let what = subject.map(|name| format!(" of {name}")).unwrap_or_default();
            return Err(format!("no monitor{what} is entered by code that can be reached"));
        }
        Ok(Operation { actions: &[Action::Lock], spots, is_direct: true, is_anywhere: false })
    }

    /// Of instructions that enter monitors keeps those that a name means: of the objects in a field, of those of a class or the class itself, or
    /// in a method. That of a synchronized method is in its own code.
    fn keep_locks_of(&self, name: &str, spots: &mut Vec<Spot>) -> Result<(), String> {
        let objects = |&(method, pc): &Spot| {
            let value = self.bodies.get(&method).and_then(|body| body.operands(pc as usize).first());
            value.map(|&value| self.objects_of(method, value)).unwrap_or_default()
        };
        if let Ok(fields) = self.fields_named(name) {
            let mut held = Set::default();
            for body in self.reached.iter().filter_map(|method| self.bodies.get(method)) {
                for pc in 0..body.ops.len() {
                    if matches!(body.ops[pc], Op::Load(field) | Op::LoadStatic(field) if fields.contains(&field)) {
                        held.unite(&self.objects_of(body.method, body.results[pc]));
                    }
                }
            }
            spots.retain(|spot| objects(spot).meets(&held));
            return Ok(());
        }
        let is_of_class =
            |spot: &Spot| objects(spot).iter().any(|object| self.is_class(self.lock_class(ObjectId(object)), name));
        if spots.iter().any(is_of_class) {
            spots.retain(is_of_class);
            return Ok(());
        }
        let methods = self.methods_named(name)?;
        spots.retain(|(method, _)| methods.contains(method));
        Ok(())
    }

    /// The class whose lock an object is: its own, or the class it stands for.
    fn lock_class(&self, object: ObjectId) -> ClassId {
        let machine = &self.world.machine;
        let known = self.objects.get(object);
        match known.origin {
            Origin::Found(place)
                if machine.program.class_name(known.class) == "java/lang/Class"
                    && machine.heap.marks(place) & mark::STATICS == 0 =>
            {
                machine.class_of_mirror(place)
            }
            _ => known.class,
        }
    }

    fn calls_of(
        &self,
        name: &str,
        actions: &'static [Action],
        methods: &[(&str, &str)],
        subject: Option<&str>,
    ) -> Result<Operation, String> {
        let program = &self.world.machine.program;
        let within = subject.map(|subject| self.methods_named(subject)).transpose()?;
        let is_one = |target: &MethodId| {
            let entry = program.method(*target);
            methods.contains(&(program.class_name(entry.class), program.symbols.text(entry.name)))
        };
        let called = self.sites.iter().filter(|site| {
            site.targets.iter().any(is_one) && within.as_ref().is_none_or(|within| within.contains(&site.method))
        });
        let mut spots: Vec<Spot> = called.map(|site| (site.method, site.pc)).collect();
        spots.sort_unstable();
        spots.dedup();
        if spots.is_empty() {
            let place = subject.map(|subject| format!(" in {subject}")).unwrap_or_default();
            return Err(format!("there is no {name}{place} that can be reached"));
        }
        Ok(Operation { actions, spots, is_direct: false, is_anywhere: subject.is_none() })
    }
}
