//! Starting, marking, finishing once, cancelling, undoing.

use ficha_import::records::{
    Choices, Classification, Extracted, Mark, PictureItem, PictureOutcome, Pictures, Pieces, Provenance, Record,
    Roster, WorldFiles,
};
use ficha_import::run::RunError;
use ficha_import::update::{
    Edited, Finished, Status, UpdateError, cancel, choices_for, default_target, find_targets, finish, mark, marks,
    start, status, undo,
};
use ficha_library::worlds::WorldFolder;
use proptest::prelude::*;
use serde_json::Value;

use super::failing::memory_folder;
use super::world::{choices, first, library, newer, normalized, outside, picture, second, tree, undone_tree};

fn started(world: &WorldFolder) {
    let card = normalized(&second(), Some(picture(5)));
    let chosen = choices_for(world, &newer(&card), "en").unwrap();
    outside(|outside| start(world, &newer(&card), &chosen, false, outside)).unwrap();
}

fn finished(world: &WorldFolder) -> Finished {
    outside(|outside| finish(world, outside)).unwrap()
}

fn read<R: Record>(world: &WorldFolder) -> R {
    R::from_bytes(&world.read(&format!(".import/{}", R::FILE)).unwrap().unwrap()).unwrap()
}

fn text(world: &WorldFolder, path: &str) -> String {
    String::from_utf8(world.read(path).unwrap().unwrap_or_default()).unwrap()
}

// W-340, W-341
#[test]
fn targets_are_finished_worlds_with_a_card_those_of_its_name_first() {
    let folder = memory_folder();
    let (library, world) = library(folder.path());
    let worlds = library.worlds();
    let mut other = super::world::files();
    other.retain(|(path, _)| path != ".import/files.json");
    let renamed = |files: &mut Vec<(String, Vec<u8>)>, name: &str| {
        for (path, bytes) in files {
            if path == "world.json" {
                *bytes = String::from_utf8_lossy(bytes).replace("Lantern Quay", name).into_bytes();
            }
        }
    };
    renamed(&mut other, "Another");
    worlds.create("another", &other).unwrap();
    let mut draft = super::world::files();
    for (path, bytes) in &mut draft {
        if path == ".import/state.json" {
            *bytes = String::from_utf8_lossy(bytes).replace("\"done\"", "\"repair\"").into_bytes();
        }
    }
    worlds.create("draft", &draft).unwrap();
    let by_hand: Vec<_> = super::world::files().into_iter().filter(|(path, _)| !path.starts_with('.')).collect();
    worlds.create("by-hand", &by_hand).unwrap();

    let told = |name: &str| -> Vec<(String, bool, Edited)> {
        let found = find_targets(&worlds, name).unwrap();
        found.into_iter().map(|target| (target.world, target.same_name, target.edited)).collect()
    };
    assert_eq!(
        told("lantern  QUAY"),
        [("lantern-quay".into(), true, Edited::No), ("another".into(), false, Edited::Unknown)]
    );
    let proposed = |name: &str| {
        let found = find_targets(&worlds, name).unwrap();
        default_target(&found).map(|target| target.world.clone())
    };
    assert_eq!(proposed("Lantern Quay").as_deref(), Some("lantern-quay"));
    assert_eq!(proposed("Another"), None, "nothing is known of its edits");
    std::fs::write(world.path().join("images/cover.png"), b"a picture does not count").unwrap();
    assert_eq!(proposed("Lantern Quay").as_deref(), Some("lantern-quay"));
    std::fs::write(world.path().join("places/quay.json"), b"{\"name\": \"The Quay\"}").unwrap();
    assert_eq!(told("Lantern Quay")[0].2, Edited::Yes);
    assert_eq!(proposed("Lantern Quay"), None);
}

