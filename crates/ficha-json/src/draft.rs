//! A document being changed: the parts that are touched are opened, everything else stays a reference to its text.
//!
//! [`crate::edit`] and [`crate::patch`] change a draft, [`crate::write`] writes it.

use serde_json::{Map, Value};

use crate::difference::{Types, difference};
use crate::document::Document;
use crate::error::Limits;
use crate::node::{Key, Node};

/// A value of the draft.
#[derive(Debug)]
pub(crate) enum Slot {
    /// A value of the document, its text untouched.
    Source(u32),
    /// JSON text that is put in as it is.
    Text(String),
    /// A value to be written anew.
    Fresh(Box<Fresh>),
    /// A list or object with something changed inside.
    Opened(Box<Opened>),
}

#[derive(Debug)]
pub(crate) struct Fresh {
    /// The value of the document it stands instead of.
    pub base: Option<u32>,
    pub value: Value,
}

/// A list or object, child by child.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The list or object of the document this was.
    pub source: Option<u32>,
    pub is_object: bool,
    pub children: Vec<Child>,
}

#[derive(Debug)]
pub(crate) struct Child {
    /// Which child of [`Opened::source`] it was; `None` for one that is new there.
    pub origin: Option<u32>,
    pub name: Name,
    pub slot: Slot,
}

/// What a child is called.
#[derive(Debug)]
pub(crate) enum Name {
    /// An item of a list.
    Item,
    /// A key of the document, by its span.
    Source(u32),
    /// A key that is new.
    New(String),
}

impl Name {
    pub(crate) fn is(&self, document: &Document, key: &str) -> bool {
        match self {
            Name::Item => false,
            Name::Source(index) => Key::new(document, *index).is(key),
            Name::New(name) => name == key,
        }
    }

    pub(crate) fn text(&self, document: &Document) -> String {
        match self {
            Name::Item => String::new(),
            Name::Source(index) => Key::new(document, *index).text().into_owned(),
            Name::New(name) => name.clone(),
        }
    }
}

impl Child {
    /// A child that no text of the document stands for.
    pub(crate) fn new(key: Option<&str>, slot: Slot) -> Child {
        let name = match key {
            Some(key) => Name::New(key.to_string()),
            None => Name::Item,
        };
        Child { origin: None, name, slot }
    }
}

impl Slot {
    /// A new value that replaces nothing.
    pub(crate) fn fresh(value: Value) -> Slot {
        Slot::Fresh(Box::new(Fresh { base: None, value }))
    }

    /// The value of the document that stands, or stood, here.
    fn base(&self) -> Option<u32> {
        match self {
            Slot::Source(index) => Some(*index),
            Slot::Text(_) => None,
            Slot::Fresh(fresh) => fresh.base,
            Slot::Opened(opened) => opened.source,
        }
    }

    /// Makes this slot say `value`, with as little change to the document's text as can be.
    pub(crate) fn assign(&mut self, document: &Document, value: &Value, types: Types) {
        *self = match self.base() {
            Some(index) => difference(Node::new(document, index), value, types).unwrap_or(Slot::Source(index)),
            None => Slot::fresh(value.clone()),
        };
    }

    /// The list or object standing here, opened. `None` for every other value.
    pub(crate) fn open(&mut self, document: &Document) -> Option<&mut Opened> {
        let opened = match self {
            Slot::Opened(_) => None,
            Slot::Source(index) => Some(Opened::of_node(Node::new(document, *index))?),
            Slot::Fresh(fresh) => Some(
                Opened::of_value(std::mem::take(&mut fresh.value))
                    .map_err(|value| {
                        fresh.value = value;
                    })
                    .ok()?,
            ),
            Slot::Text(text) => {
                let inner = Document::parse(text.as_str(), &Limits::default()).ok()?;
                Some(Opened::of_value(inner.root().to_value()).ok()?)
            }
        };
        if let Some(opened) = opened {
            *self = Slot::Opened(Box::new(opened));
        }
        match self {
            Slot::Opened(opened) => Some(opened),
            Slot::Source(_) | Slot::Text(_) | Slot::Fresh(_) => None,
        }
    }

    /// Levels of lists and objects, 0 for anything else.
    pub(crate) fn depth(&self, document: &Document) -> usize {
        match self {
            Slot::Source(index) => Node::new(document, *index).depth(),
            Slot::Text(text) => text.bytes().filter(|byte| matches!(byte, b'[' | b'{')).count(),
            Slot::Fresh(fresh) => value_depth(&fresh.value),
            Slot::Opened(opened) => {
                1 + opened.children.iter().map(|child| child.slot.depth(document)).max().unwrap_or(0)
            }
        }
    }
}

impl Opened {
    pub(crate) fn of_node(node: Node<'_>) -> Option<Opened> {
        let child = |(place, (name, value)): (usize, (Name, Node<'_>))| Child {
            origin: Some(place as u32),
            name,
            slot: Slot::Source(value.index()),
        };
        let children = if node.is_object() {
            node.entries().map(|(key, value)| (Name::Source(key.index), value)).enumerate().map(child).collect()
        } else if node.is_array() {
            node.items().map(|value| (Name::Item, value)).enumerate().map(child).collect()
        } else {
            return None;
        };
        Some(Opened { source: Some(node.index()), is_object: node.is_object(), children })
    }

    /// Gives the value back when there is nothing to open.
    fn of_value(value: Value) -> Result<Opened, Value> {
        let (is_object, children) = match value {
            Value::Object(members) => {
                (true, members.into_iter().map(|(key, value)| Child::new(Some(&key), Slot::fresh(value))).collect())
            }
            Value::Array(items) => {
                (false, items.into_iter().map(|value| Child::new(None, Slot::fresh(value))).collect())
            }
            other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => return Err(other),
        };
        Ok(Opened { source: None, is_object, children })
    }

    /// An object with nothing in it that stands instead of `slot`.
    pub(crate) fn empty_object() -> Slot {
        Slot::fresh(Value::Object(Map::new()))
    }

    /// The place of a key among the children, the last of doubles.
    pub(crate) fn place_of(&self, document: &Document, key: &str) -> Option<usize> {
        self.children.iter().rposition(|child| child.name.is(document, key))
    }
}

/// Levels of lists and objects in a value.
pub(crate) fn value_depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(value_depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(value_depth).max().unwrap_or(0),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}
