//! Prompts: their slots and placeholders, the languages the program comes with, and making copied text inert.

/// The languages the program comes with; a card's own wording is written alike into each.
pub const SHIPPED_LANGUAGES: [&str; 2] = ["en", "zh"];

/// One of a world's own prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its word, which is the file's name without `.md`.
    pub word: &'static str,
    /// The most characters it may have.
    pub most: usize,
    /// The names it is given; `${name}` in the text stands for one.
    pub given: &'static [&'static str],
}

/// Every slot, in order.
pub const SLOTS: [Slot; 6] = [
    Slot { word: "style", most: 100_000, given: &[] },
    Slot { word: "character-style", most: 12_000, given: &["character"] },
    Slot { word: "standing", most: 12_000, given: &[] },
    Slot { word: "persona", most: 12_000, given: &["character"] },
    Slot { word: "game-master", most: 12_000, given: &[] },
    Slot { word: "character-rules", most: 12_000, given: &["character"] },
];

impl Slot {
    /// The slot of a word.
    pub fn of(word: &str) -> Option<&'static Slot> {
        SLOTS.iter().find(|slot| slot.word == word)
    }
}

/// The text with a space wherever something would be filled in: it holds neither `${` nor `{{` afterwards.
pub fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = '\0';
    for letter in text.chars() {
        if letter == '{' && matches!(before, '$' | '{') {
            out.push(' ');
        }
        out.push(letter);
        before = letter;
    }
    out
}

/// The names between `${` and `}` of a text, in order, each as often as it stands there.
pub fn placeholders(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once("${") {
        let Some((name, after)) = behind.split_once('}') else { break };
        if name.contains(['\n', '{']) {
            rest = behind;
        } else {
            found.push(name);
            rest = after;
        }
    }
    found
}

/// A language tag: two to eight letters, then groups of one to eight letters or digits.
pub(crate) fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let first = parts.next().unwrap_or("");
    (2..=8).contains(&first.len())
        && first.bytes().all(|byte| byte.is_ascii_alphabetic())
        && parts.all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}
