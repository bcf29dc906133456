//! Compiles and runs Java programs with an installed JDK, each test in a directory of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A JDK and a directory of class files.
pub struct Java {
    home: Option<PathBuf>,
    pub dir: PathBuf,
}

impl Java {
    /// The JDK on the PATH, with an empty directory for the test `name`.
    pub fn new(name: &str) -> Java {
        Java::with_home(name, None)
    }

    /// The JDK at `home` if it is there.
    pub fn at(name: &str, home: &str) -> Option<Java> {
        let home = PathBuf::from(home);
        home.exists().then(|| Java::with_home(name, Some(home)))
    }

    fn with_home(name: &str, home: Option<PathBuf>) -> Java {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("synth").join(name);
        if dir.exists() {
            fs::remove_dir_all(&dir).unwrap();
        }
        fs::create_dir_all(&dir).unwrap();
        Java { home, dir }
    }

    fn command(&self, tool: &str) -> Command {
        let path = match &self.home {
            Some(home) => home.join("bin").join(tool),
            None => tool.into(),
        };
        let mut command = Command::new(path);
        command.current_dir(&self.dir);
        command
    }

    /// Compiles `Name.java` with this text.
    pub fn compile(&self, name: &str, source: &str) {
        let file = format!("{name}.java");
        fs::write(self.dir.join(&file), source).unwrap();
        let output = self
            .command("javac")
            .args(["-encoding", "UTF-8", "-Xlint:none", "-nowarn", &file])
            .output()
            .expect("javac runs");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "javac {file}: {messages}");
    }

    /// Writes a class.
    pub fn add_class(&self, name: &str, bytes: &[u8]) {
        let path = self.dir.join(format!("{name}.class"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The class files in the directory, by path.
    pub fn classes(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        collect(&self.dir, &mut found);
        found.sort();
        found
    }

    /// Runs a main class, which must succeed, and gives its output.
    pub fn run(&self, flags: &[&str], main: &str) -> String {
        let output = self
            .command("java")
            .args(["-Dfile.encoding=UTF-8", "-XX:TieredStopAtLevel=1", "-cp", "."])
            .args(flags)
            .arg(main)
            .output()
            .expect("java runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "java {main}: {text}\n{messages}");
        text
    }
}

fn collect(dir: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "class") {
            let bytes = fs::read(&path).unwrap();
            found.push((path, bytes));
        }
    }
}
