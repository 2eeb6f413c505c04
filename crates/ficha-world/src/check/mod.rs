//! Everything that keeps a story from starting in a world: what the tables find in each document, and the rules that look
//! at several.
//!
//! Not problems, and left to the checks: a missing picture file, members nobody reads, an unused command, a path that
//! leads one way, empty descriptions, an empty opening.

mod people;
mod places;
mod triggers;
mod variables;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::id::id_key;
use crate::place::{Folder, ListFile, Ref, image_fault, is_command_word};
use crate::problem::{Problem, Readiness, sort};
use crate::schema;
use crate::text::{Slot, placeholders};
use crate::tree::prompt_path;
use crate::world::{Doc, World};

pub(crate) use variables::carries;
pub use variables::{value_fault, variable_problems};

/// Everything wrong with a world, by file and pointer.
pub fn check_world(world: &World) -> Vec<Problem> {
    let mut found = world.damaged.clone();
    for (path, shape, doc) in world.tables() {
        found.extend(schema::faults(shape.fields, &doc, &path, ""));
    }
    info(world, &mut found);
    ids(world, &mut found);
    dangling(world, &mut found);
    places::look(world, &mut found);
    people::look(world, &mut found);
    variables::look(world, &mut found);
    commands(world, &mut found);
    triggers::look(world, &mut found);
    prompts(world, &mut found);
    pictures(world, &mut found);
    narrower_code_wins(&mut found);
    sort(&mut found);
    found
}

/// Whether a story can start, by what [`check_world`] found.
pub fn readiness(world: &World, problems: &[Problem]) -> Readiness {
    if !problems.is_empty() {
        Readiness::Draft
    } else if world.folder(Folder::Characters).any(|(_, doc)| is_playable(doc)) {
        Readiness::Ready
    } else {
        Readiness::NeedsPlayer
    }
}

pub(crate) fn is_playable(doc: &Doc) -> bool {
    doc.get("playable").and_then(Value::as_bool) == Some(true)
}

/// A member that is a text with something in it.
pub(crate) fn said<'a>(doc: &'a Doc, key: &str) -> Option<&'a str> {
    doc.get(key).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// The items of a member that is a list; none when it is something else.
pub(crate) fn items<'a>(doc: &'a Doc, key: &str) -> impl Iterator<Item = (usize, &'a Value)> {
    doc.get(key).and_then(Value::as_array).into_iter().flatten().enumerate()
}

fn info(world: &World, found: &mut Vec<Problem>) {
    if world.info.is_empty() && !world.damaged.iter().any(|problem| problem.path() == "world.json") {
        found.push(Problem::new("world-file", "world.json", "", "`world.json` is missing or says nothing."));
        return;
    }
    let wanted = "ficha-world/v1";
    match world.info.get("schema").map(Value::as_str) {
        Some(Some(schema)) if schema != wanted => {
            let message =
                format!("The world says it is `{}`, and only `{wanted}` is known here.", schema::short(schema));
            let hint = "A newer studio may have written it; it opens for reading only.";
            found.push(Problem::new("world-file", "world.json", "/schema", message).hint(hint));
        }
        Some(None) => found.push(Problem::new("world-file", "world.json", "/schema", "`schema` is no text.")),
        _ => {}
    }
}

fn ids(world: &World, found: &mut Vec<Problem>) {
    let mut first: BTreeMap<(Folder, String), &Ref> = BTreeMap::new();
    for at in world.documents.keys() {
        let other = *first.entry((at.folder, id_key(&at.id))).or_insert(at);
        if other != at {
            let message = format!("`{at}` and `{other}` are one file where case does not count.");
            found.push(Problem::new("id-clash", &at.path(), "", message));
        }
    }
    let mut triggers: BTreeSet<String> = BTreeSet::new();
    for (index, row) in world.triggers.iter().enumerate() {
        if let Some(id) = said(row, "id")
            && !triggers.insert(id_key(id))
        {
            let message = format!("Two triggers have the id `{}`.", schema::short(id));
            found.push(Problem::new("id-clash", ListFile::Triggers.path(), &format!("/triggers/{index}/id"), message));
        }
    }
}

/// References that name nothing. What a variable is limited to has a code of its own; what a picture is of is no problem.
fn dangling(world: &World, found: &mut Vec<Problem>) {
    let elsewhere = [ListFile::Variables.path(), ListFile::Images.path()];
    for (path, reference) in world.references() {
        if elsewhere.contains(&path.as_str()) || world.has(&reference.to) {
            continue;
        }
        let message = format!("There is no {} `{}`.", reference.to.folder.kind_word(), reference.to.id);
        found.push(Problem::new("dangling", &path, &reference.pointer, message));
    }
}

fn commands(world: &World, found: &mut Vec<Problem>) {
    let mut seen = BTreeSet::new();
    for (index, row) in world.commands.iter().enumerate() {
        let Some(word) = row.get("word").and_then(Value::as_str) else { continue };
        let at = format!("/commands/{index}/word");
        let path = ListFile::Commands.path();
        if !is_command_word(word) {
            let message = "A command is 1 to 32 letters, numbers, `-` and `_`, without the slash.";
            found.push(Problem::new("command-word", path, &at, message));
        } else if !seen.insert(id_key(word)) {
            found.push(Problem::new("command-twice", path, &at, format!("`{word}` stands twice.")));
        }
    }
}

fn prompts(world: &World, found: &mut Vec<Problem>) {
    for ((language, slot), text) in &world.prompts {
        let path = prompt_path(language, slot);
        let Some(known) = Slot::of(slot) else {
            let message = format!("No prompt is called `{}`.", schema::short(slot));
            found.push(Problem::new("prompt-slot", &path, "", message));
            continue;
        };
        let long = text.chars().count();
        if long > known.most {
            let message = format!("{long} characters; at most {} are allowed.", known.most);
            found.push(Problem::new("prompt-long", &path, "", message));
        }
        let unknown: BTreeSet<&str> =
            placeholders(text).into_iter().filter(|name| !known.given.contains(name)).collect();
        for name in unknown {
            let message = format!("`${{{}}}` is not given to this prompt.", schema::short(name));
            found.push(Problem::new("prompt-placeholder", &path, "", message));
        }
    }
}

fn pictures(world: &World, found: &mut Vec<Problem>) {
    let mut look = |path: &str, at: &str, doc: &Doc, key: &str| {
        if let Some(named) = said(doc, key)
            && let Some(fault) = image_fault(named)
        {
            found.push(Problem::new("image-path", path, at, format!("`{}`: {fault}.", schema::short(named))));
        }
    };
    look("world.json", "/cover", &world.info, "cover");
    for (at, doc) in &world.documents {
        for key in ["portrait", "picture"] {
            if schema::of(at.folder).field(key).is_some() {
                look(&at.path(), &format!("/{key}"), doc, key);
            }
        }
    }
    for (index, row) in world.images.iter().enumerate() {
        look(ListFile::Images.path(), &format!("/images/{index}/path"), row, "path");
    }
}

/// Where a rule with a code of its own has spoken, the table's general word for the same place is left out.
fn narrower_code_wins(found: &mut Vec<Problem>) {
    let general = |code: &str| matches!(code, "field-type" | "field-range");
    let special: BTreeSet<String> =
        found.iter().filter(|problem| !general(problem.code)).map(|problem| problem.place.clone()).collect();
    found.retain(|problem| !general(problem.code) || !special.contains(&problem.place));
}
