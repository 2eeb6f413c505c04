//! Native data written by hand for an app the entity has no original of.
//!
//! It is a list of native edits like any other, made to an empty object in the fullest shape of the format; the list
//! begins with the operation that makes that object. When the format is written, what no body can say is laid onto the
//! file made anew. What the body says stays the body's: a mapped key in here is never written.

use ficha_json::{Document, Limits, Op};
use ficha_model::{Entity, Raw};

use crate::format::FormatSpec;
use crate::inspect::{Roots, beside_the_body, matching};

/// The text such a list of edits makes; places on the way that are missing become objects.
pub fn native_payload(edits: &[Op]) -> Raw {
    let mut text = "{}".to_owned();
    for edit in edits {
        // One after the other: a later one may be about what an earlier one put there.
        let Ok(document) = Document::parse(text.as_str(), &Limits::widest()) else { break };
        text = match edit {
            Op::Add { path, value } | Op::Replace { path, value } if !is_item(&document, path) => {
                let mut made = document.edit();
                made.replace(path, value);
                made.finish()
            }
            other => ficha_json::apply_patch(&document, std::slice::from_ref(other)).0,
        };
    }
    Raw(text.into())
}

/// Whether a pointer names an item of a list: there an `add` makes room and must not replace.
fn is_item(document: &Document, path: &str) -> bool {
    let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
    !path.is_empty() && document.at(parent).is_some_and(|node| node.is_array())
}

/// The payload written by hand for a format; `None` when there is an original, or nothing was written.
pub(crate) fn payload_of(entity: &Entity, id: &str) -> Option<Document> {
    if entity.original.get(id).is_some_and(|original| original.raw.is_some()) {
        return None;
    }
    let edits = entity.native_edits.get(id).filter(|edits| !edits.is_empty())?;
    Document::parse(native_payload(edits).0, &Limits::widest()).ok()
}

/// What was written by hand for this format, with pointers in a payload of these roots.
pub(crate) fn beside(entity: &Entity, spec: &'static FormatSpec, roots: &Roots) -> Vec<(String, serde_json::Value)> {
    let Some(payload) = payload_of(entity, spec.id) else { return Vec::new() };
    beside_the_body(spec, &payload).into_iter().map(|(pointer, value)| (roots.locate(&pointer), value)).collect()
}

/// The edits of a list that put nothing private into a file.
pub(crate) fn without_private(id: &str, edits: &[Op]) -> Vec<Op> {
    let Some(format) = crate::format(id) else { return Vec::new() };
    let spec = format.spec();
    let says = |op: &&Op| {
        let one = native_payload(std::slice::from_ref(*op));
        let document = Document::parse(one.0, &Limits::widest());
        document.is_ok_and(|document| matching(spec, &Roots::plain(), spec.private, &document).is_empty())
    };
    edits.iter().filter(says).cloned().collect()
}

/// A payload made anew with what was written by hand in it; `None` when nothing was.
pub(crate) fn laid_on(fresh: &Document, entity: &Entity, spec: &'static FormatSpec, roots: &Roots) -> Option<String> {
    let found = beside(entity, spec, roots);
    if found.is_empty() {
        return None;
    }
    let mut edit = fresh.edit();
    for (pointer, value) in found {
        edit.replace(&pointer, &value);
    }
    Some(edit.finish())
}
