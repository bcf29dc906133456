//! Z3, which is asked the same as formulas of integer difference logic: for each step whether it is included, and where it is.
//!
//! It needs the program `z3`; where there is none the test says so and passes.

use crate::asked::queries;
use crate::traces::Random;
use crate::traces::shapes::SHAPES;
use raddle_causal::model::{Place, Value};
use raddle_causal::solver::{Chain, Solver};
use raddle_causal::{Answer, Model, Query};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

#[test]
fn z3_gives_the_same_answers() {
    let sizes = if crate::long() { 10..60 } else { 10..22 };
    let (mut script, mut answers) = (String::new(), Vec::new());
    for (name, shape) in SHAPES {
        for size in sizes.clone() {
            let mut random = Random(size as u64);
            let model = shape(size, &mut random).run(&mut random, 2);
            script.push_str("(reset)\n");
            let formulas = Formulas { model: &model };
            formulas.model(&mut script);
            let mut solvers =
                [Chain::All, Chain::States, Chain::Exploration, Chain::Cdcl].map(|chain| Solver::with(&model, chain));
            for query in queries(&model, &mut random).into_iter().step_by(7) {
                writeln!(script, "(push)\n(assert {})\n(check-sat)\n(pop)", formulas.query(&query)).unwrap();
                let told = format!("{name}, size {size}: {query:?}");
                answers.push((told, solvers.each_mut().map(|solver| solver.ask(&query) != Answer::No)));
            }
        }
    }
    let Some(output) = z3(&script) else {
        eprintln!("there is no program z3: nothing was compared with it");
        return;
    };
    let verdicts: Vec<&str> = output.lines().collect();
    assert_eq!(verdicts.len(), answers.len(), "{output}");
    for (verdict, (query, answers)) in verdicts.iter().zip(&answers) {
        assert_eq!(*answers, [*verdict == "sat"; 4], "{verdict} for {query}");
    }
}

/// What Z3 says to a script, if it is there.
fn z3(script: &str) -> Option<String> {
    let pipes = Command::new("z3").arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut process = pipes.ok()?;
    let mut input = process.stdin.take()?;
    let script = script.to_string();
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = process.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    String::from_utf8(output.stdout).ok()
}

/// A model as formulas: for each step `iN`, whether it is included, and `oN`, where it is.
struct Formulas<'m> {
    model: &'m Model,
}

/// Where a lock is taken, none if before the first step, and where it is given back, none if never.
type Section = (Option<usize>, Option<usize>);

fn all(parts: impl IntoIterator<Item = String>) -> String {
    format!("(and true {})", parts.into_iter().collect::<String>())
}

fn any(parts: impl IntoIterator<Item = String>) -> String {
    format!("(or false {})", parts.into_iter().collect::<String>())
}

fn included(step: Option<usize>, none: bool) -> String {
    step.map_or(none.to_string(), |step| format!(" i{step}"))
}

