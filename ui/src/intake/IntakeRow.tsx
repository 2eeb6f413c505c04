// One staged file: what it is called, what became of it, what to do with it.
import type { StagedRow, StagedState } from "../bindings";
import { cancelJob, useJobs } from "../data/jobs";
import { Button, Icon, type IconName, Name, placeId, Progress, Select } from "../kit";
import { Portrait } from "../library/Portrait";
import { useMessages } from "../messages";
import { decide, decisionsFor, isDecidable } from "./acts";
import { RaiseButton } from "./RaiseLimit";
import { UnlockButton } from "./Unlock";
import { isWaiting, useStaged } from "./staged";

const SIGNS: Record<StagedState, { icon: IconName; tone: string }> = {
  reading: { icon: "search", tone: "tertiary" },
  new: { icon: "add", tone: "said-carried" },
  newer: { icon: "compare", tone: "said-changed" },
  alike: { icon: "compare", tone: "said-changed" },
  same: { icon: "copy", tone: "tertiary" },
  refused: { icon: "error", tone: "said-error" },
  kept: { icon: "ok", tone: "said-carried" },
};

export function StateWords({ row }: { row: StagedRow }) {
  const { say } = useMessages();
  const { icon, tone } = SIGNS[row.state];
  return <span className={`intake-state ${tone}`}><Icon name={icon} size="small" /><span className="cut">{say(`intake.state.${row.state}`)}</span></span>;
}

function Decide({ row, current }: { row: StagedRow; current: boolean }) {
  const { say } = useMessages();
  const waits = useStaged(({ decided }) => isWaiting(row, decided));
  return (
    <Select
      hideLabel size="small" className="intake-decide" label={say("intake.decision", { name: row.name === "" ? row.fileName : row.name })} skip={!current} needed={waits}
      value={waits ? null : row.decision} placeholder={say("intake.decide.choose")} options={decisionsFor(row).map((id) => ({ id, label: say(`intake.decide.${id}`) }))}
      onChange={(decision) => void decide([row.id], decision)}
    />
  );
}

function Reading() {
  const { say } = useMessages();
  const job = useJobs().find((one) => one.job.startsWith("intake"));
  if (job === undefined) return <span className="small tertiary">{say("intake.state.reading")}</span>;
  return (
    <>
      <Progress label={say("intake.state.reading")} done={job.done} total={job.total} />
      <Button size="small" excludeFromTabOrder onPress={() => void cancelJob(job.job)}>{say("common.stop")}</Button>
    </>
  );
}

export interface IntakeRowProps { list: string; index: number; row: StagedRow; current: boolean; onPress: (index: number) => void }

export function IntakeRow({ list, index, row, current, onPress }: IntakeRowProps) {
  const failure = useStaged(({ failures }) => failures.get(row.id) ?? null);
  const error = row.error ?? failure;
  const named = row.name !== "";
  return (
    <div
      id={placeId(list, index)} role="row" aria-rowindex={index + 1} aria-selected={current} className={`intake-row ${current ? "intake-current" : ""}`}
      onMouseDown={() => onPress(index)}
    >
      <span role="gridcell" className="line grow">
        {row.state === "refused" ? <span className="intake-thumb intake-bad"><Icon name="error" /></span> : <Portrait key={row.portrait} portrait={row.portrait} kind={row.kind} side={42} className="intake-thumb" />}
        <span className="grow stack">
          {named ? <Name text={row.name} className="medium" /> : <bdi className="cut medium" title={row.fileName}>{row.fileName}</bdi>}
          {error !== null ? <span className="cut small said-error" title={error.message}>{error.message}</span> : (
            <span className="cut small tertiary">
              {row.formatTitle === null ? null : `${row.formatTitle} · `}
              {named ? <bdi className="mono">{row.fileName}</bdi> : null}
            </span>
          )}
        </span>
      </span>
      <span role="gridcell" className="line intake-end">
        {row.state === "reading" ? <Reading /> : row.state === "refused" ? <><RaiseButton row={row} inList /><UnlockButton row={row} inList /></> : <StateWords row={row} />}
        {isDecidable(row) ? <Decide row={row} current={current} /> : null}
      </span>
    </div>
  );
}
