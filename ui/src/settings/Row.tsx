// One setting: its name, what it does, its control, and a reset where it is not at its default. Rows that do not match
// the search are not drawn; a section without rows is not either.
import { createContext, type ReactNode, useContext } from "react";
import { IconButton } from "../kit";
import { useMessages } from "../messages";

/** Words searched for, lower case. */
export const Sought = createContext("");

function matches(sought: string, ...texts: string[]): boolean {
  return sought.split(/\s+/).every((word) => texts.some((text) => text.toLocaleLowerCase().includes(word)));
}

export interface RowProps { section: string; name: string; hint?: string | undefined; words?: string; onReset?: (() => void) | null; children: ReactNode; below?: ReactNode }

export function Row({ section, name, hint, words = "", onReset = null, children, below }: RowProps) {
  const { say } = useMessages();
  const sought = useContext(Sought);
  if (sought !== "" && !matches(sought, section, name, hint ?? "", words)) return null;
  return (
    <div className="setting" role="group" aria-label={name}>
      <div className="setting-words">
        <div className="medium">{name}</div>
        {hint === undefined ? null : <div className="small tertiary">{hint}</div>}
      </div>
      <div className="setting-control">
        {children}
        <span className="setting-reset">{onReset === null ? null : <IconButton icon="reset" size="small" label={say("settings.resetNamed", { name })} onPress={onReset} />}</span>
      </div>
      {below === undefined ? null : <div className="setting-below">{below}</div>}
    </div>
  );
}

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return <section className="settings-section" id={`settings-${id}`} aria-label={title}><h2>{title}</h2>{children}</section>;
}
