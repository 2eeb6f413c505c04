//! Decisions, mending, knowledge, starts, picture: one test a rule.

use super::*;

fn verdict(what: &str, reference: &str, more: Value) -> Value {
    let mut value = json!({"do": what, "ref": reference});
    value.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    value
}

fn edges(plan: &Plan) -> Vec<String> {
    let end = |edge: &Doc, key: &str| edge[key].as_str().unwrap().to_owned();
    let line = |edge: &Doc| format!("{}>{} {}", end(edge, "from"), end(edge, "to"), end(edge, "kind"));
    plan.world.relationships.iter().map(line).collect()
}

/// Two people, two places, a thing, a faction, lore, and edges between the people.
fn quay() -> Given {
    let mut given = Given::of_documents(&[
        (
            "characters/orla",
            json!({"name": "Orla", "aliases": ["the keeper"], "start": "quay",
            "knowledge": {"places": ["quay", "mill"], "things": ["key"], "ways": [["quay", "mill"], ["mill", "quay"]]}}),
        ),
        ("characters/tam", json!({"name": "Tam", "playable": true, "start": "quay"})),
        ("places/quay", json!({"name": "Quay", "ways": [{"to": "mill"}]})),
        ("places/mill", json!({"name": "Mill", "parent": "quay"})),
        ("things/key", json!({"name": "Key", "held_by": "orla"})),
        (
            "factions/guild",
            json!({"name": "Guild", "base": "mill", "members": [{"character": "tam"}, {"character": "orla"}]}),
        ),
        (
            "lore/tide",
            json!({"title": "Tide", "text": "[PLAYER] knows it.", "scope": "listed", "known_by": [],
            "about": ["characters/orla", "places/quay"]}),
        ),
    ]);
    given.made.extracted.relationships = vec![json!({"from": "orla", "to": "tam", "kind": "friend", "note": "of old"})];
    given
}

// W-222
#[test]
fn dropping_takes_the_file_and_what_named_it() {
    let plan = quay().decided(&[verdict("drop", "characters/orla", json!({}))]).plan();
    assert!(!plan.world.documents.contains_key(&"characters/orla".parse().unwrap()));
    assert_eq!(plan.problems, []);
    assert!(plan.world.relationships.is_empty());
    assert_eq!(doc(&plan, "factions/guild")["members"], json!([{"character": "tam"}]));
    assert!(doc(&plan, "things/key").get("held_by").is_none());
    assert!(plan.roster.entities.iter().all(|entity| entity.name != "Orla"));
    assert_eq!(plan.roster.dropped[0].name, "Orla");
    assert!(codes(&plan).contains(&("things/key", "dangling")));
}

// W-222 W-097
#[test]
fn renaming_keeps_the_id_and_the_old_name_answers_too() {
    let plan = quay().decided(&[verdict("rename", "characters/orla", json!({"name": "Orla Fenwick"}))]).plan();
    let orla = doc(&plan, "characters/orla");
    assert_eq!((&orla["name"], &orla["aliases"]), (&json!("Orla Fenwick"), &json!(["the keeper", "Orla"])));
    assert_eq!(plan.roster.entities[0].name, "Orla Fenwick");
    assert_eq!(plan.roster.entities[0].aliases, ["Orla"]);
    let plan = quay().decided(&[verdict("rename", "lore/tide", json!({"name": "The tide"}))]).plan();
    assert_eq!(doc(&plan, "lore/tide")["title"], "The tide");
    assert!(doc(&plan, "lore/tide").get("aliases").is_none());
}

// W-222 W-100
#[test]
fn merging_moves_names_references_and_pieces() {
    let mut given = quay();
    for (entity, piece) in given.made.roster.entities.iter_mut().zip(["entry:1", "entry:2"]) {
        entity.pieces = vec![piece.into()];
    }
    let plan = given.decided(&[verdict("merge", "characters/orla", json!({"into": "characters/tam"}))]).plan();
    let tam = doc(&plan, "characters/tam");
    assert_eq!((&tam["name"], &tam["aliases"]), (&json!("Tam"), &json!(["Orla", "the keeper"])));
    assert_eq!(doc(&plan, "things/key")["held_by"], "tam");
    assert!(plan.world.relationships.is_empty(), "nobody stands to himself");
    let tam = plan.roster.entities.iter().find(|entity| entity.id == "tam").unwrap();
    assert_eq!(
        (tam.pieces.as_slice(), tam.aliases.as_slice()),
        (&["entry:2".to_owned(), "entry:1".into()][..], &["Orla".to_owned()][..])
    );
    assert_eq!(plan.problems, []);
}

