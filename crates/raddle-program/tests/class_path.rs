//! The class path as `java` has it: order, wildcards, manifests, multi-release jars, and what
//! happens when an entry is missing or damaged.

mod mutate;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use raddle_program::classpath::{ClassPath, ClassPathError};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A directory of its own for each test, removed afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("raddle-class-path-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str, content: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn jar(&self, name: &str, entries: &[(&str, &str)]) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut jar = ZipWriter::new(File::create(path).unwrap());
        for (entry, content) in entries {
            jar.start_file(*entry, SimpleFileOptions::default()).unwrap();
            jar.write_all(content.as_bytes()).unwrap();
        }
        jar.finish().unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn find(class_path: &ClassPath, resource: &str) -> Option<(String, usize)> {
    let (bytes, entry) = class_path.find(resource).unwrap()?;
    Some((String::from_utf8(bytes).unwrap(), entry))
}

#[test]
fn the_first_entry_that_has_a_resource_wins() {
    let scratch = Scratch::new("first");
    scratch.file("classes/p/A.class", "A of directory");
    scratch.jar("one.jar", &[("p/A.class", "A of jar"), ("p/B.class", "B of jar")]);
    let class_path = ClassPath::parse(&format!("{}:{}", scratch.path("classes"), scratch.path("one.jar")));
    assert_eq!(find(&class_path, "p/A.class"), Some(("A of directory".into(), 0)));
    assert_eq!(find(&class_path, "p/B.class"), Some(("B of jar".into(), 1)));
    assert_eq!(find(&class_path, "p/C.class"), None);
    let second = class_path.find_from(1, "p/A.class").unwrap();
    assert_eq!(second, Some((b"A of jar".to_vec(), 1)));
    assert_eq!(class_path.entry_path(1), Some(scratch.path("one.jar").into()));
}

#[test]
fn a_missing_entry_is_passed_over() {
    let scratch = Scratch::new("missing");
    scratch.file("classes/A.class", "A");
    let class_path = ClassPath::parse(&format!("{}:{}", scratch.path("gone.jar"), scratch.path("classes")));
    assert_eq!(find(&class_path, "A.class"), Some(("A".into(), 0)));
    assert_eq!(class_path.entries().len(), 2);
}

#[test]
fn a_damaged_jar_is_passed_over_and_can_be_named() {
    let scratch = Scratch::new("damaged");
    scratch.file("bad.jar", "this is no jar");
    let class_path = ClassPath::parse(&scratch.path("bad.jar"));
    assert_eq!(class_path.broken(), None);
    for _ in 0..2 {
        assert_eq!(class_path.find("A.class"), Ok(None));
        let error = class_path.broken().unwrap();
        assert!(matches!(error, ClassPathError::Jar { .. }));
        let message = error.to_string();
        assert!(message.starts_with("cannot read the jar ") && message.contains("bad.jar: "), "{message}");
    }
}

#[test]
fn a_damaged_entry_is_an_error_that_names_it() {
    let scratch = Scratch::new("entry");
    let content = "a class file of some length ".repeat(20);
    scratch.jar("a.jar", &[("p/A.class", &content)]);
    let mut bytes = fs::read(scratch.path("a.jar")).unwrap();
    let middle = "p/A.class".len() + 30 + 20;
    bytes[middle] ^= 0x55;
    fs::write(scratch.path("a.jar"), bytes).unwrap();
    let error = ClassPath::parse(&scratch.path("a.jar")).find("p/A.class").unwrap_err();
    assert!(error.to_string().contains("its entry p/A.class: "), "{error}");
}

#[test]
fn a_wildcard_is_all_jars_of_a_directory() {
    let scratch = Scratch::new("wildcard");
    scratch.jar("lib/b.jar", &[("X", "b")]);
    scratch.jar("lib/a.JAR", &[("X", "a")]);
    scratch.jar("lib/deeper/c.jar", &[("Y", "c")]);
    scratch.file("lib/X", "loose");
    scratch.file("lib/notes.txt", "");
    let class_path = ClassPath::parse(&scratch.path("lib/*"));
    let expected: [PathBuf; 2] = [scratch.path("lib/a.JAR").into(), scratch.path("lib/b.jar").into()];
    assert_eq!(class_path.entries(), expected);
    assert_eq!(find(&class_path, "X"), Some(("a".into(), 0)));
    assert_eq!(find(&class_path, "Y"), None);
}

#[test]
fn an_empty_element_is_the_current_directory() {
    assert_eq!(ClassPath::parse("").entries(), [Path::new(".")]);
    assert_eq!(ClassPath::parse("a:").entries(), [Path::new("a"), Path::new(".")]);
    assert!(ClassPath::parse("").find("Cargo.toml").unwrap().is_some());
}

#[test]
fn what_a_manifest_names_is_searched_right_after_its_jar() {
    let scratch = Scratch::new("manifest");
    let circle = "Class-Path: ../main.jar\n";
    let named = "Main-Class: p.Main\nClass-Path: lib/my%20lib.jar classes/ http://example.org/x.jar lib/go\n ne.jar\n";
    scratch.jar("main.jar", &[("META-INF/MANIFEST.MF", named), ("M", "main")]);
    scratch.jar("lib/my lib.jar", &[("META-INF/MANIFEST.MF", circle), ("X", "lib")]);
    scratch.file("classes/X", "classes");
    scratch.file("classes/Y", "classes");
    scratch.jar("last.jar", &[("X", "last"), ("Y", "last"), ("Z", "last")]);
    let class_path = ClassPath::parse(&format!("{}:{}", scratch.path("main.jar"), scratch.path("last.jar")));
    assert_eq!(find(&class_path, "X"), Some(("lib".into(), 1)));
    assert_eq!(find(&class_path, "Y"), Some(("classes".into(), 2)));
    assert_eq!(find(&class_path, "Z"), Some(("last".into(), 3)));
    assert_eq!(find(&class_path, "M"), Some(("main".into(), 0)));
    assert_eq!(class_path.find("nothing").unwrap(), None);
    assert_eq!(class_path.entry_path(4), None);
}

#[test]
fn the_manifest_says_what_to_run() {
    let scratch = Scratch::new("main");
    let manifest = "Manifest-Version: 1.0\r\nMain-Class: org.example.Main \r\nAdd-Opens: java.base/java.lang\r\n\r\n";
    scratch.jar("a.jar", &[("META-INF/MANIFEST.MF", manifest)]);
    scratch.jar("b.jar", &[("X", "")]);
    let (a, b) = (scratch.path("a.jar"), scratch.path("b.jar"));
    assert_eq!(ClassPath::main_class(a.as_ref()).unwrap(), "org.example.Main");
    let opens = ClassPath::manifest_attribute(a.as_ref(), "Add-Opens").unwrap();
    assert_eq!(opens.as_deref(), Some("java.base/java.lang"));
    let error = ClassPath::main_class(b.as_ref()).unwrap_err().to_string();
    assert!(error.starts_with(&format!("no main manifest attribute, in {b}; ")), "{error}");
}

#[test]
fn a_multi_release_jar_gives_the_newest_version_for_the_jdk() {
    let scratch = Scratch::new("multi");
    let entries = [
        ("META-INF/MANIFEST.MF", "Multi-Release: true\n"),
        ("A", "base"),
        ("META-INF/versions/9/A", "9"),
        ("META-INF/versions/17/A", "17"),
        ("META-INF/versions/21/A", "21"),
        ("META-INF/versions/11/B", "11"),
    ];
    scratch.jar("multi.jar", &entries);
    scratch.jar("plain.jar", &entries[1..]);
    let with = |feature, name: &str| {
        let class_path = ClassPath::parse(&scratch.path("multi.jar")).with_feature(feature);
        find(&class_path, name).map(|(content, _)| content)
    };
    assert_eq!(with(17, "A").as_deref(), Some("17"));
    assert_eq!(with(25, "A").as_deref(), Some("21"));
    assert_eq!(with(17, "B").as_deref(), Some("11"));
    let plain = ClassPath::parse(&scratch.path("plain.jar")).with_feature(25);
    assert_eq!(find(&plain, "A"), Some(("base".into(), 0)));
}

#[test]
fn no_name_leads_out_of_a_directory() {
    let scratch = Scratch::new("out");
    scratch.file("secret", "secret");
    scratch.file("classes/A", "A");
    let class_path = ClassPath::parse(&scratch.path("classes"));
    for name in ["../secret", &scratch.path("secret"), "A/../../secret", "", "/", ".", "A\0"] {
        assert_eq!(class_path.find(name).unwrap(), None, "{name:?}");
    }
}

#[test]
fn a_jar_damaged_anywhere_never_causes_a_panic() {
    let scratch = Scratch::new("fuzz");
    let manifest = "Multi-Release: true\nClass-Path: other.jar\n";
    let content = "a class file of some length ".repeat(20);
    let entries = [("META-INF/MANIFEST.MF", manifest), ("p/A.class", &content)];
    scratch.jar("a.jar", &entries);
    let original = fs::read(scratch.path("a.jar")).unwrap();
    for seed in 0..3_000 {
        let mut bytes = original.clone();
        mutate::mutate(&mut bytes, &mut mutate::Random(seed));
        fs::write(scratch.path("a.jar"), bytes).unwrap();
        let class_path = ClassPath::parse(&scratch.path("a.jar"));
        class_path.find("p/A.class").ok();
        class_path.find("p/B.class").ok();
    }
}
