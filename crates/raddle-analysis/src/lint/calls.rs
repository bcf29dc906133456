//! Warnings about calls: on collections that threads share, and on threads.

use super::{Kind, Linter};
use crate::body::{Body, Definition, NO_VALUE, Value};
use crate::locks::Held;
use crate::objects::ObjectId;
use crate::points_to::Site;
use crate::set::Set;
use crate::threads::Spot;

/// Methods of collections that change them begin like this.
const CHANGES: [&str; 15] = [
    "add", "put", "remove", "clear", "set", "push", "pop", "offer", "poll", "replace", "compute", "merge", "retain",
    "sort", "insert",
];

/// Those by which a program looks before it acts.
const LOOKS: [&str; 8] = ["get", "contains", "containsKey", "isEmpty", "size", "peek", "containsValue", "indexOf"];

/// A call of the program's on a collection.
struct Use {
    spot: Spot,
    name: &'static str,
    class: String,
    objects: Set,
    /// Whether its receiver's own monitor is held.
    locked: bool,
}

impl Use {
    fn changes(&self) -> bool {
        CHANGES.iter().any(|verb| self.name.starts_with(verb))
    }

    fn looks(&self) -> bool {
        LOOKS.contains(&self.name)
    }

    /// Whether single calls are safe from others, so that only what comes between two of them is not.
    fn is_safe(&self) -> bool {
        self.class.starts_with("java.util.concurrent.")
            || self.class.starts_with("java.util.Collections$Synchronized")
            || matches!(self.class.as_str(), "java.util.Vector" | "java.util.Hashtable" | "java.util.Stack")
    }
}

