/* eslint-disable */
// Made from the command table of crates/ficha-api. Do not edit: UPDATE_BINDINGS=1 cargo nextest run -p ficha-api bindings


/** A JSON value. Numbers that JavaScript cannot hold are only shown, never sent back. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** A JSON map. */
export type JsonObject = { [key: string]: Json };
/** `kind/id`, as on the command line. */
export type Address = string;
/** Lower-case hex of a blob's SHA-256. */
export type Sha256 = string;
/** The id of a format. */
export type FormatId = string;
/** One RFC 6902 operation against an original. */
export type PatchOp =
  | { op: "add"; path: string; value: Json }
  | { op: "remove"; path: string }
  | { op: "replace"; path: string; value: Json }
  | { op: "move"; from: string; path: string };

/** Every command: its arguments and its result. */
export interface Commands {
  /** What the program is and where it works. */
  studio_info: { args: Record<string, never>; result: StudioInfo };
  /** What was chosen. */
  settings_get: { args: Record<string, never>; result: Settings };
  /** Keeps a choice. The library's folder is changed by `library_move` alone. */
  settings_set: { args: { settings: Settings }; result: Settings };
  /** Opens the library in another folder, copied there first when that folder is empty or absent. The older one stays. */
  library_move: { args: { folder: string }; result: StudioInfo };
  /** Every format the engine speaks. */
  formats: { args: Record<string, never>; result: FormatRow[] };
  /** The library at a glance. */
  library_summary: { args: Record<string, never>; result: LibrarySummary };
  /** One page of a list or search. */
  library_query: { args: { query: LibraryQuery }; result: LibraryPage };
  /** The rows of these entities, in the order asked for; missing ones are left out. */
  library_rows: { args: { addresses: string[] }; result: EntityRow[] };
  /** What is found in a body as it is being written. */
  find_body: { args: { kind: Kind; body: Json; wanted: Wanted }; result: FoundBody };
  /** The changes that replace in a body: everywhere, or one place of one field by its number there. */
  replace_body: { args: { kind: Kind; body: Json; wanted: Wanted; replacement: string; path?: string | null; number?: number | null }; result: Change[] };
  /** What is found in many pieces, with what each place would become. */
  find_library: { args: { addresses: string[]; wanted: Wanted; replacement: string; job: string }; result: FoundPieces };
  /** Replaces in many pieces: one revision for each. */
  replace_library: { args: { choice: ReplaceIn[]; wanted: Wanted; replacement: string; job: string }; result: Run };
  /** Adds tags to pieces and takes others away: one revision for each. */
  tags_change: { args: { addresses: string[]; add: string[]; remove: string[]; job: string }; result: Run };
  /** Takes a run over many pieces back. A piece that was saved since is left alone and named. */
  run_undo: { args: { pieces: RunPiece[]; job: string }; result: Run };
  /** Every shelf, in order. */
  shelves: { args: Record<string, never>; result: Shelf[] };
  /** Makes a shelf: a kept search, or an empty one to be filled by hand. */
  shelf_make: { args: { name: string; search?: Json | null }; result: Shelf[] };
  /** Gives a shelf another name. */
  shelf_rename: { args: { id: string; name: string }; result: Shelf[] };
  /** Takes a shelf away; its pieces stay. */
  shelf_remove: { args: { id: string }; result: Shelf[] };
  /** Puts pieces on a shelf and takes others off it. */
  shelf_put: { args: { id: string; add: string[]; remove: string[] }; result: Shelf[] };
  /** What two pieces of one kind have differently. */
  pieces_compare: { args: { left: string; right: string }; result: CompareRow[] };
  /** Writes the usual file of a piece to a passing place, for a drag out of the window. */
  drag_file: { args: { address: string }; result: OutFile };
  /** The text of a piece for the clipboard. */
  entity_copy: { args: { address: string; shape: CopyAs }; result: string };
  /** What may have changed on the disk without this program, and the newest revision of these pieces. */
  library_watch: { args: { addresses: string[] }; result: LibraryWatch };
  /** Makes the index again from the files. */
  library_rebuild: { args: { job: string }; result: LibrarySummary };
  /** What is in the trash, last removed first. */
  library_trash: { args: Record<string, never>; result: TrashRow[] };
  /** Moves entities to the trash. */
  library_remove: { args: { addresses: string[] }; result: Removed };
  /** Moves trash items back. */
  trash_restore: { args: { items: string[] }; result: TrashRestored };
  /** Deletes trash items for good; all of them when none is named. */
  trash_delete: { args: { items?: string[] | null }; result: TrashDeleted };
  /** Stages the samples that come with the program. */
  library_open_samples: { args: { job: string }; result: StagedRow[] };
  /** Every world, by name. */
  world_list: { args: Record<string, never>; result: WorldRow[] };
  /** Makes a world with nothing in it but its name and language. */
  world_new: { args: { name: string; language: string }; result: WorldRow };
  /** Opens a world: its documents as lists need them, its small files whole, what is wrong with it. */
  world_open: { args: { world: string }; result: OpenedWorld };
  /** One document of a world, whole. */
  world_document: { args: { world: string; document: string }; result: Json };
  /** What forms need to know about the documents of a world. */
  world_schema: { args: Record<string, never>; result: WorldSchema };
  /** The JSON Schema of one kind of file, or of all by name. */
  world_json_schema: { args: { file?: string | null }; result: Json };
  /** Moves a world to the trash. */
  world_discard: { args: { world: string }; result: WorldTrashRow };
  /** The worlds in the trash, the newest first. */
  world_trash: { args: Record<string, never>; result: WorldTrashRow[] };
  /** Brings a world back from the trash. */
  world_restore: { args: { item: string }; result: WorldRow };
  /** Writes a world as a file that another studio can take in, with the books and the preset it uses when that is wished. */
  world_export: { args: { world: string; path: string; companions: boolean; overwrite: boolean }; result: WorldExported };
  /** Takes a world in from such a file. `raise` lets it be as large as a person may allow. */
  world_import: { args: { path: string; raise?: boolean | null }; result: WorldImported };
  /** Creates or replaces a document of a world. */
  world_set: { args: { world: string; document: string; doc: Json }; result: WorldWritten };
  /** Makes a document in a folder; its id is made of its name. */
  world_create: { args: { world: string; folder: string; doc: Json }; result: WorldWritten };
  /** Takes a document, or a file that cannot be read, out into the world's trash. */
  world_remove: { args: { world: string; document: string }; result: WorldWritten };
  /** What was taken out of a world, the newest first. */
  world_removed: { args: { world: string }; result: WorldRemoved[] };
  /** Puts what was taken out together back into its places. */
  world_put_back: { args: { world: string; item: string }; result: WorldWritten };
  /** Makes a character playable: the one named, or a new one with this name, which starts where new avatars do. */
  world_player: { args: { world: string; document?: string | null; name?: string | null }; result: WorldWritten };
  /** Puts rows in the place of those of a list file: relationships, variables, commands, triggers. */
  world_rows: { args: { world: string; file: string; rows: Json }; result: WorldWritten };
  /** Changes facts of `world.json`; `null` takes one away. */
  world_info: { args: { world: string; changes: Json }; result: WorldWritten };
  /** Gives a world another name; its folder keeps its own. */
  world_rename: { args: { world: string; name: string }; result: WorldWritten };
  /** Changes one of `preset`, `lorebooks`, `sampling`, `tools` and `decisions` of a world; `null` takes it away. */
  world_own_field: { args: { world: string; field: string; value: Json }; result: WorldWritten };
  /** Writes one of a world's own prompts; an empty text takes it away. */
  world_prompt: { args: { world: string; language: string; slot: string; text: string }; result: WorldWritten };
  /** Adds a picture file of the disk to a world: as `cover`, as `reference` or `picture` of a document, or for the `library` of the world. */
  world_picture_add: { args: { world: string; path: string; of?: string | null; role: string }; result: WorldWritten };
  /** Takes a picture out into the world's trash. */
  world_picture_remove: { args: { world: string; picture: string }; result: WorldWritten };
  /** Puts a picture back that was taken out of a world. */
  world_picture_restore: { args: { world: string; picture: string }; result: WorldWritten };
  /** Every world book, by name. */
  world_books: { args: Record<string, never>; result: WorldBookRow[] };
  /** Makes a world book of a lorebook: a file, `lorebook/<id>`, or the book of `character/<id>`. */
  lorebook_import: { args: { from: string; name?: string | null; language?: string | null }; result: WorldBookMade };
  /** What a chat app's preset would bring to a world; it waits there until it is applied or dismissed. */
  preset_open: { args: { world: string; from: string }; result: NarrationPreset };
  /** The preset that waits in a world. */
  preset_waiting: { args: { world: string }; result: NarrationPreset | null };
  /** Applies the waiting preset with the prompts of these ids, word for word. */
  preset_apply: { args: { world: string; ticked: string[] }; result: NarrationApplied };
  /** Takes the waiting preset away. */
  preset_dismiss: { args: { world: string }; result: null };
  /** Keeps a chat app's preset for worlds to share. */
  preset_share: { args: { from: string; name?: string | null }; result: NarrationApplied };
  /** Reads files and folders into the intake. Rows also come one by one as events. */
  intake_add: { args: { paths: string[]; job: string }; result: StagedRow[] };
  /** Stages what appeared in the watched folder since the last look and is no longer changing. */
  intake_look: { args: Record<string, never>; result: StagedRow[] };
  /** Everything staged, oldest first. */
  intake_list: { args: Record<string, never>; result: StagedRow[] };
  /** All about one staged file. */
  intake_show: { args: { id: string }; result: StagedDetail };
  /** Sets what will be done with staged files. */
  intake_decide: { args: { ids: string[]; decision: Decision }; result: StagedRow[] };
  /** Chooses among card texts that say different things. */
  intake_choose: { args: { id: string; chunk: string }; result: StagedDetail };
  /** Reads the text as it is in the file, without the repair. */
  intake_undo_repair: { args: { id: string }; result: StagedDetail };
  /** Raises one limit for one staged file that was refused by it, and reads the file again. */
  intake_raise: { args: { id: string; limit: string; value: Amount; job: string }; result: StagedRow };
  /** Reads an encrypted staged file with a password, which is kept nowhere. */
  intake_unlock: { args: { id: string; password: string }; result: StagedRow };
  /** Remembers what the fields of a staged file's update take. */
  intake_choose_fields: { args: { id: string; chosen: FieldChoice[] }; result: StagedDetail };
  /** Keeps staged files by their decisions; all of them when none is named. */
  intake_keep: { args: { ids?: string[] | null; job: string }; result: IntakeKept };
  /** Takes staged files away; all of them when none is named. */
  intake_discard: { args: { ids?: string[] | null }; result: null };
  /** Opens an entity. */
  entity_open: { args: { address: string }; result: OpenEntity };
  /** Makes a new entity. */
  entity_new: { args: { kind: Kind; name: string }; result: OpenEntity };
  /** Copies an entity under a new id. */
  entity_duplicate: { args: { address: string }; result: OpenEntity };
  /** Gives an entity another name. Its id stays. */
  entity_rename: { args: { address: string; name: string }; result: OpenEntity };
  /** Keeps edits that are not yet a revision. */
  entity_draft_save: { args: { address: string; draft: Draft }; result: null };
  /** Forgets such edits. */
  entity_draft_drop: { args: { address: string }; result: null };
  /** Saves changes as a revision; `conflict` when another one came in between. The draft goes with it. */
  entity_save: { args: { address: string; baseRevision: number; changes: Change[]; native: NativePatch[]; why: string }; result: OpenEntity };
  /** Every piece that links to this one. */
  entity_users: { args: { address: string }; result: EntityRow[] };
  /** Every revision, newest first. */
  entity_history: { args: { address: string }; result: HistoryRow[] };
  /** One revision's content. */
  entity_revision: { args: { address: string; revision: number }; result: RevisionView };
  /** What two revisions have differently. */
  entity_compare: { args: { address: string; from: number; to: number }; result: CompareRow[] };
  /** What unsaved edits and a revision saved elsewhere have differently, both against what they began with. */
  entity_merge_view: { args: { address: string; baseRevision: number; mine: PieceState }; result: MergeView };
  /** Saves what comes of both as one revision. */
  entity_merge_save: { args: { address: string; baseRevision: number; theirRevision: number; mine: PieceState; chosen: FieldChoice[] }; result: OpenEntity };
  /** What bringing a piece up to date from a staged file would do. */
  entity_update_view: { args: { address: string; id: string }; result: UpdateView };
  /** Brings a piece up to date from a staged file, as one revision. */
  entity_update_apply: { args: { address: string; id: string; baseRevision: number; chosen: FieldChoice[] }; result: OpenEntity };
  /** Saves an earlier revision, or some of its fields, as a new one. */
  entity_restore: { args: { address: string; revision: number; baseRevision: number; paths?: string[] | null }; result: OpenEntity };
  /** Saves the entity as it is as a revision with a name. */
  entity_snapshot: { args: { address: string; name: string }; result: HistoryRow };
  /** An original as text. */
  raw_view: { args: { address: string; format: string }; result: RawView };
  /** What is wrong with a JSON text. */
  raw_check: { args: { text: string }; result: RawProblem[] };
  /** What an edited text changes in an original. */
  raw_edit: { args: { address: string; format: string; text: string }; result: RawEdit };
  /** What native edits, applied in order to an original, give. */
  raw_apply: { args: { address: string; format: string; ops: PatchOp[] }; result: RawView };
  /** The native fields of every app that is there, with these edits in place of the saved ones, and apps to add. */
  native_panels: { args: { address: string; native: NativePatch[] }; result: NativePanels };
  /** The native fields of one row of a list of the body. */
  native_row: { args: { address: string; native: NativePatch[]; list: string; id: string }; result: NativePanel[] };
  /** What the keys of an original mean. */
  raw_keys: { args: { address: string; format: string }; result: RawKey[] };
  /** Takes a picture file in, for a portrait. The body is changed by the caller's own step. */
  portrait_set: { args: { address: string; path: string }; result: PortraitSet };
  /** Makes a plain picture for an entity that has none. */
  portrait_plain: { args: { address: string }; result: PortraitSet };
  /** Takes a part of a picture that is shown, in its own pixels, as a portrait. */
  picture_crop: { args: { sha256: string; left: number; top: number; width: number; height: number }; result: PortraitSet };
  /** Takes a picture file in, for the pictures beside the portrait. */
  media_add: { args: { address: string; path: string }; result: MediaAdded };
  /** The text a structured persona becomes. */
  attributes_text: { args: { structured: Json; name: string }; result: string };
  /** Reads a text in a notation of structured personas, or in the one it looks like; `null` when it has none. */
  attributes_read: { args: { text: string; kind?: string | null; before?: Json | null }; result: AttributesRead | null };
  /** Every check, with what it looks for. */
  checks_list: { args: { language: ReportLanguage }; result: CheckRow[] };
  /** Checks pieces with what they link to; the whole library when none is named. Remembers what was found. */
  checks_run: { args: { addresses: string[]; targets: string[]; language: ReportLanguage; job: string }; result: CheckRun };
  /** Checks a body as it is being written. */
  checks_body: { args: { address: string; body: Json; targets: string[]; language: ReportLanguage }; result: FindingRow[] };
  /** Silences a finding of a piece, or lets it speak again. */
  checks_hush: { args: { address: string; key: string; title: string; hush: boolean }; result: HushedRow[] };
  /** Every silenced finding. */
  checks_hushed: { args: Record<string, never>; result: HushedRow[] };
  /** Checks a world with these kits, all four when none is named. Remembers what was found. */
  check_world_run: { args: { world: string; kits: string[]; deep: WorldCheckDeep; version: CardVersion; language: ReportLanguage }; result: WorldCheckRun };
  /** What is remembered of the checks of a world. */
  check_world_results: { args: { world: string; language: ReportLanguage }; result: WorldCheckRun };
  /** Counts tokens, one figure a text. */
  tokens_count: { args: { texts: string[]; tokenizer?: Tokenizer | null }; result: number[] };
  /** Counts tokens of every text of a saved body. */
  tokens_entity: { args: { address: string; tokenizer?: Tokenizer | null }; result: TokenRow[] };
  /** Counts tokens of every text of the body given. */
  tokens_body: { args: { kind: Kind; body: Json; tokenizer?: Tokenizer | null }; result: TokenRow[] };
  /** Runs a set of rules over a text, each on what the one before left. */
  regex_run: { args: { body: Json; text: string; occasion: RegexOccasion }; result: RegexRun };
  /** A persona as the model is told it. */
  persona_compile: { args: { body: Json; character?: string | null; tokenizer?: Tokenizer | null }; result: CompiledPersona };
  /** The request a preset makes for a chat completion, with a character and a persona of the library. */
  preset_assemble: { args: { body: Json; cast: Cast; tokenizer?: Tokenizer | null }; result: AssembledPreset };
  /** The one text a preset makes for a text completion. */
  preset_turn: { args: { body: Json; cast: Cast; tokenizer?: Tokenizer | null }; result: CompiledTurn };
  /** Which formats carry each field of a kind, found by writing and reading back. */
  fields_carried: { args: { kind: Kind }; result: CarriedField[] };
  /** Tries a chat out on a lorebook as it is being written: what wakes and why, what nearly does. */
  lore_bench: { args: { body: Json; chat: LoreChat; rules: LoreRules; job: string }; result: LoreTrial };
  /** Which entries of a lorebook call which by their texts. */
  lore_wakes: { args: { body: Json; job: string }; result: LoreGraph };
  /** Whether other apps would obey some entries, format by format. */
  lore_obey: { args: { body: Json; entries: number[] }; result: LoreObedience[] };
  /** Makes one lorebook of several; those stay. */
  lore_merge: { args: { addresses: string[]; name: string; folders: boolean; once: boolean }; result: LoreMade };
  /** Makes a lorebook of each part of one; that one stays. */
  lore_split: { args: { address: string; parts: LorePart[] }; result: LoreMade[] };
  /** Where an entity can be written to. */
  export_targets: { args: { address: string }; result: ExportTarget[] };
  /** Writes in memory, reads back and compares. Nothing reaches the disk. */
  export_measure: { args: { address: string; format: string; options: ExportOptions; job: string }; result: Report };
  /** Writes a file. */
  export_write: { args: { address: string; format: string; options: ExportOptions; path: string; overwrite: boolean; job: string }; result: ExportWritten };
  /** Writes several pieces and what they link to into one file of the studio's own, in memory, and measures them. */
  export_set_measure: { args: { addresses: string[]; options: ExportOptions; job: string }; result: Report };
  /** Writes several pieces and what they link to as one file of the studio's own. */
  export_set_write: { args: { addresses: string[]; options: ExportOptions; path: string; overwrite: boolean; job: string }; result: ExportWritten };
  /** What an app would take of many pieces. */
  batch_measure: { args: { wish: BatchWish; job: string }; result: BatchMeasured[] };
  /** The names many files would get, which of them are taken, and whether the folder can be written. */
  batch_plan: { args: { wish: BatchWish; extensions: string[] }; result: BatchPlan };
  /** Writes every piece that is not written yet; each outcome also comes as an event. */
  batch_run: { args: { wish: BatchWish; job: string }; result: BatchResult };
  /** The run that was stopped or cut off, when there is one. */
  batch_unfinished: { args: Record<string, never>; result: Unfinished | null };
  /** Forgets that run. What it wrote stays. */
  batch_forget: { args: Record<string, never>; result: null };
  /** Shows a written file in the system's file browser. */
  open_folder: { args: { path: string }; result: null };
  /** Opens a card of the disk that a world is to be made of, and says what it holds. It waits until it is started. */
  card_open: { args: { path: string }; result: CardPreview };
  /** The same for a character of the library, as its export is written. */
  card_open_piece: { args: { address: string }; result: CardPreview };
  /** Takes an opened card away. */
  card_close: { args: { upload: string }; result: null };
  /** Every piece of the card behind a world with what became of it. */
  card_overview: { args: { world: string; version: CardVersion }; result: CardOverview };
  /** Looks for a text in the card behind a world: the phrase, else all of its words, else any. */
  card_search: { args: { world: string; version: CardVersion; query: string }; result: CardSearch };
  /** A turn of a piece's text, from a character on; `raw` is the card's own words. */
  card_read: { args: { world: string; version: CardVersion; piece: string; from: number; raw: boolean }; result: CardText };
  /** Where something of a world comes from: a document by its reference or name, a prompt, a value, a command, a trigger. */
  card_origin: { args: { world: string; subject: string }; result: CardOrigin };
  /** What the newer card changes, with what the person made of each change. */
  card_diff: { args: { world: string }; result: CardChanges };
  /** Makes a world's folder with the card in it. */
  import_start: { args: { upload: string; choices: ImportChoices }; result: ImportStatus };
  /** Makes the world of the card's own words, without a language model; with `review` it stops before it writes. */
  import_structure: { args: { world: string; review: boolean; language: ReportLanguage; job: string }; result: ImportStatus };
  /** How far the import of a world is. */
  import_status: { args: { world: string }; result: ImportStatus };
  /** Goes on where an import was interrupted. */
  import_resume: { args: { world: string; language: ReportLanguage; job: string }; result: ImportStatus };
  /** Starts a finish over whose interrupted files are damaged. */
  import_restart: { args: { world: string; language: ReportLanguage; job: string }; result: ImportStatus };
  /** Stops the step that runs on a world; what it finished stays, and so does its phase. */
  import_stop: { args: { world: string }; result: null };
  /** What is about to be written. */
  import_review_get: { args: { world: string }; result: ImportReview };
  /** Takes these choices about it, in place of the earlier ones. */
  import_review_set: { args: { world: string; choices: ReviewChoice[] }; result: ImportReview };
  /** Writes what was built. Calling it is the approval. */
  import_finish: { args: { world: string; language: ReportLanguage; job: string }; result: ImportStatus };
  /** Where a world stands with updates. */
  update_status: { args: { world: string }; result: UpdateStatus };
  /** The worlds a card of this name could update, the likeliest first. */
  update_targets: { args: { name: string }; result: UpdateTarget[] };
  /** The choices for an upload that waits, when it updates this world and nobody chooses: what was off stays off. */
  update_choices: { args: { world: string; upload: string }; result: ImportChoices };
  /** Lets an upload that waits become the newer card of a world; `replace`: another one that waits there may go. */
  update_start: { args: { world: string; upload: string; choices: ImportChoices; replace: boolean }; result: UpdateStatus };
  /** Marks a change as carried into the world or dismissed, or takes its mark away. */
  update_mark: { args: { world: string; change: string; mark?: UpdateMark | null }; result: CardChanges };
  /** Makes the newer card the card of the world. It asks once when changes are unmarked; asked again, it goes through. */
  update_finish: { args: { world: string; language: ReportLanguage; job: string }; result: UpdateFinished };
  /** Takes the newer card away. Edits made meanwhile stay. */
  update_cancel: { args: { world: string }; result: UpdateStatus };
  /** Puts back what was there before the last update. What the world holds now goes to its trash; pictures stay. */
  update_undo: { args: { world: string }; result: UpdateStatus };
  /** A draft with its problems. */
  draft_status: { args: { world: string }; result: ImportStatus };
  /** Takes a draft as it is, or moves it to the trash; the answer is how it was last. */
  draft_act: { args: { world: string; act: DraftAct }; result: ImportStatus };
  /** Stops a job; what is done stays done. */
  job_cancel: { args: { job: string }; result: null };
}

