// A limit raised for one file: the button that offers it, and the question that names the number and what it costs.
import type { LimitReached, StagedRow } from "../bindings";
import { Button, Dialog } from "../kit";
import { type MessageId, type Messages, useMessages } from "../messages";
import { canRaise, raiseLimit } from "./acts";
import { staged, useStaged } from "./staged";

interface Limit {
  what: MessageId;
  bytes: boolean;
  cost: MessageId;
}

const LIMITS: Record<string, Limit> = {
  "file-bytes": { what: "limit.file-bytes", bytes: true, cost: "limit.cost.disk" },
  "zip-entries": { what: "limit.zip-entries", bytes: false, cost: "limit.cost.time" },
  "zip-entry": { what: "limit.zip-entry", bytes: true, cost: "limit.cost.disk" },
  "zip-total": { what: "limit.zip-total", bytes: true, cost: "limit.cost.disk" },
  "text-bytes": { what: "limit.text-bytes", bytes: true, cost: "limit.cost.memory" },
  "png-chunks": { what: "limit.png-chunks", bytes: false, cost: "limit.cost.time" },
  "json-bytes": { what: "limit.json-bytes", bytes: true, cost: "limit.cost.memory" },
  "json-values": { what: "limit.json-values", bytes: false, cost: "limit.cost.values" },
};

function amount({ bytes, number }: Messages, limit: Limit | undefined, value: number): string {
  return limit?.bytes === true ? bytes(value) : number(value);
}

/** Offers to raise the limit a file was refused by; nothing where it cannot be raised. */
export function RaiseButton({ row, inList = false }: { row: StagedRow; inList?: boolean }) {
  const { say } = useMessages();
  if (!canRaise(row)) return null;
  return (
    <Button size={inList ? "small" : "base"} look="line" excludeFromTabOrder={inList} onPress={() => staged.set({ chosen: row.id, raising: row.id })}>
      {say(inList ? "limit.raiseShort" : "limit.raise")}
    </Button>
  );
}

function Question({ row, reached }: { row: StagedRow; reached: LimitReached & { raiseTo: number } }) {
  const spoken = useMessages();
  const { say, rich } = spoken;
  const limit = LIMITS[reached.name];
  const what = limit === undefined ? reached.name : say(limit.what);
  const to = amount(spoken, limit, reached.raiseTo);
  const close = (): void => staged.set({ raising: null });
  function raise(): void {
    close();
    void raiseLimit(row);
  }
  return (
    <Dialog
      open grave title={say("limit.title")} onClose={close} closeLabel={say("common.close")}
      footer={<><Button onPress={close} autoFocus>{say("common.cancel")}</Button><Button look="fill" onPress={raise}>{say("limit.confirm", { to })}</Button></>}
    >
      <p><bdi className="mono">{row.fileName}</bdi></p>
      <p>{rich(reached.needed === null ? "limit.unknown" : "limit.known", { what, now: amount(spoken, limit, reached.value), to, b: (chunks) => <b className="strong">{chunks}</b> })}</p>
      {limit === undefined ? null : <p>{say(limit.cost, { to })}</p>}
      <p className="tertiary">{say("limit.onlyThis")}</p>
    </Dialog>
  );
}

/** The question for the file whose limit is about to be raised. */
export function RaiseQuestion() {
  const row = useStaged(({ rows, raising }) => rows.find(({ id }) => id === raising) ?? null);
  const reached = row?.error?.limit;
  if (row === null || reached?.raiseTo == null) return null;
  return <Question row={row} reached={{ ...reached, raiseTo: reached.raiseTo }} />;
}
