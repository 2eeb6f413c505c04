//! Several pieces in one file of our own: what goes in comes back, a file nobody edited leaves as the same bytes, an
//! edit touches its own entry, and what is private stays behind when that is wished.

mod common;

use bytes::Bytes;
use common::Opened;
use ficha_container::archive::{Archive, NewEntry, build};
use ficha_container::{ContainerId, Limits};
use ficha_convert::{ConvertError, Written, encode};
use ficha_formats::{Ask, Refusal, Source};
use ficha_model::{Body, Entity, Kind, Link, Path};
use ficha_testkit::media::FileMedia;
use ficha_testkit::{cards, png};
use serde_json::json;

fn opened(bytes: impl Into<Bytes>) -> Opened {
    let source = Source::open(bytes, None, &Limits::default()).expect("the file opens");
    Opened::from(source).expect("the file is read")
}

/// A card with its book and portrait, a persona, and a regex set that nothing links to.
fn pieces() -> (Vec<Entity>, Opened) {
    let card = opened(png::card_with_both(png::picture(16, 16), &cards::v2(), &cards::v3()));
    let mut entities = card.reading.entities.clone();
    let persona = Body::from(json!({"name": "The keeper of the lamp", "description": "Writes everything down."}));
    entities.push(Entity::new(Kind::Persona, "keeper".to_owned(), persona));
    let rules = Body::from(
        json!({"name": "Bells", "rules": [{"id": "1", "name": "Ring", "find": "/bell/g", "replace": "BELL"}]}),
    );
    entities.push(Entity::new(Kind::Regex, "bells".to_owned(), rules));
    (entities, card)
}

fn written(entities: &[Entity], media: &FileMedia, container: Option<ContainerId>) -> Written {
    let ask = Ask { together: true, container, ..Ask::of(media) };
    encode(entities, "ficha", &ask).expect("written")
}

/// Kind, id and body of each, portraits aside: those are named otherwise inside.
fn told(entities: &[Entity]) -> Vec<(Kind, String, Body)> {
    let told = |entity: &Entity| {
        let mut body = entity.body.clone();
        body.remove(&Path::of("media.portrait.ref"));
        (entity.kind, entity.id.clone(), body)
    };
    entities.iter().map(told).collect()
}

#[test]
fn what_goes_in_comes_back_with_its_links_and_pictures() {
    let (entities, card) = pieces();
    assert!(entities.len() >= 4);
    for container in [None, Some(ContainerId::Json)] {
        let set = written(&entities, &card.media, container);
        assert_eq!(set.extension, if container.is_none() { "ficha" } else { "ficha.json" });
        assert!(set.report.lost.is_empty() && set.report.mismatches.is_empty(), "{:?}", set.report);
        // Each piece is measured, not the first alone.
        assert!(set.report.carried.iter().any(|path| path.starts_with("persona/keeper:")), "{:?}", set.report.carried);
        let back = opened(set.bytes.clone());
        assert_eq!(back.reading.format, "ficha");
        assert_eq!(told(&back.reading.entities), told(&entities));
        let links = back.reading.entities[0].body.list("knowledgeRefs");
        let book = entities.iter().find(|entity| entity.kind == Kind::Lorebook).expect("a book");
        assert_eq!(links.first().and_then(Link::from_value), Some(Link::Entity(book.id.clone())));
        let portrait = ficha_formats::pictures(&back.reading.entities[0]).remove(0);
        assert!(ficha_formats::picture(&back.reading.entities[0], &portrait.reference, &back.media).is_some());
    }
    // What is about the first of a kind is found under that kind.
    let persona = entities.iter().rposition(|entity| entity.kind == Kind::Persona).expect("a persona");
    let mut turned = entities.clone();
    turned.swap(0, persona);
    let ask = Ask { together: true, ..Ask::of(&card.media) };
    let set = encode(&turned, "ficha-persona", &ask).expect("written");
    assert_eq!(opened(set.bytes).reading.format, "ficha-persona");
}

#[test]
fn an_unedited_set_is_the_same_bytes_and_an_edit_changes_its_own_entry() {
    let (entities, card) = pieces();
    let file = written(&entities, &card.media, None).bytes;
    let back = opened(file.clone());
    let again = written(&back.reading.entities, &back.media, None);
    assert!(again.bytes == file && again.report.identical);

    let mut edited = back.reading.entities.clone();
    edited[2].body.set(&Path::of("description"), json!("Writes down what the tide leaves."));
    let other = written(&edited, &back.media, None);
    assert_eq!(told(&opened(other.bytes.clone()).reading.entities), told(&edited));
    let content = |bytes: &Bytes| {
        let archive = Archive::read(bytes, &Limits::default()).expect("an archive");
        let of = |entry| archive.inflate(bytes, entry, &Limits::default()).expect("content");
        archive.entries().iter().map(|entry| (entry.name.clone(), of(entry))).collect::<Vec<_>>()
    };
    let (before, after) = (content(&file), content(&other.bytes));
    let changed: Vec<&str> = before.iter().zip(&after).filter(|(a, b)| a != b).map(|(a, _)| a.0.as_str()).collect();
    assert_eq!((before.len(), changed), (after.len(), vec!["ficha.json"]));
    // In the text only that value is another.
    let (old, new) = (String::from_utf8_lossy(&before[0].1), String::from_utf8_lossy(&after[0].1));
    assert_eq!(old.replace("Writes everything down.", "Writes down what the tide leaves."), new);

    // A piece taken out takes its picture along.
    let mut without = back.reading.entities.clone();
    without[0].body.remove(&Path::of("media.portrait"));
    let smaller = written(&without, &back.media, None);
    assert_eq!(content(&smaller.bytes).len(), before.len() - 1);
}

