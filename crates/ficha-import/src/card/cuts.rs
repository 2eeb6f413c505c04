//! Where a long text is cut: at the end of a paragraph, else of a line, else of a sentence, else at a blank, else
//! between two grapheme clusters.
//!
//! The rule: parts joined give the text, and no grapheme cluster is ever split; one that is longer than a part makes
//! the part longer.

use unicode_segmentation::GraphemeCursor;

use crate::update::sentences::sentences;

/// Characters of one part at most.
pub const CUT_AT: usize = 6_000;

/// Where parts 2, 3 and so on of a piece begin, in characters. Empty when it is not cut.
pub fn cuts(text: &str) -> Vec<usize> {
    cuts_of(text, CUT_AT).into_iter().map(|cut| cut.chars).collect()
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// In characters.
    pub chars: usize,
    /// In bytes.
    pub bytes: usize,
}

/// Where a text is cut so that no part has more than `most` characters.
pub fn cuts_of(text: &str, most: usize) -> Vec<Cut> {
    let (mut found, mut at) = (Vec::new(), Cut::default());
    loop {
        let rest = text.get(at.bytes..).unwrap_or_default();
        let Some(next) = next_cut(rest, most.max(2)) else { return found };
        at = Cut { chars: at.chars + next.chars, bytes: at.bytes + next.bytes };
        if at.bytes >= text.len() {
            return found;
        }
        found.push(at);
    }
}

/// How much of a text can stay where `most` characters fit: up to the last cut of [`CUT_AT`], the whole text when it
/// fits.
pub fn fitting(text: &str, most: usize) -> &str {
    if text.chars().nth(most).is_none() {
        return text;
    }
    let last = cuts_of(text, CUT_AT.min(most)).into_iter().take_while(|cut| cut.chars <= most).last();
    text.get(..last.map_or(0, |cut| cut.bytes)).unwrap_or_default()
}

/// The beginning of a text of at most `most` characters, cut between grapheme clusters; a first cluster that is longer
/// than that is cut itself.
pub fn within(text: &str, most: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(most) else { return text };
    let border = border_before(text, end);
    text.get(..if border == 0 { end } else { border }).unwrap_or_default()
}

/// The first sentence of a text, of at most `most` characters. A line's end is a sentence's end; a heading is none, as
/// long as something follows.
pub fn first_sentence(text: &str, most: usize) -> &str {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let line = lines.clone().find(|line| !is_heading(line)).or_else(|| lines.next()).unwrap_or_default();
    let sentence = sentences(line).first().copied().unwrap_or_default();
    let Some(cut) = cuts_of(sentence, most).first().copied() else { return sentence };
    let kept = sentence.get(..cut.bytes).unwrap_or_default();
    within(kept, most).trim_end()
}

/// Whether a line only says what comes next, or nothing at all.
fn is_heading(line: &str) -> bool {
    let marks = |letter: char| letter.is_whitespace() || matches!(letter, '*' | '_' | '#' | '~' | '`' | '=' | '-');
    let bare = line.trim_matches(marks);
    bare.ends_with([':', '：']) || !bare.chars().any(char::is_alphanumeric)
}

/// Characters before the second half of a part that are looked at too.
const LEAD: usize = 64;

/// The kinds of places a text may be cut at, the best last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Blank,
    Sentence,
    Line,
    Paragraph,
}

/// Where the first part of a text ends; `None` when it has only one.
fn next_cut(text: &str, most: usize) -> Option<Cut> {
    let mut best: Option<(Place, Cut)> = None;
    // Blank lines behind each other, and whether a sentence has ended with quotes closing behind it.
    let (mut line_ends, mut ended, mut before) = (0_usize, Ended::No, ' ');
    let mut last = Cut::default();
    // Only the second half is looked at; what stands a little before it says what a sentence or line was ending.
    for (chars, (bytes, letter)) in text.char_indices().enumerate().skip((most / 2).saturating_sub(LEAD)) {
        last = Cut { chars, bytes };
        if chars > most {
            break;
        }
        let place = if line_ends >= 2 && letter != '\n' {
            Some(Place::Paragraph)
        } else if line_ends == 1 && letter != '\n' {
            Some(Place::Line)
        } else if ended == Ended::Anywhere && !closes(letter) && !ends(letter)
            || ended == Ended::BeforeBlank && letter.is_whitespace()
        {
            Some(Place::Sentence)
        } else if before.is_whitespace() && !letter.is_whitespace() {
            Some(Place::Blank)
        } else {
            None
        };
        if let Some(place) = place
            && chars * 2 > most
            && best.is_none_or(|(found, _)| place >= found)
            && is_border(text, bytes)
        {
            best = Some((place, last));
        }
        line_ends = if letter == '\n' {
            line_ends + 1
        } else if letter.is_whitespace() {
            line_ends
        } else {
            0
        };
        ended = match letter {
            '。' | '！' | '？' | '…' | '।' | '؟' => Ended::Anywhere,
            '.' | '!' | '?' => ended.max(Ended::BeforeBlank),
            _ if closes(letter) => ended,
            _ => Ended::No,
        };
        before = letter;
    }
    // The last letter looked at is the first of the next part, when there is one.
    if last.chars < most || last.bytes == 0 {
        return None;
    }
    if let Some((_, cut)) = best {
        return Some(cut);
    }
    let end = text.char_indices().nth(most).map_or(text.len(), |(bytes, _)| bytes);
    let border = border_before(text, end);
    let bytes = if border > 0 { border } else { border_after(text, end) };
    Some(Cut { chars: text.get(..bytes).unwrap_or_default().chars().count(), bytes })
}

