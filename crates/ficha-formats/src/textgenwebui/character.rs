//! A character: `user_data/characters/<name>.yaml`, or the same as JSON.
//!
//! Sources: text-generation-webui `modules/chat.py` (`load_character`, `generate_character_yaml`,
//! `build_pygmalion_style_context`) and the characters it ships.

use std::sync::LazyLock;

use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Node, NodeKind, Style};
use ficha_model::{Kind, Path};
use serde_json::{Map, Value, json};

use crate::format::{Clear, Detection, FormatSpec, Shape, Widget, Wire, custom, kept, native, row};
use crate::inspect::Roots;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{Writes, at, is_blank, place};
use crate::read::Reader;
use crate::record::{Record, RecordFile, RecordHooks, Tables};

const CHAT: &str = "text-generation-webui modules/chat.py";
const OLD: &str = "seen in characters of older versions";

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/name", "identity.name", Shape::Text, Clear::Empty, CHAT),
    row("/bot", "identity.name", Shape::Text, Clear::Empty, CHAT),
    row("/<|bot|>", "identity.name", Shape::Text, Clear::Empty, CHAT),
    row("/char_name", "identity.name", Shape::Text, Clear::Empty, CHAT),
    custom("/context", &["identity.description", "persona.personality", "persona.scenario", "examples.exampleMessages"], CHAT),
    row("/greeting", "greetings.firstMessage", Shape::Text, Clear::Empty, CHAT),
    row("/sd_tags_positive", "persona.imagePrompt.prompt", Shape::FilledText, Clear::Remove, OLD),
    row("/positive_sd", "persona.imagePrompt.prompt", Shape::FilledText, Clear::Remove, OLD),
    row("/sd_tags_negative", "persona.imagePrompt.negative", Shape::FilledText, Clear::Remove, OLD),
    row("/negative_sd", "persona.imagePrompt.negative", Shape::FilledText, Clear::Remove, OLD),
    custom("/example_dialogue", &["examples.exampleMessages"], CHAT),
    native("/your_name", ("Your name", "你的名字"),
        ("What the person is called in chats with this character.", "与此角色聊天时用户的名字。"), Widget::Line, CHAT),
    native("/user", ("Your name, older key", "你的名字（旧键）"),
        ("What the person is called in chats with this character.", "与此角色聊天时用户的名字。"), Widget::Line, CHAT),
    native("/<|user|>", ("Your name, oldest key", "你的名字（最旧键）"),
        ("What the person is called in chats with this character.", "与此角色聊天时用户的名字。"), Widget::Line, CHAT),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

static SPEC: FormatSpec = FormatSpec {
    id: "textgenwebui",
    platform: "textgenwebui",
    kind: Kind::Character,
    title: "text-generation-webui character",
    reads: &[ContainerId::Yaml, ContainerId::Json],
    writes: &[ContainerId::Yaml, ContainerId::Json],
    writes_own: &[],
    extensions: &["yaml", "yml", "json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: CHAT,
};

pub(super) static CHARACTER: RecordFile = RecordFile {
    record: Record {
        spec: &SPEC,
        tables: LazyLock::new(|| Tables::of(&SPEC)),
        detect,
        roots,
        fresh: r#"{"name": "", "greeting": "", "context": ""}"#,
        style: Style::Pretty(2),
        hooks: RecordHooks { decode: Some(decode), encode: Some(encode), ..RecordHooks::NONE },
    },
    keyword: "chara",
    in_picture: "",
};

const NAMES: [&str; 4] = ["name", "bot", "<|bot|>", "char_name"];

/// Keys of other things that have a name and a context or greeting too.
const FOREIGN: [&str; 18] = [
    "spec",
    "data",
    "kind",
    "type",
    "description",
    "personality",
    "first_mes",
    "char_persona",
    "char_greeting",
    "aiName",
    "aiPersona",
    "persona",
    "entries",
    "prompts",
    "turn_template",
    "instruction_template",
    "definition",
    "body",
];

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let scalar =
        |key: &str| root.get(key).is_some_and(|node| !matches!(node.kind(), NodeKind::Array | NodeKind::Object));
    let told = ["context", "greeting"].into_iter().any(|key| root.get(key).is_some_and(Node::is_string));
    let foreign = FOREIGN.iter().any(|key| root.get(key).is_some());
    let named = NAMES.into_iter().any(scalar);
    (root.is_object() && named && told && !foreign)
        .then_some(Detection { confidence: 0.9, because: "it has a name and a context or greeting" })
}

