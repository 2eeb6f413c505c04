//! The quick-reply set's fields: buttons that send a text. What makes them run by themselves stays with the original.

use super::table::*;
use super::{Field, KindSchema};
use crate::Kind;

pub(super) static SCHEMA: KindSchema =
    KindSchema { kind: Kind::Quickreply, english: "Quick replies", chinese: "快速回复", parts: &[FIELDS] };

const ST: &str = "sillytavern-quickreply";

#[rustfmt::skip]
const FIELDS: &[Field] = &[
    text("name", "Name", "名称", ST, "The set's name."),
    list("replies", "Replies", "回复", ST, "The buttons, in order."),
    group("replies[]", "Reply", "回复", ST, "One button."),
    identifier("replies[].id", "Id", "ID", ST, "Its id within the set.").required(),
    text("replies[].label", "Label", "标签", ST, "What stands on the button."),
    prose("replies[].message", "Message", "消息", ST, "What it sends, text or slash commands. Never run here.").required(),
    text("replies[].title", "Tooltip", "提示", ST, "What is shown when the pointer rests on it."),
    flag("replies[].hidden", "Hidden", "隐藏", ST, "The button is not shown."),
    any("replies[].extras", "More", "其他", ST, "Keys of the row that no other field holds."),
    any("extras", "More", "其他", ST, "Keys of the set that no other field holds."),
];
