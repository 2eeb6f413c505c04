//! The preset: SillyTavern's chat completion grammar with questions, a readme and hooks beside it.
//!
//! The hooks are text to us and are never run. A file made anew has an empty list of questions, by which it is known.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Node, Style};
use ficha_model::Kind;

use super::SOURCE;
use crate::format::{
    Clear, Detection, Form, FormatSpec, IdFrom, Items, Lexicon, Shape, Widget, Wire, kept, list, native, row,
};
use crate::record::{Record, Tables, plain};
use crate::tavern::preset::{HOOKS, PresetFile, keys};
use crate::tavern::regex;

const TYPES: Lexicon = Lexicon {
    pairs: &[("\"one\"", "one"), ("\"many\"", "many"), ("\"toggle\"", "toggle"), ("\"input\"", "input")],
    open: false,
    unknown: "RoleCall asks no such questions.",
};

/// Two places of the grammar, and three of the app's own.
static PLACEMENTS: Lexicon = Lexicon {
    pairs: &[("0", "relative"), ("1", "in_chat"), ("2", "append"), ("3", "append_preset"), ("4", "prepend_preset")],
    open: true,
    unknown: "RoleCall has no such place for a prompt.",
};

const PLACEMENT: &str = "/prompts/*/injection_position";

const CHOICES: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "label": "", "type": "one", "options": []}"#,
    decode: None,
    encode: None,
};

const OPTIONS: Items = Items {
    form: Form::Array,
    id: IdFrom::Key("id"),
    numbers: false,
    fresh: r#"{"id": "", "label": ""}"#,
    decode: None,
    encode: None,
};

#[rustfmt::skip]
const OWN: &[Wire] = &[
    row("/readme", "description", Shape::Text, Clear::Empty, SOURCE),
    native("/macro_engine_yaml", ("Hooks", "钩子"),
        ("Rules of RoleCall's macro engine, as YAML. Shown, never run here.", "RoleCall 宏引擎的规则（YAML）。仅显示，绝不运行。"), Widget::Text, SOURCE),
    kept("/extensions/linkedRegexScripts", "regex sets of the app, by its own ids", SOURCE),
    row(PLACEMENT, "prompts[].placement", Shape::Word(&PLACEMENTS), Clear::Remove, SOURCE),
    list("/choice_groups", "choices", &CHOICES, SOURCE),
    kept("/choice_groups/*/id", "the id of the question", SOURCE),
    row("/choice_groups/*/key", "choices[].key", Shape::Text, Clear::Remove, SOURCE),
    row("/choice_groups/*/variableName", "choices[].key", Shape::Text, Clear::Remove, SOURCE),
    row("/choice_groups/*/label", "choices[].label", Shape::Text, Clear::Empty, SOURCE),
    row("/choice_groups/*/readme", "choices[].readme", Shape::Text, Clear::Remove, SOURCE),
    row("/choice_groups/*/description", "choices[].readme", Shape::Text, Clear::Remove, SOURCE),
    row("/choice_groups/*/type", "choices[].type", Shape::Word(&TYPES), Clear::To("\"one\""), SOURCE),
    row("/choice_groups/*/default", "choices[].default", Shape::Any, Clear::Remove, SOURCE),
    row("/choice_groups/*/placeholder", "choices[].placeholder", Shape::Text, Clear::Remove, SOURCE),
    row("/choice_groups/*/suggestions", "choices[].suggestions", Shape::TextList, Clear::Remove, SOURCE),
    row("/choice_groups/*/min", "choices[].min", Shape::Number, Clear::Remove, SOURCE),
    row("/choice_groups/*/separator", "choices[].separator", Shape::Text, Clear::Remove, SOURCE),
    row("/choice_groups/*/sortOrder", "choices[].sortOrder", Shape::Number, Clear::Remove, SOURCE),
    list("/choice_groups/*/options", "choices[].options", &OPTIONS, SOURCE),
    kept("/choice_groups/*/options/*/id", "the id of the answer", SOURCE),
    row("/choice_groups/*/options/*/label", "choices[].options[].label", Shape::Text, Clear::Empty, SOURCE),
    row("/choice_groups/*/options/*/value", "choices[].options[].value", Shape::Text, Clear::Remove, SOURCE),
    row("/choice_groups/*/options/*/description", "choices[].options[].description", Shape::Text, Clear::Remove, SOURCE),
    row("/choice_groups/*/options/*/prompts", "choices[].options[].enablesPrompts", Shape::TextList, Clear::Remove, SOURCE),
    row("/choice_groups/*/options/*/set", "choices[].options[].set", Shape::Any, Clear::Remove, SOURCE),
];

static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "rolecall-preset",
    platform: "rolecall",
    kind: Kind::Preset,
    title: "RoleCall preset",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: Box::leak(Box::new([
        OWN,
        keys::SCALARS,
        Box::leak(keys::OWN.iter().filter(|row| row.key() != PLACEMENT).copied().collect::<Box<[Wire]>>()),
        keys::connection(),
        regex::rows_in_card("/extensions/regex_scripts"),
    ])),
    private: keys::SENSITIVE,
    source: SOURCE,
});

static RECORD: LazyLock<Record> = LazyLock::new(|| Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"prompts": [], "prompt_order": [{"character_id": 100001, "order": []}], "choice_groups": []}"#,
    style: Style::Pretty(4),
    hooks: HOOKS,
});

/// The format.
pub(super) static PRESET: PresetFile = PresetFile(&RECORD);

fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let foreign = ["type", "spec", "data", "entries", "blocks"].iter().any(|key| root.get(key).is_some());
    let own = root.get("macro_engine_yaml").is_some_and(Node::is_string)
        || root.get("choice_groups").is_some_and(Node::is_array)
        || root.at("/extensions/linkedRegexScripts").is_some_and(Node::is_array);
    (own && !foreign).then_some(Detection { confidence: 0.95, because: "it has RoleCall's questions or hooks" })
}
