//! What the reference loses: keys inside groups of an entry, cleared fields, variables an answer sets, blurb and text.

use ficha_container::Limits;
use ficha_json::Document;
use ficha_model::{Entity, Path};
use serde_json::{Value, json};

use super::{lorebook, persona, preset};
use crate::{Ask, Format, NoMedia, Notes, Source};

fn read(format: &dyn Format, text: &str) -> Entity {
    let source = Source::open(text.to_owned().into_bytes(), None, &Limits::default()).unwrap();
    format.decode(&source, &mut Notes::new()).unwrap().entities.remove(0)
}

fn write(format: &dyn Format, entity: &Entity) -> Value {
    let encoded = format.encode(entity, &Ask::of(&NoMedia), &mut Notes::new()).unwrap();
    let text = String::from_utf8(encoded.bytes.to_vec()).unwrap();
    Document::parse(text.as_str(), &ficha_json::Limits::default()).unwrap().root().to_value()
}

const BOOK: &str = r#"{"schemaVersion": "1.0.0", "exportDate": "2026-01-01T00:00:00.000Z", "lorebook": {"name": "B", "description": "d",
 "entries": [{"id": "e", "title": "t", "content": "c", "timing": {"sticky": 2, "own": true}, "grouping": {"groupName": "g", "shade": 1},
  "triggers": {"mode": "simple", "primary": [{"keyword": "k", "isRegex": false, "since": 4}], "secondary": []}}]}}"#;

#[test]
fn keys_inside_groups_stay_when_their_neighbours_change() {
    let mut entity = read(&lorebook::LOREBOOK, BOOK);
    entity.body.set(&Path::of("entries[0].sticky"), json!(3));
    entity.body.set(&Path::of("entries[0].triggers[0].keyword"), json!("kk"));
    entity.body.remove(&Path::of("entries[0].groupName"));
    entity.body.remove(&Path::of("description"));
    let whole = write(&lorebook::LOREBOOK, &entity);
    let entry = &whole["lorebook"]["entries"][0];
    assert_eq!(entry["timing"], json!({"sticky": 3, "own": true}));
    assert_eq!(entry["grouping"], json!({"groupName": null, "shade": 1}));
    assert_eq!(entry["triggers"]["primary"], json!([{"keyword": "kk", "isRegex": false, "since": 4}]));
    assert_eq!(whole["lorebook"]["description"], Value::Null);
}

#[test]
fn what_an_answer_sets_is_read_and_stays() {
    let text = r#"{"choice_groups": [{"id": "q", "label": "Q", "type": "one", "options": [{"id": "o", "label": "O", "set": {"mood": "dry"}, "own": 1}]}]}"#;
    let mut entity = read(&preset::PRESET, text);
    assert_eq!(entity.body.get(&Path::of("choices[0].options[0].set")), Some(&json!({"mood": "dry"})));
    entity.body.set(&Path::of("choices[0].options[0].label"), json!("P"));
    let whole = write(&preset::PRESET, &entity);
    let option = json!({"id": "o", "label": "P", "set": {"mood": "dry"}, "own": 1});
    assert_eq!(whole["choice_groups"][0]["options"][0], option);
}

#[test]
fn blurb_and_text_of_a_persona_never_swap() {
    let own = r#"{"spec": "rolecall_persona", "spec_version": "1.0", "data": {"name": "A", "description": "blurb", "content": "text"}}"#;
    let card = r#"{"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "A", "creator_notes": "blurb", "description": "text\n\nBody: lean", "extensions": {"rolecall": {"type": "persona"}}}}"#;
    for file in [own, card] {
        let entity = read(&persona::Persona, file);
        assert_eq!((entity.body.text("brief"), entity.body.text("content")), (Some("blurb"), Some("text")), "{file}");
    }
    let mut entity = read(&persona::Persona, card);
    entity.body.set(&Path::of("sections.appearance"), json!("tall"));
    let whole = write(&persona::Persona, &entity);
    assert_eq!(whole["data"]["description"], json!("text\n\nAppearance: tall\n\nBody: lean"));
}
