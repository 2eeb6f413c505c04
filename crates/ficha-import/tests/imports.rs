//! Imports on disk from the outside: the worked example to the byte, many entries, two at once, stopping, drafts, choices
//! of a review, records of other schemas.

mod common;

use std::path::PathBuf;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::time::Instant;

use common::{differ, files, library, nobody, read, started, with_outside};
use ficha_import::records::{Phase, Provenance, Record, Report, State};
use ficha_import::run::{self, Outside, Progress, RunError, Watch, Wishes};
use ficha_library::worlds::WorldFolder;
use ficha_testkit::{import_cards, shared_dir};
use serde_json::{Value, json};

fn structure(world: &WorldFolder, review: bool) -> run::Result<()> {
    with_outside(|outside| run::structure(world, review, outside))
}

fn phase(world: &WorldFolder) -> Phase {
    run::state(world).expect("a state").expect("an import").phase
}

fn value(world: &WorldFolder, path: &str) -> Value {
    serde_json::from_slice(&world.read(path).expect("read").expect("there")).expect("JSON")
}

/// The worked example, when the outside material is there.
fn example() -> Option<PathBuf> {
    let folder = shared_dir()?.join("spec/world/example");
    folder.is_dir().then_some(folder).or_else(|| {
        eprintln!("no worked example beside the workspace");
        None
    })
}

