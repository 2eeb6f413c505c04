//! Worlds as the shells see them: found, loaded, told as rows and as opened worlds, written under their lock.
//!
//! Here: what commands of worlds, imports and checks share. Not here: what a document may hold (`ficha-world`), how
//! files get on the disk (`ficha-library`). Rules kept: a world is read anew for every command, since other programs
//! write it too; a write answers with the whole check of the world, which is advice and never a refusal.

pub(crate) mod archive;
pub(crate) mod forms;
pub(crate) mod opened;
pub(crate) mod pictures;
pub(crate) mod rows;
pub(crate) mod writing;

use ficha_import::run::RunError;
use ficha_library::worlds::WorldFolder;
use ficha_world::{Loaded, Problem, Ref, Tree, World};

use crate::dto::{WorldProblem, WorldReadiness};
use crate::{ApiError, ErrorCode, Studio};

/// The world a person named: an id of the library, or a path of a folder.
pub(crate) fn find(studio: &Studio, world: &str) -> Result<WorldFolder, ApiError> {
    studio.library().worlds().find(world).map_err(|error| match error {
        ficha_library::LibraryError::NotFound { .. } => {
            ApiError::new(ErrorCode::NotFound, format!("There is no world {world:?}."))
                .hint("`ficha world list` names those there are; a folder is named by its path.")
        }
        other => other.into(),
    })
}

/// The files of a world.
pub(crate) fn tree_of(folder: &WorldFolder) -> Result<Tree, ApiError> {
    ficha_import::run::tree_of(folder).map_err(|error| match error {
        RunError::Library(error) => error.into(),
        other => ApiError::new(ErrorCode::Io, format!("{other}.")),
    })
}

/// A world as it is on the disk now.
pub(crate) fn load(folder: &WorldFolder) -> Result<Loaded, ApiError> {
    Ok(World::load(&tree_of(folder)?))
}

/// A reference as a person wrote it.
pub(crate) fn reference(text: &str) -> Result<Ref, ApiError> {
    text.parse().map_err(|error: ficha_world::RefFault| {
        ApiError::new(ErrorCode::Usage, format!("{error}."))
            .hint("The folders are characters, places, factions, things, lore and plots.")
    })
}

/// A problem as the shells see it.
pub(crate) fn shown(problem: &Problem) -> WorldProblem {
    let document = match ficha_world::kind_of(problem.path()) {
        ficha_world::FileKind::Document(at) => Some(at.to_string()),
        _ => None,
    };
    WorldProblem {
        code: problem.code.to_owned(),
        place: problem.place.clone(),
        document,
        message: problem.message.clone(),
        hint: problem.hint.clone(),
    }
}

/// A readiness as the shells see it.
pub(crate) fn readiness(readiness: ficha_world::Readiness) -> WorldReadiness {
    match readiness {
        ficha_world::Readiness::Draft => WorldReadiness::Draft,
        ficha_world::Readiness::NeedsPlayer => WorldReadiness::NeedsPlayer,
        ficha_world::Readiness::Ready => WorldReadiness::Ready,
    }
}
