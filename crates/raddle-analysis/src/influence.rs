//! Which accesses of a program's own code to memory can influence whether targets are come to, as far as anybody has come.
//!
//! Synchronisation, and whatever the class library does, always counts, so what decides whether and with what it is done can influence every
//! target; so can what decides whether a loop ends. An instruction that throws by itself does not count as deciding what comes after it.

use crate::Analysis;
use crate::body::{Body, Op};
use crate::points_to::PointsTo;
use crate::set::Set;
use crate::threads::{Spot, in_loop};
use crate::world::Callee;
use raddle_program::class::MethodId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Why an instruction can influence whether a target is come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is one.
    Target,
    /// It decides whether another is done, or with what.
    Decides(Spot),
    /// It writes what another can read.
    Writes(Spot),
    /// It synchronises, or it decides whether a loop ends.
    Synchronises(Spot),
}

/// The accesses of a program to memory, numbered, and what can influence them.
pub struct Influence<'a> {
    analysis: &'a Analysis,
    /// The accesses, in the order of the program's methods.
    pub accesses: Vec<Spot>,
    numbers: FxHashMap<Spot, u32>,
    /// What always counts.
    roots: Vec<Spot>,
}

impl<'a> Influence<'a> {
    /// Numbers the accesses of a program's own code.
    pub fn new(analysis: &'a Analysis) -> Influence<'a> {
        let program = analysis.points_to();
        let mut influence =
            Influence { analysis, accesses: Vec::new(), numbers: FxHashMap::default(), roots: Vec::new() };
        for body in own_bodies(program) {
            for pc in 0..body.ops.len() {
                let spot = (body.method, pc as u32);
                if is_access(body.ops[pc]) {
                    influence.numbers.insert(spot, influence.accesses.len() as u32);
                    influence.accesses.push(spot);
                } else if influence.always_counts(body, pc) {
                    influence.roots.push(spot);
                }
            }
        }
        influence
    }

    /// Whether an instruction synchronises, ends a loop or calls the class library with something others can have.
    fn always_counts(&self, body: &Body, pc: usize) -> bool {
        let program = self.analysis.points_to();
        match body.ops[pc] {
            Op::Enter | Op::Leave => true,
            Op::Call(callee) => {
                let (Callee::Exactly(called) | Callee::Selected(called)) = callee else { return true };
                let classes = &program.world.machine.program;
                let entry = classes.method(called);
                let (class, name) = (classes.class_name(entry.class), classes.symbols.text(entry.name));
                let synchronises = class == "java/lang/Thread"
                    || class.starts_with("java/util/concurrent/")
                    || class == "java/lang/Object" && name != "<init>";
                let escaped = self.analysis.escaped();
                let is_library = self
                    .targets(body.method, pc as u32)
                    .any(|method| program.world.is_library(classes.method(method).class));
                let is_shared = |&value: &u32| program.objects_of(body.method, value).meets(escaped);
                synchronises || is_library && body.operands(pc).iter().any(is_shared)
            }
            Op::Plain => {
                let block = &body.flow.blocks[body.flow.block_of[pc] as usize];
                pc as u32 + 1 == block.end && block.next.len() > 1 && in_loop(program, body.method, pc as u32)
            }
            _ => false,
        }
    }

    fn targets(&self, method: MethodId, pc: u32) -> impl Iterator<Item = MethodId> + '_ {
        let program = self.analysis.points_to();
        let sites = program.sites_of.get(&method).and_then(|sites| sites.get(&pc)).into_iter().flatten();
        sites.flat_map(|&site| program.sites[site as usize].targets.iter().copied())
    }

    /// The accesses that can influence whether one of some instructions is come to, by number. At those that are not `reached` it does not matter what is
    /// read, only what decides whether they are.
    pub fn slice(&self, targets: &[Spot], reached: impl Fn(u32) -> bool) -> Vec<u32> {
        let dependence = self.analysis.dependence();
        let mut roots = self.roots.clone();
        roots.extend(targets);
        let whole = dependence.influences(&roots, &[], |_| true);
        let is_read = |spot: Spot| self.numbers.get(&spot).is_none_or(|&number| reached(number));
        let found = dependence.influences(&roots, &whole, is_read);
        let numbers = found.iter().filter_map(|spot| self.numbers.get(spot).copied());
        // A target is come to when it is stood before: what it does itself does not matter.
        let own: Set = targets.iter().filter_map(|spot| self.numbers.get(spot).copied()).collect();
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.extend(own.iter());
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The accesses by which a thread decides whether it comes to an instruction, nearest first.
    pub fn towards(&self, target: Spot) -> Vec<u32> {
        let decided = self.analysis.dependence().decided_by(target);
        [target].into_iter().chain(decided).filter_map(|spot| self.numbers.get(&spot).copied()).collect()
    }

    /// The instructions that can influence whether some are come to, nearest first, each with why. What always counts comes last.
    pub fn explain(&self, targets: &[Spot]) -> Vec<(Spot, Reason)> {
        let dependence = self.analysis.dependence();
        let mut found: Vec<(Spot, Reason)> = targets.iter().map(|&target| (target, Reason::Target)).collect();
        let mut known: FxHashSet<Spot> = targets.iter().copied().collect();
        let mut next = 0;
        while next < found.len() {
            let spot = found[next].0;
            next += 1;
            for (on, through_memory) in dependence.directly_on(spot) {
                if known.insert(on) {
                    found.push((on, if through_memory { Reason::Writes(spot) } else { Reason::Decides(spot) }));
                }
            }
        }
        found.extend(
            self.roots.iter().filter(|root| known.insert(**root)).map(|&root| (root, Reason::Synchronises(root))),
        );
        found
    }

    /// How many places are not followed, so that more may be possible than was said.
    pub fn gaps(&self) -> usize {
        self.analysis.points_to().gaps.len()
    }
}

fn own_bodies(program: &PointsTo) -> impl Iterator<Item = &Body> {
    let is_own = |method: &&MethodId| !program.world.is_library(program.world.machine.program.method(**method).class);
    program.reached.iter().filter(is_own).filter_map(|method| program.bodies.get(method).map(|body| &**body))
}

fn is_access(op: Op) -> bool {
    matches!(
        op,
        Op::Load(_) | Op::Store(_) | Op::LoadStatic(_) | Op::StoreStatic(_) | Op::LoadElement | Op::StoreElement
    )
}
