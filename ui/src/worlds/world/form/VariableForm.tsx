// A tracked value: what it is called, whose it is, and what it may be. The type says which fields there are; what another
// type left behind is kept and shown at the end.
import { type Document, useValue } from "../../../documents";
import type { WorldField as Field } from "../wire";
import { isMap } from "../model";
import { WorldField } from "./WorldField";

const FOR: Record<string, readonly string[]> = { min: ["number"], max: ["number"], step: ["number"], unit: ["number"], bands: ["number"], options: ["choice"] };
const SIDE_BY_SIDE = new Set(["key", "label", "type", "of", "min", "max", "step", "unit", "default"]);

export function VariableForm({ document, base, fields }: { document: Document; base: string; fields: readonly Field[] }) {
  const row = useValue(document, base);
  const held = isMap(row) ? row : {};
  const type = typeof held.type === "string" ? held.type : "";
  const of = typeof held.of === "string" ? held.of : "";
  const shown = fields.filter(({ key }) => {
    if (key === "only" && (of === "world" || of === "")) return held.only !== undefined;
    return FOR[key] === undefined || FOR[key].includes(type) || held[key] !== undefined;
  });
  const draw = (field: Field) => {
    // Which documents it is limited to are those of the kind it is of.
    const own = field.key === "only" && field.item !== null ? { ...field, item: { ...field.item, folders: [of] } } : field;
    return <WorldField key={field.key} document={document} table="variables.json" base={base} field={own} optional={!field.required && (field.is === "text" || field.is === "list")} />;
  };
  return (
    <>
      <div className="auto-grid">{shown.filter(({ key }) => SIDE_BY_SIDE.has(key)).map(draw)}</div>
      {shown.filter(({ key }) => !SIDE_BY_SIDE.has(key)).map(draw)}
    </>
  );
}
