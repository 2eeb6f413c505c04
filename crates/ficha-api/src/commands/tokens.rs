//! Token counts, of texts at hand and of whole bodies.

use ficha_model::texts;

use super::address;
use crate::dto::{Address, Json, Kind, TokenRow, Tokenizer};
use crate::{ApiError, Studio, tokens};

fn chosen(studio: &Studio, tokenizer: Option<Tokenizer>) -> Tokenizer {
    tokenizer.unwrap_or(studio.settings().get().tokenizer)
}

/// One figure a text.
///
/// # Errors
/// None today.
pub fn count(studio: &Studio, given: Vec<String>, tokenizer: Option<Tokenizer>) -> Result<Vec<u32>, ApiError> {
    let tokenizer = chosen(studio, tokenizer);
    Ok(given.iter().map(|text| tokens::count(text, tokenizer)).collect())
}

/// The figures of a saved entity, by field.
///
/// # Errors
/// `not-found`, or what keeps the entity from being read.
pub fn entity(studio: &Studio, text: Address, tokenizer: Option<Tokenizer>) -> Result<Vec<TokenRow>, ApiError> {
    let opened = studio.library().open_entity(&address(studio, &text)?)?;
    Ok(rows(opened.entity.kind, opened.entity.body.value(), chosen(studio, tokenizer)))
}

/// The figures of a body at hand, by field.
///
/// # Errors
/// `limit` for a body past every limit.
pub fn body(studio: &Studio, kind: Kind, body: Json, tokenizer: Option<Tokenizer>) -> Result<Vec<TokenRow>, ApiError> {
    Ok(rows(kind.into(), &body.value()?, chosen(studio, tokenizer)))
}

fn rows(kind: ficha_model::Kind, body: &serde_json::Value, tokenizer: Tokenizer) -> Vec<TokenRow> {
    texts(kind, body)
        .into_iter()
        .map(|(path, text, _)| TokenRow { path: path.to_string(), tokens: tokens::count(text, tokenizer) })
        .collect()
}

/// All tokens of a body.
pub(crate) fn total(entity: &ficha_model::Entity, tokenizer: Tokenizer) -> u32 {
    texts(entity.kind, entity.body.value())
        .into_iter()
        .fold(0, |sum: u32, (_, text, _)| sum.saturating_add(tokens::count(text, tokenizer)))
}
