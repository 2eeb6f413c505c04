//! What a person does, from a dropped file to a written one.

mod common;

use common::{Desk, bytes, path, read};
use ficha_api::{ErrorCode, Options, Studio, table, uploads};
use serde_json::{Value, json};

#[test]
fn a_card_is_dropped_kept_edited_and_written() {
    let desk = Desk::new();
    let row = desk.stage("sillytavern/both-chunks.png");
    assert_eq!(
        (&row["state"], &row["format"], &row["container"], &row["decision"]),
        (&json!("new"), &json!("sillytavern"), &json!("png"), &json!("keep"))
    );
    let detail = desk.call("intake_show", json!({ "id": row["id"] }));
    assert_eq!(detail["brought"].as_array().map(Vec::len), Some(2), "{}", detail["brought"]);
    assert!(
        detail["fields"]
            .as_array()
            .is_some_and(|fields| fields.iter().any(|field| field["path"] == "greetings.firstMessage"))
    );

    let kept = desk.call("intake_keep", json!({ "ids": null, "job": "2" }));
    assert_eq!(kept["kept"].as_array().map(Vec::len), Some(2), "{kept}");
    assert_eq!(desk.call("intake_list", json!({})), json!([]));
    let address = kept["kept"][0].clone();
    let opened = desk.call("entity_open", json!({ "address": address }));
    assert_eq!((&opened["revision"], &opened["source"]["format"]), (&json!(1), &json!("sillytavern")));
    assert_eq!(opened["links"][0]["kind"], "lorebook");
    assert_eq!(opened["links"][0]["missing"], false);

    // Untouched, it leaves as it came.
    let folder = desk.folder.path();
    let out = folder.join("same.png").display().to_string();
    let written = desk.call("export_write", json!({ "address": address, "format": "sillytavern", "options": {}, "path": out, "overwrite": false, "job": "3" }));
    assert_eq!(written["report"]["identical"], true);
    assert_eq!(std::fs::read(&out).expect("written"), bytes("sillytavern/both-chunks.png"));
    let again = desk.try_call("export_write", json!({ "address": address, "format": "sillytavern", "options": {}, "path": out, "overwrite": false, "job": "3" }));
    assert_eq!(again.expect_err("it is there").code, ErrorCode::Conflict);

    let misnamed = folder.join("picture.json").display().to_string();
    let refused = desk.try_call("export_write", json!({ "address": address, "format": "sillytavern", "options": {}, "path": misnamed, "overwrite": false, "job": "3" }));
    assert_eq!(refused.expect_err("a picture called .json").code, ErrorCode::Usage);
    assert!(!std::path::Path::new(&misnamed).exists());

    // One edit, saved; then a save that started from the revision before.
    let change = |base: u32, text: &str| json!({ "address": address, "baseRevision": base, "changes": [{ "path": "identity.nickname", "value": text }], "native": [], "why": "saved" });
    let saved = desk.call("entity_save", change(1, "Ott"));
    assert_eq!((&saved["revision"], &saved["body"]["identity"]["nickname"]), (&json!(2), &json!("Ott")));
    assert_eq!(desk.try_call("entity_save", change(1, "Other")).expect_err("stale").code, ErrorCode::Conflict);
    let measured =
        desk.call("export_measure", json!({ "address": address, "format": "sillytavern", "options": {}, "job": "4" }));
    assert_eq!((&measured["identical"], &measured["counts"]["lost"]), (&json!(false), &json!(0)), "{measured}");
    let foreign = desk.call(
        "export_measure",
        json!({ "address": address, "format": "pygmalion", "options": { "container": "json" }, "job": "4" }),
    );
    assert!(foreign["counts"]["lost"].as_u64().is_some_and(|lost| lost > 0));
    assert!(foreign["preview"].as_str().is_some_and(|text| text.starts_with('{')));

    // And back.
    let compared = desk.call("entity_compare", json!({ "address": address, "from": 1, "to": 2 }));
    assert_eq!(compared[0]["path"], "identity.nickname");
    let restored =
        desk.call("entity_restore", json!({ "address": address, "revision": 1, "baseRevision": 2, "paths": null }));
    assert_eq!(restored["revision"], 3);
    let same =
        desk.call("export_measure", json!({ "address": address, "format": "sillytavern", "options": {}, "job": "5" }));
    assert_eq!(same["identical"], true, "a restored piece leaves as it came");
    let history = desk.call("entity_history", json!({ "address": address }));
    assert_eq!(history.as_array().map(Vec::len), Some(3));
}

