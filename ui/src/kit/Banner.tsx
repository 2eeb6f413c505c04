// A banner at the top of a pane: a lasting state that needs a choice, or that one should know while working on.
import type { ReactNode } from "react";
import { Icon } from "./icons";
import "./Banner.css";

export interface BannerProps { tone: "error" | "warning" | "info"; title: ReactNode; hint?: ReactNode; children?: ReactNode }

export function Banner({ tone, title, hint, children }: BannerProps) {
  return (
    <div className={`banner banner-${tone}`} role={tone === "error" ? "alert" : "status"}>
      <Icon name={tone} className={`said-${tone}`} />
      <div className="grow">
        <div className="medium">{title}</div>
        {hint === undefined ? null : <div className="secondary">{hint}</div>}
      </div>
      {children}
    </div>
  );
}

export interface NoteProps { severity: "info" | "warning" | "error"; title?: ReactNode; children: ReactNode }

/** One thing that was said while reading or writing. */
export function NoteRow({ severity, title, children }: NoteProps) {
  return (
    <div className="note-row">
      <Icon name={severity} className={`said-${severity}`} />
      <div className="grow">{title === undefined ? null : <span className="medium">{title} </span>}{children}</div>
    </div>
  );
}
