//! Worlds on a disk that fails at one step, tried at every step: of making one, of starting an upload, of the journal.
//! Whatever step it was, going on afterwards gives the tree of an undisturbed run.

mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use common::failing::{Failing, copy, memory_folder};
use ficha_library::LibraryError;
use ficha_library::worlds::{Journal, Moved, WorldFolder};

const WAIT: Duration = Duration::from_secs(2);

fn file(path: &str, text: &str) -> (String, Vec<u8>) {
    (path.to_owned(), text.as_bytes().to_vec())
}

/// A finish: it replaces, adds in new folders, and removes.
fn journal() -> Journal {
    Journal {
        run: "r1".to_owned(),
        at: "2026-11-30T10:00:00.000Z".to_owned(),
        phase: "done".to_owned(),
        put: vec![
            file("world.json", "{\"full\": true}\n"),
            file("characters/orla.json", "new orla"),
            file("places/quay.json", "quay"),
            file("prompts/en/roleplay/style.md", "style"),
        ],
        remove: vec!["characters/gone.json".to_owned(), "lore/never.json".to_owned()],
    }
}

/// The whole of a finish, with the caller's own record between moving and ending.
fn finish(world: &WorldFolder) -> Result<(), LibraryError> {
    let writing = world.lock(WAIT)?;
    if writing.staged()?.is_none() && writing.read(".import/report.json")?.is_none() {
        writing.stage(&journal())?;
    }
    if writing.staged()?.is_some() {
        match writing.move_in()? {
            Moved::Whole(head) => assert_eq!((head.run.as_str(), head.phase.as_str()), ("r1", "done")),
            Moved::Damaged(paths) => panic!("damaged: {paths:?}"),
        }
        writing.write(".import/report.json", b"one report")?;
    }
    writing.end_stage()
}

fn begun(folder: &Path) {
    let files =
        [file("world.json", "{}\n"), file("characters/orla.json", "old orla"), file("characters/gone.json", "gone")];
    Failing::after(i64::MAX, false).open(folder).worlds().create("quay", &files).unwrap();
}

fn world_files(folder: &Path) -> BTreeMap<String, String> {
    common::texts_of(&folder.join("worlds"))
}

// Format 10.4, W-211: a fault at every write, then going on, gives the tree of an undisturbed run.
#[test]
fn a_finish_that_is_interrupted_anywhere_ends_as_if_it_was_not() {
    let model = memory_folder();
    begun(model.path());
    let before = world_files(model.path());
    let undisturbed = memory_folder();
    copy(model.path(), undisturbed.path());
    finish(&Failing::after(i64::MAX, false).open(undisturbed.path()).worlds().open("quay").unwrap()).unwrap();
    let after = world_files(undisturbed.path());
    assert_eq!(after["quay/characters/orla.json"], "new orla");
    assert!(after.keys().all(|name| !name.contains("stage") && !name.contains("gone")), "{:?}", after.keys());
    let mut tried = 0;
    for full in [false, true] {
        for step in 0.. {
            assert!(step < 400, "it never ends");
            let folder = memory_folder();
            copy(model.path(), folder.path());
            let disk = Failing::after(i64::MAX, full);
            let world = disk.open(folder.path()).worlds().open("quay").unwrap();
            disk.left.store(step, Ordering::SeqCst);
            let done = finish(&world);
            let what = format!("step {step}, full {full}");
            let sound = Failing::after(i64::MAX, false).open(folder.path()).worlds().open("quay").unwrap();
            if sound.staged().unwrap().is_none() && sound.read(".import/report.json").unwrap().is_none() {
                // Nothing was promised, so nothing of the world may have changed.
                let world_now: BTreeMap<String, String> = world_files(folder.path())
                    .into_iter()
                    .filter(|(name, _)| !name.contains(".import") && !name.ends_with(".lock"))
                    .collect();
                assert_eq!(world_now, before, "{what}");
            }
            finish(&sound).unwrap_or_else(|error| panic!("{what}, again: {error}"));
            assert_eq!(world_files(folder.path()), after, "{what}");
            finish(&sound).unwrap_or_else(|error| panic!("{what}, once more: {error}"));
            assert_eq!(world_files(folder.path()), after, "{what}, done twice");
            tried += 1;
            match done {
                Ok(()) => break,
                Err(error) => assert!(matches!(error, LibraryError::Io { .. }), "{what}: {error}"),
            }
        }
    }
    println!("{tried} fault points tried");
    assert!(tried > 40, "{tried} are too few to be true");
}

