//! The tables themselves. A member is added here and nowhere else.

use super::{Field, Is, Shape, To};
use crate::place::Folder::{Characters, Lore, Places, Things};

const fn must(key: &'static str, is: Is) -> Field {
    Field { key, is, required: true }
}

const fn may(key: &'static str, is: Is) -> Field {
    Field { key, is, required: false }
}

const fn upto(max: usize) -> Is {
    Is::Text { min: 0, max: Some(max) }
}

const fn list(of: &'static Is, max: usize) -> Is {
    Is::List { of, min: 0, max: Some(max) }
}

const fn free_list(of: &'static Is) -> Is {
    Is::List { of, min: 0, max: None }
}

const ANY_TEXT: Is = Is::Text { min: 0, max: None };
const FLAG: Is = Is::Flag { absent: false };
const ON_UNLESS_SAID: Is = Is::Flag { absent: true };

static PLACE_ID: Is = Is::Id(To::In(Places));
static PERSON_ID: Is = Is::Id(To::In(Characters));
static FREE_ID: Is = Is::Id(To::Nothing);
static REF: Is = Is::Ref;
static KNOWER: Is = Is::Knower;
static TEXT: Is = Is::LongText;
static NAME: Is = Is::Name;
static NUMBER: Is = Is::Number;
static SWITCH: Is = FLAG;
static KEYWORD: Is = Is::Text { min: 1, max: Some(120) };
static OPTION: Is = Is::Text { min: 1, max: Some(80) };
static DRAWN: Is = Is::Text { min: 1, max: Some(400) };
static WAY: Is = Is::List { of: &PLACE_ID, min: 2, max: Some(2) };

const LORE_KINDS: &[&str] =
    &["history", "culture", "society", "religion", "magic", "technology", "geography", "creature", "event", "custom"];

/// What the command that edits a world's own facts may change; every other member has a command of its own.
pub const WORLD_INFO_FIELDS: [&str; 8] =
    ["description", "tags", "author", "opening", "alternate_openings", "cover", "start_places", "language"];

static ORIGIN: Is = Is::Object(&[
    must("kind", Is::OneOf(&["card", "archive", "catalogue", "studio"])),
    may("name", ANY_TEXT),
    may("version", ANY_TEXT),
    may("at", Is::When),
]);

static OPENING: Is =
    Is::Object(&[may("title", upto(120)), must("text", Is::Text { min: 1, max: Some(super::MOST_TEXT) })]);

/// `world.json`.
pub static WORLD: Shape = Shape {
    name: "world.json",
    fields: &[
        must("schema", Is::Const("ficha-world/v1")),
        must("name", Is::Name),
        must("language", Is::Language),
        may("description", upto(4000)),
        may("tags", Is::Tags),
        may("author", upto(120)),
        may("opening", Is::LongText),
        may("alternate_openings", list(&OPENING, 200)),
        may("cover", Is::Image),
        may("start_places", list(&PLACE_ID, 20)),
        may("preset", Is::OrNull(&FREE_ID)),
        may("lorebooks", list(&FREE_ID, 20)),
        may("sampling", Is::Map(&NUMBER)),
        may("tools", Is::Map(&SWITCH)),
        may("decisions", Is::Object(&[may("triggers", Is::OneOf(&["auto", "decision", "model"]))])),
        may("origin", Is::OrNull(&ORIGIN)),
        must("created_at", Is::When),
        must("updated_at", Is::When),
    ],
};

static KNOWLEDGE: &[Field] =
    &[may("places", Is::Ids(To::In(Places))), may("things", Is::Ids(To::In(Things))), may("ways", free_list(&WAY))];

/// `characters/<id>.json`.
pub static CHARACTER: Shape = Shape {
    name: "character",
    fields: &[
        must("name", Is::Name),
        may("aliases", Is::Aliases),
        may("playable", FLAG),
        may("pronouns", upto(40)),
        may("summary", Is::Summary),
        may("description", Is::LongText),
        may("personality", Is::LongText),
        may("speech", Is::LongText),
        may("examples", list(&TEXT, 40)),
        may("background", Is::LongText),
        may("goals", Is::LongText),
        may("secrets", Is::LongText),
        may("start", Is::OrNull(&PLACE_ID)),
        may("knowledge", Is::Object(KNOWLEDGE)),
        may("values", Is::Values),
        may("portrait", Is::Image),
        may("tags", Is::Tags),
        may("notes", Is::LongText),
    ],
};

static EXIT: Is = Is::Object(&[
    must("to", Is::Id(To::In(Places))),
    may("name", upto(120)),
    may("description", upto(2000)),
    may("hidden", FLAG),
]);

/// `places/<id>.json`.
pub static PLACE: Shape = Shape {
    name: "place",
    fields: &[
        must("name", Is::Name),
        may("aliases", Is::Aliases),
        may("summary", Is::Summary),
        may("description", Is::LongText),
        may("parent", Is::OrNull(&PLACE_ID)),
        may("ways", list(&EXIT, 60)),
        may("made_by_import", FLAG),
        may("values", Is::Values),
        may("picture", Is::Image),
        may("tags", Is::Tags),
        may("notes", Is::LongText),
    ],
};

