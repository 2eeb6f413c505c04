//! The small world of the specification (section 15), and ways to change it.

use ficha_json::Document;
use ficha_world::{Held, Loaded, Tree, World};
use serde_json::Value;

const FILES: [(&str, &str); 13] = [
    (
        "world.json",
        r#"{ "schema": "ficha-world/v1", "name": "Lantern Quay", "language": "en", "description": "A harbour town that sells light.",
  "tags": ["harbour"], "author": "nobody", "opening": "Rain ticks on the lamps as you step ashore.",
  "alternate_openings": [{ "title": "At the mill", "text": "The wheel has stopped, and nobody will say why." }],
  "start_places": ["lantern-quay"], "origin": null,
  "created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:04:05Z" }"#,
    ),
    (
        "characters/orla-fenwick.json",
        r#"{ "name": "Orla Fenwick", "aliases": ["the keeper"], "summary": "Keeper of the quay light.", "personality": "Dry and patient.",
  "start": "lantern-quay", "knowledge": { "places": ["lantern-quay", "drowned-mill"], "things": ["brass-key"], "ways": [["lantern-quay", "drowned-mill"]] } }"#,
    ),
    ("characters/tam-reed.json", r#"{ "name": "Tam Reed", "playable": true, "start": "drowned-mill" }"#),
    (
        "places/lantern-quay.json",
        r#"{ "name": "Lantern Quay", "description": "Forty lamps over black water.", "ways": [{ "to": "drowned-mill", "name": "the towpath" }] }"#,
    ),
    (
        "places/drowned-mill.json",
        r#"{ "name": "The drowned mill", "ways": [{ "to": "lantern-quay", "name": "the towpath" }] }"#,
    ),
    (
        "factions/millers-guild.json",
        r#"{ "name": "The Millers' Guild", "base": "drowned-mill", "members": [{ "character": "tam-reed", "role": "master" }] }"#,
    ),
    ("things/brass-key.json", r#"{ "name": "Brass key", "held_by": "orla-fenwick", "portable": true }"#),
    (
        "lore/light-tax.json",
        r#"{ "title": "The light tax", "kind": "society", "text": "Every ship pays a coin for each lamp it passes.", "scope": "everyone", "about": ["places/lantern-quay"] }"#,
    ),
    (
        "plots/wheel.json",
        r#"{ "name": "The wheel", "secret": true, "involves": ["places/drowned-mill"], "stages": [{ "id": "stopped", "text": "The wheel stops.", "until": "Someone finds the wedge." }] }"#,
    ),
    (
        "relationships.json",
        r#"{ "relationships": [{ "from": "orla-fenwick", "to": "tam-reed", "kind": "acquaintance", "note": "" }] }"#,
    ),
    (
        "variables.json",
        r#"{ "variables": [{ "key": "lamps_lit", "label": "Lamps lit", "type": "number", "of": "world", "min": 0, "max": 40, "default": 40,
  "bands": [{ "from": 0, "label": "dark" }, { "from": 10, "label": "dim" }, { "from": 30, "label": "bright" }] },
  { "key": "tax_paid", "label": "Tax paid", "type": "flag", "of": "characters", "only": ["tam-reed"], "default": false }] }"#,
    ),
    ("commands.json", r#"{ "commands": [{ "word": "summon", "description": "Call a stranger to the quay." }] }"#),
    (
        "triggers.json",
        r#"{ "triggers": [{ "id": "stranger", "name": "A stranger comes", "when": { "any": [{ "command": "summon" }, { "event": "A ship came in after dark." }] },
  "effect": { "kind": "beat", "dispatch": "author", "need": "Someone new steps off the boat.", "draw": ["a glazier", "a runaway clerk"] }, "once": false }] }"#,
    ),
];

/// The small world's files.
pub fn tree() -> Tree {
    FILES.iter().map(|(path, text)| ((*path).to_owned(), bytes(text))).collect()
}

/// The small world.
pub fn world() -> World {
    World::load(&tree()).world
}

/// A file of the tree.
pub fn bytes(text: &str) -> Held {
    Held::Bytes(text.as_bytes().to_vec())
}

/// A JSON text as a value.
pub fn value(text: &str) -> Value {
    Document::parse(text, &ficha_json::Limits::default()).expect("JSON of the test").root().to_value()
}

/// The text of a file of a tree.
pub fn text(tree: &Tree, path: &str) -> String {
    match tree.get(path) {
        Some(Held::Bytes(bytes)) => String::from_utf8(bytes.clone()).expect("text"),
        other => panic!("{path}: {other:?}"),
    }
}

/// The tree with a value set at a pointer of a file; a new member is added.
pub fn with(mut tree: Tree, path: &str, pointer: &str, set: &str) -> Tree {
    let mut doc = value(&text(&tree, path));
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    match doc.pointer_mut(parent) {
        Some(Value::Object(map)) => {
            map.insert(key.to_owned(), value(set));
        }
        Some(Value::Array(items)) => match key.parse::<usize>() {
            Ok(at) => items[at] = value(set),
            Err(_) => items.push(value(set)),
        },
        other => panic!("{path}#{pointer}: {other:?}"),
    }
    tree.insert(path.to_owned(), bytes(&doc.to_string()));
    tree
}

/// The codes and places of what is wrong.
pub fn told(loaded: &Loaded) -> Vec<(String, String)> {
    loaded.problems.iter().map(|problem| (problem.code.to_owned(), problem.place.clone())).collect()
}

/// The smallest PNG.
pub fn png() -> Vec<u8> {
    let mut out = ficha_container::png::SIGNATURE.to_vec();
    out.extend(ficha_container::png::chunk(*b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
    out.extend(ficha_container::png::chunk(*b"IDAT", &[0x78, 0x9C, 0x63, 0, 0, 0, 2, 0, 1]));
    out.extend(ficha_container::png::chunk(*b"IEND", &[]));
    out
}
