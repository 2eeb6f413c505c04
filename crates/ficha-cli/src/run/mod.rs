//! The commands as a terminal runs them, one file per subject. Each answers its exit code.

mod card;
mod check;
mod convert;
mod import;
mod library;
mod look;
mod narration;
mod update;
mod world;

use std::path::Path;

use ficha_api::files::Given;
use ficha_api::raise::Opening;
use ficha_api::{ApiError, Options, Studio};

use crate::arguments::Serve;
use crate::output::Output;
use crate::serve::{Serving, run as run_server};

pub use card::card;
pub use check::check;
pub use convert::{batch, convert};
pub use import::import;
pub use library::library;
pub use look::{coverage, detect, formats, inspect};
pub use narration::{lorebook, preset};
pub use update::update;
pub use world::world;

/// What every command ends with.
pub type Ended = Result<u8, ApiError>;

/// A file, or standard input for `-`.
pub fn given(path: &Path, opening: &Opening) -> Result<Given, ApiError> {
    if path == Path::new("-") {
        Given::stream(&mut std::io::stdin().lock(), opening)
    } else {
        Given::read(path, opening)
    }
}

/// `ficha serve`.
pub fn serve(output: Output, wishes: Serve) -> Ended {
    let studio = Studio::open_with(Options { library: wishes.library, ..Options::of_person() })?;
    studio.refresh_in_background();
    run_server(studio, Serving { port: wishes.port, ui: wishes.ui }, |url| {
        // The address is the data here; a person opens it, a test reads it.
        let answer = serde_json::json!({ "url": url });
        let _ = output.put(&answer, || format!("{url}\n"));
    })?;
    Ok(0)
}
