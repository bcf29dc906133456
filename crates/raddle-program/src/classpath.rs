//! The class path of the program under test: directories and jars, searched in order for classes
//! and other resources as `java` searches them. A jar is opened when the search first gets to it
//! and then kept open; what its manifest's `Class-Path` names is searched right after it.

mod jar;
pub mod manifest;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jar::Jar;
use manifest::Manifest;

use crate::jdk::MIN_FEATURE;

/// Separates the elements of a class path.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Why a resource cannot be looked up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassPathError {
    /// A jar is damaged, or an entry of it is.
    #[error("cannot read the jar {}: {why}", path.display())]
    Jar {
        /// The jar.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A file in a directory of the class path is there but cannot be read.
    #[error("cannot read {}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// A jar that was to be run does not say what to run.
    #[error("no main manifest attribute, in {0}; name the class to run: raddle run -cp {0} Main", path.display())]
    NoMainClass {
        /// The jar.
        path: PathBuf,
    },
}

/// A class path.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use raddle_program::classpath::ClassPath;
///
/// let class_path = ClassPath::parse("build/classes:lib/*").with_feature(25);
/// if let Some((bytes, entry)) = class_path.find("org/example/Main.class")? {
///     println!("{} bytes from {:?}", bytes.len(), class_path.entry_path(entry));
/// }
/// # Ok(())
/// # }
/// ```
pub struct ClassPath {
    entries: Vec<PathBuf>,
    feature: u32,
    search: Mutex<Search>,
}

/// How far the search has got. An entry keeps its index once it is opened.
struct Search {
    opened: Vec<Entry>,
    /// What comes after the opened entries, the next one last.
    pending: Vec<PathBuf>,
    /// The canonical paths of all opened entries: manifests may name each other in circles.
    seen: HashSet<PathBuf>,
}

struct Entry {
    path: PathBuf,
    source: Source,
}

enum Source {
    Directory,
    Jar(Box<Jar>),
    /// A jar that cannot be opened, for this reason.
    Broken(ClassPathError),
}

impl ClassPath {
    /// Takes a class path apart. An empty element is the current directory, and `dir/*` is all jars
    /// of a directory, sorted by name.
    pub fn parse(text: &str) -> ClassPath {
        let mut entries = Vec::new();
        for element in text.split(SEPARATOR) {
            match element {
                "" => entries.push(PathBuf::from(".")),
                _ => expand(element, &mut entries),
            }
        }
        ClassPath::new(entries)
    }

    /// A class path of these directories and jars.
    pub fn new(entries: Vec<PathBuf>) -> ClassPath {
        let search =
            Search { opened: Vec::new(), pending: entries.iter().rev().cloned().collect(), seen: HashSet::new() };
        ClassPath { entries, feature: MIN_FEATURE, search: Mutex::new(search) }
    }

    /// Says which JDK the program runs on, for multi-release jars; unsaid, it is the oldest that
    /// works.
    pub fn with_feature(mut self, feature: u32) -> ClassPath {
        self.feature = feature;
        self
    }

    /// The entries as they were named, wildcards expanded, without what manifests add.
    pub fn entries(&self) -> &[PathBuf] {
        &self.entries
    }

    /// Reads the first resource of the name, such as `org/example/Main.class`, and says which entry
    /// it is from.
    pub fn find(&self, resource: &str) -> Result<Option<(Vec<u8>, usize)>, ClassPathError> {
        self.find_from(0, resource)
    }

    /// Like [`ClassPath::find`], beginning with the entry of this index; so one finds all resources
    /// of a name.
    pub fn find_from(&self, first: usize, resource: &str) -> Result<Option<(Vec<u8>, usize)>, ClassPathError> {
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        let mut index = first;
        loop {
            while index >= search.opened.len() {
                if !search.open_next(self.feature) {
                    return Ok(None);
                }
            }
            if let Some(bytes) = search.opened[index].find(resource)? {
                return Ok(Some((bytes, index)));
            }
            index += 1;
        }
    }

    /// Why the first jar that cannot be read cannot, of those searched so far.
    pub fn broken(&self) -> Option<ClassPathError> {
        let search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        search.opened.iter().find_map(|entry| match &entry.source {
            Source::Broken(error) => Some(error.clone()),
            Source::Directory | Source::Jar(_) => None,
        })
    }

    /// The directory or jar of an index that a search gave.
    pub fn entry_path(&self, index: usize) -> Option<PathBuf> {
        let search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        search.opened.get(index).map(|entry| entry.path.clone())
    }

    /// The manifest of an index that a search gave, if it is a jar's.
    pub fn entry_manifest(&self, index: usize) -> Option<Manifest> {
        let search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        match &search.opened.get(index)?.source {
            Source::Jar(jar) => Some(jar.manifest().clone()),
            Source::Directory | Source::Broken(_) => None,
        }
    }

