//! Looking at the card behind a world. Nothing here writes.

use ficha_import::tools::{CardTools, SearchOpts};

use crate::dto::{CardChanges, CardOrigin, CardOverview, CardSearch, CardText, CardVersion};
use crate::{ApiError, Studio, card_told, worlds};

/// Every piece of a card with what became of it.
///
/// # Errors
/// `not-found`; `no-card` for a world without one, `no-update` when no newer one waits; `malformed` for a record that
/// cannot be read.
pub fn overview(studio: &Studio, world: String, version: CardVersion) -> Result<CardOverview, ApiError> {
    let folder = worlds::find(studio, &world)?;
    Ok(card_told::overview(CardTools::open(&folder)?.overview(card_told::version(version))?))
}

/// Looks for a text in a card: the phrase, else all of its words, else any.
///
/// # Errors
/// `query-too-short`, and as for the overview.
pub fn search(studio: &Studio, world: String, version: CardVersion, query: String) -> Result<CardSearch, ApiError> {
    let folder = worlds::find(studio, &world)?;
    let tools = CardTools::open(&folder)?;
    Ok(card_told::search(&tools.search(card_told::version(version), &query, SearchOpts::default())?))
}

/// A turn of a piece's text, from a character on.
///
/// # Errors
/// `no-piece`, and as for the overview.
pub fn read(
    studio: &Studio,
    world: String,
    version: CardVersion,
    piece: String,
    from: u32,
    raw: bool,
) -> Result<CardText, ApiError> {
    let folder = worlds::find(studio, &world)?;
    let tools = CardTools::open(&folder)?;
    Ok(card_told::text(tools.read(card_told::version(version), &piece, from as usize, raw)?))
}

/// The whole of a piece, for a terminal.
///
/// # Errors
/// As for a turn.
pub fn read_all(
    studio: &Studio,
    world: &str,
    version: CardVersion,
    piece: &str,
    raw: bool,
) -> Result<String, ApiError> {
    let folder = worlds::find(studio, world)?;
    Ok(CardTools::open(&folder)?.read_all(card_told::version(version), piece, raw)?)
}

/// Where something of a world comes from: a document by its reference or name, a prompt, a value, a command, a trigger.
///
/// # Errors
/// `query-too-short` when nothing is asked about, and as for the overview.
pub fn origin(studio: &Studio, world: String, subject: String) -> Result<CardOrigin, ApiError> {
    let folder = worlds::find(studio, &world)?;
    Ok(card_told::origin(CardTools::open(&folder)?.origin(&subject)?))
}

/// What the newer card changes, with what the person made of each change.
///
/// # Errors
/// `no-card`, `no-update`, and `malformed` for a record that cannot be read.
pub fn diff(studio: &Studio, world: String) -> Result<CardChanges, ApiError> {
    let folder = worlds::find(studio, &world)?;
    let tools = CardTools::open(&folder)?;
    card_told::changes(&tools, &tools.diff()?, &ficha_import::update::marks(&folder)?)
}
