//! One field edited: in the file that leaves, nothing else may differ.
//!
//! Checked on the text, not on the values: the payload's old text with the spans of the changed leaves exchanged must
//! be the new text. Root copies of the field may follow; everything else, blanks and number spelling included, stays.
//! In a PNG all other chunks stay, in a zip all other entries.

mod common;

use std::collections::BTreeMap;

use common::{Opened, faults_of};
use ficha_container::archive::{Archive, Entry};
use ficha_container::risu::module::Module;
use ficha_container::{ContainerId, Limits};
use ficha_convert::encode;
use ficha_formats::{Ask, NoteCode, Source};
use ficha_json::{Document, Node, NodeKind, pointer};
use ficha_model::{Path, leaves};
use ficha_testkit::{archive, corpus, png};
use serde_json::Value;

/// What is written into a text.
const EDIT: &str = "The tide has turned, \"she\" says.\n灯台";

/// What is written into a key: several apps hold keys in one line, with commas between.
const KEY_EDIT: &str = "turning tide";

fn edit_of(path: &Path) -> &'static str {
    if path.to_string().ends_with(".keyword") { KEY_EDIT } else { EDIT }
}

/// The leaves of one entity that are worth editing: the first text of every list and group, so that each way through
/// the overlay is met and a book of thousands is not edited thousands of times.
fn editable(opened: &Opened, entity: usize) -> Vec<(Path, Value)> {
    let body = opened.reading.entities[entity].body.value();
    let mut seen = BTreeMap::new();
    for (path, value) in leaves(body) {
        let name = path.to_string();
        let shape: String = name.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        // A name that is the row's id too is a key on the wire, and with it moves all that lies below.
        let (_, holder) = path.0.split_last().expect("a leaf has a path");
        let id = Path(holder.to_vec()).key("id");
        if name.ends_with(".name") && id.get(body) == Some(value) {
            continue;
        }
        // One of the two is made from the other.
        if name == "examples.exampleMessages"
            && !opened.reading.entities[entity].body.list("examples.messages").is_empty()
        {
            continue;
        }
        let is_name_or_id = name.ends_with("id") || name.ends_with("ref") || name.ends_with("mime");
        if value.as_str().is_some_and(|text| !text.is_empty()) && !is_name_or_id && is_prose(opened, entity, &path) {
            seen.entry(shape).or_insert((path, value.clone()));
        }
    }
    seen.into_values().take(12).collect()
}

fn is_prose(opened: &Opened, entity: usize, path: &Path) -> bool {
    let kind = opened.reading.entities[entity].kind;
    ficha_model::schema::field(kind, path).is_some_and(|field| field.is_text())
}

#[test]
fn one_edited_text_changes_only_itself() {
    let faults = faults_of(&corpus::everything(), |sample| {
        let Some(opened) = Opened::of(sample) else { return Ok(()) };
        let spec = opened.format().spec();
        let container = opened.reading.container;
        if !spec.writes.contains(&container) && !spec.writes_own.contains(&container) {
            return Ok(());
        }
        for entity in 0..opened.reading.entities.len() {
            for (path, before) in editable(&opened, entity) {
                let mut entities = opened.reading.entities.clone();
                let after = Value::from(edit_of(&path));
                entities[entity].body.set(&path, after.clone());
                let ask = Ask { container: Some(container), ..Ask::of(&opened.media) };
                let written = encode(&entities, spec.id, &ask).map_err(|error| format!("{path}: {error}"))?;
                let report = &written.report;
                // What leaves in another shape has no text to compare with, and may have to say more there.
                let payload = opened.source.payload();
                if payload.is_some_and(|payload| opened.format().leaves_as_another(&payload.document)) {
                    if !report.lost.is_empty() || !report.mismatches.is_empty() {
                        return Err(format!("{path}: lost {:?}, {:?}", report.lost, report.mismatches));
                    }
                    continue;
                }
                // Two fields may share one place on the wire; then the other follows, and the report says so.
                let follows = |code: NoteCode| code == NoteCode::MirroredText;
                let followed = report.changed.iter().all(|row| holds(&row.after, &after) || follows(row.code));
                if !report.lost.is_empty() || !followed || !report.mismatches.is_empty() {
                    return Err(format!(
                        "{path}: lost {:?}, changed {:?}, {:?}",
                        report.lost, report.changed, report.mismatches
                    ));
                }
                // A text that was made from another field takes its place once it says something else.
                if report.changed.iter().any(|row| follows(row.code) && row.after.is_null()) {
                    continue;
                }
                check_carrier(&opened, &written.bytes, &before, &after).map_err(|fault| format!("{path}: {fault}"))?;
            }
        }
        Ok(())
    });
    assert!(faults.is_empty(), "{faults}");
}

