//! The keys of a classic Pygmalion card.

use ficha_container::ContainerId;
use ficha_model::Kind;

use crate::format::{FormatSpec, Wire, custom, kept};

const CLASSIC: &str = "classic flat card, as ZoltanAI's editor, Ginger and aichar write it";
const HYBRID: &str = "hybrid files of aichar, ZoltanAI's editor and CAI-Tools";

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    custom("/char_name", &["identity.name"], CLASSIC),
    custom("/char_persona", &["persona.personality", "identity.description"], CLASSIC),
    custom("/world_scenario", &["persona.scenario"], CLASSIC),
    custom("/char_greeting", &["greetings.firstMessage"], CLASSIC),
    custom("/example_dialogue", &["examples.exampleMessages"], CLASSIC),
    custom("/name", &[], CLASSIC),
    custom("/description", &[], HYBRID),
    custom("/scenario", &[], HYBRID),
    custom("/first_mes", &[], HYBRID),
    custom("/mes_example", &[], HYBRID),
    kept("/personality", "the short traits of a hybrid file; readers of this format take char_persona", HYBRID),
    kept("/metadata", "which tool made the file", CLASSIC),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

/// The format.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "pygmalion",
    platform: "pygmalion",
    kind: Kind::Character,
    title: "Pygmalion card",
    reads: &[ContainerId::Json, ContainerId::Png],
    writes: &[ContainerId::Json, ContainerId::Png],
    writes_own: &[],
    extensions: &["json", "png"],
    variants: &[],
    own: false,
    wire: &[WIRE, PORTRAIT],
    private: &[],
    source: CLASSIC,
};

/// The portrait has no key: it is the picture of a PNG file. It stands under a key no payload has.
const PORTRAIT: &[Wire] = &[custom(
    "/ (picture)",
    &["media.portrait.ref", "media.portrait.role", "media.portrait.primary", "media.portrait.mime"],
    "the carrier",
)];

/// A text of the card: its key, its alias in hybrid files, and its body path.
pub(super) struct Text {
    /// Its key.
    pub key: &'static str,
    /// The key of the same text in a V1 card.
    pub alias: &'static str,
    /// Where it goes.
    pub path: &'static str,
}

/// The five texts in the order a new file has them.
pub(super) const TEXTS: [Text; 5] = [
    Text { key: "char_name", alias: "name", path: "identity.name" },
    Text { key: "char_persona", alias: "description", path: "persona.personality" },
    Text { key: "char_greeting", alias: "first_mes", path: "greetings.firstMessage" },
    Text { key: "world_scenario", alias: "scenario", path: "persona.scenario" },
    Text { key: "example_dialogue", alias: "mes_example", path: "examples.exampleMessages" },
];
