// One open piece: the body as it is being written, its steps, and how far it is saved. The draft goes to disk shortly
// after the last key; a revision is made on purpose (save, close, export) or after five minutes of writing.
// Nothing here draws anything, and nothing decides what a field means.
import type { Address, ApiError, Change, FieldChoice, JsonObject, NativePatch, OpenEntity, PatchOp, PieceState, Step } from "../bindings";
import { createStore, type Store } from "../data/store";
import { invalidate } from "../data/queries";
import { asApiError, invoke } from "../host";
import { applyChanges, difference, inverseOf, sameJson } from "./path";
import { changesBetween, type Content, contentAt, type Edit, EMPTY_LINE, type Line, nativeAt, type NativeEdits, partsOf, type Profiles, record, trimmed, wholeOf } from "./steps";

/** Quiet time after the last key before the draft is written. */
const DRAFT_AFTER = 900;
/** Writing time after which a revision is made without being asked. */
const REVISION_AFTER = 5 * 60_000;

/** Answers that a new revision makes old. */
const CHANGED_BY_SAVE = ["library_query", "library_summary", "entity_history", "entity_open", "export_targets", "export_measure"] as const;

export type Why = "save" | "close" | "export" | "pause";
export type SaveState =
  | { state: "saved"; at: string }
  | { state: "typing" }
  | { state: "draft"; at: string }
  | { state: "saving" }
  | { state: "failed"; since: string; error: ApiError };

export interface DocumentState {
  /** The piece as the last revision has it. */
  entity: OpenEntity;
  /** The body as it is now, every step up to `line.position` made. */
  body: JsonObject;
  /** What single apps get in place of the body's fields, as it is now. */
  profiles: Profiles;
  /** Edits of single apps as they are now, format by format. */
  native: NativeEdits;
  line: Line;
  /** Position of the line that the last revision holds. */
  savedPosition: number;
  save: SaveState;
  /** Somebody else saved this piece since `base`; the person has to bring the two together. */
  conflict: { revision: number; base: number; since: string } | null;
  /** A draft from an earlier run is being shown, written at this time. */
  recovered: string | null;
}

export interface Document {
  readonly address: Address;
  readonly store: Store<DocumentState>;
  /** Makes one named step. */
  edit(edit: Edit): void;
  undo(): void;
  redo(): void;
  /** Writes the draft now; for a closing window. */
  flushDraft(): Promise<void>;
  /** Makes a revision when there is something to save; throws nothing, the state says how it went. */
  save(why: Why): Promise<boolean>;
  /** Gives up the own edits and shows what is saved. */
  dropDraft(): Promise<void>;
  /** Saves what comes of the own edits and that revision, field by field as chosen; throws when it could not be saved. */
  merge(theirRevision: number, chosen: FieldChoice[]): Promise<void>;
  /** Somebody else saved this revision: it is shown, or, where there are edits, told as a conflict. */
  noticeRevision(revision: number): Promise<void>;
  /** Shows what a command answered (restore, rename) as the new saved state. */
  replace(entity: OpenEntity): void;
  /** What is typed and no step yet is made one before a save; the answer takes this away. */
  beforeSave(finish: () => Promise<void>): () => void;
  dispose(): void;
}

const now = (): string => new Date().toISOString();

function stateOf(entity: OpenEntity): DocumentState {
  const draft = entity.draft;
  const line: Line = draft === null ? EMPTY_LINE : { steps: draft.steps, position: draft.position };
  const content = contentAt(entity, line.steps, 0, line.position);
  const conflict = draft !== null && draft.baseRevision !== entity.revision ? { revision: entity.revision, base: draft.baseRevision, since: draft.at } : null;
  return {
    entity, ...content, line, conflict, native: nativeAt(entity.nativeEdits, line.steps, line.position), savedPosition: 0,
    save: draft !== null && line.position > 0 ? { state: "draft", at: draft.at } : { state: "saved", at: entity.savedAt },
    recovered: draft !== null && draft.steps.length > 0 ? draft.at : null,
  };
}

/** The piece as it is being written, as commands take it. */
export function pieceState({ body, native, profiles }: Pick<DocumentState, "body" | "native" | "profiles">): PieceState {
  return { body, nativeEdits: native, profiles };
}

/** Saved position of a line from which the revision cannot be reached any more. */
const LOST = -1;

