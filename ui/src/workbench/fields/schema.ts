// What the model calls its fields and the words of its choices, in the language of the window.
import type { Kind } from "../../bindings";
import { type FieldRow, SCHEMA } from "../../bindings/schema";
import { tokensOf } from "../../documents";
import type { Option } from "../../kit";
import { type Messages, messages } from "../../messages";

const known = new Map<string, FieldRow>();
for (const [kind, rows] of Object.entries(SCHEMA)) for (const row of rows) known.set(`${kind} ${row[0]}`, row);

/** The pattern of a path: numbers become `[]`, keys of a free map `{}`. */
export function patternOf(kind: Kind, path: string): string {
  const flat = path.replace(/\[\d+\]/g, "[]");
  if (known.has(`${kind} ${flat}`)) return flat;
  return tokensOf(path.replace(/\[\]/g, "[0]")).reduce<string>((pattern, token) => {
    if (typeof token === "number") return `${pattern}[]`;
    const key = pattern === "" ? token : `${pattern}.${token}`;
    return known.has(`${kind} ${key}`) || !known.has(`${kind} ${pattern}{}`) ? key : `${pattern}{}`;
  }, "");
}

/** The row of a field; `[3]` is any item. */
export function fieldAt(kind: Kind, path: string): FieldRow | undefined {
  return known.get(`${kind} ${patternOf(kind, path)}`);
}

/** Patterns of a kind that hold something of their own; a list of plain items is one of them. */
export function leavesOf(kind: Kind): string[] {
  const holders = new Set(["list", "map", "group"]);
  return SCHEMA[kind].filter(([, shape]) => !holders.has(shape)).map(([path]) => path.replace(/\[\]$/, ""));
}

export function fieldName(kind: Kind, path: string, language: Messages["language"] = messages().language): string {
  const row = fieldAt(kind, path);
  return row === undefined ? path : row[language === "zh" ? 3 : 2];
}

/** The words of a choice, to choose from. */
export function wordsAt(kind: Kind, path: string, language: Messages["language"] = messages().language): Option<string>[] {
  return (fieldAt(kind, path)?.[4] ?? []).map(([id, english, chinese]) => ({ id, label: language === "zh" ? chinese : english }));
}
