//! Keys: plain words and patterns, and the logic of secondary ones.

use serde::Serialize;
use serde_json::Value;

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
    Pattern(Pattern),
    Word { word: String, case: bool, whole: bool },
}

impl Key {
    /// A key of a body; `None` when it is blank or a pattern that does not work, which is told.
    pub fn read(trigger: &Value, case: bool, whole: bool, address: &Address, faults: &mut Vec<Fault>) -> Option<Key> {
        let text = |key: &str| trigger.get(key).and_then(Value::as_str).unwrap_or("");
        let keyword = text("keyword");
        if keyword.trim().is_empty() {
            return None;
        }
        if trigger.get("isRegex") != Some(&Value::Bool(true)) {
            let word = keyword.trim().to_owned();
            return Some(Key { shown: word.clone(), form: Form::Word { word, case, whole } });
        }
        let shown = format!("/{keyword}/{}", text("flags"));
        match Pattern::new(keyword, text("flags")) {
            Ok(pattern) => Some(Key { shown, form: Form::Pattern(pattern) }),
            Err(fault) => {
                faults.push(Fault::new(address, &shown, &fault));
                None
            }
        }
    }

    /// Whether it is in a text. A search that was given up counts as not found, and is told.
    pub fn is_in(&self, text: &str, names: &Names, address: &Address, faults: &mut Vec<Fault>) -> bool {
        match &self.form {
            Form::Pattern(pattern) => pattern.is_in(text).unwrap_or_else(|fault| {
                let fault = Fault::new(address, &self.shown, &fault);
                if !faults.contains(&fault) {
                    faults.push(fault);
                }
                false
            }),
            Form::Word { word, case, whole } => {
                let word = names.fill(word);
                let folded = |text: &str| if *case { text.to_owned() } else { text.to_lowercase() };
                contains(&folded(text), &folded(word.trim()), *whole)
            }
        }
    }
}

/// Whether a word is in a text. Whole words have no letter, digit or underscore of ASCII beside them, as `\W` of a
/// browser has it; a key of several words is looked for as it is.
fn contains(text: &str, word: &str, whole: bool) -> bool {
    if word.is_empty() {
        return false;
    }
    if !whole || word.split_whitespace().count() > 1 {
        return text.contains(word);
    }
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.match_indices(word).any(|(at, _)| {
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
        assert!(contains("the sea, calm", "sea", true));
        assert!(!contains("the seal", "sea", true));
        assert!(contains("the deep seal", "deep sea", true));
        assert!(contains("merésea", "sea", true));
    }
}
