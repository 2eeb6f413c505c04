//! The card in pieces: fields, greetings, entries, each cleaned, measured and cut, and what else stands in it.
//!
//! Here: the V3 card as it is read ([`Card`]), [`itemise`], the dialect, the language it is written in. Not here: what
//! a piece is taken to be; a piece says what stands where and no more.
//!
//! The rule: every field and greeting that says something, and every entry, is exactly one piece, so that nothing of a
//! card can be forgotten without being missed.

mod clean;
mod cuts;
mod dialect;
mod itemise;
mod labels;
mod language;
mod macros;
mod markers;
mod markup;
mod view;

pub(crate) use clean::UNCLOSED_EJS;
pub use clean::{clean_greeting, clean_text};
pub use cuts::{CUT_AT, cuts, cuts_of, first_sentence, fitting, within};
pub use dialect::{dialect, names_variable_tool};
pub use itemise::{Itemised, itemise};
pub(crate) use labels::is_chinese;
pub use labels::{Label, label};
pub use language::guess_language;
pub(crate) use macros::chosen;
pub use markers::{PLAYER, with_player};
pub(crate) use view::one_line;
pub use view::{Card, CardEntry, FieldName};
