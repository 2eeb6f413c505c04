//! A process killed at every write of every step. Afterwards the phase never claims more than the files hold, and going
//! on gives the tree of a run nobody disturbed. Nothing is really synced: a step that does not happen is what is tried.

mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use common::{Dying, differ, files, library, library_on, started, try_start, with_outside};
use ficha_import::records::{
    Classification, Extracted, Phase, Pieces, Provenance, Record, Report, Roster, State, VerdictKind, WorldFiles,
};
use ficha_import::run::{self, Wishes};
use ficha_library::worlds::WorldFolder;
use ficha_testkit::import_cards;
use serde_json::json;

type Tree = BTreeMap<String, Vec<u8>>;

fn record<R: Record>(tree: &Tree) -> Option<R> {
    tree.get(&format!(".import/{}", R::FILE)).and_then(|bytes| R::from_bytes(bytes).ok())
}

/// What a phase claims, held against the files (W-020).
fn claims_no_more_than_there_is(folder: &Path, at: &str) {
    let tree = files(folder);
    let state: State = record(&tree).unwrap_or_else(|| panic!("{at}: the state cannot be read"));
    assert!(tree.contains_key("world.json"), "{at}");
    if state.phase == Phase::Ready {
        return;
    }
    assert!(record::<Pieces>(&tree).is_some(), "{at}: pieces");
    assert!(record::<Classification>(&tree).is_some(), "{at}: classification");
    assert!(record::<Roster>(&tree).is_some(), "{at}: roster");
    let extracted: Extracted = record(&tree).unwrap_or_else(|| panic!("{at}: extracted"));
    if state.phase == Phase::Built {
        return;
    }
    assert!(record::<Report>(&tree).is_some(), "{at}: report");
    assert_eq!(record::<Provenance>(&tree).map(|lines| lines.lines.len()), Some(1), "{at}: provenance");
    let written: WorldFiles = record(&tree).unwrap_or_else(|| panic!("{at}: files"));
    for (path, hash) in &written.files {
        assert_eq!(Some(hash), tree.get(path).map(|bytes| ficha_library::sha256(bytes)).as_ref(), "{at}: {path}");
    }
    assert!(extracted.documents.len() <= written.files.len(), "{at}");
}

/// Runs an act with the disk dying at each of its steps, then goes on, and compares. How many steps were tried.
fn at_every_step(
    prepare: &dyn Fn(&Path) -> WorldFolder,
    act: &dyn Fn(&WorldFolder) -> run::Result<()>,
    go_on: &dyn Fn(&WorldFolder),
    name: &str,
) -> i64 {
    let undisturbed = tempfile::tempdir().expect("a folder");
    let world = prepare(undisturbed.path());
    act(&world).expect("the act succeeds on a sound disk");
    let wanted = files(world.path());
    claims_no_more_than_there_is(world.path(), name);
    let id = world.id().to_owned();
    let mut tried = 0;
    loop {
        let place = tempfile::tempdir().expect("a folder");
        let before = begun(&prepare(place.path()));
        let disk = Dying::after(i64::MAX);
        let world = library_on(place.path(), Arc::new(disk.clone())).worlds().open(&id).expect("the world");
        // Opening a library writes too; only the act is tried.
        disk.arm(tried);
        let outcome = act(&world);
        let at = format!("{name}, step {tried}");
        claims_no_more_than_there_is(&place.path().join("worlds").join(&id), &at);
        if outcome.is_ok() && disk.left() > 0 {
            return tried;
        }
        let sound = library(place.path()).worlds().open(&id).expect("the world");
        // Killed before it was written that the step began, nobody knows that it was asked for: it is asked again.
        if begun(&sound) == before {
            act(&sound).expect("the act, asked for again");
        } else {
            go_on(&sound);
        }
        let found = files(sound.path());
        assert_eq!(differ(&found, &wanted), Vec::<String>::new(), "{at}");
        tried += 1;
    }
}

/// The step that is noted as begun.
fn begun(world: &WorldFolder) -> Option<serde_json::Value> {
    let state = run::state(world).expect("a state").expect("an import");
    state.run.map(|run| json!([run.step.word(), run.extra]))
}

