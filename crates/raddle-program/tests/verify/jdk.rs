//! The verifier must find nothing wrong with the code of a JDK: all of it was compiled by javac and
//! passes HotSpot's verifier.

use crate::hierarchy::{Ignorance, Known};
use raddle_program::classfile::ClassFile;
use raddle_program::jdk::Jdk;
use raddle_program::verify::{Hierarchy, Request, verify};

/// The classes of the JDK's modules whose name `module` likes.
pub fn classes(module: impl Fn(&str) -> bool) -> Vec<ClassFile> {
    let image = Jdk::locate(None).expect("a JDK").image;
    let mut classes = Vec::new();
    for resource in image.resources() {
        let resource = resource.expect("a resource");
        if resource.extension() == "class" && module(resource.module()) {
            let bytes = resource.bytes().expect("its bytes");
            classes.push(ClassFile::parse(bytes).expect("a class file"));
        }
    }
    classes
}

/// Verifies all methods; the result is their number and that of the checks.
fn verify_all(classes: &[ClassFile], hierarchy: &dyn Hierarchy) -> (usize, usize) {
    let (mut methods, mut checks, mut failures) = (0, 0, Vec::new());
    for file in classes {
        for method in &file.methods {
            let Some(code) = file.code(method).expect("sound code attributes") else {
                continue;
            };
            methods += 1;
            let request = Request { file, method, code: &code, hierarchy };
            match verify(&request) {
                Ok(verified) => checks += verified.checks.len(),
                Err(error) => failures.push(error.to_string()),
            }
        }
    }
    let some = failures[..failures.len().min(10)].join("\n");
    assert!(failures.is_empty(), "{} failures, such as\n{some}", failures.len());
    (methods, checks)
}

#[test]
fn all_methods_of_java_base_pass_when_no_class_is_known() {
    let (methods, checks) = verify_all(&classes(|module| module == "java.base"), &Ignorance);
    println!("{methods} methods, {checks} checks");
    assert!(methods > 40_000, "{methods}");
}

#[test]
fn all_methods_of_the_jdk_pass_with_hardly_a_check_when_all_classes_are_known() {
    let classes = classes(|_| true);
    let mut everything = Known::default();
    for file in &classes {
        everything.add(file);
    }
    let (methods, checks) = verify_all(&classes, &everything);
    println!("{methods} methods, {checks} checks");
    assert!(methods > 100_000, "{methods}");
    // Where more than four classes meet, their common superclass is not looked for.
    assert!(checks < methods / 1000, "{checks}");
}
