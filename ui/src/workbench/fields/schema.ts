// What the model calls its fields and the words of its choices, in the language of the window.
import type { Kind } from "../../bindings";
import { type FieldRow, SCHEMA } from "../../bindings/schema";
import type { Option } from "../../kit";
import { type Messages, messages } from "../../messages";

const known = new Map<string, FieldRow>();
for (const [kind, rows] of Object.entries(SCHEMA)) for (const row of rows) known.set(`${kind} ${row[0]}`, row);

/** The row of a field; `[3]` is any item. */
export function fieldAt(kind: Kind, path: string): FieldRow | undefined {
  return known.get(`${kind} ${path.replace(/\[\d+\]/g, "[]")}`);
}

export function fieldName(kind: Kind, path: string, language: Messages["language"] = messages().language): string {
  const row = fieldAt(kind, path);
  return row === undefined ? path : row[language === "zh" ? 3 : 2];
}

/** The words of a choice, to choose from. */
export function wordsAt(kind: Kind, path: string, language: Messages["language"] = messages().language): Option<string>[] {
  return (fieldAt(kind, path)?.[4] ?? []).map(([id, english, chinese]) => ({ id, label: language === "zh" ? chinese : english }));
}
