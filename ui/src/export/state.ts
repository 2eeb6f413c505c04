// The measuring behind the export dialog: which apps there are, the options chosen for each, and what each was measured
// to take. Apps are measured one after another, the chosen one first; a change of options measures that app again.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Address, ApiError, ExportOptions, ExportTarget, FormatId, Report } from "../bindings";
import { useQuery } from "../data/queries";
import { asApiError, invoke, newJob } from "../host";
import type { LedgerCounts } from "../kit";

export type Measured = { state: "waiting" } | { state: "measuring"; last: Report | null } | { state: "done"; report: Report } | { state: "failed"; error: ApiError };

export interface Measuring {
  targets: ExportTarget[] | null;
  error: ApiError | null;
  measured: (format: FormatId) => Measured;
  options: (format: FormatId) => ExportOptions;
  choose: (format: FormatId, part: ExportOptions) => void;
}

export const WAITING: Measured = { state: "waiting" };

/** The counts of a report as the bar draws them. */
export function countsOf(report: Report): LedgerCounts {
  const { carried, changed, lost, leftBehind } = report.counts;
  return { carried, changed, lost, left: leftBehind };
}

/** The report that is shown for a state: an old one stays until the new one is there. */
export function reportOf(measured: Measured): Report | null {
  switch (measured.state) {
    case "done": return measured.report;
    case "measuring": return measured.last;
    case "waiting":
    case "failed": return null;
  }
}

type Results = ReadonlyMap<FormatId, Measured>;

export function useMeasuring(address: Address, chosen: FormatId | null, hidden: readonly string[]): Measuring {
  const answer = useQuery("export_targets", { address });
  const targets = useMemo(
    () => answer.data?.filter(({ platform, isSource }) => isSource || !hidden.includes(platform)) ?? null, [answer.data, hidden],
  );
  const [options, setOptions] = useState<ReadonlyMap<FormatId, ExportOptions>>(new Map());
  const [results, setResults] = useState<Results>(new Map());
  const queue = useRef<{ wanted: FormatId[]; running: FormatId | null; again: boolean }>({ wanted: [], running: null, again: false });
  const latest = useRef(options);
  latest.current = options;

  const put = useCallback((format: FormatId, next: (old: Measured) => Measured) => {
    setResults((all) => new Map(all).set(format, next(all.get(format) ?? WAITING)));
  }, []);

  const pump = useCallback(async () => {
    const line = queue.current;
    if (line.running !== null) return;
    for (let format = line.wanted.shift(); format !== undefined; format = line.wanted.shift()) {
      line.running = format;
      put(format, (old) => ({ state: "measuring", last: reportOf(old) }));
      try {
        const report = await invoke("export_measure", { address, format, options: latest.current.get(format) ?? {}, job: newJob("measure") });
        put(format, () => ({ state: "done", report }));
      } catch (thrown) {
        put(format, () => ({ state: "failed", error: asApiError(thrown) }));
      }
    }
    line.running = null;
  }, [address, put]);

  // Apps come into the line once; the one looked at goes to its head.
  useEffect(() => {
    const line = queue.current;
    for (const { format, off } of targets ?? []) {
      if (off === null && !results.has(format) && line.running !== format && !line.wanted.includes(format)) line.wanted.push(format);
    }
    if (chosen !== null && line.wanted.includes(chosen)) line.wanted = [chosen, ...line.wanted.filter((format) => format !== chosen)];
    void pump();
  }, [targets, chosen, results, pump]);

  return {
    targets,
    error: answer.error,
    measured: (format) => results.get(format) ?? WAITING,
    options: (format) => options.get(format) ?? {},
    choose: (format, part) => {
      setOptions((all) => {
        const next = new Map(all).set(format, { ...all.get(format), ...part });
        latest.current = next;
        return next;
      });
      queue.current.wanted.unshift(format);
      void pump();
    },
  };
}
