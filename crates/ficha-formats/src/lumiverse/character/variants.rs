//! Variants of a character: rows of alternate texts and pictures that share a label.
//!
//! Rows with one label are one variant; a second row of the same field and label begins another. Every row keeps its
//! own id, and fields the app may add beside its three stay as they are.
//! Source: Lumiverse `characters.service.ts` (`alternate_fields`, `alternate_avatars`).

use ficha_json::Node;
use ficha_model::{Path, diff};
use serde_json::{Map, Value, json};

use crate::notes::{NoteCode, Notes};
use crate::overlay::{Writes, at, is_blank, place};
use crate::record::ids;

/// The fields that have rows, and where each goes in a variant; the last is the list of pictures.
const FIELDS: [(&str, &str); 4] = [
    ("description", "identity.description"),
    ("personality", "persona.personality"),
    ("scenario", "persona.scenario"),
    ("", "media.portrait"),
];

/// The place of the pictures among the fields.
const AVATAR: usize = 3;

/// What rows of one label make.
struct Variant {
    id: Option<String>,
    label: String,
    /// For each field the place of its row.
    rows: [Option<usize>; 4],
    overrides: Map<String, Value>,
}

/// Where the rows of a card are.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    /// `alternate_fields`.
    pub fields: Option<Node<'a>>,
    /// `alternate_avatars`.
    pub avatars: Option<Node<'a>>,
}

impl<'a> Rows<'a> {
    fn list(&self, slot: usize) -> Option<Node<'a>> {
        let list = match FIELDS.get(slot) {
            Some((field, _)) if slot != AVATAR => self.fields?.get(field),
            Some(_) | None => self.avatars,
        };
        list.filter(|list| list.is_array())
    }

    fn variants(&self, picture: &dyn Fn(&str) -> String) -> Vec<Variant> {
        let mut variants: Vec<Variant> = Vec::new();
        for (slot, (_, path)) in FIELDS.iter().enumerate() {
            let rows = self.list(slot).into_iter().flat_map(|list| list.items()).enumerate();
            for (index, row) in rows {
                let said = match slot {
                    AVATAR => reference(row).map(|reference| json!({"role": "portrait", "ref": picture(&reference)})),
                    _ => row.get("content").and_then(|content| content.as_str().map(|text| json!(text))),
                };
                let Some(said) = said else { continue };
                let label = row.get("label").and_then(|label| label.as_str());
                let label = label.map(|label| label.trim().to_owned()).unwrap_or_default();
                let free =
                    |variant: &Variant| variant.label == label && variant.rows.get(slot).is_some_and(Option::is_none);
                let found = variants.iter().position(free).unwrap_or_else(|| {
                    let named = || (!label.is_empty()).then(|| format!("lumi_{label}"));
                    let id = row.get("id").and_then(ids::spelt).or_else(named);
                    variants.push(Variant { id, label: label.clone(), rows: [None; 4], overrides: Map::new() });
                    variants.len() - 1
                });
                if let Some(variant) = variants.get_mut(found) {
                    place(&mut variant.overrides, path, said);
                    if let Some(row) = variant.rows.get_mut(slot) {
                        *row = Some(index);
                    }
                }
            }
        }
        variants
    }

    /// The variants as the body has them. `picture` says what a picture is called there.
    pub fn decode(&self, picture: &dyn Fn(&str) -> String) -> Vec<Value> {
        let variants = self.variants(picture);
        let (ids, _) = ids::body_ids(variants.iter().map(|variant| variant.id.clone()).collect());
        let body = |(variant, id): (Variant, String)| {
            let mut row = Map::new();
            row.insert("id".to_owned(), json!(id));
            if !variant.label.is_empty() {
                row.insert("label".to_owned(), json!(variant.label));
            }
            row.insert("overrides".to_owned(), Value::Object(variant.overrides));
            Value::Object(row)
        };
        variants.into_iter().zip(ids).map(body).collect()
    }
}

fn reference(row: Node<'_>) -> Option<String> {
    let named = ["image_id", "path"].iter().find_map(|key| row.get(key)?.as_str().map(|text| text.into_owned()));
    named.filter(|reference| !reference.is_empty())
}

/// How a variant's picture is written: the key of its row, and the reference for one of the body.
pub(super) struct Pictures<'a> {
    /// `image_id` in a card, `path` in modules.
    pub key: &'static str,
    /// What a picture of the card is called in the body.
    pub read: &'a dyn Fn(&str) -> String,
    /// What a picture of the body is called in the card; `None` when it is not at hand.
    pub write: &'a mut dyn FnMut(&Value, &str) -> Option<String>,
}

