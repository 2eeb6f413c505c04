// The bar at the foot: long work with its count and Stop. A place puts its own figures in front of it through a slot.
import type { ReactNode } from "react";
import { cancelJob, useJobs } from "../data/jobs";
import { Button, Progress } from "../kit";
import { useMessages } from "../messages";
import "./StatusBar.css";

export function RunningJobs() {
  const { say } = useMessages();
  const jobs = useJobs();
  const job = jobs[0];
  if (job === undefined) return null;
  const words = job.total > 0 ? say("status.job", { title: job.title, done: job.done, total: job.total }) : job.title;
  return (
    <span className="line status-job">
      <Progress label={words} {...(job.total > 0 ? { done: job.done, total: job.total } : {})} />
      <span className="cut">{words}</span>
      <Button size="small" onPress={() => void cancelJob(job.job)}>{say("common.stop")}</Button>
    </span>
  );
}

export function StatusBar({ children }: { children?: ReactNode }) {
  const { say } = useMessages();
  return (
    <footer className="status-bar" aria-label={say("status.label")}>
      {children}
      <span className="push" />
      <RunningJobs />
    </footer>
  );
}
