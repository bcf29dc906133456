//! Where the bytes of a class live. Classes of the JDK are read in place from its mapped image, all
//! others are owned; both are shared, so that a parsed class file keeps its bytes alive at the
//! price of a count.

use std::ops::Deref;
use std::sync::Arc;

use memmap2::Mmap;

/// The bytes of a class: a slice of the mapped JDK image, or owned.
#[derive(Clone)]
pub enum ClassBytes {
    /// `len` bytes from `start` of the mapped image; out of the map's bounds they read as no bytes
    /// at all.
    Image {
        /// The mapped image.
        map: Arc<Mmap>,
        /// Where in the map the class file begins.
        start: usize,
        /// How many bytes the class file has.
        len: usize,
    },
    /// Bytes from a directory, a jar, or `defineClass`.
    Owned(Arc<[u8]>),
}

impl Deref for ClassBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            ClassBytes::Image { map, start, len } => {
                start.checked_add(*len).and_then(|end| map.get(*start..end)).unwrap_or_default()
            }
            ClassBytes::Owned(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for ClassBytes {
    fn from(bytes: Vec<u8>) -> Self {
        ClassBytes::Owned(bytes.into())
    }
}

impl std::fmt::Debug for ClassBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ClassBytes::Image { start, len, .. } => write!(f, "Image({start}, {len})"),
            ClassBytes::Owned(bytes) => write!(f, "Owned({})", bytes.len()),
        }
    }
}
