// The edits that lie beside an original, each with what it changes and a way back, and what is at the cursor.
import { type ReactNode, useMemo } from "react";
import type { Json, PatchOp, RawProblem } from "../../bindings";
import { Button, DiffText, Icon, IconButton, type IconName, NoteRow } from "../../kit";
import { type MessageId, useMessages } from "../../messages";

const SIGN: Record<PatchOp["op"], { icon: IconName; tone: string; word: MessageId }> = {
  add: { icon: "add", tone: "said-carried", word: "raw.added" },
  remove: { icon: "minus", tone: "said-lost", word: "raw.removed" },
  replace: { icon: "changed", tone: "said-changed", word: "raw.replaced" },
  move: { icon: "right", tone: "said-changed", word: "raw.moved" },
};
/** Signs of a value shown in a row. */
const SHOWN = 400;
/** Above this size the source is not read for old values. */
const READ_BELOW = 4_000_000;

export interface EditListProps { children?: ReactNode; added: boolean; source: string; ops: PatchOp[]; faults: string[]; problems: RawProblem[]; readOnly: boolean; onReset: (at: number | null) => void; onProblem: (line: number) => void }

export function EditList({ children, added, source, ops, faults, problems, readOnly, onReset, onProblem }: EditListProps) {
  const { say, number } = useMessages();
  const old = useMemo(() => readSource(ops.length === 0 ? "" : source), [source, ops.length === 0]);
  return (
    <>
      <div className="pane-head">
        <h2 className="pane-title grow">{say("raw.edits")}</h2>
        {ops.length < 2 || readOnly ? null : <Button size="small" look="quiet" onPress={() => onReset(null)}>{say("raw.resetAll")}</Button>}
        <span className="pane-count">{number(added ? Math.max(0, ops.length - 1) : ops.length)}</span>
      </div>
      <div className="pane-scroll">
        {ops.length === (added ? 1 : 0) ? <p className="raw-quiet secondary small">{say("raw.noEdits")}</p> : null}
        <ul>
          {ops.map((op, at) => added && at === 0 && op.path === "" ? null : <EditRow key={`${at}${op.path}`} op={op} before={valueAt(old, op.path)} readOnly={readOnly} onReset={() => onReset(at)} />)}
        </ul>
        {children}
        {faults.length === 0 ? null : <div className="raw-notes">{faults.map((fault, at) => <NoteRow key={at} severity="warning">{say("raw.fault", { reason: fault })}</NoteRow>)}</div>}
        {problems.length === 0 ? null : (
          <section className="raw-notes" aria-label={say("raw.problems")}>
            <h3>{say("raw.problems")}</h3>
            {problems.slice(0, 100).map((problem, at) => (
              <button key={at} type="button" className="raw-problem" onClick={() => onProblem(problem.line)}>
                <Icon name={problem.tolerated ? "warning" : "error"} className={problem.tolerated ? "said-warning" : "said-error"} />
                <span>{say("raw.problem", { line: problem.line, message: problem.message })}</span>
              </button>
            ))}
          </section>
        )}
      </div>
      <p className="raw-foot small secondary">{say(added ? "raw.byHand" : "raw.never")}</p>
    </>
  );
}

function EditRow({ op, before, readOnly, onReset }: { op: PatchOp; before: Json | undefined; readOnly: boolean; onReset: () => void }) {
  const { say } = useMessages();
  const { icon, tone, word } = SIGN[op.op];
  const path = op.path === "" ? say("raw.root") : op.path;
  return (
    <li className="raw-edit">
      <Icon name={icon} className={tone} />
      <div className="stack grow">
        <bdi className="mono raw-path">{path}</bdi>
        <span className="small secondary raw-value">
          <span className="aside-text">{say(word, { path: "from" in op ? op.from : "" })} </span>
          {op.op === "move" ? say("raw.moved", { path: op.from }) : (
            <DiffText before={op.op === "add" ? "" : told(before)} after={op.op === "remove" ? "" : told(op.value)} />
          )}
        </span>
      </div>
      {readOnly ? null : <IconButton icon="reset" size="small" label={say("raw.reset", { path })} onPress={onReset} />}
    </li>
  );
}

function told(value: Json | undefined): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** The source as values, for showing only. */
function readSource(text: string): Json | undefined {
  if (text === "" || text.length > READ_BELOW) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function valueAt(root: Json | undefined, pointer: string): Json | undefined {
  return pointer.split("/").slice(1).reduce<Json | undefined>((value, token) => {
    if (value === null || typeof value !== "object") return undefined;
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    return Array.isArray(value) ? value[Number(key)] : value[key];
  }, root);
}
