// Marks of findings in the editors: at a field, at a line of the outline, in the bar of the piece. Each says its number
// in words, and a press shows the findings.
import { useCallback, useSyncExternalStore } from "react";
import type { Severity } from "../bindings";
import { type Document, documentAt, useDocument } from "../documents";
import { Icon } from "../kit";
import { useMessages } from "../messages";
import { openPanel } from "../workbench/inspector";
import { findingsOf, givenFindings, isUnder, type Findings, subscribeFindings, tallyOf } from "./findings";
import "./checks.css";

interface Marked { count: number; worst: Severity }

/** How many speak at these paths, as one text, so that a field is drawn again only when its own number changes. */
function useMarked(document: Document, paths: readonly string[] | null): Marked | null {
  // A scope of a piece is marked by what is found in the piece.
  const whole = documentAt(document.address) ?? document;
  const subscribe = useCallback((listener: () => void) => subscribeFindings(whole, listener), [whole]);
  const key = paths?.join("\n") ?? null;
  const snapshot = useCallback(() => summed(findingsOf(whole), key), [whole, key]);
  const text = useSyncExternalStore(subscribe, snapshot, snapshot);
  if (text === "") return null;
  const [count, worst] = text.split(" ");
  return { count: Number(count), worst: worst as Severity };
}

function summed({ rows }: Findings, key: string | null): string {
  const paths = key?.split("\n").filter((path) => path !== "");
  const mine = paths === undefined ? rows : rows.filter((row) => paths.some((path) => isUnder(row.path, path)));
  const { all, worst } = tallyOf(mine);
  return worst === null ? "" : `${all} ${worst}`;
}

/** Beside the name of a field. */
export function FieldMark({ document, path }: { document: Document; path: string }) {
  const { say, number } = useMessages();
  const marked = useMarked(document, [path]);
  const kind = useDocument(document, ({ entity }) => entity.kind);
  if (marked === null) return null;
  return (
    <button type="button" className={`finding-mark said-${marked.worst}`} aria-label={say("checks.mark", { count: marked.count })} title={say("checks.mark", { count: marked.count })} onClick={givenFindings(document)?.open ?? (() => openPanel(kind, "checks"))}>
      <Icon name={marked.worst} size="small" />{marked.count === 1 ? null : number(marked.count)}
    </button>
  );
}

/** At a line of an outline or a list. */
export function OutlineMark({ document, paths }: { document: Document; paths: readonly string[] }) {
  const { say, number } = useMessages();
  const marked = useMarked(document, paths);
  if (marked === null) return null;
  return (
    <span className={`outline-mark said-${marked.worst}`} title={say("checks.markHere", { count: marked.count })}>
      <Icon name={marked.worst} size="small" /><span aria-hidden="true">{number(marked.count)}</span><span className="aside-text">{say("checks.markHere", { count: marked.count })}</span>
    </span>
  );
}

/** In the bar of the piece: how many there are in all. */
export function PieceMark({ document }: { document: Document }) {
  const { say, number } = useMessages();
  const marked = useMarked(document, null);
  const kind = useDocument(document, ({ entity }) => entity.kind);
  if (marked === null) return null;
  return (
    <button type="button" className={`finding-mark said-${marked.worst}`} aria-label={say("checks.open", { count: marked.count })} title={say("checks.open", { count: marked.count })} onClick={() => openPanel(kind, "checks")}>
      <Icon name={marked.worst} />{number(marked.count)}
    </button>
  );
}
