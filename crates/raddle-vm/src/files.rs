//! Files the program has open, by descriptor, as `java.io` and `java.nio` see them.
//!
//! Descriptors are numbers of the machine's own: 0, 1 and 2 are the standard streams, others the lowest free number, as the operating system
//! would give them to a program that has nothing else open. What is written to standard output and error waits in one buffer until the other
//! of the two is written, a turn ends or input is read, so that neither order nor content is lost.
//!
//! In a search, files are only read, at positions of the table's own, and the table goes back with marks.

use crate::posix;
use crate::thread::ThreadId;
use crate::versions::{Versions, Words};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes of output at most that wait to be written.
const PENDING: usize = 1 << 16;

/// The first descriptor of what is opened outside of the program's time.
const PERMANENT: i32 = 1 << 16;

/// The devices whose content must be the same in every run.
const RANDOM_DEVICES: [&str; 2] = ["/dev/random", "/dev/urandom"];

/// An open file.
#[derive(Clone)]
enum Open {
    /// A file of the operating system; in a search, where the next read begins, unless that cannot be taken back.
    Disk { file: Arc<File>, path: PathBuf, position: Option<u64> },
    /// A source of random bytes.
    Random,
    /// The end of a pipe that is read.
    Source { pipe: usize, blocking: bool },
    /// The end of a pipe that is written.
    Sink { pipe: usize },
    /// An end of a pipe that is about to be closed while threads may still wait for it.
    Closing,
}

/// A pipe between threads of the program. It has no limit: whoever writes never waits.
struct Pipe {
    content: VecDeque<u8>,
    has_writer: bool,
    /// Threads that wait for content.
    readers: Vec<ThreadId>,
}

/// What a read of a descriptor would find.
pub(crate) enum Readiness {
    /// Not a pipe, or one with something to read, or at its end.
    Ready,
    /// An empty pipe, and the reader wants to wait.
    Wait,
    /// An empty pipe, and the reader does not want to wait.
    Nothing,
    /// An end that is being closed.
    Closing,
}

/// A directory being listed: its entries in the order the operating system gave them.
#[derive(Clone)]
struct Listing {
    names: Arc<[OsString]>,
    next: usize,
}

/// What of the open files goes back with marks.
#[derive(Clone, Default)]
pub(crate) struct Table {
    open: Vec<Option<Open>>,
    listings: Vec<Option<Listing>>,
    /// State of the stream of random bytes.
    random: u64,
}

impl Words for Table {
    fn words(&self) -> Vec<u64> {
        let mut words = vec![self.random];
        for (number, entry) in self.open.iter().enumerate() {
            if let Some(Open::Disk { path, position, .. }) = entry {
                let path = crate::fingerprint_of(path.as_os_str().as_bytes());
                words.extend([number as u64, path as u64, (path >> 64) as u64, position.unwrap_or(0)]);
            }
        }
        for (number, listing) in self.listings.iter().enumerate() {
            if let Some(listing) = listing {
                words.extend([!(number as u64), listing.names.len() as u64, listing.next as u64]);
            }
        }
        words
    }
}

/// The table of open files and directories.
pub struct Files {
    pub(crate) table: Versions<Table>,
    /// What is open whatever is taken back, by descriptors from `PERMANENT` on.
    permanent: Vec<Open>,
    /// Whether what is opened now stays open.
    pub(crate) for_good: bool,
    pipes: Vec<Pipe>,
    pending: Vec<u8>,
    /// The descriptor the pending bytes go to.
    pending_to: i32,
    /// Why pending bytes could not be written; the next write to a standard stream says so.
    failed: Option<i32>,
    effects: u64,
    /// What was printed, where that may have to be taken back.
    captured: Option<Vec<u8>>,
    /// What of the world outside was used since somebody last asked: it cannot be taken back.
    used: Option<String>,
    /// What of it was only looked at.
    looked_at: Vec<String>,
}

impl Default for Files {
    fn default() -> Self {
        let stream = |stream: io::Result<std::os::fd::OwnedFd>, path: &str| {
            let file = Arc::new(File::from(stream.ok()?));
            Some(Open::Disk { file, path: PathBuf::from(path), position: None })
        };
        let open = vec![
            stream(io::stdin().as_fd().try_clone_to_owned(), "/dev/stdin"),
            stream(io::stdout().as_fd().try_clone_to_owned(), "/dev/stdout"),
            stream(io::stderr().as_fd().try_clone_to_owned(), "/dev/stderr"),
        ];
        Files {
            table: Versions::new(Table { open, ..Table::default() }),
            permanent: Vec::new(),
            for_good: false,
            pipes: Vec::new(),
            pending: Vec::new(),
            pending_to: 1,
            failed: None,
            effects: 0,
            captured: None,
            used: None,
            looked_at: Vec::new(),
        }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        self.flush();
    }
}

