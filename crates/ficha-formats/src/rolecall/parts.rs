//! Titles of greetings, texts at a depth, and the background: what of RoleCall's block no row of a table can say.

use ficha_json::Node;
use ficha_model::Path;
use serde_json::{Map, Value, json};

use super::card::is_open;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, at, at_map, place, rows_onto, state};
use crate::read::Reader;
use crate::tavern::depth_prompt;
use crate::tavern::edit::Target;
use crate::tavern::lineage::{Part, Payload};

/// The titles of greetings, in a list beside them; none where nothing has a title.
pub(super) const GREETING_TITLES: Part = Part {
    decode: |payload, body, _| {
        let Some((node, _)) = payload.layout.find(payload.document, TITLES) else { return };
        let greetings = payload.layout.find(payload.document, GREETINGS).map(|(greetings, _)| greetings);
        let readable: Vec<bool> = greetings.into_iter().flat_map(|list| list.items()).map(is_greeting).collect();
        let titles = node.items().enumerate().filter(|(at, _)| readable.get(*at) != Some(&false));
        let titles: Vec<Option<String>> = titles.map(|(_, node)| title(node)).collect();
        let rows = body.get_mut("greetings").and_then(|group| group.get_mut("alternateGreetings"));
        let rows = rows.and_then(Value::as_array_mut).into_iter().flatten();
        for (row, title) in rows.zip(titles) {
            if let (Value::Object(row), Some(title)) = (row, title) {
                row.insert("title".to_owned(), Value::String(title));
            }
        }
    },
    overlay: |before, after, target, _, writes| {
        let (old, new) = (titles(before), titles(after));
        if old == new {
            return;
        }
        let at = target.layout.write_at(target.document, TITLES);
        if new.iter().all(Option::is_none) {
            return writes.remove(at);
        }
        let present: Vec<Node<'_>> = target.document.at(&at).into_iter().flat_map(|list| list.items()).collect();
        let greetings = target.layout.find(target.document, GREETINGS).map(|(greetings, _)| greetings);
        let readable: Vec<bool> = greetings.into_iter().flat_map(|list| list.items()).map(is_greeting).collect();
        let mut list = Vec::with_capacity(new.len());
        for new in &new {
            // A greeting that cannot be read keeps its place in both lists.
            while readable.get(list.len()) == Some(&false) {
                list.push(present.get(list.len()).map_or(Value::Null, |node| node.to_value()));
            }
            list.push(match present.get(list.len()) {
                Some(node) if title(*node) == *new => node.to_value(),
                _ => json!(new),
            });
        }
        // Titles of greetings that are not there keep their place as long as the others do.
        let rest = present.iter().skip(if old.len() == new.len() { list.len() } else { usize::MAX });
        list.extend(rest.map(|node| node.to_value()));
        writes.set(at, Value::Array(list));
    },
    explain: |_, _| {},
};

const TITLES: &str = "/data/extensions/rolecall/alternate_greeting_titles";

const GREETINGS: &str = "/data/alternate_greetings";

/// Whether an item of the greetings is read as one.
fn is_greeting(node: Node<'_>) -> bool {
    !node.is_null() && !node.is_array() && !node.is_object()
}

fn title(node: Node<'_>) -> Option<String> {
    node.as_str().map(|text| text.into_owned()).filter(|text| !text.is_empty())
}

fn titles(body: &Value) -> Vec<Option<String>> {
    let rows = at(body, "greetings.alternateGreetings").and_then(Value::as_array).into_iter().flatten();
    let title =
        |row: &Value| row.get("title").and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned);
    rows.map(title).collect()
}

/// Texts at a depth: a list in the details, and behind them the one every card has.
pub(super) const DEPTH_INJECTIONS: Part =
    Part { decode: decode_injections, overlay: overlay_injections, explain: explain_injections };

const INJECTIONS: &str = "/data/extensions/rolecall/details/prompt_depth_injections";
const INJECTED: &str = "prompts.depthInjections";

fn is_depth_prompt(row: &Value) -> bool {
    row.get("origin").and_then(Value::as_str) == Some("depth_prompt")
}

