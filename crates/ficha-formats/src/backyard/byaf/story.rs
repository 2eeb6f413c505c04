//! What the scenarios of an archive say of a character: its greetings and its examples.
//!
//! The first scenario of the manifest is the one the character begins in. Its first message is the greeting, its
//! further ones are alternates `byaf:<path>#<n>`; each later scenario's first message is the alternate
//! `byaf:<path>` under the scenario's own title. Scenarios are told by their path: one whose message was taken away
//! stays, a greeting without a scenario gets a new one with the settings of the first.

use ficha_json::{Document, Node};
use ficha_model::Path;
use serde_json::{Map, Value, json};

use super::greetings::Alternates;
use crate::backyard::macros::{canonical, wire};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, at, place, state};
use crate::read::Reader;

pub(super) const ALTERNATES: &str = "greetings.alternateGreetings";

/// A row of a list with its number.
type Numbered<'a> = (usize, Node<'a>);

/// Reads greetings and examples.
pub(super) fn decode(document: &Document, roots: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let mut alternates = Vec::new();
    for (index, (path, scenario)) in scenarios(document, roots).into_iter().enumerate() {
        let messages = scenario.get("firstMessages");
        for (number, message) in messages.into_iter().flat_map(|list| list.items()).enumerate() {
            let here = format!("/scenarios/{index}/firstMessages/{number}");
            let text = canonical(&text_of(message, &here, reader).unwrap_or_default());
            if (index, number) == (0, 0) {
                if !text.is_empty() {
                    place(body, "greetings.firstMessage", json!(text));
                }
                continue;
            }
            let mut greeting = json!({"text": text, "id": id_of(&path, number)});
            let title = scenario.get("title").and_then(|title| title.as_str()).filter(|title| !title.is_empty());
            if let (Some(title), true, Value::Object(greeting)) = (title, index > 0 && number == 0, &mut greeting) {
                greeting.insert("title".to_owned(), json!(title));
            }
            alternates.push(greeting);
        }
    }
    if !alternates.is_empty() {
        place(body, ALTERNATES, Value::Array(alternates));
    }
    let list = document.at("/scenarios/0/exampleMessages");
    let mut messages = Vec::new();
    for (number, message) in list.into_iter().flat_map(|list| list.items()).enumerate() {
        let here = format!("/scenarios/0/exampleMessages/{number}");
        let Some(text) = text_of(message, &here, reader) else { continue };
        let mut row = Map::new();
        if let Some(speaker) = message.get("characterID").and_then(|speaker| speaker.as_str()) {
            row.insert("speaker".to_owned(), json!(speaker));
        }
        row.insert("text".to_owned(), json!(canonical(&text)));
        messages.push(Value::Object(row));
    }
    if !messages.is_empty() {
        place(body, "examples.exampleMessages", json!(blob(&messages)));
        place(body, "examples.messages", Value::Array(messages));
    }
}

/// The scenarios with their paths, in the order of the manifest. One that is missing is null.
pub(super) fn scenarios<'a>(document: &'a Document, roots: &Roots) -> Vec<(String, Node<'a>)> {
    let paths = document.at(&roots.locate("/data/scenarios"));
    let paths = paths.into_iter().flat_map(|list| list.items());
    let paths = paths.map(|path| path.as_str().map(|path| path.into_owned()).unwrap_or_default());
    let nodes = document.at("/scenarios");
    paths.zip(nodes.into_iter().flat_map(|list| list.items())).collect()
}

/// The id of a greeting, by where it lies.
fn id_of(path: &str, number: usize) -> String {
    if number == 0 { format!("byaf:{path}") } else { format!("byaf:{path}#{number}") }
}

