//! How much of the test material is read, and how much of it leaves as the bytes it came in: counts by format, then
//! every file that is not read, with the reason. `cargo run -p ficha-tests --example census`.
#![allow(missing_docs, reason = "a program")]

#[path = "../common/mod.rs"]
mod common;

use std::collections::BTreeMap;

use common::{Opened, open};
use ficha_convert::encode;
use ficha_formats::Ask;
use ficha_testkit::corpus;

/// Counts of one format.
#[derive(Default)]
struct Counts {
    files: usize,
    pieces: usize,
    written: usize,
    identical: usize,
}

fn main() {
    let mut formats: BTreeMap<&'static str, Counts> = BTreeMap::new();
    let mut unread = Vec::new();
    let samples = corpus::everything();
    for sample in &samples {
        let opened = match open(sample).and_then(Opened::read) {
            Ok(opened) => opened,
            Err(refusal) => {
                unread.push((&sample.name, refusal.to_string()));
                continue;
            }
        };
        let spec = opened.format().spec();
        let container = opened.reading.container;
        let counts = formats.entry(spec.id).or_default();
        counts.files += 1;
        counts.pieces += opened.reading.entities.len();
        if spec.writes.contains(&container) || spec.writes_own.contains(&container) {
            counts.written += 1;
            let ask = Ask { container: Some(container), ..Ask::of(&opened.media) };
            let same = encode(&opened.reading.entities, spec.id, &ask)
                .is_ok_and(|written| written.bytes == *opened.source.bytes());
            counts.identical += usize::from(same);
        }
    }
    println!("format\tfiles\tpieces\twritable\tidentical");
    for (id, counts) in &formats {
        println!("{id}\t{}\t{}\t{}\t{}", counts.files, counts.pieces, counts.written, counts.identical);
    }
    let sum = |count: fn(&Counts) -> usize| formats.values().map(count).sum::<usize>();
    println!(
        "all of {}\t{}\t{}\t{}\t{}",
        samples.len(),
        sum(|counts| counts.files),
        sum(|counts| counts.pieces),
        sum(|counts| counts.written),
        sum(|counts| counts.identical)
    );
    println!("\nnot read: {}", unread.len());
    for (name, reason) in unread {
        println!("{name}\t{reason}");
    }
}
