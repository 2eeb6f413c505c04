// What the library shows: the question, the view, the row under the cursor and the rows that are picked. Picking is apart
// from the cursor, so that looking through pieces never gathers them.
import type { Address, ApiError, EntityRow, Kind, LibraryQuery, LibrarySort } from "../bindings";
import { createStore, useStore } from "../data/store";
import { navigation } from "../navigation";

/** What the list at the left has chosen: a kind, everything, or one of the lists that are no search. */
export type Corner = Kind | "all" | "drafts" | "damaged" | "trash" | "twins" | "unlinked" | `shelf:${string}`;

export function shelfCorner(id: string): Corner {
  return `shelf:${id}`;
}

/** What stands in the place of the pieces; `null` is the pieces themselves. */
export type LibraryPage = { of: "replace" } | { of: "compare"; left: Address; right: Address };

export interface LibraryState {
  text: string;
  corner: Corner;
  tags: readonly string[];
  sort: LibrarySort;
  descending: boolean;
  /** The order of a search, apart from the order of everything: the best match first until another is chosen. */
  searchSort: LibrarySort;
  view: "grid" | "list";
  cursor: number;
  /** Where a range with Shift starts. */
  anchor: number;
  picked: ReadonlySet<Address>;
  /** The piece whose name is being changed. */
  renaming: EntityRow | null;
  page: LibraryPage | null;
  /** What could not be done last. */
  fault: ApiError | null;
}

const STORED = "ficha.library";

function remembered(): Partial<LibraryState> {
  try {
    const { sort, descending, view, corner } = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<LibraryState>;
    return {
      ...(sort === undefined ? {} : { sort }), ...(descending === undefined ? {} : { descending }), ...(view === "list" ? { view } : {}),
      ...(corner === undefined ? {} : { corner }),
    };
  } catch {
    return {};
  }
}

export const library = createStore<LibraryState>({
  text: "", corner: "all", tags: [], sort: "updated", descending: true, searchSort: "relevance", view: "grid", cursor: -1, anchor: -1, picked: new Set(), renaming: null, page: null, fault: null, ...remembered(),
});

library.subscribe(() => {
  const { sort, descending, view, corner } = library.get();
  try {
    localStorage.setItem(STORED, JSON.stringify({ sort, descending, view, corner }));
  } catch {
    // Only the view of the next start is lost.
  }
});

export function useLibrary<T>(select: (state: LibraryState) => T, equal?: (a: T, b: T) => boolean): T {
  return useStore(library, select, equal);
}

export function addressOf(row: EntityRow): Address {
  return `${row.kind}/${row.id}`;
}

/** The order in force. */
export function orderOf(state: LibraryState): { sort: LibrarySort; descending: boolean } {
  const sort = state.text.trim() === "" ? state.sort : state.searchSort;
  return { sort, descending: sort !== "relevance" && state.descending };
}

const NO_KIND = /^(?:all|drafts|damaged|trash|twins|unlinked|shelf:.*)$/su;

function isKind(corner: Corner): corner is Kind {
  return !NO_KIND.test(corner);
}

function listOf(corner: Corner): LibraryQuery["list"] {
  if (corner === "twins" || corner === "unlinked") return { of: corner };
  return corner.startsWith("shelf:") ? { of: "shelf", id: corner.slice("shelf:".length) } : null;
}

/** The question to the studio, without its page. */
export function queryOf(state: LibraryState): Omit<LibraryQuery, "offset" | "limit"> {
  const { text, corner, tags } = state;
  const { sort, descending } = orderOf(state);
  return { text: text.trim(), kinds: isKind(corner) ? [corner] : [], tags: [...tags], creator: null, list: listOf(corner), sort, descending };
}

/** Changes the question; cursor and picks belong to the old answer. */
export function askLibrary(change: Partial<Pick<LibraryState, "text" | "corner" | "tags" | "sort" | "searchSort" | "descending">>): void {
  library.set({ ...change, page: null, cursor: -1, anchor: -1, picked: new Set() });
}

export function sortBy(sort: LibrarySort): void {
  const state = library.get();
  const searching = state.text.trim() !== "";
  // Dates begin with the newest, names with A.
  const descending = orderOf(state).sort === sort ? !state.descending : sort === "updated" || sort === "added";
  askLibrary(searching ? { searchSort: sort, descending } : { sort, descending });
}

export function toggleTag(tag: string): void {
  const { tags, corner } = library.get();
  const place = corner === "trash" || corner === "damaged" || corner === "drafts" ? { corner: "all" as const } : {};
  askLibrary({ ...place, tags: tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag] });
}

export function togglePick(address: Address, index: number): void {
  library.set(({ picked }) => {
    const next = new Set(picked);
    if (!next.delete(address)) next.add(address);
    return { picked: next, cursor: index, anchor: index };
  });
}

export function pickAll(addresses: Iterable<Address>): void {
  library.set(({ picked }) => ({ picked: new Set([...picked, ...addresses]) }));
}

export function clearPicks(): void {
  library.set({ picked: new Set() });
}

/** Takes over a search that another part of the window asked for. */
export function takeSearch(): void {
  const { search } = navigation.get();
  if (search === null) return;
  navigation.set({ search: null });
  askLibrary({ text: search, corner: "all", tags: [] });
}

/** Escape leaves what stands in the place of the pieces, unless a field or menu inside meant it. */
export function closesBy(close: () => void): (event: { key: string; defaultPrevented: boolean; preventDefault: () => void }) => void {
  return (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
}
