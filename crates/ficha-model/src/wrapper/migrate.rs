//! What older wrappers wrote otherwise.
//!
//! The version text never changed in the years these shapes were written, so a migration looks for the shape and not
//! for a number. Each is made at most once and leaves today's shape alone: migrating twice is migrating once.
//! A new shape gets a new migration at the end of the chain, never a change of an older one.

use serde_json::{Value, json};

use super::Wrapper;
use super::read::Members;
use crate::entity::SourceRecord;
use crate::{Body, Kind};

/// A migration of the wrapper's keys; it answers whether it changed something.
type OfKeys = fn(&mut Members<'_>) -> bool;

/// A migration of what was read; it answers whether it changed something.
type OfContent = fn(&mut Wrapper) -> bool;

/// Migrations of the wrapper's own keys, in order.
const KEYS: &[(&str, OfKeys)] = &[("escrow-is-original", escrow_is_original)];

/// Migrations of what was read, in order.
const CONTENT: &[(&str, OfContent)] =
    &[("studio-notes-apart", studio_notes_apart), ("source-recorded", source_recorded), ("links-typed", links_typed)];

/// Makes the migrations of keys and names those that changed something.
pub(super) fn keys(members: &mut Members<'_>) -> Vec<&'static str> {
    KEYS.iter().filter(|(_, migrate)| migrate(members)).map(|(name, _)| *name).collect()
}

/// Makes the migrations of content and names those that changed something.
pub(super) fn content(wrapper: &mut Wrapper) -> Vec<&'static str> {
    CONTENT.iter().filter(|(_, migrate)| migrate(wrapper)).map(|(name, _)| *name).collect()
}

/// Originals were once called `escrow`.
fn escrow_is_original(members: &mut Members<'_>) -> bool {
    if members.contains_key("original") {
        return false;
    }
    let Some(escrow) = members.shift_remove("escrow") else { return false };
    members.insert("original".to_owned(), escrow);
    true
}

/// The reference studio kept its own notes as an original of a format that is none.
fn studio_notes_apart(wrapper: &mut Wrapper) -> bool {
    let Some(entry) = wrapper.entity.original.shift_remove("vaud-studio") else { return false };
    wrapper.studio = entry.unmapped;
    true
}

/// The source was once "the first original"; what file it was is no longer known.
fn source_recorded(wrapper: &mut Wrapper) -> bool {
    if wrapper.entity.source.is_some() || wrapper.newer {
        return false;
    }
    let Some((format, original)) = wrapper.entity.original.first() else { return false };
    let mime =
        original.source_media.as_ref().map(|media| media.mime.as_str()).or_else(|| {
            wrapper.inline_media.iter().find(|media| media.format == *format).map(|media| media.mime.as_str())
        });
    let container = match mime {
        Some("image/png") => "png",
        Some("image/webp") => "webp",
        Some("image/jpeg") => "jpeg",
        Some(_) => "zip",
        None => "json",
    };
    wrapper.entity.source =
        Some(SourceRecord { format: format.clone(), container: container.to_owned(), ..SourceRecord::default() });
    true
}

/// Links were once plain ids.
fn links_typed(wrapper: &mut Wrapper) -> bool {
    let entity = &mut wrapper.entity;
    let mut changed = type_links(entity.kind, &mut entity.body);
    for profile in entity.profiles.values_mut() {
        changed |= type_links(entity.kind, profile);
    }
    changed
}

fn type_links(kind: Kind, body: &mut Body) -> bool {
    match kind {
        Kind::Character | Kind::Persona => {}
        // A regex rule's plain ids are another app's, not ours; the rest have no links.
        Kind::Lorebook | Kind::Regex | Kind::Preset | Kind::Pack | Kind::Quickreply => return false,
    }
    let is_plain = |body: &Value| {
        ["knowledgeRefs", "behaviorRefs"]
            .iter()
            .filter_map(|key| body.get(key)?.as_array())
            .any(|links| links.iter().any(Value::is_string))
    };
    let variants = body.list("variants").iter().filter_map(|variant| variant.get("overrides"));
    if !is_plain(body.value()) && !variants.into_iter().any(is_plain) {
        return false;
    }
    let root = body.value_mut();
    type_links_in(root);
    for variant in root.get_mut("variants").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(overrides) = variant.get_mut("overrides") {
            type_links_in(overrides);
        }
    }
    true
}

fn type_links_in(body: &mut Value) {
    for key in ["knowledgeRefs", "behaviorRefs"] {
        for link in body.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
            if let Value::String(id) = link {
                *link = json!({"type": "entity", "id": id});
            }
        }
    }
}
