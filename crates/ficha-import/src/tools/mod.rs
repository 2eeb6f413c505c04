//! Looking at the card behind a world: search, reading, origin.

pub mod fold;
pub mod graphemes;
pub mod search;

/// Why a card tool says nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// What is asked for is too short.
    #[error("the query is too short")]
    QueryTooShort,
}

#[cfg(test)]
mod text_tests;
