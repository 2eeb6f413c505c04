//! `assets` of a V3 card and the media of a body: writing.
//!
//! A row that says what the body says keeps its text. Bytes go where the container has room: entries of an archive,
//! data URIs in a text, the carrier itself for the portrait of a PNG. A reference nobody can resolve stays in an
//! edited card of the same file and is left out of one built anew, with a note either way.

use std::collections::BTreeSet;

use bytes::Bytes;
use ficha_container::archive::NewEntry;
use ficha_container::{ContainerId, Place, data_uri};
use ficha_json::{Document, Node};
use ficha_model::{Entity, Path};
use serde_json::{Map, Value, json};

use super::assets::{KEY, extension_of_mime, portrait_row};
use super::layout::Layout;
use crate::ask::Ask;
use crate::format::Variant;
use crate::media::{self, archive_path};
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, Writes, at, state};

/// What is asked for.
pub(crate) struct Plan<'a> {
    /// The character.
    pub entity: &'a Entity,
    /// Where bytes come from.
    pub ask: &'a Ask<'a>,
    /// The payload that is written.
    pub document: &'a Document,
    /// Where its fields are.
    pub layout: &'a Layout,
    /// The media of the body the payload decodes to.
    pub before: &'a Value,
    /// The word of the platform for pictures of expressions.
    pub expression: &'static str,
    /// The container written.
    pub target: ContainerId,
    /// Whether the very file it came in is edited, so that its references still hold.
    pub in_place: bool,
}

/// Bytes that go into an archive beside the card.
#[derive(Default)]
pub(crate) struct Entries {
    /// New entries, name and bytes.
    pub added: Vec<(String, Bytes)>,
    /// Paths the card no longer names.
    pub dropped: Vec<String>,
}

/// One asset on the wire.
struct Wire<'a> {
    row: Node<'a>,
    asset: Option<Value>,
}

