//! Deadlocks that a trace tells of though it had none: threads that could stand where each waits for another.
//!
//! A deadlock begins as an execution of the model does and ends where threads stand before steps of the trace, each waiting: for a lock that one of the
//! others holds, for the end of one, or to be woken by nobody. Those who wait for each other are found first; where somebody waits to be woken, all
//! others have to be done, or to wait as well.

use super::trace::{Block, Trace, WAITING, notified, permit};
use raddle_causal::Query;
use raddle_causal::model::{Place, StepId, Value};
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::hash::BuildHasher;

/// Deadlocks looked for in one trace, at most.
const MOST: usize = 2_000;
/// Ways for threads that nobody waits for to be done or wait, at most, that are all looked at.
const MOST_BESIDES: usize = 64;

/// Where a thread could wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Post {
    thread: u32,
    /// How many steps it has done.
    count: u32,
    /// What it waits for; `None` if it has ended.
    block: Option<Block>,
    /// The step it stands before, if it does.
    step: Option<StepId>,
}

/// Threads that could wait for each other.
pub(crate) struct Prediction {
    /// The query whether they can.
    pub query: Query,
    /// Stands for where they wait.
    pub key: u64,
}

struct Finder<'a> {
    trace: &'a Trace,
    posts: Vec<Vec<Post>>,
    /// By thread where it ends, if it does.
    ends: Vec<Option<Post>>,
    predictions: Vec<Prediction>,
    known: FxHashSet<u64>,
    visits: usize,
}

/// The deadlocks that could be, and whether there are more than those.
pub(crate) fn deadlocks(trace: &Trace) -> (Vec<Prediction>, bool) {
    let mut finder = Finder::new(trace);
    for thread in 0..finder.posts.len() {
        for post in finder.posts[thread].clone() {
            finder.close(vec![post]);
        }
    }
    (finder.predictions, finder.visits >= MOST)
}

impl<'a> Finder<'a> {
    fn new(trace: &'a Trace) -> Finder<'a> {
        let mut posts = vec![Vec::new(); trace.threads.len()];
        let mut ends = vec![None; trace.threads.len()];
        for (thread, steps) in trace.threads.iter().enumerate() {
            for &step in steps {
                let done = &trace.done[step as usize];
                for block in &done.blocks {
                    let (thread, count) = (thread as u32, done.position);
                    posts[thread as usize].push(Post { thread, count, block: Some(*block), step: Some(step) });
                }
            }
            let count = trace.count(thread as u32);
            if count as usize == steps.len() && trace.has_ended(thread as u32) {
                ends[thread] = Some(Post { thread: thread as u32, count, block: None, step: None });
            }
        }
        Finder { trace, posts, ends, predictions: Vec::new(), known: FxHashSet::default(), visits: 0 }
    }

    /// The locks held at a post.
    fn held(&self, post: &Post) -> &[Place] {
        match post.step {
            Some(step) => &self.trace.done[step as usize].held,
            None => self.trace.held_at_end.get(post.thread as usize).map_or(&[], |held| held),
        }
    }

    /// Whether somebody among these makes one wait.
    fn is_held_up(&self, posts: &[Post], post: &Post) -> bool {
        match post.block {
            Some(Block::Lock(lock)) => {
                posts.iter().any(|other| other.thread != post.thread && self.held(other).contains(&lock))
            }
            Some(Block::Join(thread)) => posts.iter().any(|other| other.thread == thread && other.block.is_some()),
            Some(Block::Park | Block::Wait(_)) | None => true,
        }
    }

    /// Adds those whom somebody among these waits for, in every way there is.
    fn close(&mut self, posts: Vec<Post>) {
        self.visits += 1;
        if self.visits >= MOST || !self.known.insert(self.key(&posts)) {
            return;
        }
        let Some(post) = posts.iter().find(|post| !self.is_held_up(&posts, post)).copied() else {
            return self.conclude(&posts);
        };
        let is_there = |thread: u32| posts.iter().any(|post| post.thread == thread);
        let ended = self.ends.iter().flatten();
        let all: Vec<Post> = self.posts.iter().flatten().chain(ended).copied().collect();
        for other in all.into_iter().filter(|other| !is_there(other.thread)) {
            if self.is_held_up(&[other], &post) {
                self.close([&posts[..], &[other]].concat());
            }
        }
    }

    fn key(&self, posts: &[Post]) -> u64 {
        let mut keys: Vec<u64> = posts.iter().map(|post| self.post_key(post)).collect();
        keys.sort_unstable();
        FxBuildHasher.hash_one(keys)
    }

    fn post_key(&self, post: &Post) -> u64 {
        let history = self.trace.history(post.thread, post.count);
        FxBuildHasher.hash_one((post.thread, history, post.block.is_some(), matches!(post.block, Some(Block::Wait(_)))))
    }

    /// All of these wait for each other: the others end, or wait as well.
    fn conclude(&mut self, posts: &[Post]) {
        let wants_all = posts.iter().any(|post| matches!(post.block, Some(Block::Park | Block::Wait(_))));
        let mut besides = vec![posts.to_vec()];
        for thread in 0..self.posts.len() as u32 {
            if posts.iter().any(|post| post.thread == thread) {
                continue;
            }
            let own: Vec<Post> =
                self.ends[thread as usize].iter().chain(&self.posts[thread as usize]).copied().collect();
            let next: Vec<Vec<Post>> =
                besides.iter().flat_map(|begun| own.iter().map(|post| [&begun[..], &[*post]].concat())).collect();
            // One that is not started, or goes on and on, is left open.
            besides = if next.is_empty() { besides } else { next };
            if besides.len() > MOST_BESIDES {
                break;
            }
        }
        if besides.len() > MOST_BESIDES {
            besides = if wants_all { self.nearest(posts) } else { vec![posts.to_vec()] };
        }
        for posts in besides {
            if posts.iter().all(|post| self.is_held_up(&posts, post)) {
                self.predict(&posts);
            }
        }
    }

    /// One way for the others: they end, or wait where they first have to.
    fn nearest(&self, posts: &[Post]) -> Vec<Vec<Post>> {
        let mut all = posts.to_vec();
        loop {
            let begun = all.clone();
            for thread in (0..self.posts.len() as u32).filter(|thread| !begun.iter().any(|post| post.thread == *thread))
            {
                let first = self.posts[thread as usize].iter().find(|post| {
                    !matches!(post.block, Some(Block::Park | Block::Wait(_))) && self.is_held_up(&all, post)
                });
                all.extend(first.copied());
            }
            if all.len() == begun.len() {
                break;
            }
        }
        for thread in 0..self.posts.len() as u32 {
            if !all.iter().any(|post| post.thread == thread) {
                all.extend(self.ends[thread as usize]);
            }
        }
        vec![all]
    }

    fn predict(&mut self, posts: &[Post]) {
        let key = self.key(posts);
        if self.predictions.iter().any(|known| known.key == key) {
            return;
        }
        let mut finally: Vec<(Place, Value)> = Vec::new();
        for post in posts {
            finally.extend(post.step.and_then(|step| self.trace.begun(step)));
            let made = match post.block {
                Some(Block::Park) => (permit(post.thread), 0),
                Some(Block::Wait(monitor)) => (notified(monitor, post.thread), WAITING),
                _ => continue,
            };
            finally.push(made);
            finally.extend(self.trace.flags.get(&post.thread).map(|flag| (*flag, 0)));
        }
        let cuts = posts.iter().map(|post| (post.thread, post.count)).collect();
        let query = Query::Stand { cuts, finally, held: Vec::new(), whole: false };
        self.predictions.push(Prediction { query, key });
    }
}
