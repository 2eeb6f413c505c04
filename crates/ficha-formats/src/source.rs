//! A file opened once: what container it is, which text in it is the payload, and what had to be repaired to read it.
//!
//! Here: sniffing by bytes, the choice among several card chunks, the decoding of the payload's text. Not here: what
//! the payload means; formats look at it through [`Source::payload`] and never at the bytes again.
//!
//! The rule of choice: `ccv3` before `chara` before the rare spellings; within a keyword `tEXt`, then `zTXt`, then
//! `iTXt`; then the first in the file that decodes to a JSON object. A candidate that is not needed is never
//! inflated. The person may prefer another one by its label.

mod choice;
mod look;
mod text;

use bytes::Bytes;
use ficha_container::archive::Archive;
use ficha_container::png::Png;
use ficha_container::{ContainerId, Limits, Place};
use ficha_json::Document;

use crate::error::Refusal;
use crate::notes::{Note, Notes};

pub use choice::{Candidate, CandidateReading, CandidateState};
pub(crate) use choice::{card_chunks, keyword_rank, read_card_chunk};

/// A file opened once.
pub struct Source {
    bytes: Bytes,
    file_name: Option<String>,
    container: ContainerId,
    limits: Limits,
    payload: Result<Payload, Refusal>,
    candidates: Vec<Candidate>,
    png: Option<Png>,
    archive: Option<Archive>,
    notes: Vec<Note>,
}

/// The payload: the JSON text of a card, book or other piece.
pub struct Payload {
    /// The text and its places, which are those of its strict form.
    pub document: Document,
    /// What held it: an archive entry, or a chunk as `tEXt:ccv3#1`; `None` when the file is the text.
    pub carrier: Option<String>,
}

/// What the person chose where a file can be read in several ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preference {
    /// The label of the candidate to try first, as [`Candidate::label`] gives it.
    pub candidate: Option<String>,
    /// Leaves text that looks encoded twice as it is.
    pub keep_double_encoding: bool,
}

impl Source {
    /// Opens a file by its bytes. The name is looked at only to say when it disagrees with the bytes.
    ///
    /// # Errors
    /// When no reader could do anything with the bytes: damage, an unsupported kind of file, a limit. A picture or
    /// an archive without a card opens, and [`Source::refusal`] says why there is no payload.
    pub fn open(bytes: impl Into<Bytes>, file_name: Option<&str>, limits: &Limits) -> Result<Source, Refusal> {
        Source::open_preferring(bytes, file_name, limits, &Preference::default())
    }

    /// The same, with what the person chose in a review.
    ///
    /// # Errors
    /// As [`Source::open`].
    pub fn open_preferring(
        bytes: impl Into<Bytes>,
        file_name: Option<&str>,
        limits: &Limits,
        preference: &Preference,
    ) -> Result<Source, Refusal> {
        let bytes = bytes.into();
        limits.check_file(bytes.len() as u64)?;
        let mut notes = Notes::new();
        let mut source = Source {
            bytes,
            file_name: file_name.map(str::to_owned),
            container: ContainerId::Json,
            limits: limits.clone(),
            payload: Err(Refusal::UnknownFormat { what: "nothing was read".to_owned(), place: Place::file() }),
            candidates: Vec::new(),
            png: None,
            archive: None,
            notes: Vec::new(),
        };
        source.look(preference, &mut notes)?;
        source.note_name(&mut notes);
        source.notes = notes.into_list();
        Ok(source)
    }

    /// The whole file.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The file's name without folders, when it has one.
    pub fn file_name(&self) -> Option<&str> {
        self.file_name.as_deref()
    }

    /// How the bytes are wrapped, by the bytes.
    pub fn container(&self) -> ContainerId {
        self.container
    }

    /// The limits it was opened with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The chosen payload.
    pub fn payload(&self) -> Option<&Payload> {
        self.payload.as_ref().ok()
    }

    /// Why there is no payload.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.payload.as_ref().err()
    }

    /// Every text that could have been the payload, in order of choice.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// What each candidate says, read on demand: opening reads only what it needs.
    pub fn readings(&self) -> Vec<CandidateReading> {
        match &self.png {
            Some(png) => {
                let payload = self.payload().map(|payload| &payload.document);
                choice::readings(png, &self.bytes, &self.limits, &self.candidates, payload)
            }
            None => Vec::new(),
        }
    }

    /// The chunks, when it is a PNG.
    pub fn png(&self) -> Option<&Png> {
        self.png.as_ref()
    }

    /// The directory, when it is an archive.
    pub fn archive(&self) -> Option<&Archive> {
        self.archive.as_ref()
    }

    /// What was said while opening.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The place of the payload in the file, to build notes from.
    pub fn place(&self) -> Place {
        self.payload().and_then(|payload| payload.carrier.as_deref()).map_or_else(Place::file, Place::entry)
    }
}
