//! The one table of commands. Dispatch by name, the names the shells accept and the TypeScript bindings all come
//! from it; there is no second list.
//!
//! Arguments arrive and results leave as JSON text: a shell never holds a tree of them, so that numbers and key
//! order of card data pass through untouched.

use serde::{Serialize, de::DeserializeOwned};
use specta::{Types, datatype::DataType};

use crate::dto::{
    Address, Amount, BatchMeasured, BatchPlan, BatchResult, BatchWish, CardVersion, CheckRow, CheckRun, CompareRow,
    CopyAs, Decision, Draft, EntityRow, ExportOptions, ExportTarget, ExportWritten, FieldChoice, FindingRow, FormatRow,
    FoundBody, FoundPieces, HistoryRow, HushedRow, IntakeKept, Json, Kind, LibraryPage, LibraryQuery, LibrarySummary,
    LibraryWatch, MergeView, NarrationApplied, NarrationPreset, NativePatch, OpenEntity, OutFile, PieceState,
    PortraitSet, RawEdit, RawProblem, RawView, Removed, ReplaceIn, Report, ReportLanguage, RevisionView, Run, RunPiece,
    Settings, Shelf, StagedDetail, StagedRow, StudioInfo, Tokenizer, TrashDeleted, TrashRestored, TrashRow, Unfinished,
    UpdateView, Wanted, WorldBookMade, WorldBookRow, WorldCheckDeep, WorldCheckRun,
};
use crate::dto::{
    AssembledPreset, AttributesRead, CarriedField, Cast, Change, CompiledPersona, CompiledTurn, MediaAdded,
    NativePanel, NativePanels, PatchOp, RawKey, RegexOccasion, RegexRun, TokenRow,
};
use crate::dto::{
    CardChanges, CardOrigin, CardOverview, CardSearch, CardText, UpdateFinished, UpdateMark, UpdateStatus, UpdateTarget,
};
use crate::dto::{CardPreview, DraftAct, ImportChoices, ImportReview, ImportStatus, ReviewChoice};
use crate::dto::{LoreChat, LoreGraph, LoreMade, LoreObedience, LorePart, LoreRules, LoreTrial};
use crate::dto::{
    OpenedWorld, WorldExported, WorldImported, WorldRemoved, WorldRow, WorldSchema, WorldTrashRow, WorldWritten,
};
use crate::{ApiError, ErrorCode, Studio, commands};

