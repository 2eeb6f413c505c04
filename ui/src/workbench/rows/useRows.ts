// The state of an editor of rows: which row is open, which are picked together, and the acts on them with what the page
// shows afterwards.
import { useCallback, useEffect, useState } from "react";
import type { Json, JsonObject } from "../../bindings";
import { type Document, useValue } from "../../documents";
import { toast } from "../../kit";
import { useMessages } from "../../messages";
import { showRow } from "../../native/state";
import { showField, useGoto } from "../goto";
import { undoOfLast } from "../undo";
import { listActs, type ListOf, isMap, rowsAt } from "./acts";

export type Page = { row: number } | { page: string };

export interface RowsOf extends Omit<ListOf, "document"> {
  /** The page shown when no row is. */
  home: string;
  /** The page that holds a field that is of no row. */
  pageOf?: (path: string) => string;
  fresh: () => JsonObject;
  /** What a row is called. */
  nameOf: (row: Json, at: number) => string;
  /** Key of the text that takes the focus in a new row. */
  first: string;
  onSwitched: string;
  /** The key that says whether a row is off, and the value that says so; `enabled: false` when it is not said. */
  offIs?: { key: string; off: boolean };
}

export function useRows(document: Document, of: RowsOf) {
  const { say } = useMessages();
  const { path, home, pageOf, first } = of;
  const rows = rowsAt(useValue(document, path));
  const [wanted, setPage] = useState<Page>(rows.length > 0 ? { row: 0 } : { page: home });
  const [picked, onPick] = useState<ReadonlySet<number>>(new Set());
  const acts = listActs({ ...of, document });
  const gone = "row" in wanted && wanted.row >= rows.length;
  const page: Page = gone ? (rows.length > 0 ? { row: rows.length - 1 } : { page: home }) : wanted;
  useGoto(useCallback((field: string) => {
    const at = field.startsWith(`${path}[`) ? /^\[(\d+)\]/.exec(field.slice(path.length))?.[1] : undefined;
    setPage(at === undefined ? { page: pageOf?.(field) ?? home } : { row: Number(at) });
  }, [path, home, pageOf]));

  const chosen = "row" in page ? page.row : null;
  const open = chosen === null ? undefined : rows[chosen];
  const id = isMap(open) ? open.id : undefined;
  // The native fields of the row are drawn beside it.
  useEffect(() => showRow(document.address, path, typeof id === "string" ? id : null), [document, path, id]);
  return {
    rows, acts, page, chosen, picked, onPick,
    row: chosen === null ? null : rows[chosen] ?? null,
    show: setPage,
    onPage: (id: string) => setPage({ page: id }),
    onChoose: (at: number) => setPage({ row: at }),
    onAdd(): void {
      const at = acts.add(of.fresh(), chosen ?? undefined);
      onPick(new Set());
      setPage({ row: at });
      showField(`${path}[${at}].${first}`);
    },
    onMove(ats: number[], gap: number): void {
      const at = acts.move(ats, gap);
      if (at === null) return;
      setPage({ row: at + Math.max(0, ats.indexOf(chosen ?? -1)) });
      if (picked.size > 0) onPick(new Set(ats.map((_, index) => at + index)));
    },
    onDuplicate(ats: number[]): void {
      const at = acts.duplicate(ats);
      if (at < 0) return;
      onPick(new Set());
      setPage({ row: at });
    },
    onRemove(ats: number[]): void {
      const [one] = ats;
      if (one === undefined) return;
      const name = of.nameOf(rows[one] ?? null, one);
      acts.remove(ats);
      onPick(new Set());
      setPage({ row: Math.max(0, Math.min(one, rows.length - ats.length - 1)) });
      toast({ icon: "trash", text: ats.length === 1 ? say("rows.removed", { name }) : say("rows.removedMany", { count: ats.length }), act: { label: say("common.undo"), run: undoOfLast(document) } });
    },
    onToggle(ats: number[]): void {
      const { key, off } = of.offIs ?? ENABLED;
      const anyOff = ats.some((at) => isOff(rows[at], of.offIs));
      acts.set(ats, key, anyOff ? !off : off, of.onSwitched);
    },
  };
}

const ENABLED = { key: "enabled", off: false };

export function isOff(row: Json | undefined, { key, off } = ENABLED): boolean {
  return isMap(row) && row[key] === off;
}
