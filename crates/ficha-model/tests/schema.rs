//! The tables: sound in themselves, and what they say of real paths and bodies.

use std::collections::BTreeSet;

use ficha_model::schema::{self, Fault, FieldType, Language, What};
use ficha_model::{Body, Kind, Path, Step, texts};
use serde_json::{Value, json};

/// A concrete path for a pattern: first item, key `x`.
fn concrete(pattern: &str) -> Path {
    Path::of(&pattern.replace("[]", "[0]").replace("{}", ".x"))
}

#[test]
fn every_row_is_found_by_its_path_and_stands_below_its_parent() {
    for kind in Kind::ALL {
        let table = schema::schema(kind);
        assert_eq!(table.kind, kind);
        let mut seen = BTreeSet::new();
        for field in table.fields() {
            assert!(seen.insert(field.path), "{kind}: {} has two rows", field.path);
            let path = concrete(field.path);
            assert_eq!(schema::field(kind, &path), Some(field), "{kind}: {}", field.path);
            let end = field.path.rfind(['.', '[', '{']).unwrap_or(0);
            let parent = &field.path[..end];
            let Some(above) = table.fields().find(|other| other.path == parent) else {
                assert_eq!(parent, "", "{kind}: {} has no parent", field.path);
                continue;
            };
            assert!(seen.contains(parent), "{kind}: {} stands before its parent", field.path);
            let fits = match &field.path[end..end + 1] {
                "[" => above.shape == FieldType::List,
                "{" => above.shape == FieldType::Map,
                _ => above.shape == FieldType::Group,
            };
            assert!(fits, "{kind}: {} lies below a {}", field.path, above.shape.word());
        }
        for field in table.fields() {
            let below = match field.shape {
                FieldType::List => "[]",
                FieldType::Map => "{}",
                _ => continue,
            };
            assert!(seen.contains(format!("{}{below}", field.path).as_str()), "{kind}: {} has no items", field.path);
        }
    }
}

