//! The tolerant reader: turns a text with known faults into strict JSON, which the strict reader then judges.
//!
//! Mended are only faults that leave no doubt about what was meant: a byte order mark, comments, a comma before a
//! closing bracket, `NaN` and the infinities, control characters inside strings. Missing commas, quotes and brackets
//! are not guessed.

use crate::error::{Fault, Limits};
use crate::string;

/// One fault a text was read in spite of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What it was.
    pub kind: RepairKind,
    /// Where, in bytes of the text as it was given; of faults inside a string, where the string starts.
    pub offset: usize,
}

/// The faults that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RepairKind {
    /// The text starts with U+FEFF. [`crate::Document::strict_text`] drops it, edits keep it.
    ByteOrderMark,
    /// `// ...` or `/* ... */`; dropped.
    Comment,
    /// A comma before `]` or `}`; dropped.
    TrailingComma,
    /// `NaN`, `Infinity` or `-Infinity`; becomes `null`.
    NotFinite,
    /// A bare control character in a string; becomes its escape.
    ControlCharacter,
    /// Half a surrogate pair in `\u` escapes. Stays as it is, and reads as U+FFFD.
    LoneSurrogate,
}

/// A text after its repairs.
pub(crate) struct Repaired {
    pub text: String,
    pub repairs: Vec<Repair>,
    pub has_mark: bool,
    /// Offsets behind each change, in `text` and in what was given; in order.
    places: Vec<(u32, u32)>,
}

impl Repaired {
    /// Where `offset` in `text` was in the text as given.
    pub(crate) fn source_offset(&self, offset: usize) -> usize {
        let after = self.places.partition_point(|&(out, _)| out as usize <= offset);
        match after.checked_sub(1).and_then(|last| self.places.get(last)) {
            Some(&(out, source)) => source as usize + (offset - out as usize),
            None => offset,
        }
    }
}

/// Mends every fault it knows. It does not judge the grammar; what it cannot make sense of it copies.
pub(crate) fn repair(text: &str, limits: &Limits) -> Result<Repaired, Fault> {
    let mut mender = Mender {
        text,
        bytes: text.as_bytes(),
        at: 0,
        done: Repaired { text: String::new(), repairs: Vec::new(), has_mark: false, places: Vec::new() },
        limits,
        before: b' ',
        no_block_end: false,
    };
    mender.run()?;
    Ok(mender.done)
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether a byte outside strings may be, or start, something to mend.
fn is_looked_at(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'/' | b'"' | b',' | b'N' | b'I' | b'-')
}

struct Mender<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    done: Repaired,
    limits: &'a Limits,
    /// The last byte copied that is no blank.
    before: u8,
    /// No `*/` follows any more. Known once, or a text of nothing but `/*` would be searched again at each.
    no_block_end: bool,
}

