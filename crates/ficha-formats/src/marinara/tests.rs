//! Rows that come, go and move; values inside texts; keys that are patterns together or not at all.

use ficha_container::Limits;
use ficha_json::Document;
use ficha_model::{Entity, Path};
use serde_json::{Value, json};

use super::{lorebook, preset};
use crate::notes::NoteCode;
use crate::{Ask, Format, NoMedia, Notes, Source};

fn read(format: &dyn Format, text: &str) -> Entity {
    let source = Source::open(text.to_owned().into_bytes(), None, &Limits::default()).unwrap();
    format.decode(&source, &mut Notes::new()).unwrap().entities.remove(0)
}

fn write(format: &dyn Format, entity: &Entity) -> (String, Notes) {
    let mut notes = Notes::new();
    let encoded = format.encode(entity, &Ask::of(&NoMedia), &mut notes).unwrap();
    (String::from_utf8(encoded.bytes.to_vec()).unwrap(), notes)
}

fn value(text: &str) -> Value {
    Document::parse(text, &ficha_json::Limits::default()).unwrap().root().to_value()
}

const PRESET: &str = r#"{"type": "marinara_preset", "version": 1, "data": {
 "preset": {"id": "p", "name": "P", "sectionOrder": "[\"b\", \"a\", \"c\"]", "parameters": "{\"temperature\": 0.70, \"odd\": [1]}"},
 "sections": [{"id": "a", "name": "A", "content": "a", "odd": 1}, {"id": "b", "name": "B", "content": "b"}, {"id": "c", "name": "C", "content": "c"}],
 "groups": [], "choiceBlocks": [{"id": "q", "variableName": "mood", "question": "?", "options": "[{\"id\": \"o1\", \"label\": \"L\", \"value\": \"v\", \"note\": 1}]", "multiSelect": "false"}]}}"#;

#[test]
fn sections_that_come_go_and_move_are_written_with_their_order() {
    let mut entity = read(&preset::PRESET, PRESET);
    let names = |entity: &Entity| -> Vec<String> {
        entity.body.list("prompts").iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&entity), ["b", "a", "c"]);
    let mut rows = entity.body.list("prompts").to_vec();
    rows.remove(2);
    rows.reverse();
    rows.insert(1, json!({"id": "new", "name": "N", "content": "n", "role": "user"}));
    entity.body.set(&Path::of("prompts"), Value::Array(rows));
    let (text, _) = write(&preset::PRESET, &entity);
    let whole = value(&text);
    assert_eq!(whole["data"]["preset"]["sectionOrder"], json!(r#"["a","new","b"]"#));
    let ids: Vec<&str> =
        whole["data"]["sections"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["a", "b", "new"]);
    assert_eq!(whole["data"]["sections"][0]["odd"], json!(1));
    assert_eq!(names(&read(&preset::PRESET, &text)), ["a", "new", "b"]);
}

#[test]
fn a_text_with_values_in_it_changes_only_there() {
    let mut entity = read(&preset::PRESET, PRESET);
    entity.body.set(&Path::of("samplers.topP"), json!(0.9));
    entity.body.set(&Path::of("choices[0].options[0].label"), json!("M"));
    let (text, _) = write(&preset::PRESET, &entity);
    let whole = value(&text);
    assert_eq!(whole["data"]["preset"]["parameters"], json!(r#"{"temperature": 0.70, "odd": [1], "topP": 0.9}"#));
    assert_eq!(whole["data"]["choiceBlocks"][0]["options"], json!(r#"[{"id":"o1","label":"M","value":"v","note":1}]"#));
    entity.body.remove(&Path::of("samplers.temperature"));
    let (text, _) = write(&preset::PRESET, &entity);
    assert_eq!(read(&preset::PRESET, &text).body.get(&Path::of("samplers.temperature")), None);
}

const BOOK: &str = r#"{"type": "marinara_lorebook", "version": 1, "data": {"lorebook": {"name": "B"}, "folders": [],
 "entries": [{"id": "e", "name": "E", "content": "c", "keys": ["a.c"], "secondaryKeys": ["d+"], "useRegex": true, "selective": true, "selectiveLogic": "and", "position": 2, "characterFilterMode": "include", "characterFilterIds": ["x"]}]}}"#;

#[test]
fn logic_and_places_mean_what_the_app_does_with_them() {
    let entity = read(&lorebook::LOREBOOK, BOOK);
    let entry = &entity.body.list("entries")[0];
    assert_eq!((&entry["selectiveLogic"], &entry["position"]), (&json!("and_all"), &json!("depth")));
    assert_eq!(entry["characterFilter"], json!({"names": ["x"], "tags": [], "isExclude": false}));
}

#[test]
fn a_word_among_patterns_takes_the_flag_away() {
    let mut entity = read(&lorebook::LOREBOOK, BOOK);
    entity.body.set(&Path::of("entries[0].triggers[1]"), json!({"keyword": "plain", "isRegex": false}));
    let (text, notes) = write(&lorebook::LOREBOOK, &entity);
    let entry = &value(&text)["data"]["entries"][0];
    assert_eq!(entry["keys"], json!(["/a.c/", "plain"]));
    assert_eq!((&entry["secondaryKeys"], &entry["useRegex"]), (&json!(["/d+/"]), &json!(false)));
    assert!(notes.reasons().iter().all(|reason| reason.code == NoteCode::Adapted));
    assert_eq!(notes.reasons().len(), 4);
}
