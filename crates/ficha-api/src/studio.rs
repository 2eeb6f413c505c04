//! The studio: one open library with everything commands need around it. Shared between threads by an `Arc`.
//!
//! Here: opening it, the library in force, who listens. Not here: what commands do.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use ficha_library::Library;

use crate::background::Waiting;
use crate::commands::merge::Heads;
use crate::dto::Tokenizer;
use crate::events::{Event, Events, LibraryEvent};
use crate::intake::Staging;
use crate::intake::watched::Watched;
use crate::jobs::{Job, Jobs};
use crate::media::Shown;
use crate::pictures::Pictures;
use crate::settings::{self, SettingsFile};
use crate::worlds::pictures::WorldPictures;
use crate::worlds::rows::Rows;
use crate::{ApiError, ErrorCode};

/// Shows a file in the system's file browser.
pub type Opener = Box<dyn Fn(&std::path::Path) -> Result<(), String> + Send + Sync>;

/// How a studio is opened.
#[derive(Default)]
pub struct Options {
    /// The library's folder; `None`: the one of the environment, of the settings, or the default place.
    pub library: Option<PathBuf>,
    /// The folder settings are kept in; `None`: they are not kept.
    pub config: Option<PathBuf>,
    /// Opens the file browser, where the shell can.
    pub opener: Option<Opener>,
}

impl Options {
    /// The person's own library and settings.
    pub fn of_person() -> Options {
        Options { library: None, config: settings::default_folder(), opener: None }
    }
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options").field("library", &self.library).field("config", &self.config).finish_non_exhaustive()
    }
}

/// A library that is open, with what belongs to it.
#[derive(Clone)]
pub(crate) struct Open {
    /// The library.
    pub library: Arc<Library>,
    /// Its pictures.
    pub pictures: Arc<Pictures>,
    /// Pictures that have no blob of their own.
    pub shown: Arc<Shown>,
    /// Which staged file shows which picture.
    pub staging: Arc<Staging>,
    /// Pieces to be described when nobody waits.
    pub waiting: Arc<Waiting>,
    /// How tokens are counted.
    pub tokenizer: Tokenizer,
    /// Newest revisions as last read.
    pub heads: Arc<Heads>,
    /// What is known of the watched folder.
    pub watched: Arc<Watched>,
    /// The worlds as they were listed last.
    pub worlds: Arc<Rows>,
    /// Which picture of which world was shown.
    pub world_pictures: Arc<WorldPictures>,
}

/// The studio.
pub struct Studio {
    open: RwLock<Open>,
    settings: Mutex<SettingsFile>,
    events: Arc<Events>,
    jobs: Jobs,
    opener: Option<Opener>,
}

impl std::fmt::Debug for Studio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Studio").field("library", &self.open().library.root()).finish_non_exhaustive()
    }
}

impl Studio {
    /// Opens a studio.
    ///
    /// # Errors
    /// `io` when the library's folder is not there and cannot be made.
    pub fn open_with(options: Options) -> Result<Studio, ApiError> {
        let settings = SettingsFile::load(options.config);
        let environment = std::env::var_os("FICHA_LIBRARY").is_some_and(|folder| !folder.is_empty());
        let chosen = Some(&settings.get().library).filter(|folder| !folder.is_empty() && !environment);
        let folder = options.library.or_else(|| chosen.map(PathBuf::from)).unwrap_or_else(Library::default_folder);
        Ok(Studio {
            open: RwLock::new(Open { tokenizer: settings.get().tokenizer, ..Open::folder(&folder)? }),
            settings: Mutex::new(settings),
            events: Arc::default(),
            jobs: Jobs::default(),
            opener: options.opener,
        })
    }

