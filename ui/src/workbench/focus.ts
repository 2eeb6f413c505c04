// Which field the person is in, for the figure at the end of the status bar.
import { createStore, useStore } from "../data/store";

const focused = createStore<{ path: string | null; label: string }>({ path: null, label: "" });

export function focusField(path: string, label: string): void {
  focused.set({ path, label });
}

export function useFocusedField(): { path: string | null; label: string } {
  return useStore(focused, (state) => state);
}
