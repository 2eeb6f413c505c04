//! A story of the KoboldAI family as a character and a lorebook: memory, opening, author's note, world info.
//!
//! Three generations write stories: the client (`gamestarted`), KoboldAI United (`file_version` 2) and KoboldAI Lite
//! (`savedsettings`). They are only read: a story is a text to go on with. Settings may hold keys of services and
//! addresses, so they never leave.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, NodeKind, Style};
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use super::lorebook::{FOLDER, LIST};
use crate::format::{Clear, Detection, FormatSpec, Shape, Wire, custom, kept, row};
use crate::inspect::Roots;
use crate::overlay::place;
use crate::read::Reader;
use crate::record::{Record, RecordHooks, Story, Tables, plain};

const CLIENT: &str = "KoboldAI aiserver.py";
const UNITED: &str = "KoboldAI United, story version 2";
const LITE: &str = "KoboldAI Lite index.html";

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/story_name", "identity.name", Shape::FilledText, Clear::Empty, UNITED),
    row("/memory", "identity.description", Shape::FilledText, Clear::Empty, CLIENT),
    row("/prompt", "greetings.firstMessage", Shape::FilledText, Clear::Empty, CLIENT),
    custom("/authorsnote", &["prompts.depthInjections"], CLIENT),
    custom("/authornote", &["prompts.depthInjections"], UNITED),
    custom("/worldinfo", &["knowledgeRefs"], CLIENT),
    custom("/worldinfo_v2", &["knowledgeRefs"], UNITED),
    custom("/savedsettings/chatopponent", &["identity.name"], LITE),
    kept("/savedsettings", "settings of the app, which may name services and hold keys to them", LITE),
    kept("/savedaestheticsettings", "colours and fonts of the app", LITE),
    kept("/gamestarted", "whether the story was begun", CLIENT),
    kept("/file_version", "the version of the file's own shape", UNITED),
    kept("/actions", "the story as it went on", CLIENT),
    kept("/actions_metadata", "other turns the story could have taken", CLIENT),
    kept("/anotetemplate", "how the author's note is put into the story", CLIENT),
    kept("/authornotetemplate", "how the author's note is put into the story", UNITED),
    kept("/anotestr", "how strongly the author's note is put into the story", LITE),
    kept("/wifolders_d", "folders of the world info", CLIENT),
    kept("/wifolders_l", "folders of the world info", CLIENT),
    kept("/savedir", "where the story was saved", CLIENT),
    kept("/wisearchdepth", "how far back keys are looked for", LITE),
    kept("/wiinsertlocation", "where world info is put", LITE),
    kept("/personal_notes", "notes of the person who played", LITE),
    kept("/newlineaftermemory", "how the memory is put into the story", LITE),
    kept("/altbranches", "other turns the story could have taken", LITE),
    kept("/completed_imgs_meta", "pictures made for the story", LITE),
];

static SPEC: FormatSpec = FormatSpec {
    id: "koboldai",
    platform: "koboldai",
    kind: Kind::Character,
    title: "KoboldAI story",
    reads: &[ContainerId::Json, ContainerId::Zip],
    writes: &[],
    writes_own: &[],
    extensions: &["json", "kaistory"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &["/savedsettings", "/savedir", "/personal_notes"],
    source: "KoboldAI, KoboldAI United, KoboldAI Lite",
};

static RECORD: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: "",
    style: Style::Compact,
    hooks: RecordHooks { decode: Some(read), ..RecordHooks::NONE },
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let found = |key: &str| root.get(key).map(Node::kind);
    if root.get("scenarioVersion").is_some() || root.get("spec").is_some() {
        return None;
    }
    let (text, list, map) = (Some(NodeKind::String), Some(NodeKind::Array), Some(NodeKind::Object));
    let client = root.get("gamestarted").is_some() && found("actions") == list;
    let version = root.get("file_version").and_then(|version| version.as_i64());
    let united = version == Some(2) && found("actions") == map;
    let lite = found("savedsettings") == map && found("prompt") == text;
    let plain = found("prompt") == text && found("memory") == text && found("worldinfo") == list;
    (client || united || lite || plain)
        .then_some(Detection { confidence: 0.95, because: "it has the keys of a KoboldAI story" })
}

fn read(document: &Document, _: &Roots, body: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let mut text = |key: &str| {
        let node = document.at(key).filter(|node| !node.is_null())?;
        reader.text(node, key).filter(|text| !text.is_empty())
    };
    // Several characters of a chat stand in one text.
    let name = text("/savedsettings/chatopponent");
    let first = name.as_deref().and_then(|name| name.split("||$||").next()).map(str::trim);
    let named = crate::overlay::at_map(body, "identity.name").is_some_and(|name| name != "");
    if let Some(first) = first.filter(|first| !first.is_empty() && !named) {
        place(body, "identity.name", json!(first));
    }
    if let Some(note) = text("/authorsnote").or_else(|| text("/authornote")) {
        place(body, "prompts.depthInjections", json!([{"text": note}]));
    }
}

/// The format.
pub(super) static STORY: Story = Story {
    record: &RECORD,
    book: |document| {
        let filled = |at: &str| {
            let node = document.at(at);
            node.is_some_and(|node| !node.get("entries").unwrap_or(node).is_empty())
        };
        match (filled("/worldinfo_v2"), filled("/worldinfo")) {
            (true, _) => Some((&FOLDER, "/worldinfo_v2")),
            (false, true) => Some((&LIST, "/worldinfo")),
            (false, false) => None,
        }
    },
};
