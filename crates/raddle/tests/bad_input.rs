//! Bad input on the command line, one mistake a test: the tool's own errors are one line on standard error that says what is wrong and what to do, and
//! exit code 3; a program's uncaught error is the program's, with exit code 1. Never a panic.

use raddle_program::jdk::Jdk;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

const SOURCE: &str = r#"
    public class Hello {
        public static void main(String[] args) { System.out.println("hello " + String.join("|", args)); }
    }
    class NoMain { }
    class Hidden { private static void main(String[] args) { } }
    class Instance { public void main(String[] args) { } }
    class Answer { public static int main(String[] args) { return 0; } }
    class Parent { }
    class Child extends Parent { public static void main(String[] args) { } }
    class Broken { static int zero; static int value = 1 / zero; public static void main(String[] args) { } }
    class Lines {
        public static void main(String[] args) {
            for (int i = 0; i < 20_000; i++) System.out.println("line " + i);
            System.exit(System.out.checkError() ? 4 : 5);
        }
    }
    class Input {
        public static void main(String[] args) throws java.io.IOException { System.out.println(System.in.read()); }
    }
"#;

/// The compiled classes.
static CLASSES: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = fresh("classes");
    let source = directory.join("Hello.java");
    fs::write(&source, SOURCE).expect("a source file is written");
    let status = Command::new("javac").arg("-d").arg(&directory).arg(source).status();
    assert!(status.expect("javac runs").success());
    directory
});

/// An empty directory for a test's files.
fn fresh(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad_input").join(name);
    drop(fs::remove_dir_all(&directory));
    fs::create_dir_all(&directory).expect("a directory");
    directory
}

fn raddle<A: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.arg("run").args(arguments).stdin(Stdio::null());
    command
}

/// `raddle run` of a class on a class path of one directory.
fn on(directory: &Path, class: &str) -> Command {
    raddle(["-cp".as_ref(), directory.as_os_str(), class.as_ref()])
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The command fails as the tool's own errors do, and its one line has all these parts.
#[track_caller]
fn refused(mut command: Command, parts: &[&str]) {
    let output = command.output().expect("raddle starts");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert_eq!(said.lines().count(), 1, "one line: {said}");
    assert!(said.starts_with("raddle: "), "{said}");
    for part in parts {
        assert!(said.contains(part), "{part:?} is not in: {said}");
    }
    assert_eq!(text(&output.stdout), "");
}

/// The command succeeds and prints this.
#[track_caller]
fn prints(mut command: Command, expected: &str) {
    let output = command.output().expect("raddle starts");
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), expected), "{said}");
    assert_eq!(said, "");
}

/// A directory with one class file.
fn with_class(name: &str, file: &str, bytes: &[u8]) -> PathBuf {
    let directory = fresh(name);
    let path = directory.join(file);
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    fs::write(path, bytes).expect("a class file is written");
    directory
}

fn hello() -> Vec<u8> {
    fs::read(CLASSES.join("Hello.class")).expect("Hello.class")
}

/// A jar of the class Hello with these further words to `jar`.
fn jar(name: &str, words: &[&str]) -> PathBuf {
    let file = fresh(name).join("hello.jar");
    let status = Command::new("jar")
        .arg("--create")
        .arg("--file")
        .arg(&file)
        .args(words)
        .arg("-C")
        .arg(&*CLASSES)
        .arg("Hello.class")
        .status();
    assert!(status.expect("jar runs").success());
    file
}

fn run_jar(jar: &Path) -> Command {
    raddle(["-jar".as_ref(), jar.as_os_str()])
}

fn with_jdk(home: &Path) -> Command {
    raddle(["--jdk".as_ref(), home.as_os_str(), "-cp".as_ref(), CLASSES.as_os_str(), "Hello".as_ref()])
}

/// A directory like a JDK's, with the release file given and the first bytes of an image.
fn fake_jdk(name: &str, release: &str, image: &[u8]) -> PathBuf {
    let home = fresh(name);
    fs::create_dir_all(home.join("lib")).expect("a directory");
    fs::write(home.join("release"), release).expect("a release file");
    fs::write(home.join("lib/modules"), image).expect("an image");
    home
}

/// The release file of the real JDK, and the first bytes of its image.
fn real_jdk(bytes: u64) -> (String, Vec<u8>) {
    let home = Jdk::locate(None).expect("a JDK").home;
    let release = fs::read_to_string(home.join("release")).expect("its release file");
    let mut image = Vec::new();
    fs::File::open(home.join("lib/modules"))
        .expect("its image")
        .take(bytes)
        .read_to_end(&mut image)
        .expect("its image");
    (release, image)
}

