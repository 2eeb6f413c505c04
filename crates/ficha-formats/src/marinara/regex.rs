//! Regex rows as the app's API answers with them. No app reads a file of them, so they are written back only.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::{Kind, Link};
use serde_json::{Map, Value, json};

use super::values::TEXT_FLAG;
use super::{DATABASE, SOURCE};
use crate::format::{Clear, Coded, Detection, Form, FormatSpec, IdFrom, Items, Shape, Wire, custom, kept, list, row};
use crate::notes::NoteCode;
use crate::overlay::{Said, Writes};
use crate::read::Reader;
use crate::record::{KnownByRows, Record, RecordHooks, Tables, plain};

/// Places: wire word and phase.
const PHASES: [(&str, &str); 2] = [("ai_output", "output"), ("user_input", "input")];

static PLACEMENT: Coded = Coded {
    name: "placement",
    decode: |node, at, reader| {
        let words = reader.texts(node, at)?;
        let phase = |word: String| {
            let known = PHASES.iter().find(|(wire, _)| *wire == word);
            known.map_or_else(|| json!(format!("wire:{word}")), |(_, phase)| json!(phase))
        };
        Some(Value::Array(words.into_iter().map(phase).collect()))
    },
    encode: |value, present, said| {
        let mut words = Vec::new();
        for (index, phase) in value.as_array().into_iter().flatten().filter_map(Value::as_str).enumerate() {
            let known = PHASES.iter().find(|(_, known)| *known == phase).map(|(wire, _)| *wire);
            match known.or_else(|| phase.strip_prefix("wire:").filter(|_| present.is_some())) {
                Some(word) => words.push(json!(word)),
                None => {
                    let path = said.path.index(index);
                    let mut said = Said { notes: &mut *said.notes, address: said.address, path };
                    said.explain(
                        NoteCode::NoPlace,
                        "Marinara's rules work on what the person writes and the model answers.",
                    );
                }
            }
        }
        Some(Value::Array(words))
    },
    empty: "[]",
};

/// The characters of a rule, by the app's own ids.
static CHARACTERS: Coded = Coded {
    name: "character ids",
    decode: |node, at, reader| {
        let ids = reader.texts(node, at)?.into_iter();
        let link = |id: String| Link::Foreign { platform: "marinara".to_owned(), id }.to_value();
        Some(Value::Array(ids.map(link).collect()))
    },
    encode: |value, _, said| {
        let mut ids = Vec::new();
        for (index, link) in value.as_array().into_iter().flatten().enumerate() {
            match Link::from_value(link) {
                Some(Link::Foreign { platform, id }) if platform == "marinara" => ids.push(json!(id)),
                _ => {
                    let path = said.path.index(index);
                    let mut said = Said { notes: &mut *said.notes, address: said.address, path };
                    said.explain(NoteCode::LinkLeft, "Marinara knows characters by its own ids.");
                }
            }
        }
        Some(Value::Array(ids))
    },
    empty: "[]",
};

const RULES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "name": "", "enabled": "true", "findRegex": "", "replaceString": "", "trimStrings": [], "placement": [], "flags": "g", "promptOnly": "false", "order": 0, "minDepth": null, "maxDepth": null, "targetCharacterIds": []}"#,
    decode: Some(decode_rule),
    encode: Some(encode_rule),
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    list("", "rules", &RULES, SOURCE),
    kept("/*/id", DATABASE, SOURCE),
    row("/*/name", "rules[].label", Shape::Text, Clear::Empty, SOURCE),
    row("/*/enabled", "rules[].enabled", Shape::Coded(&TEXT_FLAG), Clear::To("\"true\""), SOURCE),
    row("/*/findRegex", "rules[].find", Shape::Text, Clear::Empty, SOURCE),
    row("/*/flags", "rules[].flags", Shape::Text, Clear::To("\"g\""), SOURCE),
    row("/*/replaceString", "rules[].replace", Shape::Text, Clear::Empty, SOURCE),
    row("/*/trimStrings", "rules[].trimStrings", Shape::TextList, Clear::Empty, SOURCE),
    row("/*/placement", "rules[].phases", Shape::Coded(&PLACEMENT), Clear::Empty, SOURCE),
    custom("/*/promptOnly", &["rules[].targets"], SOURCE),
    row("/*/minDepth", "rules[].minDepth", Shape::Number, Clear::To("null"), SOURCE),
    row("/*/maxDepth", "rules[].maxDepth", Shape::Number, Clear::To("null"), SOURCE),
    row("/*/targetCharacterIds", "rules[].characterIds", Shape::Coded(&CHARACTERS), Clear::Empty, SOURCE),
    row("/*/order", "rules[].sortOrder", Shape::Number, Clear::To("0"), SOURCE),
    kept("/*/createdAt", DATABASE, SOURCE),
    kept("/*/updatedAt", DATABASE, SOURCE),
];

static SPEC: FormatSpec = FormatSpec {
    id: "marinara-regex",
    platform: "marinara",
    kind: Kind::Regex,
    title: "Marinara regex rows",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[ContainerId::Json],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: SOURCE,
};

/// The format.
pub(super) static REGEX: KnownByRows = KnownByRows { record: &ROWS, bids: |document| !document.root().is_empty() };

static ROWS: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: "",
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    if !root.is_array() {
        return None;
    }
    let text = |row: Node<'_>, key: &str| row.get(key).is_some_and(Node::is_string);
    let all = root.items().all(|row| text(row, "id") && text(row, "findRegex") && row.get("scriptName").is_none());
    let own = |row: Node<'_>| {
        let places = row.get("placement").into_iter().flat_map(|list| list.items());
        let named = places.filter_map(|word| word.as_str()).any(|word| PHASES.iter().any(|(wire, _)| *wire == word));
        named || row.get("targetCharacterIds").is_some() || row.get("order").is_some()
    };
    (all && (root.is_empty() || root.items().any(own)))
        .then_some(Detection { confidence: 0.95, because: "its rows have id and findRegex, as Marinara's API answers" })
}

fn decode_rule(row: Node<'_>, at: &str, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let flag = row.get("promptOnly").and_then(|flag| (TEXT_FLAG.decode)(flag, &format!("{at}/promptOnly"), reader));
    if flag == Some(json!(true)) {
        body.insert("targets".to_owned(), json!(["prompt"]));
    }
}

fn encode_rule(old: &Value, new: &Value, wire: Option<Node<'_>>, writes: &mut Writes, said: &mut Said<'_>) {
    if old.get("targets") == new.get("targets") {
        return;
    }
    let targets: Vec<&str> =
        new.get("targets").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    for (index, _) in targets.iter().enumerate().filter(|(_, target)| **target != "prompt") {
        let place = format!("targets[{index}]");
        said.explain_field(&place, NoteCode::NoPlace, "Marinara can keep a rule to the prompt and to nothing else.");
    }
    let present = wire.and_then(|wire| wire.get("promptOnly"));
    if let Some(flag) = (TEXT_FLAG.encode)(&json!(targets.contains(&"prompt")), present, said) {
        writes.set("/promptOnly", flag);
    }
}
