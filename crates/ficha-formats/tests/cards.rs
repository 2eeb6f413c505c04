//! Cards of the lineage beside SillyTavern's: what other programs lose of them stays, and what is edited arrives.

use bytes::Bytes;
use ficha_container::Limits;
use ficha_formats::{Ask, NoteCode, Notes, Source, bids, format};
use ficha_model::{Entity, Path};
use ficha_testkit::media::FileMedia;
use serde_json::{Value, json};

fn sample(name: &str) -> Bytes {
    let path = ficha_testkit::corpus::samples_dir().join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}")).into()
}

fn read(bytes: &Bytes) -> Vec<Entity> {
    let source = Source::open(bytes.clone(), None, &Limits::default()).unwrap();
    let bid = bids(&source).into_iter().next().expect("somebody bids");
    bid.format.decode(&source, &mut Notes::new()).unwrap().entities
}

fn write(entities: &[Entity], target: &str, file: &Bytes, without_secrets: bool) -> (Value, Notes) {
    let media = FileMedia { file: Some(file.clone()), blobs: Vec::new() };
    let ask = Ask { linked: &entities[1..], without_secrets, ..Ask::of(&media) };
    let mut notes = Notes::new();
    let encoded = format(target).unwrap().encode(&entities[0], &ask, &mut notes).unwrap();
    let text = std::str::from_utf8(&encoded.bytes).unwrap();
    let value = ficha_json::Document::parse(text, &ficha_json::Limits::default()).unwrap().root().to_value();
    (value, notes)
}

#[test]
fn rolecall_writes_injections_clears_texts_and_keeps_what_stands_beside() {
    let file = sample("rolecall/character.json");
    let mut entities = read(&file);
    let body = &mut entities[0].body;
    for path in ["identity.tagline", "identity.age", "discovery.rating"] {
        body.remove(&Path::of(path));
    }
    body.set(&Path::of("prompts.depthInjections[1].text"), json!("She hears it twice."));
    body.set(&Path::of("presentation.palette[0].name"), json!("soot"));
    let mut greetings = body.list("greetings.alternateGreetings").to_vec();
    greetings.rotate_left(1);
    body.set(&Path::of("greetings.alternateGreetings"), Value::Array(greetings));
    let (card, _) = write(&entities, "rolecall", &file, false);
    let block = &card["data"]["extensions"]["rolecall"];
    assert_eq!((&block["tagline"], &block["details"]["age"]), (&json!(""), &json!("")));
    assert_eq!(block.get("content_rating"), None);
    assert_eq!(
        block["details"]["prompt_depth_injections"][1],
        json!({"id": "inj-2", "content": "She hears it twice.", "depth": 2, "role": "assistant", "enabled": false, "colour": "grey"})
    );
    assert_eq!(
        block["details"]["colors"][0],
        json!({"label": "hair", "name": "soot", "hex": "#b9b4ab", "locked": true})
    );
    assert_eq!(block["alternate_greeting_titles"], json!([null, "Silence", "Upside down"]));
    assert_eq!(card["data"]["extensions"]["depth_prompt"]["prompt"], "The clocks disagree.");
    assert_eq!(card["data"]["source"][0], json!({"name": "A Book of Stopped Towns", "page": 12}));
}

#[test]
fn a_bare_book_keeps_its_own_keys_through_an_edit() {
    let file = sample("tavern/book.json");
    let mut entities = read(&file);
    entities[0].body.set(&Path::of("entries[0].content"), json!("Lit once."));
    let (book, _) = write(&entities, "character-book", &file, false);
    assert_eq!(book["extensions"], json!({"bindery": {"shelf": 3}}));
    assert_eq!(book["entries"][0]["extensions"]["lens"], json!({"tint": "amber"}));
    assert_eq!(book["entries"][0]["content"], "Lit once.");
}

#[test]
fn the_definition_of_a_saved_chub_character_is_its_personality() {
    let entities = read(&sample("chub/saved.json"));
    let text = |path: &str| entities[0].body.text(path).unwrap_or_default().to_owned();
    assert_eq!(text("identity.description"), "{{char}} repairs maps of places that moved.");
    assert_eq!(text("persona.personality"), "patient, sceptical");
    assert_eq!(text("attribution.creatorNotes"), "<p>For people who like corrections.</p>");
    assert_eq!((text("attribution.creator"), entities.len()), ("tollgate".to_owned(), 2));
}

#[test]
fn profiles_in_a_wyvern_book_stay_at_home() {
    let file = sample("wyvern/card.json");
    let entities = read(&file);
    let (card, _) = write(&entities, "sillytavern", &file, false);
    assert!(!card.to_string().contains("Rows at night."), "{card}");
    assert_eq!(card["data"]["character_book"]["entries"][0]["extensions"]["selectiveLogic"], 2);
    let (own, notes) = write(&entities, "wyvern", &file, false);
    assert!(own.to_string().contains("Rows at night.") && notes.has(NoteCode::HoldsPrivateData));
    let (blanked, _) = write(&entities, "wyvern", &file, true);
    assert!(!blanked.to_string().contains("Rows at night."), "{blanked}");
}

#[test]
fn dates_in_milliseconds_are_seconds_and_stay_milliseconds() {
    let file = sample("sillytavern/gallery-v3-in-milliseconds.json");
    let mut entities = read(&file);
    assert_eq!(
        entities[0].body.get(&Path::of("attribution.createdAt")).map(Value::to_string).as_deref(),
        Some("1767225600.123")
    );
    entities[0].body.set(&Path::of("attribution.createdAt"), json!(1767225601));
    let (card, _) = write(&entities, "sillytavern", &file, false);
    assert_eq!(card["data"]["creation_date"].to_string(), "1767225601000");
    assert_eq!(card["data"]["modification_date"].to_string(), "1767225700456");
}