// W-342
#[test]
fn starting_keeps_everything_and_changes_nothing_of_the_world() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let before = tree(world.path());
    started(&world);
    let after = tree(world.path());
    for (path, bytes) in before.iter().filter(|(path, _)| path.as_str() != ".lock") {
        assert_eq!(after.get(path), Some(bytes), "{path}");
        let kept = match path.strip_prefix(".import/") {
            Some(record) => format!(".import/before-update/import/{record}"),
            None => format!(".import/before-update/world/{path}"),
        };
        assert_eq!(after.contains_key(&kept), !path.starts_with("images/"), "{path}");
    }
    assert_eq!(read::<Choices>(&world).upload.name, "orla.json");
    let waits = Choices::from_bytes(&after[".import/update/choices.json"]).unwrap();
    assert_eq!(waits.entries_off, [5], "what was off stays off");
    assert_eq!(waits.upload.name, "orla v2.json");
    assert_eq!(after[".import/update/source.json"], normalized(&second(), None).text.into_bytes());
    let new: Vec<&String> = after.keys().filter(|path| path.starts_with(".import/update/")).collect();
    assert_eq!(
        new,
        ["card", "choices", "picture", "pieces", "source", "state"]
            .map(|name| format!(".import/update/{name}.{}", if name == "picture" { "png" } else { "json" }))
            .iter()
            .collect::<Vec<_>>()
    );
}

// W-342: a second start replaces the waiting card only when that was confirmed.
#[test]
fn another_newer_card_waits_only_when_the_first_may_go() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let before = undone_tree(&world);
    started(&world);
    mark(&world, "added:entry:4", Some(Mark::Carried)).unwrap();
    let third = normalized(&first(), Some(picture(4)));
    let again = |replace| outside(|outside| start(&world, &newer(&third), &choices(), replace, outside));
    let refused = again(false).unwrap_err();
    assert_eq!(refused.code(), "update-waits");
    assert!(world.has(".import/update/picture.png"));
    std::fs::write(world.path().join("places/quay.json"), b"{\"name\": \"Edited meanwhile\"}").unwrap();
    again(true).unwrap();
    assert_eq!(world.read(".import/update/picture.png").unwrap(), Some(picture(4)), "nothing of the first is left");
    assert!(marks(&world).unwrap().is_empty());
    assert!(matches!(finished(&world), Finished::Done(_)), "the same card again changes nothing");
    undo(&world).unwrap();
    assert_eq!(undone_tree(&world), before, "the copies are those of before the first");
}

#[test]
fn an_update_begins_only_on_a_finished_import() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let card = normalized(&second(), None);
    let refused = |code: &str| {
        let error = outside(|outside| start(&world, &newer(&card), &choices(), false, outside)).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(!world.has(".import/update/card.json"));
    };
    let state = world.path().join(".import/state.json");
    let whole = std::fs::read_to_string(&state).unwrap();
    std::fs::write(&state, whole.replace("\"done\"", "\"built\"")).unwrap();
    refused("wrong-phase");
    std::fs::write(&state, whole.replace("ficha-import-state/v1", "x/v9")).unwrap();
    refused("unreadable");
    std::fs::remove_file(&state).unwrap();
    refused("wrong-phase");
    std::fs::write(&state, &whole).unwrap();
    std::fs::remove_file(world.path().join(".import/card.json")).unwrap();
    refused("no-card");
    for error in [cancel(&world), finish_error(&world), mark(&world, "picture", None)] {
        assert_eq!(error.unwrap_err().code(), "no-update");
    }
    assert_eq!(undo(&world).unwrap_err().code(), "nothing-to-undo");
}

fn finish_error(world: &WorldFolder) -> Result<(), UpdateError> {
    outside(|outside| finish(world, outside)).map(|_| ())
}

// W-350
#[test]
fn finishing_asks_once_about_what_is_unmarked_and_then_goes_through() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    started(&world);
    mark(&world, "changed:entry:3", Some(Mark::Carried)).unwrap();
    mark(&world, "dropped:entry:4", Some(Mark::Dismissed)).unwrap();
    mark(&world, "dropped:entry:4", None).unwrap();
    assert_eq!(mark(&world, "changed:entry:77", Some(Mark::Carried)).unwrap_err().code(), "no-change");
    let before = tree(world.path());
    let Finished::Asks(unmarked) = finished(&world) else { panic!("it must ask") };
    assert!(unmarked.contains(&"dropped:entry:4".to_owned()), "{unmarked:?}");
    assert!(!unmarked.contains(&"changed:entry:3".to_owned()));
    let asked = tree(world.path());
    let changed: Vec<&String> = asked.keys().filter(|path| before.get(*path) != asked.get(*path)).collect();
    assert_eq!(changed, [".import/update/state.json"]);
    assert!(status(&world).unwrap().asked);
    let Finished::Done(done) = finished(&world) else { panic!("it asks once") };
    assert_eq!(done.unmarked, unmarked);
    assert!(!world.has(".import/update/card.json"));
}

