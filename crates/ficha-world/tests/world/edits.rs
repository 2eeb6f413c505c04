//! Edits as pure functions, and references that change.

use ficha_world::edit::{self, Refused};
use ficha_world::{Folder, Held, ListFile, Readiness, Ref, Tree, World};
use serde_json::{Value, json};

use crate::small::{bytes, tree, with, world};

const NOW: &str = "2026-05-06T07:08:09Z";

fn at(text: &str) -> Ref {
    text.parse().expect("a reference")
}

/// The tree after an edit.
fn after(mut tree: Tree, written: &edit::Written) -> Tree {
    for path in &written.remove {
        tree.remove(path);
    }
    for (path, bytes) in &written.put {
        tree.insert(path.clone(), Held::Bytes(bytes.clone()));
    }
    tree
}

#[test]
fn what_an_edit_writes_reads_as_the_world_it_says() {
    let edits = [
        edit::set_document(&world(), &at("things/lamp"), &json!({"name": "Lamp", "at": "lantern-quay"})),
        edit::set_document(&world(), &at("plots/wheel"), &json!({"name": "Wheel", "secret": false})),
        edit::remove_document(&world(), &at("plots/wheel")),
        edit::rename_document(&world(), &at("characters/orla-fenwick"), "orla"),
        edit::set_info(&world(), json!({"author": "me", "tags": null}).as_object().unwrap(), NOW),
        edit::set_own(&world(), "sampling", &json!({"top_p": 0.9}), NOW),
        edit::set_list(&world(), ListFile::Relationships, &json!([])),
        edit::set_list(&world(), ListFile::Commands, &json!([{"word": "summon", "description": "Again."}])),
        edit::set_prompt(&world(), "zh", "standing", "规则"),
    ];
    for written in edits {
        let written = written.expect("an edit");
        assert!(written.put.len() + written.remove.len() > 0);
        let again = World::load(&after(tree(), &written));
        assert_eq!(again.problems, written.problems);
        assert_eq!(again.readiness, written.readiness);
        assert_eq!(again.world.files(), written.world.files());
    }
}

#[test]
fn only_what_changed_is_written() {
    let written = edit::set_document(
        &world(),
        &at("things/lamp"),
        &json!({"portable": false, "name": "Lamp", "at": "lantern-quay"}),
    );
    let written = written.unwrap();
    let (path, text) = written.put.first_key_value().unwrap();
    assert_eq!((written.put.len(), path.as_str(), written.remove.len()), (1, "things/lamp.json", 0));
    assert_eq!(String::from_utf8_lossy(text), "{\n  \"name\": \"Lamp\",\n  \"at\": \"lantern-quay\"\n}\n");
    assert_eq!((written.readiness, written.advice()), (Readiness::Ready, ([].as_slice(), 0)));
}

// format 7.2
#[test]
fn problems_are_advice_and_never_a_refusal() {
    let written = edit::remove_document(&world(), &at("places/drowned-mill")).unwrap();
    assert_eq!(written.remove, ["places/drowned-mill.json"]);
    assert_eq!(written.readiness, Readiness::Draft);
    let (first, more) = written.advice();
    assert!(first.len() + more == written.problems.len() && first.len() <= 8 && !first.is_empty());
    let ways: Vec<Value> = (0..20).map(|n| json!({"to": format!("moon-{n}")})).collect();
    let written = edit::set_document(&world(), &at("places/sky"), &json!({"name": "Sky", "ways": ways})).unwrap();
    assert_eq!((written.advice().0.len(), written.advice().1), (8, 12));
}

