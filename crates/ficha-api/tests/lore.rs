//! Lorebooks at work, through the command table: the bench, the graph, what other apps obey, books made of books.

mod common;

use std::time::Instant;

use common::Desk;
use serde_json::{Value, json};

impl Desk {
    /// A lorebook of the library with this body.
    fn book(&self, name: &str, fields: Value) -> String {
        let made = self.call("entity_new", json!({"kind": "lorebook", "name": name}));
        let changes: Vec<Value> =
            fields.as_object().unwrap().iter().map(|(path, value)| json!({"path": path, "value": value})).collect();
        let saved = self.call(
            "entity_save",
            json!({"address": made["address"], "baseRevision": made["revision"], "changes": changes, "native": [], "why": ""}),
        );
        saved["address"].as_str().unwrap().to_owned()
    }

    fn bench(&self, body: &Value, chat: &[&str], more: Value) -> Value {
        let messages: Vec<Value> = chat.iter().map(|text| json!({"name": "Ola", "text": text})).collect();
        let mut rules = json!({
            "depth": 2, "budget": 0, "recursive": true, "mostSteps": 0, "leastEntries": 0, "leastEntriesDepth": 0, "caseSensitive": false,
            "wholeWords": false, "groupScoring": false, "includeNames": true, "bookByBook": false, "seed": 7,
        });
        rules.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        self.call("lore_bench", json!({"body": body, "chat": {"messages": messages}, "rules": rules, "job": "bench"}))
    }
}

fn entry(id: &str, word: &str, more: Value) -> Value {
    let mut entry = json!({"id": id, "title": id, "content": format!("text of {id}"), "triggers": [{"keyword": word}], "secondaryTriggers": []});
    entry.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    entry
}

#[test]
fn the_bench_says_what_woke_and_why_and_what_nearly_did() {
    let desk = Desk::new();
    let body = json!({"entries": [
        entry("light", "", json!({"constant": true})),
        entry("fog", "foghorn", json!({"probability": 80, "content": "An ortolan sank."})),
        entry("wreck", "ortolan", json!({})),
        entry("tide", "tide", json!({})),
        entry("case", "Bell", json!({"caseSensitive": true})),
        entry("part", "thun", json!({"matchWholeWords": true})),
        entry("off", "foghorn", json!({"enabled": false})),
        "no entry at all",
    ]});
    let trial = desk.bench(&body, &["The tide.", "hm", "Is that thunder? 雾 The Foghorn. A bell."], json!({"seed": 1}));
    let woke: Vec<(u64, u64, &str)> = trial["woke"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["entry"]["at"].as_u64().unwrap(), row["step"].as_u64().unwrap(), row["why"].as_str().unwrap()))
        .collect();
    assert_eq!(woke, [(0, 1, "always"), (1, 1, "keys"), (2, 2, "keys")]);
    assert_eq!(trial["woke"][1]["passed"], json!(80.0));
    assert_eq!(trial["woke"][2]["place"]["entry"]["title"], json!("fog"));
    assert_eq!(
        trial["marks"],
        json!([{"message": 2, "from": 23, "until": 30, "entry": {"book": 0, "at": 1, "title": "fog"}}])
    );
    let near =
        |at: u64| trial["nearly"].as_array().unwrap().iter().find(|row| row["entry"]["at"] == json!(at)).cloned();
    assert_eq!(near(3).unwrap()["said"], json!("earlier"));
    assert_eq!((near(3).unwrap()["back"].clone(), near(3).unwrap()["reach"].clone()), (json!(2), json!(2)));
    assert_eq!(near(4).unwrap()["said"], json!("otherCase"));
    assert_eq!(near(5).unwrap()["said"], json!("partOfWord"));
    assert_eq!((near(6).unwrap()["stop"].clone(), near(6).unwrap()["said"].clone()), (json!("off"), json!("here")));
    assert_eq!(near(7), None);
    assert!(trial["tokens"].as_u64().unwrap() > 3);
}

