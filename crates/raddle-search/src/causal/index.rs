//! Which traces have which histories.

use rustc_hash::FxHashMap;

/// Numbers of traces from which on a set of them is kept as bits.
const MANY: usize = 64;

/// Numbers of traces, in ascending order.
enum Numbers {
    Few(Vec<u32>),
    Many(Vec<u64>),
}

impl Numbers {
    fn add(&mut self, number: u32) {
        match self {
            Numbers::Few(numbers) if numbers.len() < MANY => {
                if numbers.last() != Some(&number) {
                    numbers.push(number);
                }
            }
            Numbers::Few(numbers) => {
                let numbers = std::mem::take(numbers);
                *self = Numbers::Many(Vec::new());
                numbers.into_iter().chain([number]).for_each(|number| self.add(number));
            }
            Numbers::Many(bits) => {
                let word = number as usize / 64;
                if bits.len() <= word {
                    bits.resize(word + 1, 0);
                }
                bits[word] |= 1 << (number % 64);
            }
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Numbers::Few(numbers) => size_of_val(&numbers[..]) as u64,
            Numbers::Many(bits) => size_of_val(&bits[..]) as u64,
        }
    }

    fn has(&self, number: u32) -> bool {
        match self {
            Numbers::Few(numbers) => numbers.contains(&number),
            Numbers::Many(bits) => bits.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1),
        }
    }
}

/// By a thread's history the traces in which it has it.
#[derive(Default)]
pub(crate) struct Index {
    traces: FxHashMap<u64, Numbers>,
    /// Bytes of the numbers, about.
    numbers: u64,
}

impl Index {
    pub fn add(&mut self, history: u64, trace: u32) {
        let numbers = self.traces.entry(history).or_insert(Numbers::Few(Vec::new()));
        let before = numbers.bytes();
        numbers.add(trace);
        self.numbers += numbers.bytes().saturating_sub(before);
    }

    /// The first trace that has all these histories.
    pub fn with_all(&self, histories: &[u64]) -> Option<u32> {
        let sets: Option<Vec<&Numbers>> = histories.iter().map(|history| self.traces.get(history)).collect();
        let sets = sets?;
        let few = sets.iter().find_map(|set| match set {
            Numbers::Few(numbers) => Some(numbers),
            Numbers::Many(_) => None,
        });
        if let Some(few) = few {
            return few.iter().copied().find(|number| sets.iter().all(|set| set.has(*number)));
        }
        let bits = |set: &&Numbers, word: usize| match set {
            Numbers::Many(bits) => bits.get(word).copied().unwrap_or(0),
            Numbers::Few(_) => 0,
        };
        let words = sets.iter().map(|set| if let Numbers::Many(bits) = set { bits.len() } else { 0 }).min()?;
        (0..words).find_map(|word| {
            let all = sets.iter().fold(u64::MAX, |all, set| all & bits(set, word));
            (all != 0).then(|| word as u32 * 64 + all.trailing_zeros())
        })
    }

    /// Bytes it takes, about.
    pub fn bytes(&self) -> u64 {
        let entry = size_of::<(u64, Numbers)>() + 1;
        self.traces.capacity() as u64 * entry as u64 + self.numbers
    }
}
