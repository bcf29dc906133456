//! The JDKs that tests read classes of.

use std::path::Path;

use raddle_program::jdk::Jdk;

/// The JDK 17 of this machine: the one in use if it is a 17, else where Debian puts it.
#[allow(dead_code)]
pub fn jdk_17() -> Jdk {
    match Jdk::locate(None) {
        Ok(jdk) if jdk.feature == 17 => jdk,
        _ => Jdk::locate(Some(Path::new("/usr/lib/jvm/java-17-openjdk-amd64"))).expect("a JDK 17"),
    }
}

/// All JDKs under `/usr/lib/jvm` that can be used, and the one in use.
#[allow(dead_code)]
pub fn all_jdks() -> Vec<Jdk> {
    let mut homes: Vec<_> = std::fs::read_dir("/usr/lib/jvm")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.path().canonicalize().ok())
        .chain(Jdk::locate(None).ok().and_then(|jdk| jdk.home.canonicalize().ok()))
        .collect();
    homes.sort_unstable();
    homes.dedup();
    let jdks: Vec<Jdk> = homes.iter().filter_map(|home| Jdk::locate(Some(home)).ok()).collect();
    assert!(!jdks.is_empty(), "no JDK to test with");
    jdks
}
