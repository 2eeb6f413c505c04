//! What a check is and what it promises. Checks of pieces and checks of worlds keep the same contract; only what they
//! look at differs ([`CheckInput`]).

use ficha_model::Kind;

use crate::{CheckInput, Finding};

/// A group of checks that are run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kit {
    /// Looks at one piece of the library.
    Card,
    /// Whether a world hangs together.
    Consistency,
    /// Whether a world says what the card says it was made from.
    Fidelity,
    /// Whether a world says enough.
    Quality,
    /// Whether a story can be played from its first scene.
    Playability,
}

impl Kit {
    /// The kits that look at worlds.
    pub const WORLD: [Kit; 4] = [Kit::Consistency, Kit::Fidelity, Kit::Quality, Kit::Playability];

    /// The word on the command line and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Kit::Card => "card",
            Kit::Consistency => "consistency",
            Kit::Fidelity => "fidelity",
            Kit::Quality => "quality",
            Kit::Playability => "playability",
        }
    }

    /// The kit of worlds by its word.
    pub fn of_world(word: &str) -> Option<Kit> {
        Kit::WORLD.into_iter().find(|kit| kit.word() == word)
    }
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// The program, from the subject alone.
    Code,
    /// A yes or no that a decision service may give.
    Decision,
    /// A language model that reads what the program gathered.
    Judged,
}

impl Mode {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Code => "code",
            Mode::Decision => "decision",
            Mode::Judged => "judged",
        }
    }
}

/// What a check cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The card the world was made from.
    pub card: bool,
    /// A language model or a decision service.
    pub model: bool,
}

impl Needs {
    /// Nothing but the subject.
    pub const NOTHING: Needs = Needs { card: false, model: false };
}

/// How deep a run goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deep {
    /// Only what the program decides.
    #[default]
    Code,
    /// The decision checks too.
    Decision,
    /// All.
    All,
}

impl Deep {
    /// The word on the command line and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Deep::Code => "code",
            Deep::Decision => "decision",
            Deep::All => "all",
        }
    }

    /// Whether checks of a mode are run.
    pub fn takes(self, mode: Mode) -> bool {
        match mode {
            Mode::Code => true,
            Mode::Decision => self >= Deep::Decision,
            Mode::Judged => self == Deep::All,
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
    /// What it cannot do without.
    pub needs: Needs,
    /// The kinds of piece it looks at; for others it is not run and not listed. None for a check of worlds.
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
    /// It is run only when a deep run is asked for.
    NotDeep,
    /// It needs a language model or a decision service, and there is none.
    NoModel,
    /// The card the world was made from is not there.
    NoCard,
    /// It compares with a newer card, and none waits or none was asked for.
    NoUpdate,
    /// It looks at playable characters, and there is none.
    NoPlayable,
    /// The world cannot be loaded at all.
    Unloadable,
    /// It looks at the other kind of subject.
    OtherSubject,
    /// It broke down: what it said.
    Failed(String),
}

impl CheckSkipped {
    /// The word in JSON.
    pub fn word(&self) -> &'static str {
        match self {
            CheckSkipped::NoTarget => "no-target",
            CheckSkipped::TooMuch { .. } => "too-much",
            CheckSkipped::NotDeep => "not-deep",
            CheckSkipped::NoModel => "no-model",
            CheckSkipped::NoCard => "no-card",
            CheckSkipped::NoUpdate => "no-update",
            CheckSkipped::NoPlayable => "no-playable",
            CheckSkipped::Unloadable => "unloadable",
            CheckSkipped::OtherSubject => "other-subject",
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
