//! Compression to DEFLATE data (RFC 1951), plain or wrapped as ZLIB (RFC 1950).
//!
//! Programs print how long their compressed data is, so the output has to be that of zlib byte for byte: the same hash chains, the same lazy
//! matching with the same limits for each level, the same blocks and the same trees, whatever the sizes of the pieces it is fed. The state is
//! plain data that can be cloned with the machine.

use crate::checksum::adler32;
use crate::inflate::LENGTH_ORDER;

const WINDOW: usize = 1 << 15;
const WINDOW_MASK: usize = WINDOW - 1;
/// The window holds the last 32 KiB and as much of what comes next.
const WINDOW_SIZE: usize = 2 * WINDOW;
const MIN_MATCH: usize = 3;
const MAX_MATCH: usize = 258;
/// Bytes to look ahead at least, while there is input: a match and the start of the next.
const MIN_LOOKAHEAD: usize = MAX_MATCH + MIN_MATCH + 1;
const MAX_DISTANCE: usize = WINDOW - MIN_LOOKAHEAD;
/// A match of the least length is not worth it from so far.
const TOO_FAR: usize = 4096;
const HASH_BITS: usize = 15;
const HASH_SHIFT: usize = HASH_BITS.div_ceil(MIN_MATCH);
const HASH_MASK: usize = (1 << HASH_BITS) - 1;
/// Symbols of a block at most.
const BLOCK_SYMBOLS: usize = (1 << 14) - 1;
/// Bytes zlib would hold back at most; limits stored blocks.
const PENDING_SIZE: usize = 1 << 16;
const MAX_STORED: usize = 65535;

const LITERALS: usize = 256;
const END_OF_BLOCK: usize = 256;
const LENGTH_CODES: usize = 29;
const SYMBOLS: usize = LITERALS + 1 + LENGTH_CODES;
const DISTANCES: usize = 30;
const BIT_LENGTHS: usize = 19;
const MAX_BITS: usize = 15;

/// How much is to be given out at the end of the input of a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Flush {
    /// Whatever is convenient.
    None,
    /// The block, but without ending on a byte: for a change of the level.
    Block,
    /// Everything.
    Sync,
    /// Everything, and forget what went before.
    Full,
    /// Everything, and end the stream.
    Finish,
}

/// How matches are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strategy {
    /// As the level says.
    Default,
    /// Short matches are not worth it.
    Filtered,
    /// No matches at all.
    HuffmanOnly,
}

/// What a call of `deflate` ended with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// There may be more to do.
    More,
    /// The stream has ended.
    End,
    /// Nothing could be done: neither input nor room for output.
    Stuck,
}

/// What the matching of a call ended with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockState {
    NeedMore,
    BlockDone,
    FinishStarted,
    FinishDone,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Stored,
    Fast,
    Slow,
}

/// The limits of a level: a match so long is good enough to look less hard for a better one, to not look at the next byte, to stop at once;
/// and how many candidates are tried.
#[derive(Clone, Copy)]
struct Limits {
    good: usize,
    lazy: usize,
    nice: usize,
    chain: usize,
    method: Method,
}

const fn limits(good: usize, lazy: usize, nice: usize, chain: usize, method: Method) -> Limits {
    Limits { good, lazy, nice, chain, method }
}

static LEVELS: [Limits; 10] = [
    limits(0, 0, 0, 0, Method::Stored),
    limits(4, 4, 8, 4, Method::Fast),
    limits(4, 5, 16, 8, Method::Fast),
    limits(4, 6, 32, 32, Method::Fast),
    limits(4, 4, 16, 16, Method::Slow),
    limits(8, 16, 32, 32, Method::Slow),
    limits(8, 16, 128, 128, Method::Slow),
    limits(8, 32, 128, 256, Method::Slow),
    limits(32, 128, 258, 1024, Method::Slow),
    limits(32, 258, 258, 4096, Method::Slow),
];

/// Extra bits of length codes, distance codes and the codes for lengths.
static LENGTH_EXTRA: [u8; LENGTH_CODES] =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
static DISTANCE_EXTRA: [u8; DISTANCES] =
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
static BIT_LENGTH_EXTRA: [u8; BIT_LENGTHS] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 7];

/// The code of a length less `MIN_MATCH`, and what is left for the extra bits.
fn length_code(length: usize) -> (usize, usize) {
    if length == MAX_MATCH - MIN_MATCH {
        return (28, 0);
    }
    if length < 8 {
        return (length, 0);
    }
    let extra = length.ilog2() as usize - 2;
    let code = (extra << 2) + (length >> extra);
    (code, length & ((1 << extra) - 1))
}

/// The code of a distance less 1, and what is left for the extra bits.
fn distance_code(distance: usize) -> (usize, usize) {
    if distance < 4 {
        return (distance, 0);
    }
    let extra = distance.ilog2() as usize - 1;
    (2 * extra + (distance >> extra), distance & ((1 << extra) - 1))
}

/// A prefix code: its symbols' frequencies, and then lengths and bits.
#[derive(Clone)]
struct Tree {
    frequency: Vec<u32>,
    length: Vec<u8>,
    code: Vec<u16>,
    largest: usize,
}

impl Tree {
    fn new(symbols: usize) -> Tree {
        Tree { frequency: vec![0; symbols], length: vec![0; symbols], code: vec![0; symbols], largest: 0 }
    }
}

