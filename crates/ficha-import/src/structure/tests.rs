//! Cards arranged without a model: the worked example, and what each part of a card becomes.

use ficha_testkit::import_cards;
use serde_json::json;

use super::*;
use crate::outcomes::Outcomes;
use crate::records::{Phase, Record};

pub(crate) fn choices_for(card: &Value, name: &str) -> Choices {
    let card = Card::of(card);
    Choices {
        world_name: name.into(),
        opening: card.greetings().iter().position(|greeting| !greeting.trim().is_empty()),
        entries_off: card.entries().iter().filter(|entry| !entry.is_enabled()).map(|entry| entry.number).collect(),
        language: "en".into(),
        ..Choices::default()
    }
}

fn structured(card: &Value) -> Structured {
    structure_import(card, "0", &choices_for(card, "A world"), "en")
}

fn doc<'s>(structured: &'s Structured, reference: &str) -> &'s Doc {
    let found = structured.extracted.documents.iter().find(|document| document.reference == reference);
    &found.unwrap_or_else(|| panic!("no {reference}")).doc
}

// W-045 W-047 W-049 W-050 W-052 W-053 W-190 W-191 W-192 W-198 W-241 W-242 W-243 W-244 W-250
#[test]
fn the_worked_example_has_these_records() {
    let Some(folder) = ficha_testkit::shared_dir().map(|shared| shared.join("spec/world/example")) else {
        eprintln!("no worked example beside the workspace: its records are not made again");
        return;
    };
    let bytes = std::fs::read(folder.join("card.json")).expect("the card");
    let records = folder.join("world/the-saltglass-ferry/.import");
    let read = |file: &str| std::fs::read_to_string(records.join(file)).expect("a record");
    let choices = Choices::from_bytes(read("choices.json").as_bytes()).unwrap();
    let card = crate::records::read_json(&bytes).unwrap();
    let made = structure_import(&card, &ficha_formats::media::sha256(&bytes), &choices, "en");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert_eq!(text(made.pieces.to_bytes()), read("pieces.json"));
    assert_eq!(text(made.classification.to_bytes()), read("classification.json"));
    assert_eq!(text(made.roster.to_bytes()), read("roster.json"));
    assert_eq!(text(made.extracted.to_bytes()), read("extracted.json"));
}

// W-241
#[test]
fn the_cards_own_character_is_in_the_cards_words() {
    let made = structured(&import_cards::plain());
    let doc = doc(&made, "characters/brennet-oake");
    assert_eq!(doc["summary"], "Brennet Oake keeps the lamp room at Dunmore Head.");
    assert_eq!(doc["examples"], json!(["[PLAYER]: Is it always this loud?\nBrennet Oake: Only when it is quiet."]));
    assert!(doc.get("playable").is_none() && doc.get("aliases").is_none());
    assert_eq!(split_examples("a <start> b <STARTING> c<Start>\n<b>"), ["a", "b <STARTING> c", "<b>"]);
}

// W-246
#[test]
fn without_name_and_description_there_is_no_character() {
    let card = json!({"data": {"personality": "dry", "first_mes": "Hello.",
        "character_book": {"entries": [{"content": "A tide.", "comment": "Tide"}]}}});
    let made = structured(&card);
    assert_eq!(made.roster.entities, []);
    assert_eq!(made.extracted.documents.len(), 1);
    // A description alone is somebody, called as the world is.
    let made = structured(&json!({"data": {"description": "She waits."}}));
    assert_eq!(doc(&made, "characters/a-world")["name"], "A world");
}

