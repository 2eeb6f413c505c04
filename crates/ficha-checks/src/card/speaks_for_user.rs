//! Greetings that say what the person does, says or feels: models go on as they began.
//!
//! What is told is a line in the person's name, or a plain statement of what `{{user}}` says or decides. Being seen,
//! met and spoken to is how a scene begins, and so is a second person that only perceives.

use ficha_model::{Kind, Path};

use super::check;
use crate::input::text_of;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(SpeaksForUser, "speaks-for-user", &[Kind::Character], &["user-line", "user-acts"]);

/// What only the person can say of themselves, behind `{{user}}` or `you`.
const VERBS: &[&str] = &[
    "say",
    "says",
    "said",
    "reply",
    "replies",
    "replied",
    "answer",
    "answers",
    "answered",
    "whisper",
    "whispers",
    "whispered",
    "shout",
    "shouts",
    "shouted",
    "mutter",
    "mutters",
    "muttered",
    "ask",
    "asks",
    "asked",
    "decide",
    "decides",
    "decided",
    "agree",
    "agrees",
    "agreed",
    "nod",
    "nods",
    "nodded",
    "smile",
    "smiles",
    "smiled",
    "laugh",
    "laughs",
    "laughed",
    "blush",
    "blushes",
    "blushed",
    "sigh",
    "sighs",
    "sighed",
    "shrug",
    "shrugs",
    "shrugged",
    "gasp",
    "gasps",
    "gasped",
    "moan",
    "moans",
    "moaned",
    "cry",
    "cries",
    "cried",
    "think",
    "thinks",
    "thought",
    "feel",
    "feels",
    "felt",
    "realize",
    "realizes",
    "realized",
    "realise",
    "realises",
    "realised",
    "wonder",
    "wonders",
    "wondered",
    "love",
    "loves",
    "loved",
    "hate",
    "hates",
    "hated",
    "stammer",
    "stammers",
    "stammered",
    "apologize",
    "apologizes",
    "apologized",
    "refuse",
    "refuses",
    "refused",
];

/// Behind `you` only what cannot be a way of describing the scene.
const SECOND_PERSON: &[&str] = &[
    "say",
    "said",
    "reply",
    "replied",
    "answer",
    "answered",
    "whisper",
    "whispered",
    "shout",
    "shouted",
    "mutter",
    "muttered",
    "stammer",
    "stammered",
    "decide",
    "decided",
    "agree",
    "agreed",
    "nod",
    "nodded",
    "blush",
    "blushed",
    "shrug",
    "shrugged",
    "moan",
    "moaned",
    "apologize",
    "apologized",
];

/// Chinese: behind `{{user}}` or 你.
const CHINESE: &[&str] =
    &["说道", "回答道", "回答说", "答道", "心想", "决定", "点了点头", "点点头", "脸红了", "叹了口气", "低声道"];

/// Words before the statement that make it a condition, a question or somebody's wish.
const SOFTENING: &[&str] = &[
    "if",
    "when",
    "whenever",
    "before",
    "until",
    "unless",
    "what",
    "how",
    "whether",
    "as",
    "while",
    "once",
    "after",
    "that",
    "because",
    "whatever",
    "and",
    "should",
    "would",
    "could",
    "can",
    "will",
    "might",
    "may",
    "do",
    "does",
    "did",
    "let",
    "make",
    "makes",
    "made",
    "lets",
    "hear",
    "heard",
    "have",
    "had",
    "has",
    "the",
    "thing",
    "things",
    "everything",
    "anything",
    "words",
    "or",
    "like",
    "than",
    "see",
    "sees",
    "hears",
    "watch",
    "watches",
    "where",
    "why",
    "since",
    "maybe",
    "perhaps",
    "hope",
    "hopes",
    "waiting",
    "for",
    "to",
    "of",
    "something",
    "nothing",
];

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let mut texts: Vec<(Path, &str)> = Vec::new();
    let first: Path = "greetings.firstMessage".parse().unwrap_or_default();
    texts.extend(input.entity().body.text("greetings.firstMessage").map(|text| (first, text)));
    for list in ["greetings.alternateGreetings", "greetings.groupOnlyGreetings"] {
        let root: Path = list.parse().unwrap_or_default();
        texts.extend(input.rows(list).map(|(number, row)| (root.index(number).key("text"), text_of(row, "text"))));
    }
    let mut found = Vec::new();
    for (place, text) in texts {
        let lines = lines(text);
        if let Some((from, to)) = lines.first() {
            let finding = Finding::new(Severity::Warning, "user-line", place.clone()).with("count", lines.len());
            found.push(finding.at(text, *from, *to));
        }
        let acts = acts(text);
        if let Some((from, to, severity)) = acts.first() {
            let finding = Finding::new(*severity, "user-acts", place).with("count", acts.len());
            found.push(finding.at(text, *from, *to));
        }
    }
    Ok(found)
}

