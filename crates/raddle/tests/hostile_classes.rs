//! Class files made to break a virtual machine, one trick a test: each ends in the Java error it deserves, never in a panic or a crash.

use raddle_program::opcode::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;
const SUPER: u16 = 0x0020;
const NATIVE: u16 = 0x0100;
const INTERFACE: u16 = 0x0200;
const ABSTRACT: u16 = 0x0400;

const MAIN: (u16, &str, &str) = (PUBLIC | STATIC, "main", "([Ljava/lang/String;)V");

/// A class file in the making.
struct ClassWriter {
    pool: Vec<u8>,
    count: u16,
    fields: Vec<u8>,
    methods: Vec<u8>,
    counts: [u16; 2],
    attributes: Vec<(u16, Vec<u8>)>,
}

impl ClassWriter {
    fn new() -> ClassWriter {
        ClassWriter {
            pool: Vec::new(),
            count: 1,
            fields: Vec::new(),
            methods: Vec::new(),
            counts: [0; 2],
            attributes: Vec::new(),
        }
    }

    fn entry(&mut self, tag: u8, content: &[u8]) -> u16 {
        self.pool.push(tag);
        self.pool.extend(content);
        self.count += 1;
        self.count - 1
    }

    fn pair(&mut self, tag: u8, a: u16, b: u16) -> u16 {
        self.entry(tag, &shorts(&[a, b]))
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let content = [&(text.len() as u16).to_be_bytes(), text.as_bytes()].concat();
        self.entry(1, &content)
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.entry(7, &name.to_be_bytes())
    }

    /// A field (9), method (10) or interface method (11).
    fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let name_and_type = self.name_and_type(name, descriptor);
        self.pair(tag, class, name_and_type)
    }

    fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.pair(12, name, descriptor)
    }

    fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.fields.extend(shorts(&[access, name, descriptor, 0]));
        self.counts[0] += 1;
    }

    fn bodiless(&mut self, (access, name, descriptor): (u16, &str, &str)) {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.methods.extend(shorts(&[access, name, descriptor, 0]));
        self.counts[1] += 1;
    }

    fn method(&mut self, named: (u16, &str, &str), stack: u16, locals: u16, code: &[u8]) {
        self.method_with(named, stack, locals, code, &[]);
    }

    /// A method with exception handlers: start, end, target and class of each.
    fn method_with(
        &mut self,
        (access, name, descriptor): (u16, &str, &str),
        stack: u16,
        locals: u16,
        code: &[u8],
        handlers: &[[u16; 4]],
    ) {
        let (name, descriptor, attribute) = (self.utf8(name), self.utf8(descriptor), self.utf8("Code"));
        self.methods.extend(shorts(&[access, name, descriptor, 1, attribute]));
        self.methods.extend((code.len() as u32 + 12 + 8 * handlers.len() as u32).to_be_bytes());
        self.methods.extend(shorts(&[stack, locals]));
        self.methods.extend((code.len() as u32).to_be_bytes());
        self.methods.extend(code);
        self.methods.extend(shorts(&[handlers.len() as u16]));
        self.methods.extend(shorts(handlers.as_flattened()));
        self.methods.extend(shorts(&[0]));
        self.counts[1] += 1;
    }

    fn attribute(&mut self, name: &str, content: Vec<u8>) {
        let name = self.utf8(name);
        self.attributes.push((name, content));
    }

    /// The file of a class of a version without stack maps.
    fn finish(mut self, access: u16, name: &str, parent: &str, interfaces: &[&str]) -> Vec<u8> {
        let this = self.class(name);
        let parent = if parent.is_empty() { 0 } else { self.class(parent) };
        let interfaces: Vec<u16> = interfaces.iter().map(|name| self.class(name)).collect();
        // Dynamic constants came with version 55.
        let major = if self.attributes.is_empty() { 49 } else { 55 };
        let mut file = shorts(&[0xcafe, 0xbabe, 0, major, self.count]);
        file.extend(&self.pool);
        file.extend(shorts(&[access, this, parent, interfaces.len() as u16]));
        file.extend(shorts(&interfaces));
        file.extend(self.counts[0].to_be_bytes());
        file.extend(&self.fields);
        file.extend(self.counts[1].to_be_bytes());
        file.extend(&self.methods);
        file.extend((self.attributes.len() as u16).to_be_bytes());
        for (name, content) in &self.attributes {
            file.extend(name.to_be_bytes());
            file.extend((content.len() as u32).to_be_bytes());
            file.extend(content);
        }
        file
    }
}

fn shorts(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_be_bytes()).collect()
}

