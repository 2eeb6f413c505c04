//! What leaves in another carrier, with native edits, with other books, with another picture.

use bytes::Bytes;
use ficha_container::archive::Archive;
use ficha_container::{ContainerId, Limits};
use ficha_formats::{
    Ask, EncodeError, Encoded, Format, MediaSource, NoteCode, Notes, Preference, Source, bids, format,
};
use ficha_json::Document;
use ficha_model::{Body, Entity, Kind, Link, PatchOp, Path, same};
use ficha_testkit::{archive, cards, png};
use serde_json::{Value, json};

/// The file the entities came in, and blobs by name.
struct Held(Bytes, Vec<(String, Bytes)>);

impl MediaSource for Held {
    fn source_file(&self, _: &Entity) -> Option<Bytes> {
        Some(self.0.clone())
    }

    fn blob(&self, sha256: &str) -> Option<Bytes> {
        self.1.iter().find(|(name, _)| name == sha256).map(|(_, bytes)| bytes.clone())
    }

    fn to_png(&self, _: &Bytes, _: &str) -> Option<Bytes> {
        None
    }
}

struct File {
    media: Held,
    entities: Vec<Entity>,
    format: &'static dyn Format,
}

impl File {
    fn of(bytes: impl Into<Bytes>) -> File {
        let bytes = bytes.into();
        let source = Source::open(bytes.clone(), None, &Limits::default()).expect("it opens");
        let format = bids(&source).first().expect("a bid").format;
        let entities = format.decode(&source, &mut Notes::new()).expect("it decodes").entities;
        File { media: Held(bytes, Vec::new()), entities, format }
    }

    fn ask(&self, container: ContainerId) -> Ask<'_> {
        Ask { container: Some(container), linked: &self.entities, ..Ask::of(&self.media) }
    }

    fn write(&self, ask: &Ask<'_>) -> (Encoded, Notes) {
        let mut notes = Notes::new();
        let encoded = self.format.encode(&self.entities[0], ask, &mut notes).expect("it is written");
        (encoded, notes)
    }

    fn set(&mut self, entity: usize, path: &str, value: Value) {
        assert!(self.entities[entity].body.set(&path.parse().expect("a path"), value), "{path}");
    }
}

/// The text of a card chunk.
fn chunk(bytes: &Bytes, keyword: &str) -> Option<String> {
    let open = |candidate| {
        let preference = Preference { candidate, ..Preference::default() };
        Source::open_preferring(bytes.clone(), None, &Limits::default(), &preference).expect("it opens")
    };
    let label = open(None).candidates().iter().find(|candidate| candidate.keyword == keyword)?.label.clone();
    Some(open(Some(label)).payload().expect("a payload").document.text().to_string())
}

fn parsed(text: &str) -> Value {
    Document::parse(text, &ficha_json::Limits::default()).expect("JSON").root().to_value()
}

#[test]
fn a_text_goes_over_word_for_word() {
    let picture: Bytes = png::write(&png::picture(4, 4)).into();
    for (text, own, other) in
        [(cards::v2(), "chara", "ccv3"), (cards::v3(), "ccv3", "chara"), (cards::v1(), "chara", "ccv3")]
    {
        let file = File::of(text.clone());
        let ask = Ask { plain_portrait: Some(&picture), ..file.ask(ContainerId::Png) };
        let (written, _) = file.write(&ask);
        assert_eq!(chunk(&written.bytes, own).as_deref(), Some(text.as_str()), "{own}");
        let second = parsed(&chunk(&written.bytes, other).expect(other));
        let spec = if other == "ccv3" { "chara_card_v3" } else { "chara_card_v2" };
        assert_eq!(second["spec"], spec);
        assert_eq!(second["data"]["name"], "Ottoline Marsh");
        assert!(second["data"].get("nickname").is_none());
        // And back: the decoded text is the file.
        let back = File::of(written.bytes.clone());
        let (json, _) = back.write(&back.ask(ContainerId::Json));
        if own == "ccv3" {
            assert!(json.bytes == text.as_bytes(), "{own}");
        }
    }
}

