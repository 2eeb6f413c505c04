//! The one switch many apps have for adult content, and the rating of a body.

use ficha_json::Node;
use serde_json::{Value, json};

use crate::format::Coded;
use crate::notes::NoteCode;
use crate::overlay::Said;
use crate::read::Reader;

/// A flag that is on for adult content; body: the rating. It has no word for what lies between.
pub(crate) static ADULT: Coded = Coded { name: "adult content", decode, encode, empty: "false" };

fn decode(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let adult = reader.flag(node, at)?;
    Some(json!(if adult { "explicit" } else { "all-ages" }))
}

fn encode(value: &Value, _: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    if value == "mature" {
        said.explain(NoteCode::Adapted, "The app only knows whether a card is for adults; mature counts as that.");
    }
    Some(json!(value != "all-ages"))
}
