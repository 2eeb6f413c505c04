//! What a person does with a library, one act after the other: keep, list, search, save, go back, throw away, bring
//! back. Each test looks at the files too, since they and not the index are what is kept.

mod common;

use common::{card, kept, library, texts_of};
use ficha_library::{Address, Keep, Library, LibraryError, Options, Query, Record, Save, Sort, Update, sha256, why};
use ficha_model::{Body, Entity, Kind, Media, Original, Path, Raw, SourceRecord};
use serde_json::json;

fn save(library: &Library, address: &Address, base: u64, path: &str, text: &str) -> ficha_library::Result<u64> {
    let mut entity = library.open_entity(address)?.entity;
    assert!(entity.body.set(&Path::of(path), json!(text)));
    let save = Save { address: address.clone(), base, entity, why: why::SAVED.to_owned(), name: None };
    library.save(save).map(|opened| opened.revision)
}

#[test]
fn the_folder_has_the_layout_that_is_promised() {
    let (folder, library) = library();
    let long = "x".repeat(9000);
    let raw = format!(r#"{{"data": {{"name": "Tilda",  "n": 1.0, "d": "{long}"}}}}"#);
    let mut entity = card("Tilda Quarrow", "Mara", &long);
    let original = Original { raw: Some(Raw(raw.as_str().into())), ..Original::default() };
    entity.original.insert("sillytavern".to_owned(), original);
    entity.source =
        Some(SourceRecord { format: "sillytavern".to_owned(), container: "png".to_owned(), ..SourceRecord::default() });
    let item = Keep { source: Some(b"the file".as_slice().into()), entities: vec![entity.clone()], ..Keep::default() };
    let kept = library.keep(vec![item], &mut |_, _| true).remove(0).expect("kept");
    let address = kept.entities[0].0.clone();
    assert_eq!(address.to_string(), "character/tilda-quarrow");

    let file = sha256(b"the file");
    let names: Vec<String> =
        texts_of(folder.path()).into_keys().filter(|name| !name.starts_with("index.sqlite")).collect();
    let blob = |name: &str| format!("blobs/{}/{name}", &name[..2]);
    let mut wanted = vec![
        "entities/character/tilda-quarrow.json".to_owned(),
        "library.json".to_owned(),
        "lock".to_owned(),
        "records/character/tilda-quarrow.json".to_owned(),
        "revisions/character/tilda-quarrow/000001.json".to_owned(),
        blob(&file),
        blob(&sha256(raw.as_bytes())),
        blob(&sha256(long.as_bytes())),
    ];
    wanted.sort();
    assert_eq!(names, wanted);

    let text = library.entity_text(&address).expect("text");
    assert!(
        text.contains(&format!("\"rawBlob\": \"{}\"", sha256(raw.as_bytes()))) && !text.contains("\"raw\""),
        "{text}"
    );
    let opened = library.open_entity(&address).expect("open");
    assert_eq!(opened.revision, 1);
    assert_eq!(opened.entity.original["sillytavern"].raw.as_ref().expect("raw").0.as_ref(), raw);
    assert_eq!(opened.entity.body, entity.body);
    let source = opened.entity.source.expect("source");
    assert_eq!((source.sha256.as_deref(), source.bytes), (Some(file.as_str()), Some(8)));
    assert_eq!(library.blob(&file).expect("blob"), b"the file"[..]);
    let revision = texts_of(folder.path())["revisions/character/tilda-quarrow/000001.json"].clone();
    assert!(revision.len() < 2500 && revision.contains("\"why\": \"kept\""), "{revision}");
    assert_eq!(library.revision(&address, 1).expect("revision").body, entity.body);
}

#[test]
fn an_occupied_id_gets_a_number_and_links_follow() {
    let (_folder, library) = library();
    let book = || Entity::new(Kind::Lorebook, "lore", Body::from(json!({"name": "Lore", "entries": []})));
    let mut first = card("Tilda", "", "a");
    first.body.set(
        &Path::of("knowledgeRefs"),
        json!([{"type": "entity", "id": "lore"}, "lore", {"type": "name", "name": "lore"}]),
    );
    let keep = || Keep { entities: vec![first.clone(), book()], ..Keep::default() };
    let kept = library.keep(vec![keep(), keep(), keep()], &mut |_, _| true);
    let shown: Vec<Vec<String>> = kept
        .iter()
        .map(|kept| kept.as_ref().expect("kept").entities.iter().map(|(address, _)| address.to_string()).collect())
        .collect();
    assert_eq!(
        shown,
        [
            ["character/tilda", "lorebook/lore"],
            ["character/tilda-2", "lorebook/lore-2"],
            ["character/tilda-3", "lorebook/lore-3"]
        ]
    );
    let second = library.open_entity(&"character/tilda-2".parse().expect("address")).expect("open").entity;
    assert_eq!(second.id, "tilda-2");
    let link = json!({"type": "entity", "id": "lore-2"});
    assert_eq!(second.body.list("knowledgeRefs"), [link.clone(), link, json!({"type": "name", "name": "lore"})]);
    assert_eq!(library.resolve("lore-3").expect("address").to_string(), "lorebook/lore-3");
    assert!(matches!(library.resolve("nobody"), Err(LibraryError::NotFound { .. })));
}

#[test]
fn a_save_from_an_older_revision_is_a_conflict() {
    let (_folder, library) = library();
    let address = kept(&library, card("Tilda", "", "first"));
    assert_eq!(save(&library, &address, 1, "identity.description", "second").expect("saved"), 2);
    let error = save(&library, &address, 1, "identity.description", "third").expect_err("a conflict");
    assert!(matches!(error, LibraryError::Conflict { base: 1, current: 2, .. }), "{error}");
    assert_eq!(library.open_entity(&address).expect("open").entity.body.text("identity.description"), Some("second"));
    // Nothing changed: no revision.
    assert_eq!(save(&library, &address, 2, "identity.description", "second").expect("saved"), 2);
    assert_eq!(library.history(&address).expect("history").len(), 2);
}

#[test]
fn every_state_can_be_brought_back() {
    let (_folder, library) = library();
    let long = "灯".repeat(4000);
    let address = kept(&library, card("Tilda", "", &long));
    save(&library, &address, 1, "identity.description", "short").expect("saved");
    save(&library, &address, 2, "persona.scenario", "a harbour").expect("saved");
    let named = library.snapshot(&address, "before the storm").expect("named");
    assert_eq!((named.revision, named.name.as_deref()), (4, Some("before the storm")));
    let first = library.restore(&address, 4, 1).expect("restored");
    assert_eq!(first.revision, 5);
    assert_eq!(first.entity.body.text("identity.description"), Some(long.as_str()));
    assert_eq!(first.entity.body.text("persona.scenario"), None);
    let whole = library.restore(&address, 5, 3).expect("restored");
    assert_eq!(whole.entity.body.text("identity.description"), Some("short"));
    let rows = library.history(&address).expect("history");
    let whys: Vec<(u64, &str)> = rows.iter().map(|row| (row.revision, row.why.as_str())).collect();
    assert_eq!(whys, [(6, "restored"), (5, "restored"), (4, "named"), (3, "saved"), (2, "saved"), (1, "kept")]);
    assert_eq!(rows[2].name.as_deref(), Some("before the storm"));
}

#[test]
fn what_was_done_to_a_file_elsewhere_is_a_revision_before_it_is_replaced() {
    let (folder, library) = library();
    let address = kept(&library, card("Tilda", "", "mine"));
    let file = folder.path().join("entities/character/tilda.json");
    let text = std::fs::read_to_string(&file).expect("text").replace("mine", "theirs");
    std::fs::write(&file, text).expect("write");
    let opened = library.open_entity(&address).expect("open");
    assert_eq!((opened.revision, opened.entity.body.text("identity.description")), (2, Some("theirs")));
    // Whoever opened it before the file changed must not replace it unseen.
    let error = save(&library, &address, 1, "identity.description", "x").expect_err("a conflict");
    assert!(matches!(error, LibraryError::Conflict { current: 2, .. }), "{error}");
    assert_eq!(save(&library, &address, 2, "identity.description", "ours").expect("saved"), 3);
    assert_eq!(library.revision(&address, 2).expect("found").body.text("identity.description"), Some("theirs"));
    assert_eq!(library.history(&address).expect("history")[1].why, why::FOUND);
}

#[test]
fn an_update_brings_its_file_and_its_pictures_along() {
    let (_folder, library) = library();
    let address = kept(&library, card("Tilda", "Mara", "old"));
    let mut entity = card("Tilda Q.", "Mara", "new");
    let uri = ficha_container::data_uri::build("image/png", &[2; 5000]);
    entity.body.set(&Path::of("media.portrait"), json!({"role": "portrait", "ref": uri}));
    let lifted = ficha_library::lift_pictures(&mut entity.body);
    let portrait = format!("sha256:{}", sha256(&[2; 5000]));
    assert_eq!(entity.body.text("media.portrait.ref"), Some(portrait.as_str()));
    entity
        .original
        .insert("pygmalion".to_owned(), Original { raw: Some(Raw("{\"v\": 2}".into())), ..Original::default() });
    entity.source =
        Some(SourceRecord { format: "pygmalion".to_owned(), container: "json".to_owned(), ..SourceRecord::default() });
    let staged = library.stage_bytes("new.json", b"{\"v\": 2}").expect("staged");
    let update = |base| Update {
        address: address.clone(),
        base,
        entity: entity.clone(),
        staged: Some(staged.id.clone()),
        blobs: lifted.clone(),
    };
    let opened = library.update(update(1)).expect("updated");
    assert_eq!((opened.revision, opened.entity.name()), (2, "Tilda Q."));
    assert_eq!(opened.entity.original["pygmalion"].raw, Some(Raw("{\"v\": 2}".into())));
    assert_eq!(opened.entity.source.and_then(|source| source.sha256), Some(sha256(b"{\"v\": 2}")));
    assert!(library.has_blob(&sha256(&[2; 5000])) && library.has_blob(&sha256(b"{\"v\": 2}")));
    assert!(matches!(library.update(update(1)), Err(LibraryError::Conflict { base: 1, current: 2, .. })));
}

#[test]
fn a_state_from_elsewhere_is_told_from_a_later_one() {
    let (folder, library) = library();
    let address = kept(&library, card("Tilda", "", "first"));
    assert!(!library.record_outside(&address).expect("asked"));
    let file = folder.path().join("entities/character/tilda.json");
    let write = |text: &str| {
        let held = std::fs::read_to_string(&file).expect("read");
        let old = library
            .open_entity(&address)
            .expect("open")
            .entity
            .body
            .text("identity.description")
            .expect("text")
            .to_owned();
        std::fs::write(&file, held.replace(&format!("\"{old}\""), &format!("\"{text}\""))).expect("written");
    };
    write("elsewhere");
    assert_eq!(library.newest(&address).expect("newest"), 2);
    assert!(library.record_outside(&address).expect("recorded"));
    assert_eq!((library.newest(&address).expect("newest"), library.history(&address).expect("rows").len()), (2, 2));
    write("elsewhere again");
    assert_eq!(library.newest(&address).expect("newest"), 3);
    let error = save(&library, &address, 2, "identity.name", "Mine").expect_err("a conflict");
    assert!(matches!(error, LibraryError::Conflict { base: 2, current: 3, .. }), "{error}");
}

#[test]
fn pictures_written_as_data_uris_become_blobs() {
    let (_folder, library) = library();
    let picture = vec![7u8; 5000];
    let mut entity = card("Tilda", "", "");
    let uri = ficha_container::data_uri::build("image/webp", &picture);
    entity.body.set(&Path::of("media.portrait"), json!({"role": "portrait", "ref": uri}));
    entity.body.set(&Path::of("media.assets"), json!([{"role": "other", "ref": "data:image/png;base64,AAAA"}]));
    let address = kept(&library, entity);
    let body = library.open_entity(&address).expect("open").entity.body;
    let name = sha256(&picture);
    assert_eq!(body.text("media.portrait.ref"), Some(format!("sha256:{name}").as_str()));
    assert_eq!(body.text("media.portrait.mime"), Some("image/webp"));
    assert_eq!(body.text("media.assets[0].ref"), Some("data:image/png;base64,AAAA"));
    assert_eq!(library.blob(&name).expect("blob"), picture);
    let page = library.list(&Query { limit: 5, ..Query::default() }).expect("list");
    assert_eq!(page.rows[0].portrait.as_deref(), Some(name.as_str()));
}

#[test]
fn the_trash_gives_everything_back() {
    let (folder, library) = library();
    let address = kept(&library, card("Tilda", "", "first"));
    save(&library, &address, 1, "identity.description", "second").expect("saved");
    let before = texts_of(folder.path());
    let trashed = library.remove(std::slice::from_ref(&address)).expect("removed");
    assert!(!library.exists(&address));
    assert_eq!(library.list(&Query { limit: 9, ..Query::default() }).expect("list").total, 0);
    assert_eq!(library.trash().expect("trash"), trashed);
    assert_eq!(library.restore_trash(&[trashed[0].item.clone()]).expect("restored"), std::slice::from_ref(&address));
    let relevant = |texts: std::collections::BTreeMap<String, String>| {
        texts.into_iter().filter(|(name, _)| !name.starts_with("index.sqlite")).collect::<Vec<_>>()
    };
    assert_eq!(relevant(texts_of(folder.path())), relevant(before));

    // The id is taken when it comes back: it gets a number, and its history comes along.
    let trashed = library.remove(std::slice::from_ref(&address)).expect("removed");
    assert_eq!(kept(&library, card("Tilda", "", "another")), address);
    let back = library.restore_trash(&[trashed[0].item.clone()]).expect("restored").remove(0);
    assert_eq!(back.to_string(), "character/tilda-2");
    let opened = library.open_entity(&back).expect("open");
    assert_eq!(opened.entity.body.text("identity.description"), Some("second"));
    assert_eq!(library.revision(&back, 1).expect("revision").body.text("identity.description"), Some("first"));

    let trashed = library.remove(&[back]).expect("removed");
    library.delete_trash(&[trashed[0].item.clone()]).expect("deleted");
    assert_eq!(library.trash().expect("trash"), []);
    for name in ["..", "../entities", "", ".", "a/b"] {
        assert!(library.delete_trash(&[name.to_owned()]).is_err(), "{name}");
    }
    assert!(library.exists(&address));
}

#[test]
fn drafts_and_staged_files_survive_a_restart() {
    let (folder, library) = library();
    let address = kept(&library, card("Tilda", "", ""));
    let value = json!({"baseRevision": 1, "at": "2026-11-30T10:00:00.000Z", "position": 1, "steps": [{
        "label": "Edit name", "at": "2026-11-30T10:00:00.000Z",
        "changes": [{"path": "identity.name", "value": "T"}, {"path": "persona.scenario"}],
        "inverse": [{"path": "identity.name", "value": null}],
        "native": [{"format": "sillytavern", "ops": [{"op": "add", "path": "/x", "value": {"$serde_json::private::Number": "7"}}]}]}]});
    let draft = ficha_library::Draft::from_value(&value).expect("a draft");
    assert_eq!(draft.to_value(), value);
    library.save_draft(&address, &draft).expect("saved");
    let staged = library.stage_bytes("../up/card.png", b"bytes").expect("staged");
    library.set_staged_state(&staged.id, &json!({"decision": "keep"})).expect("state");
    drop(library);

    let library = Library::open(folder.path()).expect("open");
    assert_eq!(library.drafts().expect("drafts"), std::slice::from_ref(&address));
    assert_eq!(library.draft(&address).expect("draft"), Some(draft));
    library.drop_draft(&address).expect("dropped");
    library.drop_draft(&address).expect("dropped again");
    assert_eq!(library.draft(&address).expect("none"), None);
    let found = library.staged().expect("staged");
    assert_eq!((found[0].file_name.as_str(), &found[0].state), ("card.png", &json!({"decision": "keep"})));
    assert_eq!(library.staged_bytes(&staged.id).expect("bytes"), b"bytes"[..]);
    library.discard_staged(&staged.id).expect("discarded");
    assert_eq!(library.staged().expect("staged"), []);
    // A draft that was cut is put aside and not written over.
    std::fs::write(folder.path().join("drafts/character/tilda.json"), "{\"base").expect("write");
    assert!(library.draft(&address).is_err());
    library.save_draft(&address, &ficha_library::Draft { base_revision: 1, ..Default::default() }).expect("saved");
    assert_eq!(texts_of(&folder.path().join("drafts")).len(), 2);
}

#[test]
fn keeping_staged_files_can_be_taken_up_again() {
    let (_folder, library) = library();
    let items = |library: &Library| -> Vec<Keep> {
        let staged = library.staged().expect("staged");
        let one = |staged: ficha_library::Staged| Keep {
            staged: Some(staged.id),
            entities: vec![card(&staged.file_name, "", "text")],
            ..Keep::default()
        };
        staged.into_iter().map(one).collect()
    };
    for number in 0..130 {
        library.stage_bytes(&format!("card {number}"), format!("bytes {number}").as_bytes()).expect("staged");
    }
    let first = library.keep(items(&library), &mut |done, _| done < 20);
    // The group that was being written is finished; the next is not begun.
    assert_eq!(first.len(), 100);
    let total = |library: &Library| library.list(&Query { limit: 1, ..Query::default() }).expect("list").total;
    assert_eq!(total(&library), 100);
    let second = library.keep(items(&library), &mut |_, _| true);
    assert!(second.iter().all(Result::is_ok));
    assert_eq!((second.len(), total(&library)), (130, 130));
    assert_eq!(first[7].as_ref().expect("kept"), second[7].as_ref().expect("kept"));
    let staged = library.staged().expect("staged").remove(7);
    assert_eq!(staged.kept, Some(vec![second[7].as_ref().expect("kept").entities[0].0.clone()]));
}

#[test]
fn a_sweep_takes_only_what_nothing_names_or_finished() {
    let folder = tempfile::tempdir().expect("folder");
    let library =
        Library::open_with(folder.path(), Options { settled: std::time::Duration::ZERO, ..Options::default() })
            .expect("open");
    let mut entity = card("Tilda", "", &"long ".repeat(2000));
    let media = Media { blob: library.put_blob(b"portrait").expect("blob"), mime: "image/png".to_owned() };
    entity.original.insert("sillytavern".to_owned(), Original { source_media: Some(media), ..Original::default() });
    let address = kept(&library, entity);
    let (stray, length) = library.put_blob_from(&mut &b"stray"[..]).expect("blob");
    assert_eq!((stray.as_str(), length), (sha256(b"stray").as_str(), 5));
    save(&library, &address, 1, "identity.description", "short").expect("saved");
    let unfinished =
        ["entities/character/.1-2-3.tmp", "revisions/character/tilda/.1.tmp", "blobs/.1.tmp", "intake/.1.tmp/source"];
    for name in unfinished {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("folder")).expect("make");
        std::fs::write(path, "half").expect("write");
    }
    std::thread::sleep(std::time::Duration::from_millis(20));
    let swept = library.sweep().expect("swept");
    assert_eq!((swept.files, swept.bytes), (1, 5));
    assert!(library.blob(&stray).is_err());
    assert!(texts_of(folder.path()).into_keys().all(|name| !name.contains(".tmp")));
    assert_eq!(
        library.revision(&address, 1).expect("revision").body.text("identity.description").map(str::len),
        Some(10_000)
    );
}

#[test]
fn records_are_the_studios_own_and_make_no_revision() {
    let (folder, library) = library();
    let address = kept(&library, card("Tilda", "", ""));
    let mut record = library.record(&address).expect("record");
    assert!(record.added.is_some());
    record =
        Record { tags: vec!["Favourite".to_owned()], tint: Some("#aabbcc".to_owned()), tokens: Some(812), ..record };
    library.set_record(&address, &record).expect("set");
    assert_eq!(library.open_entity(&address).expect("open").record, record);
    assert_eq!(library.history(&address).expect("history").len(), 1);
    let page = library
        .list(&Query { tags: vec!["favourite".to_owned()], sort: Sort::Added, limit: 3, ..Query::default() })
        .expect("list");
    assert_eq!((page.total, page.rows[0].tokens, page.rows[0].tint.as_deref()), (1, Some(812), Some("#aabbcc")));
    // One that was cut is put aside and not written over.
    std::fs::write(folder.path().join("records/character/tilda.json"), "{\"ad").expect("write");
    library.set_record(&address, &record).expect("set");
    assert_eq!(texts_of(&folder.path().join("records")).len(), 2);
    assert_eq!(library.record(&address).expect("record"), record);
}
