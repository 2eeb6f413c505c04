// The text one is in as an app would lay it out, beside the form. What of it would load, lead away or run does none of
// that here, and is named.
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import type { Document } from "../../documents";
import { useDocument, useText } from "../../documents";
import { Authored, EmptyState, Icon } from "../../kit";
import { useMessages } from "../../messages";
import { useSettings } from "../../settings/current";
import { useFocusedField } from "../focus";
import { namePath } from "../goto";
import { type Blocked, type BlockedKind, rendered } from "./render";
import { Frame } from "./Frame";
import "./preview.css";

const RENDER_AFTER = 250;
const KINDS: readonly BlockedKind[] = ["picture", "link", "style", "script", "tag"];

/** The text of the field one is in, in the form of the character it was written in; else the piece's main text. */
function useShownText(document: Document): { text: string; label: string } {
  const { say } = useMessages();
  const focused = useFocusedField();
  const kind = useDocument(document, (state) => state.entity.kind);
  const here = focused.path !== null && focused.document?.address === document.address;
  const path = here ? focused.path ?? "" : kind === "character" ? "identity.description" : namePath(kind);
  const text = useText(here ? focused.document ?? document : document, path);
  return { text, label: here ? focused.label : kind === "character" ? say("field.description") : say("field.name") };
}

export function Preview({ document }: { document: Document }) {
  const { say, bytes } = useMessages();
  const { text, label } = useShownText(document);
  const look = useSettings((settings) => `${settings.theme} ${settings.textScale}`);
  const settled = useSettled(text);
  const { html, blocked, cut } = useMemo(() => rendered(settled), [settled]);
  return (
    <div className="preview" data-help="preview">
      <p className="preview-field small secondary">{label}</p>
      {settled.trim() === "" ? <EmptyState title={say("preview.empty")} /> : <Frame html={html} title={say("preview.frame", { field: label })} look={look} />}
      {cut > 0 ? <p className="small secondary preview-note">{say("preview.cut", { size: bytes(cut) })}</p> : null}
      {settled.trim() === "" ? null : <BlockedList blocked={blocked} />}
    </div>
  );
}

/** The text as it was when the last key had rested. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), RENDER_AFTER);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(settled);
}

function BlockedList({ blocked }: { blocked: Blocked[] }) {
  const { say } = useMessages();
  const kinds = KINDS.map((kind) => ({ kind, rows: blocked.filter((one) => one.kind === kind) })).filter(({ rows }) => rows.length > 0);
  if (kinds.length === 0) return <p className="small secondary line preview-note" role="status"><Icon name="ok" size="small" />{say("preview.clean")}</p>;
  return (
    <div className="preview-blocked">
      <p className="small medium line" role="status"><Icon name="lock" size="small" />{say("preview.blocked", { count: blocked.length })}</p>
      {kinds.map(({ kind, rows }) => (
        <details key={kind}>
          <summary className="small">{say(`preview.kind.${kind}`, { count: rows.length })}</summary>
          <ul>{[...new Set(rows.map(({ what }) => what))].slice(0, 50).map((what) => <li key={what} className="small mono"><Authored text={what} /></li>)}</ul>
        </details>
      ))}
    </div>
  );
}
