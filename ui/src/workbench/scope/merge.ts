// Laying a partial body over a base, and the way back: which part of an overlay says what a merged view shows. The rules
// are those of the core's merge: maps are gone into, everything else stands in place of the base's.
import type { Json, JsonObject } from "../../bindings";
import { readPath, sameJson, tokensOf } from "../../documents";

/** How an overlay says that a field of the base is not there: a profile with `null`, a variant with an empty text or list. */
export type Clearing = "null" | "blank";

export function isMap(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** The base with the overlay on top. Parts the overlay does not touch keep their identity. */
export function laid(base: JsonObject, overlay: JsonObject, clearing: Clearing): JsonObject {
  const merged: JsonObject = { ...base };
  for (const [key, value] of Object.entries(overlay)) {
    const below = merged[key];
    if (value === null && clearing === "null") delete merged[key];
    else if (isMap(value)) merged[key] = laid(isMap(below) ? below : {}, value, clearing);
    else merged[key] = value;
  }
  return merged;
}

/** Sections of the overlay stand whole in place of the base's; only the name falls through. */
export function sectioned(base: JsonObject, overlay: JsonObject): JsonObject {
  const merged: JsonObject = { ...base, ...overlay };
  const name = readPath(base, "identity.name");
  if (isMap(merged.identity) && merged.identity.name === undefined && name !== undefined) merged.identity = { ...merged.identity, name };
  return merged;
}

/** What says "not there" about a value of the base; `undefined` when the overlay has no way to say it. */
function cleared(value: Json, clearing: Clearing): Json | undefined {
  if (clearing === "null") return null;
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return [];
  if (!isMap(value)) return undefined;
  const parts = Object.entries(value).flatMap(([key, inner]) => {
    const part = cleared(inner, clearing);
    return part === undefined ? [] : [[key, part] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** The smallest overlay under which `base` reads as `wanted`; `undefined` when they are the same. */
export function overlayOf(base: Json | undefined, wanted: Json | undefined, clearing: Clearing): Json | undefined {
  if (sameJson(base, wanted)) return undefined;
  if (wanted === undefined) return base === undefined ? undefined : cleared(base, clearing);
  if (!isMap(wanted)) return wanted;
  const old = isMap(base) ? base : {};
  const parts = [...new Set([...Object.keys(old), ...Object.keys(wanted)])].flatMap((key) => {
    const part = overlayOf(old[key], wanted[key], clearing);
    return part === undefined ? [] : [[key, part] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** The topmost path of a body path below which an overlay is whole: the first list on the way, else the path itself. */
export function unitOf(body: JsonObject, path: string): string {
  const tokens = tokensOf(path);
  let value: Json | undefined = body;
  let text = "";
  for (const token of tokens) {
    if (Array.isArray(value) || typeof token === "number") return text;
    value = isMap(value) ? value[token] : undefined;
    text = /^[A-Za-z_][A-Za-z0-9_]*$/.test(token) ? (text === "" ? token : `${text}.${token}`) : `${text}[${JSON.stringify(token)}]`;
  }
  return text;
}

/** Every field an overlay speaks of: texts, numbers, lists; maps are gone into. */
export function unitsOf(overlay: JsonObject, base = ""): string[] {
  return Object.entries(overlay).flatMap(([key, value]) => {
    const path = /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? (base === "" ? key : `${base}.${key}`) : `${base}[${JSON.stringify(key)}]`;
    return isMap(value) && Object.keys(value).length > 0 ? unitsOf(value, path) : [path];
  });
}
