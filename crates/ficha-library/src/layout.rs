//! Where everything is in the folder. Rule kept here: a path is made of fixed words, kinds, canonical ids, numbers and
//! hashes alone; nothing else becomes a name.

use std::path::{Path, PathBuf};

use crate::Address;

/// The folder layout this version writes; a newer one is opened for reading only.
pub const LAYOUT_VERSION: u64 = 1;

/// The paths of one library.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub root: PathBuf,
}

impl Layout {
    pub fn marker(&self) -> PathBuf {
        self.root.join("library.json")
    }

    pub fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }

    pub fn shelves(&self) -> PathBuf {
        self.root.join("shelves.json")
    }

    pub fn index(&self) -> PathBuf {
        self.root.join("index.sqlite")
    }

    /// A top folder: `entities`, `records`, `revisions`, `blobs`, `drafts`, `intake` or `trash`.
    pub fn top(&self, word: &str) -> PathBuf {
        self.root.join(word)
    }

    fn json(&self, top: &str, address: &Address) -> PathBuf {
        self.root.join(top).join(address.kind().word()).join(format!("{}.json", address.id()))
    }

    pub fn entity(&self, address: &Address) -> PathBuf {
        self.json("entities", address)
    }

    pub fn record(&self, address: &Address) -> PathBuf {
        self.json("records", address)
    }

    pub fn draft(&self, address: &Address) -> PathBuf {
        self.json("drafts", address)
    }

    pub fn revisions(&self, address: &Address) -> PathBuf {
        self.root.join("revisions").join(address.kind().word()).join(address.id())
    }

    pub fn revision(&self, address: &Address, number: u64) -> PathBuf {
        self.revisions(address).join(format!("{number:06}.json"))
    }

    /// The path of a blob; `None` when the text is no SHA-256 in lower-case hex.
    pub fn blob(&self, sha256: &str) -> Option<PathBuf> {
        is_hash(sha256).then(|| self.root.join("blobs").join(&sha256[..2]).join(sha256))
    }

    /// A folder of the intake or the trash by its name; `None` when the name could mean anything else.
    pub fn item(&self, top: &str, name: &str) -> Option<PathBuf> {
        let fits =
            !name.is_empty() && name.len() <= 250 && !name.starts_with('.') && !name.contains(['/', '\\', ':', '\0']);
        fits.then(|| self.root.join(top).join(name))
    }

    /// A path as messages name it: below the folder where it can be.
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().replace('\\', "/")
    }
}

/// Whether a text is a SHA-256 in lower-case hex.
pub(crate) fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
