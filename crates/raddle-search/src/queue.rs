//! A queue of what is ranked: the best comes first, and among equals chance decides.

use crate::random::Random;
use std::collections::BTreeMap;

/// What is ranked, equals together: to put something in and to take the best costs the same however many are equally good.
pub(crate) struct Queue<T> {
    /// Those of the ranks most orders give, from `-NEAR` up to `NEAR`, and a bit for each that has some.
    near: Vec<Vec<T>>,
    filled: [u64; 2],
    /// The others by rank. None is empty.
    far: BTreeMap<i64, Vec<T>>,
    /// Room of lists that were.
    spare: Vec<Vec<T>>,
    count: usize,
    random: Random,
    /// Decides which of the best is next.
    draw: u64,
}

/// The ranks from its negative up to it have places of their own.
const NEAR: i64 = 64;

/// Which of so many a number decides for.
fn drawn(draw: u64, count: usize) -> usize {
    ((u128::from(draw) * count as u128) >> 64) as usize
}

/// The place of a rank that has one.
#[inline]
fn near(rank: i64) -> Option<usize> {
    (-NEAR..NEAR).contains(&rank).then(|| (rank + NEAR) as usize)
}

/// Where the items of a rank are.
#[derive(Clone, Copy)]
enum Spot {
    Near(usize),
    Far(i64),
}

impl Spot {
    fn rank(self) -> i64 {
        match self {
            Spot::Near(place) => place as i64 - NEAR,
            Spot::Far(rank) => rank,
        }
    }
}

impl<T> Queue<T> {
    /// An empty one.
    pub fn new(mut random: Random) -> Queue<T> {
        let draw = random.next();
        let near = std::iter::repeat_with(Vec::new).take(2 * NEAR as usize).collect();
        Queue { near, filled: [0; 2], far: BTreeMap::new(), spare: Vec::new(), count: 0, random, draw }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    #[cfg(test)]
    fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub fn push(&mut self, rank: i64, item: T) {
        self.count += 1;
        match near(rank) {
            Some(place) => {
                self.filled[place / 64] |= 1 << (place % 64);
                self.near[place].push(item);
            }
            None => self.far.entry(rank).or_insert_with(|| self.spare.pop().unwrap_or_default()).push(item),
        }
    }

    /// Where the best are.
    #[inline]
    fn highest(&self) -> Option<Spot> {
        let near = match self.filled {
            [0, 0] => None,
            [low, 0] => Some(low.ilog2()),
            [_, high] => Some(64 + high.ilog2()),
        };
        match self.far.last_key_value() {
            Some((rank, _)) if *rank >= NEAR || near.is_none() => Some(Spot::Far(*rank)),
            _ => near.map(|place| Spot::Near(place as usize)),
        }
    }

    /// Where the worst are.
    #[inline]
    fn lowest(&self) -> Option<Spot> {
        let near = match self.filled {
            [0, 0] => None,
            [0, high] => Some(64 + high.trailing_zeros()),
            [low, _] => Some(low.trailing_zeros()),
        };
        match self.far.first_key_value() {
            Some((rank, _)) if *rank < -NEAR || near.is_none() => Some(Spot::Far(*rank)),
            _ => near.map(|place| Spot::Near(place as usize)),
        }
    }

    /// The rank of the worst.
    #[inline]
    pub fn worst(&self) -> Option<i64> {
        self.lowest().map(Spot::rank)
    }

    /// What comes next, unless something else is put in before.
    #[inline]
    pub fn best(&self) -> Option<&T> {
        let list = match self.highest()? {
            Spot::Near(place) => &self.near[place],
            Spot::Far(rank) => self.far.get(&rank)?,
        };
        list.get(drawn(self.draw, list.len()))
    }

    #[inline]
    pub fn pop_best(&mut self) -> Option<T> {
        let draw = self.draw;
        let item = self.take(self.highest()?, |list| list.swap_remove(drawn(draw, list.len())));
        self.draw = self.random.next();
        item
    }

    /// Takes the worst, of several any.
    #[inline]
    pub fn pop_worst(&mut self) -> Option<T> {
        let draw = self.random.next();
        self.take(self.lowest()?, |list| list.swap_remove(drawn(draw, list.len())))
    }

    /// Takes one from where there are some.
    #[inline]
    fn take(&mut self, spot: Spot, take: impl FnOnce(&mut Vec<T>) -> T) -> Option<T> {
        self.count -= 1;
        match spot {
            Spot::Near(place) => {
                let list = &mut self.near[place];
                let item = take(list);
                if list.is_empty() {
                    self.filled[place / 64] &= !(1 << (place % 64));
                }
                Some(item)
            }
            Spot::Far(rank) => {
                let list = self.far.get_mut(&rank)?;
                let item = take(list);
                if list.is_empty() {
                    self.spare.extend(self.far.remove(&rank));
                }
                Some(item)
            }
        }
    }

    /// Takes all, the best first.
    pub fn take_all(&mut self) -> Vec<T> {
        let mut all = Vec::with_capacity(self.count);
        let mut below = std::mem::take(&mut self.far);
        let above = below.split_off(&-NEAR);
        above.into_values().rev().for_each(|list| all.extend(list));
        self.near.iter_mut().rev().for_each(|list| all.append(list));
        below.into_values().rev().for_each(|list| all.extend(list));
        (self.filled, self.count) = ([0; 2], 0);
        all
    }

    /// All, the best first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let above = self.far.range(NEAR..).rev().flat_map(|(_, list)| list);
        let below = self.far.range(..-NEAR).rev().flat_map(|(_, list)| list);
        above.chain(self.near.iter().rev().flatten()).chain(below)
    }

