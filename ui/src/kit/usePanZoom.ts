// A picture larger than its room: moved by dragging its ground, brought closer with the wheel or in steps, a place put
// into the middle, all of it fitted in. Says where the picture lies; whoever draws applies it.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

export interface PanView { x: number; y: number; zoom: number }
export interface PanSize { width: number; height: number }
const LEAST_ZOOM = 0.15;
const MOST_ZOOM = 2;
/** Below this what is written can hardly be read. */
const READABLE = 0.85;

export interface PanZoom {
  box: RefObject<HTMLDivElement | null>;
  view: PanView;
  centre(place: { x: number; y: number } | undefined): void;
  fit(): void;
  /** All of it where that can still be read; else the middle of what matters, at a size for reading. */
  begin(stop: { x: number; y: number } | undefined): void;
  zoomBy(by: number): void;
  /** A place of the window in the picture. */
  inside(event: { clientX: number; clientY: number }): { x: number; y: number };
  /** For the room: dragging what is no button moves the picture. */
  hand: {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => void; onPointerMove: (event: PointerEvent) => void;
    onPointerUp: () => void; onPointerCancel: () => void;
  };
}

export function usePanZoom(size: PanSize): PanZoom {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<PanView>({ x: 0, y: 0, zoom: 1 });
  const held = useRef<{ x: number; y: number; from: PanView } | null>(null);
  const latest = useRef(view);
  latest.current = view;
  const room = (): DOMRect | undefined => box.current?.getBoundingClientRect();

  function centre(place: { x: number; y: number } | undefined): void {
    const at = room();
    if (place === undefined || at === undefined) return;
    setView(({ zoom }) => ({ zoom, x: at.width / 2 - place.x * zoom, y: at.height / 2 - place.y * zoom }));
  }
  function fit(): void {
    const at = room();
    if (at === undefined || size.width === 0) return;
    const zoom = Math.max(LEAST_ZOOM, Math.min(1, at.width / size.width, at.height / size.height));
    setView({ zoom, x: (at.width - size.width * zoom) / 2, y: (at.height - size.height * zoom) / 2 });
  }
  function begin(stop: { x: number; y: number } | undefined): void {
    const at = room();
    if (at === undefined) return;
    if (Math.min(at.width / size.width, at.height / size.height) >= READABLE || stop === undefined) fit();
    else {
      setView((old) => ({ ...old, zoom: READABLE }));
      centre(stop);
    }
  }
  function zoomBy(by: number, x?: number, y?: number): void {
    const at = room();
    if (at === undefined) return;
    const [px, py] = [x ?? at.width / 2, y ?? at.height / 2];
    setView((old) => {
      const zoom = Math.max(LEAST_ZOOM, Math.min(MOST_ZOOM, old.zoom * by));
      return { zoom, x: px - ((px - old.x) / old.zoom) * zoom, y: py - ((py - old.y) / old.zoom) * zoom };
    });
  }
  useEffect(() => {
    const at = box.current;
    if (at === null) return undefined;
    // Not a prop: React listens passively, and the page must not scroll with the picture.
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = at.getBoundingClientRect();
      zoomBy(Math.exp(-event.deltaY / 500), event.clientX - left, event.clientY - top);
    };
    at.addEventListener("wheel", wheel, { passive: false });
    return () => at.removeEventListener("wheel", wheel);
  }, []);
  const release = (): void => {
    held.current = null;
  };
  return {
    box, view, centre, fit, begin, zoomBy: (by) => zoomBy(by),
    inside({ clientX, clientY }) {
      const at = room();
      const { x, y, zoom } = latest.current;
      return { x: (clientX - (at?.left ?? 0) - x) / zoom, y: (clientY - (at?.top ?? 0) - y) / zoom };
    },
    hand: {
      onPointerDown(event) {
        if (event.button !== 0 || (event.target as HTMLElement).closest("button") !== null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { x: event.clientX, y: event.clientY, from: latest.current };
      },
      onPointerMove(event) {
        const now = held.current;
        if (now !== null) setView({ ...now.from, x: now.from.x + event.clientX - now.x, y: now.from.y + event.clientY - now.y });
      },
      onPointerUp: release, onPointerCancel: release,
    },
  };
}
