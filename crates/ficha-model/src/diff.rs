//! The difference of two bodies, leaf by leaf, and bringing it about.
//!
//! `""`, `[]`, `{}` and absent are the same. Lists pair their rows (see `pairing`), so a row that moved is not a row
//! lost and a row gained.

use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::equal::{identical, is_blank, same};
use crate::leaves::visit_below;
use crate::pairing::pair;
use crate::{Body, Path, Step};

/// One difference.
///
/// Paths count list items as in the body *before*; items that are new there follow behind its last one. So all
/// changes of one difference can be looked at, chosen from and applied in any order.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Where.
    pub path: Path,
    /// The leaf before; `None` when there was none or only a blank.
    pub before: Option<Value>,
    /// The leaf after; `None` when there is none or only a blank.
    pub after: Option<Value>,
    /// What the two are.
    pub what: Touched,
}

/// What a [`Change`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// A leaf; or a whole value, where a text, number or flag became a list or map or the other way round.
    Value,
    /// The order of a list's items: `before` and `after` are the item numbers that are left, in their order.
    Order,
}

/// The changes that lead from one value to the other, in the order of the first; none when they say the same.
/// At once when both are the very same value in memory.
pub fn diff(before: &Value, after: &Value) -> Vec<Change> {
    let mut changes = Vec::new();
    compare(before, after, &mut Path::default(), &mut changes);
    changes
}

impl Body {
    /// The changes that lead from this body to another.
    pub fn diff(&self, after: &Body) -> Vec<Change> {
        diff(self.value(), after.value())
    }

    /// Brings changes about and answers with those that undo them; see [`apply`].
    pub fn apply(&mut self, changes: &[Change]) -> Vec<Change> {
        apply(self.value_mut(), changes)
    }
}

fn compare(before: &Value, after: &Value, path: &mut Path, out: &mut Vec<Change>) {
    if std::ptr::eq(before, after) {
        return;
    }
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => compare_maps(before, after, path, out),
        (Value::Array(before), Value::Array(after)) => compare_lists(before, after, path, out),
        (
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_),
            _,
        ) => match (is_blank(before), is_blank(after)) {
            (true, true) => {}
            (true, false) => gained(after, path, out),
            (false, true) => lost(before, path, out),
            (false, false) => {
                if !same(before, after) {
                    push(path, Some(before), Some(after), out);
                }
            }
        },
    }
}

fn push(path: &Path, before: Option<&Value>, after: Option<&Value>, out: &mut Vec<Change>) {
    out.push(Change { path: path.clone(), before: before.cloned(), after: after.cloned(), what: Touched::Value });
}

fn lost(value: &Value, path: &mut Path, out: &mut Vec<Change>) {
    visit_below(value, path, &mut |path, leaf| {
        if !is_blank(leaf) {
            push(path, Some(leaf), None, out);
        }
    });
}

fn gained(value: &Value, path: &mut Path, out: &mut Vec<Change>) {
    visit_below(value, path, &mut |path, leaf| {
        if !is_blank(leaf) {
            push(path, None, Some(leaf), out);
        }
    });
}

fn below(path: &mut Path, step: Step, work: impl FnOnce(&mut Path)) {
    path.0.push(step);
    work(path);
    path.0.pop();
}

fn compare_maps(before: &Map<String, Value>, after: &Map<String, Value>, path: &mut Path, out: &mut Vec<Change>) {
    // Both mostly have the same keys in the same order: the neighbour is tried before the key is looked up.
    let mut beside = after.iter().peekable();
    for (key, old) in before {
        let new = match beside.next_if(|(name, _)| *name == key) {
            Some((_, new)) => Some(new),
            None => after.get(key),
        };
        below(path, Step::Key(key.into()), |path| match new {
            Some(new) => compare(old, new, path, out),
            None => lost(old, path, out),
        });
    }
    if beside.peek().is_some() {
        for (key, new) in after.iter().filter(|(key, _)| !before.contains_key(*key)) {
            below(path, Step::Key(key.into()), |path| gained(new, path, out));
        }
    }
}

