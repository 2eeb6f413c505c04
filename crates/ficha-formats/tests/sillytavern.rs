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
