//! Prompts of the flat file: SillyTavern's rows and the order that switches them on; a category is a row whose name
//! begins with a line, as Lumiverse's own export for SillyTavern has it.

use ficha_json::{Document, Node, pointer};
use ficha_model::Path;
use serde_json::{Map, Value, json};

use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, is_blank, state};
use crate::read::Reader;
use crate::record::ids;

/// What the name of a category begins with (`frontend/src/lib/loom/service.ts`).
const LINE: &str = "━ ";

/// The live order among those of a file (SillyTavern `PromptManager.js`).
const LIVE: i64 = 100_001;

/// Number and word of a placement.
const PLACEMENTS: [(i64, &str); 5] =
    [(0, "relative"), (1, "in_chat"), (2, "append"), (3, "append_preset"), (4, "prepend_preset")];

/// Texts and flags of a row: wire key, body key.
const TEXTS: [(&str, &str); 3] = [("name", "name"), ("content", "content"), ("role", "role")];
const FLAGS: [(&str, &str); 3] =
    [("system_prompt", "systemPrompt"), ("marker", "marker"), ("forbid_overrides", "forbidOverrides")];
const NUMBERS: [(&str, &str); 2] = [("injection_depth", "injectionDepth"), ("injection_order", "injectionOrder")];

/// The prompts of a file in their order, each with whether it is on.
fn ordered<'a>(document: &'a Document) -> Vec<(String, Node<'a>, String, Option<bool>)> {
    let root = document.root();
    let rows: Vec<(usize, Node<'a>)> = root
        .get("prompts")
        .into_iter()
        .flat_map(|rows| rows.items())
        .enumerate()
        .filter(|(_, row)| row.is_object())
        .collect();
    let named: Vec<Option<String>> = rows.iter().map(|(_, row)| ids::spelt(row.get("identifier")?)).collect();
    let (ids, _) = ids::body_ids(named);
    let at = |index: usize| pointer::join("/prompts", &index.to_string());
    let mut waiting: Vec<Option<(String, Node<'a>, String)>> =
        rows.into_iter().zip(ids).map(|((index, row), id)| Some((id, row, at(index)))).collect();
    let orders = root.get("prompt_order").into_iter().flat_map(|orders| orders.items());
    let live = orders.filter(|order| order.get("character_id").and_then(|id| id.as_f64()) == Some(LIVE as f64)).last();
    let mut found = Vec::new();
    for row in live.and_then(|order| order.get("order")).into_iter().flat_map(|order| order.items()) {
        let Some(id) = row.get("identifier").and_then(ids::spelt) else { continue };
        let slot = waiting.iter_mut().find(|slot| slot.as_ref().is_some_and(|(known, ..)| *known == id));
        if let Some((id, node, at)) = slot.and_then(Option::take) {
            found.push((id, node, at, row.get("enabled").and_then(|on| on.as_bool())));
        }
    }
    // A row without a place in the order is off.
    found.extend(waiting.into_iter().flatten().map(|(id, node, at)| (id, node, at, Some(false))));
    found
}

/// Reads prompts and groups.
pub(super) fn decode(document: &Document, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let mut prompts = Vec::new();
    let mut groups = Vec::new();
    let mut group: Option<String> = None;
    for (id, row, at, enabled) in ordered(document) {
        let mut prompt = Map::new();
        prompt.insert("id".to_owned(), json!(id));
        for (key, field) in TEXTS {
            if let Some(node) = row.get(key).filter(|node| !node.is_null())
                && let Some(text) = reader.text(node, &format!("{at}/{key}"))
            {
                prompt.insert(field.to_owned(), json!(text));
            }
        }
        let name =
            prompt.get("name").and_then(Value::as_str).and_then(|name| name.strip_prefix(LINE)).map(str::to_owned);
        if let Some(name) = name {
            prompt.shift_remove("role");
            prompt.insert("name".to_owned(), json!(name));
            if is_blank(prompt.get("content")) {
                prompt.shift_remove("content");
            }
            if let Some(enabled) = row.get("lumiverse_enabled").and(enabled) {
                prompt.insert("enabled".to_owned(), json!(enabled));
            }
            groups.push(Value::Object(prompt));
            group = Some(id);
            continue;
        }
        if let Some(enabled) = enabled {
            prompt.insert("enabled".to_owned(), json!(enabled));
        }
        for (key, field) in FLAGS {
            if let Some(flag) = row.get(key).and_then(|node| reader.flag(node, &format!("{at}/{key}"))) {
                prompt.insert(field.to_owned(), json!(flag));
            }
        }
        for (key, field) in NUMBERS {
            if let Some(number) = row.get(key).and_then(|node| reader.number(node, &format!("{at}/{key}"))) {
                prompt.insert(field.to_owned(), Value::Number(number));
            }
        }
        if prompt.get("marker") == Some(&json!(true)) {
            let slot = row.get("lumiverse_slot").and_then(|slot| slot.as_str().map(|slot| slot.into_owned()));
            prompt.insert("markerSlot".to_owned(), json!(slot.unwrap_or_else(|| id.clone())));
        }
        if let Some(number) = row.get("injection_position").and_then(|node| node.as_i64()) {
            let word = PLACEMENTS.iter().find(|(known, _)| *known == number).map(|(_, word)| (*word).to_owned());
            prompt.insert("placement".to_owned(), json!(word.unwrap_or_else(|| format!("wire:{number}"))));
        }
        if let Some(node) = row.get("injection_trigger").filter(|node| !node.is_null())
            && let Some(words) =
                reader.texts(node, &format!("{at}/injection_trigger")).filter(|words| !words.is_empty())
        {
            prompt.insert("injectionTrigger".to_owned(), json!(words));
        }
        if let Some(role) = row.get("lumiverse_role").and_then(|role| role.as_str()) {
            prompt.insert("extras".to_owned(), json!({"role": role}));
        }
        if let Some(group) = &group {
            prompt.insert("groupId".to_owned(), json!(group));
        }
        prompts.push(Value::Object(prompt));
    }
    body.insert("prompts".to_owned(), Value::Array(prompts));
    if !groups.is_empty() {
        body.insert("groups".to_owned(), Value::Array(groups));
    }
}

fn list<'a>(body: &'a Value, key: &str) -> &'a [Value] {
    body.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[])
}