/** The name of a command. */
export type CommandName = keyof Commands;
/** What a command takes. */
export type ArgumentsOf<K extends CommandName> = Commands[K]["args"];
/** What a command answers. */
export type ResultOf<K extends CommandName> = Commands[K]["result"];

/**  A number of bytes or of anything else a limit counts; too large for 32 bits, and exact as a number of a page. */
export type Amount = number;

/**  A failure as a shell gets it. */
export type ApiError = {
	/**  What kind. */
	code: ErrorCode,
	/**  What happened and where, one sentence. */
	message: string,
	/**  What to do about it. */
	hint: string | null,
	/**  Where in the file. */
	place: Place | null,
	/**  The limit that was reached, when it was one. */
	limit?: LimitReached | null,
};

/**  One block of it. */
export type AssembledBlock = {
	/**  The row of the preset, from 0; `null` for a message and for what the card brings. */
	row: number | null,
	/**  The prompt's id; for others `chat`, `newChat`, `newExample`, `example`, `depthPrompt` or `persona`. */
	id: string,
	/**  What people call it; empty for what has no name. */
	name: string,
	/**  Who it speaks as. */
	role: string,
	/**  The text. */
	text: string,
	/**  Its tokens. */
	tokens: number,
	/**  Messages from the end, for what is put among them. */
	depth: number | null,
	/**  Why nothing of it is sent; `null` when it is. */
	left: BlockLeft | null,
	/**  Whether the card's own text stands in place of the preset's. */
	overridden: boolean,
};

/**  The request a preset makes, block by block. */
export type AssembledPreset = {
	/**  Those that are sent in their order; those that are not stand where they would be. */
	blocks: AssembledBlock[],
	/**  The tokens of all that is sent. */
	tokens: number,
};

/**  A structured persona read from a text. */
export type AttributesRead = {
	/**  `kind` and `attributes`, as a body has them. */
	structured: JsonObject,
	/**  The name the text gives. */
	name: string | null,
	/**  Whether writing them gives the same text, blanks at its ends aside. */
	exact: boolean,
};

/**  What happens where a file of another origin has the name. */
export type BatchCollision = 
/**  The new one gets a number. */
"number" | 
/**  The one that is there is replaced. */
"replace" | 
/**  The piece is passed over. */
"skip";

/**  What an app would take of one piece. */
export type BatchMeasured = {
	/**  The piece. */
	address: string,
	/**  How many fields cross, and how; `null` when it cannot be written as that. */
	counts: Counts | null,
	/**  The first reasons for what does not cross, each with its field. */
	reasons: string[],
	/**  The extension of the file, without dot; empty when there is none. */
	extension: string,
	/**  Whether the file would be the source's, byte for byte. */
	identical: boolean,
	/**  The size of the file. */
	bytes: number,
	/**  Why it cannot be written. */
	error: ApiError | null,
};

/**  The name of one file. */
export type BatchName = {
	/**  The piece. */
	address: string,
	/**  The file's name. */
	fileName: string,
	/**  Whether another piece of this batch has the name already, so that a number was put behind. */
	numbered: boolean,
	/**  Whether a file of another origin has it. */
	there: boolean,
	/**  Whether an earlier run wrote it and the piece has not changed since. */
	done: boolean,
};

/**  What became of one piece. */
export type BatchOutcome = {
	/**  The piece. */
	address: string,
	/**  The file; `null` when there is none. */
	output: string | null,
	/**  Whether an earlier run had written it. */
	earlier: boolean,
	/**  Whether it was passed over because its name is taken. */
	skipped: boolean,
	/**  How many fields crossed, and how. */
	counts: Counts | null,
	/**  The size of the file; 0 where it was not written now. */
	bytes: number,
	/**  Why it failed. */
	error: ApiError | null,
};

/**  Names of all files, and whether they can be written. */
export type BatchPlan = {
	/**  One row a piece. */
	rows: BatchName[],
	/**  Why nothing can be written to the folder. */
	obstacle: ApiError | null,
};

/**  What became of all. */
export type BatchResult = {
	/**  One row a piece that was reached, in order. */
	rows: BatchOutcome[],
	/**  Files written now. */
	written: number,
	/**  Files an earlier run had written. */
	earlier: number,
	/**  Pieces passed over. */
	skipped: number,
	/**  Pieces that failed. */
	failed: number,
	/**  Pieces not reached. */
	left: number,
	/**  The file that tells what became of each. */
	resultFile: string | null,
	/**  Why the run could not go on. */
	stopped: ApiError | null,
};

/**  What is asked for. */
export type BatchWish = {
	/**  The pieces. */
	addresses: string[],
	/**  Format id. */
	format: string,
	/**  How each is written. */
	options: ExportOptions,
	/**  Where the files go. */
	folder: string,
	/**
	 *  How they are called: a text with `{name}`, `{creator}`, `{id}`, `{kind}`, `{app}` and `{number}`; empty for the
	 *  name.
	 */
	pattern: string,
	/**  What happens where the name is taken. */
	collision: BatchCollision,
};

/**  What a format said of a file. */
export type Bid = {
	/**  The format's id. */
	format: string,
	/**  Its title. */
	title: string,
	/**  How sure it is. */
	confidence: number,
	/**  Why. */
	because: string,
};

/**  Why a prompt sends nothing. */
export type BlockLeft = 
/**  It is off. */
"off" | 
/**  Its group is off. */
"group-off" | 
/**  It is for other kinds of generation. */
"trigger" | 
/**  There is no text. */
"empty" | 
/**  Filled while chatting. */
"in-chat";

