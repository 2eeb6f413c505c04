// "Update from a file…": the file is staged like any other, compared with the piece it was chosen for, and leaves the
// intake again unless it had been waiting there.
import type { Address, StagedRow } from "../bindings";
import { createStore } from "../data/store";
import { invalidate } from "../data/queries";
import { documentAt } from "../documents";
import { asApiError, host, invoke, newJob } from "../host";
import { toast } from "../kit";
import { messages } from "../messages";

export interface Updating {
  address: Address;
  row: StagedRow;
  /** Whether the file was in the intake before. */
  waited: boolean;
}

export const updates = createStore<{ open: Updating | null }>({ open: null });

/** Asks for a file and opens the comparison; unsaved edits become a revision first, so that going back has them. */
export async function updateFromFile(address: Address): Promise<void> {
  const { say } = messages();
  const given = await host().pickFiles(say("update.pick"), false);
  if (given === null) return;
  try {
    if ((await documentAt(address)?.save("save")) === false) return;
    const before = new Set((await invoke("intake_list", {})).map(({ id }) => id));
    const job = newJob("intake");
    const [first] = "paths" in given ? given.paths : given.files;
    if (first === undefined) return;
    const rows = typeof first === "string" ? await invoke("intake_add", { paths: [first], job }) : await host().upload<StagedRow[]>("intake-upload", first, { job });
    const [row] = rows;
    if (row !== undefined) updates.set({ open: { address, row, waited: before.has(row.id) } });
  } catch (thrown) {
    toast({ text: asApiError(thrown).message });
  }
}

/** Closes the comparison; a file that was staged for it alone goes from the intake. */
export async function dropUpdate({ row, waited }: Updating): Promise<void> {
  updates.set({ open: null });
  try {
    if (!waited) await invoke("intake_discard", { ids: [row.id] });
  } catch (thrown) {
    toast({ text: asApiError(thrown).message });
  } finally {
    invalidate("library_summary", "intake_list");
  }
}
