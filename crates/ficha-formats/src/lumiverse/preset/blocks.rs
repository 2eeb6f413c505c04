//! Blocks to prompts and groups, and the variables of a preset as one prompt that sets them.

use ficha_json::{Document, Node, pointer};
use serde_json::{Map, Value, json};

use crate::notes::NoteCode;
use crate::read::Reader;
use crate::record::ids;

/// Places the app fills, and texts it knows, by SillyTavern's ids for them (`frontend/src/lib/loom/constants.ts`).
const MARKERS: [(&str, &str); 12] = [
    ("chat_history", "chatHistory"),
    ("world_info_before", "worldInfoBefore"),
    ("world_info_after", "worldInfoAfter"),
    ("char_description", "charDescription"),
    ("char_personality", "charPersonality"),
    ("persona_description", "personaDescription"),
    ("scenario", "scenario"),
    ("dialogue_examples", "dialogueExamples"),
    ("main_prompt", "main"),
    ("enhance_definitions", "enhanceDefinitions"),
    ("jailbreak", "jailbreak"),
    ("nsfw_prompt", "nsfw"),
];

/// Those that have a text of their own.
const WITH_TEXT: [&str; 4] = ["main", "enhanceDefinitions", "jailbreak", "nsfw"];

/// The id of the prompt that sets variables.
const DEFAULTS: &str = "lumiverseVariableDefaults";

