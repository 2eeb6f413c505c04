//! SillyTavern's sets of quick replies, of version 2 and of the version before it.
//!
//! Source: SillyTavern 1.19 `public/scripts/extensions/quick-reply/src/QuickReplySet.js` and `QuickReply.js`; the older
//! shape by real files. What makes a reply run by itself is shown and stays with the file; nothing is ever run here.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;
use serde_json::{Value, json};

use crate::format::{
    Clear, Detection, Form, FormatSpec, IdFrom, Items, Shape, Widget, Wire, custom, kept, list, native, row,
};
use crate::record::{Record, RecordHooks, Tables, plain};

const SET: &str = "SillyTavern QuickReplySet.js";
const REPLY: &str = "SillyTavern QuickReply.js";
const OLD: &str = "SillyTavern quick-reply, first version";

static REPLIES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: true,
    fresh: r#"{"id": 0, "icon": "", "showLabel": false, "label": "", "title": "", "message": "", "contextList": [],
 "preventAutoExecute": true, "isHidden": false, "executeOnStartup": false, "executeOnUser": false,
 "executeOnAi": false, "executeOnChatChange": false, "executeOnGroupMemberDraft": false, "executeOnNewChat": false,
 "executeBeforeGeneration": false, "automationId": ""}"#,
    decode: None,
    encode: None,
};

static SLOTS: Items = Items {
    form: Form::Array,
    id: IdFrom::Place,
    numbers: false,
    fresh: r#"{"mes": "", "label": "", "enabled": true}"#,
    decode: None,
    encode: None,
};

/// A switch of a reply that makes it run at some moment.
const fn moment(key: &'static str, label: (&'static str, &'static str), source: &'static str) -> Wire {
    native(
        key,
        label,
        ("The app runs the reply at this moment. Ficha never does.", "应用会在此时运行该回复。Ficha 绝不运行。"),
        Widget::Toggle,
        source,
    )
}

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/name", "name", Shape::Text, Clear::Empty, SET),
    row("/selectedPreset", "name", Shape::Text, Clear::Empty, OLD),
    custom("/version", &[], SET),
    kept("/idIndex", "the number the app gives its next reply; it counts past the highest by itself", SET),
    native("/disableSend", ("Put into the input only", "仅填入输入框"),
        ("A reply is put into the input field and not sent.", "回复填入输入框而不直接发送。"), Widget::Toggle, SET),
    native("/placeBeforeInput", ("Before the input", "置于输入之前"),
        ("A reply goes before what stands in the input field.", "回复放在输入框已有内容之前。"), Widget::Toggle, SET),
    native("/injectInput", ("With the input", "附带输入"),
        ("What stands in the input field goes along with the reply.", "输入框中的内容随回复一同发送。"), Widget::Toggle, SET),
    native("/color", ("Colour", "颜色"),
        ("The colour of the buttons.", "按钮的颜色。"), Widget::Colour, SET),
    native("/onlyBorderColor", ("Colour the border only", "仅边框着色"),
        ("The colour is used for the border alone.", "颜色只用于边框。"), Widget::Toggle, SET),
    kept("/extensions/ficha", "originals of other formats that Ficha carried along", "Ficha"),

    list("/qrList", "replies", &REPLIES, SET),
    custom("/qrList/*/id", &["replies[].id"], REPLY),
    row("/qrList/*/label", "replies[].label", Shape::FilledText, Clear::Empty, REPLY),
    row("/qrList/*/title", "replies[].title", Shape::FilledText, Clear::Empty, REPLY),
    row("/qrList/*/message", "replies[].message", Shape::Text, Clear::Empty, REPLY),
    row("/qrList/*/isHidden", "replies[].hidden", Shape::Flag, Clear::Remove, REPLY),
    native("/qrList/*/icon", ("Icon", "图标"),
        ("The sign on the button, by its name in the app.", "按钮上的图标名称。"), Widget::Line, REPLY),
    native("/qrList/*/showLabel", ("Label beside the icon", "图标旁显示标签"),
        ("The label is shown although there is an icon.", "有图标时仍显示标签。"), Widget::Toggle, REPLY),
    native("/qrList/*/contextList", ("Menu", "菜单"),
        ("Other sets that open from the button.", "从按钮打开的其他集合。"), Widget::Json, REPLY),
    native("/qrList/*/preventAutoExecute", ("Never by another reply", "不被自动触发"),
        ("Replies that run by themselves do not set this one off.", "自动运行的回复不会触发此回复。"), Widget::Toggle, REPLY),
    moment("/qrList/*/executeOnStartup", ("At the start", "启动时"), REPLY),
    moment("/qrList/*/executeOnUser", ("On the person's message", "用户发言时"), REPLY),
    moment("/qrList/*/executeOnAi", ("On the model's message", "模型回复时"), REPLY),
    moment("/qrList/*/executeOnChatChange", ("When another chat opens", "切换聊天时"), REPLY),
    moment("/qrList/*/executeOnGroupMemberDraft", ("When a group member is drawn", "选中群成员时"), REPLY),
    moment("/qrList/*/executeOnNewChat", ("When a chat begins", "新聊天时"), REPLY),
    moment("/qrList/*/executeBeforeGeneration", ("Before an answer", "生成之前"), REPLY),
    native("/qrList/*/automationId", ("Automation id", "自动化 ID"),
        ("Lorebook entries with this id set the reply off.", "带有此 ID 的世界书条目会触发该回复。"), Widget::Line, REPLY),

    native("/quickReplyEnabled", ("Shown", "显示"),
        ("Whether the bar of buttons is shown.", "是否显示按钮栏。"), Widget::Toggle, OLD),
    custom("/numberOfSlots", &[], OLD),
    list("/quickReplySlots", "replies", &SLOTS, OLD),
    row("/quickReplySlots/*/mes", "replies[].message", Shape::Text, Clear::Empty, OLD),
    row("/quickReplySlots/*/label", "replies[].label", Shape::FilledText, Clear::Empty, OLD),
    row("/quickReplySlots/*/title", "replies[].title", Shape::FilledText, Clear::Remove, OLD),
    row("/quickReplySlots/*/hidden", "replies[].hidden", Shape::Flag, Clear::Remove, OLD),
    native("/quickReplySlots/*/enabled", ("In use", "启用"),
        ("Whether the slot is used.", "该槽位是否启用。"), Widget::Toggle, OLD),
    native("/quickReplySlots/*/contextMenu", ("Menu", "菜单"),
        ("Other sets that open from the button.", "从按钮打开的其他集合。"), Widget::Json, OLD),
    moment("/quickReplySlots/*/autoExecute_appStartup", ("At the start", "启动时"), OLD),
    moment("/quickReplySlots/*/autoExecute_userMessage", ("On the person's message", "用户发言时"), OLD),
    moment("/quickReplySlots/*/autoExecute_botMessage", ("On the model's message", "模型回复时"), OLD),
    moment("/quickReplySlots/*/autoExecute_chatLoad", ("When a chat opens", "打开聊天时"), OLD),
];

