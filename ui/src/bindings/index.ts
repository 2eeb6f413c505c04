// Types of the boundary and the table of commands: name -> arguments -> result. Wire names are camelCase JSON.
// This file mirrors what the commands in Rust take and give; nothing here has behaviour.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
/** `kind/id`, as on the command line. */
export type Address = string;
/** Lower-case hex of a blob's SHA-256. */
export type Sha256 = string;
export type FormatId = string;

export type Kind = "character" | "lorebook" | "persona" | "regex" | "preset" | "pack" | "quickreply";

export type ErrorCode =
  | "usage" | "io" | "no-card" | "unknown-format" | "malformed" | "unsupported" | "limit" | "cannot-express"
  | "busy" | "conflict" | "missing-link" | "not-found" | "cancelled" | "bug";

export interface Place { entry: string | null; pointer: string | null; offset: number | null }
export interface ApiError { code: ErrorCode; message: string; hint: string | null; place: Place | null }

export type Severity = "info" | "warning" | "error";
export interface Note { code: string; severity: Severity; place: Place | null; text: string }

export type PatchOp =
  | { op: "add"; path: string; value: Json }
  | { op: "remove"; path: string }
  | { op: "replace"; path: string; value: Json }
  | { op: "move"; from: string; path: string };

export interface EntityRow {
  kind: Kind; id: string; name: string; creator: string; format: FormatId | null; updated: string;
  portrait: Sha256 | null; tint: string | null; tags: string[]; tokens: number | null;
}
export type LibrarySort = "name" | "updated" | "added" | "creator";
export interface LibraryQuery {
  text: string; kinds: Kind[]; tags: string[]; creator: string | null; sort: LibrarySort; descending: boolean;
  offset: number; limit: number;
}
export interface SearchHit { path: string; snippet: string }
export interface LibraryPage { total: number; entities: EntityRow[]; hits: SearchHit[] }
export interface LibrarySummary {
  root: string; total: number; perKind: { kind: Kind; count: number }[]; trash: number;
  damaged: { file: string; error: string }[]; tags: { tag: string; count: number }[]; readOnly: boolean;
  rebuilding: { done: number; total: number } | null; staged: number; drafts: Address[];
}
export interface TrashRow { item: string; kind: Kind; id: string; name: string; removedAt: string }

export type StagedState = "reading" | "new" | "newer" | "alike" | "same" | "refused" | "kept";
export type Decision = "keep" | "update" | "skip";
export interface Duplicate { address: Address; name: string; why: "same-bytes" | "same-content" | "same-name" }
export interface StagedRow {
  id: string; fileName: string; state: StagedState; kind: Kind | null; name: string; format: FormatId | null;
  formatTitle: string | null; container: string | null; because: string | null; confidence: number | null;
  portrait: Sha256 | null; error: ApiError | null; decision: Decision; duplicates: Duplicate[];
}
export interface PictureRow {
  entity: Address | null; role: string; name: string; mime: string; bytes: number; sha256: Sha256 | null;
  missing: boolean; place: Place | null;
}
export interface ComparisonRow {
  path: string; label: string; mine: string | null; source: string | null; theirs: string | null;
  state: "same" | "theirs" | "mine" | "both";
}
export interface StagedDetail {
  row: StagedRow; bids: { format: FormatId; title: string; confidence: number; because: string }[];
  sourceSha: Sha256; bytes: number; brought: { kind: Kind; name: string; count: number }[]; notes: Note[];
  scripts: { kind: string; pointer: string; chars: number }[]; pictures: PictureRow[]; undescribed: string[];
  fields: { path: string; chars: number; text: string }[]; secrets: string[]; remoteAddresses: number;
  choices: { chunk: string; name: string; chosen: boolean }[]; comparison: ComparisonRow[];
}

/** A value put at a body path; without `value` what is there is removed. */
export interface Change { path: string; value?: Json }
export interface NativePatch { format: FormatId; ops: PatchOp[] }
export interface Step { label: string; changes: Change[]; inverse: Change[]; native: NativePatch[]; at: string }
export interface Draft { baseRevision: number; at: string; steps: Step[]; position: number }

export interface EntityLink { address: Address | null; kind: Kind; name: string; count: number; missing: boolean }
export interface SourceRecord {
  format: FormatId; container: string; fileName: string; sha256: Sha256; bytes: number; at: string; pointer: string | null;
}
export interface OpenEntity {
  address: Address; kind: Kind; id: string; name: string; revision: number; savedAt: string; body: JsonObject;
  profiles: { [format: FormatId]: JsonObject }; links: EntityLink[]; source: SourceRecord | null;
  originals: { format: FormatId; title: string; bytes: number; edits: number; locked: boolean }[];
  nativeEdits: { [format: FormatId]: PatchOp[] }; portrait: Sha256 | null; pictures: PictureRow[]; notes: Note[];
  draft: Draft | null; nativeFields: { format: FormatId; title: string; keys: number }[]; unknown: boolean;
}
export interface RawView { format: FormatId; text: string; source: string; edits: PatchOp[]; bytes: number; json: boolean }
export interface RawProblem { line: number; column: number; message: string }
export interface HistoryRow { revision: number; at: string; why: string; name: string | null }
export interface RevisionView { revision: number; at: string; body: JsonObject }
export interface CompareRow { path: string; label: string; before: string | null; after: string | null }

