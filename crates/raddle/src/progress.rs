//! Tells on a terminal how far a search is; keeps quiet anywhere else.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use raddle_search::estimate::Estimate;
use raddle_search::report::Counters;

use crate::report::text::{estimated, grouped};

/// How often the line changes: more often than anybody reads would only cost.
const EVERY: Duration = Duration::from_millis(100);

/// The line that tells how far a search is.
#[derive(Debug)]
pub struct Progress {
    /// None where nobody looks.
    bar: Option<ProgressBar>,
    started: Instant,
    told: Mutex<Instant>,
    /// What is being done, where there is more than one thing to do.
    about: Mutex<String>,
}

impl Progress {
    /// Begins to tell, on standard error if that is a terminal and `quiet` is not asked for.
    pub fn new(quiet: bool) -> Progress {
        let started = Instant::now();
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is right");
            bar.set_style(style);
            bar
        });
        Progress { bar, started, told: Mutex::new(started), about: Mutex::default() }
    }

    /// Says what is being done from now on.
    pub fn about(&self, what: &str) {
        let Some(bar) = &self.bar else { return };
        if let Ok(mut about) = self.about.lock() {
            *about = format!("{what}: ");
            bar.set_message(about.clone());
            bar.tick();
        }
    }

    /// Tells how far it is, if it is time to and no other worker is just telling.
    pub fn update(&self, counters: &Counters, left: Option<Estimate>) {
        let Some(bar) = &self.bar else { return };
        let Ok(mut told) = self.told.try_lock() else { return };
        if told.elapsed() < EVERY {
            return;
        }
        *told = Instant::now();
        let about = self.about.lock().map(|about| about.clone()).unwrap_or_default();
        bar.set_message(about + &line(counters, left, self.started.elapsed()));
        bar.tick();
    }

    /// Takes the line away, so that the report has the terminal to itself.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

fn line(counters: &Counters, left: Option<Estimate>, elapsed: Duration) -> String {
    let rate = counters.transitions as f64 / elapsed.as_secs_f64().max(0.001);
    let left = left.map_or(String::new(), |left| format!(", {}", estimated(left)));
    format!(
        "{} states, {} transitions ({}/s), depth {}{left}, {}",
        grouped(counters.states),
        grouped(counters.transitions),
        grouped(rate as u64),
        grouped(counters.depth),
        clock(elapsed)
    )
}

/// Minutes and seconds, hours where there are any.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_states_rate_depth_and_time() {
        let counters = Counters { states: 1234, transitions: 50_000, depth: 17, ..Counters::default() };
        assert_eq!(
            line(&counters, None, Duration::from_secs(100)),
            "1,234 states, 50,000 transitions (500/s), depth 17, 1:40"
        );
        let left = Estimate { executions: 4_000, factor: Some(3) };
        assert_eq!(
            line(&counters, Some(left), Duration::from_secs(100)),
            "1,234 states, 50,000 transitions (500/s), depth 17, about 4,000 executions left (within a factor of 3 lately), 1:40"
        );
    }

    #[test]
    fn hours_are_told_where_there_are_any() {
        assert_eq!(clock(Duration::from_secs(59)), "0:59");
        assert_eq!(clock(Duration::from_secs(3661)), "1:01:01");
    }
}
