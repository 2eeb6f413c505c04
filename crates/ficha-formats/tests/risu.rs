//! RisuAI's files: what the app itself makes of lore, what an edited archive holds, what each container keeps.

use bytes::Bytes;
use ficha_container::archive::Archive;
use ficha_container::msgpack::Packed;
use ficha_container::risu::module::Module;
use ficha_container::risu::preset::Preset;
use ficha_container::{ContainerId, Limits};
use ficha_formats::{Ask, Encoded, NoteCode, Notes, Preference, Source, bids, format};
use ficha_model::{Entity, Path};
use ficha_testkit::corpus::samples_dir;
use ficha_testkit::media::FileMedia;
use serde_json::{Value, json};

struct Opened {
    entities: Vec<Entity>,
    id: &'static str,
    media: FileMedia,
    notes: Notes,
}

fn read(bytes: Vec<u8>, name: &str) -> Opened {
    let source =
        Source::open(bytes, Some(name), &Limits::default()).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    let bid = bids(&source).into_iter().next().unwrap_or_else(|| panic!("{name}: nobody bids"));
    let mut notes = Notes::new();
    let decoded = bid.format.decode(&source, &mut notes).unwrap();
    let media = FileMedia { file: Some(source.bytes().clone()), blobs: decoded.blobs };
    Opened { entities: decoded.entities, id: bid.format.spec().id, media, notes }
}

fn sample(name: &str) -> Opened {
    read(std::fs::read(samples_dir().join("risu").join(name)).unwrap(), name)
}

fn shared(path: &str) -> Option<Vec<u8>> {
    Some(
        std::fs::read(ficha_testkit::corpus::shared_dir()?.join(path))
            .unwrap_or_else(|error| panic!("{path}: {error}")),
    )
}

fn write(opened: &Opened, to: &str, container: ContainerId) -> Encoded {
    let (main, others) = opened.entities.split_first().unwrap();
    let ask = Ask { container: Some(container), linked: others, ..Ask::of(&opened.media) };
    format(to).unwrap().encode(main, &ask, &mut Notes::new()).unwrap()
}

fn set(entity: &mut Entity, path: &str, value: Value) {
    assert!(entity.body.set(&Path::of(path), value), "{path}");
}

