//! Archives of Backyard: what an edit of greetings, examples, dates and pictures does to the entries.

use bytes::Bytes;
use ficha_container::archive::Archive;
use ficha_container::{ContainerId, Limits};
use ficha_formats::{Ask, Notes, Source, format};
use ficha_model::{Entity, Path};
use ficha_testkit::corpus::samples_dir;
use ficha_testkit::media::FileMedia;
use serde_json::{Value, json};

fn full() -> Bytes {
    std::fs::read(samples_dir().join("backyard/full.byaf")).unwrap().into()
}

fn read(file: &Bytes) -> Vec<Entity> {
    let source = Source::open(file.clone(), Some("full.byaf"), &Limits::default()).unwrap();
    format("byaf").unwrap().decode(&source, &mut Notes::new()).unwrap().entities
}

/// The archive after an edit of its character.
fn edited(edit: impl FnOnce(&mut Entity)) -> Bytes {
    let file = full();
    let mut entities = read(&file);
    edit(&mut entities[0]);
    let media = FileMedia { file: Some(file), blobs: Vec::new() };
    let ask = Ask { linked: &entities[1..], ..Ask::of(&media) };
    format("byaf").unwrap().encode(&entities[0], &ask, &mut Notes::new()).unwrap().bytes
}

fn entry(file: &Bytes, name: &str) -> Value {
    let archive = Archive::read(file, &Limits::default()).unwrap();
    let found = archive.find(name).unwrap_or_else(|| panic!("no {name}"));
    serde_json::from_slice(&archive.inflate(file, found, &Limits::default()).unwrap()).unwrap()
}

/// Entries that differ from those of the sample, those that came and went included.
fn changed(file: &Bytes) -> Vec<String> {
    let contents = |file: &Bytes| {
        let archive = Archive::read(file, &Limits::default()).unwrap();
        let all = archive.entries().iter();
        all.map(|entry| (entry.name.clone(), archive.inflate(file, entry, &Limits::default()).unwrap()))
            .collect::<std::collections::BTreeMap<_, _>>()
    };
    let (old, new) = (contents(&full()), contents(file));
    let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    names.into_iter().filter(|name| old.get(*name) != new.get(*name)).cloned().collect()
}

fn greetings(file: &Bytes) -> Vec<(String, Option<String>)> {
    let entity = read(file).remove(0);
    let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
    entity
        .body
        .list("greetings.alternateGreetings")
        .iter()
        .map(|row| (text(row, "text").unwrap(), text(row, "title")))
        .collect()
}

#[test]
fn examples_stay_messages_of_their_speakers() {
    let file = edited(|entity| {
        entity.body.set(&Path::of("examples.messages[1].text"), json!("{{char}}: Thicker.\nListen, {{user}}."));
    });
    assert_eq!(changed(&file), ["scenarios/scenario1.json"]);
    assert_eq!(
        entry(&file, "scenarios/scenario1.json")["exampleMessages"],
        json!([
            {"characterID": "user", "text": "#{user}: Is it thick?"},
            {"characterID": "cfg-0001", "text": "#{character}: Thicker.\nListen, {user}."},
        ])
    );
}

#[test]
fn a_scenario_without_a_message_and_the_titles_stay() {
    let file = edited(|entity| {
        entity.body.set(&Path::of("persona.scenario"), json!("Noon."));
        entity.body.set(&Path::of("greetings.alternateGreetings[1].text"), json!("Clear, {{user}}."));
    });
    assert_eq!(changed(&file), ["scenarios/scenario1.json", "scenarios/scenario2.json"]);
    let first = entry(&file, "scenarios/scenario1.json");
    assert_eq!((&first["narrative"], &first["title"]), (&json!("Noon."), &json!("Dusk")));
    let second = entry(&file, "scenarios/scenario2.json");
    assert_eq!((&second["narrative"], &second["title"]), (&json!("Dawn over the bar."), &json!("Dawn")));
    assert_eq!(second["firstMessages"], json!([{"characterID": "ottoline", "text": "Clear, {user}."}]));
    assert_eq!(entry(&file, "manifest.json")["scenarios"].as_array().unwrap().len(), 3);
}

#[test]
fn a_greeting_taken_away_leaves_its_scenario() {
    let file = edited(|entity| {
        let rows = entity.body.list("greetings.alternateGreetings")[..1].to_vec();
        entity.body.set(&Path::of("greetings.alternateGreetings"), Value::Array(rows));
    });
    assert_eq!(changed(&file), ["scenarios/scenario2.json"]);
    let second = entry(&file, "scenarios/scenario2.json");
    assert_eq!((&second["firstMessages"], &second["narrative"]), (&json!([]), &json!("Dawn over the bar.")));
}

