//! The index: lists, search in every script, duplicates, and how it keeps up with files and survives its own death.

mod common;

use std::fs;

use common::{card, kept, library, texts_of};
use ficha_library::{DuplicateWhy, Library, Query, Save, Sort, why};
use ficha_model::{Body, Entity, Kind, Path, SourceRecord};
use serde_json::json;

fn query(text: &str) -> Query {
    Query { text: text.to_owned(), limit: 50, sort: Sort::Name, ..Query::default() }
}

fn found(library: &Library, text: &str) -> Vec<String> {
    library.list(&query(text)).expect("list").rows.iter().map(|row| row.address.id().to_owned()).collect()
}

fn filled() -> (tempfile::TempDir, Library) {
    let (folder, library) = library();
    kept(&library, card("Ana", "Mara", "A lighthouse keeper who counts the waves.\nShe fears the fog."));
    kept(&library, card("Bé", "Łukasz", "古い灯台守の家。霧が深い。"));
    kept(&library, card("Cem", "mara", "등대지기는 안개를 두려워한다."));
    kept(&library, card("Dao", "", "ผู้ดูแลประภาคารกลัวหมอก"));
    let book = json!({"name": "Harbour lore", "tags": ["Sea"], "entries": [{"id": 1, "content": "Fog rolls in."}, {"id": 2, "content": "The LIGHTHOUSE burns."}]});
    kept(&library, Entity::new(Kind::Lorebook, "harbour-lore", Body::from(book)));
    (folder, library)
}

#[test]
fn search_finds_words_in_every_script_and_says_where() {
    let (_folder, library) = filled();
    for (text, ids) in [
        ("lighthouse", &["ana", "harbour-lore"] as &[&str]),
        ("lightho", &["ana", "harbour-lore"]),
        ("\"lightho\"", &[]),
        ("lighthouse fog", &["ana", "harbour-lore"]),
        ("\"lighthouse keeper\"", &["ana"]),
        ("\"keeper lighthouse\"", &[]),
        ("keeper OR rolls", &["ana", "harbour-lore"]),
        ("lighthouse -keeper", &["harbour-lore"]),
        ("-lighthouse", &["bé", "cem", "dao"]),
        ("-keeper lighthouse -\"rolls in\"", &[]),
        ("-keeper fog OR 灯台 -windmill", &["bé", "harbour-lore"]),
        ("fog -x -灯 a OR h", &["ana", "harbour-lore"]),
        ("-keeper -burns", &["bé", "cem", "dao"]),
        ("灯台", &["bé"]),
        ("灯", &["bé"]),
        ("家", &["bé"]),
        ("台灯", &[]),
        ("안개", &["cem"]),
        ("ประภาคาร", &["dao"]),
        ("be", &["bé"]),
        ("lukasz", &[]),
        ("łukasz", &["bé"]),
        ("creator:MARA", &["ana", "cem"]),
        ("kind:lorebook", &["harbour-lore"]),
        ("kind:lorebook OR keeper", &["ana", "harbour-lore"]),
        ("tag:harbour -creator:mara", &["bé", "dao"]),
        ("tag:\"slow burn\" 灯台", &["bé"]),
        ("tag:slow", &[]),
        ("kind:nothing", &[]),
        ("\" ' ) ( * : ^ NEAR AND NOT", &[]),
        ("", &["ana", "bé", "cem", "dao", "harbour-lore"]),
    ] {
        assert_eq!(found(&library, text), ids, "{text}");
    }
    let page = library.list(&query("fog lighthouse")).expect("list");
    assert_eq!((page.total, page.hits.len()), (2, 2));
    assert_eq!(page.hits[0].path, "identity.description");
    assert_eq!(page.hits[0].snippet, "A lighthouse keeper who counts the waves. She fears the fog.");
    assert_eq!(page.hits[1].path, "entries[0].content");
    assert_eq!(library.list(&query("霧")).expect("list").hits[0].snippet, "古い灯台守の家。霧が深い。");
    assert_eq!(library.list(&query("tag:sea")).expect("list").hits, []);
}

