//! What reading and writing a card costs on the level of its container: medians in milliseconds.
//!
//! `cargo run --release -p ficha-container --example speed`. Two pictures as the peers were measured with: 3.0 MB
//! with a card of 60 KB, and 2.8 MB with one of 1.03 MB, both in `chara` and `ccv3`; and an archive of 42 entries.

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::time::Instant;

use ficha_container::archive::{Archive, EntryEdit};
use ficha_container::png::{self, NewChunk, Splice};
use ficha_container::{Limits, payload, sniff};

fn main() {
    for (name, pixels, card) in
        [("A: 3.0 MB, card 60 KB", 2_840_000, 60_000), ("B: 2.8 MB, card 1.03 MB", 50_000, 1_030_000)]
    {
        let card = letters(card);
        let file = picture(pixels, &card);
        println!("{name} ({} bytes)", file.len());
        measured("sniff, walk, one text decoded", || read(&file).len());
        measured("both texts replaced and written", || write(&file, &card).len());
        measured("checksum of every chunk", || {
            let png = png::read(&file, &Limits::default()).expect("a PNG");
            (0..png.chunks.len()).filter(|chunk| png.crc_ok(&file, *chunk)).count()
        });
    }
    let card = letters(60_000);
    let asset = noise(70_000);
    let mut entries: Vec<support::Raw> =
        (0..41).map(|at| support::Raw::stored(&format!("assets/other/images/{at}.png"), &asset)).collect();
    entries.push(support::Raw::deflated("card.json", card.as_bytes()));
    let file = support::zip_of(&entries);
    println!("archive of 42 entries ({} bytes)", file.len());
    measured("sniff, directory, card inflated", || {
        sniff(&file);
        let archive = Archive::read(&file, &Limits::default()).expect("an archive");
        let entry = archive.find("card.json").expect("a card");
        archive.inflate(&file, entry, &Limits::default()).expect("sound").len()
    });
    measured("directory and all 42 entries", || {
        let limits = Limits::default();
        let archive = Archive::read(&file, &limits).expect("an archive");
        archive.entries().iter().map(|entry| archive.contents(&file, entry, &limits).expect("sound").len()).sum()
    });
    measured("card rewritten", || {
        let archive = Archive::read(&file, &Limits::default()).expect("an archive");
        let edit = EntryEdit::Replace { name: "card.json".to_owned(), bytes: card.clone().into_bytes() };
        archive.rewrite(&file, &[edit]).expect("sound").len()
    });
    let text = format!("{{\"a\":\"{}\"}}", letters(1_030_000).replace(['"', '{', '}'], "x"));
    println!("JSON text of 1.03 MB");
    measured("sniff, character code", || {
        sniff(text.as_bytes());
        payload::decode_json_bytes(text.as_bytes()).expect("a text").0.len()
    });
}

fn read(file: &[u8]) -> String {
    let limits = Limits::default();
    black_box(sniff(file));
    let png = png::read(file, &limits).expect("a PNG");
    let texts = png.texts(file);
    let text = texts.iter().find(|text| text.keyword == "ccv3").expect("a card");
    let (bytes, _) = png::text_bytes(file, text, &limits).expect("sound");
    payload::decode_card_text(&bytes, &limits).expect("a card").0
}

fn write(file: &[u8], card: &str) -> Vec<u8> {
    let png = png::read(file, &Limits::default()).expect("a PNG");
    let mut splice = Splice::new(&png);
    for text in png.texts(file) {
        splice.replace(text.chunk, NewChunk::base64(text.keyword, card));
    }
    splice.write(file)
}

fn measured(what: &str, mut work: impl FnMut() -> usize) {
    for _ in 0..5 {
        black_box(work());
    }
    let mut times: Vec<f64> = (0..40)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("  {what:<34} {:>8.3} ms", times[times.len() / 2]);
}

/// A picture whose pixels are noise in chunks of 8 KiB, as encoders write them.
fn picture(pixels: usize, card: &str) -> Vec<u8> {
    let mut chunks = vec![support::header()];
    chunks.extend(noise(pixels).chunks(8192).map(|piece| support::chunk(b"IDAT", piece)));
    for keyword in ["chara", "ccv3"] {
        chunks.push(support::text(keyword, payload::encode_base64(card).as_bytes()));
    }
    chunks.push(support::end());
    support::png_of(&chunks)
}

/// Bytes no packer makes smaller, the same each time.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let step = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    (0..len).map(step).collect()
}

/// A card of about that many bytes, some of its letters beyond ASCII.
fn letters(len: usize) -> String {
    let line = "The keeper of the light \u{2014} \u{706F}\u{53F0} \u{2014} counts boats at dusk, one by one. ";
    format!("{{\"name\":\"Quay\",\"description\":\"{}\"}}", line.repeat(len / line.len()))
}