/// An instruction with the index of a constant.
fn with(opcode: u8, index: u16) -> Vec<u8> {
    [&[opcode][..], &index.to_be_bytes()].concat()
}

/// The directory of a test's classes.
fn directory(test: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile").join(test);
    drop(fs::remove_dir_all(&directory));
    fs::create_dir_all(&directory).expect("a directory");
    directory
}

fn write(directory: &Path, name: &str, bytes: &[u8]) {
    fs::write(directory.join(format!("{name}.class")), bytes).expect("a class file is written");
}

fn javac(directory: &Path, name: &str, source: &str) {
    let file = directory.join(format!("{name}.java"));
    fs::write(&file, source).expect("a source file is written");
    let status =
        Command::new("javac").args(["-nowarn", "-XDignore.symbol.file", "-d"]).arg(directory).arg(file).status();
    assert!(status.expect("javac runs").success());
}

/// Runs `Main`; a hang is a failure. The output goes to files, which never fill up as pipes do.
fn run(directory: &Path) -> Output {
    let (stdout, stderr) = (directory.join("stdout"), directory.join("stderr"));
    let create = |path: &Path| fs::File::create(path).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.args(["run", "--heap", "128m", "-cp"]).arg(directory).arg("Main");
    command.stdin(Stdio::null()).stdout(create(&stdout)).stderr(create(&stderr));
    let mut child = command.spawn().expect("raddle starts");
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("raddle is ours") {
            break status;
        }
        if started.elapsed() > Duration::from_secs(60) {
            child.kill().expect("raddle is ours");
            panic!("raddle hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let read = |path: &Path| fs::read(path).expect("the output");
    Output { status, stdout: read(&stdout), stderr: read(&stderr) }
}

/// The program ends with an uncaught Java error of this class.
#[track_caller]
fn throws(directory: &Path, error: &str) {
    let output = run(directory);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(error), "{:?}: {said}", output.status);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

/// The program ends with code 0 and prints this.
#[track_caller]
fn prints(directory: &Path, text: &str) {
    let output = run(directory);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stdout)), (Some(0), text), "{said}");
}

/// A `Main` that makes an object of a class, without calling a constructor.
fn main_that_makes(class: &str) -> Vec<u8> {
    let mut writer = ClassWriter::new();
    let made = writer.class(class);
    let code = [with(NEW, made), vec![POP, RETURN]].concat();
    writer.method(MAIN, 1, 1, &code);
    writer.finish(PUBLIC | SUPER, "Main", "java/lang/Object", &[])
}

/// A `Main` with one instruction on the constant at an index, then a return.
fn main_with(writer: ClassWriter, stack: u16, code: &[u8]) -> Vec<u8> {
    let mut writer = writer;
    writer.method(MAIN, stack, 1, code);
    writer.finish(PUBLIC | SUPER, "Main", "java/lang/Object", &[])
}

#[test]
fn a_chain_of_superclasses_without_end_is_a_stack_overflow() {
    let directory = directory("chain");
    for index in 0..5_000 {
        let (name, parent) = (format!("C{index}"), format!("C{}", index + 1));
        write(&directory, &name, &ClassWriter::new().finish(PUBLIC | SUPER, &name, &parent, &[]));
    }
    write(&directory, "Main", &main_that_makes("C0"));
    throws(&directory, "java.lang.StackOverflowError");
}

#[test]
fn a_long_chain_of_superclasses_works() {
    let directory = directory("long_chain");
    for index in 0..500 {
        let (name, parent) = (format!("C{index}"), format!("C{}", index + 1));
        let parent = if index == 499 { "java/lang/Object" } else { &parent };
        write(&directory, &name, &ClassWriter::new().finish(PUBLIC | SUPER, &name, parent, &[]));
    }
    write(&directory, "Main", &main_that_makes("C0"));
    prints(&directory, "");
}

#[test]
fn a_class_among_its_own_supertypes_is_circular() {
    for (test, a, b) in [("circle", ("B", &[][..]), ("A", &[][..])), ("self", ("A", &[]), ("A", &[]))] {
        let directory = directory(test);
        write(&directory, "A", &ClassWriter::new().finish(PUBLIC | SUPER, "A", a.0, a.1));
        write(&directory, "B", &ClassWriter::new().finish(PUBLIC | SUPER, "B", b.0, b.1));
        write(&directory, "Main", &main_that_makes("A"));
        throws(&directory, "java.lang.ClassCircularityError");
    }
    let directory = directory("interfaces");
    let interface = PUBLIC | INTERFACE | ABSTRACT;
    write(&directory, "A", &ClassWriter::new().finish(interface, "A", "java/lang/Object", &["B"]));
    write(&directory, "B", &ClassWriter::new().finish(interface, "B", "java/lang/Object", &["A"]));
    write(&directory, "Main", &main_that_makes("A"));
    throws(&directory, "java.lang.ClassCircularityError");
}