#[test]
fn a_main_class_that_is_not_there() {
    for class in ["Nowhere", "no.such.Place", "Hello.class", "..", ""] {
        refused(on(&CLASSES, class), &["main class", "is not on the class path", "check its name and -cp"]);
    }
    refused(on(&CLASSES, "[LHello;"), &["is a class without a main method"]);
}

#[test]
fn a_main_class_without_a_main_method() {
    refused(
        on(&CLASSES, "NoMain"),
        &["NoMain is a class without a main method", "public static void main(String[] args)"],
    );
}

#[test]
fn a_main_method_that_is_not_public() {
    refused(on(&CLASSES, "Hidden"), &["whose main method is not public", "public static void main(String[] args)"]);
}

#[test]
fn a_main_method_that_is_not_static() {
    refused(on(&CLASSES, "Instance"), &["whose main method is not static", "public static void main(String[] args)"]);
}

#[test]
fn a_main_method_that_returns_something() {
    refused(on(&CLASSES, "Answer"), &["has other parameters or a result", "public static void main(String[] args)"]);
}

#[test]
fn a_main_class_whose_superclass_is_missing() {
    let directory = with_class("orphan", "Child.class", &fs::read(CLASSES.join("Child.class")).expect("Child.class"));
    refused(
        on(&directory, "Child"),
        &["main class Child cannot be loaded: java.lang.NoClassDefFoundError: Parent", "-cp"],
    );
}

#[test]
fn a_main_class_whose_initialiser_fails_is_the_programs_error() {
    let output = on(&CLASSES, "Broken").output().expect("raddle starts");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.starts_with("Exception in thread \"main\" java.lang.ExceptionInInitializerError"), "{said}");
}

#[test]
fn a_jar_that_is_not_there() {
    refused(run_jar(Path::new("/nonexistent/app.jar")), &["/nonexistent/app.jar", "No such file", "check the path"]);
}

#[test]
fn a_jar_that_is_none() {
    let directory = with_class("no_jar", "app.jar", b"this is not a jar");
    refused(run_jar(&directory.join("app.jar")), &["app.jar", "invalid Zip archive", "build the jar again"]);
}

#[test]
fn an_empty_jar() {
    let directory = with_class("empty_jar", "app.jar", b"");
    refused(run_jar(&directory.join("app.jar")), &["app.jar", "build the jar again"]);
}

#[test]
fn a_jar_that_is_cut_off() {
    let whole = jar("whole_jar", &["--main-class", "Hello"]);
    prints(run_jar(&whole), "hello \n");
    let bytes = fs::read(&whole).expect("the jar");
    for length in [bytes.len() - 1, bytes.len() / 2, 30] {
        let directory = with_class("cut_jar", "app.jar", &bytes[..length]);
        refused(run_jar(&directory.join("app.jar")), &["app.jar", "build the jar again"]);
    }
}

#[test]
fn a_jar_without_a_main_class() {
    refused(run_jar(&jar("plain_jar", &[])), &["no main manifest attribute", "raddle run -cp"]);
}

#[test]
fn a_jar_whose_main_class_is_missing() {
    refused(run_jar(&jar("gone_jar", &["--main-class", "Gone"])), &["main class Gone is not on the class path"]);
}

#[test]
fn a_jar_that_is_a_directory() {
    refused(run_jar(&fresh("directory.jar")), &["is a directory, not a jar", "-cp"]);
}

#[test]
fn no_jdk() {
    let mut command = on(&CLASSES, "Hello");
    command.env_remove("JAVA_HOME").env("PATH", "");
    refused(command, &["no JDK found", "--jdk", "JAVA_HOME", "openjdk-17-jdk-headless"]);
}

#[test]
fn a_java_home_that_is_no_jdk() {
    let mut command = on(&CLASSES, "Hello");
    command.env("JAVA_HOME", fresh("no_jdk"));
    refused(command, &["JAVA_HOME points to", "which is no JDK of version 17 or newer", "--jdk"]);
}

#[test]
fn a_jdk_that_is_too_old_or_too_new() {
    for (version, text) in [("1.8.0_402", "1.8.0_402"), ("11.0.2", "11.0.2"), ("99", "99")] {
        let home = fake_jdk("version", &format!("JAVA_VERSION=\"{version}\"\n"), b"");
        refused(with_jdk(&home), &[text, "versions 17 to 25 work", "--jdk"]);
    }
}

#[test]
fn a_release_file_that_says_nothing() {
    for release in ["", "JAVA_VERSION=\"\"", "JAVA_VERSION=\"seventeen\"", "\u{0}\u{1}"] {
        refused(with_jdk(&fake_jdk("release", release, b"")), &["--jdk"]);
    }
}

