//! The character's pictures and its page: what is seen of it.

use super::table::*;
use super::{Choice, Field};

const VISUAL_KIND: Choice = Choice {
    values: &[word("avatar", "Avatar", "头像"), word("sprite", "Composite figure", "组合立绘")],
    open: true,
};

const SPOILERS: Choice = Choice { values: &[word("on", "On", "开"), word("off", "Off", "关")], open: false };

#[rustfmt::skip]
pub(super) const FIELDS: &[Field] = &[
    group("media", "Pictures", "图片", "What the character looks like."),
    group("media.portrait", "Portrait", "肖像", "The main picture."),
    choice("media.portrait.role", &PICTURE_ROLE, "Role", "用途", "What the picture is for."),
    text("media.portrait.name", "File name", "文件名", "The name the file gives it."),
    text("media.portrait.label", "Label", "标签", "What people call it."),
    flag("media.portrait.primary", "Main", "主图", "It is the first of its role."),
    picture("media.portrait.ref", "Picture", "图片", "The picture itself.").required(),
    identifier("media.portrait.mime", "Media type", "媒体类型", "Its media type, `image/png`."),
    list("media.assets", "Gallery", "图库", "Expressions, outfits, backgrounds and other files, in order."),
    group("media.assets[]", "Asset", "素材", "One file."),
    choice("media.assets[].role", &PICTURE_ROLE, "Role", "用途", "What the file is for."),
    text("media.assets[].name", "File name", "文件名", "The name the card gives it."),
    text("media.assets[].label", "Label", "标签", "What people call it, an expression's name say."),
    flag("media.assets[].primary", "Main", "主图", "It is the first of its role."),
    picture("media.assets[].ref", "File", "文件", "The file itself.").required(),
    identifier("media.assets[].mime", "Media type", "媒体类型", "Its media type."),
    group("media.sprite", "Composite figure", "组合立绘", "A figure put together from parts."),
    map("media.sprite.parts", "Parts", "部件", "Place on the figure to the part worn there."),
    text("media.sprite.parts{}", "Part", "部件", "One part, by the app's name."),
    text("media.sprite.gender", "Body", "体型", "Which body the parts fit."),
    text("media.sprite.eyeColor", "Eye colour", "瞳色", "Colour of the eyes."),
    text("media.sprite.bodyColor", "Body colour", "肤色", "Colour of the body."),
    text("media.sprite.hairColor", "Hair colour", "发色", "Colour of the hair."),
    choice("media.visualKind", &VISUAL_KIND, "Shown as", "显示方式", "Whether a picture or the figure is shown."),

    group("presentation", "Page", "展示", "How the character's page looks."),
    text("presentation.signatureColor", "Signature colour", "代表色", "The one colour that stands for it."),
    list("presentation.gradientColors", "Gradient", "渐变色", "Two or three colours that run into each other."),
    text("presentation.gradientColors[]", "Colour", "颜色", "One colour."),
    list("presentation.palette", "Palette", "配色", "Named colours of the character."),
    group("presentation.palette[]", "Swatch", "色块", "One named colour."),
    text("presentation.palette[].label", "Label", "标签", "What the colour is of, hair say."),
    text("presentation.palette[].name", "Name", "名称", "The name of the colour."),
    text("presentation.palette[].hex", "Colour", "颜色", "The colour, `#rrggbb`.").required(),
    group("presentation.background", "Background", "背景", "A picture or film behind the page."),
    picture("presentation.background.ref", "Picture", "图片", "The picture or film itself.").required(),
    number("presentation.background.overlayOpacity", "Darkening", "遮罩不透明度", "How much it is covered, 0 to 1."),
    number("presentation.background.videoPlaybackRate", "Film speed", "播放速度", "Speed of a film, 1 being normal."),
    list("presentation.fieldOrder", "Field order", "字段顺序", "The order in which the definition is shown."),
    identifier("presentation.fieldOrder[]", "Field", "字段", "One field, by the app's name."),
    group("presentation.spoilers", "Spoilers", "剧透遮挡", "What stays hidden until it is asked for."),
    choice("presentation.spoilers.mode", &SPOILERS, "Hiding", "遮挡", "Whether anything is hidden."),
    list("presentation.spoilers.order", "Order", "顺序", "The order in which things are shown."),
    identifier("presentation.spoilers.order[]", "Field", "字段", "One field, by the app's name."),
    map("presentation.spoilers.fields", "Hidden fields", "遮挡的字段", "Field to whether it is hidden."),
    flag("presentation.spoilers.fields{}", "Hidden", "遮挡", "Whether that field is hidden."),
    list("presentation.mediaLinks", "Media links", "媒体链接", "Addresses of music, films and the like."),
    text("presentation.mediaLinks[]", "Link", "链接", "One address."),
];
