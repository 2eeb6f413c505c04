// A studio in memory, for component tests and for looking at the window without one. It answers in the shapes of the
// boundary and does just enough for a screen to be worked with; it is never part of the built page.
import type { ApiError, ArgumentsOf, CommandName, EntityRow, JobEvent, LibraryQuery, OpenEntity, ResultOf, Settings, StagedRow } from "../../bindings";
import { DEFAULT_SETTINGS } from "../../settings/current";
import { ApiFailure, type Given, type Host } from "../types";
import { comfortAnswers } from "./comfort";
import { makeDetail, makeStaged } from "./intake";
import { worldAnswers } from "./worlds";
import { drawPortrait, makeRows } from "./pieces";
import { bookBody, characterBody, COMPARISON, history, rawApply, rawCheck, rawEdit, tokens } from "./workbench";

export interface FakeOptions { count?: number; staged?: boolean; settings?: Partial<Settings>; rebuilding?: boolean; damaged?: boolean; delay?: number }
type Answers = { [K in CommandName]?: (args: ArgumentsOf<K>) => ResultOf<K> };
export interface FakeHost extends Host {
  /** Every call, in order. */
  calls: { command: CommandName; args: object }[];
  answers: Answers;
  tell(event: JobEvent): void;
  picks: Given | null;
}

const FORMATS = [
  ["sillytavern", "SillyTavern"], ["lumiverse", "Lumiverse"], ["risu", "Risu"], ["agnai", "Agnai"], ["pygmalion", "Pygmalion"], ["backyard", "Backyard"],
  ["sillytavern-lorebook", "SillyTavern book"],
] as const;
const KINDS = ["character", "lorebook", "persona", "regex", "preset", "pack", "quickreply"] as const;

function matches(row: EntityRow, query: LibraryQuery): boolean {
  const text = (query.text ?? "").toLowerCase();
  const kinds = query.kinds ?? [];
  return (kinds.length === 0 || kinds.includes(row.kind)) && (query.tags ?? []).every((tag) => row.tags.includes(tag))
    && (text === "" || `${row.name} ${row.creator} ${row.tags.join(" ")}`.toLowerCase().includes(text.replace(/^tag:/, "")));
}

const titleOf = (format: string): string => FORMATS.find(([id]) => id === format)?.[1] ?? format;

function opened(row: EntityRow): OpenEntity {
  const book = { address: "lorebook/piece-9", kind: "lorebook" as const, name: "The Harbour at Wick Sound", count: 84, missing: false, path: "knowledgeRefs[0]" };
  return {
    address: `${row.kind}/${row.id}`, kind: row.kind, id: row.id, name: row.name, revision: 37, savedAt: row.updated, profiles: {}, nativeEdits: {},
    body: row.kind === "lorebook" ? bookBody(row.name) : row.kind === "character" ? characterBody(row.name) : { name: row.name },
    links: row.kind === "character" ? [book, { ...book, address: null, kind: "regex", name: "Fog bell formatting", count: 3, missing: false, path: "regexRefs[0]" }] : [],
    source: row.format === null ? null : { format: row.format, title: titleOf(row.format), container: "png", fileName: "tide.png", sha256: "00", bytes: 3_214_556, at: row.updated, pointer: null },
    originals: row.format === null ? [] : [{ format: row.format, title: titleOf(row.format), bytes: 61_204, edits: 0, locked: false }], portrait: row.portrait, notes: [], authorNotes: [], draft: null, nativeFields: [], unknown: false, readOnly: false,
    pictures: row.portrait === null ? [] : Array.from({ length: 13 }, (_, at) => ({ entity: null, path: `media.pictures[${at}]`, role: at === 0 ? "portrait" : "emotion", name: `${at}.png`, mime: "image/png", bytes: 620_000, sha256: row.portrait, missing: false, place: null, reference: "carrier:" })),
  };
}

const LEDGERS: Record<string, [number, number, number, number]> = {
  sillytavern: [41, 0, 0, 0], lumiverse: [40, 1, 0, 6], risu: [37, 3, 1, 6], agnai: [26, 6, 9, 12], pygmalion: [5, 3, 33, 26],
};

