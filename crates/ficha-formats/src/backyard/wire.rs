//! The keys of a Faraday card, versions 1 to 4, and of its flat form.
//!
//! Sources: `ahoylabs/byaf` `src/character-image` with its fixtures, Ginger `FaradayCardV1.cs` to `FaradayCardV4.cs`.
//! A card is `{character: {…}, version: n}`; the flat form is the inner object alone, with a few keys of editors.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_model::Kind;

use super::macros::{DIALOGUE, PROSE};
use crate::dates::ISO_DATE;
use crate::format::{Clear, Form, FormatSpec, IdFrom, Items, Shape, Widget, Wire, custom, kept, list, native, row};
use crate::ratings::ADULT;
use crate::record::Shelf;
use crate::record::Tables;
use crate::record::keywords::COMMA_WORDS;

const CARD: &str = "Faraday card, FaradayCardV1 to V4";
const FLAT: &str = "flat form, as editors write it";

#[rustfmt::skip]
const FIELDS: &[Wire] = &[
    row("/data/aiDisplayName", "identity.name", Shape::FilledText, Clear::Empty, CARD),
    row("/data/aiName", "identity.name", Shape::FilledText, Clear::Empty, CARD),
    row("/data/displayName", "identity.name", Shape::FilledText, Clear::Empty, FLAT),
    row("/data/name", "identity.name", Shape::FilledText, Clear::Empty, FLAT),
    row("/data/aiPersona", "identity.description", Shape::Coded(&PROSE), Clear::Empty, CARD),
    row("/data/description", "identity.description", Shape::Coded(&PROSE), Clear::Empty, FLAT),
    row("/data/persona", "identity.description", Shape::Coded(&PROSE), Clear::Empty, FLAT),
    row("/data/version", "identity.characterVersion", Shape::Text, Clear::Remove, FLAT),
    row("/data/personality", "persona.personality", Shape::Coded(&PROSE), Clear::Empty, FLAT),
    row("/data/scenario", "persona.scenario", Shape::Coded(&PROSE), Clear::Empty, CARD),
    row("/data/systemPrompt", "prompts.systemPrompt", Shape::Coded(&PROSE), Clear::Empty, FLAT),
    row("/data/system_prompt", "prompts.systemPrompt", Shape::Coded(&PROSE), Clear::Empty, FLAT),
    row("/data/basePrompt", "prompts.systemPrompt", Shape::Coded(&PROSE), Clear::Empty, CARD),
    row("/data/firstMessage", "greetings.firstMessage", Shape::Coded(&PROSE), Clear::Empty, CARD),
    row("/data/greeting", "greetings.firstMessage", Shape::Coded(&PROSE), Clear::Empty, FLAT),
    row("/data/first_mes", "greetings.firstMessage", Shape::Coded(&PROSE), Clear::Empty, FLAT),
    row("/data/customDialogue", "examples.exampleMessages", Shape::Coded(&DIALOGUE), Clear::Empty, CARD),
    row("/data/examples", "examples.exampleMessages", Shape::Coded(&DIALOGUE), Clear::Empty, FLAT),
    row("/data/mes_example", "examples.exampleMessages", Shape::Coded(&DIALOGUE), Clear::Empty, FLAT),
    row("/data/creator", "attribution.creator", Shape::Text, Clear::Remove, FLAT),
    row("/data/tags", "discovery.tags", Shape::TextList, Clear::Remove, FLAT),
    row("/data/createdAt", "attribution.createdAt", Shape::Coded(&ISO_DATE), Clear::Remove, CARD),
    row("/data/updatedAt", "attribution.updatedAt", Shape::Coded(&ISO_DATE), Clear::Remove, CARD),
    row("/data/isNSFW", "discovery.rating", Shape::Coded(&ADULT), Clear::To("false"), CARD),
    custom("/ (short name)", &["identity.nickname"], "aiName, where it is another name than the full one"),
    kept("/version", "the version of the card's own shape", CARD),
    kept("/data/id", "the card's id in the app", CARD),
    kept("/data/Chat", "chats that were saved with the card", CARD),
    native("/data/grammar", ("Grammar", "语法"),
        ("A GBNF grammar every reply must follow.", "每条回复都必须遵循的 GBNF 语法。"), Widget::Text, CARD),
    native("/data/model", ("Model", "模型"),
        ("The local model the card was made with.", "制作此卡片时使用的本地模型。"), Widget::Line, CARD),
    native("/data/promptTemplate", ("Prompt template", "提示模板"),
        ("How messages are marked for the model; null leaves it to the model.", "消息向模型标记的方式；空值由模型决定。"), Widget::Line, CARD),
    native("/data/temperature", ("Temperature", "温度"),
        ("How freely the model chooses its words.", "模型选词的自由程度。"), Widget::Number, CARD),
    native("/data/topK", ("Top K", "Top K"),
        ("How many of the likeliest tokens are considered.", "考虑的最可能词元数量。"), Widget::Number, CARD),
    native("/data/topP", ("Top P", "Top P"),
        ("The share of probability that is considered.", "考虑的概率总和。"), Widget::Number, CARD),
    native("/data/minP", ("Min P", "Min P"),
        ("Tokens less likely than this share of the best are dropped.", "低于最佳词元此比例的词元会被舍弃。"), Widget::Number, CARD),
    native("/data/minPEnabled", ("Use Min P", "启用 Min P"),
        ("Min P takes the place of Top P.", "用 Min P 代替 Top P。"), Widget::Toggle, CARD),
    native("/data/repeatPenalty", ("Repeat penalty", "重复惩罚"),
        ("How strongly repetition is discouraged.", "抑制重复的强度。"), Widget::Number, CARD),
    native("/data/repeatLastN", ("Repeat window", "重复范围"),
        ("How many tokens back repetition is looked for.", "回看多少词元来检查重复。"), Widget::Number, CARD),
    native("/data/canDeleteCustomDialogue", ("Examples may go", "可丢弃示例"),
        ("Example dialogue may leave the context when it is full.", "上下文满时可以移除示例对话。"), Widget::Toggle, CARD),
    native("/data/mirostatEnabled", ("Mirostat", "Mirostat"),
        ("Version 1 only: sampling by constant surprise.", "仅版本 1：按恒定意外度采样。"), Widget::Toggle, CARD),
    native("/data/mirostatLearningRate", ("Mirostat rate", "Mirostat 学习率"),
        ("Version 1 only: how fast the sampling adapts.", "仅版本 1：采样调整的速度。"), Widget::Number, CARD),
    native("/data/mirostatEntropy", ("Mirostat entropy", "Mirostat 熵"),
        ("Version 1 only: the surprise aimed at.", "仅版本 1：目标意外度。"), Widget::Number, CARD),
    custom("/data/loreItems", &["knowledgeRefs"], CARD),
    custom("/data/loreItems/*/id", &[], CARD),
    custom("/data/loreItems/*/key", &[], CARD),
    custom("/data/loreItems/*/value", &[], CARD),
    kept("/data/loreItems/*/order", "a sort key the app makes itself", CARD),
    kept("/data/loreItems/*/createdAt", "when the item was made", CARD),
    kept("/data/loreItems/*/updatedAt", "when the item was changed", CARD),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    custom(
        "/ (picture)",
        &["media.portrait.ref", "media.portrait.role", "media.portrait.primary", "media.portrait.mime"],
        "the picture that carries the card",
    ),
];

