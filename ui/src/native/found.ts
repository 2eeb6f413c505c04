// Whether a value is of the kind its field holds. What is not is shown as it was found; nothing here throws.
import type { Json, NativeColumn, NativeWidget } from "../bindings";

const isText = (value: Json): value is string => typeof value === "string";

/** Rows and cells a table draws; larger ones are edited as text. */
export const ROWS = 500;
/** Letters of one text a field takes; longer ones are edited as text. */
export const LETTERS = 200_000;

export function isRow(value: Json, columns: NativeColumn[]): boolean {
  if (value === null || typeof value !== "object") return false;
  const cells = Array.isArray(value) ? value : Object.values(value);
  return cells.length <= columns.length + 4 && cells.every((cell) => cell === null || typeof cell !== "object");
}

/** Whether a widget can edit a value; absent fits everything, and so does null, which is how many apps write nothing. */
export function fits(widget: NativeWidget, value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  switch (widget.word) {
    case "line": return isText(value) && value.length <= LETTERS && !value.includes("\n");
    case "text": case "colour": case "asset": return isText(value) && value.length <= LETTERS;
    case "choice": return isText(value);
    case "number": return typeof value === "number";
    case "toggle": return typeof value === "boolean";
    case "list": case "links": return Array.isArray(value) && value.length <= ROWS && value.every((item) => isText(item) || typeof item === "number");
    case "table": return Array.isArray(value) && value.length <= ROWS && value.every((row) => isRow(row, widget.columns));
    case "json": return true;
  }
}

/** A value in a line or two, as it was found. */
export function told(value: Json | undefined, most = 300): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
