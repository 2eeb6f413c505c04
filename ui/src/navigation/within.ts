// Where the person was inside each piece: its page and how far it was scrolled. Remembered beside the tabs, so that a
// restart, and a tab that is looked at again, come back to the same lines.
import { useCallback, useEffect, useState } from "react";
import type { Address } from "../bindings";

export interface Within { page?: string | number; top?: number }

const STORED = "ficha.within";
/** Pieces remembered; the one longest not looked at goes first. */
const KEPT = 120;
const WRITE_AFTER = 400;

function remembered(): Map<Address, Within> {
  try {
    const read = JSON.parse(localStorage.getItem(STORED) ?? "[]") as unknown;
    return new Map(Array.isArray(read) ? (read as [Address, Within][]).filter((one) => Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "object") : []);
  } catch {
    return new Map();
  }
}

const places = remembered();
let timer: ReturnType<typeof setTimeout> | undefined;

function write(): void {
  timer = undefined;
  try {
    localStorage.setItem(STORED, JSON.stringify([...places].slice(-KEPT)));
  } catch {
    // Only the place within a piece is lost, and only at a restart.
  }
}
window.addEventListener("pagehide", () => timer !== undefined && write());

export function withinOf(address: Address): Within {
  return places.get(address) ?? {};
}

export function rememberWithin(address: Address, part: Within): void {
  const now = { ...places.get(address), ...part };
  places.delete(address);
  places.set(address, now);
  timer ??= setTimeout(write, WRITE_AFTER);
}

/** The page of a piece, as it was when it was last open. `fits` tells a page that is no more from one that is. */
export function usePageWithin<T extends string | number>(address: Address, start: T, fits: (page: string | number) => boolean): [T, (page: T) => void] {
  const [page, setPage] = useState<T>(() => {
    const last = withinOf(address).page;
    return last !== undefined && fits(last) ? (last as T) : start;
  });
  const set = useCallback((next: T) => {
    setPage(next);
    rememberWithin(address, { page: next, top: 0 });
  }, [address]);
  return [page, set];
}

/** Frames waited for the page to be as long as it was. */
const FRAMES = 60;

function scrollers(): HTMLElement[] {
  const pane = document.querySelector<HTMLElement>("[data-pane=page]");
  if (pane === null) return [];
  return [pane, ...pane.querySelectorAll<HTMLElement>(".pane-scroll, .virtual-list")].filter((one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY));
}

/** Keeps how far the page of a piece is scrolled, and goes back there when the piece is shown again. */
export function useScrollWithin(address: Address): void {
  useEffect(() => {
    const wanted = withinOf(address).top ?? 0;
    let left = wanted > 0 ? FRAMES : 0;
    const restore = (): void => {
      const scroller = scrollers()[0];
      if (scroller !== undefined && scroller.scrollHeight - scroller.clientHeight >= wanted) {
        scroller.scrollTop = wanted;
        left = 0;
      } else if (left > 0) {
        left -= 1;
        requestAnimationFrame(restore);
      }
    };
    if (left > 0) requestAnimationFrame(restore);
    const scrolled = ({ target }: Event): void => {
      if (left > 0 || !(target instanceof HTMLElement) || target !== scrollers()[0]) return;
      rememberWithin(address, { top: Math.round(target.scrollTop) });
    };
    const stop = (): void => {
      left = 0;
    };
    window.addEventListener("wheel", stop, { passive: true });
    window.addEventListener("keydown", stop, true);
    document.addEventListener("scroll", scrolled, { capture: true, passive: true });
    return () => {
      left = 0;
      window.removeEventListener("wheel", stop);
      window.removeEventListener("keydown", stop, true);
      document.removeEventListener("scroll", scrolled, true);
    };
  }, [address]);
}
