// What the page of checks shows: what is checked, the last run over it, and what of it is shown.
import type { Address, ApiError, CheckRun, FindingRow, Severity } from "../bindings";
import { announceJob, cancelJob, endJob } from "../data/jobs";
import { createStore, useStore } from "../data/store";
import { documentAt, flushDrafts } from "../documents";
import { asApiError, invoke } from "../host";
import { messages } from "../messages";
import { goTo, navigation } from "../navigation";
import { chosenTargets } from "./targets";

/** What is checked: pieces by address; none for the whole library. */
export interface Subject { addresses: readonly Address[]; whole: boolean }

export interface ChecksState {
  subject: Subject | null;
  run: CheckRun | null;
  /** The job at work. */
  job: string | null;
  error: ApiError | null;
  severities: readonly Severity[];
  /** Only what is new since the run before. */
  freshOnly: boolean;
  hushedToo: boolean;
  /** Groups that are folded. */
  folded: ReadonlySet<string>;
  /** The finding in the detail, by key and address. */
  chosen: string | null;
}

const ALL: readonly Severity[] = ["error", "warning", "info"];

export const checks = createStore<ChecksState>({
  subject: null, run: null, job: null, error: null, severities: ALL, freshOnly: false, hushedToo: false, folded: new Set(), chosen: null,
});

export function useChecks<T>(select: (state: ChecksState) => T, equal?: (a: T, b: T) => boolean): T {
  return useStore(checks, select, equal);
}

/** What one row is called apart from all others. */
export function nameOf(row: FindingRow): string {
  return `${row.address} ${row.key} ${row.path}`;
}

let count = 0;

/** Checks the subject; what was shown stays until there is an answer. */
export async function runChecks(subject: Subject | null = checks.get().subject): Promise<void> {
  const running = checks.get().job;
  if (running !== null) await cancelJob(running);
  if (subject === null || (!subject.whole && subject.addresses.length === 0)) return;
  count += 1;
  const job = `checks-${Date.now()}-${count}`;
  checks.set({ subject, job, error: null, ...(sameSubject(subject, checks.get().subject) ? {} : { run: null, chosen: null, folded: new Set<string>() }) });
  announceJob(job, messages().say("checks.job"));
  try {
    // The run looks at what is saved; what is being written is saved first.
    await flushDrafts();
    for (const address of subject.addresses) await documentAt(address)?.save("save");
    const run = await invoke("checks_run", { addresses: [...subject.addresses], targets: chosenTargets(), language: messages().language, job });
    if (checks.get().job === job) checks.set({ run, job: null, folded: foldedAtFirst(run) });
  } catch (thrown) {
    const error = asApiError(thrown);
    if (checks.get().job === job) checks.set({ job: null, error: error.code === "cancelled" ? null : error });
  } finally {
    endJob(job);
  }
}

function sameSubject(one: Subject, other: Subject | null): boolean {
  return other !== null && one.whole === other.whole && one.addresses.join("\n") === other.addresses.join("\n");
}

/** Shows the page with these pieces, checked. */
export function checkPieces(addresses: readonly Address[], whole = false): void {
  goTo("checks");
  void runChecks({ addresses, whole });
}

/** What is checked when the page is opened with nothing chosen: the piece that is open. */
export function firstSubject(): Subject | null {
  const { tab } = navigation.get();
  return tab === null ? null : { addresses: [tab], whole: false };
}

export interface Group { id: string; severity: Severity; title: string | null; rows: FindingRow[] }

/** Above this many findings they are grouped by what they say, and folded. */
const BY_TITLE = 60;

/** The rows that are shown, in groups: by how much they matter, or of very many by what they say. */
export function groupsOf(state: Pick<ChecksState, "run" | "severities" | "freshOnly" | "hushedToo">): Group[] {
  const shown = (state.run?.findings ?? []).filter((row) => state.severities.includes(row.severity) && (!state.freshOnly || row.fresh) && (state.hushedToo || !row.hushed));
  const byTitle = (state.run?.findings.length ?? 0) > BY_TITLE;
  const groups = new Map<string, Group>();
  for (const row of shown) {
    const id = byTitle ? `${row.severity} ${row.code}` : row.severity;
    const group = groups.get(id) ?? { id, severity: row.severity, title: byTitle ? row.title : null, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  }
  const order = (group: Group): number => ALL.indexOf(group.severity);
  return [...groups.values()].sort((a, b) => order(a) - order(b) || (byTitle ? b.rows.length - a.rows.length : 0));
}

function foldedAtFirst(run: CheckRun): ReadonlySet<string> {
  if (run.findings.length <= BY_TITLE) return new Set();
  return new Set(run.findings.map((row) => `${row.severity} ${row.code}`));
}

export function toggleSeverity(severity: Severity): void {
  checks.set(({ severities }) => {
    const next = severities.includes(severity) ? severities.filter((one) => one !== severity) : ALL.filter((one) => one === severity || severities.includes(one));
    return { severities: next.length === 0 ? ALL : next };
  });
}

export function toggleGroup(id: string): void {
  checks.set(({ folded }) => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    return { folded: next };
  });
}
