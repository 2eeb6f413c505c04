// The rows of a list as a pane at the side: searched, chosen, picked together, moved with the pointer or with Alt and the
// arrow keys, copied, taken out. Only rows in view are drawn. Rows may stand under heads that fold.
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Json } from "../../bindings";
import { Icon, IconButton, type ListHandle, Menu, type MenuGroup, placeId, SearchField, TickBox, VirtualList } from "../../kit";
import { useRowDrag } from "../../kit/rowDrag";
import { useMessages } from "../../messages";
import "./rows.css";

export interface Head { id: string; label: string; off?: boolean }

export interface RowListProps {
  id: string;
  label: string;
  findLabel: string;
  addLabel: string;
  rows: readonly Json[];
  chosen: number | null;
  picked: ReadonlySet<number>;
  onChoose: (at: number) => void;
  onPick: (picked: ReadonlySet<number>) => void;
  onAdd: () => void;
  onMove: (ats: number[], gap: number) => void;
  onDuplicate: (ats: number[]) => void;
  onRemove: (ats: number[]) => void;
  /** Switches rows on or off, with the key E and a press on the dot. */
  onToggle?: (ats: number[]) => void;
  says: (row: Json, words: string) => boolean;
  /** The head a row stands under; rows of one head lie together. */
  headOf?: (row: Json, at: number) => Head | null;
  /** What else can be done with picked rows. */
  bulk?: MenuGroup[];
  onBulk?: (act: string, ats: number[]) => void;
  tools?: ReactNode;
  className?: (row: Json, at: number) => string;
  children: (row: Json, at: number) => ReactNode;
}

type Item = { head: Head; count: number; at: number } | { head: null; at: number };

function itemsOf({ rows, headOf, says }: RowListProps, words: string, folded: ReadonlySet<string>): Item[] {
  const items: Item[] = [];
  let last: string | null = null;
  let holder: { head: Head; count: number; at: number } | null = null;
  rows.forEach((row, at) => {
    if (words !== "" && !says(row, words)) return;
    const head = headOf?.(row, at) ?? null;
    if ((head?.id ?? null) !== last) {
      last = head?.id ?? null;
      holder = head === null ? null : { head, count: 0, at };
      if (holder !== null) items.push(holder);
    }
    if (holder !== null) holder.count += 1;
    if (head === null || words !== "" || !folded.has(head.id)) items.push({ head: null, at });
  });
  return items;
}