#[test]
fn a_draft_and_a_staged_file_outlive_the_program() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.json");
    let draft = json!({
        "baseRevision": 1, "at": "2026-01-01T00:00:00Z", "position": 1,
        "steps": [{ "label": "Typed", "at": "2026-01-01T00:00:00Z", "native": [],
            "changes": [{ "path": "identity.nickname", "value": "N" }, { "path": "settings.talkativeness", "value": 0.50 }],
            "inverse": [{ "path": "identity.nickname" }, { "path": "settings.talkativeness", "value": null }] }],
    });
    desk.call("entity_draft_save", json!({ "address": address, "draft": draft }));
    let staged = desk.stage("pygmalion/classic.json");
    let refused = desk.stage("bad/json/cut-short.json");
    assert_eq!((&refused["state"], &refused["error"]["code"]), (&json!("refused"), &json!("malformed")));

    let desk = desk.again();
    let opened = desk.call("entity_open", json!({ "address": address }));
    assert_eq!(opened["draft"], draft, "undo included");
    assert_eq!(opened["draft"]["steps"][0]["inverse"][0].get("value"), None, "taking away is not putting null");
    let rows = desk.call("intake_list", json!({}));
    assert_eq!(rows.as_array().map(Vec::len), Some(2));
    assert_eq!(rows[0], staged);
    let summary = desk.call("library_summary", json!({}));
    assert_eq!((&summary["drafts"], &summary["staged"]), (&json!([address]), &json!(2)));
    // A save takes the draft along.
    desk.call("entity_save", json!({ "address": address, "baseRevision": 1, "changes": [{ "path": "identity.nickname", "value": "N" }], "native": [], "why": "saved" }));
    assert_eq!(desk.call("entity_open", json!({ "address": address }))["draft"], Value::Null);
}

#[test]
fn two_windows_share_an_intake() {
    let desk = Desk::new();
    let other = Desk::open(desk.folder.path());
    let row = desk.stage("pygmalion/classic.json");
    assert_eq!(desk.stage("pygmalion/classic.json"), row, "the same bytes wait once");
    let discard = json!({ "ids": [row["id"]] }).to_string();
    table::call(&other, "intake_discard", &discard).expect("discarded by the other");
    let again = desk.stage("pygmalion/classic.json");
    assert_ne!(again["id"], row["id"]);
    assert_eq!(desk.call("intake_show", json!({ "id": again["id"] }))["row"]["state"], "new");
}

#[test]
fn duplicates_are_found_and_an_update_keeps_what_was_edited() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.json");
    let same = desk.stage("sillytavern/v2.json");
    assert_eq!(
        (&same["state"], &same["decision"], &same["duplicates"][0]["why"]),
        (&json!("same"), &json!("skip"), &json!("same-bytes"))
    );
    desk.call("intake_discard", json!({ "ids": null }));

    desk.call("entity_save", json!({ "address": address, "baseRevision": 1, "changes": [{ "path": "persona.scenario", "value": "My own scene." }], "native": [], "why": "saved" }));
    // The same card with another greeting, as its author would publish it.
    let text = String::from_utf8(bytes("sillytavern/v2.json")).expect("text");
    let mut card: Value = serde_json::from_str(&text).expect("JSON");
    card["data"]["first_mes"] = json!("A new greeting.");
    let newer = desk.folder.path().join("newer.json");
    std::fs::write(&newer, card.to_string()).expect("written");
    let rows = desk.call("intake_add", json!({ "paths": [newer], "job": "1" }));
    assert_eq!(rows[0]["state"], "newer", "{rows}");
    desk.call("intake_decide", json!({ "ids": [rows[0]["id"]], "decision": "update" }));
    let detail = desk.call("intake_show", json!({ "id": rows[0]["id"] }));
    let state = |path: &str| {
        let rows = detail["comparison"].as_array().expect("rows");
        rows.iter().find(|row| row["path"] == path).map(|row| row["state"].clone())
    };
    assert_eq!(state("greetings.firstMessage"), Some(json!("theirs")), "{}", detail["comparison"]);
    assert_eq!(state("persona.scenario"), Some(json!("mine")));
    let kept = desk.call("intake_keep", json!({ "ids": null, "job": "2" }));
    assert_eq!(kept["failed"], json!([]), "{kept}");
    let opened = desk.call("entity_open", json!({ "address": address }));
    assert_eq!(opened["body"]["greetings"]["firstMessage"], "A new greeting.");
    assert_eq!(opened["body"]["persona"]["scenario"], "My own scene.");
    assert_eq!(opened["source"]["fileName"], "newer.json");
    assert_eq!(desk.call("library_summary", json!({}))["perKind"][0]["count"], 1, "nothing was added");
    assert_eq!(opened["links"].as_array().map(Vec::len), Some(1));
    assert_eq!(opened["links"][0]["missing"], false);
}