/// Writes variants that changed. `at_fields` and `at_avatars` are where the rows are or belong.
pub(super) fn encode(
    rows: Rows<'_>,
    after: &[Value],
    (at_fields, at_avatars): (&str, &str),
    pictures: &mut Pictures<'_>,
    writes: &mut Writes,
    notes: &mut Notes,
) {
    let before = rows.decode(pictures.read);
    if before == after {
        return;
    }
    let known = rows.variants(pictures.read);
    let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
    let mut lists: Vec<Vec<Value>> = Vec::new();
    for (slot, (field, path)) in FIELDS.iter().enumerate() {
        let list = rows.list(slot);
        let mut new = Vec::new();
        for variant in after {
            let id = text(variant, "id");
            let place = before.iter().position(|old| text(old, "id") == id);
            let (old, old_body) = (place.and_then(|place| known.get(place)), place.and_then(|place| before.get(place)));
            let Some(value) = at(variant, &format!("overrides.{path}")).filter(|value| !is_blank(Some(value))) else {
                continue;
            };
            let index = old.and_then(|old| old.rows.get(slot).copied().flatten());
            let row = index.and_then(|index| list?.items().nth(index)).map(Node::to_value);
            let was = old_body.and_then(|old| at(old, &format!("overrides.{path}")));
            let mut row = match row {
                Some(Value::Object(row)) => row,
                Some(_) | None => {
                    let mut row = Map::new();
                    row.insert("id".to_owned(), json!(id));
                    row.insert("label".to_owned(), json!(text(variant, "label")));
                    row
                }
            };
            if old_body.is_none_or(|old| text(old, "label") != text(variant, "label")) {
                row.insert("label".to_owned(), json!(text(variant, "label")));
            }
            if was != Some(value) {
                if slot == AVATAR {
                    let name = value.get("ref").and_then(Value::as_str).and_then(|_| (pictures.write)(value, &id));
                    let Some(name) = name else { continue };
                    row.insert(pictures.key.to_owned(), json!(name));
                } else {
                    row.insert("content".to_owned(), value.clone());
                }
            }
            new.push(Value::Object(row));
        }
        // What is no row of ours keeps its place.
        let readable: Vec<usize> = known.iter().filter_map(|old| old.rows.get(slot).copied().flatten()).collect();
        for (index, row) in list.into_iter().flat_map(|list| list.items()).enumerate() {
            if !readable.contains(&index) {
                new.insert(index.min(new.len()), row.to_value());
            }
        }
        let had = list.is_some();
        let pointer = if slot == AVATAR { at_avatars.to_owned() } else { format!("{at_fields}/{field}") };
        match (had, new.is_empty()) {
            (false, true) => {}
            (true, true) => writes.remove(pointer),
            (_, false) => writes.set(pointer, Value::Array(new.clone())),
        }
        lists.push(new);
    }
    let fields: Map<String, Value> =
        FIELDS.iter().zip(&lists).take(AVATAR).map(|((field, _), rows)| ((*field).to_owned(), json!(rows))).collect();
    let others = rows.fields.into_iter().flat_map(|fields| fields.members());
    let other = others.into_iter().any(|(key, _)| FIELDS.iter().take(AVATAR).all(|(field, _)| *field != key));
    if lists.iter().take(AVATAR).all(Vec::is_empty) && rows.fields.is_some() && !other {
        writes.remove(at_fields.to_owned());
    }
    let avatars = lists.get(AVATAR).cloned().unwrap_or_default();
    explain(after, &json!({"fields": fields, "avatars": avatars}), pictures.read, notes);
}

/// The reasons for whatever the rows do not say.
fn explain(after: &[Value], written: &Value, picture: &dyn Fn(&str) -> String, notes: &mut Notes) {
    let text = ficha_json::to_text(written, ficha_json::Style::Compact);
    let Ok(document) = ficha_json::Document::parse(text, &ficha_json::Limits::default()) else { return };
    let root = document.root();
    let read = Rows { fields: root.get("fields"), avatars: root.get("avatars") }.decode(picture);
    for change in diff(&json!({"variants": after}), &json!({"variants": read})) {
        let text = "A variant of Lumiverse is a label with a description, a personality, a scenario and a picture, told by its first row.";
        notes.explain(Path(change.path.0), NoteCode::NoPlace, text);
    }
}