#[test]
fn interfaces_reached_by_exponentially_many_ways_are_looked_at_once() {
    let directory = directory("diamonds");
    for level in 0..40 {
        for side in ["a", "b"] {
            let name = format!("I{level}{side}");
            let above = [format!("I{}a", level + 1), format!("I{}b", level + 1)];
            let above: Vec<&str> = if level == 39 { Vec::new() } else { above.iter().map(String::as_str).collect() };
            let mut writer = ClassWriter::new();
            writer.method((PUBLIC, "m", "()V"), 0, 1, &[RETURN]);
            writer.method((STATIC, "<clinit>", "()V"), 0, 0, &[RETURN]);
            let mut file = writer.finish(PUBLIC | INTERFACE | ABSTRACT, &name, "java/lang/Object", &above);
            // Methods with bodies came to interfaces with version 52.
            file[7] = 52;
            write(&directory, &name, &file);
        }
    }
    write(&directory, "C", &ClassWriter::new().finish(PUBLIC | SUPER, "C", "java/lang/Object", &["I0a", "I0b"]));
    let mut writer = ClassWriter::new();
    let made = writer.class("C");
    let field = writer.member(9, "C", "nowhere", "I");
    let code = [with(NEW, made), vec![POP], with(GETSTATIC, field), vec![POP, RETURN]].concat();
    write(&directory, "Main", &main_with(writer, 1, &code));
    throws(&directory, "java.lang.NoSuchFieldError");
}

#[test]
fn a_class_without_a_superclass_is_malformed() {
    let directory = directory("orphan");
    write(&directory, "A", &ClassWriter::new().finish(PUBLIC | SUPER, "A", "", &[]));
    write(&directory, "Main", &main_that_makes("A"));
    throws(&directory, "java.lang.ClassFormatError");
}

#[test]
fn a_superclass_that_is_final_or_an_interface_is_refused() {
    for (test, parent) in [("final", "java/lang/String"), ("interface", "java/lang/Runnable")] {
        let directory = directory(test);
        write(&directory, "A", &ClassWriter::new().finish(PUBLIC | SUPER, "A", parent, &[]));
        write(&directory, "Main", &main_that_makes("A"));
        throws(&directory, "java.lang.IncompatibleClassChangeError");
    }
}

#[test]
fn a_call_of_an_abstract_method_is_an_error() {
    let directory = directory("abstract");
    let mut writer = ClassWriter::new();
    writer.bodiless((PUBLIC | ABSTRACT, "m", "()V"));
    let constructor = writer.member(10, "java/lang/Object", "<init>", "()V");
    writer.method(
        (PUBLIC, "<init>", "()V"),
        1,
        1,
        &[&[ALOAD_0][..], &with(INVOKESPECIAL, constructor), &[RETURN]].concat(),
    );
    write(&directory, "A", &writer.finish(PUBLIC | SUPER | ABSTRACT, "A", "java/lang/Object", &[]));
    // A class that is not abstract, yet leaves the method abstract.
    let mut writer = ClassWriter::new();
    let constructor = writer.member(10, "A", "<init>", "()V");
    writer.method(
        (PUBLIC, "<init>", "()V"),
        1,
        1,
        &[&[ALOAD_0][..], &with(INVOKESPECIAL, constructor), &[RETURN]].concat(),
    );
    write(&directory, "B", &writer.finish(PUBLIC | SUPER, "B", "A", &[]));
    let mut writer = ClassWriter::new();
    let (made, constructor) = (writer.class("B"), writer.member(10, "B", "<init>", "()V"));
    let called = writer.member(10, "A", "m", "()V");
    let code =
        [with(NEW, made), vec![DUP], with(INVOKESPECIAL, constructor), with(INVOKEVIRTUAL, called), vec![RETURN]]
            .concat();
    write(&directory, "Main", &main_with(writer, 2, &code));
    throws(&directory, "java.lang.AbstractMethodError");
}

#[test]
fn an_abstract_class_cannot_be_made() {
    let directory = directory("made_abstract");
    write(&directory, "A", &ClassWriter::new().finish(PUBLIC | SUPER | ABSTRACT, "A", "java/lang/Object", &[]));
    write(&directory, "Main", &main_that_makes("A"));
    throws(&directory, "java.lang.InstantiationError");
}

