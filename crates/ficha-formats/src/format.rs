//! What a format is: its declaration, the rows of its wire, and the three things it does (detect, decode, encode).
//!
//! Every wire key of every format is said once, in a row of a [`FormatSpec`]; panels, coverage, documents and loss
//! reports are derived from the rows. Formats never talk to each other.

use bytes::Bytes;
use ficha_container::ContainerId;
use ficha_json::{Document, Node};
use ficha_model::{Entity, Kind, Path, Step};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::overlay::{Said, Writes};
use crate::read::Reader;
use crate::source::Source;

/// One wire shape of one kind on one platform.
pub trait Format: Sync {
    /// What this format is and every key it knows.
    fn spec(&self) -> &'static FormatSpec;

    /// Whether the payload is of this format. Looks only: the source was opened once. A bid means that decoding
    /// will succeed.
    fn detect(&self, source: &Source) -> Option<Detection>;

    /// The entities in the file. Faults in optional fields are notes.
    ///
    /// # Errors
    /// When the file is none of this format, or reaches a limit.
    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal>;

    /// The file of an entity: a copy of its source when nothing was edited and format and container are the same,
    /// else the least that says what the body says.
    ///
    /// # Errors
    /// When the asked container or version cannot hold it, or something it needs is not at hand.
    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError>;

    /// The wire table by which linked entities of a kind travel inside this format's files; `None` when they cannot.
    fn embedded(&self, kind: Kind) -> Option<&'static FormatSpec> {
        let _ = kind;
        None
    }

    /// Whether native data can be written by hand for a file made anew.
    fn by_hand(&self) -> bool {
        !self.spec().own && !self.spec().writes.is_empty()
    }

    /// Whether this payload leaves in another shape once it was edited.
    fn leaves_as_another(&self, document: &Document) -> bool {
        let _ = document;
        false
    }

    /// Where the keys of the wire table lie in this payload.
    fn roots(&self, document: &Document) -> Roots;
}

/// What a format is.
#[derive(Debug)]
pub struct FormatSpec {
    /// The id, key of `original` and `profiles`.
    pub id: &'static str,
    /// The platform: the app whose file it is.
    pub platform: &'static str,
    /// The kind of the main entity.
    pub kind: Kind,
    /// What people call it.
    pub title: &'static str,
    /// Containers it is read from.
    pub reads: &'static [ContainerId],
    /// Containers it is written to.
    pub writes: &'static [ContainerId],
    /// Containers it is written to only when the original came in one.
    pub writes_own: &'static [ContainerId],
    /// File extensions, commonest first, without dot.
    pub extensions: &'static [&'static str],
    /// Versions it is written as, oldest first; empty when there is only one.
    pub variants: &'static [Variant],
    /// Whether this is the studio's own format and no app's.
    pub own: bool,
    /// Every key, in parts; see [`FormatSpec::rows`].
    pub wire: &'static [&'static [Wire]],
    /// Keys (patterns as in [`Wire`]) whose values are private to the person who exported.
    pub private: &'static [&'static str],
    /// Where the facts come from.
    pub source: &'static str,
}

impl FormatSpec {
    /// Every row of the wire table.
    pub fn rows(&self) -> impl Iterator<Item = &'static Wire> + use<> {
        self.wire.iter().flat_map(|part| part.iter())
    }

    /// The rows the shared overlay carries.
    pub fn mapped(&self) -> impl Iterator<Item = &'static Mapped> + use<> {
        self.rows().filter_map(|row| match row {
            Wire::Mapped(mapped) => Some(mapped),
            Wire::Native { .. } | Wire::Kept { .. } | Wire::List { .. } | Wire::Custom { .. } => None,
        })
    }

    /// Whether some row carries this body path: what is lost below any other path needs no further reason than that
    /// the format has no place for it.
    pub fn carries(&self, path: &Path) -> bool {
        let mut asked = String::new();
        for step in &path.0 {
            match step {
                Step::Key(key) if asked.is_empty() => asked.push_str(key),
                Step::Key(key) => {
                    asked.push('.');
                    asked.push_str(key);
                }
                Step::Index(_) => asked.push_str("[]"),
            }
        }
        let under = |carried: &str| {
            asked.strip_prefix(carried).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.rows().any(|row| match row {
            // Of a greeting only the text has a place; the list itself is named when it is empty.
            Wire::Mapped(Mapped { path, shape: Shape::Greetings, .. }) => {
                asked == *path || asked.strip_prefix(path).is_some_and(|rest| matches!(rest, "[]" | "[].text"))
            }
            Wire::Mapped(row) => under(row.path),
            // Of a list as such: that it is there, and the ids of its rows where they have any.
            Wire::List { path, items, .. } => {
                let id = || asked.strip_prefix(path).is_some_and(|rest| rest == "[].id" && items.id != IdFrom::Place);
                asked == *path || id()
            }
            Wire::Custom { paths, .. } => paths.iter().any(|path| *path == EVERYTHING || under(path)),
            Wire::Native { .. } | Wire::Kept { .. } => false,
        })
    }
}

