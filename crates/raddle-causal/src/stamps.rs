//! When something last changed, and when it was last looked at: a rule is applied again only where something it depends on has changed since.
//!
//! What a read is concluded from are the rows of the order of its own node and of those that write its place, and which of these can be included; what is asked
//! of the end depends on what is included, too. What a lock is concluded from are the rows of nodes that take it or give it back, and
//! which of them are included, or can be.

use crate::model::Model;

#[derive(Clone, Default, Debug)]
pub(crate) struct Stamps {
    /// Grows with every look.
    clock: u32,
    /// When rows of the order grew, by node, by what nodes write, and by the locks they take and give back.
    rows: Vec<u32>,
    places: Vec<u32>,
    locks: Vec<u32>,
    /// When something was included.
    included: u32,
    /// When reads, and what is asked of the end, were looked at; and locks.
    reads_seen: Vec<u32>,
    locks_seen: Vec<u32>,
}

impl Stamps {
    /// Nothing has been looked at. There are so many reads, with what is asked of the end.
    pub fn new(model: &Model, reads: usize) -> Stamps {
        Stamps {
            clock: 1,
            rows: vec![1; model.step.len()],
            places: vec![1; model.content.len()],
            locks: vec![1; model.sections.len()],
            included: 1,
            reads_seen: vec![0; reads],
            locks_seen: vec![0; model.sections.len()],
        }
    }

    /// Makes it like another.
    pub fn copy_from(&mut self, other: &Stamps) {
        (self.clock, self.included) = (other.clock, other.included);
        self.rows.clone_from(&other.rows);
        self.places.clone_from(&other.places);
        self.locks.clone_from(&other.locks);
        self.reads_seen.clone_from(&other.reads_seen);
        self.locks_seen.clone_from(&other.locks_seen);
    }

    /// There are so many reads.
    pub fn set_reads(&mut self, reads: usize) {
        self.reads_seen.resize(reads, 0);
    }

    /// The row of a node has grown, or whether the node is included, or can be, is another matter than before.
    pub fn touch(&mut self, model: &Model, node: usize) {
        self.rows[node] = self.clock;
        for write in model.writes_of(node) {
            self.places[write.place] = self.clock;
        }
        for lock in model.taken[node].iter().chain(&model.given[node]) {
            self.locks[*lock] = self.clock;
        }
    }

    /// Something is asked of a lock.
    pub fn touch_lock(&mut self, lock: usize) {
        self.locks[lock] = self.clock;
    }

    /// Nodes were included.
    pub fn include(&mut self, model: &Model, nodes: std::ops::Range<usize>) {
        self.included = self.clock;
        for node in nodes {
            for lock in &model.taken[node] {
                self.locks[*lock] = self.clock;
            }
        }
    }

    /// Who serves a read is known.
    pub fn settle(&mut self, slot: usize) {
        self.reads_seen[slot] = 0;
    }

    /// Whether a read of a place by a node, or in the end, has to be looked at again. It counts as looked at.
    pub fn look_at_read(&mut self, slot: usize, place: usize, reader: Option<usize>) -> bool {
        let own = reader.map_or(self.included, |reader| self.rows[reader]);
        let is_stale = own.max(self.places[place]) >= self.reads_seen[slot];
        if is_stale {
            self.clock += 1;
            self.reads_seen[slot] = self.clock;
        }
        is_stale
    }

    /// The same for a lock.
    pub fn look_at_lock(&mut self, lock: usize) -> bool {
        let is_stale = self.locks[lock] >= self.locks_seen[lock];
        if is_stale {
            self.clock += 1;
            self.locks_seen[lock] = self.clock;
        }
        is_stale
    }
}
