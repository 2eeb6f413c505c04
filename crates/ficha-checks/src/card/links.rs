//! Links that lead nowhere: to a piece that is not there, a folder the book has not, a picture nobody named.

use ficha_model::schema::{FieldType, schema};
use ficha_model::{Kind, Link, Path};

use super::check;
use crate::finding::Fix;
use crate::input::text_of;
use crate::text::macros::macros;
use crate::{CardInput, CheckSkipped, Finding, Severity, There};

check!(Links, "links", &Kind::ALL, &["link-nowhere", "folder-nowhere", "group-nowhere", "picture-unnamed"]);

/// Macros that show one of the card's own pictures by its name.
const SHOWING: [&str; 7] = ["img", "image", "asset", "emotion", "raw", "bg", "video"];

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let mut found = pieces(input);
    found.extend(rows_of(input, "entries", "categoryId", "categories", "folder-nowhere"));
    found.extend(rows_of(input, "prompts", "groupId", "groups", "group-nowhere"));
    if input.entity().kind == Kind::Character {
        found.extend(pictures(input));
    }
    Ok(found)
}

fn pieces(input: &CardInput<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let links = schema(input.entity().kind).fields().filter(|field| field.shape == FieldType::Link);
    for list in links.filter_map(|field| field.path.strip_suffix("[]")).filter(|list| !list.contains("[]")) {
        let kind = if list.starts_with("behavior") { Kind::Regex } else { Kind::Lorebook };
        let root: Path = list.parse().unwrap_or_default();
        for (index, value) in input.entity().body.list(list).iter().enumerate() {
            let Some(Link::Entity(id)) = Link::from_value(value) else { continue };
            if input.around.piece(kind, &id) == There::No {
                let place = root.index(index);
                let fix = Fix::one("remove-link", false, place.clone(), None);
                let finding = Finding::new(Severity::Error, "link-nowhere", place).with("id", &id);
                found.push(finding.showing(&id).fix(fix));
            }
        }
    }
    found
}

/// Rows that name a row of another list by its id.
fn rows_of(input: &CardInput<'_>, list: &str, key: &str, other: &str, code: &'static str) -> Vec<Finding> {
    let known: Vec<&str> = input.rows(other).map(|(_, row)| text_of(row, "id")).collect();
    let mut found = Vec::new();
    for (number, row) in input.rows(list) {
        let id = text_of(row, key);
        if id.is_empty() || known.contains(&id) {
            continue;
        }
        let place = Path::default().key(list).index(number).key(key);
        let fix = Fix::one("clear-link", true, place.clone(), None);
        found.push(Finding::new(Severity::Warning, code, place).with("id", id).showing(id).fix(fix));
    }
    found
}

/// Pictures shown by name in texts, of cards that bring pictures.
fn pictures(input: &CardInput<'_>) -> Vec<Finding> {
    let mut names: Vec<String> = Vec::new();
    for (_, row) in input.rows("media.assets") {
        names.extend(["name", "label"].map(|key| stem(text_of(row, key))));
    }
    names.retain(|name| !name.is_empty());
    let mut found = Vec::new();
    if names.is_empty() {
        return found;
    }
    let mut told: Vec<String> = Vec::new();
    for at in input.texts() {
        for found_macro in macros(at.text).into_iter().filter(|found| found.closed) {
            let shows = SHOWING.iter().any(|word| found_macro.name.eq_ignore_ascii_case(word));
            let wanted = stem(found_macro.rest.split("::").next().unwrap_or(""));
            let plain = !wanted.is_empty() && !found_macro.rest.contains(['{', '$']);
            if !shows || !plain || names.contains(&wanted) || told.contains(&wanted) {
                continue;
            }
            let finding = Finding::new(Severity::Warning, "picture-unnamed", at.path.clone())
                .with("name", found_macro.rest)
                .at(at.text, found_macro.from, found_macro.to);
            told.push(wanted);
            found.push(finding);
        }
    }
    found
}

fn stem(name: &str) -> String {
    let name = name.trim();
    let stem = name.rsplit_once('.').filter(|(_, end)| end.len() <= 5).map_or(name, |(stem, _)| stem);
    stem.to_lowercase()
}
