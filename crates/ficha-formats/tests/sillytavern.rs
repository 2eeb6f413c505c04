//! SillyTavern's files beside its cards: what the app itself makes of a file is what is written here, what a file says
//! stays as it was, and the outcomes asked for by name. Files of the app lie beside the workspace; without them the
//! tests say so and pass.

use bytes::Bytes;
use ficha_container::Limits;
use ficha_formats::{Ask, NoMedia, Notes, Reason, Source, bids, format};
use ficha_model::{Entity, Kind, Link, Path};
use ficha_testkit::media::FileMedia;
use serde_json::{Value, json};

/// A file of the material; `None` when it is not there.
fn file(path: &str) -> Option<Bytes> {
    let Some(shared) = ficha_testkit::corpus::shared_dir() else {
        println!("the shared material is not there; nothing is tested");
        return None;
    };
    Some(std::fs::read(shared.join(path)).unwrap_or_else(|error| panic!("{path}: {error}")).into())
}

/// A file as JSON.
fn value(bytes: &[u8]) -> Value {
    let text = std::str::from_utf8(bytes).unwrap();
    ficha_json::Document::parse(text, &ficha_json::Limits::default()).unwrap().root().to_value()
}

/// The entities of a file and the format that won it.
fn read(bytes: &Bytes, name: &str) -> (Vec<Entity>, &'static str, Notes) {
    let source = Source::open(bytes.clone(), Some(name), &Limits::default()).unwrap();
    let bid = bids(&source).into_iter().next().unwrap_or_else(|| panic!("nobody bids for {name}"));
    let mut notes = Notes::new();
    let decoded = bid.format.decode(&source, &mut notes).unwrap();
    (decoded.entities, bid.format.spec().id, notes)
}

/// The file of entities, the main one first, and the reasons given.
fn write(entities: &[Entity], target: &str, file: Option<&Bytes>) -> (Bytes, Vec<Reason>) {
    let media = FileMedia { file: file.cloned(), blobs: Vec::new() };
    let ask = Ask { linked: &entities[1..], ..Ask::of(&media) };
    let mut notes = Notes::new();
    let encoded = format(target).unwrap().encode(&entities[0], &ask, &mut notes).unwrap();
    (encoded.bytes, notes.reasons().to_vec())
}

/// Everything ours says is what the app says; what ours leaves out has the app's default there, which its editor
/// fills in by itself.
#[track_caller]
fn meets(ours: &Value, theirs: &Value, defaults: &Value, what: &str) {
    let (Value::Object(ours), Value::Object(theirs)) = (ours, theirs) else { panic!("{what} is no object") };
    for (key, value) in ours {
        let wanted = theirs.get(key).unwrap_or_else(|| panic!("{what}: the app has no {key}"));
        assert!(ficha_json::value_eq(value, wanted), "{what}/{key}: {value} instead of {wanted}");
    }
    for (key, value) in theirs.iter().filter(|(key, _)| !ours.contains_key(*key)) {
        let default = defaults.get(key).unwrap_or_else(|| panic!("{what}: {key} is missing"));
        let blank = |value: &Value| value == &json!(false) || value == &json!(0) || value.is_null();
        let same = ficha_json::value_eq(value, default) || (blank(value) && blank(default));
        assert!(same, "{what}/{key}: left out, and the app says {value}");
    }
}

/// The defaults of an entry, and what the app adds when it turns a book into a file.
fn entry_defaults(index: usize) -> Value {
    let mut defaults = value(&file("vectors/st/worldinfo-entry-template.json").unwrap());
    defaults["displayIndex"] = json!(index);
    defaults["addMemo"] = json!(true);
    defaults["selective"] = json!(false);
    defaults["extensions"] = json!({});
    defaults
}