/// What may differ from the worked example: speeds, versions, and how a sentence is worded.
fn bare(path: &str, bytes: &[u8]) -> Vec<u8> {
    let Ok(mut value) = serde_json::from_slice::<Value>(bytes) else { return bytes.to_vec() };
    fn strip(value: &mut Value) {
        match value {
            Value::Object(members) => {
                for key in ["seconds", "app_version", "message", "hint"] {
                    members.remove(key);
                }
                members.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    if !path.starts_with(".import/") && !path.starts_with(".checks/") || path.contains("source") {
        return bytes.to_vec();
    }
    strip(&mut value);
    serde_json::to_vec_pretty(&value).expect("text")
}

// W-007, W-240, W-245, W-247
#[test]
fn the_worked_example_is_made_to_the_byte() {
    let Some(example) = example() else { return };
    let bytes = std::fs::read(example.join("card.json")).expect("the card");
    let place = tempfile::tempdir().expect("a folder");
    let library = library(place.path());
    let card = read("card.json", &bytes);
    let incoming = library.worlds().take_incoming("card.json", &mut &*bytes, run::MAX_UPLOAD_BYTES).expect("taken");
    let wishes =
        Wishes { name: Some("The Saltglass Ferry".into()), opening: Some(1), pictures: true, ..Wishes::default() };
    let world = with_outside(|outside| run::start(incoming, &card, &wishes, outside)).expect("started");
    structure(&world, false).expect("imported");
    let wanted = files(&example.join("world/the-saltglass-ferry"));
    let found = files(world.path());
    let names = |tree: &std::collections::BTreeMap<String, Vec<u8>>| tree.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(&wanted));
    // What the checks say of it is the checks' own example.
    for (path, bytes) in wanted.iter().filter(|(path, _)| !path.starts_with(".checks/")) {
        let (found, wanted) = (bare(path, &found[path]), bare(path, bytes));
        let (found, wanted) = (String::from_utf8_lossy(&found), String::from_utf8_lossy(&wanted));
        assert_eq!(found, wanted, "{path}");
    }
}

// W-008, W-247
#[test]
fn three_hundred_entries_are_quick_and_give_the_same_world_twice() {
    let place = tempfile::tempdir().expect("a folder");
    let library = library(place.path());
    let card = import_cards::of_entries(300);
    let one = started(&library, &card, &Wishes::default());
    let before = Instant::now();
    structure(&one, false).expect("imported");
    println!("300 entries on a disk that does not wait: {} ms", before.elapsed().as_millis());
    assert!(before.elapsed().as_secs() < 5, "{:?}", before.elapsed());
    assert_eq!(phase(&one), Phase::Done);
    let other = started(&library, &card, &Wishes::default());
    assert_eq!(other.id(), format!("{}-2", one.id()));
    structure(&other, false).expect("imported");
    assert_eq!(differ(&files(one.path()), &files(other.path())), Vec::<String>::new());
}

// W-001
#[test]
fn one_card_in_three_containers_gives_the_same_pieces_and_the_same_hash_where_the_text_is_the_same() {
    let place = tempfile::tempdir().expect("a folder");
    let library = library(place.path());
    let pieces = |file: &str| {
        let (name, bytes) = import_cards::all().into_iter().find(|(name, _)| name == file).expect("a card");
        let incoming = library.worlds().take_incoming(&name, &mut &*bytes, run::MAX_UPLOAD_BYTES).expect("taken");
        let card = read(&name, &bytes);
        let world = with_outside(|outside| run::start(incoming, &card, &Wishes::default(), outside)).expect("started");
        structure(&world, false).expect("imported");
        assert_eq!(
            world.read(&format!(".import/source.{}", name.rsplit('.').next().unwrap())).expect("read"),
            Some(bytes)
        );
        let record = value(&world, ".import/pieces.json");
        (record["pieces"].clone(), record["card_sha256"].clone())
    };
    let (json, v2, png) = (pieces("plain.json"), pieces("plain-v2.json"), pieces("plain.png"));
    assert_eq!(json, png);
    assert_eq!(json.0, v2.0);
    // The V2 text is another text.
    assert_ne!(json.1, v2.1);
}

// W-002
#[test]
fn an_upload_over_the_limit_is_refused_before_it_is_read() {
    assert!(run::check_upload(100_000_000).is_ok());
    let error = run::check_upload(100_000_001).expect_err("refused");
    assert_eq!(error.code(), "limit");
    assert!(error.to_string().contains("100000000"), "{error}");
    let place = tempfile::tempdir().expect("a folder");
    let worlds = library(place.path()).worlds();
    assert!(worlds.take_incoming("big.png", &mut std::io::repeat(0), run::MAX_UPLOAD_BYTES).is_err());
}

// W-003
#[test]
fn an_upload_waits_until_it_is_started_or_dropped() {
    let place = tempfile::tempdir().expect("a folder");
    let library = library(place.path());
    let bytes = serde_json::to_vec(&import_cards::plain()).expect("text");
    let incoming = library.worlds().take_incoming("a.json", &mut &*bytes, run::MAX_UPLOAD_BYTES).expect("taken");
    let id = incoming.id.clone();
    let wrong = Wishes { opening: Some(9), ..Wishes::default() };
    let card = read("a.json", &bytes);
    let refused = with_outside(|outside| run::start(incoming, &card, &wrong, outside)).err().expect("refused");
    assert!(matches!(refused, RunError::Choice(_)), "{refused}");
    let incoming = library.worlds().incoming(&id).expect("it waits");
    with_outside(|outside| run::start(incoming, &card, &Wishes::default(), outside)).expect("started");
    assert!(library.worlds().incoming(&id).is_err(), "it went with the world");
}

// W-006
#[test]
fn an_entry_that_is_off_is_nowhere_but_beside_the_card() {
    let place = tempfile::tempdir().expect("a folder");
    let world = started(&library(place.path()), &import_cards::switched(), &Wishes::default());
    structure(&world, false).expect("imported");
    for (path, bytes) in files(world.path()) {
        let says = String::from_utf8_lossy(&bytes).contains("gorsewhistle");
        assert!(!says || path.starts_with(".import/"), "{path}");
    }
    let report: Value = value(&world, ".import/report.json");
    assert_eq!(report["left_out"]["entries_off"], json!(["entry:1"]));
}

// W-021, W-022
#[test]
fn a_step_out_of_order_and_a_second_run_are_refused() {
    let place = tempfile::tempdir().expect("a folder");
    let world = started(&library(place.path()), &import_cards::plain(), &Wishes::default());
    let code = |result: run::Result<()>| result.expect_err("refused").code();
    assert_eq!(code(with_outside(|outside| run::finish(&world, true, outside))), "wrong-phase");
    assert_eq!(code(run::keep(&world, "now")), "wrong-phase");
    assert_eq!(run::review(&world).err().map(|error| error.code()), Some("wrong-phase"));
    let held = world.lock(std::time::Duration::ZERO).expect("held");
    assert_eq!(code(structure(&world, false)), "busy");
    assert!(run::status(&world).expect("a status").busy);
    drop(held);
    structure(&world, true).expect("built");
    assert_eq!(code(structure(&world, true)), "wrong-phase");
    assert_eq!(code(with_outside(|outside| run::finish(&world, false, outside))), "not-approved");
    with_outside(|outside| run::finish(&world, true, outside)).expect("written");
    assert_eq!(code(with_outside(|outside| run::resume(&world, false, outside))), "nothing-to-resume");
    assert_eq!(run::discard(&world).err().map(|error| error.code()), Some("wrong-phase"));
}

/// Stops at the part after so many.
struct Stopping(AtomicIsize, std::sync::Mutex<Vec<Progress>>);

impl Watch for Stopping {
    fn tell(&self, progress: &Progress) {
        self.1.lock().expect("no panic").push(progress.clone());
        self.0.fetch_sub(1, Ordering::SeqCst);
    }

    fn stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst) <= 0
    }
}