/// A row of the details; `None` when it has no text.
fn injection(node: Node<'_>) -> Option<Value> {
    let mut row = Map::new();
    let text = node.get("content")?.as_str().filter(|text| !text.is_empty())?;
    row.insert("text".to_owned(), json!(text));
    if let Some(Value::Number(depth)) = node.get("depth").map(Node::to_value) {
        row.insert("depth".to_owned(), Value::Number(depth));
    }
    if let Some(role) = node
        .get("role")
        .and_then(|role| role.as_str())
        .filter(|role| matches!(role.as_ref(), "system" | "user" | "assistant"))
    {
        row.insert("role".to_owned(), json!(role));
    }
    if let Some(enabled) = node.get("enabled").and_then(Node::as_bool) {
        row.insert("enabled".to_owned(), json!(enabled));
    }
    Some(Value::Object(row))
}

fn decode_injections(payload: &Payload<'_>, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    (depth_prompt::PART.decode)(payload, body, reader);
    let own = at_map(body, INJECTED).and_then(Value::as_array).cloned().unwrap_or_default();
    let Some((node, at)) = payload.layout.find(payload.document, INJECTIONS).filter(|(node, _)| !node.is_null()) else {
        return;
    };
    if !node.is_array() {
        return reader.wrong_type(&at, node, "a list", "it is not read");
    }
    let rows: Vec<Value> = node.items().filter_map(injection).chain(own).collect();
    if !rows.is_empty() {
        place(body, INJECTED, Value::Array(rows));
    }
}

/// The rows of the details, and the depth prompt as the only one of a body.
fn split(body: &Value) -> (Vec<Value>, Value) {
    let rows = at(body, INJECTED).and_then(Value::as_array).cloned().unwrap_or_default();
    let prompt = rows.iter().position(is_depth_prompt);
    let (mut details, mut own) = (Vec::new(), Vec::new());
    for (index, row) in rows.into_iter().enumerate() {
        if Some(index) == prompt { own.push(row) } else { details.push(row) }
    }
    let own = if own.is_empty() { json!({}) } else { json!({"prompts": {"depthInjections": own}}) };
    (details, own)
}

fn overlay_injections(before: &Value, after: &Value, target: &Target<'_>, notes: &mut Notes, writes: &mut Writes) {
    let ((old, old_prompt), (new, new_prompt)) = (split(before), split(after));
    (depth_prompt::PART.overlay)(&old_prompt, &new_prompt, target, notes, writes);
    if old == new {
        return;
    }
    let at = target.layout.write_at(target.document, INJECTIONS);
    let present = target.document.at(&at).filter(|list| list.is_array());
    // RoleCall asks of a row whether it is on; one that does not say so would not be used.
    let fresh = std::cell::RefCell::new(Vec::new());
    let row = |new: &Value, wire: Option<Node<'_>>| {
        let old = wire.and_then(injection).unwrap_or_else(|| json!({}));
        let made = || {
            fresh.borrow_mut().push(new.clone());
            json!({"content": "", "enabled": true})
        };
        let mut row = wire.map(Node::to_value).filter(Value::is_object).unwrap_or_else(made);
        if let Value::Object(row) = &mut row {
            for (field, key) in [("text", "content"), ("depth", "depth"), ("role", "role"), ("enabled", "enabled")] {
                match state(old.get(field), new.get(field)) {
                    State::Equal => {}
                    State::Changed => {
                        row.insert(key.to_owned(), new.get(field).cloned().unwrap_or(Value::Null));
                    }
                    State::Cleared => {
                        row.shift_remove(key);
                    }
                }
            }
        }
        row
    };
    let whole = rows_onto(&new, present, &injection, &row);
    for (index, row) in at_rows(after).filter(|(_, row)| fresh.borrow().contains(row)) {
        if row.get("enabled").is_none() {
            let path = Path::default().key("prompts").key("depthInjections").index(index).key("enabled");
            notes.explain(path, NoteCode::FilledDefault, "RoleCall asks of each text whether it is on.");
        }
    }
    writes.set(at, whole);
}

fn at_rows(body: &Value) -> impl Iterator<Item = (usize, &Value)> {
    at(body, INJECTED).and_then(Value::as_array).into_iter().flatten().enumerate()
}

