//! What checks found in a world, in the words of one language.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{CardVersion, Severity, WorldReadiness};

/// How deep a run over a world goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum WorldCheckDeep {
    /// Only what the program decides.
    #[default]
    Code,
    /// What a decision service may decide too.
    Decision,
    /// All.
    All,
}

/// One thing worth a look in a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldFinding {
    /// What stays the same of it from run to run.
    pub key: String,
    /// The check that found it.
    pub check: String,
    /// Its stable code.
    pub code: String,
    /// How much it matters.
    pub severity: Severity,
    /// Where: `characters/orla#/start`, `world.json#/tags`, `piece:entry:3`.
    #[serde(rename = "where")]
    pub place: String,
    /// The document it is in, when it is in one.
    pub document: Option<String>,
    /// The JSON pointer in that document or file; empty for all of it.
    pub pointer: String,
    /// What is the matter, in a few words; findings of one code have the same.
    pub title: String,
    /// One sentence about this very place.
    pub message: String,
    /// What would mend it.
    pub hint: Option<String>,
    /// Whether it was not there at the run before.
    pub fresh: bool,
}

/// Why a check did not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldCheckSkipped {
    /// The reason's stable word.
    pub reason: String,
    /// The reason in a sentence.
    pub why: String,
    /// When that was, RFC 3339 UTC.
    pub at: String,
}

/// One check of a world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldCheck {
    /// Its id.
    pub id: String,
    /// Its kit.
    pub kit: String,
    /// Who decides: `code`, `decision`, `judged`.
    pub mode: String,
    /// What people call it.
    pub title: String,
    /// What it found, the gravest first; of one that was skipped what it had found before.
    pub findings: Vec<WorldFinding>,
    /// Why it did not run.
    pub skipped: Option<WorldCheckSkipped>,
    /// When it ran last, RFC 3339 UTC; `null` when it never did.
    pub at: Option<String>,
    /// How long it took; 0 for results that are only shown.
    pub seconds: f64,
}

/// How many findings there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct WorldCheckCounts {
    /// Errors.
    pub error: u32,
    /// Warnings.
    pub warning: u32,
    /// Hints.
    pub info: u32,
}

/// A run over a world, or what is remembered of the last ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WorldCheckRun {
    /// The world's id.
    pub world: String,
    /// When, RFC 3339 UTC; of remembered results the latest; `null` when there are none.
    pub at: Option<String>,
    /// The card the world was held against.
    pub version: CardVersion,
    /// How deep.
    pub deep: WorldCheckDeep,
    /// Whether a story can begin in it; `null` for results that are only shown.
    pub readiness: Option<WorldReadiness>,
    /// How many findings the listed checks have.
    pub counts: WorldCheckCounts,
    /// Keys of findings that are new; of remembered results none.
    pub new: Vec<String>,
    /// Findings of the run before that are gone.
    pub gone: Vec<WorldFinding>,
    /// The checks, in the order of a run.
    pub checks: Vec<WorldCheck>,
}
