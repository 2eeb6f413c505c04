//! What Chub's characters hold beside the fields of the specification.
//!
//! Sources: observed by several clients that agree (SillyTavern `content-manager.js`, CharacterLibrary, card-architect,
//! Agnai); Chub publishes no schema.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_model::Kind;

use crate::dates::ISO_DATE;
use crate::format::{Clear, Coded, FormatSpec, Shape, Variant, Widget, Wire, custom, kept, mapped, native, row};
use crate::notes::NoteCode;
use crate::tavern::{book, fields, regex};

const CHUB: &str = "Chub, as its clients read it";

/// The key of the block.
pub(super) const BLOCK: &str = "/data/extensions/chub";

#[rustfmt::skip]
const OWN: &[Wire] = &[
    mapped("/data/extensions/chub/tagline", "identity.tagline", Shape::FilledText, Clear::Empty, Variant::V2, "CharacterLibrary"),
    kept("/data/extensions/chub/id", "the card's number on Chub", CHUB),
    kept("/data/extensions/chub/full_path", "where the card lies on Chub", CHUB),
    kept("/data/extensions/chub/linkedAt", "when a client linked the card with Chub", "CharacterLibrary"),
    kept("/data/extensions/chub/extensions", "stages: programs of Chub's that run beside a chat", CHUB),
    kept("/data/avatar", "where the portrait lies on Chub's servers", CHUB),
    native("/data/extensions/chub/related_lorebooks", ("Related lorebooks", "相关世界书"),
        ("Lorebooks on Chub, by number and path; nothing is fetched.", "Chub 上的世界书（编号和路径），不会下载。"), Widget::Json, CHUB),
    native("/data/extensions/chub/background_image", ("Background", "背景图"),
        ("The address of a picture behind the chat.", "聊天背景图片的网址。"), Widget::Asset, CHUB),
    native("/data/extensions/chub/preset", ("Preset", "预设"),
        ("The preset Chub uses with the card, by its name there.", "Chub 为此卡使用的预设名称。"), Widget::Json, CHUB),
    native("/data/extensions/chub/expressions", ("Expressions", "表情包"),
        ("The pack of expressions on Chub's servers.", "Chub 服务器上的表情包。"), Widget::Json, CHUB),
    native("/data/extensions/chub/alt_expressions", ("Other expressions", "其他表情包"),
        ("Further packs by name.", "按名称列出的其他表情包。"), Widget::Json, CHUB),
    native("/data/extensions/chub/custom_css", ("Style sheet", "自定义样式"),
        ("CSS for the card's page. Shown as text, never applied here.", "卡片页面的 CSS。仅作为文本显示，绝不应用。"), Widget::Text, CHUB),
];

/// Keys only the server's answer has, so that the table of the card describes them too.
#[rustfmt::skip]
const SAVED_KEYS: &[Wire] = &[
    custom("/data/tavern_personality", &[], CHUB),
    custom("/data/first_message", &[], CHUB),
    custom("/data/example_dialogs", &[], CHUB),
    custom("/data/embedded_lorebook", &[], CHUB),
    custom("/data/tagline", &[], CHUB),
    custom("/name", &[], CHUB),
    custom("/tagline", &[], CHUB),
    custom("/topics", &[], CHUB),
    custom("/fullPath", &[], CHUB),
    custom("/createdAt", &[], CHUB),
    custom("/max_res_url", &[], CHUB),
    custom("/avatar_url", &[], CHUB),
    kept("/id", "the card's number on Chub", CHUB),
    kept("/description", "what Chub's list shows of the card", CHUB),
    kept("/lastActivityAt", "when something last happened to the card on Chub", CHUB),
    kept("/related_lorebooks", "lorebooks on Chub, by number", CHUB),
    kept("/starCount", "what Chub counted", CHUB),
    kept("/rating", "what Chub counted", CHUB),
    kept("/nTokens", "what Chub counted", CHUB),
    kept("/hasGallery", "whether the card has a gallery on Chub", CHUB),
];

