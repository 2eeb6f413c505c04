//! Marks that open and never close, where it shows: tags, and the asterisks and quotation marks of greetings.

use ficha_model::Kind;

use super::check;
use crate::input::TextAt;
use crate::text::{near, places};
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(
    Unbalanced,
    "unbalanced",
    &[Kind::Character, Kind::Lorebook, Kind::Persona, Kind::Preset],
    &["tag-open", "asterisk-open", "quote-open", "bracket-open"]
);

/// The longest tag that is looked at, in bytes, and how many kinds of them in one text.
const LONGEST_TAG: usize = 600;
const MOST_TAGS: usize = 200;

/// Tags that close themselves or may be left open.
const ALONE: [&str; 16] =
    ["br", "hr", "img", "input", "meta", "link", "source", "wbr", "col", "area", "li", "p", "td", "tr", "th", "start"];

/// Tags of pages; others may be words of the author and are told of only when they are closed somewhere.
const OF_PAGES: [&str; 30] = [
    "div",
    "span",
    "b",
    "i",
    "u",
    "s",
    "em",
    "strong",
    "a",
    "font",
    "center",
    "table",
    "ul",
    "ol",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "style",
    "details",
    "summary",
    "blockquote",
    "code",
    "pre",
    "small",
    "big",
    "sub",
    "sup",
    "script",
];

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let mut found = Vec::new();
    for at in input.texts() {
        let path = at.field.path;
        if path.starts_with("behavior.") || path.ends_with(".find") {
            continue;
        }
        found.extend(tags(at));
        if path.starts_with("greetings.") && !has_code(at.text) {
            found.extend(asterisks(at));
            found.extend(quotes(at));
        }
        if is_definition(path) {
            found.extend(brackets(at));
        }
    }
    Ok(found)
}

fn has_code(text: &str) -> bool {
    text.contains("```") || text.contains("<div") || text.contains("<style") || text.contains("<table")
}

fn is_definition(path: &str) -> bool {
    matches!(path, "identity.description" | "persona.personality" | "persona.scenario" | "entries[].content")
}

/// The first tag that is opened more often than it is closed.
fn tags(at: &TextAt<'_>) -> Option<Finding> {
    let text = at.text;
    if !text.contains('<') || text.contains("```") {
        return None;
    }
    let mut seen: Vec<(String, Vec<usize>, usize)> = Vec::new();
    for (from, _) in text.match_indices('<') {
        let rest = near(text.get(from + 1..).unwrap_or(""), LONGEST_TAG);
        let closes = rest.starts_with('/');
        let word = rest.trim_start_matches('/');
        let end = word.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_' || letter == '-'));
        let name = word.get(..end.unwrap_or(word.len())).unwrap_or("").to_lowercase();
        let inside = word.get(name.len()..).unwrap_or("");
        let Some(close) = inside.find('>') else { continue };
        let attributes = inside.get(..close).unwrap_or("");
        let plain = attributes.is_empty() || attributes.starts_with([' ', '\n', '/']);
        if name.is_empty()
            || !plain
            || attributes.contains('<')
            || attributes.ends_with('/')
            || ALONE.contains(&name.as_str())
        {
            continue;
        }
        let row = match seen.iter().position(|(known, ..)| *known == name) {
            Some(row) => row,
            None if seen.len() >= MOST_TAGS => continue,
            None => {
                seen.push((name, Vec::new(), 0));
                seen.len() - 1
            }
        };
        if let Some((_, opened, closed)) = seen.get_mut(row) {
            if closes { *closed += 1 } else { opened.push(from) }
        }
    }
    let (name, opened, _) = seen
        .iter()
        .find(|(name, opened, closed)| opened.len() > *closed && (*closed > 0 || OF_PAGES.contains(&name.as_str())))?;
    let from = *opened.last()?;
    let to = text.get(from..).and_then(|rest| rest.find('>')).map_or(text.len(), |end| from + end + 1);
    Some(Finding::new(Severity::Warning, "tag-open", at.path.clone()).with("tag", name).at(text, from, to))
}

