// Whether the help is open and at which topic; `null` topic is the list of all.
import { createStore, useStore } from "../data/store";

export interface Help { open: boolean; topic: string | null }

export const help = createStore<Help>({ open: false, topic: null });

export function useHelp<T>(select: (state: Help) => T): T {
  return useStore(help, select);
}
