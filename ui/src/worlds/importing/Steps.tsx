// The steps of an import with how far it is: each one done, the one it is at, the ones to come. A figure stands with a
// step that has one.
import type { ImportPhase, ImportStatus } from "../../bindings";
import { Icon } from "../../kit";
import { useMessages } from "../../messages";
import { totalOf } from "../parts/Outcomes";

const STEPS = ["read", "sorted", "built", "review", "ready"] as const;
type StepId = (typeof STEPS)[number];

/** The step an import is at; behind the last when it is done. */
const AT: Record<ImportPhase, number> = { ready: 1, surveyed: 2, built: 3, repair: 4, done: 5 };

function figureOf(step: StepId, status: ImportStatus): number {
  const made = status.counts.reduce((sum, { count }) => sum + count, 0);
  switch (step) {
    case "read": return totalOf(status.outcomes);
    case "sorted": return totalOf(status.outcomes) - status.outcomes.awaiting;
    case "built": return made;
    case "review": return 0;
    case "ready": return status.problems.length;
  }
}

export function Steps({ status }: { status: ImportStatus }) {
  const { say } = useMessages();
  const at = status.phase === null ? 0 : AT[status.phase];
  return (
    <ol className="run-steps" aria-label={say("run.steps")}>
      {STEPS.map((step, index) => {
        const state = index < at ? "done" : index === at ? "now" : "later";
        const figure = figureOf(step, status);
        return (
          <li key={step} className={`run-step run-step-${state}`} {...(state === "now" ? { "aria-current": "step" as const } : {})}>
            {state === "done" ? <Icon name="ok" size="small" /> : null}
            <span>{say(`run.step.${step}`)}</span>
            {state === "later" || figure === 0 ? null : <span className="small tertiary">{say(`run.figure.${step}`, { count: figure })}</span>}
            <span className="aside-text">{say(`run.state.${state}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
