//! Lorebooks at work: a chat tried out on a book, the graph of wakes, what another app would obey, books made of books.
//!
//! Entries are named by the number of their book (0 is the one at hand) and by their place in its list, never by id:
//! ids of files may be missing or the same.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::Address;

/// A message of a chat that is tried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct LoreMessage {
    /// Who speaks.
    pub name: String,
    /// What is said.
    pub text: String,
}

/// A text beside the chat that entries may look in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct LoreSources {
    /// The person's persona.
    pub persona: String,
    /// The character's description.
    pub description: String,
    /// The character's personality.
    pub personality: String,
    /// The scenario.
    pub scenario: String,
    /// The character's text at a depth.
    pub depth_prompt: String,
    /// The creator's notes.
    pub creator_notes: String,
}

/// A chat that is tried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct LoreChat {
    /// Oldest first.
    pub messages: Vec<LoreMessage>,
    /// What `{{char}}` becomes.
    pub character: String,
    /// What `{{user}}` becomes.
    pub user: String,
    /// Words the character goes by in filters: names and tag ids.
    pub filters: Vec<String>,
    /// The kind of generation: `normal`, `continue`, `impersonate`, `swipe`, `regenerate`, `quiet`; empty for normal.
    pub generation: String,
    /// Texts beside the chat.
    pub sources: LoreSources,
    /// Other books that are in use with the one at hand.
    pub books: Vec<Address>,
}

/// The settings of the app a chat is tried out with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreRules {
    /// Messages searched where neither entry nor book says.
    pub depth: u32,
    /// Tokens all texts may have; 0 for no limit.
    pub budget: u32,
    /// Whether texts of called entries are searched.
    pub recursive: bool,
    /// Steps of recursion at most; 0 for no limit.
    pub most_steps: u32,
    /// Entries that must be called; while there are fewer, older messages are searched.
    pub least_entries: u32,
    /// How far back those searches go; 0 to the beginning.
    pub least_entries_depth: u32,
    /// Whether case counts where neither entry nor book says.
    pub case_sensitive: bool,
    /// Whether whole words are wanted where neither entry nor book says.
    pub whole_words: bool,
    /// Whether groups are decided by how many keys match, where an entry does not say.
    pub group_scoring: bool,
    /// Whether names of speakers are searched too.
    pub include_names: bool,
    /// Whether books are asked one after another.
    pub book_by_book: bool,
    /// Where chance begins.
    pub seed: u32,
}

/// An entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreEntry {
    /// Number of the book, 0 for the one at hand.
    pub book: u32,
    /// Its place among the entries.
    pub at: u32,
    /// Its title; may be empty.
    pub title: String,
}

/// What called an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LoreWhy {
    /// It is always on.
    Always,
    /// A line at the head of its text.
    Decorator,
    /// It was called before and stays.
    Staying,
    /// Its keys.
    Keys,
}

/// Where a key stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LorePlace {
    /// A message, so many back; 0 is the last.
    pub back: Option<u32>,
    /// A text beside the chat, by its field.
    pub source: Option<String>,
    /// The text of an entry.
    pub entry: Option<LoreEntry>,
}

/// An entry that was called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreWoke {
    /// Which.
    pub entry: LoreEntry,
    /// In which step, from 1; later ones are recursion.
    pub step: u32,
    /// What called it.
    pub why: LoreWhy,
    /// The key that was found; empty without keys.
    pub key: String,
    /// The secondary keys that were found.
    pub secondary: Vec<String>,
    /// Where the key stands; all absent when it lies across several texts.
    pub place: LorePlace,
    /// Tokens of its text.
    pub tokens: u32,
    /// The probability it was drawn with and passed.
    pub passed: Option<f64>,
    /// Messages it will stay after this one.
    pub stays: u32,
}

/// What stopped an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LoreStop {
    /// It, its book or its folder is off.
    Off,
    /// It is for other kinds of generation.
    Generation,
    /// It is for other characters.
    Character,
    /// The chat is too short; `number` is how long it must be.
    Delay,
    /// It rests; `number` is for how many messages.
    Cooldown,
    /// Only other entries call it.
    OnlyRecursion,
    /// A line at the head of its text.
    Decorator,
    /// It has no keys.
    NoKeys,
    /// None of its keys was found.
    NoMatch,
    /// Its secondary keys say no.
    Secondary,
    /// Only an entry said its key, and it does not want that.
    ExcludesRecursion,
    /// Another of its group won.
    Group,
    /// Chance said no; `number` is its probability.
    Chance,
    /// There was no room.
    Budget,
}

