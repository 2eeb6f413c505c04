//! One failing and one passing world for each code of what can be wrong.

use ficha_world::{Folder, Held, Problem, RULES, Readiness, Tree, World, readiness, variable_problems};
use serde_json::Value;

use crate::small::{bytes, png, told, tree, value, with, world};

/// Changes a small world; afterwards it has exactly these problems.
fn broken(tree: Tree, wanted: &[(&str, &str)]) {
    let loaded = World::load(&tree);
    let told = told(&loaded);
    let wanted: Vec<(String, String)> =
        wanted.iter().map(|(code, place)| ((*code).to_owned(), (*place).to_owned())).collect();
    assert_eq!(told, wanted, "{:#?}", loaded.problems);
    assert_eq!(loaded.readiness, Readiness::Draft);
    assert!(loaded.problems.iter().all(|problem| !problem.message.is_empty()));
}

fn good(tree: Tree) {
    let loaded = World::load(&tree);
    assert_eq!(told(&loaded), [], "{:#?}", loaded.problems);
}

fn put(path: &str, held: Held) -> Tree {
    let mut tree = tree();
    tree.insert(path.to_owned(), held);
    tree
}

fn without(path: &str) -> Tree {
    let mut tree = tree();
    tree.remove(path);
    tree
}

fn set(path: &str, pointer: &str, text: &str) -> Tree {
    with(tree(), path, pointer, text)
}

#[test]
fn the_small_world_is_ready() {
    let loaded = World::load(&tree());
    assert_eq!(told(&loaded), []);
    assert_eq!(loaded.readiness, Readiness::Ready);
    assert!(!loaded.newer);
    assert_eq!(loaded.world.name(), "Lantern Quay");
    assert_eq!(loaded.world.unread(), []);
}

