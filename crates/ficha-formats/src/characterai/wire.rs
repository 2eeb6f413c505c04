//! The keys of a saved character.
//!
//! Sources: characterai-dumper 1.4 (`<name>.json`, `<name> (Definitions).json`), CAI-Tools.

use ficha_container::ContainerId;
use ficha_model::Kind;

use crate::format::{Clear, FormatSpec, Shape, Wire, kept, row};
use crate::names::NAMES;

const DUMP: &str = "characterai-dumper 1.4";

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/data/name", "identity.name", Shape::Text, Clear::Empty, DUMP),
    row("/data/title", "identity.tagline", Shape::Text, Clear::Empty, DUMP),
    row("/data/description", "identity.description", Shape::Text, Clear::Empty, DUMP),
    row("/data/greeting", "greetings.firstMessage", Shape::Text, Clear::Empty, DUMP),
    row("/data/definition", "examples.exampleMessages", Shape::Text, Clear::Empty, DUMP),
    row("/data/categories", "discovery.tags", Shape::Coded(&NAMES), Clear::Empty, DUMP),
    row("/data/user__username", "attribution.creator", Shape::Text, Clear::Empty, DUMP),
    kept("/data/external_id", "the character's id on the site", DUMP),
    kept("/data/avatar_file_name", "where the picture lies on the site; it is not fetched", DUMP),
    kept("/data/visibility", "who may see it on the site", DUMP),
    kept("/data/copyable", "whether the site shows its definition", DUMP),
    kept("/histories", "the chats that were saved with it", DUMP),
];

/// The format.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "characterai",
    platform: "characterai",
    kind: Kind::Character,
    title: "saved Character.AI character",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &["/histories"],
    source: DUMP,
};
