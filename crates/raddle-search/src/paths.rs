//! Paths from the root that share their beginnings.

use crate::frontier::Branch;
use crate::guest::Choice;

/// The last choice of a path, and where the rest of it is.
struct Node {
    parent: u32,
    choice: Choice,
}

/// A set of paths, each known by a number.
#[derive(Default)]
pub(crate) struct Paths {
    nodes: Vec<Node>,
}

impl Paths {
    /// The path without a choice.
    pub const ROOT: u32 = u32::MAX;

    /// A path by one choice longer.
    pub fn add(&mut self, parent: u32, choice: Choice) -> u32 {
        self.nodes.push(Node { parent, choice });
        (self.nodes.len() - 1) as u32
    }

    /// The choices of a path.
    pub fn get(&self, mut path: u32) -> Vec<Choice> {
        let mut choices = Vec::new();
        while path != Paths::ROOT {
            let Node { parent, choice } = self.nodes[path as usize];
            choices.push(choice);
            path = parent;
        }
        choices.reverse();
        choices
    }

    /// A path without its last choices.
    pub fn back(&self, mut path: u32, choices: u32) -> u32 {
        for _ in 0..choices {
            path = self.nodes[path as usize].parent;
        }
        path
    }

    /// The choices of a path after another, if it begins with that.
    pub fn get_after(&self, mut path: u32, beginning: u32) -> Option<Vec<Choice>> {
        let mut choices = Vec::new();
        while path != beginning {
            let Node { parent, choice } = *self.nodes.get(path as usize)?;
            choices.push(choice);
            path = parent;
        }
        choices.reverse();
        Some(choices)
    }

    /// Takes in the path of a branch: the paths to what is open on it, each with its length and the choices.
    pub fn take_in(&mut self, branch: Branch) -> Vec<(u32, u32, Vec<Choice>)> {
        let Branch { path, open } = branch;
        let mut open = open.into_iter().peekable();
        let mut found = Vec::new();
        let mut here = Paths::ROOT;
        for depth in 0..=path.len() {
            if let Some((at, choices)) = open.next_if(|(at, _)| *at as usize == depth) {
                found.push((here, at, choices));
            }
            if let Some(choice) = path.get(depth) {
                here = self.add(here, *choice);
            }
        }
        found
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
    }

    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * size_of::<Node>()) as u64
    }
}