// W-222 W-213
#[test]
fn an_edit_is_the_document_and_one_no_parser_takes_is_said() {
    let good = json!({"doc": {"name": "Orla", "description": "By hand.", "start": null}});
    let plan = quay().decided(&[verdict("edit", "characters/orla", good)]).plan();
    assert_eq!(doc(&plan, "characters/orla")["description"], "By hand.");
    assert!(doc(&plan, "characters/orla").get("start").is_none_or(Value::is_null), "off stage stays off stage");
    let bad = json!({"doc": {"name": 4}});
    let plan = quay().decided(&[verdict("edit", "characters/orla", bad)]).plan();
    assert_eq!(doc(&plan, "characters/orla")["name"], "Orla");
    assert!(codes(&plan).contains(&("characters/orla", "edit-refused")));
    // What only the whole world can know is wrong ends in a draft.
    let held = json!({"doc": {"name": "Key", "held_by": "orla", "at": "quay"}});
    let plan = quay().decided(&[verdict("edit", "things/key", held)]).plan();
    assert_eq!(plan.phase, StagePhase::Repair);
    assert_eq!(plan.problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), ["held-and-placed"]);
    assert!(plan.put.contains_key("things/key.json") && plan.put.contains_key("world.json"), "a draft is written too");
}

// W-222 W-115
#[test]
fn another_kind_and_a_split_alias_are_written_from_the_pieces() {
    let mut given = Given::of(import_cards::plain());
    given.made.roster.entities[0].aliases = vec!["Bren".into()];
    given.made.extracted.documents[0].doc.insert("aliases".into(), json!(["Bren"]));
    let plan = given
        .decided(&[
            verdict("split-alias", "characters/brennet-oake", json!({"name": "Bren"})),
            verdict("change-kind", "characters/brennet-oake", json!({"kind": "place"})),
        ])
        .plan();
    assert_eq!(doc(&plan, "characters/bren")["name"], "Bren");
    let place = doc(&plan, "places/brennet-oake");
    assert!(place.get("aliases").is_none());
    assert_eq!(place["summary"], "Brennet Oake keeps the lamp room at Dunmore Head.");
    assert!(place["description"].as_str().unwrap().contains("proud of her lamps"));
    assert!(place["notes"].as_str().unwrap().contains("without a model"));
    assert_eq!(plan.problems, []);
}

#[test]
fn a_decision_about_nothing_is_said() {
    let rows = [
        verdict("drop", "characters/nobody", json!({})),
        verdict("merge", "characters/orla", json!({"into": "places/quay"})),
        verdict("keep", "../etc", json!({})),
    ];
    let plan = quay().decided(&rows).plan();
    let said = codes(&plan).iter().filter(|(_, code)| *code == "no-such-document").count();
    assert_eq!(said, 3);
    assert!(plan.world.has(&"characters/orla".parse().unwrap()));
}

// W-190
#[test]
fn the_player_is_named_where_there_is_exactly_one() {
    assert_eq!(doc(&quay().plan(), "lore/tide")["text"], "Tam knows it.");
    let two = json!({"doc": {"name": "Orla", "playable": true}});
    let plan = quay().decided(&[verdict("edit", "characters/orla", two)]).plan();
    assert_eq!(doc(&plan, "lore/tide")["text"], "The player knows it.");
    let mut given = quay();
    given.choices.language = "zh-CN".into();
    let plan = given.decided(&[verdict("drop", "characters/tam", json!({}))]).plan();
    assert_eq!(doc(&plan, "lore/tide")["text"], format!("{} knows it.", ficha_world::player_word("zh")));
}

