//! Compressed data: ordinary streams through `flate2`, and streams of zeros of any declared size made without
//! compressing anything (RFC 1950 and 1951).

use std::io::Write as _;

use flate2::Compression;
use flate2::write::{DeflateEncoder, ZlibEncoder};

/// The bytes as a zlib stream.
pub fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("writing to memory cannot fail")
}

/// The bytes as a raw deflate stream.
pub fn raw(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("writing to memory cannot fail")
}

/// A deflate stream of `1 + 258 * matches` equal bytes, about a thousandth of that in size.
///
/// One dynamic block: the literal once, then matches of length 258 at distance 1, each two zero bits.
pub fn repeated(byte: u8, matches: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.low_first(1, 1);
    bits.low_first(2, 2);
    bits.low_first(286 - 257, 5);
    bits.low_first(0, 5);
    bits.low_first(18 - 4, 4);
    // The lengths of the code-length codes in the order RFC 1951 3.2.7 gives: 18 has one bit, 1 and 2 have two.
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
        bits.low_first(
            match symbol {
                18 => 1,
                1 | 2 => 2,
                _ => 0,
            },
            3,
        );
    }
    bits.zero_lengths(usize::from(byte));
    bits.high_first(0b11, 2);
    bits.zero_lengths(255 - usize::from(byte));
    bits.high_first(0b11, 2);
    bits.zero_lengths(28);
    bits.high_first(0b10, 2);
    bits.high_first(0b10, 2);
    bits.high_first(0b10, 2);
    for _ in 0..matches {
        bits.low_first(0, 2);
    }
    bits.high_first(0b11, 2);
    bits.finish()
}

/// The same as a zlib stream, checksum included.
pub fn repeated_zlib(byte: u8, matches: usize) -> Vec<u8> {
    const MODULUS: u64 = 65_521;
    let length = 1 + 258 * matches as u64;
    let step = u64::from(byte);
    // Adler-32 of n equal bytes: a = 1 + n b, and the second sum is n + b n (n + 1) / 2.
    let low = (1 + length % MODULUS * step) % MODULUS;
    let triangle = (u128::from(length) * u128::from(length + 1) / 2 % u128::from(MODULUS)) as u64;
    let high = (length % MODULUS + triangle * step) % MODULUS;
    let mut bytes = vec![0x78, 0xda];
    bytes.extend(repeated(byte, matches));
    bytes.extend((high << 16 | low).to_be_bytes().iter().skip(4));
    bytes
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    fn bit(&mut self, bit: u32) {
        if self.used == 0 {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= ((bit & 1) << self.used) as u8;
        }
        self.used = (self.used + 1) % 8;
    }

    fn low_first(&mut self, value: u32, count: u32) {
        (0..count).for_each(|at| self.bit(value >> at));
    }

    fn high_first(&mut self, code: u32, count: u32) {
        (0..count).rev().for_each(|at| self.bit(code >> at));
    }

    /// Code lengths of zero in runs of 11 to 138 (symbol 18), single ones through no symbol of their own: callers
    /// ask for none or for at least 11.
    fn zero_lengths(&mut self, mut count: usize) {
        while count > 0 {
            let run = if count > 138 && count < 138 + 11 { count - 11 } else { count.min(138) };
            assert!(run >= 11, "a run of {run} zero lengths has no code here");
            self.high_first(0, 1);
            self.low_first(run as u32 - 11, 7);
            count -= run;
        }
    }

    fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    #[test]
    fn a_repeated_stream_inflates_to_what_it_says() {
        for (byte, matches) in [(0, 0), (0, 3), (0, 40_000), (b' ', 1_000)] {
            let mut back = Vec::new();
            let stream = super::repeated_zlib(byte, matches);
            flate2::read::ZlibDecoder::new(stream.as_slice()).read_to_end(&mut back).expect("a valid stream");
            assert_eq!(back.len(), 1 + 258 * matches);
            assert!(back.iter().all(|found| *found == byte));
        }
    }
}
