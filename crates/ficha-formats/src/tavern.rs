//! Common ground of the CCv2/V3 lineage: what SillyTavern's cards and their relatives share on the wire.
//!
//! Here: where a payload has its fields ([`layout`]), the table of `data` fields, root mirrors, the depth prompt,
//! assets, the embedded `character_book` and its keyword grammar, and the making of a payload of another version.
//! A platform says in a [`lineage::Lineage`] what is its own, and has reading and writing of cards from here. Not here:
//! bids, the native keys of any one platform. Formats of the lineage may use this and nothing of each other.

pub(crate) mod assets;
pub(crate) mod book;
mod book_file;
pub(crate) mod card;
pub(crate) mod decode;
pub(crate) mod depth_prompt;
pub(crate) mod edit;
mod encode;
pub(crate) mod entry;
pub(crate) mod fields;
pub(crate) mod keyword;
pub(crate) mod layout;
pub(crate) mod lineage;
pub(crate) mod linked;
pub(crate) mod pictures;
pub(crate) mod preset;
pub(crate) mod regex;
pub(crate) mod rules;
pub(crate) mod values;
pub(crate) mod version;

pub(crate) use book_file::FORMATS;
