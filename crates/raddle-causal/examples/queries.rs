//! How long queries take, by the shape of the program and the length of its trace.
//!
//! `cargo run --release -p raddle-causal --example queries -- [SIZE...] [SHAPE...]`
//!
//! For each trace it asks of reads whether they can see other values, with and without a beginning of the trace included, as a causal
//! search does. It prints the median of the time for making the model, the median and the 99th percentile of the time for one query, the share of queries that saturation gave up on and how many of these were answered with yes, the
//! median and the maximum of what the other solvers took for them, together, and last the share of queries that came as far as clause learning, with the median and the maximum of what that alone took for these.

#[path = "../tests/oracles/traces/mod.rs"]
mod traces;

use raddle_causal::model::StepId;
use raddle_causal::{Answer, Model, Query, Solver};
use std::time::{Duration, Instant};
use traces::Random;
use traces::shapes::SHAPES;

/// How many queries are asked of a trace at most.
const QUERIES: usize = 400;

fn main() {
    let (sizes, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.parse::<usize>().is_ok());
    let mut sizes: Vec<usize> = sizes.iter().filter_map(|size| size.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![60, 125, 250, 800];
    }
    for size in sizes {
        println!("{size} steps");
        println!(
            "{:>18} {:>10} {:>8} {:>5} {:>10} {:>10} {:>10} {:>8} {:>5} {:>10} {:>10} {:>6} {:>10} {:>10}",
            "",
            "model",
            "queries",
            "yes",
            "median",
            "99%",
            "max",
            "given up",
            "yes",
            "then",
            "max",
            "cdcl",
            "median",
            "max"
        );
        let mut all = Times::default();
        for (name, shape) in
            SHAPES.iter().filter(|(name, _)| names.is_empty() || names.iter().any(|other| other == name))
        {
            let mut times = Times::default();
            for seed in 0..4 {
                let mut random = Random(seed);
                let model = shape(size, &mut random).run(&mut random, [1, 3, 8, 3][seed as usize]);
                times.ask(&model, &mut random);
            }
            times.print(name);
            all.add(times);
        }
        all.print("all");
    }
}

/// What queries took.
#[derive(Default)]
struct Times {
    /// What making the models took.
    models: Vec<Duration>,
    all: Vec<Duration>,
    /// What exploring and clause learning took, for queries that saturation gave up on.
    then: Vec<Duration>,
    /// What clause learning took, for those it was given.
    cdcl: Vec<Duration>,
    yes: usize,
    then_yes: usize,
}

impl Times {
    fn ask(&mut self, model: &Model, random: &mut Random) {
        let initial = model
            .steps()
            .iter()
            .flat_map(|step| &step.reads)
            .filter_map(|(place, _)| Some((*place, model.initial(*place)?)));
        let (steps, initial) = (model.steps().to_vec(), initial.collect());
        let start = Instant::now();
        let model = &Model::new(steps, initial);
        self.models.push(start.elapsed());
        let mut solver = Solver::new(model);
        let queries = queries(model, random);
        for query in queries {
            let start = Instant::now();
            let before = solver.tally();
            let yes = usize::from(solver.ask(&query) != Answer::No);
            self.yes += yes;
            self.all.push(start.elapsed());
            let after = solver.tally();
            let cdcl = after.cdcl.time - before.cdcl.time;
            if after.exploration.queries > before.exploration.queries {
                self.then_yes += yes;
                self.then.push(after.exploration.time - before.exploration.time + cdcl);
            }
            if after.cdcl.queries > before.cdcl.queries {
                self.cdcl.push(cdcl);
            }
        }
    }

    fn add(&mut self, other: Times) {
        self.models.extend(other.models);
        self.all.extend(other.all);
        self.then.extend(other.then);
        self.cdcl.extend(other.cdcl);
        self.yes += other.yes;
        self.then_yes += other.then_yes;
    }

    fn print(&mut self, name: &str) {
        self.models.sort_unstable();
        self.all.sort_unstable();
        self.then.sort_unstable();
        self.cdcl.sort_unstable();
        let part =
            |times: &[Duration], of: usize| times.get(times.len() * of / 100).or(times.last()).map_or(0.0, micros);
        let share = |of: &[Duration]| 100.0 * of.len() as f64 / self.all.len() as f64;
        println!(
            "{name:>18} {:>7.0} us {:>8} {:>4.0}% {:>7.1} us {:>7.0} us {:>7.0} us {:>7.1}% {:>4.0}% {:>7.0} us {:>7.0} us {:>5.1}% {:>7.0} us {:>7.0} us",
            part(&self.models, 50),
            self.all.len(),
            100.0 * self.yes as f64 / self.all.len() as f64,
            part(&self.all, 50),
            part(&self.all, 99),
            part(&self.all, 100),
            share(&self.then),
            100.0 * self.then_yes as f64 / self.then.len().max(1) as f64,
            part(&self.then, 50),
            part(&self.then, 100),
            share(&self.cdcl),
            part(&self.cdcl, 50),
            part(&self.cdcl, 100),
        );
    }
}

fn micros(time: &Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Reads with other values than they saw, each alone or with a beginning of the trace included.
fn queries(model: &Model, random: &mut Random) -> Vec<Query> {
    let mut queries = Vec::new();
    for (id, step) in model.steps().iter().enumerate() {
        for (place, seen) in &step.reads {
            for value in model.values(*place).into_iter().filter(|value| value != seen) {
                let included = [0, id / 2, random.below(id + 1)][random.below(3)];
                let include = (0..included as StepId).collect();
                queries.push(Query::Read { step: id as StepId, sees: vec![(*place, value)], include });
            }
        }
    }
    while queries.len() > QUERIES {
        queries.swap_remove(random.below(queries.len()));
    }
    queries
}
