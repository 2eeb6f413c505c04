//! The engine on an invented format that has everything: spellings, words, inverted flags, lists and maps of rows,
//! lists inside rows.

use std::sync::LazyLock;

use ficha_container::{ContainerId, Limits};
use ficha_json::{Document, Style, value_eq};
use ficha_model::{Body, Kind};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Record, RecordHooks, Tables, plain};
use crate::format::{Clear, Detection, Form, Format, FormatSpec, IdFrom, Items, Lexicon, Shape, Wire, list, row};
use crate::{Ask, NoMedia, Notes, Source};

const TYPES: Lexicon = Lexicon {
    pairs: &[("1", "one"), ("2", "many"), ("\"toggle\"", "toggle")],
    open: false,
    unknown: "The toy knows no such type.",
};
const CHOICES: Items =
    Items { form: Form::Map, id: IdFrom::MapKey, numbers: false, fresh: r#"{"type": 1}"#, decode: None, encode: None };
const OPTIONS: Items =
    Items { form: Form::Array, id: IdFrom::Key("uid"), numbers: true, fresh: "{}", decode: None, encode: None };
const PROMPTS: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("identifier"),
    numbers: false,
    fresh: r#"{"identifier": "", "name": ""}"#,
    decode: None,
    encode: None,
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/name", "name", Shape::Text, Clear::Empty, "toy"),
    row("/title", "name", Shape::Text, Clear::Empty, "toy"),
    row("/data/about", "description", Shape::Text, Clear::Remove, "toy"),
    row("/off", "enabled", Shape::Not, Clear::Remove, "toy"),
    row("/temp", "samplers.temperature", Shape::Number, Clear::To("1"), "toy"),
    list("/prompts", "prompts", &PROMPTS, "toy"),
    row("/prompts/*/name", "prompts[].name", Shape::Text, Clear::Empty, "toy"),
    row("/prompts/*/text", "prompts[].content", Shape::Text, Clear::Remove, "toy"),
    row("/prompts/*/on", "prompts[].enabled", Shape::Flag, Clear::Remove, "toy"),
    list("/choices", "choices", &CHOICES, "toy"),
    row("/choices/*/label", "choices[].label", Shape::Text, Clear::Empty, "toy"),
    row("/choices/*/type", "choices[].type", Shape::Word(&TYPES), Clear::Remove, "toy"),
    list("/choices/*/options", "choices[].options", &OPTIONS, "toy"),
    row("/choices/*/options/*/label", "choices[].options[].label", Shape::Text, Clear::Empty, "toy"),
];

static SPEC: FormatSpec = FormatSpec {
    id: "toy",
    platform: "toy",
    kind: Kind::Preset,
    title: "Toy preset",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &["/key"],
    source: "toy",
};

static TOY: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect: |document| document.root().get("toy").map(|_| Detection { confidence: 1.0, because: "it says toy" }),
    roots: plain,
    fresh: r#"{"toy": true, "name": ""}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

const FILE: &str = r#"{
  "toy": 1, "title": "Ferry", "name": "Ferry", "extra": [1, 2.50],
  "data": {"about": "A boat", "more": null},
  "off": "false", "temp": 0.70,
  "prompts": [
    {"identifier": "main", "name": "Main", "text": "Be kind", "on": true, "odd": {"x": 1}},
    "not a row",
    {"identifier": "main", "name": "Again"},
    {"name": "Nameless"}
  ],
  "choices": {
    "b": {"label": "Tide", "type": "2", "options": [{"uid": 4, "label": "High"}, {"uid": 7, "label": "Low"}]},
    "a": {"label": "Wind", "type": 9}
  }
}"#;

fn read(text: &str) -> Body {
    let source = Source::open(text.to_owned().into_bytes(), None, &Limits::default()).unwrap();
    TOY.decode(&source, &mut Notes::new()).unwrap().entities.remove(0).body
}

/// The file with this body instead of its own.
fn write(text: &str, body: Body) -> (String, Notes) {
    let source = Source::open(text.to_owned().into_bytes(), None, &Limits::default()).unwrap();
    let mut entity = TOY.decode(&source, &mut Notes::new()).unwrap().entities.remove(0);
    entity.body = body;
    let mut notes = Notes::new();
    let encoded = TOY.encode(&entity, &Ask::of(&NoMedia), &mut notes).unwrap();
    (String::from_utf8(encoded.bytes.to_vec()).unwrap(), notes)
}