/**  An entry of a lorebook that did not become one of the world book. */
export type BookLeftOut = {
	/**  Its title. */
	title: string,
	/**  Whether it was switched off; else it said nothing. */
	off: boolean,
};

/**  An entity found in a file. */
export type Brought = {
	/**  What it is. */
	kind: Kind,
	/**  Its name. */
	name: string,
	/**  How many rows it has: entries of a book, rules of a regex set; 0 where that means nothing. */
	count: number,
	/**  Whether nothing in the file links to it. */
	loose: boolean,
	/**  Which of the notes speak of it, by their places in the list. */
	notes: number[],
};

/**  What a newer card changes. */
export type CardChanges = {
	/**  Pieces that are the same. */
	same: number,
	/**  Of those, pieces that moved. */
	moved: number,
	/**  The changes, in the card's order. */
	changes: UpdateChange[],
	/**  Files edited since the import; `null` when nothing is known of it. */
	editedSince: string[] | null,
};

/**  What a card is written with besides words. It is read and never run. */
export type CardDialect = {
	/**  Regular-expression scripts. */
	regexScripts: number,
	/**  Helper scripts. */
	helperScripts: number,
	/**  Macros other than player's and character's. */
	macros: NamedCount[],
	/**  Blocks in tags that are no ordinary HTML. */
	tagBlocks: NamedCount[],
	/**  EJS tags. */
	ejsBlocks: number,
	/**  Decorator lines. */
	decorators: NamedCount[],
};

/**  A place in a piece. */
export type CardHit = {
	/**  Which piece. */
	piece: string,
	/**  Its title. */
	title: string,
	/**  Where it begins, in characters of the shown text. */
	from: number,
	/**  Where it ends. */
	to: number,
	/**  The text before it, from as far back as is shown. */
	before: string,
	/**  The hit. */
	span: string,
	/**  The text behind. */
	after: string,
	/**  `phrase`, `words` or `title`. */
	how: string,
};

/**  Where something of a world comes from. */
export type CardOrigin = {
	/**  What was asked about. */
	subject: string,
	/**  The document it is. */
	entity: string | null,
	/**  The pieces it was built from. */
	builtFrom: CardPieceRow[],
	/**  Where it is mentioned. */
	mentionedIn: CardHit[],
};

/**  What became of a piece. */
export type CardOutcome = 
/**  In the world word for word. */
"carried" | 
/**  Made into documents. */
"converted" | 
/**  Guidance for whoever tells the story. */
"guidance" | 
/**  Read as background. */
"read" | 
/**  Not used. */
"omitted" | 
/**  Waits. */
"awaiting";

/**  Pieces by outcome. */
export type CardOutcomes = {
	/**  In the world word for word. */
	carried: number,
	/**  Made into documents. */
	converted: number,
	/**  Guidance. */
	guidance: number,
	/**  Read as background. */
	read: number,
	/**  Not used. */
	omitted: number,
	/**  Waiting. */
	awaiting: number,
};

/**  A card at a glance. */
export type CardOverview = {
	/**  Its name. */
	name: string,
	/**  Who made it. */
	creator: string,
	/**  Its version. */
	version: string,
	/**  What it is. */
	sourceFormat: string,
	/**  Its hash. */
	sha256: string,
	/**  Its pieces, in the card's order. */
	pieces: CardPieceRow[],
	/**  Who was found in it. */
	roster: CardRosterRow[],
	/**  Pieces by outcome. */
	totals: CardOutcomes,
	/**  What it is written with besides words. */
	dialect: CardDialect,
	/**  Remarks of the import. */
	notes: ImportNote[],
	/**  Addresses by what became of them. */
	pictures: NamedCount[],
};

/**  A piece of a card and what became of it. */
export type CardPieceRow = {
	/**  `field:description`, `opening`, `greeting:2`, `entry:7`. */
	id: string,
	/**  `field`, `greeting` or `entry`. */
	origin: string,
	/**  Its title. */
	title: string,
	/**  Its length. */
	chars: number,
	/**  How many parts it has. */
	parts: number,
	/**  Whether the entry is always on. */
	constant: boolean,
	/**  The entry's keys. */
	keys: string[],
	/**  Whether it was switched off. */
	off: boolean,
	/**  What it was taken to be. */
	roles: string[],
	/**  Who took it so: `structure`, `model`, `person`, ... */
	settledBy: string | null,
	/**  What became of it. */
	outcome: CardOutcome,
	/**  The documents it was made into. */
	madeInto: string[],
};

/**  What a card holds, before anything is made of it. */
export type CardPreview = {
	/**  Names the waiting file for the other commands. */
	upload: string,
	/**  The file's name. */
	fileName: string,
	/**  Its size. */
	bytes: Amount,
	/**  The card's name. */
	name: string,
	/**  Who made it. */
	creator: string,
	/**  Its version. */
	version: string,
	/**  What it is: `chara_card_v2 in PNG`. */
	sourceFormat: string,
	/**  Whether it has a picture of its own. */
	picture: boolean,
	/**  Its fields that are not blank. */
	fields: PreviewField[],
	/**  The entries of its book. */
	entries: PreviewEntry[],
	/**  Its greetings. */
	greetings: PreviewGreeting[],
	/**  The opening that is chosen when nobody chooses. */
	opening: number | null,
	/**  What it is written with besides words. */
	dialect: CardDialect,
	/**  The addresses in it that may be pictures. Nothing was fetched. */
	addresses: string[],
	/**  What is not carried into a world. */
	notCarried: ImportNote[],
	/**  The language its text is in, as far as can be told. */
	language: string,
	/**  The worlds it could update, the likeliest first. */
	targets: UpdateTarget[],
	/**  The one it updates when nobody chooses; `null` for a new world. */
	update: string | null,
};

/**  An entity of the roster. */
export type CardRosterRow = {
	/**  Its name. */
	name: string,
	/**  Its kind. */
	kind: string,
	/**  Its document. */
	ref: string,
	/**  Its other names. */
	aliases: string[],
	/**  Whether the document is still there. */
	exists: boolean,
};

/**  What a search found. */
export type CardSearch = {
	/**  The hits that are shown. */
	hits: CardHit[],
	/**  How many there are. */
	total: number,
};

/**  A turn of a piece's text. */
export type CardText = {
	/**  Which piece. */
	piece: string,
	/**  The text of this turn. */
	text: string,
	/**  Where the turn begins, in characters. */
	from: number,
	/**  Where it ends. */
	to: number,
	/**  How long the piece is. */
	total: number,
	/**  Where the next turn begins. */
	next: number | null,
};

/**  Which card is looked at. */
export type CardVersion = 
/**  The one the world was made from. */
"current" | 
/**  The newer one that waits. */
"new";

/**  Which formats carry a field. */
export type CarriedField = {
	/**  The field's path pattern, `[]` for any row and `{}` for any key. */
	path: string,
	/**  The ids of the formats that carry it. */
	formats: string[],
};

/**  What a preset is tried with. */
export type Cast = {
	/**  The character, as it is saved. */
	character: string | null,
	/**  The persona, as it is saved. */
	persona: string | null,
	/**  What the person says last; nothing when it is blank. */
	message: string,
	/**  The kind of generation: `normal`, `continue`, `impersonate`, `swipe`, `regenerate`, `quiet`. */
	trigger: string,
};

/**  One change of a body. */
export type Change = {
	/**  The body path. */
	path: string,
	/**  The new value; absent takes the field away (`null` is a value). */
	value?: Json | null,
};

/**  One field that arrives with another value or at another place. */
export type ChangedRow = {
	/**  The body path. */
	path: string,
	/**  The value before, texts cut at 200 code points. */
	before: Json,
	/**  The value after. */
	after: Json,
	/**  Why, an English sentence. */
	reason: string,
	/**  The kind of reason, one of the note codes. */
	code: string,
};

/**  One check. */
export type CheckRow = {
	/**  Its id. */
	id: string,
	/**  The kit it belongs to. */
	kit: string,
	/**  Who decides: `code` the program, `decision` a yes or no, `judged` a model that reads. */
	mode: string,
	/**  Whether it needs the card a world was made from. */
	needsCard: boolean,
	/**  Whether it needs a language model. */
	needsModel: boolean,
	/**  What people call it. */
	title: string,
	/**  What it looks for, one sentence. */
	about: string,
	/**  The kinds of piece it looks at; none for a check of worlds. */
	kinds: Kind[],
};

/**  What a run found. */
export type CheckRun = {
	/**  When it ran, RFC 3339 UTC. */
	at: string,
	/**  How long it took. */
	milliseconds: number,
	/**  What was looked at; of a whole library the first few. */
	pieces: CheckedPiece[],
	/**  How many pieces were looked at. */
	lookedAt: number,
	/**  Pieces that could not be read: address and why. */
	unreadable: GoneRow[],
	/**  The findings, the gravest first; of very many the first. */
	findings: FindingRow[],
	/**  How many there are, also those beyond the list. */
	counts: FindingCounts,
	/**  Those of the run before that are gone. */
	gone: GoneRow[],
	/**  The checks that ran. */
	ran: CheckRow[],
	/**  The checks that did not. */
	skipped: SkippedRow[],
	/**  Whether there was a run before over any of these pieces. */
	compared: boolean,
};

/**  A piece that was looked at. */
export type CheckedPiece = {
	/**  Where it is. */
	address: string,
	/**  What it is. */
	kind: Kind,
	/**  Its name. */
	name: string,
	/**  The revision looked at; 0 for a piece of a file. */
	revision: number,
	/**  When it was checked before, RFC 3339 UTC; `null` the first time. */
	checkedBefore: string | null,
	/**  The revision looked at then. */
	revisionBefore: number | null,
};

/**  One of several card texts a file holds that say different things. */
export type Choice = {
	/**  The chunk, as places name it: `tEXt:chara#1`. */
	chunk: string,
	/**  The name it gives the character. */
	name: string,
	/**  Whether it is the one in use. */
	chosen: boolean,
};

/**  One field that two revisions have differently. `null` stands for an absent field. */
export type CompareRow = {
	/**  The field, as in a three-way comparison. */
	path: string,
	/**  What the field is called. */
	label: string,
	/**  Which part of the piece it belongs to. */
	part: FieldPart,
	/**  What the row is about. */
	unit: FieldUnit,
	/**  The title of its format; `null` for the body. */
	of: string | null,
	/**  The earlier value. */
	before: Told | null,
	/**  The later value. */
	after: Told | null,
};

/**  One field of a three-way comparison. `null` stands for an absent field. */
export type ComparisonRow = {
	/**
	 *  The field: a body path, `profiles.FORMAT.PATH` or `native:FORMAT:POINTER`, with `KIND/ID|` in front for a field
	 *  of a piece that came along.
	 */
	path: string,
	/**  What the field is called. */
	label: string,
	/**  Which part of the piece it belongs to. */
	part: FieldPart,
	/**  What the row is about. */
	unit: FieldUnit,
	/**  The title of its format, or the name of the piece that came along; `null` for the piece's own body. */
	of: string | null,
	/**  Mine. */
	mine: Told | null,
	/**  What both began with. */
	source: Told | null,
	/**  The other's. */
	theirs: Told | null,
	/**  Both edits in one, where they do not touch. */
	joined: Told | null,
	/**  Who edited it. */
	state: ComparisonState,
};

/**  What a three-way comparison says of one field. */
export type ComparisonState = 
/**  Only mine was edited. */
"mine" | 
/**  Only the other's is new. */
"theirs" | 
/**  Both, to the same value. */
"same" | 
/**  Both, to different values. */
"both";

/**  One part of it. */
export type CompiledPart = {
	/**  The body path it comes from. */
	path: string,
	/**  The text as it is told. */
	text: string,
	/**  Its tokens. */
	tokens: number,
};

/**  A persona as the model is told it. */
export type CompiledPersona = {
	/**  The parts in their order. */
	parts: CompiledPart[],
	/**  The whole text. */
	text: string,
	/**  Its tokens. */
	tokens: number,
};

/**  The one text a preset for text completion makes. */
export type CompiledTurn = {
	/**  The text in stretches. */
	pieces: TurnPiece[],
	/**  The tokens of the whole. */
	tokens: number,
};

/**  What a piece becomes on the clipboard. */
export type CopyAs = 
/**  Its body. */
"json" | 
/**  Its texts under their names. */
"text" | 
/**  The same with headings. */
"markdown" | 
/**  The payload it came from, word for word. */
"original";

/**  The four numbers. */
export type Counts = {
	/**  Fields that arrive as they were. */
	carried: number,
	/**  Fields that arrive changed or elsewhere. */
	changed: number,
	/**  Fields that do not arrive. */
	lost: number,
	/**  Other apps' keys that stay here. */
	leftBehind: number,
};

/**  A file of the library that cannot be read; it is shown and never touched. */
export type DamagedFile = {
	/**  Its path inside the library folder. */
	file: string,
	/**  What is wrong with it. */
	error: string,
};

/**  What is done with a staged file when it is kept. */
export type Decision = 
/**  Kept as an entity of its own. */
"keep" | 
/**  Brings the first duplicate up to date. */
"update" | 
/**  Left out. */
"skip";

/**  Edits since a revision, with their undo. */
export type Draft = {
	/**  The revision they start from. */
	baseRevision: number,
	/**  When it was saved last, RFC 3339 UTC. */
	at: string,
	/**  The steps, oldest first. */
	steps: Step[],
	/**  How many of them are in force; the rest are undone and can be redone. */
	position: number,
};

/**  What is done with a draft. */
export type DraftAct = 
/**  An ordinary world, problems and all. */
"keep" | 
/**  Into the trash. */
"discard";

/**  An entity of the library a staged file resembles. */
export type Duplicate = {
	/**  Which. */
	address: string,
	/**  Its name. */
	name: string,
	/**  How it was found. */
	why: DuplicateReason,
};

/**  How a duplicate was found. */
export type DuplicateReason = 
/**  The same file. */
"same-bytes" | 
/**  Equal bodies, links, ids and blanks aside. */
"same-content" | 
/**  Name and creator equal. */
"same-name";

/**  One link of an entity. */
export type EntityLink = {
	/**  The linked entity; `null` for a name or another app's id. */
	address: string | null,
	/**  What it is. */
	kind: Kind,
	/**  Its name, or what the link says. */
	name: string,
	/**  How many rows it has. */
	count: number,
	/**  Whether the library has no such entity. */
	missing: boolean,
	/**  The body path of the link. */
	path: string,
};

