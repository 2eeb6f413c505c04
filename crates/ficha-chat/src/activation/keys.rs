//! Keys: plain words and patterns, and the logic of secondary ones.

use std::cell::Cell;

use serde::Serialize;
use serde_json::Value;

use super::text::Text;
use super::{Address, Fault};
use crate::Names;
use crate::pattern::Pattern;

/// How secondary keys count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Logic {
    /// One of them must be there.
    AndAny,
    /// Not all of them may be there.
    NotAll,
    /// None of them may be there.
    NotAny,
    /// All of them must be there.
    AndAll,
}

impl Logic {
    /// The logic of a word of the model; any other is the first.
    pub fn of(word: &str) -> Logic {
        match word {
            "not_all" => Logic::NotAll,
            "not_any" => Logic::NotAny,
            "and_all" => Logic::AndAll,
            _ => Logic::AndAny,
        }
    }

    /// Whether keys of which these were found say yes.
    pub fn admits(self, found: &[bool]) -> bool {
        match self {
            Logic::AndAny => found.contains(&true),
            Logic::NotAll => found.contains(&false),
            Logic::NotAny => !found.contains(&true),
            Logic::AndAll => !found.contains(&false),
        }
    }
}

/// A key ready to be looked for.
#[derive(Debug)]
pub(super) struct Key {
    /// As a person reads it.
    pub shown: String,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Pattern {
        pattern: Pattern,
        /// It was given up once; it is not tried again.
        slow: Cell<bool>,
    },
    Word {
        /// With names filled in, in small letters unless its case counts.
        word: String,
        case: bool,
        whole: bool,
    },
}

/// How strictly words are taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub case: bool,
    pub whole: bool,
}

/// What searches have to tell, and how often a pattern may still be given up.
#[derive(Debug)]
pub(super) struct Told {
    pub faults: Vec<Fault>,
    patience: usize,
}

/// Patterns that may be given up in one run before the rest is not tried any more: each takes a noticeable time.
const PATIENCE: usize = 8;

impl Default for Told {
    fn default() -> Told {
        Told { faults: Vec::new(), patience: PATIENCE }
    }
}

impl Told {
    fn tell(&mut self, fault: Fault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }
}

impl Key {
    /// A key of a body; `None` when it is blank. A pattern that does not work is told, and looked for as a word with
    /// its slashes, as SillyTavern does.
    pub fn read(trigger: &Value, manner: Manner, names: &Names, address: &Address, told: &mut Told) -> Option<Key> {
        let text = |key: &str| trigger.get(key).and_then(Value::as_str).unwrap_or("");
        let keyword = text("keyword");
        if keyword.trim().is_empty() {
            return None;
        }
        if trigger.get("isRegex") != Some(&Value::Bool(true)) {
            return Some(Key::word(keyword.trim().to_owned(), manner, names));
        }
        let shown = format!("/{keyword}/{}", text("flags"));
        match Pattern::new(keyword, text("flags")) {
            Ok(pattern) => Some(Key { shown, form: Form::Pattern { pattern, slow: Cell::new(false) } }),
            Err(fault) => {
                told.tell(Fault::new(address, &shown, &fault));
                Some(Key::word(shown, manner, names))
            }
        }
    }

    fn word(shown: String, Manner { case, whole }: Manner, names: &Names) -> Key {
        let filled = names.fill(&shown);
        let word = if case { filled.trim().to_owned() } else { filled.trim().to_lowercase() };
        Key { form: Form::Word { word, case, whole }, shown }
    }

    /// The same word, taken less strictly; `None` for a pattern and for a word that is not strict in that way.
    pub fn looser(&self, way: Looser) -> Option<Key> {
        let Form::Word { word, case, whole } = &self.form else { return None };
        let form = match way {
            Looser::AnyCase if *case => Form::Word { word: word.to_lowercase(), case: false, whole: *whole },
            Looser::PartOfWord if *whole => Form::Word { word: word.clone(), case: *case, whole: false },
            Looser::AnyCase | Looser::PartOfWord => return None,
        };
        Some(Key { shown: self.shown.clone(), form })
    }

    /// The word in small letters, by which it can be sorted; `None` for a pattern.
    pub fn folded(&self) -> Option<String> {
        match &self.form {
            Form::Pattern { .. } => None,
            Form::Word { word, .. } => Some(word.to_lowercase()),
        }
    }

    /// Whether it is in a text.
    pub fn is_in(&self, text: &Text, address: &Address, told: &mut Told) -> bool {
        self.find(text, address, told).is_some()
    }

    /// Where it first stands in a text, in bytes. A search that was given up counts as not found, and is told.
    pub fn find(&self, text: &Text, address: &Address, told: &mut Told) -> Option<(usize, usize)> {
        match &self.form {
            Form::Pattern { slow, .. } if slow.get() => None,
            Form::Pattern { pattern, slow } => {
                if told.patience == 0 {
                    slow.set(true);
                    told.tell(Fault::untried(address, &self.shown));
                    return None;
                }
                match pattern.find(text.plain()) {
                    Ok(found) => found,
                    Err(fault) => {
                        slow.set(true);
                        told.patience -= 1;
                        told.tell(Fault::new(address, &self.shown, &fault));
                        None
                    }
                }
            }
            Form::Word { word, case: true, whole } => {
                stands(text.plain(), word, *whole).map(|at| (at, at + word.len()))
            }
            Form::Word { word, case: false, whole } => {
                let at = stands(text.folded(), word, *whole)?;
                Some(text.unfolded(at, at + word.len()))
            }
        }
    }
}

/// A way to take a word less strictly.
#[derive(Clone, Copy, Debug)]
pub(super) enum Looser {
    AnyCase,
    PartOfWord,
}

/// Where a word first stands in a text. Whole words have no letter, digit or underscore of ASCII beside them, as `\W`
/// of a browser has it; a key of several words is looked for as it is.
fn stands(text: &str, word: &str, whole: bool) -> Option<usize> {
    if word.is_empty() {
        return None;
    }
    if !whole || word.split_whitespace().count() > 1 {
        return text.find(word);
    }
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let places = text.match_indices(word).map(|(at, _)| at);
    places.into_iter().find(|at| {
        let at = *at;
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + word.len()..).and_then(|behind| behind.chars().next());
        !before.is_some_and(is_word) && !behind.is_some_and(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logic_is_what_its_words_say() {
        for (logic, none, some, all) in [
            (Logic::AndAny, false, true, true),
            (Logic::NotAll, true, true, false),
            (Logic::NotAny, true, false, false),
            (Logic::AndAll, false, false, true),
        ] {
            assert_eq!(logic.admits(&[false, false]), none, "{logic:?}");
            assert_eq!(logic.admits(&[true, false]), some, "{logic:?}");
            assert_eq!(logic.admits(&[true, true]), all, "{logic:?}");
        }
    }

    #[test]
    fn whole_words_end_where_a_browser_ends_them() {
        assert!(stands("the sea, calm", "sea", true).is_some());
        assert!(stands("the seal", "sea", true).is_none());
        assert!(stands("the deep seal", "deep sea", true).is_some());
        assert!(stands("merésea", "sea", true).is_some());
    }
}
