//! The persona of a person, in the app's envelope or as its API answers with it.
//!
//! The app's own importer takes back nine texts and the colours; what else the file holds is lost there.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;

use super::{DATABASE, SOURCE};
use crate::format::{Clear, Detection, Form, FormatSpec, IdFrom, Items, Shape, Widget, Wire, kept, list, native, row};
use crate::inspect::Roots;
use crate::record::{Record, RecordHooks, Tables};

const ADDENDA: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "label": "", "content": "", "active": false}"#,
    decode: None,
    encode: None,
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    kept("/type", "says that it is a persona", SOURCE),
    kept("/version", "which version of the envelope it is", SOURCE),
    kept("/exportedAt", "when the file was written", SOURCE),
    row("/data/name", "name", Shape::Text, Clear::Empty, SOURCE),
    row("/data/description", "content", Shape::Text, Clear::Empty, SOURCE),
    row("/data/comment", "brief", Shape::Text, Clear::Empty, SOURCE),
    row("/data/personality", "sections.personality", Shape::Text, Clear::Empty, SOURCE),
    row("/data/scenario", "scenario", Shape::Text, Clear::Empty, SOURCE),
    row("/data/backstory", "sections.history", Shape::Text, Clear::Empty, SOURCE),
    row("/data/appearance", "sections.appearance", Shape::Text, Clear::Empty, SOURCE),
    row("/data/avatarPath", "presentation.imageUrl", Shape::FilledText, Clear::To("null"), SOURCE),
    list("/data/altDescriptions", "addenda", &ADDENDA, SOURCE),
    kept("/data/altDescriptions/*/id", DATABASE, SOURCE),
    row("/data/altDescriptions/*/label", "addenda[].label", Shape::Text, Clear::Empty, SOURCE),
    row("/data/altDescriptions/*/content", "addenda[].content", Shape::Text, Clear::Empty, SOURCE),
    row("/data/altDescriptions/*/active", "addenda[].enabled", Shape::Flag, Clear::To("false"), SOURCE),
    native("/data/nameColor", ("Colour of the name", "名字颜色"),
        ("A colour or gradient, as CSS writes it.", "颜色或渐变，CSS 写法。"), Widget::Colour, SOURCE),
    native("/data/dialogueColor", ("Colour of speech", "对话颜色"),
        ("A colour, as CSS writes it.", "颜色，CSS 写法。"), Widget::Colour, SOURCE),
    native("/data/boxColor", ("Colour of the box", "气泡颜色"),
        ("A colour or gradient, as CSS writes it.", "颜色或渐变，CSS 写法。"), Widget::Colour, SOURCE),
    native("/data/personaStats", ("Bars", "状态条"),
        ("Bars and numbers the app shows in games.", "应用在游戏中显示的状态条和数值。"), Widget::Json, SOURCE),
    native("/data/avatarCrop", ("Crop of the picture", "头像裁剪"),
        ("The part of the picture that is shown.", "显示头像的哪一部分。"), Widget::Json, SOURCE),
    native("/data/savedStatusOptions", ("Statuses", "状态选项"),
        ("Statuses the person can choose.", "用户可选的状态。"), Widget::Json, SOURCE),
    native("/data/tags", ("Tags", "标签"),
        ("Tags of the persona in the app.", "应用中的标签。"), Widget::Json, SOURCE),
    kept("/data/id", DATABASE, SOURCE),
    kept("/data/isActive", "whether it was the one in use", SOURCE),
    kept("/data/createdAt", DATABASE, SOURCE),
    kept("/data/updatedAt", DATABASE, SOURCE),
    kept("/data/metadata", DATABASE, SOURCE),
    kept("/data/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

static SPEC: FormatSpec = FormatSpec {
    id: "marinara-persona",
    platform: "marinara",
    kind: Kind::Persona,
    title: "Marinara persona",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["marinara.json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: SOURCE,
};

/// The format.
pub(super) static PERSONA: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: |document| match is_wrapped(document) {
        true => Roots::plain(),
        false => Roots { envelope: String::new(), data: String::new() },
    },
    fresh: r#"{"type": "marinara_persona", "version": 1, "exportedAt": "1970-01-01T00:00:00.000Z", "data": {"name": "", "comment": "", "description": "", "personality": "", "scenario": "", "backstory": "", "appearance": "", "avatarPath": null, "nameColor": "", "dialogueColor": "", "boxColor": "", "personaStats": {"enabled": false, "bars": []}, "altDescriptions": [], "tags": []}}"#,
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

fn is_wrapped(document: &Document) -> bool {
    let root = document.root();
    root.get("type").and_then(|kind| kind.as_str()).as_deref() == Some("marinara_persona")
        && root.at("/data/name").is_some_and(Node::is_string)
}

fn detect(document: &Document) -> Option<Detection> {
    if is_wrapped(document) {
        return Some(Detection { confidence: 1.0, because: "it says marinara_persona" });
    }
    let root = document.root();
    let texts = ["id", "name", "description", "personality"];
    let shaped = texts.iter().all(|key| root.get(key).is_some_and(Node::is_string));
    let own = ["nameColor", "boxColor", "personaStats"].iter().any(|key| root.get(key).is_some());
    (shaped && own)
        .then_some(Detection { confidence: 0.95, because: "it has a persona's texts and Marinara's colours or bars" })
}
