//! Warnings that one method shows by itself: waits, notifications, locks not released, double-checked locking.

use super::{Kind, Linter, Warning};
use crate::body::{Body, Op, Value};
use crate::flow::may_throw;
use crate::locks::Held;
use crate::set::Set;
use crate::threads::{Spot, in_loop};
use raddle_program::class::{FieldId, MethodId, access};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Linter<'_> {
    /// The methods of the program's own that can be reached.
    fn own_bodies(&self) -> Vec<Rc<Body>> {
        let points_to = self.analysis.points_to();
        let program = &points_to.world.machine.program;
        let is_own = |method: &&MethodId| {
            let class = program.method(**method).class;
            !points_to.world.is_library(class) && !program.class(class).hidden
        };
        points_to.reached.iter().filter(is_own).filter_map(|method| points_to.bodies.get(method).cloned()).collect()
    }

    pub(super) fn patterns(&mut self) {
        let bodies = self.own_bodies();
        self.single_notifies(&bodies);
        for body in bodies {
            self.waits(&body);
            self.notifies(&body);
            self.missed_unlocks(&body);
            self.double_checked(&body);
        }
    }

    pub(super) fn expectations(&mut self) {
        for body in self.own_bodies() {
            for pc in 0..body.ops.len() {
                let spot = (body.method, pc as u32);
                if self.is_assertion(&body, pc) {
                    self.expect(Kind::Assertion, "asserts", spot);
                } else if self.is_wait(&body, pc) {
                    self.expect(Kind::EndlessWait, "waits", spot);
                }
            }
        }
    }

    /// Those of one method go by their order, which stays the same when lines move.
    fn expect(&mut self, kind: Kind, what: &str, spot: Spot) {
        let is_before = |known: &&Warning| known.kind == kind && known.sides[0].spot.0 == spot.0;
        let number = match self.found.values().filter(is_before).count() {
            0 => String::new(),
            before => format!(" ({})", before + 1),
        };
        self.warn(kind, self.subject(spot.0) + &number, vec![self.side(what, spot, None)]);
    }

    /// What `assert` compiles to, and what throws the same by hand.
    fn is_assertion(&self, body: &Body, pc: usize) -> bool {
        let thrown = body.operands(pc).first().filter(|_| body.ops[pc] == Op::Throw);
        match thrown.and_then(|&thrown| body.maker(thrown)).map(|maker| body.ops[maker]) {
            Some(Op::New(class)) => {
                self.analysis.points_to().world.machine.program.class_name(class) == "java/lang/AssertionError"
            }
            _ => false,
        }
    }

    /// A wait on a monitor or a condition.
    fn is_wait(&self, body: &Body, pc: usize) -> bool {
        self.is_call(body, pc, |class, name| {
            class == "java/lang/Object" && name == "wait"
                || class.ends_with("$ConditionObject") && name.starts_with("await")
        })
    }

    /// `notify`, not `notifyAll`, on what is waited on at several places.
    fn single_notifies(&mut self, bodies: &[Rc<Body>]) {
        let points_to = self.analysis.points_to();
        let calls = |linter: &Self, wanted: &str| -> Vec<(Spot, Set)> {
            let spots = bodies.iter().flat_map(|body| (0..body.ops.len()).map(move |pc| (body, pc)));
            spots
                .filter(|(body, pc)| {
                    linter.is_call(body, *pc, |class, name| class == "java/lang/Object" && name == wanted)
                })
                .map(|(body, pc)| ((body.method, pc as u32), points_to.objects_of(body.method, body.operands(pc)[0])))
                .collect()
        };
        let waits = calls(self, "wait");
        for (notify, objects) in calls(self, "notify") {
            let waiting: Vec<Spot> =
                waits.iter().filter(|(_, waited)| waited.meets(&objects)).map(|(spot, _)| *spot).collect();
            if let [one, other, ..] = waiting[..] {
                let sides = vec![
                    self.side("waits", one, None),
                    self.side("waits for something else", other, None),
                    self.side("notifies one of them", notify, None),
                ];
                self.warn(Kind::SingleNotify, self.subject(notify.0), sides);
            }
        }
    }

    /// The name of what a call runs, if all it can run are methods of that name of a class.
    fn called(&self, body: &Body, pc: usize) -> Vec<(&'static str, &'static str)> {
        let points_to = self.analysis.points_to();
        let program = &points_to.world.machine.program;
        let sites = points_to.sites_of.get(&body.method).and_then(|sites| sites.get(&(pc as u32)));
        sites
            .into_iter()
            .flatten()
            .flat_map(|&site| &points_to.sites[site as usize].targets)
            .map(|&target| {
                let entry = program.method(target);
                (program.class_name(entry.class), program.symbols.text(entry.name))
            })
            .collect()
    }

    fn is_call(&self, body: &Body, pc: usize, wanted: impl Fn(&str, &str) -> bool) -> bool {
        matches!(body.ops[pc], Op::Call(_)) && self.called(body, pc).iter().any(|(class, name)| wanted(class, name))
    }

    fn subject(&self, method: MethodId) -> String {
        self.analysis.points_to().world.method_text(method)
    }

    fn waits(&mut self, body: &Body) {
        for pc in 0..body.ops.len() {
            if !self.is_wait(body, pc) {
                continue;
            }
            let monitor = self.is_call(body, pc, |class, _| class == "java/lang/Object");
            let spot = (body.method, pc as u32);
            if !in_loop(self.analysis.points_to(), body.method, pc as u32) {
                let sides = vec![self.side("waits outside of a loop", spot, None)];
                self.warn(Kind::WaitOutsideLoop, self.subject(body.method), sides);
            }
            let waited = body.operands(pc).first().copied();
            if monitor && self.other_locks(body.method, pc, waited) {
                let sides = vec![self.side("waits with more than one lock", spot, None)];
                self.warn(Kind::WaitHoldingLocks, self.subject(body.method), sides);
            }
        }
    }

    /// Whether a lock must be held that is not what a value is.
    fn other_locks(&self, method: MethodId, pc: usize, waited: Option<Value>) -> bool {
        let points_to = self.analysis.points_to();
        let own = waited.map(|value| points_to.objects_of(method, value)).unwrap_or_default();
        self.analysis.locks().held((method, pc as u32)).iter().any(|held| match *held {
            Held::Value(value) => Some(value) != waited && !points_to.objects_of(method, value).meets(&own),
            Held::Object(object) | Held::Reading(object) => !own.contains(object.0),
            Held::FieldOf(..) | Held::Static(_) => false,
        })
    }

    /// A notification in a method that neither writes nor calls anything else.
    fn notifies(&mut self, body: &Body) {
        let notifies = |linter: &Self, pc: usize| {
            linter.is_call(body, pc, |class, name| {
                class == "java/lang/Object" && name.starts_with("notify")
                    || class.ends_with("$ConditionObject") && name.starts_with("signal")
            })
        };
        let Some(pc) = (0..body.ops.len()).find(|&pc| notifies(self, pc)) else { return };
        let is_lock = |linter: &Self, pc: usize| {
            linter.is_call(body, pc, |class, _| class.starts_with("java/util/concurrent/locks/"))
        };
        let changes = (0..body.ops.len()).any(|pc| match body.ops[pc] {
            Op::Store(_) | Op::StoreStatic(_) | Op::StoreElement => true,
            Op::Call(_) => !notifies(self, pc) && !is_lock(self, pc),
            _ => false,
        });
        // A caller that holds the lock may have made the change.
        let held_by_caller = self.analysis.locks().held((body.method, 0)).iter().next().is_some();
        if !changes && !held_by_caller {
            let sides = vec![self.side("notifies, and nothing has changed", (body.method, pc as u32), None)];
            self.warn(Kind::NakedNotify, self.subject(body.method), sides);
        }
    }

    /// A lock taken in a method that also releases it, with a way out of the method that does not.
    fn missed_unlocks(&mut self, body: &Body) {
        let is = |linter: &Self, pc: usize, wanted: &str| {
            linter.is_call(body, pc, |class, name| {
                class.starts_with("java/util/concurrent/locks/Reentrant") && name == wanted
            })
        };
        let unlocks: Vec<usize> = (0..body.ops.len()).filter(|&pc| is(self, pc, "unlock")).collect();
        if unlocks.is_empty() {
            return;
        }
        let locks: Vec<usize> = (0..body.ops.len()).filter(|&pc| is(self, pc, "lock")).collect();
        for pc in locks {
            if let Some(out) = self.way_out(body, pc, &unlocks) {
                let spot = (body.method, pc as u32);
                let sides = vec![
                    self.side("takes the lock", spot, None),
                    self.side("may leave the method without releasing it", (body.method, out as u32), None),
                ];
                self.warn(Kind::UnlockMissed, self.subject(body.method), sides);
            }
        }
    }

    /// An instruction by which a method is left after one of its own, with none of some others between. Of exceptions those of field accesses do
    /// not count: that a lock is released with nothing but those between is common and right.
    fn way_out(&self, body: &Body, from: usize, unless: &[usize]) -> Option<usize> {
        let mut work = vec![from + 1];
        let mut seen = Set::default();
        while let Some(start) = work.pop() {
            if !seen.insert(start as u32) || start >= body.ops.len() {
                continue;
            }
            let block = &body.flow.blocks[body.flow.block_of[start] as usize];
            let mut released = false;
            for pc in start..block.end as usize {
                if unless.contains(&pc) {
                    released = true;
                    break;
                }
                let throws = match body.ops[pc] {
                    Op::Load(_) | Op::Store(_) | Op::LoadStatic(_) | Op::StoreStatic(_) => false,
                    _ => may_throw(body.code.insns[pc].get()),
                };
                if throws && block.handlers.is_empty() && block.may_throw_out {
                    return Some(pc);
                }
                if throws {
                    work.extend(
                        block.handlers.iter().map(|&handler| body.flow.blocks[handler as usize].start as usize),
                    );
                }
            }
            if released {
                continue;
            }
            if block.next.is_empty() && !matches!(body.ops[block.end as usize - 1], Op::Throw) {
                return Some(block.end as usize - 1);
            }
            work.extend(block.next.iter().map(|&next| body.flow.blocks[next as usize].start as usize));
        }
        None
    }

    /// A field read without a lock, read again with one and then written, that is not volatile.
    fn double_checked(&mut self, body: &Body) {
        let program = &self.analysis.points_to().world.machine.program;
        let mut seen: BTreeMap<FieldId, (Option<usize>, bool, Option<usize>)> = BTreeMap::new();
        for pc in 0..body.ops.len() {
            let locked = !self.analysis.locks().held((body.method, pc as u32)).is_empty();
            match body.ops[pc] {
                Op::Load(field) | Op::LoadStatic(field) if !locked => {
                    seen.entry(field).or_default().0.get_or_insert(pc);
                }
                Op::Load(field) | Op::LoadStatic(field) => seen.entry(field).or_default().1 = true,
                Op::Store(field) | Op::StoreStatic(field) if locked => {
                    seen.entry(field).or_default().2.get_or_insert(pc);
                }
                _ => {}
            }
        }
        for (field, found) in seen {
            let entry = program.field(field);
            let is_plain = entry.access & (access::VOLATILE | access::FINAL) == 0 && entry.is_reference();
            if let (Some(look), true, Some(write)) = found
                && is_plain
            {
                let sides = vec![
                    self.side("looks without a lock", (body.method, look as u32), None),
                    self.side("writes with one", (body.method, write as u32), None),
                ];
                self.warn(Kind::DoubleChecked, self.field(field), sides);
            }
        }
    }
}
