//! Edits as pure functions: from a world to the files to write and remove, with everything that is wrong afterwards.
//!
//! What is wrong afterwards is advice. Refused is only what the document's own table rejects, a member nobody reads that
//! was not there before, and writing over a file that could not be read.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use thiserror::Error;

use crate::check::{check_world, readiness};
use crate::id::{id_key, is_valid_id};
use crate::place::{ListFile, Ref};
use crate::problem::{Problem, Readiness};
use crate::schema::{self, Field, WORLD_INFO_FIELDS, arranged};
use crate::text::{Slot, is_language};
use crate::tree::prompt_path;
use crate::world::{Doc, World};

/// What an edit comes to.
#[derive(Clone, Debug)]
pub struct Written {
    /// The world afterwards.
    pub world: World,
    /// Files to write, by path.
    pub put: BTreeMap<String, Vec<u8>>,
    /// Files that are no more; the shell puts them into the world's trash.
    pub remove: Vec<String>,
    /// Everything wrong with the world afterwards.
    pub problems: Vec<Problem>,
    /// Whether a story can start afterwards.
    pub readiness: Readiness,
}

impl Written {
    /// The first eight problems and how many more there are, as every write command answers.
    pub fn advice(&self) -> (&[Problem], usize) {
        let shown = self.problems.len().min(8);
        (self.problems.get(..shown).unwrap_or(&[]), self.problems.len() - shown)
    }
}

/// Why nothing was written.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refused {
    /// The document's own table rejects it.
    #[error("the document is not what its kind has to be: {}", told(.0))]
    Rejected(Vec<Problem>),
    /// Members nobody reads, which were not there before.
    #[error("nothing reads {}", .0.join(", "))]
    Unread(Vec<String>),
    /// No such document, prompt or file.
    #[error("there is no `{0}`")]
    NoSuch(String),
    /// A name that can be no id, language or slot.
    #[error("`{0}` can be no {1}")]
    BadName(String, &'static str),
    /// On a file system where case does not count, this would be another document's file.
    #[error("`{0}` would be the file of `{1}` where case does not count")]
    Taken(Ref, Ref),
    /// A member of `world.json` another command changes, or none.
    #[error("`{0}` is not changed here")]
    OtherField(String),
    /// The file could not be read whole, and is not written over.
    #[error("`{}` could not be read whole and is not written over: {}", .0.path(), .0.message)]
    Damaged(Problem),
    /// A newer studio wrote the world.
    #[error("a newer studio wrote this world; it opens for reading only")]
    Newer,
}

impl Refused {
    /// A stable word for the reason.
    pub fn code(&self) -> &'static str {
        match self {
            Refused::Rejected(_) => "document-rejected",
            Refused::Unread(_) => "unread-fields",
            Refused::NoSuch(_) => "no-such-document",
            Refused::BadName(..) => "bad-name",
            Refused::Taken(..) => "id-clash",
            Refused::OtherField(_) => "other-field",
            Refused::Damaged(_) => "file-damaged",
            Refused::Newer => "newer-world",
        }
    }
}

fn told(problems: &[Problem]) -> String {
    let all: Vec<String> =
        problems.iter().take(8).map(|problem| format!("{} {}", problem.pointer(), problem.message)).collect();
    all.join(" ")
}

/// Members of `world.json` that are changed by commands of their own, each through [`set_own`].
pub const WORLD_OWN_FIELDS: [&str; 6] = ["name", "preset", "lorebooks", "sampling", "tools", "decisions"];

/// A world with nothing in it but `world.json`. `now` is a moment as RFC 3339.
///
/// # Errors
/// When the name or the language is none.
pub fn new_world(name: &str, language: &str, origin: Option<Value>, now: &str) -> Result<Written, Refused> {
    let mut world = World::default();
    let info = &mut world.info;
    for (key, value) in [("schema", "ficha-world/v1"), ("name", name), ("language", language)] {
        info.insert(key.to_owned(), Value::from(value));
    }
    info.insert("origin".to_owned(), origin.unwrap_or(Value::Null));
    for key in ["created_at", "updated_at"] {
        info.insert(key.to_owned(), Value::from(now));
    }
    judge(schema::WORLD.fields, None, &world.info, "world.json", "")?;
    Ok(written(&World::default(), world))
}