#[test]
fn a_book_becomes_the_world_info_the_app_makes_of_it() {
    for version in ["v2", "v3"] {
        let Some(card) = file(&format!("vectors/cards/{version}.json")) else { return };
        let (entities, ..) = read(&card, "card.json");
        let book = entities.iter().find(|entity| entity.kind == Kind::Lorebook).unwrap();
        let (written, _) = write(std::slice::from_ref(book), "sillytavern-lorebook", None);
        let ours = value(&written);
        let theirs = value(&file(&format!("vectors/st/{version}-character_book-to-worldinfo.expected.json")).unwrap());
        let pairs: Vec<(&Value, &Value)> = ours["entries"]
            .as_object()
            .unwrap()
            .values()
            .zip(theirs["entries"].as_object().unwrap().values())
            .collect();
        assert_eq!(ours["entries"].as_object().unwrap().len(), pairs.len());
        for (index, (ours, theirs)) in pairs.into_iter().enumerate() {
            let mut theirs = theirs.clone();
            if theirs["uid"].is_string() {
                // The app keeps a text for an id here and refuses it elsewhere; a number is written.
                theirs["uid"] = ours["uid"].clone();
            }
            if ours["caseSensitive"].is_boolean() {
                // The app does not read this key of the specification; the author's word is carried.
                theirs["caseSensitive"] = json!(false);
            }
            if index == 1 {
                // The entry has no remark, so the app shows no title.
                theirs["addMemo"] = json!(true);
            }
            meets(ours, &theirs, &entry_defaults(index), &format!("{version}/{index}"));
        }
    }
}

#[test]
fn world_info_becomes_the_book_the_app_makes_of_it() {
    let Some(world) = file("vectors/st/worldinfo.json") else { return };
    let (books, id, _) = read(&world, "Rock lore.json");
    assert_eq!(id, "sillytavern-lorebook");
    let mut card = Entity::new(Kind::Character, "tilda", ficha_model::Body::default());
    card.body.set(&Path::of("identity.name"), json!("Tilda Quarrow"));
    card.body.set(&Path::of("knowledgeRefs"), json!([Link::Entity(books[0].id.clone()).to_value()]));
    let (written, _) = write(&[card, books[0].clone()], "sillytavern", None);
    let ours = value(&written);
    let ours = &ours["data"]["character_book"];
    let theirs = value(&file("vectors/st/worldinfo-to-character_book.expected.json").unwrap());
    assert_eq!(ours["name"], theirs["name"]);
    let rows = |book: &Value| book["entries"].as_array().unwrap().clone();
    assert_eq!(rows(ours).len(), rows(&theirs).len());
    for (index, (ours, theirs)) in rows(ours).iter().zip(&rows(&theirs)).enumerate() {
        let what = format!("entry {index}");
        let mut plain = ours.clone();
        let plain = plain.as_object_mut().unwrap();
        let extensions = plain.shift_remove("extensions").unwrap();
        // The app always says so and means nothing by it: keys are patterns when they are spelt as such.
        plain.insert("use_regex".to_owned(), json!(true));
        // A title stands in the specification's key too, which the app does not read.
        plain.shift_remove("name");
        let mut wanted = theirs.clone();
        wanted.as_object_mut().unwrap().shift_remove("extensions");
        let defaults = json!({"secondary_keys": [], "comment": ""});
        meets(&Value::Object(plain.clone()), &wanted, &defaults, &what);
        let defaults = json!({"group": "", "outlet_name": "", "automation_id": "", "triggers": [], "vendor/y": {"keep": true},
            "scan_depth": null, "match_whole_words": null, "case_sensitive": null, "use_group_scoring": false,
            "sticky": null, "cooldown": null, "delay": null});
        meets(&extensions, &theirs["extensions"], &defaults, &what);
    }
}

/// A file of ours, its entities changed, and what is written: the text and the reasons.
fn edited(text: &str, name: &str, change: impl FnOnce(&mut Vec<Entity>)) -> (Value, Vec<Reason>) {
    let bytes = Bytes::from(text.to_owned());
    let (mut entities, id, _) = read(&bytes, name);
    change(&mut entities);
    let (written, reasons) = write(&entities, id, Some(&bytes));
    (value(&written), reasons)
}

fn set(entity: &mut Entity, path: &str, value: Value) {
    assert!(entity.body.set(&Path::of(path), value), "{path}");
}