// format 7: a world without a cast is valid and needs a player
#[test]
fn a_world_without_a_cast_needs_a_player() {
    let tree: Tree = [
        ("world.json".to_owned(), tree()["world.json"].clone()),
        ("places/lantern-quay.json".to_owned(), bytes(r#"{"name": "Lantern Quay"}"#)),
    ]
    .into();
    let loaded = World::load(&tree);
    assert_eq!(told(&loaded), []);
    assert_eq!(loaded.readiness, Readiness::NeedsPlayer);
    assert_eq!(readiness(&loaded.world, &[Problem::new("no-place", "world.json", "", "x")]), Readiness::Draft);
}

#[test]
fn world_file() {
    broken(without("world.json"), &[("world-file", "world.json#")]);
    broken(put("world.json", bytes("{")), &[("world-file", "world.json#")]);
    broken(put("world.json", Held::Link), &[("world-file", "world.json#")]);
    broken(set("world.json", "/schema", r#""ficha-world/v2""#), &[("world-file", "world.json#/schema")]);
    assert!(World::load(&set("world.json", "/schema", r#""ficha-world/v2""#)).newer);
    assert!(!World::load(&put("world.json", bytes("{}"))).newer);
}

#[test]
fn file_unreadable() {
    let deep = format!("{}1{}", r#"{"x":"#.repeat(33), "}".repeat(33));
    let at = [("file-unreadable", "lore/light-tax.json#")];
    for text in [
        r#"{"title": "a", "title": "b"}"#,
        "no json",
        r#"{"title": "a",}"#,
        "// c\n{}",
        "{\"a\": \"\\ud800\"}",
        &deep,
        "",
        "[1",
    ] {
        broken(put("lore/light-tax.json", bytes(text)), &at);
    }
    broken(put("lore/light-tax.json", Held::Link), &at);
    broken(put("lore/light-tax.json", Held::Bytes(b"{\"title\": \"\xFF\"}".to_vec())), &at);
    broken(
        put("prompts/en/roleplay/style.md", Held::Bytes(vec![0xFF])),
        &[("file-unreadable", "prompts/en/roleplay/style.md#")],
    );
    broken(put("images/cover.png", Held::Link), &[("file-unreadable", "images/cover.png#")]);
    let marked = format!("\u{feff}{}", crate::small::text(&tree(), "lore/light-tax.json").replace('\n', "\r\n"));
    good(put("lore/light-tax.json", bytes(&marked)));
    let fitting = format!(r#"{{"name": "x", "y": {}1{}}}"#, "[".repeat(31), "]".repeat(31));
    good(put("plots/wheel.json", bytes(&fitting)));
}

#[test]
fn file_too_big() {
    let at = [("file-too-big", "plots/wheel.json#")];
    broken(put("plots/wheel.json", Held::TooBig(1 << 30)), &at);
    let padded = |text: &str, size: usize| format!("{text}{}", " ".repeat(size - text.len()));
    let text = |size: usize| padded(r#"{"name": "x"}"#, size);
    broken(put("plots/wheel.json", bytes(&text((1 << 20) + 1))), &at);
    good(put("plots/wheel.json", bytes(&text(1 << 20))));
    let list = |size: usize| padded(r#"{"commands": [{"word": "summon", "description": ""}]}"#, size);
    good(put("commands.json", bytes(&list((1 << 20) + 1))));
    let mut big = put("commands.json", bytes(&list((4 << 20) + 1)));
    big.remove("triggers.json");
    broken(big, &[("file-too-big", "commands.json#")]);
}

#[test]
fn bad_id() {
    for path in ["plots/a b.json", "plots/con.json", "plots/x.txt", "plots/e\u{301}.json", "plots/-x.json"] {
        broken(put(path, bytes(r#"{"name": "x"}"#)), &[("bad-id", &format!("{path}#"))]);
    }
    good(put("plots/灯台守.json", bytes(r#"{"name": "x"}"#)));
}

#[test]
fn id_clash() {
    broken(put("plots/Wheel.json", bytes(r#"{"name": "x"}"#)), &[("id-clash", "plots/wheel.json#")]);
    good(put("things/wheel.json", bytes(r#"{"name": "x"}"#)));
    let twin = r#"{"id": "Stranger", "name": "x", "when": {"command": "summon"}, "effect": {"kind": "beat", "dispatch": "author", "need": "y"}}"#;
    broken(set("triggers.json", "/triggers/-", twin), &[("id-clash", "triggers.json#/triggers/1/id")]);
}

#[test]
fn fields_of_their_own_table() {
    broken(put("plots/wheel.json", bytes("{}")), &[("field-missing", "plots/wheel.json#/name")]);
    broken(put("plots/wheel.json", bytes("[]")), &[("field-type", "plots/wheel.json#")]);
    broken(
        set("relationships.json", "/relationships/-", "5"),
        &[("field-type", "relationships.json#/relationships/1")],
    );
    broken(put("relationships.json", bytes("{}")), &[("field-missing", "relationships.json#/relationships")]);
    broken(
        put("relationships.json", bytes(r#"{"relationships": 1}"#)),
        &[("field-type", "relationships.json#/relationships")],
    );
    for (path, pointer, wrong, code, right) in [
        ("world.json", "/name", "5", "field-type", r#""x""#),
        ("world.json", "/name", r#""""#, "field-range", r#""x""#),
        ("world.json", "/language", r#""e""#, "field-range", r#""zh-Hans""#),
        ("world.json", "/created_at", r#""2026-02-30T00:00:00Z""#, "field-range", r#""2024-02-29T00:00:00.5+08:00""#),
        ("world.json", "/updated_at", r#""yesterday""#, "field-range", r#""2026-12-31T23:59:60Z""#),
        (
            "world.json",
            "/description",
            &format!("\"{}\"", "x".repeat(4001)),
            "field-range",
            &format!("\"{}\"", "灯".repeat(4000)),
        ),
        ("world.json", "/sampling", r#"{"temperature": "hot"}"#, "field-type", r#"{"temperature": 0.7}"#),
        ("world.json", "/tools", "[]", "field-type", r#"{"dice": true}"#),
        ("world.json", "/decisions", r#"{"triggers": "dice"}"#, "field-range", r#"{"triggers": "auto"}"#),
        ("world.json", "/origin", r#"{"kind": "dream"}"#, "field-range", "null"),
        ("world.json", "/preset", r#""a b""#, "field-range", r#""noir""#),
        ("characters/tam-reed.json", "/playable", "1", "field-type", "true"),
        ("characters/tam-reed.json", "/aliases", &format!("[{}\"x\"]", "\"x\",".repeat(24)), "field-range", r#"["x"]"#),
        ("characters/tam-reed.json", "/knowledge", r#"{"ways": [["lantern-quay"]]}"#, "field-range", "{}"),
        (
            "characters/tam-reed.json",
            "/secrets",
            &format!("\"{}\"", "x".repeat(100_001)),
            "field-range",
            &format!("\"{}\"", "x".repeat(100_000)),
        ),
        ("lore/light-tax.json", "/kind", r#""rumour""#, "field-range", r#""custom""#),
        ("lore/light-tax.json", "/text", r#""""#, "field-range", r#""x""#),
        ("lore/light-tax.json", "/dates", r#"{"from": "then"}"#, "field-type", r#"{"from": null, "to": 1e3}"#),
        ("relationships.json", "/relationships/0/feelings", r#"{"trust": 101}"#, "field-range", r#"{"trust": -100}"#),
        ("relationships.json", "/relationships/0/feelings", r#"{"trust": 1.5}"#, "field-type", r#"{"trust": 1.0}"#),
        ("triggers.json", "/triggers/0/cooldown_turns", "-1", "field-range", "0"),
        ("triggers.json", "/triggers/0/cooldown_turns", "1e999", "field-range", "10000"),
    ] {
        let short: String = wrong.chars().take(40).collect();
        let loaded = World::load(&set(path, pointer, wrong));
        assert_eq!(loaded.problems.len(), 1, "{path}#{pointer} {short}: {:#?}", loaded.problems);
        assert_eq!(loaded.problems[0].code, code, "{path}#{pointer} {short}");
        assert!(loaded.problems[0].place.starts_with(&format!("{path}#{pointer}")), "{:?}", loaded.problems[0]);
        good(set(path, pointer, right));
    }
}

#[test]
fn dangling() {
    for (path, pointer, wrong, place) in [
        ("characters/tam-reed.json", "/start", r#""moon""#, "/start"),
        ("world.json", "/start_places", r#"["lantern-quay", "moon"]"#, "/start_places/1"),
        ("places/drowned-mill.json", "/parent", r#""moon""#, "/parent"),
        ("places/drowned-mill.json", "/ways/-", r#"{"to": "moon"}"#, "/ways/1/to"),
        ("factions/millers-guild.json", "/base", r#""moon""#, "/base"),
        ("factions/millers-guild.json", "/members/-", r#"{"character": "nobody"}"#, "/members/1/character"),
        ("things/brass-key.json", "/held_by", r#""nobody""#, "/held_by"),
        ("characters/orla-fenwick.json", "/knowledge/places/-", r#""moon""#, "/knowledge/places/2"),
        ("characters/orla-fenwick.json", "/knowledge/things/-", r#""sword""#, "/knowledge/things/1"),
        ("characters/orla-fenwick.json", "/knowledge/ways/-", r#"["moon", "lantern-quay"]"#, "/knowledge/ways/1/0"),
        ("lore/light-tax.json", "/about/-", r#""plots/none""#, "/about/1"),
        ("plots/wheel.json", "/involves/-", r#""lore/none""#, "/involves/1"),
        (
            "relationships.json",
            "/relationships/-",
            r#"{"from": "tam-reed", "to": "nobody", "kind": "x"}"#,
            "/relationships/1/to",
        ),
        (
            "triggers.json",
            "/triggers/0/when",
            r#"{"is_at": {"character": "tam-reed", "place": "moon"}}"#,
            "/triggers/0/when/is_at/place",
        ),
        (
            "triggers.json",
            "/triggers/0/effect",
            r#"{"kind": "reveal", "lore": "none", "to": ["characters/tam-reed"]}"#,
            "/triggers/0/effect/lore",
        ),
    ] {
        broken(set(path, pointer, wrong), &[("dangling", &format!("{path}#{place}"))]);
    }
    let listed = with(
        set("lore/light-tax.json", "/scope", r#""listed""#),
        "lore/light-tax.json",
        "/known_by",
        r#"["factions/none"]"#,
    );
    broken(listed, &[("dangling", "lore/light-tax.json#/known_by/0")]);
    let known = with(
        set("lore/light-tax.json", "/scope", r#""listed""#),
        "lore/light-tax.json",
        "/known_by",
        r#"["factions/millers-guild", "characters/tam-reed"]"#,
    );
    good(known);
    let at = with(set("things/brass-key.json", "/held_by", "null"), "things/brass-key.json", "/at", r#""moon""#);
    broken(at, &[("dangling", "things/brass-key.json#/at")]);
}

#[test]
fn no_place_and_no_start() {
    let bare: Tree = [("world.json".to_owned(), tree()["world.json"].clone())].into();
    let bare = with(bare, "world.json", "/start_places", "[]");
    broken(bare, &[("no-place", "world.json#"), ("no-start", "world.json#/start_places")]);
    broken(set("characters/tam-reed.json", "/start", "null"), &[("no-start", "characters/tam-reed.json#/start")]);
    good(set("world.json", "/start_places", "[]"));
    good(set("characters/orla-fenwick.json", "/start", "null"));
}

#[test]
fn places_and_their_ways() {
    let looped = with(
        set("places/lantern-quay.json", "/parent", r#""drowned-mill""#),
        "places/drowned-mill.json",
        "/parent",
        r#""lantern-quay""#,
    );
    broken(
        looped,
        &[("place-loop", "places/drowned-mill.json#/parent"), ("place-loop", "places/lantern-quay.json#/parent")],
    );
    broken(
        set("places/lantern-quay.json", "/parent", r#""lantern-quay""#),
        &[("place-loop", "places/lantern-quay.json#/parent")],
    );
    good(set("places/lantern-quay.json", "/parent", r#""drowned-mill""#));
    broken(
        set("places/lantern-quay.json", "/ways/-", r#"{"to": "lantern-quay"}"#),
        &[("way-self", "places/lantern-quay.json#/ways/1")],
    );
    broken(
        set("places/lantern-quay.json", "/ways/-", r#"{"to": "drowned-mill", "name": "the towpath"}"#),
        &[("way-twice", "places/lantern-quay.json#/ways/1")],
    );
    good(set("places/lantern-quay.json", "/ways/-", r#"{"to": "drowned-mill", "name": "by boat"}"#));
    broken(
        set("places/lantern-quay.json", "/ways", "[]"),
        &[("knowledge-way", "characters/orla-fenwick.json#/knowledge/ways/0")],
    );
}

#[test]
fn things_people_and_lore() {
    broken(set("things/brass-key.json", "/at", r#""lantern-quay""#), &[("held-and-placed", "things/brass-key.json#")]);
    good(set("things/brass-key.json", "/held_by", "null"));
    let row = |to: &str| format!(r#"{{"from": "orla-fenwick", "to": "{to}", "kind": "x"}}"#);
    broken(
        set("relationships.json", "/relationships/-", &row("orla-fenwick")),
        &[("edge-self", "relationships.json#/relationships/1")],
    );
    broken(
        set("relationships.json", "/relationships/-", &row("tam-reed")),
        &[("edge-twice", "relationships.json#/relationships/1")],
    );
    good(set("relationships.json", "/relationships/-", r#"{"from": "tam-reed", "to": "orla-fenwick", "kind": "x"}"#));
    broken(
        set("lore/light-tax.json", "/known_by", r#"["characters/tam-reed"]"#),
        &[("scope-known-by", "lore/light-tax.json#/known_by")],
    );
    good(set("lore/light-tax.json", "/known_by", "[]"));
    good(set("lore/light-tax.json", "/scope", r#""listed""#));
}

/// Codes a declaration gets by itself, added to the small world.
fn codes(decl: &str) -> Vec<&'static str> {
    let Value::Object(decl) = value(decl) else { panic!("an object") };
    variable_problems(&decl, &world()).into_iter().map(|problem| problem.code).collect()
}

// format 4.9
#[test]
fn variables_by_themselves() {
    for (decl, wanted) in [
        (r#"{"key": "mood", "label": "Mood", "type": "number", "of": "world", "default": 1}"#, vec![]),
        (r#"{"key": "Mood", "label": "Mood", "type": "number", "of": "world", "default": 1}"#, vec!["var-key"]),
        (r#"{"key": "lamps_lit", "label": "x", "type": "number", "of": "world", "default": 1}"#, vec!["var-key-taken"]),
        (r#"{"key": "trust", "label": "x", "type": "number", "of": "world", "default": 1}"#, vec!["var-feeling"]),
        (r#"{"key": "a", "label": "好感度", "type": "number", "of": "characters", "default": 1}"#, vec!["var-feeling"]),
        (
            r#"{"key": "love_level", "label": "Fear", "type": "number", "of": "characters", "default": 1}"#,
            vec!["var-feeling"],
        ),
        (r#"{"key": "a", "label": "x", "type": "text", "of": "world", "default": 1}"#, vec!["var-type"]),
        (r#"{"key": "a", "label": "x", "type": "flag", "of": "world", "default": true, "min": 1}"#, vec!["var-type"]),
        (
            r#"{"key": "a", "label": "x", "type": "number", "of": "world", "default": 1, "options": ["x", "y"]}"#,
            vec!["var-type"],
        ),
        (
            r#"{"key": "a", "label": "x", "type": "number", "of": "world", "default": 1, "min": 1, "max": 1}"#,
            vec!["var-limits"],
        ),
        (r#"{"key": "a", "label": "x", "type": "number", "of": "world", "default": 1, "step": 0}"#, vec!["var-limits"]),
        (
            r#"{"key": "a", "label": "x", "type": "number", "of": "world", "default": 1, "min": 0, "bands": [{"from": 0, "label": "a"}, {"from": 0, "label": "b"}]}"#,
            vec!["var-bands-rise"],
        ),
        (
            r#"{"key": "a", "label": "x", "type": "number", "of": "world", "default": 1, "min": 0, "bands": [{"from": 1, "label": "a"}]}"#,
            vec!["var-bands-range"],
        ),
        (
            r#"{"key": "a", "label": "x", "type": "number", "of": "world", "default": 1, "min": 0, "max": 5, "bands": [{"from": 0, "label": "a"}, {"from": 6, "label": "b"}]}"#,
            vec!["var-bands-range"],
        ),
        (
            r#"{"key": "a", "label": "x", "type": "number", "of": "world", "default": 1, "min": 0, "bands": [{"from": 0, "label": "a"}, {"from": 6, "label": "a"}]}"#,
            vec!["var-bands-range"],
        ),
        (
            r#"{"key": "a", "label": "x", "type": "choice", "of": "world", "default": "p", "options": ["p", "q"]}"#,
            vec![],
        ),
        (
            r#"{"key": "a", "label": "x", "type": "choice", "of": "world", "default": "p", "options": ["p", "p"]}"#,
            vec!["var-options"],
        ),
        (
            r#"{"key": "a", "label": "x", "type": "choice", "of": "world", "default": "r", "options": ["p", "q"]}"#,
            vec!["var-default"],
        ),
        (
            r#"{"key": "a", "label": "x", "type": "number", "of": "world", "default": 9, "min": 0, "max": 5}"#,
            vec!["var-default"],
        ),
        (r#"{"key": "a", "label": "x", "type": "flag", "of": "world", "default": 0}"#, vec!["var-default"]),
        (
            r#"{"key": "a", "label": "x", "type": "flag", "of": "places", "default": true, "only": ["moon"]}"#,
            vec!["var-only-unknown"],
        ),
        (
            r#"{"key": "a", "label": "x", "type": "flag", "of": "places", "default": true, "only": ["lantern-quay"]}"#,
            vec![],
        ),
        (
            r#"{"key": "a", "label": "x", "type": "flag", "of": "world", "default": true, "only": ["x"]}"#,
            vec!["var-only-world"],
        ),
    ] {
        assert_eq!(codes(decl), wanted, "{decl}");
    }
    let own = &world().variables[0];
    assert_eq!(variable_problems(own, &world()), []);
}

#[test]
fn variables_in_their_world() {
    let again = r#"{"key": "lamps_lit", "label": "x", "type": "flag", "of": "world", "default": true}"#;
    broken(set("variables.json", "/variables/-", again), &[("var-key-taken", "variables.json#/variables/2/key")]);
    broken(set("variables.json", "/variables/0/key", r#""Lamps""#), &[("var-key", "variables.json#/variables/0/key")]);
    broken(
        set("variables.json", "/variables/0/type", r#""text""#),
        &[("var-type", "variables.json#/variables/0/type")],
    );
    broken(
        set("variables.json", "/variables/1/only", r#"["nobody"]"#),
        &[("var-only-unknown", "variables.json#/variables/1/only/0")],
    );
}

#[test]
fn values_of_documents() {
    let at = |path: &str| format!("{path}#/values/tax_paid");
    let tam = "characters/tam-reed.json";
    good(set(tam, "/values", r#"{"tax_paid": true}"#));
    broken(set(tam, "/values", r#"{"tax_paid": 3}"#), &[("value-range", &at(tam))]);
    let orla = "characters/orla-fenwick.json";
    broken(set(orla, "/values", r#"{"tax_paid": true}"#), &[("value-subject", &at(orla))]);
    let quay = "places/lantern-quay.json";
    broken(set(quay, "/values", r#"{"tax_paid": true}"#), &[("value-subject", &at(quay))]);
    broken(set(quay, "/values", r#"{"gold": 1}"#), &[("value-unknown", "places/lantern-quay.json#/values/gold")]);
}

#[test]
fn commands() {
    broken(
        set("commands.json", "/commands/-", r#"{"word": "/go", "description": ""}"#),
        &[("command-word", "commands.json#/commands/1/word")],
    );
    broken(
        set("commands.json", "/commands/-", r#"{"word": "SUMMON", "description": ""}"#),
        &[("command-twice", "commands.json#/commands/1/word")],
    );
    good(set("commands.json", "/commands/-", r#"{"word": "行く", "description": ""}"#));
}

#[test]
fn what_starts_a_trigger() {
    let when = |condition: &str| set("triggers.json", "/triggers/0/when", condition);
    let at = "triggers.json#/triggers/0/when";
    broken(when("{}"), &[("trigger-start", at)]);
    broken(when(r#"{"command": "summon", "event": "A ship came in."}"#), &[("trigger-start", at)]);
    let event = r#"{"event": "A ship came in."}"#;
    let nested = |depth: usize| format!("{}{event}{}", r#"{"all": ["#.repeat(depth - 1), "]}".repeat(depth - 1));
    good(when(&nested(3)));
    broken(when(&nested(4)), &[("trigger-start", &format!("{at}/all/0/all/0/all/0"))]);
    broken(when(r#"{"command": "dance"}"#), &[("trigger-command", &format!("{at}/command"))]);
    good(when(r#"{"command": "Summon"}"#));
    let test = |text: &str| when(&format!(r#"{{"value": {text}}}"#));
    good(test(r#"{"key": "lamps_lit", "op": "<", "to": 5}"#));
    good(test(r#"{"key": "tax_paid", "of": "characters/tam-reed", "op": "==", "to": true}"#));
    for (text, place) in [
        (r#"{"key": "gold", "op": "<", "to": 5}"#, "key"),
        (r#"{"key": "lamps_lit", "op": "<", "to": 50}"#, "to"),
        (r#"{"key": "lamps_lit", "op": "<", "to": "x"}"#, "to"),
        (r#"{"key": "lamps_lit", "of": "places/lantern-quay", "op": "<", "to": 5}"#, "of"),
        (r#"{"key": "tax_paid", "op": "==", "to": true}"#, "of"),
        (r#"{"key": "tax_paid", "of": "characters/orla-fenwick", "op": "==", "to": true}"#, "of"),
        (r#"{"key": "tax_paid", "of": "tam", "op": "==", "to": true}"#, "of"),
        (r#"{"key": "tax_paid", "of": "characters/tam-reed", "op": ">", "to": true}"#, "op"),
    ] {
        broken(test(text), &[("trigger-value", &format!("{at}/value/{place}"))]);
    }
}

#[test]
fn what_a_trigger_does() {
    let effect = |text: &str| set("triggers.json", "/triggers/0/effect", text);
    let at = "triggers.json#/triggers/0/effect";
    good(effect(r#"{"kind": "set", "key": "lamps_lit", "value": 0}"#));
    good(effect(r#"{"kind": "set", "key": "tax_paid", "of": "characters/tam-reed", "value": false}"#));
    good(effect(r#"{"kind": "move", "character": "tam-reed", "place": "lantern-quay"}"#));
    good(effect(r#"{"kind": "reveal", "lore": "light-tax", "to": ["characters/tam-reed"]}"#));
    for (text, code, place) in [
        (r#"{"kind": "beat", "dispatch": "author"}"#, "trigger-effect", "need"),
        (r#"{"kind": "set", "key": "lamps_lit"}"#, "trigger-effect", "value"),
        (r#"{"kind": "set", "key": "tax_paid", "value": true}"#, "trigger-effect", "of"),
        (r#"{"kind": "set", "key": "gold", "value": true}"#, "trigger-value", "key"),
        (r#"{"kind": "set", "key": "lamps_lit", "value": 41}"#, "trigger-value", "value"),
        (r#"{"kind": "move", "character": "tam-reed"}"#, "trigger-effect", "place"),
        (r#"{"kind": "reveal", "lore": "light-tax", "to": []}"#, "trigger-effect", "to"),
    ] {
        broken(effect(text), &[(code, &format!("{at}/{place}"))]);
    }
}

// format 5
#[test]
fn prompts() {
    let at = |slot: &str| format!("prompts/en/roleplay/{slot}.md");
    let put = |slot: &str, text: &str| put(&at(slot), bytes(text));
    broken(put("mood", "x"), &[("prompt-slot", &format!("{}#", at("mood")))]);
    broken(put("standing", &"灯".repeat(12_001)), &[("prompt-long", &format!("{}#", at("standing")))]);
    good(put("standing", &"灯".repeat(12_000)));
    good(put("style", &"x".repeat(100_000)));
    broken(put("standing", "as ${character} would"), &[("prompt-placeholder", &format!("{}#", at("standing")))]);
    broken(put("persona", "${player}"), &[("prompt-placeholder", &format!("{}#", at("persona")))]);
    good(put("persona", "${character} and {{user}} and ${ and $ {x}"));
}

#[test]
fn pictures() {
    let head = Held::Picture { bytes: 1000, head: png()[..16].to_vec() };
    good(put("images/cover.png", head.clone()));
    broken(put("images/cover.gif", head.clone()), &[("image-path", "images/cover.gif#")]);
    broken(put("images/cover.png", bytes("<html>")), &[("image-path", "images/cover.png#")]);
    broken(put("images/a b.png", head.clone()), &[("image-path", "images/a b.png#")]);
    broken(put("images/x.svg", head), &[("image-path", "images/x.svg#")]);
    broken(set("world.json", "/cover", r#""images/../x.png""#), &[("image-path", "world.json#/cover")]);
    good(set("world.json", "/cover", r#""images/cover.png""#));
    broken(
        set("characters/tam-reed.json", "/portrait", r#""https://x.example/a.png""#),
        &[("image-path", "characters/tam-reed.json#/portrait")],
    );
    let row = r#"{"path": "x.png", "origin": "uploaded", "sha256": "0000000000000000000000000000000000000000000000000000000000000000", "added_at": "2026-01-02T03:04:05Z"}"#;
    broken(
        put("images/index.json", bytes(&format!(r#"{{"images": [{row}]}}"#))),
        &[("image-path", "images/index.json#/images/0/path")],
    );
}

#[test]
fn what_is_no_problem() {
    good(put("readme.txt", bytes("x")));
    good(put("characters/deep/x.json", bytes("x")));
    good(put("prompts/en/style.md", bytes("x")));
    good(put("characters/.orla.json.tmp", bytes("x")));
    good(put("images/.thumbs/a b.svg", Held::Link));
    let mut tree = put("readme.txt", bytes("x"));
    tree = with(tree, "places/lantern-quay.json", "/weather", r#""rain""#);
    let loaded = World::load(&tree);
    assert_eq!(loaded.world.stray, ["readme.txt"]);
    assert_eq!(loaded.world.unread(), [("places/lantern-quay.json".to_owned(), "/weather".to_owned())]);
    assert_eq!(loaded.problems, []);
}

#[test]
fn problems_stand_by_file_and_number() {
    let mut tree = tree();
    for _ in 0..11 {
        tree = with(tree, "places/lantern-quay.json", "/ways/-", r#"{"to": "moon", "name": "x"}"#);
    }
    tree.insert("characters/a.json".to_owned(), bytes("{}"));
    let places: Vec<String> = World::load(&tree).problems.into_iter().map(|problem| problem.place).collect();
    assert_eq!(places[0], "characters/a.json#/name");
    let tenth = places.iter().position(|place| place.ends_with("/ways/10/to")).unwrap();
    let second = places.iter().position(|place| place.ends_with("/ways/2/to")).unwrap();
    assert!(second < tenth, "{places:?}");
    assert_eq!(Folder::Characters.name_key(), "name");
}

/// The codes of the specification's table, when it lies beside the repository; `var-*` stands for those of its own list.
#[test]
fn every_code_has_its_rule_and_its_test() {
    let own = include_str!("problems.rs");
    for (code, rule) in RULES {
        assert!(!rule.is_empty() && own.contains(&format!("\"{code}\"")), "{code} is raised by no test");
    }
    let page = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/world/world-format.md");
    let Ok(page) = std::fs::read_to_string(page) else {
        println!("the specification is not beside the repository: codes not compared");
        return;
    };
    let (_, table) = page.split_once("### 7.1").expect("section 7.1");
    let (table, _) = table.split_once("Not problems").expect("an end");
    let (_, variables) = page.split_once("returns all problems of one declaration").expect("section 4.9");
    let (variables, _) = variables.split_once("### 4.10").expect("an end");
    let coded = |text: &str| -> Vec<String> {
        let words = text.split('`').skip(1).step_by(2);
        words
            .filter(|word| word.contains('-') && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'))
            .map(str::to_owned)
            .collect()
    };
    let rows: String = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next()).collect();
    let mut wanted: Vec<String> =
        coded(&rows).into_iter().chain(coded(variables).into_iter().filter(|code| code.starts_with("var-"))).collect();
    wanted.push("dangling".to_owned());
    wanted.sort();
    wanted.dedup();
    let mut known: Vec<String> = RULES.iter().map(|(code, _)| (*code).to_owned()).collect();
    known.sort();
    assert_eq!(known, wanted);
}
