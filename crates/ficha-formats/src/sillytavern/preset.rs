//! SillyTavern's chat completion preset: the keys and the order of prompts are common ground, here is the bid.

use std::sync::LazyLock;

use ficha_container::ContainerId;
use ficha_json::{Document, Style};
use ficha_model::Kind;

use crate::format::{Detection, FormatSpec};
use crate::record::{Record, Tables, plain};
use crate::tavern::preset::{HOOKS, PresetFile, keys};
use crate::tavern::regex;

/// The format.
pub(super) static PRESET: PresetFile = PresetFile(&RECORD);

static SPEC: LazyLock<FormatSpec> = LazyLock::new(|| FormatSpec {
    id: "sillytavern-preset",
    platform: "sillytavern",
    kind: Kind::Preset,
    title: "SillyTavern chat completion preset",
    reads: &[ContainerId::Json],
    writes: &[ContainerId::Json],
    writes_own: &[],
    extensions: &["json"],
    variants: &[],
    own: false,
    wire: Box::leak(Box::new([
        keys::SCALARS,
        keys::OWN,
        keys::connection(),
        regex::rows_in_card("/extensions/regex_scripts"),
    ])),
    private: keys::SENSITIVE,
    source: "SillyTavern 1.19 openai.js, PromptManager.js",
});

static RECORD: LazyLock<Record> = LazyLock::new(|| Record {
    spec: &SPEC,
    tables: LazyLock::new(|| Tables::of(&SPEC)),
    detect,
    roots: plain,
    fresh: r#"{"prompts": [], "prompt_order": [{"character_id": 100001, "order": []}]}"#,
    style: Style::Pretty(4),
    hooks: HOOKS,
});

/// Prompts with an order, or the temperature with one of the keys only this file has.
fn detect(document: &Document) -> Option<Detection> {
    let root = document.root();
    let has = |key: &str| root.get(key).is_some();
    let list = |key: &str| root.get(key).is_some_and(|list| list.is_array());
    if has("type") || (has("exportedAt") && has("data")) || has("spec") || has("entries") || has("blocks") {
        return None;
    }
    let own = ["openai_max_context", "openai_max_tokens", "impersonation_prompt", "chat_completion_source", "top_p"];
    let sampled = has("temperature") && own.iter().any(|key| has(key));
    // NovelAI's presets have a temperature too, under names of their own beside it.
    let novel = has("tail_free_sampling") || has("phrase_rep_pen");
    let fits = list("prompts") || list("prompt_order") || (sampled && !novel);
    fits.then_some(Detection { confidence: 0.9, because: "it has the prompts or settings of a chat completion preset" })
}
