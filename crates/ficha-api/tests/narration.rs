//! World books and narration presets by the command table: made of files and of pieces of the library, applied, taken
//! back, refused.

mod common;

use common::Desk;
use ficha_api::ErrorCode;
use serde_json::{Value, json};

fn file(desk: &Desk, name: &str, value: &Value) -> String {
    let path = desk.folder.path().join(name);
    std::fs::write(&path, value.to_string()).expect("a file");
    path.to_string_lossy().into_owned()
}

fn world(desk: &Desk) -> String {
    desk.call("world_new", json!({ "name": "Lantern Quay", "language": "en" }))["id"]
        .as_str()
        .expect("an id")
        .to_owned()
}

fn in_world(desk: &Desk, world: &str, path: &str) -> Option<String> {
    std::fs::read_to_string(desk.folder.path().join("library/worlds").join(world).join(path)).ok()
}

fn preset_file(desk: &Desk, text: &str) -> String {
    let row = |id: &str, on: bool| json!({ "identifier": id, "enabled": on });
    let prompt = |id: &str, content: &str| json!({ "identifier": id, "name": id, "content": content });
    let preset = json!({
        "prompts": [prompt("main", "Write {{char}}'s next reply."), prompt("tone", text)],
        "prompt_order": [{ "character_id": 100001, "order": [row("tone", true), row("main", false)] }],
        "temperature": 0.7,
    });
    file(desk, "Quiet.json", &preset)
}

// W-381, W-383, W-384, W-386
#[test]
fn a_preset_waits_is_applied_word_for_word_and_sets_the_old_style_aside() {
    let desk = Desk::new();
    let world = world(&desk);
    let from = preset_file(&desk, "Dry, short sentences.");
    let opened = desk.call("preset_open", json!({ "world": world, "from": from }));
    let ticks: Vec<(&str, bool)> = opened["prompts"]
        .as_array()
        .expect("prompts")
        .iter()
        .map(|one| (one["id"].as_str().expect("an id"), one["ticked"] == json!(true)))
        .collect();
    assert_eq!(ticks, [("tone", true), ("main", false)]);
    assert_eq!((&opened["replacesStyle"], &opened["sampling"][0]["value"]), (&json!(false), &json!("0.7")));
    assert_eq!(desk.call("preset_waiting", json!({ "world": world })), opened);

    let applied = desk.call("preset_apply", json!({ "world": world, "ticked": ["tone", "main"] }));
    assert_eq!((&applied["prompts"], &applied["sampling"], &applied["trashed"]), (&json!(2), &json!(1), &Value::Null));
    let style = "Dry, short sentences.\n\nWrite { {char}}'s next reply.";
    for language in ["en", "zh"] {
        assert_eq!(in_world(&desk, &world, &format!("prompts/{language}/roleplay/style.md")).as_deref(), Some(style));
    }
    let info: Value = serde_json::from_str(&in_world(&desk, &world, "world.json").expect("a world")).expect("JSON");
    assert_eq!(info["sampling"], json!({ "temperature": 0.7 }));
    assert_eq!(desk.call("preset_waiting", json!({ "world": world })), Value::Null);

    let again = desk.call("preset_open", json!({ "world": world, "from": preset_file(&desk, "Lush.") }));
    assert_eq!(again["replacesStyle"], json!(true));
    let applied = desk.call("preset_apply", json!({ "world": world, "ticked": ["tone"] }));
    let trashed = applied["trashed"].as_str().expect("a place in the trash");
    assert!(trashed.starts_with("prompts-"), "{trashed}");
    let before = in_world(&desk, &world, &format!(".trash/{trashed}/prompts/zh/roleplay/style.md"));
    assert_eq!(before.as_deref(), Some(style));
    assert_eq!(in_world(&desk, &world, "prompts/en/roleplay/style.md").as_deref(), Some("Lush."));
}

