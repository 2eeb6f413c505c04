//! The bodies of the fuzz targets: one function a target, from bytes to nothing. Each states what may never happen, so
//! that a finding is a broken promise and not only a crash. They run as ordinary tests over the samples, too.

use bytes::Bytes;
use ficha_container::archive::Archive;
use ficha_container::msgpack::{self, Packed};
use ficha_container::risu::module::{self, Module};
use ficha_container::risu::preset::Preset;
use ficha_container::risu::{rpack, sealed};
use ficha_container::{Limits, deflated, exif, payload, png, yaml};
use ficha_convert::{decode, detect, encode};
use ficha_formats::{Ask, Refusal, Source, formats};
use ficha_json::{Document, RepairKind};
use ficha_model::Path;
use ficha_world::archive::{self as world_archive, Companions, Packing};
use ficha_world::{Held, Scratch, Tree, World};
use serde_json::Value;

use crate::media::FileMedia;

/// Limits small enough that a fuzzer's file cannot take long.
fn limits() -> Limits {
    Limits { file: 1 << 20, zip_entry: 1 << 20, zip_total: 2 << 20, text: 1 << 20, ..Limits::default() }
}

/// The PNG walk, its texts, and an edit that keeps every other byte.
pub fn png(data: &[u8]) {
    let Ok(read) = png::read(data, &limits()) else { return };
    for text in read.texts(data) {
        if let Ok((bytes, _)) = png::text_bytes(data, &text, &limits()) {
            let _ = payload::decode_card_text(&bytes, &limits());
        }
    }
    for at in 0..read.chunks.len() {
        let _ = read.crc_ok(data, at);
    }
    let same = png::Splice::new(&read).write(data);
    assert!(same.starts_with(data) || same == data, "a splice without edits changed the file");
}

/// The zip directory, every entry inflated, and a rewrite that edits nothing.
pub fn zip(data: &[u8]) {
    let Ok(archive) = Archive::read(data, &limits()) else { return };
    for entry in archive.entries() {
        let _ = archive.inflate(data, entry, &limits());
        let _ = archive.find(&entry.name);
    }
    if let Ok(same) = archive.rewrite(data, &[]) {
        assert!(same == data, "a rewrite without edits changed the archive");
    }
}

/// Tolerant JSON: whatever is accepted leaves as strict JSON with the same values.
pub fn json_repair(data: &[u8]) {
    let Ok((text, _)) = payload::decode_json_bytes(data) else { return };
    let Ok(document) = Document::parse(text.as_ref(), &ficha_json::Limits::default()) else { return };
    let strict = document.strict_text();
    let again = Document::parse(strict.clone(), &ficha_json::Limits::default()).expect("a repaired text reads");
    // A lone surrogate stays in the text, escaped, as every reader but a strict one accepts it.
    let left = again.repairs().iter().find(|repair| repair.kind != RepairKind::LoneSurrogate);
    assert!(left.is_none(), "a repaired text needs repairs: {left:?}");
    if document.repairs().is_empty() {
        assert_eq!(&strict, document.text(), "a strict text was changed");
    }
    assert!(ficha_json::value_eq(&document.root().to_value(), &again.root().to_value()), "a repair changed a value");
}

/// YAML: what is accepted is strict JSON; an edit says what was meant, and one that edits nothing changes nothing.
pub fn yaml(data: &[u8]) {
    let Some((choice, data)) = data.split_first() else { return };
    let json = ficha_json::Limits { bytes: 1 << 16, values: 2_000, ..ficha_json::Limits::default() };
    let limits = Limits { json, ..limits() };
    let text = String::from_utf8_lossy(data);
    let _ = yaml::looks_like(&text);
    let Ok(json) = yaml::to_json(&text, &limits) else { return };
    let document = Document::parse(json, &ficha_json::Limits::default()).expect("strict JSON");
    assert!(document.repairs().is_empty(), "JSON made of YAML needs repairs: {:?}", document.repairs());
    let before = document.root().to_value();
    let said = |text: &str, limits: &Limits| {
        let json = yaml::to_json(text, limits).expect("YAML of ours reads");
        Document::parse(json, &ficha_json::Limits::default()).expect("strict JSON").root().to_value()
    };
    let wide = Limits::default();
    assert!(ficha_json::value_eq(&said(&yaml::fresh(&before), &wide), &before), "a fresh text says something else");
    assert_eq!(yaml::edit(&text, &before, &wide).expect("it was read"), text, "an edit of nothing changed the text");
    let leaves: Vec<Path> = ficha_model::leaves(&before).into_iter().map(|(path, _)| path).collect();
    let Some(path) = leaves.get(usize::from(*choice) % leaves.len().max(1)) else { return };
    let mut after = ficha_model::Body::from(before);
    after.set(path, Value::from("edited: \"é\"\n # two"));
    let edited = yaml::edit(&text, after.value(), &wide).expect("it was read");
    assert!(ficha_json::value_eq(&said(&edited, &wide), after.value()), "an edit says something else");
}