#[test]
fn a_wrapped_card_goes_back_into_its_wrapper_and_out_of_it_into_a_picture() {
    let text = json!({"character": parsed(&cards::v2()), "page": 3}).to_string();
    let mut file = File::of(text.clone());
    assert_eq!(file.write(&file.ask(ContainerId::Json)).0.bytes, text.as_bytes());
    file.set(0, "identity.name", json!("Maud"));
    let edited = parsed(std::str::from_utf8(&file.write(&file.ask(ContainerId::Json)).0.bytes).expect("text"));
    assert_eq!((&edited["character"]["data"]["name"], &edited["page"]), (&json!("Maud"), &json!(3)));
    let picture: Bytes = png::write(&png::picture(4, 4)).into();
    let ask = Ask { plain_portrait: Some(&picture), ..file.ask(ContainerId::Png) };
    let card = parsed(&chunk(&file.write(&ask).0.bytes, "ccv3").expect("a card"));
    assert_eq!(card["data"]["name"], "Maud");
}

#[test]
fn native_edits_come_first_and_copies_at_the_root_follow() {
    let mut file = File::of(cards::v2_with_root_mirrors());
    let edit = |path: &str, value: Value| PatchOp::Replace { path: path.to_owned(), value };
    file.entities[0].native_edits.insert(
        "sillytavern".to_owned(),
        vec![
            edit("/data/extensions/fav", json!(true)),
            edit("/data/description", json!("by the panel")),
            edit("/data/name", json!("by the panel")),
            edit("/gone/away", json!(1)),
        ],
    );
    file.set(0, "identity.name", json!("Maud"));
    let (written, notes) = file.write(&file.ask(ContainerId::Json));
    assert!(notes.has(NoteCode::NativeEditLost));
    let card = parsed(std::str::from_utf8(&written.bytes).expect("text"));
    for (root, data, value) in [
        ("/fav", "/data/extensions/fav", json!(true)),
        ("/description", "/data/description", json!("by the panel")),
        // The body wins where both touch a key.
        ("/name", "/data/name", json!("Maud")),
    ] {
        assert_eq!((card.pointer(root), card.pointer(data)), (Some(&value), Some(&value)), "{data}");
    }
}

#[test]
fn both_chunks_are_edited_in_their_own_text() {
    let chara = cards::v2();
    let ccv3 = cards::v3();
    let mut file = File::of(png::card_with_both(png::picture(3, 3), &chara, &ccv3));
    file.set(0, "persona.scenario", json!("Low tide."));
    file.set(0, "identity.nickname", json!("Bell"));
    file.set(1, "entries[0].content", json!("Brass."));
    let fav = PatchOp::Replace { path: "/data/extensions/fav".to_owned(), value: json!(true) };
    let both = PatchOp::Replace { path: "/data/creator".to_owned(), value: json!("the harbour") };
    file.entities[0].native_edits.insert("sillytavern".to_owned(), vec![fav, both]);
    let (written, _) = file.write(&file.ask(ContainerId::Png));
    for (keyword, old) in [("chara", &chara), ("ccv3", &ccv3)] {
        let mut meant = parsed(old);
        meant["data"]["scenario"] = json!("Low tide.");
        meant["data"]["character_book"]["entries"][0]["content"] = json!("Brass.");
        meant["data"]["extensions"]["fav"] = json!(true);
        meant["data"]["creator"] = json!("the harbour");
        if keyword == "ccv3" {
            meant["data"]["nickname"] = json!("Bell");
        }
        assert_eq!(parsed(&chunk(&written.bytes, keyword).expect(keyword)), meant, "{keyword}");
    }
}

#[test]
fn a_book_that_is_no_longer_linked_goes() {
    let mut file = File::of(cards::v2());
    file.entities[0].body.remove(&Path::of("knowledgeRefs"));
    let card = parsed(std::str::from_utf8(&file.write(&file.ask(ContainerId::Json)).0.bytes).expect("text"));
    assert_eq!(card["data"].get("character_book"), None);
    let mut file = File::of(cards::v2());
    file.entities.truncate(1);
    let mut notes = Notes::new();
    let missing = file.format.encode(&file.entities[0], &file.ask(ContainerId::Json), &mut notes);
    assert!(matches!(missing, Err(EncodeError::MissingLink { .. })), "{missing:?}");
}

