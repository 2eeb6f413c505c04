// What the fields of a comparison take: what is new, what is mine, and, where both sides edited, what somebody chose.
import type { ComparisonRow, FieldChoice, MergeSide } from "../bindings";

export type Choices = ReadonlyMap<string, MergeSide>;
export const NO_CHOICES: Choices = new Map();

/** What a field takes; `null` where both sides edited and nobody chose yet. */
export function sideOf(row: ComparisonRow, choices: Choices): MergeSide | null {
  const chosen = choices.get(row.path);
  if (chosen !== undefined) return chosen;
  switch (row.state) {
    case "theirs": return "theirs";
    case "mine":
    case "same": return "mine";
    case "both": return null;
  }
}

export function undecided(rows: readonly ComparisonRow[], choices: Choices): ComparisonRow[] {
  return rows.filter((row) => sideOf(row, choices) === null);
}

/** One side for every field that still waits, or for all of them. */
export function chooseAll(rows: readonly ComparisonRow[], choices: Choices, side: MergeSide, everything: boolean): Choices {
  const next = new Map(choices);
  for (const row of everything ? rows : undecided(rows, choices)) next.set(row.path, side);
  return next;
}

/** The choices as a command takes them. */
export function chosenFields(choices: Choices): FieldChoice[] {
  return [...choices].map(([path, side]) => ({ path, side }));
}

export interface Tally { waiting: number; mine: number; theirs: number; joined: number }

export function tallyOf(rows: readonly ComparisonRow[], choices: Choices): Tally {
  const tally: Tally = { waiting: 0, mine: 0, theirs: 0, joined: 0 };
  for (const row of rows) tally[sideOf(row, choices) ?? "waiting"] += 1;
  return tally;
}