#[test]
fn an_update_from_a_text_leaves_the_portrait() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.png");
    assert!(desk.call("entity_open", json!({ "address": address }))["portrait"].is_string());
    let newer = desk.folder.path().join("newer.json");
    let text = String::from_utf8(bytes("sillytavern/v2.json")).expect("text");
    std::fs::write(&newer, text.replace("Which clock", "Which bell")).expect("written");
    let rows = desk.call("intake_add", json!({ "paths": [newer], "job": "1" }));
    desk.call("intake_decide", json!({ "ids": [rows[0]["id"]], "decision": "update" }));
    let detail = desk.call("intake_show", json!({ "id": rows[0]["id"] }));
    let paths: Vec<&str> =
        detail["comparison"].as_array().expect("rows").iter().filter_map(|row| row["path"].as_str()).collect();
    assert_eq!(paths, ["examples.exampleMessages"]);
    let kept = desk.call("intake_keep", json!({ "ids": null, "job": "2" }));
    assert_eq!(kept["failed"], json!([]), "{kept}");
    let opened = desk.call("entity_open", json!({ "address": address }));
    assert!(opened["portrait"].is_string(), "{}", opened["body"]["media"]);
    assert_eq!(opened["pictures"][0]["missing"], false, "{}", opened["pictures"]);
    assert_eq!(
        opened["body"]["examples"]["exampleMessages"].as_str().map(|text| text.contains("Which bell")),
        Some(true)
    );
}

#[test]
fn texts_that_disagree_can_be_chosen_among() {
    let desk = Desk::new();
    let row = desk.stage("edge/16-two-chara-first-is-stale.png");
    let detail = desk.call("intake_show", json!({ "id": row["id"] }));
    let choices = detail["choices"].as_array().expect("choices").clone();
    assert_eq!(choices.len(), 2, "{detail}");
    assert_eq!(choices[0]["chosen"], true);
    let chosen = desk.call("intake_choose", json!({ "id": row["id"], "chunk": choices[1]["chunk"] }));
    assert_eq!(chosen["row"]["name"], choices[1]["name"]);
    assert_ne!(chosen["row"]["name"], row["name"]);
    let wrong = desk.try_call("intake_choose", json!({ "id": row["id"], "chunk": "tEXt:none#9" }));
    assert_eq!(wrong.expect_err("no such text").code, ErrorCode::Usage);
    // What was chosen is what is kept, after a restart too.
    let desk = desk.again();
    let kept = desk.call("intake_keep", json!({ "ids": null, "job": "2" }));
    let opened = desk.call("entity_open", json!({ "address": kept["kept"][0] }));
    assert_eq!(opened["name"], choices[1]["name"]);
}