/// What is fixed of a kind of tree.
struct Kind {
    extra: &'static [u8],
    /// The first symbol that has extra bits.
    base: usize,
    max_bits: usize,
    /// Length of a symbol in the tree that needs not be sent.
    fixed: fn(usize) -> usize,
}

static SYMBOL_KIND: Kind =
    Kind { extra: &LENGTH_EXTRA, base: LITERALS + 1, max_bits: MAX_BITS, fixed: fixed_symbol_length };
static DISTANCE_KIND: Kind = Kind { extra: &DISTANCE_EXTRA, base: 0, max_bits: MAX_BITS, fixed: |_| 5 };
static BIT_LENGTH_KIND: Kind = Kind { extra: &BIT_LENGTH_EXTRA, base: 0, max_bits: 7, fixed: |_| 0 };

fn fixed_symbol_length(symbol: usize) -> usize {
    match symbol {
        0..=143 => 8,
        144..=255 => 9,
        256..=279 => 7,
        _ => 8,
    }
}

fn fixed_symbol_code(symbol: usize) -> u16 {
    let (code, length) = match symbol {
        0..=143 => (0x30 + symbol, 8),
        144..=255 => (0x190 + symbol - 144, 9),
        256..=279 => (symbol - 256, 7),
        _ => (0xc0 + symbol - 280, 8),
    };
    (code as u16).reverse_bits() >> (16 - length)
}

/// The lengths of a whole block, in bits, with trees of its own and with the fixed ones.
#[derive(Clone, Copy, Default)]
struct BlockLength {
    own: i64,
    fixed: i64,
}

/// Builds trees: a heap of nodes by frequency, among equal ones by depth.
struct Builder<'a> {
    tree: &'a mut Tree,
    frequency: Vec<u32>,
    depth: Vec<u8>,
    parent: Vec<usize>,
    /// From 1 on; what was taken out is kept at its end, the rarest last.
    heap: Vec<usize>,
    heap_length: usize,
}

impl Builder<'_> {
    fn smaller(&self, a: usize, b: usize) -> bool {
        self.frequency[a] < self.frequency[b]
            || self.frequency[a] == self.frequency[b] && self.depth[a] <= self.depth[b]
    }

    fn sift(&mut self, from: usize) {
        let mut hole = from;
        let node = self.heap[hole];
        let mut child = hole * 2;
        while child <= self.heap_length {
            if child < self.heap_length && self.smaller(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if self.smaller(node, self.heap[child]) {
                break;
            }
            self.heap[hole] = self.heap[child];
            hole = child;
            child *= 2;
        }
        self.heap[hole] = node;
    }

    fn build(tree: &mut Tree, kind: &Kind, block: &mut BlockLength) {
        let symbols = tree.frequency.len();
        let nodes = 2 * symbols + 1;
        let mut frequency = tree.frequency.clone();
        frequency.resize(nodes, 0);
        let mut builder = Builder {
            tree,
            frequency,
            depth: vec![0; nodes],
            parent: vec![0; nodes],
            heap: vec![0; nodes + 1],
            heap_length: 0,
        };
        let mut largest = None;
        for symbol in 0..symbols {
            if builder.frequency[symbol] != 0 {
                builder.heap_length += 1;
                builder.heap[builder.heap_length] = symbol;
                largest = Some(symbol);
            } else {
                builder.tree.length[symbol] = 0;
            }
        }
        // A code has two symbols at least, even if fewer occur.
        while builder.heap_length < 2 {
            let symbol = match largest {
                None => 0,
                Some(0) => 1,
                Some(1) => 2,
                Some(_) => 0,
            };
            if largest.is_none_or(|largest| largest < 2) {
                largest = Some(symbol);
            }
            builder.heap_length += 1;
            builder.heap[builder.heap_length] = symbol;
            builder.frequency[symbol] = 1;
            block.own -= 1;
            block.fixed -= (kind.fixed)(symbol) as i64;
        }
        builder.tree.largest = largest.unwrap_or(0);
        for index in (1..=builder.heap_length / 2).rev() {
            builder.sift(index);
        }
        let order = builder.join(symbols);
        builder.lengths(&order, kind, block);
        builder.codes();
    }

    /// Joins the two rarest nodes until one is left; all of them, the root first, the rarest last.
    fn join(&mut self, symbols: usize) -> Vec<usize> {
        let mut order = Vec::with_capacity(2 * symbols);
        let mut node = symbols;
        loop {
            let first = self.heap[1];
            self.heap[1] = self.heap[self.heap_length];
            self.heap_length -= 1;
            self.sift(1);
            let second = self.heap[1];
            order.extend([first, second]);
            self.frequency[node] = self.frequency[first] + self.frequency[second];
            self.depth[node] = self.depth[first].max(self.depth[second]) + 1;
            self.parent[first] = node;
            self.parent[second] = node;
            self.heap[1] = node;
            node += 1;
            self.sift(1);
            if self.heap_length < 2 {
                break;
            }
        }
        order.push(self.heap[1]);
        order.reverse();
        order
    }

    /// Lengths from depths, no longer than allowed, and what they come to.
    fn lengths(&mut self, order: &[usize], kind: &Kind, block: &mut BlockLength) {
        let mut bits = vec![0usize; self.frequency.len()];
        let mut counts = [0i32; MAX_BITS + 1];
        let mut overflow = 0;
        let largest = self.tree.largest;
        for &node in &order[1..] {
            let mut length = bits[self.parent[node]] + 1;
            if length > kind.max_bits {
                length = kind.max_bits;
                overflow += 1;
            }
            bits[node] = length;
            if node > largest {
                continue;
            }
            counts[length] += 1;
            let extra = node.checked_sub(kind.base).map_or(0, |index| kind.extra[index] as usize);
            let frequency = self.frequency[node] as i64;
            block.own += frequency * (length + extra) as i64;
            block.fixed += frequency * ((kind.fixed)(node) + extra) as i64;
        }
        if overflow > 0 {
            while overflow > 0 {
                let mut length = kind.max_bits - 1;
                while counts[length] == 0 {
                    length -= 1;
                }
                counts[length] -= 1;
                counts[length + 1] += 2;
                counts[kind.max_bits] -= 1;
                overflow -= 2;
            }
            let mut leaves = order.iter().rev().copied().filter(|&node| node <= largest);
            for length in (1..=kind.max_bits).rev() {
                for _ in 0..counts[length] {
                    let Some(node) = leaves.next() else { break };
                    if bits[node] != length {
                        block.own += (length as i64 - bits[node] as i64) * self.frequency[node] as i64;
                        bits[node] = length;
                    }
                }
            }
        }
        for &node in order.iter().filter(|&&node| node <= largest) {
            self.tree.length[node] = bits[node] as u8;
        }
    }

    fn codes(&mut self) {
        let mut counts = [0u16; MAX_BITS + 1];
        for &length in &self.tree.length[..=self.tree.largest] {
            counts[length as usize] += (length != 0) as u16;
        }
        let mut next = [0u16; MAX_BITS + 1];
        let mut code = 0u16;
        for length in 1..=MAX_BITS {
            code = (code + counts[length - 1]) << 1;
            next[length] = code;
        }
        for symbol in 0..=self.tree.largest {
            let length = self.tree.length[symbol] as usize;
            if length != 0 {
                self.tree.code[symbol] = next[length].reverse_bits() >> (16 - length);
                next[length] += 1;
            }
        }
    }
}

