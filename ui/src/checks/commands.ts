// Commands of the checks: going there, checking what is at hand, walking the findings of the open piece.
import type { FindingRow } from "../bindings";
import { type Command, registerCommands } from "../commands";
import { type Document, documentAt } from "../documents";
import { library } from "../library/state";
import { goTo, navigation } from "../navigation";
import { focusedField } from "../workbench/focus";
import { goToFinding } from "./acts";
import { findingsOf } from "./findings";
import { checkPieces } from "./run";

function topDocument(): Document | null {
  const { place, tab } = navigation.get();
  return place === "workbench" && tab !== null ? documentAt(tab) : null;
}

const needsTab = () => (topDocument() === null ? "commands.off.noTab" as const : true as const);

/** Findings that can be gone to, in the order of the panel. */
function stops(): FindingRow[] {
  const top = topDocument();
  return top === null ? [] : findingsOf(top).rows.filter((row) => !row.hushed && row.path !== "");
}

let last: string | null = null;

function step(by: 1 | -1): void {
  const rows = stops();
  const name = (row: FindingRow): string => `${row.key} ${row.path}`;
  const held = rows.findIndex((row) => name(row) === last);
  // Where nothing was walked yet, the field with the focus is where one is.
  const here = held === -1 ? rows.findIndex((row) => row.path === focusedField()) : held;
  const next = rows[here === -1 ? (by === 1 ? 0 : rows.length - 1) : (here + by + rows.length) % rows.length];
  if (next === undefined) return;
  last = name(next);
  goToFinding(next);
}

const hasFindings = () => (topDocument() === null ? "commands.off.noTab" as const : stops().length === 0 ? "commands.off.noFinding" as const : true as const);

const commands: Command[] = [
  { id: "go.checks", title: "commands.checks", icon: "checks", keys: ["Mod+5"], run: () => goTo("checks") },
  {
    id: "checks.piece", title: "commands.checkPiece", icon: "checks", when: needsTab,
    run: () => {
      const top = topDocument();
      if (top !== null) checkPieces([top.address]);
    },
  },
  {
    id: "pieces.check", title: "commands.checkPicked", icon: "checks", when: () => (library.get().picked.size === 0 ? "commands.off.nothingPicked" : true),
    run: () => checkPieces([...library.get().picked]),
  },
  { id: "checks.library", title: "commands.checkLibrary", icon: "checks", run: () => checkPieces([], true) },
  { id: "finding.next", title: "commands.nextFinding", keys: ["F8"], everywhere: true, when: hasFindings, run: () => step(1) },
  { id: "finding.previous", title: "commands.previousFinding", keys: ["Shift+F8"], everywhere: true, when: hasFindings, run: () => step(-1) },
];

export function registerChecks(): () => void {
  return registerCommands(commands);
}