/// Creates or replaces a document.
///
/// # Errors
/// As the module says; also when another document's id differs only in case.
pub fn set_document(world: &World, at: &Ref, doc: &Value) -> Result<Written, Refused> {
    writable(world, &at.path())?;
    if !is_valid_id(&at.id) {
        return Err(Refused::BadName(at.id.clone(), "id"));
    }
    let key = id_key(&at.id);
    let clash = |other: &&Ref| other.folder == at.folder && other.id != at.id && id_key(&other.id) == key;
    if let Some(other) = world.documents.keys().find(clash).filter(|_| !world.has(at)) {
        return Err(Refused::Taken(at.clone(), other.clone()));
    }
    let doc = object(doc, &at.path(), "")?;
    let fields = schema::of(at.folder).fields;
    judge(fields, world.documents.get(at), &doc, &at.path(), "")?;
    let mut after = world.clone();
    after.documents.insert(at.clone(), arranged(fields, &doc));
    Ok(written(world, after))
}

/// Takes a document out. What names it is left as it is and told.
///
/// # Errors
/// When there is no such document.
pub fn remove_document(world: &World, at: &Ref) -> Result<Written, Refused> {
    if !world.has(at) {
        return remove_damaged(world, &at.path());
    }
    writable(world, &at.path())?;
    let mut after = world.clone();
    after.documents.remove(at);
    Ok(written(world, after))
}

/// Takes out a file that could not be read, so that another can be written in its place.
///
/// # Errors
/// When the file is not one of those. `world.json` stays.
pub fn remove_damaged(world: &World, path: &str) -> Result<Written, Refused> {
    if !world.damaged.iter().any(|problem| problem.path() == path) || path == "world.json" {
        return Err(Refused::NoSuch(path.to_owned()));
    }
    current(world)?;
    let mut after = world.clone();
    after.damaged.retain(|problem| problem.path() != path);
    after.pictures.remove(path);
    if let Some(file) = ListFile::at(path) {
        after.rows_mut(file).clear();
        after.extras.remove(&file);
    }
    let mut written = written(world, after);
    if !written.remove.iter().any(|gone| gone == path) {
        written.remove.push(path.to_owned());
    }
    Ok(written)
}

/// Gives a document another id, and says it wherever the document is named.
///
/// # Errors
/// When there is no such document, the id is none, or it is taken.
pub fn rename_document(world: &World, at: &Ref, id: &str) -> Result<Written, Refused> {
    let to = Ref::new(at.folder, id);
    let Some(doc) = world.documents.get(at) else { return Err(Refused::NoSuch(at.to_string())) };
    if !is_valid_id(id) {
        return Err(Refused::BadName(id.to_owned(), "id"));
    }
    let key = id_key(id);
    let clash = |other: &&Ref| other.folder == at.folder && *other != at && id_key(&other.id) == key;
    if let Some(other) = world.documents.keys().find(clash) {
        return Err(Refused::Taken(to, other.clone()));
    }
    let mut after = world.clone();
    after.documents.remove(at);
    after.documents.insert(to.clone(), doc.clone());
    after.replace_references(at, &to);
    let written = written(world, after);
    for path in written.put.keys().chain(&written.remove) {
        writable(world, path)?;
    }
    Ok(written)
}

/// Changes members of `world.json` that are facts about the world; null takes one out.
///
/// # Errors
/// As the module says, and for any other member.
pub fn set_info(world: &World, changes: &Doc, now: &str) -> Result<Written, Refused> {
    change_info(world, changes, &WORLD_INFO_FIELDS, now)
}

