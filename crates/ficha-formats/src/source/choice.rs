//! The choice among several card chunks of a PNG.

use std::borrow::Cow;

use ficha_container::Limits;
use ficha_container::payload::{self, DoubleEncoding};
use ficha_container::png::{self, Png, TextChunk, TextForm};
use ficha_json::Document;

use super::{Payload, Preference, text};
use crate::error::Refusal;
use crate::notes::{NoteCode, Notes};

/// A chunk whose keyword says that it holds a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The name it is chosen by: `tEXt:chara#1`.
    pub label: String,
    /// The keyword in lower case.
    pub keyword: String,
    /// Index of its chunk.
    pub chunk: usize,
    /// What became of it.
    pub state: CandidateState,
}

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CandidateState {
    /// The payload is its text.
    Chosen,
    /// Not needed, so not looked at.
    Unread,
    /// Holds the same text as the chosen one.
    Same,
    /// Holds another text than the chosen one of its keyword.
    Differs {
        /// The name of the card in it, when it can be read.
        name: Option<String>,
    },
    /// Could not be read.
    Unreadable {
        /// Why not.
        what: String,
    },
}

/// Keywords that hold a card, best first: `ccv3` (Character Card V3), `chara` (V1 and V2), then spellings
/// character-foundry probes for (`png/src/parser.ts`).
const KEYWORDS: [&str; 7] = ["ccv3", "chara", "chara_card_v3", "ccv2", "charactercard", "character", "card"];

/// How well a chunk's keyword says that it holds a card, 0 best; `None` when it says nothing of the kind.
pub(crate) fn keyword_rank(keyword: &str) -> Option<usize> {
    KEYWORDS.iter().position(|known| keyword.eq_ignore_ascii_case(known))
}

/// The card chunks of a PNG in order of choice.
pub(crate) fn card_chunks(png: &Png, bytes: &[u8]) -> Vec<TextChunk> {
    let mut chunks: Vec<(usize, TextChunk)> =
        png.texts(bytes).into_iter().filter_map(|chunk| Some((keyword_rank(&chunk.keyword)?, chunk))).collect();
    chunks.sort_by_key(|(rank, chunk)| (*rank, chunk.form, chunk.chunk));
    chunks.into_iter().map(|(_, chunk)| chunk).collect()
}

/// The text of one card chunk as a JSON document, without saying anything about its repairs.
pub(crate) fn read_card_chunk(bytes: &[u8], chunk: &TextChunk, limits: &Limits) -> Result<Document, Refusal> {
    let (raw, _) = png::text_bytes(bytes, chunk, limits)?;
    let (text, _) = payload::decode_card_text(&raw, limits).map_err(Refusal::from)?;
    let document = Document::parse(text, &limits.json)?;
    Ok(document)
}

/// Chooses the payload of a PNG and says what it took to read it.
pub(super) fn choose(
    png: &Png,
    bytes: &[u8],
    limits: &Limits,
    preference: &Preference,
    notes: &mut Notes,
) -> (Result<Payload, Refusal>, Vec<Candidate>) {
    let mut chunks = card_chunks(png, bytes);
    if let Some(label) = &preference.candidate {
        chunks.sort_by_key(|chunk| chunk.name() != *label);
    }
    let mut candidates: Vec<Candidate> = chunks
        .iter()
        .map(|chunk| Candidate {
            label: chunk.name(),
            keyword: chunk.keyword.to_ascii_lowercase(),
            chunk: chunk.chunk,
            state: CandidateState::Unread,
        })
        .collect();
    let double = if preference.keep_double_encoding { DoubleEncoding::Keep } else { DoubleEncoding::Undo };
    let mut first_refusal = None;
    // What unreadable candidates may cost together: as much as one good one.
    let mut budget = limits.text;
    for (at, chunk) in chunks.iter().enumerate() {
        let label = chunk.name();
        match open(bytes, chunk, limits, double, &mut budget, notes) {
            Ok(Some((document, raw))) => {
                note_carrier(png, bytes, chunk, notes);
                compare(bytes, &chunks, at, &raw, document.text(), &mut candidates, notes);
                set(&mut candidates, at, CandidateState::Chosen);
                return (Ok(Payload { document, carrier: Some(label) }), candidates);
            }
            Ok(None) => {
                set(&mut candidates, at, CandidateState::Unreadable { what: "it is empty".to_owned() });
                notes.warn(NoteCode::CandidateUnread, chunk.place(), format!("The chunk {label} is empty."));
            }
            Err(refusal @ Refusal::Limit { .. }) => return (Err(refusal.within(&label)), candidates),
            Err(refusal) => {
                let what = refusal.to_string();
                notes.warn(
                    NoteCode::CandidateUnread,
                    chunk.place(),
                    format!("The chunk {label} was passed over: {what}."),
                );
                set(&mut candidates, at, CandidateState::Unreadable { what });
                first_refusal.get_or_insert(refusal.within(&label));
            }
        }
    }
    let refusal = match (first_refusal, png.overlong()) {
        (Some(refusal), _) => refusal,
        (None, Some(fault)) => fault.refusal().into(),
        (None, None) => {
            let what = if candidates.is_empty() {
                "this PNG holds no card: it has no chunk named ccv3 or chara"
            } else {
                "this PNG holds no card: its card chunk is empty"
            };
            Refusal::NoCard { what: what.to_owned(), place: ficha_container::Place::file() }
        }
    };
    (Err(refusal), candidates)
}

