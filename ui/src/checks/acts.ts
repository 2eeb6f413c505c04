// What can be done with a finding: mended in one step that can be undone, looked at in its field, silenced.
import type { Address, ApiError, FindingRow, FixRow } from "../bindings";
import { invalidate } from "../data/queries";
import { type Document, documentAt } from "../documents";
import { asApiError, invoke } from "../host";
import { messages } from "../messages";
import { navigation, openTab } from "../navigation";
import { showField } from "../workbench/goto";
import { checkAgain } from "./findings";

/** The fix a row offers without being looked at: there is exactly one answer. */
export function sureFix(row: FindingRow): FixRow | null {
  const [first, ...others] = row.fixes;
  return first !== undefined && others.length === 0 && first.sure ? first : null;
}

/** Makes a fix as one step of undo. */
export function applyFix(document: Document, row: FindingRow, fix: FixRow): void {
  document.edit({ label: messages().say("checks.step", { title: row.title }), changes: fix.changes });
}

/** Opens the field a finding is about, with the words found selected. */
export function goToFinding(row: FindingRow): void {
  const range = row.evidence === null ? null : { from: row.evidence.from, to: row.evidence.to };
  const there = navigation.get();
  if (there.place !== "workbench" || there.tab !== row.address || documentAt(row.address) === null) openTab(row.address);
  if (row.path !== "") showField(row.path, range);
}

/** Silences a finding of a piece, or lets it speak again; what kept it from being kept. */
export async function hushFinding(address: Address, key: string, title: string, hush: boolean): Promise<ApiError | null> {
  try {
    await invoke("checks_hush", { address, key, title, hush });
  } catch (thrown) {
    return asApiError(thrown);
  }
  invalidate("checks_hushed");
  checkAgain();
  return null;
}
