//! Files that are small to keep and ruinous to believe. Every one must be refused by the name of the limit it meets,
//! quickly and without memory for what it declares.

use crate::archive::{self, Entry};
use crate::{cards, deflate, png};

/// One hostile file.
pub struct Bomb {
    /// What it is, in a few words.
    pub name: &'static str,
    /// The file.
    pub bytes: Vec<u8>,
    /// The limit it must meet, as the error names it; `None` when the file must simply open without harm.
    pub limit: Option<&'static str>,
}

/// Matches of 258 bytes that make one GiB.
const GIB: usize = (1 << 30) / 258;

fn card() -> Entry {
    archive::deflated("card.json", cards::v3())
}

fn padded(entry: Entry) -> Vec<Entry> {
    vec![card(), entry]
}

fn text_bomb(kind: &[u8; 4], head: &[u8]) -> Vec<u8> {
    let data = [head, &deflate::repeated_zlib(b'A', GIB)].concat();
    png::write(&png::with_chunks(png::picture(8, 8), vec![], vec![png::chunk(kind, data)]))
}

/// Every archive bomb.
pub fn archives() -> Vec<Bomb> {
    let forty: Vec<Entry> = std::iter::once(card())
        .chain((0..40).map(|at| archive::repeated(&format!("assets/{at}.bin"), 0, 40 * 1024 * 1024 / 258, None)))
        .collect();
    let many = |count: usize| -> Vec<Entry> {
        std::iter::once(card()).chain((0..count).map(|at| archive::stored(&format!("a/{at}"), []))).collect()
    };
    vec![
        Bomb {
            name: "an asset of one GiB, said so",
            bytes: archive::write(&padded(archive::repeated("assets/a.png", 0, GIB, None))),
            limit: Some("zip-entry"),
        },
        Bomb {
            name: "a card of one GiB, said so",
            bytes: archive::write(&[archive::repeated("card.json", b' ', GIB, None)]),
            limit: Some("zip-entry"),
        },
        Bomb {
            name: "a card of one GiB that says 5,000 bytes",
            bytes: archive::write(&[archive::repeated("card.json", b' ', GIB, Some(5_000))]),
            limit: Some("declared-size"),
        },
        Bomb { name: "forty assets of 40 MiB", bytes: archive::write(&forty), limit: Some("zip-total") },
        Bomb { name: "sixty thousand entries", bytes: archive::write(&many(60_000)), limit: Some("zip-entries") },
        Bomb { name: "a million entries", bytes: archive::write(&many(1_000_000)), limit: Some("zip-entries") },
    ]
}

/// Every PNG bomb.
pub fn pictures() -> Vec<Bomb> {
    let million: Vec<png::Chunk> = (0..1_000_000).map(|_| png::chunk(b"teST", [])).collect();
    let mut huge = png::picture(8, 8);
    huge[0] = png::header(i32::MAX as u32, i32::MAX as u32);
    vec![
        Bomb { name: "a zTXt card of one GiB", bytes: text_bomb(b"zTXt", b"chara\0\0"), limit: Some("text-bytes") },
        Bomb {
            name: "an iTXt card of one GiB",
            bytes: text_bomb(b"iTXt", b"ccv3\0\x01\0\0\0"),
            limit: Some("text-bytes"),
        },
        Bomb {
            name: "a million chunks",
            bytes: png::write(&png::with_chunks(
                png::picture(8, 8),
                million,
                vec![png::text("chara", png::base64(cards::v2()))],
            )),
            limit: Some("png-chunks"),
        },
        Bomb {
            name: "a picture of 2,147,483,647 by 2,147,483,647",
            bytes: png::card(huge, "chara", &cards::v2()),
            limit: None,
        },
    ]
}

/// Every YAML bomb.
pub fn yaml() -> Vec<Bomb> {
    let mut aliases = String::from("l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let below = vec![format!("*l{}", level - 1); 10].join(", ");
        aliases.push_str(&format!("l{level}: &l{level} [{below}]\n"));
    }
    let long = format!("t: &t \"{}\"\nmany: [{}*t]\n", "x".repeat(1 << 20), "*t, ".repeat(200));
    let many = format!("name: Deep\ncontext: c\nlist:\n{}", "- 0\n".repeat(2_000_000));
    let whole = format!("name: Deep\ncontext: {}\n", "a".repeat(40 << 20));
    vec![
        Bomb { name: "aliases of aliases", bytes: aliases.into_bytes(), limit: Some("json-values") },
        Bomb { name: "a long text by two hundred aliases", bytes: long.into_bytes(), limit: Some("json-bytes") },
        Bomb { name: "a YAML list of two million zeros", bytes: many.into_bytes(), limit: Some("json-values") },
        Bomb { name: "a YAML text of 40 MiB", bytes: whole.into_bytes(), limit: Some("json-bytes") },
        Bomb {
            name: "200,000 YAML lists in each other",
            bytes: format!("- {}x", "- ".repeat(200_000)).into_bytes(),
            limit: Some("json-depth"),
        },
        Bomb { name: "an alias of itself", bytes: b"name: &n [*n]\n".to_vec(), limit: Some("json-depth") },
    ]
}

/// Every JSON bomb.
pub fn texts() -> Vec<Bomb> {
    let deep = |open: &str, close: &str, levels: usize| {
        format!("{}{}", open.repeat(levels), close.repeat(levels)).into_bytes()
    };
    let inside = |value: String| {
        format!(
            r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Deep","extensions":{{"x":{value}}}}}}}"#
        )
    };
    vec![
        Bomb { name: "200,000 lists in each other", bytes: deep("[", "]", 200_000), limit: Some("json-depth") },
        Bomb { name: "200,000 objects in each other", bytes: deep("{\"a\":", "}", 200_000), limit: Some("json-depth") },
        Bomb {
            name: "a card with 600 lists in each other",
            bytes: inside(format!("{}{}", "[".repeat(600), "]".repeat(600))).into_bytes(),
            limit: Some("json-depth"),
        },
        Bomb {
            name: "a list of four million zeros",
            bytes: inside(format!("[{}0]", "0,".repeat(4_000_000))).into_bytes(),
            limit: Some("json-values"),
        },
        Bomb {
            name: "one text of 40 MiB",
            bytes: inside(format!("\"{}\"", "a".repeat(40 << 20))).into_bytes(),
            limit: Some("json-bytes"),
        },
    ]
}
