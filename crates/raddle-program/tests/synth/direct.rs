//! What compilers do not write: hand-made specifications, limits, and errors.

use crate::java::Java;
use crate::relink::INFERRED;
use raddle_program::classfile::{ClassFile, access};
use raddle_program::synth::concat::{self, ConcatConstant, ConcatSpec};
use raddle_program::synth::lambda::{self, LambdaSpec};
use raddle_program::synth::record::{self, RecordSpec};
use raddle_program::synth::switches::{self, Label, SwitchKind, SwitchSpec};
use raddle_program::synth::types::{Primitive, Type};
use raddle_program::synth::writer::{ClassWriter, Jump};
use raddle_program::synth::{Handle, SynthError};

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// A `Supplier` whose method calls `implementation`.
fn supplier<'a>(name: &str, captured: &'a [&'a str], implementation: Handle<'a>) -> LambdaSpec<'a> {
    LambdaSpec {
        class_name: name.to_owned(),
        caller: "Nest",
        interface: "java/util/function/Supplier",
        method_name: "get",
        captured,
        erased_descriptor: "()Ljava/lang/Object;",
        instantiated_descriptor: "()Ljava/lang/Object;",
        implementation,
        markers: &[],
        bridges: &[],
        serializable: false,
    }
}

fn method<'a>(kind: u8, owner: &'a str, name: &'a str, descriptor: &'a str) -> Handle<'a> {
    Handle { kind, owner, name, descriptor, is_interface: kind == 9 }
}

fn switch<'a>(name: &str, kind: SwitchKind, labels: &'a [Label<'a>]) -> SwitchSpec<'a> {
    SwitchSpec { class_name: name.to_owned(), kind, target: "Ljava/lang/Object;", labels }
}

fn add_inferred(java: &Java, name: &str, class: Result<ClassWriter, SynthError>) {
    let mut class = class.unwrap();
    class.major = INFERRED;
    java.add_class(name, &class.finish().unwrap());
}

/// Private members, and a super call by REF_invokeSpecial, from classes that are nest mates as our machine makes them.
const NEST: &str = r#"
import java.lang.invoke.*;
import java.nio.file.*;
import java.util.function.Supplier;

class Nest extends Base {
    private final int secret;
    private Nest(int secret) { this.secret = secret; }
    private Nest() { this(41); }
    private String hidden() { return "hidden " + secret; }
    private static String hiddenStatic() { return "hidden static"; }
    @Override public String toString() { return "Nest " + secret; }
    String who() { return "overridden"; }
    interface Inner { private String inside() { return "inside"; } }

    static MethodHandles.Lookup define(String name) throws Throwable {
        byte[] bytes = Files.readAllBytes(Path.of(name + ".class"));
        return MethodHandles.lookup().defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.NESTMATE);
    }
    static Object get(String name, Object... captured) throws Throwable {
        for (var method : define(name).lookupClass().getDeclaredMethods())
            if (method.getName().equals("get$Lambda")) return ((Supplier<?>) method.invoke(null, captured)).get();
        return null;
    }
    public static void main(String[] arguments) throws Throwable {
        System.out.println(get("Static"));
        System.out.println(get("Constructor"));
        System.out.println(get("Virtual", new Nest(1)));
        System.out.println(get("Special", new Nest(2)));
        System.out.println(get("Super", new Nest(3)));
        System.out.println(get("Interface", new Inner() {}));
        var equals = define("Record").findStatic(define("Record").lookupClass(), "equals", MethodType.methodType(boolean.class, Nest.class, Object.class));
        System.out.println((boolean) equals.invoke(new Nest(5), (Object) new Nest(5)) + " " + (boolean) equals.invoke(new Nest(5), (Object) new Nest(6)));
    }
}
class Base { String who() { return "base"; } }
"#;

