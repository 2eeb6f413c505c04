//! What goes in comes out: any body through file, revision and blobs; any draft through its file.

mod common;

use common::{kept, library};
use ficha_library::{Change, Draft, NativeStep, Save, Step, why};
use ficha_model::{Body, Entity, Kind, Original, PatchOp, Raw};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Texts around the length that moves into a blob, and with everything JSON and pointers have to escape.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,12}",
        "[a-z/~\"\\\\\n\u{1e}\u{1f}\u{0}]{0,8}",
        (4090usize..4102, prop_oneof![Just('x'), Just('灯'), Just('"')])
            .prop_map(|(count, sign)| String::from(sign).repeat(count)),
    ]
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}",
        "[/~01 .\\[\\]\"]{0,5}",
        Just("$serde_json::private::Number".to_owned()),
        Just("ref".to_owned())
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let number = prop_oneof![any::<i64>().prop_map(Value::from), any::<f64>().prop_map(|number| json!(number))];
    let leaf =
        prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::Bool), number, text().prop_map(Value::String)];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::Array),
            vec((key(), inner), 0..5).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn body() -> impl Strategy<Value = Value> {
    vec((key(), value()), 0..5).prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>()))
}

fn change() -> impl Strategy<Value = Change> {
    ("\\PC{0,9}", proptest::option::of(value())).prop_map(|(path, value)| Change { path, value })
}

fn op() -> impl Strategy<Value = PatchOp> {
    let path = || "[/~a-z]{0,6}";
    prop_oneof![
        (path(), value()).prop_map(|(path, value)| PatchOp::Add { path, value }),
        path().prop_map(|path| PatchOp::Remove { path }),
        (path(), value()).prop_map(|(path, value)| PatchOp::Replace { path, value }),
        (path(), path()).prop_map(|(path, from)| PatchOp::Move { path, from }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    ("\\PC{0,9}", vec(change(), 0..3), vec(change(), 0..3), vec(("[a-z]{1,5}", vec(op(), 0..3)), 0..2)).prop_map(
        |(label, changes, inverse, native)| Step {
            label,
            changes,
            inverse,
            native: native.into_iter().map(|(format, ops)| NativeStep { format, ops }).collect(),
            at: "2026-11-30T10:00:00.000Z".to_owned(),
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn entities_and_revisions(bodies in vec(body(), 2..4), raw in value(), format in key(), edits in vec(op(), 0..3)) {
        // No card is the payload `null`: in a wrapper that says there is no JSON payload.
        prop_assume!(!raw.is_null());
        let (_folder, library) = library();
        let make = |body: &Value| {
            let mut entity = Entity::new(Kind::Character, "it", Body::from(body.clone()));
            let original = Original { raw: Some(Raw(raw.to_string().into())), ..Original::default() };
            entity.original.insert(format.clone(), original);
            entity.native_edits.insert(format.clone(), edits.clone());
            entity
        };
        let address = kept(&library, make(&bodies[0]));
        let mut revisions = vec![1];
        for body in &bodies[1..] {
            let base = *revisions.last().expect("one");
            let save = Save { address: address.clone(), base, entity: make(body), why: why::SAVED.to_owned(), name: None };
            revisions.push(library.save(save).expect("saved").revision);
        }
        for (body, revision) in bodies.iter().zip(&revisions) {
            let entity = library.revision(&address, *revision).expect("revision");
            prop_assert_eq!(entity.body.value(), body);
        }
        let opened = library.open_entity(&address).expect("open");
        prop_assert_eq!(opened.revision, *revisions.last().expect("one"));
        let last = make(bodies.last().expect("one"));
        prop_assert_eq!(&opened.entity.body, &last.body);
        prop_assert_eq!(&opened.entity.original[&format], &last.original[&format]);
        prop_assert_eq!(&opened.entity.native_edits, &last.native_edits);
    }

    #[test]
    fn drafts(steps in vec(step(), 0..3), base_revision in any::<u32>()) {
        let (_folder, library) = library();
        let address = kept(&library, Entity::new(Kind::Character, "it", Body::default()));
        let position = steps.len() / 2;
        let draft = Draft { base_revision: base_revision.into(), at: "2026-11-30T10:00:00.000Z".to_owned(), steps, position };
        library.save_draft(&address, &draft).expect("saved");
        prop_assert_eq!(library.draft(&address).expect("read"), Some(draft));
    }
}