#[test]
fn a_jdk_without_an_image() {
    let home = fake_jdk("no_image", &real_jdk(0).0, b"");
    fs::remove_file(home.join("lib/modules")).expect("the image");
    refused(with_jdk(&home), &["lib/modules"]);
}

#[test]
fn a_jdk_whose_image_is_cut_off() {
    for length in [0, 3, 100, 50_000, 20_000_000] {
        let (release, image) = real_jdk(length);
        refused(with_jdk(&fake_jdk("cut_image", &release, &image)), &["install", "--jdk"]);
    }
}

#[test]
fn a_jdk_whose_image_is_overwritten_in_places() {
    let (release, image) = real_jdk(u64::MAX);
    // Parts of the index, and of the classes behind it: what breaks depends on the JDK, but never the process.
    for (start, length, byte) in
        [(28, 4_000, 0), (1_000, 200_000, 0xff), (3 << 20, 1 << 20, 0x55), (10 << 20, 60 << 20, 0)]
    {
        let mut damaged = image.clone();
        let end = (start + length).min(damaged.len());
        damaged[start.min(end)..end].fill(byte);
        let home = fake_jdk("damaged_image", &release, &damaged);
        let output = with_jdk(&home).output().expect("raddle starts");
        let said = text(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{:?}: {said}", output.status);
        assert!(!said.contains("internal error"), "{said}");
        if output.status.code() == Some(3) {
            assert_eq!(said.lines().count(), 1, "{said}");
        }
        drop(fs::remove_dir_all(home));
    }
}

#[test]
fn a_class_file_that_is_cut_off() {
    let bytes = hello();
    for length in [0, 1, 9, 100, bytes.len() - 1] {
        let directory = with_class("cut_class", "Hello.class", &bytes[..length]);
        refused(on(&directory, "Hello"), &["java.lang.ClassFormatError: Truncated class file", "compile it again"]);
    }
}

#[test]
fn a_class_file_of_a_newer_version() {
    let mut bytes = hello();
    bytes[6..8].copy_from_slice(&99u16.to_be_bytes());
    let newest = Jdk::locate(None).expect("a JDK").feature + 44;
    let words = format!(
        "java.lang.UnsupportedClassVersionError: Hello has been compiled by a more recent version of the Java Runtime (class file version 99.0), \
         this version of the Java Runtime only recognizes class file versions up to {newest}.0"
    );
    refused(on(&with_class("new_class", "Hello.class", &bytes), "Hello"), &[&words, "--jdk", "javac --release"]);
}

#[test]
fn a_class_file_that_holds_another_class() {
    refused(
        on(&with_class("other_class", "Other.class", &hello()), "Other"),
        &["java.lang.NoClassDefFoundError: Other (wrong name: Hello)", "-cp"],
    );
    refused(
        on(&with_class("other_package", "pkg/Hello.class", &hello()), "pkg.Hello"),
        &["pkg/Hello (wrong name: Hello)", "-cp"],
    );
}

#[test]
fn a_heap_that_is_no_size_or_too_small_or_too_large() {
    for (size, said) in [
        ("banana", "--heap banana: not a size"),
        ("", "not a size"),
        ("-5m", "not a size"),
        ("1k", "too small a heap; give at least 2m"),
        ("9999g", "too large a heap; give at most 31g"),
        ("99999999999999999999g", "not a size"),
    ] {
        refused(raddle(["--heap", size, "Hello"]), &[said]);
    }
}

#[test]
fn a_heap_the_system_has_no_room_for() {
    let script = "ulimit -v 1000000; exec \"$0\" run --heap 8g -cp \"$1\" Hello";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_raddle")]).arg(&*CLASSES);
    refused(command, &["the system has no room for a heap of 8192 MiB", "--heap"]);
}

#[test]
fn a_seed_that_is_no_number() {
    for seed in ["x", "-1", "1.5", "", "99999999999999999999999"] {
        refused(raddle(["--seed", seed, "Hello"]), &["--seed", "not a number"]);
    }
}

#[test]
fn options_that_are_none() {
    refused(raddle(["--frobnicate", "Hello"]), &["unknown option --frobnicate", "raddle run --help"]);
    refused(raddle(["-Zfrobnicate", "Hello"]), &["-Zfrobnicate", "raddle run --help"]);
}

#[test]
fn class_path_entries_that_do_not_exist_are_ignored() {
    let path = format!("/nonexistent:{}:/also/not.jar::/nonexistent/*", CLASSES.display());
    prints(raddle(["-cp", &path, "Hello", "there"]), "hello there\n");
}

#[test]
fn a_broken_jar_on_the_class_path_is_ignored() {
    let broken = with_class("broken_jar", "broken.jar", b"this is not a jar").join("broken.jar");
    let path = format!("{}:{}", broken.display(), CLASSES.display());
    prints(raddle(["-cp", &path, "Hello", "there"]), "hello there\n");
    refused(
        raddle(["-cp", &path, "Nowhere"]),
        &["main class Nowhere is not on the class path", "cannot read the jar", "broken.jar"],
    );
}

#[test]
fn a_class_path_of_nothing() {
    refused(raddle(["-cp", "/nonexistent", "Hello"]), &["main class Hello is not on the class path (/nonexistent)"]);
}

#[test]
fn a_directory_in_place_of_a_class_file() {
    let directory = fresh("directory_class");
    fs::create_dir_all(directory.join("Hello.class")).expect("a directory");
    refused(on(&directory, "Hello"), &["Hello"]);
}

#[test]
#[cfg(unix)]
fn a_class_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let directory = with_class("locked", "Hello.class", &hello());
    let lock = |mode| {
        fs::set_permissions(directory.join("Hello.class"), fs::Permissions::from_mode(mode)).expect("permissions")
    };
    lock(0);
    // The superuser reads everything.
    let superuser = fs::read(directory.join("Hello.class")).is_ok();
    if superuser {
        prints(on(&directory, "Hello"), "hello \n");
    } else {
        refused(on(&directory, "Hello"), &["Hello", "Permission denied"]);
    }
    lock(0o644);
}