export function fakeHost(options: FakeOptions = {}): FakeHost {
  let rows = makeRows(options.count ?? 19);
  let staged: StagedRow[] = options.staged === false ? [] : makeStaged();
  let settings: Settings = { ...DEFAULT_SETTINGS, library: "/home/ada/Documents/Ficha", ...options.settings };
  let sorted: { key: string; rows: EntityRow[] } = { key: "", rows: [] };
  const trash: { row: EntityRow; item: string; at: string }[] = [];
  const listeners = new Set<(event: JobEvent) => void>();
  const info = () => ({ version: "0.1.0", platform: "linux", libraryDir: settings.library, exportFolder: "/home/ada/Documents", settingsFile: "/home/ada/.config/ficha/settings.json", settingsKeptAside: null, settings });
  const rowOf = (address: string): EntityRow => {
    const row = rows.find((one) => `${one.kind}/${one.id}` === address);
    if (row === undefined) throw new ApiFailure({ code: "not-found", message: `${address} is not in the library.`, hint: null, place: null });
    return row;
  };
  const stagedOf = (id: string): StagedRow => staged.find((row) => row.id === id) as StagedRow;
  const tagCounts = () => [...rows.flatMap((row) => row.tags).reduce((all, tag) => all.set(tag, (all.get(tag) ?? 0) + 1), new Map<string, number>())]
    .map(([tag, count]) => ({ tag, count })).sort((a, b) => b.count - a.count);

  const answers: Answers = {
    studio_info: info,
    settings_get: () => settings,
    settings_set: (args) => (settings = args.settings),
    library_move: ({ folder }) => { settings = { ...settings, library: folder }; return info(); },
    formats: () => FORMATS.map(([id, title]) => ({ id, title, kind: id.includes("-") ? "lorebook" : "character", platform: id.split("-")[0] ?? id, reads: ["png", "json"], writes: ["png", "json"], extensions: ["png", "json"] })),
    library_summary: () => ({
      root: settings.library, total: rows.length, perKind: KINDS.map((kind) => ({ kind, count: rows.filter((row) => row.kind === kind).length })), trash: trash.length,
      damaged: options.damaged === true ? [{ file: "entities/character/corbin-2.json", error: "cannot be read at byte 40,112" }] : [], tags: tagCounts(), readOnly: false,
      rebuilding: options.rebuilding === true ? { done: 2140, total: 6418 } : null, staged: staged.length, drafts: [],
    }),
    library_query: ({ query }) => {
      const { offset = 0, limit = 200, ...question } = query;
      const key = JSON.stringify([question, rows.length]);
      if (key === sorted.key) return { total: sorted.rows.length, entities: sorted.rows.slice(offset, offset + limit), hits: [] };
      const found = rows.filter((row) => matches(row, query));
      const by = { name: (row: EntityRow) => row.name, creator: (row: EntityRow) => row.creator, updated: (row: EntityRow) => row.updated, relevance: (row: EntityRow) => row.name, added: (row: EntityRow) => row.updated }[query.sort ?? "updated"];
      found.sort((a, b) => by(a).localeCompare(by(b)) * (query.descending === true ? -1 : 1));
      sorted = { key, rows: found };
      return { total: found.length, entities: found.slice(offset, offset + limit), hits: [] };
    },
    ...comfortAnswers(rowOf),
    ...worldAnswers(),
    library_rows: ({ addresses }) => rows.filter((row) => addresses.includes(`${row.kind}/${row.id}`)),
    library_trash: () => trash.map(({ row, item, at }) => ({ item, kind: row.kind, id: row.id, name: row.name, removedAt: at })),
    library_remove: ({ addresses }) => {
      const gone = rows.filter((row) => addresses.includes(`${row.kind}/${row.id}`));
      rows = rows.filter((row) => !gone.includes(row));
      const undo = gone.map((row) => { const item = `t-${row.id}`; trash.unshift({ row, item, at: new Date().toISOString() }); return item; });
      return { removed: gone.length, undo };
    },
    trash_restore: ({ items }) => {
      const back = trash.filter(({ item }) => items.includes(item));
      for (const one of back) trash.splice(trash.indexOf(one), 1);
      rows = [...rows, ...back.map(({ row }) => row)];
      return { restored: back.map(({ row }) => `${row.kind}/${row.id}`) };
    },
    trash_delete: ({ items }) => { const before = trash.length; for (const one of trash.filter(({ item }) => items?.includes(item) !== false)) trash.splice(trash.indexOf(one), 1); return { deleted: before - trash.length }; },
    library_open_samples: () => (staged = makeStaged()),
    intake_add: () => (staged = makeStaged()),
    intake_list: () => staged,
    intake_show: ({ id }) => makeDetail(stagedOf(id)),
    intake_decide: ({ ids, decision }) => { staged = staged.map((row) => (ids.includes(row.id) ? { ...row, decision } : row)); return staged.filter((row) => ids.includes(row.id)); },
    intake_choose: ({ id, chunk }) => { const detail = makeDetail(stagedOf(id)); return { ...detail, choices: detail.choices.map((one) => ({ ...one, chosen: one.chunk === chunk })) }; },
    intake_undo_repair: ({ id }) => ({ ...makeDetail(stagedOf(id)), repairUndone: true }),
    intake_unlock: ({ id, password }) => {
      staged = staged.map((row) => (row.id !== id ? row : password !== "saltmere" ? { ...row, error: { code: "locked", message: "The file is encrypted, and the password is another one.", hint: null, place: null } }
        : { ...row, state: "new", error: null, name: "Perrin Oakes", kind: "character", decision: "keep" }));
      return stagedOf(id);
    },
    intake_raise: ({ id, limit }) => {
      // What it needs of one limit is enough for one file; the other reaches a second one.
      staged = staged.map((row) => (row.id !== id ? row : limit === "zip-total" ? { ...row, state: "new", error: null, name: "Wick Sound, whole", kind: "character", decision: "keep" }
        : { ...row, error: { ...(row.error as ApiError), limit: { name: "zip-total", value: 96 << 20, needed: 300_000_000, raiseTo: 300_000_000 } } }));
      return stagedOf(id);
    },
    intake_keep: ({ ids }) => { const kept = staged.filter((row) => (ids ?? []).includes(row.id) && row.decision !== "skip"); staged = staged.filter((row) => !(ids ?? []).includes(row.id)); return { kept: kept.map((row) => `${row.kind ?? "character"}/${row.id}`), failed: [] }; },
    intake_discard: ({ ids }) => { staged = ids == null ? [] : staged.filter((row) => !ids.includes(row.id)); return null; },
    entity_open: ({ address }) => opened(rowOf(address)),
    entity_draft_save: () => null,
    entity_draft_drop: () => null,
    entity_save: ({ address, baseRevision }) => ({ ...opened(rowOf(address)), revision: baseRevision + 1, savedAt: new Date().toISOString() }),
    entity_history: () => history(37),
    entity_compare: () => COMPARISON,
    library_watch: ({ addresses }) => ({ stamp: "1", heads: addresses.map((address) => ({ address, revision: 37 })) }),
    entity_merge_view: () => ({ revision: 38, at: new Date().toISOString(), why: "saved", rows: makeDetail(staged[0] ?? makeStaged()[0] as StagedRow).comparison }),
    entity_merge_save: ({ address, theirRevision }) => ({ ...opened(rowOf(address)), revision: theirRevision + 1 }),
    entity_update_view: ({ address }) => ({ name: opened(rowOf(address)).name, revision: 37, fileName: "newer.png", format: "SillyTavern", misfit: false, rows: makeDetail(staged[0] ?? makeStaged()[0] as StagedRow).comparison }),
    entity_update_apply: ({ address, baseRevision }) => ({ ...opened(rowOf(address)), revision: baseRevision + 1 }),
    entity_restore: ({ address, baseRevision }) => ({ ...opened(rowOf(address)), revision: baseRevision + 1 }),
    entity_snapshot: ({ name }) => ({ revision: 38, at: new Date().toISOString(), why: "named", name }),
    raw_apply: ({ format, ops }) => rawApply(format, ops),
    native_panels: () => ({ panels: [], offers: [] }),
    native_row: () => [],
    raw_keys: () => [],
    raw_check: ({ text }) => rawCheck(text),
    raw_edit: ({ text }) => rawEdit(text),
    tokens_body: ({ body }) => tokens(body),
    lore_bench: () => ({ woke: [], nearly: [], marks: [], faults: [], tokens: 0, overBudget: false, steps: 1, entries: 0 }),
    lore_wakes: () => ({ reaches: [], cut: false, faults: [] }),
    lore_obey: () => [],
    entity_duplicate: ({ address }) => opened(rowOf(address)),
    entity_new: ({ kind }) => opened({ ...rowOf("character/piece-0"), kind }),
    export_targets: () => Object.keys(LEDGERS).map((format, at) => ({ format, title: FORMATS.find(([id]) => id === format)?.[1] ?? format, platform: format, containers: ["png", "json"], versions: ["v2", "v3"], booksInside: true, joinsPersona: false, isSource: at === 0, off: null })),
    export_measure: ({ format }) => {
      const [carried = 0, changed = 0, lost = 0, leftBehind = 0] = LEDGERS[format] ?? [];
      return {
        source: null, target: { format, container: "png" }, identical: false, carried: [], changed: [], lost: [], leftBehind: [], notes: [], labels: {}, counts: { carried, changed, lost, leftBehind },
        bytes: 10, fileName: "tide.png", preview: "", milliseconds: 3,
      };
    },
    export_set_measure: ({ addresses }) => ({
      source: null, target: { format: "ficha", container: "zip" }, identical: false, carried: [], changed: [], lost: [], leftBehind: [], notes: [], labels: {},
      counts: { carried: 20 * addresses.length, changed: 0, lost: 0, leftBehind: 0 }, bytes: 120_000, fileName: "Ottilie Brandt.ficha", preview: "", milliseconds: 3,
    }),
    export_set_write: (args) => ({ path: args.path, report: (answers.export_set_measure as NonNullable<Answers["export_set_measure"]>)({ ...args }) }),
    batch_measure: ({ wish }) => wish.addresses.map((address) => ({ address, counts: { carried: 30, changed: 2, lost: 1, leftBehind: 0 }, reasons: ["Scenario: there is no place for it."], extension: "json", identical: false, bytes: 900, error: null })),
    batch_plan: ({ wish }) => ({ rows: wish.addresses.map((address, at) => ({ address, fileName: `piece-${at}.json`, numbered: at === 1, there: false, done: false })), obstacle: null }),
    batch_run: ({ wish }) => ({
      rows: wish.addresses.map((address, at) => ({ address, output: `${wish.folder}/piece-${at}.json`, earlier: false, skipped: false, counts: null, bytes: 900, error: null })),
      written: wish.addresses.length, earlier: 0, skipped: 0, failed: 0, left: 0, resultFile: `${wish.folder}/ficha-batch-result.json`, stopped: null,
    }),
    batch_unfinished: () => null,
    batch_forget: () => null,
    checks_list: () => [],
    checks_body: () => [],
    checks_hushed: () => [],
    job_cancel: () => null,
    open_folder: () => null,
  };

  const host: FakeHost = {
    kind: "test", can: { pickPaths: true, openFolder: true, dragOut: true }, calls: [], answers, picks: null,
    async invoke(command, args) {
      host.calls.push({ command, args });
      if ((options.delay ?? 0) > 0) await new Promise((resolve) => setTimeout(resolve, options.delay));
      const run = host.answers[command] as ((args: object) => never) | undefined;
      if (run === undefined) throw new ApiFailure({ code: "unsupported", message: `The fake studio has no ${command}.`, hint: null, place: null });
      return run(args);
    },
    async upload() { return (staged = makeStaged()) as never; },
    onJob(listener) { listeners.add(listener); return () => listeners.delete(listener); },
    tell(event) { for (const listener of [...listeners]) listener(event); },
    onLibrary: () => () => undefined,
    onClosing: () => () => undefined,
    fileUrl: (address) => `/out/${address}`,
    dragOut: () => Promise.resolve(),
    mediaUrl: (sha256) => drawPortrait(sha256),
    onDrop: () => () => undefined,
    pickFiles: async () => host.picks,
    pickFolder: async () => "/home/ada/Cards",
    pickSave: async ({ name }) => `/home/ada/${name}`,
    openFolder: async () => undefined,
  };
  return host;
}
