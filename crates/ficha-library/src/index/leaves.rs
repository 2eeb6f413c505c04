//! What the index takes from a body: its searchable texts with their paths, and a hash that is equal for bodies that
//! say the same.

use ficha_model::{Entity, Kind, Path};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::cut::{fold_key, normal};
use crate::links::linked_kind;

/// Between the path and the text of a packed leaf, and between leaves; taken out of texts.
const UNIT: char = '\u{1F}';
const RECORD: char = '\u{1E}';

/// The body path of the creator's name of a kind.
pub(super) fn creator(entity: &Entity) -> &str {
    let path = if entity.kind == Kind::Character { "attribution.creator" } else { "creator" };
    entity.body.text(path).unwrap_or("")
}

/// The tags of a body.
pub(super) fn tags(entity: &Entity) -> impl Iterator<Item = &str> {
    let path = if entity.kind == Kind::Character { "discovery.tags" } else { "tags" };
    entity.body.list(path).iter().filter_map(Value::as_str)
}

/// The blob that shows an entity: its portrait's, or its source file's where that is the portrait.
pub(super) fn portrait(entity: &Entity) -> Option<String> {
    let reference = entity.body.text("media.portrait.ref")?;
    if let Some(name) = reference.strip_prefix("sha256:") {
        return Some(name.to_owned());
    }
    if !reference.starts_with("carrier:") {
        return None;
    }
    let media = || entity.original.values().find_map(|original| Some(original.source_media.as_ref()?.blob.clone()));
    let source = || entity.source.as_ref().and_then(|source| source.sha256.clone());
    media().or_else(source).filter(|name| crate::layout::is_hash(name))
}

/// Every text of a body that a person may look for, as `path UNIT text RECORD`, in the compatibility form.
pub(super) fn pack(value: &Value) -> String {
    let mut packed = String::new();
    pack_in(value, &mut Path::default(), &mut packed);
    packed
}

fn pack_in(value: &Value, path: &mut Path, packed: &mut String) {
    match value {
        Value::String(text) => {
            packed.push_str(&path.to_string());
            packed.push(UNIT);
            packed.extend(normal(text).chars().map(|sign| if matches!(sign, UNIT | RECORD) { ' ' } else { sign }));
            packed.push(RECORD);
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                if value.is_object() || value.is_array() || value.is_string() {
                    pack_in(value, &mut path.index(index), packed);
                }
            }
        }
        Value::Object(map) => {
            for (key, value) in map.iter().filter(|(key, _)| !matches!(key.as_str(), "id" | "ref" | "mime")) {
                if linked_kind(key).is_none() && (value.is_object() || value.is_array() || value.is_string()) {
                    pack_in(value, &mut path.key(key), packed);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The leaves of a packed text.
pub(super) fn unpack(packed: &str) -> impl Iterator<Item = (&str, &str)> {
    packed.split_terminator(RECORD).filter_map(|leaf| leaf.split_once(UNIT))
}

/// The name and creator of an entity in one folded key; `None` for one without a name, which is like no other.
pub(super) fn twin_key(entity: &Entity) -> Option<String> {
    let name = fold_key(entity.name());
    (!name.is_empty()).then(|| format!("{name}{UNIT}{}", fold_key(creator(entity))))
}

/// A hash of what a body says: links, ids and everything blank aside, keys in any order, numbers by value.
pub(super) fn content_hash(value: &Value) -> String {
    let mut hash = Sha256::new();
    hash_value(value, &mut hash);
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.iter().all(is_blank),
        Value::Object(map) => map.iter().all(|(key, value)| is_aside(key) || is_blank(value)),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

fn is_aside(key: &str) -> bool {
    key == "id" || linked_kind(key).is_some()
}

fn hash_value(value: &Value, hash: &mut Sha256) {
    match value {
        Value::Null => hash.update(b"n"),
        Value::Bool(truth) => hash.update(if *truth { b"t" } else { b"f" }),
        Value::Number(number) => {
            let text = number.to_string();
            // Whole numbers of any size by their digits, 1.0 and 1e0 like 1; others as the nearest double.
            let digits = text.strip_suffix(".0").unwrap_or(&text);
            let whole = digits.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
            let short = if whole {
                digits.to_owned()
            } else {
                text.parse::<f64>().map_or(text.clone(), |double| double.to_string())
            };
            hash_text(b'#', &short, hash);
        }
        Value::String(text) => hash_text(b's', text, hash),
        Value::Array(list) => {
            hash.update(b"[");
            for value in list {
                hash_value(value, hash);
            }
            hash.update(b"]");
        }
        Value::Object(map) => {
            let mut members: Vec<(&String, &Value)> =
                map.iter().filter(|(key, value)| !is_aside(key) && !is_blank(value)).collect();
            members.sort_by_key(|(key, _)| *key);
            hash.update(b"{");
            for (key, value) in members {
                hash_text(b'k', key, hash);
                hash_value(value, hash);
            }
            hash.update(b"}");
        }
    }
}

fn hash_text(mark: u8, text: &str, hash: &mut Sha256) {
    hash.update([mark]);
    hash.update((text.len() as u64).to_le_bytes());
    hash.update(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn same_content_is_what_a_reader_would_call_the_same() {
        let one = json!({"identity": {"name": "T", "nickname": ""}, "greetings": {"alternateGreetings": [{"id": "a", "text": "Hi"}]}, "n": 1});
        let same = json!({"n": 1.0, "knowledgeRefs": [{"type": "entity", "id": "x"}], "greetings": {"alternateGreetings": [{"text": "Hi"}]},
            "identity": {"name": "T"}, "tags": []});
        assert_eq!(content_hash(&one), content_hash(&same));
        for other in [
            json!({"identity": {"name": "t"}}),
            json!({"identity": {"name": "T"}, "n": "1"}),
            json!({"identityname": "T"}),
        ] {
            assert_ne!(content_hash(&one), content_hash(&other));
        }
        assert_ne!(content_hash(&json!({"n": 12345678901234567890123_i128 as f64})), content_hash(&json!({"n": 1})));
    }

    #[test]
    fn packed_texts_unpack() {
        let body = json!({"a": {"b c": ["x", {"id": "9", "t": "y\u{1e}z"}]}, "media": {"portrait": {"ref": "sha256:0"}}, "n": 4});
        let packed = pack(&body);
        assert_eq!(unpack(&packed).collect::<Vec<_>>(), [(r#"a["b c"][0]"#, "x"), (r#"a["b c"][1].t"#, "y z")]);
    }
}