fn explain_injections(body: &Value, notes: &mut Notes) {
    let path = Path::default().key("prompts").key("depthInjections");
    let mut prompts = 0;
    let mut details_follow = false;
    for (index, row) in at_rows(body) {
        let here = path.index(index);
        if is_depth_prompt(row) && prompts == 0 {
            prompts = 1;
            if row.get("enabled").is_some() {
                notes.explain(here.key("enabled"), NoteCode::NoPlace, "A depth prompt cannot be switched off.");
            }
            continue;
        }
        details_follow |= prompts > 0;
        if row.get("origin").is_some() {
            notes.explain(
                here.key("origin"),
                NoteCode::Adapted,
                "It was written among the texts of the card's details.",
            );
        }
    }
    if details_follow {
        let text = "The card's own depth prompt stands behind the texts of its details.";
        notes.explain(path, NoteCode::Adapted, text);
    }
}

/// The background: an address of its own, or one of RoleCall's by its id.
pub(super) const BACKGROUND: Part = Part {
    decode: |payload, body, _| {
        let Some((node, _)) = payload.layout.find(payload.document, BACKDROP) else { return };
        if let Some(background) = background(node) {
            place(body, "presentation.background", background);
        }
    },
    overlay: overlay_background,
    explain: |_, _| {},
};

const BACKDROP: &str = "/data/extensions/rolecall/details/default_background";

fn background(node: Node<'_>) -> Option<Value> {
    let text = |key: &str| node.get(key)?.as_str().map(|text| text.into_owned()).filter(|text| !text.is_empty());
    let mut row = Map::new();
    row.insert("ref".to_owned(), json!(text("customUrl").or_else(|| text("backgroundId"))?));
    for key in ["overlayOpacity", "videoPlaybackRate"] {
        if let Some(Value::Number(number)) = node.get(key).map(Node::to_value) {
            row.insert(key.to_owned(), Value::Number(number));
        }
    }
    Some(Value::Object(row))
}

/// Whether RoleCall could load it from there.
fn is_address(reference: &str) -> bool {
    crate::media::is_web(reference) || reference.starts_with("data:")
}

/// Whether it is named by where it lies in our own files, which tells RoleCall nothing.
fn is_at_home(reference: &str) -> bool {
    reference.starts_with("sha256:")
        || reference.starts_with("carrier:")
        || crate::media::archive_path(reference).is_some()
}

fn overlay_background(before: &Value, after: &Value, target: &Target<'_>, notes: &mut Notes, writes: &mut Writes) {
    let (old, new) = (at(before, "presentation.background"), at(after, "presentation.background"));
    if state(old, new) == State::Equal {
        return;
    }
    let base = target.layout.write_at(target.document, BACKDROP);
    let present = target.document.at(&base);
    if !is_open(present) {
        return;
    }
    let reference = new.and_then(|new| new.get("ref")).and_then(Value::as_str);
    if reference.is_some_and(is_at_home) && old.and_then(|old| old.get("ref")).and_then(Value::as_str) != reference {
        let path = Path::default().key("presentation").key("background");
        notes.explain(path, NoteCode::NoPlace, "RoleCall takes a background by its address or by its own id.");
        return;
    }
    let part = |row: Option<&Value>, key: &str| row.and_then(|row| row.get(key)).cloned();
    for key in ["overlayOpacity", "videoPlaybackRate"] {
        match state(part(old, key).as_ref(), part(new, key).as_ref()) {
            State::Equal => {}
            State::Changed => writes.set(format!("{base}/{key}"), part(new, key).unwrap_or(Value::Null)),
            State::Cleared => writes.remove(format!("{base}/{key}")),
        }
    }
    let (was, is) = (part(old, "ref"), part(new, "ref"));
    if state(was.as_ref(), is.as_ref()) == State::Equal {
        return;
    }
    let has = |key: &str| present.and_then(|node| node.get(key)).is_some();
    match is {
        Some(reference) => {
            let by_id = reference.as_str().is_some_and(|text| !is_address(text));
            let (slot, other) = if by_id { ("backgroundId", "customUrl") } else { ("customUrl", "backgroundId") };
            writes.set(format!("{base}/{slot}"), reference);
            if has(other) {
                writes.remove(format!("{base}/{other}"));
            }
        }
        None => {
            for slot in ["customUrl", "backgroundId"].into_iter().filter(|slot| has(slot)) {
                writes.remove(format!("{base}/{slot}"));
            }
        }
    }
}
