// A text that is code of some sort: a pattern, a template, marks. Drawn in mono, as tall as its lines.
import type { ReactNode } from "react";
import { type Document, useText, writeText } from "../../documents";
import { TextArea } from "../../kit";
import { useMessages } from "../../messages";
import { focusField } from "../focus";
import { LargeText } from "./LargeText";
import { stepOf } from "./names";

export interface CodeProps { document: Document; path: string; label: string; hint?: ReactNode; rows?: number; tokens?: number | undefined; fault?: string | null; keepEmpty?: boolean; hideLabel?: boolean }

/** Above this many characters the field is an editor that draws only what is in view. */
const FIELD_BELOW = 60_000;

export function Code({ document, path, label, hint, rows = 1, tokens, fault, keepEmpty = false, hideLabel = false }: CodeProps) {
  const { number } = useMessages();
  const text = useText(document, path);
  const write = (next: string): void => writeText(document, path, next, stepOf(label), keepEmpty);
  if (text.length > FIELD_BELOW) return <div data-document data-path={path}><LargeText document={document} label={label} path={path} text={text} onWrite={write} /></div>;
  return (
    <div data-document data-path={path}>
      <TextArea
        label={label} hideLabel={hideLabel} hint={hint} rows={rows} mono prose={false} value={text} onChange={write} onFocus={() => focusField(path, label, document)} fault={fault ?? null} spellCheck={false}
        className="code-field" end={tokens === undefined || tokens === 0 ? null : number(tokens)}
      />
    </div>
  );
}
