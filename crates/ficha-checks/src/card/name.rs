//! A name that is missing, left as an editor's placeholder, or a macro of itself.

use ficha_model::{Kind, Path};

use super::check;
use crate::input::text_of;
use crate::text::folded;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(
    Name,
    "name",
    &[Kind::Character, Kind::Persona, Kind::Lorebook],
    &["name-missing", "name-placeholder", "name-macro"]
);

/// What editors and sites call a new card. Compared without case.
const PLACEHOLDERS: &[&str] = &[
    "unnamed",
    "unnamed character",
    "untitled",
    "untitled character",
    "new character",
    "new card",
    "new persona",
    "new lorebook",
    "untitled lorebook",
    "character name",
    "your character name",
    "name here",
    "insert name",
    "no name",
    "test character",
    "undefined",
    "null",
    "[unnamed]",
    "未命名",
    "未命名角色",
    "新角色",
    "新建角色",
    "角色名",
    "角色名称",
];

/// Macros that stand for the name of the character.
const OWN: &[&str] = &["{{char}}", "<bot>", "<char>", "{{bot}}"];

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let kind = input.entity().kind;
    let path = if kind == Kind::Character { "identity.name" } else { "name" };
    let place: Path = path.parse().unwrap_or_default();
    let name = input.entity().body.text(path).unwrap_or("");
    let small = folded(name);
    let mut found = Vec::new();
    if small.is_empty() {
        // Books and their files often go by the file's name alone, and some formats have no name at all.
        let source = input.entity().source.as_ref().and_then(|source| ficha_formats::spec(&source.format));
        if kind != Kind::Lorebook && source.is_none_or(|spec| spec.carries(&place)) {
            found.push(Finding::new(Severity::Error, "name-missing", place));
        }
    } else if PLACEHOLDERS.contains(&small.as_str()) {
        found.push(Finding::new(Severity::Warning, "name-placeholder", place).with("name", name).showing(name));
    } else if kind == Kind::Character && OWN.iter().any(|own| small.contains(own)) {
        found.push(Finding::new(Severity::Error, "name-macro", place).showing(name));
    }
    let nickname = text_of(input.body().get("identity").unwrap_or(&serde_json::Value::Null), "nickname");
    if kind == Kind::Character && OWN.iter().any(|own| folded(nickname).contains(own)) {
        let place: ficha_model::Path = "identity.nickname".parse().unwrap_or_default();
        found.push(Finding::new(Severity::Error, "name-macro", place).showing(nickname));
    }
    Ok(found)
}
