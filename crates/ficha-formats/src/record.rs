//! The table engine: formats whose payload is a JSON object that becomes one entity by its wire table.
//!
//! Most formats beside the character cards are such: lorebooks, regex sets, personas, presets. Their tables say which
//! key goes to which field and which list holds which rows; the engine here decodes by them, writes edits back by
//! them and builds files anew by them. What a table cannot say is said in hooks of a row, a list or the record. A
//! format in another container, or one that holds several entities, uses the parts: [`Tables`] and [`entity`].
//!
//! Not here: any platform's keys.

mod decode;
mod encode;
mod file;
mod format;
pub(crate) mod ids;
mod inside;
pub(crate) mod keywords;
mod overlay;
mod several;
mod shelf;
mod table;

pub(crate) use decode::{Piece, entity};
pub(crate) use encode::{Export, bare_text, export, export_with, only_json};
pub(crate) use file::RecordFile;
pub(crate) use format::{Arranged, KnownByRows, Record, RecordHooks, plain};
pub(crate) use inside::{Story, only_read, with_books};
pub(crate) use overlay::{Target, unedited};
pub(crate) use several::{Several, rows_of};
pub(crate) use shelf::{Shelf, merged};
pub(crate) use table::{Table, Tables};

#[cfg(test)]
mod tests;
