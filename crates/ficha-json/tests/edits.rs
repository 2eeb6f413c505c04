//! What an edit does to a text, one small text for each habit and rule.

use ficha_json::{Document, Edit, Limits};
use serde_json::json;

#[track_caller]
fn edited(text: &str, edits: impl FnOnce(&mut Edit<'_>)) -> String {
    let document = Document::parse(text, &Limits::default()).unwrap();
    let mut edit = document.edit();
    edits(&mut edit);
    edit.finish()
}

#[track_caller]
fn set(text: &str, pointer: &str, value: serde_json::Value) -> String {
    edited(text, |edit| assert!(edit.set(pointer, &value)))
}

#[track_caller]
fn remove(text: &str, pointer: &str) -> String {
    edited(text, |edit| assert!(edit.remove(pointer)))
}

#[test]
fn what_says_the_same_keeps_its_text() {
    let text = "\u{feff} {\"a\" :[1.0 , 1E2],\"s\":\"\\u0041\\/\", \"s\":\"\\u0041\\/\",\r\n\t\"o\":{ } } \n";
    assert_eq!(edited(text, |_| {}), text);
    let same = json!({"o": {}, "s": "A/", "a": [1, 100]});
    assert_eq!(set(text, "", same), text);
    assert_eq!(set(text, "/a/0", json!(1)), text);
    assert_eq!(remove(text, "/nothing/here"), text);
}

#[test]
fn a_changed_value_is_replaced_in_its_span() {
    let text = "{ \"a\":1,\n\"b\" : [ true,{\"c\":null} ] , \"d\": \"x\" }";
    assert_eq!(set(text, "/a", json!(2)), text.replace(":1", ":2"));
    assert_eq!(set(text, "/b/1/c", json!("y")), text.replace("null", "\"y\""));
    assert_eq!(set(text, "/b/0", json!(false)), text.replace("true", "false"));
    assert_eq!(set("  1 \n", "", json!({"a": [1, {"b": 2}]})), "  {\"a\":[1,{\"b\":2}]} \n");
}

#[test]
fn only_what_differs_inside_a_value_is_touched() {
    let text = r#"{"o": {"x": 1.0, "y": [1,2,  3], "z": "\u0041"}, "p": 1}"#;
    let to = json!({"x": 1, "y": [1, 2, 4], "z": "A", "new": null});
    assert_eq!(set(text, "/o", to), r#"{"o": {"x": 1.0, "y": [1,2,  4], "z": "\u0041", "new": null}, "p": 1}"#);
}

#[test]
fn a_value_keeps_its_type_where_that_can_hold_the_new_one() {
    for (from, to, gives) in [
        (r#""0.5""#, json!(0.7), r#""0.7""#),
        (r#""0.50""#, json!(0.5), r#""0.50""#),
        (r#""""#, json!(3), r#""3""#),
        (r#""true""#, json!(false), r#""false""#),
        (r#""On""#, json!(false), "false"),
        (r#""yes""#, json!(false), r#""no""#),
        (r#""False""#, json!(true), r#""True""#),
        ("1", json!(false), "0"),
        ("1", json!(true), "1"),
        ("2", json!(true), "true"),
        ("2", json!("3"), "3"),
        ("2.0", json!("2.0"), "2.0"),
        ("2", json!("2.00"), r#""2.00""#),
        ("2", json!("1.5-beta"), r#""1.5-beta""#),
        ("false", json!(1), "true"),
        ("false", json!(0), "false"),
        ("false", json!("true"), "true"),
        ("false", json!(2), "2"),
        ("null", json!(2), "2"),
        (r#""0.5""#, json!(null), "null"),
        (r#""0.5""#, json!([1]), "[1]"),
        ("[1]", json!("1"), r#""1""#),
    ] {
        assert_eq!(set(from, "", to.clone()), gives, "{from} set to {to}");
    }
}

#[test]
fn replace_is_literal() {
    for (from, to, gives) in [
        (r#""0.5""#, json!(0.5), "0.5"),
        ("1", json!(true), "true"),
        ("1.0", json!(1), "1.0"),
        ("2", json!("2"), r#""2""#),
    ] {
        assert_eq!(edited(from, |edit| assert!(edit.replace("", &to))), gives);
    }
}

#[test]
fn of_double_keys_the_last_is_changed_and_all_are_removed() {
    let text = r#"{"a":1,"b":2,"a":3,"c":4}"#;
    assert_eq!(set(text, "/a", json!(5)), r#"{"a":1,"b":2,"a":5,"c":4}"#);
    assert_eq!(set(text, "", json!({"a": 5, "b": 2, "c": 4})), r#"{"a":1,"b":2,"a":5,"c":4}"#);
    assert_eq!(remove(text, "/a"), r#"{"b":2,"c":4}"#);
    assert_eq!(set(text, "", json!({"c": 4})), r#"{"c":4}"#);
    assert_eq!(set(text, "", json!({"a": 3, "b": 2, "c": 4})), text);
    assert_eq!(set(r#"{"\u0061":1,"a":2}"#, "/a", json!(3)), r#"{"\u0061":1,"a":3}"#);
}

#[test]
fn new_strings_follow_the_escapes_of_the_document() {
    let new = json!("é/\"\u{1}\n😀");
    assert_eq!(set(r#"{"a":"x"}"#, "/a", new.clone()), "{\"a\":\"é/\\\"\\u0001\\n😀\"}");
    assert_eq!(set(r#"{"a":"\u00fc"}"#, "/b", new.clone()), r#"{"a":"\u00fc","b":"\u00e9/\"\u0001\n\ud83d\ude00"}"#);
    assert_eq!(set(r#"{"a":"\u00FC"}"#, "/b", json!("é")), r#"{"a":"\u00FC","b":"\u00E9"}"#);
    assert_eq!(set(r#"{"a":"\u00fcü"}"#, "/b", json!("é")), r#"{"a":"\u00fcü","b":"é"}"#);
    assert_eq!(set(r#"{"a":"\\u00fc \u0041"}"#, "/b", json!("é")), r#"{"a":"\\u00fc \u0041","b":"é"}"#);
    assert_eq!(set(r#"{"a":"\/ \/"}"#, "/b", json!("/é")), r#"{"a":"\/ \/","b":"\/é"}"#);
    assert_eq!(set(r#"{"a":"\/ /"}"#, "/b", json!("/")), r#"{"a":"\/ /","b":"/"}"#);
    assert_eq!(set(r#"{"a":"\\/"}"#, "/b", json!("/")), r#"{"a":"\\/","b":"/"}"#);
    assert_eq!(set(r#"{"a":"\u00fc"}"#, "/é", json!(1)), r#"{"a":"\u00fc","\u00e9":1}"#);
}

#[test]
fn new_numbers_have_their_shortest_form() {
    let number = |text: &str| Document::parse(text, &Limits::default()).unwrap().root().to_value();
    for (number_text, gives) in
        [("7.00", "7"), ("1e2", "100"), ("0.10", "0.1"), ("12345678901234567890", "12345678901234567890")]
    {
        assert_eq!(set("[0]", "/0", number(number_text)), format!("[{gives}]"));
    }
}

#[test]
fn a_new_key_goes_last_and_looks_like_its_siblings() {
    assert_eq!(set(r#"{"a":1}"#, "/b", json!(2)), r#"{"a":1,"b":2}"#);
    assert_eq!(set(r#"{"a": 1}"#, "/b", json!(2)), r#"{"a": 1, "b": 2}"#);
    assert_eq!(set(r#"{ "a" : 1 }"#, "/b", json!({"c": [1, 2]})), r#"{ "a" : 1, "b" : {"c" : [1, 2]} }"#);
    assert_eq!(set(r#"{"a": 1,"z": 0}"#, "/b", json!([1, 2])), r#"{"a": 1,"z": 0,"b": [1,2]}"#);
    assert_eq!(set("{\r\n\t\"a\": 1\r\n}\r\n", "/b", json!(2)), "{\r\n\t\"a\": 1,\r\n\t\"b\": 2\r\n}\r\n");
    assert_eq!(
        set("{\n    \"o\": {\n        \"a\": 1\n    }\n}", "/o/b", json!({"c": {"d": []}})),
        "{\n    \"o\": {\n        \"a\": 1,\n        \"b\": {\n            \"c\": {\n                \"d\": []\n            }\n        }\n    }\n}"
    );
    assert_eq!(set("{\n\"a\": 1\n}", "/b", json!({"c": 1})), "{\n\"a\": 1,\n\"b\": {\n\"c\": 1\n}\n}");
}

#[test]
fn lines_that_start_with_a_comma_stay_so() {
    let text = "{\n  \"a\": 1\n, \"b\": 2\n}";
    assert_eq!(set(text, "/c", json!([1])), "{\n  \"a\": 1\n, \"b\": 2\n, \"c\": [\n  1\n]\n}");
    assert_eq!(remove(text, "/a"), "{\n  \"b\": 2\n}");
}

#[test]
fn missing_objects_on_the_way_are_made() {
    assert_eq!(set(r#"{"a":1}"#, "/b/c/d", json!(2)), r#"{"a":1,"b":{"c":{"d":2}}}"#);
    assert_eq!(set(r#"{"a":null}"#, "/a/b", json!(2)), r#"{"a":{"b":2}}"#);
    assert_eq!(
        set("{\n  \"a\": {}\n}", "/a/b/c", json!(1)),
        "{\n  \"a\": {\n    \"b\": {\n      \"c\": 1\n    }\n  }\n}"
    );
    assert_eq!(remove(r#"{"a":null}"#, "/a/b"), r#"{"a":null}"#);
    assert_eq!(remove(r#"{"a":1}"#, "/b/c"), r#"{"a":1}"#);
}

#[test]
fn an_empty_container_is_filled_in_the_style_around_it() {
    assert_eq!(set(r#"{"a":{}}"#, "/a/b", json!(1)), r#"{"a":{"b":1}}"#);
    assert_eq!(set(r#"{"a": [ ], "b": 1}"#, "/a", json!([1, 2])), r#"{"a": [1, 2], "b": 1}"#);
    assert_eq!(set("{}", "/a", json!(1)), r#"{"a":1}"#);
    assert_eq!(set("{\n}\n", "/a", json!(1)), "{\"a\":1}\n");
    let text = "{\n  \"a\": [],\n  \"b\": {\n    \"c\": {}\n  }\n}";
    assert_eq!(set(text, "/a", json!(["x", "y"])), text.replace("[]", "[\n    \"x\",\n    \"y\"\n  ]"));
    assert_eq!(set(text, "/b/c/d", json!(1)), text.replace("{}", "{\n      \"d\": 1\n    }"));
    let inline = "{\n  \"tags\": [\"a\", \"b\"],\n  \"more\": []\n}";
    assert_eq!(set(inline, "/more", json!(["x", "y"])), inline.replace("[]", "[\"x\", \"y\"]"));
    let row = "{\n  \"rows\": [{\"a\": {}}]\n}";
    assert_eq!(set(row, "/rows/0/a/b", json!(1)), row.replace("{}", "{\"b\": 1}"));
}

#[test]
fn what_is_removed_takes_one_comma_and_its_blanks() {
    let text = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}";
    assert_eq!(remove(text, "/a"), "{\n  \"b\": 2,\n  \"c\": 3\n}");
    assert_eq!(remove(text, "/b"), "{\n  \"a\": 1,\n  \"c\": 3\n}");
    assert_eq!(remove(text, "/c"), "{\n  \"a\": 1,\n  \"b\": 2\n}");
    let list = "[1 , 2,  3]";
    assert_eq!(remove(list, "/0"), "[2,  3]");
    assert_eq!(remove(list, "/1"), "[1,  3]");
    assert_eq!(remove(list, "/2"), "[1 , 2]");
    assert_eq!(remove("{ \"a\": [ 1 ] }", "/a/0"), "{ \"a\": [] }");
    assert_eq!(remove("{ \"a\": [ 1 ] }", "/a"), "{}");
}

#[test]
fn the_last_member_can_go_while_a_new_one_comes() {
    let text = "{\n  \"a\": 1,\n  \"b\": 2\n}";
    let both = edited(text, |edit| {
        edit.remove("/b");
        edit.set("/c", &json!(3));
    });
    assert_eq!(both, "{\n  \"a\": 1,\n  \"c\": 3\n}");
    let all = edited(text, |edit| {
        edit.set("/c", &json!(3));
        edit.remove("/a");
        edit.remove("/b");
    });
    assert_eq!(all, "{\n  \"c\": 3\n}");
}

#[test]
fn rows_keep_their_text_when_others_are_added_removed_or_moved() {
    let a = r#"{"id": 1, "t":"a"}"#;
    let b = r#"{"t" : "b", "id": 2.0}"#;
    let c = r#"{ "id":3,"t":"c" }"#;
    let text = format!("[\n {a},\n {b},\n {c}\n]");
    let (va, vb, vc) = (json!({"id": 1, "t": "a"}), json!({"id": 2, "t": "b"}), json!({"id": 3, "t": "c"}));
    let new = json!({"id": 4, "t": "n"});
    let n = "{\n  \"id\": 4,\n  \"t\": \"n\"\n }";
    for (rows, gives) in [
        (json!([va, vc]), format!("[\n {a},\n {c}\n]")),
        (json!([vc, va, vb]), format!("[\n {c},\n {a},\n {b}\n]")),
        (json!([new, va, vb, vc]), format!("[\n {n},\n {a},\n {b},\n {c}\n]")),
        // A row in the place of another goes on from its text, whatever its id.
        (json!([va, new, vc]), format!("[\n {a},\n {},\n {c}\n]", r#"{"t" : "n", "id": 4}"#)),
    ] {
        assert_eq!(set(&text, "", rows), gives);
    }
    let changed = json!([vc, {"id": 2, "t": "B"}]);
    assert_eq!(set(&text, "", changed), format!("[\n {c},\n {}\n]", b.replace("\"b\"", "\"B\"")));
}

#[test]
fn rows_without_ids_are_known_by_content_and_then_by_position() {
    let text = r#"["\u0041", "b",  "c", "d"]"#;
    assert_eq!(set(text, "", json!(["b", "c", "d"])), r#"["b",  "c", "d"]"#);
    assert_eq!(set(text, "", json!(["x", "A", "b", "c", "d"])), r#"["x", "\u0041", "b",  "c", "d"]"#);
    assert_eq!(set(text, "", json!(["d", "A", "b", "c"])), r#"["d", "\u0041", "b",  "c"]"#);
    assert_eq!(set(text, "", json!(["A", "B", "c", "d"])), r#"["\u0041", "B",  "c", "d"]"#);
    assert_eq!(set(r#"[{}, 0.00, {"id":0}]"#, "", json!([{}, {"id": 0}, 0])), r#"[{}, {"id":0}, 0.00]"#);
    let rows = r#"[{"k":[1.0]}, {"k":[2.0], "x":1.0}, {"k":[3.0]}]"#;
    let to = json!([{"k": [3]}, {"k": [1]}, {"k": [2], "x": 2}]);
    assert_eq!(set(rows, "", to), r#"[{"k":[3.0]}, {"k":[1.0]}, {"k":[2.0], "x":2}]"#);
}

#[test]
fn doubled_ids_name_nothing() {
    let text = r#"[{"id":1,"t":"a"},{"id":1,"t":"b"},{"id":2,"t":"c"}]"#;
    let to = json!([{"id": 1, "t": "b"}, {"id": 1, "t": "a"}, {"id": 2, "t": "C"}]);
    assert_eq!(set(text, "", to), r#"[{"id":1,"t":"b"},{"id":1,"t":"a"},{"id":2,"t":"C"}]"#);
}

#[test]
fn items_are_named_by_their_places_before_the_edit() {
    let text = "[0,1,2,3]";
    let out = edited(text, |edit| {
        edit.remove("/1");
        edit.set("/3", &json!("three"));
        edit.set("/-", &json!("end"));
        edit.set("/9", &json!("nine"));
        edit.remove("/7");
    });
    assert_eq!(out, r#"[0,2,"three","nine","end"]"#);
    assert_eq!(edited(text, |edit| assert!(edit.set("/key", &json!(1)))), text);
}

#[test]
fn an_edit_inside_an_edited_place_refines_it() {
    let text = r#"{"a":{"b":1,"c":2}}"#;
    let out = edited(text, |edit| {
        edit.set("/a/b", &json!(5));
        edit.set("/a", &json!({"c": 3, "d": [1]}));
        edit.set("/a/d/0", &json!(7));
    });
    assert_eq!(out, r#"{"a":{"c":3,"d":[7],"b":5}}"#);
    let out = edited(text, |edit| {
        edit.set("/a/x", &json!(1));
        edit.remove("/a");
    });
    assert_eq!(out, r#"{"a":{"x":1}}"#);
    let out = edited(text, |edit| {
        edit.splice("/a", "{ \"z\": [1] }");
        edit.set("/a/z/0", &json!(2));
    });
    assert_eq!(out, r#"{"a":{"z":[2]}}"#);
}

#[test]
fn arranged_members_stand_as_the_value_has_them() {
    let text =
        "{\n  \"rows\": {\n    \"0\": {\"a\": 1.50},\n    \"1\": {\"b\" :2},\n    \"7\": [ ]\n  },\n  \"x\": 1\n}";
    let arrange = |value| edited(text, |edit| assert!(edit.arrange("/rows", &value)));
    let same = json!({"0": {"a": 1.5}, "1": {"b": 2}, "7": []});
    assert_eq!(arrange(same), text);
    let out = arrange(json!({"7": [], "new": true, "0": {"a": 1.5}}));
    let rows = "{\n    \"7\": [ ],\n    \"new\": true,\n    \"0\": {\"a\": 1.50}\n  }";
    assert_eq!(out, format!("{{\n  \"rows\": {rows},\n  \"x\": 1\n}}"));
    // Further inside, and with a key twice.
    let out = edited(r#"[{"k":{"b":1,"a":2}},{"d":0,"c":1,"d":3}]"#, |edit| {
        edit.arrange("", &json!([{"k": {"a": 2, "b": 5}}, {"d": 3, "c": 1}]));
    });
    assert_eq!(out, r#"[{"k":{"a":2,"b":5}},{"d":0,"c":1,"d":3}]"#);
    assert_eq!(set(r#"{"b":1,"a":2}"#, "", json!({"a": 2, "b": 1})), r#"{"b":1,"a":2}"#);
}

#[test]
fn spliced_text_goes_in_as_it_is() {
    let text = "{\n  \"book\": null,\n  \"x\": 1\n}";
    let book = "{ \"a\":[1 ,2]}";
    assert_eq!(edited(text, |edit| assert!(edit.splice("/book", book))), text.replace("null", book));
    assert_eq!(edited("[]", |edit| assert!(edit.splice("/0", book))), format!("[{book}]"));
}

#[test]
fn a_mended_text_leaves_as_strict_json_with_its_mark() {
    let text = "\u{feff}{\n  // a comment\n  \"a\": NaN, /* b */\n  \"b\": [1, 2,],\n}\n";
    assert_eq!(set(text, "/b/0", json!(5)), "\u{feff}{\n  \"a\": null,\n  \"b\": [5, 2]\n}\n");
    assert_eq!(edited(text, |_| {}), "\u{feff}{\n  \"a\": null,\n  \"b\": [1, 2]\n}\n");
    assert_eq!(set(r#"{"a":"\ud83d","b":1}"#, "/b", json!(2)), r#"{"a":"\ud83d","b":2}"#);
}

#[test]
fn what_is_no_pointer_is_said() {
    let document = Document::parse("{}", &Limits::default()).unwrap();
    let mut edit = document.edit();
    assert!(!edit.set("name", &json!(1)));
    assert!(!edit.remove(""));
    assert!(!edit.set(&"/a".repeat(513), &json!(1)));
    assert!(edit.is_empty());
    assert!(edit.set(&"/a".repeat(512), &json!(1)));
    assert!(!edit.is_empty());
    let text = edit.finish();
    assert!(Document::parse(text, &Limits::default()).is_ok());
}
