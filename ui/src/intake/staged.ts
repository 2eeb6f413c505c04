// The staged files as the review shows them: every row there is, the one under the cursor, the filter. Rows come by
// events while files are read, and by answers.
import type { ApiError, StagedRow } from "../bindings";
import { onJobEvent } from "../data/jobs";
import { createStore, useStore } from "../data/store";
import { asApiError, invoke } from "../host";

export type StagedFilter = "all" | "new" | "decide" | "here" | "refused";

interface Staged {
  rows: readonly StagedRow[];
  /** The list was asked for and has answered. */
  known: boolean;
  chosen: string | null;
  filter: StagedFilter;
  /** Rows the person has decided about; the others of a doubtful state still wait. */
  decided: ReadonlySet<string>;
  /** Files that could not be kept, and why. */
  failures: ReadonlyMap<string, ApiError>;
  /** What went wrong with the whole adding, not with one file. */
  error: ApiError | null;
  /** The file whose limit the person is asked about. */
  raising: string | null;
  /** The row whose password is being asked for. */
  unlocking: string | null;
}

export const staged = createStore<Staged>({ rows: [], known: false, chosen: null, filter: "all", decided: new Set(), failures: new Map(), error: null, raising: null, unlocking: null });

/** Whether a row waits for the person: something like it is there, and what to do is not plain. */
export function isWaiting(row: StagedRow, decided: ReadonlySet<string>): boolean {
  return (row.state === "newer" || row.state === "alike") && !decided.has(row.id);
}

const FILTERS: Record<StagedFilter, (row: StagedRow, decided: ReadonlySet<string>) => boolean> = {
  all: () => true,
  new: (row) => row.state === "new",
  decide: isWaiting,
  here: (row) => row.state === "same",
  refused: (row) => row.state === "refused",
};

export function rowsFor(rows: readonly StagedRow[], filter: StagedFilter, decided: ReadonlySet<string>): StagedRow[] {
  return rows.filter((row) => FILTERS[filter](row, decided));
}

/** Puts rows in, the known ones at their place, new ones at the end. Rows that were kept leave the review. */
export function putStaged(fresh: readonly StagedRow[]): void {
  if (fresh.length === 0) return;
  staged.set(({ rows, chosen }) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const row of fresh) byId.set(row.id, row);
    const next = [...byId.values()].filter((row) => row.state !== "kept");
    return { rows: next, chosen: chosen !== null && byId.has(chosen) ? chosen : next[0]?.id ?? null };
  });
}

export function dropStaged(ids: readonly string[]): void {
  const gone = new Set(ids);
  staged.set(({ rows, chosen }) => {
    const next = rows.filter((row) => !gone.has(row.id));
    return { rows: next, chosen: chosen !== null && !gone.has(chosen) ? chosen : next[0]?.id ?? null };
  });
}

export function saidWhileAdding(error: ApiError | null): void {
  staged.set({ error });
}

/** Reads the whole list; rows that are gone elsewhere leave. */
export async function loadStaged(): Promise<void> {
  try {
    const rows = (await invoke("intake_list", {})).filter((row) => row.state !== "kept");
    staged.set(({ chosen }) => ({ rows, known: true, chosen: rows.some((row) => row.id === chosen) ? chosen : rows[0]?.id ?? null }));
  } catch (thrown) {
    staged.set({ known: true, error: asApiError(thrown) });
  }
}

/** Rows told by events are put in together, a few times a second: thousands may come at once. */
const GATHER = 90;

export function listenToStaged(): () => void {
  let waiting: StagedRow[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onJobEvent(({ row }) => {
    if (row == null) return;
    waiting.push(row);
    timer ??= setTimeout(() => {
      timer = undefined;
      putStaged(waiting);
      waiting = [];
    }, GATHER);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

export function useStaged<T>(select: (state: Staged) => T, equal?: (a: T, b: T) => boolean): T {
  return useStore(staged, select, equal);
}
