// Rows with columns. A row keeps its shape (a list or an object) and what it has beyond the columns.
import { type KeyboardEvent, useRef } from "react";
import type { Json, NativeColumn } from "../bindings";
import { Button, IconButton } from "../kit";
import { useMessages } from "../messages";
import { inLanguage } from "./words";
import { moved } from "../kit/lists";

const isPlace = (columns: NativeColumn[]): boolean => columns.every(({ key }) => /^\d+$/.test(key));

function cellOf(row: Json | undefined, key: string): string {
  const cell = Array.isArray(row) ? row[Number(key)] : row !== null && typeof row === "object" ? row[key] : undefined;
  return cell === undefined || cell === null ? "" : String(cell);
}

/** The row with a cell written; a number where the column holds numbers and the text is one. */
export function withCell(row: Json | undefined, { key, number }: NativeColumn, text: string): Json {
  const value: Json = number && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  if (Array.isArray(row)) {
    const cells = [...row];
    while (cells.length < Number(key)) cells.push("");
    cells[Number(key)] = value;
    return cells;
  }
  return { ...(row !== null && typeof row === "object" ? row : {}), [key]: value };
}

function fresh(columns: NativeColumn[]): Json {
  const start = (column: NativeColumn): Json => (column.number ? 0 : "");
  return isPlace(columns) ? columns.map(start) : Object.fromEntries(columns.map((column) => [column.key, start(column)]));
}

export interface TableFieldProps { label: string; columns: NativeColumn[]; value: Json[]; onChange: (value: Json[]) => void }

export function TableField({ label, columns, value, onChange }: TableFieldProps) {
  const { say, language } = useMessages();
  const box = useRef<HTMLTableElement>(null);
  function move(at: number, to: number): void {
    if (to < 0 || to >= value.length) return;
    onChange(moved(value, at, to));
    requestAnimationFrame(() => box.current?.querySelectorAll<HTMLElement>("tbody tr")[to]?.querySelector("input")?.focus());
  }
  function pressed(event: KeyboardEvent, at: number): void {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(at, at + (event.key === "ArrowUp" ? -1 : 1));
  }
  return (
    <>
      {value.length === 0 ? null : (
        <table ref={box} className="native-table" aria-label={label}>
          <thead><tr>{columns.map((column) => <th key={column.key} scope="col">{inLanguage(column.label, language)}</th>)}<th><span className="aside-text">{say("native.acts")}</span></th></tr></thead>
          <tbody>
            {value.map((row, at) => (
              <tr key={at} onKeyDown={(event) => pressed(event, at)}>
                {columns.map((column) => (
                  <td key={column.key}>
                    <input
                      className={`field ${column.number ? "field-mono" : ""}`} dir="auto" aria-label={say("native.cell", { column: inLanguage(column.label, language), number: at + 1 })} value={cellOf(row, column.key)}
                      onChange={(event) => onChange(value.map((old, place) => (place === at ? withCell(old, column, event.target.value) : old)))}
                    />
                  </td>
                ))}
                <td><IconButton icon="close" size="small" label={say("native.removeItem", { number: at + 1 })} onPress={() => onChange(value.filter((_, place) => place !== at))} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button icon="add" size="small" look="plain" className="add-field" onPress={() => onChange([...value, fresh(columns)])}>{say("native.addRow")}</Button>
    </>
  );
}