fn roots(_: &Document) -> Roots {
    Roots { envelope: String::new(), data: String::new() }
}

const DESCRIPTION: &str = "identity.description";
const PERSONALITY: &str = "persona.personality";
const SCENARIO: &str = "persona.scenario";
const EXAMPLES: &str = "examples.exampleMessages";

fn decode(document: &Document, _: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let mut read =
        |key: &str| reader.text(document.root().get(key).filter(|node| !node.is_null())?, &format!("/{key}"));
    let (context, examples) = (read("context"), read("example_dialogue"));
    if let Some(context) = context {
        place(body, DESCRIPTION, Value::String(context));
    }
    if let Some(examples) = examples {
        place(body, EXAMPLES, Value::String(examples));
    }
}

/// The one text the model is told, from all that goes into it. The headings are those the app puts before the fields
/// of other cards.
fn context(body: &Value, with_examples: bool) -> String {
    let text = |path: &str| at(body, path).and_then(Value::as_str).filter(|text| !text.is_empty());
    let description = text(DESCRIPTION);
    let personality = text(PERSONALITY).filter(|personality| Some(*personality) != description);
    let scenario = text(SCENARIO);
    let examples = text(EXAMPLES).filter(|_| with_examples);
    if personality.is_none() && scenario.is_none() && examples.is_none() {
        return at(body, DESCRIPTION).and_then(Value::as_str).unwrap_or_default().to_owned();
    }
    let name = at(body, "identity.name").and_then(Value::as_str).unwrap_or_default();
    let parts = [
        description.map(|text| format!("{name}'s Persona: {text}")),
        personality.map(|text| format!("Personality: {text}")),
        scenario.map(|text| format!("Scenario: {text}")),
        examples.map(str::to_owned),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn encode(before: &Value, after: &Value, document: &Document, _: &Roots, writes: &mut Writes, notes: &mut Notes) {
    // A file of an older version keeps examples in a key of their own.
    let apart = document.root().get("example_dialogue").is_some();
    if apart && at(before, EXAMPLES) != at(after, EXAMPLES) {
        writes.set("/example_dialogue", at(after, EXAMPLES).cloned().unwrap_or_else(|| json!("")));
    }
    let personality = at(after, PERSONALITY);
    let same = !is_blank(personality) && personality == at(after, DESCRIPTION);
    if same {
        let said = "The format has one text for description and personality; both said the same.";
        notes.explain(Path::of(PERSONALITY), NoteCode::MirroredText, said);
    }
    let new = context(after, !apart);
    if new == context(before, !apart) {
        return;
    }
    let joined = Some(new.as_str()) != at(after, DESCRIPTION).and_then(Value::as_str) && !new.is_empty();
    writes.set("/context", Value::String(new));
    if !joined {
        return;
    }
    let said = "The format has one text for all that the model is told; the parts stand in it under headings.";
    notes.info(NoteCode::JoinedText, Place::pointer("/context"), said);
    for path in [DESCRIPTION, PERSONALITY, SCENARIO, EXAMPLES] {
        let elsewhere = (apart && path == EXAMPLES) || (same && path == PERSONALITY);
        // The description reads back as the whole text, even where there was none.
        if !elsewhere && (path == DESCRIPTION || !is_blank(at(after, path))) {
            notes.explain(Path::of(path), NoteCode::JoinedText, said);
        }
    }
}
