//! A disk that fails at one step, tried at every step of every act that writes. Afterwards the folder must hold the
//! state before the act or after it, every revision must read, and the same act must succeed on a sound disk. Nothing
//! is really synced: a failing step is what is tried here, not a power cut, and waiting for the disk would take minutes.

mod common;

use std::path::Path as FilePath;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use common::failing::{Failing, copy, memory_folder};
use common::{card, texts_of};
use ficha_library::{Address, Draft, Keep, Library, LibraryError, Options, Query, Save, Update, why};
use ficha_model::{Body, Entity, Kind, Original, Path, Raw, SourceRecord};
use serde_json::json;

fn address() -> Address {
    "character/tilda".parse().expect("address")
}

/// A card whose parts go to all the places a save writes to.
fn whole_card(text: &str) -> Entity {
    let mut entity = card("Tilda", "Mara", &format!("{text} ").repeat(1500));
    let raw = format!("{{\"text\": \"{}\"}}", text.repeat(2000));
    entity.original.insert("sillytavern".to_owned(), Original { raw: Some(Raw(raw.into())), ..Original::default() });
    entity.source = Some(SourceRecord { format: "sillytavern".to_owned(), ..SourceRecord::default() });
    entity
}

/// A folder as it is before each act: one card with two revisions and a draft, one thing in the trash, one staged file.
fn prepared(folder: &FilePath) {
    let library = Failing::after(i64::MAX, false).open(folder);
    common::kept(&library, whole_card("first"));
    let save =
        Save { address: address(), base: 1, entity: whole_card("second"), why: why::SAVED.to_owned(), name: None };
    library.save(save).expect("saved");
    let gone = common::kept(&library, card("Gone", "", ""));
    library.remove(&[gone]).expect("removed");
    library
        .save_draft(&address(), &Draft { base_revision: 1, at: "2026".to_owned(), ..Draft::default() })
        .expect("draft");
    library.stage_bytes("new.png", b"new file").expect("staged");
}

type Act = fn(&Library) -> ficha_library::Result<()>;

const ACTS: [(&str, Act); 9] = [
    ("save", |library| {
        let opened = library.open_entity(&address())?;
        let save = Save {
            address: address(),
            base: opened.revision,
            entity: whole_card("third"),
            why: why::SAVED.to_owned(),
            name: None,
        };
        library.save(save).map(drop)
    }),
    ("snapshot", |library| library.snapshot(&address(), "named").map(drop)),
    ("restore", |library| {
        let opened = library.open_entity(&address())?;
        library.restore(&address(), opened.revision, 1).map(drop)
    }),
    ("update", |library| {
        let opened = library.open_entity(&address())?;
        let staged = library.staged()?.first().map(|staged| staged.id.clone());
        library
            .update(Update {
                address: address(),
                base: opened.revision,
                entity: whole_card("fourth"),
                staged,
                blobs: vec![],
            })
            .map(drop)
    }),
    ("keep", |library| {
        let staged = library.staged()?.first().map(|staged| staged.id.clone());
        let book = Entity::new(Kind::Lorebook, "lore", Body::from(json!({"name": "Lore"})));
        let mut second = whole_card("kept");
        second.body.set(&Path::of("knowledgeRefs"), json!([{"type": "entity", "id": "lore"}]));
        library
            .keep(vec![Keep { staged, entities: vec![second, book], ..Keep::default() }], &mut |_, _| true)
            .remove(0)
            .map(drop)
    }),
    ("draft", |library| {
        library.save_draft(&address(), &Draft { base_revision: 1, at: "2027".to_owned(), ..Draft::default() })
    }),
    ("stage", |library| library.stage_bytes("another.png", b"another").map(drop)),
    ("remove", |library| if library.exists(&address()) { library.remove(&[address()]).map(drop) } else { Ok(()) }),
    ("bring back", |library| {
        let items: Vec<String> =
            library.trash()?.into_iter().filter(|item| item.name == "Gone").map(|item| item.item).collect();
        library.restore_trash(&items).map(drop)
    }),
];