impl Formulas<'_> {
    /// What holds whatever is asked.
    fn model(&self, script: &mut String) {
        for (id, step) in self.model.steps().iter().enumerate() {
            writeln!(script, "(declare-const i{id} Bool)(declare-const o{id} Int)").unwrap();
            let before = step.after.iter().map(|earlier| *earlier as usize).chain(self.previous(id));
            for before in before {
                writeln!(script, "(assert (=> i{id} (and i{before} (< o{before} o{id}))))").unwrap();
            }
        }
        for (id, step) in self.model.steps().iter().enumerate() {
            for (place, value) in &step.reads {
                writeln!(script, "(assert (=> i{id} {}))", self.served(Some(id), *place, *value)).unwrap();
            }
        }
        let locks: BTreeSet<Place> = self.model.steps().iter().flat_map(|step| step.locks.clone()).collect();
        for lock in locks {
            let sections = self.sections(lock);
            for (at, (thread, one)) in sections.iter().enumerate() {
                for (_, two) in sections[at + 1..].iter().filter(|(other, _)| other != thread) {
                    let both = all([included(one.0, true), included(two.0, true)]);
                    let apart = any([apart(*one, *two), apart(*two, *one)]);
                    writeln!(script, "(assert (=> {both} {apart}))").unwrap();
                }
            }
        }
    }

    fn previous(&self, id: usize) -> Option<usize> {
        let steps = self.model.steps();
        (0..id).rev().find(|earlier| steps[*earlier].thread == steps[id].thread)
    }

    fn sections(&self, lock: Place) -> Vec<(u32, Section)> {
        let mut sections: Vec<(u32, Section)> = Vec::new();
        for (id, step) in self.model.steps().iter().enumerate() {
            if step.locks.contains(&lock) {
                sections.push((step.thread, (Some(id), None)));
            }
            if step.unlocks.contains(&lock) {
                match sections.iter_mut().rev().find(|(thread, _)| *thread == step.thread) {
                    Some((_, section)) => section.1 = Some(id),
                    None => sections.push((step.thread, (None, Some(id)))),
                }
            }
        }
        sections
    }

    /// A value is in a place at a step, or in the end.
    fn served(&self, at: Option<usize>, place: Place, value: Value) -> String {
        let steps = self.model.steps().iter().enumerate().filter(|(id, _)| Some(*id) != at);
        let wrote =
            |step: &raddle_causal::Step| step.writes.iter().find(|(other, _)| *other == place).map(|(_, value)| *value);
        let writers: Vec<(usize, Value)> = steps.filter_map(|(id, step)| Some((id, wrote(step)?))).collect();
        let after = |other: usize| at.map_or(String::new(), |at| format!(" (< o{at} o{other})"));
        let mut ways = Vec::new();
        if self.model.initial(place) == Some(value) {
            ways.push(all(writers.iter().map(|(other, _)| format!("(or (not i{other}){})", after(*other)))));
        }
        for (writer, _) in writers.iter().filter(|(_, written)| *written == value) {
            let others = writers.iter().filter(|(other, _)| other != writer);
            let away = others.map(|(other, _)| format!("(or (not i{other}) (< o{other} o{writer}){})", after(*other)));
            let before = at.map_or(String::new(), |at| format!(" (< o{writer} o{at})"));
            ways.push(format!("(and i{writer}{before} {})", all(away)));
        }
        any(ways)
    }

    fn query(&self, query: &Query) -> String {
        let steps = self.model.steps();
        match query {
            Query::Read { step, sees, include } => {
                let id = *step as usize;
                let needs = steps[id].after.iter().chain(include).map(|step| format!(" i{step}"));
                let free = steps[id].locks.iter().flat_map(|lock| self.sections(*lock));
                let free = free.map(|(_, (from, to))| format!("(=> {} {})", included(from, true), included(to, false)));
                let sees = sees.iter().map(|(place, value)| self.served(None, *place, *value));
                let before = included(self.previous(id), true);
                all(needs.chain(free).chain(sees).chain([before, format!("(not i{id})")]))
            }
            Query::Stand { cuts, finally, held, whole } => {
                let finally = finally.iter().map(|(place, value)| self.served(None, *place, *value));
                let held = held.iter().map(|lock| {
                    let open = self
                        .sections(*lock)
                        .into_iter()
                        .map(|(_, (from, to))| format!("(and {} (not {}))", included(from, true), included(to, false)));
                    any(open)
                });
                let mut parts: Vec<String> = finally.chain(held).collect();
                for (id, step) in steps.iter().enumerate() {
                    let cut = cuts.iter().find(|(thread, _)| *thread == step.thread);
                    let position = steps[..id].iter().filter(|earlier| earlier.thread == step.thread).count();
                    match cut {
                        Some((_, count)) if position < *count as usize => parts.push(format!(" i{id}")),
                        Some(_) => parts.push(format!(" (not i{id})")),
                        None if *whole => parts.push(format!(" i{id}")),
                        None => {}
                    }
                }
                all(parts)
            }
        }
    }
}

/// One section ends before another begins.
fn apart(one: Section, two: Section) -> String {
    match (one.1, two.0) {
        (Some(end), Some(begin)) => format!("(and i{end} (< o{end} o{begin}))"),
        _ => "false ".to_string(),
    }
}
