//! What RisuAI's importer would misread in a card from elsewhere, said in a way it reads.

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Op};
use ficha_model::{Entity, Path};
use serde_json::{Value, json};

use super::card::LINEAGE;
use crate::ask::Ask;
use crate::carrier;
use crate::notes::{NoteCode, Notes};

/// The line that keeps an entry from use (Character Card V3, decorators).
const OFF: &str = "@@dont_activate";

/// A linked book: RisuAI does not look at the switch of an entry, so one that is off gets a line that keeps it from
/// use. Books that came in a card of RisuAI are left as they are.
pub(super) fn book(book: &Entity, notes: &mut Notes) -> Option<Entity> {
    if book.source.as_ref().is_some_and(|source| source.format == LINEAGE.id()) {
        return None;
    }
    let mut adapted = None;
    for (index, row) in book.body.list("entries").iter().enumerate() {
        let text = row.get("content").and_then(Value::as_str).unwrap_or("");
        // Without keys and not constant it is never used, whatever its switch says.
        let keys = row.get("triggers").and_then(Value::as_array).is_some_and(|keys| !keys.is_empty());
        let used = keys || row.get("constant") == Some(&Value::Bool(true));
        if row.get("enabled") != Some(&Value::Bool(false)) || text.starts_with(OFF) || !used {
            continue;
        }
        let content = Path::default().key("entries").index(index).key("content");
        adapted.get_or_insert_with(|| book.clone()).body.set(&content, json!(format!("{OFF}\n{text}")));
        let reason = "RisuAI uses entries that are off; a line at its start keeps it from use.";
        notes.explain_in(book.address().as_str(), content, NoteCode::Adapted, reason);
    }
    adapted
}

/// The card with the block RisuAI's cards have, when it leaves in another container than it came; one that came
/// encrypted may lack it.
pub(super) fn signed(entity: &Entity, ask: &Ask<'_>) -> Entity {
    let mut entity = entity.clone();
    let Some(original) = entity.original.get(LINEAGE.id()) else { return entity };
    let own = carrier::own_container(&entity, LINEAGE.id());
    let as_it_came = !ask.rewrite && own.is_some() && (ask.container.is_none() || ask.container == own);
    let raw = original.raw.as_ref();
    let card = raw.and_then(|raw| Document::parse(raw.0.clone(), &carrier::own_limits().json).ok());
    let lacks = card.is_some_and(|card| {
        card.at("/data/extensions").is_some_and(Node::is_object) && card.at("/data/extensions/risuai").is_none()
    });
    let in_archive = matches!(own, Some(ContainerId::Zip | ContainerId::JpegZip));
    if lacks && !as_it_came && !(in_archive && (ask.container.is_none() || ask.container == own)) {
        let add = Op::Add { path: "/data/extensions/risuai".to_owned(), value: json!({}) };
        entity.native_edits.entry(LINEAGE.id().to_owned()).or_default().push(add);
    }
    entity
}
