// The acts of a book as its list, its menu and its commands do them: each is one step, shows what it made, and says how to
// take back what it took away.
import { useMemo } from "react";
import type { Json } from "../../bindings";
import type { Document } from "../../documents";
import { toast } from "../../kit";
import { type Messages, useMessages } from "../../messages";
import { showField } from "../goto";
import { undoOfLast } from "../undo";
import { entryActs } from "./acts";
import { clipOf, held, hold, readClip } from "./clipboard";
import { ENTRIES, FOLDERS, listOf, titleOf } from "./entries";
import { folderOf, foldersOf, type Row } from "./rows";
import { showEntries, viewOf } from "./state";

export type BookActs = ReturnType<typeof bookActs>;

export function useBookActs(document: Document): BookActs {
  const { say } = useMessages();
  return useMemo(() => bookActs(document, say), [document, say]);
}

function bookActs(document: Document, say: Messages["say"]) {
  const acts = entryActs(document, say);
  const entries = (): readonly Json[] => listOf(document.store.get().body[ENTRIES]);
  const folders = () => foldersOf(listOf(document.store.get().body[FOLDERS]));
  const view = viewOf(document);
  const folderAt = (at: number): string | null => folderOf(entries()[at], folders());
  return {
    acts,
    add(): void {
      const { page, anchor } = view.get();
      const at = acts.add(page === "entries" ? folderAt(anchor) : null);
      view.set({ words: "" });
      showEntries(document, [at]);
      showField(`${ENTRIES}[${at}].title`);
    },
    duplicate(ats: readonly number[]): void {
      showEntries(document, acts.duplicate(ats));
    },
    remove(ats: readonly number[]): void {
      const name = titleOf(entries()[ats[0] ?? 0], ats[0] ?? 0, say);
      acts.remove(ats);
      const left = entries().length;
      showEntries(document, [Math.max(0, Math.min(ats[0] ?? 0, left - 1))]);
      toast({ icon: "trash", text: ats.length === 1 ? say("lore.removed", { name }) : say("lore.removedMany", { count: ats.length }), act: { label: say("common.undo"), run: undoOfLast(document) } });
    },
    /** Lands on a row of the list: beside an entry, or in a folder. */
    dropOn(ats: readonly number[], rows: readonly Row[], index: number, after: boolean): void {
      const row = rows[index];
      if (row === undefined) return;
      const made = row.kind === "folder"
        ? acts.move(ats, firstOf(rows, index) ?? entries().length, row.folder.id)
        : acts.move(ats, row.at + (after ? 1 : 0), folderAt(row.at));
      showEntries(document, made);
    },
    /** One step up or down: a folder among folders, entries among those of their folder. */
    step(row: Row | undefined, by: -1 | 1, searching: boolean): void {
      if (row === undefined || searching) return;
      if (row.kind === "folder") {
        acts.moveFolder(row.folder.id, by);
        return;
      }
      const { chosen } = view.get();
      const ats = chosen.includes(row.at) ? chosen : [row.at];
      const folder = folderAt(row.at);
      const edge = by < 0 ? Math.min(...ats) : Math.max(...ats);
      const beside = entries().map((_, at) => at).filter((at) => !ats.includes(at) && folderAt(at) === folder);
      const next = by < 0 ? beside.findLast((at) => at < edge) : beside.find((at) => at > edge);
      if (next !== undefined) showEntries(document, acts.move(ats, next + (by < 0 ? 0 : 1)));
    },
    fold(id: string, open: boolean): void {
      view.set(({ closed }) => {
        const next = new Set(closed);
        if (open) next.add(id);
        else next.delete(id);
        return { closed: next };
      });
    },
    addFolder(ats: readonly number[]): void {
      const id = acts.addFolder(say("lore.folder.fresh"), ats);
      view.set({ renaming: id });
    },
    removeFolder(id: string): void {
      acts.removeFolder(id);
      toast({ icon: "trash", text: say("lore.folder.removed"), act: { label: say("common.undo"), run: undoOfLast(document) } });
    },
    copyText(ats: readonly number[]): string {
      const clip = clipOf(ats.map((at) => entries()[at]), listOf(document.store.get().body[FOLDERS]));
      hold(clip);
      toast({ text: say("lore.copied", { count: ats.length }) });
      return JSON.stringify(clip, null, 2);
    },
    /** Copies from a menu, where there is no event of the clipboard. */
    async copy(ats: readonly number[]): Promise<void> {
      const text = this.copyText(ats);
      // Without leave to write the clipboard, entries are still held for books of this window.
      await navigator.clipboard.writeText(text).catch(() => undefined);
    },
    pasteText(text: string): boolean {
      const clip = readClip(text) ?? (text === "" ? held() : null);
      if (clip === null) return false;
      const { page, chosen } = view.get();
      const made = acts.paste(clip, page === "entries" && chosen.length > 0 ? Math.max(...chosen) : entries().length - 1);
      showEntries(document, made);
      toast({ text: say("lore.pasted", { count: made.length }), act: { label: say("common.undo"), run: undoOfLast(document) } });
      return true;
    },
    async paste(): Promise<void> {
      const text = await navigator.clipboard.readText().catch(() => "");
      if (!this.pasteText(text) && !this.pasteText("")) toast({ icon: "info", text: say("lore.nothingToPaste") });
    },
  };
}

function firstOf(rows: readonly Row[], folder: number): number | undefined {
  const next = rows[folder + 1];
  return next?.kind === "entry" ? next.at : undefined;
}