/// EXIF: a comment lies inside the file, and one that is written is read back.
pub fn exif(data: &[u8]) {
    if let Some(range) = exif::user_comment(data, &limits()) {
        let comment = data.get(range).expect("a comment inside the file");
        if payload::begins_like_card_text(comment) {
            let _ = payload::decode_card_text(comment, &limits());
        }
    }
    let text = br#"{"name":"Quay"}"#;
    let Ok(written) = exif::with_user_comment(data, text, &limits()) else { return };
    let found = exif::user_comment(&written, &limits()).and_then(|range| written.get(range));
    assert!(found.is_some_and(|found| found.starts_with(text)), "a written comment is not read back");
}

/// gzip, zlib and bare deflate: never more than the limit.
pub fn gzip(data: &[u8]) {
    if let Ok(inside) = deflated::unpack(data, 1 << 20) {
        assert!(inside.len() <= 1 << 20, "{} bytes came out", inside.len());
    }
}

/// The whole reading: open, every bid, the winner decoded. A bid is a promise.
pub fn decoding(data: &[u8]) {
    let Ok(source) = Source::open(Bytes::copy_from_slice(data), None, &limits()) else { return };
    let detected = detect(&source);
    let read = decode(&source, None);
    match (&detected.winner, &read) {
        (Some(winner), Ok(reading)) => {
            let name = reading.main().expect("a reading has a main entity").name();
            assert_eq!(winner.name, name, "detect and decode find different names");
        }
        // A bid is made on what the file is about. What lies deeper, another entry of an archive or a picture inside one
        // of our own files, may be damaged; then that is named and the file left alone.
        (Some(winner), Err(refusal)) => {
            let damaged = matches!(refusal, Refusal::Malformed { .. } | Refusal::Limit { .. });
            let deeper = winner.format == "ficha" || data.starts_with(b"PK");
            assert!(damaged && deeper, "{} bid and then refused: {refusal}", winner.format);
        }
        (None, Ok(_)) => panic!("read without a winner"),
        (None, Err(_)) => {}
    }
}

/// Reading, one edit, writing to every format, reading again. The first byte says where the edit goes.
pub fn edit_encode(data: &[u8]) {
    let Some((choice, data)) = data.split_first() else { return };
    let Ok(source) = Source::open(Bytes::copy_from_slice(data), None, &limits()) else { return };
    let Ok(mut reading) = decode(&source, None) else { return };
    let media = FileMedia { file: Some(source.bytes().clone()), blobs: reading.blobs.clone() };
    let leaves: Vec<(Path, Value)> = reading
        .main()
        .map(|main| {
            ficha_model::leaves(main.body.value()).into_iter().map(|(path, value)| (path, value.clone())).collect()
        })
        .unwrap_or_default();
    if let (Some(main), Some((path, value))) =
        (reading.entities.first_mut(), leaves.get(usize::from(*choice) % leaves.len().max(1)))
    {
        let edited = match value {
            Value::String(text) => Value::from(format!("{text} \"é\\/\u{1f6a2}")),
            Value::Bool(flag) => Value::from(!flag),
            Value::Number(_) => Value::from(41),
            other => other.clone(),
        };
        main.body.set(path, edited);
    }
    let portrait = Bytes::from(crate::png::write(&crate::png::picture(1, 1)));
    let kind = reading.main().map(|main| main.kind);
    for format in formats().filter(|format| Some(format.spec().kind) == kind && !format.spec().writes.is_empty()) {
        let ask = Ask { plain_portrait: Some(&portrait), ..Ask::of(&media) };
        if let Err(error) = encode(&reading.entities, format.spec().id, &ask) {
            assert!(error.code() != "bug", "{}: {error}", format.spec().id);
        }
    }
}

/// RPack both ways, and a module taken apart and put together again.
pub fn rpack(data: &[u8]) {
    assert!(rpack::decode(&rpack::encode(data)) == data, "RPack did not come back");
    let Ok(read) = Module::read(data) else { return };
    let json = read.json(data);
    let same = read.with_json(data, &json).expect("what was read fits");
    assert!(same == data, "the same JSON changed the module");
    let assets: Vec<Vec<u8>> = (0..read.assets.len()).filter_map(|at| read.asset(data, at)).collect();
    let anew = module::write(&json, assets.iter().map(Vec::as_slice)).expect("what was read fits");
    let again = Module::read(&anew).expect("what was written reads");
    assert!(again.fault.is_none() && again.json(&anew) == json, "a module did not come back");
}

