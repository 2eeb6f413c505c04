//! Patches: what each operation does to a text, and which are left out.

use ficha_json::{Document, Limits, Op, PatchProblem, apply_patch};
use serde_json::{Value, json};

#[track_caller]
fn patched(text: &str, ops: Value) -> (String, Vec<(usize, String, PatchProblem)>) {
    let document = Document::parse(text, &Limits::default()).unwrap();
    let ops: Vec<Op> = ops.as_array().unwrap().iter().map(|op| Op::from_value(op).unwrap()).collect();
    let (text, faults) = apply_patch(&document, &ops);
    (text, faults.into_iter().map(|fault| (fault.index, fault.path, fault.problem)).collect())
}

#[track_caller]
fn gives(text: &str, ops: Value, expected: &str) {
    assert_eq!(patched(text, ops), (expected.to_string(), Vec::new()));
}

#[test]
fn operations_change_only_what_they_name() {
    let text = "{ \"a\": [1.0, 2 ,3],\n \"b\": {\"c\": \"x\", \"d\": 1.50} }";
    gives(text, json!([]), text);
    gives(text, json!([{"op": "replace", "path": "/a/1", "value": 5}]), &text.replace("2", "5"));
    gives(text, json!([{"op": "replace", "path": "/a", "value": [1, 2, 3]}]), text);
    gives(
        text,
        json!([{"op": "replace", "path": "/b", "value": {"d": 1.5, "c": "y"}}]),
        &text.replace("\"x\"", "\"y\""),
    );
    gives(text, json!([{"op": "remove", "path": "/a/0"}]), &text.replace("1.0, ", ""));
    gives(text, json!([{"op": "add", "path": "/a/0", "value": 0}]), &text.replace("1.0", "0 ,1.0"));
    gives(text, json!([{"op": "add", "path": "/a/-", "value": 4}]), &text.replace("3]", "3 ,4]"));
    gives(text, json!([{"op": "add", "path": "/b/c", "value": 4}]), &text.replace("\"x\"", "4"));
    gives(text, json!([{"op": "add", "path": "/b/e", "value": 4}]), &text.replace("1.50", "1.50, \"e\": 4"));
    gives(text, json!([{"op": "add", "path": "", "value": 4}]), "4");
}

