//! Cutting texts where a reader would: positions in characters, cuts between grapheme clusters.
//!
//! Characters are Unicode scalar values throughout; a position past the end means the end.

use unicode_segmentation::GraphemeCursor;

/// The byte a character position stands at.
pub fn byte_of(text: &str, at: usize) -> usize {
    text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte)
}

/// The characters from one position to another.
pub fn slice(text: &str, from: usize, to: usize) -> &str {
    let start = byte_of(text, from);
    let rest = text.get(start..).unwrap_or_default();
    rest.get(..byte_of(rest, to.saturating_sub(from))).unwrap_or_default()
}

/// Whether two grapheme clusters meet at this byte.
pub fn is_border(text: &str, byte: usize) -> bool {
    GraphemeCursor::new(byte, text.len(), true).is_boundary(text, 0).unwrap_or(true)
}

/// The last border at this byte or before it, but after `least`; the byte itself when there is none.
pub fn border_before(text: &str, byte: usize, least: usize) -> usize {
    let mut cursor = GraphemeCursor::new(byte, text.len(), true);
    if cursor.is_boundary(text, 0).unwrap_or(true) {
        return byte;
    }
    cursor.prev_boundary(text, 0).ok().flatten().filter(|border| *border > least).unwrap_or(byte)
}

/// The first border at this byte or after it, but before `most`; the byte itself when there is none.
pub fn border_after(text: &str, byte: usize, most: usize) -> usize {
    let mut cursor = GraphemeCursor::new(byte, text.len(), true);
    if cursor.is_boundary(text, 0).unwrap_or(true) {
        return byte;
    }
    cursor.next_boundary(text, 0).ok().flatten().filter(|border| *border <= most).unwrap_or(byte)
}

/// The surroundings of a found place, for one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snippet {
    /// The text, with an ellipsis where it was cut.
    pub text: String,
    /// First character of the found place in it.
    pub from: usize,
    /// The character after the last one.
    pub to: usize,
}

/// The characters from `from` to `to` with at most `around` on either side, cut at grapheme borders.
pub fn snippet(text: &str, from: usize, to: usize, around: usize) -> Snippet {
    let (start, end) = (byte_of(text, from), byte_of(text, to));
    let head = byte_of(text, from.saturating_sub(around));
    let tail = end + byte_of(text.get(end..).unwrap_or_default(), around);
    let head = border_after(text, head, start);
    let tail = border_before(text, tail, end.saturating_sub(1));
    let before = text.get(head..start).unwrap_or_default();
    let mut out = Snippet::default();
    if head > 0 {
        out.text.push('…');
    }
    out.text.push_str(before);
    out.from = out.text.chars().count();
    out.text.push_str(text.get(start..end).unwrap_or_default());
    out.to = out.from + to.saturating_sub(from);
    out.text.push_str(text.get(end..tail).unwrap_or_default());
    if tail < text.len() {
        out.text.push('…');
    }
    out
}

/// A stretch of a text, for one turn of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<'t> {
    /// The stretch.
    pub text: &'t str,
    /// Its first character.
    pub from: usize,
    /// The character after its last one.
    pub to: usize,
    /// How many characters there are in all.
    pub total: usize,
}

impl Turn<'_> {
    /// Where the next turn begins; none at the end.
    pub fn next(&self) -> Option<usize> {
        (self.to < self.total).then_some(self.to)
    }
}

/// The turn that begins at a character, of at most `most` characters. It ends between two grapheme clusters unless one
/// cluster alone is longer than a turn.
pub fn turn(text: &str, from: usize, most: usize) -> Turn<'_> {
    let total = text.chars().count();
    let from = from.min(total);
    let start = byte_of(text, from);
    let rest = text.get(start..).unwrap_or_default();
    let end = start + byte_of(rest, most);
    let end = border_before(text, end, start);
    let stretch = text.get(start..end).unwrap_or_default();
    Turn { text: stretch, from, to: from + stretch.chars().count(), total }
}