    /// The manifest of a jar.
    pub fn manifest(jar: &Path) -> Result<Manifest, ClassPathError> {
        Jar::open(jar, MIN_FEATURE).map(|jar| jar.manifest().clone())
    }

    /// The class that a jar says to run, with dots: `org.example.Main`.
    pub fn main_class(jar: &Path) -> Result<String, ClassPathError> {
        match ClassPath::manifest_attribute(jar, "Main-Class")? {
            Some(name) if !name.trim().is_empty() => Ok(name.trim().to_owned()),
            _ => Err(ClassPathError::NoMainClass { path: jar.to_owned() }),
        }
    }

    /// A main attribute of a jar's manifest, such as `Add-Opens`.
    pub fn manifest_attribute(jar: &Path, name: &str) -> Result<Option<String>, ClassPathError> {
        Ok(ClassPath::manifest(jar)?.attribute(name).map(str::to_owned))
    }
}

impl Search {
    /// Opens what comes next, unless it is missing or was opened before; false when nothing is
    /// left.
    fn open_next(&mut self, feature: u32) -> bool {
        let Some(path) = self.pending.pop() else {
            return false;
        };
        let Ok(canonical) = path.canonicalize() else {
            return true;
        };
        if !self.seen.insert(canonical) {
            return true;
        }
        let source = if path.is_dir() {
            Source::Directory
        } else {
            match Jar::open(&path, feature) {
                Ok(jar) => {
                    let named = jar.manifest().attribute("Class-Path").unwrap_or_default();
                    self.pending.extend(class_path_of(&path, named).into_iter().rev());
                    Source::Jar(Box::new(jar))
                }
                Err(error) => Source::Broken(error),
            }
        };
        self.opened.push(Entry { path, source });
        true
    }
}

impl Entry {
    fn find(&mut self, resource: &str) -> Result<Option<Vec<u8>>, ClassPathError> {
        match &mut self.source {
            Source::Directory => find_in_directory(&self.path, resource),
            Source::Jar(jar) => jar.find(resource),
            // As `java` does: who misses a class asks `ClassPath::broken`.
            Source::Broken(_) => Ok(None),
        }
    }
}

fn find_in_directory(directory: &Path, resource: &str) -> Result<Option<Vec<u8>>, ClassPathError> {
    // A name that leads out of the directory is none of its resources.
    let inside = Path::new(resource).components().all(|component| matches!(component, Component::Normal(_)));
    let path = directory.join(resource);
    if !inside || !path.is_file() {
        return Ok(None);
    }
    match std::fs::read(&path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ClassPathError::File { path, why: error.to_string() }),
    }
}

/// Expands `dir/*` to the jars of the directory. `java` takes them in no certain order; here it is
/// that of their names, so that runs repeat.
fn expand(element: &str, entries: &mut Vec<PathBuf>) {
    let directory = match element.strip_suffix('*') {
        Some("") => ".",
        Some(directory) if directory.ends_with(std::path::is_separator) => directory,
        _ => return entries.push(PathBuf::from(element)),
    };
    let Ok(listing) = std::fs::read_dir(directory) else {
        return;
    };
    let is_jar = |path: &PathBuf| {
        path.extension().and_then(OsStr::to_str).is_some_and(|extension| matches!(extension, "jar" | "JAR"))
    };
    let mut jars: Vec<PathBuf> = listing.flatten().map(|entry| entry.path()).filter(is_jar).collect();
    jars.sort_unstable();
    entries.append(&mut jars);
}

/// What a jar's `Class-Path` names: URLs relative to the jar, of which only those of files are
/// followed, as in `java`. One that ends with a slash is a directory's and any other a jar's.
fn class_path_of(jar: &Path, named: &str) -> Vec<PathBuf> {
    named
        .split_ascii_whitespace()
        .filter_map(|url| {
            let path = match url.split_once(':') {
                None => url,
                Some((scheme, path)) if scheme.eq_ignore_ascii_case("file") => path.strip_prefix("//").unwrap_or(path),
                Some(_) => return None,
            };
            let path = jar.parent().unwrap_or(Path::new("")).join(percent_decoded(path)?);
            (path.is_dir() == url.ends_with('/')).then_some(path)
        })
        .collect()
}

/// Undoes the `%20` of URLs; `None` when the result is no text.
fn percent_decoded(url: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let code = match tail {
            [high, low, ..] if byte == b'%' => hex_digit(*high).zip(hex_digit(*low)),
            _ => None,
        };
        let code = code.map(|(high, low)| high << 4 | low);
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).ok()
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}