/// What the chat says of an entry that was not called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LoreSaid {
    /// A key stands where it looks.
    Here,
    /// A key stands further back than it looks.
    Earlier,
    /// A key stands there in other letters.
    OtherCase,
    /// A key stands there inside a longer word.
    PartOfWord,
}

/// An entry that was nearly called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreNear {
    /// Which.
    pub entry: LoreEntry,
    /// What stopped it.
    pub stop: LoreStop,
    /// The figure that goes with it; 0 where there is none.
    pub number: u32,
    /// The group that was won by another.
    pub group: Option<String>,
    /// Who won it; `null` when it was decided before.
    pub winner: Option<LoreEntry>,
    /// How secondary keys said no: `and_any`, `and_all`, `not_any`, `not_all`.
    pub logic: Option<String>,
    /// What was said of it.
    pub said: Option<LoreSaid>,
    /// The key that was said; empty where none is known.
    pub key: String,
    /// How many messages back, for a key that stands further back.
    pub back: u32,
    /// How many messages it looks at.
    pub reach: u32,
}

/// A key that does not work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreFault {
    /// Whose key.
    pub entry: LoreEntry,
    /// The key.
    pub key: String,
    /// Whether its search takes too long; else it is no pattern.
    pub slow: bool,
    /// What is wrong, English.
    pub what: String,
}

/// Words of a message that called an entry, in UTF-16 units of its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreMark {
    /// Number of the message from the beginning.
    pub message: u32,
    /// Where the words begin.
    pub from: u32,
    /// Where they end.
    pub until: u32,
    /// Who was called.
    pub entry: LoreEntry,
}

/// What came of trying a chat out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreTrial {
    /// What was called, in the order its texts stand.
    pub woke: Vec<LoreWoke>,
    /// What nearly was, at most 200.
    pub nearly: Vec<LoreNear>,
    /// Words that called.
    pub marks: Vec<LoreMark>,
    /// Keys that do not work.
    pub faults: Vec<LoreFault>,
    /// Tokens of what was called.
    pub tokens: u32,
    /// Whether something was left out for the budget.
    pub over_budget: bool,
    /// How many steps it took.
    pub steps: u32,
    /// Entries in all books.
    pub entries: u32,
}

/// What keeps a text from calling an entry though it says its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LoreBarrier {
    /// The one who speaks calls no others.
    Prevents,
    /// The one who is spoken of is not called by others.
    Excludes,
    /// One of them is off.
    Off,
}

/// One entry's text says another's key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreReach {
    /// Whose text, by place.
    pub from: u32,
    /// Whose key, by place.
    pub to: u32,
    /// The key.
    pub key: String,
    /// What stands between them; `null`: it calls.
    pub barrier: Option<LoreBarrier>,
}

/// The graph of wakes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreGraph {
    /// Every pair, at most 20,000.
    pub reaches: Vec<LoreReach>,
    /// Whether there are more.
    pub cut: bool,
    /// Keys that do not work.
    pub faults: Vec<LoreFault>,
}

/// How a format takes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LoreObeyed {
    /// As it is.
    Carried,
    /// Something is ignored or said otherwise.
    Changed,
    /// Keys, text or switch do not arrive.
    Lost,
}

/// A field of an entry that another app would not obey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreIgnored {
    /// The field below the entry: `cooldown`, `triggers[0].keyword`.
    pub field: String,
    /// Whether it is gone, or arrives as something else.
    pub lost: bool,
    /// Why, English.
    pub reason: String,
    /// The kind of reason, as a note's code.
    pub code: String,
}

/// Whether another app would obey entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreObedience {
    /// Format id.
    pub format: String,
    /// What people call it.
    pub title: String,
    /// The worst of its fields.
    pub obeyed: LoreObeyed,
    /// What is not obeyed; each field once.
    pub ignored: Vec<LoreIgnored>,
}

/// A part of a book that becomes a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LorePart {
    /// The new book's name.
    pub name: String,
    /// Which entries, by place.
    pub entries: Vec<u32>,
}

/// A book made of others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LoreMade {
    /// Where it is.
    pub address: Address,
    /// Its name.
    pub name: String,
    /// How many entries it has.
    pub entries: u32,
    /// Entries left out because they were there already.
    pub twins: u32,
}
