// A short list of rows that are all open at once, each a card with a head: grip, name, on or off, acts. For lists of a
// few; long lists stand at the side.
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import type { Json } from "../../bindings";
import { type Document, useText, writeText } from "../../documents";
import { Icon, IconButton, Menu, toast } from "../../kit";
import { useRowDrag } from "../../kit/rowDrag";
import { useMessages } from "../../messages";
import { Flag } from "../fields/Choices";
import { stepOf } from "../fields/names";
import { undoOfLast } from "../undo";
import { isMap, type ListActs } from "./acts";
import "./rows.css";

export interface CardListProps {
  document: Document; path: string; label: string; rows: readonly Json[];
  nameOf: (at: number) => string;
  titleKey: string; titleLabel: string;
  enabled?: boolean;
  acts: ListActs;
  /** What stands below the head of the row at a path; a row that is no map says so by itself. */
  children: (path: string) => ReactNode;
}

/** Cards drawn at once; a list beyond that is drawn in part and says so. */
const SHOWN = 100;

export function CardList({ document, path, label, rows, nameOf, titleKey, titleLabel, enabled = true, acts, children }: CardListProps) {
  const { say } = useMessages();
  const holder = useRef<HTMLDivElement>(null);
  const drag = useRowDrag(holder, (at, gap) => void acts.move([at], gap));
  function remove(at: number): void {
    const name = nameOf(at);
    acts.remove([at]);
    toast({ icon: "trash", text: say("rows.removed", { name }), act: { label: say("common.undo"), run: undoOfLast(document) } });
  }
  return (
    <div ref={holder} className="card-list" role="list" aria-label={label} onPointerDown={(event) => (event.target as Element).closest(".card-grip") !== null && drag.onPointerDown(event)}>
      {rows.slice(0, SHOWN).map((row, at) => (
        <div key={at} role="listitem" data-row={at} className={`card ${drag.held === at ? "rows-row-held" : ""} ${drag.gap === at ? "row-gap-before" : drag.gap === at + 1 && at === rows.length - 1 ? "row-gap-behind" : ""}`}>
          <CardHead
            document={document} path={`${path}[${at}]`} titleKey={titleKey} titleLabel={titleLabel} name={nameOf(at)} at={at} last={at === rows.length - 1} enabled={enabled}
            onMove={(gap) => {
              acts.move([at], gap);
              const to = gap > at ? gap - 1 : gap;
              requestAnimationFrame(() => holder.current?.querySelector<HTMLElement>(`[data-row="${to}"] .card-title`)?.focus());
            }}
            onDuplicate={() => acts.duplicate([at])} onRemove={() => remove(at)}
          />
          <div className="card-body">{isMap(row) ? children(`${path}[${at}]`) : <p className="small said-warning">{say("rows.unreadableHint")}</p>}</div>
        </div>
      ))}
      {rows.length <= SHOWN ? null : <p className="small tertiary">{say("rows.more", { count: rows.length - SHOWN })}</p>}
    </div>
  );
}

interface HeadProps { document: Document; path: string; titleKey: string; titleLabel: string; name: string; at: number; last: boolean; enabled: boolean; onMove: (gap: number) => void; onDuplicate: () => void; onRemove: () => void }

function CardHead({ document, path, titleKey, titleLabel, name, at, last, enabled, onMove, onDuplicate, onRemove }: HeadProps) {
  const { say } = useMessages();
  const titlePath = `${path}.${titleKey}`;
  const title = useText(document, titlePath);
  function keys(event: KeyboardEvent): void {
    const gap = !event.altKey ? null : event.key === "ArrowUp" && at > 0 ? at - 1 : event.key === "ArrowDown" && !last ? at + 2 : null;
    if (gap === null) return;
    event.preventDefault();
    onMove(gap);
  }
  return (
    <div className="card-head" data-document>
      <span className="card-grip greeting-grip" aria-hidden="true"><Icon name="drag" size="small" /></span>
      <input
        className="card-title" dir="auto" aria-label={`${titleLabel}: ${name}`} placeholder={name} value={title} data-path={titlePath} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown" onKeyDown={keys}
        onChange={(event) => writeText(document, titlePath, event.target.value, stepOf(titleLabel))}
      />
      {enabled ? <span data-path={`${path}.enabled`}><Flag document={document} path={`${path}.enabled`} label={say("lore.on")} absent look="switch" /></span> : null}
      <Menu
        label={say("workbench.actsOf", { name })} placement="bottom end" button={<IconButton icon="more" size="small" label={say("workbench.actsOf", { name })} />}
        groups={[
          { id: "move", items: [{ id: "up", label: say("common.moveUp"), icon: "up", cap: "Alt ↑", off: at === 0 }, { id: "down", label: say("common.moveDown"), icon: "down", cap: "Alt ↓", off: last }] },
          { id: "make", items: [{ id: "copy", label: say("workbench.duplicate"), icon: "copy" }] },
          { id: "end", items: [{ id: "remove", label: say("common.remove"), icon: "trash", danger: true }] },
        ]}
        onAction={(act) => (act === "up" ? onMove(at - 1) : act === "down" ? onMove(at + 2) : act === "copy" ? onDuplicate() : onRemove())}
      />
    </div>
  );
}
