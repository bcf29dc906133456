//! How a line of a table was searched: the paper's name for it, and the options of `raddle check` that mean the same.

use raddle_search::reduce::Reduction;

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Configuration {
    /// Depth first, threads by their numbers.
    DefaultOrder,
    /// Depth first, threads at random.
    RandomOrder,
    /// Depth first, threads that have not run for long first.
    Interleavings,
    /// At most so many preemptions.
    ContextBound(u32),
    /// The same, threads at random.
    RandomContextBound(u32),
    /// Best first with a bounded queue.
    Guided,
    /// Randomized backtracking: from which depth on, how far a step back goes, and how likely going on is.
    Backtracking(u32, Jump, &'static str),
    /// Whole executions one after the other, no state remembered.
    Stateless,
    /// The same, with at most so many preemptions.
    StatelessBound(u32),
    /// Under a partial order reduction.
    Reduced(Reduction),
    /// The same, threads at random.
    RandomReduced(Reduction),
    /// Under the optimal reduction, states that were explored for good matched.
    Matched,
    /// The same, threads at random.
    RandomMatched,
    /// By rounds, only what can matter to the program's `assert`.
    Slice,
    /// One execution for each value schedule.
    ValueSchedules,
    /// One execution for each causal class.
    Causal,
    /// Greedily along the places in the file beside the program.
    Along {
        secondary: Secondary,
        /// Only the first so many of them.
        places: Option<usize>,
    },
    /// The same, by distance, along the sequences that `raddle lint` makes of its warnings: each for some states, one after the other, and again for
    /// more.
    Automatic,
}

/// What decides between states that have passed as many places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Secondary {
    Distance,
    Random,
    /// These threads first.
    Threads(&'static str),
}

impl Secondary {
    fn order(self) -> String {
        match self {
            Secondary::Distance => "distance".to_owned(),
            Secondary::Random => "random".to_owned(),
            Secondary::Threads(first) => format!("threads={first}"),
        }
    }
}

/// How far randomized backtracking goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Jump {
    Fixed,
    Random,
    Luby,
}

impl Jump {
    fn name(self) -> &'static str {
        match self {
            Jump::Fixed => "fixed",
            Jump::Random => "random",
            Jump::Luby => "luby",
        }
    }
}

impl Configuration {
    /// The name of it in a table.
    pub(super) fn label(self) -> String {
        match self {
            Configuration::DefaultOrder => "default search order".to_owned(),
            Configuration::RandomOrder => "random search order".to_owned(),
            Configuration::Interleavings => "thread interleavings".to_owned(),
            Configuration::ContextBound(most) | Configuration::RandomContextBound(most) => {
                format!("context bound ({most})")
            }
            Configuration::Guided => "guided search".to_owned(),
            Configuration::Backtracking(threshold, jump, ratio) => format!("({threshold}, {}, {ratio})", jump.name()),
            Configuration::Along { secondary: Secondary::Distance, places: Some(1) } => "1 place".to_owned(),
            Configuration::Along { secondary: Secondary::Distance, places: Some(count) } => format!("{count} places"),
            Configuration::Along { secondary, .. } => format!("guided, {}", secondary.order()),
            Configuration::Automatic => "guided, made sequences".to_owned(),
            Configuration::Matched | Configuration::RandomMatched => "optimal, states matched".to_owned(),
            Configuration::Slice => "slice-n-dice".to_owned(),
            Configuration::ValueSchedules => "value schedules".to_owned(),
            Configuration::Causal => "maximal causality".to_owned(),
            Configuration::Stateless => "depth first".to_owned(),
            Configuration::StatelessBound(most) => format!("context bound ({most})"),
            Configuration::Reduced(reduction) | Configuration::RandomReduced(reduction) => match reduction {
                Reduction::None => "no reduction",
                Reduction::Jpf => "JPF's reduction",
                Reduction::Clock => "clock vectors",
                Reduction::Source => "source sets",
                Reduction::Optimal => "optimal",
            }
            .to_owned(),
        }
    }

    /// The options of `raddle check`, but for the places that guide it or that it looks for.
    pub(super) fn options(self) -> String {
        match self {
            Configuration::DefaultOrder => "--search depth".to_owned(),
            Configuration::RandomOrder => "--search depth --order random".to_owned(),
            Configuration::Interleavings => "--search depth --order interleave".to_owned(),
            Configuration::ContextBound(most) => format!("--search depth --bound preemptions={most}"),
            Configuration::RandomContextBound(most) => {
                format!("--search depth --order random --bound preemptions={most}")
            }
            Configuration::Guided => "--search best --queue 100000 --order interference".to_owned(),
            Configuration::Backtracking(threshold, jump, ratio) => {
                format!("--search depth --backtrack {},threshold={threshold},ratio={ratio}", jump.name())
            }
            Configuration::Along { secondary, .. } => format!("--search guided --order {}", secondary.order()),
            Configuration::Automatic => "--search guided --order distance".to_owned(),
            Configuration::Slice => "--search slice".to_owned(),
            Configuration::ValueSchedules => "--search value-schedule".to_owned(),
            Configuration::Causal => "--search causal".to_owned(),
            Configuration::Stateless => "--search stateless --match off".to_owned(),
            Configuration::StatelessBound(most) => {
                format!("--search stateless --match off --bound preemptions={most}")
            }
            Configuration::Reduced(reduction) => format!("--search depth --reduce {reduction}"),
            Configuration::RandomReduced(reduction) => format!("--search depth --order random --reduce {reduction}"),
            Configuration::Matched => "--search depth --reduce optimal --match fingerprint".to_owned(),
            Configuration::RandomMatched => {
                "--search depth --order random --reduce optimal --match fingerprint".to_owned()
            }
        }
    }

    /// Whether trials with different seeds differ.
    pub(super) fn depends_on_chance(self) -> bool {
        !matches!(
            self,
            Configuration::DefaultOrder
                | Configuration::ContextBound(_)
                | Configuration::Stateless
                | Configuration::StatelessBound(_)
                | Configuration::Slice
                | Configuration::ValueSchedules
                | Configuration::Causal
                | Configuration::Reduced(_)
                | Configuration::Matched
        )
    }
}
