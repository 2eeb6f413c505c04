//! From a card to a world, as commands and the terminal do it alike: a card is opened and kept as an upload, a step
//! runs under a job, its errors become the one error a shell sees.
//!
//! Not here: what a step does (`ficha-import`), shapes of answers (`dto::imports`).

use std::cell::Cell;
use std::path::Path;
use std::time::Instant;

use bytes::Bytes;
use ficha_container::Limits;
use ficha_convert::{NormalizedCard, normalized_card};
use ficha_formats::Source;
use ficha_formats::source::Preference;
use ficha_import::pictures::Ground;
use ficha_import::run::{self, Outside, Progress, RunError, Watch};
use ficha_library::worlds::{Incoming, WorldFolder};

use crate::dto::{
    CardPreview, ExportOptions, ImportPhase, ImportProgress, ImportReview, ImportStatus, ReportLanguage, ReviewAct,
    Variant, WorldReadiness,
};
use crate::files::FileMedia;
use crate::{ApiError, ErrorCode, Job, Studio, disk, export, imported, worlds};

/// The largest upload an import takes, in bytes.
pub const MAX_UPLOAD_BYTES: u64 = run::MAX_UPLOAD_BYTES;

/// The version a provenance line names.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A card on its way in.
#[derive(Clone, Debug)]
pub struct Upload {
    /// The file's name, without folders.
    pub name: String,
    /// Its bytes.
    pub bytes: Bytes,
    /// What it is opened under.
    pub limits: Limits,
    /// What the person prefers while it is read.
    pub preference: Preference,
}

/// What a person chose at a terminal; what is absent is chosen as when nobody chooses.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The world's name.
    pub name: Option<String>,
    /// Entries to leave out.
    pub off: Vec<u32>,
    /// Entries to take though the card switches them off.
    pub on: Vec<u32>,
    /// The opening.
    pub opening: Option<u32>,
    /// Whether pictures the card points to are fetched.
    pub pictures: bool,
    /// The world's language.
    pub language: Option<String>,
}

/// Refuses a file over the limit before a byte of it is read.
///
/// # Errors
/// `limit`.
pub fn check_size(path: &Path) -> Result<(), ApiError> {
    match std::fs::metadata(path) {
        Ok(meta) => check_bytes(meta.len()),
        // What is wrong with the file is said by whoever opens it.
        Err(_) => Ok(()),
    }
}

/// Refuses an upload over the limit.
///
/// # Errors
/// `limit`.
pub(crate) fn check_bytes(bytes: u64) -> Result<(), ApiError> {
    run::check_upload(bytes).map_err(ApiError::from)
}

impl Upload {
    /// A file a shell named or sent, under the usual limits.
    pub(crate) fn of(name: &str, bytes: Bytes) -> Upload {
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        Upload { name, bytes, limits: Limits::default(), preference: Preference::default() }
    }

    /// The card in it.
    pub(crate) fn card(&self) -> Result<NormalizedCard, ApiError> {
        let refused = |refusal: ficha_formats::Refusal| ApiError::from(refusal).needing(&self.bytes, &self.limits);
        let source = Source::open_preferring(self.bytes.clone(), Some(&self.name), &self.limits, &self.preference)
            .map_err(refused)?;
        let media = FileMedia { bytes: &self.bytes, blobs: &[], limits: &self.limits };
        normalized_card(&source, &media).map_err(|error| match error {
            ficha_convert::NormalizeError::Refused(refusal) => refused(refusal),
            ficha_convert::NormalizeError::Convert(error) => error.into(),
            ficha_convert::NormalizeError::NoCard { .. } => {
                ApiError::new(ErrorCode::NoCard, imported::sentence(&error))
                    .hint("An import starts from a character card.")
            }
        })
    }
}

/// Whether a text names a character of the library.
pub fn is_piece(studio: &Studio, text: &str) -> bool {
    studio.library().resolve(text).is_ok_and(|address| address.kind() == ficha_model::Kind::Character)
}

/// Whether a text names a world: its id, or its folder.
pub fn is_world(studio: &Studio, text: &str) -> bool {
    !Path::new(text).is_file() && studio.library().worlds().find(text).is_ok()
}

/// A character of the library as the file an export writes, to be imported from.
///
/// # Errors
/// `not-found`, and why it cannot be written.
pub fn upload_of_piece(studio: &Studio, address: &str) -> Result<Upload, ApiError> {
    let opened = crate::commands::entity::open(studio, address.to_owned())?;
    let with_picture = studio.library().open_entity(&studio.library().resolve(&opened.address)?)?;
    let with_picture = with_picture.entity.body.text("media.portrait.ref").is_some();
    let container = if with_picture { "png" } else { "json" };
    let options =
        ExportOptions { container: Some(container.to_owned()), variant: Some(Variant::V3), ..ExportOptions::default() };
    let made = export::made(studio, &opened.address, ficha_formats::COMMON_CARD, &options)?;
    check_bytes(made.bytes.len() as u64)?;
    Ok(Upload::of(&made.file_name, made.bytes))
}

