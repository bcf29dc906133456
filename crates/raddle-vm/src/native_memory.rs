//! Memory outside the heap, as `Unsafe` gives it out: blocks by address, as `malloc` would give them. Nothing real is handed out.
//!
//! It is part of the machine's state and goes back with marks. Addresses depend only on what the thread that asks has asked for before.
//! A block is the business of that thread alone until another one accesses it; that this happens at all in a program is learned, and
//! from then on every access to such memory counts (`watch.rs`). What is asked for outside of the program's time stays whatever is taken back.

use crate::thread::ThreadId;
use crate::versions::{Versions, Words};
use memmap2::Mmap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bytes that are there without the machine owning them.
pub(crate) type SharedBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// What is at an address.
#[derive(Clone)]
pub(crate) enum Block {
    /// Memory that a thread asked for.
    Own { bytes: Arc<Vec<u8>>, owner: ThreadId },
    /// Something that is only read.
    Shared(SharedBytes),
}

impl Block {
    fn bytes(&self) -> &[u8] {
        match self {
            Block::Own { bytes, .. } => bytes,
            Block::Shared(bytes) => (**bytes).as_ref(),
        }
    }
}

/// Blocks by their addresses.
pub(crate) type Blocks = BTreeMap<u64, Block>;

/// All memory outside the heap.
#[derive(Default)]
pub(crate) struct NativeMemory {
    /// The blocks by their addresses.
    pub blocks: Versions<Blocks>,
    /// Those that stay whatever is taken back, from `PERMANENT` on.
    permanent: Blocks,
    /// Whether what is asked for now stays.
    pub for_good: bool,
    /// The JDK's image, once the program has mapped it, at `IMAGE`.
    image: Option<Arc<Mmap>>,
}

/// Where blocks begin.
const START: u64 = 0x7000_0000_0000;
/// Where blocks are that are never taken back.
const PERMANENT: u64 = 0x7d00_0000_0000;
/// Where the JDK's image is seen; above all blocks, and only to be read.
const IMAGE: u64 = 0x7e00_0000_0000;
/// Room for the blocks of one thread.
const ROOM: u64 = 1 << 34;

impl NativeMemory {
    /// Shows the JDK's image to the program, and says where.
    pub fn map_image(&mut self, image: Arc<Mmap>) -> u64 {
        self.image = Some(image);
        IMAGE
    }

    /// The first free address above a thread's blocks.
    fn free_address(&self, owner: ThreadId, size: usize) -> Option<u64> {
        let (blocks, begin, room, limit) = if self.for_good {
            (&self.permanent, PERMANENT, IMAGE - PERMANENT, IMAGE)
        } else {
            (&*self.blocks, START + u64::from(owner.0) % ((PERMANENT - START) / ROOM) * ROOM, ROOM, PERMANENT)
        };
        let last = blocks.range(begin..begin + room).next_back();
        let free = last.map_or(begin, |(start, block)| (start + block.bytes().len() as u64 + 31) / 16 * 16);
        // A block too large for the room may reach beyond it, as far as nothing else is there.
        let next = blocks.range(free..).next().map_or(limit, |(&start, _)| start);
        free.checked_add(size as u64).filter(|&end| end < next).map(|_| free)
    }

    fn add(&mut self, address: u64, block: Block) {
        if self.for_good { &mut self.permanent } else { self.blocks.changing() }.insert(address, block);
    }

    /// The block an address is in, and where it begins.
    fn block(&self, address: u64) -> Option<(u64, &Block)> {
        let blocks = if address >= PERMANENT { &self.permanent } else { &*self.blocks };
        blocks.range(..=address).next_back().map(|(&start, block)| (start, block))
    }

    /// A block of zeros; `None` when the system has not that much.
    pub fn allocate(&mut self, owner: ThreadId, size: usize) -> Option<u64> {
        // Asked first: where `vec!` finds no room, the process ends.
        Vec::<u8>::new().try_reserve_exact(size).ok()?;
        let address = self.free_address(owner, size)?;
        self.add(address, Block::Own { bytes: Arc::new(vec![0; size]), owner });
        Some(address)
    }

    /// A block of this size that begins with what is in another one, which is gone.
    pub fn reallocate(&mut self, owner: ThreadId, address: u64, size: usize) -> Option<u64> {
        let new = self.allocate(owner, size)?;
        if let Some((start, Block::Own { bytes, .. })) = self.block(address)
            && start == address
        {
            let bytes = bytes.clone();
            let kept = bytes.len().min(size);
            self.bytes_mut(new, kept)?.copy_from_slice(&bytes[..kept]);
            self.free(address);
        }
        Some(new)
    }

