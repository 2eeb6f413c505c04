//! Which worlds a card could update.

use ficha_checks::measure::folded;
use ficha_library::worlds::{WorldFolder, Worlds};

use super::error::Result;
use super::snapshot::edited_since;
use super::status::is_waiting;
use crate::records::Phase;
use crate::run;

/// Whether a world's files were edited since its import or last update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edited {
    /// No.
    No,
    /// Yes.
    Yes,
    /// There is nothing to compare with.
    Unknown,
}

/// A world a card could update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its folder's name.
    pub world: String,
    /// Its name.
    pub name: String,
    /// Whether it is called what the card is called.
    pub same_name: bool,
    /// Whether it was edited.
    pub edited: Edited,
    /// Whether another newer card waits there.
    pub waiting: bool,
}

/// Every world that was made from a card and is finished, those called what the card is called first, then by name. A
/// world that cannot be read is none.
///
/// # Errors
/// When the worlds cannot be listed.
pub fn find_targets(worlds: &Worlds, card_name: &str) -> Result<Vec<Target>> {
    let mut targets = Vec::new();
    for listed in worlds.list()? {
        let Ok(folder) = worlds.open(&listed.id) else { continue };
        targets.extend(target(&folder, card_name));
    }
    targets.sort_by_key(|target| (!target.same_name, folded(&target.name), target.world.clone()));
    Ok(targets)
}

fn target(folder: &WorldFolder, card_name: &str) -> Option<Target> {
    let state = run::state(folder).ok().flatten()?;
    if state.phase != Phase::Done || !folder.has(".import/card.json") {
        return None;
    }
    let info = folder.read("world.json").ok().flatten()?;
    let info = crate::records::read_json(&info).ok()?;
    let name = info.get("name").and_then(|name| name.as_str()).unwrap_or_default().to_owned();
    let edited = match edited_since(folder) {
        Ok(Some(paths)) if paths.is_empty() => Edited::No,
        Ok(Some(_)) => Edited::Yes,
        Ok(None) | Err(_) => Edited::Unknown,
    };
    Some(Target {
        world: folder.id().to_owned(),
        same_name: folded(&name) == folded(card_name),
        name,
        edited,
        waiting: is_waiting(folder),
    })
}

/// The world a preview proposes to update: one of the card's name that nobody edited; none means a new world.
pub fn default_target(targets: &[Target]) -> Option<&Target> {
    targets.iter().find(|target| target.same_name && target.edited == Edited::No)
}
