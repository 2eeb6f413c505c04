// Every app the piece could go to, each with its measured bar: the source first, then what takes most.
import { useId, useState } from "react";
import type { ExportTarget, FormatId } from "../bindings";
import { Icon, LedgerBar, SearchField } from "../kit";
import { useMessages } from "../messages";
import { countsOf, type Measuring, reportOf } from "./state";

/** Best first: fewest lost, then fewest changed. What is not measured yet keeps its place behind what is. */
function ranked(targets: ExportTarget[], measuring: Measuring): ExportTarget[] {
  const worth = ({ format, isSource, off }: ExportTarget): number[] => {
    const report = reportOf(measuring.measured(format));
    return [isSource ? 0 : 1, off === null ? 0 : 1, report === null ? 1 : 0, report?.counts.lost ?? 0, report?.counts.changed ?? 0];
  };
  return targets
    .map((target, place) => ({ target, worth: [...worth(target), place] }))
    .sort((a, b) => a.worth.map((value, at) => value - (b.worth[at] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ target }) => target);
}

export interface TargetListProps { measuring: Measuring; chosen: FormatId | null; onChoose: (format: FormatId) => void }

export function TargetList({ measuring, chosen, onChoose }: TargetListProps) {
  const { say } = useMessages();
  const [words, setWords] = useState("");
  const list = useId();
  const shown = ranked(measuring.targets ?? [], measuring).filter(({ title }) => title.toLowerCase().includes(words.trim().toLowerCase()));
  const choosable = shown.filter(({ off }) => off === null);
  const closed = shown.filter(({ off }) => off !== null);

  function step(by: number): void {
    const at = choosable.findIndex(({ format }) => format === chosen);
    const next = choosable[Math.min(choosable.length - 1, Math.max(0, at + by))];
    if (next !== undefined) onChoose(next.format);
  }

  return (
    <nav className="export-targets" aria-label={say("export.apps")}>
      <SearchField label={say("export.findApp")} placeholder={say("export.findApp")} value={words} onChange={setWords} clearLabel={say("common.clear")} />
      <ul
        className="export-target-list" role="listbox" tabIndex={0} aria-label={say("export.apps")} aria-activedescendant={chosen === null ? undefined : `${list}-${chosen}`}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          step(event.key === "ArrowDown" ? 1 : -1);
        }}
      >
        {choosable.map((target) => (
          <Target key={target.format} id={`${list}-${target.format}`} target={target} measuring={measuring} on={target.format === chosen} onChoose={onChoose} />
        ))}
      </ul>
      {closed.length > 0 ? (
        <details className="export-closed" open={words.trim() !== "" || undefined}>
          <summary className="small secondary">{say("export.closed", { count: closed.length })}</summary>
          <ul aria-label={say("export.closed", { count: closed.length })}>
            {closed.map(({ format, title, off }) => (
              <li key={format} className="export-target">
                <span className="medium">{title}</span>
                <span className="small secondary">{off}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {measuring.targets !== null && shown.length === 0 ? <p className="secondary small export-none">{say("export.noApp")}</p> : null}
    </nav>
  );
}

interface TargetProps { id: string; target: ExportTarget; measuring: Measuring; on: boolean; onChoose: (format: FormatId) => void }

function Target({ id, target, measuring, on, onChoose }: TargetProps) {
  const { say } = useMessages();
  const { format, title, containers, isSource } = target;
  const measured = measuring.measured(format);
  const report = reportOf(measured);
  return (
    <li
      id={id} role="option" aria-selected={on} className={`export-target ${on ? "export-target-on" : ""}`}
      onClick={() => onChoose(format)}
    >
      <span className="line">
        <span className="medium grow cut" title={title}>{title}</span>
        <span className="small tertiary nowrap">{isSource ? say("export.theSource") : containers.map((word) => word.toUpperCase()).join(", ")}</span>
      </span>
      {measured.state === "failed" ? (
        <span className="small said-error line"><Icon name="error" size="small" />{say(`error.${measured.error.code}`)}</span>
      ) : <LedgerBar counts={report === null ? null : countsOf(report)} />}
    </li>
  );
}
