// The parts of what is open, for the palette: the editor on top says what they are and how to go there. Asked for when
// the palette is looked at, never kept, so a book of thousands costs nothing while it is only edited.
import { useEffect, useRef } from "react";
import type { IconName } from "../kit/icons";

export interface SectionPlace { id: string; title: string; icon?: IconName; show: () => void }

let provider: (() => SectionPlace[]) | null = null;

export function sectionsOfTop(): SectionPlace[] {
  return provider?.() ?? [];
}

/** Offers the parts of an editor while it is on screen. */
export function useSections(list: () => SectionPlace[]): void {
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    const mine = (): SectionPlace[] => latest.current();
    provider = mine;
    return () => {
      if (provider === mine) provider = null;
    };
  }, []);
}
