//! Entries that are on and can never be told.

use ficha_model::{Kind, Path};
use serde_json::{Value, json};

use super::check;
use crate::finding::Fix;
use crate::input::{is_on, text_of};
use crate::text::folded;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(
    EntryNever,
    "entry-never",
    &[Kind::Lorebook],
    &["entry-without-keys", "entry-without-text", "entry-chance-zero", "entry-excludes-itself", "entry-only-recursion"]
);

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let entries: Vec<(usize, &Value)> = input.rows("entries").collect();
    let mut found = Vec::new();
    for (number, entry) in &entries {
        let place = Path::default().key("entries").index(*number);
        // What is switched off was switched off by somebody.
        if entry.get("enabled") == Some(&Value::Bool(false)) {
            continue;
        }
        found.extend(silent(entry, &place, input));
    }
    Ok(found)
}

fn silent(entry: &Value, place: &Path, input: &CardInput<'_>) -> Option<Finding> {
    let keys = plain_keys(entry, "triggers");
    let has_keys = entry
        .get("triggers")
        .and_then(Value::as_array)
        .is_some_and(|rows| rows.iter().any(|row| !text_of(row, "keyword").trim().is_empty()));
    let content = text_of(entry, "content");
    let constant = is_on(entry, "constant");
    if content.trim().is_empty() {
        // A row without keys and text is a heading of the list, and so is one that is called by the name of a folder.
        let heading = keys.iter().any(|key| key.trim_start_matches('\u{f000}').starts_with("folder:"));
        return (has_keys && !heading)
            .then(|| Finding::new(Severity::Warning, "entry-without-text", place.key("content")));
    }
    let called_otherwise = is_on(entry, "vectorized")
        || is_on(entry, "nonStoryActivatable")
        || content.starts_with("@@")
        || !text_of(entry, "outletName").is_empty()
        // Where nothing says whether it is constant, the app has another way to call it.
        || entry.get("constant").is_none();
    if !constant && !has_keys && !called_otherwise {
        let fix = Fix::one("make-constant", false, place.key("constant"), Some(json!(true)));
        return Some(Finding::new(Severity::Warning, "entry-without-keys", place.key("triggers")).fix(fix));
    }
    let chance = entry.get("probability").and_then(Value::as_f64);
    let counts = entry.get("useProbability") != Some(&Value::Bool(false));
    if chance.is_some_and(|chance| chance <= 0.0) && counts {
        let fix = Fix::one("chance-full", false, place.key("probability"), Some(json!(100)));
        return Some(Finding::new(Severity::Warning, "entry-chance-zero", place.key("probability")).fix(fix));
    }
    if constant {
        return None;
    }
    let counts = text_of(entry, "selectiveLogic") == "not_any" && text_of(entry, "triggerMode") != "simple";
    let excluded = if counts { plain_keys(entry, "secondaryTriggers") } else { Vec::new() };
    let all_plain = entry
        .get("triggers")
        .and_then(Value::as_array)
        .is_some_and(|rows| rows.iter().all(|row| !is_on(row, "isRegex")));
    let blocked = |key: &String| excluded.iter().any(|word| key.contains(word.as_str()));
    if all_plain && !keys.is_empty() && !excluded.is_empty() && keys.iter().all(blocked) {
        let place = place.key("secondaryTriggers");
        return Some(Finding::new(Severity::Warning, "entry-excludes-itself", place));
    }
    only_by_recursion(entry, place, input)
}

/// An entry that waits for the texts of others, in a book that does not look into them, or that at once will not be
/// found in them.
fn only_by_recursion(entry: &Value, place: &Path, input: &CardInput<'_>) -> Option<Finding> {
    let waits = match entry.get("delayUntilRecursion") {
        Some(Value::Bool(on)) => *on,
        Some(Value::Number(number)) => number.as_f64().is_some_and(|level| level > 0.0),
        _ => false,
    };
    let book_off = input.body().get("globalRecursion") == Some(&Value::Bool(false));
    if !waits || !(book_off || is_on(entry, "excludeRecursion")) {
        return None;
    }
    let place = place.key("delayUntilRecursion");
    Some(Finding::new(Severity::Warning, "entry-only-recursion", place.clone()).fix(Fix::one(
        "not-only-recursion",
        false,
        place,
        None,
    )))
}

fn plain_keys(entry: &Value, list: &str) -> Vec<String> {
    let rows = entry.get(list).and_then(Value::as_array).into_iter().flatten();
    rows.filter(|row| !is_on(row, "isRegex"))
        .map(|row| folded(text_of(row, "keyword")))
        .filter(|key| !key.is_empty())
        .collect()
}