/// A version of the character card specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Six texts at the root.
    V1,
    /// `chara_card_v2`.
    V2,
    /// `chara_card_v3`.
    V3,
}

impl Variant {
    /// `v1`, `v2`, `v3`.
    pub fn word(self) -> &'static str {
        match self {
            Variant::V1 => "v1",
            Variant::V2 => "v2",
            Variant::V3 => "v3",
        }
    }

    /// The version of a word.
    pub fn from_word(word: &str) -> Option<Variant> {
        [Variant::V1, Variant::V2, Variant::V3].into_iter().find(|variant| variant.word() == word)
    }
}

/// A wire key and what becomes of it. A key is a JSON Pointer pattern: `*` stands for any list item or member name.
/// A row describes its key and everything below it that no other row names.
#[derive(Clone, Copy, Debug)]
pub enum Wire {
    /// Goes to and from a body path by the shared overlay.
    Mapped(Mapped),
    /// Stays with the original; shown and edited in the platform's native panel.
    Native {
        /// The key.
        key: &'static str,
        /// What the panel calls it.
        label: Words,
        /// One sentence of help.
        help: Words,
        /// How it is edited.
        widget: Widget,
        /// Where the key is from.
        source: &'static str,
    },
    /// Stays with the original; neither edited nor carried.
    Kept {
        /// The key.
        key: &'static str,
        /// Why it stays.
        why: &'static str,
        /// Where the key is from.
        source: &'static str,
    },
    /// A list of rows (or a map of them) that becomes a list of the body. Rows below it begin with its key and `/*/`,
    /// and their paths with its path and `[].`.
    List {
        /// The key.
        key: &'static str,
        /// The body path of the list.
        path: &'static str,
        /// What its rows are like.
        items: &'static Items,
        /// Where the key is from.
        source: &'static str,
    },
    /// Mapped by code of its own.
    Custom {
        /// The key.
        key: &'static str,
        /// The body paths it goes to and comes from.
        paths: &'static [&'static str],
        /// Where the key is from.
        source: &'static str,
    },
}

impl Wire {
    /// The key pattern.
    pub fn key(&self) -> &'static str {
        match self {
            Wire::Mapped(row) => row.key,
            Wire::Native { key, .. } | Wire::Kept { key, .. } | Wire::List { key, .. } | Wire::Custom { key, .. } => {
                key
            }
        }
    }

    /// The same row where its table lies below another key of a file. Tables are made once: the key is never freed.
    pub(crate) fn below(&self, base: &str) -> Wire {
        let key: &'static str = Box::leak(format!("{base}{}", self.key()).into_boxed_str());
        match *self {
            Wire::Mapped(row) => Wire::Mapped(Mapped { key, ..row }),
            Wire::Native { label, help, widget, source, .. } => Wire::Native { key, label, help, widget, source },
            Wire::Kept { why, source, .. } => Wire::Kept { key, why, source },
            Wire::List { path, items, source, .. } => Wire::List { key, path, items, source },
            Wire::Custom { paths, source, .. } => Wire::Custom { key, paths, source },
        }
    }

    /// The body paths this key carries; empty for native and kept keys.
    pub fn paths(&self) -> Vec<&'static str> {
        match self {
            Wire::Mapped(row) => vec![row.path],
            Wire::List { path, .. } => vec![path],
            Wire::Custom { paths, .. } => paths.to_vec(),
            Wire::Native { .. } | Wire::Kept { .. } => Vec::new(),
        }
    }

    /// The clause or source file the key comes from.
    pub fn source(&self) -> &'static str {
        match self {
            Wire::Mapped(row) => row.source,
            Wire::Native { source, .. }
            | Wire::Kept { source, .. }
            | Wire::List { source, .. }
            | Wire::Custom { source, .. } => source,
        }
    }
}

