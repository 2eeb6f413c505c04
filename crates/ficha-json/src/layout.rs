//! How a text is laid out, and how something new is written so that it looks like its neighbours.
//!
//! Asked are first the siblings, then the document as a whole, then taste.

use crate::document::Document;
use crate::node::Node;
use crate::scan::Tag;
use crate::string::{self, Escapes};

/// How the content of a new container is set out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The line end before each child; `None` for one line.
    pub newline: Option<String>,
    /// What a level adds to the indentation.
    pub unit: String,
    /// The colon with its blanks.
    pub colon: String,
    /// The comma with its blanks, on one line.
    pub comma: String,
    /// Whether lists of scalars stay on one line though objects do not.
    pub lists_inline: bool,
    /// What is escaped.
    pub escapes: Escapes,
}

impl Layout {
    /// One line without blanks.
    pub(crate) fn compact() -> Layout {
        Layout {
            newline: None,
            unit: String::new(),
            colon: ":".into(),
            comma: ",".into(),
            lists_inline: false,
            escapes: Escapes::default(),
        }
    }

    /// A line for every child.
    pub(crate) fn pretty(spaces: usize) -> Layout {
        Layout {
            newline: Some("\n".into()),
            unit: " ".repeat(spaces),
            colon: ": ".into(),
            comma: ", ".into(),
            ..Layout::compact()
        }
    }

    /// The habits of a whole document.
    pub(crate) fn of_document(document: &Document) -> Layout {
        let escapes = escapes_of(&document.strict_text());
        let root = document.root();
        let lead = Gaps::of(root).map(|gaps| gaps.lead(document).to_string()).unwrap_or_default();
        let broken = line_break(&lead);
        let base = match broken {
            Some((newline, indent)) => Layout {
                newline: Some(newline.to_string()),
                unit: indent.to_string(),
                lists_inline: lists_are_inline(document),
                ..Layout::pretty(2)
            },
            None => Layout::compact(),
        };
        let colon = first_colon(document).unwrap_or_else(|| base.colon.clone());
        let comma = first_inline_comma(document)
            .unwrap_or_else(|| if colon.ends_with(' ') { ", ".to_string() } else { ",".to_string() });
        Layout { colon, comma, escapes, ..base }
    }
}

/// The text between the children of a container.
pub(crate) struct Gaps {
    /// The bytes of the container.
    start: u32,
    end: u32,
    /// For each child: where it starts (its key, in an object), where its value starts, where it ends.
    pub children: Vec<(u32, u32, u32)>,
}

impl Gaps {
    /// `None` for what is no container or an empty one.
    pub(crate) fn of(node: Node<'_>) -> Option<Gaps> {
        let span = node.span_entry();
        let mut children = Vec::with_capacity(span.count());
        for (key, value) in node.entries() {
            let value = value.span_entry();
            children.push((key.start(), value.start, value.end));
        }
        for value in node.items() {
            let value = value.span_entry();
            children.push((value.start, value.start, value.end));
        }
        (!children.is_empty()).then_some(Gaps { start: span.start, end: span.end, children })
    }

    /// Between the opening bracket and the first child.
    pub(crate) fn lead<'a>(&self, document: &'a Document) -> &'a str {
        let first = self.children.first().map_or(self.end, |child| child.0);
        document.slice(self.start + 1..first)
    }

    /// Between the last child and the closing bracket.
    pub(crate) fn tail<'a>(&self, document: &'a Document) -> &'a str {
        let last = self.children.last().map_or(self.start, |child| child.2);
        document.slice(last..self.end.saturating_sub(1))
    }

    /// Between a child and the one before it, the comma included; `None` for the first.
    pub(crate) fn before<'a>(&self, document: &'a Document, place: usize) -> Option<&'a str> {
        let previous = self.children.get(place.checked_sub(1)?)?;
        let child = self.children.get(place)?;
        Some(document.slice(previous.2..child.0))
    }

    /// What a new child gets before it: what the last one has, or the comma and the blanks of an only one.
    pub(crate) fn separator(&self, document: &Document, layout: &Layout) -> String {
        let lead = self.lead(document);
        match self.before(document, self.children.len().saturating_sub(1)) {
            Some(before) => before.to_string(),
            None if lead.is_empty() => layout.comma.clone(),
            None => format!(",{lead}"),
        }
    }

    /// The last child's key and what stands between it and its value.
    pub(crate) fn colon<'a>(&self, document: &'a Document) -> Option<&'a str> {
        let &(start, value, _) = self.children.last()?;
        let text = document.slice(start..value);
        let end_of_key = text.trim_end_matches([' ', '\t', '\n', '\r']).strip_suffix(':')?.trim_end();
        text.get(end_of_key.len()..).filter(|colon| !colon.is_empty())
    }
}

