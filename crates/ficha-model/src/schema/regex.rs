//! The regex set's fields: rules that rewrite text. Shown and carried, never run outside a bounded engine.

use super::table::*;
use super::{Choice, Field, KindSchema};
use crate::Kind;

pub(super) static SCHEMA: KindSchema =
    KindSchema { kind: Kind::Regex, english: "Regex set", chinese: "正则脚本集", parts: &[FIELDS] };

/// A number or word nobody explains is kept as `wire:<it>`.
const PHASE: Choice = Choice {
    values: &[
        word("input", "What the person writes", "用户输入"),
        word("output", "What the model answers", "模型输出"),
        word("request", "The request", "请求"),
        word("display", "The display", "显示"),
        word("prompt", "The prompt", "提示词"),
        word("lorebook", "Lorebook entries", "世界书条目"),
        word("reasoning", "Reasoning", "推理内容"),
        word("slash", "Slash commands", "斜杠命令"),
        word("memory", "Memory", "记忆"),
    ],
    open: true,
};

const TARGET: Choice = Choice {
    values: &[
        word("prompt", "Prompt only", "仅提示词"),
        word("response", "Stored text", "存储文本"),
        word("display", "Display only", "仅显示"),
    ],
    open: false,
};

const SUBSTITUTE: Choice = Choice {
    values: &[
        word("none", "Not", "不替换"),
        word("raw", "As they are", "原样替换"),
        word("escaped", "Escaped", "转义后替换"),
        word("after", "Afterwards", "之后替换"),
    ],
    open: false,
};

#[rustfmt::skip]
const FIELDS: &[Field] = &[
    text("name", "Name", "名称", "The set's name."),
    prose("description", "Description", "描述", "What the set is for."),
    flag("enabled", "On", "启用", "Whether the set is used; absent means yes."),
    list("rules", "Rules", "规则", "The rules, in the order they run."),
    group("rules[]", "Rule", "规则", "One rule."),
    identifier("rules[].id", "Id", "ID", "Its id within the set.").required(),
    text("rules[].label", "Name", "名称", "What people call it."),
    prose("rules[].note", "Note", "备注", "A remark for people."),
    prose("rules[].find", "Find", "查找", "The pattern, without slashes around it.").required(),
    identifier("rules[].flags", "Flags", "标志", "The flags, as the app wrote them."),
    flag("rules[].useFlags", "Use the flags", "启用标志", "Whether the flags count."),
    prose("rules[].replace", "Replace with", "替换为", "What is put in place of a match.").required(),
    list("rules[].trimStrings", "Trim", "修剪", "Texts taken out of a match before it is put in."),
    prose("rules[].trimStrings[]", "Trim", "修剪", "One text."),
    list("rules[].phases", "Applies to", "作用范围", "What the rule rewrites."),
    choice("rules[].phases[]", &PHASE, "Applies to", "作用范围", "One thing it rewrites; `wire:<word>` is known to its own app only."),
    list("rules[].targets", "Rewrites", "改写对象",
        "Whether only the prompt or only the display is changed; empty changes the stored text."),
    choice("rules[].targets[]", &TARGET, "Rewrites", "改写对象", "One of them."),
    choice("rules[].substituteFind", &SUBSTITUTE, "Macros in the pattern", "查找中的宏",
        "Whether macros in the pattern are replaced, and how."),
    number("rules[].minDepth", "Least depth", "最小深度", "The newest message it touches, from the end.").nullable(),
    number("rules[].maxDepth", "Greatest depth", "最大深度", "The oldest message it touches, from the end.").nullable(),
    flag("rules[].runOnEdit", "On edit", "编辑时运行", "Runs when a message is edited too."),
    list("rules[].characterIds", "Characters", "角色", "The characters it is for; empty means all."),
    link("rules[].characterIds[]", "Character", "角色", "One character."),
    flag("rules[].enabled", "On", "启用", "Whether the rule is used."),
    number("rules[].sortOrder", "Order", "顺序", "Its place among the rules."),
    any("rules[].extras", "More", "其他", "Keys of the row that no other field holds."),
];
