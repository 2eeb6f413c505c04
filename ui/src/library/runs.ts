// Runs over many pieces from this page: announced as a job, and taken back as one.
import type { Run, RunPiece } from "../bindings";
import { announceJob, endJob } from "../data/jobs";
import { invalidate } from "../data/queries";
import { invoke, newJob } from "../host";
import { messages } from "../messages";

/** Runs long work under a job that the status bar shows. */
export async function runJob<T>(name: string, title: string, work: (job: string) => Promise<T>): Promise<T> {
  const job = newJob(name);
  announceJob(job, title);
  try {
    return await work(job);
  } finally {
    endJob(job);
    invalidate("library_query", "library_summary", "library_rows", "entity_open", "entity_history");
  }
}

/** Takes a whole run back. */
export function undoRun(pieces: RunPiece[]): Promise<Run> {
  return runJob("undo", messages().say("run.undoing"), (job) => invoke("run_undo", { pieces, job }));
}
