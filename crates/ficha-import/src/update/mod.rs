//! A world is brought up to a newer card.

pub mod pairs;
pub mod sentences;

#[cfg(test)]
mod text_tests;
