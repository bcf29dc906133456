//! Runs every Java program under `tests/java/check`, from call to call and along random schedules, and holds what happens against what
//! `raddle-analysis` says can happen: each call made is in the call graph, each object met is in the points-to sets (by its
//! class), and so is what its fields hold; where two threads stand in the program's code at the same time, the two places can happen in
//! parallel; and the slice of each read contains the write whose value it got, so that of each branch contains what influenced it. What the analysis says it does not follow (closed doors, handles, reflection) is not held against it, but
//! program code called back from there must have been reached. A program all about such things says so in a line `// unfollowed: ...` and is left out.
//!
//! `RADDLE_ONLY=REGEX` picks programs by name, `RADDLE_PROGRAMS=tests/java/run` takes those of another directory.

mod java_programs;

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;

use java_programs::{Bench, Program, run_all};
use libtest_mimic::{Failed, Trial};
use raddle_analysis::body::Op;
use raddle_analysis::objects::{ELEMENTS, ObjectId};
use raddle_analysis::points_to::PointsTo;
use raddle_analysis::set::Set;
use raddle_analysis::slice::{Dependence, Direction};
use raddle_analysis::threads::{Spot, Threads};
use raddle_analysis::world::World;
use raddle_program::class::{ClassId, LoaderId, MethodId, Shape};
use raddle_program::classpath::ClassPath;
use raddle_program::jdk::Jdk;
use raddle_vm::choices::Step;
use raddle_vm::event::{Action, Location, Site};
use raddle_vm::execute::Stop;
use raddle_vm::heap::Ref;
use raddle_vm::knowledge::Knowledge;
use raddle_vm::thread::{State, ThreadId};
use raddle_vm::watch::{Timeouts, Unwatched};
use raddle_vm::{Machine, Settings};
use rustc_hash::{FxHashMap, FxHashSet};

/// Calls of a program that are looked at one by one.
const CALLS: usize = 40_000;
/// Schedules of a program, and transitions of each.
const WALKS: u64 = 6;
const STEPS: usize = 400;

fn main() -> ExitCode {
    let directory = std::env::var("RADDLE_PROGRAMS").unwrap_or_else(|_| "tests/java/check".into());
    run_all(&directory, |bench, program| {
        let bench = Arc::clone(bench);
        if program.header("unfollowed").is_some() {
            return Vec::new();
        }
        vec![Trial::test(program.name.clone(), move || test(&bench, &program))]
    })
}

fn test(bench: &Bench, program: &Program) -> Result<(), Failed> {
    let mut machine = boot(bench)?;
    let class = machine.load_ahead(LoaderId::APP, &program.name).ok_or("no main class")?;
    let main = machine.find_method(class, "main", "([Ljava/lang/String;)V").ok_or("no main method")?;
    let analysis = PointsTo::analyze(World::new(machine), main);
    let start = || -> Result<Machine, Failed> {
        let mut machine = boot(bench)?;
        let arguments: Vec<String> = program.words("args").map(str::to_string).collect();
        machine.start_main(&program.name, &arguments).map_err(|error| format!("{error:?}"))?;
        Ok(machine)
    };
    let threads = Threads::find(&analysis);
    let dependence = Dependence::find(&analysis, &threads);
    let mut check = Check::new(&analysis, &threads, &dependence);
    run(&mut start()?, &mut check);
    check.forget();
    let mut machine = start()?;
    if let Ok(base) = machine.begin_search(Arc::new(Knowledge::default()), Timeouts::Always, false) {
        for seed in 0..WALKS {
            machine.rewind(&base);
            walk(&mut machine, &mut check, seed);
        }
    }
    if check.wrong.is_empty() {
        return Ok(());
    }
    let wrong: Vec<String> = check.wrong.into_iter().take(20).collect();
    Err(wrong.join("\n").into())
}

fn boot(bench: &Bench) -> Result<Machine, Failed> {
    let (classes, home) = bench.places();
    let jdk = Jdk::locate(Some(home)).map_err(|error| error.to_string())?;
    let class_path = classes.display().to_string();
    let parsed = ClassPath::parse(&class_path).with_feature(jdk.feature);
    let settings = Settings { class_path, ..Settings::default() };
    let mut machine = Machine::new(raddle_program::program::Program::new(jdk, parsed), settings)
        .map_err(|error| error.to_string())?;
    machine.boot().map_err(|error| format!("{error:?}"))?;
    Ok(machine)
}