/// The input and output of one call.
struct Pieces<'a> {
    input: &'a [u8],
    used: usize,
    output: &'a mut [u8],
    made: usize,
}

impl Pieces<'_> {
    fn input_left(&self) -> usize {
        self.input.len() - self.used
    }

    fn room(&self) -> usize {
        self.output.len() - self.made
    }
}

/// A stream being compressed.
#[derive(Clone)]
pub(crate) struct Deflate {
    wrapped: bool,
    level: usize,
    strategy: Strategy,
    begun: bool,
    finishing: bool,
    check_written: bool,
    /// The flush of the last call; none before the first, and after one whose output did not fit.
    last_flush: LastFlush,
    adler: u32,
    pending: Vec<u8>,
    pending_from: usize,
    bit_buffer: u64,
    bit_count: u32,
    window: Vec<u8>,
    heads: Vec<u16>,
    previous: Vec<u16>,
    hash: usize,
    start: usize,
    lookahead: usize,
    /// Where the current block starts; before the window if that has slid on.
    block_start: isize,
    match_start: usize,
    match_length: usize,
    previous_length: usize,
    match_available: bool,
    /// Bytes before `start` that are not in the hash chains yet.
    insert: usize,
    /// For stored data: how much of the hash chains is out of date.
    stale: u8,
    /// The symbols of the block: distance, or 0, and literal or length.
    symbols: Vec<(u16, u8)>,
    symbol_tree: Tree,
    distance_tree: Tree,
    bit_length_tree: Tree,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LastFlush {
    Never,
    Unfinished,
    Was(Flush),
}

impl Deflate {
    /// A new stream of a level from 0 to 9, with or without the ZLIB header and check.
    pub fn new(level: i32, strategy: Strategy, wrapped: bool) -> Deflate {
        let mut deflate = Deflate {
            wrapped,
            level: level_of(level),
            strategy,
            begun: false,
            finishing: false,
            check_written: false,
            last_flush: LastFlush::Never,
            adler: 1,
            pending: Vec::new(),
            pending_from: 0,
            bit_buffer: 0,
            bit_count: 0,
            // Matches are compared up to a whole match past the end of what is there.
            window: vec![0; WINDOW_SIZE + MAX_MATCH],
            heads: vec![0; 1 << HASH_BITS],
            previous: vec![0; WINDOW],
            hash: 0,
            start: 0,
            lookahead: 0,
            block_start: 0,
            match_start: 0,
            match_length: MIN_MATCH - 1,
            previous_length: MIN_MATCH - 1,
            match_available: false,
            insert: 0,
            stale: 0,
            symbols: Vec::new(),
            symbol_tree: Tree::new(SYMBOLS),
            distance_tree: Tree::new(DISTANCES),
            bit_length_tree: Tree::new(BIT_LENGTHS),
        };
        deflate.begin_block();
        deflate
    }

    /// The Adler-32 of the input so far.
    pub fn adler(&self) -> u32 {
        self.adler
    }

    /// The same stream from its beginning.
    pub fn reset(&mut self) {
        *self = Deflate::new(self.level as i32, self.strategy, self.wrapped);
    }

