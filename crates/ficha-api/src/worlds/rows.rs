//! The list of worlds. A row is made of the whole world, so it is remembered until a file of the folder changes.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use ficha_import::records::{self, Choices, ImportKind, Line, Method, Phase, Provenance, Record, State};
use ficha_library::LibraryError;
use ficha_library::worlds::{Listed, WorldFolder, Worlds};
use ficha_world::{Folder, World};
use serde_json::Value;

use super::pictures::WorldPictures;
use super::{load, readiness};
use crate::ApiError;
use crate::commands::count;
use crate::dto::{FindingCounts, ImportPhase, WorldCounts, WorldMadeFrom, WorldReadiness, WorldRow, WorldUpdateMark};

/// Rows as they were told last, each with the state of the folder it was told of.
#[derive(Default)]
pub(crate) struct Rows(Mutex<BTreeMap<String, (u64, WorldRow)>>);

impl Rows {
    /// Every world of the library, by name.
    pub fn all(&self, worlds: &Worlds, pictures: &WorldPictures) -> Result<Vec<WorldRow>, ApiError> {
        let listed = worlds.list()?;
        let mut rows = Vec::with_capacity(listed.len());
        for listed in &listed {
            rows.push(self.one(worlds, listed, pictures));
        }
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|id, _| listed.iter().any(|listed| listed.id == *id));
        rows.sort_by_cached_key(|row| (row.name.to_lowercase(), row.id.clone()));
        Ok(rows)
    }

    fn one(&self, worlds: &Worlds, listed: &Listed, pictures: &WorldPictures) -> WorldRow {
        match worlds.open(&listed.id) {
            Ok(folder) => self.of(&folder, pictures),
            Err(error) => unreadable(&listed.id, &error),
        }
    }

    /// The row of one world.
    pub fn of(&self, folder: &WorldFolder, pictures: &WorldPictures) -> WorldRow {
        let mark = folder.change().mark;
        let key = folder.path().to_string_lossy().into_owned();
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        let row = match kept {
            Some((kept, row)) if kept == mark => row,
            _ => {
                let row = match row(folder) {
                    Ok(row) => row,
                    Err(error) => WorldRow { unreadable: Some(error.message), ..empty(folder.id()) },
                };
                self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, (mark, row.clone()));
                row
            }
        };
        let cover_media = row.cover.as_deref().and_then(|cover| pictures.key(folder, cover));
        WorldRow { cover_media, ..row }
    }
}

fn empty(id: &str) -> WorldRow {
    WorldRow {
        id: id.to_owned(),
        name: id.to_owned(),
        language: String::new(),
        readiness: WorldReadiness::Draft,
        cover: None,
        cover_media: None,
        counts: WorldCounts::default(),
        problems: 0,
        findings: None,
        made_from: None,
        phase: None,
        update: WorldUpdateMark::None,
        changed: String::new(),
        unreadable: None,
        newer: false,
    }
}

fn unreadable(id: &str, error: &LibraryError) -> WorldRow {
    let why = match error {
        LibraryError::Malformed { what, .. } => what.clone(),
        other => other.to_string(),
    };
    WorldRow { unreadable: Some(why), ..empty(id) }
}

fn row(folder: &WorldFolder) -> Result<WorldRow, ApiError> {
    let loaded = load(folder)?;
    let world = &loaded.world;
    let state: Option<State> = record(folder);
    let broken = world.damaged.iter().find(|problem| problem.code == "world-file");
    Ok(WorldRow {
        id: folder.id().to_owned(),
        name: Some(world.name()).filter(|name| !name.is_empty()).unwrap_or(folder.id()).to_owned(),
        language: world.language().to_owned(),
        readiness: readiness(loaded.readiness),
        cover: cover(world),
        cover_media: None,
        counts: counts(world),
        problems: count(loaded.problems.len()),
        findings: findings(folder),
        made_from: made_from(folder),
        phase: state.map(|state| phase(state.phase)),
        update: update_mark(folder),
        changed: folder.change().at,
        unreadable: broken.map(|problem| problem.message.clone()),
        newer: loaded.newer,
    })
}

