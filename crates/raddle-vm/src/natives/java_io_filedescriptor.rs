//! `java.io.FileDescriptor` and `FileCleanable`, and what the streams over descriptors share.

use super::{Call, Table, done};
use crate::event::Action;
use crate::heap::Ref;
use crate::machine::{Exit, Outcome};
use crate::posix;
use crate::thread::{State, Wake};
use std::io;

pub(super) static TABLE: Table = Table {
    class: "java/io/FileDescriptor",
    methods: &[
        ("getHandle(I)J", |_| done(-1i64)),
        ("getAppend(I)Z", |_| done(false)),
        ("close0()V", close),
        ("sync()V", sync),
        ("sync0()V", sync),
    ],
};

pub(super) static CLEANABLE: Table =
    Table { class: "java/io/FileCleanable", methods: &[("cleanupClose0(IJ)V", cleanup_close)] };

impl Call<'_> {
    /// The number in a `FileDescriptor`, -1 if it is closed or null.
    pub(super) fn descriptor_number(&mut self, descriptor: Ref) -> i32 {
        if descriptor.is_null() { -1 } else { self.field(descriptor, "fd") as i32 }
    }

    /// The descriptor of the stream or file that is the receiver: -1 if it is closed.
    pub(super) fn own_descriptor(&mut self) -> Outcome<i32> {
        let stream = self.object(0)?;
        let descriptor = self.reference_field(stream, "fd");
        self.use_descriptor(descriptor)?;
        Ok(self.descriptor_number(descriptor))
    }

    /// Whoever shares a descriptor shares its position: using it is an operation others can notice.
    fn use_descriptor(&mut self, descriptor: Ref) -> Outcome<()> {
        if !self.watch.on || descriptor.is_null() {
            return Ok(());
        }
        let class = self.heap.class(descriptor);
        let slot = self.slot_of(class, "fd");
        if self.stop_before_shared(descriptor, slot, Action::Update, false) {
            return Err(Exit::Visible);
        }
        let number = self.field(descriptor, "fd");
        self.note_access(Action::Update, descriptor, slot, number, false);
        Ok(())
    }

    /// The same, where a closed one is an `IOException`.
    pub(super) fn open_descriptor(&mut self) -> Outcome<i32> {
        match self.own_descriptor()? {
            -1 => Err(self.error("java/io/IOException", "Stream Closed")),
            number => Ok(number),
        }
    }

    /// An `IOException` in the words of the operating system.
    pub(super) fn io_error(&mut self, error: &io::Error) -> Exit {
        self.error("java/io/IOException", &posix::reason(error))
    }

    /// A result, or the `IOException` it stands for.
    pub(super) fn io<T>(&mut self, result: io::Result<T>) -> Outcome<T> {
        result.map_err(|error| self.io_error(&error))
    }

    /// Opens the file whose name is argument 1 for the receiver.
    pub(super) fn open_file(&mut self, flags: i32) -> Outcome {
        let stream = self.object(0)?;
        let name = self.object(1)?;
        let mut path = self.platform_bytes(name);
        while path.len() > 1 && path.ends_with(b"/") {
            path.pop();
        }
        let path = posix::path_of(&path);
        self.settle_mappings();
        let opened = self.files.open(path, flags, 0o666).and_then(|number| {
            if self.files.metadata(number)?.is_dir() {
                self.files.close(number)?;
                return Err(io::Error::from_raw_os_error(libc::EISDIR));
            }
            Ok(number)
        });
        match opened {
            Ok(number) => {
                let descriptor = self.reference_field(stream, "fd");
                self.set_field(descriptor, "fd", number as u32 as u64);
                let append = flags & libc::O_APPEND != 0;
                self.set_field(descriptor, "append", append as u64);
                done(())
            }
            Err(error) => {
                let message = format!("{} ({})", self.string(name), posix::reason(&error));
                Err(self.error("java/io/FileNotFoundException", &message))
            }
        }
    }

    /// The bytes of an array that three arguments name: array, offset, length.
    pub(super) fn array_range(&mut self, index: usize) -> Outcome<(Ref, std::ops::Range<usize>)> {
        let array = self.object(index)?;
        let (offset, length) = (self.int(index + 1) as i64, self.int(index + 2) as i64);
        if offset < 0 || length < 0 || offset + length > self.heap.length(array) as i64 {
            return Err(self.plain_error("java/lang/IndexOutOfBoundsException"));
        }
        Ok((array, offset as usize..(offset + length) as usize))
    }

    /// Standard input may be a person: while it is silent, the other threads go on. Only when none of them has anything to do is it waited for.
    ///
    /// A deadline is not jumped to as it is elsewhere, but the time till then passes as it does outside; deadlines of daemon threads, which the
    /// JDK has some of, do not count.
    fn await_input(&mut self, number: i32) -> Outcome<()> {
        /// Milliseconds to wait before the other threads are looked at again.
        const PATIENCE: u64 = 50;
        if number != 0 {
            return Ok(());
        }
        self.thread_mut().wake = Wake::Fresh;
        let (me, now) = (self.thread, self.clock.now());
        let others = || self.threads.iter().filter(|thread| thread.id != me && thread.state != State::Ended);
        let busy = others().any(|thread| thread.state == State::Runnable);
        let deadline = others().filter(|thread| !thread.daemon).filter_map(|thread| thread.state.deadline()).min();
        let patience = match deadline {
            _ if busy => 0,
            Some(deadline) => (deadline.saturating_sub(now) / 1_000_000).min(PATIENCE),
            None => return Ok(()),
        };
        self.files.flush();
        if self.files.get(0).is_ok_and(|file| posix::is_readable(file, patience as i32)) {
            return Ok(());
        }
        let deadline = now + patience.max(1) * 1_000_000;
        self.thread_mut().state = State::Parked { deadline: Some(deadline) };
        Err(Exit::Block)
    }

    /// `read` of one byte: -1 at the end.
    pub(super) fn read_byte(&mut self) -> Outcome {
        let number = self.open_descriptor()?;
        self.await_input(number)?;
        let mut byte = [0];
        let read = self.files.read(number, &mut byte);
        match self.io(read)? {
            0 => done(-1),
            _ => done(byte[0] as i32),
        }
    }

    /// `readBytes(byte[], int, int)`: -1 at the end.
    pub(super) fn read_array(&mut self) -> Outcome {
        let (array, range) = self.array_range(1)?;
        if range.is_empty() {
            return done(0);
        }
        let number = self.open_descriptor()?;
        self.await_input(number)?;
        if self.watch.on {
            let stream = self.object(0)?;
            let descriptor = self.reference_field(stream, "fd");
            // Where the descriptor is shared, the thread has stopped for that.
            let stops = !self.is_shared(descriptor);
            if self.stop_before_fill(array, range.start as u32, range.len() as u32, stops) {
                return Err(Exit::Visible);
            }
        }
        let machine = &mut *self.machine;
        let read = machine.files.read(number, &mut machine.heap.bytes_mut(array)[range]);
        match self.io(read)? {
            0 => done(-1),
            count => done(count as i32),
        }
    }

    /// Writes the byte that is argument 1.
    pub(super) fn write_byte(&mut self) -> Outcome {
        let number = self.open_descriptor()?;
        let byte = self.int(1) as u8;
        let written = self.files.write(number, &[byte]);
        self.io(written)?;
        done(())
    }

    /// `writeBytes(byte[], int, int)`.
    pub(super) fn write_array(&mut self) -> Outcome {
        let (array, range) = self.array_range(1)?;
        if range.is_empty() {
            return done(());
        }
        let number = self.open_descriptor()?;
        let machine = &mut *self.machine;
        let written = machine.files.write(number, &machine.heap.bytes(array)[range]);
        self.io(written)?;
        done(())
    }
}

fn close(call: &mut Call) -> Outcome {
    let descriptor = call.object(0)?;
    call.use_descriptor(descriptor)?;
    let number = call.descriptor_number(descriptor);
    if number == -1 {
        return done(());
    }
    // Closed from here on, whatever the operating system says.
    call.set_field(descriptor, "fd", -1i32 as u32 as u64);
    let closed = call.files.close(number);
    call.io(closed)?;
    done(())
}

fn sync(call: &mut Call) -> Outcome {
    let descriptor = call.object(0)?;
    let number = call.descriptor_number(descriptor);
    if call.files.sync(number, true).is_err() {
        return Err(call.error("java/io/SyncFailedException", "sync failed"));
    }
    done(())
}

fn cleanup_close(call: &mut Call) -> Outcome {
    let number = call.int(0);
    if number != -1 {
        let closed = call.files.close(number);
        call.io(closed)?;
    }
    done(())
}
