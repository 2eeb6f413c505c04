//! What a card holds, before anything is made of it (W-004). Reads and runs nothing of it.

use std::collections::BTreeMap;

use ficha_convert::NormalizedCard;

use super::choose::{Wishes, choose_language, openings, usual_name, usual_opening};
use crate::card::{Card, Label, clean_greeting, dialect, itemise, label};
use crate::pictures::candidates;
use crate::records::{Choices, Dialect, Note, Origin, Piece};

/// A card as it is shown to whoever chooses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// The name a world of it would have.
    pub world_name: String,
    /// The card's own name; empty when it has none.
    pub card_name: String,
    /// Who made it.
    pub creator: String,
    /// Its version.
    pub version: String,
    /// Its fields that say something.
    pub fields: Vec<Piece>,
    /// Every entry of its book.
    pub entries: Vec<SeenEntry>,
    /// Every greeting, blank ones too.
    pub greetings: Vec<SeenGreeting>,
    /// The opening when nobody chooses.
    pub opening: Option<usize>,
    /// What it is written with besides words.
    pub dialect: Dialect,
    /// Addresses of what may be pictures.
    pub addresses: Vec<String>,
    /// Machinery and parts that no world carries.
    pub not_carried: Vec<Note>,
    /// The language most of its text is in.
    pub language: String,
}

/// An entry of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenEntry {
    /// Its place, from 1.
    pub number: usize,
    /// Whether the card has it on.
    pub enabled: bool,
    /// Its title, keys, size and text.
    pub piece: Piece,
}

/// A greeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenGreeting {
    /// What a choice names it by; `None` for one of a group, which no story begins with.
    pub number: Option<usize>,
    /// Its piece as another greeting: `greeting:0`, `group:1`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its length before cleaning, in characters.
    pub chars: usize,
    /// Its text as a story would begin; empty when nothing is left of it.
    pub text: String,
}

/// What a card holds. Titles and remarks are in the language of reports.
pub fn preview(card: &NormalizedCard, file_name: &str, report_language: &str) -> Preview {
    let seen = Card::of(&card.data);
    let world_name = usual_name(seen, file_name);
    let called = seen.called(&world_name);
    let found = openings(seen, &world_name);
    let opening = usual_opening(&found);
    let choices = Choices { world_name: world_name.clone(), opening, ..Choices::default() };
    let pieces = itemise(&card.data, &choices, report_language).pieces;
    let (mut fields, mut by_id) = (Vec::new(), BTreeMap::new());
    for piece in pieces {
        match piece.origin {
            Origin::Field => fields.push(piece),
            Origin::Entry => drop(by_id.insert(piece.id.clone(), piece)),
            Origin::Greeting => {}
        }
    }
    let entries = seen.entries().into_iter().filter_map(|entry| {
        let piece = by_id.remove(&entry.piece())?;
        Some(SeenEntry { number: entry.number, enabled: entry.is_enabled(), piece })
    });
    let greeting = |number: Option<usize>, id: String, title: String, raw: &str| SeenGreeting {
        number,
        id,
        title,
        chars: raw.chars().count(),
        text: clean_greeting(raw, &called).text,
    };
    let mut greetings: Vec<SeenGreeting> = Vec::new();
    for (number, raw) in seen.greetings().into_iter().enumerate() {
        // A card without a first message and alternates has no greeting to show.
        if raw.is_empty() && number == 0 {
            continue;
        }
        let title = label(Label::Greeting(number), report_language);
        greetings.push(greeting(Some(number), format!("greeting:{number}"), title, raw));
    }
    for (index, raw) in seen.group_greetings().into_iter().enumerate() {
        let title = label(Label::GroupGreeting(index + 1), report_language);
        greetings.push(greeting(None, format!("group:{}", index + 1), title, raw));
    }
    let dialect = dialect(&card.data, card.ignored.regex_scripts, card.ignored.helper_scripts);
    Preview {
        card_name: seen.name(),
        creator: seen.text("creator").trim().to_owned(),
        version: seen.text("character_version").trim().to_owned(),
        fields,
        entries: entries.collect(),
        greetings,
        opening,
        addresses: candidates(&card.data),
        not_carried: not_carried(card, &dialect),
        language: choose_language(seen, &Wishes::default()),
        dialect,
        world_name,
    }
}

/// What no world carries, one remark a kind.
pub(crate) fn not_carried(card: &NormalizedCard, dialect: &Dialect) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut say = |count: usize, code: &str, one: &str, many: &str| {
        let message = match count {
            0 => return,
            1 => format!("1 {one} is read and not carried."),
            count => format!("{count} {many} are read and not carried."),
        };
        notes.push(Note { step: "preview".to_owned(), code: code.to_owned(), message, ..Note::default() });
    };
    say(dialect.regex_scripts, "regex-scripts", "script of regular expressions", "scripts of regular expressions");
    say(dialect.helper_scripts, "helper-scripts", "helper script", "helper scripts");
    say(dialect.ejs_blocks, "ejs", "tag of embedded script", "tags of embedded script");
    say(dialect.macros.values().sum(), "macros", "macro", "macros");
    say(dialect.decorators.values().sum(), "decorators", "decorator of an entry", "decorators of entries");
    say(usize::from(card.picture_unread), "picture", "picture that cannot be turned into PNG", "pictures");
    notes
}

#[cfg(test)]
#[path = "preview_tests.rs"]
mod tests;
