//! What a check is and what it promises. The kits that look at worlds join this contract with a [`Subject`] of their
//! own; nothing here knows what a card is.
//!
//! [`Subject`]: crate::Subject

use ficha_model::Kind;

use crate::{CheckInput, Finding};

/// A group of checks that are run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kit {
    /// Looks at one piece of the library.
    Card,
}

impl Kit {
    /// The word on the command line and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Kit::Card => "card",
        }
    }
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// The program, from the piece alone.
    Code,
}

impl Mode {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Code => "code",
        }
    }
}

/// How much a finding matters. The gravest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It does not work.
    Error,
    /// It works otherwise than was meant, as far as can be seen.
    Warning,
    /// Worth knowing.
    Info,
}

impl Severity {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// What a check is.
#[derive(Debug)]
pub struct CheckSpec {
    /// Its id, lower-kebab; never changes.
    pub id: &'static str,
    /// The kit it belongs to.
    pub kit: Kit,
    /// Who decides.
    pub mode: Mode,
    /// The kinds of piece it looks at; for others it is not run and not listed.
    pub kinds: &'static [Kind],
    /// Every code its findings can have.
    pub codes: &'static [&'static str],
}

/// Why a check did not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckSkipped {
    /// It asks about a target, and none was chosen.
    NoTarget,
    /// There is more to look at than it looks at in one run: how much, and the most.
    TooMuch {
        /// How much there is.
        found: usize,
        /// The most it looks at.
        most: usize,
    },
    /// It broke down: what it said.
    Failed(String),
}

impl CheckSkipped {
    /// The word in JSON.
    pub fn word(&self) -> &'static str {
        match self {
            CheckSkipped::NoTarget => "no-target",
            CheckSkipped::TooMuch { .. } => "too-much",
            CheckSkipped::Failed(_) => "failed",
        }
    }
}

/// One check. Kits are lists of these.
pub trait Check: Sync {
    /// What it is.
    fn spec(&self) -> &'static CheckSpec;

    /// Looks.
    ///
    /// # Errors
    /// Why it could not; that is not the same as having found nothing.
    fn run(&self, input: &CheckInput<'_>) -> Result<Vec<Finding>, CheckSkipped>;
}