/// A paragraph with an odd number of asterisks that mark a beginning or an end: the slant runs the wrong way from
/// there on. Lists, rules and stars between blanks mark nothing.
fn asterisks(at: &TextAt<'_>) -> Option<Finding> {
    let mut start = 0;
    for (number, line) in at.text.split('\n').enumerate() {
        let here = start;
        start += line.len() + 1;
        let body = line.trim_start();
        let listed = body.starts_with("* ") || body.starts_with("- ");
        let ruled = !body.is_empty()
            && body.chars().all(|letter| letter == '*' || letter == ' ' || letter == '_' || letter == '-');
        if listed || ruled || !line.contains('*') {
            continue;
        }
        let runs = runs_of_stars(line);
        let sum: usize = runs.iter().map(|(_, length)| length).sum();
        if sum % 2 == 1
            && let Some((from, length)) = runs.last()
        {
            let finding = Finding::new(Severity::Info, "asterisk-open", at.path.clone());
            return Some(finding.with("line", number + 1).at(at.text, here + from, here + from + length));
        }
    }
    None
}

fn runs_of_stars(line: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes.get(at) != Some(&b'*') {
            at += 1;
            continue;
        }
        let from = at;
        while bytes.get(at) == Some(&b'*') {
            at += 1;
        }
        let escaped = from > 0 && bytes.get(from - 1) == Some(&b'\\');
        let blank = |at: Option<&u8>| at.is_none_or(|byte| byte.is_ascii_whitespace());
        let lone = blank(from.checked_sub(1).and_then(|before| bytes.get(before)))
            && blank(bytes.get(at))
            && bytes.len() > at - from;
        if !(escaped || lone && from > 0 && at < bytes.len()) {
            found.push((from, at - from));
        }
    }
    found
}

/// A paragraph with an odd number of straight quotation marks. Speech that goes on in the next paragraph leaves its
/// own open on purpose, and so do feet and inches.
fn quotes(at: &TextAt<'_>) -> Option<Finding> {
    let lines: Vec<&str> = at.text.split('\n').collect();
    let mut start = 0;
    for (number, line) in lines.iter().enumerate() {
        let here = start;
        start += line.len() + 1;
        let marks: Vec<usize> = line
            .match_indices('"')
            .map(|(from, _)| from)
            .filter(|from| {
                !line.get(..*from).is_some_and(|before| before.ends_with(|letter: char| letter.is_ascii_digit()))
            })
            .collect();
        let Some(last) = marks.last().filter(|_| marks.len() % 2 == 1) else { continue };
        let next = lines.iter().skip(number + 1).find(|line| !line.trim().is_empty());
        let goes_on = next.is_some_and(|next| next.trim_start_matches([' ', '*']).starts_with('"'));
        let went_on = lines.iter().take(number).any(|line| line.matches('"').count() % 2 == 1);
        if !goes_on && !went_on {
            let finding = Finding::new(Severity::Info, "quote-open", at.path.clone());
            return Some(finding.with("line", number + 1).at(at.text, here + last, here + last + 1));
        }
    }
    None
}

/// A definition that begins with a bracket and does not close it.
fn brackets(at: &TextAt<'_>) -> Option<Finding> {
    let text = at.text.trim();
    let (open, close) = match text.chars().next()? {
        '[' => ('[', ']'),
        '{' if !text.starts_with("{{") => ('{', '}'),
        _ => return None,
    };
    // Half-made W++ is told of as such.
    if places(text, "[character(").next().is_some() {
        return None;
    }
    let plain = text.replace("{{", "").replace("}}", "");
    let opened = plain.matches(open).count();
    let closed = plain.matches(close).count();
    if opened <= closed {
        return None;
    }
    let from = at.text.find(open)?;
    let finding = Finding::new(Severity::Info, "bracket-open", at.path.clone());
    Some(finding.with("open", opened).with("closed", closed).at(at.text, from, from + open.len_utf8()))
}
