//! Runs over many pieces, shelves, lists that are no search, and a piece on its way out. Everything goes through the
//! command table, as a shell would have it.

mod common;

use common::Desk;
use ficha_api::{ErrorCode, carry_out};
use serde_json::{Value, json};

impl Desk {
    fn make(&self, kind: &str, name: &str, changes: Value) -> String {
        let made = self.call("entity_new", json!({ "kind": kind, "name": name }));
        let address = made["address"].clone();
        let save = json!({ "address": address, "baseRevision": 1, "changes": changes, "native": [], "why": "saved" });
        if changes.as_array().is_some_and(|changes| !changes.is_empty()) {
            self.call("entity_save", save);
        }
        address.as_str().expect("an address").to_owned()
    }

    fn body(&self, address: &str) -> Value {
        self.call("entity_open", json!({ "address": address }))["body"].clone()
    }

    fn names(&self, list: Value) -> Vec<String> {
        let page = self.call("library_query", json!({ "query": { "list": list, "sort": "name" } }));
        let rows = page["entities"].as_array().expect("rows");
        rows.iter().map(|row| row["name"].as_str().unwrap_or_default().to_owned()).collect()
    }
}

fn wanted(text: &str) -> Value {
    json!({ "text": text, "exact": false, "wholeWord": true, "pattern": false })
}

#[test]
fn words_are_replaced_in_many_pieces_and_taken_back_at_once() {
    let desk = Desk::new();
    let card = desk.make(
        "character",
        "Ottilie",
        json!([
            { "path": "identity.description", "value": "Keeps the lamp. The lamplight is hers." },
            { "path": "greetings.alternateGreetings", "value": [{ "text": "Mind the lamp." }] },
        ]),
    );
    let book = desk.make("lorebook", "Harbour", json!([
        { "path": "entries", "value": [{ "id": "1", "title": "Lamp", "triggers": [{ "keyword": "lamp" }], "content": "A lamp.", "enabled": true }] },
    ]));
    let rules = desk.make(
        "regex",
        "Rules",
        json!([
            { "path": "rules", "value": [{ "id": "r", "label": "Lamp", "find": "lamp", "replace": "lamps" }] },
        ]),
    );
    let all = json!([card, book, rules, "character/nobody"]);
    let found = desk.call(
        "find_library",
        json!({ "addresses": all, "wanted": wanted("lamp"), "replacement": "lantern", "job": "1" }),
    );
    assert_eq!((&found["looked"], &found["failed"][0]["address"]), (&json!(3), &json!("character/nobody")), "{found}");
    let pieces = found["pieces"].as_array().expect("pieces");
    assert_eq!(pieces.len(), 3, "{found}");
    assert_eq!(pieces[0]["total"], 2, "the whole word alone");
    assert_eq!(pieces[0]["fields"][0]["places"][0]["after"], "Keeps the lantern. The lamplight is hers.");
    assert_eq!(pieces[1]["total"], 3, "{}", pieces[1]);

    // All of the card, one field of the book.
    let choice = json!([
        { "address": card, "revision": pieces[0]["revision"], "paths": null },
        { "address": book, "revision": pieces[1]["revision"], "paths": ["entries[0].content"] },
        { "address": rules, "revision": 99, "paths": null },
    ]);
    let run = desk.call(
        "replace_library",
        json!({ "choice": choice, "wanted": wanted("lamp"), "replacement": "lantern", "job": "2" }),
    );
    assert_eq!((&run["total"], &run["failed"][0]["error"]["code"]), (&json!(3), &json!("conflict")), "{run}");
    assert_eq!(desk.body(&card)["greetings"]["alternateGreetings"][0]["text"], "Mind the lantern.");
    assert_eq!(desk.body(&book)["entries"][0]["content"], "A lantern.");
    assert_eq!(desk.body(&book)["entries"][0]["triggers"][0]["keyword"], "lamp");
    let history = desk.call("entity_history", json!({ "address": card }));
    assert_eq!((history.as_array().map(Vec::len), &history[0]["why"]), (Some(3), &json!("replaced")));

    // One is saved in between; it stays.
    desk.call("entity_rename", json!({ "address": book, "name": "Quay" }));
    let back = desk.call("run_undo", json!({ "pieces": run["pieces"], "job": "3" }));
    assert_eq!((back["pieces"].as_array().map(Vec::len), &back["failed"][0]["address"]), (Some(1), &json!(book)));
    assert_eq!(desk.body(&card)["identity"]["description"], "Keeps the lamp. The lamplight is hers.");
    assert_eq!(desk.body(&book)["entries"][0]["content"], "A lantern.");
}

#[test]
fn a_pattern_that_is_none_or_never_ends_is_told() {
    let desk = Desk::new();
    let card = desk.make("character", "A", json!([{ "path": "identity.description", "value": "a".repeat(60) }]));
    let broken = json!({ "text": "(", "exact": false, "wholeWord": false, "pattern": true });
    let found =
        desk.call("find_library", json!({ "addresses": [card], "wanted": broken, "replacement": "", "job": "1" }));
    assert!(found["fault"].is_string());
    let endless = json!({ "text": "^(?:(?=a)a|a)*c$", "exact": false, "wholeWord": false, "pattern": true });
    let body = desk.call("find_body", json!({ "kind": "character", "body": desk.body(&card), "wanted": endless }));
    assert!(body["fault"].as_str().is_some_and(|fault| fault.contains("given up")), "{body}");
    let swap = json!({ "text": "(a)(a+)", "exact": true, "wholeWord": false, "pattern": true });
    let changes = desk.call(
        "replace_body",
        json!({ "kind": "character", "body": { "identity": { "name": "caab caa" } }, "wanted": swap, "replacement": "$2-$1", "path": "identity.name", "number": 1 }),
    );
    assert_eq!(changes, json!([{ "path": "identity.name", "value": "caab ca-a" }]));
}

