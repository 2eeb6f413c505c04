// A field of a world's file, drawn by what its table says of it. Every field of every kind has a form this way; the few
// that need one of their own have it beside this.
import { type Document, pathOf } from "../../../documents";
import { useMessages } from "../../../messages";
import { Chips } from "../../../workbench/fields/Chips";
import { Flag, Pick } from "../../../workbench/fields/Choices";
import { JsonField } from "../../../workbench/fields/JsonField";
import { Line, NumberLine } from "../../../workbench/fields/Line";
import { OddNote } from "../../../workbench/fields/Odd";
import { Optional } from "../../../workbench/fields/Optional";
import { Prose } from "../../../workbench/fields/Prose";
import type { WorldField as Field } from "../wire";
import { ConditionField } from "./ConditionField";
import { EffectField } from "./EffectField";
import { fieldHint, fieldLabel, wordLabel } from "./labels";
import { PairList } from "./PairList";
import { PictureField } from "./PictureField";
import { RefField, RefList } from "./RefField";
import { RowsField } from "./RowsField";
import { TextList } from "./TextList";
import { ValueField, ValuesField } from "./ValuesField";

export interface WorldFieldProps {
  document: Document;
  /** The table it belongs to: `characters`, `relationships.json`; members of objects go by `ways`, `effect`. */
  table: string;
  /** Path of the object that has it. */
  base: string;
  field: Field;
  /** An empty one as a line that adds it. */
  optional?: boolean;
}

/** Texts of one line are at most so long. */
const ONE_LINE = 160;

export function WorldField({ document, table, base, field, optional = false }: WorldFieldProps) {
  const path = pathOf(base, field.key);
  const label = fieldLabel(table, field.key);
  const drawn = <Drawn document={document} table={table} base={base} field={field} path={path} label={label} />;
  return optional ? <Optional document={document} path={path} label={label}>{drawn}</Optional> : drawn;
}

function Drawn({ document, table, base, field, path, label }: WorldFieldProps & { path: string; label: string }) {
  const { say } = useMessages();
  const hint = fieldHint(table, field.key);
  const said = hint === undefined ? {} : { hint };
  switch (field.is) {
    case "long-text": case "summary":
      return <Prose document={document} path={path} label={label} tokens={undefined} rows={field.is === "summary" ? 1 : 2} keepEmpty={field.required} {...said} />;
    case "text":
      return (field.most ?? Number.POSITIVE_INFINITY) > ONE_LINE
        ? <Prose document={document} path={path} label={label} tokens={undefined} rows={1} keepEmpty={field.required} {...said} />
        : <Line document={document} path={path} label={label} keepEmpty={field.required} {...said} />;
    case "name": return <Line document={document} path={path} label={label} keepEmpty={field.required} {...said} />;
    case "key": case "word": case "language": case "own": return <Line document={document} path={path} label={label} mono keepEmpty={field.required} {...said} />;
    case "flag": return <div><Flag document={document} path={path} label={label} absent={field.absent} />{hint === undefined ? null : <p className="field-help">{hint}</p>}<OddNote document={document} path={path} wanted="flag" /></div>;
    case "number": case "integer": return <NumberLine document={document} path={path} label={label} {...said} />;
    case "choice":
      return <div><Pick document={document} path={path} label={label} unset={say("fields.unset")} options={field.words.map((id) => ({ id, label: wordLabel(field.key, id) }))} /><OddNote document={document} path={path} wanted="text" /></div>;
    case "id": case "reference": case "subject":
      // An id of nothing in the world is a word of its own: of a row, a book, a preset.
      return field.folders.length === 0 && field.is === "id" ? <Line document={document} path={path} label={label} mono keepEmpty={field.required} {...said} /> : <RefField document={document} path={path} label={label} field={field} {...said} />;
    case "image": return <PictureField document={document} path={path} label={label} />;
    case "value": return <ValueField document={document} path={path} label={label} base={base} />;
    case "values": return <ValuesField document={document} path={path} label={label} />;
    case "condition": return <ConditionField document={document} path={path} label={label} />;
    case "object":
      return field.key === "effect" ? <EffectField document={document} path={path} label={label} fields={field.fields} /> : (
        <fieldset className="world-group" data-path={path}>
          <legend className="form-subtitle">{label}</legend>
          <OddNote document={document} path={path} wanted="map" />
          <div className={field.fields.every(({ is }) => is === "number" || is === "integer") ? "auto-grid" : "stack world-group-fields"}>
            {field.fields.map((inner) => <WorldField key={inner.key} document={document} table={field.key} base={path} field={inner} />)}
          </div>
        </fieldset>
      );
    case "list": return <ListOf document={document} table={table} base={base} field={field} path={path} label={label} />;
    case "map": return <JsonField document={document} path={path} label={label} {...said} />;
  }
}

function ListOf({ document, table, field, path, label }: WorldFieldProps & { path: string; label: string }) {
  const item = field.item;
  const hint = fieldHint(table, field.key);
  const said = hint === undefined ? {} : { hint };
  switch (item?.is) {
    case "id": case "reference":
      return item.folders.length === 0 ? <Chips document={document} path={path} label={label} mono {...said} /> : <RefList document={document} path={path} label={label} item={item} {...said} />;
    case "name": case "key": case "word": return <Chips document={document} path={path} label={label} {...said} />;
    case "text": return (item.most ?? Number.POSITIVE_INFINITY) <= 120 ? <Chips document={document} path={path} label={label} {...said} /> : <TextList document={document} path={path} label={label} one={fieldLabel("one", field.key)} />;
    case "long-text": return <TextList document={document} path={path} label={label} one={fieldLabel("one", field.key)} />;
    case "object": return <RowsField document={document} path={path} label={label} table={field.key} one={fieldLabel("one", field.key)} fields={item.fields} />;
    case "list": return <PairList document={document} path={path} label={label} one={fieldLabel("one", field.key)} folders={item.item?.folders ?? []} />;
    default: return <JsonField document={document} path={path} label={label} {...said} />;
  }
}
