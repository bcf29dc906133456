//! What is asked of traces.

use crate::traces::Random;
use raddle_causal::model::StepId;
use raddle_causal::{Model, Query};
use std::collections::BTreeSet;

/// Every read with every value, alone and with others, and some ways to stand.
pub fn queries(model: &Model, random: &mut Random) -> Vec<Query> {
    let mut queries = Vec::new();
    let count = model.steps().len();
    for (id, step) in model.steps().iter().enumerate() {
        for (place, _) in &step.reads {
            for value in model.values(*place) {
                let mut sees = vec![(*place, value)];
                queries.push(Query::Read { step: id as StepId, sees: sees.clone(), include: Vec::new() });
                let other = step.reads[random.below(step.reads.len())].0;
                if other != *place {
                    let values = model.values(other);
                    sees.push((other, values[random.below(values.len())]));
                }
                let include = (0..id).filter(|_| random.once_in(3)).map(|id| id as StepId).collect();
                queries.push(Query::Read { step: id as StepId, sees: sees.clone(), include });
                let include = (0..1 + random.below(2)).map(|_| random.below(count) as StepId).collect();
                queries.push(Query::Read { step: id as StepId, sees, include });
            }
        }
    }
    let threads: BTreeSet<u32> = model.steps().iter().map(|step| step.thread).collect();
    let length = |thread: u32| model.steps().iter().filter(|step| step.thread == thread).count();
    for _ in 0..12 {
        let cut = threads.iter().filter(|_| random.below(3) > 0).copied().collect::<Vec<_>>();
        let cuts = cut.iter().map(|thread| (*thread, random.below(length(*thread) + 1) as u32)).collect();
        let mut finally = Vec::new();
        for place in 0..3 {
            let values = model.values(place);
            if random.once_in(3) {
                finally.push((place, values[random.below(values.len())]));
            }
        }
        let held = (200..202).filter(|_| random.once_in(6)).collect();
        queries.push(Query::Stand { cuts, finally, held, whole: random.once_in(4) });
    }
    queries
}
