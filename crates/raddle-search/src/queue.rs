//! A queue of what is ranked: the best comes first, and among equals chance decides.

use crate::random::Random;
use std::collections::BTreeMap;

/// What is ranked, equals together: to put something in and to take the best costs the same however many are equally good.
pub(crate) struct Queue<T> {
    /// By rank. None is empty.
    lists: BTreeMap<i64, Vec<T>>,
    /// Room of lists that were.
    spare: Vec<Vec<T>>,
    count: usize,
    random: Random,
    /// Decides which of the best is next.
    draw: u64,
}

/// Which of so many a number decides for.
fn drawn(draw: u64, count: usize) -> usize {
    ((u128::from(draw) * count as u128) >> 64) as usize
}

impl<T> Queue<T> {
    /// An empty one.
    pub fn new(mut random: Random) -> Queue<T> {
        let draw = random.next();
        Queue { lists: BTreeMap::new(), spare: Vec::new(), count: 0, random, draw }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn push(&mut self, rank: i64, item: T) {
        self.lists.entry(rank).or_insert_with(|| self.spare.pop().unwrap_or_default()).push(item);
        self.count += 1;
    }

    /// What comes next, unless something else is put in before.
    pub fn best(&self) -> Option<&T> {
        let (_, list) = self.lists.last_key_value()?;
        list.get(drawn(self.draw, list.len()))
    }

    pub fn pop_best(&mut self) -> Option<T> {
        let mut last = self.lists.last_entry()?;
        let list = last.get_mut();
        let item = list.swap_remove(drawn(self.draw, list.len()));
        if list.is_empty() {
            self.spare.push(last.remove());
        }
        self.draw = self.random.next();
        self.count -= 1;
        Some(item)
    }

    /// The rank of the worst.
    pub fn worst(&self) -> Option<i64> {
        self.lists.first_key_value().map(|(rank, _)| *rank)
    }

    /// Takes the worst, of several the one that came last.
    pub fn pop_worst(&mut self) -> Option<T> {
        let mut first = self.lists.first_entry()?;
        let item = first.get_mut().pop();
        if first.get().is_empty() {
            self.spare.push(first.remove());
        }
        self.count -= usize::from(item.is_some());
        item
    }

    /// All, the best first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.lists.values().rev().flatten()
    }

    pub fn clear(&mut self) {
        self.lists.clear();
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