#[test]
fn every_row_is_written_out() {
    let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    // Names that are the same in both languages.
    let names =
        ["Id", "RisuAI", "Lore Plus", "Top P", "Top K", "Top A", "Min P", "Typical P", "Mirostat tau", "Mirostat eta"];
    for kind in Kind::ALL {
        for field in schema::schema(kind).fields() {
            let place = format!("{kind}: {}", field.path);
            assert!(!field.english.is_empty() && field.english.is_ascii(), "{place}");
            assert!(is_chinese(field.chinese) || names.contains(&field.english), "{place}: {}", field.chinese);
            assert!(field.meaning.ends_with('.') && field.meaning.len() > 5, "{place}: {}", field.meaning);
            for wire in schema::schema(kind).known_wires(field) {
                assert!(wire.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{place}: {wire}");
            }
            if let FieldType::Choice(choice) = field.shape {
                let words: BTreeSet<&str> = choice.values.iter().map(|value| value.word).collect();
                assert_eq!(words.len(), choice.values.len(), "{place}");
            }
        }
    }
}

/// Fields that files of some app are known to hold and that no table maps: what the app wrote stays in the original,
/// where its panel edits it, and the field travels in our own files. A table that maps one takes it off this list.
const WITHOUT_A_TABLE: &[(Kind, &str)] = &[
    // A greeting that moves between the two lists keeps its title, which has a wire in one of them.
    (Kind::Character, "greetings.groupOnlyGreetings[].title"),
    (Kind::Character, "behavior.triggerScripts"),
    (Kind::Character, "behavior.triggerScripts[].label"),
    (Kind::Character, "behavior.triggerScripts[].event"),
    (Kind::Character, "behavior.triggerScripts[].conditions"),
    (Kind::Character, "behavior.triggerScripts[].effects"),
    (Kind::Character, "behavior.moduleToggles"),
    (Kind::Character, "variants[].mirrorBase"),
    // An overlay is a body of its own; its fields have the wires.
    (Kind::Character, "variants[].overrides"),
    // Every app that counts in characters says so for each entry.
    (Kind::Lorebook, "scanDepthUnit"),
    (Kind::Regex, "enabled"),
    (Kind::Regex, "rules[].extras"),
    (Kind::Preset, "prompts[].isDefault"),
    (Kind::Preset, "prompts[].extras"),
    (Kind::Preset, "groups[].extras"),
    (Kind::Preset, "samplers.contextMode"),
    (Kind::Preset, "samplers.maxMessages"),
    (Kind::Preset, "choices[].extras"),
    (Kind::Quickreply, "replies[].extras"),
    (Kind::Quickreply, "extras"),
];

#[test]
fn every_field_has_a_wire_but_those_of_packs() {
    // A pack's only foreign form is a zip of pictures without a list; what such a zip cannot say travels in our own
    // files alone.
    let packs = ["name", "brief", "pack.enabled", "pack.defaultLabel", "pack.items[].id"];
    let mut without = Vec::new();
    for kind in Kind::ALL {
        let table = schema::schema(kind);
        for field in table.fields().filter(|field| field.shape != FieldType::Group) {
            let known = !table.known_wires(field).is_empty();
            let of_packs = kind == Kind::Pack && (packs.contains(&field.path) || field.path.starts_with("groups"));
            if !(known || of_packs || WITHOUT_A_TABLE.contains(&(kind, field.path))) {
                without.push(format!("{kind}: no format is known to hold {}", field.path));
            }
        }
    }
    assert!(without.is_empty(), "{}", without.join("\n"));
    for (kind, path) in WITHOUT_A_TABLE {
        let field = schema::schema(*kind).fields().find(|field| field.path == *path);
        let known = field.map(|field| !schema::schema(*kind).known_wires(field).is_empty());
        assert_eq!(known, Some(false), "{kind}: {path} has a table by now, or is gone");
    }
}

#[test]
fn a_path_below_an_open_field_or_a_variant_has_a_row() {
    let shape = |path: &str| schema::field(Kind::Character, &Path::of(path)).map(|field| field.path);
    assert_eq!(shape("persona.voice.extras.config.deep[3]"), Some("persona.voice.extras"));
    assert_eq!(shape("knowledgeRefs[2].id"), Some("knowledgeRefs[]"));
    assert_eq!(shape("variants[1].overrides.identity.name"), Some("identity.name"));
    assert_eq!(
        shape(r#"attribution.creatorNotesMultilingual["zh-tw"]"#),
        Some("attribution.creatorNotesMultilingual{}")
    );
    assert_eq!(shape("identity.shoeSize"), None);
    assert_eq!(shape("identity[0]"), None);
    assert_eq!(shape(""), None);
}

#[test]
fn labels_read_as_people_say_them() {
    for (kind, path, english, chinese) in [
        (Kind::Character, "identity", "Identity", "身份"),
        (Kind::Character, "identity.name", "Name", "名称"),
        (Kind::Character, "persona.voice.rate", "Voice › Voice speed", "语音 › 语速"),
        (Kind::Character, "greetings.alternateGreetings", "Alternate greetings", "备选开场白"),
        (Kind::Character, "greetings.alternateGreetings[1].text", "Alternate greeting 2 › Text", "备选开场白 2 › 正文"),
        (
            Kind::Character,
            r#"attribution.creatorNotesMultilingual["zh-tw"]"#,
            "Creator's notes by language › zh-tw",
            "多语言作者备注 › zh-tw",
        ),
        (
            Kind::Character,
            "persona.structured.attributes.likes[0]",
            "Structured persona › Attributes › likes › Value 1",
            "结构化人设 › 属性 › likes › 值 1",
        ),
        (Kind::Character, "variants[0].overrides.persona.scenario", "Variant 1 › Scenario", "变体 1 › 场景"),
        (Kind::Character, "settings.risu.lorePlus", "RisuAI › Lore Plus", "RisuAI › Lore Plus"),
        (Kind::Character, "knowledgeRefs[0]", "Lorebook 1", "世界书 1"),
        (Kind::Character, "unknown.key[2]", "unknown › key › 3", "unknown › key › 3"),
        (Kind::Lorebook, "entries[3].triggers[0].keyword", "Entry 4 › Key 1 › Key", "条目 4 › 关键词 1 › 关键词"),
        (
            Kind::Lorebook,
            "entries[3].characterFilter.tags[1]",
            "Entry 4 › Character filter › Character tag 2",
            "条目 4 › 角色筛选 › 角色标签 2",
        ),
    ] {
        let path = Path::of(path);
        assert_eq!(schema::label(kind, &path, Language::English), english);
        assert_eq!(schema::label(kind, &path, Language::Chinese), chinese);
    }
}

fn faults(kind: Kind, body: Value) -> Vec<String> {
    let line = |Fault { path, what }| match what {
        What::WrongType(expected) => format!("{path}: no {expected}"),
        What::UnknownField => format!("{path}: unknown"),
        What::BadChoice(word) => format!("{path}: bad choice {word}"),
        What::Missing => format!("{path}: missing"),
    };
    schema::validate(kind, &Body::from(body)).into_iter().map(line).collect()
}

#[test]
fn a_sound_character_has_no_faults() {
    let body = json!({
        "identity": {"name": ""},
        "persona": {"structured": {"kind": "wpp", "attributes": {"likes": ["rain"]}}, "voice": {"extras": [1]}},
        "prompts": {"depthInjections": [{"text": "x", "depth": 4, "role": "user"}]},
        "media": {"portrait": {"role": "portrait", "ref": "carrier:"}},
        "knowledgeRefs": [{"type": "entity", "id": "x"}, {"type": "foreign", "platform": "p", "id": "1"}, "plain"],
        "variants": [{"id": "v", "mirrorBase": false, "overrides": {"media": {"portrait": {"ref": "sha256:00"}}}}],
    });
    assert_eq!(faults(Kind::Character, body), Vec::<String>::new());
}

#[test]
fn faults_are_named_and_never_fatal() {
    assert_eq!(faults(Kind::Character, json!({})), ["identity: missing"]);
    let body = json!({
        "identity": {"nickname": 7, "shoeSize": 44},
        "persona": "a text",
        "prompts": {"depthInjections": [{"text": "x", "role": "narrator"}, "loose"]},
        "discovery": {"rating": "fine", "tags": ["ok", null]},
        "knowledgeRefs": [{"type": "star"}],
        "variants": [{"overrides": {"identity": {"shoeSize": 1}}}],
        "mood": {},
    });
    assert_eq!(
        faults(Kind::Character, body),
        [
            "identity.name: missing",
            "identity.nickname: no text",
            "identity.shoeSize: unknown",
            "persona: no group",
            "prompts.depthInjections[0].role: bad choice narrator",
            "prompts.depthInjections[1]: no group",
            "discovery.rating: bad choice fine",
            "discovery.tags[1]: no text",
            "knowledgeRefs[0]: no link",
            "variants[0].id: missing",
            "variants[0].overrides.identity.shoeSize: unknown",
            "mood: unknown",
        ]
    );
}

#[test]
fn an_entry_needs_its_id_content_and_key_lists_and_may_hold_nulls() {
    assert_eq!(
        faults(Kind::Lorebook, json!({"entries": [{}]})),
        [
            "entries[0].content: missing",
            "entries[0].id: missing",
            "entries[0].secondaryTriggers: missing",
            "entries[0].triggers: missing",
        ]
    );
    let entry = json!({
        "id": "0", "content": "", "triggers": [{"keyword": "x"}], "secondaryTriggers": [],
        "caseSensitive": null, "scanDepth": null, "characterFilter": null, "position": "wire:11",
        "delayUntilRecursion": true, "generationTriggers": ["normal", "their own"], "enabled": null,
    });
    assert_eq!(faults(Kind::Lorebook, json!({"entries": [entry]})), ["entries[0].enabled: no boolean"]);
}

#[test]
fn texts_are_what_people_wrote() {
    let body = json!({
        "name": "Book",
        "entries": [{"id": "0", "title": "One", "content": "Told.", "position": "world", "triggers": [{"keyword": "k", "flags": "i"}]}],
        "strange": "not known",
    });
    let found: Vec<String> = texts(Kind::Lorebook, &body)
        .into_iter()
        .map(|(path, text, field)| format!("{path} {text} {}", field.shape.word()))
        .collect();
    assert_eq!(
        found,
        [
            "name Book text",
            "entries[0].title One text",
            "entries[0].content Told. longtext",
            "entries[0].triggers[0].keyword k text",
        ]
    );
}

/// A value of the row's type, the smallest that is not blank.
fn sample(kind: Kind, field: &schema::Field) -> Value {
    match field.shape {
        FieldType::Text | FieldType::LongText | FieldType::Identifier | FieldType::Picture => json!("x"),
        FieldType::Number => json!(1),
        FieldType::Boolean | FieldType::NumberOrTrue => json!(true),
        FieldType::Choice(choice) => json!(choice.values[0].word),
        FieldType::Link => json!({"type": "name", "name": "x"}),
        FieldType::Any => json!({"x": [null]}),
        FieldType::Overlay => json!({}),
        FieldType::List | FieldType::Map | FieldType::Group => {
            let mut value = if field.shape == FieldType::List { json!([]) } else { json!({}) };
            for below in schema::schema(kind).fields() {
                let Some(rest) = below.path.strip_prefix(field.path).filter(|rest| !rest.is_empty()) else { continue };
                let step = match rest {
                    "[]" => Step::Index(0),
                    "{}" => Step::Key("x".into()),
                    _ => match rest.strip_prefix('.') {
                        Some(key) if !key.contains(['.', '[', '{']) => Step::Key(key.into()),
                        _ => continue,
                    },
                };
                assert!(Path(vec![step]).set(&mut value, sample(kind, below)));
            }
            value
        }
    }
}

#[test]
fn a_body_with_every_field_keeps_to_its_table() {
    for kind in Kind::ALL {
        let mut body = Body::default();
        for field in schema::schema(kind).fields().filter(|field| !field.path.contains(['.', '[', '{'])) {
            assert!(body.set(&Path::of(field.path), sample(kind, field)));
        }
        assert_eq!(schema::validate(kind, &body), [], "{kind}");
        for field in schema::schema(kind).fields() {
            assert!(body.get(&concrete(field.path)).is_some(), "{kind}: {}", field.path);
        }
    }
}
