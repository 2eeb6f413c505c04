//! What is wrong with a world, and whether a story can start in it.

use serde::Serialize;

/// One thing that is wrong. The code is stable, the message is for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Which rule is broken.
    pub code: &'static str,
    /// Where: `<path>#<JSON pointer>`; the pointer is empty for a whole file, the path for a whole world.
    pub place: String,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What to do about it, where one thing is plainly meant.
    pub hint: Option<String>,
}

impl Problem {
    /// A problem without a hint.
    pub fn new(code: &'static str, path: &str, pointer: &str, message: impl Into<String>) -> Problem {
        Problem { code, place: format!("{path}#{pointer}"), message: message.into(), hint: None }
    }

    /// With what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }

    /// The file's path.
    pub fn path(&self) -> &str {
        self.place.split_once('#').map_or(self.place.as_str(), |(path, _)| path)
    }

    /// The JSON pointer in it.
    pub fn pointer(&self) -> &str {
        self.place.split_once('#').map_or("", |(_, pointer)| pointer)
    }
}

/// Whether a story can start. Computed, never stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Readiness {
    /// There is at least one problem.
    Draft,
    /// No problem, and nobody a player could be.
    NeedsPlayer,
    /// No problem, and somebody to play.
    Ready,
}

impl Readiness {
    /// The word on the command line and in files.
    pub fn word(self) -> &'static str {
        match self {
            Readiness::Draft => "draft",
            Readiness::NeedsPlayer => "needs-player",
            Readiness::Ready => "ready",
        }
    }
}

/// By file, then pointer (numbers in it as numbers), then code.
pub(crate) fn sort(problems: &mut Vec<Problem>) {
    problems.sort_by_cached_key(|problem| {
        let tokens: Vec<(u64, String)> =
            problem.pointer().split('/').map(|token| (token.parse().unwrap_or(u64::MAX), token.to_owned())).collect();
        (problem.path().to_owned(), tokens, problem.code, problem.message.clone())
    });
    problems.dedup();
}
