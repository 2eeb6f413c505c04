// Naming the present state of an open piece: unsaved edits become a revision first, then the name is put on it.
import type { Address } from "../../bindings";
import { invalidate } from "../../data/queries";
import { createStore } from "../../data/store";
import { documentAt } from "../../documents";
import { invoke } from "../../host";
import { toast } from "../../kit";
import { messages } from "../../messages";

export const snapshots = createStore<{ asking: Address | null }>({ asking: null });

/** `false` when the edits could not be saved, which the save line tells. */
export async function nameState(address: Address, name: string): Promise<boolean> {
  const document = documentAt(address);
  if (document === null || !(await document.save("save"))) return false;
  await invoke("entity_snapshot", { address, name });
  document.replace(await invoke("entity_open", { address }));
  invalidate("entity_history");
  toast({ icon: "history", text: messages().say("history.named", { name }) });
  return true;
}
