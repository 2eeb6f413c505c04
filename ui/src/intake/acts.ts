// Decisions of the review, told to the studio; the rows shown are what it answers.
import type { Decision, FieldChoice, StagedRow } from "../bindings";
import { announceJob, endJob } from "../data/jobs";
import { invalidate } from "../data/queries";
import { asApiError, host, invoke, newJob } from "../host";
import { toast } from "../kit";
import { messages } from "../messages";
import { goTo, openTab } from "../navigation";
import { heldFile, letGo } from "./held";
import { dropStaged, isWaiting, loadStaged, putStaged, saidWhileAdding, staged } from "./staged";

function failed(thrown: unknown): void {
  const error = asApiError(thrown);
  if (error.code !== "cancelled") saidWhileAdding(error);
}

/** Rows a decision means something for. */
export function isDecidable(row: StagedRow): boolean {
  return row.state !== "refused" && row.state !== "reading" && row.state !== "kept";
}

/** What a row may become; an update needs something to bring up to date. */
export function decisionsFor(row: StagedRow): Decision[] {
  return row.duplicates.length > 0 ? ["update", "keep", "skip"] : ["keep", "skip"];
}

export async function decide(ids: string[], decision: Decision): Promise<void> {
  if (ids.length === 0) return;
  staged.set(({ decided }) => ({ decided: new Set([...decided, ...ids]) }));
  try {
    putStaged(await invoke("intake_decide", { ids, decision }));
  } catch (thrown) {
    failed(thrown);
  }
}

/** Sets every row given that can become this. */
export function decideAll(rows: StagedRow[], decision: Decision): Promise<void> {
  return decide(rows.filter((row) => isDecidable(row) && decisionsFor(row).includes(decision)).map(({ id }) => id), decision);
}

/** Rows that can be kept now, and those that wait for a choice. */
export function standing(rows: readonly StagedRow[], decided: ReadonlySet<string>): { now: StagedRow[]; waiting: StagedRow[] } {
  const able = rows.filter(isDecidable);
  const waiting = able.filter((row) => isWaiting(row, decided));
  return { now: able.filter((row) => !isWaiting(row, decided)), waiting };
}

export async function keep(rows: StagedRow[]): Promise<void> {
  const job = newJob("keep");
  const { say } = messages();
  announceJob(job, say("intake.keeping"));
  saidWhileAdding(null);
  try {
    const { kept, failed: refused } = await invoke("intake_keep", { ids: rows.map(({ id }) => id), job });
    staged.set({ failures: new Map(refused.map(({ id, error }) => [id, error])) });
    await loadStaged();
    const [first] = kept;
    const only = rows.find((row) => row.decision !== "skip");
    const open = kept.length !== 1 || first === undefined || only?.kind == null ? undefined
      : { label: say("common.open"), run: () => openTab(first, only.kind === null ? undefined : { kind: only.kind, name: only.name }) };
    if (kept.length > 0) toast({ text: say("intake.kept", { count: kept.length }), ...(open === undefined ? {} : { act: open }) });
    if (staged.get().rows.length === 0) goTo("library");
  } catch (thrown) {
    failed(thrown);
    await loadStaged();
  } finally {
    endJob(job);
    invalidate("library_query", "library_summary");
  }
}

export async function discard(ids: string[] | null): Promise<void> {
  try {
    await invoke("intake_discard", { ids });
    const gone = ids ?? staged.get().rows.map(({ id }) => id);
    for (const id of gone) letGo(id);
    dropStaged(gone);
    if (ids === null) toast({ text: messages().say("intake.discarded") });
  } catch (thrown) {
    failed(thrown);
  } finally {
    invalidate("library_summary");
  }
}

/** Whether a file was refused by a limit that can be raised far enough for it. */
export function canRaise(row: StagedRow): boolean {
  return row.state === "refused" && row.error?.limit?.raiseTo != null;
}

/** Raises the limit a file was refused by, for that file, and reads it again. A page that still holds it sends it now. */
export async function raiseLimit(row: StagedRow): Promise<void> {
  const limit = row.error?.limit;
  if (limit?.raiseTo == null) return;
  const { name, raiseTo } = limit;
  const job = newJob("intake");
  announceJob(job, messages().say("limit.raising"));
  saidWhileAdding(null);
  try {
    const file = heldFile(row.id);
    const fresh = file === undefined
      ? await invoke("intake_raise", { id: row.id, limit: name, value: raiseTo, job })
      : await host().upload<StagedRow>("intake-upload", file, { id: row.id, raise: `${name}=${raiseTo}`, job });
    letGo(row.id);
    putStaged([fresh]);
    invalidate("intake_show");
  } catch (thrown) {
    failed(thrown);
  } finally {
    endJob(job);
  }
}

/** Whether a file was refused because it is encrypted, and a password would open it. */
export function isLocked(row: StagedRow): boolean {
  return row.state === "refused" && row.error?.code === "locked";
}

/** Reads an encrypted file with a password; `null` when that could not be tried. */
export async function unlock(row: StagedRow, password: string): Promise<StagedRow | null> {
  try {
    const fresh = await invoke("intake_unlock", { id: row.id, password });
    putStaged([fresh]);
    invalidate("intake_show");
    return fresh;
  } catch (thrown) {
    failed(thrown);
    return null;
  }
}

async function again(answer: Promise<{ row: StagedRow }>): Promise<void> {
  try {
    putStaged([(await answer).row]);
    invalidate("intake_show");
  } catch (thrown) {
    failed(thrown);
  }
}

/** Sets what single fields of an update take. */
export function chooseFields(id: string, chosen: FieldChoice[]): Promise<void> {
  return again(invoke("intake_choose_fields", { id, chosen }));
}

/** Takes another of the cards that a file holds. */
export function chooseChunk(id: string, chunk: string): Promise<void> {
  return again(invoke("intake_choose", { id, chunk }));
}

export function undoRepair(id: string): Promise<void> {
  return again(invoke("intake_undo_repair", { id }));
}
