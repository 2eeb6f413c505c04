// What is looked for in the open piece, and where the studio found it. The fields mark the places, the bar counts and
// replaces. Nothing here decides what a match is: that is said once, in the core.
import { useEffect, useMemo, useRef } from "react";
import type { FoundField, FoundPlace, JsonObject, Wanted } from "../../bindings";
import { createStore, useStore } from "../../data/store";
import { type Document, readPath, useDocument, wholeOf } from "../../documents";
import { invoke } from "../../host";

export interface Found { body: JsonObject; fields: FoundField[]; byPath: ReadonlyMap<string, FoundField>; total: number; fault: string | null }
export interface Find extends Wanted { open: boolean; replacement: string; found: Found | null }

export const NOT_LOOKING: Find = { open: false, text: "", replacement: "", exact: false, wholeWord: false, pattern: false, found: null };
export const find = createStore<Find>(NOT_LOOKING);

/** Quiet time after the last key. */
const LOOK_AFTER = 90;

export function useFind<T>(select: (state: Find) => T, equal?: (a: T, b: T) => boolean): T {
  return useStore(find, select, equal);
}

export function wantedOf({ text, exact, wholeWord, pattern }: Wanted): Wanted {
  return { text, exact, wholeWord, pattern };
}

/** Keeps `find.found` up to date with the words and with the piece, while the bar is open. */
export function useLooking(document: Document): void {
  const written = useDocument(document, (state) => state.body);
  const profiles = useDocument(document, (state) => state.profiles);
  const body = useMemo(() => wholeOf({ body: written, profiles }), [written, profiles]);
  const kind = useDocument(document, (state) => state.entity.kind);
  const text = useFind((state) => state.text);
  const exact = useFind((state) => state.exact);
  const wholeWord = useFind((state) => state.wholeWord);
  const pattern = useFind((state) => state.pattern);
  const took = useRef(0);
  useEffect(() => {
    if (text === "") {
      find.set({ found: null });
      return undefined;
    }
    let gone = false;
    const timer = setTimeout(() => {
      const from = performance.now();
      invoke("find_body", { kind, body, wanted: { text, exact, wholeWord, pattern } }).then(
        ({ fields, total, fault }) => {
          took.current = performance.now() - from;
          if (!gone) find.set({ found: { body, fields, byPath: new Map(fields.map((field) => [field.path, field])), total, fault } });
        },
        (thrown: unknown) => !gone && find.set({ found: { body, fields: [], byPath: new Map(), total: 0, fault: thrown instanceof Error ? thrown.message : String(thrown) } }),
      );
    }, Math.max(LOOK_AFTER, took.current));
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [body, kind, text, exact, wholeWord, pattern]);
  useEffect(() => () => find.set({ found: null }), []);
}

/** The places of the search in a text, when the answer is about just this text. */
export function usePlaces(path: string, text: string): readonly FoundPlace[] | null {
  return useFind(({ open, found }) => {
    const field = open ? found?.byPath.get(path) : undefined;
    return field !== undefined && readPath(found?.body, path) === text ? field.places : null;
  });
}
