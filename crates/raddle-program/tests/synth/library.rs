//! The class library itself, relinked: HotSpot boots and runs a program on a java.base whose lambdas and records are ours.

use crate::java::Java;
use crate::relink::{self, Relinked};
use raddle_program::jdk::Jdk;

/// Relinks every class of the JDK in the modules and packages that `wanted` says yes to.
fn relink_library(wanted: impl Fn(&str, &str) -> bool, mut each: impl FnMut(&str, Relinked)) {
    let jdk = Jdk::locate(None).unwrap();
    for resource in jdk.image.resources() {
        let resource = resource.unwrap();
        let is_class = resource.extension() == "class" && resource.base() != "module-info";
        if is_class && wanted(resource.module(), resource.parent()) {
            let bytes = resource.bytes().unwrap();
            if let Some(relinked) = relink::relink(&bytes) {
                each(&format!("{}/{}", resource.parent(), resource.base()), relinked);
            }
        }
    }
}

#[test]
fn every_call_site_of_the_jdk_gets_a_class() {
    let mut made = 0;
    relink_library(|_, _| true, |_, relinked| made += relinked.made.len());
    assert!(made > 15_000, "{made}");
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
    let mut made = 0;
    let packages = ["java/util", "java/time", "java/text", "java/lang"];
    let wanted = |module: &str, package: &str| {
        module == "java.base" && packages.iter().any(|prefix| package.starts_with(prefix))
    };
    relink_library(wanted, |name, relinked| {
        java.add_class(&format!("patch/{name}"), &relinked.bytes);
        made += relinked.made.len();
        for (name, bytes) in &relinked.made {
            java.add_class(&format!("patch/{name}"), bytes);
        }
    });
    assert!(made > 600, "{made}");
    java.compile("Lambdas", include_str!("Lambdas.java"));
    let expected = java.run(&[], "Lambdas");
    let flags =
        ["--patch-module", "java.base=patch", "-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal"];
    assert_eq!(java.run(&flags, "Lambdas"), expected);
    java.compile("Load", LOAD);
    assert_eq!(java.run(&flags, "Load"), format!("{made} verified"));
}
