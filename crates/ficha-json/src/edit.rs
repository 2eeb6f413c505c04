//! Edits by JSON Pointer, collected first and made together, so that their order does not matter.

use indexmap::IndexMap;
use serde_json::Value;

use crate::difference::Types;
use crate::document::Document;
use crate::draft::{Child, Opened, Slot};
use crate::pointer;
use crate::write::write_draft;

/// Edits to a [`Document`]. Every byte they do not have to touch is copied by [`Edit::finish`].
///
/// Pointers name places of the document as it was read: removing item 2 does not move item 3. Of two edits of one
/// place the later counts; an edit inside an edited place refines it. Places on the way that are missing or are no
/// containers become objects; an item past the end of a list, or called `-`, is added at its end. A list takes no
/// keys: an edit that names one there does nothing.
///
/// The methods answer `false` when the text is no JSON Pointer, or one deeper than the document may be nested, and
/// nothing is done.
#[derive(Debug)]
pub struct Edit<'a> {
    document: &'a Document,
    root: Branch,
}

/// What is done at one place and further inside.
#[derive(Debug, Default)]
struct Branch {
    action: Option<Action>,
    inside: IndexMap<String, Branch>,
}

#[derive(Debug)]
enum Action {
    Assign(Value, Types),
    Splice(String),
    Remove,
}

impl<'a> Edit<'a> {
    pub(crate) fn new(document: &'a Document) -> Edit<'a> {
        Edit { document, root: Branch::default() }
    }

    /// Makes a place say `value`. What says it already keeps its text; a changed value keeps the JSON type it had
    /// where that can hold the new one (`"0.5"` becomes `"0.7"`, `1` becomes `0` for `false`).
    pub fn set(&mut self, pointer: &str, value: &Value) -> bool {
        self.put(pointer, Action::Assign(value.clone(), Types::Kept))
    }

    /// Makes a place say `value` as [`Edit::set`] does, with the members of its objects in the order `value` has them:
    /// for maps whose order a person chose. Plain `set` leaves members where they are.
    pub fn arrange(&mut self, pointer: &str, value: &Value) -> bool {
        self.put(pointer, Action::Assign(value.clone(), Types::KeptInOrder))
    }

    /// Makes a place say `value` in the JSON type `value` has.
    pub fn replace(&mut self, pointer: &str, value: &Value) -> bool {
        self.put(pointer, Action::Assign(value.clone(), Types::Literal))
    }

    /// Puts JSON text in as it is. It has to be strict JSON: [`crate::Node::raw`] and [`Document::strict_text`] are.
    pub fn splice(&mut self, pointer: &str, json_text: &str) -> bool {
        self.put(pointer, Action::Splice(json_text.to_string()))
    }

    /// Takes a member, all its doubles, or a list item away. The whole document cannot be: that is `false` too.
    pub fn remove(&mut self, pointer: &str) -> bool {
        !pointer.is_empty() && self.put(pointer, Action::Remove)
    }

    /// Whether no edit was asked for.
    pub fn is_empty(&self) -> bool {
        self.root.action.is_none() && self.root.inside.is_empty()
    }

    /// The edited text: strict JSON, with the byte order mark the text may have come with.
    pub fn finish(self) -> String {
        let mut root = Slot::Source(0);
        self.root.apply(self.document, &mut root);
        write_draft(self.document, &root)
    }

    fn put(&mut self, pointer: &str, action: Action) -> bool {
        let Some(tokens) = pointer::tokens(pointer).filter(|tokens| tokens.len() <= self.document.depth()) else {
            return false;
        };
        let mut branch = &mut self.root;
        for token in tokens {
            branch = branch.inside.entry(token).or_default();
        }
        branch.action = Some(action);
        true
    }
}

impl Branch {
    /// Whether anything is put here or inside, so that a missing place has to be made.
    fn creates(&self) -> bool {
        match &self.action {
            Some(Action::Assign(..) | Action::Splice(_)) => true,
            Some(Action::Remove) | None => self.inside.values().any(Branch::creates),
        }
    }

    fn apply(self, document: &Document, slot: &mut Slot) {
        match self.action {
            Some(Action::Assign(value, types)) => slot.assign(document, &value, types),
            Some(Action::Splice(text)) => *slot = Slot::Text(text),
            // Something is put inside what is removed: it is made anew with that alone.
            Some(Action::Remove) => *slot = Opened::empty_object(),
            None => {}
        }
        if self.inside.is_empty() {
            return;
        }
        if slot.open(document).is_none() {
            if !self.inside.values().any(Branch::creates) {
                return;
            }
            *slot = Opened::empty_object();
        }
        match slot.open(document) {
            Some(opened) if opened.is_object => apply_to_members(document, opened, self.inside),
            Some(opened) => apply_to_items(document, opened, self.inside),
            None => {}
        }
    }
}

fn apply_to_members(document: &Document, opened: &mut Opened, inside: IndexMap<String, Branch>) {
    let mut places: IndexMap<String, Vec<usize>> = IndexMap::new();
    for (place, child) in opened.children.iter().enumerate() {
        let name = child.name.text(document);
        if inside.contains_key(&name) {
            places.entry(name).or_default().push(place);
        }
    }
    let mut removed = vec![false; opened.children.len()];
    for (key, branch) in inside {
        let here = places.get(&key).map_or(&[][..], Vec::as_slice);
        if !branch.creates() && matches!(branch.action, Some(Action::Remove)) {
            for place in here {
                if let Some(removed) = removed.get_mut(*place) {
                    *removed = true;
                }
            }
            continue;
        }
        match here.last().and_then(|place| opened.children.get_mut(*place)) {
            Some(child) => branch.apply(document, &mut child.slot),
            None if branch.creates() => {
                let mut slot = Slot::fresh(Value::Null);
                branch.apply(document, &mut slot);
                opened.children.push(Child::new(Some(&key), slot));
            }
            None => {}
        }
    }
    let mut removed = removed.into_iter();
    opened.children.retain(|_| !removed.next().unwrap_or(false));
}

fn apply_to_items(document: &Document, opened: &mut Opened, inside: IndexMap<String, Branch>) {
    let count = opened.children.len();
    let mut removed = vec![false; count];
    let mut added: Vec<(usize, Branch)> = Vec::new();
    for (token, branch) in inside {
        let Some(place) = (if token == "-" { Some(usize::MAX) } else { pointer::index(&token) }) else { continue };
        let removes = !branch.creates() && matches!(branch.action, Some(Action::Remove));
        match (opened.children.get_mut(place), removed.get_mut(place)) {
            (Some(_), Some(removed)) if removes => *removed = true,
            (Some(child), _) => branch.apply(document, &mut child.slot),
            (None, _) if branch.creates() => added.push((place, branch)),
            (None, _) => {}
        }
    }
    added.sort_by_key(|(place, _)| *place);
    for (_, branch) in added {
        let mut slot = Slot::fresh(Value::Null);
        branch.apply(document, &mut slot);
        opened.children.push(Child::new(None, slot));
    }
    let mut removed = removed.into_iter();
    opened.children.retain(|_| !removed.next().unwrap_or(false));
}
