//! RisuAI's own containers: made, changed and damaged here; the files of the apps beside the project where they are.

mod support;

use ficha_container::msgpack::{self, Packed};
use ficha_container::risu::module::{self, Module, ModuleFault};
use ficha_container::risu::preset::Preset;
use ficha_container::risu::{rpack, sealed};
use ficha_container::{ContainerError, Limits};
use proptest::prelude::*;
use serde_json::{Value, json};

fn vector(name: &str) -> Option<Vec<u8>> {
    std::fs::read(support::shared_dir()?.join("vectors").join(name)).ok()
}

fn preset() -> Packed {
    Packed::from_json(&json!({"name": "Low Quay", "temperature": 80, "top_p": 0.95, "bias": [["fog", -5]]}), None)
}

#[test]
fn rpack_is_what_the_app_makes() {
    let (Some(all), Some(plain), Some(packed)) =
        (vector("rpack/all-bytes.rpack.bin"), vector("rpack/sample.plain.bin"), vector("rpack/sample.rpack.bin"))
    else {
        return;
    };
    let bytes: Vec<u8> = (0..=255).collect();
    assert_eq!(rpack::encode(&bytes), all);
    assert_eq!(rpack::encode(&plain), packed);
    assert_eq!(rpack::decode(&packed), plain);
}

#[test]
fn modules_of_the_app_are_written_as_they_were_read() {
    for name in ["minimal", "full-no-assets", "with-assets"] {
        let Some(file) = vector(&format!("risum/{name}.risum")) else { return };
        let module = Module::read(&file).unwrap();
        assert_eq!(module.fault, None);
        let assets: Vec<Vec<u8>> = (0..module.assets.len()).map(|at| module.asset(&file, at).unwrap()).collect();
        let json = module.json(&file);
        assert!(json.starts_with(b"{\n  \"module\""));
        assert_eq!(module::write(&json, assets.iter().map(Vec::as_slice)).unwrap(), file, "{name}");
        assert_eq!(module.with_json(&file, &json).unwrap(), file, "{name}");
    }
    let file = vector("risum/with-assets.risum").unwrap();
    let module = Module::read(&file).unwrap();
    assert_eq!(module.asset(&file, 0), vector("risum/asset-portrait.png"));
    assert_eq!(module.asset(&file, 1), Some(Vec::new()));
    assert_eq!(module.asset(&file, 2), None);
}

#[test]
fn presets_of_the_app_are_written_as_they_were_read() {
    let Some(inner) = vector("risup/1-inner.msgpack") else { return };
    let value = msgpack::read(&inner, &Limits::default()).unwrap();
    assert_eq!(msgpack::write(&value), inner);
    assert!(value.get("NAIadventure").unwrap().is_undefined());
    let plain: Value = serde_json::from_slice(&vector("risup/preset.json").unwrap()).unwrap();
    assert!(ficha_json::value_eq(&value.to_json(), &plain));
    for name in ["risup/vector.risup", "risup/vector.risupreset"] {
        let file = vector(name).unwrap();
        let preset = Preset::read(&file, &Limits::default()).unwrap();
        assert_eq!(preset.preset, value);
        assert_eq!(preset.write(&value).unwrap(), file, "{name}");
    }
    assert_eq!(Preset::fresh(&value).unwrap(), vector("risup/vector.risup").unwrap());
}

#[test]
fn a_module_that_stops_early_still_says_what_it_is() {
    let file = module::write(b"{\"module\":{}}", [&b"one"[..], b""]).unwrap();
    let whole = Module::read(&file).unwrap();
    assert_eq!((whole.assets.len(), whole.fault), (2, None));
    let unended = Module::read(&file[..file.len() - 1]).unwrap();
    assert_eq!(unended.fault, Some(ModuleFault::NoEnd { offset: file.len() - 1 }));
    let cut = Module::read(&file[..whole.assets[0].end - 1]).unwrap();
    assert_eq!(cut.fault, Some(ModuleFault::CutAsset { offset: whole.main.end + 1 }));
    assert!(cut.assets.is_empty());
    let mut odd = file.clone();
    odd[whole.main.end] = 7;
    assert_eq!(Module::read(&odd).unwrap().fault, Some(ModuleFault::Marker { offset: whole.main.end }));
    assert!(matches!(Module::read(&file[..8]), Err(ContainerError::Malformed { .. })));
    assert!(matches!(Module::read(&[0x6F, 9]), Err(ContainerError::Unsupported { .. })));
    assert!(matches!(Module::read(&[0x6F, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1]), Err(ContainerError::Malformed { .. })));
    assert!(!module::is_module(&file[..8]));
}

