// A list of buttons as one tab stop: Tab comes to the chosen one, arrows walk inside, Home and End go to the ends.
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

export interface RovingProps { label: string; role?: "navigation" | "group"; className?: string; children: ReactNode }

export function Roving({ label, role = "navigation", className = "", children }: RovingProps) {
  const list = useRef<HTMLDivElement>(null);
  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>("button:not(:disabled)") ?? [])];
  function only(stop: HTMLElement | undefined): void {
    for (const item of items()) item.tabIndex = item === stop ? 0 : -1;
  }
  // Rows come and go with what is listed, so the stop is found anew after each drawing.
  useLayoutEffect(() => {
    const all = items();
    only(all.find((item) => item === document.activeElement) ?? all.find((item) => item.hasAttribute("aria-current")) ?? all[0]);
  });
  function pressed(event: KeyboardEvent): void {
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    const step = STEPS[event.key];
    if (step === undefined || at === -1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = all[step(at, all.length - 1)];
    only(next);
    next?.focus();
  }
  return <div ref={list} role={role} aria-label={label} className={className} onKeyDown={pressed}>{children}</div>;
}