#[test]
fn static_and_instance_members_are_not_taken_for_each_other() {
    type Body = fn(&mut ClassWriter) -> Vec<u8>;
    let access: [(&str, Body); 4] = [
        ("static_call", |writer| {
            let called = writer.member(10, "A", "instance", "()V");
            with(INVOKESTATIC, called)
        }),
        ("virtual_call", |writer| {
            let called = writer.member(10, "A", "shared", "()V");
            let made = writer.class("A");
            let constructor = writer.member(10, "A", "<init>", "()V");
            [with(NEW, made), vec![DUP], with(INVOKESPECIAL, constructor), with(INVOKEVIRTUAL, called)].concat()
        }),
        ("static_field", |writer| {
            let field = writer.member(9, "A", "own", "I");
            [with(GETSTATIC, field), vec![POP]].concat()
        }),
        ("instance_field", |writer| {
            let field = writer.member(9, "A", "common", "I");
            let made = writer.class("A");
            let constructor = writer.member(10, "A", "<init>", "()V");
            [with(NEW, made), vec![DUP], with(INVOKESPECIAL, constructor), with(GETFIELD, field), vec![POP]].concat()
        }),
    ];
    for (test, code) in access {
        let directory = directory(test);
        let mut writer = ClassWriter::new();
        writer.field(PUBLIC, "own", "I");
        writer.field(PUBLIC | STATIC, "common", "I");
        writer.method((PUBLIC, "instance", "()V"), 0, 1, &[RETURN]);
        writer.method((PUBLIC | STATIC, "shared", "()V"), 0, 0, &[RETURN]);
        let constructor = writer.member(10, "java/lang/Object", "<init>", "()V");
        writer.method(
            (PUBLIC, "<init>", "()V"),
            1,
            1,
            &[&[ALOAD_0][..], &with(INVOKESPECIAL, constructor), &[RETURN]].concat(),
        );
        write(&directory, "A", &writer.finish(PUBLIC | SUPER, "A", "java/lang/Object", &[]));
        let mut writer = ClassWriter::new();
        let code = [code(&mut writer), vec![RETURN]].concat();
        write(&directory, "Main", &main_with(writer, 2, &code));
        throws(&directory, "java.lang.IncompatibleClassChangeError");
    }
}

#[test]
fn a_super_call_does_not_reach_a_static_method_nearer_by() {
    let directory = directory("super_static");
    let object = ClassWriter::new();
    let chain = |name: &str, parent: &str, access: u16, writer: ClassWriter| {
        let mut writer = writer;
        let constructor = writer.member(10, parent, "<init>", "()V");
        let call = [&[ALOAD_0][..], &with(INVOKESPECIAL, constructor), &[RETURN]].concat();
        writer.method((PUBLIC, "<init>", "()V"), 1, 1, &call);
        writer.method((access, "m", "(I)I"), 1, 2, &[if access & STATIC != 0 { ILOAD_0 } else { ILOAD_1 }, IRETURN]);
        writer.finish(PUBLIC | SUPER, name, parent, &[])
    };
    write(&directory, "A", &chain("A", "java/lang/Object", PUBLIC, object));
    write(&directory, "B", &chain("B", "A", PUBLIC | STATIC, ClassWriter::new()));
    let mut writer = ClassWriter::new();
    let constructor = writer.member(10, "B", "<init>", "()V");
    writer.method(
        (PUBLIC, "<init>", "()V"),
        1,
        1,
        &[&[ALOAD_0][..], &with(INVOKESPECIAL, constructor), &[RETURN]].concat(),
    );
    let called = writer.member(10, "A", "m", "(I)I");
    let call = [&[ALOAD_0, ICONST_5][..], &with(INVOKESPECIAL, called), &[POP, RETURN]].concat();
    writer.method((PUBLIC, "call", "()V"), 2, 1, &call);
    let (made, own) = (writer.class("Main"), writer.member(10, "Main", "<init>", "()V"));
    let start = writer.member(10, "Main", "call", "()V");
    let code =
        [with(NEW, made), vec![DUP], with(INVOKESPECIAL, own), with(INVOKEVIRTUAL, start), vec![RETURN]].concat();
    writer.method(MAIN, 2, 1, &code);
    write(&directory, "Main", &writer.finish(PUBLIC | SUPER, "Main", "B", &[]));
    throws(&directory, "java.lang.IncompatibleClassChangeError");
}

