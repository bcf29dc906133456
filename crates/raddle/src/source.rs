//! Finds the source lines of the classes a report names. Sources that are not found are no mistake.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use crate::trace::Place;

/// Longer files are not sources that somebody wants to read in a report.
const LONGEST: u64 = 8 << 20;

/// Where projects keep sources, seen from their own directory.
const LAYOUTS: [&str; 7] = ["src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin", "src", "test", ""];

/// How far above the classes a project's own directory may be: `build/classes/java/main` is the deepest in use.
const LEVELS: usize = 4;

/// The sources of a program, read as they are asked for.
#[derive(Debug, Default)]
pub struct Sources {
    roots: Vec<PathBuf>,
    /// By package and name; none if there is no such file.
    files: HashMap<(String, String), Option<Source>>,
}

/// A source file.
#[derive(Debug)]
pub struct Source {
    /// Where it was found.
    pub path: PathBuf,
    /// Its lines, with blanks for tabs.
    pub lines: Vec<String>,
}

impl Sources {
    /// Looks in the directories of the source path, if there is one; then beside the classes; then in the working directory.
    pub fn new(source_path: Option<&str>, class_path: &str) -> Sources {
        let mut roots: Vec<PathBuf> = split(source_path.unwrap_or_default()).collect();
        for entry in split(class_path) {
            let directory = if entry.is_dir() { entry } else { entry.parent().map(Path::to_owned).unwrap_or_default() };
            roots.push(directory.clone());
            let above: Vec<PathBuf> = std::path::absolute(&directory)
                .unwrap_or(directory)
                .ancestors()
                .skip(1)
                .take(LEVELS)
                .map(Path::to_owned)
                .collect();
            // The unnamed layout is the working directory's alone: above the classes it could be anything.
            roots.extend(above.iter().flat_map(|project| LAYOUTS[..6].iter().map(|layout| project.join(layout))));
        }
        roots.extend(LAYOUTS.iter().map(PathBuf::from));
        let mut seen = std::collections::HashSet::new();
        roots.retain(|root| (root.as_os_str().is_empty() || root.is_dir()) && seen.insert(root.clone()));
        Sources { roots, files: HashMap::new() }
    }

    /// No sources at all.
    pub fn none() -> Sources {
        Sources::default()
    }

    /// The source line of a place, without the blanks around it.
    pub fn line(&mut self, place: &Place) -> Option<&str> {
        let line = place.line?;
        let source = self.file(&place.class, place.file.as_deref()?)?;
        source.lines.get(line.checked_sub(1)? as usize).map(|text| text.trim())
    }

    /// The file a class was compiled from.
    pub fn file(&mut self, class: &str, file: &str) -> Option<&Source> {
        let package = class.rsplit_once('.').map_or("", |(package, _)| package);
        let key = (package.to_owned(), file.to_owned());
        if !self.files.contains_key(&key) {
            let source = self.read(package, file);
            self.files.insert(key.clone(), source);
        }
        self.files[&key].as_ref()
    }

    fn read(&self, package: &str, file: &str) -> Option<Source> {
        // Names come from class files and traces, which may be anybody's: they must not lead out of the roots.
        let inside = PathBuf::from(package.replace('.', "/")).join(file);
        if !inside.components().all(|part| matches!(part, Component::Normal(_))) || file.contains('/') {
            return None;
        }
        let mut places = self.roots.iter().map(|root| root.join(&inside));
        let path = places.find(|path| path.metadata().is_ok_and(|found| found.is_file() && found.len() <= LONGEST))?;
        let bytes = std::fs::read(&path).ok()?;
        let lines = String::from_utf8_lossy(&bytes).lines().map(|line| line.replace('\t', "    ")).collect();
        Some(Source { path, lines })
    }
}

fn split(path: &str) -> impl Iterator<Item = PathBuf> + '_ {
    path.split(':').filter(|entry| !entry.is_empty()).map(|entry| PathBuf::from(entry.trim_end_matches("/*")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn place(class: &str, file: &str, line: u32) -> Place {
        Place { class: class.to_owned(), method: "run".to_owned(), file: Some(file.to_owned()), line: Some(line) }
    }

    /// A directory with a file of these lines.
    fn project(file: &str) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "package shop;\n  int total;\n").unwrap();
        directory
    }

    #[test]
    fn sources_are_found_on_the_source_path_and_where_projects_keep_them() {
        for (file, classes) in [
            ("shop/Till.java", ""),
            ("src/shop/Till.java", "out"),
            ("src/main/java/shop/Till.java", "target/classes"),
            ("src/test/java/shop/Till.java", "target/test-classes"),
            ("src/main/java/shop/Till.java", "build/classes/java/main"),
            ("src/main/java/shop/Till.java", "target/shop.jar"),
        ] {
            let project = project(file);
            let classes = project.path().join(classes);
            if classes.extension().is_none() {
                fs::create_dir_all(&classes).unwrap();
            }
            let mut sources = Sources::new(None, &classes.display().to_string());
            assert_eq!(sources.line(&place("shop.Till$Drawer", "Till.java", 2)), Some("int total;"), "{file}");
        }
        let project = project("shop/Till.java");
        let mut sources = Sources::new(Some(&project.path().display().to_string()), "/nowhere");
        assert_eq!(sources.line(&place("shop.Till", "Till.java", 1)), Some("package shop;"));
    }

    #[test]
    fn what_is_not_there_is_no_line() {
        let project = project("shop/Till.java");
        let mut sources = Sources::new(Some(&project.path().display().to_string()), "");
        assert_eq!(sources.line(&place("shop.Till", "Till.java", 0)), None);
        assert_eq!(sources.line(&place("shop.Till", "Till.java", 3)), None);
        assert_eq!(sources.line(&place("shop.Till", "Tills.java", 1)), None);
        assert_eq!(sources.line(&Place::default()), None);
    }

    #[test]
    fn a_hostile_name_does_not_lead_out_of_the_roots() {
        let project = project("shop/Till.java");
        let root = project.path().join("shop");
        let mut sources = Sources::new(Some(&root.display().to_string()), "");
        for (class, file) in [("A", "../shop/Till.java"), ("A", "/etc/hostname"), ("/etc.A", "hostname"), ("A", "..")] {
            assert_eq!(sources.line(&place(class, file, 1)), None, "{class} {file}");
        }
    }
}