/** Whether there is anything a revision would add. */
export function isDirty(state: DocumentState): boolean {
  return state.line.position !== state.savedPosition;
}

function changesToSave({ line, savedPosition, entity, ...content }: DocumentState): Change[] {
  return savedPosition === LOST ? difference(wholeOf(entity), wholeOf(content)) : changesBetween(line.steps, savedPosition, line.position);
}

/** The steps since the revision, as a draft holds them; where the way is not told by the line, one step tells it all. */
function sinceRevision(state: DocumentState, at: string): { steps: Step[]; position: number } {
  const { line, savedPosition, entity } = state;
  if (savedPosition !== LOST && line.position >= savedPosition) {
    return { steps: line.position === savedPosition ? [] : line.steps.slice(savedPosition), position: line.position - savedPosition };
  }
  const changes = difference(wholeOf(entity), wholeOf(state));
  const native = patchesToSave(state);
  if (changes.length === 0 && native.length === 0) return { steps: [], position: 0 };
  const label = line.steps[Math.max(0, line.position - 1)]?.label ?? "";
  return { steps: [{ label, changes, inverse: inverseOf(wholeOf(entity), changes), native, at }], position: 1 };
}

function patchesToSave(state: DocumentState): NativePatch[] {
  const saved = state.entity.nativeEdits;
  const formats = new Set([...Object.keys(saved), ...Object.keys(state.native)]);
  return [...formats].flatMap((format) => {
    const ops: PatchOp[] = state.native[format] ?? [];
    return sameJson(ops as never, (saved[format] ?? []) as never) ? [] : [{ format, ops }];
  });
}

