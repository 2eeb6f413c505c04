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

/// Every code a problem can have, with its rule.
pub const RULES: [(&str, &str); 43] = [
    ("world-file", "`world.json` is there, can be read, and is of the known schema"),
    ("file-unreadable", "a file is UTF-8, strict JSON without a key twice, at most 32 deep, and no link"),
    ("file-too-big", "a document or prompt has at most 1 MiB, `world.json` and each list at most 4 MiB"),
    ("bad-id", "the name of a document's file is an id and `.json`"),
    ("id-clash", "no two documents of a folder, and no two triggers, differ in case alone"),
    ("field-missing", "a member that is needed is there"),
    ("field-type", "a member is of its type"),
    ("field-range", "a member keeps to its length, count, words or limits"),
    ("dangling", "what is named exists"),
    ("no-place", "there is a place"),
    ("no-start", "a playable character has a `start`; a start place is named or somebody has a `start`"),
    ("place-loop", "no place lies in itself by way of `parent`"),
    ("way-self", "a way leads to another place"),
    ("way-twice", "ways from one place to one other differ in name"),
    ("held-and-placed", "a thing is held by somebody or lies somewhere, not both"),
    ("edge-self", "a relationship leads to somebody else"),
    ("edge-twice", "one relationship for one ordered pair"),
    ("scope-known-by", "what everyone knows names nobody who knows it"),
    ("knowledge-way", "a way somebody knows is there"),
    ("var-key", "a variable's key is lower case letters, digits and `_`"),
    ("var-key-taken", "a variable's key is declared once"),
    ("var-feeling", "a variable is none of the feelings relationships hold"),
    ("var-type", "a variable is a number, a flag or a choice, with the members of its type"),
    ("var-limits", "`min` is below `max`, `step` above 0"),
    ("var-bands-rise", "each band begins above the one before"),
    ("var-bands-range", "the first band begins at `min`, none above `max`, labels differ"),
    ("var-options", "a choice has at least two different options, none twice"),
    ("var-default", "the default is a value the variable can have"),
    ("var-only-unknown", "what a variable is limited to exists"),
    ("var-only-world", "what the world carries is limited to nothing"),
    ("value-unknown", "a value is of a declared variable"),
    ("value-range", "a value is one its variable can have"),
    ("value-subject", "a value is of a variable that is tracked for its document"),
    ("command-word", "a command is 1 to 32 letters, marks, numbers, `-` and `_`"),
    ("command-twice", "a command stands once, whatever its case"),
    ("trigger-start", "a condition has exactly one member and lies at most 3 deep"),
    ("trigger-command", "a command a trigger waits for exists"),
    ("trigger-value", "a variable a trigger names exists, is carried by what it names, and can have the value"),
    ("trigger-effect", "an effect has the members its kind needs"),
    ("prompt-slot", "a prompt is one of the six"),
    ("prompt-long", "a prompt keeps to its length"),
    ("prompt-placeholder", "a prompt uses only the placeholders it is given"),
    ("image-path", "a picture's path is `images/...`, its extension that of its bytes"),
];