#[test]
fn raw_edits_are_operations_and_spelling_is_none() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.json");
    let view = desk.call("raw_view", json!({ "address": address, "format": "sillytavern" }));
    let source = view["source"].as_str().expect("text");
    assert_eq!(source.as_bytes(), bytes("sillytavern/v2.json"));
    let spelt =
        desk.call("raw_edit", json!({ "address": address, "format": "sillytavern", "text": format!("{source}  ") }));
    assert_eq!(spelt, json!({ "ops": [], "spellingOnly": true }));

    let mut card: Value = serde_json::from_str(source).expect("JSON");
    card["data"]["extensions"]["fav"] = json!(true);
    card["data"]["extensions"]["of-my-own"] = json!({ "$serde_json::private::Number": "7", "big": 1 });
    let edited =
        desk.call("raw_edit", json!({ "address": address, "format": "sillytavern", "text": card.to_string() }));
    let ops = edited["ops"].as_array().expect("operations").clone();
    assert_eq!(ops.len(), 2, "{ops:?}");
    let saved = desk.call("entity_save", json!({ "address": address, "baseRevision": 1, "changes": [], "native": [{ "format": "sillytavern", "ops": ops }], "why": "saved" }));
    assert_eq!(saved["originals"][0]["edits"], 2);
    let view = desk.call("raw_view", json!({ "address": address, "format": "sillytavern" }));
    let text = view["text"].as_str().expect("text");
    assert!(text.contains("\"$serde_json::private::Number\""), "a hostile key stays a key");
    assert_eq!(
        view["source"].as_str().map(str::as_bytes),
        Some(&bytes("sillytavern/v2.json")[..]),
        "the source never changes"
    );
    // No edits left: reset.
    let reset = desk.call("entity_save", json!({ "address": address, "baseRevision": 2, "changes": [], "native": [{ "format": "sillytavern", "ops": [] }], "why": "reset" }));
    assert_eq!(reset["nativeEdits"], json!({}));

    let problems = desk.call("raw_check", json!({ "text": "{\n \"a\": 1,\n}" }));
    assert_eq!((&problems[0]["line"], &problems[0]["tolerated"]), (&json!(2), &json!(true)), "{problems}");
    let problems = desk.call("raw_check", json!({ "text": "{\n \"a\" 1}" }));
    assert_eq!((&problems[0]["line"], &problems[0]["tolerated"]), (&json!(2), &json!(false)), "{problems}");
}

#[test]
fn numbers_pass_through_the_table_as_they_are_written() {
    let desk = Desk::new();
    let address = desk.keep("edge/20-numbers-and-unknown-keys.png");
    let text =
        table::call(&desk.studio, "raw_view", &json!({ "address": address, "format": "sillytavern" }).to_string())
            .expect("text");
    let view: Value = serde_json::from_str(&text).expect("JSON");
    let source = view["source"].as_str().expect("text");
    let big = source.split(|letter: char| !letter.is_ascii_digit()).find(|run| run.len() >= 20).expect("a long number");
    let edit = format!(
        r#"{{"address":"{address}","format":"sillytavern","ops":[{{"op":"add","path":"/data/extensions/mine","value":{{"n":{big},"m":1.0}}}}]}}"#
    );
    let applied = table::call(&desk.studio, "raw_apply", &edit).expect("applied");
    let applied: Value = serde_json::from_str(&applied).expect("JSON");
    let text = applied["text"].as_str().expect("text");
    assert!(text.contains(&format!("\"n\":{big}")) || text.contains(&format!("\"n\": {big}")), "{text}");
    assert!(text.contains("1.0"));
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.json");
    let save = |changes: Value| {
        desk.try_call(
            "entity_save",
            json!({ "address": address, "baseRevision": 1, "changes": changes, "native": [], "why": "" }),
        )
    };
    for (changes, part) in [
        (json!([{ "path": "identity.name", "value": 7 }]), "identity.name"),
        (json!([{ "path": "identity.shoeSize", "value": "7" }]), "identity.shoeSize"),
        (json!([{ "path": "greetings.alternateGreetings[90].text", "value": "x" }]), "alternateGreetings[90]"),
        (json!([{ "path": "a..b", "value": "x" }]), "a..b"),
    ] {
        let error = save(changes).expect_err("refused");
        assert_eq!(error.code, ErrorCode::Usage, "{error:?}");
        assert!(error.message.contains(part), "{error:?}");
    }
    assert_eq!(desk.call("entity_open", json!({ "address": address }))["revision"], 1);
    for (name, arguments, code) in [
        ("no_such_command", json!({}), ErrorCode::Usage),
        ("entity_open", json!({}), ErrorCode::Usage),
        ("entity_open", json!({ "address": "character/nobody" }), ErrorCode::NotFound),
        ("entity_open", json!({ "address": "character/../../x" }), ErrorCode::NotFound),
        ("entity_open", json!({ "address": "a", "extra": 1 }), ErrorCode::Usage),
        ("intake_show", json!({ "id": "../.." }), ErrorCode::NotFound),
        (
            "export_measure",
            json!({ "address": address, "format": "nothing", "options": {}, "job": "" }),
            ErrorCode::Usage,
        ),
        (
            "export_measure",
            json!({ "address": address, "format": "ficha-lorebook", "options": {}, "job": "" }),
            ErrorCode::CannotExpress,
        ),
        ("open_folder", json!({ "path": path("sillytavern/v2.json") }), ErrorCode::Unsupported),
        ("trash_restore", json!({ "items": ["../x"] }), ErrorCode::NotFound),
    ] {
        let error = desk.try_call(name, arguments.clone()).expect_err(name);
        assert_eq!(error.code, code, "{name} {arguments}: {error:?}");
    }
}