impl Linter<'_> {
    pub(super) fn calls(&mut self) {
        self.starts_in_constructors();
        let uses = self.collection_uses();
        self.unlocked_iterations(&uses);
        self.collection_races(&uses);
        self.checks_then_acts(&uses);
    }

    fn starts_in_constructors(&mut self) {
        let analysis = self.analysis;
        let program = &analysis.points_to().world.machine.program;
        for thread in analysis.threads().list.iter().skip(1) {
            for &spot in &thread.started {
                let entry = program.method(spot.0);
                if program.symbols.text(entry.name) == "<init>" {
                    let sides = vec![self.side("starts a thread", spot, None)];
                    self.warn(Kind::StartInConstructor, program.java_name(entry.class), sides);
                }
            }
        }
    }

    /// Calls of the program's own code on collections of the class library that threads can share.
    fn collection_uses(&self) -> Vec<Use> {
        let analysis = self.analysis;
        let points_to = analysis.points_to();
        let world = &points_to.world;
        let mut uses = Vec::new();
        for site in &points_to.sites {
            if world.is_library(world.machine.program.method(site.method).class) {
                continue;
            }
            let Some(body) = points_to.bodies.get(&site.method) else { continue };
            if let Some(found) = self.collection_use(site, body) {
                uses.push(found);
            }
        }
        uses
    }

    fn collection_use(&self, site: &Site, body: &Body) -> Option<Use> {
        let analysis = self.analysis;
        let points_to = analysis.points_to();
        let program = &points_to.world.machine.program;
        let target = *site.targets.first()?;
        let entry = program.method(target);
        if entry.is_static() || program.symbols.text(entry.name).starts_with('<') {
            return None;
        }
        let receiver = *body.operands(site.pc as usize).first()?;
        let objects = points_to.objects_of(site.method, receiver).common(analysis.escaped());
        let first = points_to.objects.get(ObjectId(objects.iter().next()?)).class;
        let is_collection = program
            .class(first)
            .all_interfaces
            .iter()
            .any(|&interface| matches!(program.class_name(interface), "java/util/Collection" | "java/util/Map"));
        let class = program.java_name(first);
        let held = analysis.locks().held((site.method, site.pc));
        let known = crate::locks::final_field(points_to, body, receiver);
        let locked = held.contains(&Held::Value(receiver)) || known.is_some_and(|known| held.contains(&known));
        (is_collection && class.starts_with("java.util.")).then(|| Use {
            spot: (site.method, site.pc),
            name: program.symbols.text(entry.name),
            class,
            objects,
            locked,
        })
    }

    fn unlocked_iterations(&mut self, uses: &[Use]) {
        for one in uses.iter().filter(|one| matches!(one.name, "iterator" | "listIterator") && !one.locked) {
            if !one.class.starts_with("java.util.Collections$Synchronized") {
                continue;
            }
            let other = uses.iter().find(|other| other.changes() && self.meet(one, other));
            if let Some(other) = other {
                let sides =
                    vec![self.side("goes through it", one.spot, None), self.side("changes it", other.spot, None)];
                self.warn(Kind::UnlockedIteration, one.class.clone(), sides);
            }
        }
    }

    /// Whether two calls can be about the same collection, in parallel, with no lock in common.
    fn meet(&self, one: &Use, other: &Use) -> bool {
        let analysis = self.analysis;
        one.objects.meets(&other.objects)
            && !(one.locked && other.locked)
            && !analysis.locks().have_common((one.spot, None), (other.spot, None))
            && analysis.threads().in_parallel(analysis.points_to(), one.spot, other.spot).is_some()
    }

    /// Collections that are not made for several threads, changed by one while another uses them.
    fn collection_races(&mut self, uses: &[Use]) {
        for (index, one) in uses.iter().enumerate().filter(|(_, one)| !one.is_safe()) {
            for other in &uses[index..] {
                if (one.changes() || other.changes()) && self.meet(one, other) {
                    let goes_through = [one, other].iter().any(|used| used.name == "iterator");
                    let kind = if goes_through { Kind::UnlockedIteration } else { Kind::Race };
                    let what = |used: &Use| format!("calls {} on it", used.name);
                    let sides = vec![self.side(&what(one), one.spot, None), self.side(&what(other), other.spot, None)];
                    self.warn(kind, one.class.clone(), sides);
                }
            }
        }
    }

    /// A look at a collection that is safe call by call, and a change in the same method that depends on it.
    fn checks_then_acts(&mut self, uses: &[Use]) {
        for look in uses.iter().filter(|one| one.looks() && one.is_safe() && !one.locked) {
            for act in uses {
                let follows = act.spot.0 == look.spot.0 && act.changes() && !act.name.ends_with("IfAbsent");
                if follows && act.objects.meets(&look.objects) && self.depends(look.spot, act.spot) {
                    let interferes = uses.iter().any(|other| other.changes() && self.meet(act, other));
                    if interferes {
                        let sides = vec![
                            self.side(&format!("looks at it with {}", look.name), look.spot, None),
                            self.side(&format!("acts on that with {}", act.name), act.spot, None),
                        ];
                        self.warn(Kind::CheckThenAct, look.class.clone(), sides);
                    }
                }
            }
        }
    }

    /// Whether, within a method, what one instruction is given or whether it runs at all depends on the result of another.
    fn depends(&self, look: Spot, act: Spot) -> bool {
        let Some(body) = self.analysis.points_to().bodies.get(&look.0) else { return false };
        let result = body.results[look.1 as usize];
        if result == NO_VALUE {
            return false;
        }
        if feeds(body, result, body.operands(act.1 as usize)) {
            return true;
        }
        let depends = body.flow.control_dependence();
        let mut work = depends[body.flow.block_of[act.1 as usize] as usize].clone();
        let mut seen = Set::default();
        while let Some(block) = work.pop() {
            if !seen.insert(block) {
                continue;
            }
            let last = body.flow.blocks[block as usize].end as usize - 1;
            if feeds(body, result, body.operands(last)) {
                return true;
            }
            work.extend(&depends[block as usize]);
        }
        false
    }
}

/// Whether a value goes into one of others, through whatever is computed from it.
fn feeds(body: &Body, value: Value, into: &[Value]) -> bool {
    let mut work: Vec<Value> = into.to_vec();
    let mut seen = Set::default();
    while let Some(one) = work.pop() {
        if one == value {
            return true;
        }
        if one == NO_VALUE || !seen.insert(one) {
            continue;
        }
        match &body.values[one as usize] {
            Definition::Result(pc) => work.extend(body.operands(*pc as usize)),
            Definition::Meeting(_, inputs) => work.extend(inputs),
            Definition::Parameter(_) | Definition::Caught(_) => {}
        }
    }
    false
}
