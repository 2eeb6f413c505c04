//! Every platform's formats: detection, wire tables, decode, encode.
//!
//! A file is opened once ([`Source`]); every format looks at it and bids ([`bids`]); the winner decodes it to
//! entities; any format encodes an entity to a file. Formats never talk to each other: each converts to and from the
//! canonical model. What the CCv2/V3 lineage shares is common ground in [`tavern`].
//!
//! Not here: files, clocks, the measured report, the choice of a winner's fate. No decoder panics, prints, or
//! allocates by a length it read.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic))]

mod agnai;
pub mod ask;
pub mod attributes;
mod backyard;
pub mod carried;
mod carrier;
mod characterai;
mod chub;
mod dates;
pub mod error;
pub mod foreign;
pub mod format;
mod handmade;
pub mod inspect;
mod janitorai;
mod koboldai;
mod lumiverse;
mod marinara;
pub mod media;
mod names;
mod native;
mod nativetavern;
pub mod notes;
mod novelai;
mod overlay;
mod priority;
mod pygmalion;
mod ratings;
mod read;
mod record;
mod risu;
mod rolecall;
pub mod scripts;
mod sillytavern;
pub mod source;
mod tavern;
mod tavernai;
mod textgenwebui;
mod voxta;
mod wyvern;

pub use ask::{Ask, Encoded, MediaSource, NoMedia, PersonaMode};
pub use error::{EncodeError, Refusal};
pub use format::{
    Blob, Clear, Column, Decoded, Detection, Format, FormatSpec, Mapped, Shape, Variant, Widget, Wire, Words,
};
pub use handmade::native_payload;
pub use inspect::{LeftBehind, NativeField, Roots, left_behind, native_fields, native_of, native_row, undescribed};
pub use media::{Picture, PictureBytes, PictureFigures, picture, picture_figures, pictures};
pub use notes::{Note, NoteCode, Notes, Reason, Severity};
pub use priority::PRIORITY;
pub use scripts::{Script, ScriptKind, scripts};
pub use source::{Candidate, CandidateReading, CandidateState, Payload, Preference, Source};

/// The registry: one line a platform, sorted.
#[rustfmt::skip]
const PLATFORMS: &[&[&dyn Format]] = &[
    agnai::FORMATS,
    backyard::FORMATS,
    characterai::FORMATS,
    chub::FORMATS,
    janitorai::FORMATS,
    koboldai::FORMATS,
    lumiverse::FORMATS,
    marinara::FORMATS,
    native::FORMATS,
    nativetavern::FORMATS,
    novelai::FORMATS,
    pygmalion::FORMATS,
    risu::FORMATS,
    rolecall::FORMATS,
    sillytavern::FORMATS,
    tavern::FORMATS,
    tavernai::FORMATS,
    textgenwebui::FORMATS,
    voxta::FORMATS,
    wyvern::FORMATS,
];

/// The card every other card app reads: what is written where a card is wanted and nobody's own.
pub const COMMON_CARD: &str = "sillytavern";

/// Every format.
pub fn formats() -> impl Iterator<Item = &'static dyn Format> {
    PLATFORMS.iter().flat_map(|platform| platform.iter().copied())
}

/// The format of an id.
pub fn format(id: &str) -> Option<&'static dyn Format> {
    formats().find(|format| format.spec().id == id)
}

/// What a format of this id is, those included that live only inside the files of others.
pub fn spec(id: &str) -> Option<&'static FormatSpec> {
    let inside = |format: &'static dyn Format| {
        let kinds = ficha_model::Kind::ALL.into_iter();
        kinds.filter_map(|kind| format.embedded(kind)).find(|spec| spec.id == id)
    };
    format(id).map(|format| format.spec()).or_else(|| formats().find_map(inside))
}

/// A format's bid.
#[derive(Clone, Copy)]
pub struct Bid {
    /// Who bids.
    pub format: &'static dyn Format,
    /// What it bids and why.
    pub detection: Detection,
}

/// Every bid above 0.5, the winner first: by confidence, then by [`PRIORITY`].
pub fn bids(source: &Source) -> Vec<Bid> {
    let mut bids: Vec<Bid> = formats()
        .filter_map(|format| format.detect(source).map(|detection| Bid { format, detection }))
        .filter(|bid| bid.detection.confidence > 0.5)
        .collect();
    let rank = |bid: &Bid| PRIORITY.iter().position(|id| *id == bid.format.spec().id).unwrap_or(PRIORITY.len());
    bids.sort_by(|a, b| b.detection.confidence.total_cmp(&a.detection.confidence).then_with(|| rank(a).cmp(&rank(b))));
    bids
}
