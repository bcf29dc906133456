//! Saving and restoring the machine's state at the cost of what changed.
//!
//! The heap keeps a log of what writes replaced; of threads, the one about to run has its frames copied, and a mark copies the standing of those
//! that have changed since the one before. A copied state shares with the one it was copied after whatever has not changed. Classes loaded, code linked, literals and mirrors made stay: they are the same whatever the program does.

use crate::classes::Init;
use crate::clock::Clock;
use crate::files::Table;
use crate::fingerprint::Prints;
use crate::heap::{Ref, Replaced};
use crate::machine::Machine;
use crate::native_memory::Blocks;
use crate::natives::java_util_zip_inflater::Streams;
use crate::thread::{Frame, Prefix, Standing, Thread, ThreadId};
use raddle_program::class::ClassId;
use std::num::{NonZeroU32, NonZeroU64};
use std::ops::Range;
use std::rc::Rc;

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
    memory: usize,
    streams: usize,
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
    unsettled: bool,
    exit_code: i32,
    clock_read: bool,
}

/// A thread's frames, as they were.
#[derive(Clone, Copy, Debug)]
struct Save {
    /// The thread; all of them where a copied state was come back to.
    thread: u32,
    object: Ref,
    frames: usize,
    words: usize,
    open: usize,
    /// What stayed as it was when the thread ran, if that is known.
    stayed: Option<Stayed>,
    /// Whether all of them are in a copy instead, which the journal has.
    is_behind: bool,
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
    /// For each mark and thread, which of the standings it had, counted from 1, or that of the copied state come back to last.
    versions: Vec<NonZeroU32>,
    saves: Vec<Save>,
    /// The copies that threads were behind when they were about to run, for the saves that say so.
    behind: Vec<Rc<ThreadCopy>>,
    /// Whether no mark was made since a copied state was come back to: then there is nothing to come back to from which threads would have to be saved.
    is_unmarked: bool,
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
    /// The threads of the state that copies are relative to, once one was come back to.
    origin: Option<Rc<[Rc<ThreadCopy>]>>,
    /// The threads of the copied state come back to last, and of the state copied since.
    loaded: Option<Rc<[Rc<ThreadCopy>]>>,
    latest: Option<Rc<[Rc<ThreadCopy>]>>,
    /// No threads.
    nobody: Rc<[Rc<ThreadCopy>]>,
    /// Copies of threads made so far, and some of them, to be found again: a thread is often where it was before.
    copies: u64,
    copied: Vec<Option<Rc<ThreadCopy>>>,
    /// Bytes of those made so far.
    copied_bytes: usize,
    /// The words that have changed, as far as the log was looked through for a copied state.
    changed: Changed,
}

/// Words older than a state that the log has since, each once, with where in the log it is first: that entry says what the word was. What the
/// log has for good is not looked through again when the next state is copied.
struct Changed {
    words: Vec<Word>,
    /// The places of the first of them, and `NOWHERE` after the last: all are compared at once.
    few: [u32; FEW],
    /// Where there are more than a few: their places, each at the first free one from where it belongs. Those with another stamp count for nothing.
    table: Vec<(u32, u32)>,
    stamp: u32,
    is_tabled: bool,
    /// How much of the log was looked through.
    until: usize,
    /// How far the log has words of a copied state, each once.
    loaded: usize,
}

/// A word that has changed: its place and, above that, its object; what it was; and where in the log it is first.
#[derive(Clone, Copy)]
struct Word {
    place: u64,
    old: u64,
    index: u32,
}

impl Word {
    fn new(replaced: &Replaced, index: usize) -> Word {
        let &Replaced { at, object, old } = replaced;
        Word { place: u64::from(object.0) << 32 | u64::from(at), old, index: index as u32 }
    }

    fn at(self) -> u32 {
        self.place as u32
    }
}

/// Room for words of a state comes by so many, so that the next state finds room in that of another.
const ROOM: usize = 16;

/// So many words are found faster without a table.
const FEW: usize = 32;

/// No word's place.
const NOWHERE: u32 = u32::MAX;

