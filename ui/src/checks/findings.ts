// Findings of an open piece, found again shortly after it stopped changing. However many parts of the workbench look at
// them, the piece is checked once; when nobody looks, it is not.
import { useCallback, useSyncExternalStore } from "react";
import type { ApiError, FindingRow, Severity } from "../bindings";
import type { Document } from "../documents";
import { asApiError, invoke } from "../host";
import { messages } from "../messages";
import { createStore, type Store } from "../data/store";
import { chosenTargets, onTargets } from "./targets";

/** Quiet time after the last change before the piece is checked. */
const AFTER = 700;

export interface Findings {
  rows: readonly FindingRow[];
  /** A check is on its way; the rows are of an earlier state. */
  asking: boolean;
  error: ApiError | null;
}

interface Watched { store: Store<Findings>; listeners: number; stop: () => void; again: (now?: boolean) => void }

/** Findings somebody else keeps up to date: those of a document that is no piece of the library. */
export interface GivenFindings { store: Store<Findings>; /** Shows them. */ open: () => void }

const NOTHING: readonly FindingRow[] = [];
const watched = new WeakMap<Document, Watched>();
const given = new WeakMap<Document, GivenFindings>();
const alive = new Set<Watched>();

function watch(document: Document): Watched {
  const store = createStore<Findings>({ rows: NOTHING, asking: true, error: null });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;
  let seen: unknown = null;
  function ask(): void {
    turn += 1;
    const mine = turn;
    const { body } = document.store.get();
    seen = body;
    store.set({ asking: true });
    invoke("checks_body", { address: document.address, body, targets: chosenTargets(), language: messages().language }).then(
      (rows) => mine === turn && store.set({ rows, asking: false, error: null }),
      (thrown: unknown) => mine === turn && store.set({ asking: false, error: asApiError(thrown) }),
    );
  }
  function again(now = false): void {
    clearTimeout(timer);
    if (now) ask();
    else timer = setTimeout(ask, AFTER);
  }
  const stops = [document.store.subscribe(() => document.store.get().body !== seen && again()), onTargets(() => again(true))];
  ask();
  return {
    store, listeners: 0, again,
    stop: () => {
      clearTimeout(timer);
      turn += 1;
      for (const stop of stops) stop();
    },
  };
}

/** Checks every piece that is looked at again, at once: something around it changed. */
export function checkAgain(): void {
  for (const one of alive) one.again(true);
}

/** The findings of an open piece as it is being written, the gravest first. */
export function useFindings(document: Document): Findings {
  const subscribe = useCallback((listener: () => void) => subscribeFindings(document, listener), [document]);
  const snapshot = useCallback(() => findingsOf(document), [document]);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

/** Findings of a document from somebody else; the answer takes them away. */
export function giveFindings(document: Document, findings: GivenFindings): () => void {
  given.set(document, findings);
  return () => {
    if (given.get(document) === findings) given.delete(document);
  };
}
export function givenFindings(document: Document): GivenFindings | undefined {
  return given.get(document);
}

/** Calls back whenever the findings of a piece change, and keeps them up to date until it is answered. */
export function subscribeFindings(document: Document, listener: () => void): () => void {
  const own = given.get(document);
  if (own !== undefined) return own.store.subscribe(listener);
  const there = watched.get(document) ?? watch(document);
  watched.set(document, there);
  alive.add(there);
  there.listeners += 1;
  const stop = there.store.subscribe(listener);
  return () => {
    stop();
    there.listeners -= 1;
    if (there.listeners > 0) return;
    there.stop();
    alive.delete(there);
    watched.delete(document);
  };
}

const WAITING: Findings = { rows: NOTHING, asking: true, error: null };

/** The findings as they are now; none yet while nobody looks. */
export function findingsOf(document: Document): Findings {
  return (given.get(document)?.store ?? watched.get(document)?.store)?.get() ?? WAITING;
}

/** Whether a place lies at a path or below it. */
export function isUnder(path: string, root: string): boolean {
  return root === "" || path === root || path.startsWith(`${root}.`) || path.startsWith(`${root}[`);
}

export interface FindingTally { error: number; warning: number; info: number; all: number; worst: Severity | null }

/** How many speak, by how much they matter; silenced ones are left out. */
export function tallyOf(rows: readonly FindingRow[]): FindingTally {
  const tally: FindingTally = { error: 0, warning: 0, info: 0, all: 0, worst: null };
  for (const row of rows) {
    if (row.hushed) continue;
    tally[row.severity] += 1;
    tally.all += 1;
  }
  tally.worst = tally.error > 0 ? "error" : tally.warning > 0 ? "warning" : tally.info > 0 ? "info" : null;
  return tally;
}
