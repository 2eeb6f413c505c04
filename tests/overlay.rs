//! Edits in any order and number, written into the file they came from and read back: whatever does not come back as it
//! was meant must have been explained by the format, and nothing else may have been.
//!
//! The edits know no format: texts are changed, cleared and added, rows are added, deleted and moved, wherever a body
//! has any. So every writable format is tried the day it has a sample.

mod common;

use std::sync::OnceLock;

use common::Opened;
use ficha_convert::encode;
use ficha_formats::Ask;
use ficha_model::schema::{FieldType, field, schema};
use ficha_model::{Entity, Path, leaves};
use ficha_testkit::corpus::{self, Sample};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

/// One edit; the numbers choose among what there is.
#[derive(Clone, Debug)]
enum Edit {
    Change(usize, String),
    Clear(usize),
    Fill(usize, String),
    AddRow(usize, String),
    DeleteRow(usize, usize),
    MoveRow(usize, usize),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let text = || {
        prop_oneof!["[a-z]{1,12}", "[ -~]{1,30}", "\\PC{1,12}", Just("line\nline \"quoted\" \\ é 灯台 🗼".to_owned())]
    };
    let one = prop_oneof![
        3 => (any::<usize>(), text()).prop_map(|(at, text)| Edit::Change(at, text)),
        2 => any::<usize>().prop_map(Edit::Clear),
        2 => (any::<usize>(), text()).prop_map(|(at, text)| Edit::Fill(at, text)),
        1 => (any::<usize>(), text()).prop_map(|(at, text)| Edit::AddRow(at, text)),
        1 => (any::<usize>(), any::<usize>()).prop_map(|(list, row)| Edit::DeleteRow(list, row)),
        1 => (any::<usize>(), any::<usize>()).prop_map(|(list, row)| Edit::MoveRow(list, row)),
    ];
    proptest::collection::vec(one, 1..5)
}

/// Texts people write: no ids, no addresses, no pictures.
fn prose(entity: &Entity) -> Vec<Path> {
    let is_prose = |path: &Path| field(entity.kind, path).is_some_and(|field| field.is_text());
    let found = leaves(entity.body.value()).into_iter().filter(|(path, value)| value.is_string() && is_prose(path));
    found.map(|(path, _)| path).filter(|path| !path.to_string().starts_with("media")).collect()
}

/// Lists of a body with rows people add and take away.
fn lists(entity: &Entity) -> Vec<Path> {
    let lists =
        schema(entity.kind).fields().filter(|field| field.shape == FieldType::List && !field.path.contains(['[', '{']));
    let wanted = lists.filter(|field| !field.path.starts_with("media") && !field.path.ends_with("Refs"));
    wanted.map(|field| Path::of(field.path)).filter(|path| path.get(entity.body.value()).is_some()).collect()
}

fn pick<T: Clone>(list: &[T], at: usize) -> Option<T> {
    if list.is_empty() { None } else { list.get(at % list.len()).cloned() }
}

/// An id no row has.
fn new_id(rows: &[Value]) -> String {
    let taken = |id: &String| rows.iter().any(|row| row.get("id").and_then(Value::as_str) == Some(id));
    (rows.len()..).map(|number| format!("new-{number}")).find(|id| !taken(id)).unwrap_or_default()
}

