// One toast at a time, at the bottom: something finished and offers a next step. Six seconds, longer while it is
// hovered or has the focus. Errors that need an act are banners, never toasts.
import { useEffect, useState } from "react";
import { createStore, useStore } from "../data/store";
import { Button, IconButton } from "./Button";
import { Icon, type IconName } from "./icons";
import "./Toast.css";

export interface Toast { text: string; icon?: IconName; act?: { label: string; run: () => void } }

const LASTS = 6_000;
const shown = createStore<{ toast: (Toast & { id: number }) | null }>({ toast: null });
let count = 0;

/** Shows a toast in place of the one before it. */
export function toast(what: Toast): void {
  count += 1;
  shown.set({ toast: { ...what, id: count } });
}

export function dismissToast(): void {
  shown.set({ toast: null });
}

export function ToastRegion({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const current = useStore(shown, (state) => state.toast);
  const [held, hold] = useState(false);
  useEffect(() => {
    if (current === null || held) return;
    const timer = setTimeout(dismissToast, LASTS);
    return () => clearTimeout(timer);
  }, [current, held]);
  return (
    <div className="toast-region" role="status" aria-live="polite" aria-label={label}>
      {current === null ? null : (
        <div
          key={current.id} className="toast" onMouseEnter={() => hold(true)} onMouseLeave={() => hold(false)} onFocus={() => hold(true)}
          onBlur={() => hold(false)}
        >
          <Icon name={current.icon ?? "ok"} className={current.icon === "error" ? "said-error" : current.icon === undefined ? "said-good" : "secondary"} />
          <span className="toast-text" dir="auto">{current.text}</span>
          {current.act === undefined ? null : (
            <Button look="quiet" size="small" onPress={() => {
              current.act?.run();
              dismissToast();
            }}>{current.act.label}</Button>
          )}
          <IconButton icon="close" size="small" label={dismissLabel} onPress={dismissToast} />
        </div>
      )}
    </div>
  );
}