fn watched<T>(watch: &dyn Watch, act: impl FnOnce(&Outside<'_>) -> T) -> T {
    let ground = nobody();
    with_outside(|outside| act(&Outside { watch, pictures: &ground, ..*outside }))
}

// W-024, W-026, W-027, W-029
#[test]
fn a_stopped_import_stays_in_its_phase_and_goes_on_later() {
    for parts in 1..=3 {
        let place = tempfile::tempdir().expect("a folder");
        let world = started(&library(place.path()), &import_cards::plain(), &Wishes::default());
        let watch = Stopping(AtomicIsize::new(parts), std::sync::Mutex::default());
        let stopped = watched(&watch, |outside| run::structure(&world, false, outside));
        assert_eq!(stopped.expect_err("stopped").code(), "stopped", "{parts}");
        let state = run::state(&world).expect("a state").expect("an import");
        assert_eq!(state.phase, Phase::Ready, "{parts}");
        assert_eq!(state.last_error.map(|fault| fault.code), Some("stopped".to_owned()));
        assert!(world.has(".import/card.json") && !world.has("characters/brennet-oake.json"));
        let told = watch.1.lock().expect("no panic");
        assert!(
            told.iter().all(|row| row.run == "example-run" && row.step == "structure import" && row.done <= row.total)
        );
        with_outside(|outside| run::resume(&world, false, outside)).expect("gone on");
        assert_eq!(phase(&world), Phase::Done, "{parts}");
        assert!(run::state(&world).expect("a state").expect("an import").last_error.is_none());
    }
}

/// A world whose import left a problem.
fn draft(folder: &std::path::Path) -> WorldFolder {
    let world = started(&library(folder), &import_cards::plain(), &Wishes::default());
    structure(&world, true).expect("built");
    let review = run::review(&world).expect("a review");
    let lore = review.extracted.documents.iter().find(|row| row.reference == "lore/the-oil-store").expect("lore");
    let mut doc = lore.doc.clone();
    doc.insert("scope".into(), json!("everyone"));
    doc.insert("known_by".into(), json!(["characters/brennet-oake"]));
    let choices = json!({"schema": "ficha-decisions/v1", "choices": [
        {"do": "edit", "ref": "lore/the-oil-store", "doc": doc},
        {"do": "drop", "ref": "lore/the-fog-bell"},
        {"do": "rename", "ref": "characters/brennet-oake", "name": "Brennet of the Lamp"},
    ]});
    let decisions = run::read_decisions(&serde_json::to_vec(&choices).expect("text")).expect("choices");
    run::decide(&world, decisions).expect("taken");
    with_outside(|outside| run::finish(&world, true, outside)).expect("written");
    world
}

// W-028, W-210, W-213, W-222, W-251
#[test]
fn what_a_review_decided_is_written_and_a_problem_left_makes_a_draft() {
    let place = tempfile::tempdir().expect("a folder");
    let world = draft(place.path());
    let state = run::state(&world).expect("a state").expect("an import");
    assert_eq!((state.phase, state.reviewing), (Phase::Repair, false));
    assert!(world.has(".import/files.json"), "ending a review remembers the files");
    let status = run::status(&world).expect("a status");
    let codes: Vec<&str> = status.problems.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["scope-known-by"]);
    assert!(!world.has("lore/the-fog-bell.json"));
    let person = value(&world, "characters/brennet-oake.json");
    assert_eq!((&person["name"], &person["aliases"]), (&json!("Brennet of the Lamp"), &json!(["Brennet Oake"])));
    assert_eq!(value(&world, ".import/roster.json")["entities"][0]["name"], json!("Brennet of the Lamp"));
    assert_eq!(
        status.outcomes.total(),
        value(&world, ".import/pieces.json")["pieces"].as_array().expect("pieces").len()
    );
}