#[test]
fn a_changed_preset_keeps_what_was_not_changed() {
    let mut before = preset();
    if let Packed::Map(members) = &mut before {
        members.push((Packed::Text("gone".to_owned()), Packed::Extension(0, vec![0])));
        members.push((Packed::Text("whole".to_owned()), Packed::Real(3.0)));
        members.push((Packed::Text("bytes".to_owned()), Packed::Bytes(vec![1, 2])));
    }
    let mut json = before.to_json();
    assert_eq!(json.get("gone"), None);
    assert_eq!(json["bytes"], "data:application/octet-stream;base64,AQI=");
    json["name"] = json!("Harbour");
    json["new"] = json!(4_294_967_296_i64);
    let after = Packed::from_json(&json, Some(&before));
    let Packed::Map(members) = &after else { panic!("a map stays one") };
    assert_eq!(members[0].1, Packed::Text("Harbour".to_owned()));
    assert!(after.get("gone").unwrap().is_undefined());
    assert_eq!(after.get("whole"), Some(&Packed::Real(3.0)));
    assert_eq!(after.get("bytes"), Some(&Packed::Bytes(vec![1, 2])));
    assert_eq!(after.get("new"), Some(&Packed::Real(4_294_967_296.0)));
    json.as_object_mut().unwrap().shift_remove("bytes");
    assert_eq!(Packed::from_json(&json, Some(&before)).get("bytes"), None);
}

#[test]
fn older_wrappings_of_a_preset_are_read() {
    use std::io::Write;
    let limits = Limits::default();
    let sealed = {
        let file = Preset::fresh(&preset()).unwrap();
        let read = Preset::read(&file, &limits).unwrap();
        assert_eq!(read.preset, preset());
        file
    };
    let gzip = rpack::decode(&sealed);
    let mut plain = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(gzip.as_slice()), &mut plain).unwrap();
    let mut envelope = msgpack::read(&plain, &limits).unwrap();
    if let Packed::Map(members) = &mut envelope {
        members[0].1 = Packed::Whole(0);
        members[2].0 = Packed::Text("pres".to_owned());
    }
    let old = msgpack::write(&envelope);
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    zlib.write_all(&old).unwrap();
    let zlib = zlib.finish().unwrap();
    let mut bare = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    bare.write_all(&old).unwrap();
    let bare = bare.finish().unwrap();
    for file in [&zlib, &bare, &rpack::encode(&zlib), &rpack::encode(&bare)] {
        assert_eq!(Preset::read(file, &limits).unwrap().preset, preset());
    }
    let small = Limits { text: 16, ..Limits::default() };
    assert!(matches!(Preset::read(&sealed, &small), Err(ContainerError::Limit { name: "text-bytes", .. })));
    let mut changed = gzip.clone();
    let at = changed.len() - 20;
    changed[at] ^= 1;
    assert!(Preset::read(&changed, &limits).is_err());
}

#[test]
fn msgpack_is_counted() {
    let mut limits = Limits::default();
    limits.json.values = 10;
    let many = msgpack::write(&Packed::List(vec![Packed::Nil; 10]));
    assert!(matches!(msgpack::read(&many, &limits), Err(ContainerError::Limit { name: "json-values", .. })));
    limits.json.depth = 3;
    assert!(matches!(msgpack::read(&[0x91; 9], &limits), Err(ContainerError::Limit { name: "json-depth", .. })));
    let promised = [0xDD, 0xFF, 0xFF, 0xFF, 0xFF];
    assert!(matches!(msgpack::read(&promised, &limits), Err(ContainerError::Malformed { .. })));
    assert!(msgpack::read(&[0xC1], &limits).is_err());
}

#[test]
fn a_key_of_keys_is_refused() {
    // Maps, each the key of the one around it, over whose spelling a reader would never end.
    let nested = |levels: usize| [vec![0x81; levels], vec![0x80], vec![0xC0; levels]].concat();
    assert!(matches!(msgpack::read(&nested(40), &Limits::default()), Err(ContainerError::Unsupported { .. })));
    let deep = msgpack::read(&nested(100_000), &Limits::default());
    assert!(matches!(deep, Err(ContainerError::Limit { name: "json-depth", .. })));
}

