// Commands of an open lorebook: new entry, folders, moving, merge and split, and its panels.
import { registerCommands } from "../../commands";
import type { Document } from "../../documents";
import { openPanel } from "../inspector";
import { viewOf } from "./state";
import type { BookActs } from "./useBookActs";

export function registerBook(document: Document, acts: BookActs): () => void {
  const view = viewOf(document);
  const chosen = (): true | "lore.nothingChosen" => (view.get().page === "entries" && view.get().chosen.length > 0 ? true : "lore.nothingChosen");
  return registerCommands([
    { id: "lore.add", title: "lore.add", icon: "add", keys: ["Mod+Alt+N"], run: acts.add },
    { id: "lore.duplicate", title: "lore.duplicateChosen", icon: "copy", when: chosen, run: () => acts.duplicate(view.get().chosen) },
    { id: "lore.folder", title: "lore.folder.new", icon: "folder", run: () => acts.addFolder([]) },
    { id: "lore.paste", title: "lore.paste", icon: "add", run: () => acts.paste() },
    { id: "lore.merge", title: "lore.merge", icon: "lorebook", run: () => view.set({ dialog: "merge" }) },
    { id: "lore.split", title: "lore.split", icon: "lorebook", run: () => view.set({ dialog: "split" }) },
    { id: "lore.bench", title: "lore.openBench", icon: "eye", run: () => openPanel("lorebook", "trial") },
    { id: "lore.wakes", title: "lore.openGraph", icon: "graph", run: () => openPanel("lorebook", "wakes") },
  ]);
}
