//! The tables of a character: the app's own object, and what the app puts into a Tavern V2 card beside it.
//!
//! `description` is a blurb for people; what the model is told is the persona (`common/characters.ts`
//! `formatCharacter`), so the persona goes to the description of the body and the blurb to the creator's notes.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_model::Kind;

use super::{ACCOUNT, SOURCE};
use crate::format::{Clear, FormatSpec, Shape, Variant, Widget, Wire, custom, kept, native, row};
use crate::tavern::{book, fields};

/// The format id.
pub(super) const ID: &str = "agnai";

const SCHEMA: &str = "agnaistic/agnai 2421510e, common/types/schema.ts";
const CARD: &str = "agnaistic/agnai 2421510e, web/pages/Character/port.ts";
const GINGER: &str = "Ginger's spelling";

#[rustfmt::skip]
pub(super) const NATIVE: &[Wire] = &[
    kept("/kind", "says that it is a character", SCHEMA),
    row("/name", "identity.name", Shape::Text, Clear::Empty, SCHEMA),
    row("/characterVersion", "identity.characterVersion", Shape::Text, Clear::Remove, SCHEMA),
    row("/culture", "identity.culture", Shape::Text, Clear::Remove, SCHEMA),
    custom("/persona", &["identity.description", "persona.structured"], SCHEMA),
    row("/scenario", "persona.scenario", Shape::Text, Clear::Empty, SCHEMA),
    row("/appearance", "persona.appearance", Shape::Text, Clear::Remove, SCHEMA),
    row("/voice/service", "persona.voice.provider", Shape::FilledText, Clear::Remove, SCHEMA),
    row("/voice/voiceId", "persona.voice.voiceId", Shape::Text, Clear::Remove, SCHEMA),
    row("/voice/rate", "persona.voice.rate", Shape::Number, Clear::Remove, SCHEMA),
    row("/voice/pitch", "persona.voice.pitch", Shape::Number, Clear::Remove, SCHEMA),
    custom("/voice/*", &["persona.voice.extras"], SCHEMA),
    row("/voiceDisabled", "persona.voice.disabled", Shape::Flag, Clear::Remove, SCHEMA),
    row("/imageSettings/prefix", "persona.imagePrompt.prefix", Shape::Text, Clear::Remove, SCHEMA),
    row("/imageSettings/suffix", "persona.imagePrompt.suffix", Shape::Text, Clear::Remove, SCHEMA),
    row("/imageSettings/template", "persona.imagePrompt.template", Shape::Text, Clear::Remove, SCHEMA),
    row("/imageSettings/negative", "persona.imagePrompt.negative", Shape::Text, Clear::Remove, SCHEMA),
    row("/systemPrompt", "prompts.systemPrompt", Shape::Text, Clear::Remove, SCHEMA),
    row("/postHistoryInstructions", "prompts.postHistoryInstructions", Shape::Text, Clear::Remove, SCHEMA),
    row("/prefill", "prompts.prefill", Shape::Text, Clear::Remove, "seen in files; older code has it on presets alone"),
    custom("/insert", &["prompts.depthInjections[].text", "prompts.depthInjections[].depth"], SCHEMA),
    row("/greeting", "greetings.firstMessage", Shape::Text, Clear::Empty, SCHEMA),
    row("/alternateGreetings", "greetings.alternateGreetings", Shape::Greetings, Clear::Remove, SCHEMA),
    row("/alternativeGreetings", "greetings.alternateGreetings", Shape::Greetings, Clear::Remove, GINGER),
    row("/sampleChat", "examples.exampleMessages", Shape::Text, Clear::Empty, SCHEMA),
    custom("/avatar", &["media.portrait"], SCHEMA),
    custom("/sprite", &["media.sprite"], "agnaistic/agnai 2421510e, common/types/sprite.ts"),
    row("/visualType", "media.visualKind", Shape::FilledText, Clear::Remove, SCHEMA),
    row("/creator", "attribution.creator", Shape::Text, Clear::Remove, SCHEMA),
    row("/description", "attribution.creatorNotes", Shape::Text, Clear::Remove, SCHEMA),
    row("/tags", "discovery.tags", Shape::TextList, Clear::Remove, SCHEMA),
    row("/json", "settings.responseSchema", Shape::Any, Clear::Remove, SCHEMA),
    custom("/characterBook", &["knowledgeRefs"], SCHEMA),
    native("/favorite", ("Favourite", "收藏"),
        ("Marks the character in Agnai's list.", "在 Agnai 列表中标为收藏。"), Widget::Toggle, SCHEMA),
    native("/imageSettings/type", ("Picture service", "绘图服务"),
        ("The service pictures are asked from.", "请求图片的服务。"), Widget::Line, SCHEMA),
    native("/imageSettings/summaryPrompt", ("Summary prompt", "摘要提示"),
        ("How the chat is made into a picture prompt.", "如何把聊天概括为绘图提示。"), Widget::Text, SCHEMA),
    native("/imageSettings/summariseChat", ("Summarise the chat", "概括聊天"),
        ("The picture prompt is made from the chat.", "由聊天生成绘图提示。"), Widget::Toggle, SCHEMA),
    native("/imageSettings/clipSkip", ("Clip skip", "Clip skip"),
        ("Layers of the text encoder that are left out.", "跳过的文本编码层数。"), Widget::Number, SCHEMA),
    native("/imageSettings/width", ("Width", "宽度"),
        ("Width of a picture.", "图片宽度。"), Widget::Number, SCHEMA),
    native("/imageSettings/height", ("Height", "高度"),
        ("Height of a picture.", "图片高度。"), Widget::Number, SCHEMA),
    native("/imageSettings/steps", ("Steps", "步数"),
        ("Steps a picture is drawn in.", "绘制图片的步数。"), Widget::Number, SCHEMA),
    native("/imageSettings/cfg", ("Guidance", "引导强度"),
        ("How strongly the prompt is followed.", "遵循提示词的强度。"), Widget::Number, SCHEMA),
    native("/imageSettings/novel", ("NovelAI pictures", "NovelAI 绘图"),
        ("Settings of one picture service.", "某一绘图服务的设置。"), Widget::Json, SCHEMA),
    native("/imageSettings/horde", ("Horde pictures", "Horde 绘图"),
        ("Settings of one picture service.", "某一绘图服务的设置。"), Widget::Json, SCHEMA),
    native("/imageSettings/sd", ("Stable Diffusion pictures", "Stable Diffusion 绘图"),
        ("Settings of one picture service; its address is private.", "某一绘图服务的设置；其地址为私有。"), Widget::Json, SCHEMA),
    native("/imageSettings/agnai", ("Agnai pictures", "Agnai 绘图"),
        ("Settings of one picture service.", "某一绘图服务的设置。"), Widget::Json, SCHEMA),
    native("/extensions", ("Extensions", "扩展数据"),
        ("What an imported card held for other apps. Agnai hands it on.", "导入的卡片为其他应用保存的数据，Agnai 原样保留。"), Widget::Json, SCHEMA),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    kept("/folder", ACCOUNT, SCHEMA),
    kept("/_id", ACCOUNT, SCHEMA),
    kept("/userId", ACCOUNT, SCHEMA),
    kept("/createdAt", ACCOUNT, SCHEMA),
    kept("/updatedAt", ACCOUNT, SCHEMA),
    kept("/deletedAt", ACCOUNT, SCHEMA),
];