/// MessagePack: whatever is read is written so that it reads the same, and JSON made of it changes nothing.
pub fn msgpack(data: &[u8]) {
    let Ok(value) = msgpack::read(data, &limits()) else { return };
    let bytes = msgpack::write(&value);
    // Compared as bytes, since a value that is no number differs from itself.
    let again = msgpack::read(&bytes, &limits()).expect("what was written reads");
    assert!(msgpack::write(&again) == bytes, "MessagePack did not come back");
    let same = Packed::from_json(&value.to_json(), Some(&value));
    assert!(msgpack::write(&same) == bytes, "JSON without an edit changed the value");
}

/// Sealed cards and presets: damage is refused, and what opens is sealed again as it was.
pub fn sealed(data: &[u8]) {
    let _ = sealed::open(data, None);
    let _ = sealed::open(&[b"rcc||rccv1||", data].concat(), Some("lamp"));
    if let Ok(read) = Preset::read(data, &limits()) {
        let file = read.write(&read.preset).expect("what was read fits");
        assert!(Preset::read(&file, &limits()).is_ok(), "a preset did not come back");
    }
    // Bytes that open are rare, so the value is sealed here first.
    if let Ok(value) = msgpack::read(data, &limits()) {
        let file = Preset::fresh(&value).expect("a small preset fits");
        let read = Preset::read(&file, &limits()).expect("what was sealed opens");
        assert!(msgpack::write(&read.preset) == msgpack::write(&value), "a sealed value did not come back");
    }
}

/// Files of a world, parted by zero bytes, each with a byte in front that chooses its path.
const WORLD_PATHS: [&str; 16] = [
    "world.json",
    "characters/a.json",
    "characters/b.json",
    "places/a.json",
    "places/b.json",
    "factions/a.json",
    "things/a.json",
    "lore/a.json",
    "plots/a.json",
    "relationships.json",
    "variables.json",
    "commands.json",
    "triggers.json",
    "images/index.json",
    "images/cover.png",
    "prompts/en/roleplay/style.md",
];

/// A world: whatever was read is written so that it reads the same, and travels in an archive without being skipped.
pub fn world(data: &[u8]) {
    let files = data.split(|byte| *byte == 0).filter_map(|file| {
        let (path, content) = file.split_first()?;
        let path = WORLD_PATHS.get(usize::from(*path) % WORLD_PATHS.len())?;
        Some(((*path).to_owned(), Held::Bytes(content.to_vec())))
    });
    let tree: Tree = files.collect();
    let world = World::load(&tree).world;
    let written = world.files();
    let held = |(path, bytes): (&String, &Vec<u8>)| (path.clone(), Held::Bytes(bytes.clone()));
    let again = World::load(&written.iter().map(held).collect()).world;
    assert!(again.files() == written, "a world did not come back");
    let _ = (Scratch::of(&world), world.references(), world.unread());
    let packing = Packing { id: "a", app: "fuzz" };
    let packed = world_archive::write(&tree, &Companions::default(), &packing).expect("a small world fits");
    let unpacked = world_archive::read(&packed.zip, &limits()).expect("an archive of ours reads");
    assert!(unpacked.skipped.is_empty(), "skipped {:?}", unpacked.skipped);
}

/// An archive of a world: no path that is kept leads anywhere but into its part.
pub fn world_archive(data: &[u8]) {
    let Ok(unpacked) = world_archive::read(data, &limits()) else { return };
    let kept = unpacked.world.keys().chain(unpacked.lorebooks.keys()).chain(unpacked.presets.keys());
    for path in kept {
        let plain = path.split('/').all(|segment| !segment.is_empty() && !segment.starts_with('.'));
        assert!(plain && !path.contains(['\\', ':']), "kept {path:?}");
    }
    let tree = unpacked.world.into_iter().map(|(path, bytes)| (path, Held::Bytes(bytes))).collect();
    let _ = World::load(&tree);
}

/// A target: bytes in, nothing out; it panics when a promise is broken.
pub type Target = fn(&[u8]);

/// Every target by its name.
pub const TARGETS: [(&str, Target); 13] = [
    ("png", png),
    ("zip", zip),
    ("json_repair", json_repair),
    ("rpack", rpack),
    ("msgpack", msgpack),
    ("sealed", sealed),
    ("decode", decoding),
    ("edit_encode", edit_encode),
    ("yaml", yaml),
    ("exif", exif),
    ("gzip", gzip),
    ("world", world),
    ("world_archive", world_archive),
];
