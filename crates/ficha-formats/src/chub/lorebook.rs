//! A lorebook of Chub: a map of entries, each in the words of a card's book and of SillyTavern's file at once.
//!
//! Source: files of the site. Where the two halves agree an edit is written into both; where they do not, the half
//! SillyTavern reads counts. A book from elsewhere is written as a SillyTavern file, which the site imports.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;
use serde_json::{Map, Value};

use crate::format::{
    Clear, Detection, Form, FormatSpec, IdFrom, Items, Lexicon, Shape, Widget, Wire, kept, list, native, row,
};
use crate::notes::NoteCode;
use crate::read::Reader;
use crate::record::{Record, RecordHooks, Tables, plain};
use crate::tavern::values;

const BOOK: &str = "Chub lorebook, as the site hands it out";

static MODES: Lexicon = Lexicon {
    pairs: &[("true", "advanced"), ("false", "simple")],
    open: false,
    unknown: "Chub knows no such way of using keys.",
};

static ENTRIES: Items = Items {
    form: Form::Map,
    id: IdFrom::Key("uid"),
    numbers: true,
    fresh: r#"{"uid": 0, "key": [], "keys": [], "keysecondary": [], "secondary_keys": [], "comment": "", "name": "", "content": "", "constant": false, "selective": false, "enabled": true, "disable": false, "order": 100, "insertion_order": 100, "position": 0, "extensions": {}}"#,
    decode: Some(halves),
    encode: None,
};

#[rustfmt::skip]
const WIRE: &[Wire] = &[
    row("/name", "name", Shape::Text, Clear::Empty, BOOK),
    row("/description", "description", Shape::Text, Clear::Empty, BOOK),
    row("/scan_depth", "globalScanDepth", Shape::Number, Clear::Remove, BOOK),
    row("/token_budget", "tokenBudget", Shape::Number, Clear::Remove, BOOK),
    row("/recursive_scanning", "globalRecursion", Shape::Flag, Clear::Remove, BOOK),
    kept("/is_creation", "whether the book was being made when it was saved", BOOK),
    native("/extensions", ("Extensions", "扩展"),
        ("Where the book lies on the site, and what else it keeps there.", "世界书在网站上的位置及其他数据。"), Widget::Json, BOOK),
    list("/entries", "entries", &ENTRIES, BOOK),
    kept("/entries/*/uid", "the number of the entry", BOOK),
    kept("/entries/*/id", "the number of the entry once more", BOOK),
    row("/entries/*/key", "entries[].triggers", Shape::Coded(&values::TRIGGERS), Clear::Empty, BOOK),
    row("/entries/*/keys", "entries[].triggers", Shape::Coded(&values::TRIGGERS), Clear::Empty, BOOK),
    row("/entries/*/keysecondary", "entries[].secondaryTriggers", Shape::Coded(&values::TRIGGERS), Clear::Empty, BOOK),
    row("/entries/*/secondary_keys", "entries[].secondaryTriggers", Shape::Coded(&values::TRIGGERS), Clear::Empty, BOOK),
    row("/entries/*/comment", "entries[].title", Shape::FilledText, Clear::Empty, BOOK),
    row("/entries/*/name", "entries[].title", Shape::FilledText, Clear::Empty, BOOK),
    row("/entries/*/content", "entries[].content", Shape::Text, Clear::Empty, BOOK),
    row("/entries/*/disable", "entries[].enabled", Shape::Not, Clear::To("false"), BOOK),
    row("/entries/*/enabled", "entries[].enabled", Shape::Flag, Clear::To("true"), BOOK),
    row("/entries/*/constant", "entries[].constant", Shape::Flag, Clear::To("false"), BOOK),
    row("/entries/*/selective", "entries[].triggerMode", Shape::Word(&MODES), Clear::To("false"), BOOK),
    row("/entries/*/selectiveLogic", "entries[].selectiveLogic", Shape::Coded(&values::SELECTIVE_LOGIC), Clear::Remove, BOOK),
    row("/entries/*/extensions/selectiveLogic", "entries[].selectiveLogic", Shape::Coded(&values::SELECTIVE_LOGIC), Clear::Remove, BOOK),
    row("/entries/*/order", "entries[].sortOrder", Shape::Number, Clear::To("100"), BOOK),
    row("/entries/*/insertion_order", "entries[].sortOrder", Shape::Number, Clear::To("100"), BOOK),
    row("/entries/*/priority", "entries[].priority", Shape::Number, Clear::Remove, BOOK),
    row("/entries/*/case_sensitive", "entries[].caseSensitive", Shape::Flag, Clear::Remove, BOOK),
    row("/entries/*/position", "entries[].position", Shape::Coded(&values::POSITION), Clear::To("0"), BOOK),
    row("/entries/*/depth", "entries[].depth", Shape::Number, Clear::Remove, BOOK),
    row("/entries/*/extensions/depth", "entries[].depth", Shape::Number, Clear::Remove, BOOK),
    row("/entries/*/addMemo", "entries[].useMemo", Shape::Flag, Clear::Remove, BOOK),
    row("/entries/*/extensions/addMemo", "entries[].useMemo", Shape::Flag, Clear::Remove, BOOK),
    row("/entries/*/excludeRecursion", "entries[].excludeRecursion", Shape::Flag, Clear::Remove, BOOK),
    row("/entries/*/extensions/excludeRecursion", "entries[].excludeRecursion", Shape::Flag, Clear::Remove, BOOK),
    row("/entries/*/probability", "entries[].probability", Shape::Number, Clear::Remove, BOOK),
    row("/entries/*/extensions/probability", "entries[].probability", Shape::Number, Clear::Remove, BOOK),
    row("/entries/*/useProbability", "entries[].useProbability", Shape::Flag, Clear::Remove, BOOK),
    row("/entries/*/extensions/useProbability", "entries[].useProbability", Shape::Flag, Clear::Remove, BOOK),
    row("/entries/*/displayIndex", "entries[].displayIndex", Shape::Number, Clear::Remove, BOOK),
    row("/entries/*/extensions/displayIndex", "entries[].displayIndex", Shape::Number, Clear::Remove, BOOK),
    row("/entries/*/characterFilter", "entries[].characterFilter", Shape::Coded(&values::FILTER), Clear::Remove, BOOK),
    row("/entries/*/extensions/characterFilter", "entries[].characterFilter", Shape::Coded(&values::FILTER), Clear::Remove, BOOK),
    row("/entries/*/group", "entries[].groupName", Shape::FilledText, Clear::Empty, BOOK),
    native("/entries/*/extensions/weight", ("Weight", "权重"),
        ("A weight of the site's own.", "网站自己的权重。"), Widget::Number, BOOK),
    kept("/entries/*/extensions/embedded", "whether the entry came out of a card", BOOK),
];