    /// Gives a dictionary; says whether it came in time.
    pub fn set_dictionary(&mut self, dictionary: &[u8]) -> bool {
        if self.wrapped && self.begun || self.lookahead > 0 {
            return false;
        }
        let wrapped = std::mem::replace(&mut self.wrapped, false);
        if wrapped {
            self.adler = adler32(self.adler, dictionary);
        }
        let mut dictionary = dictionary;
        if dictionary.len() >= WINDOW {
            if !wrapped {
                self.heads.fill(0);
                self.start = 0;
                self.block_start = 0;
                self.insert = 0;
            }
            dictionary = &dictionary[dictionary.len() - WINDOW..];
        }
        let mut pieces = Pieces { input: dictionary, used: 0, output: &mut [], made: 0 };
        self.fill_window(&mut pieces);
        while self.lookahead >= MIN_MATCH {
            let end = self.start + self.lookahead - (MIN_MATCH - 1);
            for at in self.start..end {
                self.insert_string(at);
            }
            self.start = end;
            self.lookahead = MIN_MATCH - 1;
            self.fill_window(&mut pieces);
        }
        self.start += self.lookahead;
        self.block_start = self.start as isize;
        self.insert = self.lookahead;
        self.lookahead = 0;
        self.match_length = MIN_MATCH - 1;
        self.previous_length = MIN_MATCH - 1;
        self.match_available = false;
        self.wrapped = wrapped;
        true
    }

    /// Changes level and strategy; what came before is compressed as it was first. Says what was used and made, and whether it is done.
    pub fn set_parameters(
        &mut self,
        level: i32,
        strategy: Strategy,
        input: &[u8],
        output: &mut [u8],
    ) -> (bool, usize, usize) {
        let level = level_of(level);
        let (mut used, mut made) = (0, 0);
        let differs = strategy != self.strategy || LEVELS[level].method != LEVELS[self.level].method;
        if differs && self.last_flush != LastFlush::Never {
            (_, used, made) = self.deflate(input, output, Flush::Block);
            if used < input.len() || self.start as isize - self.block_start + self.lookahead as isize != 0 {
                return (false, used, made);
            }
        }
        if self.level != level {
            if self.level == 0 && self.stale != 0 {
                if self.stale == 1 {
                    self.slide_hash();
                } else {
                    self.heads.fill(0);
                }
                self.stale = 0;
            }
            self.level = level;
        }
        self.strategy = strategy;
        (true, used, made)
    }

    /// Compresses input as far as there is room for output: what it ended with, bytes used and bytes made.
    pub fn deflate(&mut self, input: &[u8], output: &mut [u8], flush: Flush) -> (Status, usize, usize) {
        let mut pieces = Pieces { input, used: 0, output, made: 0 };
        let status = self.run(&mut pieces, flush);
        (status, pieces.used, pieces.made)
    }

    fn run(&mut self, pieces: &mut Pieces, flush: Flush) -> Status {
        if pieces.room() == 0 || self.finishing && flush != Flush::Finish {
            return Status::Stuck;
        }
        let before = std::mem::replace(&mut self.last_flush, LastFlush::Was(flush));
        if self.pending_from < self.pending.len() {
            self.give(pieces);
            if pieces.room() == 0 {
                self.last_flush = LastFlush::Unfinished;
                return Status::More;
            }
        } else if pieces.input_left() == 0
            && flush != Flush::Finish
            && matches!(before, LastFlush::Was(before) if flush <= before)
        {
            return Status::Stuck;
        }
        if self.finishing && pieces.input_left() != 0 {
            return Status::Stuck;
        }
        if !self.begun {
            self.begun = true;
            if self.wrapped {
                self.write_header();
                self.give(pieces);
                if self.pending_from < self.pending.len() {
                    self.last_flush = LastFlush::Unfinished;
                    return Status::More;
                }
            }
        }
        if pieces.input_left() != 0 || self.lookahead != 0 || flush != Flush::None && !self.finishing {
            let state = match LEVELS[self.level].method {
                Method::Stored => self.store(pieces, flush),
                _ if self.strategy == Strategy::HuffmanOnly => self.only_literals(pieces, flush),
                Method::Fast => self.greedy(pieces, flush),
                Method::Slow => self.lazy(pieces, flush),
            };
            if matches!(state, BlockState::FinishStarted | BlockState::FinishDone) {
                self.finishing = true;
            }
            if matches!(state, BlockState::NeedMore | BlockState::FinishStarted) {
                if pieces.room() == 0 {
                    self.last_flush = LastFlush::Unfinished;
                }
                return Status::More;
            }
            if state == BlockState::BlockDone {
                if flush != Flush::Block {
                    self.write_stored(0..0, false);
                    if flush == Flush::Full {
                        self.heads.fill(0);
                        if self.lookahead == 0 {
                            self.start = 0;
                            self.block_start = 0;
                            self.insert = 0;
                        }
                    }
                }
                self.give(pieces);
                if pieces.room() == 0 {
                    self.last_flush = LastFlush::Unfinished;
                    return Status::More;
                }
            }
        }
        if flush != Flush::Finish {
            return Status::More;
        }
        if self.wrapped && !self.check_written {
            self.check_written = true;
            self.pending.extend(self.adler.to_be_bytes());
            self.give(pieces);
            return if self.pending_from < self.pending.len() { Status::More } else { Status::End };
        }
        Status::End
    }

    fn write_header(&mut self) {
        let level = match self.level {
            _ if self.strategy == Strategy::HuffmanOnly => 0,
            0 | 1 => 0,
            2..=5 => 1,
            6 => 2,
            _ => 3,
        };
        let mut header = 0x7800u16 | level << 6;
        let dictionary = self.start != 0;
        if dictionary {
            header |= 0x20;
        }
        header += 31 - header % 31;
        self.pending.extend(header.to_be_bytes());
        if dictionary {
            self.pending.extend(self.adler.to_be_bytes());
        }
        self.adler = 1;
    }

