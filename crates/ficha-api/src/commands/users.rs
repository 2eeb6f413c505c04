//! Who links to a piece: the cards, personas and presets that bring it along.

use ficha_library::Query;
use ficha_model::{Kind, Link};

use super::address;
use crate::dto::{Address, EntityRow};
use crate::{ApiError, Studio, export};

/// The kinds that link to others.
const HOLDERS: [Kind; 4] = [Kind::Character, Kind::Persona, Kind::Preset, Kind::Regex];

/// Rows looked at at once.
const PAGE: u64 = 1000;

/// Every piece that links to this one, by name.
///
/// # Errors
/// `not-found`, or what keeps the library from being listed.
pub fn of(studio: &Studio, text: Address) -> Result<Vec<EntityRow>, ApiError> {
    let at = address(studio, &text)?;
    let library = studio.library();
    let mut found = Vec::new();
    let mut offset = 0;
    loop {
        let page = library.list(&Query { kinds: HOLDERS.to_vec(), offset, limit: PAGE, ..Query::default() })?;
        for row in &page.rows {
            // Most pieces do not name it anywhere, and are not read for it.
            if row.address == at || !library.entity_text(&row.address).is_ok_and(|text| text.contains(at.id())) {
                continue;
            }
            let Ok(opened) = library.open_entity(&row.address) else { continue };
            let leads =
                |one: &export::LinkAt| one.kind == at.kind() && matches!(&one.link, Link::Entity(id) if id == at.id());
            if export::links(&opened.entity).iter().any(leads) {
                found.push(row.address.to_string());
            }
        }
        offset += PAGE;
        if page.rows.is_empty() || offset >= page.total {
            break;
        }
    }
    super::library::rows(studio, found)
}
