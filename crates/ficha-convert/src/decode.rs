//! A file read: the entities in it, main one first, and what was said about it.

use ficha_container::ContainerId;
use ficha_formats::{Blob, Note, Notes, Refusal, Source, bids, foreign, format};
use ficha_model::Entity;

use crate::carried;
use crate::detect::BidRow;

/// A file read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The format it was read as.
    pub format: &'static str,
    /// How the bytes are wrapped.
    pub container: ContainerId,
    /// The bid it was read on; `None` when the caller named the format and it does not bid.
    pub bid: Option<BidRow>,
    /// The entities, the one the file is about first, then what came with it by position in the file.
    pub entities: Vec<Entity>,
    /// Binaries lifted out of the text.
    pub blobs: Vec<Blob>,
    /// What was said while opening and decoding, in that order.
    pub notes: Vec<Note>,
}

impl Reading {
    /// The entity the file is about.
    pub fn main(&self) -> Option<&Entity> {
        self.entities.first()
    }
}

/// Reads a file that was opened: as the winner, or as the format the caller names.
///
/// # Errors
/// When no format reads it, or the named one does not, or a limit is reached.
pub fn decode(source: &Source, named: Option<&str>) -> Result<Reading, Refusal> {
    let bids = bids(source);
    let (chosen, bid) = match named {
        None => {
            let bid = bids.first().ok_or_else(|| foreign::refusal(source))?;
            (bid.format, Some(BidRow::of(bid)))
        }
        Some(id) => {
            let chosen = format(id).ok_or_else(|| Refusal::Unsupported {
                what: format!("there is no format {id}"),
                place: source.place(),
            })?;
            (chosen, bids.iter().find(|bid| bid.format.spec().id == id).map(BidRow::of))
        }
    };
    let mut notes = Notes::new();
    notes.extend(source.notes().iter().cloned());
    let mut decoded = chosen.decode(source, &mut notes)?;
    carried::restore(chosen, source, &mut decoded.entities);
    Ok(Reading {
        format: chosen.spec().id,
        container: source.container(),
        bid,
        entities: decoded.entities,
        blobs: decoded.blobs,
        notes: notes.into_list(),
    })
}
