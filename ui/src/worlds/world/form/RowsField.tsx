// A list of rows with the same few fields each: ways out of a place, members of a faction, stages of a plot, steps of a
// value. Rows move, are copied and taken out; a row of another type is shown as it is.
import type { Json, JsonObject } from "../../../bindings";
import { type Document, useValue } from "../../../documents";
import { Button } from "../../../kit";
import { moved } from "../../../kit/lists";
import { useMessages } from "../../../messages";
import { FieldMark } from "../../../checks/Mark";
import { JsonField } from "../../../workbench/fields/JsonField";
import { inSentence, stepOf } from "../../../workbench/fields/names";
import { OddNote } from "../../../workbench/fields/Odd";
import { SortRows } from "../../../workbench/fields/SortRows";
import { isMap } from "../model";
import type { WorldField as Field } from "../wire";
import { WorldField } from "./WorldField";

export interface RowsFieldProps { document: Document; path: string; label: string; table: string; one: string; fields: readonly Field[] }

/** A new row has what it must have, empty. */
export function freshRow(fields: readonly Field[], rows: readonly Json[]): JsonObject {
  return Object.fromEntries(fields.filter(({ required }) => required).map((field): [string, Json] => {
    if (field.is === "number" || field.is === "integer") return [field.key, field.least ?? 0];
    if (field.is === "choice") return [field.key, field.words[0] ?? ""];
    if (field.is === "flag") return [field.key, false];
    if (field.is === "id" && field.folders.length === 0) return [field.key, freeId(rows, field.key)];
    return [field.key, ""];
  }));
}

function freeId(rows: readonly Json[], key: string): string {
  const taken = new Set(rows.map((row) => (isMap(row) ? row[key] : undefined)));
  let number = rows.length + 1;
  while (taken.has(`step-${number}`)) number += 1;
  return `step-${number}`;
}

export function RowsField({ document, path, label, table, one, fields }: RowsFieldProps) {
  const { say } = useMessages();
  const value = useValue(document, path);
  const rows: Json[] = Array.isArray(value) ? value : [];
  const write = (next: Json[]): void => document.edit({ label: stepOf(label), changes: [next.length === 0 ? { path } : { path, value: next }] });
  const name = (at: number): string => say("field.numbered", { name: one, number: at + 1 });
  const tall = fields.some(({ is, most }) => is === "long-text" || (is === "text" && (most ?? Number.POSITIVE_INFINITY) > 160));
  return (
    <section className="stack rows" aria-label={label} data-document data-path={path}>
      <div className="line"><h3 className="form-subtitle">{label}</h3><FieldMark document={document} path={path} /></div>
      <OddNote document={document} path={path} wanted="list" />
      <SortRows count={rows.length} name={name} onMove={(from, to) => write(moved(rows, from, to))} onRemove={(at) => write(rows.filter((_, index) => index !== at))} onDuplicate={(at) => write([...rows.slice(0, at + 1), rows[at] ?? null, ...rows.slice(at + 1)])}>
        {(at) => (isMap(rows[at]) ? (
          <div className={`row-cells world-row ${tall ? "world-row-tall" : ""}`} role="group" aria-label={name(at)}>
            {fields.map((field) => <WorldField key={field.key} document={document} table={table} base={`${path}[${at}]`} field={field} optional={tall && !field.required && field.is === "text"} />)}
          </div>
        ) : <JsonField document={document} path={`${path}[${at}]`} label={name(at)} />)}
      </SortRows>
      <Button icon="add" size="small" className="add-field" onPress={() => write([...rows, freshRow(fields, rows)])}>{say("workbench.addField", { field: inSentence(one) })}</Button>
    </section>
  );
}