#[test]
fn tags_are_given_and_taken_and_a_draft_is_left_alone() {
    let desk = Desk::new();
    let card = desk.make("character", "Ott", json!([{ "path": "discovery.tags", "value": ["Harbour", "old"] }]));
    let book = desk.make("lorebook", "Book", json!([]));
    let persona = desk.make("persona", "Me", json!([]));
    let draft = json!({ "baseRevision": 1, "at": "2026-01-01T00:00:00Z", "position": 1, "steps": [
        { "label": "x", "changes": [{ "path": "name", "value": "y" }], "inverse": [], "native": [], "at": "2026-01-01T00:00:00Z" }] });
    desk.call("entity_draft_save", json!({ "address": book, "draft": draft }));
    let run = desk.call(
        "tags_change",
        json!({ "addresses": [card, book, persona], "add": ["harbour", " winter "], "remove": ["OLD"], "job": "1" }),
    );
    assert_eq!(desk.body(&card)["discovery"]["tags"], json!(["Harbour", "winter"]));
    let failed: Vec<_> =
        run["failed"].as_array().expect("failed").iter().map(|one| one["error"]["code"].clone()).collect();
    assert_eq!(failed, [json!("conflict"), json!("cannot-express")], "{run}");
    desk.call("run_undo", json!({ "pieces": run["pieces"], "job": "2" }));
    assert_eq!(desk.body(&card)["discovery"]["tags"], json!(["Harbour", "old"]));
}

#[test]
fn shelves_twins_and_books_nobody_uses_are_lists() {
    let desk = Desk::new();
    let book = desk.make("lorebook", "Used", json!([]));
    desk.make("lorebook", "Alone", json!([]));
    let link =
        json!([{ "path": "knowledgeRefs", "value": [{ "type": "entity", "id": book.strip_prefix("lorebook/") }] }]);
    let first = desk.make("character", "Ott", link);
    desk.make("character", "ott", json!([]));
    desk.make("character", "Else", json!([]));
    assert_eq!(desk.names(json!({ "of": "unlinked" })), ["Alone"]);
    assert_eq!(desk.names(json!({ "of": "twins" })).len(), 2);

    let shelves = desk.call("shelf_make", json!({ "name": "Winter", "search": null }));
    let id = shelves[0]["id"].clone();
    assert_eq!(desk.names(json!({ "of": "shelf", "id": id })).len(), 0);
    desk.call("shelf_put", json!({ "id": id, "add": [first, book], "remove": [] }));
    assert_eq!(desk.names(json!({ "of": "shelf", "id": id })), ["Ott", "Used"]);
    desk.call("shelf_put", json!({ "id": id, "add": [], "remove": [book] }));
    assert_eq!(desk.names(json!({ "of": "shelf", "id": id })), ["Ott"]);
    let kept = desk.call("shelf_make", json!({ "name": "winter", "search": { "text": "fog" } }));
    assert_eq!((&kept[1]["id"], &kept[1]["search"]["text"]), (&json!("winter-2"), &json!("fog")));
    assert_eq!(
        desk.try_call("shelf_put", json!({ "id": "winter-2", "add": [first], "remove": [] }))
            .expect_err("a search")
            .code,
        ErrorCode::CannotExpress
    );
    desk.call("shelf_rename", json!({ "id": id, "name": "Frost" }));
    let left = desk.call("shelf_remove", json!({ "id": "winter-2" }));
    assert_eq!((left.as_array().map(Vec::len), &left[0]["name"]), (Some(1), &json!("Frost")));
    assert_eq!(desk.call("library_summary", json!({}))["total"], 5, "the pieces stay");
}

#[test]
fn a_piece_leaves_as_its_usual_file_and_as_text() {
    let desk = Desk::new();
    let card = desk.make("character", "Ott", json!([{ "path": "identity.description", "value": "Keeps the tables." }]));
    let other = desk.make("character", "Ada", json!([{ "path": "identity.description", "value": "Keeps the lamps." }]));
    let book = desk.make("lorebook", "Book", json!([]));
    let out = desk.call("drag_file", json!({ "address": card }));
    let path = out["path"].as_str().expect("a path");
    let file = std::fs::read(path).expect("it is there");
    assert_eq!(file, carry_out::usual_file(&desk.studio, &card).expect("made").bytes.to_vec());
    std::fs::remove_file(path).expect("taken away");
    let copy = |shape: &str| desk.try_call("entity_copy", json!({ "address": card, "shape": shape }));
    assert!(copy("markdown").expect("text").as_str().is_some_and(|text| text.contains("Keeps the tables.")));
    assert!(copy("json").expect("text").as_str().is_some_and(|text| text.contains("\"identity\"")));
    assert_eq!(copy("original").expect_err("made here").code, ErrorCode::CannotExpress);
    let rows = desk.call("pieces_compare", json!({ "left": card, "right": other }));
    assert!(
        rows.as_array().is_some_and(|rows| rows.iter().any(|row| row["after"]["text"] == "Keeps the lamps.")),
        "{rows}"
    );
    assert_eq!(
        desk.try_call("pieces_compare", json!({ "left": card, "right": book })).expect_err("two kinds").code,
        ErrorCode::Usage
    );
}
