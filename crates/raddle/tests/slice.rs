//! `raddle check --search slice` and `raddle explain`: what counts as coming to a target, what is said of rounds, how few states
//! the programs of the thesis take, and that the benchmarks have the verdicts they have by every other search.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::Value;

const SOURCE: &str = r#"
public class Till {
    static int noise;
    static volatile boolean open = true;
    static volatile int sum;
    static int late;

    static void pay() {
        if (open) {
            sum = 1;
            if (!open) {
                late = 1;
            }
        }
    }

    static void count() {
        for (int i = 0; i < 3; i++) {
            noise = i;
        }
    }

    static void caught() {
        try {
            throw new IllegalStateException("no error: somebody catches it");
        } catch (IllegalStateException expected) {
            sum = 2;
        }
    }

    static void never() {
        noise = -1;
    }

    public static void main(String[] args) {
        sum = 3;
        for (int i = 0; i < 2; i++) {
            new Thread(Till::count).start();
        }
        new Thread(Till::caught).start();
        new Thread(Till::pay).start();
        open = false;
        if (sum == 4) {
            late = 2;
        }
    }
}
"#;

/// The line of `SOURCE` that has some text.
fn line(text: &str) -> String {
    let number = SOURCE.trim_start().lines().position(|line| line.contains(text)).expect("a line");
    format!("Till:{}", number + 1)
}

static CLASSES: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slice");
    fs::create_dir_all(&directory).expect("a directory");
    let source = directory.join("Till.java");
    fs::write(&source, SOURCE.trim_start()).expect("a source file is written");
    compile(&directory, &[source]);
    directory
});

static BENCHMARKS: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slice-benchmarks");
    fs::create_dir_all(&directory).expect("a directory");
    compile(&directory, &programs());
    directory
});

fn compile(into: &Path, sources: &[PathBuf]) {
    let status = Command::new("javac").arg("-g").arg("-d").arg(into).args(sources).status();
    assert!(status.expect("javac runs").success());
}

/// The sources of the benchmarks.
fn programs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let files = fs::read_dir(directory).expect("the benchmarks").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|end| end == "java")).collect();
    files.sort();
    files
}

fn raddle(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle")).args(words).output().expect("raddle starts")
}

fn till(words: &[&str]) -> Output {
    let classes = CLASSES.display().to_string();
    raddle(&[&["check", "--quiet", "--search", "slice"], words, &["-cp", &classes, "Till"]].concat())
}

#[track_caller]
fn report(output: &Output, code: i32) -> Value {
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a report")
}

#[test]
fn a_target_is_come_to_though_nobody_could_notice() {
    let target = line("late = 1");
    let report = report(&till(&["--format", "json", "--target", &target]), 1);
    assert_eq!(report["findings"][0]["cause"], format!("target {target}"));
    assert_eq!(report["slice"]["reached"], serde_json::json!([target]));
    let last = report["slice"]["rounds"].as_array().unwrap().last().unwrap();
    let names: Vec<&Value> = last["threads"]
        .as_array()
        .unwrap()
        .iter()
        .map(|number| &report["slice"]["thread_names"][number.to_string()])
        .collect();
    assert_eq!(names, ["main", "Thread-3"], "the one who pays and main, who closes: {last}");
    let before = till(&["--target", &line("sum = 3")]);
    assert_eq!(before.status.code(), Some(1), "what is done before there is anything to choose counts");
}

#[test]
fn a_trace_of_a_target_shows_it_again() {
    let trace = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slice-target.json");
    let found = till(&["--target", &line("late = 1"), "--trace", trace.to_str().unwrap()]);
    assert_eq!(found.status.code(), Some(1));
    assert_eq!(raddle(&["replay", trace.to_str().unwrap()]).status.code(), Some(1));
}

#[test]
fn what_cannot_be_come_to_is_proved_and_what_is_not_proved_is_said() {
    let output = till(&["--target", &line("late = 2")]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("no error, complete: all that can matter to its targets explored"), "{text}");
    assert!(text.contains("Rounds\n  1: no thread interleaves"), "{text}");
    assert!(text.contains("Proved: nothing goes wrong by coming to one of 1 target. Not proved:"), "{text}");
}

#[test]
fn by_default_an_exception_that_is_caught_is_no_error() {
    let report = report(&till(&["--format", "json"]), 0);
    let targets = report["slice"]["targets"].as_array().unwrap();
    let throws = line("throw new").replace("Till", "Till.caught");
    assert!(targets.iter().any(|target| *target == throws), "{targets:?}");
    assert!(targets.iter().any(|target| target.as_str().unwrap().starts_with("warning ")), "{targets:?}");
}

#[test]
fn what_cannot_be_done_is_said_in_one_line() {
    for (words, said) in [
        (&["--target", "Till.pat"][..], "raddle: --target Till.pat: no class or method"),
        (
            &["--target", "Till.never"],
            "raddle: --target Till.never: Till.never is in the program, but nothing can call it",
        ),
        (&["--target", "Till.pay,"], "raddle: --target: there is nothing between two commas"),
        (&["--targets", "all"], "raddle: --targets all: no such value; give one of auto"),
        (
            &["--targets", "auto", "--target", "Till.pay"],
            "raddle: --targets auto looks for targets, and --target names them",
        ),
        (&["--workers", "2"], "raddle: --search slice is one worker's"),
        (&["--reduce", "jpf"], "raddle: --search slice has an order of its own"),
        (&["--match", "off"], "raddle: --search slice matches states; leave --match off out, or add --reduce"),
    ] {
        let output = till(words);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{words:?}: {text}");
        assert!(text.starts_with(said) && text.lines().count() == 1, "{words:?}: {text}");
    }
    let other = raddle(&["check", "--search", "depth", "--target", "Till.pay", "-cp", ".", "Till"]);
    assert_eq!(other.status.code(), Some(3));
}