    /// Gives bytes an address, a multiple of `alignment`, at which they can be read but not written.
    pub fn share(&mut self, owner: ThreadId, bytes: SharedBytes, alignment: u64) -> Option<u64> {
        let size = (*bytes).as_ref().len() + alignment as usize;
        let address = self.free_address(owner, size)?.next_multiple_of(alignment);
        self.add(address, Block::Shared(bytes));
        Some(address)
    }

    /// Gives a block back. One that would be there again after a step back stays.
    pub fn free(&mut self, address: u64) {
        if address < PERMANENT {
            self.blocks.changing().remove(&address);
        } else if self.for_good {
            self.permanent.remove(&address);
        }
    }

    /// Whether what is written at an address would stay though the program's steps are taken back.
    pub fn outlasts(&self, address: u64) -> bool {
        (PERMANENT..IMAGE).contains(&address) && !self.for_good
    }

    /// The address of the block an address is in, and who asked for it; `None` for what is only read.
    pub fn owner(&self, address: u64) -> Option<(u64, ThreadId)> {
        match self.block(address)? {
            (start, Block::Own { owner, .. }) => Some((start, *owner)),
            _ => None,
        }
    }

    /// The bytes at an address, within one block.
    pub fn bytes(&self, address: u64, size: usize) -> Option<&[u8]> {
        if address >= IMAGE {
            let from = (address - IMAGE) as usize;
            return self.image.as_ref()?.get(from..from.checked_add(size)?);
        }
        self.rest(address)?.get(..size)
    }

    /// The bytes from an address to the end of its block.
    pub fn rest(&self, address: u64) -> Option<&[u8]> {
        let (start, block) = self.block(address)?;
        block.bytes().get((address - start) as usize..)
    }

    /// The bytes at an address, within one block, to be written.
    pub fn bytes_mut(&mut self, address: u64, size: usize) -> Option<&mut [u8]> {
        let blocks = if address >= PERMANENT { &mut self.permanent } else { self.blocks.changing() };
        let (start, block) = blocks.range_mut(..=address).next_back()?;
        let from = (address - start) as usize;
        match block {
            Block::Own { bytes, .. } => Arc::make_mut(bytes).get_mut(from..from.checked_add(size)?),
            Block::Shared(_) => None,
        }
    }
}

impl Words for Blocks {
    fn words(&self) -> Vec<u64> {
        let mut words = Vec::new();
        for (address, block) in self {
            if let Block::Own { bytes, .. } = block {
                let content = crate::fingerprint_of(bytes);
                words.extend([*address, content as u64, (content >> 64) as u64]);
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: ThreadId = ThreadId(1);
    const TWO: ThreadId = ThreadId(2);

    #[test]
    fn addresses_depend_on_the_thread_alone() {
        let (mut memory, mut other) = (NativeMemory::default(), NativeMemory::default());
        let first = memory.allocate(ONE, 40);
        memory.allocate(TWO, 8);
        other.allocate(TWO, 8);
        assert_eq!(other.allocate(ONE, 40), first);
        assert_eq!(other.allocate(ONE, 1), memory.allocate(ONE, 1));
    }

    #[test]
    fn what_was_written_since_a_mark_is_taken_back() {
        let mut memory = NativeMemory::default();
        memory.blocks.keep();
        let address = memory.allocate(ONE, 4).unwrap();
        let mark = memory.blocks.mark();
        memory.bytes_mut(address, 4).unwrap().fill(7);
        let later = memory.allocate(ONE, 4).unwrap();
        memory.blocks.rewind(mark);
        assert_eq!(memory.bytes(address, 4), Some(&[0; 4][..]));
        assert_eq!(memory.bytes(later, 4), None);
    }

    #[test]
    fn a_block_made_larger_keeps_its_content() {
        let mut memory = NativeMemory::default();
        let small = memory.allocate(ONE, 2).unwrap();
        memory.bytes_mut(small, 2).unwrap().copy_from_slice(&[1, 2]);
        let large = memory.reallocate(ONE, small, 3).unwrap();
        assert_eq!(memory.bytes(large, 3), Some(&[1, 2, 0][..]));
        assert_eq!(memory.bytes(small, 1), None);
    }
}
