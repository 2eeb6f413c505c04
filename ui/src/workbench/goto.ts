// Bringing a field into view by its body path: the page that holds it is drawn first, then the field takes the focus.
import { useEffect } from "react";
import type { Kind } from "../bindings";
import { createStore, useStore } from "../data/store";
import { navigation, useNavigation } from "../navigation";

/** Frames waited for a field; a long list draws its row only once it has scrolled there. */
const FRAMES = 30;

/** Where the name of a piece stands in its body. */
export function namePath(kind: Kind): string {
  return kind === "character" ? "identity.name" : "name";
}

export interface Range { from: number; to: number }
let wantedRange: Range | null = null;
let staying = false;
/** The field somebody asked for last: an empty one is drawn for it. */
const sought = createStore<{ path: string | null }>({ path: null });

/** Brings a field into view, with a part of its text selected. */
export function showField(path: string, range: Range | null = null): void {
  wantedRange = range;
  staying = false;
  navigation.set({ goto: path });
}

/** The same within what is on the page: the form of a character stays the one it is. */
export function showHere(path: string): void {
  showField(path);
  staying = true;
}

export function useWantedField(): string | null {
  return useStore(sought, (state) => state.path);
}

function focusPath(path: string, range: Range | null): void {
  let left = FRAMES;
  const look = (): void => {
    const found = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`) ?? parentOf(path);
    const field = found?.matches("input, textarea") === true ? found : found?.querySelector<HTMLElement>("input, textarea, [contenteditable=true]") ?? found?.querySelector<HTMLElement>("button");
    if (field != null) {
      field.focus();
      // What is not measured yet is hidden, and takes no focus.
      if (document.activeElement !== field && left > 0) {
        left -= 1;
        requestAnimationFrame(look);
        return;
      }
      field.scrollIntoView({ block: "center" });
      if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
        if (range !== null && field.type !== "number") field.setSelectionRange(range.from, range.to);
        else if (field instanceof HTMLInputElement) field.select();
      }
      return;
    }
    left -= 1;
    if (left > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** A word of a list has no field of its own; its list has. */
function parentOf(path: string): HTMLElement | null {
  const list = /^(.*?(?:[tT]riggers|tags|source))\[\d+\]/.exec(path)?.[1];
  return list === undefined ? null : document.querySelector<HTMLElement>(`[data-path="${CSS.escape(list)}"]`);
}

/**
 * Follows a wish to see a field, once: `show` opens the page that holds it, and may answer with the path the field has
 * there. `here` says that the wish came from that page.
 */
export function useGoto(show: (path: string, here: boolean) => string | void): void {
  const goto = useNavigation((state) => state.goto);
  useEffect(() => {
    if (goto === null) return;
    const path = show(goto, staying) ?? goto;
    sought.set({ path });
    navigation.set({ goto: null });
    focusPath(path, wantedRange);
    wantedRange = null;
    staying = false;
  }, [goto, show]);
}
