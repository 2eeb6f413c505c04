// The entries a sentence speaks of: one, or all that are chosen. A value they do not share is mixed; writing one writes it
// to all of them, as one step.
import type { Json } from "../../bindings";
import { applyChanges, type Document, readPath, sameJson, useDocument } from "../../documents";
import { stepOf } from "../fields/names";
import { ENTRIES, isMap, listOf } from "./entries";

export interface Target { document: Document; ats: readonly number[] }

export interface Shared { value: Json | undefined; mixed: boolean }

/** Above this many entries the list is written whole: one change instead of many. */
const ONE_BY_ONE = 12;

export function sharedOf(entries: readonly Json[], ats: readonly number[], field: string): Shared {
  const [first, ...rest] = ats.map((at) => readPath(entries[at], field));
  const mixed = rest.some((value) => !sameJson(value ?? null, first ?? null));
  return { value: mixed ? undefined : first, mixed };
}

export function useShared({ document, ats }: Target, field: string): Shared {
  return useDocument(document, ({ body }) => sharedOf(listOf(body[ENTRIES]), ats, field), (a, b) => a.mixed === b.mixed && sameJson(a.value, b.value));
}

/** The path of a field for a search to lead to; only one entry has one. */
export function pathIn({ ats }: Target, field: string): string | undefined {
  return ats.length === 1 ? `${ENTRIES}[${ats[0]}].${field}` : undefined;
}

export type Write = (entry: Json) => Json | undefined;

/** Writes what `next` makes of each entry's field; `undefined` takes the field away. */
export function writeEach({ document, ats }: Target, field: string, label: string, next: Write, joins?: string): void {
  const entries = listOf(document.store.get().body[ENTRIES]);
  const changeOf = (at: number) => {
    const value = next(entries[at] ?? null);
    return value === undefined ? { path: field } : { path: field, value };
  };
  const places = ats.filter((at) => isMap(entries[at]));
  if (places.length === 0) return;
  const joining = joins === undefined ? {} : { joins };
  if (places.length <= ONE_BY_ONE) {
    const changes = places.map((at) => {
      const change = changeOf(at);
      return { ...change, path: `${ENTRIES}[${at}].${field}` };
    });
    document.edit({ label: stepOf(label), changes, ...joining });
    return;
  }
  const all = [...entries];
  for (const at of places) {
    const entry = all[at];
    if (isMap(entry)) all[at] = applyChanges(entry, [changeOf(at)]);
  }
  document.edit({ label: stepOf(label), changes: [{ path: ENTRIES, value: all }], ...joining });
}

export function writeShared(target: Target, field: string, label: string, value: Json | undefined): void {
  writeEach(target, field, label, () => value, `${target.ats.join(" ")} ${field}`);
}