    /// The library in force with what belongs to it. A command that began with one ends with it.
    pub(crate) fn open(&self) -> Open {
        self.open.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The library in force.
    pub(crate) fn library(&self) -> Arc<Library> {
        self.open().library
    }

    /// The pictures of the library in force.
    pub fn pictures(&self) -> Arc<Pictures> {
        self.open().pictures
    }

    /// Puts another library in force.
    pub(crate) fn switch(&self, folder: &std::path::Path) -> Result<(), ApiError> {
        let open = Open { tokenizer: self.open().tokenizer, ..Open::folder(folder)? };
        *self.open.write().unwrap_or_else(PoisonError::into_inner) = open;
        self.changed(Vec::new());
        Ok(())
    }

    /// Brings the index of the library up to date while the person looks at what it has, and says so when that was not
    /// all; takes uploads away that nobody started for a week. For shells that stay; a command that ends at once looks for itself.
    pub fn refresh_in_background(&self) {
        let (library, events) = (self.library(), Arc::clone(&self.events));
        std::thread::spawn(move || {
            // W-003. What cannot be taken away now is left for the next start.
            let _ = library.worlds().sweep_incoming(std::time::SystemTime::now());
            // What cannot be read now is read by the next list.
            if library.refresh(&|_, _| true).is_ok_and(|refreshed| refreshed.changed > 0) {
                events.tell(&Event::Library(LibraryEvent { addresses: Vec::new() }));
            }
        });
    }

    /// Counts tokens another way from now on.
    pub(crate) fn count_with(&self, tokenizer: Tokenizer) {
        self.open.write().unwrap_or_else(PoisonError::into_inner).tokenizer = tokenizer;
    }

    /// The settings file.
    pub(crate) fn settings(&self) -> std::sync::MutexGuard<'_, SettingsFile> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who listens.
    pub fn events(&self) -> &Arc<Events> {
        &self.events
    }

    /// The jobs at work.
    pub fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    /// Starts a job under the id the caller made up.
    pub(crate) fn job(&self, id: &str) -> Job<'_> {
        self.jobs.start(id, &self.events)
    }

    /// Tells everyone that entities are not what they were; none named means many.
    pub(crate) fn changed(&self, addresses: Vec<String>) {
        self.events.tell(&Event::Library(LibraryEvent { addresses }));
    }

    /// Opens the file browser where the shell can.
    pub(crate) fn show_file(&self, path: &std::path::Path) -> Result<(), ApiError> {
        match &self.opener {
            Some(opener) => opener(path)
                .map_err(|what| ApiError::new(ErrorCode::Io, format!("The file browser did not open: {what}."))),
            None => Err(ApiError::new(ErrorCode::Unsupported, "A browser page cannot open a folder.")
                .hint(format!("The file is {}.", path.display()))),
        }
    }
}

impl Open {
    fn folder(folder: &std::path::Path) -> Result<Open, ApiError> {
        let library = Arc::new(Library::open(folder)?);
        let shown = Arc::new(Shown::default());
        let staging = Arc::new(Staging::new(Arc::clone(&library)));
        let world_pictures = Arc::new(WorldPictures::default());
        let lookup = {
            let (library, shown, staging) = (Arc::clone(&library), Arc::clone(&shown), Arc::clone(&staging));
            let (worlds, world_pictures) = (library.worlds(), Arc::clone(&world_pictures));
            move |sha256: &str| {
                let blob = library.blob(sha256).ok();
                blob.or_else(|| shown.get(sha256))
                    .or_else(|| staging.picture(sha256))
                    .or_else(|| world_pictures.get(&worlds, sha256))
            }
        };
        // Derived, so it lies beside the index and may be deleted like it.
        let kept = library.read_only().is_none().then(|| library.root().join("cache").join("thumbnails"));
        let pictures = Arc::new(Pictures::new(kept, Arc::new(lookup)));
        Ok(Open {
            library,
            pictures,
            shown,
            staging,
            waiting: Arc::default(),
            tokenizer: Tokenizer::default(),
            heads: Arc::default(),
            watched: Arc::default(),
            worlds: Arc::default(),
            world_pictures,
        })
    }
}
