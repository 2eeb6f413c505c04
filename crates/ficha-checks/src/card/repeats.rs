//! Text that is paid for twice: one field of what is always sent stands in another, and tags given twice.

use ficha_model::{Kind, Path};
use serde_json::Value;

use super::check;
use crate::finding::{Change, Fix};
use crate::text::folded;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(Repeats, "repeats", &[Kind::Character], &["said-twice", "tag-twice"]);

/// Fields that go to the model with every message.
const ALWAYS_SENT: [&str; 7] = [
    "identity.description",
    "persona.personality",
    "persona.scenario",
    "persona.backstory",
    "persona.appearance",
    "prompts.systemPrompt",
    "prompts.postHistoryInstructions",
];

/// Shorter texts may be said twice on purpose.
const SHORTEST: usize = 80;

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let body = &input.entity().body;
    let texts: Vec<(&str, &str, String)> = ALWAYS_SENT
        .into_iter()
        .filter_map(|path| body.text(path).map(|text| (path, text, folded(text))))
        .filter(|(_, _, small)| small.chars().count() >= SHORTEST)
        .collect();
    let mut found = Vec::new();
    for (at, (path, text, small)) in texts.iter().enumerate() {
        let holds = texts.iter().enumerate().find(|(other, (_, _, whole))| {
            // Of two that are the same the later one is told of.
            *other != at && whole.contains(small.as_str()) && (whole.len() > small.len() || *other < at)
        });
        if let Some((_, (other, _, _))) = holds {
            let place: Path = path.parse().unwrap_or_default();
            let fix = Fix::one("clear-field", false, place.clone(), None);
            let finding = Finding::new(Severity::Warning, "said-twice", place);
            let other = other.parse().unwrap_or_default();
            found.push(finding.naming("other", Kind::Character, other).showing(text).fix(fix));
        }
    }
    found.extend(tags(body.list("discovery.tags")));
    Ok(found)
}

fn tags(tags: &[Value]) -> Option<Finding> {
    let list: Path = "discovery.tags".parse().unwrap_or_default();
    let mut seen: Vec<String> = Vec::new();
    let mut twice: Vec<(usize, &str)> = Vec::new();
    for (number, tag) in tags.iter().enumerate() {
        let Some(tag) = tag.as_str().filter(|tag| !tag.trim().is_empty()) else { continue };
        if seen.contains(&folded(tag)) {
            twice.push((number, tag));
        } else {
            seen.push(folded(tag));
        }
    }
    let (first, tag) = *twice.first()?;
    // From the last to the first, so that the places of the rest hold.
    let changes = twice.iter().rev().map(|(number, _)| Change { path: list.index(*number), value: None }).collect();
    let fix = Fix { code: "remove-tags", values: Vec::new(), sure: true, changes }.with("count", twice.len());
    let finding = Finding::new(Severity::Info, "tag-twice", list.index(first));
    Some(finding.with("tag", tag).with("count", twice.len()).showing(tag).fix(fix))
}