// W-212
#[test]
fn mending_drops_what_names_nothing_each_with_a_note() {
    let mut given = Given::of_documents(&[
        (
            "characters/orla",
            json!({"name": "Orla", "start": "gone",
            "knowledge": {"places": ["gone", "quay"], "things": ["gone"], "ways": [["gone", "quay"]]}}),
        ),
        (
            "places/quay",
            json!({"name": "Quay", "parent": "mill", "ways": [{"to": "gone"}, {"to": "quay"}, {"to": "mill"}]}),
        ),
        ("places/mill", json!({"name": "Mill", "parent": "loft"})),
        ("places/loft", json!({"name": "Loft", "parent": "quay"})),
        (
            "factions/guild",
            json!({"name": "Guild", "base": "gone", "members": [{"character": "gone"}, {"character": "orla"}]}),
        ),
        ("things/key", json!({"name": "Key", "held_by": "gone"})),
        (
            "lore/tide",
            json!({"title": "Tide", "text": "x", "scope": "listed", "known_by": ["characters/gone"], "about": ["places/gone"]}),
        ),
    ]);
    given.made.extracted.relationships = vec![
        json!({"from": "orla", "to": "gone", "kind": "friend"}),
        json!({"from": "orla", "to": "orla", "kind": "self"}),
    ];
    let plan = given.plan();
    assert_eq!(plan.problems, []);
    assert_eq!(doc(&plan, "places/quay")["ways"], json!([{"to": "mill"}]));
    let said = codes(&plan);
    for wanted in [
        ("characters/orla", "dangling"),
        ("factions/guild", "dangling"),
        ("lore/tide", "dangling"),
        ("places/quay", "dangling"),
        ("places/quay", "way-self"),
        ("relationships.json", "dangling"),
        ("things/key", "dangling"),
        ("characters/orla", "edge-self"),
    ] {
        assert!(said.contains(&wanted), "{wanted:?} in {said:?}");
    }
    assert_eq!(said.iter().filter(|(_, code)| *code == "place-loop").count(), 1);
    let parents = ["quay", "mill", "loft"].map(|place| doc(&plan, &format!("places/{place}")).contains_key("parent"));
    assert_eq!(parents.iter().filter(|has| **has).count(), 2);
}

// W-195
#[test]
fn known_ways_stay_if_the_place_has_them() {
    let plan = quay().plan();
    let knowledge = &doc(&plan, "characters/orla")["knowledge"];
    assert_eq!(knowledge["ways"], json!([["quay", "mill"]]));
    assert_eq!(knowledge["places"], json!(["quay", "mill"]));
    assert!(codes(&plan).contains(&("characters/orla", "knowledge-way")));
    let mut again = plan.world.clone();
    prune_knowledge(&mut again, &mut |entity, said| panic!("{entity}: {said:?}"));
    assert_eq!(again, plan.world);
}

// W-196
#[test]
fn people_know_listed_lore_about_them_unless_it_is_the_game_masters() {
    let row = |more: Value| {
        let mut doc =
            json!({"title": "T", "text": "x", "scope": "listed", "known_by": [], "about": ["characters/orla"]});
        doc.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
        doc
    };
    let plan = Given::of_documents(&[
        ("characters/orla", json!({"name": "Orla"})),
        ("lore/known", row(json!({}))),
        ("lore/made", row(json!({"kind": "custom", "custom_kind": "how people are made up"}))),
        ("lore/rules", row(json!({"kind": "custom", "custom_kind": "规则与机制"}))),
        ("lore/words", row(json!({"as_written": true}))),
        ("lore/all", row(json!({"scope": "everyone"}))),
    ])
    .plan();
    let known = |id: &str| doc(&plan, &format!("lore/{id}")).get("known_by").cloned();
    assert_eq!(known("known"), Some(json!(["characters/orla"])));
    for id in ["made", "rules", "words", "all"] {
        assert_eq!(known(id), Some(json!([])), "{id}");
    }
}

// W-197
#[test]
fn whoever_is_known_knows_back() {
    let plan = quay().plan();
    assert_eq!(edges(&plan), ["orla>tam friend", "tam>orla acquaintance"]);
    assert!(!plan.world.relationships[1].contains_key("feelings"));
    let mut again = plan.world.clone();
    complete_awareness(&mut again);
    assert_eq!(again, plan.world);
}

