// A long list as one tab stop: the list has the focus, the row under the cursor is told by aria-activedescendant, and
// only what is in view is drawn. The caller draws rows; this keeps cursor, keys and scrolling.
import { type CSSProperties, type KeyboardEvent, type ReactElement, type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import "./VirtualList.css";

export interface ListHandle { show(index: number): void; focus(): void }

export interface VirtualListProps {
  id: string;
  label: string;
  count: number;
  /** Places in one row: 1 for a list, more for tiles. */
  columns?: number;
  role?: "listbox" | "grid";
  multiple?: boolean;
  cursor: number;
  onCursor: (index: number, event: { extend: boolean; toggle: boolean }) => void;
  onOpen?: (index: number) => void;
  onToggle?: (index: number) => void;
  onKey?: (event: KeyboardEvent) => void;
  /** Height of a row before it was measured. */
  rowSize: number;
  /** Draws one row of places, from `first` on. */
  children: (first: number, last: number) => ReactElement;
  onRange?: (first: number, last: number) => void;
  /** What is listed; when it changes, the list begins at its top again. */
  of?: string;
  /** Drawn above the rows and not scrolled: the heads of columns. */
  head?: ReactNode;
  className?: string;
  style?: CSSProperties;
  handle?: Ref<ListHandle>;
}

/** The id of a place, to put on the element that stands for it. */
export function placeId(list: string, index: number): string {
  return `${list}-${index}`;
}

const PAGE_ROWS = 5;

function target(key: string, at: number, count: number, columns: number): number | null {
  switch (key) {
    case "ArrowDown": return Math.min(count - 1, at + columns);
    case "ArrowUp": return at - columns < 0 ? (columns === 1 ? 0 : at) : at - columns;
    case "ArrowRight": return columns === 1 ? null : Math.min(count - 1, at + 1);
    case "ArrowLeft": return columns === 1 ? null : Math.max(0, at - 1);
    case "PageDown": return Math.min(count - 1, at + columns * PAGE_ROWS);
    case "PageUp": return Math.max(0, at - columns * PAGE_ROWS);
    case "Home": return 0;
    case "End": return count - 1;
    default: return null;
  }
}

export function VirtualList(props: VirtualListProps) {
  const { id, label, count, columns = 1, role = "listbox", multiple = false, cursor, onCursor, onOpen, onToggle, onKey, rowSize, children, onRange, of, head, className = "", style, handle } = props;
  const list = useRef<VirtualizerHandle>(null);
  const holder = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const [headSize, setHeadSize] = useState(0);
  useLayoutEffect(() => setHeadSize(top.current?.offsetHeight ?? 0), [head]);
  const rows = Math.ceil(count / columns);
  // Only the length matters to the scroller; rows are drawn from their index.
  const data = useMemo(() => ({ length: rows }) as ArrayLike<undefined>, [rows]);

  function report(): void {
    const view = list.current;
    if (view === null || onRange === undefined || rows === 0) return;
    const first = view.findItemIndex(view.scrollOffset);
    const last = view.findItemIndex(view.scrollOffset + view.viewportSize);
    onRange(first * columns, Math.min(count - 1, (last + 1) * columns - 1));
  }
  useEffect(report, [rows, columns, count]);
  useLayoutEffect(() => {
    if (holder.current !== null) holder.current.scrollTop = 0;
  }, [of]);

  /** Brings a place into view, below a head that stays on top. */
  function show(index: number): void {
    const row = Math.floor(index / columns);
    const view = list.current;
    const box = holder.current;
    if (view === null || box === null) return;
    const from = view.getItemOffset(row) - (headSize > 0 ? view.getItemOffset(0) : 0);
    if (headSize > 0 && from < box.scrollTop) box.scrollTop = from;
    else view.scrollToIndex(row, { align: "nearest" });
  }
  useImperativeHandle(handle, () => ({ show, focus: () => holder.current?.focus() }));

  function pressed(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const next = target(event.key, cursor, count, columns);
    if (next !== null && count > 0) {
      event.preventDefault();
      onCursor(Math.max(0, next), { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey });
      show(Math.max(0, next));
    } else if (event.key === "Enter" && cursor >= 0) {
      event.preventDefault();
      onOpen?.(cursor);
    } else if (event.key === " " && cursor >= 0) {
      event.preventDefault();
      onToggle?.(cursor);
    } else {
      onKey?.(event);
    }
  }

  return (
    <div
      ref={holder} id={id} className={`virtual-list ${className}`} style={style} role={role} aria-label={label} aria-multiselectable={multiple || undefined} tabIndex={0}
      aria-activedescendant={cursor >= 0 && cursor < count ? placeId(id, cursor) : undefined} onKeyDown={pressed} data-pane-start
      {...(role === "grid" ? { "aria-rowcount": head === undefined ? count : count + 1 } : {})}
    >
      {head === undefined ? null : <div ref={top} className="virtual-head" role="presentation">{head}</div>}
      <Virtualizer
        ref={list} scrollRef={holder} data={data} itemSize={rowSize} startMargin={headSize} onScroll={report} onResize={report}
        {...(cursor >= 0 && cursor < count ? { keepMounted: [Math.floor(cursor / columns)] } : {})}
      >
        {(_, row) => children(row * columns, Math.min(count, (row + 1) * columns) - 1)}
      </Virtualizer>
    </div>
  );
}
