// Ties and ways as edits of the documents that hold them: a relationship is a row of its file, a way an entry of the
// place it leaves. Each edit is one named step.
import type { Json, JsonObject } from "../../../bindings";
import { messages } from "../../../messages";
import type { Desk } from "../desk";
import { isMap, listAt, partsOfRef, textAt } from "../model";

export const TIES = "relationships.json";
export interface Tie { from: string; to: string; kind: string; note: string; feelings: JsonObject }

const idOf = (document: string): string => partsOfRef(document)?.id ?? document;

/** Number of the relationship from one to the other; -1 when there is none. */
export function tieAt(rows: readonly Json[], from: string, to: string): number {
  return rows.findIndex((row) => textAt(row, "from") === idOf(from) && textAt(row, "to") === idOf(to));
}

function rowOf(old: Json | undefined, tie: Tie): JsonObject {
  const { note, feelings, ...rest } = isMap(old) ? old : {};
  const felt = Object.fromEntries(Object.entries(tie.feelings).filter(([, value]) => value !== 0));
  return { ...rest, from: idOf(tie.from), to: idOf(tie.to), kind: tie.kind, ...(tie.note === "" ? {} : { note: tie.note }), ...(Object.keys(felt).length === 0 ? {} : { feelings: felt }) };
}

/** Writes one tie; with `back` the same the other way, unless something is said there already. */
export async function setTie(desk: Desk, tie: Tie, back = false): Promise<void> {
  const document = await desk.document(TIES);
  const rows = [...listAt(document.store.get().body, "relationships")];
  const put = (one: Tie): void => {
    const at = tieAt(rows, one.from, one.to);
    if (at === -1) rows.push(rowOf(undefined, one));
    else rows[at] = rowOf(rows[at], one);
  };
  put(tie);
  if (back && tieAt(rows, tie.to, tie.from) === -1) put({ ...tie, from: tie.to, to: tie.from });
  document.edit({ label: messages().say("world.step.tie"), changes: [{ path: "relationships", value: rows }] });
}

export async function removeTie(desk: Desk, at: number): Promise<void> {
  const document = await desk.document(TIES);
  const rows = listAt(document.store.get().body, "relationships");
  document.edit({ label: messages().say("world.step.untie"), changes: [{ path: "relationships", value: rows.filter((_, index) => index !== at) }] });
}

export interface Way { to: string; name: string; description: string; hidden: boolean }

function wayOf(old: Json | undefined, way: Way): JsonObject {
  const { name, description, hidden, ...rest } = isMap(old) ? old : {};
  return { ...rest, to: idOf(way.to), ...(way.name === "" ? {} : { name: way.name }), ...(way.description === "" ? {} : { description: way.description }), ...(way.hidden ? { hidden: true } : {}) };
}

/** Writes a way out of a place: its entry `at`, or a new one. */
export async function setWay(desk: Desk, from: string, at: number | null, way: Way): Promise<void> {
  const document = await desk.document(from);
  const ways = [...listAt(document.store.get().body, "ways")];
  if (at === null) ways.push(wayOf(undefined, way));
  else ways[at] = wayOf(ways[at], way);
  document.edit({ label: messages().say("world.step.way"), changes: [{ path: "ways", value: ways }] });
}

export async function removeWay(desk: Desk, from: string, at: number): Promise<void> {
  const document = await desk.document(from);
  const left = listAt(document.store.get().body, "ways").filter((_, index) => index !== at);
  document.edit({ label: messages().say("world.step.unway"), changes: [left.length === 0 ? { path: "ways" } : { path: "ways", value: left }] });
}
