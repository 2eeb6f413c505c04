//! What entities do in a chat, as the apps of the field do it: which lorebook entries a text calls and why, what a
//! regex rule makes of a message.
//!
//! Nothing here knows a file format: it works on canonical bodies. Nothing here is random or slow by accident: chance
//! comes from a seed the caller gives, and every pattern of a card runs in an engine that gives up.
//!
//! Not here: tokens (the caller counts), files, any judgement of a book's quality.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic))]

pub mod activation;
pub mod chance;
mod macros;
pub mod pattern;
pub mod rules;
pub mod wake;

pub use macros::Names;
