//! The import's records for the pieces of the newer card.
//!
//! Rule kept: what was known of a piece stays known of the piece it became; what was known of a dropped one is
//! forgotten; of an added one nothing is known until somebody says it.

use std::collections::BTreeMap;

use crate::records::{Classification, Extracted, Roster};

/// The newer id of each older one.
pub type Ids<'p> = BTreeMap<&'p str, &'p str>;

/// The newer name of a piece, or of a part of one.
fn renamed(id: &str, ids: &Ids<'_>) -> Option<String> {
    match id.split_once('#') {
        Some((piece, part)) => ids.get(piece).map(|piece| format!("{piece}#{part}")),
        None => ids.get(id).map(|piece| (*piece).to_owned()),
    }
}

fn renamed_all(list: &[String], ids: &Ids<'_>) -> Vec<String> {
    list.iter().filter_map(|id| renamed(id, ids)).collect()
}

/// What the pieces were taken to be.
pub fn classification(old: &Classification, ids: &Ids<'_>) -> Classification {
    let pieces = old.pieces.iter().filter_map(|(id, what)| Some((renamed(id, ids)?, what.clone()))).collect();
    Classification { pieces, extra: old.extra.clone() }
}

/// Who the card is about, by the newer pieces.
pub fn roster(old: &Roster, ids: &Ids<'_>) -> Roster {
    let mut roster = old.clone();
    for entity in &mut roster.entities {
        entity.pieces = renamed_all(&entity.pieces, ids);
    }
    roster
}

/// The documents as data, by the newer pieces.
pub fn extracted(old: &Extracted, ids: &Ids<'_>) -> Extracted {
    let mut extracted = old.clone();
    for document in &mut extracted.documents {
        document.from = renamed_all(&document.from, ids);
    }
    extracted
}
