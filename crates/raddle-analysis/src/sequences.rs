//! Sequences of locations made of warnings: what a guided search is led along to see whether a warning comes true.
//!
//! A sequence has the locations of a warning's sides in the order that would show the error: a look, what another thread changes
//! meanwhile, and what is done because of the look. A second form begins with the definitions that decide whether those locations are
//! reached at all, found by control and data dependence ("A Meta Heuristic for Effectively Detecting Concurrency Errors", sections 2.1
//! and 5, which leaves making them to future work).

use crate::Analysis;
use crate::accesses::Access;
use crate::body::{Body, Op};
use crate::lint::{Kind, Warning};
use crate::set::Set;
use crate::threads::Spot;
use raddle_program::class::MethodId;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Locations to be met one after the other, by whichever threads.
pub type Sequence = Vec<Spot>;

/// Definitions put before a sequence at most. The paper's own sequences needed two or three locations more.
const DEFINITIONS: usize = 2;
/// Reads of an assertion that are taken into account, nearest first.
const READS: usize = 4;
/// Sequences of a warning at most.
const SEQUENCES: usize = 6;
/// How many calls up or down what belongs together is looked for.
const CALLS: usize = 4;

/// The sequences of a warning, likeliest first.
pub fn sequences(analysis: &Analysis, warning: &Warning) -> Vec<Sequence> {
    let maker = Maker { analysis };
    let spots: Vec<Spot> = warning.sides.iter().map(|side| side.spot).collect();
    let mut found = match (warning.kind, &spots[..]) {
        (Kind::LockOrder, _) => maker.lock_order(warning),
        (Kind::Assertion, &[assertion, ..]) => maker.assertion(assertion),
        (Kind::Race | Kind::SometimesLocked, &[one, other, ..]) => maker.race(one, other),
        // The field is seen set before what it refers to is.
        (Kind::DoubleChecked, &[look, write, ..]) => maker.pairs(write, look),
        (Kind::WaitOutsideLoop | Kind::WaitHoldingLocks | Kind::EndlessWait, &[wait, ..]) => maker.wait(wait),
        (Kind::NakedNotify, &[notify, ..]) => maker.notification(notify),
        (Kind::UnlockedIteration, &[iteration, change, ..]) => maker.iteration(iteration, change),
        (Kind::UnlockMissed, &[lock, out, ..]) => vec![vec![lock, out, lock]],
        (Kind::StartInConstructor, &[start, ..]) => maker.start(start),
        (Kind::CheckThenAct, &[look, change, act]) => maker.check(look, change, act),
        _ => vec![spots],
    };
    if let Some(first) = found.first().cloned()
        && let Some(defined) = maker.with_definitions(first)
    {
        found.push(defined);
    }
    let mut distinct: Vec<Sequence> = Vec::new();
    for sequence in found {
        if !distinct.contains(&sequence) {
            distinct.push(sequence);
        }
    }
    distinct.truncate(SEQUENCES);
    distinct
}

struct Maker<'a> {
    analysis: &'a Analysis,
}

