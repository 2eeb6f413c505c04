//! Worlds through the command table: made, listed, opened, written, discarded, with their pictures.

mod common;

use common::Desk;
use ficha_api::ErrorCode;
use serde_json::{Value, json};

fn world(desk: &Desk) -> String {
    let row = desk.call("world_new", json!({ "name": "Lantern Quay", "language": "en" }));
    row["id"].as_str().expect("an id").to_owned()
}

fn set(desk: &Desk, world: &str, document: &str, doc: Value) -> Value {
    desk.call("world_set", json!({ "world": world, "document": document, "doc": doc }))
}

fn codes(written: &Value) -> Vec<&str> {
    written["problems"].as_array().expect("problems").iter().filter_map(|problem| problem["code"].as_str()).collect()
}

fn files(desk: &Desk, world: &str) -> Vec<String> {
    let folder = desk.folder.path().join("library/worlds").join(world);
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(&folder).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
        found.push(entry.path().strip_prefix(&folder).expect("below").to_string_lossy().into_owned());
    }
    // The lock is the operating system's, and its file says nothing.
    found.retain(|file| file != ".lock");
    found.sort();
    found
}

#[test]
fn a_world_becomes_ready_by_a_place_and_one_player() {
    let desk = Desk::new();
    let row = desk.call("world_new", json!({ "name": "Lantern Quay", "language": "en" }));
    assert_eq!((row["id"].as_str(), row["readiness"].as_str()), (Some("lantern-quay"), Some("draft")));
    assert_eq!(desk.call("world_new", json!({ "name": "Lantern Quay!", "language": "zh" }))["id"], "lantern-quay-2");
    let written = set(&desk, "lantern-quay", "places/quay", json!({ "name": "The quay" }));
    // No place to begin at yet: told, and never a refusal.
    assert_eq!(codes(&written), ["no-start"]);
    let written = desk.call("world_info", json!({ "world": "lantern-quay", "changes": { "start_places": ["quay"] } }));
    assert_eq!((written["readiness"].as_str(), codes(&written).len()), (Some("needs-player"), 0));
    let written = desk.call("world_player", json!({ "world": "lantern-quay", "document": null, "name": "Tam Reed" }));
    assert_eq!(
        (written["readiness"].as_str(), written["document"].as_str()),
        (Some("ready"), Some("characters/tam-reed"))
    );
    let doc = desk.call("world_document", json!({ "world": "lantern-quay", "document": "characters/tam-reed" }));
    assert_eq!(doc, json!({ "name": "Tam Reed", "playable": true, "start": "quay" }));
    // Somebody who is there keeps what they have.
    set(&desk, "lantern-quay", "characters/orla", json!({ "name": "Orla", "summary": "Keeps the light." }));
    desk.call("world_player", json!({ "world": "lantern-quay", "document": "characters/orla", "name": null }));
    let doc = desk.call("world_document", json!({ "world": "lantern-quay", "document": "characters/orla" }));
    assert_eq!(doc["summary"], "Keeps the light.");
    assert_eq!(doc["start"], "quay");
    let rows = desk.call("world_list", json!({}));
    let rows: Vec<(&str, &str)> = rows
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (row["id"].as_str().unwrap_or(""), row["readiness"].as_str().unwrap_or("")))
        .collect();
    assert_eq!(rows, [("lantern-quay", "ready"), ("lantern-quay-2", "draft")]);
    assert_eq!(desk.call("world_list", json!({}))[0]["counts"]["characters"], 2);
}

