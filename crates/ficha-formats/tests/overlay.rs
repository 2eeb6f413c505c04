//! Whatever is edited, cleared, added, deleted or moved in a body is what the written file says when it is read again,
//! and nothing else changes. Checked in every shape of card, on many chains of edits.

use bytes::Bytes;
use ficha_container::{ContainerId, Limits};
use ficha_formats::{Ask, Format, Notes, Source, bids};
use ficha_model::{Body, Entity, Path, same};
use ficha_testkit::media::FileMedia;
use ficha_testkit::{archive, cards, png};
use proptest::prelude::*;
use serde_json::{Value, json};

/// One edit of a body.
#[derive(Clone, Debug)]
enum Change {
    /// A text is written.
    Text(usize, String),
    /// A field goes.
    Clear(usize),
    /// A row of a list goes.
    Delete(usize, usize),
    /// A row is put in.
    Insert(usize, usize, String),
    /// Two rows change places.
    Swap(usize, usize, usize),
    /// A field of an entry of the book is set, `None` clears it.
    Entry(usize, usize, Option<usize>),
}

const TEXTS: &[&str] = &[
    "identity.name",
    "identity.nickname",
    "identity.description",
    "identity.characterVersion",
    "persona.personality",
    "persona.scenario",
    "persona.imagePrompt.prompt",
    "prompts.systemPrompt",
    "prompts.postHistoryInstructions",
    "greetings.firstMessage",
    "examples.exampleMessages",
    "attribution.creator",
    "attribution.creatorNotes",
    "worldName",
];

const LISTS: &[&str] = &[
    "greetings.alternateGreetings",
    "greetings.groupOnlyGreetings",
    "discovery.tags",
    "attribution.source",
    "entries",
];

/// Fields of an entry, with values they may have.
fn entry_values() -> Vec<(&'static str, Vec<Value>)> {
    let pattern = |keyword: &str, flags: &str| json!({"keyword": keyword, "isRegex": true, "flags": flags});
    let word = |keyword: &str| json!({"keyword": keyword, "isRegex": false});
    vec![
        ("title", vec![json!("Bell"), json!("")]),
        ("content", vec![json!("It rings.\n\"Twice\"."), json!("鐘")]),
        ("enabled", vec![json!(false), json!(true)]),
        ("constant", vec![json!(true), json!(false)]),
        ("triggerMode", vec![json!("advanced"), json!("simple")]),
        ("triggers", vec![json!([word("bell"), pattern("a/b\\d", "i")]), json!([word("tide")]), json!([])]),
        ("secondaryTriggers", vec![json!([word("fog")]), json!([])]),
        ("selectiveLogic", vec![json!("not_any"), json!("and_all"), json!("not_all"), json!("and_any")]),
        ("position", vec![json!("outlet"), json!("world"), json!("character"), json!("depth"), json!("wire:12")]),
        ("outletName", vec![json!("Harbour")]),
        ("depth", vec![json!(0), json!(7)]),
        ("role", vec![json!("assistant"), json!("system")]),
        ("sortOrder", vec![json!(-5), json!(900)]),
        ("probability", vec![json!(35)]),
        ("useProbability", vec![json!(false)]),
        ("delayUntilRecursion", vec![json!(2), json!(0)]),
        ("generationTriggers", vec![json!(["swipe", "quiet"])]),
        ("caseSensitive", vec![json!(true), json!(false)]),
        ("groupName", vec![json!("weather")]),
        ("displayIndex", vec![json!(3)]),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let text = prop_oneof![Just(String::new()), "[a-zA-Z \"/\\\\\\n灯é]{1,12}", Just("\u{1F5FC} \u{0007}".to_owned())];
    let entries = entry_values();
    let widest = entries.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
    prop_oneof![
        3 => (0..TEXTS.len(), text.clone()).prop_map(|(at, text)| Change::Text(at, text)),
        2 => (0..TEXTS.len()).prop_map(Change::Clear),
        1 => (0..LISTS.len(), 0..4usize).prop_map(|(list, at)| Change::Delete(list, at)),
        2 => (0..LISTS.len(), 0..4usize, text).prop_map(|(list, at, text)| Change::Insert(list, at, text)),
        1 => (0..LISTS.len(), 0..4usize, 0..4usize).prop_map(|(list, a, b)| Change::Swap(list, a, b)),
        4 => (0..entries.len(), 0..4usize, proptest::option::of(0..widest)).prop_map(|(field, at, value)| Change::Entry(field, at, value)),
    ]
}

fn list<'a>(body: &'a mut Body, path: &Path) -> Option<&'a mut Vec<Value>> {
    path.get(body.value())?;
    path.0
        .iter()
        .try_fold(body.value_mut(), |value, step| match step {
            ficha_model::Step::Key(key) => value.get_mut(key.as_str()),
            ficha_model::Step::Index(index) => value.get_mut(*index),
        })?
        .as_array_mut()
}

