//! One jar of the class path, kept open. Of a multi-release jar it gives the entry of the newest
//! version that the JDK may run.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;
use zip::result::ZipError;

use super::ClassPathError;
use super::manifest::Manifest;

const MANIFEST: &str = "META-INF/MANIFEST.MF";
const VERSIONS: &str = "META-INF/versions/";

/// The oldest version that a multi-release jar may have entries for.
const FIRST_VERSION: u32 = 9;

/// A Java array has no more elements than this, so that no longer entry could be handed to a
/// program.
const MAX_SIZE: u64 = i32::MAX as u64;

pub(super) struct Jar {
    path: PathBuf,
    archive: ZipArchive<BufReader<File>>,
    manifest: Manifest,
    /// The versions that have entries and that the JDK may run, the newest first.
    versions: Vec<u32>,
}

impl Jar {
    /// Opens a jar for a JDK of the feature number.
    pub(super) fn open(path: &Path, feature: u32) -> Result<Jar, ClassPathError> {
        let file = File::open(path).map_err(|error| unreadable(path, &error.to_string()))?;
        let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| unreadable(path, &error.to_string()))?;
        let mut jar = Jar { path: path.to_owned(), archive, manifest: Manifest::default(), versions: Vec::new() };
        jar.manifest = jar.read_manifest()?;
        let multi_release = jar.manifest.attribute("Multi-Release").unwrap_or_default();
        if multi_release.trim().eq_ignore_ascii_case("true") {
            jar.versions = jar.versions_up_to(feature);
        }
        Ok(jar)
    }

    pub(super) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Reads the entry for a resource.
    pub(super) fn find(&mut self, resource: &str) -> Result<Option<Vec<u8>>, ClassPathError> {
        if !resource.starts_with("META-INF/") {
            for index in 0..self.versions.len() {
                let versioned = format!("{VERSIONS}{}/{resource}", self.versions[index]);
                let found = self.read(&versioned)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        self.read(resource)
    }

    fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, ClassPathError> {
        let entry_unreadable =
            |why: &dyn std::fmt::Display| unreadable(&self.path, &format!("its entry {name}: {why}"));
        let entry = match self.archive.by_name(name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(entry_unreadable(&error)),
        };
        if entry.is_dir() {
            return Ok(None);
        }
        let size = entry.size();
        if size > MAX_SIZE {
            return Err(entry_unreadable(&"it is too large"));
        }
        let mut bytes = Vec::new();
        // One byte more than claimed, so that a longer entry is seen, and so that the end is
        // reached, where the checksum is compared.
        entry.take(size + 1).read_to_end(&mut bytes).map_err(|error| entry_unreadable(&error))?;
        if bytes.len() as u64 != size {
            return Err(entry_unreadable(&"its size is not the one claimed"));
        }
        Ok(Some(bytes))
    }

    fn read_manifest(&mut self) -> Result<Manifest, ClassPathError> {
        let name = match self.archive.index_for_name(MANIFEST) {
            Some(_) => Some(MANIFEST.to_owned()),
            // As `java.util.jar.JarFile` does, whatever the case of the name.
            None => self.archive.file_names().find(|name| name.eq_ignore_ascii_case(MANIFEST)).map(str::to_owned),
        };
        let Some(name) = name else {
            return Ok(Manifest::default());
        };
        let bytes = self.read(&name)?.unwrap_or_default();
        Manifest::parse(&bytes).map_err(|why| unreadable(&self.path, &format!("its manifest: {why}")))
    }

    fn versions_up_to(&self, feature: u32) -> Vec<u32> {
        let versions: BTreeSet<u32> = self
            .archive
            .file_names()
            .filter_map(|name| name.strip_prefix(VERSIONS)?.split_once('/')?.0.parse().ok())
            .filter(|version| (FIRST_VERSION..=feature).contains(version))
            .collect();
        versions.into_iter().rev().collect()
    }
}

fn unreadable(path: &Path, why: &str) -> ClassPathError {
    ClassPathError::Jar { path: path.to_owned(), why: why.to_owned() }
}