/// Everything around the payloads, then the payloads.
fn check_carrier(opened: &Opened, written: &bytes::Bytes, before: &Value, after: &Value) -> Result<(), String> {
    let source = opened.source.bytes();
    let again = Source::open(written.clone(), None, &Limits::default()).map_err(|refusal| refusal.to_string())?;
    if opened.source.payload().is_none() {
        return check_names(source, written, before, after);
    }
    let (old, new) = (texts(&opened.source)?, texts(&again)?);
    let changed: Vec<(&String, &String)> = old.iter().zip(&new).filter(|(old, new)| old != new).collect();
    if changed.is_empty() || old.len() != new.len() {
        return Err("nothing changed".to_owned());
    }
    for (old, new) in &changed {
        check_text(old, new, before, after)?;
    }
    match opened.reading.container {
        ContainerId::Png => check_chunks(source, written),
        ContainerId::Zip | ContainerId::JpegZip => check_entries(source, written, changed.len()),
        ContainerId::Json
        | ContainerId::Yaml
        | ContainerId::Webp
        | ContainerId::Jpeg
        | ContainerId::Risum
        | ContainerId::Risup => Ok(()),
    }
}

/// The texts of a file: its payload, and the documents an archive holds beside it.
fn texts(source: &Source) -> Result<Vec<String>, String> {
    let payload = source.payload().ok_or("no payload")?;
    let mut texts = vec![payload.document.strict_text().to_string()];
    for entry in source.archive().into_iter().flat_map(|archive| archive.entries()) {
        if Some(entry.name.as_str()) == payload.carrier.as_deref() {
            continue;
        }
        if let Ok(document) = source.entry_document(&entry.name) {
            texts.push(document.document.strict_text().to_string());
        } else if entry.name == "module.risum" {
            let bytes = source.entry_bytes(&entry.name).map_err(|refusal| refusal.to_string())?;
            let module = Module::read(&bytes).map_err(|error| error.to_string())?;
            texts.push(String::from_utf8(module.json(&bytes)).map_err(|error| error.to_string())?);
        }
    }
    Ok(texts)
}

/// An archive without a payload says its texts in the names of its entries: one of them changed, and no content did.
fn check_names(old: &[u8], new: &[u8], before: &Value, after: &Value) -> Result<(), String> {
    let read = |bytes: &[u8]| -> Vec<(String, Vec<u8>)> {
        let archive = Archive::read(bytes, &Limits::default()).expect("an archive");
        let content = |entry: &Entry| archive.inflate(bytes, entry, &Limits::default()).expect(&entry.name);
        archive.entries().iter().map(|entry| (entry.name.clone(), content(entry))).collect()
    };
    let (mut olds, mut news) = (read(old), read(new));
    let contents = |entries: &[(String, Vec<u8>)]| entries.iter().map(|(_, bytes)| bytes.clone()).collect::<Vec<_>>();
    if contents(&olds) != contents(&news) {
        return Err("contents came, went, moved or changed".to_owned());
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let pairs: Vec<_> = olds.drain(..).zip(news.drain(..)).filter(|(old, new)| old.0 != new.0).collect();
    match pairs.as_slice() {
        [(old, new)] if old.0.contains(&text(before)) && new.0.contains(&text(after)) => Ok(()),
        pairs => {
            Err(format!("changed names: {:?}", pairs.iter().map(|(old, new)| (&old.0, &new.0)).collect::<Vec<_>>()))
        }
    }
}

/// The old text with the changed leaves exchanged is the new text, and each changed leaf went from one value to the
/// other.
fn check_text(old: &str, new: &str, before: &Value, after: &Value) -> Result<(), String> {
    let limits = ficha_json::Limits::default();
    let read = |text: &str| Document::parse(text, &limits).map_err(|error| error.to_string());
    let (old_document, new_document) = (read(old)?, read(new)?);
    let mut changed = Vec::new();
    if let Err(fault) = differing(old_document.root(), new_document.root(), String::new(), &mut changed) {
        // A label may be the key of a map: then nothing but the key may be another.
        let (was, is) = (before.as_str().unwrap_or(""), after.as_str().unwrap_or(""));
        let same = only_renamed(old_document.root(), new_document.root(), was, is);
        return if same { Ok(()) } else { Err(fault) };
    }
    if changed.is_empty() {
        return Err("nothing changed".to_owned());
    }
    let mut rebuilt = String::new();
    let mut at = 0;
    for (pointer, old_leaf, new_leaf) in &changed {
        let (was, is) = (old_leaf.to_value(), new_leaf.to_value());
        // A text put together from others stands nowhere until it is written itself.
        let nowhere = was.is_null() || was == "";
        if !(nowhere || holds(&was, before)) || !holds(&is, after) {
            return Err(format!("{pointer} went from {was} to {is}"));
        }
        rebuilt.push_str(&old[at..old_leaf.span().start]);
        rebuilt.push_str(new_leaf.raw());
        at = old_leaf.span().end;
    }
    rebuilt.push_str(&old[at..]);
    if rebuilt == new { Ok(()) } else { Err("the text around the edit changed".to_owned()) }
}

/// Whether a wire value is the text, alone or among others (a list of keys in one string), or a number read as text.
/// Placeholders are compared by their words, since apps spell them in ways of their own.
fn holds(wire: &Value, field: &Value) -> bool {
    let plain = |text: &str| text.replace(['#', '{', '}'], "").replace("character", "char");
    match (wire.as_str(), field.as_str()) {
        // A list may stand in one text as JSON, and so may its items.
        (Some(wire), Some(field)) => {
            let spelt = ficha_json::to_text(&Value::from(field), ficha_json::Style::Compact);
            wire.contains(&spelt) || plain(wire).contains(plain(field).trim())
        }
        (None, Some(field)) => ficha_json::to_text(wire, ficha_json::Style::Compact) == field,
        _ => ficha_json::value_eq(wire, field),
    }
}

fn differing<'a>(
    old: Node<'a>,
    new: Node<'a>,
    at: String,
    found: &mut Vec<(String, Node<'a>, Node<'a>)>,
) -> Result<(), String> {
    match (old.kind(), new.kind()) {
        (NodeKind::Object, NodeKind::Object) => {
            let (olds, news): (Vec<_>, Vec<_>) = (old.members().collect(), new.members().collect());
            if olds.iter().map(|(key, _)| key).ne(news.iter().map(|(key, _)| key)) {
                let keys = |members: &[(std::borrow::Cow<'_, str>, Node<'_>)]| {
                    members.iter().map(|(key, _)| key.to_string()).collect::<Vec<_>>()
                };
                return Err(format!("{at}: the keys were {:?} and are {:?}", keys(&olds), keys(&news)));
            }
            for ((key, old), (_, new)) in olds.into_iter().zip(news) {
                differing(old, new, pointer::join(&at, &key), found)?;
            }
        }
        (NodeKind::Array, NodeKind::Array) => {
            if old.len() != new.len() {
                return Err(format!("{at}: {} rows became {}", old.len(), new.len()));
            }
            for (index, (old, new)) in old.items().zip(new.items()).enumerate() {
                differing(old, new, pointer::join(&at, &index.to_string()), found)?;
            }
        }
        _ if old.raw() != new.raw() => found.push((at, old, new)),
        _ => {}
    }
    Ok(())
}