// W-351, W-356
#[test]
fn finishing_puts_the_newer_card_in_place_and_carries_the_records() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let before = tree(world.path());
    started(&world);
    finished(&world);
    finished(&world);
    let after = tree(world.path());
    for name in ["card.json", "choices.json", "picture.png", "source.json"] {
        let (new, old) = (format!(".import/{name}"), format!(".import/previous/{name}"));
        assert_eq!(after[&old], before[&new], "{name}");
        assert_ne!(after[&new], before[&new], "{name}");
    }
    assert!(!after.keys().any(|path| path.starts_with(".import/update")), "{:?}", after.keys());
    // W-221: the checks ran over what the update left.
    assert!(after.contains_key(".checks/results.json") && !before.contains_key(".checks/results.json"));
    let pieces: Pieces = read(&world);
    assert!(pieces.get("entry:4").is_some_and(|piece| piece.title == "The clerk"));
    let classification: Classification = read(&world);
    let ids: Vec<&str> = classification.pieces.keys().map(String::as_str).collect();
    assert!(ids.contains(&"entry:2") && ids.contains(&"entry:4"), "the added one is taken as a first import would");
    assert!(!ids.contains(&"entry:5"), "what is off is taken for nothing");
    let extracted: Extracted = read(&world);
    let from = |reference: &str| {
        let found = extracted.documents.iter().find(|document| document.reference == reference).unwrap();
        found.from.clone()
    };
    assert_eq!(from("lore/the-mill"), ["entry:2"]);
    assert_eq!(from("lore/the-glazier"), Vec::<String>::new(), "a dropped piece is forgotten");
    assert_eq!(read::<Roster>(&world).entities[0].pieces, ["field:description", "field:personality"]);
    let lines = read::<Provenance>(&world).lines;
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[1].kind.word(), lines[1].method.word(), lines[1].run.as_str()), ("update", "structure", "r2"));
    let info: Value = serde_json::from_str(&text(&world, "world.json")).unwrap();
    assert_eq!((&info["name"], &info["origin"]["version"]), (&"Lantern Quay".into(), &"2.0".into()));
    assert_eq!(info["origin"]["at"], "2026-01-02T03:04:05Z");
    let files: WorldFiles = read(&world);
    assert_eq!(files.at, "2026-11-30T10:00:00Z");
    assert_eq!(find_targets(world.all(), "Lantern Quay").unwrap()[0].edited, Edited::No);
}

// W-353
#[test]
fn pictures_that_are_still_the_older_cards_become_the_newer_ones() {
    let reference = "images/characters/orla-fenwick/reference.png";
    for (own_cover, own_portrait) in [(false, false), (true, false), (false, true)] {
        let folder = memory_folder();
        let (_library, world) = library(folder.path());
        if own_cover {
            std::fs::write(world.path().join("images/cover.png"), picture(9)).unwrap();
        }
        if own_portrait {
            let index = text(&world, "images/index.json").replace("picture.png", "my own.png");
            std::fs::write(world.path().join("images/index.json"), index).unwrap();
        }
        started(&world);
        finished(&world);
        let Finished::Done(done) = finished(&world) else { panic!("asked twice") };
        let expect = |path: &str, own: bool, mine: u32| {
            let wanted = if own { picture(mine) } else { picture(5) };
            assert_eq!(world.read(path).unwrap().unwrap(), wanted, "{path}, {own}");
            assert_eq!(done.replaced_pictures.iter().any(|replaced| replaced == path), !own, "{path}");
        };
        expect("images/cover.png", own_cover, 9);
        expect(reference, own_portrait, 4);
        let index: Value = serde_json::from_str(&text(&world, "images/index.json")).unwrap();
        let bytes = world.read(reference).unwrap().unwrap();
        assert_eq!(index["images"][0]["sha256"], ficha_formats::media::sha256(&bytes));
    }
}