/// Changes one of the members that have a command of their own; null takes it out.
///
/// # Errors
/// As [`set_info`].
pub fn set_own(world: &World, field: &str, value: &Value, now: &str) -> Result<Written, Refused> {
    let changes: Doc = [(field.to_owned(), value.clone())].into_iter().collect();
    change_info(world, &changes, &WORLD_OWN_FIELDS, now)
}

fn change_info(world: &World, changes: &Doc, allowed: &[&str], now: &str) -> Result<Written, Refused> {
    writable(world, "world.json")?;
    if world.info.is_empty() {
        return Err(Refused::NoSuch("world.json".to_owned()));
    }
    let mut after = world.clone();
    for (key, value) in changes {
        let Some(field) = schema::WORLD.field(key).filter(|field| allowed.contains(&field.key)) else {
            return Err(Refused::OtherField(key.clone()));
        };
        if value.is_null() && !field.required {
            after.info.shift_remove(key);
        } else {
            after.info.insert(key.clone(), value.clone());
        }
    }
    after.info.insert("updated_at".to_owned(), Value::from(now));
    let touched = |pointer: &str| {
        let member = pointer.split('/').nth(1).unwrap_or("");
        changes.contains_key(member) || member == "updated_at"
    };
    let mut faults = schema::faults(schema::WORLD.fields, &after.info, "world.json", "");
    faults.retain(|problem| touched(problem.pointer()));
    if !faults.is_empty() {
        return Err(Refused::Rejected(faults));
    }
    refuse_unread(schema::WORLD.fields, Some(&world.info), &after.info)?;
    after.info = arranged(schema::WORLD.fields, &after.info);
    Ok(written(world, after))
}

/// Puts a list of rows in the place of those of a list file. Rows that were there before are not judged again.
///
/// # Errors
/// As the module says.
pub fn set_list(world: &World, file: ListFile, rows: &Value) -> Result<Written, Refused> {
    writable(world, file.path())?;
    let wrong = |at: &str, message: &str| Refused::Rejected(vec![Problem::new("field-type", file.path(), at, message)]);
    let at = format!("/{}", file.key());
    let Some(given) = rows.as_array() else { return Err(wrong(&at, "This is no list.")) };
    let fields = schema::of_row(file).fields;
    let before = world.rows(file);
    let mut taken = Vec::new();
    let mut faults = Vec::new();
    let mut unread = Vec::new();
    for (index, row) in given.iter().enumerate() {
        let here = format!("{at}/{index}");
        let Value::Object(row) = row else { return Err(wrong(&here, "This row is no object.")) };
        let row = arranged(fields, row);
        if !before.contains(&row) {
            faults.extend(schema::faults(fields, &row, file.path(), &here));
            let same = same_row(file, before, &row);
            unread.extend(schema::new_unread(fields, same, &row).into_iter().map(|at| format!("{here}{at}")));
        }
        taken.push(row);
    }
    if let Some(most) = most_rows(file).filter(|most| taken.len() > *most && taken.len() > before.len()) {
        faults.push(Problem::new("field-range", file.path(), &at, format!("At most {most} are allowed.")));
    }
    if !faults.is_empty() {
        return Err(Refused::Rejected(faults));
    }
    if !unread.is_empty() {
        return Err(Refused::Unread(unread));
    }
    let mut after = world.clone();
    *after.rows_mut(file) = taken;
    Ok(written(world, after))
}

fn most_rows(file: ListFile) -> Option<usize> {
    match schema::of_list(file).field(file.key()).map(|field| &field.is) {
        Some(schema::Is::List { max, .. }) => *max,
        _ => None,
    }
}

/// The row that was there before under the same key: what a row may keep, it may keep after a change.
fn same_row<'a>(file: ListFile, before: &'a [Doc], row: &Doc) -> Option<&'a Doc> {
    let keys: &[&str] = match file {
        ListFile::Relationships => &["from", "to"],
        ListFile::Variables => &["key"],
        ListFile::Commands => &["word"],
        ListFile::Triggers => &["id"],
        ListFile::Images => &["path"],
    };
    before.iter().find(|other| keys.iter().all(|key| other.get(*key) == row.get(*key)))
}

