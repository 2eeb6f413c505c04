//! The order of a request, against what the app sends.

use serde_json::{Value, json};

use super::{Block, Cast, Left, Message, assemble};
use crate::Names;

fn card() -> Value {
    json!({
        "identity": {"name": "Marit", "description": "{{char}} keeps the light."},
        "persona": {"personality": "patient", "scenario": "A storm."},
        "prompts": {"systemPrompt": "Card first. {{original}}", "depthInjections": [{"text": "Near the end.", "depth": 1}]},
        "examples": {"exampleMessages": "<START>\n{{user}}: Hello.\n<start>\n{{char}}: Hm."},
    })
}

fn cast<'a>(character: &'a Value, persona: &'a Value) -> Cast<'a> {
    let message = |role: &str, text: &str| Message { role: role.to_owned(), text: text.to_owned() };
    Cast {
        names: Names { character: "Marit".to_owned(), user: "Ola".to_owned() },
        character: Some(character),
        persona: Some(persona),
        chat: vec![
            message("assistant", "Who is there?"),
            message("user", "{{user}}."),
            message("assistant", "Come in."),
        ],
        trigger: "normal".to_owned(),
    }
}

fn sent(blocks: &[Block]) -> Vec<(&str, &str)> {
    blocks.iter().filter(|block| block.left.is_none()).map(|block| (block.id.as_str(), block.text.as_str())).collect()
}

#[test]
fn prompts_markers_and_depths_come_in_the_order_of_the_app() {
    let preset = json!({
        "prompts": [
            {"id": "main", "content": "Write.", "role": "system"},
            {"id": "charDescription", "marker": true, "markerSlot": "charDescription"},
            {"id": "x", "marker": true, "markerSlot": "char_personality"},
            {"id": "scenario", "marker": true},
            {"id": "personaDescription", "marker": true},
            {"id": "dialogueExamples", "marker": true},
            {"id": "chatHistory", "marker": true},
            {"id": "late", "content": "Late.", "placement": "in_chat", "injectionDepth": 1, "injectionOrder": 200},
            {"id": "deep", "content": "Deep.", "placement": "in_chat", "injectionDepth": 90, "role": "user"},
            {"id": "last", "content": "Last.", "placement": "in_chat", "injectionDepth": 0},
            {"id": "jailbreak", "content": "Stay brief."},
        ],
        "templates": {"personalityFormat": "[{{personality}}]", "scenarioFormat": ""},
        "systemPrompts": {"newChat": "[Begin]", "newExampleChat": "[Example]"},
    });
    let (card, persona) = (card(), json!({"name": "Ola", "content": "A pilot."}));
    let blocks = assemble(&preset, &cast(&card, &persona));
    assert_eq!(
        sent(&blocks),
        [
            ("main", "Card first. Write."),
            ("charDescription", "Marit keeps the light."),
            ("x", "[patient]"),
            ("scenario", "A storm."),
            ("personaDescription", "A pilot."),
            ("dialogueExamples", ""),
            ("newExample", "[Example]"),
            ("example", "Ola: Hello."),
            ("newExample", "[Example]"),
            ("example", "Marit: Hm."),
            ("chatHistory", ""),
            ("newChat", "[Begin]"),
            ("deep", "Deep."),
            ("chat", "Who is there?"),
            ("chat", "Ola."),
            ("depthPrompt", "Near the end."),
            ("late", "Late."),
            ("chat", "Come in."),
            ("last", "Last."),
            ("jailbreak", "Stay brief."),
        ]
    );
    assert!(blocks[0].overridden);
}

#[test]
fn what_is_left_out_says_why() {
    let preset = json!({
        "prompts": [
            {"id": "off", "content": "a", "enabled": false},
            {"id": "in", "content": "a", "groupId": "inner"},
            {"id": "swipes", "content": "a", "injectionTrigger": ["swipe"]},
            {"id": "blank", "content": " "},
            {"id": "worldInfoBefore", "marker": true},
            {"id": "floating", "content": "a", "placement": "in_chat"},
        ],
        "groups": [{"id": "outer", "enabled": false}, {"id": "inner", "parentGroupId": "outer"}],
    });
    let left: Vec<_> = assemble(&preset, &Cast { trigger: "normal".to_owned(), ..Cast::default() })
        .into_iter()
        .map(|block| (block.id, block.left))
        .collect();
    let wanted = [
        ("off", Left::Off),
        ("in", Left::GroupOff),
        ("swipes", Left::Trigger),
        ("blank", Left::Empty),
        ("worldInfoBefore", Left::InChat),
        ("floating", Left::InChat),
    ];
    assert_eq!(left, wanted.map(|(id, left)| (id.to_owned(), Some(left))));
}

#[test]
fn a_card_may_not_replace_what_is_locked_and_tags_go_around() {
    let preset = json!({"prompts": [
        {"id": "main", "content": "Mine.", "forbidOverrides": true, "wrapInXml": true, "xmlTagName": "rules"},
    ]});
    let (card, persona) = (card(), json!({}));
    let blocks = assemble(&preset, &cast(&card, &persona));
    assert_eq!(sent(&blocks), [("main", "<rules>\nMine.\n</rules>")]);
}

#[test]
fn a_persona_stands_where_it_says() {
    let preset =
        json!({"prompts": [{"id": "personaDescription", "marker": true}, {"id": "chatHistory", "marker": true}]});
    let card = json!({});
    let persona = json!({"content": "A pilot.", "chatInjection": {"position": "depth", "depth": 0, "role": "user"}});
    let blocks = assemble(&preset, &cast(&card, &persona));
    assert_eq!(sent(&blocks).last(), Some(&("persona", "A pilot.")));
    assert_eq!(blocks[0].left, Some(Left::Empty));
}

#[test]
fn bodies_of_wrong_types_give_what_can_be_read() {
    let preset =
        json!({"prompts": [5, null, "x", {"id": 7, "content": ["a"]}, {"id": "ok", "content": "Here."}], "groups": {}});
    assert_eq!(sent(&assemble(&preset, &Cast::default())), [("ok", "Here.")]);
    assert!(assemble(&json!({"prompts": "none"}), &Cast::default()).is_empty());
}
