//! State that goes back with marks as a whole: it is kept when it changes for the first time after one.
//!
//! That suits what is small, or cheap to clone, and seldom changes: open files, memory outside the heap, compression streams.

use std::ops::Deref;

/// What a fingerprint can take in.
pub(crate) trait Words {
    /// What tells a value from others.
    fn words(&self) -> Vec<u64>;
}

/// A value, and what it was at marks.
#[derive(Default)]
pub(crate) struct Versions<T> {
    now: T,
    kept: Option<Kept<T>>,
}

/// What can be come back to.
struct Kept<T> {
    /// What told the value from others in the beginning.
    base: Vec<u64>,
    /// The values that changes replaced.
    earlier: Vec<T>,
    /// Whether the value now is the one of the last mark.
    is_marked: bool,
}

impl<T: Clone + Words> Versions<T> {
    pub fn new(now: T) -> Versions<T> {
        Versions { now, kept: None }
    }

    /// From here on changes may be taken back.
    pub fn keep(&mut self) {
        self.kept = Some(Kept { base: self.now.words(), earlier: Vec::new(), is_marked: false });
    }

    /// Whether changes may be taken back.
    pub fn is_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// The value, about to change.
    pub fn changing(&mut self) -> &mut T {
        if let Some(kept) = &mut self.kept
            && kept.is_marked
        {
            kept.earlier.push(self.now.clone());
            kept.is_marked = false;
        }
        &mut self.now
    }

    /// Where to come back to. Marks nest.
    #[inline]
    pub fn mark(&mut self) -> usize {
        let Some(kept) = &mut self.kept else { return 0 };
        kept.is_marked = true;
        kept.earlier.len()
    }

    /// Comes back to a mark.
    #[inline]
    pub fn rewind(&mut self, mark: usize) {
        let Some(kept) = &mut self.kept else { return };
        if kept.earlier.len() > mark {
            self.now = kept.earlier.swap_remove(mark);
            kept.earlier.truncate(mark);
        }
        kept.is_marked = true;
    }

    /// Whether it has changed since a mark.
    #[inline]
    pub fn has_changed_since(&self, mark: usize) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.earlier.len() > mark)
    }

    /// The value, if it has changed since a mark.
    pub fn since(&self, mark: usize) -> Option<T> {
        self.has_changed_since(mark).then(|| self.now.clone())
    }

    /// Takes over what `since` gave.
    pub fn take_over(&mut self, then: &Option<T>) {
        if let Some(then) = then {
            *self.changing() = then.clone();
        }
    }

    /// Whether it may have changed since changes may be taken back.
    #[inline]
    pub fn has_changed(&self) -> bool {
        self.kept.as_ref().is_some_and(|kept| !kept.earlier.is_empty())
    }

    /// What tells it from others, if it is not as it was in the beginning.
    pub fn changed_words(&self) -> Option<Vec<u64>> {
        let kept = self.kept.as_ref().filter(|kept| !kept.earlier.is_empty())?;
        Some(self.now.words()).filter(|words| *words != kept.base)
    }
}

impl<T> Deref for Versions<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Words for Vec<u64> {
        fn words(&self) -> Vec<u64> {
            self.clone()
        }
    }

    #[test]
    fn what_is_as_it_was_in_the_beginning_tells_nothing() {
        let mut list = Versions::new(vec![0]);
        list.keep();
        list.mark();
        list.changing().push(1);
        assert_eq!(list.changed_words(), Some(vec![0, 1]));
        list.changing().pop();
        assert_eq!(list.changed_words(), None);
    }

    #[test]
    fn marks_nest_and_stay_valid() {
        let mut list = Versions::new(vec![0]);
        list.keep();
        let first = list.mark();
        list.changing().push(1);
        let second = list.mark();
        list.changing().push(2);
        list.changing().push(3);
        assert_eq!(list.since(second), Some(vec![0, 1, 2, 3]));
        list.rewind(second);
        assert_eq!(*list, [0, 1]);
        list.changing().push(4);
        list.rewind(second);
        assert_eq!(*list, [0, 1]);
        list.rewind(first);
        assert_eq!(*list, [0]);
        assert_eq!(list.since(first), None);
    }
}
