//! An act that changes many places of a world's folder and happens whole, however often it is interrupted.
//!
//! Here: preparing an act, promising it, doing it. Not here: which acts there are. An import's finish has a journal of
//! its own in the library, which knows files of the world only; an update moves the studio's records as well.
//!
//! Rules kept: until the promise is written nothing but the stage has changed; from then on the act will be done. Every
//! step may be done twice: a file counts as moved when its content is where it goes.

use ficha_formats::media::sha256 as hash;
use ficha_library::worlds::{WorldFolder, Writing};

use super::error::{Result, UpdateError};
use crate::records::{ActStep, Record, RecordError, StepKind, UpdateAct};

/// Where files are prepared. Nothing else lies there.
const STAGE: &str = ".import/update-act";

fn record_path() -> String {
    format!(".import/{}", UpdateAct::FILE)
}

/// A record that lies elsewhere below `.import/` than usual; none when the file is not there or is of another schema.
pub(crate) fn record_at<R: Record>(folder: &WorldFolder, file: &str) -> Result<Option<R>> {
    let path = format!(".import/{file}");
    let Some(bytes) = folder.read(&path)? else { return Ok(None) };
    match R::from_bytes(&bytes) {
        Ok(record) => Ok(Some(record)),
        Err(RecordError::Schema { .. }) => Ok(None),
        Err(error) => Err(UpdateError::unreadable(&path, error)),
    }
}

/// An act that is prepared.
pub(super) struct Act<'w> {
    writing: &'w Writing,
    record: UpdateAct,
    staged: usize,
}

impl<'w> Act<'w> {
    /// Begins to prepare an act; what an earlier attempt prepared and never promised goes.
    pub fn begin(writing: &'w Writing, name: &str) -> Result<Act<'w>> {
        clear(writing)?;
        let record = UpdateAct { act: name.to_owned(), ..UpdateAct::default() };
        Ok(Act { writing, record, staged: 0 })
    }

    /// Prepares a file to be put at a path.
    pub fn put(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        self.staged += 1;
        let from = format!("{STAGE}/{}", self.staged);
        self.writing.write(&from, bytes)?;
        self.move_file(&from, path, hash(bytes));
        Ok(())
    }

    /// Prepares a file of a folder that is put in place as one.
    pub fn fill(&mut self, folder: &str, path: &str, bytes: &[u8]) -> Result<()> {
        Ok(self.writing.write(&format!("{STAGE}/{folder}/{path}"), bytes)?)
    }

    /// A prepared folder takes its place; what stood there goes.
    pub fn place_folder(&mut self, folder: &str, to: &str) {
        self.step(StepKind::Folder, &format!("{STAGE}/{folder}"), Some(to), None);
    }

    /// A file of this content moves.
    pub fn move_file(&mut self, from: &str, to: &str, sha256: String) {
        self.step(StepKind::Move, from, Some(to), Some(sha256));
    }

    /// A file goes.
    pub fn remove(&mut self, path: &str) {
        self.step(StepKind::Remove, path, None, None);
    }

    /// A folder of the studio's goes.
    pub fn remove_folder(&mut self, path: &str) {
        self.step(StepKind::RemoveFolder, path, None, None);
    }

    fn step(&mut self, what: StepKind, from: &str, to: Option<&str>, sha256: Option<String>) {
        let to = to.map(str::to_owned);
        self.record.steps.push(ActStep { what, from: from.to_owned(), to, sha256, ..ActStep::default() });
    }

    /// Promises the act and does it.
    pub fn done(self) -> Result<()> {
        self.writing.write(&record_path(), &self.record.to_bytes())?;
        go_on(self.writing)
    }
}

/// Whether something of an act is left: its promise, or what was prepared.
pub(super) fn is_left(folder: &WorldFolder) -> Result<bool> {
    Ok(folder.has(&record_path()) || has_folder(folder, STAGE)?)
}

/// Does what was promised, from wherever it stopped; what was prepared without a promise is taken away.
pub(super) fn go_on(writing: &Writing) -> Result<()> {
    let Some(bytes) = writing.read(&record_path())? else { return clear(writing) };
    let act = UpdateAct::from_bytes(&bytes).map_err(|error| UpdateError::unreadable(&record_path(), error))?;
    let mut lost = Vec::new();
    // All of it is looked at before anything moves, so that a damaged act leaves the world as it is.
    for step in act.steps.iter().filter(|step| step.what == StepKind::Move) {
        if is_lost(writing, step)? {
            lost.push(step.to.clone().unwrap_or_default());
        }
    }
    if !lost.is_empty() {
        return Err(UpdateError::damaged(lost));
    }
    for step in &act.steps {
        do_step(writing, step)?;
    }
    writing.remove(&record_path())?;
    clear(writing)
}

/// Whether a file is neither where it was nor where it goes. One that somebody changed after it had moved is there.
fn is_lost(writing: &Writing, step: &ActStep) -> Result<bool> {
    let Some(to) = &step.to else { return Ok(false) };
    Ok(!writing.has(&step.from) && !writing.has(to))
}

fn do_step(writing: &Writing, step: &ActStep) -> Result<()> {
    match (step.what, &step.to) {
        (StepKind::Move, Some(to)) => {
            let hash_at = |path: &str| Ok::<_, UpdateError>(writing.read(path)?.map(|bytes| hash(&bytes)));
            let wanted = step.sha256.as_ref();
            if hash_at(to)?.as_ref() != wanted && hash_at(&step.from)?.as_ref() == wanted {
                writing.rename(&step.from, to)?;
            }
        }
        (StepKind::Folder, Some(to)) => {
            if has_folder(writing, &step.from)? {
                if has_folder(writing, to)? {
                    writing.remove_folder(to)?;
                }
                writing.rename(&step.from, to)?;
            }
        }
        (StepKind::Remove, _) => writing.remove(&step.from)?,
        (StepKind::RemoveFolder, _) => {
            if has_folder(writing, &step.from)? {
                writing.remove_folder(&step.from)?;
            }
        }
        (StepKind::Move | StepKind::Folder, None) => {}
    }
    Ok(())
}

/// Whether there is a folder at a path; an empty one is none.
pub(super) fn has_folder(folder: &WorldFolder, path: &str) -> Result<bool> {
    Ok(!folder.names(path)?.is_empty())
}

fn clear(writing: &Writing) -> Result<()> {
    match has_folder(writing, STAGE)? {
        true => Ok(writing.remove_folder(STAGE)?),
        false => Ok(()),
    }
}
