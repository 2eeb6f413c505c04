// The import review: the staged files at the left, the chosen one at the right, and at the foot what will be kept.
import { useEffect, useLayoutEffect } from "react";
import { capOf, commandOf, registerCommands } from "../commands";
import { useJobs } from "../data/jobs";
import { host } from "../host";
import { Banner, Button, EmptyState, PagePane, PaneRow, SidePane } from "../kit";
import { useMessages } from "../messages";
import { RunningJobs } from "../shell/StatusBar";
import { discard, keep, standing } from "./acts";
import { addFiles, addFolder, openSamples } from "./add";
import { IntakeDetail } from "./IntakeDetail";
import { IntakeRows } from "./IntakeRows";
import { RaiseQuestion } from "./RaiseLimit";
import { UnlockQuestion } from "./Unlock";
import { loadStaged, saidWhileAdding, staged, useStaged } from "./staged";
import "./Intake.css";

function keepNow(): void {
  const { rows, decided } = staged.get();
  const { now } = standing(rows, decided);
  if (now.length > 0) void keep(now);
}

function Foot() {
  const { say, rich } = useMessages();
  const rows = useStaged((state) => state.rows);
  const decided = useStaged((state) => state.decided);
  const busy = useJobs().some(({ job }) => job.startsWith("keep"));
  const { now, waiting } = standing(rows, decided);
  const count = now.filter(({ decision }) => decision !== "skip").length;
  return (
    <footer className="intake-foot" data-pane="foot">
      <span className="grow" role="status">
        {waiting.length === 0 ? say(now.length === 0 ? "intake.onlyRefused" : "intake.ready", { count })
          : rich("intake.waits", { count: waiting.length, others: count, b: (chunks) => <b className="strong intake-waits">{chunks}</b> })}
      </span>
      <RunningJobs />
      <Button onPress={() => void discard(null)} isDisabled={rows.length === 0}>{say("intake.discardAll")}</Button>
      {now.length + waiting.length === 0 ? null : <Button look="fill" isDisabled={now.length === 0 || busy} onPress={keepNow}>{say("intake.keep", { count })}</Button>}
    </footer>
  );
}

function Empty() {
  const { say } = useMessages();
  return (
    <EmptyState title={say("library.empty")} hint={say("library.emptyHint")}>
      <Button look="fill" onPress={() => void addFiles()}>{say("commands.addFiles")}</Button>
      {host().can.pickPaths ? <Button look="line" onPress={() => void addFolder()}>{say("commands.addFolder")}</Button> : null}
      <Button look="quiet" onPress={() => void openSamples()}>{say("commands.samples")}</Button>
    </EmptyState>
  );
}

function Troubles() {
  const { say } = useMessages();
  const error = useStaged((state) => state.error);
  const failures = useStaged((state) => state.failures.size);
  return (
    <>
      {error === null ? null : (
        <Banner tone="error" title={say("intake.addFailed")} hint={`${error.message} ${error.hint ?? ""}`}>
          <Button size="small" onPress={() => saidWhileAdding(null)}>{say("common.dismiss")}</Button>
        </Banner>
      )}
      {failures === 0 ? null : <Banner tone="error" title={say("intake.failed", { count: failures })} />}
    </>
  );
}

export function Intake() {
  const { say } = useMessages();
  const known = useStaged((state) => state.known || state.rows.length > 0);
  const empty = useStaged((state) => state.rows.length === 0);
  const row = useStaged((state) => state.rows.find(({ id }) => id === state.chosen) ?? null);
  const reading = useJobs().some(({ job }) => job.startsWith("intake"));
  useEffect(() => void loadStaged(), []);
  useLayoutEffect(() => registerCommands([
    { id: "intake.keep", title: "intake.title", keys: ["Mod+Enter"], hidden: true, run: keepNow },
  ]), []);
  const chord = commandOf("files.add")?.keys?.[0];
  return (
    <>
      <header className="place-bar" data-pane="bar">
        <h1>{say("intake.title")}</h1>
        <span className="secondary cut">{say("intake.promise")}</span>
        <span className="grow" />
        <Button look="line" icon="folder" cap={chord === undefined ? undefined : capOf(chord)} onPress={() => void addFiles()}>{say("commands.addFiles")}</Button>
      </header>
      <Troubles />
      {!known ? null : empty && !reading ? <PaneRow><PagePane label={say("intake.rows")}><Empty /></PagePane></PaneRow> : (
        <PaneRow>
          <PagePane label={say("intake.rows")} className="intake-page"><IntakeRows /></PagePane>
          <SidePane id="intake-detail" side="right" label={say("intake.detail")} className="intake-detail" most={1100}>
            <div className="pane-scroll" key={row?.id}><IntakeDetail row={row} /></div>
          </SidePane>
        </PaneRow>
      )}
      {known && !empty ? <Foot /> : null}
      <RaiseQuestion />
      <UnlockQuestion />
    </>
  );
}
