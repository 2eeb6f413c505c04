// What the editors use of an open piece: read one value by path, make a named step, undo, save.
import type { Json } from "../bindings";
import { useStore } from "../data/store";
import type { Document, DocumentState } from "./document";
import { readPath, sameJson } from "./path";

export { closeDocument, documentAt, flushDrafts, noticeHeads, openAddresses, openDocument, useOpenDocument } from "./open";
export { isDirty, pieceState, type Document, type DocumentState, type SaveState, type Why } from "./document";
export { type Edit, type Line, type NativeEdits, type Profiles, wholeOf } from "./steps";
export { applyChanges, difference, pathOf, readPath, sameJson, tokensOf } from "./path";

/** Any part of a document; the component renders only when that part changed. */
export function useDocument<T>(document: Document, select: (state: DocumentState) => T, equal?: (a: T, b: T) => boolean): T {
  return useStore(document.store, select, equal);
}

/** The value at a body path; typing elsewhere does not render this component. */
export function useValue(document: Document, path: string): Json | undefined {
  return useStore(document.store, ({ body }) => readPath(body, path), sameJson);
}

/** The text at a body path, `""` when there is none or it is no text. */
export function useText(document: Document, path: string): string {
  return useStore(document.store, ({ body }) => {
    const value = readPath(body, path);
    return typeof value === "string" ? value : "";
  });
}

/** Writes a text; an emptied optional field is removed. Typing in one field is one step until the person pauses. */
export function writeText(document: Document, path: string, text: string, label: string, keepEmpty = false): void {
  const change = text === "" && !keepEmpty ? { path } : { path, value: text };
  document.edit({ label, changes: [change], joins: path });
}
