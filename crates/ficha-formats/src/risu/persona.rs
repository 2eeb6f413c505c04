//! A RisuAI persona: a picture with a chunk of its own (RisuAI `persona.ts`).

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::{Entity, Kind};

use crate::ask::{Ask, Encoded};
use crate::error::{EncodeError, Refusal};
use crate::format::{Clear, Decoded, Detection, Format, FormatSpec, Shape, Wire, custom, kept, row};
use crate::inspect::Roots;
use crate::notes::Notes;
use crate::record::{Record, RecordFile, RecordHooks, Tables, plain};
use crate::source::Source;

const SOURCE: &str = "RisuAI persona.ts";

/// The keyword of its chunk.
const KEYWORD: &str = "persona";

const KEYS: &[Wire] = &[
    row("/name", "name", Shape::Text, Clear::Empty, SOURCE),
    row("/personaPrompt", "content", Shape::Text, Clear::Empty, SOURCE),
    row("/note", "brief", Shape::Text, Clear::Empty, SOURCE),
    custom("/ (picture)", &["media.portrait"], "the carrier"),
    kept("/icon", "the picture's name in RisuAI's own database", SOURCE),
    kept("/largePortrait", "whether RisuAI shows the picture large; not in files it writes", SOURCE),
    kept("/id", "the persona's id in RisuAI's own database", SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

static SPEC: FormatSpec = FormatSpec {
    id: "risu-persona",
    platform: "risu",
    kind: Kind::Persona,
    title: "RisuAI persona",
    reads: &[ContainerId::Png],
    writes: &[ContainerId::Png],
    writes_own: &[],
    extensions: &["png"],
    variants: &[],
    own: false,
    wire: &[KEYS],
    private: &[],
    source: "RisuAI 2026.1",
};

static FILE: RecordFile = RecordFile {
    record: Record {
        spec: &SPEC,
        tables: LazyLock::new(|| Tables::of(&SPEC)),
        detect,
        roots: plain,
        fresh: r#"{"name":"","personaPrompt":""}"#,
        style: Style::Compact,
        hooks: RecordHooks::NONE,
    },
    keyword: KEYWORD,
    in_picture: "",
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let text = |key: &str| root.get(key).is_some_and(Node::is_string);
    (text("name") && text("personaPrompt"))
        .then_some(Detection { confidence: 0.95, because: "its chunk holds a persona of RisuAI" })
}

/// The format.
pub(super) struct PersonaFormat;

impl Format for PersonaFormat {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detect(&self, source: &Source) -> Option<Detection> {
        // A card in the picture is what the file is about; the persona is read when it is alone.
        let alone = source.payload()?.carrier.as_deref()?.split_once(':')?.1.starts_with(KEYWORD);
        FILE.detect(source).filter(|_| alone)
    }

    fn decode(&self, source: &Source, notes: &mut Notes) -> Result<Decoded, Refusal> {
        FILE.decode(source, notes)
    }

    fn encode(&self, entity: &Entity, ask: &Ask<'_>, notes: &mut Notes) -> Result<Encoded, EncodeError> {
        FILE.encode(entity, ask, notes)
    }

    fn roots(&self, document: &Document) -> Roots {
        FILE.roots(document)
    }
}
