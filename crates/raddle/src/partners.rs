//! What is known without running of accesses that could meet: which could be to the same memory at the same time, and whether a thread can still come to
//! one of them.

use std::sync::Arc;

use raddle_analysis::Analysis;
use raddle_analysis::accesses::Target;
use raddle_analysis::points_to::{Gap, PointsTo};
use raddle_analysis::threads::Spot;
use raddle_program::class::MethodId;
use raddle_vm::Machine;
use raddle_vm::event::Site;
use raddle_vm::thread::ThreadId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::launch_options::LaunchOptions;
use crate::run;
use crate::sequence::{Along, MOST, Sequence};

/// Accesses of a program, at most, to be compared with each other.
const MOST_ACCESSES: usize = 400;

/// The accesses of a program and those each could meet. It can be used on any machine with the same program.
#[derive(Debug)]
pub struct Partners {
    /// Accesses by method and bytecode index.
    accesses: FxHashMap<(String, u16), u32>,
    /// Pairs that could be to the same memory at the same time, both ways round.
    pairs: FxHashSet<(u32, u32)>,
    /// For each access the way to those it could meet, as far as there is room.
    ways: Arc<Sequence>,
    /// The accesses of which everything is known that they could meet: what is in arrays the class library accesses, too.
    whole: FxHashSet<u32>,
}

impl Partners {
    /// Looks through a program.
    pub fn find(launch: &LaunchOptions) -> Result<Partners, String> {
        let main = run::main_class(launch)?;
        let mut analysis = Analysis::new(run::boot_library(launch)?, &main)?;
        let mut spots: Vec<Spot> = analysis.accesses().iter().map(|access| access.spot).collect();
        spots.sort_unstable();
        spots.dedup();
        let is_whole = spots.len() <= MOST_ACCESSES && !has_other_ways(analysis.points_to());
        spots.truncate(MOST_ACCESSES);
        let is_array = |spot: &Spot| {
            analysis.accesses().iter().any(|access| access.spot == *spot && access.target == Target::Elements)
        };
        let whole = (0..spots.len().min(MOST)).filter(|number| is_whole && !is_array(&spots[*number]));
        let whole = whole.map(|number| number as u32).collect();
        let number = |spot: Spot| spots.binary_search(&spot).ok().map(|number| number as u32);
        let mut pairs = FxHashSet::default();
        let program = analysis.points_to();
        for one in analysis.accesses() {
            for other in analysis.accesses().iter().filter(|other| other.spot >= one.spot && one.conflicts(other)) {
                if let (Some(first), Some(second)) = (number(one.spot), number(other.spot))
                    && analysis.threads().in_parallel(program, one.spot, other.spot).is_some()
                {
                    pairs.extend([(first, second), (second, first)]);
                }
            }
        }
        let mut accesses = FxHashMap::default();
        for (number, spot) in spots.iter().enumerate() {
            let key = PointsTo::method_key(&program.world.machine.program, spot.0);
            accesses.extend(program.bytecode(spot.0, spot.1).map(|index| ((key, index), number as u32)));
        }
        let met = |number: usize| {
            let others = spots.iter().enumerate();
            others.filter(|(other, _)| pairs.contains(&(number as u32, *other as u32))).map(|(_, spot)| *spot).collect()
        };
        let places: Vec<Vec<Spot>> = (0..spots.len().min(MOST)).map(met).collect();
        let ways = Arc::new(Sequence::of(&mut analysis, &places));
        Ok(Partners { accesses, pairs, ways, whole })
    }
}

/// Whether the program may access its fields otherwise than by instructions of its own: by reflection, by handles, by updaters.
fn has_other_ways(program: &PointsTo) -> bool {
    let classes = &program.world.machine.program;
    let is_own = |method: MethodId| !program.world.is_library(classes.method(method).class);
    let is_open = |gap: &Gap| match gap {
        Gap::Handle(method, _) | Gap::Reflection(method) | Gap::Unreadable(method) => is_own(*method),
        Gap::Native(method) => is_own(*method),
        Gap::Initializer(_) | Gap::Closed(_) => false,
    };
    let updates = |method: &MethodId| classes.class_name(classes.method(*method).class).contains("FieldUpdater");
    program.gaps.iter().any(is_open) || program.reached.iter().any(updates)
}

/// What one machine knows of them.
pub(crate) struct Known {
    partners: Arc<Partners>,
    along: Along,
    /// The accesses met so far.
    sites: FxHashMap<Site, Option<u32>>,
}

impl Known {
    pub(crate) fn new(partners: Arc<Partners>) -> Known {
        let along = Along::new(partners.ways.clone());
        Known { partners, along, sites: FxHashMap::default() }
    }

    fn access(&mut self, machine: &Machine, site: Site) -> Option<u32> {
        let partners = &self.partners;
        *self.sites.entry(site).or_insert_with(|| {
            let code = machine.program.method(site.method).code.as_ref()?;
            let index = *code.bytecode.get(site.pc as usize)?;
            partners.accesses.get(&(PointsTo::method_key(&machine.program, site.method), index)).copied()
        })
    }

    /// Whether two accesses could be to the same memory at the same time.
    pub(crate) fn could_meet(&mut self, machine: &Machine, one: Site, other: Site) -> bool {
        match (self.access(machine, one), self.access(machine, other)) {
            (Some(one), Some(other)) => self.partners.pairs.contains(&(one, other)),
            _ => false,
        }
    }

    /// Whether a thread may still come to an access that could meet another. Where that other is in the class library, any may.
    pub(crate) fn could_come(&mut self, machine: &Machine, thread: ThreadId, site: Site) -> bool {
        match self.access(machine, site) {
            Some(access) if self.partners.whole.contains(&access) => self.along.may_come(machine, thread, access),
            _ => true,
        }
    }
}