/// How a sentence ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ended {
    No,
    /// With a sign that also stands inside of words and numbers.
    BeforeBlank,
    Anywhere,
}

fn ends(letter: char) -> bool {
    matches!(letter, '.' | '!' | '?' | '。' | '！' | '？' | '…' | '؟' | '।')
}

/// Quotation marks that close behind a sentence.
fn closes(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '”' | '’' | '»' | '›' | '」' | '』' | '）' | ')')
}

fn is_border(text: &str, at: usize) -> bool {
    GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap_or(true)
}

fn border_before(text: &str, at: usize) -> usize {
    if is_border(text, at) {
        return at;
    }
    GraphemeCursor::new(at, text.len(), true).prev_boundary(text, 0).ok().flatten().unwrap_or(0)
}

fn border_after(text: &str, at: usize) -> usize {
    GraphemeCursor::new(at, text.len(), true).next_boundary(text, 0).ok().flatten().unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    fn parts(text: &str, most: usize) -> Vec<&str> {
        let ends = cuts_of(text, most).into_iter().map(|cut| cut.bytes).chain([text.len()]);
        let mut start = 0;
        ends.map(|end| text.get(std::mem::replace(&mut start, end)..end).unwrap()).collect()
    }

    // W-046
    #[test]
    fn a_paragraph_goes_before_a_line_before_a_sentence_before_a_blank_before_a_grapheme() {
        let rows: &[(&str, &[&str])] = &[
            ("0123456\n\n9.\n23 567", &["0123456\n\n", "9.\n23 567"]),
            ("012345\n789. 23456", &["012345\n", "789. 23456"]),
            ("0123456. 9 1 3456", &["0123456.", " 9 1 3456"]),
            ("0123456。」9 1 3456", &["0123456。」", "9 1 3456"]),
            ("01234567 3.141592", &["01234567 ", "3.141592"]),
            ("0123456789abcdef", &["0123456789ab", "cdef"]),
            ("01 3\n\n6789abcdef", &["01 3\n\n6789ab", "cdef"]),
            ("0123456789a\u{301}\u{302}bcd", &["0123456789", "a\u{301}\u{302}bcd"]),
            ("012345678901", &["012345678901"]),
        ];
        for (text, wanted) in rows {
            assert_eq!(parts(text, 12), *wanted, "{text:?}");
        }
    }

    // W-046
    #[test]
    fn a_cluster_longer_than_a_part_stays_whole() {
        let text = format!("a{}b", "\u{301}".repeat(9_000));
        assert_eq!(cuts(&text), [9_001]);
    }

    #[test]
    fn five_megabytes_without_a_single_place_to_cut_take_no_time() {
        let flags = "🇦".repeat(1_200_000);
        assert!(cuts(&flags).iter().all(|cut| cut % 2 == 0));
        assert_eq!(cuts(&"x".repeat(5_000_000)).len(), 833);
    }

    // W-241
    #[test]
    fn the_first_sentence_ends_at_a_sign_or_a_line() {
        assert_eq!(first_sentence("\n  Ves is 41. Broad hands.", 600), "Ves is 41.");
        assert_eq!(first_sentence("Name: Ves\nAge: 41", 600), "Name: Ves");
        assert_eq!(first_sentence("她在灯塔上。夜里。", 600), "她在灯塔上。");
        assert_eq!(first_sentence("one two three four", 12), "one two");
        assert_eq!(first_sentence("**Overview:**\n---\nA bright assassin. More.", 600), "A bright assassin.");
        assert_eq!(first_sentence("概述：\n她在灯塔上。", 600), "她在灯塔上。");
        assert_eq!(first_sentence("Overview:", 600), "Overview:");
        assert_eq!(first_sentence("", 600), "");
    }

    // W-248
    #[test]
    fn what_fits_ends_at_a_cut() {
        assert_eq!(fitting("0123456. 89", 10), "0123456.");
        assert_eq!(fitting("0123456.89", 10), "0123456.89");
        assert_eq!(within("ab\u{301}c", 2), "a");
    }

    proptest! {
        // W-046
        #[test]
        fn parts_joined_give_the_text_and_no_grapheme_is_split(text in "[\\PC\n .。!?\"\u{301}\u{200d}🇦👩]{0,400}", most in 2_usize..60) {
            let parts = parts(&text, most);
            prop_assert_eq!(parts.concat(), text.as_str());
            let graphemes: Vec<&str> = text.graphemes(true).collect();
            let again: Vec<&str> = parts.iter().flat_map(|part| part.graphemes(true)).collect();
            prop_assert_eq!(again, graphemes);
            for part in &parts {
                prop_assert!(part.chars().count() <= most || part.graphemes(true).count() == 1, "{:?}", part);
            }
        }
    }
}
