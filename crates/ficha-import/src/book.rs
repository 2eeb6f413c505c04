//! A lorebook becomes a world book: lore that any world of the library may use.
//!
//! Here: the documents of the book as data. Not here: folders, and which file the lorebook came from. Without a model
//! nothing is sorted out: every entry that is on and says something is knowledge, word for word, for everyone.
//!
//! The rule: nothing of an entry is cut. A text longer than a document may be goes on in the next one.

use ficha_model::Body;
use ficha_world::{id_key, inert, make_id, player_word, schema, to_bytes};
use serde_json::{Map, Value, json};

use crate::card::{chosen, clean_text, cuts_of, first_sentence, guess_language, with_player, within};
use crate::records::{Doc, Note};
use crate::said::{Notes, Said};
use crate::structure::{SUMMARY, once_each};

/// Characters of one document that a longer text is put into.
const PIECE: usize = 90_000;
/// Characters of a title and of a keyword.
const NAME: usize = schema::MOST_NAME;
/// Keywords of an entry.
const KEYWORDS: usize = 60;

/// Where a book or a preset came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The format's id.
    pub format: String,
    /// The file's name; empty for a piece of the library.
    pub file: String,
    /// SHA-256 of the file; empty for a piece of the library.
    pub sha256: String,
}

impl Source {
    /// As the documents write it.
    pub(crate) fn to_value(&self) -> Value {
        let rows = [("format", &self.format), ("file", &self.file), ("sha256", &self.sha256)];
        let filled = rows.into_iter().filter(|(_, text)| !text.is_empty());
        Value::Object(filled.map(|(key, text)| (key.to_owned(), json!(text))).collect())
    }
}

/// What a world book is made from.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The lorebook.
    pub body: &'a Body,
    /// What the book is to be called; empty takes the lorebook's own name.
    pub name: &'a str,
    /// The language of its texts; empty guesses.
    pub language: &'a str,
    /// Who `{{char}}` is: the card the book was in; empty where it was in none.
    pub character: &'a str,
    /// Where it came from.
    pub source: &'a Source,
    /// The time, RFC 3339 UTC.
    pub at: &'a str,
    /// The language notes are in.
    pub report_language: &'a str,
}

/// An entry that did not go along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its title or its place in the book.
    pub title: String,
    /// Why.
    pub why: Why,
}

/// Why an entry did not go along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is switched off.
    Off,
    /// It says nothing.
    Empty,
}

/// A world book as files of its folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Book {
    /// The id its folder asks for.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Its files, `lorebook.json` last.
    pub files: Vec<(String, Vec<u8>)>,
    /// How many entries it has.
    pub entries: usize,
    /// What did not go along.
    pub left_out: Vec<LeftOut>,
    /// What was said on the way.
    pub notes: Vec<Note>,
}

/// The book of a lorebook.
pub fn world_book(ask: &Ask<'_>) -> Book {
    let rows = ask.body.list("entries");
    let text = |row: &'_ Value, key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let contents: Vec<String> = rows.iter().map(|row| text(row, "content")).collect();
    let language = match ask.language {
        "" => guess_language(contents.iter().map(String::as_str)).to_owned(),
        told => told.to_owned(),
    };
    let name = [ask.name, ask.body.text("name").unwrap_or_default(), ask.character]
        .into_iter()
        .map(str::trim)
        .find(|name| !name.is_empty())
        .unwrap_or("Lorebook");
    let name = within(name, NAME).trim_end().to_owned();
    let mut notes = Notes::of("lorebook", ask.report_language);
    notes.of_entity("lorebook", &Said::NotSorted);
    let mut made = Made { files: Vec::new(), taken: Vec::new() };
    let mut left_out = Vec::new();
    for (index, (row, content)) in rows.iter().zip(&contents).enumerate() {
        let keys = keys(row);
        let title = [text(row, "title"), text(row, "comment"), keys.first().cloned().unwrap_or_default()]
            .iter()
            .map(|title| crate::card::one_line(title))
            .find(|title| !title.is_empty())
            .unwrap_or_else(|| format!("#{}", index + 1));
        let said = told(content, ask.character, &language);
        let why = match (row.get("enabled"), said.is_empty()) {
            (Some(Value::Bool(false)), _) => Some(Why::Off),
            (_, true) => Some(Why::Empty),
            (_, false) => None,
        };
        if let Some(why) = why {
            left_out.push(LeftOut { title, why });
            continue;
        }
        let (keywords, cut) = keywords(&keys);
        let entry = made.entry(&title, &said, &keywords);
        if let Some(begins) = cut {
            notes.of_entity(&entry, &Said::Shortened("keywords", &begins));
        }
        if title.chars().count() > NAME {
            notes.of_entity(&entry, &Said::Shortened("title", &title));
        }
    }
    let entries = made.files.len();
    let head = json!({
        "schema": "ficha-lorebook/v1", "name": name, "language": language, "source": ask.source.to_value(),
        "created_at": ask.at,
    });
    made.write(&schema::LOREBOOK, "lorebook.json".to_owned(), head);
    let id = make_id(&name, "lorebook", &|_| false);
    Book { id, name, files: made.files, entries, left_out, notes: notes.list }
}

