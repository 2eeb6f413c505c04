//! Edits of originals in several versions. The originals are compared at the keys that were edited and, where the
//! originals themselves differ, at every key a platform keeps for itself; mapped keys are the body's business.

use std::collections::BTreeSet;

use ficha_json::{Document, Limits, pointer};
use ficha_model::{Entity, NativeEdits, PatchOp, Path, Step, three_way_at};
use serde_json::Value;

use super::{Choose, Place, Versions};
use crate::ApiError;
use crate::rawdiff::difference;

/// A path below a pointer, as a pointer.
pub(super) fn below(at: &str, path: &Path) -> String {
    path.0.iter().fold(at.to_owned(), |at, step| match step {
        Step::Key(key) => pointer::join(&at, key),
        Step::Index(index) => format!("{at}/{index}"),
    })
}

/// One original of a version: as it came, and with its edits.
struct Tree<'a> {
    raw: Option<&'a str>,
    ops: &'a [PatchOp],
    source: Option<Value>,
    edited: Option<Value>,
    native: Vec<String>,
}

fn parts<'a>(entity: &'a Entity, format: &str) -> (Option<&'a str>, &'a [PatchOp]) {
    let raw = entity.original.get(format).and_then(|original| original.raw.as_ref()).map(|raw| &*raw.0);
    (raw, entity.native_edits.get(format).map_or(&[], Vec::as_slice))
}

