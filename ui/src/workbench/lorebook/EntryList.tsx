// The entries of a book as a long list with folders: a dot for how each wakes, its title, what it costs. Several are chosen
// with Ctrl and Shift; Alt with the arrow keys moves what is chosen; typing in the field leaves only those that say the words.
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useDeferredValue, useEffect, useMemo, useRef } from "react";
import type { Json } from "../../bindings";
import type { Document } from "../../documents";
import { Authored, Icon, type ListHandle, placeId, SearchField, useRowDrag, VirtualList } from "../../kit";
import { useMessages } from "../../messages";
import type { Tokens } from "../tokens";
import { stateOf, titleOf } from "./entries";
import type { BookActs } from "./useBookActs";
import { type Folder, folderOf, type Row, rowsOf } from "./rows";
import { showEntries, useView, viewOf } from "./state";

const LIST = "lore-entries";

export interface EntryListProps { document: Document; entries: readonly Json[]; folders: readonly Folder[]; tokens: Tokens; marked: ReadonlySet<number>; acts: BookActs }

export function EntryList({ document, entries, folders, tokens, marked, acts }: EntryListProps) {
  const { say, number } = useMessages();
  const { page, chosen, anchor, closed, words } = useView(document, (view) => view);
  const late = useDeferredValue(words);
  const list = useRef<ListHandle>(null);
  const holder = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf({ entries, folders, closed, words: late }), [entries, folders, closed, late]);
  const places = useMemo(() => new Map(rows.flatMap((row, index) => (row.kind === "entry" ? [[row.at, index] as const] : []))), [rows]);
  const picked = useMemo(() => new Set(page === "entries" ? chosen : []), [page, chosen]);
  const searching = late.trim() !== "";
  const focusRow = useView(document, (view) => view.row);
  const cursor = focusRow !== null && rows[focusRow]?.kind === "folder" ? focusRow : page === "entries" ? places.get(anchor) ?? -1 : -1;
  useEffect(() => {
    if (cursor >= 0) list.current?.show(cursor);
  }, [cursor]);
  const drag = useRowDrag({
    holder, off: searching,
    onDrop(from, { row, after }) {
      const moving = rows[from];
      if (moving?.kind !== "entry") return;
      acts.dropOn(picked.has(moving.at) ? chosen : [moving.at], rows, row, after);
    },
  });

  function choose(index: number, { extend, toggle }: { extend: boolean; toggle: boolean }): void {
    const row = rows[index];
    if (row === undefined) return;
    if (row.kind === "folder") {
      viewOf(document).set({ row: index });
      return;
    }
    viewOf(document).set({ row: null });
    if (extend) {
      const from = places.get(anchor) ?? index;
      const range = rows.slice(Math.min(from, index), Math.max(from, index) + 1).flatMap((one) => (one.kind === "entry" ? [one.at] : []));
      viewOf(document).set({ page: "entries", chosen: range.sort((a, b) => a - b), anchor });
      // The range grows from its anchor, and the list follows its other end.
      list.current?.show(index);
    } else if (toggle) {
      const next = picked.has(row.at) ? chosen.filter((at) => at !== row.at) : [...picked, row.at];
      showEntries(document, next.length === 0 ? [row.at] : next, row.at);
    } else {
      showEntries(document, [row.at]);
    }
  }
  function clicked(event: MouseEvent, index: number): void {
    const row = rows[index];
    if (row?.kind === "folder") acts.fold(row.folder.id, row.open);
    choose(index, { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey });
  }
  function keys(event: KeyboardEvent): void {
    const row = rows[cursor];
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    const all = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a";
    if (event.altKey && by !== 0) acts.step(row, by, searching);
    else if (all) showEntries(document, rows.flatMap((one) => (one.kind === "entry" ? [one.at] : [])), anchor);
    else if (row?.kind === "folder" && (event.key === "ArrowLeft" || event.key === "ArrowRight" || event.key === "Enter" || event.key === " ")) {
      if (event.key === "Enter" || event.key === " " || row.open === (event.key === "ArrowLeft")) acts.fold(row.folder.id, row.open);
    } else if (event.shiftKey && by !== 0 && picked.size > 0) {
      // Growing by keys goes from the end that is not the anchor.
      const ends = [...picked].map((at) => places.get(at) ?? 0);
      const from = places.get(anchor) ?? 0;
      const far = Math.max(...ends) > from ? Math.max(...ends) : Math.min(...ends);
      choose(Math.min(rows.length - 1, Math.max(0, far + by)), { extend: true, toggle: false });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function copied(event: ClipboardEvent, cut: boolean): void {
    if (picked.size === 0 || !(event.target instanceof HTMLElement) || event.target.closest("input") !== null) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", acts.copyText(chosen));
    if (cut) acts.remove(chosen);
  }
  function pasted(event: ClipboardEvent): void {
    if (event.target instanceof HTMLElement && event.target.closest("input") !== null) return;
    if (acts.pasteText(event.clipboardData.getData("text/plain"))) event.preventDefault();
  }
  const found = [...places.keys()].length;
  return (
    <>
      <div className="lore-tools">
        <SearchField label={say("lore.find")} placeholder={say("lore.find")} value={words} onChange={(next) => viewOf(document).set({ words: next, row: null })} clearLabel={say("common.clear")} className="grow" />
      </div>
      {searching ? <p className="lore-found small tertiary" role="status">{found === 0 ? say("lore.nothing", { text: late.trim() }) : say("lore.found", { count: found, all: entries.length })}</p> : null}
      <div ref={holder} className="lore-list" onKeyDownCapture={keys} onCopy={(event) => copied(event, false)} onCut={(event) => copied(event, true)} onPaste={pasted}>
        <VirtualList
          id={LIST} label={say("lore.entries")} count={rows.length} rowSize={29} cursor={cursor} handle={list} multiple
          onCursor={choose} onToggle={(index) => choose(index, { extend: false, toggle: true })}
          onKey={(event) => {
            if (event.key === "Delete" && picked.size > 0) acts.remove(chosen);
          }}
        >
          {(index) => <ListRow key={keyOf(rows[index])} row={rows[index]} index={index} entries={entries} tokens={tokens} picked={picked} folders={folders} marked={marked} drop={drag.place?.row === index ? drag.place.after : null} onClick={clicked} onGrab={drag.grab} number={number} />}
        </VirtualList>
      </div>
    </>
  );
}

const keyOf = (row: Row | undefined): string => (row === undefined ? "" : row.kind === "folder" ? `folder ${row.folder.id}` : String(row.at));

interface RowProps {
  row: Row | undefined; index: number; entries: readonly Json[]; folders: readonly Folder[]; tokens: Tokens; picked: ReadonlySet<number>; marked: ReadonlySet<number>; drop: boolean | null;
  onClick: (event: MouseEvent, index: number) => void; onGrab: (event: React.PointerEvent, index: number) => void; number: (value: number) => string;
}

function ListRow({ row, index, entries, folders, tokens, picked, marked, drop, onClick, onGrab, number }: RowProps) {
  const { say } = useMessages();
  if (row === undefined) return <div />;
  const line = drop === null ? "" : drop ? "lore-drop-after" : "lore-drop-before";
  const indent = { "--depth": row.depth } as React.CSSProperties;
  if (row.kind === "folder") {
    const { folder, count, open } = row;
    const name = folder.name.trim() === "" ? say("common.noName") : folder.name;
    return (
      <div id={placeId(LIST, index)} data-row={index} role="option" aria-selected={false} aria-label={say(open ? "lore.folder.open" : "lore.folder.closed", { name, count })} style={indent} className={`lore-folder ${line} ${folder.off ? "lore-row-off" : ""}`} onClick={(event) => onClick(event, index)}>
        <Icon name={open ? "down" : "right"} size="small" />
        <Authored text={name} cut className="grow" />
        <span className="pane-count">{number(count)}</span>
      </div>
    );
  }
  const entry = entries[row.at] ?? null;
  const folder = folders.find(({ id }) => id === folderOf(entry, folders));
  const state = folder?.off === true ? "off" : stateOf(entry);
  const on = picked.has(row.at);
  const count = tokens.get(`entries[${row.at}].content`);
  return (
    <div id={placeId(LIST, index)} data-row={index} role="option" aria-selected={on} style={indent} className={`lore-row ${on ? "lore-row-on" : ""} lore-row-${state} ${line}`} onClick={(event) => onClick(event, index)} onPointerDown={(event) => onGrab(event, index)}>
      <span className={`lore-dot lore-dot-${state}`} title={say(`lore.state.${state}`)}><span className="aside-text">{say(`lore.state.${state}`)}</span></span>
      <Authored text={titleOf(entry, row.at, say)} cut className="grow" />
      {marked.has(row.at) ? <span className="said-warning line"><Icon name="warning" size="small" /><span className="aside-text">{say("lore.marked")}</span></span> : null}
      <span className="pane-count">{count === undefined ? "" : number(count)}</span>
    </div>
  );
}
