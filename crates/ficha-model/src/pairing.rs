//! Which row of one list is which row of the other.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;

use serde_json::Value;

use crate::equal::{fingerprint, is_blank, same};

/// How many rows in one place are looked at for one that is alike; more would make long lists slow.
const NEIGHBOURS: usize = 8;

/// For each row of `after`, the row of `before` it is.
///
/// Rows pair by id; what is left by equal content; then by equal content but for the id (apps that make ids anew);
/// then by the longest of their own texts (apps that drop or change a small field of every row); at last by position
/// between rows already paired, as far as they are alike. Each row pairs once, the earliest first.
pub(crate) fn pair(before: &[Value], after: &[Value]) -> Vec<Option<usize>> {
    if let ([old], [new]) = (before, after)
        && alike(old, new)
    {
        return vec![Some(0)];
    }
    let mut pairs = Pairs { before, after, of_after: vec![None; after.len()], taken: vec![false; before.len()] };
    pairs.by(id, |_, _| true);
    pairs.by(|row| if id(row).is_none() { fingerprint(row, None) } else { None }, same);
    pairs.by(|row| row.as_object().and_then(|_| fingerprint(row, Some("id"))), same_but_for_id);
    pairs.by(longest_text, |_, _| true);
    pairs.by_position();
    pairs.of_after
}

/// For each row that is new on one side, the row that is new on the other side too: only equal content or an equal
/// longest text makes two of them one. Apps count ids on, so two new rows of one id are mostly two.
pub(crate) fn pair_new(mine: &[Value], theirs: &[Value]) -> Vec<Option<usize>> {
    let mut pairs =
        Pairs { before: mine, after: theirs, of_after: vec![None; theirs.len()], taken: vec![false; mine.len()] };
    pairs.by(|row| fingerprint(row, None), same);
    pairs.by(|row| row.as_object().and_then(|_| fingerprint(row, Some("id"))), same_but_for_id);
    pairs.by(longest_text, |_, _| true);
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
                    // The anchor stays the paired row, so that a run of edited rows pairs one by one.
                    let row = &self.after[index];
                    if let Some(waiting) = behind.get_mut(&anchor)
                        && let Some(at) =
                            waiting.iter().take(NEIGHBOURS).position(|found| alike(&self.before[*found], row))
                        && let Some(found) = waiting.remove(at)
                    {
                        self.of_after[index] = Some(found);
                        self.taken[found] = true;
                    }
                }
            }
        }
        for index in 0..self.after.len().min(self.before.len()) {
            if self.of_after[index].is_none() && !self.taken[index] && alike(&self.before[index], &self.after[index]) {
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

/// Whether two rows in the same place may be one: rows with two different ids only when some text or list is equal.
fn alike(a: &Value, b: &Value) -> bool {
    match (a.as_object(), b.as_object()) {
        (Some(left), Some(right)) if id(a).is_some() && id(b).is_some() => left.iter().any(|(key, value)| {
            key != "id"
                && (value.is_string() || value.is_array())
                && !is_blank(value)
                && right.get(key).is_some_and(|other| same(value, other))
        }),
        _ => true,
    }
}

fn same_but_for_id(a: &Value, b: &Value) -> bool {
    let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else { return false };
    let rest = |(key, value): &(&String, &Value)| *key != "id" && !is_blank(value);
    a.iter().filter(rest).count() == b.iter().filter(rest).count()
        && a.iter().filter(rest).all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
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
