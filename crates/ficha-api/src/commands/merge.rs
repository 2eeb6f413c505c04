//! A piece that came apart, brought together: edits of a window and what was saved elsewhere; a piece of the library
//! and a newer file. And how a window learns of it: what changed on the disk without it.

use std::time::SystemTime;

use ficha_library::{LibraryError, Save, why};
use ficha_model::{Body, Entity, Profiles};

use super::{address, entity::saved, entity::view, history::language};
use crate::dto::{
    Address, FieldChoice, LibraryWatch, MergeView, NativePatch, OpenEntity, PieceHead, PieceState, StagedDetail,
    UpdateView,
};
use crate::edits::set_native;
use crate::intake::{self, keep, update};
use crate::merging::{self, Versions, choices, rows};
use crate::{ApiError, ErrorCode, Studio, background, files};

fn revision(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// What both sides began with; where that revision cannot be read any more, nothing is known to be common.
fn beginning(studio: &Studio, at: &ficha_library::Address, base: u32, theirs: &Entity) -> Entity {
    studio.library().revision(at, base.into()).unwrap_or_else(|_| Entity {
        body: Body::default(),
        profiles: Profiles::default(),
        native_edits: ficha_model::NativeEdits::default(),
        ..theirs.clone()
    })
}

/// The piece as a window has it.
///
/// # Errors
/// `usage` for edits of an original it has not, or what is no JSON.
fn state_of(base: &Entity, state: &PieceState) -> Result<Entity, ApiError> {
    let mut mine = base.clone();
    mine.body = Body::from(state.body.value()?);
    let given: Vec<NativePatch> = state
        .native_edits
        .iter()
        .map(|(format, ops)| NativePatch { format: format.clone(), ops: ops.clone() })
        .collect();
    mine.native_edits.clear();
    set_native(&mut mine, &given)?;
    if let Some(profiles) = &state.profiles {
        mine.profiles = profiles
            .iter()
            .map(|(format, body)| Ok((format.clone(), Body::from(body.value()?))))
            .collect::<Result<_, ApiError>>()?;
    }
    Ok(mine)
}

/// What a window's edits and the newest revision have differently, both against what they began with.
///
/// # Errors
/// `not-found`, `usage` for a state that makes no sense, or what keeps a revision from being read.
pub fn merge_view(studio: &Studio, text: Address, base_revision: u32, mine: PieceState) -> Result<MergeView, ApiError> {
    let at = address(studio, &text)?;
    let library = studio.library();
    let theirs = library.open_entity(&at)?;
    let base = beginning(studio, &at, base_revision, &theirs.entity);
    let mine = state_of(&base, &mine)?;
    let versions = Versions { base: &base, mine: &mine, theirs: &theirs.entity };
    let why = library.history(&at)?.into_iter().next().map(|row| row.why).unwrap_or_default();
    Ok(MergeView {
        revision: revision(theirs.revision),
        at: theirs.saved_at.clone(),
        why,
        rows: rows::three(&studio.open(), versions, language(studio))?,
    })
}

/// Saves what comes of both as one revision, on top of the one that was compared. The draft is in it then, and goes.
///
/// # Errors
/// `conflict` when another one came in meanwhile, and as for the view.
pub fn merge_save(
    studio: &Studio,
    text: Address,
    base_revision: u32,
    their_revision: u32,
    mine: PieceState,
    chosen: Vec<FieldChoice>,
) -> Result<OpenEntity, ApiError> {
    let at = address(studio, &text)?;
    let library = studio.library();
    let theirs = library.open_entity(&at)?;
    if theirs.revision != u64::from(their_revision) {
        let (base, current) = (their_revision.into(), theirs.revision);
        return Err(LibraryError::Conflict { address: at, base, current }.into());
    }
    // A state left by another program becomes a revision of its own before it is merged into one.
    library.record_outside(&at)?;
    let base = beginning(studio, &at, base_revision, &theirs.entity);
    let mine = state_of(&base, &mine)?;
    let chosen = choices(chosen);
    let versions = Versions { base: &base, mine: &mine, theirs: &theirs.entity };
    let merged = merging::merge(versions, &mut |place, slot| merging::chosen(&chosen, "", place, slot))?;
    let entity = merged.into(theirs.entity);
    let save = Save { address: at.clone(), base: theirs.revision, entity, why: why::MERGED.to_owned(), name: None };
    let opened = library.save(save)?;
    library.drop_draft(&at)?;
    saved(studio, &at, opened)
}

/// What bringing a piece up to date from a staged file would do, whether or not the file resembles it.
///
/// # Errors
/// `not-found`, or what keeps one of them from being read.
pub fn update_view(studio: &Studio, text: Address, id: String) -> Result<UpdateView, ApiError> {
    let at = address(studio, &text)?;
    let open = studio.open();
    let staged = open.library.staged_one(&id)?;
    let state = intake::state(&open, &staged);
    let opened = open.library.open_entity(&at)?;
    let format = state.row.format.as_deref().map(files::title).unwrap_or_default();
    let plan = match update::plan(&open, &staged, &state, &at) {
        Ok(plan) => Some(plan),
        Err(error) if error.code == ErrorCode::Usage => None,
        Err(error) => return Err(error),
    };
    Ok(UpdateView {
        name: opened.entity.name().to_owned(),
        revision: revision(opened.revision),
        file_name: staged.file_name.clone(),
        format,
        misfit: plan.is_none(),
        rows: match &plan {
            Some(plan) => rows::update_rows(&open, plan, language(studio))?,
            None => Vec::new(),
        },
    })
}

/// Brings a piece up to date from a staged file by these choices, as one revision, and takes the file out of the
/// intake.
///
/// # Errors
/// `conflict` when the piece was saved since it was compared, and as for the view.
pub fn update_apply(
    studio: &Studio,
    text: Address,
    id: String,
    base_revision: u32,
    chosen: Vec<FieldChoice>,
) -> Result<OpenEntity, ApiError> {
    let at = address(studio, &text)?;
    let open = studio.open();
    let staged = open.library.staged_one(&id)?;
    let state = intake::state(&open, &staged);
    let plan = update::plan(&open, &staged, &state, &at)?;
    let current = plan.pieces.first().map_or(0, |piece| piece.revision);
    if current != u64::from(base_revision) {
        return Err(LibraryError::Conflict { address: at, base: base_revision.into(), current }.into());
    }
    let changed = plan.carry_out(&open, &staged, &state, &choices(chosen))?;
    keep::discard(&open, &id)?;
    studio.changed(changed.iter().map(ToString::to_string).collect());
    background::describe(studio, changed);
    view(studio, &at, open.library.open_entity(&at)?)
}

/// Remembers what the fields of a staged file's update take; a field chosen again takes the later choice.
///
/// # Errors
/// `not-found`, `io`.
pub fn choose_fields(studio: &Studio, id: String, chosen: Vec<FieldChoice>) -> Result<StagedDetail, ApiError> {
    let open = studio.open();
    let staged = open.library.staged_one(&id)?;
    let mut state = intake::state(&open, &staged);
    state.choices.extend(choices(chosen));
    intake::set_state(&open, &id, &state)?;
    super::intake::show(studio, id)
}

/// What may have changed on the disk without this program: a text that is another one then, and the newest revision of
/// each of these pieces.
///
/// # Errors
/// None today: a piece that cannot be read is told as gone, and opening it says why.
pub fn watch(studio: &Studio, addresses: Vec<Address>) -> Result<LibraryWatch, ApiError> {
    let open = studio.open();
    let heads = addresses
        .into_iter()
        .map(|text| {
            let newest = text.parse().ok().and_then(|at| open.heads.newest(&open.library, &at));
            PieceHead { revision: newest.map(revision), address: text }
        })
        .collect();
    Ok(LibraryWatch { stamp: open.library.stamp(), heads })
}

/// Newest revisions as they were last read, with what says that nothing was written since.
#[derive(Default)]
pub(crate) struct Heads(std::sync::Mutex<std::collections::BTreeMap<ficha_library::Address, (Stamp, u64)>>);

/// When a piece's file was changed and its size, and when a revision was added.
type Stamp = (Option<(SystemTime, u64)>, Option<SystemTime>);

impl Heads {
    fn newest(&self, library: &ficha_library::Library, at: &ficha_library::Address) -> Option<u64> {
        let stamp = library.stamp_of(at);
        stamp.0?;
        let known = || self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, newest)) = known().get(at).filter(|(then, _)| *then == stamp) {
            return Some(*newest);
        }
        let newest = library.newest(at).ok()?;
        known().insert(at.clone(), (stamp, newest));
        Some(newest)
    }
}
