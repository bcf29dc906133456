//! Saving and restoring the machine's state at the cost of what changed.
//!
//! The heap keeps a log of what writes replaced; of threads, the one about to run has its frames copied, and a mark copies the standing of those
//! that have changed since the one before. Classes loaded, code linked, literals and mirrors made stay: they are the same whatever the program does.

use crate::classes::Init;
use crate::clock::Clock;
use crate::files::Table;
use crate::fingerprint::Prints;
use crate::heap::Ref;
use crate::machine::Machine;
use crate::thread::{Frame, Prefix, Standing, Thread, ThreadId};
use raddle_program::class::ClassId;
use std::num::NonZeroU32;
use std::ops::Range;

/// A state to come back to. Marks nest: coming back to one forgets those made after it.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    log: (usize, usize),
    threads: usize,
    /// How many standings the journal had, and where it has which of them are the threads'.
    standings: usize,
    versions: usize,
    saves: usize,
    inits: usize,
    output: usize,
    files: usize,
    rest: Rest,
    prints: Prints,
    /// Where the journal has the list of places that refer to new objects.
    references: usize,
}

/// The machine's small state.
#[derive(Clone, Copy, Debug)]
struct Rest {
    current: ThreadId,
    clock: Clock,
    waits: u64,
    thread_ids: i64,
    shut_down: bool,
    exit_code: i32,
    clock_read: bool,
}

/// A thread's frames, as they were.
#[derive(Clone, Copy, Debug)]
struct Save {
    thread: u32,
    object: Ref,
    frames: usize,
    words: usize,
    open: usize,
    /// What stayed as it was when the thread ran, if that is known.
    stayed: Option<Stayed>,
}

/// How many of a thread's first frames stayed as they were, so that their hashes stay right, and where the journal has the hashes of the others.
#[derive(Clone, Copy, Debug)]
struct Stayed {
    stay: usize,
    others: usize,
}

/// What is kept to come back to marks.
#[derive(Default)]
pub(crate) struct Journal {
    standings: Vec<Standing>,
    /// For each mark and thread, which of the standings it had.
    versions: Vec<NonZeroU32>,
    saves: Vec<Save>,
    frames: Vec<Frame>,
    words: Vec<u64>,
    open: Vec<Ref>,
    prefixes: Vec<Prefix>,
    /// Classes whose initialisation went on, and how far it was.
    inits: Vec<(ClassId, Init)>,
    /// Copies of the lists of old words that refer to new objects.
    references: Vec<(u64, u32)>,
    /// Where among these the list is as it stands, if it is.
    listed: Option<Range<usize>>,
}

impl Journal {
    /// The list of old words that refer to new objects is not what was copied last.
    #[inline]
    pub fn references_changed(&mut self) {
        self.listed = None;
    }
}

/// A whole state, relative to where the log began.
pub struct Snapshot {
    /// Words that changed, with their objects.
    words: Vec<(u32, Ref, u64)>,
    /// Objects made since.
    objects: Vec<u64>,
    threads: Vec<ThreadCopy>,
    inits: Vec<(ClassId, Init)>,
    output: Vec<u8>,
    /// The open files, if they are not those of the beginning.
    files: Option<Table>,
    rest: Rest,
    /// The fingerprint's parts, so that they need not be summed up again.
    prints: Prints,
    references: Vec<(u64, u32)>,
}

/// A thread, as it was.
struct ThreadCopy {
    object: Ref,
    standing: Standing,
    frames: Vec<Frame>,
    words: Vec<u64>,
    open: Vec<Ref>,
}

impl Mark {
    /// How long the heap's log was.
    pub(crate) fn log_length(&self) -> usize {
        self.log.0
    }

    /// First word that was not given out.
    pub(crate) fn heap_end(&self) -> usize {
        self.log.1
    }
}

impl Snapshot {
    /// Bytes it takes, about.
    pub fn bytes(&self) -> usize {
        let thread = |thread: &ThreadCopy| thread.frames.len() * 12 + thread.words.len() * 8 + thread.open.len() * 4;
        let threads: usize = self.threads.iter().map(|copy| size_of::<ThreadCopy>() + thread(copy)).sum();
        self.references.len() * 16
            + self.words.len() * 16
            + self.objects.len() * 8
            + threads
            + self.inits.len() * 12
            + self.output.len()
    }
}

