// The rows of the question in force, page by page as they come into view. While a new question is on its way the old
// answer stays, so that typing never empties the screen.
import { useEffect } from "react";
import type { Address, ApiError, EntityRow, LibraryQuery, SearchHit } from "../bindings";
import { onInvalidate } from "../data/queries";
import { createStore, useStore } from "../data/store";
import { asApiError, invoke } from "../host";
import { addressOf, library, queryOf } from "./state";

type Question = Omit<LibraryQuery, "offset" | "limit">;

const PAGE = 100;
/** Rows asked for at once when a whole answer is picked. */
const PICK_PAGE = 1_000;

export interface Rows {
  key: string;
  /** `null` until the first answer. */
  total: number | null;
  pages: ReadonlyMap<number, { entities: EntityRow[]; hits: SearchHit[] }>;
  error: ApiError | null;
  asking: boolean;
}

const rows = createStore<Rows>({ key: "", total: null, pages: new Map(), error: null, asking: false });
let question: Question | null = null;
let turn = 0;
let pending = new Set<number>();
let view = { first: 0, last: PAGE - 1 };

async function askPage(page: number, mine: number, fresh: boolean): Promise<void> {
  if (question === null) return;
  const key = JSON.stringify(question);
  pending.add(page);
  try {
    const answer = await invoke("library_query", { query: { ...question, offset: page * PAGE, limit: PAGE } });
    if (mine !== turn) return;
    const part = { entities: answer.entities, hits: answer.hits };
    rows.set(({ pages }) => ({ key, total: answer.total, pages: fresh ? new Map([[page, part]]) : new Map(pages).set(page, part), error: null, asking: false }));
  } catch (thrown) {
    if (mine === turn) rows.set({ error: asApiError(thrown), asking: false });
  } finally {
    if (mine === turn) pending.delete(page);
  }
}

/** Something changed while a question was on its way: it is asked once more when it is answered, and not in its place. */
let again = false;

/** Asks the visible pages anew; the first to answer replaces what was there. */
function begin(keepPlace: boolean): void {
  turn += 1;
  pending = new Set();
  rows.set({ asking: true });
  if (!keepPlace) view = { first: 0, last: PAGE - 1 };
  const mine = turn;
  const first = Math.floor(view.first / PAGE);
  void askPage(first, mine, true).then(() => {
    if (mine !== turn) return;
    showRange(view.first, view.last);
    if (!again) return;
    again = false;
    begin(true);
  });
}

/** Tells which rows are in view, so that their pages are there. */
export function showRange(first: number, last: number): void {
  view = { first, last };
  const { pages, total } = rows.get();
  if (total === null) return;
  const end = Math.floor(Math.min(last + PAGE / 2, total - 1) / PAGE);
  for (let page = Math.floor(Math.max(0, first - PAGE / 2) / PAGE); page <= end; page += 1) {
    if (!pages.has(page) && !pending.has(page)) void askPage(page, turn, false);
  }
}

export function rowAt(state: Rows, index: number): EntityRow | null {
  return state.pages.get(Math.floor(index / PAGE))?.entities[index % PAGE] ?? null;
}

export function hitAt(state: Rows, index: number): SearchHit | null {
  return state.pages.get(Math.floor(index / PAGE))?.hits[index % PAGE] ?? null;
}

/** Takes rows off the screen before the next answer confirms it, so that nothing asks about them any more. */
export function dropRows(addresses: readonly Address[]): void {
  const gone = new Set(addresses);
  rows.set(({ pages, total }) => {
    let count = 0;
    const next = [...pages].map(([page, part]) => {
      const kept = part.entities.map((row) => !gone.has(addressOf(row)));
      count += kept.filter((keep) => !keep).length;
      return [page, { entities: part.entities.filter((_, at) => kept[at]), hits: part.hits.filter((_, at) => kept[at]) }] as const;
    });
    return { pages: new Map(next), total: total === null ? null : Math.max(0, total - count) };
  });
  const last = (rows.get().total ?? 0) - 1;
  if (library.get().cursor > last) library.set({ cursor: last, anchor: last });
}

/** The rows of a question. Only one question is in force in a window. */
export function useRows(asked: Question): Rows {
  const key = JSON.stringify(asked);
  useEffect(() => {
    const next = JSON.parse(key) as Question;
    const same = question !== null && JSON.stringify(question) === key;
    question = next;
    again = false;
    begin(same);
    return onInvalidate((commands) => {
      if (!commands.includes("library_query")) return;
      if (rows.get().asking) again = true;
      else begin(true);
    });
  }, [key]);
  return useStore(rows, (state) => state);
}

/** Every address of the answer in force; asked anew, since no page of it may be at hand. */
export async function addressesOfAll(): Promise<Address[]> {
  const asked = queryOf(library.get());
  const { total } = await invoke("library_query", { query: { ...asked, offset: 0, limit: 1 } });
  question = asked;
  return total === 0 ? [] : addressesOf(0, total - 1);
}

/** Addresses of a range of the answer in force; what is not at hand is asked for. */
export async function addressesOf(first: number, last: number): Promise<Address[]> {
  const state = rows.get();
  const known: Address[] = [];
  for (let index = first; index <= last; index += 1) {
    const row = rowAt(state, index);
    if (row === null) break;
    known.push(addressOf(row));
  }
  if (known.length === last - first + 1 || question === null) return known;
  const found: Address[] = [];
  for (let offset = first; offset <= last; offset += PICK_PAGE) {
    const limit = Math.min(PICK_PAGE, last - offset + 1);
    const { entities } = await invoke("library_query", { query: { ...question, offset, limit } });
    found.push(...entities.map(addressOf));
    if (entities.length < limit) break;
  }
  return found;
}
