//! The machinery of the app a card was made for: counted by name, never run.

use serde_json::Value;

use super::clean::{decorators, ejs_tags};
use super::macros::{is_remark, name, pairs};
use super::markup::tag;
use super::view::{Card, FieldName};
use crate::records::Dialect;

/// Different names told of one kind of machinery; the rest is counted together under `…`.
const NAMES: usize = 500;

/// What a card holds of it. `regex_scripts` and `helper_scripts` were counted when the card was read.
pub fn dialect(card: &Value, regex_scripts: usize, helper_scripts: usize) -> Dialect {
    let card = Card::of(card);
    let mut found = Dialect { regex_scripts, helper_scripts, ..Dialect::default() };
    for field in FieldName::ALL {
        add_text(card.field(*field), &mut found);
    }
    for greeting in card.greetings().into_iter().chain(card.group_greetings()) {
        add_text(greeting, &mut found);
    }
    for entry in card.entries() {
        for decorator in decorators(entry.content()).0 {
            count(&mut found.decorators, decorator.split_whitespace().next().unwrap_or_default());
        }
        add_text(entry.content(), &mut found);
    }
    found
}

fn add_text(text: &str, found: &mut Dialect) {
    found.ejs_blocks += ejs_tags(text);
    for span in pairs(text) {
        let inside = text.get(span.start + 2..span.end - 2).unwrap_or_default();
        let name = name(inside);
        if !is_remark(inside) && !matches!(name.as_str(), "user" | "char" | "persona" | "") {
            count(&mut found.macros, &name);
        }
    }
    for name in tag_blocks(text) {
        count(&mut found.tag_blocks, &name);
    }
}

/// Names of tags that are not HTML and are closed again, once for each pair.
fn tag_blocks(text: &str) -> Vec<String> {
    let (mut open, mut blocks) = (Vec::<String>::new(), Vec::new());
    for (at, _) in text.match_indices('<') {
        let Some(found) = text.get(at..).and_then(tag).filter(|found| !found.is_html()) else { continue };
        if !found.closes {
            open.push(found.name);
        } else if let Some(begun) = open.iter().rev().take(200).position(|name| *name == found.name) {
            open.remove(open.len() - 1 - begun);
            blocks.push(found.name);
        }
    }
    blocks
}

fn count(into: &mut std::collections::BTreeMap<String, usize>, name: &str) {
    let name: String = name.chars().take(40).collect();
    let name = if into.len() >= NAMES && !into.contains_key(&name) { "…".to_owned() } else { name };
    *into.entry(name).or_default() += 1;
}

/// Whether a text, before cleaning, names a tool that changes tracked values: such a piece is always looked at for them.
pub fn names_variable_tool(raw: &str) -> bool {
    ["stat_data", "[mvu_", "<UpdateVariable"].iter().any(|mark| raw.contains(mark)) || has_json_patch(raw)
}

/// Whether a list of objects with `op` and `path` stands in a text.
fn has_json_patch(text: &str) -> bool {
    text.match_indices('[').any(|(at, _)| {
        let behind = text.get(at + 1..).unwrap_or_default();
        let mut end = behind.len().min(2_000);
        while !behind.is_char_boundary(end) {
            end -= 1;
        }
        let Some(object) = behind.get(..end).unwrap_or_default().trim_start().strip_prefix('{') else { return false };
        let object = object.split('}').next().unwrap_or_default();
        ["\"op\"", "\"path\""]
            .iter()
            .all(|key| object.split_once(key).is_some_and(|(_, behind)| behind.trim_start().starts_with(':')))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // W-262
    #[test]
    fn machinery_is_counted_and_never_run() {
        let card = json!({"data": {
            "description": "{{char}} {{user}} {{// remark}} {{setvar::a::{{roll:d6}}}} <b>bold</b> <START>",
            "first_mes": "<panel a=\"1\">{{getvar::a}}</panel><panel></panel></panel>",
            "character_book": {"entries": [
                {"content": "@@depth 4\n@@@role user\n<%_ fs.writeFileSync('x', '') _%>text<% } %>"},
                {"content": "<StatusBlock>\n</statusblock> <open>"}
            ]}
        }});
        let found = dialect(&card, 2, 1);
        let pairs = |of: &[(&str, usize)]| of.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        assert_eq!(found.macros, pairs(&[("getvar", 1), ("roll", 1), ("setvar", 1)]));
        assert_eq!(found.tag_blocks, pairs(&[("panel", 2), ("statusblock", 1)]));
        assert_eq!(found.decorators, pairs(&[("depth", 1), ("role", 1)]));
        assert_eq!((found.ejs_blocks, found.regex_scripts, found.helper_scripts), (2, 2, 1));
    }

    // W-051
    #[test]
    fn tools_for_tracked_values_are_known_by_their_marks() {
        for text in [
            "<%_ getvar('stat_data.x') _%>",
            "[mvu_update]",
            "<UpdateVariable>",
            "[ { \"op\": \"replace\", \"path\" : \"/a\" } ]",
        ] {
            assert!(names_variable_tool(text), "{text}");
        }
        for text in ["stats", "[{\"op\": \"x\"}, {\"path\": \"y\"}]", "[\"op\", \"path\"]", "[{op: 1, path: 2}]"] {
            assert!(!names_variable_tool(text), "{text}");
        }
    }
}
