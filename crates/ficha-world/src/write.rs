//! Documents as bytes: two spaces a level, members in the table's order, a line end at the end. Equal content gives equal
//! bytes.

use ficha_json::{Style, to_text};
use serde_json::Value;

use crate::schema::{Shape, arranged};
use crate::world::Doc;

/// A document as it is written.
pub fn to_bytes(shape: &Shape, doc: &Doc) -> Vec<u8> {
    let mut text = to_text(&Value::Object(arranged(shape.fields, doc)), Style::Pretty(2));
    text.push('\n');
    text.into_bytes()
}
