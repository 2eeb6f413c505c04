// What can be done with pieces in the library. Removing asks nothing: the trash and an undo are there.
import type { Address, EntityRow } from "../bindings";
import { registerCommands } from "../commands";
import { invalidate } from "../data/queries";
import { asApiError, invoke } from "../host";
import { toast } from "../kit";
import { messages } from "../messages";
import { dropTabs, labelTab, navigation, openTab } from "../navigation";
import { closeDocument, documentAt } from "../documents";
import { outCommands } from "./out";
import { beginReplace } from "./replace/state";
import { addressesOf, addressesOfAll, dropRows } from "./rows";
import { addressOf, askLibrary, clearPicks, library, pickAll } from "./state";

/** Shows a failure on top of the library until it is dismissed or something else is done. */
export function sayFailure(thrown: unknown): void {
  const error = asApiError(thrown);
  if (error.code !== "cancelled") library.set({ fault: error });
}

function listsChanged(): void {
  library.set({ fault: null });
  invalidate("library_query", "library_summary", "library_trash", "library_rows");
}

export function openRow(row: EntityRow): void {
  openTab(addressOf(row), { kind: row.kind, name: row.name });
}

export function exportPieces(addresses: Address[]): void {
  if (addresses.length > 0) navigation.set({ exporting: addresses });
}

export async function removePieces(addresses: Address[]): Promise<void> {
  if (addresses.length === 0) return;
  const { say } = messages();
  try {
    for (const address of addresses) await closeDocument(address);
    const { removed, undo } = await invoke("library_remove", { addresses });
    dropTabs(addresses);
    clearPicks();
    dropRows(addresses);
    listsChanged();
    toast({ icon: "trash", text: say("library.removed", { count: removed }), act: { label: say("common.undo"), run: () => void restorePieces(undo) } });
  } catch (thrown) {
    sayFailure(thrown);
  }
}

export async function restorePieces(items: string[]): Promise<void> {
  const { say } = messages();
  try {
    const { restored } = await invoke("trash_restore", { items });
    listsChanged();
    toast({ text: say("library.restored", { count: restored.length }) });
  } catch (thrown) {
    sayFailure(thrown);
  }
}

export async function deleteForGood(items: string[]): Promise<void> {
  try {
    await invoke("trash_delete", { items });
    listsChanged();
  } catch (thrown) {
    sayFailure(thrown);
  }
}

export async function duplicatePiece(address: Address): Promise<void> {
  try {
    const entity = await invoke("entity_duplicate", { address });
    listsChanged();
    openTab(entity.address, { kind: entity.kind, name: entity.name });
  } catch (thrown) {
    sayFailure(thrown);
  }
}

export async function newPiece(kind: EntityRow["kind"]): Promise<void> {
  try {
    const entity = await invoke("entity_new", { kind, name: "" });
    listsChanged();
    openTab(entity.address, { kind: entity.kind, name: entity.name });
  } catch (thrown) {
    sayFailure(thrown);
  }
}

export async function renamePiece(address: Address, name: string): Promise<void> {
  try {
    const entity = await invoke("entity_rename", { address, name });
    documentAt(address)?.replace(entity);
    labelTab(address, entity.kind, entity.name);
    listsChanged();
  } catch (thrown) {
    sayFailure(thrown);
  }
}

/** Picks every row of the answer, also those that were never in view. */
export async function pickEverything(total: number): Promise<void> {
  try {
    pickAll(await addressesOf(0, total - 1));
  } catch (thrown) {
    sayFailure(thrown);
  }
}

/** Opens find and replace over these pieces; without any, over all that the question in force finds. */
export async function replaceIn(addresses: Address[]): Promise<void> {
  try {
    beginReplace(addresses.length > 0 ? addresses : await addressesOfAll());
    library.set({ page: { of: "replace" } });
  } catch (thrown) {
    sayFailure(thrown);
  }
}

/** The two picked pieces, when they are of one kind. */
function comparable(): [Address, Address] | null {
  const [left, right, third] = [...library.get().picked];
  if (left === undefined || right === undefined || third !== undefined) return null;
  return left.split("/")[0] === right.split("/")[0] ? [left, right] : null;
}

/** Commands of the library while it is on screen. */
export function registerLibrary(focusSearch: () => void, chosen: () => Address[], current: () => EntityRow | null): () => void {
  return registerCommands([
    { id: "entity.export", title: "commands.export", icon: "export", keys: ["Mod+E"], when: () => (chosen().length > 0 ? true : "inspector.none"), run: () => exportPieces(chosen()) },
    { id: "library.find", title: "library.find", icon: "search", keys: ["/", "Mod+F"], run: focusSearch },
    { id: "library.grid", title: "library.view.grid", icon: "grid", run: () => library.set({ view: "grid" }) },
    { id: "library.list", title: "library.view.list", icon: "list", run: () => library.set({ view: "list" }) },
    {
      id: "entity.rename", title: "common.rename", icon: "workbench", keys: ["F2"], when: () => (current() === null ? "inspector.none" : true),
      run: () => library.set({ renaming: current() }),
    },
    ...outCommands(() => chosen()[0] ?? null),
    { id: "pieces.replace", title: "replace.open", icon: "search", keys: ["Mod+Shift+F"], run: () => replaceIn([...library.get().picked]) },
    {
      id: "pieces.compare", title: "compare.two", icon: "compare", when: () => (comparable() === null ? "compare.off" : true),
      run: () => {
        const two = comparable();
        if (two !== null) library.set({ page: { of: "compare", left: two[0], right: two[1] } });
      },
    },
    { id: "library.trash", title: "library.trash", icon: "trash", run: () => askLibrary({ corner: "trash" }) },
    { id: "library.new", title: "library.newCharacter", icon: "character", keys: ["Mod+N"], run: () => newPiece("character") },
  ]);
}
