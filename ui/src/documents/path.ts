// Body paths as the core writes them: `greetings.alternateGreetings[0].text`, with odd keys quoted in brackets. Setting
// and removing never touch the old body: what did not change keeps its identity, which is what selectors compare.
import type { Change, Json, JsonObject } from "../bindings";

export type Token = string | number;

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The steps of a path; throws on text that is none, since paths here come from our own tables. */
export function tokensOf(path: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < path.length) {
    if (path[at] === "[") {
      const rest = path.slice(at);
      const found = /^\[(\d+)\]/.exec(rest) ?? /^\[("(?:[^"\\]|\\.)*")\]/.exec(rest);
      if (found?.[1] === undefined) throw new Error(`not a body path: ${path}`);
      tokens.push(found[1].startsWith('"') ? (JSON.parse(found[1]) as string) : Number(found[1]));
      at += found[0].length;
      continue;
    }
    if (path[at] === ".") at += 1;
    const word = /^[A-Za-z0-9_]+/.exec(path.slice(at));
    if (word === null) throw new Error(`not a body path: ${path}`);
    tokens.push(word[0]);
    at += word[0].length;
  }
  return tokens;
}

/** A path with more steps. */
export function pathOf(base: string, ...more: Token[]): string {
  return more.reduce<string>((path, token) => {
    if (typeof token === "number") return `${path}[${token}]`;
    if (!PLAIN.test(token)) return `${path}[${JSON.stringify(token)}]`;
    return path === "" ? token : `${path}.${token}`;
  }, base);
}

export function readPath(body: Json | undefined, path: string): Json | undefined {
  let value: Json | undefined = body;
  for (const token of tokensOf(path)) {
    if (value === null || typeof value !== "object") return undefined;
    value = Array.isArray(value) ? value[Number(token)] : value[token];
  }
  return value;
}

function put(value: Json | undefined, tokens: Token[], next: Json): Json {
  const [first, ...rest] = tokens;
  if (first === undefined) return next;
  if (typeof first === "number") {
    const list = Array.isArray(value) ? [...value] : [];
    list[first] = put(list[first], rest, next);
    return list;
  }
  const map = value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  return { ...map, [first]: put(map[first], rest, next) };
}

function take(value: Json | undefined, tokens: Token[], depth: number): Json | undefined {
  const [first, ...rest] = tokens;
  if (first === undefined || value === undefined || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const at = Number(first);
    if (at >= value.length) return value;
    if (rest.length === 0) return value.filter((_, index) => index !== at);
    return value.map((item, index) => (index === at ? (take(item, rest, depth + 1) as Json) : item));
  }
  const inner = value[first];
  if (inner === undefined) return value;
  const copy = { ...value };
  const left = rest.length === 0 ? undefined : take(inner, rest, depth + 1);
  // As the core does: a map emptied by a removal goes too, below the first level.
  const emptied = depth > 0 && left !== null && typeof left === "object" && !Array.isArray(left) && Object.keys(left).length === 0 && rest.length === 1;
  if (left === undefined || emptied) delete copy[first];
  else copy[first] = left;
  return copy;
}

/** The body with one change made. */
export function applyChange(body: JsonObject, change: Change): JsonObject {
  const tokens = tokensOf(change.path);
  if (change.value === undefined) return (take(body, tokens, 0) ?? {}) as JsonObject;
  return put(body, tokens, change.value) as JsonObject;
}

export function applyChanges(body: JsonObject, changes: Change[]): JsonObject {
  return changes.reduce(applyChange, body);
}

/** The place that an undo has to put back: maps made on the way go with it, and a list whose length changes is whole. */
function placeToRestore(body: JsonObject, path: string): string {
  const tokens = tokensOf(path);
  const last = tokens[tokens.length - 1];
  const parent = pathOf("", ...tokens.slice(0, -1));
  // Taking an element out of a list moves its neighbours, so the whole list is remembered.
  if (typeof last === "number" && Array.isArray(readPath(body, parent))) return parent;
  const missing = tokens.findIndex((_, at) => readPath(body, pathOf("", ...tokens.slice(0, at + 1))) === undefined);
  return missing === -1 ? path : pathOf("", ...tokens.slice(0, missing + 1));
}

/** The changes that lead back from what `changes` makes of `body`, in the order to apply them. */
export function inverseOf(body: JsonObject, changes: Change[]): Change[] {
  const back: Change[] = [];
  let now = body;
  for (const change of changes) {
    const path = placeToRestore(now, change.path);
    const before = readPath(now, path);
    back.unshift(before === undefined ? { path } : { path, value: before });
    now = applyChange(now, change);
  }
  return back;
}

/** Equality of JSON values; the order of keys does not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => sameJson(item, b[at]));
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && sameJson(a[key], b[key]));
}

/** What differs between two bodies, as changes; maps are walked, lists are written whole. */
export function difference(before: JsonObject, after: JsonObject, base = ""): Change[] {
  const isMap = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [old, value] = [before[key], after[key]];
    if (sameJson(old, value)) return [];
    const path = pathOf(base, key);
    if (value === undefined) return [{ path }];
    return isMap(old) && isMap(value) ? difference(old, value, path) : [{ path, value }];
  });
}