/// The cover, when it is there.
fn cover(world: &World) -> Option<String> {
    let path = world.info.get("cover")?.as_str()?;
    world.pictures.contains(path).then(|| path.to_owned())
}

/// How many documents a world has.
pub(crate) fn counts(world: &World) -> WorldCounts {
    let of = |folder: Folder| count(world.folder(folder).count());
    WorldCounts {
        characters: of(Folder::Characters),
        places: of(Folder::Places),
        factions: of(Folder::Factions),
        things: of(Folder::Things),
        lore: of(Folder::Lore),
        plots: of(Folder::Plots),
    }
}

/// A record of the import; `None` when it is not there or of another schema.
pub(crate) fn record<R: Record>(folder: &WorldFolder) -> Option<R> {
    let bytes = folder.read(&format!(".import/{}", R::FILE)).ok().flatten()?;
    R::from_bytes(&bytes).ok()
}

/// A phase of an import as the shells see it.
pub(crate) fn phase(phase: Phase) -> ImportPhase {
    match phase {
        Phase::Ready => ImportPhase::Ready,
        Phase::Surveyed => ImportPhase::Surveyed,
        Phase::Built => ImportPhase::Built,
        Phase::Repair => ImportPhase::Repair,
        Phase::Done => ImportPhase::Done,
    }
}

fn made_from(folder: &WorldFolder) -> Option<WorldMadeFrom> {
    let choices: Option<Choices> = record(folder);
    let provenance: Option<Provenance> = record(folder);
    let line: Option<&Line> =
        provenance.as_ref().and_then(|all| all.lines.iter().rfind(|line| line.kind == ImportKind::Import));
    if choices.is_none() && line.is_none() {
        return None;
    }
    let file_name = choices.as_ref().map(|choices| choices.upload.name.clone()).unwrap_or_default();
    Some(WorldMadeFrom {
        card_name: line
            .map(|line| line.card_name.clone())
            .or_else(|| choices.map(|choices| choices.world_name))
            .unwrap_or_default(),
        file_name,
        method: line
            .map_or("structure", |line| match line.method {
                Method::Model => "model",
                Method::Structure => "structure",
            })
            .to_owned(),
        at: line.map(|line| line.at.clone()).unwrap_or_default(),
    })
}

fn update_mark(folder: &WorldFolder) -> WorldUpdateMark {
    if folder.has(".import/update/state.json") {
        return WorldUpdateMark::Waiting;
    }
    let manifest = folder.read(".import/before-update/manifest.json").ok().flatten();
    let manifest = manifest.and_then(|bytes| records::read_json(&bytes).ok());
    match manifest.as_ref().and_then(|manifest| manifest.get("finished")).and_then(Value::as_bool) {
        Some(true) => WorldUpdateMark::CanUndo,
        _ => WorldUpdateMark::None,
    }
}

/// What the checks found last; `None` when they never ran or their file is of another schema.
fn findings(folder: &WorldFolder) -> Option<FindingCounts> {
    let bytes = folder.read(".checks/results.json").ok().flatten()?;
    let results = records::read_json(&bytes).ok()?;
    if results.get("schema").and_then(Value::as_str) != Some("ficha-checks/v1") {
        return None;
    }
    let mut counts = FindingCounts { errors: 0, warnings: 0, hints: 0, fresh: 0, hushed: 0 };
    for check in results.get("checks")?.as_object()?.values() {
        for finding in check.get("findings").and_then(Value::as_array).into_iter().flatten() {
            match finding.get("severity").and_then(Value::as_str) {
                Some("error") => counts.errors += 1,
                Some("warning") => counts.warnings += 1,
                _ => counts.hints += 1,
            }
        }
    }
    Some(counts)
}