fn text_of(message: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<String> {
    if message.is_object() {
        reader.text(message.get("text")?, &format!("{at}/text"))
    } else {
        reader.text(message, at)
    }
}

/// Example messages as one text, in the way SillyTavern joins them.
fn blob(messages: &[Value]) -> String {
    let texts = messages.iter().filter_map(|message| message.get("text").and_then(Value::as_str));
    let talks: Vec<String> = texts.filter(|text| !text.is_empty()).map(|text| format!("<START>\n{text}")).collect();
    talks.join("\n")
}

/// The talks of one text.
fn talks(text: &str) -> Vec<String> {
    let mut talks = vec![String::new()];
    for line in text.split_inclusive('\n') {
        match (line.trim().eq_ignore_ascii_case("<START>"), talks.last_mut()) {
            (false, Some(talk)) => talk.push_str(line),
            (true, _) | (false, None) => talks.push(String::new()),
        }
    }
    talks
        .into_iter()
        .map(|talk| talk.trim_matches(['\n', '\r']).to_owned())
        .filter(|talk| !talk.trim().is_empty())
        .collect()
}

/// Writes what changed in greetings and examples.
pub(super) fn encode(
    before: &Value,
    after: &Value,
    document: &Document,
    roots: &Roots,
    writes: &mut Writes,
    notes: &mut Notes,
) {
    let speaker = document.at("/character/id").and_then(|id| id.as_str()).map(|id| id.into_owned()).unwrap_or_default();
    examples(before, after, document, &speaker, writes, notes);
    first_message(before, after, document, &speaker, writes);
    let list = |body| at(body, ALTERNATES).and_then(Value::as_array).cloned().unwrap_or_default();
    let (old, new) = (list(before), list(after));
    if old != new {
        Alternates::of(&old, &new, document, roots, &speaker).write(writes, notes);
    }
}

fn first_message(before: &Value, after: &Value, document: &Document, speaker: &str, writes: &mut Writes) {
    let path = "greetings.firstMessage";
    let text = match state(at(before, path), at(after, path)) {
        State::Equal => return,
        State::Changed => wire(at(after, path).and_then(Value::as_str).unwrap_or(""), false),
        State::Cleared => String::new(),
    };
    let list = "/scenarios/0/firstMessages";
    match document.at(list).and_then(|list| list.item(0)) {
        Some(first) if first.is_object() => writes.set(format!("{list}/0/text"), json!(text)),
        Some(_) => writes.set(format!("{list}/0"), json!(text)),
        None => writes.set(list, json!([{"characterID": speaker, "text": text}])),
    }
}

fn examples(before: &Value, after: &Value, document: &Document, speaker: &str, writes: &mut Writes, notes: &mut Notes) {
    let (listed, joined) = ("examples.messages", "examples.exampleMessages");
    let rows = |body| at(body, listed).and_then(Value::as_array).cloned().unwrap_or_default();
    let text = |body| at(body, joined).and_then(Value::as_str).unwrap_or("").to_owned();
    let (old, mut new) = (rows(before), rows(after));
    let (was, is) = (text(before), text(after));
    if old == new && was == is {
        return;
    }
    if old == new {
        // Only the one text was edited, so the messages are made from it.
        let known = |talk: &str| old.iter().find(|row| row.get("text").and_then(Value::as_str) == Some(talk)).cloned();
        let made = |talk: String| known(&talk).unwrap_or_else(|| json!({"speaker": speaker, "text": talk}));
        new = talks(&is).into_iter().map(made).collect();
        if new != rows(after) {
            notes.explain(
                Path::of(listed),
                NoteCode::Adapted,
                "The app keeps examples message by message; they were made from the one text.",
            );
        }
    }
    if blob(&new) != is {
        notes.explain(
            Path::of(joined),
            NoteCode::Adapted,
            "The app keeps examples message by message; as one text they read a little differently.",
        );
    }
    let list = "/scenarios/0/exampleMessages";
    let mut quiet = Notes::new();
    let mut reader = Reader::muted(&mut quiet);
    let rows_there = document.at(list).into_iter().flat_map(|list| list.items()).enumerate();
    let (present, unread): (Vec<Numbered<'_>>, Vec<Numbered<'_>>) =
        rows_there.partition(|(_, row)| text_of(*row, "", &mut reader).is_some());
    if present.len() == old.len() && old.len() == new.len() {
        for ((old, new), (index, node)) in old.iter().zip(&new).zip(&present) {
            if old != new && !node.is_object() {
                let text = |key: &str| new.get(key).and_then(Value::as_str);
                let row = json!({"characterID": text("speaker").unwrap_or(speaker), "text": wire(text("text").unwrap_or(""), true)});
                let bare = old.get("speaker") == new.get("speaker");
                writes.set(
                    format!("{list}/{index}"),
                    if bare { row.get("text").cloned().unwrap_or_default() } else { row },
                );
                continue;
            }
            for (key, wire_key) in [("text", "text"), ("speaker", "characterID")] {
                let value = new.get(key).and_then(Value::as_str);
                if old.get(key) != new.get(key) {
                    let value = value.map_or_else(
                        || speaker.to_owned(),
                        |value| if key == "text" { wire(value, true) } else { value.to_owned() },
                    );
                    writes.set(format!("{list}/{index}/{wire_key}"), json!(value));
                }
            }
        }
    } else {
        let mut used = vec![false; old.len()];
        let row = |row: &Value| {
            let place = old.iter().zip(&used).position(|(old, used)| !used && old == row);
            let text = |key: &str| row.get(key).and_then(Value::as_str);
            match place.and_then(|place| present.get(place).map(|(_, node)| (place, node))) {
                Some((place, node)) => {
                    if let Some(used) = used.get_mut(place) {
                        *used = true;
                    }
                    node.to_value()
                }
                None => {
                    json!({"characterID": text("speaker").unwrap_or(speaker), "text": wire(text("text").unwrap_or(""), true)})
                }
            }
        };
        let mut whole: Vec<Value> = new.iter().map(row).collect();
        whole.extend(unread.iter().map(|(_, node)| node.to_value()));
        writes.set(list, Value::Array(whole));
    }
    for (index, row) in rows(after).iter().enumerate() {
        if row.get("speaker").is_none()
            && !old.contains(row)
            && present.get(index).is_none_or(|_| old.len() != new.len())
        {
            let path = Path::of(listed).index(index).key("speaker");
            notes.explain(path, NoteCode::FilledDefault, "The app wants a speaker; the character is the one.");
        }
    }
}
