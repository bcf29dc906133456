//! `java.util.zip`: `Inflater`, `Deflater` and the checksums, on the machine's own streams, which Java knows by number.

use super::{Call, Table, done};
use crate::checksum::{adler32, crc32};
use crate::deflate::{self, Deflate, Flush, Strategy};
use crate::heap::Ref;
use crate::inflate::{self, Inflate};
use crate::machine::{Exit, Outcome};
use crate::versions::Words;
use crate::watch::Run;
use std::sync::Arc;

pub(super) static TABLE: Table = Table {
    class: "java/util/zip/Inflater",
    methods: &[
        ("init(Z)J", |call| {
            let stream = Inflate::new(!call.boolean(0));
            done(call.streams.changing().inflaters.add(stream))
        }),
        ("setDictionary(J[BII)V", |call| set_inflater_dictionary(call, Place::Array(2))),
        ("setDictionaryBuffer(JJI)V", |call| set_inflater_dictionary(call, Place::Memory(2))),
        ("inflateBytesBytes(J[BII[BII)J", |call| inflate(call, Place::Array(3), Place::Array(6))),
        ("inflateBytesBuffer(J[BIIJI)J", |call| inflate(call, Place::Array(3), Place::Memory(6))),
        ("inflateBufferBytes(JJI[BII)J", |call| inflate(call, Place::Memory(3), Place::Array(6))),
        ("inflateBufferBuffer(JJIJI)J", |call| inflate(call, Place::Memory(3), Place::Memory(6))),
        ("getAdler(J)I", |call| {
            let stream = call.streams.inflaters.get(call.long(0)).ok_or_else(ended)?;
            done(stream.adler() as i32)
        }),
        ("reset(J)V", |call| {
            inflater(call, 0, b"reset")?.reset();
            done(())
        }),
        ("end(J)V", |call| {
            let handle = call.long(0);
            call.streams.changing().inflaters.remove(handle);
            done(())
        }),
    ],
};

pub(super) static DEFLATER: Table = Table {
    class: "java/util/zip/Deflater",
    methods: &[
        ("init(IIZ)J", |call| {
            let stream = Deflate::new(call.int(0), strategy(call.int(1)), !call.boolean(2));
            done(call.streams.changing().deflaters.add(stream))
        }),
        ("setDictionary(J[BII)V", |call| set_deflater_dictionary(call, Place::Array(2))),
        ("setDictionaryBuffer(JJI)V", |call| set_deflater_dictionary(call, Place::Memory(2))),
        ("deflateBytesBytes(J[BII[BIIII)J", |call| deflate(call, Place::Array(3), Place::Array(6))),
        ("deflateBytesBuffer(J[BIIJIII)J", |call| deflate(call, Place::Array(3), Place::Memory(6))),
        ("deflateBufferBytes(JJI[BIIII)J", |call| deflate(call, Place::Memory(3), Place::Array(6))),
        ("deflateBufferBuffer(JJIJIII)J", |call| deflate(call, Place::Memory(3), Place::Memory(6))),
        ("getAdler(J)I", |call| {
            let stream = call.streams.deflaters.get(call.long(0)).ok_or_else(ended)?;
            done(stream.adler() as i32)
        }),
        ("reset(J)V", |call| {
            deflater(call, 0, b"reset")?.reset();
            done(())
        }),
        ("end(J)V", |call| {
            let handle = call.long(0);
            call.streams.changing().deflaters.remove(handle);
            done(())
        }),
    ],
};

pub(super) static CRC32: Table = Table {
    class: "java/util/zip/CRC32",
    methods: &[
        ("update(II)I", |call| done(crc32(call.int(0) as u32, &[call.int(1) as u8]) as i32)),
        ("updateBytes0(I[BII)I", |call| sum_array(call, crc32)),
        ("updateByteBuffer0(IJII)I", |call| sum_memory(call, crc32)),
    ],
};

pub(super) static ADLER32: Table = Table {
    class: "java/util/zip/Adler32",
    methods: &[
        ("update(II)I", |call| done(adler32(call.int(0) as u32, &[call.int(1) as u8]) as i32)),
        ("updateBytes(I[BII)I", |call| sum_array(call, adler32)),
        ("updateByteBuffer(IJII)I", |call| sum_memory(call, adler32)),
    ],
};

/// The streams a program has open.
#[derive(Clone, Default)]
pub(crate) struct Streams {
    inflaters: Handles<Inflate>,
    deflaters: Handles<Deflate>,
}

