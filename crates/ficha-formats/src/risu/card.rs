//! RisuAI's character card: reading and writing are the common ground's, here are the bid and what is RisuAI's own.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Style};
use ficha_model::Kind;

use super::adapt;
use super::regex::{self, rule_rows};
use super::wire;
use crate::format::{Clear, Detection, Form, FormatSpec, IdFrom, Items, Shape, Variant, Wire, custom, list, row};
use crate::record::Tables;
use crate::source::Source;
use crate::tavern::layout::Layout;
use crate::tavern::lineage::Lineage;
use crate::tavern::regex as scripts;
use crate::tavern::rules::RuleList;
use crate::tavern::version;

/// The rules of a card as a list below its own key.
const LIST: &[Wire] = &[list(
    "/customScripts",
    "rules",
    &Items {
        form: Form::Array,
        id: IdFrom::Place,
        numbers: false,
        fresh: regex::FRESH,
        decode: Some(regex::decode_row),
        encode: Some(regex::encode_row),
    },
    regex::SOURCE,
)];
const ROWS: &[Wire] = rule_rows!("/customScripts");

static RULES_SPEC: LazyLock<FormatSpec> = LazyLock::new(regex::spec);

static RULES_TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::from_rows(Kind::Regex, LIST.iter().chain(ROWS)));

static SCRIPTS: RuleList =
    RuleList { key: "/data/extensions/risuai/customScripts", spec: &RULES_SPEC, tables: &RULES_TABLES };

/// The card.
pub(super) static LINEAGE: Lineage = Lineage {
    extensions: &[
        (ContainerId::Json, "json"),
        (ContainerId::Png, "png"),
        (ContainerId::Zip, "charx"),
        (ContainerId::JpegZip, "jpeg"),
    ],
    skeleton,
    entries: &["module.risum", "x_meta/"],
    rules: &[&SCRIPTS, &scripts::IN_CARD],
    adapt: Some(adapt::book),
    ..Lineage::of(&wire::SPEC, detect)
};

/// A card without content, with the block RisuAI knows its own cards by.
fn skeleton(version: Variant, style: Style) -> String {
    let plain = version::skeleton(version, style);
    let Ok(document) = Document::parse(plain.as_str(), &ficha_json::Limits::default()) else { return plain };
    let mut edit = document.edit();
    edit.set("/data/extensions", &serde_json::json!({"risuai": {}}));
    edit.finish()
}

/// A card with a sign of RisuAI; an archive without any may be RisuAI's all the same.
pub(super) fn detect(source: &Source) -> Option<Detection> {
    let payload = source.payload()?;
    let (layout, _) = Layout::of(&payload.document)?;
    let bid = |confidence, because| Some(Detection { confidence, because });
    if payload.sealed {
        return bid(1.0, "it is encrypted as RisuAI did it");
    }
    let block = layout.find(&payload.document, "/data/extensions/risuai");
    if block.is_some_and(|(node, _)| node.is_object()) {
        return bid(1.0, "it has RisuAI's block");
    }
    let archive = source.archive()?;
    let names = || archive.entries().iter().map(|entry| entry.name.as_str());
    if names().any(|name| name == super::archive::MODULE) {
        return bid(1.0, "the archive holds a module of RisuAI");
    }
    if names().any(|name| name.starts_with("x_meta/")) {
        return bid(1.0, "the archive holds RisuAI's descriptions of pictures");
    }
    bid(0.6, "it is an archive with a card, as RisuAI writes it")
}