/// What the app adds to a Tavern card.
#[rustfmt::skip]
const IN_CARD: &[Wire] = &[
    custom("/spec", &[], "Character Card V2"),
    custom("/spec_version", &[], "Character Card V2"),
    custom("/data/extensions/agnai/persona", &["persona.structured"], CARD),
    row("/data/extensions/agnai/appearance", "persona.appearance", Shape::FilledText, Clear::Remove, CARD),
    row("/data/extensions/agnai/voice/service", "persona.voice.provider", Shape::FilledText, Clear::Remove, CARD),
    row("/data/extensions/agnai/voice/voiceId", "persona.voice.voiceId", Shape::Text, Clear::Remove, CARD),
    row("/data/extensions/agnai/voice/rate", "persona.voice.rate", Shape::Number, Clear::Remove, CARD),
    row("/data/extensions/agnai/voice/pitch", "persona.voice.pitch", Shape::Number, Clear::Remove, CARD),
    custom("/data/extensions/agnai/voice/*", &["persona.voice.extras"], CARD),
    row("/data/extensions/agnai/json", "settings.responseSchema", Shape::Any, Clear::Remove, CARD),
    custom("/data/extensions/agnai/sprite", &["media.sprite"], CARD),
    native("/data/extensions/depth_prompt", ("Insert, whole", "插入提示（整体）"),
        ("The object as the card keeps it.", "卡片保存的原始对象。"), Widget::Json, CARD),
    kept("/data/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
];

/// The rows of the app's own object.
pub(super) static NATIVE_SPEC: FormatSpec = FormatSpec {
    id: ID,
    platform: "agnai",
    kind: Kind::Character,
    title: "Agnai character",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[NATIVE],
    private: PRIVATE,
    source: SOURCE,
};

/// The rows of the app's Tavern card.
pub(super) static CARD_SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    reads: &[ContainerId::Json, ContainerId::Png],
    writes: &[ContainerId::Json, ContainerId::Png],
    extensions: &["png", "json"],
    variants: &[Variant::V2],
    title: "Agnai card",
    wire: Box::leak(Box::new([fields::until(Variant::V2), IN_CARD, book::rows_below("/data/character_book")])),
    private: &[],
    ..NATIVE_SPEC
});

/// The format: both shapes.
pub(super) static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| {
    let mut parts = vec![NATIVE];
    parts.extend(CARD_SPEC.wire);
    FormatSpec {
        reads: &[ContainerId::Json, ContainerId::Png],
        writes: &[ContainerId::Json, ContainerId::Png],
        extensions: &["json", "png"],
        wire: Box::leak(parts.into_boxed_slice()),
        ..NATIVE_SPEC
    }
});

/// Host ids and a private address (`imageSettings.sd.url` may be the person's own machine).
const PRIVATE: &[&str] = &["/imageSettings/sd/url", "/_id", "/userId"];
