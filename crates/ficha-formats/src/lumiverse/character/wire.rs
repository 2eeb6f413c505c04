//! What Lumiverse's cards hold beside the fields of the specification.
//!
//! Source: Lumiverse `src/services/characters.service.ts`, `expressions.service.ts`, `character-lora.service.ts`,
//! `character-export.service.ts`. Ids of pictures, books and connections are of use in one account alone.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_model::Kind;

use crate::format::{FormatSpec, Variant, Widget, Wire, custom, kept, native};
use crate::tavern::{book, fields, regex};

/// The id of the format.
pub(super) const ID: &str = "lumiverse";

const CHARACTERS: &str = "Lumiverse characters.service.ts";
const EXPRESSIONS: &str = "Lumiverse expressions.service.ts";
const EXPORT: &str = "Lumiverse character-export.service.ts";

#[rustfmt::skip]
const OWN: &[Wire] = &[
    custom("/spec", &[], "Character Card V3"),
    custom("/spec_version", &[], "Character Card V3"),
    native("/data/extensions/alternate_character_name", ("Name in prompts", "提示词中的名字"),
        ("The name prompts and macros use; the card keeps its own.", "提示词与宏使用的名字；卡片自身名称不变。"), Widget::Line, CHARACTERS),
    native("/data/extensions/lumiverse_image_gen_lora", ("Image model", "绘图 LoRA"),
        ("The LoRA pictures of the character are made with. Its address is shown and never fetched.", "生成角色图片所用的 LoRA。地址仅显示，绝不下载。"), Widget::Json, "Lumiverse character-lora.service.ts"),
    native("/data/extensions/ttsVoice", ("Voice", "语音"),
        ("The voice the app reads with, by a connection of the account.", "应用朗读所用的语音（账户内连接）。"), Widget::Json, "Lumiverse types/character.ts"),
    native("/data/extensions/world_book_ids", ("World books", "世界书"),
        ("World books of the account, by its own ids.", "账户中的世界书（内部 ID）。"), Widget::Links(Kind::Lorebook), "Lumiverse utils/character-world-books.ts"),
    native("/data/extensions/databank_ids", ("Data banks", "资料库"),
        ("Data banks of the account, by its own ids.", "账户中的资料库（内部 ID）。"), Widget::List, CHARACTERS),
    native("/data/extensions/expressions/enabled", ("Expressions", "表情"),
        ("The app shows a picture for each mood.", "应用按情绪显示图片。"), Widget::Toggle, EXPRESSIONS),
    native("/data/extensions/expressions/defaultExpression", ("Usual expression", "默认表情"),
        ("The mood that is shown when none is known.", "情绪未知时显示的表情。"), Widget::Line, EXPRESSIONS),
    native("/data/extensions/greeting_backgrounds", ("Backgrounds of greetings", "开场白背景"),
        ("A picture for each greeting, by the account's ids.", "每条开场白的背景图片（账户内 ID）。"), Widget::Json, CHARACTERS),
    native("/data/extensions/landing_perspective_layers", ("Layers of the page", "页面图层"),
        ("Pictures that move against each other on the character's page.", "角色页面上相互错动的图层。"), Widget::Json, CHARACTERS),
    kept("/data/extensions/world_book_id", "the account's own id of a world book", CHARACTERS),
    kept("/data/extensions/avatar_crop_image_id", "the account's own id of a picture", CHARACTERS),
    kept("/data/extensions/original_image_id", "the account's own id of a picture", CHARACTERS),
    kept("/data/extensions/risu_asset_map", "which picture of the account an asset became", "Lumiverse charx-import.service.ts"),
    kept("/data/extensions/character_book", "the book the card was imported with", CHARACTERS),
    kept("/data/extensions/_lumiverse_source_filename", "the file the card was imported from", CHARACTERS),
    kept("/data/extensions/_lumiverse_install_source", "where the card was installed from", CHARACTERS),
    kept("/data/extensions/_install_slug", "where the card was installed from", CHARACTERS),
    kept("/data/extensions/_chub_slug", "where the card was installed from", CHARACTERS),
    kept("/data/extensions/fav", "SillyTavern's mark for its list", "SillyTavern characters.js charaFormatData"),
    kept("/data/extensions/chub", "where the card lies on Chub", "seen in real cards"),
    kept("/data/extensions/risuai", "settings of RisuAI", "seen in real cards"),
    kept("/data/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),
    custom("/data/extensions/expressions/mappings", &["media.assets"], EXPRESSIONS),
    custom("/data/extensions/expression_groups", &["media.assets"], EXPRESSIONS),
    custom("/data/extensions/alternate_fields", &[], CHARACTERS),
    custom("/data/extensions/alternate_fields/description", &["variants[].overrides.identity.description", "variants[].id", "variants[].label"], CHARACTERS),
    custom("/data/extensions/alternate_fields/personality", &["variants[].overrides.persona.personality"], CHARACTERS),
    custom("/data/extensions/alternate_fields/scenario", &["variants[].overrides.persona.scenario"], CHARACTERS),
    custom("/data/extensions/alternate_avatars", &["variants[].overrides.media.portrait"], CHARACTERS),
    custom("/data/extensions/lumiverse_modules/expressions", &[], EXPORT),
    custom("/data/extensions/lumiverse_modules/expression_groups", &[], EXPORT),
    custom("/data/extensions/lumiverse_modules/alternate_fields", &[], EXPORT),
    custom("/data/extensions/lumiverse_modules/alternate_avatars", &[], EXPORT),
    custom("/data/extensions/lumiverse_modules/world_books", &["knowledgeRefs"], EXPORT),
    custom("/data/extensions/lumiverse_modules/regex_scripts", &["behaviorRefs"], EXPORT),
    native("/data/extensions/lumiverse_modules/landing_perspective_layers", ("Layers of the page", "页面图层"),
        ("Pictures of the archive that move against each other on the character's page.", "角色页面上相互错动的存档图层。"), Widget::Json, EXPORT),
    kept("/data/extensions/lumiverse_modules/version", "the version of the modules", EXPORT),
    native("/data/extensions/lumiverse_modules/has_nsfw_expressions", ("Has adult expressions", "含成人表情"),
        ("Whether an expression is for adults only, as the app saw it.", "应用判断是否含成人表情。"), Widget::Toggle, EXPORT),
];

/// The format.
pub(super) static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: ID,
    platform: "lumiverse",
    kind: Kind::Character,
    title: "Lumiverse card",
    reads: &[ContainerId::Json, ContainerId::Png, ContainerId::Zip, ContainerId::JpegZip],
    writes: &[ContainerId::Json, ContainerId::Png, ContainerId::Zip],
    writes_own: &[ContainerId::JpegZip],
    extensions: &["json", "png", "charx"],
    variants: &[Variant::V2, Variant::V3],
    own: false,
    wire: Box::leak(Box::new([
        fields::DATA,
        OWN,
        book::rows_below("/data/character_book"),
        regex::rows_in_card(regex::IN_CARD.key),
    ])),
    private: &["/data/extensions/ttsVoice/connectionId"],
    source: "Lumiverse character-export.service.ts, character-card.service.ts, charx-import.service.ts",
});
