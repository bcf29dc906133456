//! A trace, as far as its order matters.

use rustc_hash::FxHashMap;

/// A place in memory, or anything else that is read and written as a whole, by its key.
pub type Place = u64;

/// What is in a place. Values are equal if the program sees no difference between them.
pub type Value = u64;

/// The number of a step: its position in the trace.
pub type StepId = u32;

/// What one thread did in one go, so that no other came between: first it read and took locks, then it wrote and gave locks back.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Step {
    /// Who did it. The steps of a thread are ordered.
    pub thread: u32,
    /// Earlier steps of other threads that have to come before it whatever the order: the start of its thread, the end of one it joins.
    pub after: Vec<StepId>,
    /// What it read, with the value it saw, each place once. Something read and written in one go is in both lists.
    pub reads: Vec<(Place, Value)>,
    /// What it wrote, each place once.
    pub writes: Vec<(Place, Value)>,
    /// Locks it took, not counting those its thread held already.
    pub locks: Vec<Place>,
    /// Locks it gave back entirely. A lock taken and given back in one step is in both lists, and has to be free at that step.
    /// A thread that gives back a lock it has not taken held it before the first step. A model knows nothing of a lock that was held then and never given back.
    pub unlocks: Vec<Place>,
}

/// The causal model of a trace: its steps, and all that does not depend on what is asked, prepared once.
///
/// Steps are numbered a second time, as nodes: thread by thread, so that the next node is the thread's next step. Threads,
/// places and locks are numbered from 0 as well.
#[derive(Clone, Default, Debug)]
pub struct Model {
    steps: Vec<Step>,
    threads: FxHashMap<u32, usize>,
    places: FxHashMap<Place, usize>,
    locks: FxHashMap<Place, usize>,
    /// Where each thread's nodes begin, and where the last one's end.
    pub(crate) begin: Vec<usize>,
    /// The node of each step.
    pub(crate) node: Vec<usize>,
    /// The step of each node.
    pub(crate) step: Vec<StepId>,
    /// The thread of each node.
    pub(crate) thread: Vec<usize>,
    /// For each node and thread, how many steps of that thread come before the node in every order that includes it.
    pub(crate) must: Vec<u32>,
    /// What nodes read, in the order of nodes; `first_read` says where a node's reads begin.
    pub(crate) reads: Vec<Read>,
    pub(crate) first_read: Vec<usize>,
    /// What is known of each place.
    pub(crate) content: Vec<Content>,
    /// For each lock the threads that take it, with the stretches in which they hold it.
    pub(crate) sections: Vec<Vec<(usize, Vec<Section>)>>,
    /// What nodes write, likewise.
    pub(crate) writes: Vec<Write>,
    pub(crate) first_write: Vec<usize>,
    /// Places with a value each, numbered, and the values by these numbers.
    cells: FxHashMap<(usize, Value), usize>,
    values: Vec<Value>,
    /// For each of them the threads that write it, with the positions at which they do.
    pub(crate) cell_writers: Vec<Vec<(usize, Vec<u32>)>>,
    /// For each node the locks it takes and those it gives back.
    pub(crate) taken: Vec<Vec<usize>>,
    pub(crate) given: Vec<Vec<usize>>,
    /// For each lock whether somebody held it before the first step.
    pub(crate) held_before: Vec<bool>,
}

/// One thing a step read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Read {
    pub node: usize,
    pub place: usize,
    /// The place with the value.
    pub cell: usize,
    /// Who wrote it in the trace; none if it was there before.
    pub seen: Option<usize>,
}

/// One thing a step wrote.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub place: usize,
    /// The place with the value.
    pub cell: usize,
}

/// Who writes what to a place.
#[derive(Clone, Default, Debug)]
pub(crate) struct Content {
    /// The place with what was there before the first step, unless it is something that no step reads.
    pub initial: Option<usize>,
    /// The threads that write it, with the positions at which they do.
    pub writers: Vec<(usize, Vec<u32>)>,
}

/// A stretch of a thread's steps in which it holds a lock, as positions in the thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    /// Where it is taken; none if it was held before the first step.
    pub from: Option<u32>,
    /// Where it is given back; none if it never is.
    pub to: Option<u32>,
}

