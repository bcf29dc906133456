//! What the suites say alike: pairs of times, bars, and the result as a whole.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

/// The shortest times of both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Pair {
    pub(super) raddle_seconds: f64,
    pub(super) peer_seconds: f64,
    pub(super) ratio: f64,
}

impl Pair {
    pub(super) fn new(raddle: Duration, peer: Duration) -> Pair {
        let (raddle_seconds, peer_seconds) = (raddle.as_secs_f64(), peer.as_secs_f64());
        Pair { raddle_seconds, peer_seconds, ratio: raddle_seconds / peer_seconds }
    }
}

/// On which side of its limit a value is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum Sense {
    #[serde(rename = "at most")]
    AtMost,
    #[serde(rename = "below")]
    Below,
    #[serde(rename = "at least")]
    AtLeast,
}

impl Sense {
    fn word(self) -> &'static str {
        match self {
            Sense::AtMost => "at most",
            Sense::Below => "below",
            Sense::AtLeast => "at least",
        }
    }

    /// Whether a value is good; what is not a number never is.
    fn met(self, value: f64, limit: f64) -> bool {
        match self {
            Sense::AtMost => value <= limit,
            Sense::Below => value < limit,
            Sense::AtLeast => value >= limit,
        }
    }

    /// The value furthest on the bad side.
    fn worst(self, values: &[f64]) -> f64 {
        match self {
            Sense::AtMost | Sense::Below => values.iter().copied().fold(0.0, f64::max),
            Sense::AtLeast => values.iter().copied().fold(f64::INFINITY, f64::min),
        }
    }
}

/// What good enough is, before anything was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Limit {
    pub(super) name: &'static str,
    pub(super) sense: Sense,
    pub(super) limit: f64,
}

impl Limit {
    pub(super) const fn at_most(limit: f64, name: &'static str) -> Limit {
        Limit { name, sense: Sense::AtMost, limit }
    }

    pub(super) const fn below(limit: f64, name: &'static str) -> Limit {
        Limit { name, sense: Sense::Below, limit }
    }

    pub(super) const fn at_least(limit: f64, name: &'static str) -> Limit {
        Limit { name, sense: Sense::AtLeast, limit }
    }

    /// Whether a single value is good enough.
    pub(super) fn met(self, value: f64) -> bool {
        self.sense.met(value, self.limit)
    }

    /// Judges the worst of some values; one that is missing is a program that failed, and then the bar is missed. Of no
    /// values nothing follows.
    pub(super) fn worst(self, values: &[Option<f64>]) -> Bar {
        self.judge(values, |present| self.sense.worst(present))
    }

    /// Judges what is made of some values, as [`Limit::worst`] does.
    pub(super) fn judge(self, values: &[Option<f64>], of: impl Fn(&[f64]) -> f64) -> Bar {
        let present: Vec<f64> = values.iter().copied().flatten().collect();
        let value = (!present.is_empty()).then(|| of(&present));
        let complete = present.len() == values.len();
        let met = (!values.is_empty()).then(|| complete && value.is_some_and(|value| self.met(value)));
        Bar { limit: self, value, met, unjudged: None }
    }
}

/// A bar and whether it is met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Bar {
    #[serde(flatten)]
    limit: Limit,
    pub(super) value: Option<f64>,
    /// `None` when what was run cannot tell.
    pub(super) met: Option<bool>,
    /// Why it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    unjudged: Option<&'static str>,
}

impl Bar {
    /// The same value, of which nothing follows.
    pub(super) fn unjudged(self, why: &'static str) -> Bar {
        Bar { met: None, unjudged: Some(why), ..self }
    }

    fn line(&self) -> String {
        let met = match (self.met, self.unjudged) {
            (Some(true), _) => "met".to_owned(),
            (Some(false), _) => "MISSED".to_owned(),
            (None, why) => format!("not judged: {}", why.unwrap_or("nothing was measured")),
        };
        let value = self.value.map_or("-".to_owned(), number);
        let Limit { name, sense, limit } = self.limit;
        format!("{name:<34} {value:>9}   {} {}: {met}\n", sense.word(), number(limit))
    }
}

/// A value as a person reads it: large ones whole, with their thousands apart.
pub(super) fn number(value: f64) -> String {
    if value < 1000.0 { format!("{value:.2}") } else { crate::report::text::grouped(value.round() as u64) }
}

/// The whole result of a suite.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report<R> {
    suite: &'static str,
    jdk: String,
    rounds: u32,
    #[serde(flatten)]
    results: R,
    pub(super) bars: Vec<Bar>,
    met: bool,
}

impl<R: Serialize> Report<R> {
    /// A result is good when no bar is missed, and none of the programs failed or missed its own.
    pub(super) fn new(
        suite: &'static str,
        jdk: &Path,
        rounds: u32,
        results: R,
        good: bool,
        bars: Vec<Bar>,
    ) -> Report<R> {
        let met = good && bars.iter().all(|bar| bar.met != Some(false));
        Report { suite, jdk: jdk.display().to_string(), rounds, results, bars, met }
    }

    /// Whether the exit code is 0.
    pub(super) fn met(&self) -> bool {
        self.met
    }

    /// The lines below the tables, one for each bar.
    pub(super) fn verdict(&self) -> String {
        let mut text = String::from("\n");
        for bar in &self.bars {
            let _ = text.write_str(&bar.line());
        }
        text
    }

    /// The result for programs; docs/bench.md describes it.
    pub(super) fn json(&self) -> String {
        // Strings, numbers and lists of them always have a JSON form; NaN and infinity become null.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}
