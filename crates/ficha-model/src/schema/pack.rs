//! The pack's fields: labelled pictures.

use super::table::*;
use super::{Field, KindSchema};
use crate::Kind;

pub(super) static SCHEMA: KindSchema =
    KindSchema { kind: Kind::Pack, english: "Picture pack", chinese: "图片包", parts: &[FIELDS] };

#[rustfmt::skip]
const FIELDS: &[Field] = &[
    text("name", "Name", "名称", "The pack's name."),
    prose("brief", "Brief", "简介", "What the pack shows."),
    group("pack", "Pictures", "图片", "The pictures of the pack itself.").required(),
    flag("pack.enabled", "On", "启用", "Whether they are used; absent means yes."),
    text("pack.defaultLabel", "Default", "默认", "The label shown when none fits; absent means one called neutral."),
    list("pack.items", "Pictures", "图片", "The pictures, in order."),
    group("pack.items[]", "Picture", "图片", "One picture."),
    identifier("pack.items[].id", "Id", "ID", "Its id within the pack.").required(),
    text("pack.items[].label", "Label", "标签", "The expression or scene; the file's name in a zip.").required(),
    picture("pack.items[].ref", "Picture", "图片", "The picture itself.").required(),
    identifier("pack.items[].mime", "Media type", "媒体类型", "Its media type."),
    map("groups", "Groups", "分组", "More pictures in groups by name, an outfit say."),
    group("groups{}", "Group", "分组", "One group."),
    flag("groups{}.enabled", "On", "启用", "Whether they are used; absent means yes."),
    text("groups{}.defaultLabel", "Default", "默认", "The label shown when none fits."),
    list("groups{}.items", "Pictures", "图片", "The pictures, in order."),
    group("groups{}.items[]", "Picture", "图片", "One picture."),
    identifier("groups{}.items[].id", "Id", "ID", "Its id within the group.").required(),
    text("groups{}.items[].label", "Label", "标签", "The expression or scene.").required(),
    picture("groups{}.items[].ref", "Picture", "图片", "The picture itself.").required(),
    identifier("groups{}.items[].mime", "Media type", "媒体类型", "Its media type."),
];