#[test]
fn values_are_literal() {
    gives(r#"{"t": "0.5"}"#, json!([{"op": "replace", "path": "/t", "value": 0.5}]), r#"{"t": 0.5}"#);
    gives(r#"{"t": 1}"#, json!([{"op": "replace", "path": "/t", "value": true}]), r#"{"t": true}"#);
}

#[test]
fn each_operation_works_on_what_the_one_before_left() {
    gives(
        "[0,1,2,3]",
        json!([
            {"op": "remove", "path": "/0"},
            {"op": "remove", "path": "/0"},
            {"op": "replace", "path": "/0", "value": "two"},
            {"op": "add", "path": "/-", "value": {}},
            {"op": "add", "path": "/2/a", "value": []},
            {"op": "add", "path": "/2/a/0", "value": true}
        ]),
        r#"["two",3,{"a":[true]}]"#,
    );
    let text = r#"{"a": 1.0, "b": 2}"#;
    let there_and_back =
        json!([{"op": "replace", "path": "/a", "value": 5}, {"op": "replace", "path": "/a", "value": 1}]);
    gives(text, there_and_back, text);
}

#[test]
fn what_moves_keeps_its_text() {
    let text = r#"{"a": {"x" :1.0}, "b": [1, 2], "c": {}}"#;
    gives(text, json!([{"op": "move", "from": "/a", "path": "/c/n"}]), r#"{"b": [1, 2], "c": {"n": {"x" :1.0}}}"#);
    gives(text, json!([{"op": "move", "from": "/a/x", "path": "/b/1"}]), r#"{"a": {}, "b": [1, 1.0, 2], "c": {}}"#);
    gives(text, json!([{"op": "move", "from": "/b/0", "path": "/b/1"}]), r#"{"a": {"x" :1.0}, "b": [2, 1], "c": {}}"#);
    gives(text, json!([{"op": "move", "from": "/b", "path": "/a"}]), r#"{"a": [1, 2], "c": {}}"#);
    gives(text, json!([{"op": "move", "from": "/b", "path": ""}]), "[1, 2]");
    gives(text, json!([{"op": "move", "from": "/a", "path": "/a"}]), text);
}

#[test]
fn double_keys_go_together_and_come_back_together() {
    let text = r#"{"a":1,"b":{},"a":2}"#;
    gives(text, json!([{"op": "replace", "path": "/a", "value": 3}]), r#"{"a":1,"b":{},"a":3}"#);
    gives(text, json!([{"op": "remove", "path": "/a"}]), r#"{"b":{}}"#);
    gives(text, json!([{"op": "move", "from": "/a", "path": "/b/c"}]), r#"{"b":{"c":2}}"#);
    let (same, faults) = patched(text, json!([{"op": "move", "from": "/a", "path": "/x/y"}]));
    assert_eq!((same.as_str(), faults.len()), (text, 1));
}

#[test]
fn what_cannot_be_done_is_left_out_and_named() {
    use PatchProblem::*;
    let text = r#"{"a": [1], "b": "x"}"#;
    for (op, at, problem) in [
        (json!({"op": "replace", "path": "/c", "value": 1}), "/c", NoSuchPlace),
        (json!({"op": "replace", "path": "/a/1", "value": 1}), "/a/1", NoSuchPlace),
        (json!({"op": "replace", "path": "/a/-", "value": 1}), "/a/-", NoSuchPlace),
        (json!({"op": "add", "path": "/a/2", "value": 1}), "/a/2", NoSuchPlace),
        (json!({"op": "add", "path": "/a/01", "value": 1}), "/a/01", NoSuchPlace),
        (json!({"op": "add", "path": "/b/x", "value": 1}), "/b/x", NoSuchPlace),
        (json!({"op": "add", "path": "/c/d", "value": 1}), "/c/d", NoSuchPlace),
        (json!({"op": "remove", "path": "/c"}), "/c", NoSuchPlace),
        (json!({"op": "remove", "path": ""}), "", WholeDocument),
        (json!({"op": "remove", "path": "b"}), "b", NotAPointer),
        (json!({"op": "move", "path": "/a/0", "from": "/c"}), "/c", NoSuchPlace),
        (json!({"op": "move", "path": "/c/0", "from": "/b"}), "/c/0", NoSuchPlace),
        (json!({"op": "move", "path": "/a/5", "from": "/b"}), "/a/5", NoSuchPlace),
        (json!({"op": "move", "path": "/a/0", "from": "/a"}), "/a/0", IntoItself),
        (json!({"op": "move", "path": "/a", "from": ""}), "", WholeDocument),
        (json!({"op": "add", "path": "/x".repeat(513), "value": 1}), &"/x".repeat(513), TooDeep),
    ] {
        let (out, faults) = patched(text, json!([op, {"op": "add", "path": "/z", "value": 1}]));
        assert_eq!(out, r#"{"a": [1], "b": "x", "z": 1}"#, "{op}");
        assert_eq!(faults, [(0, at.to_string(), problem)], "{op}");
    }
}

#[test]
fn operations_have_the_shape_of_the_standard() {
    for shape in [
        json!({"op": "add", "path": "/a", "value": null}),
        json!({"op": "remove", "path": "/a"}),
        json!({"op": "replace", "path": "/a", "value": {"$serde_json::private::Number": "7"}}),
        json!({"op": "move", "path": "/a", "from": "/b"}),
    ] {
        let op = Op::from_value(&shape).unwrap();
        assert_eq!(op.to_value(), shape);
        assert_eq!(serde_json::to_value(&op).unwrap(), serde_json::to_value(&shape).unwrap());
    }
    for wrong in [json!({"op": "copy", "path": "/a", "from": "/b"}), json!({"op": "add", "path": "/a"}), json!(1)] {
        assert_eq!(Op::from_value(&wrong), None);
    }
}

#[test]
fn a_chain_of_moves_cannot_nest_beyond_the_limit() {
    let limits = Limits { depth: 8, ..Limits::default() };
    let document = Document::parse(r#"{"a":[[[[]]]],"b":[[[[]]]],"c":[[[[]]]]}"#, &limits).unwrap();
    let op = |path: &str, from: &str| Op::Move { path: path.into(), from: from.into() };
    let (text, faults) = apply_patch(&document, &[op("/b/0/0/0", "/a"), op("/c/0/0/0", "/b")]);
    assert_eq!(text, r#"{"b":[[[[[[[]]]], []]]],"c":[[[[]]]]}"#.replace(", ", ","));
    assert_eq!(faults.first().map(|fault| fault.problem), Some(PatchProblem::TooDeep));
    assert!(Document::parse(text, &limits).is_ok());
}
