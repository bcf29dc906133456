//! Writing a file that is either there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes beside the file and renames, so that nobody ever reads a half of it: not after a crash, not meanwhile.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    // A device such as /dev/stdout is there to be written to, not to be replaced.
    if fs::metadata(path).is_ok_and(|existing| !existing.is_file()) {
        return fs::write(path, content);
    }
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not the name of a file"))?;
    let mut temporary = std::ffi::OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(temporary);
    let written = write_and_sync(&temporary, content).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // What went wrong is told already; an orphan that cannot be removed adds nothing.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_and_sync(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(content)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        write_whole(&path, b"old").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(write_whole(&directory.path().join("no/such/place"), b"x").is_err());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
