//! What script a letter is of, as far as measuring texts asks: whether its script has blanks between words, and the few
//! scripts a language is told by.

/// A script, coarsely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Script {
    /// Latin with all its additions.
    Latin,
    /// Cyrillic.
    Cyrillic,
    /// Greek.
    Greek,
    /// Han characters.
    Han,
    /// Hiragana and Katakana.
    Kana,
    /// Hangul.
    Hangul,
    /// Arabic.
    Arabic,
    /// Hebrew.
    Hebrew,
    /// Devanagari.
    Devanagari,
    /// Thai.
    Thai,
    /// Lao, Khmer or Burmese: no blanks between words.
    OtherWithoutBlanks,
    /// Any other letter, and every sign that is no letter.
    Other,
}

/// The script of a letter.
pub fn script_of(letter: char) -> Script {
    match u32::from(letter) {
        0x41..=0x5a
        | 0x61..=0x7a
        | 0xaa
        | 0xba
        | 0xc0..=0x24f
        | 0x250..=0x2af
        | 0x1e00..=0x1eff
        | 0x2c60..=0x2c7f
        | 0xa720..=0xa7ff
            if letter.is_alphabetic() =>
        {
            Script::Latin
        }
        0x370..=0x3ff | 0x1f00..=0x1fff => Script::Greek,
        0x400..=0x52f | 0x1c80..=0x1c8f | 0x2de0..=0x2dff | 0xa640..=0xa69f => Script::Cyrillic,
        0x590..=0x5ff | 0xfb1d..=0xfb4f => Script::Hebrew,
        0x600..=0x6ff | 0x750..=0x77f | 0x8a0..=0x8ff | 0xfb50..=0xfdff | 0xfe70..=0xfeff => Script::Arabic,
        0x900..=0x97f | 0xa8e0..=0xa8ff => Script::Devanagari,
        0xe00..=0xe7f => Script::Thai,
        0xe80..=0xeff | 0x1000..=0x109f | 0x1780..=0x17ff | 0xa9e0..=0xa9ff | 0xaa60..=0xaa7f => {
            Script::OtherWithoutBlanks
        }
        0x1100..=0x11ff | 0x3130..=0x318f | 0xa960..=0xa97f | 0xac00..=0xd7ff => Script::Hangul,
        0x3041..=0x30ff | 0x31f0..=0x31ff | 0xff66..=0xff9d | 0x1b000..=0x1b16f => Script::Kana,
        0x2e80..=0x2fdf
        | 0x3005
        | 0x3007
        | 0x3021..=0x3029
        | 0x3400..=0x4dbf
        | 0x4e00..=0x9fff
        | 0xf900..=0xfaff
        | 0x20000..=0x323af => Script::Han,
        _ => Script::Other,
    }
}

/// Whether the script of a letter is written without blanks between words: Han, Hiragana, Katakana, Thai, Lao, Khmer,
/// Burmese.
pub fn has_no_blanks(letter: char) -> bool {
    matches!(script_of(letter), Script::Han | Script::Kana | Script::Thai | Script::OtherWithoutBlanks)
}

/// Whether a sign is a mark that stands with the letter before it.
pub fn is_mark(letter: char) -> bool {
    unicode_normalization::char::is_combining_mark(letter)
}
