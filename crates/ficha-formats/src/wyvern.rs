//! Wyvern's characters: cards whose book is Wyvern's own lorebook object.
//!
//! What its rows say is read with the spellings of every book; here are the bid, the keys around, and what in them is
//! a profile of somebody. Nobody else reads such a book as Wyvern does, so it is only written back.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::Node;
use ficha_model::Kind;

use crate::format::{Clear, Detection, Format, FormatSpec, Shape, Variant, Widget, Wire, kept, mapped, native};
use crate::source::Source;
use crate::tavern::layout::Layout;
use crate::tavern::lineage::{CardFormat, Lineage};
use crate::tavern::{book, fields, regex};

/// The formats of the platform.
pub(crate) const FORMATS: &[&dyn Format] = &[&CardFormat(&CARD)];

static CARD: Lineage = Lineage {
    book: &BOOK,
    holds_private: "The card's book holds profiles of the people who made it; they can be blanked on export.",
    ..Lineage::of(&SPEC, detect)
};

const WYVERN: &str = "Wyvern, real downloads";

#[rustfmt::skip]
const OWN: &[Wire] = &[
    mapped("/data/extensions/visual_description", "persona.appearance", Shape::FilledText, Clear::Empty, Variant::V2, WYVERN),
    native("/data/character_book/lexicon", ("Lexicon", "词典"),
        ("Places, concepts and memories Wyvern keeps beside the entries.", "Wyvern 在条目之外保存的地点、概念和记忆。"), Widget::Json, WYVERN),
    native("/data/character_book/gallery", ("Gallery", "图库"),
        ("Pictures of the lorebook on Wyvern's servers.", "世界书在 Wyvern 服务器上的图片。"), Widget::Json, WYVERN),
    native("/data/character_book/tags", ("Tags of the lorebook", "世界书标签"),
        ("How the lorebook is found on Wyvern.", "在 Wyvern 上查找该世界书的标签。"), Widget::List, WYVERN),
    native("/data/character_book/rating", ("Rating of the lorebook", "世界书分级"),
        ("Whom Wyvern shows the lorebook to.", "Wyvern 向谁展示该世界书。"), Widget::Line, WYVERN),
    native("/data/character_book/visibility", ("Visibility", "可见性"),
        ("Whether others see the lorebook on Wyvern.", "其他人能否在 Wyvern 上看到该世界书。"), Widget::Line, WYVERN),
    kept("/data/character_book/id", "the lorebook's own id on Wyvern", WYVERN),
    kept("/data/character_book/_id", "the lorebook's own id on Wyvern", WYVERN),
    kept("/data/character_book/photoURL", "where the lorebook's picture lies on Wyvern's servers", WYVERN),
    kept("/data/character_book/created_at", "when the lorebook was made on Wyvern", WYVERN),
    kept("/data/character_book/updated_at", "when the lorebook was changed on Wyvern", WYVERN),
    kept("/data/character_book/updated_at_by_user", "when its author last changed the lorebook", WYVERN),
    kept("/data/character_book/creator", "the profile of the lorebook's author", WYVERN),
    kept("/data/character_book/last_updated_by", "the profile of who last changed the lorebook", WYVERN),
    kept("/data/character_book/status", "what Wyvern's moderation said", WYVERN),
    kept("/data/character_book/approval_date", "what Wyvern's moderation said", WYVERN),
    kept("/data/character_book/approval_comment", "what Wyvern's moderation said", WYVERN),
    kept("/data/character_book/approval_status", "what Wyvern's moderation said", WYVERN),
    kept("/data/character_book/extensions/chub", "where the lorebook lies on Chub", WYVERN),
];

/// The format.
static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "wyvern",
    platform: "wyvern",
    kind: Kind::Character,
    title: "Wyvern card",
    reads: &[ContainerId::Json, ContainerId::Png],
    writes: &[],
    writes_own: &[ContainerId::Json, ContainerId::Png],
    extensions: &["json", "png"],
    variants: &[Variant::V2],
    own: false,
    wire: Box::leak(Box::new([
        fields::DATA,
        fields::ENVELOPE,
        OWN,
        book::rows_below("/data/character_book"),
        regex::rows_in_card(regex::IN_CARD.key),
    ])),
    private: &[
        "/chat",
        "/json_data",
        "/data/character_book/creator",
        "/data/character_book/last_updated_by",
        "/character_book/creator",
        "/character_book/last_updated_by",
    ],
    source: WYVERN,
});

/// Its book, whose text stays in cards of Wyvern: it names the people who made it.
static BOOK: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "wyvern-book",
    platform: "wyvern",
    kind: Kind::Lorebook,
    title: "Wyvern lorebook",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: book::SPEC.wire,
    private: &["/creator", "/last_updated_by"],
    source: WYVERN,
});

/// A book with a lexicon, or with rows that say their logic by name.
fn detect(source: &Source) -> Option<Detection> {
    let document = &source.payload()?.document;
    let (layout, _) = Layout::of(document)?;
    let (node, _) = book::find(document, &layout)?;
    let lexicon = node.get("lexicon").is_some_and(Node::is_array);
    let named = |row: Node<'_>| ["entry_id", "key_logic"].iter().all(|key| row.get(key).is_some_and(Node::is_string));
    let rows = node.get("entries").is_some_and(|entries| entries.items().any(named));
    (lexicon || rows).then_some(Detection { confidence: 0.92, because: "its book is Wyvern's own" })
}
