//! The character: a Tavern V2 card in the app's envelope, or the card alone.
//!
//! What the app adds stands among the card's extensions under plain names, so a card alone is told by unusual keys and
//! bids low: it has been through the app, and the generic reader keeps it. The app writes both.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style, to_text};
use ficha_model::Kind;
use serde_json::{Value, json};

use super::SOURCE;
use crate::format::{Clear, Detection, FormatSpec, Shape, Variant, Widget, Wire, kept, native, row};
use crate::source::Source;
use crate::tavern::layout::{self, Layout};
use crate::tavern::lineage::{CardFormat, Lineage};
use crate::tavern::{book, fields, regex, version};

#[rustfmt::skip]
const OWN: &[Wire] = &[
    row("/data/extensions/backstory", "persona.backstory", Shape::FilledText, Clear::Empty, SOURCE),
    row("/data/extensions/appearance", "persona.appearance", Shape::FilledText, Clear::Empty, SOURCE),
    native("/data/extensions/fav", ("Favourite", "收藏"),
        ("Marks the character in the app's list.", "在应用列表中标为收藏。"), Widget::Toggle, SOURCE),
    native("/data/extensions/depth_prompt", ("Depth prompt, whole", "深度提示（整体）"),
        ("The object as the card keeps it.", "卡片保存的原始对象。"), Widget::Json, SOURCE),
    native("/data/extensions/nameColor", ("Colour of the name", "名字颜色"),
        ("A colour or gradient, as CSS writes it.", "颜色或渐变，CSS 写法。"), Widget::Colour, SOURCE),
    native("/data/extensions/dialogueColor", ("Colour of speech", "对话颜色"),
        ("A colour, as CSS writes it.", "颜色，CSS 写法。"), Widget::Colour, SOURCE),
    native("/data/extensions/boxColor", ("Colour of the box", "气泡颜色"),
        ("A colour or gradient, as CSS writes it.", "颜色或渐变，CSS 写法。"), Widget::Colour, SOURCE),
    native("/data/extensions/rpgStats", ("Game values", "游戏数值"),
        ("Attributes and health the app counts in games.", "应用在游戏中计算的属性和生命值。"), Widget::Json, SOURCE),
    native("/data/extensions/conversationStatus", ("Status", "状态"),
        ("Whether the character is there, in a conversation.", "对话模式中角色的在线状态。"), Widget::Line, SOURCE),
    native("/data/extensions/avatarCrop", ("Crop of the picture", "头像裁剪"),
        ("The part of the picture that is shown.", "显示头像的哪一部分。"), Widget::Json, SOURCE),
    native("/data/extensions/trackerCardColors", ("Colours of the tracker", "追踪卡颜色"),
        ("Colours of the card the app keeps score on.", "应用记录状态的卡片颜色。"), Widget::Json, SOURCE),
    kept("/data/extensions/importMetadata", "which version of a card the app took in", SOURCE),
];

static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "marinara",
    platform: "marinara",
    kind: Kind::Character,
    title: "Marinara character",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["marinara.json", "json"],
    variants: &[Variant::V2],
    own: false,
    wire: Box::leak(Box::new([
        fields::until(Variant::V2),
        fields::ENVELOPE,
        OWN,
        book::rows_below("/data/character_book"),
        regex::rows_in_card(regex::IN_CARD.key),
    ])),
    private: fields::PRIVATE,
    source: SOURCE,
});

/// The format.
pub(super) static CARD: CardFormat = CardFormat(&LINEAGE);

static LINEAGE: Lineage = Lineage {
    extensions: &[(ContainerId::Json, "marinara.json")],
    fresh: |_, _, _| Variant::V2,
    skeleton,
    rules: regex::IN_CARDS,
    ..Lineage::of(&SPEC, detect)
};

/// Keys no other app writes among a card's extensions.
const UNUSUAL: [&str; 4] = ["rpgStats", "trackerCardColors", "dialogueColor", "conversationStatus"];

fn detect(source: &Source) -> Option<Detection> {
    let document = &source.payload().filter(|_| source.container() == ContainerId::Json)?.document;
    let (layout, _) = Layout::of(document)?;
    let envelope = matches!(layout.shape, layout::Shape::Envelope(_));
    if envelope && is_wrapped(document.root()) && layout.envelope == "/data" {
        return Some(Detection { confidence: 1.0, because: "it says marinara_character and holds a card" });
    }
    let extensions = layout.find(document, "/data/extensions")?.0;
    let marked = UNUSUAL.iter().any(|key| extensions.get(key).is_some());
    (envelope && layout.envelope.is_empty() && marked)
        .then_some(Detection { confidence: 0.6, because: "the card has been through Marinara" })
}

fn is_wrapped(root: Node<'_>) -> bool {
    root.get("type").and_then(|kind| kind.as_str()).as_deref() == Some("marinara_character")
}

/// An empty card in an envelope, whose date is put in when it is written.
fn skeleton(variant: Variant, style: Style) -> String {
    let text = version::skeleton(variant, style);
    let card = Document::parse(text.as_str(), &ficha_json::Limits::default());
    let card = card.map_or(Value::Null, |card| card.root().to_value());
    let whole =
        json!({"type": "marinara_character", "version": 1, "exportedAt": "1970-01-01T00:00:00.000Z", "data": card});
    to_text(&whole, style)
}
