//! Values of a lorebook entry as SillyTavern spells them, for books inside cards and for files of their own: positions,
//! logic, roles, keywords, levels and filters.
//!
//! Source: SillyTavern 1.19 `public/scripts/world-info.js`. Which key holds which value is said by the tables that use
//! this.

use ficha_json::{Node, NodeKind};
use serde_json::{Map, Number, Value, json};

use super::keyword::{decode_trigger, encode_trigger};
use crate::format::Coded;
use crate::notes::NoteCode;
use crate::overlay::{Said, texts_onto};
use crate::read::Reader;

/// The numbers of SillyTavern's `world_info_position`, by canonical name.
pub(super) const POSITIONS: [&str; 8] = [
    "world",
    "character",
    "author_note_top",
    "author_note_bottom",
    "depth",
    "before_example",
    "after_example",
    "outlet",
];

/// SillyTavern's `world_info_logic`.
pub(super) const LOGIC: [&str; 4] = ["and_any", "not_all", "not_any", "and_all"];

/// SillyTavern's `extension_prompt_roles`.
pub(super) const ROLES: [&str; 3] = ["system", "user", "assistant"];

/// A word by its number, or the word itself.
pub(super) fn known(
    node: Node<'_>,
    words: &[&str],
    here: &dyn Fn() -> String,
    reader: &mut Reader<'_>,
) -> Option<Value> {
    let word = match node.kind() {
        NodeKind::Number => {
            node.as_i64().and_then(|index| usize::try_from(index).ok()).and_then(|index| words.get(index)).copied()
        }
        NodeKind::String => {
            let text = node.as_str()?;
            if text.is_empty() {
                return None;
            }
            words
                .iter()
                .copied()
                .find(|word| *word == text)
                .or_else(|| text.parse::<usize>().ok().and_then(|index| words.get(index)).copied())
        }
        NodeKind::Null | NodeKind::Bool | NodeKind::Array | NodeKind::Object => None,
    };
    if word.is_none() {
        let at = here();
        reader.warn(NoteCode::UnknownValue, &at, format!("{at} has no meaning here; it is kept as it is."));
    }
    word.map(|word| Value::String(word.to_owned()))
}

/// The word of a position: a number, a number in a text, or the word of the specification.
pub(super) fn position(node: Node<'_>, here: &dyn Fn() -> String, reader: &mut Reader<'_>) -> Option<Value> {
    let numbered = |index: i64| match usize::try_from(index).ok().and_then(|index| POSITIONS.get(index)) {
        Some(word) => (*word).to_owned(),
        None => format!("wire:{index}"),
    };
    let word = match node.kind() {
        NodeKind::Number => node.as_i64().map(numbered),
        NodeKind::String => match node.as_str()?.as_ref() {
            "" => return None,
            "before_char" => Some("world".to_owned()),
            "after_char" => Some("character".to_owned()),
            text => text.parse().ok().map(numbered),
        },
        NodeKind::Null | NodeKind::Bool | NodeKind::Array | NodeKind::Object => None,
    };
    if word.is_none() {
        let at = here();
        reader.warn(NoteCode::UnknownValue, &at, format!("{at} names no known position; it is kept as it is."));
    }
    word.map(Value::String)
}

/// A character filter; what it does not say is absent.
pub(super) fn filter(node: Node<'_>, here: &str, reader: &mut Reader<'_>) -> Option<Value> {
    if !node.is_object() {
        reader.wrong_type(here, node, "an object", "it is not read");
        return None;
    }
    let mut filter = Map::new();
    for key in ["names", "tags"] {
        if let Some(list) = node.get(key).filter(|list| !list.is_null()) {
            let words = reader.texts(list, &format!("{here}/{key}"))?;
            filter.insert(key.to_owned(), Value::Array(words.into_iter().map(Value::String).collect()));
        }
    }
    if let Some(flag) = node.get("isExclude").and_then(|flag| reader.flag(flag, &format!("{here}/isExclude"))) {
        filter.insert("isExclude".to_owned(), Value::Bool(flag));
    }
    Some(Value::Object(filter))
}

/// Keywords; one text for several has commas between, as old exports have it. `bare`: plain words are patterns.
pub(super) fn triggers(
    node: Node<'_>,
    bare: bool,
    here: &dyn Fn() -> String,
    reader: &mut Reader<'_>,
) -> Option<Value> {
    let triggers = if node.is_array() && node.items().all(Node::is_string) {
        node.items().filter_map(|item| item.as_str().map(|text| decode_trigger(&text, bare))).collect()
    } else {
        let texts = reader.texts(node, &here())?;
        let split = !node.is_array();
        let keys = texts
            .iter()
            .flat_map(|text| if split { text.split(',').map(str::trim).collect() } else { vec![text.as_str()] });
        keys.filter(|key| !key.is_empty()).map(|key| decode_trigger(key, bare)).collect()
    };
    Some(Value::Array(triggers))
}

/// A level of recursion: a number, or `true` for the first.
pub(super) fn level(node: Node<'_>, here: &dyn Fn() -> String, reader: &mut Reader<'_>) -> Option<Value> {
    match node.kind() {
        NodeKind::Bool => {
            Some(Value::Bool(true)).filter(|_| node.as_bool() == Some(true)).or(Some(Value::Number(Number::from(0))))
        }
        NodeKind::Null | NodeKind::Number | NodeKind::String | NodeKind::Array | NodeKind::Object => {
            reader.number(node, &here()).map(Value::Number)
        }
    }
}

