//! The position a story starts from.

use ficha_world::{Ref, Scratch, Subject, Whereabouts, World};
use serde_json::{Value, json};

use crate::small::{tree, value, with};

fn scratch() -> Scratch {
    let tree = with(tree(), "characters/tam-reed.json", "/values", r#"{"tax_paid": true}"#);
    let tree = with(tree, "lore/light-tax.json", "/scope", r#""listed""#);
    let tree = with(tree, "lore/light-tax.json", "/known_by", r#"["factions/millers-guild"]"#);
    Scratch::of(&World::load(&tree).world)
}

// format 8
#[test]
fn everything_stands_where_the_documents_say() {
    let scratch = scratch();
    assert_eq!(scratch.values[&(Subject::World, "lamps_lit".to_owned())], json!(40));
    let tam: Ref = "characters/tam-reed".parse().unwrap();
    assert_eq!(scratch.values[&(Subject::Of(tam), "tax_paid".to_owned())], json!(true));
    assert_eq!(scratch.values.len(), 2);
    assert_eq!(scratch.at["orla-fenwick"].as_deref(), Some("lantern-quay"));
    assert_eq!(scratch.things["brass-key"], Whereabouts::HeldBy("orla-fenwick".to_owned()));
    let (orla, tam) = (&scratch.knows["orla-fenwick"], &scratch.knows["tam-reed"]);
    assert!(orla.ways.contains(&("lantern-quay".to_owned(), "drowned-mill".to_owned())) && orla.places.len() == 2);
    assert!(orla.people.contains("tam-reed") && tam.people.is_empty());
    assert!(tam.lore.contains("light-tax") && orla.lore.is_empty());
}

#[test]
fn conditions_hold_or_not() {
    let scratch = scratch();
    let holds = |text: &str| {
        let Value::Object(condition) = value(text) else { panic!("an object") };
        scratch.holds(&condition)
    };
    for yes in [
        r#"{"value": {"key": "lamps_lit", "op": ">=", "to": 40}}"#,
        r#"{"value": {"key": "lamps_lit", "of": "world", "op": "==", "to": 40.0}}"#,
        r#"{"value": {"key": "tax_paid", "of": "characters/tam-reed", "op": "==", "to": true}}"#,
        r#"{"is_at": {"character": "tam-reed", "place": "drowned-mill"}}"#,
        r#"{"any": [{"command": "summon"}, {"is_at": {"character": "tam-reed", "place": "drowned-mill"}}]}"#,
    ] {
        assert!(holds(yes), "{yes}");
    }
    for no in [
        "{}",
        r#"{"command": "summon"}"#,
        r#"{"event": "A ship came in after dark."}"#,
        r#"{"value": {"key": "lamps_lit", "op": "<", "to": 40}}"#,
        r#"{"value": {"key": "tax_paid", "op": "==", "to": true}}"#,
        r#"{"all": [{"command": "summon"}, {"is_at": {"character": "tam-reed", "place": "drowned-mill"}}]}"#,
        r#"{"all": []}"#,
        r#"{"is_at": {"character": "nobody", "place": "drowned-mill"}}"#,
    ] {
        assert!(!holds(no), "{no}");
    }
}
