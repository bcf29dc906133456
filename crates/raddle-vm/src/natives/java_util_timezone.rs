//! `java.util.TimeZone`: the time zone of the machine the program runs on.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::Outcome;
use std::path::{Path, PathBuf};

pub(super) static TABLE: Table = Table {
    class: "java/util/TimeZone",
    methods: &[
        ("getSystemTimeZoneID(Ljava/lang/String;)Ljava/lang/String;", system_id),
        ("getSystemGMTOffsetID()Ljava/lang/String;", |call| done(call.new_string("GMT")?)),
    ],
};

const ZONES: &str = "/usr/share/zoneinfo";

fn system_id(call: &mut Call) -> Outcome {
    let asked = std::env::var("TZ").unwrap_or_default();
    let asked = asked.strip_prefix(':').unwrap_or(&asked);
    let asked = asked.strip_prefix("posix/").unwrap_or(asked);
    let zone =
        if asked.is_empty() || asked == "localtime" { platform_zone() } else { Some(zone_name(asked).to_string()) };
    match zone {
        Some(zone) => done(call.new_string(&zone)?),
        None => done(Ref::NULL),
    }
}

/// What `/etc/localtime` points to, or the zone it is a copy of.
fn platform_zone() -> Option<String> {
    let local = Path::new("/etc/localtime");
    if let Ok(target) = std::fs::read_link(local) {
        return Some(zone_name(target.to_str()?).to_string());
    }
    let content = std::fs::read(local).ok()?;
    let path = zone_with(Path::new(ZONES), &content)?;
    Some(zone_name(path.to_str()?).to_string())
}

fn zone_name(path: &str) -> &str {
    path.split_once("zoneinfo/").map_or(path, |(_, name)| name)
}

/// The first zone file, by name, that has a given content.
fn zone_with(directory: &Path, content: &[u8]) -> Option<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(directory).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    entries.into_iter().find_map(|path| {
        let name = path.file_name()?.to_str()?;
        if matches!(name, "ROC" | "posixrules" | "localtime" | "posix" | "right") {
            return None;
        }
        if path.is_dir() {
            return zone_with(&path, content);
        }
        let same =
            std::fs::metadata(&path).ok()?.len() == content.len() as u64 && std::fs::read(&path).ok()? == content;
        same.then_some(path)
    })
}
