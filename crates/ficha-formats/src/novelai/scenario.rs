//! A scenario as a character: a story's opening with its memory, note and lorebook. It is only read, since a scenario
//! is a text to go on with and not a character; what it keeps beside (samplers, scripts, biases) stays in its text.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use super::wire;
use crate::format::{Clear, Detection, FormatSpec, Shape, Wire, custom, kept, row};
use crate::inspect::Roots;
use crate::overlay::place;
use crate::read::Reader;
use crate::record::{Record, RecordHooks, Story, Tables, plain};

const SOURCE: &str = "NovelAI scenario, versions 1 to 3";

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    kept("/scenarioVersion", "the version of the file's own shape", SOURCE),
    row("/title", "identity.name", Shape::Text, Clear::Empty, SOURCE),
    row("/description", "attribution.creatorNotes", Shape::FilledText, Clear::Empty, SOURCE),
    row("/prompt", "greetings.firstMessage", Shape::FilledText, Clear::Empty, SOURCE),
    row("/tags", "discovery.tags", Shape::TextList, Clear::Empty, SOURCE),
    row("/author", "attribution.creator", Shape::FilledText, Clear::Empty, SOURCE),
    row("/context/0/text", "persona.scenario", Shape::FilledText, Clear::Empty, SOURCE),
    custom("/context/1/text", &["prompts.depthInjections"], SOURCE),
    kept("/context/*/contextConfig", "where the text goes in the context of a story", SOURCE),
    kept("/context/*/text", "further texts of the context", SOURCE),
    custom("/lorebook", &["knowledgeRefs"], SOURCE),
    kept("/ephemeralContext", "texts that come and go as the story goes on", SOURCE),
    kept("/placeholders", "questions the app asks before the story begins", SOURCE),
    kept("/settings", "samplers and the model of the story", SOURCE),
    kept("/storyContextConfig", "how the story is fitted into the context", SOURCE),
    kept("/contextDefaults", "what new rows begin with", SOURCE),
    kept("/phraseBiasGroups", "phrases made likelier throughout the story", SOURCE),
    kept("/bannedSequenceGroups", "phrases the story must not hold", SOURCE),
    kept("/messageSettings", "how the story is shown", SOURCE),
    kept("/userScripts", "program code; it is shown, never run", SOURCE),
];

static SPEC: FormatSpec = FormatSpec {
    id: "novelai",
    platform: "novelai",
    kind: Kind::Character,
    title: "NovelAI scenario",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[],
    extensions: &["scenario"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: SOURCE,
};

static RECORD: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: "",
    style: Style::Pretty(4),
    hooks: RecordHooks { decode: Some(note), ..RecordHooks::NONE },
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let version = root.get("scenarioVersion").is_some_and(Node::is_number);
    let prompt = root.get("prompt").is_some_and(Node::is_string);
    (version && prompt).then_some(Detection { confidence: 1.0, because: "it says the version of a NovelAI scenario" })
}

/// The author's note: a text near the end of the story.
fn note(document: &Document, _: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let Some(node) = document.at("/context/1/text").filter(|node| !node.is_null()) else { return };
    if let Some(text) = reader.text(node, "/context/1/text").filter(|text| !text.is_empty()) {
        place(body, "prompts.depthInjections", json!([{"text": text}]));
    }
}

/// The format.
pub(super) static SCENARIO: Story = Story {
    record: &RECORD,
    book: |document| {
        let entries = document.at("/lorebook/entries")?;
        (entries.is_array() && !entries.is_empty()).then_some((&wire::RECORD, "/lorebook"))
    },
};