/**  One entity in a list; at most 300 bytes of JSON, so names and tags may be cut. */
export type EntityRow = {
	/**  What it is. */
	kind: Kind,
	/**  Its id within the kind. */
	id: string,
	/**  Its name, cut when long; empty when it has none. */
	name: string,
	/**  Who made it, cut when long. */
	creator: string,
	/**  The format it came from; `null` for one made here. */
	format: string | null,
	/**  When it was last saved, RFC 3339 UTC. */
	updated: string,
	/**  Its portrait's SHA-256. */
	portrait: string | null,
	/**  The portrait's main colour, `#rrggbb`; `null` until a thumbnail was made. */
	tint: string | null,
	/**  Its first tags. */
	tags: string[],
	/**  Tokens of its whole body; `null` until counted. */
	tokens: number | null,
};

/**  Whose fault it is and what can be done. Exit codes of the command line follow from it. */
export type ErrorCode = 
/**  The caller asked for something that makes no sense. */
"usage" | 
/**  The disk, a folder, a permission. */
"io" | 
/**  A picture or archive without a card in it. */
"no-card" | 
/**  Nothing we speak recognises it. */
"unknown-format" | 
/**  Broken content. */
"malformed" | 
/**  Whole, but nothing we read. */
"unsupported" | 
/**  Encrypted with a password that was not given, or is another one. */
"locked" | 
/**  A limit was reached; the message names it. */
"limit" | 
/**  The target has no way to say it. */
"cannot-express" | 
/**  Another process holds the library. */
"busy" | 
/**  Somebody saved in between. */
"conflict" | 
/**  A linked entity is not there. */
"missing-link" | 
/**  No such entity, revision, staged file. */
"not-found" | 
/**  The step does not belong to where an import is. */
"wrong-phase" | 
/**  Nothing waits that could be gone on with. */
"nothing-to-resume" | 
/**  What is to be written was not approved. */
"not-approved" | 
/**  It needs a language model, and none is set. */
"no-model" | 
/**  No newer card waits beside the world. */
"no-update" | 
/**  No update was finished that could be undone. */
"nothing-to-undo" | 
/**  The card has no such piece. */
"no-piece" | 
/**  So little is asked for that everything would be found. */
"query-too-short" | 
/**  Stopped by the person. */
"cancelled" | 
/**  Our own fault. */
"bug";

/**  A part of a text that a finding is about, with what stands around it. */
export type EvidenceRow = {
	/**  The text before, from as far back as is shown. */
	before: string,
	/**  The part itself; a long one is cut. */
	span: string,
	/**  The text behind. */
	after: string,
	/**  Where the part begins in the field, in UTF-16 units. */
	from: number,
	/**  Where it ends. */
	to: number,
};

/**  How to write. */
export type ExportOptions = {
	/**  Container id or extension; `null` for the target's usual one. */
	container?: string | null,
	/**  Card version; `null` for the source's. */
	variant?: Variant | null,
	/**  Write a clean carrier instead of the source's. */
	rewrite?: boolean,
	/**  Take originals along under one key of our own. */
	carryOriginals?: boolean,
	/**  Blank what looks private. */
	withoutSecrets?: boolean,
	/**  How two texts become one; `null` for joined. */
	persona?: Persona | null,
	/**  Leave linked books out. */
	withoutBook?: boolean,
	/**
	 *  Write one form of a character as a card of its own: a variant by its id, or the base alone for an empty text;
	 *  `null` for all of them together.
	 */
	form?: string | null,
	/**  Draw a plain picture when the container needs one and the entity has none. */
	plainPicture?: boolean,
};

/**  One app an entity can be written for. */
export type ExportTarget = {
	/**  Format id. */
	format: string,
	/**  What people call it. */
	title: string,
	/**  Its platform. */
	platform: string,
	/**  Containers it is written in; the first is the usual one (the source's for the source format). */
	containers: string[],
	/**  Card versions it can be written as, oldest first; empty where there is only one. */
	versions: Variant[],
	/**  Whether linked lorebooks travel inside the file. */
	booksInside: boolean,
	/**  Whether it has one place for description and personality, so that a way of joining them can be chosen. */
	joinsPersona: boolean,
	/**  Whether the entity came from it. */
	isSource: boolean,
	/**  Why it cannot be chosen; `null` when it can. */
	off: string | null,
};

/**  What an export wrote. */
export type ExportWritten = {
	/**  The file. */
	path: string,
	/**  The report of what was written. */
	report: Report,
};

/**  A choice for one field. */
export type FieldChoice = {
	/**  The field, as the comparison names it. */
	path: string,
	/**  What it takes. */
	side: MergeSide,
};

/**  Which part of a piece a field belongs to. */
export type FieldPart = 
/**  The authored content. */
"body" | 
/**  What differs for one format. */
"profile" | 
/**  A key of an original. */
"native" | 
/**  The file it came from; told, and never chosen by itself. */
"source";

/**  One text of the staged entity. */
export type FieldRow = {
	/**  The body path. */
	path: string,
	/**  What the field is called, in the chosen language. */
	label: string,
	/**  Its length in code points. */
	chars: number,
	/**  Its first 400 code points. */
	text: string,
};

/**  What a row of a comparison is about. */
export type FieldUnit = 
/**  One value. */
"value" | 
/**  A whole row of a list that one side lacks. */
"row" | 
/**  The order of a list's rows. */
"order";

/**  How many findings there are, silenced ones left aside. */
export type FindingCounts = {
	/**  Errors. */
	errors: number,
	/**  Warnings. */
	warnings: number,
	/**  Hints. */
	hints: number,
	/**  Those that are new since the last run. */
	fresh: number,
	/**  Silenced ones. */
	hushed: number,
};

/**  One thing worth a look. */
export type FindingRow = {
	/**  What stays the same of it from run to run. */
	key: string,
	/**  The check that found it. */
	check: string,
	/**  Its stable code. */
	code: string,
	/**  How much it matters. */
	severity: Severity,
	/**  The piece it is in. */
	address: string,
	/**  The body path; empty for the piece as a whole. */
	path: string,
	/**  What people call that place. */
	place: string,
	/**  The name of the row it is in: the title of an entry, the label of a rule. */
	row: string | null,
	/**  What is the matter, in a few words; findings of one code have the same. */
	title: string,
	/**  One sentence about this very place. */
	message: string,
	/**  What would mend it. */
	hint: string | null,
	/**  What stands there. */
	evidence: EvidenceRow | null,
	/**  What would mend it at once, the likeliest first. */
	fixes: FixRow[],
	/**  Whether it was not there at the last run. Always false for a body at hand. */
	fresh: boolean,
	/**  Whether a person silenced it. */
	hushed: boolean,
};

/**  A way to mend a finding. */
export type FixRow = {
	/**  What it does, as a button says it. */
	label: string,
	/**  Whether it is the one answer. */
	sure: boolean,
	/**  What it changes in the body, in order. */
	changes: Change[],
};

/**  One format the engine speaks. */
export type FormatRow = {
	/**  Format id. */
	id: string,
	/**  What it holds. */
	kind: Kind,
	/**  The platform's folder name. */
	platform: string,
	/**  What people call it. */
	title: string,
	/**  Containers it is read from. */
	reads: string[],
	/**  Containers it is written in; the first is the usual one. */
	writes: string[],
	/**  File extensions, without the dot. */
	extensions: string[],
};

/**  What was found in one body. */
export type FoundBody = {
	/**  How often in all. */
	total: number,
	/**  Field by field. */
	fields: FoundField[],
	/**  What is wrong with the pattern, or that it was given up on some text. */
	fault: string | null,
};

/**  One field with what was looked for. */
export type FoundField = {
	/**  The body path. */
	path: string,
	/**  What people call it, in the chosen language. */
	label: string,
	/**  How often. */
	count: number,
	/**  The places, the first 2,000 of them. */
	places: FoundPlace[],
};

/**  One piece of the library with what was looked for. */
export type FoundPiece = {
	/**  Which. */
	address: string,
	/**  What it is. */
	kind: Kind,
	/**  Its name. */
	name: string,
	/**  The revision that was looked through. */
	revision: number,
	/**  How often in all. */
	total: number,
	/**  Field by field; of each the first three places. */
	fields: FoundField[],
};

/**  What was found in many pieces. */
export type FoundPieces = {
	/**  How often in all. */
	total: number,
	/**  How many pieces were looked through. */
	looked: number,
	/**  Pieces with some, in the order given; the first 2,000 of them. */
	pieces: FoundPiece[],
	/**  Pieces with some beyond those told. */
	untold: number,
	/**  What is wrong with the pattern, or that it was given up. */
	fault: string | null,
	/**  Pieces that could not be looked through. */
	failed: PieceFailure[],
};

/**  One place in a text, in units of JavaScript. */
export type FoundPlace = {
	/**  Where it begins. */
	from: number,
	/**  Where it ends. */
	to: number,
	/**  The place with what stands around it; `null` where only the place was asked for. */
	before: string | null,
	/**  The same after replacing. */
	after: string | null,
};

/**  A finding of the run before that is not there any more. */
export type GoneRow = {
	/**  The piece it was in. */
	address: string,
	/**  What it was. */
	title: string,
	/**  Its code. */
	code: string,
};

/**  One saved revision. */
export type HistoryRow = {
	/**  Its number, from 1. */
	revision: number,
	/**  When, RFC 3339 UTC. */
	at: string,
	/**  Why it was made. */
	why: string,
	/**  A name the person gave it. */
	name: string | null,
};

/**  A silenced finding. */
export type HushedRow = {
	/**  The piece. */
	address: string,
	/**  The piece's name. */
	name: string,
	/**  The finding's key. */
	key: string,
	/**  What it was when it was silenced. */
	title: string,
	/**  When, RFC 3339 UTC. */
	at: string,
};

/**  What is chosen for an import. */
export type ImportChoices = {
	/**  The world's name. */
	worldName: string,
	/**  Entries that are switched off, by their places from 1. */
	entriesOff: number[],
	/**  The opening: 0 the first message, else the number of the alternate. */
	opening: number | null,
	/**  Whether the pictures the card points to are fetched. */
	pictures: boolean,
	/**  The world's language. */
	language: string,
};

/**  Why a step of an import ended early. */
export type ImportFault = {
	/**  The step. */
	step: string,
	/**  What kind. */
	code: string,
	/**  One sentence. */
	message: string,
	/**  When. */
	at: string,
};

/**  A remark of an import. */
export type ImportNote = {
	/**  What kind of remark. */
	code: string,
	/**  One sentence. */
	message: string,
	/**  The piece it is about. */
	piece: string | null,
	/**  The document it is about. */
	entity: string | null,
};

/**  How far an import is. */
export type ImportPhase = 
/**  The card is in its folder. */
"ready" | 
/**  Its pieces are sorted. */
"surveyed" | 
/**  Its documents wait for approval. */
"built" | 
/**  Its files are written and have problems. */
"repair" | 
/**  It is a world. */
"done";

/**  Which step of an import is at work; how far it is stands beside it in the job's event. */
export type ImportProgress = {
	/**  The run. */
	run: string,
	/**  The step. */
	step: string,
	/**  What was said just now. */
	notes: string[],
};

/**  An import before it is approved. */
export type ImportReview = {
	/**  The world's folder. */
	world: string,
	/**  Its name. */
	name: string,
	/**  The documents. */
	documents: ReviewDocument[],
	/**  Description, openings, prompts. */
	texts: ReviewText[],
	/**  Labels of tracked values. */
	variables: string[],
	/**  Command words. */
	commands: string[],
	/**  Names of triggers. */
	triggers: string[],
	/**  Remarks. */
	notes: ImportNote[],
	/**  What is left out. */
	leftOut: ImportNote[],
	/**  The pieces of the card. */
	pieces: ReviewPiece[],
	/**  Pieces by outcome, as the choices stand. */
	outcomes: CardOutcomes,
};

/**  How far the import of a world is. */
export type ImportStatus = {
	/**  The world's folder. */
	world: string,
	/**  Its name. */
	name: string,
	/**  How far; `null` when it is no import. */
	phase: ImportPhase | null,
	/**  Whether a step of it runs now, here or in another program. */
	busy: boolean,
	/**  The step that was begun last. */
	step: string | null,
	/**  Whether problems were accepted. */
	kept: boolean,
	/**  Whether it can be gone on with. */
	canResume: boolean,
	/**  Why the last step ended early. */
	lastError: ImportFault | null,
	/**  The file it came from. */
	fileName: string,
	/**  What that file is. */
	sourceFormat: string,
	/**  Pieces of the card, each with one outcome. */
	outcomes: CardOutcomes,
	/**  Documents made, folder by folder. */
	counts: NamedCount[],
	/**  Remarks, in the order of the steps. */
	notes: ImportNote[],
	/**  What stands in the way of a story. */
	problems: WorldProblem[],
	/**  Whether a story can begin. */
	readiness: WorldReadiness,
};

/**  One staged file that could not be kept. */
export type IntakeFailure = {
	/**  The staged file. */
	id: string,
	/**  Its name. */
	fileName: string,
	/**  Why. */
	error: ApiError,
};

/**  What keeping did. */
export type IntakeKept = {
	/**  What is in the library now, main entities and what came with them. */
	kept: string[],
	/**  What could not be kept and stays staged. */
	failed: IntakeFailure[],
};

/**  What long work tells while it runs. */
export type JobEvent = {
	/**  The id the caller made up. */
	job: string,
	/**  Steps done. */
	done: number,
	/**  Steps in all as far as known. */
	total: number,
	/**  What is at work: a file's name, an entity's name. */
	name: string,
	/**  How far it is. */
	state: JobState,
	/**  The row of a file that was staged just now. */
	row?: StagedRow | null,
	/**  What became of a piece of a batch just now. */
	piece?: BatchOutcome | null,
	/**  Which step of an import is at work. */
	import?: ImportProgress | null,
};

/**  How far a job is. */
export type JobState = 
/**  At work. */
"running" | 
/**  Finished. */
"done" | 
/**  Stopped by the person. */
"cancelled" | 
/**  Ended with an error. */
"failed";

/**  What becomes of a key of an original. */
export type KeyMeaning = 
/**  Goes to and from a field of the body. */
"mapped" | 
/**  A list whose rows become rows of the body. */
"list" | 
/**  A native field. */
"native" | 
/**  Kept as it is, neither edited nor carried. */
"kept";

