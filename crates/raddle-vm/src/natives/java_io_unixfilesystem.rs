//! `java.io.UnixFileSystem`: what `java.io.File` asks of the file system, and how names of files become strings.

use super::jdk_internal_util_systemprops::encoding;
use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::{Machine, Outcome};
use crate::posix;
use std::fs::{DirBuilder, OpenOptions, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};

pub(super) static TABLE: Table = Table {
    class: "java/io/UnixFileSystem",
    methods: &[
        ("getBooleanAttributes0(Ljava/io/File;)I", boolean_attributes),
        ("checkAccess(Ljava/io/File;I)Z", check_access),
        ("checkAccess0(Ljava/io/File;I)Z", check_access),
        ("getLastModifiedTime(Ljava/io/File;)J", last_modified),
        ("getLastModifiedTime0(Ljava/io/File;)J", last_modified),
        ("getLength(Ljava/io/File;)J", length),
        ("getLength0(Ljava/io/File;)J", length),
        ("setPermission(Ljava/io/File;IZZ)Z", set_permission),
        ("setPermission0(Ljava/io/File;IZZ)Z", set_permission),
        ("createFileExclusively(Ljava/lang/String;)Z", create_file),
        ("createFileExclusively0(Ljava/lang/String;)Z", create_file),
        ("delete0(Ljava/io/File;)Z", delete),
        ("list(Ljava/io/File;)[Ljava/lang/String;", list),
        ("list0(Ljava/io/File;)[Ljava/lang/String;", list),
        ("createDirectory(Ljava/io/File;)Z", create_directory),
        ("createDirectory0(Ljava/io/File;)Z", create_directory),
        ("rename0(Ljava/io/File;Ljava/io/File;)Z", rename),
        ("setLastModifiedTime(Ljava/io/File;J)Z", set_last_modified),
        ("setLastModifiedTime0(Ljava/io/File;J)Z", set_last_modified),
        ("setReadOnly(Ljava/io/File;)Z", set_read_only),
        ("setReadOnly0(Ljava/io/File;)Z", set_read_only),
        ("getSpace(Ljava/io/File;I)J", space),
        ("getSpace0(Ljava/io/File;I)J", space),
        ("getNameMax0(Ljava/lang/String;)J", |_| done(255i64)),
        ("canonicalize0(Ljava/lang/String;)Ljava/lang/String;", canonicalize),
    ],
};

impl Machine {
    /// A string in the encoding of the platform, as names of files have it; what that cannot hold becomes a question mark.
    pub(super) fn platform_bytes(&self, string: Ref) -> Vec<u8> {
        let units = self.string_units(string);
        if encoding() == "UTF-8" {
            let text: String = char::decode_utf16(units).map(|unit| unit.unwrap_or('?')).collect();
            return text.into_bytes();
        }
        units.iter().map(|&unit| if unit < 128 { unit as u8 } else { b'?' }).collect()
    }

    /// A string from bytes in the encoding of the platform.
    pub(super) fn platform_string(&mut self, bytes: &[u8]) -> Outcome<Ref> {
        if encoding() == "UTF-8" {
            return self.new_string(&String::from_utf8_lossy(bytes));
        }
        let units: Vec<u16> = bytes.iter().map(|&byte| if byte < 128 { byte as u16 } else { 0xfffd }).collect();
        self.new_string_utf16(&units)
    }
}

/// The path of a `java.io.File`.
fn path(call: &mut Call, index: usize) -> Outcome<PathBuf> {
    let file = call.object(index)?;
    let path = call.reference_field(file, "path");
    if path.is_null() {
        return Err(call.null_pointer());
    }
    let path = posix::path_of(&call.platform_bytes(path)).to_path_buf();
    if !call.is_hushed() {
        call.files.look_at(&path);
    }
    Ok(path)
}

/// Changes the file system; whether that worked.
fn change(call: &mut Call, action: impl FnOnce() -> io::Result<()>) -> Outcome {
    done(call.files.begin_effect().and_then(|()| action()).is_ok())
}

fn boolean_attributes(call: &mut Call) -> Outcome {
    let path = path(call, 1)?;
    let Ok(data) = std::fs::metadata(&path) else { return done(0) };
    // Bits of java.io.FileSystem: exists, regular, directory.
    done(1 | (data.is_file() as i32) << 1 | (data.is_dir() as i32) << 2)
}

/// The bits of `java.io.FileSystem` for reading, writing and executing are those of `access(2)`.
fn check_access(call: &mut Call) -> Outcome {
    let path = path(call, 1)?;
    let mode = call.int(2);
    done(posix::access(&path, mode).is_ok())
}

fn last_modified(call: &mut Call) -> Outcome {
    let path = path(call, 1)?;
    let time = std::fs::metadata(path).map(|data| data.mtime() * 1000 + data.mtime_nsec() / 1_000_000);
    done(time.unwrap_or(0))
}

