//! Titles of the checks and what each looks for, and the reasons why one did not run.

use super::{Both, Line};

/// A check in the catalogue.
pub(crate) struct CheckWords {
    pub id: &'static str,
    pub title: Both,
    pub about: Both,
}

const fn check(id: &'static str, title: Both, about: Both) -> CheckWords {
    CheckWords { id, title, about }
}

#[rustfmt::skip]
pub(crate) const CHECKS: &[CheckWords] = &[
    check("name", ["Name", "名称"],
        ["A name that is missing, a placeholder, or a macro of itself.", "名称缺失、仍是占位文字，或引用自身的宏。"]),
    check("portrait", ["Portrait and pictures", "肖像与图片"],
        ["A card without a portrait, and pictures it names that are not there.", "没有肖像的卡片，以及引用了却不存在的图片。"]),
    check("greetings", ["Greetings", "开场白"],
        ["A first message that is missing, greetings without text, greetings that are the same.",
         "缺少开场白、开场白为空，或有重复的开场白。"]),
    check("speaks-for-user", ["Speaking for the person", "替用户发言"],
        ["Greetings that say what the person says, decides or feels.", "开场白替用户说话、做决定或描写感受。"]),
    check("examples", ["Example messages", "示例对话"],
        ["Examples without any speaker before a line.", "示例对话中没有任何一行标明说话人。"]),
    check("macros", ["Macros", "宏"],
        ["Misspelt names, braces that are not closed, names the app does not know.",
         "拼错的宏名、未闭合的花括号，以及应用不认识的宏。"]),
    check("unbalanced", ["Marks that stay open", "未闭合的标记"],
        ["Tags, asterisks, quotation marks and brackets that are opened and never closed.",
         "开启后没有闭合的标签、星号、引号和括号。"]),
    check("letters", ["Damaged letters", "损坏的文字"],
        ["Text read in the wrong encoding, lost letters, control signs, signs written out.",
         "编码读错的文字、丢失的字符、控制符，以及写成代码的符号。"]),
    check("leftovers", ["Left by other tools", "其他工具的残留"],
        ["Placeholder texts, dialogue marks, words of models and marks of exporters.",
         "占位文字、对话分隔符、模型控制词，以及导出工具的标记。"]),
    check("repeats", ["Said twice", "重复内容"],
        ["A field that stands in another one, and tags given twice.", "某个字段的内容已包含在另一字段中，或标签重复。"]),
    check("weight", ["Weight in tokens", "词元用量"],
        ["Fields, entries and cards that are much heavier than usual.", "远重于常见用量的字段、条目和卡片。"]),
    check("links", ["Links", "链接"],
        ["Links to pieces, folders and pictures that are not there.", "指向不存在的条目、文件夹或图片的链接。"]),
    check("keys", ["Keys of entries", "条目关键词"],
        ["Blank keys, keys given twice, and lists that were meant as several keys.",
         "空白关键词、重复的关键词，以及本应拆开的一串关键词。"]),
    check("entry-never", ["Entries that never fire", "永不触发的条目"],
        ["Entries that are on and can never be told.", "已启用却永远不会触发的条目。"]),
    check("twin-entries", ["Twin entries", "重复的条目"],
        ["Entries of a book that say the same under the same keys.", "同一本书中关键词与内容都相同的条目。"]),
    check("recursion", ["Runaway recursion", "失控的递归"],
        ["Rings of entries that call each other and are heavier than the room there is.",
         "互相触发且总量超出预算的条目环。"]),
    check("budget", ["Budget of the book", "世界书预算"],
        ["Constant entries that are more than the budget by themselves.", "仅常驻条目就已超出预算。"]),
    check("idle-settings", ["Settings that do nothing", "不起作用的设置"],
        ["Secondary keys that are not asked, outlets without a name, rules run on nothing.",
         "未被使用的次要关键词、没有名称的出口，以及不作用于任何内容的规则。"]),
    check("broken-pattern", ["Broken patterns", "无效的正则"],
        ["Keys and rules that are no regular expression.", "不是有效正则表达式的关键词和规则。"]),
    check("slow-pattern", ["Slow patterns", "过慢的正则"],
        ["Patterns that can take an app's time without end.", "可能让应用长时间停住的正则表达式。"]),
    check("target", ["What an app ignores", "目标应用会忽略的内容"],
        ["Fields the chosen apps will not get.", "所选应用得不到的字段。"]),
];

#[rustfmt::skip]
pub(crate) const SKIPS: &[Line] = &[
    Line { code: "no-target", text: [
        "It asks what another app would ignore, and no app was chosen.",
        "这项检查需要知道目标应用，目前没有选择任何应用。",
    ] },
    Line { code: "too-much", text: [
        "There are {found} entries to compare; at most {most} are.",
        "需要比较的条目有 {found} 个，最多比较 {most} 个。",
    ] },
    Line { code: "failed", text: ["It broke down: {what}.", "检查出错：{what}。"] },
];