#[test]
fn sealed_cards_open_with_their_word() {
    let png_text = |name: &str| {
        let file = vector(name)?;
        let png = ficha_container::png::read(&file, &Limits::default()).unwrap();
        let text = png.texts(&file).into_iter().find(|text| text.keyword == "chara").unwrap();
        Some(file[text.data].to_vec())
    };
    let Some(open) = png_text("risu/rcc-nopassword.png") else { return };
    assert!(sealed::is_sealed(&open));
    let card = sealed::open(&open, None).unwrap();
    assert!(card.starts_with(b"{\"spec\":\"chara_card_v2\""), "{}", String::from_utf8_lossy(&card));
    let locked = png_text("risu/rcc-password-hunter2.png").unwrap();
    assert!(matches!(sealed::open(&locked, None), Err(ContainerError::Locked { wrong: false, .. })));
    assert!(matches!(sealed::open(&locked, Some("hunter3")), Err(ContainerError::Locked { wrong: true, .. })));
    assert!(sealed::open(&locked, Some("hunter2")).unwrap().starts_with(b"{\"spec\""));
    let mut damaged = open.clone();
    damaged[20] = if damaged[20] == b'A' { b'B' } else { b'A' };
    assert!(matches!(sealed::open(&damaged, None), Err(ContainerError::Malformed { .. })));
    assert!(matches!(sealed::open(b"rcc||rccv1||", None), Err(ContainerError::Malformed { .. })));
    assert!(matches!(sealed::open(b"rcc||rccv9||a||b||c", None), Err(ContainerError::Unsupported { .. })));
}

fn keys() -> impl Strategy<Value = Packed> {
    prop_oneof![
        "[a-z]{0,6}".prop_map(Packed::Text),
        any::<i64>().prop_map(Packed::Whole),
        any::<bool>().prop_map(Packed::Flag)
    ]
}

fn values() -> impl Strategy<Value = Packed> {
    let leaf = prop_oneof![
        Just(Packed::Nil),
        any::<bool>().prop_map(Packed::Flag),
        any::<i64>().prop_map(Packed::Whole),
        (i64::MAX as u64 + 1..).prop_map(Packed::Large),
        any::<f64>().prop_filter("is a number", |number| !number.is_nan()).prop_map(Packed::Real),
        any::<f32>().prop_filter("is a number", |number| !number.is_nan()).prop_map(Packed::Short),
        ".{0,40}".prop_map(Packed::Text),
        proptest::collection::vec(any::<u8>(), 0..300).prop_map(Packed::Bytes),
        (any::<i8>(), proptest::collection::vec(any::<u8>(), 0..20))
            .prop_map(|(kind, bytes)| { Packed::Extension(kind, bytes) }),
    ];
    leaf.prop_recursive(4, 60, 8, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..20).prop_map(Packed::List),
            proptest::collection::vec((keys(), inner), 0..20).prop_map(Packed::Map),
        ]
    })
}

proptest! {
    #[test]
    fn rpack_comes_back(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        prop_assert_eq!(rpack::decode(&rpack::encode(&bytes)), bytes.clone());
        prop_assert_eq!(rpack::encode(&rpack::decode(&bytes)), bytes);
    }

    #[test]
    fn msgpack_comes_back(value in values()) {
        let bytes = msgpack::write(&value);
        prop_assert_eq!(&msgpack::read(&bytes, &Limits::default()).unwrap(), &value);
        prop_assert_eq!(Packed::from_json(&value.to_json(), Some(&value)), value);
    }

    #[test]
    fn modules_come_back(json in proptest::collection::vec(any::<u8>(), 0..200),
                         assets in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..80), 0..6)) {
        let file = module::write(&json, assets.iter().map(Vec::as_slice)).unwrap();
        let read = Module::read(&file).unwrap();
        prop_assert_eq!(read.json(&file), json);
        let back: Vec<Vec<u8>> = (0..read.assets.len()).map(|at| read.asset(&file, at).unwrap()).collect();
        prop_assert_eq!(back, assets);
    }

    #[test]
    fn presets_come_back(value in values()) {
        let file = Preset::fresh(&value).unwrap();
        prop_assert_eq!(Preset::read(&file, &Limits::default()).unwrap().preset, value);
    }

    #[test]
    fn no_bytes_break_the_readers(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let limits = Limits::default();
        let _ = msgpack::read(&bytes, &limits);
        let _ = Preset::read(&bytes, &limits);
        let _ = Module::read(&bytes);
        let _ = sealed::open(&bytes, None);
    }
}
