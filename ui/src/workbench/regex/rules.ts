// What a rule of a regex set is called and how its pattern is written: between slashes with its flags behind, as its
// authors write it.
import type { Json, JsonObject } from "../../bindings";
import type { Messages } from "../../messages";
import { isMap, randomId, textAt } from "../rows/acts";

export const RULES = "rules";

export function ruleName(rule: Json, at: number, say: Messages["say"]): string {
  const label = textAt(rule, "label");
  if (label.trim() !== "") return label;
  const find = textAt(rule, "find");
  return find === "" ? say("rules.untitled", { number: at + 1 }) : find.slice(0, 60);
}

export function ruleSays(rule: Json, words: string): boolean {
  return ["label", "find", "replace", "note"].some((key) => textAt(rule, key).toLocaleLowerCase().includes(words));
}

export function freshRule(): JsonObject {
  return { id: "", label: "", find: "", flags: "g", replace: "", phases: ["output"], enabled: true };
}

/** An id no other set has: apps keep rows of all sets in one list. */
export function ruleId(): string {
  return randomId();
}

/** The flags a pattern may have here; an app's own words in pointed brackets are left alone. */
export const FLAGS = ["g", "i", "m", "s", "u"] as const;

/** Flags with one switched; what else stands there stays behind them. */
export function flagsWith(flags: string, flag: string, on: boolean): string {
  const [head = "", ...rest] = flags.split("<");
  const tail = rest.length === 0 ? "" : `<${rest.join("<")}`;
  const letters = on ? (head.includes(flag) ? head : head + flag) : head.replaceAll(flag, "");
  return letters + tail;
}

/** A pattern pasted with its slashes, in its parts; `null` for one without. */
export function unwrapped(text: string): { find: string; flags: string } | null {
  const found = /^\/((?:\\.|[^\\\n])+)\/([dgimsuvy]*)$/su.exec(text.trim());
  return found === null ? null : { find: found[1] as string, flags: found[2] as string };
}

/** Words of a list in a rule, in the order the model lists them. */
export function wordsOf(rule: Json, key: string): string[] {
  const value = isMap(rule) ? rule[key] : undefined;
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === "string") : [];
}
