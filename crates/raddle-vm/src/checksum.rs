//! The checksums of `java.util.zip`: CRC-32 (ISO 3309) and Adler-32 (RFC 1950).

const fn crc_tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut index = 0;
    while index < 256 {
        let mut value = index as u32;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 != 0 { value >> 1 ^ 0xedb8_8320 } else { value >> 1 };
            bit += 1;
        }
        tables[0][index] = value;
        index += 1;
    }
    let mut table = 1;
    while table < 8 {
        let mut index = 0;
        while index < 256 {
            let before = tables[table - 1][index];
            tables[table][index] = before >> 8 ^ tables[0][(before & 0xff) as usize];
            index += 1;
        }
        table += 1;
    }
    tables
}

/// For each of eight bytes, what it adds to the remainder.
static CRC: [[u32; 256]; 8] = crc_tables();

/// The CRC-32 of bytes that follow those `crc` is of.
pub(crate) fn crc32(crc: u32, bytes: &[u8]) -> u32 {
    let mut crc = !crc;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        let word = u64::from_le_bytes(word) ^ crc as u64;
        crc = (0..8).fold(0, |sum, index| sum ^ CRC[7 - index][(word >> (8 * index)) as usize & 0xff]);
    }
    for &byte in chunks.remainder() {
        crc = crc >> 8 ^ CRC[0][(crc as u8 ^ byte) as usize];
    }
    !crc
}

/// The Adler-32 of bytes that follow those `adler` is of; that of none is 1.
pub(crate) fn adler32(adler: u32, bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65521;
    let (mut a, mut b) = (adler & 0xffff, adler >> 16);
    // As many as can be added before the sums must be reduced.
    for chunk in bytes.chunks(5552) {
        for &byte in chunk {
            a += byte as u32;
            b += a;
        }
        a %= MODULUS;
        b %= MODULUS;
    }
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_of_the_usual_example() {
        assert_eq!(crc32(0, b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(crc32(0, b"1234"), b"56789"), 0xcbf4_3926);
        assert_eq!(adler32(1, b"Wikipedia"), 0x11e6_0398);
    }
}
