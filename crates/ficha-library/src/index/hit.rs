//! Where in an entity a search found something: the leaf that says most of it, and the text around the first word.

use super::cut::{Phrase, tokens};
use super::leaves::unpack;

/// Where a search found something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hit {
    /// Body path; empty when it was found in what the studio knows (a tag given there).
    pub path: String,
    /// The text around it.
    pub snippet: String,
}

/// The leaf that holds most of what was looked for, the first of equals.
pub(super) fn best_hit(packed: &str, phrases: &[Phrase]) -> Hit {
    let mut best = Hit::default();
    let mut most = 0;
    for (path, text) in unpack(packed) {
        let likely: Vec<&Phrase> = phrases.iter().filter(|phrase| phrase.may_be_in(text)).collect();
        if likely.len() <= most {
            continue;
        }
        let words = tokens(text);
        let places: Vec<_> = likely.iter().filter_map(|phrase| phrase.find(&words)).collect();
        if places.len() > most {
            most = places.len();
            let first = places.iter().min_by_key(|place| place.start);
            best = Hit {
                path: path.to_owned(),
                snippet: first.map_or_else(String::new, |place| around(text, place.start, place.end)),
            };
            if most == phrases.len() {
                break;
            }
        }
    }
    best
}

/// Signs shown before and after what was found.
const BEFORE: usize = 36;
const AFTER: usize = 84;

fn around(text: &str, start: usize, end: usize) -> String {
    let from = text[..start].char_indices().rev().nth(BEFORE).map_or(0, |(at, sign)| at + sign.len_utf8());
    let to = text[end..].char_indices().nth(AFTER).map_or(text.len(), |(at, _)| end + at);
    let middle: Vec<&str> = text[from..to].split_whitespace().collect();
    let (head, tail) = (if from > 0 { "…" } else { "" }, if to < text.len() { "…" } else { "" });
    format!("{head}{}{tail}", middle.join(" "))
}
