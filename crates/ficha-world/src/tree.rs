//! A world's files without the disk: what was read of each, and what a path stands for.

use std::collections::BTreeMap;

use crate::place::{Folder, ListFile, Ref, image_fault};
use crate::{id, text};

/// One file of a tree, without its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// A file that was read whole.
    Bytes(Vec<u8>),
    /// A picture: how many bytes it has, and the first of them (16 are enough to know its kind).
    Picture {
        /// Its size.
        bytes: u64,
        /// How it begins.
        head: Vec<u8>,
    },
    /// A file over the size its kind may have, by its size.
    TooBig(u64),
    /// A symbolic link. None is followed.
    Link,
}

/// The files of a world by their paths, relative to it, with `/` between segments. A path with a segment that begins with
/// a dot is the studio's own and is passed over.
pub type Tree = BTreeMap<String, Held>;

/// What a path of a world stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `world.json`.
    Info,
    /// A document in one of the six folders.
    Document(Ref),
    /// A file in one of the six folders whose name is no id, or that is no JSON.
    BadId(Folder),
    /// A list of rows.
    List(ListFile),
    /// `prompts/<language>/roleplay/<slot>.md`, known slot or not.
    Prompt {
        /// The language's tag.
        language: String,
        /// The slot's word.
        slot: String,
    },
    /// A picture at a good path.
    Picture,
    /// A file under `images/` whose path no picture may have.
    BadPicture,
    /// Nothing the format knows.
    Stray,
}

impl FileKind {
    /// How many bytes such a file may have; pictures and strays are not limited here.
    pub fn most_bytes(&self) -> Option<u64> {
        match self {
            FileKind::Info | FileKind::List(_) => Some(4 << 20),
            FileKind::Document(_) | FileKind::Prompt { .. } => Some(1 << 20),
            FileKind::BadId(_) | FileKind::Picture | FileKind::BadPicture | FileKind::Stray => None,
        }
    }
}

/// What a path stands for, by its name alone.
pub fn kind_of(path: &str) -> FileKind {
    if path == "world.json" {
        return FileKind::Info;
    }
    if let Some(list) = ListFile::at(path) {
        return FileKind::List(list);
    }
    let segments: Vec<&str> = path.split('/').collect();
    match segments.as_slice() {
        ["images", ..] if image_fault(path).is_none() => FileKind::Picture,
        ["images", ..] => FileKind::BadPicture,
        ["prompts", language, "roleplay", file] => match file.strip_suffix(".md") {
            Some(slot) if text::is_language(language) && !slot.is_empty() => {
                FileKind::Prompt { language: (*language).to_owned(), slot: slot.to_owned() }
            }
            _ => FileKind::Stray,
        },
        [folder, file] => match Folder::ALL.into_iter().find(|known| known.word() == *folder) {
            Some(folder) => match file.strip_suffix(".json").filter(|id| id::is_valid_id(id)) {
                Some(id) => FileKind::Document(Ref::new(folder, id)),
                None => FileKind::BadId(folder),
            },
            None => FileKind::Stray,
        },
        _ => FileKind::Stray,
    }
}

/// The path of a prompt.
pub fn prompt_path(language: &str, slot: &str) -> String {
    format!("prompts/{language}/roleplay/{slot}.md")
}
