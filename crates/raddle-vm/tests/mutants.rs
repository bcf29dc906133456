//! Hostile class files: small programs whose class files are damaged at random. Whatever the damage, a program ends in a Java error, by its own
//! exit, or in a message of the machine; the process never panics, aborts or hangs.
//!
//! The machine boots once; each mutant runs in a fork of the process, so that even a mutant that kills it is seen and named. A failure leaves its class
//! file in `target/tmp/mutants`, and its seed runs again with `RADDLE_MUTANT=seed`. `RADDLE_MUTANTS` sets how many run.

#[path = "../../raddle-program/tests/verify/assembler.rs"]
#[allow(dead_code)]
mod assembler;

use assembler::Method;
use raddle_program::classfile::ClassFile;
use raddle_program::classpath::ClassPath;
use raddle_program::jdk::Jdk;
use raddle_program::opcode;
use raddle_program::program::Program;
use raddle_vm::files::Files;
use raddle_vm::{BootError, End, Machine, Settings};
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Mutants in a plain `cargo test`, and with `RADDLE_LONG`.
const MUTANTS: u64 = 2_000;
const MANY_MUTANTS: u64 = 50_000;
/// Calls and backward jumps a mutant may make.
const BUDGET: u64 = 2_000_000;
/// Seconds after which a mutant hangs: far more than its budget takes.
const PATIENCE: u32 = 20;

/// Programs with their main classes' names; each class file of a program is damaged in turn.
const PROGRAMS: [&str; 9] =
    ["Arithmetic", "Arrays", "Failures", "Locks", "Records", "Shapes", "Starts", "Switches", "Texts"];

/// How a mutant ended, as the exit code of the process it ran in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(i32)]
enum Outcome {
    /// The program exited with code 0.
    Ended = 10,
    /// It exited with another code: its own, or that of an uncaught exception.
    Failed,
    /// Its main class or method could not be started.
    NotStarted,
    /// The machine could not go on.
    Fatal,
    /// Its threads wait for each other.
    Deadlock,
    /// It runs on and on.
    Budget,
    /// The machine panicked.
    Panic,
    /// The process died or hung.
    Died,
}

const OUTCOMES: [Outcome; 7] = [
    Outcome::Ended,
    Outcome::Failed,
    Outcome::NotStarted,
    Outcome::Fatal,
    Outcome::Deadlock,
    Outcome::Budget,
    Outcome::Panic,
];

/// splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// A class file of a program, and where in it damage is worth while.
struct Original {
    /// The main class of its program.
    main: String,
    /// Its file name.
    file: String,
    bytes: Vec<u8>,
    /// Where instructions begin, by method.
    methods: Vec<Vec<usize>>,
    /// Where each code ends and its exception table begins.
    tables: Vec<usize>,
    /// Tag and place of each constant, by index; gaps have tag 0.
    constants: Vec<(u8, usize)>,
    /// Where flags, and indices of constants outside code, stand.
    flags: Vec<usize>,
    indices: Vec<usize>,
}

impl Original {
    fn new(main: &str, file: &str, bytes: Vec<u8>) -> Original {
        let class = ClassFile::parse(bytes.clone().into()).expect("an undamaged class file");
        let mut methods = Vec::new();
        let mut tables = Vec::new();
        for method in &class.methods {
            let Some(code) = class.code(method).expect("undamaged code") else { continue };
            let (start, text) = (code.code.start as usize, opcode::Code(class.bytes(code.code)));
            let mut instructions = Vec::new();
            let mut pc = 0;
            while let Some(len) = text.len_at(pc) {
                instructions.push(start + pc);
                pc += len;
            }
            methods.push(instructions);
            tables.push(start + code.code.len as usize);
        }
        let mut original = Original {
            main: main.into(),
            file: file.into(),
            bytes,
            methods,
            tables,
            constants: vec![(0, 0)],
            flags: Vec::new(),
            indices: Vec::new(),
        };
        original.survey();
        original
    }

    fn short(&self, at: usize) -> usize {
        usize::from(u16::from_be_bytes([self.bytes[at], self.bytes[at + 1]]))
    }

