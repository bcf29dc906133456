//! Places in the code as people write them and read them: `Class.method:line`, `Class:line`, `Class.method+offset`.

use crate::body::Op;
use crate::objects::{ObjectId, Origin, Owner};
use crate::points_to::PointsTo;
use crate::threads::Spot;
use raddle_program::class::{ClassId, LoaderId, MethodId, access};
use raddle_vm::heap::mark;

/// Where in a class or method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Point {
    Anywhere,
    Line(u16),
    Offset(u16),
}

/// A name and where in what it names. `None` for what is no location at all.
fn parse(text: &str) -> Option<(&str, Point)> {
    if let Some((name, line)) = text.rsplit_once(':') {
        return Some((name, Point::Line(line.parse().ok()?)));
    }
    if let Some((name, offset)) = text.rsplit_once('+') {
        return Some((name, Point::Offset(offset.parse().ok()?)));
    }
    (!text.is_empty()).then_some((text, Point::Anywhere))
}

/// The name of some that is most like another: fewest letters to change, insert or leave out.
pub(crate) fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    names.min_by_key(|name| (distance(wanted, name), name.len(), name.as_str()))
}

fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, candidate) in other.chars().enumerate() {
            let changed = diagonal + usize::from(letter != candidate);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

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

    /// An instruction as a location that means nothing else of its method: `Class.method+offset`.
    pub fn locate(&self, method: MethodId, pc: u32) -> String {
        format!("{}+{}", self.world.method_text(method), self.bytecode(method, pc).unwrap_or(0))
    }

    /// Where an object comes from, in words.
    pub fn describe_object(&self, id: ObjectId) -> String {
        let object = self.objects.get(id);
        let machine = &self.world.machine;
        let mut class = machine.program.external_name(object.class);
        if machine.program.class(object.class).hidden {
            // The rest of the name is a number that nobody has seen.
            class.truncate(class.find("$$Lambda").map_or(class.len(), |at| at + "$$Lambda".len()));
        }
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

    /// The instructions a location means, of code that can be reached: `Class.method:line`, `Class:line`, `Class.method+offset`,
    /// `Class.method` or `Class`. The error says what is wrong with it and what is nearest.
    pub fn find(&self, location: &str) -> Result<Vec<Spot>, String> {
        let Some((name, point)) = parse(location) else {
            return Err(format!(
                "{location:?} is no location; write Class.method:line, Class:line or Class.method+offset"
            ));
        };
        let methods = self.methods_named(name)?;
        let mut spots: Vec<Spot> = Vec::new();
        for &method in &methods {
            let Some(body) = self.bodies.get(&method) else { continue };
            spots.extend((0..body.ops.len() as u32).map(|pc| (method, pc)).filter(|&(method, pc)| match point {
                Point::Anywhere => true,
                // Entering the monitor of a synchronized method is on no line, though the first one's number stands for it.
                Point::Line(line) => self.line(method, pc) == Some(line) && !self.is_entry(method, pc),
                Point::Offset(offset) => self.bytecode(method, pc) == Some(offset),
            }));
        }
        if spots.is_empty() { Err(self.nothing_at(location, name, point, &methods)) } else { Ok(spots) }
    }

    /// Whether an instruction enters the monitor of a synchronized method before its code begins.
    fn is_entry(&self, method: MethodId, pc: u32) -> bool {
        let flags = self.world.machine.program.method(method).access;
        let op = self.bodies.get(&method).map(|body| body.ops[pc as usize]);
        flags & access::SYNCHRONIZED != 0 && op == Some(Op::Enter) && self.bytecode(method, pc) == Some(0)
    }

    /// Whether a class goes by a name, with or without its package.
    pub(crate) fn is_class(&self, class: ClassId, name: &str) -> bool {
        let known = self.world.machine.program.java_name(class);
        known == name || known.rsplit('.').next() == Some(name)
    }

    /// Methods by `Class.method`, or all of a class; the class with or without its package.
    pub(crate) fn methods_named(&self, name: &str) -> Result<Vec<MethodId>, String> {
        let program = &self.world.machine.program;
        let class_of = |method: &MethodId| program.method(*method).class;
        let of_class: Vec<MethodId> =
            self.reached.iter().copied().filter(|method| self.is_class(class_of(method), name)).collect();
        if !of_class.is_empty() {
            return Ok(of_class);
        }
        let mut candidates: Vec<String> = Vec::new();
        if let Some((class, wanted)) = name.rsplit_once('.') {
            let of_class: Vec<MethodId> =
                self.reached.iter().copied().filter(|method| self.is_class(class_of(method), class)).collect();
            let text = |method: &MethodId| program.symbols.text(program.method(*method).name);
            let found: Vec<MethodId> = of_class.iter().copied().filter(|method| text(method) == wanted).collect();
            if !found.is_empty() {
                return Ok(found);
            }
            let declared = of_class.first().map(class_of).is_some_and(|class| {
                program
                    .class(class)
                    .methods
                    .iter()
                    .any(|&method| program.symbols.text(program.method(method).name) == wanted)
            });
            if declared {
                return Err(format!("{name} is in the program, but nothing can call it"));
            }
            candidates.extend(of_class.iter().map(|method| format!("{class}.{}", text(method))));
        }
        if candidates.is_empty() {
            let own = self.reached.iter().map(class_of).filter(|&class| !self.world.is_library(class));
            candidates.extend(own.map(|class| program.java_name(class)));
        }
        let near = nearest(name, candidates.iter()).map(|near| format!("; nearest is {near}")).unwrap_or_default();
        let exists = program.loaded(LoaderId::APP, &name.replace('.', "/")).is_some();
        let what = if exists { "can be reached" } else { "is in the program as far as it can be reached" };
        Err(format!("no class or method {name} {what}{near}"))
    }

    fn nothing_at(&self, location: &str, name: &str, point: Point, methods: &[MethodId]) -> String {
        let near = |wanted: u16, known: &dyn Fn(Spot) -> Option<u16>| {
            let spots = methods.iter().filter_map(|&method| Some((method, self.bodies.get(&method)?.ops.len() as u32)));
            spots
                .flat_map(|(method, count)| (0..count).map(move |pc| (method, pc)))
                .filter_map(known)
                .min_by_key(|&found| (found.abs_diff(wanted), found))
        };
        let nearest = match point {
            Point::Line(line) => near(line, &|spot| self.line(spot.0, spot.1)).map(|line| format!("{name}:{line}")),
            Point::Offset(offset) => {
                near(offset, &|spot| self.bytecode(spot.0, spot.1)).map(|offset| format!("{name}+{offset}"))
            }
            Point::Anywhere => None,
        };
        match nearest {
            Some(nearest) => format!("there is no code at {location}; nearest is {nearest}"),
            None => format!("there is no code at {location} that can be read"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_has_a_name_and_perhaps_a_line_or_an_offset() {
        assert_eq!(parse("shop.Main.buy:12"), Some(("shop.Main.buy", Point::Line(12))));
        assert_eq!(parse("Main:7"), Some(("Main", Point::Line(7))));
        assert_eq!(parse("Main.<init>+3"), Some(("Main.<init>", Point::Offset(3))));
        assert_eq!(parse("Main:x"), None);
    }

    #[test]
    fn the_nearest_name_is_the_one_with_fewest_changes() {
        let names = ["Account.deposit".to_string(), "Account.withdraw".to_string()];
        assert_eq!(nearest("Account.deposti", names.iter()), Some(&names[0]));
    }
}
