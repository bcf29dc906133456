//! Directories of Java programs that come with the sources: finding one, compiling its programs and running them, with Raddle
//! and with `java`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The directory named, else the one at a place inside the source tree around the current directory; the option is what names
/// another.
pub(crate) fn directory(named: Option<&Path>, inside: &Path, option: &str) -> Result<PathBuf, String> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let here = std::env::current_dir().map_err(|error| format!("cannot read the current directory: {error}"))?;
    here.ancestors().map(|above| above.join(inside)).find(|directory| directory.is_dir()).ok_or_else(|| {
        format!("no {} here or above; go to Raddle's source tree or name it with {option} DIR", inside.display())
    })
}

/// Those of the programs that were asked for.
pub(crate) fn select(programs: Vec<String>, only: &[String]) -> Result<Vec<String>, String> {
    if let Some(unknown) = only.iter().find(|name| !programs.contains(name)) {
        return Err(format!("no program {unknown} in the suite; there are {}", programs.join(", ")));
    }
    let wanted = |name: &String| only.is_empty() || only.contains(name);
    Ok(programs.into_iter().filter(wanted).collect())
}

/// The directory of the JDK to compare with, by the rule of `raddle run`.
fn jdk_home(named: Option<&Path>) -> Result<PathBuf, String> {
    let home = match named {
        Some(named) => Some(named.to_owned()),
        None => std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()).map(PathBuf::from).or_else(jdk_on_path),
    };
    let Some(home) = home else {
        return Err("no JDK found; install one of 17 or later, set JAVA_HOME or give --jdk DIR".to_owned());
    };
    match ["bin/java", "bin/javac"].iter().find(|tool| !home.join(tool).is_file()) {
        None => Ok(home),
        Some(tool) => Err(format!("{} has no {tool}; name a JDK of 17 or later with --jdk DIR", home.display())),
    }
}

/// The JDK whose `java` is on PATH, usually by way of links.
fn jdk_on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let java = std::env::split_paths(&path).map(|directory| directory.join("java")).find(|java| java.is_file())?;
    let real = java.canonicalize().ok()?;
    Some(real.parent()?.parent()?.to_owned())
}

/// Compiled programs, and what runs them: Raddle itself, and the JDK beside it.
pub(crate) struct Suite {
    pub(crate) jdk: PathBuf,
    raddle: PathBuf,
    classes: Classes,
}

impl Suite {
    /// Compiles programs of a directory, and what they use of it.
    pub(crate) fn compile(jdk: Option<&Path>, directory: &Path, programs: &[String]) -> Result<Suite, String> {
        let suite = Suite {
            jdk: jdk_home(jdk)?,
            raddle: std::env::current_exe()
                .map_err(|error| format!("cannot find the program raddle itself: {error}"))?,
            classes: Classes::create()?,
        };
        let output = Command::new(suite.jdk.join("bin/javac"))
            .arg("-d")
            .arg(&suite.classes.0)
            .arg("-sourcepath")
            .arg(directory)
            .args(programs.iter().map(|name| directory.join(format!("{name}.java"))))
            .output()
            .map_err(|error| format!("cannot start javac of {}: {error}", suite.jdk.display()))?;
        if output.status.success() {
            return Ok(suite);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("javac cannot compile the suite: {}", said.lines().next().unwrap_or("it does not say why")))
    }

    /// `raddle run` or `raddle check` with options of its own, up to the program.
    pub(crate) fn raddle(&self, subcommand: &str, options: &[&str]) -> Command {
        let mut command = Command::new(&self.raddle);
        command.arg(subcommand).arg("--jdk").arg(&self.jdk).args(options).arg("-cp").arg(&self.classes.0);
        command
    }

    /// `java` with options of its own, up to the program.
    pub(crate) fn java(&self, options: &[&str]) -> Command {
        let mut command = Command::new(self.jdk.join("bin/java"));
        // Raddle behaves as `java -ea`.
        command.arg("-ea").args(options).arg("-cp").arg(&self.classes.0);
        // They would add options, and lines of output, on one side only.
        command.env_remove("JAVA_TOOL_OPTIONS");
        command.env_remove("JDK_JAVA_OPTIONS");
        command
    }
}

/// A directory of its own for the compiled suite, removed at the end.
struct Classes(PathBuf);

impl Classes {
    fn create() -> Result<Classes, String> {
        let path = std::env::temp_dir().join(format!("raddle-suite-{}", std::process::id()));
        match fs::create_dir(&path) {
            Ok(()) => Ok(Classes(path)),
            Err(error) => {
                Err(format!("cannot create {}: {error}; set TMPDIR to a directory that can be written", path.display()))
            }
        }
    }
}

impl Drop for Classes {
    fn drop(&mut self) {
        // A directory left behind in the temporary one does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn only_selects_in_the_order_of_the_suite() {
        let suite = names(&["Calls", "Fib", "Hello"]);
        assert_eq!(select(suite.clone(), &[]), Ok(suite.clone()));
        assert_eq!(select(suite, &names(&["Hello", "Calls"])), Ok(names(&["Calls", "Hello"])));
    }

    #[test]
    fn an_unknown_program_is_refused_with_the_known_ones() {
        assert_eq!(
            select(names(&["Calls", "Fib"]), &names(&["Fob"])),
            Err("no program Fob in the suite; there are Calls, Fib".to_owned())
        );
    }

    #[test]
    fn a_directory_without_javac_is_no_jdk() {
        let refusal = jdk_home(Some(Path::new("/nowhere"))).unwrap_err();
        assert!(refusal.contains("/nowhere has no bin/java"), "{refusal}");
    }
}