impl Default for Changed {
    fn default() -> Changed {
        let (words, table) = (Vec::new(), Vec::new());
        Changed { words, few: [NOWHERE; FEW], table, stamp: 0, is_tabled: false, until: 0, loaded: 0 }
    }
}

impl Changed {
    /// The log was taken back to this length.
    #[inline]
    fn take_back(&mut self, log: usize) {
        self.until = self.until.min(log);
        self.loaded = self.loaded.min(log);
    }

    /// Looks through what the log has had since the last time; it began at `begin`, when the heap ended at `end`.
    fn look(&mut self, log: &[Replaced], begin: usize, end: usize) {
        if self.until <= begin {
            self.begin(log, begin);
        }
        while let Some(&word) = self.words.last()
            && word.index as usize >= self.until
        {
            if self.is_tabled {
                // What came last is taken out first, so nothing was put further because of it.
                let place = self.find(word.at());
                self.table[place].1 = 0;
            }
            self.words.pop();
            if let Some(last) = self.few.get_mut(self.words.len()) {
                *last = NOWHERE;
            }
        }
        for (replaced, index) in log[self.until..].iter().zip(self.until..) {
            if (replaced.at as usize) < end {
                self.add(Word::new(replaced, index));
            }
        }
        self.until = log.len();
    }

    /// Has the words of the copied state come back to last, if the log has one.
    fn begin(&mut self, log: &[Replaced], begin: usize) {
        self.words.clear();
        self.is_tabled = false;
        let loaded = begin..self.loaded.max(begin);
        self.words.extend(log[loaded.clone()].iter().zip(begin..).map(|(replaced, index)| Word::new(replaced, index)));
        self.until = loaded.end;
        self.few = [NOWHERE; FEW];
        self.few.iter_mut().zip(&self.words).for_each(|(few, word)| *few = word.at());
    }

    #[inline]
    fn add(&mut self, word: Word) {
        if self.words.len() < FEW {
            self.is_tabled = false;
            // Without a way out in the middle, so that several are compared by one instruction.
            let is_known = self.few.iter().fold(false, |is_known, at| is_known | (*at == word.at()));
            if !is_known {
                self.few[self.words.len()] = word.at();
                self.words.push(word);
            }
            return;
        }
        if !self.is_tabled || self.words.len() * 2 >= self.table.len() {
            self.tabulate();
        }
        let place = self.find(word.at());
        if self.table[place].1 != self.stamp {
            self.table[place] = (word.at(), self.stamp);
            self.words.push(word);
        }
    }

    /// Where a word is, or the free place for it.
    #[inline]
    fn find(&self, at: u32) -> usize {
        let mask = self.table.len() - 1;
        let mut place = (at.wrapping_mul(0x9e37_79b9) >> 8) as usize & mask;
        while self.table[place].1 == self.stamp && self.table[place].0 != at {
            place = (place + 1) & mask;
        }
        place
    }

    /// Puts all words in the table, with room for as many more.
    fn tabulate(&mut self) {
        let places = (self.words.len() * 4).next_power_of_two();
        if places > self.table.len() || self.stamp == u32::MAX {
            self.table = vec![(0, 0); places.max(self.table.len())];
            self.stamp = 0;
        }
        self.stamp += 1;
        self.is_tabled = true;
        for index in 0..self.words.len() {
            let at = self.words[index].at();
            let place = self.find(at);
            self.table[place] = (at, self.stamp);
        }
    }
}

/// Which standing a thread has that is as it was in the copied state come back to last.
const LOADED: NonZeroU32 = NonZeroU32::MAX;

/// How many copies of threads are kept to be found again.
const COPIES: usize = 1024;

impl Journal {
    /// The list of old words that refer to new objects is not what was copied last.
    #[inline]
    pub fn references_changed(&mut self) {
        self.listed = None;
    }

    /// A save of a thread's frames, which are to be put behind all others.
    #[inline]
    fn save(&self, thread: &Thread) -> Save {
        let (frames, words, open) = (self.frames.len(), self.words.len(), self.open.len());
        Save { thread: thread.id.0, object: thread.object, frames, words, open, stayed: None, is_behind: false }
    }

