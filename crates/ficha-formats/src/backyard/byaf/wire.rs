//! The keys of an archive: its manifest, a character, its scenarios.
//!
//! Source: `ahoylabs/byaf` `schemas/v1`. The three kinds of documents are one payload here, `{manifest…, path,
//! character, scenarios: […]}` with the texts as they stand in the archive; keys of the manifest begin with `/data/`.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_model::Kind;

use crate::backyard::macros::PROSE;
use crate::dates::ISO_DATE;
use crate::format::{Clear, Form, FormatSpec, IdFrom, Items, Shape, Widget, Wire, custom, kept, list, native, row};
use crate::ratings::ADULT;
use crate::record::keywords::COMMA_WORDS;
use crate::record::{Shelf, Tables};

const MANIFEST: &str = "byaf-manifest.schema.json";
const CHARACTER: &str = "byaf-character.schema.json";
const SCENARIO: &str = "byaf-scenario.schema.json";
const LATER: &str = "each scenario behind the first keeps its own";

#[rustfmt::skip]
const FIELDS: &[Wire] = &[
    kept("/data/$schema", "the schema the file names", MANIFEST),
    kept("/data/schemaVersion", "always 1", MANIFEST),
    custom("/data/createdAt", &["attribution.createdAt"], MANIFEST),
    row("/data/author/name", "attribution.creator", Shape::Text, Clear::Empty, MANIFEST),
    row("/data/author/backyardURL", "attribution.sourceUrl", Shape::Text, Clear::Empty, MANIFEST),
    kept("/data/characters", "where the characters lie in the archive", MANIFEST),
    custom("/data/scenarios", &[], MANIFEST),
    kept("/path", "where this character lies in the archive", MANIFEST),
    kept("/character/$schema", "the schema the file names", CHARACTER),
    kept("/character/schemaVersion", "always 1", CHARACTER),
    kept("/character/id", "the character's id in the app, also its folder", CHARACTER),
    row("/character/displayName", "identity.name", Shape::FilledText, Clear::Empty, CHARACTER),
    row("/character/name", "identity.name", Shape::FilledText, Clear::Empty, CHARACTER),
    custom("/ (short name)", &["identity.nickname"], "name, where it is another name than the full one"),
    row("/character/isNSFW", "discovery.rating", Shape::Coded(&ADULT), Clear::To("false"), CHARACTER),
    row("/character/persona", "identity.description", Shape::Coded(&PROSE), Clear::Empty, CHARACTER),
    row("/character/createdAt", "attribution.createdAt", Shape::Coded(&ISO_DATE), Clear::To("\"1970-01-01T00:00:00.000Z\""), CHARACTER),
    row("/character/updatedAt", "attribution.updatedAt", Shape::Coded(&ISO_DATE), Clear::To("\"1970-01-01T00:00:00.000Z\""), CHARACTER),
    custom("/character/loreItems", &["knowledgeRefs"], CHARACTER),
    custom("/character/loreItems/*/key", &[], CHARACTER),
    custom("/character/loreItems/*/value", &[], CHARACTER),
    kept("/character/loreItems/*/id", "the item's id in the app", "seen in files of the app"),
    kept("/character/loreItems/*/order", "a sort key the app makes itself", "seen in files of the app"),
    kept("/character/loreItems/*/createdAt", "when the item was made", "seen in files of the app"),
    kept("/character/loreItems/*/updatedAt", "when the item was changed", "seen in files of the app"),
    custom("/character/images", &["media.portrait", "media.assets"], CHARACTER),
    custom("/character/images/*/path", &[], CHARACTER),
    custom("/character/images/*/label", &[], CHARACTER),
    kept("/character/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    kept("/scenarios/0/$schema", "the schema the file names", SCENARIO),
    kept("/scenarios/0/schemaVersion", "always 1", SCENARIO),
    native("/scenarios/0/title", ("Title of the first scenario", "首个场景标题"),
        ("What the app calls the scenario the character begins in.", "角色开始时所在场景的名称。"), Widget::Line, SCENARIO),
    row("/scenarios/0/narrative", "persona.scenario", Shape::Coded(&PROSE), Clear::Empty, SCENARIO),
    row("/scenarios/0/formattingInstructions", "prompts.systemPrompt", Shape::Coded(&PROSE), Clear::Empty, SCENARIO),
    custom("/scenarios/0/firstMessages", &["greetings.firstMessage", "greetings.alternateGreetings"], SCENARIO),
    custom("/scenarios/0/firstMessages/*/text", &[], SCENARIO),
    kept("/scenarios/0/firstMessages/*/characterID", "who says it; a new one is the character's", SCENARIO),
    custom("/scenarios/0/exampleMessages", &["examples.messages", "examples.exampleMessages"], SCENARIO),
    custom("/scenarios/0/exampleMessages/*/text", &[], SCENARIO),
    custom("/scenarios/0/exampleMessages/*/characterID", &[], SCENARIO),
    custom("/scenarios/0/backgroundImage", &["presentation.background.ref"], SCENARIO),
    kept("/scenarios/0/messages", "the chat that was saved with the scenario", SCENARIO),
    native("/scenarios/0/model", ("Model", "模型"),
        ("The model the scenario was made with.", "制作此场景时使用的模型。"), Widget::Line, SCENARIO),
    native("/scenarios/0/temperature", ("Temperature", "温度"),
        ("How freely the model chooses its words.", "模型选词的自由程度。"), Widget::Number, SCENARIO),
    native("/scenarios/0/topK", ("Top K", "Top K"),
        ("How many of the likeliest tokens are considered.", "考虑的最可能词元数量。"), Widget::Number, SCENARIO),
    native("/scenarios/0/topP", ("Top P", "Top P"),
        ("The share of probability that is considered.", "考虑的概率总和。"), Widget::Number, SCENARIO),
    native("/scenarios/0/minP", ("Min P", "Min P"),
        ("Tokens less likely than this share of the best are dropped.", "低于最佳词元此比例的词元会被舍弃。"), Widget::Number, SCENARIO),
    native("/scenarios/0/minPEnabled", ("Use Min P", "启用 Min P"),
        ("Min P takes the place of Top P.", "用 Min P 代替 Top P。"), Widget::Toggle, SCENARIO),
    native("/scenarios/0/repeatPenalty", ("Repeat penalty", "重复惩罚"),
        ("How strongly repetition is discouraged.", "抑制重复的强度。"), Widget::Number, SCENARIO),
    native("/scenarios/0/repeatLastN", ("Repeat window", "重复范围"),
        ("How many tokens back repetition is looked for.", "回看多少词元来检查重复。"), Widget::Number, SCENARIO),
    native("/scenarios/0/promptTemplate", ("Prompt template", "提示模板"),
        ("How messages are marked for the model; null leaves it to the model.", "消息向模型标记的方式；空值由模型决定。"), Widget::Line, SCENARIO),
    native("/scenarios/0/grammar", ("Grammar", "语法"),
        ("A GBNF grammar every reply must follow.", "每条回复都必须遵循的 GBNF 语法。"), Widget::Text, SCENARIO),
    native("/scenarios/0/canDeleteExampleMessages", ("Examples may go", "可丢弃示例"),
        ("Example messages may leave the context when it is full.", "上下文满时可以移除示例消息。"), Widget::Toggle, SCENARIO),
    custom("/scenarios/*/title", &["greetings.alternateGreetings[].title"], SCENARIO),
    custom("/scenarios/*/firstMessages", &["greetings.alternateGreetings"], SCENARIO),
    kept("/scenarios/*/narrative", LATER, SCENARIO),
    kept("/scenarios/*/formattingInstructions", LATER, SCENARIO),
    kept("/scenarios/*/exampleMessages", LATER, SCENARIO),
    kept("/scenarios/*/backgroundImage", LATER, SCENARIO),
    kept("/scenarios/*/messages", "the chat that was saved with the scenario", SCENARIO),
    kept("/scenarios/*/$schema", "the schema the file names", SCENARIO),
    kept("/scenarios/*/schemaVersion", "always 1", SCENARIO),
    kept("/scenarios/*/model", LATER, SCENARIO),
    kept("/scenarios/*/temperature", LATER, SCENARIO),
    kept("/scenarios/*/topK", LATER, SCENARIO),
    kept("/scenarios/*/topP", LATER, SCENARIO),
    kept("/scenarios/*/minP", LATER, SCENARIO),
    kept("/scenarios/*/minPEnabled", LATER, SCENARIO),
    kept("/scenarios/*/repeatPenalty", LATER, SCENARIO),
    kept("/scenarios/*/repeatLastN", LATER, SCENARIO),
    kept("/scenarios/*/promptTemplate", LATER, SCENARIO),
    kept("/scenarios/*/grammar", LATER, SCENARIO),
    kept("/scenarios/*/canDeleteExampleMessages", LATER, SCENARIO),
];

/// The format.
pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "byaf",
    platform: "backyard",
    kind: Kind::Character,
    title: "Backyard archive",
    reads: &[ContainerId::Zip],
    writes: &[ContainerId::Zip],
    writes_own: &[],
    extensions: &["byaf"],
    variants: &[],
    own: false,
    wire: &[FIELDS],
    private: &[],
    source: "ahoylabs/byaf schemas/v1",
};

