// An update of a world from a newer card: what is done with each change, finishing, undoing, cancelling. Every edit is
// the person's own; nothing is carried over by itself.
import type { ApiError, CardText, Json, JsonObject, UpdateChange, UpdateMark } from "../../bindings";
import { announceJob, endJob } from "../../data/jobs";
import { invalidate } from "../../data/queries";
import { createStore } from "../../data/store";
import { asApiError, host, invoke, newJob } from "../../host";
import { toast } from "../../kit";
import { messages } from "../../messages";
import { card } from "../card/state";
import { refreshWorlds } from "../fresh";
import { aim, openCard } from "../importing/acts";
import { making } from "../importing/state";
import { documentChanged } from "./desk";

export interface Updating {
  chosen: string | null;
  /** Changes that finish asked about; `null` when it did not ask. */
  asked: readonly string[] | null;
  fault: ApiError | null;
}
export const updating = createStore<Updating>({ chosen: null, asked: null, fault: null });

async function tried(work: () => Promise<void>): Promise<void> {
  try {
    await work();
    updating.set({ fault: null });
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.code !== "cancelled") updating.set({ fault: error });
  }
}

/** Chooses the file of a newer card; it is shown like a new import, with this world as what it updates. */
export async function beginUpdate(world: string): Promise<void> {
  const given = await host().pickFiles(messages().say("newer.choose"), false);
  if (given === null) return;
  await openCard(given);
  const preview = making.get().making?.preview;
  if (preview?.targets.some((target) => target.world === world) === true) await aim(world);
}

export function mark(world: string, change: string, how: UpdateMark | null): Promise<void> {
  return tried(async () => {
    await invoke("update_mark", { world, change, mark: how });
    updating.set({ asked: null });
    invalidate("card_diff");
  });
}

function forget(world: string): void {
  updating.set({ asked: null, chosen: null });
  if (card.get().world === world && card.get().version === "new") card.set({ version: "current", piece: null, from: 0 });
  refreshWorlds(world);
  documentChanged();
}

export function finishUpdate(world: string): Promise<void> {
  const { say, language } = messages();
  const job = newJob("update");
  announceJob(job, say("newer.job"));
  return tried(async () => {
    try {
      const { finished, unmarked } = await invoke("update_finish", { world, language, job });
      if (!finished) {
        updating.set({ asked: unmarked });
        return;
      }
      forget(world);
      toast({ text: say("newer.finished"), act: { label: say("common.undo"), run: () => void undoUpdate(world) } });
    } finally {
      endJob(job);
    }
  });
}

export function undoUpdate(world: string): Promise<void> {
  return tried(async () => {
    await invoke("update_undo", { world });
    forget(world);
    toast({ icon: "undo", text: messages().say("newer.undone") });
  });
}

export function cancelUpdate(world: string): Promise<void> {
  return tried(async () => {
    await invoke("update_cancel", { world });
    forget(world);
    toast({ text: messages().say("newer.cancelled") });
  });
}

/** Writes what the new card says of the world into `world.json`, and marks the change. */
export function takeField(world: string, change: UpdateChange): Promise<void> {
  const field = change.id.slice("field:".length);
  return tried(async () => {
    await invoke("world_info", { world, changes: { [field]: change.after as Json } });
    documentChanged();
    await mark(world, change.id, "carried");
  });
}

/** Makes lore of what is new in the card, word for word; the change is carried then. */
export function addAsLore(world: string, change: UpdateChange): Promise<void> {
  return tried(async () => {
    const { say } = messages();
    const piece = change.new;
    if (piece === null) return;
    const text = await wholeText(world, piece.id);
    const { document } = await invoke("world_create", { world, folder: "lore", doc: { title: piece.title, kind: "custom", text, keywords: piece.keys, scope: "listed", known_by: [], as_written: true } });
    documentChanged();
    await mark(world, change.id, "carried");
    toast({
      icon: "lorebook", text: say("newer.addedLore", { title: piece.title }),
      ...(document === null ? {} : { act: { label: say("common.undo"), run: () => void invoke("world_remove", { world, document }).then(() => mark(world, change.id, null)).then(documentChanged) } }),
    });
  });
}

/** All turns of a piece of the newer card. */
async function wholeText(world: string, piece: string): Promise<string> {
  let text = "";
  let from: number | null = 0;
  while (from !== null) {
    const turn: CardText = await invoke("card_read", { world, version: "new", piece, from, raw: false });
    text += turn.text;
    from = turn.next;
  }
  return text;
}

/** Takes a document away that only a dropped piece made; the toast writes it again. */
export function removeDocument(world: string, document: string): Promise<void> {
  return tried(async () => {
    const { say } = messages();
    const doc = await invoke("world_document", { world, document });
    await invoke("world_remove", { world, document });
    documentChanged();
    toast({ icon: "trash", text: say("newer.removed", { document }), act: { label: say("common.undo"), run: () => void writeDocument(world, document, doc as JsonObject) } });
  });
}

export function writeDocument(world: string, document: string, doc: JsonObject): Promise<void> {
  return tried(async () => {
    await invoke("world_set", { world, document, doc });
    documentChanged();
  });
}
