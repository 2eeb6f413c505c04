//! Fields that a chosen app will not get: found by what its format carried when it was tried, never by a list of claims.

use std::collections::BTreeMap;

use ficha_convert::coverage_once;
use ficha_formats::{FormatSpec, format, formats};
use ficha_model::schema::{field, schema};
use ficha_model::{Kind, Path, Step, is_blank, leaves, merge_profile};
use serde_json::Value;

use super::check;
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(Target, "target", &Kind::ALL, &["target-ignores", "target-refuses"]);

/// Fields that say how a piece is shown and kept; their loss changes nothing in a chat.
const SILENT: [&str; 5] = ["attribution.", "discovery.", "media.", "entries[].displayIndex", "variants"];

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    if input.targets.is_empty() {
        return Err(CheckSkipped::NoTarget);
    }
    Ok(input.targets.iter().flat_map(|target| ignored(input, target)).collect())
}

fn ignored(input: &CardInput<'_>, target: &'static FormatSpec) -> Vec<Finding> {
    let kind = input.entity().kind;
    // A linked book goes along in the form the same app has for books.
    let own =
        |spec: &&'static FormatSpec| spec.kind == kind && spec.platform == target.platform && !spec.writes.is_empty();
    let Some(spec) = Some(target).filter(own).or_else(|| formats().map(|format| format.spec()).find(own)) else {
        let finding = Finding::new(Severity::Info, "target-refuses", Path::default());
        return vec![finding.with("target", target.title)];
    };
    let carried = carried(spec.id);
    let entity = input.entity();
    let body = entity.profiles.get(spec.id).map_or_else(|| entity.body.clone(), |own| merge_profile(&entity.body, own));
    let mut lost: BTreeMap<String, (Path, Vec<Path>)> = BTreeMap::new();
    for (path, value) in leaves(body.value()) {
        let Some(row) = field(kind, &path) else { continue };
        let silent = SILENT.iter().any(|prefix| row.path.starts_with(prefix));
        if is_blank(value) || silent || is_default(&path, value) || carried.get(row.path).copied().unwrap_or(true) {
            continue;
        }
        // A row that cannot say what it is about is lost as a whole, and told of once.
        let place = whole_row(kind, row.path, &carried).map_or(path.clone(), |_| cut(&path));
        let pattern =
            whole_row(kind, row.path, &carried).map_or(row.path, |length| row.path.get(..length).unwrap_or(""));
        let known = lost.entry(pattern.to_owned()).or_insert_with(|| (place.clone(), Vec::new()));
        if !known.1.contains(&place) {
            known.1.push(place);
        }
    }
    lost.into_values()
        .map(|(path, places)| {
            Finding::new(Severity::Info, "target-ignores", path.clone())
                .with("target", target.title)
                .naming("field", kind, path)
                .with("count", places.len())
        })
        .collect()
}

/// Where the pattern of a row ends that a path lies in and whose required text does not cross.
fn whole_row(kind: Kind, pattern: &'static str, carried: &BTreeMap<&'static str, bool>) -> Option<usize> {
    let end = pattern.find("[].")? + 2;
    let row = pattern.get(..=end)?;
    let mut required =
        schema(kind).fields().filter(|field| field.required && field.is_text() && field.path.starts_with(row));
    required.any(|field| carried.get(field.path) == Some(&false)).then_some(end)
}

/// A path as far as the row of its list.
fn cut(path: &Path) -> Path {
    let end = path.0.iter().position(|step| matches!(step, Step::Index(_)));
    Path(path.0.get(..end.map_or(path.0.len(), |end| end + 1)).unwrap_or_default().to_vec())
}

/// Switches that are off, numbers that are nothing and what is on as everything is ask for nothing.
fn is_default(path: &Path, value: &Value) -> bool {
    let switch = path.0.last() == Some(&Step::Key("enabled".into()));
    value == &Value::Bool(switch) || value.as_f64() == Some(0.0)
}

/// What a format carries, by path pattern.
fn carried(id: &str) -> BTreeMap<&'static str, bool> {
    let found = format(id).map(coverage_once);
    found.iter().flat_map(|found| &found.fields).map(|field| (field.path, field.carried)).collect()
}
