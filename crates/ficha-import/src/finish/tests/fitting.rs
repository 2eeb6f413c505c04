//! Nothing is cut: text that is too long, too many examples and openings, labels over their caps, files over theirs.

use proptest::prelude::*;

use super::*;

/// The text of a member and of the lore it overflowed into, in order.
fn joined(plan: &Plan, first: &str, title: &str) -> String {
    let lore = |number: usize| {
        let wanted = format!("{title} ({number})");
        plan.world.folder(Folder::Lore).find(|(_, doc)| doc["title"] == wanted.as_str()).map(|(_, doc)| doc)
    };
    let mut text = first.to_owned();
    let start = if first.is_empty() { 1 } else { 2 };
    for doc in (start..).map_while(lore) {
        assert_eq!((&doc["scope"], &doc["known_by"], &doc["as_written"]), (&json!("listed"), &json!([]), &json!(true)));
        assert!(doc["text"].as_str().unwrap().chars().count() <= 90_000);
        text.push_str(doc["text"].as_str().unwrap());
    }
    text
}

// W-248
#[test]
fn an_entry_of_five_megabytes_becomes_some_sixty_entries_and_nothing_is_lost() {
    let text = "A long tale of the quay. ".repeat(200_000);
    let card = json!({"data": {"name": "Orla", "character_book": {"entries": [{"content": text, "comment": "Tale"}]}}});
    let plan = Given::of(card).plan();
    assert_eq!(plan.problems, []);
    let kept = doc(&plan, "lore/tale")["text"].as_str().unwrap();
    assert!(kept.chars().count() <= 100_000 && kept.chars().count() > 90_000);
    assert_eq!(joined(&plan, kept, "Tale: Text"), text.trim());
    assert!((50..70).contains(&plan.report.counts.get("lore")), "{}", plan.report.counts.get("lore"));
    assert!(codes(&plan).contains(&("lore/tale", "moved-to-lore")));
    assert_eq!(plan.report.pieces.get("read"), 1);
}

// W-248
#[test]
fn a_long_description_stays_up_to_a_cut_and_goes_on_in_lore() {
    let text = "She counts the lamps aloud. ".repeat(9_000);
    let plan = Given::of(json!({"data": {"name": "Orla", "description": text}})).plan();
    let kept = doc(&plan, "characters/orla")["description"].as_str().unwrap();
    assert_eq!(joined(&plan, kept, "Orla: Description"), text.trim());
    assert_eq!(plan.problems, []);
    assert_eq!(plan.report.pieces.get("converted"), 1);
}

// W-248
#[test]
fn a_file_over_its_size_gives_its_longest_text_away() {
    // Each within its cap, together over a mebibyte.
    let wide = |letter: &str| format!("{letter}。").repeat(49_000);
    let examples = "<START>\n長い会話。".to_owned() + &"話。".repeat(20_000);
    let card = json!({"data": {"name": "Orla", "description": wide("描"), "personality": wide("性"),
        "mes_example": examples.repeat(5)}});
    let plan = Given::of(card).plan();
    assert_eq!(plan.problems, []);
    let orla = doc(&plan, "characters/orla");
    let bytes = &plan.put["characters/orla.json"];
    assert!(bytes.len() <= 1 << 20, "{}", bytes.len());
    assert_eq!(joined(&plan, orla["description"].as_str().unwrap(), "Orla: Description"), wide("描"));
    let kept = orla.get("examples").and_then(Value::as_array).map_or(0, Vec::len);
    let moved =
        plan.world.folder(Folder::Lore).filter(|(_, doc)| doc["title"].as_str().unwrap().contains("Example")).count();
    assert_eq!((kept + moved, moved > 0), (5, true));
}

// W-248
#[test]
fn examples_openings_and_prompts_beyond_theirs_go_whole() {
    let examples: String = (0..45).map(|at| format!("<START>\nExchange {at}.\n")).collect();
    let greetings: Vec<String> = (0..205).map(|at| format!("Opening {at}.")).chain(["long ".repeat(30_000)]).collect();
    let card = json!({"data": {"name": "Orla", "description": "x", "mes_example": examples, "first_mes": "first",
        "alternate_greetings": greetings, "system_prompt": "rule ".repeat(30_000)}});
    let plan = Given::of(card).plan();
    assert_eq!(plan.problems, []);
    assert_eq!(doc(&plan, "characters/orla")["examples"].as_array().unwrap().len(), 40);
    assert_eq!(plan.world.info["alternate_openings"].as_array().unwrap().len(), 200);
    assert!(plan.world.prompts.is_empty());
    let texts: Vec<&str> = plan.world.folder(Folder::Lore).map(|(_, doc)| doc["text"].as_str().unwrap()).collect();
    for wanted in ["Exchange 44.", "Opening 204."] {
        assert!(texts.contains(&wanted), "{wanted}");
    }
    let all = texts.concat();
    assert_eq!(all.matches("rule ").count() + all.matches("rule").count() - all.matches("rule ").count(), 30_000);
    // W-164
    assert!(codes(&plan).contains(&("prompts/style", "moved-to-lore")));
}

