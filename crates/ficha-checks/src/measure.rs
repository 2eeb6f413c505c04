//! How texts are compared wherever a world is held against a card: folded text, names and quotes that occur, terms,
//! shares, numbers.
//!
//! Here: measures of plain texts, in any script. Not here: which texts are compared, and at what figure somebody is told.
//!
//! The rule: one fold for all. A text that was folded is compared only with texts that were folded, and folding twice
//! changes nothing.

mod numbers;
mod script;
mod stop;

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

pub use numbers::{digit_runs, numbers};
pub use script::{Script, has_no_blanks, is_mark, script_of};

/// Terms a text needs before a share of them says anything.
pub const FEWEST_TERMS: usize = 5;

/// The text as it is compared: NFKC, small letters, blanks of any kind as one space and none at the ends, quotation marks
/// as `"` and `'`, dashes as `-`. Letters are made small one by one, so a part of a text folds to a part of the fold.
pub fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    let small = |letter: char| letter.to_lowercase().map(|letter| if letter == 'ς' { 'σ' } else { letter });
    for letter in text.chars().map(plain).nfkc().flat_map(small).nfc().map(plain) {
        if letter.is_whitespace() {
            blank = true;
            continue;
        }
        if blank && !out.is_empty() {
            out.push(' ');
        }
        blank = false;
        out.push(letter);
    }
    out
}

/// Quotation marks and dashes as one of each.
fn plain(letter: char) -> char {
    match letter {
        '“' | '”' | '„' | '‟' | '«' | '»' | '「' | '」' | '『' | '』' | '〝' | '〞' | '〟' | '＂' | '″' => {
            '"'
        }
        '‘' | '’' | '‚' | '‛' | '‹' | '›' | '`' | '´' | 'ʼ' | '＇' | '′' => '\'',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹘' | '﹣' | '－' | '⸺' | '⸻' => '-',
        other => other,
    }
}

/// Whether a needle of at least two characters is a part of a text. Both are folded already.
pub fn occurs(needle: &str, text: &str) -> bool {
    needle.chars().nth(1).is_some() && text.contains(needle)
}

/// Whether a name of at least two characters stands in a text as a name: in scripts with blanks no letter may join it on
/// either side. Korean particles are written onto a name, so behind Hangul anything may follow. Both are folded already.
pub fn occurs_as_name(name: &str, text: &str) -> bool {
    let (Some(first), Some(last)) = (name.chars().next(), name.chars().last()) else { return false };
    if name.chars().nth(1).is_none() {
        return false;
    }
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        let after = text.get(at + name.len()..).and_then(|tail| tail.chars().next());
        let free = |edge: char, other: Option<char>| !other.is_some_and(|other| is_joined(edge, other));
        free(first, before) && (script_of(last) == Script::Hangul || free(last, after))
    })
}

/// Whether two neighbours belong to one word.
fn is_joined(one: char, other: char) -> bool {
    let in_word = |letter: char| letter.is_alphanumeric() || is_mark(letter);
    in_word(one) && in_word(other) && !has_no_blanks(one) && !has_no_blanks(other)
}

/// The terms of a text. Words of at least three letters that are not in the stop list of the language; where scripts have
/// no blanks, every pair of neighbouring letters, each with its marks. Numbers are none. The language is a tag such as
/// `zh-Hans`; only shipped ones have a stop list.
pub fn terms(text: &str, language: &str) -> BTreeSet<String> {
    terms_of_folded(&folded(text), language)
}

/// As [`terms`], of a text that is folded already.
pub fn terms_of_folded(text: &str, language: &str) -> BTreeSet<String> {
    let stop = stop::words(language);
    let mut found = BTreeSet::new();
    let mut add = |term: &str| {
        if !stop.contains(term) && !found.contains(term) {
            found.insert(term.to_owned());
        }
    };
    let mut rest = text;
    while let Some(from) = rest.find(|letter: char| letter.is_alphanumeric()) {
        rest = rest.get(from..).unwrap_or("");
        let paired = rest.chars().next().is_some_and(has_no_blanks);
        let in_run = |letter: char| {
            is_mark(letter) || letter.is_alphanumeric() && !letter.is_numeric() && has_no_blanks(letter) == paired
        };
        // A number at the head of a word belongs to the word: `3rd` is looked at whole.
        let in_word = |letter: char| in_run(letter) || (!paired && letter.is_numeric());
        let end = rest.find(|letter: char| !in_word(letter)).unwrap_or(rest.len());
        let end = if end == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { end };
        let (run, behind) = rest.split_at(end);
        if paired {
            pairs(run).for_each(&mut add);
        } else if run.chars().filter(|letter| !letter.is_numeric()).count() >= 3 {
            add(run);
        }
        rest = behind;
    }
    found
}

/// Every two neighbouring letters of a run, each with the marks behind it.
fn pairs(run: &str) -> impl Iterator<Item = &str> {
    let starts: Vec<usize> = run.char_indices().filter(|(_, letter)| !is_mark(*letter)).map(|(at, _)| at).collect();
    let ends: Vec<usize> = starts.iter().copied().skip(2).chain([run.len()]).collect();
    let count = starts.len().saturating_sub(1);
    starts.into_iter().zip(ends).take(count).filter_map(|(from, to)| run.get(from..to))
}

/// How many words of a text are on the stop list of a language, and how many words it has; pairs of letters in scripts
/// without blanks. Folds the text.
pub fn stop_words(text: &str, language: &str) -> (usize, usize) {
    let list = stop::words(language);
    let folded = folded(text);
    let mut counted = (0, 0);
    for word in
        folded.split(|letter: char| !(letter.is_alphanumeric() || is_mark(letter))).filter(|word| !word.is_empty())
    {
        let paired = word.chars().next().is_some_and(has_no_blanks);
        let hits = if paired {
            pairs(word).filter(|pair| list.contains(pair)).count()
        } else {
            usize::from(list.contains(word))
        };
        counted.0 += hits;
        counted.1 += if paired { word.chars().count().saturating_sub(1).max(1) } else { 1 };
    }
    counted
}

/// How many of the terms of `a` are in `b`, 0 to 1; `None` when `a` has too few to tell.
pub fn share(a: &BTreeSet<String>, b: &BTreeSet<String>) -> Option<f64> {
    if a.len() < FEWEST_TERMS {
        return None;
    }
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let common = few.iter().filter(|term| many.contains(*term)).count();
    Some(ratio(common, a.len()))
}

/// A part of a whole that is not nothing. Counts of words are far below where a float leaves whole numbers out.
#[expect(clippy::cast_precision_loss, reason = "counts of words in a text")]
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

/// Whether a quote is long enough to prove something, twelve characters, four in scripts without blanks, and occurs in
/// the text. Folds both.
pub fn is_quoted(quote: &str, text: &str) -> bool {
    let quote = folded(quote);
    let fewest = if quote.chars().any(has_no_blanks) { 4 } else { 12 };
    quote.chars().count() >= fewest && occurs(&quote, &folded(text))
}

#[cfg(test)]
mod tests;
