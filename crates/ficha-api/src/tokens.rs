//! Counting tokens, offline. The vocabularies are in the binary and are unpacked on first use.
//!
//! Exact for the models of each vocabulary, an estimate for every other; the workbench says so.

use tiktoken_rs::CoreBPE;

use crate::dto::Tokenizer;

/// Texts are counted in pieces of this many bytes at most, cut where a word begins: one run without blanks costs
/// more than its length, and a hostile one must not hold a thread.
const PIECE: usize = 100_000;

fn vocabulary(tokenizer: Tokenizer) -> &'static CoreBPE {
    match tokenizer {
        Tokenizer::Cl100k => tiktoken_rs::cl100k_base_singleton(),
        Tokenizer::O200k => tiktoken_rs::o200k_base_singleton(),
    }
}

/// How many tokens a text is. Words that look like control tokens count as the text they are.
pub fn count(text: &str, tokenizer: Tokenizer) -> u32 {
    let vocabulary = vocabulary(tokenizer);
    let mut rest = text;
    let mut total = 0;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(piece_end(rest));
        total += vocabulary.count_ordinary(piece);
        rest = after;
    }
    u32::try_from(total).unwrap_or(u32::MAX)
}

/// Where the first piece of a text ends: the last blank before [`PIECE`], else the last character before it.
fn piece_end(text: &str) -> usize {
    if text.len() <= PIECE {
        return text.len();
    }
    let mut end = PIECE;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].rfind([' ', '\n']).filter(|at| *at > 0).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_vocabularies() {
        for (text, cl100k, o200k) in
            [("", 0, 0), ("tiktoken is great!", 6, 6), ("<|endoftext|>", 7, 7), ("灯台守り", 6, 4)]
        {
            assert_eq!(count(text, Tokenizer::Cl100k), cl100k, "{text}");
            assert_eq!(count(text, Tokenizer::O200k), o200k, "{text}");
        }
    }

    #[test]
    fn cutting_a_long_text_changes_its_count_by_a_token_a_cut_at_most() {
        let text = "one two three ".repeat(30_000);
        let whole = u32::try_from(vocabulary(Tokenizer::O200k).count_ordinary(&text)).expect("a count");
        let cuts = u32::try_from(text.len() / PIECE).expect("a count");
        assert!(count(&text, Tokenizer::O200k).abs_diff(whole) <= cuts);
    }

    #[test]
    fn runs_without_blanks_and_runs_of_blanks_end_soon() {
        let started = std::time::Instant::now();
        for run in ["a", " ", "\n", "灯", "1"] {
            assert!(count(&run.repeat(600_000), Tokenizer::O200k) > 0);
        }
        assert!(started.elapsed() < std::time::Duration::from_secs(60), "{:?}", started.elapsed());
    }
}