fn word<'a>(row: &'a Value, key: &str) -> Option<&'a str> {
    row.get(key).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Writes prompts, groups and their order whole when any of them changed; rows that are there keep what else they hold.
pub(super) fn encode(before: &Value, after: &Value, document: &Document, writes: &mut Writes, notes: &mut Notes) {
    let changed = |key: &str| state(before.get(key), after.get(key)) != State::Equal;
    if !changed("prompts") && !changed("groups") {
        return;
    }
    let present = ordered(document);
    let old = |id: &str| present.iter().find(|(known, ..)| known == id).map(|(_, node, ..)| node.to_value());
    let groups = list(after, "groups");
    let mut left: Vec<&Value> = groups.iter().collect();
    let mut rows = Vec::new();
    let mut order = Vec::new();
    let mut open: Option<&str> = None;
    let mut emitted: Vec<&Value> = Vec::new();
    for (index, prompt) in list(after, "prompts").iter().enumerate() {
        let wanted = word(prompt, "groupId");
        if wanted != open {
            match wanted.and_then(|id| left.iter().position(|group| word(group, "id") == Some(id))) {
                Some(place) => {
                    let group = left.remove(place);
                    divider(group, old(word(group, "id").unwrap_or("")), &mut rows, &mut order);
                    emitted.push(group);
                    open = wanted;
                }
                None => {
                    let path = Path::of("prompts").index(index).key("groupId");
                    notes.explain(
                        path,
                        NoteCode::Adapted,
                        "A group goes on to the next line between prompts; this prompt stands in another one.",
                    );
                }
            }
        }
        let id = word(prompt, "id").unwrap_or("");
        rows.push(row(prompt, id, old(id), &Path::of("prompts").index(index), notes));
        order
            .push(json!({"identifier": id, "enabled": prompt.get("enabled").and_then(Value::as_bool).unwrap_or(true)}));
        if prompt.get("enabled").is_none() {
            let path = Path::of("prompts").index(index).key("enabled");
            notes.explain(path, NoteCode::FilledDefault, "SillyTavern says of every prompt whether it is on.");
        }
    }
    for group in left {
        divider(group, old(word(group, "id").unwrap_or("")), &mut rows, &mut order);
        emitted.push(group);
    }
    if !emitted.iter().zip(groups).all(|(emitted, group)| emitted.get("id") == group.get("id")) {
        notes.explain(Path::of("groups"), NoteCode::Adapted, "Groups stand in the order of their prompts.");
    }
    writes.set("/prompts", Value::Array(rows));
    let orders = document.root().get("prompt_order");
    let live = orders
        .into_iter()
        .flat_map(|orders| orders.items())
        .position(|order| order.get("character_id").and_then(|id| id.as_f64()) == Some(LIVE as f64));
    match live {
        Some(index) => writes.set(format!("/prompt_order/{index}/order"), Value::Array(order)),
        None => writes.set("/prompt_order", json!([{"character_id": LIVE, "order": order}])),
    }
}

