//! One card in every container and version: the same pieces, the same hash, the same picture.

use bytes::Bytes;
use ficha_container::{Limits, png};
use ficha_convert::{NormalizeError, NormalizedCard, normalized_card, normalized_entities};
use ficha_formats::Source;
use ficha_import::card::itemise;
use ficha_import::records::{Choices, Piece};
use ficha_testkit::media::FileMedia;
use ficha_testkit::{archive, cards, import_cards, png as pngs};
use serde_json::{Value, json};

fn read(bytes: impl Into<Bytes>) -> Result<NormalizedCard, NormalizeError> {
    let bytes = bytes.into();
    let source = Source::open(bytes.clone(), None, &Limits::default()).expect("it opens");
    normalized_card(&source, &FileMedia::of(&bytes))
}

fn card(bytes: impl Into<Bytes>) -> NormalizedCard {
    read(bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn pieces(card: &NormalizedCard) -> Vec<Piece> {
    let choices = Choices { opening: Some(0), ..Choices::default() };
    itemise(&card.data, &choices, "en").pieces
}

fn v3() -> String {
    serde_json::to_string_pretty(&import_cards::plain()).unwrap()
}

fn v2() -> String {
    v3().replace("chara_card_v3", "chara_card_v2").replace("\"3.0\"", "\"2.0\"")
}

// W-001 W-256
#[test]
fn one_card_gives_the_same_pieces_from_every_container() {
    let picture = || pngs::picture(48, 64);
    let files: Vec<(&str, Vec<u8>, &str)> = vec![
        ("V3 JSON", v3().into_bytes(), "chara_card_v3 JSON"),
        ("V2 JSON", v2().into_bytes(), "chara_card_v2 JSON"),
        ("V3 in PNG", pngs::card_with_both(picture(), &v2(), &v3()), "chara_card_v3 in PNG"),
        ("V2 in PNG", pngs::card(picture(), "chara", &v2()), "chara_card_v2 in PNG"),
        ("CHARX", archive::write(&[archive::deflated("card.json", v3())]), "charx"),
        ("an envelope", format!("{{\"character\": {}}}", v2()).into_bytes(), "SillyTavern card JSON"),
    ];
    let wanted = pieces(&card(v3()));
    assert_eq!(wanted.len(), 8);
    for (name, bytes, format) in files {
        let card = card(bytes);
        assert_eq!(pieces(&card), wanted, "{name}");
        assert_eq!(card.source_format, format, "{name}");
        assert_eq!(card.data["spec"], "chara_card_v3", "{name}");
        let hash = ficha_formats::media::sha256(if name.contains("V2") { v2() } else { v3() }.as_bytes());
        let said: String = card.payload_sha256.iter().map(|byte| format!("{byte:02x}")).collect();
        if name != "an envelope" {
            assert_eq!(said, hash, "{name}");
        }
    }
}

// W-001
#[test]
fn a_payload_that_is_v3_is_kept_to_the_byte_and_unknown_fields_stay() {
    let odd = "{ \"spec\":\"chara_card_v3\", \"spec_version\": \"3.0\",\n\t\"data\": {\"name\": \"Orla\", \"number\": 1.50, \"x\": {\"y\": []}}, \"root\": 1 }";
    assert_eq!(card(odd).text, odd);
    let mut older: Value = serde_json::from_str(&v2()).unwrap();
    older["data"]["extensions"]["somebody"] = json!({"deep": [1, {"two": 2}]});
    older["data"]["unheard_of"] = json!("stays");
    let card = card(older.to_string());
    assert_eq!(card.data["data"]["extensions"]["somebody"], json!({"deep": [1, {"two": 2}]}));
    assert_eq!(card.data["data"]["unheard_of"], "stays");
}

// W-194
#[test]
fn the_picture_is_pixels_alone_and_a_single_pixel_is_none() {
    let in_picture = |width, height| card(pngs::card_with_both(pngs::picture(width, height), &v2(), &v3())).picture;
    let picture = in_picture(48, 64).expect("a picture");
    assert_eq!(png::dimensions(&picture), Some((48, 64)));
    let read = png::read(&picture, &Limits::default()).unwrap();
    assert!(read.texts(&picture).is_empty());
    for word in ["chara", "ccv3", "tEXt", "zTXt", "iTXt", "tIME", "eXIf"] {
        assert!(!picture.windows(word.len()).any(|part| part == word.as_bytes()), "{word}");
    }
    assert_eq!(in_picture(1, 1), None);
    assert_eq!(card(v3()).picture, None);
}

// W-262
#[test]
fn scripts_are_counted_where_they_lie() {
    let mut value = import_cards::plain();
    value["data"]["extensions"] = json!({
        "regex_scripts": [{"scriptName": "a", "findRegex": "/a/"}, {"scriptName": "b", "findRegex": "/b/"}],
        "tavern_helper": [["scripts", [{"type": "folder", "scripts": [{"name": "one", "content": "run()"}]}, {"name": "two", "content": "x"}]]],
    });
    let card = card(value.to_string());
    assert_eq!((card.ignored.regex_scripts, card.ignored.helper_scripts), (2, 2));
}

#[test]
fn an_import_may_start_from_a_piece_of_the_library() {
    let bytes = Bytes::from(cards::v2().into_bytes());
    let source = Source::open(bytes.clone(), None, &Limits::default()).unwrap();
    let mut entities = ficha_convert::decode(&source, None).unwrap().entities;
    entities[0].body.set(&"identity.description".parse().unwrap(), json!("Edited by hand."));
    let edited = normalized_entities(&entities, &FileMedia::of(&bytes)).unwrap();
    assert_eq!(edited.source_format, "chara_card_v3 JSON");
    let data = &edited.data["data"];
    assert_eq!(data["description"], "Edited by hand.");
    assert_eq!(data["character_book"]["entries"].as_array().map(Vec::len), Some(3));
    let book = entities.into_iter().find(|entity| entity.kind == ficha_model::Kind::Lorebook).unwrap();
    assert!(matches!(normalized_entities(&[book], &FileMedia::of(&bytes)), Err(NormalizeError::NoCard { .. })));
}

#[test]
fn what_holds_no_character_is_no_card() {
    let error = read(cards::world_info(3)).unwrap_err();
    assert_eq!(error.code(), "no-card");
}
