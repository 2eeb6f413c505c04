//! Lenient reading of single values: what a wire value means when its type is not the one the format says.
//!
//! Null means absent everywhere. A value that cannot mean what the field holds is absent too, and a note says so; the
//! text keeps it.

use ficha_container::Place;
use ficha_json::{Node, NodeKind};
use serde_json::{Map, Number, Value};

use crate::format::{Lexicon, Shape};
use crate::notes::{NoteCode, Notes};

/// Reads values of one payload; knows where it lies, for the places of notes.
pub(crate) struct Reader<'n> {
    /// The place of the payload in the file.
    pub place: Place,
    /// Where faults are said.
    pub notes: &'n mut Notes,
    /// Says nothing for a while.
    pub muted: bool,
}

impl<'n> Reader<'n> {
    /// Reads a payload that lies here.
    pub fn new(place: Place, notes: &'n mut Notes) -> Reader<'n> {
        Reader { place, notes, muted: false }
    }

    /// Reads a payload whose faults were said before.
    pub fn muted(notes: &'n mut Notes) -> Reader<'n> {
        Reader { place: Place::file(), notes, muted: true }
    }

    /// Says that a value has another type than it should.
    pub fn wrong_type(&mut self, pointer: &str, node: Node<'_>, expected: &str, outcome: &str) {
        if self.muted {
            return;
        }
        let found = match node.kind() {
            NodeKind::Null => "null",
            NodeKind::Bool => "a boolean",
            NodeKind::Number => "a number",
            NodeKind::String => "a text",
            NodeKind::Array => "a list",
            NodeKind::Object => "an object",
        };
        self.warn(NoteCode::WrongType, pointer, format!("{pointer} is {found} where {expected} belongs; {outcome}."));
    }

    /// Says something about a pointer of this payload.
    pub fn warn(&mut self, code: NoteCode, pointer: &str, text: impl Into<String>) {
        if self.muted {
            return;
        }
        self.notes.warn(code, Place { pointer: Some(pointer.to_owned()), ..self.place.clone() }, text);
    }

    /// The same, mildly.
    pub fn info(&mut self, code: NoteCode, pointer: &str, text: impl Into<String>) {
        if self.muted {
            return;
        }
        self.notes.info(code, Place { pointer: Some(pointer.to_owned()), ..self.place.clone() }, text);
    }

    /// The body value of a wire value of this shape.
    pub fn shape(&mut self, shape: Shape, node: Node<'_>, pointer: &str) -> Option<Value> {
        match shape {
            Shape::Text => self.text(node, pointer).map(Value::String),
            Shape::FilledText => self.text(node, pointer).filter(|text| !text.is_empty()).map(Value::String),
            Shape::Number => self.number(node, pointer).map(Value::Number),
            Shape::Flag => self.flag(node, pointer).map(Value::Bool),
            Shape::TextList => Some(Value::Array(self.texts(node, pointer)?.into_iter().map(Value::String).collect())),
            Shape::Greetings => Some(Value::Array(self.texts(node, pointer)?.into_iter().map(greeting).collect())),
            Shape::TextMap => self.text_map(node, pointer),
            Shape::Not => self.flag(node, pointer).map(|flag| Value::Bool(!flag)),
            Shape::Word(lexicon) => self.word(lexicon, node, pointer).map(Value::String),
            Shape::Any => (!node.is_null()).then(|| node.to_value()),
            Shape::Coded(coded) => (coded.decode)(node, pointer, self),
        }
    }

    /// The word of a wire value; a number in a text counts as the number.
    pub fn word(&mut self, lexicon: &Lexicon, node: Node<'_>, pointer: &str) -> Option<String> {
        let spelt = match node.kind() {
            NodeKind::Null => None,
            NodeKind::String => node.as_str().map(|text| text.into_owned()),
            NodeKind::Number | NodeKind::Bool => Some(node.raw().to_owned()),
            NodeKind::Array | NodeKind::Object => {
                self.wrong_type(pointer, node, "a word or number", "it is not read");
                return None;
            }
        };
        let is = |wire: &str| match &spelt {
            Some(spelt) => wire.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(wire) == spelt,
            None => node.is_null() && wire == "null",
        };
        if let Some((_, word)) = lexicon.pairs.iter().find(|(wire, _)| is(wire)) {
            return Some((*word).to_owned());
        }
        // A blank text is nothing, unless it is one of the words.
        let spelt = spelt.filter(|spelt| !spelt.is_empty())?;
        if lexicon.open {
            return Some(format!("wire:{spelt}"));
        }
        let text = format!("{pointer} has no meaning here; it is kept as it is.");
        self.warn(NoteCode::UnknownValue, pointer, text);
        None
    }

    /// A text; a number or boolean is its spelling.
    pub fn text(&mut self, node: Node<'_>, pointer: &str) -> Option<String> {
        match node.kind() {
            NodeKind::String => node.as_str().map(|text| text.into_owned()),
            NodeKind::Null => {
                self.wrong_type(pointer, node, "a text", "it counts as absent");
                None
            }
            NodeKind::Number | NodeKind::Bool => {
                self.wrong_type(pointer, node, "a text", "it is read as its spelling");
                Some(node.raw().to_owned())
            }
            NodeKind::Array | NodeKind::Object => {
                self.wrong_type(pointer, node, "a text", "it is not read");
                None
            }
        }
    }

    /// A number, or a text that holds one; a blank text is absent.
    pub fn number(&mut self, node: Node<'_>, pointer: &str) -> Option<Number> {
        match node.kind() {
            NodeKind::Number => match node.to_value() {
                Value::Number(number) => Some(number),
                _ => None,
            },
            NodeKind::Null => None,
            NodeKind::String => {
                let text = node.as_str()?;
                let text = text.trim();
                if text.is_empty() {
                    return None;
                }
                let number = number_of(text);
                match number {
                    // SillyTavern itself writes some of its numbers so: worth knowing, nothing to warn of.
                    Some(_) => {
                        let text =
                            format!("{pointer} is a text where a number belongs; it is read as the number in it.");
                        self.info(NoteCode::WrongType, pointer, text);
                    }
                    None => self.wrong_type(pointer, node, "a number", "it is not read"),
                }
                number
            }
            NodeKind::Bool | NodeKind::Array | NodeKind::Object => {
                self.wrong_type(pointer, node, "a number", "it is not read");
                None
            }
        }
    }

    /// A boolean; the words for one and 0 and 1 count too.
    pub fn flag(&mut self, node: Node<'_>, pointer: &str) -> Option<bool> {
        let flag = match node.kind() {
            NodeKind::Bool => return node.as_bool(),
            NodeKind::Null => return None,
            NodeKind::String => match node.as_str()?.trim() {
                "" => return None,
                "true" | "True" | "1" => Some(true),
                "false" | "False" | "0" => Some(false),
                _ => None,
            },
            NodeKind::Number => match node.as_i64() {
                Some(0) => Some(false),
                Some(1) => Some(true),
                _ => None,
            },
            NodeKind::Array | NodeKind::Object => None,
        };
        let outcome = if flag.is_some() { "it is read as the boolean it spells" } else { "it is not read" };
        self.wrong_type(pointer, node, "a boolean", outcome);
        flag
    }

    /// A list of texts; one text is a list of one. Items that are no texts are read as their spelling or passed over.
    pub fn texts(&mut self, node: Node<'_>, pointer: &str) -> Option<Vec<String>> {
        match node.kind() {
            NodeKind::Array => {
                let items = node.items().enumerate().filter_map(|(at, item)| match item.kind() {
                    NodeKind::String => item.as_str().map(|text| text.into_owned()),
                    _ => self.text(item, &format!("{pointer}/{at}")),
                });
                Some(items.collect())
            }
            NodeKind::String if node.raw() == "\"\"" => {
                self.wrong_type(pointer, node, "a list", "it is read as none");
                Some(Vec::new())
            }
            NodeKind::String | NodeKind::Number => {
                self.wrong_type(pointer, node, "a list", "it is read as a list of one");
                Some(vec![node.as_str().map_or_else(|| node.raw().to_owned(), |text| text.into_owned())])
            }
            NodeKind::Null => {
                self.wrong_type(pointer, node, "a list", "it counts as absent");
                None
            }
            NodeKind::Bool | NodeKind::Object => {
                self.wrong_type(pointer, node, "a list", "it is not read");
                None
            }
        }
    }

    fn text_map(&mut self, node: Node<'_>, pointer: &str) -> Option<Value> {
        if !node.is_object() {
            if !node.is_null() {
                self.wrong_type(pointer, node, "an object", "it is not read");
            }
            return None;
        }
        let mut map = Map::new();
        for (key, child) in node.members() {
            let below = ficha_json::pointer::join(pointer, &key);
            if let Some(text) = self.text(child, &below) {
                map.insert(key.into_owned(), Value::String(text));
            }
        }
        Some(Value::Object(map))
    }
}

/// The body row of a greeting.
pub(crate) fn greeting(text: String) -> Value {
    let mut row = Map::new();
    row.insert("text".to_owned(), Value::String(text));
    Value::Object(row)
}

/// The number of a JSON spelling; `None` when it is none.
pub(crate) fn number_of(text: &str) -> Option<Number> {
    let document = ficha_json::Document::parse(text, &ficha_json::Limits::default()).ok()?;
    let root = document.root();
    if !document.repairs().is_empty() {
        return None;
    }
    match root.to_value() {
        Value::Number(number) => Some(number),
        _ => None,
    }
}
