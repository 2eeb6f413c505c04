//! The keys of a character as the site answers with it.
//!
//! Sources: SillyTavern `content-manager.js`, the JanitorAI providers of CharacterLibrary.

use ficha_container::ContainerId;
use ficha_model::Kind;

use crate::format::{Clear, FormatSpec, Shape, Wire, custom, kept, row};
use crate::names::NAMES;
use crate::ratings::ADULT;

const SITE: &str = "JanitorAI character detail";

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/name", "identity.name", Shape::Text, Clear::Empty, SITE),
    row("/chat_name", "identity.nickname", Shape::FilledText, Clear::Empty, SITE),
    row("/personality", "identity.description", Shape::Text, Clear::Empty, SITE),
    row("/scenario", "persona.scenario", Shape::Text, Clear::Empty, SITE),
    row("/first_message", "greetings.firstMessage", Shape::Text, Clear::Empty, SITE),
    custom("/first_messages", &["greetings.alternateGreetings"], SITE),
    row("/example_dialogs", "examples.exampleMessages", Shape::Text, Clear::Empty, SITE),
    row("/creator_name", "attribution.creator", Shape::Text, Clear::Empty, SITE),
    row("/description", "attribution.creatorNotes", Shape::Text, Clear::Empty, SITE),
    row("/tags", "discovery.tags", Shape::Coded(&NAMES), Clear::Empty, SITE),
    custom("/custom_tags", &["discovery.tags"], SITE),
    row("/is_nsfw", "discovery.rating", Shape::Coded(&ADULT), Clear::Empty, SITE),
    custom("/scripts", &["knowledgeRefs"], SITE),
    kept("/id", "the character's id on the site", SITE),
    kept("/avatar", "where the picture lies on the site; it is not fetched", SITE),
    kept("/creator_id", "the author's id on the site", SITE),
    kept("/allow_proxy", "whether the site lets other models play it", SITE),
];

/// The format.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "janitorai",
    platform: "janitorai",
    kind: Kind::Character,
    title: "JanitorAI character",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &["/creator_id"],
    source: SITE,
};