/**  What an entity is; the words of the model, see [`ficha_model::Kind`]. */
export type Kind = 
/**  A character card. */
"character" | 
/**  A lorebook. */
"lorebook" | 
/**  The person's own identity in a chat. */
"persona" | 
/**  A set of regex rules. */
"regex" | 
/**  A prompt or sampler preset. */
"preset" | 
/**  A pack of labelled pictures. */
"pack" | 
/**  A set of quick replies. */
"quickreply";

/**  How many entities of one kind. */
export type KindCount = {
	/**  The kind. */
	kind: Kind,
	/**  How many. */
	count: number,
};

/**  Another app's data that stays with the library. */
export type LeftBehindRow = {
	/**  Whose data. */
	format: string,
	/**  Topmost pointer. */
	pointer: string,
	/**  Why. */
	reason: string,
};

/**  Something in the library is not what it was. */
export type LibraryEvent = {
	/**  The entities that were saved, kept, removed or restored; empty for many. */
	addresses: string[],
};

/**  A list that is no search. */
export type LibraryList = 
/**  The pieces put on a shelf. */
{ of: "shelf"; 
/**  Which. */
id: string } | 
/**  Pieces that another of their kind may be the same as. */
{ of: "twins" } | 
/**  Lorebooks that nothing links to. */
{ of: "unlinked" };

/**  One page of a list. */
export type LibraryPage = {
	/**  How many there are in all. */
	total: number,
	/**  The rows of this page. */
	entities: EntityRow[],
	/**  For a text query one hit a row, in the same order, with an empty path where no field can be named; else empty. */
	hits: SearchHit[],
};

/**  What to list. */
export type LibraryQuery = {
	/**  Words and operators: `"phrase"`, `tag:`, `creator:`, `kind:`, `OR`, `-`; empty for all. */
	text?: string,
	/**  Only these kinds; empty for all. */
	kinds?: Kind[],
	/**  Only entities with each of these tags. */
	tags?: string[],
	/**  Only this creator. */
	creator?: string | null,
	/**  Only what is in this list. */
	list?: LibraryList | null,
	/**  The order. */
	sort?: LibrarySort,
	/**  Last first. */
	descending?: boolean,
	/**  How many to pass over. */
	offset?: number,
	/**  How many to give; 0 for 200. */
	limit?: number,
};

/**  How a list is ordered. */
export type LibrarySort = 
/**  Best match first, for a search; by name otherwise. */
"relevance" | 
/**  By name. */
"name" | 
/**  By last save. */
"updated" | 
/**  By when it was kept. */
"added" | 
/**  By creator, then name. */
"creator";

/**  The library at a glance. */
export type LibrarySummary = {
	/**  The folder. */
	root: string,
	/**  Entities in all. */
	total: number,
	/**  Entities per kind, every kind in the model's order. */
	perKind: KindCount[],
	/**  Entities in the trash. */
	trash: number,
	/**  Files that cannot be read. */
	damaged: DamagedFile[],
	/**  Tags, most used first. */
	tags: TagCount[],
	/**  Whether the folder cannot be written (or is a newer layout). */
	readOnly: boolean,
	/**  Set while the index is being made again. */
	rebuilding: Rebuilding | null,
	/**  Files waiting in the intake. */
	staged: number,
	/**  Entities with edits that no revision holds yet. */
	drafts: string[],
};

/**  What may have changed on the disk without this program. */
export type LibraryWatch = {
	/**  Another text whenever a piece was added, removed or replaced. */
	stamp: string,
	/**  The newest revision of each piece asked for. */
	heads: PieceHead[],
};

/**  A limit a file reached. Sizes are in bytes, everything else is a count. */
export type LimitReached = {
	/**  Its name, `zip-total`. */
	name: string,
	/**  The value it has. */
	value: number,
	/**  The value this file would need, as far as the file tells without being unpacked. */
	needed: number | null,
	/**
	 *  What to raise it to, to try again: what the file needs, or four times the value where that is not known.
	 *  `null` when the limit cannot be raised that far, or not at all.
	 */
	raiseTo: number | null,
};

/**  What keeps a text from calling an entry though it says its key. */
export type LoreBarrier = 
/**  The one who speaks calls no others. */
"prevents" | 
/**  The one who is spoken of is not called by others. */
"excludes" | 
/**  One of them is off. */
"off";

/**  A chat that is tried out. */
export type LoreChat = {
	/**  Oldest first. */
	messages?: LoreMessage[],
	/**  What `{{char}}` becomes. */
	character?: string,
	/**  What `{{user}}` becomes. */
	user?: string,
	/**  Words the character goes by in filters: names and tag ids. */
	filters?: string[],
	/**  The kind of generation: `normal`, `continue`, `impersonate`, `swipe`, `regenerate`, `quiet`; empty for normal. */
	generation?: string,
	/**  Texts beside the chat. */
	sources?: LoreSources,
	/**  Other books that are in use with the one at hand. */
	books?: string[],
};

/**  An entry. */
export type LoreEntry = {
	/**  Number of the book, 0 for the one at hand. */
	book: number,
	/**  Its place among the entries. */
	at: number,
	/**  Its title; may be empty. */
	title: string,
};

/**  A key that does not work. */
export type LoreFault = {
	/**  Whose key. */
	entry: LoreEntry,
	/**  The key. */
	key: string,
	/**  Whether its search takes too long; else it is no pattern. */
	slow: boolean,
	/**  What is wrong, English. */
	what: string,
};

/**  The graph of wakes. */
export type LoreGraph = {
	/**  Every pair, at most 20,000. */
	reaches: LoreReach[],
	/**  Whether there are more. */
	cut: boolean,
	/**  Keys that do not work. */
	faults: LoreFault[],
};

/**  A field of an entry that another app would not obey. */
export type LoreIgnored = {
	/**  The field below the entry: `cooldown`, `triggers[0].keyword`. */
	field: string,
	/**  Whether it is gone, or arrives as something else. */
	lost: boolean,
	/**  Why, English. */
	reason: string,
	/**  The kind of reason, as a note's code. */
	code: string,
};

/**  A book made of others. */
export type LoreMade = {
	/**  Where it is. */
	address: string,
	/**  Its name. */
	name: string,
	/**  How many entries it has. */
	entries: number,
	/**  Entries left out because they were there already. */
	twins: number,
};

/**  Words of a message that called an entry, in UTF-16 units of its text. */
export type LoreMark = {
	/**  Number of the message from the beginning. */
	message: number,
	/**  Where the words begin. */
	from: number,
	/**  Where they end. */
	until: number,
	/**  Who was called. */
	entry: LoreEntry,
};

/**  A message of a chat that is tried out. */
export type LoreMessage = {
	/**  Who speaks. */
	name?: string,
	/**  What is said. */
	text?: string,
};

/**  An entry that was nearly called. */
export type LoreNear = {
	/**  Which. */
	entry: LoreEntry,
	/**  What stopped it. */
	stop: LoreStop,
	/**  The figure that goes with it; 0 where there is none. */
	number: number,
	/**  The group that was won by another. */
	group: string | null,
	/**  Who won it; `null` when it was decided before. */
	winner: LoreEntry | null,
	/**  How secondary keys said no: `and_any`, `and_all`, `not_any`, `not_all`. */
	logic: string | null,
	/**  What was said of it. */
	said: LoreSaid | null,
	/**  The key that was said; empty where none is known. */
	key: string,
	/**  How many messages back, for a key that stands further back. */
	back: number,
	/**  How many messages it looks at. */
	reach: number,
};

/**  Whether another app would obey entries. */
export type LoreObedience = {
	/**  Format id. */
	format: string,
	/**  What people call it. */
	title: string,
	/**  The worst of its fields. */
	obeyed: LoreObeyed,
	/**  What is not obeyed; each field once. */
	ignored: LoreIgnored[],
};

/**  How a format takes something. */
export type LoreObeyed = 
/**  As it is. */
"carried" | 
/**  Something is ignored or said otherwise. */
"changed" | 
/**  Keys, text or switch do not arrive. */
"lost";

/**  A part of a book that becomes a book. */
export type LorePart = {
	/**  The new book's name. */
	name: string,
	/**  Which entries, by place. */
	entries: number[],
};

/**  Where a key stands. */
export type LorePlace = {
	/**  A message, so many back; 0 is the last. */
	back: number | null,
	/**  A text beside the chat, by its field. */
	source: string | null,
	/**  The text of an entry. */
	entry: LoreEntry | null,
};

/**  One entry's text says another's key. */
export type LoreReach = {
	/**  Whose text, by place. */
	from: number,
	/**  Whose key, by place. */
	to: number,
	/**  The key. */
	key: string,
	/**  What stands between them; `null`: it calls. */
	barrier: LoreBarrier | null,
};

/**  The settings of the app a chat is tried out with. */
export type LoreRules = {
	/**  Messages searched where neither entry nor book says. */
	depth: number,
	/**  Tokens all texts may have; 0 for no limit. */
	budget: number,
	/**  Whether texts of called entries are searched. */
	recursive: boolean,
	/**  Steps of recursion at most; 0 for no limit. */
	mostSteps: number,
	/**  Entries that must be called; while there are fewer, older messages are searched. */
	leastEntries: number,
	/**  How far back those searches go; 0 to the beginning. */
	leastEntriesDepth: number,
	/**  Whether case counts where neither entry nor book says. */
	caseSensitive: boolean,
	/**  Whether whole words are wanted where neither entry nor book says. */
	wholeWords: boolean,
	/**  Whether groups are decided by how many keys match, where an entry does not say. */
	groupScoring: boolean,
	/**  Whether names of speakers are searched too. */
	includeNames: boolean,
	/**  Whether books are asked one after another. */
	bookByBook: boolean,
	/**  Where chance begins. */
	seed: number,
};

/**  What the chat says of an entry that was not called. */
export type LoreSaid = 
/**  A key stands where it looks. */
"here" | 
/**  A key stands further back than it looks. */
"earlier" | 
/**  A key stands there in other letters. */
"otherCase" | 
/**  A key stands there inside a longer word. */
"partOfWord";

/**  A text beside the chat that entries may look in. */
export type LoreSources = {
	/**  The person's persona. */
	persona?: string,
	/**  The character's description. */
	description?: string,
	/**  The character's personality. */
	personality?: string,
	/**  The scenario. */
	scenario?: string,
	/**  The character's text at a depth. */
	depthPrompt?: string,
	/**  The creator's notes. */
	creatorNotes?: string,
};

/**  What stopped an entry. */
export type LoreStop = 
/**  It, its book or its folder is off. */
"off" | 
/**  It is for other kinds of generation. */
"generation" | 
/**  It is for other characters. */
"character" | 
/**  The chat is too short; `number` is how long it must be. */
"delay" | 
/**  It rests; `number` is for how many messages. */
"cooldown" | 
/**  Only other entries call it. */
"onlyRecursion" | 
/**  A line at the head of its text. */
"decorator" | 
/**  It has no keys. */
"noKeys" | 
/**  None of its keys was found. */
"noMatch" | 
/**  Its secondary keys say no. */
"secondary" | 
/**  Only an entry said its key, and it does not want that. */
"excludesRecursion" | 
/**  Another of its group won. */
"group" | 
/**  Chance said no; `number` is its probability. */
"chance" | 
/**  There was no room. */
"budget";

/**  What came of trying a chat out. */
export type LoreTrial = {
	/**  What was called, in the order its texts stand. */
	woke: LoreWoke[],
	/**  What nearly was, at most 200. */
	nearly: LoreNear[],
	/**  Words that called. */
	marks: LoreMark[],
	/**  Keys that do not work. */
	faults: LoreFault[],
	/**  Tokens of what was called. */
	tokens: number,
	/**  Whether something was left out for the budget. */
	overBudget: boolean,
	/**  How many steps it took. */
	steps: number,
	/**  Entries in all books. */
	entries: number,
};

/**  What called an entry. */
export type LoreWhy = 
/**  It is always on. */
"always" | 
/**  A line at the head of its text. */
"decorator" | 
/**  It was called before and stays. */
"staying" | 
/**  Its keys. */
"keys";

/**  An entry that was called. */
export type LoreWoke = {
	/**  Which. */
	entry: LoreEntry,
	/**  In which step, from 1; later ones are recursion. */
	step: number,
	/**  What called it. */
	why: LoreWhy,
	/**  The key that was found; empty without keys. */
	key: string,
	/**  The secondary keys that were found. */
	secondary: string[],
	/**  Where the key stands; all absent when it lies across several texts. */
	place: LorePlace,
	/**  Tokens of its text. */
	tokens: number,
	/**  The probability it was drawn with and passed. */
	passed: number | null,
	/**  Messages it will stay after this one. */
	stays: number,
};

/**  One field that does not arrive. */
export type LostRow = {
	/**  The body path. */
	path: string,
	/**  The value, texts cut at 200 code points. */
	value: Json,
	/**  Why, an English sentence. */
	reason: string,
	/**  The kind of reason, one of the note codes. */
	code: string,
};

/**  A picture taken in beside the portrait. */
export type MediaAdded = {
	/**  Its SHA-256. */
	blob: string,
	/**  Its media type, by the bytes. */
	mime: string,
	/**  The name of its file. */
	name: string,
	/**  Its width in pixels; 0 when its header does not say. */
	width: number,
	/**  Its height in pixels. */
	height: number,
	/**  Its size in bytes. */
	bytes: number,
};

/**  Which version a field takes. */
export type MergeSide = 
/**  Mine. */
"mine" | 
/**  The other's. */
"theirs" | 
/**  Both edits in one text. */
"joined";

/**  A piece that two sides changed, before they are brought together. */
export type MergeView = {
	/**  The revision the other side saved. */
	revision: number,
	/**  When, RFC 3339 UTC. */
	at: string,
	/**  Why it was made. */
	why: string,
	/**  What differs. */
	rows: ComparisonRow[],
};

/**  A name that occurs so many times. */
export type NamedCount = {
	/**  The name. */
	name: string,
	/**  How many times. */
	count: number,
};

/**  What applying a preset did. */
export type NarrationApplied = {
	/**  The world or the shared preset that has it now, by id. */
	id: string,
	/**  Prompts that went over. */
	prompts: number,
	/**  Numbers of the sampling that went over. */
	sampling: number,
	/**  Where in the world's trash the style before lies. */
	trashed: string | null,
};