/// The format.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "backyard",
    platform: "backyard",
    kind: Kind::Character,
    title: "Faraday card",
    reads: &[ContainerId::Png, ContainerId::Jpeg, ContainerId::Webp, ContainerId::Json],
    writes: &[ContainerId::Png, ContainerId::Json],
    writes_own: &[],
    extensions: &["png", "json"],
    variants: &[],
    own: false,
    wire: &[FIELDS],
    private: &[],
    source: "ahoylabs/byaf, Ginger",
};

const ITEMS: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "key": "", "value": ""}"#,
    decode: None,
    encode: None,
};

#[rustfmt::skip]
const LORE: &[Wire] = &[
    list("/data/loreItems", "entries", &ITEMS, CARD),
    row("/data/loreItems/*/key", "entries[].triggers", Shape::Coded(&COMMA_WORDS), Clear::Empty, CARD),
    row("/data/loreItems/*/value", "entries[].content", Shape::Coded(&PROSE), Clear::Empty, CARD),
];

static LORE_SPEC: FormatSpec = FormatSpec {
    id: "backyard-lore",
    platform: "backyard",
    kind: Kind::Lorebook,
    title: "Lore of a Faraday card",
    reads: &[],
    writes: &[],
    writes_own: &[],
    extensions: &[],
    variants: &[],
    own: false,
    wire: &[LORE],
    private: &[],
    source: CARD,
};

/// The lore items.
pub(super) static SHELF: Shelf =
    Shelf { spec: &LORE_SPEC, tables: LazyLock::new(|| Tables::of(&LORE_SPEC)), key: "/data/loreItems" };

/// A new card of version 4 with the app's own defaults (Ginger `FaradayCardV4.cs`).
pub(super) const FRESH: &str = r#"{
  "character": {
    "id": "",
    "createdAt": "1970-01-01T00:00:00.000Z",
    "updatedAt": "1970-01-01T00:00:00.000Z",
    "aiDisplayName": "",
    "aiName": "",
    "aiPersona": "",
    "basePrompt": "",
    "scenario": "",
    "customDialogue": "",
    "firstMessage": "",
    "canDeleteCustomDialogue": true,
    "grammar": null,
    "isNSFW": false,
    "model": "",
    "promptTemplate": null,
    "temperature": 1.2,
    "topK": 30,
    "topP": 0.9,
    "minP": 0.1,
    "minPEnabled": true,
    "repeatPenalty": 1.05,
    "repeatLastN": 256,
    "Chat": [],
    "loreItems": []
  },
  "version": 4
}"#;
