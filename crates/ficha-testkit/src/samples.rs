//! The generated part of `samples/`: small invented files, one or a few per shape, and the ones that must be refused.
//!
//! The files are committed; a test writes them again in memory and compares. `cargo run -p ficha-testkit --bin
//! make-samples` writes them to disk. Samples added by hand (a bug's smallest input) lie beside them untouched.

use crate::png::{self, base64, picture, text, with_chunks, write};
use crate::{archive, cards, edge};

/// A generated sample: its way below `samples/` and its bytes.
pub type Generated = (String, Vec<u8>);

/// Every generated sample.
pub fn all() -> Vec<Generated> {
    let mut samples: Vec<Generated> =
        edge::all().into_iter().map(|edge| (format!("edge/{}.png", edge.name), edge.bytes)).collect();
    samples.extend(cards_and_books());
    samples.extend(refused());
    samples
}

fn own(list: Vec<(&str, Vec<u8>)>) -> Vec<Generated> {
    list.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect()
}

fn cards_and_books() -> Vec<Generated> {
    own(vec![
        ("sillytavern/v1.json", cards::v1().into_bytes()),
        ("sillytavern/v2.json", cards::v2().into_bytes()),
        ("sillytavern/v2-root-mirrors.json", cards::v2_with_root_mirrors().into_bytes()),
        ("sillytavern/v3.json", cards::v3().into_bytes()),
        ("sillytavern/v2.png", png::card(picture(32, 48), "chara", &cards::v2())),
        ("sillytavern/both-chunks.png", png::card_with_both(picture(32, 48), &cards::v2(), &cards::v3())),
        ("sillytavern/v3.charx", charx(&[])),
        ("sillytavern/v3-behind-a-picture.jpg", charx(JPEG)),
        ("pygmalion/classic.json", cards::pygmalion().into_bytes()),
        ("pygmalion/classic.png", png::card(picture(32, 48), "chara", &cards::pygmalion())),
    ])
}

/// A JPEG of one grey pixel block, the shortest a decoder accepts as a whole file.
const JPEG: &[u8] = &[
    0xff, 0xd8, 0xff, 0xe0, 0, 16, b'J', b'F', b'I', b'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xdb, 0, 67, 0, 8, 6, 6,
    7, 6, 5, 8, 7, 7, 7, 9, 9, 8, 10, 12, 20, 13, 12, 11, 11, 12, 25, 18, 19, 15, 20, 29, 26, 31, 30, 29, 26, 28, 28,
    32, 36, 46, 39, 32, 34, 44, 35, 28, 28, 40, 55, 41, 44, 48, 49, 52, 52, 52, 31, 39, 57, 61, 56, 50, 60, 46, 51, 52,
    50, 0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xff, 0xc4, 0, 20, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 9, 0xff, 0xc4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xda, 0, 8, 1, 1, 0,
    0, 0x3f, 0, 0x54, 0xdf, 0xff, 0xd9,
];

/// A V3 card as an archive with a portrait, an emotion, a missing background and an entry nothing names.
fn charx(prefix: &[u8]) -> Vec<u8> {
    let assets = r#""assets": [
      {"type": "icon", "uri": "embeded://assets/icon/image/main.png", "name": "main", "ext": "png"},
      {"type": "emotion", "uri": "embeded://assets/emotion/image/counting.png", "name": "counting", "ext": "png"},
      {"type": "background", "uri": "embeded://assets/background/image/tower.png", "name": "tower", "ext": "png"}
    ],
    "nickname""#;
    let mut card: serde_json::Value = serde_json::from_str(&cards::v3()).expect("written by us");
    if let Some(data) = card["data"].as_object_mut() {
        data.shift_remove("assets");
    }
    let card = serde_json::to_string_pretty(&card).expect("a tree of ours").replacen("\"nickname\"", assets, 1);
    let mut icon = archive::stored("assets/icon/image/main.png", write(&picture(24, 24)));
    icon.comment = "painted by nobody".to_owned();
    archive::write_after(
        prefix,
        &[
            archive::deflated("card.json", card),
            icon,
            archive::stored("assets/emotion/image/counting.png", write(&picture(16, 16))),
            archive::deflated("x_notes/tide table.txt", "Low 06:10, high 12:25."),
        ],
        false,
    )
}

/// Files that must be refused, each under the container it claims to be.
fn refused() -> Vec<Generated> {
    let mut huge = text("chara", base64(cards::v2()));
    huge.length = Some(0x7fff_fff0);
    let mangled: Vec<u8> =
        png::card(picture(8, 8), "chara", &cards::v2()).iter().filter(|byte| **byte != b'\r').copied().collect();
    let whole = charx(&[]);
    own(vec![
        ("bad/png/no-card.png", write(&picture(8, 8))),
        ("bad/png/empty-card-text.png", png::card(picture(8, 8), "chara", "")),
        ("bad/png/card-text-is-no-json.png", png::card(picture(8, 8), "chara", "the tide is out")),
        ("bad/png/length-past-the-end.png", write(&with_chunks(picture(8, 8), vec![huge], vec![]))),
        ("bad/png/text-mode-transfer.png", mangled),
        ("bad/json/cut-short.json", cards::v2().as_bytes()[..700].to_vec()),
        ("bad/json/no-card.json", br#"{"tide": "out", "bells": [1, 2, 3]}"#.to_vec()),
        ("bad/json/empty.json", Vec::new()),
        ("bad/json/two-values.json", br#"{"name": "A"} {"name": "B"}"#.to_vec()),
        ("bad/zip/no-card.charx", archive::write(&[archive::stored("readme.txt", "No card here.")])),
        ("bad/zip/directory-cut-off.charx", whole[..whole.len() - 60].to_vec()),
        ("bad/zip/card-is-no-json.charx", archive::write(&[archive::deflated("card.json", "the tide is out")])),
        (
            "bad/zip/card-inflates-past-its-size.charx",
            archive::write(&[archive::repeated("card.json", b' ', 4_000, Some(500))]),
        ),
        ("bad/unknown/rar.bin", b"Rar!\x1a\x07\x01\x00 and nothing more".to_vec()),
        ("bad/unknown/seven-zip.bin", b"7z\xbc\xaf\x27\x1c\x00\x04 and nothing more".to_vec()),
        (
            "bad/unknown/gzip.bin",
            [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], &crate::deflate::raw(b"tide"), &[0; 8]].concat(),
        ),
    ])
}
