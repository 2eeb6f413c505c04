// The head of a row's page: its name written in place, on or off, and what can be done with the row.
import type { ReactNode } from "react";
import { type Document, useText, writeText } from "../documents";
import { IconButton, Menu, type MenuGroup } from "../kit";
import { useMessages } from "../messages";
import { Flag } from "./fields/Choices";
import { stepOf } from "./fields/names";
import { focusField } from "./focus";

export interface RowHeadProps {
  document: Document; path: string;
  /** Path of the name, and what it is called. */
  titlePath: string; titleLabel: string; name: string;
  enabled?: boolean;
  at: number; count: number;
  groups?: MenuGroup[];
  onAct?: (act: string) => void;
  onMove: (gap: number) => void; onDuplicate: () => void; onRemove: () => void;
  children?: ReactNode;
}

export function RowHead({ document, path, titlePath, titleLabel, name, enabled = true, at, count, groups = [], onAct, onMove, onDuplicate, onRemove, children }: RowHeadProps) {
  const { say } = useMessages();
  const title = useText(document, titlePath);
  return (
    <header className="entry-head" data-document>
      <input
        className="entry-title" dir="auto" aria-label={titleLabel} placeholder={name} value={title} data-path={titlePath}
        onChange={(event) => writeText(document, titlePath, event.target.value, stepOf(titleLabel))} onFocus={() => focusField(titlePath, titleLabel)}
      />
      {children}
      {enabled ? <span data-path={`${path}.enabled`}><Flag document={document} path={`${path}.enabled`} label={say("lore.on")} absent look="switch" /></span> : null}
      <Menu
        label={say("workbench.actsOf", { name })} placement="bottom end" button={<IconButton icon="more" label={say("workbench.actsOf", { name })} />}
        groups={[
          { id: "move", items: [{ id: "up", label: say("common.moveUp"), icon: "up", cap: "Alt ↑", off: at === 0 }, { id: "down", label: say("common.moveDown"), icon: "down", cap: "Alt ↓", off: at === count - 1 }] },
          { id: "make", items: [{ id: "copy", label: say("workbench.duplicate"), icon: "copy", cap: "Ctrl D" }] },
          ...groups,
          { id: "end", items: [{ id: "remove", label: say("common.remove"), icon: "trash", danger: true, cap: "Del" }] },
        ]}
        onAction={(act) => (act === "up" ? onMove(at - 1) : act === "down" ? onMove(at + 2) : act === "copy" ? onDuplicate() : act === "remove" ? onRemove() : onAct?.(act))}
      />
    </header>
  );
}
