//! Three-way merge of body trees: what both sides started from, what was edited here, what a newer file says. Rule
//! kept here: an edit made here is never lost, and what was not edited follows the file.

use ficha_json::value_eq;
use serde_json::{Map, Value};

/// Merges. Maps merge key by key and lists of rows with ids row by row; any other value that was changed on both sides
/// stays as it was edited here.
pub fn merge(before: &Value, mine: &Value, theirs: &Value) -> Value {
    if value_eq(before, mine) {
        return theirs.clone();
    }
    match (before, mine, theirs) {
        (Value::Object(before), Value::Object(mine), Value::Object(theirs)) => {
            Value::Object(merge_maps(before, mine, theirs))
        }
        (Value::Array(before), Value::Array(mine), Value::Array(theirs)) => {
            merge_rows(before, mine, theirs).unwrap_or_else(|| Value::Array(mine.clone()))
        }
        _ => mine.clone(),
    }
}

fn merge_maps(
    before: &Map<String, Value>,
    mine: &Map<String, Value>,
    theirs: &Map<String, Value>,
) -> Map<String, Value> {
    let mut merged = Map::new();
    for key in theirs.keys().chain(mine.keys().filter(|key| !theirs.contains_key(*key))) {
        if let Some(value) = merge_slot(before.get(key), mine.get(key), theirs.get(key)) {
            merged.insert(key.clone(), value);
        }
    }
    merged
}

/// One place that any of the three may lack; absent is a value like any other.
fn merge_slot(before: Option<&Value>, mine: Option<&Value>, theirs: Option<&Value>) -> Option<Value> {
    let unedited = match (before, mine) {
        (None, None) => true,
        (Some(before), Some(mine)) => value_eq(before, mine),
        (Some(_), None) | (None, Some(_)) => false,
    };
    if unedited {
        return theirs.cloned();
    }
    match (mine, theirs) {
        // Added on both sides: nothing in common but the kind of value, so maps still merge.
        (Some(mine), Some(theirs)) => Some(merge(before.unwrap_or(&Value::Null), mine, theirs)),
        (Some(mine), None) => Some(mine.clone()),
        (None, _) => None,
    }
}

/// Rows in the order of the file, then those added here; `None` unless every row on every side has an id of its own.
fn merge_rows(before: &[Value], mine: &[Value], theirs: &[Value]) -> Option<Value> {
    let (before, mine, theirs) = (rows(before)?, rows(mine)?, rows(theirs)?);
    let merged = merge_maps(&before, &mine, &theirs);
    Some(Value::Array(merged.into_iter().map(|(_, row)| row).collect()))
}

fn rows(list: &[Value]) -> Option<Map<String, Value>> {
    let mut rows = Map::new();
    for row in list {
        let id = row.get("id").filter(|id| id.is_string() || id.is_number())?;
        if rows.insert(id.to_string(), row.clone()).is_some() {
            return None;
        }
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::merge;
    use serde_json::json;

    #[test]
    fn edits_stay_and_the_rest_follows_the_file() {
        let before = json!({"identity": {"name": "Tilda", "description": "old"}, "greetings": {"firstMessage": "Hi"}});
        let mine = json!({"identity": {"name": "Tilda Q.", "description": "old"}, "persona": {"scenario": "mine"}});
        let theirs = json!({"identity": {"name": "Tilda", "description": "new", "age": "40"}, "greetings": {"firstMessage": "Hello"}});
        assert_eq!(
            merge(&before, &mine, &theirs),
            json!({"identity": {"name": "Tilda Q.", "description": "new", "age": "40"}, "persona": {"scenario": "mine"}})
        );
    }

    #[test]
    fn rows_are_merged_by_id_and_other_lists_stay_as_edited() {
        let before = json!({"entries": [{"id": 1, "content": "a"}, {"id": 2, "content": "b"}], "tags": ["x"]});
        let mine = json!({"entries": [{"id": 2, "content": "B"}, {"id": 1, "content": "a"}, {"id": 9, "content": "own"}], "tags": ["x", "y"]});
        let theirs = json!({"entries": [{"id": 1, "content": "aa"}, {"id": 2, "content": "bb"}, {"id": 3, "content": "c"}], "tags": ["z"]});
        assert_eq!(
            merge(&before, &mine, &theirs),
            json!({"entries": [{"id": 1, "content": "aa"}, {"id": 2, "content": "B"}, {"id": 3, "content": "c"}, {"id": 9, "content": "own"}], "tags": ["x", "y"]})
        );
    }
}
