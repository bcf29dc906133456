//! `sun.nio.fs.UnixNativeDispatcher` and its Linux kin: the system calls under `java.nio.file`.
//!
//! Paths come as addresses of C strings in the machine's native memory; errors go back as `UnixException`s with the system's number.

use super::{Call, Table, done, nothing};
use crate::heap::Ref;
use crate::machine::{Exit, Outcome};
use crate::posix;
use std::ffi::CString;
use std::fs::{DirBuilder, Metadata, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

pub(super) static TABLE: Table = Table {
    class: "sun/nio/fs/UnixNativeDispatcher",
    methods: &[
        ("init()I", init),
        ("getcwd()[B", current_directory),
        ("strerror(I)[B", |call| bytes(call, |call| Ok(posix::describe(call.int(0)).into_bytes()))),
        ("dup(I)I", |call| number(call, |call| call.machine.files.duplicate(call.int(0)))),
        ("open0(JII)I", open),
        ("openat0(IJII)I", open_at),
        ("close0(I)V", close),
        ("rewind(J)V", |call| {
            let handle = call.long(0);
            call.files.rewind_directory(handle);
            done(())
        }),
        ("getlinelen(J)I", line_length),
        ("link0(JJ)V", |call| on_two_paths(call, 2, |from, to| std::fs::hard_link(from, to))),
        ("unlink0(J)V", |call| on_path(call, |path, _| std::fs::remove_file(path))),
        ("unlinkat0(IJI)V", unlink_at),
        ("mknod0(JIJ)V", |call| {
            on_path(call, |path, call| posix::make_node(path, call.int(2) as u32, call.long(3) as u64))
        }),
        ("rename0(JJ)V", |call| on_two_paths(call, 2, |from, to| std::fs::rename(from, to))),
        ("renameat0(IJIJ)V", rename_at),
        ("mkdir0(JI)V", |call| on_path(call, |path, call| DirBuilder::new().mode(call.int(2) as u32).create(path))),
        ("rmdir0(J)V", |call| on_path(call, |path, _| std::fs::remove_dir(path))),
        ("readlink0(J)[B", |call| path_bytes(call, |path| std::fs::read_link(path))),
        ("realpath0(J)[B", |call| path_bytes(call, |path| std::fs::canonicalize(path))),
        ("symlink0(JJ)V", |call| on_two_paths(call, 2, |target, link| std::os::unix::fs::symlink(target, link))),
        ("stat0(JLsun/nio/fs/UnixFileAttributes;)V", |call| stat(call, |path| std::fs::metadata(path))),
        ("stat0(JLsun/nio/fs/UnixFileAttributes;)I", stat_number),
        ("stat1(J)I", stat_mode),
        ("lstat0(JLsun/nio/fs/UnixFileAttributes;)V", |call| stat(call, |path| std::fs::symlink_metadata(path))),
        ("fstat(ILsun/nio/fs/UnixFileAttributes;)V", stat_descriptor),
        ("fstat0(ILsun/nio/fs/UnixFileAttributes;)V", stat_descriptor),
        ("fstatat0(IJILsun/nio/fs/UnixFileAttributes;)V", stat_at),
        ("chown0(JII)V", |call| {
            on_path(call, |path, call| std::os::unix::fs::chown(path, owner(call, 2), owner(call, 3)))
        }),
        ("lchown0(JII)V", |call| {
            on_path(call, |path, call| std::os::unix::fs::lchown(path, owner(call, 2), owner(call, 3)))
        }),
        ("fchown(III)V", |call| act(call, change_owner)),
        ("fchown0(III)V", |call| act(call, change_owner)),
        ("chmod0(JI)V", |call| on_path(call, |path, call| std::fs::set_permissions(path, mode(call, 2)))),
        ("fchmod(II)V", |call| act(call, change_mode)),
        ("fchmod0(II)V", |call| act(call, change_mode)),
        ("fchmodat0(IJII)V", change_mode_at),
        ("fchmodatNoFollowSupported0()Z", |_| done(false)),
        ("utimes0(JJJ)V", |call| {
            on_path(call, |path, call| posix::set_times(path, micros(call, 2), micros(call, 4), true))
        }),
        ("lutimes0(JJJ)V", |call| {
            on_path(call, |path, call| posix::set_times(path, micros(call, 2), micros(call, 4), false))
        }),
        ("futimes(IJJ)V", |call| {
            act(call, |call| posix::set_file_times(call.files.get(call.int(0))?, micros(call, 1), micros(call, 3)))
        }),
        ("futimens(IJJ)V", |call| {
            act(call, |call| posix::set_file_times(call.files.get(call.int(0))?, nanos(call, 1), nanos(call, 3)))
        }),
        ("futimens0(IJJ)V", |call| {
            act(call, |call| posix::set_file_times(call.files.get(call.int(0))?, nanos(call, 1), nanos(call, 3)))
        }),
        ("utimensat0(IJJJI)V", set_times_at),
        ("opendir0(J)J", open_directory),
        ("fdopendir(I)J", open_directory_of),
        ("closedir(J)V", close_directory),
        ("readdir(J)[B", read_directory),
        ("readdir0(J)[B", read_directory),
        ("read(IJI)I", read),
        ("read0(IJI)I", read),
        ("write(IJI)I", write),
        ("write0(IJI)I", write),
        ("access0(JI)V", access),
        ("access0(JI)I", access_number),
        ("exists0(J)Z", exists),
        ("getpwuid(I)[B", |call| account_name(call, "/etc/passwd")),
        ("getgrgid(I)[B", |call| account_name(call, "/etc/group")),
        ("getpwnam0(J)I", |call| account_number(call, "/etc/passwd")),
        ("getgrnam0(J)I", |call| account_number(call, "/etc/group")),
        ("statvfs0(JLsun/nio/fs/UnixFileStoreAttributes;)V", stat_file_system),
        ("fgetxattr0(IJJI)I", get_attribute),
        ("fsetxattr0(IJJI)V", set_attribute),
        ("fremovexattr0(IJ)V", remove_attribute),
        ("flistxattr(IJI)I", list_attributes),
    ],
};

pub(super) static LINUX: Table = Table {
    class: "sun/nio/fs/LinuxNativeDispatcher",
    methods: &[
        ("init()V", nothing),
        ("setmntent0(JJ)J", open_mounts),
        ("getmntent0(JLsun/nio/fs/UnixMountEntry;JI)I", next_mount),
        ("endmntent(J)V", close_directory),
        ("posix_fadvise(IJJI)I", |_| done(0)),
        // IOStatus.UNSUPPORTED_CASE: the JDK then copies through a buffer.
        ("directCopy0(IIJ)I", |_| done(-6)),
    ],
};

pub(super) static COPY: Table = Table { class: "sun/nio/fs/UnixCopyFile", methods: &[("transfer(IIJ)V", copy)] };

pub(super) static FILE_SYSTEM: Table =
    Table { class: "sun/nio/fs/UnixFileSystem", methods: &[("bufferedCopy0(IIJIJ)V", copy)] };

pub(super) static WATCH: Table = Table {
    class: "sun/nio/fs/LinuxWatchService",
    methods: &[
        ("eventSize()I", |_| done(16)),
        ("eventOffsets()[I", event_offsets),
        ("inotifyInit()I", |call| {
            Err(call.error("java/lang/UnsupportedOperationException", "watch services are not supported by Raddle"))
        }),
    ],
};

impl Call<'_> {
    /// A `UnixException` with the number of an error.
    pub(super) fn unix_error(&mut self, error: &io::Error) -> Exit {
        let number = error.raw_os_error().unwrap_or(libc::EIO);
        self.unix_exception(number).unwrap_or_else(|exit| exit)
    }

    fn unix_exception(&mut self, number: i32) -> Outcome<Exit> {
        let class = self.load_boot("sun/nio/fs/UnixException")?;
        let exception = self.new_throwable(class, Ref::NULL, Ref::NULL)?;
        self.set_field(exception, "errno", number as u32 as u64);
        Ok(Exit::Throw(exception))
    }

    fn unix<T>(&mut self, result: io::Result<T>) -> Outcome<T> {
        result.map_err(|error| self.unix_error(&error))
    }

    /// The C string at an address that is an argument.
    fn c_string(&self, index: usize) -> Vec<u8> {
        let rest = self.native_memory.rest(self.slot(index)).unwrap_or_default();
        rest.iter().copied().take_while(|&byte| byte != 0).collect()
    }

    /// The path at an address that is an argument: something outside is about to be looked at.
    fn c_path(&mut self, index: usize) -> PathBuf {
        let path = posix::path_of(&self.c_string(index)).to_path_buf();
        if !self.is_hushed() {
            self.files.look_at(&path);
        }
        path
    }
}