impl Model {
    /// Makes the model of a trace: the steps in the order in which they were done, and what was in places before the first; a
    /// place that is not listed has a value that no step reads.
    pub fn new(steps: Vec<Step>, initial: Vec<(Place, Value)>) -> Model {
        let mut model = Model { steps, ..Model::default() };
        model.number();
        model.close();
        for (place, value) in initial {
            let place = number(&mut model.places, place);
            model.content.resize_with(model.places.len(), Content::default);
            model.content[place].initial = Some(model.cell(place, value));
        }
        model.index_accesses();
        model.index_locks();
        model.must = crate::rules::needed(&model);
        model
    }

    /// The steps of the trace.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What was in a place before the first step, if it is a value that some step may read.
    pub fn initial(&self, place: Place) -> Option<Value> {
        self.content[*self.places.get(&place)?].initial.map(|cell| self.values[cell])
    }

    /// The values that a place can have, each once: the initial one, and those that steps write.
    pub fn values(&self, place: Place) -> Vec<Value> {
        let Some(place) = self.places.get(&place) else { return Vec::new() };
        let initial = self.content[*place].initial;
        let known = self.cells.iter().filter(|((other, _), _)| other == place);
        let possible = known.filter(|(_, cell)| initial == Some(**cell) || !self.cell_writers[**cell].is_empty());
        let mut values: Vec<Value> = possible.map(|((_, value), _)| *value).collect();
        values.sort_unstable();
        values
    }

    pub(crate) fn thread_count(&self) -> usize {
        self.begin.len() - 1
    }

    /// How many steps a thread has.
    pub(crate) fn length(&self, thread: usize) -> u32 {
        (self.begin[thread + 1] - self.begin[thread]) as u32
    }

    /// A node's position in its thread.
    pub(crate) fn position(&self, node: usize) -> u32 {
        (node - self.begin[self.thread[node]]) as u32
    }

    pub(crate) fn thread_number(&self, thread: u32) -> Option<usize> {
        self.threads.get(&thread).copied()
    }

    pub(crate) fn place_number(&self, place: Place) -> Option<usize> {
        self.places.get(&place).copied()
    }

    /// The number of a place with a value, if some step reads or writes it or it was there before.
    pub(crate) fn cell_number(&self, place: usize, value: Value) -> Option<usize> {
        self.cells.get(&(place, value)).copied()
    }

