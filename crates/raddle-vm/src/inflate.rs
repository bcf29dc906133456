//! Decompression of DEFLATE data (RFC 1951), plain or wrapped as ZLIB (RFC 1950), in pieces of any size.
//!
//! `java.util.zip.Inflater` shows its caller how much of the input was used and what was wrong with it, so both follow zlib: no byte is
//! taken before it is needed, and the errors have zlib's words. The state is plain data that can be cloned with the machine.

use crate::checksum::adler32;

const WINDOW: usize = 1 << 15;
/// Codes up to this length are found by one look into a table.
const QUICK_BITS: u32 = 10;
const MAX_BITS: usize = 15;

/// What a call of `inflate` ended with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Out of input or of room for output.
    More,
    /// The stream has ended.
    End,
    /// A dictionary is needed to go on.
    NeedDictionary,
    /// The data is wrong; says what.
    Bad(&'static str),
}

/// What the decoder waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Head,
    DictionaryId,
    Dictionary,
    Type,
    StoredLength,
    Stored(usize),
    Counts,
    LengthLengths { next: usize },
    Lengths { next: usize },
    Symbol,
    LengthExtra { symbol: usize },
    Distance { length: usize },
    DistanceExtra { length: usize, symbol: usize },
    Copy { length: usize, distance: usize },
    Literal(u8),
    Check,
    Done,
    Bad(&'static str),
}

/// A prefix code: symbols by length and, for the short ones, by their bits.
#[derive(Clone, Default)]
struct Code {
    /// Length << 12 | symbol, by the next bits of the input; 0 where the code is longer or there is none.
    quick: Vec<u16>,
    counts: [u16; MAX_BITS + 1],
    symbols: Vec<u16>,
    longest: usize,
}

/// A symbol and its length, or that more bits are needed, or that no code begins so.
enum Found {
    Symbol(usize, u32),
    MoreBits,
    None,
}

impl Code {
    /// The code with these lengths; `None` if they use up more than all codes, or fewer where that is not allowed.
    fn new(lengths: &[u8], may_be_single: bool) -> Option<Code> {
        let mut counts = [0u16; MAX_BITS + 1];
        for &length in lengths {
            counts[length as usize] += 1;
        }
        let longest = (1..=MAX_BITS).rev().find(|&length| counts[length] != 0).unwrap_or(0);
        let mut left = 1i32;
        for &count in &counts[1..=MAX_BITS] {
            left = (left << 1) - count as i32;
            if left < 0 {
                return None;
            }
        }
        if longest > 0 && left > 0 && !(may_be_single && longest == 1) {
            return None;
        }
        let mut offsets = [0usize; MAX_BITS + 2];
        for length in 1..=MAX_BITS {
            offsets[length + 1] = offsets[length] + counts[length] as usize;
        }
        let mut symbols = vec![0; lengths.len()];
        for (symbol, &length) in lengths.iter().enumerate().filter(|(_, length)| **length != 0) {
            symbols[offsets[length as usize]] = symbol as u16;
            offsets[length as usize] += 1;
        }
        let mut code = Code { quick: vec![0; 1 << QUICK_BITS], counts, symbols, longest };
        code.fill_quick();
        Some(code)
    }

    fn fill_quick(&mut self) {
        let (mut code, mut index) = (0u32, 0);
        for length in 1..=QUICK_BITS {
            for _ in 0..self.counts[length as usize] {
                let reversed = code.reverse_bits() >> (32 - length);
                let entry = (length as u16) << 12 | self.symbols[index];
                for slot in (reversed as usize..1 << QUICK_BITS).step_by(1 << length) {
                    self.quick[slot] = entry;
                }
                code += 1;
                index += 1;
            }
            code <<= 1;
        }
    }

