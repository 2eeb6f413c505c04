// What a key of an original means: found in the format's table, which the core gives as pointers with `*` for any item
// or member. A row describes its key and everything below it that no other row names.
import { useEffect, useState } from "react";
import type { RawKey } from "../../bindings";
import { useQuery } from "../../data/queries";
import type { Document } from "../../documents";
import { eachChild, type Kind, placeOf, tokensOf } from "./scan";

interface Branch { key: RawKey | null; named: Map<string, Branch>; any: Branch | null }
export interface Meaning { key: RawKey; exact: boolean; path: string | null }
export type Meanings = (pointer: string) => Meaning | null;
export interface Keys {
  meaningOf: Meanings;
  /** Whether keys below this one are described. */
  holds(pointer: string): boolean;
  list: readonly RawKey[];
}

const branch = (): Branch => ({ key: null, named: new Map(), any: null });

export function keysOf(list: readonly RawKey[]): Keys {
  const root = branch();
  for (const key of list) {
    let at = root;
    for (const token of tokensOf(key.pattern)) {
      if (token === "*") at = at.any ??= branch();
      else {
        const next = at.named.get(token) ?? branch();
        at.named.set(token, next);
        at = next;
      }
    }
    // Of two rows of one key the one a form edits says more.
    if (at.key === null || (at.key.paths.length === 0 && key.paths.length > 0)) at.key = key;
  }
  return {
    list,
    holds(pointer) {
      let at: Branch | null = root;
      for (const token of tokensOf(pointer)) at = at?.named.get(token) ?? at?.any ?? null;
      return at !== null && (at.named.size > 0 || at.any !== null);
    },
    meaningOf(pointer) {
      const tokens = tokensOf(pointer);
      let at = root;
      let last: { key: RawKey; depth: number } | null = null;
      const stars: string[] = [];
      for (const [depth, token] of tokens.entries()) {
        const named = at.named.get(token);
        const next = named ?? at.any;
        if (next === null || next === undefined) break;
        if (named === undefined) stars.push(token);
        at = next;
        if (at.key !== null) last = { key: at.key, depth: depth + 1 };
      }
      if (last === null) return null;
      return { key: last.key, exact: last.depth === tokens.length, path: pathOf(last.key, stars) };
    },
  };
}

/** The body path of a key, its rows by their place; `null` where the rows are told by names or nothing is named. */
function pathOf(key: RawKey, stars: string[]): string | null {
  const [path] = key.paths;
  if (path === undefined) return null;
  let at = 0;
  let known = true;
  const filled = path.replaceAll("[]", () => {
    const star = stars[at];
    at += 1;
    if (star === undefined || !/^\d+$/.test(star)) known = false;
    return `[${star}]`;
  });
  return known ? filled : path.slice(0, path.indexOf("[]"));
}

const NO_KEYS: Keys = keysOf([]);

export function useRawKeys(document: Document, format: string): Keys {
  const { data } = useQuery("raw_keys", { address: document.address, format });
  const [keys, setKeys] = useState(NO_KEYS);
  useEffect(() => setKeys(data === null ? NO_KEYS : keysOf(data)), [data]);
  return keys;
}

const HOLDS: Record<string, Kind[]> = { text: ["text"], number: ["number"], flag: ["flag"], list: ["list"], map: ["map"] };

export interface Odd { pointer: string; offset: number; holds: string; found: Kind }

/** Values of another kind than the table says, for keys that stand alone; a text that spells a number is none. */
export function oddKinds(text: string, keys: Keys, most = 50): Odd[] {
  const odd: Odd[] = [];
  for (const { pattern, holds } of keys.list) {
    const wanted = HOLDS[holds];
    if (wanted === undefined || pattern.includes("*") || odd.length >= most) continue;
    const place = placeOf(text, pattern);
    if (place === null || place.kind === "null" || wanted.includes(place.kind)) continue;
    const said = text.slice(place.from, Math.min(place.to, place.from + 40));
    if (place.kind === "text" && (holds === "number" ? /^"\s*-?[\d.]+\s*"$/.test(said) : holds === "flag" && /^"(?:true|false)"$/.test(said))) continue;
    if (holds === "list" && place.kind === "text") continue;
    odd.push({ pointer: pattern, offset: place.from, holds, found: place.kind });
  }
  return odd;
}

/** Keys a table has below an object that the text does not have yet. */
export function missingKeys(text: string, pointer: string, keys: Keys): RawKey[] {
  const tokens = tokensOf(pointer);
  const there = new Set<string>();
  const place = placeOf(text, pointer);
  if (place !== null) eachChild(text, place.from, ({ token }) => there.add(token) !== undefined);
  return keys.list.filter(({ pattern }) => {
    const own = tokensOf(pattern);
    return own.length === tokens.length + 1 && own.slice(0, -1).every((token, at) => token === "*" || token === tokens[at]) && own.at(-1) !== "*" && !there.has(own.at(-1) ?? "");
  });
}