/// The words that call an entry; patterns are none.
fn keys(row: &Value) -> Vec<String> {
    let list = row.get("triggers").and_then(Value::as_array).map_or(&[] as &[Value], Vec::as_slice);
    let words = list.iter().filter(|key| key.get("isRegex") != Some(&Value::Bool(true)));
    once_each(words.filter_map(|key| key.get("keyword")?.as_str()))
}

/// Keywords that fit, and how the first begins that did not.
fn keywords(keys: &[String]) -> (Vec<&str>, Option<String>) {
    let fits = |key: &&String| key.chars().count() <= NAME;
    let kept: Vec<&str> = keys.iter().filter(fits).take(KEYWORDS).map(String::as_str).collect();
    let beyond = keys.iter().filter(fits).nth(KEYWORDS).or_else(|| keys.iter().find(|key| !fits(key)));
    (kept, beyond.cloned())
}

/// An entry's text as a world holds it: who the player and the character are is said in words, a random
/// choice is its first option, and nothing is left that another program would fill in.
fn told(content: &str, character: &str, language: &str) -> String {
    let called = if character.is_empty() { "{{char}}" } else { character };
    let cleaned = chosen(&clean_text(content, called).text);
    inert(with_player(&cleaned, player_word(language), true).trim())
}

struct Made {
    files: Vec<(String, Vec<u8>)>,
    taken: Vec<String>,
}

impl Made {
    fn write(&mut self, shape: &'static schema::Shape, path: String, doc: Value) {
        let doc: Map<String, Value> = doc.as_object().cloned().unwrap_or_default();
        let arranged: Doc = schema::arranged(shape.fields, &doc);
        self.files.push((path, to_bytes(shape, &arranged)));
    }

    /// Writes an entry, in as many documents as its text needs; the path of the first.
    fn entry(&mut self, title: &str, text: &str, keywords: &[&str]) -> String {
        let words = if keywords.is_empty() { String::new() } else { format!(" ({})", keywords.join(", ")) };
        let sentence = first_sentence(text, SUMMARY.saturating_sub(words.chars().count()));
        let summary = within(&format!("{sentence}{words}"), SUMMARY).to_owned();
        let mut first = String::new();
        for (number, part) in parts(text).into_iter().enumerate() {
            let behind = if number == 0 { String::new() } else { format!(" ({})", number + 1) };
            let room = NAME.saturating_sub(behind.chars().count());
            let title = format!("{}{behind}", within(title, room).trim_end());
            let id = make_id(&title, "lore", &|key| self.taken.iter().any(|taken| taken == key));
            self.taken.push(id_key(&id));
            let path = format!("entries/{id}.json");
            let entry = json!({
                "title": title, "kind": "custom", "summary": if number == 0 { summary.as_str() } else { "" },
                "text": part, "keywords": keywords, "scope": "everyone", "as_written": true,
            });
            self.write(&schema::LOREBOOK_ENTRY, path.clone(), entry);
            if number == 0 {
                first = path;
            }
        }
        first
    }
}

/// A text in parts that a document may hold; joined they are the text.
fn parts(text: &str) -> Vec<&str> {
    if text.chars().count() <= schema::MOST_TEXT {
        return vec![text];
    }
    let mut found = Vec::new();
    let mut from = 0;
    for end in cuts_of(text, PIECE).iter().map(|cut| cut.bytes).chain([text.len()]) {
        found.extend(text.get(from..end).filter(|part| !part.is_empty()));
        from = end;
    }
    found
}

#[cfg(test)]
mod tests;
