// Imports that this window runs: the job of each world, and what went wrong last.
import type { ApiError } from "../../bindings";
import { useJobs } from "../../data/jobs";
import { createStore, useStore } from "../../data/store";

export interface Runs { jobs: { readonly [world: string]: string }; faults: { readonly [world: string]: ApiError } }

export const runs = createStore<Runs>({ jobs: {}, faults: {} });

/** Notes the job of a world, or that it ended. A new one forgets what went wrong before. */
export function runJob(world: string, job: string | null): void {
  runs.set(({ jobs, faults }) => {
    const { [world]: _old, ...otherJobs } = jobs;
    if (job === null) return { jobs: otherJobs };
    const { [world]: _fault, ...otherFaults } = faults;
    return { jobs: { ...otherJobs, [world]: job }, faults: otherFaults };
  });
}

export interface RunNow { running: boolean; done: number; total: number; name: string; fault: ApiError | null }

/** What this window knows of the run of a world. */
export function useRun(world: string): RunNow {
  const job = useStore(runs, (state) => state.jobs[world]);
  const fault = useStore(runs, (state) => state.faults[world]);
  const event = useJobs().find((one) => one.job === job);
  return { running: job !== undefined, done: event?.done ?? 0, total: event?.total ?? 0, name: event?.name ?? "", fault: fault ?? null };
}