// W-242 W-132
#[test]
fn an_entry_is_lore_for_the_game_master_and_its_parts_are_one() {
    let long = "A sentence of the almanac. ".repeat(600);
    let card = json!({"data": {"name": "Orla", "character_book": {"entries": [
        {"content": long, "comment": "Almanac", "keys": ["almanac", " ", "almanac", "tide"], "constant": true},
        {"content": "  ", "comment": "Blank"},
        {"content": "off", "comment": "Off", "enabled": false},
        {"content": "{{user}} rolls {{roll:d6}}.", "name": "Dice of {{char}}", "keys": ["{{user}}'s dice"]},
        {"content": "same title", "comment": "Almanac"},
        {"content": "no title", "keys": []},
    ]}}});
    let made = structured(&card);
    let piece = made.pieces.get("entry:1").unwrap();
    assert!(piece.cuts.len() >= 2 && piece.is_constant());
    let almanac = doc(&made, "lore/almanac");
    assert_eq!(almanac["text"], long.trim());
    assert_eq!(almanac["keywords"], json!(["almanac", "tide"]));
    assert_eq!(
        (&almanac["scope"], &almanac["known_by"], &almanac["as_written"]),
        (&json!("listed"), &json!([]), &json!(true))
    );
    assert!(almanac.get("custom_kind").is_none() && almanac.get("about").is_none());
    let references: Vec<&str> = made.extracted.documents.iter().map(|document| document.reference.as_str()).collect();
    assert_eq!(references, ["characters/orla", "lore/almanac", "lore/dice-of-orla", "lore/almanac-2", "lore/entry-6"]);
    let dice = doc(&made, "lore/dice-of-orla");
    assert_eq!((&dice["title"], &dice["keywords"]), (&json!("Dice of Orla"), &json!(["[PLAYER]'s dice"])));
    assert_eq!(dice["text"], "[PLAYER] rolls {{roll:d6}}.");
}

// W-006 W-049 W-005
#[test]
fn what_is_left_off_is_a_piece_and_nothing_else() {
    let card = json!({"data": {"name": "Orla", "description": "Keeper.", "character_book": {"entries": [
        {"content": "zanthurium", "comment": "One", "keys": ["zanthurium"]},
        {"content": "kept", "comment": "Two", "enabled": false},
    ]}}});
    let choices = Choices { entries_off: vec![1], ..choices_for(&card, "W") };
    let made = structure_import(&card, "0", &choices, "en");
    assert!(made.pieces.get("entry:1").unwrap().off && !made.pieces.get("entry:2").unwrap().off);
    let rest = [made.classification.to_bytes(), made.roster.to_bytes(), made.extracted.to_bytes()].concat();
    assert!(!String::from_utf8(rest).unwrap().contains("zanthurium"));
    assert!(doc(&made, "lore/two")["text"] == "kept");
}

// W-164 W-139
#[test]
fn the_style_is_the_three_prompts_in_order_or_nothing() {
    let style = |data: Value| structured(&json!({"data": data})).extracted.prompts.get("style").cloned();
    let all = json!({"name": "O", "system_prompt": "one", "post_history_instructions": "two {{user}}",
        "extensions": {"depth_prompt": {"prompt": "three"}}});
    assert_eq!(style(all).as_deref(), Some("one\n\ntwo [PLAYER]\n\nthree"));
    assert_eq!(style(json!({"name": "O", "post_history_instructions": "two"})).as_deref(), Some("two"));
    assert_eq!(style(json!({"name": "O", "system_prompt": " "})), None);
    let rules =
        json!({"data": {"character_book": {"entries": [{"content": "Roll 2d6 each turn.", "constant": true}]}}});
    assert!(structured(&rules).extracted.prompts.is_empty(), "no passage is lifted without a model");
}

// W-198
#[test]
fn the_description_is_the_first_paragraph_of_notes_scenario_or_description() {
    let described = |data: Value| structured(&json!({"data": data})).extracted.world.description;
    let notes = json!({"creator_notes": "<p>A quay.</p>\n\nMore.", "scenario": "no"});
    assert_eq!(described(notes), "A quay.");
    assert_eq!(described(json!({"creator_notes": "<img src=x>", "scenario": "{{user}} waits."})), "[PLAYER] waits.");
    let long = described(json!({"description": "A sentence of some words here. ".repeat(100)}));
    assert!(long.chars().count() <= 1_200 && long.ends_with("here."), "{long}");
    assert_eq!(described(json!({"name": "O"})), "");
}

// W-192 W-193
#[test]
fn every_greeting_but_the_opening_is_another_opening_by_its_number() {
    let card = json!({"data": {"name": "O", "first_mes": " ", "alternate_greetings": ["one", "", 7, "<b>three</b>"],
        "group_only_greetings": ["g1", " ", "g3"]}});
    let made = structured(&card);
    let world = &made.extracted.world;
    assert_eq!(world.opening, "one");
    let others: Vec<&str> = world.alternate_openings.iter().map(|opening| opening.text.as_str()).collect();
    assert_eq!(others, ["three", "g1", "g3"]);
    let ids: Vec<&str> = made.pieces.pieces.iter().map(|piece| piece.id.as_str()).collect();
    assert_eq!(ids, ["opening", "greeting:4", "group:1", "group:3"]);
}