impl Maker<'_> {
    fn body(&self, method: MethodId) -> Option<&Body> {
        self.analysis.points_to().bodies.get(&method).map(|body| &**body)
    }

    fn access(&self, spot: Spot) -> Option<&Access> {
        self.analysis.accesses().iter().find(|access| access.spot == spot)
    }

    /// Every thread of a cycle takes its first lock, then each asks for its second.
    fn lock_order(&self, warning: &Warning) -> Vec<Sequence> {
        let takes = warning.sides.iter().map(|side| side.since.unwrap_or(side.spot));
        let asks = warning.sides.iter().map(|side| side.spot);
        let (mut takes, mut asks): (Sequence, Sequence) = (takes.collect(), asks.collect());
        if warning.sides.len() == 1 {
            // Threads that run the same code, each with locks of its own.
            takes.extend_from_within(..);
            asks.extend_from_within(..);
        }
        let whole = [takes, asks.clone()].concat();
        vec![whole, asks]
    }

    /// One access, then another thread's, then what the first thread does next because of its own; and the other way round. A write is
    /// worth more in the middle: a read before it is stale.
    fn race(&self, one: Spot, other: Spot) -> Vec<Sequence> {
        let reads = |spot| self.access(spot).is_some_and(|access| !access.writes);
        if reads(other) && !reads(one) { self.pairs(other, one) } else { self.pairs(one, other) }
    }

    fn pairs(&self, one: Spot, other: Spot) -> Vec<Sequence> {
        let mut found = Vec::new();
        for (first, second) in [(one, other), (other, one)] {
            let mut sequence = vec![first, second];
            sequence.extend(self.after(first, CALLS));
            found.push(sequence);
        }
        found
    }

    /// What a method does next, after one of its instructions and because of it, that others could notice; or what its caller does
    /// because of what it returns.
    fn after(&self, spot: Spot, calls: usize) -> Option<Spot> {
        let body = self.body(spot.0)?;
        let later = following(body, spot.1);
        let counts = |pc: &&u32| self.is_noticed(body, **pc as usize);
        let depends = |pc: &&u32| body.depends(**pc as usize, spot.1 as usize);
        let same_place = |pc: &&u32| match (self.access(spot), self.access((spot.0, **pc))) {
            (Some(one), Some(other)) => one.target == other.target,
            _ => false,
        };
        let found = later.iter().filter(counts).find(|pc| depends(pc) || same_place(pc));
        if let Some(&pc) = found {
            return Some((spot.0, pc));
        }
        let returned = later.iter().any(|&pc| body.ops[pc as usize] == Op::Return && depends(&&pc));
        let caller = self.callers(spot.0).into_iter().next().filter(|_| returned && calls > 0)?;
        self.after(caller, calls - 1)
    }

    /// The look, a change by whoever can make one, and the act.
    fn check(&self, look: Spot, change: Spot, act: Spot) -> Vec<Sequence> {
        let others = self.access(look).map(|read| self.writes_to(read)).unwrap_or_default();
        [change].into_iter().chain(others).map(|change| vec![look, change, act]).collect()
    }

    /// Whether others can notice an instruction: it accesses what is shared, takes a lock, calls the class library on something, throws.
    fn is_noticed(&self, body: &Body, pc: usize) -> bool {
        match body.ops[pc] {
            Op::Enter | Op::Throw | Op::Call(_) => true,
            _ => self.access((body.method, pc as u32)).is_some(),
        }
    }

    fn callers(&self, method: MethodId) -> Vec<Spot> {
        let sites = self.analysis.points_to().sites.iter().filter(|site| site.targets.contains(&method));
        let mut spots: Vec<Spot> = sites.map(|site| (site.method, site.pc)).collect();
        spots.sort_unstable();
        spots.dedup();
        spots
    }

    /// The reads of shared memory that decide over an instruction, nearest first.
    fn reads(&self, spot: Spot) -> Vec<&Access> {
        let decided = self.analysis.dependence().decided_by(spot);
        decided.into_iter().filter_map(|spot| self.access(spot).filter(|access| !access.writes)).take(READS).collect()
    }

    /// Writes to what is read that can come in parallel, those by other methods first.
    fn writes_to(&self, read: &Access) -> Vec<Spot> {
        let analysis = self.analysis;
        let writes = analysis.accesses().iter().filter(|write| {
            write.writes
                && !write.constructs
                && write.conflicts(read)
                && analysis.threads().in_parallel(analysis.points_to(), read.spot, write.spot).is_some()
        });
        let mut writes: Vec<Spot> = writes.map(|write| write.spot).collect();
        writes.sort_by_key(|write| (write.0 == read.spot.0, *write));
        writes
    }

    fn write_to(&self, read: &Access) -> Option<Spot> {
        self.writes_to(read).first().copied()
    }

    /// What an assertion reads changes between two of its reads, or has changed in part before the first.
    fn assertion(&self, assertion: Spot) -> Vec<Sequence> {
        let reads: Vec<(Spot, Spot)> =
            self.reads(assertion).into_iter().filter_map(|read| Some((read.spot, self.write_to(read)?))).collect();
        let mut found = Vec::new();
        for (index, &near) in reads.iter().enumerate() {
            for &far in &reads[index + 1..] {
                // What is farther from the assertion is read first, unless one method says otherwise.
                let in_order = near.0.0 == far.0.0 && near.0.1 < far.0.1;
                let ((first, first_write), (second, second_write)) = if in_order { (near, far) } else { (far, near) };
                found.push(vec![first_write, first, second, assertion]);
                found.push(vec![first, second_write, second, assertion]);
            }
        }
        found.extend(reads.iter().map(|&(read, write)| vec![write, read, assertion]));
        if found.is_empty() {
            found.push(vec![assertion]);
        }
        found
    }

    /// Calls of a method of `Object`'s or a condition's, with what they are called on.
    fn calls(&self, wanted: impl Fn(&str) -> bool) -> Vec<(Spot, Set)> {
        let points_to = self.analysis.points_to();
        let program = &points_to.world.machine.program;
        let is_wanted = |method: MethodId| {
            let entry = program.method(method);
            let class = program.class_name(entry.class);
            (class == "java/lang/Object" || class.ends_with("$ConditionObject"))
                && wanted(program.symbols.text(entry.name))
        };
        let own = points_to.sites.iter().filter(|site| {
            !points_to.world.is_library(program.method(site.method).class)
                && site.targets.iter().any(|&to| is_wanted(to))
        });
        let mut found: Vec<(Spot, Set)> = own
            .filter_map(|site| {
                let receiver = *self.body(site.method)?.operands(site.pc as usize).first()?;
                Some(((site.method, site.pc), points_to.objects_of(site.method, receiver)))
            })
            .collect();
        found.sort_by_key(|call| call.0);
        found.dedup_by_key(|call| call.0);
        found
    }

    /// Calls of some methods on what another call is about.
    fn partners(&self, call: Spot, wanted: impl Fn(&str) -> bool) -> Vec<Spot> {
        let receiver = self.body(call.0).and_then(|body| body.operands(call.1 as usize).first().copied());
        let objects = receiver.map(|value| self.analysis.points_to().objects_of(call.0, value)).unwrap_or_default();
        self.calls(wanted).into_iter().filter(|(_, others)| others.meets(&objects)).map(|(spot, _)| spot).collect()
    }

    /// A notification between the look and the wait is lost; one after the wait may find things changed again.
    fn wait(&self, wait: Spot) -> Vec<Sequence> {
        let notifies = self.partners(wait, |name| name.starts_with("notify") || name.starts_with("signal"));
        let look = self.reads(wait).first().map(|read| read.spot);
        let mut found = Vec::new();
        for &notify in notifies.iter().take(2) {
            found.push(look.into_iter().chain([notify, wait]).collect());
            found.push(vec![wait, notify, wait]);
        }
        if found.is_empty() {
            found.push(look.into_iter().chain([wait]).collect());
        }
        found
    }

    /// The notification comes before the wait it is for.
    fn notification(&self, notify: Spot) -> Vec<Sequence> {
        let waits = self.partners(notify, |name| name == "wait" || name.starts_with("await"));
        waits.iter().map(|&wait| vec![notify, wait]).chain([vec![notify]]).collect()
    }

    /// A change comes between two steps of an iteration, wherever in the class library those are.
    fn iteration(&self, iteration: Spot, change: Spot) -> Vec<Sequence> {
        let begin = self.inside(iteration, &["iterator", "listIterator"]).unwrap_or(iteration);
        let mut sequence = vec![begin, change];
        let own = self.body(begin.0).map(|body| following(body, begin.1)).unwrap_or_default();
        sequence.extend(own.into_iter().map(|pc| (begin.0, pc)).find(|&spot| self.calls_one_of(spot, &["next"])));
        vec![sequence]
    }

    fn calls_one_of(&self, spot: Spot, names: &[&str]) -> bool {
        let program = &self.analysis.points_to().world.machine.program;
        self.targets(spot).iter().any(|&target| names.contains(&program.symbols.text(program.method(target).name)))
    }

    fn targets(&self, spot: Spot) -> Vec<MethodId> {
        let points_to = self.analysis.points_to();
        let sites = points_to.sites_of.get(&spot.0).and_then(|sites| sites.get(&spot.1));
        sites.into_iter().flatten().flat_map(|&site| points_to.sites[site as usize].targets.iter().copied()).collect()
    }

    /// The nearest call of one of some methods within what a call runs, itself included.
    fn inside(&self, call: Spot, names: &[&str]) -> Option<Spot> {
        let mut seen: FxHashMap<MethodId, usize> = FxHashMap::default();
        let mut queue = VecDeque::from([(call, 0)]);
        while let Some((spot, depth)) = queue.pop_front() {
            if self.calls_one_of(spot, names) {
                return Some(spot);
            }
            for target in self.targets(spot) {
                if depth < CALLS && seen.insert(target, depth).is_none() {
                    let calls = self.body(target).map_or(0, |body| body.ops.len() as u32);
                    queue.extend((0..calls).map(|pc| ((target, pc), depth + 1)));
                }
            }
        }
        None
    }

    /// The thread started reads a field that the constructor writes only afterwards.
    fn start(&self, start: Spot) -> Vec<Sequence> {
        let later = self.body(start.0).map(|body| following(body, start.1)).unwrap_or_default();
        let accesses = self.analysis.accesses();
        let late = later.iter().find_map(|&pc| {
            let write = self.access((start.0, pc)).filter(|access| access.writes)?;
            let read = accesses.iter().find(|read| !read.writes && !read.constructs && read.conflicts(write))?;
            Some(vec![start, read.spot, write.spot])
        });
        vec![late.unwrap_or_else(|| vec![start])]
    }

    /// The sequence after the definitions that its first location depends on, if others make them.
    fn with_definitions(&self, sequence: Sequence) -> Option<Sequence> {
        let reads = self.reads(*sequence.first()?);
        let mut definitions: Sequence = Vec::new();
        for write in reads.into_iter().filter_map(|read| self.write_to(read)) {
            if !sequence.contains(&write) && !definitions.contains(&write) {
                definitions.push(write);
            }
        }
        definitions.truncate(DEFINITIONS);
        // The nearest definition is the last one needed.
        definitions.reverse();
        (!definitions.is_empty()).then(|| definitions.into_iter().chain(sequence).collect())
    }
}

/// The instructions that can come after one of a method, nearest first.
fn following(body: &Body, pc: u32) -> Vec<u32> {
    let block = body.flow.block_of[pc as usize];
    let mut found: Vec<u32> = (pc + 1..body.flow.blocks[block as usize].end).collect();
    let mut seen = Set::default();
    let mut queue: VecDeque<u32> = body.flow.blocks[block as usize].next.iter().copied().collect();
    while let Some(block) = queue.pop_front() {
        if seen.insert(block) {
            let entry = &body.flow.blocks[block as usize];
            found.extend(entry.start..entry.end);
            queue.extend(&entry.next);
        }
    }
    found
}
