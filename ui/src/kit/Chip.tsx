// Small words in a box: a fact (`Tag`), something that can be taken away (`Chip`), a filter that is on or off.
import type { ReactNode } from "react";
import { ToggleButton } from "react-aria-components";
import { Icon, type IconName } from "./icons";
import "./Chip.css";

export function Tag({ icon, children, tone }: { icon?: IconName; children: ReactNode; tone?: "warning" | "error" }) {
  return (
    <span className={`chip chip-line ${tone === undefined ? "" : `said-${tone}`}`}>
      {icon === undefined ? null : <Icon name={icon} size="small" />}
      {children}
    </span>
  );
}

export function Chip({ children, removeLabel, onRemove, on = false }: { children: ReactNode; removeLabel: string; onRemove: () => void; on?: boolean }) {
  return (
    <span className={`chip ${on ? "chip-on" : ""}`}>
      <bdi className="cut">{children}</bdi>
      <button type="button" className="chip-remove" aria-label={removeLabel} onClick={onRemove}><Icon name="close" size="small" /></button>
    </span>
  );
}

/** One of a row of filters; shows a number beside its words. */
export function FilterChip({ label, count, on, onChange }: { label: string; count?: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <ToggleButton className={`chip chip-filter ${on ? "chip-on" : ""}`} isSelected={on} onChange={onChange}>
      {label}{count === undefined ? null : <span className="chip-count">{count}</span>}
    </ToggleButton>
  );
}
