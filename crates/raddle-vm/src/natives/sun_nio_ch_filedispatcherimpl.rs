//! `sun.nio.ch`: reading, writing and mapping files through channels.
//!
//! A mapping is a copy of the file's content in the machine's native memory. It is brought in line with the file whenever one of the two is
//! looked at through the other: what was stored in a shared mapping goes to the file before any file is opened, read or copied, when it is forced
//! or unmapped and at the end of the run; what is written to the file goes to its mappings at once.

use super::{Call, Table, done, nothing};
use crate::files::Readiness;
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use crate::posix;
use crate::thread::{State, ThreadId, Wake};
use crate::watch::Run;
use std::fs::File;
use std::io::{self, SeekFrom};
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt};

macro_rules! dispatcher {
    ($class:literal) => {
        Table {
            class: $class,
            methods: &[
                ("init()V", nothing),
                ("init0()V", nothing),
                ("read0(Ljava/io/FileDescriptor;JI)I", |call| read(call, None)),
                ("pread0(Ljava/io/FileDescriptor;JIJ)I", |call| read(call, Some(call.long(4) as u64))),
                ("readv0(Ljava/io/FileDescriptor;JI)J", read_vector),
                ("write0(Ljava/io/FileDescriptor;JI)I", |call| write(call, None)),
                ("pwrite0(Ljava/io/FileDescriptor;JIJ)I", |call| write(call, Some(call.long(4) as u64))),
                ("writev0(Ljava/io/FileDescriptor;JI)J", write_vector),
                ("force0(Ljava/io/FileDescriptor;Z)I", force),
                ("seek0(Ljava/io/FileDescriptor;J)J", seek),
                ("truncate0(Ljava/io/FileDescriptor;J)I", truncate),
                ("size0(Ljava/io/FileDescriptor;)J", size),
                ("lock0(Ljava/io/FileDescriptor;ZJJZ)I", lock),
                ("release0(Ljava/io/FileDescriptor;JJ)V", release),
                ("close0(Ljava/io/FileDescriptor;)V", close),
                ("closeIntFD(I)V", close_number),
                ("preClose0(Ljava/io/FileDescriptor;)V", begin_close),
                ("dup0(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;)V", duplicate),
                ("available0(Ljava/io/FileDescriptor;)I", available),
                ("isOther0(Ljava/io/FileDescriptor;)Z", is_other),
                ("setDirect0(Ljava/io/FileDescriptor;)I", |_| done(PAGE as i32)),
                ("canTransferToFromOverlappedMap0()Z", |_| done(true)),
                ("allocationGranularity0()J", |_| done(PAGE as i64)),
                ("map0(Ljava/io/FileDescriptor;IJJZ)J", |call| {
                    let descriptor = call.reference(0);
                    map(call, descriptor, 1)
                }),
                ("unmap0(JJ)I", unmap),
                ("transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;Z)J", |_| done(UNSUPPORTED)),
                ("transferFrom0(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;JJZ)J", |_| done(UNSUPPORTED)),
            ],
        }
    };
}

pub(super) static TABLE: Table = dispatcher!("sun/nio/ch/FileDispatcherImpl");
pub(super) static UNIX: Table = dispatcher!("sun/nio/ch/UnixFileDispatcherImpl");
pub(super) static UNIX_BASE: Table = dispatcher!("sun/nio/ch/UnixDispatcher");
/// Sockets are refused; what is left of their dispatcher serves pipes.
pub(super) static SOCKET: Table = dispatcher!("sun/nio/ch/SocketDispatcher");

pub(super) static CHANNEL: Table = Table {
    class: "sun/nio/ch/FileChannelImpl",
    methods: &[
        ("initIDs()J", |_| done(PAGE as i64)),
        ("map0(IJJZ)J", |call| {
            let channel = call.object(0)?;
            let descriptor = call.reference_field(channel, "fd");
            map(call, descriptor, 1)
        }),
        ("unmap0(JJ)I", unmap),
        ("maxDirectTransferSize0()I", |_| done(i32::MAX)),
        ("transferTo0(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J", |_| done(UNSUPPORTED)),
    ],
};