/// Lines that begin with the person's name and a colon.
fn lines(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let inside = line.trim_start_matches([' ', '\t', '*', '"', '-', '>']);
        let small =
            inside.get(..inside.len().min(24)).map_or_else(|| inside.chars().take(8).collect(), str::to_lowercase);
        let behind = ["{{user}}", "<user>"].iter().find_map(|name| small.strip_prefix(name));
        if behind.is_some_and(|behind| behind.trim_start_matches(['*', ' ']).starts_with([':', '：'])) {
            let from = at + line.len() - inside.len();
            found.push((from, at + line.trim_end().len()));
        }
        at += line.len();
    }
    found
}

/// Statements of what the person does, outside of what somebody says. The first to be shown comes first.
fn acts(text: &str) -> Vec<(usize, usize, Severity)> {
    let spoken = spoken(text);
    let mut found: Vec<(usize, usize, Severity)> = Vec::new();
    for (subject, verbs, severity) in [("{{user}}", VERBS, Severity::Warning), ("you", SECOND_PERSON, Severity::Info)] {
        for (from, to) in crate::text::places(text, subject) {
            let before = text.get(..from).unwrap_or("");
            let behind = text.get(to..).unwrap_or("");
            let whole_word =
                !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '\'' || letter == '-');
            // They are in order: only the last that begins before can still be open.
            let said = spoken.get(spoken.partition_point(|(open, _)| *open < from).wrapping_sub(1));
            if !whole_word || said.is_some_and(|(_, close)| from < *close) {
                continue;
            }
            let Some(length) = act(behind, verbs) else { continue };
            if softened(before) || asked(text, to) {
                continue;
            }
            found.push((from, to + length, severity));
        }
    }
    found.sort_by_key(|(from, _, severity)| (*severity, *from));
    found
}

/// How long the statement behind the subject is; `None` when it is none.
fn act(behind: &str, verbs: &[&str]) -> Option<usize> {
    if let Some(found) = CHINESE.iter().find(|word| behind.trim_start().starts_with(*word)) {
        return Some(behind.len() - behind.trim_start().len() + found.len());
    }
    let rest = behind.strip_prefix(' ')?;
    let end = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
    let word = rest.get(..end)?.to_lowercase();
    verbs.contains(&word.as_str()).then_some(1 + end)
}

fn softened(before: &str) -> bool {
    let trimmed = before.trim_end_matches([' ', '*', '_']);
    // Across a line end or a full stop nothing softens.
    if trimmed.is_empty() || trimmed.ends_with(['\n', '.', '!', '?', '。', '"', '”', '…', ':', ';', '—']) {
        return false;
    }
    let word = trimmed.rsplit(|letter: char| !letter.is_alphabetic()).next().unwrap_or("").to_lowercase();
    SOFTENING.contains(&word.as_str())
        || trimmed.ends_with("让")
        || trimmed.ends_with("如果")
        || trimmed.ends_with('当')
}

/// Whether the sentence is a question.
fn asked(text: &str, from: usize) -> bool {
    let rest = crate::text::near(text.get(from..).unwrap_or(""), 600);
    rest.find(['.', '!', '?', '\n', '。', '？'])
        .is_some_and(|at| rest.get(at..).is_some_and(|end| end.starts_with(['?', '？'])))
}

/// Where somebody speaks: between quotation marks of one paragraph.
fn spoken(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, char)> = None;
    for (at, letter) in text.char_indices() {
        match (letter, open) {
            ('\n', _) => open = None,
            (_, Some((from, close))) if letter == close => {
                found.push((from, at));
                open = None;
            }
            ('"', None) => open = Some((at, '"')),
            ('“', None) => open = Some((at, '”')),
            ('「', None) => open = Some((at, '」')),
            ('『', None) => open = Some((at, '』')),
            ('«', None) => open = Some((at, '»')),
            _ => {}
        }
    }
    found
}
