//! What a person chooses before an import starts, held against the card (W-005). Pure.

use std::collections::BTreeSet;
use std::path::Path;

use ficha_world::schema;
use serde_json::{Value, json};
use unicode_segmentation::UnicodeSegmentation;

use super::error::{Result, RunError};
use crate::card::{Card, FieldName, clean_greeting, guess_language};
use crate::records::{Choices, Upload};

/// The longest name a world may have, in characters.
const NAME: usize = 120;

/// What a person wants of a card; what is absent is chosen as when nobody chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The world's name; else the card's.
    pub name: Option<String>,
    /// Which entries are left out.
    pub entries: Entries,
    /// The opening: 0 the first message, n the alternate n; else the first that is not blank.
    pub opening: Option<usize>,
    /// Whether pictures the card points to are fetched.
    pub pictures: bool,
    /// The world's language; else the one most of the card is in.
    pub language: Option<String>,
}

/// Which entries of a card are left out, by their places from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entries {
    /// Those the card switches off, with these too, and without these.
    Changed {
        /// Left out though the card has them on.
        off: BTreeSet<usize>,
        /// Taken though the card has them off.
        on: BTreeSet<usize>,
    },
    /// Exactly these.
    Off(BTreeSet<usize>),
}

impl Default for Entries {
    fn default() -> Entries {
        Entries::Changed { off: BTreeSet::new(), on: BTreeSet::new() }
    }
}

/// The openings a card could start with, by number, and whether anything is left of each when markup is out.
pub fn openings(card: Card<'_>, world_name: &str) -> Vec<(usize, bool)> {
    let called = card.called(world_name);
    let says = |text: &str| !clean_greeting(text, &called).text.trim().is_empty();
    card.greetings().into_iter().enumerate().map(|(number, text)| (number, says(text))).collect()
}

/// The opening of a card when nobody chooses: the first that is not blank.
pub fn usual_opening(openings: &[(usize, bool)]) -> Option<usize> {
    openings.iter().find(|(_, says)| *says).map(|(number, _)| *number)
}

/// The name of a world when nobody chooses: the card's, else its file's, cut where a name may not go on.
pub fn usual_name(card: Card<'_>, file_name: &str) -> String {
    let stem = Path::new(file_name).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let name = [card.name(), stem].into_iter().find(|name| !name.trim().is_empty());
    let name = name.unwrap_or_else(|| "World".to_owned());
    let mut cut = String::new();
    for letter in name.graphemes(true) {
        if cut.chars().count() + letter.chars().count() > NAME {
            break;
        }
        cut.push_str(letter);
    }
    cut.trim().to_owned()
}

/// The language a world of a card has: the person's, else the one most of the card is in.
pub fn choose_language(card: Card<'_>, wishes: &Wishes) -> String {
    match &wishes.language {
        Some(language) => language.trim().to_owned(),
        None => {
            let fields = FieldName::ALL.iter().map(|field| card.field(*field));
            let entries: Vec<&str> = card.entries().into_iter().map(|entry| entry.content()).collect();
            let texts: Vec<&str> =
                fields.chain(card.greetings()).chain(card.group_greetings()).chain(entries).collect();
            guess_language(texts.iter().copied()).to_owned()
        }
    }
}

/// The choices of an import.
///
/// # Errors
/// [`RunError::Choice`] for a wish the card cannot meet.
pub fn choose(card: Card<'_>, wishes: &Wishes, upload: Upload) -> Result<Choices> {
    let refused = |what: String| Err(RunError::Choice(what));
    let world_name = match &wishes.name {
        Some(name) => name.trim().to_owned(),
        None => usual_name(card, &upload.name),
    };
    let language = choose_language(card, wishes);
    let probe = minimal(&world_name, &language, &Value::Null, "2026-01-01T00:00:00Z");
    if let Some(problem) = probe.as_object().map(|doc| schema::faults(schema::WORLD.fields, doc, "world.json", ""))
        && let Some(problem) = problem.first()
    {
        return refused(format!("{}: {}", problem.pointer().trim_start_matches('/'), problem.message));
    }
    let entries = card.entries();
    let known: BTreeSet<usize> = entries.iter().map(|entry| entry.number).collect();
    let disabled = entries.iter().filter(|entry| !entry.is_enabled()).map(|entry| entry.number);
    let entries_off: BTreeSet<usize> = match &wishes.entries {
        Entries::Off(off) => off.clone(),
        Entries::Changed { off, on } => {
            if let Some(both) = off.intersection(on).next() {
                return refused(format!("entry {both} cannot be on and off"));
            }
            if let Some(missing) = on.difference(&known).next() {
                return refused(missing_entry(*missing, known.len()));
            }
            disabled.chain(off.iter().copied()).filter(|number| !on.contains(number)).collect()
        }
    };
    if let Some(missing) = entries_off.difference(&known).next() {
        return refused(missing_entry(*missing, known.len()));
    }
    let openings = openings(card, &world_name);
    let opening = match wishes.opening {
        None => usual_opening(&openings),
        Some(number) => match openings.iter().find(|(known, _)| *known == number) {
            Some((_, true)) => Some(number),
            Some((_, false)) => return refused(format!("greeting {number} of the card is blank")),
            None => {
                return refused(format!(
                    "the card has no greeting {number}; its last is {}",
                    openings.len().saturating_sub(1)
                ));
            }
        },
    };
    Ok(Choices {
        world_name,
        entries_off: entries_off.into_iter().collect(),
        opening,
        pictures: wishes.pictures,
        language,
        upload,
        ..Choices::default()
    })
}

fn missing_entry(number: usize, entries: usize) -> String {
    format!("the card has no entry {number}; it has {entries}")
}

/// The `world.json` of a world whose import has only begun.
pub(crate) fn minimal(name: &str, language: &str, origin: &Value, now: &str) -> Value {
    json!({
        "schema": "ficha-world/v1", "name": name, "language": language, "origin": origin,
        "created_at": now, "updated_at": now,
    })
}

#[cfg(test)]
#[path = "choose_tests.rs"]
mod tests;
