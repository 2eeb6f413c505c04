//! The difference of two bodies: what it says, and that it can be brought about and undone.

use ficha_model::{Change, Path, Touched, apply, diff, is_blank, leaves, same};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// The changes as lines, `path: before -> after`.
fn lines(before: &Value, after: &Value) -> Vec<String> {
    let side = |value: &Option<Value>| value.as_ref().map_or("-".to_owned(), Value::to_string);
    let line = |change: Change| {
        let mark = if change.what == Touched::Order { " (order)" } else { "" };
        format!("{}{mark}: {} -> {}", change.path, side(&change.before), side(&change.after))
    };
    diff(before, after).into_iter().map(line).collect()
}

fn brings_about(before: &Value, after: &Value) {
    let changes = diff(before, after);
    let mut changed = before.clone();
    let inverse = apply(&mut changed, &changes);
    assert!(same(&changed, after), "{before}\n-> {after}\ngave {changed}\nby {changes:#?}");
    apply(&mut changed, &inverse);
    assert!(same(&changed, before), "{before}\nback from {after}\ngave {changed}\nby {inverse:#?}");
}

#[test]
fn a_leaf_is_changed_set_and_cleared() {
    let before = json!({"a": {"x": "1", "y": 2, "z": true}, "b": null});
    let after = json!({"a": {"x": "2", "y": 2.0, "n": [1]}, "b": false});
    assert_eq!(lines(&before, &after), [r#"a.x: "1" -> "2""#, "a.z: true -> -", "a.n[0]: - -> 1", "b: null -> false",]);
    brings_about(&before, &after);
}

#[test]
fn blanks_are_no_difference_and_values_are() {
    let before = json!({"a": "", "b": [], "c": {"d": {}}, "e": [""], "f": false, "g": 0, "h": null});
    let after = json!({"x": "", "e": [], "f": false, "g": 0, "h": null});
    assert_eq!(lines(&before, &after), Vec::<String>::new());
    assert_eq!(lines(&before, &json!({})), ["f: false -> -", "g: 0 -> -", "h: null -> -"]);
}

#[test]
fn rows_pair_by_id_wherever_they_stand() {
    let before = json!({"l": [{"id": "a", "t": "1"}, {"id": "b", "t": "2"}, {"id": "c", "t": "3"}]});
    let after = json!({"l": [{"id": "c", "t": "3"}, {"id": "new", "t": "9"}, {"id": "a", "t": "x"}]});
    assert_eq!(
        lines(&before, &after),
        [
            r#"l[0].t: "1" -> "x""#,
            r#"l[1].id: "b" -> -"#,
            r#"l[1].t: "2" -> -"#,
            r#"l[3].id: - -> "new""#,
            r#"l[3].t: - -> "9""#,
            "l (order): [0,2,3] -> [2,3,0]",
        ]
    );
    brings_about(&before, &after);
}

#[test]
fn rows_without_ids_pair_by_content_then_by_place() {
    let before = json!({"l": ["a", "b", "c"]});
    assert_eq!(lines(&before, &json!({"l": ["b", "c"]})), [r#"l[0]: "a" -> -"#]);
    assert_eq!(
        lines(&before, &json!({"l": ["n", "a", "b", "c"]})),
        [r#"l[3]: - -> "n""#, "l (order): [0,1,2,3] -> [3,0,1,2]",]
    );
    assert_eq!(lines(&before, &json!({"l": ["a", "B", "c"]})), [r#"l[1]: "b" -> "B""#]);
    // A row edited behind one that was put in front is still that row.
    let before = json!({"l": [{"t": "x"}, {"t": "y", "u": 1}]});
    let after = json!({"l": [{"t": "n"}, {"t": "x"}, {"t": "y2", "u": 1}]});
    assert_eq!(lines(&before, &after)[0], r#"l[1].t: "y" -> "y2""#);
}

#[test]
fn rows_whose_ids_were_made_anew_are_still_the_same_rows() {
    let before = json!({"l": [{"id": "x", "t": "one", "p": 1}, {"id": "y", "t": "two", "p": 1}]});
    let after = json!({"l": [{"id": "0", "t": "two", "p": 1}, {"id": "1", "t": "one", "p": 2}]});
    assert_eq!(
        lines(&before, &after),
        [r#"l[0].id: "x" -> "1""#, "l[0].p: 1 -> 2", r#"l[1].id: "y" -> "0""#, "l (order): [0,1] -> [1,0]",]
    );
}

#[test]
fn a_changed_type_is_one_change() {
    let before = json!({"a": {"b": "text", "c": [1, 2]}});
    let after = json!({"a": {"b": ["text"], "c": {"d": 1}}});
    assert_eq!(lines(&before, &after), [r#"a.b: "text" -> ["text"]"#, r#"a.c: [1,2] -> {"d":1}"#,]);
    brings_about(&before, &after);
}

#[test]
fn chosen_changes_apply_without_the_others() {
    let before = json!({"l": [{"id": "a", "t": "1"}, {"id": "b", "t": "2"}], "n": "old"});
    let after = json!({"l": [{"id": "b", "t": "3"}], "n": "new"});
    let chosen: Vec<Change> =
        diff(&before, &after).into_iter().filter(|change| change.path.is_under(&Path::of("l[1]"))).collect();
    let mut changed = before;
    apply(&mut changed, &chosen);
    assert_eq!(changed, json!({"l": [{"id": "a", "t": "1"}, {"id": "b", "t": "3"}], "n": "old"}));
}

#[test]
fn changes_that_do_not_fit_do_no_harm() {
    let change = |path: &str, after: Value| Change {
        path: Path::of(path),
        before: None,
        after: Some(after),
        what: Touched::Value,
    };
    let mut body = json!({"a": "text", "l": [1]});
    apply(&mut body, &[change("a.b", json!(1)), change("l[9]", json!(2)), change("m[4]", json!(3))]);
    assert_eq!(body, json!({"a": {"b": 1}, "l": [1, 2], "m": [3]}));
    let order = |after: Value| Change { path: Path::of("l"), before: None, after: Some(after), what: Touched::Order };
    apply(&mut body, &[order(json!([1, 1, 7, "x", -1]))]);
    assert_eq!(body["l"], json!([2, 1]));
    apply(&mut body, &[order(json!("nonsense"))]);
    assert_eq!(body["l"], json!([2, 1]));
}

#[test]
fn leaves_are_all_that_is_not_a_filled_list_or_map() {
    let body = json!({"a": {"b": [1, {"c": "x"}, []], "d": {}}, "e": null, "f": {"zh-tw": true}});
    let found: Vec<String> = leaves(&body).into_iter().map(|(path, value)| format!("{path} {value}")).collect();
    assert_eq!(found, ["a.b[0] 1", r#"a.b[1].c "x""#, "a.b[2] []", "a.d {}", "e null", r#"f["zh-tw"] true"#]);
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..3).prop_map(Value::from),
        "[a-c]{0,3}".prop_map(Value::from),
    ]
}

/// Values of few shapes, so that two of them have much in common.
fn tree() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            prop::collection::vec(("id|text|a|b|c", inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<String, Value>>())),
        ]
    })
}

fn body() -> impl Strategy<Value = Value> {
    prop::collection::vec(("[a-d]", tree()), 0..4).prop_map(|members| Value::Object(members.into_iter().collect()))
}

/// A body and one made from it by a few changes: what editors and encoders do.
fn edited() -> impl Strategy<Value = (Value, Value)> {
    (body(), prop::collection::vec((any::<prop::sample::Index>(), tree()), 0..4)).prop_map(|(before, edits)| {
        let mut after = before.clone();
        for (at, value) in edits {
            let paths: Vec<Path> = leaves(&after).into_iter().map(|(path, _)| path).collect();
            if !paths.is_empty() {
                at.get(&paths).set(&mut after, value);
            }
        }
        (before, after)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_difference_brings_about_what_it_was_taken_from(before in body(), after in body()) {
        brings_about(&before, &after);
    }

    #[test]
    fn an_edit_is_brought_about_and_undone((before, after) in edited()) {
        brings_about(&before, &after);
    }

    #[test]
    fn rows_put_in_another_order_are_brought_about(rows in prop::collection::vec(tree(), 0..8), seed in any::<u64>()) {
        let mut moved = rows.clone();
        let count = moved.len().max(1) as u64;
        moved.rotate_left(if rows.is_empty() { 0 } else { (seed % count) as usize });
        if moved.len() > 2 {
            moved.swap(0, 2);
        }
        brings_about(&json!({"l": rows}), &json!({"l": moved}));
    }

    #[test]
    fn no_changes_means_the_same(before in body(), after in body()) {
        prop_assert_eq!(diff(&before, &after).is_empty(), same(&before, &after));
        prop_assert!(diff(&before, &before.clone()).is_empty());
        prop_assert!(same(&before, &before.clone()));
    }

    #[test]
    fn sides_are_never_blank(before in body(), after in body()) {
        for change in diff(&before, &after) {
            prop_assert!(change.before.is_some() || change.after.is_some());
            prop_assert!(!change.before.as_ref().is_some_and(is_blank) && !change.after.as_ref().is_some_and(is_blank));
        }
    }

    #[test]
    fn every_leaf_is_where_its_path_says(body in body()) {
        for (path, leaf) in leaves(&body) {
            prop_assert!(std::ptr::eq(path.get(&body).expect("the leaf is there"), leaf));
            prop_assert_eq!(path.to_string().parse::<Path>(), Ok(path));
        }
    }
}
