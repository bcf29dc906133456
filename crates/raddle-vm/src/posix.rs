//! Calls of the operating system for which the standard library has no name, each behind a safe function.

use std::ffi::{CStr, CString, OsStr};
use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

fn c_path(path: &Path) -> io::Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))
}

fn check(result: i32) -> io::Result<()> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn check_size(result: isize) -> io::Result<usize> {
    usize::try_from(result).map_err(|_| io::Error::last_os_error())
}

/// The system's words for an error number.
pub fn describe(error: i32) -> String {
    let text = io::Error::from_raw_os_error(error).to_string();
    match text.rfind(" (os error") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}

/// The system's words for an error, without the number the standard library adds.
pub fn reason(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(number) => describe(number),
        None => error.to_string(),
    }
}

/// `access(2)`.
pub fn access(path: &Path, mode: i32) -> io::Result<()> {
    let path = c_path(path)?;
    // SAFETY: the path is a C string that lives through the call.
    check(unsafe { libc::access(path.as_ptr(), mode) })
}

/// `openat(2)`.
pub fn open_at(directory: &File, name: &Path, flags: i32, mode: u32) -> io::Result<File> {
    let name = c_path(name)?;
    // SAFETY: the name is a C string that lives through the call.
    let descriptor = unsafe { libc::openat(directory.as_raw_fd(), name.as_ptr(), flags | libc::O_CLOEXEC, mode) };
    check(descriptor)?;
    // SAFETY: the descriptor was just opened and nobody else owns it.
    Ok(unsafe { File::from_raw_fd(descriptor) })
}

/// `unlinkat(2)`.
pub fn unlink_at(directory: &File, name: &Path, flags: i32) -> io::Result<()> {
    let name = c_path(name)?;
    // SAFETY: the name is a C string that lives through the call.
    check(unsafe { libc::unlinkat(directory.as_raw_fd(), name.as_ptr(), flags) })
}

/// `renameat(2)`.
pub fn rename_at(from: &File, name: &Path, to: &File, new_name: &Path) -> io::Result<()> {
    let (name, new_name) = (c_path(name)?, c_path(new_name)?);
    // SAFETY: both names are C strings that live through the call.
    check(unsafe { libc::renameat(from.as_raw_fd(), name.as_ptr(), to.as_raw_fd(), new_name.as_ptr()) })
}

/// `mknod(2)`.
pub fn make_node(path: &Path, mode: u32, device: u64) -> io::Result<()> {
    let path = c_path(path)?;
    // SAFETY: the path is a C string that lives through the call.
    check(unsafe { libc::mknod(path.as_ptr(), mode, device) })
}

/// Bytes waiting in a pipe, terminal or socket.
pub fn readable_bytes(file: &File) -> io::Result<u64> {
    let mut count: libc::c_int = 0;
    // SAFETY: FIONREAD stores an int where its argument points.
    check(unsafe { libc::ioctl(file.as_raw_fd(), libc::FIONREAD, &mut count) })?;
    Ok(count.max(0) as u64)
}

