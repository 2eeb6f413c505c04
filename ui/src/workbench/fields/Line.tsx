// A text of one line, or a number, of an open piece.
import { FieldMark } from "../../checks/Mark";
import { type Document, useText, useValue, writeText } from "../../documents";
import { TextField } from "../../kit";
import { useMessages } from "../../messages";
import { focusField } from "../focus";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import { stepOf } from "./names";
import { OddNote } from "./Odd";

export interface LineProps { document: Document; path: string; label: string; hint?: string; mono?: boolean; keepEmpty?: boolean }

export function Line({ document, path, label, hint, mono = false, keepEmpty = false }: LineProps) {
  const value = useText(document, path);
  const look = useScopeLook(document, path);
  return (
    <div className={look} data-document data-path={path}>
      <TextField
        label={label} hint={hint} value={value} mono={mono} beside={<><FieldMark document={document} path={path} /><ScopeTag document={document} path={path} label={label} /></>} onFocus={() => focusField(path, label, document)}
        onChange={(text) => writeText(document, path, text, stepOf(label), keepEmpty)}
      />
      <OddNote document={document} path={path} wanted="text" />
    </div>
  );
}

/** A number, written as typed; anything else stays as it is in the piece and says so. */
export function NumberLine({ document, path, label, hint }: LineProps) {
  const { say } = useMessages();
  const value = useValue(document, path);
  const look = useScopeLook(document, path);
  const odd = value !== undefined && value !== null && typeof value !== "number" && value !== true;
  return (
    <div className={look} data-document data-path={path}>
      <TextField
        label={label} hint={hint} type="number" beside={<ScopeTag document={document} path={path} label={label} />} value={typeof value === "number" ? String(value) : ""} fault={odd ? say("workbench.oddValue", { value: JSON.stringify(value) }) : null}
        onChange={(text) => {
          const number = Number(text);
          if (text.trim() !== "" && !Number.isFinite(number)) return;
          document.edit({ label: stepOf(label), changes: [text.trim() === "" ? { path } : { path, value: number }], joins: path });
        }}
      />
    </div>
  );
}