/// The number of a position; with the reason when SillyTavern has no such place and another stands for it.
pub(super) fn position_number(word: &str) -> (i64, Option<&'static str>) {
    if let Some(number) = POSITIONS.iter().position(|known| *known == word) {
        return (i64::try_from(number).unwrap_or(0), None);
    }
    match word {
        "prepend_top" => (0, Some("SillyTavern has no such position; the entry goes before the character.")),
        "append" | "append_bottom" => (4, Some("SillyTavern has no such position; the entry goes in at its depth.")),
        _ => match word.strip_prefix("wire:").and_then(|number| number.parse().ok()) {
            Some(number) => (number, None),
            None => (1, Some("SillyTavern has no such position; the entry goes after the character.")),
        },
    }
}

/// The number of a word, or the word where one stands.
pub(super) fn numbered(new: &Value, words: &[&str], present: Option<Node<'_>>) -> Option<Value> {
    let word = new.as_str()?;
    let index = words.iter().position(|known| *known == word)?;
    let as_word =
        present.is_some_and(|node| node.as_str().is_some_and(|text| text.parse::<i64>().is_err() && !text.is_empty()));
    Some(if as_word { json!(word) } else { json!(index) })
}

/// A filter laid onto the one that is there, whose other keys stay.
pub(super) fn filter_onto(new: &Value, present: Option<Node<'_>>) -> Value {
    let mut whole = present.map(Node::to_value).filter(Value::is_object).unwrap_or_else(|| Value::Object(Map::new()));
    if let (Value::Object(whole), Value::Object(new)) = (&mut whole, new) {
        for (key, value) in new {
            whole.insert(key.clone(), value.clone());
        }
    }
    whole
}

/// Says which of these keywords cannot be spelt so that they read back.
pub(super) fn explain_unspelt(new: &Value, said: &mut Said<'_>) {
    for (index, trigger) in new.as_array().map(Vec::as_slice).unwrap_or(&[]).iter().enumerate() {
        if !encode_trigger(trigger).1 {
            let text = "Patterns are spelt between slashes here; this key cannot be spelt so that it reads back.";
            said.explain_item(index, NoteCode::Adapted, text);
        }
        for field in ["frequency", "probability"] {
            if trigger.get(field).is_some_and(|value| !value.is_null()) {
                said.explain_field(
                    &format!("[{index}].{field}"),
                    NoteCode::NoPlace,
                    "A key is a word and nothing more here.",
                );
            }
        }
    }
}

/// Keywords laid onto those that are there.
pub(super) fn triggers_onto(new: &Value, present: Option<Node<'_>>, bare: bool) -> Value {
    let spell = |trigger: &Value| Value::String(encode_trigger(trigger).0);
    match texts_onto(new, present, &spell, &|text| decode_trigger(&text, bare)) {
        // A lone text is parted at its commas when it is read.
        Value::String(text) if text.contains(',') || text.trim() != text => json!([text]),
        whole => whole,
    }
}

/// `key` and `keysecondary` of a file.
pub(crate) static TRIGGERS: Coded = Coded {
    name: "keywords",
    decode: |node, at, reader| triggers(node, false, &|| at.to_owned(), reader),
    encode: |new, present, said| {
        explain_unspelt(new, said);
        Some(triggers_onto(new, present, false))
    },
    empty: "[]",
};

/// `position` of a file.
pub(crate) static POSITION: Coded = Coded {
    name: "position",
    decode: |node, at, reader| position(node, &|| at.to_owned(), reader),
    encode: |new, _, said| {
        let (number, reason) = position_number(new.as_str()?);
        if let Some(reason) = reason {
            said.explain(NoteCode::Adapted, reason);
        }
        Some(json!(number))
    },
    empty: "0",
};

/// `selectiveLogic` of a file.
pub(crate) static SELECTIVE_LOGIC: Coded = Coded {
    name: "selective logic",
    decode: |node, at, reader| known(node, &LOGIC, &|| at.to_owned(), reader),
    encode: |new, present, said| {
        numbered(new, &LOGIC, present).or_else(|| {
            said.explain(NoteCode::NoPlace, "SillyTavern knows no such logic.");
            None
        })
    },
    empty: "0",
};

/// `role` of a file.
pub(crate) static ROLE: Coded = Coded {
    name: "role",
    decode: |node, at, reader| known(node, &ROLES, &|| at.to_owned(), reader),
    encode: |new, present, said| {
        numbered(new, &ROLES, present).or_else(|| {
            said.explain(NoteCode::NoPlace, "SillyTavern knows no such role.");
            None
        })
    },
    empty: "null",
};

/// `delayUntilRecursion` of a file.
pub(crate) static LEVEL: Coded = Coded {
    name: "level",
    decode: |node, at, reader| level(node, &|| at.to_owned(), reader),
    encode: |new, _, _| Some(new.clone()),
    empty: "0",
};

/// `characterFilter` of a file.
pub(crate) static FILTER: Coded = Coded {
    name: "character filter",
    decode: filter,
    encode: |new, present, _| Some(filter_onto(new, present)),
    empty: "null",
};
