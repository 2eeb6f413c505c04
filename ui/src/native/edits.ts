// A native field and the list of edits beside its original: what it says now, and the list after a change or a reset.
// Operations are made one after the other, so a pointer of the untouched original may have moved since.
import type { Json, NativeFieldRow, PatchOp } from "../bindings";
import { sameJson } from "../documents";

/** Makes the empty object that data written by hand begins as. */
export const BEGINS: PatchOp = { op: "add", path: "", value: {} };

export type Place = Pick<NativeFieldRow, "pointer" | "missing" | "present"> & { value: Json | null };

export interface Now { pointer: string; value: Json | undefined }

const tokensOf = (pointer: string): string[] => pointer.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Whether one pointer lies in another. */
export function isBelow(pointer: string, base: string): boolean {
  return pointer.startsWith(`${base}/`);
}

export function readPointer(value: Json | undefined, pointer: string): Json | undefined {
  return tokensOf(pointer).reduce<Json | undefined>((held, token) => {
    if (held === null || typeof held !== "object") return undefined;
    return Array.isArray(held) ? held[Number(token)] : held[token];
  }, value);
}

function withAt(held: Json | undefined, tokens: string[], op: PatchOp): Json | undefined {
  const [first, ...rest] = tokens;
  if (first === undefined || held === null || typeof held !== "object") return held;
  if (Array.isArray(held)) {
    const at = first === "-" ? held.length : Number(first);
    const list = [...held];
    if (rest.length > 0) list[at] = withAt(list[at], rest, op) as Json;
    else if (op.op === "remove") list.splice(at, 1);
    else if (op.op === "add") list.splice(at, 0, op.value);
    else if (op.op === "replace") list[at] = op.value;
    return list;
  }
  const map = { ...held };
  if (rest.length > 0) map[first] = withAt(map[first], rest, op) as Json;
  else if (op.op === "remove") delete map[first];
  else if (op.op === "add" || op.op === "replace") map[first] = op.value;
  return map;
}

/** Where a pointer is after an item of a list went or came; `null` when it went itself. */
function shifted(pointer: string, op: PatchOp): string | null {
  const cut = op.path.lastIndexOf("/");
  const list = op.path.slice(0, cut);
  const at = op.path.slice(cut + 1);
  if (cut === -1 || !/^\d+$/.test(at) || !isBelow(pointer, list)) return pointer;
  const rest = pointer.slice(list.length + 1);
  const mine = /^\d+/.exec(rest)?.[0];
  if (mine === undefined || (rest.length > mine.length && rest[mine.length] !== "/")) return pointer;
  if (op.op === "remove") {
    if (Number(mine) === Number(at)) return null;
    return Number(mine) > Number(at) ? `${list}/${Number(mine) - 1}${rest.slice(mine.length)}` : pointer;
  }
  return op.op === "add" && Number(mine) >= Number(at) ? `${list}/${Number(mine) + 1}${rest.slice(mine.length)}` : pointer;
}

/** What a field says after the edits, and where it is by then; `null` when what holds it was taken out. */
export function nowOf(field: Place, ops: readonly PatchOp[]): Now | null {
  let pointer = field.pointer;
  let value: Json | undefined = field.present ? (field.value as Json) : undefined;
  for (const op of ops) {
    if (op.op === "move") {
      if (op.from === pointer || isBelow(pointer, op.from)) pointer = op.path + pointer.slice(op.from.length);
      continue;
    }
    if (op.path === pointer) {
      value = op.op === "remove" ? undefined : op.value;
      continue;
    }
    if (isBelow(op.path, pointer)) {
      value = withAt(value, tokensOf(op.path.slice(pointer.length)), op);
      continue;
    }
    // The place of an item matters before what is put around it does: both cannot be true of one operation.
    const next = op.op === "replace" ? pointer : shifted(pointer, op);
    if (next === null) return null;
    if (next !== pointer) {
      pointer = next;
      continue;
    }
    if (op.path === "" || isBelow(pointer, op.path)) value = op.op === "remove" ? undefined : readPointer(op.value, pointer.slice(op.path.length));
  }
  return { pointer, value };
}

/** Whether the edits reach a field. */
export function isChanged(field: Place, ops: readonly PatchOp[]): boolean {
  const now = nowOf(field, ops);
  if (now === null) return true;
  return field.present ? !sameJson(now.value, field.value as Json) : now.value !== undefined;
}

/** Objects on the way that neither the original nor an edit has. */
function holders(field: Place, ops: readonly PatchOp[]): PatchOp[] {
  return field.missing.filter((at) => {
    const now = nowOf({ pointer: at, missing: [], present: false, value: null }, ops);
    return now !== null && now.value === undefined;
  }).map((path) => ({ op: "add", path, value: {} }));
}

/** The list with a field set; `undefined` takes the key out. */
export function withValue(field: Place, ops: readonly PatchOp[], value: Json | undefined): PatchOp[] {
  const now = nowOf(field, ops);
  if (now === null) return [...ops];
  if (field.present ? value !== undefined && sameJson(value, field.value as Json) : value === undefined) {
    const back = withoutField(field, ops);
    const then = nowOf(field, back);
    // An edit of something around the field may still say otherwise.
    if (then !== null && (field.present ? sameJson(then.value, field.value as Json) : then.value === undefined)) return back;
  }
  const kept = ops.filter((op) => op.op === "move" || !(op.path === now.pointer || isBelow(op.path, now.pointer)));
  const before = nowOf(field, kept)?.value;
  if (value === undefined) return before === undefined ? kept : [...kept, { op: "remove", path: now.pointer }];
  return [...kept, ...holders(field, kept), { op: before === undefined ? "add" : "replace", path: now.pointer, value }];
}

/** The list without the edits of a field; objects that were made for it alone go too. */
export function withoutField(field: Place, ops: readonly PatchOp[]): PatchOp[] {
  const now = nowOf(field, ops);
  const at = now?.pointer ?? field.pointer;
  let kept = ops.filter((op) => op.op === "move" || !(op.path === at || isBelow(op.path, at)));
  for (const path of [...field.missing].reverse()) {
    if (!kept.some((op) => isBelow(op.path, path))) kept = kept.filter((op) => !(op.op === "add" && op.path === path && sameJson(op.value, {})));
  }
  return kept;
}
