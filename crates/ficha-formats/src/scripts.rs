//! Scripts found in a payload: code of any kind that an app might run or render. They are named, never run.
//!
//! Found by where they lie (keys apps keep code under) and, in prose, by the marks of HTML, CSS and templates.

use ficha_json::{Document, Node, NodeKind, pointer};
use serde::Serialize;

/// The language of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScriptKind {
    /// A regex rule with its replacement.
    Regex,
    /// Lua.
    Lua,
    /// JavaScript.
    Javascript,
    /// HTML beyond what Markdown would carry.
    Html,
    /// A style sheet.
    Css,
    /// An EJS template.
    Ejs,
    /// A trigger of RisuAI.
    Trigger,
}

/// A script found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Script {
    /// Its language.
    pub kind: ScriptKind,
    /// JSON Pointer in the payload.
    pub pointer: String,
    /// Its length in Unicode code points; of a rule or trigger, of its text as it stands.
    pub chars: usize,
}

/// Every script in a payload, in the order of the text.
pub fn scripts(document: &Document) -> Vec<Script> {
    let mut found = Vec::new();
    look(document.root(), String::new(), "", &mut found);
    found
}

fn look(node: Node<'_>, at: String, key: &str, found: &mut Vec<Script>) {
    match node.kind() {
        NodeKind::Object => {
            for (key, child) in node.members() {
                look(child, pointer::join(&at, &key), &key, found);
            }
        }
        NodeKind::Array => {
            for (index, child) in node.items().enumerate() {
                let below = pointer::join(&at, &index.to_string());
                match row_kind(key, child) {
                    Some(kind) => found.push(Script { kind, pointer: below, chars: child.raw().chars().count() }),
                    None => look(child, below, "", found),
                }
            }
        }
        NodeKind::String => {
            // The cheap test first: most texts hold no mark at all.
            if !named(key) && !node.raw().contains('<') {
                return;
            }
            let Some(text) = node.as_str() else { return };
            if let Some(kind) = text_kind(key, &text) {
                found.push(Script { kind, pointer: at, chars: text.chars().count() });
            }
        }
        NodeKind::Null | NodeKind::Bool | NodeKind::Number => {}
    }
}

/// A row of a list that is a script as a whole: SillyTavern's and RisuAI's regex rules, RisuAI's triggers (in a
/// module under shorter names).
fn row_kind(list: &str, row: Node<'_>) -> Option<ScriptKind> {
    if !row.is_object() {
        return None;
    }
    match list {
        "regex_scripts" => Some(ScriptKind::Regex),
        "customScripts" | "customscript" => Some(ScriptKind::Regex),
        "regex" if row.get("in").is_some() => Some(ScriptKind::Regex),
        "triggerscript" | "trigger" if list == "triggerscript" || row.get("effect").is_some() => {
            let lua = row.get("effect").and_then(|list| list.items().next()).and_then(|first| first.get("type"));
            let lua = lua.and_then(|kind| kind.as_str().map(|word| word == "triggerlua"));
            Some(if lua == Some(true) { ScriptKind::Lua } else { ScriptKind::Trigger })
        }
        _ => None,
    }
}

/// Keys under which apps keep code whatever it looks like.
fn named(key: &str) -> bool {
    matches!(
        key,
        "virtualscript"
            | "virtualScript"
            | "backgroundHTML"
            | "backgroundEmbedding"
            | "backgroundCSS"
            | "cjs"
            | "css"
            | "script"
            | "scriptContent"
    )
}

fn text_kind(key: &str, text: &str) -> Option<ScriptKind> {
    if text.trim().is_empty() {
        return None;
    }
    match key {
        "virtualscript" | "virtualScript" | "script" | "scriptContent" | "cjs" => return Some(ScriptKind::Javascript),
        "backgroundHTML" | "backgroundEmbedding" => return Some(ScriptKind::Html),
        "backgroundCSS" | "css" => return Some(ScriptKind::Css),
        _ => {}
    }
    let lower = text.to_ascii_lowercase();
    let has = |mark: &str| lower.contains(mark);
    if has("<script") || has("javascript:") {
        Some(ScriptKind::Javascript)
    } else if text.contains("<%") && text.contains("%>") {
        Some(ScriptKind::Ejs)
    } else if has("<style") {
        Some(ScriptKind::Css)
    } else if [
        "<div", "<span", "<img", "<iframe", "<table", "<svg", "<details", "<button", "<input", "<video", "<audio",
        "<link",
    ]
    .iter()
    .any(|tag| has(tag))
    {
        Some(ScriptKind::Html)
    } else {
        None
    }
}