#[test]
fn books_merge_and_split_again() {
    let mut file = File::of(cards::v3());
    let second = json!({
        "name": "Fog signals",
        "globalScanDepth": 7,
        "entries": [
            {"id": "bell-1", "content": "Three strokes.", "triggers": [{"keyword": "fog", "isRegex": false}], "secondaryTriggers": []},
            {"id": "1", "content": "One stroke.", "triggers": [], "secondaryTriggers": []},
        ],
    });
    let other = Entity::new(Kind::Lorebook, "fog-signals", Body::from(second.clone()));
    let mut links = file.entities[0].body.list("knowledgeRefs").to_vec();
    links.push(Link::Entity("fog-signals".to_owned()).to_value());
    file.set(0, "knowledgeRefs", Value::Array(links));
    file.entities.push(other);
    let (written, notes) = file.write(&file.ask(ContainerId::Json));
    assert!(notes.has(NoteCode::MergedBooks));
    let card = parsed(std::str::from_utf8(&written.bytes).expect("text"));
    let ids: Vec<i64> = card["data"]["character_book"]["entries"]
        .as_array()
        .expect("entries")
        .iter()
        .map(|entry| entry["id"].as_i64().expect("a whole number"))
        .collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");

    let back = File::of(written.bytes.clone());
    let books: Vec<&Entity> = back.entities.iter().filter(|entity| entity.kind == Kind::Lorebook).collect();
    assert_eq!(books.iter().map(|book| book.name()).collect::<Vec<_>>(), ["Saltmere almanac", "Fog signals"]);
    assert_eq!(books[1].body.text("entries[0].content"), Some("Three strokes."));
    assert_eq!(books[1].body.get(&Path::of("globalScanDepth")).map(Value::to_string).as_deref(), Some("7"));
    // Unedited, the merged book is not touched; edited, only the entry is.
    assert_eq!(back.write(&back.ask(ContainerId::Json)).0.bytes, written.bytes);
    let mut edited = File::of(written.bytes);
    edited.set(2, "entries[1].content", json!("None."));
    let again = File::of(edited.write(&edited.ask(ContainerId::Json)).0.bytes);
    assert_eq!(again.entities[2].body.text("entries[1].content"), Some("None."));
    assert!(same(again.entities[1].body.value(), edited.entities[1].body.value()));
}

#[test]
fn a_new_portrait_takes_the_place_of_the_picture() {
    let mut file = File::of(png::card(png::picture(3, 3), "chara", &cards::v2()));
    let picture: Bytes = png::write(&png::noisy_picture(5, 5)).into();
    let name = ficha_formats::media::sha256(&picture);
    file.media.1.push((name.clone(), picture.clone()));
    file.set(0, "media.portrait.ref", json!(format!("sha256:{name}")));
    let (written, _) = file.write(&file.ask(ContainerId::Png));
    let pixels = |bytes: &[u8]| png::read(bytes).0.into_iter().find(|(kind, _)| kind == "IDAT").map(|(_, data)| data);
    assert_eq!(pixels(&written.bytes), pixels(&picture));
    assert_eq!(chunk(&written.bytes, "chara").as_deref(), Some(cards::v2().as_str()));
    assert_eq!(chunk(&written.bytes, "ccv3"), None);
}

#[test]
fn a_picture_that_is_not_there_is_said_and_a_plain_one_is_offered() {
    let file = File::of(cards::v2());
    let refused = file.format.encode(&file.entities[0], &file.ask(ContainerId::Png), &mut Notes::new());
    assert!(matches!(refused, Err(EncodeError::CannotExpress { .. })), "{refused:?}");
    let pygmalion = format("pygmalion").expect("it is there");
    let refused = pygmalion.encode(&file.entities[0], &file.ask(ContainerId::Png), &mut Notes::new());
    assert!(matches!(refused, Err(EncodeError::CannotExpress { .. })), "{refused:?}");
    let (written, _) = file.write(&file.ask(ContainerId::Json));
    assert_eq!(written.bytes, cards::v2().as_bytes());
}

