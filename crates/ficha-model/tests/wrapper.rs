//! Wrapper text: what goes in comes out, whatever its age and whoever wrote it.

use ficha_model::{
    AuthorNote, Body, Entity, Kind, Media, Original, PatchOp, Raw, SourceRecord, Wrapper, WrapperError, Writing,
};
use indexmap::IndexMap;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A payload no tree of values could give back: number spelling, double keys, escapes, blanks.
const RAW: &str = "{\"a\" : 1.0e2,\r\n\t\"a\":0.10, \"big\": 123456789012345678901234567890, \"s\": \"\\u00e9\\/\" }";

fn full() -> Entity {
    let mut entity = Entity::new(
        Kind::Character,
        "tilda-quarrow",
        Body::from(
            json!({"identity": {"name": "Tilda Quarrow"}, "knowledgeRefs": [{"type": "entity", "id": "rock-lore"}]}),
        ),
    );
    entity.profiles.insert("pygmalion".into(), Body::from(json!({"greetings": {"firstMessage": "Hello."}})));
    entity.original.insert(
        "sillytavern".into(),
        Original {
            raw: Some(Raw(RAW.into())),
            unmapped: json!({"variant": "v2"}).as_object().cloned().unwrap_or_default(),
            source_media: Some(Media { blob: "ab".repeat(32), mime: "image/png".into() }),
            ..Original::default()
        },
    );
    entity.original.insert("risu".into(), Original::default());
    entity.native_edits.insert(
        "sillytavern".into(),
        vec![
            PatchOp::Replace { path: "/data/extensions/fav".into(), value: json!(true) },
            PatchOp::Remove { path: "/data/tags/0".into() },
            PatchOp::Move { path: "/b".into(), from: "/a".into() },
        ],
    );
    entity.source = Some(SourceRecord {
        format: "sillytavern".into(),
        container: "png".into(),
        file_name: Some("tilda.png".into()),
        bytes: Some(612_357),
        ..SourceRecord::default()
    });
    entity.notes.push(AuthorNote {
        id: "1".into(),
        text: "Rewrite the greeting.".into(),
        at: "2026-11-30T10:00:00Z".into(),
        by: None,
        unknown: Map::new(),
    });
    entity.unknown.insert("mood".into(), json!({"level": 3}));
    entity
}

#[test]
fn a_full_wrapper_is_written_in_its_order_with_the_original_word_for_word() {
    let text = full().to_json();
    assert!(text.contains(RAW));
    insta::assert_snapshot!(text);
    assert_eq!(
        Wrapper::from_json(&text).expect("it reads back"),
        Wrapper {
            entity: full(),
            newer: false,
            migrations: Vec::new(),
            inline_media: Vec::new(),
            raw_blobs: IndexMap::new(),
            studio: Map::new(),
        }
    );
}

#[test]
fn a_bare_wrapper_has_four_keys() {
    let entity = Entity::new(Kind::Pack, "moods", Body::default());
    insta::assert_snapshot!(entity.to_json());
    assert_eq!(Entity::from_json(&entity.to_json()).expect("it reads back"), entity);
}

