// The ways in: a drop, a paste, the file button, a folder, the samples. All of them end in the import review; nothing
// is kept by any of them.
import type { StagedRow } from "../bindings";
import { announceJob, endJob, isStopped, tellJob } from "../data/jobs";
import { invalidate } from "../data/queries";
import { asApiError, type Given, host, invoke, newJob } from "../host";
import { messages } from "../messages";
import { goTo } from "../navigation";
import { ANNOUNCED, hold } from "./held";
import { putStaged, saidWhileAdding } from "./staged";

/** Sends a file, a large one only when the studio did not answer its announcement with a row that refuses it. */
async function send(file: File, job: string): Promise<StagedRow[]> {
  if (file.size > ANNOUNCED) {
    const refused = await host().upload<StagedRow[]>("intake-upload", new File([], file.name), { size: String(file.size), job });
    for (const row of refused) hold(row.id, file);
    if (refused.length > 0) return refused;
  }
  return host().upload<StagedRow[]>("intake-upload", file, { job });
}

async function take(given: Given, job: string): Promise<StagedRow[]> {
  if ("paths" in given) return invoke("intake_add", { paths: given.paths, job });
  const { files } = given;
  for (const [at, file] of files.entries()) {
    if (isStopped(job)) break;
    if (files.length > 1) tellJob(job, at, files.length, file.name);
    // Each file is work of its own to the studio; the count over all of them is kept here.
    putStaged(await send(file, `${job}-file-${at}`));
  }
  return [];
}

async function stage(work: (job: string) => Promise<StagedRow[]>): Promise<void> {
  const job = newJob("intake");
  announceJob(job, messages().say("drop.reading"));
  goTo("import");
  saidWhileAdding(null);
  try {
    putStaged(await work(job));
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.code !== "cancelled") saidWhileAdding(error);
  } finally {
    endJob(job);
    invalidate("library_summary", "intake_list");
  }
}

/** Stages what was dropped, pasted or picked, and shows the review. */
export async function addGiven(given: Given): Promise<void> {
  const count = "paths" in given ? given.paths.length : given.files.length;
  if (count > 0) await stage((job) => take(given, job));
}

export async function addFiles(): Promise<void> {
  const given = await host().pickFiles(messages().say("commands.addFiles"));
  if (given !== null) await addGiven(given);
}

export async function addFolder(): Promise<void> {
  const folder = await host().pickFolder(messages().say("commands.addFolder"));
  if (folder !== null) await addGiven({ paths: [folder] });
}

export function openSamples(): Promise<void> {
  return stage((job) => invoke("library_open_samples", { job }));
}

/** Files of the clipboard, or its text as a JSON file when it looks like one; `null` when there is nothing to take. */
export function givenByPaste(data: DataTransfer): Given | null {
  const files = [...data.files];
  if (files.length > 0) return { files };
  const text = data.getData("text/plain").trim();
  if (!text.startsWith("{") && !text.startsWith("[")) return null;
  return { files: [new File([text], "pasted.json", { type: "application/json" })] };
}
