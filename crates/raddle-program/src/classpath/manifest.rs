//! Jar manifests, as the JAR File Specification has them: `Name: value` lines of at most 72 bytes,
//! longer values going on in lines that begin with a space, in a main section and one section for
//! each entry that has attributes of its own.

/// A parsed manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    main: Vec<(String, String)>,
    sections: Vec<Section>,
}

/// The attributes of one entry of the jar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Section {
    name: String,
    attributes: Vec<(String, String)>,
}

impl Manifest {
    /// Parses a manifest; the error says which line is none of a manifest.
    pub fn parse(bytes: &[u8]) -> Result<Manifest, String> {
        let mut manifest = Manifest::default();
        let mut in_main = true;
        let mut section = None;
        for line in logical_lines(bytes) {
            if line.is_empty() {
                in_main = false;
                manifest.sections.extend(section.take());
                continue;
            }
            let (name, value) = attribute(&line)?;
            if in_main {
                manifest.main.push((name, value));
            } else {
                match &mut section {
                    None if name.eq_ignore_ascii_case("Name") => {
                        section = Some(Section { name: value, attributes: Vec::new() });
                    }
                    None => return Err(format!("a section begins with {name} instead of Name")),
                    Some(section) => section.attributes.push((name, value)),
                }
            }
        }
        manifest.sections.extend(section);
        Ok(manifest)
    }

    /// A main attribute; names are the same whatever their case, and of two of one name the latter
    /// holds.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        find(&self.main, name)
    }

    /// An attribute that an entry of the jar has, such as `java/util/` or `Main.class`.
    pub fn entry_attribute(&self, entry: &str, name: &str) -> Option<&str> {
        self.sections
            .iter()
            .rev()
            .filter(|section| section.name == entry)
            .find_map(|section| find(&section.attributes, name))
    }

    /// All main attributes, in the order of the file.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.main.iter().map(|(name, value)| (&**name, &**value))
    }
}

fn find<'a>(attributes: &'a [(String, String)], name: &str) -> Option<&'a str> {
    attributes.iter().rev().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
}

fn attribute(line: &[u8]) -> Result<(String, String), String> {
    // A line may break within a character, so that only whole values are text.
    let line = String::from_utf8_lossy(line);
    match line.split_once(": ") {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("the line {line:?} is not of the form Name: value")),
    }
}

/// The lines of a manifest, which end with CR LF, LF or CR, each joined with the ones that carry it
/// on.
fn logical_lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
        let (line, tail) = rest.split_at(end);
        rest = match tail {
            [b'\r', b'\n', tail @ ..] | [b'\r' | b'\n', tail @ ..] => tail,
            _ => &[],
        };
        match (line, lines.last_mut()) {
            ([b' ', more @ ..], Some(last)) if !last.is_empty() => last.extend_from_slice(more),
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_go_on_after_a_space() {
        let manifest = Manifest::parse(
            b"Manifest-Version: 1.0\r\nClass-Path: lib/a.jar lib/\r\n b.jar\r\nMain-Class: org.example.Main\r\n\r\n",
        )
        .unwrap();
        assert_eq!(manifest.attribute("Class-Path"), Some("lib/a.jar lib/b.jar"));
        assert_eq!(manifest.attribute("main-class"), Some("org.example.Main"));
        assert_eq!(manifest.attribute("Add-Opens"), None);
    }

    #[test]
    fn a_character_may_be_split_over_two_lines() {
        let manifest = Manifest::parse(b"Title: gr\xC3\n \xB6\xC3\x9Fe\n").unwrap();
        assert_eq!(manifest.attribute("Title"), Some("größe"));
    }

    #[test]
    fn every_kind_of_line_end_is_understood() {
        let manifest = Manifest::parse(b"A: 1\rB: 2\nC: 3\r\nD: 4").unwrap();
        let all: Vec<_> = manifest.attributes().collect();
        assert_eq!(all, [("A", "1"), ("B", "2"), ("C", "3"), ("D", "4")]);
    }

    #[test]
    fn a_section_belongs_to_its_entry() {
        let manifest =
            Manifest::parse(b"A: main\n\n\nName: org/example/\nA: section\nSealed: true\n\nName: X.class\nB: x\n")
                .unwrap();
        assert_eq!(manifest.attribute("A"), Some("main"));
        assert_eq!(manifest.attribute("Sealed"), None);
        assert_eq!(manifest.entry_attribute("org/example/", "A"), Some("section"));
        assert_eq!(manifest.entry_attribute("X.class", "b"), Some("x"));
        assert_eq!(manifest.entry_attribute("X.class", "Sealed"), None);
    }

    #[test]
    fn what_is_no_attribute_is_an_error() {
        assert!(Manifest::parse(b"Main-Class org.example.Main\n").is_err());
        assert!(Manifest::parse(b" A: 1\n").is_ok_and(|manifest| manifest.attribute("A").is_none()));
        assert!(Manifest::parse(b"A: 1\n\nB: 2\n").is_err());
        assert_eq!(Manifest::parse(b""), Ok(Manifest::default()));
    }
}