#[test]
fn a_map_that_looks_like_the_json_library_s_own_stays_a_map() {
    let hostile = r#"{"schemaVersion": "1", "kind": "character", "id": "x",
      "body": {"persona": {"voice": {"extras": {"$serde_json::private::Number": "7"}}},
               "identity": {"name": {"$serde_json::private::RawValue": "[1]"}}},
      "profiles": {"agnai": {"settings": {"$serde_json::private::Number": "7"}}},
      "original": {"agnai": {"raw": {"$serde_json::private::Number": "7"},
                             "unmapped": {"$serde_json::private::Number": "7"}}},
      "nativeEdits": {"agnai": [{"op": "add", "path": "/x", "value": {"$serde_json::private::Number": "7"}}]},
      "strange": {"$serde_json::private::Number": "7"}}"#;
    let number = json!({"$serde_json::private::Number": "7"});
    let entity = Entity::from_json(hostile).expect("it is a wrapper");
    let again = Entity::from_json(&entity.to_json()).expect("it reads back");
    assert_eq!(entity, again);
    assert_eq!(again.body.value()["persona"]["voice"]["extras"], number);
    assert_eq!(again.body.value()["identity"]["name"], json!({"$serde_json::private::RawValue": "[1]"}));
    assert_eq!(again.profiles["agnai"].value()["settings"], number);
    assert_eq!(Value::Object(again.original["agnai"].unmapped.clone()), number);
    assert_eq!(again.original["agnai"].raw, Some(Raw(r#"{"$serde_json::private::Number": "7"}"#.into())));
    assert_eq!(again.native_edits["agnai"], [PatchOp::Add { path: "/x".into(), value: number.clone() }]);
    assert_eq!(again.unknown["strange"], number);
}

#[test]
fn an_older_wrapper_is_migrated_and_says_how() {
    let older = r#"{"schemaVersion": "1", "kind": "character", "id": "old",
      "body": {"identity": {"name": "Old"}, "knowledgeRefs": ["lore", {"type": "name", "name": "Rock lore"}],
               "variants": [{"id": "v", "overrides": {"knowledgeRefs": ["other"]}}]},
      "profiles": {"agnai": {"behaviorRefs": ["rules"]}},
      "escrow": {"sillytavern": {"raw": {"name": "Old"}, "sourceMedia": {"b64": "iVBORw0KGgo=", "mime": "image/png"}},
                 "vaud-studio": {"raw": null, "unmapped": {"importedAt": "2025-01-02T03:04:05Z", "accent": "teal"}}}}"#;
    let wrapper = Wrapper::from_json(older).expect("it reads");
    assert_eq!(wrapper.migrations, ["escrow-is-original", "studio-notes-apart", "source-recorded", "links-typed"]);
    assert_eq!(wrapper.inline_media.len(), 1);
    assert_eq!(wrapper.inline_media[0].base64, "iVBORw0KGgo=");
    assert_eq!(wrapper.studio["accent"], json!("teal"));
    assert_eq!(wrapper.entity.original.keys().collect::<Vec<_>>(), ["sillytavern"]);
    insta::assert_snapshot!(wrapper.entity.to_json());
    let again = Wrapper::from_json(&wrapper.entity.to_json()).expect("it reads back");
    assert_eq!((again.migrations, again.entity), (Vec::new(), wrapper.entity));
}

#[test]
fn original_wins_over_escrow_and_the_other_is_kept() {
    let both = r#"{"kind": "regex", "id": "x", "body": {}, "escrow": {"a": {}}, "original": {"b": {"raw": 1}},
      "source": {"format": "b", "container": "json"}}"#;
    let wrapper = Wrapper::from_json(both).expect("it reads");
    assert_eq!(wrapper.migrations, Vec::<&str>::new());
    assert_eq!(wrapper.entity.original.keys().collect::<Vec<_>>(), ["b"]);
    assert_eq!(wrapper.entity.unknown["escrow"], json!({"a": {}}));
}

#[test]
fn a_newer_wrapper_keeps_its_version_and_its_unknown_keys() {
    let newer = r#"{"schemaVersion": "2", "kind": "persona", "id": "x", "body": {"name": "X", "halo": true},
      "original": {"f": {"raw": {}, "seal": 1}}, "source": {"format": "f", "container": "json", "by": "hand"},
      "notes": [{"id": "n", "text": "t", "at": "2026-01-01T00:00:00Z", "pinned": true}], "orbit": [1.50]}"#;
    let wrapper = Wrapper::from_json(newer).expect("it reads");
    assert!(wrapper.newer);
    assert_eq!(wrapper.entity.original["f"].unknown["seal"], json!(1));
    let again = wrapper.entity.to_json();
    insta::assert_snapshot!(again);
    assert_eq!(Wrapper::from_json(&again).expect("it reads back"), wrapper);
}

#[test]
fn large_originals_and_pictures_go_where_the_caller_says() {
    let entity = full();
    let writing = Writing {
        raw_blobs: IndexMap::from([("sillytavern".to_owned(), "cd".repeat(32))]),
        inline_media: IndexMap::from([("ab".repeat(32), "AAAA".to_owned())]),
        additions: vec![("blobs".to_owned(), "{ }".to_owned())],
    };
    let text = entity.to_json_with(&writing);
    assert!(text.ends_with("\"blobs\": { }\n}"));
    let wrapper = Wrapper::from_json(&text).expect("it reads back");
    assert_eq!(wrapper.raw_blobs, writing.raw_blobs);
    assert_eq!(wrapper.inline_media[0].base64, "AAAA");
    assert_eq!(
        (&wrapper.entity.original["sillytavern"].raw, &wrapper.entity.original["sillytavern"].source_media),
        (&None, &None)
    );
    let document = ficha_json::Document::parse(text.as_str(), &ficha_json::Limits::default()).expect("it is JSON");
    let portable = Wrapper::from_node(document.root(), &["blobs", "with"]).expect("it reads");
    assert_eq!(portable.entity.unknown, entity.unknown);
}