// W-249
#[test]
fn names_are_cut_and_labels_left_out_and_the_card_keeps_them() {
    let tags: Vec<String> =
        (0..30).map(|at| format!("tag {at}")).chain(["t".repeat(41), " ".into(), "tag 1".into()]).collect();
    let keys: Vec<String> = ["k".repeat(121)].into_iter().chain((0..70).map(|at| format!("key {at}"))).collect();
    let name = "Ö\u{301}rla ".repeat(40);
    let card = json!({"data": {"name": name, "description": "x", "creator": "c".repeat(500), "tags": tags,
        "character_book": {"entries": [{"content": "x", "comment": "漢".repeat(130), "keys": keys}]}}});
    let plan = Given::of(card).plan();
    assert_eq!(plan.problems, []);
    let info = &plan.world.info;
    assert_eq!(info["tags"].as_array().unwrap().len(), 24);
    assert_eq!(info["author"].as_str().unwrap().chars().count(), 120);
    let (_, lore) = plan.world.folder(Folder::Lore).next().unwrap();
    assert_eq!(lore["keywords"].as_array().unwrap().len(), 60);
    assert_eq!(lore["keywords"][0], "key 0");
    assert_eq!(lore["title"].as_str().unwrap().chars().count(), 120);
    let (_, orla) = plan.world.folder(Folder::Characters).next().unwrap();
    let called = orla["name"].as_str().unwrap();
    assert!(called.chars().count() <= 120 && name.trim().starts_with(called));
    assert_eq!(codes(&plan).iter().filter(|(_, code)| *code == "shortened").count(), 5);
}

// W-248 W-249
#[test]
fn a_hostile_card_ends_as_a_world_without_problems() {
    let control = "\u{1}\u{2}{{".repeat(60_000);
    let zalgo = format!("a{}", "\u{301}".repeat(150_000));
    let card = json!({"data": {"name": "\u{200b}", "nickname": "x".repeat(300), "description": control,
        "personality": zalgo, "scenario": zalgo, "first_mes": control, "system_prompt": control,
        "creator_notes": zalgo, "tags": ["\u{202e}"], "character_book": {"entries": [
            {"content": control, "comment": zalgo, "keys": [zalgo]}, {"content": zalgo, "comment": "{{".repeat(90)},
            {"content": "<%".repeat(1000), "comment": "CON"}, {"content": "x", "comment": "../.."}]}}});
    let given = Given::of(card);
    let plan = given.plan();
    assert_eq!(plan.problems, []);
    assert!(plan.put.values().all(|bytes| bytes.len() <= 4 << 20));
    for bytes in plan.put.values() {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("{{") && !text.contains("${"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    // W-195 W-197
    #[test]
    fn pruning_mending_and_awareness_change_nothing_the_second_time(
        people in prop::collection::vec((0_usize..4, 0_usize..4, 0_usize..5), 0..8),
        ways in prop::collection::vec((0_usize..4, 0_usize..5), 0..8),
        parents in prop::collection::vec(0_usize..6, 4),
    ) {
        let mut documents: Vec<(String, Value)> = Vec::new();
        for (at, parent) in parents.iter().enumerate() {
            let ways: Vec<Value> = ways.iter().filter(|(from, _)| *from == at).map(|(_, to)| json!({"to": format!("p{to}")})).collect();
            documents.push((format!("places/p{at}"), json!({"name": format!("P{at}"), "parent": format!("p{parent}"), "ways": ways})));
            let known: Vec<Value> = people.iter().map(|(from, to, _)| json!([format!("p{from}"), format!("p{to}")])).collect();
            let doc = json!({"name": format!("C{at}"), "start": format!("p{parent}"), "knowledge": {"places": [format!("p{parent}")], "ways": known}});
            documents.push((format!("characters/c{at}"), doc));
        }
        let rows: Vec<(&str, Value)> = documents.iter().map(|(reference, doc)| (reference.as_str(), doc.clone())).collect();
        let mut given = Given::of_documents(&rows);
        given.made.extracted.relationships = people.iter().map(|(from, _, to)| json!({"from": format!("c{from}"), "to": format!("c{to}"), "kind": "k"})).collect();
        let plan = given.plan();
        let codes: Vec<&str> = plan.problems.iter().map(|problem| problem.code).filter(|code| *code != "way-twice").collect();
        prop_assert!(codes.is_empty(), "{:?}", plan.problems);
        let mut again = plan.world.clone();
        mend(&mut again, &mut |entity, said| panic!("{entity}: {said:?}"));
        prune_knowledge(&mut again, &mut |entity, said| panic!("{entity}: {said:?}"));
        complete_awareness(&mut again);
        prop_assert_eq!(again, plan.world);
    }
}
