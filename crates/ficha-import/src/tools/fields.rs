//! What two cards say of the world itself: description, tags, author, opening, other openings.

use ficha_world::{Doc, player_word};
use serde_json::{Value, json};

use super::CardTools;
use super::diff::FieldChange;
use super::side::Side;
use crate::card::with_player;
use crate::records::ExtractedWorld;
use crate::structure::structure_import;

/// The members of `world.json` a card speaks of.
const FIELDS: [&str; 5] = ["description", "tags", "author", "opening", "alternate_openings"];

impl CardTools<'_> {
    /// What the cards say differently, in the order of `world.json`.
    pub(super) fn world_fields(&self, old: &Side, new: &Side, edited: Option<&[String]>) -> Vec<FieldChange> {
        let (was, is) = (self.said_by(old), self.said_by(new));
        let untouched = edited.is_some_and(|paths| !paths.iter().any(|path| path == "world.json"));
        let change = |field: &'static str| {
            let (old, new) = (was.get(field)?.clone(), is.get(field)?.clone());
            let here = self.world.info.get(field);
            let edited_here = !untouched && !is_same(here, &old);
            (old != new).then_some(FieldChange { field, old, new, edited_here })
        };
        FIELDS.into_iter().filter_map(change).collect()
    }

    /// The members of `world.json` as an import of this card alone would write them.
    fn said_by(&self, side: &Side) -> Doc {
        let read = structure_import(&side.card, "", &side.choices, &self.state.report_language);
        let ExtractedWorld { description, tags, author, opening, alternate_openings, .. } = read.extracted.world;
        let text = |text: &str| Value::from(self.told(text));
        let others: Vec<Value> = alternate_openings
            .iter()
            .map(|other| match &other.title {
                Some(title) => json!({"title": title, "text": text(&other.text)}),
                None => json!({"text": text(&other.text)}),
            })
            .collect();
        let values = [text(&description), json!(tags), Value::from(author), text(&opening), Value::from(others)];
        FIELDS.iter().map(|field| (*field).to_owned()).zip(values).collect()
    }

    /// A text with the player's name, or the plain word, where the card means the player.
    fn told(&self, text: &str) -> String {
        let playable = |doc: &&Doc| doc.get("playable").and_then(Value::as_bool) == Some(true);
        let mut players = self.world.folder(ficha_world::Folder::Characters).map(|(_, doc)| doc).filter(playable);
        match (players.next().and_then(|doc| doc.get("name")).and_then(Value::as_str), players.next()) {
            (Some(name), None) => with_player(text, name, false),
            _ => with_player(text, player_word(self.world.language()), true),
        }
    }
}

/// Whether the world's member is what a card says; one without a value is not written.
fn is_same(here: Option<&Value>, said: &Value) -> bool {
    let empty = |value: &Value| match value {
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        other => other.is_null(),
    };
    match here {
        Some(here) => here == said,
        None => empty(said),
    }
}
