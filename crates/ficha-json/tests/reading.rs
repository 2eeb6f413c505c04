//! What is read, what is mended, what is refused, and by which limit.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ficha_json::{Document, JsonError, Limits, NodeKind, RepairKind};
use serde_json::{Value, json};

fn samples(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(folder)
}

fn parse(text: &str) -> Result<Document, JsonError> {
    Document::parse(text, &Limits::default())
}

fn mended(text: &str) -> String {
    parse(text).unwrap().strict_text().to_string()
}

fn repairs(text: &str) -> Vec<(RepairKind, usize)> {
    parse(text).unwrap().repairs().iter().map(|repair| (repair.kind, repair.offset)).collect()
}

#[test]
fn every_damaged_sample_is_refused_at_its_fault() {
    for (name, what, line, column) in [
        ("bare-key", "`d` stands where a key in quotes should", 1, 2),
        ("comment-without-end", "`/` stands where a comma or `}` should", 1, 27),
        ("cut-in-string", "the text ends inside a string", 1, 41),
        ("empty", "the text is empty", 1, 1),
        ("leading-zero", "`4` stands where a comma or `}` should", 1, 37),
        ("missing-colon", "`{` stands where a colon should", 1, 9),
        ("missing-comma", "`\"` stands where a comma or `}` should", 3, 3),
        ("single-quotes", "`'` stands where a key in quotes should", 1, 2),
        ("two-commas", "`,` stands where a value should", 1, 18),
        ("unknown-escape", "an unknown escape in a string", 1, 23),
        ("wrong-bracket", "`}` stands where a comma or `]` should", 1, 26),
    ] {
        let text = fs::read_to_string(samples("bad/json").join(format!("{name}.json"))).unwrap();
        match parse(&text) {
            Err(JsonError::Malformed { what: said, line: at, column: on, .. }) => {
                assert_eq!((said.as_str(), at, on), (what, line, column), "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn every_mendable_sample_opens_and_leaves_strict() {
    use RepairKind::*;
    let expected: [(&str, &[RepairKind]); 7] = [
        (
            "all-at-once",
            &[
                ByteOrderMark,
                Comment,
                Comment,
                ControlCharacter,
                LoneSurrogate,
                NotFinite,
                TrailingComma,
                TrailingComma,
                TrailingComma,
            ],
        ),
        ("byte-order-mark", &[ByteOrderMark]),
        ("comments", &[Comment; 6]),
        ("control-characters", &[ControlCharacter]),
        ("lone-surrogate", &[LoneSurrogate]),
        ("not-a-number", &[NotFinite; 3]),
        ("trailing-commas", &[TrailingComma; 4]),
    ];
    let folder = samples("json-repair");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, expected.map(|(name, _)| name.to_string()));
    for (name, kinds) in expected {
        let text = fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
        let document = parse(&text).unwrap();
        assert_eq!(document.repairs().iter().map(|repair| repair.kind).collect::<Vec<_>>(), kinds, "{name}");
        let card = document.at("/data/name").and_then(|name| name.as_str()).unwrap();
        assert!(!card.is_empty());
        let again = parse(&document.strict_text()).unwrap();
        assert!(again.repairs().iter().all(|repair| repair.kind == LoneSurrogate), "{name}");
        if !kinds.contains(&LoneSurrogate) {
            let strict: Value = serde_json::from_str(&document.strict_text()).unwrap();
            assert!(document.root().equals(&strict), "{name}");
        }
    }
}

#[test]
fn comments_leave_no_holes() {
    let text = "// head\n{\n  // alone\n  \"a\": 1, // behind\n  \"b\": /* inside */ [ /**/ ]\n  /* two\n lines */\n}\n// tail";
    assert_eq!(mended(text), "{\n  \"a\": 1,\n  \"b\":  [  ]\n}\n");
    assert_eq!(mended("{}\r\n// x\r\n"), "{}\r\n");
    assert_eq!(mended("[1,// x\r\n2]"), "[1,\r\n2]");
    assert_eq!(mended(r#"["//", "/* */", 1/**/]"#), r#"["//", "/* */", 1]"#);
}

#[test]
fn commas_are_dropped_only_behind_a_value() {
    assert_eq!(mended("[1, ]"), "[1 ]");
    assert_eq!(mended("[1, // x\n]"), "[1\n]");
    assert_eq!(mended("{\"a\":{},}"), "{\"a\":{}}");
    assert_eq!(mended("[NaN,]"), "[null]");
    for text in ["[,]", "{,}", "[1,,]", "{\"a\":,}", "1,", ",", "[1,"] {
        assert!(matches!(parse(text), Err(JsonError::Malformed { .. })), "{text}");
    }
}

#[test]
fn numbers_that_are_none_become_null() {
    assert_eq!(mended("[NaN, Infinity,-Infinity , \"NaN\"]"), "[null, null,null , \"NaN\"]");
    assert_eq!(mended("NaN"), "null");
    for text in ["[NaNa]", "[Infinity1]", "[- Infinity]", "[+Infinity]", "{NaN:1}", "[1NaN]", "[nan]"] {
        assert!(matches!(parse(text), Err(JsonError::Malformed { .. })), "{text}");
    }
}

#[test]
fn control_characters_become_escapes() {
    assert_eq!(mended("[\"a\nb\tc\r\u{1}\u{1f}\u{7f}\\n\"]"), "[\"a\\nb\\tc\\r\\u0001\\u001f\u{7f}\\n\"]");
    assert_eq!(mended("{\"a\nb\": 1}"), "{\"a\\nb\": 1}");
    assert_eq!(repairs("[1, \"a\nb\nc\"]"), [(RepairKind::ControlCharacter, 4)]);
    assert!(parse("[\u{1}]").is_err());
    assert!(parse("[\"\\\n\"]").is_err());
}

#[test]
fn lone_surrogates_stay_and_read_as_replacement() {
    let text = r#"{"\ud800":"a\udfffb","x":"\ud83d\ud83d\ude00"}"#;
    let document = parse(text).unwrap();
    assert_eq!(&*document.strict_text(), text);
    assert_eq!(document.root().to_value(), json!({"\u{fffd}": "a\u{fffd}b", "x": "\u{fffd}😀"}));
    assert_eq!(repairs(text).iter().map(|repair| repair.1).collect::<Vec<_>>(), [1, 10, 25]);
    assert!(repairs("/**/[ \"\n\\ud800\"]").contains(&(RepairKind::LoneSurrogate, 6)));
}

#[test]
fn faults_are_placed_in_the_text_as_given() {
    for (text, offset, line, column) in [
        ("\u{feff}{\n \"a\": x}", 11, 2, 7),
        ("// é\r\n[1, /* é */ 2 3]", 22, 2, 15),
        ("[\"a\nb\\q\"]", 5, 2, 2),
        ("[\"\n\n\n\n\", NaN, NaN, }]", 19, 5, 14),
        ("é", 0, 1, 1),
        ("[1,\r2,\r\n3,\né]", 11, 4, 1),
        ("[\"\\u12é4\"]", 2, 1, 3),
        ("[\"\\é\"]", 2, 1, 3),
        ("[1.]", 3, 1, 4),
        ("[-]", 2, 1, 3),
        ("[tru]", 1, 1, 2),
    ] {
        match parse(text) {
            Err(JsonError::Malformed { offset: at, line: on, column: from, what }) => {
                assert_eq!((at, on, from), (offset, line, column), "{text:?}: {what}");
            }
            other => panic!("{text:?}: {other:?}"),
        }
    }
}

#[test]
fn nodes_answer_for_what_they_are() {
    let text = r#"{"n":null,"b":true,"i":5.0,"f":-1.5e1,"s":"a\n","l":[1,[2]],"o":{"x":1,"x":2},"big":123456789012345678901,"huge":1e999}"#;
    let document = parse(text).unwrap();
    let root = document.root();
    assert_eq!((root.kind(), root.len(), root.is_empty()), (NodeKind::Object, 9, false));
    assert_eq!(root.get("n").map(|node| (node.kind(), node.is_null(), node.len())), Some((NodeKind::Null, true, 0)));
    assert_eq!(root.get("b").and_then(|node| node.as_bool()), Some(true));
    assert_eq!(root.get("i").and_then(|node| node.as_i64()), Some(5));
    assert_eq!(root.get("f").and_then(|node| node.as_f64()), Some(-15.0));
    assert_eq!(root.get("s").and_then(|node| node.as_str()).as_deref(), Some("a\n"));
    assert_eq!(root.get("l").and_then(|node| node.item(1)).map(|node| node.raw()), Some("[2]"));
    assert_eq!(document.at("/o/x").and_then(|node| node.as_i64()), Some(2));
    assert_eq!(root.get("o").map(|node| node.to_value()), Some(json!({"x": 2})));
    assert_eq!(root.get("big").and_then(|node| node.as_i64()), None);
    assert_eq!(root.get("big").map(|node| node.to_value().to_string()).as_deref(), Some("123456789012345678901"));
    assert_eq!(root.get("huge").and_then(|node| node.as_f64()), None);
    for nowhere in ["/l/2", "/l/01", "/l/-", "/s/0", "/x", "n", "/o/x/y"] {
        assert!(document.at(nowhere).is_none(), "{nowhere}");
    }
    assert!(root.as_str().is_none() && root.as_bool().is_none() && root.as_number().is_none());
    let first_kept: Vec<String> =
        root.get("o").unwrap().members().map(|(key, node)| format!("{key}{}", node.raw())).collect();
    assert_eq!(first_kept, ["x1", "x2"]);
}

#[test]
fn a_private_key_of_a_library_is_a_key() {
    let text = r#"{"$serde_json::private::Number":"7"}"#;
    let value = parse(text).unwrap().root().to_value();
    assert_eq!(value.as_object().map(|members| members.len()), Some(1));
    assert!(value.as_f64().is_none());
}

#[test]
fn double_keys_are_named_once_each() {
    let text = r#"{"a":{"b~/":1,"b~/":2,"b~/":3},"c":[{"d":1,"d":2}],"a":{"x":1},"\u0061":0}"#;
    assert_eq!(parse(text).unwrap().duplicate_keys(), ["/a", "/a/b~0~1", "/c/0/d"]);
    assert!(parse(r#"{"a":{"a":1},"b":{"a":1}}"#).unwrap().duplicate_keys().is_empty());
}

#[test]
fn limits_are_reached_one_above_them() {
    let limits = Limits { bytes: 40, values: 6, depth: 3 };
    for text in ["[[[1]]]", "[1,2,3,4,5]", "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5}", "[NaN,NaN,NaN,NaN,NaN]"] {
        assert!(Document::parse(text, &limits).is_ok(), "{text}");
    }
    let long = format!("\"{}\"", "a".repeat(39));
    for (text, name, limit, offset) in [
        ("[[[[1]]]]", "json-depth", 3, 3),
        ("[[[{}]]]", "json-depth", 3, 3),
        ("[1,2,3,4,5,6]", "json-values", 6, 11),
        (long.as_str(), "json-bytes", 40, 40),
        ("[//\n//\n//\n//\n//\n//\n//\n]", "json-repairs", 6, 19),
        ("\"\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\"", "json-repairs", 6, 7),
        ("[\"\u{1}\u{1}\u{1}\u{1}\u{1}\",\"0123456789\"]", "json-bytes", 40, 9),
        ("/**/[[[[1]]]]", "json-depth", 3, 7),
    ] {
        assert_eq!(Document::parse(text, &limits).err(), Some(JsonError::Limit { name, limit, offset }), "{text:?}");
    }
}

#[test]
fn the_deepest_document_can_be_used_in_every_way() {
    let deep = format!("{}{}{}", "[".repeat(511), "{\"a\":1}", "]".repeat(511));
    let document = parse(&deep).unwrap();
    let value = document.root().to_value();
    assert!(document.root().equals(&value));
    assert!(document.root().same_as(parse(&format!(" {deep}")).unwrap().root()));
    let place = format!("{}/a", "/0".repeat(511));
    assert!(document.at(&place).is_some());
    let mut edit = document.edit();
    edit.set(&place, &json!(2));
    let edited = edit.finish();
    assert_eq!(edited, deep.replace('1', "2"));
    let mut edit = document.edit();
    edit.set("", &parse(&edited).unwrap().root().to_value());
    assert_eq!(edit.finish(), edited);
    assert_eq!(ficha_json::to_text(&value, ficha_json::Style::Compact), deep);
    assert!(document.duplicate_keys().is_empty());
}

/// Hostile texts must be answered at once; the time allowed is generous because tests run unoptimised side by side.
#[test]
fn hostile_texts_are_answered_quickly() {
    let megabytes = 8 * 1024 * 1024;
    let fill = |unit: &str| unit.repeat(megabytes / unit.len());
    for (text, limit) in [
        (fill("["), Some("json-depth")),
        (fill("{\"a\":"), Some("json-depth")),
        (format!("[{}0]", fill("0,")), Some("json-values")),
        (format!("[{}0]", fill("\"\",")), Some("json-values")),
        (format!("[{}", fill("//\n")), Some("json-repairs")),
        (format!("[\"{}", fill("\u{1}")), Some("json-repairs")),
        (format!("[{}0]", fill("NaN,")), Some("json-repairs")),
        (format!("[{}", fill("/* ")), None),
        (format!("[{}", fill(",/* ")), None),
        (format!("[{}", fill(", ")), None),
        (fill("\\"), None),
        (format!("\"{}", fill("\\\"")), None),
        (fill("-"), None),
        (format!("[{}", fill("1")), None),
    ] {
        let start = Instant::now();
        let name = match parse(&text) {
            Err(JsonError::Limit { name, .. }) => Some(name),
            Err(JsonError::Malformed { .. }) => None,
            Ok(_) => panic!("accepted"),
        };
        assert_eq!(name, limit, "{}", &text[..20]);
        assert!(start.elapsed() < Duration::from_secs(5), "{}: {:?}", &text[..20], start.elapsed());
    }
}
