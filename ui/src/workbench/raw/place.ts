// Going to a place of a raw original and back: a panel or a field names it, the editor of the piece opens the page, and
// the page goes to the pointer.
import { useEffect } from "react";
import type { Address, FormatId } from "../../bindings";
import { createStore, useStore } from "../../data/store";
import type { Document, DocumentState } from "../../documents";

/** Whether there is anything raw: an original, or what was written by hand for an app. */
export const hasRaw = ({ entity, native }: DocumentState): boolean => entity.originals.length > 0 || Object.values(native).some((ops) => ops.length > 0);

export interface RawPlace { format: FormatId; pointer: string }

const wish = createStore<{ at: Address | null; place: RawPlace | null; opened: boolean; leave: Address | null }>({ at: null, place: null, opened: true, leave: null });

/** Opens the raw original of a piece at a pointer. */
export function showRaw(document: Document, format: FormatId, pointer: string): void {
  wish.set({ at: document.address, place: { format, pointer }, opened: false, leave: null });
}

/** Leaves the raw page for the form. */
export function leaveRaw(document: Document): void {
  wish.set({ leave: document.address });
}

/** For an editor: opens its raw page when somebody wants to be there, and its form when they want back. */
export function useRawPage(document: Document, open: () => void, close: () => void): void {
  const wanted = useStore(wish, ({ at, opened }) => at === document.address && !opened);
  const leaving = useStore(wish, ({ leave }) => leave === document.address);
  useEffect(() => {
    if (!wanted) return;
    wish.set({ opened: true });
    open();
  }, [wanted, open]);
  useEffect(() => {
    if (!leaving) return;
    wish.set({ leave: null });
    close();
  }, [leaving, close]);
}

/** The place the raw page should go to; it is forgotten with `taken`. */
export function useRawPlace(document: Document): [RawPlace | null, () => void] {
  const place = useStore(wish, (state) => (state.at === document.address ? state.place : null));
  return [place, taken];
}

function taken(): void {
  wish.set({ place: null });
}
