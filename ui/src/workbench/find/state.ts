// What is looked for in the open piece, and where it was found. The fields mark the places, the bar counts and replaces.
import type { Json, JsonObject } from "../../bindings";
import { createStore, useStore } from "../../data/store";
import { pathOf } from "../../documents";

export interface Find { open: boolean; text: string; replacement: string; exact: boolean }

export const find = createStore<Find>({ open: false, text: "", replacement: "", exact: false });

export function useFind<T>(select: (state: Find) => T): T {
  return useStore(find, select);
}

/** The words as a pattern that finds them and nothing else. */
export function patternOf(text: string, exact: boolean): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), exact ? "gu" : "giu");
}

export interface Hit { path: string; text: string; count: number }

/** Keys whose text is no writing of the author: ids, references, words of a fixed list. */
const NO_WRITING = new Set([
  "id", "ref", "mime", "role", "origin", "position", "triggerMode", "selectiveLogic", "categoryId", "flags", "media", "knowledgeRefs", "regexRefs", "scanDepthUnit", "budgetMode", "order",
  "generationTriggers", "automationId",
]);

/** Every text that has the words, in the order of the body. */
export function hitsIn(body: JsonObject, text: string, exact: boolean): Hit[] {
  if (text === "") return [];
  const pattern = patternOf(text, exact);
  const hits: Hit[] = [];
  const walk = (value: Json, path: string): void => {
    if (typeof value === "string") {
      const count = value.match(pattern)?.length ?? 0;
      if (count > 0) hits.push({ path, text: value, count });
    } else if (Array.isArray(value)) value.forEach((item, at) => walk(item, pathOf(path, at)));
    else if (value !== null && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) if (!NO_WRITING.has(key)) walk(inner, pathOf(path, key));
    }
  };
  walk(body, "");
  return hits;
}

/** The text with every place replaced; what replaces is taken as it is. */
export function replacedIn(text: string, wanted: string, replacement: string, exact: boolean): string {
  return text.replace(patternOf(wanted, exact), () => replacement);
}