#[test]
fn a_target_is_explained_by_threads_and_lines() {
    let classes = CLASSES.display().to_string();
    let output = raddle(&["explain", &line("late = 1"), "-cp", &classes, "Till"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("Till.pay, run by "), "{text}");
    assert!(text.contains("late = 1;\n         ^ the target"), "{text}");
    assert!(text.contains("open = false;\n         ^ writes what Till.pay:"), "{text}");
    assert!(!text.contains("noise = i"), "{text}");
    assert!(
        text.starts_with(&format!(
            "What can influence whether {} is come to, nearest first\n\nTill.pay",
            line("late = 1")
        )),
        "{text}"
    );
    let mut reasons = text.lines().filter(|line| line.contains('^'));
    assert!(reasons.all(|reason| !reason.contains("java.lang")), "reasons are in the program: {text}");
    let missing = raddle(&["explain", "Till.pat", "-cp", &classes, "Till"]);
    assert_eq!(missing.status.code(), Some(3));
}

/// What a check of a benchmark says, looking for its first `assert`.
fn benchmark(program: &str, words: &[&str]) -> Value {
    benchmark_by(&[], program, words)
}

fn benchmark_by(ways: &[&str], program: &str, words: &[&str]) -> Value {
    let source = programs().into_iter().find(|file| file.file_stem().is_some_and(|name| name == program)).unwrap();
    let text = fs::read_to_string(source).unwrap();
    let line = text.lines().position(|line| line.trim_start().starts_with("assert ")).unwrap() + 1;
    let (target, classes) = (format!("{program}:{line}"), BENCHMARKS.display().to_string());
    let options = ["check", "--quiet", "--format", "json", "--search", "slice", "--target", &target];
    let output = raddle(&[&options[..], ways, &["-cp", &classes, program], words].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// At most as many states, over all rounds, as in tables 3.2 to 3.5 of the thesis.
#[test]
fn the_programs_of_the_thesis_take_no_more_states_than_there() {
    for (program, words, verdict, most) in [
        ("Reorder", ["wrong", "1", "1"], "error", 233),
        ("Reorder", ["wrong", "5", "1"], "error", 283),
        ("Reorder", ["wrong", "10", "1"], "error", 251),
        ("Airline", ["wrong", "1", "1"], "error", 15),
        ("Airline", ["wrong", "5", "3"], "error", 186),
        ("Airline", ["wrong", "10", "3"], "error", 7_820),
        ("AccountSubtype", ["wrong", "1", "1"], "error", 307),
        ("AccountSubtype", ["wrong", "4", "1"], "error", 5_150),
        ("AccountSubtype", ["wrong", "9", "1"], "error", 15_700),
        ("Reorder", ["wrong", "4", "0"], "ok", 65),
        ("Airline", ["wrong", "4", "0"], "ok", 736),
        ("AccountSubtype", ["right", "3", "1"], "ok", 295_000),
    ] {
        let report = benchmark(program, &words);
        assert_eq!(report["verdict"], verdict, "{program} {words:?}");
        let states = report["stats"]["states"].as_u64().unwrap();
        assert!(states <= most, "{program} {words:?}: {states} states");
        let rounds = report["slice"]["rounds"].as_array().unwrap();
        assert_eq!(rounds.iter().map(|round| round["states"].as_u64().unwrap()).sum::<u64>(), states, "{rounds:?}");
    }
}

/// Whatever explores the rounds, programs have the verdict they have.
#[test]
fn rounds_explored_by_reductions_have_the_same_verdict() {
    for (program, words, verdict) in [
        ("Reorder", ["wrong", "5", "1"], "error"),
        ("Airline", ["wrong", "3", "0"], "ok"),
        ("AccountSubtype", ["wrong", "4", "1"], "error"),
        ("AccountSubtype", ["right", "3", "1"], "ok"),
    ] {
        for reduce in ["clock", "source", "optimal"] {
            for matching in ["off", "fingerprint"] {
                let options = ["--reduce", reduce, "--match", matching];
                let report = benchmark_by(&options, program, &words);
                assert_eq!(report["verdict"], verdict, "{program} {words:?} {options:?}");
            }
        }
    }
    let states = |options: &[&str]| {
        benchmark_by(options, "AccountSubtype", &["right", "3", "1"])["stats"]["states"].as_u64().unwrap()
    };
    assert!(states(&["--reduce", "optimal"]) < states(&[]) / 2, "few steps of those inside conflict");
}

/// By default every wrong benchmark is found wrong in its small size, and every right one right.
#[test]
fn every_benchmark_has_the_verdict_it_should_have() {
    let classes = BENCHMARKS.display().to_string();
    let mut checked = 0;
    for file in programs() {
        let text = fs::read_to_string(&file).unwrap();
        let head = |name: &str| text.lines().find_map(|line| line.strip_prefix(&format!("// {name}: ")));
        let program = file.file_stem().unwrap().to_str().unwrap();
        // It has too many states to be gone through here.
        let Some(sizes) = head("small").filter(|_| program != "SafeStack") else { continue };
        for (variant, code) in [("wrong", 1), ("right", 0)] {
            if head(variant).is_some() {
                let mut words = vec!["check", "--quiet", "--search", "slice", "-cp", &classes, program, variant];
                words.extend(sizes.split(' '));
                let output = raddle(&words);
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                assert_eq!(output.status.code(), Some(code), "{words:?}: {said}");
                checked += 1;
            }
        }
    }
    assert!(checked > 60, "{checked}");
}