#[test]
fn a_new_greeting_is_a_scenario_of_its_own() {
    let file = edited(|entity| {
        let mut rows = entity.body.list("greetings.alternateGreetings").to_vec();
        rows.push(json!({"text": "At last, {{user}}.", "title": "Noon"}));
        entity.body.set(&Path::of("greetings.alternateGreetings"), Value::Array(rows));
    });
    assert_eq!(changed(&file), ["manifest.json", "scenarios/scenario3.json"]);
    let new = entry(&file, "scenarios/scenario3.json");
    assert_eq!(new["firstMessages"], json!([{"characterID": "ottoline", "text": "At last, {user}."}]));
    assert_eq!((&new["title"], &new["temperature"], &new["messages"]), (&json!("Noon"), &json!(0.8), &json!([])));
    assert_eq!(greetings(&file).last().unwrap(), &("At last, {{user}}.".to_owned(), Some("Noon".to_owned())));
}

#[test]
fn scenarios_follow_the_order_of_the_greetings() {
    let with_third = edited(|entity| {
        let mut rows = entity.body.list("greetings.alternateGreetings").to_vec();
        rows.push(json!({"text": "Third."}));
        rows.swap(1, 2);
        entity.body.set(&Path::of("greetings.alternateGreetings"), Value::Array(rows));
    });
    let texts: Vec<String> = greetings(&with_third).into_iter().map(|(text, _)| text).collect();
    assert_eq!(texts, ["You again.", "Third.", "The bar is clear."]);
    assert_eq!(
        entry(&with_third, "manifest.json")["scenarios"],
        json!([
            "scenarios/scenario1.json",
            "scenarios/scenario3.json",
            "scenarios/scenario2.json",
            "scenarios/quiet.json"
        ])
    );
    assert_eq!(entry(&with_third, "scenarios/scenario2.json"), entry(&full(), "scenarios/scenario2.json"));
}

#[test]
fn dates_lore_and_unknown_keys() {
    let file = edited(|entity| {
        entity.body.set(&Path::of("attribution.updatedAt"), json!(1_800_000_000));
    });
    assert_eq!(changed(&file), ["characters/ottoline/character.json"]);
    let character = entry(&file, "characters/ottoline/character.json");
    assert_eq!(character["updatedAt"], json!("2027-01-15T08:00:00.000Z"));
    assert_eq!(
        (&character["createdAt"], &character["configId"]),
        (&json!("2026-01-01T10:20:30.456Z"), &json!("cfg-0001"))
    );
    let book = read(&file).remove(1);
    assert_eq!(book.body.list("entries").len(), 2);
}

#[test]
fn pictures_come_and_go_with_their_entries() {
    let gone = edited(|entity| {
        entity.body.remove(&Path::of("media.assets"));
    });
    assert_eq!(changed(&gone), ["characters/ottoline/character.json", "characters/ottoline/images/side.png"]);
    let pixel = ficha_testkit::png::write(&ficha_testkit::png::picture(3, 3));
    let reference = ficha_container::data_uri::build("image/png", &pixel);
    let more = edited(|entity| {
        let mut rows = entity.body.list("media.assets").to_vec();
        rows.push(json!({"role": "other", "label": "counting", "ref": reference}));
        entity.body.set(&Path::of("media.assets"), Value::Array(rows));
    });
    assert_eq!(changed(&more), ["characters/ottoline/character.json", "characters/ottoline/images/image1.png"]);
    let images = &entry(&more, "characters/ottoline/character.json")["images"];
    assert_eq!(images[2], json!({"path": "images/image1.png", "label": "counting"}));
}

#[test]
fn a_character_behind_another_is_edited_in_its_own_entry_and_leaves_alone() {
    let file: Bytes = std::fs::read(samples_dir().join("backyard/odd.byaf")).unwrap().into();
    let mut entities = read(&file);
    let pell = entities.iter().position(|entity| entity.id == "pell").unwrap();
    entities[pell].body.set(&Path::of("identity.description"), json!("Mends {{user}}'s nets."));
    let media = FileMedia { file: Some(file.clone()), blobs: Vec::new() };
    let ask = Ask { linked: &entities[1..], ..Ask::of(&media) };
    let written = format("byaf").unwrap().encode(&entities[0], &ask, &mut Notes::new()).unwrap().bytes;
    assert_eq!(entry(&written, "characters/pell/character.json")["persona"], json!("Mends {user}'s nets."));
    assert_eq!(entry(&written, "characters/bo/character.json"), entry(&file, "characters/bo/character.json"));
    let alone = format("byaf").unwrap().encode(&entities[pell], &ask, &mut Notes::new()).unwrap();
    assert_eq!(alone.container, ContainerId::Zip);
    assert_eq!(entry(&alone.bytes, "manifest.json")["characters"], json!(["characters/pell/character.json"]));
    assert_eq!(read(&alone.bytes).remove(0).body.text("identity.description"), Some("Mends {{user}}'s nets."));
}