#[test]
fn a_document_its_table_rejects_is_refused() {
    let set = |doc: Value| edit::set_document(&world(), &at("places/sky"), &doc);
    let codes = |refused: Result<edit::Written, Refused>| match refused {
        Err(Refused::Rejected(problems)) => problems.into_iter().map(|problem| problem.code).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(codes(set(json!({"name": ""}))), ["field-range"]);
    assert_eq!(codes(set(json!({"summary": 1}))), ["field-missing", "field-type"]);
    assert_eq!(codes(set(json!([]))), ["field-type"]);
    assert_eq!(codes(edit::set_list(&world(), ListFile::Commands, &json!([{"word": "x"}]))), ["field-missing"]);
    assert_eq!(codes(edit::set_list(&world(), ListFile::Commands, &json!({}))), ["field-type"]);
    assert_eq!(codes(edit::set_info(&world(), json!({"language": "?"}).as_object().unwrap(), NOW)), ["field-range"]);
    let many: Vec<Value> = (0..201).map(|n| json!({"word": format!("w{n}"), "description": ""})).collect();
    assert_eq!(codes(edit::set_list(&world(), ListFile::Commands, &json!(many))), ["field-range"]);
}

// format 0.4: unread members are kept, and no command adds new ones
#[test]
fn members_nobody_reads_are_kept_and_not_added() {
    let weather = World::load(&with(tree(), "places/lantern-quay.json", "/weather", r#"{"today": "rain"}"#)).world;
    let quay = at("places/lantern-quay");
    let mut doc = Value::Object(weather.documents[&quay].clone());
    doc["summary"] = json!("A quay.");
    let written = edit::set_document(&weather, &quay, &doc).unwrap();
    assert!(String::from_utf8_lossy(&written.put["places/lantern-quay.json"]).contains("\"weather\""));
    doc["mood"] = json!("low");
    let Err(Refused::Unread(pointers)) = edit::set_document(&weather, &quay, &doc) else { panic!("not refused") };
    assert_eq!(pointers, ["/mood"]);
    assert_eq!(
        edit::set_document(&world(), &quay, &json!({"name": "x", "weather": 1})).unwrap_err().code(),
        "unread-fields"
    );
    let rows = World::load(&with(tree(), "relationships.json", "/relationships/0/since", "3")).world;
    let row = |from: &str, to: &str, since: Option<i32>| {
        let mut row = json!({"from": from, "to": to, "kind": "friend"});
        if let Some(since) = since {
            row["since"] = json!(since);
        }
        row
    };
    let (ours, theirs) = (row("orla-fenwick", "tam-reed", Some(3)), row("tam-reed", "orla-fenwick", None));
    edit::set_list(&rows, ListFile::Relationships, &json!([theirs, ours])).expect("moved rows keep their members");
    let new = json!([row("tam-reed", "orla-fenwick", Some(1)), row("orla-fenwick", "tam-reed", Some(3))]);
    let Err(Refused::Unread(pointers)) = edit::set_list(&rows, ListFile::Relationships, &new) else {
        panic!("not refused")
    };
    assert_eq!(pointers, ["/relationships/0/since"]);
}

#[test]
fn rows_that_were_there_before_are_not_judged_again() {
    let broken = World::load(&with(tree(), "commands.json", "/commands/-", r#"{"word": "x"}"#)).world;
    let rows = json!([{"word": "x"}, {"word": "new", "description": ""}]);
    let written = edit::set_list(&broken, ListFile::Commands, &rows).unwrap();
    assert_eq!(written.problems.iter().filter(|problem| problem.code == "field-missing").count(), 1);
}

#[test]
fn unknown_members_beside_a_list_stay() {
    let more = World::load(&with(tree(), "commands.json", "/version", "2")).world;
    let written = edit::set_list(&more, ListFile::Commands, &json!([])).unwrap();
    assert_eq!(String::from_utf8_lossy(&written.put["commands.json"]), "{\n  \"commands\": [],\n  \"version\": 2\n}\n");
    let written = edit::set_list(&world(), ListFile::Variables, &json!([])).unwrap();
    assert_eq!(written.remove, ["variables.json"]);
}

// format 4.1, D27
#[test]
fn world_info_changes_only_its_own_members() {
    for field in ["name", "preset", "lorebooks", "sampling", "tools", "schema", "created_at", "origin", "mood"] {
        let changes = json!({ field: "x" });
        let refused = edit::set_info(&world(), changes.as_object().unwrap(), NOW).unwrap_err();
        assert_eq!(refused.code(), "other-field", "{field}");
    }
    for field in ["description", "mood", "updated_at"] {
        assert_eq!(edit::set_own(&world(), field, &json!("x"), NOW).unwrap_err().code(), "other-field", "{field}");
    }
    let written = edit::set_info(&world(), json!({"author": "me"}).as_object().unwrap(), NOW).unwrap();
    assert_eq!(written.world.info["updated_at"], NOW);
    assert_eq!(written.world.info["created_at"], "2026-01-02T03:04:05Z");
    let renamed = edit::set_own(&world(), "name", &json!("New Quay"), NOW).unwrap();
    assert_eq!(renamed.world.name(), "New Quay");
    assert_eq!(edit::set_own(&world(), "name", &Value::Null, NOW).unwrap_err().code(), "document-rejected");
}

#[test]
fn a_damaged_file_is_not_written_over() {
    let mut tree = tree();
    tree.insert("plots/wheel.json".to_owned(), bytes("{"));
    tree.insert("commands.json".to_owned(), bytes(r#"{"commands": [5]}"#));
    tree.remove("triggers.json");
    let world = World::load(&tree).world;
    let doc = json!({"name": "Wheel"});
    assert_eq!(edit::set_document(&world, &at("plots/wheel"), &doc).unwrap_err().code(), "file-damaged");
    assert_eq!(edit::set_list(&world, ListFile::Commands, &json!([])).unwrap_err().code(), "file-damaged");
    edit::set_document(&world, &at("plots/other"), &doc).expect("other files are written");
    let removed = edit::remove_document(&world, &at("plots/wheel")).unwrap();
    assert_eq!(removed.remove, ["plots/wheel.json"]);
    edit::set_document(&removed.world, &at("plots/wheel"), &doc).expect("it is free now");
    let removed = edit::remove_damaged(&world, "commands.json").unwrap();
    assert_eq!(removed.remove, ["commands.json"]);
    assert_eq!(edit::remove_damaged(&world, "plots/none.json").unwrap_err().code(), "no-such-document");
}

#[test]
fn a_newer_world_is_read_only() {
    let newer = World::load(&with(tree(), "world.json", "/schema", r#""ficha-world/v9""#)).world;
    for refused in [
        edit::set_document(&newer, &at("plots/x"), &json!({"name": "x"})),
        edit::remove_document(&newer, &at("plots/wheel")),
        edit::set_prompt(&newer, "en", "style", "x"),
        edit::set_info(&newer, json!({"author": "me"}).as_object().unwrap(), NOW),
        edit::set_list(&newer, ListFile::Commands, &json!([])),
        edit::rename_document(&newer, &at("plots/wheel"), "other"),
    ] {
        assert_eq!(refused.unwrap_err(), Refused::Newer);
    }
}

#[test]
fn names_that_can_be_none_are_refused() {
    let doc = json!({"name": "x"});
    assert_eq!(edit::set_document(&world(), &Ref::new(Folder::Plots, "../x"), &doc).unwrap_err().code(), "bad-name");
    assert_eq!(edit::set_document(&world(), &Ref::new(Folder::Plots, "WHEEL"), &doc).unwrap_err().code(), "id-clash");
    assert_eq!(edit::set_prompt(&world(), "../en", "style", "x").unwrap_err().code(), "bad-name");
    assert_eq!(edit::set_prompt(&world(), "en", "../style", "x").unwrap_err().code(), "bad-name");
    assert_eq!(edit::remove_document(&world(), &at("plots/none")).unwrap_err().code(), "no-such-document");
    assert_eq!(edit::rename_document(&world(), &at("plots/wheel"), "a b").unwrap_err().code(), "bad-name");
    assert_eq!(
        edit::rename_document(&world(), &at("places/lantern-quay"), "Drowned-Mill").unwrap_err().code(),
        "id-clash"
    );
    edit::rename_document(&world(), &at("plots/wheel"), "Wheel").expect("its own case may change");
    assert_eq!(edit::new_world("", "en", None, NOW).unwrap_err().code(), "document-rejected");
}

#[test]
fn a_new_world_needs_a_place() {
    let written = edit::new_world("Глина", "ru", None, NOW).unwrap();
    assert_eq!(written.put.keys().collect::<Vec<_>>(), ["world.json"]);
    assert_eq!(written.readiness, Readiness::Draft);
    let place = edit::set_document(&written.world, &at("places/дом"), &json!({"name": "Дом"})).unwrap();
    let start = edit::set_info(&place.world, json!({"start_places": ["дом"]}).as_object().unwrap(), NOW).unwrap();
    assert_eq!((start.readiness, start.problems), (Readiness::NeedsPlayer, vec![]));
}

#[test]
fn a_renamed_document_is_named_so_everywhere() {
    let before = world();
    let written = edit::rename_document(&before, &at("characters/tam-reed"), "tam").unwrap();
    assert_eq!(written.problems, []);
    assert_eq!(written.remove, ["characters/tam-reed.json"]);
    let touched: Vec<&str> = written.put.keys().map(String::as_str).collect();
    assert_eq!(touched, ["characters/tam.json", "factions/millers-guild.json", "relationships.json", "variables.json"]);
    assert!(written.world.references().iter().all(|(_, reference)| reference.to != at("characters/tam-reed")));
    let back = edit::rename_document(&written.world, &at("characters/tam"), "tam-reed").unwrap();
    assert_eq!(back.world.files(), before.files());
}

#[test]
fn one_name_in_the_place_of_another_folds_what_meets() {
    let mut world = world();
    let row = |from: &str, to: &str| json!({"from": from, "to": to, "kind": "x"}).as_object().unwrap().clone();
    world.documents.insert(at("characters/mara"), json!({"name": "Mara"}).as_object().unwrap().clone());
    world.relationships = vec![
        row("mara", "tam-reed"),
        row("orla-fenwick", "tam-reed"),
        row("mara", "orla-fenwick"),
        row("tam-reed", "mara"),
    ];
    let lore = world.documents.get_mut(&at("lore/light-tax")).unwrap();
    lore.insert("about".to_owned(), json!(["characters/mara", "places/lantern-quay", "characters/orla-fenwick"]));
    world.replace_references(&at("characters/mara"), &at("characters/orla-fenwick"));
    let edges: Vec<(&str, &str)> =
        world.relationships.iter().map(|row| (row["from"].as_str().unwrap(), row["to"].as_str().unwrap())).collect();
    assert_eq!(edges, [("orla-fenwick", "tam-reed"), ("tam-reed", "orla-fenwick")]);
    assert_eq!(
        world.documents[&at("lore/light-tax")]["about"],
        json!(["characters/orla-fenwick", "places/lantern-quay"])
    );
    world.replace_references(&at("places/drowned-mill"), &at("places/lantern-quay"));
    assert_eq!(world.documents[&at("places/lantern-quay")]["ways"], json!([]));
    assert_eq!(
        world.documents[&at("characters/orla-fenwick")]["knowledge"]["ways"],
        json!([["lantern-quay", "lantern-quay"]])
    );
}

#[test]
fn what_cannot_be_without_a_name_goes_with_it() {
    let mut world = world();
    let gone = [at("characters/tam-reed"), at("places/drowned-mill"), at("things/brass-key")];
    assert!(world.remove_references(&|named| gone.contains(named)) >= 8);
    for at in &gone {
        world.documents.remove(at);
    }
    let quay = &world.documents[&at("places/lantern-quay")];
    assert_eq!(quay["ways"], json!([]));
    let orla = &world.documents[&at("characters/orla-fenwick")];
    assert_eq!(orla["knowledge"], json!({"places": ["lantern-quay"], "things": [], "ways": []}));
    assert_eq!(world.relationships.len(), 0);
    let guild = &world.documents[&at("factions/millers-guild")];
    assert!(!guild.contains_key("base") && guild["members"] == json!([]));
    assert_eq!(world.variables[1]["only"], json!([]));
    assert!(world.references().iter().all(|(_, reference)| world.has(&reference.to)));
}
