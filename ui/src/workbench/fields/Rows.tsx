// A list of rows with the same few fields each, as the model has them: labelled parts, swatches, biased phrases.
import type { Json } from "../../bindings";
import { type Document, useValue } from "../../documents";
import { Button } from "../../kit";
import { useMessages } from "../../messages";
import { moved } from "../../kit/lists";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import { Colour } from "./Colour";
import { JsonField } from "./JsonField";
import { Line, NumberLine } from "./Line";
import { inSentence, stepOf } from "./names";
import { OddNote } from "./Odd";
import { Prose } from "./Prose";
import { fieldName } from "./schema";
import { SortRows } from "./SortRows";

export type Cell = "line" | "prose" | "number" | "colour" | "json";
export interface RowsProps {
  document: Document; path: string; label: string; tokens: ReadonlyMap<string, number>;
  /** Key of a row to how it is edited, in order. Rows of one text alone have the key "". */
  cells: Readonly<Record<string, Cell>>;
  fresh: Json;
}

export function Rows({ document, path, label, tokens, cells, fresh }: RowsProps) {
  const { say } = useMessages();
  const look = useScopeLook(document, path);
  const value = useValue(document, path);
  const rows: Json[] = Array.isArray(value) ? value : [];
  const one = fieldName("character", `${path}[]`);
  const write = (next: Json[]): void => document.edit({ label: stepOf(label), changes: [next.length === 0 ? { path } : { path, value: next }] });
  const name = (at: number): string => say("field.numbered", { name: one, number: at + 1 });
  return (
    <section className={`stack rows ${look}`} aria-label={label} data-document data-path={path}>
      <div className="line"><h3 className="form-subtitle">{label}</h3><ScopeTag document={document} path={path} label={label} /></div>
      <OddNote document={document} path={path} wanted="list" />
      <SortRows count={rows.length} name={name} onMove={(from, to) => write(moved(rows, from, to))} onRemove={(at) => write(rows.filter((_, index) => index !== at))} onDuplicate={(at) => write([...rows.slice(0, at + 1), rows[at] ?? null, ...rows.slice(at + 1)])}>
        {(at) => (
          <div className={`row-cells ${Object.values(cells).some((cell) => cell === "prose" || cell === "json") ? "row-cells-tall" : ""}`}>
            {Object.entries(cells).map(([key, cell]) => <CellField key={key} document={document} path={key === "" ? `${path}[${at}]` : `${path}[${at}].${key}`} cell={cell} tokens={tokens} />)}
          </div>
        )}
      </SortRows>
      <Button icon="add" size="small" className="add-field" onPress={() => write([...rows, fresh])}>{say("workbench.addField", { field: inSentence(one) })}</Button>
    </section>
  );
}

function CellField({ document, path, cell, tokens }: { document: Document; path: string; cell: Cell; tokens: ReadonlyMap<string, number> }) {
  const label = fieldName("character", path);
  switch (cell) {
    case "line": return <Line document={document} path={path} label={label} keepEmpty />;
    case "prose": return <Prose document={document} path={path} label={label} tokens={tokens.get(path)} keepEmpty />;
    case "number": return <NumberLine document={document} path={path} label={label} />;
    case "colour": return <Colour document={document} path={path} label={label} />;
    case "json": return <JsonField document={document} path={path} label={label} />;
  }
}
