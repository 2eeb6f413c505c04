//! A record in files that are not JSON alone: a card chunk or an EXIF comment of a picture, a YAML text.
//!
//! The payload is the record's; here is only what carries it. A picture keeps every byte beside the text it carries,
//! a YAML text every line that says what it said.

use bytes::Bytes;
use ficha_container::{ContainerId, Place, exif, png};
use ficha_json::Document;
use ficha_model::{Entity, Kind, Path, Pristine};

use super::encode::{Export, export};
use super::format::Record;
use crate::ask::{Ask, Encoded};
use crate::carrier;
use crate::error::{EncodeError, Refusal};
use crate::format::{Decoded, Detection, Format, FormatSpec};
use crate::inspect::Roots;
use crate::media;
use crate::notes::{NoteCode, Notes};
use crate::source::{COMMENT, Source};
use crate::tavern::assets;

/// A record with its containers, which are those of its declaration. A picture it comes in is its portrait.
pub(crate) struct RecordFile {
    /// What the payload is.
    pub record: Record,
    /// The keyword of the text chunk of a PNG.
    pub keyword: &'static str,
    /// Said when a picture is written: who reads it. Empty when there is nothing to say.
    pub in_picture: &'static str,
}

const PORTRAIT: &str = "media.portrait";

impl RecordFile {
    fn reads(&self, source: &Source) -> bool {
        self.record.spec.reads.contains(&source.container())
    }

    /// The container: as asked; else the one it came in; else a picture when the portrait is at hand, else the first.
    fn container(&self, entity: &Entity, ask: &Ask<'_>) -> Result<ContainerId, EncodeError> {
        let spec = self.record.spec;
        let own = carrier::own_container(entity, spec.id);
        let writes = |container: &ContainerId| {
            spec.writes.contains(container) || (own == Some(*container) && spec.writes_own.contains(container))
        };
        if let Some(asked) = ask.container {
            return if writes(&asked) { Ok(asked) } else { Err(self.not_written(asked.word())) };
        }
        if let Some(own) = own.filter(|own| writes(own)) {
            return Ok(own);
        }
        let pictured = spec.writes.contains(&ContainerId::Png)
            && carrier::portrait_reference(&entity.body)
                .is_some_and(|reference| media::picture(entity, reference, ask.media).is_some());
        match spec.writes.first() {
            Some(_) if pictured => Ok(ContainerId::Png),
            Some(first) => Ok(*first),
            None => Err(self.not_written("a file")),
        }
    }

    fn not_written(&self, what: &str) -> EncodeError {
        let spec = self.record.spec;
        let words: Vec<&str> = spec.writes.iter().map(|container| container.word()).collect();
        EncodeError::CannotExpress {
            what: format!("{} is not written as {what}", spec.title),
            hint: match words.as_slice() {
                [] => "Choose another format of this kind.".to_owned(),
                words => format!("Choose {}.", words.join(" or ")),
            },
        }
    }

    /// The file of a payload that is not a copy.
    fn carried(
        &self,
        container: ContainerId,
        text: &str,
        entity: &Entity,
        ask: &Ask<'_>,
        notes: &mut Notes,
    ) -> Result<Bytes, EncodeError> {
        let id = self.record.spec.id;
        let own = carrier::source_file(entity, ask).filter(|_| !ask.rewrite && carrier::came_as(entity, id, container));
        let original = entity.original.get(id);
        let unchanged = original.and_then(|original| original.raw.as_ref()).is_some_and(|raw| *raw.0 == *text);
        match (container, &own) {
            (ContainerId::Png, Some(file)) if unchanged && keeps(entity) => Ok(file.clone()),
            (ContainerId::Png, _) => self.pictured(text, own, entity, ask, notes),
            (ContainerId::Yaml, Some(file)) if unchanged => Ok(file.clone()),
            (ContainerId::Yaml, _) => {
                self.explain_portrait(entity, notes);
                let document = carrier::parse_own(text, id)?;
                Ok(carrier::yaml(&document.root().to_value(), own.as_ref()).into())
            }
            _ => {
                self.explain_portrait(entity, notes);
                Ok(own.map_or_else(|| text.as_bytes().to_vec(), |file| carrier::dressed(text, &file)).into())
            }
        }
    }

