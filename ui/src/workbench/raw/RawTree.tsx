// The original as a tree. Only what is open is read; the row here and the cursor in the text follow each other.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { PatchOp } from "../../bindings";
import { Icon, visible } from "../../kit";
import { type MessageId, useMessages } from "../../messages";
import { type Child, eachChild, type Kind, placeOf, below } from "./scan";

/** Members drawn of one object or list; the text has them all. */
const MOST = 1_000;
const WORDS: Record<Kind, MessageId> = { map: "raw.tree.map", list: "raw.tree.list", text: "raw.tree.text", number: "raw.tree.number", flag: "raw.tree.flag", null: "raw.tree.null" };

export interface Row { pointer: string; token: string; level: number; kind: Kind; count: number; open: boolean; more: number }

/** The rows of a text with these pointers open. */
export function rowsOf(text: string, open: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const add = (pointer: string, from: number, level: number): number => {
    const children: Child[] = [];
    let more = 0;
    eachChild(text, from, (child) => {
      if (children.length < MOST) children.push(child);
      else more += 1;
      return true;
    });
    for (const child of children) {
      const at = below(pointer, child.token);
      const holds = child.kind === "map" || child.kind === "list";
      const row: Row = { pointer: at, token: child.token, level, kind: child.kind, count: 0, open: holds && open.has(at), more: 0 };
      rows.push(row);
      if (!holds) continue;
      if (row.open) row.count = add(at, child.from, level + 1);
      else eachChild(text, child.from, () => (row.count += 1) < 10_000);
    }
    if (more > 0) rows.push({ pointer: `${pointer}\u0000`, token: "", level, kind: "null", count: 0, open: false, more });
    return children.length + more;
  };
  const root = placeOf(text, "");
  if (root !== null) add("", root.from, 1);
  return rows;
}

/** The pointers on the way to one, itself included. */
const wayTo = (pointer: string): string[] => pointer.split("/").slice(1).map((_, at, all) => `/${all.slice(0, at + 1).join("/")}`);

export interface RawTreeProps { label: string; text: string; ops: readonly PatchOp[]; pointer: string; onChoose: (pointer: string) => void }

export function RawTree({ label, text, ops, pointer, onChoose }: RawTreeProps) {
  const { say, number } = useMessages();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(["/data"]));
  const [cursor, setCursor] = useState(pointer);
  const list = useRef<VirtualizerHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(text, open), [text, open]);
  const at = Math.max(0, rows.findIndex((row) => row.pointer === cursor));
  useEffect(() => {
    // What the text shows is shown here too; its parents open.
    const way = wayTo(pointer).slice(0, -1);
    setOpen((held) => (way.every((one) => held.has(one)) ? held : new Set([...held, ...way])));
    setCursor(pointer);
  }, [pointer]);
  useEffect(() => {
    list.current?.scrollToIndex(at, { align: "nearest" });
  }, [at]);
  function toggle(row: Row, to = !row.open): void {
    setOpen((held) => {
      const next = new Set(held);
      if (to) next.add(row.pointer);
      else next.delete(row.pointer);
      return next;
    });
  }
  function go(to: number): void {
    const row = rows[to];
    if (row === undefined || row.more > 0) return;
    setCursor(row.pointer);
    onChoose(row.pointer);
  }
  function pressed(event: KeyboardEvent): void {
    const row = rows[at];
    if (row === undefined) return;
    const holds = row.kind === "map" || row.kind === "list";
    const parent = rows.findLastIndex((other, place) => place < at && other.level < row.level);
    const act = {
      ArrowDown: () => go(Math.min(rows.length - 1, at + 1)), ArrowUp: () => go(Math.max(0, at - 1)), Home: () => go(0), End: () => go(rows.length - 1),
      ArrowRight: () => (holds && !row.open ? toggle(row, true) : go(at + 1)), ArrowLeft: () => (row.open ? toggle(row, false) : parent === -1 ? undefined : go(parent)),
      Enter: () => (holds ? toggle(row) : onChoose(row.pointer)), " ": () => holds && toggle(row),
    }[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }
  const changed = new Map(ops.map((op) => [op.path, op.op]));
  return (
    <div
      ref={box} className="raw-tree" role="tree" aria-label={label} tabIndex={0} aria-activedescendant={rows.length === 0 ? undefined : `raw-tree-${at}`} onKeyDown={pressed}
    >
      <Virtualizer ref={list} scrollRef={box} itemSize={26} {...(rows.length > 0 && at > 0 ? { keepMounted: [at] } : {})}>
        {rows.map((row, place) => {
          const op = changed.get(row.pointer);
          const inside = op === undefined && !row.open && ops.some(({ path }) => path.startsWith(`${row.pointer}/`));
          if (row.more > 0) return <div key={row.pointer} className="raw-tree-row small tertiary" style={{ paddingInlineStart: `${row.level * 14 + 22}px` }}>{say("raw.tree.more", { count: row.more })}</div>;
          const holds = row.kind === "map" || row.kind === "list";
          return (
            <div
              key={row.pointer} id={`raw-tree-${place}`} role="treeitem" aria-level={row.level} aria-selected={place === at} className={`raw-tree-row ${place === at && cursor !== "" ? "raw-tree-on" : ""}`}
              {...(holds ? { "aria-expanded": row.open } : {})} style={{ paddingInlineStart: `${row.level * 14}px` }}
              onClick={() => { go(place); if (holds) toggle(row); }}
            >
              <span className="raw-tree-turn">{holds ? <Icon name={row.open ? "down" : "right"} size="small" /> : null}</span>
              <bdi className="mono cut" title={row.token}>{visible(row.token)}</bdi>
              {op === undefined ? null : <Icon name={op === "add" ? "add" : op === "remove" ? "minus" : "changed"} size="small" className={op === "add" ? "said-carried" : op === "remove" ? "said-lost" : "said-changed"} />}
              {inside ? <span className="raw-tree-dot" title={say("raw.tree.inside")} /> : null}
              <span className="pane-count">{holds ? number(row.count) : say(WORDS[row.kind])}<span className="aside-text"> {holds ? say(WORDS[row.kind]) : ""}</span></span>
            </div>
          );
        })}
      </Virtualizer>
    </div>
  );
}
