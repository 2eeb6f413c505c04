//! The damaged and odd PNG files of the shared material, on the level of their texts: what the walk finds wrong, what
//! text comes out of each chunk, and what was mended on the way. One snapshot a file.

mod support;

use std::fmt::Write;

use ficha_container::{Limits, exif, payload, png, sniff};

/// What a file holds, in a few lines.
fn description(bytes: &[u8]) -> String {
    let limits = Limits::default();
    let mut out = format!("{:?}\n", sniff(bytes));
    let png = match png::read(bytes, &limits) {
        Ok(png) => png,
        Err(error) => {
            writeln!(out, "refused: {error} [{}]", error.place()).unwrap();
            return out;
        }
    };
    for fault in &png.faults {
        writeln!(out, "fault: {fault} [{}]", fault.place()).unwrap();
    }
    for text in png.texts(bytes) {
        let crc = if png.crc_ok(bytes, text.chunk) { "" } else { ", wrong checksum" };
        let place = if text.after_iend { ", behind IEND" } else { "" };
        writeln!(out, "{}{crc}{place}", text.name()).unwrap();
        match png::text_bytes(bytes, &text, &limits) {
            Ok((content, bare)) => {
                if bare {
                    writeln!(out, "  bare deflate").unwrap();
                }
                describe_text(&mut out, &content, &limits);
            }
            Err(error) => writeln!(out, "  refused: {error}").unwrap(),
        }
    }
    out
}

fn describe_text(out: &mut String, content: &[u8], limits: &Limits) {
    let (text, repairs) = match payload::decode_card_text(content, limits) {
        Ok(decoded) => decoded,
        Err(error) => {
            writeln!(out, "  refused: {error}").unwrap();
            return;
        }
    };
    let document = ficha_json::Document::parse(text.as_str(), &limits.json).expect("the text is JSON");
    let name = document.at("/data/name").or_else(|| document.at("/name")).expect("the card has a name");
    writeln!(out, "  name: {}", name.as_str().expect("the name is a text")).unwrap();
    writeln!(out, "  letters: {}, json repairs: {}", text.chars().count(), document.repairs().len()).unwrap();
    for repair in repairs {
        writeln!(out, "  mended: {}", repair.title()).unwrap();
    }
}

#[test]
fn every_vector_gives_its_text() {
    let Some(shared) = support::shared_dir() else { return };
    let mut files: Vec<_> = std::fs::read_dir(shared.join("vectors/png"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "png"))
        .collect();
    files.sort();
    assert_eq!(files.len(), 35);
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        insta::assert_snapshot!(name, description(&std::fs::read(&path).unwrap()));
    }
}

/// Pictures whose card is in the EXIF comment, by apps long gone.
#[test]
fn exif_comments_give_their_text() {
    let Some(shared) = support::shared_dir() else { return };
    let limits = Limits::default();
    for (file, name, repairs) in [
        ("vectors/legacy/tavernai-webp-bytelist.webp", "name", "a list of byte values instead of base64"),
        ("vectors/legacy/webp-usercomment-plain-json.webp", "name", "plain JSON instead of base64"),
        ("corpus/files/tavernai_webp/125__city-explorer-a.webp", "name", "a list of byte values instead of base64"),
        ("corpus/files/tavernai_webp/126__city-explorer-b.webp", "name", "a list of byte values instead of base64"),
        ("corpus/files/backyard_png/041__exif-v1.png", "character", "plain JSON instead of base64"),
        ("corpus/files/backyard_png/042__exif-v2.png", "character", "plain JSON instead of base64"),
        ("corpus/files/backyard_png/043__exif-v4.png", "character", ""),
    ] {
        let bytes = std::fs::read(shared.join(file)).unwrap();
        let comment = exif::user_comment(&bytes, &limits).expect(file);
        let (text, found) = payload::decode_card_text(&bytes[comment], &limits).expect(file);
        let document = ficha_json::Document::parse(text, &limits.json).expect(file);
        assert!(document.root().get(name).is_some(), "{file}");
        assert_eq!(found.first().map_or("", |repair| repair.title()), repairs, "{file}");
    }
}
