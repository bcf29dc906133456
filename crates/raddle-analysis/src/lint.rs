//! Warnings: places where a program looks as if it could go wrong in some schedule.
//!
//! A warning names both sides and the locks held there. Its identity is made of names, not of lines, so that it stays the same when code
//! around it moves.

mod calls;
mod patterns;

use crate::Analysis;
use crate::accesses::{Access, Target};
use crate::locks::Held;
use crate::objects::{ObjectId, Origin};
use crate::threads::Spot;
use raddle_program::class::FieldId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What a warning is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Locks are taken in different orders.
    LockOrder,
    /// Two accesses that conflict, with no lock in common.
    Race,
    /// Such accesses to a field that is accessed with a lock in most places, one of them without any.
    SometimesLocked,
    /// `wait` outside of a loop.
    WaitOutsideLoop,
    /// `notify` where nothing has changed that a waiter could wait for.
    NakedNotify,
    /// `wait` gives up one lock and keeps another.
    WaitHoldingLocks,
    /// `notify` where waiters wait for different things.
    SingleNotify,
    /// A lock that is not released on all ways out.
    UnlockMissed,
    /// Double-checked locking of a field that is not volatile.
    DoubleChecked,
    /// A collection that threads share is gone through without its lock.
    UnlockedIteration,
    /// A look at something shared, and an action that relies on it, each safe by itself, with nothing between that keeps others out.
    CheckThenAct,
    /// A constructor starts a thread.
    StartInConstructor,
    /// An assertion. It is no warning, but worth a try.
    Assertion,
    /// A wait, the same.
    EndlessWait,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 14] = [
        Kind::LockOrder,
        Kind::Race,
        Kind::SometimesLocked,
        Kind::WaitOutsideLoop,
        Kind::NakedNotify,
        Kind::WaitHoldingLocks,
        Kind::SingleNotify,
        Kind::UnlockMissed,
        Kind::DoubleChecked,
        Kind::UnlockedIteration,
        Kind::CheckThenAct,
        Kind::StartInConstructor,
        Kind::Assertion,
        Kind::EndlessWait,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::LockOrder => "lock-order",
            Kind::Race => "race",
            Kind::SometimesLocked => "sometimes-locked",
            Kind::WaitOutsideLoop => "wait-outside-loop",
            Kind::NakedNotify => "naked-notify",
            Kind::WaitHoldingLocks => "wait-holding-locks",
            Kind::SingleNotify => "single-notify",
            Kind::UnlockMissed => "unlock-missed",
            Kind::DoubleChecked => "double-checked",
            Kind::UnlockedIteration => "unlocked-iteration",
            Kind::CheckThenAct => "check-then-act",
            Kind::StartInConstructor => "start-in-constructor",
            Kind::Assertion => "assertion",
            Kind::EndlessWait => "endless-wait",
        }
    }

    /// What is wrong with it, in a sentence.
    pub fn explain(self) -> &'static str {
        match self {
            Kind::LockOrder => "threads that take locks in different orders can wait for each other for ever",
            Kind::Race => "two threads can access it at a time, and one of them writes",
            Kind::SometimesLocked => "a lock protects only if everybody takes it",
            Kind::WaitOutsideLoop => "a wait can end before what is waited for has come true",
            Kind::NakedNotify => "a notification without a change of state is lost on who looks at the state",
            Kind::WaitHoldingLocks => {
                "a wait gives up the lock waited on only; who needs the other never gets to notify"
            }
            Kind::SingleNotify => "a notification wakes one waiter, which may be one that waits for something else",
            Kind::UnlockMissed => "a lock that is not released in a finally block stays locked when something throws",
            Kind::DoubleChecked => "without volatile, another thread can see the field set before what it refers to is",
            Kind::UnlockedIteration => "a collection that changes while it is gone through fails or skips elements",
            Kind::CheckThenAct => "between the look and the action another thread can change what was looked at",
            Kind::StartInConstructor => {
                "the thread can see the object before its constructor, or a subclass's, is done"
            }
            Kind::Assertion => "what is asserted may be something other threads can change",
            Kind::EndlessWait => "a wait ends only if somebody notifies",
        }
    }
}

/// One side of a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// What happens there: "reads it", "takes B while it holds A".
    pub what: String,
    /// Where.
    pub spot: Spot,
    /// Who does it, if that matters.
    pub thread: Option<String>,
    /// The locks it always holds, in words.
    pub locks: Vec<String>,
    /// In a lock order: where the lock was taken that is held here.
    pub since: Option<Spot>,
}

/// A warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// What it is about.
    pub kind: Kind,
    /// The field, lock or collection in question, in words.
    pub subject: String,
    /// Its sides.
    pub sides: Vec<Side>,
    /// What stays the same when lines move: for suppression.
    pub identity: String,
}