/// The last line end in a gap, and the indentation after it (up to the comma, where lines start with one).
pub(crate) fn line_break(gap: &str) -> Option<(&str, &str)> {
    let at = gap.rfind(['\n', '\r'])?;
    let start = if gap.get(..at).is_some_and(|before| before.ends_with('\r')) && gap.get(at..=at) == Some("\n") {
        at - 1
    } else {
        at
    };
    let indent = gap.get(at + 1..)?;
    Some((gap.get(start..=at)?, indent.split_once(',').map_or(indent, |(blanks, _)| blanks)))
}

/// How many spans are looked at for a habit that need not be everywhere.
const LOOKED_AT: usize = 2000;

/// Containers among the first spans.
fn containers(document: &Document) -> impl Iterator<Item = Node<'_>> {
    let spans = document.spans().iter().take(LOOKED_AT).enumerate();
    let containers = spans.filter(|(_, span)| matches!(span.tag(), Tag::List | Tag::Object) && span.count() > 0);
    containers.map(|(index, _)| Node::new(document, index as u32))
}

fn first_colon(document: &Document) -> Option<String> {
    let object = containers(document).find(|node| node.is_object())?;
    let (key, value) = object.entries().next()?;
    Some(document.slice(key.end()..value.span_entry().start).to_string())
}

/// The first comma of a container on one line, among those of few children: counting those of many takes time.
fn first_inline_comma(document: &Document) -> Option<String> {
    containers(document).filter(|node| (2..1000).contains(&node.len())).find_map(|node| {
        let comma = Gaps::of(node)?.before(document, 1)?.to_string();
        line_break(&comma).is_none().then_some(comma)
    })
}

/// Whether the first list of scalars stands on one line.
fn lists_are_inline(document: &Document) -> bool {
    let scalars = |node: &Node<'_>| node.is_array() && node.items().all(|item| !item.is_array() && !item.is_object());
    containers(document).find(scalars).is_some_and(|list| {
        let first = list.items().next().map_or(0, |item| item.span_entry().start);
        line_break(document.slice(list.span_entry().start..first)).is_none()
    })
}

/// What the strings of a text escape throughout.
fn escapes_of(text: &str) -> Escapes {
    let mut escapes = Escapes { slashes: has_only_escaped_slashes(text), ..Escapes::default() };
    if !text.is_ascii() {
        return escapes;
    }
    for at in memchr::memmem::find_iter(text.as_bytes(), b"\\u") {
        if !is_escape(text, at) || string::hex4(text.as_bytes(), at + 2).is_none_or(|code| code < 0x80) {
            continue;
        }
        escapes.non_ascii = true;
        let digits = text.get(at + 2..at + 6).unwrap_or("");
        if let Some(letter) = digits.bytes().find(u8::is_ascii_alphabetic) {
            escapes.capitals = letter.is_ascii_uppercase();
            break;
        }
    }
    escapes
}

fn has_only_escaped_slashes(text: &str) -> bool {
    let mut slashes = memchr::memchr_iter(b'/', text.as_bytes()).peekable();
    slashes.peek().is_some() && slashes.all(|at| at > 0 && is_escape(text, at - 1))
}

/// Whether the byte at `at` is a backslash that escapes, not one that is escaped.
fn is_escape(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..=at).unwrap_or(&[]);
    before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}