fn structure(review: bool) -> impl Fn(&WorldFolder) -> run::Result<()> {
    move |world| with_outside(|outside| run::structure(world, review, outside))
}

fn resume(world: &WorldFolder) {
    let resumed = with_outside(|outside| run::resume(world, false, outside));
    match resumed {
        // Everything was written before the step failed.
        Ok(()) | Err(run::RunError::NothingToResume { .. }) => {}
        Err(error) => panic!("{error}"),
    }
}

// W-020, W-027, W-211
#[test]
fn a_structure_import_killed_at_any_write_and_resumed_is_the_undisturbed_one() {
    let prepare = |folder: &Path| started(&library(folder), &import_cards::plain(), &Wishes::default());
    let tried = at_every_step(&prepare, &structure(false), &resume, "structure");
    println!("structure import: {tried} fault points");
    assert!(tried > 60, "{tried}");
}

// W-020, W-251
#[test]
fn a_structure_import_that_stops_for_a_review_survives_every_write() {
    let prepare = |folder: &Path| started(&library(folder), &import_cards::plain(), &Wishes::default());
    let tried = at_every_step(&prepare, &structure(true), &resume, "structure with review");
    println!("structure import with review: {tried} fault points");
    assert!(tried > 20, "{tried}");
}

/// A world that waits for approval with choices that leave a problem.
fn reviewed(folder: &Path) -> WorldFolder {
    let world = started(&library(folder), &import_cards::plain(), &Wishes::default());
    structure(true)(&world).expect("built");
    let review = run::review(&world).expect("a review");
    let lore = review.extracted.documents.iter().find(|row| row.reference.starts_with("lore/")).expect("lore");
    let mut doc = lore.doc.clone();
    doc.insert("scope".to_owned(), json!("everyone"));
    doc.insert("known_by".to_owned(), json!(["characters/brennet-oake"]));
    let edit = json!({"do": VerdictKind::Edit.word(), "ref": lore.reference, "doc": doc});
    let decisions = json!({"schema": "ficha-decisions/v1", "choices": [edit]});
    let decisions = run::read_decisions(&serde_json::to_vec(&decisions).expect("text")).expect("choices");
    run::decide(&world, decisions).expect("taken");
    world
}

// W-020, W-211, W-213
#[test]
fn a_finish_killed_at_any_write_and_resumed_is_the_undisturbed_one() {
    let finish = |world: &WorldFolder| with_outside(|outside| run::finish(world, true, outside));
    let tried = at_every_step(&reviewed, &finish, &resume, "finish");
    println!("finish into repair: {tried} fault points");
    assert!(tried > 60, "{tried}");
}

// W-007
#[test]
fn a_start_killed_at_any_write_leaves_no_half_a_world_and_can_be_made_again() {
    let bytes = serde_json::to_vec_pretty(&import_cards::plain()).expect("text");
    let undisturbed = tempfile::tempdir().expect("a folder");
    let world = try_start(&library(undisturbed.path()), &bytes, &Wishes::default()).expect("started");
    let wanted = files(world.path());
    let mut tried = 0;
    loop {
        let place = tempfile::tempdir().expect("a folder");
        let disk = Dying::after(i64::MAX);
        let dying = library_on(place.path(), Arc::new(disk.clone()));
        disk.arm(tried);
        let outcome = try_start(&dying, &bytes, &Wishes::default());
        if outcome.is_ok() && disk.left() > 0 {
            break;
        }
        let sound = library(place.path());
        for listed in sound.worlds().list().expect("a list") {
            assert!(listed.readable, "step {tried}: {}", listed.id);
            let found = files(sound.worlds().open(&listed.id).expect("a world").path());
            assert_eq!(differ(&found, &wanted), Vec::<String>::new(), "step {tried}: half a world is listed");
        }
        if sound.worlds().list().expect("a list").is_empty() {
            let again = try_start(&sound, &bytes, &Wishes::default()).expect("made again");
            assert_eq!(differ(&files(again.path()), &wanted), Vec::<String>::new(), "step {tried}");
        }
        tried += 1;
    }
    println!("start: {tried} fault points");
    assert!(tried > 15, "{tried}");
}
