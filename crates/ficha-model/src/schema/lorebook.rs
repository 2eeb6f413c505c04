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
    text("name", "Name", "名称", "sillytavern-lorebook character-book rolecall-lorebook agnai-lorebook marinara-lorebook lumiverse-lorebook",
        "The book's name."),
    prose("description", "Description", "描述", "sillytavern-lorebook character-book rolecall-lorebook agnai-lorebook marinara-lorebook",
        "What the book is about; for people.").nullable(),
    choice("lorebookType", &BOOK_TYPE, "Type", "类型", "rolecall-lorebook marinara-lorebook",
        "What the book is for.").nullable(),
    text("genre", "Genre", "体裁", "rolecall-lorebook", "The genre.").nullable(),
    text("fandom", "Fandom", "同人来源", "rolecall-lorebook", "The work it is drawn from.").nullable(),
    list("tags", "Tags", "标签", "rolecall-lorebook marinara-lorebook", "Tags, in the author's order."),
    text("tags[]", "Tag", "标签", "rolecall-lorebook marinara-lorebook", "One tag."),
    flag("enabled", "On", "启用", "marinara-lorebook", "Whether the book is used; absent means yes."),
    flag("globalCaseSensitive", "Case matters", "区分大小写", "sillytavern-lorebook rolecall-lorebook",
        "Whether keys are matched by exact case where an entry does not say."),
    flag("globalMatchWholeWords", "Whole words", "全词匹配", "sillytavern-lorebook rolecall-lorebook",
        "Whether keys match whole words only where an entry does not say."),
    number("globalScanDepth", "Scan depth", "扫描深度",
        "sillytavern-lorebook character-book rolecall-lorebook agnai-lorebook marinara-lorebook",
        "How far back keys are looked for; 0 looks at nothing."),
    choice("scanDepthUnit", &SCAN_UNIT, "Scan depth counts", "扫描深度单位", "novelai-lorebook",
        "What the scan depth counts; absent means messages."),
    flag("globalRecursion", "Recursive", "递归扫描",
        "sillytavern-lorebook character-book rolecall-lorebook agnai-lorebook marinara-lorebook",
        "Whether entries found are searched for keys of others."),
    number("tokenBudget", "Token budget", "词元预算",
        "sillytavern-lorebook character-book rolecall-lorebook agnai-lorebook marinara-lorebook",
        "How many tokens the book may add; 0 sets no limit."),
    choice("budgetMode", &BUDGET_MODE, "Budget counts", "预算方式", "rolecall-lorebook", "What the budget counts."),
    number("entryBudget", "Entry budget", "条目预算", "rolecall-lorebook marinara-lorebook",
        "How many entries the book may add; 0 sets no limit."),
    list("categories", "Categories", "分类", "rolecall-lorebook novelai-lorebook marinara-lorebook risu-lorebook",
        "Folders for entries."),
    group("categories[]", "Category", "分类", "rolecall-lorebook novelai-lorebook marinara-lorebook risu-lorebook", "One folder."),
    identifier("categories[].id", "Id", "ID", "rolecall-lorebook novelai-lorebook marinara-lorebook risu-lorebook",
        "Its id within the book.").required(),
    text("categories[].name", "Name", "名称", "rolecall-lorebook novelai-lorebook marinara-lorebook risu-lorebook",
        "What people call it."),
    number("categories[].sortOrder", "Order", "顺序", "rolecall-lorebook marinara-lorebook", "Its place among the folders."),
    flag("categories[].enabled", "On", "启用", "rolecall-lorebook novelai-lorebook marinara-lorebook",
        "Whether its entries are used; absent means yes."),
    identifier("categories[].parentId", "Inside", "上级分类", "novelai-lorebook marinara-lorebook",
        "The folder it lies in, by id.").nullable(),
    list("order", "Order of rows", "排列顺序", "novelai-lorebook", "Ids of entries and folders as the app lists them."),
    identifier("order[]", "Row", "行", "novelai-lorebook", "One id."),
];
