//! A lorebook: JSON, or JSON in the `naidata` chunk of a picture, which NovelAI calls a lorecard.
//!
//! A picture is only written when the book came in one: the chunk is put back where it was.

use std::sync::Arc;

use ficha_container::ContainerId;
use ficha_container::png::{self, NewChunk, Splice};
use ficha_json::Document;
use ficha_model::{Entity, Raw};
use serde_json::{Map, Value, json};

use super::wire::{RECORD, SPEC};
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::read::Reader;
use crate::record::{Export, Piece, entity, export};
use crate::source::{Payload, Source};

/// The chunk of a lorecard.
const KEYWORD: &str = "naidata";

/// The format.
pub(super) struct Lorebook;

/// The book of a picture.
fn card(source: &Source) -> Option<Arc<Payload>> {
    source.png()?;
    source.chunk_document(KEYWORD).ok().filter(|chunk| (RECORD.detect)(&chunk.document).is_some())
}

impl Format for Lorebook {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        let Some(chunk) = card(source) else { return RECORD.detect(source) };
        let alone = source.payload().is_some_and(|payload| payload.carrier == chunk.carrier);
        let beside = Detection { confidence: 0.6, because: "it holds a NovelAI lorebook beside a card" };
        let found = Detection { confidence: 1.0, because: "it holds a NovelAI lorebook" };
        Some(if alone { found } else { beside })
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        let Some(chunk) = card(source) else { return RECORD.decode(source, notes) };
        notes.extend(chunk.notes.iter().cloned());
        let body = RECORD.body(&chunk.document, &mut Reader::new(chunk.place(), notes));
        let mut unmapped = Map::new();
        unmapped.extend(chunk.carrier.as_ref().map(|carrier| ("carrier".to_owned(), json!(carrier))));
        let raw = Raw(chunk.document.strict_text());
        let piece = Piece { format: SPEC.id, kind: SPEC.kind, body, raw, unmapped, pointer: None, file_format: None };
        Ok(Decoded { entities: vec![entity(piece, source)], blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let own = carrier::own_container(entity, SPEC.id);
        if ask.container.or(own) != Some(ContainerId::Png) {
            return RECORD.encode(entity, ask, notes);
        }
        let cannot = || EncodeError::CannotExpress {
            what: "a NovelAI lorebook is only written into a picture it came in".to_owned(),
            hint: "Choose json.".to_owned(),
        };
        let file = carrier::source_file(entity, ask).filter(|_| own == Some(ContainerId::Png)).ok_or_else(cannot)?;
        let made = |bytes| Encoded { bytes, container: ContainerId::Png, extension: "png", variant: None };
        let text = match export(&RECORD, entity, ContainerId::Png, ask, notes)? {
            Export::Copy(file) => return Ok(made(file)),
            Export::Text(text) => text,
        };
        let png = png::read(&file, &carrier::own_limits())?;
        let label = entity.original.get(SPEC.id).and_then(|original| original.unmapped.get("carrier"));
        let label = label.and_then(Value::as_str).unwrap_or("");
        let chunk = png.texts(&file).into_iter().find(|chunk| chunk.name() == label).ok_or_else(cannot)?;
        let mut splice = Splice::new(&png);
        splice.replace(chunk.chunk, NewChunk::base64(chunk.keyword.clone(), text.into_bytes()));
        Ok(made(splice.write(&file).into()))
    }

    fn roots(&self, document: &Document) -> Roots {
        RECORD.roots(document)
    }
}
