//! Keys of lorebook entries: blank ones, ones given twice, and lists that were meant as several keys.

use ficha_model::{Kind, Path};
use serde_json::{Map, Value};

use super::check;
use crate::finding::{Change, Fix};
use crate::input::{is_on, text_of};
use crate::text::folded;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(Keys, "keys", &[Kind::Lorebook], &["key-blank", "key-twice", "key-list"]);

/// The longest part of a list that is still a key and no sentence, in letters.
const LONGEST_PART: usize = 32;

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let case_of_book = input.entity().body.value().get("globalCaseSensitive") == Some(&Value::Bool(true));
    let mut found = Vec::new();
    for (number, entry) in input.rows("entries") {
        let case = entry.get("caseSensitive").and_then(Value::as_bool).unwrap_or(case_of_book);
        for list in ["triggers", "secondaryTriggers"] {
            let root = Path::default().key("entries").index(number).key(list);
            let rows = entry.get(list).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let mut seen: Vec<String> = Vec::new();
            for (index, row) in rows.iter().enumerate() {
                let (keyword, place) = (text_of(row, "keyword"), root.index(index));
                let remove = Fix::one("remove-key", true, place.clone(), None);
                if keyword.trim().is_empty() {
                    // Apps that keep keys as one line write an empty line as one empty key.
                    if !rows.iter().any(|row| !text_of(row, "keyword").trim().is_empty()) {
                        continue;
                    }
                    found.push(Finding::new(Severity::Warning, "key-blank", place).fix(remove));
                    continue;
                }
                let known = spelled(row, keyword, case);
                if seen.contains(&known) {
                    let finding = Finding::new(Severity::Warning, "key-twice", place).with("key", keyword);
                    found.push(finding.showing(keyword).fix(remove));
                    continue;
                }
                seen.push(known);
                found.extend(list_in_one(row, keyword, rows.len(), place));
            }
        }
    }
    Ok(found)
}

/// The key as it is compared with its neighbours.
fn spelled(row: &Value, keyword: &str, case: bool) -> String {
    if is_on(row, "isRegex") {
        format!("/{keyword}/{}", text_of(row, "flags"))
    } else if case {
        keyword.trim().to_owned()
    } else {
        folded(keyword)
    }
}

/// A line of words with commas is said by nobody; three short parts and more were meant as keys of their own. Two may
/// be a place and its country.
fn list_in_one(row: &Value, keyword: &str, neighbours: usize, place: Path) -> Option<Finding> {
    let parts: Vec<&str> = keyword.split([',', '，', '、']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let short = parts.iter().all(|part| part.chars().count() <= LONGEST_PART);
    if is_on(row, "isRegex") || parts.len() < 3 || !short {
        return None;
    }
    let list = Path(place.0.split_last()?.1.to_vec());
    let mut changes = vec![Change { path: place.clone(), value: Some(with_word(row, parts.first()?)) }];
    // New keys go behind the others: what stands between keeps its number.
    let others = parts.iter().skip(1).enumerate();
    changes.extend(
        others.map(|(at, part)| Change { path: list.index(neighbours + at), value: Some(with_word(row, part)) }),
    );
    let fix = Fix { code: "split-key", values: Vec::new(), sure: false, changes }.with("count", parts.len());
    Some(Finding::new(Severity::Warning, "key-list", place).with("count", parts.len()).showing(keyword).fix(fix))
}

fn with_word(row: &Value, word: &str) -> Value {
    let mut map: Map<String, Value> = row.as_object().cloned().unwrap_or_default();
    map.insert("keyword".to_owned(), Value::from(word));
    Value::Object(map)
}