#[test]
fn a_constructor_is_not_inherited() {
    let directory = directory("constructor");
    write(&directory, "A", &ClassWriter::new().finish(PUBLIC | SUPER, "A", "java/lang/Object", &[]));
    let mut writer = ClassWriter::new();
    let (made, constructor) = (writer.class("A"), writer.member(10, "A", "<init>", "()V"));
    let code = [with(NEW, made), with(INVOKESPECIAL, constructor), vec![RETURN]].concat();
    write(&directory, "Main", &main_with(writer, 2, &code));
    throws(&directory, "java.lang.NoSuchMethodError");
}

#[test]
fn a_native_method_of_a_program_is_not_there() {
    let directory = directory("native");
    let mut writer = ClassWriter::new();
    writer.bodiless((PUBLIC | STATIC | NATIVE, "m", "()V"));
    let called = writer.member(10, "Main", "m", "()V");
    let code = [with(INVOKESTATIC, called), vec![RETURN]].concat();
    write(&directory, "Main", &main_with(writer, 0, &code));
    throws(&directory, "java.lang.UnsatisfiedLinkError");
}

#[test]
fn as_many_locals_and_stack_slots_as_a_class_file_can_say_do_no_harm() {
    for (test, stack, locals) in [("locals", 2, 0xffff), ("stack", 0xffff, 1), ("both", 0xffff, 0xffff)] {
        let directory = directory(test);
        let mut writer = ClassWriter::new();
        writer.method(MAIN, stack, locals, &[RETURN]);
        write(&directory, "Main", &writer.finish(PUBLIC | SUPER, "Main", "java/lang/Object", &[]));
        throws(&directory, "java.lang.VerifyError");
    }
}

#[test]
fn recursion_in_frames_of_any_size_is_a_stack_overflow() {
    for (test, locals) in [("small_frames", 1), ("large_frames", 30_000)] {
        let directory = directory(test);
        let mut writer = ClassWriter::new();
        let called = writer.member(10, "Main", "m", "()V");
        writer.method((PUBLIC | STATIC, "m", "()V"), 0, locals, &[with(INVOKESTATIC, called), vec![RETURN]].concat());
        let code = [with(INVOKESTATIC, called), vec![RETURN]].concat();
        write(&directory, "Main", &main_with(writer, 0, &code));
        throws(&directory, "java.lang.StackOverflowError");
    }
}

#[test]
fn recursion_through_class_initialisers_is_an_error() {
    let directory = directory("initialisers");
    for index in 0..3_000 {
        let (name, next) = (format!("C{index}"), format!("C{}", index + 1));
        let mut writer = ClassWriter::new();
        let field = writer.member(9, &next, "f", "I");
        writer.field(PUBLIC | STATIC, "f", "I");
        let code = [with(GETSTATIC, field), vec![POP, RETURN]].concat();
        writer.method((STATIC, "<clinit>", "()V"), 1, 0, &code);
        write(&directory, &name, &writer.finish(PUBLIC | SUPER, &name, "java/lang/Object", &[]));
    }
    write(&directory, "Main", &main_that_makes("C0"));
    // The last class's successor is missing.
    throws(&directory, "java.lang.NoClassDefFoundError: C3000");
}

#[test]
fn a_switch_larger_than_its_code_is_refused() {
    let directory = directory("switch");
    let mut code = vec![ICONST_0, TABLESWITCH, 0, 0];
    for number in [20, i32::MIN, i32::MAX] {
        code.extend(number.to_be_bytes());
    }
    code.extend([0; 8]);
    code.push(RETURN);
    write(&directory, "Main", &main_with(ClassWriter::new(), 1, &code));
    throws(&directory, "java.lang.VerifyError");
}

#[test]
fn an_array_of_255_dimensions_works_and_one_more_does_not() {
    let dims = |count: usize| "[".repeat(count) + "I";
    for (test, count, error) in [("dims", 255, None), ("too_many_dims", 256, Some("java.lang.ClassFormatError"))] {
        let directory = directory(test);
        let mut writer = ClassWriter::new();
        let class = writer.class(&dims(count));
        let code = [vec![ICONST_1, ICONST_1], with(MULTIANEWARRAY, class), vec![2, POP, RETURN]].concat();
        write(&directory, "Main", &main_with(writer, 2, &code));
        match error {
            Some(error) => {
                let output = run(&directory);
                assert!(String::from_utf8_lossy(&output.stderr).contains(error), "{output:?}");
            }
            None => prints(&directory, ""),
        }
    }
    let directory = directory("named_dims");
    let source = "public class Main { public static void main(String[] a) { \
        try { Class.forName(\"[\".repeat(3_000_000) + \"I\"); } catch (ClassNotFoundException e) { System.out.print(\"none\"); } \
        Object array = new int[0]; \
        try { for (;;) array = java.lang.reflect.Array.newInstance(array.getClass(), 1); } \
        catch (IllegalArgumentException e) { System.out.print(\" more\"); } } }";
    javac(&directory, "Main", source);
    prints(&directory, "none more");
}