/// Changes something outside.
fn act(call: &mut Call, action: impl FnOnce(&mut Call) -> io::Result<()>) -> Outcome {
    let result = call.files.begin_effect().and_then(|()| action(call));
    call.unix(result)?;
    done(())
}

fn number(call: &mut Call, action: impl FnOnce(&mut Call) -> io::Result<i32>) -> Outcome {
    let result = action(call);
    done(call.unix(result)?)
}

fn bytes(call: &mut Call, action: impl FnOnce(&mut Call) -> io::Result<Vec<u8>>) -> Outcome {
    let result = action(call);
    let bytes = call.unix(result)?;
    done(call.new_bytes(&bytes)?)
}

/// Something done to the path whose address is the first argument.
fn on_path(call: &mut Call, action: impl FnOnce(&Path, &mut Call) -> io::Result<()>) -> Outcome {
    let path = call.c_path(0);
    act(call, |call| action(&path, call))
}

fn on_two_paths(call: &mut Call, second: usize, action: impl FnOnce(&Path, &Path) -> io::Result<()>) -> Outcome {
    let (first, second) = (call.c_path(0), call.c_path(second));
    act(call, |_| action(&first, &second))
}

fn path_bytes(call: &mut Call, action: impl FnOnce(&Path) -> io::Result<PathBuf>) -> Outcome {
    let path = call.c_path(0);
    bytes(call, |_| Ok(action(&path)?.as_os_str().as_bytes().to_vec()))
}

