//! Who links to a piece: the cards, personas and presets that bring it along.

use ficha_library::{Narrow, Query};
use ficha_model::Kind;

use super::{address, library};
use crate::dto::{Address, EntityRow};
use crate::{ApiError, Studio};

/// The kinds that link to others.
const HOLDERS: [Kind; 4] = [Kind::Character, Kind::Persona, Kind::Preset, Kind::Regex];

/// Every piece that links to this one, by name; answered from the index.
///
/// # Errors
/// `not-found`, or what keeps the library from being listed.
pub fn of(studio: &Studio, text: Address) -> Result<Vec<EntityRow>, ApiError> {
    let at = address(studio, &text)?;
    let narrow = Some(Narrow::Users(at.clone()));
    let asked = Query { kinds: HOLDERS.to_vec(), narrow, limit: u32::MAX.into(), ..Query::default() };
    let found = studio.library().list(&asked)?.rows;
    Ok(found.into_iter().filter(|row| row.address != at).map(library::row).collect())
}
