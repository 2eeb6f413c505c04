//! Which entries of lorebooks a chat calls, and why: the rules of SillyTavern 1.13's `world-info.js`, which most apps of
//! the field follow.
//!
//! A scan goes in loops. In each, every entry that was not called yet is asked in the order of insertion: its switches,
//! filters and timed effects first, then its keys. What was called goes through inclusion groups, chance and the
//! budget; with recursion on, its text is searched in the next loop. The outcome names for every entry the loop and
//! key that called it, or the first thing that stopped it.
//!
//! Not here: vectors, automation, what the app does with the text afterwards.

mod entry;
mod groups;
mod haystack;
mod keys;
mod near;
mod reach;
mod scan;
mod text;
mod timed;
mod trial;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Names;
use crate::pattern::PatternFault;

pub use keys::Logic;
pub use near::{Near, Said};
pub use reach::{Barrier, Reach, reach};
pub use scan::scan;
pub use timed::{Effect, Timed};
pub use trial::{Mark, Trial, trial};

/// The settings of the app a scan runs with. The defaults are SillyTavern's of a fresh installation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Settings {
    /// Messages searched where an entry does not say.
    pub depth: usize,
    /// Tokens all texts together may have; `None` for no limit.
    pub budget: Option<usize>,
    /// Whether texts of called entries are searched.
    pub recursive: bool,
    /// Loops at most; 0 for no limit but the one that every loop calls something.
    pub most_loops: usize,
    /// Entries that must be called; while there are fewer, older messages are searched.
    pub least_entries: usize,
    /// How far back those searches go; 0 to the beginning.
    pub least_entries_depth: usize,
    /// Whether the case of keys counts where an entry does not say.
    pub case_sensitive: bool,
    /// Whether keys match whole words where an entry does not say.
    pub whole_words: bool,
    /// Whether groups are decided by how many keys match where an entry does not say.
    pub group_scoring: bool,
    /// Whether the speaker's name stands before each message that is searched.
    pub include_names: bool,
    /// Whether books are asked one after another, in the order given, and not all together by the order of entries.
    pub book_by_book: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            depth: 2,
            budget: None,
            recursive: false,
            most_loops: 0,
            least_entries: 0,
            least_entries_depth: 0,
            case_sensitive: false,
            whole_words: false,
            group_scoring: false,
            include_names: true,
            book_by_book: false,
        }
    }
}

/// A message of the chat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Message {
    /// Who speaks.
    pub name: String,
    /// What is said.
    pub text: String,
}

/// Texts beside the chat that entries may ask to be searched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Sources {
    /// The user's persona.
    pub persona: String,
    /// The character's description.
    pub description: String,
    /// The character's personality.
    pub personality: String,
    /// The scenario.
    pub scenario: String,
    /// The character's depth prompt.
    pub depth_prompt: String,
    /// The creator's notes.
    pub creator_notes: String,
}

impl Sources {
    /// The text of a field, by its name.
    fn text(&self, field: &str) -> &str {
        match field {
            "persona" => &self.persona,
            "description" => &self.description,
            "personality" => &self.personality,
            "scenario" => &self.scenario,
            "depthPrompt" => &self.depth_prompt,
            _ => &self.creator_notes,
        }
    }
}

/// What a scan looks at.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// Bodies of lorebooks, each with the name results call it by.
    pub books: &'a [(String, &'a Value)],
    /// The chat, oldest message first.
    pub chat: &'a [Message],
    /// Texts beside the chat.
    pub sources: &'a Sources,
    /// Who is in the chat.
    pub names: &'a Names,
    /// Words the character goes by in filters: file names and tag ids.
    pub character: &'a [String],
    /// What kind of generation it is: normal, continue, impersonate, swipe, regenerate, quiet.
    pub generation: &'a str,
    /// The settings of the app.
    pub settings: &'a Settings,
    /// The seed of all chance.
    pub seed: u64,
}

/// An entry: the number of its book and its id there.
pub type Address = (usize, String);

/// What came of a scan.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// What was called, in the order the texts stand: lower order first.
    pub called: Vec<Called>,
    /// What was not, in the order it was asked.
    pub silent: Vec<Silent>,
    /// Tokens of what was called.
    pub tokens: usize,
    /// Whether something was left out for the budget.
    pub over_budget: bool,
    /// How many loops it took.
    pub loops: usize,
    /// Patterns that do not work, each once.
    pub faults: Vec<Fault>,
}