// W-214
#[test]
fn a_world_without_a_place_gets_one_in_its_language() {
    let card = json!({"data": {"name": "Orla", "description": "x", "scenario": "{{user}} waits. ${x}"}});
    let plan = Given::of(card.clone()).plan();
    let place = doc(&plan, "places/opening-scene");
    assert_eq!(place["description"], "The player waits. $ {x}");
    assert_eq!(place["made_by_import"], true);
    assert_eq!(doc(&plan, "characters/orla")["start"], "opening-scene");
    assert_eq!(plan.world.info["start_places"], json!(["opening-scene"]));
    assert!(codes(&plan).contains(&("places/opening-scene", "made-place")));
    for (language, name) in [("zh", "开场地点"), ("ru", "Opening scene")] {
        let mut given = Given::of(card.clone());
        given.choices.language = language.into();
        assert!(given.plan().world.folder(Folder::Places).all(|(_, doc)| doc["name"] == name), "{language}");
    }
}

// W-215
#[test]
fn people_start_where_the_opening_is_if_it_names_one_place() {
    let of = |opening: &str| {
        let mut given = Given::of_documents(&[
            ("characters/a-world", json!({"name": "A world"})),
            ("characters/tam", json!({"name": "Tam", "playable": true})),
            ("characters/ves", json!({"name": "Ves"})),
            ("places/quay", json!({"name": "The Quay", "aliases": ["lamp quay"]})),
            ("places/mill", json!({"name": "Mill"})),
        ]);
        given.made.extracted.world.opening = opening.into();
        given.plan()
    };
    let starts = |plan: &Plan| {
        let start = |id: &str| doc(plan, &format!("characters/{id}")).get("start").cloned();
        (start("a-world"), start("tam"), start("ves"), plan.world.info["start_places"].clone())
    };
    let quay = || Some(json!("quay"));
    assert_eq!(starts(&of("On Lamp Quay it rains.")), (quay(), quay(), None, json!(["quay"])));
    assert_eq!(starts(&of("From the quay to the mill.")), (None, None, None, json!(["quay", "mill"])));
    assert_eq!(starts(&of("It rains on the milliner.")), (None, None, None, json!(["quay"])));
}

// W-194
#[test]
fn the_cards_picture_is_cover_and_portrait() {
    let picture = ficha_testkit::png::write(&ficha_testkit::png::picture(48, 64));
    let mut given = Given::of(import_cards::plain());
    given.picture = Some(picture.clone());
    let plan = given.plan();
    let portrait = "images/characters/brennet-oake/reference.png";
    assert_eq!(plan.world.info["cover"], "images/cover.png");
    assert_eq!(doc(&plan, "characters/brennet-oake")["portrait"], portrait);
    assert_eq!((plan.put.get("images/cover.png"), plan.put.get(portrait)), (Some(&picture), Some(&picture)));
    let row = plan.world.images.iter().find(|row| row["path"] == portrait).unwrap();
    let facts = ["role", "of", "origin", "original_name", "width", "height"].map(|key| row[key].clone());
    let wanted = json!(["reference", "characters/brennet-oake", "uploaded", "picture.png", 48, 64]);
    assert_eq!(json!(facts), wanted);
    assert_eq!(plan.problems, []);
    assert_eq!(plan.report.counts.get("pictures"), 2);
    assert!(plan.files.files.keys().all(|path| !path.starts_with("images/")));
    // Of several people without the card's name nobody is shown.
    let mut given = quay();
    given.picture = Some(picture);
    assert_eq!(given.plan().put.keys().filter(|path| path.ends_with(".png")).count(), 1);
}

// W-211
#[test]
fn documents_of_any_maker_are_written_by_the_same_finish() {
    let plan = quay().plan();
    assert_eq!((plan.phase, plan.problems.as_slice()), (StagePhase::Done, &[][..]));
    assert_eq!(ficha_world::readiness(&plan.world, &plan.problems), Readiness::Ready);
    assert_eq!(plan.report.counts.get("relationships"), 2);
    let paths: Vec<&str> = plan.put.keys().map(String::as_str).collect();
    let wanted = [
        "characters/orla.json",
        "characters/tam.json",
        "factions/guild.json",
        "lore/tide.json",
        "places/mill.json",
        "places/quay.json",
        "relationships.json",
        "things/key.json",
        "world.json",
    ];
    assert_eq!(paths, wanted);
}

#[test]
fn verdicts_have_every_word() {
    for what in VerdictKind::ALL {
        let read = Verdict { what: *what, ..Verdict::default() };
        assert_eq!(VerdictKind::from_word(read.what.word()), Some(*what));
    }
}
