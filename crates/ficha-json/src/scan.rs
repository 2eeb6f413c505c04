//! The strict reader (RFC 8259): one pass over the text, one flat list of spans, no recursion.
//!
//! Lone surrogates in `\u` escapes are grammar-conform and let through; the strings they stand in are listed.

use crate::error::{Fault, Limits};
use crate::number;
use crate::string;

/// What a span holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    Null,
    False,
    True,
    Number,
    String,
    Key,
    List,
    Object,
}

/// One value or key: 16 bytes. The spans of a container's content follow it directly, keys before their values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// First byte, and the one after the last; quotes and brackets included.
    pub start: u32,
    pub end: u32,
    /// The span after this one and all it contains.
    pub next: u32,
    /// Three bits of tag, one for "has escapes", the rest counts items or members.
    meta: u32,
}

const ESCAPED: u32 = 8;
const COUNT_SHIFT: u32 = 4;

impl Span {
    /// What a place outside the document reads as.
    pub(crate) const NOTHING: Span = Span { start: 0, end: 0, next: 0, meta: 0 };

    pub(crate) fn tag(&self) -> Tag {
        match self.meta & 7 {
            0 => Tag::Null,
            1 => Tag::False,
            2 => Tag::True,
            3 => Tag::Number,
            4 => Tag::String,
            5 => Tag::Key,
            6 => Tag::List,
            _ => Tag::Object,
        }
    }

    pub(crate) fn has_escapes(&self) -> bool {
        self.meta & ESCAPED != 0
    }

    /// What stands between the quotes of a string.
    pub(crate) fn inside(&self) -> std::ops::Range<u32> {
        self.start + 1..self.end.saturating_sub(1)
    }

    pub(crate) fn count(&self) -> usize {
        (self.meta >> COUNT_SHIFT) as usize
    }
}

/// A text that is strict JSON.
#[derive(Debug)]
pub(crate) struct Scanned {
    pub spans: Vec<Span>,
    /// Where strings with lone surrogates start.
    pub lone: Vec<u32>,
}

/// Reads a text of at most `limits.bytes` (and 4 GiB).
pub(crate) fn scan(text: &str, limits: &Limits) -> Result<Scanned, Fault> {
    let longest = limits.bytes.min(u32::MAX as usize - 1);
    if text.len() > longest {
        return Err(Fault::Limit { name: "json-bytes", limit: longest, offset: longest });
    }
    let mut scanner = Scanner {
        bytes: text.as_bytes(),
        text,
        at: 0,
        spans: Vec::with_capacity(text.len() / 64 + 1),
        open: Vec::new(),
        lone: Vec::new(),
        values_left: limits.values.min(Limits::MOST_VALUES),
        values: limits.values.min(Limits::MOST_VALUES),
        depth: limits.depth.min(Limits::DEEPEST),
    };
    scanner.run()?;
    scanner.spans.shrink_to_fit();
    Ok(Scanned { spans: scanner.spans, lone: scanner.lone })
}

struct Open {
    index: u32,
    count: u32,
    is_object: bool,
}

struct Scanner<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    spans: Vec<Span>,
    open: Vec<Open>,
    lone: Vec<u32>,
    values_left: usize,
    values: usize,
    depth: usize,
}

