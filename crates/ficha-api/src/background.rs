//! What the studio works out about kept pieces when nobody waits: the main colour of the portrait, the size in
//! tokens. It goes into the record beside the piece, never into the piece.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use ficha_formats::MediaSource;
use ficha_library::{Address, Record};
use serde_json::json;

use crate::Studio;
use crate::commands::tokens;
use crate::dto::Note;
use crate::events::{Event, Events, LibraryEvent};
use crate::media::LibraryMedia;
use crate::studio::Open;

/// The record's key for what was said while the file was read.
const NOTES: &str = "readingNotes";

/// Pieces waiting to be described; a thread is at work while `running`.
#[derive(Default)]
pub(crate) struct Waiting(Mutex<Queue>, Condvar);

impl Waiting {
    /// Waits until nothing is at work.
    pub fn settle(&self) {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while queue.running {
            queue = self.1.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[derive(Default)]
struct Queue {
    addresses: VecDeque<Address>,
    running: bool,
}

/// Puts notes of a reading into a record.
pub(crate) fn with_notes(mut record: Record, notes: &[Note]) -> Record {
    if !notes.is_empty() {
        record.unknown.insert(NOTES.to_owned(), json!(notes));
    }
    record
}

/// The notes of a reading in a record.
pub(crate) fn reading_notes(record: &Record) -> Vec<Note> {
    record.unknown.get(NOTES).and_then(|notes| serde_json::from_value(notes.clone()).ok()).unwrap_or_default()
}

/// Works out what is to be known about these pieces, soon.
pub(crate) fn describe(studio: &Studio, addresses: Vec<Address>) {
    let open = studio.open();
    if open.library.read_only().is_some() {
        return;
    }
    let mut queue = open.waiting.0.lock().unwrap_or_else(PoisonError::into_inner);
    for address in addresses {
        if !queue.addresses.contains(&address) {
            queue.addresses.push_back(address);
        }
    }
    if queue.running || queue.addresses.is_empty() {
        return;
    }
    queue.running = true;
    drop(queue);
    let events = Arc::clone(studio.events());
    let waiting = Arc::clone(&open.waiting);
    let spawned = std::thread::Builder::new().name("describing".to_owned()).spawn(move || work(&open, &events));
    if spawned.is_err() {
        // Without a thread the rows stay without colour and count; the next piece kept tries again.
        waiting.0.lock().unwrap_or_else(PoisonError::into_inner).running = false;
    }
}

fn work(open: &Open, events: &Events) {
    let mut done = Vec::new();
    loop {
        let next = {
            let mut queue = open.waiting.0.lock().unwrap_or_else(PoisonError::into_inner);
            let next = queue.addresses.pop_front();
            queue.running = next.is_some();
            next
        };
        let Some(address) = next else {
            open.waiting.1.notify_all();
            break;
        };
        if describe_one(open, &address) {
            done.push(address.to_string());
        }
        if done.len() >= 20 {
            events.tell(&Event::Library(LibraryEvent { addresses: std::mem::take(&mut done) }));
        }
    }
    if !done.is_empty() {
        events.tell(&Event::Library(LibraryEvent { addresses: done }));
    }
}

/// Whether the record is another now. A piece that is gone, or a library that is busy, is passed over: what is
/// missing then is a colour and a figure.
fn describe_one(open: &Open, address: &Address) -> bool {
    let Ok(opened) = open.library.open_entity(address) else { return false };
    let mut record = opened.record.clone();
    record.tokens = Some(u64::from(tokens::total(&opened.entity, open.tokenizer)));
    let media = LibraryMedia(Arc::clone(&open.library));
    let reference = opened.entity.body.text("media.portrait.ref");
    let shown = match reference {
        Some("carrier:") => opened.entity.source.as_ref().and_then(|source| source.sha256.clone()),
        Some(reference) => match reference.strip_prefix("sha256:") {
            Some(hash) => Some(hash.to_owned()),
            // A portrait inside an archive gets a blob of its own, or no list could show it.
            None => ficha_formats::picture(&opened.entity, reference, &media).and_then(|picture| {
                let blob = open.library.put_blob(&picture.bytes).ok()?;
                record.portrait = Some(blob.clone());
                Some(blob)
            }),
        },
        None => None,
    };
    if let Some(tint) = shown.filter(|hash| media.blob(hash).is_some()).and_then(|hash| open.pictures.tint(&hash)) {
        record.tint = Some(tint);
    }
    record != opened.record && open.library.set_record(address, &record).is_ok()
}
