//! Backyard's placeholders and the canonical ones.
//!
//! `{character}` and `{user}` stand for the names, `#{character}:` and `#{user}:` begin a line of a speaker (Ginger
//! `GingerString.cs`, SillyTavern `byaf.js`). A text that has both spellings cannot be told from one that has a single
//! one, so only texts that were edited are ever written, and one that reads back differently is given a reason.

use ficha_json::Node;
use serde_json::Value;

use crate::format::Coded;
use crate::notes::NoteCode;
use crate::overlay::Said;
use crate::read::Reader;

/// A text with placeholders; a blank one is absent.
pub(super) static PROSE: Coded = Coded {
    name: "text with placeholders",
    decode,
    encode: |value, _, said| encode(value, false, said),
    empty: "\"\"",
};

/// The same for example dialogue, whose lines begin with a speaker.
pub(super) static DIALOGUE: Coded = Coded {
    name: "dialogue with placeholders",
    decode,
    encode: |value, _, said| encode(value, true, said),
    empty: "\"\"",
};

fn decode(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let text = reader.text(node, at)?;
    if text.contains(GROUP_MEMBER) {
        let said = format!("{at} speaks of another member of its group by an id; the words are kept as they are.");
        reader.warn(NoteCode::UnknownValue, at, said);
    }
    (!text.is_empty()).then(|| Value::String(canonical(&text)))
}

fn encode(value: &Value, dialogue: bool, said: &mut Said<'_>) -> Option<Value> {
    let text = value.as_str()?;
    let written = wire(text, dialogue);
    if canonical(&written) != text {
        said.explain(
            NoteCode::Adapted,
            "Backyard takes its own placeholders for those of other apps, and these for its own.",
        );
    }
    Some(Value::String(written))
}

/// How Backyard's web site refers to a member of a group.
const GROUP_MEMBER: &str = "{_cfg&:";

/// Backyard's spellings and ours, longest first.
const SPELLINGS: [(&str, &str); 5] = [
    ("#{character}:", "{{char}}:"),
    ("#{user}:", "{{user}}:"),
    ("{character}", "{{char}}"),
    ("{char}", "{{char}}"),
    ("{user}", "{{user}}"),
];

/// A text of Backyard with our placeholders.
pub(super) fn canonical(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let found = SPELLINGS.iter().find_map(|(theirs, ours)| {
            let (head, behind) = rest.split_at_checked(theirs.len())?;
            head.eq_ignore_ascii_case(theirs).then_some((behind, ours))
        });
        match found.filter(|(behind, _)| !behind.starts_with('}')) {
            Some((behind, ours)) => {
                out.push_str(ours);
                rest = behind;
            }
            None => {
                out.push(letter);
                rest = rest.get(letter.len_utf8()..).unwrap_or("");
            }
        }
    }
    out
}

/// Our text with Backyard's placeholders. `dialogue`: a line that begins with a name is a speaker's.
pub(super) fn wire(text: &str, dialogue: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let found = [("{{char}}", "{character}"), ("{{user}}", "{user}")].into_iter().find_map(|(ours, theirs)| {
            let (head, behind) = rest.split_at_checked(ours.len())?;
            head.eq_ignore_ascii_case(ours).then_some((behind, theirs))
        });
        match found {
            Some((behind, theirs)) => {
                if dialogue && behind.starts_with(':') && (out.is_empty() || out.ends_with('\n')) {
                    out.push('#');
                }
                out.push_str(theirs);
                rest = behind;
            }
            None => {
                out.push(letter);
                rest = rest.get(letter.len_utf8()..).unwrap_or("");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn placeholders_go_both_ways() {
        let theirs = "#{character}: I keep the light, {user}.\n#{user}: {char}!\n{{char}} {character}}";
        let ours = "{{char}}: I keep the light, {{user}}.\n{{user}}: {{char}}!\n{{char}} {character}}";
        assert_eq!(canonical(theirs), ours);
        assert_eq!(
            wire("{{char}}: I, {{User}}.\n{{user}}: and {{char}}: no", true),
            "#{character}: I, {user}.\n#{user}: and {character}: no"
        );
    }

    proptest! {
        #[test]
        fn a_text_with_our_placeholders_reads_back(parts in proptest::collection::vec("(\\{\\{char\\}\\}|\\{\\{user\\}\\}|[a-z: #\n]{0,4})", 0..12), dialogue: bool) {
            let text = parts.concat();
            prop_assume!(!text.contains("#{{"));
            prop_assert_eq!(canonical(&wire(&text, dialogue)), text);
        }
    }
}
