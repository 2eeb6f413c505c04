//! Edits in the very file a card came in: chunks of a PNG, entries of an archive, the text of a JSON file.

use bytes::Bytes;
use ficha_container::archive::{Archive, EntryEdit};
use ficha_container::{ContainerId, Place, png};
use ficha_json::Document;

use super::{Export, LinkedChange};
use crate::ask::Encoded;
use crate::carrier;
use crate::error::EncodeError;
use crate::format::Variant;
use crate::notes::{NoteCode, Notes};
use crate::overlay::{State, at, state};
use crate::source::{card_chunks, read_card_chunk};
use crate::tavern::edit::Target;
use crate::tavern::layout::Layout;
use crate::tavern::pictures::{self, Entries};
use crate::tavern::version;

impl Export<'_> {
    /// The very file with its payloads edited.
    pub(super) fn in_place(&self, change: &LinkedChange<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        let own = self.layout.variant();
        let target =
            Target { raw: &self.base.raw, document: self.base.document(), layout: &self.layout, second: false };
        let (text, entries) = self.text(&target, change, true, notes);
        let file = self.file.clone().unwrap_or_default();
        let bytes = match self.container {
            ContainerId::Png => self.png_in_place(&file, text, change, notes)?,
            ContainerId::Zip | ContainerId::JpegZip => self.archive_in_place(&file, text, &entries, notes)?,
            _ => carrier::dressed(&text, &file),
        };
        if self.container == ContainerId::Json {
            pictures::explain_left(self.entity, own, self.same_portrait(), notes);
        }
        Ok(self.made(bytes.into(), own))
    }

    fn png_in_place(
        &self,
        file: &Bytes,
        text: String,
        change: &LinkedChange<'_>,
        notes: &mut Notes,
    ) -> Result<Vec<u8>, EncodeError> {
        let png = png::read(file, &self.ask.media.limits(self.entity))?;
        let Some((first, keyword)) = carrier::chunk_of(&png, file, self.carrier()) else {
            let picture =
                carrier::portrait_or_plain(self.entity, self.ask, self.layout.variant() == Variant::V3, notes)?;
            let keyword = if self.layout.variant() == Variant::V3 { "ccv3" } else { "chara" };
            return carrier::build_png(&picture, &[(keyword, &text)]);
        };
        let second = self.second_chunk(&png, file, &keyword, &text, change, notes);
        let mut edits = vec![(first, keyword.clone(), text)];
        edits.extend(second);
        if self.same_portrait() {
            return Ok(carrier::edit_png(file, &png, &edits));
        }
        let picture = carrier::portrait_or_plain(self.entity, self.ask, self.layout.variant() == Variant::V3, notes)?;
        edits.sort_by_key(|(_, keyword, _)| !keyword.eq_ignore_ascii_case("chara"));
        let lower: Vec<(String, &str)> =
            edits.iter().map(|(_, keyword, text)| (keyword.to_ascii_lowercase(), text.as_str())).collect();
        let chunks: Vec<(&str, &str)> = lower.iter().map(|(keyword, text)| (keyword.as_str(), *text)).collect();
        carrier::build_png(&picture, &chunks)
    }

    pub(super) fn same_portrait(&self) -> bool {
        let path = "media.portrait.ref";
        state(at(self.before.value(), path), at(self.entity.body.value(), path)) == State::Equal
    }

    /// The chunk of the other keyword with the same edits in its own text; `None` when there is none to read.
    fn second_chunk(
        &self,
        png: &png::Png,
        file: &Bytes,
        keyword: &str,
        first: &str,
        change: &LinkedChange<'_>,
        notes: &mut Notes,
    ) -> Option<(usize, String, String)> {
        let other = if keyword.eq_ignore_ascii_case("ccv3") { "chara" } else { "ccv3" };
        let chunks = card_chunks(png, file);
        let chunk = chunks.iter().find(|chunk| chunk.keyword.eq_ignore_ascii_case(other))?;
        let raw = read_card_chunk(file, chunk, &self.ask.media.limits(self.entity)).ok()?;
        let (layout, _) = Layout::of(&raw)?;
        // A compressed copy is one its own app never saw again; when it also says other things, it is a stale card that
        // other programs would find, and it is made from the new text.
        if chunk.form != png::TextForm::Text && self.is_stale(&raw, &layout) {
            let text = format!("{} held an older card and is made from the edited one.", chunk.name());
            notes.info(NoteCode::CarrierRepaired, chunk.place(), text);
            let document = carrier::parse_own(first, self.lineage.id()).ok()?;
            let (layout, _) = Layout::of(&document)?;
            let copy = match other {
                "chara" => version::lower_to_v2(&document, &layout, true).0,
                _ => version::raise(&document, &layout, Variant::V3),
            };
            return Some((chunk.chunk, chunk.keyword.clone(), copy));
        }
        let edits = self.entity.native_edits.get(self.lineage.id()).map(Vec::as_slice).unwrap_or(&[]);
        // A native edit is made here too where the place exists and says the same.
        let shared: Vec<ficha_json::Op> = edits
            .iter()
            .filter(|op| {
                let (here, there) = (raw.at(op.path()), self.base.raw.at(op.path()));
                matches!((here, there), (Some(here), Some(there)) if here.same_as(there))
            })
            .cloned()
            .collect();
        let mut silent = Notes::new();
        let edited = match shared.as_slice() {
            [] => None,
            shared => carrier::patched(&raw, shared, self.lineage.id(), &mut silent).ok(),
        };
        let target = Target { raw: &raw, document: edited.as_ref().unwrap_or(&raw), layout: &layout, second: true };
        let (text, _) = self.text(&target, change, true, &mut silent);
        Some((chunk.chunk, chunk.keyword.clone(), text))
    }

    /// Whether the other chunk says something else in the texts every version has.
    fn is_stale(&self, other: &Document, layout: &Layout) -> bool {
        self.lineage.mapped().filter(|row| row.since == Variant::V1).any(|row| {
            let here = self.layout.find(&self.base.raw, row.key).map(|(node, _)| node);
            match (here, layout.find(other, row.key).map(|(node, _)| node)) {
                (Some(here), Some(there)) => !here.same_as(there),
                (Some(_), None) | (None, Some(_)) => true,
                (None, None) => false,
            }
        })
    }

    fn archive_in_place(
        &self,
        file: &Bytes,
        text: String,
        entries: &Entries,
        notes: &mut Notes,
    ) -> Result<Vec<u8>, EncodeError> {
        let archive = Archive::read(file, &self.ask.media.limits(self.entity))?;
        let name = self.carrier().unwrap_or("card.json").to_owned();
        let mut edits = vec![EntryEdit::Replace { name, bytes: carrier::unambiguous(&text).into_owned().into_bytes() }];
        for path in &entries.dropped {
            if let Some(entry) = archive.find(path) {
                edits.push(EntryEdit::Remove { name: entry.name.clone() });
            }
        }
        for (name, bytes) in &entries.added {
            let edit = match archive.find(name) {
                Some(entry) => EntryEdit::Replace { name: entry.name.clone(), bytes: bytes.to_vec() },
                None => EntryEdit::Add { name: name.clone(), bytes: bytes.to_vec() },
            };
            edits.retain(|known| *known != EntryEdit::Remove { name: name.clone() });
            edits.push(edit);
        }
        if self.container == ContainerId::JpegZip && !self.same_portrait() {
            let text = "The picture in front of the archive stays as it is.";
            notes.warn(NoteCode::PictureLeft, Place::file(), text);
        }
        Ok(archive.rewrite(file, &edits)?)
    }
}
