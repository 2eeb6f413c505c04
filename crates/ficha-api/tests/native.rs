//! Native fields through the command table: what is there, rows of a book, an app written for by hand, keys with their
//! meaning.

use ficha_api::{ErrorCode, Options, Studio, table};
use ficha_testkit::workspace_dir;
use serde_json::{Value, json};

fn studio(folder: &std::path::Path) -> Studio {
    let options = Options { library: Some(folder.join("library")), config: Some(folder.join("config")), opener: None };
    Studio::open_with(options).expect("a studio")
}

fn call(studio: &Studio, name: &str, arguments: Value) -> Value {
    let text = table::call(studio, name, &arguments.to_string()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    serde_json::from_str(&text).expect("JSON")
}

fn keep(studio: &Studio, sample: &str) -> String {
    let path = workspace_dir().join("samples").join(sample).display().to_string();
    let rows = call(studio, "intake_add", json!({ "paths": [path], "job": "1" }));
    let kept = call(studio, "intake_keep", json!({ "ids": [rows[0]["id"]], "job": "2" }));
    kept["kept"][0].as_str().expect("an address").to_owned()
}

#[test]
fn the_fields_of_a_card_come_from_its_table_with_their_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = studio(folder.path());
    let address = keep(&studio, "lumiverse/card.json");
    let found = call(&studio, "native_panels", json!({ "address": address, "native": [] }));
    let own = &found["panels"][0];
    assert_eq!((own["format"].as_str(), own["origin"].as_str()), (Some("lumiverse"), Some("source")));
    let fields = own["fields"].as_array().expect("fields");
    let field = |key: &str| fields.iter().find(|field| field["key"] == key).unwrap_or_else(|| panic!("{key}"));
    let books = field("/data/extensions/world_book_ids");
    assert_eq!((books["widget"]["word"].as_str(), books["widget"]["kind"].as_str()), (Some("links"), Some("lorebook")));
    assert!(books["present"] == true && books["value"].is_array() && books["label"]["zh"] != "");
    assert_eq!(field("/data/extensions/expressions/defaultExpression")["group"], "expressions");
    assert!(found["offers"].as_array().expect("offers").iter().any(|offer| offer["format"] == "risu"));

    let keys = call(&studio, "raw_keys", json!({ "address": address, "format": "lumiverse" }));
    let key = |pattern: &str| {
        let rows = keys.as_array().expect("keys");
        rows.iter().find(|key| key["pattern"] == pattern).unwrap_or_else(|| panic!("{pattern}")).clone()
    };
    assert_eq!(key("/data/scenario")["paths"], json!(["persona.scenario"]));
    assert_eq!(key("/data/extensions/fav")["meaning"], "kept");
}

#[test]
fn rows_of_a_book_have_fields_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = studio(folder.path());
    let address = keep(&studio, "lumiverse/lorebook.json");
    let body = call(&studio, "entity_open", json!({ "address": address }))["body"].clone();
    let entries = body["entries"].as_array().expect("entries");
    for entry in entries {
        let ask = json!({ "address": address, "native": [], "list": "entries", "id": entry["id"] });
        let panels = call(&studio, "native_row", ask);
        let fields = panels[0]["fields"].as_array().expect("fields");
        assert!(fields.iter().all(|field| field["pointer"].as_str().is_some_and(|at| !at.contains('*'))), "{fields:?}");
    }
    let none = json!({ "address": address, "native": [], "list": "entries", "id": "no such" });
    assert_eq!(call(&studio, "native_row", none), json!([]));
}

#[test]
fn an_app_is_written_for_by_hand_kept_and_taken_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = studio(folder.path());
    let address = keep(&studio, "sillytavern/v2.json");
    let ops = json!([
        { "op": "add", "path": "", "value": {} },
        { "op": "add", "path": "/data/extensions/ttsVoice", "value": "alto" }
    ]);
    let save = |base: u32, format: &str, ops: &Value| {
        let native = json!([{ "format": format, "ops": ops }]);
        let ask = json!({ "address": address, "baseRevision": base, "changes": [], "native": native, "why": "save" });
        table::call(&studio, "entity_save", &ask.to_string())
    };
    save(1, "lumiverse", &ops).expect("saved");
    let found = call(&studio, "native_panels", json!({ "address": address, "native": [] }));
    let added = found["panels"].as_array().expect("panels").iter().find(|panel| panel["origin"] == "added");
    assert_eq!(added.expect("the added one")["format"], "lumiverse");
    assert!(found["offers"].as_array().expect("offers").iter().all(|offer| offer["format"] != "lumiverse"));

    let view = call(&studio, "raw_apply", json!({ "address": address, "format": "lumiverse", "ops": ops }));
    assert_eq!(view["source"], "{}");
    let text = view["text"].as_str().expect("text").replace("alto", "bass");
    let edit = call(&studio, "raw_edit", json!({ "address": address, "format": "lumiverse", "text": text }));
    assert_eq!(edit["ops"][0], json!({ "op": "add", "path": "", "value": {} }));

    save(2, "lumiverse", &json!([])).expect("saved");
    let opened = call(&studio, "entity_open", json!({ "address": address }));
    assert_eq!(opened["nativeEdits"], json!({}));
    for wrong in ["sillytavern-lorebook", "ficha", "nowhere"] {
        assert_eq!(save(3, wrong, &ops).expect_err(wrong).code, ErrorCode::Usage, "{wrong}");
    }
}