    /// Finds the constants, flags and indices (JVMS 4.1) of an undamaged file.
    fn survey(&mut self) {
        let mut at = 10;
        while self.constants.len() < self.short(8) {
            let tag = self.bytes[at];
            self.constants.push((tag, at));
            at += match tag {
                1 => 3 + self.short(at + 1),
                5 | 6 => 9,
                7 | 8 | 16 | 19 | 20 => 3,
                15 => 4,
                _ => 5,
            };
            if matches!(tag, 5 | 6) {
                self.constants.push((0, 0));
            }
        }
        self.flags.push(at);
        let interfaces = self.short(at + 6);
        self.indices.extend([at + 2, at + 4]);
        self.indices.extend((0..interfaces).map(|index| at + 8 + 2 * index));
        at += 8 + 2 * interfaces;
        for _ in ["fields", "methods"] {
            let members = self.short(at);
            at += 2;
            for _ in 0..members {
                self.flags.push(at);
                self.indices.extend([at + 2, at + 4]);
                let attributes = self.short(at + 6);
                at += 8;
                for _ in 0..attributes {
                    self.indices.push(at);
                    at += 6 + (self.short(at + 2) << 16) + self.short(at + 4);
                }
            }
        }
        // The attributes of the class: bootstrap methods, nests, records, nearly all of them indices.
        let attributes = self.short(at);
        at += 2;
        for _ in 0..attributes {
            let end = at + 6 + (self.short(at + 2) << 16) + self.short(at + 4);
            self.indices.extend((at + 6..end).step_by(2));
            at = end;
        }
    }

    /// A damaged copy: one damage more often than more.
    fn mutate(&self, random: &mut Random) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        loop {
            match random.below(3) {
                0 => self.spoil(&mut bytes, random),
                _ => self.bend(&mut bytes, random),
            }
            if random.below(3) != 0 {
                return bytes;
            }
        }
    }

    /// A constant of the same kind as another.
    fn akin(&self, index: usize, random: &mut Random) -> u16 {
        let tag = self.constants.get(index).map_or(1, |constant| constant.0);
        let others: Vec<usize> = (0..self.constants.len()).filter(|&other| self.constants[other].0 == tag).collect();
        others.get(random.below(others.len())).copied().unwrap_or(index) as u16
    }

    /// An instruction, by where it begins, and another of the same method.
    fn instructions(&self, random: &mut Random) -> (usize, usize) {
        let Some(method) = self.methods.get(random.below(self.methods.len())) else { return (8, 8) };
        (method[random.below(method.len())], method[random.below(method.len())])
    }

    /// Damage after which the file is still well formed, and perhaps even accepted.
    fn bend(&self, bytes: &mut [u8], random: &mut Random) {
        let (instruction, other) = self.instructions(random);
        match random.below(13) {
            // Another constant of the kind an instruction names.
            0 | 1 => {
                let index = self.short(instruction + 1);
                put(bytes, instruction + 1, self.akin(index, random));
            }
            // Another instruction of the same length.
            2..=4 => {
                let length = |opcode: u8| opcode::Code(&[opcode, 0, 0, 0, 0, 0]).len_at(0);
                let wanted = length(self.bytes[instruction]);
                let akin: Vec<u8> = (0..202).filter(|&opcode| length(opcode) == wanted).collect();
                set(bytes, instruction, akin.get(random.below(akin.len())).copied().unwrap_or_default());
            }
            // A jump elsewhere.
            5 => {
                let code = [&bytes[instruction.min(bytes.len())..], &[0; 8]].concat();
                if opcode::Code(&code).branch(0).is_some() {
                    put(bytes, instruction + 1, (other as i64 - instruction as i64) as u16);
                }
            }
            // Another local.
            6 => set(bytes, instruction + 1, random.below(6) as u8),
            // What a constant, a member or the class itself is made of.
            7 | 8 => {
                let (tag, at) = self.constants[random.below(self.constants.len())];
                let parts: &[usize] = match tag {
                    7 | 8 | 16 => &[1],
                    9..=12 | 17 | 18 => &[1, 3],
                    15 => &[2],
                    _ => return,
                };
                let at = at + parts[random.below(parts.len())];
                put(bytes, at, self.akin(self.short(at), random));
            }
            9 | 10 => {
                let at = self.indices[random.below(self.indices.len())];
                put(bytes, at, self.akin(self.short(at), random));
            }
            11 => {
                let at = self.flags[random.below(self.flags.len())];
                put(bytes, at, self.short(at) as u16 ^ 1 << random.below(12));
            }
            // The class file's version.
            _ => put(bytes, 6, 45 + random.below(17) as u16),
        }
    }

    /// Damage that takes no heed of anything.
    fn spoil(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let at = random.below(bytes.len());
        let (instruction, other) = self.instructions(random);
        match random.below(10) {
            0 | 1 => set(bytes, instruction, random.below(256) as u8),
            2 => put(bytes, instruction + 1, random.below(self.constants.len() + 2) as u16),
            // A piece of code over another.
            3 => {
                let len = random.below(12).min(bytes.len().saturating_sub(instruction.max(other)));
                if len > 0 {
                    bytes.copy_within(other..other + len, instruction);
                }
            }
            // The sizes of stack, locals and code, which stand before the code, and the exception table after it.
            4 => {
                let start = self.methods.get(random.below(self.methods.len())).map_or(at, |method| method[0]);
                let value = [0, 1, 2, 255, 0x7fff, 0xffff][random.below(6)];
                put(bytes, start.saturating_sub([8, 6, 2][random.below(3)]), value);
            }
            5 => {
                let end = self.tables.get(random.below(self.tables.len())).copied().unwrap_or(at);
                put(bytes, end + random.below(10), random.below(40) as u16);
            }
            6 => put(bytes, at, random.below(self.constants.len() + 2) as u16),
            7 => bytes[at] ^= 1 << random.below(8),
            8 => bytes[at] = random.next() as u8,
            _ => {
                let len = random.below(6).min(bytes.len() - at);
                if random.below(2) == 0 && bytes.len() > 64 {
                    bytes.drain(at..at + len);
                } else {
                    let piece = bytes[at..at + len].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
        }
    }
}

fn set(bytes: &mut [u8], at: usize, value: u8) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte = value;
    }
}

