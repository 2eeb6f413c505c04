//! What each damaged or odd file must give, file by file. The files lie beside the workspace; without them the tests
//! say so and pass.

use bytes::Bytes;
use ficha_container::Limits;
use ficha_formats::{Ask, Decoded, Format, NoteCode, Notes, Refusal, Severity, Source, bids};
use ficha_model::{Entity, Kind};
use ficha_testkit::media::FileMedia;
use serde_json::{Value, json};

/// A file of the material; `None` when it is not there.
fn file(path: &str) -> Option<(Bytes, String)> {
    let Some(shared) = ficha_testkit::corpus::shared_dir() else {
        println!("the shared material is not there; nothing is tested");
        return None;
    };
    let bytes = std::fs::read(shared.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let name = path.rsplit('/').next().unwrap_or(path).to_owned();
    Some((bytes.into(), name))
}

struct Opened {
    source: Source,
    format: &'static dyn Format,
    confidence: f32,
    decoded: Decoded,
    notes: Notes,
}

impl Opened {
    fn main(&self) -> &Entity {
        &self.decoded.entities[0]
    }

    fn text(&self, path: &str) -> &str {
        self.main().body.text(path).unwrap_or_else(|| panic!("no {path} in {}", self.main().body.value()))
    }

    fn value(&self, path: &str) -> Option<&Value> {
        self.main().body.get(&path.parse().unwrap())
    }

    fn has(&self, code: NoteCode) -> bool {
        self.notes.has(code) || self.source.notes().iter().any(|note| note.code == code)
    }

    fn gravest(&self) -> Option<Severity> {
        self.source.notes().iter().map(|note| note.severity).max()
    }
}

fn open(path: &str) -> Option<Result<Opened, Refusal>> {
    let (bytes, name) = file(path)?;
    let source = match Source::open(bytes, Some(&name), &Limits::default()) {
        Ok(source) => source,
        Err(refusal) => return Some(Err(refusal)),
    };
    let all = bids(&source);
    let Some(bid) = all.first() else {
        let unknown = Refusal::UnknownFormat { what: "nobody bids".to_owned(), place: source.place() };
        return Some(Err(source.refusal().cloned().unwrap_or(unknown)));
    };
    let mut notes = Notes::new();
    let decoded =
        bid.format.decode(&source, &mut notes).unwrap_or_else(|refusal| panic!("{path} won and failed: {refusal}"));
    Some(Ok(Opened { format: bid.format, confidence: bid.detection.confidence, source, decoded, notes }))
}

fn opens(path: &str) -> Option<Opened> {
    open(path).map(|opened| opened.unwrap_or_else(|refusal| panic!("{path}: {refusal}")))
}

fn refuses(path: &str, code: &str) -> Option<Refusal> {
    match open(path)? {
        Ok(opened) => panic!("{path} opened as {}", opened.format.spec().id),
        Err(refusal) => {
            assert_eq!(refusal.code(), code, "{path}: {refusal}");
            Some(refusal)
        }
    }
}

/// A file that is something else than a character, whether its own format is there or nobody claims it.
fn is_no_character(path: &str) -> Option<()> {
    match open(path)? {
        Ok(opened) => {
            assert_ne!(opened.format.spec().kind, Kind::Character, "{path} opened as {}", opened.format.spec().id)
        }
        Err(refusal) => assert_eq!(refusal.code(), "unknown-format", "{path}: {refusal}"),
    }
    Some(())
}

const PNG: &str = "vectors/png";

#[test]
fn good_pngs_open_and_mild_oddities_are_mild() {
    for name in [
        "01-chara-v2",
        "02-ccv3-only",
        "03-chara-and-ccv3",
        "26-spec-v3-in-chara",
        "29-apng-one-frame",
        "32-v1-in-chara",
        "33-other-text-first",
        "34-chara-before-IDAT",
    ] {
        let Some(opened) = opens(&format!("{PNG}/{name}.png")) else { return };
        assert_eq!(opened.gravest(), None, "{name}: {:?}", opened.source.notes());
        assert!(!opened.main().name().is_empty(), "{name}");
    }
    for name in [
        "05-keyword-Chara-capital",
        "07-trailing-garbage-after-IEND",
        "16-base64-missing-padding",
        "17-base64-crlf-76",
        "18-base64url",
        "23-trailing-newline",
    ] {
        let Some(opened) = opens(&format!("{PNG}/{name}.png")) else { return };
        assert!(opened.gravest() <= Some(Severity::Info), "{name}: {:?}", opened.source.notes());
    }
}

#[test]
fn versions_are_told_in_pngs() {
    for (name, variant, carrier) in [
        ("03-chara-and-ccv3", "v3", "tEXt:ccv3#1"),
        ("26-spec-v3-in-chara", "v3", "tEXt:chara#1"),
        ("32-v1-in-chara", "v1", "tEXt:chara#1"),
    ] {
        let Some(opened) = opens(&format!("{PNG}/{name}.png")) else { return };
        let unmapped = &opened.main().original["sillytavern"].unmapped;
        assert_eq!(
            (unmapped["variant"].as_str(), unmapped["carrier"].as_str()),
            (Some(variant), Some(carrier)),
            "{name}"
        );
    }
}

#[test]
fn repaired_pngs_say_what_was_repaired() {
    for (name, card, code) in [
        ("06-chunk-after-IEND", None, NoteCode::CarrierRepaired),
        ("08-bad-crc-on-chara", None, NoteCode::CarrierRepaired),
        ("09-missing-IEND", None, NoteCode::CarrierRepaired),
        ("10-ztxt-chara-zlib", None, NoteCode::CarrierRepaired),
        ("11-ztxt-chara-rawdeflate", None, NoteCode::CarrierRepaired),
        ("12-itxt-chara", None, NoteCode::CarrierRepaired),
        ("13-itxt-chara-compressed", None, NoteCode::CarrierRepaired),
        ("14-raw-json-ascii-text", Some("Tilda Quarrow"), NoteCode::CarrierRepaired),
        ("15-raw-json-utf8-text", Some("Ünïcödé 灯台 🗼"), NoteCode::CarrierRepaired),
        ("19-utf8-bom", None, NoteCode::CarrierRepaired),
        ("20-latin1-bytes", Some("Zoë Bär"), NoteCode::TextRepaired),
        ("21-double-utf8-mojibake", Some("Zoë Bär"), NoteCode::TextRepaired),
        ("22-trailing-nul", None, NoteCode::CarrierRepaired),
        ("24-double-base64", None, NoteCode::CarrierRepaired),
        ("27-utf16le-json", None, NoteCode::TextRepaired),
    ] {
        let Some(opened) = opens(&format!("{PNG}/{name}.png")) else { return };
        assert!(opened.has(code), "{name}: {:?}", opened.source.notes());
        assert_eq!(opened.gravest(), Some(Severity::Warning), "{name}");
        assert!(!opened.main().name().is_empty(), "{name}");
        if let Some(card) = card {
            assert_eq!(opened.main().name(), card, "{name}");
        }
    }
}

#[test]
fn of_two_cards_the_first_is_used_and_the_other_can_be_chosen() {
    let path = format!("{PNG}/04-duplicate-chara.png");
    let Some(opened) = opens(&path) else { return };
    assert_eq!(opened.main().name(), "first");
    let note = opened.source.notes().iter().find(|note| note.code == NoteCode::ConflictingCardChunks).expect("a note");
    assert!(note.text.contains("first") && note.text.contains("second"), "{}", note.text);
    let label = opened.source.candidates()[1].label.clone();
    let (bytes, _) = file(&path).expect("it was there");
    let preference = ficha_formats::Preference { candidate: Some(label), ..Default::default() };
    let other = Source::open_preferring(bytes, None, &Limits::default(), &preference).expect("it opens");
    let decoded = opened.format.decode(&other, &mut Notes::new()).expect("it decodes");
    assert_eq!(decoded.entities[0].name(), "second");
}

#[test]
fn text_that_looks_encoded_twice_can_be_left_as_it_is() {
    let Some((bytes, _)) = file(&format!("{PNG}/21-double-utf8-mojibake.png")) else { return };
    let preference = ficha_formats::Preference { keep_double_encoding: true, ..Default::default() };
    let source = Source::open_preferring(bytes, None, &Limits::default(), &preference).expect("it opens");
    let decoded = bids(&source)[0].format.decode(&source, &mut Notes::new()).expect("it decodes");
    assert_ne!(decoded.entities[0].name(), "Zoë Bär");
}

#[test]
fn what_cannot_be_read_is_refused_by_name() {
    let Some(long) = refuses(&format!("{PNG}/25-huge-declared-length.png"), "malformed") else { return };
    assert!(long.to_string().contains("tEXt") && long.to_string().contains("2147483647"), "{long}");
    let jpeg = refuses(&format!("{PNG}/28-jpeg-named-png.png"), "malformed").expect("it is there");
    assert!(jpeg.to_string().contains("not a PNG or a whole JPEG"), "{jpeg}");
    let damaged = refuses(&format!("{PNG}/31-crlf-mangled-signature.png"), "malformed").expect("it is there");
    assert!(damaged.to_string().contains("text-mode transfer"), "{damaged}");
    refuses(&format!("{PNG}/30-empty-chara.png"), "no-card");
    refuses(&format!("{PNG}/35-no-card.png"), "no-card");
    for name in ["032__preset-invalid.json", "062__ripple-broken.lorebook"] {
        let refusal = refuses(&format!("corpus/files/invalid/{name}"), "malformed").expect("it is there");
        assert!(refusal.to_string().contains("line") && refusal.to_string().contains("column"), "{refusal}");
    }
}

#[test]
fn cards_of_every_version_open() {
    for (name, format, variant) in [
        ("v1", "sillytavern", Some("v1")),
        ("v2", "sillytavern", Some("v2")),
        ("v3", "sillytavern", Some("v3")),
        ("st-hybrid-v2", "sillytavern", Some("v2")),
        ("pygmalion", "pygmalion", None),
    ] {
        let Some(opened) = opens(&format!("vectors/cards/{name}.json")) else { return };
        assert_eq!(opened.format.spec().id, format, "{name}");
        let found = opened.main().original[format].unmapped.get("variant").and_then(Value::as_str);
        assert_eq!(found, variant, "{name}");
    }
}

#[test]
fn wild_cards_open_with_what_they_have() {
    let Some(nulls) = opens("vectors/cards/wild-nulls.json") else { return };
    assert_eq!(nulls.main().name(), "Nulls");
    assert_eq!(nulls.value("persona.personality"), None);
    assert_eq!(nulls.value("greetings.alternateGreetings"), Some(&json!([{"text": "1687194031049"}])));
    assert_eq!(nulls.text("identity.characterVersion"), "2");
    assert!(nulls.has(NoteCode::WrongType));
    assert_eq!(nulls.decoded.entities.len(), 1);

    let book = opens("vectors/cards/wild-book-oddities.json").expect("it is there");
    let entries = book.decoded.entities[1].body.list("entries");
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[0]["sortOrder"], json!(5));
    let second = &entries[1];
    assert_eq!(second["triggers"][0]["keyword"], "b");
    assert_eq!((&second["enabled"], &second["sortOrder"]), (&json!(true), &json!(3)));
    assert_eq!(
        (&second["position"], &second["depth"], &second["role"]),
        (&json!("depth"), &json!(2), &json!("system"))
    );
    assert!(book.has(NoteCode::OtherSpelling));

    let root = opens("vectors/cards/wild-root-hybrid-no-data.json").expect("it is there");
    assert_eq!(root.main().name(), "Tilda Quarrow");
    assert_eq!(root.decoded.entities[1].body.list("entries").len(), 1);
    assert!(root.has(NoteCode::FieldsAtRoot));
    let lore = opens("vectors/cards/lorebook_v3.json").expect("it is there");
    assert_eq!((lore.format.spec().id, lore.main().name()), ("character-book", "Rock lore"));
}

