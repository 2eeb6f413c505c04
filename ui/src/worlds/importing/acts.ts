// From a card to a world: reading the card, starting the import, going on with it, stopping it. A card waits with the
// studio until a world is made of it or the dialog is closed.
import type { Address, CardPreview } from "../../bindings";
import { announceJob, cancelJob, endJob } from "../../data/jobs";
import { documentAt } from "../../documents";
import { asApiError, type Given, host, invoke, newJob } from "../../host";
import { messages } from "../../messages";
import { refreshWorlds } from "../fresh";
import { openWorld } from "../route";
import { change, choicesFor, making, START } from "./state";
import { runJob, runs } from "./runs";

let turn = 0;

/** The dialog, before a card is chosen. */
export function beginMake(): void {
  letGo();
  making.set({ making: START });
}

/** Lets the waiting card go; the world that was made of it keeps its own copy. */
function letGo(): void {
  turn += 1;
  const upload = making.get().making?.preview?.upload;
  if (upload !== undefined) invoke("card_close", { upload }).catch(() => undefined);
}

export function closeMake(): void {
  letGo();
  making.set({ making: null });
}

async function look(open: () => Promise<CardPreview>, said: string | null = null): Promise<void> {
  letGo();
  turn += 1;
  const mine = turn;
  making.set({ making: { ...START, busy: true, said } });
  try {
    const preview = await open();
    if (mine !== turn) {
      await invoke("card_close", { upload: preview.upload });
      return;
    }
    change({ busy: false, preview, choices: choicesFor(preview) });
    if (preview.update !== null) await aim(preview.update);
  } catch (thrown) {
    if (mine === turn) change({ busy: false, fault: asApiError(thrown) });
  }
}

/** Chooses what is made: a new world with `null`, else an update of that world, which starts from what is off there. */
export async function aim(update: string | null): Promise<void> {
  const now = making.get().making;
  if (now?.preview == null) return;
  const { preview } = now;
  turn += 1;
  const mine = turn;
  change({ update, busy: update !== null, fault: null, choices: choicesFor(preview) });
  if (update === null) return;
  try {
    const choices = await invoke("update_choices", { world: update, upload: preview.upload });
    if (mine === turn) change({ busy: false, choices });
  } catch (thrown) {
    // What is off in the world is not known, so the update is not offered.
    if (mine === turn) change({ busy: false, update: null, fault: asApiError(thrown) });
  }
}

/** Reads the first of what was given. */
export function openCard(given: Given, several = false): Promise<void> {
  return look(
    () => ("paths" in given ? invoke("card_open", { path: given.paths[0] ?? "" }) : host().upload<CardPreview>("card-upload", given.files[0] as File, {})),
    several ? messages().say("worlds.dropOne") : null,
  );
}

export async function pickCard(): Promise<void> {
  const given = await host().pickFiles(messages().say("make.file"), false);
  if (given !== null) await openCard(given);
}

/** Reads a character of the library, with what is being written in it. */
export async function openPiece(address: Address): Promise<void> {
  await look(async () => {
    await documentAt(address)?.save("export");
    return invoke("card_open_piece", { address });
  });
}

/** Makes what was chosen: a new world, or an update that waits in one. */
export async function make(): Promise<void> {
  const now = making.get().making;
  if (now?.preview == null || now.busy || (now.update === null && now.choices.worldName.trim() === "")) return;
  const { preview, choices, update, review } = now;
  change({ busy: true, fault: null });
  try {
    if (update !== null) {
      const replace = preview.targets.some((target) => target.world === update && target.waiting);
      await invoke("update_start", { world: update, upload: preview.upload, choices, replace });
      making.set({ making: null });
      refreshWorlds();
      openWorld(update, "update");
      return;
    }
    const status = await invoke("import_start", { upload: preview.upload, choices: { ...choices, worldName: choices.worldName.trim() } });
    making.set({ making: null });
    refreshWorlds();
    openWorld(status.world, "import");
    await structure(status.world, review);
  } catch (thrown) {
    change({ busy: false, fault: asApiError(thrown) });
  }
}

/** Runs a step under a job that the status bar shows and Stop ends; what went wrong stays with the world's run. */
async function step(world: string, title: string, work: (job: string) => Promise<unknown>): Promise<void> {
  const job = newJob("import");
  announceJob(job, title);
  runJob(world, job);
  try {
    await work(job);
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.code !== "cancelled") runs.set((state) => ({ faults: { ...state.faults, [world]: error } }));
  } finally {
    endJob(job);
    refreshWorlds();
    // How far it is now is known before the page turns from the run to what comes next.
    await invoke("import_status", { world }).catch(() => undefined);
    runJob(world, null);
  }
}

export function structure(world: string, review: boolean): Promise<void> {
  const { say, language } = messages();
  return step(world, say("run.job"), (job) => invoke("import_structure", { world, review, language, job }));
}

export function resume(world: string): Promise<void> {
  const { say, language } = messages();
  return step(world, say("run.job"), (job) => invoke("import_resume", { world, language, job }));
}

/** Gives a damaged finish up and starts the writing over from the records. */
export function restart(world: string): Promise<void> {
  const { say, language } = messages();
  return step(world, say("run.writing"), (job) => invoke("import_restart", { world, language, job }));
}

export function finish(world: string): Promise<void> {
  const { say, language } = messages();
  return step(world, say("run.writing"), (job) => invoke("import_finish", { world, language, job }));
}

export async function stop(world: string): Promise<void> {
  const job = runs.get().jobs[world];
  if (job !== undefined) await cancelJob(job);
  await invoke("import_stop", { world }).catch((thrown: unknown) => runs.set((state) => ({ faults: { ...state.faults, [world]: asApiError(thrown) } })));
  refreshWorlds();
}
