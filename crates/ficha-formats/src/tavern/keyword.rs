//! The keyword grammar of SillyTavern: `/pattern/flags` is a pattern, anything else a plain word.
//!
//! As `parseRegexFromString` of SillyTavern's `world-info.js` reads it: flags from `gimsuy`, and no slash inside that
//! is not escaped, else the whole is a word. In the body a pattern stands without its delimiters and its slashes
//! without escape; writing escapes each of them, so that it reads back the same.

use serde_json::{Map, Value};

/// The pattern and flags of a keyword spelt as a pattern.
pub(crate) fn parse_pattern(keyword: &str) -> Option<(String, &str)> {
    let inner = keyword.strip_prefix('/')?;
    let (pattern, flags) = inner.rsplit_once('/')?;
    if pattern.is_empty() || !flags.chars().all(|flag| "gimsuy".contains(flag)) {
        return None;
    }
    let mut plain = String::with_capacity(pattern.len());
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '/' => return None,
            '\\' => match letters.next()? {
                '/' => plain.push('/'),
                escaped => plain.extend(['\\', escaped]),
            },
            other => plain.push(other),
        }
    }
    Some((plain, flags))
}

/// The spelling of a pattern; `None` when no spelling of it reads back as one (it is empty, ends in the middle of an
/// escape, or has other flags).
pub(crate) fn spell_pattern(pattern: &str, flags: &str) -> Option<String> {
    let mut spelt = String::with_capacity(pattern.len() + 2 + flags.len());
    spelt.push('/');
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '/' => spelt.push_str("\\/"),
            '\\' => spelt.extend(['\\', letters.next()?]),
            other => spelt.push(other),
        }
    }
    spelt.push('/');
    spelt.push_str(flags);
    parse_pattern(&spelt).is_some().then_some(spelt)
}

/// The trigger of a keyword. `bare_pattern`: an unspelt keyword is a pattern too.
pub(crate) fn decode_trigger(keyword: &str, bare_pattern: bool) -> Value {
    let mut trigger = Map::with_capacity(3);
    match parse_pattern(keyword) {
        Some((pattern, flags)) => {
            trigger.insert("keyword".to_owned(), Value::String(pattern));
            trigger.insert("isRegex".to_owned(), Value::Bool(true));
            if !flags.is_empty() {
                trigger.insert("flags".to_owned(), Value::String(flags.to_owned()));
            }
        }
        None => {
            trigger.insert("keyword".to_owned(), Value::String(keyword.to_owned()));
            trigger.insert("isRegex".to_owned(), Value::Bool(bare_pattern));
        }
    }
    Value::Object(trigger)
}

/// The keyword of a trigger, and whether it reads back as the same trigger.
pub(crate) fn encode_trigger(trigger: &Value) -> (String, bool) {
    let text = |key: &str| trigger.get(key).and_then(Value::as_str).unwrap_or("");
    let keyword = text("keyword");
    if trigger.get("isRegex") == Some(&Value::Bool(true)) {
        match spell_pattern(keyword, text("flags")) {
            Some(spelt) => {
                let same = parse_pattern(&spelt).is_some_and(|(pattern, _)| pattern == keyword);
                (spelt, same)
            }
            None => (keyword.to_owned(), false),
        }
    } else {
        (keyword.to_owned(), parse_pattern(keyword).is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_grammar_is_sillytaverns() {
        for (keyword, pattern) in [
            ("/ab+/i", Some(("ab+", "i"))),
            (r"/a\/b/", Some(("a/b", ""))),
            (r"/a\\\/b/gi", Some((r"a\\/b", "gi"))),
            ("/a/b/", None),
            (r"/a\/", None),
            ("//", None),
            ("/a/q", None),
            ("a/b", None),
            ("/", None),
        ] {
            let read = parse_pattern(keyword);
            assert_eq!(read.as_ref().map(|(pattern, flags)| (pattern.as_str(), *flags)), pattern, "{keyword}");
        }
    }

    proptest! {
        #[test]
        fn a_keyword_reads_back(keyword in r"[/\\a-z.+ ]{0,8}/?[gimx]{0,2}") {
            let trigger = decode_trigger(&keyword, false);
            let (spelt, same) = encode_trigger(&trigger);
            prop_assert!(same, "{keyword} -> {spelt}");
            prop_assert_eq!(decode_trigger(&spelt, false), trigger);
        }

        #[test]
        fn a_pattern_reads_back_or_says_not(pattern in r"[/\\a-z.+]{0,8}", flags in "[gimsuyx]{0,3}") {
            let trigger = serde_json::json!({"keyword": pattern, "isRegex": true, "flags": flags});
            let (spelt, same) = encode_trigger(&trigger);
            let read = decode_trigger(&spelt, false);
            if same {
                prop_assert_eq!(&read["keyword"], &trigger["keyword"]);
                prop_assert_eq!(&read["isRegex"], &trigger["isRegex"]);
                prop_assert_eq!(read.get("flags").and_then(Value::as_str).unwrap_or(""), flags);
            }
        }
    }
}
