//! A disk that fails at one step, tried at every step of a start, a finish and an undo. Whatever step it was, trying
//! again gives the tree of an undisturbed run.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;

use ficha_import::update::{Finished, UpdateError, finish, start, status, undo};
use ficha_library::worlds::WorldFolder;

use super::failing::{Failing, copy, memory_folder};
use super::world::{choices, newer, normalized, outside, picture, second, tree};

fn sound(folder: &Path) -> WorldFolder {
    Failing::after(i64::MAX, false).open(folder).worlds().open("lantern-quay").unwrap()
}

/// All of a world but the lock, the results of checks and the trash, whose name is a time.
fn all_of(world: &WorldFolder) -> BTreeMap<String, Vec<u8>> {
    tree(world.path())
        .into_iter()
        .filter(|(path, _)| path != ".lock" && ![".trash/", ".checks/"].iter().any(|aside| path.starts_with(aside)))
        .collect()
}

fn started(world: &WorldFolder) -> Result<(), UpdateError> {
    let card = normalized(&second(), Some(picture(5)));
    match outside(|outside| start(world, &newer(&card), &choices(), false, outside)) {
        // The earlier attempt was promised, and this one did it first.
        Err(error) if error.code() == "update-waits" => Ok(()),
        other => other,
    }
}

fn finished(world: &WorldFolder) -> Result<(), UpdateError> {
    match outside(|outside| finish(world, outside)) {
        Ok(Finished::Asks(_)) => finished(world),
        Ok(Finished::Done(_)) => Ok(()),
        Err(UpdateError::NoUpdate) if status(world)?.can_undo => Ok(()),
        Err(error) => Err(error),
    }
}

fn undone(world: &WorldFolder) -> Result<(), UpdateError> {
    match undo(world) {
        Ok(_) => Ok(()),
        Err(UpdateError::NothingToUndo) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Tries an act with a fault at every step, on what `prepare` leaves.
fn tried(name: &str, prepare: impl Fn(&WorldFolder), act: impl Fn(&WorldFolder) -> Result<(), UpdateError>) -> usize {
    let model = memory_folder();
    let (_library, world) = super::world::library(model.path());
    prepare(&world);
    let before = all_of(&world);
    let undisturbed = memory_folder();
    copy(model.path(), undisturbed.path());
    act(&sound(undisturbed.path())).unwrap();
    let after = all_of(&sound(undisturbed.path()));
    assert_ne!(before, after);
    let mut tried = 0;
    for full in [false, true] {
        for step in 0.. {
            assert!(step < 2_000, "{name} never ends");
            let folder = memory_folder();
            copy(model.path(), folder.path());
            let disk = Failing::after(i64::MAX, full);
            let world = disk.open(folder.path()).worlds().open("lantern-quay").unwrap();
            disk.left.store(step, Ordering::SeqCst);
            let done = act(&world);
            let what = format!("{name}: step {step}, full {full}");
            let sound = sound(folder.path());
            if !sound.has(".import/update-act.json") && done.is_err() {
                // Nothing was promised, or all of it was done; the world itself is whole either way.
                let now: BTreeMap<String, Vec<u8>> = world_files(&all_of(&sound));
                assert!(now == world_files(&before) || now == world_files(&after), "{what}");
            }
            act(&sound).unwrap_or_else(|error| panic!("{what}, again: {error}"));
            assert_eq!(names(&all_of(&sound)), names(&after), "{what}");
            assert_eq!(all_of(&sound), after, "{what}");
            assert_eq!(status(&sound).unwrap(), status(&self::sound(undisturbed.path())).unwrap(), "{what}");
            tried += 1;
            match done {
                Ok(()) => break,
                Err(error) => assert_eq!(error.code(), "io", "{what}: {error}"),
            }
        }
    }
    println!("{name}: {tried} fault points tried");
    tried
}

fn names(tree: &BTreeMap<String, Vec<u8>>) -> Vec<&String> {
    tree.keys().collect()
}

fn world_files(tree: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    let kept = tree.iter().filter(|(path, _)| !path.starts_with('.') && !path.starts_with("images/"));
    kept.map(|(path, bytes)| (path.clone(), bytes.clone())).collect()
}

fn edited(world: &WorldFolder) {
    std::fs::write(world.path().join("lore/ferry.json"), b"{\"title\": \"Ferry\", \"text\": \"At dawn.\"}").unwrap();
    std::fs::write(world.path().join("lore/new.json"), b"{\"title\": \"New\", \"text\": \"New.\"}").unwrap();
    std::fs::remove_file(world.path().join("lore/the-glazier.json")).unwrap();
}

// W-342 under faults.
#[test]
fn a_start_that_is_interrupted_anywhere_ends_as_if_it_was_not() {
    assert!(tried("start", |_| {}, started) > 100);
}

// W-351 under faults.
#[test]
fn a_finish_that_is_interrupted_anywhere_ends_as_if_it_was_not() {
    let prepare = |world: &WorldFolder| {
        started(world).unwrap();
        edited(world);
    };
    assert!(tried("finish", prepare, finished) > 100);
}

// W-354 under faults.
#[test]
fn an_undo_that_is_interrupted_anywhere_ends_as_if_it_was_not() {
    let prepare = |world: &WorldFolder| {
        started(world).unwrap();
        edited(world);
        finished(world).unwrap();
    };
    assert!(tried("undo", prepare, undone) > 100);
}