#[test]
fn standard_input_that_is_closed_or_ends() {
    prints(on(&CLASSES, "Input"), "-1\n");
    let mut command = Command::new("sh");
    command.args(["-c", "exec \"$0\" run -cp \"$1\" Input <&-", env!("CARGO_BIN_EXE_raddle")]).arg(&*CLASSES);
    prints(command, "-1\n");
}

#[test]
fn standard_input_that_is_a_directory_is_the_programs_error() {
    let mut command = on(&CLASSES, "Input");
    command.stdin(fs::File::open(&*CLASSES).expect("a directory"));
    let output = command.output().expect("raddle starts");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.starts_with("Exception in thread \"main\" java.io.IOException: Is a directory"), "{said}");
}

#[test]
fn a_reader_that_has_seen_enough() {
    let mut child = on(&CLASSES, "Lines").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("raddle starts");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
    assert_eq!(first, "line 0\n");
    let output = child.wait_with_output().expect("raddle ends");
    // PrintStream keeps the error to itself, as under `java`.
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(4), ""));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_under_standard_output() {
    let full = || fs::File::create("/dev/full").expect("/dev/full");
    let output = on(&CLASSES, "Lines").stdout(full()).output().expect("raddle starts");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(4), ""));
    let status = on(&CLASSES, "Nowhere").stderr(full()).status().expect("raddle starts");
    assert_eq!(status.code(), Some(3));
    let status = Command::new(env!("CARGO_BIN_EXE_raddle")).arg("--help").stdout(full()).stderr(full()).status();
    assert_eq!(status.expect("raddle starts").code(), Some(0));
}

#[test]
fn closed_standard_output_and_error() {
    for (class, code) in [("Hello", 0), ("Nowhere", 3)] {
        let mut command = Command::new("sh");
        command.args(["-c", "exec \"$0\" run -cp \"$1\" \"$2\" >&- 2>&-", env!("CARGO_BIN_EXE_raddle")]);
        let status = command.arg(&*CLASSES).arg(class).status().expect("sh runs");
        assert_eq!(status.code(), Some(code), "{class}");
    }
}

#[test]
fn very_long_and_very_many_arguments() {
    let long = "x".repeat(120_000);
    let mut command = on(&CLASSES, "Hello");
    prints(
        {
            command.arg(&long);
            command
        },
        &format!("hello {long}\n"),
    );
    let mut command = on(&CLASSES, "Hello");
    let many = vec!["a"; 20_000];
    prints(
        {
            command.args(&many);
            command
        },
        &format!("hello {}\n", many.join("|")),
    );
}

#[test]
fn arguments_of_any_script() {
    let mut command = on(&CLASSES, "Hello");
    command.env("LC_ALL", "C.UTF-8").args(["grüße", "日本語", "😀", "", " "]);
    prints(command, "hello grüße|日本語|😀|| \n");
}

#[test]
#[cfg(unix)]
fn an_argument_that_is_not_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let mut command = on(&CLASSES, "Hello");
    command.arg(std::ffi::OsStr::from_bytes(b"\xff\xfe"));
    refused(command, &["is not UTF-8"]);
}