    /// The symbol the bits begin with.
    fn find(&self, hold: u64, bits: u32) -> Found {
        if self.longest == 0 {
            // zlib gives an empty code one symbol of one bit that means nothing.
            return if bits == 0 { Found::MoreBits } else { Found::None };
        }
        let entry = self.quick[hold as usize & ((1 << QUICK_BITS) - 1)];
        let length = (entry >> 12) as u32;
        if length != 0 && length <= bits {
            return Found::Symbol((entry & 0xfff) as usize, length);
        }
        if length > bits {
            return Found::MoreBits;
        }
        let (mut code, mut first, mut index) = (0i32, 0i32, 0i32);
        for length in 1..=MAX_BITS {
            if length as u32 > bits {
                return if length <= self.longest { Found::MoreBits } else { Found::None };
            }
            code |= (hold >> (length - 1)) as i32 & 1;
            let count = self.counts[length] as i32;
            if code - count < first {
                return Found::Symbol(self.symbols[(index + code - first) as usize] as usize, length as u32);
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        Found::None
    }
}

/// Smallest length and extra bits of each length symbol, from 257 on.
const LENGTHS: [(u16, u8); 29] = [
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 0),
    (11, 1),
    (13, 1),
    (15, 1),
    (17, 1),
    (19, 2),
    (23, 2),
    (27, 2),
    (31, 2),
    (35, 3),
    (43, 3),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 4),
    (115, 4),
    (131, 5),
    (163, 5),
    (195, 5),
    (227, 5),
    (258, 0),
];
/// Smallest distance and extra bits of each distance symbol.
const DISTANCES: [(u16, u8); 30] = [
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 1),
    (7, 1),
    (9, 2),
    (13, 2),
    (17, 3),
    (25, 3),
    (33, 4),
    (49, 4),
    (65, 5),
    (97, 5),
    (129, 6),
    (193, 6),
    (257, 7),
    (385, 7),
    (513, 8),
    (769, 8),
    (1025, 9),
    (1537, 9),
    (2049, 10),
    (3073, 10),
    (4097, 11),
    (6145, 11),
    (8193, 12),
    (12289, 12),
    (16385, 13),
    (24577, 13),
];
/// The order in which the lengths of the code for lengths come.
pub(crate) const LENGTH_ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// A stream being decompressed.
#[derive(Clone)]
pub(crate) struct Inflate {
    wrapped: bool,
    mode: Mode,
    hold: u64,
    bits: u32,
    last_block: bool,
    /// The last 32 KiB of output, as a ring.
    window: Vec<u8>,
    window_next: usize,
    window_filled: usize,
    /// Lengths being read, how many of each kind there will be.
    lengths: Vec<u8>,
    counts: (usize, usize, usize),
    length_code: Code,
    symbol_code: Code,
    distance_code: Code,
    check: u32,
    adler: u32,
}

/// The input and output of one call.
struct Pieces<'a> {
    input: &'a [u8],
    used: usize,
    output: &'a mut [u8],
    made: usize,
}

impl Inflate {
    /// A new stream, with or without the ZLIB header and check.
    pub fn new(wrapped: bool) -> Inflate {
        Inflate {
            wrapped,
            mode: if wrapped { Mode::Head } else { Mode::Type },
            hold: 0,
            bits: 0,
            last_block: false,
            window: Vec::new(),
            window_next: 0,
            window_filled: 0,
            lengths: Vec::new(),
            counts: (0, 0, 0),
            length_code: Code::default(),
            symbol_code: Code::default(),
            distance_code: Code::default(),
            check: 1,
            adler: wrapped as u32,
        }
    }

    /// The same stream from its beginning.
    pub fn reset(&mut self) {
        *self = Inflate::new(self.wrapped);
    }

    /// The Adler-32 of the output so far, or of the dictionary that is asked for.
    pub fn adler(&self) -> u32 {
        self.adler
    }

    /// Gives the dictionary; says whether it is the one asked for.
    pub fn set_dictionary(&mut self, dictionary: &[u8]) -> bool {
        if self.wrapped {
            if self.mode != Mode::Dictionary || adler32(1, dictionary) != self.adler {
                return false;
            }
            (self.check, self.adler) = (1, 1);
            self.mode = Mode::Type;
        }
        for &byte in dictionary {
            self.remember(byte);
        }
        true
    }

