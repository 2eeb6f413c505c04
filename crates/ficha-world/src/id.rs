//! Ids of a world's documents: which are valid, when two clash, and how a name becomes one.
//!
//! An id names a file, so it must be safe on every file system, in any script. These ids keep combining marks, unlike
//! those of library entities; the two are never compared.

use unicode_normalization::{UnicodeNormalization, is_nfc};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// The longest id, in Unicode scalar values.
pub const MAX_ID_CHARS: usize = 64;
/// The longest id, in bytes of UTF-8.
pub const MAX_ID_BYTES: usize = 180;
/// What is left of a name, so that a suffix still fits.
const CUT_CHARS: usize = 56;
const CUT_BYTES: usize = 160;

/// A combining mark, of any of the three categories.
pub(crate) fn is_mark(letter: char) -> bool {
    !letter.is_ascii() && letter.general_category_group() == GeneralCategoryGroup::Mark
}

/// A letter or a number.
fn is_base(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_alphanumeric();
    }
    matches!(letter.general_category_group(), GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
}

/// What may stand in an id, a command word, a segment of an image path.
pub(crate) fn is_id_char(letter: char) -> bool {
    is_base(letter) || is_mark(letter) || matches!(letter, '-' | '_')
}

/// Code points that are drawn as nothing and are no format characters; from Unicode's `Default_Ignorable_Code_Point`.
fn is_ignorable(letter: char) -> bool {
    letter.general_category() == GeneralCategory::Format
        || matches!(u32::from(letter),
            0x034F | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x2065 | 0x3164 | 0xFE00..=0xFE0F
            | 0xFFA0 | 0xFFF0..=0xFFF8 | 0xE0000..=0xE0FFF)
}

/// Names Windows keeps for devices, in any case.
fn is_reserved(id: &str) -> bool {
    if !(3..=4).contains(&id.len()) {
        return false;
    }
    let word = id.to_lowercase();
    matches!(word.as_str(), "con" | "prn" | "aux" | "nul")
        || word
            .strip_prefix("com")
            .or_else(|| word.strip_prefix("lpt"))
            .is_some_and(|digit| digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a text may name a document of a world.
pub fn is_valid_id(id: &str) -> bool {
    id.chars().next().is_some_and(is_base)
        && id.len() <= MAX_ID_BYTES
        && id.chars().count() <= MAX_ID_CHARS
        && id.chars().all(is_id_char)
        && (id.is_ascii() || is_nfc(id))
        && !is_reserved(id)
}

/// What two ids are compared by: file systems that fold case or normalise must not see one file in two.
pub fn id_key(id: &str) -> String {
    id.to_lowercase().nfc().collect()
}

/// A key of `variables.json`: lower case ASCII with underscores, beginning with a letter, at most 48.
pub fn is_variable_key(key: &str) -> bool {
    key.len() <= 48
        && key.starts_with(|letter: char| letter.is_ascii_lowercase())
        && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// The id of a name. `fallback` is a valid id, used when nothing of the name is left; `taken` is asked with the
/// [`id_key`] of each candidate.
pub fn make_id(name: &str, fallback: &str, taken: &dyn Fn(&str) -> bool) -> String {
    let slug = slug(name);
    let fallback = if is_valid_id(fallback) { fallback } else { "document" };
    let mut base = if slug.is_empty() { fallback.to_owned() } else { slug };
    if is_reserved(&base) {
        base.push_str("-id");
    }
    let mut candidate = base.clone();
    let mut number: u64 = 1;
    while taken(&id_key(&candidate)) {
        number += 1;
        let suffix = format!("-{number}");
        candidate = cut(&base, MAX_ID_CHARS - suffix.len(), MAX_ID_BYTES - suffix.len());
        candidate.push_str(&suffix);
    }
    candidate
}

/// A name without anything that cannot stand in an id; empty when nothing is left.
fn slug(name: &str) -> String {
    let lower: String = name.nfkc().flat_map(char::to_lowercase).nfc().collect();
    let mut kept = String::new();
    let mut gap = true;
    for letter in lower.chars().filter(|letter| !is_ignorable(*letter)) {
        if is_base(letter) || (is_mark(letter) && !gap) {
            kept.push(letter);
            gap = false;
        } else if !is_mark(letter) && !gap {
            kept.push('-');
            gap = true;
        }
    }
    // What stood between two letters is gone, so they may compose now.
    let kept: String = kept.nfc().collect();
    cut(&kept, CUT_CHARS, CUT_BYTES)
}

/// The beginning of a text that keeps to both sizes and does not part a letter from its marks.
fn cut(text: &str, chars: usize, bytes: usize) -> String {
    let fits = |at: usize, end: usize| at < chars && end <= bytes;
    let mut kept = String::new();
    let mut cluster = String::new();
    for (at, (start, letter)) in text.char_indices().enumerate() {
        if !is_mark(letter) {
            kept.push_str(&std::mem::take(&mut cluster));
        }
        if !fits(at, start + letter.len_utf8()) {
            cluster.clear();
            break;
        }
        cluster.push(letter);
    }
    kept.push_str(&cluster);
    kept.trim_matches('-').to_owned()
}
