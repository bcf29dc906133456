//! Checkpoints: a search saved to a file, to be gone on with in another process.
//!
//! A file is a line that says what it is, a head (everything but the visited states), the visited states, and a checksum of all of it. It
//! is written beside its place and then moved there, so that there is always a whole one.

use crate::crew::Outcome;
use crate::frontier::Work;
use crate::reduce::Tree;
use crate::search::Options;
use crate::store::{Access, Matching, Store};
use crate::strategy::Strategy;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Whether and where a search is saved.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The file.
    pub path: PathBuf,
    /// How often; besides, it is saved when it reaches a limit or is interrupted.
    pub every: Duration,
    /// What the search is of: a digest of the program and the options, which must be the same when it goes on.
    pub identity: Vec<u8>,
}

impl Checkpoint {
    /// A checkpoint every minute.
    pub fn new(path: impl Into<PathBuf>, identity: Vec<u8>) -> Checkpoint {
        Checkpoint { path: path.into(), every: Duration::from_secs(60), identity }
    }
}

/// Why a saved search cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// It is something else.
    #[error("{0}: not a checkpoint of this version of Raddle")]
    NotOne(PathBuf),
    /// It is not as it was written.
    #[error("{0}: the checkpoint is damaged; the search has to begin anew")]
    Damaged(PathBuf),
    /// It is of another search.
    #[error("{0}: the checkpoint is of another program or of other options")]
    Foreign(PathBuf),
}

/// A search read from a checkpoint.
pub struct Saved {
    pub(crate) store: Store,
    pub(crate) rest: Rest,
}

/// All of a saved search but the visited states.
#[derive(Serialize, Deserialize)]
pub(crate) struct Rest {
    identity: Vec<u8>,
    strategy: Strategy,
    exact: Option<bool>,
    pub outcome: Outcome,
    /// What the workers had left to do, one after the other.
    pub work: Vec<Work>,
    /// What was put off, by level, and the level it had come to.
    pub later: BTreeMap<u32, Work>,
    pub level: u32,
    /// What was left under a reduction.
    pub tree: Option<Tree>,
    /// What the guests had learned.
    pub knowledge: Vec<u8>,
    /// What the observer had been told.
    pub observed: Vec<u8>,
}

/// How far the workers came, and what they left.
pub(crate) struct Left {
    pub outcome: Outcome,
    pub work: Vec<Work>,
    pub later: BTreeMap<u32, Work>,
    pub level: u32,
    /// What is left under a reduction.
    pub tree: Option<Tree>,
}

impl Rest {
    pub fn new(options: &Options, left: Left, knowledge: Vec<u8>, observed: Vec<u8>) -> Rest {
        let identity = options.checkpoint.as_ref().map(|checkpoint| checkpoint.identity.clone()).unwrap_or_default();
        let Left { outcome, work, later, level, tree } = left;
        let (strategy, exact) = (options.strategy.clone(), exact(options.matching));
        Rest { identity, strategy, exact, outcome, work, later, level, tree, knowledge, observed }
    }
}

/// Whether states are compared whole; `None` if they are not compared.
fn exact(matching: Matching) -> Option<bool> {
    match matching {
        Matching::Off => None,
        Matching::Fingerprint => Some(false),
        Matching::Exact => Some(true),
    }
}

const MAGIC: &[u8] = b"raddle checkpoint 5\n";
/// Bytes of the checksum at the end.
const CHECKSUM: u64 = 4;

/// Writes a checkpoint.
pub(crate) fn write(checkpoint: &Checkpoint, rest: &Rest, store: &Access<'_>) -> io::Result<()> {
    let mut beside = checkpoint.path.clone().into_os_string();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let mut file =
        Summed { inner: BufWriter::with_capacity(1 << 20, File::create(&beside)?), sum: crc32fast::Hasher::new() };
    file.write_all(MAGIC)?;
    let head = postcard::to_stdvec(rest).map_err(io::Error::other)?;
    file.write_all(&(head.len() as u64).to_le_bytes())?;
    file.write_all(&head)?;
    store.each(|state, depth| {
        file.write_all(&(state.len() as u32).to_le_bytes()[..if rest.exact == Some(true) { 4 } else { 0 }])?;
        file.write_all(state)?;
        file.write_all(&depth.to_le_bytes())
    })?;
    let sum = file.sum.clone().finalize();
    file.write_all(&sum.to_le_bytes())?;
    let file = file.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    std::fs::rename(&beside, &checkpoint.path)?;
    // The new name has to last too.
    let directory = checkpoint.path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(directory)?.sync_all()
}