#[test]
fn a_table_reads_what_it_says() {
    let body = read(FILE);
    let expected = json!({
        "name": "Ferry",
        "enabled": true,
        "samplers": {"temperature": 0.7},
        "description": "A boat",
        "prompts": [
            {"id": "main", "name": "Main", "content": "Be kind", "enabled": true},
            {"id": "main#2", "name": "Again"},
            {"id": "2", "name": "Nameless"},
        ],
        "choices": [
            {"id": "b", "label": "Tide", "type": "many", "options": [{"id": "4", "label": "High"}, {"id": "7", "label": "Low"}]},
            {"id": "a", "label": "Wind", "type": "one"},
        ],
    });
    assert!(value_eq(body.value(), &expected), "{}", body.value());
}

#[test]
fn an_edit_changes_its_field_and_both_spellings() {
    let mut body = read(FILE);
    body.set(&ficha_model::Path::of("name"), json!("Barge"));
    body.set(&ficha_model::Path::of("choices[0].options[1].label"), json!("Ebb"));
    let (text, _) = write(FILE, body.clone());
    let wanted = FILE.replace("\"Ferry\"", "\"Barge\"").replace("\"Low\"", "\"Ebb\"");
    assert_eq!(text, wanted);
    assert!(value_eq(read(&text).value(), body.value()));
}

#[test]
fn rows_come_go_and_move() {
    let mut body = read(FILE);
    let mut prompts = body.list("prompts").to_vec();
    prompts.remove(0);
    prompts.reverse();
    prompts.push(json!({"id": "new", "name": "New", "content": "x"}));
    body.set(&ficha_model::Path::of("prompts"), Value::Array(prompts));
    let mut options = body.list("choices[0].options").to_vec();
    options.insert(0, json!({"id": "brave", "label": "First"}));
    body.set(&ficha_model::Path::of("choices[0].options"), Value::Array(options));
    let (text, notes) = write(FILE, body.clone());
    let whole = Document::parse(text.as_str(), &ficha_json::Limits::default()).unwrap().root().to_value();
    assert_eq!(
        whole["prompts"],
        json!([{"name": "Nameless", "identifier": "2"}, "not a row", {"identifier": "main", "name": "Again"}, {"identifier": "new", "name": "New", "text": "x"}])
    );
    assert_eq!(whole["choices"]["b"]["options"][0], json!({"uid": 0, "label": "First"}));
    // A number for an option, and an id that is shared no more.
    assert_eq!(notes.reasons().len(), 2, "{:?}", notes.reasons());
    assert_eq!(whole["extra"], json!([1, serde_json::from_str::<Value>("2.50").unwrap()]));
}

#[test]
fn a_file_made_anew_says_what_the_body_says() {
    let body = read(FILE);
    let mut entity = ficha_model::Entity::new(Kind::Preset, "ferry", body.clone());
    entity.body = body.clone();
    let encoded = TOY.encode(&entity, &Ask::of(&NoMedia), &mut Notes::new()).unwrap();
    let text = String::from_utf8(encoded.bytes.to_vec()).unwrap();
    let back = read(&text);
    assert!(value_eq(back.value(), body.value()), "{text}\n{}", back.value());
}

#[test]
fn a_cleared_field_goes_as_its_row_says() {
    let mut body = read(FILE);
    for path in ["description", "samplers.temperature", "enabled"] {
        body.remove(&ficha_model::Path::of(path));
    }
    let (text, _) = write(FILE, body);
    let whole = Document::parse(text.as_str(), &ficha_json::Limits::default()).unwrap().root().to_value();
    assert_eq!((&whole["temp"], whole.get("off"), whole["data"].get("about")), (&json!(1), None, None));
}

proptest! {
    /// Any order, choice and growth of the rows reads back as it was meant.
    #[test]
    fn any_arrangement_of_rows_reads_back(picks in proptest::collection::vec(0_usize..6, 0..6)) {
        let mut body = read(FILE);
        let old = body.list("prompts").to_vec();
        let mut rows: Vec<Value> = Vec::new();
        for (at, pick) in picks.iter().enumerate() {
            let row = old.get(*pick).cloned().unwrap_or_else(|| json!({"id": format!("new-{at}"), "name": "N", "enabled": at % 2 == 0}));
            if rows.iter().all(|known| known["id"] != row["id"]) {
                rows.push(row);
            }
        }
        body.set(&ficha_model::Path::of("prompts"), Value::Array(rows.clone()));
        let (text, _) = write(FILE, body);
        let back = read(&text);
        let names = |rows: &[Value]| rows.iter().map(|row| (row["name"].clone(), row.get("content").cloned())).collect::<Vec<_>>();
        prop_assert_eq!(names(back.list("prompts")), names(&rows), "{}", text);
    }
}
