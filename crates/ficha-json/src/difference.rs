//! The least change that makes a value of the document say something else.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::draft::{Child, Fresh, Name, Opened, Slot};
use crate::equal::{node_eq_by, scalar_eq};
use crate::keep;
use crate::lists;
use crate::node::{Key, Node};

/// Whether a changed value keeps the JSON type it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Types {
    /// Where that type can hold what is set.
    Kept,
    /// The same, and members stand in the order of what is set.
    KeptInOrder,
    /// What is set is written as it is.
    Literal,
}

/// What has to stand where `node` is; `None` when that says `value` already.
///
/// Members and items that stay the same stay references to their text. Keys missing from `value` go, with all their
/// copies; of double keys that stay the last is changed.
pub(crate) fn difference(node: Node<'_>, value: &Value, types: Types) -> Option<Slot> {
    match value {
        Value::Object(members) if node.is_object() => object_difference(node, members, types),
        Value::Array(items) if node.is_array() => list_difference(node, items, types),
        _ if same(node, value, types) => None,
        _ => {
            let value = match types {
                Types::Kept | Types::KeptInOrder => keep::in_type_of(node, value).into_owned(),
                Types::Literal => value.clone(),
            };
            Some(Slot::Fresh(Box::new(Fresh { base: Some(node.index()), value })))
        }
    }
}

/// Whether `node` needs no change to say `value`.
pub(crate) fn same(node: Node<'_>, value: &Value, types: Types) -> bool {
    match types {
        Types::Kept | Types::KeptInOrder => node_eq_by(node, value, &keep::says),
        Types::Literal => node_eq_by(node, value, &scalar_eq),
    }
}

/// What becomes of a member.
enum Fate {
    Stays,
    Goes,
    Changes(Slot),
}

fn object_difference(node: Node<'_>, members: &Map<String, Value>, types: Types) -> Option<Slot> {
    let fate = |child: Node<'_>, value: &Value| difference(child, value, types).map_or(Fate::Stays, Fate::Changes);
    let entries: Vec<(Key<'_>, Node<'_>)> = node.entries().collect();
    let in_step =
        entries.len() == members.len() && entries.iter().zip(members).all(|((key, _), (name, _))| key.is(name));
    if in_step {
        let fates = entries.iter().zip(members).map(|((_, child), (_, value))| fate(*child, value)).collect();
        return rebuilt(node, fates, Vec::new());
    }
    let names: Vec<Cow<'_, str>> = entries.iter().map(|(key, _)| key.text()).collect();
    let last: HashMap<&str, usize> = names.iter().enumerate().map(|(place, name)| (name.as_ref(), place)).collect();
    let fates =
        entries.iter().zip(&names).enumerate().map(|(place, ((_, child), name))| match members.get(name.as_ref()) {
            None => Fate::Goes,
            Some(value) if last.get(name.as_ref()) == Some(&place) => fate(*child, value),
            Some(_) => Fate::Stays,
        });
    let fates = fates.collect();
    let added = members.iter().filter(|(key, _)| !last.contains_key(key.as_str()));
    let added = added.map(|(key, value)| Child::new(Some(key), Slot::fresh(value.clone()))).collect();
    match types {
        Types::Kept | Types::Literal => rebuilt(node, fates, added),
        Types::KeptInOrder => arranged(node, &names, members, fates, added),
    }
}

/// The same with every member where the new value has it; doubles stay together.
fn arranged(
    node: Node<'_>,
    names: &[Cow<'_, str>],
    members: &Map<String, Value>,
    fates: Vec<Fate>,
    added: Vec<Child>,
) -> Option<Slot> {
    let ranks: HashMap<&str, usize> = members.keys().enumerate().map(|(rank, key)| (key.as_str(), rank)).collect();
    let rank = |name: &str| ranks.get(name).copied().unwrap_or(usize::MAX);
    let places: Vec<usize> = names.iter().map(|name| rank(name)).collect();
    // Doubles count where the first of them stands, as they do in a value read from the text.
    let mut seen = HashSet::new();
    let staying: Vec<usize> = places.iter().copied().filter(|rank| *rank != usize::MAX && seen.insert(*rank)).collect();
    let last = staying.last().copied();
    let new: Vec<usize> =
        added.iter().map(|child| if let Name::New(key) = &child.name { rank(key) } else { 0 }).collect();
    if staying.is_sorted() && new.iter().all(|rank| last.is_none_or(|last| last < *rank)) {
        return rebuilt(node, fates, added);
    }
    let mut children: Vec<(usize, Child)> = Vec::with_capacity(members.len());
    for (place, (((key, child), fate), rank)) in node.entries().zip(fates).zip(places).enumerate() {
        let slot = match fate {
            Fate::Stays => Slot::Source(child.index()),
            Fate::Changes(slot) => slot,
            Fate::Goes => continue,
        };
        children.push((rank, Child { origin: Some(place as u32), name: Name::Source(key.index), slot }));
    }
    children.extend(new.into_iter().zip(added));
    children.sort_by_key(|(rank, _)| *rank);
    let children = children.into_iter().map(|(_, child)| child).collect();
    Some(Slot::Opened(Box::new(Opened { source: Some(node.index()), is_object: true, children })))
}

fn rebuilt(node: Node<'_>, fates: Vec<Fate>, added: Vec<Child>) -> Option<Slot> {
    if added.is_empty() && fates.iter().all(|fate| matches!(fate, Fate::Stays)) {
        return None;
    }
    let mut children = Vec::new();
    for (place, ((key, child), fate)) in node.entries().zip(fates).enumerate() {
        let slot = match fate {
            Fate::Stays => Slot::Source(child.index()),
            Fate::Changes(slot) => slot,
            Fate::Goes => continue,
        };
        children.push(Child { origin: Some(place as u32), name: Name::Source(key.index), slot });
    }
    children.extend(added);
    Some(Slot::Opened(Box::new(Opened { source: Some(node.index()), is_object: true, children })))
}

fn list_difference(node: Node<'_>, items: &[Value], types: Types) -> Option<Slot> {
    let old: Vec<Node<'_>> = node.items().collect();
    let pairs = lists::pair(&old, items, types);
    let mut touched = old.len() != items.len();
    let mut children = Vec::with_capacity(items.len());
    for (place, (value, pair)) in items.iter().zip(pairs).enumerate() {
        let before = pair.and_then(|origin| Some((origin, *old.get(origin)?)));
        let slot = match before {
            Some((_, node)) => difference(node, value, types).unwrap_or(Slot::Source(node.index())),
            None => Slot::fresh(value.clone()),
        };
        touched |= pair != Some(place) || !matches!(slot, Slot::Source(_));
        children.push(Child { origin: pair.map(|origin| origin as u32), name: Name::Item, slot });
    }
    let opened = Opened { source: Some(node.index()), is_object: false, children };
    touched.then(|| Slot::Opened(Box::new(opened)))
}
