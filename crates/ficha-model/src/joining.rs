//! Two edits of one text in one text, where they do not touch. Words and blanks are the pieces; signs of scripts
//! without blanks are pieces of their own.

use std::ops::Range;

use serde_json::Value;

/// Above this many cells two texts are compared line by line, and above it again not at all.
const CELLS: usize = 4_000_000;

/// Texts longer than this, in bytes, that both sides wrote where there was none are set one behind the other.
const PROSE: usize = 40;

/// A piece of the beginning that a side replaced, and what by.
struct Edit<'a> {
    range: Range<usize>,
    by: &'a [&'a str],
}

/// Both edits of a text in one; `None` where they touch or there is no text to join.
pub(crate) fn joined(base: Option<&Value>, mine: Option<&Value>, theirs: Option<&Value>) -> Option<Value> {
    let (mine, theirs) = (mine?.as_str()?, theirs?.as_str()?);
    let Some(base) = base else {
        let is_prose = |text: &str| text.len() > PROSE || text.contains('\n');
        return (is_prose(mine) && is_prose(theirs)).then(|| Value::String(format!("{mine}\n\n{theirs}")));
    };
    let base = base.as_str()?;
    join_pieces(&words(base), &words(mine), &words(theirs))
        .or_else(|| join_pieces(&lines(base), &lines(mine), &lines(theirs)))
        .map(Value::String)
}

fn join_pieces(base: &[&str], mine: &[&str], theirs: &[&str]) -> Option<String> {
    let (edits_mine, edits_theirs) = (edits(base, mine)?, edits(base, theirs)?);
    let touch = |one: &Edit<'_>, other: &Edit<'_>| {
        (one.range.start < other.range.end && other.range.start < one.range.end)
            || one.range.start == other.range.start
            || one.range.end == other.range.end
    };
    if edits_mine.iter().any(|one| edits_theirs.iter().any(|other| touch(one, other))) {
        return None;
    }
    let mut all: Vec<Edit<'_>> = edits_mine.into_iter().chain(edits_theirs).collect();
    all.sort_by_key(|edit| edit.range.start);
    let mut text = String::new();
    let mut at = 0;
    for edit in all {
        text.extend(base.get(at..edit.range.start)?.iter().copied());
        text.extend(edit.by.iter().copied());
        at = edit.range.end;
    }
    text.extend(base.get(at..)?.iter().copied());
    Some(text)
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn words(text: &str) -> Vec<&str> {
    let is_solid = |letter: char| matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}');
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut last: Option<char> = None;
    for (at, letter) in text.char_indices() {
        let parts = last.is_some_and(|last| {
            is_solid(last) || is_solid(letter) || last.is_whitespace() != letter.is_whitespace() || last == '\n'
        });
        if parts {
            pieces.extend(text.get(start..at));
            start = at;
        }
        last = Some(letter);
    }
    pieces.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    pieces
}

/// The edits that lead from one list of pieces to another; `None` when they are too many to compare.
fn edits<'a>(before: &[&str], after: &'a [&'a str]) -> Option<Vec<Edit<'a>>> {
    let head = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let rest = (before.len() - head).min(after.len() - head);
    let tail = before.iter().rev().zip(after.iter().rev()).take(rest).take_while(|(one, other)| one == other).count();
    let (old, new) = (&before[head..before.len() - tail], &after[head..after.len() - tail]);
    let width = new.len() + 1;
    if (old.len() + 1).saturating_mul(width) > CELLS {
        return None;
    }
    let mut longest = vec![0_u32; (old.len() + 1) * width];
    for row in (0..old.len()).rev() {
        for column in (0..new.len()).rev() {
            longest[row * width + column] = if old[row] == new[column] {
                longest[(row + 1) * width + column + 1] + 1
            } else {
                longest[(row + 1) * width + column].max(longest[row * width + column + 1])
            };
        }
    }
    let mut found = Vec::new();
    let (mut row, mut column) = (0, 0);
    while row < old.len() || column < new.len() {
        let (from, start) = (row, column);
        while row < old.len() || column < new.len() {
            if row < old.len() && column < new.len() && old[row] == new[column] {
                break;
            }
            let down = if row < old.len() { longest[(row + 1) * width + column] } else { 0 };
            let right = if column < new.len() { longest[row * width + column + 1] } else { 0 };
            if column >= new.len() || (row < old.len() && down >= right) {
                row += 1;
            } else {
                column += 1;
            }
        }
        if row > from || column > start {
            found.push(Edit { range: head + from..head + row, by: &after[head + start..head + column] });
        }
        while row < old.len() && column < new.len() && old[row] == new[column] {
            row += 1;
            column += 1;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::joined;
    use serde_json::json;

    fn of(base: &str, mine: &str, theirs: &str) -> Option<String> {
        joined(Some(&json!(base)), Some(&json!(mine)), Some(&json!(theirs)))?.as_str().map(str::to_owned)
    }

    #[test]
    fn edits_that_do_not_touch_are_joined() {
        assert_eq!(of("a b c d e", "A b c d e", "a b c d E").as_deref(), Some("A b c d E"));
        assert_eq!(of("one two", "one two three", "zero one two").as_deref(), Some("zero one two three"));
        assert_eq!(of("灯塔守人", "灯塔老守人", "旧灯塔守人").as_deref(), Some("旧灯塔老守人"));
        assert_eq!(of("x\ny\nz\n", "x\nz\n", "x\ny\nz!\n").as_deref(), Some("x\nz!\n"));
    }

    #[test]
    fn edits_of_the_same_words_are_not() {
        assert_eq!(of("a b c", "a X c", "a Y c"), None);
        assert_eq!(of("a b", "a b mine", "a b theirs"), None);
        assert_eq!(joined(Some(&json!(1)), Some(&json!(2)), Some(&json!(3))), None);
        assert_eq!(joined(None, Some(&json!("short")), Some(&json!("other"))), None);
    }

    #[test]
    fn long_texts_end_in_time() {
        let long = "word ".repeat(200_000);
        let (mine, theirs) = (format!("mine {long}"), format!("{long}theirs"));
        assert_eq!(of(&long, &mine, &theirs), Some(format!("mine {long}theirs")));
        let noise = (0..60_000).map(|n| format!("{n} ")).collect::<String>();
        let other = (0..60_000).map(|n| format!("{} ", n * 7)).collect::<String>();
        assert_eq!(of(&long, &noise, &other), None);
    }
}