static MEMBER: Is = Is::Object(&[must("character", Is::Id(To::In(Characters))), may("role", upto(120))]);

/// `factions/<id>.json`.
pub static FACTION: Shape = Shape {
    name: "faction",
    fields: &[
        must("name", Is::Name),
        may("aliases", Is::Aliases),
        may("summary", Is::Summary),
        may("description", Is::LongText),
        may("goals", Is::LongText),
        may("base", Is::OrNull(&PLACE_ID)),
        may("members", list(&MEMBER, 500)),
        may("values", Is::Values),
        may("picture", Is::Image),
        may("tags", Is::Tags),
        may("notes", Is::LongText),
    ],
};

/// `things/<id>.json`.
pub static THING: Shape = Shape {
    name: "thing",
    fields: &[
        must("name", Is::Name),
        may("aliases", Is::Aliases),
        may("summary", Is::Summary),
        may("description", Is::LongText),
        may("held_by", Is::OrNull(&PERSON_ID)),
        may("at", Is::OrNull(&PLACE_ID)),
        may("portable", FLAG),
        may("values", Is::Values),
        may("picture", Is::Image),
        may("tags", Is::Tags),
        may("notes", Is::LongText),
    ],
};

/// `lore/<id>.json`.
pub static LORE: Shape = Shape {
    name: "lore",
    fields: &[
        must("title", Is::Name),
        may("kind", Is::OneOf(LORE_KINDS)),
        may("custom_kind", upto(60)),
        may("summary", Is::Summary),
        must("text", Is::Text { min: 1, max: Some(super::MOST_TEXT) }),
        may("keywords", list(&KEYWORD, 60)),
        may("about", list(&REF, 40)),
        must("scope", Is::OneOf(&["everyone", "listed"])),
        may("known_by", list(&KNOWER, 500)),
        may("dates", Is::Object(&[may("from", Is::NumberOrNull), may("to", Is::NumberOrNull)])),
        may("as_written", FLAG),
        may("notes", Is::LongText),
    ],
};

static STAGE: Is = Is::Object(&[must("id", Is::Id(To::Nothing)), must("text", Is::LongText), may("until", upto(600))]);

/// `plots/<id>.json`.
pub static PLOT: Shape = Shape {
    name: "plot",
    fields: &[
        must("name", Is::Name),
        may("summary", Is::Summary),
        may("secret", FLAG),
        may("involves", list(&REF, 60)),
        may("stages", list(&STAGE, 60)),
        may("notes", Is::LongText),
    ],
};

const FEELING: Is = Is::Integer { range: Some((-100, 100)) };

/// The four feelings of a relationship. They exist already and are never declared as values.
pub static FEELINGS: &[Field] =
    &[may("affection", FEELING), may("trust", FEELING), may("respect", FEELING), may("fear", FEELING)];

/// One relationship.
pub static RELATIONSHIP: Shape = Shape {
    name: "relationship",
    fields: &[
        must("from", Is::Id(To::In(Characters))),
        must("to", Is::Id(To::In(Characters))),
        must("kind", Is::Text { min: 1, max: Some(60) }),
        may("note", upto(2000)),
        may("feelings", Is::Object(FEELINGS)),
    ],
};
static RELATIONSHIP_ROW: Is = Is::Object(RELATIONSHIP.fields);

/// `relationships.json`.
pub static RELATIONSHIPS: Shape =
    Shape { name: "relationships.json", fields: &[must("relationships", list(&RELATIONSHIP_ROW, 20_000))] };

static BAND: Is = Is::Object(&[
    must("from", Is::Number),
    must("label", Is::Text { min: 1, max: Some(80) }),
    may("effect", upto(1000)),
]);

/// One declaration of what is tracked.
pub static VARIABLE: Shape = Shape {
    name: "variable",
    fields: &[
        must("key", Is::Key),
        must("label", Is::Name),
        may("description", upto(2000)),
        must("type", Is::OneOf(&["number", "flag", "choice"])),
        must("of", Is::OneOf(&["world", "characters", "places", "factions", "things"])),
        may("only", Is::Ids(To::Sibling)),
        may("min", Is::Number),
        may("max", Is::Number),
        may("step", Is::Number),
        may("unit", upto(24)),
        may("bands", list(&BAND, 24)),
        may("options", list(&OPTION, 60)),
        must("default", Is::Value),
        may("change", upto(2000)),
        may("visible", FLAG),
    ],
};
static VARIABLE_ROW: Is = Is::Object(VARIABLE.fields);

/// `variables.json`.
pub static VARIABLES: Shape = Shape { name: "variables.json", fields: &[must("variables", free_list(&VARIABLE_ROW))] };

/// One command.
pub static COMMAND: Shape =
    Shape { name: "command", fields: &[must("word", Is::Word), must("description", upto(600))] };
static COMMAND_ROW: Is = Is::Object(COMMAND.fields);

