// What can be done with the entries of a book, each as one step, and how a key is written and read.
import type { Json, JsonObject } from "../../bindings";
import type { Document } from "../../documents";
import type { Messages } from "../../messages";

export const ENTRIES = "entries";

export function isMap(value: Json | undefined): value is JsonObject {
  return value !== undefined && value !== null && typeof value === "object" && !Array.isArray(value);
}

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** A key as one types it: a pattern stands between slashes, with its flags behind. */
export function keyText(trigger: Json): string {
  if (typeof trigger === "string") return trigger;
  if (!isMap(trigger)) return "";
  const word = textOf(trigger.keyword);
  return trigger.isRegex === true ? `/${word}/${textOf(trigger.flags)}` : word;
}

const PATTERN = /^\/(.+)\/([a-z]*)$/su;

export function keyOf(text: string): JsonObject {
  const [, word, flags] = PATTERN.exec(text) ?? [];
  if (word === undefined) return { keyword: text };
  return flags === undefined || flags === "" ? { keyword: word, isRegex: true } : { keyword: word, isRegex: true, flags };
}

/** Keys after their words were edited: those that stayed keep whatever else the file says of them. */
export function keysAfter(before: readonly Json[], words: readonly string[]): Json[] {
  const left = [...before];
  return words.map((word) => {
    const at = left.findIndex((trigger) => keyText(trigger) === word);
    return at === -1 ? keyOf(word) : left.splice(at, 1)[0] as Json;
  });
}

export function titleOf(entry: Json | undefined, at: number, say: Messages["say"]): string {
  const title = isMap(entry) ? textOf(entry.title) : "";
  if (title.trim() !== "") return title;
  const keys = isMap(entry) && Array.isArray(entry.triggers) ? entry.triggers.map(keyText).filter((word) => word !== "") : [];
  return keys.length > 0 ? keys.slice(0, 3).join(", ") : say("lore.untitled", { number: at + 1 });
}

export type EntryState = "always" | "keyed" | "off";
export function stateOf(entry: Json): EntryState {
  if (!isMap(entry)) return "off";
  return entry.enabled === false ? "off" : entry.constant === true ? "always" : "keyed";
}

/** Whether an entry says the words: in its title, its keys or its text. */
export function says(entry: Json, words: string): boolean {
  if (!isMap(entry)) return false;
  const keys = [entry.triggers, entry.secondaryTriggers].flatMap((list) => (Array.isArray(list) ? list.map(keyText) : []));
  return [textOf(entry.title), textOf(entry.content), textOf(entry.comment), ...keys].some((text) => text.toLocaleLowerCase().includes(words));
}

/** An id that no entry of the book has. */
function freshId(entries: readonly Json[]): string {
  const taken = new Set(entries.map((entry) => (isMap(entry) ? String(entry.id) : "")));
  let next = entries.length;
  while (taken.has(String(next))) next += 1;
  return String(next);
}

export function entryActs(document: Document, say: Messages["say"]) {
  const rows = (): Json[] => {
    const value = document.store.get().body[ENTRIES];
    return Array.isArray(value) ? value : [];
  };
  const write = (label: string, value: Json[]): void => document.edit({ label, changes: [{ path: ENTRIES, value }] });
  return {
    rows,
    add(): number {
      const before = rows();
      write(say("lore.step.add"), [...before, { id: freshId(before), content: "", enabled: true, triggers: [], secondaryTriggers: [] }]);
      return before.length;
    },
    duplicate(at: number): number {
      const before = rows();
      const entry = before[at];
      if (!isMap(entry)) return at;
      const copy = { ...entry, id: freshId(before), title: say("lore.copyName", { name: titleOf(entry, at, say) }) };
      write(say("lore.step.duplicate"), [...before.slice(0, at + 1), copy, ...before.slice(at + 1)]);
      return at + 1;
    },
    remove(at: number): void {
      write(say("lore.step.remove"), rows().filter((_, index) => index !== at));
    },
    move(from: number, to: number): boolean {
      const before = rows();
      const entry = before[from];
      if (entry === undefined || to < 0 || to >= before.length) return false;
      const rest = before.filter((_, index) => index !== from);
      write(say("lore.step.move"), [...rest.slice(0, to), entry, ...rest.slice(to)]);
      return true;
    },
  };
}