    /// Gives as much of what is pending as there is room for.
    fn give(&mut self, pieces: &mut Pieces) {
        let count = (self.pending.len() - self.pending_from).min(pieces.room());
        pieces.output[pieces.made..pieces.made + count]
            .copy_from_slice(&self.pending[self.pending_from..self.pending_from + count]);
        pieces.made += count;
        self.pending_from += count;
        if self.pending_from == self.pending.len() {
            self.pending.clear();
            self.pending_from = 0;
        }
    }

    /// Takes input, and notes it in the checksum.
    fn take<'a>(&mut self, pieces: &mut Pieces<'a>, count: usize) -> &'a [u8] {
        let taken = &pieces.input[pieces.used..pieces.used + count];
        pieces.used += count;
        if self.wrapped {
            self.adler = adler32(self.adler, taken);
        }
        taken
    }

    fn update_hash(&mut self, byte: u8) {
        self.hash = (self.hash << HASH_SHIFT ^ byte as usize) & HASH_MASK;
    }

    /// Enters the string at a position into its chain; the position that was the chain's first.
    fn insert_string(&mut self, at: usize) -> usize {
        self.update_hash(self.window[at + MIN_MATCH - 1]);
        let first = self.heads[self.hash];
        self.previous[at & WINDOW_MASK] = first;
        self.heads[self.hash] = at as u16;
        first as usize
    }

    fn slide_hash(&mut self) {
        for position in self.heads.iter_mut().chain(&mut self.previous) {
            *position = position.saturating_sub(WINDOW as u16);
        }
    }

    fn fill_window(&mut self, pieces: &mut Pieces) {
        loop {
            let mut more = WINDOW_SIZE - self.lookahead - self.start;
            if self.start >= WINDOW + MAX_DISTANCE {
                self.window.copy_within(WINDOW..WINDOW_SIZE, 0);
                self.match_start = self.match_start.wrapping_sub(WINDOW);
                self.start -= WINDOW;
                self.block_start -= WINDOW as isize;
                self.insert = self.insert.min(self.start);
                self.slide_hash();
                more += WINDOW;
            }
            if pieces.input_left() == 0 {
                break;
            }
            let count = more.min(pieces.input_left());
            let taken = self.take(pieces, count);
            let to = self.start + self.lookahead;
            self.window[to..to + count].copy_from_slice(taken);
            self.lookahead += count;
            if self.lookahead + self.insert >= MIN_MATCH {
                let mut at = self.start - self.insert;
                self.hash = self.window[at] as usize;
                self.update_hash(self.window[at + 1]);
                while self.insert > 0 {
                    self.insert_string(at);
                    at += 1;
                    self.insert -= 1;
                    if self.lookahead + self.insert < MIN_MATCH {
                        break;
                    }
                }
            }
            if self.lookahead >= MIN_LOOKAHEAD || pieces.input_left() == 0 {
                break;
            }
        }
    }

    /// The longest match for the string at `start` along a chain; at least as long as the one before it to count.
    fn longest_match(&mut self, first: usize) -> usize {
        let limits = &LEVELS[self.level];
        let mut candidates = limits.chain;
        let mut best = self.previous_length;
        if self.previous_length >= limits.good {
            candidates >>= 2;
        }
        let nice = limits.nice.min(self.lookahead);
        let oldest = self.start.saturating_sub(MAX_DISTANCE);
        let scan = &self.window[self.start..self.start + MAX_MATCH];
        let mut candidate = first;
        loop {
            let text = &self.window[candidate..candidate + MAX_MATCH];
            if text[best.min(MAX_MATCH - 1)] == scan[best.min(MAX_MATCH - 1)]
                && text[best - 1] == scan[best - 1]
                && text[..2] == scan[..2]
            {
                let length = scan.iter().zip(text).take_while(|(a, b)| a == b).count();
                if length > best {
                    self.match_start = candidate;
                    best = length;
                    if length >= nice {
                        break;
                    }
                }
            }
            candidate = self.previous[candidate & WINDOW_MASK] as usize;
            candidates -= 1;
            if candidate <= oldest || candidates == 0 {
                break;
            }
        }
        best.min(self.lookahead)
    }

    /// Makes sure of input to look at; says whether there is any, or else how the call ends.
    fn look_ahead(&mut self, pieces: &mut Pieces, flush: Flush) -> Result<bool, BlockState> {
        if self.lookahead < MIN_LOOKAHEAD {
            self.fill_window(pieces);
            if self.lookahead < MIN_LOOKAHEAD && flush == Flush::None {
                return Err(BlockState::NeedMore);
            }
        }
        Ok(self.lookahead > 0)
    }

    fn literal(&mut self, byte: u8) -> bool {
        self.symbols.push((0, byte));
        self.symbol_tree.frequency[byte as usize] += 1;
        self.symbols.len() == BLOCK_SYMBOLS
    }

    /// Notes a match by its distance and its length less `MIN_MATCH`; says whether the block is full.
    fn matched(&mut self, distance: usize, length: usize) -> bool {
        self.symbols.push((distance as u16, length as u8));
        self.symbol_tree.frequency[LITERALS + 1 + length_code(length).0] += 1;
        self.distance_tree.frequency[distance_code(distance - 1).0] += 1;
        self.symbols.len() == BLOCK_SYMBOLS
    }

    /// Ends the block; says how the call ends if there is no more room.
    fn end_block(&mut self, pieces: &mut Pieces, last: bool) -> Result<(), BlockState> {
        self.write_block(last);
        self.block_start = self.start as isize;
        self.give(pieces);
        match (pieces.room(), last) {
            (0, true) => Err(BlockState::FinishStarted),
            (0, false) => Err(BlockState::NeedMore),
            _ => Ok(()),
        }
    }

    /// What all methods do when the input is used up.
    fn end_call(&mut self, pieces: &mut Pieces, flush: Flush) -> BlockState {
        let ended = if flush == Flush::Finish {
            self.end_block(pieces, true).map(|()| BlockState::FinishDone)
        } else if !self.symbols.is_empty() {
            self.end_block(pieces, false).map(|()| BlockState::BlockDone)
        } else {
            Ok(BlockState::BlockDone)
        };
        ended.unwrap_or_else(|state| state)
    }

    fn greedy(&mut self, pieces: &mut Pieces, flush: Flush) -> BlockState {
        loop {
            match self.look_ahead(pieces, flush) {
                Ok(true) => {}
                Ok(false) => break,
                Err(state) => return state,
            }
            let mut first = 0;
            if self.lookahead >= MIN_MATCH {
                first = self.insert_string(self.start);
            }
            if first != 0 && self.start - first <= MAX_DISTANCE {
                self.match_length = self.longest_match(first);
            }
            let full = if self.match_length >= MIN_MATCH {
                let full = self.matched(self.start - self.match_start, self.match_length - MIN_MATCH);
                self.lookahead -= self.match_length;
                if self.match_length <= LEVELS[self.level].lazy && self.lookahead >= MIN_MATCH {
                    for _ in 1..self.match_length {
                        self.start += 1;
                        self.insert_string(self.start);
                    }
                    self.start += 1;
                    self.match_length = 0;
                } else {
                    self.start += self.match_length;
                    self.match_length = 0;
                    self.hash = self.window[self.start] as usize;
                    self.update_hash(self.window[self.start + 1]);
                }
                full
            } else {
                let full = self.literal(self.window[self.start]);
                self.lookahead -= 1;
                self.start += 1;
                full
            };
            if full && let Err(state) = self.end_block(pieces, false) {
                return state;
            }
        }
        self.insert = self.start.min(MIN_MATCH - 1);
        self.end_call(pieces, flush)
    }

    /// A match is taken only if the one that starts at the next byte is not longer.
    fn lazy(&mut self, pieces: &mut Pieces, flush: Flush) -> BlockState {
        loop {
            match self.look_ahead(pieces, flush) {
                Ok(true) => {}
                Ok(false) => break,
                Err(state) => return state,
            }
            let mut first = 0;
            if self.lookahead >= MIN_MATCH {
                first = self.insert_string(self.start);
            }
            self.previous_length = self.match_length;
            let previous_match = self.match_start;
            self.match_length = MIN_MATCH - 1;
            if first != 0 && self.previous_length < LEVELS[self.level].lazy && self.start - first <= MAX_DISTANCE {
                self.match_length = self.longest_match(first);
                let far = self.match_length == MIN_MATCH && self.start - self.match_start > TOO_FAR;
                if self.match_length <= 5 && (self.strategy == Strategy::Filtered || far) {
                    self.match_length = MIN_MATCH - 1;
                }
            }
            if self.previous_length >= MIN_MATCH && self.match_length <= self.previous_length {
                let last_insert = self.start + self.lookahead - MIN_MATCH;
                let full = self.matched(self.start - 1 - previous_match, self.previous_length - MIN_MATCH);
                self.lookahead -= self.previous_length - 1;
                for _ in 0..self.previous_length - 2 {
                    self.start += 1;
                    if self.start <= last_insert {
                        self.insert_string(self.start);
                    }
                }
                self.match_available = false;
                self.match_length = MIN_MATCH - 1;
                self.start += 1;
                if full && let Err(state) = self.end_block(pieces, false) {
                    return state;
                }
            } else if self.match_available {
                if self.literal(self.window[self.start - 1]) {
                    // Whether there is room is asked below, once the byte is done with.
                    let _ = self.end_block(pieces, false);
                }
                self.start += 1;
                self.lookahead -= 1;
                if pieces.room() == 0 {
                    return BlockState::NeedMore;
                }
            } else {
                self.match_available = true;
                self.start += 1;
                self.lookahead -= 1;
            }
        }
        if self.match_available {
            self.literal(self.window[self.start - 1]);
            self.match_available = false;
        }
        self.insert = self.start.min(MIN_MATCH - 1);
        self.end_call(pieces, flush)
    }

    fn only_literals(&mut self, pieces: &mut Pieces, flush: Flush) -> BlockState {
        loop {
            if self.lookahead == 0 {
                self.fill_window(pieces);
                if self.lookahead == 0 {
                    if flush == Flush::None {
                        return BlockState::NeedMore;
                    }
                    break;
                }
            }
            self.match_length = 0;
            let full = self.literal(self.window[self.start]);
            self.lookahead -= 1;
            self.start += 1;
            if full && let Err(state) = self.end_block(pieces, false) {
                return state;
            }
        }
        self.insert = 0;
        self.end_call(pieces, flush)
    }

    /// Copies input to stored blocks, from the input straight to the output where both are large enough, else through the window.
    fn store(&mut self, pieces: &mut Pieces, flush: Flush) -> BlockState {
        let mut least = (PENDING_SIZE - 5).min(WINDOW);
        let used_before = pieces.used;
        let mut last = false;
        while !last {
            let head = (self.bit_count as usize + 42) >> 3;
            if pieces.room() < head {
                break;
            }
            let room = pieces.room() - head;
            let left = (self.start as isize - self.block_start) as usize;
            let all = left + pieces.input_left();
            let length = MAX_STORED.min(all).min(room);
            if length < least && (length == 0 && flush != Flush::Finish || flush == Flush::None || length != all) {
                break;
            }
            last = flush == Flush::Finish && length == all;
            self.write_stored_head(length, last);
            self.give(pieces);
            let from_window = left.min(length);
            if from_window > 0 {
                let from = self.block_start as usize;
                pieces.output[pieces.made..pieces.made + from_window]
                    .copy_from_slice(&self.window[from..from + from_window]);
                pieces.made += from_window;
                self.block_start += from_window as isize;
            }
            let rest = length - from_window;
            if rest > 0 {
                let taken = self.take(pieces, rest);
                pieces.output[pieces.made..pieces.made + rest].copy_from_slice(taken);
                pieces.made += rest;
            }
        }
        self.keep_copied(pieces, pieces.used - used_before);
        if last {
            return BlockState::FinishDone;
        }
        if !matches!(flush, Flush::None | Flush::Finish)
            && pieces.input_left() == 0
            && self.start as isize == self.block_start
        {
            return BlockState::BlockDone;
        }
        let mut room = WINDOW_SIZE - self.start;
        if pieces.input_left() > room && self.block_start >= WINDOW as isize {
            self.block_start -= WINDOW as isize;
            self.slide_stored();
            room += WINDOW;
        }
        let count = room.min(pieces.input_left());
        if count > 0 {
            let taken = self.take(pieces, count);
            self.window[self.start..self.start + count].copy_from_slice(taken);
            self.start += count;
            self.insert += count.min(WINDOW - self.insert);
        }
        let most = (PENDING_SIZE - ((self.bit_count as usize + 42) >> 3)).min(MAX_STORED);
        least = most.min(WINDOW);
        let left = (self.start as isize - self.block_start) as usize;
        let at_end = flush != Flush::None && pieces.input_left() == 0 && left <= most;
        if left >= least || (left > 0 || flush == Flush::Finish) && at_end {
            let length = left.min(most);
            last = flush == Flush::Finish && pieces.input_left() == 0 && length == left;
            let from = self.block_start as usize;
            self.write_stored(from..from + length, last);
            self.block_start += length as isize;
            self.give(pieces);
        }
        if last { BlockState::FinishStarted } else { BlockState::NeedMore }
    }

    fn slide_stored(&mut self) {
        self.start -= WINDOW;
        self.window.copy_within(WINDOW..WINDOW + self.start, 0);
        self.stale = (self.stale + 1).min(2);
        self.insert = self.insert.min(self.start);
    }

    /// Keeps what was copied straight from the input in the window, for matches once the level changes.
    fn keep_copied(&mut self, pieces: &Pieces, used: usize) {
        if used == 0 {
            return;
        }
        let copied = &pieces.input[pieces.used - used..pieces.used];
        if used >= WINDOW {
            self.stale = 2;
            self.window[..WINDOW].copy_from_slice(&copied[used - WINDOW..]);
            self.start = WINDOW;
            self.insert = self.start;
        } else {
            if WINDOW_SIZE - self.start <= used {
                self.slide_stored();
            }
            self.window[self.start..self.start + used].copy_from_slice(copied);
            self.start += used;
            self.insert += used.min(WINDOW - self.insert);
        }
        self.block_start = self.start as isize;
    }

    fn begin_block(&mut self) {
        self.symbols.clear();
        for tree in [&mut self.symbol_tree, &mut self.distance_tree, &mut self.bit_length_tree] {
            tree.frequency.fill(0);
        }
        self.symbol_tree.frequency[END_OF_BLOCK] = 1;
    }

    fn write_bits(&mut self, value: usize, count: u32) {
        self.bit_buffer |= (value as u64) << self.bit_count;
        self.bit_count += count;
        while self.bit_count >= 8 {
            self.pending.push(self.bit_buffer as u8);
            self.bit_buffer >>= 8;
            self.bit_count -= 8;
        }
    }

    fn align(&mut self) {
        if self.bit_count > 0 {
            self.write_bits(0, 8 - self.bit_count);
        }
    }

    fn write_stored_head(&mut self, length: usize, last: bool) {
        self.write_bits(last as usize, 3);
        self.align();
        self.pending.extend((length as u16).to_le_bytes());
        self.pending.extend((!(length as u16)).to_le_bytes());
    }

    /// A stored block of a part of the window.
    fn write_stored(&mut self, range: std::ops::Range<usize>, last: bool) {
        self.write_stored_head(range.len(), last);
        self.pending.extend_from_slice(&self.window[range]);
    }

    /// Writes the block in the shortest of the three forms.
    fn write_block(&mut self, last: bool) {
        let stored = (self.start as isize - self.block_start) as usize;
        let mut length = BlockLength::default();
        Builder::build(&mut self.symbol_tree, &SYMBOL_KIND, &mut length);
        Builder::build(&mut self.distance_tree, &DISTANCE_KIND, &mut length);
        let lengths: Vec<(usize, usize, u32)> =
            [&self.symbol_tree, &self.distance_tree].into_iter().flat_map(run_lengths).collect();
        for &(symbol, ..) in &lengths {
            self.bit_length_tree.frequency[symbol] += 1;
        }
        let mut own = BlockLength { own: length.own, fixed: 0 };
        Builder::build(&mut self.bit_length_tree, &BIT_LENGTH_KIND, &mut own);
        let last_length =
            (3..BIT_LENGTHS).rev().find(|&index| self.bit_length_tree.length[LENGTH_ORDER[index]] != 0).unwrap_or(2);
        own.own += 3 * (last_length as i64 + 1) + 5 + 5 + 4;
        let bytes = |bits: i64| (bits + 3 + 7) as usize >> 3;
        let shortest = bytes(own.own).min(bytes(length.fixed));
        if stored + 4 <= shortest && self.block_start >= 0 {
            let from = self.block_start as usize;
            self.write_stored(from..from + stored, last);
        } else if bytes(length.fixed) == shortest {
            self.write_bits(1 << 1 | last as usize, 3);
            self.write_symbols(true);
        } else {
            self.write_bits(2 << 1 | last as usize, 3);
            self.write_trees(&lengths, last_length + 1);
            self.write_symbols(false);
        }
        self.begin_block();
        if last {
            self.align();
        }
    }

    fn write_trees(&mut self, lengths: &[(usize, usize, u32)], bit_lengths: usize) {
        self.write_bits(self.symbol_tree.largest + 1 - 257, 5);
        self.write_bits(self.distance_tree.largest, 5);
        self.write_bits(bit_lengths - 4, 4);
        for symbol in &LENGTH_ORDER[..bit_lengths] {
            self.write_bits(self.bit_length_tree.length[*symbol] as usize, 3);
        }
        for &(symbol, extra, extra_bits) in lengths {
            self.write_bits(self.bit_length_tree.code[symbol] as usize, self.bit_length_tree.length[symbol] as u32);
            self.write_bits(extra, extra_bits);
        }
    }

    fn write_symbol(&mut self, symbol: usize, fixed: bool) {
        if fixed {
            self.write_bits(fixed_symbol_code(symbol) as usize, fixed_symbol_length(symbol) as u32);
        } else {
            self.write_bits(self.symbol_tree.code[symbol] as usize, self.symbol_tree.length[symbol] as u32);
        }
    }

    fn write_symbols(&mut self, fixed: bool) {
        for (distance, value) in std::mem::take(&mut self.symbols) {
            if distance == 0 {
                self.write_symbol(value as usize, fixed);
                continue;
            }
            let (code, extra) = length_code(value as usize);
            self.write_symbol(LITERALS + 1 + code, fixed);
            self.write_bits(extra, LENGTH_EXTRA[code] as u32);
            let (code, extra) = distance_code(distance as usize - 1);
            if fixed {
                self.write_bits(((code as u8).reverse_bits() >> 3) as usize, 5);
            } else {
                self.write_bits(self.distance_tree.code[code] as usize, self.distance_tree.length[code] as u32);
            }
            self.write_bits(extra, DISTANCE_EXTRA[code] as u32);
        }
        self.write_symbol(END_OF_BLOCK, fixed);
    }
}

