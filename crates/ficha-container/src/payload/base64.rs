//! Base64 as card tools write it and as they accept it.
//!
//! Strict standard base64 takes the fast way. Everything else is filtered the way Node's `Buffer` does it, which is
//! what the apps use: both alphabets, no padding needed, foreign signs passed over, the end at the first `=`.

use super::TextRepair;

/// Decodes base64, strictly first, then leniently. Nothing decodes to nothing; `None` when there are signs but not one
/// whole byte in them.
pub fn decode_base64(bytes: &[u8]) -> Option<(Vec<u8>, Vec<TextRepair>)> {
    match base64_simd::STANDARD.decode_to_vec(bytes) {
        Ok(plain) => Some((plain, Vec::new())),
        Err(_) => decode_leniently(bytes),
    }
}

/// Encodes a text as standard base64 with padding and without line breaks.
pub fn encode_base64(text: &str) -> String {
    base64_simd::STANDARD.encode_to_string(text)
}

/// Whether bytes could be base64: letters of either alphabet, padding and white space only, and enough of them.
pub(super) fn is_base64(bytes: &[u8]) -> bool {
    bytes.len() >= 4
        && bytes.iter().all(|byte| {
            byte.is_ascii_alphanumeric()
                || byte.is_ascii_whitespace()
                || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'=' | 0)
        })
}

fn decode_leniently(bytes: &[u8]) -> Option<(Vec<u8>, Vec<TextRepair>)> {
    let mut repairs = super::Repairs::default();
    let mut letters = Vec::with_capacity(bytes.len());
    let mut padding = 0_usize;
    for byte in bytes {
        match byte {
            b'=' => padding += 1,
            // A zero byte ends a text that was copied with its terminator; in front of any letter it is padding.
            0 => {
                repairs.add(TextRepair::Nul);
                if !letters.is_empty() {
                    break;
                }
            }
            _ if byte.is_ascii_whitespace() => repairs.add(TextRepair::Base64Whitespace),
            // Behind padding comes nothing that counts.
            _ if padding > 0 => repairs.add(TextRepair::Base64Junk),
            b'-' => {
                repairs.add(TextRepair::Base64UrlSafe);
                letters.push(b'+');
            }
            b'_' => {
                repairs.add(TextRepair::Base64UrlSafe);
                letters.push(b'/');
            }
            b'+' | b'/' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => letters.push(*byte),
            _ => repairs.add(TextRepair::Base64Junk),
        }
    }
    let partial = letters.len() % 4;
    if padding != (4 - partial) % 4 {
        repairs.add(TextRepair::Base64Padding);
    }
    // A single letter over holds six bits, which are no byte. Spare bits of the last letter must be zero for the
    // strict decoder; the apps do not look at them.
    match partial {
        1 => letters.truncate(letters.len() - 1),
        2 => clear_spare_bits(&mut letters, 0b11_0000),
        3 => clear_spare_bits(&mut letters, 0b11_1100),
        _ => {}
    }
    if letters.is_empty() && (partial > 0 || padding > 0 || repairs.0.contains(&TextRepair::Base64Junk)) {
        return None;
    }
    let plain = base64_simd::STANDARD_NO_PAD.decode_to_vec(&letters).ok()?;
    Some((plain, repairs.0))
}

fn clear_spare_bits(letters: &mut [u8], kept: usize) {
    let alphabet = base64_simd::STANDARD.charset();
    let Some(last) = letters.last_mut() else { return };
    let value = alphabet.iter().position(|letter| letter == last).unwrap_or_default();
    if let Some(letter) = alphabet.get(value & kept) {
        *last = *letter;
    }
}
