//! Personas written as attributes: the notations the field has for them, as text and back.
//!
//! Here: W++, the square bracket format, boostyle and plain rows. Not here: where a platform keeps them. Reading is
//! forgiving, since people write these by hand; what cannot be told apart (a comma inside a value of a plain row, the
//! attribute a boostyle value belongs to) is taken from the attributes as they were before.

use serde_json::{Map, Value, json};

/// The notations that have attributes.
pub const NOTATIONS: [&str; 4] = ["attributes", "wpp", "sbf", "boostyle"];

/// What a text in one of the notations says.
#[derive(Clone, Debug, PartialEq)]
pub struct Attributes {
    /// The notation it is in, one of [`NOTATIONS`].
    pub kind: &'static str,
    /// The character's name, where the text gives it.
    pub name: Option<String>,
    /// Attribute to the list of its values, in the order of the text.
    pub attributes: Map<String, Value>,
}

fn rows(structured: &Value) -> Vec<(&str, Vec<&str>)> {
    structured
        .get("attributes")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(key, values)| {
            (key.as_str(), values.as_array().into_iter().flatten().filter_map(Value::as_str).collect())
        })
        .collect()
}

/// The text a structured persona becomes: a map with `kind` and `attributes`. A kind that is none of ours is written
/// as plain rows.
pub fn write(structured: &Value, name: &str) -> String {
    let attributes = rows(structured);
    let quoted = |values: &[&str], between: &str| {
        values.iter().map(|value| format!("\"{value}\"")).collect::<Vec<_>>().join(between)
    };
    match structured.get("kind").and_then(Value::as_str).unwrap_or_default() {
        "wpp" => {
            let rows: Vec<String> =
                attributes.iter().map(|(key, values)| format!("{key}({})", quoted(values, " + "))).collect();
            format!("[character(\"{name}\") {{\n{}\n}}]", rows.join("\n"))
        }
        "sbf" => {
            let rows: Vec<String> =
                attributes.iter().map(|(key, values)| format!("{key}: {}", quoted(values, ", "))).collect();
            format!("[ character: \"{name}\"; {} ]", rows.join("; "))
        }
        "boostyle" => {
            let values = attributes.iter().flat_map(|(_, values)| values.iter().copied());
            std::iter::once(name).chain(values).collect::<Vec<_>>().join(" + ")
        }
        _ => {
            let rows = attributes.iter().map(|(key, values)| format!("{key}: {}", values.join(", ")));
            std::iter::once(format!("Name: {name}")).chain(rows).collect::<Vec<_>>().join("\n")
        }
    }
}

/// The notation a text is in, by its looks; `None` for prose. Boostyle and plain rows look like much else and are never
/// guessed.
pub fn looks_like(text: &str) -> Option<&'static str> {
    let text = text.trim_start().trim_start_matches('[').trim_start();
    let head: String = text.chars().take(12).collect::<String>().to_ascii_lowercase();
    let is_called = head.starts_with("character") || head.starts_with("char(") || head.starts_with("\"character");
    let mark = text.find(['(', ':'])?;
    match text.get(mark..=mark) {
        Some("(") if is_called && text.contains('{') => Some("wpp"),
        Some(":") if is_called && text.contains(';') => Some("sbf"),
        _ => None,
    }
}

/// Reads a text in a notation. `before` are the attributes it was written from, if any. `None` when the text does not
/// have the notation's form, or the notation is none.
pub fn read(kind: &str, text: &str, before: &Map<String, Value>) -> Option<Attributes> {
    let kind = NOTATIONS.into_iter().find(|known| *known == kind)?;
    match kind {
        "wpp" => wpp(text, before),
        "sbf" => sbf(text, before),
        "boostyle" => Some(boostyle(text, before)),
        _ => Some(plain(text, before)),
    }
}

