//! The ways other tools are known to harm a card: each stands in `docs/harms.md` with the tests that hold against it.
//!
//! Here are the tests that belong to no single platform's file, and the one that keeps the page honest.

mod common;

use std::collections::BTreeSet;

use bytes::Bytes;
use common::Opened;
use ficha_container::Limits;
use ficha_container::archive::Archive;
use ficha_convert::{Written, encode};
use ficha_formats::{Ask, Source};
use ficha_model::{Entity, Link, Path};
use ficha_testkit::{corpus, workspace_dir};
use serde_json::{Value, json};

fn sample(name: &str) -> Opened {
    let bytes = std::fs::read(corpus::samples_dir().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let source = Source::open(Bytes::from(bytes), None, &Limits::default()).expect("a sample opens");
    Opened::from(source).expect("a sample is read")
}

/// A sample edited and written back to its own format.
fn edited(name: &str, edit: impl FnOnce(&mut Entity)) -> (Opened, Written) {
    let mut opened = sample(name);
    edit(&mut opened.reading.entities[0]);
    let ask = Ask { linked: &opened.reading.entities[1..], ..Ask::of(&opened.media) };
    let written = encode(&opened.reading.entities, opened.reading.format, &ask).expect("it is written");
    assert!(written.report.mismatches.is_empty(), "{name}: {:?}", written.report.mismatches);
    (opened, written)
}

fn json_of(bytes: &[u8]) -> Value {
    let text = std::str::from_utf8(bytes).expect("a text");
    ficha_json::Document::parse(text, &ficha_json::Limits::default()).expect("JSON").root().to_value()
}

/// Rows that nobody edited keep keys nobody knows; so do rows that were edited.
#[test]
fn keys_of_rules_that_are_not_known_stay_through_edits_and_moves() {
    let mut unknown = json_of(&std::fs::read(corpus::samples_dir().join("lumiverse/regex.json")).expect("it is there"));
    for row in unknown["scripts"].as_array_mut().expect("a list") {
        row["x_bindery"] = json!({"kept": [1, null]});
    }
    let source = Source::open(Bytes::from(unknown.to_string()), None, &Limits::default()).expect("it opens");
    let mut opened = Opened::from(source).expect("it is read");
    let main = &mut opened.reading.entities[0];
    main.body.set(&Path::of("rules[0].replace"), json!("another"));
    let mut rules = main.body.list("rules").to_vec();
    rules.rotate_left(1);
    main.body.set(&Path::of("rules"), Value::Array(rules));
    let written = encode(&opened.reading.entities, opened.reading.format, &Ask::of(&opened.media)).expect("written");
    let back = json_of(&written.bytes);
    let rows = back["scripts"].as_array().expect("a list");
    assert_eq!(rows.len(), unknown["scripts"].as_array().map_or(0, Vec::len));
    assert!(rows.iter().all(|row| row["x_bindery"] == json!({"kept": [1, null]})), "{back}");
}

/// The pictures of an archive are named by the rows that were there; an edit of the text makes no second row.
#[test]
fn an_edited_archive_has_its_pictures_once() {
    let names = |bytes: &Bytes| -> Vec<String> {
        let archive = Archive::read(bytes, &Limits::default()).expect("an archive");
        archive.entries().iter().map(|entry| entry.name.clone()).collect()
    };
    let card = |bytes: &Bytes| {
        let archive = Archive::read(bytes, &Limits::default()).expect("an archive");
        let entry = archive.find("card.json").expect("a card");
        json_of(&archive.inflate(bytes, entry, &Limits::default()).expect("its text"))
    };
    let (opened, written) = edited("lumiverse/modules.charx", |entity| {
        entity.body.set(&Path::of("greetings.firstMessage"), json!("Another first word."));
    });
    let before = opened.source.bytes();
    assert_eq!(names(&written.bytes), names(before));
    assert_eq!(card(&written.bytes)["data"]["assets"], card(before)["data"]["assets"]);
    assert_ne!(card(&written.bytes), card(before));
}

/// Books that leave as one have ids of their own there, though each had an entry of the same id.
#[test]
fn books_joined_into_one_share_no_id() {
    let mut opened = sample("tavern/book.json");
    let mut twin = opened.reading.entities[0].clone();
    twin.id = "twin".to_owned();
    let mut card = sample("sillytavern/v2.png");
    let links = json!([
        Link::Entity(opened.reading.entities[0].id.clone()).to_value(),
        Link::Entity("twin".to_owned()).to_value()
    ]);
    card.reading.entities.truncate(1);
    card.reading.entities[0].body.set(&Path::of("knowledgeRefs"), links);
    let entities = vec![card.reading.entities.remove(0), opened.reading.entities.remove(0), twin];
    let ask =
        Ask { linked: &entities[1..], container: Some(ficha_container::ContainerId::Json), ..Ask::of(&card.media) };
    let written = encode(&entities, "sillytavern", &ask).expect("it is written");
    let back = json_of(&written.bytes);
    let rows = back["data"]["character_book"]["entries"].as_array().expect("rows").clone();
    let ids: BTreeSet<String> = rows.iter().map(|row| row["id"].to_string()).collect();
    assert_eq!(ids.len(), rows.len(), "{rows:?}");
    assert_eq!(rows.len(), 2 * entities[1].body.list("entries").len());
}

/// A title of a greeting has no place in some apps: that is said, by name.
#[test]
fn a_title_without_a_place_is_in_the_report() {
    let (_, written) = edited("agnai/character-wpp.json", |entity| {
        entity.body.set(&Path::of("greetings.alternateGreetings"), json!([{"text": "At dusk.", "title": "Dusk"}]));
    });
    let lost: Vec<&str> = written.report.lost.iter().map(|row| row.path.as_str()).collect();
    assert_eq!(lost, ["greetings.alternateGreetings[0].title"]);
    assert!(written.report.lost.iter().all(|row| !row.reason.is_empty()));
}

/// What is cleared is gone from the file: the key is blank or absent, and reading it back gives nothing.
#[test]
fn what_is_cleared_is_cleared_in_the_file() {
    for name in [
        "pygmalion/classic.json",
        "backyard/flat.json",
        "backyard/faraday-v4.json",
        "backyard/full.byaf",
        "agnai/character-text.json",
        "rolecall/character.json",
        "sillytavern/v2.png",
        "risu/card-v3.json",
    ] {
        for path in
            ["persona.scenario", "greetings.firstMessage", "examples.exampleMessages", "attribution.creatorNotes"]
        {
            let had = sample(name).reading.entities[0].body.text(path).is_some_and(|text| !text.is_empty());
            if !had {
                continue;
            }
            let (_, written) = edited(name, |entity| {
                entity.body.remove(&Path::of(path));
            });
            let source = Source::open(written.bytes.clone(), None, &Limits::default()).expect("it opens");
            let back = Opened::from(source).expect("it is read");
            assert_eq!(back.reading.entities[0].body.text(path).unwrap_or_default(), "", "{name}, {path}");
        }
    }
}

/// Every test the page names is there, and every harm of the page names one.
#[test]
fn the_page_of_harms_names_tests_that_exist() {
    let page = std::fs::read_to_string(workspace_dir().join("docs/harms.md")).expect("docs/harms.md");
    let mut harms = 0;
    for line in
        page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| #") && !line.starts_with("| -"))
    {
        harms += 1;
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let tests: Vec<&str> = cells[cells.len() - 2].split(", ").collect();
        for test in tests {
            let (file, name) = test.trim_matches('`').split_once("::").unwrap_or_else(|| panic!("{line}"));
            let text =
                std::fs::read_to_string(workspace_dir().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(text.contains(&format!("fn {name}(")), "{file} has no test {name}");
        }
    }
    assert_eq!(harms, 19);
}