fn level_of(level: i32) -> usize {
    if (0..=9).contains(&level) { level as usize } else { 6 }
}

/// The lengths of a tree's codes as symbols of the code for lengths, with their extra bits: repetitions are counted (RFC 1951, 3.2.7).
fn run_lengths(tree: &Tree) -> Vec<(usize, usize, u32)> {
    let lengths = &tree.length[..=tree.largest];
    let mut symbols = Vec::new();
    let mut previous = None;
    let (mut most, mut least) = if lengths[0] == 0 { (138, 3) } else { (7, 4) };
    let mut count = 0;
    for (index, &current) in lengths.iter().enumerate() {
        let next = lengths.get(index + 1).copied();
        count += 1;
        if count < most && next == Some(current) {
            continue;
        }
        if count < least {
            symbols.extend(std::iter::repeat_n((current as usize, 0, 0), count));
        } else if current != 0 {
            if previous != Some(current) {
                symbols.push((current as usize, 0, 0));
                count -= 1;
            }
            symbols.push((16, count - 3, 2));
        } else if count <= 10 {
            symbols.push((17, count - 3, 3));
        } else {
            symbols.push((18, count - 11, 7));
        }
        count = 0;
        previous = Some(current);
        (most, least) = match next {
            Some(0) => (138, 3),
            next if next == Some(current) => (6, 3),
            _ => (7, 4),
        };
    }
    symbols
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inflate::{Inflate, Status as InflateStatus};

    fn compress(text: &[u8], level: i32) -> Vec<u8> {
        let mut output = vec![0; text.len() + 100];
        let (status, used, made) =
            Deflate::new(level, Strategy::Default, true).deflate(text, &mut output, Flush::Finish);
        assert_eq!((status, used), (Status::End, text.len()));
        output.truncate(made);
        output
    }

    /// What zlib gives for it.
    #[test]
    fn a_short_text_is_compressed_as_by_zlib() {
        let expected = [0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x90, 0x00, 0x3a, 0x2e, 0x06, 0x7d];
        assert_eq!(compress(b"hello hello hello", 6), expected);
    }

    #[test]
    fn what_was_compressed_can_be_decompressed() {
        let text: Vec<u8> =
            (0..200_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 20 & 63) as u8 + (n / 5000) as u8).collect();
        for level in 0..=9 {
            let compressed = compress(&text, level);
            let mut output = vec![0; text.len()];
            let (status, used, made) = Inflate::new(true).inflate(&compressed, &mut output);
            assert_eq!((status, used, made), (InflateStatus::End, compressed.len(), text.len()));
            assert!(output == text);
        }
    }
}