/// Values between quotes, or bare ones, up to the sign that closes their row. A quote inside a value stays, as long as
/// no sign that parts values comes behind it.
fn values(text: &str, part: char, close: Option<char>) -> (Vec<String>, usize) {
    let ends = |rest: &str| match rest.trim_start().chars().next() {
        None => true,
        Some(next) => next == part || Some(next) == close,
    };
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        at += rest.len() - rest.trim_start().len();
        let rest = text.get(at..).unwrap_or_default();
        let Some(first) = rest.chars().next() else { return (found, at) };
        if Some(first) == close {
            return (found, at + first.len_utf8());
        }
        if first == part {
            at += first.len_utf8();
            continue;
        }
        let is_quote = |sign: char| matches!(sign, '"' | '“' | '”');
        let quoted = is_quote(first);
        let from = at + if quoted { first.len_utf8() } else { 0 };
        let body = text.get(from..).unwrap_or_default();
        let end = body.char_indices().find(|(index, sign)| {
            let behind = body.get(index + sign.len_utf8()..).unwrap_or_default();
            if quoted { is_quote(*sign) && ends(behind) } else { *sign == part || Some(*sign) == close }
        });
        let (length, step) = match end {
            Some((index, sign)) => (index, if quoted { index + sign.len_utf8() } else { index }),
            None => (body.len(), body.len()),
        };
        let value = body.get(..length).unwrap_or_default();
        found.push(if quoted { value.to_owned() } else { value.trim().to_owned() });
        at = from + step;
    }
}

fn bare(text: &str) -> String {
    text.trim_matches(|sign: char| sign.is_whitespace() || "[]{},;\"“”".contains(sign)).to_owned()
}

/// The values an attribute had, when they stand there as they were written: signs inside them that part values
/// elsewhere are then told from those.
fn unchanged(
    before: &Map<String, Value>,
    key: &str,
    rest: &str,
    between: &str,
    close: char,
) -> Option<(Vec<String>, usize)> {
    let old = before.get(key)?.as_array()?.iter().map(Value::as_str).collect::<Option<Vec<&str>>>()?;
    let written = old.iter().map(|value| format!("\"{value}\"")).collect::<Vec<_>>().join(between);
    let behind = rest.trim_start().strip_prefix(written.as_str())?;
    let blanks = behind.len() - behind.trim_start().len();
    let used = rest.len() - behind.len() + blanks;
    let ended = behind.trim_start().chars().next().is_none_or(|next| next == close);
    ended.then(|| (old.into_iter().map(str::to_owned).collect(), (used + close.len_utf8()).min(rest.len())))
}

fn wpp(text: &str, before: &Map<String, Value>) -> Option<Attributes> {
    let open = text.find('{')?;
    let head = text.get(..open)?;
    let name = head.find('(').map(|at| bare(head.get(at + 1..).unwrap_or_default().trim_end().trim_end_matches(')')));
    let mut attributes = Map::new();
    let mut rest = text.get(open + 1..)?;
    while let Some(at) = rest.find('(') {
        let head = rest.get(..at).unwrap_or_default();
        // What stands behind the block is no attribute of it.
        if head.contains('}') {
            break;
        }
        let key = bare(head);
        let said = rest.get(at + 1..).unwrap_or_default();
        let (list, used) = unchanged(before, &key, said, " + ", ')').unwrap_or_else(|| values(said, '+', Some(')')));
        if !key.is_empty() {
            add(&mut attributes, key, list);
        }
        rest = rest.get(at + 1 + used..).unwrap_or_default();
    }
    (!attributes.is_empty()).then_some(Attributes { kind: "wpp", name, attributes })
}

fn add(attributes: &mut Map<String, Value>, key: String, list: Vec<String>) {
    let held = attributes.entry(key).or_insert_with(|| json!([]));
    if let Value::Array(held) = held {
        held.extend(list.into_iter().map(Value::String));
    }
}

fn sbf(text: &str, before: &Map<String, Value>) -> Option<Attributes> {
    let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
    let (mut name, mut attributes) = (None, Map::new());
    let mut rest = inner;
    while let Some(at) = rest.find(':') {
        let key = bare(rest.get(..at).unwrap_or_default());
        let said = rest.get(at + 1..).unwrap_or_default();
        let (list, used) = unchanged(before, &key, said, ", ", ';').unwrap_or_else(|| values(said, ',', Some(';')));
        if key.eq_ignore_ascii_case("character") && name.is_none() {
            name = list.into_iter().next();
        } else if !key.is_empty() {
            add(&mut attributes, key, list.into_iter().map(|value| value.trim().to_owned()).collect());
        }
        rest = rest.get(at + 1 + used..).unwrap_or_default();
    }
    (!attributes.is_empty()).then_some(Attributes { kind: "sbf", name, attributes })
}

