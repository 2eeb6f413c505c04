//! Entries of a book that say the same: books are imported twice, and then every text is told twice.

use std::collections::BTreeMap;

use ficha_model::{Kind, Path};
use serde_json::Value;

use super::check;
use crate::finding::Fix;
use crate::input::text_of;
use crate::text::folded;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(TwinEntries, "twin-entries", &[Kind::Lorebook], &["entry-twin"]);

/// Shorter texts may well stand in several entries.
const SHORTEST: usize = 24;

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let mut seen: BTreeMap<(String, Vec<String>), usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (number, entry) in input.rows("entries") {
        let content = text_of(entry, "content");
        if entry.get("enabled") == Some(&Value::Bool(false)) || content.trim().chars().count() < SHORTEST {
            continue;
        }
        // With other keys or another place the same text may be meant.
        let mut rest: Vec<String> = ["triggers", "secondaryTriggers"]
            .into_iter()
            .flat_map(|list| entry.get(list).and_then(Value::as_array).into_iter().flatten())
            .map(|row| folded(text_of(row, "keyword")))
            .collect();
        rest.sort_unstable();
        rest.push(text_of(entry, "position").to_owned());
        rest.push(text_of(entry, "groupName").to_owned());
        rest.push(entry.get("characterFilter").map(Value::to_string).unwrap_or_default());
        let place = Path::default().key("entries").index(number);
        match seen.get(&(folded(content), rest.clone())) {
            Some(first) => {
                let twin = Path::default().key("entries").index(*first);
                let fix = Fix::one("remove-entry", true, place.clone(), None);
                let finding = Finding::new(Severity::Warning, "entry-twin", place.key("content"));
                found.push(finding.naming("other", Kind::Lorebook, twin).showing(content).fix(fix));
            }
            None => {
                seen.insert((folded(content), rest), number);
            }
        }
    }
    Ok(found)
}