impl Words for Streams {
    fn words(&self) -> Vec<u64> {
        let mut words = self.inflaters.words();
        words.push(u64::MAX);
        words.extend(self.deflaters.words());
        words
    }
}

/// A stream, and a number for all that was done with it, which is the same for streams in the same state.
#[derive(Clone)]
struct Stream<T> {
    state: T,
    history: u128,
}

/// Streams known to Java by number, from 1 on.
#[derive(Clone)]
struct Handles<T> {
    entries: Vec<Option<Arc<Stream<T>>>>,
}

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Handles { entries: Vec::new() }
    }
}

impl<T: Clone> Handles<T> {
    fn add(&mut self, state: T) -> i64 {
        let free = self.entries.iter().position(Option::is_none).unwrap_or(self.entries.len());
        if free == self.entries.len() {
            self.entries.push(None);
        }
        self.entries[free] = Some(Arc::new(Stream { state, history: 0 }));
        free as i64 + 1
    }

    fn get(&self, handle: i64) -> Option<&T> {
        Some(&self.entries.get(handle.wrapping_sub(1) as usize)?.as_ref()?.state)
    }

    /// A stream with which something is about to be done that `doing` stands for.
    fn change(&mut self, handle: i64, doing: &[u8]) -> Option<&mut T> {
        let stream = Arc::make_mut(self.entries.get_mut(handle.wrapping_sub(1) as usize)?.as_mut()?);
        let history = [&stream.history.to_le_bytes(), doing].concat();
        stream.history = crate::fingerprint_of(&history);
        Some(&mut stream.state)
    }

    fn remove(&mut self, handle: i64) {
        if let Some(entry) = self.entries.get_mut(handle.wrapping_sub(1) as usize) {
            *entry = None;
        }
    }

    fn words(&self) -> Vec<u64> {
        let there = self.entries.iter().enumerate().filter_map(|(number, entry)| Some((number, entry.as_ref()?)));
        there
            .flat_map(|(number, stream)| [number as u64, stream.history as u64, (stream.history >> 64) as u64])
            .collect()
    }
}

/// Where bytes are, by the first of the arguments that say so: an array, offset and length, or an address and length.
#[derive(Clone, Copy)]
enum Place {
    Array(usize),
    Memory(usize),
}

impl Place {
    fn length(self, call: &Call) -> usize {
        // Both forms have the length in the third slot.
        let (Place::Array(index) | Place::Memory(index)) = self;
        call.int(index + 2).max(0) as usize
    }

    /// The bytes as the watch knows them, if there are any.
    fn run(self, call: &mut Call) -> Outcome<Option<Run>> {
        let size = self.length(call);
        let run = match self {
            Place::Array(index) => {
                let (object, range) = call.array_range(index)?;
                Run::Elements { object, start: range.start as u32, count: size as u32 }
            }
            Place::Memory(index) => Run::Memory { address: call.slot(index), size },
        };
        Ok((size > 0).then_some(run))
    }

    fn read(self, call: &mut Call) -> Outcome<Vec<u8>> {
        match self {
            Place::Array(index) => {
                let (array, range) = call.array_range(index)?;
                Ok(call.heap.bytes(array)[range].to_vec())
            }
            Place::Memory(index) => {
                let length = self.length(call);
                call.native_memory
                    .bytes(call.slot(index), length)
                    .map(<[u8]>::to_vec)
                    .ok_or_else(|| super::refused("a buffer outside of any memory"))
            }
        }
    }

    fn write(self, call: &mut Call, bytes: &[u8]) -> Outcome<()> {
        match self {
            Place::Array(index) => {
                let (array, range) = call.array_range(index)?;
                let start = range.start;
                call.heap.bytes_mut(array)[start..start + bytes.len()].copy_from_slice(bytes);
            }
            Place::Memory(index) => {
                let address = call.slot(index);
                let target = call.native_memory.bytes_mut(address, bytes.len());
                target.ok_or_else(|| super::refused("a buffer outside of any memory"))?.copy_from_slice(bytes);
            }
        }
        Ok(())
    }
}

/// Stops before input is read and output written, where others can notice that.
fn watch(call: &mut Call, input: Place, output: Place) -> Outcome<()> {
    let (from, to) = (input.run(call)?, output.run(call)?);
    call.transfer(from, to)
}

fn ended() -> Exit {
    super::refused("a compression stream is used after its end")
}

/// The stream that an argument is the number of, with which something is about to be done that `doing` stands for.
fn inflater<'a>(call: &'a mut Call, index: usize, doing: &[u8]) -> Outcome<&'a mut Inflate> {
    let handle = call.long(index);
    call.machine.streams.changing().inflaters.change(handle, doing).ok_or_else(ended)
}

