// What can be done with the rows of a list of an open piece: add, copy, take out, move. Each act is one step. Rows that
// carry a number for their place keep their numbers in the order they are in.
import type { Change, Json, JsonObject } from "../../bindings";
import { type Document, readPath } from "../../documents";

export function isMap(value: Json | undefined): value is JsonObject {
  return value !== undefined && value !== null && typeof value === "object" && !Array.isArray(value);
}

export function textAt(row: Json | undefined, key: string): string {
  const value = isMap(row) ? row[key] : undefined;
  return typeof value === "string" ? value : "";
}

const NONE: readonly Json[] = [];

export function rowsAt(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : NONE;
}

/** Names of the steps. */
export interface StepNames { add: string; copy: string; remove: string; move: string }

export interface ListOf {
  document: Document;
  path: string;
  steps: StepNames;
  /** The key whose number says where a row stands, in formats that have one. */
  order?: string;
  /** An id that none of these rows has; without it rows have no ids. */
  freshId?: (rows: readonly Json[]) => string;
  /** What a copy says otherwise than its row. */
  copy?: (row: JsonObject) => JsonObject;
  /** What else a move changes in the rows that went, among their new neighbours. */
  settle?: (rows: Json[], moved: ReadonlySet<Json>) => Json[];
}

/** Rows whose numbers of place fit the order they stand in; the numbers that were there are dealt out again. */
export function renumbered(rows: readonly Json[], order: string | undefined): Json[] {
  if (order === undefined) return [...rows];
  const numbered = rows.filter((row) => isMap(row) && typeof row[order] === "number") as JsonObject[];
  const numbers = numbered.map((row) => row[order] as number);
  if (numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number))) return [...rows];
  const sorted = [...numbers].sort((a, b) => a - b);
  const distinct = sorted.every((number, at) => at === 0 || number !== sorted[at - 1]);
  let next = 0;
  return rows.map((row) => {
    if (!isMap(row) || typeof row[order] !== "number") return row;
    const number = distinct ? (sorted[next] as number) : next;
    next += 1;
    return row[order] === number ? row : { ...row, [order]: number };
  });
}

/** The rows with some of them taken to a gap of the old list; where the first of them stands then. */
export function movedTo<T>(rows: readonly T[], from: readonly number[], gap: number): { rows: T[]; at: number } {
  const taken = new Set(from);
  const held = rows.filter((_, at) => taken.has(at));
  const before = rows.filter((_, at) => !taken.has(at) && at < gap);
  const behind = rows.filter((_, at) => !taken.has(at) && at >= gap);
  return { rows: [...before, ...held, ...behind], at: before.length };
}

export function listActs({ document, path, steps, order, freshId, copy, settle }: ListOf) {
  const rows = (): readonly Json[] => rowsAt(readPath(document.store.get().body, path));
  const write = (label: string, next: readonly Json[], more: Change[] = []): void =>
    document.edit({ label, changes: [next.length === 0 ? { path } : { path, value: [...next] }, ...more] });
  const withId = (row: JsonObject, among: readonly Json[]): JsonObject => (freshId === undefined ? row : { ...row, id: freshId(among) });
  return {
    rows,
    write,
    /** Puts a new row behind another, or at the end; answers where it is. */
    add(row: JsonObject, behind?: number): number {
      const before = rows();
      const at = behind === undefined || behind >= before.length ? before.length : behind + 1;
      const numbers = order === undefined ? [] : before.map((one) => (isMap(one) ? one[order] : undefined)).filter((one): one is number => typeof one === "number");
      const numbered = order !== undefined && numbers.length > 0 ? { ...row, [order]: Math.max(...numbers) + 1 } : row;
      write(steps.add, renumbered([...before.slice(0, at), withId(numbered, before), ...before.slice(at)], order));
      return at;
    },
    /** Copies rows, each behind itself; answers where the first copy is. */
    duplicate(ats: readonly number[]): number {
      let made: Json[] = [...rows()];
      let first = -1;
      for (const at of [...ats].sort((a, b) => b - a)) {
        const row = made[at];
        if (!isMap(row)) continue;
        made = [...made.slice(0, at + 1), withId(copy === undefined ? { ...row } : copy(row), made), ...made.slice(at + 1)];
        first = at + 1;
      }
      if (first >= 0) write(steps.copy, renumbered(made, order));
      return first;
    },
    remove(ats: readonly number[]): void {
      const gone = new Set(ats);
      write(steps.remove, rows().filter((_, at) => !gone.has(at)));
    },
    /** Takes rows to a gap; answers where the first of them is, or `null` when nothing moves. */
    move(ats: readonly number[], gap: number): number | null {
      const before = rows();
      if (gap < 0 || gap > before.length || ats.length === 0) return null;
      const moved = movedTo(before, ats, gap);
      if (moved.rows.every((row, at) => row === before[at])) return null;
      const held = new Set<Json>(ats.map((at) => before[at] as Json));
      write(steps.move, renumbered(settle === undefined ? moved.rows : settle(moved.rows, held), order));
      return moved.at;
    },
    /** Writes one key of several rows in one step. */
    set(ats: readonly number[], key: string, value: Json, label: string): void {
      const chosen = new Set(ats);
      write(label, rows().map((row, at) => (chosen.has(at) && isMap(row) ? { ...row, [key]: value } : row)));
    },
  };
}

export type ListActs = ReturnType<typeof listActs>;

/** A random id in the usual spelling, for apps that give their rows such ones. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The lowest number that no row has as its id. */
export function countedId(rows: readonly Json[]): string {
  const taken = new Set(rows.map((row) => (isMap(row) ? String(row.id) : "")));
  let next = rows.length;
  while (taken.has(String(next))) next += 1;
  return String(next);
}