static SPEC: FormatSpec = FormatSpec {
    id: "sillytavern-quickreply",
    platform: "sillytavern",
    kind: Kind::Quickreply,
    title: "SillyTavern quick replies",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: "SillyTavern 1.19 extensions/quick-reply",
};

pub(super) static FORMAT: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"version": 2, "name": "", "disableSend": false, "placeBeforeInput": false, "injectInput": false,
 "color": "rgba(0, 0, 0, 0)", "onlyBorderColor": false, "qrList": [], "idIndex": 0}"#,
    style: Style::Pretty(4),
    hooks: RecordHooks {
        // The older version says beside its slots how many they are.
        encode: Some(|before, after, document, _, writes, _| {
            let count = |body: &Value| body.get("replies").and_then(Value::as_array).map_or(0, Vec::len);
            let is_old = document.root().get("numberOfSlots").is_some();
            if is_old && count(before) != count(after) {
                writes.set("/numberOfSlots", json!(count(after)));
            }
        }),
        ..RecordHooks::NONE
    },
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let rows = |key: &str| root.get(key).filter(|rows| rows.is_array());
    let is_reply = |row: Node<'_>| row.is_object() && (row.get("label").is_some() || row.get("message").is_some());
    let new = rows("qrList").is_some_and(|rows| rows.is_empty() || rows.items().any(is_reply));
    let old =
        rows("quickReplySlots").is_some_and(|rows| rows.is_empty() || rows.items().any(|row| row.get("mes").is_some()));
    let named = root.get("name").is_some() || root.get("version").is_some();
    ((new || old) && named).then_some(Detection { confidence: 0.9, because: "it lists quick replies" })
}
