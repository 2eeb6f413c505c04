// Which native panels a piece has, asked of the core again only when a place appears or goes; which app is on top; which
// row of a list is being looked at.
import { useEffect, useRef, useState } from "react";
import type { Address, ApiError, NativePanel, NativePanels, NativePatch } from "../bindings";
import { createStore, useStore } from "../data/store";
import { type Document, type DocumentState, useDocument } from "../documents";
import { asApiError, invoke } from "../host";
import { openPanel } from "../workbench/inspector";

/** The id of the inspector's panel. */
export const NATIVE = "native";

interface Choice { chosen: { [address: Address]: string }; rows: { [address: Address]: { list: string; id: string } }; field: { address: Address; pointer: string } | null }
const choice = createStore<Choice>({ chosen: {}, rows: {}, field: null });

export const panelId = ({ original, format }: Pick<NativePanel, "original" | "format">): string => (original === format ? format : `${original} ${format}`);

/** Shows the fields of an app in the inspector; `pointer` brings one of them into view. */
export function openNative(document: Document, id: string, pointer?: string): void {
  choice.set(({ chosen }) => ({ chosen: { ...chosen, [document.address]: id }, field: pointer === undefined ? null : { address: document.address, pointer } }));
  openPanel(document.store.get().entity.kind, NATIVE);
}

export function useChosenApp(document: Document): string | undefined {
  return useStore(choice, ({ chosen }) => chosen[document.address]);
}

/** The field that should be in view, once. */
export function useWantedField(document: Document): [string | null, () => void] {
  const pointer = useStore(choice, ({ field }) => (field?.address === document.address ? field.pointer : null));
  return [pointer, () => choice.set({ field: null })];
}

/** Says which row of a list an editor shows, so that its native fields can be shown beside it. */
export function showRow(address: Address, list: string, id: string | null): void {
  const old = choice.get().rows[address];
  if (old?.id === (id ?? undefined) && (id === null || old?.list === list)) return;
  choice.set(({ rows }) => {
    const next = { ...rows };
    if (id === null) delete next[address];
    else next[address] = { list, id };
    return { rows: next };
  });
}

export function useShownRow(document: Document): { list: string; id: string } | undefined {
  return useStore(choice, ({ rows }) => rows[document.address]);
}

function patchesOf({ native, entity }: DocumentState): NativePatch[] {
  const formats = new Set([...Object.keys(native), ...Object.keys(entity.nativeEdits)]);
  return [...formats].map((format) => ({ format, ops: native[format] ?? [] }));
}

/** What decides which panels there are: the places of the edits, not their values. */
function placesOf(state: DocumentState): string {
  const edits = Object.entries(state.native).map(([format, ops]) => `${format}:${ops.map(({ op, path }) => `${op[0]}${path}`).join(",")}`);
  return JSON.stringify([state.entity.revision === 0, state.entity.originals.map(({ format }) => format), edits]);
}

interface Asked<T> { data: T | null; error: ApiError | null }

/** Asks again when the places change; the last answer stays until the next is there. */
function useAsked<T>(document: Document, key: string, ask: (native: NativePatch[]) => Promise<T>): Asked<T> {
  const places = useDocument(document, placesOf);
  const [answer, setAnswer] = useState<Asked<T>>({ data: null, error: null });
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    let gone = false;
    latest.current(patchesOf(document.store.get())).then(
      (data) => !gone && setAnswer({ data, error: null }),
      (thrown: unknown) => !gone && setAnswer((held) => ({ data: held.data, error: asApiError(thrown) })),
    );
    return () => {
      gone = true;
    };
  }, [document, places, key]);
  return answer;
}

export function useNativePanels(document: Document): Asked<NativePanels> {
  return useAsked(document, "", (native) => invoke("native_panels", { address: document.address, native }));
}

/** The native fields of the row an editor shows; `null` when it shows none. */
export function useNativeRow(document: Document, row: { list: string; id: string } | undefined): Asked<NativePanel[]> {
  return useAsked(document, row === undefined ? "" : `${row.list} ${row.id}`, (native) => (
    row === undefined ? Promise.resolve([]) : invoke("native_row", { address: document.address, native, ...row })
  ));
}

