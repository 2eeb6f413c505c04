//! RFC 6902 patches, as far as native edits use them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::difference::Types;
use crate::document::Document;
use crate::draft::{Child, Name, Opened, Slot, value_depth};
use crate::pointer;
use crate::write::write_draft;

/// One RFC 6902 operation; `copy` and `test` are not used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Op {
    /// Adds a member or list item, or replaces a member that is there.
    Add {
        /// JSON Pointer; `-` as its last token is the end of a list.
        path: String,
        /// What is put there.
        value: Value,
    },
    /// Takes one away.
    Remove {
        /// JSON Pointer.
        path: String,
    },
    /// Replaces one that is there.
    Replace {
        /// JSON Pointer.
        path: String,
        /// What is put there.
        value: Value,
    },
    /// Takes one away and adds it elsewhere.
    Move {
        /// JSON Pointer it goes to, in the document without it.
        path: String,
        /// JSON Pointer it comes from.
        from: String,
    },
}

impl Op {
    /// The operation a value of the RFC's shape describes. Foreign text is read this way and not through
    /// `Deserialize`, which takes an object with serde's private number key for a number.
    pub fn from_value(value: &Value) -> Option<Op> {
        let text = |key: &str| Some(value.get(key)?.as_str()?.to_string());
        let path = text("path")?;
        match value.get("op")?.as_str()? {
            "add" => Some(Op::Add { path, value: value.get("value")?.clone() }),
            "remove" => Some(Op::Remove { path }),
            "replace" => Some(Op::Replace { path, value: value.get("value")?.clone() }),
            "move" => Some(Op::Move { path, from: text("from")? }),
            _ => None,
        }
    }

    /// The operation in the RFC's shape.
    pub fn to_value(&self) -> Value {
        let text = |text: &str| Value::String(text.to_string());
        let (op, path, more) = match self {
            Op::Add { path, value } => ("add", path, Some(("value", value.clone()))),
            Op::Remove { path } => ("remove", path, None),
            Op::Replace { path, value } => ("replace", path, Some(("value", value.clone()))),
            Op::Move { path, from } => ("move", path, Some(("from", text(from)))),
        };
        let mut members = Map::new();
        members.insert("op".to_string(), text(op));
        members.insert("path".to_string(), text(path));
        members.extend(more.map(|(key, value)| (key.to_string(), value)));
        Value::Object(members)
    }

    /// The place it is about.
    pub fn path(&self) -> &str {
        match self {
            Op::Add { path, .. } | Op::Remove { path } | Op::Replace { path, .. } | Op::Move { path, .. } => path,
        }
    }
}

/// An operation that could not be made and was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchFault {
    /// Its place in the list.
    pub index: usize,
    /// The pointer at fault: its `path`, or the `from` of a move.
    pub path: String,
    /// Why.
    pub problem: PatchProblem,
}

/// Why an operation could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PatchProblem {
    /// It is no JSON Pointer.
    NotAPointer,
    /// Nothing is there, or nothing is there to put it into.
    NoSuchPlace,
    /// The whole document cannot be removed or moved.
    WholeDocument,
    /// A value cannot be moved into itself.
    IntoItself,
    /// The document would be nested deeper than it may be.
    TooDeep,
}

/// Makes the operations one after the other, each on what the one before left, and answers with the text and the
/// operations that could not be made. Values are put in as they are; what says the same already keeps its text.
pub fn apply_patch(document: &Document, ops: &[Op]) -> (String, Vec<PatchFault>) {
    let mut draft = Draft { document, root: Slot::Source(0) };
    let mut faults = Vec::new();
    for (index, op) in ops.iter().enumerate() {
        if let Err((path, problem)) = draft.make(op) {
            faults.push(PatchFault { index, path: path.to_string(), problem });
        }
    }
    (write_draft(document, &draft.root), faults)
}

/// A value that was taken out, and all that is needed to put it back.
struct Taken {
    /// The tokens of its parent.
    home: Vec<String>,
    place: usize,
    origin: Option<u32>,
    name: Name,
    slot: Slot,
    /// Other members of the same key, each with its place before any was taken; they go along.
    others: Vec<(usize, Child)>,
}

type Made<'o, T> = Result<T, (&'o str, PatchProblem)>;

struct Draft<'a> {
    document: &'a Document,
    root: Slot,
}