/**  What a preset would bring to a world. */
export type NarrationPreset = {
	/**  What it is called. */
	name: string,
	/**  Its prompts in the order they are sent. */
	prompts: NarrationPrompt[],
	/**  Its sampling. */
	sampling: NarrationSampler[],
	/**  Whether the world has a style already, which goes to its trash. */
	replacesStyle: boolean,
};

/**  One prompt of a preset. */
export type NarrationPrompt = {
	/**  Its id. */
	id: string,
	/**  What people call it. */
	name: string,
	/**  The text. */
	text: string,
	/**  How many characters it has. */
	chars: Amount,
	/**  Whether the preset sends it. */
	ticked: boolean,
};

/**  A number of the sampling. */
export type NarrationSampler = {
	/**  Its name in a world. */
	name: string,
	/**  The number as it is written. */
	value: string,
};

/**  A column of a table. */
export type NativeColumn = {
	/**  The key of a row that is an object, the place of a row that is a list. */
	key: string,
	/**  What it is called. */
	label: Words,
	/**  Whether it holds numbers. */
	number: boolean,
};

/**  One native field. */
export type NativeFieldRow = {
	/**  Its key in the format's table. */
	key: string,
	/**  JSON Pointer in the original, also where it would go when it is absent. */
	pointer: string,
	/**  The key of the object that holds it; empty for one of the app's own objects. */
	group: string,
	/**  What it is called. */
	label: Words,
	/**  One sentence of help. */
	help: Words,
	/**  How it is edited. */
	widget: NativeWidget,
	/**  Whether the value is private to the person who exported the original. */
	private: boolean,
	/**  The value in the untouched original; `null` when `present` is false or it is larger than a panel takes. */
	value: Json | null,
	/**  Whether the untouched original has the key. */
	present: boolean,
	/**  Size of the value's text. */
	bytes: number,
	/**  Whether the value is left out here because of its size. */
	large: boolean,
	/**  Objects around it that the untouched original lacks, outermost first. */
	missing: string[],
};

/**  Keys of one platform that are present. */
export type NativeFieldsRow = {
	/**  Format id. */
	format: string,
	/**  The format's title. */
	title: string,
	/**  How many of its own keys are present. */
	keys: number,
};

/**  An app whose native fields can be written by hand. */
export type NativeOffer = {
	/**  Its format. */
	format: string,
	/**  The format's title. */
	title: string,
	/**  How many fields it has. */
	fields: number,
};

/**  Where the data of a panel comes from. */
export type NativeOrigin = 
/**  The original the piece came from. */
"source" | 
/**  An original of another app that came along. */
"foreign" | 
/**  Nothing: the person writes it here. */
"added";

/**  The native fields of one app in one original. */
export type NativePanel = {
	/**  The format whose table the fields are from. */
	format: string,
	/**  Its title. */
	title: string,
	/**  Its platform. */
	platform: string,
	/**  The format whose native edits they go to. */
	original: string,
	/**  The title of that. */
	originalTitle: string,
	/**  Where the data comes from. */
	origin: NativeOrigin,
	/**  The fields in the order of the table. */
	fields: NativeFieldRow[],
	/**  Body paths of lists whose rows have native fields of their own. */
	lists: string[],
};

/**  Every panel of an entity. */
export type NativePanels = {
	/**  Those with data, the piece's own app first. */
	panels: NativePanel[],
	/**  Apps that can be added. */
	offers: NativeOffer[],
};

/**  Edits to one original. */
export type NativePatch = {
	/**  Format id. */
	format: string,
	/**  All operations from now on, in order: the list replaces the one before. */
	ops: PatchOp[],
};

/**  A widget with what it needs. */
export type NativeWidget = {
	/**  Which one. */
	word: WidgetWord,
	/**  The words of a choice. */
	choices: string[],
	/**  The columns of a table. */
	columns: NativeColumn[],
	/**  The kind links lead to. */
	kind: Kind | null,
};

/**  What was said while reading or writing; never fatal. */
export type Note = {
	/**  The code, one of the engine's list: `carrier-repaired`. */
	code: string,
	/**  How grave. */
	severity: Severity,
	/**  Where. */
	place: Place,
	/**  The sentence. */
	text: string,
};

/**  An entity as the workbench opens it. */
export type OpenEntity = {
	/**  `kind/id`. */
	address: string,
	/**  What it is. */
	kind: Kind,
	/**  Its id within the kind. */
	id: string,
	/**  Its name. */
	name: string,
	/**  The revision on disk; a save names it. */
	revision: number,
	/**  When that was saved, RFC 3339 UTC. */
	savedAt: string,
	/**  The authored content, a tree of the model's body fields. */
	body: JsonObject,
	/**  Per-format overrides of body fields. */
	profiles: { [key in string]: JsonObject },
	/**  What its link fields name. */
	links: EntityLink[],
	/**  Where it came from. */
	source: SourceRecord | null,
	/**  Source payloads kept. */
	originals: OriginalRow[],
	/**  Edits to originals, in order. */
	nativeEdits: { [key in string]: PatchOp[] },
	/**  The portrait's SHA-256. */
	portrait: string | null,
	/**  Every picture. */
	pictures: PictureRow[],
	/**  What was said while its file was read. */
	notes: Note[],
	/**  The author's own notes about the piece. */
	authorNotes: Json[],
	/**  Edits since that revision that were never saved as one. */
	draft: Draft | null,
	/**  Platforms whose own keys are present in an original. */
	nativeFields: NativeFieldsRow[],
	/**  Whether a newer version wrote keys this one does not know; they are kept. */
	unknown: boolean,
	/**  Whether the library is read-only. */
	readOnly: boolean,
};

/**  An opened world. */
export type OpenedWorld = {
	/**  Its folder's name. */
	id: string,
	/**  Its name. */
	name: string,
	/**  Whether a story can begin in it. */
	readiness: WorldReadiness,
	/**  Every problem, by file, then place. */
	problems: WorldProblem[],
	/**  Whether a newer program wrote it: it is shown and not written to. */
	newer: boolean,
	/**  Whether the card it was made from is still here. */
	card: boolean,
	/**  `world.json`. */
	info: JsonObject,
	/**  Its documents, by folder, then id. */
	rows: WorldDocumentRow[],
	/**  Files that could not be read. */
	unreadable: WorldUnreadable[],
	/**
	 *  `relationships.json`, `variables.json`, `commands.json`, `triggers.json` and `images/index.json`, by name, those
	 *  that are there and can be read.
	 */
	lists: { [key in string]: JsonObject },
	/**  Its own prompts, by language, then slot. */
	prompts: WorldPrompt[],
	/**  The slots a prompt may have, each with the most characters and the placeholders it is given. */
	slots: WorldSlot[],
	/**  The languages this program ships with. */
	languages: string[],
	/**  Its pictures, by path. */
	pictures: WorldPicture[],
	/**  Files the format does not know. */
	stray: string[],
};

/**  One source payload kept with an entity. */
export type OriginalRow = {
	/**  Format id. */
	format: string,
	/**  The format's title. */
	title: string,
	/**  Size of the payload's text. */
	bytes: number,
	/**  How many edits lie beside it. */
	edits: number,
	/**  Whether it can be looked at only: it is not where this entity came from, or it is no JSON. */
	locked: boolean,
};

/**  A file at a passing place. */
export type OutFile = {
	/**  Where it is. */
	path: string,
	/**  Its name. */
	name: string,
};

/**  How two texts become one where the target has one place. */
export type Persona = 
/**  Description, blank line, personality. */
"joined" | 
/**  Personality alone. */
"personality";

/**  One picture of an entity. */
export type PictureRow = {
	/**  The entity it belongs to, for one that is not the main one of a file. */
	entity: string | null,
	/**  The body path of the picture; `null` for the carrier of a staged file. */
	path: string | null,
	/**  `portrait`, `emotion`, `outfit`, `pose`, `background` or `other`. */
	role: string,
	/**  Its name. */
	name: string,
	/**  Its media type. */
	mime: string,
	/**  Its size; 0 when it is not at hand. */
	bytes: number,
	/**  Its SHA-256; `null` when it is not at hand (an address, a missing archive entry). */
	sha256: string | null,
	/**  Whether it is not at hand. */
	missing: boolean,
	/**  Where in the file it is. */
	place: Place | null,
	/**  What the body says of it (`carrier:`, `sha256:…`, an address). */
	reference: string,
};

/**  A piece that was passed over, and why. */
export type PieceFailure = {
	/**  Which. */
	address: string,
	/**  Its name, where it could be read. */
	name: string,
	/**  Why. */
	error: ApiError,
};

/**  The newest revision of a piece. */
export type PieceHead = {
	/**  Which. */
	address: string,
	/**  Its newest revision; `null` when it is not in the library any more. */
	revision: number | null,
};

/**  A piece as a window has it and has not saved it. */
export type PieceState = {
	/**  The body. */
	body: JsonObject,
	/**  The edits of originals, whole lists. */
	nativeEdits: { [key in string]: PatchOp[] },
	/**  The overrides of single formats; `null` when the window did not touch them. */
	profiles: { [key in string]: JsonObject } | null,
};

/**
 *  Where in a file something is: an archive entry or chunk (`tEXt:chara#1`), a JSON Pointer in that payload, a byte
 *  offset in the file.
 */
export type Place = {
	/**  Archive entry or chunk. */
	entry?: string | null,
	/**  JSON Pointer in that payload. */
	pointer?: string | null,
	/**  Byte offset in the file. */
	offset?: number | null,
};

/**  A picture taken in as portrait. */
export type PortraitSet = {
	/**  SHA-256 of the picture as it will be used. */
	blob: string,
	/**  Its media type. */
	mime: string,
	/**  Its width in pixels. */
	width: number,
	/**  Its height in pixels. */
	height: number,
	/**  What was done to it on the way, if anything. */
	note: string | null,
};

/**  An entry of a card's book. */
export type PreviewEntry = {
	/**  Its place in the book, from 1; what `entriesOff` names. */
	position: number,
	/**  Its title. */
	title: string,
	/**  Its keys. */
	keys: string[],
	/**  Whether it is always on. */
	constant: boolean,
	/**  Whether the card has it on. */
	enabled: boolean,
	/**  Its length. */
	chars: number,
	/**  How it begins. */
	beginning: string,
};

/**  A field of a card. */
export type PreviewField = {
	/**  Its piece, `field:description`. */
	id: string,
	/**  Its label in the language of the report. */
	title: string,
	/**  Its length. */
	chars: number,
	/**  How it begins. */
	beginning: string,
};

/**  A greeting of a card. */
export type PreviewGreeting = {
	/**  What `opening` names: 0 the first message, else the number of the alternate; `null` for one of a group. */
	number: number | null,
	/**  Its piece, `opening`, `greeting:2`, `group:1`. */
	id: string,
	/**  Its title, where the card has one. */
	title: string,
	/**  Its length. */
	chars: number,
	/**  Whether nothing is left of it when markup is taken out. */
	blank: boolean,
	/**  How it begins. */
	beginning: string,
};

/**  The face of card text. */
export type ProseFont = 
/**  The window's own. */
"ui" | 
/**  With serifs. */
"serif" | 
/**  Monospaced. */
"mono";

/**  What an edited raw text amounts to. */
export type RawEdit = {
	/**  The operations that turn the source into it. */
	ops: PatchOp[],
	/**  Whether the text differs from what these operations give in spelling or blanks only; such edits are not kept. */
	spellingOnly: boolean,
};

/**  A key a format describes. */
export type RawKey = {
	/**  JSON Pointer in this original; `*` stands for any item or member. */
	pattern: string,
	/**  What becomes of it. */
	meaning: KeyMeaning,
	/**  Body paths it goes to. */
	paths: string[],
	/**  What a panel calls it; for native keys. */
	label: Words | null,
	/**  One sentence of help; for native keys. */
	help: Words | null,
	/**  Why it is kept, English; for kept keys. */
	why: string | null,
	/**  How it is edited; for native keys. */
	widget: NativeWidget | null,
	/**  The JSON type it has, as far as the table says: `text`, `number`, `flag`, `list`, `map`; empty for any. */
	holds: string,
	/**  Words it may be, as JSON. */
	words: string[],
};

/**  What keeps a text from being JSON, or what was read tolerantly. */
export type RawProblem = {
	/**  Line, from 1. */
	line: number,
	/**  Column in code points, from 1. */
	column: number,
	/**  What is wrong. */
	message: string,
	/**  Whether the text could be read all the same. */
	tolerated: boolean,
};

/**  An original as text. */
export type RawView = {
	/**  Format id. */
	format: string,
	/**  The text with the edits applied. */
	text: string,
	/**  The text as it came. */
	source: string,
	/**  The edits. */
	edits: PatchOp[],
	/**  Size of the source text. */
	bytes: number,
	/**  Whether it is JSON; other payloads show as nothing. */
	json: boolean,
	/**  Edits whose place is gone, in words. */
	faults: string[],
};

/**  How far the index is. */
export type Rebuilding = {
	/**  Files read. */
	done: number,
	/**  Files to read. */
	total: number,
};

/**  The occasion of a run: what the text is. */
export type RegexOccasion = {
	/**  A word of the model: input, output, display, prompt, lorebook, reasoning, slash. */
	phase: string,
	/**  `prompt` or `display` for a copy of the text; `null` for the stored text. */
	target: string | null,
	/**  Messages from the end; `null` when it is not in a chat. */
	depth: number | null,
	/**  What `{{char}}` becomes. */
	character: string,
	/**  What `{{user}}` becomes. */
	user: string,
};

/**  What one rule did. */
export type RegexRow = {
	/**  The rule's id; empty for a row that has none. */
	rule: string,
	/**  Why it did nothing; `null` when it ran. */
	skipped: RegexSkip | null,
	/**  The sentence of a fault; `null` for every other row. */
	fault: string | null,
	/**  How often its pattern was found. */
	matches: number,
	/**  The text behind it; `null` when it is the one before it. */
	text: string | null,
};

/**  A set of regex rules, run over a text. */
export type RegexRun = {
	/**  One row a rule, in their order. */
	rules: RegexRow[],
	/**  The text behind the last rule. */
	text: string,
	/**  How long it took. */
	milliseconds: number,
};

/**  Why a rule did not run. */
export type RegexSkip = 
/**  It or the set is off. */
"off" | 
/**  It is for other texts. */
"phase" | 
/**  It is for the prompt or the display alone, or for neither. */
"target" | 
/**  It is for older or newer messages. */
"depth" | 
/**  It has no pattern. */
"no-pattern" | 
/**  Its pattern does not work. */
"fault" | 
/**  Its result would be too large. */
"too-large" | 
/**  Its search was given up. */
"too-slow" | 
/**  The time for the whole set was over. */
"no-time";

