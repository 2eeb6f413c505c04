//! Greetings: a first message that is missing, greetings without text, greetings that say the same.

use ficha_model::{Kind, Path};
use serde_json::Value;

use super::check;
use crate::finding::{Change, Fix, Said};
use crate::input::text_of;
use crate::text::folded;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(Greetings, "greetings", &[Kind::Character], &["greeting-first-empty", "greeting-empty", "greeting-twin"]);

const FIRST: &str = "greetings.firstMessage";
const LISTS: [&str; 2] = ["greetings.alternateGreetings", "greetings.groupOnlyGreetings"];

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let first_path: Path = FIRST.parse().unwrap_or_default();
    let first = input.entity().body.text(FIRST).unwrap_or("");
    let mut found = Vec::new();
    if first.trim().is_empty() {
        found.push(no_first(input, first_path.clone()));
    }
    for list in LISTS {
        let root: Path = list.parse().unwrap_or_default();
        // A greeting for groups may well be the first message again: only alternates stand beside it.
        let mut seen: Vec<(String, Path)> = Vec::new();
        if list == LISTS[0] && !first.trim().is_empty() {
            seen.push((folded(first), first_path.clone()));
        }
        for (index, row) in input.rows(list) {
            let place = root.index(index);
            let text = text_of(row, "text");
            let small = folded(text);
            let remove = Fix::one("remove-greeting", true, place.clone(), None);
            if small.is_empty() {
                found.push(Finding::new(Severity::Warning, "greeting-empty", place.key("text")).fix(remove));
            } else if let Some((_, twin)) = seen.iter().find(|(known, _)| *known == small) {
                let finding = Finding::new(Severity::Warning, "greeting-twin", place.key("text"));
                found.push(finding.naming("other", Kind::Character, without_text(twin)).showing(text).fix(remove));
            } else {
                seen.push((small, place.key("text")));
            }
        }
    }
    Ok(found)
}

fn no_first(input: &CardInput<'_>, place: Path) -> Finding {
    let finding = Finding::new(Severity::Warning, "greeting-first-empty", place.clone());
    let Some((index, row)) = input.rows(LISTS[0]).find(|(_, row)| !text_of(row, "text").trim().is_empty()) else {
        return finding;
    };
    let row_path = LISTS[0].parse::<Path>().unwrap_or_default().index(index);
    finding.fix(Fix {
        code: "promote-greeting",
        values: vec![("other", Said::Field(Kind::Character, row_path.clone()))],
        sure: false,
        changes: vec![
            Change { path: place, value: Some(Value::from(text_of(row, "text"))) },
            Change { path: row_path, value: None },
        ],
    })
}

fn without_text(path: &Path) -> Path {
    let mut steps = path.0.clone();
    if steps.len() > 2 {
        steps.pop();
    }
    Path(steps)
}
