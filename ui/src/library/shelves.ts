// Shelves: what their commands do, and how a kept search is written and read.
import type { Address, Json, Kind, Shelf } from "../bindings";
import { invalidate } from "../data/queries";
import { invoke } from "../host";
import { toast } from "../kit";
import { messages } from "../messages";
import { sayFailure } from "./acts";
import { askLibrary, type Corner, library, type LibraryState, shelfCorner } from "./state";

const KINDS: readonly string[] = ["character", "lorebook", "persona", "regex", "preset", "pack", "quickreply"];

/** The search in force, as a shelf keeps it. */
export function searchOf({ text, tags, corner }: LibraryState): Json {
  return { text: text.trim(), tags: [...tags], kind: KINDS.includes(corner) ? corner : null };
}

/** Whether there is a search to keep. */
export function isSearching({ text, tags, corner }: LibraryState): boolean {
  return text.trim() !== "" || tags.length > 0 || KINDS.includes(corner);
}

/** A kept search as the library asks it; anything odd in it is left out. */
export function askedBy(search: Json): { text: string; tags: string[]; corner: Corner } {
  const { text, tags, kind } = search !== null && typeof search === "object" && !Array.isArray(search) ? search : {};
  return {
    text: typeof text === "string" ? text : "", tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    corner: typeof kind === "string" && KINDS.includes(kind) ? (kind as Kind) : "all",
  };
}

export function openShelf(shelf: Shelf): void {
  askLibrary(shelf.search === null ? { text: "", tags: [], corner: shelfCorner(shelf.id) } : askedBy(shelf.search));
}

async function changed<T>(work: Promise<T>): Promise<T | null> {
  try {
    const answer = await work;
    invalidate("shelves", "library_query");
    return answer;
  } catch (thrown) {
    sayFailure(thrown);
    return null;
  }
}

export async function makeShelf(name: string, search: Json | null, addresses: Address[]): Promise<void> {
  const shelves = await changed(invoke("shelf_make", { name, search }));
  const made = shelves?.[shelves.length - 1];
  if (made !== undefined && addresses.length > 0) await putOnShelf(made, addresses);
}

export async function putOnShelf(shelf: Shelf, addresses: Address[]): Promise<void> {
  const { say } = messages();
  if ((await changed(invoke("shelf_put", { id: shelf.id, add: addresses, remove: [] }))) === null) return;
  const undo = (): void => void changed(invoke("shelf_put", { id: shelf.id, add: [], remove: addresses }));
  toast({ text: say("shelf.added", { count: addresses.length, name: shelf.name }), act: { label: say("common.undo"), run: undo } });
}

export async function takeOffShelf(id: string, addresses: Address[]): Promise<void> {
  const { say } = messages();
  if ((await changed(invoke("shelf_put", { id, add: [], remove: addresses }))) === null) return;
  const undo = (): void => void changed(invoke("shelf_put", { id, add: addresses, remove: [] }));
  toast({ text: say("shelf.taken", { count: addresses.length }), act: { label: say("common.undo"), run: undo } });
}

export async function renameShelf(shelf: Shelf, name: string): Promise<void> {
  await changed(invoke("shelf_rename", { id: shelf.id, name }));
}

export async function removeShelf(shelf: Shelf): Promise<void> {
  const { say } = messages();
  const { entities } = shelf.search === null
    ? await invoke("library_query", { query: { text: "", kinds: [], tags: [], creator: null, list: { of: "shelf", id: shelf.id }, sort: "name", descending: false, offset: 0, limit: 2_000 } }).catch(() => ({ entities: [] }))
    : { entities: [] };
  if ((await changed(invoke("shelf_remove", { id: shelf.id }))) === null) return;
  if (library.get().corner === shelfCorner(shelf.id)) askLibrary({ corner: "all" });
  const undo = (): void => void makeShelf(shelf.name, shelf.search, entities.map(({ kind, id }) => `${kind}/${id}`));
  toast({ icon: "trash", text: say("shelf.removed", { name: shelf.name }), act: { label: say("common.undo"), run: undo } });
}
