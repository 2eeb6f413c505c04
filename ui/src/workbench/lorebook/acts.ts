// What can be done with the entries and folders of a book, each as one named step.
import type { Json, JsonObject } from "../../bindings";
import { applyChanges, type Document } from "../../documents";
import type { Messages } from "../../messages";
import { ENTRIES, FOLDERS, freshId, isMap, listOf, titleOf } from "./entries";
import { folderOf, foldersOf } from "./rows";

export interface Pasted { entries: JsonObject[]; folders: JsonObject[] }

export function entryActs(document: Document, say: Messages["say"]) {
  const rows = (): readonly Json[] => listOf(document.store.get().body[ENTRIES]);
  const folders = (): readonly Json[] => listOf(document.store.get().body[FOLDERS]);
  const write = (label: string, value: readonly Json[], categories?: readonly Json[]): void =>
    document.edit({ label, changes: [{ path: ENTRIES, value: [...value] }, ...(categories === undefined ? [] : [categories.length === 0 ? { path: FOLDERS } : { path: FOLDERS, value: [...categories] }])] });
  const writeFolders = (label: string, value: readonly Json[]): void =>
    document.edit({ label, changes: [value.length === 0 ? { path: FOLDERS } : { path: FOLDERS, value: [...value] }] });

  return {
    /** A new entry at the end of a folder; answers its place. */
    add(folder: string | null = null): number {
      const before = rows();
      const lies: JsonObject = folder === null ? {} : { categoryId: folder };
      const fresh: JsonObject = { id: freshId(before), content: "", enabled: true, triggers: [], secondaryTriggers: [], ...lies };
      write(say("lore.step.add"), [...before, fresh]);
      return before.length;
    },
    /** Copies, each behind the one it is of; answers their places. */
    duplicate(ats: readonly number[]): number[] {
      const before = rows();
      const taken = new Set<string>();
      const made: number[] = [];
      const after = before.flatMap((entry, at) => {
        if (!ats.includes(at) || !isMap(entry)) return [entry];
        const id = freshId(before, taken);
        taken.add(id);
        made.push(at + made.length + 1);
        return [entry, { ...entry, id, title: say("lore.copyName", { name: titleOf(entry, at, say) }) }];
      });
      write(say("lore.step.duplicate", { count: made.length }), after);
      return made;
    },
    remove(ats: readonly number[]): void {
      const gone = new Set(ats);
      write(say("lore.step.remove", { count: gone.size }), rows().filter((_, at) => !gone.has(at)));
    },
    /** Puts entries before another (or at the end), into its folder when one is named; answers their new places. */
    move(ats: readonly number[], before: number, folder?: string | null): number[] {
      const all = rows();
      const moving = new Set(ats);
      const put = (entry: Json): Json => {
        if (folder === undefined || !isMap(entry)) return entry;
        const { categoryId: _, ...rest } = entry;
        return folder === null ? rest : { ...rest, categoryId: folder };
      };
      const head = all.filter((_, at) => at < before && !moving.has(at));
      const tail = all.filter((_, at) => at >= before && !moving.has(at));
      const block = all.filter((_, at) => moving.has(at)).map(put);
      const after = [...head, ...block, ...tail];
      if (after.every((entry, at) => entry === all[at])) return [...ats];
      write(say("lore.step.move", { count: block.length }), after);
      return block.map((_, at) => head.length + at);
    },
    toFolder(ats: readonly number[], folder: string | null): void {
      const moving = new Set(ats);
      const change = { path: "categoryId", ...(folder === null ? {} : { value: folder }) };
      write(say("lore.step.folder", { count: moving.size }), rows().map((entry, at) => (moving.has(at) && isMap(entry) ? applyChanges(entry, [change]) : entry)));
    },
    /** A new folder around entries; answers its id. */
    addFolder(name: string, ats: readonly number[]): string {
      const all = folders();
      const id = `folder-${freshId(all)}`;
      const moving = new Set(ats);
      write(say("lore.step.addFolder"), rows().map((entry, at) => (moving.has(at) && isMap(entry) ? { ...entry, categoryId: id } : entry)), [...all, { id, name }]);
      return id;
    },
    setFolder(id: string, change: JsonObject, label: string): void {
      writeFolders(label, folders().map((folder) => (isMap(folder) && folder.id === id ? { ...folder, ...change } : folder)));
    },
    /** Takes a folder away; its entries and inner folders lie where it lay. */
    removeFolder(id: string): void {
      const known = foldersOf(folders());
      const parent = known.find((folder) => folder.id === id)?.parent ?? null;
      const out = (row: Json, key: string): Json => {
        if (!isMap(row) || row[key] !== id) return row;
        const { [key]: _, ...rest } = row;
        return parent === null ? rest : { ...rest, [key]: parent };
      };
      const left = folders().filter((folder) => !isMap(folder) || folder.id !== id).map((folder) => out(folder, "parentId"));
      write(say("lore.step.removeFolder"), rows().map((entry) => out(entry, "categoryId")), left);
    },
    moveFolder(id: string, by: -1 | 1): void {
      const all = [...folders()];
      const known = foldersOf(all);
      const one = known.find((folder) => folder.id === id);
      const beside = known.filter((folder) => folder.parent === one?.parent);
      const other = beside[beside.findIndex((folder) => folder.id === id) + by];
      if (one === undefined || other === undefined) return;
      [all[one.at], all[other.at]] = [all[other.at] as Json, all[one.at] as Json];
      writeFolders(say("lore.step.moveFolder"), all);
    },
    /** Entries of another book behind one of this; folders of the same name are taken for the same. */
    paste({ entries, folders: brought }: Pasted, behind: number): number[] {
      const all = rows();
      const known = foldersOf(folders());
      const added: Json[] = [];
      const ids = new Map<string, string>();
      for (const folder of foldersOf(brought)) {
        const same = known.find(({ name }) => name === folder.name);
        const id = same?.id ?? `folder-${freshId([...folders(), ...added])}`;
        ids.set(folder.id, id);
        if (same === undefined) added.push({ id, name: folder.name });
      }
      const taken = new Set<string>();
      const block = entries.map((entry): Json => {
        const id = freshId(all, taken);
        taken.add(id);
        const lies = folderOf(entry, foldersOf(brought));
        const { categoryId: _, ...rest } = entry;
        return { ...rest, id, ...(lies === null ? {} : { categoryId: ids.get(lies) ?? lies }) };
      });
      const at = behind + 1;
      write(say("lore.step.paste", { count: block.length }), [...all.slice(0, at), ...block, ...all.slice(at)], added.length === 0 ? undefined : [...folders(), ...added]);
      return block.map((_, index) => at + index);
    },
  };
}