// W-218
#[test]
fn a_draft_is_kept_with_its_problems_or_set_aside() {
    let place = tempfile::tempdir().expect("a folder");
    let world = draft(place.path());
    run::keep(&world, "2026-01-03T00:00:00Z").expect("kept");
    let state = run::state(&world).expect("a state").expect("an import");
    assert_eq!((state.phase, state.kept), (Phase::Done, true));
    assert_eq!(run::problems(&world).expect("problems").len(), 1);
    let other = tempfile::tempdir().expect("a folder");
    let world = draft(other.path());
    let item = run::discard(&world).expect("set aside");
    assert!(!world.path().exists());
    assert!(other.path().join(".trash/worlds").join(item).join("world.json").is_file());
}

// W-219
#[test]
fn the_write_that_mends_a_draft_settles_it_and_no_other() {
    let place = tempfile::tempdir().expect("a folder");
    let world = draft(place.path());
    let writing = world.lock(std::time::Duration::ZERO).expect("held");
    assert!(!run::settle(&writing, "now").expect("settled"), "nothing was mended");
    let mut doc = value(&world, "lore/the-oil-store.json");
    doc["known_by"] = json!([]);
    writing.write("lore/the-oil-store.json", &serde_json::to_vec(&doc).expect("text")).expect("written");
    assert!(run::settle(&writing, "now").expect("settled"));
    assert!(!run::settle(&writing, "now").expect("settled"), "it is none any more");
    drop(writing);
    let state = run::state(&world).expect("a state").expect("an import");
    assert_eq!((state.phase, state.kept), (Phase::Done, false));
}

