// Long work that is running: what the status bar shows and Stop ends. One listener for the whole window.
import type { JobEvent } from "../bindings";
import { host, invoke } from "../host";
import { createStore, useStore } from "./store";

export interface Job { job: string; title: string; done: number; total: number; name: string; startedAt: number }

const jobs = createStore<{ running: Job[] }>({ running: [] });
const listeners = new Set<(event: JobEvent) => void>();
const titles = new Map<string, string>();

/** Names a job in the person's words before its first event. */
export function announceJob(job: string, title: string): void {
  titles.set(job, title);
}

function heard(event: JobEvent): void {
  for (const listener of [...listeners]) listener(event);
  if (event.state !== "running") {
    endJob(event.job);
    return;
  }
  // A part of work that is counted as a whole already.
  if (jobs.get().running.some((one) => one.job !== event.job && event.job.startsWith(`${one.job}-`))) return;
  jobs.set(({ running }) => {
    const old = running.find((one) => one.job === event.job);
    const next: Job = {
      job: event.job, title: titles.get(event.job) ?? event.name, done: event.done, total: event.total, name: event.name,
      startedAt: old?.startedAt ?? Date.now(),
    };
    return { running: [...running.filter((one) => one.job !== event.job), next] };
  });
}

/** Takes a job off the bar; for a command that answered without a last event. */
export function endJob(job: string): void {
  titles.delete(job);
  jobs.set(({ running }) => (running.some((one) => one.job === job) ? { running: running.filter((one) => one.job !== job) } : {}));
}

export function listenToJobs(): () => void {
  return host().onJob(heard);
}

export function onJobEvent(listener: (event: JobEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const stopped = new Set<string>();

export function cancelJob(job: string): Promise<unknown> {
  stopped.add(job);
  return invoke("job_cancel", { job });
}

/** Whether the person stopped a job; for work whose steps this page counts itself. */
export function isStopped(job: string): boolean {
  return stopped.has(job);
}

/** Tells how far work is whose steps this page counts itself. */
export function tellJob(job: string, done: number, total: number, name: string): void {
  heard({ job, done, total, name, state: "running" });
}

const selectRunning = (state: { running: Job[] }): Job[] => state.running;
export function useJobs(): Job[] {
  return useStore(jobs, selectRunning);
}