/// A candidate read: its document, and the bytes it stood in.
type Read<'a> = (Document, Cow<'a, [u8]>);

/// The document of a candidate and its raw bytes; `None` when there is nothing in it. Notes are said only once it is
/// known to be the payload.
fn open<'a>(
    bytes: &'a [u8],
    chunk: &TextChunk,
    limits: &Limits,
    double: DoubleEncoding,
    budget: &mut usize,
    notes: &mut Notes,
) -> Result<Option<Read<'a>>, Refusal> {
    let (raw, bare_deflate) = png::text_bytes(bytes, chunk, limits)?;
    if raw.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0) {
        return Ok(None);
    }
    if raw.len() > *budget && *budget < limits.text {
        return Err(Refusal::Limit { name: "text-bytes", limit: limits.text as u64, place: chunk.place() });
    }
    *budget = budget.saturating_sub(raw.len());
    if raw.starts_with(b"rcc||") {
        let what = "the card is encrypted by RisuAI".to_owned();
        return Err(Refusal::Unsupported { what, place: chunk.place() });
    }
    let mut said = Notes::new();
    let document = text::card(&raw, chunk.place(), limits, double, &mut said)?;
    if bare_deflate {
        let text = "The compressed text lacks the frame its format asks for.";
        said.warn(NoteCode::CarrierRepaired, chunk.place(), text);
    }
    if !document.root().is_object() {
        return Err(Refusal::Malformed { what: "its JSON is no object".to_owned(), place: chunk.place() });
    }
    notes.extend(said.into_list());
    Ok(Some((document, raw)))
}

/// What is unusual about the chunk the payload came in.
fn note_carrier(png: &Png, bytes: &[u8], chunk: &TextChunk, notes: &mut Notes) {
    let place = chunk.place();
    let mut warn = |text: &str| notes.warn(NoteCode::CarrierRepaired, place.clone(), text);
    if chunk.form != TextForm::Text {
        warn("SillyTavern and RisuAI read only tEXt chunks; they find no card in this file.");
    }
    if !png.crc_ok(bytes, chunk.chunk) {
        warn("The chunk's checksum is wrong; SillyTavern refuses the file.");
    }
    if chunk.after_iend {
        warn("The card stands after the end of the picture, where no app looks.");
    }
    if png.faults.iter().any(|fault| matches!(fault, png::PngFault::MissingIend)) {
        warn("The picture has no end chunk; SillyTavern refuses the file.");
    }
    for fault in &png.faults {
        match fault {
            png::PngFault::TrailingBytes { .. } | png::PngFault::MissingIhdr => {
                notes.info(NoteCode::CarrierRepaired, fault.place(), format!("{fault}."));
            }
            png::PngFault::OverlongChunk { .. } => {
                notes.warn(NoteCode::CarrierRepaired, fault.place(), format!("{fault}."));
            }
            png::PngFault::MissingIend => {}
        }
    }
    if keyword_rank(&chunk.keyword).is_some_and(|rank| rank > 1) || chunk.keyword != chunk.keyword.to_ascii_lowercase()
    {
        let text =
            format!("The card stands under the keyword {}; some apps look only for chara and ccv3.", chunk.keyword);
        notes.info(NoteCode::CarrierRepaired, chunk.place(), text);
    }
}

