//! What a person may write into the search field, and what is asked of the index: words, `"a phrase"`, `tag:`,
//! `creator:`, `kind:`, `OR` between two, `-` in front of one.

use ficha_model::Kind;

use super::cut::{Phrase, fold_key};
use crate::Address;

/// A question to the index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Search text with operators; empty for a plain list.
    pub text: String,
    /// Only these kinds; empty for all.
    pub kinds: Vec<Kind>,
    /// Only what has all these tags.
    pub tags: Vec<String>,
    /// Only this creator.
    pub creator: Option<String>,
    /// Only what is in this list; `None` for no list.
    pub narrow: Option<Narrow>,
    /// The order.
    pub sort: Sort,
    /// The order backwards.
    pub descending: bool,
    /// How many rows are skipped.
    pub offset: u64,
    /// How many rows are answered at most.
    pub limit: u64,
}

/// A list that is no search.
#[derive(Clone, Debug, PartialEq)]
pub enum Narrow {
    /// These pieces.
    Pieces(Vec<Address>),
    /// What has the same name and creator, or says the same, as another of its kind.
    Twins,
    /// Lorebooks that nothing links to.
    Unlinked,
    /// What links to this piece.
    Users(Address),
}

/// Orders of a list; ties go by kind and id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Best match first, for a search; by name otherwise.
    #[default]
    Relevance,
    /// By folded name.
    Name,
    /// By time of the last save.
    Updated,
    /// By time of keeping.
    Added,
    /// By folded creator, then name.
    Creator,
}

/// One test of a search text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    Words(Phrase),
    /// A whole tag, folded.
    Tag(String),
    /// A part of the creator's name, folded.
    Creator(String),
    Kind(Kind),
    /// A term that nothing can fulfil: `kind:` with a word that is no kind.
    Nothing,
}

/// A test, or its opposite.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term {
    pub negative: bool,
    pub test: Test,
}

/// All groups must be fulfilled, each by any of its terms.
pub(super) fn parse(text: &str) -> Vec<Vec<Term>> {
    let mut groups: Vec<Vec<Term>> = Vec::new();
    let mut joins = false;
    let mut wordless = false;
    for word in split(text) {
        if word.text == "OR" && !word.quoted && word.field.is_none() && !word.negative {
            joins = !groups.is_empty();
            continue;
        }
        let test = match word.field {
            Some("tag") => Some(Test::Tag(fold_key(&word.text))),
            Some("creator") => Some(Test::Creator(fold_key(&word.text))),
            Some("kind") => Some(Kind::from_word(&fold_key(&word.text)).map_or(Test::Nothing, Test::Kind)),
            Some(_) | None => Phrase::of(&word.text, word.quoted).map(Test::Words),
        };
        let Some(test) = test else {
            wordless = true;
            continue;
        };
        let term = Term { negative: word.negative, test };
        match groups.last_mut().filter(|_| joins) {
            Some(group) => group.push(term),
            None => groups.push(vec![term]),
        }
        joins = false;
    }
    if groups.is_empty() && wordless {
        groups.push(vec![Term { negative: false, test: Test::Nothing }]);
    }
    groups
}

struct Word {
    negative: bool,
    field: Option<&'static str>,
    quoted: bool,
    text: String,
}

/// Splits at blanks outside quotes. A quote that is never closed runs to the end, as it does while one types.
fn split(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let mut negative = false;
        if let Some(after) =
            rest.strip_prefix('-').filter(|after| after.starts_with(|sign: char| !sign.is_whitespace()))
        {
            negative = true;
            rest = after;
        }
        let mut field = None;
        for name in ["tag", "creator", "kind"] {
            let after = rest
                .get(..name.len())
                .filter(|head| head.eq_ignore_ascii_case(name))
                .and_then(|_| rest[name.len()..].strip_prefix(':'));
            if let Some(after) = after.filter(|after| after.starts_with(|sign: char| !sign.is_whitespace())) {
                field = Some(name);
                rest = after;
                break;
            }
        }
        let (quoted, body, after) = match rest.strip_prefix('"') {
            Some(inner) => {
                let (body, after) = inner.split_once('"').unwrap_or((inner, ""));
                (true, body, after)
            }
            None => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                (false, &rest[..end], &rest[end..])
            }
        };
        words.push(Word { negative, field, quoted, text: body.to_owned() });
        rest = after.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let term = |term: &Term| {
            let test = match &term.test {
                Test::Words(phrase) => phrase.to_match(),
                Test::Tag(tag) => format!("tag={tag}"),
                Test::Creator(creator) => format!("creator~{creator}"),
                Test::Kind(kind) => format!("kind={kind}"),
                Test::Nothing => "nothing".to_owned(),
            };
            format!("{}{test}", if term.negative { "not " } else { "" })
        };
        let group = |group: &Vec<Term>| group.iter().map(term).collect::<Vec<_>>().join(" | ");
        parse(text).iter().map(group).collect::<Vec<_>>().join(" & ")
    }

    #[test]
    fn operators_are_read() {
        for (text, meaning) in [
            ("", ""),
            ("Sea  witch", r#""sea" * & "witch" *"#),
            (r#""sea witch" -fog"#, r#""sea witch" & not "fog" *"#),
            ("fog OR mist harbour", r#""fog" * | "mist" * & "harbour" *"#),
            (r#"tag:"Slow Burn" -tag:nsfw"#, "tag=slow burn & not tag=nsfw"),
            ("Creator:Ana kind:lorebook", "creator~ana & kind=lorebook"),
            ("kind:sandwich", "nothing"),
            ("tag: sea", r#""tag" * & "sea" *"#),
            ("OR x - y", r#"name : "x" * & name : "y" *"#),
            ("?!", "nothing"),
            ("\"unclosed phr", r#""unclosed phr""#),
            ("灯", "\"灯\" *"),
            ("aa\" OR bb)*", r#""aa" * | "bb" *"#),
        ] {
            assert_eq!(shown(text), meaning, "{text}");
        }
    }
}
