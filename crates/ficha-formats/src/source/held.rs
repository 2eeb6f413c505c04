//! Documents of the file beside its payload, read when a format asks for one.
//!
//! Each is read once and remembered, a failure too. What it costs is bounded like the payload is: by the limit of a
//! text, or of an archive entry.

use std::borrow::Cow;
use std::sync::{Arc, PoisonError};

use ficha_container::Place;
use ficha_container::archive::{Archive, Entry};

use super::choice::{self, COMMENT, Candidate, Spot};
use super::{Payload, Source, text};
use crate::error::Refusal;
use crate::notes::Notes;

impl Source {
    /// The document in the first readable text chunk of this keyword, in any case: for chunks an app writes beside, or
    /// instead of, a card (`naidata`, `persona`). The payload itself when it is the one.
    ///
    /// # Errors
    /// When there is no such chunk, none can be read, or a limit is reached.
    pub fn chunk_document(&self, keyword: &str) -> Result<Arc<Payload>, Refusal> {
        let mut first = None;
        let texts = self.png.as_ref().map(|png| png.texts(&self.bytes)).unwrap_or_default();
        for chunk in texts.into_iter().filter(|chunk| chunk.keyword.eq_ignore_ascii_case(keyword)) {
            match self.held(&chunk.name(), || Some(Spot::Chunk(chunk.clone()))) {
                Ok(held) => return Ok(held),
                Err(refusal) => {
                    first.get_or_insert(refusal);
                }
            }
        }
        Err(first.unwrap_or_else(|| absent(format!("the picture has no chunk named {keyword}"))))
    }

    /// The document in the EXIF user comment. The payload itself when it is the one.
    ///
    /// # Errors
    /// As [`Source::chunk_document`].
    pub fn comment_document(&self) -> Result<Arc<Payload>, Refusal> {
        self.held(COMMENT, || {
            let spots = choice::spots(self.png.as_ref(), &self.bytes, &self.limits);
            spots.into_iter().find(|spot| matches!(spot, Spot::Comment(_)))
        })
    }

    /// The document in an archive entry of this name. The payload itself when it is the one.
    ///
    /// # Errors
    /// When there is no such entry, it is no JSON, or a limit is reached.
    pub fn entry_document(&self, name: &str) -> Result<Arc<Payload>, Refusal> {
        self.remembered(name, || {
            let archive = self.archive.as_ref();
            let found = archive.and_then(|archive| Some((archive, archive.find(name)?)));
            let (archive, entry) = found.ok_or_else(|| absent(format!("the archive holds no {name}")))?;
            self.read_entry(archive, entry)
        })
    }

    /// The bytes of an archive entry, unpacked; not remembered.
    ///
    /// # Errors
    /// When there is no such entry, it is damaged, or a limit is reached.
    pub fn entry_bytes(&self, name: &str) -> Result<Vec<u8>, Refusal> {
        let archive = self.archive.as_ref();
        let found = archive.and_then(|archive| Some((archive, archive.find(name)?)));
        let (archive, entry) = found.ok_or_else(|| absent(format!("the archive holds no {name}")))?;
        Ok(archive.inflate(&self.bytes, entry, &self.limits).map_err(|error| error.within(&entry.name))?)
    }

    /// The bytes of the text a candidate stands for, as they came: for texts only one format can open, such as an
    /// encrypted card.
    ///
    /// # Errors
    /// When the bytes cannot be unpacked, or a limit is reached.
    pub fn candidate_bytes(&self, candidate: &Candidate) -> Result<Cow<'_, [u8]>, Refusal> {
        let spots = choice::spots(self.png.as_ref(), &self.bytes, &self.limits);
        let spot = spots.into_iter().find(|spot| spot.label() == candidate.label);
        let spot = spot.ok_or_else(|| absent(format!("the picture has no {}", candidate.label)))?;
        Ok(spot.bytes(&self.bytes, &self.limits)?.0)
    }

    /// An entry as a document.
    pub(super) fn read_entry(&self, archive: &Archive, entry: &Entry) -> Result<Payload, Refusal> {
        let mut notes = Notes::new();
        let inflated = archive.inflate(&self.bytes, entry, &self.limits).map_err(|error| error.within(&entry.name))?;
        let document = text::file(&inflated, Place::entry(&entry.name), &self.limits, &mut notes)
            .map_err(|refusal| refusal.within(&entry.name))?;
        Ok(Payload { notes: notes.into_list(), ..Payload::of(document, Some(entry.name.clone())) })
    }

    fn held(&self, label: &str, spot: impl FnOnce() -> Option<Spot>) -> Result<Arc<Payload>, Refusal> {
        self.remembered(label, || {
            let spot = spot().ok_or_else(|| absent(format!("the picture has no {label}")))?;
            let mut notes = Notes::new();
            let (raw, _) = spot.bytes(&self.bytes, &self.limits)?;
            let document = spot
                .read(&raw, &self.limits, self.preference.double(), &mut notes)
                .map_err(|refusal| refusal.within(label))?;
            Ok(Payload { notes: notes.into_list(), ..Payload::of(document, Some(label.to_owned())) })
        })
    }

    fn remembered(
        &self,
        label: &str,
        read: impl FnOnce() -> Result<Payload, Refusal>,
    ) -> Result<Arc<Payload>, Refusal> {
        if let Ok(payload) = &self.payload
            && payload.carrier.as_deref() == Some(label)
        {
            return Ok(Arc::clone(payload));
        }
        if let Some(held) = self.held.lock().unwrap_or_else(PoisonError::into_inner).get(label) {
            return held.clone();
        }
        let read = read().map(Arc::new);
        self.held.lock().unwrap_or_else(PoisonError::into_inner).insert(label.to_owned(), read.clone());
        read
    }
}

fn absent(what: String) -> Refusal {
    Refusal::NoCard { what, place: Place::file() }
}
