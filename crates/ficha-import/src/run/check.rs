//! Checks of a world on the disk, and the file that remembers them.
//!
//! Rules kept here: each part of a run is read once; the file is written under the lock, and one of another schema is set
//! aside under its time and never written over.

use std::time::Duration;

use ficha_checks::{Asked, CardEvidence, CardVersion, Checked, Deep, Kit, RESULTS, Results, WorldSource, check_whole};
use ficha_library::worlds::{WorldFolder, Writing};
use ficha_model::schema::Language;
use ficha_world::Loaded;

use super::error::Result;
use super::tree::load;
use crate::tools::{CardTools, ToolError, Version};

/// A world in its folder, as checks read it.
struct InFolder<'w> {
    folder: &'w WorldFolder,
    loaded: Loaded,
}

impl WorldSource for InFolder<'_> {
    fn loaded(&self) -> Loaded {
        self.loaded.clone()
    }

    fn card(&self, version: CardVersion) -> std::result::Result<Option<CardEvidence>, String> {
        let version = match version {
            CardVersion::Current => Version::Current,
            CardVersion::New => Version::New,
        };
        let tools = CardTools::over(self.folder, self.loaded.world.clone());
        match tools.and_then(|tools| tools.evidence(version)) {
            Ok(found) => Ok(Some(found)),
            Err(ToolError::NoCard | ToolError::NoUpdate) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Checks a world, and takes the run into the file of results. The reading needs no lock; the writing waits for it as
/// every write does.
///
/// # Errors
/// `busy`, and what the disk refuses. A record that cannot be read skips the checks that want it.
pub fn check(folder: &WorldFolder, asked: &Asked<'_>, clock: &dyn Fn() -> Duration) -> Result<Checked> {
    let loaded = load(folder)?;
    let writing = folder.lock(folder.all().wait())?;
    check_held(&writing, loaded, asked, clock)
}

/// What an import and an update run when they end, holding the world: every check the program decides, of the world as
/// it is now.
///
/// # Errors
/// What the disk refuses.
pub fn check_imported(
    writing: &Writing,
    language: Language,
    at: &str,
    clock: &dyn Fn() -> Duration,
) -> Result<Checked> {
    let asked = Asked { kits: &Kit::WORLD, deep: Deep::Code, version: CardVersion::Current, language, at };
    check_held(writing, load(writing)?, &asked, clock)
}

fn check_held(writing: &Writing, loaded: Loaded, asked: &Asked<'_>, clock: &dyn Fn() -> Duration) -> Result<Checked> {
    let before = writing.read(RESULTS)?;
    let checked = check_whole(&InFolder { folder: writing, loaded }, asked, before.as_deref(), clock);
    if checked.set_aside {
        let time = writing.all().time_in_names();
        let aside = (1..).map(|number| match number {
            1 => format!("{RESULTS}.{time}"),
            number => format!("{RESULTS}.{time}-{number}"),
        });
        if let Some(free) = aside.take(1_000).find(|path| !writing.has(path)) {
            writing.rename(RESULTS, &free)?;
        }
    }
    writing.write(RESULTS, &checked.results.to_bytes())?;
    Ok(checked)
}

/// What is remembered of the checks of a world; nothing when they never ran or another program wrote it.
///
/// # Errors
/// What the disk refuses.
pub fn checked(folder: &WorldFolder) -> Result<Results> {
    Ok(folder.read(RESULTS)?.and_then(|bytes| Results::read(&bytes)).unwrap_or_default())
}
