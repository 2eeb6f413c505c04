//! Patterns of keys and rules that are no regular expression. Apps pass over them without a word.

use ficha_chat::pattern::{Pattern, PatternFault};
use ficha_model::Kind;
use serde_json::Value;

use super::check;
use crate::finding::{Change, Fix};
use crate::text::patterns::{PatternAt, patterns};
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(
    BrokenPattern,
    "broken-pattern",
    &[Kind::Lorebook, Kind::Regex],
    &["pattern-broken", "pattern-bracket", "pattern-flag", "pattern-empty", "pattern-long"]
);

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    Ok(patterns(input).iter().filter_map(|pattern| judged(pattern)).collect())
}

fn judged(pattern: &PatternAt<'_>) -> Option<Finding> {
    let found = |code| Finding::new(Severity::Error, code, pattern.field.clone()).showing(pattern.text);
    if pattern.text.trim().is_empty() {
        // An empty key is told of with the keys.
        return (!pattern.is_key).then(|| Finding::new(Severity::Warning, "pattern-empty", pattern.field.clone()));
    }
    match Pattern::new(pattern.text, pattern.flags).err()? {
        PatternFault::UnknownFlag(flag) => {
            let kept: String = pattern.flags.chars().filter(|letter| "dgimsuvy".contains(*letter)).collect();
            let fix = Fix::one("drop-flag", true, pattern.row.key("flags"), Some(Value::from(kept)));
            Some(found("pattern-flag").with("flag", flag).fix(fix.with("flag", flag)))
        }
        PatternFault::TooLong => Some(found("pattern-long")),
        // What the engine here cannot do and a browser can is no fault of the pattern.
        PatternFault::Broken(what) if beyond_the_engine(pattern.text, &what) => None,
        PatternFault::Broken(_) | PatternFault::GaveUp => Some(broken(pattern)),
    }
}

fn beyond_the_engine(text: &str, what: &str) -> bool {
    let what = what.to_lowercase();
    what.contains("look-behind")
        || what.contains("lookbehind")
        || what.contains("size limit")
        || text.contains("\\p{")
        || text.contains("\\P{")
}

fn broken(pattern: &PatternAt<'_>) -> Finding {
    let lone = lone_bracket(pattern.text);
    let finding = match lone {
        Some((at, letter)) => Finding::new(Severity::Error, "pattern-bracket", pattern.field.clone())
            .with("at", pattern.text.get(..at).map_or(0, |before| before.chars().count()) + 1)
            .with("sign", letter)
            .at(pattern.text, at, at + letter.len_utf8()),
        None => Finding::new(Severity::Error, "pattern-broken", pattern.field.clone()).showing(pattern.text),
    };
    let mut finding = finding;
    if let Some((at, letter)) = lone {
        let (before, behind) = pattern.text.split_at(at);
        let escaped = format!("{before}\\{behind}");
        let dropped = format!("{before}{}", behind.get(letter.len_utf8()..).unwrap_or(""));
        for (code, text) in [("escape-bracket", escaped), ("drop-bracket", dropped)] {
            if !text.is_empty() && Pattern::new(&text, pattern.flags).is_ok() {
                finding = finding.fix(Fix::one(code, false, pattern.field.clone(), Some(Value::from(text))));
            }
        }
    }
    if pattern.is_key {
        let changes = vec![Change { path: pattern.row.key("isRegex"), value: Some(Value::Bool(false)) }];
        let plain = Fix { code: "take-as-words", values: Vec::new(), sure: false, changes };
        finding = finding.fix(plain).fix(Fix::one("remove-key", false, pattern.row.clone(), None));
    }
    finding
}

/// The first bracket without its partner, outside of escapes and classes.
fn lone_bracket(text: &str) -> Option<(usize, char)> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut class: Option<(usize, char)> = None;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (letter, class) {
            ('\\', _) => {
                letters.next();
            }
            (']', Some(_)) => class = None,
            (_, Some(_)) => {}
            ('[', None) => class = Some((at, '[')),
            ('(', None) => open.push((at, '(')),
            (')', None) if open.pop().is_none() => return Some((at, ')')),
            _ => {}
        }
    }
    class.or_else(|| open.first().copied())
}
