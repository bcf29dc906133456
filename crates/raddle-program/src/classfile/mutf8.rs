//! Modified UTF-8 (JVMS 4.4.7): the encoding of every name, descriptor and string constant of a
//! class file. It differs from UTF-8 in that NUL takes two bytes, a character beyond the basic
//! plane is two surrogates of three bytes each, and a surrogate may stand alone, which is why
//! string constants are decoded to UTF-16 and only names to `str`.

use std::borrow::Cow;

/// Why bytes are not modified UTF-8, or have no `str` form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A byte sequence that the encoding does not allow, at this offset.
    #[error("Illegal UTF8 string: bad byte sequence at offset {0}")]
    Illegal(usize),
    /// Well-formed, but a surrogate stands alone, so that no `str` can hold it.
    #[error("Illegal UTF8 string: a surrogate stands alone")]
    LoneSurrogate,
}

/// Decodes one UTF-16 unit at the front of `bytes`, giving it and its length; `None` when the
/// sequence is not allowed.
fn decode_unit(bytes: &[u8]) -> Option<(u16, usize)> {
    let continuation =
        |at: usize| bytes.get(at).filter(|byte| **byte & 0xC0 == 0x80).map(|byte| u16::from(*byte & 0x3F));
    match *bytes.first()? {
        byte @ 0x01..=0x7F => Some((u16::from(byte), 1)),
        byte @ 0xC0..=0xDF => {
            let unit = u16::from(byte & 0x1F) << 6 | continuation(1)?;
            (unit == 0 || unit >= 0x80).then_some((unit, 2))
        }
        byte @ 0xE0..=0xEF => {
            let unit = u16::from(byte & 0x0F) << 12 | continuation(1)? << 6 | continuation(2)?;
            (unit >= 0x800).then_some((unit, 3))
        }
        _ => None,
    }
}

/// Whether all bytes are 0x01 to 0x7F, found without branches so that many are looked at in one
/// step.
fn is_plain(bytes: &[u8]) -> bool {
    let odd = bytes.iter().fold(0, |odd, byte| odd | byte | byte.wrapping_sub(1));
    odd & 0x80 == 0
}

/// Whether `bytes` are well-formed modified UTF-8.
pub fn check(bytes: &[u8]) -> Result<(), Error> {
    if is_plain(bytes) {
        return Ok(());
    }
    let mut at = 0;
    while at < bytes.len() {
        let (_, len) = decode_unit(&bytes[at..]).ok_or(Error::Illegal(at))?;
        at += len;
    }
    Ok(())
}

/// Decodes to UTF-16 units, as `java.lang.String` sees them.
pub fn decode_utf16(bytes: &[u8]) -> Result<Vec<u16>, Error> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (unit, len) = decode_unit(&bytes[at..]).ok_or(Error::Illegal(at))?;
        units.push(unit);
        at += len;
    }
    Ok(units)
}

/// Decodes to text, borrowing where the two encodings agree, which is nearly always.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Error> {
    let agree = bytes.iter().all(|byte| matches!(byte, 0x01..=0xEF));
    if agree && let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(Cow::Borrowed(text));
    }
    let units = decode_utf16(bytes)?;
    String::from_utf16(&units).map(Cow::Owned).map_err(|_| Error::LoneSurrogate)
}

/// Encodes UTF-16 units.
pub fn encode_utf16(units: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(units.len());
    for &unit in units {
        match unit {
            0x01..=0x7F => bytes.push(unit as u8),
            0 | 0x80..=0x7FF => bytes.extend([0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8]),
            _ => bytes.extend([0xE0 | (unit >> 12) as u8, 0x80 | (unit >> 6 & 0x3F) as u8, 0x80 | (unit & 0x3F) as u8]),
        }
    }
    bytes
}

/// Encodes text, borrowing where the two encodings agree.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    let agree = text.bytes().all(|byte| matches!(byte, 0x01..=0xEF));
    if agree {
        return Cow::Borrowed(text.as_bytes());
    }
    let units: Vec<u16> = text.encode_utf16().collect();
    Cow::Owned(encode_utf16(&units))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_takes_two_bytes() {
        assert_eq!(&*encode("a\0b"), b"a\xC0\x80b");
        assert_eq!(decode(b"a\xC0\x80b").unwrap(), "a\0b");
        assert_eq!(decode(b"a\0b"), Err(Error::Illegal(1)));
    }

    #[test]
    fn a_supplementary_character_is_two_surrogates() {
        let encoded = b"\xED\xA0\xBD\xED\xB8\x80";
        assert_eq!(&*encode("\u{1F600}"), encoded);
        assert_eq!(decode(encoded).unwrap(), "\u{1F600}");
        assert_eq!(decode_utf16(encoded).unwrap(), [0xD83D, 0xDE00]);
        assert_eq!(decode("\u{1F600}".as_bytes()), Err(Error::Illegal(0)));
    }

    #[test]
    fn a_lone_surrogate_decodes_to_units_but_not_to_text() {
        let encoded = encode_utf16(&[0xD83D]);
        assert_eq!(check(&encoded), Ok(()));
        assert_eq!(decode_utf16(&encoded).unwrap(), [0xD83D]);
        assert_eq!(decode(&encoded), Err(Error::LoneSurrogate));
    }

    #[test]
    fn text_of_the_basic_plane_is_borrowed() {
        assert!(matches!(decode("größe€".as_bytes()), Ok(Cow::Borrowed("größe€"))));
        assert!(matches!(encode("größe€"), Cow::Borrowed(_)));
    }

    #[test]
    fn overlong_and_cut_sequences_are_illegal() {
        for bytes in [&b"\xC1\xBF"[..], b"\xE0\x9F\xBF", b"\xE2\x82", b"\xC3", b"\x80", b"\xFF"] {
            assert_eq!(check(bytes), Err(Error::Illegal(0)), "{bytes:x?}");
        }
    }

    #[test]
    fn every_unit_survives_a_round_trip() {
        let units: Vec<u16> = (0..=u16::MAX).collect();
        assert_eq!(decode_utf16(&encode_utf16(&units)).unwrap(), units);
    }
}