    fn remember(&mut self, byte: u8) {
        if self.window.is_empty() {
            self.window = vec![0; WINDOW];
        }
        self.window[self.window_next] = byte;
        self.window_next = (self.window_next + 1) % WINDOW;
        self.window_filled = (self.window_filled + 1).min(WINDOW);
    }

    /// Decompresses as much as input and output allow: what it ended with, bytes used and bytes made.
    pub fn inflate(&mut self, input: &[u8], output: &mut [u8]) -> (Status, usize, usize) {
        let mut pieces = Pieces { input, used: 0, output, made: 0 };
        let mut checked = 0;
        let status = loop {
            if self.mode == Mode::Check {
                checked = self.add_to_check(&pieces, checked);
            }
            match self.mode {
                Mode::Done => break Status::End,
                Mode::Bad(message) => break Status::Bad(message),
                Mode::Dictionary => break Status::NeedDictionary,
                _ => {}
            }
            if self.step(&mut pieces).is_none() {
                break Status::More;
            }
        };
        self.add_to_check(&pieces, checked);
        (status, pieces.used, pieces.made)
    }

    fn add_to_check(&mut self, pieces: &Pieces, from: usize) -> usize {
        if self.wrapped && pieces.made > from {
            self.check = adler32(self.check, &pieces.output[from..pieces.made]);
            self.adler = self.check;
        }
        pieces.made
    }

    /// Makes sure of so many bits.
    fn need(&mut self, pieces: &mut Pieces, count: u32) -> Option<()> {
        while self.bits < count {
            self.pull(pieces)?;
        }
        Some(())
    }

    fn pull(&mut self, pieces: &mut Pieces) -> Option<()> {
        let &byte = pieces.input.get(pieces.used)?;
        pieces.used += 1;
        self.hold |= (byte as u64) << self.bits;
        self.bits += 8;
        Some(())
    }

    fn take(&mut self, count: u32) -> usize {
        let value = self.hold & ((1 << count) - 1);
        self.hold >>= count;
        self.bits -= count;
        value as usize
    }

    fn put(&mut self, pieces: &mut Pieces, byte: u8) {
        pieces.output[pieces.made] = byte;
        pieces.made += 1;
        self.remember(byte);
    }

    fn symbol(&mut self, pieces: &mut Pieces, which: fn(&Inflate) -> &Code) -> Option<Option<usize>> {
        loop {
            match which(self).find(self.hold, self.bits) {
                Found::Symbol(symbol, length) => {
                    self.take(length);
                    return Some(Some(symbol));
                }
                Found::None => return Some(None),
                Found::MoreBits => self.pull(pieces)?,
            }
        }
    }