impl Scanner<'_> {
    fn run(&mut self) -> Result<(), Fault> {
        self.skip_blanks();
        loop {
            if self.begin_value()? {
                continue;
            }
            loop {
                self.skip_blanks();
                let Some(open) = self.open.last_mut() else {
                    return if self.at == self.bytes.len() { Ok(()) } else { self.fault("nothing more") };
                };
                open.count += 1;
                let is_object = open.is_object;
                match self.bytes.get(self.at) {
                    Some(b',') => {
                        self.at += 1;
                        self.skip_blanks();
                        if is_object {
                            self.key()?;
                        }
                        break;
                    }
                    Some(b'}') if is_object => self.close(),
                    Some(b']') if !is_object => self.close(),
                    _ if is_object => return self.fault("a comma or `}`"),
                    _ => return self.fault("a comma or `]`"),
                }
            }
        }
    }

    /// Reads a value that holds nothing, or opens one and goes to its first item: then the answer is true.
    fn begin_value(&mut self) -> Result<bool, Fault> {
        if self.values_left == 0 {
            return Err(Fault::Limit { name: "json-values", limit: self.values, offset: self.at });
        }
        self.values_left -= 1;
        let start = self.at;
        match self.bytes.get(start) {
            Some(b'"') => {
                let escaped = self.string()?;
                self.push(start, Tag::String, escaped);
            }
            Some(b'{') => return self.open(true),
            Some(b'[') => return self.open(false),
            Some(b'-' | b'0'..=b'9') => match number::end_of_number(self.bytes, start) {
                Ok(end) => {
                    self.at = end;
                    self.push(start, Tag::Number, false);
                }
                Err(stop) => {
                    self.at = stop;
                    return self.fault("a digit");
                }
            },
            Some(b't') => self.word("true", Tag::True)?,
            Some(b'f') => self.word("false", Tag::False)?,
            Some(b'n') => self.word("null", Tag::Null)?,
            _ => return self.fault("a value"),
        }
        Ok(false)
    }

    fn open(&mut self, is_object: bool) -> Result<bool, Fault> {
        if self.open.len() >= self.depth {
            return Err(Fault::Limit { name: "json-depth", limit: self.depth, offset: self.at });
        }
        let index = self.spans.len() as u32;
        let (tag, close) = if is_object { (Tag::Object, b'}') } else { (Tag::List, b']') };
        let start = self.at;
        self.at += 1;
        self.skip_blanks();
        if self.bytes.get(self.at) == Some(&close) {
            self.at += 1;
            self.push(start, tag, false);
            return Ok(false);
        }
        self.push(start, tag, false);
        self.open.push(Open { index, count: 0, is_object });
        if is_object {
            self.key()?;
        }
        Ok(true)
    }

    fn close(&mut self) {
        self.at += 1;
        let next = self.spans.len() as u32;
        if let Some(open) = self.open.pop()
            && let Some(span) = self.spans.get_mut(open.index as usize)
        {
            span.end = self.at as u32;
            span.next = next;
            span.meta |= open.count << COUNT_SHIFT;
        }
    }

    /// A key, its colon and the blanks after it.
    fn key(&mut self) -> Result<(), Fault> {
        let start = self.at;
        if self.bytes.get(start) != Some(&b'"') {
            return self.fault("a key in quotes");
        }
        let escaped = self.string()?;
        self.push(start, Tag::Key, escaped);
        self.skip_blanks();
        if self.bytes.get(self.at) != Some(&b':') {
            return self.fault("a colon");
        }
        self.at += 1;
        self.skip_blanks();
        Ok(())
    }

    /// From the opening quote to after the closing one; whether there were escapes.
    #[inline]
    fn string(&mut self) -> Result<bool, Fault> {
        let start = self.at;
        let mut escaped = false;
        let mut at = start + 1;
        loop {
            at = string::find_special(self.bytes, at);
            match self.bytes.get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(escaped);
                }
                Some(b'\\') => {
                    escaped = true;
                    // Escapes often come in rows: `\n\n`, or a whole text of `\u`.
                    while self.bytes.get(at) == Some(&b'\\') {
                        at = self.escape(start, at)?;
                    }
                }
                Some(_) => {
                    return malformed("a control character in a string has to be escaped", at);
                }
                None => return malformed("the text ends inside a string", start),
            }
        }
    }

    /// The end of the escape at `at`.
    #[inline]
    fn escape(&mut self, start: usize, at: usize) -> Result<usize, Fault> {
        match self.bytes.get(at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
            Some(b'u') => {
                let Some(code) = string::hex4(self.bytes, at + 2) else {
                    return malformed("`\\u` needs four hexadecimal digits", at);
                };
                if !(0xd800..0xe000).contains(&code) {
                    return Ok(at + 6);
                }
                if code < 0xdc00 && string::low_half(self.bytes, at + 6).is_some() {
                    return Ok(at + 12);
                }
                if self.lone.last() != Some(&(start as u32)) {
                    self.lone.push(start as u32);
                }
                Ok(at + 6)
            }
            Some(_) => malformed("an unknown escape in a string", at),
            None => malformed("the text ends inside a string", start),
        }
    }

    fn word(&mut self, word: &str, tag: Tag) -> Result<(), Fault> {
        let start = self.at;
        if !self.bytes.get(start..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            return self.fault("a value");
        }
        self.at += word.len();
        self.push(start, tag, false);
        Ok(())
    }

    #[inline]
    fn push(&mut self, start: usize, tag: Tag, escaped: bool) {
        let next = self.spans.len() as u32 + 1;
        let meta = tag as u32 | if escaped { ESCAPED } else { 0 };
        self.spans.push(Span { start: start as u32, end: self.at as u32, next, meta });
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn fault<T>(&self, expected: &str) -> Result<T, Fault> {
        let rest = self.text.get(self.at..).unwrap_or("");
        let what = match rest.chars().next() {
            None if self.spans.is_empty() => "the text is empty".to_string(),
            None => format!("the text ends where {expected} should stand"),
            Some(sign) if sign.is_control() => format!("{} stands where {expected} should", sign.escape_unicode()),
            Some(sign) => format!("`{sign}` stands where {expected} should"),
        };
        Err(Fault::Malformed { what, offset: self.at })
    }
}

fn malformed<T>(what: &str, offset: usize) -> Result<T, Fault> {
    Err(Fault::Malformed { what: what.to_string(), offset })
}