#[test]
fn nest_mates_reach_private_members() {
    let java = Java::new("Nest");
    java.compile("Nest", NEST);
    let text = "()Ljava/lang/String;";
    for spec in [
        supplier("Static", &[], method(6, "Nest", "hiddenStatic", text)),
        supplier("Constructor", &[], method(8, "Nest", "<init>", "()V")),
        supplier("Virtual", &["LNest;"], method(5, "Nest", "hidden", text)),
        supplier("Special", &["LNest;"], method(7, "Nest", "hidden", text)),
        supplier("Super", &["LNest;"], method(7, "Base", "who", text)),
        supplier("Interface", &["LNest$Inner;"], method(9, "Nest$Inner", "inside", text)),
    ] {
        java.add_class(&spec.class_name, &lambda::generate(&spec).unwrap());
    }
    let record = record::generate(&RecordSpec {
        class_name: "Record".to_owned(),
        record: "Nest",
        simple_name: "Nest",
        components: &[("secret", "I")],
    });
    java.add_class("Record", &record.unwrap());
    // An invokespecial of another class's method is what a verifier refuses, and what our machine allows these classes.
    assert_eq!(
        java.run(&["-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"], "Nest"),
        "hidden static\nNest 41\nhidden 1\nhidden 2\nbase\ninside\ntrue false\n"
    );
}

const SWITCH: &str = r#"
class Switch {
    enum Color { RED, GREEN { } }
    enum Other { RED }
    static final Object ONE = new Object(), TWO = new Object();
    static void show(Object target, int restart) {
        String result;
        try { result = "" + Labels.typeSwitch(target, restart); } catch (RuntimeException e) { result = e.toString(); }
        System.out.println((target == ONE ? "one" : target == TWO ? "two" : target) + " " + restart + ": " + result);
    }
    public static void main(String[] arguments) throws Exception {
        var labels = Class.forName("Labels").getDeclaredField("labels");
        labels.set(null, new Object[] {TWO, ONE, null});
        for (int restart : new int[] {0, 1, 8, 9, 10, -1}) show("text", restart);
        for (Object target : new Object[] {ONE, TWO, Color.RED, Color.GREEN, Other.RED, 7, (byte) 7, 'x', 120, 121, new long[0], new Object[0], new String[0], 7L, ""}) show(target, 0);
        show(null, 0);
        show(null, 10);
        System.out.println(Names.enumSwitch(Color.RED, 0) + " " + Names.enumSwitch(Color.RED, 2) + " " + Names.enumSwitch(Color.GREEN, 0) + " " + Names.enumSwitch(Other.RED, 3) + " " + Names.enumSwitch(null, 0));
        System.out.println(None.typeSwitch("x", 0) + " " + None.typeSwitch(null, 0));
        System.out.println(Primitive.typeSwitch(1.5, 0) + " " + Primitive.typeSwitch(1.5, 1) + " " + Primitive.typeSwitch(1.5, 2));
        for (int restart : new int[] {0, 1500, 2998, 2999, 3000}) System.out.print(Far.typeSwitch("far", restart) + " ");
        System.out.println(Far.typeSwitch(null, 3));
    }
}
class Labels { static Object[] labels; static int typeSwitch(Object target, int restart) { return 0; } }
class Names { static int enumSwitch(Object target, int restart) { return 0; } }
class None { static int typeSwitch(Object target, int restart) { return 0; } }
class Far { static int typeSwitch(Object target, int restart) { return 0; } }
class Primitive { static int typeSwitch(double target, int restart) { return 0; } }
"#;