impl Draft<'_> {
    fn make<'o>(&mut self, op: &'o Op) -> Made<'o, ()> {
        match op {
            Op::Add { path, value } => {
                self.check_depth(path, value_depth(value))?;
                match split(path)? {
                    None => self.root.assign(self.document, value, Types::Literal),
                    Some((parents, token)) => {
                        let document = self.document;
                        let opened = self.open(path, &parents)?;
                        match present(document, opened, &token) {
                            Some(child) if opened.is_object => {
                                if let Some(child) = opened.children.get_mut(child) {
                                    child.slot.assign(document, value, Types::Literal);
                                }
                            }
                            _ => insert(document, opened, &token, Slot::fresh(value.clone()))
                                .ok_or((path.as_str(), PatchProblem::NoSuchPlace))?,
                        }
                    }
                }
                Ok(())
            }
            Op::Replace { path, value } => {
                self.check_depth(path, value_depth(value))?;
                let document = self.document;
                let slot = self.slot(path, &tokens(path)?)?;
                slot.assign(document, value, Types::Literal);
                Ok(())
            }
            Op::Remove { path } => self.take(path).map(|_| ()),
            Op::Move { path, from } => self.relocate(path, from),
        }
    }

    fn relocate<'o>(&mut self, path: &'o str, from: &'o str) -> Made<'o, ()> {
        let target = tokens(path)?;
        let source = tokens(from)?;
        if source.is_empty() {
            return Err((from, PatchProblem::WholeDocument));
        }
        let document = self.document;
        let depth = self.slot(from, &source)?.depth(document);
        if target == source {
            return Ok(());
        }
        if target.starts_with(&source) {
            return Err((path, PatchProblem::IntoItself));
        }
        self.check_depth(path, depth)?;
        let Some((parents, token)) = split(path)? else {
            self.root = self.take(from)?.slot;
            return Ok(());
        };
        let mut taken = self.take(from)?;
        let place =
            self.open(path, &parents).ok().filter(|opened| opened.is_object || list_place(opened, &token).is_some());
        match place {
            Some(opened) => insert(document, opened, &token, taken.slot).ok_or((path, PatchProblem::NoSuchPlace)),
            None => {
                taken.others.push((taken.place, Child { origin: taken.origin, name: taken.name, slot: taken.slot }));
                let home = self.open(from, &taken.home)?;
                for (place, child) in taken.others {
                    home.children.insert(place.min(home.children.len()), child);
                }
                Err((path, PatchProblem::NoSuchPlace))
            }
        }
    }

    fn take<'o>(&mut self, path: &'o str) -> Made<'o, Taken> {
        let Some((home, token)) = split(path)? else { return Err((path, PatchProblem::WholeDocument)) };
        let document = self.document;
        let opened = self.open(path, &home)?;
        let place = present(document, opened, &token).ok_or((path, PatchProblem::NoSuchPlace))?;
        let Child { origin, name, slot } = opened.children.remove(place);
        let mut others = Vec::new();
        if opened.is_object {
            let double = |child: &Child| child.name.is(document, &token);
            let places: Vec<usize> = (0..place).filter(|at| opened.children.get(*at).is_some_and(double)).collect();
            for at in places.into_iter().rev() {
                others.insert(0, (at, opened.children.remove(at)));
            }
        }
        Ok(Taken { home, place, origin, name, slot, others })
    }

    /// The container at the end of `tokens`.
    fn open<'o>(&mut self, path: &'o str, tokens: &[String]) -> Made<'o, &mut Opened> {
        let document = self.document;
        self.slot(path, tokens)?.open(document).ok_or((path, PatchProblem::NoSuchPlace))
    }

    fn slot<'o>(&mut self, path: &'o str, tokens: &[String]) -> Made<'o, &mut Slot> {
        let missing = (path, PatchProblem::NoSuchPlace);
        let mut slot = &mut self.root;
        for token in tokens {
            let opened = slot.open(self.document).ok_or(missing)?;
            let place = present(self.document, opened, token).ok_or(missing)?;
            slot = &mut opened.children.get_mut(place).ok_or(missing)?.slot;
        }
        Ok(slot)
    }

    fn check_depth<'o>(&self, path: &'o str, more: usize) -> Made<'o, ()> {
        if tokens(path)?.len() + more > self.document.depth() {
            return Err((path, PatchProblem::TooDeep));
        }
        Ok(())
    }
}

fn tokens(path: &str) -> Made<'_, Vec<String>> {
    pointer::tokens(path).ok_or((path, PatchProblem::NotAPointer))
}

/// The parent's tokens and the last one; `None` for the whole document.
fn split(path: &str) -> Made<'_, Option<(Vec<String>, String)>> {
    let mut tokens = tokens(path)?;
    Ok(tokens.pop().map(|last| (tokens, last)))
}

/// The child that `token` names, the last of doubles.
fn present(document: &Document, opened: &Opened, token: &str) -> Option<usize> {
    if opened.is_object {
        return opened.place_of(document, token);
    }
    pointer::index(token).filter(|place| *place < opened.children.len())
}

/// Where an item goes that is put into a list.
fn list_place(opened: &Opened, token: &str) -> Option<usize> {
    let end = opened.children.len();
    if token == "-" { Some(end) } else { pointer::index(token).filter(|place| *place <= end) }
}

/// Puts a value into a container: at a place of a list, under a key that may be taken.
fn insert(document: &Document, opened: &mut Opened, token: &str, slot: Slot) -> Option<()> {
    if !opened.is_object {
        let place = list_place(opened, token)?;
        opened.children.insert(place, Child::new(None, slot));
        return Some(());
    }
    match opened.place_of(document, token).and_then(|place| opened.children.get_mut(place)) {
        Some(child) => child.slot = slot,
        None => opened.children.push(Child::new(Some(token), slot)),
    }
    Some(())
}
