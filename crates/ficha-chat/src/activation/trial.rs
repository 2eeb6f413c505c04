//! A chat tried out on books: what its last message calls, what it nearly calls, and which words did it.

use serde::Serialize;

use super::near::{Near, nearly};
use super::scan::Books;
use super::text::Text;
use super::{Address, Because, Outcome, Place, Scene, Timed};

/// What came of trying.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Trial {
    /// What the last message calls.
    pub outcome: Outcome,
    /// What it nearly calls.
    pub nearly: Vec<Near>,
    /// The words of the chat that called something.
    pub marks: Vec<Mark>,
    /// Whether it was stopped on the way; then nothing else is told.
    pub stopped: bool,
}

/// A stretch of a message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    /// Number of the message from the beginning of the chat, from 0.
    pub message: usize,
    /// Where it begins in the message's text, in bytes.
    pub from: usize,
    /// Where it ends.
    pub until: usize,
    /// Who was called.
    pub to: Address,
}

/// Tries a chat out. It is walked through message by message where an entry has effects that last, else only its end
/// is looked at; `go_on` is asked before each message, with its number.
pub fn trial(scene: &Scene<'_>, tokens: &dyn Fn(&str) -> usize, go_on: &dyn Fn(usize) -> bool) -> Trial {
    let mut books = Books::read(scene);
    let mut timed = Timed::default();
    let length = scene.chat.len();
    let lasting = books.all.iter().any(|entry| entry.sticky > 0 || entry.cooldown > 0);
    let from = if lasting { 1 } else { length.max(1) };
    let mut outcome = None;
    for end in from..=length {
        if !go_on(end) {
            return Trial { stopped: true, ..Trial::default() };
        }
        outcome = Some(books.scan(&scene.until(end), &mut timed, tokens));
    }
    // A chat without a message calls what is always called.
    let mut outcome = outcome.unwrap_or_else(|| books.scan(scene, &mut timed, tokens));
    let Books { all, told } = &mut books;
    let nearly = nearly(scene, all, told, &outcome);
    let mut marks: Vec<Mark> = Vec::new();
    for called in &outcome.called {
        let Because::Keys { key, found_in: Place::Message(back), .. } = &called.because else { continue };
        let to = (called.book, called.entry.clone());
        let Some(message) = length.checked_sub(back + 1) else { continue };
        let Some(said) = scene.chat.get(message) else { continue };
        let entry = all.iter().find(|entry| entry.address == to);
        let key = entry.and_then(|entry| entry.keys.iter().find(|one| one.shown == *key));
        let found = key.and_then(|key| key.find(&Text::new(said.text.clone()), &to, told));
        marks.extend(found.map(|(from, until)| Mark { message, from, until, to }));
    }
    marks.sort();
    outcome.faults.clone_from(&told.faults);
    Trial { outcome, nearly, marks, stopped: false }
}
