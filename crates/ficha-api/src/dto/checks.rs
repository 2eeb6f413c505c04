//! What checks found, in the words of one language.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Address, Change, Kind, Severity};

/// The language of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum ReportLanguage {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl From<ReportLanguage> for ficha_model::schema::Language {
    fn from(language: ReportLanguage) -> ficha_model::schema::Language {
        match language {
            ReportLanguage::En => ficha_model::schema::Language::English,
            ReportLanguage::Zh => ficha_model::schema::Language::Chinese,
        }
    }
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CheckRow {
    /// Its id.
    pub id: String,
    /// The kit it belongs to.
    pub kit: String,
    /// Who decides: `code` the program, `decision` a yes or no, `judged` a model that reads.
    pub mode: String,
    /// Whether it needs the card a world was made from.
    pub needs_card: bool,
    /// Whether it needs a language model.
    pub needs_model: bool,
    /// What people call it.
    pub title: String,
    /// What it looks for, one sentence.
    pub about: String,
    /// The kinds of piece it looks at; none for a check of worlds.
    pub kinds: Vec<Kind>,
}

/// A part of a text that a finding is about, with what stands around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EvidenceRow {
    /// The text before, from as far back as is shown.
    pub before: String,
    /// The part itself; a long one is cut.
    pub span: String,
    /// The text behind.
    pub after: String,
    /// Where the part begins in the field, in UTF-16 units.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
}

/// A way to mend a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FixRow {
    /// What it does, as a button says it.
    pub label: String,
    /// Whether it is the one answer.
    pub sure: bool,
    /// What it changes in the body, in order.
    pub changes: Vec<Change>,
}

/// One thing worth a look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindingRow {
    /// What stays the same of it from run to run.
    pub key: String,
    /// The check that found it.
    pub check: String,
    /// Its stable code.
    pub code: String,
    /// How much it matters.
    pub severity: Severity,
    /// The piece it is in.
    pub address: Address,
    /// The body path; empty for the piece as a whole.
    pub path: String,
    /// What people call that place.
    pub place: String,
    /// The name of the row it is in: the title of an entry, the label of a rule.
    pub row: Option<String>,
    /// What is the matter, in a few words; findings of one code have the same.
    pub title: String,
    /// One sentence about this very place.
    pub message: String,
    /// What would mend it.
    pub hint: Option<String>,
    /// What stands there.
    pub evidence: Option<EvidenceRow>,
    /// What would mend it at once, the likeliest first.
    pub fixes: Vec<FixRow>,
    /// Whether it was not there at the last run. Always false for a body at hand.
    pub fresh: bool,
    /// Whether a person silenced it.
    pub hushed: bool,
}

/// A finding of the run before that is not there any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GoneRow {
    /// The piece it was in.
    pub address: Address,
    /// What it was.
    pub title: String,
    /// Its code.
    pub code: String,
}

/// A check that did not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SkippedRow {
    /// The check.
    pub check: String,
    /// What people call it.
    pub title: String,
    /// The reason's stable word.
    pub reason: String,
    /// The reason in a sentence.
    pub why: String,
    /// In how many pieces.
    pub pieces: u32,
}

/// A piece that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CheckedPiece {
    /// Where it is.
    pub address: Address,
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The revision looked at; 0 for a piece of a file.
    pub revision: u32,
    /// When it was checked before, RFC 3339 UTC; `null` the first time.
    pub checked_before: Option<String>,
    /// The revision looked at then.
    pub revision_before: Option<u32>,
}

/// How many findings there are, silenced ones left aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindingCounts {
    /// Errors.
    pub errors: u32,
    /// Warnings.
    pub warnings: u32,
    /// Hints.
    pub hints: u32,
    /// Those that are new since the last run.
    pub fresh: u32,
    /// Silenced ones.
    pub hushed: u32,
}

/// What a run found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CheckRun {
    /// When it ran, RFC 3339 UTC.
    pub at: String,
    /// How long it took.
    pub milliseconds: u32,
    /// What was looked at; of a whole library the first few.
    pub pieces: Vec<CheckedPiece>,
    /// How many pieces were looked at.
    pub looked_at: u32,
    /// Pieces that could not be read: address and why.
    pub unreadable: Vec<GoneRow>,
    /// The findings, the gravest first; of very many the first.
    pub findings: Vec<FindingRow>,
    /// How many there are, also those beyond the list.
    pub counts: FindingCounts,
    /// Those of the run before that are gone.
    pub gone: Vec<GoneRow>,
    /// The checks that ran.
    pub ran: Vec<CheckRow>,
    /// The checks that did not.
    pub skipped: Vec<SkippedRow>,
    /// Whether there was a run before over any of these pieces.
    pub compared: bool,
}

/// A silenced finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HushedRow {
    /// The piece.
    pub address: Address,
    /// The piece's name.
    pub name: String,
    /// The finding's key.
    pub key: String,
    /// What it was when it was silenced.
    pub title: String,
    /// When, RFC 3339 UTC.
    pub at: String,
}
