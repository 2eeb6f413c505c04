//! What tests stand on, and nothing a shell ever links.
//!
//! Here: builders of PNG, zip and card files that share no code with the readers they test ([`png`], [`archive`],
//! [`cards`]), files made to hurt ([`bombs`]), the twenty odd carriers every reader is judged by ([`edge`]), the
//! small invented samples of the repository ([`samples`]), cards that worlds are made of ([`import_cards`]), ten good
//! worlds ([`worlds`]), the walker over sample folders ([`corpus`]) and the bodies of the fuzz targets ([`fuzz`]). Not
//! here: expectations; those stand in `tests/`.
//!
//! Rule: the builders are written from the container specifications, never by calling `ficha-container`, so that a
//! fault there cannot hide itself.

pub mod archive;
pub mod bombs;
pub mod cards;
pub mod corpus;
pub mod deflate;
pub mod edge;
pub mod fuzz;
pub mod import_cards;
pub mod media;
pub mod png;
pub mod samples;
pub mod worlds;

pub use corpus::{shared_dir, workspace_dir};
