// What is being looked at in an open book: the page, the chosen entries, closed folders, the graph of wakes. One store for
// each open piece, so that list, page and panels point at the same things.
import { useEffect, useRef } from "react";
import type { LoreGraph } from "../../bindings";
import { announceJob } from "../../data/jobs";
import { createStore, type Store, useStore } from "../../data/store";
import { type Document, useDocument } from "../../documents";
import { invoke, newJob } from "../../host";
import { messages } from "../../messages";
import type { Tokens } from "../tokens";
import { rememberWithin, withinOf } from "../../navigation";

const PAGES = ["entries", "book", "raw", "history"] as const;
export type PageId = (typeof PAGES)[number];

export interface BookView {
  page: PageId;
  /** Places of the chosen entries, lowest first. */
  chosen: readonly number[];
  /** Where a range begins. */
  anchor: number;
  closed: ReadonlySet<string>;
  words: string;
  /** The folder row under the cursor, by its place in the list; `null` when an entry is. */
  row: number | null;
  /** The folder whose name is being written. */
  renaming: string | null;
  /** Tokens of every text, counted once for all that show them. */
  tokens: Tokens;
  /** Who calls whom, as of the last count; `null` until then. */
  graph: LoreGraph | null;
  dialog: "merge" | "split" | null;
}

const views = new WeakMap<Document, Store<BookView>>();

export function viewOf(document: Document): Store<BookView> {
  const known = views.get(document);
  if (known !== undefined) return known;
  // The page of a book that was open before is the one it comes back to.
  const last = withinOf(document.address).page;
  const at = typeof last === "number" ? last : 0;
  const page = PAGES.find((one) => one === last) ?? "entries";
  const fresh = createStore<BookView>({ page, chosen: [at], anchor: at, closed: new Set(), words: "", row: null, renaming: null, tokens: new Map(), graph: null, dialog: null });
  views.set(document, fresh);
  return fresh;
}

export function useView<T>(document: Document, select: (view: BookView) => T, equal?: (a: T, b: T) => boolean): T {
  return useStore(viewOf(document), select, equal);
}

/** Shows entries on the page. */
export function showEntries(document: Document, chosen: readonly number[], anchor = chosen[0] ?? 0): void {
  rememberWithin(document.address, { page: anchor, top: 0 });
  viewOf(document).set({ page: "entries", row: null, chosen: [...chosen].sort((a, b) => a - b), anchor });
}

export function showPage(document: Document, page: PageId): void {
  rememberWithin(document.address, { page, top: 0 });
  viewOf(document).set({ page });
}

/** Quiet time before the graph is drawn anew; a large book waits longer. */
const GRAPH_AFTER = 700;
/** A count that has run for less is nearly done; stopping it gains nothing. */
const WORTH_STOPPING = 3_000;

/** Keeps the graph of wakes up to date while the book is on screen. */
export function useGraphKept(document: Document): void {
  const entries = useDocument(document, ({ body }) => body.entries);
  const took = useRef(0);
  useEffect(() => {
    let gone = false;
    const job = newJob("wakes");
    let running = false;
    let since = 0;
    const timer = setTimeout(() => {
      const from = performance.now();
      since = from;
      running = true;
      announceJob(job, messages().say("wakes.counting"));
      // A count that fails leaves the graph as it was; the next edit asks again.
      invoke("lore_wakes", { body: { entries: entries ?? [] }, job }).then((graph) => {
        took.current = performance.now() - from;
        running = false;
        if (!gone) viewOf(document).set({ graph });
      }, () => undefined);
    }, viewOf(document).get().graph === null ? 0 : Math.max(GRAPH_AFTER, took.current * 3));
    return () => {
      gone = true;
      clearTimeout(timer);
      if (running && performance.now() - since > WORTH_STOPPING) void invoke("job_cancel", { job }).catch(() => undefined);
    };
  }, [document, entries]);
}
