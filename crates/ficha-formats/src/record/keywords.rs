//! Keys of lorebook entries in apps that know no patterns: as lists of words and as one text with commas.
//!
//! A pattern is spelt `/…/flags` and is a word there. What does not read back as the key it was is given a reason.

use ficha_json::Node;
use serde_json::{Map, Value, json};

use crate::format::Coded;
use crate::notes::NoteCode;
use crate::overlay::{Said, is_blank, texts_onto};
use crate::read::Reader;
use crate::tavern::keyword::encode_trigger;

/// A list of texts, all of them words; body: triggers.
pub(crate) static WORDS: Coded = Coded { name: "words", decode: decode_words, encode: encode_words, empty: "[]" };

/// Words with commas between them; body: triggers.
pub(crate) static COMMA_WORDS: Coded =
    Coded { name: "words between commas", decode: decode_commas, encode: encode_commas, empty: "\"\"" };

fn plain(word: &str) -> Value {
    json!({"keyword": word, "isRegex": false})
}

fn decode_words(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let words = reader.texts(node, at)?;
    Some(Value::Array(words.iter().map(|word| plain(word)).collect()))
}

fn decode_commas(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let text = match node.is_array() {
        true => reader.texts(node, at)?.join(","),
        false => reader.text(node, at)?,
    };
    Some(Value::Array(split(&text)))
}

fn split(text: &str) -> Vec<Value> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(plain).collect()
}

fn encode_words(value: &Value, present: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    explain(value, &|trigger| plain(&spelt(trigger)), said);
    Some(texts_onto(value, present, &|trigger| Value::String(spelt(trigger)), &|word| plain(&word)))
}

fn encode_commas(value: &Value, present: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    let one = |trigger: &Value| match split(&spelt(trigger)).as_slice() {
        [only] => only.clone(),
        _ => Value::Null,
    };
    explain(value, &one, said);
    let words: Vec<String> = value.as_array().into_iter().flatten().map(spelt).collect();
    if present.is_some_and(Node::is_array) {
        return Some(json!(words));
    }
    let words: Vec<&str> = words.iter().map(|word| word.trim()).filter(|word| !word.is_empty()).collect();
    Some(Value::String(words.join(", ")))
}

/// A trigger as a word: a pattern is spelt as one.
fn spelt(trigger: &Value) -> String {
    encode_trigger(trigger).0
}

/// The reasons for triggers that read back as something else.
fn explain(triggers: &Value, back: &dyn Fn(&Value) -> Value, said: &mut Said<'_>) {
    let whole = said.path.clone();
    for (index, trigger) in triggers.as_array().into_iter().flatten().enumerate() {
        let read = back(trigger);
        if !read.is_object() {
            said.path = whole.clone();
            said.explain(NoteCode::Adapted, "A comma parts keys in this app, so a key with one in it becomes several.");
            continue;
        }
        said.path = whole.index(index);
        let blank = Map::new();
        let keys = trigger.as_object().unwrap_or(&blank);
        for (key, value) in keys {
            let same = read.get(key) == Some(value) || (is_blank(Some(value)) && is_blank(read.get(key)));
            match key.as_str() {
                _ if same => {}
                "keyword" | "isRegex" | "flags" => {
                    said.explain_field(
                        key,
                        NoteCode::Adapted,
                        "The app cannot say this key as it is; it is spelt as near as it can be.",
                    );
                }
                _ => said.explain_field(key, NoteCode::NoPlace, "The app keeps nothing beside the key itself."),
            }
        }
    }
    said.path = whole;
}
