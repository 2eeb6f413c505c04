//! Web addresses in the texts of a card.
//!
//! Found wherever they stand: in prose, Markdown, HTML attributes, style sheets, scripts, extensions. Nothing is
//! fetched here and nothing is judged; whoever wants to fetch has an address policy of their own.

use std::collections::HashSet;

use serde_json::Value;

/// Every `http` and `https` address in any text of a value, keys aside, in the order they stand, each once.
pub fn addresses(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    // A stack and no recursion: how deep a foreign tree is nested is not ours to say.
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => in_text(text, |address| {
                if seen.insert(address.to_owned()) {
                    found.push(address.to_owned());
                }
            }),
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::Object(members) => {
                let members: Vec<&Value> = members.values().collect();
                open.extend(members.into_iter().rev());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    found
}

/// The addresses of one text, in order.
fn in_text<'t>(text: &'t str, mut found: impl FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(next) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'h' | b'H'))) {
        let start = at + next;
        at = start + 1;
        let Some(scheme) = ["https://", "http://"].iter().find(|scheme| {
            bytes.get(start..start + scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme.as_bytes()))
        }) else {
            continue;
        };
        let rest = text.get(start + scheme.len()..).unwrap_or_default();
        let end = rest.find(ends_address).unwrap_or(rest.len());
        let body = rest.get(..end).unwrap_or_default();
        at = start + scheme.len() + end;
        // What a macro will be filled with is not known, so there is no address yet.
        let macro_follows = ["{{", "${", "<%"].iter().any(|mark| rest.get(end..).unwrap_or_default().starts_with(mark))
            || body.ends_with('$');
        let body = trimmed(body);
        if !macro_follows && body.starts_with(|letter: char| letter.is_alphanumeric() || letter == '[') {
            found(text.get(start..start + scheme.len() + body.len()).unwrap_or_default());
        }
    }
}

/// What no address holds unescaped, and the punctuation of scripts that follow an address without a blank.
fn ends_address(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || matches!(letter, '"' | '\'' | '<' | '>' | '`' | '\\' | '{' | '}' | '|' | '^')
        || matches!(letter, '\u{2018}'..='\u{201f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' | '\u{fffd}')
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Without the punctuation of the sentence around it, and without a bracket that was opened before it.
fn trimmed(mut body: &str) -> &str {
    // A closing bracket inside ends an address of Markdown or of a style sheet, unless it was opened inside.
    for (open, close) in [('(', ')'), ('[', ']')] {
        let mut depth = 0_i32;
        for (at, letter) in body.char_indices() {
            if letter == open {
                depth += 1;
            } else if letter == close {
                depth -= 1;
                if depth < 0 {
                    body = body.get(..at).unwrap_or_default();
                    break;
                }
            }
        }
    }
    body.trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '_', '~', '(', '['])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // W-310
    #[test]
    fn every_text_is_scanned_and_each_address_is_told_once_in_order() {
        let card = json!({
            "a": "See https://a.example/one.png, and ![x](http://b.example/two_(2).webp).",
            "extensions": {"deep": [{"code": "fetch('https://c.example/three.gif?x=1&y=2')"}]},
            "html": "<img src=\"HTTPS://D.example/four\"> <img src='https://a.example/one.png'>",
            "css": "background: url(https://e.example/five.jpg);",
            "han": "图在https://f.example/六.png，好看",
            "number": 3, "not": "http:// and xhttps://g.example/seven. https://"
        });
        let wanted = [
            "https://a.example/one.png",
            "http://b.example/two_(2).webp",
            "https://c.example/three.gif?x=1&y=2",
            "HTTPS://D.example/four",
            "https://e.example/five.jpg",
            "https://f.example/六.png",
            "https://g.example/seven",
        ];
        assert_eq!(addresses(&card), wanted);
    }

    // W-310
    #[test]
    fn an_address_that_waits_for_a_macro_is_none() {
        let texts =
            json!(["https://a.example/{{char}}.png", "`https://a.example/${name}.png`", "https://b.example/x}"]);
        assert_eq!(addresses(&texts), ["https://b.example/x"]);
    }
}
