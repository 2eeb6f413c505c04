//! Where a body has patterns: keys of lorebook entries and rules of regex sets.

use ficha_model::{Kind, Path};
use serde_json::Value;

use crate::CardInput;
use crate::input::{is_on, text_of};

/// A pattern of a body.
#[derive(Clone, Debug)]
pub struct PatternAt<'a> {
    /// The row it belongs to: the key, or the rule.
    pub row: Path,
    /// The field that holds its text.
    pub field: Path,
    /// The text, without the slashes around it.
    pub text: &'a str,
    /// Its flags.
    pub flags: &'a str,
    /// Whether it is a key of an entry.
    pub is_key: bool,
}

/// Every pattern of a piece that is in use. A rule whose pattern is filled in from macros is not judged: what it will
/// be is not known.
pub fn patterns<'a>(input: &CardInput<'a>) -> Vec<PatternAt<'a>> {
    match input.entity().kind {
        Kind::Lorebook => keys(input),
        Kind::Regex => rules(input),
        _ => Vec::new(),
    }
}

fn keys<'a>(input: &CardInput<'a>) -> Vec<PatternAt<'a>> {
    let mut found = Vec::new();
    for (number, entry) in input.rows("entries") {
        for list in ["triggers", "secondaryTriggers"] {
            let rows = entry.get(list).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            for (index, row) in rows.iter().enumerate().filter(|(_, row)| is_on(row, "isRegex")) {
                let place = Path::default().key("entries").index(number).key(list).index(index);
                let field = place.key("keyword");
                let (text, flags) = (text_of(row, "keyword"), text_of(row, "flags"));
                found.push(PatternAt { row: place, field, text, flags, is_key: true });
            }
        }
    }
    found
}

fn rules<'a>(input: &CardInput<'a>) -> Vec<PatternAt<'a>> {
    let mut found = Vec::new();
    for (number, rule) in input.rows("rules") {
        let filled = !matches!(text_of(rule, "substituteFind"), "" | "none") && text_of(rule, "find").contains("{{");
        if filled {
            continue;
        }
        let row = Path::default().key("rules").index(number);
        let field = row.key("find");
        // Words in pointed brackets are an app's own switches, no flags.
        let flags = text_of(rule, "flags").split('<').next().unwrap_or("");
        let flags = if rule.get("useFlags") == Some(&Value::Bool(false)) { "g" } else { flags };
        found.push(PatternAt { row, field, text: text_of(rule, "find"), flags, is_key: false });
    }
    found
}
