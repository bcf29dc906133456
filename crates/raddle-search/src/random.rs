//! Numbers as good as random, the same for the same seed on every machine: SplitMix64.

/// Spreads a number over all bits of a word.
pub(crate) fn mix(number: u64) -> u64 {
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The stream of a seed. Several workers have streams of their own.
    pub fn new(seed: u64, stream: u64) -> Random {
        Random(mix(seed) ^ mix(!stream))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// A number from 0 up to but not 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_limit_comes_about_as_often() {
        let mut random = Random::new(1, 0);
        let mut times = [0u32; 7];
        (0..70_000).for_each(|_| times[random.below(7) as usize] += 1);
        assert!(times.iter().all(|times| (9_500..10_500).contains(times)), "{times:?}");
        let mean = (0..10_000).map(|_| random.unit()).sum::<f64>() / 10_000.0;
        assert!((0.48..0.52).contains(&mean), "{mean}");
    }

    #[test]
    fn seeds_and_streams_have_numbers_of_their_own() {
        let first = |seed, stream| Random::new(seed, stream).next();
        assert_eq!(first(3, 0), first(3, 0));
        assert_ne!(first(3, 0), first(4, 0));
        assert_ne!(first(3, 0), first(3, 1));
    }
}