fn compare_lists(before: &[Value], after: &[Value], path: &mut Path, out: &mut Vec<Change>) {
    if before.len() == after.len() && before.iter().zip(after).all(|(old, new)| identical(old, new)) {
        return;
    }
    let partners = pair(before, after);
    let mut found = vec![None; before.len()];
    for (index, partner) in partners.iter().enumerate() {
        if let Some(partner) = partner {
            found[*partner] = Some(&after[index]);
        }
    }
    for (index, old) in before.iter().enumerate() {
        below(path, Step::Index(index), |path| match found[index] {
            Some(new) => compare(old, new, path, out),
            None => lost(old, path, out),
        });
    }
    // Rows that are new are numbered behind the last old one; blank ones do not count.
    let mut target: Vec<usize> = Vec::with_capacity(after.len());
    let mut next = before.len();
    for (index, new) in after.iter().enumerate() {
        match partners[index] {
            Some(partner) => target.push(partner),
            None if is_blank(new) => {}
            None => {
                below(path, Step::Index(next), |path| gained(new, path, out));
                target.push(next);
                next += 1;
            }
        }
    }
    let mut natural = target.clone();
    natural.sort_unstable();
    if natural != target {
        let numbers = |indices: Vec<usize>| Some(Value::from(indices));
        out.push(Change { path: path.clone(), before: numbers(natural), after: numbers(target), what: Touched::Order });
    }
}

/// Brings changes about and answers with those that undo them. All paths mean the value as it is given, whatever the
/// order of the changes. A list item that has nothing left is taken out; what is blank in the end is not kept.
pub fn apply(root: &mut Value, changes: &[Change]) -> Vec<Change> {
    let mut plan = Plan::default();
    for change in changes {
        plan.insert(change);
    }
    let before = root.clone();
    *root = plan.carry_out(Some(std::mem::take(root))).unwrap_or_else(|| Value::Object(Map::new()));
    diff(root, &before)
}

/// The changes as a tree.
#[derive(Default)]
struct Plan<'a> {
    here: Option<&'a Change>,
    order: Option<Vec<usize>>,
    below: IndexMap<&'a Step, Plan<'a>>,
}

impl<'a> Plan<'a> {
    fn insert(&mut self, change: &'a Change) {
        let mut plan = self;
        for step in &change.path.0 {
            plan = plan.below.entry(step).or_default();
        }
        match change.what {
            Touched::Value => plan.here = Some(change),
            Touched::Order => {
                let numbers = change.after.as_ref().and_then(Value::as_array).into_iter().flatten();
                plan.order = Some(numbers.filter_map(|number| number.as_u64()?.try_into().ok()).collect());
            }
        }
    }

    /// The value after the plan; `None` when nothing is left of it.
    fn carry_out(&self, value: Option<Value>) -> Option<Value> {
        if let Some(change) = self.here {
            return change.after.clone();
        }
        let is_list = self.order.is_some() || matches!(self.below.keys().next(), Some(Step::Index(_)));
        let changed = match value {
            Some(Value::Array(rows)) if is_list => Value::Array(self.rows(rows)),
            _ if is_list => Value::Array(self.rows(Vec::new())),
            Some(Value::Object(members)) => Value::Object(self.members(members)),
            _ => Value::Object(self.members(Map::new())),
        };
        (!is_blank(&changed)).then_some(changed)
    }

    fn members(&self, mut members: Map<String, Value>) -> Map<String, Value> {
        for (step, plan) in &self.below {
            let Step::Key(key) = step else { continue };
            let old = members.get_mut(key.as_str()).map(std::mem::take);
            match plan.carry_out(old) {
                Some(new) => {
                    members.insert(key.to_string(), new);
                }
                None => {
                    members.shift_remove(key.as_str());
                }
            }
        }
        members
    }

    fn rows(&self, rows: Vec<Value>) -> Vec<Value> {
        let mut numbered: IndexMap<usize, Value> = rows.into_iter().enumerate().collect();
        for (step, plan) in &self.below {
            let Step::Index(index) = step else { continue };
            let old = numbered.get_mut(index).map(std::mem::take);
            match plan.carry_out(old) {
                Some(new) => {
                    numbered.insert(*index, new);
                }
                None => {
                    // The place is kept until the end, so that removing many rows stays cheap.
                    numbered.entry(*index).and_modify(|row| *row = Value::Array(Vec::new()));
                }
            }
        }
        let touched = |index: &usize| self.below.contains_key(&Step::Index(*index));
        numbered.retain(|index, row| !(touched(index) && is_blank(row)));
        numbered.sort_unstable_keys();
        let mut ordered = Vec::with_capacity(numbered.len());
        let mut listed: HashSet<usize> = HashSet::new();
        for index in self.order.iter().flatten() {
            if let Some(row) = numbered.get_mut(index)
                && listed.insert(*index)
            {
                ordered.push(std::mem::take(row));
            }
        }
        ordered.extend(numbered.into_iter().filter(|(index, _)| !listed.contains(index)).map(|(_, row)| row));
        ordered
    }
}
