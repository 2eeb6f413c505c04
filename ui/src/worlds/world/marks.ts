// Marks at the fields of a document: what stands in the way of a story, at the very field it names. The form kit asks for
// the findings of a document; those of a world's document are the problems of its file.
import { useEffect, useLayoutEffect, useMemo } from "react";
import type { FindingRow } from "../../bindings";
import { giveFindings } from "../../checks/findings";
import { createStore } from "../../data/store";
import type { Document } from "../../documents";
import type { Findings } from "../../checks/findings";
import { navigation } from "../../navigation";
import { type Desk, useDesk } from "./desk";
import { pathOfPointer, placeOf } from "./model";
import type { WorldProblem } from "./wire";

const NONE: readonly WorldProblem[] = [];

/** The problems of one file. */
export function problemsOf(problems: readonly WorldProblem[], file: string): WorldProblem[] {
  return problems.filter(({ place }) => placeOf(place).file === file);
}

function rowOf({ code, place, message, hint }: WorldProblem, address: string): FindingRow {
  const path = pathOfPointer(placeOf(place).pointer);
  return { key: `${code} ${place}`, check: "startable", code, severity: "warning", address, path, place, row: null, title: message, message, hint, evidence: null, fixes: [], fresh: false, hushed: false };
}

export function useMarks(desk: Desk, document: Document, file: string): void {
  const problems = useDesk(desk, ({ open }) => open?.problems ?? NONE);
  const store = useMemo(() => createStore<Findings>({ rows: [], asking: false, error: null }), [document]);
  // Before the fields look: one that finds nothing given asks for the checks of a piece of the library.
  useLayoutEffect(() => giveFindings(document, { store, open: () => navigation.set({ inspector: true }) }), [document, store]);
  useEffect(() => store.set({ rows: problemsOf(problems, file).map((problem) => rowOf(problem, document.address)) }), [problems, file, document, store]);
}
