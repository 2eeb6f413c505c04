//! Text cut into words for the full-text table, whose stock tokenizer only splits at ASCII blanks. Rules kept here:
//! words are folded (compatibility forms, case, accents), runs of scripts that write no blanks become overlapping
//! pairs, and a query is cut by the same code as what it is to find.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// The longest word kept, in characters; longer ones (encoded data) are cut.
const WORD_CHARS: usize = 48;

/// A piece of text between blanks and signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A word of a script that writes blanks, folded.
    Word(String),
    /// A run of one that does not, sign by sign with the place of each.
    Run(Vec<(char, usize)>),
}

/// A word of the full-text table and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub text: String,
    pub at: Range<usize>,
}

/// The compatibility form of a text, which all other functions here expect.
pub(super) fn normal(text: &str) -> Cow<'_, str> {
    match is_nfkc_quick(text.chars()) {
        IsNormalized::Yes => Cow::Borrowed(text),
        IsNormalized::No | IsNormalized::Maybe => Cow::Owned(text.nfkc().collect()),
    }
}

/// A text folded for comparing names: compatibility forms, case and outer blanks aside.
pub(crate) fn fold_key(text: &str) -> String {
    let folded: String =
        normal(text).chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfkc().collect();
    folded.trim().to_owned()
}

/// Scripts that write no blanks between words, in code point order.
fn is_unspaced(sign: char) -> bool {
    matches!(u32::from(sign),
        0x0E00..=0x0FFF            // Thai, Lao, Tibetan
        | 0x1000..=0x109F          // Myanmar
        | 0x1100..=0x11FF          // Hangul parts
        | 0x1780..=0x17FF          // Khmer
        | 0x1950..=0x1A1F          // Tai Le, New Tai Lue, Buginese
        | 0x3005..=0x3007 | 0x3031..=0x3035
        | 0x3040..=0x31FF          // kana, bopomofo, Hangul parts
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xA000..=0xA4CF          // Yi
        | 0xA980..=0xA9DF          // Javanese
        | 0xAC00..=0xD7FF          // Hangul
        | 0xF900..=0xFAFF
        | 0x1B000..=0x1B16F        // kana, older
        | 0x20000..=0x3FFFF)
}

/// Signs that stand for themselves: emoji and the like.
fn is_pictograph(sign: char) -> bool {
    matches!(u32::from(sign), 0x2600..=0x27BF | 0x1F000..=0x1FAFF)
}

/// Marks that a reader may leave out: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels and stretching.
fn is_dropped(sign: char) -> bool {
    matches!(u32::from(sign), 0x0300..=0x036F | 0x0591..=0x05C7 | 0x0640 | 0x064B..=0x065F | 0x0670)
}

fn push_folded(word: &mut String, sign: char) {
    if sign.is_ascii() {
        word.push(sign.to_ascii_lowercase());
        return;
    }
    // Upper case first: it brings the final sigma and the sharp s to what their capitals are.
    for sign in sign.to_uppercase().flat_map(char::to_lowercase) {
        match u32::from(sign) {
            0x00C0..=0x058F | 0x1E00..=0x1FFF => {
                word.extend(std::iter::once(sign).nfd().filter(|sign| !is_dropped(*sign)))
            }
            _ => word.push(sign),
        }
    }
}

/// The pieces of a normal text, in order, each with its place.
pub(super) fn pieces(text: &str) -> Vec<(Piece, Range<usize>)> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut letters = 0;
    let mut run: Vec<(char, usize)> = Vec::new();
    let mut start = 0;
    for (at, sign) in text.char_indices() {
        if sign.is_ascii_alphanumeric() && run.is_empty() {
            // By far the commonest case, and the one that needs no tables.
            if word.is_empty() {
                start = at;
                letters = 0;
            }
            letters += 1;
            if letters <= WORD_CHARS {
                word.push(sign.to_ascii_lowercase());
            }
            continue;
        }
        let counts = sign.is_alphanumeric() || (!sign.is_ascii() && is_combining_mark(sign));
        let unspaced = counts && is_unspaced(sign);
        if (!counts || unspaced) && !word.is_empty() {
            found.push((Piece::Word(std::mem::take(&mut word)), start..at));
        }
        if !unspaced && !run.is_empty() {
            found.push((Piece::Run(std::mem::take(&mut run)), start..at));
        }
        if unspaced {
            if run.is_empty() {
                start = at;
            }
            run.push((sign, at));
        } else if counts && !is_dropped(sign) {
            if word.is_empty() {
                start = at;
                letters = 0;
            }
            letters += 1;
            if letters <= WORD_CHARS {
                push_folded(&mut word, sign);
            }
        } else if is_pictograph(sign) {
            found.push((Piece::Word(sign.to_string()), at..at + sign.len_utf8()));
        }
    }
    if !word.is_empty() {
        found.push((Piece::Word(word), start..text.len()));
    }
    if !run.is_empty() {
        found.push((Piece::Run(run), start..text.len()));
    }
    found
}

/// The words of one piece as a text has them: a run also gives its last sign alone, so that every sign begins a word.
fn push_tokens(piece: Piece, at: Range<usize>, tokens: &mut Vec<Token>) {
    match piece {
        Piece::Word(text) => tokens.push(Token { text, at }),
        Piece::Run(signs) => {
            let end_of = |(sign, start): &(char, usize)| start + sign.len_utf8();
            for pair in signs.windows(2) {
                tokens
                    .push(Token { text: pair.iter().map(|(sign, _)| sign).collect(), at: pair[0].1..end_of(&pair[1]) });
            }
            if let Some(last) = signs.last() {
                tokens.push(Token { text: last.0.to_string(), at: last.1..end_of(last) });
            }
        }
    }
}

