// Any JSON of a piece as text. What is no JSON stays in the field, says where it breaks, and never reaches the piece.
import { useState } from "react";
import type { Json } from "../../bindings";
import { type Document, sameJson, useValue } from "../../documents";
import { TextArea } from "../../kit";
import { useMessages } from "../../messages";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import { stepOf } from "./names";

/** Above this many signs a value is read in the raw original. */
const MOST = 200_000;

export function JsonField({ document, path, label, hint }: { document: Document; path: string; label: string; hint?: string }) {
  const { say, bytes } = useMessages();
  const value = useValue(document, path);
  const look = useScopeLook(document, path);
  const [typed, setTyped] = useState<{ text: string; for: Json | undefined } | null>(null);
  const own = value === undefined ? "" : JSON.stringify(value, null, 2);
  if (own.length > MOST) return <div data-path={path}><TextArea label={label} mono prose={false} readOnly value={own.slice(0, 2_000)} onChange={() => undefined} help={say("workbench.largeJson", { size: bytes(own.length) })} /></div>;
  // Another value came from outside: an undo, or another window.
  const text = typed !== null && sameJson(typed.for, value) ? typed.text : own;
  const fault = text.trim() === "" ? null : faultOf(text);

  function write(next: string): void {
    const parsed = next.trim() === "" ? undefined : parsedOf(next);
    if (next.trim() !== "" && parsed === undefined) {
      setTyped({ text: next, for: value });
      return;
    }
    setTyped({ text: next, for: parsed });
    document.edit({ label: stepOf(label), changes: [parsed === undefined ? { path } : { path, value: parsed }], joins: path });
  }
  return (
    <div className={look} data-document data-path={path}>
      <TextArea label={label} hint={hint} mono prose={false} rows={2} className="code-field" spellCheck={false} value={text} onChange={write} fault={fault === null ? null : say("workbench.noJson", { reason: fault })} beside={<ScopeTag document={document} path={path} label={label} />} />
    </div>
  );
}

function parsedOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function faultOf(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