impl Machine {
    /// Remembers this state.
    pub fn mark(&mut self) -> Mark {
        let versions = self.journal.versions.len();
        let Journal { standings, versions: numbers, references: lists, listed, .. } = &mut self.journal;
        numbers.extend(self.threads.iter_mut().map(|thread| {
            thread.saved.unwrap_or_else(|| {
                standings.push(thread.standing());
                // Counted from 1.
                let saved = NonZeroU32::new(standings.len() as u32).unwrap_or(NonZeroU32::MAX);
                thread.set_saved(saved);
                saved
            })
        }));
        let references = listed
            .get_or_insert_with(|| {
                let begin = lists.len();
                lists.extend_from_slice(&self.new_references);
                begin..lists.len()
            })
            .start;
        Mark {
            log: self.heap.mark_log(),
            threads: self.threads.len(),
            standings: self.journal.standings.len(),
            versions,
            saves: self.journal.saves.len(),
            inits: self.journal.inits.len(),
            output: self.files.output().len(),
            files: self.files.mark(),
            rest: self.rest(),
            prints: self.prints,
            references,
        }
    }

    /// Comes back to a mark, which stays valid.
    pub fn rewind(&mut self, mark: &Mark) {
        while !self.watch.outside.is_empty() {
            self.end_outside();
        }
        self.names.take_back(&self.heap.log()[mark.log.0..], mark.log.1);
        self.heap.rewind(mark.log);
        while self.journal.saves.len() > mark.saves {
            let Some(save) = self.journal.saves.pop() else { break };
            let Stayed { stay, others } =
                save.stayed.unwrap_or(Stayed { stay: 0, others: self.journal.prefixes.len() });
            if (save.thread as usize) < mark.threads {
                let thread = &mut self.threads[save.thread as usize];
                let (frames, words) = (&self.journal.frames[save.frames..], &self.journal.words[save.words..]);
                if thread.stack.len() < words.len() {
                    thread.stack.resize(words.len().max(1024), 0);
                }
                let begin = frames.get(stay).map_or(words.len(), |frame| frame.base as usize);
                thread.stack[begin..words.len()].copy_from_slice(&words[begin..]);
                thread.frames.truncate(stay);
                thread.frames.extend_from_slice(&frames[stay..]);
                thread.object = save.object;
                thread.open.clear();
                thread.open.extend_from_slice(&self.journal.open[save.open..]);
                thread.prefixes.truncate(stay);
                if thread.prefixes.len() == stay {
                    thread.prefixes.extend_from_slice(&self.journal.prefixes[others..]);
                }
            }
            self.journal.prefixes.truncate(others);
            self.journal.words.truncate(save.words);
            self.journal.frames.truncate(save.frames);
            self.journal.open.truncate(save.open);
        }
        self.threads.truncate(mark.threads);
        for (thread, &saved) in self.threads.iter_mut().zip(&self.journal.versions[mark.versions..]) {
            if thread.saved != Some(saved) {
                thread.restore(&self.journal.standings[saved.get() as usize - 1]);
                thread.set_saved(saved);
            }
        }
        self.journal.standings.truncate(mark.standings);
        self.journal.versions.truncate(mark.versions + mark.threads);
        while self.journal.inits.len() > mark.inits {
            if let Some((class, init)) = self.journal.inits.pop() {
                self.init[class.index()] = init;
            }
        }
        self.files.truncate_output(mark.output);
        self.files.rewind(mark.files);
        self.set_rest(mark.rest);
        self.prints = mark.prints;
        let list = mark.references..mark.references + mark.prints.references as usize;
        self.journal.references.truncate(list.end);
        if self.journal.listed.as_ref() != Some(&list) {
            self.new_references.clear();
            self.new_references.extend_from_slice(&self.journal.references[list.clone()]);
            self.journal.listed = Some(list);
        }
    }

    /// Bytes taken by what is kept to come back to marks, about.
    pub fn journal_bytes(&self) -> usize {
        let journal = &self.journal;
        let standings = journal.standings.len() * size_of::<Standing>() + journal.saves.len() * size_of::<Save>();
        standings
            + journal.frames.len() * size_of::<Frame>()
            + journal.words.len() * 8
            + journal.versions.len() * 4
            + std::mem::size_of_val(self.heap.log())
    }

    /// Copies the frames of a thread that is about to run. Returns the number of the save.
    #[inline]
    pub(crate) fn save_thread(&mut self, id: ThreadId) -> usize {
        let thread = &self.threads[id.index()];
        let used =
            thread.frames.last().map_or(0, |frame| (frame.base + self.hot[frame.method.index()].registers) as usize);
        let journal = &mut self.journal;
        let (frames, words) = (journal.frames.len(), journal.words.len());
        let open = journal.open.len();
        journal.saves.push(Save { thread: id.0, object: thread.object, frames, words, open, stayed: None });
        journal.frames.extend_from_slice(&thread.frames);
        journal.words.extend_from_slice(&thread.stack[..used.min(thread.stack.len())]);
        journal.open.extend_from_slice(&thread.open);
        journal.saves.len() - 1
    }

