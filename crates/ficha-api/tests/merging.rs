//! A piece that two sides changed, and a piece brought up to date from a newer file: nothing of either is ever written
//! over without a choice.

mod common;

use common::{Desk, path, read};
use ficha_api::{ApiError, ErrorCode, Studio, table};
use serde_json::{Value, json};

impl Desk {
    fn opened(&self, address: &str) -> Value {
        self.call("entity_open", json!({ "address": address }))
    }

    fn save(&self, address: &str, base: u64, changes: Value, native: Value) -> Value {
        self.call(
            "entity_save",
            json!({ "address": address, "baseRevision": base, "changes": changes, "native": native, "why": "saved" }),
        )
    }

    /// Edits the entity's own file as another program would.
    fn edit_outside(&self, address: &str, edit: impl Fn(&mut Value)) {
        let file = self.folder.path().join(format!("library/entities/{address}.json"));
        let mut wrapper: Value = serde_json::from_str(&std::fs::read_to_string(&file).expect("read")).expect("JSON");
        edit(&mut wrapper);
        std::fs::write(&file, format!("{wrapper:#}\n")).expect("written");
    }
}

fn call(studio: &Studio, name: &str, arguments: Value) -> Result<Value, ApiError> {
    table::call(studio, name, &arguments.to_string()).map(|text| read(&text))
}

fn row<'a>(rows: &'a Value, path: &str) -> &'a Value {
    let found = rows.as_array().expect("rows").iter().find(|row| row["path"] == path);
    found.unwrap_or_else(|| panic!("no {path} in {rows:#}"))
}

fn fav(value: bool) -> Value {
    json!([{ "format": "sillytavern", "ops": [{ "op": "replace", "path": "/data/extensions/fav", "value": value }] }])
}

#[test]
fn two_sides_come_together_field_by_field() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.png");
    let opened = desk.opened(&address);
    let mut body = opened["body"].clone();
    body["identity"]["nickname"] = json!("Mine");
    body["persona"]["scenario"] = json!("A quiet harbour at dawn, and the bell begins to ring.");
    // The other program, over the same folder.
    let other = Desk::open(desk.folder.path());
    let theirs = json!([
        { "path": "identity.nickname", "value": "Theirs" },
        { "path": "persona.personality", "value": "brisk" },
        { "path": "profiles", "value": null },
    ]);
    let changes: Vec<Value> = theirs.as_array().expect("list").iter().take(2).cloned().collect();
    call(
        &other,
        "entity_save",
        json!({ "address": address, "baseRevision": 1, "changes": changes, "native": fav(true), "why": "saved" }),
    )
    .expect("saved there");

    let watch = desk.call("library_watch", json!({ "addresses": [address, "character/nobody"] }));
    assert_eq!(
        watch["heads"],
        json!([{ "address": address, "revision": 2 }, { "address": "character/nobody", "revision": null }])
    );

    let mine = json!({ "body": body, "nativeEdits": {}, "profiles": { "sillytavern": { "greetings": { "firstMessage": "For one app." } } } });
    let view = desk.call("entity_merge_view", json!({ "address": address, "baseRevision": 1, "mine": mine }));
    let rows = &view["rows"];
    assert_eq!(view["revision"], 2);
    assert_eq!(row(rows, "identity.nickname")["state"], "both");
    assert_eq!(row(rows, "persona.scenario")["state"], "mine");
    assert_eq!(row(rows, "persona.personality")["state"], "theirs");
    assert_eq!(row(rows, "native:sillytavern:/data/extensions/fav")["state"], "theirs");
    assert_eq!(row(rows, "profiles.sillytavern.greetings.firstMessage")["state"], "mine");

    let chosen = json!([{ "path": "identity.nickname", "side": "theirs" }]);
    let saving = |revision: u64| json!({ "address": address, "baseRevision": 1, "theirRevision": revision, "mine": mine, "chosen": chosen });
    assert_eq!(desk.try_call("entity_merge_save", saving(1)).expect_err("an older one").code, ErrorCode::Conflict);
    let merged = desk.call("entity_merge_save", saving(2));
    assert_eq!(merged["revision"], 3);
    assert_eq!(merged["body"]["identity"]["nickname"], "Theirs");
    assert_eq!(merged["body"]["persona"]["personality"], "brisk");
    assert_eq!(merged["body"]["persona"]["scenario"], body["persona"]["scenario"]);
    assert_eq!(merged["nativeEdits"]["sillytavern"][0]["path"], "/data/extensions/fav");
    assert_eq!(merged["profiles"]["sillytavern"]["greetings"]["firstMessage"], "For one app.");
    assert_eq!(desk.call("entity_history", json!({ "address": address }))[0]["why"], "merged");
}