pub(super) static KEY: Table = Table {
    class: "sun/nio/ch/FileKey",
    methods: &[("init(Ljava/io/FileDescriptor;)V", key), ("init(Ljava/io/FileDescriptor;[J)V", key_array)],
};

pub(super) static UTIL: Table = Table {
    class: "sun/nio/ch/IOUtil",
    methods: &[
        ("fdVal(Ljava/io/FileDescriptor;)I", |call| {
            let descriptor = call.object(0)?;
            done(call.descriptor_number(descriptor))
        }),
        ("setfdVal(Ljava/io/FileDescriptor;I)V", |call| {
            let descriptor = call.object(0)?;
            let number = call.slot(1);
            call.set_field(descriptor, "fd", number);
            done(())
        }),
        ("configureBlocking(Ljava/io/FileDescriptor;Z)V", configure_blocking),
        ("randomBytes([B)Z", random_bytes),
        ("fdLimit()I", |_| done(1024)),
        ("iovMax()I", |_| done(1024)),
        ("writevMax()J", |_| done(i32::MAX as i64)),
        ("makePipe(Z)J", make_pipe),
    ],
};

pub(super) static THREAD: Table = Table {
    class: "sun/nio/ch/NativeThread",
    methods: &[
        ("init()V", nothing),
        ("current()J", |call| done(call.thread.0 as i64 + 1)),
        ("current0()J", |call| done(call.thread.0 as i64 + 1)),
        // A signal would end a system call another thread waits in; here no thread ever waits in one.
        ("signal(J)V", nothing),
        ("signal0(J)V", nothing),
        ("supportPendingSignals0()Z", |_| done(false)),
    ],
};

pub(super) static MAPPED: Table = Table {
    class: "java/nio/MappedMemoryUtils",
    methods: &[
        ("isLoaded0(JJJ)Z", |_| done(true)),
        ("load0(JJ)V", nothing),
        ("unload0(JJ)V", nothing),
        ("force0(Ljava/io/FileDescriptor;JJ)V", |call| {
            call.settle_mappings();
            done(())
        }),
    ],
};

/// Bytes of a page, to which mappings are aligned.
const PAGE: u64 = 4096;
/// `IOStatus.UNSUPPORTED`: the JDK then goes another way.
const UNSUPPORTED: i64 = -4;
/// `IOStatus.EOF`.
const END: i32 = -1;
/// `IOStatus.UNAVAILABLE`.
const UNAVAILABLE: i32 = -2;
/// `IOStatus.INTERRUPTED`: the JDK then looks whether the channel is still open.
const INTERRUPTED: i32 = -3;

/// A part of a file in native memory.
pub(crate) struct Mapping {
    /// Where the memory was allocated; the mapping starts at the first page in it.
    block: u64,
    address: u64,
    file: File,
    position: u64,
    /// The content as it was last brought in line, if stores go to the file.
    shared: Option<Vec<u8>>,
    /// Device and number of the file.
    key: (u64, u64),
    length: usize,
}

impl Machine {
    /// Writes what was stored in shared mappings to their files.
    pub(crate) fn settle_mappings(&mut self) {
        for mapping in &mut self.mappings {
            let Some(known) = &mut mapping.shared else { continue };
            let Some(content) = self.native_memory.bytes(mapping.address, mapping.length) else { continue };
            let differs = |index: &usize| known[*index] != content[*index];
            let Some(first) = (0..content.len()).find(differs) else { continue };
            let end = (0..content.len()).rfind(differs).map_or(content.len(), |last| last + 1);
            // A file that was cut off since is not made longer again: stores past its end go nowhere.
            let length = mapping.file.metadata().map_or(0, |data| data.len());
            let end = end.min(length.saturating_sub(mapping.position) as usize);
            let is_written = first >= end
                || self.files.begin_effect().is_ok()
                    && mapping.file.write_all_at(&content[first..end], mapping.position + first as u64).is_ok();
            if is_written {
                known.copy_from_slice(content);
            }
        }
    }

