//! A YAML text written fresh: block style, two blanks a level, texts of several lines as literal blocks.

use serde_json::Value;

use super::scalar;

/// A YAML text that says this value, ended by a line break.
pub fn fresh(value: &Value) -> String {
    whole(value, Letters::Any)
}

/// The same in ASCII: texts with other letters stand in double quotes, escaped, as PyYAML writes them by default.
pub fn fresh_ascii(value: &Value) -> String {
    whole(value, Letters::Ascii)
}

/// Which letters stand as they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    /// All that are printable.
    Any,
    /// Those of ASCII.
    Ascii,
}

fn whole(value: &Value, letters: Letters) -> String {
    let mut out = String::new();
    match value {
        Value::Object(map) if !map.is_empty() => rows(map, 0, letters, &mut out),
        Value::Array(items) if !items.is_empty() => list(items, 0, letters, &mut out),
        _ => out.push_str(&leaf(value, 2, letters)),
    }
    out.push('\n');
    out
}

/// What stands behind `key:` or `-` at this indent, its first blank included; without a last line break.
pub(super) fn behind(value: &Value, indent: usize, letters: Letters) -> String {
    let mut out = String::new();
    match value {
        Value::Object(map) if !map.is_empty() => {
            out.push('\n');
            rows(map, indent + 2, letters, &mut out);
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            list(items, indent + 2, letters, &mut out);
        }
        _ => {
            out.push(' ');
            out.push_str(&leaf(value, indent + 2, letters));
        }
    }
    out
}

/// Letters a key may have without a mark of its own in front; readers look 1,024 ahead for its colon (YAML 1.2, 7.4).
const LONGEST_KEY: usize = 1_000;

/// A whole row: `key: value` at this indent, without a last line break.
pub(super) fn row(key: &str, value: &Value, indent: usize, letters: Letters) -> String {
    let ascii = letters == Letters::Ascii && !key.is_ascii();
    let plain = scalar::is_plain(key, true) && !ascii;
    let key = if plain { key.to_owned() } else { scalar::double_quoted(key, ascii) };
    let (blanks, value) = (" ".repeat(indent), behind(value, indent, letters));
    match key.chars().count() > LONGEST_KEY {
        true => format!("{blanks}? {key}\n{blanks}:{value}"),
        false => format!("{blanks}{key}:{value}"),
    }
}

fn rows(map: &serde_json::Map<String, Value>, indent: usize, letters: Letters, out: &mut String) {
    let rows: Vec<String> = map.iter().map(|(key, value)| row(key, value, indent, letters)).collect();
    out.push_str(&rows.join("\n"));
}

fn list(items: &[Value], indent: usize, letters: Letters, out: &mut String) {
    let items: Vec<String> =
        items.iter().map(|item| format!("{}-{}", " ".repeat(indent), behind(item, indent, letters))).collect();
    out.push_str(&items.join("\n"));
}

/// A scalar or an empty collection; the lines of a block are indented by so much.
pub(super) fn leaf(value: &Value, indent: usize, letters: Letters) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if letters == Letters::Ascii && !text.is_ascii() => scalar::double_quoted(text, true),
        Value::String(text) => {
            let block = text.contains('\n').then(|| scalar::literal(text, indent, "")).flatten();
            block.unwrap_or_else(|| scalar::inline(text, false))
        }
        Value::Array(_) => "[]".to_owned(),
        Value::Object(_) => "{}".to_owned(),
    }
}