#[test]
fn a_name_ranks_before_a_mention() {
    let (_folder, library) = library();
    kept(&library, card("Aaron", "", "He once met Tilda, and Tilda met him. Tilda!"));
    kept(&library, card("Tilda", "", "A keeper of things."));
    let page = library.list(&Query { sort: Sort::Relevance, ..query("tilda") }).expect("list");
    assert_eq!(page.rows[0].name, "Tilda");
}

#[test]
fn lists_sort_filter_and_page() {
    let (_folder, library) = filled();
    let ids = |query: Query| -> (u64, Vec<String>) {
        let page = library.list(&query).expect("list");
        (page.total, page.rows.iter().map(|row| row.address.id().to_owned()).collect())
    };
    let base = Query { limit: 2, sort: Sort::Name, ..Query::default() };
    assert_eq!(ids(Query { offset: 1, ..base.clone() }), (5, vec!["bé".to_owned(), "cem".to_owned()]));
    assert_eq!(ids(Query { descending: true, ..base.clone() }).1, ["harbour-lore", "dao"]);
    assert_eq!(ids(Query { sort: Sort::Added, descending: true, ..base.clone() }).1, ["harbour-lore", "dao"]);
    assert_eq!(ids(Query { kinds: vec![Kind::Lorebook, Kind::Persona], ..base.clone() }).1, ["harbour-lore"]);
    assert_eq!(
        ids(Query {
            tags: vec!["HARBOUR".to_owned(), "slow burn".to_owned()],
            creator: Some("Mara".to_owned()),
            ..base
        })
        .1,
        ["ana", "cem"]
    );
    let summary = library.summary().expect("summary");
    assert_eq!((summary.total, summary.per_kind.as_slice()), (5, &[(Kind::Character, 4), (Kind::Lorebook, 1)][..]));
    assert_eq!(summary.tags, [("Harbour".to_owned(), 4), ("Slow Burn".to_owned(), 4), ("Sea".to_owned(), 1)]);
}

#[test]
fn a_row_stays_small() {
    let (_folder, library) = library();
    let mut entity = card(&"Très long \"nom\" ".repeat(20), &"Créateur ".repeat(20), "");
    entity
        .body
        .set(&Path::of("discovery.tags"), json!((0..50).map(|tag| format!("étiquette {tag}")).collect::<Vec<_>>()));
    entity.body.set(&Path::of("media.portrait.ref"), json!(format!("sha256:{}", "a".repeat(64))));
    entity.id = "short".to_owned();
    entity.source = Some(SourceRecord { format: "sillytavern".to_owned(), ..SourceRecord::default() });
    let address = kept(&library, entity);
    let record = ficha_library::Record {
        tint: Some("#aabbcc".to_owned()),
        tokens: Some(123_456),
        ..library.record(&address).expect("record")
    };
    library.set_record(&address, &record).expect("set");
    let row = library.list(&query("")).expect("list").rows.remove(0);
    let json = json!({
        "kind": row.address.kind().word(), "id": row.address.id(), "name": row.name, "creator": row.creator, "format": row.format,
        "updated": row.updated, "portrait": row.portrait, "tint": row.tint, "tags": row.tags, "tokens": row.tokens,
    })
    .to_string();
    assert!(json.len() <= 300 && row.name.ends_with('…') && row.name.len() > 20, "{} {json}", json.len());
}

