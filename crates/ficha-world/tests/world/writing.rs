//! Documents as bytes.

use ficha_world::{Held, Tree, World, schema, to_bytes};
use serde_json::Value;

use crate::small::{tree, value, world};

fn written(shape: &'static schema::Shape, text: &str) -> String {
    let Value::Object(doc) = value(text) else { panic!("an object") };
    String::from_utf8(to_bytes(shape, &doc)).unwrap()
}

// format 3
#[test]
fn members_stand_in_order_and_empty_ones_are_left_out() {
    let text = r#"{"zeal": null, "notes": "", "tags": [], "start": null, "playable": false, "alpha": {"b": 1, "a": []},
        "knowledge": {"places": [], "ways": []}, "values": {"b": false, "a": 0}, "aliases": ["x"], "name": "Ö"}"#;
    let wanted = "{\n  \"name\": \"Ö\",\n  \"aliases\": [\n    \"x\"\n  ],\n  \"values\": {\n    \"a\": 0,\n    \"b\": false\n  },\n  \
        \"alpha\": {\n    \"b\": 1,\n    \"a\": []\n  },\n  \"zeal\": null\n}\n";
    assert_eq!(written(&schema::CHARACTER, text), wanted);
}

#[test]
fn an_empty_list_of_knowers_is_said_where_it_means_something() {
    let listed = written(&schema::LORE, r#"{"known_by": [], "scope": "listed", "text": "x", "title": "t"}"#);
    assert!(listed.contains("\"known_by\": []"), "{listed}");
    let everyone = written(&schema::LORE, r#"{"known_by": [], "scope": "everyone", "text": "x", "title": "t"}"#);
    assert!(!everyone.contains("known_by"), "{everyone}");
}

#[test]
fn no_where_absent_means_yes_is_written() {
    let trigger = |enabled: &str| {
        let text = format!(
            r#"{{"triggers": [{{"id": "a", "name": "x", "enabled": {enabled}, "once": false, "when": {{"value": {{"key": "k", "op": "==", "to": false}}}}, "effect": {{"kind": "set", "key": "k", "value": false}}}}]}}"#
        );
        written(&schema::TRIGGERS, &text)
    };
    let off = trigger("false");
    assert!(off.contains("\"enabled\": false") && !off.contains("once"), "{off}");
    assert!(off.contains("\"value\": false") && off.contains("\"to\": false"), "{off}");
    let row = r#"{"variables": [{"key": "k", "label": "x", "type": "flag", "of": "world", "default": false, "visible": false}]}"#;
    let row = written(&schema::VARIABLES, row);
    assert!(row.contains("\"default\": false") && !row.contains("visible"), "{row}");
}

#[test]
fn writing_twice_gives_the_same_bytes() {
    let files = world().files();
    let again: Tree = files.iter().map(|(path, bytes)| (path.clone(), Held::Bytes(bytes.clone()))).collect();
    assert_eq!(again.keys().collect::<Vec<_>>(), tree().keys().collect::<Vec<_>>());
    let loaded = World::load(&again);
    assert_eq!(loaded.problems, []);
    assert_eq!(loaded.world.files(), files);
    for (path, bytes) in &files {
        assert_eq!(loaded.world.file(path).as_ref(), Some(bytes), "{path}");
    }
    assert_eq!(loaded.world.file("plots/none.json"), None);
}