    /// Shows mappings of a file what was written to it.
    fn refresh_mappings(&mut self, descriptor: i32) {
        if self.mappings.is_empty() {
            return;
        }
        let Ok(data) = self.files.metadata(descriptor) else { return };
        for mapping in self.mappings.iter_mut().filter(|mapping| mapping.key == (data.dev(), data.ino())) {
            let Some(memory) = self.native_memory.bytes_mut(mapping.address, mapping.length) else { continue };
            read_fully(&mapping.file, memory, mapping.position);
            if let Some(known) = &mut mapping.shared {
                known.copy_from_slice(memory);
            }
        }
    }

    /// Reads into native memory, at a position or the file's own; 0 is the end.
    pub(super) fn read_to_memory(
        &mut self,
        descriptor: i32,
        address: u64,
        length: usize,
        position: Option<u64>,
    ) -> io::Result<usize> {
        self.settle_mappings();
        let Some(target) = self.native_memory.bytes_mut(address, length) else {
            return Err(io::Error::from_raw_os_error(libc::EFAULT));
        };
        match position {
            Some(position) => self.files.read_at(descriptor, target, position),
            None => self.files.read(descriptor, target),
        }
    }

    /// Writes from native memory, at a position or the file's own.
    pub(super) fn write_from_memory(
        &mut self,
        descriptor: i32,
        address: u64,
        length: usize,
        position: Option<u64>,
    ) -> io::Result<usize> {
        self.settle_mappings();
        let Some(source) = self.native_memory.bytes(address, length) else {
            return Err(io::Error::from_raw_os_error(libc::EFAULT));
        };
        let written = match position {
            Some(position) => self.files.write_at(descriptor, source, position)?,
            None => {
                self.files.write(descriptor, source)?;
                length
            }
        };
        self.refresh_mappings(descriptor);
        Ok(written)
    }
}

fn read_fully(file: &File, into: &mut [u8], position: u64) {
    let mut filled = 0;
    while filled < into.len() {
        match file.read_at(&mut into[filled..], position + filled as u64) {
            Ok(0) | Err(_) => break,
            Ok(count) => filled += count,
        }
    }
    into[filled..].fill(0);
}

/// The descriptor that is the first argument.
fn descriptor(call: &mut Call) -> Outcome<i32> {
    let descriptor = call.object(0)?;
    Ok(call.descriptor_number(descriptor))
}

/// Waits until a pipe can be read; or the status with which the read returns at once.
fn await_content(call: &mut Call, descriptor: i32) -> Outcome<Option<i32>> {
    // The thread may have waited before; whatever woke it, it looks again.
    call.thread_mut().wake = Wake::Fresh;
    match call.files.readiness(descriptor) {
        Readiness::Ready => Ok(None),
        Readiness::Nothing => Ok(Some(UNAVAILABLE)),
        Readiness::Closing => Ok(Some(INTERRUPTED)),
        Readiness::Wait => {
            let thread = call.thread;
            call.files.await_content(descriptor, thread);
            call.thread_mut().state = State::Parked { deadline: None };
            Err(Exit::Block)
        }
    }
}

/// Lets the threads that wait for a pipe look at it again.
fn wake_readers(call: &mut Call, readers: Vec<ThreadId>) {
    for reader in readers {
        if matches!(call.threads[reader.index()].state, State::Parked { .. }) {
            call.wake(reader, Wake::Notified);
        }
    }
}

fn begin_close(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let readers = call.files.take_readers(descriptor);
    call.files.begin_close(descriptor);
    wake_readers(call, readers);
    done(())
}

fn configure_blocking(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let blocking = call.boolean(1);
    call.files.set_blocking(descriptor, blocking);
    done(())
}

/// The two descriptors of a pipe in one word, the source's the higher.
fn make_pipe(call: &mut Call) -> Outcome {
    let blocking = call.boolean(0);
    let (source, sink) = call.files.open_pipe();
    call.files.set_blocking(source, blocking);
    done((source as i64) << 32 | sink as i64)
}

fn read(call: &mut Call, position: Option<u64>) -> Outcome {
    let descriptor = descriptor(call)?;
    if let Some(status) = await_content(call, descriptor)? {
        return done(status);
    }
    let (address, length) = (call.slot(1), call.int(3).max(0) as usize);
    call.transfer(None, Some(Run::Memory { address, size: length }))?;
    let read = call.read_to_memory(descriptor, address, length, position);
    match call.io(read)? {
        0 if length > 0 => done(END),
        count => done(count as i32),
    }
}

