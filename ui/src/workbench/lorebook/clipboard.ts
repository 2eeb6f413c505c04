// Entries on their way from one book to another, as JSON text on the clipboard and, where the clipboard may not be read,
// held in this window. What is pasted may be anything: only entries are taken from it.
import type { Json, JsonObject } from "../../bindings";
import type { Pasted } from "./acts";
import { isMap, listOf } from "./entries";

const MARK = "lorebook-entries";
/** A longer text is not looked at. */
const LONGEST = 20_000_000;

interface Clip { ficha: typeof MARK; entries: JsonObject[]; categories: JsonObject[] }

let kept: Clip | null = null;

export function clipOf(entries: readonly (Json | undefined)[], folders: readonly Json[]): Clip {
  const whole = entries.filter(isMap);
  const used = new Set(whole.map((entry) => entry.categoryId));
  return { ficha: MARK, entries: whole, categories: folders.filter(isMap).filter((folder) => used.has(folder.id ?? null)) };
}

export function hold(clip: Clip): void {
  kept = clip;
}

export function held(): Pasted | null {
  return kept === null ? null : { entries: kept.entries, folders: kept.categories };
}

/** An entry must have what every entry has, or a panel would find a hole where keys should be. */
function whole(entry: JsonObject): JsonObject {
  return { ...entry, content: typeof entry.content === "string" ? entry.content : "", triggers: [...listOf(entry.triggers)].filter(isMap), secondaryTriggers: [...listOf(entry.secondaryTriggers)].filter(isMap) };
}

/** The entries in a text; `null` when it holds none. */
export function readClip(text: string): Pasted | null {
  if (text.length > LONGEST || !text.includes(MARK)) return null;
  try {
    const read = JSON.parse(text) as Json;
    if (!isMap(read) || read.ficha !== MARK) return null;
    const entries = listOf(read.entries).filter(isMap).map(whole);
    return entries.length === 0 ? null : { entries, folders: listOf(read.categories).filter(isMap) };
  } catch {
    return null;
  }
}
