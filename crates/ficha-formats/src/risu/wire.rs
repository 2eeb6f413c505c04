//! What RisuAI's cards hold beside the fields of the specification (RisuAI `characterCards.ts`, `createBaseV2`,
//! `createBaseV3`).

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::Node;
use ficha_model::Kind;
use serde_json::{Map, Value, json};

use super::regex;
use crate::format::{
    Clear, Coded, Column, FormatSpec, Shape, Variant, Widget, Wire, column, custom, kept, mapped, native,
};
use crate::notes::{NoteCode, Notes};
use crate::overlay::Said;
use crate::read::Reader;
use crate::tavern::{book, fields, regex as scripts};

const CARD: &str = "RisuAI characterCards.ts createBaseV3";
const V2: Variant = Variant::V2;

/// Pictures by name in cards of the second version.
const EMOTIONS: &[Column] = &[column("0", "Name", "名称"), column("1", "Picture", "图片")];
const ASSETS: &[Column] =
    &[column("0", "Name", "名称"), column("1", "File", "文件"), column("2", "Kind of file", "文件类型")];

/// Above this a date is in milliseconds: in seconds it would be the year 5138.
const MILLISECONDS: f64 = 1e11;

/// Seconds or milliseconds; both are in cards of RisuAI, whose own clock counts milliseconds.
static DATE: Coded = Coded { name: "seconds or milliseconds", decode: decode_date, encode: encode_date, empty: "0" };
/// Pairs of a phrase and its weight.
static BIAS: Coded =
    Coded { name: "pairs of phrase and weight", decode: decode_bias, encode: encode_bias, empty: "[]" };
/// Pairs of a label and a text.
static ROWS: Coded = Coded { name: "pairs of label and text", decode: decode_rows, encode: encode_rows, empty: "[]" };
/// The files of a VITS voice.
static VITS: Coded = Coded { name: "files of a voice", decode: decode_vits, encode: encode_vits, empty: "{}" };

fn decode_date(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let number = reader.number(node, at)?;
    let value = number.as_f64()?;
    if value.abs() < MILLISECONDS {
        return Some(Value::Number(number));
    }
    Some(json!((value / 1000.0).floor() as i64))
}

fn encode_date(value: &Value, present: Option<Node<'_>>, _: &mut Said<'_>) -> Option<Value> {
    let milliseconds = present.and_then(Node::as_f64).is_some_and(|present| present.abs() >= MILLISECONDS);
    match value.as_i64().filter(|_| milliseconds) {
        // A date so early that it would be read as seconds is written as seconds.
        Some(seconds) if (seconds as f64 * 1000.0).abs() >= MILLISECONDS => Some(json!(seconds.saturating_mul(1000))),
        _ => Some(value.clone()),
    }
}

fn pairs<'a>(node: Node<'a>, at: &str, reader: &mut Reader<'_>) -> Vec<Node<'a>> {
    if !node.is_array() {
        if !node.is_null() {
            reader.wrong_type(at, node, "a list of pairs", "it is not read");
        }
        return Vec::new();
    }
    node.items().collect()
}

/// Reads pairs; what is none is passed over.
fn read_pairs(
    node: Node<'_>,
    at: &str,
    reader: &mut Reader<'_>,
    read: fn(Node<'_>, &str, &mut Reader<'_>) -> Option<Value>,
) -> Option<Value> {
    let rows: Vec<Value> = pairs(node, at, reader).into_iter().filter_map(|pair| read(pair, at, reader)).collect();
    (!rows.is_empty()).then_some(Value::Array(rows))
}

/// Lays rows onto the pairs that are there: equal ones keep their text, what is no pair its place.
fn write_pairs(
    value: &Value,
    present: Option<Node<'_>>,
    read: fn(Node<'_>, &str, &mut Reader<'_>) -> Option<Value>,
    keys: [&str; 2],
) -> Value {
    let part = |row: &Value, key: &str| row.get(key).cloned().unwrap_or_default();
    let [first, second] = keys;
    let pair = |row: &Value| json!([part(row, first), part(row, second)]);
    let mut rows = value.as_array().map(Vec::as_slice).unwrap_or(&[]).iter();
    let mut quiet = Notes::new();
    let mut reader = Reader::muted(&mut quiet);
    let mut list = Vec::new();
    for item in present.into_iter().flat_map(|present| present.items()) {
        match read(item, "", &mut reader) {
            None => list.push(item.to_value()),
            Some(old) => {
                if let Some(row) = rows.next() {
                    list.push(if ficha_json::value_eq(&old, row) { item.to_value() } else { pair(row) });
                }
            }
        }
    }
    list.extend(rows.map(pair));
    Value::Array(list)
}

fn bias_pair(pair: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    let (phrase, weight) = (pair.item(0)?.as_str()?, reader.number(pair.item(1)?, at)?);
    Some(json!({"phrase": phrase, "weight": weight}))
}

