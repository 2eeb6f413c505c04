//! What an update keeps of before: the world's files and the import's records, so that undoing gives both back to the
//! byte.
//!
//! Rules kept: pictures are neither copied nor touched; what the world holds when an update is undone is moved to the
//! world's trash, and nothing of it is deleted.

use std::collections::BTreeMap;

use ficha_formats::media::sha256 as hash;
use ficha_library::worlds::{WorldFolder, Writing};

use super::act::{self, Act};
use super::error::{Result, UpdateError};
use super::snapshot;
use crate::records::{Manifest, Record};
use crate::run::{lock, record};

/// Where the copies lie.
pub(super) const KEPT: &str = ".import/before-update";

/// The records of an import by their paths below `.import/`, the older card's among them; not what is only passing.
pub(super) fn records(folder: &WorldFolder) -> Result<BTreeMap<String, Vec<u8>>> {
    let passing = ["stage.json", "update-act.json"];
    let mut out = BTreeMap::new();
    let mut take = |path: String| -> Result<()> {
        let place = format!(".import/{path}");
        if folder.has(&place) {
            out.insert(path, folder.read(&place)?.unwrap_or_default());
        }
        Ok(())
    };
    for name in folder.names(".import")? {
        if !name.starts_with('.') && !passing.contains(&name.as_str()) {
            take(name)?;
        }
    }
    for name in folder.names(".import/previous")? {
        if !name.starts_with('.') {
            take(format!("previous/{name}"))?;
        }
    }
    Ok(out)
}

/// Prepares copies of everything as it is.
pub(super) fn keep(act: &mut Act<'_>, writing: &Writing, at: &str) -> Result<()> {
    let mut manifest = Manifest { at: at.to_owned(), ..Manifest::default() };
    for (path, bytes) in snapshot::files(writing)? {
        act.fill("before", &format!("world/{path}"), &bytes)?;
        manifest.files.insert(path, hash(&bytes));
    }
    for (path, bytes) in records(writing)? {
        act.fill("before", &format!("import/{path}"), &bytes)?;
        manifest.files.insert(format!(".import/{path}"), hash(&bytes));
    }
    act.fill("before", "manifest.json", &manifest.to_bytes())?;
    act.place_folder("before", KEPT);
    Ok(())
}

/// The copies that can be put back: those of an update that was finished.
pub(super) fn undoable(folder: &WorldFolder) -> Result<Option<Manifest>> {
    Ok(record::<Manifest>(folder)?.filter(|manifest| manifest.finished))
}

/// Where the copy of a path lies.
fn copy_of(path: &str) -> String {
    match path.strip_prefix(".import/") {
        Some(record) => format!("{KEPT}/import/{record}"),
        None => format!("{KEPT}/world/{path}"),
    }
}

/// Puts the kept files and records back. What the world holds goes to its trash, under the name that is returned.
pub(super) fn put_back(writing: &Writing) -> Result<String> {
    let manifest = undoable(writing)?.ok_or(UpdateError::NothingToUndo)?;
    let mut damaged = Vec::new();
    for (path, wanted) in &manifest.files {
        let found = writing.read(&copy_of(path))?.map(|bytes| hash(&bytes));
        if found.as_ref() != Some(wanted) {
            damaged.push(copy_of(path));
        }
    }
    if !damaged.is_empty() {
        return Err(UpdateError::damaged(damaged));
    }
    let mut act = Act::begin(writing, "undo")?;
    let trash = free_trash(writing)?;
    let set_aside = |act: &mut Act<'_>, path: &str, to: String, bytes: &[u8]| match manifest.files.contains_key(path) {
        // A world without its main file, or without the state of its import, is none: what comes back stands in place
        // of what is there, and never behind a gap.
        true => act.put(&to, bytes),
        false => {
            act.move_file(path, &to, hash(bytes));
            Ok(())
        }
    };
    for (path, bytes) in snapshot::files(writing)? {
        set_aside(&mut act, &path, format!(".trash/{trash}/{path}"), &bytes)?;
    }
    for (path, bytes) in records(writing)? {
        let place = format!(".import/{path}");
        // What did not change is not kept twice.
        if manifest.files.get(&place) != Some(&hash(&bytes)) {
            set_aside(&mut act, &place, format!(".trash/{trash}/import/{path}"), &bytes)?;
        }
    }
    for (path, wanted) in &manifest.files {
        act.move_file(&copy_of(path), path, wanted.clone());
    }
    act.remove_folder(KEPT);
    act.done()?;
    Ok(trash)
}

/// A name of the trash nobody has yet.
fn free_trash(folder: &WorldFolder) -> Result<String> {
    let taken = folder.names(".trash")?;
    let name = format!("update-{}", folder.all().time_in_names());
    let mut free = name.clone();
    let mut number = 2;
    while taken.contains(&free) {
        free = format!("{name}-{number}");
        number += 1;
    }
    Ok(free)
}

/// An act that an earlier attempt promised is done before anything else is; what it only prepared goes.
pub(super) fn settle(folder: &WorldFolder) -> Result<()> {
    match act::is_left(folder)? {
        true => act::go_on(&lock(folder)?),
        false => Ok(()),
    }
}
