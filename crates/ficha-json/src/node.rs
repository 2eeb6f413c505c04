//! One value of a document.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::{Map, Number, Value};

use crate::document::Document;
use crate::equal;
use crate::number;
use crate::pointer;
use crate::scan::{Span, Tag};
use crate::string;

/// A value of a [`Document`]; a number and a reference, copied freely.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    document: &'a Document,
    index: u32,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodeKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number of any length.
    Number,
    /// A string.
    String,
    /// A list.
    Array,
    /// An object.
    Object,
}

impl<'a> Node<'a> {
    pub(crate) fn new(document: &'a Document, index: u32) -> Node<'a> {
        Node { document, index }
    }

    pub(crate) fn index(self) -> u32 {
        self.index
    }

    pub(crate) fn span_entry(self) -> Span {
        self.document.span(self.index)
    }

    /// What it is.
    pub fn kind(self) -> NodeKind {
        match self.span_entry().tag() {
            Tag::Null => NodeKind::Null,
            Tag::False | Tag::True => NodeKind::Bool,
            Tag::Number => NodeKind::Number,
            Tag::String | Tag::Key => NodeKind::String,
            Tag::List => NodeKind::Array,
            Tag::Object => NodeKind::Object,
        }
    }

    /// The value of a key, the last one when the key is there more than once. `None` for anything but an object.
    pub fn get(self, key: &str) -> Option<Node<'a>> {
        self.entries().filter(|(name, _)| name.is(key)).last().map(|(_, node)| node)
    }

    /// The item at a place of a list.
    pub fn item(self, index: usize) -> Option<Node<'a>> {
        self.items().nth(index)
    }

    /// The child a pointer token (unescaped) names: a key of an object, a place in a list.
    pub fn child(self, token: &str) -> Option<Node<'a>> {
        if self.is_array() { self.item(pointer::index(token)?) } else { self.get(token) }
    }

    /// The value at a JSON Pointer that starts here.
    pub fn at(self, pointer: &str) -> Option<Node<'a>> {
        pointer::tokens(pointer)?.iter().try_fold(self, |node, token| node.child(token))
    }

    /// Keys and values in the order of the text, double keys included. Nothing for anything but an object.
    pub fn members(self) -> impl Iterator<Item = (Cow<'a, str>, Node<'a>)> {
        self.entries().map(|(key, node)| (key.text(), node))
    }

    /// Items in order. Nothing for anything but a list.
    pub fn items(self) -> impl Iterator<Item = Node<'a>> {
        let span = self.span_entry();
        let end = if span.tag() == Tag::List { span.next } else { 0 };
        let mut at = self.index + 1;
        std::iter::from_fn(move || {
            let here = (at < end).then(|| Node::new(self.document, at))?;
            at = here.span_entry().next;
            Some(here)
        })
    }

    /// Keys, undecoded, and values.
    pub(crate) fn entries(self) -> impl Iterator<Item = (Key<'a>, Node<'a>)> {
        let span = self.span_entry();
        let end = if span.tag() == Tag::Object { span.next } else { 0 };
        let mut at = self.index + 1;
        std::iter::from_fn(move || {
            let key = (at < end).then_some(Key { document: self.document, index: at })?;
            let value = Node::new(self.document, at + 1);
            at = value.span_entry().next;
            Some((key, value))
        })
    }

    /// The number of items or members (double keys counted each); 0 for what has neither.
    pub fn len(self) -> usize {
        self.span_entry().count()
    }

    /// Whether [`Node::len`] is 0.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The text of a string; lone surrogates are U+FFFD.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        let span = self.span_entry();
        if span.tag() != Tag::String {
            return None;
        }
        Some(string::decode(self.document.slice(span.inside()), span.has_escapes()))
    }

    /// A `true` or `false`.
    pub fn as_bool(self) -> Option<bool> {
        match self.span_entry().tag() {
            Tag::True => Some(true),
            Tag::False => Some(false),
            Tag::Null | Tag::Number | Tag::String | Tag::Key | Tag::List | Tag::Object => None,
        }
    }

    /// A number as it is written.
    pub fn as_number(self) -> Option<&'a str> {
        (self.span_entry().tag() == Tag::Number).then(|| self.raw())
    }

    /// A number, rounded to the nearest float. `None` also for numbers too large for one.
    pub fn as_f64(self) -> Option<f64> {
        self.as_number()?.parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// A number that is a whole one of 64 bits, however it is spelt (`5`, `5.0`, `50e-1`).
    pub fn as_i64(self) -> Option<i64> {
        let text = self.as_number()?;
        text.parse().ok().or_else(|| number::shortest(text).parse().ok())
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == NodeKind::Null
    }

    /// Whether it is `true` or `false`.
    pub fn is_bool(self) -> bool {
        self.kind() == NodeKind::Bool
    }

    /// Whether it is a number.
    pub fn is_number(self) -> bool {
        self.kind() == NodeKind::Number
    }

    /// Whether it is a string.
    pub fn is_string(self) -> bool {
        self.kind() == NodeKind::String
    }

    /// Whether it is a list.
    pub fn is_array(self) -> bool {
        self.kind() == NodeKind::Array
    }

    /// Whether it is an object.
    pub fn is_object(self) -> bool {
        self.kind() == NodeKind::Object
    }

    /// Its text, quotes and brackets included, always strict JSON.
    pub fn raw(self) -> &'a str {
        let span = self.span_entry();
        self.document.slice(span.start..span.end)
    }

    /// Where [`Node::raw`] stands in [`Document::strict_text`], in bytes.
    pub fn span(self) -> Range<usize> {
        let span = self.span_entry();
        span.start as usize..span.end as usize
    }

    /// Levels of lists and objects, 0 for anything else.
    pub(crate) fn depth(self) -> usize {
        let mut open: Vec<u32> = Vec::new();
        let mut deepest = 0;
        for index in self.index..self.span_entry().next {
            while open.last().is_some_and(|end| index >= *end) {
                open.pop();
            }
            let span = self.document.span(index);
            if matches!(span.tag(), Tag::List | Tag::Object) {
                open.push(span.next);
                deepest = deepest.max(open.len());
            }
        }
        deepest
    }

    /// Whether both say the same, decoded: spelling of numbers and strings, order and doubles of keys aside.
    pub fn same_as(self, other: Node<'_>) -> bool {
        self.raw() == other.raw() || self.equals(&other.to_value())
    }

    /// Whether it says the same as a value, decoded; see [`crate::value_eq`].
    pub fn equals(self, value: &Value) -> bool {
        equal::node_eq(self, value)
    }

    /// The value, numbers as they are spelt. Of double keys the last counts and the first gives the place.
    pub fn to_value(self) -> Value {
        let mut frames: Vec<Frame> = Vec::new();
        let mut at = self.index;
        loop {
            let span = self.document.span(at);
            let node = Node::new(self.document, at);
            let mut done = match span.tag() {
                Tag::Null => Value::Null,
                Tag::False => Value::Bool(false),
                Tag::True => Value::Bool(true),
                Tag::Number => number_value(node.raw()),
                Tag::String | Tag::Key => Value::String(node.as_str().unwrap_or_default().into_owned()),
                Tag::List if span.count() == 0 => Value::Array(Vec::new()),
                Tag::Object if span.count() == 0 => Value::Object(Map::new()),
                Tag::List => {
                    frames.push(Frame { end: span.next, holds: Holds::Items(Vec::with_capacity(span.count())) });
                    at += 1;
                    continue;
                }
                Tag::Object => {
                    let key = Key { document: self.document, index: at + 1 }.text().into_owned();
                    frames.push(Frame { end: span.next, holds: Holds::Members(Map::with_capacity(span.count()), key) });
                    at += 2;
                    continue;
                }
            };
            at = span.next;
            loop {
                let Some(frame) = frames.last_mut() else { return done };
                match &mut frame.holds {
                    Holds::Items(items) => items.push(done),
                    Holds::Members(members, key) => {
                        members.insert(std::mem::take(key), done);
                        if at < frame.end {
                            *key = Key { document: self.document, index: at }.text().into_owned();
                            at += 1;
                        }
                    }
                }
                if at < frame.end {
                    break;
                }
                done = match frames.pop().map(|frame| frame.holds) {
                    Some(Holds::Items(items)) => Value::Array(items),
                    Some(Holds::Members(members, _)) => Value::Object(members),
                    None => return Value::Null,
                };
            }
        }
    }
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.raw())
    }
}