fn text_pair(pair: Node<'_>, _: &str, _: &mut Reader<'_>) -> Option<Value> {
    Some(json!({"label": pair.item(0)?.as_str()?, "value": pair.item(1)?.as_str()?}))
}

fn decode_bias(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    read_pairs(node, at, reader, bias_pair)
}

fn encode_bias(value: &Value, present: Option<Node<'_>>, _: &mut Said<'_>) -> Option<Value> {
    Some(write_pairs(value, present, bias_pair, ["phrase", "weight"]))
}

fn decode_rows(node: Node<'_>, at: &str, reader: &mut Reader<'_>) -> Option<Value> {
    read_pairs(node, at, reader, text_pair)
}

fn encode_rows(value: &Value, present: Option<Node<'_>>, _: &mut Said<'_>) -> Option<Value> {
    Some(write_pairs(value, present, text_pair, ["label", "value"]))
}

fn decode_vits(node: Node<'_>, _: &str, _: &mut Reader<'_>) -> Option<Value> {
    let files = (node.is_object() && !node.is_empty()).then(|| node.to_value())?;
    Some(json!({"provider": "vits", "extras": {"config": files}}))
}

fn encode_vits(value: &Value, present: Option<Node<'_>>, said: &mut Said<'_>) -> Option<Value> {
    if value.get("provider").and_then(Value::as_str) != Some("vits") {
        said.explain(NoteCode::NoPlace, "RisuAI's cards hold only voices of VITS.");
        return None;
    }
    let files = value.get("extras").and_then(|extras| extras.get("config")).filter(|files| files.is_object());
    let known: &[&str] = &["provider", "extras"];
    for key in value.as_object().into_iter().flat_map(Map::keys).filter(|key| !known.contains(&key.as_str())) {
        said.explain_field(key, NoteCode::NoPlace, "RisuAI keeps only the files of a voice.");
    }
    match files {
        Some(files) => Some(files.clone()),
        None => {
            said.explain(NoteCode::NoPlace, "RisuAI keeps only the files of a voice, and there are none.");
            present.map(Node::to_value)
        }
    }
}