#[test]
fn duplicates_are_found_by_bytes_content_and_name() {
    let (_folder, library) = library();
    let with_source = |mut entity: Entity, pointer: Option<&str>| {
        entity.source = Some(SourceRecord {
            sha256: Some("ab".repeat(32)),
            pointer: pointer.map(str::to_owned),
            ..SourceRecord::default()
        });
        entity
    };
    kept(&library, with_source(card("Tilda", "Mara", "one"), None));
    kept(&library, card("Tilda", "Mara", "two"));
    kept(&library, card("Other", "Mara", "three"));
    let whys = |entity: &Entity| -> Vec<(String, DuplicateWhy)> {
        let found = library.duplicates(entity, None).expect("duplicates");
        found.into_iter().map(|duplicate| (duplicate.address.id().to_owned(), duplicate.why)).collect()
    };
    let first = || "tilda".to_owned();
    let second = || "tilda-2".to_owned();
    assert_eq!(whys(&with_source(card("New", "", "x"), None)), [(first(), DuplicateWhy::SameBytes)]);
    assert_eq!(whys(&with_source(card("New", "", "x"), Some("/data/character_book"))), []);
    assert_eq!(
        whys(&card("Tilda", "Mara", "two")),
        [(second(), DuplicateWhy::SameContent), (first(), DuplicateWhy::SameName)]
    );
    assert_eq!(
        whys(&card(" ＴＩＬＤＡ ", "MARA", "x")),
        [(first(), DuplicateWhy::SameName), (second(), DuplicateWhy::SameName)]
    );
    assert_eq!(whys(&card("Tilda", "Someone", "x")), []);
    assert_eq!(whys(&card("", "", "nameless")), []);
}

#[test]
fn files_that_came_changed_or_went_behind_its_back_are_noticed() {
    let (folder, library) = filled();
    let entities = folder.path().join("entities/character");
    let text = fs::read_to_string(entities.join("ana.json")).expect("text");
    // Copied in by hand, under its own id, without record, revision or index.
    fs::write(entities.join("zed.json"), text.replace("\"ana\"", "\"zed\"").replace("lighthouse", "windmill"))
        .expect("write");
    assert_eq!(found(&library, "windmill"), ["zed"]);
    fs::remove_file(entities.join("ana.json")).expect("remove");
    assert_eq!(found(&library, "keeper"), ["zed"]);
    // Another process saves.
    let other = Library::open(folder.path()).expect("open");
    let address = "character/zed".parse().expect("address");
    let mut opened = other.open_entity(&address).expect("open");
    opened.entity.body.set(&Path::of("identity.description"), json!("A windmill on the moor."));
    let save = Save { address, base: opened.revision, entity: opened.entity, why: why::SAVED.to_owned(), name: None };
    assert_eq!(other.save(save).expect("saved").revision, 2);
    assert_eq!(found(&library, "moor"), ["zed"]);
    assert_eq!(found(&library, "keeper"), [] as [&str; 0]);
}

#[test]
fn files_that_cannot_be_read_are_listed_and_left_alone() {
    let (folder, library) = filled();
    let entities = folder.path().join("entities/character");
    let whole = fs::read_to_string(entities.join("cem.json")).expect("text");
    let half = &whole.as_bytes()[..whole.len() / 2];
    fs::write(entities.join("cem.json"), half).expect("write");
    fs::write(entities.join("misnamed.json"), &whole).expect("write");
    fs::write(entities.join("Dao (conflicted copy).json"), &whole).expect("write");
    fs::write(entities.join("bytes.json"), [0xff, 0xfe, 0]).expect("write");
    fs::write(entities.join("notes.txt"), "mine").expect("write");
    let before = texts_of(&entities);
    let damaged = library.summary().expect("summary").damaged;
    let files: Vec<&str> =
        damaged.iter().map(|damaged| damaged.file.trim_start_matches("entities/character/")).collect();
    assert_eq!(files, ["Dao (conflicted copy).json", "bytes.json", "cem.json", "misnamed.json", "notes.txt"]);
    assert!(damaged[3].error.contains("character/misnamed"), "{:?}", damaged[3]);
    assert_eq!(found(&library, ""), ["ana", "bé", "dao", "harbour-lore"]);
    let address = "character/cem".parse().expect("address");
    assert!(library.open_entity(&address).is_err());
    let save = Save { address, base: 1, entity: card("Cem", "", ""), why: why::SAVED.to_owned(), name: None };
    assert!(library.save(save).is_err());
    // Its id is taken for as long as it is there.
    assert_eq!(kept(&library, card("Cem", "", "")).id(), "cem-2");
    library.rebuild(&|_, _| true).expect("rebuilt");
    let mut after = texts_of(&entities);
    after.remove("cem-2.json");
    assert_eq!(after, before);
    // Mended, it is back.
    fs::write(entities.join("cem.json"), &whole).expect("write");
    library.refresh(&|_, _| true).expect("refreshed");
    assert_eq!(found(&library, "안개"), ["cem"]);
}