fn write(call: &mut Call, position: Option<u64>) -> Outcome {
    let descriptor = descriptor(call)?;
    let (address, length) = (call.slot(1), call.int(3).max(0) as usize);
    call.transfer(Some(Run::Memory { address, size: length }), None)?;
    let written = call.write_from_memory(descriptor, address, length, position);
    let written = call.io(written)?;
    let readers = call.files.take_readers(descriptor);
    wake_readers(call, readers);
    done(written as i32)
}

/// Addresses and lengths of the buffers of a vector, as `readv(2)` has them.
fn vector(call: &mut Call) -> Vec<(u64, usize)> {
    if call.watch.on {
        // Others could notice each of them.
        call.files.note_used("several buffers at once");
    }
    let (address, count) = (call.slot(1), call.int(3).max(0) as usize);
    let words = call.native_memory.bytes(address, count * 16).unwrap_or_default();
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |value, &byte| value << 8 | byte as u64);
    words.chunks_exact(16).map(|pair| (word(&pair[..8]), word(&pair[8..]) as usize)).collect()
}

fn read_vector(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    if let Some(status) = await_content(call, descriptor)? {
        return done(status as i64);
    }
    let mut total = 0;
    for (address, length) in vector(call) {
        let read = call.read_to_memory(descriptor, address, length, None);
        let count = call.io(read)?;
        total += count as i64;
        if count < length {
            return done(if total == 0 { END as i64 } else { total });
        }
    }
    done(total)
}

fn write_vector(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let mut total = 0;
    for (address, length) in vector(call) {
        let written = call.write_from_memory(descriptor, address, length, None);
        total += call.io(written)? as i64;
    }
    let readers = call.files.take_readers(descriptor);
    wake_readers(call, readers);
    done(total)
}

fn force(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let metadata = call.boolean(1);
    call.settle_mappings();
    match call.files.sync(descriptor, metadata) {
        // What cannot be synchronised, such as a pipe, needs not be.
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {}
        result => call.io(result)?,
    }
    done(0)
}

/// Moves the position, or with a negative argument says where it is.
fn seek(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let to = match u64::try_from(call.long(1)) {
        Ok(position) => SeekFrom::Start(position),
        Err(_) => SeekFrom::Current(0),
    };
    let position = call.files.seek(descriptor, to);
    done(call.io(position)? as i64)
}

fn truncate(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let size = call.long(1) as u64;
    let set = call.files.set_length(descriptor, size);
    call.io(set)?;
    call.refresh_mappings(descriptor);
    done(0)
}

fn size(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let data = call.files.metadata(descriptor);
    done(call.io(data)?.len() as i64)
}

/// 0 when the lock was taken, -1 when another process has it.
fn lock(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let (wait, position, length, shared) = (call.boolean(1), call.long(2), call.long(4), call.boolean(6));
    let kind = if shared { libc::F_RDLCK } else { libc::F_WRLCK };
    let length = if length == i64::MAX { 0 } else { length };
    let locked = call.files.get(descriptor).and_then(|file| posix::lock(file, kind, position, length, wait));
    match locked {
        Err(error) if !wait && matches!(error.raw_os_error(), Some(libc::EAGAIN | libc::EACCES)) => done(-1),
        result => {
            call.io(result)?;
            done(0)
        }
    }
}

fn release(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let (position, length) = (call.long(1), call.long(3));
    let length = if length == i64::MAX { 0 } else { length };
    let released =
        call.files.get(descriptor).and_then(|file| posix::lock(file, libc::F_UNLCK, position, length, false));
    call.io(released)?;
    done(())
}

fn close(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let readers = call.files.take_readers(descriptor);
    wake_readers(call, readers);
    let closed = call.files.close(descriptor);
    call.io(closed)?;
    done(())
}

fn close_number(call: &mut Call) -> Outcome {
    let descriptor = call.int(0);
    let closed = call.files.close(descriptor);
    call.io(closed)?;
    done(())
}

