//! Hashing of words: fast, of 128 bits, and the same in every run and on every machine.

use crate::heap::{Heap, Ref};
use crate::names::{NEW, Names};

/// Odd numbers without a pattern.
pub(crate) const K: [u64; 6] = [
    0x9e37_79b9_7f4a_7c15,
    0xc2b2_ae3d_27d4_eb4f,
    0x1656_67b1_9e37_79f9,
    0x27d4_eb2f_1656_67c5,
    0x8542_9b1e_4d3c_a7b9,
    0xd6e8_feb8_6659_fd93,
];

/// 64 bits of two words.
#[inline]
pub(crate) fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// 128 bits of two words.
#[inline]
pub(crate) fn pair(a: u64, b: u64) -> u128 {
    let first = fold(a ^ K[0], b ^ K[1]);
    let second = fold(a.rotate_left(32) ^ K[2], b ^ K[3] ^ first.rotate_left(17));
    (first as u128) << 64 | fold(second ^ K[4], first ^ K[5]) as u128
}

/// 64 bits of a text, the same in every run.
pub(crate) fn key_of(text: &str) -> u64 {
    text.bytes().fold(K[4], |key, byte| fold(key ^ byte as u64, K[0]).rotate_left(23) ^ key)
}

/// 128 bits of some bytes, the same in every run.
pub fn fingerprint_of(bytes: &[u8]) -> u128 {
    let mut hash = Hash::new();
    hash.word(bytes.len() as u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash.word(u64::from_le_bytes(word));
    }
    hash.finish()
}

/// What takes a state in, word by word.
pub(crate) trait Sink {
    fn word(&mut self, word: u64);

    /// Takes in a reference to a new object.
    #[inline]
    fn new_object(&mut self, names: &mut Names, object: Ref) {
        self.word(names.number(object));
    }

    /// Takes in a reference.
    #[inline]
    fn reference(&mut self, names: &mut Names, heap: &Heap, object: Ref) {
        if names.is_new(object) {
            self.new_object(names, object);
        } else {
            self.word(names.old(heap, object));
        }
    }

    /// Takes in a reference in a word of an object.
    #[inline]
    fn reference_in(&mut self, _slot: u32, names: &mut Names, heap: &Heap, object: Ref) {
        self.reference(names, heap, object);
    }
}

/// A running hash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hash(u64, u64);

impl Hash {
    pub fn new() -> Hash {
        Hash(K[0], K[2])
    }

    pub fn finish(&self) -> u128 {
        pair(self.0, self.1)
    }

    /// All of it, where it is mixed further.
    #[inline]
    pub fn words(&self) -> [u64; 2] {
        [self.0, self.1]
    }

    /// All of it as one number, to be added to sums that are mixed well: they keep apart what is not.
    #[inline]
    pub fn sum(&self) -> u128 {
        (self.0 as u128) << 64 | self.1 as u128
    }

    /// Takes another in. Where only its second half differs, so does the second half of this one.
    #[inline]
    pub fn join(&mut self, other: Hash) {
        self.word(other.0);
        self.1 ^= other.1;
    }
}

impl Sink for Hash {
    /// One half mixes both halves of a product, the other keeps the lower ones: where words differ these do. So what brings the first halves of two hashes together,
    /// by chance, leaves the second ones apart, but for another such chance.
    #[inline]
    fn word(&mut self, word: u64) {
        let product = (self.0 ^ word) as u128 * K[1] as u128;
        let low = product as u64;
        self.0 = low ^ (product >> 64) as u64;
        self.1 = self.1.rotate_left(23) ^ low;
    }
}

/// A hash that leaves open which new objects are referred to: they are noted, to be numbered when all that comes before is known.
pub(crate) struct Open<'a> {
    pub hash: Hash,
    pub objects: &'a mut Vec<Ref>,
}

impl Sink for Open<'_> {
    #[inline]
    fn word(&mut self, word: u64) {
        self.hash.word(word);
    }

    #[inline]
    fn new_object(&mut self, _names: &mut Names, object: Ref) {
        self.hash.word(NEW);
        self.objects.push(object);
    }
}

/// A hash of one object that leaves open which new objects it refers to: the words that do are noted.
pub(crate) struct OpenWords {
    pub hash: Hash,
    pub open: u64,
    /// Whether there are others, beyond the first 64.
    pub more: bool,
}

impl Sink for OpenWords {
    #[inline]
    fn word(&mut self, word: u64) {
        self.hash.word(word);
    }

    #[inline]
    fn reference_in(&mut self, slot: u32, names: &mut Names, heap: &Heap, object: Ref) {
        if !names.is_new(object) {
            return self.hash.word(names.old(heap, object));
        }
        self.hash.word(NEW);
        match slot {
            0..64 => self.open |= 1 << slot,
            _ => self.more = true,
        }
    }
}

impl Sink for Vec<u8> {
    fn word(&mut self, word: u64) {
        self.extend_from_slice(&word.to_le_bytes());
    }
}
