//! A file opened once: what container it is, which text in it is the payload, and what had to be repaired to read it.
//!
//! Here: sniffing by bytes, the choice among several texts of a picture and several documents of an archive, the
//! decoding of the payload's text. Not here: what the payload means; formats look at it through [`Source::payload`],
//! at the other documents of the file through [`Source::chunk_document`], [`Source::comment_document`] and
//! [`Source::entry_document`], and never at the bytes again.
//!
//! The rule of choice in a picture: `ccv3` before `chara` before the rare spellings; within a keyword `tEXt`, then
//! `zTXt`, then `iTXt`; then the first in the file that decodes to a JSON object; then the EXIF comment; then the
//! chunks of other apps. A candidate that is not needed is never inflated. The person may prefer another one by its
//! label.

mod archived;
mod choice;
mod held;
mod look;
mod readings;
mod text;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use ficha_container::archive::Archive;
use ficha_container::payload::DoubleEncoding;
use ficha_container::png::Png;
use ficha_container::{ContainerId, Limits, Place};
use ficha_json::Document;

use crate::error::Refusal;
use crate::notes::{Note, Notes};

pub use choice::{COMMENT, Candidate, CandidateState};
pub(crate) use choice::{card_chunks, payload_chunks, read_card_chunk};
pub use readings::CandidateReading;

/// A file opened once.
pub struct Source {
    bytes: Bytes,
    file_name: Option<String>,
    container: ContainerId,
    limits: Limits,
    preference: Preference,
    payload: Result<Arc<Payload>, Refusal>,
    candidates: Vec<Candidate>,
    png: Option<Png>,
    archive: Option<Archive>,
    notes: Vec<Note>,
    /// Documents that were asked for beside the payload, by label.
    held: Mutex<BTreeMap<String, Result<Arc<Payload>, Refusal>>>,
}

/// The payload: the JSON text of a card, book or other piece.
pub struct Payload {
    /// The text and its places, which are those of its strict form.
    pub document: Document,
    /// What held it: an archive entry, a chunk as `tEXt:ccv3#1`, or [`COMMENT`]; `None` when the file is the text.
    pub carrier: Option<String>,
    /// Whether it was encrypted in its carrier.
    pub sealed: bool,
    /// What was said while reading it. Empty for the payload of the source, of which [`Source::notes`] speaks.
    pub notes: Vec<Note>,
}

impl Payload {
    fn of(document: Document, carrier: Option<String>) -> Payload {
        Payload { document, carrier, sealed: false, notes: Vec::new() }
    }

    /// The place of this document in the file, to build notes from.
    pub fn place(&self) -> Place {
        self.carrier.as_deref().map_or_else(Place::file, Place::entry)
    }
}

/// What the person chose where a file can be read in several ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preference {
    /// The label of the candidate to try first, as [`Candidate::label`] gives it.
    pub candidate: Option<String>,
    /// Leaves text that looks encoded twice as it is.
    pub keep_double_encoding: bool,
    /// Opens an encrypted card.
    pub password: Option<String>,
}

impl Preference {
    fn double(&self) -> DoubleEncoding {
        if self.keep_double_encoding { DoubleEncoding::Keep } else { DoubleEncoding::Undo }
    }
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
            preference: preference.clone(),
            payload: Err(Refusal::UnknownFormat { what: "nothing was read".to_owned(), place: Place::file() }),
            candidates: Vec::new(),
            png: None,
            archive: None,
            notes: Vec::new(),
            held: Mutex::default(),
        };
        source.look(&mut notes)?;
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
        self.payload.as_deref().ok()
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
        if self.candidates.is_empty() {
            return Vec::new();
        }
        let payload = self.payload().map(|payload| &payload.document);
        let spots = choice::spots(self.png.as_ref(), &self.bytes, &self.limits);
        readings::readings(&spots, &self.bytes, &self.limits, &self.candidates, payload)
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
        self.payload().map_or_else(Place::file, Payload::place)
    }

    /// The password the person gave for an encrypted card.
    pub fn password(&self) -> Option<&str> {
        self.preference.password.as_deref()
    }
}