fn bad_descriptor() -> io::Error {
    io::Error::from_raw_os_error(libc::EBADF)
}

fn not_seekable() -> io::Error {
    io::Error::from_raw_os_error(libc::ESPIPE)
}

impl Files {
    /// How often the program has changed the world outside so far: files written, made, renamed or removed, output printed.
    pub fn effects(&self) -> u64 {
        self.effects
    }

    /// Counts a change of the world outside that does not go through a descriptor, before it is made: an error where it could not be taken back.
    pub fn begin_effect(&mut self) -> io::Result<()> {
        self.effects += 1;
        self.note_used("the file system");
        self.refuse()
    }

    /// The paths of the files that are open, with their descriptors.
    pub fn open_paths(&self) -> impl Iterator<Item = (i32, &Path)> {
        self.table.open.iter().enumerate().filter_map(|(number, entry)| match entry {
            Some(Open::Disk { path, .. }) => Some((number as i32, path.as_path())),
            Some(Open::Random) => Some((number as i32, Path::new(RANDOM_DEVICES[0]))),
            _ => None,
        })
    }

    fn entry(&self, descriptor: i32) -> io::Result<&Open> {
        let entry = match descriptor.checked_sub(PERMANENT) {
            Some(number @ 0..) => self.permanent.get(number as usize),
            _ => self.table.open.get(descriptor as usize).and_then(Option::as_ref),
        };
        entry.ok_or_else(bad_descriptor)
    }

    /// A file by descriptor.
    pub fn get(&self, descriptor: i32) -> io::Result<&File> {
        match self.entry(descriptor)? {
            Open::Disk { file, .. } => Ok(file),
            _ => Err(not_seekable()),
        }
    }

    /// The path a descriptor was opened by.
    pub fn path(&self, descriptor: i32) -> io::Result<&Path> {
        match self.entry(descriptor)? {
            Open::Disk { path, .. } => Ok(path),
            _ => Ok(Path::new(RANDOM_DEVICES[0])),
        }
    }

    fn add(&mut self, entry: Open) -> i32 {
        if self.for_good && self.table.is_kept() {
            self.permanent.push(entry);
            return PERMANENT + self.permanent.len() as i32 - 1;
        }
        let open = &mut self.table.changing().open;
        let free = open.iter().position(Option::is_none).unwrap_or(open.len());
        if free == open.len() {
            open.push(None);
        }
        open[free] = Some(entry);
        free as i32
    }

    /// Opens a file with the flags and mode of `open(2)`.
    pub fn open(&mut self, path: &Path, flags: i32, mode: u32) -> io::Result<i32> {
        if RANDOM_DEVICES.iter().any(|device| path == Path::new(device)) {
            return Ok(self.add(Open::Random));
        }
        let access = flags & libc::O_ACCMODE;
        self.refuse_change(path, flags)?;
        if access != libc::O_RDONLY || flags & (libc::O_CREAT | libc::O_TRUNC) != 0 {
            self.effects += 1;
        }
        self.look_at(path);
        // What is printed so far comes before whatever a file that may be the terminal gets.
        self.flush();
        let mut options = OpenOptions::new();
        options.read(access != libc::O_WRONLY).write(access != libc::O_RDONLY);
        let file = options.custom_flags(flags & !libc::O_ACCMODE).mode(mode).open(path)?;
        Ok(self.add_file(file, path.to_path_buf()))
    }

    /// Refuses to open a file for writing where that could not be taken back.
    fn refuse_change(&mut self, path: &Path, flags: i32) -> io::Result<()> {
        if flags & libc::O_ACCMODE == libc::O_RDONLY && flags & (libc::O_CREAT | libc::O_TRUNC) == 0 {
            return Ok(());
        }
        self.note_used(&format!("the file {}", path.display()));
        self.refuse()
    }

    /// An error in a search: whatever would be changed could not be taken back. That it was tried ends the search.
    fn refuse(&self) -> io::Result<()> {
        if self.table.is_kept() { Err(io::Error::from_raw_os_error(libc::EROFS)) } else { Ok(()) }
    }

