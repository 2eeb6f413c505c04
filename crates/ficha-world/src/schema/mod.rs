//! What every document of a world holds, said once: one table a file. Reading problems, unread members, references,
//! the order of keys, forms and the JSON Schema all come from these tables.
//!
//! Not here: rules that look at more than one file (`check`).

mod faults;
mod json_schema;
mod order;
mod references;
mod tables;
mod unread;
mod walk;

pub use faults::faults;
pub(crate) use faults::{number, short};
pub use json_schema::{json_schema, json_schema_text};
pub use order::arranged;
pub use references::{Pruned, Reference, references, remove_references, replace_references};
pub use tables::{
    CHARACTER, COMMAND, COMMANDS, FACTION, FEELINGS, IMAGES, IMAGES_ROW, LORE, LOREBOOK, LOREBOOK_ENTRY, PLACE, PLOT,
    PRESET, RELATIONSHIP, RELATIONSHIPS, THING, TRIGGER, TRIGGERS, VARIABLE, VARIABLES, WORLD, WORLD_INFO_FIELDS,
};
pub use unread::{new_unread, unread};
pub use walk::{item, members};

use crate::place::{Folder, ListFile};

/// One kind of file, or one row of a list file.
#[derive(Debug)]
pub struct Shape {
    /// Its name in `ficha world schema` and in label ids.
    pub name: &'static str,
    /// Its members, in the order they are written.
    pub fields: &'static [Field],
}

/// A member of an object.
#[derive(Debug)]
pub struct Field {
    /// The JSON key.
    pub key: &'static str,
    /// What its value is.
    pub is: Is,
    /// Whether a document without it is wrong.
    pub required: bool,
}

/// What an id names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// Nothing in the world: a library's book or preset, or the row itself.
    Nothing,
    /// A document of this folder.
    In(Folder),
    /// A document of the folder the member `of` beside it names.
    Sibling,
}

/// What a value is. Lengths are in Unicode scalar values.
#[derive(Debug)]
pub enum Is {
    /// A text of so many characters, at least and at most.
    Text {
        /// At least.
        min: usize,
        /// At most; `None` for the most any text may have.
        max: Option<usize>,
    },
    /// What something is called: 1 to 120 characters.
    Name,
    /// One or two sentences: at most 600 characters.
    Summary,
    /// As long as any text may be.
    LongText,
    /// Other names.
    Aliases,
    /// Labels.
    Tags,
    /// A document by its id alone.
    Id(To),
    /// Such ids.
    Ids(To),
    /// A document by folder and id.
    Ref,
    /// A person or a group, by folder and id.
    Knower,
    /// A document by folder and id, or a word for the world; any text on disk.
    Subject,
    /// The path of a picture, or null.
    Image,
    /// A key of a variable.
    Key,
    /// A word behind a slash.
    Word,
    /// A language tag.
    Language,
    /// 64 hexadecimal digits.
    Sha256,
    /// A moment as RFC 3339.
    When,
    /// Exactly this text.
    Const(&'static str),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Yes or no.
    Flag {
        /// What its absence means.
        absent: bool,
    },
    /// A number.
    Number,
    /// A number or null.
    NumberOrNull,
    /// A whole number.
    Integer {
        /// At least and at most.
        range: Option<(i64, i64)>,
    },
    /// What a variable may hold: a number, yes or no, a text.
    Value,
    /// Values by the keys of variables.
    Values,
    /// Values of one kind by free keys.
    Map(&'static Is),
    /// So many items of one kind.
    List {
        /// What each is.
        of: &'static Is,
        /// At least so many.
        min: usize,
        /// At most so many.
        max: Option<usize>,
    },
    /// An object with these members.
    Object(&'static [Field]),
    /// What starts a trigger: an object that holds others like itself.
    Condition,
    /// The value, or null.
    OrNull(&'static Is),
}

/// Most characters any text may have.
pub const MOST_TEXT: usize = 100_000;
/// Most characters of a name.
pub const MOST_NAME: usize = 120;

/// The table of a folder's documents.
pub fn of(folder: Folder) -> &'static Shape {
    match folder {
        Folder::Characters => &CHARACTER,
        Folder::Places => &PLACE,
        Folder::Factions => &FACTION,
        Folder::Things => &THING,
        Folder::Lore => &LORE,
        Folder::Plots => &PLOT,
    }
}

/// The table of a list file.
pub fn of_list(file: ListFile) -> &'static Shape {
    match file {
        ListFile::Relationships => &RELATIONSHIPS,
        ListFile::Variables => &VARIABLES,
        ListFile::Commands => &COMMANDS,
        ListFile::Triggers => &TRIGGERS,
        ListFile::Images => &IMAGES,
    }
}

/// The table of one row of a list file.
pub fn of_row(file: ListFile) -> &'static Shape {
    match file {
        ListFile::Relationships => &RELATIONSHIP,
        ListFile::Variables => &VARIABLE,
        ListFile::Commands => &COMMAND,
        ListFile::Triggers => &TRIGGER,
        ListFile::Images => &IMAGES_ROW,
    }
}

/// Every table of a file, as `ficha world schema` lists them.
pub fn all() -> [&'static Shape; 15] {
    [
        &WORLD,
        &CHARACTER,
        &PLACE,
        &FACTION,
        &THING,
        &LORE,
        &PLOT,
        &RELATIONSHIPS,
        &VARIABLES,
        &COMMANDS,
        &TRIGGERS,
        &IMAGES,
        &LOREBOOK,
        &LOREBOOK_ENTRY,
        &PRESET,
    ]
}

/// The table of a name as in [`all`], with or without `.json`.
pub fn named(name: &str) -> Option<&'static Shape> {
    let name = name.strip_suffix(".json").unwrap_or(name);
    all().into_iter().find(|shape| shape.name.strip_suffix(".json").unwrap_or(shape.name) == name)
}

impl Shape {
    /// The field of a key.
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        field(self.fields, key)
    }
}

/// The field of a key among others.
pub fn field(fields: &'static [Field], key: &str) -> Option<&'static Field> {
    fields.iter().find(|field| field.key == key)
}

/// The members of a condition that say what it waits for; a good one has exactly one.
pub fn condition_members(condition: &crate::world::Doc) -> Vec<&'static str> {
    tables::CONDITION.iter().map(|field| field.key).filter(|key| condition.contains_key(*key)).collect()
}
