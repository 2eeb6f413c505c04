// A file of a world as a document of the form kit: named steps with undo, and saving by itself shortly after the last
// key. A world has no revisions and no drafts: what is saved is the file, and its own parser may refuse it.
import type { Change, JsonObject, OpenEntity } from "../../bindings";
import { createStore } from "../../data/store";
import type { Document, DocumentState } from "../../documents";
import { applyChanges, readPath, sameJson } from "../../documents";
import { changesBetween, EMPTY_LINE, record } from "../../documents/steps";
import { asApiError } from "../../host";

/** Quiet time after the last key before the file is written. */
const SAVE_AFTER = 800;

export interface FileOf {
  world: string;
  /** Path of the file, or the reference of a document. */
  file: string;
  doc: JsonObject;
  /** Writes the file, which was `before` until now; throws a refusal. */
  write: (doc: JsonObject, before: JsonObject) => Promise<void>;
  /** A step was made, or one was taken back or made again. */
  stepped: (how: "made" | "moved") => void;
}

const now = (): string => new Date().toISOString();

/** The frame a document of the form kit has around its body; a file of a world has nothing of it but its address. */
function entityOf(world: string, file: string, body: JsonObject): OpenEntity {
  return {
    address: `world/${world}/${file}`, kind: "character", id: file, name: file, revision: 0, savedAt: now(), body, profiles: {}, links: [], source: null,
    originals: [], nativeEdits: {}, portrait: null, pictures: [], notes: [], authorNotes: [], draft: null, nativeFields: [], unknown: false, readOnly: false,
  };
}

export function fileDocument({ world, file, doc, write, stepped }: FileOf): Document {
  const entity = entityOf(world, file, doc);
  const store = createStore<DocumentState>({
    entity, body: doc, profiles: {}, native: {}, line: EMPTY_LINE, savedPosition: 0, save: { state: "saved", at: entity.savedAt }, conflict: null, recovered: null,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let joins: string | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let written: JsonObject = doc;

  async function writeNow(): Promise<boolean> {
    const { body, save } = store.get();
    if (body === written) return true;
    store.set({ save: { state: "saving" } });
    try {
      await write(body, written);
      written = body;
      // What was typed meanwhile has a timer of its own.
      if (store.get().body === body) store.set({ save: { state: "saved", at: now() } });
      return true;
    } catch (thrown) {
      store.set({ save: { state: "failed", since: save.state === "failed" ? save.since : now(), error: asApiError(thrown) } });
      return false;
    }
  }
  function inTurn(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    const next = running.then(writeNow, writeNow);
    running = next;
    return next;
  }
  function touched(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void inTurn(), SAVE_AFTER);
    if (store.get().save.state !== "failed") store.set({ save: { state: "typing" } });
  }
  function moveTo(position: number): void {
    const { line, body } = store.get();
    if (position < 0 || position > line.steps.length) return;
    joins = null;
    const changes: Change[] = changesBetween(line.steps, line.position, position);
    store.set({ body: applyChanges(body, changes), line: { ...line, position } });
    stepped("moved");
    touched();
  }
  const document: Document = {
    address: entity.address,
    store,
    edit(edit) {
      const { body, line } = store.get();
      if (edit.changes.every(({ path, value }) => sameJson(readPath(body, path), value))) return;
      const next = applyChanges(body, edit.changes);
      const joining = edit.joins !== undefined && edit.joins === joins;
      joins = edit.joins ?? null;
      const longer = record(line, body, edit, joining, now());
      store.set({ body: next, line: longer });
      if (longer.steps.length !== line.steps.length || longer.position !== line.position) stepped("made");
      touched();
    },
    undo: () => moveTo(store.get().line.position - 1),
    redo: () => moveTo(store.get().line.position + 1),
    flushDraft: async () => void (await inTurn()),
    save: () => inTurn(),
    async dropDraft() {
      clearTimeout(timer);
      store.set({ body: written, line: EMPTY_LINE, save: { state: "saved", at: now() } });
    },
    merge: async () => undefined,
    noticeRevision: async () => undefined,
    replace({ body }) {
      clearTimeout(timer);
      written = body;
      joins = null;
      store.set({ body, line: EMPTY_LINE, save: { state: "saved", at: now() } });
    },
    beforeSave: () => () => undefined,
    dispose() {
      if (timer !== undefined) void inTurn();
    },
  };
  return document;
}