/// Compares the chosen candidate with the others of its keyword that need no inflating.
fn compare(
    bytes: &[u8],
    chunks: &[TextChunk],
    chosen: usize,
    raw: &[u8],
    text: &str,
    candidates: &mut [Candidate],
    notes: &mut Notes,
) {
    let Some(winner) = chunks.get(chosen) else { return };
    for (at, chunk) in chunks.iter().enumerate().skip(chosen + 1) {
        if chunk.compressed || !chunk.keyword.eq_ignore_ascii_case(&winner.keyword) {
            continue;
        }
        let Some(other) = bytes.get(chunk.data.clone()) else { continue };
        let state = if other == raw || decoded(other).is_some_and(|decoded| decoded == text) {
            CandidateState::Same
        } else {
            let name = decoded(other).and_then(|text| text::card_name(&text));
            let first = text::card_name(text);
            let named =
                |name: &Option<String>| name.as_deref().map_or("unnamed".to_owned(), |name| format!("“{name}”"));
            notes.warn(
                NoteCode::ConflictingCardChunks,
                chunk.place(),
                format!(
                    "{} holds {}, and {} holds {}; the first is used, as SillyTavern does. RisuAI takes the last.",
                    winner.name(),
                    named(&first),
                    chunk.name(),
                    named(&name)
                ),
            );
            CandidateState::Differs { name }
        };
        set(candidates, at, state);
    }
}

/// The text of another candidate for a comparison; no limits apply since nothing is inflated.
fn decoded(raw: &[u8]) -> Option<String> {
    payload::decode_card_text(raw, &Limits::default()).ok().map(|(text, _)| text)
}

fn set(candidates: &mut [Candidate], at: usize, state: CandidateState) {
    if let Some(candidate) = candidates.get_mut(at) {
        candidate.state = state;
    }
}

/// What one candidate says, for a person who chooses among several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateReading {
    /// Its label.
    pub label: String,
    /// Whether it is the payload.
    pub chosen: bool,
    /// The name of the card in it, when it can be read.
    pub name: Option<String>,
    /// Keys of the card that say something else than the payload does; those only one of both has are left aside, as
    /// an older version lacks many.
    pub differs: Vec<String>,
    /// Why it cannot be read.
    pub problem: Option<String>,
}

/// Reads every candidate, the ones that were not needed too. Each is bounded by the limits, and all together by the
/// limit of one text: those beyond are not read.
pub(super) fn readings(
    png: &Png,
    bytes: &[u8],
    limits: &Limits,
    candidates: &[Candidate],
    payload: Option<&Document>,
) -> Vec<CandidateReading> {
    let chunks = card_chunks(png, bytes);
    let mut budget = limits.text;
    let readings = candidates.iter().map(|candidate| {
        let chosen = candidate.state == CandidateState::Chosen;
        let mut reading =
            CandidateReading { label: candidate.label.clone(), chosen, name: None, differs: Vec::new(), problem: None };
        let read = chunks.iter().find(|chunk| chunk.name() == candidate.label).map(|chunk| {
            let bounded = Limits { text: budget, ..limits.clone() };
            read_card_chunk(bytes, chunk, &bounded)
        });
        match read {
            Some(Ok(document)) => {
                budget = budget.saturating_sub(document.text().len());
                reading.name = text::card_name(document.text());
                reading.differs =
                    payload.filter(|_| !chosen).map(|payload| differing(payload, &document)).unwrap_or_default();
            }
            Some(Err(refusal)) => reading.problem = Some(refusal.to_string()),
            None => {}
        }
        reading
    });
    readings.collect()
}

/// Keys of the fields both cards have with other values.
fn differing(payload: &Document, other: &Document) -> Vec<String> {
    let fields = |document: &'_ Document| match document.at("/data") {
        Some(data) if data.is_object() => "/data",
        _ => "",
    };
    let (Some(here), Some(there)) = (payload.at(fields(payload)), other.at(fields(other))) else { return Vec::new() };
    let mut found = Vec::new();
    for (key, value) in here.members() {
        let envelope = matches!(key.as_ref(), "spec" | "spec_version");
        if !envelope && there.get(&key).is_some_and(|other| !value.same_as(other)) {
            found.push(key.into_owned());
        }
    }
    found
}