/// The format.
pub(super) static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "chub",
    platform: "chub",
    kind: Kind::Character,
    title: "Chub card",
    reads: &[ContainerId::Json, ContainerId::Png],
    writes: &[ContainerId::Json, ContainerId::Png],
    writes_own: &[],
    extensions: &["json", "png"],
    variants: &[Variant::V2, Variant::V3],
    own: false,
    wire: Box::leak(Box::new([
        fields::DATA,
        fields::ENVELOPE,
        OWN,
        SAVED_KEYS,
        book::rows_below("/data/character_book"),
        regex::rows_in_card(regex::IN_CARD.key),
    ])),
    private: fields::PRIVATE,
    source: CHUB,
});

static CREATOR: Coded = Coded {
    name: "creator of a path",
    decode: |node, at, reader| {
        let path = reader.text(node, at)?;
        path.split_once('/').map(|(creator, _)| creator.to_owned().into())
    },
    encode: |value, present, said| {
        let rest = present.and_then(|node| node.as_str()).and_then(|path| Some(path.split_once('/')?.1.to_owned()));
        if value.as_str().is_some_and(|creator| creator.contains('/')) {
            said.explain(NoteCode::Adapted, "In a path of Chub the creator ends at the first slash.");
        }
        Some(format!("{}/{}", value.as_str()?, rest.unwrap_or_default()).into())
    },
    empty: "\"\"",
};

/// The server's answer, the names as they are meant; keys below `/data/` lie in `definition`.
#[rustfmt::skip]
const SAVED: &[Wire] = &[
    row("/data/name", "identity.name", Shape::Text, Clear::Empty, CHUB),
    row("/name", "identity.name", Shape::Text, Clear::Empty, CHUB),
    row("/data/tagline", "identity.tagline", Shape::Text, Clear::Empty, CHUB),
    row("/tagline", "identity.tagline", Shape::Text, Clear::Empty, CHUB),
    row("/data/personality", "identity.description", Shape::Text, Clear::Empty, CHUB),
    row("/data/tavern_personality", "persona.personality", Shape::Text, Clear::Empty, CHUB),
    row("/data/description", "attribution.creatorNotes", Shape::Text, Clear::Empty, CHUB),
    row("/data/scenario", "persona.scenario", Shape::Text, Clear::Empty, CHUB),
    row("/data/first_message", "greetings.firstMessage", Shape::Text, Clear::Empty, CHUB),
    row("/data/example_dialogs", "examples.exampleMessages", Shape::Text, Clear::Empty, CHUB),
    row("/data/system_prompt", "prompts.systemPrompt", Shape::Text, Clear::Empty, CHUB),
    row("/data/post_history_instructions", "prompts.postHistoryInstructions", Shape::Text, Clear::Empty, CHUB),
    row("/data/alternate_greetings", "greetings.alternateGreetings", Shape::Greetings, Clear::Empty, CHUB),
    row("/data/character_version", "identity.characterVersion", Shape::Text, Clear::Empty, CHUB),
    row("/topics", "discovery.tags", Shape::TextList, Clear::Empty, CHUB),
    row("/fullPath", "attribution.creator", Shape::Coded(&CREATOR), Clear::Empty, CHUB),
    row("/createdAt", "attribution.createdAt", Shape::Coded(&ISO_DATE), Clear::Remove, CHUB),
    row("/max_res_url", "media.portrait.ref", Shape::FilledText, Clear::Empty, CHUB),
    row("/avatar_url", "media.portrait.ref", Shape::FilledText, Clear::Empty, CHUB),
    custom("/data/embedded_lorebook", &["knowledgeRefs"], CHUB),
    custom("/ (picture)", &["media.portrait.role", "media.portrait.primary", "media.portrait.mime"], "the portrait is the picture of these addresses"),
    kept("/data/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

/// The server's answer as a record.
pub(super) static SAVED_SPEC: FormatSpec = FormatSpec {
    id: "chub",
    platform: "chub",
    kind: Kind::Character,
    title: "Chub character",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[SAVED],
    private: &[],
    source: CHUB,
};
