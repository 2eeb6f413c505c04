//! The line of keys of a lore entry: words with commas between, all of them patterns or none.
//!
//! RisuAI cuts the line at every comma, before it looks for patterns (`lorebook.svelte.ts`). Here a comma inside a
//! pattern that is spelt `/.../` belongs to the pattern, so that what came as one key stays one; a note says that
//! RisuAI does not find it.

use serde_json::{Value, json};

use crate::tavern::keyword::{parse_pattern, spell_pattern};

/// The keys of a line, as they are spelt.
pub(super) fn cut(line: &str, patterns: bool) -> Vec<&str> {
    let mut keys = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let start = rest.len() - rest.trim_start().len();
        let whole = patterns.then(|| pattern_end(rest, start)).flatten();
        let end = whole.or_else(|| rest.find(',')).unwrap_or(rest.len());
        let key = rest.get(..end).unwrap_or("").trim();
        if !key.is_empty() {
            keys.push(key);
        }
        rest = rest.get(end + 1..).unwrap_or("");
    }
    keys
}

/// Where the pattern that begins at `start` ends: at the first comma, or the end, before which it is a whole one.
fn pattern_end(rest: &str, start: usize) -> Option<usize> {
    /// Commas a pattern may hold; a line of slashes and commas must not cost more.
    const COMMAS: usize = 16;
    if !rest.get(start..)?.starts_with('/') {
        return None;
    }
    let ends = rest.match_indices(',').map(|(at, _)| at).take(COMMAS).chain([rest.len()]);
    ends.filter(|end| *end > start)
        .find(|end| rest.get(start..*end).is_some_and(|key| parse_pattern(key.trim()).is_some()))
}

/// The trigger of a key.
pub(super) fn trigger(key: &str, patterns: bool) -> Value {
    match parse_pattern(key).filter(|_| patterns) {
        Some((pattern, "")) => json!({"keyword": pattern, "isRegex": true}),
        Some((pattern, flags)) => json!({"keyword": pattern, "isRegex": true, "flags": flags}),
        None => json!({"keyword": key, "isRegex": patterns}),
    }
}

/// The triggers of a line.
pub(super) fn triggers(line: &str, patterns: bool) -> Vec<Value> {
    cut(line, patterns).into_iter().map(|key| trigger(key, patterns)).collect()
}

/// How a trigger is spelt in a line. A word among patterns is spelt as a pattern that finds it.
pub(super) fn spell(trigger: &Value, patterns: bool) -> String {
    let text = |key: &str| trigger.get(key).and_then(Value::as_str).unwrap_or("");
    let keyword = text("keyword");
    match (is_pattern(trigger), patterns) {
        (true, _) => spell_pattern(keyword, text("flags")).unwrap_or_else(|| keyword.to_owned()),
        (false, false) => keyword.to_owned(),
        (false, true) => spell_pattern(&escaped(keyword), "i").unwrap_or_else(|| keyword.to_owned()),
    }
}

/// Whether a trigger is a pattern.
pub(super) fn is_pattern(trigger: &Value) -> bool {
    trigger.get("isRegex") == Some(&Value::Bool(true))
}

/// Whether two triggers say the same, as far as a line can.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    let text = |trigger: &Value, key: &str| trigger.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
    is_pattern(a) == is_pattern(b) && ["keyword", "flags"].iter().all(|key| text(a, key) == text(b, key))
}

fn escaped(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for letter in word.chars() {
        if "\\^$.*+?()[]{}|".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_comma_inside_a_pattern_does_not_cut_it() {
        assert_eq!(cut("lamp, lantern ,,", false), ["lamp", "lantern"]);
        assert_eq!(cut("/a{1,3}/i, /b,c/ , d", true), ["/a{1,3}/i", "/b,c/", "d"]);
        assert_eq!(cut("/a{1,3}/i, b", false), ["/a{1", "3}/i", "b"]);
        assert_eq!(cut("/open, /b/", true), ["/open", "/b/"]);
        assert_eq!(cut("", true), [""; 0]);
    }

    proptest! {
        #[test]
        fn a_line_reads_back(words in proptest::collection::vec("[a-z]{1,5}( [a-z]{1,4})?", 0..5), patterns: bool) {
            let triggers: Vec<Value> = words.iter().map(|word| trigger(word, false)).collect();
            let line: Vec<String> = triggers.iter().map(|trigger| spell(trigger, patterns)).collect();
            let back = super::triggers(&line.join(", "), patterns);
            prop_assert_eq!(back.len(), words.len());
            prop_assert!(patterns || back.iter().zip(&triggers).all(|(a, b)| same(a, b)));
        }

        #[test]
        fn any_line_is_cut(line in r"[/,a-z\\{} ]{0,40}", patterns: bool) {
            let _ = triggers(&line, patterns);
        }
    }
}
