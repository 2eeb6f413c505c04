// One opened world: what the studio said of it last, its files that are open as documents, and one line of undo over all
// of them. Saves come back with the readiness of the whole, which is advice and never stops anybody.
import type { ApiError, Json, JsonObject } from "../../bindings";
import { createStore, type Store, useStore } from "../../data/store";
import type { Document } from "../../documents";
import { asApiError } from "../../host";
import { fileDocument } from "./document";
import { INFO, LIST_OF, type WorldFile } from "./model";
import { askDocument, askWorld, type OpenedWorld, PROMPTS, promptFile, type WorldDocumentRow, type WorldWritten, writeFile } from "./wire";

export interface DeskState {
  open: OpenedWorld | null;
  asking: boolean;
  error: ApiError | null;
  /** Bodies of open documents as they are written now, by file. */
  live: { readonly [file: string]: JsonObject };
  /** Files in the order their steps were made; the last is the one undo takes back. */
  done: readonly string[];
  undone: readonly string[];
}

export interface Desk {
  readonly world: string;
  readonly store: Store<DeskState>;
  /** Asks for the world again; what is being written stays. */
  load(): Promise<void>;
  /** The file as a document, read once. */
  document(file: string): Promise<Document>;
  /** The same when it is open already. */
  opened(file: string): Document | undefined;
  /** Reads a file again that a command wrote, and the world with it. */
  reread(file: string): Promise<void>;
  /** Forgets a document, after its file was removed. */
  close(file: string): void;
  /** Takes over what a command outside of the documents answered. */
  heard(written: WorldWritten): void;
  flush(): Promise<void>;
  undo(): void;
  redo(): void;
}

const START: DeskState = { open: null, asking: true, error: null, live: {}, done: [], undone: [] };
const desks = new Map<string, Desk>();

export function deskOf(world: string): Desk {
  const held = desks.get(world);
  if (held !== undefined) return held;
  const desk = createDesk(world);
  desks.set(world, desk);
  return desk;
}

/** Forgets every world, for tests and after the library folder was changed. */
export function forgetDesks(): void {
  desks.clear();
}
/** Writes what is still unwritten of any world; for a closing window and before something reads the folder. */
export async function flushWorlds(): Promise<void> {
  await Promise.all([...desks.values()].map((desk) => desk.flush()));
}

export function useDesk<T>(desk: Desk, select: (state: DeskState) => T, equal?: (a: T, b: T) => boolean): T {
  return useStore(desk.store, select, equal);
}

function createDesk(world: string): Desk {
  const store = createStore<DeskState>(START);
  const documents = new Map<string, Document>();
  const reading = new Map<string, Promise<Document>>();
  let loading: Promise<void> | null = null;
  let moving = false;

  function heard(written: WorldWritten): void {
    const { open } = store.get();
    if (open !== null) store.set({ open: { ...open, readiness: written.readiness, problems: written.problems } });
  }
  function hold(file: string, doc: JsonObject): Document {
    const document = fileDocument({
      world, file, doc,
      write: async (body, before) => heard(await writeFile(world, file, body, before)),
      stepped: (how) => {
        if (moving) return;
        if (how === "made") store.set(({ done }) => ({ done: [...done, file], undone: [] }));
      },
    });
    document.store.subscribe(() => {
      const { body } = document.store.get();
      if (store.get().live[file] !== body) store.set(({ live }) => ({ live: { ...live, [file]: body } }));
    });
    documents.set(file, document);
    return document;
  }
  async function read(file: string): Promise<Document> {
    const { open } = store.get();
    if (open === null) await desk.load();
    const now = store.get().open;
    if (file === INFO && now !== null) return hold(file, now.info);
    if (file in LIST_OF && now !== null) return hold(file, now.lists[file] ?? { [LIST_OF[file as WorldFile]]: [] });
    if (file.startsWith(PROMPTS)) return hold(file, { text: now?.prompts.find(({ language, slot }) => promptFile(language, slot) === file)?.text ?? "" });
    return hold(file, await askDocument(world, file));
  }
  function walk(from: "done" | "undone", to: "done" | "undone"): void {
    const files = store.get()[from];
    const file = files[files.length - 1];
    const document = file === undefined ? undefined : documents.get(file);
    if (file === undefined) return;
    store.set((state) => ({ [from]: state[from].slice(0, -1), [to]: [...state[to], file] }));
    moving = true;
    if (from === "done") document?.undo();
    else document?.redo();
    moving = false;
  }
  const desk: Desk = {
    world, store, heard,
    load() {
      loading ??= (async () => {
        store.set({ asking: true });
        try {
          const open = await askWorld(world);
          store.set({ open, asking: false, error: null });
          for (const [file, document] of documents) {
            const fresh = file === INFO ? open.info : open.lists[file];
            if (fresh !== undefined && document.store.get().save.state === "saved" && document.store.get().line.steps.length === 0) document.replace({ ...document.store.get().entity, body: fresh });
          }
        } catch (thrown) {
          store.set({ asking: false, error: asApiError(thrown) });
        } finally {
          loading = null;
        }
      })();
      return loading;
    },
    document(file) {
      const held = documents.get(file);
      if (held !== undefined) return Promise.resolve(held);
      const asked = reading.get(file) ?? read(file).finally(() => reading.delete(file));
      reading.set(file, asked);
      return asked;
    },
    opened: (file) => documents.get(file),
    async reread(file) {
      const document = documents.get(file);
      if (document !== undefined) document.replace({ ...document.store.get().entity, body: await askDocument(world, file) });
      store.set(({ done, undone }) => ({ done: done.filter((one) => one !== file), undone: undone.filter((one) => one !== file) }));
      await desk.load();
    },
    close(file) {
      documents.delete(file);
      store.set(({ live, done, undone }) => {
        const { [file]: _, ...rest } = live;
        return { live: rest, done: done.filter((one) => one !== file), undone: undone.filter((one) => one !== file) };
      });
    },
    async flush() {
      await Promise.all([...documents.values()].map((document) => document.flushDraft()));
    },
    undo: () => walk("done", "undone"),
    redo: () => walk("undone", "done"),
  };
  return desk;
}

/** The rows as they are being written. */
export function rowsNow({ open, live }: Pick<DeskState, "open" | "live">): WorldDocumentRow[] {
  return (open?.rows ?? []).map((row) => {
    const doc = live[row.document];
    return doc === undefined ? row : { document: row.document, name: nameIn(row.document, doc), facts: doc };
  });
}
function nameIn(reference: string, doc: JsonObject): string {
  const name = doc[reference.startsWith("lore/") ? "title" : "name"];
  return typeof name === "string" ? name : "";
}
/** The rows of a list file as they are being written. */
export function listNow({ open, live }: Pick<DeskState, "open" | "live">, file: WorldFile): readonly Json[] {
  const doc = live[file] ?? open?.lists[file];
  const rows = doc?.[LIST_OF[file]];
  return Array.isArray(rows) ? rows : NONE;
}
const NONE: readonly Json[] = [];
