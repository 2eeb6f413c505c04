//! What stands where in a world: folders of documents, references to them, list files, paths of pictures.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::id::{is_id_char, is_valid_id};

/// A folder of documents. The order is that of the specification, which is also the order of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Folder {
    /// People.
    Characters,
    /// Where they are.
    Places,
    /// What they belong to.
    Factions,
    /// What they hold.
    Things,
    /// What is known.
    Lore,
    /// What is going to happen.
    Plots,
}

impl Folder {
    /// All of them, in order.
    pub const ALL: [Folder; 6] =
        [Folder::Characters, Folder::Places, Folder::Factions, Folder::Things, Folder::Lore, Folder::Plots];

    /// The folder's name on disk and in references.
    pub fn word(self) -> &'static str {
        match self {
            Folder::Characters => "characters",
            Folder::Places => "places",
            Folder::Factions => "factions",
            Folder::Things => "things",
            Folder::Lore => "lore",
            Folder::Plots => "plots",
        }
    }

    /// One document of it, in a word; also the id of a name nothing is left of.
    pub fn kind_word(self) -> &'static str {
        match self {
            Folder::Characters => "character",
            Folder::Places => "place",
            Folder::Factions => "faction",
            Folder::Things => "thing",
            Folder::Lore => "lore",
            Folder::Plots => "plot",
        }
    }

    /// The folder of a word, or of the word of one document.
    pub fn of(word: &str) -> Option<Folder> {
        Folder::ALL.into_iter().find(|folder| folder.word() == word || folder.kind_word() == word)
    }

    /// The member a document is called by: `title` of lore, `name` of everything else.
    pub fn name_key(self) -> &'static str {
        if self == Folder::Lore { "title" } else { "name" }
    }
}

impl fmt::Display for Folder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

/// A document of a world: `characters/orla`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref {
    /// The folder it lies in.
    pub folder: Folder,
    /// Its file name without `.json`.
    pub id: String,
}

impl Ref {
    /// A reference; the id is not looked at.
    pub fn new(folder: Folder, id: impl Into<String>) -> Ref {
        Ref { folder, id: id.into() }
    }

    /// The file of the document, relative to the world.
    pub fn path(&self) -> String {
        format!("{}/{}.json", self.folder.word(), self.id)
    }
}

impl fmt::Display for Ref {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.folder.word(), self.id)
    }
}

/// Why a text is no reference.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no reference: one looks like `characters/orla`")]
pub struct RefFault(pub String);

impl FromStr for Ref {
    type Err = RefFault;

    fn from_str(text: &str) -> Result<Ref, RefFault> {
        let fault = || RefFault(text.chars().take(120).collect());
        let (folder, id) = text.split_once('/').ok_or_else(fault)?;
        let folder = Folder::ALL.into_iter().find(|known| known.word() == folder).ok_or_else(fault)?;
        if is_valid_id(id) { Ok(Ref::new(folder, id)) } else { Err(fault()) }
    }
}

/// A file that is one list of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ListFile {
    /// How people stand to each other.
    Relationships,
    /// What is tracked.
    Variables,
    /// What a player may type.
    Commands,
    /// What starts of itself.
    Triggers,
    /// What is known of each picture.
    Images,
}

impl ListFile {
    /// All of them, in order.
    pub const ALL: [ListFile; 5] =
        [ListFile::Relationships, ListFile::Variables, ListFile::Commands, ListFile::Triggers, ListFile::Images];

    /// The member that holds the rows.
    pub fn key(self) -> &'static str {
        match self {
            ListFile::Relationships => "relationships",
            ListFile::Variables => "variables",
            ListFile::Commands => "commands",
            ListFile::Triggers => "triggers",
            ListFile::Images => "images",
        }
    }

    /// Its path, relative to the world.
    pub fn path(self) -> &'static str {
        match self {
            ListFile::Relationships => "relationships.json",
            ListFile::Variables => "variables.json",
            ListFile::Commands => "commands.json",
            ListFile::Triggers => "triggers.json",
            ListFile::Images => "images/index.json",
        }
    }

    /// The list file at a path.
    pub fn at(path: &str) -> Option<ListFile> {
        ListFile::ALL.into_iter().find(|file| file.path() == path)
    }
}

/// What may follow the slash of a command: 1 to 32 letters, marks, numbers, hyphens, underscores.
pub fn is_command_word(word: &str) -> bool {
    (1..=32).contains(&word.chars().count()) && word.chars().all(is_id_char)
}

/// The extensions a picture may have.
pub const IMAGE_EXTENSIONS: [&str; 5] = ["png", "jpg", "jpeg", "webp", "gif"];

/// Why a text is no path of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ImageFault {
    /// Not `images/...` with two to four segments.
    #[error("a picture's path is `images/` and one to three segments, with `/` between them")]
    Shape,
    /// A segment holds something else than letters, marks, numbers, `-`, `_`, single inner dots in the last one.
    #[error(
        "a segment of a picture's path is made of letters, numbers, `-` and `_`, and does not begin or end with a dot"
    )]
    Segment,
    /// Another extension.
    #[error("a picture ends in png, jpg, jpeg, webp or gif")]
    Extension,
}

/// What is wrong with the path of a picture; `None` when nothing is.
pub fn image_fault(path: &str) -> Option<ImageFault> {
    let segments: Vec<&str> = path.split('/').collect();
    let Some((first, rest)) = segments.split_first() else { return Some(ImageFault::Shape) };
    let Some((file, folders)) = rest.split_last() else { return Some(ImageFault::Shape) };
    if *first != "images" || rest.len() > 3 {
        return Some(ImageFault::Shape);
    }
    let plain = |segment: &str| !segment.is_empty() && segment.chars().all(is_id_char);
    if !folders.iter().all(|segment| plain(segment)) || !file.split('.').all(plain) {
        return Some(ImageFault::Segment);
    }
    match file.rsplit_once('.') {
        Some((_, extension)) if IMAGE_EXTENSIONS.contains(&extension) => None,
        _ => Some(ImageFault::Extension),
    }
}