/// All capabilities the class declares a constant for, except that times of creation are there only where the attributes have room for them.
fn init(call: &mut Call) -> Outcome {
    let class = call.load_boot("sun/nio/fs/UnixNativeDispatcher")?;
    let attributes = call.load_boot("sun/nio/fs/UnixFileAttributes")?;
    let mut capabilities = 0;
    for name in ["SUPPORTS_OPENAT", "SUPPORTS_FUTIMES", "SUPPORTS_FUTIMENS", "SUPPORTS_LUTIMES", "SUPPORTS_XATTR"] {
        capabilities |= call.static_int(class, name).unwrap_or(0);
    }
    if call.has_field(attributes, "birthtime_available") {
        capabilities |= call.static_int(class, "SUPPORTS_BIRTHTIME").unwrap_or(0);
    }
    done(capabilities)
}

fn current_directory(call: &mut Call) -> Outcome {
    bytes(call, |_| Ok(std::env::current_dir()?.as_os_str().as_bytes().to_vec()))
}

fn open(call: &mut Call) -> Outcome {
    let path = call.c_path(0);
    call.settle_mappings();
    number(call, |call| call.machine.files.open(&path, call.int(2), call.int(3) as u32))
}

fn open_at(call: &mut Call) -> Outcome {
    let path = call.c_path(1);
    call.settle_mappings();
    number(call, |call| call.machine.files.open_at(call.int(0), &path, call.int(3), call.int(4) as u32))
}

fn close(call: &mut Call) -> Outcome {
    let descriptor = call.int(0);
    let closed = call.files.close(descriptor);
    call.unix(closed)?;
    done(())
}

fn unlink_at(call: &mut Call) -> Outcome {
    let path = call.c_path(1);
    act(call, |call| posix::unlink_at(call.files.get(call.int(0))?, &path, call.int(3)))
}