/// Reads the blocks of the object that lies here.
pub(super) fn decode(document: &Document, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let Some(object) = document.at(at) else { return };
    let mut prompts = Vec::new();
    let mut groups = Vec::new();
    let at_blocks = format!("{at}/blocks");
    let blocks: Vec<(usize, Node<'_>)> = object
        .get("blocks")
        .into_iter()
        .flat_map(|blocks| blocks.items())
        .enumerate()
        .filter(|(_, block)| block.is_object())
        .collect();
    let marker = |block: Node<'_>| block.get("marker").and_then(|marker| marker.as_str().map(|word| word.into_owned()));
    let known = |word: &str| MARKERS.iter().find(|(own, _)| *own == word).map(|(_, slot)| *slot);
    let mut filled: Vec<&str> = Vec::new();
    let wire = blocks.iter().map(|(_, block)| {
        if let Some(slot) = marker(*block).and_then(|word| known(&word)).filter(|slot| !filled.contains(slot)) {
            filled.push(slot);
            return Some(slot.to_owned());
        }
        let id = ids::spelt(block.get("id")?)?;
        let meets = id == DEFAULTS || MARKERS.iter().any(|(_, slot)| *slot == id);
        Some(if meets { format!("__lumiverse_block_{id}") } else { id })
    });
    let (ids, doubled) = ids::body_ids(wire.collect());
    if doubled {
        let text = format!("Two rows of {at_blocks} share an id; the later one is marked.");
        reader.warn(NoteCode::DuplicateId, &at_blocks, text);
    }
    let mut group: Option<String> = None;
    for ((index, block), id) in blocks.into_iter().zip(ids) {
        let here = pointer::join(&at_blocks, &index.to_string());
        let word = marker(block);
        if word.as_deref() == Some("category") {
            groups.push(category(block, &id, &here, reader));
            group = Some(id);
            continue;
        }
        let mut prompt = prompt(block, &id, &here, reader);
        if let Some(word) = word.filter(|word| !word.is_empty()) {
            match known(&word) {
                Some(slot) => {
                    let holds_text = WITH_TEXT.contains(&slot);
                    prompt.insert("systemPrompt".to_owned(), json!(true));
                    if !holds_text {
                        prompt.insert("marker".to_owned(), json!(true));
                        prompt.insert("markerSlot".to_owned(), json!(slot));
                    }
                }
                None => {
                    prompt.insert("marker".to_owned(), json!(true));
                    prompt.insert("markerSlot".to_owned(), json!(word));
                }
            }
        }
        if let Some(group) = &group {
            prompt.insert("groupId".to_owned(), json!(group));
        }
        prompts.push(Value::Object(prompt));
    }
    if let Some(defaults) = defaults(object) {
        prompts.insert(0, defaults);
    }
    body.insert("prompts".to_owned(), Value::Array(prompts));
    if !groups.is_empty() {
        body.insert("groups".to_owned(), Value::Array(groups));
    }
}

fn text(block: Node<'_>, key: &str, at: &str, reader: &mut Reader<'_>) -> Option<String> {
    let node = block.get(key).filter(|node| !node.is_null())?;
    reader.text(node, &format!("{at}/{key}"))
}

fn flag(block: Node<'_>, key: &str, at: &str, reader: &mut Reader<'_>) -> Option<bool> {
    reader.flag(block.get(key)?, &format!("{at}/{key}"))
}

fn category(block: Node<'_>, id: &str, at: &str, reader: &mut Reader<'_>) -> Value {
    let mut group = Map::new();
    group.insert("id".to_owned(), json!(id));
    for key in ["name", "content"] {
        if let Some(text) = text(block, key, at, reader) {
            group.insert(key.to_owned(), json!(text));
        }
    }
    if let Some(enabled) = flag(block, "enabled", at, reader) {
        group.insert("enabled".to_owned(), json!(enabled));
    }
    Value::Object(group)
}

fn prompt(block: Node<'_>, id: &str, at: &str, reader: &mut Reader<'_>) -> Map<String, Value> {
    let mut prompt = Map::new();
    prompt.insert("id".to_owned(), json!(id));
    for key in ["name", "content"] {
        if let Some(text) = text(block, key, at, reader) {
            prompt.insert(key.to_owned(), json!(text));
        }
    }
    match text(block, "role", at, reader).as_deref() {
        Some(role @ ("system" | "user" | "assistant")) => {
            prompt.insert("role".to_owned(), json!(role));
        }
        // Text put behind a message of that role.
        Some(role @ ("user_append" | "assistant_append")) => {
            let plain = role.strip_suffix("_append").unwrap_or(role);
            prompt.insert("role".to_owned(), json!(plain));
            prompt.insert("extras".to_owned(), json!({"role": role}));
        }
        Some("") | None => {}
        Some(_) => {
            let at = format!("{at}/role");
            reader.warn(NoteCode::UnknownValue, &at, format!("{at} has no meaning here; it is kept as it is."));
        }
    }
    if let Some(enabled) = flag(block, "enabled", at, reader) {
        prompt.insert("enabled".to_owned(), json!(enabled));
    }
    place(block, at, &mut prompt, reader);
    if let Some(locked) = flag(block, "isLocked", at, reader) {
        prompt.insert("forbidOverrides".to_owned(), json!(locked));
    }
    if let Some(node) = block.get("injectionTrigger").filter(|node| !node.is_null())
        && let Some(words) = reader.texts(node, &format!("{at}/injectionTrigger")).filter(|words| !words.is_empty())
    {
        prompt.insert("injectionTrigger".to_owned(), json!(words));
    }
    prompt
}

/// `in_history` stands at its depth, `post_history` behind the last message, anything before the history in its place.
fn place(block: Node<'_>, at: &str, prompt: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let depth = block.get("depth").and_then(|node| reader.number(node, &format!("{at}/depth")));
    let (placement, depth) = match text(block, "position", at, reader).as_deref() {
        Some("in_history" | "depth") => ("in_chat", depth.map(Value::Number)),
        Some("post_history") => ("in_chat", Some(json!(0))),
        Some("pre_history") => ("relative", None),
        Some("") | None => return,
        Some(_) => {
            let at = format!("{at}/position");
            reader.warn(NoteCode::UnknownValue, &at, format!("{at} has no meaning here; it is kept as it is."));
            return;
        }
    };
    prompt.insert("placement".to_owned(), json!(placement));
    if let Some(depth) = depth {
        prompt.insert("injectionDepth".to_owned(), depth);
    }
}

/// The variables of all blocks as one prompt that sets those that are not set yet. A value that macros would read as
/// their own signs is left out; of two of one name the first counts.
fn defaults(object: Node<'_>) -> Option<Value> {
    let variables = object.get("promptVariables").filter(|variables| variables.is_object())?;
    let mut lines: Vec<(String, String)> = Vec::new();
    for (_, block) in variables.members() {
        for (name, value) in block.members() {
            let text = value.as_str().map_or_else(|| value.raw().to_owned(), |text| text.into_owned());
            let signs = |text: &str| text.contains("::") || text.contains("{{") || text.contains("}}");
            let scalar = !(value.is_null() || value.is_object() || value.is_array());
            if scalar && !signs(&text) && !signs(&name) && lines.iter().all(|(known, _)| *known != name) {
                lines.push((name.into_owned(), text));
            }
        }
    }
    if lines.is_empty() {
        return None;
    }
    let line = |(name, value): &(String, String)| {
        format!("{{{{if !{{{{hasvar::{name}}}}}}}}}{{{{setvar::{name}::{value}}}}}{{{{/if}}}}")
    };
    let content = lines.iter().map(line).collect::<Vec<_>>().join("\n");
    Some(json!({
        "id": DEFAULTS,
        "name": "Variable defaults",
        "content": content,
        "role": "system",
        "enabled": true,
    }))
}