#[test]
fn a_set_is_ours_alone_and_misses_no_link() {
    let (mut entities, card) = pieces();
    let ask = Ask { together: true, ..Ask::of(&card.media) };
    assert!(matches!(encode(&entities, "sillytavern", &ask), Err(ConvertError::WrongKind { .. })));
    entities.retain(|entity| entity.kind != Kind::Lorebook);
    let missing = encode(&entities, "ficha", &ask).expect_err("a book is missing");
    assert_eq!(missing.code(), "missing-link");
}

#[test]
fn a_damaged_set_is_refused_by_name() {
    let (entities, card) = pieces();
    let file = written(&entities, &card.media, None).bytes;
    let archive = Archive::read(&file, &Limits::default()).expect("an archive");
    let blob = archive.entries().iter().find(|entry| entry.name.starts_with("blobs/")).expect("a picture");
    let text = archive.inflate(&file, &archive.entries()[0], &Limits::default()).expect("the text");
    let with = |text: &[u8], blob: &str, bytes: &[u8]| {
        let entries = [NewEntry::new("ficha.json", text), NewEntry::new(blob, bytes)];
        let file = build(&entries).expect("built");
        let source = Source::open(file, None, &Limits::default()).expect("opens");
        ficha_convert::decode(&source, None).map(|reading| reading.format)
    };
    let forged = with(&text, &blob.name, b"another picture");
    assert!(
        matches!(&forged, Err(Refusal::Malformed { place, .. }) if place.entry.as_deref() == Some(&blob.name)),
        "{forged:?}"
    );
    assert!(with(b"{}", "blobs/", b"").is_err());
    assert!(
        with(b"{\"schemaVersion\": \"1\", \"kind\": \"character\", \"id\": \"a\", \"body\": {}}", "a", b"").is_ok()
    );
    // An entry over its limit is named by it.
    let small = Limits { zip_entry: 50, ..Limits::default() };
    let limited = Source::open(file, None, &small).map(|_| ()).expect_err("too large");
    assert_eq!(limited.code(), "limit");
}

#[test]
fn without_secrets_no_private_value_is_in_a_file_with_originals() {
    let private = "e3b0c44298fc";
    let text = cards::v2().replacen("\"spec\"", &format!("\"chat\": \"{private}\", \"spec\""), 1);
    let card = opened(text);
    let named = |opened: &Opened| {
        let format = ficha_formats::format(opened.reading.format).expect("a format");
        let document = &opened.source.payload().expect("a payload").document;
        ficha_formats::inspect::all_private(format, document, &opened.reading.entities)
    };
    assert_eq!(named(&card), ["/chat"]);
    let mut entities = card.reading.entities.clone();
    // An edit of the original that was made here is private in the same place.
    let edit = ficha_model::PatchOp::Replace { path: "/chat".to_owned(), value: json!("d41d8cd98f00") };
    entities[0].native_edits.insert("sillytavern".to_owned(), vec![edit]);
    for container in [ContainerId::Json, ContainerId::Zip] {
        let ask = Ask { carry_originals: true, container: Some(container), ..Ask::of(&card.media) };
        let open = encode(&entities, "ficha", &ask).expect("written");
        let back = opened(open.bytes);
        assert_eq!(named(&back), ["/original/sillytavern/raw/chat"], "{container:?}");

        let ask = Ask { without_secrets: true, ..ask };
        let closed = encode(&entities, "ficha", &ask).expect("written");
        let back = opened(closed.bytes.clone());
        assert_eq!(named(&back), Vec::<String>::new());
        let main = &back.reading.entities[0];
        let raw = main.original.get("sillytavern").and_then(|original| original.raw.as_ref()).expect("the original");
        assert!(!raw.0.contains(private) && !raw.0.contains("d41d8cd98f00") && raw.0.contains("Ottoline"));
        assert!(main.native_edits.is_empty());
        let archive = Archive::read(&closed.bytes, &Limits::default());
        let all: Vec<u8> = match archive {
            Ok(archive) => archive
                .entries()
                .iter()
                .flat_map(|entry| archive.inflate(&closed.bytes, entry, &Limits::default()).expect("content"))
                .collect(),
            Err(_) => closed.bytes.to_vec(),
        };
        assert!(!String::from_utf8_lossy(&all).contains(private));
    }
}