/// Writes one of the world's own prompts; an empty text takes it out.
///
/// # Errors
/// For a language or slot that is none, or a file that could not be read.
pub fn set_prompt(world: &World, language: &str, slot: &str, text: &str) -> Result<Written, Refused> {
    if !is_language(language) {
        return Err(Refused::BadName(language.to_owned(), "language"));
    }
    let key = (language.to_owned(), slot.to_owned());
    if Slot::of(slot).is_none() && !(text.is_empty() && world.prompts.contains_key(&key)) {
        return Err(Refused::BadName(slot.to_owned(), "prompt"));
    }
    writable(world, &prompt_path(language, slot))?;
    let mut after = world.clone();
    if text.is_empty() {
        after.prompts.remove(&key);
    } else {
        after.prompts.insert(key, text.to_owned());
    }
    Ok(written(world, after))
}

/// Refuses members nobody reads that were not there before.
///
/// # Errors
/// With their pointers.
pub fn refuse_unread(fields: &'static [Field], before: Option<&Doc>, after: &Doc) -> Result<(), Refused> {
    let new = schema::new_unread(fields, before, after);
    if new.is_empty() { Ok(()) } else { Err(Refused::Unread(new)) }
}

fn judge(fields: &'static [Field], before: Option<&Doc>, doc: &Doc, path: &str, at: &str) -> Result<(), Refused> {
    let faults = schema::faults(fields, doc, path, at);
    if !faults.is_empty() {
        return Err(Refused::Rejected(faults));
    }
    refuse_unread(fields, before, doc)
}

fn object(value: &Value, path: &str, at: &str) -> Result<Doc, Refused> {
    match value {
        Value::Object(doc) => Ok(doc.clone()),
        _ => Err(Refused::Rejected(vec![Problem::new("field-type", path, at, "The document is no object.")])),
    }
}

fn current(world: &World) -> Result<(), Refused> {
    let schema = world.info.get("schema");
    if schema.is_some_and(|schema| schema.as_str() != Some("ficha-world/v1")) { Err(Refused::Newer) } else { Ok(()) }
}

/// Whether a file may be written: the world is of this studio's time, and the file was read whole or is new.
fn writable(world: &World, path: &str) -> Result<(), Refused> {
    current(world)?;
    match world.damaged.iter().find(|problem| problem.path() == path && problem.code != "image-path") {
        Some(problem) => Err(Refused::Damaged(problem.clone())),
        None => Ok(()),
    }
}

/// The difference of two worlds as files.
pub fn written(before: &World, after: World) -> Written {
    let mut put = BTreeMap::new();
    let mut remove = Vec::new();
    let documents: BTreeSet<&Ref> = before.documents.keys().chain(after.documents.keys()).collect();
    let mut paths: Vec<String> =
        documents.into_iter().filter(|at| before.documents.get(at) != after.documents.get(at)).map(Ref::path).collect();
    if before.info != after.info {
        paths.push("world.json".to_owned());
    }
    paths.extend(
        ListFile::ALL
            .into_iter()
            .filter(|file| before.rows(*file) != after.rows(*file) || before.extras.get(file) != after.extras.get(file))
            .map(|file| file.path().to_owned()),
    );
    let prompts: BTreeSet<&(String, String)> = before.prompts.keys().chain(after.prompts.keys()).collect();
    paths.extend(
        prompts
            .into_iter()
            .filter(|key| before.prompts.get(key) != after.prompts.get(key))
            .map(|(language, slot)| prompt_path(language, slot)),
    );
    for path in paths {
        match after.file(&path) {
            Some(bytes) => {
                put.insert(path, bytes);
            }
            None => remove.push(path),
        }
    }
    let problems = check_world(&after);
    let readiness = readiness(&after, &problems);
    Written { world: after, put, remove, problems, readiness }
}