// W-007: no failure or crash leaves half a world behind, and starting again succeeds.
#[test]
fn a_start_that_is_interrupted_anywhere_leaves_no_half_world() {
    let files = [file("world.json", "{}\n"), file(".import/card.json", "card"), file(".import/state.json", "ready")];
    for step in 0.. {
        assert!(step < 400, "it never ends");
        let folder = memory_folder();
        let disk = Failing::after(i64::MAX, false);
        let worlds = disk.open(folder.path()).worlds();
        let incoming = worlds.take_incoming("orla.png", &mut b"bytes".as_slice(), 100).unwrap();
        disk.left.store(step, Ordering::SeqCst);
        let started = incoming.start("orla", &files);
        disk.left.store(i64::MAX, Ordering::SeqCst);
        let listed = worlds.list().unwrap();
        assert!(listed.iter().all(|listed| listed.readable), "step {step}: {listed:?}");
        let world = match (&started, listed.first()) {
            // The last sync failed: the world is there, whole.
            (_, Some(listed)) => worlds.open(&listed.id).unwrap(),
            (Ok(_), None) => panic!("step {step}: started and not listed"),
            (Err(_), None) => {
                let again = worlds.incoming(&incoming.id).unwrap();
                assert_eq!(again.read().unwrap(), b"bytes", "step {step}");
                again.start("orla", &files).unwrap_or_else(|error| panic!("step {step}, again: {error}"))
            }
        };
        assert_eq!(world.id(), "orla", "step {step}");
        assert_eq!(world.read(".import/source.png").unwrap().as_deref(), Some(b"bytes".as_slice()), "step {step}");
        assert_eq!(world.read(".import/card.json").unwrap().as_deref(), Some(b"card".as_slice()), "step {step}");
        if started.is_ok() {
            assert!(step > 10, "too few steps to be true");
            break;
        }
    }
}

#[test]
fn making_a_world_fails_whole() {
    let files = [file("world.json", "{}\n"), file("places/quay.json", "quay")];
    for step in 0.. {
        assert!(step < 400, "it never ends");
        let folder = memory_folder();
        let disk = Failing::after(i64::MAX, false);
        let worlds = disk.open(folder.path()).worlds();
        disk.left.store(step, Ordering::SeqCst);
        let made = worlds.create("quay", &files);
        disk.left.store(i64::MAX, Ordering::SeqCst);
        for listed in worlds.list().unwrap() {
            assert_eq!(worlds.open(&listed.id).unwrap().tree().unwrap().len(), 2, "step {step}");
        }
        if made.is_ok() {
            break;
        }
    }
}

#[test]
fn one_write_fails_whole() {
    let model = memory_folder();
    begun(model.path());
    for step in 0.. {
        let folder = memory_folder();
        copy(model.path(), folder.path());
        let disk = Failing::after(i64::MAX, true);
        let world = disk.open(folder.path()).worlds().open("quay").unwrap();
        let writing = world.lock(WAIT).unwrap();
        disk.left.store(step, Ordering::SeqCst);
        let written = writing.write("characters/orla.json", b"a longer text than before");
        let text = std::fs::read_to_string(world.path().join("characters/orla.json")).unwrap();
        assert!(text == "old orla" || text == "a longer text than before", "step {step}: {text}");
        assert!(world_files(folder.path()).keys().all(|name| !name.ends_with(".tmp")), "step {step}");
        if written.is_ok() {
            break;
        }
    }
}

#[test]
fn a_damaged_stage_is_told_and_nothing_moves() {
    let folder = memory_folder();
    begun(folder.path());
    let world = Failing::after(i64::MAX, false).open(folder.path()).worlds().open("quay").unwrap();
    let writing = world.lock(WAIT).unwrap();
    assert!(matches!(writing.move_in(), Err(LibraryError::NotFound { .. })));
    writing.stage(&journal()).unwrap();
    assert!(writing.stage(&journal()).is_err(), "one act at a time");
    std::fs::write(world.path().join(".import/stage/places/quay.json"), "another text").unwrap();
    std::fs::remove_file(world.path().join(".import/stage/characters/orla.json")).unwrap();
    let damaged = ["characters/orla.json".to_owned(), "places/quay.json".to_owned()];
    assert_eq!(writing.move_in().unwrap(), Moved::Damaged(damaged.to_vec()));
    assert_eq!(writing.read("world.json").unwrap().unwrap(), b"{}\n", "nothing moved");
    writing.drop_stage().unwrap();
    assert_eq!(writing.staged().unwrap(), None);
    writing.stage(&journal()).unwrap();
    assert!(matches!(writing.move_in().unwrap(), Moved::Whole(_)));
    writing.end_stage().unwrap();
}

#[test]
fn a_journal_stays_inside_the_world() {
    let folder = memory_folder();
    begun(folder.path());
    let world = Failing::after(i64::MAX, false).open(folder.path()).worlds().open("quay").unwrap();
    let writing = world.lock(WAIT).unwrap();
    for path in ["../x.json", ".import/state.json", "/x", "a/../../x", ".lock"] {
        let put = Journal { put: vec![file(path, "x")], ..journal() };
        let remove = Journal { remove: vec![path.to_owned()], ..journal() };
        assert!(writing.stage(&put).is_err() && writing.stage(&remove).is_err(), "{path}");
        // A record another program wrote is not believed either.
        let record = format!(
            "{{\"schema\": \"ficha-stage/v1\", \"run\": \"r\", \"at\": \"t\", \"phase\": \"done\", \"put\": [], \"remove\": [\"{path}\"]}}"
        );
        writing.write(".import/stage.json", record.as_bytes()).unwrap();
        assert!(writing.staged().is_err() && writing.move_in().is_err(), "{path}");
        writing.drop_stage().unwrap();
    }
    for record in ["", "[]", "{\"schema\": \"ficha-stage/v2\"}", "{\"schema\": \"ficha-stage/v1\", \"put\": [1]}"] {
        writing.write(".import/stage.json", record.as_bytes()).unwrap();
        assert!(writing.staged().is_err(), "{record}");
    }
}
