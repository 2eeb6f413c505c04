// A line of an outline: what can be opened, and a figure at its end.
import type { ReactNode } from "react";
import { Icon, type IconName } from "../kit";

export interface SideItemProps { label: string; count: string; on: boolean; icon?: IconName; mark?: ReactNode; off?: boolean; onPress: () => void }

export function SideItem({ label, count, on, icon, mark, off = false, onPress }: SideItemProps) {
  return (
    <button type="button" className="pane-item" aria-current={on ? "page" : undefined} disabled={off} onClick={onPress}>
      {icon === undefined ? null : <Icon name={icon} size="small" className={icon === "warning" ? "said-warning" : ""} />}
      <bdi className="cut">{label}</bdi>
      {mark}
      <span className="pane-count">{count}</span>
    </button>
  );
}