/// The change of the assets, and what goes into the archive.
pub(crate) fn overlay(plan: &Plan<'_>, writes: &mut Writes, notes: &mut Notes) -> Entries {
    let mut entries = Entries::default();
    let after = plan.entity.body.value();
    let media = |body: &'_ Value, key: &str| body.get("media").and_then(|media| media.get(key)).cloned();
    let (old_portrait, new_portrait) = (media(plan.before, "portrait"), media(after, "portrait"));
    let (old_assets, new_assets) = (media(plan.before, "assets"), media(after, "assets"));
    let same_portrait = state(old_portrait.as_ref(), new_portrait.as_ref()) == State::Equal;
    let same_assets = state(old_assets.as_ref(), new_assets.as_ref()) == State::Equal;
    let as_carrier = media::has_picture(plan.target);
    let portrait_holds = plan.in_place
        || reference(new_portrait.as_ref()).is_none_or(|reference| {
            is_open(reference) || (reference == "carrier:" && (as_carrier || is_text(plan.target)))
        });
    let list: Vec<Value> = new_assets.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
    let assets_hold = plan.in_place || list.iter().all(|asset| reference(Some(asset)).is_none_or(is_open));
    let on_web = reference(new_portrait.as_ref()).is_some_and(media::is_web);
    let by_carrier = as_carrier && !names_portrait(plan) && !on_web;
    if same_assets && (same_portrait || by_carrier) && portrait_holds && assets_hold {
        return entries;
    }
    // A text has no carrier: what it says of the portrait stays, and the picture is left behind.
    let left = is_text(plan.target) && same_portrait && reference(new_portrait.as_ref()) == Some("carrier:");
    let wire = wire_rows(plan, old_portrait, &old_assets);
    let mut used = vec![false; wire.len()];
    let mut names = BTreeSet::new();
    let path = Path::default().key("media");
    let mut write = |asset: &Value, path: Path, portrait: bool, notes: &mut Notes| {
        let matched = matching(&wire, &used, asset, portrait);
        let old = matched.and_then(|index| wire.get(index));
        let unchanged =
            old.is_some_and(|old| old.asset.as_ref().is_some_and(|old| state(Some(old), Some(asset)) == State::Equal));
        if let Some(used) = matched.and_then(|index| used.get_mut(index)) {
            *used = true;
        }
        let here = reference(Some(asset)).unwrap_or("");
        if let (Some(old), true) = (old, unchanged && (plan.in_place || is_open(here) || (portrait && left))) {
            return Some((matched, old.row.to_value()));
        }
        let same_reference = old.is_some_and(|old| reference(old.asset.as_ref()) == Some(here));
        if let (Some(old), true) = (old, same_reference && (plan.in_place || is_open(here))) {
            let uri = old.row.get("uri").and_then(|uri| uri.as_str()).unwrap_or_default();
            return Some((matched, row(plan, Some(old.row), asset, portrait, &uri)));
        }
        let uri = uri(plan, asset, here, portrait, unchanged, &mut entries, &mut names, &path, notes)?;
        Some((matched, row(plan, old.map(|old| old.row), asset, portrait, &uri)))
    };
    let portrait = new_portrait.as_ref().filter(|_| !(list.is_empty() && by_carrier));
    let portrait = portrait.filter(|_| !left || names_portrait(plan));
    let first = portrait.and_then(|portrait| write(portrait, path.key("portrait"), true, notes));
    let mut placed: Vec<(Option<usize>, Value)> = Vec::new();
    for (index, asset) in list.iter().enumerate() {
        placed.extend(write(asset, path.key("assets").index(index), false, notes));
    }
    // The portrait's row stays where it stood among the others.
    if let Some((at, row)) = first {
        let place = at.map_or(0, |at| {
            placed.iter().position(|(other, _)| other.is_some_and(|other| other > at)).unwrap_or(placed.len())
        });
        placed.insert(place, (at, row));
    }
    let mut rows: Vec<Value> = placed.into_iter().map(|(_, row)| row).collect();
    entries.dropped = dropped(&wire, &used, &rows);
    let (present, pointer) = match plan.layout.find(plan.document, KEY) {
        Some((node, pointer)) => (Some(node), pointer),
        None => (None, plan.layout.locate(KEY)),
    };
    if let Some(present) = present {
        rows.extend(present.items().filter(|row| !row.is_object()).map(Node::to_value));
    }
    if rows.is_empty() {
        writes.remove(pointer);
    } else {
        writes.set(pointer, Value::Array(rows));
    }
    entries
}

/// Whether a container is nothing but its text.
fn is_text(container: ContainerId) -> bool {
    matches!(container, ContainerId::Json | ContainerId::Yaml)
}

/// Whether the payload has a row for the portrait.
fn names_portrait(plan: &Plan<'_>) -> bool {
    plan.layout.find(plan.document, KEY).is_some_and(|(node, _)| {
        let rows: Vec<(usize, Node<'_>)> = node.items().enumerate().collect();
        portrait_row(&rows).is_some()
    })
}

fn reference(asset: Option<&Value>) -> Option<&str> {
    asset?.get("ref")?.as_str()
}

/// A reference that holds wherever the text goes.
fn is_open(reference: &str) -> bool {
    media::is_web(reference) || reference.starts_with("ccdefault:") || reference.starts_with("data:")
}

/// The rows of the wire with the assets they decode to.
fn wire_rows<'a>(plan: &Plan<'a>, portrait: Option<Value>, assets: &Option<Value>) -> Vec<Wire<'a>> {
    let Some((node, _)) = plan.layout.find(plan.document, KEY) else { return Vec::new() };
    let rows: Vec<(usize, Node<'a>)> = node.items().enumerate().filter(|(_, row)| row.is_object()).collect();
    let chosen = portrait_row(&rows);
    let mut others = assets.as_ref().and_then(Value::as_array).cloned().unwrap_or_default().into_iter();
    let mut portrait = portrait;
    rows.into_iter()
        .map(|(index, row)| {
            let decoded = row.get("uri").is_some_and(Node::is_string);
            let asset = match (decoded, Some(index) == chosen) {
                (false, _) => None,
                (true, true) => portrait.take(),
                (true, false) => others.next(),
            };
            Wire { row, asset }
        })
        .collect()
}

