//! Checks through the command table: over kept pieces, over a body at hand, what is new and gone, what is silenced.

mod common;

use common::Desk;
use ficha_api::ErrorCode;
use serde_json::{Value, json};

impl Desk {
    fn save(&self, address: &str, revision: u32, changes: Value) {
        let arguments =
            json!({ "address": address, "baseRevision": revision, "changes": changes, "native": [], "why": "saved" });
        self.call("entity_save", arguments);
    }

    fn run(&self, addresses: Value) -> Value {
        self.call("checks_run", json!({ "addresses": addresses, "targets": [], "language": "en", "job": "1" }))
    }
}

fn keys(id: &str, words: &[&str]) -> Value {
    let keys: Vec<Value> = words.iter().map(|word| json!({ "keyword": word, "isRegex": false })).collect();
    json!({ "id": id, "title": id, "content": "Salt.", "enabled": true, "triggers": keys, "secondaryTriggers": [] })
}

fn codes(rows: &Value) -> Vec<&str> {
    let mut codes: Vec<&str> = rows.as_array().expect("rows").iter().filter_map(|row| row["code"].as_str()).collect();
    codes.sort_unstable();
    codes
}

/// A book with two keys that are the same, linked to a card without a first message.
fn kept(desk: &Desk) {
    desk.call("entity_new", json!({ "kind": "lorebook", "name": "Saltmere" }));
    desk.save("lorebook/saltmere", 1, json!([{ "path": "entries", "value": [keys("a", &["bell", "Bell"])] }]));
    desk.call("entity_new", json!({ "kind": "character", "name": "Marit" }));
    let link = json!([{ "type": "entity", "id": "saltmere" }]);
    desk.save("character/marit", 1, json!([{ "path": "knowledgeRefs", "value": link }]));
}

fn found<'a>(run: &'a Value, code: &str) -> &'a Value {
    let rows = run["findings"].as_array().expect("rows");
    rows.iter().find(|row| row["code"] == code).unwrap_or_else(|| panic!("no {code} in {run}"))
}

#[test]
fn a_run_takes_linked_pieces_along_and_knows_what_is_new_and_gone() {
    let desk = Desk::new();
    kept(&desk);
    let run = desk.run(json!(["character/marit"]));
    assert_eq!((&run["lookedAt"], &run["compared"]), (&json!(2), &json!(false)));
    let twice = found(&run, "key-twice");
    assert_eq!(twice["address"], "lorebook/saltmere");
    assert_eq!((&twice["path"], &twice["row"]), (&json!("entries[0].triggers[1]"), &json!("a")));
    assert_eq!((&twice["fresh"], &twice["severity"]), (&json!(false), &json!("warning")));
    assert_eq!(found(&run, "greeting-first-empty")["path"], "greetings.firstMessage");
    assert_eq!(run["counts"]["fresh"], 0);

    // Its own fix is made, and something else is broken.
    desk.save("lorebook/saltmere", 2, twice["fixes"][0]["changes"].clone());
    desk.save(
        "lorebook/saltmere",
        3,
        json!([{ "path": "entries[0].triggers[1]", "value": { "keyword": " ", "isRegex": false } }]),
    );
    let run = desk.run(json!(["character/marit"]));
    assert_eq!((&run["compared"], &run["counts"]["fresh"]), (&json!(true), &json!(1)));
    assert_eq!(found(&run, "key-blank")["fresh"], true);
    assert_eq!(found(&run, "greeting-first-empty")["fresh"], false);
    assert_eq!(codes(&run["gone"]), ["key-twice"]);
    assert_eq!(run["pieces"][1]["revisionBefore"], 2);

    // A third run over the same has nothing new.
    let run = desk.run(json!([]));
    assert_eq!((&run["lookedAt"], &run["counts"]["fresh"], &run["gone"]), (&json!(2), &json!(0), &json!([])));
}

#[test]
fn a_silenced_finding_is_marked_everywhere_until_it_may_speak_again() {
    let desk = Desk::new();
    kept(&desk);
    let run = desk.run(json!(["lorebook/saltmere"]));
    let twice = found(&run, "key-twice").clone();
    let hush = |hush: bool| {
        desk.call(
            "checks_hush",
            json!({ "address": "lorebook/saltmere", "key": twice["key"], "title": twice["title"], "hush": hush }),
        )
    };
    let rows = hush(true);
    assert_eq!((&rows[0]["name"], &rows[0]["title"]), (&json!("Saltmere"), &json!("Key given twice")));
    let run = desk.run(json!(["lorebook/saltmere"]));
    assert_eq!(found(&run, "key-twice")["hushed"], true);
    assert_eq!((&run["counts"]["hushed"], &run["counts"]["warnings"]), (&json!(1), &json!(0)));
    let body = desk.call("entity_open", json!({ "address": "lorebook/saltmere" }))["body"].clone();
    let rows = desk
        .call("checks_body", json!({ "address": "lorebook/saltmere", "body": body, "targets": [], "language": "zh" }));
    assert_eq!((&rows[0]["hushed"], &rows[0]["title"]), (&json!(true), &json!("关键词重复")));
    assert_eq!(hush(false), json!([]));
    assert_eq!(desk.call("checks_hushed", json!({})), json!([]));
}

#[test]
fn results_that_cannot_be_read_are_put_aside_and_targets_must_exist() {
    let desk = Desk::new();
    kept(&desk);
    desk.run(json!([]));
    let sheet = desk.folder.path().join("library/checks/results.json");
    std::fs::write(&sheet, "{ not json").expect("written");
    let run = desk.run(json!([]));
    assert_eq!(run["compared"], false);
    let aside = std::fs::read_dir(desk.folder.path().join("library/checks")).expect("a folder").flatten();
    assert!(aside.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with("results.damaged-")));
    let arguments = json!({ "addresses": [], "targets": ["nowhere"], "language": "en", "job": "1" });
    let refused = desk.try_call("checks_run", arguments);
    assert_eq!(refused.expect_err("no such format").code, ErrorCode::Usage);
}