fn put(bytes: &mut [u8], at: usize, value: u16) {
    for (index, byte) in value.to_be_bytes().into_iter().enumerate() {
        set(bytes, at + index, byte);
    }
}

/// Class files no compiler makes any more: subroutines, and the old ways to be odd.
fn old_style() -> Vec<(&'static str, Vec<u8>)> {
    let main =
        |code, max_stack| Method { name: "main", max_stack, ..Method::new("([Ljava/lang/String;)V", code) }.assemble();
    vec![
        (
            "finally",
            main(
                "iconst_0\nistore_1\nfrom:\niinc 1 1\njsr done\nto:\niload_1\nbipush 9\nif_icmplt from\nreturn\nhandler:\nastore_2\njsr done\naload_2\nathrow\n\
                 done:\nastore_3\niinc 1 1\ninvokestatic java/lang/System.gc()V\nret 3\n.catch from to handler any",
                2,
            ),
        ),
        (
            "nested",
            main(
                "iconst_0\nistore_1\njsr outer\niload_1\ninvokestatic java/lang/Integer.toString(I)Ljava/lang/String;\npop\nreturn\n\
                 outer:\nastore_2\njsr inner\njsr inner\nret 2\ninner:\nastore_3\ninvokestatic java/lang/System.gc()V\niinc 1 3\nret 3",
                2,
            ),
        ),
        (
            "dups",
            main(
                "lconst_1\niconst_2\ndup_x2\npop\npop2\ni2l\nlconst_1\nladd\nl2i\naload_0\narraylength\ndup2\niadd\ndup2_x1\npop2\npop2\npop\nreturn",
                8,
            ),
        ),
        (
            "switches",
            main(
                "aload_0\narraylength\ntableswitch 0 other one two three\none:\nldc string one\nastore_1\ngoto end\ntwo:\nnew T\npop\ngoto end\n\
                 three:\niconst_3\nanewarray [[I\npop\nother:\niconst_1\niconst_2\nmultianewarray [[J 2\npop\nend:\niconst_5\nlookupswitch out 1:one 5:out\n\
                 out:\nreturn",
                4,
            ),
        ),
    ]
}