export function createDocument(entity: OpenEntity): Document {
  const { address } = entity;
  const store = createStore<DocumentState>(stateOf(entity));
  let draftTimer: ReturnType<typeof setTimeout> | undefined;
  let revisionTimer: ReturnType<typeof setTimeout> | undefined;
  let joins: string | null = null;
  let running: Promise<unknown> = Promise.resolve();
  /** Single-app edits as they stood before the first step of the line. */
  let baseNative: NativeEdits = entity.nativeEdits;

  /** One after another: a draft never overtakes the revision it belongs to. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = running.then(work, work);
    running = next.catch(() => undefined);
    return next;
  }

  function failed(thrown: unknown): void {
    const { save, entity: saved } = store.get();
    const since = save.state === "failed" ? save.since : save.state === "draft" ? save.at : saved.savedAt;
    store.set({ save: { state: "failed", since, error: asApiError(thrown) } });
  }

  async function writeDraft(): Promise<void> {
    const state = store.get();
    const at = now();
    const { steps, position } = sinceRevision(state, at);
    try {
      if (steps.length === 0) await invoke("entity_draft_drop", { address });
      else await invoke("entity_draft_save", { address, draft: { baseRevision: state.conflict?.base ?? state.entity.revision, at, steps, position } });
      const after = store.get();
      if (after.line !== state.line || after.conflict !== null) return;
      store.set({ save: isDirty(after) ? { state: "draft", at } : { state: "saved", at: after.entity.savedAt } });
    } catch (thrown) {
      failed(thrown);
    }
  }

  function touched(): void {
    clearTimeout(draftTimer);
    draftTimer = setTimeout(() => void inTurn(writeDraft), DRAFT_AFTER);
    revisionTimer ??= setTimeout(() => {
      revisionTimer = undefined;
      void document.save("pause");
    }, REVISION_AFTER);
    if (store.get().save.state !== "failed") store.set({ save: { state: "typing" } });
  }

  function moveTo(position: number): void {
    const { line, body, profiles } = store.get();
    if (position < 0 || position > line.steps.length) return;
    joins = null;
    store.set({
      ...contentAt({ body, profiles }, line.steps, line.position, position), line: { ...line, position },
      native: nativeAt(baseNative, line.steps, position),
    });
    touched();
  }

  /** Takes over what a save answered; `line` is the line as it was when the save began. */
  function saved(next: OpenEntity, line: Line): void {
    const state = store.get();
    const reachable = line.position === 0 || state.line.steps[line.position - 1] === line.steps[line.position - 1];
    const savedPosition = reachable ? line.position : LOST;
    const idle = state.line === line;
    const content: Content = idle && !sameJson(wholeOf(next), wholeOf(state)) ? next : state;
    const kept = trimmed(state.line, Math.max(0, savedPosition));
    baseNative = nativeAt(baseNative, state.line.steps, kept.dropped);
    store.set({
      entity: next, conflict: null, recovered: null, line: kept.line,
      savedPosition: savedPosition === LOST ? LOST : savedPosition - kept.dropped,
      body: content.body, profiles: content.profiles,
      save: { state: "saved", at: next.savedAt },
    });
    if (!idle) touched();
    invalidate(...CHANGED_BY_SAVE);
  }

  async function collided(base: OpenEntity): Promise<void> {
    const theirs = await invoke("entity_open", { address });
    store.set({ conflict: { revision: theirs.revision, base: base.revision, since: base.savedAt } });
    await writeDraft();
    store.set({ save: { state: "draft", at: now() } });
  }

  const finishing = new Set<() => Promise<void>>();

  const document: Document = {
    address,
    store,
    edit(edit) {
      const state = store.get();
      const whole = wholeOf(state);
      const content = partsOf(applyChanges(whole, edit.changes));
      const patches = edit.native ?? [];
      if (patches.length === 0 && sameJson(wholeOf(content), whole)) return;
      const joining = edit.joins !== undefined && edit.joins === joins && state.line.position > state.savedPosition;
      joins = edit.joins ?? null;
      const line = record(state.line, whole, edit, joining, now());
      const native = patches.reduce((held, { format, ops }) => ({ ...held, [format]: ops }), state.native);
      // A new step after an undo past the revision cuts the way back to it.
      const savedPosition = state.line.position < state.savedPosition ? LOST : state.savedPosition;
      store.set({ ...content, native, line, savedPosition });
      touched();
    },
    undo() {
      moveTo(store.get().line.position - 1);
    },
    redo() {
      moveTo(store.get().line.position + 1);
    },
    flushDraft() {
      clearTimeout(draftTimer);
      return isDirty(store.get()) ? inTurn(writeDraft) : Promise.resolve();
    },
    save(why) {
      clearTimeout(draftTimer);
      clearTimeout(revisionTimer);
      revisionTimer = undefined;
      return inTurn(async () => {
        for (const finish of finishing) await finish();
        clearTimeout(draftTimer);
        const state = store.get();
        if (state.conflict !== null) return false;
        if (!isDirty(state)) return true;
        store.set({ save: { state: "saving" } });
        // What is typed from here on is a step of its own, so that the saved ones stay as they were sent.
        joins = null;
        const args = {
          address, baseRevision: state.entity.revision, changes: changesToSave(state), native: patchesToSave(state), why,
        };
        try {
          saved(await invoke("entity_save", args), state.line);
          return true;
        } catch (thrown) {
          if (asApiError(thrown).code !== "conflict") failed(thrown);
          else await collided(state.entity).catch(failed);
          return false;
        }
      });
    },
    dropDraft() {
      clearTimeout(draftTimer);
      return inTurn(async () => {
        await invoke("entity_draft_drop", { address });
        document.replace(await invoke("entity_open", { address }));
      });
    },
    merge(theirRevision, chosen) {
      clearTimeout(draftTimer);
      return inTurn(async () => {
        const state = store.get();
        const baseRevision = state.conflict?.base ?? state.entity.revision;
        document.replace(await invoke("entity_merge_save", { address, baseRevision, theirRevision, mine: pieceState(state), chosen }));
      });
    },
    noticeRevision(revision) {
      return inTurn(async () => {
        const state = store.get();
        if (revision <= (state.conflict?.revision ?? state.entity.revision)) return;
        if (isDirty(state)) {
          store.set({ conflict: { revision, base: state.conflict?.base ?? state.entity.revision, since: state.conflict?.since ?? state.entity.savedAt } });
          await writeDraft();
          return;
        }
        const entity = await invoke("entity_open", { address });
        // Meanwhile the person may have begun to type; then the next look finds the conflict.
        if (entity.revision > store.get().entity.revision && !isDirty(store.get())) document.replace(entity);
      });
    },
    replace(next) {
      clearTimeout(draftTimer);
      baseNative = next.nativeEdits;
      joins = null;
      store.set(stateOf({ ...next, draft: null }));
      invalidate(...CHANGED_BY_SAVE);
    },
    beforeSave(finish) {
      finishing.add(finish);
      return () => void finishing.delete(finish);
    },
    dispose() {
      clearTimeout(draftTimer);
      clearTimeout(revisionTimer);
    },
  };
  return document;
}