#[test]
fn trash_takes_and_gives_back() {
    let desk = Desk::new();
    let address = desk.keep("pygmalion/classic.png");
    let removed = desk.call("library_remove", json!({ "addresses": [address] }));
    assert_eq!(
        desk.try_call("entity_open", json!({ "address": address })).expect_err("gone").code,
        ErrorCode::NotFound
    );
    let restored = desk.call("trash_restore", json!({ "items": removed["undo"] }));
    assert_eq!(restored, json!({ "restored": [address] }));
    desk.call("library_remove", json!({ "addresses": [address] }));
    assert_eq!(desk.call("trash_delete", json!({ "items": null })), json!({ "deleted": 1 }));
    assert_eq!(desk.call("library_trash", json!({})), json!([]));
}

#[test]
fn pictures_are_served_by_hash_while_staged_and_when_kept() {
    let desk = Desk::new();
    for sample in ["sillytavern/both-chunks.png", "sillytavern/v3.charx", "sillytavern/v3-behind-a-picture.jpg"] {
        let row = desk.stage(sample);
        let Some(hash) = row["portrait"].as_str() else { panic!("{sample} has a portrait") };
        let small = desk.studio.pictures().get(hash, Some(60)).unwrap_or_else(|error| panic!("{sample}: {error:?}"));
        assert!(small.mime.starts_with("image/"));
        let whole = desk.studio.pictures().get(hash, None).expect("the picture");
        assert!(whole.bytes.len() >= 60, "{sample}");
    }
    let kept = desk.call("intake_keep", json!({ "ids": null, "job": "2" }));
    assert_eq!(kept["failed"], json!([]));
    ficha_api::terminal::settle(&desk.studio);
    let page = desk.call("library_query", json!({ "query": { "kinds": ["character"] } }));
    for row in page["entities"].as_array().expect("rows") {
        let hash = row["portrait"].as_str().unwrap_or_else(|| panic!("{row} shows itself"));
        assert!(desk.studio.pictures().get(hash, Some(200)).is_ok(), "{row}");
        assert!(row["tint"].as_str().is_some_and(|tint| tint.len() == 7), "{row}");
        assert!(row["tokens"].as_u64().is_some_and(|tokens| tokens > 100), "{row}");
    }
    for wrong in ["", "..", "../../etc/passwd", &"0".repeat(64)] {
        assert_eq!(desk.studio.pictures().get(wrong, Some(60)).expect_err(wrong).code, ErrorCode::NotFound);
    }
}

#[test]
fn a_profile_is_saved_written_for_its_app_alone_and_brought_back() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.png");
    let change = |path: &str, value: Value| json!({"path": path, "value": value});
    let save = |revision: u32, changes: Value| {
        desk.try_call(
            "entity_save",
            json!({"address": address, "baseRevision": revision, "changes": changes, "native": [], "why": ""}),
        )
    };
    let greeting = "profiles.risu.greetings.firstMessage";
    let saved =
        save(1, json!([change(greeting, json!("For Risu.")), change("profiles.risu.persona.scenario", Value::Null)]));
    let saved = saved.expect("saved");
    assert_eq!(
        saved["profiles"]["risu"],
        json!({"greetings": {"firstMessage": "For Risu."}, "persona": {"scenario": null}})
    );
    let measured = |format: &str| {
        desk.call(
            "export_measure",
            json!({"address": address, "format": format, "options": {"container": "json"}, "job": "j"}),
        )
    };
    assert!(measured("risu")["preview"].as_str().is_some_and(|text| text.contains("For Risu.")));
    assert!(measured("sillytavern")["preview"].as_str().is_some_and(|text| !text.contains("For Risu.")));

    let rows = desk.call("entity_compare", json!({"address": address, "from": 1, "to": 2}));
    assert_eq!(rows[0]["path"], greeting);
    assert_eq!(rows[0]["after"]["text"], "For Risu.");
    assert!(save(2, json!([change("profiles.nowhere.identity.name", json!("x"))])).is_err(), "an app nobody knows");
    assert!(
        save(2, json!([change("profiles.risu.identity.name", json!(7))])).is_err(),
        "a value the field cannot hold"
    );
    let back =
        desk.call("entity_restore", json!({"address": address, "revision": 1, "baseRevision": 2, "paths": [greeting]}));
    assert_eq!(back["profiles"]["risu"], json!({"persona": {"scenario": null}}));
    let draft = json!({"baseRevision": 3, "at": "2026-01-01T00:00:00Z", "position": 1, "steps": [{"label": "x", "changes": [change(greeting, json!("Again."))], "inverse": [{"path": greeting}], "native": [], "at": ""}]});
    desk.call("entity_draft_save", json!({"address": address, "draft": draft}));
    assert_eq!(
        desk.call("entity_open", json!({"address": address}))["draft"]["steps"][0]["changes"][0]["value"],
        "Again."
    );
}