#[test]
fn the_bench_walks_through_a_chat_and_looks_into_other_books() {
    let desk = Desk::new();
    let other = desk.book("Other", json!({"entries": [entry("far", "sea", json!({}))]}));
    let body = json!({"entries": [entry("a", "sea", json!({"sticky": 3, "cooldown": 2, "scanDepth": 1}))]});
    let trial = desk.bench(&body, &["sea", "x"], json!({}));
    assert_eq!((trial["woke"][0]["why"].clone(), trial["woke"][0]["stays"].clone()), (json!("staying"), json!(1)));
    let trial = desk.bench(&body, &["sea", "x", "x", "x"], json!({}));
    assert_eq!(
        (trial["nearly"][0]["stop"].clone(), trial["nearly"][0]["number"].clone()),
        (json!("cooldown"), json!(2))
    );
    let rules = json!({
        "depth": 2, "budget": 0, "recursive": false, "mostSteps": 0, "leastEntries": 0, "leastEntriesDepth": 0, "caseSensitive": false,
        "wholeWords": false, "groupScoring": false, "includeNames": false, "bookByBook": true, "seed": 0,
    });
    let chat = json!({"messages": [{"name": "", "text": "sea"}], "books": [other]});
    let trial = desk.call("lore_bench", json!({"body": body, "chat": chat, "rules": rules, "job": "b"}));
    let books: Vec<u64> =
        trial["woke"].as_array().unwrap().iter().map(|row| row["entry"]["book"].as_u64().unwrap()).collect();
    assert_eq!(books, [0, 1]);
}

