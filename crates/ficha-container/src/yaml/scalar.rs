//! Scalars: what one says in JSON, and how a text is written in each style.

use ficha_json::{Document, Limits, NodeKind, Style, to_text};
use saphyr_parser::ScalarStyle;
use serde_json::Value;

use super::tree::{Content, Node};

/// The JSON spelling of a scalar node.
pub(super) fn json(node: &Node) -> String {
    let Content::Scalar { text, style, is_text } = &node.content else { return String::new() };
    if *style == ScalarStyle::Plain && !is_text {
        match text.as_str() {
            "" | "~" | "null" | "Null" | "NULL" => return "null".to_owned(),
            "true" | "True" | "TRUE" => return "true".to_owned(),
            "false" | "False" | "FALSE" => return "false".to_owned(),
            number if is_number(number) => return text.clone(),
            _ => {}
        }
    }
    to_text(&Value::from(text.as_str()), Style::Compact)
}

/// Whether this is a number as JSON spells it.
fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        && Document::parse(text, &Limits::default())
            .is_ok_and(|document| document.repairs().is_empty() && document.root().kind() == NodeKind::Number)
        && text.ends_with(|last: char| last.is_ascii_digit())
}

/// A text in the least quoting that reads back everywhere, on one line. Readers of YAML 1.1 take many plain words for
/// booleans, numbers and dates, so only what begins with a letter and is none of those words goes without quotes.
pub(super) fn inline(text: &str, flow: bool) -> String {
    if is_plain(text, flow) {
        text.to_owned()
    } else {
        single_quoted(text).unwrap_or_else(|| double_quoted(text, false))
    }
}

/// Whether a text may stand without quotes.
pub(super) fn is_plain(text: &str, flow: bool) -> bool {
    const WORDS: [&str; 11] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"];
    let ends = text.starts_with(char::is_alphabetic) && !text.ends_with([' ', ':']);
    let reserved = text.contains(": ") || text.contains(" #") || !text.chars().all(is_printable);
    let flows = flow && text.contains([',', '[', ']', '{', '}', ':']);
    ends && !reserved && !flows && !WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether a character may stand in a text as it is, on one line.
fn is_printable(letter: char) -> bool {
    !letter.is_control() && !matches!(letter, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
}

/// A text in single quotes; `None` when it needs escapes.
pub(super) fn single_quoted(text: &str) -> Option<String> {
    text.chars().all(is_printable).then(|| format!("'{}'", text.replace('\'', "''")))
}

/// A text in double quotes; `ascii` escapes every other letter too, as PyYAML does by default.
pub(super) fn double_quoted(text: &str, ascii: bool) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            letter if is_printable(letter) && (letter.is_ascii() || !ascii) => out.push(letter),
            letter if u32::from(letter) <= 0xFF => out.push_str(&format!("\\x{:02X}", u32::from(letter))),
            letter if u32::from(letter) <= 0xFFFF => out.push_str(&format!("\\u{:04X}", u32::from(letter))),
            letter => out.push_str(&format!("\\U{:08X}", u32::from(letter))),
        }
    }
    out.push('"');
    out
}

/// A text as a literal block whose lines are indented by so much, without the last line break; `rest` is what follows
/// the header on its line. `None` when a block cannot hold it.
pub(super) fn literal(text: &str, indent: usize, rest: &str) -> Option<String> {
    block(text, '|', indent, rest, text.split('\n'))
}

/// A text as a folded block, one long line for each line of it. `None` when a block cannot hold it.
pub(super) fn folded(text: &str, indent: usize, rest: &str) -> Option<String> {
    // A line that begins with a blank is not folded, which changes the breaks around it.
    if text.lines().any(|line| line.starts_with([' ', '\t'])) {
        return None;
    }
    let body = text.trim_end_matches('\n');
    let mut lines = Vec::new();
    let mut parts = body.split('\n').peekable();
    while let Some(line) = parts.next() {
        lines.push(line);
        if !line.is_empty() && parts.peek().is_some() {
            lines.push("");
        }
    }
    let tail = text.len() - body.len();
    block(text, '>', indent, rest, lines.into_iter().chain(std::iter::repeat_n("", tail)))
}

fn block<'a>(
    text: &str,
    style: char,
    indent: usize,
    rest: &str,
    lines: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let first = text.split('\n').find(|line| !line.trim_end().is_empty())?;
    let blank_before = text.split('\n').take_while(|line| line.trim_end().is_empty()).any(|line| !line.is_empty());
    let allowed = |letter: char| is_printable(letter) || matches!(letter, '\n' | '\t');
    if first.starts_with([' ', '\t']) || blank_before || !text.chars().all(allowed) {
        return None;
    }
    let chomp = match text.len() - text.trim_end_matches('\n').len() {
        0 => "-",
        1 => "",
        _ => "+",
    };
    let mut out = format!("{style}{chomp}{rest}");
    for line in lines {
        out.push('\n');
        if !line.is_empty() {
            out.extend(std::iter::repeat_n(' ', indent));
            out.push_str(line);
        }
    }
    // The break behind the last line is the caller's.
    if text.ends_with('\n') {
        out.pop();
    }
    Some(out)
}
