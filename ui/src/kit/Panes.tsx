// The panes of a place: list, page, inspector. Widths are dragged or moved with the arrow keys, and remembered; either
// side closes and the page takes its room. F6 walks from pane to pane.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { useMessages } from "../messages";
import "./Panes.css";

export interface SideProps {
  id: string; label: string; side: "left" | "right"; children: ReactNode; className?: string; width?: number;
  /** Widest it may be drawn, in pixels. */
  most?: number;
}

const LEAST = 168;
const MOST = 560;

function remembered(id: string): number | null {
  const width = Number(localStorage.getItem(`ficha.width.${id}`));
  return width >= LEAST ? width : null;
}

/** A pane at one side; its edge towards the page can be moved. */
export function SidePane({ id, label, side, children, className = "", width: initial, most = MOST }: SideProps) {
  const { say } = useMessages();
  const [width, setWidth] = useState<number | null>(() => remembered(id) ?? initial ?? null);
  const pane = useRef<HTMLElement>(null);
  const from = useRef<{ x: number; width: number } | null>(null);

  function resize(next: number): void {
    const bounded = Math.round(Math.min(most, Math.max(LEAST, next)));
    setWidth(bounded);
    localStorage.setItem(`ficha.width.${id}`, String(bounded));
  }
  const now = (): number => pane.current?.getBoundingClientRect().width ?? LEAST;
  const outward = side === "left" ? 1 : -1;

  function grab(event: PointerEvent<HTMLDivElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: now() };
  }
  function drag(event: PointerEvent<HTMLDivElement>): void {
    if (from.current !== null) resize(from.current.width + (event.clientX - from.current.x) * outward);
  }
  function step(event: KeyboardEvent): void {
    const by = event.key === "ArrowRight" ? 16 : event.key === "ArrowLeft" ? -16 : 0;
    if (by === 0) return;
    event.preventDefault();
    resize(now() + by * outward);
  }
  const style: CSSProperties = width === null ? {} : { width };
  return (
    <aside ref={pane} className={`side-pane side-${side} ${className}`} style={style} aria-label={label} data-pane={id} tabIndex={-1}>
      {children}
      <div
        className="side-edge" role="separator" aria-orientation="vertical" aria-label={`${say("pane.resize")}: ${label}`} tabIndex={0}
        aria-valuemin={LEAST} aria-valuemax={most} aria-valuenow={width ?? LEAST} onPointerDown={grab} onPointerMove={drag}
        onPointerUp={() => { from.current = null; }} onKeyDown={step} onDoubleClick={() => { setWidth(null); localStorage.removeItem(`ficha.width.${id}`); }}
      />
    </aside>
  );
}

/** The page of a place: exactly one thing. */
export function PagePane({ label, children, className = "" }: { label: string; children: ReactNode; className?: string }) {
  return <main className={`page-pane ${className}`} aria-label={label} data-pane="page" tabIndex={-1}>{children}</main>;
}

export function PaneRow({ children }: { children: ReactNode }) {
  return <div className="pane-row">{children}</div>;
}

/** Moves the focus to the next pane in reading order; where the pane has something focusable, there. */
export function stepPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")].filter((pane) => pane.offsetParent !== null);
  if (panes.length === 0) return;
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[at === -1 ? 0 : (at + by + panes.length) % panes.length];
  const inside = next?.querySelector<HTMLElement>("[data-pane-start], [aria-selected=true], [aria-current], input, textarea, button, [tabindex='0']");
  (inside ?? next)?.focus();
}
