//! Macros: names nobody knows and that are one letter away from one, braces that are not closed, single braces.

use std::collections::{BTreeMap, BTreeSet};

use ficha_model::Kind;
use serde_json::Value;

use super::check;
use crate::finding::Fix;
use crate::input::TextAt;
use crate::text::macros::{Macro, has_table, is_known, macros, nearest};
use crate::text::with;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(
    Macros,
    "macros",
    &Kind::ALL,
    &["macro-misspelt", "macro-unknown", "macro-open", "macro-single-brace", "macro-original-elsewhere"]
);

/// Fields in which `{{original}}` stands for what the person has set.
const WITH_ORIGINAL: [&str; 2] = ["prompts.systemPrompt", "prompts.postHistoryInstructions"];

/// Names nobody knows that are judged in one piece; a text made of nothing else is no card.
const MOST_UNKNOWN: usize = 300;

/// What was made of the names nobody knows.
#[derive(Default)]
struct Unknown {
    meant: BTreeMap<String, Option<&'static str>>,
    told: BTreeSet<String>,
}

impl Unknown {
    /// What a name was meant to be, as far as one is near; `None` when too many were judged.
    fn meant(&mut self, name: &str, platforms: &[&str]) -> Option<Option<&'static str>> {
        let small = name.to_lowercase();
        if let Some(known) = self.meant.get(&small) {
            return Some(*known);
        }
        if self.meant.len() >= MOST_UNKNOWN || small.len() > LONGEST_NAME {
            return None;
        }
        let found = nearest(&small, platforms);
        self.meant.insert(small, found);
        Some(found)
    }

    fn is_first(&mut self, name: &str) -> bool {
        self.told.insert(name.to_lowercase())
    }
}

/// Longer names are no names.
const LONGEST_NAME: usize = 64;

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let platforms = input.platforms();
    let mut unknown = Unknown::default();
    let mut found = Vec::new();
    let kind = input.entity().kind;
    for at in input.texts().iter().filter(|at| judged(kind, at)) {
        if at.text.contains('{') {
            found.extend(one(kind, at, &platforms, &mut unknown));
        }
    }
    Ok(found)
}

/// A rule's pattern has braces of its own, and scripts have languages of theirs.
fn judged(kind: Kind, at: &TextAt<'_>) -> bool {
    let path = at.field.path;
    let script = path.starts_with("behavior.")
        || path.starts_with("persona.imagePrompt")
        || path.ends_with("Color")
        || path.starts_with("presentation.");
    !script && kind != Kind::Quickreply && !(kind == Kind::Regex && path.ends_with(".find"))
}

fn one(kind: Kind, at: &TextAt<'_>, platforms: &[&str], unknown: &mut Unknown) -> Vec<Finding> {
    let text = at.text;
    let all = macros(text);
    let mut found = Vec::new();
    let mut misspelt: Vec<(&Macro<'_>, &'static str)> = Vec::new();
    for item in all.iter().filter(|item| !item.name.is_empty()) {
        if !item.closed {
            found.extend(open(at, item));
            continue;
        }
        if is_known(item.name, platforms) {
            continue;
        }
        match unknown.meant(item.name, platforms) {
            Some(Some(meant)) => misspelt.push((item, meant)),
            // Once for each name: extensions bring their own, and use them a hundred times.
            Some(None) if has_table(platforms) && kind != Kind::Preset && unknown.is_first(item.name) => {
                let finding = Finding::new(Severity::Info, "macro-unknown", at.path.clone()).with("name", item.name);
                found.push(finding.at(text, item.from, item.to));
            }
            Some(None) | None => {}
        }
    }
    found.extend(misspellings(at, &misspelt));
    found.extend(single_braces(at));
    if kind == Kind::Character && !WITH_ORIGINAL.contains(&at.field.path) {
        let original = all.iter().find(|item| item.closed && item.name.eq_ignore_ascii_case("original"));
        found.extend(original.map(|item| {
            let finding = Finding::new(Severity::Warning, "macro-original-elsewhere", at.path.clone());
            finding.at(text, item.from, item.to)
        }));
    }
    found
}

/// One finding for each name that was misspelt in a field; its fix mends all its places.
fn misspellings(at: &TextAt<'_>, misspelt: &[(&Macro<'_>, &'static str)]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for (item, meant) in misspelt {
        if told.contains(&item.name) {
            continue;
        }
        told.push(item.name);
        let same = misspelt.iter().filter(|(other, _)| other.name == item.name);
        let parts: Vec<(usize, usize)> =
            same.map(|(other, _)| (other.name_from, other.name_from + other.name.len())).collect();
        let whole = with(at.text, parts.iter().map(|(from, to)| (*from, *to, *meant)));
        let fix = Fix::one("respell-macro", true, at.path.clone(), Some(Value::from(whole))).with("meant", meant);
        let finding = Finding::new(Severity::Warning, "macro-misspelt", at.path.clone())
            .with("name", item.name)
            .with("meant", meant)
            .with("count", parts.len());
        found.push(finding.at(at.text, item.from, item.to).fix(fix));
    }
    found
}

/// A macro that begins and never ends. Only names every app knows are told of: other braces may mean anything.
fn open(at: &TextAt<'_>, item: &Macro<'_>) -> Option<Finding> {
    let end = item.name_from + item.name.len();
    let common = ["char", "user"].into_iter().find(|name| item.name.eq_ignore_ascii_case(name))?;
    let behind = at.text.get(end..).unwrap_or("");
    let blanks = behind.len() - behind.trim_start_matches(' ').len();
    // `{{user}` lacks one brace, `{{user said` lacks both.
    let brace = usize::from(behind.get(blanks..).is_some_and(|rest| rest.starts_with('}')));
    let written = format!("{{{{{common}}}}}");
    let to = if brace == 1 { end + blanks + 1 } else { end };
    let whole = with(at.text, std::iter::once((item.from, to, written.as_str())));
    let fix = Fix::one("close-macro", true, at.path.clone(), Some(Value::from(whole))).with("written", &written);
    let finding = Finding::new(Severity::Warning, "macro-open", at.path.clone()).with("written", &written);
    Some(finding.at(at.text, item.from, to).fix(fix))
}

/// `{user}` and `{char}`: no app of the field that keeps texts as ours are replaces them.
fn single_braces(at: &TextAt<'_>) -> Option<Finding> {
    let text = at.text;
    let mut parts: Vec<(usize, usize, &str)> = Vec::new();
    for (written, meant) in
        [("{char}", "{{char}}"), ("{user}", "{{user}}"), ("{Char}", "{{char}}"), ("{User}", "{{user}}")]
    {
        for (from, part) in text.match_indices(written) {
            let to = from + part.len();
            let before = text.get(..from).is_some_and(|before| before.ends_with(['{', '$', '#']));
            let behind = text.get(to..).is_some_and(|behind| behind.starts_with('}'));
            if !before && !behind {
                parts.push((from, to, meant));
            }
        }
    }
    parts.sort_unstable();
    let (from, to, meant) = *parts.first()?;
    let whole = with(text, parts.iter().copied());
    let fix = Fix::one("double-braces", true, at.path.clone(), Some(Value::from(whole)));
    let finding = Finding::new(Severity::Warning, "macro-single-brace", at.path.clone());
    Some(finding.with("meant", meant).with("count", parts.len()).at(text, from, to).fix(fix))
}