#[test]
fn a_program_that_writes_twice_while_a_window_is_open_is_never_written_over() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.png");
    desk.edit_outside(&address, |wrapper| wrapper["body"]["identity"]["nickname"] = json!("first"));
    let opened = desk.opened(&address);
    assert_eq!((&opened["revision"], &opened["body"]["identity"]["nickname"]), (&json!(2), &json!("first")));
    desk.edit_outside(&address, |wrapper| wrapper["body"]["identity"]["nickname"] = json!("second"));
    let save = json!({ "address": address, "baseRevision": 2, "changes": [{ "path": "persona.scenario", "value": "mine" }], "native": [], "why": "saved" });
    assert_eq!(desk.try_call("entity_save", save).expect_err("it is newer").code, ErrorCode::Conflict);

    let mut body = opened["body"].clone();
    body["persona"]["scenario"] = json!("mine");
    let mine = json!({ "body": body, "nativeEdits": {}, "profiles": null });
    let view = desk.call("entity_merge_view", json!({ "address": address, "baseRevision": 2, "mine": mine }));
    assert_eq!(row(&view["rows"], "identity.nickname")["state"], "theirs");
    let merged = desk.call(
        "entity_merge_save",
        json!({ "address": address, "baseRevision": 2, "theirRevision": view["revision"], "mine": mine, "chosen": [] }),
    );
    assert_eq!(
        (&merged["body"]["identity"]["nickname"], &merged["body"]["persona"]["scenario"]),
        (&json!("second"), &json!("mine"))
    );
    // Every state there ever was can be had again.
    let rows = desk.call("entity_history", json!({ "address": address }));
    let whys: Vec<&str> = rows.as_array().expect("rows").iter().filter_map(|row| row["why"].as_str()).collect();
    assert_eq!(whys, ["merged", "found", "found", "kept"]);
}

#[test]
fn revisions_are_compared_with_their_pictures_originals_and_variants() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.png");
    let portrait = desk.call("portrait_plain", json!({ "address": address }));
    let reference = format!("sha256:{}", portrait["blob"].as_str().expect("a blob"));
    let changes = json!([
        { "path": "media.portrait", "value": { "role": "portrait", "ref": reference, "mime": "image/png" } },
        { "path": "variants", "value": [{ "id": "v1", "label": "Winter", "overrides": { "persona": { "scenario": "Snow." } } }] },
        { "path": "greetings.alternateGreetings", "value": [{ "text": "New one." }] },
    ]);
    desk.save(&address, 1, changes, fav(true));
    let rows = desk.call("entity_compare", json!({ "address": address, "from": 1, "to": 2 }));
    assert_eq!(row(&rows, "native:sillytavern:/data/extensions/fav")["part"], "native");
    let picture = row(&rows, "media.portrait.ref");
    assert!(picture["before"]["picture"].is_string() && picture["after"]["picture"] == portrait["blob"], "{picture}");
    assert!(
        rows.as_array()
            .expect("rows")
            .iter()
            .any(|row| row["path"].as_str().is_some_and(|path| path.starts_with("variants")))
    );

    // One native key and one field come back, the rest stays.
    let paths = json!(["native:sillytavern:/data/extensions/fav", "media.portrait.ref"]);
    let restored =
        desk.call("entity_restore", json!({ "address": address, "revision": 1, "baseRevision": 2, "paths": paths }));
    assert_eq!(restored["nativeEdits"], json!({}));
    assert_eq!(restored["body"]["media"]["portrait"]["ref"], "carrier:");
    assert_eq!(restored["body"]["variants"][0]["label"], "Winter");
    let wrong = json!({ "address": address, "revision": 1, "baseRevision": 3, "paths": ["identity.name"] });
    assert_eq!(desk.try_call("entity_restore", wrong).expect_err("they do not differ").code, ErrorCode::Usage);
}