#[test]
fn a_broken_index_costs_nothing_but_time() {
    let (folder, library) = filled();
    let all = found(&library, "");
    drop(library);
    let file = folder.path().join("index.sqlite");
    let wreck = |bytes: &[u8]| {
        for tail in ["-wal", "-shm"] {
            let _ = fs::remove_file(folder.path().join(format!("index.sqlite{tail}")));
        }
        fs::write(&file, bytes).expect("write");
    };
    let whole = fs::read(&file).expect("index");
    let mut scratched = whole.clone();
    for at in (4096..scratched.len()).step_by(37) {
        scratched[at] ^= 0x5a;
    }
    for (what, bytes) in [
        ("no database", b"junk".as_slice()),
        ("empty", b""),
        ("cut", &whole[..whole.len() / 3]),
        ("scratched", &scratched),
    ] {
        wreck(bytes);
        let library = Library::open(folder.path()).expect("open");
        assert_eq!(found(&library, ""), all, "{what}");
        assert_eq!(found(&library, "灯台"), ["bé"], "{what}");
    }
    // From another version, deleted, and a folder in its place that nothing can replace.
    let connection = rusqlite::Connection::open(&file).expect("open");
    connection.pragma_update(None, "user_version", 999).expect("set");
    drop(connection);
    assert_eq!(found(&Library::open(folder.path()).expect("open"), ""), all);
    wreck(b"");
    fs::remove_file(&file).expect("remove");
    let library = Library::open(folder.path()).expect("open");
    assert_eq!(found(&library, ""), all);
    // Deleted while it is open.
    fs::remove_file(&file).expect("remove");
    assert_eq!(found(&library, ""), all);
    drop(library);
    for tail in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(folder.path().join(format!("index.sqlite{tail}")));
    }
    fs::create_dir_all(file.join("in the way")).expect("make");
    let library = Library::open(folder.path()).expect("open");
    assert_eq!(found(&library, ""), all);
    kept(&library, card("Eve", "", ""));
    assert_eq!(found(&library, "eve"), ["eve"]);
}

#[test]
fn an_index_that_another_process_holds_does_not_stop_a_save() {
    let (folder, library) = filled();
    found(&library, "");
    let other = rusqlite::Connection::open(folder.path().join("index.sqlite")).expect("open");
    other.execute_batch("BEGIN IMMEDIATE").expect("begin");
    kept(&library, card("Eve", "", "held"));
    assert_eq!(found(&library, ""), ["ana", "bé", "cem", "dao", "harbour-lore"]);
    other.execute_batch("COMMIT").expect("commit");
    assert_eq!(found(&library, "held"), ["eve"]);
}

#[test]
fn entities_and_blobs_alone_are_enough() {
    let (folder, library) = filled();
    let all = found(&library, "");
    drop(library);
    let copy = tempfile::tempdir().expect("folder");
    for (name, text) in texts_of(&folder.path().join("entities")) {
        let to = copy.path().join("entities").join(name);
        fs::create_dir_all(to.parent().expect("parent")).expect("make");
        fs::write(to, text).expect("write");
    }
    let library = Library::open(copy.path()).expect("open");
    assert_eq!(found(&library, ""), all);
    let opened = library.open_entity(&"character/ana".parse().expect("address")).expect("open");
    assert_eq!(opened.revision, 1);
    let row = library.list(&query("ana")).expect("list").rows.remove(0);
    assert_eq!(row.updated, opened.saved_at);
}
