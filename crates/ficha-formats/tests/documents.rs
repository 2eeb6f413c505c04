//! What a file holds beside its payload, and which of several texts the payload is.

use bytes::Bytes;
use ficha_container::{ContainerId, Limits, exif, png};
use ficha_formats::source::COMMENT;
use ficha_formats::{Ask, CandidateState, Notes, Preference, Refusal, Source, format};
use ficha_testkit::media::FileMedia;
use ficha_testkit::{archive, png as paint};
use std::sync::Arc;

const CARD: &str = r#"{"name":"Ottilie","description":"Bells.","first_mes":"Nine."}"#;
const LATER: &str = r#"{"name":"Mo","public_id":"0","short_description":"Oars.","first_mes":"Pull."}"#;
const BOOK: &str = r#"{"lorebookVersion":4,"entries":[]}"#;

fn open(bytes: Vec<u8>) -> Source {
    Source::open(bytes, None, &Limits::default()).expect("it opens")
}

fn named(source: &Source) -> String {
    let payload = source.payload().expect("a payload");
    payload.document.at("/name").and_then(|name| name.as_str()).unwrap_or_default().into_owned()
}

/// A picture with a card, a lorebook of another app and a comment that is a card too.
fn full() -> Vec<u8> {
    let chunks = vec![paint::text("naidata", paint::base64(BOOK)), paint::text("chara", paint::base64(CARD))];
    let file = paint::write(&paint::with_chunks(paint::picture(8, 8), vec![], chunks));
    exif::with_user_comment(&file, LATER.as_bytes(), &Limits::default()).expect("a PNG")
}

#[test]
fn a_card_chunk_outranks_every_other_text() {
    let source = open(full());
    assert_eq!(named(&source), "Ottilie");
    let labels: Vec<&str> = source.candidates().iter().map(|candidate| candidate.label.as_str()).collect();
    assert_eq!(labels, ["tEXt:chara#1", COMMENT, "tEXt:naidata#1"]);
    assert_eq!(source.candidates()[0].state, CandidateState::Chosen);
    let names: Vec<Option<String>> = source.readings().into_iter().map(|reading| reading.name).collect();
    assert_eq!(names, [Some("Ottilie".to_owned()), Some("Mo".to_owned()), None]);

    let comment = source.comment_document().expect("a comment");
    assert_eq!(comment.document.at("/name").and_then(|name| name.as_str()).as_deref(), Some("Mo"));
    assert_eq!(comment.place().entry.as_deref(), Some(COMMENT));
    assert!(Arc::ptr_eq(&comment, &source.comment_document().expect("remembered")));
    let book = source.chunk_document("NAIDATA").expect("a lorebook");
    assert!(book.document.at("/lorebookVersion").is_some());
    assert!(matches!(source.chunk_document("persona"), Err(Refusal::NoCard { .. })));
    assert_eq!(*source.candidate_bytes(&source.candidates()[2]).expect("bytes"), *paint::base64(BOOK).as_bytes());
}

#[test]
fn a_person_may_prefer_another_text() {
    let preference = Preference { candidate: Some(COMMENT.to_owned()), ..Preference::default() };
    let source = Source::open_preferring(full(), None, &Limits::default(), &preference).expect("it opens");
    assert_eq!(named(&source), "Mo");
    assert_eq!(source.payload().and_then(|payload| payload.carrier.as_deref()), Some(COMMENT));
}

#[test]
fn another_text_alone_is_the_payload() {
    let chunk = vec![paint::text("naidata", paint::base64(BOOK))];
    let source = open(paint::write(&paint::with_chunks(paint::picture(8, 8), vec![], chunk)));
    assert!(source.payload().expect("a payload").document.at("/lorebookVersion").is_some());
    let plain =
        exif::with_user_comment(&paint::write(&paint::picture(8, 8)), b"Taken at low water", &Limits::default());
    let source = open(plain.expect("a PNG"));
    assert!(source.candidates().is_empty());
    assert_eq!(source.refusal().map(Refusal::code), Some("no-card"));
}

/// A carrier built anew holds one card and nothing another app said of it; other texts stay, behind the card.
#[test]
fn a_new_carrier_has_no_text_of_another_app() {
    let chunks = vec![
        paint::text("Software", "a brush"),
        paint::text("naidata", paint::base64(BOOK)),
        paint::text("ginger", "PG94Lz4="),
        paint::text("chara", paint::base64(LATER)),
    ];
    let file = paint::write(&paint::with_chunks(paint::picture(8, 8), vec![], chunks));
    let file = exif::with_user_comment(&file, CARD.as_bytes(), &Limits::default()).expect("a PNG");
    let source = open(file.clone());
    let decoded = format("tavernai").expect("a format").decode(&source, &mut Notes::new()).expect("a card");
    let media = FileMedia { file: Some(Bytes::from(file)), blobs: Vec::new() };
    for target in ["tavernai", "sillytavern", "pygmalion"] {
        let ask = Ask { container: Some(ContainerId::Png), rewrite: true, ..Ask::of(&media) };
        let target = format(target).expect("a format");
        let written = target.encode(&decoded.entities[0], &ask, &mut Notes::new()).expect("written").bytes;
        assert_eq!(exif::user_comment(&written, &Limits::default()), None, "{}", target.spec().id);
        let texts = png::read(&written, &Limits::default()).expect("a PNG").texts(&written);
        let keywords: Vec<&str> = texts.iter().map(|text| text.keyword.as_str()).collect();
        assert_eq!(keywords.first(), Some(&"chara"), "{keywords:?}");
        assert_eq!(keywords.last(), Some(&"Software"), "{keywords:?}");
        assert!(keywords.iter().all(|keyword| ["chara", "ccv3", "Software"].contains(keyword)), "{keywords:?}");
    }
}