/// A command, as a shell runs it and as the bindings describe it.
pub struct Command {
    /// Its name on the wire, `library_query`.
    pub name: &'static str,
    /// What it does, in Markdown.
    pub about: &'static str,
    /// Runs it: JSON text of the arguments object in, JSON text of the result out.
    pub call: fn(&Studio, &str) -> Result<String, ApiError>,
    /// Its arguments by Rust name, in order.
    pub arguments: fn(&mut Types) -> Vec<(&'static str, DataType)>,
    /// What it answers.
    pub result: fn(&mut Types) -> DataType,
}

impl std::fmt::Debug for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Command").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Runs a command by name.
///
/// # Errors
/// `usage` for a name the table lacks or arguments that do not fit; else what the command says.
pub fn call(studio: &Studio, name: &str, arguments: &str) -> Result<String, ApiError> {
    match COMMANDS.iter().find(|command| command.name == name) {
        Some(command) => (command.call)(studio, arguments),
        None => Err(ApiError::new(ErrorCode::Usage, format!("There is no command {name:?}."))),
    }
}

fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, ApiError> {
    let text = if text.trim().is_empty() { "{}" } else { text };
    serde_json::from_str(text)
        .map_err(|error| ApiError::new(ErrorCode::Usage, format!("The arguments of {name} do not fit: {error}.")))
}

fn write<T: Serialize>(name: &str, result: &T) -> Result<String, ApiError> {
    serde_json::to_string(result)
        .map_err(|error| ApiError::new(ErrorCode::Bug, format!("The answer of {name} is no JSON: {error}.")))
}

macro_rules! commands {
    ($($(#[doc = $about:literal])+ $name:ident($($argument:ident: $type:ty),* $(,)?) -> $result:ty = $function:path;)+) => {
        /// Every command.
        pub static COMMANDS: &[Command] = &[$(Command {
            name: stringify!($name),
            about: concat!($($about, "\n"),+),
            call: |studio, text| {
                #[derive(serde::Deserialize)]
                #[serde(rename_all = "camelCase", deny_unknown_fields)]
                struct Arguments { $($argument: $type),* }
                let Arguments { $($argument),* } = read(stringify!($name), text)?;
                let result: $result = $function(studio, $($argument),*)?;
                write(stringify!($name), &result)
            },
            arguments: |_types| vec![$((stringify!($argument), <$type as specta::Type>::definition(_types))),*],
            result: |types| <$result as specta::Type>::definition(types),
        }),+];
    };
}

commands! {
    /// What the program is and where it works.
    studio_info() -> StudioInfo = commands::settings::info;
    /// What was chosen.
    settings_get() -> Settings = commands::settings::get;
    /// Keeps a choice. The library's folder is changed by `library_move` alone.
    settings_set(settings: Settings) -> Settings = commands::settings::set;
    /// Opens the library in another folder, copied there first when that folder is empty or absent. The older one stays.
    library_move(folder: String) -> StudioInfo = commands::settings::move_library;

    /// Every format the engine speaks.
    formats() -> Vec<FormatRow> = commands::export::formats;

    /// The library at a glance.
    library_summary() -> LibrarySummary = commands::library::summary;
    /// One page of a list or search.
    library_query(query: LibraryQuery) -> LibraryPage = commands::library::query;
    /// The rows of these entities, in the order asked for; missing ones are left out.
    library_rows(addresses: Vec<Address>) -> Vec<EntityRow> = commands::library::rows;
    /// What is found in a body as it is being written.
    find_body(kind: Kind, body: Json, wanted: Wanted) -> FoundBody = commands::find::body;
    /// The changes that replace in a body: everywhere, or one place of one field by its number there.
    replace_body(kind: Kind, body: Json, wanted: Wanted, replacement: String, path: Option<String>, number: Option<u32>) -> Vec<Change> = commands::find::replace_body;
    /// What is found in many pieces, with what each place would become.
    find_library(addresses: Vec<Address>, wanted: Wanted, replacement: String, job: String) -> FoundPieces = commands::find::library;
    /// Replaces in many pieces: one revision for each.
    replace_library(choice: Vec<ReplaceIn>, wanted: Wanted, replacement: String, job: String) -> Run = commands::find::replace_library;
    /// Adds tags to pieces and takes others away: one revision for each.
    tags_change(addresses: Vec<Address>, add: Vec<String>, remove: Vec<String>, job: String) -> Run = commands::many::tags;
    /// Takes a run over many pieces back. A piece that was saved since is left alone and named.
    run_undo(pieces: Vec<RunPiece>, job: String) -> Run = commands::many::undo;
    /// Every shelf, in order.
    shelves() -> Vec<Shelf> = commands::shelves::list;
    /// Makes a shelf: a kept search, or an empty one to be filled by hand.
    shelf_make(name: String, search: Option<Json>) -> Vec<Shelf> = commands::shelves::make;
    /// Gives a shelf another name.
    shelf_rename(id: String, name: String) -> Vec<Shelf> = commands::shelves::rename;
    /// Takes a shelf away; its pieces stay.
    shelf_remove(id: String) -> Vec<Shelf> = commands::shelves::remove;
    /// Puts pieces on a shelf and takes others off it.
    shelf_put(id: String, add: Vec<Address>, remove: Vec<Address>) -> Vec<Shelf> = commands::shelves::put;
    /// What two pieces of one kind have differently.
    pieces_compare(left: Address, right: Address) -> Vec<CompareRow> = commands::out::compare;
    /// Writes the usual file of a piece to a passing place, for a drag out of the window.
    drag_file(address: Address) -> OutFile = commands::out::drag_file;
    /// The text of a piece for the clipboard.
    entity_copy(address: Address, shape: CopyAs) -> String = commands::out::copy;
    /// What may have changed on the disk without this program, and the newest revision of these pieces.
    library_watch(addresses: Vec<Address>) -> LibraryWatch = commands::merge::watch;
    /// Makes the index again from the files.
    library_rebuild(job: String) -> LibrarySummary = commands::library::rebuild;
    /// What is in the trash, last removed first.
    library_trash() -> Vec<TrashRow> = commands::library::trash;
    /// Moves entities to the trash.
    library_remove(addresses: Vec<Address>) -> Removed = commands::library::remove;
    /// Moves trash items back.
    trash_restore(items: Vec<String>) -> TrashRestored = commands::library::restore_trash;
    /// Deletes trash items for good; all of them when none is named.
    trash_delete(items: Option<Vec<String>>) -> TrashDeleted = commands::library::delete_trash;
    /// Stages the samples that come with the program.
    library_open_samples(job: String) -> Vec<StagedRow> = commands::intake::open_samples;

    /// Every world, by name.
    world_list() -> Vec<WorldRow> = commands::worlds::list;
    /// Makes a world with nothing in it but its name and language.
    world_new(name: String, language: String) -> WorldRow = commands::worlds::new;
    /// Opens a world: its documents as lists need them, its small files whole, what is wrong with it.
    world_open(world: String) -> OpenedWorld = commands::worlds::open;
    /// One document of a world, whole.
    world_document(world: String, document: String) -> Json = commands::worlds::document;
    /// What forms need to know about the documents of a world.
    world_schema() -> WorldSchema = commands::worlds::schema;
    /// The JSON Schema of one kind of file, or of all by name.
    world_json_schema(file: Option<String>) -> Json = commands::worlds::json_schema;
    /// Moves a world to the trash.
    world_discard(world: String) -> WorldTrashRow = commands::worlds::discard;
    /// The worlds in the trash, the newest first.
    world_trash() -> Vec<WorldTrashRow> = commands::worlds::trash;
    /// Brings a world back from the trash.
    world_restore(item: String) -> WorldRow = commands::worlds::restore;
    /// Writes a world as a file that another studio can take in, with the books and the preset it uses when that is wished.
    world_export(world: String, path: String, companions: bool, overwrite: bool) -> WorldExported = commands::worlds::export;
    /// Takes a world in from such a file. `raise` lets it be as large as a person may allow.
    world_import(path: String, raise: Option<bool>) -> WorldImported = commands::worlds::import;
    /// Creates or replaces a document of a world.
    world_set(world: String, document: String, doc: Json) -> WorldWritten = commands::world_edit::set;
    /// Makes a document in a folder; its id is made of its name.
    world_create(world: String, folder: String, doc: Json) -> WorldWritten = commands::world_edit::create;
    /// Takes a document, or a file that cannot be read, out into the world's trash.
    world_remove(world: String, document: String) -> WorldWritten = commands::world_edit::remove;
    /// What was taken out of a world, the newest first.
    world_removed(world: String) -> Vec<WorldRemoved> = commands::world_edit::removed;
    /// Puts what was taken out together back into its places.
    world_put_back(world: String, item: String) -> WorldWritten = commands::world_edit::put_back;
    /// Makes a character playable: the one named, or a new one with this name, which starts where new avatars do.
    world_player(world: String, document: Option<String>, name: Option<String>) -> WorldWritten = commands::world_edit::player;
    /// Puts rows in the place of those of a list file: relationships, variables, commands, triggers.
    world_rows(world: String, file: String, rows: Json) -> WorldWritten = commands::world_edit::rows;
    /// Changes facts of `world.json`; `null` takes one away.
    world_info(world: String, changes: Json) -> WorldWritten = commands::world_edit::info;
    /// Gives a world another name; its folder keeps its own.
    world_rename(world: String, name: String) -> WorldWritten = commands::world_edit::rename;
    /// Changes one of `preset`, `lorebooks`, `sampling`, `tools` and `decisions` of a world; `null` takes it away.
    world_own_field(world: String, field: String, value: Json) -> WorldWritten = commands::world_edit::own_field;
    /// Writes one of a world's own prompts; an empty text takes it away.
    world_prompt(world: String, language: String, slot: String, text: String) -> WorldWritten = commands::world_edit::prompt;
    /// Adds a picture file of the disk to a world: as `cover`, as `reference` or `picture` of a document, or for the `library` of the world.
    world_picture_add(world: String, path: String, of: Option<String>, role: String) -> WorldWritten = commands::world_edit::picture_add;
    /// Takes a picture out into the world's trash.
    world_picture_remove(world: String, picture: String) -> WorldWritten = commands::world_edit::picture_remove;
    /// Puts a picture back that was taken out of a world.
    world_picture_restore(world: String, picture: String) -> WorldWritten = commands::world_edit::picture_restore;
    /// Every world book, by name.
    world_books() -> Vec<WorldBookRow> = commands::narration::books;
    /// Makes a world book of a lorebook: a file, `lorebook/<id>`, or the book of `character/<id>`.
    lorebook_import(from: String, name: Option<String>, language: Option<String>) -> WorldBookMade = commands::narration::lorebook_import;
    /// What a chat app's preset would bring to a world; it waits there until it is applied or dismissed.
    preset_open(world: String, from: String) -> NarrationPreset = commands::narration::preset_open;
    /// The preset that waits in a world.
    preset_waiting(world: String) -> Option<NarrationPreset> = commands::narration::preset_waiting;
    /// Applies the waiting preset with the prompts of these ids, word for word.
    preset_apply(world: String, ticked: Vec<String>) -> NarrationApplied = commands::narration::preset_apply;
    /// Takes the waiting preset away.
    preset_dismiss(world: String) -> () = commands::narration::preset_dismiss;
    /// Keeps a chat app's preset for worlds to share.
    preset_share(from: String, name: Option<String>) -> NarrationApplied = commands::narration::preset_share;

    /// Reads files and folders into the intake. Rows also come one by one as events.
    intake_add(paths: Vec<String>, job: String) -> Vec<StagedRow> = commands::intake::add;
    /// Stages what appeared in the watched folder since the last look and is no longer changing.
    intake_look() -> Vec<StagedRow> = commands::intake::look;
    /// Everything staged, oldest first.
    intake_list() -> Vec<StagedRow> = commands::intake::list;
    /// All about one staged file.
    intake_show(id: String) -> StagedDetail = commands::intake::show;
    /// Sets what will be done with staged files.
    intake_decide(ids: Vec<String>, decision: Decision) -> Vec<StagedRow> = commands::intake::decide;
    /// Chooses among card texts that say different things.
    intake_choose(id: String, chunk: String) -> StagedDetail = commands::intake::choose;
    /// Reads the text as it is in the file, without the repair.
    intake_undo_repair(id: String) -> StagedDetail = commands::intake::undo_repair;
    /// Raises one limit for one staged file that was refused by it, and reads the file again.
    intake_raise(id: String, limit: String, value: Amount, job: String) -> StagedRow = commands::intake::raise;
    /// Reads an encrypted staged file with a password, which is kept nowhere.
    intake_unlock(id: String, password: String) -> StagedRow = commands::intake::unlock;
    /// Remembers what the fields of a staged file's update take.
    intake_choose_fields(id: String, chosen: Vec<FieldChoice>) -> StagedDetail = commands::merge::choose_fields;
    /// Keeps staged files by their decisions; all of them when none is named.
    intake_keep(ids: Option<Vec<String>>, job: String) -> IntakeKept = commands::intake::keep;
    /// Takes staged files away; all of them when none is named.
    intake_discard(ids: Option<Vec<String>>) -> () = commands::intake::discard;

    /// Opens an entity.
    entity_open(address: Address) -> OpenEntity = commands::entity::open;
    /// Makes a new entity.
    entity_new(kind: Kind, name: String) -> OpenEntity = commands::entity::create;
    /// Copies an entity under a new id.
    entity_duplicate(address: Address) -> OpenEntity = commands::entity::duplicate;
    /// Gives an entity another name. Its id stays.
    entity_rename(address: Address, name: String) -> OpenEntity = commands::entity::rename;
    /// Keeps edits that are not yet a revision.
    entity_draft_save(address: Address, draft: Draft) -> () = commands::entity::save_draft;
    /// Forgets such edits.
    entity_draft_drop(address: Address) -> () = commands::entity::drop_draft;
    /// Saves changes as a revision; `conflict` when another one came in between. The draft goes with it.
    entity_save(address: Address, base_revision: u32, changes: Vec<Change>, native: Vec<NativePatch>, why: String) -> OpenEntity = commands::entity::save;
    /// Every piece that links to this one.
    entity_users(address: Address) -> Vec<EntityRow> = commands::users::of;
    /// Every revision, newest first.
    entity_history(address: Address) -> Vec<HistoryRow> = commands::history::list;
    /// One revision's content.
    entity_revision(address: Address, revision: u32) -> RevisionView = commands::history::show;
    /// What two revisions have differently.
    entity_compare(address: Address, from: u32, to: u32) -> Vec<CompareRow> = commands::history::compare;
    /// What unsaved edits and a revision saved elsewhere have differently, both against what they began with.
    entity_merge_view(address: Address, base_revision: u32, mine: PieceState) -> MergeView = commands::merge::merge_view;
    /// Saves what comes of both as one revision.
    entity_merge_save(address: Address, base_revision: u32, their_revision: u32, mine: PieceState, chosen: Vec<FieldChoice>) -> OpenEntity = commands::merge::merge_save;
    /// What bringing a piece up to date from a staged file would do.
    entity_update_view(address: Address, id: String) -> UpdateView = commands::merge::update_view;
    /// Brings a piece up to date from a staged file, as one revision.
    entity_update_apply(address: Address, id: String, base_revision: u32, chosen: Vec<FieldChoice>) -> OpenEntity = commands::merge::update_apply;
    /// Saves an earlier revision, or some of its fields, as a new one.
    entity_restore(address: Address, revision: u32, base_revision: u32, paths: Option<Vec<String>>) -> OpenEntity = commands::history::restore;
    /// Saves the entity as it is as a revision with a name.
    entity_snapshot(address: Address, name: String) -> HistoryRow = commands::history::snapshot;

    /// An original as text.
    raw_view(address: Address, format: String) -> RawView = commands::raw::view;
    /// What is wrong with a JSON text.
    raw_check(text: String) -> Vec<RawProblem> = commands::raw::check;
    /// What an edited text changes in an original.
    raw_edit(address: Address, format: String, text: String) -> RawEdit = commands::raw::edit;
    /// What native edits, applied in order to an original, give.
    raw_apply(address: Address, format: String, ops: Vec<PatchOp>) -> RawView = commands::raw::apply;

    /// The native fields of every app that is there, with these edits in place of the saved ones, and apps to add.
    native_panels(address: Address, native: Vec<NativePatch>) -> NativePanels = commands::native::panels;
    /// The native fields of one row of a list of the body.
    native_row(address: Address, native: Vec<NativePatch>, list: String, id: String) -> Vec<NativePanel> = commands::native::row;
    /// What the keys of an original mean.
    raw_keys(address: Address, format: String) -> Vec<RawKey> = commands::native::keys;

    /// Takes a picture file in, for a portrait. The body is changed by the caller's own step.
    portrait_set(address: Address, path: String) -> PortraitSet = commands::pictures::set_from_file;
    /// Makes a plain picture for an entity that has none.
    portrait_plain(address: Address) -> PortraitSet = commands::pictures::set_plain;
    /// Takes a part of a picture that is shown, in its own pixels, as a portrait.
    picture_crop(sha256: String, left: u32, top: u32, width: u32, height: u32) -> PortraitSet = commands::pictures::crop;
    /// Takes a picture file in, for the pictures beside the portrait.
    media_add(address: Address, path: String) -> MediaAdded = commands::pictures::add_from_file;

    /// The text a structured persona becomes.
    attributes_text(structured: Json, name: String) -> String = commands::attributes::text;
    /// Reads a text in a notation of structured personas, or in the one it looks like; `null` when it has none.
    attributes_read(text: String, kind: Option<String>, before: Option<Json>) -> Option<AttributesRead> = commands::attributes::read;

    /// Every check, with what it looks for.
    checks_list(language: ReportLanguage) -> Vec<CheckRow> = commands::checks::list;
    /// Checks pieces with what they link to; the whole library when none is named. Remembers what was found.
    checks_run(addresses: Vec<Address>, targets: Vec<String>, language: ReportLanguage, job: String) -> CheckRun = commands::checks::run;
    /// Checks a body as it is being written.
    checks_body(address: Address, body: Json, targets: Vec<String>, language: ReportLanguage) -> Vec<FindingRow> = commands::checks::body;
    /// Silences a finding of a piece, or lets it speak again.
    checks_hush(address: Address, key: String, title: String, hush: bool) -> Vec<HushedRow> = commands::checks::hush;
    /// Every silenced finding.
    checks_hushed() -> Vec<HushedRow> = commands::checks::hushed;

    /// Checks a world with these kits, all four when none is named. Remembers what was found.
    check_world_run(world: String, kits: Vec<String>, deep: WorldCheckDeep, version: CardVersion, language: ReportLanguage) -> WorldCheckRun = commands::world_checks::run;
    /// What is remembered of the checks of a world.
    check_world_results(world: String, language: ReportLanguage) -> WorldCheckRun = commands::world_checks::results;

    /// Counts tokens, one figure a text.
    tokens_count(texts: Vec<String>, tokenizer: Option<Tokenizer>) -> Vec<u32> = commands::tokens::count;
    /// Counts tokens of every text of a saved body.
    tokens_entity(address: Address, tokenizer: Option<Tokenizer>) -> Vec<TokenRow> = commands::tokens::entity;
    /// Counts tokens of every text of the body given.
    tokens_body(kind: Kind, body: Json, tokenizer: Option<Tokenizer>) -> Vec<TokenRow> = commands::tokens::body;

    /// Runs a set of rules over a text, each on what the one before left.
    regex_run(body: Json, text: String, occasion: RegexOccasion) -> RegexRun = commands::told::regex_run;
    /// A persona as the model is told it.
    persona_compile(body: Json, character: Option<String>, tokenizer: Option<Tokenizer>) -> CompiledPersona = commands::told::persona_compile;
    /// The request a preset makes for a chat completion, with a character and a persona of the library.
    preset_assemble(body: Json, cast: Cast, tokenizer: Option<Tokenizer>) -> AssembledPreset = commands::told::preset_assemble;
    /// The one text a preset makes for a text completion.
    preset_turn(body: Json, cast: Cast, tokenizer: Option<Tokenizer>) -> CompiledTurn = commands::told::preset_turn;
    /// Which formats carry each field of a kind, found by writing and reading back.
    fields_carried(kind: Kind) -> Vec<CarriedField> = commands::told::fields_carried;
    /// Tries a chat out on a lorebook as it is being written: what wakes and why, what nearly does.
    lore_bench(body: Json, chat: LoreChat, rules: LoreRules, job: String) -> LoreTrial = commands::lore::bench;
    /// Which entries of a lorebook call which by their texts.
    lore_wakes(body: Json, job: String) -> LoreGraph = commands::lore::wakes;
    /// Whether other apps would obey some entries, format by format.
    lore_obey(body: Json, entries: Vec<u32>) -> Vec<LoreObedience> = commands::lore::obey;
    /// Makes one lorebook of several; those stay.
    lore_merge(addresses: Vec<Address>, name: String, folders: bool, once: bool) -> LoreMade = commands::books::merge;
    /// Makes a lorebook of each part of one; that one stays.
    lore_split(address: Address, parts: Vec<LorePart>) -> Vec<LoreMade> = commands::books::split;

    /// Where an entity can be written to.
    export_targets(address: Address) -> Vec<ExportTarget> = commands::export::targets;
    /// Writes in memory, reads back and compares. Nothing reaches the disk.
    export_measure(address: Address, format: String, options: ExportOptions, job: String) -> Report = commands::export::measure;
    /// Writes a file.
    export_write(address: Address, format: String, options: ExportOptions, path: String, overwrite: bool, job: String) -> ExportWritten = commands::export::write;
    /// Writes several pieces and what they link to into one file of the studio's own, in memory, and measures them.
    export_set_measure(addresses: Vec<Address>, options: ExportOptions, job: String) -> Report = commands::export::measure_set;
    /// Writes several pieces and what they link to as one file of the studio's own.
    export_set_write(addresses: Vec<Address>, options: ExportOptions, path: String, overwrite: bool, job: String) -> ExportWritten = commands::export::write_set;
    /// What an app would take of many pieces.
    batch_measure(wish: BatchWish, job: String) -> Vec<BatchMeasured> = commands::batch::measure;
    /// The names many files would get, which of them are taken, and whether the folder can be written.
    batch_plan(wish: BatchWish, extensions: Vec<String>) -> BatchPlan = commands::batch::plan;
    /// Writes every piece that is not written yet; each outcome also comes as an event.
    batch_run(wish: BatchWish, job: String) -> BatchResult = commands::batch::run;
    /// The run that was stopped or cut off, when there is one.
    batch_unfinished() -> Option<Unfinished> = commands::batch::unfinished;
    /// Forgets that run. What it wrote stays.
    batch_forget() -> () = commands::batch::forget;
    /// Shows a written file in the system's file browser.
    open_folder(path: String) -> () = commands::settings::open_folder;

    /// Opens a card of the disk that a world is to be made of, and says what it holds. It waits until it is started.
    card_open(path: String) -> CardPreview = commands::imports::open;
    /// The same for a character of the library, as its export is written.
    card_open_piece(address: Address) -> CardPreview = commands::imports::open_piece;
    /// Takes an opened card away.
    card_close(upload: String) -> () = commands::imports::close;
    /// Every piece of the card behind a world with what became of it.
    card_overview(world: String, version: CardVersion) -> CardOverview = commands::card_tools::overview;
    /// Looks for a text in the card behind a world: the phrase, else all of its words, else any.
    card_search(world: String, version: CardVersion, query: String) -> CardSearch = commands::card_tools::search;
    /// A turn of a piece's text, from a character on; `raw` is the card's own words.
    card_read(world: String, version: CardVersion, piece: String, from: u32, raw: bool) -> CardText = commands::card_tools::read;
    /// Where something of a world comes from: a document by its reference or name, a prompt, a value, a command, a trigger.
    card_origin(world: String, subject: String) -> CardOrigin = commands::card_tools::origin;
    /// What the newer card changes, with what the person made of each change.
    card_diff(world: String) -> CardChanges = commands::card_tools::diff;
    /// Makes a world's folder with the card in it.
    import_start(upload: String, choices: ImportChoices) -> ImportStatus = commands::imports::start;
    /// Makes the world of the card's own words, without a language model; with `review` it stops before it writes.
    import_structure(world: String, review: bool, language: ReportLanguage, job: String) -> ImportStatus = commands::imports::structure;
    /// How far the import of a world is.
    import_status(world: String) -> ImportStatus = commands::imports::status;
    /// Goes on where an import was interrupted.
    import_resume(world: String, language: ReportLanguage, job: String) -> ImportStatus = commands::imports::resume;
    /// Starts a finish over whose interrupted files are damaged.
    import_restart(world: String, language: ReportLanguage, job: String) -> ImportStatus = commands::imports::restart;
    /// Stops the step that runs on a world; what it finished stays, and so does its phase.
    import_stop(world: String) -> () = commands::imports::stop;
    /// What is about to be written.
    import_review_get(world: String) -> ImportReview = commands::imports::review_get;
    /// Takes these choices about it, in place of the earlier ones.
    import_review_set(world: String, choices: Vec<ReviewChoice>) -> ImportReview = commands::imports::review_set;
    /// Writes what was built. Calling it is the approval.
    import_finish(world: String, language: ReportLanguage, job: String) -> ImportStatus = commands::imports::finish;
    /// Where a world stands with updates.
    update_status(world: String) -> UpdateStatus = commands::updates::status;
    /// The worlds a card of this name could update, the likeliest first.
    update_targets(name: String) -> Vec<UpdateTarget> = commands::updates::targets;
    /// The choices for an upload that waits, when it updates this world and nobody chooses: what was off stays off.
    update_choices(world: String, upload: String) -> ImportChoices = commands::updates::choices;
    /// Lets an upload that waits become the newer card of a world; `replace`: another one that waits there may go.
    update_start(world: String, upload: String, choices: ImportChoices, replace: bool) -> UpdateStatus = commands::updates::start;
    /// Marks a change as carried into the world or dismissed, or takes its mark away.
    update_mark(world: String, change: String, mark: Option<UpdateMark>) -> CardChanges = commands::updates::mark;
    /// Makes the newer card the card of the world. It asks once when changes are unmarked; asked again, it goes through.
    update_finish(world: String, language: ReportLanguage, job: String) -> UpdateFinished = commands::updates::finish;
    /// Takes the newer card away. Edits made meanwhile stay.
    update_cancel(world: String) -> UpdateStatus = commands::updates::cancel;
    /// Puts back what was there before the last update. What the world holds now goes to its trash; pictures stay.
    update_undo(world: String) -> UpdateStatus = commands::updates::undo;
    /// A draft with its problems.
    draft_status(world: String) -> ImportStatus = commands::imports::draft_status;
    /// Takes a draft as it is, or moves it to the trash; the answer is how it was last.
    draft_act(world: String, act: DraftAct) -> ImportStatus = commands::imports::draft_act;

    /// Stops a job; what is done stays done.
    job_cancel(job: String) -> () = commands::jobs::cancel;
}
