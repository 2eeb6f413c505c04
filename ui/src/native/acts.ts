// Changes of native data: each is one named step of the piece, like any other edit.
import type { FormatId, Json, NativeFieldRow, NativeOffer, NativePanel, PatchOp } from "../bindings";
import type { Document } from "../documents";
import { messages } from "../messages";
import { BEGINS, withoutField, withValue } from "./edits";

export const opsOf = (document: Document, format: FormatId): readonly PatchOp[] => document.store.get().native[format] ?? [];

function write(document: Document, format: FormatId, ops: PatchOp[], label: string, joins?: string): void {
  document.edit({ label, changes: [], native: [{ format, ops }], ...(joins === undefined ? {} : { joins }) });
}

/** Sets a field; `undefined` takes its key out. Typing in one field is one step. */
export function setField(document: Document, panel: NativePanel, field: NativeFieldRow, value: Json | undefined): void {
  const { say, language } = messages();
  const ops = withValue(field, opsOf(document, panel.original), value);
  write(document, panel.original, ops, say("native.step", { field: field.label[language], app: panel.title }), `native ${panel.original} ${field.pointer}`);
}

export function resetField(document: Document, panel: NativePanel, field: NativeFieldRow): void {
  const { say, language } = messages();
  write(document, panel.original, withoutField(field, opsOf(document, panel.original)), say("native.stepReset", { field: field.label[language], app: panel.title }));
}

/** Begins native data for an app the piece did not come from. */
export function addApp(document: Document, offer: NativeOffer): void {
  write(document, offer.format, [BEGINS], messages().say("native.stepAdd", { app: offer.title }));
}

/** Takes away what was written by hand for an app. */
export function removeApp(document: Document, panel: Pick<NativePanel, "original" | "title">): void {
  write(document, panel.original, [], messages().say("native.stepRemove", { app: panel.title }));
}
