//! Damage to letters: UTF-8 that was read as Windows-1252 on its way, letters that are gone, signs no text has.

use encoding_rs::WINDOWS_1252;

/// A damaged part of a text and what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Where it begins, in bytes.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What it was.
    pub was: String,
}

/// Every part that is UTF-8 read as Windows-1252, beyond doubt.
///
/// A run of signs counts when its bytes in Windows-1252 are whole UTF-8 and what they say is likely: signs of
/// typography, letters of Latin beyond ASCII behind the two commonest first bytes, pictures, or several letters of one
/// other script. A lone capital before a closing quotation mark also has such bytes, and is left alone.
pub fn damaged(text: &str) -> Vec<Damaged> {
    let mut found = Vec::new();
    let mut run: Option<usize> = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        if letter.is_ascii() {
            if let Some(from) = run.take() {
                found.extend(repaired(text, from, at));
            }
        } else if run.is_none() {
            run = Some(at);
        }
    }
    found
}

fn repaired(text: &str, from: usize, to: usize) -> Option<Damaged> {
    let run = text.get(from..to)?;
    let bytes = bytes_of(run)?;
    let was = String::from_utf8(bytes).ok()?;
    (was.chars().count() < run.chars().count() && was.chars().all(|letter| !letter.is_ascii()) && is_likely(run, &was))
        .then_some(Damaged { from, to, was })
}

/// The bytes a run had; `None` when some sign is none of Windows-1252, as its five gaps are read by browsers.
fn bytes_of(run: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(run.len());
    for letter in run.chars() {
        match u32::from(letter) {
            code @ 0x80..=0xff => bytes.push(u8::try_from(code).ok()?),
            _ => {
                let mut buffer = [0; 4];
                let (encoded, _, lost) = WINDOWS_1252.encode(letter.encode_utf8(&mut buffer));
                match (encoded.as_ref(), lost) {
                    ([byte], false) => bytes.push(*byte),
                    _ => return None,
                }
            }
        }
    }
    Some(bytes)
}

fn is_likely(run: &str, was: &str) -> bool {
    let first = run.chars().next();
    let latin = |letter: char| matches!(u32::from(letter), 0xa0..=0xff);
    let typography = |letter: char| matches!(u32::from(letter), 0x2010..=0x2027 | 0x2030..=0x205e | 0x20ac | 0x2122 | 0x2190..=0x2bff);
    let picture = |letter: char| matches!(u32::from(letter), 0x1f000..=0x1faff | 0xfe0f | 0x200d);
    if was.chars().all(|letter| typography(letter) || picture(letter) || latin(letter)) {
        // Of Latin letters only those behind Ã and Â: `É”` and its like are honest text.
        return !was.chars().all(latin) || matches!(first, Some('Ã' | 'Â'));
    }
    let wide = |letter: char| matches!(u32::from(letter), 0x370..=0x5ff | 0x600..=0x6ff | 0x3000..=0x30ff | 0x3400..=0x9fff | 0xac00..=0xd7a3 | 0xff00..=0xffef);
    was.chars().count() >= 2 && was.chars().all(|letter| wide(letter) || typography(letter))
}

/// Signs that steer a terminal and have no place in a text: control signs but for blanks and line ends.
pub fn is_control(letter: char) -> bool {
    matches!(u32::from(letter), 0x00..=0x08 | 0x0b | 0x0c | 0x0e..=0x1f | 0x7f)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str) -> String {
        let found = damaged(text);
        crate::text::with(text, found.iter().map(|part| (part.from, part.to, part.was.as_str())))
    }

    #[test]
    fn what_was_read_wrongly_is_read_again() {
        for (broken, whole) in [
            ("donâ€™t", "don’t"),
            ("cafÃ© au lait", "café au lait"),
            ("â€œYes,â€\u{9d} she says", "“Yes,” she says"),
            ("waves ðŸŒŠ", "waves 🌊"),
            ("æ—¥æœ¬", "日本"),
            ("5Â°", "5°"),
        ] {
            assert_eq!(mended(broken), whole, "{broken}");
        }
    }

    #[test]
    fn honest_text_stays() {
        for text in ["“CAFÉ”", "naïve Ångström", "日本語", "Привет", "Ça va « bien »", "Ä“", "ÉÉ", "—”", "Ã", "…”"]
        {
            assert!(damaged(text).is_empty(), "{text}: {:?}", damaged(text));
        }
    }
}