// W-079
#[test]
fn a_piece_whose_job_failed_is_what_its_place_says() {
    let piece = |id: &str, origin, title: &str, keys: &[&str]| {
        let keys = Some(keys.iter().map(|key| (*key).to_owned()).collect());
        Piece { id: id.into(), origin, title: title.into(), keys, ..Piece::default() }
    };
    let rows = [
        (piece("field:personality", Origin::Field, "", &[]), Some((Role::Character, Some(("Orla", true))))),
        (piece("field:mes_example", Origin::Field, "", &[]), Some((Role::Speech, Some(("Orla", true))))),
        (piece("field:depth_prompt", Origin::Field, "", &[]), Some((Role::Instruction, None))),
        (piece("field:creator_notes", Origin::Field, "", &[]), Some((Role::Irrelevant, None))),
        (piece("opening", Origin::Greeting, "", &[]), Some((Role::Scenario, None))),
        (piece("greeting:1", Origin::Greeting, "", &[]), None),
        (piece("entry:1", Origin::Entry, "Tide", &["sea", "tide"]), Some((Role::World, Some(("Tide", false))))),
        (piece("entry:2", Origin::Entry, "The tide", &["tide"]), Some((Role::World, None))),
    ];
    for (piece, wanted) in rows {
        let found = fallback_for(&piece, "Orla").map(|classified| {
            assert_eq!(classified.settled_by, SettledBy::Fallback);
            let about = classified.about.first().map(|about| (about.name.clone(), about.kind.is_some()));
            (classified.roles[0], about)
        });
        let wanted = wanted.map(|(role, about)| (role, about.map(|(name, kind)| (name.to_owned(), kind))));
        assert_eq!(found, wanted, "{}", piece.id);
    }
}

// W-250 W-263 W-264 W-265
#[test]
fn every_piece_of_every_invented_card_has_its_outcome() {
    for (name, bytes) in import_cards::all().into_iter().filter(|(name, _)| name.ends_with(".json")) {
        let card = crate::records::read_json(&bytes).unwrap();
        let made = structured(&card);
        let written = |reference: &ficha_world::Ref| {
            made.extracted.documents.iter().any(|document| document.reference == reference.to_string())
        };
        let outcomes = Outcomes {
            phase: Phase::Done,
            classification: Some(&made.classification),
            roster: Some(&made.roster),
            written: &written,
        };
        assert_eq!(outcomes.totals(&made.pieces).total(), made.pieces.pieces.len(), "{name}");
        assert_eq!(outcomes.totals(&made.pieces).get("awaiting"), 0, "{name}");
        for (id, outcome) in outcomes.all(&made.pieces) {
            let piece = made.pieces.get(id).unwrap();
            let wanted = match id {
                _ if piece.off || piece.is_blank() => "omitted",
                "field:description" | "field:personality" | "field:mes_example" => "converted",
                "field:scenario" => "read",
                "field:system_prompt" | "field:post_history_instructions" | "field:depth_prompt" => "guidance",
                "field:creator_notes" => "omitted",
                _ if piece.origin == Origin::Greeting => "carried",
                _ => "read",
            };
            assert_eq!(outcome.word(), wanted, "{name} {id}");
        }
    }
}

#[test]
fn three_hundred_entries_and_five_thousand_take_little_time() {
    for entries in [300, 5_000] {
        let card = import_cards::of_entries(entries);
        let made = structured(&card);
        assert_eq!(made.extracted.documents.len(), entries + 1);
    }
}

#[test]
fn a_card_of_wrong_types_is_no_card_with_words() {
    for card in [
        json!(null),
        json!([1, 2]),
        json!({"data": []}),
        json!({"data": {"name": 3, "description": {}, "alternate_greetings": "x", "tags": {"a": 1},
            "character_book": {"entries": [null, 4, "x", {"content": 9, "keys": 1, "position": [], "constant": "yes"}]}}}),
    ] {
        let made = structured(&card);
        assert!(made.pieces.pieces.iter().all(|piece| piece.origin == Origin::Entry && piece.is_blank()), "{card}");
    }
}
