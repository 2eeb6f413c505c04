// The tree of a world as rows: a head for each folder with how many it has, its documents below it in the order of their
// names, and files that could not be read where they lie. What is looked for is a part of a name.
import type { WorldProblem, WorldUnreadable } from "../wire";
import { type Folder, FOLDERS, placeOf } from "../model";
import type { Named } from "../names";
import { shownName } from "../names";

export type TreeRow =
  | { kind: "folder"; folder: Folder; count: number; folded: boolean }
  | { kind: "document"; document: string; name: string; problems: number; playable: boolean }
  | { kind: "unreadable"; file: string };

export interface TreeAsk {
  names: readonly Named[]; unreadable: readonly WorldUnreadable[]; problems: ReadonlyMap<string, number>; playable: ReadonlySet<string>;
  text: string; folded: ReadonlySet<Folder>; order: Intl.Collator;
}

/** How many problems each file has. */
export function problemsByFile(problems: readonly WorldProblem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { place } of problems) {
    const { file } = placeOf(place);
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}

export function treeRows({ names, unreadable, problems, playable, text, folded, order }: TreeAsk): TreeRow[] {
  const words = text.trim().toLocaleLowerCase();
  return FOLDERS.flatMap((folder): TreeRow[] => {
    const all = names.filter((one) => one.folder === folder);
    const found = words === "" ? all : all.filter((one) => `${one.name} ${one.id}`.toLocaleLowerCase().includes(words));
    const broken = unreadable.filter(({ file }) => file.startsWith(`${folder}/`) && (words === "" || file.toLocaleLowerCase().includes(words)));
    if (words !== "" && found.length + broken.length === 0) return [];
    // What is looked for is shown, though its folder is folded.
    const closed = folded.has(folder) && words === "";
    const head: TreeRow = { kind: "folder", folder, count: found.length + broken.length, folded: closed };
    if (closed) return [head];
    return [
      head,
      ...[...found].sort((a, b) => order.compare(shownName(a), shownName(b))).map((one): TreeRow => ({ kind: "document", document: one.document, name: shownName(one), problems: problems.get(one.document) ?? 0, playable: playable.has(one.document) })),
      ...broken.map(({ file }): TreeRow => ({ kind: "unreadable", file })),
    ];
  });
}
