//! Which JDK's classes a program runs on. Only its `release` file and its image of classes are
//! used; none of its native code is.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::classfile::MAX_MAJOR;
use crate::image::{Image, ImageError};

/// The oldest JDK whose classes the machine knows how to boot.
pub const MIN_FEATURE: u32 = 17;

/// The newest one: class file versions are 44 ahead of JDKs.
pub const MAX_FEATURE: u32 = MAX_MAJOR as u32 - 44;

/// A JDK that was found.
#[derive(Debug)]
pub struct Jdk {
    /// Its directory, the value of `java.home`.
    pub home: PathBuf,
    /// Its version as its `release` file has it: `17.0.15`.
    pub version: String,
    /// The first number of the version: 17.
    pub feature: u32,
    /// Its classes.
    pub image: Image,
}

/// What a directory was taken for a JDK for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was named.
    Named,
    /// The environment variable JAVA_HOME.
    JavaHome,
    /// `java` on the PATH.
    Path,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Origin::Named => "the JDK named",
            Origin::JavaHome => "JAVA_HOME",
            Origin::Path => "`java` on the PATH",
        })
    }
}

/// Why there is no JDK to run on.
#[derive(Debug, thiserror::Error)]
pub enum JdkError {
    /// Nothing says where one is.
    #[error(
        "no JDK found: name one with --jdk, set JAVA_HOME, or put `java` on the PATH (on Debian, install \
         openjdk-17-jdk-headless)"
    )]
    NotFound,
    /// The directory is none of a JDK.
    #[error("{origin} points to {}, which is no JDK of version {MIN_FEATURE} or newer: {why}; name one with --jdk", home.display())]
    NotAJdk {
        /// The directory.
        home: PathBuf,
        /// What pointed to it.
        origin: Origin,
        /// What is missing.
        why: String,
    },
    /// The JDK is of a version that the machine cannot boot.
    #[error(
        "{origin} points to {}, a JDK of version {version}; versions {MIN_FEATURE} to {MAX_FEATURE} work: install one (on \
         Debian, openjdk-17-jdk-headless) and name it with --jdk or JAVA_HOME",
        home.display()
    )]
    Version {
        /// The JDK's directory.
        home: PathBuf,
        /// What pointed to it.
        origin: Origin,
        /// Its version.
        version: String,
    },
    /// The JDK's classes cannot be read.
    #[error(transparent)]
    Image(#[from] ImageError),
}

impl Jdk {
    /// Opens the JDK that is named, else that of JAVA_HOME, else that of `java` on the PATH.
    pub fn locate(named: Option<&Path>) -> Result<Jdk, JdkError> {
        let (home, origin) =
            choose(named, std::env::var_os("JAVA_HOME"), std::env::var_os("PATH")).ok_or(JdkError::NotFound)?;
        Jdk::open(&home, origin)
    }

    fn open(home: &Path, origin: Origin) -> Result<Jdk, JdkError> {
        let not_a_jdk = |why: String| JdkError::NotAJdk { home: home.to_owned(), origin, why };
        let release = std::fs::read(home.join("release"))
            .map_err(|error| not_a_jdk(format!("its file `release` cannot be read ({error})")))?;
        let release = String::from_utf8_lossy(&release);
        let version = release_value(&release, "JAVA_VERSION")
            .ok_or_else(|| not_a_jdk("its file `release` has no JAVA_VERSION".into()))?;
        let feature = feature(version)
            .ok_or_else(|| not_a_jdk(format!("its version, {version}, does not begin with a number")))?;
        if !(MIN_FEATURE..=MAX_FEATURE).contains(&feature) {
            return Err(JdkError::Version { home: home.to_owned(), origin, version: version.to_owned() });
        }
        let image = Image::open(&home.join("lib").join("modules"))?;
        Ok(Jdk { home: home.to_owned(), version: version.to_owned(), feature, image })
    }
}

