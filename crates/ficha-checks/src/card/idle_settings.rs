//! Settings that do nothing as they stand: secondary keys that are not asked, an outlet without a name, a rule that is
//! run on nothing.

use ficha_model::{Kind, Path};
use serde_json::{Value, json};

use super::check;
use crate::finding::Fix;
use crate::input::text_of;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(
    IdleSettings,
    "idle-settings",
    &[Kind::Lorebook, Kind::Regex],
    &["secondary-idle", "outlet-unnamed", "folder-off", "rule-nowhere"]
);

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    Ok(match input.entity().kind {
        Kind::Regex => rules(input),
        _ => entries(input),
    })
}

fn entries(input: &CardInput<'_>) -> Vec<Finding> {
    let off: Vec<(&str, &str)> = input
        .rows("categories")
        .filter(|(_, folder)| folder.get("enabled") == Some(&Value::Bool(false)))
        .map(|(_, folder)| (text_of(folder, "id"), text_of(folder, "name")))
        .collect();
    let mut found = Vec::new();
    for (number, entry) in input.rows("entries") {
        let place = Path::default().key("entries").index(number);
        if entry.get("enabled") == Some(&Value::Bool(false)) {
            continue;
        }
        let second = entry.get("secondaryTriggers").and_then(Value::as_array).map_or(0, Vec::len);
        if second > 0 && text_of(entry, "triggerMode") == "simple" {
            let fix = Fix::one("use-secondary", false, place.key("triggerMode"), Some(json!("advanced")));
            let finding = Finding::new(Severity::Info, "secondary-idle", place.key("secondaryTriggers"));
            found.push(finding.with("count", second).fix(fix));
        }
        if text_of(entry, "position") == "outlet" && text_of(entry, "outletName").trim().is_empty() {
            found.push(Finding::new(Severity::Warning, "outlet-unnamed", place.key("outletName")));
        }
        let folder = text_of(entry, "categoryId");
        if let Some((_, name)) = off.iter().find(|(id, _)| !folder.is_empty() && *id == folder) {
            found.push(Finding::new(Severity::Info, "folder-off", place.key("categoryId")).with("folder", name));
        }
    }
    found
}

fn rules(input: &CardInput<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (number, rule) in input.rows("rules") {
        let phases = rule.get("phases").and_then(Value::as_array);
        let on = rule.get("enabled") != Some(&Value::Bool(false));
        if on && phases.is_some_and(Vec::is_empty) {
            let place = Path::default().key("rules").index(number).key("phases");
            found.push(Finding::new(Severity::Warning, "rule-nowhere", place));
        }
    }
    found
}