impl Mender<'_> {
    fn run(&mut self) -> Result<(), Fault> {
        if self.text.starts_with('\u{feff}') {
            self.done.has_mark = true;
            self.change(RepairKind::ByteOrderMark, "", '\u{feff}'.len_utf8())?;
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | b'/' => self.gap()?,
                b'"' => self.string()?,
                b',' if self.is_trailing_comma() => self.change(RepairKind::TrailingComma, "", 1)?,
                b'N' if self.is_word("NaN") => self.change(RepairKind::NotFinite, "null", 3)?,
                b'I' if self.is_word("Infinity") => self.change(RepairKind::NotFinite, "null", 8)?,
                b'-' if self.is_word("-Infinity") => self.change(RepairKind::NotFinite, "null", 9)?,
                _ => {
                    let rest = self.bytes.get(self.at + 1..).unwrap_or(&[]);
                    let length = 1 + rest.iter().position(|byte| is_looked_at(*byte)).unwrap_or(rest.len());
                    self.before = self.bytes.get(self.at + length - 1).copied().unwrap_or(byte);
                    self.copy(length)?;
                }
            }
        }
        Ok(())
    }

    /// Blanks and comments. A comment takes the blanks before it along when nothing else follows on its line, and
    /// the line when nothing else stands there at all.
    fn gap(&mut self) -> Result<(), Fault> {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let blanks = rest.iter().position(|byte| !is_blank(*byte)).unwrap_or(rest.len());
        let comment = self.at + blanks;
        let Some(end) = self.comment_end(comment) else {
            return self.copy(blanks.max(1));
        };
        let lines = rest.get(..blanks).unwrap_or(&[]);
        self.copy(memchr::memrchr2(b'\n', b'\r', lines).map_or(0, |last| last + 1))?;
        let start = self.at;
        let mut after = end;
        while matches!(self.bytes.get(after), Some(b' ' | b'\t')) {
            after += 1;
        }
        let line_ends = matches!(self.bytes.get(after), None | Some(b'\n' | b'\r'));
        if !line_ends {
            self.copy(comment - start)?;
            return self.change(RepairKind::Comment, "", end - comment);
        }
        let starts_line = matches!(self.done.text.as_bytes().last(), None | Some(b'\n' | b'\r'));
        if starts_line {
            after += match (self.bytes.get(after), self.bytes.get(after + 1)) {
                (Some(b'\r'), Some(b'\n')) => 2,
                (Some(_), _) => 1,
                (None, _) => 0,
            };
        }
        self.note(RepairKind::Comment, comment)?;
        self.replace("", after - start)
    }

    /// Where a comment that starts at `at` ends; `None` when there is none or it does not end.
    fn comment_end(&mut self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at..)?;
        if rest.starts_with(b"//") {
            return Some(at + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len()));
        }
        if self.no_block_end || !rest.starts_with(b"/*") {
            return None;
        }
        let found = memchr::memmem::find(rest.get(2..)?, b"*/");
        self.no_block_end = found.is_none();
        found.map(|found| at + 2 + found + 2)
    }

    fn is_trailing_comma(&mut self) -> bool {
        if matches!(self.before, b'[' | b'{' | b',' | b':' | b' ') {
            return false;
        }
        let mut at = self.at + 1;
        loop {
            match self.bytes.get(at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
                Some(b'/') => match self.comment_end(at) {
                    Some(end) => at = end,
                    None => return false,
                },
                Some(b']' | b'}') => return true,
                _ => return false,
            }
        }
    }

    fn is_word(&self, word: &str) -> bool {
        let starts = self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes()));
        let next = self.bytes.get(self.at + word.len());
        starts
            && matches!(self.before, b'[' | b',' | b':' | b' ')
            && !next.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    }

    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut noted = false;
        let mut end = start + 1;
        loop {
            end = string::find_special(self.bytes, end);
            match self.bytes.get(end) {
                Some(b'"') => {
                    end += 1;
                    break;
                }
                // Two bytes, unless the second belongs to a longer character: that is no escape and left to the judge.
                Some(b'\\') => end += if self.text.is_char_boundary(end + 2) { 2 } else { 1 },
                Some(&control) => {
                    self.copy(end - self.at)?;
                    if !noted {
                        self.note(RepairKind::ControlCharacter, start)?;
                        noted = true;
                    }
                    let mut escape = String::new();
                    string::encode_escaped(&mut escape, control as char, false);
                    self.replace(&escape, 1)?;
                    end += 1;
                }
                None => break,
            }
        }
        self.copy(end.min(self.bytes.len()) - self.at)?;
        self.before = b'"';
        Ok(())
    }

    fn change(&mut self, kind: RepairKind, with: &str, length: usize) -> Result<(), Fault> {
        self.note(kind, self.at)?;
        if !with.is_empty() {
            self.before = b'l';
        }
        self.replace(with, length)
    }

    fn note(&mut self, kind: RepairKind, offset: usize) -> Result<(), Fault> {
        self.room(self.done.repairs.len())?;
        self.done.repairs.push(Repair { kind, offset });
        Ok(())
    }

    fn replace(&mut self, with: &str, length: usize) -> Result<(), Fault> {
        self.room(self.done.places.len())?;
        self.grow(with.len())?;
        self.done.text.push_str(with);
        self.at += length;
        self.done.places.push((self.done.text.len() as u32, self.at as u32));
        Ok(())
    }

    fn copy(&mut self, length: usize) -> Result<(), Fault> {
        self.grow(length)?;
        let text = self.text;
        self.done.text.push_str(text.get(self.at..self.at + length).unwrap_or(""));
        self.at += length;
        Ok(())
    }

    fn room(&self, kept: usize) -> Result<(), Fault> {
        let limit = self.limits.values.min(Limits::MOST_VALUES);
        if kept < limit { Ok(()) } else { Err(Fault::Limit { name: "json-repairs", limit, offset: self.at }) }
    }

    fn grow(&self, more: usize) -> Result<(), Fault> {
        let limit = self.limits.bytes.min(u32::MAX as usize - 1);
        if self.done.text.len() + more <= limit {
            return Ok(());
        }
        Err(Fault::Limit { name: "json-bytes", limit, offset: self.at })
    }
}