    /// How many such numbers there are.
    pub(crate) fn cell_count(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn lock_number(&self, lock: Place) -> Option<usize> {
        self.locks.get(&lock).copied()
    }

    /// What must come before a node, for each thread.
    pub(crate) fn must(&self, node: usize) -> &[u32] {
        let width = self.thread_count();
        &self.must[node * width..][..width]
    }

    pub(crate) fn reads_of(&self, node: usize) -> std::ops::Range<usize> {
        self.first_read[node]..self.first_read[node + 1]
    }

    pub(crate) fn writes_of(&self, node: usize) -> &[Write] {
        &self.writes[self.first_write[node]..self.first_write[node + 1]]
    }

    /// What is in a place that only one thread writes, by how many steps that thread has done: numbers of places with a value, `u32::MAX` for what no step reads.
    pub(crate) fn contents(&self, place: usize, thread: usize, writes: &[u32]) -> Vec<u32> {
        let mut content = self.content[place].initial.map_or(u32::MAX, |cell| cell as u32);
        let mut contents = vec![content];
        for at in 0..self.length(thread) {
            if writes.binary_search(&at).is_ok() {
                let mut written = self.writes_of(self.begin[thread] + at as usize).iter();
                content = written.find(|write| write.place == place).map_or(content, |write| write.cell as u32);
            }
            contents.push(content);
        }
        contents
    }

    /// The number of a place with a value, a new one if it has none.
    fn cell(&mut self, place: usize, value: Value) -> usize {
        let cell = number(&mut self.cells, (place, value));
        if cell == self.values.len() {
            self.values.push(value);
            self.cell_writers.push(Vec::new());
        }
        cell
    }

    fn number(&mut self) {
        let mut lengths = Vec::new();
        for step in &self.steps {
            let thread = number(&mut self.threads, step.thread);
            lengths.resize(self.threads.len(), 0);
            lengths[thread] += 1;
        }
        self.begin = vec![0];
        for length in lengths {
            self.begin.push(self.begin.last().unwrap() + length);
        }
        let mut next = self.begin.clone();
        self.step = vec![0; self.steps.len()];
        self.thread = vec![0; self.steps.len()];
        for (id, step) in self.steps.iter().enumerate() {
            let thread = self.threads[&step.thread];
            self.node.push(next[thread]);
            self.step[next[thread]] = id as StepId;
            self.thread[next[thread]] = thread;
            next[thread] += 1;
        }
    }

    /// Closes what steps have to come after, for which the order of the trace is good enough.
    fn close(&mut self) {
        let width = self.thread_count();
        self.must = vec![0; self.steps.len() * width];
        for (id, step) in self.steps.iter().enumerate() {
            let node = self.node[id];
            let mut row = vec![0; width];
            let position = self.position(node);
            let before = step.after.iter().map(|earlier| {
                assert!((*earlier as usize) < id, "step {id} comes after step {earlier} of the trace");
                self.node[*earlier as usize]
            });
            for before in before.chain((position > 0).then(|| node - 1)) {
                for (count, other) in row.iter_mut().zip(self.must(before)) {
                    *count = (*count).max(*other);
                }
                let count = &mut row[self.thread[before]];
                *count = (*count).max(self.position(before) + 1);
            }
            self.must[node * width..][..width].copy_from_slice(&row);
        }
    }

    fn index_accesses(&mut self) {
        let mut last = FxHashMap::default();
        let mut seen = vec![Vec::new(); self.steps.len()];
        for (id, step) in self.steps.iter().enumerate() {
            let node = self.node[id];
            seen[node] = step.reads.iter().map(|(place, _)| last.get(place).copied()).collect();
            last.extend(step.writes.iter().map(|(place, _)| (*place, node)));
        }
        for (node, seen) in seen.into_iter().enumerate() {
            let Step { reads, writes, .. } = self.steps[self.step[node] as usize].clone();
            let (thread, position) = (self.thread[node], self.position(node));
            self.first_read.push(self.reads.len());
            for ((place, value), seen) in reads.into_iter().zip(seen) {
                let place = number(&mut self.places, place);
                let cell = self.cell(place, value);
                self.reads.push(Read { node, place, cell, seen });
            }
            self.first_write.push(self.writes.len());
            for (place, value) in writes {
                let place = number(&mut self.places, place);
                let cell = self.cell(place, value);
                self.content.resize_with(self.places.len(), Content::default);
                of_thread(&mut self.content[place].writers, thread).push(position);
                of_thread(&mut self.cell_writers[cell], thread).push(position);
                self.writes.push(Write { place, cell });
            }
        }
        self.first_read.push(self.reads.len());
        self.first_write.push(self.writes.len());
        self.content.resize_with(self.places.len(), Content::default);
    }

    fn index_locks(&mut self) {
        for node in 0..self.steps.len() {
            let step = &self.steps[self.step[node] as usize];
            let (thread, position) = (self.thread[node], self.position(node));
            let taken: Vec<usize> = step.locks.iter().map(|lock| number(&mut self.locks, *lock)).collect();
            let given: Vec<usize> = step.unlocks.iter().map(|lock| number(&mut self.locks, *lock)).collect();
            self.sections.resize_with(self.locks.len(), Vec::new);
            self.held_before.resize(self.locks.len(), false);
            for lock in &taken {
                of_thread(&mut self.sections[*lock], thread).push(Section { from: Some(position), to: None });
            }
            for lock in &given {
                let sections = of_thread(&mut self.sections[*lock], thread);
                match sections.last_mut() {
                    Some(section) => section.to = Some(position),
                    None => {
                        sections.push(Section { from: None, to: Some(position) });
                        self.held_before[*lock] = true;
                    }
                }
            }
            self.taken.push(taken);
            self.given.push(given);
        }
    }
}

/// The number of a key, the next one if it has none.
fn number<K: std::hash::Hash + Eq>(numbers: &mut FxHashMap<K, usize>, key: K) -> usize {
    let next = numbers.len();
    *numbers.entry(key).or_insert(next)
}

/// The entry of the thread that is being gone through, which is the last if it has one.
fn of_thread<T>(entries: &mut Vec<(usize, Vec<T>)>, thread: usize) -> &mut Vec<T> {
    if entries.last().is_none_or(|(last, _)| *last != thread) {
        entries.push((thread, Vec::new()));
    }
    &mut entries.last_mut().unwrap().1
}
