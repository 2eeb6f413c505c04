//! Native data written by hand for an app the piece did not come from: it goes into that app's file and nowhere else.

use ficha_container::Limits;
use ficha_formats::{Ask, Format, NoMedia, Notes, Source, Widget, formats, native_fields, native_payload};
use ficha_json::{Document, Op};
use ficha_model::{Body, Entity, Kind, Path};
use serde_json::{Value, json};

fn piece(kind: Kind) -> Entity {
    let mut body = Body::default();
    body.set(&Path::of(if kind == Kind::Character { "identity.name" } else { "name" }), json!("Tilda"));
    Entity::new(kind, "tilda", body)
}

fn parsed(text: &str) -> Document {
    Document::parse(text, &ficha_json::Limits::widest()).expect("JSON")
}

/// A value of a widget's kind.
fn sample(widget: Widget) -> Value {
    match widget {
        Widget::Number => json!(7),
        Widget::Toggle => json!(true),
        Widget::List | Widget::Links(_) => json!(["one", "two"]),
        Widget::Table(_) => json!([["a", "b"]]),
        Widget::Choice(words) => json!(words.first().expect("a word")),
        Widget::Json => json!({"a": 1}),
        Widget::Line | Widget::Text | Widget::Colour | Widget::Asset => json!("#a1b2c3"),
    }
}

fn written(format: &dyn Format, entity: &Entity) -> Option<Document> {
    let encoded = format.encode(entity, &Ask::of(&NoMedia), &mut Notes::new()).ok()?;
    let source = Source::open(encoded.bytes, None, &Limits::default()).expect("it opens");
    let decoded = format.decode(&source, &mut Notes::new()).expect("it is read back");
    let main = decoded.entities.first().expect("an entity");
    let raw = main.original.get(format.spec().id)?.raw.as_ref()?;
    Some(parsed(&raw.0))
}

#[test]
fn every_native_field_can_be_written_without_an_original() {
    let mut tried = 0;
    let mut unwritten = std::collections::BTreeSet::new();
    let mut lost = Vec::new();
    for format in formats() {
        let spec = format.spec();
        let fields = native_fields(format, &parsed("{}"));
        if !format.by_hand() || fields.is_empty() {
            continue;
        }
        for field in fields {
            let mut entity = piece(spec.kind);
            let value = sample(field.widget);
            let ops = vec![
                Op::Add { path: String::new(), value: json!({}) },
                Op::Add { path: field.key.to_owned(), value: value.clone() },
            ];
            entity.native_edits.insert(spec.id.to_owned(), ops);
            let Some(back) = written(format, &entity) else {
                unwritten.insert(spec.id);
                continue;
            };
            let found = native_fields(format, &back).into_iter().find(|other| other.key == field.key);
            if found.and_then(|found| found.value) != Some(value) {
                lost.push(format!("{} {}", spec.id, field.key));
            }
            tried += 1;
        }
    }
    assert_eq!(lost, Vec::<String>::new(), "{unwritten:?}");
    // A TavernAI card is a picture, and there is none.
    assert_eq!(unwritten.into_iter().collect::<Vec<_>>(), ["tavernai"]);
    assert!(tried > 150, "{tried}");
}

#[test]
fn what_the_body_says_is_never_written_by_hand() {
    let format = ficha_formats::format("sillytavern").expect("it is there");
    let mut entity = piece(Kind::Character);
    let ops = vec![
        Op::Add { path: String::new(), value: json!({}) },
        Op::Add { path: "/data/extensions/fav".into(), value: json!(true) },
        Op::Add { path: "/data/scenario".into(), value: json!("never") },
        Op::Add { path: "/data/x_mine".into(), value: json!([1]) },
    ];
    entity.native_edits.insert("sillytavern".to_owned(), ops);
    let back = written(format, &entity).expect("written");
    let at = |pointer: &str| back.at(pointer).map(|node| node.to_value());
    assert_eq!(at("/data/extensions/fav"), Some(json!(true)));
    assert_eq!(at("/data/x_mine"), Some(json!([1])));
    assert_eq!(at("/data/scenario"), Some(json!("")));
    assert_eq!(at("/data/name"), Some(json!("Tilda")));
}

#[test]
fn a_list_of_edits_makes_a_payload() {
    let ops = vec![
        Op::Add { path: String::new(), value: json!({}) },
        Op::Add { path: "/a/b/c".into(), value: json!([1]) },
        Op::Add { path: "/a/b/c/0".into(), value: json!(0) },
        Op::Replace { path: "/a/d".into(), value: json!("x") },
        Op::Remove { path: "/a/d".into() },
        Op::Remove { path: "/nowhere".into() },
    ];
    assert_eq!(parsed(&native_payload(&ops).0).root().to_value(), json!({"a": {"b": {"c": [0, 1]}}}));
    assert_eq!(native_payload(&[]).0.as_ref(), "{}");
}
