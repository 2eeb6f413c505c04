//! The choice among the texts of a picture that may be its payload: card chunks, the EXIF comment, chunks of other
//! apps.
//!
//! Card chunks come first whatever else is there: tools that write several carriers write the card with them.

use std::borrow::Cow;
use std::ops::Range;

use ficha_container::payload::{self, DoubleEncoding};
use ficha_container::png::{self, Png, TextChunk, TextForm};
use ficha_container::risu::sealed;
use ficha_container::{Limits, Place, exif};
use ficha_json::Document;

use super::{Payload, Preference, text};
use crate::error::Refusal;
use crate::notes::{NoteCode, Notes};

/// A text of a picture that may be the payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The name it is chosen by: `tEXt:chara#1`, or [`COMMENT`].
    pub label: String,
    /// The keyword in lower case; of the comment, its tag.
    pub keyword: String,
    /// What became of it.
    pub state: CandidateState,
}

/// The label of the EXIF user comment.
pub const COMMENT: &str = "exif:UserComment";

/// A text of a picture, not yet read.
#[derive(Clone, Debug)]
pub(super) enum Spot {
    /// A text chunk.
    Chunk(TextChunk),
    /// The EXIF user comment, as a range of the file.
    Comment(Range<usize>),
}

impl Spot {
    /// The name it is chosen by.
    pub(super) fn label(&self) -> String {
        match self {
            Spot::Chunk(chunk) => chunk.name(),
            Spot::Comment(_) => COMMENT.to_owned(),
        }
    }

    fn keyword(&self) -> String {
        match self {
            Spot::Chunk(chunk) => chunk.keyword.to_ascii_lowercase(),
            Spot::Comment(_) => "usercomment".to_owned(),
        }
    }

    fn place(&self) -> Place {
        Place::entry(self.label())
    }

    /// The bytes of the text; the flag says that a compressed one lacked its frame.
    pub(super) fn bytes<'a>(&self, file: &'a [u8], limits: &Limits) -> Result<(Cow<'a, [u8]>, bool), Refusal> {
        match self {
            Spot::Chunk(chunk) => Ok(png::text_bytes(file, chunk, limits)?),
            Spot::Comment(range) => Ok((Cow::Borrowed(file.get(range.clone()).unwrap_or_default()), false)),
        }
    }

    /// The document of bytes that stood here.
    pub(super) fn read(
        &self,
        raw: &[u8],
        limits: &Limits,
        double: DoubleEncoding,
        notes: &mut Notes,
    ) -> Result<Document, Refusal> {
        match self {
            Spot::Chunk(_) => text::card(raw, self.place(), limits, double, notes),
            Spot::Comment(_) => text::comment(raw, self.place(), limits, double, notes),
        }
    }

    /// Whether it is a chunk of the card keywords.
    fn is_card(&self) -> bool {
        match self {
            Spot::Chunk(chunk) => keyword_rank(&chunk.keyword).is_some(),
            Spot::Comment(_) => false,
        }
    }
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
fn keyword_rank(keyword: &str) -> Option<usize> {
    KEYWORDS.iter().position(|known| keyword.eq_ignore_ascii_case(known))
}

/// Chunks of other apps that hold a document of theirs: a lorebook of NovelAI, a persona of RisuAI.
const OTHER_KEYWORDS: [&str; 2] = ["naidata", "persona"];

/// Keywords of text chunks that say what a card says, in one way or another. They are not carried into a picture that
/// gets a card of its own: what they said of the old one would be wrong. `ginger` is the editor's own copy.
fn is_payload_keyword(keyword: &str) -> bool {
    let others = OTHER_KEYWORDS.iter().chain(&["ginger"]);
    keyword_rank(keyword).is_some() || others.into_iter().any(|other| keyword.eq_ignore_ascii_case(other))
}

/// Chunks of a PNG that hold what one of its payloads says, by index: text chunks, and the EXIF block of a card.
pub(crate) fn payload_chunks(png: &Png, bytes: &[u8], limits: &Limits) -> Vec<usize> {
    let texts = png.texts(bytes).into_iter();
    let mut found: Vec<usize> = texts.filter(|text| is_payload_keyword(&text.keyword)).map(|text| text.chunk).collect();
    if let Some(comment) = comment(bytes, limits) {
        found.extend(png.chunks.iter().position(|chunk| {
            chunk.kind == *b"eXIf" && chunk.data.end >= comment.end && chunk.data.start <= comment.start
        }));
    }
    found
}

