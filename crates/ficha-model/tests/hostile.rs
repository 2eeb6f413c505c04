//! Bodies and wrapper texts that mean harm: deep, wide, cut, bent. Nothing panics, nothing takes long.

use std::time::{Duration, Instant};

use ficha_model::{
    Body, Entity, Kind, Original, Path, Raw, Wrapper, apply, diff, leaves, merge_profile, same, schema, texts,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Lists in lists in lists, as deep as the reader allows.
fn deep(inner: Value) -> Value {
    (0..1000).fold(inner, |value, at| if at % 2 == 0 { json!([value]) } else { json!({"a": value}) })
}

/// Work that a person would wait for is a fault, even in an unoptimised build on a busy machine.
fn soon<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    let took = start.elapsed();
    assert!(took < Duration::from_secs(10), "{what} took {took:?}");
    done
}

fn everything(before: &Value, after: &Value) {
    let (old, new) = (Body::from(before.clone()), Body::from(after.clone()));
    let changes = soon("diff", || diff(before, after));
    soon("same", || same(before, after));
    soon("leaves", || leaves(before).len());
    let mut changed = before.clone();
    let inverse = soon("apply", || apply(&mut changed, &changes));
    assert!(soon("same", || same(&changed, after)));
    soon("undo", || apply(&mut changed, &inverse));
    soon("merge", || merge_profile(&old, &new));
    for kind in Kind::ALL {
        soon("validate", || schema::validate(kind, &old));
        soon("texts", || texts(kind, before).len());
        let entity = Entity::new(kind, "x", old.clone());
        let text = soon("write", || entity.to_json());
        assert!(soon("read", || Entity::from_json(&text)).is_ok_and(|read| read == entity));
    }
}

#[test]
fn deep_nesting_is_no_danger() {
    everything(&json!({"extras": deep(json!("x"))}), &json!({"extras": deep(json!(["y", ""]))}));
    let blank = Value::Array(vec![json!(""); 2_000]);
    everything(&json!({"extras": deep(blank.clone())}), &json!({"extras": deep(json!([blank, 1]))}));
}

#[test]
fn long_lists_without_anything_in_common_are_compared_soon() {
    let rows = |mark: &str| {
        let row = |at: usize| json!({"id": format!("{mark}{at}"), "content": format!("{mark} {at}"), "depth": 4});
        json!({"entries": (0..20_000).map(row).collect::<Vec<Value>>()})
    };
    let (before, after) = (rows("a"), rows("b"));
    assert_eq!(soon("diff", || diff(&before, &after)).len(), 20_000 * 3 * 2);
    let same_text = |count: usize| json!({"tags": vec![json!("again"); count]});
    assert_eq!(soon("diff", || diff(&same_text(50_000), &same_text(49_999))).len(), 1);
}

#[test]
fn a_raw_as_deep_as_it_may_be_goes_in_and_out() {
    let mut entity = Entity::new(Kind::Character, "x", Body::from(json!({"identity": {"name": "X"}})));
    let raw = format!("{}1{}", "[".repeat(512), "]".repeat(512));
    entity.original.insert("f".into(), Original { raw: Some(Raw(raw.into())), ..Original::default() });
    let read = Entity::from_json(&entity.to_json()).expect("it reads back");
    assert_eq!(read.original, entity.original);
}

#[test]
fn paths_that_fit_nothing_change_nothing() {
    let mut body = Body::from(json!({"a": [1], "b": "x"}));
    let before = body.clone();
    for path in ["a[7]", "a.b", "b.c", "b[0]", "c[1]"] {
        assert!(!body.set(&Path::of(path), json!(2)), "{path}");
        assert_eq!(body.remove(&Path::of(path)), None, "{path}");
    }
    assert_eq!(body, before);
}

const SOUND: &str = r#"{"schemaVersion": "1", "kind": "persona", "id": "x", "body": {"name": "X", "addenda": [{"id": "1"}]},
  "profiles": {"f": {"name": null}}, "original": {"f": {"raw": {"a": 1}, "unmapped": {}, "sourceMedia": {"b64": "", "mime": ""}}},
  "nativeEdits": {"f": [{"op": "remove", "path": "/a"}]}, "source": {"format": "f", "container": "json", "bytes": 1},
  "notes": [{"id": "1", "text": "", "at": ""}]}"#;

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in any::<String>()) {
        let _ = Wrapper::from_json(&text);
    }

    #[test]
    fn no_damage_makes_reading_panic(cut in 0..SOUND.len(), put in "[\\[\\]{}\":,0-9a-z]{0,3}", skip in 0..6_usize) {
        let end = (cut + skip).min(SOUND.len());
        let bent = format!("{}{put}{}", &SOUND[..cut], &SOUND[end..]);
        if let Ok(wrapper) = Wrapper::from_json(&bent) {
            let again = Wrapper::from_json(&wrapper.entity.to_json());
            prop_assert_eq!(again.map(|again| again.entity).ok(), Some(wrapper.entity), "{}", bent);
        }
    }
}
