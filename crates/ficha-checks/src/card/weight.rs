//! Fields that are heavier than authors usually make them: what is always sent leaves less room for the chat.
//!
//! The figures are habits of the field, for models with eight to sixteen thousand tokens of room; a finding says what
//! is usual and leaves the judgement to the author.

use ficha_model::{Kind, Path};

use super::check;
use crate::input::{is_on, text_of};
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(
    Weight,
    "weight",
    &[Kind::Character, Kind::Persona, Kind::Lorebook],
    &["field-heavy", "card-heavy", "entry-heavy"]
);

/// Tokens a field usually has at most, and from which on it is told of.
const USUAL: &[(&str, usize, usize)] = &[
    ("identity.description", 1_200, 2_400),
    ("persona.personality", 400, 1_000),
    ("persona.scenario", 400, 1_000),
    ("persona.backstory", 800, 1_600),
    ("persona.appearance", 400, 1_000),
    ("prompts.systemPrompt", 600, 1_500),
    ("prompts.postHistoryInstructions", 300, 800),
    ("greetings.firstMessage", 600, 1_500),
    ("examples.exampleMessages", 1_000, 2_500),
];

/// Tokens of everything that is always sent.
const WHOLE: (usize, usize) = (2_500, 4_500);

/// Tokens of a persona's text.
const PERSONA: (usize, usize) = (500, 1_500);

/// Tokens of one entry.
const ENTRY: (usize, usize) = (400, 1_200);

/// Fields that go to the model with every message.
const ALWAYS_SENT: usize = 7;

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    Ok(match input.entity().kind {
        Kind::Lorebook => entries(input),
        Kind::Persona => {
            let texts = ["content", "description", "brief"];
            let mut found = Vec::new();
            for path in texts {
                found.extend(field(input, path, PERSONA));
            }
            found
        }
        _ => character(input),
    })
}

fn field(input: &CardInput<'_>, path: &str, (usual, most): (usize, usize)) -> Option<Finding> {
    let text = input.entity().body.text(path)?;
    // A token is a byte at least, so short texts need no counting.
    let tokens = if text.len() <= most { 0 } else { input.around.tokens(text) };
    let place: Path = path.parse().ok()?;
    (tokens > most).then(|| heavy("field-heavy", place, tokens, usual))
}

fn heavy(code: &'static str, place: Path, tokens: usize, usual: usize) -> Finding {
    Finding::new(Severity::Info, code, place).with("tokens", tokens).with("usual", usual)
}

fn character(input: &CardInput<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> =
        USUAL.iter().filter_map(|(path, usual, most)| field(input, path, (*usual, *most))).collect();
    let body = &input.entity().body;
    let sent: Vec<&str> = USUAL.iter().take(ALWAYS_SENT).filter_map(|(path, ..)| body.text(path)).collect();
    let bytes: usize = sent.iter().map(|text| text.len()).sum();
    if bytes > WHOLE.1 {
        let tokens: usize = sent.iter().map(|text| input.around.tokens(text)).sum();
        // One field that is heavy by itself is told of once.
        if tokens > WHOLE.1 && found.is_empty() {
            found.push(heavy("card-heavy", Path::default(), tokens, WHOLE.0));
        }
    }
    found
}

fn entries(input: &CardInput<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (number, entry) in input.rows("entries") {
        let text = text_of(entry, "content");
        if text.len() <= ENTRY.1 || is_on(entry, "ignoreBudget") {
            continue;
        }
        let tokens = input.around.tokens(text);
        if tokens > ENTRY.1 {
            let place = Path::default().key("entries").index(number).key("content");
            found.push(heavy("entry-heavy", place, tokens, ENTRY.0));
        }
    }
    found
}