/// The EXIF comment, when it begins like a payload.
fn comment(bytes: &[u8], limits: &Limits) -> Option<Range<usize>> {
    exif::user_comment(bytes, limits)
        .filter(|range| bytes.get(range.clone()).is_some_and(payload::begins_like_card_text))
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

/// Every text of a picture that may be the payload, in order of choice. A comment that does not begin like one is no
/// candidate: cameras and editors write there too.
pub(super) fn spots(png: Option<&Png>, bytes: &[u8], limits: &Limits) -> Vec<Spot> {
    let mut spots: Vec<Spot> =
        png.map(|png| card_chunks(png, bytes)).unwrap_or_default().into_iter().map(Spot::Chunk).collect();
    spots.extend(comment(bytes, limits).map(Spot::Comment));
    let texts = png.map(|png| png.texts(bytes)).unwrap_or_default();
    for keyword in OTHER_KEYWORDS {
        let mut chunks: Vec<&TextChunk> =
            texts.iter().filter(|chunk| chunk.keyword.eq_ignore_ascii_case(keyword)).collect();
        chunks.sort_by_key(|chunk| (chunk.form, chunk.chunk));
        spots.extend(chunks.into_iter().cloned().map(Spot::Chunk));
    }
    spots
}

/// What was chosen, and everything that could have been.
pub(super) struct Choice {
    /// The payload, or why there is none.
    pub payload: Result<Payload, Refusal>,
    /// In order of choice.
    pub candidates: Vec<Candidate>,
}

/// Chooses the payload of a picture and says what it took to read it. `none` says what the picture is when nothing in
/// it may be a payload.
pub(super) fn choose(
    png: Option<&Png>,
    bytes: &[u8],
    limits: &Limits,
    preference: &Preference,
    none: impl FnOnce() -> String,
    notes: &mut Notes,
) -> Choice {
    let mut spots = spots(png, bytes, limits);
    if let Some(label) = &preference.candidate {
        spots.sort_by_key(|spot| spot.label() != *label);
    }
    let mut candidates: Vec<Candidate> = spots
        .iter()
        .map(|spot| Candidate { label: spot.label(), keyword: spot.keyword(), state: CandidateState::Unread })
        .collect();
    let mut first_refusal = None;
    // What unreadable candidates may cost together: as much as one good one.
    let mut budget = limits.text;
    for (at, spot) in spots.iter().enumerate() {
        let label = spot.label();
        match open(bytes, spot, limits, preference, &mut budget, notes) {
            Ok(Some((document, raw))) => {
                if let (Some(png), Spot::Chunk(chunk)) = (png, spot) {
                    note_carrier(png, bytes, chunk, notes);
                }
                compare(&spots, bytes, at, &raw, document.text(), &mut candidates, notes);
                set(&mut candidates, at, CandidateState::Chosen);
                let sealed = sealed::is_sealed(&raw);
                return Choice { payload: Ok(Payload { sealed, ..Payload::of(document, Some(label)) }), candidates };
            }
            Ok(None) => {
                set(&mut candidates, at, CandidateState::Unreadable { what: "it is empty".to_owned() });
                notes.warn(NoteCode::CandidateUnread, spot.place(), format!("The chunk {label} is empty."));
            }
            Err(refusal @ Refusal::Limit { .. }) => return Choice { payload: Err(refusal.within(&label)), candidates },
            Err(refusal) => {
                let what = refusal.to_string();
                let text = match spot {
                    Spot::Chunk(_) => format!("The chunk {label} was passed over: {what}."),
                    Spot::Comment(_) => format!("The EXIF comment was passed over: {what}."),
                };
                notes.warn(NoteCode::CandidateUnread, spot.place(), text);
                set(&mut candidates, at, CandidateState::Unreadable { what });
                first_refusal.get_or_insert(refusal.within(&label));
            }
        }
    }
    let refusal = match (first_refusal, png.and_then(Png::overlong)) {
        (Some(refusal), _) => refusal,
        (None, Some(fault)) => fault.refusal().into(),
        (None, None) => {
            let what = if candidates.is_empty() {
                none()
            } else {
                "this PNG holds no card: its card chunk is empty".to_owned()
            };
            Refusal::NoCard { what, place: Place::file() }
        }
    };
    Choice { payload: Err(refusal), candidates }
}

/// A candidate read: its document, and the bytes it stood in.
type Read<'a> = (Document, Cow<'a, [u8]>);

/// The document of a candidate and its raw bytes; `None` when there is nothing in it. Notes are said only once it is
/// known to be the payload.
fn open<'a>(
    bytes: &'a [u8],
    spot: &Spot,
    limits: &Limits,
    preference: &Preference,
    budget: &mut usize,
    notes: &mut Notes,
) -> Result<Option<Read<'a>>, Refusal> {
    let (raw, bare_deflate) = spot.bytes(bytes, limits)?;
    if raw.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0) {
        return Ok(None);
    }
    if raw.len() > *budget && *budget < limits.text {
        return Err(Refusal::Limit { name: "text-bytes", limit: limits.text as u64, place: spot.place() });
    }
    *budget = budget.saturating_sub(raw.len());
    let mut said = Notes::new();
    let document = if sealed::is_sealed(&raw) {
        let text = "The card is encrypted, as older versions of RisuAI did it; an edited one leaves without.";
        said.info(NoteCode::CarrierRepaired, spot.place(), text);
        let plain = sealed::open(&raw, preference.password.as_deref()).map_err(Refusal::from)?;
        text::file(&plain, spot.place(), limits, &mut said)?
    } else {
        spot.read(&raw, limits, preference.double(), &mut said)?
    };
    if bare_deflate {
        let text = "The compressed text lacks the frame its format asks for.";
        said.warn(NoteCode::CarrierRepaired, spot.place(), text);
    }
    if !document.root().is_object() {
        return Err(Refusal::Malformed { what: "its JSON is no object".to_owned(), place: spot.place() });
    }
    notes.extend(said.into_list());
    Ok(Some((document, raw)))
}

/// What is unusual about the chunk the payload came in.
fn note_carrier(png: &Png, bytes: &[u8], chunk: &TextChunk, notes: &mut Notes) {
    let place = chunk.place();
    let mut warn = |text: &str| notes.warn(NoteCode::CarrierRepaired, place.clone(), text);
    if keyword_rank(&chunk.keyword).is_none() {
        // The chunk of another app, which has rules of its own.
        if !png.crc_ok(bytes, chunk.chunk) {
            warn("The chunk's checksum is wrong.");
        }
        return;
    }
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
    spots: &[Spot],
    bytes: &[u8],
    chosen: usize,
    raw: &[u8],
    text: &str,
    candidates: &mut [Candidate],
    notes: &mut Notes,
) {
    let Some(Spot::Chunk(winner)) = spots.get(chosen).filter(|spot| spot.is_card()) else { return };
    for (at, spot) in spots.iter().enumerate().skip(chosen + 1) {
        let Spot::Chunk(chunk) = spot else { continue };
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
