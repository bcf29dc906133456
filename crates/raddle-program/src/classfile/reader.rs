//! A cursor over a part of a class file. Every read is checked, and every span it hands out is
//! measured from the start of the file.

use super::{ClassFileError, Span};

pub(super) struct Reader<'a> {
    /// The file up to the end of the part that is read.
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(file: &'a [u8]) -> Self {
        Reader { bytes: file, position: 0 }
    }

    /// A reader of just `span`.
    pub(super) fn of(file: &'a [u8], span: Span) -> Result<Self, ClassFileError> {
        let (start, end) = span.bounds();
        match file.get(..end) {
            Some(bytes) if start <= end => Ok(Reader { bytes, position: start }),
            _ => Err(ClassFileError::truncated()),
        }
    }

    pub(super) fn remaining(&self) -> usize {
        self.bytes.len() - self.position
    }

    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8], ClassFileError> {
        let bytes = self.bytes.get(self.position..).unwrap_or_default();
        let taken = bytes.get(..len).ok_or_else(ClassFileError::truncated)?;
        self.position += len;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ClassFileError> {
        let bytes = self.bytes.get(self.position..).unwrap_or_default();
        let taken = bytes.first_chunk().ok_or_else(ClassFileError::truncated)?;
        self.position += N;
        Ok(*taken)
    }

    pub(super) fn u8(&mut self) -> Result<u8, ClassFileError> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    pub(super) fn u16(&mut self) -> Result<u16, ClassFileError> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    pub(super) fn u32(&mut self) -> Result<u32, ClassFileError> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    pub(super) fn u64(&mut self) -> Result<u64, ClassFileError> {
        Ok(u64::from_be_bytes(self.array()?))
    }

    /// Passes over `len` bytes and says where they are.
    pub(super) fn span(&mut self, len: u32) -> Result<Span, ClassFileError> {
        let start = u32::try_from(self.position).map_err(|_| ClassFileError::truncated())?;
        self.take(len as usize)?;
        Ok(Span { start, len })
    }

    /// Reads a count and that many records of at least `least` bytes each. What is reserved is
    /// bounded by the bytes there are, not by the count they claim.
    pub(super) fn list<T>(
        &mut self,
        least: usize,
        mut each: impl FnMut(&mut Self) -> Result<T, ClassFileError>,
    ) -> Result<Vec<T>, ClassFileError> {
        let count = usize::from(self.u16()?);
        if count * least > self.remaining() {
            return Err(ClassFileError::truncated());
        }
        let mut records = Vec::with_capacity(count);
        for _ in 0..count {
            records.push(each(self)?);
        }
        Ok(records)
    }

    /// Fails unless everything was read; `what` names the part.
    pub(super) fn finish(&self, what: &str) -> Result<(), ClassFileError> {
        if self.remaining() == 0 {
            return Ok(());
        }
        Err(ClassFileError::Malformed(format!("{what} has wrong length in class file")))
    }
}
