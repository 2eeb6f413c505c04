//! The catalogue of findings and fixes. Sorted by the check they belong to.

use super::{Both, FindingWords, Line};

const fn finding(code: &'static str, title: Both, message: Both, hint: Both) -> FindingWords {
    FindingWords { code, title, message, hint }
}

const fn fix(code: &'static str, text: Both) -> Line {
    Line { code, text }
}

#[rustfmt::skip]
pub(crate) const FINDINGS: &[FindingWords] = &[
    finding("more", ["More of the same", "还有更多"],
        ["{count} more {count:finding is|findings are} not listed.", "另有 {count} 项发现未列出。"],
        ["Mend some and run again.", "修复一部分后再次检查。"]),

    finding("name-missing", ["No name", "没有名称"],
        ["The piece has no name; apps show it as a blank line or refuse it.", "没有名称，应用会显示为空行或拒绝导入。"],
        ["Give it a name.", "填写名称。"]),
    finding("name-placeholder", ["Name left as a placeholder", "名称仍是占位文字"],
        ["“{name}” is what an editor writes into a new card.", "“{name}”是编辑器给新卡片填的默认名称。"],
        ["Give it the name it should have.", "改成真正的名称。"]),
    finding("name-macro", ["Name refers to itself", "名称引用了自身"],
        ["A macro in the name stands for the name itself; apps show it as it is written.",
         "名称中的宏代表名称本身，应用会原样显示。"],
        ["Write the name out.", "直接写出名称。"]),

    finding("greeting-first-empty", ["No first message", "没有开场白"],
        ["A new chat begins with nothing to answer.", "新对话开始时没有任何内容可以回应。"],
        ["Write one, or move a greeting to the front.", "写一条开场白，或把其他开场白移到最前。"]),
    finding("greeting-empty", ["Greeting without text", "开场白为空"],
        ["A person who swipes to it meets a blank message.", "切换到这条开场白时会看到空白消息。"],
        ["Write it or take it out.", "补写内容或删除。"]),
    finding("greeting-twin", ["Two greetings are the same", "两条开场白相同"],
        ["Word for word the same as {other}.", "与{other}逐字相同。"],
        ["Take one of them out.", "删除其中一条。"]),

    finding("key-blank", ["Key without letters", "关键词为空"],
        ["An empty key is never found.", "空白的关键词永远不会匹配。"],
        ["Take it out.", "删除它。"]),
    finding("key-twice", ["Key given twice", "关键词重复"],
        ["“{key}” is already a key of this entry.", "“{key}”已经是该条目的关键词。"],
        ["Take one of them out.", "删除其中一个。"]),
    finding("key-list", ["Several keys in one", "一个关键词里有多个词"],
        ["The whole line has to be said as it stands before the entry wakes.", "只有整行原样出现，条目才会触发。"],
        ["Make {count} keys of it.", "拆成 {count} 个关键词。"]),
];

#[rustfmt::skip]
pub(crate) const FIXES: &[Line] = &[
    fix("remove-greeting", ["Take the greeting out", "删除这条开场白"]),
    fix("promote-greeting", ["Make {other} the first message", "把{other}设为首条开场白"]),
    fix("remove-key", ["Take the key out", "删除这个关键词"]),
    fix("split-key", ["Make {count} keys of it", "拆成 {count} 个关键词"]),
];