const ITEMS: Items = Items {
    form: Form::Array,
    id: IdFrom::Place,
    numbers: false,
    fresh: r#"{"key": "", "value": ""}"#,
    decode: None,
    encode: None,
};

#[rustfmt::skip]
const LORE: &[Wire] = &[
    list("/character/loreItems", "entries", &ITEMS, CHARACTER),
    row("/character/loreItems/*/key", "entries[].triggers", Shape::Coded(&COMMA_WORDS), Clear::Empty, CHARACTER),
    row("/character/loreItems/*/value", "entries[].content", Shape::Coded(&PROSE), Clear::Empty, CHARACTER),
];

static LORE_SPEC: FormatSpec = FormatSpec {
    id: "byaf-lore",
    platform: "backyard",
    kind: Kind::Lorebook,
    title: "Lore of a Backyard archive",
    reads: &[],
    writes: &[],
    writes_own: &[],
    extensions: &[],
    variants: &[],
    own: false,
    wire: &[LORE],
    private: &[],
    source: CHARACTER,
};

/// The lore items.
pub(super) static SHELF: Shelf =
    Shelf { spec: &LORE_SPEC, tables: LazyLock::new(|| Tables::of(&LORE_SPEC)), key: "/character/loreItems" };

/// A new archive with one scenario; samplers as Ginger has them where a file says nothing.
pub(super) const FRESH: &str = r#"{
  "manifest": {
    "schemaVersion": 1,
    "createdAt": "1970-01-01T00:00:00.000Z",
    "characters": [],
    "scenarios": ["scenarios/scenario1.json"]
  },
  "path": "",
  "character": {
    "schemaVersion": 1,
    "id": "",
    "name": "",
    "displayName": "",
    "isNSFW": false,
    "persona": "",
    "createdAt": "1970-01-01T00:00:00.000Z",
    "updatedAt": "1970-01-01T00:00:00.000Z",
    "loreItems": [],
    "images": []
  },
  "scenarios": [
    {
      "schemaVersion": 1,
      "formattingInstructions": "",
      "minP": 0.1,
      "minPEnabled": true,
      "temperature": 1.2,
      "repeatPenalty": 1.05,
      "repeatLastN": 256,
      "topK": 30,
      "topP": 0.9,
      "exampleMessages": [],
      "canDeleteExampleMessages": true,
      "firstMessages": [],
      "narrative": "",
      "promptTemplate": null,
      "grammar": null,
      "messages": []
    }
  ]
}"#;