fn scratch() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutants")
}

/// Compiles the programs, and lists all their class files.
fn originals(classes: &Path) -> Vec<Original> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/mutants");
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-d"]).arg(classes);
    javac.args(PROGRAMS.map(|name| sources.join(format!("{name}.java"))));
    assert!(javac.status().expect("javac runs").success());
    let mut names: Vec<String> = fs::read_dir(classes)
        .expect("compiled classes")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".class"))
        .collect();
    names.sort();
    let mut all: Vec<Original> = names
        .iter()
        .filter_map(|name| {
            let main = name.split(['$', '.']).next()?;
            PROGRAMS
                .contains(&main)
                .then(|| Original::new(main, name, fs::read(classes.join(name)).expect("a class file")))
        })
        .collect();
    all.extend(old_style().into_iter().map(|(_, bytes)| Original::new("T", "T.class", bytes)));
    all
}

fn booted(classes: &Path) -> Machine {
    let path = classes.display().to_string();
    let program = Program::new(Jdk::locate(None).expect("a JDK"), ClassPath::parse(&path));
    let settings = Settings { class_path: path, heap: 64 << 20, ..Settings::default() };
    let mut machine = Machine::new(program, settings).expect("the class library links");
    machine.boot().expect("the class library starts");
    machine
}

/// Runs a program's main; what the machine says goes to the report.
fn run(machine: &mut Machine, main: &str, report: &Path) -> Outcome {
    let say = |message: &str| drop(fs::write(report, message));
    match machine.start_main(main, &[]) {
        Ok(()) => {}
        Err(BootError::NoMain(message)) => {
            say(&message);
            return Outcome::NotStarted;
        }
        Err(BootError::Fatal(message)) => {
            say(&message);
            return Outcome::Fatal;
        }
    }
    match machine.run_for(BUDGET) {
        None => Outcome::Budget,
        Some(End::Exit(0)) => Outcome::Ended,
        Some(End::Exit(_)) => Outcome::Failed,
        Some(End::Fatal(message)) => {
            say(&message);
            Outcome::Fatal
        }
        Some(End::Deadlock(message)) => {
            say(&message);
            Outcome::Deadlock
        }
    }
}

/// A place for one mutant at a time: the directory its class file is in, which comes first on its class path.
struct Slot {
    directory: PathBuf,
    running: Option<(libc::pid_t, u64)>,
}

impl Slot {
    fn report(&self) -> PathBuf {
        self.directory.join("report")
    }

    /// Starts a mutant in a fork of this process.
    fn start(&mut self, machine: &mut Machine, original: &Original, bytes: &[u8], seed: u64, classes: &Path) {
        drop(fs::remove_dir_all(&self.directory));
        fs::create_dir_all(&self.directory).expect("a directory");
        fs::write(self.directory.join(&original.file), bytes).expect("the mutant is written");
        // SAFETY: the child runs only code of this process's one thread that matters, shares no lock with another that it takes, and leaves by `_exit`.
        let child = unsafe { libc::fork() };
        assert!(child >= 0, "fork fails");
        if child > 0 {
            self.running = Some((child, seed));
            return;
        }
        let report = self.report();
        let output = fs::File::create(self.directory.join("output")).map(std::os::fd::IntoRawFd::into_raw_fd);
        // SAFETY: plain system calls on numbers.
        unsafe {
            libc::alarm(PATIENCE);
            for standard in [1, 2] {
                libc::dup2(output.as_ref().copied().unwrap_or(standard), standard);
            }
        }
        let at_fault = report.clone();
        std::panic::set_hook(Box::new(move |info| {
            let trace = std::backtrace::Backtrace::force_capture();
            drop(fs::write(&at_fault, format!("{info}\n{trace}")));
        }));
        // The machine holds duplicates of the streams as they were.
        machine.files = Files::default();
        machine.program.class_path = ClassPath::new(vec![self.directory.clone(), classes.to_path_buf()]);
        let outcome = catch_unwind(AssertUnwindSafe(|| run(machine, &original.main, &report)));
        // SAFETY: ends the child at once, without what the parent's end would do.
        unsafe { libc::_exit(outcome.unwrap_or(Outcome::Panic) as i32) }
    }

