//! What changed in a text, sentence by sentence.
//!
//! Here: cutting a text into sentences, the longest common run of two texts. Not here: which texts belong together.
//!
//! Rule kept: sentences are compared folded and shown as written, in the order of the newer text, with what was dropped
//! before what came in its place.

use ficha_checks::measure::folded;

/// The most sentences compared, both sides together.
pub const SENTENCES: usize = 1_500;

/// What became of sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentenceChange {
    /// This many in a row are in both.
    Same(usize),
    /// Only the newer text has it.
    Added(String),
    /// Only the older text has it.
    Dropped(String),
}

/// Two texts side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextDiff {
    /// The changes, in order; empty when there is too much to compare.
    pub sentences: Vec<SentenceChange>,
    /// Whether there were more than [`SENTENCES`]: the text counts as replaced.
    pub too_long: bool,
}

impl TextDiff {
    /// Whether nothing was added or dropped.
    pub fn is_same(&self) -> bool {
        !self.too_long && self.sentences.iter().all(|change| matches!(change, SentenceChange::Same(_)))
    }
}

/// Signs that end a sentence wherever they stand.
fn ends_anywhere(letter: char) -> bool {
    matches!(letter, '。' | '！' | '？' | '।' | '؟')
}

/// Signs that end a sentence before a blank or the end.
fn ends(letter: char) -> bool {
    ends_anywhere(letter) || matches!(letter, '.' | '!' | '?' | '…')
}

/// Quotation marks and brackets that close with the sentence.
fn closes(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '”' | '’' | '»' | '›' | '」' | '』' | '）' | ')' | ']' | '】' | '*')
}

/// The sentences of a text as written, without the blanks between them. A line's end is a sentence's end.
pub fn sentences(text: &str) -> Vec<&str> {
    text.lines().flat_map(of_line).collect()
}

fn of_line(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let cut = first_end(rest);
        let (sentence, after) = rest.split_at(cut);
        let sentence = sentence.trim();
        if !sentence.is_empty() {
            out.push(sentence);
        }
        rest = after.trim_start();
    }
    out
}

/// Where the first sentence ends, in bytes.
fn first_end(text: &str) -> usize {
    let mut letters = text.char_indices().peekable();
    while let Some((_, letter)) = letters.next() {
        if !ends(letter) {
            continue;
        }
        let mut anywhere = ends_anywhere(letter);
        while let Some((_, next)) = letters.next_if(|(_, next)| ends(*next)) {
            anywhere |= ends_anywhere(next);
        }
        while letters.next_if(|(_, next)| closes(*next)).is_some() {}
        match letters.peek() {
            None => return text.len(),
            Some((at, next)) if anywhere || next.is_whitespace() => return *at,
            Some(_) => {}
        }
    }
    text.len()
}

/// Compares two texts by sentence: the longest common subsequence of their folded sentences.
pub fn diff_text(old: &str, new: &str) -> TextDiff {
    let (old, new) = (sentences(old), sentences(new));
    let fold = |all: &[&str]| -> Vec<String> { all.iter().map(|sentence| folded(sentence)).collect() };
    let (was, is) = (fold(&old), fold(&new));
    if was == is {
        let sentences = if is.is_empty() { Vec::new() } else { vec![SentenceChange::Same(is.len())] };
        return TextDiff { sentences, too_long: false };
    }
    if old.len() + new.len() > SENTENCES {
        return TextDiff { sentences: Vec::new(), too_long: true };
    }
    let table = lengths(&was, &is);
    let mut out = Changes::default();
    let (mut left, mut right) = (0, 0);
    while left < old.len() || right < new.len() {
        let same = was.get(left).is_some_and(|sentence| is.get(right) == Some(sentence));
        if same {
            out.same();
            left += 1;
            right += 1;
        } else if left < old.len() && (right >= new.len() || at(&table, left + 1, right) >= at(&table, left, right + 1))
        {
            out.dropped(old.get(left).copied().unwrap_or_default());
            left += 1;
        } else {
            out.added(new.get(right).copied().unwrap_or_default());
            right += 1;
        }
    }
    TextDiff { sentences: out.finish(), too_long: false }
}

fn at(table: &[Vec<u16>], row: usize, column: usize) -> u16 {
    table.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0)
}

/// How long the common subsequence of the rests is, for each pair of places.
fn lengths(old: &[String], new: &[String]) -> Vec<Vec<u16>> {
    let mut table = vec![vec![0_u16; new.len() + 1]; old.len() + 1];
    for (row, sentence) in old.iter().enumerate().rev() {
        let below = table.get(row + 1).cloned().unwrap_or_default();
        let Some(line) = table.get_mut(row) else { continue };
        let mut right = 0_u16;
        for (column, other) in new.iter().enumerate().rev() {
            let get = |column: usize| below.get(column).copied().unwrap_or(0);
            right = if sentence == other { get(column + 1) + 1 } else { right.max(get(column)) };
            if let Some(cell) = line.get_mut(column) {
                *cell = right;
            }
        }
    }
    table
}

/// Changes in the order they are read: within a stretch without common sentences, dropped ones first.
#[derive(Default)]
struct Changes {
    out: Vec<SentenceChange>,
    dropped: Vec<SentenceChange>,
    added: Vec<SentenceChange>,
}

impl Changes {
    fn same(&mut self) {
        self.settle();
        match self.out.last_mut() {
            Some(SentenceChange::Same(count)) => *count += 1,
            Some(SentenceChange::Added(_) | SentenceChange::Dropped(_)) | None => {
                self.out.push(SentenceChange::Same(1));
            }
        }
    }

    fn dropped(&mut self, sentence: &str) {
        self.dropped.push(SentenceChange::Dropped(sentence.to_owned()));
    }

    fn added(&mut self, sentence: &str) {
        self.added.push(SentenceChange::Added(sentence.to_owned()));
    }

    fn settle(&mut self) {
        self.out.append(&mut self.dropped);
        self.out.append(&mut self.added);
    }

    fn finish(mut self) -> Vec<SentenceChange> {
        self.settle();
        self.out
    }
}
