//! The solvers against others that answer the same queries, and against each other.
//!
//! `RADDLE_LONG=1` asks much more.

mod asked;
mod brute_force;
mod traces;
mod z3;

use asked::queries;
use raddle_causal::check::check;
use raddle_causal::model::StepId;
use raddle_causal::solver::{Chain, Solver};
use raddle_causal::{Answer, Base, Model, Query, Tally};
use traces::Random;
use traces::shapes::SHAPES;

/// Whether there is time for more.
fn long() -> bool {
    std::env::var_os("RADDLE_LONG").is_some()
}

/// The same query, with one more step included.
fn including_more(model: &Model, query: &Query, random: &mut Random) -> Option<Query> {
    let Query::Read { step, sees, include } = query else { return None };
    let mut include = include.clone();
    include.push(random.below(model.steps().len()) as StepId);
    Some(Query::Read { step: *step, sees: sees.clone(), include })
}

#[test]
fn the_solvers_agree_on_traces_of_all_shapes() {
    let mut given_up = Tally::default();
    for (name, shape) in SHAPES {
        for seed in 0..if long() { 200 } else { 2 } {
            let mut random = Random(seed);
            let model = shape(60, &mut random).run(&mut random, 1 + seed as usize % 8);
            let mut chain = Solver::new(&model);
            let mut states = Solver::with(&model, Chain::States);
            let mut exploration = Solver::with(&model, Chain::Exploration);
            let mut cdcl = Solver::with(&model, Chain::Cdcl);
            for query in queries(&model, &mut random).into_iter().step_by(if long() { 1 } else { 5 }) {
                let included = match &query {
                    Query::Read { include, .. } => &include[..],
                    Query::Stand { .. } => &[],
                };
                let mut base = Base::new(&model, included);
                let based = Solver::based_on(&model, &mut base).ask(&query);
                let [first, second, third] =
                    [&mut states, &mut exploration, &mut cdcl].map(|solver| solver.ask(&query));
                let answers = [chain.ask(&query), first, second, third, based];
                let kinds = answers.each_ref().map(|answer| *answer != Answer::No);
                assert_eq!(kinds, [kinds[0]; 5], "{name}, seed {seed}: {query:?}");
                for answer in &answers {
                    let Answer::Yes(order) = answer else { continue };
                    assert_eq!(check(&model, &query, order), Ok(()), "{name}, seed {seed}: {query:?}");
                }
                if let (true, Some(more)) = (kinds[0], including_more(&model, &query, &mut random)) {
                    let mut keeper = Solver::based_on(&model, &mut base);
                    keeper.keep(&query);
                    let kept = keeper.ask(&more);
                    assert_eq!(kept != Answer::No, model.ask(&more) != Answer::No, "{name}, seed {seed}: {more:?}");
                    let Answer::Yes(order) = kept else { continue };
                    assert_eq!(check(&model, &more, &order), Ok(()), "{name}, seed {seed}: {more:?}");
                }
            }
            given_up.exploration.queries += chain.tally().exploration.queries;
            given_up.queries += chain.tally().queries;
        }
    }
    let share = given_up.exploration.queries as f64 / given_up.queries as f64;
    assert!(share < 0.1, "saturation gave up on {:.1}% of the queries", 100.0 * share);
}
