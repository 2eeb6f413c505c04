//! `ficha check` as a person or a script meets it: exit codes, the report, fixes in files and in the library.

#[allow(dead_code, reason = "shared with other tests, which need more of it")]
mod support;

use ficha_testkit::workspace_dir;
use serde_json::{Value, json};
use support::Desk;

/// A card with one error, one fix that is sure, and one that is not.
fn card(desk: &Desk) -> String {
    let card = json!({
        "spec": "chara_card_v2", "spec_version": "2.0",
        "data": {
            "name": "Marit", "description": "{{cahr}} keeps the light.", "personality": "", "scenario": "", "first_mes": "The lamp is lit.",
            "mes_example": "", "creator_notes": "", "system_prompt": "", "post_history_instructions": "",
            "alternate_greetings": ["The lamp is lit."], "tags": [], "creator": "", "character_version": "", "extensions": {},
            "character_book": { "entries": [{
                "id": 1, "keys": ["/ortolan(/i"], "content": "A wreck.", "extensions": {}, "enabled": true, "insertion_order": 1,
            }], "extensions": {} },
        },
    });
    let path = desk.at("marit.json");
    std::fs::write(&path, card.to_string()).expect("written");
    path.display().to_string()
}

fn codes(findings: &Value) -> Vec<&str> {
    let mut codes: Vec<&str> =
        findings.as_array().expect("findings").iter().filter_map(|row| row["code"].as_str()).collect();
    codes.sort_unstable();
    codes
}

#[test]
fn errors_end_with_seven_and_warnings_only_when_asked() {
    let desk = Desk::new();
    let bad = card(&desk);
    let ran = desk.run(&["check", "--json", &bad]);
    assert_eq!(ran.code, 7, "{}", ran.err);
    let report = ran.json();
    assert_eq!(
        codes(&report[0]["findings"]),
        ["greeting-twin", "macro-misspelt", "pattern-bracket", "portrait-none"],
        "{report}"
    );
    assert_eq!(report[0]["skipped"][0]["reason"], "no-target");
    let clean = workspace_dir().join("samples/sillytavern/v2.png").display().to_string();
    assert_eq!(desk.run(&["check", &clean, "--deny-warnings"]).code, 0);
    assert_eq!(desk.run(&["check", &desk.at("nothing.json").display().to_string()]).code, 1);
    assert_eq!(desk.run(&["check"]).code, 2);
    let text = desk.run(&["check", &bad, "--language", "zh"]).text();
    assert!(text.contains("正则无法匹配"), "{text}");
}

#[test]
fn a_fix_writes_another_file_and_never_the_input() {
    let desk = Desk::new();
    let bad = card(&desk);
    let before = std::fs::read(&bad).expect("read");
    let out = desk.at("mended.json").display().to_string();
    assert_eq!(desk.run(&["check", "--fix", &bad]).code, 2);
    assert_eq!(desk.run(&["check", "--fix", &bad, "-o", &bad]).code, 2);
    let ran = desk.run(&["check", "--fix", "--json", &bad, "-o", &out]);
    assert_eq!(ran.code, 7, "{}", ran.err);
    assert_eq!(ran.json()[0]["mended"], 2);
    assert_eq!(std::fs::read(&bad).expect("read"), before);
    let ran = desk.run(&["check", "--json", &out]);
    assert_eq!(codes(&ran.json()[0]["findings"]), ["pattern-bracket", "portrait-none"]);
}

#[test]
fn pieces_of_the_library_are_mended_as_one_revision() {
    let desk = Desk::new();
    let bad = card(&desk);
    assert_eq!(desk.run(&["library", "add", &bad]).code, 0);
    let ran = desk.run(&["check", "--library", "--json", "character/marit"]);
    assert_eq!((ran.code, &ran.json()["lookedAt"]), (7, &json!(2)), "{}", ran.err);
    let ran = desk.run(&["check", "--library", "--json", "--fix", "character/marit"]);
    assert_eq!(codes(&ran.json()["findings"]), ["pattern-bracket", "portrait-none"]);
    assert_eq!(codes(&ran.json()["gone"]), ["greeting-twin", "macro-misspelt"]);
    let history = desk.run(&["library", "history", "--json", "character/marit"]).json();
    assert_eq!(history.as_array().map(Vec::len), Some(2), "{history}");
}