/// Keeps a card as an upload that waits.
pub(crate) fn take(studio: &Studio, upload: &Upload) -> Result<Incoming, ApiError> {
    check_bytes(upload.bytes.len() as u64)?;
    Ok(studio.library().worlds().take_incoming(&upload.name, &mut &*upload.bytes, MAX_UPLOAD_BYTES)?)
}

/// Keeps a card as an upload and says what it holds; a file that is no card leaves nothing behind.
pub(crate) fn open(studio: &Studio, upload: &Upload) -> Result<CardPreview, ApiError> {
    let card = upload.card()?;
    let incoming = take(studio, upload)?;
    imported::preview(studio, &incoming.id, upload, &card)
}

/// What a card holds, with nothing kept of it.
///
/// # Errors
/// Why it is no card.
pub fn preview(studio: &Studio, upload: &Upload) -> Result<CardPreview, ApiError> {
    check_bytes(upload.bytes.len() as u64)?;
    imported::preview(studio, "", upload, &upload.card()?)
}

/// Makes a world's folder of a card, with the choices of a terminal.
///
/// # Errors
/// Why it is no card, `usage` for a choice that does not fit it, and what the disk refuses.
pub fn start(studio: &Studio, upload: Upload, wishes: &Wishes) -> Result<ImportStatus, ApiError> {
    let card = upload.card()?;
    let wishes = run::Wishes {
        name: wishes.name.clone(),
        entries: run::Entries::Changed { off: numbers(&wishes.off), on: numbers(&wishes.on) },
        opening: wishes.opening.map(|number| number as usize),
        pictures: wishes.pictures,
        language: wishes.language.clone(),
    };
    let incoming = take(studio, &upload)?;
    start_incoming(studio, incoming, &card, &wishes)
}

fn numbers(numbers: &[u32]) -> std::collections::BTreeSet<usize> {
    numbers.iter().map(|number| *number as usize).collect()
}

/// Makes a world's folder of an upload that waits.
pub(crate) fn start_waiting(studio: &Studio, id: &str, wishes: &run::Wishes) -> Result<ImportStatus, ApiError> {
    let incoming = studio.library().worlds().incoming(id)?;
    let upload = Upload::of(&incoming.name, incoming.read()?.into());
    let card = upload.card()?;
    start_incoming(studio, incoming, &card, wishes)
}

fn start_incoming(
    studio: &Studio,
    incoming: Incoming,
    card: &NormalizedCard,
    wishes: &run::Wishes,
) -> Result<ImportStatus, ApiError> {
    let id = incoming.id.clone();
    let made = with_outside(studio, ReportLanguage::En, &run::Unwatched, |outside| {
        run::start(incoming, card, wishes, outside)
    });
    let world = match made {
        Ok(world) => world,
        Err(error) => {
            // A card nobody can name any more would wait for a week.
            if let (RunError::Choice(_), Ok(waiting)) = (&error, studio.library().worlds().incoming(&id)) {
                waiting.drop_it()?;
            }
            return Err(error.into());
        }
    };
    studio.changed(Vec::new());
    imported::status(&world)
}

