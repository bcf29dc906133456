//! `raddle check --sequence`: every form of place, what is wrong with a sequence, and how straight a search goes along it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

/// A till that is closed between a look at it and a payment, among threads that have nothing to do with it; and tasks of which one kind alone does what goes wrong.
const SOURCE: &str = r#"
public class Till {
    static int noise;
    final Object drawer = new Object();
    volatile boolean open = true;
    volatile int sum;

    boolean look() {
        synchronized (drawer) {
            return open;
        }
    }

    void pay() {
        if (look()) {
            sum = 1;
            assert open : "closed";
        }
    }

    synchronized void close() {
        open = false;
    }

    static void never() {
        noise = -1;
    }

    public static void main(String[] args) {
        Till till = new Till();
        for (int i = 0; i < 6; i++) {
            new Thread(() -> {
                for (int j = 0; j < 3; j++) {
                    noise = j;
                }
            }).start();
        }
        new Thread(till::pay).start();
        till.close();
    }
}

abstract class Task extends Thread {
    static volatile int prepared;
    static volatile int done;

    abstract void act();

    @Override
    public void run() {
        prepared = 1;
        prepared = 2;
        act();
    }

    static class Plain extends Task {
        @Override
        void act() {
            prepared = 3;
        }
    }

    static class Special extends Task {
        @Override
        void act() {
            done = 1;
            throw new IllegalStateException("special");
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 6; i++) {
            new Plain().start();
        }
        new Special().start();
    }
}
"#;

static CLASSES: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guided");
    fs::create_dir_all(&directory).expect("a directory");
    let source = directory.join("Till.java");
    fs::write(&source, SOURCE.trim_start()).expect("a source file is written");
    let status = Command::new("javac").arg("-g").arg("-d").arg(&directory).arg(source).status();
    assert!(status.expect("javac runs").success());
    directory
});

fn check(words: &[&str], main: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.arg("check").args(words).arg("-cp").arg(&*CLASSES).arg(main);
    command.output().expect("raddle starts")
}

/// The states a check met until it found the error.
#[track_caller]
fn states(words: &[&str], main: &str) -> u64 {
    let words = [words, &["--format", "json"]].concat();
    let output = check(&words, main);
    assert_eq!(output.status.code(), Some(1), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    report["stats"]["states"].as_u64().expect("a number of states")
}

#[test]
fn every_form_of_place_leads_to_the_error() {
    for sequence in [
        "Till.pay:15,Till.close:21,Till.pay:16",
        "Till:15,Till:21,Till:16",
        "Till.pay+9,Till.close:21",
        "write Till.sum,Till.close",
        "read Till.open,write Till.open,read Till.open",
        "lock Till.look,read Till.open,lock Till",
        "lock Till.drawer,read Till.open,write Till.open",
        "lock,read Till.open,lock Till.close",
    ] {
        let found = states(&["--sequence", sequence], "Till");
        // Eight threads, and about ten steps from the beginning to the error; without guidance there are thousands of states before it.
        assert!(found <= 120, "{sequence}: {found}");
    }
}

#[test]
fn a_sequence_may_be_in_a_file() {
    let file = CLASSES.join("till.sequence");
    fs::write(&file, "# A payment\nTill.look\n\n  write Till.open # meanwhile\nTill.pay:16\n").expect("a file");
    let file = file.to_str().expect("a name");
    assert_eq!(
        states(&["--sequence", file], "Till"),
        states(&["--sequence", "Till.look,write Till.open,Till.pay:16"], "Till")
    );
}

#[test]
fn what_is_called_on_this_is_known_by_its_class() {
    for seed in ["1", "2", "3"] {
        let found = states(&["--seed", seed, "--sequence", "Task$Special.act"], "Task");
        // Three steps of the one thread that can get there, of at most eight that could go.
        assert!(found <= 1 + 3 * 8, "{found}");
    }
}

#[test]
fn every_heuristic_finds_the_error() {
    for words in [["--search", "guided", "--order", "random"], ["--search", "guided", "--order", "threads=9,0"]] {
        states(&[&words[..], &["--sequence", "Till.look,Till.close"]].concat(), "Till");
    }
    // Which of several equally good choices is first is left to chance, so that a single search may be lucky or not.
    let best = |seed: u32| {
        let seed = seed.to_string();
        let words = ["--search", "best", "--queue", "1000", "--sequence", "read Till.open,write Till.open"];
        states(&[&words[..], &["--seed", &seed]].concat(), "Till")
    };
    let all: u64 = (0..10).map(best).sum();
    assert!(all <= 10 * 40, "{all}");
}

#[test]
fn the_same_seed_does_the_same() {
    let run = || states(&["--seed", "5", "--order", "random", "--sequence", "Till.look,Till.close"], "Till");
    assert_eq!(run(), run());
}

#[test]
fn a_mistake_in_a_sequence_is_one_line_that_says_what_is_nearest() {
    for (sequence, part) in [
        ("Till.pya:14", "nearest is Till.pay"),
        ("Tille.pay:14", "nearest is Till"),
        ("Till.pay:99", "nearest is Till.pay:"),
        ("Till.pay+999", "nearest is Till.pay+"),
        ("Till.never", "nothing can call it"),
        ("Till:soon", "is no location"),
        ("read Till.opne", "nearest is Till.open"),
        ("read", "read Class.field"),
        ("lock Tlil", "nearest is Till"),
        ("wait Till.pay", "there is no wait in Till.pay"),
        ("dance Till.pay", "there is no operation dance"),
        ("Till.pay,,Till.look", "nothing between two commas"),
        ("", "nothing between two commas"),
        ("other.sequence", "cannot read other.sequence"),
        ("java.util.Vector.add", "no class or method java.util.Vector.add"),
    ] {
        let output = check(&["--sequence", sequence], "Till");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{sequence:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{sequence:?}: {said}");
        assert!(said.starts_with("raddle: --sequence") && said.contains(part), "{sequence:?}: {said}");
    }
    let many = vec!["Till.pay"; 65].join(",");
    for (words, part) in [
        (["--search", "guided"].as_slice(), "say which with --sequence"),
        (&["--order", "distance"], "say which with --sequence"),
        (&["--sequence", "Till.pay", "--search", "pct"], "--sequence decides what comes first"),
        (&["--sequence", "Till.pay", "--bound", "delays"], "--sequence decides what comes first"),
        (&["--sequence", "Till.pay", "--reduce", "optimal"], "leave"),
        (&["--sequence", "Till.pay", "--strategy", "auto"], "--strategy auto has parts of its own"),
        (&["--sequence", &many], "65 places are too many"),
    ] {
        let output = check(words, "Till");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{words:?}: {said}");
        assert!(said.contains(part), "{words:?}: {said}");
    }
}