fn rename_at(call: &mut Call) -> Outcome {
    let (from, to) = (call.c_path(1), call.c_path(4));
    act(call, |call| posix::rename_at(call.files.get(call.int(0))?, &from, call.files.get(call.int(3))?, &to))
}

fn owner(call: &Call, index: usize) -> Option<u32> {
    u32::try_from(call.int(index)).ok()
}

fn change_owner(call: &mut Call) -> io::Result<()> {
    std::os::unix::fs::fchown(call.files.get(call.int(0))?, owner(call, 1), owner(call, 2))
}

fn mode(call: &Call, index: usize) -> Permissions {
    Permissions::from_mode(call.int(index) as u32)
}

fn change_mode(call: &mut Call) -> io::Result<()> {
    call.files.get(call.int(0))?.set_permissions(mode(call, 1))
}

fn change_mode_at(call: &mut Call) -> Outcome {
    let name = call.c_path(1);
    act(call, |call| std::fs::set_permissions(base(call, 0)?.join(name), mode(call, 3)))
}

/// The directory a descriptor stands for in the calls that take a name relative to it.
fn base(call: &Call, index: usize) -> io::Result<PathBuf> {
    match call.int(index) {
        libc::AT_FDCWD => Ok(PathBuf::new()),
        directory => Ok(call.files.path(directory)?.to_path_buf()),
    }
}

fn micros(call: &Call, index: usize) -> posix::FileTime {
    let time = call.long(index);
    Some((time.div_euclid(1_000_000), time.rem_euclid(1_000_000) * 1000))
}

fn nanos(call: &Call, index: usize) -> posix::FileTime {
    let time = call.long(index);
    Some((time.div_euclid(1_000_000_000), time.rem_euclid(1_000_000_000)))
}

fn set_times_at(call: &mut Call) -> Outcome {
    let name = call.c_path(1);
    let follow = call.int(7) & libc::AT_SYMLINK_NOFOLLOW == 0;
    act(call, |call| posix::set_times(&base(call, 0)?.join(name), nanos(call, 3), nanos(call, 5), follow))
}

fn fill(call: &mut Call, attributes: Ref, data: &Metadata) {
    call.set_field(attributes, "st_mode", data.mode() as u64);
    call.set_field(attributes, "st_ino", data.ino());
    call.set_field(attributes, "st_dev", data.dev());
    call.set_field(attributes, "st_rdev", data.rdev());
    call.set_field(attributes, "st_nlink", data.nlink() as u32 as u64);
    call.set_field(attributes, "st_uid", data.uid() as u64);
    call.set_field(attributes, "st_gid", data.gid() as u64);
    call.set_field(attributes, "st_size", data.size());
    call.set_field(attributes, "st_atime_sec", data.atime() as u64);
    call.set_field(attributes, "st_atime_nsec", data.atime_nsec() as u64);
    call.set_field(attributes, "st_mtime_sec", data.mtime() as u64);
    call.set_field(attributes, "st_mtime_nsec", data.mtime_nsec() as u64);
    call.set_field(attributes, "st_ctime_sec", data.ctime() as u64);
    call.set_field(attributes, "st_ctime_nsec", data.ctime_nsec() as u64);
    let class = call.heap.class(attributes);
    if call.has_field(class, "birthtime_available") {
        let born = data.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        call.set_field(attributes, "birthtime_available", born.is_some() as u64);
        let born = born.unwrap_or_default();
        call.set_field(attributes, "st_birthtime_sec", born.as_secs());
        call.set_field(attributes, "st_birthtime_nsec", born.subsec_nanos() as u64);
    }
}

fn stat(call: &mut Call, look: impl FnOnce(&Path) -> io::Result<Metadata>) -> Outcome {
    let attributes = call.object(2)?;
    let data = look(&call.c_path(0));
    let data = call.unix(data)?;
    fill(call, attributes, &data);
    done(())
}

/// The form of newer JDKs: the number of the error, or 0.
fn stat_number(call: &mut Call) -> Outcome {
    let attributes = call.object(2)?;
    match std::fs::metadata(call.c_path(0)) {
        Ok(data) => {
            fill(call, attributes, &data);
            done(0)
        }
        Err(error) => done(error.raw_os_error().unwrap_or(libc::EIO)),
    }
}