fn tree(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

fn entry(bytes: &[u8], name: &str) -> Vec<u8> {
    let archive = Archive::read(bytes, &Limits::default()).unwrap();
    archive.inflate(bytes, archive.find(name).unwrap(), &Limits::default()).unwrap()
}

fn module(bytes: &[u8]) -> Value {
    let module = entry(bytes, "module.risum");
    tree(&Module::read(&module).unwrap().json(&module))
}

/// The decorator lines and the text of a row. A chance of its own is what RisuAI turns into a line when it loads a row
/// without a version.
fn lines(row: &Value) -> (Vec<String>, String) {
    let content = row["content"].as_str().unwrap();
    let count = content.lines().take_while(|line| line.starts_with("@@")).count();
    let mut lines: Vec<String> = content.lines().take(count).map(str::to_owned).collect();
    if let Some(percent) = row.get("activationPercent").and_then(Value::as_f64).filter(|percent| *percent != 100.0) {
        lines.push(format!("@@probability {percent}"));
    }
    lines.sort();
    (lines, content.lines().skip(count).collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_book_of_sillytavern_becomes_the_lore_risuai_makes_of_it() {
    let Some(book) = shared("vectors/st/worldinfo-to-character_book.expected.json") else { return };
    let expected = tree(&shared("vectors/risu/st-character_book-to-risu-lore.expected.json").unwrap());
    let made = tree(&write(&read(book, "book.json"), "risu-lorebook", ContainerId::Json).bytes);
    let (rows, wanted) = (made["data"].as_array().unwrap(), expected["lorebook"].as_array().unwrap());
    assert_eq!(rows.len(), wanted.len());
    for (row, wanted) in rows.iter().zip(wanted) {
        for key in ["key", "secondkey", "insertorder", "comment", "mode", "alwaysActive"] {
            assert_eq!(row[key], wanted[key], "{key} of {row}");
        }
        assert_eq!(row.get("useRegex").unwrap_or(&json!(false)), &wanted["useRegex"]);
        // The importer switches every entry on; one that is off keeps off here.
        let (mut decorators, text) = lines(row);
        decorators.retain(|line| line != "@@dont_activate");
        assert_eq!((decorators, text), lines(wanted));
        // Without secondary keys the switch says nothing, and the importer turns it off where a line does its work.
        if !wanted["secondkey"].as_str().unwrap().is_empty() {
            assert_eq!(row["selective"], wanted["selective"]);
        }
    }
}

#[test]
fn world_info_keeps_what_risuai_keeps_of_it() {
    let Some(book) = shared("vectors/st/worldinfo.json") else { return };
    let expected = tree(&shared("vectors/risu/st-worldinfo-to-risu-lore.expected.json").unwrap());
    let made = tree(&write(&read(book, "worldinfo.json"), "risu-lorebook", ContainerId::Json).bytes);
    for (row, wanted) in made["data"].as_array().unwrap().iter().zip(expected.as_array().unwrap()) {
        for key in ["key", "insertorder", "comment", "mode", "alwaysActive"] {
            assert_eq!(row[key], wanted[key], "{key} of {row}");
        }
        assert_eq!(lines(row).1, wanted["content"].as_str().unwrap());
    }
}

#[test]
fn lore_becomes_the_world_info_sillytavern_makes_of_it_but_for_the_folder() {
    let Some(lore) = shared("vectors/risu/lorebook_export.json") else { return };
    let expected = tree(&shared("vectors/st/risu-lorebook-to-worldinfo.expected.json").unwrap());
    let made = tree(&write(&read(lore, "lore.json"), "sillytavern-lorebook", ContainerId::Json).bytes);
    let wanted: Vec<&Value> = expected["entries"].as_object().unwrap().values().skip(1).collect();
    let rows: Vec<&Value> = made["entries"].as_object().unwrap().values().collect();
    assert_eq!(rows.len(), wanted.len());
    for (row, wanted) in rows.into_iter().zip(wanted) {
        for key in ["keysecondary", "comment", "content", "constant", "order"] {
            assert_eq!(row.get(key).unwrap_or(&json!([])), &wanted[key], "{key} of {row}");
        }
        // SillyTavern reads a blank line of keys as one blank key.
        let blank = wanted["key"] == json!([""]);
        assert!(row["key"] == wanted["key"] || (blank && row["key"] == json!([])), "{row}");
    }
}

#[test]
fn an_edit_of_the_lore_changes_the_module_and_the_copy_that_agrees() {
    let mut opened = sample("card.charx");
    assert_eq!(opened.id, "risu");
    assert!(!opened.notes.has(NoteCode::MirrorDiffers));
    set(&mut opened.entities[1], "entries[1].content", json!("Two bells mean nothing."));
    set(&mut opened.entities[1], "entries[0].triggers[0].keyword", json!("daybook"));
    let written = write(&opened, "risu", ContainerId::Zip).bytes;
    let lore = &module(&written)["module"]["lorebook"];
    let card = &tree(&entry(&written, "card.json"))["data"]["character_book"]["entries"];
    assert_eq!((&lore[2]["content"], &card[2]["content"]), (&json!("Two bells mean nothing."), &lore[2]["content"]));
    assert_eq!((&lore[1]["key"], &card[1]["keys"]), (&json!("daybook, book"), &json!(["daybook", "book"])));
    assert_eq!(card[0]["mode"], "folder");
    let again = read(written.to_vec(), "again.charx");
    assert!(!again.notes.has(NoteCode::MirrorDiffers));
    assert_eq!(again.entities[1].body, opened.entities[1].body);
}

#[test]
fn rows_that_come_and_go_keep_module_and_copy_alike() {
    let mut opened = sample("card.charx");
    let mut rows = opened.entities[1].body.list("entries").to_vec();
    rows.remove(1);
    rows.push(json!({"id": "new", "title": "Ink", "content": "It never dries.", "triggers": [{"keyword": "ink", "isRegex": false}], "secondaryTriggers": []}));
    rows.swap(0, 1);
    set(&mut opened.entities[1], "entries", json!(rows));
    let written = write(&opened, "risu", ContainerId::Zip).bytes;
    let titles = |list: &Value, key: &str| -> Vec<String> {
        list.as_array().unwrap().iter().map(|row| row[key].as_str().unwrap_or("").to_owned()).collect()
    };
    let lore = titles(&module(&written)["module"]["lorebook"], "comment");
    assert_eq!(lore, ["The quay", "Always", "The ledger", "Ink"]);
    assert_eq!(titles(&tree(&entry(&written, "card.json"))["data"]["character_book"]["entries"], "name"), lore);
    assert!(!read(written.to_vec(), "again.charx").notes.has(NoteCode::MirrorDiffers));
}

#[test]
fn another_book_in_the_card_stays_when_the_lore_is_edited() {
    let mut opened = sample("card-with-another-book.charx");
    assert!(opened.notes.has(NoteCode::MirrorDiffers));
    set(&mut opened.entities[1], "entries[0].title", json!("Daybook"));
    set(&mut opened.entities[2], "rules[0].replace", json!("<i>$&</i>"));
    let before = std::fs::read(samples_dir().join("risu/card-with-another-book.charx")).unwrap();
    let written = write(&opened, "risu", ContainerId::Zip).bytes;
    assert_eq!(entry(&written, "card.json"), entry(&before, "card.json"));
    assert_eq!(entry(&written, "x_meta/main.json"), entry(&before, "x_meta/main.json"));
    let module = &module(&written)["module"];
    assert_eq!(
        (&module["lorebook"][1]["comment"], &module["regex"][0]["out"]),
        (&json!("Daybook"), &json!("<i>$&</i>"))
    );
}

#[test]
fn a_card_that_leaves_its_archive_takes_the_module_along() {
    let opened = sample("card-with-another-book.charx");
    let card = tree(&write(&opened, "risu", ContainerId::Json).bytes);
    let names: Vec<&str> = card["data"]["character_book"]["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["name"].as_str())
        .collect();
    assert_eq!(names, ["The ledger", "Bells", "Always"]);
    let block = &card["data"]["extensions"]["risuai"];
    assert_eq!(block["triggerscript"][0]["comment"], "greet");
    assert_eq!(block["customScripts"][0]["comment"], "Bold");
    // RisuAI refuses a card that names a picture which is not there.
    let uris: Vec<&str> =
        card["data"]["assets"].as_array().unwrap().iter().filter_map(|row| row["uri"].as_str()).collect();
    assert!(uris.iter().all(|uri| uri.starts_with("data:")), "{uris:?}");
}

#[test]
fn an_edited_date_keeps_its_unit() {
    let mut opened = sample("card-v3.json");
    assert_eq!(opened.entities[0].body.get(&Path::of("attribution.createdAt")), Some(&json!(1_700_000_000)));
    set(&mut opened.entities[0], "attribution.createdAt", json!(1_700_000_100));
    set(&mut opened.entities[0], "attribution.updatedAt", json!(1_700_000_600));
    let card = tree(&write(&opened, "risu", ContainerId::Json).bytes);
    assert_eq!(card["data"]["creation_date"], json!(1_700_000_100_000_i64));
    assert_eq!(card["data"]["modification_date"], json!(1_700_000_600));
}

#[test]
fn a_new_picture_becomes_an_entry_of_the_archive() {
    let mut opened = sample("card.charx");
    let picture = ficha_testkit::png::write(&ficha_testkit::png::picture(3, 3));
    let mut assets = opened.entities[0].body.list("media.assets").to_vec();
    assets.push(json!({"role": "emotion", "label": "sea:map", "ref": ficha_container::data_uri::build("image/png", &picture), "mime": "image/png"}));
    set(&mut opened.entities[0], "media.assets", json!(assets));
    let written = write(&opened, "risu", ContainerId::Zip).bytes;
    let card = tree(&entry(&written, "card.json"));
    let row = card["data"]["assets"].as_array().unwrap().iter().find(|row| row["name"] == "sea:map").unwrap().clone();
    let uri = row["uri"].as_str().unwrap();
    let held = uri.strip_prefix("embeded://").map_or_else(|| panic!("{uri} is no entry"), |path| entry(&written, path));
    assert_eq!(held, picture);
}

#[test]
fn entries_that_are_off_are_kept_from_use() {
    let card = json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Off", "description": "x", "first_mes": "y",
        "character_book": {"entries": [{"keys": ["a"], "content": "Quiet.", "enabled": false, "insertion_order": 1, "extensions": {}}]}}});
    let opened = read(card.to_string().into_bytes(), "off.json");
    let made = tree(&write(&opened, "risu", ContainerId::Json).bytes);
    let row = &made["data"]["character_book"]["entries"][0];
    assert_eq!((&row["content"], &row["enabled"]), (&json!("@@dont_activate\nQuiet."), &json!(false)));
    let book = Opened { entities: opened.entities[1..].to_vec(), ..opened };
    let lore = tree(&write(&book, "risu-lorebook", ContainerId::Json).bytes);
    assert_eq!(lore["data"][0]["content"], "@@dont_activate\nQuiet.");
}

#[test]
fn an_edited_module_keeps_its_files() {
    let mut opened = sample("module.risum");
    set(&mut opened.entities[0], "entries[0].title", json!("Haar"));
    set(&mut opened.entities[1], "rules[0].label", json!("Bells"));
    let written = write(&opened, "risu-module", ContainerId::Risum).bytes;
    let parts = Module::read(&written).unwrap();
    let json = tree(&parts.json(&written));
    assert_eq!(
        (&json["module"]["lorebook"][1]["comment"], &json["module"]["regex"][0]["comment"]),
        (&json!("Haar"), &json!("Bells"))
    );
    assert_eq!((parts.asset(&written, 0), parts.asset(&written, 1)), (Some(b"RIFFbell".to_vec()), Some(Vec::new())));
}

#[test]
fn a_module_without_its_end_is_written_clean_when_asked() {
    let opened = sample("module-unended.risum");
    let (main, others) = opened.entities.split_first().unwrap();
    let ask = Ask { rewrite: true, linked: others, ..Ask::of(&opened.media) };
    let clean = format("risu-module").unwrap().encode(main, &ask, &mut Notes::new()).unwrap().bytes;
    let parts = Module::read(&clean).unwrap();
    assert_eq!((parts.fault, parts.asset(&clean, 0)), (None, Some(b"one".to_vec())));
}

#[test]
fn the_lore_of_a_card_leaves_as_a_module_by_itself() {
    let opened = sample("card.charx");
    let book = Opened { entities: opened.entities[1..].to_vec(), ..opened };
    let file = write(&book, "risu-module", ContainerId::Risum).bytes;
    let again = read(file.to_vec(), "lore.risum");
    assert_eq!(again.id, "risu-module");
    assert_eq!(again.entities[0].body.list("entries"), book.entities[0].body.list("entries"));
    assert_eq!(again.entities[0].body.list("categories"), book.entities[0].body.list("categories"));
}

#[test]
fn an_edited_preset_keeps_what_json_cannot_say() {
    let mut opened = sample("preset.risup");
    set(&mut opened.entities[0], "samplers.temperature", json!(0.07));
    let written: Bytes = write(&opened, "risu-preset", ContainerId::Risup).bytes;
    let preset = Preset::read(&written, &Limits::default()).unwrap().preset;
    assert_eq!(preset.get("temperature"), Some(&Packed::Whole(7)));
    assert!(preset.get("NAIadventure").is_some_and(Packed::is_undefined));
    assert_eq!(preset.get("big"), Some(&Packed::Real(4_294_967_296.0)));
    assert_eq!(preset.get("frequencyPenalty"), Some(&Packed::Whole(-1000)));
}

#[test]
fn an_encrypted_card_opens_with_its_password() {
    let bytes = Bytes::from(std::fs::read(samples_dir().join("bad/png/encrypted-with-a-password.png")).unwrap());
    let open = |password: Option<&str>| {
        let preference = Preference { password: password.map(str::to_owned), ..Preference::default() };
        Source::open_preferring(bytes.clone(), None, &Limits::default(), &preference).unwrap()
    };
    for wrong in [None, Some("tide")] {
        let source = open(wrong);
        let refusal = source.refusal().unwrap();
        assert!(refusal.code() == "locked" && refusal.to_string().contains("password"), "{refusal}");
        assert!(bids(&source).is_empty());
    }
    assert_eq!(bids(&open(Some("saltmere")))[0].format.spec().id, "risu");
}
