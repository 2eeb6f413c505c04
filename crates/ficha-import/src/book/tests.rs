//! Lorebooks as world books, word for word.

use serde_json::Value;

use super::*;

fn asked<'a>(body: &'a Body, source: &'a Source) -> Ask<'a> {
    Ask { body, name: "", language: "", character: "", source, at: "2026-01-02T03:04:05Z", report_language: "en" }
}

fn doc(book: &Book, path: &str) -> Value {
    let bytes = book.files.iter().find(|(name, _)| name == path).map(|(_, bytes)| bytes.as_slice()).expect(path);
    serde_json::from_slice(bytes).expect("JSON")
}

fn key(word: &str) -> Value {
    json!({"keyword": word})
}

// W-400, W-401, W-408
#[test]
fn entries_that_are_on_become_knowledge_word_for_word() {
    let body = Body::from(json!({"name": "The quay", "entries": [
        {"id": "1", "title": "Light tax", "content": "Every ship pays {{user}} a coin. {{random::Gold::Silver}} only. ${x} {{weather}}",
         "triggers": [key("tax"), key("Tax"), key("tax"), {"keyword": "t.x", "isRegex": true}]},
        {"id": "2", "title": "", "comment": "", "content": "It is said.\n[PLAYER] knows.", "triggers": [key("mill")]},
        {"id": "3", "title": "Off", "content": "x", "enabled": false},
        {"id": "4", "title": "Nothing", "content": "  {{// a remark}} "},
        {"id": "5", "content": "{{char}} waits."},
    ]}));
    let source = Source { format: "sillytavern-lorebook".to_owned(), ..Source::default() };
    let book = world_book(&asked(&body, &source));
    let paths: Vec<&str> = book.files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["entries/light-tax.json", "entries/mill.json", "entries/5.json", "lorebook.json"]);
    let tax = doc(&book, "entries/light-tax.json");
    assert_eq!(tax["text"], "Every ship pays the player a coin. Gold only. $ {x} { {weather}}");
    assert_eq!(tax["keywords"], json!(["tax", "Tax"]));
    assert_eq!(tax["summary"], "Every ship pays the player a coin. (tax, Tax)");
    assert_eq!((&tax["scope"], &tax["kind"], &tax["as_written"]), (&json!("everyone"), &json!("custom"), &json!(true)));
    assert_eq!(doc(&book, "entries/mill.json")["text"], "It is said.\nThe player knows.");
    assert_eq!(doc(&book, "entries/5.json")["text"], "{ {char}} waits.");
    assert_eq!(doc(&book, "lorebook.json")["source"], json!({"format": "sillytavern-lorebook"}));
    let left: Vec<(&str, Why)> = book.left_out.iter().map(|one| (one.title.as_str(), one.why)).collect();
    assert_eq!(left, [("Off", Why::Off), ("Nothing", Why::Empty)]);
    assert_eq!(book.notes.iter().map(|note| note.code.as_str()).collect::<Vec<_>>(), ["not-sorted"]);
    assert_eq!((book.id.as_str(), book.entries), ("the-quay", 3));
}

// W-400: the book inside a card knows who its character is.
#[test]
fn a_book_of_a_card_names_its_character() {
    let body = Body::from(json!({"entries": [{"id": "1", "title": "a", "content": "{{char}} waits. 他在等。"}]}));
    let source = Source::default();
    let book = world_book(&Ask { character: "Orla", language: "zh", ..asked(&body, &source) });
    assert_eq!(doc(&book, "entries/a.json")["text"], "Orla waits. 他在等。");
    assert_eq!((book.name.as_str(), &doc(&book, "lorebook.json")["language"]), ("Orla", &json!("zh")));
}

// W-401: nothing of a long entry is lost, and every document is one the format allows.
#[test]
fn a_long_entry_goes_on_in_the_next_document() {
    let long = "A sentence of the book. ".repeat(20_000);
    let keys: Vec<Value> = (0..70).map(|at| key(&format!("key{at}"))).collect();
    let title = "t".repeat(300);
    let body =
        Body::from(json!({"name": "b", "entries": [{"id": "1", "title": title, "content": long, "triggers": keys}]}));
    let source = Source::default();
    let book = world_book(&asked(&body, &source));
    let documents: Vec<Value> =
        book.files[..book.entries].iter().map(|(_, bytes)| serde_json::from_slice(bytes).expect("JSON")).collect();
    let joined: String = documents.iter().map(|one| one["text"].as_str().expect("a text")).collect();
    assert_eq!(joined, long.trim());
    for (path, bytes) in &book.files {
        let shape = if path == "lorebook.json" { &schema::LOREBOOK } else { &schema::LOREBOOK_ENTRY };
        let doc: Value = serde_json::from_slice(bytes).expect("JSON");
        assert_eq!(schema::faults(shape.fields, doc.as_object().expect("an object"), path, ""), []);
    }
    let codes: Vec<&str> = book.notes.iter().map(|note| note.code.as_str()).collect();
    assert_eq!(codes, ["not-sorted", "shortened", "shortened"]);
}