    fn add_file(&mut self, file: File, path: PathBuf) -> i32 {
        let is_regular = file.metadata().is_ok_and(|data| data.is_file() || data.is_dir());
        if self.table.is_kept() && !is_regular {
            self.note_used(&path.display().to_string());
        }
        let position = (self.table.is_kept() && is_regular && !self.for_good).then_some(0);
        self.add(Open::Disk { file: Arc::new(file), path, position })
    }

    /// Opens a file relative to an open directory.
    pub fn open_at(&mut self, directory: i32, name: &Path, flags: i32, mode: u32) -> io::Result<i32> {
        let path = self.path(directory)?.join(name);
        self.refuse_change(&path, flags)?;
        self.look_at(&path);
        let file = posix::open_at(self.get(directory)?, name, flags, mode)?;
        self.effects += 1;
        Ok(self.add_file(file, path))
    }

    fn copy(&self, descriptor: i32) -> io::Result<Open> {
        match self.entry(descriptor)? {
            Open::Disk { file, path, position } => {
                Ok(Open::Disk { file: Arc::new(file.try_clone()?), path: path.clone(), position: *position })
            }
            Open::Random => Ok(Open::Random),
            _ => Err(io::Error::from_raw_os_error(libc::EINVAL)),
        }
    }

    /// A new pipe: the descriptor to read from and the one to write to.
    pub fn open_pipe(&mut self) -> (i32, i32) {
        let pipe = self.pipes.len();
        self.pipes.push(Pipe { content: VecDeque::new(), has_writer: true, readers: Vec::new() });
        let source = self.add(Open::Source { pipe, blocking: true });
        (source, self.add(Open::Sink { pipe }))
    }

    /// Says whether reads of a pipe wait for content; files always do.
    pub fn set_blocking(&mut self, descriptor: i32, wait: bool) {
        if let Some(Some(Open::Source { blocking, .. })) = self.table.changing().open.get_mut(descriptor as usize) {
            *blocking = wait;
        }
    }

    /// What a read would find.
    pub(crate) fn readiness(&self, descriptor: i32) -> Readiness {
        match self.entry(descriptor) {
            Ok(Open::Source { pipe, blocking }) => {
                let pipe = &self.pipes[*pipe];
                match (pipe.content.is_empty() && pipe.has_writer, blocking) {
                    (false, _) => Readiness::Ready,
                    (true, true) => Readiness::Wait,
                    (true, false) => Readiness::Nothing,
                }
            }
            Ok(Open::Closing) => Readiness::Closing,
            _ => Readiness::Ready,
        }
    }

    /// Notes a thread that waits for the content of a pipe.
    pub(crate) fn await_content(&mut self, descriptor: i32, thread: ThreadId) {
        if let Ok(&Open::Source { pipe, .. }) = self.entry(descriptor) {
            self.pipes[pipe].readers.push(thread);
        }
    }

    /// The threads that wait for what a descriptor is an end of: they have to look again.
    pub(crate) fn take_readers(&mut self, descriptor: i32) -> Vec<ThreadId> {
        match self.entry(descriptor) {
            Ok(&Open::Source { pipe, .. } | &Open::Sink { pipe }) => std::mem::take(&mut self.pipes[pipe].readers),
            _ => Vec::new(),
        }
    }

    /// Ends the use of an end of a pipe, keeping its number until it is closed.
    pub(crate) fn begin_close(&mut self, descriptor: i32) {
        if let Some(entry @ Some(Open::Source { .. } | Open::Sink { .. })) =
            self.table.changing().open.get_mut(descriptor as usize)
        {
            let before = entry.replace(Open::Closing);
            if let Some(Open::Sink { pipe }) = before {
                self.pipes[pipe].has_writer = false;
            }
        }
    }

    /// A second descriptor of an open file.
    pub fn duplicate(&mut self, descriptor: i32) -> io::Result<i32> {
        // The two would share a position.
        self.note_descriptor(descriptor);
        let entry = self.copy(descriptor)?;
        Ok(self.add(entry))
    }

    /// Makes `target` another descriptor of what `descriptor` is open on.
    pub fn duplicate_to(&mut self, descriptor: i32, target: i32) -> io::Result<()> {
        let entry = self.copy(descriptor)?;
        self.flush();
        *self.table.changing().open.get_mut(target as usize).ok_or_else(bad_descriptor)? = Some(entry);
        Ok(())
    }

