//! The scenario book: a situation and the events that change it.
//!
//! As a lorebook it has its events as entries; what sets an event off and what it needs and leaves behind has no
//! counterpart in other apps and is edited in the panel. The file has `$schema` and no `kind`, the app's own answers
//! have it the other way round (`web/pages/Scenario/components/{Download,Import}ScenarioModal.tsx`).

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;

use super::{ACCOUNT, SOURCE};
use crate::format::{Clear, Detection, Form, FormatSpec, IdFrom, Items, Shape, Widget, Wire, kept, list, native, row};
use crate::record::{Record, RecordHooks, Tables, plain};

const FILE: &str = "agnaistic/agnai 2421510e, ImportScenarioModal.tsx";

/// What the importer asks for, word for word.
const SCHEMA: &str = "https://agnai.chat/schemas/scenario-schema-v1.json";

const ENTRIES: Items = Items {
    form: Form::Array,
    id: IdFrom::Place,
    numbers: false,
    fresh: r#"{"name": "", "requires": [], "assigns": [], "type": "world", "text": "", "trigger": {"kind": "onManualTrigger", "probability": 1}}"#,
    decode: None,
    encode: None,
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    kept("/$schema", "the importer refuses a file without it", FILE),
    kept("/kind", "says that it is a scenario", SOURCE),
    row("/name", "name", Shape::Text, Clear::Empty, SOURCE),
    row("/description", "description", Shape::Text, Clear::Remove, SOURCE),
    native("/text", ("Scenario", "场景"),
        ("The situation at the start of the chat.", "聊天开始时的情境。"), Widget::Text, SOURCE),
    native("/overwriteCharacterScenario", ("Replaces the character's scenario", "覆盖角色场景"),
        ("The text stands in place of the character's own scenario.", "以此文本取代角色自带的场景。"), Widget::Toggle, SOURCE),
    native("/instructions", ("Instructions", "说明"),
        ("What the person should know before starting.", "开始前用户应了解的内容。"), Widget::Text, SOURCE),
    native("/states", ("States", "状态"),
        ("Names of states that events need or leave behind.", "事件所需或产生的状态名称。"), Widget::List, SOURCE),
    kept("/_id", ACCOUNT, SOURCE),
    kept("/userId", ACCOUNT, SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    list("/entries", "entries", &ENTRIES, SOURCE),
    row("/entries/*/name", "entries[].title", Shape::Text, Clear::Empty, SOURCE),
    row("/entries/*/text", "entries[].content", Shape::Text, Clear::Empty, SOURCE),
    native("/entries/*/requires", ("Needs states", "所需状态"),
        ("The event happens only while the chat has these states.", "仅当聊天具有这些状态时触发。"), Widget::List, SOURCE),
    native("/entries/*/assigns", ("Leaves states", "产生状态"),
        ("States the event adds, or takes away with an exclamation mark before the name.", "事件添加的状态；名称前加感叹号表示移除。"), Widget::List, SOURCE),
    native("/entries/*/type", ("Told as", "表达方式"),
        ("Who tells the event.", "由谁叙述该事件。"), Widget::Choice(&["world", "character", "hidden", "ooc"]), SOURCE),
    native("/entries/*/trigger", ("Set off by", "触发条件"),
        ("What makes the event happen.", "事件何时发生。"), Widget::Json, SOURCE),
];

static SPEC: FormatSpec = FormatSpec {
    id: "agnai-scenario",
    platform: "agnai",
    kind: Kind::Lorebook,
    title: "Agnai scenario",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["scenario.json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &["/_id", "/userId"],
    source: SOURCE,
};

/// The format.
pub(super) static SCENARIO: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"$schema": "https://agnai.chat/schemas/scenario-schema-v1.json", "name": "", "description": "", "text": "", "overwriteCharacterScenario": false, "entries": [], "states": []}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let text = |key: &str| root.get(key).and_then(|node| node.as_str());
    if text("$schema").as_deref() == Some(SCHEMA) {
        return Some(Detection { confidence: 1.0, because: "it names Agnai's schema of scenarios" });
    }
    let shaped = text("kind").as_deref() == Some("scenario")
        && text("text").is_some()
        && root.get("entries").is_some_and(Node::is_array);
    shaped.then_some(Detection { confidence: 1.0, because: "it says it is a scenario and has text and events" })
}
