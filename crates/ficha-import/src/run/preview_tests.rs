//! What is shown of invented cards before anything is made of them.

use ficha_container::Limits;
use ficha_convert::normalized_card;
use ficha_formats::{NoMedia, Source};
use ficha_testkit::import_cards;

use super::*;

fn seen(file: &str) -> (NormalizedCard, Preview) {
    let (name, bytes) = import_cards::all().into_iter().find(|(name, _)| name == file).expect("an invented card");
    let source = Source::open(bytes, Some(&name), &Limits::default()).expect("opened");
    let card = normalized_card(&source, &NoMedia).expect("a card");
    let preview = preview(&card, &name, "en");
    (card, preview)
}

// W-004
#[test]
fn a_preview_names_every_field_entry_and_greeting_with_its_size() {
    let (card, seen) = seen("many.json");
    assert_eq!(card.source_format, "chara_card_v3 JSON");
    assert_eq!(
        (seen.world_name.as_str(), seen.creator.as_str(), seen.version.as_str()),
        ("The Corrie Crossing", "nobody in particular", "1.0")
    );
    let fields: Vec<(&str, usize)> = seen.fields.iter().map(|piece| (piece.id.as_str(), piece.chars)).collect();
    let of = |key: &str| card.data["data"][key].as_str().map_or(0, |text| text.chars().count());
    assert_eq!(fields, [("field:description", of("description")), ("field:scenario", of("scenario"))]);
    assert_eq!(seen.entries.len(), 5);
    let first = &seen.entries[0];
    assert_eq!((first.number, first.piece.title.as_str(), first.enabled), (1, "Maud Trelane", true));
    assert_eq!(first.piece.keys(), ["Maud", "steerswoman"]);
    let greetings: Vec<(&str, bool)> =
        seen.greetings.iter().map(|row| (row.id.as_str(), row.text.is_empty())).collect();
    let wanted =
        [("greeting:0", false), ("greeting:1", false), ("greeting:2", true), ("greeting:3", false), ("group:1", false)];
    assert_eq!(greetings, wanted);
    assert_eq!(seen.opening, Some(0));
    assert_eq!(seen.language, "en");
}

// W-001, W-004
#[test]
fn one_card_from_three_containers_is_the_same_to_whoever_looks() {
    let (_, json) = seen("plain.json");
    for other in ["plain-v2.json", "plain.png"] {
        let (_, seen) = seen(other);
        assert_eq!(Preview { dialect: json.dialect.clone(), ..seen }, json, "{other}");
    }
    assert!(seen("plain.png").0.picture.is_some());
    assert!(seen("plain.json").0.picture.is_none());
}

// W-004
#[test]
fn machinery_is_named_and_said_not_to_be_carried() {
    let (_, seen) = seen("scripted.json");
    let codes: Vec<&str> = seen.not_carried.iter().map(|note| note.code.as_str()).collect();
    assert_eq!(codes, ["helper-scripts", "ejs", "macros", "decorators"]);
    assert_eq!(seen.dialect.macros.get("random"), Some(&1));
    assert_eq!(seen.addresses, ["https://pictures.example/a.png"]);
    let (_, off) = self::seen("switched.json");
    assert_eq!(off.entries.iter().map(|entry| entry.enabled).collect::<Vec<_>>(), [false, true, true]);
}
