//! The tables as JSON Schema: the same as the specification's blocks where that is at hand, and the same judgement as an
//! independent validator.

use std::path::PathBuf;

use ficha_world::schema::{self, Shape, json_schema, json_schema_text};
use ficha_world::{Tree, World};
use jsonschema::{Draft, Validator};
use serde_json::Value;

use crate::small::{text, tree, value, with};

/// The specification, when it lies beside the repository.
fn specification() -> Option<String> {
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/world/world-format.md");
    std::fs::read_to_string(page).ok()
}

/// The fenced blocks of one kind: name and text.
fn blocks(page: &str, kind: &str) -> Vec<(String, String)> {
    let start = format!("```json {kind}:");
    page.split(&start)
        .skip(1)
        .map(|block| {
            let (name, rest) = block.split_once('\n').expect("a block");
            let (body, _) = rest.split_once("\n```").expect("an end");
            (name.trim().to_owned(), body.to_owned())
        })
        .collect()
}

fn validator(shape: &Shape) -> Validator {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(&json_schema(shape))
        .expect("a schema a validator takes")
}

/// The schema with null last among alternatives, whose order says nothing.
fn null_last(schema: &mut Value) {
    if let Some(Value::Array(either)) = schema.get_mut("anyOf") {
        either.sort_by_key(|one| one["type"] == "null");
    }
    match schema {
        Value::Object(map) => map.values_mut().for_each(null_last),
        Value::Array(items) => items.iter_mut().for_each(null_last),
        _ => {}
    }
}

/// The names of all properties of a schema, in order, with where they stand.
fn property_orders(schema: &Value, at: &str, found: &mut Vec<(String, Vec<String>)>) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::Object(properties)) = map.get("properties") {
                found.push((at.to_owned(), properties.keys().cloned().collect()));
            }
            for (key, inner) in map {
                property_orders(inner, &format!("{at}/{key}"), found);
            }
        }
        Value::Array(items) => items.iter().for_each(|inner| property_orders(inner, at, found)),
        _ => {}
    }
}

fn sorted_orders(schema: &Value) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    property_orders(schema, "", &mut found);
    found.sort();
    found
}

#[test]
fn the_tables_are_the_specification() {
    let Some(page) = specification() else {
        println!("the specification is not beside the repository: not compared");
        return;
    };
    let blocks = blocks(&page, "schema");
    let common = value(&blocks.iter().find(|(name, _)| name == "common").expect("common").1);
    let mut compared = 0;
    for shape in schema::all() {
        let (_, block) = blocks.iter().find(|(name, _)| name == shape.name).unwrap_or_else(|| panic!("{}", shape.name));
        let mut wanted = value(block);
        null_last(&mut wanted);
        let mut made = json_schema(shape);
        let map = made.as_object_mut().unwrap();
        map.shift_remove("$schema");
        map.shift_remove("title");
        let mut definitions = map.shift_remove("$defs").and_then(|defs| defs.as_object().cloned()).unwrap_or_default();
        for (name, schema) in common["$defs"].as_object().unwrap() {
            if let Some(own) = definitions.shift_remove(name) {
                assert_eq!(&own, schema, "{} of {}", name, shape.name);
            }
        }
        if !definitions.is_empty() {
            map.insert("$defs".to_owned(), Value::Object(definitions));
        }
        assert_eq!(made, wanted, "{}", shape.name);
        assert_eq!(sorted_orders(&made), sorted_orders(&wanted), "order of members in {}", shape.name);
        compared += 1;
    }
    assert_eq!(compared, 15);
}

#[test]
fn examples_of_the_specification_validate() {
    let Some(page) = specification() else {
        println!("the specification is not beside the repository: no examples");
        return;
    };
    let examples = blocks(&page, "example");
    assert!(examples.len() >= 12, "{}", examples.len());
    for (name, body) in examples {
        let shape = schema::named(&name).unwrap_or_else(|| panic!("{name}"));
        let doc = value(&body);
        assert!(validator(shape).is_valid(&doc), "{name}");
        assert_eq!(schema::faults(shape.fields, doc.as_object().unwrap(), &name, ""), [], "{name}");
        assert_eq!(schema::unread(shape.fields, doc.as_object().unwrap()), [] as [&str; 0], "{name}");
    }
}