#[test]
fn a_review_takes_all_choices_or_none() {
    let place = tempfile::tempdir().expect("a folder");
    let world = started(&library(place.path()), &import_cards::many(), &Wishes::default());
    structure(&world, true).expect("built");
    let good = json!({"do": "drop", "ref": "lore/the-landing"});
    let table = [
        (json!({"do": "drop", "ref": "lore/nowhere"}), "names nothing"),
        (json!({"do": "drop", "ref": "../../etc/passwd"}), "names nothing"),
        (json!({"do": "merge", "ref": "lore/the-landing"}), "names nothing"),
        (json!({"do": "merge", "ref": "lore/the-landing", "into": "lore/the-landing"}), "into itself"),
        (json!({"do": "merge", "ref": "lore/the-landing", "into": "characters/the-corrie-crossing"}), "another kind"),
        (json!({"do": "rename", "ref": "lore/the-landing", "name": " "}), "a name is missing"),
        (json!({"do": "rename", "ref": "lore/the-landing", "name": "x".repeat(121)}), "121 characters"),
        (json!({"do": "edit", "ref": "lore/the-landing"}), "the document is missing"),
        (json!({"do": "edit", "ref": "lore/the-landing", "doc": {"title": 3}}), "edit lore/the-landing"),
        (json!({"do": "change-kind", "ref": "lore/the-landing", "kind": "lore"}), "no kind"),
    ];
    for (bad, part) in table {
        let choices = json!({"schema": "ficha-decisions/v1", "choices": [good, bad]});
        let decisions = run::read_decisions(choices.to_string().as_bytes()).expect("choices");
        let said = run::decide(&world, decisions).expect_err("refused").to_string();
        assert!(said.contains(part), "{bad}: {said}");
        assert!(!world.has(".import/decisions.json"), "{bad}");
    }
    assert!(run::read_decisions(b"[]").is_err());
    assert!(run::read_decisions(br#"{"schema": "other", "choices": []}"#).is_err());
}

// W-255
#[test]
fn a_provenance_of_another_schema_stays_as_it_is_and_the_import_ends() {
    let place = tempfile::tempdir().expect("a folder");
    let world = started(&library(place.path()), &import_cards::plain(), &Wishes::default());
    let foreign = br#"{"schema": "x/v9", "lines": "mine"}"#;
    world.lock(std::time::Duration::ZERO).expect("held").write(".import/provenance.json", foreign).expect("written");
    structure(&world, false).expect("imported");
    assert_eq!(phase(&world), Phase::Done);
    assert_eq!(world.read(".import/provenance.json").expect("read").as_deref(), Some(&foreign[..]));
    let report =
        Report::from_bytes(&world.read(".import/report.json").expect("read").expect("there")).expect("a report");
    assert!(report.notes.iter().any(|note| note.code == "foreign-provenance"));
    assert!(Provenance::from_bytes(foreign).is_err());
}

#[test]
fn a_state_of_another_schema_or_a_broken_one_is_never_written_over() {
    for broken in [&br#"{"schema": "ficha-import-state/v9"}"#[..], b"not json", b"\xff"] {
        let place = tempfile::tempdir().expect("a folder");
        let world = started(&library(place.path()), &import_cards::plain(), &Wishes::default());
        world.lock(std::time::Duration::ZERO).expect("held").write(".import/state.json", broken).expect("written");
        assert_eq!(structure(&world, false).expect_err("refused").code(), "unreadable");
        assert!(run::status(&world).is_err());
        assert_eq!(world.read(".import/state.json").expect("read").as_deref(), Some(broken));
        assert!(State::from_bytes(broken).is_err());
    }
}

// W-211
#[test]
fn a_damaged_finish_is_said_and_can_be_started_over() {
    let place = tempfile::tempdir().expect("a folder");
    let library = library(place.path());
    let world = started(&library, &import_cards::plain(), &Wishes::default());
    let whole =
        started(&library, &import_cards::plain(), &Wishes { name: Some("Brennet Oake".into()), ..Wishes::default() });
    structure(&whole, false).expect("imported");
    let disk = common::Dying::after(i64::MAX);
    let dying =
        common::library_on(place.path(), std::sync::Arc::new(disk.clone())).worlds().open(world.id()).expect("a world");
    // Somewhere behind the promise.
    let mut steps = 10;
    while world.staged().expect("read").is_none() {
        steps += 1;
        disk.arm(steps);
        let _ = with_outside(|outside| run::resume(&dying, false, outside));
    }
    std::fs::write(world.path().join(".import/stage/world.json"), b"{}").expect("damaged");
    let damaged = with_outside(|outside| run::resume(&world, false, outside)).expect_err("damaged");
    assert_eq!(damaged.code(), "damaged");
    assert!(damaged.to_string().contains("world.json"), "{damaged}");
    assert_eq!(phase(&world), Phase::Ready);
    with_outside(|outside| run::resume(&world, true, outside)).expect("started over");
    assert_eq!(phase(&world), Phase::Done);
    assert_eq!(differ(&files(world.path()), &files(whole.path())), Vec::<String>::new());
}

// W-010
#[test]
fn a_review_begins_with_what_the_card_was_and_what_is_not_carried() {
    let place = tempfile::tempdir().expect("a folder");
    let world = started(&library(place.path()), &import_cards::scripted(), &Wishes::default());
    structure(&world, true).expect("built");
    let review = run::review(&world).expect("a review");
    assert_eq!(review.choices.upload.source_format, "chara_card_v3 JSON");
    let left_out = review.left_out(&world).expect("read");
    let codes: Vec<&str> = left_out.iter().map(|note| note.code.as_str()).collect();
    assert_eq!(codes, ["helper-scripts", "ejs", "macros", "decorators"]);
}
