//! The lorebook's own fields and its categories. Entries are in [`super::lorebook_entry`].

use super::table::*;
use super::{Choice, Field, KindSchema};
use crate::Kind;

pub(super) static SCHEMA: KindSchema = KindSchema {
    kind: Kind::Lorebook,
    english: "Lorebook",
    chinese: "世界书",
    parts: &[FIELDS, super::lorebook_entry::FIELDS],
};

const BOOK_TYPE: Choice = Choice {
    values: &[
        word("world", "World", "世界"),
        word("character", "Character", "角色"),
        word("scenario", "Scenario", "场景"),
        word("rules", "Rules", "规则"),
        word("utility", "Utility", "工具"),
        word("other", "Other", "其他"),
    ],
    open: false,
};

const BUDGET_MODE: Choice =
    Choice { values: &[word("token", "Tokens", "按词元"), word("entry", "Entries", "按条目")], open: false };

/// What a scan depth counts.
pub(super) const SCAN_UNIT: Choice = Choice {
    values: &[word("messages", "Messages", "消息"), word("characters", "Characters", "字符")],
    open: false,
};

#[rustfmt::skip]
const FIELDS: &[Field] = &[
    text("name", "Name", "名称",
        "The book's name."),
    prose("description", "Description", "描述",
        "What the book is about; for people.").nullable(),
    choice("lorebookType", &BOOK_TYPE, "Type", "类型",
        "What the book is for.").nullable(),
    text("genre", "Genre", "体裁", "The genre.").nullable(),
    text("fandom", "Fandom", "同人来源", "The work it is drawn from.").nullable(),
    list("tags", "Tags", "标签", "Tags, in the author's order."),
    text("tags[]", "Tag", "标签", "One tag."),
    flag("enabled", "On", "启用", "Whether the book is used; absent means yes."),
    flag("globalCaseSensitive", "Case matters", "区分大小写",
        "Whether keys are matched by exact case where an entry does not say."),
    flag("globalMatchWholeWords", "Whole words", "全词匹配",
        "Whether keys match whole words only where an entry does not say."),
    number("globalScanDepth", "Scan depth", "扫描深度",
        "How far back keys are looked for; 0 looks at nothing."),
    choice("scanDepthUnit", &SCAN_UNIT, "Scan depth counts", "扫描深度单位",
        "What the scan depth counts; absent means messages."),
    flag("globalRecursion", "Recursive", "递归扫描",
        "Whether entries found are searched for keys of others."),
    number("tokenBudget", "Token budget", "词元预算",
        "How many tokens the book may add; 0 sets no limit."),
    choice("budgetMode", &BUDGET_MODE, "Budget counts", "预算方式", "What the budget counts."),
    number("entryBudget", "Entry budget", "条目预算",
        "How many entries the book may add; 0 sets no limit."),
    list("categories", "Categories", "分类",
        "Folders for entries."),
    group("categories[]", "Category", "分类", "One folder."),
    identifier("categories[].id", "Id", "ID",
        "Its id within the book.").required(),
    text("categories[].name", "Name", "名称",
        "What people call it."),
    number("categories[].sortOrder", "Order", "顺序", "Its place among the folders."),
    flag("categories[].enabled", "On", "启用",
        "Whether its entries are used; absent means yes."),
    identifier("categories[].parentId", "Inside", "上级分类",
        "The folder it lies in, by id.").nullable(),
    list("order", "Order of rows", "排列顺序", "Ids of entries and folders as the app lists them."),
    identifier("order[]", "Row", "行", "One id."),
];