/// An entry that was called.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Called {
    /// Number of the book.
    pub book: usize,
    /// Id of the entry.
    pub entry: String,
    /// In which loop, from 1.
    pub in_loop: usize,
    /// What called it.
    pub because: Because,
    /// Tokens of its text.
    pub tokens: usize,
    /// The probability it was drawn with and passed, 0 to 100; `None` where nothing was drawn.
    pub passed: Option<f64>,
    /// Messages it will stay after this one.
    pub stays: usize,
}

/// What called an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Because {
    /// It is constant.
    Constant,
    /// A line at the head of its text says so.
    Decorator,
    /// It was called some messages ago and stays.
    Sticky,
    /// Keys were found.
    Keys {
        /// The key that was found first.
        key: String,
        /// The secondary keys that were found, as far as the logic had to look.
        secondary: Vec<String>,
        /// Where the key was found.
        found_in: Place,
    },
}

/// Where a key was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "of", rename_all = "camelCase")]
pub enum Place {
    /// In a message, by its number from the end of the chat, from 0.
    Message(usize),
    /// In a text beside the chat, by the name of its field.
    Source(&'static str),
    /// In the text of an entry that was called before.
    Entry(Address),
    /// Across the border of two of them.
    Several,
}

/// An entry that was not called.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Silent {
    /// Number of the book.
    pub book: usize,
    /// Id of the entry.
    pub entry: String,
    /// What stopped it.
    pub because: Stopped,
}

/// What stopped an entry: the first reason in the order the app asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Stopped {
    /// It, its book or its category is off.
    Off,
    /// It is for other kinds of generation.
    Generation,
    /// It is for other characters.
    Character,
    /// The chat is too short yet.
    Delay {
        /// Messages it waits for.
        until: usize,
    },
    /// It was called not long ago.
    Cooldown {
        /// Messages until it may be called again.
        left: usize,
    },
    /// It is called by the texts of other entries alone, and none called it.
    OnlyRecursion,
    /// A line at the head of its text says that it is not to be called.
    Decorator,
    /// It has no keys.
    NoKeys,
    /// None of its keys was found.
    NoMatch,
    /// A key was found; its secondary keys say no.
    Secondary {
        /// The key that was found.
        key: String,
        /// The logic that said no.
        logic: Logic,
    },
    /// It was only found in the text of an entry, and does not want that.
    ExcludesRecursion,
    /// Another of its group won.
    Group {
        /// The group.
        group: String,
        /// Who won; `None` when the group had called one before.
        winner: Option<Address>,
    },
    /// Chance said no.
    Chance {
        /// Its probability, 0 to 100.
        probability: u64,
    },
    /// There was no room left.
    Budget,
}

/// A pattern that does not work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    /// Number of the book.
    pub book: usize,
    /// Id of the entry.
    pub entry: String,
    /// The key.
    pub key: String,
    /// What is wrong with it.
    pub what: String,
    /// Whether it is a search that took too long, and not the pattern's writing.
    pub slow: bool,
}

impl Fault {
    fn new(address: &Address, key: &str, fault: &PatternFault) -> Fault {
        let slow = matches!(fault, PatternFault::GaveUp);
        Fault { book: address.0, entry: address.1.clone(), key: key.to_owned(), what: fault.to_string(), slow }
    }

    fn untried(address: &Address, key: &str) -> Fault {
        let what = "not tried: other patterns of this run took too long".to_owned();
        Fault { book: address.0, entry: address.1.clone(), key: key.to_owned(), what, slow: true }
    }
}

/// What a message after message walk through a chat gives: one outcome for each length of the chat.
///
/// `tokens` counts a text. Timed effects run on from message to message, as they do in the app.
pub fn walk(scene: &Scene<'_>, from: usize, tokens: &dyn Fn(&str) -> usize) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut books = scan::Books::read(scene);
    let mut timed = Timed::default();
    for end in from.max(1)..=scene.chat.len() {
        outcomes.push(books.scan(&scene.until(end), &mut timed, tokens));
    }
    outcomes
}

impl<'a> Scene<'a> {
    /// The same scene when the chat had `end` messages; chance is drawn anew for each message.
    fn until(&self, end: usize) -> Scene<'a> {
        let chat = self.chat.get(..end).unwrap_or_default();
        Scene { chat, seed: self.seed.wrapping_add(end as u64), ..self.clone() }
    }
}

/// Entries by address.
type ByAddress<T> = BTreeMap<Address, T>;
