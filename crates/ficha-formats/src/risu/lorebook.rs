//! A RisuAI lorebook file: `{"type": "risu", "ver": 1, "data": [...]}`.

use ficha_container::ContainerId;
use ficha_json::{Document, Style};
use ficha_model::Kind;
use std::sync::LazyLock;

use super::lore::{self, lore_rows};
use super::rows::Place;
use crate::format::{Clear, Detection, FormatSpec, Shape, Wire, custom, kept, row};
use crate::record::{Record, RecordHooks, Tables, plain};

/// The rows of its list.
#[rustfmt::skip]
const LORE: &[Wire] = lore_rows!("/data");

const FILE: &[Wire] = &[
    custom("/type", &[], SOURCE),
    custom("/data", &[], SOURCE),
    kept("/ver", "the version of the file's shape, always 1", SOURCE),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

const SOURCE: &str = "RisuAI lorebook.svelte.ts exportLoreBook";

/// The format.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "risu-lorebook",
    platform: "risu",
    kind: Kind::Lorebook,
    title: "RisuAI lorebook",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json", "lorebook"],
    variants: &[],
    own: false,
    wire: &[FILE, LORE],
    private: &[],
    source: "RisuAI 2026.1",
};

pub(super) static LANES: lore::Ready = LazyLock::new(|| lore::lanes(LORE, "/data"));

/// The format's record.
pub(super) static FORMAT: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"type":"risu","ver":1,"data":[]}"#,
    style: Style::Compact,
    hooks: RecordHooks {
        decode: Some(|document, _, body, reader| {
            if let Some(list) = document.at("/data") {
                LANES.decode(list, "/data", body, reader);
            }
        }),
        encode: Some(|before, after, document, _, writes, notes| {
            let place = Place { list: document.at("/data"), at: "/data", address: None };
            LANES.overlay(before, after, &place, notes, writes);
        }),
        ..RecordHooks::NONE
    },
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let risu = root.get("type")?.as_str()? == "risu" && root.get("data")?.is_array();
    risu.then_some(Detection { confidence: 1.0, because: "it says it is of RisuAI and lists its lore" })
}
