//! What entities do in a chat, as the apps of the field do it: which lorebook entries a text calls and why, what a
//! regex rule makes of a message, what a preset and a persona tell the model.
//!
//! Nothing here knows a file format: it works on canonical bodies. Nothing here is random or slow by accident: chance
//! comes from a seed the caller gives, and every pattern of a card runs in an engine that gives up.
//!
//! Not here: tokens (the caller counts), files, any judgement of a book's quality.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic))]

pub mod activation;
pub mod assemble;
pub mod chance;
mod macros;
pub mod pattern;
pub mod persona;
pub mod rules;
pub mod story;
pub mod turn;
pub mod wake;

pub use macros::Names;