    pub fn clear(&mut self) {
        self.near.iter_mut().for_each(|list| *list = Vec::new());
        self.filled = [0; 2];
        self.far.clear();
        self.spare.clear();
        self.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(items: &[(i64, char)]) -> Queue<char> {
        let mut queue = Queue::new(Random::new(7, 0));
        items.iter().for_each(|(rank, item)| queue.push(*rank, *item));
        queue
    }

    #[test]
    fn the_best_comes_first_and_the_worst_leaves_first() {
        let mut queue = queue(&[(1, 'b'), (-5, 'a'), (9, 'd'), (3, 'c')]);
        assert_eq!((queue.len(), queue.worst()), (4, Some(-5)));
        assert_eq!((queue.pop_worst(), queue.pop_best(), queue.pop_best()), (Some('a'), Some('d'), Some('c')));
        assert_eq!(queue.iter().collect::<String>(), "b");
        assert_eq!((queue.pop_worst(), queue.pop_worst(), queue.pop_best()), (Some('b'), None, None));
        assert!(queue.is_empty());
    }

    #[test]
    fn ranks_far_from_each_other_are_in_one_order() {
        let ranks = [i64::MAX, 64, 63, 0, -1, -64, -65, i64::MIN];
        let mut queue = Queue::new(Random::new(7, 0));
        ranks.iter().rev().for_each(|rank| queue.push(*rank, *rank));
        assert!(queue.iter().eq(&ranks));
        assert_eq!((queue.worst(), queue.best()), (Some(i64::MIN), Some(&i64::MAX)));
        let (best, worst) = (queue.pop_best(), queue.pop_worst());
        assert_eq!((best, worst), (Some(i64::MAX), Some(i64::MIN)));
        assert_eq!(queue.take_all(), ranks[1..7]);
        assert!(queue.is_empty());
        ranks.iter().for_each(|rank| queue.push(*rank, *rank));
        assert!(std::iter::from_fn(|| queue.pop_best()).eq(ranks.iter().copied()));
    }

    #[test]
    fn each_of_several_equals_may_be_next_and_is_the_one_shown() {
        let mut first = [0; 3];
        for seed in 0..300 {
            let mut queue = Queue::new(Random::new(seed, 0));
            (0..3).for_each(|item| queue.push(0, item));
            let shown = queue.best().copied();
            assert_eq!(queue.pop_best(), shown);
            first[shown.unwrap() as usize] += 1;
        }
        assert!(first.iter().all(|times| (70..130).contains(times)), "{first:?}");
    }
}
