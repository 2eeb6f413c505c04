//! What a wire table says about one payload, and the tables themselves.

use std::collections::BTreeSet;

use ficha_formats::{Format, Wire, formats, left_behind, native_fields, scripts, undescribed};
use ficha_json::Document;
use ficha_model::schema::field;
use ficha_testkit::cards;
use serde_json::json;

fn document(text: &str) -> Document {
    Document::parse(text, &ficha_json::Limits::default()).expect("JSON")
}

fn format(id: &str) -> &'static dyn Format {
    ficha_formats::format(id).expect("it is there")
}

#[test]
fn every_key_of_a_plain_card_is_described() {
    for text in [cards::v1(), cards::v2(), cards::v3(), cards::v2_with_root_mirrors()] {
        assert_eq!(undescribed(format("sillytavern"), &document(&text)), Vec::<String>::new());
    }
    assert_eq!(undescribed(format("pygmalion"), &document(&cards::pygmalion())), Vec::<String>::new());
}

#[test]
fn unknown_keys_are_named_topmost() {
    let text = json!({
        "spec": "chara_card_v2", "spec_version": "2.0", "x_root": {"a": 1},
        "data": {
            "name": "A", "description": "", "x_data": [], "extensions": {"vendor/x": {"deep": {"er": 1}}, "world": ""},
            "character_book": {"entries": [{"keys": [], "x_row": 1, "extensions": {"x_more": 2, "depth": 4}}]}
        }
    });
    let found = undescribed(format("sillytavern"), &document(&text.to_string()));
    assert_eq!(
        found,
        [
            "/x_root",
            "/data/x_data",
            "/data/extensions/vendor~1x",
            "/data/character_book/entries/0/x_row",
            "/data/character_book/entries/0/extensions/x_more"
        ]
    );
    let behind = left_behind(format("sillytavern"), &document(&text.to_string()));
    let pointers: Vec<&str> = behind.iter().map(|row| row.pointer.as_str()).collect();
    // What holds nothing is not left behind.
    assert_eq!(
        pointers,
        [
            "/x_root",
            "/data/extensions/vendor~1x",
            "/data/character_book/entries/0/x_row",
            "/data/character_book/entries/0/extensions/x_more"
        ]
    );
}

#[test]
fn native_fields_know_their_place_and_value() {
    let fields = native_fields(format("sillytavern"), &document(&cards::v2()));
    let favourite = fields.iter().find(|field| field.pointer == "/data/extensions/fav").expect("the favourite");
    assert_eq!((favourite.label.en, favourite.value.clone()), ("Favourite", Some(json!(false))));
    let helper = fields.iter().find(|field| field.pointer == "/data/extensions/tavern_helper").expect("the helper");
    assert_eq!(helper.value, None);
    // A flat card has them at its root.
    let flat = native_fields(format("sillytavern"), &document(&cards::v1()));
    assert!(flat.iter().any(|field| field.pointer == "/extensions/fav"));
}

#[test]
fn scripts_are_found_where_they_lie() {
    let text = json!({
        "data": {
            "first_mes": "plain *text* with 3 < 4",
            "creator_notes": "<style>a{}</style>",
            "alternate_greetings": ["<div onclick=\"x\">hi</div>", "<script>1</script>", "<% if (a) { %>b<% } %>"],
            "extensions": {
                "regex_scripts": [{"scriptName": "a", "findRegex": "/b/"}],
                "risuai": {"triggerscript": [{"effect": [{"type": "triggerlua", "code": "return"}]}, {"effect": []}], "virtualscript": "code"}
            }
        }
    });
    let found: Vec<String> = scripts(&document(&text.to_string()))
        .iter()
        .map(|found| format!("{:?} {}", found.kind, found.pointer))
        .collect();
    insta::assert_snapshot!(found.join("\n"), @r"
    Css /data/creator_notes
    Html /data/alternate_greetings/0
    Javascript /data/alternate_greetings/1
    Ejs /data/alternate_greetings/2
    Regex /data/extensions/regex_scripts/0
    Lua /data/extensions/risuai/triggerscript/0
    Trigger /data/extensions/risuai/triggerscript/1
    Javascript /data/extensions/risuai/virtualscript
    ");
}

#[test]
fn the_tables_are_sound() {
    for format in formats() {
        let spec = format.spec();
        assert!(!spec.title.is_empty() && !spec.source.is_empty() && !spec.extensions.is_empty(), "{}", spec.id);
        let mut keys = BTreeSet::new();
        for row in spec.rows() {
            let is_root_list = matches!(row, Wire::List { key: "", .. });
            assert!(row.key().starts_with('/') || is_root_list, "{}: {}", spec.id, row.key());
            assert!(!row.source().is_empty(), "{}: {} has no source", spec.id, row.key());
            assert!(keys.insert(row.key()), "{}: {} is said twice", spec.id, row.key());
            for path in row.paths().into_iter().filter(|path| *path != "*") {
                let example = path.replace("[]", "[0]").parse().unwrap_or_else(|error| panic!("{}: {error}", spec.id));
                assert!(field(spec.kind, &example).is_some(), "{}: the body has no {path}", spec.id);
            }
            if let Wire::Native { label, help, .. } = row {
                for words in [label, help] {
                    assert!(!words.en.is_empty() && !words.zh.is_empty(), "{}: {}", spec.id, row.key());
                }
            }
        }
    }
    let ids: Vec<&str> = formats().map(|format| format.spec().id).collect();
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(known.len(), ids.len(), "two formats share an id");
}
