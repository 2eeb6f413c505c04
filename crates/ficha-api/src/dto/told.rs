//! What pieces tell the model, tried out: rules over a text, a persona put together, a preset with its cast.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::Address;

/// A set of regex rules, run over a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RegexRun {
    /// One row a rule, in their order.
    pub rules: Vec<RegexRow>,
    /// The text behind the last rule.
    pub text: String,
    /// How long it took.
    #[specta(type = u32)]
    pub milliseconds: u64,
}

/// What one rule did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RegexRow {
    /// The rule's id; empty for a row that has none.
    pub rule: String,
    /// Why it did nothing; `null` when it ran.
    pub skipped: Option<RegexSkip>,
    /// The sentence of a fault; `null` for every other row.
    pub fault: Option<String>,
    /// How often its pattern was found.
    pub matches: u32,
    /// The text behind it; `null` when it is the one before it.
    pub text: Option<String>,
}

/// Why a rule did not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum RegexSkip {
    /// It or the set is off.
    Off,
    /// It is for other texts.
    Phase,
    /// It is for the prompt or the display alone, or for neither.
    Target,
    /// It is for older or newer messages.
    Depth,
    /// It has no pattern.
    NoPattern,
    /// Its pattern does not work.
    Fault,
    /// Its result would be too large.
    TooLarge,
    /// Its search was given up.
    TooSlow,
    /// The time for the whole set was over.
    NoTime,
}

/// The occasion of a run: what the text is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RegexOccasion {
    /// A word of the model: input, output, display, prompt, lorebook, reasoning, slash.
    pub phase: String,
    /// `prompt` or `display` for a copy of the text; `null` for the stored text.
    pub target: Option<String>,
    /// Messages from the end; `null` when it is not in a chat.
    pub depth: Option<f64>,
    /// What `{{char}}` becomes.
    pub character: String,
    /// What `{{user}}` becomes.
    pub user: String,
}

/// A persona as the model is told it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CompiledPersona {
    /// The parts in their order.
    pub parts: Vec<CompiledPart>,
    /// The whole text.
    pub text: String,
    /// Its tokens.
    pub tokens: u32,
}

/// One part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CompiledPart {
    /// The body path it comes from.
    pub path: String,
    /// The text as it is told.
    pub text: String,
    /// Its tokens.
    pub tokens: u32,
}

/// What a preset is tried with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Cast {
    /// The character, as it is saved.
    pub character: Option<Address>,
    /// The persona, as it is saved.
    pub persona: Option<Address>,
    /// What the person says last; nothing when it is blank.
    pub message: String,
    /// The kind of generation: `normal`, `continue`, `impersonate`, `swipe`, `regenerate`, `quiet`.
    pub trigger: String,
}

/// The request a preset makes, block by block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AssembledPreset {
    /// Those that are sent in their order; those that are not stand where they would be.
    pub blocks: Vec<AssembledBlock>,
    /// The tokens of all that is sent.
    pub tokens: u32,
}

/// One block of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AssembledBlock {
    /// The row of the preset, from 0; `null` for a message and for what the card brings.
    pub row: Option<u32>,
    /// The prompt's id; for others `chat`, `newChat`, `newExample`, `example`, `depthPrompt` or `persona`.
    pub id: String,
    /// What people call it; empty for what has no name.
    pub name: String,
    /// Who it speaks as.
    pub role: String,
    /// The text.
    pub text: String,
    /// Its tokens.
    pub tokens: u32,
    /// Messages from the end, for what is put among them.
    pub depth: Option<u32>,
    /// Why nothing of it is sent; `null` when it is.
    pub left: Option<BlockLeft>,
    /// Whether the card's own text stands in place of the preset's.
    pub overridden: bool,
}

/// Why a prompt sends nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum BlockLeft {
    /// It is off.
    Off,
    /// Its group is off.
    GroupOff,
    /// It is for other kinds of generation.
    Trigger,
    /// There is no text.
    Empty,
    /// Filled while chatting.
    InChat,
}

/// The one text a preset for text completion makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CompiledTurn {
    /// The text in stretches.
    pub pieces: Vec<TurnPiece>,
    /// The tokens of the whole.
    pub tokens: u32,
}

/// One stretch of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TurnPiece {
    /// What it belongs to.
    pub kind: TurnKind,
    /// The text.
    pub text: String,
    /// Whether it is a mark of the template.
    pub mark: bool,
}

/// What a stretch belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum TurnKind {
    /// The story text.
    Story,
    /// An example.
    Example,
    /// What stands before the chat.
    ChatStart,
    /// The person's message.
    User,
    /// The model's message.
    Assistant,
    /// A system message.
    System,
    /// Where the model goes on.
    Answer,
    /// An example of how reasoning is marked.
    Reasoning,
}

/// Which formats carry a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CarriedField {
    /// The field's path pattern, `[]` for any row and `{}` for any key.
    pub path: String,
    /// The ids of the formats that carry it.
    pub formats: Vec<String>,
}