/// Whether a read would return at once, now or within so many milliseconds: with content, at the end, or with an error.
pub fn is_readable(file: &File, timeout_millis: i32) -> bool {
    let mut wanted = libc::pollfd { fd: file.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: one structure is passed, and one is counted.
    unsafe { libc::poll(&mut wanted, 1, timeout_millis) != 0 }
}

/// A file time for the calls below: seconds and nanoseconds, or `None` to leave it as it is.
pub type FileTime = Option<(i64, i64)>;

fn time(time: FileTime) -> libc::timespec {
    match time {
        Some((seconds, nanos)) => libc::timespec { tv_sec: seconds, tv_nsec: nanos },
        None => libc::timespec { tv_sec: 0, tv_nsec: libc::UTIME_OMIT },
    }
}

/// Sets the times of last access and last modification of a file by path, or of a symbolic link itself.
pub fn set_times(path: &Path, accessed: FileTime, modified: FileTime, follow: bool) -> io::Result<()> {
    let path = c_path(path)?;
    let times = [time(accessed), time(modified)];
    let flags = if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
    // SAFETY: the path is a C string and the times an array of two, both living through the call.
    check(unsafe { libc::utimensat(libc::AT_FDCWD, path.as_ptr(), times.as_ptr(), flags) })
}

/// Sets the times of last access and last modification of an open file.
pub fn set_file_times(file: &File, accessed: FileTime, modified: FileTime) -> io::Result<()> {
    let times = [time(accessed), time(modified)];
    // SAFETY: the times are an array of two that lives through the call.
    check(unsafe { libc::futimens(file.as_raw_fd(), times.as_ptr()) })
}

/// Space of the file system a file is on.
pub struct Space {
    /// Bytes of a block.
    pub unit: u64,
    /// All blocks.
    pub total: u64,
    /// Free blocks.
    pub free: u64,
    /// Free blocks for everyone.
    pub available: u64,
}

/// `statvfs(3)`.
pub fn space(path: &Path) -> io::Result<Space> {
    let path = c_path(path)?;
    let mut data = MaybeUninit::<libc::statvfs>::zeroed();
    // SAFETY: the path is a C string and the buffer has the size the call fills.
    check(unsafe { libc::statvfs(path.as_ptr(), data.as_mut_ptr()) })?;
    // SAFETY: zeroed, then filled: all its fields are integers.
    let data = unsafe { data.assume_init() };
    Ok(Space { unit: data.f_frsize, total: data.f_blocks, free: data.f_bfree, available: data.f_bavail })
}

/// An advisory lock on a range of a file, as `fcntl(2)` has them. A length of 0 reaches to the end.
pub fn lock(file: &File, kind: i32, position: i64, length: i64, wait: bool) -> io::Result<()> {
    let mut range = MaybeUninit::<libc::flock>::zeroed();
    // SAFETY: all fields of flock are integers, for which zero is a value.
    let range = unsafe { range.assume_init_mut() };
    range.l_type = kind as libc::c_short;
    range.l_whence = libc::SEEK_SET as libc::c_short;
    range.l_start = position;
    range.l_len = length;
    let command = if wait { libc::F_SETLKW } else { libc::F_SETLK };
    // SAFETY: the command takes a pointer to a flock, which lives through the call.
    check(unsafe { libc::fcntl(file.as_raw_fd(), command, range as *mut libc::flock) })
}

/// Reads an extended attribute; with an empty buffer, says its size.
pub fn get_attribute(file: &File, name: &CStr, into: &mut [u8]) -> io::Result<usize> {
    // SAFETY: the buffer is as long as said.
    check_size(unsafe { libc::fgetxattr(file.as_raw_fd(), name.as_ptr(), into.as_mut_ptr().cast(), into.len()) })
}

/// Sets an extended attribute.
pub fn set_attribute(file: &File, name: &CStr, value: &[u8]) -> io::Result<()> {
    // SAFETY: the value is as long as said.
    check(unsafe { libc::fsetxattr(file.as_raw_fd(), name.as_ptr(), value.as_ptr().cast(), value.len(), 0) })
}

/// Removes an extended attribute.
pub fn remove_attribute(file: &File, name: &CStr) -> io::Result<()> {
    // SAFETY: the name is a C string that lives through the call.
    check(unsafe { libc::fremovexattr(file.as_raw_fd(), name.as_ptr()) })
}

/// Lists extended attributes, each ended by a zero byte.
pub fn list_attributes(file: &File, into: &mut [u8]) -> io::Result<usize> {
    // SAFETY: the buffer is as long as said.
    check_size(unsafe { libc::flistxattr(file.as_raw_fd(), into.as_mut_ptr().cast(), into.len()) })
}

/// Switches the echo of the terminal on or off; says whether it was on.
pub fn echo(on: bool) -> io::Result<bool> {
    let mut settings = MaybeUninit::<libc::termios>::zeroed();
    // SAFETY: the buffer has the size the call fills.
    check(unsafe { libc::tcgetattr(0, settings.as_mut_ptr()) })?;
    // SAFETY: filled by the call; all its fields are integers.
    let mut settings = unsafe { settings.assume_init() };
    let was = settings.c_lflag & libc::ECHO != 0;
    if on {
        settings.c_lflag |= libc::ECHO;
    } else {
        settings.c_lflag &= !libc::ECHO;
    }
    // SAFETY: the settings are those just read, with one bit changed.
    check(unsafe { libc::tcsetattr(0, libc::TCSANOW, &settings) })?;
    Ok(was)
}

/// User and group of the process: real user, effective user, real group, effective group.
pub fn identity() -> (u32, u32, u32, u32) {
    // SAFETY: these calls take nothing and cannot fail.
    unsafe { (libc::getuid(), libc::geteuid(), libc::getgid(), libc::getegid()) }
}

/// The release of the operating system, as `uname -r` prints it.
pub fn system_release() -> String {
    std::fs::read_to_string("/proc/sys/kernel/osrelease").map(|text| text.trim().to_string()).unwrap_or_default()
}

/// The locale the environment asks for, and its encoding: what C sees after `setlocale(LC_ALL, "")`.
pub fn locale() -> (String, String) {
    // SAFETY: called before the machine runs any other thread; the results are C strings copied at once.
    unsafe {
        let name = libc::setlocale(libc::LC_ALL, c"".as_ptr());
        let messages =
            if name.is_null() { c"C".as_ptr() } else { libc::setlocale(libc::LC_MESSAGES, std::ptr::null()) };
        let text = |pointer: *const libc::c_char| match pointer.is_null() {
            true => String::new(),
            false => CStr::from_ptr(pointer).to_string_lossy().into_owned(),
        };
        (text(messages), text(libc::nl_langinfo(libc::CODESET)))
    }
}

/// A line of `/etc/passwd` or `/etc/group` by name or number: its name, number and sixth field (a user's home directory).
pub fn account(file: &str, name: Option<&[u8]>, number: Option<u32>) -> Option<(Vec<u8>, u32, Vec<u8>)> {
    let text = std::fs::read(file).ok()?;
    text.split(|&byte| byte == b'\n').find_map(|line| {
        let fields: Vec<&[u8]> = line.split(|&byte| byte == b':').collect();
        let id: u32 = std::str::from_utf8(fields.get(2)?).ok()?.parse().ok()?;
        let matches = name.is_some_and(|name| name == fields[0]) || number.is_some_and(|number| number == id);
        matches.then(|| (fields[0].to_vec(), id, fields.get(5).unwrap_or(&&[][..]).to_vec()))
    })
}

/// A path from the bytes of its name.
pub fn path_of(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_in_the_systems_words() {
        assert_eq!(describe(libc::ENOENT), "No such file or directory");
    }

    #[test]
    fn root_is_an_account() {
        let (name, number, _) = account("/etc/passwd", None, Some(0)).unwrap();
        assert_eq!((name.as_slice(), number), (&b"root"[..], 0));
    }
}