/// Runs a step of a world under a job; `import_stop` reaches it by the world's id.
pub(crate) fn step(
    studio: &Studio,
    text: &str,
    language: ReportLanguage,
    job: &str,
    act: impl FnOnce(&WorldFolder, &Outside<'_>) -> run::Result<()>,
) -> Result<ImportStatus, ApiError> {
    let folder = worlds::find(studio, text)?;
    let job = studio.job(job);
    let own = studio.job(&own_job(folder.id()));
    let watch = Following { job: &job, own: &own, last: Last::default() };
    let result = with_outside(studio, language, &watch, |outside| act(&folder, outside));
    let total = watch.last.total();
    let result = result.map_err(ApiError::from).and_then(|()| imported::status(&folder));
    studio.changed(Vec::new());
    job.end(total, result)
}

/// The job a world's step can be stopped by.
pub(crate) fn own_job(world: &str) -> String {
    format!("import of {world}")
}

pub(crate) fn with_outside<T>(
    studio: &Studio,
    language: ReportLanguage,
    watch: &dyn Watch,
    act: impl FnOnce(&Outside<'_>) -> T,
) -> T {
    let worlds = studio.library().worlds();
    let began = Instant::now();
    let count = Cell::new(0u32);
    let outside = Outside {
        now: &|| worlds.now(),
        new_run: &|| {
            count.set(count.get() + 1);
            format!("{}-{}-{}", worlds.time_in_names(), std::process::id(), count.get())
        },
        seconds: &|| began.elapsed().as_secs_f64(),
        app_version: VERSION,
        report_language: match language {
            ReportLanguage::En => "en",
            ReportLanguage::Zh => "zh",
        },
        model: false,
        pictures: &Ground::default(),
        watch,
    };
    act(&outside)
}

/// How many parts the step had when it last said so.
#[derive(Default)]
struct Last(std::sync::atomic::AtomicUsize);

impl Last {
    fn total(&self) -> usize {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// A step's progress as a job's.
struct Following<'a> {
    job: &'a Job<'a>,
    own: &'a Job<'a>,
    last: Last,
}

impl Watch for Following<'_> {
    fn tell(&self, progress: &Progress) {
        self.last.0.store(progress.total, std::sync::atomic::Ordering::Relaxed);
        let step =
            ImportProgress { run: progress.run.clone(), step: progress.step.clone(), notes: progress.notes.clone() };
        self.job.import(progress.done, progress.total, &progress.current, &step);
    }

    fn stopped(&self) -> bool {
        self.job.is_cancelled() || self.own.is_cancelled()
    }
}

/// Writes what was built, when it is approved.
///
/// # Errors
/// `not-approved`, `wrong-phase`, `busy`, and what the disk refuses.
pub fn finish(
    studio: &Studio,
    world: &str,
    approved: bool,
    language: ReportLanguage,
    job: &str,
) -> Result<ImportStatus, ApiError> {
    step(studio, world, language, job, |folder, outside| run::finish(folder, approved, outside))
}

/// Goes on where an import was interrupted; `again` starts a damaged finish over.
///
/// # Errors
/// `nothing-to-resume`, `busy`, and those of the step that waits.
pub fn resume(
    studio: &Studio,
    world: &str,
    again: bool,
    language: ReportLanguage,
    job: &str,
) -> Result<ImportStatus, ApiError> {
    step(studio, world, language, job, |folder, outside| run::resume(folder, again, outside))
}

/// Takes the choices of a review from a file.
///
/// # Errors
/// `malformed` for a file that is no list of choices, `usage` for a choice that does not fit, `wrong-phase`, `busy`.
pub fn apply_decisions(studio: &Studio, text: &str, bytes: &[u8]) -> Result<ImportReview, ApiError> {
    let folder = worlds::find(studio, text)?;
    let decisions = run::read_decisions(bytes)?;
    run::decide(&folder, decisions)?;
    imported::review(&folder)
}

/// What is said when a step needs a language model.
pub fn no_model(what: &str) -> ApiError {
    ApiError::new(ErrorCode::NoModel, format!("{what} needs a language model, and none is set.")).hint(
        "Make the world of the card's own words: ficha import structure WORLD, or ficha import run CARD --no-model.",
    )
}

/// Why a step of a world that needs a model does not begin: its phase first, then that there is none.
pub fn without_model(studio: &Studio, text: &str, act: &str) -> ApiError {
    let folder = match worlds::find(studio, text) {
        Ok(folder) => folder,
        Err(error) => return error,
    };
    match run::refused_without_model(&folder, act) {
        RunError::Refused(run::Refusal::NoModel { step }) => no_model(&imported::capital(step.word())),
        other => other.into(),
    }
}

/// The word of a phase.
pub fn phase_word(phase: ImportPhase) -> &'static str {
    match phase {
        ImportPhase::Ready => "ready",
        ImportPhase::Surveyed => "surveyed",
        ImportPhase::Built => "built",
        ImportPhase::Repair => "repair",
        ImportPhase::Done => "done",
    }
}

/// The word of a readiness.
pub fn readiness_word(readiness: WorldReadiness) -> &'static str {
    match readiness {
        WorldReadiness::Draft => "draft",
        WorldReadiness::NeedsPlayer => "needs-player",
        WorldReadiness::Ready => "ready",
    }
}

/// The word of a choice.
pub fn act_word(act: ReviewAct) -> &'static str {
    match act {
        ReviewAct::Keep => "keep",
        ReviewAct::Drop => "drop",
        ReviewAct::Merge => "merge",
        ReviewAct::Rename => "rename",
        ReviewAct::SplitAlias => "split-alias",
        ReviewAct::Edit => "edit",
        ReviewAct::ChangeKind => "change-kind",
    }
}

/// What a person at a terminal does next.
pub fn next_step(status: &ImportStatus) -> Option<String> {
    let world = &status.world;
    match status.phase? {
        ImportPhase::Ready => Some(format!("ficha import structure {world}")),
        ImportPhase::Surveyed => Some(format!("ficha import build {world}")),
        ImportPhase::Built => Some(format!("ficha import review {world}, then ficha import finish {world} --approve")),
        ImportPhase::Repair => Some(format!("mend the problems, or ficha import draft {world} keep|discard")),
        ImportPhase::Done => match status.readiness {
            WorldReadiness::NeedsPlayer => {
                Some(format!("mark a character as playable: ficha world set {world} characters/ID --file FILE"))
            }
            WorldReadiness::Draft | WorldReadiness::Ready => None,
        },
    }
}

/// A file's bytes under the usual limits and the size an import takes.
pub(crate) fn read_file(path: &Path) -> Result<Upload, ApiError> {
    check_size(path)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Upload::of(&name, disk::read(path, &Limits::default())?))
}