#[test]
fn each_form_of_a_character_is_a_card_of_its_own() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.png");
    let variant = json!({"id": "w", "label": "Winter", "overrides": {"persona": {"scenario": "Snow."}}});
    desk.call("entity_save", json!({"address": address, "baseRevision": 1, "changes": [{"path": "variants", "value": [variant]}], "native": [], "why": ""}));
    let measured = |form: Value| {
        desk.try_call(
            "export_measure",
            json!({"address": address, "format": "sillytavern", "options": {"form": form}, "job": "j"}),
        )
    };
    let winter = measured(json!("w")).expect("written");
    assert!(winter["preview"].as_str().is_some_and(|text| text.contains("Snow.")));
    assert!(winter["fileName"].as_str().is_some_and(|name| name.contains("(Winter)")));
    assert_eq!(winter["counts"]["lost"], 0, "{winter}");
    let base = measured(json!("")).expect("written");
    assert!(base["preview"].as_str().is_some_and(|text| !text.contains("Snow.")));
    assert!(measured(json!("nobody")).is_err());
}

#[test]
fn pictures_beside_the_portrait_are_taken_in_as_they_are_and_parts_are_cut() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.png");
    let added = desk.call("media_add", json!({"address": address, "path": path("sillytavern/v2.png")}));
    assert_eq!((added["mime"].as_str(), added["name"].as_str()), (Some("image/png"), Some("v2.png")));
    let [width, height] = ["width", "height"].map(|side| added[side].as_u64().expect("a side"));
    let part = json!({"sha256": added["blob"], "left": 1, "top": 1, "width": width - 1, "height": height});
    let cut = desk.call("picture_crop", part);
    assert_eq!((cut["width"].as_u64(), cut["height"].as_u64()), (Some(width - 1), Some(height - 1)));
    assert!(
        desk.try_call("media_add", json!({"address": address, "path": path("sillytavern/lorebook.json")})).is_err()
    );
    let none = json!({"sha256": "0".repeat(64), "left": 0, "top": 0, "width": 1, "height": 1});
    assert_eq!(desk.try_call("picture_crop", none).expect_err("not there").code, ficha_api::ErrorCode::NotFound);
}

#[test]
fn attributes_go_to_text_and_back() {
    let desk = Desk::new();
    let structured = json!({"kind": "wpp", "attributes": {"mind": ["dry", "kind"]}});
    let text = desk.call("attributes_text", json!({"structured": structured, "name": "Odalys"}));
    let read = desk.call("attributes_read", json!({"text": text, "kind": null, "before": null}));
    assert_eq!(read, json!({"structured": structured, "name": "Odalys", "exact": true}));
    assert_eq!(desk.call("attributes_read", json!({"text": "She waits.", "kind": null, "before": null})), Value::Null);
    assert!(desk.try_call("attributes_read", json!({"text": "", "kind": "wicker", "before": null})).is_err());
}

#[test]
fn portraits_are_taken_in_and_turned_into_png() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.json");
    let plain = desk.call("portrait_plain", json!({ "address": address }));
    assert_eq!((&plain["width"], &plain["height"]), (&json!(400), &json!(600)));
    let thumbnail =
        desk.studio.pictures().get(plain["blob"].as_str().expect("a hash"), Some(256)).expect("a thumbnail");
    assert_eq!(thumbnail.mime, "image/jpeg");
    let set = uploads::take(&desk.studio, "portrait-upload", "name=a.jpg", thumbnail.bytes.clone()).expect("taken");
    let set: Value = serde_json::from_str(&set).expect("JSON");
    assert_eq!((&set["mime"], &set["height"]), (&json!("image/png"), &json!(256)));
    assert!(set["note"].as_str().is_some_and(|note| note.contains("JPG")));
    let error =
        uploads::take(&desk.studio, "portrait-upload", "", b"\0\0\0\x20ftypavif\0\0\0\0avifmif1".to_vec().into())
            .expect_err("AVIF");
    assert_eq!(error.code, ErrorCode::Unsupported);
    assert!(error.message.contains("AVIF"), "{error:?}");

    let portrait = json!({ "role": "portrait", "ref": format!("sha256:{}", set["blob"].as_str().expect("a hash")), "mime": "image/png" });
    desk.call("entity_save", json!({ "address": address, "baseRevision": 1, "changes": [{ "path": "media.portrait", "value": portrait }], "native": [], "why": "saved" }));
    let measured = desk.call(
        "export_measure",
        json!({ "address": address, "format": "sillytavern", "options": { "container": "png" }, "job": "1" }),
    );
    assert_eq!(measured["target"]["container"], "png");
}

