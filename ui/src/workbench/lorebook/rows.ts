// The list of a book as rows: entries outside any folder first, then folder by folder, inner folders below their outer
// one. A search leaves only entries that say the words, with the folders they lie in.
import type { Json } from "../../bindings";
import { isMap, says, textOf } from "./entries";

export interface Folder { id: string; name: string; parent: string | null; off: boolean; at: number }
export type Row = { kind: "folder"; folder: Folder; depth: number; count: number; open: boolean } | { kind: "entry"; at: number; depth: number };

export function foldersOf(categories: readonly Json[]): Folder[] {
  return categories.flatMap((row, at): Folder[] => {
    if (!isMap(row) || typeof row.id !== "string") return [];
    return [{ id: row.id, name: textOf(row.name), parent: typeof row.parentId === "string" ? row.parentId : null, off: row.enabled === false, at }];
  });
}

/** The folder an entry lies in; `null` for none and for one that is not there. */
export function folderOf(entry: Json | undefined, folders: readonly Folder[]): string | null {
  const id = isMap(entry) ? entry.categoryId : undefined;
  return typeof id === "string" && folders.some((folder) => folder.id === id) ? id : null;
}

export interface Listing { entries: readonly Json[]; folders: readonly Folder[]; closed: ReadonlySet<string>; words: string }

export function rowsOf({ entries, folders, closed, words }: Listing): Row[] {
  const wanted = words.trim().toLocaleLowerCase();
  const found = wanted !== "";
  const inside = new Map<string | null, number[]>();
  const known = new Set(folders.map(({ id }) => id));
  for (const [at, entry] of entries.entries()) {
    if (found && !says(entry, wanted)) continue;
    const id = isMap(entry) && typeof entry.categoryId === "string" && known.has(entry.categoryId) ? entry.categoryId : null;
    const list = inside.get(id);
    if (list === undefined) inside.set(id, [at]);
    else list.push(at);
  }
  const rows: Row[] = (inside.get(null) ?? []).map((at) => ({ kind: "entry", at, depth: 0 }));
  const drawn = new Set<string>();
  function draw(parent: string | null, depth: number): void {
    for (const folder of folders) {
      const outer = folder.parent !== null && known.has(folder.parent) ? folder.parent : null;
      if (outer !== parent || drawn.has(folder.id)) continue;
      drawn.add(folder.id);
      const mine = inside.get(folder.id) ?? [];
      const open = found || !closed.has(folder.id);
      const head = rows.length;
      rows.push({ kind: "folder", folder, depth, count: mine.length, open });
      if (open) rows.push(...mine.map((at): Row => ({ kind: "entry", at, depth: depth + 1 })));
      if (open) draw(folder.id, depth + 1);
      else hide(folder.id);
      if (found && rows.length === head + 1) rows.pop();
    }
  }
  function hide(parent: string): void {
    for (const folder of folders) {
      if (folder.parent !== parent || drawn.has(folder.id)) continue;
      drawn.add(folder.id);
      hide(folder.id);
    }
  }
  draw(null, 0);
  // Folders that lie in one another hang from no top; they are listed all the same.
  for (const folder of folders) {
    if (drawn.has(folder.id)) continue;
    drawn.add(folder.id);
    const mine = inside.get(folder.id) ?? [];
    if (found && mine.length === 0) continue;
    rows.push({ kind: "folder", folder, depth: 0, count: mine.length, open: true }, ...mine.map((at): Row => ({ kind: "entry", at, depth: 1 })));
  }
  return rows;
}
