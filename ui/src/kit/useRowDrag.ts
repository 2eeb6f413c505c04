// Moving rows of a long list by pointer: after four pixels the rows are held, a line shows where they would land, the list
// scrolls near its edges, Escape lets go. Rows carry `data-row` with their index. Keys are the list's own matter.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

export interface DropPlace { row: number; after: boolean }

export interface RowDragProps {
  /** What holds the list; the scrolling element is the first `.virtual-list` inside, or itself. */
  holder: RefObject<HTMLElement | null>;
  onDrop: (from: number, place: DropPlace) => void;
  off?: boolean;
}

const THRESHOLD = 4;
const EDGE = 28;

function rowAt(x: number, y: number): { row: number; box: DOMRect } | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-row]");
  return found == null ? null : { row: Number(found.dataset.row), box: found.getBoundingClientRect() };
}

export function useRowDrag({ holder, onDrop, off = false }: RowDragProps) {
  const [place, setPlace] = useState<DropPlace | null>(null);
  const held = useRef<{ row: number; x: number; y: number; moving: boolean } | null>(null);
  const at = useRef<DropPlace | null>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;

  useEffect(() => {
    function show(next: DropPlace | null): void {
      at.current = next;
      setPlace((old) => (old?.row === next?.row && old?.after === next?.after ? old : next));
    }
    function end(): void {
      held.current = null;
      document.body.classList.remove("holding-rows");
      show(null);
    }
    function moved(event: globalThis.PointerEvent): void {
      const now = held.current;
      if (now === null) return;
      if (!now.moving) {
        if (Math.hypot(event.clientX - now.x, event.clientY - now.y) < THRESHOLD) return;
        now.moving = true;
        document.body.classList.add("holding-rows");
      }
      const scroller = holder.current?.querySelector<HTMLElement>(".virtual-list") ?? holder.current;
      const box = scroller?.getBoundingClientRect();
      if (scroller != null && box !== undefined) {
        if (event.clientY < box.top + EDGE) scroller.scrollTop -= 12;
        else if (event.clientY > box.bottom - EDGE) scroller.scrollTop += 12;
      }
      const under = rowAt(event.clientX, event.clientY);
      if (under !== null) show({ row: under.row, after: event.clientY > under.box.top + under.box.height / 2 });
    }
    function released(): void {
      const now = held.current;
      const to = at.current;
      const moving = now?.moving === true;
      end();
      if (!moving || now === null) return;
      if (to !== null) drop.current(now.row, to);
    }
    function pressed(event: KeyboardEvent): void {
      if (event.key !== "Escape" || held.current?.moving !== true) return;
      event.preventDefault();
      event.stopPropagation();
      end();
    }
    window.addEventListener("pointermove", moved);
    window.addEventListener("pointerup", released);
    window.addEventListener("pointercancel", end);
    window.addEventListener("keydown", pressed, true);
    return () => {
      window.removeEventListener("pointermove", moved);
      window.removeEventListener("pointerup", released);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", pressed, true);
      end();
    };
  }, [holder]);

  return {
    /** Where the held rows would land; `null` while none are held. */
    place,
    grab(event: PointerEvent, row: number): void {
      if (off || event.button !== 0 || event.ctrlKey || event.shiftKey || event.metaKey) return;
      held.current = { row, x: event.clientX, y: event.clientY, moving: false };
    },
  };
}