    /// The thread whose frames were copied by the save of this number has run: hashes of those frames that are as they were stay right.
    #[inline]
    pub(crate) fn keep_prefixes(&mut self, save: usize) {
        let Some(save) = self.journal.saves.get_mut(save) else { return };
        let thread = &mut self.threads[save.thread as usize];
        let stay = thread.fewest.saturating_sub(1).min(thread.prefixes.len());
        save.stayed = Some(Stayed { stay, others: self.journal.prefixes.len() });
        self.journal.prefixes.extend_from_slice(&thread.prefixes[stay..]);
        thread.prefixes.truncate(stay);
    }

    /// Sets how far a class's initialisation is.
    pub(crate) fn set_init(&mut self, class: ClassId, init: Init) {
        if self.watch.on && self.watch.outside.is_empty() {
            let old = self.init[class.index()];
            self.journal.inits.push((class, old));
            self.print_init(class, old, init);
        }
        self.init[class.index()] = init;
    }

    /// Classes whose initialisation went on since a mark, and how far it is.
    pub(crate) fn changed_inits(&self, since: &Mark) -> Vec<(ClassId, Init)> {
        let mut classes: Vec<ClassId> = self.journal.inits[since.inits..].iter().map(|entry| entry.0).collect();
        classes.sort_unstable();
        classes.dedup();
        classes.into_iter().map(|class| (class, self.init[class.index()])).collect()
    }

    /// A copy of this state, to come back to from anywhere. `base` is where copies are relative to: the state just after watching began.
    pub fn snapshot(&mut self, base: &Mark) -> Snapshot {
        let mut places: Vec<(u32, Ref)> = self.heap.log()[base.log.0..]
            .iter()
            .filter(|replaced| (replaced.at as usize) < base.log.1)
            .map(|replaced| (replaced.at, replaced.object))
            .collect();
        places.sort_unstable();
        places.dedup_by_key(|place| place.0);
        self.absorb_log();
        Snapshot {
            words: places.into_iter().map(|(at, object)| (at, object, self.heap.word(at))).collect(),
            objects: self.heap.words_since(base.log.1).to_vec(),
            threads: self.threads.iter().map(|thread| self.copy_of(thread)).collect(),
            inits: self.changed_inits(base),
            output: self.files.output()[base.output..].to_vec(),
            files: self.files.table_since(base.files),
            rest: self.rest(),
            prints: self.prints,
            references: self.new_references.clone(),
        }
    }

    fn copy_of(&self, thread: &Thread) -> ThreadCopy {
        let used =
            thread.frames.last().map_or(0, |frame| frame.base + self.hot[frame.method.index()].registers) as usize;
        ThreadCopy {
            object: thread.object,
            standing: thread.standing(),
            frames: thread.frames.clone(),
            words: thread.stack[..used.min(thread.stack.len())].to_vec(),
            open: thread.open.clone(),
        }
    }

    /// Comes back to a copied state; marks made since `base` are forgotten.
    pub fn load_snapshot(&mut self, base: &Mark, snapshot: &Snapshot) {
        self.rewind(base);
        for index in 0..self.threads.len() {
            self.save_thread(ThreadId(index as u32));
        }
        for &(at, object, value) in &snapshot.words {
            self.heap.put_back(object, at, value);
        }
        self.heap.append(&snapshot.objects);
        for (index, copy) in snapshot.threads.iter().enumerate() {
            if index == self.threads.len() {
                self.threads.push(Box::new(Thread::new(ThreadId(index as u32), copy.object)));
            }
            let thread = &mut self.threads[index];
            thread.object = copy.object;
            thread.restore(&copy.standing);
            // The journal has no copy of it.
            thread.set_print(copy.standing.print);
            thread.prefixes.clear();
            thread.open.clone_from(&copy.open);
            thread.frames.clone_from(&copy.frames);
            if thread.stack.len() < copy.words.len() {
                thread.stack.resize(copy.words.len().max(1024), 0);
            }
            thread.stack[..copy.words.len()].copy_from_slice(&copy.words);
        }
        for &(class, init) in &snapshot.inits {
            self.set_init(class, init);
        }
        self.files.append_output(&snapshot.output);
        if let Some(files) = &snapshot.files {
            self.files.set_table(files.clone());
        }
        self.set_rest(snapshot.rest);
        self.prints = snapshot.prints.after(self.heap.log().len());
        self.new_references.clone_from(&snapshot.references);
        self.journal.references_changed();
    }

    fn rest(&self) -> Rest {
        Rest {
            current: self.current,
            clock: self.clock,
            waits: self.waits,
            thread_ids: self.thread_ids,
            shut_down: self.shut_down,
            exit_code: self.exit_code,
            clock_read: self.watch.clock_read,
        }
    }

    fn set_rest(&mut self, rest: Rest) {
        self.current = rest.current;
        self.clock = rest.clock;
        self.waits = rest.waits;
        self.thread_ids = rest.thread_ids;
        self.shut_down = rest.shut_down;
        self.exit_code = rest.exit_code;
        self.watch.clock_read = rest.clock_read;
    }
}