#[test]
fn a_switch_finds_the_first_label_from_the_restart_index_on() {
    let java = Java::new("Switch");
    java.compile("Switch", SWITCH);
    let text = units("text");
    let labels = [
        Label::Resolved(1),
        Label::String(&text),
        Label::Enum { class: "Switch$Color", name: "RED" },
        // Neither the class nor the constant is there; that is no error.
        Label::Enum { class: "Missing", name: "BLUE" },
        Label::Integer(7),
        Label::Integer('x' as i32),
        Label::Class("[J"),
        Label::Class("[Ljava/lang/Object;"),
        Label::Resolved(0),
    ];
    add_inferred(&java, "Labels", switches::class(&switch("Labels", SwitchKind::Type, &labels)));
    let names =
        [Label::EnumName("GREEN"), Label::EnumName("RED"), Label::EnumName("NONE"), Label::Class("Switch$Other")];
    add_inferred(&java, "Names", switches::class(&switch("Names", SwitchKind::Enum, &names)));
    add_inferred(&java, "None", switches::class(&switch("None", SwitchKind::Type, &[])));
    let primitive = SwitchSpec {
        target: "D",
        ..switch("Primitive", SwitchKind::Type, &[Label::Primitive("D"), Label::Class("java/lang/Double")])
    };
    add_inferred(&java, "Primitive", switches::class(&primitive));
    // So many labels that 16 bits do not hold the offset from the first to the last.
    let far_text = units("far");
    let mut far = vec![Label::Class("java/lang/Void"); 2999];
    far.push(Label::String(&far_text));
    add_inferred(&java, "Far", switches::class(&switch("Far", SwitchKind::Type, &far)));

    let out_of_bounds =
        |index| format!("java.lang.IndexOutOfBoundsException: Index {index} out of bounds for length 10");
    let expected = format!(
        "text 0: 1\ntext 1: 1\ntext 8: 9\ntext 9: 9\ntext 10: {}\ntext -1: {}\n\
         one 0: 0\ntwo 0: 8\nRED 0: 2\nGREEN 0: 9\nRED 0: 9\n7 0: 4\n7 0: 4\nx 0: 5\n120 0: 5\n121 0: 9\n",
        out_of_bounds(10),
        out_of_bounds(-1)
    );
    let output = java.run(&[], "Switch");
    let (head, tail) = output.split_at(expected.len().min(output.len()));
    assert_eq!(head, expected);
    // The arrays' texts are identities.
    let results: Vec<&str> =
        tail.lines().map(|line| line.split_once(" 0: ").map_or(line, |(_, result)| result)).collect();
    let last = format!("null 10: {}", out_of_bounds(10));
    assert_eq!(
        results,
        ["6", "7", "7", "4", "9", "-1", &last, "1 4 0 3 -1", "0 -1", "0 1 2", "2999 2999 2999 2999 3000 -1"]
    );
}

const CONCAT: &str = r#"
class Concat {
    public static void main(String[] arguments) {
        System.out.println(Values.concat('v', java.util.List.of(1), 2L, "s"));
        System.out.println(Plain.concat(1, new char[0].length, null, 2.5, (byte) -1));
        System.out.println(Nothing.concat().isEmpty() + " " + Long.concat("x").length() + " " + Long.concat(null).endsWith("€null"));
    }
}
class Values { static String concat(Object a, Object b, long j, String s) { return null; } }
class Plain { static String concat(int a, int b, Object c, double d, byte e) { return null; } }
class Nothing { static String concat() { return null; } }
class Long { static String concat(String s) { return null; } }
"#;

#[test]
fn a_recipe_mixes_arguments_constants_and_text() {
    let java = Java::new("Concat");
    java.compile("Concat", CONCAT);
    let middle = units("<é\u{1F600}\u{1}>");
    let recipe = units("a\u{2}b\u{2}\u{1}\u{2}c\u{1}");
    let values = ConcatSpec {
        class_name: "Values".to_owned(),
        recipe: Some(&recipe),
        arguments: &["J", "Ljava/lang/String;"],
        constants: &[ConcatConstant::Value, ConcatConstant::Text(&middle), ConcatConstant::Value],
    };
    let plain = ConcatSpec {
        class_name: "Plain".to_owned(),
        recipe: None,
        arguments: &["I", "I", "Ljava/lang/Object;", "D", "B"],
        constants: &[],
    };
    let nothing = ConcatSpec { class_name: "Nothing".to_owned(), recipe: Some(&[]), arguments: &[], constants: &[] };
    // Two constants that only together exceed what one can hold.
    let long_text = units(&"€".repeat(20_000));
    let long = ConcatSpec {
        class_name: "Long".to_owned(),
        recipe: Some(&[2, 2, 1]),
        arguments: &["Ljava/lang/String;"],
        constants: &[ConcatConstant::Text(&long_text), ConcatConstant::Text(&long_text)],
    };
    for spec in [values, plain, nothing, long] {
        java.add_class(&spec.class_name, &concat::generate(&spec).unwrap());
    }
    assert_eq!(java.run(&[], "Concat"), "avb<é\u{1F600}\u{1}>2[1]cs\n10null2.5-1\ntrue 40001 true\n");
}