    /// Has one save in place of all after so many: of all threads, as they were where copies are relative to.
    fn forget_saves(&mut self, saves: usize) {
        if let Some(others) = self.saves[saves..].iter().find_map(|save| save.stayed).map(|stayed| stayed.others) {
            self.prefixes.truncate(others);
        }
        // Whoever is behind a copy has stood there since the state that is left was come back to, so none is older.
        self.behind.clear();
        if let Some(&Save { frames, words, open, .. }) = self.saves.get(saves) {
            self.frames.truncate(frames);
            self.words.truncate(words);
            self.open.truncate(open);
            self.saves.truncate(saves);
        }
        let (frames, words, open) = (self.frames.len(), self.words.len(), self.open.len());
        self.saves.push(Save {
            thread: ALL_THREADS,
            object: Ref::NULL,
            frames,
            words,
            open,
            stayed: None,
            is_behind: false,
        });
    }
}

/// What stands for all threads in a save.
const ALL_THREADS: u32 = u32::MAX;

/// A whole state, relative to where the log began.
pub struct Snapshot {
    /// Words that changed: the place and the object of each, and what it is; then the old words that refer to new objects; then so many words of objects
    /// made since, by twos.
    words: Vec<[u64; 2]>,
    changed: u32,
    references: u32,
    objects: u32,
    threads: Rc<[Rc<ThreadCopy>]>,
    inits: Vec<(ClassId, Init)>,
    output: Vec<u8>,
    outside: Option<Box<Outside>>,
    rest: Rest,
    /// The fingerprint's parts, so that they need not be summed up again.
    prints: Prints,
    /// Bytes of the copies of threads that were made for it.
    threads_bytes: usize,
}

/// What of a state is neither in the heap nor the threads' own, as far as it is not as it was in the beginning.
struct Outside {
    files: Option<Table>,
    memory: Option<Blocks>,
    streams: Option<Streams>,
}

/// A thread, as it was.
pub(crate) struct ThreadCopy {
    object: Ref,
    /// It says which copy this is.
    standing: Standing,
    frames: Vec<Frame>,
    words: Vec<u64>,
    open: Vec<Ref>,
    prefixes: Vec<Prefix>,
}

/// Adds items, which often are none: then nothing is called.
#[inline]
fn extend<T: Copy>(list: &mut Vec<T>, items: &[T]) {
    if !items.is_empty() {
        list.extend_from_slice(items);
    }
}

/// Adds items, of which there are mostly one or two: to call something that copies them costs more.
#[inline]
fn extend_by_few<T: Copy>(list: &mut Vec<T>, items: &[T]) {
    for item in items {
        list.push(*item);
    }
}

impl ThreadCopy {
    fn bytes(&self) -> usize {
        size_of::<ThreadCopy>()
            + size_of_val(&self.frames[..])
            + size_of_val(&self.words[..])
            + size_of_val(&self.open[..])
            + size_of_val(&self.prefixes[..])
    }

    /// Whether a thread is known to be like this.
    #[inline]
    fn is_of(&self, thread: &Thread) -> bool {
        thread.copied.is_some() && thread.copied == self.standing.copied
    }

    #[inline]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    #[inline]
    pub fn registers(&self) -> &[u64] {
        &self.words
    }

    /// Whether a thread is like this.
    fn is_like(&self, thread: &Thread, words: &[u64]) -> bool {
        self.frames == thread.frames
            && self.words == words
            && self.open == thread.open
            && self.object == thread.object
            && self.standing.is_like(thread)
    }

    /// A thread becomes like this, its frames only when somebody asks for them.
    #[inline]
    fn stand_for(self: &Rc<ThreadCopy>, thread: &mut Thread) {
        self.clone().hold(thread);
        thread.restore(&self.standing);
    }

    /// All of a thread but its standing becomes like this, its frames only when somebody asks for them.
    #[inline]
    fn hold(self: Rc<ThreadCopy>, thread: &mut Thread) {
        thread.object = self.object;
        thread.open.clear();
        extend(&mut thread.open, &self.open);
        thread.behind = Some(self);
    }