    fn pictured(
        &self,
        text: &str,
        own: Option<Bytes>,
        entity: &Entity,
        ask: &Ask<'_>,
        notes: &mut Notes,
    ) -> Result<Bytes, EncodeError> {
        if !self.in_picture.is_empty() {
            notes.warn(NoteCode::RarelyRead, Place::file(), self.in_picture);
        }
        let label = entity
            .original
            .get(self.record.spec.id)
            .and_then(|original| original.unmapped.get("carrier"))
            .and_then(serde_json::Value::as_str);
        if let Some(file) = own.filter(|_| keeps(entity)) {
            let limits = carrier::own_limits();
            if label == Some(COMMENT) {
                return Ok(exif::with_user_comment(&file, text.as_bytes(), &limits)?.into());
            }
            let png = png::read(&file, &limits)?;
            let texts = png.texts(&file);
            if let Some(chunk) = texts.iter().find(|chunk| Some(chunk.name().as_str()) == label) {
                let edit = (chunk.chunk, chunk.keyword.clone(), text.to_owned());
                return Ok(carrier::edit_png(&file, &png, &[edit]).into());
            }
        }
        let picture = carrier::portrait_or_plain(entity, ask, false, notes)?;
        Ok(carrier::build_png(&picture, &[(self.keyword, text)])?.into())
    }

    fn explain_portrait(&self, entity: &Entity, notes: &mut Notes) {
        if carrier::portrait_reference(&entity.body).is_some() {
            let said = "A text file holds no picture.";
            notes.explain(Path::of(PORTRAIT), NoteCode::PictureLeft, said);
        }
    }
}

/// Whether the picture the entity came in is still its portrait.
fn keeps(entity: &Entity) -> bool {
    carrier::portrait_reference(&entity.body) == Some("carrier:")
}

impl Format for RecordFile {
    fn spec(&self) -> &'static FormatSpec {
        self.record.spec
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        (self.record.detect)(&source.payload()?.document).filter(|_| self.reads(source))
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        if source.payload().is_some() && !self.reads(source) {
            return Err(self.record.none(source));
        }
        let mut entity = self.record.read(source, notes)?;
        if media::has_picture(source.container()) {
            let mut portrait = assets::carrier(source.container());
            // Only a character has more pictures to tell the portrait from.
            if let (true, Some(portrait)) = (entity.kind != Kind::Character, portrait.as_object_mut()) {
                portrait.shift_remove("primary");
            }
            entity.body.set(&Path::of(PORTRAIT), portrait);
            let pristine = Pristine(Some(entity.body.clone()));
            if let Some(original) = entity.original.get_mut(self.record.spec.id) {
                original.pristine = pristine;
            }
        }
        Ok(Decoded { entities: vec![entity], blobs: Vec::new() })
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        if let Some(variant) = ask.variant {
            return Err(EncodeError::CannotExpress {
                what: format!("{} has no version {}", self.record.spec.title, variant.word()),
                hint: "Leave the version away.".to_owned(),
            });
        }
        let container = self.container(entity, ask)?;
        let bytes = match export(&self.record, entity, container, ask, notes)? {
            Export::Copy(file) => {
                let label = entity
                    .original
                    .get(self.record.spec.id)
                    .and_then(|original| original.unmapped.get("carrier").and_then(serde_json::Value::as_str));
                carrier::note_odd_carrier(&file, label, notes);
                file
            }
            Export::Text(text) => self.carried(container, &text, entity, ask, notes)?,
        };
        let named = self.record.spec.extensions.iter().find(|extension| **extension == container.extension());
        let extension = named.copied().unwrap_or_else(|| container.extension());
        Ok(Encoded { bytes, container, extension, variant: None })
    }

    fn roots(&self, document: &Document) -> Roots {
        (self.record.roots)(document)
    }
}