#[test]
fn a_dynamic_constant_that_needs_itself_never_resolves() {
    let directory = directory("condy");
    let mut writer = ClassWriter::new();
    let bootstrap = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;";
    let method = writer.member(10, "Main", "bootstrap", bootstrap);
    let handle = writer.entry(15, &[&[6][..], &method.to_be_bytes()].concat());
    let name_and_type = writer.name_and_type("self", "Ljava/lang/Object;");
    let constant = writer.pair(17, 0, name_and_type);
    writer.attribute("BootstrapMethods", shorts(&[1, handle, 1, constant]));
    writer.method((PUBLIC | STATIC, "bootstrap", bootstrap), 1, 4, &[ACONST_NULL, ARETURN]);
    let code = [with(LDC_W, constant), vec![POP, RETURN]].concat();
    write(&directory, "Main", &main_with(writer, 1, &code));
    throws(&directory, "java.lang.StackOverflowError");
}

#[test]
fn a_lambda_whose_parts_do_not_fit_is_refused() {
    let sites = [
        // A number where the interface has a reference, a result that is none, a captured value the implementation does not take.
        (
            "(Ljava/lang/Object;)Ljava/lang/Object;",
            "(I)I",
            "()Ljava/util/function/Function;",
            "(Ljava/lang/Object;)Ljava/lang/Object;",
        ),
        (
            "(Ljava/lang/Object;)Ljava/lang/Object;",
            "(Ljava/lang/String;)J",
            "()Ljava/util/function/Function;",
            "(Ljava/lang/Object;)Ljava/lang/Object;",
        ),
        (
            "(Ljava/lang/Object;)Ljava/lang/Object;",
            "(JD)I",
            "(I)Ljava/util/function/Function;",
            "(Ljava/lang/Object;)Ljava/lang/Object;",
        ),
        ("(Ljava/lang/Object;)Ljava/lang/Object;", "(I)I", "()Ljava/lang/String;", "(I)I"),
        ("(I)I", "(I)I", "()Ljava/util/function/Function;", "(I)I"),
    ];
    for (index, (erased, implemented, site, instantiated)) in sites.into_iter().enumerate() {
        let directory = directory(&format!("lambda{index}"));
        let mut writer = ClassWriter::new();
        let bootstrap = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;\
            Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";
        let method = writer.member(10, "java/lang/invoke/LambdaMetafactory", "metafactory", bootstrap);
        let handle = writer.entry(15, &[&[6][..], &method.to_be_bytes()].concat());
        let target = writer.member(10, "Main", "target", implemented);
        let target = writer.entry(15, &[&[6][..], &target.to_be_bytes()].concat());
        let types = [erased, instantiated].map(|text| {
            let text = writer.utf8(text);
            writer.entry(16, &text.to_be_bytes())
        });
        writer.attribute("BootstrapMethods", shorts(&[1, handle, 3, types[0], target, types[1]]));
        let returns = if implemented.ends_with('J') { vec![LCONST_0, LRETURN] } else { vec![ICONST_0, IRETURN] };
        writer.method((PUBLIC | STATIC, "target", implemented), 2, 4, &returns);
        let name_and_type = writer.name_and_type("apply", site);
        let called = writer.pair(18, 0, name_and_type);
        let apply = writer.member(11, "java/util/function/Function", "apply", "(Ljava/lang/Object;)Ljava/lang/Object;");
        let cast = writer.class("java/util/function/Function");
        let argument = if site.starts_with("(I)") { vec![ICONST_1] } else { Vec::new() };
        let code = [
            argument,
            with(INVOKEDYNAMIC, called),
            vec![0, 0],
            with(CHECKCAST, cast),
            vec![ALOAD_0],
            with(INVOKEINTERFACE, apply),
            vec![2, 0, POP, RETURN],
        ]
        .concat();
        write(&directory, "Main", &main_with(writer, 3, &code));
        let output = run(&directory);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{index}: {said}");
        assert!(said.starts_with("Exception in thread \"main\" java.lang."), "{index}: {said}");
    }
}