/// Row by row of the reference's faults with world info: positions that are read as others, keys that appear, levels
/// that turn into numbers, a new entry over an old one.
#[test]
fn a_world_keeps_its_positions_levels_and_keys() {
    let entry = |uid: usize, position: i64| json!({"uid": uid, "key": ["tide"], "content": "c", "position": position, "delayUntilRecursion": true, "characterFilter": null});
    let mut world = json!({"entries": {}});
    for (uid, position) in [0, 1, 2, 3, 4, 5, 6, 7, 11].into_iter().enumerate() {
        world["entries"][uid.to_string()] = entry(uid, position);
    }
    let text = world.to_string();
    let (entities, ..) = read(&Bytes::from(text.clone()), "a.json");
    let words: Vec<&str> =
        entities[0].body.list("entries").iter().map(|entry| entry["position"].as_str().unwrap()).collect();
    let wanted = [
        "world",
        "character",
        "author_note_top",
        "author_note_bottom",
        "depth",
        "before_example",
        "after_example",
        "outlet",
        "wire:11",
    ];
    assert_eq!(words, wanted);
    let (written, _) = edited(&text, "a.json", |entities| {
        set(&mut entities[0], "entries[2].content", json!("other"));
        let mut entries = entities[0].body.list("entries").to_vec();
        entries.remove(0);
        entries.push(json!({"id": "new", "content": "n", "triggers": [], "secondaryTriggers": []}));
        set(&mut entities[0], "entries", Value::Array(entries));
    });
    let mut wanted = world.clone();
    wanted["entries"].as_object_mut().unwrap().shift_remove("0");
    wanted["entries"]["2"]["content"] = json!("other");
    for uid in 1..9 {
        assert_eq!(written["entries"][uid.to_string()], wanted["entries"][uid.to_string()], "{uid}");
    }
    let rows = written["entries"].as_object().unwrap();
    assert_eq!(rows.len(), 9);
    let (key, new) = rows.iter().next_back().unwrap();
    assert!(new["content"] == json!("n") && new["uid"].as_i64() == key.parse().ok(), "{new}");
}

#[test]
fn the_order_of_a_worlds_entries_is_written() {
    let text =
        r#"{"entries": {"0": {"uid": 0, "key": [], "content": "a"}, "1": {"uid": 1, "key": [], "content": "b"}}}"#;
    let bytes = Bytes::from(text);
    let (mut entities, id, _) = read(&bytes, "a.json");
    let mut entries = entities[0].body.list("entries").to_vec();
    entries.reverse();
    set(&mut entities[0], "entries", Value::Array(entries.clone()));
    let (written, reasons) = write(&entities, id, Some(&bytes));
    assert_eq!(
        std::str::from_utf8(&written).unwrap(),
        r#"{"entries": {"1": {"uid": 1, "key": [], "content": "b"}, "0": {"uid": 0, "key": [], "content": "a"}}}"#
    );
    assert_eq!(reasons, []);
    assert_eq!(read(&written, "a.json").0[0].body.list("entries"), entries);
}

