//! What the tables alone do not settle: the persona said twice, texts nobody reads, books inside a character.

use ficha_container::Limits;
use ficha_json::Document;
use ficha_model::{Entity, Path};
use serde_json::{Value, json};

use super::FORMATS;
use crate::notes::NoteCode;
use crate::{Ask, Format, NoMedia, Notes, Source};

fn read(text: &str) -> Vec<Entity> {
    let source = Source::open(text.to_owned().into_bytes(), None, &Limits::default()).unwrap();
    character().decode(&source, &mut Notes::new()).unwrap().entities
}

fn character() -> &'static dyn Format {
    *FORMATS.first().unwrap()
}

fn write(entities: &[Entity]) -> (Value, Notes) {
    let mut notes = Notes::new();
    let (main, linked) = entities.split_first().unwrap();
    let ask = Ask { linked, ..Ask::of(&NoMedia) };
    let encoded = character().encode(main, &ask, &mut notes).unwrap();
    let text = String::from_utf8(encoded.bytes.to_vec()).unwrap();
    (Document::parse(text.as_str(), &ficha_json::Limits::default()).unwrap().root().to_value(), notes)
}

const TEXT: &str = r#"{"kind":"character","name":"Bram","persona":{"kind":"text","attributes":{"text":["Lights lamps.","An old draft."],"x":["y"]}},"greeting":"","scenario":"","sampleChat":""}"#;

const TABLE: &str = r#"{"kind":"character","name":"Odalys","persona":{"kind":"sbf","attributes":{"mood":["dry"],"work":["ledger"]}},"greeting":"","scenario":"","sampleChat":"",
 "characterBook":{"kind":"memory","name":"Tolls","entries":[{"name":"A","entry":"a","keywords":["a"],"priority":1,"weight":2,"enabled":true,"odd":[1]},{"name":"B","entry":"b","keywords":["b"],"priority":1,"weight":1,"enabled":true}]}}"#;

#[test]
fn texts_behind_the_first_stay() {
    let mut entities = read(TEXT);
    entities[0].body.set(&Path::of("identity.description"), json!("Names each lamp."));
    let (whole, notes) = write(&entities);
    let texts = json!({"kind": "text", "attributes": {"text": ["Names each lamp.", "An old draft."], "x": ["y"]}});
    assert_eq!(whole["persona"], texts);
    assert!(notes.reasons().is_empty(), "{:?}", notes.reasons());
}

#[test]
fn the_description_follows_the_attributes_until_it_is_edited() {
    let mut entities = read(TABLE);
    assert_eq!(
        entities[0].body.text("identity.description"),
        Some(r#"[ character: "Odalys"; mood: "dry"; work: "ledger" ]"#)
    );
    entities[0].body.set(&Path::of("persona.structured.attributes.mood[0]"), json!("wry"));
    let (whole, notes) = write(&entities);
    assert_eq!(whole["persona"], json!({"kind": "sbf", "attributes": {"mood": ["wry"], "work": ["ledger"]}}));
    assert_eq!(notes.reasons().iter().map(|reason| reason.code).collect::<Vec<_>>(), [NoteCode::MirroredText]);

    entities[0].body.set(&Path::of("identity.description"), json!("Keeps the ledger."));
    let (whole, _) = write(&entities);
    assert_eq!(whole["persona"], json!({"kind": "text", "attributes": {"text": ["Keeps the ledger."]}}));
}

#[test]
fn a_personality_joins_the_text_and_never_the_attributes() {
    for (file, told) in
        [(TEXT, "Lights lamps.\nPatient."), (TABLE, r#"[ character: "Odalys"; mood: "dry"; work: "ledger" ]"#)]
    {
        let mut entities = read(file);
        entities[0].body.set(&Path::of("persona.personality"), json!("Patient."));
        let (whole, notes) = write(&entities);
        assert_eq!(read(&whole.to_string())[0].body.text("identity.description"), Some(told));
        assert!(notes.reasons().iter().any(|reason| reason.path == Path::of("persona.personality")));
    }
}

#[test]
fn the_book_goes_back_where_it_came_from() {
    let mut entities = read(TABLE);
    assert_eq!(entities.len(), 2);
    let mut rows = entities[1].body.list("entries").to_vec();
    rows.reverse();
    entities[1].body.set(&Path::of("entries"), Value::Array(rows));
    let (whole, _) = write(&entities);
    let names: Vec<&str> =
        whole["characterBook"]["entries"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["B", "A"]);
    assert_eq!(whole["characterBook"]["entries"][1]["odd"], json!([1]));

    entities[0].body.remove(&Path::of("knowledgeRefs"));
    assert!(write(&entities).0.get("characterBook").is_none());
}

#[test]
fn two_books_leave_as_one_and_come_back_as_two() {
    let mut entities = read(TABLE);
    let mut second = entities[1].clone();
    second.id = "tides".to_owned();
    second.original.clear();
    second.body.set(&Path::of("name"), json!("Tides"));
    entities.push(second);
    let links = json!([{"type": "entity", "id": "tolls"}, {"type": "entity", "id": "tides"}]);
    entities[0].body.set(&Path::of("knowledgeRefs"), links);
    let (whole, _) = write(&entities);
    assert_eq!(whole["characterBook"]["entries"].as_array().unwrap().len(), 4);
    let again = read(&whole.to_string());
    let names: Vec<Option<&str>> = again.iter().skip(1).map(|book| book.body.text("name")).collect();
    assert_eq!(names, [Some("Tolls"), Some("Tides")]);
}
