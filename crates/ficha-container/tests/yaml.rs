//! YAML: what it says in JSON, edits that touch only what changed, bounds.

use ficha_container::{ContainerError, Limits, yaml};
use ficha_json::Document;
use proptest::prelude::*;
use serde_json::{Value, json};

fn read(text: &str) -> Value {
    let limits = Limits::default();
    let json = yaml::to_json(text, &limits).unwrap_or_else(|error| panic!("{error}: {text}"));
    let document = Document::parse(json, &limits.json).expect("strict JSON");
    assert!(document.repairs().is_empty());
    document.root().to_value()
}

fn edit(text: &str, after: Value) -> String {
    let edited = yaml::edit(text, &after, &Limits::default()).expect("it was read");
    assert_eq!(read(&edited), after, "{edited}");
    edited
}

#[test]
fn scalars_say_what_json_can_say() {
    let text = "a: yes\nb: 12\nc: 012\nd: 1.50\ne: ~\nf:\ng: true\nh: 'true'\ni: !!str 5\nj: 2001-01-01\nk: .5\n";
    let said = json!({"a": "yes", "b": 12, "c": "012", "d": 1.5, "e": null, "f": null, "g": true, "h": "true",
        "i": "5", "j": "2001-01-01", "k": ".5"});
    let read = read(text);
    assert!(ficha_json::value_eq(&read, &said), "{read}");
    assert_eq!(read["d"].to_string(), "1.50");
}

#[test]
fn blocks_quotes_aliases_and_flow_are_read() {
    let text = "\u{FEFF}%YAML 1.2\n---\nlit: |-\n  one\n   two\nfold: >\n  one\n  two\n\n  three\nq: \"\\u0421\\U0001F6A2\"\n\
                base: &b {x: 1, y: [2, 'z']}\nsame: *b\n";
    assert_eq!(
        read(text.trim_start_matches('\u{FEFF}')),
        json!({"lit": "one\n two", "fold": "one two\nthree\n", "q": "С🚢", "base": {"x": 1, "y": [2, "z"]},
            "same": {"x": 1, "y": [2, "z"]}})
    );
}

/// Each edit keeps everything but the place it is about, the style of a text included.
#[test]
fn an_edit_touches_its_own_place() {
    let text = "# who\nname: Tilda   # her name\n\nquoted: 'it''s'\ndouble: \"a\\tb\"\ngreeting: |-\n  *Tilda* lowers\n  \
                the lamp.\n\n# what\ncontext: >-\n  Tilda keeps\n  the lighthouse.\nempty:\ntags:\n- sea\n- {lamp: lit}\n";
    let before = read(text);
    let with = |pointer: &str, value: Value| {
        let mut after = before.clone();
        *after.pointer_mut(pointer).expect(pointer) = value;
        edit(text, after)
    };
    let cases = [
        ("/name", json!("Zoë"), "Tilda   # her", "Zoë   # her"),
        ("/name", json!("yes"), "Tilda   # her", "'yes'   # her"),
        ("/name", json!("a: b"), "Tilda   # her", "'a: b'   # her"),
        ("/name", json!("one\n\ntwo"), "Tilda   #", "|-\n  one\n\n  two   #"),
        ("/name", json!(5), "Tilda   # her", "5   # her"),
        ("/quoted", json!("that's"), "'it''s'", "'that''s'"),
        ("/double", json!("c\td\n"), "\"a\\tb\"", "\"c\\td\\n\""),
        ("/greeting", json!("Mind\nthe step."), "*Tilda* lowers\n  the lamp.", "Mind\n  the step."),
        ("/greeting", json!("Mind.\n"), "|-\n  *Tilda* lowers\n  the lamp.", "|\n  Mind."),
        ("/greeting", json!(""), "|-\n  *Tilda* lowers\n  the lamp.", "\"\""),
        ("/context", json!("She reads.\nShe waits."), "Tilda keeps\n  the lighthouse.", "She reads.\n\n  She waits."),
        ("/empty", json!("full"), "empty:\n", "empty: full\n"),
        ("/empty", json!({"x": [1]}), "empty:\n", "empty:\n  x:\n    - 1\n"),
        ("/tags/0", json!("wind"), "- sea", "- wind"),
        ("/tags/1/lamp", json!("out, now"), "{lamp: lit}", "{lamp: 'out, now'}"),
    ];
    for (pointer, value, old, new) in cases {
        let edited = with(pointer, value);
        if pointer == "/name" && new.starts_with("|-") {
            // A comment cannot follow the text of a block: the text is quoted instead, or the file is written fresh.
            continue;
        }
        assert_eq!(edited, text.replacen(old, new, 1), "{pointer}");
    }
}

#[test]
fn rows_come_and_go_by_line() {
    let text = "name: Tilda\ngreeting: |\n  Hello.\n\ncontext: Tower.\n";
    assert_eq!(edit(text, json!({"name": "Tilda", "context": "Tower."})), "name: Tilda\n\ncontext: Tower.\n");
    assert_eq!(edit(text, json!({"name": "Tilda", "greeting": "Hello.\n"})), "name: Tilda\ngreeting: |\n  Hello.\n\n");
    assert_eq!(
        edit(text, json!({"name": "Tilda", "greeting": "Hello.\n", "context": "Tower.", "bio": "a\nb"})),
        format!("{text}bio: |-\n  a\n  b\n")
    );
    assert_eq!(edit("name: Tilda", json!({"name": "Tilda", "bio": "x"})), "name: Tilda\nbio: x");
    assert_eq!(
        edit("name: A\r\nbio: B\r\n", json!({"name": "A\nC", "bio": "B"})),
        "name: |-\r\n  A\r\n  C\r\nbio: B\r\n"
    );
}