// W-354
#[test]
fn undoing_gives_back_every_byte_and_keeps_what_was_there_in_the_trash() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let before = undone_tree(&world);
    started(&world);
    let write = |path: &str, text: &str| {
        std::fs::create_dir_all(world.path().join(path).parent().unwrap()).unwrap();
        std::fs::write(world.path().join(path), text).unwrap();
    };
    write("lore/ferry.json", "{\"title\": \"Ferry\", \"text\": \"At dawn.\"}");
    write("lore/the-clerk.json", "{\"title\": \"The clerk\", \"text\": \"Hides.\"}");
    write("prompts/en/roleplay/style.md", "Slow.\n");
    std::fs::remove_file(world.path().join("lore/the-glazier.json")).unwrap();
    assert!(!status(&world).unwrap().can_undo, "nothing was finished yet");
    finished(&world);
    finished(&world);
    assert!(status(&world).unwrap().can_undo);
    let pictures = |world: &WorldFolder| -> Vec<(String, Vec<u8>)> {
        tree(world.path()).into_iter().filter(|(path, _)| path.starts_with("images/")).collect()
    };
    let (held, shown) = (undone_tree(&world), pictures(&world));
    let trash = undo(&world).unwrap();
    assert!(trash.starts_with("update-"), "{trash}");
    assert_eq!(undone_tree(&world), before);
    assert_eq!(pictures(&world), shown, "pictures are left as they are");
    for (path, bytes) in held.iter().filter(|(path, _)| !path.starts_with(".import/")) {
        assert_eq!(world.read(&format!(".trash/{trash}/{path}")).unwrap().as_ref(), Some(bytes), "{path}");
    }
    assert_eq!(
        world.read(&format!(".trash/{trash}/import/card.json")).unwrap().as_ref(),
        held.get(".import/card.json")
    );
    assert_eq!(undo(&world).unwrap_err().code(), "nothing-to-undo");
    // And once more from there.
    started(&world);
    finished(&world);
    finished(&world);
    let second = undo(&world).unwrap();
    assert_ne!(second, trash);
    assert_eq!(undone_tree(&world), before);
}

// W-354: what was kept is looked at before anything moves.
#[test]
fn damaged_copies_are_told_and_nothing_is_undone() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    started(&world);
    finished(&world);
    finished(&world);
    std::fs::write(world.path().join(".import/before-update/world/places/quay.json"), b"{}").unwrap();
    let before = tree(world.path());
    let UpdateError::Run(RunError::Damaged { files }) = undo(&world).unwrap_err() else { panic!("damaged") };
    assert_eq!(files, [".import/before-update/world/places/quay.json"]);
    assert_eq!(tree(world.path()), before);
}

// W-355
#[test]
fn cancelling_takes_the_newer_card_away_and_leaves_edits() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    started(&world);
    std::fs::write(world.path().join("places/quay.json"), b"{\"name\": \"Mine\"}").unwrap();
    cancel(&world).unwrap();
    assert!(world.names(".import/update").unwrap().is_empty());
    assert_eq!(text(&world, "places/quay.json"), "{\"name\": \"Mine\"}");
    let told = status(&world).unwrap();
    assert!(told.from_card && !told.waiting && !told.can_undo);
    assert_eq!(undo(&world).unwrap_err().code(), "nothing-to-undo");
}

// W-358
#[test]
fn a_status_tells_whether_there_is_a_card_whether_one_waits_and_whether_to_undo() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    let plain = Status { from_card: true, version_before: Some("1.0".into()), ..Status::default() };
    assert_eq!(status(&world).unwrap(), plain);
    started(&world);
    let at = Some("2026-11-30T10:00:00Z".to_owned());
    let waiting = Status {
        waiting: true,
        file_name: Some("orla v2.json".into()),
        version: Some("2.0".into()),
        started_at: at.clone(),
        ..plain
    };
    assert_eq!(status(&world).unwrap(), waiting);
    finished(&world);
    assert_eq!(status(&world).unwrap(), Status { asked: true, ..waiting });
    finished(&world);
    let done = Status {
        from_card: true,
        can_undo: true,
        version_before: Some("2.0".into()),
        finished_at: at,
        ..Status::default()
    };
    assert_eq!(status(&world).unwrap(), done);
    std::fs::remove_dir_all(world.path().join(".import")).unwrap();
    assert_eq!(status(&world).unwrap(), Status::default());
}

// W-351: a provenance of another schema is never rewritten.
#[test]
fn a_provenance_of_another_schema_stays_as_it_is() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    std::fs::write(world.path().join(".import/provenance.json"), b"{\"schema\": \"x/v9\", \"lines\": 7}").unwrap();
    started(&world);
    finished(&world);
    finished(&world);
    assert_eq!(text(&world, ".import/provenance.json"), "{\"schema\": \"x/v9\", \"lines\": 7}");
}