static SPEC: FormatSpec = FormatSpec {
    id: "chub-lorebook",
    platform: "chub",
    kind: Kind::Lorebook,
    title: "Chub lorebook",
    reads: &[ContainerId::Json],
    writes: &[],
    writes_own: &[ContainerId::Json],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: &[WIRE],
    private: &[],
    source: BOOK,
};

/// The format.
pub(super) static RECORD: Record = Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: "",
    style: Style::Pretty(2),
    hooks: RecordHooks::NONE,
};

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let others = ["kind", "spec", "data", "folders"].iter().any(|key| root.get(key).is_some());
    let entries = root.get("entries").filter(|entries| entries.is_object() && !others)?;
    let named = root.get("is_creation").is_some() && root.get("recursive_scanning").is_some();
    let both = |row: Node<'_>| row.get("key").is_some() && row.get("keys").is_some();
    let doubled = entries.members().next().is_some_and(|(_, row)| row.is_object() && both(row));
    (named || doubled).then_some(Detection { confidence: 0.95, because: "its entries are said twice, as Chub does" })
}

/// Says where the two halves of an entry differ.
fn halves(row: Node<'_>, at: &str, _: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    for (first, second) in [("key", "keys"), ("keysecondary", "secondary_keys"), ("order", "insertion_order")] {
        if let (Some(one), Some(other)) = (row.get(first), row.get(second))
            && !one.same_as(other)
        {
            let text = format!("{at}/{second} says something else than {at}/{first}, which counts.");
            reader.info(NoteCode::MirrorDiffers, &format!("{at}/{second}"), text);
        }
    }
}