/// Chooses the JDK's directory from what is named, JAVA_HOME and PATH.
fn choose(named: Option<&Path>, java_home: Option<OsString>, path: Option<OsString>) -> Option<(PathBuf, Origin)> {
    if let Some(named) = named {
        return Some((named.to_owned(), Origin::Named));
    }
    if let Some(home) = java_home.filter(|home| !home.is_empty()) {
        return Some((home.into(), Origin::JavaHome));
    }
    let java = std::env::split_paths(&path?)
        .map(|directory| directory.join(if cfg!(windows) { "java.exe" } else { "java" }))
        .find(|java| java.is_file())?;
    // Distributions put a chain of symbolic links on the PATH; the JDK is around the end of it:
    // HOME/bin/java.
    let home = java.canonicalize().ok()?.parent()?.parent()?.to_owned();
    Some((home, Origin::Path))
}

/// A value of a `release` file, whose lines are `KEY="value"`.
fn release_value<'a>(release: &'a str, key: &str) -> Option<&'a str> {
    release.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == key).then(|| value.trim().trim_matches('"'))
    })
}

/// The feature number of a version; up to JDK 8 it came second: `1.8.0_292`.
fn feature(version: &str) -> Option<u32> {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit());
    match numbers.next()?.parse().ok()? {
        1 => numbers.next()?.parse().ok(),
        feature => Some(feature),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_feature_number_is_read_from_old_and_new_versions() {
        assert_eq!(feature("17.0.15"), Some(17));
        assert_eq!(feature("25"), Some(25));
        assert_eq!(feature("21-ea"), Some(21));
        assert_eq!(feature("1.8.0_292"), Some(8));
        assert_eq!(feature("internal"), None);
    }

    #[test]
    fn a_release_file_is_read_by_key() {
        let release = "IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.15\"\nJAVA_VERSION_DATE=\"2025-04-15\"\n";
        assert_eq!(release_value(release, "JAVA_VERSION"), Some("17.0.15"));
        assert_eq!(release_value(release, "MODULES"), None);
    }

    #[test]
    fn what_is_named_comes_before_java_home_and_that_before_the_path() {
        let home = || Some(OsString::from("/home"));
        let named = choose(Some(Path::new("/named")), home(), None);
        assert_eq!(named, Some(("/named".into(), Origin::Named)));
        assert_eq!(choose(None, home(), None), Some(("/home".into(), Origin::JavaHome)));
        assert_eq!(choose(None, Some("".into()), Some("/nowhere".into())), None);
    }

    #[cfg(unix)]
    #[test]
    fn java_on_the_path_is_followed_to_its_jdk() {
        let dir = std::env::temp_dir().join(format!("raddle-jdk-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("jdk/bin")).unwrap();
        std::fs::create_dir_all(dir.join("path")).unwrap();
        std::fs::write(dir.join("jdk/bin/java"), "").unwrap();
        let link = dir.join("path/java");
        std::os::unix::fs::symlink(dir.join("jdk/bin/java"), &link).unwrap();
        let chosen = choose(None, None, Some(dir.join("path").into()));
        let home = dir.join("jdk").canonicalize().unwrap();
        std::fs::write(dir.join("jdk/release"), "JAVA_VERSION=\"11.0.2\"\n").unwrap();
        let old = Jdk::open(&home, Origin::Path).unwrap_err().to_string();
        std::fs::remove_dir_all(&dir).unwrap();
        assert_eq!(chosen, Some((home, Origin::Path)));
        assert!(old.contains("a JDK of version 11.0.2; versions 17 to 25 work"), "{old}");
    }

    #[test]
    fn a_directory_that_is_no_jdk_is_refused_with_advice() {
        let error = Jdk::locate(Some(Path::new("/nonexistent"))).unwrap_err().to_string();
        assert!(error.starts_with("the JDK named points to /nonexistent, which is no JDK"), "{error}");
        assert!(error.ends_with("name one with --jdk"), "{error}");
    }
}
