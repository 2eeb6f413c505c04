// Finding and replacing in many pieces: which pieces, what was found, which places are left out, what the run did.
import type { Address, ApiError, FoundPieces, Run, Wanted } from "../../bindings";
import { announceJob, cancelJob, endJob } from "../../data/jobs";
import { createStore, useStore } from "../../data/store";
import { documentAt } from "../../documents";
import { asApiError, invoke, newJob } from "../../host";
import { messages } from "../../messages";
import { runJob } from "../runs";

export interface Replace {
  addresses: Address[];
  wanted: Wanted;
  replacement: string;
  found: FoundPieces | null;
  /** Fields that stay as they are, `address path`. */
  left: ReadonlySet<string>;
  /** Open pieces that could not be saved before looking. */
  unsaved: number;
  looking: boolean;
  run: Run | null;
  fault: ApiError | null;
}

const START: Replace = {
  addresses: [], wanted: { text: "", exact: false, wholeWord: false, pattern: false }, replacement: "", found: null, left: new Set(), unsaved: 0, looking: false, run: null, fault: null,
};
export const replace = createStore<Replace>(START);
export function useReplace<T>(select: (state: Replace) => T): T {
  return useStore(replace, select);
}

/** Begins with these pieces; the words of the last time stay. */
export function beginReplace(addresses: Address[]): void {
  const { wanted, replacement } = replace.get();
  replace.set({ ...START, addresses, wanted, replacement });
}

let turn = 0;
let running: string | null = null;

/** Stops looking, so that the page can go. */
export function stopLooking(): void {
  turn += 1;
  if (running !== null) void cancelJob(running);
  running = null;
}

/** Looks through the pieces as they are on the disk; what is open is saved first. */
export async function look(): Promise<void> {
  stopLooking();
  const mine = turn;
  const { addresses, wanted, replacement } = replace.get();
  replace.set({ run: null, fault: null });
  if (wanted.text === "") {
    replace.set({ found: null, looking: false });
    return;
  }
  const job = newJob("find");
  running = job;
  announceJob(job, messages().say("replace.looking"));
  replace.set({ looking: true });
  try {
    let unsaved = 0;
    for (const address of addresses) {
      const open = documentAt(address);
      if (open !== null && !(await open.save("save"))) unsaved += 1;
    }
    const found = await invoke("find_library", { addresses, wanted, replacement, job });
    if (mine === turn) replace.set({ found, unsaved, looking: false, left: new Set() });
  } catch (thrown) {
    const error = asApiError(thrown);
    if (mine === turn) replace.set({ looking: false, fault: error.code === "cancelled" ? null : error });
  } finally {
    endJob(job);
    if (running === job) running = null;
  }
}

export function keyOf(address: Address, path: string): string {
  return `${address} ${path}`;
}

/** Takes fields out of the run, or in again. */
export function setLeft(keys: string[], out: boolean): void {
  replace.set(({ left }) => {
    const next = new Set(left);
    for (const key of keys) {
      if (out) next.add(key);
      else next.delete(key);
    }
    return { left: next };
  });
}

/** How many places and pieces the run would change. */
export function chosenOf({ found, left }: Replace): { places: number; pieces: number } {
  let [places, pieces] = [0, 0];
  for (const piece of found?.pieces ?? []) {
    const here = piece.fields.reduce((sum, field) => sum + (left.has(keyOf(piece.address, field.path)) ? 0 : field.count), 0);
    places += here;
    if (here > 0) pieces += 1;
  }
  return { places, pieces };
}

export async function runReplace(): Promise<void> {
  const { found, left, wanted, replacement } = replace.get();
  const choice = (found?.pieces ?? []).flatMap(({ address, revision, fields }) => {
    const paths = fields.map(({ path }) => path).filter((path) => !left.has(keyOf(address, path)));
    return paths.length === 0 ? [] : [{ address, revision, paths: paths.length === fields.length ? null : paths }];
  });
  try {
    const run = await runJob("replace", messages().say("replace.running"), (job) => invoke("replace_library", { choice, wanted, replacement, job }));
    replace.set({ run, fault: null });
  } catch (thrown) {
    replace.set({ fault: asApiError(thrown) });
  }
}
