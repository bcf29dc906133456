//! Compressed resources of a JDK image, as `jlink --compress` makes them. A resource may be
//! compressed more than once; each layer has a header that names its plug-in: `zip`, a zlib stream,
//! or `compact-cp`, in which class files of the image share the strings of their constant pools.

use std::io::Read;

const MAGIC: u32 = 0xCAFE_FAFA;
const HEADER_LEN: usize = 29;

/// No class file or resource of a JDK comes near this size; a header that claims more is damaged.
const MAX_SIZE: u64 = 1 << 28;

/// `jlink` makes one or two; without a bound, bytes that uncompress to themselves would have no
/// end.
const MAX_LAYERS: usize = 8;

/// The tags of `compact-cp` for a shared string, and for a descriptor whose class names are shared.
const SHARED_STRING: u8 = 23;
const SHARED_DESCRIPTOR: u8 = 25;

/// Undoes all layers; `size` is what must come out, `string` looks up the image's strings.
pub(super) fn uncompress<'a>(
    stored: &[u8],
    size: u64,
    string: impl Fn(u32) -> Option<&'a [u8]>,
) -> Result<Vec<u8>, String> {
    let mut content = stored.to_vec();
    for _ in 0..MAX_LAYERS {
        let Some(layer) = Layer::of(&content) else {
            break;
        };
        let name = string(layer.plugin).ok_or("its compression has no name")?;
        let compressed = layer.content(&content).ok_or("its compressed bytes are cut off")?;
        if layer.uncompressed > MAX_SIZE {
            return Err("its claimed size is beyond reason".into());
        }
        let limit = layer.uncompressed as usize;
        let uncompressed = match name {
            b"zip" => inflate(compressed, limit)?,
            b"compact-cp" => SharedStrings { input: compressed, output: Vec::new(), limit, string: &string }
                .run()
                .ok_or("its shared strings are damaged")?,
            other => {
                let other = other.escape_ascii();
                return Err(format!("its compression, {other}, is not known here"));
            }
        };
        if uncompressed.len() != limit {
            return Err("its size is not the one claimed".into());
        }
        content = uncompressed;
        if layer.is_last {
            break;
        }
    }
    if content.len() as u64 != size {
        return Err("its size is not the one claimed".into());
    }
    Ok(content)
}

/// The header of one layer.
struct Layer {
    compressed: u64,
    uncompressed: u64,
    /// The plug-in's name, an offset into the strings.
    plugin: u32,
    is_last: bool,
}

impl Layer {
    fn of(content: &[u8]) -> Option<Layer> {
        let header = content.get(..HEADER_LEN)?;
        let u32_at = |at: usize| super::read_u32(header, at);
        let u64_at = |at: usize| Some(u64::from(u32_at(at)?) | u64::from(u32_at(at + 4)?) << 32);
        if u32_at(0)? != MAGIC {
            return None;
        }
        Some(Layer { compressed: u64_at(4)?, uncompressed: u64_at(12)?, plugin: u32_at(20)?, is_last: header[28] == 1 })
    }

    fn content<'a>(&self, layered: &'a [u8]) -> Option<&'a [u8]> {
        layered.get(HEADER_LEN..)?.get(..usize::try_from(self.compressed).ok()?)
    }
}

/// Inflates a zlib stream; one byte past the limit is enough to see that the stream is too long.
fn inflate(compressed: &[u8], limit: usize) -> Result<Vec<u8>, String> {
    let mut output = Vec::new();
    flate2::read::ZlibDecoder::new(compressed)
        .take(limit as u64 + 1)
        .read_to_end(&mut output)
        .map_err(|error| error.to_string())?;
    Ok(output)
}

/// Puts the shared strings back into a constant pool. Every step fails rather than read or write
/// past a bound.
struct SharedStrings<'a, F> {
    input: &'a [u8],
    output: Vec<u8>,
    limit: usize,
    string: F,
}