/// Makes one edit of the character, or of its book when there is one.
fn make(change: &Change, entities: &mut [Entity], fresh: &mut usize) {
    let path_of = |at: usize| -> Path { LISTS[at].parse().expect("a path") };
    let owner = |at: usize| usize::from(LISTS[at] == "entries");
    match change {
        Change::Text(at, text) => {
            entities[0].body.set(&TEXTS[*at].parse().expect("a path"), json!(text));
        }
        Change::Clear(at) => {
            entities[0].body.remove(&TEXTS[*at].parse().expect("a path"));
        }
        Change::Delete(at, row) => {
            let Some(entity) = entities.get_mut(owner(*at)) else { return };
            if let Some(rows) = list(&mut entity.body, &path_of(*at)).filter(|rows| !rows.is_empty()) {
                rows.remove(row % rows.len());
            }
        }
        Change::Swap(at, a, b) => {
            let Some(entity) = entities.get_mut(owner(*at)) else { return };
            if let Some(rows) = list(&mut entity.body, &path_of(*at)).filter(|rows| !rows.is_empty()) {
                let count = rows.len();
                rows.swap(a % count, b % count);
            }
        }
        Change::Insert(at, row, text) => {
            let Some(entity) = entities.get_mut(owner(*at)) else { return };
            let path = path_of(*at);
            if path.get(entity.body.value()).is_none() {
                entity.body.set(&path, json!([]));
            }
            let Some(rows) = list(&mut entity.body, &path) else { return };
            let new = match LISTS[*at] {
                "entries" => {
                    *fresh += 1;
                    json!({"id": (1000 + *fresh).to_string(), "content": text, "triggers": [], "secondaryTriggers": [], "enabled": true, "sortOrder": 100})
                }
                "discovery.tags" | "attribution.source" => json!(text),
                _ => json!({"text": text}),
            };
            rows.insert(row % (rows.len() + 1), new);
        }
        Change::Entry(field, at, value) => {
            let Some(book) = entities.get_mut(1) else { return };
            let (name, values) = &entry_values()[*field];
            let Some(rows) = list(&mut book.body, &Path::default().key("entries")).filter(|rows| !rows.is_empty())
            else {
                return;
            };
            let count = rows.len();
            let Some(entry) = rows[at % count].as_object_mut() else { return };
            match value {
                Some(value) => {
                    entry.insert((*name).to_owned(), values[value % values.len()].clone());
                }
                // What the specification requires is written with its default, which is a value.
                None if matches!(*name, "enabled" | "sortOrder") => {}
                None => {
                    entry.shift_remove(*name);
                }
            }
        }
    }
}

fn open(bytes: &Bytes) -> (&'static dyn Format, Vec<Entity>) {
    let source = Source::open(bytes.clone(), None, &Limits::default()).expect("it opens");
    let format = bids(&source).first().expect("a bid").format;
    (format, format.decode(&source, &mut Notes::new()).expect("it decodes").entities)
}

/// The shapes of a card, each a file.
fn files() -> Vec<(&'static str, Bytes)> {
    let flat = {
        let mut card: Value = serde_json::from_str(&cards::v1()).expect("a card");
        card["alternate_greetings"] = json!(["Hm.", null, 7]);
        card["creatorcomment"] = json!("by hand");
        card["talkativeness"] = json!("0.5");
        card.to_string()
    };
    let both = png::card_with_both(png::picture(2, 2), &cards::v2(), &cards::v3());
    let charx = archive::write(&[archive::deflated("card.json", cards::v3()), archive::stored("kept.txt", "kept")]);
    vec![
        ("v1", cards::v1().into()),
        ("flat", flat.into()),
        ("v2", cards::v2().into()),
        ("v2 with mirrors", cards::v2_with_root_mirrors().into()),
        ("v3", cards::v3().into()),
        ("png", png::card(png::picture(2, 2), "chara", &cards::v2()).into()),
        ("png with both", both.into()),
        ("charx", charx.into()),
    ]
}

/// Ids of entries are the file's own business once rows are new.
fn without_ids(body: &Body) -> Value {
    let mut value = body.value().clone();
    for entry in value.get_mut("entries").and_then(Value::as_array_mut).into_iter().flatten() {
        entry.as_object_mut().map(|entry| entry.shift_remove("id"));
    }
    value.as_object_mut().map(|body| body.shift_remove("knowledgeRefs"));
    value
}