#[test]
fn a_record_method_called_with_other_types_is_refused() {
    let directory = directory("record");
    let mut writer = ClassWriter::new();
    let bootstrap = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/TypeDescriptor;Ljava/lang/Class;\
        Ljava/lang/String;[Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;";
    let method = writer.member(10, "java/lang/runtime/ObjectMethods", "bootstrap", bootstrap);
    let handle = writer.entry(15, &[&[6][..], &method.to_be_bytes()].concat());
    let class = writer.class("Main");
    let text = writer.utf8("");
    let names = writer.entry(8, &text.to_be_bytes());
    writer.attribute("BootstrapMethods", shorts(&[1, handle, 2, class, names]));
    let name_and_type = writer.name_and_type("hashCode", "(J)D");
    let called = writer.pair(18, 0, name_and_type);
    let code = [vec![LCONST_1], with(INVOKEDYNAMIC, called), vec![0, 0, POP2, RETURN]].concat();
    write(&directory, "Main", &main_with(writer, 3, &code));
    throws(&directory, "java.lang.");
}

#[test]
fn a_handler_that_covers_itself_holds_up_its_own_thread_only() {
    let directory = directory("handler");
    let source = "public class Main extends Thread { final Object lock = new Object(); \
        public void run() { synchronized (lock) { System.out.print(\"in \"); } } \
        public static void main(String[] a) throws Exception { Thread t = new Main(); t.setDaemon(true); t.start(); \
        Thread.sleep(5); System.out.print(\"out\"); } }";
    javac(&directory, "Main", source);
    let file = directory.join("Main.class");
    let mut bytes = fs::read(&file).expect("Main.class");
    // In `run`, the lock is taken of one object and given back of another: `dup` before `astore_1` becomes `aload_0`.
    let at = bytes.windows(3).position(|code| code == [DUP, ASTORE_1, MONITORENTER]).expect("the lock is taken");
    bytes[at] = ALOAD_0;
    fs::write(&file, bytes).expect("Main.class is written");
    prints(&directory, "in out");
}

#[test]
fn members_of_a_program_are_not_taken_for_those_of_the_class_library() {
    let directory = directory("shadows");
    let source = r#"
        public class Main {
            static class Own extends RuntimeException {
                int detailMessage = 1, cause = 2, stackTrace = 3, suppressedExceptions = 4, backtrace = 5;
                long depth = 6;
                Own(String text) { super(text); }
            }
            static class Worker extends Thread {
                int eetop = 1, name = 2, holder = 3, interrupted = 4, threadStatus = 5, daemon = 6, priority = 7;
                void exit() { System.out.print("wrong "); }
                void dispatchUncaughtException(Throwable t) { System.out.print("wrong "); }
                public void run() { System.out.print("run "); throw new Own("thrown"); }
            }
            static class Loader extends ClassLoader {
                int name = 1, parent = 2, unnamedModule = 3, classLoader = 4;
                Class<?> define(byte[] b) { return defineClass(null, b, 0, b.length); }
            }
            static class Box extends java.lang.ref.WeakReference<Object> {
                int referent = 1, queue = 2, next = 3, discovered = 4;
                Box(Object o) { super(o); }
            }
            public static void main(String[] a) throws Exception {
                Worker worker = new Worker();
                worker.setUncaughtExceptionHandler((t, e) -> System.out.print(e.getMessage() + e.getStackTrace().length + " "));
                worker.start();
                worker.join();
                System.out.print(worker.eetop + worker.name + worker.holder + " " + worker.getState() + " ");
                Box box = new Box(new Object());
                System.gc();
                System.out.print(box.get() + " " + box.referent + " ");
                byte[] bytes = new java.io.FileInputStream(System.getProperty("java.class.path") + "/Main$Box.class").readAllBytes();
                Loader loader = new Loader();
                System.out.print(loader.define(bytes).getName() + " ");
                try { loader.define(bytes); } catch (LinkageError e) { System.out.print(e.getClass().getName()); }
            }
        }"#;
    javac(&directory, "Main", source);
    prints(&directory, "run thrown1 6 TERMINATED null 1 Main$Box java.lang.LinkageError");
}

#[test]
fn nest_mates_of_nest_mates_of_hidden_classes_are_found_without_end() {
    let directory = directory("hidden");
    let source = r#"
        import java.lang.invoke.MethodHandles;
        public class Main {
            public static class Mate { private static int number = 7; }
            public static void main(String[] a) throws Exception {
                byte[] bytes = new java.io.FileInputStream(System.getProperty("java.class.path") + "/Main$Mate.class").readAllBytes();
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                for (int i = 0; i < 2_000; i++) {
                    lookup = lookup.defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.NESTMATE);
                }
                System.out.print(lookup.lookupClass().getNestHost().getName());
            }
        }"#;
    javac(&directory, "Main", source);
    prints(&directory, "Main");
}