#[test]
fn patterns_without_end_are_given_up_and_named() {
    let desk = Desk::new();
    let slow = |id: usize| {
        let mut slow = entry(&id.to_string(), "x", json!({}));
        slow["triggers"] = json!([{"keyword": "(?:(?=a)a|a)*c$", "isRegex": true}]);
        slow
    };
    let mut entries: Vec<Value> = (0..40).map(slow).collect();
    entries.push(entry("sound", "bell", json!({})));
    let body = json!({"entries": entries});
    let began = Instant::now();
    let trial = desk.bench(&body, &[&format!("bell {}", "a".repeat(60))], json!({"includeNames": false}));
    assert_eq!(trial["woke"].as_array().unwrap().len(), 1, "the rest goes on");
    let faults = trial["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 40);
    assert!(faults.iter().all(|fault| fault["slow"] == json!(true)), "{faults:?}");
    assert!(began.elapsed().as_secs() < 30, "{:?}", began.elapsed());
}

#[test]
fn the_graph_names_pairs_and_what_stands_between() {
    let desk = Desk::new();
    let body = json!({"entries": [
        entry("a", "sea", json!({"content": "a bell and salt"})),
        entry("b", "bell", json!({"content": "the sea"})),
        entry("c", "salt", json!({"excludeRecursion": true})),
    ]});
    let graph = desk.call("lore_wakes", json!({"body": body, "job": "g"}));
    let pairs: Vec<(u64, u64, Value)> = graph["reaches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["from"].as_u64().unwrap(), row["to"].as_u64().unwrap(), row["barrier"].clone()))
        .collect();
    assert_eq!(pairs, [(0, 1, Value::Null), (0, 2, json!("excludes")), (1, 0, Value::Null)]);
}

#[test]
fn large_books_of_wrong_types_are_answered_in_time() {
    let desk = Desk::new();
    let mut entries: Vec<Value> = (0..5000)
        .map(|at| {
            entry(&at.to_string(), &format!("word{at}"), json!({"content": format!("says word{} and more", at + 1)}))
        })
        .collect();
    entries.extend([
        json!(null),
        json!([1]),
        json!({"triggers": "sea", "content": 7, "sticky": "long", "id": {}}),
        json!({"triggers": [null, 3, {"keyword": 4}]}),
    ]);
    let body = json!({"entries": entries});
    let began = Instant::now();
    let graph = desk.call("lore_wakes", json!({"body": body, "job": "g"}));
    assert!(graph["reaches"].as_array().unwrap().len() >= 4999);
    let graph_took = began.elapsed();
    let began = Instant::now();
    let trial = desk.bench(&body, &["word1 word77"], json!({"mostSteps": 4}));
    assert!(trial["woke"].as_array().unwrap().len() > 2);
    println!("graph {graph_took:?}, bench {:?}", began.elapsed());
    assert!(graph_took.as_secs() < 20 && began.elapsed().as_secs() < 20);
    let none = desk.bench(&json!({"entries": "none"}), &["x"], json!({}));
    assert_eq!(none["entries"], json!(0));
}

#[test]
fn other_apps_obey_what_they_carry() {
    let desk = Desk::new();
    let body = json!({"entries": [
        entry("a", "sea", json!({"cooldown": 5, "secondaryTriggers": [{"keyword": "salt"}], "selectiveLogic": "and_any", "useMemo": true})),
        entry("b", "hill", json!({})),
    ]});
    let told = desk.call("lore_obey", json!({"body": body, "entries": [0]}));
    let of = |id: &str| told.as_array().unwrap().iter().find(|row| row["format"] == json!(id)).cloned().unwrap();
    assert_eq!(of("sillytavern-lorebook")["obeyed"], json!("carried"), "{}", of("sillytavern-lorebook"));
    let risu = of("risu-lorebook");
    assert_eq!(risu["obeyed"], json!("changed"));
    assert!(
        risu["ignored"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["field"] == json!("cooldown") && row["reason"] != json!("")),
        "{risu}"
    );
    assert_eq!(of("novelai-lorebook")["obeyed"], json!("lost"));
    let plain = desk.call("lore_obey", json!({"body": body, "entries": [1, 99]}));
    // A scenario of Agnai has events and no keys; every book has keys and text.
    let books = plain.as_array().unwrap().iter().filter(|row| row["format"] != json!("agnai-scenario"));
    assert!(books.into_iter().all(|row| row["obeyed"] == json!("carried")), "{plain}");
}

#[test]
fn books_are_merged_without_losing_what_their_own_book_said() {
    let desk = Desk::new();
    let first = desk.book(
        "First",
        json!({"globalScanDepth": 4, "entries": [entry("0", "sea", json!({})), entry("1", "salt", json!({}))]}),
    );
    let second = desk.book(
        "Second",
        json!({"globalScanDepth": 9, "categories": [{"id": "c", "name": "Folder"}], "entries": [
            entry("0", "bell", json!({"categoryId": "c"})), entry("0", "sea", json!({}))]}),
    );
    let made =
        desk.call("lore_merge", json!({"addresses": [first, second], "name": "Both", "folders": false, "once": true}));
    assert_eq!((made["entries"].clone(), made["twins"].clone()), (json!(3), json!(1)));
    let body = desk.call("entity_open", json!({"address": made["address"]}))["body"].clone();
    let ids: Vec<&str> = body["entries"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 3);
    assert!(ids.iter().enumerate().all(|(at, id)| !ids[..at].contains(id)), "{ids:?}");
    assert_eq!(body["entries"][2]["scanDepth"], json!(9));
    assert_eq!(body["entries"][2]["categoryId"], body["categories"][0]["id"]);
    assert_eq!(body["entries"][0].get("scanDepth"), None);
    let first_again = desk.call("entity_open", json!({"address": first}));
    assert_eq!(first_again["body"]["entries"].as_array().unwrap().len(), 2, "the books that were merged stay");
    let folders =
        desk.call("lore_merge", json!({"addresses": [first, second], "name": "Both", "folders": true, "once": false}));
    let body = desk.call("entity_open", json!({"address": folders["address"]}))["body"].clone();
    let names: Vec<&str> =
        body["categories"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["First", "Second"]);
    assert_eq!(body["entries"].as_array().unwrap().len(), 4);
    let alone =
        desk.try_call("lore_merge", json!({"addresses": [first], "name": "x", "folders": false, "once": false}));
    assert_eq!(alone.unwrap_err().code, ficha_api::ErrorCode::Usage);
}

#[test]
fn a_part_of_a_book_keeps_its_folders_and_the_original_of_the_whole() {
    let desk = Desk::new();
    let path = ficha_testkit::workspace_dir().join("samples/sillytavern/lorebook.json");
    let staged = desk.call("intake_add", json!({"paths": [path], "job": "1"}));
    let kept = desk.call("intake_keep", json!({"ids": [staged[0]["id"]], "job": "2"}));
    let whole = kept["kept"][0].as_str().unwrap();
    let before = desk.call("entity_open", json!({"address": whole}));
    let parts = json!([{"name": "Part", "entries": [0]}]);
    let made = desk.call("lore_split", json!({"address": whole, "parts": parts}));
    assert_eq!(made[0]["entries"], json!(1));
    let part = desk.call("entity_open", json!({"address": made[0]["address"]}));
    assert_eq!(part["body"]["entries"][0], before["body"]["entries"][0]);
    assert_eq!(part["originals"][0]["format"], json!("sillytavern-lorebook"));
    let empty = desk.try_call("lore_split", json!({"address": whole, "parts": [{"name": "x", "entries": [900]}]}));
    assert_eq!(empty.unwrap_err().code, ficha_api::ErrorCode::Usage);

    let book = desk.book(
        "Folders",
        json!({"categories": [{"id": "a", "name": "A"}, {"id": "b", "name": "B", "parentId": "a"}, {"id": "c", "name": "C"}],
            "order": ["a", "0", "1"], "entries": [entry("0", "x", json!({"categoryId": "b"})), entry("1", "y", json!({}))]}),
    );
    let made = desk.call("lore_split", json!({"address": book, "parts": [{"name": "One", "entries": [0]}]}));
    let body = desk.call("entity_open", json!({"address": made[0]["address"]}))["body"].clone();
    let ids: Vec<&str> = body["categories"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["a", "b"]);
    assert_eq!(body["order"], json!(["a", "0"]));
}
