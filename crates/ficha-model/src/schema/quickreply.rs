//! The quick-reply set's fields: buttons that send a text. What makes them run by themselves stays with the original.

use super::table::*;
use super::{Field, KindSchema};
use crate::Kind;

pub(super) static SCHEMA: KindSchema =
    KindSchema { kind: Kind::Quickreply, english: "Quick replies", chinese: "快速回复", parts: &[FIELDS] };

#[rustfmt::skip]
const FIELDS: &[Field] = &[
    text("name", "Name", "名称", "The set's name."),
    list("replies", "Replies", "回复", "The buttons, in order."),
    group("replies[]", "Reply", "回复", "One button."),
    identifier("replies[].id", "Id", "ID", "Its id within the set.").required(),
    text("replies[].label", "Label", "标签", "What stands on the button."),
    prose("replies[].message", "Message", "消息", "What it sends, text or slash commands. Never run here.").required(),
    text("replies[].title", "Tooltip", "提示", "What is shown when the pointer rests on it."),
    flag("replies[].hidden", "Hidden", "隐藏", "The button is not shown."),
    any("replies[].extras", "More", "其他", "Keys of the row that no other field holds."),
    any("extras", "More", "其他", "Keys of the set that no other field holds."),
];