    /// Gives a thread its frames.
    fn put_frames(&self, thread: &mut Thread) {
        thread.frames.clear();
        thread.frames.extend_from_slice(&self.frames);
        thread.prefixes.clear();
        extend(&mut thread.prefixes, &self.prefixes);
        if thread.stack.len() < self.words.len() {
            thread.stack.resize(self.words.len().max(1024), 0);
        }
        thread.stack[..self.words.len()].copy_from_slice(&self.words);
    }
}

impl Thread {
    /// Takes its frames over from the copy they are in, if they are in one.
    #[inline]
    pub(crate) fn come_forth(&mut self) {
        if self.behind.is_some() {
            self.leave_copy();
        }
    }

    #[inline(never)]
    fn leave_copy(&mut self) {
        if let Some(copy) = self.behind.take() {
            copy.put_frames(self);
        }
    }
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
    /// Bytes it takes, about, besides what it shares with those made before.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
            + size_of_val(&self.threads[..])
            + self.threads_bytes
            + self.inits.len() * 12
            + self.output.len()
    }
}

impl Machine {
    /// Remembers this state.
    #[inline]
    pub fn mark(&mut self) -> Mark {
        self.journal.is_unmarked = false;
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
            files: self.files.table.mark(),
            memory: self.native_memory.blocks.mark(),
            streams: self.streams.mark(),
            rest: self.rest(),
            prints: self.prints,
            references,
        }
    }

    /// Comes back to a mark, which stays valid.
    pub fn rewind(&mut self, mark: &Mark) {
        self.rewind_heap(mark);
        while self.journal.saves.len() > mark.saves {
            let Some(save) = self.journal.saves.pop() else { break };
            let Stayed { stay, others } =
                save.stayed.unwrap_or(Stayed { stay: 0, others: self.journal.prefixes.len() });
            if save.thread == ALL_THREADS {
                // All threads become what they were, whatever was saved of them since.
                self.journal.behind.clear();
                self.journal.is_unmarked = false;
                for (thread, copy) in self.threads.iter_mut().zip(self.journal.origin.iter().flat_map(|all| all.iter()))
                {
                    copy.stand_for(thread);
                    // Saves before this one tell only what was otherwise.
                    thread.come_forth();
                }
            } else if (save.thread as usize) < mark.threads {
                let thread = &mut self.threads[save.thread as usize];
                if save.is_behind {
                    self.journal.behind.pop().into_iter().for_each(|copy| copy.hold(thread));
                    continue;
                }
                let (frames, words) = (&self.journal.frames[save.frames..], &self.journal.words[save.words..]);
                if thread.stack.len() < words.len() {
                    thread.stack.resize(words.len().max(1024), 0);
                }
                let begin = frames.get(stay).map_or(words.len(), |frame| frame.base as usize);
                thread.stack[begin..words.len()].copy_from_slice(&words[begin..]);
                thread.frames.truncate(stay);
                extend_by_few(&mut thread.frames, &frames[stay..]);
                thread.object = save.object;
                thread.open.clear();
                extend(&mut thread.open, &self.journal.open[save.open..]);
                thread.prefixes.truncate(stay);
                if thread.prefixes.len() == stay {
                    extend_by_few(&mut thread.prefixes, &self.journal.prefixes[others..]);
                }
            }
            self.journal.prefixes.truncate(others);
            self.journal.words.truncate(save.words);
            self.journal.frames.truncate(save.frames);
            self.journal.open.truncate(save.open);
        }
        self.threads.truncate(mark.threads);
        let versions = &self.journal.versions[mark.versions..];
        for (index, (thread, &saved)) in self.threads.iter_mut().zip(versions).enumerate() {
            if thread.saved != Some(saved) {
                thread.restore(match &self.journal.loaded {
                    Some(loaded) if saved == LOADED => &loaded[index].standing,
                    _ => &self.journal.standings[saved.get() as usize - 1],
                });
                thread.set_saved(saved);
            }
        }
        self.rewind_rest(mark);
    }

    #[inline(always)]
    fn rewind_heap(&mut self, mark: &Mark) {
        while !self.watch.outside.is_empty() {
            self.end_outside();
        }
        self.names.take_back(&self.heap.log()[mark.log.0..], mark.log.1);
        self.heap.rewind(mark.log);
        self.journal.changed.take_back(mark.log.0);
    }

    /// Takes back what is neither in the heap nor the threads' own.
    fn rewind_rest(&mut self, mark: &Mark) {
        self.journal.standings.truncate(mark.standings);
        self.journal.versions.truncate(mark.versions + mark.threads);
        self.rewind_inits(mark);
        self.rewind_outside(mark);
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

    #[inline]
    fn rewind_inits(&mut self, mark: &Mark) {
        while self.journal.inits.len() > mark.inits {
            if let Some((class, init)) = self.journal.inits.pop() {
                self.init[class.index()] = init;
            }
        }
    }

    #[inline(always)]
    fn rewind_outside(&mut self, mark: &Mark) {
        self.files.truncate_output(mark.output);
        self.files.table.rewind(mark.files);
        self.native_memory.blocks.rewind(mark.memory);
        self.streams.rewind(mark.streams);
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

    /// Saves the frames of a thread that is about to run, where a mark may be come back to. Returns the number of the save, if they had to be copied.
    #[inline]
    pub(crate) fn save_thread(&mut self, id: ThreadId) -> Option<usize> {
        if self.threads[id.index()].behind.is_some() {
            return self.save_behind(id);
        }
        (!self.journal.is_unmarked).then(|| self.save_frames(id))
    }

    /// Saves the frames of a thread that are in a copy, and lets it take them over from there.
    #[inline(never)]
    fn save_behind(&mut self, id: ThreadId) -> Option<usize> {
        let (thread, journal) = (&mut self.threads[id.index()], &mut self.journal);
        let copy = thread.behind.take()?;
        copy.put_frames(thread);
        if journal.is_unmarked {
            return None;
        }
        journal.saves.push(Save { is_behind: true, ..journal.save(thread) });
        journal.behind.push(copy);
        // The copy has the hashes of its frames, too.
        None
    }

    /// Copies the frames of a thread.
    #[inline]
    fn save_frames(&mut self, id: ThreadId) -> usize {
        let thread = &mut self.threads[id.index()];
        let used =
            thread.frames.last().map_or(0, |frame| (frame.base + self.hot[frame.method.index()].registers) as usize);
        let journal = &mut self.journal;
        journal.saves.push(journal.save(thread));
        journal.frames.extend_from_slice(&thread.frames);
        journal.words.extend_from_slice(&thread.stack[..used.min(thread.stack.len())]);
        extend(&mut journal.open, &thread.open);
        journal.saves.len() - 1
    }

    /// A thread whose frames were copied by the save of this number, if they had to be, has run: hashes of those frames that are as they were stay right.
    #[inline]
    pub(crate) fn keep_prefixes(&mut self, id: ThreadId, save: Option<usize>) {
        let thread = &mut self.threads[id.index()];
        let stay = thread.fewest.saturating_sub(1).min(thread.prefixes.len());
        if let Some(save) = save.and_then(|save| self.journal.saves.get_mut(save)) {
            save.stayed = Some(Stayed { stay, others: self.journal.prefixes.len() });
            extend_by_few(&mut self.journal.prefixes, &thread.prefixes[stay..]);
        }
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
        if self.journal.inits.len() == since.inits {
            return Vec::new();
        }
        let mut classes: Vec<ClassId> = self.journal.inits[since.inits..].iter().map(|entry| entry.0).collect();
        classes.sort_unstable();
        classes.dedup();
        classes.into_iter().map(|class| (class, self.init[class.index()])).collect()
    }

    /// A copy of this state, to come back to from anywhere. `base` is where copies are relative to: the state just after watching began.
    pub fn snapshot(&mut self, base: &Mark) -> Snapshot {
        let mut snapshot = Snapshot {
            words: Vec::new(),
            changed: 0,
            references: 0,
            objects: 0,
            threads: self.journal.nobody.clone(),
            inits: Vec::new(),
            output: Vec::new(),
            outside: None,
            rest: self.rest(),
            prints: self.prints,
            threads_bytes: 0,
        };
        self.snapshot_over(base, &mut snapshot);
        snapshot
    }

    /// The same, in the place of a copy that is no longer needed.
    pub fn snapshot_over(&mut self, base: &Mark, old: &mut Snapshot) {
        self.absorb_log();
        let made = self.journal.copied_bytes;
        self.copy_threads(&mut old.threads);
        old.threads_bytes = self.journal.copied_bytes - made;
        self.copy_words(base, old);
        old.inits = self.changed_inits(base);
        old.output.clear();
        extend(&mut old.output, &self.files.output()[base.output..]);
        old.outside = self.outside_since(base);
        old.rest = self.rest();
        old.prints = self.prints;
    }

    /// Copies all threads over others, unless somebody refers to the list of those. Of a thread that is as it was in the state copied or come back
    /// to last there is a copy.
    fn copy_threads(&mut self, list: &mut Rc<[Rc<ThreadCopy>]>) {
        let latest = self.journal.latest.take().or_else(|| self.journal.loaded.clone());
        let latest = latest.as_deref().unwrap_or_default();
        let count = self.threads.len();
        let copy = |machine: &mut Machine, index: usize| {
            let known = latest.get(index).filter(|copy| copy.is_of(&machine.threads[index]));
            known.cloned().unwrap_or_else(|| machine.copy_of(index))
        };
        match Rc::get_mut(list) {
            Some(list) if list.len() == count => {
                for (index, old) in list.iter_mut().enumerate() {
                    if !old.is_of(&self.threads[index]) {
                        *old = copy(self, index);
                    }
                }
            }
            _ => *list = (0..count).map(|index| copy(self, index)).collect(),
        }
        self.journal.latest = Some(list.clone());
    }

    #[inline]
    fn outside_since(&self, base: &Mark) -> Option<Box<Outside>> {
        let (files, blocks, streams) = (&self.files.table, &self.native_memory.blocks, &self.streams);
        let has_changed = files.has_changed_since(base.files)
            || blocks.has_changed_since(base.memory)
            || streams.has_changed_since(base.streams);
        has_changed.then(|| {
            let (files, memory) = (files.since(base.files), blocks.since(base.memory));
            Box::new(Outside { files, memory, streams: streams.since(base.streams) })
        })
    }

    /// Copies the words that are not what they were in `base`, and the objects made since.
    fn copy_words(&mut self, base: &Mark, into: &mut Snapshot) {
        let (log, heap) = (self.heap.log(), self.heap.words());
        let Journal { changed, .. } = &mut self.journal;
        changed.look(log, base.log.0, base.log.1);
        let objects = self.heap.words_since(base.log.1);
        let (pairs, last) = objects.as_chunks();
        let words = &mut into.words;
        words.clear();
        let most = changed.words.len() + self.new_references.len() + pairs.len() + last.len();
        if words.capacity() < most {
            // What is there is not carried over to larger room.
            *words = Vec::new();
            words.reserve_exact(most.next_multiple_of(ROOM));
        }
        words.resize(changed.words.len(), [0; 2]);
        let (mut count, room) = (0, &mut words[..]);
        for word in &changed.words {
            let value = heap[word.at() as usize];
            room[count] = [word.place, value];
            count += usize::from(value != word.old);
        }
        words.truncate(count);
        into.changed = count as u32;
        words.extend(self.new_references.iter().map(|&(key, at)| [key, u64::from(at)]));
        extend(words, pairs);
        words.extend(last.first().map(|word| [*word, 0]));
        into.references = self.new_references.len() as u32;
        into.objects = objects.len() as u32;
    }

    /// A copy of a thread: one made before, if one is known that is like it.
    fn copy_of(&mut self, index: usize) -> Rc<ThreadCopy> {
        let (thread, journal) = (&mut self.threads[index], &mut self.journal);
        thread.come_forth();
        let used =
            thread.frames.last().map_or(0, |frame| frame.base + self.hot[frame.method.index()].registers) as usize;
        let words = &thread.stack[..used.min(thread.stack.len())];
        // What is not summed up yet will be, and is then no longer what was copied; the class library's own threads never are.
        let stays = thread.print.frames.is_some() || self.watch.system_threads.contains(&index);
        let place = stays.then(|| (thread.print.part as usize ^ index << 5) % COPIES);
        let known = place.and_then(|place| journal.copied.get(place)?.as_ref());
        if let Some(copy) = known.filter(|copy| copy.is_of(thread) || copy.is_like(thread, words)) {
            let copy = copy.clone();
            thread.set_copied(copy.standing.copied);
            return copy;
        }
        journal.copies += 1;
        let number = place.and(NonZeroU64::new(journal.copies));
        let copy = Rc::new(ThreadCopy {
            object: thread.object,
            standing: Standing { copied: number, saved: None, ..thread.standing() },
            frames: thread.frames.clone(),
            words: words.to_vec(),
            open: thread.open.clone(),
            prefixes: thread.prefixes.clone(),
        });
        thread.set_copied(number);
        journal.copied_bytes += copy.bytes();
        if let Some(place) = place {
            if journal.copied.is_empty() {
                journal.copied.resize(COPIES, None);
            }
            journal.copied[place] = Some(copy.clone());
        }
        copy
    }

    /// Copies are to be relative to another state from here on.
    pub(crate) fn forget_copies(&mut self) {
        (self.journal.origin, self.journal.loaded, self.journal.latest) = (None, None, None);
        self.journal.changed.take_back(0);
    }

    /// Comes back to a copied state; marks made since `base` are forgotten. Threads that are as they were then stay as they are.
    pub fn load_snapshot(&mut self, base: &Mark, snapshot: &Snapshot) {
        if self.journal.origin.is_none() {
            self.rewind(base);
            self.journal.origin = Some((0..self.threads.len()).map(|index| self.copy_of(index)).collect());
        }
        self.unload(base);
        let (changed, rest) = snapshot.words.split_at(snapshot.changed as usize);
        let (references, objects) = rest.split_at(snapshot.references as usize);
        self.heap.put_back(changed);
        self.journal.changed.loaded = self.heap.log().len();
        self.heap.append(&objects.as_flattened()[..snapshot.objects as usize]);
        self.threads.truncate(snapshot.threads.len());
        for copy in &snapshot.threads[self.threads.len()..] {
            let id = ThreadId(self.threads.len() as u32);
            self.threads.push(Box::new(Thread::new(id, copy.object)));
        }
        for (thread, copy) in self.threads.iter_mut().zip(&*snapshot.threads) {
            if !copy.is_of(thread) {
                copy.stand_for(thread);
            }
            thread.set_saved(LOADED);
        }
        self.journal.loaded = Some(snapshot.threads.clone());
        self.journal.latest = None;
        self.journal.is_unmarked = true;
        for &(class, init) in &snapshot.inits {
            self.set_init(class, init);
        }
        if !snapshot.output.is_empty() {
            self.files.append_output(&snapshot.output);
        }
        if let Some(Outside { files, memory, streams }) = snapshot.outside.as_deref() {
            self.files.table.take_over(files);
            self.native_memory.blocks.take_over(memory);
            self.streams.take_over(streams);
        }
        self.set_rest(snapshot.rest);
        self.prints = snapshot.prints.after(self.heap.log().len());
        self.new_references.clear();
        self.new_references.extend(references.iter().map(|&[key, at]| (key, at as u32)));
        self.journal.references_changed();
    }

    /// Takes back what is since `base`, but for what a copied state has anyway.
    fn unload(&mut self, base: &Mark) {
        self.rewind_heap(base);
        self.journal.forget_saves(base.saves);
        self.journal.standings.truncate(base.standings);
        self.journal.versions.truncate(base.versions + base.threads);
        self.rewind_inits(base);
        self.rewind_outside(base);
        self.journal.references.truncate(base.references + base.prints.references as usize);
    }

    fn rest(&self) -> Rest {
        Rest {
            current: self.current,
            clock: self.clock,
            waits: self.waits,
            thread_ids: self.thread_ids,
            shut_down: self.shut_down,
            unsettled: self.unsettled,
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
        self.unsettled = rest.unsettled;
        self.exit_code = rest.exit_code;
        self.watch.clock_read = rest.clock_read;
    }
}
