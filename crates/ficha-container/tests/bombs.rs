//! Bombs are refused by name, and refusing them costs little: the heap is counted, never the time.
//!
//! What each costs in milliseconds is printed by the example `bombs`.

mod support;

use std::alloc::System;

use cap::Cap;
use ficha_container::archive::Archive;
use ficha_container::{ContainerError, Limits, Sniffed, payload, png, sniff};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// Bytes a refusal may take beside the file itself. The figure to hold is 64 MB with the file and the program.
const ALLOWED: usize = 40 * 1_000_000;

/// Opens a file as an import does: walks it, unpacks what it finds.
fn open(bytes: &[u8]) -> Result<(), ContainerError> {
    let limits = Limits::default();
    if sniff(bytes) == Sniffed::Png {
        let png = png::read(bytes, &limits)?;
        for text in png.texts(bytes) {
            let (content, _) = png::text_bytes(bytes, &text, &limits)?;
            payload::decode_card_text(&content, &limits)?;
        }
        return png.overlong().map_or(Ok(()), |fault| Err(fault.refusal()));
    }
    let archive = Archive::read(bytes, &limits)?;
    for entry in archive.entries() {
        archive.inflate(bytes, entry, &limits)?;
    }
    Ok(())
}

/// One test, because the heap is counted for the whole program.
#[test]
fn every_bomb_is_refused_by_name_and_at_little_cost() {
    let expected = [
        ("zip-entry", "assets/a.png"),
        ("declared-size", "card.json"),
        ("declared-size", "card.json"),
        ("zip-total", "assets/2.png"),
        ("declared-size", "assets/0.png"),
        ("zip-entries", "at byte 47000107"),
        ("zip-entries", "at byte 470031"),
        ("text-bytes", "zTXt:chara#1"),
        ("text-bytes", "iTXt:chara#1"),
        ("png-chunks", "at byte 140"),
        ("malformed", "tEXt at byte 12"),
    ];
    for (index, name) in support::BOMBS.iter().enumerate() {
        let file = support::bomb(index);
        let before = HEAP.allocated();
        HEAP.set_limit(before + ALLOWED).unwrap();
        let refusal = open(&file).expect_err(name);
        HEAP.set_limit(usize::MAX).unwrap();
        let found = match &refusal {
            ContainerError::Limit { name, .. } => *name,
            ContainerError::Malformed { .. } => "malformed",
            ContainerError::Unsupported { .. } => "unsupported",
            ContainerError::Locked { .. } => "locked",
        };
        let (limit, place) = expected[index];
        assert_eq!(found, limit, "{name}");
        // The picture before the million chunks is compressed, so its last digits are the compressor's.
        assert!(refusal.place().to_string().starts_with(place), "{name}: {}", refusal.place());
    }
}

/// Without this the test above could pass with a heap nobody counts.
#[test]
fn the_heap_is_counted() {
    let before = HEAP.total_allocated();
    let bytes = vec![1_u8; 1 << 20];
    assert!(HEAP.total_allocated() - before >= bytes.len());
}
