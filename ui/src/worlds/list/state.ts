// What the list of worlds shows: worlds, world books or trash, which row, what went wrong last.
import type { ApiError } from "../../bindings";
import type { Given } from "../../host";
import { createStore, useStore } from "../../data/store";

export interface ListState {
  page: "worlds" | "books" | "trash";
  chosen: string | null;
  /** Whether the form of a new world is up. */
  naming: boolean;
  fault: ApiError | null;
  /** The world file that `fault` refused for a limit that can be raised for it. */
  refused: Given | null;
}

export const list = createStore<ListState>({ page: "worlds", chosen: null, naming: false, fault: null, refused: null });

export function useList<T>(select: (state: ListState) => T): T {
  return useStore(list, select);
}
