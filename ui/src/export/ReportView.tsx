// The measured report of one app: one sentence with the four numbers, the bar, and every field by what becomes of it.
import { useState } from "react";
import type { Report } from "../bindings";
import { Said } from "../kit/Said";
import { Icon, LedgerBar, NoteRow, type Outcome, OutcomeMark, OUTCOMES } from "../kit";
import { useMessages } from "../messages";
import { ChangedRows, CarriedRows, LeftRows, LostRows } from "./ReportRows";
import { countsOf } from "./state";

export function ReportView({ report, title, measuring }: { report: Report; title: string; measuring: boolean }) {
  const { say, rich, number } = useMessages();
  const counts = countsOf(report);
  const all = counts.carried + counts.changed + counts.lost;
  const whole = counts.changed + counts.lost + counts.left === 0;
  const figure = (outcome: Outcome) => (chunks: React.ReactNode[]) => <b className={`export-figure said-${outcome}`}>{chunks}</b>;
  const sentence = report.identical ? say("export.identical") : whole ? say("export.whole", { app: title }) : rich("export.sentence", {
    app: title, all, carried: counts.carried, changed: counts.changed, lost: counts.lost, left: counts.left,
    c: figure("carried"), g: figure("changed"), x: figure("lost"), b: figure("left"),
  });
  return (
    <section className="export-report" aria-label={say("export.report")} aria-busy={measuring}>
      <div className="export-hero">
        <p className="export-sentence" role="status">{sentence}</p>
        <LedgerBar counts={counts} size="large" />
        <div className="export-legend">
          {OUTCOMES.map((outcome) => <span key={outcome} className="export-count small"><OutcomeMark outcome={outcome} /><span className={`said-${outcome}`}>{number(counts[outcome])}</span></span>)}
          <span className="small tertiary push wide-only">{measuring ? say("export.measuringAgain") : say("export.measured", { milliseconds: report.milliseconds })}</span>
        </div>
      </div>
      {report.notes.length === 0 ? null : (
        <div className="export-notes">{report.notes.map((note, at) => <NoteRow key={at} severity={note.severity}><Said code={note.code} text={note.text} /></NoteRow>)}</div>
      )}
      <Group outcome="lost" count={counts.lost} startsOpen><LostRows report={report} /></Group>
      <Group outcome="changed" count={counts.changed} startsOpen><ChangedRows report={report} /></Group>
      <Group outcome="left" count={counts.left} aside={leftAside(report, say("export.keptHere"))}><LeftRows report={report} /></Group>
      <Group outcome="carried" count={counts.carried}><CarriedRows report={report} /></Group>
    </section>
  );
}

/** Whose keys stay, with how many of each. */
function leftAside(report: Report, kept: string): string {
  const each = new Map<string, number>();
  for (const { format } of report.leftBehind) each.set(format, (each.get(format) ?? 0) + 1);
  return `${[...each].map(([format, count]) => `${format} ${count}`).join(", ")}. ${kept}`;
}

interface GroupProps { outcome: Outcome; count: number; startsOpen?: boolean; aside?: string; children: React.ReactNode }

function Group({ outcome, count, startsOpen = false, aside, children }: GroupProps) {
  const { number } = useMessages();
  const [open, setOpen] = useState(startsOpen);
  if (count === 0) return null;
  return (
    <section className="export-group">
      <h3 className="export-group-head">
        <button type="button" className="export-group-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <OutcomeMark outcome={outcome} />
          <span className={`said-${outcome} medium`}>{number(count)}</span>
          {aside === undefined ? null : <span className="small secondary cut">{aside}</span>}
          <Icon name={open ? "down" : "right"} size="small" className="push tertiary" />
        </button>
      </h3>
      {open ? children : null}
    </section>
  );
}
