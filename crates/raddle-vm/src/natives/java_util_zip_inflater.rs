//! `java.util.zip`: `Inflater`, `Deflater` and the checksums, on the machine's own streams, which Java knows by number.

use super::{Call, Table, done};
use crate::checksum::{adler32, crc32};
use crate::deflate::{self, Deflate, Flush, Strategy};
use crate::heap::Ref;
use crate::inflate::{self, Inflate};
use crate::machine::{Exit, Outcome};

pub(super) static TABLE: Table = Table {
    class: "java/util/zip/Inflater",
    methods: &[
        ("init(Z)J", |call| {
            let stream = Inflate::new(!call.boolean(0));
            done(call.streams.inflaters.add(stream))
        }),
        ("setDictionary(J[BII)V", |call| set_inflater_dictionary(call, Place::Array(2))),
        ("setDictionaryBuffer(JJI)V", |call| set_inflater_dictionary(call, Place::Memory(2))),
        ("inflateBytesBytes(J[BII[BII)J", |call| inflate(call, Place::Array(3), Place::Array(6))),
        ("inflateBytesBuffer(J[BIIJI)J", |call| inflate(call, Place::Array(3), Place::Memory(6))),
        ("inflateBufferBytes(JJI[BII)J", |call| inflate(call, Place::Memory(3), Place::Array(6))),
        ("inflateBufferBuffer(JJIJI)J", |call| inflate(call, Place::Memory(3), Place::Memory(6))),
        ("getAdler(J)I", |call| {
            let stream = inflater(call, 0)?;
            done(stream.adler() as i32)
        }),
        ("reset(J)V", |call| {
            inflater(call, 0)?.reset();
            done(())
        }),
        ("end(J)V", |call| {
            let handle = call.long(0);
            call.streams.inflaters.remove(handle);
            done(())
        }),
    ],
};

pub(super) static DEFLATER: Table = Table {
    class: "java/util/zip/Deflater",
    methods: &[
        ("init(IIZ)J", |call| {
            let stream = Deflate::new(call.int(0), strategy(call.int(1)), !call.boolean(2));
            done(call.streams.deflaters.add(stream))
        }),
        ("setDictionary(J[BII)V", |call| set_deflater_dictionary(call, Place::Array(2))),
        ("setDictionaryBuffer(JJI)V", |call| set_deflater_dictionary(call, Place::Memory(2))),
        ("deflateBytesBytes(J[BII[BIIII)J", |call| deflate(call, Place::Array(3), Place::Array(6))),
        ("deflateBytesBuffer(J[BIIJIII)J", |call| deflate(call, Place::Array(3), Place::Memory(6))),
        ("deflateBufferBytes(JJI[BIIII)J", |call| deflate(call, Place::Memory(3), Place::Array(6))),
        ("deflateBufferBuffer(JJIJIII)J", |call| deflate(call, Place::Memory(3), Place::Memory(6))),
        ("getAdler(J)I", |call| {
            let stream = deflater(call, 0)?;
            done(stream.adler() as i32)
        }),
        ("reset(J)V", |call| {
            deflater(call, 0)?.reset();
            done(())
        }),
        ("end(J)V", |call| {
            let handle = call.long(0);
            call.streams.deflaters.remove(handle);
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
#[derive(Default)]
pub(crate) struct Streams {
    inflaters: Handles<Inflate>,
    deflaters: Handles<Deflate>,
}

/// Things known to Java by number, from 1 on.
struct Handles<T> {
    entries: Vec<Option<T>>,
}

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Handles { entries: Vec::new() }
    }
}

impl<T> Handles<T> {
    fn add(&mut self, entry: T) -> i64 {
        let free = self.entries.iter().position(Option::is_none).unwrap_or(self.entries.len());
        if free == self.entries.len() {
            self.entries.push(None);
        }
        self.entries[free] = Some(entry);
        free as i64 + 1
    }

    fn get(&mut self, handle: i64) -> Option<&mut T> {
        self.entries.get_mut(handle.wrapping_sub(1) as usize)?.as_mut()
    }

    fn remove(&mut self, handle: i64) {
        if let Some(entry) = self.entries.get_mut(handle.wrapping_sub(1) as usize) {
            *entry = None;
        }
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

fn ended() -> Exit {
    super::refused("a compression stream is used after its end")
}

fn inflater<'a>(call: &'a mut Call, index: usize) -> Outcome<&'a mut Inflate> {
    let handle = call.long(index);
    call.machine.streams.inflaters.get(handle).ok_or_else(ended)
}

fn deflater<'a>(call: &'a mut Call, index: usize) -> Outcome<&'a mut Deflate> {
    let handle = call.long(index);
    call.machine.streams.deflaters.get(handle).ok_or_else(ended)
}

/// Used and made in one word, as both classes want it: 31 bits each, then two flags.
fn packed(used: usize, made: usize, finished: bool, flag: bool) -> Outcome {
    done(used as i64 | (made as i64) << 31 | (finished as i64) << 62 | (flag as i64) << 63)
}

fn set_inflater_dictionary(call: &mut Call, dictionary: Place) -> Outcome {
    let dictionary = dictionary.read(call)?;
    if !inflater(call, 0)?.set_dictionary(&dictionary) {
        return Err(call.plain_error("java/lang/IllegalArgumentException"));
    }
    done(())
}

fn inflate(call: &mut Call, input: Place, output: Place) -> Outcome {
    let object: Ref = call.object(0)?;
    let bytes = input.read(call)?;
    let mut made_bytes = vec![0; output.length(call)];
    let (status, used, made) = inflater(call, 1)?.inflate(&bytes, &mut made_bytes);
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
    if !deflater(call, 0)?.set_dictionary(&dictionary) {
        return Err(call.plain_error("java/lang/IllegalArgumentException"));
    }
    done(())
}

fn deflate(call: &mut Call, input: Place, output: Place) -> Outcome {
    let bytes = input.read(call)?;
    let mut made_bytes = vec![0; output.length(call)];
    let (flush, parameters) = (call.int(9), call.int(10));
    let stream = deflater(call, 1)?;
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