fn divider(group: &Value, old: Option<Value>, rows: &mut Vec<Value>, order: &mut Vec<Value>) {
    let id = word(group, "id").unwrap_or("");
    let mut row =
        old.unwrap_or_else(|| json!({"identifier": id, "role": "system", "system_prompt": false, "marker": false}));
    if let Value::Object(row) = &mut row {
        row.insert("name".to_owned(), json!(format!("{LINE}{}", word(group, "name").unwrap_or(""))));
        row.insert("content".to_owned(), json!(word(group, "content").unwrap_or("")));
        match group.get("enabled") {
            Some(_) => row.insert("lumiverse_enabled".to_owned(), json!(true)),
            None => row.shift_remove("lumiverse_enabled"),
        };
    }
    rows.push(row);
    order.push(json!({"identifier": id, "enabled": group.get("enabled").and_then(Value::as_bool).unwrap_or(true)}));
}

/// The row of a prompt, laid over the one that is there.
fn row(prompt: &Value, id: &str, old: Option<Value>, path: &Path, notes: &mut Notes) -> Value {
    let mut row = match old {
        Some(Value::Object(row)) => row,
        Some(_) | None => Map::new(),
    };
    row.insert("identifier".to_owned(), json!(id));
    for (key, field) in TEXTS.iter().chain(&FLAGS).chain(&NUMBERS) {
        match prompt.get(*field).filter(|value| !value.is_null()) {
            Some(value) => row.insert((*key).to_owned(), value.clone()),
            None => row.shift_remove(*key),
        };
    }
    if word(prompt, "name").is_some_and(|name| name.starts_with(LINE)) {
        notes.explain(path.clone(), NoteCode::Adapted, "A name that begins with a line is a group.");
    }
    let marker = prompt.get("marker") == Some(&json!(true));
    let slot = word(prompt, "markerSlot").filter(|slot| marker && *slot != id);
    match slot {
        Some(slot) => row.insert("lumiverse_slot".to_owned(), json!(slot)),
        None => row.shift_remove("lumiverse_slot"),
    };
    if marker && word(prompt, "markerSlot").is_none() {
        notes.explain(path.key("markerSlot"), NoteCode::FilledDefault, "SillyTavern fills a marker by its id.");
    }
    if !marker && word(prompt, "markerSlot").is_some() {
        notes.explain(path.key("markerSlot"), NoteCode::NoPlace, "Only a marker is filled with something.");
    }
    let extras = prompt.get("extras").and_then(Value::as_object).filter(|extras| extras.len() == 1);
    match extras.and_then(|extras| extras.get("role")?.as_str()) {
        Some(role) => row.insert("lumiverse_role".to_owned(), json!(role)),
        None => row.shift_remove("lumiverse_role"),
    };
    let placement = word(prompt, "placement");
    let number = placement.and_then(|word| {
        let known = PLACEMENTS.iter().find(|(_, known)| *known == word).map(|(number, _)| *number);
        // A number another app gave no meaning is none of those that have one here.
        let own = || word.strip_prefix("wire:")?.parse().ok();
        known.or_else(|| own().filter(|number| PLACEMENTS.iter().all(|(meant, _)| meant != number)))
    });
    match number {
        Some(number) => row.insert("injection_position".to_owned(), json!(number)),
        None => {
            if placement.is_some() {
                notes.explain(path.key("placement"), NoteCode::NoPlace, "SillyTavern knows no such place.");
            }
            row.shift_remove("injection_position")
        }
    };
    match list(prompt, "injectionTrigger") {
        [] => row.shift_remove("injection_trigger"),
        words => row.insert("injection_trigger".to_owned(), json!(words)),
    };
    Value::Object(row)
}