    /// Closes a descriptor, unless it is to stay. A standard stream is put on `/dev/null` instead, as the JDK does, so that its number is not given to another file.
    pub fn close(&mut self, descriptor: i32) -> io::Result<()> {
        self.entry(descriptor)?;
        if descriptor >= PERMANENT {
            return Ok(());
        }
        self.begin_close(descriptor);
        let standard = (0..=2).contains(&descriptor);
        let null = if standard {
            self.flush();
            let file = OpenOptions::new().read(true).write(true).open("/dev/null")?;
            Some(Open::Disk { file: Arc::new(file), path: PathBuf::from("/dev/null"), position: None })
        } else {
            None
        };
        self.table.changing().open[descriptor as usize] = null;
        Ok(())
    }

    /// Reads at the file's position; 0 is its end. Pending output is written first: whoever gives input may wait for it.
    pub fn read(&mut self, descriptor: i32, into: &mut [u8]) -> io::Result<usize> {
        self.flush();
        if let Open::Disk { file, path, position: Some(at) } = self.entry(descriptor)? {
            let (count, at, path) = (file.read_at(into, *at)?, *at, path.clone());
            self.look_at(&path);
            self.set_position(descriptor, at + count as u64);
            return Ok(count);
        }
        if let Open::Random = self.entry(descriptor)? {
            self.fill_random(into);
            return Ok(into.len());
        }
        if !self.for_good {
            self.note_descriptor(descriptor);
        }
        match self.entry(descriptor).ok() {
            Some(Open::Disk { file, .. }) => loop {
                match file.as_ref().read(into) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    result => return result,
                }
            },
            Some(&Open::Source { pipe, .. }) => self.pipes[pipe].content.read(into),
            _ => Err(bad_descriptor()),
        }
    }

    /// Reads at a position of its own.
    pub fn read_at(&mut self, descriptor: i32, into: &mut [u8], position: u64) -> io::Result<usize> {
        if let Ok(path) = self.path(descriptor) {
            let path = path.to_path_buf();
            self.look_at(&path);
        }
        self.get(descriptor)?.read_at(into, position)
    }

    fn set_position(&mut self, descriptor: i32, to: u64) {
        if let Some(Some(Open::Disk { position, .. })) = self.table.changing().open.get_mut(descriptor as usize) {
            *position = Some(to);
        }
    }

    /// Writes all bytes at the file's position.
    pub fn write(&mut self, descriptor: i32, bytes: &[u8]) -> io::Result<()> {
        self.effects += 1;
        if descriptor == 1 || descriptor == 2 {
            self.entry(descriptor)?;
            return self.print(descriptor, bytes);
        }
        // What is written to the device only stirs it.
        if let Open::Random = self.entry(descriptor)? {
            return Ok(());
        }
        self.note_descriptor(descriptor);
        self.refuse()?;
        match self.entry(descriptor).ok() {
            Some(Open::Disk { file, .. }) => file.as_ref().write_all(bytes),
            Some(&Open::Sink { pipe }) => {
                self.pipes[pipe].content.extend(bytes);
                Ok(())
            }
            _ => Err(bad_descriptor()),
        }
    }

    /// Writes bytes at a position of its own.
    pub fn write_at(&mut self, descriptor: i32, bytes: &[u8], position: u64) -> io::Result<usize> {
        self.effects += 1;
        self.note_descriptor(descriptor);
        self.refuse()?;
        self.get(descriptor)?.write_at(bytes, position)
    }

    /// Keeps what is printed from here on instead of writing it: it may have to be taken back.
    pub fn capture(&mut self) {
        self.flush();
        self.captured = Some(Vec::new());
    }

    /// From here on what the program does may be taken back: the table is kept, and files are read at positions of its own.
    pub(crate) fn keep(&mut self) {
        for entry in self.table.changing().open.iter_mut().skip(3).flatten() {
            if let Open::Disk { file, position, .. } = entry
                && file.metadata().is_ok_and(|data| data.is_file() || data.is_dir())
            {
                *position = file.as_ref().stream_position().ok();
            }
        }
        self.table.keep();
    }

    /// Notes that something outside was looked at, where that matters.
    pub(crate) fn look_at(&mut self, path: &Path) {
        if self.captured.is_some() {
            let what = format!("the file {}", path.display());
            if !self.looked_at.contains(&what) {
                self.looked_at.push(what);
            }
        }
    }

    /// Whether something was looked at since `take_looked_at` was last called.
    #[inline]
    pub(crate) fn has_looked(&self) -> bool {
        !self.looked_at.is_empty()
    }

    /// What was looked at since the last call.
    pub(crate) fn take_looked_at(&mut self) -> Vec<String> {
        std::mem::take(&mut self.looked_at)
    }

    /// Notes that something outside was used, where that matters.
    pub(crate) fn note_used(&mut self, what: &str) {
        if self.captured.is_some() && self.used.is_none() {
            self.used = Some(what.to_string());
        }
    }

    fn note_descriptor(&mut self, descriptor: i32) {
        if self.captured.is_some() && self.used.is_none() {
            let path = self.path(descriptor).map_or_else(|_| "a pipe".to_string(), |path| path.display().to_string());
            self.used = Some(if descriptor == 0 { "standard input".to_string() } else { format!("the file {path}") });
        }
    }

    /// What of the world outside was used since the last call.
    pub(crate) fn take_used(&mut self) -> Option<String> {
        self.used.take()
    }

    /// What was printed since `capture`.
    pub fn output(&self) -> &[u8] {
        self.captured.as_deref().unwrap_or_default()
    }

    pub(crate) fn truncate_output(&mut self, length: usize) {
        if let Some(captured) = &mut self.captured {
            captured.truncate(length);
        }
    }

    pub(crate) fn append_output(&mut self, bytes: &[u8]) {
        if let Some(captured) = &mut self.captured {
            captured.extend_from_slice(bytes);
        }
    }

    fn print(&mut self, descriptor: i32, bytes: &[u8]) -> io::Result<()> {
        if self.captured.is_some() {
            self.append_output(bytes);
            return Ok(());
        }
        if descriptor != self.pending_to || self.pending.len() + bytes.len() > PENDING {
            self.flush();
        }
        if let Some(error) = self.failed.take() {
            return Err(io::Error::from_raw_os_error(error));
        }
        self.pending_to = descriptor;
        self.pending.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes pending output.
    pub fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        if let Some(Some(Open::Disk { file, .. })) = self.table.open.get(self.pending_to as usize)
            && let Err(error) = file.as_ref().write_all(&self.pending)
        {
            self.failed = error.raw_os_error();
        }
        self.pending.clear();
    }

    /// Where the next read of a file begins, if that is taken back with the state.
    pub fn own_position(&self, descriptor: i32) -> Option<u64> {
        match self.table.open.get(usize::try_from(descriptor).ok()?)? {
            Some(Open::Disk { position, .. }) => *position,
            _ => None,
        }
    }

    /// The file's position.
    pub fn position(&mut self, descriptor: i32) -> io::Result<u64> {
        if let Open::Disk { position: Some(position), .. } = self.entry(descriptor)? {
            return Ok(*position);
        }
        let mut file = self.get(descriptor)?;
        file.stream_position()
    }

    /// Moves the file's position.
    pub fn seek(&mut self, descriptor: i32, to: SeekFrom) -> io::Result<u64> {
        if let Open::Disk { file, position: Some(position), .. } = self.entry(descriptor)? {
            let moved = match to {
                SeekFrom::Start(to) => Some(to),
                SeekFrom::Current(by) => position.checked_add_signed(by),
                SeekFrom::End(by) => file.metadata()?.len().checked_add_signed(by),
            };
            let to = moved.ok_or_else(|| io::Error::from_raw_os_error(libc::EINVAL))?;
            self.set_position(descriptor, to);
            return Ok(to);
        }
        let mut file = self.get(descriptor)?;
        file.seek(to)
    }

    /// What `fstat(2)` says.
    pub fn metadata(&self, descriptor: i32) -> io::Result<Metadata> {
        match self.entry(descriptor)? {
            Open::Disk { file, .. } => file.metadata(),
            Open::Random => std::fs::metadata(RANDOM_DEVICES[0]),
            _ => Err(bad_descriptor()),
        }
    }

    /// Cuts or extends the file.
    pub fn set_length(&mut self, descriptor: i32, length: u64) -> io::Result<()> {
        self.effects += 1;
        self.note_descriptor(descriptor);
        self.refuse()?;
        self.get(descriptor)?.set_len(length)
    }

    /// Bytes that can be read without waiting.
    pub fn available(&mut self, descriptor: i32) -> io::Result<u64> {
        if matches!(self.entry(descriptor)?, Open::Random) {
            return Ok(0);
        }
        let data = self.metadata(descriptor)?;
        let kind = data.file_type();
        if (kind.is_char_device() || kind.is_fifo() || kind.is_socket())
            && let Ok(waiting) = posix::readable_bytes(self.get(descriptor)?)
        {
            return Ok(waiting);
        }
        let position = self.position(descriptor)?;
        Ok(data.len().saturating_sub(position))
    }

    /// Writes what the operating system still holds to the disk.
    pub fn sync(&mut self, descriptor: i32, metadata: bool) -> io::Result<()> {
        self.flush();
        let file = self.get(descriptor)?;
        if metadata { file.sync_all() } else { file.sync_data() }
    }

    /// The next random bytes: the same in every run.
    pub fn fill_random(&mut self, into: &mut [u8]) {
        for chunk in into.chunks_mut(8) {
            let table = self.table.changing();
            table.random = table.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = table.random;
            mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            chunk.copy_from_slice(&(mixed ^ mixed >> 31).to_le_bytes()[..chunk.len()]);
        }
    }

    /// Begins to list a directory; the handle is never 0.
    pub fn open_directory(&mut self, path: &Path) -> io::Result<i64> {
        self.look_at(path);
        let names = std::fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.file_name()))
            .collect::<io::Result<Vec<_>>>()?;
        Ok(self.add_listing(names))
    }

    /// Begins to go through the lines of a file.
    pub fn open_lines(&mut self, path: &Path) -> io::Result<i64> {
        let text = std::fs::read(path)?;
        let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let names = lines.map(|line| OsStr::from_bytes(line).to_os_string()).collect();
        Ok(self.add_listing(names))
    }

    fn add_listing(&mut self, names: Vec<OsString>) -> i64 {
        let listings = &mut self.table.changing().listings;
        let free = listings.iter().position(Option::is_none).unwrap_or(listings.len());
        if free == listings.len() {
            listings.push(None);
        }
        listings[free] = Some(Listing { names: names.into(), next: 0 });
        free as i64 + 1
    }

    /// Goes back to the first entry of a directory.
    pub fn rewind_directory(&mut self, handle: i64) {
        if let Some(listing) = self.listing(handle) {
            listing.next = 0;
        }
    }

    fn listing(&mut self, handle: i64) -> Option<&mut Listing> {
        self.table.changing().listings.get_mut(handle.wrapping_sub(1) as usize)?.as_mut()
    }

    /// The entry of a directory that comes next, without going on to the one after it.
    pub fn directory_entry(&mut self, handle: i64) -> Option<&OsStr> {
        let listing = self.listing(handle)?;
        listing.names.get(listing.next).map(OsString::as_os_str)
    }

    /// Goes on to the next entry of a directory.
    pub fn next_directory_entry(&mut self, handle: i64) {
        if let Some(listing) = self.listing(handle) {
            listing.next += 1;
        }
    }

    /// Ends the listing of a directory.
    pub fn close_directory(&mut self, handle: i64) {
        if let Some(entry) = self.table.changing().listings.get_mut(handle.wrapping_sub(1) as usize) {
            *entry = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_the_lowest_free_numbers() {
        let mut files = Files::default();
        let path = Path::new("/proc/self/status");
        assert_eq!(files.open(path, libc::O_RDONLY, 0).unwrap(), 3);
        assert_eq!(files.open(path, libc::O_RDONLY, 0).unwrap(), 4);
        files.close(3).unwrap();
        assert_eq!(files.duplicate(4).unwrap(), 3);
    }

    #[test]
    fn random_devices_give_the_same_bytes_in_every_run() {
        let read = || {
            let mut files = Files::default();
            let descriptor = files.open(Path::new("/dev/urandom"), libc::O_RDONLY, 0).unwrap();
            let mut bytes = [0; 11];
            files.read(descriptor, &mut bytes).unwrap();
            bytes
        };
        assert_eq!(read(), read());
    }

    #[test]
    fn a_pipe_ends_when_its_writer_is_closed() {
        let mut files = Files::default();
        let (source, sink) = files.open_pipe();
        assert!(matches!(files.readiness(source), Readiness::Wait));
        files.write(sink, b"ab").unwrap();
        files.close(sink).unwrap();
        let mut bytes = [0; 8];
        assert_eq!(files.read(source, &mut bytes).unwrap(), 2);
        assert!(matches!(files.readiness(source), Readiness::Ready));
        assert_eq!(files.read(source, &mut bytes).unwrap(), 0);
    }

    #[test]
    fn a_closed_descriptor_is_an_error() {
        let mut files = Files::default();
        assert_eq!(files.write(17, b"x").unwrap_err().raw_os_error(), Some(libc::EBADF));
        assert_eq!(files.read(-1, &mut [0]).unwrap_err().raw_os_error(), Some(libc::EBADF));
    }
}