const WIDE: &str = r#"
class Wide { public static void main(String[] arguments) { System.out.println(Locals.run(7L)); } }
class Locals { static long run(long value) { return 0; } }
"#;

#[test]
fn the_assembler_uses_wide_forms_where_needed() {
    let java = Java::new("Wide");
    java.compile("Wide", WIDE);
    let long = Type::Primitive(Primitive::Long);
    let text = Type::Reference("java/lang/String");
    let mut class = ClassWriter::new(access::SUPER, "Locals");
    class.major = INFERRED;
    let mut code = class.method(access::STATIC, "run", "(J)J").unwrap();
    // Enough constants for an index of more than one byte.
    for number in 0..300 {
        code.int(1_000_000 + number);
        code.drop_value(Type::Primitive(Primitive::Int));
    }
    code.string("a string constant far behind");
    code.store(text, 300);
    code.load(long, 0);
    code.store(long, 400);
    let end = code.label();
    code.load(text, 300);
    code.jump(Jump::IfNotNull, end);
    code.load(long, 0);
    code.return_value(long);
    code.mark(end);
    code.load(long, 400);
    code.return_value(long);
    code.end().unwrap();
    let bytes = class.finish().unwrap();
    let file = ClassFile::parse(bytes.clone().into()).unwrap();
    let code = file.code(&file.methods[0]).unwrap().unwrap();
    assert_eq!((code.max_stack, code.max_locals), (2, 402));
    java.add_class("Locals", &bytes);
    assert_eq!(java.run(&[], "Wide"), "7\n");
}

#[test]
fn a_handle_that_is_no_method_is_refused() {
    for (kind, name) in [(0, "m"), (1, "m"), (4, "m"), (10, "m"), (6, "<init>"), (8, "m"), (5, "<clinit>")] {
        let spec = supplier("A", &[], method(kind, "B", name, "()V"));
        assert_eq!(lambda::generate(&spec), Err(SynthError::HandleKind(kind)), "{kind} {name}");
    }
}

#[test]
fn malformed_descriptors_are_refused() {
    for descriptor in ["", "()", "(", "(V)V", "()Lx", "I", "(La.b;)V", "()[V", "(\u{20ac})V"] {
        let error = Err(SynthError::Descriptor(descriptor.to_owned()));
        let spec = supplier("A", &[], method(6, "B", "m", descriptor));
        assert_eq!(lambda::generate(&spec), error);
        let erased = LambdaSpec { erased_descriptor: descriptor, ..supplier("A", &[], method(6, "B", "m", "()I")) };
        assert_eq!(lambda::generate(&erased), error);
    }
    let constructor = supplier("A", &[], method(8, "B", "<init>", "()I"));
    let error = Err(SynthError::Descriptor("()I".to_owned()));
    assert_eq!(lambda::generate(&constructor), error);
    for descriptor in ["", "V", "X", "Lx", "[", "[V", "II"] {
        let error = Err(SynthError::Descriptor(descriptor.to_owned()));
        let captured = [descriptor];
        let spec = supplier("A", &captured, method(6, "B", "m", "(I)I"));
        assert_eq!(lambda::generate(&spec), error);
        let record = record::generate(&RecordSpec {
            class_name: "A".to_owned(),
            record: "R",
            simple_name: "R",
            components: &[("c", descriptor)],
        });
        assert_eq!(record, error);
        let concat = concat::generate(&ConcatSpec {
            class_name: "A".to_owned(),
            recipe: None,
            arguments: &captured,
            constants: &[],
        });
        assert_eq!(concat, error);
        let switch = SwitchSpec { target: descriptor, ..switch("A", SwitchKind::Type, &[]) };
        assert_eq!(switches::generate(&switch), error);
    }
}

