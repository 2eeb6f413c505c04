//! Pictures as bytes: whole ones, and thumbnails made once, on a few threads of their own, and kept by content.
//!
//! Rules kept here: the header's sides are checked before a decoder sees a byte; what is kept is derived and may be
//! deleted at any time; a thumbnail's name is its picture's hash and its side, so it never changes.

mod draw;
mod thumbnail;
mod worker;

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use bytes::Bytes;

pub use draw::{check, crop, plain, to_png};
pub use thumbnail::{Thumbnail, tint_of};
use worker::Workers;

use crate::{ApiError, ErrorCode};

/// The sides thumbnails are made in; a wish is rounded up to the next. Larger wishes get the picture itself.
const SIDES: [u32; 5] = [64, 128, 256, 512, 1024];

/// A picture ready to be sent.
#[derive(Clone, Debug)]
pub struct Media {
    /// The bytes.
    pub bytes: Bytes,
    /// The media type, by the bytes.
    pub mime: String,
}

/// Where the bytes of a hash come from.
pub type Lookup = dyn Fn(&str) -> Option<Bytes> + Send + Sync;

/// The pictures of one library.
pub struct Pictures {
    folder: Option<PathBuf>,
    lookup: Arc<Lookup>,
    /// Thumbnails being made, so that two wishes for one make it once.
    making: Mutex<std::collections::BTreeSet<(String, u32)>>,
    made: Condvar,
    workers: Workers,
}

impl std::fmt::Debug for Pictures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pictures").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// Whether a text is a SHA-256 in lower-case hex; nothing else ever becomes a file name.
fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl Pictures {
    /// Pictures found by `lookup`, thumbnails kept in `folder` (`None`: not kept).
    pub fn new(folder: Option<PathBuf>, lookup: Arc<Lookup>) -> Pictures {
        Pictures { folder, lookup, making: Mutex::default(), made: Condvar::new(), workers: Workers::default() }
    }

    /// The picture of a hash, whole or as a thumbnail, handed to `done` from a thread made for this.
    pub fn get_later(
        self: &Arc<Self>,
        sha256: String,
        side: Option<u32>,
        done: impl FnOnce(Result<Media, ApiError>) + Send + 'static,
    ) {
        let pictures = Arc::clone(self);
        self.workers.run(Box::new(move || done(pictures.get(&sha256, side))));
    }

    /// The picture of a hash, whole or as a thumbnail whose longer side is `side` or a little more. Takes its time.
    ///
    /// # Errors
    /// `not-found` without such bytes; `unsupported`, `malformed` or `limit` when they make no picture.
    pub fn get(&self, sha256: &str, side: Option<u32>) -> Result<Media, ApiError> {
        let missing = || ApiError::new(ErrorCode::NotFound, "There is no such picture.");
        if !is_hash(sha256) {
            return Err(missing());
        }
        match side.and_then(|side| SIDES.into_iter().find(|step| *step >= side)) {
            None => {
                let bytes = (self.lookup)(sha256).ok_or_else(missing)?;
                match ficha_container::picture::describe(&bytes) {
                    Some(picture) => Ok(Media { mime: picture.mime.to_owned(), bytes }),
                    None => Err(ApiError::new(ErrorCode::Unsupported, "These bytes are no picture.")),
                }
            }
            Some(side) => self
                .thumbnail(sha256, side)
                .map(|thumbnail| Media { mime: thumbnail.mime.to_owned(), bytes: thumbnail.bytes }),
        }
    }

    /// The main colour of a picture, `#rrggbb`; `None` when it makes none.
    pub fn tint(&self, sha256: &str) -> Option<String> {
        let smallest = self.thumbnail(sha256, SIDES[0]).ok()?;
        tint_of(&smallest.bytes)
    }

    fn thumbnail(&self, sha256: &str, side: u32) -> Result<Thumbnail, ApiError> {
        let key = (sha256.to_owned(), side);
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        while making.contains(&key) {
            making = self.made.wait(making).unwrap_or_else(PoisonError::into_inner);
        }
        if let Some(kept) = self.kept(sha256, side) {
            return Ok(kept);
        }
        making.insert(key.clone());
        drop(making);
        let made = self.make(sha256, side);
        self.making.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        self.made.notify_all();
        made
    }

    fn make(&self, sha256: &str, side: u32) -> Result<Thumbnail, ApiError> {
        let bytes =
            (self.lookup)(sha256).ok_or_else(|| ApiError::new(ErrorCode::NotFound, "There is no such picture."))?;
        let thumbnail = thumbnail::make(&bytes, side)?;
        self.keep(sha256, side, &thumbnail);
        Ok(thumbnail)
    }

    fn path(&self, sha256: &str, side: u32, extension: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(&sha256[..2]).join(format!("{sha256}-{side}.{extension}")))
    }

    fn kept(&self, sha256: &str, side: u32) -> Option<Thumbnail> {
        thumbnail::KINDS.iter().find_map(|(mime, extension)| {
            let bytes = fs::read(self.path(sha256, side, extension)?).ok()?;
            (!bytes.is_empty()).then(|| Thumbnail { bytes: bytes.into(), mime })
        })
    }

    /// Keeps a thumbnail. A folder that cannot be written costs time, nothing else, so that is no error.
    fn keep(&self, sha256: &str, side: u32, thumbnail: &Thumbnail) {
        let extension =
            thumbnail::KINDS.iter().find(|(mime, _)| *mime == thumbnail.mime).map_or("png", |(_, extension)| extension);
        let Some(path) = self.path(sha256, side, extension) else { return };
        let temporary = path.with_extension(format!("{}.new", std::process::id()));
        let made =
            path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&temporary, &thumbnail.bytes));
        if made.and_then(|()| fs::rename(&temporary, &path)).is_err() {
            let _ = fs::remove_file(&temporary);
        }
    }
}
