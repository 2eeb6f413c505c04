//! What pieces tell the model, through the command table.

mod common;

use common::Desk;
use ficha_api::ErrorCode;
use serde_json::{Value, json};

impl Desk {
    /// A piece of the library with this body.
    fn made(&self, kind: &str, name: &str, changes: Value) -> Value {
        let made = self.call("entity_new", json!({"kind": kind, "name": name}));
        let address = made["address"].clone();
        let arguments = json!({
            "address": address, "baseRevision": made["revision"], "changes": changes, "native": [], "why": "save",
        });
        self.call("entity_save", arguments);
        address
    }
}

fn occasion() -> Value {
    json!({"phase": "output", "target": null, "depth": 0, "character": "Marit", "user": "Ola"})
}

#[test]
fn each_rule_says_what_it_did() {
    let desk = Desk::new();
    let body = json!({"name": "Set", "rules": [
        {"id": "a", "find": "fog", "flags": "gi", "replace": "mist"},
        {"id": "b", "find": "rain", "replace": "sun", "enabled": false},
        {"id": "c", "find": "mist", "flags": "", "replace": "{{char}}", "targets": ["display"]},
        {"id": "d", "find": "(", "replace": ""},
        {"id": "e", "find": "sea", "flags": "g", "replace": "s", "minDepth": 3},
        {"id": "f", "find": "bell", "flags": "g", "replace": "$0 $0", "phases": ["output"]},
        {"id": "g", "find": "bell", "flags": "g", "replace": "", "phases": ["input"]},
        "no rule",
    ]});
    let run = desk.call("regex_run", json!({"body": body, "text": "Fog, fog, bell", "occasion": occasion()}));
    assert_eq!(run["text"], "mist, mist, bell bell");
    let said: Vec<Value> =
        run["rules"].as_array().expect("rows").iter().map(|row| json!([row["skipped"], row["matches"]])).collect();
    assert_eq!(
        said,
        [
            json!([null, 2]),
            json!(["off", 0]),
            json!(["target", 0]),
            json!(["fault", 0]),
            json!(["depth", 0]),
            json!([null, 1]),
            json!(["phase", 0]),
            json!(["no-pattern", 0]),
        ]
    );
    assert_eq!(run["rules"][0]["text"], "mist, mist, bell");
    assert_eq!(run["rules"][1]["text"], Value::Null);
    assert!(run["rules"][3]["fault"].as_str().is_some_and(|fault| fault.contains("no pattern")), "{run}");
}

#[test]
fn a_set_without_end_is_stopped_in_time() {
    let desk = Desk::new();
    let rule = |id: usize| json!({"id": id.to_string(), "find": "^(?:(?=a)a|a)*c$", "flags": "gm", "replace": ""});
    let body = json!({"rules": (0..200).map(rule).collect::<Vec<_>>()});
    let text = format!("{}\n", "a".repeat(80)).repeat(50);
    let begun = std::time::Instant::now();
    let run = desk.call("regex_run", json!({"body": body, "text": text, "occasion": occasion()}));
    let took = begun.elapsed();
    assert!(took < std::time::Duration::from_secs(20), "{took:?}");
    assert_eq!(run["rules"][0]["skipped"], "too-slow");
    assert_eq!(run["rules"][199]["skipped"], "no-time");
    assert_eq!(run["text"], text);
    let large = desk.try_call("regex_run", json!({"body": {}, "text": "a".repeat(2_000_000), "occasion": occasion()}));
    assert_eq!(large.map_err(|error| error.code), Err(ErrorCode::Limit));
}

#[test]
fn a_persona_is_put_together_with_its_tokens() {
    let desk = Desk::new();
    let body = json!({"name": "Ola", "sections": {"history": "{{user}} met {{char}}.", "appearance": "Tall."}});
    let told = desk.call("persona_compile", json!({"body": body, "character": null, "tokenizer": "cl100k"}));
    assert_eq!(told["text"], "Appearance: Tall.\n\nHistory: Ola met {{char}}.");
    assert_eq!(told["parts"][1]["path"], "sections.history");
    assert!(told["tokens"].as_u64().is_some_and(|tokens| tokens > 5), "{told}");
    let told = desk.call("persona_compile", json!({"body": body, "character": "Marit"}));
    assert_eq!(told["parts"][1]["text"], "History: Ola met Marit.");
}

