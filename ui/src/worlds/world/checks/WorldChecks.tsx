// The checks of a world: kits, how much is found and what is new or gone, findings that lead to their place, and those
// that did not run, each with its reason.
import { useEffect, useId, useState } from "react";
import type { ApiError, Severity, WorldCheckRun } from "../../../bindings";
import { asApiError, invoke } from "../../../host";
import { Banner, Button, EmptyState, FilterChip, PagePane, PaneRow, Segmented } from "../../../kit";
import { visible } from "../../../kit/Authored";
import { useMessages } from "../../../messages";
import type { WorldPanelProps } from "../../panels";
import { deskOf } from "../desk";
import { Finding } from "./Finding";

const KITS = ["consistency", "fidelity", "quality", "playability"] as const;
type KitChoice = "every" | (typeof KITS)[number];
const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
/** Findings drawn at first. */
const FIRST = 200;

export function WorldChecks({ world }: WorldPanelProps) {
  const { say, clock, number } = useMessages();
  const { language } = useMessages();
  const why = useId();
  const [run, setRun] = useState<WorldCheckRun | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const [kit, setKit] = useState<KitChoice>("every");
  const [shown, setShown] = useState<readonly Severity[]>(SEVERITIES);
  const [most, setMost] = useState(FIRST);
  useEffect(() => {
    let gone = false;
    invoke("check_world_results", { world, language }).then((found) => !gone && setRun((now) => now ?? (found.at === null ? null : found)), () => undefined);
    return () => {
      gone = true;
    };
  }, [world, language]);
  async function check(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      // What is checked is what is written.
      await deskOf(world).flush();
      setRun(await invoke("check_world_run", { world, kits: kit === "every" ? [] : [kit], deep: "code", version: "current", language }));
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  }
  const checks = (run?.checks ?? []).filter((one) => kit === "every" || one.kit === kit);
  const all = checks.flatMap(({ findings }) => findings);
  const rows = SEVERITIES.filter((severity) => shown.includes(severity)).flatMap((severity) => all.filter((one) => one.severity === severity));
  const skipped = checks.filter((one) => one.skipped !== null);
  const count = (severity: Severity): number => all.filter((one) => one.severity === severity).length;
  return (
    <PaneRow>
      <PagePane label={say("worldChecks.title")}>
        <div className="world-graph-bar world-checks-bar" role="toolbar" aria-label={say("worldChecks.title")} data-help="world-checks">
          <Segmented label={say("worldChecks.kits")} size="small" value={kit} onChange={setKit} options={(["every", ...KITS] as const).map((id) => ({ id, label: say(`worldChecks.kit.${id}`) }))} />
          <span className="push" />
          {run?.at == null ? null : <span className="small tertiary nowrap wide-only">{say("worldChecks.ranAt", { time: clock(run.at) })}</span>}
          <Button size="small" look="line" icon="reset" isDisabled={busy} onPress={() => void check()}>{say(run === null ? "checks.run" : "checks.again")}</Button>
          <span className="line world-deep"><Button size="small" look="line" isDisabled aria-describedby={why}>{say("worldChecks.deep")}</Button><span id={why} className="small tertiary">{say("worldChecks.deepOff")}</span></span>
        </div>
        {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
        {run === null ? <EmptyState title={say("worldChecks.never")} hint={say("worldChecks.neverHint")} /> : (
          <div className="form-scroll" data-pane-start data-help="world-checks">
            <div className="form form-wide">
              <div className="line media-filters">
                {SEVERITIES.map((severity) => <FilterChip key={severity} label={say(`worldChecks.severity.${severity}`)} count={number(count(severity))} on={shown.includes(severity)} onChange={(on) => setShown(SEVERITIES.filter((one) => (one === severity ? on : shown.includes(one))))} />)}
                <span className="small secondary">{say("worldChecks.news", { fresh: run.new.length, gone: run.gone.length })}</span>
              </div>
              {rows.length === 0 ? <p className="secondary">{say("worldChecks.nothing", { count: checks.length - skipped.length })}</p> : <ul className="world-problems" aria-label={say("checks.list")}>{rows.slice(0, most).map((row) => <Finding key={`${row.check} ${row.key}`} world={world} row={row} />)}</ul>}
              {rows.length > most ? <Button look="quiet" size="small" onPress={() => setMost(most + FIRST)}>{say("find.more", { count: rows.length - most })}</Button> : null}
              {run.gone.length === 0 ? null : <section className="form-section" aria-label={say("worldChecks.gone")}><h3>{say("worldChecks.gone")}</h3><ul className="world-problems">{run.gone.map((row) => <li key={`${row.check} ${row.key}`} className="small secondary">{visible(row.message)}</li>)}</ul></section>}
              {skipped.length === 0 ? null : (
                <section className="form-section" aria-label={say("worldChecks.skipped", { count: skipped.length })}>
                  <h3>{say("worldChecks.skipped", { count: skipped.length })}</h3>
                  <ul className="world-problems">{skipped.map((one) => <li key={one.id} className="small"><b className="medium">{one.title}</b> <span className="secondary">{one.skipped?.why}</span></li>)}</ul>
                </section>
              )}
            </div>
          </div>
        )}
      </PagePane>
    </PaneRow>
  );
}
