//! The persona's fields: the person's own identity in a chat.

use super::table::*;
use super::{Choice, Field, KindSchema};
use crate::Kind;

pub(super) static SCHEMA: KindSchema =
    KindSchema { kind: Kind::Persona, english: "Persona", chinese: "用户人设", parts: &[FIELDS] };

const PLACE: Choice = Choice {
    values: &[
        word("prompt", "In the prompt", "提示词中"),
        word("author_note_top", "Top of the author's note", "作者注释顶部"),
        word("author_note_bottom", "Bottom of the author's note", "作者注释底部"),
        word("in_chat", "In the chat", "聊天中"),
        word("none", "Nowhere", "不插入"),
        word("world", "With the world", "世界设定中"),
        word("character", "With the character", "角色设定中"),
        word("scene", "With the scene", "场景中"),
        word("depth", "At a depth", "指定深度"),
    ],
    open: true,
};

const EVERY: &str =
    "rolecall-persona sillytavern-persona lumiverse-persona marinara-persona risu-persona textgenwebui-persona";
const RC: &str = "rolecall-persona";

#[rustfmt::skip]
const FIELDS: &[Field] = &[
    text("name", "Name", "名称", EVERY, "The name in chat; `{{user}}` becomes this.").required(),
    prose("brief", "Brief", "简介", "rolecall-persona marinara-persona risu-persona",
        "A remark for the person alone; the model never sees it."),
    prose("content", "Content", "内容", EVERY, "What the model is told about the person."),
    prose("scenario", "Scenario", "场景", "marinara-persona", "The situation the person is in."),
    group("sections", "Sections", "分段", RC, "The same in parts, put together in this order."),
    prose("sections.appearance", "Appearance", "外貌", "rolecall-persona marinara-persona", "What the person looks like."),
    prose("sections.body", "Body", "体型", RC, "Build and body."),
    prose("sections.personality", "Personality", "性格", "rolecall-persona marinara-persona", "What the person is like."),
    prose("sections.quirks", "Quirks", "习惯", RC, "Habits and oddities."),
    prose("sections.history", "History", "经历", "rolecall-persona marinara-persona", "What happened before."),
    list("sectionOrder", "Order of sections", "分段顺序", RC, "The order the app shows the parts in."),
    identifier("sectionOrder[]", "Section", "分段", RC, "One part, by its key."),
    list("addenda", "Addenda", "附加块", "lumiverse-persona marinara-persona", "Blocks that are switched on and off, in order."),
    group("addenda[]", "Addendum", "附加块", "lumiverse-persona marinara-persona", "One block."),
    identifier("addenda[].id", "Id", "ID", "lumiverse-persona marinara-persona", "Its id within the persona.").required(),
    text("addenda[].label", "Label", "名称", "lumiverse-persona marinara-persona", "What the person calls it."),
    prose("addenda[].content", "Content", "内容", "lumiverse-persona marinara-persona", "What the model is told while it is on.").required(),
    flag("addenda[].enabled", "On", "启用", "lumiverse-persona marinara-persona", "Whether it is told."),
    number("addenda[].sortOrder", "Order", "顺序", "lumiverse-persona", "Its place among the blocks."),
    list("traits", "Traits", "特征", RC, "Words for the person."),
    text("traits[]", "Trait", "特征", RC, "One word."),
    group("identity", "Identity", "身份", "", "Who the person is."),
    text("identity.tagline", "Tagline", "一句话简介", "rolecall-persona sillytavern-persona lumiverse-persona", "One line about the person."),
    text("identity.age", "Age", "年龄", RC, "The age in words."),
    text("identity.height", "Height", "身高", RC, "The height in words."),
    text("identity.pronouns", "Pronouns", "人称代词", RC, "The pronouns in words."),
    group("identity.pronounSet", "Pronoun forms", "代词形式", "lumiverse-persona", "The forms macros put in."),
    text("identity.pronounSet.subjective", "Subject", "主格", "lumiverse-persona", "The form of the subject: they."),
    text("identity.pronounSet.objective", "Object", "宾格", "lumiverse-persona", "The form of the object: them."),
    text("identity.pronounSet.possessive", "Possessive", "所有格", "lumiverse-persona", "The possessive form: their."),
    group("presentation", "Page", "展示", "", "How the persona's page looks."),
    text("presentation.signatureColor", "Signature colour", "代表色", RC, "The one colour that stands for the person."),
    list("presentation.colors", "Colours", "颜色", RC, "Named colours."),
    group("presentation.colors[]", "Swatch", "色块", RC, "One named colour."),
    text("presentation.colors[].label", "Label", "标签", RC, "What the colour is of."),
    text("presentation.colors[].name", "Name", "名称", RC, "The name of the colour."),
    text("presentation.colors[].hex", "Colour", "颜色", RC, "The colour, `#rrggbb`.").required(),
    picture("presentation.imageUrl", "Picture address", "图片地址", "rolecall-persona lumiverse-persona marinara-persona",
        "Where the app keeps the picture, as the file says."),
    list("knowledgeRefs", "Lorebooks", "世界书", "rolecall-persona sillytavern-persona lumiverse-persona", "The lorebooks that belong to the persona."),
    link("knowledgeRefs[]", "Lorebook", "世界书", "rolecall-persona sillytavern-persona lumiverse-persona", "One lorebook."),
    choice("rating", &RATING, "Rating", "分级", RC, "Who it is fit for."),
    group("chatInjection", "Where it is told", "插入位置", "sillytavern-persona", "Where the model is told about the person."),
    choice("chatInjection.position", &PLACE, "Position", "位置", "sillytavern-persona", "The place in the prompt."),
    number("chatInjection.depth", "Depth", "深度", "sillytavern-persona", "Messages from the end of the chat, where the place is a depth."),
    choice("chatInjection.role", &ROLE, "Role", "角色", "sillytavern-persona", "Who the text speaks as at a depth."),
    group("attribution", "Credits", "署名", "", "Who made it."),
    text("attribution.creator", "Creator", "作者", RC, "The author's name."),
    text("attribution.version", "Version", "版本", RC, "The author's label for this state."),
    text("attribution.createdAt", "Made", "创建时间", RC, "When it was made, as ISO 8601 text."),
    text("attribution.source", "Source", "出处", RC, "Where it comes from."),
    group("media", "Pictures", "图片", "", "What the person looks like."),
    group("media.portrait", "Portrait", "肖像", "risu-persona", "The main picture."),
    choice("media.portrait.role", &PICTURE_ROLE, "Role", "用途", "risu-persona", "What the picture is for."),
    text("media.portrait.name", "File name", "文件名", "risu-persona", "The name the file gives it."),
    text("media.portrait.label", "Label", "标签", "", "What people call it."),
    flag("media.portrait.primary", "Main", "主图", "", "It is the first of its role."),
    picture("media.portrait.ref", "Picture", "图片", "risu-persona", "The picture itself.").required(),
    identifier("media.portrait.mime", "Media type", "媒体类型", "risu-persona", "Its media type."),
];