/**  What a removal took away. */
export type Removed = {
	/**  How many are now in the trash. */
	removed: number,
	/**  The trash items to hand to `trash_restore` for an undo. */
	undo: string[],
};

/**  Where to replace: fields of a piece as they were in a revision. */
export type ReplaceIn = {
	/**  Which piece. */
	address: string,
	/**  The revision the choice was made on; a newer one is left alone. */
	revision: number,
	/**  Only these fields; `null` for all. */
	paths: string[] | null,
};

/**  The measured report of one conversion: the bytes were written, read back and compared. */
export type Report = {
	/**  What was converted; `null` for an entity made here. */
	source: ReportSource | null,
	/**  What to. */
	target: ReportTarget,
	/**  Whether the bytes are the source file's. */
	identical: boolean,
	/**  Paths that arrive as they were. */
	carried: string[],
	/**  What arrives changed. */
	changed: ChangedRow[],
	/**  What does not arrive. */
	lost: LostRow[],
	/**  What stays here. */
	leftBehind: LeftBehindRow[],
	/**  What was said while writing. */
	notes: Note[],
	/**  What people call the fields named above, by path, in the chosen language. */
	labels: { [key in string]: string },
	/**  How many of each. */
	counts: Counts,
	/**  Size of the file. */
	bytes: number,
	/**  The name it would be written under. */
	fileName: string,
	/**  The first 4 KiB of its text, for the eye. */
	preview: string,
	/**  How long it took. */
	milliseconds: number,
};

/**  The language of a report. */
export type ReportLanguage = 
/**  English. */
"en" | 
/**  Simplified Chinese. */
"zh";

/**  What was converted. */
export type ReportSource = {
	/**  Format id. */
	format: string,
	/**  Container id. */
	container: string,
	/**  How sure detection was, 0.5 to 1; `null` for a piece of the library, where nothing was detected. */
	confidence: number | null,
};

/**  What it was converted to. */
export type ReportTarget = {
	/**  Format id. */
	format: string,
	/**  Container id. */
	container: string,
};

/**  What is done with a document at finish. */
export type ReviewAct = 
/**  Written. */
"keep" | 
/**  Left out. */
"drop" | 
/**  Folded into another. */
"merge" | 
/**  Written under another name; the old one stays as an alias. */
"rename" | 
/**  One of its aliases becomes a document of its own. */
"split-alias" | 
/**  Written as edited. */
"edit" | 
/**  Written as a document of another kind. */
"change-kind";

/**  A choice of the review, about one document. */
export type ReviewChoice = {
	/**  What is done. */
	do: ReviewAct,
	/**  With which document, `characters/orla`. */
	ref: string,
	/**  The document it is folded into. */
	into: string | null,
	/**  The new name. */
	name: string | null,
	/**  The other kind. */
	kind: string | null,
	/**  The document as edited. */
	doc: Json | null,
};

/**  A document that waits for approval. */
export type ReviewDocument = {
	/**  Its reference, `lore/the-tide`. */
	ref: string,
	/**  Its name or title. */
	name: string,
	/**  The document as it was made. */
	doc: Json,
	/**  The pieces it was made from. */
	from: string[],
	/**  What was chosen for it, in order; empty keeps it. */
	choices: ReviewChoice[],
};

/**  A piece of the card with its text, for reading beside a document. */
export type ReviewPiece = {
	/**  What is known of it. */
	row: CardPieceRow,
	/**  Its cleaned text. */
	text: string,
	/**  Its outcome as the choices stand. */
	outcome: CardOutcome,
};

/**  A text of a world beside its documents: an opening, a prompt. */
export type ReviewText = {
	/**  What it is: `description`, `opening`, `alternate:1`, `roleplay/style`. */
	id: string,
	/**  Its title, where there is one. */
	title: string,
	/**  Its text. */
	text: string,
};

/**  A revision's content. */
export type RevisionView = {
	/**  Its number. */
	revision: number,
	/**  When, RFC 3339 UTC. */
	at: string,
	/**  Why it was made. */
	why: string,
	/**  Its body. */
	body: JsonObject,
};

/**  What a run over many pieces did: one revision for each. */
export type Run = {
	/**  The pieces that were saved, for a report and for `run_undo`. */
	pieces: RunPiece[],
	/**  How many places in all. */
	total: number,
	/**  Pieces that were passed over. */
	failed: PieceFailure[],
};

/**  One piece that a run saved. */
export type RunPiece = {
	/**  Which. */
	address: string,
	/**  Its name. */
	name: string,
	/**  The revision before. */
	before: number,
	/**  The revision the run made. */
	after: number,
	/**  How many places, tags or fields it changed. */
	count: number,
};

/**  Code a card brings along. It is text: never run. */
export type Script = {
	/**  `regex`, `lua`, `javascript`, `html`, `css`, `ejs` or `trigger`. */
	kind: string,
	/**  Where, a JSON Pointer into the payload. */
	pointer: string,
	/**  Its length in code points. */
	chars: number,
};

/**  Where a search found its words. */
export type SearchHit = {
	/**  The body path. */
	path: string,
	/**  What people call that field, in the chosen language; empty where no field can be named. */
	label: string,
	/**  Some text around the words. */
	snippet: string,
};

/**  One run of sentences. */
export type SentenceChange = {
	/**  `same`, `added` or `dropped`. */
	what: string,
	/**  The sentences as written; of `same` as many as are shown. */
	text: string,
	/**  How many sentences. */
	count: number,
};

/**  What a person has chosen. */
export type Settings = {
	/**  Colours. */
	theme: Theme,
	/**  Language. */
	language: UiLanguage,
	/**  Text size in percent, 90 to 140. */
	textScale: number,
	/**  Face of card text. */
	proseFont: ProseFont,
	/**  The library's folder; empty for the default place. */
	library: string,
	/**  Where exports go first. */
	exportFolder: string | null,
	/**  A folder whose new files are staged; `null` for none. */
	watchFolder: string | null,
	/**  How tokens are counted. */
	tokenizer: Tokenizer,
	/**  Platforms that are not offered. */
	hiddenApps: string[],
	/**  Whether words the system's dictionary does not know are marked while one writes. */
	spelling: boolean,
	/**  Rebound keys: command id to key. */
	keys: { [key in string]: string },
};

/**  How grave a note is. */
export type Severity = 
/**  Worth knowing. */
"info" | 
/**  Something was repaired, guessed or adapted. */
"warning" | 
/**  Something could not be read and is not in the entity. */
"error";

/**  A shelf of the library. */
export type Shelf = {
	/**  Names it in commands. */
	id: string,
	/**  What the person calls it. */
	name: string,
	/**  The kept search, as it was given; `null` for a shelf filled by hand. */
	search: Json | null,
	/**  Pieces put on it by hand. */
	count: number,
};

/**  A check that did not run. */
export type SkippedRow = {
	/**  The check. */
	check: string,
	/**  What people call it. */
	title: string,
	/**  The reason's stable word. */
	reason: string,
	/**  The reason in a sentence. */
	why: string,
	/**  In how many pieces. */
	pieces: number,
};

/**  Where an entity came from. */
export type SourceRecord = {
	/**  Format id. */
	format: string,
	/**  The format's title. */
	title: string,
	/**  Container id. */
	container: string,
	/**  The file's name; empty when it is not known. */
	fileName: string,
	/**  SHA-256 of the file; empty when it is not known. */
	sha256: string,
	/**  The file's size; 0 when it is not known. */
	bytes: number,
	/**  When it was kept, RFC 3339 UTC; empty when it is not known. */
	at: string,
	/**  JSON Pointer into the payload, for what was split out of another's file. */
	pointer: string | null,
};

/**  All about one staged file. */
export type StagedDetail = {
	/**  Its row. */
	row: StagedRow,
	/**  Every bid, highest first. */
	bids: Bid[],
	/**  The file's SHA-256. */
	sourceSha: string,
	/**  The file's size. */
	bytes: number,
	/**  What is in it, the main entity first. */
	brought: Brought[],
	/**  What was said while reading. */
	notes: Note[],
	/**  Code it brings along. */
	scripts: Script[],
	/**  Its pictures. */
	pictures: PictureRow[],
	/**  Pointers to keys no format describes, topmost only. */
	undescribed: string[],
	/**  The texts of the main entity. */
	fields: FieldRow[],
	/**  Pointers to what looks private (keys, host addresses). */
	secrets: string[],
	/**  How many addresses on other machines it names; none is fetched. */
	remoteAddresses: number,
	/**  Set when card texts disagree. */
	choices: Choice[],
	/**  Whether its text was repaired and the repair can be undone. */
	textRepaired: boolean,
	/**  Whether that repair is switched off. */
	repairUndone: boolean,
	/**  For an update: field by field. */
	comparison: ComparisonRow[],
	/**  What was chosen for its fields. */
	choicesMade: FieldChoice[],
};

/**  One staged file. */
export type StagedRow = {
	/**  Names it for the other commands. */
	id: string,
	/**  The file's name, without folders. */
	fileName: string,
	/**  What became of it. */
	state: StagedState,
	/**  What it holds. */
	kind: Kind | null,
	/**  The name of the main entity. */
	name: string,
	/**  The winning format's id. */
	format: string | null,
	/**  The winning format's title. */
	formatTitle: string | null,
	/**  How its bytes are wrapped, a container id. */
	container: string | null,
	/**  Why that format won. */
	because: string | null,
	/**  How sure the format is, 0.5 to 1. */
	confidence: number | null,
	/**  Its portrait's SHA-256, servable while staged. */
	portrait: string | null,
	/**  Why it was refused. */
	error: ApiError | null,
	/**  What will be done with it. */
	decision: Decision,
	/**  What in the library it resembles, best reason first. */
	duplicates: Duplicate[],
};

/**  What became of a staged file. */
export type StagedState = 
/**  Being read. */
"reading" | 
/**  Nothing like it in the library. */
"new" | 
/**  The library has one of that name and creator with other content. */
"newer" | 
/**  The library has the same content from another file. */
"alike" | 
/**  The library has these very bytes. */
"same" | 
/**  It cannot be read; `error` says why. */
"refused" | 
/**  It is in the library now. */
"kept";

/**  One step of a draft: what an undo takes back at once. */
export type Step = {
	/**  What the person did. */
	label: string,
	/**  What it changed in the body. */
	changes: Change[],
	/**  What takes it back. */
	inverse: Change[],
	/**  The native edits of each format it touched, whole lists as they are after it. */
	native: NativePatch[],
	/**  When, RFC 3339 UTC. */
	at: string,
};

/**  What the program is and where it works. */
export type StudioInfo = {
	/**  The program's version. */
	version: string,
	/**  `linux`, `macos` or `windows`. */
	platform: string,
	/**  The library's folder. */
	libraryDir: string,
	/**  Where exports go while nothing else was chosen: the person's documents, else their home. */
	exportFolder: string,
	/**  The settings file; `null` where settings are not kept. */
	settingsFile: string | null,
	/**  A settings file that could not be read and was kept aside under this name. */
	settingsKeptAside: string | null,
	/**  What was chosen. */
	settings: Settings,
};

/**  How many entities carry a tag. */
export type TagCount = {
	/**  The tag. */
	tag: string,
	/**  How many. */
	count: number,
};

/**  Colours of the window. */
export type Theme = 
/**  As the system is. */
"system" | 
/**  Light. */
"light" | 
/**  Dark. */
"dark" | 
/**  High contrast. */
"contrast";

/**  Tokens of one text of a body. */
export type TokenRow = {
	/**  The body path. */
	path: string,
	/**  How many tokens. */
	tokens: number,
};

/**  Which vocabulary tokens are counted with. An estimate for every other model. */
export type Tokenizer = 
/**  GPT-3.5 and GPT-4. */
"cl100k" | 
/**  GPT-4o and later. */
"o200k";

/**  One value of a field, for the eye. */
export type Told = {
	/**  A text as it is, a row or map as lines, anything else as JSON; cut when it is very long. */
	text: string,
	/**  Whether it was cut. */
	cut: boolean,
	/**  SHA-256 of the picture it names, when that is at hand. */
	picture: string | null,
};

/**  What was deleted for good. */
export type TrashDeleted = {
	/**  How many. */
	deleted: number,
};

/**  What came back from the trash. */
export type TrashRestored = {
	/**  The entities, under the ids they have now. */
	restored: string[],
};

/**  One thing in the trash. */
export type TrashRow = {
	/**  Names it for restore and delete. */
	item: string,
	/**  What it was. */
	kind: Kind,
	/**  Its id. */
	id: string,
	/**  Its name. */
	name: string,
	/**  When it was removed, RFC 3339 UTC. */
	removedAt: string,
};

/**  What a stretch belongs to. */
export type TurnKind = 
/**  The story text. */
"story" | 
/**  An example. */
"example" | 
/**  What stands before the chat. */
"chat-start" | 
/**  The person's message. */
"user" | 
/**  The model's message. */
"assistant" | 
/**  A system message. */
"system" | 
/**  Where the model goes on. */
"answer" | 
/**  An example of how reasoning is marked. */
"reasoning";

/**  One stretch of it. */
export type TurnPiece = {
	/**  What it belongs to. */
	kind: TurnKind,
	/**  The text. */
	text: string,
	/**  Whether it is a mark of the template. */
	mark: boolean,
};

/**  Language of the window. */
export type UiLanguage = 
/**  As the system is. */
"system" | 
/**  English. */
"en" | 
/**  Simplified Chinese. */
"zh";

/**  A run that was not finished. */
export type Unfinished = {
	/**  What was asked for. */
	wish: BatchWish,
	/**  How many pieces were reached when that was last written down. */
	done: number,
};

