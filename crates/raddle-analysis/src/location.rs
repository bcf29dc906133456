//! Places in the code as people write them and read them: `Class.method:line`, `Class:line`, `Class.method+offset`.

use crate::objects::{ObjectId, Origin, Owner};
use crate::points_to::PointsTo;
use raddle_program::class::MethodId;
use raddle_vm::heap::mark;

impl PointsTo {
    /// The bytecode index of an instruction.
    pub fn bytecode(&self, method: MethodId, pc: u32) -> Option<u16> {
        self.bodies.get(&method)?.code.bytecode.get(pc as usize).copied()
    }

    /// The source line of an instruction, if the class file tells.
    pub fn line(&self, method: MethodId, pc: u32) -> Option<u16> {
        self.world.machine.program.line(method, self.bytecode(method, pc)?)
    }

    /// An instruction in words: `Class.method:line`, or with its bytecode index where there are no lines.
    pub fn describe(&self, method: MethodId, pc: u32) -> String {
        let name = self.world.method_text(method);
        match (self.line(method, pc), self.bytecode(method, pc)) {
            (Some(line), _) => format!("{name}:{line}"),
            (None, Some(bytecode)) => format!("{name}+{bytecode}"),
            (None, None) => name,
        }
    }

    /// Where an object comes from, in words.
    pub fn describe_object(&self, id: ObjectId) -> String {
        let object = self.objects.get(id);
        let machine = &self.world.machine;
        let class = machine.program.external_name(object.class);
        match object.origin {
            Origin::Site { method, pc, depth: 0 } => format!("{class} made at {}", self.describe(method, pc)),
            Origin::Site { method, pc, depth } => {
                format!("{class} made at {}, {depth} down", self.describe(method, pc))
            }
            Origin::Found(place) if machine.heap.marks(place) & mark::STATICS != 0 => {
                format!("static fields of {class}")
            }
            Origin::Found(place) if class == "java.lang.Class" => {
                format!("class {}", machine.program.external_name(machine.class_of_mirror(place)))
            }
            Origin::Found(_) => format!("{class} that is there from the start"),
            Origin::AllOf(_, owner) => match self.objects.owner_of(owner) {
                None => format!("any {class}"),
                Some(Owner::Object(served)) => format!("any {class} of the {}", self.describe_object(served)),
                Some(Owner::Call(method, pc)) => format!("any {class} of the call at {}", self.describe(method, pc)),
            },
        }
    }
}
