//! Two bodies compared: what was meant, and what was read back.
//!
//! The difference itself is the model's. Added here: pictures are compared by what they show and not by the name they
//! go under, a picture that is gone is one loss and not five, and links to entities at hand are left to the caller,
//! who compares those entities.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use ficha_formats::MediaSource;
use ficha_formats::media::{PictureBytes, picture};
use ficha_model::schema::{FieldType, schema};
use ficha_model::{Change, Entity, Kind, Path, Step, Touched, diff, is_blank, visit_leaves};
use serde_json::{Value, json};

use crate::media::drawn;

/// The outcome: leaves that arrived whole, and the differences, in the order of the body. Paths are those of the body
/// before; what is new is counted behind it.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Leaves that arrived as they were.
    pub carried: Vec<Path>,
    /// Everything else. A picture is described as `{mime, bytes}`.
    pub differences: Vec<Change>,
}

/// An entity and where its pictures are.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The entity.
    pub entity: &'a Entity,
    /// The bytes its pictures refer to.
    pub media: &'a dyn MediaSource,
}

/// Compares two entities of one kind. `is_at_hand`: whether a link leads to an entity the caller compares itself.
pub fn compare(before: Side<'_>, after: Side<'_>, is_at_hand: &dyn Fn(&Value) -> bool) -> Comparison {
    let mut album = Album::default();
    let old = album.prepare(before, is_at_hand);
    let mut new = album.prepare(after, is_at_hand);
    let renamed = forget_places(&old, &mut new);
    let mut changes = diff(&old, &new);
    changes.extend(renamed);
    let assets = places(before.entity.kind, FieldType::Picture, &old);
    whole_pictures(&mut changes, &assets);
    for change in changes.iter_mut().filter(|change| change.what == Touched::Value) {
        album.describe(&mut change.before);
        album.describe(&mut change.after);
    }
    let touched: HashSet<&[Step]> =
        changes.iter().filter(|change| change.what == Touched::Value).map(|change| change.path.0.as_slice()).collect();
    let mut carried = Vec::new();
    visit_leaves(&old, &mut |path, value| {
        let is_touched = (1..=path.0.len()).any(|end| path.0.get(..end).is_some_and(|steps| touched.contains(steps)));
        if !is_touched && !is_blank(value) {
            carried.push(path.clone());
        }
    });
    Comparison { carried, differences: changes }
}

/// Gives rows that were numbered by their place when they were read back the numbers they had before, where they say
/// the same. Such a number tells where a row stands and not which it is: with one row deleted, every later one would
/// look like another. Rows that had no number for an id are left alone: that they have one now is for a reason to say.
/// A row that says nothing any more can be told by its place alone: it gets its id back, and the change is answered.
fn forget_places(before: &Value, after: &mut Value) -> Vec<Change> {
    let mut renamed = Vec::new();
    let (Some(old), Some(new)) = (before.as_object(), after.as_object_mut()) else { return renamed };
    for (key, rows) in new.iter_mut() {
        let (Some(new), Some(old)) = (rows.as_array_mut(), old.get(key).and_then(Value::as_array)) else { continue };
        if !numbered_by_place(new) || numbered_by_place(old) {
            continue;
        }
        let mut numbers: HashMap<String, VecDeque<&Value>> = HashMap::new();
        for row in old {
            if let Some(id) = row.get("id").filter(|id| id.as_str().is_some_and(|id| id.parse::<u64>().is_ok())) {
                numbers.entry(saying(row)).or_default().push_back(id);
            }
        }
        let mut placed: Vec<Option<&Value>> = Vec::with_capacity(new.len());
        for row in new.iter() {
            placed.push(numbers.get_mut(&saying(row)).and_then(VecDeque::pop_front));
        }
        // A row that says less than before is still the one of its place, as long as no row came or went.
        let mut left: VecDeque<&Value> =
            if old.len() == new.len() { numbers.into_values().flatten().collect() } else { VecDeque::new() };
        for (at, place) in placed.iter_mut().enumerate().filter(|(_, place)| place.is_none()) {
            let own = old.get(at).and_then(|row| row.get("id"));
            let silent = new.get(at).is_some_and(|row| saying(row) == saying(&json!({})));
            match own.and_then(|own| left.iter().position(|id| *id == own)) {
                Some(found) => *place = left.remove(found),
                None if silent && old.len() == new.len() => {
                    *place = own;
                    let path = Path::default().key(key).index(at).key("id");
                    let after = Some(Value::String(at.to_string()));
                    renamed.push(Change { path, before: own.cloned(), after, what: Touched::Value });
                }
                None => {}
            }
        }
        // A row that has none of the old numbers must not go under one that another row has.
        let taken: Vec<String> = placed.iter().flatten().filter_map(|id| id.as_str().map(str::to_owned)).collect();
        let mut free = (new.len()..).map(|number| number.to_string()).filter(|number| !taken.contains(number));
        for (at, (row, id)) in new.iter_mut().zip(placed).enumerate() {
            let id = match id {
                Some(id) => Some(id.clone()),
                None if taken.contains(&at.to_string()) => free.next().map(Value::String),
                None => None,
            };
            if let (Some(id), Some(row)) = (id, row.as_object_mut()) {
                row.insert("id".to_owned(), id);
            }
        }
    }
    renamed
}