fn check(name: &str, file: &Bytes, changes: &[Change], rewrite: bool) -> Result<(), TestCaseError> {
    let (format, mut entities) = open(file);
    let mut fresh = 0;
    for change in changes {
        make(change, &mut entities, &mut fresh);
    }
    let media = FileMedia::of(file);
    let linked = entities.clone();
    let ask = Ask { linked: &linked, rewrite, ..Ask::of(&media) };
    let written = format.encode(&entities[0], &ask, &mut Notes::new()).expect("it is written");
    let (_, back) = open(&written.bytes);
    prop_assert_eq!(back.len(), entities.len(), "{}", name);
    for (back, meant) in back.iter().zip(&entities) {
        let (back, meant) = (without_ids(&back.body), without_ids(&meant.body));
        prop_assert!(same(&back, &meant), "{}: {:?}", name, ficha_model::diff(&meant, &back));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_says_what_was_meant(
        changes in proptest::collection::vec(change(), 1..6),
        file in 0..8usize,
        rewrite in proptest::bool::weighted(0.2),
    ) {
        let files = files();
        let (name, file) = &files[file];
        check(name, file, &changes, rewrite)?;
    }

    /// Both fields of a Pygmalion card are one text; the others are edited as anywhere.
    #[test]
    fn a_pygmalion_card_says_what_was_meant(changes in proptest::collection::vec(change(), 1..6)) {
        let file: Bytes = cards::pygmalion().into();
        let (format, mut entities) = open(&file);
        let mut fresh = 0;
        for change in &changes {
            make(change, &mut entities, &mut fresh);
        }
        let media = FileMedia::of(&file);
        let written = format.encode(&entities[0], &Ask::of(&media), &mut Notes::new()).expect("it is written");
        let (_, back) = open(&written.bytes);
        for path in ["identity.name", "persona.scenario", "greetings.firstMessage", "examples.exampleMessages"] {
            let text = |entity: &Entity| entity.body.text(path).unwrap_or("").to_owned();
            prop_assert_eq!(text(&back[0]), text(&entities[0]), "{}", path);
        }
        let persona = back[0].body.text("persona.personality").unwrap_or("").to_owned();
        for path in ["persona.personality", "identity.description"] {
            prop_assert!(persona.contains(entities[0].body.text(path).unwrap_or("").trim()) || persona.is_empty() || {
                // The edit of one of the two is the edit of both.
                let (_, old) = open(&file);
                entities[0].body.text(path) == old[0].body.text(path)
            }, "{}: {}", path, persona);
        }
    }
}

#[test]
fn an_unedited_card_leaves_as_the_same_bytes() {
    for (name, file) in files() {
        let (format, entities) = open(&file);
        let media = FileMedia::of(&file);
        let ask = Ask { linked: &entities, ..Ask::of(&media) };
        let written = format.encode(&entities[0], &ask, &mut Notes::new()).expect("it is written");
        assert_eq!(written.bytes, file, "{name}");
        // The same when the body was decoded from the original instead of remembered.
        let mut kept = entities.clone();
        for entity in &mut kept {
            for original in entity.original.values_mut() {
                original.pristine = ficha_model::Pristine(None);
            }
        }
        let ask = Ask { linked: &kept, ..Ask::of(&media) };
        let written = format.encode(&kept[0], &ask, &mut Notes::new()).expect("it is written");
        assert_eq!(written.bytes, file, "{name}, read back from the library");
    }
}

#[test]
fn a_field_only_v3_has_raises_a_v2_picture_to_both_chunks() {
    let file: Bytes = png::card(png::picture(2, 2), "chara", &cards::v2()).into();
    let (format, mut entities) = open(&file);
    entities[0].body.set(&"identity.nickname".parse().expect("a path"), json!("Otty"));
    let media = FileMedia::of(&file);
    let mut notes = Notes::new();
    let linked = entities.clone();
    let ask = Ask { linked: &linked, ..Ask::of(&media) };
    let written = format.encode(&entities[0], &ask, &mut notes).expect("it is written");
    assert!(notes.has(ficha_formats::NoteCode::UpgradedSpec));
    let source = Source::open(written.bytes, None, &Limits::default()).expect("it opens");
    let labels: Vec<&str> = source.candidates().iter().map(|candidate| candidate.label.as_str()).collect();
    assert_eq!((labels, written.container), (vec!["tEXt:ccv3#1", "tEXt:chara#1"], ContainerId::Png));
}