#[test]
fn a_preset_is_put_together_with_a_cast_of_the_library() {
    let desk = Desk::new();
    let character = desk.made(
        "character",
        "Marit",
        json!([
            {"path": "identity.description", "value": "{{char}} keeps the light."},
            {"path": "greetings.firstMessage", "value": "Who is there, {{user}}?"},
        ]),
    );
    let persona = desk.made("persona", "Ola", json!([{"path": "content", "value": "A pilot."}]));
    let body = json!({
        "prompts": [
            {"id": "main", "name": "Main", "content": "Write as {{char}}."},
            {"id": "charDescription", "marker": true},
            {"id": "personaDescription", "marker": true},
            {"id": "chatHistory", "marker": true},
            {"id": "off", "content": "x", "enabled": false},
        ],
        "context": {"storyString": "{{description}}\n{{persona}}"},
    });
    let cast = json!({"character": character, "persona": persona, "message": "It is me.", "trigger": "normal"});
    let told = desk.call("preset_assemble", json!({"body": body, "cast": cast, "tokenizer": "cl100k"}));
    let texts: Vec<&str> =
        told["blocks"].as_array().expect("blocks").iter().filter_map(|block| block["text"].as_str()).collect();
    assert_eq!(
        texts,
        ["Write as Marit.", "Marit keeps the light.", "A pilot.", "", "Who is there, Ola?", "It is me.", ""]
    );
    assert_eq!(told["blocks"][6]["left"], "off");
    let sum: u64 = told["blocks"].as_array().expect("blocks").iter().filter_map(|block| block["tokens"].as_u64()).sum();
    assert_eq!(told["tokens"].as_u64(), Some(sum));

    let turn = desk.call("preset_turn", json!({"body": body, "cast": cast}));
    let text: String =
        turn["pieces"].as_array().expect("pieces").iter().filter_map(|piece| piece["text"].as_str()).collect();
    assert_eq!(text, "Marit keeps the light.\nA pilot.\nMarit: Who is there, Ola?\nOla: It is me.\nMarit:");

    let gone = json!({"character": "character/nobody", "persona": null, "message": "", "trigger": "normal"});
    let missing = desk.try_call("preset_assemble", json!({"body": body, "cast": gone}));
    assert_eq!(missing.map_err(|error| error.code), Err(ErrorCode::NotFound));
}

#[test]
fn carried_fields_are_measured_for_every_kind() {
    let desk = Desk::new();
    let rows = desk.call("fields_carried", json!({"kind": "regex"}));
    let of = |path: &str| {
        let row = rows.as_array().expect("rows").iter().find(|row| row["path"] == path);
        row.unwrap_or_else(|| panic!("{path}"))["formats"].as_array().expect("formats").len()
    };
    assert!(of("rules[].find") > of("rules[].note"), "{rows}");
    assert!(of("rules[].note") > 0, "{rows}");
}

#[test]
fn a_set_knows_who_brings_it_along() {
    let desk = Desk::new();
    let set = desk.made("regex", "Fog", json!([]));
    let link = json!([{"path": "behaviorRefs", "value": [{"type": "entity", "id": "fog"}]}]);
    let card = desk.made("character", "Marit", link.clone());
    let preset = desk.made("preset", "Slow", link);
    desk.made("character", "Fog itself", json!([{"path": "identity.description", "value": "fog"}]));
    let users = desk.call("entity_users", json!({"address": set}));
    let names: Vec<String> = users
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| format!("{}/{}", row["kind"].as_str().unwrap_or(""), row["id"].as_str().unwrap_or("")))
        .collect();
    assert_eq!(names.len(), 2, "{users}");
    assert!(names.iter().any(|name| card == name.as_str()) && names.iter().any(|name| preset == name.as_str()));
    assert_eq!(desk.call("entity_users", json!({"address": card})), json!([]));
}