#[test]
fn a_row_comes_back_to_its_own_place_though_others_moved() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.png");
    let greeting = |text: &str| json!({ "text": text });
    let save = |base: u64, texts: &[&str]| {
        let rows: Vec<Value> = texts.iter().map(|text| greeting(text)).collect();
        desk.save(&address, base, json!([{ "path": "greetings.alternateGreetings", "value": rows }]), json!([]))
    };
    save(1, &["The first of them.", "The second of them.", "The third of them."]);
    save(2, &["One put in front.", "The first of them.", "The third of them."]);
    let rows = desk.call("entity_compare", json!({ "address": address, "from": 2, "to": 3 }));
    let gone = rows
        .as_array()
        .expect("rows")
        .iter()
        .find(|row| row["unit"] == "row" && row["after"].is_null())
        .expect("a row that went");
    assert!(gone["before"]["text"].as_str().is_some_and(|text| text.contains("The second")), "{gone}");
    let restored = desk.call(
        "entity_restore",
        json!({ "address": address, "revision": 2, "baseRevision": 3, "paths": [gone["path"]] }),
    );
    let texts: Vec<&str> = restored["body"]["greetings"]["alternateGreetings"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["text"].as_str())
        .collect();
    assert_eq!(texts, ["One put in front.", "The first of them.", "The second of them.", "The third of them."]);
}

/// The sample card as its author would publish it again.
fn newer(desk: &Desk, edit: impl Fn(&mut Value)) -> Value {
    let mut card: Value =
        serde_json::from_str(&std::fs::read_to_string(path("sillytavern/v2.json")).expect("text")).expect("JSON");
    edit(&mut card);
    let path = desk.folder.path().join("newer.json");
    std::fs::write(&path, card.to_string()).expect("written");
    desk.call("intake_add", json!({ "paths": [path], "job": "1" }))[0].clone()
}

#[test]
fn an_open_piece_is_updated_from_a_file_by_choice() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.json");
    let changes = json!([{ "path": "persona.scenario", "value": "My own scene." }, { "path": "greetings.firstMessage", "value": "My greeting." }]);
    desk.save(&address, 1, changes, fav(true));
    let staged = newer(&desk, |card| {
        card["data"]["first_mes"] = json!("Their greeting.");
        card["data"]["personality"] = json!("Their words.");
        card["data"]["extensions"]["talkativeness"] = json!("0.9");
        card["data"]["character_book"]["entries"][0]["content"] = json!("The tower has 70 steps.");
    });
    let ask = json!({ "address": address, "id": staged["id"] });
    let view = desk.call("entity_update_view", ask.clone());
    let rows = &view["rows"];
    assert_eq!((&view["revision"], &view["misfit"]), (&json!(2), &json!(false)));
    assert_eq!(row(rows, "greetings.firstMessage")["state"], "both");
    assert_eq!(row(rows, "greetings.firstMessage")["source"]["text"].as_str().map(str::is_empty), Some(false));
    assert_eq!(row(rows, "persona.personality")["state"], "theirs");
    assert_eq!(row(rows, "persona.scenario")["state"], "mine");
    assert_eq!(row(rows, "native:sillytavern:/data/extensions/fav")["state"], "mine");
    let book = rows
        .as_array()
        .expect("rows")
        .iter()
        .find(|row| row["path"].as_str().is_some_and(|path| path.starts_with("lorebook/")))
        .expect("the book's row");
    assert_eq!(book["state"], "theirs", "{book}");

    let chosen = json!([{ "path": "greetings.firstMessage", "side": "theirs" }, { "path": book["path"], "side": "mine" }, { "path": "persona.personality", "side": "mine" }]);
    let apply = |base: u64| json!({ "address": address, "id": staged["id"], "baseRevision": base, "chosen": chosen });
    assert_eq!(desk.try_call("entity_update_apply", apply(1)).expect_err("older").code, ErrorCode::Conflict);
    let updated = desk.call("entity_update_apply", apply(2));
    assert_eq!(updated["revision"], 3, "one revision");
    assert_eq!(updated["body"]["greetings"]["firstMessage"], "Their greeting.");
    assert_eq!(updated["body"]["persona"]["scenario"], "My own scene.");
    assert_ne!(updated["body"]["persona"]["personality"], "Their words.");
    assert_eq!(updated["nativeEdits"]["sillytavern"][0]["path"], "/data/extensions/fav");
    assert_eq!(updated["source"]["fileName"], "newer.json");
    let raw = desk.call("raw_view", json!({ "address": address, "format": "sillytavern" }));
    assert!(
        raw["source"].as_str().is_some_and(|text| text.contains("\"0.9\"")),
        "the newer original is the source now"
    );
    assert_eq!(desk.call("intake_list", json!({})), json!([]), "the file has left the intake");

    // Going back is one step, original and all.
    let back =
        desk.call("entity_restore", json!({ "address": address, "revision": 2, "baseRevision": 3, "paths": null }));
    assert_eq!(back["body"]["greetings"]["firstMessage"], "My greeting.");
    assert_eq!(back["source"]["fileName"], "v2.json");
}