#[test]
fn jobs_tell_how_far_they_are_and_can_be_stopped() {
    let desk = Desk::new();
    let (sender, told) = std::sync::mpsc::channel();
    desk.studio.events().listen(move |event| sender.send((event.name(), event.payload())).is_ok());
    let folder = path("edge");
    desk.call("intake_add", json!({ "paths": [folder], "job": "drop-1" }));
    let events: Vec<Value> =
        told.try_iter().map(|(_, payload)| serde_json::from_str(&payload).expect("JSON")).collect();
    assert_eq!(events.iter().filter(|event| event.get("row").is_some()).count(), 20);
    assert_eq!(events.last().map(|event| event["state"].clone()), Some(json!("done")));
    assert!(events.iter().all(|event| event["job"] == "drop-1"));
    desk.call("job_cancel", json!({ "job": "of nobody" }));
}

#[test]
fn a_stop_leaves_what_was_done() {
    let desk = Desk::new();
    let studio = std::sync::Arc::new(Desk::open(&desk.folder.path().join("other")));
    let (stopper, told) =
        (std::sync::Arc::downgrade(&studio), std::sync::Arc::new(std::sync::Mutex::new(String::new())));
    let last = std::sync::Arc::clone(&told);
    studio.events().listen(move |event| {
        *last.lock().expect("a text") = event.payload();
        if let (true, Some(studio)) = (event.payload().contains("\"row\""), stopper.upgrade()) {
            studio.jobs().cancel("drop");
        }
        true
    });
    let call = |name: &str, arguments: Value| {
        read(&table::call(&studio, name, &arguments.to_string()).unwrap_or_else(|error| panic!("{name}: {error:?}")))
    };
    let rows = call("intake_add", json!({ "paths": [path("edge")], "job": "drop" }));
    assert_eq!(rows.as_array().map(Vec::len), Some(1), "the first row came, then the stop");
    assert!(told.lock().expect("a text").contains("\"cancelled\""));
    assert_eq!(call("intake_list", json!({})), rows, "what was staged stays staged");
    // The stop was for that job alone: the next one of the same id runs to its end.
    assert_eq!(call("intake_keep", json!({ "ids": null, "job": "drop" }))["failed"], json!([]));
}

#[test]
fn settings_are_kept_and_the_library_moves() {
    let desk = Desk::new();
    let address = desk.keep("sillytavern/v2.json");
    let mut settings = desk.call("settings_get", json!({}));
    settings["theme"] = json!("dark");
    settings["library"] = json!("/somewhere/else");
    let set = desk.call("settings_set", json!({ "settings": settings }));
    assert_eq!((&set["theme"], &set["library"]), (&json!("dark"), &json!("")), "the folder changes by moving alone");
    let target = desk.folder.path().join("moved");
    let info = desk.call("library_move", json!({ "folder": target }));
    assert_eq!(info["libraryDir"], json!(target));
    assert_eq!(desk.call("entity_open", json!({ "address": address }))["revision"], 1);
    let full = desk.folder.path().join("full");
    std::fs::create_dir_all(full.join("x")).expect("made");
    assert_eq!(desk.try_call("library_move", json!({ "folder": full })).expect_err("not empty").code, ErrorCode::Usage);
    let studio =
        Studio::open_with(Options { library: None, config: Some(desk.folder.path().join("config")), opener: None });
    if std::env::var_os("FICHA_LIBRARY").is_none() {
        let text = table::call(&studio.expect("a studio"), "studio_info", "{}").expect("text");
        assert!(text.contains("moved"), "{text}");
    }
}
