//! Words that belong to languages: what the player is called, and names of feelings that are never tracked as values.
//!
//! Both lists are data (`data/*.json`), written by hand.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ficha_json::Document;
use serde_json::Value;

use crate::id::id_key;

/// A file of ours as a tree; that it reads is tested.
fn data(text: &'static str) -> Value {
    Document::parse(text, &ficha_json::Limits::default()).map_or(Value::Null, |document| document.root().to_value())
}

static PLAYER: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let value = data(include_str!("../data/player-word.json"));
    let words = value.as_object().into_iter().flatten();
    words.filter_map(|(language, word)| Some((language.clone(), word.as_str()?.to_owned()))).collect()
});

static FEELINGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let value = data(include_str!("../data/feeling-words.json"));
    let lists = value.as_object().into_iter().flat_map(|languages| languages.values());
    let axes = lists.filter_map(Value::as_object).flat_map(|axes| axes.values());
    axes.filter_map(Value::as_array).flatten().filter_map(Value::as_str).map(folded).collect()
});

/// What feelings are compared by: case, and the blanks of a key, do not count.
fn folded(word: &str) -> String {
    id_key(word).replace(['_', '-'], " ").trim().to_owned()
}

/// Whether a word is one of the four feelings every relationship has already, or means the same.
pub fn is_feeling(word: &str) -> bool {
    let word = folded(word);
    FEELINGS.contains(&word)
}

/// What the player is called in a language, by its tag; in English where the language has no word here.
pub fn player_word(language: &str) -> &'static str {
    let tag = language.to_lowercase();
    let primary = tag.split(['-', '_']).next().unwrap_or("");
    let word = PLAYER.get(tag.as_str()).or_else(|| PLAYER.get(primary));
    word.map_or("the player", String::as_str)
}