    /// Waits for the mutant's end.
    fn finish(&mut self) -> Option<(u64, Outcome, String)> {
        let (child, seed) = self.running.take()?;
        let mut status = 0;
        // SAFETY: waits for a child of our own.
        let waited = unsafe { libc::waitpid(child, &mut status, 0) };
        assert_eq!(waited, child);
        let mut said = fs::read_to_string(self.report()).unwrap_or_default();
        let code = libc::WEXITSTATUS(status);
        let outcome =
            if libc::WIFEXITED(status) { OUTCOMES.into_iter().find(|&outcome| outcome as i32 == code) } else { None };
        if outcome.is_none() {
            said = match libc::WTERMSIG(status) {
                libc::SIGALRM => format!("hangs: still running after {PATIENCE} seconds"),
                signal if libc::WIFSIGNALED(status) => format!("killed by signal {signal}"),
                _ => format!("left with code {code}"),
            };
            said += &fs::read_to_string(self.directory.join("output")).unwrap_or_default();
        }
        Some((seed, outcome.unwrap_or(Outcome::Died), said))
    }
}

/// The mutant of a seed.
fn mutant(originals: &[Original], seed: u64) -> (&Original, Vec<u8>) {
    let mut random = Random(seed);
    let original = &originals[random.below(originals.len())];
    (original, original.mutate(&mut random))
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn a_damaged_class_file_never_breaks_the_process() {
    let classes = scratch().join("classes");
    fs::create_dir_all(&classes).expect("a directory");
    let originals = originals(&classes);
    let mut machine = booted(&classes);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut slots: Vec<Slot> =
        (0..workers).map(|index| Slot { directory: scratch().join(format!("slot{index}")), running: None }).collect();
    let seeds = match number("RADDLE_MUTANT") {
        Some(seed) => seed..seed + 1,
        None => {
            let usual = if std::env::var_os("RADDLE_LONG").is_some() { MANY_MUTANTS } else { MUTANTS };
            0..number("RADDLE_MUTANTS").unwrap_or(usual)
        }
    };
    let count = seeds.end - seeds.start;
    let mut outcomes: BTreeMap<Outcome, u64> = BTreeMap::new();
    let mut messages: BTreeMap<String, u64> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut note = |finished: Option<(u64, Outcome, String)>| {
        let Some((seed, outcome, said)) = finished else { return };
        *outcomes.entry(outcome).or_default() += 1;
        if outcome == Outcome::Fatal {
            *messages.entry(said.lines().next().unwrap_or_default().to_string()).or_default() += 1;
        }
        if outcome >= Outcome::Panic {
            let (original, bytes) = mutant(&originals, seed);
            let kept = scratch().join(format!("{seed}-{}", original.file));
            drop(fs::write(&kept, bytes));
            failures.push(format!("seed {seed}, program {}, {}: {said}", original.main, kept.display()));
        }
    };
    for seed in seeds {
        let slot = (seed % workers as u64) as usize;
        note(slots[slot].finish());
        let (original, bytes) = mutant(&originals, seed);
        slots[slot].start(&mut machine, original, &bytes, seed, &classes);
    }
    slots.iter_mut().for_each(|slot| note(slot.finish()));
    println!("{count} mutants: {outcomes:?}\nthe machine's messages: {messages:#?}");
    assert!(failures.is_empty(), "{} of {count} mutants broke the process:\n{}", failures.len(), failures.join("\n"));
    if count > 500 {
        let failed = outcomes.get(&Outcome::Failed).copied().unwrap_or_default();
        assert!(failed * 5 > count, "too few mutants get as far as running: {outcomes:?}");
    }
}