/// `commands.json`.
pub static COMMANDS: Shape = Shape { name: "commands.json", fields: &[must("commands", list(&COMMAND_ROW, 200))] };

static VALUE_TEST: &[Field] = &[
    must("key", Is::Key),
    may("of", Is::Subject),
    must("op", Is::OneOf(&["==", "!=", "<", "<=", ">", ">="])),
    must("to", Is::Value),
];
static PRESENCE: &[Field] = &[must("character", Is::Id(To::In(Characters))), must("place", Is::Id(To::In(Places)))];
static NESTED: Is = Is::Condition;

/// What starts a trigger: exactly one of these.
pub(super) static CONDITION: &[Field] = &[
    may("command", Is::Text { min: 1, max: Some(32) }),
    may("event", Is::Text { min: 8, max: Some(400) }),
    may("value", Is::Object(VALUE_TEST)),
    may("is_at", Is::Object(PRESENCE)),
    may("all", Is::List { of: &NESTED, min: 1, max: Some(12) }),
    may("any", Is::List { of: &NESTED, min: 1, max: Some(12) }),
];

static EFFECT: &[Field] = &[
    must("kind", Is::OneOf(&["beat", "set", "move", "reveal"])),
    may("dispatch", Is::OneOf(&["author", "game-master"])),
    may("need", upto(4000)),
    may("draw", list(&DRAWN, 500)),
    may("key", Is::Key),
    may("of", Is::Subject),
    may("value", Is::Value),
    may("character", Is::Id(To::In(Characters))),
    may("place", Is::Id(To::In(Places))),
    may("lore", Is::Id(To::In(Lore))),
    may("to", free_list(&REF)),
];

/// One trigger.
pub static TRIGGER: Shape = Shape {
    name: "trigger",
    fields: &[
        must("id", Is::Id(To::Nothing)),
        must("name", Is::Name),
        may("enabled", ON_UNLESS_SAID),
        may("once", FLAG),
        may("cooldown_turns", Is::Integer { range: Some((0, 10_000)) }),
        must("when", Is::Condition),
        must("effect", Is::Object(EFFECT)),
        may("notes", Is::LongText),
    ],
};
static TRIGGER_ROW: Is = Is::Object(TRIGGER.fields);

/// `triggers.json`.
pub static TRIGGERS: Shape = Shape { name: "triggers.json", fields: &[must("triggers", list(&TRIGGER_ROW, 500))] };

/// What is known of one picture.
pub static IMAGES_ROW: Shape = Shape {
    name: "image",
    fields: &[
        must("path", upto(400)),
        may("role", Is::OneOf(&["cover", "reference", "picture", "library"])),
        may("of", Is::OrNull(&REF)),
        must("origin", Is::OneOf(&["uploaded", "card-address", "generated"])),
        may("original_name", upto(255)),
        may("address", upto(4000)),
        may("description", upto(4000)),
        must("sha256", Is::Sha256),
        may("pixels", Is::Sha256),
        may("width", Is::Integer { range: None }),
        may("height", Is::Integer { range: None }),
        must("added_at", Is::When),
    ],
};
static IMAGES_ROW_IS: Is = Is::Object(IMAGES_ROW.fields);

/// `images/index.json`.
pub static IMAGES: Shape = Shape { name: "images-index", fields: &[must("images", free_list(&IMAGES_ROW_IS))] };

static BOOK_SOURCE: &[Field] = &[may("format", ANY_TEXT), may("file", ANY_TEXT), may("sha256", ANY_TEXT)];

/// `lorebooks/<id>/lorebook.json` of the library.
pub static LOREBOOK: Shape = Shape {
    name: "lorebook",
    fields: &[
        must("schema", Is::Const("ficha-lorebook/v1")),
        must("name", Is::Name),
        must("language", ANY_TEXT),
        may("source", Is::Object(BOOK_SOURCE)),
        must("created_at", Is::When),
    ],
};

/// `lorebooks/<id>/entries/<id>.json` of the library.
pub static LOREBOOK_ENTRY: Shape = Shape {
    name: "lorebook-entry",
    fields: &[
        must("title", Is::Name),
        may("kind", Is::OneOf(LORE_KINDS)),
        may("custom_kind", upto(60)),
        may("summary", Is::Summary),
        must("text", Is::Text { min: 1, max: Some(super::MOST_TEXT) }),
        may("keywords", list(&KEYWORD, 60)),
        must("scope", Is::OneOf(&["everyone", "listed"])),
        may("known_by", list(&NAME, 500)),
        may("as_written", FLAG),
        may("notes", Is::LongText),
    ],
};

/// `presets/<id>/preset.json` of the library.
pub static PRESET: Shape = Shape {
    name: "preset",
    fields: &[
        must("schema", Is::Const("ficha-preset/v1")),
        must("name", Is::Name),
        may("sampling", Is::Map(&NUMBER)),
        may("source", Is::Object(BOOK_SOURCE)),
        must("created_at", Is::When),
    ],
};
