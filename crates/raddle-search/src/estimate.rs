//! How many executions are left, judged by the share of a tree that is explored, and how far that can be relied on.
//!
//! Each branch of a tree is taken to have as many executions as its siblings (Knuth). Branches are added while others are explored, so what is said
//! early is mostly too little; how much it has changed lately is said beside it.

/// Executions that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// So many, about.
    pub executions: u64,
    /// The factor between the least and the most there were thought to be in all, since half as many were explored; `None` as long as too
    /// little is known.
    pub factor: Option<u64>,
}

/// Estimates of one search, one after the other.
#[derive(Default, Debug)]
pub(crate) struct Estimator {
    /// After so many executions there were thought to be so many in all.
    points: Vec<(u64, f64)>,
}

impl Estimator {
    /// Estimates that are compared, at least.
    const FEW: usize = 4;

    /// What is left after so many executions, which are such a share of all.
    pub fn add(&mut self, executions: u64, share: f64) -> Option<Estimate> {
        if executions == 0 || share <= 0.0 {
            return None;
        }
        let all = executions as f64 / share;
        // After a new beginning there are fewer again.
        self.points.retain(|(at, _)| *at <= executions && at * 2 >= executions);
        if self.points.last().is_none_or(|(at, _)| at + at / 32 < executions) {
            self.points.push((executions, all));
        }
        let least = self.points.iter().fold(all, |least, (_, all)| all.min(least));
        let most = self.points.iter().fold(all, |most, (_, all)| all.max(most));
        // Shares are not exact: a hundredth more is no other factor.
        let factor = (self.points.len() >= Self::FEW).then(|| (most / least - 0.01).ceil() as u64);
        Some(Estimate { executions: (all.round() as u64).saturating_sub(executions), factor })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_share_is_to_be_relied_on() {
        let mut estimator = Estimator::default();
        assert_eq!(estimator.add(0, 0.0), None);
        assert_eq!(estimator.add(10, 0.01), Some(Estimate { executions: 990, factor: None }));
        let last = (11..=100).filter_map(|executions| estimator.add(executions, executions as f64 / 1000.0)).last();
        assert_eq!(last, Some(Estimate { executions: 900, factor: Some(1) }));
    }

    #[test]
    fn a_share_that_shrinks_is_not() {
        let mut estimator = Estimator::default();
        let share = |executions: u64| if executions < 80 { 0.5 } else { 0.1 };
        let last = (1..=100).filter_map(|executions| estimator.add(executions, share(executions))).last();
        assert_eq!(last, Some(Estimate { executions: 900, factor: Some(10) }));
    }
}
