//! Looking for words in a card: the phrase first, then all words in one piece, then any of them.
//!
//! Here: which places are found and in what order. Not here: folding ([`super::fold`]), which pieces there are.
//!
//! Rule kept: a query is text and never a pattern; nothing is split that is not split by a blank.

use ficha_checks::measure::{folded, occurs_as_name};

use super::ToolError;
use super::fold::Folded;
use super::graphemes::{slice, snippet};
use crate::records::Piece;

/// How much of what is found is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOpts {
    /// Hits of one piece at most.
    pub per_piece: usize,
    /// Hits in all at most.
    pub most: usize,
    /// Characters of the text on either side of a hit.
    pub around: usize,
}

impl Default for SearchOpts {
    fn default() -> SearchOpts {
        SearchOpts { per_piece: 3, most: 30, around: 80 }
    }
}

/// How a place was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// All of the query in one place.
    Phrase,
    /// A word of it.
    Words,
}

/// Which text of a piece a hit is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Its text.
    Text,
    /// Its title or one of its keys.
    Title,
}

/// One found place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The piece, or the part of a long one.
    pub piece: String,
    /// What the piece is called.
    pub title: String,
    /// First character of the place, in the shown text of the piece or part; in the title or key for one of those.
    pub from: usize,
    /// The character after its last one.
    pub to: usize,
    /// The place with what is around it.
    pub snippet: String,
    /// First character of the place in the snippet.
    pub mark_from: usize,
    /// The character after its last one in the snippet.
    pub mark_to: usize,
    /// How it was found.
    pub how: How,
    /// Which text it is in.
    pub within: Within,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The first places, in card order; for any word, pieces with more of the words first.
    pub hits: Vec<Hit>,
    /// How many there are in all.
    pub total: usize,
}

/// A text of a piece, folded.
struct Shown<'p> {
    text: &'p str,
    folded: Folded,
    within: Within,
}

/// A piece with everything of it that is searched.
struct Searched<'p> {
    piece: &'p Piece,
    texts: Vec<Shown<'p>>,
}