impl Saved {
    /// Reads a checkpoint that a search with these options wrote; the identity it must have is that of the options' own checkpoint.
    pub fn read(path: &Path, options: &Options) -> Result<Saved, CheckpointError> {
        let io = |error| CheckpointError::Io(path.to_path_buf(), error);
        let damaged = || CheckpointError::Damaged(path.to_path_buf());
        let (length, whole) = check(path).map_err(io)?.ok_or_else(|| CheckpointError::NotOne(path.to_path_buf()))?;
        if !whole {
            return Err(damaged());
        }
        let mut file = BufReader::with_capacity(1 << 20, File::open(path).map_err(io)?);
        let mut left = length - MAGIC.len() as u64 - CHECKSUM;
        take(&mut file, MAGIC.len() as u64).map_err(io)?;
        let mut read = |bytes: u64| match left.checked_sub(bytes) {
            None => Err(damaged()),
            Some(rest) => {
                left = rest;
                let read = take(&mut file, bytes).map_err(io)?;
                Ok((read, rest))
            }
        };
        let (length, _) = read(8)?;
        let (head, mut rest_bytes) = read(number(&length))?;
        let rest: Rest = postcard::from_bytes(&head).map_err(|_| damaged())?;
        let identity = options.checkpoint.as_ref().map(|checkpoint| checkpoint.identity.as_slice()).unwrap_or_default();
        if rest.identity != identity || rest.strategy != options.strategy || rest.exact != exact(options.matching) {
            return Err(CheckpointError::Foreign(path.to_path_buf()));
        }
        let mut store = Store::saved(options.matching_in_store(), options.keeps_depths());
        let mut access = store.alone();
        while rest_bytes > 0 {
            let length = if rest.exact == Some(true) { number(&read(4)?.0) } else { 16 };
            let (state, _) = read(length)?;
            let (depth, after) = read(4)?;
            let depth = number(&depth) as u32;
            match <[u8; 16]>::try_from(state.as_slice()) {
                Ok(fingerprint) if rest.exact == Some(false) => {
                    access.enter_fingerprint(u128::from_le_bytes(fingerprint), depth)
                }
                _ => access.enter_whole(state, depth),
            };
            rest_bytes = after;
        }
        Ok(Saved { store, rest })
    }
}

/// The length of a file and whether its checksum is right; `None` for a file that does not begin as a checkpoint does.
fn check(path: &Path) -> io::Result<Option<(u64, bool)>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut file = BufReader::with_capacity(1 << 20, file);
    let magic = take(&mut file, MAGIC.len() as u64)?;
    if magic != MAGIC {
        return Ok(None);
    }
    let Some(mut left) = length.checked_sub(MAGIC.len() as u64 + CHECKSUM) else { return Ok(Some((length, false))) };
    let mut sum = crc32fast::Hasher::new();
    sum.update(&magic);
    while left > 0 {
        let bytes = take(&mut file, left.min(1 << 16))?;
        if bytes.is_empty() {
            return Ok(Some((length, false)));
        }
        sum.update(&bytes);
        left -= bytes.len() as u64;
    }
    Ok(Some((length, take(&mut file, CHECKSUM)? == sum.finalize().to_le_bytes())))
}

/// The next bytes of a file, or as many as there are.
fn take(file: &mut impl Read, bytes: u64) -> io::Result<Vec<u8>> {
    let mut read = Vec::new();
    file.take(bytes).read_to_end(&mut read)?;
    Ok(read)
}

/// A number of up to eight bytes, lowest first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A writer that sums up what it writes.
struct Summed<W> {
    inner: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
