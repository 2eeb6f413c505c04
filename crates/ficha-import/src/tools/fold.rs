//! A text as it is searched, with the way back: which characters of the shown text each folded letter came from.
//!
//! Here: folding with positions. Not here: what folding means for comparing whole texts, which is
//! `ficha_checks::measure`; a property test holds the two to each other.
//!
//! Rule kept: folding shifts no position. A text is cut where normalisation cannot reach across, each stretch is folded
//! by itself, and a place counts as found only where it begins and ends with a whole stretch. So the slice of the shown
//! text folds to what was asked for.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use ficha_checks::measure;

/// One letter of a folded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Letter {
    folded: char,
    /// First character of the shown text it came from.
    from: usize,
    /// The character after the last one.
    to: usize,
    /// Whether its stretch begins with it.
    first: bool,
    /// Whether its stretch ends with it.
    last: bool,
}

/// A folded text with its positions, in characters (Unicode scalar values) of the text as shown.
#[derive(Clone, Debug, Default)]
pub struct Folded {
    letters: Vec<Letter>,
}

/// Whether normalisation can never join this character to the one before it.
fn begins(letter: char) -> bool {
    if letter.is_ascii() {
        return true;
    }
    let Some(first) = std::iter::once(letter).nfkd().next() else { return true };
    canonical_combining_class(first) == 0
        && unicode_normalization::is_nfkc_quick(std::iter::once(first)) != unicode_normalization::IsNormalized::Maybe
}

/// The folded letters of a stretch; a blank is one letter. A digit before it, which nothing is joined to, keeps folding
/// from trimming it.
fn letters_of(stretch: &str) -> Vec<char> {
    // Most of most texts: what folding leaves as it is but for its size. A grave accent is a quotation mark.
    if let [letter @ (b' ' | b'!'..=b'_' | b'a'..=b'~')] = stretch.as_bytes() {
        return vec![char::from(letter.to_ascii_lowercase())];
    }
    let letters: Vec<char> = measure::folded(&format!("1{stretch}")).chars().skip(1).collect();
    if letters.is_empty() && !stretch.is_empty() { vec![' '] } else { letters }
}

impl Folded {
    /// Folds a text.
    pub fn of(text: &str) -> Folded {
        let mut out = Folded::default();
        let mut stretch = String::new();
        let (mut start, mut end) = (0, 0);
        for letter in text.chars() {
            if !stretch.is_empty() && begins(letter) {
                out.push(&stretch, start, end);
                stretch.clear();
                start = end;
            }
            stretch.push(letter);
            end += 1;
        }
        out.push(&stretch, start, end);
        out
    }

    fn push(&mut self, stretch: &str, from: usize, to: usize) {
        let folded = letters_of(stretch);
        let count = folded.len();
        for (number, folded) in folded.into_iter().enumerate() {
            let (first, last) = (number == 0, number + 1 == count);
            if let Some(before) = self.letters.last_mut().filter(|before| folded == ' ' && before.folded == ' ') {
                before.to = to;
                before.last = last;
                continue;
            }
            self.letters.push(Letter { folded, from, to, first, last });
        }
    }

    /// The folded letters, blanks at both ends included.
    pub fn text(&self) -> String {
        self.letters.iter().map(|letter| letter.folded).collect()
    }

    /// The letters asked for, trimmed.
    pub fn wanted(query: &str) -> Vec<char> {
        Folded::of(query).text().trim().chars().collect()
    }

    /// Every place of these folded letters, from left to right, none over another: first character and the one after
    /// the last, in the shown text.
    pub fn places<'t>(&'t self, wanted: &'t [char]) -> impl Iterator<Item = (usize, usize)> + 't {
        let mut at = 0;
        std::iter::from_fn(move || {
            if wanted.is_empty() {
                return None;
            }
            while let Some(here) = self.letters.get(at..at + wanted.len()) {
                let (Some(first), Some(last)) = (here.first(), here.last()) else { return None };
                let fits = first.first
                    && last.last
                    && here.iter().zip(wanted).all(|(letter, wanted)| letter.folded == *wanted);
                if fits {
                    at += wanted.len();
                    return Some((first.from, last.to));
                }
                at += 1;
            }
            None
        })
    }
}