fn stat_mode(call: &mut Call) -> Outcome {
    done(std::fs::metadata(call.c_path(0)).map(|data| data.mode() as i32).unwrap_or(0))
}

fn stat_descriptor(call: &mut Call) -> Outcome {
    let attributes = call.object(1)?;
    let data = call.files.metadata(call.int(0));
    let data = call.unix(data)?;
    fill(call, attributes, &data);
    done(())
}

fn stat_at(call: &mut Call) -> Outcome {
    let attributes = call.object(4)?;
    let follow = call.int(3) & libc::AT_SYMLINK_NOFOLLOW == 0;
    let path = base(call, 0).map(|base| base.join(call.c_path(1)));
    let data = path.and_then(|path| if follow { std::fs::metadata(path) } else { std::fs::symlink_metadata(path) });
    let data = call.unix(data)?;
    fill(call, attributes, &data);
    done(())
}

fn access(call: &mut Call) -> Outcome {
    let result = posix::access(&call.c_path(0), call.int(2));
    call.unix(result)?;
    done(())
}

fn access_number(call: &mut Call) -> Outcome {
    match posix::access(&call.c_path(0), call.int(2)) {
        Ok(()) => done(0),
        Err(error) => done(error.raw_os_error().unwrap_or(libc::EIO)),
    }
}

fn exists(call: &mut Call) -> Outcome {
    done(posix::access(&call.c_path(0), libc::F_OK).is_ok())
}

fn open_directory(call: &mut Call) -> Outcome {
    let path = call.c_path(0);
    let handle = call.files.open_directory(&path);
    done(call.unix(handle)?)
}

/// Listing by descriptor: the listing owns the descriptor from here on, as in C.
fn open_directory_of(call: &mut Call) -> Outcome {
    let descriptor = call.int(0);
    let handle = call.files.path(descriptor).map(Path::to_path_buf).and_then(|path| call.files.open_directory(&path));
    let handle = call.unix(handle)?;
    let closed = call.files.close(descriptor);
    call.unix(closed)?;
    done(handle)
}

fn close_directory(call: &mut Call) -> Outcome {
    let handle = call.long(0);
    call.files.close_directory(handle);
    done(())
}

fn read_directory(call: &mut Call) -> Outcome {
    let handle = call.long(0);
    let Some(name) = call.files.directory_entry(handle).map(|name| name.as_bytes().to_vec()) else {
        return done(Ref::NULL);
    };
    let bytes = call.new_bytes(&name)?;
    call.files.next_directory_entry(handle);
    done(bytes)
}

fn read(call: &mut Call) -> Outcome {
    let (descriptor, address, length) = (call.int(0), call.slot(1), call.int(3) as usize);
    let read = call.read_to_memory(descriptor, address, length, None);
    done(call.unix(read)? as i32)
}

fn write(call: &mut Call) -> Outcome {
    let (descriptor, address, length) = (call.int(0), call.slot(1), call.int(3) as usize);
    let written = call.write_from_memory(descriptor, address, length, None);
    done(call.unix(written)? as i32)
}

fn account_name(call: &mut Call, file: &str) -> Outcome {
    let number = call.int(0) as u32;
    bytes(call, |_| {
        posix::account(file, None, Some(number))
            .map(|account| account.0)
            .ok_or_else(|| io::Error::from_raw_os_error(libc::ENOENT))
    })
}

fn account_number(call: &mut Call, file: &str) -> Outcome {
    let name = call.c_string(0);
    done(posix::account(file, Some(&name), None).map_or(-1, |account| account.1 as i32))
}

fn stat_file_system(call: &mut Call) -> Outcome {
    let attributes = call.object(2)?;
    let space = posix::space(&call.c_path(0));
    let space = call.unix(space)?;
    call.set_field(attributes, "f_frsize", space.unit);
    call.set_field(attributes, "f_blocks", space.total);
    call.set_field(attributes, "f_bfree", space.free);
    call.set_field(attributes, "f_bavail", space.available);
    done(())
}