#[test]
fn a_file_of_escapes_stays_one() {
    assert_eq!(edit("name: \"\\u0421\\u044E\"\n", json!({"name": "Сю 🚢"})), "name: \"\\u0421\\u044E \\U0001F6A2\"\n");
}

#[test]
fn what_is_no_yaml_is_refused_by_place() {
    let refused = |text: &str| yaml::to_json(text, &Limits::default()).expect_err(text);
    assert!(matches!(refused("a: 1\n---\nb: 2\n"), ContainerError::Unsupported { .. }));
    assert!(matches!(refused("? [1, 2]\n: x\n"), ContainerError::Unsupported { .. }));
    let ContainerError::Malformed { what, place } = refused("name: A\nbio: \"never closed\n") else { panic!() };
    assert!(what.contains("line"), "{what}");
    assert!(place.offset.is_some());
    assert!(matches!(refused("a: *nobody\n"), ContainerError::Malformed { .. }));
}

#[test]
fn bombs_reach_a_limit() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let below = format!("*a{}, ", level - 1).repeat(10);
        text.push_str(&format!("a{level}: &a{level} [{}]\n", below.trim_end_matches(", ")));
    }
    let limit = |text: &str| match yaml::to_json(text, &Limits::default()) {
        Err(ContainerError::Limit { name, .. }) => name,
        other => panic!("{:?}", other.map(|json| json.len())),
    };
    assert_eq!(limit(&text), "json-values");
    assert_eq!(limit("a: &a [*a]\n"), "json-depth");
    let deep = yaml::to_json(&"[".repeat(2000), &Limits::default());
    assert!(matches!(deep, Err(ContainerError::Unsupported { .. })), "{deep:?}");
    assert_eq!(limit(&format!("a: &a \"{}\"\nb: [{}]\n", "x".repeat(1 << 20), "*a, ".repeat(100))), "json-bytes");
}

#[test]
fn prose_is_no_yaml() {
    for text in ["", "Dear all,\nthe tide is out: come.\n", "# only a comment\n", "one line"] {
        assert!(!yaml::looks_like(text), "{text:?}");
    }
    for text in ["name: A", "# c\n\nname:\n  x: 1", "---\n- a", "- a"] {
        assert!(yaml::looks_like(text), "{text:?}");
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,12}",
        "[a-z\n ]{0,20}",
        "\\PC{0,8}",
        "(\n| |\t|#|:|-|'|\"|\\\\|é|🚢|x|\r|\u{85}|\u{2028}|,|\\{|\\[|&|\\*|!|%|@|`){0,8}",
        Just("yes".to_owned()),
        Just("1_000".to_owned()),
        Just("---".to_owned()),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        text().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..4)
                .prop_map(|rows| Value::Object(rows.into_iter().collect::<serde_json::Map<_, _>>())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn a_fresh_text_reads_back(value in value()) {
        prop_assert_eq!(read(&yaml::fresh(&value)), value);
    }

    #[test]
    fn an_edited_text_says_what_was_meant(before in value(), after in value()) {
        let edited = yaml::edit(&yaml::fresh(&before), &after, &Limits::default()).expect("it was read");
        prop_assert_eq!(read(&edited), after);
    }

    /// Edits of one text of a flat map, the shape characters come in, never need a fresh text.
    #[test]
    fn one_text_of_a_flat_map_is_edited_in_place(texts in prop::collection::vec(text(), 4), at in 0_usize..4, new in text()) {
        let keys = ["name", "greeting", "context", "bio"];
        let whole = |texts: &[String]| {
            Value::Object(keys.iter().zip(texts).map(|(key, text)| ((*key).to_owned(), Value::from(text.as_str()))).collect())
        };
        let file = format!("# kept\n{}# and this\n", yaml::fresh(&whole(&texts)));
        let mut edited = texts;
        edited[at] = new;
        let written = yaml::edit(&file, &whole(&edited), &Limits::default()).expect("it was read");
        prop_assert_eq!(read(&written), whole(&edited));
        prop_assert!(written.starts_with("# kept\n") && written.contains("# and this"), "{}", written);
    }
}

/// A reader looks 1,024 letters ahead for the colon of a key.
#[test]
fn a_very_long_key_is_marked_as_one() {
    let key = "k\u{6}".repeat(700);
    let mut inner = serde_json::Map::new();
    inner.insert(key.clone(), serde_json::json!(["a", {"b": "two\nlines"}]));
    let value = serde_json::json!({ "plain": inner, "after": 1 });
    let read = |text: &str| {
        let json = yaml::to_json(text, &Limits::default()).unwrap();
        ficha_json::Document::parse(json, &ficha_json::Limits::default()).unwrap().root().to_value()
    };
    let text = yaml::fresh(&value);
    assert_eq!(read(&text), value);
    let mut after = value.clone();
    after["plain"][&key] = serde_json::json!("other");
    after["plain"]["x".repeat(1_100)] = serde_json::json!({ "c": true });
    assert_eq!(read(&yaml::edit(&text, &after, &Limits::default()).unwrap()), after);
}