/// A container whose value is being put together.
struct Frame {
    /// The span after its last.
    end: u32,
    holds: Holds,
}

enum Holds {
    Items(Vec<Value>),
    /// With the key the next value belongs to.
    Members(Map<String, Value>, String),
}

/// The key of a member, not decoded yet.
#[derive(Clone, Copy)]
pub(crate) struct Key<'a> {
    document: &'a Document,
    pub index: u32,
}

impl<'a> Key<'a> {
    pub(crate) fn new(document: &'a Document, index: u32) -> Key<'a> {
        Key { document, index }
    }

    pub(crate) fn text(self) -> Cow<'a, str> {
        let span = self.document.span(self.index);
        string::decode(self.document.slice(span.inside()), span.has_escapes())
    }

    /// The key as it is written, when that is its text.
    pub(crate) fn plain(self) -> Option<&'a str> {
        let span = self.document.span(self.index);
        (!span.has_escapes()).then(|| self.document.slice(span.inside()))
    }

    pub(crate) fn start(self) -> u32 {
        self.document.span(self.index).start
    }

    pub(crate) fn end(self) -> u32 {
        self.document.span(self.index).end
    }

    /// Whether this is the key `key`. Asked for every member on every look-up, so lengths are compared first.
    pub(crate) fn is(self, key: &str) -> bool {
        let span = self.document.span(self.index);
        let inside = span.inside();
        if span.has_escapes() {
            return string::decode(self.document.slice(inside), true) == key;
        }
        inside.len() == key.len() && self.document.slice(inside) == key
    }
}

/// A number value that keeps its spelling.
pub(crate) fn number_value(text: &str) -> Value {
    // The reader has checked the spelling; going through a deserializer again would only cost time.
    Value::Number(Number::from_string_unchecked(text.to_string()))
}
