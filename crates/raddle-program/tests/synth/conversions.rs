//! Every conversion of arguments and results that `LambdaMetafactory` defines, compared with what the JDK's own makes of it.

use crate::java::Java;
use raddle_program::synth::lambda::{self, LambdaSpec};
use raddle_program::synth::{Handle, SynthError};
use std::fmt::Write;

/// Descriptors with their Java names.
const TYPES: [(&str, &str); 22] = [
    ("Z", "boolean"),
    ("B", "byte"),
    ("S", "short"),
    ("C", "char"),
    ("I", "int"),
    ("J", "long"),
    ("F", "float"),
    ("D", "double"),
    ("Ljava/lang/Boolean;", "Boolean"),
    ("Ljava/lang/Byte;", "Byte"),
    ("Ljava/lang/Short;", "Short"),
    ("Ljava/lang/Character;", "Character"),
    ("Ljava/lang/Integer;", "Integer"),
    ("Ljava/lang/Long;", "Long"),
    ("Ljava/lang/Float;", "Float"),
    ("Ljava/lang/Double;", "Double"),
    ("Ljava/lang/Object;", "Object"),
    ("Ljava/lang/Number;", "Number"),
    ("Ljava/lang/Comparable;", "Comparable"),
    ("Ljava/io/Serializable;", "java.io.Serializable"),
    ("Ljava/lang/String;", "String"),
    ("[I", "int[]"),
];

fn is_primitive(descriptor: &str) -> bool {
    descriptor.len() == 1
}

/// The interface's type, its instantiation and the implementation's type, wherever the second can instantiate the first.
fn triples() -> Vec<(usize, usize, usize)> {
    let mut triples = Vec::new();
    for (erased, (outer, _)) in TYPES.iter().enumerate() {
        for (instantiated, (inner, _)) in TYPES.iter().enumerate() {
            let general = *outer == "Ljava/lang/Object;" && !is_primitive(inner);
            let number = *outer == "Ljava/lang/Number;" && (9..16).contains(&instantiated) && instantiated != 11;
            if erased == instantiated || general || number {
                triples.extend((0..TYPES.len()).map(|implementation| (erased, instantiated, implementation)));
            }
        }
    }
    triples
}

/// The driver's interfaces and implementations, one of each for every type.
fn driver() -> String {
    let mut members = String::new();
    for (index, (descriptor, name)) in TYPES.iter().enumerate() {
        let cast = if is_primitive(descriptor) { TYPES[index + 8].1 } else { name };
        // The order of short and char in the two halves of the table is the same.
        writeln!(
            members,
            "interface Take{index} {{ void m({name} v); }} interface Give{index} {{ {name} m(); }} \
             static void take{index}({name} v) {{ last = v; }} static {name} give{index}() {{ return ({cast}) next; }}"
        )
        .unwrap();
    }
    include_str!("Conversions.java").replace("/*MEMBERS*/", &members)
}

#[test]
fn every_conversion_is_that_of_the_jdk() {
    let java = Java::new("Conversions");
    java.compile("Conversions", &driver());
    let mut cases = String::new();
    let mut made = 0;
    for (number, (erased, instantiated, implementation)) in triples().into_iter().enumerate() {
        for giving in [false, true] {
            let class_name = format!("C{number}{}", if giving { "Give" } else { "Take" });
            let descriptor = |index: usize| {
                let text = TYPES[index].0;
                if giving { format!("(){text}") } else { format!("({text})V") }
            };
            let interface = format!("Conversions${}{erased}", if giving { "Give" } else { "Take" });
            let name = format!("{}{implementation}", if giving { "give" } else { "take" });
            let bytes = lambda::generate(&LambdaSpec {
                class_name: class_name.clone(),
                caller: "Conversions",
                interface: &interface,
                method_name: "m",
                captured: &[],
                erased_descriptor: &descriptor(erased),
                instantiated_descriptor: &descriptor(instantiated),
                implementation: Handle {
                    kind: 6,
                    owner: "Conversions",
                    name: &name,
                    descriptor: &descriptor(implementation),
                    is_interface: false,
                },
                markers: &[],
                bridges: &[],
                serializable: false,
            });
            let outcome = match bytes {
                Ok(bytes) => {
                    java.add_class(&class_name, &bytes);
                    made += 1;
                    "made"
                }
                Err(SynthError::Conversion { .. }) => "refused",
                Err(error) => panic!("{error}"),
            };
            writeln!(cases, "{class_name} {giving} {erased} {instantiated} {implementation} {outcome}").unwrap();
        }
    }
    std::fs::write(java.dir.join("cases.txt"), cases).unwrap();
    assert!(made > 1000, "{made}");
    let report = java.run(&[], "Conversions");
    assert!(report.starts_with("same: "), "{report}");
    let same: usize = report["same: ".len()..].trim().parse().unwrap();
    assert!(same > 400, "{report}");
}