#[test]
fn what_is_no_wrapper_is_refused_with_its_place() {
    for (text, place) in [
        ("[]", ""),
        (r#"{"kind": "persona"}"#, "/body"),
        (r#"{"body": {}}"#, "/kind"),
        (r#"{"kind": 7, "body": {}}"#, "/kind"),
        (r#"{"kind": "persona", "body": []}"#, "/body"),
        (r#"{"kind": "persona", "body": {}, "profiles": 1}"#, "/profiles"),
        (r#"{"kind": "persona", "body": {}, "profiles": {"a/b": 1}}"#, "/profiles/a~1b"),
        (r#"{"kind": "persona", "body": {}, "original": {"x": 1}}"#, "/original/x"),
        (r#"{"kind": "persona", "body": {}, "original": {"x": {"sourceMedia": {}}}}"#, "/original/x/sourceMedia"),
        (r#"{"kind": "persona", "body": {}, "nativeEdits": {"x": [{"op": "test", "path": ""}]}}"#, "/nativeEdits/x/0"),
        (r#"{"kind": "persona", "body": {}, "source": {"bytes": -1}}"#, "/source/bytes"),
        (r#"{"kind": "persona", "body": {}, "notes": {}}"#, "/notes"),
    ] {
        match Entity::from_json(text) {
            Err(WrapperError::Malformed { pointer, .. }) => assert_eq!(pointer, place, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(matches!(
        Entity::from_json(r#"{"kind": "htmldoc", "body": {}}"#),
        Err(WrapperError::Unsupported { kind }) if kind == "htmldoc"
    ));
    assert!(matches!(Entity::from_json("{\"kind\""), Err(WrapperError::Json(_))));
}

#[test]
fn an_absent_id_is_made_from_the_name() {
    let entity = Entity::from_json(r#"{"kind": "lorebook", "body": {"name": "Rock Lore"}}"#).expect("it reads");
    assert_eq!(entity.id, "rock-lore");
}

fn json_value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e9..1e9_f64).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    scalar.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            prop::collection::vec((any::<String>(), inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn json_map() -> impl Strategy<Value = Map<String, Value>> {
    prop::collection::vec((any::<String>(), json_value()), 0..4).prop_map(|members| members.into_iter().collect())
}

proptest! {
    #[test]
    fn any_wrapper_reads_back_as_it_was(
        kind in prop::sample::select(Kind::ALL.to_vec()),
        body in json_map(),
        profile in json_map(),
        raw in json_value(),
        unmapped in json_map(),
        edit in json_value(),
        note in any::<String>(),
        mut unknown in json_map(),
    ) {
        let known = ["schemaVersion", "kind", "id", "body", "profiles", "original", "escrow", "nativeEdits", "source", "notes"];
        unknown.retain(|key, _| !known.contains(&key.as_str()));
        let mut entity = Entity::new(kind, "some-id", Body::from(Value::Object(body)));
        entity.profiles.insert("a \"b\"".into(), Body::from(Value::Object(profile)));
        let raw = (!raw.is_null()).then(|| Raw(raw.to_string().into()));
        entity.original.insert("f".into(), Original { raw, unmapped, ..Original::default() });
        entity.native_edits.insert("f".into(), vec![PatchOp::Add { path: "/x".into(), value: edit }]);
        entity.source = Some(SourceRecord { format: "f".into(), container: "json".into(), ..SourceRecord::default() });
        entity.notes.push(AuthorNote { id: "1".into(), text: note, at: String::new(), by: Some("me".into()), unknown: Map::new() });
        entity.unknown = unknown;
        let text = entity.to_json();
        let again = Entity::from_json(&text).expect("it reads back");
        prop_assert_eq!(again.to_json(), text);
        prop_assert_eq!(again, entity);
    }
}

#[test]
fn the_blanks_around_an_original_come_back() {
    let mut entity = full();
    for text in ["\r\n { \"a\": 1 }\n", "[]", "\"  \"\t"] {
        let raw = Some(Raw(text.into()));
        entity.original.insert("sillytavern".to_owned(), Original { raw, ..Original::default() });
        let back = Wrapper::from_json(&entity.to_json()).expect("it reads back");
        assert_eq!(back.entity.original, entity.original);
    }
}
