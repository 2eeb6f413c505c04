//! The tables as JSON Schema 2020-12, for people and other programs.

use serde_json::{Map, Value, json};

use super::tables::CONDITION;
use super::{Field, Is, Shape};

const ID: &str = r"^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$";

/// The schema of a table, complete in itself.
pub fn json_schema(shape: &Shape) -> Value {
    let mut out = Map::new();
    out.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    out.insert("title".to_owned(), json!(shape.name));
    let body = object(shape.fields);
    let mut definitions = Map::new();
    let mut text = body.to_string();
    if text.contains("#/$defs/condition") {
        let condition = properties(CONDITION);
        text.push_str(&condition.to_string());
        definitions.insert("condition".to_owned(), condition);
    }
    for (name, schema) in common() {
        // What a used definition uses itself stands before it in the list of all.
        if text.contains(&format!("\"#/$defs/{name}\"")) {
            text.push_str(&schema.to_string());
            definitions.insert(name.to_owned(), schema);
        }
    }
    if !definitions.is_empty() {
        out.insert("$defs".to_owned(), Value::Object(definitions));
    }
    if let Value::Object(body) = body {
        out.extend(body);
    }
    Value::Object(out)
}

/// The schema as text, two spaces a level, with a line end.
pub fn json_schema_text(shape: &Shape) -> String {
    let mut text = ficha_json::to_text(&json_schema(shape), ficha_json::Style::Pretty(2));
    text.push('\n');
    text
}

/// The definitions the tables share; each before those it uses.
fn common() -> [(&'static str, Value); 13] {
    [
        ("ids", json!({ "type": "array", "items": { "$ref": "#/$defs/id" } })),
        ("id", json!({ "type": "string", "minLength": 1, "maxLength": 64, "pattern": ID })),
        ("ref", json!({ "type": "string", "pattern": reference("characters|places|factions|things|lore|plots") })),
        ("aliases", json!({ "type": "array", "maxItems": 24, "items": { "$ref": "#/$defs/name" } })),
        ("name", json!({ "type": "string", "minLength": 1, "maxLength": 120 })),
        ("summary", json!({ "type": "string", "maxLength": 600 })),
        ("text", json!({ "type": "string", "maxLength": 100_000 })),
        (
            "tags",
            json!({ "type": "array", "maxItems": 24, "items": { "type": "string", "minLength": 1, "maxLength": 40 } }),
        ),
        ("image", json!({ "type": ["string", "null"], "maxLength": 400 })),
        ("key", json!({ "type": "string", "pattern": "^[a-z][a-z0-9_]{0,47}$" })),
        ("values", json!({ "type": "object", "additionalProperties": { "$ref": "#/$defs/value" } })),
        ("value", json!({ "type": ["number", "boolean", "string"] })),
        ("when", json!({ "type": "string", "format": "date-time" })),
    ]
}

fn reference(folders: &str) -> String {
    format!(r"^({folders})/[\p{{L}}\p{{N}}][\p{{L}}\p{{M}}\p{{N}}_-]*$")
}

fn properties(fields: &'static [Field]) -> Value {
    let all: Map<String, Value> = fields.iter().map(|field| (field.key.to_owned(), schema(&field.is))).collect();
    json!({ "type": "object", "properties": all })
}

fn object(fields: &'static [Field]) -> Value {
    let required: Vec<&str> = fields.iter().filter(|field| field.required).map(|field| field.key).collect();
    let mut out = Map::new();
    out.insert("type".to_owned(), json!("object"));
    if !required.is_empty() {
        out.insert("required".to_owned(), json!(required));
    }
    if let Value::Object(inner) = properties(fields) {
        out.extend(inner.into_iter().filter(|(key, _)| key == "properties"));
    }
    Value::Object(out)
}

fn common_ref(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn schema(is: &Is) -> Value {
    match is {
        Is::Text { min, max } => {
            let mut out = json!({ "type": "string" });
            if let Value::Object(map) = &mut out {
                if *min > 0 {
                    map.insert("minLength".to_owned(), json!(min));
                }
                if let Some(max) = max {
                    map.insert("maxLength".to_owned(), json!(max));
                }
            }
            out
        }
        Is::Subject => json!({ "type": "string" }),
        Is::Name => common_ref("name"),
        Is::Summary => common_ref("summary"),
        Is::LongText => common_ref("text"),
        Is::Aliases => common_ref("aliases"),
        Is::Tags => common_ref("tags"),
        Is::Id(_) => common_ref("id"),
        Is::Ids(_) => common_ref("ids"),
        Is::Ref => common_ref("ref"),
        Is::Knower => json!({ "type": "string", "pattern": reference("characters|factions") }),
        Is::Image => common_ref("image"),
        Is::Key => common_ref("key"),
        Is::Word => {
            json!({ "type": "string", "minLength": 1, "maxLength": 32, "pattern": r"^[\p{L}\p{M}\p{N}_-]+$" })
        }
        Is::Language => json!({ "type": "string", "pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$" }),
        Is::Sha256 => json!({ "type": "string", "pattern": "^[0-9a-f]{64}$" }),
        Is::When => common_ref("when"),
        Is::Const(text) => json!({ "const": text }),
        Is::OneOf(words) => json!({ "enum": words }),
        Is::Flag { .. } => json!({ "type": "boolean" }),
        Is::Number => json!({ "type": "number" }),
        Is::NumberOrNull => json!({ "type": ["number", "null"] }),
        Is::Integer { range: None } => json!({ "type": "integer" }),
        Is::Integer { range: Some((min, max)) } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Is::Value => common_ref("value"),
        Is::Values => common_ref("values"),
        Is::Map(of) => json!({ "type": "object", "additionalProperties": schema(of) }),
        Is::List { of, min, max } => {
            let mut out = Map::new();
            out.insert("type".to_owned(), json!("array"));
            if *min > 0 {
                out.insert("minItems".to_owned(), json!(min));
            }
            if let Some(max) = max {
                out.insert("maxItems".to_owned(), json!(max));
            }
            out.insert("items".to_owned(), schema(of));
            Value::Object(out)
        }
        Is::Object(fields) => object(fields),
        Is::Condition => common_ref("condition"),
        Is::OrNull(of) => json!({ "anyOf": [schema(of), { "type": "null" }] }),
    }
}
