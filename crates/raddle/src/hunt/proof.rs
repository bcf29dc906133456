//! Whether something found is what a warning warned of.
//!
//! Races, lock orders and waits are told by where the threads stand when it happens, assertions by where they fail. The other warnings are
//! about an order of events; an error proves them if the path to it shows that order.

use std::collections::BTreeSet;

use raddle_analysis::lint::Kind as Warned;
use raddle_search::finding::{Kind, Kinds};

use crate::trace::{Place, Stand, Trace};

/// What of a warning a trace is held against.
pub struct Claim {
    /// What it is about.
    pub kind: Warned,
    /// The field, lock or collection in question.
    pub subject: String,
    /// The places of its sides.
    pub sides: Vec<Place>,
    /// The places of its sequences, as far as they are the program's own.
    pub orders: Vec<Vec<Place>>,
}

impl Claim {
    /// Whether it cannot come true although there are errors, if everything behind them was explored as well and these are the kinds
    /// of all that was found. Of deadlocks with one cause only the first is known in full, so none may be there.
    pub fn is_ruled_out(&self, found: Kinds) -> bool {
        match self.kind {
            Warned::Race | Warned::SometimesLocked | Warned::DoubleChecked => true,
            Warned::LockOrder | Warned::EndlessWait => !found.contains(Kind::Deadlock),
            Warned::Assertion => !found.contains(Kind::Assertion),
            _ => false,
        }
    }

    /// Whether it would have been seen apart from others. Races within the class library are told once for each place there, whichever
    /// calls of the program led to it.
    pub fn is_told_apart(&self, races: bool) -> bool {
        let is_race = matches!(self.kind, Warned::Race | Warned::UnlockedIteration);
        !(races && is_race && self.subject.starts_with("java."))
    }

    /// Whether a trace shows it.
    pub fn is_shown_by(&self, trace: &Trace) -> bool {
        let kind = trace.finding.kind;
        match self.kind {
            Warned::Race | Warned::SometimesLocked | Warned::DoubleChecked => self.races(trace) || self.leads_to(trace),
            Warned::UnlockedIteration if kind == Kind::Race => self.races(trace),
            Warned::LockOrder => kind == Kind::Deadlock && self.deadlocks(trace),
            Warned::EndlessWait => {
                kind == Kind::Deadlock && self.sides.iter().all(|side| standing(trace, side).is_some())
            }
            Warned::Assertion => {
                let place = self.sides.first().map(Place::to_string).unwrap_or_default();
                kind == Kind::Assertion && trace.finding.cause.ends_with(&place)
            }
            _ => kind != Kind::Race && self.orders.iter().any(|order| shows_order(trace, order)),
        }
    }

    /// Whether the accesses that race are in the methods of both sides, and to the field in question where there is one: a warning stands
    /// for all accesses of two methods to a field.
    fn races(&self, trace: &Trace) -> bool {
        let cause = trace.finding.cause.strip_prefix("race on ").and_then(|rest| rest.split_once(": "));
        let Some((field, accesses)) = cause else { return false };
        let names_field = !self.subject.contains(' ') && !self.subject.starts_with("java.");
        let methods: Vec<String> = self.sides.iter().map(in_method).collect();
        let are_there = methods.iter().all(|method| {
            let needed = methods.iter().filter(|other| *other == method).count();
            accesses.matches(method.as_str()).count() >= needed
        });
        are_there && (!names_field || self.subject.ends_with(field))
    }

    /// Whether an error comes of it: it happens in the method of a side, on a path that goes along one of the orders in full.
    fn leads_to(&self, trace: &Trace) -> bool {
        let happens = self.sides.iter().any(|side| trace.finding.cause.contains(&in_method(side)));
        let mut orders = self.orders.iter().filter(|order| order.len() > self.sides.len());
        trace.finding.kind != Kind::Race && happens && orders.any(|order| shows_order(trace, order))
    }

    /// Whether threads stand at all sides, each side with a thread of its own and at least two threads.
    fn deadlocks(&self, trace: &Trace) -> bool {
        let mut sides = self.sides.clone();
        if let [only] = &self.sides[..] {
            sides.push(only.clone());
        }
        let mut free: Vec<&Stand> = trace.stands.iter().collect();
        sides.iter().all(|side| {
            let found = free.iter().position(|stand| stands_at(stand, side));
            found.map(|index| free.swap_remove(index)).is_some()
        })
    }
}

/// How causes say that something is in the method of a place.
fn in_method(place: &Place) -> String {
    format!(" at {}.{}(", place.class, place.method)
}

/// Whether a thread stands at a place, in any of the methods it is in.
fn stands_at(stand: &Stand, place: &Place) -> bool {
    let place = place.to_string();
    stand.stack.iter().any(|frame| frame.ends_with(&place))
}

fn standing<'a>(trace: &'a Trace, place: &Place) -> Option<&'a Stand> {
    trace.stands.iter().find(|stand| stands_at(stand, place))
}

/// Whether a path comes by some places in their order, by more than one thread if there is more than one place. Where threads stand at the
/// end counts: they may have come no further.
fn shows_order(trace: &Trace, order: &[Place]) -> bool {
    let mut next = 0;
    let mut threads: BTreeSet<u32> = BTreeSet::new();
    for step in &trace.steps {
        for event in &step.events {
            if next < order.len() && (event.place == order[next] || *event.seen_at() == order[next]) {
                next += 1;
                threads.insert(step.thread);
            }
        }
    }
    for place in &order[next..] {
        let Some(stand) = standing(trace, place) else { return false };
        threads.insert(stand.thread);
    }
    !order.is_empty() && (threads.len() > 1 || order.len() == 1)
}