fn deflater<'a>(call: &'a mut Call, index: usize, doing: &[u8]) -> Outcome<&'a mut Deflate> {
    let handle = call.long(index);
    call.machine.streams.changing().deflaters.change(handle, doing).ok_or_else(ended)
}

/// What stands for going on with a stream: its input, how much output there is room for, and how.
fn doing(input: &[u8], room: usize, how: i32) -> Vec<u8> {
    [&b"on"[..], &room.to_le_bytes(), &how.to_le_bytes(), input].concat()
}

/// Used and made in one word, as both classes want it: 31 bits each, then two flags.
fn packed(used: usize, made: usize, finished: bool, flag: bool) -> Outcome {
    done(used as i64 | (made as i64) << 31 | (finished as i64) << 62 | (flag as i64) << 63)
}

fn set_inflater_dictionary(call: &mut Call, dictionary: Place) -> Outcome {
    let dictionary = dictionary.read(call)?;
    if !inflater(call, 0, &dictionary)?.set_dictionary(&dictionary) {
        return Err(call.plain_error("java/lang/IllegalArgumentException"));
    }
    done(())
}

fn inflate(call: &mut Call, input: Place, output: Place) -> Outcome {
    let object: Ref = call.object(0)?;
    watch(call, input, output)?;
    let bytes = input.read(call)?;
    let mut made_bytes = vec![0; output.length(call)];
    let doing = doing(&bytes, made_bytes.len(), 0);
    let (status, used, made) = inflater(call, 1, &doing)?.inflate(&bytes, &mut made_bytes);
    output.write(call, &made_bytes[..made])?;
    match status {
        inflate::Status::More => packed(used, made, false, false),
        inflate::Status::End => packed(used, made, true, false),
        inflate::Status::NeedDictionary => packed(used, made, false, true),
        inflate::Status::Bad(message) => {
            call.set_field(object, "inputConsumed", used as u64);
            call.set_field(object, "outputConsumed", made as u64);
            Err(call.error("java/util/zip/DataFormatException", message))
        }
    }
}

fn strategy(number: i32) -> Strategy {
    match number {
        1 => Strategy::Filtered,
        2 => Strategy::HuffmanOnly,
        _ => Strategy::Default,
    }
}

fn set_deflater_dictionary(call: &mut Call, dictionary: Place) -> Outcome {
    let dictionary = dictionary.read(call)?;
    if !deflater(call, 0, &dictionary)?.set_dictionary(&dictionary) {
        return Err(call.plain_error("java/lang/IllegalArgumentException"));
    }
    done(())
}

fn deflate(call: &mut Call, input: Place, output: Place) -> Outcome {
    watch(call, input, output)?;
    let bytes = input.read(call)?;
    let mut made_bytes = vec![0; output.length(call)];
    let (flush, parameters) = (call.int(9), call.int(10));
    let doing = doing(&bytes, made_bytes.len(), flush | parameters << 8);
    let stream = deflater(call, 1, &doing)?;
    // A change of level or strategy takes a call of its own.
    let (used, made, finished, again) = if parameters & 1 != 0 {
        let (changed, used, made) =
            stream.set_parameters(parameters >> 3, strategy(parameters >> 1 & 3), &bytes, &mut made_bytes);
        (used, made, false, !changed)
    } else {
        let flush = match flush {
            2 => Flush::Sync,
            3 => Flush::Full,
            4 => Flush::Finish,
            _ => Flush::None,
        };
        let (status, used, made) = stream.deflate(&bytes, &mut made_bytes, flush);
        (used, made, status == deflate::Status::End, false)
    };
    output.write(call, &made_bytes[..made])?;
    packed(used, made, finished, again)
}

fn sum_array(call: &mut Call, sum: fn(u32, &[u8]) -> u32) -> Outcome {
    let before = call.int(0) as u32;
    let (array, range) = call.array_range(1)?;
    done(sum(before, &call.heap.bytes(array)[range]) as i32)
}

/// Arguments: the sum so far, an address, an offset to it and a length.
fn sum_memory(call: &mut Call, sum: fn(u32, &[u8]) -> u32) -> Outcome {
    let before = call.int(0) as u32;
    let (address, length) = (call.slot(1).wrapping_add(call.int(3) as u64), call.int(4).max(0) as usize);
    let bytes =
        call.native_memory.bytes(address, length).ok_or_else(|| super::refused("a buffer outside of any memory"))?;
    done(sum(before, bytes) as i32)
}
