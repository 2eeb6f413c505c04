//! A YAML text written fresh: block style, two blanks a level, texts of several lines as literal blocks.

use serde_json::Value;

use super::scalar;

/// A YAML text that says this value, ended by a line break.
pub fn fresh(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Object(map) if !map.is_empty() => rows(map, 0, &mut out),
        Value::Array(items) if !items.is_empty() => list(items, 0, &mut out),
        _ => out.push_str(&leaf(value, 2)),
    }
    out.push('\n');
    out
}

/// What stands behind `key:` or `-` at this indent, its first blank included; without a last line break.
pub(super) fn behind(value: &Value, indent: usize) -> String {
    let mut out = String::new();
    match value {
        Value::Object(map) if !map.is_empty() => {
            out.push('\n');
            rows(map, indent + 2, &mut out);
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            list(items, indent + 2, &mut out);
        }
        _ => {
            out.push(' ');
            out.push_str(&leaf(value, indent + 2));
        }
    }
    out
}

/// A whole row: `key: value` at this indent, without a last line break.
pub(super) fn row(key: &str, value: &Value, indent: usize) -> String {
    let key = if scalar::is_plain(key, true) { key.to_owned() } else { scalar::double_quoted(key, false) };
    format!("{}{key}:{}", " ".repeat(indent), behind(value, indent))
}

fn rows(map: &serde_json::Map<String, Value>, indent: usize, out: &mut String) {
    let rows: Vec<String> = map.iter().map(|(key, value)| row(key, value, indent)).collect();
    out.push_str(&rows.join("\n"));
}

fn list(items: &[Value], indent: usize, out: &mut String) {
    let items: Vec<String> =
        items.iter().map(|item| format!("{}-{}", " ".repeat(indent), behind(item, indent))).collect();
    out.push_str(&items.join("\n"));
}

/// A scalar or an empty collection; the lines of a block are indented by so much.
pub(super) fn leaf(value: &Value, indent: usize) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => {
            let block = text.contains('\n').then(|| scalar::literal(text, indent, "")).flatten();
            block.unwrap_or_else(|| scalar::inline(text, false))
        }
        Value::Array(_) => "[]".to_owned(),
        Value::Object(_) => "{}".to_owned(),
    }
}
