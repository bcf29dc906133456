//! What the tests that compile and run Java programs share: finding a JDK, compiling once, and running a command with a time
//! limit.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A command that runs longer than this is killed.
pub const TIME_LIMIT: Duration = Duration::from_secs(60);

/// An installed JDK.
pub struct Jdk {
    pub home: PathBuf,
    /// The text of its `release` file, which tells one build from another.
    pub release: String,
}

impl Jdk {
    pub fn at(home: &Path) -> Result<Jdk, String> {
        let file = home.join("release");
        let release =
            fs::read_to_string(&file).map_err(|error| format!("no JDK: cannot read {}: {error}", file.display()))?;
        Ok(Jdk { home: home.to_owned(), release })
    }

    /// The JDK that JAVA_HOME names, else that of `javac` on PATH, if its release will do.
    pub fn find(will_do: impl Fn(u32) -> bool) -> Option<Jdk> {
        let named = env::var_os("JAVA_HOME").map(PathBuf::from);
        let on_path = env::var_os("PATH").and_then(|path| {
            env::split_paths(&path)
                .filter_map(|directory| directory.join("javac").canonicalize().ok())
                .find_map(|javac| Some(javac.parent()?.parent()?.to_owned()))
        });
        let installed = named.into_iter().chain(on_path).filter_map(|home| Jdk::at(&home).ok());
        installed.into_iter().find(|jdk| jdk.feature().is_some_and(&will_do))
    }

    /// 17 for `JAVA_VERSION="17.0.15"`.
    fn feature(&self) -> Option<u32> {
        let (_, version) = self.release.split_once("JAVA_VERSION=\"")?;
        version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    }

    pub fn tool(&self, name: &str) -> PathBuf {
        self.home.join("bin").join(name)
    }
}

/// A Java source file and its text.
pub struct Source<'a> {
    pub path: &'a Path,
    pub text: &'a str,
}

/// Compiles all sources with one call of `javac`, unless these very texts have been compiled before.
pub fn compile<'a>(jdk: &Jdk, sources: impl Iterator<Item = Source<'a>>, cache: &Path) -> Result<PathBuf, String> {
    let sources: Vec<Source> = sources.collect();
    let mut hasher = DefaultHasher::new();
    jdk.release.hash(&mut hasher);
    for source in &sources {
        (source.path.file_name(), source.text).hash(&mut hasher);
    }
    let classes = cache.join(format!("classes-{:016x}", hasher.finish()));
    if classes.is_dir() {
        return Ok(classes);
    }
    let scratch = cache.join(format!("classes-{}.part", std::process::id()));
    let output = Command::new(jdk.tool("javac"))
        .args(["-encoding", "UTF-8", "-nowarn", "-Xlint:none", "-d"])
        .arg(&scratch)
        .args(sources.iter().map(|source| source.path))
        .output()
        .map_err(|error| format!("cannot run javac: {error}"))?;
    if !output.status.success() {
        let _ = fs::remove_dir_all(&scratch);
        return Err(format!("javac failed:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    publish(&scratch, &classes).map_err(|error| format!("cannot write {}: {error}", classes.display()))?;
    Ok(classes)
}

/// Renames a finished directory into place; losing the race to another run that made the same is no error.
pub fn publish(scratch: &Path, target: &Path) -> io::Result<()> {
    match fs::rename(scratch, target) {
        Err(_) if target.is_dir() => fs::remove_dir_all(scratch),
        outcome => outcome,
    }
}

/// What a command left behind.
pub struct Ended {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Ended {
    /// "exit code 1" or, for a process that died of a signal, what the system says.
    pub fn exit(&self) -> String {
        match self.status.code() {
            Some(code) => format!("exit code {code}"),
            None => self.status.to_string(),
        }
    }
}

/// Runs a command in a fixed environment to its end; `None` if it overran.
pub fn run(mut command: Command, jdk: &Jdk, input: Stdio) -> io::Result<Option<Ended>> {
    command
        .env("JAVA_HOME", &jdk.home)
        .env("LC_ALL", "C.UTF-8")
        .env_remove("JAVA_TOOL_OPTIONS")
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child =
        command.spawn().map_err(|error| io::Error::new(error.kind(), format!("cannot run {command:?}: {error}")))?;
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let Some(status) = wait(&mut child)? else { return Ok(None) };
    Ok(Some(Ended { status, stdout: stdout.join().unwrap_or_default(), stderr: stderr.join().unwrap_or_default() }))
}

/// Reads a pipe to its end beside the waiting, lest a full pipe block the child.
fn drain(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What came before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// Waits for the child's end; kills it and returns `None` when it overruns.
fn wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > TIME_LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(5));
    }
}
