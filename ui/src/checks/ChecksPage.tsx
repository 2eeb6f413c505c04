// The place of checks: what is checked and for which apps, what was found, and the finding that is chosen.
import { useEffect } from "react";
import { Banner, Button, EmptyState, PagePane, PaneRow, Progress } from "../kit";
import { useMessages } from "../messages";
import { cancelJob, useJobs } from "../data/jobs";
import { useNavigation } from "../navigation";
import { FindingDetail } from "./FindingDetail";
import { FindingRows } from "./FindingRows";
import { PassedList } from "./PassedList";
import { checks, firstSubject, groupsOf, nameOf, runChecks, useChecks } from "./run";
import { SkippedBar } from "./SkippedBar";
import { SubjectPicker } from "./SubjectPicker";
import { Summary } from "./Summary";
import { TargetPicker } from "./TargetPicker";
import "./checks.css";

export function ChecksPage() {
  const { say, clock, number } = useMessages();
  const inspector = useNavigation((state) => state.inspector);
  const state = useChecks((all) => all);
  const { subject, run, job, error, chosen } = state;
  useEffect(() => {
    // Opened with nothing chosen, it checks the piece that is open.
    if (checks.get().subject === null) void runChecks(firstSubject());
  }, []);
  const groups = groupsOf(state);
  const row = run?.findings.find((one) => nameOf(one) === chosen) ?? null;
  const revision = run?.pieces.length === 1 ? run.pieces[0]?.revision ?? 0 : null;
  return (
    <>
      <header className="place-bar checks-bar" data-pane="bar">
        <h1>{say("checks.title")}</h1>
        <SubjectPicker />
        <TargetPicker />
        <span className="grow" />
        {run === null ? null : (
          <span className="small tertiary nowrap wide-only">
            {revision === null ? say("checks.ranMany", { time: clock(run.at), count: run.lookedAt, ms: run.milliseconds }) : say("checks.ranOne", { time: clock(run.at), revision, ms: run.milliseconds })}
          </span>
        )}
        <Button look="line" icon="reset" isDisabled={subject === null || job !== null} onPress={() => void runChecks()}>{run === null ? say("checks.run") : say("checks.again")}</Button>
      </header>
      <PaneRow>
        <PagePane label={say("checks.title")} className="checks-page"><div className="checks-whole" data-help="checks">
          {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint}><Button look="line" size="small" onPress={() => void runChecks()}>{say("common.tryAgain")}</Button></Banner>}
          {job === null ? null : <Working job={job} />}
          {run === null ? (job === null && error === null ? <EmptyState level={2} title={say("checks.nothingChosen")} hint={say("checks.nothingChosenHint")} /> : null) : (
            <>
              <Summary run={run} />
              {run.unreadable.map((piece) => <Banner key={piece.address} tone="warning" title={say("checks.unreadable", { address: piece.address })} hint={piece.title} />)}
              {groups.length === 0 ? <PassedList run={run} filtered={run.findings.length > 0} /> : <FindingRows groups={groups} pieces={run.pieces} />}
              {run.findings.length < run.counts.errors + run.counts.warnings + run.counts.hints ? <p className="small secondary checks-cut">{say("checks.cut", { shown: number(run.findings.length) })}</p> : null}
              <SkippedBar skipped={run.skipped} />
            </>
          )}
        </div></PagePane>
        {inspector && row !== null ? <FindingDetail key={nameOf(row)} row={row} /> : null}
      </PaneRow>
    </>
  );
}

function Working({ job }: { job: string }) {
  const { say } = useMessages();
  const mine = useJobs().find((one) => one.job === job);
  if (mine === undefined || mine.total < 2) return null;
  return (
    <div className="checks-working line">
      <Progress label={say("checks.job")} done={mine.done} total={mine.total} className="grow" />
      <span className="small secondary cut">{say("status.job", { title: mine.title, done: mine.done, total: mine.total })}</span>
      <Button size="small" look="line" onPress={() => void cancelJob(job)}>{say("checks.stop")}</Button>
    </div>
  );
}