#[test]
fn a_portable_file_with_originals_gives_the_source_back() {
    let source: Bytes = png::card_with_both(png::picture(3, 3), &cards::v2(), &cards::v3()).into();
    let file = File::of(source.clone());
    let ficha = format("ficha").expect("it is there");
    let ask = Ask { carry_originals: true, linked: &file.entities, ..Ask::of(&file.media) };
    let portable = ficha.encode(&file.entities[0], &ask, &mut Notes::new()).expect("it is written");
    let opened = Source::open(portable.bytes, Some("ottoline.ficha.json"), &Limits::default()).expect("it opens");
    let decoded = ficha.decode(&opened, &mut Notes::new()).expect("it decodes");
    let blobs = decoded.blobs.iter().map(|blob| (blob.sha256.clone(), blob.bytes.clone())).collect();
    let media = Held(opened.bytes().clone(), blobs);
    let ask = Ask { linked: &decoded.entities, ..Ask::of(&media) };
    let back = file.format.encode(&decoded.entities[0], &ask, &mut Notes::new()).expect("it is written");
    assert_eq!(back.bytes, source);
}

#[test]
fn a_portable_file_with_a_wrong_picture_is_refused() {
    let file = File::of(png::card(png::picture(3, 3), "chara", &cards::v2()));
    let ficha = format("ficha").expect("it is there");
    let ask = Ask { linked: &file.entities, ..Ask::of(&file.media) };
    let portable = ficha.encode(&file.entities[0], &ask, &mut Notes::new()).expect("it is written");
    let text = std::str::from_utf8(&portable.bytes).expect("text");
    let name = text.split("sha256:").nth(1).and_then(|rest| rest.get(..64)).expect("a blob");
    let wrong = text.replace(name, &"0".repeat(64));
    let opened = Source::open(Bytes::from(wrong), None, &Limits::default()).expect("it opens");
    let refusal = ficha.decode(&opened, &mut Notes::new()).expect_err("it is refused");
    assert_eq!(
        (refusal.code(), refusal.place().pointer.as_deref()),
        ("malformed", Some(format!("/blobs/{}", "0".repeat(64)).as_str()))
    );
}

/// The entries of an archive, unpacked.
fn contents(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let limits = Limits::default();
    let archive = Archive::read(bytes, &limits).expect("an archive");
    let unpacked = archive
        .entries()
        .iter()
        .map(|entry| (entry.name.clone(), archive.inflate(bytes, entry, &limits).expect("an entry")));
    unpacked.collect()
}

#[test]
fn an_archive_behind_a_picture_leaves_as_a_plain_one_with_everything_in_it() {
    let jpeg: &[u8] = b"\xFF\xD8\xFF\xC0\0\x0B\x08\0\x10\0\x10\x01\x01\x11\0\xFF\xD9";
    let icon = png::write(&png::picture(2, 2));
    let mut card = parsed(&cards::v3());
    card["data"]["assets"] = json!([
        {"type": "icon", "uri": "embeded://art/face.png", "name": "main", "ext": "png"},
        {"type": "background", "uri": "embeded://art/not-there.png", "name": "pier", "ext": "png"},
    ]);
    let text = serde_json::to_string_pretty(&card).expect("text");
    let entries = [
        archive::deflated("card.json", &text),
        archive::stored("art/face.png", &icon),
        archive::stored("kept.bin", [1, 2, 3]),
    ];
    let mut file = File::of(archive::write_after(jpeg, &entries, false));
    let (written, _) = file.write(&file.ask(ContainerId::Zip));
    let found = contents(&written.bytes);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["card.json", "art/face.png", "kept.bin"]);
    assert!(found[0].1 == text.as_bytes() && found[1].1 == icon);
    // An asset that is taken away takes its entry along; what nothing names stays.
    file.entities[0].body.remove(&Path::of("media.portrait"));
    let (written, _) = file.write(&file.ask(ContainerId::JpegZip));
    let names: Vec<String> = contents(&written.bytes).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["card.json", "kept.bin"]);
    assert!(written.bytes.starts_with(jpeg));
}

#[test]
fn every_candidate_can_be_looked_at() {
    let mut other = parsed(&cards::v2());
    other["data"]["name"] = json!("Maud");
    let file: Bytes = png::card_with_both(png::picture(2, 2), &other.to_string(), &cards::v3()).into();
    let source = Source::open(file, None, &Limits::default()).expect("it opens");
    let readings = source.readings();
    assert_eq!(
        (readings[0].chosen, readings[0].name.as_deref(), readings[0].differs.len()),
        (true, Some("Ottoline Marsh"), 0)
    );
    assert_eq!((readings[1].name.as_deref(), readings[1].differs.as_slice()), (Some("Maud"), &["name".to_owned()][..]));
}
