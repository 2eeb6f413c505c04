//! The difference of two JSON trees as RFC 6902 operations that lead from one to the other, few and in place.
//!
//! Values that say the same in another spelling (`1` and `1.0`, an escape and its letter) are no difference.

use ficha_json::{pointer, value_eq};
use ficha_model::PatchOp;
use serde_json::{Map, Value};

/// Above this many cells the items of two lists are compared one to one instead of aligned.
const CELLS: usize = 250_000;

/// The operations that turn `before` into `after`.
pub(crate) fn difference(before: &Value, after: &Value) -> Vec<PatchOp> {
    let mut ops = Vec::new();
    compare(String::new(), before, after, &mut ops);
    ops
}

fn compare(at: String, before: &Value, after: &Value, ops: &mut Vec<PatchOp>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => maps(&at, before, after, ops),
        (Value::Array(before), Value::Array(after)) => lists(&at, before, after, ops),
        _ if value_eq(before, after) => {}
        _ => ops.push(PatchOp::Replace { path: at, value: after.clone() }),
    }
}

fn maps(at: &str, before: &Map<String, Value>, after: &Map<String, Value>, ops: &mut Vec<PatchOp>) {
    for (key, value) in before {
        let below = pointer::join(at, key);
        match after.get(key) {
            Some(other) => compare(below, value, other, ops),
            None => ops.push(PatchOp::Remove { path: below }),
        }
    }
    for (key, value) in after {
        if !before.contains_key(key) {
            ops.push(PatchOp::Add { path: pointer::join(at, key), value: value.clone() });
        }
    }
}

/// One step of turning a list into another.
enum Turn {
    Keep,
    Drop,
    Insert,
}

fn lists(at: &str, before: &[Value], after: &[Value], ops: &mut Vec<PatchOp>) {
    let same_head = before.iter().zip(after).take_while(|(one, other)| value_eq(one, other)).count();
    let (before_rest, after_rest) = (&before[same_head..], &after[same_head..]);
    let same_tail =
        before_rest.iter().rev().zip(after_rest.iter().rev()).take_while(|(one, other)| value_eq(one, other)).count();
    let (old, new) = (&before_rest[..before_rest.len() - same_tail], &after_rest[..after_rest.len() - same_tail]);
    let mut place = same_head;
    let (mut from, mut to) = (0, 0);
    let mut turns = align(old, new).into_iter().peekable();
    while let Some(turn) = turns.next() {
        match turn {
            Turn::Keep => {
                from += 1;
                to += 1;
                place += 1;
            }
            // An item that goes where another comes was edited, most likely: it is changed in place.
            Turn::Drop if matches!(turns.peek(), Some(Turn::Insert)) => {
                turns.next();
                compare(pointer::join(at, &place.to_string()), &old[from], &new[to], ops);
                from += 1;
                to += 1;
                place += 1;
            }
            Turn::Drop => {
                ops.push(PatchOp::Remove { path: pointer::join(at, &place.to_string()) });
                from += 1;
            }
            Turn::Insert => {
                ops.push(PatchOp::Add { path: pointer::join(at, &place.to_string()), value: new[to].clone() });
                to += 1;
                place += 1;
            }
        }
    }
}

/// The turns by the longest common subsequence; pairs of drop and insert stand side by side.
fn align(old: &[Value], new: &[Value]) -> Vec<Turn> {
    let (rows, columns) = (old.len(), new.len());
    let mut turns = Vec::new();
    if rows.saturating_mul(columns) > CELLS {
        turns.extend((0..rows.min(columns)).flat_map(|_| [Turn::Drop, Turn::Insert]));
        turns.extend((columns..rows).map(|_| Turn::Drop));
        turns.extend((rows..columns).map(|_| Turn::Insert));
        return turns;
    }
    let width = columns + 1;
    let mut longest = vec![0_u32; (rows + 1) * width];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            longest[row * width + column] = if value_eq(&old[row], &new[column]) {
                longest[(row + 1) * width + column + 1] + 1
            } else {
                longest[(row + 1) * width + column].max(longest[row * width + column + 1])
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    while row < rows || column < columns {
        // Drops and inserts between two kept items are collected and paired.
        let (mut drops, mut inserts) = (0, 0);
        while row < rows || column < columns {
            if row < rows && column < columns && value_eq(&old[row], &new[column]) {
                break;
            }
            let down = if row < rows { longest[(row + 1) * width + column] } else { 0 };
            let right = if column < columns { longest[row * width + column + 1] } else { 0 };
            if column >= columns || (row < rows && down >= right) {
                drops += 1;
                row += 1;
            } else {
                inserts += 1;
                column += 1;
            }
        }
        let pairs: usize = drops.min(inserts);
        turns.extend((0..pairs).flat_map(|_| [Turn::Drop, Turn::Insert]));
        turns.extend((pairs..drops).map(|_| Turn::Drop));
        turns.extend((pairs..inserts).map(|_| Turn::Insert));
        if row < rows && column < columns {
            turns.push(Turn::Keep);
            row += 1;
            column += 1;
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use ficha_json::{Document, Limits};
    use serde_json::json;

    fn applied(before: &Value, ops: &[PatchOp]) -> Value {
        let document = Document::parse(before.to_string(), &Limits::default()).expect("JSON");
        let (text, faults) = ficha_json::apply_patch(&document, ops);
        assert!(faults.is_empty(), "{faults:?}");
        Document::parse(text, &Limits::default()).expect("JSON").root().to_value()
    }

    #[test]
    fn operations_lead_from_one_to_the_other() {
        let cases = [
            (json!({"a": 1, "b": [1, 2, 3]}), json!({"b": [1, 3], "c": null}), 3),
            (json!([{"x": 1}, {"x": 2}, {"x": 3}]), json!([{"x": 1}, {"x": 9, "y": 1}, {"x": 3}]), 2),
            (json!([1, 2, 3, 4]), json!([4, 1, 2]), 3),
            (json!({"a/b": {"~": 1}}), json!({"a/b": {"~": 2}}), 1),
            (json!({"a": 1}), json!([1]), 1),
            (json!([]), json!([1, 2]), 2),
            (json!({"n": 1.0, "s": "é"}), json!({"n": 1, "s": "\u{e9}"}), 0),
        ];
        for (before, after, count) in cases {
            let ops = difference(&before, &after);
            assert_eq!(ops.len(), count, "{before} to {after}: {ops:?}");
            assert!(value_eq(&applied(&before, &ops), &after), "{before} to {after}: {ops:?}");
        }
    }

    #[test]
    fn long_lists_are_compared_one_to_one() {
        let before = Value::Array((0..2000).map(|n| json!(n)).collect());
        let after = Value::Array((0..1990).map(|n| json!(n * 2)).collect());
        let ops = difference(&before, &after);
        assert!(value_eq(&applied(&before, &ops), &after));
    }
}
