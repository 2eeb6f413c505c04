// Moving rows of a list with the pointer: four pixels make a drag, a line shows where the rows would go, the list scrolls
// at its edges, Escape ends it. It works on rows that come and go while scrolling, so that long lists can be virtual.
// A row carries `data-row`; what happens to the list is the caller's.
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from "react";

/** Pixels the pointer goes before a press becomes a drag. */
const THRESHOLD = 4;
/** Pixels from an edge within which the list scrolls, and how far on each frame. */
const EDGE = 28;
const STEP = 9;

export interface RowDrag {
  /** The row that is held; `null` while nothing is dragged. */
  held: number | null;
  /** The place the held rows would go before, counted in rows of the list as it is. */
  gap: number | null;
  /** Whether a click that comes now is the end of a drag. */
  justDropped: () => boolean;
  onPointerDown: (event: ReactPointerEvent) => void;
}

interface Press { row: number; x: number; y: number; moving: boolean }

const NO_DRAG = "button, input, textarea, select, a, [contenteditable=true], [data-no-drag]";

/** `across` for tiles beside one another; else rows lie below one another. */
export function useRowDrag(holder: RefObject<HTMLElement | null>, onDrop: (row: number, gap: number) => void, off = false, across = false): RowDrag {
  const [state, setState] = useState<{ held: number | null; gap: number | null }>({ held: null, gap: null });
  const press = useRef<Press | null>(null);
  const dropped = useRef(0);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  function gapAt(x: number, y: number): number | null {
    const row = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-row]");
    if (row == null || holder.current?.contains(row) !== true) return null;
    const box = row.getBoundingClientRect();
    const behind = across ? x > box.left + box.width / 2 : y > box.top + box.height / 2;
    return Number(row.dataset["row"]) + (behind ? 1 : 0);
  }

  function onPointerDown(event: ReactPointerEvent): void {
    if (off || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target as Element;
    const row = target.closest<HTMLElement>("[data-row]");
    if (row === null || target.closest(NO_DRAG) !== null) return;
    press.current = { row: Number(row.dataset["row"]), x: event.clientX, y: event.clientY, moving: false };
    let frame = 0;
    let last = { x: event.clientX, y: event.clientY };
    let gap: number | null = null;

    const scroll = (): void => {
      const list = holder.current?.querySelector<HTMLElement>(".virtual-list") ?? holder.current;
      if (list != null) {
        const box = list.getBoundingClientRect();
        const by = last.y < box.top + EDGE ? -STEP : last.y > box.bottom - EDGE ? STEP : 0;
        if (by !== 0) {
          list.scrollTop += by;
          look();
        }
      }
      frame = requestAnimationFrame(scroll);
    };
    const look = (): void => {
      gap = gapAt(last.x, last.y) ?? gap;
      setState({ held: press.current?.row ?? null, gap });
    };
    const moved = (moving: PointerEvent): void => {
      const now = press.current;
      if (now === null) return;
      last = { x: moving.clientX, y: moving.clientY };
      if (!now.moving) {
        if (Math.hypot(last.x - now.x, last.y - now.y) < THRESHOLD) return;
        now.moving = true;
        frame = requestAnimationFrame(scroll);
      }
      moving.preventDefault();
      look();
    };
    const end = (done: boolean): void => {
      const now = press.current;
      press.current = null;
      cancelAnimationFrame(frame);
      for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener, true);
      stop.current = () => undefined;
      if (now?.moving !== true) return;
      dropped.current = performance.now();
      setState({ held: null, gap: null });
      if (done && gap !== null) onDrop(now.row, gap);
    };
    const listeners: [string, (event: never) => void][] = [
      ["pointermove", moved], ["pointerup", () => end(true)], ["pointercancel", () => end(false)],
      ["keydown", (key: KeyboardEvent) => {
        if (key.key !== "Escape" || press.current?.moving !== true) return;
        key.preventDefault();
        key.stopPropagation();
        end(false);
      }],
    ];
    for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener, true);
    stop.current = () => end(false);
  }
  return { ...state, justDropped: () => performance.now() - dropped.current < 250, onPointerDown };
}