#[test]
fn what_its_own_table_rejects_is_refused_and_nothing_is_written() {
    let desk = Desk::new();
    let world = world(&desk);
    let before = files(&desk, &world);
    let refused = |document: &str, doc: Value| {
        desk.try_call("world_set", json!({ "world": world, "document": document, "doc": doc })).expect_err("refused")
    };
    assert_eq!(refused("characters/orla", json!({ "name": 7 })).code, ErrorCode::Malformed);
    assert_eq!(refused("characters/orla", json!({ "name": "Orla", "mood": "dry" })).code, ErrorCode::CannotExpress);
    assert_eq!(refused("characters/orla", json!([])).code, ErrorCode::Malformed);
    for document in ["characters/../orla", "../x/y", "people/orla", "characters/.orla", "characters/", "characters/a b"]
    {
        assert_eq!(refused(document, json!({ "name": "Orla" })).code, ErrorCode::Usage, "{document}");
    }
    let info = |changes: Value| {
        desk.try_call("world_info", json!({ "world": world, "changes": changes })).expect_err("refused").code
    };
    assert_eq!(info(json!({ "name": "Other" })), ErrorCode::Usage);
    assert_eq!(info(json!({ "description": 7 })), ErrorCode::Malformed);
    let rows = |file: &str, rows: Value| {
        desk.try_call("world_rows", json!({ "world": world, "file": file, "rows": rows })).expect_err("refused").code
    };
    assert_eq!(rows("images/index.json", json!([])), ErrorCode::Usage);
    assert_eq!(rows("commands.json", json!([{ "word": "two words", "description": "" }])), ErrorCode::Malformed);
    assert_eq!(rows("variables.json", json!({})), ErrorCode::Malformed);
    assert_eq!(files(&desk, &world), before);
}

#[test]
fn lists_prompts_and_own_fields_are_written() {
    let desk = Desk::new();
    let world = world(&desk);
    let rows = json!([{ "word": "summon", "description": "Call a stranger." }]);
    desk.call("world_rows", json!({ "world": world, "file": "commands.json", "rows": rows }));
    desk.call("world_prompt", json!({ "world": world, "language": "zh", "slot": "style", "text": "简洁。" }));
    desk.call("world_rename", json!({ "world": world, "name": "The Quay" }));
    desk.call("world_own_field", json!({ "world": world, "field": "sampling", "value": { "temperature": 0.8 } }));
    let opened = desk.call("world_open", json!({ "world": world }));
    assert_eq!(opened["name"], "The Quay");
    assert_eq!(opened["info"]["sampling"], json!({ "temperature": 0.8 }));
    assert_eq!(opened["lists"]["commands.json"]["commands"], rows);
    assert_eq!(opened["prompts"], json!([{ "language": "zh", "slot": "style", "text": "简洁。" }]));
    desk.call("world_prompt", json!({ "world": world, "language": "zh", "slot": "style", "text": "" }));
    assert_eq!(desk.call("world_open", json!({ "world": world }))["prompts"], json!([]));
}

#[test]
fn what_is_removed_comes_back() {
    let desk = Desk::new();
    let world = world(&desk);
    set(&desk, &world, "places/quay", json!({ "name": "The quay" }));
    set(&desk, &world, "characters/orla", json!({ "name": "Orla", "start": "quay" }));
    let written = desk.call("world_remove", json!({ "world": world, "document": "places/quay" }));
    assert_eq!(codes(&written), ["dangling", "no-place"]);
    let gone = desk.try_call("world_remove", json!({ "world": world, "document": "places/quay" }));
    assert_eq!(gone.expect_err("gone").code, ErrorCode::NotFound);
    let removed = desk.call("world_removed", json!({ "world": world }));
    assert_eq!(removed[0]["files"], json!(["places/quay.json"]));
    let back = desk.call("world_put_back", json!({ "world": world, "item": removed[0]["item"] }));
    assert_eq!((back["document"].as_str(), codes(&back).len()), (Some("places/quay"), 0));
    // A whole world goes and comes back.
    let row = desk.call("world_discard", json!({ "world": world }));
    assert_eq!(row["name"], "Lantern Quay");
    assert_eq!(desk.call("world_list", json!({})), json!([]));
    assert_eq!(desk.call("world_trash", json!({}))[0]["item"], row["item"]);
    assert_eq!(desk.call("world_restore", json!({ "item": row["item"] }))["id"], world.as_str());
    for hostile in ["..", "../lantern-quay", "", "a/b"] {
        assert!(desk.try_call("world_restore", json!({ "item": hostile })).is_err(), "{hostile}");
        assert!(desk.try_call("world_discard", json!({ "world": hostile })).is_err(), "{hostile}");
        assert!(desk.try_call("world_put_back", json!({ "world": world, "item": hostile })).is_err(), "{hostile}");
    }
}

