//! What a paper's table says: its rows as plain data, each a program, how it was searched and the figures published.

use super::configuration::Configuration;

/// A table of a paper.
pub(super) struct Table {
    /// What the command line calls it: the first author, and the table's number; of a figure `figure-` before it, and what is counted behind it where the
    /// table has several counts.
    pub(super) name: &'static str,
    /// Author and title.
    pub(super) paper: &'static str,
    /// What the table shows.
    pub(super) about: &'static str,
    pub(super) counted: Counted,
    pub(super) columns: Columns,
    pub(super) trials: Trials,
    pub(super) rows: fn() -> Vec<Row>,
}

impl Table {
    /// Which table or figure of its paper it is.
    pub(super) fn place(&self) -> String {
        let number = self.name.split_once('-').map_or(self.name, |(_, number)| number);
        match number.strip_prefix("figure-") {
            Some(number) => format!("figure {number}"),
            None => format!("table {}", number.split('-').next().unwrap_or(number)),
        }
    }
}

/// What is counted until the search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    States,
    Transitions,
    /// What the paper calls schedules.
    Executions,
}

impl Counted {
    pub(super) fn name(self) -> &'static str {
        match self {
            Counted::States => "states",
            Counted::Transitions => "transitions",
            Counted::Executions => "executions",
        }
    }
}

/// What a table tells of its trials beside the mean of what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Columns {
    /// The smallest and the largest count, and the standard deviation.
    Range,
    /// How deep the error is: mean and standard deviation.
    Depth,
}

/// How often a search that depends on chance is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trials {
    /// It is enough when so many were successful.
    pub(super) successes: u32,
    /// And there are never more than so many.
    pub(super) most: u32,
}

/// Which of a program's variants is searched, and so what success is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    /// Success is an error.
    Wrong,
    /// There is no error to be found: success is a search that comes to its end.
    Right,
    /// The same of the wrong variant, in a size in which nothing is wrong.
    Harmless,
    /// There are errors, and success is a search that comes to its end nevertheless.
    Whole,
}

impl Variant {
    /// The program's first argument.
    pub(super) fn argument(self) -> &'static str {
        match self {
            Variant::Wrong | Variant::Harmless | Variant::Whole => "wrong",
            Variant::Right => "right",
        }
    }
}

/// A line of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) program: &'static str,
    pub(super) variant: Variant,
    /// The program's sizes here; where the paper has them too, they are the same.
    pub(super) sizes: &'static str,
    pub(super) configuration: Configuration,
    pub(super) published: Published,
}

/// A program and its sizes.
pub(super) type ProgramSize = (&'static str, &'static str);

impl Row {
    pub(super) const fn new(
        variant: Variant,
        (program, sizes): ProgramSize,
        configuration: Configuration,
        published: Published,
    ) -> Row {
        Row { program, variant, sizes, configuration, published }
    }

    pub(super) const fn wrong(program: ProgramSize, configuration: Configuration, published: Published) -> Row {
        Row::new(Variant::Wrong, program, configuration, published)
    }
}

/// What was published of a line; what the paper does not say is absent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Published {
    pub(super) mean: Option<f64>,
    pub(super) least: Option<f64>,
    pub(super) most: Option<f64>,
    pub(super) deviation: Option<f64>,
    pub(super) depth: Option<f64>,
    pub(super) depth_deviation: Option<f64>,
    /// Percent of the trials that were successful.
    pub(super) success: Option<f64>,
}

impl Published {
    /// No trial was successful.
    pub(super) const NEVER: Published = Published {
        mean: None,
        least: None,
        most: None,
        deviation: None,
        depth: None,
        depth_deviation: None,
        success: Some(0.0),
    };

    /// Nothing was published.
    pub(super) const UNKNOWN: Published = Published { success: None, ..Published::NEVER };

    /// One search, which does not depend on chance.
    pub(super) const fn exactly(count: f64) -> Published {
        Published::spread(count, count, count, 0.0, 100.0)
    }

    pub(super) const fn mean(mean: f64, success: f64) -> Published {
        Published { mean: Some(mean), success: Some(success), ..Published::NEVER }
    }

    pub(super) const fn spread(mean: f64, least: f64, most: f64, deviation: f64, success: f64) -> Published {
        Published { least: Some(least), most: Some(most), deviation: Some(deviation), ..Published::mean(mean, success) }
    }

    pub(super) const fn deep(mean: f64, depth: f64, depth_deviation: f64, success: f64) -> Published {
        Published { depth: Some(depth), depth_deviation: Some(depth_deviation), ..Published::mean(mean, success) }
    }
}
