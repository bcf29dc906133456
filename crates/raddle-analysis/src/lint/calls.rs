//! Warnings about calls: on collections that threads share, and on threads.

use super::{Kind, Linter};
use crate::body::Body;
use crate::locks::Held;
use crate::objects::ObjectId;
use crate::points_to::Site;
use crate::set::Set;
use crate::threads::Spot;
use raddle_program::class::MethodId;
use rustc_hash::FxHashMap;

/// Methods of collections that change them begin like this.
const CHANGES: [&str; 15] = [
    "add", "put", "remove", "clear", "set", "push", "pop", "offer", "poll", "replace", "compute", "merge", "retain",
    "sort", "insert",
];

/// Those by which a program looks before it acts.
const LOOKS: [&str; 8] = ["get", "contains", "containsKey", "isEmpty", "size", "peek", "containsValue", "indexOf"];

/// Those that go through the collection they are given.
const GIVEN: [&str; 6] = ["equals", "containsAll", "addAll", "removeAll", "retainAll", "putAll"];

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
        let uses = self.collection_uses(0);
        self.unlocked_iterations(&uses);
        self.iterations_by_others(&uses);
        self.collection_races(&uses);
        self.checks_then_acts(&uses);
        self.split_checks();
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

    /// Calls of the program's own code on collections of the class library that threads can share; or calls that are given one, as so
    /// manieth argument.
    fn collection_uses(&self, argument: usize) -> Vec<Use> {
        let analysis = self.analysis;
        let points_to = analysis.points_to();
        let world = &points_to.world;
        let mut uses = Vec::new();
        for site in &points_to.sites {
            if world.is_library(world.machine.program.method(site.method).class) {
                continue;
            }
            let Some(body) = points_to.bodies.get(&site.method) else { continue };
            if let Some(found) = self.collection_use(site, body, argument) {
                uses.push(found);
            }
        }
        uses
    }

    fn collection_use(&self, site: &Site, body: &Body, argument: usize) -> Option<Use> {
        let analysis = self.analysis;
        let points_to = analysis.points_to();
        let program = &points_to.world.machine.program;
        let target = *site.targets.first()?;
        let entry = program.method(target);
        if entry.is_static() || program.symbols.text(entry.name).starts_with('<') {
            return None;
        }
        let receiver = *body.operands(site.pc as usize).get(argument)?;
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

    /// Collections that another collection, which knows nothing of their locks, is given to go through.
    fn iterations_by_others(&mut self, uses: &[Use]) {
        for one in self.collection_uses(1).iter().filter(|one| GIVEN.contains(&one.name) && !one.locked) {
            if let Some(other) = uses.iter().find(|other| other.changes() && self.meet(one, other)) {
                let sides = vec![
                    self.side(&format!("lets {} go through it", one.name), one.spot, None),
                    self.side("changes it", other.spot, None),
                ];
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
                if follows
                    && act.objects.meets(&look.objects)
                    && self.depends(look.spot, act.spot)
                    && let Some(other) = uses.iter().find(|other| other.changes() && self.meet(act, other))
                {
                    let sides = vec![
                        self.side(&format!("looks at it with {}", look.name), look.spot, None),
                        self.side("changes it meanwhile", other.spot, None),
                        self.side(&format!("acts on that with {}", act.name), act.spot, None),
                    ];
                    self.warn(Kind::CheckThenAct, look.class.clone(), sides);
                }
            }
        }
    }

    /// Whether what an instruction does depends on the result of another of the same method.
    fn depends(&self, look: Spot, act: Spot) -> bool {
        let body = self.analysis.points_to().bodies.get(&look.0);
        body.is_some_and(|body| body.depends(act.1 as usize, look.1 as usize))
    }

    /// Two calls that take the same lock, the second because of what the first returned, by a method that does not hold it.
    fn split_checks(&mut self) {
        let analysis = self.analysis;
        let points_to = analysis.points_to();
        let mut taken: FxHashMap<MethodId, (Set, Spot)> = FxHashMap::default();
        for acquire in &analysis.locks().acquires {
            taken.entry(acquire.spot.0).or_insert((Set::default(), acquire.spot)).0.unite(&acquire.objects);
        }
        let locking = |site: &&Site| site.targets.iter().any(|target| taken.contains_key(target));
        let mut by_caller: FxHashMap<MethodId, Vec<&Site>> = FxHashMap::default();
        for site in points_to.sites.iter().filter(locking) {
            by_caller.entry(site.method).or_default().push(site);
        }
        for look in points_to.sites.iter().filter(locking) {
            for act in &by_caller[&look.method] {
                let of = |site: &Site| site.targets.iter().find_map(|target| taken.get(target));
                let (Some((looked, _)), Some((acted, entered))) = (of(look), of(act)) else { continue };
                let (look_at, act_at) = ((look.method, look.pc), (act.method, act.pc));
                if look.pc != act.pc
                    && looked.meets(acted)
                    && self.depends(look_at, act_at)
                    && !self.holds_any(look_at, looked)
                    && let Some((read, write)) = self.changed_meanwhile(look)
                {
                    let sides = vec![
                        self.side("looks at it", read, None),
                        self.side("changes it meanwhile", write, None),
                        self.side("acts on what was seen", *entered, None),
                    ];
                    self.warn(Kind::CheckThenAct, points_to.world.method_text(look.method), sides);
                }
            }
        }
    }

    /// Whether one of some locks must be held at an instruction.
    fn holds_any(&self, spot: Spot, locks: &Set) -> bool {
        let points_to = self.analysis.points_to();
        self.analysis.locks().held(spot).iter().any(|held| match *held {
            Held::Value(value) => points_to.objects_of(spot.0, value).meets(locks),
            Held::Object(object) | Held::Reading(object) => locks.contains(object.0),
            Held::FieldOf(..) | Held::Static(_) => false,
        })
    }

    /// A read that a call makes, and a write to the same place that can come in parallel.
    fn changed_meanwhile(&self, look: &Site) -> Option<(Spot, Spot)> {
        let analysis = self.analysis;
        let reads = analysis.accesses().iter().filter(|read| !read.writes && look.targets.contains(&read.spot.0));
        reads.into_iter().find_map(|read| {
            let write = analysis.accesses().iter().find(|write| {
                write.writes
                    && !write.constructs
                    && write.conflicts(read)
                    && analysis.threads().in_parallel(analysis.points_to(), read.spot, write.spot).is_some()
            })?;
            Some((read.spot, write.spot))
        })
    }
}
