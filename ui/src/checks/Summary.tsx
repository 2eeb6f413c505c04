// The line above the findings: how many of each, which also filters, what is new and gone, and what mends itself.
import { useState } from "react";
import type { ApiError, CheckRun, Severity } from "../bindings";
import { asApiError } from "../host";
import { Banner, Button, Checkbox, Icon, Popover, toast } from "../kit";
import { useMessages } from "../messages";
import { sureFix } from "./acts";
import { mendSure } from "./mend";
import { checks, toggleSeverity, useChecks } from "./run";

export function Summary({ run }: { run: CheckRun }) {
  const { say, number } = useMessages();
  const severities = useChecks((state) => state.severities);
  const freshOnly = useChecks((state) => state.freshOnly);
  const hushedToo = useChecks((state) => state.hushedToo);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<ApiError | null>(null);
  const sure = run.findings.filter((row) => !row.hushed && sureFix(row) !== null);
  const { errors, warnings, hints, fresh, hushed } = run.counts;
  const count = (severity: Severity, figure: number) => (
    <button
      key={severity} type="button" className={`checks-count said-${severity}`} aria-pressed={severities.includes(severity)} onClick={() => toggleSeverity(severity)}
      title={say(`checks.show.${severity}`, { count: figure })}
    >
      <Icon name={severity} /><b>{number(figure)}</b><span>{say(`checks.count.${severity}`, { count: figure })}</span>
    </button>
  );
  function mend(): void {
    setBusy(true);
    mendSure(sure).then(
      (made) => {
        setFault(null);
        toast({ icon: "tick", text: say("checks.mended", { count: made }) });
      },
      (thrown: unknown) => setFault(asApiError(thrown)),
    ).finally(() => setBusy(false));
  }
  return (
    <>
      <div className="checks-sum" role="toolbar" aria-label={say("checks.summary")}>
        {count("error", errors)}{count("warning", warnings)}{count("info", hints)}
        {run.compared ? (
          <>
            <span className="checks-rule wide-only" />
            <Popover label={say("checks.sinceLast")} button={<Button size="small" className="secondary wide-only">{say("checks.news", { fresh, gone: run.gone.length })}</Button>}>
              <div className="checks-float">
                <h2>{say("checks.goneTitle", { count: run.gone.length })}</h2>
                <ul className="stack">{run.gone.slice(0, 100).map((row, at) => <li key={at} className="small"><span>{row.title}</span> <bdi className="tertiary mono">{row.address}</bdi></li>)}</ul>
              </div>
            </Popover>
          </>
        ) : null}
        <span className="push" />
        {sure.length === 0 ? null : <Button look="line" size="small" isDisabled={busy} onPress={mend}>{say("checks.mendSure", { count: sure.length })}</Button>}
        <Popover label={say("checks.filter")} placement="bottom end" button={<Button size="small" icon="filter">{say("checks.filter")}</Button>}>
          <div className="checks-float">
            <Checkbox label={say("checks.freshOnly", { count: fresh })} on={freshOnly} onChange={(on) => checks.set({ freshOnly: on })} />
            <Checkbox label={say("checks.hushedToo", { count: hushed })} on={hushedToo} onChange={(on) => checks.set({ hushedToo: on })} />
          </div>
        </Popover>
      </div>
      {fault === null ? null : <Banner tone="error" title={fault.message} hint={fault.hint} />}
    </>
  );
}
