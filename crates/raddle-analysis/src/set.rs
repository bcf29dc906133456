//! Sets of small numbers: words of bits, only those with any set, in order.

/// A set of numbers.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Set {
    /// Index of a word, and its bits; sorted, none empty.
    words: Vec<(u32, u64)>,
}

impl Set {
    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many numbers are in it.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.1.count_ones() as usize).sum()
    }

    /// Whether a number is in it.
    pub fn contains(&self, number: u32) -> bool {
        match self.words.binary_search_by_key(&(number / 64), |word| word.0) {
            Ok(at) => self.words[at].1 >> (number % 64) & 1 == 1,
            Err(_) => false,
        }
    }

    /// Puts a number in; says whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let bit = 1 << (number % 64);
        match self.words.binary_search_by_key(&(number / 64), |word| word.0) {
            Ok(at) => {
                let new = self.words[at].1 & bit == 0;
                self.words[at].1 |= bit;
                new
            }
            Err(at) => {
                self.words.insert(at, (number / 64, bit));
                true
            }
        }
    }

    /// Puts all of another set in; what of it is new goes to `added` too. Says whether anything is.
    pub fn absorb(&mut self, other: &Set, added: &mut Set) -> bool {
        let new = other.without(self);
        if new.is_empty() {
            return false;
        }
        self.unite(&new);
        added.unite(&new);
        true
    }

    /// Puts all of another set in.
    pub fn unite(&mut self, other: &Set) {
        if self.words.is_empty() {
            self.words.clone_from(&other.words);
            return;
        }
        let fits = other.words.iter().all(|word| self.words.binary_search_by_key(&word.0, |own| own.0).is_ok());
        if fits {
            let mut at = 0;
            for &(index, bits) in &other.words {
                at += self.words[at..].partition_point(|own| own.0 < index);
                self.words[at].1 |= bits;
            }
            return;
        }
        let mut merged = Vec::with_capacity(self.words.len() + other.words.len());
        let (mut own, mut theirs) = (self.words.iter().peekable(), other.words.iter().peekable());
        loop {
            match (own.peek(), theirs.peek()) {
                (Some(&&one), Some(&&two)) if one.0 == two.0 => {
                    merged.push((one.0, one.1 | two.1));
                    own.next();
                    theirs.next();
                }
                (Some(&&one), Some(&&two)) if one.0 < two.0 => {
                    merged.push(one);
                    own.next();
                }
                (_, Some(&&two)) => {
                    merged.push(two);
                    theirs.next();
                }
                (Some(&&one), None) => {
                    merged.push(one);
                    own.next();
                }
                (None, None) => break,
            }
        }
        self.words = merged;
    }

    /// What is in it and not in another set.
    pub fn without(&self, other: &Set) -> Set {
        let mut words = Vec::new();
        let mut at = 0;
        for &(index, bits) in &self.words {
            at += other.words[at..].partition_point(|word| word.0 < index);
            let taken = other.words.get(at).filter(|word| word.0 == index).map_or(0, |word| word.1);
            if bits & !taken != 0 {
                words.push((index, bits & !taken));
            }
        }
        Set { words }
    }

    /// Whether two sets have a number in common.
    pub fn meets(&self, other: &Set) -> bool {
        let (small, large) = if self.words.len() < other.words.len() { (self, other) } else { (other, self) };
        small.words.iter().any(|&(index, bits)| {
            large.words.binary_search_by_key(&index, |word| word.0).is_ok_and(|at| large.words[at].1 & bits != 0)
        })
    }

    /// What is in both.
    pub fn common(&self, other: &Set) -> Set {
        self.iter().filter(|&number| other.contains(number)).collect()
    }

    /// The numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().flat_map(|&(index, bits)| {
            std::iter::successors((bits != 0).then_some(bits), |&rest| {
                let next = rest & (rest - 1);
                (next != 0).then_some(next)
            })
            .map(move |rest| index * 64 + rest.trailing_zeros())
        })
    }
}

impl FromIterator<u32> for Set {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Set {
        let mut set = Set::default();
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_absorbed_is_told_once() {
        let mut set: Set = [1, 64, 700].into_iter().collect();
        let mut added = Set::default();
        assert!(set.absorb(&[1, 65, 3000].into_iter().collect(), &mut added));
        assert_eq!(added.iter().collect::<Vec<_>>(), [65, 3000]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 64, 65, 700, 3000]);
        assert!(!set.absorb(&[64, 65].into_iter().collect(), &mut added));
        assert_eq!(set.len(), 5);
    }

    #[test]
    fn sets_meet_where_they_have_a_number_in_common() {
        let one: Set = [3, 200].into_iter().collect();
        assert!(one.meets(&[200].into_iter().collect()));
        assert!(!one.meets(&[4, 201].into_iter().collect()));
        assert_eq!(one.common(&[4, 200].into_iter().collect()), [200].into_iter().collect());
    }
}
