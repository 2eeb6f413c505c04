// Closing tabs: each piece is saved first, and one that cannot be saved stays open and on top.
import type { Address } from "../bindings";
import { closeDocument } from "../documents";
import { dropTabs, navigation } from "../navigation";

export async function closeTabs(addresses: Address[]): Promise<boolean> {
  const closed: Address[] = [];
  let stuck: Address | null = null;
  for (const address of addresses) {
    if (await closeDocument(address)) closed.push(address);
    else stuck ??= address;
  }
  dropTabs(closed);
  if (stuck !== null) navigation.set({ place: "workbench", tab: stuck });
  return stuck === null;
}
