// A small external store: state outside React, read through selectors, so that a component renders only when the part
// it selected changed. Everything that lives longer than a component is one of these.
import { useCallback, useRef, useSyncExternalStore } from "react";

export interface Store<S> {
  get(): S;
  set(change: Partial<S> | ((state: S) => Partial<S>)): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const part = typeof change === "function" ? change(state) : change;
      const differs = (Object.keys(part) as (keyof S)[]).some((key) => !Object.is(part[key], state[key]));
      if (!differs) return;
      state = { ...state, ...part };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Equality of flat lists and maps, for selectors that build one. */
export function shallowEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  const a = left as Record<string, unknown>;
  const b = right as Record<string, unknown>;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]));
}

/** The selected part of a store; equal parts keep their identity and cause no render. */
export function useStore<S extends object, T>(store: Store<S>, select: (state: S) => T, equal: (a: T, b: T) => boolean = Object.is): T {
  const last = useRef<{ value: T } | null>(null);
  const snapshot = useCallback(() => {
    const value = select(store.get());
    if (last.current !== null && equal(last.current.value, value)) return last.current.value;
    last.current = { value };
    return value;
  }, [store, select, equal]);
  return useSyncExternalStore(store.subscribe, snapshot, snapshot);
}