/// Runs a program, one call or backward jump of a random thread at a time.
fn run(machine: &mut Machine, check: &mut Check) {
    machine.files.capture();
    let mut random = 1;
    for _ in 0..CALLS {
        let ready: Vec<ThreadId> =
            machine.threads.iter().filter(|thread| thread.state == State::Runnable).map(|thread| thread.id).collect();
        if ready.is_empty() {
            // Time passes, or the program ends.
            if machine.run_for(1).is_some() {
                break;
            }
            continue;
        }
        let thread = ready[roll(&mut random, ready.len())];
        match machine.run_thread::<Unwatched>(thread, 1) {
            Stop::Halt(_) | Stop::Fatal(_) => break,
            Stop::Budget | Stop::Blocked | Stop::Visible => {}
        }
        check.thread(machine, thread.index());
    }
    check.heap(machine);
}

/// A random number below another: xorshift, whose state is one word.
fn roll(state: &mut u64, below: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state as usize % below
}

/// One random schedule, looked at after each of its transitions.
fn walk(machine: &mut Machine, check: &mut Check, seed: u64) {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    check.written.clear();
    for _ in 0..STEPS {
        let mut choices: Vec<(ThreadId, u32)> = Vec::new();
        machine.choices(|thread, alternative| choices.push((thread, alternative)));
        if choices.is_empty() {
            break;
        }
        let (thread, alternative) = choices[roll(&mut random, choices.len())];
        let step = machine.take(thread, alternative);
        (0..machine.threads.len()).for_each(|index| check.thread(machine, index));
        check.parallel(machine);
        check.flows(machine);
        if step != Step::Running || machine.incident().is_some() {
            break;
        }
    }
    check.heap(machine);
}

/// A method by class, name and descriptor; of a class the machine has made, by the class it was made for.
type Name = (String, String, String);

struct Check<'a> {
    analysis: &'a PointsTo,
    analysed: &'a Threads,
    dependence: &'a Dependence,
    /// Slices of reads, as far as they were asked for.
    slices: FxHashMap<Spot, FxHashSet<Spot>>,
    /// Where each place in memory was written last on a walk.
    written: FxHashMap<Location, Site>,
    flows: FxHashSet<(Site, Site)>,
    pairs: FxHashSet<[(MethodId, u16); 2]>,
    methods: FxHashMap<Name, Vec<MethodId>>,
    /// Objects the analysis knows, by the name of their class.
    objects: FxHashMap<String, Vec<ObjectId>>,
    names: FxHashMap<MethodId, Name>,
    calls: FxHashMap<(MethodId, u32, MethodId), bool>,
    receivers: FxHashSet<(MethodId, ClassId)>,
    wrong: BTreeSet<String>,
}

fn class_name(machine: &Machine, class: ClassId) -> String {
    let name = machine.program.class_name(class);
    match (machine.program.class(class).hidden, name.find("$$")) {
        (true, Some(at)) => name[..at].to_string() + "$$",
        _ => name.to_string(),
    }
}

fn method_name(machine: &Machine, method: MethodId) -> Name {
    let entry = machine.program.method(method);
    let text = |symbol| machine.program.symbols.text(symbol).to_string();
    (class_name(machine, entry.class), text(entry.name), text(entry.descriptor))
}

