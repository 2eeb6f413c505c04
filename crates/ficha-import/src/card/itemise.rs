//! The card taken apart: one piece for every field and greeting that says something, and for every entry.

use std::collections::BTreeSet;

use ficha_formats::media::sha256;
use serde_json::Value;

use super::clean::{Cleaned, clean_greeting, clean_text, decorators};
use super::cuts::cuts;
use super::dialect::names_variable_tool;
use super::labels::{Label, label};
use super::markers::with_markers;
use super::view::{Card, CardEntry, FieldName};
use crate::records::{Choices, Origin, Piece};

/// A card in pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Itemised {
    /// The pieces in card order: fields, the opening, other greetings, those for groups, entries.
    pub pieces: Vec<Piece>,
    /// Ids of pieces that name a tool for tracked values, by their text before cleaning.
    pub variable_tools: BTreeSet<String>,
}

/// Takes a V3 card apart by what the person chose. Titles are in the language of reports.
pub fn itemise(card: &Value, choices: &Choices, report_language: &str) -> Itemised {
    let card = Card::of(card);
    let called = card.called(&choices.world_name);
    let mut found = Itemised::default();
    for field in FieldName::ALL {
        let raw = card.field(*field);
        let title = label(Label::Field(*field), report_language);
        found.add_text(field.piece(), Origin::Field, title, raw, clean_text(raw, &called));
    }
    let greetings = card.greetings();
    if let Some(raw) = choices.opening.and_then(|number| greetings.get(number)) {
        let title = label(Label::Opening, report_language);
        found.add_text("opening".to_owned(), Origin::Greeting, title, raw, clean_greeting(raw, &called));
    }
    for (number, raw) in greetings.iter().enumerate().filter(|(number, _)| Some(*number) != choices.opening) {
        let title = label(Label::Greeting(number), report_language);
        found.add_text(format!("greeting:{number}"), Origin::Greeting, title, raw, clean_greeting(raw, &called));
    }
    for (index, raw) in card.group_greetings().into_iter().enumerate() {
        let title = label(Label::GroupGreeting(index + 1), report_language);
        found.add_text(format!("group:{}", index + 1), Origin::Greeting, title, raw, clean_greeting(raw, &called));
    }
    let off: BTreeSet<usize> = choices.entries_off.iter().copied().collect();
    for entry in card.entries() {
        found.add_entry(entry, off.contains(&entry.number), &called, report_language);
    }
    found
}

impl Itemised {
    /// Nothing is left of a blank text, so it is no piece.
    fn add_text(&mut self, id: String, origin: Origin, title: String, raw: &str, cleaned: Cleaned) {
        if !cleaned.text.is_empty() {
            let piece = Piece { id, origin, title, ..Piece::default() };
            self.add(piece, raw, raw, cleaned);
        }
    }

    fn add_entry(&mut self, entry: CardEntry<'_>, off: bool, called: &str, report_language: &str) {
        let raw = entry.content();
        let (_, text) = decorators(raw);
        let title = entry.title().map(|title| with_markers(&title, called));
        let title = title.unwrap_or_else(|| label(Label::Entry(entry.number), report_language));
        let piece = Piece {
            id: entry.piece(),
            origin: Origin::Entry,
            title,
            keys: Some(entry.keys().iter().map(|key| with_markers(key, called)).collect()),
            constant: Some(entry.is_constant()),
            position: entry.position().cloned(),
            off,
            ..Piece::default()
        };
        self.add(piece, raw, text, clean_text(text, called));
    }

    fn add(&mut self, piece: Piece, raw: &str, text: &str, cleaned: Cleaned) {
        if names_variable_tool(text) {
            self.variable_tools.insert(piece.id.clone());
        }
        self.pieces.push(Piece {
            chars: raw.chars().count(),
            sha256: sha256(raw.as_bytes()),
            cuts: cuts(&cleaned.text),
            text: cleaned.text,
            notes: cleaned.notes,
            ..piece
        });
    }
}
