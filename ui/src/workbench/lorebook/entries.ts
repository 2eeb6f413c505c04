// What the rows of a book say: keys as one types them, titles, states, the words a search looks in. Rows may be anything.
import type { Json, JsonObject } from "../../bindings";
import type { Messages } from "../../messages";

export const ENTRIES = "entries";
export const FOLDERS = "categories";

export function isMap(value: Json | undefined): value is JsonObject {
  return value !== undefined && value !== null && typeof value === "object" && !Array.isArray(value);
}

export const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");
export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : NONE);
const NONE: readonly Json[] = [];

/** A key as one types it: a pattern stands between slashes, with its flags behind. */
export function keyText(trigger: Json): string {
  if (typeof trigger === "string") return trigger;
  if (!isMap(trigger)) return "";
  const word = textOf(trigger.keyword);
  return trigger.isRegex === true ? `/${word}/${textOf(trigger.flags)}` : word;
}

const PATTERN = /^\/(.+)\/([a-z]*)$/su;

export function isPattern(text: string): boolean {
  return PATTERN.test(text);
}

export function keyOf(text: string): JsonObject {
  const [, word, flags] = PATTERN.exec(text) ?? [];
  if (word === undefined) return { keyword: text };
  return flags === undefined || flags === "" ? { keyword: word, isRegex: true } : { keyword: word, isRegex: true, flags };
}

/** Words typed in one go: commas divide them, but not inside a pattern. */
export function keysIn(typed: string): string[] {
  const text = typed.trim();
  const words = text.startsWith("/") ? [text] : text.split(/[,，\n]/).map((word) => word.trim());
  return words.filter((word) => word !== "");
}

export function titleOf(entry: Json | undefined, at: number, say: Messages["say"]): string {
  const title = isMap(entry) ? textOf(entry.title) : "";
  if (title.trim() !== "") return title;
  const keys = isMap(entry) ? listOf(entry.triggers).map(keyText).filter((word) => word !== "") : [];
  return keys.length > 0 ? keys.slice(0, 3).join(", ") : say("lore.untitled", { number: at + 1 });
}

export type EntryState = "always" | "keyed" | "off";
export function stateOf(entry: Json): EntryState {
  if (!isMap(entry)) return "off";
  return entry.enabled === false ? "off" : entry.constant === true ? "always" : "keyed";
}

/** Entries never change in place, so what one says is put together once. */
const sayings = new WeakMap<JsonObject, string>();

function sayingOf(entry: JsonObject): string {
  const known = sayings.get(entry);
  if (known !== undefined) return known;
  const keys = [entry.triggers, entry.secondaryTriggers].flatMap((list) => listOf(list).map(keyText));
  const saying = [textOf(entry.title), ...keys, textOf(entry.comment), textOf(entry.content)].join("\n").toLocaleLowerCase();
  sayings.set(entry, saying);
  return saying;
}

/** Whether an entry says the words: in its title, its keys, its note or its text. */
export function says(entry: Json, words: string): boolean {
  return isMap(entry) && sayingOf(entry).includes(words);
}

/** An id that no row has. */
export function freshId(rows: readonly Json[], taken: ReadonlySet<string> = new Set()): string {
  const ids = new Set(rows.map((row) => (isMap(row) ? String(row.id) : "")));
  let next = rows.length;
  while (ids.has(String(next)) || taken.has(String(next))) next += 1;
  return String(next);
}
