//! For every code of the checks of worlds: a change of a good world that raises it, and a change beside it that does not.

mod cards;
mod odd;
mod problems;

use ficha_checks::{CardVersion, Severity};
use serde_json::{Map, Value};

use crate::OfFiles;

pub(crate) type Edit = Box<dyn Fn(&mut OfFiles)>;

pub(crate) struct Row {
    pub(crate) check: &'static str,
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) version: CardVersion,
    /// Where every finding of the code is; not asked for where `None`.
    pub(crate) place: Option<&'static str>,
    pub(crate) breaks: Edit,
    pub(crate) near: Edit,
}

pub(crate) fn rows() -> Vec<Row> {
    problems::rows().into_iter().chain(odd::rows()).chain(cards::rows()).collect()
}

fn row(
    check: &'static str,
    code: &'static str,
    severity: Severity,
    place: &'static str,
    breaks: impl Fn(&mut OfFiles) + 'static,
    near: impl Fn(&mut OfFiles) + 'static,
) -> Row {
    let place = Some(place).filter(|place| !place.is_empty());
    let version = CardVersion::Current;
    Row { check, code, severity, version, place, breaks: Box::new(breaks), near: Box::new(near) }
}

/// A file of the world as JSON; an empty object for one that is not there.
fn read(world: &OfFiles, path: &str) -> Value {
    let bytes = world.files.get(path).cloned().unwrap_or_else(|| b"{}".to_vec());
    let document = ficha_json::Document::parse(String::from_utf8(bytes).unwrap(), &ficha_json::Limits::default());
    document.unwrap().root().to_value()
}

/// Writes a file.
pub(crate) fn put(world: &mut OfFiles, path: &str, value: &Value) {
    world.files.insert(path.to_owned(), value.to_string().into_bytes());
}

/// Writes a file of these bytes.
pub(crate) fn raw(world: &mut OfFiles, path: &str, bytes: &[u8]) {
    world.files.insert(path.to_owned(), bytes.to_vec());
}

/// Sets a member by its pointer; `-` at the end adds to a list.
pub(crate) fn set(world: &mut OfFiles, path: &str, pointer: &str, value: Value) {
    let mut file = read(world, path);
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let holder = if parent.is_empty() { Some(&mut file) } else { file.pointer_mut(parent) };
    match holder.unwrap_or_else(|| panic!("{path} has no {parent}")) {
        Value::Object(members) => {
            members.insert(key.to_owned(), value);
        }
        Value::Array(items) if key == "-" => items.push(value),
        Value::Array(items) => items[key.parse::<usize>().expect("a number")] = value,
        other => panic!("{other} has no members"),
    }
    put(world, path, &file);
}

/// Takes a member out.
pub(crate) fn unset(world: &mut OfFiles, path: &str, pointer: &str) {
    let mut file = read(world, path);
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    match file.pointer_mut(parent).expect("a parent") {
        Value::Object(members) => {
            members.shift_remove(key);
        }
        Value::Array(items) => {
            items.remove(key.parse::<usize>().expect("a number"));
        }
        _ => {}
    }
    put(world, path, &file);
}

/// Takes a file out.
pub(crate) fn gone(world: &mut OfFiles, path: &str) {
    world.files.remove(path);
}

/// A document of a name and these members.
fn named(name: &str, members: Value) -> Value {
    let mut doc = Map::from_iter([("name".to_owned(), Value::from(name))]);
    doc.extend(members.as_object().cloned().unwrap_or_default());
    Value::Object(doc)
}