/// The table of a file of the small world.
fn shape_of(path: &str) -> &'static Shape {
    World::load(&tree()).world.tables().into_iter().find(|(at, ..)| at == path).expect("a file").1
}

fn said_by_tables(shape: &'static Shape, doc: &Value) -> bool {
    schema::faults(shape.fields, doc.as_object().unwrap(), "x", "").is_empty()
}

// an independent validator takes every good file and rejects each broken one
#[test]
fn an_independent_validator_judges_alike() {
    let whole: Tree = tree();
    for path in whole.keys() {
        let doc = value(&text(&whole, path));
        assert!(validator(shape_of(path)).is_valid(&doc), "{path}");
    }
    for (path, pointer, set) in [
        ("world.json", "/schema", r#""ficha-world/v2""#),
        ("world.json", "/name", r#""""#),
        ("world.json", "/language", r#""e""#),
        ("world.json", "/created_at", r#""yesterday""#),
        ("world.json", "/created_at", r#""2026-02-30T00:00:00Z""#),
        ("world.json", "/tags", r#"[""]"#),
        ("world.json", "/alternate_openings", r#"[{"title": "x"}]"#),
        ("world.json", "/start_places", r#"["a b"]"#),
        ("world.json", "/sampling", r#"{"x": true}"#),
        ("world.json", "/tools", r#"{"x": 1}"#),
        ("world.json", "/origin", r#"{"name": "x"}"#),
        ("characters/tam-reed.json", "/name", &format!("\"{}\"", "灯".repeat(121))),
        ("characters/tam-reed.json", "/knowledge", r#"{"ways": [["a", "b", "c"]]}"#),
        ("characters/tam-reed.json", "/values", r#"{"x": null}"#),
        ("characters/tam-reed.json", "/portrait", "7"),
        ("lore/light-tax.json", "/about", r#"["nowhere/x"]"#),
        ("lore/light-tax.json", "/known_by", r#"["places/x"]"#),
        ("lore/light-tax.json", "/dates", r#"{"from": "x"}"#),
        ("plots/wheel.json", "/stages", r#"[{"id": "x"}]"#),
        ("relationships.json", "/relationships/0/feelings", r#"{"fear": -101}"#),
        ("relationships.json", "/relationships/0/feelings", r#"{"fear": 0.5}"#),
        ("variables.json", "/variables/0/key", r#""A""#),
        ("variables.json", "/variables/0/bands", r#"[{"from": 0}]"#),
        ("commands.json", "/commands/0/word", r#""a b""#),
        ("triggers.json", "/triggers/0/when", r#"{"event": "short"}"#),
        ("triggers.json", "/triggers/0/when", r#"{"all": []}"#),
        ("triggers.json", "/triggers/0/when", r#"{"all": [{"any": [{"value": {"key": "x"}}]}]}"#),
        ("triggers.json", "/triggers/0/effect", r#"{"need": "x"}"#),
        ("triggers.json", "/triggers/0/cooldown_turns", "10001"),
    ] {
        let broken = with(whole.clone(), path, pointer, set);
        let doc = value(&text(&broken, path));
        assert!(!validator(shape_of(path)).is_valid(&doc), "{path}#{pointer} {set}");
        assert!(!said_by_tables(shape_of(path), &doc), "{path}#{pointer} {set}");
    }
}

#[test]
fn schemas_are_whole_in_themselves() {
    for shape in schema::all() {
        let text = json_schema_text(shape);
        assert!(text.ends_with("}\n"));
        let schema = json_schema(shape);
        for name in text.split("#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(schema["$defs"].get(name).is_some(), "{} uses {name}", shape.name);
        }
        assert!(std::ptr::eq(schema::named(shape.name).unwrap(), shape));
    }
    assert!(schema::named("world").is_some() && schema::named("none").is_none());
}
