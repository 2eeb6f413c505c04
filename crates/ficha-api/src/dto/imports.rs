//! From a card to a world: what a card holds, what is chosen, how far an import is, its review, drafts.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Amount, CardOutcome, CardOutcomes, CardPieceRow, Json, WorldReadiness};

/// How far an import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum ImportPhase {
    /// The card is in its folder.
    Ready,
    /// Its pieces are sorted.
    Surveyed,
    /// Its documents wait for approval.
    Built,
    /// Its files are written and have problems.
    Repair,
    /// It is a world.
    Done,
}

/// A name that occurs so many times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NamedCount {
    /// The name.
    pub name: String,
    /// How many times.
    pub count: u32,
}

/// What a card is written with besides words. It is read and never run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardDialect {
    /// Regular-expression scripts.
    pub regex_scripts: u32,
    /// Helper scripts.
    pub helper_scripts: u32,
    /// Macros other than player's and character's.
    pub macros: Vec<NamedCount>,
    /// Blocks in tags that are no ordinary HTML.
    pub tag_blocks: Vec<NamedCount>,
    /// EJS tags.
    pub ejs_blocks: u32,
    /// Decorator lines.
    pub decorators: Vec<NamedCount>,
}

/// A field of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PreviewField {
    /// Its piece, `field:description`.
    pub id: String,
    /// Its label in the language of the report.
    pub title: String,
    /// Its length.
    pub chars: u32,
    /// How it begins.
    pub beginning: String,
}

/// An entry of a card's book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PreviewEntry {
    /// Its place in the book, from 1; what `entriesOff` names.
    pub position: u32,
    /// Its title.
    pub title: String,
    /// Its keys.
    pub keys: Vec<String>,
    /// Whether it is always on.
    pub constant: bool,
    /// Whether the card has it on.
    pub enabled: bool,
    /// Its length.
    pub chars: u32,
    /// How it begins.
    pub beginning: String,
}

/// A greeting of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PreviewGreeting {
    /// What `opening` names: 0 the first message, else the number of the alternate; `null` for one of a group.
    pub number: Option<u32>,
    /// Its piece, `opening`, `greeting:2`, `group:1`.
    pub id: String,
    /// Its title, where the card has one.
    pub title: String,
    /// Its length.
    pub chars: u32,
    /// Whether nothing is left of it when markup is taken out.
    pub blank: bool,
    /// How it begins.
    pub beginning: String,
}

/// Whether files of a world were edited since its import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum WorldEdited {
    /// No.
    No,
    /// Yes.
    Yes,
    /// Nothing is known of it.
    Unknown,
}

/// A world a card could update.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpdateTarget {
    /// Its folder's name.
    pub world: String,
    /// Its name.
    pub name: String,
    /// Whether it is named as the card is.
    pub same_name: bool,
    /// Whether it was edited.
    pub edited: WorldEdited,
    /// Whether another newer card waits there already.
    pub waiting: bool,
}

/// A remark of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportNote {
    /// What kind of remark.
    pub code: String,
    /// One sentence.
    pub message: String,
    /// The piece it is about.
    pub piece: Option<String>,
    /// The document it is about.
    pub entity: Option<String>,
}

/// What a card holds, before anything is made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CardPreview {
    /// Names the waiting file for the other commands.
    pub upload: String,
    /// The file's name.
    pub file_name: String,
    /// Its size.
    pub bytes: Amount,
    /// The card's name.
    pub name: String,
    /// Who made it.
    pub creator: String,
    /// Its version.
    pub version: String,
    /// What it is: `chara_card_v2 in PNG`.
    pub source_format: String,
    /// Whether it has a picture of its own.
    pub picture: bool,
    /// Its fields that are not blank.
    pub fields: Vec<PreviewField>,
    /// The entries of its book.
    pub entries: Vec<PreviewEntry>,
    /// Its greetings.
    pub greetings: Vec<PreviewGreeting>,
    /// The opening that is chosen when nobody chooses.
    pub opening: Option<u32>,
    /// What it is written with besides words.
    pub dialect: CardDialect,
    /// The addresses in it that may be pictures. Nothing was fetched.
    pub addresses: Vec<String>,
    /// What is not carried into a world.
    pub not_carried: Vec<ImportNote>,
    /// The language its text is in, as far as can be told.
    pub language: String,
    /// The worlds it could update, the likeliest first.
    pub targets: Vec<UpdateTarget>,
    /// The one it updates when nobody chooses; `null` for a new world.
    pub update: Option<String>,
}

/// What is chosen for an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportChoices {
    /// The world's name.
    pub world_name: String,
    /// Entries that are switched off, by their places from 1.
    pub entries_off: Vec<u32>,
    /// The opening: 0 the first message, else the number of the alternate.
    pub opening: Option<u32>,
    /// Whether the pictures the card points to are fetched.
    pub pictures: bool,
    /// The world's language.
    pub language: String,
}