/// A row a line; a row that says what it said before keeps its values, whatever commas they hold.
fn plain(text: &str, before: &Map<String, Value>) -> Attributes {
    let (mut name, mut attributes) = (None, Map::new());
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (key, said) = line.split_once(':').unwrap_or((line, ""));
        let (key, said) = (key.trim(), said.strip_prefix(' ').unwrap_or(said));
        let old = before.get(key).and_then(Value::as_array);
        let joined = |list: &Vec<Value>| list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ");
        if key.eq_ignore_ascii_case("name") && name.is_none() {
            name = Some(said.trim().to_owned());
        } else if let Some(old) = old.filter(|old| joined(old) == said) {
            attributes.insert(key.to_owned(), Value::Array(old.clone()));
        } else {
            let list = said.split(',').map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned);
            add(&mut attributes, key.to_owned(), list.collect());
        }
    }
    Attributes { kind: "attributes", name, attributes }
}

/// Values without names: each stays with the attribute it had, a new one joins the value before it.
fn boostyle(text: &str, before: &Map<String, Value>) -> Attributes {
    let mut said = text.split('+').map(|value| value.trim().to_owned());
    let name = said.next().filter(|name| !name.is_empty());
    let mut left: Vec<(&String, &str)> = before
        .iter()
        .flat_map(|(key, list)| {
            list.as_array().into_iter().flatten().filter_map(move |value| Some((key, value.as_str()?)))
        })
        .collect();
    let mut attributes: Map<String, Value> = before.keys().map(|key| (key.clone(), json!([]))).collect();
    let mut key = before.keys().next().cloned().unwrap_or_else(|| "traits".to_owned());
    for value in said.filter(|value| !value.is_empty()) {
        if let Some(at) = left.iter().position(|(_, old)| *old == value) {
            key = left.remove(at).0.clone();
        }
        add(&mut attributes, key.clone(), vec![value]);
    }
    attributes.retain(|_, list| list.as_array().is_some_and(|list| !list.is_empty()));
    Attributes { kind: "boostyle", name, attributes }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Value {
        json!({"kind": "wpp", "attributes": {"species": ["human"], "mind": ["dry", "says \"aye\", often", "slow (at first)"], "likes": ["rain, and fog"]}})
    }

    #[test]
    fn what_was_written_is_read_as_it_was() {
        for kind in NOTATIONS {
            let mut structured = table();
            structured["kind"] = json!(kind);
            let text = write(&structured, "Odalys Reed");
            let attributes = structured["attributes"].as_object().unwrap();
            let back = read(kind, &text, attributes).unwrap();
            assert_eq!(&back.attributes, attributes, "{kind}: {text}");
            assert_eq!(back.name.as_deref(), Some("Odalys Reed"), "{kind}");
        }
    }

    #[test]
    fn hands_write_it_in_many_ways() {
        let none = Map::new();
        let text = "[Character(“Maren”)\n{\nSpecies(“selkie”)\n  Mind ( calm + \"kind\"+“shy” )\nEmpty()\n}]\nShe (of the sea) waits.";
        let back = read("wpp", text, &none).unwrap();
        assert_eq!(back.name.as_deref(), Some("Maren"));
        let wanted = json!({"Species": ["selkie"], "Mind": ["calm", "kind", "shy"], "Empty": []});
        assert_eq!(Value::Object(back.attributes), wanted);
        let back = read("sbf", "[character: \"Maren\"; mood: \"dry\", wry; work: \"ledger\"]", &none).unwrap();
        assert_eq!(Value::Object(back.attributes), json!({"mood": ["dry", "wry"], "work": ["ledger"]}));
        assert_eq!(read("wpp", "She walks.", &none), None);
        assert_eq!(read("text", "She walks.", &none), None);
    }

    #[test]
    fn values_without_names_stay_where_they_were() {
        let before = json!({"mood": ["dry"], "work": ["ledger", "ink"]});
        let back = read("boostyle", "Odalys + dry + wry + ink + paper", before.as_object().unwrap()).unwrap();
        assert_eq!(Value::Object(back.attributes), json!({"mood": ["dry", "wry"], "work": ["ink", "paper"]}));
    }

    #[test]
    fn a_notation_is_told_from_prose() {
        assert_eq!(looks_like("[character(\"A\") {\nx(\"y\")\n}]"), Some("wpp"));
        assert_eq!(looks_like("[ character: \"A\"; mood: \"dry\" ]"), Some("sbf"));
        assert_eq!(looks_like("Her character: dry."), None);
        assert_eq!(looks_like("She is + tall"), None);
    }
}
