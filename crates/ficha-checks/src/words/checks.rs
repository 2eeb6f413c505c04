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
    check("greetings", ["Greetings", "开场白"],
        ["A first message that is missing, greetings without text, greetings that are the same.",
         "缺少开场白、开场白为空，或有重复的开场白。"]),
    check("keys", ["Keys of entries", "条目关键词"],
        ["Blank keys, keys given twice, and lists that were meant as several keys.",
         "空白关键词、重复的关键词，以及本应拆开的一串关键词。"]),
];

pub(crate) const SKIPS: &[Line] = &[
    Line {
        code: "no-target",
        text: [
            "It asks what another app would ignore, and no app was chosen.",
            "这项检查需要知道目标应用，目前没有选择任何应用。",
        ],
    },
    Line {
        code: "too-much",
        text: [
            "There are {found} entries to compare; at most {most} are.",
            "需要比较的条目有 {found} 个，最多比较 {most} 个。",
        ],
    },
    Line { code: "failed", text: ["It broke down: {what}.", "检查出错：{what}。"] },
];
