// What can be done with worlds in their list. Taking one away asks nothing: it lies in the trash, and the toast undoes it.
import type { WorldImported, WorldRow } from "../../bindings";
import { asApiError, type Given, host, invoke } from "../../host";
import { toast } from "../../kit";
import { messages } from "../../messages";
import { refreshWorlds } from "../fresh";
import { openWorld, route } from "../route";
import { list } from "./state";

/** Shows a failure above the list until something else is done. */
export function sayListFault(thrown: unknown): void {
  const error = asApiError(thrown);
  if (error.code !== "cancelled") list.set({ fault: error, refused: null });
}

/** Opens a world where the person is needed: at its import while that is under way, else at the world itself. */
export function enterWorld(row: WorldRow): void {
  openWorld(row.id, row.phase === null || row.phase === "done" ? undefined : "import");
}

export async function trashWorld(row: WorldRow): Promise<void> {
  const { say } = messages();
  try {
    const { item } = await invoke("world_discard", { world: row.id });
    list.set({ fault: null, chosen: null });
    if (route.get().world === row.id) route.set({ world: null });
    toast({ icon: "trash", text: say("worlds.trashed", { name: row.name }), act: { label: say("common.undo"), run: () => void restoreWorld(item) } });
  } catch (thrown) {
    sayListFault(thrown);
  }
  refreshWorlds();
}

export async function restoreWorld(item: string): Promise<void> {
  try {
    const row = await invoke("world_restore", { item });
    list.set({ fault: null, chosen: row.id });
    toast({ text: messages().say("worlds.restored", { name: row.name }) });
  } catch (thrown) {
    sayListFault(thrown);
  }
  refreshWorlds();
}

export async function newWorld(name: string, language: string): Promise<void> {
  try {
    const row = await invoke("world_new", { name, language });
    list.set({ fault: null, naming: false, chosen: row.id });
    openWorld(row.id);
  } catch (thrown) {
    sayListFault(thrown);
  }
  refreshWorlds();
}

/** Brings in one world file. `raise` lets it be as large as a person may allow. */
export async function importArchive(given: Given, raise = false): Promise<void> {
  try {
    const row = "paths" in given ? await invoke("world_import", { path: given.paths[0] ?? "", ...(raise ? { raise } : {}) })
      : await host().upload<WorldImported>("world-upload", given.files[0] as File, raise ? { raise: "true" } : {});
    list.set({ fault: null, page: "worlds", chosen: row.id });
    toast({ icon: "worlds", text: messages().say("worlds.imported", { name: row.name, skipped: row.skipped.length }), act: { label: messages().say("worlds.open"), run: () => enterWorld(row) } });
  } catch (thrown) {
    sayListFault(thrown);
    if (!raise && asApiError(thrown).limit?.raiseTo != null) list.set({ refused: given });
  }
  refreshWorlds();
}

export async function pickArchive(): Promise<void> {
  const given = await host().pickFiles(messages().say("worlds.importArchive"), false);
  if (given !== null) await importArchive(given);
}
