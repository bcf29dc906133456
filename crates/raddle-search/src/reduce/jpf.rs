//! Java PathFinder's own reduction (Noonan, Figure 2.1): before an access to what only one thread accesses, that thread is not interleaved.
//!
//! Depth first, with states matched. Who accesses an object or a static field is gathered over the whole search, by its name.
//! Where the next access of a thread is to something that no other thread that has not ended yet accesses, only that thread goes on
//! from there. Three things are done otherwise than in the figure, each so that nothing is missed:
//!
//! * There, only threads that are enabled just then count. Here those that are blocked or not started yet do, too: they may come to it later.
//! * There, what was explored before an access was known of stays as it is. Here the search begins again, knowing more.
//! * A thread that goes on alone may go round and let the others wait for ever. So where it comes to a state that is not deeper than
//!   its own (on every cycle one does), or does more than access what is its own, the others have their turn as well.
//!
//! Objects have a thread to themselves only where states are not matched. Equal states may have different names for the same object, if a
//! thread made more objects on one way to them than on the other; who accesses it after the state would then be known
//! by the name it had on the way that came first.

use crate::depth_first::DepthFirst;
use crate::frontier::{Branch, Frontier, Setup, Work};
use crate::guest::{Choice, Guest, Status};
use crate::order::Rank;
use crate::store::Entered;
use crate::trail::Trail;
use raddle_vm::event::{Action, Event, Location};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of an object or a static field.
#[derive(Default)]
struct Place {
    /// The threads that access it, on any path.
    accessed: Vec<u32>,
    /// The threads that went on alone since nobody else was known to access it.
    alone: Vec<u32>,
}

/// A stack of states, of some of which only one thread's choices are explored.
pub(crate) struct Jpf<G: Guest> {
    stack: DepthFirst<G>,
    places: FxHashMap<Location, Place>,
    matches: bool,
    /// The threads that have ended on the path, each with the length of the path then.
    ended: Vec<(u64, u32)>,
    /// The threads that could go on in some state: those of a guest's own that only ever wait are not among them.
    acting: FxHashSet<u32>,
    /// Whether the program may end while threads are not at their ends: then it matters how far each has come, and none goes on alone.
    ends_early: bool,
    /// Whether something was learned that would have let others have their turn before.
    void: bool,
    /// The choices of the state pushed last, those explored first at the beginning.
    choices: Vec<Choice>,
}

impl<G: Guest> Jpf<G> {
    fn has_ended(&self, thread: u32) -> bool {
        self.ended.iter().any(|(_, ended)| *ended == thread)
    }

    /// Whether no other thread accesses a place from here on, as far as is known.
    fn is_own(&self, place: Location, thread: u32) -> bool {
        let is_other = |other: &u32| *other != thread && !self.has_ended(*other);
        self.places.get(&place).is_none_or(|known| !known.accessed.iter().any(is_other))
    }

    /// Whether all a thread's next operation does is to access what is its own.
    fn stands_alone(&self, pending: &Event) -> bool {
        let accesses = matches!(pending.action, Action::Read | Action::Write | Action::Update);
        accesses && self.named(pending.location).is_some_and(|place| self.is_own(place, pending.thread.0))
    }

    /// Whether the last step did nothing but access what is its thread's own, and perhaps leave monitors, which nobody can take before.
    fn went_alone(&self, events: &[Event], thread: u32) -> bool {
        let is_own = |event: &Event| match event.action {
            Action::Read | Action::Write | Action::Update => {
                self.named(event.location).is_some_and(|place| self.is_own(place, thread))
            }
            Action::Unlock | Action::Choose => true,
            _ => false,
        };
        events.iter().all(|event| event.thread.0 == thread && is_own(event))
    }

    /// Takes in that a thread accesses something.
    fn learn(&mut self, location: Location, thread: u32) {
        let Some(place) = self.named(location) else { return };
        let known = self.places.entry(place).or_default();
        if !known.accessed.contains(&thread) {
            known.accessed.push(thread);
            self.void |= known.alone.iter().any(|alone| *alone != thread);
        }
    }