/// A piece whose file has no name inside is called by the file.
#[test]
fn a_world_is_called_by_its_file() {
    let bytes = Bytes::from(r#"{"entries": {"0": {"uid": 0, "key": ["a"], "content": "b"}}}"#);
    let (entities, ..) = read(&bytes, "Reef v1.2.json");
    assert_eq!((entities[0].name(), entities[0].id.as_str()), ("Reef v1.2", "reef-v1-2"));
    assert_eq!(entities[0].body.text("name"), None);
}

/// The reference took the old rows of an edited set as long as there were as many.
#[test]
fn rules_edited_in_a_preset_are_written() {
    let Ok(text) = std::fs::read_to_string(ficha_testkit::corpus::samples_dir().join("sillytavern/preset.json")) else {
        panic!("the sample")
    };
    let (written, reasons) = edited(&text, "preset.json", |entities| {
        let set_of_rules = entities.iter_mut().find(|entity| entity.kind == Kind::Regex).unwrap();
        set(set_of_rules, "rules[0].replace", json!("[$1]"));
    });
    let rule = &written["extensions"]["regex_scripts"][0];
    assert_eq!((&rule["replaceString"], &rule["minDepth"]), (&json!("[$1]"), &json!(0)));
    assert_eq!(reasons, []);
    let (without, _) = edited(&text, "preset.json", |entities| {
        entities.truncate(1);
        entities[0].body.remove(&Path::of("behaviorRefs"));
    });
    assert_eq!(without["extensions"].get("regex_scripts"), None);
}

/// Keys of a prompt nobody knows stay, and a cleared sampler goes.
#[test]
fn a_preset_keeps_what_is_not_understood_and_loses_what_is_cleared() {
    let text = json!({"temperature": 0.5, "top_p": 0.9, "openai_max_tokens": 9,
        "prompts": [{"identifier": "main", "name": "Main", "content": "a", "row_extra": {"x": 1}}, {"identifier": "b", "name": "B", "content": "b"}],
        "prompt_order": [{"character_id": 100_001, "order": [{"identifier": "main", "enabled": true, "note": 1}, {"identifier": "b", "enabled": true}]}]});
    let (written, reasons) = edited(&text.to_string(), "p.json", |entities| {
        entities[0].body.remove(&Path::of("samplers.topP"));
        set(&mut entities[0], "prompts[0].content", json!("c"));
        let mut prompts = entities[0].body.list("prompts").to_vec();
        prompts.reverse();
        prompts.insert(1, json!({"id": "new", "name": "New", "content": "n", "role": "user", "enabled": false}));
        set(&mut entities[0], "prompts", Value::Array(prompts));
    });
    assert_eq!(written.get("top_p"), None);
    assert_eq!(
        written["prompts"][0],
        json!({"identifier": "main", "name": "Main", "content": "c", "row_extra": {"x": 1}})
    );
    let order = json!([{"identifier": "b", "enabled": true}, {"identifier": "new", "enabled": false}, {"identifier": "main", "enabled": true, "note": 1}]);
    assert_eq!(written["prompt_order"][0]["order"], order);
    assert_eq!(reasons, []);
}

#[test]
fn the_order_of_a_preset_is_that_of_every_chat() {
    let Some(file) = file("corpus/repro/R19.json") else { return };
    let (entities, id, _) = read(&file, "R19.json");
    assert_eq!(id, "sillytavern-preset");
    let said: Vec<(&str, Option<bool>)> = entities[0]
        .body
        .list("prompts")
        .iter()
        .map(|row| (row["id"].as_str().unwrap(), row.get("enabled").and_then(Value::as_bool)))
        .collect();
    let note = "11112222-0000-4000-8000-000000000001";
    let aside = "11112222-0000-4000-8000-000000000002";
    let wanted = [
        ("main", Some(true)),
        (note, Some(false)),
        ("charDescription", Some(true)),
        ("ghost-prompt", Some(true)),
        ("chatHistory", Some(true)),
        (aside, Some(false)),
        ("main#2", Some(false)),
    ];
    assert_eq!(said, wanted);
    assert_eq!(entities[0].body.list("prompts")[3].as_object().unwrap().len(), 2);
    let media = FileMedia { file: Some(file.clone()), blobs: Vec::new() };
    let ask = Ask { without_secrets: true, ..Ask::of(&media) };
    let mut notes = Notes::new();
    let blanked = format(id).unwrap().encode(&entities[0], &ask, &mut notes).unwrap();
    let mut wanted = value(&file);
    for key in ["custom_url", "reverse_proxy", "proxy_password"] {
        wanted[key] = json!("");
    }
    assert_eq!(value(&blanked.bytes), wanted);
}

#[test]
fn every_persona_of_a_backup_is_one() {
    let Some(file) = file("corpus/repro/R05.json") else { return };
    let (entities, id, _) = read(&file, "R05.json");
    let names: Vec<&str> = entities.iter().map(Entity::name).collect();
    assert_eq!(names, ["Wren", "Ada of the Locks", "", ""]);
    assert_eq!(entities[3].id, "1718000000002-orphan-png");
    let ada = &entities[1].body;
    let wanted = json!({"position": "in_chat", "depth": 3, "role": "assistant"});
    assert_eq!(ada.get(&Path::of("chatInjection")), Some(&wanted));
    assert_eq!(ada.get(&Path::of("knowledgeRefs")), Some(&json!([{"type": "name", "name": "Lock Lore"}])));
    // All together they are the file.
    let (whole, _) = write(&entities, id, Some(&file));
    assert_eq!(whole, file);
    // One alone leaves the others out.
    let (alone, _) = write(&entities[1..2], id, Some(&file));
    let alone = value(&alone);
    let key = "1718000000000-Ada.png";
    assert_eq!(alone["personas"], json!({key: "Ada of the Locks"}));
    assert_eq!(alone["persona_descriptions"][key], value(&file)["persona_descriptions"][key]);
    assert_eq!((&alone["default_persona"], &alone["x_root_unknown"]), (&Value::Null, &json!([1, 2, 3])));
}

#[test]
fn rules_keep_their_places_flags_and_nulls() {
    let Some(file) = file("corpus/repro/R13.json") else { return };
    let (mut entities, id, _) = read(&file, "R13.json");
    let rules = entities[0].body.list("rules").to_vec();
    let phases: Vec<Value> = rules.iter().map(|rule| rule["phases"].clone()).collect();
    assert_eq!(
        phases,
        [json!(["input", "output"]), json!(["lorebook"]), json!(["slash", "reasoning"]), json!(["wire:0"])]
    );
    assert_eq!((rules[0].get("flags"), &rules[1]["minDepth"], &rules[1]["flags"]), (None, &json!(0), &json!("i")));
    set(&mut entities[0], "rules[3].label", json!("Renamed"));
    let (written, reasons) = write(&entities, id, Some(&file));
    let mut wanted = value(&file);
    wanted[3]["scriptName"] = json!("Renamed");
    assert_eq!(value(&written), wanted);
    assert_eq!(reasons, []);
}

#[test]
fn a_single_rule_stays_one_until_there_are_two() {
    let text = "{\n    \"scriptName\": \"A\",\n    \"findRegex\": \"a\",\n    \"placement\": [1]\n}\n";
    let bytes = Bytes::from(text);
    let (mut entities, id, _) = read(&bytes, "a.json");
    set(&mut entities[0], "rules[0].replace", json!("b"));
    let (one, _) = write(&entities, id, Some(&bytes));
    let wanted = text.replace("[1]\n", "[1],\n    \"replaceString\": \"b\"\n");
    assert_eq!(std::str::from_utf8(&one).unwrap(), wanted);
    set(&mut entities[0], "rules[1]", json!({"id": "z", "label": "Z", "find": "z", "replace": ""}));
    let (two, _) = write(&entities, id, Some(&bytes));
    assert_eq!(value(&two).as_array().map(Vec::len), Some(2));
    let fresh = Entity::new(Kind::Regex, "fresh", entities[0].body.clone());
    let (listed, _) = write(std::slice::from_ref(&fresh), id, None);
    assert!(value(&listed).is_array());
}

/// Every part of a master export is a preset, and any of them gives the whole back.
#[test]
fn a_master_export_is_written_back_whole() {
    let Some(file) = file("vectors/st/master-export.json") else { return };
    let (mut entities, id, _) = read(&file, "master.json");
    assert_eq!(entities.len(), 5);
    set(&mut entities[2], "sysprompt.content", json!("Narrate calmly."));
    set(&mut entities[3], "samplers.temperature", json!(0.5));
    entities.rotate_left(1);
    let (written, reasons) = write(&entities, id, Some(&file));
    let mut wanted = value(&file);
    wanted["sysprompt"]["content"] = json!("Narrate calmly.");
    wanted["preset"]["temp"] = json!(0.5);
    assert_eq!(value(&written), wanted);
    assert_eq!(reasons, []);
    let (alone, _) = write(&entities[..1], id, Some(&file));
    assert_eq!(alone, file);
}

#[test]
fn a_pack_of_pictures_keeps_what_stays() {
    let path = ficha_testkit::corpus::samples_dir().join("sillytavern/pack-odd.zip");
    let file = Bytes::from(std::fs::read(path).unwrap());
    let (mut entities, id, _) = read(&file, "Moods.zip");
    assert_eq!((id, entities[0].name()), ("sillytavern-pack", "Moods"));
    let labels = |entities: &[Entity]| -> Vec<String> {
        entities[0].body.list("pack.items").iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(labels(&entities), ["joy", "Joy", "anger", "守灯人 1"]);
    let mut items = entities[0].body.list("pack.items").to_vec();
    items.remove(1);
    items[0]["label"] = json!("delight");
    set(&mut entities[0], "pack.items", Value::Array(items));
    let (written, reasons) = write(&entities, id, Some(&file));
    assert_eq!(reasons, []);
    let source = Source::open(written.clone(), None, &Limits::default()).unwrap();
    let names: Vec<&str> = source.archive().unwrap().entries().iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["moods/delight.png", "__MACOSX/._joy.png", ".DS_Store", "anger.jpg", "notes/", "守灯人 1.png"]);
    // Another order puts the archive together anew, with the same pictures.
    let mut items = entities[0].body.list("pack.items").to_vec();
    items.reverse();
    set(&mut entities[0], "pack.items", Value::Array(items));
    let (turned, _) = write(&entities, id, Some(&file));
    assert_eq!(labels(&read(&turned, "m.zip").0), ["守灯人 1", "anger", "delight"]);
    // Without the file there is nothing to pack.
    assert!(format(id).unwrap().encode(&entities[0], &Ask::of(&NoMedia), &mut Notes::new()).is_err());
}