impl<'a> Check<'a> {
    fn new(analysis: &'a PointsTo, analysed: &'a Threads, dependence: &'a Dependence) -> Check<'a> {
        let machine = &analysis.world.machine;
        let mut methods: FxHashMap<Name, Vec<MethodId>> = FxHashMap::default();
        for &method in &analysis.reached {
            methods.entry(method_name(machine, method)).or_default().push(method);
        }
        let mut objects: FxHashMap<String, Vec<ObjectId>> = FxHashMap::default();
        for index in 0..analysis.objects.len() as u32 {
            let class = class_name(machine, analysis.objects.get(ObjectId(index)).class);
            objects.entry(class).or_default().push(ObjectId(index));
        }
        Check {
            analysis,
            analysed,
            dependence,
            slices: FxHashMap::default(),
            written: FxHashMap::default(),
            flows: FxHashSet::default(),
            pairs: FxHashSet::default(),
            methods,
            objects,
            names: FxHashMap::default(),
            calls: FxHashMap::default(),
            receivers: FxHashSet::default(),
            wrong: BTreeSet::new(),
        }
    }

    /// Begins with another machine, whose methods have other numbers.
    fn forget(&mut self) {
        self.names.clear();
        self.calls.clear();
        self.receivers.clear();
        self.pairs.clear();
    }

    /// What the last transition read of what was written before, and what it wrote.
    fn flows(&mut self, machine: &Machine) {
        for event in machine.events() {
            if !matches!(event.location, Location::Static(_) | Location::Object { .. }) {
                continue;
            }
            if matches!(event.action, Action::Read | Action::Update)
                && let Some(&from) = self.written.get(&event.location)
                && self.flows.insert((from, event.site))
                && !self.is_in_slice(machine, from, event.site)
            {
                let [from, to] = [from, event.site].map(|site| (method_name(machine, site.method), site.pc));
                self.wrong.insert(format!("{to:?} read what {from:?} wrote, which is not in its slice"));
            }
            if matches!(event.action, Action::Write | Action::Update) {
                self.written.insert(event.location, event.site);
            }
        }
    }

    /// Whether a write is in the backward slice of a read; of what was not followed nothing is said.
    fn is_in_slice(&mut self, machine: &Machine, from: Site, to: Site) -> bool {
        // The machine joins threads itself, and looks for interrupts meanwhile.
        if self.name(machine, to.method).1 == "join" {
            return true;
        }
        let place = |site: Site| Some((site.method, bytecode(machine, site.method, site.pc)?));
        let (Some(from), Some(to)) = (place(from), place(to)) else { return true };
        let (writes, reads) = (self.spots(machine, from), self.spots(machine, to));
        let dependence = self.dependence;
        writes.is_empty()
            || reads.is_empty()
            || reads.iter().any(|&read| {
                let slice = self
                    .slices
                    .entry(read)
                    .or_insert_with(|| dependence.slice(&[read], Direction::Backward).into_iter().collect());
                writes.iter().any(|write| slice.contains(write))
            })
    }

    /// Where threads stand in the program's code, each in its innermost frame there: all of them are there in parallel.
    fn parallel(&mut self, machine: &Machine) {
        let mut places: Vec<(MethodId, u16)> = Vec::new();
        for thread in &machine.threads {
            let own = thread.frames().iter().rev().find(|frame| {
                let entry = machine.program.method(frame.method);
                let class = machine.program.class(entry.class);
                entry.index.is_some() && class.loader.0 > LoaderId::PLATFORM.0 && !class.hidden
            });
            places.extend(own.and_then(|frame| Some((frame.method, bytecode(machine, frame.method, frame.pc)?))));
        }
        for (index, &one) in places.iter().enumerate() {
            for &other in &places[index + 1..] {
                if self.pairs.insert([one, other]) && !self.is_parallel(machine, one, other) {
                    let (one, other) = ((self.name(machine, one.0), one.1), (self.name(machine, other.0), other.1));
                    self.wrong.insert(format!("{one:?} and {other:?} were in parallel, which is not predicted"));
                }
            }
        }
    }

    fn is_parallel(&mut self, machine: &Machine, one: (MethodId, u16), other: (MethodId, u16)) -> bool {
        let (ones, others) = (self.spots(machine, one), self.spots(machine, other));
        let meets =
            |one: &Spot| others.iter().any(|&other| self.analysed.in_parallel(self.analysis, *one, other).is_some());
        ones.iter().any(meets)
    }

    /// The instructions of the analysis that a bytecode index of a method stands for.
    fn spots(&mut self, machine: &Machine, place: (MethodId, u16)) -> Vec<Spot> {
        let mut spots = Vec::new();
        for method in self.known(machine, place.0) {
            let Some(body) = self.analysis.bodies.get(&method) else { continue };
            let own = (0..body.ops.len()).filter(|&pc| body.code.bytecode[pc] == place.1);
            spots.extend(own.map(|pc| (method, pc as u32)));
        }
        spots
    }

    fn name(&mut self, machine: &Machine, method: MethodId) -> Name {
        self.names.entry(method).or_insert_with(|| method_name(machine, method)).clone()
    }

    /// Methods of the analysis that a method of the running machine can be; none if it was not reached.
    fn known(&mut self, machine: &Machine, method: MethodId) -> Vec<MethodId> {
        let name = self.name(machine, method);
        self.methods.get(&name).cloned().unwrap_or_default()
    }

    fn thread(&mut self, machine: &Machine, index: usize) {
        let thread = &machine.threads[index];
        // Whether what runs is what the analysis says it follows.
        let mut followed = false;
        for (index, frame) in thread.frames().iter().enumerate() {
            let entry = machine.program.method(frame.method);
            if entry.index.is_none() {
                followed = false;
                continue;
            }
            let is_program = machine.program.class(entry.class).loader.0 > LoaderId::PLATFORM.0;
            if followed {
                let caller = &thread.frames()[index - 1];
                followed = self.call(machine, caller.method, caller.pc, frame.method);
            } else if is_program {
                followed = !self.known(machine, frame.method).is_empty();
                if !followed {
                    self.wrong.insert(format!("{:?} ran and was not reached", self.names[&frame.method]));
                }
            }
            if followed && !entry.is_static() {
                let receiver = Ref::from_slot(thread.registers()[frame.base as usize]);
                self.receiver(machine, frame.method, receiver);
            }
        }
        if followed && let (Some(_), Some(frame)) = (&thread.pending, thread.frames().last()) {
            self.operand(machine, frame.method, frame.pc, thread.pending_object);
        }
    }

    /// Whether a call is in the call graph and its callee is followed; found out once for each.
    fn call(&mut self, machine: &Machine, caller: MethodId, pc: u32, callee: MethodId) -> bool {
        if let Some(&followed) = self.calls.get(&(caller, pc, callee)) {
            return followed;
        }
        let followed = self.new_call(machine, caller, pc, callee);
        self.calls.insert((caller, pc, callee), followed);
        followed
    }

    fn new_call(&mut self, machine: &Machine, caller: MethodId, pc: u32, callee: MethodId) -> bool {
        let analysis = self.analysis;
        let Some(bytecode) = bytecode(machine, caller, pc) else { return false };
        let callers = self.known(machine, caller);
        let wanted = self.name(machine, callee);
        // Nothing known to come to a call of the class library's: what it is called on is from behind a closed door.
        let is_library = machine.program.class(machine.program.method(caller).class).loader.0 <= LoaderId::PLATFORM.0;
        let mut modelled = false;
        for &method in &callers {
            let Some(sites) = analysis.sites_of.get(&method) else { continue };
            for (&at, list) in sites {
                if analysis.bytecode(method, at) != Some(bytecode) {
                    continue;
                }
                for &site in list {
                    modelled |= is_library && analysis.sites[site as usize].targets.is_empty();
                    for &target in &analysis.sites[site as usize].targets {
                        if method_name(&analysis.world.machine, target) == wanted {
                            return analysis.bodies.contains_key(&target);
                        }
                        // Beneath a modelled method anything may run.
                        modelled |= !analysis.bodies.contains_key(&target);
                    }
                }
            }
        }
        if !modelled {
            let from = self.name(machine, caller);
            self.wrong
                .insert(format!("{from:?} at bytecode {bytecode} called {wanted:?}, which is not in the call graph"));
        }
        false
    }

    fn receiver(&mut self, machine: &Machine, method: MethodId, receiver: Ref) {
        if receiver.is_null() || !self.receivers.insert((method, machine.heap.class(receiver))) {
            return;
        }
        let class = class_name(machine, machine.heap.class(receiver));
        for known in self.known(machine, method) {
            let Some(body) = self.analysis.bodies.get(&known) else { return };
            if self.has_class(&self.analysis.objects_of(known, body.parameters[0]), &class) {
                return;
            }
        }
        let name = self.name(machine, method);
        self.wrong.insert(format!("{name:?} ran on a {class}, which is not among its receivers"));
    }

    /// The object a thread is about to read, write or lock must be among those its instruction can meet.
    fn operand(&mut self, machine: &Machine, method: MethodId, pc: u32, object: Ref) {
        let Some(bytecode) = bytecode(machine, method, pc) else { return };
        if object.is_null() {
            return;
        }
        let class = class_name(machine, machine.heap.class(object));
        for known in self.known(machine, method) {
            let Some(body) = self.analysis.bodies.get(&known) else { return };
            for at in (0..body.ops.len()).filter(|&at| body.code.bytecode[at] == bytecode) {
                let touches =
                    matches!(body.ops[at], Op::Load(_) | Op::Store(_) | Op::LoadElement | Op::StoreElement | Op::Enter);
                if !touches || self.has_class(&self.analysis.objects_of(known, body.operands(at)[0]), &class) {
                    return;
                }
            }
        }
        let name = self.name(machine, method);
        self.wrong.insert(format!("{name:?} at bytecode {bytecode} met a {class}, which is not in its points-to set"));
    }

    fn has_class(&self, objects: &Set, class: &str) -> bool {
        let machine = &self.analysis.world.machine;
        objects.iter().any(|object| class_name(machine, self.analysis.objects.get(ObjectId(object)).class) == class)
    }

    /// What the program's objects refer to must be what the analysis says they can.
    fn heap(&mut self, machine: &Machine) {
        let mut work: Vec<Ref> = machine.threads.iter().map(|thread| thread.object).collect();
        for class in &machine.program.classes {
            if class.loader.0 > LoaderId::PLATFORM.0 {
                for &field in &class.fields {
                    let entry = machine.program.field(field);
                    if entry.is_static() && entry.is_reference() {
                        work.push(Ref::from_slot(machine.heap.word(machine.field_word(field))));
                    }
                }
            }
        }
        let mut seen: FxHashSet<Ref> = FxHashSet::default();
        while let Some(object) = work.pop() {
            if object.is_null() || !seen.insert(object) {
                continue;
            }
            let class = machine.heap.class(object);
            let entry = machine.program.class(class);
            // Only what is the program's, or serves it, is gone through: the rest was there before.
            if !is_interesting(machine, class) {
                continue;
            }
            match entry.shape {
                Shape::Array(element) if !machine.program.class(element).is_primitive() => {
                    for index in 0..machine.heap.length(object) {
                        let held = Ref(machine.heap.int(object, index));
                        self.field(machine, class, ELEMENTS, held);
                        work.push(held);
                    }
                }
                Shape::Instance => {
                    for &slot in &entry.reference_slots {
                        let held = Ref::from_slot(machine.heap.slot(object, slot as u32));
                        self.field(machine, class, slot as u32, held);
                        work.push(held);
                    }
                }
                _ => {}
            }
        }
    }

    fn field(&mut self, machine: &Machine, class: ClassId, slot: u32, held: Ref) {
        if held.is_null() || !is_interesting(machine, machine.heap.class(held)) {
            return;
        }
        let (holder, value) = (class_name(machine, class), class_name(machine, machine.heap.class(held)));
        let objects = self.objects.get(&holder).map(Vec::as_slice).unwrap_or_default();
        let predicted = objects.iter().any(|&object| self.has_class(&self.analysis.objects_in(object, slot), &value));
        if !predicted {
            self.wrong.insert(format!("a {holder} holds a {value} at {slot}, which is not predicted"));
        }
    }
}

fn is_interesting(machine: &Machine, class: ClassId) -> bool {
    let mut class = class;
    while let Shape::Array(element) = machine.program.class(class).shape {
        class = element;
    }
    let name = machine.program.class_name(class);
    machine.program.class(class).loader.0 > LoaderId::PLATFORM.0
        || name.starts_with("java/util/")
        || name == "java/lang/Thread"
        || name == "java/lang/Object"
}

fn bytecode(machine: &Machine, method: MethodId, pc: u32) -> Option<u16> {
    machine.program.method(method).code.as_ref()?.bytecode.get(pc as usize).copied()
}