/// Which step of an import is at work; how far it is stands beside it in the job's event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportProgress {
    /// The run.
    pub run: String,
    /// The step.
    pub step: String,
    /// What was said just now.
    pub notes: Vec<String>,
}

/// A problem of a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldProblem {
    /// What kind.
    pub code: String,
    /// Where: a path in the world, with a pointer behind `#`.
    pub place: String,
    /// The document it lies in, `characters/orla`.
    pub document: Option<String>,
    /// One sentence.
    pub message: String,
    /// What to do.
    pub hint: Option<String>,
}

/// Why a step of an import ended early.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportFault {
    /// The step.
    pub step: String,
    /// What kind.
    pub code: String,
    /// One sentence.
    pub message: String,
    /// When.
    pub at: String,
}

/// How far the import of a world is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportStatus {
    /// The world's folder.
    pub world: String,
    /// Its name.
    pub name: String,
    /// How far; `null` when it is no import.
    pub phase: Option<ImportPhase>,
    /// Whether a step of it runs now, here or in another program.
    pub busy: bool,
    /// The step that was begun last.
    pub step: Option<String>,
    /// Whether problems were accepted.
    pub kept: bool,
    /// Whether it can be gone on with.
    pub can_resume: bool,
    /// Why the last step ended early.
    pub last_error: Option<ImportFault>,
    /// The file it came from.
    pub file_name: String,
    /// What that file is.
    pub source_format: String,
    /// Pieces of the card, each with one outcome.
    pub outcomes: CardOutcomes,
    /// Documents made, folder by folder.
    pub counts: Vec<NamedCount>,
    /// Remarks, in the order of the steps.
    pub notes: Vec<ImportNote>,
    /// What stands in the way of a story.
    pub problems: Vec<WorldProblem>,
    /// Whether a story can begin.
    pub readiness: WorldReadiness,
}

/// What is done with a document at finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewAct {
    /// Written.
    Keep,
    /// Left out.
    Drop,
    /// Folded into another.
    Merge,
    /// Written under another name; the old one stays as an alias.
    Rename,
    /// One of its aliases becomes a document of its own.
    SplitAlias,
    /// Written as edited.
    Edit,
    /// Written as a document of another kind.
    ChangeKind,
}

/// A choice of the review, about one document.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewChoice {
    /// What is done.
    #[serde(rename = "do")]
    pub act: ReviewAct,
    /// With which document, `characters/orla`.
    #[serde(rename = "ref")]
    pub of: String,
    /// The document it is folded into.
    pub into: Option<String>,
    /// The new name.
    pub name: Option<String>,
    /// The other kind.
    pub kind: Option<String>,
    /// The document as edited.
    pub doc: Option<Json>,
}

/// A document that waits for approval.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewDocument {
    /// Its reference, `lore/the-tide`.
    #[serde(rename = "ref")]
    pub of: String,
    /// Its name or title.
    pub name: String,
    /// The document as it was made.
    pub doc: Json,
    /// The pieces it was made from.
    pub from: Vec<String>,
    /// What was chosen for it, in order; empty keeps it.
    pub choices: Vec<ReviewChoice>,
}

/// A text of a world beside its documents: an opening, a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewText {
    /// What it is: `description`, `opening`, `alternate:1`, `roleplay/style`.
    pub id: String,
    /// Its title, where there is one.
    pub title: String,
    /// Its text.
    pub text: String,
}

/// A piece of the card with its text, for reading beside a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewPiece {
    /// What is known of it.
    pub row: CardPieceRow,
    /// Its cleaned text.
    pub text: String,
    /// Its outcome as the choices stand.
    pub outcome: CardOutcome,
}

/// An import before it is approved.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportReview {
    /// The world's folder.
    pub world: String,
    /// Its name.
    pub name: String,
    /// The documents.
    pub documents: Vec<ReviewDocument>,
    /// Description, openings, prompts.
    pub texts: Vec<ReviewText>,
    /// Labels of tracked values.
    pub variables: Vec<String>,
    /// Command words.
    pub commands: Vec<String>,
    /// Names of triggers.
    pub triggers: Vec<String>,
    /// Remarks.
    pub notes: Vec<ImportNote>,
    /// What is left out.
    pub left_out: Vec<ImportNote>,
    /// The pieces of the card.
    pub pieces: Vec<ReviewPiece>,
    /// Pieces by outcome, as the choices stand.
    pub outcomes: CardOutcomes,
}

/// What is done with a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum DraftAct {
    /// An ordinary world, problems and all.
    Keep,
    /// Into the trash.
    Discard,
}
