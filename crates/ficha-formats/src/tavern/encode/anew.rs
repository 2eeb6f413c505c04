//! A card in a carrier built anew, as the version that is asked for or needed.

use bytes::Bytes;
use ficha_container::archive::{Archive, NewEntry, build};
use ficha_container::{ContainerId, Place};
use ficha_json::{Document, Style};

use super::{Export, LinkedChange, path_of, unreadable};
use crate::ask::Encoded;
use crate::carrier;
use crate::error::EncodeError;
use crate::format::Variant;
use crate::media;
use crate::notes::{NoteCode, Notes};
use crate::overlay::at;
use crate::tavern::assets;
use crate::tavern::edit::Target;
use crate::tavern::layout::Layout;
use crate::tavern::pictures::{self, Entries};
use crate::tavern::version;

impl Export<'_> {
    /// A carrier built anew.
    pub(super) fn anew(
        &self,
        change: &LinkedChange<'_>,
        wanted: Variant,
        notes: &mut Notes,
    ) -> Result<Encoded, EncodeError> {
        let keeps_shape = self.container == ContainerId::Json && wanted == self.layout.variant() && !self.ask.rewrite;
        let full = match (self.container, self.ask.variant) {
            (ContainerId::Png, None) => self.lineage.latest().max(self.layout.variant()),
            _ => wanted.max(Variant::V2),
        };
        // The text as it came is kept word for word wherever its own version leaves.
        let own_text = self.layout.variant();
        let raised;
        let raised_raw;
        let is_late = own_text >= full && !self.layout.is_flat();
        let (raw, document) = if keeps_shape || (is_late && !self.ask.rewrite) {
            (&*self.base.raw, self.base.document())
        } else {
            let anew = |text: &Document| {
                let raised =
                    if is_late { text.strict_text().to_string() } else { version::raise(text, &self.layout, full) };
                version::complete(carrier::parse_own(raised, self.lineage.id())?, full, self.lineage.id())
            };
            raised_raw = anew(&self.base.raw)?;
            raised = anew(self.base.document())?;
            (&raised_raw, &raised)
        };
        let (layout, _) = Layout::of(document).ok_or_else(unreadable)?;
        let target = Target { raw, document, layout: &layout, second: false };
        let holds = self.container == ContainerId::Zip && !self.ask.rewrite && self.own_archive().is_some();
        let (text, entries) = self.text(&target, change, holds, notes);
        let text = self.without_wrapper(text, &layout)?;
        match self.container {
            ContainerId::Png => {
                let same_version = wanted == self.layout.variant() && wanted < Variant::V3;
                let as_it_came = self.has_original
                    && same_version
                    && self.ask.variant.is_none()
                    && !self.ask.rewrite
                    && self.lineage.latest() == Variant::V3;
                let chara = if as_it_came {
                    let own = Target {
                        raw: &self.base.raw,
                        document: self.base.document(),
                        layout: &self.layout,
                        second: false,
                    };
                    let (text, _) = self.text(&own, change, false, &mut Notes::new());
                    Some(self.without_wrapper(text, &self.layout)?)
                } else {
                    None
                };
                self.png_anew(&text, chara, wanted, notes)
            }
            ContainerId::Zip => {
                let bytes = self.archive_anew(&text, &entries, holds)?;
                Ok(self.made(bytes.into(), Variant::V3))
            }
            _ => {
                let text = if layout.variant() == Variant::V3 && wanted == Variant::V3 {
                    text
                } else {
                    self.lowered(&text, wanted, notes)?
                };
                pictures::explain_left(self.entity, wanted, self.same_portrait(), notes);
                Ok(self.made(text.into_bytes().into(), wanted))
            }
        }
    }

    /// The card alone where only a JSON file has room for what some apps wrap around it.
    fn without_wrapper(&self, text: String, layout: &Layout) -> Result<String, EncodeError> {
        if layout.envelope.is_empty() || self.container == ContainerId::Json {
            return Ok(text);
        }
        let document = carrier::parse_own(text, self.lineage.id())?;
        let card = document.at(&layout.envelope).ok_or_else(unreadable)?;
        Ok(card.raw().to_owned())
    }

    /// A text as the version that was asked for.
    fn lowered(&self, text: &str, wanted: Variant, notes: &mut Notes) -> Result<String, EncodeError> {
        let document = carrier::parse_own(text, self.lineage.id())?;
        let (layout, _) = Layout::of(&document).ok_or_else(unreadable)?;
        if layout.variant() <= wanted {
            return Ok(text.to_owned());
        }
        self.explain_older(wanted, notes);
        let style = if text.contains('\n') { Style::Pretty(4) } else { Style::Compact };
        Ok(match wanted {
            Variant::V1 => version::lower_to_v1(&document, &layout, style),
            Variant::V2 | Variant::V3 => version::lower_to_v2(&document, &layout, false).0,
        })
    }

    /// The reasons for what an older version has no place for.
    fn explain_older(&self, wanted: Variant, notes: &mut Notes) {
        let body = self.entity.body.value();
        let text = format!("Version {} of the card has no place for it.", wanted.word());
        for row in self.lineage.mapped().filter(|row| row.since > wanted) {
            if !crate::overlay::is_blank(at(body, row.path)) {
                notes.explain(path_of(row.path), NoteCode::OlderVariant, &text);
            }
        }
        let mut rest = vec!["media.assets"];
        if wanted == Variant::V1 {
            rest.extend(["prompts.depthInjections", "knowledgeRefs", "behaviorRefs"]);
        }
        for path in rest {
            if !crate::overlay::is_blank(at(body, path)) {
                notes.explain(path_of(path), NoteCode::OlderVariant, &text);
            }
        }
    }

    fn png_anew(
        &self,
        text: &str,
        chara: Option<String>,
        wanted: Variant,
        notes: &mut Notes,
    ) -> Result<Encoded, EncodeError> {
        let picture = match self.file.as_ref().filter(|_| self.same_portrait()) {
            Some(file) => file.clone(),
            None => carrier::portrait_or_plain(self.entity, self.ask, self.layout.variant() == Variant::V3, notes)?,
        };
        let document = carrier::parse_own(text, self.lineage.id())?;
        let (layout, _) = Layout::of(&document).ok_or_else(unreadable)?;
        let single = self.ask.variant.is_some_and(|asked| asked < Variant::V3) || layout.variant() < Variant::V3;
        if single && chara.is_none() {
            let lowered = self.lowered(text, wanted, notes)?;
            return Ok(self.made(carrier::build_png(&picture, &[("chara", &lowered)])?.into(), wanted));
        }
        let copy = chara.unwrap_or_else(|| {
            let (copy, stripped) = version::lower_to_v2(&document, &layout, true);
            if stripped {
                let text = "Decorator lines were left out of the V2 copy in the chara chunk; ccv3 has them.";
                notes.info(NoteCode::StrippedDecorators, Place::entry("tEXt:chara#1"), text);
            }
            copy
        });
        let chunks = [("chara", copy.as_str()), ("ccv3", text)];
        Ok(self.made(carrier::build_png(&picture, &chunks)?.into(), Variant::V3))
    }

    /// An archive built anew. One that comes from an archive of its own brings every entry along that the card did
    /// not give up; `holds`: its assets keep their paths.
    fn archive_anew(&self, text: &str, entries: &Entries, holds: bool) -> Result<Vec<u8>, EncodeError> {
        let mut all = pictures::archive(text, entries);
        if let Some((file, archive)) = self.own_archive() {
            let gone = if holds { self.found_in(&archive, &entries.dropped) } else { self.named_entries(&archive) };
            for entry in archive.entries() {
                let taken = all.iter().any(|known| known.name == entry.name);
                let is_card = Some(entry.name.as_str()) == self.carrier();
                if entry.is_directory() || taken || is_card || gone.contains(&entry.name) {
                    continue;
                }
                all.push(NewEntry::new(
                    entry.name.clone(),
                    archive.inflate(&file, entry, &self.ask.media.limits(self.entity))?,
                ));
            }
        }
        Ok(build(&all)?)
    }

    /// The archive the card came in, when it came in one as a card of this format.
    fn own_archive(&self) -> Option<(Bytes, Archive)> {
        let own = carrier::own_container(self.entity, self.lineage.id()).filter(|_| self.has_original)?;
        matches!(own, ContainerId::Zip | ContainerId::JpegZip).then_some(())?;
        let file = carrier::source_file(self.entity, self.ask)?;
        let archive = Archive::read(&file, &self.ask.media.limits(self.entity)).ok()?;
        Some((file, archive))
    }

    /// Entries the card names as assets.
    fn named_entries(&self, archive: &Archive) -> Vec<String> {
        let assets = self.layout.find(&self.base.raw, assets::KEY);
        let uris = assets.iter().flat_map(|(node, _)| node.items()).filter_map(|row| row.get("uri")?.as_str());
        let paths: Vec<String> = uris.filter_map(|uri| media::archive_path(&uri)).collect();
        self.found_in(archive, &paths)
    }

    /// The entries of these paths.
    fn found_in(&self, archive: &Archive, paths: &[String]) -> Vec<String> {
        paths.iter().filter_map(|path| Some(archive.find(path)?.name.clone())).collect()
    }
}