#[rustfmt::skip]
const RISUAI: &[Wire] = &[
    mapped("/data/creation_date", "attribution.createdAt", Shape::Coded(&DATE), Clear::Remove, Variant::V3, CARD),
    mapped("/data/modification_date", "attribution.updatedAt", Shape::Coded(&DATE), Clear::Remove, Variant::V3, CARD),
    mapped("/data/extensions/risuai/license", "attribution.license", Shape::FilledText, Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/additionalText", "prompts.additionalText", Shape::FilledText, Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/viewScreen", "settings.risu.viewScreen", Shape::FilledText, Clear::Remove, V2, CARD),
    mapped("/data/extensions/risuai/largePortrait", "settings.risu.largePortrait", Shape::Flag, Clear::Remove, V2, CARD),
    mapped("/data/extensions/risuai/inlayViewScreen", "settings.risu.inlayViewScreen", Shape::Flag, Clear::Remove, V2, CARD),
    mapped("/data/extensions/risuai/utilityBot", "settings.risu.utilityBot", Shape::Flag, Clear::Remove, V2, CARD),
    mapped("/data/extensions/risuai/lorePlus", "settings.risu.lorePlus", Shape::Flag, Clear::Remove, V2, CARD),
    mapped("/data/extensions/risuai/bias", "bias", Shape::Coded(&BIAS), Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/sdData", "persona.imagePrompt.rows", Shape::Coded(&ROWS), Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/newGenData/prompt", "persona.imagePrompt.prompt", Shape::FilledText, Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/newGenData/negative", "persona.imagePrompt.negative", Shape::FilledText, Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/newGenData/instructions", "persona.imagePrompt.instructions", Shape::FilledText, Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/newGenData/emotionInstructions", "persona.imagePrompt.emotionInstructions", Shape::FilledText, Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/vits", "persona.voice", Shape::Coded(&VITS), Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/backgroundHTML", "behavior.backgroundHTML", Shape::FilledText, Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/defaultVariables", "behavior.defaultVariables", Shape::FilledText, Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/prebuiltAssetExclude", "behavior.prebuiltAsset.exclude", Shape::TextList, Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/prebuiltAssetStyle", "behavior.prebuiltAsset.style", Shape::FilledText, Clear::Empty, V2, CARD),
    mapped("/data/extensions/risuai/prebuiltAssetCommand", "behavior.prebuiltAsset.command", Shape::Flag, Clear::Remove, V2, CARD),
    mapped("/data/extensions/risuai/lowLevelAccess", "behavior.privileged", Shape::Flag, Clear::Remove, V2, CARD),
    native("/data/extensions/risuai/triggerscript", ("Triggers", "触发器"),
        ("Rules that act on events of the chat. Their order matters; they are never run here.", "对聊天事件作出反应的规则。顺序有意义；此处绝不运行。"), Widget::Json, CARD),
    native("/data/extensions/risuai/emotions", ("Expressions of an older card", "旧版卡片的表情"),
        ("Names and pictures as cards of the second version hold them.", "第二版卡片保存的表情名称与图片。"), Widget::Table(EMOTIONS), CARD),
    native("/data/extensions/risuai/additionalAssets", ("Pictures of an older card", "旧版卡片的附加素材"),
        ("Names and pictures as cards of the second version hold them.", "第二版卡片保存的素材名称与图片。"), Widget::Table(ASSETS), CARD),
    native("/data/extensions/depth_prompt", ("Depth prompt, whole", "深度提示（整体）"),
        ("The object as RisuAI writes it; RisuAI does not read it back.", "RisuAI 写出的对象；RisuAI 不会读回。"), Widget::Json, CARD),
    kept("/data/extensions/risuai/virtualscript", "a feature RisuAI took out; always blank", CARD),
    kept("/data/extensions/risuai/backgroundCSS", "written by some converters; RisuAI does not read it", "seen in real cards"),
    kept("/data/extensions/risuai/toggles", "written by some converters; RisuAI keeps switches in modules", "seen in real cards"),
    kept("/data/extensions/risuai/private", "whether the card was private on RisuAI's own site", CARD),
    kept("/data/extensions/risuai/source", "where older cards kept what is data.source now", CARD),
    kept("/data/extensions/risuai/_moduleLorebook", "a copy some tools make of the lore of a module", "risuai-workbench"),
    kept("/data/extensions/risuRealmImportId", "where the card lies on RisuAI's own site", CARD),
    kept("/data/character_book/extensions/risu_fullWordMatching", "whether RisuAI matches whole words in this book", CARD),
    kept("/data/character_book/entries/*/mode", "RisuAI's kind of lore row; a folder is a row, too", CARD),
    kept("/data/character_book/entries/*/folder", "the folder the row lies in, by the folder's key", CARD),
    kept("/data/character_book/entries/*/extensions/risu_case_sensitive", "a copy of case_sensitive", CARD),
    kept("/data/character_book/entries/*/extensions/risu_loreCache", "similar entries RisuAI once looked up", CARD),
    kept("/data/character_book/entries/*/extensions/risu_bookVersion", "which of RisuAI's own changes the entry has been through", "seen in forks of RisuAI"),
    kept("/data/character_book/entries/*/risu_id", "the row's own id", "seen in forks of RisuAI"),
    kept("/data/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    custom("/spec", &[], "Character Card V2"),
    custom("/spec_version", &[], "Character Card V2"),
];

/// The key of the rules of a card.
const SCRIPTS: &str = "/data/extensions/risuai/customScripts";

/// The fields of every card, but for those that RisuAI writes in a way of its own.
fn data() -> &'static [Wire] {
    let own = |row: &&Wire| {
        let taken = |key: &str| RISUAI.iter().any(|own| own.key() == key);
        let path = |path: &str| RISUAI.iter().any(|own| own.paths().contains(&path));
        !taken(row.key()) && !row.paths().iter().any(|row| path(row))
    };
    Box::leak(fields::DATA.iter().filter(own).copied().collect::<Vec<Wire>>().into_boxed_slice())
}

/// The rules as part of the card's table.
fn rules() -> &'static [Wire] {
    let key = |below: &str| -> &'static str { Box::leak(format!("{SCRIPTS}{below}").into_boxed_str()) };
    let below = regex::RULES.iter().filter_map(|row| row.key().strip_prefix("/data"));
    let mut rows = vec![custom(SCRIPTS, &["behaviorRefs"], CARD)];
    rows.extend(below.map(|below| custom(key(below), &[], CARD)));
    Box::leak(rows.into_boxed_slice())
}

/// The format.
pub(super) static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "risu",
    platform: "risu",
    kind: Kind::Character,
    title: "RisuAI card",
    reads: &[ContainerId::Json, ContainerId::Png, ContainerId::Zip, ContainerId::JpegZip],
    writes: &[ContainerId::Json, ContainerId::Png, ContainerId::Zip],
    writes_own: &[ContainerId::JpegZip],
    extensions: &["json", "png", "charx", "jpeg"],
    variants: &[Variant::V2, Variant::V3],
    own: false,
    wire: Box::leak(Box::new([
        data(),
        RISUAI,
        rules(),
        scripts::rows_in_card("/data/extensions/regex_scripts"),
        book::rows_below("/data/character_book"),
    ])),
    private: &["/data/extensions/risuRealmImportId"],
    source: "Character Card V2, V3; RisuAI 2026.1",
});