/// Copies the whole of one open file to another.
fn copy(call: &mut Call) -> Outcome {
    let (target, source) = (call.int(0), call.int(1));
    call.settle_mappings();
    act(call, |call| {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match call.files.read(source, &mut buffer)? {
                0 => return Ok(()),
                count => call.files.write(target, &buffer[..count])?,
            }
        }
    })
}

fn attribute_name(call: &Call) -> CString {
    CString::new(call.c_string(1)).unwrap_or_default()
}

/// Fills a buffer at an address; an empty one asks for the size.
fn into_memory(
    call: &mut Call,
    address: u64,
    length: usize,
    action: impl FnOnce(&Call, &mut [u8]) -> io::Result<usize>,
) -> Outcome {
    let mut buffer = vec![0; length];
    let count = action(call, &mut buffer);
    let count = call.unix(count)?;
    let filled = count.min(length);
    if let Some(target) = call.native_memory.bytes_mut(address, filled) {
        target.copy_from_slice(&buffer[..filled]);
    }
    done(count as i32)
}

fn get_attribute(call: &mut Call) -> Outcome {
    let (address, length) = (call.slot(3), call.int(5) as usize);
    into_memory(call, address, length, |call, buffer| {
        posix::get_attribute(call.files.get(call.int(0))?, &attribute_name(call), buffer)
    })
}

fn set_attribute(call: &mut Call) -> Outcome {
    let value = call.native_memory.bytes(call.slot(3), call.int(5) as usize).unwrap_or_default().to_vec();
    act(call, |call| posix::set_attribute(call.files.get(call.int(0))?, &attribute_name(call), &value))
}

fn remove_attribute(call: &mut Call) -> Outcome {
    act(call, |call| posix::remove_attribute(call.files.get(call.int(0))?, &attribute_name(call)))
}

fn list_attributes(call: &mut Call) -> Outcome {
    let (address, length) = (call.slot(1), call.int(3) as usize);
    into_memory(call, address, length, |call, buffer| posix::list_attributes(call.files.get(call.int(0))?, buffer))
}

/// The file that lists mounts is read whole; its lines stand for the entries.
fn open_mounts(call: &mut Call) -> Outcome {
    let path = call.c_path(0);
    let handle = call.files.open_lines(&path);
    done(call.unix(handle)?)
}

fn line_length(call: &mut Call) -> Outcome {
    let handle = call.long(0);
    match call.files.directory_entry(handle).map(|line| line.len()) {
        Some(length) => {
            call.files.next_directory_entry(handle);
            done(length as i32)
        }
        None => done(-1),
    }
}

fn next_mount(call: &mut Call) -> Outcome {
    let handle = call.long(0);
    let entry = call.object(2)?;
    let Some(line) = call.files.directory_entry(handle).map(|line| line.as_bytes().to_vec()) else { return done(-1) };
    let fields: Vec<&[u8]> = line.split(|byte| byte.is_ascii_whitespace()).filter(|field| !field.is_empty()).collect();
    for (name, field) in ["name", "dir", "fstype", "opts"].into_iter().zip(fields) {
        let value = call.new_bytes(&unescape(field))?;
        call.set_field(entry, name, value.0 as u64);
    }
    call.files.next_directory_entry(handle);
    done(0)
}

/// Blanks in the list of mounts are written as a backslash and three octal digits.
fn unescape(field: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((&first, tail)) = rest.split_first() {
        let code = tail.get(..3).filter(|_| first == b'\\').and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) => {
                plain.push(byte);
                rest = &tail[3..];
            }
            None => {
                plain.push(first);
                rest = tail;
            }
        }
    }
    plain
}

fn event_offsets(call: &mut Call) -> Outcome {
    let array = call.new_array_of("[I", 5)?;
    for (index, offset) in [0, 4, 8, 12, 16].into_iter().enumerate() {
        call.heap.set_int(array, index as u32, offset);
    }
    done(array)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octal_escapes_of_mounts_are_read() {
        assert_eq!(unescape(b"/mnt/a\\040b\\"), b"/mnt/a b\\");
    }
}