#[test]
fn invalid_cards_open_when_they_can() {
    let Some(nameless) = opens("corpus/files/invalid/022__v2-missing-name.json") else { return };
    assert_eq!((nameless.main().name(), nameless.confidence), ("", 0.9));
    assert!(nameless.has(NoteCode::MissingRequired));
    let specless = opens("corpus/files/invalid/030__v2-missing-spec.json").expect("it is there");
    assert_eq!(specless.confidence, 0.6);
    assert!(specless.has(NoteCode::MissingSpec));
}

#[test]
fn reproductions_open_as_their_page_says() {
    let Some(tide) = opens("corpus/repro/R01.png") else { return };
    assert_eq!((tide.main().name(), tide.text("identity.nickname")), ("Tide Keeper", "Keeper"));

    let clerk = opens("corpus/repro/R02.png").expect("it is there");
    assert_eq!(clerk.text("identity.nickname"), "Clerk");
    assert_eq!(clerk.value("greetings.groupOnlyGreetings"), Some(&json!([{"text": "Everyone, one line please."}])));
    assert_eq!(clerk.value("attribution.createdAt").map(Value::to_string).as_deref(), Some("1719000000"));
    assert_eq!(clerk.value("attribution.updatedAt").map(Value::to_string).as_deref(), Some("1719500000"));
    assert_eq!(clerk.main().body.list("attribution.source").len(), 1);
    let notes = clerk.value("attribution.creatorNotesMultilingual").and_then(Value::as_object).expect("two languages");
    assert_eq!(notes.keys().collect::<Vec<_>>(), ["en", "ja"]);

    let tolerant = opens("corpus/repro/R07.json").expect("it is there");
    assert_eq!(
        tolerant.value("greetings.alternateGreetings"),
        Some(&json!([{"text": "Bread or cake?"}, {"text": "7"}]))
    );
    let injection = &tolerant.main().body.list("prompts.depthInjections")[0];
    assert_eq!(
        (&injection["text"], injection.get("depth"), injection.get("role")),
        (&json!("Speak in short sentences."), None, None)
    );
    assert_eq!(tolerant.value("settings.talkativeness").map(Value::to_string).as_deref(), Some("0.5"));
    assert_eq!(tolerant.decoded.entities.len(), 1);

    assert_eq!(opens("corpus/repro/R08.json").expect("it is there").confidence, 0.9);

    let postman = opens("corpus/repro/R16.charx").expect("it is there");
    assert_eq!(postman.main().name(), "Sea Postman");
    assert_eq!(postman.text("media.assets[0].label"), "glad");
    assert!(postman.has(NoteCode::DanglingAsset) && postman.has(NoteCode::OrphanEntry));
    let media = FileMedia::of(postman.source.bytes());
    for path in ["media.portrait.ref", "media.assets[0].ref"] {
        assert!(ficha_formats::picture(postman.main(), postman.text(path), &media).is_some(), "{path}");
    }

    let module = opens("corpus/repro/R18.charx").expect("it is there");
    assert_eq!(module.format.spec().id, "risu");
    assert!(module.has(NoteCode::MirrorDiffers));
    let [_, book, rules] = module.decoded.entities.as_slice() else { panic!("a card, its book and its rules") };
    let title = |entry: usize| book.body.list("entries")[entry]["title"].clone();
    assert_eq!(
        (book.body.list("categories")[0]["name"].clone(), title(0), title(1)),
        ("Weather".into(), "Rain".into(), "Always".into())
    );
    assert_eq!(book.body.list("entries")[0]["categoryId"], book.body.list("categories")[0]["id"]);
    assert!(book.body.text("entries[0].content").is_some_and(|text| text.starts_with("@@depth 2")));
    assert_eq!(rules.body.list("rules")[0]["label"], "shout");
}

