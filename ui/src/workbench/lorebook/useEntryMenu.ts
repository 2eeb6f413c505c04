// What the menu of one entry or of several offers; every move by drag has its item here.
import { type Document, useDocument } from "../../documents";
import type { MenuGroup } from "../../kit";
import { useMessages } from "../../messages";
import { ENTRIES, FOLDERS, listOf } from "./entries";
import { foldersOf } from "./rows";
import { viewOf } from "./state";
import type { BookActs } from "./useBookActs";

/** Folders offered in the menu; a book with more is sorted by dragging or in the sentence. */
const FOLDERS_SHOWN = 20;

export function useEntryMenu(document: Document, ats: readonly number[], acts: BookActs): { groups: MenuGroup[]; run: (act: string) => void } {
  const { say } = useMessages();
  const count = useDocument(document, ({ body }) => listOf(body[ENTRIES]).length);
  const folders = foldersOf(listOf(useDocument(document, ({ body }) => body[FOLDERS])));
  const first = ats[0] ?? 0;
  const row = (): { kind: "entry"; at: number; depth: number } => ({ kind: "entry", at: first, depth: 0 });
  const groups: MenuGroup[] = [
    { id: "move", items: [{ id: "up", label: say("common.moveUp"), icon: "up", cap: "Alt ↑", off: first === 0 }, { id: "down", label: say("common.moveDown"), icon: "down", cap: "Alt ↓", off: (ats[ats.length - 1] ?? 0) === count - 1 }] },
    {
      id: "folder", title: say("lore.folder"), items: [
        ...folders.slice(0, FOLDERS_SHOWN).map((folder) => ({ id: `to ${folder.id}`, label: folder.name.trim() === "" ? say("common.noName") : folder.name, icon: "folder" as const })),
        ...(folders.length === 0 ? [] : [{ id: "out", label: say("lore.folder.out"), icon: "close" as const }]),
        { id: "fresh", label: say("lore.folder.new"), icon: "add" as const },
      ],
    },
    { id: "make", items: [{ id: "copy", label: say("lore.copy"), icon: "copy", cap: "Ctrl C" }, { id: "paste", label: say("lore.paste"), cap: "Ctrl V", icon: "add" }, { id: "duplicate", label: say("lore.duplicate"), icon: "copy" }, { id: "split", label: say("lore.splitThese"), icon: "lorebook" }] },
    { id: "end", items: [{ id: "remove", label: say("common.delete"), icon: "trash", cap: "Del", danger: true }] },
  ];
  function run(act: string): void {
    if (act === "up" || act === "down") acts.step(row(), act === "up" ? -1 : 1, false);
    else if (act.startsWith("to ")) acts.acts.toFolder(ats, act.slice(3));
    else if (act === "out") acts.acts.toFolder(ats, null);
    else if (act === "fresh") acts.addFolder(ats);
    else if (act === "copy") void acts.copy(ats);
    else if (act === "paste") void acts.paste();
    else if (act === "duplicate") acts.duplicate(ats);
    else if (act === "split") viewOf(document).set({ dialog: "split" });
    else if (act === "remove") acts.remove(ats);
  }
  return { groups, run };
}