/**  A change between the card of a world and the newer one. */
export type UpdateChange = {
	/**  Names it: `changed:entry:7`, `added:entry:12`, `dropped:entry:3`, `field:tags`, `picture`, `addresses`. */
	id: string,
	/**  The word before the colon. */
	kind: string,
	/**  The piece's title, or the field's. */
	title: string,
	/**  The piece in the old card. */
	old: CardPieceRow | null,
	/**  The piece in the new card. */
	new: CardPieceRow | null,
	/**  How the two were paired: `id`, `title-and-keys`, `text`, `number`. */
	how: string | null,
	/**  What differs, sentence by sentence; both texts whole where they are too long to compare. */
	sentences: SentenceChange[],
	/**  Whether the piece was too long to compare. */
	tooLong: boolean,
	/**  The documents it concerns. */
	documents: string[],
	/**  Documents that only a dropped piece made: proposed for removal. */
	madeOnly: string[],
	/**  Documents of those that the person edited since: not proposed for removal. */
	edited: string[],
	/**  What the old card says, of a field of the world. */
	before: Json | null,
	/**  What the new card says of it. */
	after: Json | null,
	/**  Whether the world's field was edited here. */
	editedHere: boolean,
	/**  Addresses that are new. */
	came: string[],
	/**  Addresses that are gone. */
	gone: string[],
	/**  How it was settled. */
	mark: UpdateMark | null,
};

/**  What finishing an update came to. */
export type UpdateFinished = {
	/**  Whether it is finished; else it asks once about `unmarked`. */
	finished: boolean,
	/**  Changes that are neither carried nor dismissed. */
	unmarked: string[],
};

/**  How a change was settled. */
export type UpdateMark = 
/**  Its words are in the world now. */
"carried" | 
/**  It is not wanted. */
"dismissed";

/**  Where a world stands with updates. */
export type UpdateStatus = {
	/**  Whether it was made from a card that is still there. */
	fromCard: boolean,
	/**  What is so. */
	mark: WorldUpdateMark,
	/**  The newer card's file. */
	fileName: string | null,
	/**  The newer card's version. */
	version: string | null,
	/**  The version the world has. */
	versionBefore: string | null,
	/**  When the update was started. */
	startedAt: string | null,
	/**  When the update that can be undone was finished. */
	finishedAt: string | null,
};

/**  A world a card could update. */
export type UpdateTarget = {
	/**  Its folder's name. */
	world: string,
	/**  Its name. */
	name: string,
	/**  Whether it is named as the card is. */
	sameName: boolean,
	/**  Whether it was edited. */
	edited: WorldEdited,
	/**  Whether another newer card waits there already. */
	waiting: boolean,
};

/**  What an update of a piece from a staged file would do. */
export type UpdateView = {
	/**  The piece's name. */
	name: string,
	/**  The revision it is at. */
	revision: number,
	/**  The file's name. */
	fileName: string,
	/**  The title of the file's format. */
	format: string,
	/**  Whether the file is of another kind than the piece, so that it cannot update it. */
	misfit: boolean,
	/**  What differs. */
	rows: ComparisonRow[],
};

/**  A card specification's version. */
export type Variant = 
/**  Tavern card V1. */
"v1" | 
/**  Character card V2. */
"v2" | 
/**  Character card V3. */
"v3";

/**  What is looked for. */
export type Wanted = {
	/**  The words, or the pattern. */
	text: string,
	/**  Capitals count. */
	exact: boolean,
	/**  Not inside a longer word. */
	wholeWord: boolean,
	/**  The text is a regular expression as JavaScript writes them. */
	pattern: boolean,
};

/**  How a native field is edited. */
export type WidgetWord = 
/**  One line of text. */
"line" | 
/**  Several lines of text. */
"text" | 
/**  A number. */
"number" | 
/**  On or off. */
"toggle" | 
/**  A list of short texts. */
"list" | 
/**  One of some words. */
"choice" | 
/**  A colour as CSS writes it. */
"colour" | 
/**  A list of rows with columns. */
"table" | 
/**  A picture or file by its address or the app's name of it; never fetched. */
"asset" | 
/**  Ids of entities of a kind in the app. */
"links" | 
/**  Any JSON. */
"json";

/**  A label in the languages of the workbench. */
export type Words = {
	/**  English. */
	en: string,
	/**  Simplified Chinese. */
	zh: string,
};

/**  A world book that was made. */
export type WorldBookMade = {
	/**  The book. */
	row: WorldBookRow,
	/**  What did not go along. */
	leftOut: BookLeftOut[],
	/**  What was said on the way. */
	notes: ImportNote[],
};

/**  A world book as it is listed. */
export type WorldBookRow = {
	/**  Its id. */
	id: string,
	/**  What it is called; the id when it cannot be read. */
	name: string,
	/**  The language of its texts. */
	language: string,
	/**  How many entries it has. */
	entries: number,
	/**  Worlds that use it, by id. */
	usedBy: string[],
};

/**  One check of a world. */
export type WorldCheck = {
	/**  Its id. */
	id: string,
	/**  Its kit. */
	kit: string,
	/**  Who decides: `code`, `decision`, `judged`. */
	mode: string,
	/**  What people call it. */
	title: string,
	/**  What it found, the gravest first; of one that was skipped what it had found before. */
	findings: WorldFinding[],
	/**  Why it did not run. */
	skipped: WorldCheckSkipped | null,
	/**  When it ran last, RFC 3339 UTC; `null` when it never did. */
	at: string | null,
	/**  How long it took; 0 for results that are only shown. */
	seconds: number | null,
};

/**  How many findings there are. */
export type WorldCheckCounts = {
	/**  Errors. */
	error: number,
	/**  Warnings. */
	warning: number,
	/**  Hints. */
	info: number,
};

/**  How deep a run over a world goes. */
export type WorldCheckDeep = 
/**  Only what the program decides. */
"code" | 
/**  What a decision service may decide too. */
"decision" | 
/**  All. */
"all";

/**  A run over a world, or what is remembered of the last ones. */
export type WorldCheckRun = {
	/**  The world's id. */
	world: string,
	/**  When, RFC 3339 UTC; of remembered results the latest; `null` when there are none. */
	at: string | null,
	/**  The card the world was held against. */
	version: CardVersion,
	/**  How deep. */
	deep: WorldCheckDeep,
	/**  Whether a story can begin in it; `null` for results that are only shown. */
	readiness: WorldReadiness | null,
	/**  How many findings the listed checks have. */
	counts: WorldCheckCounts,
	/**  Keys of findings that are new; of remembered results none. */
	new: string[],
	/**  Findings of the run before that are gone. */
	gone: WorldFinding[],
	/**  The checks, in the order of a run. */
	checks: WorldCheck[],
};

/**  Why a check did not run. */
export type WorldCheckSkipped = {
	/**  The reason's stable word. */
	reason: string,
	/**  The reason in a sentence. */
	why: string,
	/**  When that was, RFC 3339 UTC. */
	at: string,
};

/**  How many documents a world has, folder by folder. */
export type WorldCounts = {
	/**  People. */
	characters: number,
	/**  Places. */
	places: number,
	/**  Factions. */
	factions: number,
	/**  Things. */
	things: number,
	/**  Lore. */
	lore: number,
	/**  Plots. */
	plots: number,
};

/**  A document without its long texts. */
export type WorldDocumentRow = {
	/**  `characters/orla`. */
	document: string,
	/**  Its name or title. */
	name: string,
	/**  The document; texts longer than 200 characters are left out. */
	facts: JsonObject,
};

/**  Whether files of a world were edited since its import. */
export type WorldEdited = 
/**  No. */
"no" | 
/**  Yes. */
"yes" | 
/**  Nothing is known of it. */
"unknown";

/**  A world written to a file. */
export type WorldExported = {
	/**  The file. */
	path: string,
	/**  Its size. */
	bytes: Amount,
	/**  What stayed behind beside the studio's own: each path with the reason. */
	leftOut: WorldLeftOut[],
};

/**  A field of a form. */
export type WorldField = {
	/**  Its JSON key; empty for an item of a list. */
	key: string,
	/**  What its value is. */
	is: WorldFieldIs,
	/**  Whether a document without it is wrong. */
	required: boolean,
	/**  Whether it may be null. */
	nullable: boolean,
	/**  The fewest characters or items, or the least number. */
	least: number | null,
	/**  The most characters or items, or the greatest number. */
	most: number | null,
	/**  The folders whose documents it may name. */
	folders: string[],
	/**  The words it may be. */
	words: string[],
	/**  What a flag means when it is absent. */
	absent: boolean,
	/**  The members of an object. */
	fields: WorldField[],
	/**  What each item of a list or map is. */
	item: WorldField | null,
};

/**  What the value of a field is. */
export type WorldFieldIs = 
/**  A short text. */
"text" | 
/**  A name of 1 to 120 characters. */
"name" | 
/**  One or two sentences. */
"summary" | 
/**  A long text. */
"long-text" | 
/**  A document by its id alone. */
"id" | 
/**  A document by folder and id. */
"reference" | 
/**  A document by folder and id, or a word for the world. */
"subject" | 
/**  The path of a picture. */
"image" | 
/**  The key of a variable. */
"key" | 
/**  A word behind a slash. */
"word" | 
/**  A language tag. */
"language" | 
/**  One of some words. */
"choice" | 
/**  Yes or no. */
"flag" | 
/**  A number. */
"number" | 
/**  A whole number. */
"integer" | 
/**  A number, yes or no, or a text. */
"value" | 
/**  Values by the keys of variables. */
"values" | 
/**  Values of one kind by free keys. */
"map" | 
/**  Items of one kind. */
"list" | 
/**  An object with members. */
"object" | 
/**  What starts a trigger. */
"condition" | 
/**  Written by the program: a hash, a time, the name of the format. */
"own";

/**  One thing worth a look in a world. */
export type WorldFinding = {
	/**  What stays the same of it from run to run. */
	key: string,
	/**  The check that found it. */
	check: string,
	/**  Its stable code. */
	code: string,
	/**  How much it matters. */
	severity: Severity,
	/**  Where: `characters/orla#/start`, `world.json#/tags`, `piece:entry:3`. */
	where: string,
	/**  The document it is in, when it is in one. */
	document: string | null,
	/**  The JSON pointer in that document or file; empty for all of it. */
	pointer: string,
	/**  What is the matter, in a few words; findings of one code have the same. */
	title: string,
	/**  One sentence about this very place. */
	message: string,
	/**  What would mend it. */
	hint: string | null,
	/**  Whether it was not there at the run before. */
	fresh: boolean,
};

/**  A world that came in a file. */
export type WorldImported = {
	/**  What of the file is no part of a world and was passed over. */
	skipped: string[],
} & WorldRow;

/**  A file of a world that did not go into its archive. */
export type WorldLeftOut = {
	/**  Its path in the world. */
	path: string,
	/**  Why. */
	why: string,
};

/**  The card a world was made from. */
export type WorldMadeFrom = {
	/**  The card's name. */
	cardName: string,
	/**  The file's name. */
	fileName: string,
	/**  `structure` without a model, `model` with one. */
	method: string,
	/**  When. */
	at: string,
};

/**  A picture of a world. */
export type WorldPicture = {
	/**  Its path in the world. */
	path: string,
	/**  What it is asked for by, as a picture of the library by its hash; another one when it was replaced. */
	stamp: string,
	/**  Its size in bytes. */
	bytes: number,
};

/**  A problem of a world. */
export type WorldProblem = {
	/**  What kind. */
	code: string,
	/**  Where: a path in the world, with a pointer behind `#`. */
	place: string,
	/**  The document it lies in, `characters/orla`. */
	document: string | null,
	/**  One sentence. */
	message: string,
	/**  What to do. */
	hint: string | null,
};

/**  One of a world's own prompts. */
export type WorldPrompt = {
	/**  The language it is for. */
	language: string,
	/**  Who reads it. */
	slot: string,
	/**  Its text. */
	text: string,
};

/**  Whether a story can begin in a world. */
export type WorldReadiness = 
/**  It has problems. */
"draft" | 
/**  It has none, but nobody is playable. */
"needs-player" | 
/**  A story can begin. */
"ready";

/**  Files that were taken out of a world together. */
export type WorldRemoved = {
	/**  Names them for putting back: what took them out, and when. */
	item: string,
	/**  Their paths in the world. */
	files: string[],
};

/**  A world in the list. */
export type WorldRow = {
	/**  Its folder's name. */
	id: string,
	/**  Its name. */
	name: string,
	/**  Its language. */
	language: string,
	/**  Whether a story can begin in it. */
	readiness: WorldReadiness,
	/**  Its cover, a path in the world. */
	cover: string | null,
	/**  What the cover is asked for by, as a picture of the library by its hash; another one when it was replaced. */
	coverMedia: string | null,
	/**  How many documents it has. */
	counts: WorldCounts,
	/**  How many problems stand in the way of a story. */
	problems: number,
	/**  What the checks found last; `null` when they never ran. */
	findings: FindingCounts | null,
	/**  The card it was made from. */
	madeFrom: WorldMadeFrom | null,
	/**  How far its import is; `null` when it is no import. */
	phase: ImportPhase | null,
	/**  What is so of updates. */
	update: WorldUpdateMark,
	/**  When a file of it changed last. */
	changed: string,
	/**  Why it cannot be read; the row then shows what is known. */
	unreadable: string | null,
	/**  Whether a newer program wrote it: it is shown and not written to. */
	newer: boolean,
};

/**
 *  What forms need to know: a table for each folder (`characters`), for `world.json` and for a row of each list file
 *  (`relationships.json`).
 */
export type WorldSchema = {
	/**  The fields of each, in the order they are written. */
	tables: { [key in string]: WorldField[] },
	/**  The fields of `world.json` that `world_info` may change. */
	infoFields: string[],
};

/**  A slot of prompts. */
export type WorldSlot = {
	/**  Its name. */
	slot: string,
	/**  The most characters. */
	most: number,
	/**  What it is given. */
	placeholders: string[],
};

/**  A world that was taken out of the list. */
export type WorldTrashRow = {
	/**  Names it for putting back. */
	item: string,
	/**  Its name. */
	name: string,
	/**  When it was taken out. */
	removedAt: string,
};

/**  A file that could not be read. */
export type WorldUnreadable = {
	/**  Its path in the world. */
	file: string,
	/**  Why. */
	problem: WorldProblem,
	/**  Its text, cut after 200,000 characters; `null` when it is no text or too big. */
	text: string | null,
};

/**  What is so of updates from a newer card. */
export type WorldUpdateMark = 
/**  Nothing. */
"none" | 
/**  A newer card waits. */
"waiting" | 
/**  The last one can be undone. */
"can-undo";

/**  What a write of a world answers: advice, never a refusal. */
export type WorldWritten = {
	/**  What was written; `null` for what is no document. */
	document: string | null,
	/**  The path of a picture that was added. */
	picture: string | null,
	/**  Whether a story can begin. */
	readiness: WorldReadiness,
	/**  Every problem, by file, then place. */
	problems: WorldProblem[],
};