impl<'s, F: Fn(u32) -> Option<&'s [u8]>> SharedStrings<'_, F> {
    fn run(mut self) -> Option<Vec<u8>> {
        // Magic and version.
        self.copy(8)?;
        let count = u16::from_be_bytes(*self.input.first_chunk()?);
        self.copy(2)?;
        let mut index = 1;
        while index < count {
            let tag = *self.input.first()?;
            index = index.checked_add(if matches!(tag, 5 | 6) { 2 } else { 1 })?;
            match tag {
                SHARED_STRING => {
                    self.input = self.input.get(1..)?;
                    let text = (self.string)(take_number(&mut self.input)?)?;
                    self.put_utf8(text)?;
                }
                SHARED_DESCRIPTOR => {
                    self.input = self.input.get(1..)?;
                    self.descriptor()?;
                }
                1 => {
                    let len = u16::from_be_bytes(*self.input.get(1..)?.first_chunk()?);
                    self.copy(3 + usize::from(len))?;
                }
                7 | 8 | 16 | 19 | 20 => self.copy(3)?,
                15 => self.copy(4)?,
                3 | 4 | 9..=12 | 17 | 18 => self.copy(5)?,
                5 | 6 => self.copy(9)?,
                _ => return None,
            }
        }
        self.copy(self.input.len())?;
        Some(self.output)
    }

    /// A descriptor without its class names, which follow as numbers: package and simple name for
    /// each `L`.
    fn descriptor(&mut self) -> Option<()> {
        let skeleton = (self.string)(take_number(&mut self.input)?)?;
        let names_len = take_number(&mut self.input)? as usize;
        let (mut names, rest) = self.input.split_at_checked(names_len)?;
        self.input = rest;
        if names.is_empty() {
            return self.put_utf8(skeleton);
        }
        let mut text = Vec::new();
        for piece in skeleton.split_inclusive(|byte| *byte == b'L') {
            text.extend_from_slice(piece);
            if piece.ends_with(b"L") {
                let package = (self.string)(take_number(&mut names)?)?;
                text.extend_from_slice(package);
                if !package.is_empty() {
                    text.push(b'/');
                }
                text.extend_from_slice((self.string)(take_number(&mut names)?)?);
            }
            if text.len() > usize::from(u16::MAX) {
                return None;
            }
        }
        self.put_utf8(&text)
    }

    fn copy(&mut self, len: usize) -> Option<()> {
        let (copied, rest) = self.input.split_at_checked(len)?;
        self.input = rest;
        self.put(copied)
    }

    fn put_utf8(&mut self, text: &[u8]) -> Option<()> {
        let len = u16::try_from(text.len()).ok()?;
        self.put(&[1])?;
        self.put(&len.to_be_bytes())?;
        self.put(text)
    }

    fn put(&mut self, bytes: &[u8]) -> Option<()> {
        if self.output.len() + bytes.len() > self.limit {
            return None;
        }
        self.output.extend_from_slice(bytes);
        Some(())
    }
}

/// Takes a number: plain in four bytes, or, with the top bit set, in as many as the next two bits
/// say.
fn take_number(input: &mut &[u8]) -> Option<u32> {
    let first = *input.first()?;
    let (len, mask) = match first >> 7 {
        1 => (usize::from(first >> 5 & 3), 0x1F),
        _ => (4, 0xFF),
    };
    let (bytes, rest) = input.split_at_checked(len)?;
    let (head, tail) = bytes.split_first()?;
    *input = rest;
    let head = u32::from(head & mask);
    Some(tail.iter().fold(head, |value, byte| value << 8 | u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_takes_one_to_four_bytes() {
        let mut input: &[u8] = &[0xA5, 0xC1, 0x02, 0xE1, 0x02, 0x03, 0x01, 0x02, 0x03, 0x04];
        let numbers: Vec<u32> = std::iter::from_fn(|| take_number(&mut input)).collect();
        assert_eq!(numbers, [5, 0x102, 0x1_0203, 0x0102_0304]);
    }

    #[test]
    fn bytes_without_a_header_are_taken_as_they_are() {
        assert_eq!(uncompress(b"plain", 5, |_| None), Ok(b"plain".to_vec()));
        assert!(uncompress(b"plain", 6, |_| None).is_err());
    }
}