/// Every chunk but those of texts and comments that hold cards is where and what it was.
fn check_chunks(old: &[u8], new: &[u8]) -> Result<(), String> {
    let others = |bytes: &[u8]| {
        let (chunks, rest) = png::read(bytes);
        let card = |data: &[u8]| {
            let keyword = data.split(|byte| *byte == 0).next().unwrap_or(&[]).to_ascii_lowercase();
            [&b"chara"[..], b"ccv3", b"naidata", b"persona"].contains(&keyword.as_slice())
        };
        let kept: Vec<_> = chunks
            .into_iter()
            .filter(|(kind, data)| !(matches!(kind.as_str(), "tEXt" | "zTXt" | "iTXt") && card(data)) && kind != "eXIf")
            .collect();
        (kept, rest.to_vec())
    };
    let ((mut old, old_rest), (new, new_rest)) = (others(old), others(new));
    if !old.iter().any(|(kind, _)| kind == "IEND") {
        // A file cut off before its end gets one.
        old.push(("IEND".to_owned(), vec![0xae, 0x42, 0x60, 0x82]));
    }
    let kinds =
        |chunks: &[(String, Vec<u8>)]| chunks.iter().map(|(kind, _)| kind.clone()).collect::<Vec<_>>().join(" ");
    if old != new {
        return Err(format!("chunks were {} and are {}", kinds(&old), kinds(&new)));
    }
    if old_rest != new_rest { Err("the bytes behind the last chunk changed".to_owned()) } else { Ok(()) }
}

/// Whether two values differ in nothing but keys that were called `was` and are called `is`.
fn only_renamed(old: Node<'_>, new: Node<'_>, was: &str, is: &str) -> bool {
    match (old.kind(), new.kind()) {
        (NodeKind::Object, NodeKind::Object) => {
            let find = |key: &str| new.get(key).or_else(|| new.get(is).filter(|_| key == was));
            let same = |(key, value): (std::borrow::Cow<'_, str>, Node<'_>)| {
                find(&key).is_some_and(|other| only_renamed(value, other, was, is))
            };
            old.len() == new.len() && old.members().all(same)
        }
        (NodeKind::Array, NodeKind::Array) => {
            old.len() == new.len() && old.items().zip(new.items()).all(|(old, new)| only_renamed(old, new, was, is))
        }
        _ => old.raw() == new.raw(),
    }
}

/// Every entry but the edited one is what and where it was, and so is what stands before the archive.
fn check_entries(old: &[u8], new: &[u8], wanted: usize) -> Result<(), String> {
    let (olds, news) = (archive::read(old), archive::read(new));
    if olds.iter().map(|(name, _)| name).ne(news.iter().map(|(name, _)| name)) {
        return Err("entries came, went or moved".to_owned());
    }
    let changed: Vec<&String> =
        olds.iter().zip(&news).filter(|(old, new)| old.1 != new.1).map(|(old, _)| &old.0).collect();
    if changed.len() != wanted {
        return Err(format!("changed entries: {changed:?}"));
    }
    let prefix =
        |bytes: &[u8]| bytes.windows(4).position(|window| window == b"PK\x03\x04").map(|at| bytes[..at].to_vec());
    if prefix(old) != prefix(new) { Err("what stands before the archive changed".to_owned()) } else { Ok(()) }
}