    /// One step; `None` when input or room for output is missing.
    fn step(&mut self, pieces: &mut Pieces) -> Option<()> {
        self.mode = match self.mode {
            Mode::Head => {
                self.need(pieces, 16)?;
                self.head()
            }
            Mode::DictionaryId => {
                self.need(pieces, 32)?;
                self.adler = (self.take(32) as u32).swap_bytes();
                Mode::Dictionary
            }
            Mode::Type if self.last_block => {
                self.take(self.bits % 8);
                if self.wrapped { Mode::Check } else { Mode::Done }
            }
            Mode::Type => {
                self.need(pieces, 3)?;
                self.last_block = self.take(1) != 0;
                self.block_type()
            }
            Mode::StoredLength => {
                self.need(pieces, 32)?;
                let (length, complement) = (self.take(16), self.take(16));
                if length == complement ^ 0xffff {
                    Mode::Stored(length)
                } else {
                    Mode::Bad("invalid stored block lengths")
                }
            }
            Mode::Stored(0) => Mode::Type,
            Mode::Stored(left) => {
                let count = left.min(pieces.input.len() - pieces.used).min(pieces.output.len() - pieces.made);
                if count == 0 {
                    return None;
                }
                for index in 0..count {
                    let byte = pieces.input[pieces.used + index];
                    self.put(pieces, byte);
                }
                pieces.used += count;
                Mode::Stored(left - count)
            }
            Mode::Counts => {
                self.need(pieces, 14)?;
                self.counts = (self.take(5) + 257, self.take(5) + 1, self.take(4) + 4);
                self.lengths = vec![0; 19];
                if self.counts.0 > 286 || self.counts.1 > 30 {
                    Mode::Bad("too many length or distance symbols")
                } else {
                    Mode::LengthLengths { next: 0 }
                }
            }
            Mode::LengthLengths { next } if next < self.counts.2 => {
                self.need(pieces, 3)?;
                self.lengths[LENGTH_ORDER[next]] = self.take(3) as u8;
                Mode::LengthLengths { next: next + 1 }
            }
            Mode::LengthLengths { .. } => match Code::new(&self.lengths, false) {
                Some(code) => {
                    self.length_code = code;
                    self.lengths = vec![0; self.counts.0 + self.counts.1];
                    Mode::Lengths { next: 0 }
                }
                None => Mode::Bad("invalid code lengths set"),
            },
            Mode::Lengths { next } if next < self.lengths.len() => self.length(pieces, next)?,
            Mode::Lengths { .. } => self.tables(),
            Mode::Symbol => match self.symbol(pieces, |inflate| &inflate.symbol_code)? {
                Some(literal @ 0..=255) => Mode::Literal(literal as u8),
                Some(256) => Mode::Type,
                Some(symbol @ 257..=285) => Mode::LengthExtra { symbol: symbol - 257 },
                _ => Mode::Bad("invalid literal/length code"),
            },
            Mode::LengthExtra { symbol } => {
                let (base, extra) = LENGTHS[symbol];
                self.need(pieces, extra as u32)?;
                Mode::Distance { length: base as usize + self.take(extra as u32) }
            }
            Mode::Distance { length } => match self.symbol(pieces, |inflate| &inflate.distance_code)? {
                Some(symbol @ 0..=29) => Mode::DistanceExtra { length, symbol },
                _ => Mode::Bad("invalid distance code"),
            },
            Mode::DistanceExtra { length, symbol } => {
                let (base, extra) = DISTANCES[symbol];
                self.need(pieces, extra as u32)?;
                let distance = base as usize + self.take(extra as u32);
                if distance > self.window_filled {
                    Mode::Bad("invalid distance too far back")
                } else {
                    Mode::Copy { length, distance }
                }
            }
            Mode::Copy { length, distance } => {
                let count = length.min(pieces.output.len() - pieces.made);
                if count == 0 {
                    return None;
                }
                for _ in 0..count {
                    let byte = self.window[(self.window_next + WINDOW - distance) % WINDOW];
                    self.put(pieces, byte);
                }
                if count == length { Mode::Symbol } else { Mode::Copy { length: length - count, distance } }
            }
            Mode::Literal(byte) => {
                if pieces.made == pieces.output.len() {
                    return None;
                }
                self.put(pieces, byte);
                Mode::Symbol
            }
            Mode::Check => {
                self.need(pieces, 32)?;
                if (self.take(32) as u32).swap_bytes() == self.check {
                    Mode::Done
                } else {
                    Mode::Bad("incorrect data check")
                }
            }
            mode @ (Mode::Dictionary | Mode::Done | Mode::Bad(_)) => mode,
        };
        Some(())
    }

    fn head(&mut self) -> Mode {
        let (first, second) = (self.take(8), self.take(8));
        if (first << 8 | second) % 31 != 0 {
            return Mode::Bad("incorrect header check");
        }
        if first & 15 != 8 {
            return Mode::Bad("unknown compression method");
        }
        if first >> 4 > 7 {
            return Mode::Bad("invalid window size");
        }
        if second & 0x20 != 0 { Mode::DictionaryId } else { Mode::Type }
    }