/// The wire row an asset was: the portrait's own, else the first unused of the same role and label.
fn matching(wire: &[Wire<'_>], used: &[bool], asset: &Value, portrait: bool) -> Option<usize> {
    let free = |index: usize| used.get(index) == Some(&false);
    let is_portrait =
        |wire: &Wire<'_>| wire.asset.as_ref().is_some_and(|asset| asset.get("primary") == Some(&json!(true)));
    let mut candidates = wire.iter().enumerate().filter(|(index, wire)| free(*index) && is_portrait(wire) == portrait);
    if portrait {
        return candidates.next().map(|(index, _)| index);
    }
    let same = |wire: &Wire<'_>, key: &str| wire.asset.as_ref().is_some_and(|old| old.get(key) == asset.get(key));
    let named = |(_, wire): &(usize, &Wire<'_>)| same(wire, "role") && same(wire, "label");
    let whole = candidates.clone().find(|found| named(found) && same(found.1, "ref"));
    let found =
        whole.or_else(|| candidates.clone().find(|(_, wire)| same(wire, "ref"))).or_else(|| candidates.find(named));
    found.map(|(index, _)| index)
}

/// Archive paths of rows that are not written any more.
fn dropped(wire: &[Wire<'_>], used: &[bool], rows: &[Value]) -> Vec<String> {
    let kept: BTreeSet<String> = rows.iter().filter_map(|row| archive_path(row.get("uri")?.as_str()?)).collect();
    let gone = wire.iter().zip(used).filter(|(wire, used)| !**used && wire.asset.is_some());
    gone.filter_map(|(wire, _)| archive_path(&wire.row.get("uri")?.as_str()?))
        .filter(|path| !kept.contains(path))
        .collect()
}

/// The URI of an asset in the target; `None` leaves it out.
#[expect(clippy::too_many_arguments, reason = "one asset with everything its place depends on")]
fn uri(
    plan: &Plan<'_>,
    asset: &Value,
    reference: &str,
    portrait: bool,
    unchanged: bool,
    entries: &mut Entries,
    names: &mut BTreeSet<String>,
    path: &Path,
    notes: &mut Notes,
) -> Option<String> {
    if portrait && media::has_picture(plan.target) && !media::is_web(reference) {
        return Some("ccdefault:".to_owned());
    }
    // An archive has room for the bytes; a text has not.
    let archived = matches!(plan.target, ContainerId::Zip | ContainerId::JpegZip) && reference.starts_with("data:");
    if is_open(reference) && !archived {
        return Some(reference.to_owned());
    }
    let Some(picture) = media::picture(plan.entity, reference, plan.ask.media) else {
        if plan.in_place && unchanged {
            return Some(reference.to_owned());
        }
        let text = format!("The picture {reference} is not at hand, so its row was left out.");
        notes.warn(NoteCode::DanglingAsset, Place::pointer(KEY), &text);
        notes.explain(path.clone(), NoteCode::DanglingAsset, text);
        return None;
    };
    if matches!(plan.target, ContainerId::Zip | ContainerId::JpegZip) {
        let name = entry_name(asset, portrait, &picture.mime, names);
        let uri = format!("embeded://{name}");
        entries.added.push((name, media::without_cards(picture.bytes)));
        return Some(uri);
    }
    Some(data_uri::build(&picture.mime, &media::without_cards(picture.bytes)))
}

/// A path for a picture in an archive, unique, safe as a file name and in a URI.
fn entry_name(asset: &Value, portrait: bool, mime: &str, names: &mut BTreeSet<String>) -> String {
    let label = if portrait { "main" } else { asset.get("label").and_then(Value::as_str).unwrap_or("picture") };
    let mut stem: String =
        label.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).take(60).collect();
    if stem.trim_matches('_').is_empty() {
        stem = "picture".to_owned();
    }
    let folder = type_of(asset.get("role").and_then(Value::as_str).unwrap_or("other"));
    let extension = extension_of_mime(mime);
    let named = |stem: &str| format!("assets/{folder}/images/{stem}.{extension}");
    let mut name = named(&stem);
    let mut count = 2;
    while names.contains(&name.to_ascii_lowercase()) {
        name = named(&format!("{stem}_{count}"));
        count += 1;
    }
    names.insert(name.to_ascii_lowercase());
    name
}

/// The type a role is written as.
fn type_of(role: &str) -> &'static str {
    match role {
        "portrait" => "icon",
        "emotion" => "emotion",
        "outfit" => "outfit",
        "pose" => "pose",
        "background" => "background",
        _ => "other",
    }
}

/// The row of an asset; what an old row says beside stays.
fn row(plan: &Plan<'_>, old: Option<Node<'_>>, asset: &Value, portrait: bool, uri: &str) -> Value {
    let mut row = match old.map(Node::to_value) {
        Some(Value::Object(row)) => row,
        _ => Map::new(),
    };
    let text = |key: &str| asset.get(key).and_then(Value::as_str);
    let role = text("role").unwrap_or("other");
    let keeps_type = row.get("type").and_then(Value::as_str).is_some_and(|kind| {
        type_of(role) == kind
            || (role == "other" && type_of(kind) == "other")
            || (role == "emotion" && kind == "expression")
    });
    if !keeps_type {
        let kind = if role == "emotion" { plan.expression } else { type_of(role) };
        row.insert("type".to_owned(), json!(kind));
    }
    row.insert("uri".to_owned(), json!(uri));
    let name = if portrait { "main" } else { text("label").unwrap_or("") };
    let same_name =
        row.get("name").and_then(Value::as_str).is_some_and(|old| portrait || super::assets::label_of(old) == name);
    if !same_name {
        row.insert("name".to_owned(), json!(name));
    }
    let extension = match text("mime") {
        Some(mime) => extension_of_mime(mime),
        None => data_uri::mime(uri).map_or("unknown", extension_of_mime),
    };
    let same_extension = row.get("ext").and_then(Value::as_str).is_some_and(|old| {
        super::assets::mime_of_extension(old).is_some_and(|mime| extension_of_mime(mime) == extension)
    });
    if !same_extension {
        row.insert("ext".to_owned(), json!(extension));
    }
    Value::Object(row)
}

/// The entries of an archive made anew: the card, then its pictures.
pub(crate) fn archive<'a>(card: &'a str, entries: &'a Entries) -> Vec<NewEntry<'a>> {
    let mut all = vec![NewEntry::new("card.json", card.as_bytes())];
    all.extend(entries.added.iter().map(|(name, bytes)| NewEntry::new(name.clone(), &bytes[..])));
    all
}

/// Gives the reason for a portrait a text of this version has no room for: before V3 there are no pictures in it, and
/// the picture the card came in (`own`) is no part of it ever. That of a card from elsewhere is written into it.
pub(crate) fn explain_left(entity: &Entity, version: Variant, own: bool, notes: &mut Notes) {
    let body = entity.body.value();
    let carrier = at(body, "media.portrait.ref").and_then(Value::as_str) == Some("carrier:");
    if at(body, "media.portrait").is_some() && (version < Variant::V3 || (carrier && own)) {
        let text = "The text of a card does not hold the picture it comes in.";
        notes.explain(Path::default().key("media").key("portrait"), NoteCode::PictureLeft, text);
    }
}