#[test]
fn what_is_no_character_is_none() {
    for name in ["R05", "R09", "R11", "R13", "R15", "R19"] {
        if is_no_character(&format!("corpus/repro/{name}.json")).is_none() {
            return;
        }
    }
    for name in ["foreign-context", "foreign-instruct"] {
        is_no_character(&format!("fixtures/{name}.json"));
    }
    for name in ["foreign-library-wrapper", "foreign-name-only"] {
        refuses(&format!("fixtures/{name}.json"), "unknown-format");
    }
}

#[test]
fn no_stale_card_survives_an_edit_or_a_clean_carrier() {
    let Some(tide) = opens("corpus/repro/R01.png") else { return };
    let media = FileMedia::of(tide.source.bytes());
    let mut edited = tide.main().clone();
    edited.body.set(&"persona.scenario".parse().unwrap(), json!("Slack water."));
    for (entity, rewrite) in [(&edited, false), (tide.main(), true)] {
        let ask = Ask { rewrite, ..Ask::of(&media) };
        let written = tide.format.encode(entity, &ask, &mut Notes::new()).expect("it is written");
        let source = Source::open(written.bytes, None, &Limits::default()).expect("it opens");
        assert_eq!(source.candidates().len(), 2);
        for reading in source.readings() {
            assert!(reading.label.starts_with("tEXt:"), "{}", reading.label);
            assert_eq!(reading.name.as_deref(), Some("Tide Keeper"), "{}", reading.label);
        }
    }
}

#[test]
fn no_sample_of_another_kind_is_a_character() {
    let Some(opened) = opens("fixtures/vaud-json-character.json") else { return };
    assert_eq!((opened.format.spec().id, opened.main().kind), ("vaud-json", Kind::Character));
}
