// The apps a person checks for. Without one, what an app would ignore is not asked. Remembered in this browser.
import { createStore, useStore } from "../data/store";

const STORED = "ficha.checks.targets";
const NONE: string[] = [];

function remembered(): string[] {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(held) ? held.filter((one): one is string => typeof one === "string") : NONE;
  } catch {
    return NONE;
  }
}

const store = createStore<{ targets: string[] }>({ targets: remembered() });

/** Format ids, as the checks want them. */
export function chosenTargets(): string[] {
  return store.get().targets;
}

export function useTargets(): string[] {
  return useStore(store, ({ targets }) => targets);
}

export function chooseTargets(targets: string[]): void {
  store.set({ targets });
  try {
    localStorage.setItem(STORED, JSON.stringify(targets));
  } catch {
    // Without storage the choice holds until the window is closed.
  }
}

export function onTargets(listener: () => void): () => void {
  return store.subscribe(listener);
}
