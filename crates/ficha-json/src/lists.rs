//! Which row of a changed list is which row of the old one.
//!
//! By id, else by equal content, else by position between rows that are known: so a row that was only moved, or only
//! has new neighbours, keeps its text.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

use crate::difference::{Types, same};
use crate::node::Node;
use crate::number::shortest;

/// Keys that name a row, the surest first. `name` comes last: it is often unique, and where it is not it names
/// nothing. Keys like `key`, `comment` and `label` are content people rewrite and repeat.
const ID_KEYS: [&str; 6] = ["id", "uid", "uuid", "_id", "identifier", "name"];

/// For each new row the place of the old one it goes on from.
pub(crate) fn pair(old: &[Node<'_>], new: &[Value], types: Types) -> Vec<Option<usize>> {
    let head = old.iter().zip(new).take_while(|(node, value)| same(**node, value, types)).count();
    let old_rest = old.get(head..).unwrap_or(&[]);
    let new_rest = new.get(head..).unwrap_or(&[]);
    let tail =
        old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(node, value)| same(**node, value, types)).count();
    let old_rest = old_rest.get(..old_rest.len() - tail).unwrap_or(&[]);
    let new_rest = new_rest.get(..new_rest.len() - tail).unwrap_or(&[]);

    let mut pairs: Vec<Option<usize>> = (0..head).map(Some).collect();
    pairs.extend(pair_middle(old_rest, new_rest, types).into_iter().map(|pair| pair.map(|place| place + head)));
    pairs.extend((old.len() - tail..old.len()).map(Some));
    pairs
}

fn pair_middle(old: &[Node<'_>], new: &[Value], types: Types) -> Vec<Option<usize>> {
    let mut pairing = Pairing { pairs: vec![None; new.len()], used: vec![false; old.len()] };
    if old.is_empty() || new.is_empty() {
        return pairing.pairs;
    }
    for key in ID_KEYS {
        pairing.by_name(old, new, key);
    }
    pairing.by_content(old, new, types);
    pairing.by_position();
    pairing.pairs
}

struct Pairing {
    pairs: Vec<Option<usize>>,
    used: Vec<bool>,
}

impl Pairing {
    /// The rows without a partner, of the old and of the new list.
    fn open(&self) -> (Vec<usize>, Vec<usize>) {
        let old = self.used.iter().enumerate().filter(|(_, used)| !**used).map(|(place, _)| place).collect();
        let new = self.pairs.iter().enumerate().filter(|(_, pair)| pair.is_none()).map(|(place, _)| place).collect();
        (old, new)
    }

    fn take(&mut self, new: usize, old: usize) {
        if let (Some(pair), Some(used)) = (self.pairs.get_mut(new), self.used.get_mut(old)) {
            *pair = Some(old);
            *used = true;
        }
    }

    fn by_name(&mut self, old: &[Node<'_>], new: &[Value], key: &str) {
        let old_names: Vec<_> =
            old.iter().zip(&self.used).map(|(node, used)| name_of_node(*node, key, *used)).collect();
        let new_names: Vec<_> =
            new.iter().zip(&self.pairs).map(|(value, pair)| name_of_value(value, key, pair.is_some())).collect();
        let old_places = unique(&old_names);
        for (name, place) in unique(&new_names) {
            if let Some(from) = old_places.get(name) {
                self.take(place, *from);
            }
        }
    }

    fn by_content(&mut self, old: &[Node<'_>], new: &[Value], types: Types) {
        let (old_places, new_places) = self.open();
        // Lists in lists with one change far down are the usual case: one row against one is compared without more.
        if let ([from], [place]) = (old_places.as_slice(), new_places.as_slice()) {
            if let (Some(node), Some(value)) = (old.get(*from), new.get(*place))
                && same(*node, value, types)
            {
                self.take(*place, *from);
            }
            return;
        }
        let mut places: HashMap<String, VecDeque<usize>> = HashMap::new();
        for place in old_places {
            if let Some(node) = old.get(place) {
                places.entry(canonical(&node.to_value())).or_default().push_back(place);
            }
        }
        for place in new_places {
            let content = new.get(place).map(canonical).unwrap_or_default();
            if let Some(from) = places.get_mut(&content).and_then(VecDeque::pop_front) {
                self.take(place, from);
            }
        }
    }

    /// A row without a partner goes on from the one that followed its neighbour, if that has none either.
    fn by_position(&mut self) {
        let mut next = 0;
        for place in 0..self.pairs.len() {
            match self.pairs.get(place) {
                Some(Some(old)) => next = old + 1,
                _ if self.used.get(next) == Some(&false) => {
                    self.take(place, next);
                    next += 1;
                }
                _ => {}
            }
        }
    }
}

fn name_of_node<'a>(node: Node<'a>, key: &str, taken: bool) -> Option<Cow<'a, str>> {
    let name = node.get(key).filter(|_| !taken)?;
    name.as_str().or_else(|| name.as_number().map(|number| Cow::Owned(shortest(number))))
}

fn name_of_value<'a>(value: &'a Value, key: &str, taken: bool) -> Option<Cow<'a, str>> {
    match value.get(key).filter(|_| !taken)? {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Number(number) => Some(Cow::Owned(shortest(number.as_str()))),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Where each name stands that is there once.
fn unique<'a>(names: &'a [Option<Cow<'_, str>>]) -> HashMap<&'a str, usize> {
    let mut places = HashMap::new();
    let mut doubles = HashSet::new();
    for (place, name) in names.iter().enumerate() {
        if let Some(name) = name.as_deref().filter(|name| !name.is_empty())
            && places.insert(name, place).is_some()
        {
            doubles.insert(name);
        }
    }
    places.retain(|name, _| !doubles.contains(name));
    places
}

/// One text for all values that say the same.
fn canonical(value: &Value) -> String {
    let mut out = String::new();
    write_canonical(&mut out, value);
    out
}

fn write_canonical(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push('n'),
        Value::Bool(on) => out.push(if *on { 't' } else { 'f' }),
        Value::Number(number) => out.push_str(&crate::number::canonical(number.as_str())),
        Value::String(text) => crate::string::encode(out, text, Default::default()),
        Value::Array(items) => {
            out.push('[');
            for item in items {
                write_canonical(out, item);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<(&String, &Value)> = members.iter().collect();
            members.sort_unstable_by_key(|(key, _)| *key);
            out.push('{');
            for (key, member) in members {
                crate::string::encode(out, key, Default::default());
                write_canonical(out, member);
                out.push(',');
            }
            out.push('}');
        }
    }
}