/// All warnings of a program, sorted by kind and place.
pub fn lint(analysis: &Analysis) -> Vec<Warning> {
    let mut linter = Linter { analysis, found: BTreeMap::new() };
    linter.races();
    linter.lock_order();
    linter.patterns();
    linter.calls();
    linter.found.into_values().collect()
}

/// What a program expects of itself, that its assertions hold and its waits end, as warnings: not worth telling anybody, but worth a
/// try for who can find out.
pub fn expectations(analysis: &Analysis) -> Vec<Warning> {
    let mut linter = Linter { analysis, found: BTreeMap::new() };
    linter.expectations();
    linter.found.into_values().collect()
}

struct Linter<'a> {
    analysis: &'a Analysis,
    found: BTreeMap<(Kind, String), Warning>,
}

impl Linter<'_> {
    /// Adds a warning, unless one of the same identity is there.
    fn warn(&mut self, kind: Kind, subject: String, sides: Vec<Side>) {
        let world = &self.analysis.points_to().world;
        let mut places: Vec<String> = sides.iter().map(|side| world.method_text(side.spot.0)).collect();
        places.sort();
        places.dedup();
        let identity = format!("{}:{subject}:{}", kind.name(), places.join(","));
        self.found.entry((kind, identity.clone())).or_insert(Warning { kind, subject, sides, identity });
    }

    fn side(&self, what: &str, spot: Spot, thread: Option<usize>) -> Side {
        let (thread, locks) = (thread.map(|thread| self.thread(thread)), self.held(spot));
        Side { what: what.to_string(), spot, thread, locks, since: None }
    }

    fn thread(&self, thread: usize) -> String {
        match self.analysis.threads().list[thread].object {
            None => "main".to_string(),
            Some(object) => self.object(object),
        }
    }

    fn object(&self, object: ObjectId) -> String {
        self.analysis.points_to().describe_object(object)
    }

    fn field(&self, field: FieldId) -> String {
        let program = &self.analysis.points_to().world.machine.program;
        let entry = program.field(field);
        format!("{}.{}", program.java_name(entry.class), program.symbols.text(entry.name))
    }

    /// The locks that must be held at an instruction, in words, each once.
    fn held(&self, spot: Spot) -> Vec<String> {
        let points_to = self.analysis.points_to();
        let mut locks: Vec<String> = Vec::new();
        for held in self.analysis.locks().held(spot) {
            if let Held::Value(value) = *held {
                let objects: Vec<String> =
                    points_to.objects_of(spot.0, value).iter().map(|object| self.object(ObjectId(object))).collect();
                locks.push(objects.join(" or "));
            }
        }
        for held in self.analysis.locks().held(spot) {
            match *held {
                Held::Object(object) | Held::Reading(object) => locks.push(self.object(object)),
                Held::Static(field) => {
                    let objects = points_to.objects_in_static(field);
                    let objects: Vec<String> = objects.iter().map(|object| self.object(ObjectId(object))).collect();
                    locks.push(objects.join(" or "));
                }
                Held::Value(_) | Held::FieldOf(..) => {}
            }
        }
        locks.sort();
        locks.dedup();
        locks
    }

    fn is_made_by_machine(&self, spot: Spot) -> bool {
        let program = &self.analysis.points_to().world.machine.program;
        program.class(program.method(spot.0).class).hidden
    }

    fn target(&self, access: &Access) -> String {
        match access.target {
            Target::Field(field) | Target::Static(field) => self.field(field),
            Target::Elements => {
                let program = &self.analysis.points_to().world.machine.program;
                let object =
                    access.objects.iter().next().map(|object| self.analysis.points_to().objects.get(ObjectId(object)));
                let class = object.map(|object| program.external_name(object.class)).unwrap_or_default();
                format!("elements of {class}")
            }
        }
    }

    /// Pairs of accesses that conflict, can happen in parallel, and have no lock in common.
    fn races(&mut self) {
        let analysis = self.analysis;
        let accesses: Vec<&Access> = analysis
            .accesses()
            .iter()
            .filter(|access| !access.constructs && !self.is_made_by_machine(access.spot))
            .collect();
        let mut by_target: FxHashMap<Target, Vec<&Access>> = FxHashMap::default();
        for access in accesses {
            by_target.entry(access.target).or_default().push(access);
        }
        for list in by_target.values() {
            let mostly_locked = self.is_mostly_locked(list);
            for (index, one) in list.iter().enumerate() {
                for other in &list[index..] {
                    if one.conflicts(other) && (one.plain || other.plain) {
                        self.race(one, other, mostly_locked);
                    }
                }
            }
        }
    }

    /// Whether some lock is held at two in three of the accesses at least, and at some that writes.
    fn is_mostly_locked(&self, list: &[&Access]) -> bool {
        let locked: Vec<&&Access> =
            list.iter().filter(|access| !self.analysis.locks().held(access.spot).is_empty()).collect();
        locked.len() * 3 >= list.len() * 2 && locked.iter().any(|access| access.writes)
    }

    fn race(&mut self, one: &Access, other: &Access, mostly_locked: bool) {
        let analysis = self.analysis;
        if analysis.locks().have_common((one.spot, one.base), (other.spot, other.base)) {
            return;
        }
        let Some((first, second)) = analysis.threads().in_parallel(analysis.points_to(), one.spot, other.spot) else {
            return;
        };
        let what = |access: &Access| if access.writes { "writes it" } else { "reads it" };
        let sides = vec![self.side(what(one), one.spot, Some(first)), self.side(what(other), other.spot, Some(second))];
        let bare = sides.iter().filter(|side| analysis.locks().held(side.spot).is_empty()).count();
        let kind = if mostly_locked && bare == 1 { Kind::SometimesLocked } else { Kind::Race };
        self.warn(kind, self.target(one), sides);
    }

    /// Cycles of locks that are taken while others are held, by threads that can do so in parallel.
    fn lock_order(&mut self) {
        let analysis = self.analysis;
        let world = &analysis.points_to().world;
        let mut edges: Vec<Edge> = Vec::new();
        for acquire in &analysis.locks().acquires {
            let in_library = world.is_library(world.machine.program.method(acquire.spot.0).class);
            let counts = |object: ObjectId| !in_library || self.is_made_by_program(object);
            for &(held, taken_at) in acquire.held.iter().filter(|held| counts(held.0)) {
                for object in acquire.objects.iter().map(ObjectId).filter(|&object| counts(object)) {
                    // One lock taken again is no order, unless it stands for several.
                    if object != held || analysis.threads().is_many(analysis.points_to(), object) {
                        edges.push(Edge { held, taken: object, at: acquire.spot, since: taken_at });
                    }
                }
            }
        }
        for start in 0..edges.len() {
            self.cycle(&edges, &mut vec![start]);
        }
    }

    /// Whether code of the program makes an object, so that its lock is more than an affair of the class library's.
    fn is_made_by_program(&self, object: ObjectId) -> bool {
        let points_to = self.analysis.points_to();
        match points_to.objects.get(object).origin {
            Origin::Site { method, .. } => {
                !points_to.world.is_library(points_to.world.machine.program.method(method).class)
            }
            Origin::Found(_) | Origin::AllOf(..) => false,
        }
    }

    fn cycle(&mut self, edges: &[Edge], path: &mut Vec<usize>) {
        /// Longer cycles than this are not looked for.
        const LONGEST: usize = 4;
        let (first, last) = (edges[path[0]], edges[path[path.len() - 1]]);
        if last.taken == first.held {
            self.deadlock(edges, path);
            return;
        }
        if path.len() == LONGEST {
            return;
        }
        for (index, edge) in edges.iter().enumerate() {
            // A cycle is found from its first edge only.
            let visited = path.iter().any(|&on| edges[on].held == edge.held);
            if edge.held == last.taken && !visited && index > path[0] {
                path.push(index);
                self.cycle(edges, path);
                path.pop();
            }
        }
    }

    fn deadlock(&mut self, edges: &[Edge], path: &[usize]) {
        let analysis = self.analysis;
        let (points_to, threads) = (analysis.points_to(), analysis.threads());
        let spots: Vec<Spot> = path.iter().map(|&edge| edges[edge].at).collect();
        for (index, &one) in spots.iter().enumerate() {
            for &other in spots.iter().skip(index + usize::from(spots.len() > 1)) {
                if threads.in_parallel(points_to, one, other).is_none() || self.have_gate(edges, path, one, other) {
                    return;
                }
            }
        }
        let sides = path
            .iter()
            .map(|&edge| {
                let Edge { held, taken, at, since } = edges[edge];
                let what = format!(
                    "takes the {} while it holds the {}, taken at {}",
                    self.object(taken),
                    self.object(held),
                    points_to.describe(since.0, since.1)
                );
                Side { since: Some(since), ..self.side(&what, at, None) }
            })
            .collect();
        // Lines are left out of the identity: the classes of the locks stand for them.
        let program = &points_to.world.machine.program;
        let mut classes: Vec<String> =
            path.iter().map(|&edge| program.external_name(points_to.objects.get(edges[edge].held).class)).collect();
        classes.sort();
        classes.dedup();
        self.warn(Kind::LockOrder, classes.join(" and "), sides);
    }

    /// Whether two sides of a cycle both hold a lock that is not part of it: then only one of them can be under way.
    fn have_gate(&self, edges: &[Edge], path: &[usize], one: Spot, other: Spot) -> bool {
        let locks = self.analysis.locks();
        let in_cycle =
            |object: ObjectId| path.iter().any(|&edge| edges[edge].held == object || edges[edge].taken == object);
        locks.held(one).iter().any(|held| match *held {
            Held::Object(object) => !in_cycle(object) && locks.held(other).contains(held),
            _ => false,
        })
    }
}

/// A lock taken while another is held.
#[derive(Clone, Copy)]
struct Edge {
    held: ObjectId,
    taken: ObjectId,
    at: Spot,
    since: Spot,
}