impl<'p> Searched<'p> {
    fn of(piece: &'p Piece) -> Searched<'p> {
        let shown = |text: &'p str, within| Shown { text, folded: Folded::of(text), within };
        let mut texts = vec![shown(&piece.text, Within::Text), shown(&piece.title, Within::Title)];
        texts.extend(piece.keys().iter().filter(|key| **key != piece.title).map(|key| shown(key, Within::Title)));
        Searched { piece, texts }
    }

    fn has(&self, wanted: &[char]) -> bool {
        self.texts.iter().any(|shown| shown.folded.places(wanted).next().is_some())
    }

    /// The places of these words, by text and then from left to right.
    fn places(&self, wanted: &[Vec<char>]) -> Vec<(usize, usize, usize)> {
        let mut out = Vec::new();
        for (number, shown) in self.texts.iter().enumerate() {
            out.extend(wanted.iter().flat_map(|word| shown.folded.places(word)).map(|(from, to)| (number, from, to)));
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Whether no letter of a word joins a place on either side.
    fn is_name(&self, (number, from, to): (usize, usize, usize)) -> bool {
        let Some(shown) = self.texts.get(number) else { return false };
        let name = folded(slice(shown.text, from, to));
        occurs_as_name(&name, &folded(slice(shown.text, from.saturating_sub(1), to + 1)))
    }

    fn hit(&self, (number, from, to): (usize, usize, usize), how: How, around: usize) -> Option<Hit> {
        let shown = self.texts.get(number)?;
        let (piece, from, to, text) = match shown.within {
            Within::Text => part_of(self.piece, from, to),
            Within::Title => (self.piece.id.clone(), from, to, shown.text),
        };
        let snippet = snippet(text, from, to, around);
        Some(Hit {
            piece,
            title: self.piece.title.clone(),
            from,
            to,
            snippet: snippet.text,
            mark_from: snippet.from,
            mark_to: snippet.to,
            how,
            within: shown.within,
        })
    }
}

/// The part of a long piece a place lies in, with its positions there; the whole piece for a place over a cut.
fn part_of(piece: &Piece, from: usize, to: usize) -> (String, usize, usize, &str) {
    let starts: Vec<usize> = std::iter::once(0).chain(piece.cuts.iter().copied()).collect();
    let number = starts.iter().rposition(|start| *start <= from).unwrap_or(0);
    let start = starts.get(number).copied().unwrap_or(0);
    let whole = || (piece.id.clone(), from, to, piece.text.as_str());
    match starts.get(number + 1) {
        _ if starts.len() == 1 => whole(),
        Some(end) if to > *end => whole(),
        Some(end) => {
            (format!("{}#{}", piece.id, number + 1), from - start, to - start, slice(&piece.text, start, *end))
        }
        None => {
            (format!("{}#{}", piece.id, number + 1), from - start, to - start, slice(&piece.text, start, usize::MAX))
        }
    }
}

/// Whether so little is asked for that everything would be found: one character, two where all are Latin letters.
fn is_too_short(wanted: &[char]) -> bool {
    let letters: Vec<char> = wanted.iter().copied().filter(|letter| !letter.is_whitespace()).collect();
    let latin = letters.iter().all(|letter| is_latin(*letter));
    letters.len() <= if latin { 2 } else { 1 }
}

fn is_latin(letter: char) -> bool {
    letter.is_ascii_alphabetic()
        || matches!(letter, '\u{aa}' | '\u{ba}' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

/// Looks for a query in the pieces of a card.
///
/// # Errors
/// [`ToolError::QueryTooShort`].
pub fn search(pieces: &[Piece], query: &str, opts: SearchOpts) -> Result<SearchResult, ToolError> {
    let wanted = Folded::wanted(query);
    if is_too_short(&wanted) {
        return Err(ToolError::QueryTooShort);
    }
    let pieces: Vec<Searched<'_>> = pieces.iter().map(Searched::of).collect();
    let all: Vec<&Searched<'_>> = pieces.iter().collect();
    let phrase = vec![wanted.clone()];
    let found = told(&all, &phrase, How::Phrase, opts);
    if found.total > 0 {
        return Ok(found);
    }
    let words: Vec<Vec<char>> = wanted.split(|letter| *letter == ' ').map(<[char]>::to_vec).collect();
    let with_all: Vec<&Searched<'_>> =
        all.iter().copied().filter(|piece| words.iter().all(|word| piece.has(word))).collect();
    if !with_all.is_empty() {
        return Ok(told(&with_all, &words, How::Words, opts));
    }
    // By themselves, short words are everywhere.
    let words: Vec<Vec<char>> = words.into_iter().filter(|word| !is_too_short(word)).collect();
    let mut by_words: Vec<(usize, &Searched<'_>)> =
        all.iter().map(|piece| (words.iter().filter(|word| piece.has(word)).count(), *piece)).collect();
    by_words.retain(|(count, _)| *count > 0);
    by_words.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let any: Vec<&Searched<'_>> = by_words.into_iter().map(|(_, piece)| piece).collect();
    Ok(told(&any, &words, How::Words, opts))
}

/// The places where names stand as names, by piece.
pub(super) fn mentions(pieces: &[Piece], names: &[Vec<char>], opts: SearchOpts) -> Vec<Hit> {
    let names: Vec<Vec<char>> = names.iter().filter(|name| name.len() > 1).cloned().collect();
    let mut out = Vec::new();
    for piece in pieces.iter().map(Searched::of) {
        let places = piece.places(&names).into_iter().filter(|place| piece.is_name(*place));
        let room = opts.per_piece.min(opts.most.saturating_sub(out.len()));
        out.extend(places.take(room).filter_map(|place| piece.hit(place, How::Phrase, opts.around)));
    }
    out
}

fn told(pieces: &[&Searched<'_>], wanted: &[Vec<char>], how: How, opts: SearchOpts) -> SearchResult {
    let mut out = SearchResult::default();
    for piece in pieces {
        let places = piece.places(wanted);
        out.total += places.len();
        let room = opts.per_piece.min(opts.most.saturating_sub(out.hits.len()));
        out.hits.extend(places.into_iter().take(room).filter_map(|place| piece.hit(place, how, opts.around)));
    }
    out
}