export function RowList(props: RowListProps) {
  const { id, label, findLabel, addLabel, rows, chosen, picked, onChoose, onPick, onAdd, onMove, onDuplicate, onRemove, onToggle, bulk, onBulk, tools, className, children } = props;
  const { say, number } = useMessages();
  const [typed, setTyped] = useState("");
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState(0);
  const list = useRef<ListHandle>(null);
  const holder = useRef<HTMLDivElement>(null);
  const anchor = useRef<number | null>(null);
  const words = typed.trim().toLocaleLowerCase();
  // The rows decide what is listed; the functions are the editor's own and mean the same each time.
  const items = useMemo(() => itemsOf(props, words, folded), [rows, words, folded, props.headOf]);
  const found = items.filter(({ head }) => head === null).length;
  const targets = picked.size > 0 ? [...picked].sort((a, b) => a - b) : chosen === null ? [] : [chosen];
  const drag = useRowDrag(holder, (row, gap) => onMove(picked.has(row) ? targets : [row], gap), words !== "");

  const place = chosen === null ? -1 : items.findIndex((item) => item.head === null && item.at === chosen);
  useEffect(() => {
    if (place < 0) return;
    setCursor(place);
    list.current?.show(place);
  }, [place]);
  const here = Math.min(cursor, items.length - 1);

  function fold(head: string): void {
    setFolded((now) => new Set(now.has(head) ? [...now].filter((one) => one !== head) : [...now, head]));
  }
  function go(index: number, { extend, toggle }: { extend: boolean; toggle: boolean }): void {
    const item = items[index];
    setCursor(index);
    if (item === undefined || item.head !== null) return;
    if (extend) {
      const from = items.findIndex((one) => one.head === null && one.at === (anchor.current ?? chosen ?? item.at));
      const [low, high] = from <= index ? [from, index] : [index, from];
      onPick(new Set(items.slice(Math.max(0, low), high + 1).filter(({ head }) => head === null).map(({ at }) => at)));
    } else if (!toggle) {
      anchor.current = item.at;
      if (picked.size > 0) onPick(new Set());
      onChoose(item.at);
    }
  }
  function toggle(at: number): void {
    anchor.current = at;
    onPick(new Set(picked.has(at) ? [...picked].filter((one) => one !== at) : [...picked, at]));
  }
  function pressed(event: MouseEvent, index: number): void {
    const item = items[index];
    if (item === undefined || drag.justDropped()) return;
    holder.current?.querySelector<HTMLElement>(".virtual-list")?.focus({ preventScroll: true });
    if (item.head !== null) fold(item.head.id);
    else if (event.ctrlKey || event.metaKey) toggle(item.at);
    else go(index, { extend: event.shiftKey, toggle: false });
  }
  function keys(event: KeyboardEvent): void {
    const up = event.key === "ArrowUp";
    if (event.altKey && (up || event.key === "ArrowDown")) {
      event.preventDefault();
      event.stopPropagation();
      const [first] = targets;
      const last = targets[targets.length - 1];
      if (first === undefined || last === undefined || words !== "") return;
      onMove(targets, up ? first - 1 : last + 2);
    }
  }
  function letter(event: KeyboardEvent): void {
    if (event.key === "Delete" && targets.length > 0) onRemove(targets);
    else if (event.key === "Escape" && picked.size > 0) onPick(new Set());
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a") onPick(new Set(items.filter(({ head }) => head === null).map(({ at }) => at)));
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "d" && targets.length > 0) onDuplicate(targets);
    else if (event.key.toLowerCase() === "e" && !event.ctrlKey && !event.metaKey && targets.length > 0) onToggle?.(targets);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="lore-tools">
        <SearchField label={findLabel} placeholder={findLabel} value={typed} onChange={setTyped} clearLabel={say("common.clear")} className="grow" />
        {tools}
        <IconButton icon="add" label={addLabel} onPress={onAdd} />
      </div>
      {words === "" ? null : <p className="lore-found small tertiary" role="status">{found === 0 ? say("rows.nothing", { text: typed.trim() }) : say("rows.found", { count: found, all: rows.length })}</p>}
      <div ref={holder} className="lore-list" onKeyDownCapture={keys} onPointerDown={drag.onPointerDown}>
        <VirtualList
          id={id} label={label} count={items.length} rowSize={30} cursor={here} handle={list} multiple onCursor={go} onKey={letter}
          onOpen={(index) => {
            const item = items[index];
            if (item?.head != null) fold(item.head.id);
            else holder.current?.closest(".pane-row")?.querySelector<HTMLElement>("[data-pane=page] input, [data-pane=page] textarea")?.focus();
          }}
          onToggle={(index) => {
            const item = items[index];
            if (item !== undefined && item.head === null) toggle(item.at);
          }}
        >
          {(index) => {
            const item = items[index] as Item;
            if (item.head !== null) {
              const open = !folded.has(item.head.id) || words !== "";
              return (
                <div key={`head-${item.head.id}-${item.at}`} id={placeId(id, index)} role="option" aria-selected={false} className={`rows-head ${index === here ? "rows-head-on" : ""}`} onClick={(event) => pressed(event, index)}>
                  <Icon name={open ? "down" : "right"} size="small" /><bdi className="cut grow">{item.head.label}</bdi>
                  {item.head.off === true ? <span className="tertiary">{say("rows.off")}</span> : null}<span className="pane-count">{number(item.count)}</span>
                  <span className="aside-text">{say(open ? "rows.unfolded" : "rows.folded")}</span>
                </div>
              );
            }
            const { at } = item;
            const row = rows[at] ?? null;
            const on = at === chosen;
            const line = drag.gap === at ? "row-gap-before" : drag.gap === at + 1 && at === rows.length - 1 ? "row-gap-behind" : "";
            return (
              <div
                key={at} id={placeId(id, index)} role="option" aria-selected={picked.size > 0 ? picked.has(at) : on} data-row={at}
                className={`lore-row rows-row ${on ? "lore-row-on" : ""} ${picked.has(at) ? "rows-row-picked" : ""} ${index === here ? "rows-row-here" : ""} ${line} ${drag.held !== null && (drag.held === at || (picked.has(drag.held) && picked.has(at))) ? "rows-row-held" : ""} ${className?.(row, at) ?? ""}`}
                onClick={(event) => pressed(event, index)}
              >
                <span className="rows-tick" data-no-drag onClick={(event) => { event.stopPropagation(); toggle(at); }}><TickBox on={picked.has(at)} /></span>
                {children(row, at)}
              </div>
            );
          }}
        </VirtualList>
      </div>
      {picked.size < 2 ? null : (
        <div className="rows-bulk" role="toolbar" aria-label={say("rows.picked", { count: picked.size })}>
          <span className="medium small grow" role="status">{say("rows.picked", { count: picked.size })}</span>
          {onToggle === undefined ? null : <IconButton icon="eye" size="small" label={say("rows.toggle")} cap="E" onPress={() => onToggle(targets)} />}
          <IconButton icon="copy" size="small" label={say("workbench.duplicate")} onPress={() => onDuplicate(targets)} />
          {bulk === undefined ? null : <Menu label={say("common.more")} button={<IconButton icon="more" size="small" label={say("common.more")} />} groups={bulk} onAction={(act) => onBulk?.(act, targets)} />}
          <IconButton icon="trash" size="small" label={say("common.remove")} cap="Del" onPress={() => onRemove(targets)} />
          <IconButton icon="close" size="small" label={say("rows.unpick")} cap="Esc" onPress={() => onPick(new Set())} />
        </div>
      )}
    </>
  );
}
