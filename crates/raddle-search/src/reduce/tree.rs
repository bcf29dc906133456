//! The tree of what is still to be explored under a reduction, shared by all workers.
//!
//! A node stands for the state a sequence of choices leads to. Its children are the choices still to be explored there: waiting, or being
//! explored. What has been explored, there or elsewhere in another order, sleeps: it need not be taken before something that
//! depends on it.

use super::Reduction;
use super::touch::Step;
use crate::guest::Choice;
use crate::strategy::Strategy;
use serde::{Deserialize, Serialize};

/// A step of a sequence to be explored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Planned {
    pub step: Step,
    /// For the step that is brought before one it depends on: its thread's alternatives where it was taken. It may have others now.
    pub elsewhere: Option<Vec<u32>>,
}

/// How far a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Stage {
    Waiting,
    /// A worker is on its way to it.
    Claimed,
    /// A worker has been there; what its step touches is known.
    Reached,
}

/// A step that need not be taken: all that begins with it is explored.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Asleep {
    step: Step,
    /// Whether that covers only sequences it is a part of. One it merely commutes with may go on with something that depends on it before it is taken: that
    /// this is explored, too, is certain only where all that was begun had been planned as it turned out.
    is_alone: bool,
}

impl Asleep {
    fn new(step: Step) -> Asleep {
        Asleep { step, is_alone: false }
    }

