//! Damages bytes at random, from a seed, so that a failure repeats.

/// A small generator of random numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Damages one to four places: a byte, a bit, a number at its bounds, a piece removed, doubled or
/// cut off.
pub fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        if bytes.is_empty() {
            return;
        }
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(8)).min(bytes.len());
        match random.below(8) {
            0 | 1 => bytes[at] = random.next() as u8,
            2 | 3 => bytes[at] ^= 1 << random.below(8),
            4 => {
                let number: &[u8] =
                    [&[0, 0][..], &[0xFF, 0xFF], &[0x7F, 0xFF, 0xFF, 0xFF], &[0, 0, 0, 1]][random.below(4)];
                let number = &number[..number.len().min(bytes.len() - at)];
                bytes[at..at + number.len()].copy_from_slice(number);
            }
            5 => drop(bytes.drain(at..end)),
            6 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ if random.below(4) == 0 => bytes.truncate(at),
            _ => bytes[at] = bytes[at].wrapping_add(1),
        }
    }
}
