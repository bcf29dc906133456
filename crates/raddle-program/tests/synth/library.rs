//! The class library itself, relinked: HotSpot boots and runs a program on a java.base whose lambdas and records are ours.

use crate::java::Java;
use crate::relink;
use std::path::Path;

/// Where the JDK on the PATH is.
fn home(java: &Java) -> String {
    java.compile(
        "Home",
        "class Home { public static void main(String[] a) { System.out.print(System.getProperty(\"java.home\")); } }",
    );
    java.run(&[], "Home")
}

/// Initialises, and so verifies, every class we made.
const LOAD: &str = r#"
import java.nio.file.*;
class Load {
    public static void main(String[] arguments) throws Exception {
        Path root = Path.of("patch");
        int count = 0;
        try (var files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = root.relativize(file).toString().replace('/', '.');
                if (name.contains("$$Made$")) {
                    Class.forName(name.substring(0, name.length() - ".class".length()));
                    count++;
                }
            }
        }
        System.out.print(count + " verified");
    }
}
"#;

#[test]
fn the_class_library_runs_on_our_classes() {
    let java = Java::new("Library");
    let image = Path::new(&home(&java)).join("lib/modules");
    let status = java
        .command("jimage")
        .args(["extract", "--dir", "image", "--include"])
        .arg("regex:/java.base/java/(util|time|text|lang)/.*")
        .arg(image)
        .status()
        .unwrap();
    assert!(status.success());
    let mut made = 0;
    for (path, bytes) in java.classes() {
        let Ok(path) = path.strip_prefix(java.dir.join("image/java.base")) else {
            continue;
        };
        let Some(relinked) = relink::relink(&bytes) else {
            continue;
        };
        java.add_class(
            &format!("patch/{}", path.with_extension("").display()),
            &relinked.bytes,
        );
        made += relinked.made.len();
        for (name, bytes) in &relinked.made {
            java.add_class(&format!("patch/{name}"), bytes);
        }
    }
    assert!(made > 600, "{made}");
    java.compile("Lambdas", include_str!("Lambdas.java"));
    let expected = java.run(&[], "Lambdas");
    let flags = [
        "--patch-module",
        "java.base=patch",
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+BytecodeVerificationLocal",
    ];
    assert_eq!(java.run(&flags, "Lambdas"), expected);
    java.compile("Load", LOAD);
    assert_eq!(java.run(&flags, "Load"), format!("{made} verified"));
}