#[test]
fn an_edited_comment_leaves_the_picture_alone() {
    let file = exif::with_user_comment(&paint::write(&paint::picture(8, 8)), LATER.as_bytes(), &Limits::default());
    let file = file.expect("a PNG");
    let source = open(file.clone());
    let mut decoded = format("tavernai").expect("a format").decode(&source, &mut Notes::new()).expect("a card");
    let media = FileMedia { file: Some(Bytes::from(file.clone())), blobs: Vec::new() };
    decoded.entities[0].body.set(&ficha_model::Path::of("identity.name"), "Moira".into());
    let written = format("tavernai")
        .expect("a format")
        .encode(&decoded.entities[0], &Ask::of(&media), &mut Notes::new())
        .expect("written");
    assert_eq!(named(&open(written.bytes.to_vec())), "Moira");
    let kinds = |bytes: &[u8]| {
        let png = png::read(bytes, &Limits::default()).expect("a PNG");
        png.chunks.into_iter().map(|chunk| (chunk.kind, bytes[chunk.data].to_vec())).collect::<Vec<_>>()
    };
    let (old, new) = (kinds(&file), kinds(&written.bytes));
    assert_eq!(old.len(), new.len());
    assert!(old.iter().zip(&new).all(|(old, new)| old.0 == new.0 && (old.1 == new.1 || &old.0 == b"eXIf")));
}

#[test]
fn an_archive_is_about_its_main_document() {
    let manifest =
        r#"{"schemaVersion":1,"characters":["characters/a/character.json"],"scenarios":["scenarios/s.json"]}"#;
    let file = archive::write(&[
        archive::stored("scenarios/s.json", r#"{"title":"Dusk"}"#),
        archive::deflated("manifest.json", manifest),
        archive::stored("characters/a/character.json", "{ broken"),
    ]);
    let source = open(file);
    assert_eq!(source.payload().and_then(|payload| payload.carrier.as_deref()), Some("manifest.json"));
    let scenario = source.entry_document("scenarios/s.json").expect("a scenario");
    assert!(scenario.document.at("/title").is_some());
    assert_eq!(
        source.entry_document("characters/a/character.json").err().map(|refusal| refusal.code()),
        Some("malformed")
    );
    assert_eq!(source.entry_document("nowhere").err().map(|refusal| refusal.code()), Some("no-card"));
    assert_eq!(source.entry_bytes("characters/a/character.json").expect("bytes"), b"{ broken");

    let package = archive::write(&[
        archive::stored("package.json", r#"{"$type":"package"}"#),
        archive::stored("Characters/1/character.json", r#"{"$type":"character","Name":"Mo"}"#),
    ]);
    let carrier = open(package).payload().and_then(|payload| payload.carrier.clone());
    assert_eq!(carrier.as_deref(), Some("Characters/1/character.json"));
}

#[test]
fn yaml_is_a_payload_like_any_other() {
    let source = open(b"\xef\xbb\xbf# a note\nname: Mo\nname: Bo\ngreeting: hi\n".to_vec());
    assert_eq!(source.container(), ContainerId::Yaml);
    assert_eq!(named(&source), "Bo");
    assert!(source.notes().iter().any(|note| note.code == ficha_formats::NoteCode::DuplicateKey));
    let file = "name: Mo # the rower\ngreeting: |-\n  Pull.\n# the end\n";
    let source = open(file.as_bytes().to_vec());
    let format = format("textgenwebui").expect("a format");
    let mut decoded = format.decode(&source, &mut Notes::new()).expect("a character");
    let media = FileMedia { file: Some(Bytes::from(file)), blobs: Vec::new() };
    let write = |entity: &ficha_model::Entity, ask: Ask<'_>| {
        let written = format.encode(entity, &ask, &mut Notes::new()).expect("written");
        String::from_utf8(written.bytes.to_vec()).expect("UTF-8")
    };
    assert_eq!(write(&decoded.entities[0], Ask::of(&media)), file);
    decoded.entities[0].body.set(&ficha_model::Path::of("greetings.firstMessage"), "Pull.\nHarder.".into());
    let edited = file.replace("  Pull.\n", "  Pull.\n  Harder.\n");
    assert_eq!(write(&decoded.entities[0], Ask::of(&media)), edited);
    let json = write(&decoded.entities[0], Ask { container: Some(ContainerId::Json), ..Ask::of(&media) });
    assert_eq!(json.matches("Harder").count(), 1);
}

/// Readers undo text that was encoded twice. What only looks so is written in a way they cannot take for it.
#[test]
fn a_text_that_looks_encoded_twice_is_read_back_as_it_is() {
    let plain = r#"{"name":"Mo","spec":"tavern_ai"}"#;
    let picture = paint::card(paint::picture(8, 8), "chara", plain);
    let cases: [(&str, Vec<u8>); 3] =
        [("tavernai", plain.into()), ("tavernai", picture), ("textgenwebui", b"name: Mo\ngreeting: Pull.\n".to_vec())];
    for (id, bytes) in cases {
        let source = open(bytes.clone());
        let format = format(id).expect("a format");
        let mut decoded = format.decode(&source, &mut Notes::new()).expect("a card");
        let media = FileMedia { file: Some(Bytes::from(bytes)), blobs: Vec::new() };
        decoded.entities[0].body.set(&ficha_model::Path::of("identity.name"), "Â¡Mo".into());
        let written = format.encode(&decoded.entities[0], &Ask::of(&media), &mut Notes::new()).expect("written");
        assert_eq!(named(&open(written.bytes.to_vec())), "Â¡Mo");
    }
}