#[test]
fn a_lambda_whose_arguments_do_not_fit_is_refused() {
    let spec = supplier("A", &["I"], method(6, "B", "m", "()I"));
    assert_eq!(lambda::generate(&spec), Err(SynthError::Arity { taken: 0, provided: 1 }));
    let spec = supplier("A", &[], method(5, "B", "m", "()I"));
    assert_eq!(lambda::generate(&spec), Err(SynthError::Arity { taken: 1, provided: 0 }));
    let spec = supplier("A", &[], method(6, "B", "m", "()V"));
    let error = SynthError::Conversion { from: "V".to_owned(), to: "Ljava/lang/Object;".to_owned() };
    assert_eq!(lambda::generate(&spec), Err(error));
}

#[test]
fn a_recipe_that_does_not_fit_is_refused() {
    let concat = |recipe: &[u16], arguments: &[&str], constants: &[ConcatConstant]| {
        let spec = ConcatSpec { class_name: "A".to_owned(), recipe: Some(recipe), arguments, constants };
        concat::generate(&spec).unwrap_err().to_string()
    };
    assert_eq!(
        concat(&[1, 1], &["I"], &[]),
        "Mismatched number of concat arguments: recipe wants 2 arguments, but signature provides 1"
    );
    assert_eq!(
        concat(&[2], &[], &[]),
        "Mismatched number of concat constants: recipe wants 1 constants, but 0 are passed"
    );
    assert_eq!(concat(&[1; 101], &["J"; 101], &[]), "Too many concat argument slots: 202, can only accept 200");
    assert_eq!(concat(&[2; 300], &[], &[ConcatConstant::Value; 300]), "parameter list too large for a class file");
}

#[test]
fn primitive_patterns_are_unsupported() {
    let error = Err(SynthError::Unsupported("primitive types in patterns".to_owned()));
    for label in [Label::Primitive("I"), Label::PrimitiveConstant] {
        assert_eq!(switches::generate(&switch("A", SwitchKind::Type, &[label])), error);
    }
    for label in [Label::Primitive("J"), Label::Integer(1), Label::Class("java/lang/Long")] {
        let labels = [label];
        let spec = SwitchSpec { target: "I", ..switch("A", SwitchKind::Type, &labels) };
        assert_eq!(switches::generate(&spec), error);
    }
}

#[test]
fn what_no_class_file_can_hold_is_refused() {
    let name = "x".repeat(65536);
    let spec = supplier(&name, &[], method(6, "B", "m", "()I"));
    assert_eq!(lambda::generate(&spec), Err(SynthError::TooLarge("constant string")));

    let labels = vec![Label::Class("java/lang/Void"); 5000];
    let spec = switch("A", SwitchKind::Type, &labels);
    assert_eq!(switches::generate(&spec), Err(SynthError::TooLarge("code")));

    let captured = ["J"; 128];
    let descriptor = format!("({})I", "J".repeat(128));
    let spec = supplier("A", &captured, method(6, "B", "m", &descriptor));
    assert_eq!(lambda::generate(&spec), Err(SynthError::TooLarge("parameter list")));

    let mut class = ClassWriter::new(access::SUPER, "A");
    for number in 0..70_000 {
        class.field(0, &format!("f{number}"), "I");
    }
    assert_eq!(class.finish(), Err(SynthError::TooLarge("constant pool")));
}