fn perform(entity: &mut Entity, edit: &Edit) {
    match edit {
        Edit::Change(at, text) => {
            if let Some(path) = pick(&prose(entity), *at) {
                entity.body.set(&path, json!(text));
            }
        }
        Edit::Clear(at) => {
            // A row with nothing in it is no row: rows are deleted whole.
            let at_root: Vec<Path> = prose(entity).into_iter().filter(|path| !path.to_string().contains('[')).collect();
            if let Some(path) = pick(&at_root, *at) {
                entity.body.remove(&path);
            }
        }
        Edit::Fill(at, text) => {
            let fields = schema(entity.kind).fields().filter(|field| {
                field.is_text() && !field.path.contains(['[', '{']) && !field.path.starts_with("media")
            });
            let free: Vec<Path> = fields
                .map(|field| Path::of(field.path))
                .filter(|path| path.get(entity.body.value()).is_none())
                .collect();
            if let Some(path) = pick(&free, *at) {
                entity.body.set(&path, json!(text));
            }
        }
        Edit::AddRow(at, text) => {
            let Some(list) = pick(&lists(entity), *at) else { return };
            let Some(rows) = list.get(entity.body.value()).and_then(Value::as_array) else { return };
            let Some(mut row) = rows.first().cloned() else { return };
            match &mut row {
                Value::Object(map) => {
                    map.insert("id".to_owned(), json!(new_id(rows)));
                    for key in ["content", "text"].into_iter().filter(|key| map.contains_key(*key)).collect::<Vec<_>>()
                    {
                        map.insert(key.to_owned(), json!(text));
                    }
                }
                other => *other = json!(text),
            }
            let end = list.index(rows.len());
            let allowed = row.get("id").is_none() || field(entity.kind, &end.key("id")).is_some();
            if !allowed {
                row.as_object_mut().map(|map| map.shift_remove("id"));
            }
            entity.body.set(&end, row);
        }
        Edit::DeleteRow(at, row) => {
            let Some(list) = pick(&lists(entity), *at) else { return };
            let count = entity.body.list(&list.to_string()).len();
            if count > 0 {
                entity.body.remove(&list.index(row % count));
            }
        }
        Edit::MoveRow(at, row) => {
            let Some(list) = pick(&lists(entity), *at) else { return };
            let mut rows = entity.body.list(&list.to_string()).to_vec();
            if rows.len() > 1 {
                let row = rows.remove(row % rows.len());
                rows.insert(0, row);
                entity.body.set(&list, Value::Array(rows));
            }
        }
    }
}

/// The samples that can be written back into what they came from. `FICHA_ONLY` narrows them to names with that in it,
/// for many rounds (`PROPTEST_CASES`) over few files.
fn writable() -> &'static [Sample] {
    static WRITABLE: OnceLock<Vec<Sample>> = OnceLock::new();
    WRITABLE.get_or_init(|| {
        let is_writable = |sample: &Sample| {
            Opened::of(sample).is_some_and(|opened| {
                let (spec, container) = (opened.format().spec(), opened.reading.container);
                spec.writes.contains(&container) || spec.writes_own.contains(&container)
            })
        };
        let only = std::env::var("FICHA_ONLY").unwrap_or_default();
        let wanted = |sample: &Sample| sample.name.contains(&only);
        corpus::everything().into_iter().filter(wanted).filter(is_writable).collect()
    })
}

/// The run of all tests makes the same edits everywhere; a run of many rounds draws new ones.
fn seed() -> RngSeed {
    if std::env::var_os("PROPTEST_CASES").is_some() { RngSeed::Random } else { RngSeed::Fixed(19) }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: seed(), ..ProptestConfig::default() })]

    #[test]
    fn what_is_edited_is_what_is_read_back(at in any::<usize>(), which in any::<usize>(), edits in edits()) {
        let samples = writable();
        let opened = Opened::of(&samples[at % samples.len()]).expect("a writable sample is read");
        let mut entities = opened.reading.entities.clone();
        let which = which % entities.len();
        for edit in &edits {
            perform(&mut entities[which], edit);
        }
        let ask = Ask { container: Some(opened.reading.container), ..Ask::of(&opened.media) };
        let written = encode(&entities, opened.reading.format, &ask);
        // Some files cannot be told by what is in them once nothing is: that is refused by name.
        if written.as_ref().is_err_and(|error| error.code() == "cannot-express") {
            return Ok(());
        }
        let name = format!("{} as {}", opened.source.file_name().unwrap_or_default(), opened.reading.format);
        let report = written.map_err(|error| TestCaseError::fail(format!("{name}: {error}")))?.report;
        prop_assert!(report.mismatches.is_empty(), "{name}: {:?}", report.mismatches);
    }
}
