//! Example messages that no app can tell the speakers of.

use ficha_model::{Kind, Path};

use super::check;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(Examples, "examples", &[Kind::Character], &["examples-without-speaker"]);

/// Shorter examples are notes.
const SHORTEST: usize = 60;

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let path = "examples.exampleMessages";
    let text = input.entity().body.text(path).unwrap_or("");
    let name = input.entity().body.text("identity.name").unwrap_or("").trim();
    let begins = |line: &str| {
        let line = line.trim_start_matches(['*', '"', '[', '#', '>', ' ', '\t', '-']);
        let speaker = line.split([':', '：']).next().unwrap_or("");
        let has_colon = line.len() > speaker.len();
        has_colon
            && (speaker.contains("{{")
                || speaker.contains('<')
                || (!name.is_empty() && speaker.contains(name))
                || speaker.chars().count() <= 24)
    };
    if text.trim().chars().count() < SHORTEST || text.lines().any(begins) {
        return Ok(Vec::new());
    }
    let place: Path = path.parse().unwrap_or_default();
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or(text);
    let at = text.find(first).unwrap_or(0);
    let finding = Finding::new(Severity::Info, "examples-without-speaker", place);
    Ok(vec![finding.with("char", "{{char}}").with("user", "{{user}}").at(text, at, at + first.len())])
}
