// The checks of a world against the newer card that waits, offered before the update is finished.
import { useState } from "react";
import type { ApiError, Severity, WorldCheckRun } from "../../bindings";
import { asApiError, invoke } from "../../host";
import { Banner, Button, Dialog } from "../../kit";
import { useMessages } from "../../messages";
import { Finding } from "../world/checks/Finding";
import "../world/world.css";

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
/** Findings drawn at first. */
const FIRST = 200;

export function UpdateChecks({ world }: { world: string }) {
  const { say, language } = useMessages();
  const [open, show] = useState(false);
  const [run, setRun] = useState<WorldCheckRun | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  async function check(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      setRun(await invoke("check_world_run", { world, kits: [], deep: "code", version: "new", language }));
    } catch (thrown) {
      setRun(null);
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
      show(true);
    }
  }
  return (
    <>
      <Button size="small" look="line" isDisabled={busy} onPress={() => void check()}>{say(busy ? "newer.checking" : "newer.check")}</Button>
      {open ? (
        <Dialog open title={say("newer.checked")} onClose={() => show(false)} closeLabel={say("common.close")} footer={<Button onPress={() => show(false)}>{say("common.close")}</Button>}>
          {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
          {run === null ? null : <Findings world={world} run={run} />}
        </Dialog>
      ) : null}
    </>
  );
}

function Findings({ world, run }: { world: string; run: WorldCheckRun }) {
  const { say } = useMessages();
  const [most, setMost] = useState(FIRST);
  const all = run.checks.filter(({ skipped }) => skipped === null).flatMap(({ findings }) => findings);
  const rows = SEVERITIES.flatMap((severity) => all.filter((one) => one.severity === severity));
  const skipped = run.checks.filter((one) => one.skipped !== null);
  return (
    <>
      {rows.length === 0 ? <p className="secondary">{say("worldChecks.nothing", { count: run.checks.length - skipped.length })}</p> : (
        <>
          <p className="secondary">{say("worlds.findings", { error: run.counts.error, warning: run.counts.warning, info: run.counts.info })}</p>
          <ul className="world-problems" aria-label={say("checks.list")}>{rows.slice(0, most).map((row) => <Finding key={`${row.check} ${row.key}`} world={world} row={row} version="new" />)}</ul>
        </>
      )}
      {rows.length > most ? <Button look="quiet" size="small" onPress={() => setMost(most + FIRST)}>{say("find.more", { count: rows.length - most })}</Button> : null}
      {skipped.length === 0 ? null : (
        <details className="small secondary"><summary>{say("worldChecks.skipped", { count: skipped.length })}</summary>
          <ul>{skipped.map((one) => <li key={one.id}><b className="medium">{one.title}</b> {one.skipped?.why}</li>)}</ul>
        </details>
      )}
    </>
  );
}