// W-383, W-386
#[test]
fn prompts_that_are_too_long_change_nothing_and_a_dismissed_preset_is_gone() {
    let desk = Desk::new();
    let world = world(&desk);
    desk.call("preset_open", json!({ "world": world, "from": preset_file(&desk, &"x".repeat(100_001)) }));
    let before = in_world(&desk, &world, "world.json");
    let refused = desk.try_call("preset_apply", json!({ "world": world, "ticked": ["tone"] })).expect_err("a refusal");
    assert_eq!(refused.code, ErrorCode::Limit);
    assert_eq!(
        (in_world(&desk, &world, "world.json"), in_world(&desk, &world, "prompts/en/roleplay/style.md")),
        (before, None)
    );
    desk.call("preset_dismiss", json!({ "world": world }));
    let gone = desk.try_call("preset_apply", json!({ "world": world, "ticked": [] })).expect_err("a refusal");
    assert_eq!(gone.code, ErrorCode::NotFound);
    let nothing = file(&desk, "nothing.json", &json!({ "prompts": [], "prompt_order": [] }));
    let empty = desk.try_call("preset_open", json!({ "world": world, "from": nothing })).expect_err("a refusal");
    assert_eq!(empty.code, ErrorCode::CannotExpress);
}

// W-400, W-408
#[test]
fn a_world_book_is_made_of_a_file_and_of_the_book_of_a_card() {
    let desk = Desk::new();
    let entries = json!({ "entries": { "0": { "uid": 0, "key": ["tax"], "comment": "Light tax", "content": "A coin a lamp, {{user}}." },
        "1": { "uid": 1, "key": [], "comment": "Old", "content": "Gone.", "disable": true } } });
    let made = desk.call(
        "lorebook_import",
        json!({ "from": file(&desk, "quay.json", &entries), "name": "The quay", "language": null }),
    );
    assert_eq!((&made["row"]["id"], &made["row"]["entries"]), (&json!("the-quay"), &json!(1)));
    assert_eq!(made["leftOut"], json!([{ "title": "Old", "off": true }]));
    assert_eq!(made["notes"][0]["code"], "not-sorted");
    let book = desk.folder.path().join("library/lorebooks/the-quay");
    let entry = std::fs::read_to_string(book.join("entries/light-tax.json")).expect("an entry");
    let entry: Value = serde_json::from_str(&entry).expect("JSON");
    assert_eq!(
        (&entry["text"], &entry["summary"]),
        (&json!("A coin a lamp, the player."), &json!("A coin a lamp, the player. (tax)"))
    );
    let kept: Value =
        serde_json::from_slice(&std::fs::read(book.join(".import/lorebook.json")).expect("the upload")).expect("JSON");
    assert_eq!(kept, entries);

    let card = json!({ "spec": "chara_card_v3", "spec_version": "3.0", "data": { "name": "Orla", "description": "d",
        "character_book": { "name": "Orla's book", "extensions": {}, "entries": [
            { "keys": ["mill"], "content": "{{char}} fears it.", "enabled": true, "insertion_order": 1, "extensions": {}, "use_regex": false } ] } } });
    let made = desk
        .call("lorebook_import", json!({ "from": file(&desk, "orla.json", &card), "name": null, "language": null }));
    assert_eq!(made["row"]["name"], "Orla's book");
    let entry = std::fs::read_to_string(desk.folder.path().join("library/lorebooks/orla-s-book/entries/mill.json"))
        .expect("an entry");
    assert!(entry.contains("Orla fears it."), "{entry}");

    // The same title twice is two books, and both are listed.
    desk.call("lorebook_import", json!({ "from": file(&desk, "orla.json", &card), "name": null, "language": null }));
    let books = desk.call("world_books", json!({}));
    let ids: Vec<&str> =
        books.as_array().expect("books").iter().map(|book| book["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["orla-s-book", "orla-s-book-2", "the-quay"]);
    let none = json!({ "entries": { "0": { "uid": 0, "key": [], "content": "" } } });
    let empty = desk.try_call(
        "lorebook_import",
        json!({ "from": file(&desk, "none.json", &none), "name": null, "language": null }),
    );
    assert_eq!(empty.expect_err("a refusal").code, ErrorCode::CannotExpress);
    assert_eq!(desk.call("world_books", json!({})).as_array().map(Vec::len), Some(3));
}
