//! Where encoders and lists get a kept piece's bytes: the library's blobs, and pictures that lie inside its source
//! files (an archive entry has no blob of its own, so it is found again by the hash it was shown under).

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use ficha_container::Limits;
use ficha_formats::{MediaSource, PictureBytes};
use ficha_library::{Address, Library};
use ficha_model::Entity;

use crate::{pictures, raise};

/// A library as the place encoders get bytes from.
pub(crate) struct LibraryMedia(pub Arc<Library>);

impl MediaSource for LibraryMedia {
    fn source_file(&self, entity: &Entity) -> Option<Bytes> {
        let sha256 = entity.source.as_ref()?.sha256.as_deref()?;
        self.0.blob(sha256).ok()
    }

    fn blob(&self, sha256: &str) -> Option<Bytes> {
        self.0.blob(sha256).ok()
    }

    fn to_png(&self, picture: &Bytes, _: &str) -> Option<Bytes> {
        pictures::to_png(picture).ok()
    }

    fn limits(&self, entity: &Entity) -> Limits {
        let record = Address::new(entity.kind, &entity.id).and_then(|address| self.0.record(&address).ok());
        record.map(|record| raise::limits(&record.raised)).unwrap_or_default()
    }
}

/// Bytes of pictures that have no blob, by their hash, the latest few within a budget.
#[derive(Default)]
pub(crate) struct Shown(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    pictures: BTreeMap<String, (u64, Bytes)>,
    bytes: usize,
    clock: u64,
}

/// How many bytes of such pictures are held at most.
const BUDGET: usize = 64 << 20;

impl Shown {
    /// Holds a picture, and says its hash.
    pub fn hold(&self, picture: &PictureBytes) -> String {
        let sha256 = ficha_library::sha256(&picture.bytes);
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.clock += 1;
        let clock = shelf.clock;
        if let Some(held) = shelf.pictures.get_mut(&sha256) {
            held.0 = clock;
            return sha256;
        }
        shelf.bytes += picture.bytes.len();
        // A copy: the picture must not keep the archive it was cut from in memory.
        shelf.pictures.insert(sha256.clone(), (clock, Bytes::copy_from_slice(&picture.bytes)));
        while shelf.bytes > BUDGET && shelf.pictures.len() > 1 {
            let oldest = shelf.pictures.iter().min_by_key(|(_, (clock, _))| *clock).map(|(sha256, _)| sha256.clone());
            match oldest.and_then(|oldest| shelf.pictures.remove(&oldest)) {
                Some((_, bytes)) => shelf.bytes -= bytes.len(),
                None => break,
            }
        }
        sha256
    }

    /// The picture of a hash, when it is still held.
    pub fn get(&self, sha256: &str) -> Option<Bytes> {
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.clock += 1;
        let clock = shelf.clock;
        let held = shelf.pictures.get_mut(sha256)?;
        held.0 = clock;
        Some(held.1.clone())
    }
}