export interface ExportOptions {
  container: string | null; variant: "v1" | "v2" | "v3" | null; rewrite: boolean; carryOriginals: boolean;
  withoutSecrets: boolean; persona: "joined" | "personality" | null; withoutBook: boolean; transcode: boolean;
}
export interface ExportTarget { format: FormatId; title: string; containers: string[]; isSource: boolean; off: string | null }
export interface Cut { text: string; chars: number }
export interface Report {
  source: { format: FormatId; container: string; confidence: number } | null;
  target: { format: FormatId; container: string }; identical: boolean; carried: string[];
  changed: { path: string; before: Json; after: Json; reason: string }[];
  lost: { path: string; value: Json; reason: string }[];
  leftBehind: { format: FormatId; pointer: string; reason: string }[]; notes: Note[];
  counts: { carried: number; changed: number; lost: number; leftBehind: number };
  bytes: number; fileName: string; preview: string; milliseconds: number;
}

export interface Settings {
  theme: "system" | "light" | "dark" | "contrast"; language: "system" | "en" | "zh"; textScale: number;
  proseFont: "ui" | "serif" | "mono"; library: string; exportFolder: string | null; tokenizer: "cl100k" | "o200k";
  hiddenApps: string[];
}
export interface StudioInfo { version: string; platform: string; libraryDir: string; settings: Settings }
export interface FormatRow {
  id: FormatId; kind: Kind; platform: string; title: string; reads: string[]; writes: string[]; extensions: string[];
}

/** What long work tells while it runs; `row` comes with staged files. */
export interface JobEvent {
  job: string; done: number; total: number; name: string; state: "running" | "done" | "cancelled" | "failed";
  row?: StagedRow | null;
}

type None = Record<string, never>;

/** Every command of the studio. */
export interface Commands {
  studio_info: { args: None; result: StudioInfo };
  settings_get: { args: None; result: Settings };
  settings_set: { args: { settings: Settings }; result: Settings };
  library_move: { args: { folder: string }; result: StudioInfo };
  formats: { args: None; result: FormatRow[] };
  library_summary: { args: None; result: LibrarySummary };
  library_query: { args: { query: LibraryQuery }; result: LibraryPage };
  library_rebuild: { args: { job: string }; result: LibrarySummary };
  library_trash: { args: None; result: TrashRow[] };
  library_remove: { args: { addresses: Address[] }; result: { removed: number; undo: string[] } };
  trash_restore: { args: { items: string[] }; result: { restored: Address[] } };
  trash_delete: { args: { items: string[] }; result: { deleted: number } };
  library_open_samples: { args: { job: string }; result: StagedRow[] };
  intake_add: { args: { paths: string[]; job: string }; result: StagedRow[] };
  intake_list: { args: None; result: StagedRow[] };
  intake_show: { args: { id: string }; result: StagedDetail };
  intake_decide: { args: { ids: string[]; decision: Decision }; result: StagedRow[] };
  intake_choose: { args: { id: string; chunk: string }; result: StagedDetail };
  intake_undo_repair: { args: { id: string }; result: StagedDetail };
  intake_keep: { args: { ids: string[] | null; job: string }; result: { kept: Address[]; failed: { id: string; error: ApiError }[] } };
  intake_discard: { args: { ids: string[] | null }; result: None };
  entity_open: { args: { address: Address }; result: OpenEntity };
  entity_draft_save: { args: { address: Address; draft: Draft }; result: None };
  entity_draft_drop: { args: { address: Address }; result: None };
  entity_save: {
    args: { address: Address; baseRevision: number; changes: Change[]; native: NativePatch[]; why: string };
    result: OpenEntity;
  };
  entity_history: { args: { address: Address }; result: HistoryRow[] };
  entity_revision: { args: { address: Address; revision: number }; result: RevisionView };
  entity_compare: { args: { address: Address; from: number; to: number }; result: CompareRow[] };
  entity_restore: {
    args: { address: Address; revision: number; baseRevision: number; paths: string[] | null };
    result: OpenEntity;
  };
  entity_snapshot: { args: { address: Address; name: string }; result: HistoryRow };
  entity_rename: { args: { address: Address; name: string }; result: OpenEntity };
  entity_duplicate: { args: { address: Address }; result: OpenEntity };
  entity_new: { args: { kind: Kind; name: string }; result: OpenEntity };
  raw_view: { args: { address: Address; format: FormatId }; result: RawView };
  raw_check: { args: { text: string }; result: RawProblem[] };
  raw_edit: { args: { address: Address; format: FormatId; text: string }; result: PatchOp[] };
  portrait_set: { args: { address: Address; path: string }; result: { blob: Sha256 } };
  tokens_count: { args: { texts: string[]; tokenizer: Settings["tokenizer"] }; result: number[] };
  export_targets: { args: { address: Address }; result: ExportTarget[] };
  export_measure: { args: { address: Address; format: FormatId; options: ExportOptions; job: string }; result: Report };
  export_write: {
    args: { address: Address; format: FormatId; options: ExportOptions; path: string; overwrite: boolean; job: string };
    result: { path: string; report: Report };
  };
  open_folder: { args: { path: string }; result: None };
  job_cancel: { args: { job: string }; result: None };
}
export type CommandName = keyof Commands;
export type ArgumentsOf<K extends CommandName> = Commands[K]["args"];
export type ResultOf<K extends CommandName> = Commands[K]["result"];