#[test]
fn unsafe_reaches_no_memory_but_that_of_objects_and_its_own_blocks() {
    let wild = [
        "putInt(new Main(), 1L << 40, 1)",
        "putLong(new int[2], 1000, 1)",
        "getInt(null, 8)",
        "putByte(\"x\", 0, (byte) 1)",
    ];
    for (index, call) in wild.into_iter().enumerate() {
        let directory = directory(&format!("unsafe{index}"));
        let source = format!(
            "public class Main {{ public static void main(String[] a) throws Exception {{ \
             java.lang.reflect.Field f = sun.misc.Unsafe.class.getDeclaredField(\"theUnsafe\"); f.setAccessible(true); \
             sun.misc.Unsafe u = (sun.misc.Unsafe) f.get(null); \
             try {{ u.allocateMemory(Long.MAX_VALUE / 2); }} catch (OutOfMemoryError e) {{ System.out.print(\"full\"); }} \
             u.{call}; }} }}"
        );
        javac(&directory, "Main", &source);
        let output = run(&directory);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*output.stdout), (Some(3), &b"full"[..]), "{call}: {said}");
        assert!(said.starts_with("raddle: Unsafe access outside of any memory"), "{call}: {said}");
    }
}

#[test]
fn classes_of_one_name_from_two_loaders_are_not_taken_for_each_other() {
    let directory = directory("loaders");
    // `Pair` of the other loader has its number where the application's has its text.
    let source = r#"
        public class Main {
            public static class Pair { public Object text = "text"; public long number = 0x1234567; }
            public static class Maker { public static Pair make() { return new Pair(); } public Pair kept = new Pair(); }
            public static class Other extends ClassLoader {
                protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                    if (!name.equals("Main$Pair") && !name.equals("Main$User")) return super.loadClass(name, resolve);
                    Class<?> known = findLoadedClass(name);
                    if (known != null) return known;
                    try {
                        byte[] b = new java.io.FileInputStream(System.getProperty("java.class.path") + "/" + name + ".class").readAllBytes();
                        return defineClass(name, b, 0, b.length);
                    } catch (java.io.IOException e) { throw new ClassNotFoundException(name); }
                }
            }
            public static class User {
                public static Object method() { return Maker.make().text; }
                public static Object field() { return new Maker().kept.text; }
                public static Object early() { new Pair(); return Maker.make().text; }
            }
            public static void main(String[] a) throws Exception {
                for (String name : new String[] {"method", "field", "early"}) {
                    Class<?> user = new Other().loadClass("Main$User");
                    try { System.out.print(user.getMethod(name).invoke(null)); }
                    catch (java.lang.reflect.InvocationTargetException e) {
                        System.out.print(e.getCause().getClass().getSimpleName() + " ");
                    }
                }
            }
        }"#;
    javac(&directory, "Main", source);
    prints(&directory, "LinkageError LinkageError LinkageError ");
}

#[test]
fn a_method_made_to_be_slow_to_look_at_is_run_or_refused_in_time() {
    for (test, locals, handlers) in [
        ("slow_small", 4, 0),
        ("slow_locals", 30_000, 0),
        ("slow_handlers", 4, 5_000),
        ("slow_both", 30_000, 5_000),
        ("slow_table", 4, 60_000),
    ] {
        let directory = directory(test);
        let mut writer = ClassWriter::new();
        let gc = writer.member(10, "java/lang/System", "gc", "()V");
        let mut code = vec![ICONST_0, ISTORE_1];
        let start = code.len() as u16;
        for _ in 0..16_000 {
            code.extend([IINC, 1, 1]);
        }
        code.extend(with(INVOKESTATIC, gc));
        let end = code.len() as u16;
        code.push(RETURN);
        let handlers: Vec<[u16; 4]> = (0..handlers)
            .map(|index| {
                // As many targets as there is room for.
                let target = code.len() as u16 - if index < 5_000 { 0 } else { 2 };
                if index < 5_000 {
                    code.extend([POP, RETURN]);
                }
                [start, end, target, 0]
            })
            .collect();
        writer.method_with(MAIN, 1, locals, &code, &handlers);
        write(&directory, "Main", &writer.finish(PUBLIC | SUPER, "Main", "java/lang/Object", &[]));
        let output = run(&directory);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() || said.contains("java.lang.VerifyError"), "{test}: {said}");
    }
}
