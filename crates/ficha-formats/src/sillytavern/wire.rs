//! What SillyTavern's cards hold beside the fields of the specification.
//!
//! Sources: SillyTavern 1.19 `src/endpoints/characters.js` (`charaFormatData`, `unsetPrivateFields`),
//! `public/scripts/extensions/regex` for the rules; the pass-through blocks are other apps' and seen in real cards.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_model::Kind;

use crate::format::{FormatSpec, Variant, Widget, Wire, kept, native};
use crate::tavern::{book, fields, regex};

const ST: &str = "SillyTavern characters.js charaFormatData";
const PASSED: &str = "seen in real cards; SillyTavern hands it through";

#[rustfmt::skip]
const OWN: &[Wire] = &[
    native("/data/extensions/fav", ("Favourite", "收藏"),
        ("Marks the card in SillyTavern's list. Exports of SillyTavern always say no.", "在 SillyTavern 列表中标为收藏。SillyTavern 导出时总是“否”。"), Widget::Toggle, ST),
    native("/data/extensions/depth_prompt", ("Depth prompt, whole", "深度提示（整体）"),
        ("The object as SillyTavern keeps it.", "SillyTavern 保存的原始对象。"), Widget::Json, ST),
    native("/data/extensions/sd_character_prompt", ("Picture prompt, whole", "绘图提示（整体）"),
        ("The object the image extension keeps for this character.", "绘图扩展为此角色保存的对象。"), Widget::Json, "SillyTavern extensions/stable-diffusion"),
    native("/data/extensions/TavernHelper_scripts", ("Helper scripts", "酒馆助手脚本"),
        ("JavaScript of the extension Tavern Helper. Shown, never run here.", "酒馆助手扩展的 JavaScript。仅显示，绝不运行。"), Widget::Json, PASSED),
    native("/data/extensions/tavern_helper", ("Tavern Helper", "酒馆助手"),
        ("Scripts and variables of the extension Tavern Helper. Shown, never run here.", "酒馆助手扩展的脚本和变量。仅显示，绝不运行。"), Widget::Json, PASSED),
    kept("/data/extensions/chub", "where the card lies on Chub", PASSED),
    kept("/data/extensions/full_path", "where the card lies on Chub", PASSED),
    kept("/data/extensions/pygmalion_id", "where the card lies on Pygmalion.chat", PASSED),
    kept("/data/extensions/github_repo", "where the card was downloaded from", PASSED),
    kept("/data/extensions/source_url", "where the card was downloaded from", PASSED),
    kept("/data/extensions/agnai", "settings of Agnai", PASSED),
    kept("/data/extensions/risuai", "settings of RisuAI", PASSED),
    kept("/data/extensions/backyardai", "settings of Backyard", PASSED),
    kept("/data/extensions/rolecall", "settings of RoleCall", PASSED),
];

/// The format.
pub(super) static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "sillytavern",
    platform: "sillytavern",
    kind: Kind::Character,
    title: "SillyTavern card",
    reads: &[
        ContainerId::Json,
        ContainerId::Png,
        ContainerId::Webp,
        ContainerId::Jpeg,
        ContainerId::Zip,
        ContainerId::JpegZip,
    ],
    writes: &[ContainerId::Json, ContainerId::Png, ContainerId::Zip],
    writes_own: &[ContainerId::JpegZip],
    extensions: &["json", "png", "charx"],
    variants: &[Variant::V1, Variant::V2, Variant::V3],
    own: false,
    wire: Box::leak(Box::new([
        fields::DATA,
        fields::ENVELOPE,
        OWN,
        book::rows_below("/data/character_book"),
        regex::rows_in_card(regex::IN_CARD.key),
    ])),
    private: fields::PRIVATE,
    source: "Character Card V1, V2, V3; SillyTavern 1.19",
});
