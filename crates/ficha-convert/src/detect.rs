//! What a file is: every bid, the winner, and its name without decoding more than the name.

use ficha_container::ContainerId;
use ficha_formats::{Bid, Format, Notes, Refusal, Source, bids, foreign};
use ficha_model::Kind;
use serde::Serialize;

/// What a file is.
#[derive(Clone, Debug, PartialEq)]
pub struct Detected {
    /// How the bytes are wrapped.
    pub container: ContainerId,
    /// The format that reads it; `None` when none does, and then `refusal` says why.
    pub winner: Option<Winner>,
    /// Every bid above 0.5, the winner's first.
    pub bids: Vec<BidRow>,
    /// Why nothing reads it.
    pub refusal: Option<Refusal>,
}

/// A bid, as answers print it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BidRow {
    /// Format id.
    pub format: &'static str,
    /// The kind of the main entity.
    pub kind: Kind,
    /// Above 0.5 to 1.
    pub confidence: f32,
    /// The sign it goes by.
    pub because: &'static str,
}

/// The winning bid, with the name of what it found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Winner {
    /// Format id.
    pub format: &'static str,
    /// The kind of the main entity.
    pub kind: Kind,
    /// Above 0.5 to 1.
    pub confidence: f32,
    /// The sign it goes by.
    pub because: &'static str,
    /// The main entity's name; empty when it has none.
    pub name: String,
}

/// Detects a file that was opened.
pub fn detect(source: &Source) -> Detected {
    let bids = bids(source);
    let winner = bids.first().map(|bid| Winner {
        format: bid.format.spec().id,
        kind: bid.format.spec().kind,
        confidence: bid.detection.confidence,
        because: bid.detection.because,
        name: name(bid.format, source),
    });
    let refusal = if winner.is_some() { None } else { Some(foreign::refusal(source)) };
    Detected { container: source.container(), winner, bids: bids.iter().map(BidRow::of).collect(), refusal }
}

impl BidRow {
    pub(crate) fn of(bid: &Bid) -> BidRow {
        let spec = bid.format.spec();
        BidRow {
            format: spec.id,
            kind: spec.kind,
            confidence: bid.detection.confidence,
            because: bid.detection.because,
        }
    }
}

/// The name of the main entity: read from the key the table maps to it, which costs nothing; by decoding where the
/// table has no such key or it holds no text.
fn name(format: &dyn Format, source: &Source) -> String {
    let path = if format.spec().kind == Kind::Character { "identity.name" } else { "name" };
    let mapped = format.spec().mapped().find(|row| row.path == path);
    let found = mapped.zip(source.payload()).and_then(|(row, payload)| {
        let pointer = format.roots(&payload.document).locate(row.key);
        Some(payload.document.at(&pointer)?.as_str()?.into_owned())
    });
    found.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| {
        let decoded = format.decode(source, &mut Notes::new());
        decoded
            .ok()
            .and_then(|decoded| decoded.entities.first().map(|entity| entity.name().to_owned()))
            .unwrap_or_default()
    })
}
