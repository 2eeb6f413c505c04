// Many pieces to one app: measured in portions, named by the pattern, written by one job that tells each outcome as it
// comes. What was written stays written when it is stopped; writing again goes on from there.
import { useEffect, useMemo, useRef, useState } from "react";
import type { Address, ApiError, BatchMeasured, BatchName, BatchOutcome, BatchPlan, BatchResult, BatchWish } from "../bindings";
import { cancelJob, onJobEvent } from "../data/jobs";
import { asApiError, invoke, newJob } from "../host";
import type { LedgerCounts } from "../kit";

/** Pieces measured by one call: small enough that the bars grow as one looks. */
const PORTION = 12;
/** Quiet time after typing a folder or pattern before names are asked for. */
const PLAN_AFTER = 250;

export interface BatchRow {
  address: Address;
  measured: BatchMeasured | null;
  named: BatchName | null;
  outcome: BatchOutcome | null;
}

export interface Batch {
  rows: BatchRow[];
  total: LedgerCounts | null;
  measuring: { done: number; total: number } | null;
  plan: BatchPlan | null;
  planError: ApiError | null;
  running: { done: number } | null;
  result: BatchResult | null;
  error: ApiError | null;
  /** Pieces that would be written now. */
  left: number;
  run: () => Promise<BatchResult | null>;
  stop: () => void;
}

type ByAddress<T> = ReadonlyMap<Address, T>;
const NO_MEASURES: ByAddress<BatchMeasured> = new Map();
const NO_OUTCOMES: ByAddress<BatchOutcome> = new Map();

/** A name that no file of a batch has: two pieces may bear one name. */
export function freshName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, end] = dot <= 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  let fresh = name;
  for (let count = 2; taken.has(fresh.toLowerCase()); count += 1) fresh = `${stem} (${count})${end}`;
  taken.add(fresh.toLowerCase());
  return fresh;
}

/** The numbers of all pieces together; `null` until one was measured. */
export function totalOf(rows: readonly BatchRow[]): LedgerCounts | null {
  const counted = rows.map(({ measured, outcome }) => measured?.counts ?? outcome?.counts ?? null).filter((counts) => counts !== null);
  if (counted.length === 0) return null;
  return counted.reduce<LedgerCounts>((sum, { carried, changed, lost, leftBehind }) => (
    { carried: sum.carried + carried, changed: sum.changed + changed, lost: sum.lost + lost, left: sum.left + leftBehind }
  ), { carried: 0, changed: 0, lost: 0, left: 0 });
}

/** Whether the app has no way to hold the piece, however often it is tried. */
export function isHopeless(row: BatchRow): boolean {
  return row.measured?.error?.code === "cannot-express" || row.measured?.error?.code === "usage";
}

export function useBatch(wish: BatchWish, on: boolean): Batch {
  const [measured, setMeasured] = useState(NO_MEASURES);
  const [outcomes, setOutcomes] = useState(NO_OUTCOMES);
  const [measuring, setMeasuring] = useState<Batch["measuring"]>(null);
  const [plan, setPlan] = useState<BatchPlan | null>(null);
  const [planError, setPlanError] = useState<ApiError | null>(null);
  const [running, setRunning] = useState<Batch["running"]>(null);
  const [result, setResult] = useState<BatchResult | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const job = useRef<string | null>(null);
  const { addresses, format } = wish;
  const options = JSON.stringify(wish.options);

  useEffect(() => {
    setMeasured(NO_MEASURES);
    setOutcomes(NO_OUTCOMES);
    setResult(null);
    setError(null);
    setPlan(null);
    if (!on || format === "") {
      setMeasuring(null);
      return undefined;
    }
    let gone = false;
    let asked = "";
    void (async () => {
      for (let at = 0; at < addresses.length && !gone; at += PORTION) {
        setMeasuring({ done: at, total: addresses.length });
        asked = newJob("measure");
        const portion = addresses.slice(at, at + PORTION);
        try {
          const found = await invoke("batch_measure", { wish: { ...wish, options: JSON.parse(options), addresses: portion }, job: asked });
          if (!gone) setMeasured((all) => new Map([...all, ...found.map((row) => [row.address, row] as const)]));
        } catch (thrown) {
          if (!gone) setError(asApiError(thrown));
        }
      }
      if (!gone) setMeasuring(null);
    })();
    return () => {
      gone = true;
      if (asked !== "") void cancelJob(asked);
    };
    // The rest of the wish names files and measures nothing.
  }, [addresses, format, options, on]);

  const extensions = useMemo(() => addresses.map((address) => measured.get(address)?.extension ?? ""), [addresses, measured]);
  const ready = on && format !== "" && wish.folder.trim() !== "";
  useEffect(() => {
    if (!ready) {
      setPlan(null);
      setPlanError(null);
      return undefined;
    }
    let gone = false;
    const timer = setTimeout(() => {
      invoke("batch_plan", { wish, extensions }).then(
        (found) => {
          if (gone) return;
          setPlan(found);
          setPlanError(null);
        },
        (thrown: unknown) => !gone && setPlanError(asApiError(thrown)),
      );
    }, PLAN_AFTER);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
    // Asked again when a run ended: then files are there.
  }, [ready, addresses, format, options, wish.folder, wish.pattern, extensions, result]);

  const named = useMemo(() => new Map(plan?.rows.map((row) => [row.address, row])), [plan]);
  const rows = useMemo(() => addresses.map((address) => (
    { address, measured: measured.get(address) ?? null, named: named.get(address) ?? null, outcome: outcomes.get(address) ?? null }
  )), [addresses, measured, named, outcomes]);
  const total = useMemo(() => totalOf(rows), [rows]);

  return {
    rows, total, measuring, plan, planError, running, result, error,
    left: rows.filter((row) => !isHopeless(row) && row.outcome?.output == null && row.named?.done !== true).length,
    async run() {
      const mine = newJob("batch");
      job.current = mine;
      setError(null);
      setRunning({ done: 0 });
      const stop = onJobEvent((event) => {
        if (event.job !== mine) return;
        const { piece } = event;
        if (event.state === "running") setRunning({ done: event.done });
        if (piece != null) setOutcomes((all) => new Map(all).set(piece.address, piece));
      });
      try {
        const ended = await invoke("batch_run", { wish, job: mine });
        setOutcomes(new Map(ended.rows.map((row) => [row.address, row])));
        setResult(ended);
        return ended;
      } catch (thrown) {
        setError(asApiError(thrown));
        return null;
      } finally {
        stop();
        job.current = null;
        setRunning(null);
      }
    },
    stop() {
      if (job.current !== null) void cancelJob(job.current);
    },
  };
}