/// What a row says, its id and blanks aside, whatever the order of its keys.
fn saying(row: &Value) -> String {
    let mut said = String::new();
    say(row, &mut said);
    said
}

fn say(value: &Value, said: &mut String) {
    match value {
        Value::Object(members) => {
            let members: BTreeMap<&String, &Value> =
                members.iter().filter(|(key, value)| *key != "id" && !is_blank(value)).collect();
            said.push('{');
            for (key, member) in members {
                said.push_str(key);
                said.push(':');
                say(member, said);
            }
            said.push('}');
        }
        Value::Array(items) => {
            said.push('[');
            items.iter().for_each(|item| say(item, said));
            said.push(']');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => said.push_str(&value.to_string()),
    }
}

fn numbered_by_place(rows: &[Value]) -> bool {
    let at_place =
        |(at, row): (usize, &Value)| row.get("id").and_then(Value::as_str).is_some_and(|id| *id == at.to_string());
    !rows.is_empty() && rows.iter().enumerate().all(at_place)
}

/// Paths of the fields of a type that a body fills, by the patterns of the schema.
pub(crate) fn places(kind: Kind, shape: FieldType, body: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    for field in schema(kind).fields().filter(|field| field.shape == shape) {
        let mut paths = vec![(Path::default(), Some(body))];
        for part in field.path.split('.') {
            let (key, marks) = part.split_at(part.find(['[', '{']).unwrap_or(part.len()));
            paths = paths
                .into_iter()
                .map(|(path, value)| (path.key(key), value.and_then(|value| value.get(key))))
                .collect();
            for _ in 0..marks.len() / 2 {
                paths = paths.into_iter().flat_map(|(path, value)| rows(&path, value)).collect();
            }
        }
        found.extend(paths.into_iter().filter(|(_, value)| value.is_some()).map(|(path, _)| path));
    }
    found
}

fn rows<'a>(path: &Path, value: Option<&'a Value>) -> Vec<(Path, Option<&'a Value>)> {
    match value {
        Some(Value::Array(items)) => items.iter().enumerate().map(|(at, item)| (path.index(at), Some(item))).collect(),
        Some(Value::Object(members)) => members.iter().map(|(key, member)| (path.key(key), Some(member))).collect(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | None => Vec::new(),
    }
}

/// Every different picture seen, so that equal ones can be named alike.
#[derive(Default)]
struct Album {
    pictures: Vec<(PictureBytes, Vec<u8>)>,
}

/// Stands in front of a picture's number; no reference an app writes begins so.
const MARK: &str = "\u{0}picture:";

impl Album {
    /// A body with its pictures named by what they show and its followed links blank.
    fn prepare(&mut self, side: Side<'_>, is_at_hand: &dyn Fn(&Value) -> bool) -> Value {
        let mut body = side.entity.body.value().clone();
        for path in places(side.entity.kind, FieldType::Link, &body) {
            if path.get(&body).is_some_and(is_at_hand) {
                // Blank and still there, so that the links beside it keep their numbers.
                path.set(&mut body, Value::String(String::new()));
            }
        }
        for path in places(side.entity.kind, FieldType::Picture, &body) {
            let found = path
                .get(&body)
                .and_then(Value::as_str)
                .and_then(|reference| picture(side.entity, reference, side.media));
            if let Some(found) = found {
                let name = self.name(found);
                path.set(&mut body, Value::String(name));
                // The type is part of the picture; what a file says it is may differ from what it is.
                if let Some(mime) = beside(&path, "mime") {
                    mime.remove(&mut body);
                }
            }
        }
        body
    }

    fn name(&mut self, found: PictureBytes) -> String {
        let seen = drawn(&found.bytes);
        let at = self.pictures.iter().position(|(_, known)| *known == seen).unwrap_or_else(|| {
            self.pictures.push((found, seen));
            self.pictures.len() - 1
        });
        format!("{MARK}{at}")
    }

    /// Turns a picture's number into what a report shows of it.
    fn describe(&self, value: &mut Option<Value>) {
        let named =
            value.as_ref().and_then(Value::as_str).and_then(|text| text.strip_prefix(MARK)?.parse::<usize>().ok());
        if let Some((picture, _)) = named.and_then(|at| self.pictures.get(at)) {
            *value = Some(json!({"mime": picture.mime, "bytes": picture.bytes.len()}));
        }
    }
}

/// The path of another key of the same map.
fn beside(path: &Path, key: &str) -> Option<Path> {
    let (_, holder) = path.0.split_last()?;
    Some(Path(holder.to_vec()).key(key))
}

/// Makes one change at the asset of all changes below it when its picture came or went.
fn whole_pictures(changes: &mut Vec<Change>, references: &[Path]) {
    let is_reference = |path: &Path| {
        references.contains(path) || matches!(path.0.last(), Some(Step::Key(key)) if key.as_str() == "ref")
    };
    let whole: Vec<(Path, Option<Value>, Option<Value>)> = changes
        .iter()
        .filter(|change| is_reference(&change.path) && (change.before.is_none() || change.after.is_none()))
        .filter_map(|change| {
            let (_, holder) = change.path.0.split_last()?;
            Some((Path(holder.to_vec()), change.before.clone(), change.after.clone()))
        })
        .collect();
    for (asset, before, after) in whole {
        let Some(at) = changes.iter().position(|change| change.path.is_under(&asset)) else { continue };
        changes.retain(|change| !change.path.is_under(&asset));
        changes.insert(at.min(changes.len()), Change { path: asset, before, after, what: Touched::Value });
    }
}

#[cfg(test)]
mod tests {
    use ficha_formats::NoMedia;
    use ficha_model::Body;
    use serde_json::json;

    use super::*;

    const PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

    fn rows(before: Value, after: Value) -> (Vec<String>, Vec<String>) {
        let side = |body: Value| Entity::new(Kind::Character, "a", Body::from(body));
        let (before, after) = (side(before), side(after));
        let found =
            compare(Side { entity: &before, media: &NoMedia }, Side { entity: &after, media: &NoMedia }, &|_| false);
        let word = |change: &Change| match (&change.before, &change.after) {
            (Some(before), None) => format!("lost {} {before}", change.path),
            (None, Some(after)) => format!("new {} {after}", change.path),
            _ => format!("changed {}", change.path),
        };
        (found.carried.iter().map(Path::to_string).collect(), found.differences.iter().map(word).collect())
    }

    #[test]
    fn a_picture_under_another_name_is_the_same_picture() {
        let before = json!({"media": {"portrait": {"role": "portrait", "ref": PIXEL, "mime": "image/webp"}}});
        let after =
            json!({"media": {"portrait": {"role": "portrait", "ref": PIXEL.replace("png;base64", "PNG;base64")}}});
        assert_eq!(
            rows(before, after),
            (vec!["media.portrait.role".to_owned(), "media.portrait.ref".to_owned()], vec![])
        );
    }

    #[test]
    fn a_picture_that_is_gone_is_one_loss() {
        let before = json!({"media": {"assets": [{"role": "emotion", "label": "glad", "ref": PIXEL}]}});
        let (carried, differences) = rows(before.clone(), json!({}));
        assert_eq!(carried, [""; 0]);
        assert_eq!(differences, [r#"lost media.assets[0] {"mime":"image/png","bytes":67}"#]);
        assert_eq!(rows(json!({}), before).1, [r#"new media.assets[0] {"mime":"image/png","bytes":67}"#]);
    }

    #[test]
    fn a_number_by_place_is_no_identity() {
        let rows = |list: &[(&str, &str)]| json!({"bias": list.iter().map(|(id, phrase)| json!({"id": id, "phrase": phrase})).collect::<Vec<_>>()});
        let before = rows(&[("1", "salt"), ("2", "bell")]);
        assert_eq!(super::tests::rows(before.clone(), rows(&[("0", "salt"), ("1", "bell")])).1, [""; 0]);
        assert_eq!(super::tests::rows(before, rows(&[("1", "salt"), ("3", "bell")])).1, ["changed bias[1].id"]);
        let named = rows(&[("1", "salt"), ("new", "bell")]);
        assert_eq!(super::tests::rows(named, rows(&[("0", "salt"), ("1", "bell")])).1, ["changed bias[1].id"]);
    }

    #[test]
    fn false_is_a_value_and_blanks_are_none() {
        let before = json!({"identity": {"name": "", "tagline": []}, "settings": {"talkativeness": 0}});
        assert_eq!(rows(before, json!({})), (vec![], vec!["lost settings.talkativeness 0".to_owned()]));
    }
}
