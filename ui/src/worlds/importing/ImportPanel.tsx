// How far the import of a world is, and what the person can do there: go on, stop, look through it, mend it, keep it.
import { useQuery } from "../../data/queries";
import { Banner, Button, PagePane, PaneRow, Progress } from "../../kit";
import { useMessages } from "../../messages";
import { DraftPage } from "../draft/DraftPage";
import type { WorldPanelProps } from "../panels";
import { ReviewPage } from "../review/ReviewPage";
import { restart, resume, stop } from "./acts";
import { Came } from "./Came";
import { useRun } from "./runs";
import { Steps } from "./Steps";
import "./making.css";

export function ImportPanel({ world }: WorldPanelProps) {
  const { say } = useMessages();
  const { data: status, error } = useQuery("import_status", { world });
  const run = useRun(world);
  if (status === null) return <PaneRow><PagePane label={say("run.title")}>{error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}</PagePane></PaneRow>;
  const running = run.running || status.busy;
  const fault = run.fault ?? status.lastError;
  return (
    <>
      <div className="run-bar" data-pane="steps">
        <Steps status={status} />
        <span className="grow" />
        <span className="small secondary cut wide-only"><bdi dir="auto">{say("make.is", { format: status.sourceFormat, file: status.fileName })}</bdi></span>
        {running ? <Button size="small" look="line" onPress={() => void stop(world)}>{say("common.stop")}</Button> : null}
      </div>
      {fault === null || running ? null : (
        <Banner tone="error" title={fault.message} hint={"hint" in fault ? fault.hint : say("run.keptAll")}>
          {status.lastError?.code === "damaged" ? <Button size="small" look="line" onPress={() => void restart(world)}>{say("run.restart")}</Button> : null}
          {status.canResume ? <Button size="small" look="line" onPress={() => void resume(world)}>{say("run.resume")}</Button> : null}
        </Banner>
      )}
      {running ? <Running done={run.done} total={run.total} name={run.name} />
        : status.phase === "built" ? <ReviewPage world={world} />
          : status.phase === "repair" ? <DraftPage status={status} />
            : status.phase === "done" || status.phase === null ? <Came status={status} />
              : <Waiting world={world} begun={status.step !== null} canResume={status.canResume} />}
    </>
  );
}

function Running({ done, total, name }: { done: number; total: number; name: string }) {
  const { say } = useMessages();
  return (
    <PaneRow>
      <PagePane label={say("run.title")}>
        <div className="run-now" role="status">
          <Progress label={say("run.job")} className="run-progress" {...(total > 0 ? { done, total } : {})} />
          <p className="medium">{total > 0 ? say("status.job", { title: say("run.job"), done, total }) : say("run.job")}</p>
          {name === "" ? null : <p className="small secondary cut"><bdi dir="auto">{name}</bdi></p>}
          <p className="small tertiary">{say("run.stopKeeps")}</p>
        </div>
      </PagePane>
    </PaneRow>
  );
}

function Waiting({ world, begun, canResume }: { world: string; begun: boolean; canResume: boolean }) {
  const { say } = useMessages();
  return (
    <PaneRow>
      <PagePane label={say("run.title")}>
        <section className="run-now">
          <h2>{begun ? say("run.interrupted") : say("run.notBegun")}</h2>
          <p className="secondary">{say("run.keptAll")}</p>
          {canResume ? <div className="line"><Button look="fill" onPress={() => void resume(world)}>{say("run.resume")}</Button></div> : null}
        </section>
      </PagePane>
    </PaneRow>
  );
}