    fn block_type(&mut self) -> Mode {
        match self.take(2) {
            0 => {
                self.take(self.bits % 8);
                Mode::StoredLength
            }
            1 => {
                let mut lengths = [8u8; 288];
                lengths[144..256].fill(9);
                lengths[256..280].fill(7);
                self.symbol_code = Code::new(&lengths, false).unwrap_or_default();
                // Two symbols that never occur make the code complete.
                self.distance_code = Code::new(&[5; 32], false).unwrap_or_default();
                Mode::Symbol
            }
            2 => Mode::Counts,
            _ => Mode::Bad("invalid block type"),
        }
    }

    /// Reads a length, or a repetition of lengths.
    fn length(&mut self, pieces: &mut Pieces, next: usize) -> Option<Mode> {
        let (symbol, bits) = loop {
            match self.length_code.find(self.hold, self.bits) {
                Found::Symbol(symbol, bits) => break (symbol, bits),
                Found::None => break (0, 1),
                Found::MoreBits => self.pull(pieces)?,
            }
        };
        let (value, base, extra) = match symbol {
            0..=15 => {
                self.take(bits);
                self.lengths[next] = symbol as u8;
                return Some(Mode::Lengths { next: next + 1 });
            }
            16 => (next.checked_sub(1).map(|previous| self.lengths[previous]), 3, 2),
            17 => (Some(0), 3, 3),
            _ => (Some(0), 11, 7),
        };
        self.need(pieces, bits + extra)?;
        self.take(bits);
        let Some(value) = value else { return Some(Mode::Bad("invalid bit length repeat")) };
        let end = next + base + self.take(extra);
        if end > self.lengths.len() {
            return Some(Mode::Bad("invalid bit length repeat"));
        }
        self.lengths[next..end].fill(value);
        Some(Mode::Lengths { next: end })
    }

    fn tables(&mut self) -> Mode {
        if self.lengths[256] == 0 {
            return Mode::Bad("invalid code -- missing end-of-block");
        }
        let (symbols, distances) = self.lengths.split_at(self.counts.0);
        let Some(symbol_code) = Code::new(symbols, true) else { return Mode::Bad("invalid literal/lengths set") };
        let Some(distance_code) = Code::new(distances, true) else { return Mode::Bad("invalid distances set") };
        (self.symbol_code, self.distance_code) = (symbol_code, distance_code);
        Mode::Symbol
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "hello hello hello" as zlib compresses it.
    const HELLO: [u8; 17] =
        [0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x90, 0x00, 0x3a, 0x2e, 0x06, 0x7d, 0xff];

    #[test]
    fn a_stream_ends_where_it_ends() {
        let mut output = [0; 40];
        let (status, used, made) = Inflate::new(true).inflate(&HELLO, &mut output);
        assert_eq!((status, used, &output[..made]), (Status::End, 16, &b"hello hello hello"[..]));
    }

    #[test]
    fn pieces_of_one_byte_give_the_same() {
        let mut inflate = Inflate::new(true);
        let (mut text, mut at) = (Vec::new(), 0);
        loop {
            let mut byte = [0];
            let (status, used, made) = inflate.inflate(&HELLO[at..(at + 1).min(16)], &mut byte);
            at += used;
            text.extend_from_slice(&byte[..made]);
            if status == Status::End {
                break;
            }
        }
        assert_eq!(text, b"hello hello hello");
    }

    #[test]
    fn wrong_data_is_named() {
        let mut output = [0; 10];
        assert_eq!(Inflate::new(true).inflate(b"hello", &mut output).0, Status::Bad("incorrect header check"));
        assert_eq!(Inflate::new(false).inflate(&[7], &mut output).0, Status::Bad("invalid block type"));
        let mut broken = HELLO;
        broken[15] ^= 1;
        assert_eq!(Inflate::new(true).inflate(&broken, &mut [0; 40]).0, Status::Bad("incorrect data check"));
    }
}