    /// What an access is to, if one thread can have it to itself: an object is one place, whichever of its fields or elements it is, as in
    /// the figure.
    fn named(&self, location: Location) -> Option<Location> {
        match location {
            Location::Static(_) => Some(location),
            Location::Object { name, .. } | Location::Elements { name, .. } if !self.matches => {
                Some(Location::Object { name, slot: 0 })
            }
            _ => None,
        }
    }
}

impl<G: Guest> Frontier<G> for Jpf<G> {
    const FOLLOWS: bool = true;

    fn new(guest: &mut G, setup: &Setup<'_>) -> Self {
        Jpf {
            stack: DepthFirst::plain(guest),
            places: FxHashMap::default(),
            matches: setup.matches,
            ended: Vec::new(),
            acting: FxHashSet::default(),
            ends_early: false,
            void: false,
            choices: Vec::new(),
        }
    }

    fn home(&mut self, guest: &mut G) {
        self.stack.home(guest);
    }

    fn push(&mut self, guest: &mut G, _trail: &Trail, _entered: &Entered, choices: &[Choice], _ranks: &[Rank]) {
        let mut stands_alone =
            |choice: &&Choice| guest.pending(choice.thread).is_some_and(|pending| self.stands_alone(&pending));
        let alone = if self.ends_early { None } else { choices.iter().find(&mut stands_alone) };
        self.acting.extend(choices.iter().map(|choice| choice.thread));
        self.choices.clear();
        self.choices.extend_from_slice(choices);
        let mut first = choices.len();
        if let Some(&Choice { thread, .. }) = alone {
            self.choices.sort_by_key(|choice| choice.thread != thread);
            first = self.choices.partition_point(|choice| choice.thread == thread);
        }
        self.stack.push_first(guest, &self.choices, first);
    }

    fn next(&mut self, guest: &mut G, trail: &mut Trail) -> Result<Option<Choice>, String> {
        self.stack.next(guest, trail)
    }

    fn took(&mut self, guest: &mut G, choice: Choice, status: &Status) {
        let depth = self.depth();
        self.ended.retain(|(at, _)| *at < depth);
        let events = guest.events();
        if self.stack.has_more() {
            if *status == Status::Running && self.went_alone(events, choice.thread) {
                for event in events {
                    let Some(place) = self.named(event.location) else { continue };
                    let alone = &mut self.places.entry(place).or_default().alone;
                    if !alone.contains(&choice.thread) {
                        alone.push(choice.thread);
                    }
                }
            } else {
                self.stack.explore_all();
            }
        }
        for event in events {
            match event.action {
                Action::Read | Action::Write | Action::Update => {
                    self.learn(event.location, event.thread.0);
                }
                Action::End => self.ended.push((depth, event.thread.0)),
                _ => {}
            }
        }
        if *status == Status::Ended && !self.ends_early {
            let mut others = self.acting.iter().filter(|thread| **thread != choice.thread && !self.has_ended(**thread));
            self.ends_early = others.any(|thread| guest.pending(*thread).is_some());
            self.void |= self.ends_early && self.places.values().any(|place| !place.alone.is_empty());
        }
    }

    fn is_void(&self) -> bool {
        self.void
    }

    fn depth(&self) -> u64 {
        self.stack.depth()
    }

    fn path(&self) -> Vec<Choice> {
        self.stack.path()
    }

    fn seen(&mut self, seen: &Entered) -> bool {
        let is_suspicious = Frontier::<G>::seen(&mut self.stack, seen);
        if is_suspicious {
            self.stack.explore_all();
        }
        is_suspicious
    }

    fn accept(
        &mut self,
        guest: &mut G,
        trail: &mut Trail,
        work: Work,
        key: &mut dyn FnMut(&mut G) -> u64,
    ) -> Result<Work, String> {
        self.stack.accept(guest, trail, work, key)
    }

    fn give(&mut self) -> Option<Branch> {
        // Who accesses what is known to one worker only.
        None
    }

    fn save(&self) -> Work {
        self.stack.save()
    }

    fn clear(&mut self) {
        self.stack.clear();
        self.ended.clear();
        self.places.values_mut().for_each(|place| place.alone.clear());
        self.void = false;
    }

    fn bytes(&self) -> u64 {
        let place = size_of::<(Location, Place)>() + 2 * size_of::<u32>();
        self.stack.bytes() + (self.places.len() * place) as u64
    }
}
