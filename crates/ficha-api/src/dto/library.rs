//! The library as a list: rows, queries, counts, trash.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Address, Json, Kind};

/// One entity in a list; at most 300 bytes of JSON, so names and tags may be cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EntityRow {
    /// What it is.
    pub kind: Kind,
    /// Its id within the kind.
    pub id: String,
    /// Its name, cut when long; empty when it has none.
    pub name: String,
    /// Who made it, cut when long.
    pub creator: String,
    /// The format it came from; `null` for one made here.
    pub format: Option<String>,
    /// When it was last saved, RFC 3339 UTC.
    pub updated: String,
    /// Its portrait's SHA-256.
    pub portrait: Option<String>,
    /// The portrait's main colour, `#rrggbb`; `null` until a thumbnail was made.
    pub tint: Option<String>,
    /// Its first tags.
    pub tags: Vec<String>,
    /// Tokens of its whole body; `null` until counted.
    pub tokens: Option<u32>,
}

/// How a list is ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum LibrarySort {
    /// Best match first, for a search; by name otherwise.
    #[default]
    Relevance,
    /// By name.
    Name,
    /// By last save.
    Updated,
    /// By when it was kept.
    Added,
    /// By creator, then name.
    Creator,
}

/// A list that is no search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "of")]
pub enum LibraryList {
    /// The pieces put on a shelf.
    Shelf {
        /// Which.
        id: String,
    },
    /// Pieces that another of their kind may be the same as.
    Twins,
    /// Lorebooks that nothing links to.
    Unlinked,
}

/// A shelf of the library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Shelf {
    /// Names it in commands.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// The kept search, as it was given; `null` for a shelf filled by hand.
    pub search: Option<Json>,
    /// Pieces put on it by hand.
    pub count: u32,
}

/// What a piece becomes on the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "lowercase")]
pub enum CopyAs {
    /// Its body.
    Json,
    /// Its texts under their names.
    Text,
    /// The same with headings.
    Markdown,
    /// The payload it came from, word for word.
    Original,
}

/// A file at a passing place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OutFile {
    /// Where it is.
    pub path: String,
    /// Its name.
    pub name: String,
}

/// What to list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct LibraryQuery {
    /// Words and operators: `"phrase"`, `tag:`, `creator:`, `kind:`, `OR`, `-`; empty for all.
    pub text: String,
    /// Only these kinds; empty for all.
    pub kinds: Vec<Kind>,
    /// Only entities with each of these tags.
    pub tags: Vec<String>,
    /// Only this creator.
    pub creator: Option<String>,
    /// Only what is in this list.
    pub list: Option<LibraryList>,
    /// The order.
    pub sort: LibrarySort,
    /// Last first.
    pub descending: bool,
    /// How many to pass over.
    pub offset: u32,
    /// How many to give; 0 for 200.
    pub limit: u32,
}

/// Where a search found its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    /// The body path.
    pub path: String,
    /// What people call that field, in the chosen language; empty where no field can be named.
    pub label: String,
    /// Some text around the words.
    pub snippet: String,
}

/// One page of a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LibraryPage {
    /// How many there are in all.
    pub total: u32,
    /// The rows of this page.
    pub entities: Vec<EntityRow>,
    /// For a text query one hit a row, in the same order, with an empty path where no field can be named; else empty.
    pub hits: Vec<SearchHit>,
}

/// How many entities of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KindCount {
    /// The kind.
    pub kind: Kind,
    /// How many.
    pub count: u32,
}

/// How many entities carry a tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TagCount {
    /// The tag.
    pub tag: String,
    /// How many.
    pub count: u32,
}

/// A file of the library that cannot be read; it is shown and never touched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DamagedFile {
    /// Its path inside the library folder.
    pub file: String,
    /// What is wrong with it.
    pub error: String,
}

/// How far the index is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Rebuilding {
    /// Files read.
    pub done: u32,
    /// Files to read.
    pub total: u32,
}

/// The library at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LibrarySummary {
    /// The folder.
    pub root: String,
    /// Entities in all.
    pub total: u32,
    /// Entities per kind, every kind in the model's order.
    pub per_kind: Vec<KindCount>,
    /// Entities in the trash.
    pub trash: u32,
    /// Files that cannot be read.
    pub damaged: Vec<DamagedFile>,
    /// Tags, most used first.
    pub tags: Vec<TagCount>,
    /// Whether the folder cannot be written (or is a newer layout).
    pub read_only: bool,
    /// Set while the index is being made again.
    pub rebuilding: Option<Rebuilding>,
    /// Files waiting in the intake.
    pub staged: u32,
    /// Entities with edits that no revision holds yet.
    pub drafts: Vec<Address>,
}

/// One thing in the trash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TrashRow {
    /// Names it for restore and delete.
    pub item: String,
    /// What it was.
    pub kind: Kind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When it was removed, RFC 3339 UTC.
    pub removed_at: String,
}

/// What a removal took away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Removed {
    /// How many are now in the trash.
    pub removed: u32,
    /// The trash items to hand to `trash_restore` for an undo.
    pub undo: Vec<String>,
}

/// What came back from the trash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TrashRestored {
    /// The entities, under the ids they have now.
    pub restored: Vec<Address>,
}

/// What was deleted for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TrashDeleted {
    /// How many.
    pub deleted: u32,
}
