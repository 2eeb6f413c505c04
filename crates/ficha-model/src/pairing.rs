//! Which row of one list is which row of the other.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;

use serde_json::Value;

use crate::equal::{fingerprint, same};

/// For each row of `after`, the row of `before` it is.
///
/// Rows pair by id; what is left by equal content; then by equal content but for the id (apps that make ids anew);
/// then by the longest of their own texts (apps that drop or change a small field of every row); at last by position
/// between rows already paired. Each row pairs once, the earliest first.
pub(crate) fn pair(before: &[Value], after: &[Value]) -> Vec<Option<usize>> {
    let mut pairs = Pairs { before, after, of_after: vec![None; after.len()], taken: vec![false; before.len()] };
    pairs.by(id, |_, _| true);
    pairs.by(|row| Some(fingerprint(row, None)), same);
    pairs.by(|row| row.is_object().then(|| fingerprint(row, Some("id"))), same_but_for_id);
    pairs.by(longest_text, |_, _| true);
    pairs.by_position();
    pairs.of_after
}

struct Pairs<'a> {
    before: &'a [Value],
    after: &'a [Value],
    of_after: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl<'a> Pairs<'a> {
    fn is_done(&self) -> bool {
        self.of_after.iter().all(Option::is_some) || self.taken.iter().all(|taken| *taken)
    }

    /// Pairs what is left by a key; `agree` has the last word, since keys may be equal by chance.
    fn by<K: Hash + Eq>(&mut self, key: impl Fn(&'a Value) -> Option<K>, agree: impl Fn(&Value, &Value) -> bool) {
        if self.is_done() {
            return;
        }
        let mut rows: HashMap<K, VecDeque<usize>> = HashMap::new();
        for (index, row) in self.before.iter().enumerate() {
            if !self.taken[index]
                && let Some(key) = key(row)
            {
                rows.entry(key).or_default().push_back(index);
            }
        }
        for (index, row) in self.after.iter().enumerate() {
            if self.of_after[index].is_none()
                && let Some(waiting) = key(row).and_then(|key| rows.get_mut(&key))
                && let Some(found) = waiting.front().copied().filter(|found| agree(&self.before[*found], row))
            {
                waiting.pop_front();
                self.of_after[index] = Some(found);
                self.taken[found] = true;
            }
        }
    }

    /// Pairs rows that follow the same paired row, one by one, then rows left over at the same index.
    fn by_position(&mut self) {
        if self.is_done() {
            return;
        }
        let mut behind: BTreeMap<Option<usize>, VecDeque<usize>> = BTreeMap::new();
        let mut anchor = None;
        for index in 0..self.before.len() {
            if self.taken[index] {
                anchor = Some(index);
            } else {
                behind.entry(anchor).or_default().push_back(index);
            }
        }
        let mut anchor = None;
        for index in 0..self.after.len() {
            match self.of_after[index] {
                Some(found) => anchor = Some(found),
                None => {
                    if let Some(found) = behind.get_mut(&anchor).and_then(VecDeque::pop_front) {
                        self.of_after[index] = Some(found);
                        self.taken[found] = true;
                        // What follows is measured from the same anchor, so that a run of edited rows stays a run.
                    }
                }
            }
        }
        for index in 0..self.after.len().min(self.before.len()) {
            if self.of_after[index].is_none() && !self.taken[index] {
                self.of_after[index] = Some(index);
                self.taken[index] = true;
            }
        }
    }
}

/// A row's own id: the text or number under `id`.
fn id(row: &Value) -> Option<&str> {
    match row.get("id")? {
        Value::String(text) if !text.is_empty() => Some(text),
        Value::Number(number) => Some(number.as_str()),
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

fn same_but_for_id(a: &Value, b: &Value) -> bool {
    let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else { return false };
    let rest = |map: &serde_json::Map<String, Value>| {
        Value::Object(
            map.iter().filter(|(key, _)| *key != "id").map(|(key, value)| (key.clone(), value.clone())).collect(),
        )
    };
    same(&rest(a), &rest(b))
}

/// The longest text among a row's own members but its id.
fn longest_text(row: &Value) -> Option<&str> {
    row.as_object()?
        .iter()
        .filter(|(key, _)| *key != "id")
        .filter_map(|(_, value)| value.as_str())
        .filter(|text| !text.is_empty())
        .max_by_key(|text| text.len())
}