    /// Whether a sequence with such a place for it is covered.
    fn covers(&self, place: Option<Place>) -> bool {
        match place {
            Some(Place::At(_)) => true,
            Some(Place::Beside) => !self.is_alone,
            None => false,
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Node {
    parent: u32,
    planned: Planned,
    stage: Stage,
    /// Steps that need not be taken here.
    sleep: Vec<Asleep>,
    /// In the order in which they came.
    children: Vec<u32>,
    /// How many workers' paths lead through it.
    inside: u32,
    /// Whether something has been explored from here on, to the end of a path; and how many children have, to all ends.
    explored: bool,
    done: u32,
    /// Whether a sequence was left out because what is explored here covers it.
    wanted: bool,
    /// Whether one was because of what its step was planned to touch.
    relied_on: bool,
}

/// The tree. Its root is there as long as something is left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tree {
    reduction: Reduction,
    /// Whether what was explored elsewhere sleeps: not where another path could rely on its being explored here.
    sleeps: bool,
    nodes: Vec<Node>,
    unused: Vec<u32>,
    /// Sequences taken in.
    pub reversals: u64,
    /// Paths begun in vain: nothing but what sleeps was left, or the rest of a sequence was not possible.
    pub blocked: u64,
}

/// The node of the root state.
pub(crate) const ROOT: u32 = 0;

impl Tree {
    pub fn new(strategy: &Strategy, workers: usize, matches: bool) -> Tree {
        let reduction = match strategy.bound {
            // What sleeps may have been explored at a higher price.
            Some(_) => Reduction::Clock,
            None => strategy.reduce.simplified(workers, matches),
        };
        let sleeps = reduction != Reduction::Clock && !matches;
        let mut tree = Tree { reduction, sleeps, nodes: Vec::new(), unused: Vec::new(), reversals: 0, blocked: 0 };
        tree.clear();
        tree
    }

    /// So many workers go on with what others left: several note first steps.
    pub fn hand_over(&mut self, workers: usize) {
        self.reduction = self.reduction.simplified(workers, false);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.unused.clear();
        self.add(ROOT, Planned { step: Step::unknown(Choice::thread(0)), elsewhere: None });
    }

    fn add(&mut self, parent: u32, planned: Planned) -> u32 {
        let stage = Stage::Waiting;
        let (sleep, children) = (Vec::new(), Vec::new());
        let (explored, wanted, relied_on) = (false, false, false);
        let node = Node { parent, planned, stage, sleep, children, inside: 0, explored, done: 0, wanted, relied_on };
        match self.unused.pop() {
            Some(index) => {
                self.nodes[index as usize] = node;
                index
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    fn add_child(&mut self, parent: u32, planned: Planned) -> u32 {
        let child = self.add(parent, planned);
        self.nodes[parent as usize].children.push(child);
        child
    }

    fn node(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    /// A worker's path leads through a node.
    pub fn enter(&mut self, node: u32) {
        self.node(node).inside += 1;
    }

    /// A worker has come to a node by a step.
    pub fn reach(&mut self, node: u32, step: Step) {
        let Node { parent, ref planned, relied_on, .. } = self.nodes[node as usize];
        if relied_on && !step.touches.iter().all(|touch| planned.step.touches.contains(touch)) {
            // A sequence may have been left out for its sake with which it does not commute.
            self.let_stand_alone(parent);
        }
        let mut sleep = Vec::new();
        if self.sleeps && node != ROOT {
            let above = &self.nodes[parent as usize];
            let others = above.children.iter().map(|other| &self.nodes[*other as usize]);
            let others = others.filter(|other| other.stage == Stage::Reached).map(|other| &other.planned.step);
            sleep.extend(above.sleep.iter().filter(|asleep| !asleep.step.depends(&step)).cloned());
            sleep.extend(others.filter(|other| !other.depends(&step)).cloned().map(Asleep::new));
        }
        let node = self.node(node);
        node.stage = Stage::Reached;
        node.sleep = sleep;
        node.planned.step = step;
    }

    /// What is explored from a node on was not planned, or not as it turned out.
    fn let_stand_alone(&mut self, node: u32) {
        self.node(node).sleep.iter_mut().for_each(|asleep| asleep.is_alone = true);
    }

    /// Chooses something to explore in a node that has no plan. False if all of these choices sleep.
    pub fn choose(&mut self, node: u32, choices: &[Choice]) -> bool {
        let chosen = !self.nodes[node as usize].children.is_empty() || self.choose_awake(node, choices);
        self.blocked += u64::from(!chosen);
        chosen
    }

    /// Adds the first of these choices that neither sleeps nor is being explored, with all alternatives of its thread.
    fn choose_awake(&mut self, node: u32, choices: &[Choice]) -> bool {
        let is_awake = |choice: &Choice| !self.is_known(node, *choice);
        let awake: Vec<Choice> = choices.iter().filter(|choice| is_awake(choice)).copied().collect();
        self.let_stand_alone(node);
        for &choice in awake.iter().filter(|choice| choice.thread == awake[0].thread) {
            self.add_child(node, Planned { step: Step::unknown(choice), elsewhere: None });
        }
        !awake.is_empty()
    }

    /// A path has ended in a node.
    pub fn end(&mut self, node: u32) {
        self.node(node).explored = true;
    }

    /// Claims what is to be explored next in a node, where these choices are possible. What turns out not to be is dropped; if something
    /// else was left out for its sake, any choice that does not sleep takes its place.
    pub fn claim(&mut self, node: u32, possible: &[Choice]) -> Option<(u32, Choice)> {
        let mut is_owed = false;
        loop {
            let is_waiting = |child: &&u32| self.nodes[**child as usize].stage == Stage::Waiting;
            let Some(&child) = self.nodes[node as usize].children.iter().find(is_waiting) else {
                let Node { explored, wanted, ref children, .. } = self.nodes[node as usize];
                is_owed |= wanted && !explored && children.is_empty();
                if std::mem::take(&mut is_owed) && self.choose_awake(node, possible) {
                    continue;
                }
                return None;
            };
            let Planned { step: Step { choice, .. }, elsewhere } = self.nodes[child as usize].planned.clone();
            if let Some(elsewhere) = elsewhere {
                let of_thread = possible.iter().filter(|other| other.thread == choice.thread && **other != choice);
                for &other in of_thread.filter(|other| !elsewhere.contains(&other.alternative)) {
                    if !self.is_known(node, other) {
                        self.add_child(node, Planned { step: Step::unknown(other), elsewhere: None });
                    }
                }
            }
            if possible.contains(&choice) {
                self.node(child).stage = Stage::Claimed;
                self.node(child).inside = 1;
                return Some((child, choice));
            }
            is_owed |= self.drop_subtree(child);
            self.node(node).children.retain(|other| *other != child);
        }
    }

    /// The node a choice leads to from another.
    pub fn child(&self, node: u32, choice: Choice) -> Option<u32> {
        let children = &self.nodes[node as usize].children;
        children.iter().copied().find(|child| self.nodes[*child as usize].planned.step.choice == choice)
    }

    /// How many children of a node are explored, and how many are not.
    pub fn branches(&self, node: u32) -> (u32, u32) {
        let node = &self.nodes[node as usize];
        (node.done, node.children.len() as u32)
    }

    /// How many children of a node nobody has taken up.
    pub fn waiting_at(&self, node: u32) -> usize {
        let children = self.nodes[node as usize].children.iter();
        children.filter(|child| self.nodes[**child as usize].stage == Stage::Waiting).count()
    }

    /// Whether the same thread's going another way has been, or is being, explored in a node.
    pub fn went_otherwise(&self, node: u32, choice: Choice) -> bool {
        let is_other = |step: &Step| step.choice.thread == choice.thread && step.choice != choice;
        let Node { sleep, children, .. } = &self.nodes[node as usize];
        let begun =
            children.iter().map(|child| &self.nodes[*child as usize]).filter(|child| child.stage != Stage::Waiting);
        sleep.iter().map(|asleep| &asleep.step).chain(begun.map(|child| &child.planned.step)).any(is_other)
    }

    /// Whether a choice sleeps in a node or is one of its children.
    fn is_known(&self, node: u32, choice: Choice) -> bool {
        let node = &self.nodes[node as usize];
        node.sleep.iter().any(|asleep| asleep.step.choice == choice)
            || node.children.iter().any(|child| self.nodes[*child as usize].planned.step.choice == choice)
    }

    /// Forgets a plan. Tells whether something was left out for its sake.
    fn drop_subtree(&mut self, node: u32) -> bool {
        let mut is_wanted = self.nodes[node as usize].wanted;
        for child in std::mem::take(&mut self.node(node).children) {
            is_wanted |= self.drop_subtree(child);
        }
        self.unused.push(node);
        is_wanted
    }

    /// A worker leaves a node. If it was the last and nothing is left there, what led to it sleeps from now on.
    pub fn leave(&mut self, mut node: u32) {
        self.node(node).inside -= 1;
        let mut in_vain = 1;
        while node != ROOT && self.nodes[node as usize].inside == 0 && self.nodes[node as usize].children.is_empty() {
            let Node { parent, explored, .. } = self.nodes[node as usize];
            let step = self.nodes[node as usize].planned.step.clone();
            self.unused.push(node);
            let above = self.node(parent);
            above.children.retain(|child| *child != node);
            if explored {
                above.sleep.push(Asleep::new(step));
                above.explored = true;
                above.done += 1;
            } else {
                self.blocked += std::mem::take(&mut in_vain);
            }
            node = parent;
        }
    }

    /// Sees to it that a sequence of steps is explored from a node, or one that differs from it in the order of independent steps only. `possible` says
    /// which choices are, there.
    pub fn insert(&mut self, node: u32, sequence: Vec<Planned>, possible: &[Choice]) {
        match self.reduction {
            Reduction::Optimal => self.insert_sequence(node, sequence),
            Reduction::Source => self.insert_initial(node, sequence, possible),
            _ => self.insert_any(node, sequence, possible),
        }
    }

    fn insert_sequence(&mut self, mut node: u32, mut sequence: Vec<Planned>) {
        let covers = |asleep: &Asleep| asleep.covers(self.place(node, &sequence, &asleep.step));
        if self.nodes[node as usize].sleep.iter().any(covers) {
            return;
        }
        loop {
            let mut next = None;
            for &child in &self.nodes[node as usize].children {
                let there = &self.nodes[child as usize];
                match self.place(node, &sequence, &there.planned.step) {
                    None => {}
                    Some(place) if there.stage != Stage::Waiting || there.children.is_empty() => {
                        self.node(child).wanted = true;
                        self.node(child).relied_on |= !matches!(place, Place::At(0));
                        return;
                    }
                    Some(place) => {
                        next = Some((child, place));
                        break;
                    }
                }
            }
            match next {
                None => break,
                Some((child, place)) => {
                    if let Place::At(place) = place {
                        sequence.remove(place);
                    }
                    node = child;
                }
            }
        }
        if sequence.is_empty() {
            return;
        }
        self.reversals += 1;
        for planned in sequence {
            node = self.add_child(node, planned);
        }
    }

    /// Where a step that is known in a node stands in a sequence that can begin with it. One that only commutes with it does not stand for it
    /// where its thread can go another way that does not.
    fn place(&self, node: u32, sequence: &[Planned], step: &Step) -> Option<Place> {
        let place = first_place(sequence, step)?;
        let Node { sleep, children, .. } = &self.nodes[node as usize];
        let begun =
            children.iter().map(|child| &self.nodes[*child as usize]).filter(|child| child.stage == Stage::Reached);
        let mut ways = sleep.iter().map(|asleep| &asleep.step).chain(begun.map(|child| &child.planned.step));
        let depends = |way: &Step| way.choice.thread == step.choice.thread && first_place(sequence, way).is_none();
        let is_another = matches!(place, Place::Beside) && ways.any(depends);
        (!is_another).then_some(place)
    }

    /// The same for one step that such a sequence can begin with.
    fn insert_initial(&mut self, node: u32, sequence: Vec<Planned>, possible: &[Choice]) {
        let is_initial = |place: &usize| {
            let (before, at) = (&sequence[..*place], &sequence[*place]);
            !before.iter().any(|planned| planned.step.depends(&at.step))
        };
        let initials: Vec<usize> = (0..sequence.len()).filter(is_initial).collect();
        let choices: Vec<Choice> = initials.iter().map(|place| sequence[*place].step.choice).collect();
        if choices.iter().any(|choice| self.is_known(node, *choice)) {
            let relied_on = choices.iter().find_map(|choice| self.child(node, *choice));
            relied_on.into_iter().for_each(|child| self.node(child).wanted = true);
            return;
        }
        let can = |place: &&usize| {
            let Planned { step: Step { choice, .. }, elsewhere } = &sequence[**place];
            let otherwise = elsewhere.is_some() && possible.iter().any(|other| other.thread == choice.thread);
            otherwise || possible.contains(choice)
        };
        if let Some(place) = initials.iter().find(can) {
            self.reversals += 1;
            self.add_child(node, sequence[*place].clone());
        }
    }

    /// The same for the thread of the last step, or else another that has a step on the way to it, or else all that can go on.
    pub fn insert_any(&mut self, node: u32, sequence: Vec<Planned>, possible: &[Choice]) {
        let can = |thread: u32| possible.iter().any(|choice| choice.thread == thread);
        let mut needed: Vec<&Step> = Vec::new();
        for planned in sequence.iter().rev() {
            if needed.is_empty() || needed.iter().any(|later| later.depends(&planned.step)) {
                needed.push(&planned.step);
            }
        }
        let thread = needed.iter().map(|step| step.choice.thread).find(|thread| can(*thread));
        let wanted = possible.iter().filter(|choice| thread.is_none_or(|thread| thread == choice.thread));
        let mut new = false;
        for &choice in wanted {
            if !self.is_known(node, choice) {
                new = true;
                self.add_child(node, Planned { step: Step::unknown(choice), elsewhere: None });
            }
        }
        self.reversals += u64::from(new);
    }

    /// Sees to it that all these choices are explored from a node.
    pub fn insert_all(&mut self, node: u32, possible: &[Choice]) {
        for &choice in possible {
            if !self.is_known(node, choice) {
                self.add_child(node, Planned { step: Step::unknown(choice), elsewhere: None });
            }
        }
    }

    /// Nodes and steps kept, in bytes, about.
    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * (size_of::<Node>() + 4 * size_of::<Step>())) as u64
    }
}

/// Where a step stands in a sequence that can begin with it.
#[derive(Clone, Copy)]
enum Place {
    At(usize),
    /// It does not, but commutes with all of it.
    Beside,
}

/// Whether a sequence, or one that differs from it in the order of independent steps only, can be made to begin with a step.
fn first_place(sequence: &[Planned], step: &Step) -> Option<Place> {
    let own = sequence.iter().position(|planned| planned.step.choice.thread == step.choice.thread);
    match own {
        Some(place) => {
            let own = &sequence[place].step;
            // What it is here may concern more than it does behind the others: where it ends the program, or the path.
            let comes_after = |planned: &Planned| planned.step.depends(own) || planned.step.depends(step);
            let is_first = own.choice == step.choice && !sequence[..place].iter().any(comes_after);
            is_first.then_some(Place::At(place))
        }
        None => (!sequence.iter().any(|planned| planned.step.depends(step))).then_some(Place::Beside),
    }
}