/// Everything that must be true of a sound library.
fn check(library: &Library, before: &Entity, what: &str) {
    assert_eq!(library.summary().expect("summary").damaged, [], "{what}");
    let mut found = 0;
    for row in list(library) {
        let opened = library.open_entity(&row.address).unwrap_or_else(|error| panic!("{what}: {error}"));
        for revision in library.history(&row.address).expect("history") {
            library.revision(&row.address, revision.revision).unwrap_or_else(|error| panic!("{what}: {error}"));
        }
        if row.address == address() {
            found += 1;
            let text = opened
                .entity
                .body
                .text("identity.description")
                .unwrap_or("")
                .split(' ')
                .next()
                .unwrap_or("")
                .to_owned();
            assert!(["first", "second", "third", "fourth"].contains(&text.as_str()), "{what}: {text}");
            let raw = opened.entity.original["sillytavern"].raw.as_ref().expect("raw").0.to_string();
            assert!(raw.contains(&text.repeat(2000)), "{what}: body and original are of one save");
            assert_eq!(library.revision(&address(), 1).expect("first").body, before.body, "{what}");
        }
    }
    if found == 0 {
        assert!(library.trash().expect("trash").iter().any(|item| item.address == address()), "{what}: it is nowhere");
    }
    assert!(library.drafts().expect("drafts").iter().all(|address| library.draft(address).is_ok()), "{what}");
    let files = texts_of(library.root());
    for (name, text) in &files {
        if let Some(blob) = name.strip_prefix("blobs/").filter(|name| !name.contains(".tmp")) {
            assert_eq!(ficha_library::sha256(text.as_bytes()), blob[3..], "{what}: {name}");
        }
    }
}

fn try_every_step(full: bool) {
    let model = memory_folder();
    prepared(model.path());
    let before = Library::open(model.path()).expect("open").revision(&address(), 1).expect("first");
    for (name, act) in ACTS {
        for step in 0.. {
            assert!(step < 400, "{name} never ends");
            let folder = memory_folder();
            copy(model.path(), folder.path());
            let disk = Failing::after(i64::MAX, full);
            let library = disk.open(folder.path());
            disk.left.store(step, Ordering::SeqCst);
            let done = act(&library);
            drop(library);
            let what = format!("{name}, step {step}, full {full}");
            let unfinished = texts_of(folder.path()).into_keys().find(|name| name.ends_with(".tmp"));
            assert_eq!(unfinished, None, "{what}");
            let sound = Failing::after(i64::MAX, false).open(folder.path());
            check(&sound, &before, &what);
            act(&sound).unwrap_or_else(|error| panic!("{what}, again: {error}"));
            check(&sound, &before, &format!("{what}, again"));
            if name == "keep" {
                let ids: Vec<String> = list(&sound).iter().map(|row| row.address.to_string()).collect();
                assert_eq!(ids, ["lorebook/lore", "character/tilda", "character/tilda-2"], "{what}: kept once");
            }
            match done {
                Ok(()) => {
                    assert!(step > 3, "{name} has too few steps to be true");
                    break;
                }
                Err(error) => assert!(matches!(error, LibraryError::Io { .. }), "{what}: {error}"),
            }
        }
    }
}

fn list(library: &Library) -> Vec<ficha_library::Row> {
    library.list(&Query { limit: 99, ..Query::default() }).expect("list").rows
}

#[test]
fn one_failing_step_loses_nothing() {
    try_every_step(false);
}

#[test]
fn a_disk_that_stays_full_loses_nothing() {
    try_every_step(true);
}

#[test]
fn a_folder_that_cannot_be_written_is_read_and_says_so() {
    let folder = tempfile::tempdir().expect("folder");
    prepared(folder.path());
    let disk = Failing::after(0, true);
    let before = texts_of(folder.path());
    let library =
        Library::open_with(folder.path(), Options { disk: Arc::new(disk), ..Options::default() }).expect("open");
    assert!(library.read_only().is_some_and(|why| why.contains("no space left")), "{:?}", library.read_only());
    assert_eq!(
        library.list(&Query { text: "second".to_owned(), limit: 9, ..Query::default() }).expect("list").total,
        1
    );
    library.open_entity(&address()).expect("open");
    for (name, act) in ACTS {
        let error = act(&library).expect_err(name);
        assert!(matches!(error, LibraryError::ReadOnly { .. }), "{name}: {error}");
    }
    assert_eq!(texts_of(folder.path()), before);
}

#[test]
fn a_newer_folder_is_read_and_says_so() {
    let folder = tempfile::tempdir().expect("folder");
    prepared(folder.path());
    for marker in ["{\"ficha\": 2, \"more\": true}", "{}", "half a mark"] {
        std::fs::write(folder.path().join("library.json"), marker).expect("write");
        let library = Library::open(folder.path()).expect("open");
        assert!(library.read_only().is_some(), "{marker}");
        assert!(matches!(library.put_blob(b"x"), Err(LibraryError::ReadOnly { .. })), "{marker}");
        library.open_entity(&address()).expect("open");
    }
    // There is no folder and none can be made: that is an error, since there is nothing to read.
    let file = folder.path().join("library.json");
    assert!(matches!(Library::open(&file.join("below a file")), Err(LibraryError::Io { .. })));
}
