// Which entries have a finding worth a look or a key that does not work, for the marks in the list.
import { useMemo } from "react";
import type { LoreFault } from "../../bindings";
import { useFindings } from "../../checks/findings";
import type { Document } from "../../documents";
import { useView } from "./state";

const NONE: LoreFault[] = [];

export function useMarked(document: Document): ReadonlySet<number> {
  const faults = useView(document, ({ graph }) => graph?.faults ?? NONE);
  const { rows } = useFindings(document);
  return useMemo(() => {
    const found = rows.filter(({ hushed, severity }) => !hushed && severity !== "info").flatMap(({ path }) => /^entries\[(\d+)\]/.exec(path)?.[1] ?? []);
    return new Set([...faults.map((fault) => fault.entry.at), ...found.map(Number)]);
  }, [faults, rows]);
}