fn duplicate(call: &mut Call) -> Outcome {
    let from = descriptor(call)?;
    let target = call.object(1)?;
    let to = call.descriptor_number(target);
    let duplicated = call.files.duplicate_to(from, to);
    call.io(duplicated)?;
    done(())
}

fn available(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let count = call.files.available(descriptor);
    done(call.io(count)?.min(i32::MAX as u64) as i32)
}

fn is_other(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let data = call.files.metadata(descriptor);
    let kind = call.io(data)?.file_type();
    done(kind.is_char_device() || kind.is_block_device() || kind.is_fifo() || kind.is_socket())
}

/// Whether a file is the JDK's image of classes.
fn is_image(call: &Call, data: &std::fs::Metadata) -> bool {
    std::fs::metadata(call.program.jdk.image.path())
        .is_ok_and(|image| (image.dev(), image.ino()) == (data.dev(), data.ino()))
}

/// Protections of a mapping, as `FileChannelImpl` numbers them: shared ones write through, private ones do not.
const MAP_READ_ONLY: i32 = 0;
const MAP_SHARED: i32 = 1;

fn map(call: &mut Call, descriptor: Ref, first: usize) -> Outcome {
    let descriptor = call.descriptor_number(descriptor);
    let (owner, protection) = (call.current, call.int(first));
    let (position, length) = (call.long(first + 1) as u64, call.long(first + 3) as usize);
    call.settle_mappings();
    let source = call.files.get(descriptor).and_then(|file| Ok((file.try_clone()?, file.metadata()?)));
    let (file, data) = call.io(source)?;
    if protection == MAP_READ_ONLY && position == 0 && is_image(call, &data) {
        // It is large, mapped already and never changes.
        let content = call.program.jdk.image.content();
        let Some(address) = call.native_memory.share(owner, content, PAGE) else {
            return Err(call.error("java/lang/OutOfMemoryError", "Map failed"));
        };
        return done(address as i64);
    }
    note_mapping(call);
    let Some(block) = call.native_memory.allocate(owner, length.saturating_add(PAGE as usize)) else {
        return Err(call.error("java/lang/OutOfMemoryError", "Map failed"));
    };
    let address = block.next_multiple_of(PAGE);
    let Some(memory) = call.native_memory.bytes_mut(address, length) else {
        return Err(super::refused("no room for a mapping"));
    };
    read_fully(&file, memory, position);
    let shared = (protection == MAP_SHARED).then(|| memory.to_vec());
    call.mappings.push(Mapping { block, address, file, position, shared, key: (data.dev(), data.ino()), length });
    done(address as i64)
}

/// Which mappings there are is not taken back.
fn note_mapping(call: &mut Call) {
    if call.watch.on {
        call.files.note_used("a file mapped into memory");
    }
}

fn unmap(call: &mut Call) -> Outcome {
    let address = call.slot(0);
    note_mapping(call);
    call.settle_mappings();
    if let Some(index) = call.mappings.iter().position(|mapping| mapping.address == address) {
        let mapping = call.mappings.swap_remove(index);
        call.native_memory.free(mapping.block);
    }
    done(0)
}

fn key(call: &mut Call) -> Outcome {
    let key = call.object(0)?;
    let descriptor = call.reference(1);
    let descriptor = call.descriptor_number(descriptor);
    let data = call.files.metadata(descriptor);
    let data = call.io(data)?;
    call.set_field(key, "st_dev", data.dev());
    call.set_field(key, "st_ino", data.ino());
    done(())
}

fn key_array(call: &mut Call) -> Outcome {
    let descriptor = descriptor(call)?;
    let array = call.object(1)?;
    let data = call.files.metadata(descriptor);
    let data = call.io(data)?;
    call.heap.set_long(array, 0, data.dev());
    call.heap.set_long(array, 1, data.ino());
    done(())
}

fn random_bytes(call: &mut Call) -> Outcome {
    let array = call.object(0)?;
    let machine = &mut *call.machine;
    machine.files.fill_random(machine.heap.bytes_mut(array));
    done(true)
}