#[test]
fn choices_made_in_the_review_hold_after_a_restart() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.json");
    desk.save(&address, 1, json!([{ "path": "greetings.firstMessage", "value": "My greeting." }]), json!([]));
    let staged = newer(&desk, |card| card["data"]["first_mes"] = json!("Their greeting."));
    desk.call("intake_decide", json!({ "ids": [staged["id"]], "decision": "update" }));
    let chosen = json!([{ "path": "greetings.firstMessage", "side": "theirs" }]);
    let detail = desk.call("intake_choose_fields", json!({ "id": staged["id"], "chosen": chosen }));
    assert_eq!(detail["choicesMade"], chosen);
    let Desk { folder, studio } = desk;
    drop(studio);
    let studio = Desk::open(folder.path());
    let desk = Desk { folder, studio };
    desk.call("intake_keep", json!({ "ids": null, "job": "2" }));
    assert_eq!(desk.opened(&address)["body"]["greetings"]["firstMessage"], "Their greeting.");
}

#[test]
fn a_file_of_another_kind_updates_nothing() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.json");
    let staged =
        desk.call("intake_add", json!({ "paths": [path("sillytavern/lorebook.json")], "job": "1" }))[0].clone();
    let view = desk.call("entity_update_view", json!({ "address": address, "id": staged["id"] }));
    assert_eq!((&view["misfit"], &view["rows"]), (&json!(true), &json!([])), "{staged}");
    assert_eq!(desk.opened(&address)["revision"], 1);
}

#[test]
fn a_watched_folder_stages_what_appears_and_keeps_nothing() {
    let desk = Desk::new();
    let watched = desk.folder.path().join("watched");
    std::fs::create_dir_all(&watched).expect("made");
    let put = |from: &str, name: &str, age: u64| {
        let into = watched.join(name);
        std::fs::copy(path(from), &into).expect("copied");
        let time = std::time::SystemTime::now() - std::time::Duration::from_secs(age);
        std::fs::File::options().write(true).open(&into).expect("opened").set_modified(time).expect("set");
    };
    put("sillytavern/v2.json", "there.json", 60);
    assert_eq!(desk.call("intake_look", json!({})), json!([]), "nothing is watched");
    let mut settings = desk.call("settings_get", json!({}));
    settings["watchFolder"] = json!(watched);
    desk.call("settings_set", json!({ "settings": settings }));
    assert_eq!(desk.call("intake_look", json!({})), json!([]), "what is there already is not new");
    put("pygmalion/classic.json", "new.json", 60);
    put("sillytavern/v2.png", "fresh.png", 0);
    assert_eq!(desk.call("intake_look", json!({})), json!([]), "seen once may still be written");
    let rows = desk.call("intake_look", json!({}));
    assert_eq!(rows.as_array().map(Vec::len), Some(1), "the one that is quiet: {rows}");
    assert_eq!(rows[0]["fileName"], "new.json");
    assert_eq!(desk.call("library_summary", json!({}))["total"], 0, "nothing is kept by itself");

    // After a restart it goes on from there.
    let Desk { folder, studio } = desk;
    drop(studio);
    let studio = Desk::open(folder.path());
    let desk = Desk { folder, studio };
    put("sillytavern/v2.png", "fresh.png", 60);
    desk.call("intake_look", json!({}));
    let rows = desk.call("intake_look", json!({}));
    assert_eq!(rows.as_array().map(Vec::len), Some(1), "{rows}");
    assert_eq!(desk.call("intake_list", json!({})).as_array().map(Vec::len), Some(2));
    std::fs::remove_dir_all(&watched).expect("removed");
    assert_eq!(desk.try_call("intake_look", json!({})).expect_err("it is gone").code, ErrorCode::Io);
}
