//! Presets of chat apps as the style of a world, word for word.

use super::*;

fn prompt(id: &str, content: &str) -> Value {
    json!({"identifier": id, "name": id.to_uppercase(), "content": content})
}

fn ids(narration: &Narration) -> Vec<(&str, bool)> {
    narration.prompts.iter().map(|prompt| (prompt.id.as_str(), prompt.ticked)).collect()
}

// W-380
#[test]
fn the_list_of_order_with_most_prompts_on_counts_and_places_of_the_app_are_none() {
    let row = |id: &str, on: bool| json!({"identifier": id, "enabled": on});
    let raw = json!({
        "prompts": [prompt("main", "Write."), prompt("style", "Dryly."), prompt("jailbreak", "  "), prompt("spare", "Spare."),
            {"identifier": "chatHistory", "name": "Chat", "marker": true, "content": "x"}],
        "prompt_order": [
            {"character_id": 100000, "order": [row("main", true)]},
            {"character_id": 100001, "order": [row("chatHistory", true), row("style", true), row("main", true), row("jailbreak", true)]},
        ],
        "temperature": 0.8, "openai_max_tokens": 900, "top_p": "no",
    });
    let narration = read_preset(&Body::from(json!({"name": " Quiet "})), Some(&raw));
    assert_eq!(ids(&narration), [("style", true), ("main", true), ("spare", false)]);
    assert_eq!(Value::Object(narration.sampling.clone()), json!({"temperature": 0.8, "max_tokens": 900}));
    assert_eq!(narration.name, "Quiet");
    assert_eq!(style(&narration.prompts), Ok("Dryly.\n\nWrite.".to_owned()));
}

// W-380
#[test]
fn the_older_keys_and_presets_of_other_apps_are_read() {
    let old =
        json!({"main_prompt": "Write {{char}}.", "nsfw_prompt": "", "jailbreak_prompt": "Stay.", "temperature": 1});
    let narration = read_preset(&Body::default(), Some(&old));
    assert_eq!(ids(&narration), [("main_prompt", true), ("jailbreak_prompt", true)]);
    assert_eq!(style(&narration.prompts), Ok("Write { {char}}.\n\nStay.".to_owned()));
    let body = Body::from(json!({"prompts": [
        {"id": "a", "name": "A", "content": "One."}, {"id": "a", "name": "", "content": "Two.", "enabled": false},
        {"id": "h", "marker": true, "content": "x"},
    ], "samplers": {"topK": 40}}));
    let narration = read_preset(&body, None);
    assert_eq!(ids(&narration), [("a", true), ("a#2", false)]);
    assert_eq!(Value::Object(narration.sampling), json!({"top_k": 40}));
}

// W-383
#[test]
fn prompts_over_the_cap_are_refused_whole() {
    let long = |ticked| Prompt { id: "a".to_owned(), name: "A".to_owned(), text: "x".repeat(60_000), ticked };
    assert_eq!(style(&[long(true), long(true)]), Err(NotApplied::TooLong { chars: 120_002, most: 100_000 }));
    assert!(style(&[long(true), long(false)]).is_ok());
}

// W-383
#[test]
fn a_shared_preset_has_its_style_in_every_shipped_language() {
    let narration = Narration {
        prompts: vec![Prompt { id: "a".to_owned(), name: "A".to_owned(), text: "Dryly.".to_owned(), ticked: true }],
        ..Narration::default()
    };
    let source = Source { format: "sillytavern-preset".to_owned(), ..Source::default() };
    let files = shared_preset(&narration, "Quiet", &source, "2026-01-02T03:04:05Z").expect("files");
    let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["prompts/en/roleplay/style.md", "prompts/zh/roleplay/style.md", "preset.json"]);
    let empty = shared_preset(&Narration::default(), "x", &source, "2026-01-02T03:04:05Z");
    assert_eq!(empty, Err(NotApplied::Empty));
}
