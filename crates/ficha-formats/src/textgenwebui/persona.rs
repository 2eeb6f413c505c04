//! The person's own profile: `user_data/users/<name>.yaml`.
//!
//! Source: text-generation-webui `modules/chat.py` (`load_user`, `generate_user_yaml`).

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, NodeKind, Style};
use ficha_model::Kind;

use crate::format::{Clear, Detection, FormatSpec, Shape, Wire, kept, row};
use crate::inspect::Roots;
use crate::record::{Record, RecordFile, RecordHooks, Tables};

const CHAT: &str = "text-generation-webui modules/chat.py";

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/name", "name", Shape::Text, Clear::Empty, CHAT),
    row("/user_bio", "content", Shape::Text, Clear::Empty, CHAT),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

static SPEC: FormatSpec = FormatSpec {
    id: "textgenwebui-persona",
    platform: "textgenwebui",
    kind: Kind::Persona,
    title: "text-generation-webui user",
    reads: &[ContainerId::Yaml],
    writes: &[ContainerId::Yaml],
    writes_own: &[],
    extensions: &["yaml"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: CHAT,
};

pub(super) static PERSONA: RecordFile = RecordFile {
    record: Record {
        spec: &SPEC,
        tables: LazyLock::new(|| Tables::of(&SPEC)),
        detect,
        roots: |_| Roots { envelope: String::new(), data: String::new() },
        fresh: r#"{"name": "", "user_bio": ""}"#,
        style: Style::Pretty(2),
        hooks: RecordHooks::NONE,
    },
    keyword: "chara",
    in_picture: "",
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let named = root.get("name").is_some_and(|node| !matches!(node.kind(), NodeKind::Array | NodeKind::Object));
    (named && root.get("user_bio").is_some_and(Node::is_string))
        .then_some(Detection { confidence: 0.9, because: "it has a name and a user_bio" })
}
