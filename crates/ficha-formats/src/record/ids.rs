//! Ids of rows: what they are called in the body, and what a new row is called on the wire.

use std::collections::BTreeSet;

use ficha_json::Node;
use ficha_model::Entity;
use serde_json::Value;

/// The id a wire value spells: a number or a text that is not blank.
pub(crate) fn spelt(node: Node<'_>) -> Option<String> {
    node.as_number()
        .map(str::to_owned)
        .or_else(|| node.as_str().map(|text| text.into_owned()))
        .filter(|id| !id.is_empty())
}

/// The same of a value about to be written.
pub(crate) fn spelt_value(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The ids of rows in the body: as the wire has them; one that is missing takes the first free number from its place
/// on, one that stands twice gets a mark. Answers whether one stood twice.
pub(crate) fn body_ids(wire: Vec<Option<String>>) -> (Vec<String>, bool) {
    let mut taken: BTreeSet<String> = wire.iter().flatten().cloned().collect();
    let mut seen = BTreeSet::new();
    let mut doubled = false;
    let ids = wire.into_iter().enumerate().map(|(index, id)| {
        let id = match id {
            Some(id) if seen.insert(id.clone()) => return id,
            Some(id) => {
                doubled = true;
                (2..).map(|count| format!("{id}#{count}")).find(|id| !taken.contains(id)).unwrap_or(id)
            }
            None => (index..).map(|number| number.to_string()).find(|id| !taken.contains(id)).unwrap_or_default(),
        };
        taken.insert(id.clone());
        seen.insert(id.clone());
        id
    });
    (ids.collect(), doubled)
}

/// Numbers for new rows of a list.
pub(crate) struct NewIds {
    used: BTreeSet<i64>,
    /// Numbers that rows of the body have as their own id.
    reserved: BTreeSet<i64>,
    free: i64,
}

impl NewIds {
    /// `wire` are the numbers the rows on the wire have.
    pub fn of(wire: impl Iterator<Item = i64>, new: &[Value], old: &[Value]) -> NewIds {
        let number = |row: &Value| own_number(row.get("id")?.as_str()?);
        let kept: BTreeSet<&str> = old.iter().filter_map(|row| row.get("id")?.as_str()).collect();
        let is_kept = |row: &&Value| row.get("id").and_then(Value::as_str).is_some_and(|id| kept.contains(id));
        NewIds {
            used: wire.chain(new.iter().filter(is_kept).filter_map(number)).collect(),
            reserved: new.iter().filter_map(number).collect(),
            free: 0,
        }
    }

    /// The number of an id that is one and is free, else the first free one.
    pub fn next(&mut self, id: &str) -> i64 {
        let number = match own_number(id).filter(|number| !self.used.contains(number)) {
            Some(number) => number,
            None => {
                while self.used.contains(&self.free) || self.reserved.contains(&self.free) {
                    self.free += 1;
                }
                self.free
            }
        };
        self.used.insert(number);
        number
    }
}

/// Gives entities of one file that would be called alike ids of their own.
pub(crate) fn make_free(entities: &mut [Entity]) {
    let mut taken = BTreeSet::new();
    for entity in entities {
        let name = |id: &str| (entity.kind, id.to_owned());
        if taken.contains(&name(&entity.id)) {
            let free = (2..).map(|count| format!("{}-{count}", entity.id)).find(|id| !taken.contains(&name(id)));
            entity.id = free.unwrap_or_default();
        }
        taken.insert((entity.kind, entity.id.clone()));
    }
}

/// The number an id is the plain spelling of.
pub(crate) fn own_number(id: &str) -> Option<i64> {
    id.parse().ok().filter(|number: &i64| number.to_string() == id)
}
