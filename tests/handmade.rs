//! Native data written by hand, measured: it arrives at its own app, and other apps leave it behind.

use ficha_container::Limits;
use ficha_convert::{decode, encode};
use ficha_formats::{Ask, NoMedia, Source};
use ficha_json::Op;
use ficha_model::{Body, Entity, Kind, Path};
use serde_json::json;

fn piece() -> Entity {
    let mut body = Body::default();
    body.set(&Path::of("identity.name"), json!("Tilda"));
    let mut entity = Entity::new(Kind::Character, "tilda", body);
    let ops = vec![
        Op::Add { path: String::new(), value: json!({}) },
        Op::Add { path: "/data/extensions/ttsVoice".into(), value: json!("alto") },
    ];
    entity.native_edits.insert("lumiverse".to_owned(), ops);
    entity
}

#[test]
fn another_app_leaves_it_behind_and_its_own_has_it() {
    let entity = [piece()];
    let away = encode(&entity, "sillytavern", &Ask::of(&NoMedia)).expect("written");
    let behind: Vec<_> =
        away.report.left_behind.iter().map(|row| (row.format.as_str(), row.pointer.as_str())).collect();
    assert_eq!(behind, [("lumiverse", "/data/extensions/ttsVoice")]);
    assert!(away.report.mismatches.is_empty(), "{:?}", away.report.mismatches);
    let home = encode(&entity, "lumiverse", &Ask::of(&NoMedia)).expect("written");
    assert!(home.report.left_behind.is_empty() && home.report.mismatches.is_empty(), "{:?}", home.report);
    assert!(String::from_utf8_lossy(&home.bytes).contains(r#""ttsVoice": "alto""#));
}

#[test]
fn it_travels_along_when_asked_and_in_our_own_file() {
    let entity = [piece()];
    for (target, carry) in [("ficha", false), ("ficha", true), ("sillytavern", true), ("pygmalion", true)] {
        let ask = Ask { carry_originals: carry, ..Ask::of(&NoMedia) };
        let away = encode(&entity, target, &ask).expect("written");
        assert!(away.report.left_behind.is_empty(), "{target}: {:?}", away.report.left_behind);
        let source = Source::open(away.bytes, None, &Limits::default()).expect("opened");
        let back = decode(&source, Some(target)).expect("read");
        let main = &back.entities[0];
        assert_eq!(main.native_edits.get("lumiverse"), entity[0].native_edits.get("lumiverse"), "{target}");
    }
}