#[test]
fn broken_worlds_are_listed_with_the_reason() {
    let desk = Desk::new();
    let world = world(&desk);
    let folder = desk.folder.path().join("library/worlds");
    std::fs::create_dir_all(folder.join("half/characters")).expect("made");
    std::fs::create_dir_all(folder.join("newer")).expect("made");
    std::fs::create_dir_all(folder.join("torn")).expect("made");
    std::fs::write(folder.join("newer/world.json"), r#"{"schema": "ficha-world/v2", "name": "Later"}"#)
        .expect("written");
    std::fs::write(folder.join("torn/world.json"), r#"{"schema": "ficha-wo"#).expect("written");
    std::fs::create_dir_all(folder.join(&world).join("lore")).expect("made");
    std::fs::write(folder.join(&world).join("lore/tide.json"), r#"{"title": "Tide", "title": "Ebb"}"#)
        .expect("written");
    let rows = desk.call("world_list", json!({}));
    let row = |id: &str| rows.as_array().expect("rows").iter().find(|row| row["id"] == id).expect("a row").clone();
    assert!(row("half")["unreadable"].as_str().is_some_and(|why| why.contains("world.json")), "{}", row("half"));
    assert!(row("torn")["unreadable"].is_string(), "{}", row("torn"));
    assert_eq!(row("newer")["newer"], true);
    assert_eq!(row(&world)["unreadable"], Value::Null);
    assert_eq!(
        desk.try_call("world_open", json!({ "world": "half" })).expect_err("no world").code,
        ErrorCode::Malformed
    );
    let error =
        desk.try_call("world_set", json!({ "world": "newer", "document": "lore/x", "doc": {} })).expect_err("newer");
    assert_eq!(error.code, ErrorCode::Unsupported);
    // An unreadable document is shown with its text, is not written over, and can be taken out.
    let opened = desk.call("world_open", json!({ "world": world }));
    assert_eq!(opened["unreadable"][0]["file"], "lore/tide.json");
    assert!(opened["unreadable"][0]["text"].as_str().is_some_and(|text| text.contains("Ebb")));
    let tide = json!({ "title": "Tide", "text": "It comes twice.", "scope": "everyone" });
    let over = desk.try_call("world_set", json!({ "world": world, "document": "lore/tide", "doc": tide }));
    assert_eq!(over.expect_err("damaged").code, ErrorCode::Malformed);
    desk.call("world_remove", json!({ "world": world, "document": "lore/tide" }));
    set(&desk, &world, "lore/tide", tide);
    assert!(
        files(&desk, &world).iter().any(|file| file.starts_with(".trash/deleted-") && file.ends_with("lore/tide.json"))
    );
}

#[test]
fn pictures_are_added_shown_removed_and_put_back() {
    let desk = Desk::new();
    let world = world(&desk);
    set(&desk, &world, "characters/orla", json!({ "name": "Orla" }));
    let png = desk.folder.path().join("Orla at dusk.png");
    std::fs::write(&png, ficha_testkit::png::write(&ficha_testkit::png::picture(40, 30))).expect("written");
    let add = |of: Value, role: &str| json!({ "world": world, "path": png.to_string_lossy(), "of": of, "role": role });
    let written = desk.call("world_picture_add", add(json!("characters/orla"), "reference"));
    assert_eq!(written["picture"], "images/characters/orla/orla-at-dusk.png");
    let again = desk.call("world_picture_add", add(json!("characters/orla"), "reference"));
    assert_eq!(again["picture"], "images/characters/orla/orla-at-dusk-2.png");
    assert_eq!(desk.call("world_picture_add", add(Value::Null, "cover"))["picture"], "images/cover.png");
    let row = desk.call("world_list", json!({}))[0].clone();
    assert_eq!(row["cover"], "images/cover.png");
    // Shown like a picture of the library, whole and as a thumbnail.
    let key = row["coverMedia"].as_str().expect("a key").to_owned();
    assert_eq!(desk.studio.pictures().get(&key, None).expect("whole").mime, "image/png");
    desk.studio.pictures().get(&key, Some(64)).expect("a thumbnail");
    let opened = desk.call("world_open", json!({ "world": world }));
    assert_eq!(opened["pictures"].as_array().map(Vec::len), Some(3));
    let index = &opened["lists"]["images/index.json"]["images"];
    assert_eq!(index[0]["role"], "reference");
    assert_eq!((index[0]["width"].as_u64(), index[0]["original_name"].as_str()), (Some(40), Some("Orla at dusk.png")));

    let picture = "images/characters/orla/orla-at-dusk.png";
    desk.call("world_picture_remove", json!({ "world": world, "picture": picture }));
    let opened = desk.call("world_open", json!({ "world": world }));
    assert_eq!(opened["lists"]["images/index.json"]["images"].as_array().map(Vec::len), Some(2));
    desk.call("world_picture_restore", json!({ "world": world, "picture": picture }));
    let opened = desk.call("world_open", json!({ "world": world }));
    assert_eq!(opened["lists"]["images/index.json"]["images"].as_array().map(Vec::len), Some(3));
    assert_eq!(opened["problems"], desk.call("world_open", json!({ "world": world }))["problems"]);
    assert!(desk.try_call("world_picture_restore", json!({ "world": world, "picture": picture })).is_err());

    // The whole of what was taken out together comes back too, and leaves nothing behind.
    desk.call("world_picture_remove", json!({ "world": world, "picture": picture }));
    let removed = desk.call("world_removed", json!({ "world": world }));
    assert_eq!(removed[0]["files"], json!([picture]));
    let back = desk.call("world_put_back", json!({ "world": world, "item": removed[0]["item"] }));
    assert_eq!(back["picture"], picture);
    assert_eq!(desk.call("world_removed", json!({ "world": world })), json!([]));
    let opened = desk.call("world_open", json!({ "world": world }));
    assert_eq!(opened["lists"]["images/index.json"]["images"].as_array().map(Vec::len), Some(3));

    let text = desk.folder.path().join("page.png");
    std::fs::write(&text, "<html>").expect("written");
    let no = json!({ "world": world, "path": text.to_string_lossy(), "of": null, "role": "library" });
    assert_eq!(desk.try_call("world_picture_add", no).expect_err("no picture").code, ErrorCode::Unsupported);
    let hostile = json!({ "world": world, "picture": "../../settings.json" });
    assert!(desk.try_call("world_picture_remove", hostile.clone()).is_err());
    assert!(desk.try_call("world_picture_restore", hostile).is_err());
}

#[test]
fn forms_know_every_field_the_tables_have() {
    let desk = Desk::new();
    let schema = desk.call("world_schema", json!({}));
    let tables = schema["tables"].as_object().expect("tables");
    let start = tables["characters"].as_array().expect("fields").iter().find(|field| field["key"] == "start");
    let start = start.expect("a field");
    assert_eq!((start["is"].as_str(), start["folders"][0].as_str()), (Some("id"), Some("places")));
    assert_eq!(start["nullable"], true);
    let json_schema = desk.call("world_json_schema", json!({ "file": null }));
    for (table, of) in
        [("characters", "character"), ("places", "place"), ("lore", "lore"), ("world.json", "world.json")]
    {
        let keys: Vec<&str> =
            tables[table].as_array().expect("fields").iter().filter_map(|field| field["key"].as_str()).collect();
        let properties: Vec<&str> =
            json_schema[of]["properties"].as_object().expect("properties").keys().map(String::as_str).collect();
        assert_eq!(keys, properties, "{table}");
    }
    assert!(desk.try_call("world_json_schema", json!({ "file": "nothing" })).is_err());
}

#[test]
fn a_world_travels_with_its_books_and_preset() {
    let desk = Desk::new();
    let id = world(&desk);
    let library = desk.folder.path().join("library");
    let put = |path: &str, text: &str| {
        let path = library.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    let book =
        r#"{"schema": "ficha-lorebook/v1", "name": "Tides", "language": "en", "created_at": "2026-01-02T03:04:05Z"}"#;
    put("lorebooks/tides/lorebook.json", book);
    put("lorebooks/tides/entries/ebb.json", r#"{"title": "Ebb", "text": "It goes out.", "scope": "everyone"}"#);
    put("lorebooks/tides/.import/state.json", "{}");
    put(
        "presets/slow/preset.json",
        r#"{"schema": "ficha-preset/v1", "name": "Slow", "created_at": "2026-01-02T03:04:05Z"}"#,
    );
    put("presets/slow/prompts/en/roleplay/style.md", "Take your time.");
    desk.call("world_own_field", json!({ "world": id, "field": "lorebooks", "value": ["tides"] }));
    desk.call("world_own_field", json!({ "world": id, "field": "preset", "value": "slow" }));
    put("worlds/lantern-quay/.import/card.json", "{}");
    let path = desk.folder.path().join("quay.world.zip").to_string_lossy().into_owned();
    let export = json!({ "world": id, "path": path, "companions": true, "overwrite": false });
    assert_eq!(desk.call("world_export", export.clone())["leftOut"], json!([]));
    assert_eq!(desk.try_call("world_export", export).expect_err("it is there").code, ErrorCode::Conflict);

    // Into another library: books and preset come along, and nothing of the studio's.
    let other = Desk::new();
    let row = other.call("world_import", json!({ "path": path, "raise": null }));
    assert_eq!((row["id"].as_str(), &row["skipped"]), (Some("lantern-quay"), &json!([])));
    let there = other.folder.path().join("library");
    assert_eq!(std::fs::read_to_string(there.join("lorebooks/tides/lorebook.json")).expect("a book"), book);
    assert!(there.join("presets/slow/prompts/en/roleplay/style.md").exists());
    assert!(!there.join("lorebooks/tides/.import").exists() && !there.join("worlds/lantern-quay/.import").exists());

    // Once more: the same book is used, another one of that name keeps its own, and the world names the right one.
    other.call("world_import", json!({ "path": path, "raise": null }));
    assert_eq!(std::fs::read_dir(there.join("lorebooks")).expect("books").count(), 1);
    std::fs::write(there.join("lorebooks/tides/lorebook.json"), book.replace("Tides", "Other tides")).expect("written");
    let row = other.call("world_import", json!({ "path": path, "raise": null }));
    let opened = other.call("world_open", json!({ "world": row["id"] }));
    assert_eq!((&opened["info"]["lorebooks"], &opened["info"]["preset"]), (&json!(["tides-2"]), &json!("slow")));
    let kept = std::fs::read_to_string(there.join("lorebooks/tides/lorebook.json")).expect("a book");
    assert!(kept.contains("Other tides"));

    // A browser sends the bytes, and gets the file back.
    let (name, zip) = ficha_api::carry_out::world_file(&desk.studio, &id).expect("the file");
    assert_eq!(name, "lantern-quay.world.zip");
    let answer = ficha_api::uploads::take(&other.studio, "world-upload", "name=x.zip", zip.into()).expect("taken");
    assert!(answer.contains("\"lantern-quay-4\""), "{answer}");
    let no = ficha_api::uploads::take(&other.studio, "world-upload", "name=x.zip", "no archive".into());
    assert!(no.is_err());
    // One over a limit says what it would need, and is opened when the limit is raised for it.
    let many: Vec<_> =
        (0..10_001).map(|at| ficha_testkit::archive::stored(&format!("world/{at}.json"), "{}")).collect();
    let many = ficha_testkit::archive::write(&many);
    let no = ficha_api::uploads::take(&other.studio, "world-upload", "name=x.zip", many.clone().into());
    assert!(no.expect_err("over the limit").limit.expect("which").raise_to.is_some());
    let no = ficha_api::uploads::take(&other.studio, "world-upload", "name=x.zip&raise=true", many.into());
    assert_eq!(no.expect_err("it has no list").code, ErrorCode::Malformed);
    let png = ficha_testkit::png::write(&ficha_testkit::png::picture(8, 8));
    let query = "world=lantern-quay&role=cover&name=a.png";
    let answer = ficha_api::uploads::take(&other.studio, "world-picture-upload", query, png.into()).expect("taken");
    assert!(answer.contains("images/cover.png"), "{answer}");
}