// W-022 for updates: one writer at a time.
#[test]
fn a_world_that_somebody_writes_to_is_busy() {
    let folder = memory_folder();
    let (_library, world) = library(folder.path());
    started(&world);
    let held = world.lock(world.all().wait()).unwrap();
    for error in [cancel(&world), finish_error(&world), undo(&world).map(|_| ()), mark(&world, "picture", None)] {
        assert_eq!(error.unwrap_err().code(), "busy");
    }
    drop(held);
    cancel(&world).unwrap();
}

// W-352: only with the person's wish, only what is new or may pass; the record is one; nothing here goes out.
#[test]
fn addresses_of_the_newer_card_are_asked_when_that_was_chosen() {
    let item = |address: &str, outcome: PictureOutcome, may_pass: bool, path: Option<&str>| PictureItem {
        address: address.to_owned(),
        outcome,
        may_pass,
        path: path.map(str::to_owned),
        ..PictureItem::default()
    };
    let known = Pictures {
        items: vec![
            item("http://127.0.0.1/late.png", PictureOutcome::Timeout, true, None),
            item("http://127.0.0.1/there.png", PictureOutcome::Saved, false, Some("images/library/there.png")),
            item("http://127.0.0.1/gone.png", PictureOutcome::Saved, false, Some("images/library/gone.png")),
        ],
        ..Pictures::default()
    };
    for wanted in [true, false] {
        let folder = memory_folder();
        let (_library, world) = library(folder.path());
        std::fs::write(world.path().join(".import/pictures.json"), known.to_bytes()).unwrap();
        let notes = |words: &str| {
            let mut card = first();
            card["data"]["creator_notes"] = words.into();
            card
        };
        let late_there = "http://127.0.0.1/late.png http://127.0.0.1/there.png";
        let old = notes(&format!("{late_there} http://127.0.0.1/gone.png"));
        std::fs::write(world.path().join(".import/card.json"), old.to_string()).unwrap();
        let card = normalized(&notes(&format!("{late_there} http://10.0.0.1/new.png")), None);
        let chosen = Choices { pictures: wanted, ..choices_for(&world, &newer(&card), "en").unwrap() };
        outside(|outside| start(&world, &newer(&card), &chosen, false, outside)).unwrap();
        let finish = || outside(|outside| finish(&world, outside)).unwrap();
        finish();
        let Finished::Done(done) = finish() else { panic!("it asks once") };
        assert_eq!((done.fetched, done.dropped_pictures), (0, vec!["images/library/gone.png".to_owned()]));
        let after: Pictures = read(&world);
        let told: Vec<(&str, PictureOutcome)> =
            after.items.iter().map(|item| (item.address.as_str(), item.outcome)).collect();
        let late = if wanted { PictureOutcome::Refused } else { PictureOutcome::Timeout };
        let mut expected = vec![
            ("http://127.0.0.1/late.png", late),
            ("http://127.0.0.1/there.png", PictureOutcome::Saved),
            ("http://127.0.0.1/gone.png", PictureOutcome::Saved),
        ];
        if wanted {
            expected.push(("http://10.0.0.1/new.png", PictureOutcome::Refused));
        }
        assert_eq!(told, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    // W-354: whatever is edited while the newer card waits and after it was finished, undoing gives the start back.
    #[test]
    fn undoing_gives_the_start_back_whatever_was_edited(
        meanwhile in prop::collection::vec((0usize..6, prop::option::of("[a-z ]{0,8}")), 0..6),
        afterwards in prop::collection::vec((0usize..6, prop::option::of("[a-z ]{0,8}")), 0..6),
    ) {
        let folder = memory_folder();
        let (_library, world) = library(folder.path());
        let before = undone_tree(&world);
        let edit = |edits: &[(usize, Option<String>)]| {
            let paths = ["lore/ferry.json", "lore/new.json", "prompts/en/roleplay/style.md", "world.json", "plots/a.json", "stray.txt"];
            for (path, text) in edits {
                let place = world.path().join(paths[*path]);
                match text {
                    Some(text) => {
                        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
                        std::fs::write(place, format!("{{\"name\": \"{text}\"}}")).unwrap();
                    }
                    // A world without its main file cannot be opened at all.
                    None if *path != 3 => drop(std::fs::remove_file(place)),
                    None => {}
                }
            }
        };
        started(&world);
        edit(&meanwhile);
        finished(&world);
        finished(&world);
        edit(&afterwards);
        undo(&world).unwrap();
        prop_assert_eq!(undone_tree(&world), before);
    }
}