/// All words of a normal text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (piece, at) in pieces(text) {
        push_tokens(piece, at, &mut tokens);
    }
    tokens
}

/// Adds the words of a normal text to a column of the full-text table.
pub(super) fn push_words(text: &str, column: &mut String) {
    for token in tokens(text) {
        column.push_str(&token.text);
        column.push(' ');
    }
}

/// A row of words that must follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    pub words: Vec<String>,
    /// Whether the last may go on.
    pub open: bool,
}

impl Phrase {
    /// What a term of a query looks for; `None` when there is no word in it. A term that was not quoted matches the
    /// beginnings of words; a single sign of an unspaced script always does, since texts have it in pairs.
    pub fn of(term: &str, quoted: bool) -> Option<Phrase> {
        let mut pieces = pieces(&normal(term));
        let (last, _) = pieces.pop()?;
        let mut tokens = Vec::new();
        for (piece, at) in pieces {
            push_tokens(piece, at, &mut tokens);
        }
        let open = match last {
            Piece::Word(text) => {
                tokens.push(Token { text, at: 0..0 });
                !quoted
            }
            Piece::Run(signs) => {
                let single = signs.len() == 1;
                push_tokens(Piece::Run(signs), 0..0, &mut tokens);
                // What follows the last sign in a text is not known, so it is not asked for alone.
                if !single {
                    tokens.pop();
                }
                single
            }
        };
        Some(Phrase { words: tokens.into_iter().map(|token| token.text).collect(), open })
    }

    /// The phrase in the language of the full-text table. One letter, the first that is typed, begins far too many
    /// words to be of use: it is looked for in names.
    pub fn to_match(&self) -> String {
        let mut letters = self.words.iter().flat_map(|word| word.chars());
        let single = letters.next().filter(|_| letters.next().is_none());
        let columns = if self.open && single.is_some_and(|letter| !is_unspaced(letter)) { "name : " } else { "" };
        // No word holds a quote: quotes are neither letters nor numbers.
        format!("{columns}\"{}\"{}", self.words.join(" "), if self.open { " *" } else { "" })
    }

    /// Whether a text may hold the phrase: `false` is certain, and much cheaper than cutting the text.
    pub fn may_be_in(&self, text: &str) -> bool {
        let Some(word) = self.words.first().map(String::as_bytes) else { return false };
        // Accents are folded away, so only a text without any can be judged by its letters.
        if !text.is_ascii() || word.first().is_none_or(|byte| !byte.is_ascii()) {
            return true;
        }
        let longest = &word[..word.len().min(WORD_CHARS)];
        text.as_bytes().windows(longest.len()).any(|window| window.eq_ignore_ascii_case(longest))
    }

    /// Where it first stands among the words of a text.
    pub fn find(&self, tokens: &[Token]) -> Option<Range<usize>> {
        let (last, head) = self.words.split_last()?;
        tokens.windows(self.words.len()).find_map(|window| {
            let (tail, front) = window.split_last()?;
            let fits = if self.open { tail.text.starts_with(last.as_str()) } else { tail.text == *last };
            (fits && front.iter().zip(head).all(|(token, word)| token.text == *word))
                .then(|| front.first().unwrap_or(tail).at.start..tail.at.end)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> String {
        let mut column = String::new();
        push_words(&normal(text), &mut column);
        column.trim_end().to_owned()
    }

    #[test]
    fn words_are_folded_and_runs_are_paired() {
        for (text, words) in [
            ("Tilda QUARROW's café", "tilda quarrow s cafe"),
            ("Straße STRASSE ΣΟΦΟΣ σοφος", "strasse strasse σοφοσ σοφοσ"),
            ("灯台守", "灯台 台守 守"),
            ("LLM模型 v2", "llm 模型 型 v2"),
            ("ｶﾞｯﾂ", "ガッ ッツ ツ"),
            ("한국어", "한국 국어 어"),
            ("ภาษา", "ภา าษ ษา า"),
            ("हिन्दी", "हिन्दी"),
            ("שָׁלוֹם", "שלום"),
            ("🗼x", "🗼 x"),
            ("-- ,.", ""),
        ] {
            assert_eq!(cut(text), words, "{text}");
        }
    }

    #[test]
    fn queries_find_what_texts_hold() {
        for (text, term, quoted, found) in [
            ("the lighthouse keeper", "light", false, true),
            ("the lighthouse keeper", "light", true, false),
            ("the lighthouse keeper", "house", false, false),
            ("the lighthouse keeper", "Lighthouse  KEEPER", true, true),
            ("古い灯台守の家", "灯台", false, true),
            ("古い灯台守の家", "家", false, true),
            ("古い灯台守の家", "灯", false, true),
            ("古い灯台守の家", "台灯", false, false),
            ("the 灯台 keeper", "灯台 keep", false, true),
            ("Zoë", "zoe", false, true),
            ("rock-lore", "rock-lo", false, true),
        ] {
            let phrase = Phrase::of(term, quoted).expect(term);
            assert_eq!(phrase.find(&tokens(&normal(text))).is_some(), found, "{term} in {text}");
        }
        assert_eq!(Phrase::of("!?", false), None);
        assert_eq!(Phrase::of("t", false).map(|phrase| phrase.to_match()).as_deref(), Some("name : \"t\" *"));
    }
}
