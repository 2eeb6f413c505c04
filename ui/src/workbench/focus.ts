// Which field the person is in, for the figure at the end of the status bar.
import { createStore, useStore } from "../data/store";
import type { Document } from "../documents";

export interface Focused { path: string | null; label: string; /** The piece, in the form it is written in. */ document: Document | null }
const focused = createStore<Focused>({ path: null, label: "", document: null });

export function focusField(path: string, label: string, document: Document | null = null): void {
  focused.set({ path, label, document });
}

/** The path of the field the person is in, or was in last. */
export function focusedField(): string | null {
  return focused.get().path;
}

export function useFocusedField(): Focused {
  return useStore(focused, (state) => state);
}