/// The path of a custom row that carries the whole body.
pub(crate) const EVERYTHING: &str = "*";

/// A mapped row, for tables.
pub(crate) const fn mapped(
    key: &'static str,
    path: &'static str,
    shape: Shape,
    clear: Clear,
    since: Variant,
    source: &'static str,
) -> Wire {
    Wire::Mapped(Mapped { key, path, shape, clear, since, source })
}

/// A mapped row of a format without versions, for tables.
pub(crate) const fn row(
    key: &'static str,
    path: &'static str,
    shape: Shape,
    clear: Clear,
    source: &'static str,
) -> Wire {
    mapped(key, path, shape, clear, Variant::V1, source)
}

/// A list row, for tables.
pub(crate) const fn list(key: &'static str, path: &'static str, items: &'static Items, source: &'static str) -> Wire {
    Wire::List { key, path, items, source }
}

/// A custom row, for tables.
pub(crate) const fn custom(key: &'static str, paths: &'static [&'static str], source: &'static str) -> Wire {
    Wire::Custom { key, paths, source }
}

/// A kept row, for tables.
pub(crate) const fn kept(key: &'static str, why: &'static str, source: &'static str) -> Wire {
    Wire::Kept { key, why, source }
}

/// A native row, for tables: label and help as English and Chinese.
pub(crate) const fn native(
    key: &'static str,
    label: (&'static str, &'static str),
    help: (&'static str, &'static str),
    widget: Widget,
    source: &'static str,
) -> Wire {
    Wire::Native {
        key,
        label: Words { en: label.0, zh: label.1 },
        help: Words { en: help.0, zh: help.1 },
        widget,
        source,
    }
}

/// A key the shared overlay carries.
#[derive(Clone, Copy, Debug)]
pub struct Mapped {
    /// The key.
    pub key: &'static str,
    /// The body path.
    pub path: &'static str,
    /// The value's shape on the wire.
    pub shape: Shape,
    /// What becomes of the key when the field is cleared.
    pub clear: Clear,
    /// The first version that has the key.
    pub since: Variant,
    /// The clause or source file the key comes from.
    pub source: &'static str,
}

/// The shape of a mapped value on the wire; its body shape follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A string; body: text.
    Text,
    /// A string in which blank means unset; body: text.
    FilledText,
    /// A number, or a string that holds one; body: number.
    Number,
    /// A boolean, or a word or number for one; body: boolean.
    Flag,
    /// A list of strings, or one string; body: list of texts.
    TextList,
    /// A list of strings, or one string; body: list of maps with `text`.
    Greetings,
    /// A map of strings; body: the same.
    TextMap,
    /// A boolean that says the opposite (`disabled`); body: boolean.
    Not,
    /// One of a set of words or numbers; body: the canonical word.
    Word(&'static Lexicon),
    /// Any JSON; body: the same. An empty object or list is nothing.
    Any,
    /// A value with code of its own.
    Coded(&'static Coded),
}

/// The words of a field: what stands on the wire and what it means. A wire value that is in no pair becomes
/// `wire:<value>`, which goes back as it was and means nothing anywhere else.
#[derive(Debug, PartialEq, Eq)]
pub struct Lexicon {
    /// Wire value as JSON text (`1`, `"and"`) and canonical word, in the order they are tried. Of several wire values of
    /// one word the first is written.
    pub pairs: &'static [(&'static str, &'static str)],
    /// Whether unknown values are kept as `wire:<value>`; else they are absent, with a note.
    pub open: bool,
    /// What the app does with a word it does not know, as a sentence for reports: "Agnai knows no such position."
    pub unknown: &'static str,
}

/// A value with code of its own.
pub struct Coded {
    /// For debugging and comparison.
    pub name: &'static str,
    /// The body value of a wire value that is not null; `None` is absent.
    pub(crate) decode: fn(Node<'_>, &str, &mut Reader<'_>) -> Option<Value>,
    /// The wire value of a body value, laid onto the one that is there. `None` writes nothing; the reason was said.
    pub(crate) encode: fn(&Value, Option<Node<'_>>, &mut Said<'_>) -> Option<Value>,
    /// The wire value of nothing, JSON text.
    pub empty: &'static str,
}

impl std::fmt::Debug for Coded {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

impl PartialEq for Coded {
    fn eq(&self, other: &Coded) -> bool {
        self.name == other.name
    }
}

impl Eq for Coded {}

/// What the rows of a list are like.
#[derive(Debug)]
pub struct Items {
    /// How the rows are held.
    pub form: Form,
    /// Where the id of a row is.
    pub id: IdFrom,
    /// Whether the app takes only whole numbers as ids; others are given a free number.
    pub numbers: bool,
    /// A new row before the body's fields are put into it, as JSON text.
    pub fresh: &'static str,
    /// Reads what the table cannot say; runs after it.
    pub(crate) decode: Option<DecodeRow>,
    /// Writes what the table cannot say; runs after it.
    pub(crate) encode: Option<EncodeRow>,
}

/// How rows are held on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// In a list; a map is read too and stays one.
    Array,
    /// In a map whose keys are ids; a list is read too and stays one.
    Map,
}

/// Where the id of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdFrom {
    /// Under this key of the row; a row without one is numbered by its place.
    Key(&'static str),
    /// The row's key in the map.
    MapKey,
    /// Nowhere: rows are told by their place.
    Place,
}

/// Reads what a table cannot say of a row: the wire row, its pointer, the body row under construction.
pub(crate) type DecodeRow = fn(Node<'_>, &str, &mut Map<String, Value>, &mut Reader<'_>);

/// Writes what a table cannot say of a row: body row before and after, the wire row (`None` when it is new), the
/// changes with pointers below the row, and where reasons are said.
pub(crate) type EncodeRow = fn(&Value, &Value, Option<Node<'_>>, &mut Writes, &mut Said<'_>);

/// What clearing a field does to its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clear {
    /// The key goes away.
    Remove,
    /// The key stays with the empty value of its shape.
    Empty,
    /// The key stays with this value, JSON text: what the app has where nothing was chosen.
    To(&'static str),
}

/// A label in the languages of the workbench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Words {
    /// English.
    pub en: &'static str,
    /// Simplified Chinese.
    pub zh: &'static str,
}

/// How a native key is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "of", rename_all = "lowercase")]
pub enum Widget {
    /// One line of text.
    Line,
    /// Several lines of text.
    Text,
    /// A number.
    Number,
    /// On or off.
    Toggle,
    /// A list of short texts.
    List,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A colour as CSS writes it; what is no plain colour (a gradient) stays text.
    Colour,
    /// A list of rows with these columns.
    Table(&'static [Column]),
    /// A picture or other file, by its address or the app's own name of it. It is never fetched.
    Asset,
    /// Ids by which the app knows entities of a kind.
    Links(Kind),
    /// Any JSON, in the code editor.
    Json,
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// The key of a row that is an object, the place of a row that is a list.
    pub key: &'static str,
    /// What the column is called.
    pub label: Words,
    /// Whether it holds numbers.
    pub number: bool,
}

/// A column of texts, for tables.
pub(crate) const fn column(key: &'static str, en: &'static str, zh: &'static str) -> Column {
    Column { key, label: Words { en, zh }, number: false }
}

/// A column of numbers, for tables.
pub(crate) const fn numbers(key: &'static str, en: &'static str, zh: &'static str) -> Column {
    Column { key, label: Words { en, zh }, number: true }
}

/// A format's bid for a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detection {
    /// From 0 to 1; counts above 0.5.
    pub confidence: f32,
    /// The sign it goes by, English.
    pub because: &'static str,
}

/// What a file decodes to.
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    /// The entities, the one the file is about first.
    pub entities: Vec<Entity>,
    /// Binaries lifted out of the text (data URIs over 4 KiB, blobs of a portable file), each once.
    pub blobs: Vec<Blob>,
}

/// A binary named by content.
#[derive(Clone, Debug, PartialEq)]
pub struct Blob {
    /// SHA-256 of the bytes, lower-case hex.
    pub sha256: String,
    /// Media type.
    pub mime: String,
    /// The bytes.
    pub bytes: Bytes,
}