fn length(call: &mut Call) -> Outcome {
    let path = path(call, 1)?;
    done(std::fs::metadata(path).map(|data| data.len() as i64).unwrap_or(0))
}

fn change_mode(path: &Path, change: impl Fn(u32) -> u32) -> io::Result<()> {
    let mode = std::fs::metadata(path)?.mode();
    std::fs::set_permissions(path, Permissions::from_mode(change(mode) & 0o7777))
}

fn set_permission(call: &mut Call) -> Outcome {
    let path = path(call, 1)?;
    let (access, enable, owner_only) = (call.int(2) as u32, call.boolean(3), call.boolean(4));
    let bits = if owner_only { access << 6 } else { access << 6 | access << 3 | access };
    change(call, || change_mode(&path, |mode| if enable { mode | bits } else { mode & !bits }))
}

fn set_read_only(call: &mut Call) -> Outcome {
    let path = path(call, 1)?;
    change(call, || change_mode(&path, |mode| mode & !0o222))
}

fn create_file(call: &mut Call) -> Outcome {
    let name = call.object(1)?;
    let path = call.platform_bytes(name);
    if path == b"/" {
        return done(false);
    }
    let options = OpenOptions::new().read(true).write(true).create_new(true).mode(0o666).clone();
    match call.files.begin_effect().and_then(|()| options.open(posix::path_of(&path))) {
        Ok(_) => done(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => done(false),
        Err(error) => Err(call.io_error(&error)),
    }
}

fn delete(call: &mut Call) -> Outcome {
    let path = path(call, 1)?;
    let is_directory = std::fs::symlink_metadata(&path).is_ok_and(|data| data.is_dir());
    change(call, || if is_directory { std::fs::remove_dir(&path) } else { std::fs::remove_file(&path) })
}

fn list(call: &mut Call) -> Outcome {
    let path = path(call, 1)?;
    let entries = std::fs::read_dir(path)
        .and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>());
    let Ok(entries) = entries else { return done(Ref::NULL) };
    let mut names = Vec::with_capacity(entries.len());
    for entry in entries {
        names.push(call.platform_string(entry.as_bytes())?);
    }
    let class = call.load_boot("[Ljava/lang/String;")?;
    done(call.new_references(class, &names)?)
}

fn create_directory(call: &mut Call) -> Outcome {
    let path = path(call, 1)?;
    change(call, || DirBuilder::new().mode(0o777).create(path))
}

fn rename(call: &mut Call) -> Outcome {
    let (from, to) = (path(call, 1)?, path(call, 2)?);
    change(call, || std::fs::rename(from, to))
}

fn set_last_modified(call: &mut Call) -> Outcome {
    let path = path(call, 1)?;
    let millis = call.long(2);
    let time = (millis.div_euclid(1000), millis.rem_euclid(1000) * 1_000_000);
    change(call, || posix::set_times(&path, None, Some(time), true))
}

fn space(call: &mut Call) -> Outcome {
    let path = path(call, 1)?;
    let which = call.int(2);
    let bytes = posix::space(&path).map(|space| {
        // java.io.FileSystem: total, free, usable.
        let blocks = match which {
            0 => space.total,
            1 => space.free,
            _ => space.available,
        };
        i64::try_from(space.unit.saturating_mul(blocks)).unwrap_or(i64::MAX)
    });
    done(bytes.unwrap_or(0))
}

fn canonicalize(call: &mut Call) -> Outcome {
    let name = call.object(1)?;
    let path = call.platform_bytes(name);
    if path.len() > libc::PATH_MAX as usize {
        return Err(call.io_error(&io::Error::from_raw_os_error(libc::ENAMETOOLONG)));
    }
    let full = canonical(posix::path_of(&path));
    done(call.platform_string(full.as_os_str().as_bytes())?)
}

/// The real path of the longest prefix that exists, then the rest without `.` and `..`.
fn canonical(path: &Path) -> PathBuf {
    let mut prefix = path;
    let real = loop {
        if let Ok(real) = std::fs::canonicalize(prefix) {
            break real;
        }
        match prefix.parent() {
            Some(parent) => prefix = parent,
            None => break PathBuf::from("/"),
        }
    };
    let rest = path.strip_prefix(prefix).unwrap_or(path);
    let mut full = real;
    for component in rest.components() {
        match component {
            Component::Normal(name) => full.push(name),
            Component::ParentDir => {
                full.pop();
            }
            Component::RootDir | Component::CurDir | Component::Prefix(_) => {}
        }
    }
    full
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_does_not_exist_is_canonical_up_to_what_does() {
        assert_eq!(canonical(Path::new("/proc/./self/../no-such-thing/a/../b")), Path::new("/proc/no-such-thing/b"));
    }
}