impl<'a> Tree<'a> {
    fn read(entity: &'a Entity, format: &str) -> Result<Tree<'a>, ApiError> {
        let (raw, ops) = parts(entity, format);
        let Some(text) = raw else { return Ok(Tree { raw, ops, source: None, edited: None, native: Vec::new() }) };
        let document = Document::parse(text, &Limits::widest())?;
        let source = document.root().to_value();
        let native = ficha_formats::format(format)
            .map(|format| ficha_formats::native_fields(format, &document))
            .unwrap_or_default();
        let edited = if ops.is_empty() {
            source.clone()
        } else {
            let (text, _) = ficha_json::apply_patch(&document, ops);
            Document::parse(text, &Limits::widest())?.root().to_value()
        };
        let native = native.into_iter().map(|field| field.pointer).collect();
        Ok(Tree { raw, ops, source: Some(source), edited: Some(edited), native })
    }

    fn at(&self, pointer: &str) -> Option<&Value> {
        self.edited.as_ref()?.pointer(pointer)
    }
}

/// The pointer as far as it leads through maps: rows of a list move, so a list is one value.
fn outside_lists(at: &str, trees: &[&Tree<'_>]) -> String {
    let mut reached = String::new();
    for part in at.split('/').skip(1) {
        let is_list = |tree: &&Tree<'_>| {
            [&tree.source, &tree.edited]
                .into_iter()
                .flatten()
                .any(|root| root.pointer(&reached).is_some_and(Value::is_array))
        };
        if trees.iter().any(is_list) {
            break;
        }
        reached = format!("{reached}/{part}");
    }
    reached
}

/// The edits of originals that come of three versions, for the originals `theirs` has, and for those only `mine` has.
pub(super) fn merge(versions: Versions<'_>, choose: Choose<'_>) -> Result<NativeEdits, ApiError> {
    let Versions { base, mine, theirs } = versions;
    let mut merged = NativeEdits::new();
    let formats: BTreeSet<&String> = [base, mine, theirs]
        .into_iter()
        .flat_map(|entity| entity.original.keys().chain(entity.native_edits.keys()))
        .collect();
    for format in formats {
        let all = [parts(base, format), parts(mine, format), parts(theirs, format)];
        let ops = if all[2].0.is_none() {
            // The other side has no such original; what was written for it stays with it.
            all[1].1.to_vec()
        } else if all[0] == all[1] && all[1] == all[2] {
            all[2].1.to_vec()
        } else {
            one(format, versions, choose)?
        };
        if !ops.is_empty() {
            merged.insert(format.clone(), ops);
        }
    }
    Ok(merged)
}

fn one(format: &str, versions: Versions<'_>, choose: Choose<'_>) -> Result<Vec<PatchOp>, ApiError> {
    let base = Tree::read(versions.base, format)?;
    let mine = Tree::read(versions.mine, format)?;
    let theirs = Tree::read(versions.theirs, format)?;
    let trees = [&base, &mine, &theirs];
    let mut pointers: BTreeSet<String> = BTreeSet::new();
    for op in trees.iter().flat_map(|tree| tree.ops) {
        let (path, from) = match op {
            PatchOp::Add { path, .. } | PatchOp::Replace { path, .. } | PatchOp::Remove { path } => (path, None),
            PatchOp::Move { path, from } => (path, Some(from)),
        };
        pointers.extend([Some(path), from].into_iter().flatten().map(|at| outside_lists(at, &trees)));
    }
    if base.raw != theirs.raw || base.raw != mine.raw {
        pointers.extend(trees.iter().flat_map(|tree| &tree.native).map(|at| outside_lists(at, &trees)));
    }
    let mut result = theirs.edited.clone().unwrap_or(Value::Null);
    let mut changed = false;
    let mut above: Option<&str> = None;
    for at in &pointers {
        // Sorted, so what lies below another comes behind it.
        if above.is_some_and(|above| at.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'))) {
            continue;
        }
        above = Some(at);
        let found = [base.at(at), mine.at(at), theirs.at(at)];
        let taken = three_way_at(&Path::default(), found, &mut |slot| choose(Place::Native(format, at), slot));
        if taken.as_ref() != found[2] {
            put(&mut result, at, taken);
            changed = true;
        }
    }
    if !changed {
        return Ok(theirs.ops.to_vec());
    }
    if mine.raw == theirs.raw && mine.edited.as_ref() == Some(&result) {
        return Ok(mine.ops.to_vec());
    }
    Ok(difference(theirs.source.as_ref().unwrap_or(&Value::Null), &result))
}

/// Puts a value at a pointer that leads through maps, or takes it away.
fn put(root: &mut Value, at: &str, value: Option<Value>) {
    let Some((parent, key)) = at.rsplit_once('/') else {
        if let Some(value) = value {
            *root = value;
        }
        return;
    };
    let key = key.replace("~1", "/").replace("~0", "~");
    if root.pointer(parent).is_none() && value.is_some() {
        put(root, parent, Some(Value::Object(serde_json::Map::new())));
    }
    let Some(Value::Object(map)) = root.pointer_mut(parent) else { return };
    match value {
        Some(value) => {
            map.insert(key, value);
        }
        None => {
            map.shift_remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ficha_model::{Body, Kind, Original, Raw, Side, Standing};
    use serde_json::json;

    fn entity(raw: &str, ops: Vec<PatchOp>) -> Entity {
        let mut entity = Entity::new(Kind::Character, "x", Body::default());
        entity
            .original
            .insert("sillytavern".to_owned(), Original { raw: Some(Raw(raw.into())), ..Original::default() });
        if !ops.is_empty() {
            entity.native_edits.insert("sillytavern".to_owned(), ops);
        }
        entity
    }

    fn replace(path: &str, value: Value) -> PatchOp {
        PatchOp::Replace { path: path.to_owned(), value }
    }

    fn merged(
        base: &Entity,
        mine: &Entity,
        theirs: &Entity,
        side: Option<Side>,
    ) -> (Vec<(String, Standing)>, Vec<PatchOp>) {
        let mut seen = Vec::new();
        let versions = Versions { base, mine, theirs };
        let edits = merge(versions, &mut |place, slot| {
            seen.push((place.field(&slot.path), slot.standing));
            side.unwrap_or_else(|| slot.usual())
        })
        .expect("merged");
        (seen, edits.into_iter().next().map(|(_, ops)| ops).unwrap_or_default())
    }

    #[test]
    fn edits_of_both_sides_come_together() {
        let raw = r#"{"data":{"extensions":{"fav":false,"talkativeness":"0.5","list":[1,2,3]}}}"#;
        let base = entity(raw, vec![]);
        let fav = replace("/data/extensions/fav", json!(true));
        let mine = entity(raw, vec![fav.clone(), PatchOp::Remove { path: "/data/extensions/list/0".to_owned() }]);
        let theirs = entity(raw, vec![replace("/data/extensions/talkativeness", json!("0.9"))]);
        let (seen, ops) = merged(&base, &mine, &theirs, None);
        assert_eq!(
            seen,
            [
                ("native:sillytavern:/data/extensions/fav".to_owned(), Standing::Mine),
                ("native:sillytavern:/data/extensions/list/0".to_owned(), Standing::Mine),
                ("native:sillytavern:/data/extensions/talkativeness".to_owned(), Standing::Theirs),
            ]
        );
        assert_eq!(ops.len(), 3, "{ops:?}");
        assert_eq!(merged(&base, &mine, &theirs, Some(Side::Theirs)).1, theirs.native_edits["sillytavern"]);
        assert_eq!(merged(&base, &mine, &theirs, Some(Side::Mine)).1, mine.native_edits["sillytavern"]);
    }

    #[test]
    fn an_edit_holds_on_a_newer_original_and_a_double_one_is_a_choice() {
        let base = entity(r#"{"data":{"extensions":{"fav":false,"world":"old"}}}"#, vec![]);
        let mine = entity(
            r#"{"data":{"extensions":{"fav":false,"world":"old"}}}"#,
            vec![replace("/data/extensions/world", json!("mine"))],
        );
        let theirs = entity(r#"{"data":{"extensions":{"fav":true,"world":"new","more":1}}}"#, vec![]);
        let (seen, ops) = merged(&base, &mine, &theirs, None);
        assert!(seen.contains(&("native:sillytavern:/data/extensions/world".to_owned(), Standing::Both)), "{seen:?}");
        assert_eq!(ops, [replace("/data/extensions/world", json!("mine"))]);
        assert_eq!(merged(&base, &mine, &theirs, Some(Side::Theirs)).1, []);
    }

    #[test]
    fn edits_of_an_original_the_other_lacks_stay() {
        let base = entity("{}", vec![]);
        let mine = entity("{}", vec![PatchOp::Add { path: "/a".to_owned(), value: json!(1) }]);
        let mut theirs = Entity::new(Kind::Character, "x", Body::default());
        theirs.original.insert("pygmalion".to_owned(), Original::default());
        assert_eq!(merged(&base, &mine, &theirs, None).1, mine.native_edits["sillytavern"]);
    }
}
